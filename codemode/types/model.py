"""Go types as data. Composite types are interned: two identical unnamed types are the same object within a process, so type identity is `is`.

Make composites with the functions at the end (`pointer_to`, `slice_of`, ...), never by calling the classes. Signatures and structs
do not contain parameter names or positions; those are on objects. `str(t)` is Go's notation, as in error messages and %T.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, cast
from weakref import WeakValueDictionary

from codemode.types.interning import ids, interned, lock, make, sizes
from codemode.types.limits import MAX_TEXT, TooComplex

BasicInfo = Literal["boolean", "integer", "unsigned", "float", "complex", "string", "nil", "invalid", "native"]


class Type:
    """Base class of all types. `underlying` is the type itself except for Named and TypeParam.

    `ops` is a cache of interpreter.typeops, unset until first use. `size` is approximately the length of the type's text, and at least the
    number of its parts.
    """

    __slots__ = ("__weakref__", "ops", "size")
    ops: dict[str, Any]
    size: int
    untyped: bool = False  # the type of a constant, or of nil, that takes its type from its context

    @property
    def underlying(self) -> Type:
        return self

    def text(self, main: str) -> str:
        """Returns Go's notation. `main` is the prefix for names of the guest's own types: "" in diagnostics, "main." at run time (%T, panics)."""
        raise AssertionError(type(self).__name__)

    def __str__(self) -> str:
        return self.text("")


class Basic(Type):
    """A predeclared type. `bits` is 0 for string, bool and untyped kinds; int and uint are 64 bits wide.

    `native` is a type for fields of library structs only: it contains a Python object that the guest cannot name.
    """

    __slots__ = ("bits", "info", "name", "untyped")

    def __init__(self, name: str, info: BasicInfo, bits: int = 0, untyped: bool = False) -> None:
        self.name = name
        self.info = info
        self.bits = bits
        self.untyped = untyped
        self.size = len(name)

    def text(self, main: str) -> str:
        return self.name


class Pointer(Type):
    __slots__ = ("elem",)
    elem: Type

    def text(self, main: str) -> str:
        return f"*{self.elem.text(main)}"


class Slice(Type):
    __slots__ = ("elem",)
    elem: Type

    def text(self, main: str) -> str:
        return f"[]{self.elem.text(main)}"


class Array(Type):
    __slots__ = ("elem", "len")
    elem: Type
    len: int

    def text(self, main: str) -> str:
        return f"[{self.len}]{self.elem.text(main)}"


class Map(Type):
    __slots__ = ("elem", "key")
    key: Type
    elem: Type

    def text(self, main: str) -> str:
        return f"map[{self.key.text(main)}]{self.elem.text(main)}"


ChanDir = Literal["both", "recv", "send"]


class Chan(Type):
    __slots__ = ("dir", "elem")
    dir: ChanDir
    elem: Type

    def text(self, main: str) -> str:
        inner = self.elem.text(main)
        if self.dir == "recv":
            return f"<-chan {inner}"
        if self.dir == "send":
            return f"chan<- {inner}"
        if isinstance(self.elem, Chan) and self.elem.dir == "recv":
            inner = f"({inner})"
        return f"chan {inner}"


class Tuple(Type):
    """The types of several values: results of a call."""

    __slots__ = ("types",)
    types: tuple[Type, ...]

    def text(self, main: str) -> str:
        return f"({', '.join(t.text(main) for t in self.types)})"


class Signature(Type):
    """A function type. If `variadic`, the last of `params` is the slice type. Only generic functions have `type_params`."""

    __slots__ = ("params", "results", "type_params", "variadic")
    params: tuple[Type, ...]
    results: tuple[Type, ...]
    variadic: bool
    type_params: tuple[TypeParam, ...]

    def text(self, main: str) -> str:
        return "func" + self.tail(main)

    def tail(self, main: str = "") -> str:
        """Returns the signature without the word func: `(int, ...string) (int, error)`."""
        params = [p.text(main) for p in self.params]
        if self.variadic:
            params[-1] = "..." + cast(Slice, self.params[-1]).elem.text(main)
        text = f"({', '.join(params)})"
        if len(self.results) == 1:
            return f"{text} {self.results[0].text(main)}"
        return f"{text} ({', '.join(r.text(main) for r in self.results)})" if self.results else text


class StructField:
    """One field. `name` is the type's name for an embedded field. `tag` is the raw tag text. A program can neither read nor set a `hidden` field:
    an unexported one of the library."""

    __slots__ = ("embedded", "hidden", "name", "tag", "type")

    def __init__(self, name: str, type: Type, embedded: bool = False, tag: str = "", *, hidden: bool = False) -> None:
        self.name = name
        self.type = type
        self.embedded = embedded
        self.hidden = hidden
        self.tag = tag

    @property
    def exported(self) -> bool:
        return self.name[:1].isupper()

    def text(self, main: str) -> str:
        text = self.type.text(main) if self.embedded else f"{self.name} {self.type.text(main)}"
        quoted = self.tag.replace("\\", "\\\\").replace('"', '\\"')
        return f'{text} "{quoted}"' if self.tag else text


class Struct(Type):
    __slots__ = ("fields", "index")
    fields: tuple[StructField, ...]
    index: dict[str, int]  # field name -> position, without those that have no name or a hidden one

    def text(self, main: str) -> str:
        return f"struct {{ {'; '.join(f.text(main) for f in self.fields)} }}" if self.fields else "struct {}"


class Term:
    """One term of a union: `~int` or `string`."""

    __slots__ = ("tilde", "type")

    def __init__(self, tilde: bool, type: Type) -> None:
        self.tilde = tilde
        self.type = type

    def text(self, main: str) -> str:
        return f"~{self.type.text(main)}" if self.tilde else self.type.text(main)


class Union(Type):
    """The union element of a constraint interface."""

    __slots__ = ("terms",)
    terms: tuple[Term, ...]

    def text(self, main: str) -> str:
        return " | ".join(t.text(main) for t in self.terms)


class Interface(Type):
    """An interface type. `explicit` methods and `embeds` are as written; `methods` is the whole method set once `complete()` was called.

    `unions` are the unions that all terms must satisfy; embedding comparable sets `comparable`. `implicit` marks the
    interface around a bare constraint literal such as `[T ~int | string]`.
    """

    __slots__ = ("comparable", "embeds", "explicit", "implicit", "methods", "terms", "unions")
    explicit: dict[str, Signature]
    embeds: tuple[Type, ...]
    methods: dict[str, Signature]
    unions: tuple[Union, ...]
    comparable: bool
    implicit: bool
    terms: Any  # cache of codemode.types.typeset; None until first use

    @property
    def is_any(self) -> bool:
        """Returns whether this is the empty interface."""
        return not self.methods and not self.unions and not self.comparable

    @property
    def is_constraint_only(self) -> bool:
        return bool(self.unions) or self.comparable

    def complete(self) -> None:
        methods = dict(self.explicit)
        unions: dict[Union, None] = {}  # without duplicates: an interface may embed another one twice
        comparable = self.comparable
        for embed in self.embeds:
            under = embed.underlying
            if isinstance(under, Interface):
                methods = {**under.methods, **methods}
                unions.update(dict.fromkeys(under.unions))
                comparable = comparable or under.comparable
            elif isinstance(under, Union):
                unions[under] = None
            else:
                unions[union_of([Term(False, embed)])] = None
        self.size = 12 + sum([len(name) + sig.size for name, sig in methods.items()]) + sizes(unions)
        if self.size > MAX_TEXT:
            raise TooComplex
        self.methods = dict(sorted(methods.items()))
        self.unions = tuple(unions)
        self.comparable = comparable

    def text(self, main: str) -> str:
        if self is ANY:
            return "interface {}" if main else "any"
        parts = [name + sig.tail(main) for name, sig in sorted(self.explicit.items())]
        parts += [e.text(main) for e in self.embeds]
        if self.implicit:
            return " | ".join(parts)
        return f"interface {{ {'; '.join(parts)} }}" if parts else "interface {}"


MAIN = "main."  # the prefix for the program's own types at run time
ARGUMENT = "main.·"  # the same for type arguments, where Go numbers local types of the same name


class Named(Type):
    """A defined type. `package` is "" for the guest's own types (printed as main.T), else the library package.

    `methods` maps a name to its `objects.Func` (declared methods only, pointer and value receivers alike).
    A generic type has `type_params`; its instances have `origin` and `type_args`.
    """

    __slots__ = (
        "_underlying",
        "instances",
        "is_data",
        "methods",
        "name",
        "obj",
        "origin",
        "outer_args",
        "outer_params",
        "package",
        "resolve",
        "type_args",
        "type_params",
    )

    def __init__(self, name: str, package: str = "", underlying: Type | None = None) -> None:
        self.name = name
        self.package = package
        self.size = len(name)
        # a map of the host's that prints as text: `x.(map[string]any)` takes it, and its String needs no run
        self.is_data = False
        self._underlying: Type | None = underlying
        self.methods: dict[str, Any] = {}  # name -> objects.Func
        self.type_params: tuple[TypeParam, ...] = ()
        self.type_args: tuple[Type, ...] = ()
        self.origin: Named | None = None
        self.outer_args: tuple[Type, ...] = ()  # values for outer_params in an instance of the function
        self.outer_params: tuple[TypeParam, ...] = ()  # of the generic function that declares this local type
        self.instances: WeakValueDictionary[tuple[int, ...], Named] | None = None  # by the ids of the type arguments
        self.obj: Any = None
        # called once to set the underlying type and methods of a lazy instance or library type
        self.resolve: Any = None

    @property
    def underlying(self) -> Type:
        found = self._underlying
        return found if found is not None else self.settled() or INVALID

    @underlying.setter
    def underlying(self, value: Type) -> None:
        self._underlying = value

    def settled(self) -> Type | None:
        """Returns the underlying type, or None while the declaration is still being processed."""
        if self._underlying is None:
            with lock:  # waits for another thread that resolves it; a recursive call gets INVALID
                if self._underlying is None and self.resolve is not None:
                    resolve, self.resolve = self.resolve, None
                    resolve(self)
        return self._underlying

    def text(self, main: str) -> str:
        builtin = self is ERROR or self is COMPARABLE
        inside = main == ARGUMENT
        prefix = MAIN if inside else main
        name = f"{self.package}.{self.name}" if self.package else self.name if builtin else prefix + self.name
        args = self.outer_args + self.type_args if main else self.type_args
        if args:
            name = f"{name}[{','.join(t.text(ARGUMENT if main else main) for t in args)}]"
        return f"{name}·{self.obj.number}" if inside and self.obj is not None and self.obj.number else name


class TypeParam(Type):
    """A type parameter. Its underlying type is its constraint interface."""

    __slots__ = ("constraint", "index", "name", "pos")

    def __init__(self, name: str, index: int) -> None:
        self.name = name
        self.size = len(name)
        self.index = index
        self.pos = -1  # where it is declared, if that is in the guest's source
        self.constraint: Type = ANY

    @property
    def underlying(self) -> Type:
        under = self.constraint.underlying
        if isinstance(under, Interface):
            return under
        if under is INVALID:
            return ANY
        # a bare type means the interface that embeds it
        self.constraint = interface_of({}, [self.constraint], implicit=True)
        return self.constraint

    def text(self, main: str) -> str:
        return self.name


# --- composites --------------------------------------------------------------------------------------------------


def pointer_to(elem: Type) -> Pointer:
    key = (Pointer, id(elem))
    return interned.get(key) or make(Pointer, key, elem.size + 1, elem=elem)


def slice_of(elem: Type) -> Slice:
    key = (Slice, id(elem))
    return interned.get(key) or make(Slice, key, elem.size + 2, elem=elem)


def array_of(elem: Type, len: int) -> Array:
    key = (Array, id(elem), len)
    return interned.get(key) or make(Array, key, elem.size + 4, elem=elem, len=len)


def map_of(key: Type, elem: Type) -> Map:
    identity = (Map, id(key), id(elem))
    return interned.get(identity) or make(Map, identity, key.size + elem.size + 5, key=key, elem=elem)


def chan_of(elem: Type, dir: ChanDir = "both") -> Chan:
    key = (Chan, id(elem), dir)
    return interned.get(key) or make(Chan, key, elem.size + 5, elem=elem, dir=dir)


def tuple_of(types: Iterable[Type]) -> Tuple:
    types = tuple(types)
    key = (Tuple, ids(types))
    return interned.get(key) or make(Tuple, key, sizes(types), types=types)


def signature_of(
    params: Iterable[Type], results: Iterable[Type], variadic: bool = False, type_params: Sequence[TypeParam] = ()
) -> Signature:
    params, results, type_params = tuple(params), tuple(results), tuple(type_params)
    key = (Signature, ids(params), ids(results), variadic, ids(type_params))
    found: Signature | None = interned.get(key)
    if found is not None:
        return found
    size = 8 + sizes(params) + sizes(results)
    return make(Signature, key, size, params=params, results=results, variadic=variadic, type_params=type_params)


def struct_of(fields: Iterable[StructField]) -> Struct:
    fields = tuple(fields)
    key = (Struct, tuple([(f.name, id(f.type), f.embedded, f.tag, f.hidden) for f in fields]))
    found = cast("Struct | None", interned.get(key))
    if found is not None:
        return found
    index = {f.name: i for i, f in enumerate(fields) if f.name != "_" and not f.hidden}
    size = 8 + sum([len(f.name) + len(f.tag) + f.type.size + 2 for f in fields])
    return make(Struct, key, size, fields=fields, index=index)


def union_of(terms: Iterable[Term]) -> Union:
    terms = tuple(terms)
    key = (Union, tuple([(t.tilde, id(t.type)) for t in terms]))
    return interned.get(key) or make(Union, key, sizes([t.type for t in terms]), terms=terms)


def interface_of(
    explicit: dict[str, Signature], embeds: Iterable[Type] = (), *, comparable: bool = False, implicit: bool = False
) -> Interface:
    """Returns an interface whose embedded types are already resolved. Identical method sets without unions give the same object."""
    made = Interface()
    made.explicit, made.embeds, made.comparable, made.implicit = dict(explicit), tuple(embeds), comparable, implicit
    made.methods, made.unions, made.terms = {}, (), None
    made.complete()
    if made.unions or made.comparable:
        return made
    key = (Interface, tuple([(name, id(sig)) for name, sig in made.methods.items()]))
    found = cast(Interface, interned.get(key))
    return found or make(
        Interface,
        key,
        made.size,
        explicit=made.methods,
        embeds=(),
        methods=made.methods,
        unions=(),
        comparable=False,
        implicit=False,
        terms=None,
    )


# --- the universe's types ------------------------------------------------------------------------------------------

INVALID = Basic("invalid type", "invalid")
BOOL = Basic("bool", "boolean")
INT = Basic("int", "integer", 64)
INT8 = Basic("int8", "integer", 8)
INT16 = Basic("int16", "integer", 16)
INT32 = Basic("int32", "integer", 32)
INT64 = Basic("int64", "integer", 64)
UINT = Basic("uint", "unsigned", 64)
UINT8 = Basic("uint8", "unsigned", 8)
UINT16 = Basic("uint16", "unsigned", 16)
UINT32 = Basic("uint32", "unsigned", 32)
UINT64 = Basic("uint64", "unsigned", 64)
UINTPTR = Basic("uintptr", "unsigned", 64)
FLOAT32 = Basic("float32", "float", 32)
FLOAT64 = Basic("float64", "float", 64)
COMPLEX64 = Basic("complex64", "complex", 64)
COMPLEX128 = Basic("complex128", "complex", 128)
STRING = Basic("string", "string")
NATIVE = Basic("native", "native")

UNTYPED_BOOL = Basic("untyped bool", "boolean", untyped=True)
UNTYPED_INT = Basic("untyped int", "integer", untyped=True)
UNTYPED_RUNE = Basic("untyped rune", "integer", untyped=True)
UNTYPED_FLOAT = Basic("untyped float", "float", untyped=True)
UNTYPED_COMPLEX = Basic("untyped complex", "complex", untyped=True)
UNTYPED_STRING = Basic("untyped string", "string", untyped=True)
UNTYPED_NIL = Basic("untyped nil", "nil", untyped=True)

ANY = interface_of({})
ERROR = Named("error", "", interface_of({"Error": signature_of((), (STRING,))}))
STRINGER = interface_of({"String": signature_of((), (STRING,))})
COMPARABLE = Named("comparable", "", interface_of({}, comparable=True))

MAP_STRING_ANY = map_of(STRING, ANY)
SLICE_ANY = slice_of(ANY)
SLICE_BYTE = slice_of(UINT8)
SLICE_STRING = slice_of(STRING)
EMPTY_TUPLE = tuple_of(())
