"""Registers the library: one `Package` per Go package, one entry per member, with its Go declaration beside its Python body.

    strings = Package("strings")

    @strings.func("func Repeat(s string, count int) string", cost="len(s) * count // 32")
    def repeat(s: bytes, count: int) -> bytes:
        return s * count

    strings.row("func HasPrefix(s, prefix string) bool", lambda s, prefix: s.startswith(prefix), "len(prefix) // 64")

A declaration is only parsed when the checker first needs its type, so that registering is cheap. Each library type is one `Named`
object per process. It is made when its module is imported; its methods are added as they are registered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from keyword import iskeyword
from operator import itemgetter
from typing import Any, Literal, TypeVar, cast

from codemode.interpreter.machine.calling import call_with
from codemode.interpreter.machine.run import PACE, Run
from codemode.interpreter.machine.values import Box, Slice, new_error
from codemode.records import dataclass
from codemode.stdlib.catalogue import HINTS, MEMBER_HINTS, MODULES
from codemode.types import model
from codemode.types.objects import Func, Object, TypeName, Var

Body = TypeVar("Body", bound=Callable[..., Any])
# a body that is one expression; written out, because only so the parameters of a lambda get a type
Expression = (
    Callable[[], Any]
    | Callable[[Any], Any]
    | Callable[[Any, Any], Any]
    | Callable[[Any, Any, Any], Any]
    | Callable[[Any, Any, Any, Any], Any]
    | Callable[[Any, Any, Any, Any, Any], Any]
)
Cost = str | Callable[..., int] | None

_FUNC = re.compile(r"func\s+(\w+)")
_METHOD = re.compile(r"func\s*+\(\s*+(?:\w++\s++)?(\*?)\s*+(\w++)(?:\[([^\]]*+)\])?\s*+\)\s*+(\w++)")
_NAME = re.compile(r"(?:type|const|var)\s+(\w+)")
_TYPE = re.compile(r"type\s+(\w+)\s*")
# a parameter after or before others is a function with parameters
_CALLS_BACK = re.compile(r"\(\w[^()]*, \w+ func\((?!\))|\(\w+ func\([^()]+\)[^(),]*, \w+ ")
# functions that make an object: a pointer, an iterator, a function, or a value of one of these interfaces
_MAKES = re.compile(
    r"\) \(?(?:\w+ )?(?:\*|func\(|iter\.Seq|(?:\w+\.)?(?:Reader|Writer|Interface|Source|Hash\d*|Context)\b)"
)
OBJECT_BYTES = 320  # what such an object takes in Python, without the data that its function charges
_free: set[Callable[..., Any]] = set()  # bodies of functions that charge nothing when they are called as values


@dataclass(slots=True, frozen=True)
class Entry:
    """One member, for documentation and prompts. `text` is its Go declaration, `doc` one line about it."""

    kind: Literal["func", "method", "type", "const", "var"]
    name: str  # Builder.WriteString for methods
    text: str
    doc: str


class LibraryFunc(Func):
    """A library function or method. `typ`, `param_names` and `cost` are parsed from its declaration at the first access."""

    __slots__ = ("home", "text")

    def __init__(self, home: Package, name: str, text: str, native: Callable[..., Any], cost_of: Cost) -> None:
        super().__init__(name, model.INVALID, native=native, package=home.name)
        self.home = home
        self.text = text
        self.cost_of = cost_of
        del self.typ, self.param_names, self.stands_alone
        if cost_of is not None:
            del self.cost

    def __getattr__(self, name: str) -> Any:
        # called only for a slot that is not set yet
        if name in ("typ", "param_names"):
            declared = cast(Func, self.home.declare_func(self.text))
            self.param_names = declared.param_names
            self.result_names = declared.result_names
            self.typ = declared.typ
        elif name == "cost":
            self.cost = self._make_cost()
        elif name == "stands_alone":
            receiver = () if self.recv is None else (self.recv,)
            self.stands_alone = self.home.path in _ALONE and all(map(_is_data, (*self.signature.params, *receiver)))
        else:
            raise AttributeError(name)
        return getattr(self, name)

    def _make_cost(self) -> Callable[..., int] | None:
        if not isinstance(self.cost_of, str):
            return self.cost_of
        names = [f"{n}_" if iskeyword(n) else n for n in self.param_names]
        if self.recv is not None:
            receiver = re.match(r"func\s*\(\s*(\w+)\s+[\w*]", self.text)
            names.insert(0, receiver[1] if receiver else "_")
        params = ", ".join(n if n not in ("", "_") else f"_{i}" for i, n in enumerate(names))
        # a negative count, which the body will refuse, must not give steps back; lengths are never negative
        only_lengths = re.fullmatch(r"[\d\s()+*/]*", re.sub(r"len\(\w+\)", "", self.cost_of))
        amount = self.cost_of if only_lengths else f"max(0, {self.cost_of})"
        texts = {n for n, t in zip(self.param_names, self.signature.params) if t is model.STRING}
        measure = len if texts.issuperset(re.findall(r"len\((\w+)\)", self.cost_of)) else size_of
        source = f"lambda {params}: {amount}"
        return cast("Callable[..., int]", eval(source, {"len": measure, "max": max, "min": min, "abs": abs}))


def size_of(x: Any) -> int:
    """Returns len of an argument: a string, slice, map, variadic list, or nil."""
    if type(x) is Slice:
        return x.len
    return len(x) if x is not None else 0


def pausing(body: Callable[..., Any], with_run: bool) -> Callable[..., Any]:
    """Returns a body, which gets the run, whose callbacks give the driver a turn from time to time if an argument is large.

    What charges pauses by itself; some library functions, such as unicode.IsUpper, charge nothing when they are called as values.
    """

    def with_pauses(run: Run, *args: Any) -> Any:
        paced = tuple([_paced(run, x) if callable(x) and x in _free else x for x in args])
        return call_with(body, (run, *paced) if with_run else paced)

    # written out for few parameters, because a call through *args costs half as much again
    def call_two(run: Run, a: Any, b: Any) -> Any:
        if _is_large(a) or _is_large(b):
            return with_pauses(run, a, b)
        return body(run, a, b) if with_run else body(a, b)

    def call_three(run: Run, a: Any, b: Any, c: Any) -> Any:
        if _is_large(a) or _is_large(b):
            return with_pauses(run, a, b, c)
        return body(run, a, b, c) if with_run else body(a, b, c)

    def call_many(run: Run, *args: Any) -> Any:
        if any(map(_is_large, args)):
            return with_pauses(run, *args)
        return call_with(body, (run, *args) if with_run else args)

    params = body.__code__.co_argcount - with_run
    call = call_two if params == 2 else call_three if params == 3 else call_many
    return call


def making(body: Callable[..., Any], with_run: bool) -> Callable[..., Any]:
    """Returns a body, which gets the run, that charges the object that it makes."""

    def make(run: Run, *args: Any) -> Any:
        run.alloc(OBJECT_BYTES)
        return call_with(body, (run, *args) if with_run else args)

    return make


def _is_large(x: Any) -> bool:
    return x.len > PACE if type(x) is Slice else type(x) in (bytes, dict) and len(x) > PACE


def _paced(run: Run, f: Callable[..., Any]) -> Callable[..., Any]:
    left = PACE

    def paced(x: Any, *rest: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            left = PACE
            run.breathe()
        return f(x, *rest) if rest else f(x)

    return paced


class Package:
    """One library package. Implements `codemode.types.objects.Package`.

    A body is called with the run if `run=True`, then the tuple of type arguments if `types=True`, then the receiver of a method, then the
    arguments. Values are represented as in `interpreter.machine.values`.
    `cost` is the number of steps charged before the call: an expression over the Go names of the receiver and the parameters, or a
    callable that takes the receiver and the arguments.
    """

    def __init__(self, path: str, doc: str = "") -> None:
        self.path = path
        parts = path.split("/")
        # math/rand/v2 is package rand
        self.name = parts[-2] if len(parts) > 1 and re.fullmatch(r"v\d+", parts[-1]) else parts[-1]
        self.doc = doc
        self._made: dict[str, Object] = {}
        self._pending: dict[str, Callable[[], Object]] = {}
        self._types: dict[str, model.Named] = {}
        self._entries: list[Entry] = []
        _registered[path] = self

    # --- registering ------------------------------------------------------------------------------------------

    def func(
        self, text: str, *, run: bool = False, types: bool = False, cost: Cost = None, of_ascii: str = ""
    ) -> Callable[[Body], Body]:
        """Returns a decorator that registers a function. `text` is its Go declaration without a body; for `of_ascii` see `Func`."""
        name = _named(_FUNC, text)[1]

        def add(body: Body) -> Body:
            calls_back = _CALLS_BACK.search(text) is not None
            makes = _MAKES.search(text) is not None and name != "Must"  # which gives what it got
            native = pausing(body, run) if calls_back else body
            native = making(native, run or calls_back) if makes else native
            func = LibraryFunc(self, name, text, native, cost)
            func.wants_run, func.wants_types = run or calls_back or makes, types
            func.of_ascii = of_ascii
            if not (func.wants_run or types or cost is not None):
                _free.add(body)
            self._made[name] = func
            self._note("func", name, text, _first_line(body))
            return body

        return add

    def method(self, text: str, *, run: bool = False, types: bool = False, cost: Cost = None) -> Callable[[Body], Body]:
        """Returns a decorator that registers a method. Its type must be registered in this package."""
        found = _named(_METHOD, text)
        star, receiver, name = found[1], found[2], found[4]
        named = self._types[receiver]

        def add(body: Body) -> Body:
            func = LibraryFunc(self, name, text, body, cost)
            func.wants_run, func.wants_types = run, types
            func.recv, func.pointer_recv = named, bool(star)
            named.methods[name] = func
            self._note("method", f"{receiver}.{name}", text, _first_line(body))
            return body

        return add

    def row(self, text: str, body: Expression, cost: Cost = None) -> None:
        """Registers a function or method that does what Go's does in one expression. It gets the run if its first parameter is `run`, and the
        type arguments if the next one is `types`."""
        add = self.method if _METHOD.match(text) else self.func
        names = body.__code__.co_varnames[:2]
        add(text, run=names[:1] == ("run",), types="types" in names, cost=cost)(body)

    def type(self, text: str, doc: str = "") -> model.Named:
        """Registers a type and returns its `Named`. A hidden struct field of type `native` contains a Python object; its zero value is None.

        Type parameters can only have the constraint any.
        """
        found = _named(_TYPE, text)
        name, rest = found[1], text[found.end() :]
        self._note("type", name, _shown(text), doc)
        named = model.Named(name, self.name)
        obj = TypeName(name, named)
        named.obj = obj
        self._types[name] = named
        self._made[name] = obj
        params, _, tail = rest[1:].partition("]")
        if rest.startswith("[") and " " in params.strip():  # type parameters, not the length of an array
            named.type_params, rest = tuple(_type_params(params)), tail
        scope = self._scope(named)

        def resolve(_: model.Named) -> None:
            # a variable, because a type declaration would make a second Named
            named.underlying = self.declare(f"var x {rest.strip()}", scope).typ.underlying

        named.resolve = resolve
        return named

    def adopt(self, named: model.Named, text: str = "") -> model.Named:
        """Adds a type that was made elsewhere, so that methods can be registered for it. If `text` is given, the guest can name the type."""
        self._types[named.name] = named
        if text:
            named.obj = self._made[named.name] = TypeName(named.name, named)
            self._note("type", named.name, text, "")
        return named

    def alias(self, text: str, named: model.Named, doc: str = "") -> None:
        """Registers an alias of a type: `type RawMessage = jsontext.Value`."""
        name = _named(_TYPE, text)[1]
        self._made[name] = TypeName(name, named, alias=True)
        self._note("type", name, text, doc)

    def const(self, text: str, doc: str = "") -> None:
        name = _named(_NAME, text)[1]
        self._note("const", name, text, doc)
        self._pending[name] = lambda: self.declare(text)

    def var(self, text: str, value: Any, *, run: bool = False, doc: str = "") -> None:
        """Registers a variable: its value, or with `run=True` a callable that returns the value for a run."""
        name = _named(_NAME, text)[1]
        self._note("var", name, text, doc)

        def constantly(_: Run) -> Any:
            return value

        def make() -> Object:
            declared = cast(Var, self.declare(text))
            declared.native = value if run else constantly
            return declared

        self._pending[name] = make

    def error(self, name: str, text: str) -> Box:
        """Registers a variable with an error of this text, and returns the error."""
        made = new_error(text)
        self.var(f"var {name} error", made)
        return made

    def _note(self, kind: Literal["func", "method", "type", "const", "var"], name: str, text: str, doc: str) -> None:
        if name.rpartition(".")[0][:1].isupper() or ("." not in name and name[0].isupper()):
            self._entries.append(Entry(kind, name, text, doc))

    # --- looking up -------------------------------------------------------------------------------------------

    def member(self, name: str) -> Object | None:
        """Returns the exported member with this name, or None."""
        return self.lookup(name) if name[:1].isupper() else None

    def member_names(self) -> list[str]:
        return sorted(n for n in {*self._made, *self._pending} if n[:1].isupper())

    def advice(self, name: str) -> str:
        """Returns what to use instead of a member that does not exist, or ""."""
        return MEMBER_HINTS.get(f"{self.name}.{name}", "")

    def entries(self) -> list[Entry]:
        """Returns all exported members in the order of registration."""
        return list(self._entries)

    def lookup(self, name: str) -> Object | None:
        """Returns the member with this name, exported or not, or None. Unexported members are only for declarations of this package."""
        found = self._made.get(name)
        if found is None and name in self._pending:
            found = self._made.setdefault(name, self._pending[name]())  # if two threads make it, the first one is kept
        return found

    def named(self, name: str) -> model.Named:
        """Returns a type of this package, for bodies of other packages."""
        return self._types[name]

    # --- parsing ----------------------------------------------------------------------------------------------

    def declare(self, text: str, lookup: Callable[[str], Object | None] | None = None) -> Object:
        from codemode.types.declarations import declare

        return declare(text, package=self.name, lookup=lookup or self.lookup, importer=library())

    def declare_func(self, text: str) -> Object:
        """Parses the signature of a function or method. The type parameters of a generic receiver are in scope."""
        found = _METHOD.match(text)
        if found is None:
            return self.declare(text)
        plain = f"func {found[4]}{text[found.end() :]}"
        params = [p.strip() for p in (found[3] or "").split(",")]
        return self.declare(plain, self._scope(self._types[found[2]], params))

    def _scope(self, named: model.Named, params: Sequence[str] = ()) -> Callable[[str], Object | None]:
        """Returns the lookup of names for a declaration that belongs to a type. A method may rename the type's parameters."""
        if not named.type_params:
            return self.lookup
        own = {
            name: TypeName(name, t) for name, t in zip(params or [t.name for t in named.type_params], named.type_params)
        }
        return lambda name: own.get(name) or self.lookup(name)


class Library:
    """All packages that a program may import. Implements `codemode.types.objects.Importer`. Modules are imported at the first use.

    `extra` are packages that only this library has, such as the engine's own guest API.
    """

    def __init__(self, extra: tuple[Package, ...] = ()) -> None:
        self._extra = {p.path: p for p in extra}
        self._paths = {path.rpartition("/")[2]: path for path in reversed([*self._extra, *MODULES])}
        for name in ("errors", "runtime"):  # they add the methods of the run time's error types
            import_module(f"codemode.stdlib.{name}")

    def package(self, path: str) -> Package | None:
        if path in MODULES and path not in self._extra:
            for module in MODULES[path]:
                import_module(module)  # also after the first time: it waits for a thread that is importing the module
            return _registered[path]
        return self._extra.get(path)

    def by_name(self, name: str) -> Package | None:
        path = self._paths.get(name)
        return self.package(path) if path is not None else None

    def names(self) -> list[str]:
        """Returns the names by which programs refer to packages: rand, not math/rand."""
        return sorted({path.rpartition("/")[2] for path in self.paths() if not re.search(r"/v\d+$", path)})

    def paths(self) -> list[str]:
        return sorted({*MODULES, *self._extra})

    def hint(self, path: str) -> str:
        """Returns what to use instead of a package that does not exist."""
        if path in HINTS:
            return HINTS[path]
        near = [p for p in self.paths() if p.rpartition("/")[2] == path.rpartition("/")[2]]
        if near:
            return f'use "{near[0]}"'
        for prefix, text in HINTS.items():
            if prefix.endswith("/") and path.startswith(prefix):
                return text
        if "." in path.partition("/")[0]:
            return "only packages of Go's standard library are here; call a tool with codemode.CallTool for everything else"
        return "the packages are: " + ", ".join(self.paths())


_registered: dict[str, Package] = {}

# packages whose functions call only guest functions that are passed to them
_ALONE = frozenset(
    (
        "bufio bytes crypto/hmac crypto/md5 crypto/sha1 crypto/sha256 crypto/sha512 encoding/base64 encoding/hex encoding/json "
        "hash/crc32 hash/fnv html maps math math/big net/url path path/filepath regexp slices sort strconv strings text/template "
        "time unicode unicode/utf8"
    ).split()
)


def _is_data(t: model.Type) -> bool:
    """Returns whether the value of a type cannot lead a library function to a guest function."""
    if isinstance(t, model.Pointer | model.Slice | model.Array):
        return _is_data(t.elem)
    if isinstance(t, model.Named):
        return t.package in _OPAQUE or isinstance(t.underlying, model.Basic)
    return isinstance(t, model.Basic | model.TypeParam)


# packages whose types keep no guest functions
_OPAQUE = frozenset(("bytes", "unicode", "strings", "big", "base64", "url", "regexp", "template", "time"))


def _named(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    found = pattern.match(text)
    if found is None:
        raise ValueError(f"not a Go declaration: {text}")
    return found


def _type_params(text: str) -> Iterator[model.TypeParam]:
    """Parses the parameters of a generic type, such as `K, V any`."""
    names, _, constraint = text.rpartition(" ")
    if constraint != "any":
        raise ValueError(f"not a list of parameters of any type: {text}")
    for index, name in enumerate(names.split(",")):
        yield model.TypeParam(name.strip(), index)


def _first_line(body: Callable[..., Any]) -> str:
    if isinstance(body, itemgetter):
        return ""  # a field: its docstring is that of the class
    return (body.__doc__ or "").strip().partition("\n")[0]


def _shown(text: str) -> str:
    """Returns a type's declaration without its hidden fields."""
    head, brace, fields = text.partition("{")
    if not brace or "struct" not in head:
        return text
    kept = [f.strip() for f in re.split(r"[;\n]", fields.rpartition("}")[0]) if f.strip()[:1].isupper()]
    return f"{head}{{ {'; '.join(kept)} }}" if kept else head.strip()


@cache
def library() -> Library:
    """Returns the library without extra packages."""
    return Library()
