"""What names stand for. The checker makes objects, puts them on identifiers (`Ident.obj`), and the lowering reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from codemode.dsl.names import letters_of as letters_of
from codemode.dsl.syntax import nodes
from codemode.types.model import Named, Signature, Type, TypeParam


@dataclass(slots=True, eq=False)
class Object:
    """What a name stands for."""

    name: str
    typ: Type
    pos: int = -1  # where it is declared; -1 for the universe and the library


@dataclass(slots=True, eq=False)
class Var(Object):
    """A variable. `scope_kind` says where it lives: a function's frame or the globals of the run.

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
    number: int = 0  # of a type that a function declares: its place among all of those, which type arguments show
    type_params: tuple[TypeParam, ...] = ()  # of a generic alias; those of a defined type are on its Named


@dataclass(slots=True, eq=False)
class Func(Object):
    """A function or method. Guest functions have `decl`, library functions `native` (and their `cost`).

    `recv` is the receiver's base type (Named) for methods, `pointer_recv` tells the receiver kind.
    `native(*args)`, with `run` first when `wants_run` and the tuple of type arguments next when `wants_types`;
    a variadic tail arrives as one Python list; several results leave as a tuple.
    """

    decl: nodes.FuncDecl | None = None
    info: FuncInfo | None = None
    recv: Named | None = None
    pointer_recv: bool = False
    recv_params: tuple[
        TypeParam, ...
    ] = ()  # of a method of a generic type: the receiver's type parameters, in terms of which `typ` is
    native: Callable[..., Any] | None = None
    wants_run: bool = False
    wants_types: bool = False
    cost: Callable[..., int] | None = None  # steps to charge before the call, from the same arguments
    stands_alone: bool = False  # whether a library function calls nothing of the guest and waits for nothing
    package: str = ""
    param_names: tuple[str, ...] = ()
    result_names: tuple[str, ...] = ()
    doc: str = ""

    @property
    def calls_tool(self) -> bool:
        """Whether calling it calls a tool."""
        if self.native is None:
            return False
        if self.package == "codemode":
            return self.name in ("CallTool", "CallToolStream")
        if self.package == "tools":
            return self.name not in ("Search", "Describe")
        return self.package.startswith("MCP") or isinstance(self, ToolFunc)

    @property
    def prints(self) -> bool:
        """Whether it is called for what it adds to the output."""
        if self.package == "fmt":
            return self.name.startswith(("Print", "Fprint"))
        return self.package == "host" and self.name in ("text", "json")

    @property
    def signature(self) -> Signature:
        assert isinstance(self.typ, Signature)
        return self.typ


@dataclass(slots=True, eq=False)
class ToolFunc(Func):
    """A library function that stands for one tool. `params` are the tool's parameters in the order of the arguments; `by_map` is the same tool called
    with one map or struct that holds them all."""

    tool: str = ""
    params: tuple[str, ...] = ()
    by_map: ToolFunc | None = None


@dataclass(slots=True, eq=False)
class Builtin(Object):
    """len, append, make, ... and the repairs' own `__contains(m, x)`."""


@dataclass(slots=True, eq=False)
class Nil(Object):
    """nil."""


@dataclass(slots=True, eq=False)
class PkgName(Object):
    """An imported package."""

    package: Any = None  # Package
    used: bool = False


@dataclass(slots=True, eq=False)
class FuncInfo:
    """What the checker found out about one function body (declaration, literal, or a snippet's top level)."""

    name: str  # as in Go's stack traces: main.f, main.T.Method, main.main.func1
    signature: Signature
    recv: Var | None = None
    params: list[Var] = field(default_factory=list[Var])
    results: list[Var] = field(default_factory=list[Var])  # named or not; unnamed results have name ""
    named_results: bool = False
    captures: list[Var] = field(default_factory=list[Var])  # variables of enclosing functions, in order of first use
    has_defer: bool = False
    has_recover: bool = False
    type_params: tuple[
        TypeParam, ...
    ] = ()  # the receiver's, then the function's own; lowering substitutes them per instance
    outer: FuncInfo | None = None
    visible_type_params: tuple[TypeParam, ...] = ()  # its own and those of the functions around it


@dataclass(slots=True, eq=False)
class Selection:
    """How `x.f` is reached.

    kind "field" and "method": `path` holds the field positions to walk from x (pointers on the way are followed), through embedded
    fields; for a field the last position is the field itself. `indirect` tells that x itself is a pointer.
    "method_expr" is T.Method; "package" is pkg.Name (then `obj` says what); "dynamic" is a selector on an `any` (a map key at run time).
    """

    kind: Literal["field", "method", "interface_method", "method_expr", "package", "dynamic"]
    obj: Object | None
    recv: Type | None  # type of x (for method_expr: T)
    path: tuple[int, ...] = ()
    indirect: bool = False


@dataclass(slots=True, eq=False)
class CallInfo:
    """What a call is. `signature` is the instantiated one; `type_args` is set for a call of a generic function or method.

    kind "spread" marks f(g()) where g has several results.
    """

    kind: Literal["call", "conversion", "builtin", "dynamic"]
    signature: Signature | None = None
    func: Func | None = None  # statically known callee
    type_args: tuple[Type, ...] = ()
    builtin: str = ""
    spread: bool = False
    must: bool = False  # one-value use of a call that returns (T, error): the run fails with the error if it is not nil
    ends: bool = False  # ... and io.EOF is no failure: the value is nil at the end


class Package(Protocol):
    """A library package, as the checker sees it. Members are made on first look-up; `advice` says what to use instead of one it has not."""

    name: str
    path: str

    def member(self, name: str) -> Object | None: ...
    def member_names(self) -> list[str]: ...
    def advice(self, name: str) -> str: ...


class Importer(Protocol):
    """All packages a program may use. `hint` says what to use instead of a package that is not there."""

    def package(self, path: str) -> Package | None: ...
    def by_name(self, name: str) -> Package | None: ...
    def names(self) -> list[str]: ...
    def hint(self, path: str) -> str: ...


@dataclass(slots=True, frozen=True)
class ToolShape:
    """What the checker needs of a tool: its schemas (JSON Schema objects; {} if it does not say what it returns) and whether it streams.

    `by_name`: CallTool takes it by its name. A tool of an MCP server is only there as the function that its name spells. `filled_in`: the host may
    fill in arguments that the program leaves out. `may_stream`: CallToolStream takes it, too.
    """

    name: str
    input_schema: dict[str, Any]
    streaming: bool = False
    by_name: bool = True
    output_schema: Mapping[str, Any] = field(default_factory=dict[str, Any])
    filled_in: bool = False
    may_stream: bool = False


class ToolIndex(Protocol):
    """The catalog, as the checker sees it."""

    def shape(self, name: str) -> ToolShape | None: ...
    def suggest(self, name: str) -> list[str]: ...
    def of_letters(self, letters: str) -> list[str]: ...

    def absent_owner(self, name: str) -> str | None:
        """The server or manual whose tools are not known and one of which the name may be; "" when any may."""
        ...
