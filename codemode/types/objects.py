"""What names denote. The checker makes objects and stores them on identifiers (`Ident.obj`); the lowering reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol, cast

from codemode.dsl.names import letters_of as letters_of
from codemode.records import dataclass
from codemode.types.model import Named, Signature, Type, TypeParam

if TYPE_CHECKING:
    from codemode.dsl.syntax import nodes


@dataclass(slots=True, eq=False)
class Object:
    """What a name denotes."""

    name: str
    typ: Type
    pos: int = -1  # position of the declaration; -1 for predeclared and library names


@dataclass(slots=True, eq=False)
class Var(Object):
    """A variable. Variables of kind "global" are globals of the run; the others belong to a function's frame.

    `captured`: a func literal (or, for a snippet, a top-level func) other than the declaring function uses it.
    `addressed`: its address is taken (also implicitly, by a pointer-receiver call or by slicing an array).
    """

    kind: Literal["local", "param", "result", "global", "field"] = "local"
    captured: bool = False
    addressed: bool = False
    used: bool = False
    native: Any = None  # library variables (os.Args, io.EOF, ...): a callable(run) -> value
    owner: Any = None  # the FuncInfo that declares it; None for globals


@dataclass(slots=True, eq=False)
class Const(Object):
    """A constant, with its exact value."""

    value: Any = None


@dataclass(slots=True, eq=False)
class TypeName(Object):
    """A name for a type."""

    alias: bool = False
    number: int = 0  # the index of a type declared in a function; shown in type arguments
    type_params: tuple[TypeParam, ...] = ()  # of a generic alias; those of a defined type are on its Named


@dataclass(slots=True, eq=False)
class Func(Object):
    """A function or method. Guest functions have `decl`, library functions `native` (and their `cost`).

    `recv` is the receiver's base type (Named) for methods; `pointer_recv` is the kind of receiver.
    `native(*args)` is called with `run` first if `wants_run`, then the tuple of type arguments if `wants_types`;
    variadic arguments are passed as one Python list; several results are returned as a tuple.
    """

    decl: nodes.FuncDecl | None = None
    info: FuncInfo | None = None
    recv: Named | None = None
    pointer_recv: bool = False
    # type parameters of the receiver of a generic type's method; `typ` mentions them
    recv_params: tuple[TypeParam, ...] = ()
    native: Callable[..., Any] | None = None
    wants_run: bool = False
    wants_types: bool = False
    cost: Callable[..., int] | None = None  # returns the steps to charge before the call, from the same arguments
    cost_of: Any = None  # the same as it was declared, mostly an expression over the names of parameters
    of_ascii: str = ""  # the method of bytes that does the same with an ASCII text for which `cost` is 0
    stands_alone: bool = False  # a library function that neither calls guest code nor waits
    package: str = ""
    param_names: tuple[str, ...] = ()
    result_names: tuple[str, ...] = ()
    doc: str = ""

    @property
    def calls_tool(self) -> bool:
        """Whether a call of this function calls a tool."""
        if self.native is None:
            return False
        if self.package == "codemode":
            return self.name in ("CallTool", "CallToolStream")
        if self.package == "tools":
            return self.name not in ("Search", "Describe")
        return self.package.startswith("MCP") or isinstance(self, ToolFunc)

    @property
    def prints(self) -> bool:
        """Whether the function is called for its output."""
        if self.package == "fmt":
            return self.name.startswith(("Print", "Fprint"))
        return self.package == "host" and self.name in ("text", "json")

    @property
    def signature(self) -> Signature:
        assert isinstance(self.typ, Signature)
        return self.typ


@dataclass(slots=True, eq=False)
class ToolFunc(Func):
    """A library function for one tool. `params` are the tool's parameters in the order of the arguments. `by_map` calls the same tool with one map
    or struct that contains all of them.
    """

    tool: str = ""
    params: tuple[str, ...] = ()
    by_map: ToolFunc | None = None


@dataclass(slots=True, eq=False)
class Builtin(Object):
    """A builtin function: len, append, make, ..., or one that only repairs call, such as `__contains(m, x)`."""


@dataclass(slots=True, eq=False)
class Nil(Object):
    """The predeclared nil."""


@dataclass(slots=True, eq=False)
class PkgName(Object):
    """An imported package."""

    package: Any = None  # Package
    used: bool = False


@dataclass(slots=True, eq=False)
class FuncInfo:
    """The result of checking one function body (declaration, literal, or a snippet's top level)."""

    name: str  # as in Go's stack traces: main.f, main.T.Method, main.main.func1
    signature: Signature
    recv: Var | None = None
    params: list[Var] = field(default_factory=list[Var])
    results: list[Var] = field(default_factory=list[Var])  # named or not; unnamed results have name ""
    named_results: bool = False
    captures: list[Var] = field(default_factory=list[Var])  # variables of enclosing functions, in order of first use
    has_defer: bool = False
    open_result: bool = False  # of a literal whose result type a reader finds
    # the receiver's, then the function's own; the lowering substitutes them per instance
    type_params: tuple[TypeParam, ...] = ()
    outer: FuncInfo | None = None
    visible_type_params: tuple[TypeParam, ...] = ()  # its own and those of the functions around it

    @property
    def arguments(self) -> list[Var]:
        """The receiver, if there is one, and the parameters."""
        return [self.recv, *self.params] if self.recv is not None else list(self.params)


@dataclass(slots=True, eq=False)
class Selection:
    """How `x.f` is evaluated.

    Kinds "field" and "method": `path` contains the field positions to follow from x, through embedded fields and pointers; for a field the
    last position is the field itself. `indirect`: x itself is a pointer.
    "method_expr" is T.Method; "package" is pkg.Name (`obj` is the member); "dynamic" is a selector on an `any` (a map key at run time).
    """

    kind: Literal["field", "method", "interface_method", "method_expr", "package", "dynamic"]
    obj: Object | None
    recv: Type | None  # type of x (for method_expr: T)
    path: tuple[int, ...] = ()
    indirect: bool = False


@dataclass(slots=True, eq=False)
class CallInfo:
    """What kind of call an expression is. `signature` is the instantiated one; `type_args` is set for a call of a generic function or method.

    `spread` marks f(g()) where g has several results.
    """

    kind: Literal["call", "conversion", "builtin", "dynamic"]
    signature: Signature | None = None
    func: Func | None = None  # statically known callee
    type_args: tuple[Type, ...] = ()
    builtin: str = ""
    spread: bool = False
    must: bool = False  # one-value use of a call that returns (T, error): the run fails with the error if it is not nil
    ends: bool = False  # with `must`: at io.EOF the run does not fail, and the value is nil


class Package(Protocol):
    """The checker's view of a library package. Members are made on first look-up. `advice` returns what to use instead of a missing member."""

    name: str
    path: str

    def member(self, name: str) -> Object | None: ...
    def member_names(self) -> list[str]: ...
    def advice(self, name: str) -> str: ...


class Importer(Protocol):
    """All packages that a program may use. `hint` returns what to use instead of a package that does not exist."""

    def package(self, path: str) -> Package | None: ...
    def by_name(self, name: str) -> Package | None: ...
    def names(self) -> list[str]: ...
    def hint(self, path: str) -> str: ...


MAX_REQUIRED: Final = 50  # names of required fields that are looked at
MAX_STEPS: Final = 5  # references that are followed
MAX_OPTIONS: Final = 50  # alternatives that are looked at
MAX_GIVEN, MAX_VALUES = 20, 100  # constants that may choose one of them, and values of an enum
_NULL: Final = {"type": "null"}
_OR_NULL: Final = ["null", "object"]
_TOLD: Final = frozenset("allOf title description deprecated examples readOnly writeOnly".split())
# words that say more of an object than its alternatives do
_BESIDE: Final = frozenset("$ref allOf properties additionalProperties not if".split())
# words of a schema that may change what its properties say
_UNCERTAIN: Final = frozenset(
    "$ref allOf anyOf oneOf not if patternProperties propertyNames dependentRequired dependentSchemas".split()
)


class Fields(NamedTuple):
    """The keys of an object: the schemas of the `known` ones, and the names of the `required` ones. `others` is its `additionalProperties`; None if
    the schema has none."""

    known: dict[str, Any]
    required: list[str]
    others: object


@dataclass(slots=True, frozen=True)
class ToolShape:
    """The checker's view of a tool: its schemas (JSON Schema objects; {} if its result is not described) and whether it streams.

    `by_name`: CallTool accepts its name. A tool of an MCP server is only available as the function with its name. `filled_in`: the host may
    add arguments that the program leaves out. `may_stream`: CallToolStream accepts it, too.
    """

    name: str
    input_schema: dict[str, Any]
    streaming: bool = False
    by_name: bool = True
    output_schema: Mapping[str, Any] = field(default_factory=dict[str, Any])
    filled_in: bool = False
    may_stream: bool = False

    def holder_of(self, key: str) -> str:
        """Returns the only parameter that is an object with this key, as `body` is for the fields of a request; "" if there is none."""
        members = _object(self.input_schema.get("properties")).items()
        found = [name for name, given in members if key in _object(self._plain(given).get("properties"))]
        return found[0] if len(found) == 1 else ""

    def fields_of(self, part: object, given: Mapping[str, object]) -> Fields | None:
        """Returns what a part of the input schema says about the keys of an object; None if it says nothing that is certain. `given` are the
        constants in the object, by their key: they may say which of several schemas is meant."""
        schema = self._meant(self._plain(part), given)
        known = _object(schema.get("properties"))
        if not known or not _is_of_object(schema) or not _UNCERTAIN.isdisjoint(schema):
            return None
        needed = schema.get("required")
        required = (
            [n for n in cast("list[object]", needed)[:MAX_REQUIRED] if n in known] if isinstance(needed, list) else []
        )
        return Fields(known, cast("list[str]", [] if self.filled_in else required), schema.get("additionalProperties"))

    def item_of(self, part: object) -> object:
        """Returns the schema of the elements of an array; {} if it is not certain."""
        schema = self._plain(part)
        return schema.get("items") if "prefixItems" not in schema else {}

    def _meant(self, schema: dict[str, Any], given: Mapping[str, object]) -> dict[str, Any]:
        """Returns the only alternative that allows the constants, as `kind` tells a cat from a dog; else the schema itself."""
        options = schema.get("anyOf", schema.get("oneOf"))
        if not isinstance(options, list) or not given or not _BESIDE.isdisjoint(schema):
            return schema
        several = cast("list[object]", options)
        found = [each for each in map(self._plain, several[:MAX_OPTIONS]) if not self._excludes(each, given)]
        return found[0] if len(found) == 1 and len(several) <= MAX_OPTIONS else schema

    def _excludes(self, option: dict[str, Any], given: Mapping[str, object]) -> bool:
        known = _object(option.get("properties"))
        for key, value in islice(given.items(), MAX_GIVEN):
            said = self._plain(known.get(key))
            allowed: object = said.get("enum", [said["const"]] if "const" in said else None)
            values = cast("list[object]", allowed) if isinstance(allowed, list) else []
            if 0 < len(values) <= MAX_VALUES and value not in values:
                return True
        kinds: object = option.get("type", "object")
        return "object" not in (cast("list[object]", kinds) if isinstance(kinds, list) else [kinds])

    def _plain(self, part: object) -> dict[str, Any]:
        """Follows references inside of the schema, and takes null away from what may be null."""
        schema = _object(part)
        for _ in range(MAX_STEPS):
            ref, options, parts = schema.get("$ref"), schema.get("anyOf"), schema.get("allOf")
            if isinstance(ref, str) and ref.startswith("#/$defs/"):
                schema = _object(_object(self.input_schema.get("$defs")).get(ref.removeprefix("#/$defs/")))
            elif isinstance(options, list) and len(both := cast("list[object]", options)) == 2 and _NULL in both:
                schema = _object(both[both[0] == _NULL])
            elif isinstance(parts, list) and len(cast("list[object]", parts)) == 1 and _TOLD.issuperset(schema):
                # OpenAPI 3.0 has no other way to say something beside a reference
                schema = _object(cast("list[object]", parts)[0])
            else:
                break
        return schema


def _is_of_object(schema: dict[str, Any]) -> bool:
    kind: object = schema.get("type", "object")
    return kind == "object" or (
        isinstance(kind, list) and sorted({"null", *map(str, cast("list[object]", kind))}) == _OR_NULL
    )


def _object(value: object) -> dict[str, Any]:
    """Returns a part of a schema that has to be an object; {} for anything else, because strangers write schemas."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


class ToolIndex(Protocol):
    """The checker's view of the tool catalog."""

    def shape(self, name: str) -> ToolShape | None: ...
    def suggest(self, name: str) -> list[str]: ...
    def of_letters(self, letters: str) -> list[str]: ...

    def absent_owner(self, name: str) -> str | None:
        """Returns the server or manual that may have a tool of this name but whose tools are not loaded; "" if any may, None if none may."""
        ...
