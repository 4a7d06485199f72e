"""The tree. A node is data with a place: names and shapes follow go/ast, no node evaluates anything.

`pos` and `end` are character offsets into the source text (half open). `Source` in diagnostics turns them into
line and column. Expressions carry two slots that `codemode.types.check` fills: `typ`, the static type, and `const`, the exact
constant value when the expression is a Go constant. Nodes compare and hash by identity.
"""

from __future__ import annotations

from dataclasses import field, fields
from reprlib import recursive_repr
from typing import Any, Literal

from codemode.records import dataclass


@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class Node:
    """Base class of all nodes: a place. All nodes share one `__repr__`; making one for each class would take longer than parsing a short program."""

    pos: int = 0
    end: int = 0

    @recursive_repr()
    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{f.name}={getattr(self, f.name)!r}' for f in fields(self))})"


# --- expressions -------------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class Expr(Node):
    """An expression: a value or a type."""

    typ: Any = None  # codemode.types.model.Type, set by the checker
    const: Any = None  # codemode.types.constant value, set by the checker


@dataclass(slots=True, eq=False, repr=False)
class Ident(Expr):
    """x"""

    name: str
    obj: Any = None  # codemode.types.objects.Object, set by the checker
    inst: Any = None  # type arguments (tuple of Type) where a generic function is used, explicit or inferred


@dataclass(slots=True, eq=False, repr=False)
class BasicLit(Expr):
    """42, 0x2A, 1.5e3, 2i, 'a', "text", `raw`"""

    kind: Literal["INT", "FLOAT", "IMAG", "CHAR", "STRING"]
    raw: str  # the text as written
    value: Any  # INT, CHAR: int; FLOAT: Fraction; IMAG: Fraction (imaginary part); STRING: bytes


@dataclass(slots=True, eq=False, repr=False)
class CompositeLit(Expr):
    """[]int{1, 2}, Point{X: 1}, {1, 2} inside a literal (type is None there)"""

    type: Expr | None
    elts: list[Expr]  # KeyValueExpr where a key is written


@dataclass(slots=True, eq=False, repr=False)
class FuncLit(Expr):
    """func(a int) int { return a }"""

    type: FuncType
    body: BlockStmt
    info: Any = None  # set by the checker


@dataclass(slots=True, eq=False, repr=False)
class ParenExpr(Expr):
    """(x)"""

    x: Expr


@dataclass(slots=True, eq=False, repr=False)
class SelectorExpr(Expr):
    """x.Sel"""

    x: Expr
    sel: Ident
    selection: Any = None  # codemode.types.objects.Selection, set by the checker
    inst: Any = None  # type arguments where a generic library function or method is used, explicit or inferred
    tested: bool = field(default=False, init=False)  # as of an IndexExpr


@dataclass(slots=True, eq=False, repr=False)
class IndexExpr(Expr):
    """x[i], f[int], Pair[string, int]"""

    x: Expr
    indices: list[Expr]
    tested: bool = field(default=False, init=False)  # set by the reader: the program tests whether there is such a key


@dataclass(slots=True, eq=False, repr=False)
class SliceExpr(Expr):
    """x[lo:hi], x[lo:hi:max]"""

    x: Expr
    lo: Expr | None
    hi: Expr | None
    max: Expr | None


@dataclass(slots=True, eq=False, repr=False)
class TypeAssertExpr(Expr):
    """x.(T), x.(type) (type is None there)"""

    x: Expr
    type: Expr | None
    loose: bool = (
        False  # set by the checker: a tool's data may be asserted to []string, map[string]float64 etc. by its elements
    )


@dataclass(slots=True, eq=False, repr=False)
class CallExpr(Expr):
    """f(a, b), f(xs...)"""

    fun: Expr
    args: list[Expr]
    ellipsis: bool = False
    info: Any = None  # set by the checker: what kind of call this is


@dataclass(slots=True, eq=False, repr=False)
class StarExpr(Expr):
    """*x"""

    x: Expr


@dataclass(slots=True, eq=False, repr=False)
class UnaryExpr(Expr):
    """-x, +x, !x, ^x, &x, <-x, ~x (in constraints)"""

    op: str
    x: Expr


@dataclass(slots=True, eq=False, repr=False)
class BinaryExpr(Expr):
    """x + y"""

    op: str
    x: Expr
    y: Expr
    op_pos: int = 0


@dataclass(slots=True, eq=False, repr=False)
class KeyValueExpr(Expr):
    """key: value"""

    key: Expr
    value: Expr


# --- types, written where an expression may stand -----------------------------------------------------------------


@dataclass(slots=True, eq=False, repr=False)
class Field(Node):
    """a, b int `tag`; an embedded field or an unnamed parameter has no names"""

    names: list[Ident]
    type: Expr
    tag: bytes | None = None
    embedded: bool = False


@dataclass(slots=True, eq=False, repr=False)
class ArrayType(Expr):
    """[n]T, [...]T (len is an Ellipsis), []T (len is None)"""

    len: Expr | None
    elem: Expr


@dataclass(slots=True, eq=False, repr=False)
class StructType(Expr):
    """struct { ... }"""

    fields: list[Field]


@dataclass(slots=True, eq=False, repr=False)
class FuncType(Expr):
    """func[T any](a, b int) (c string, err error)"""

    type_params: list[Field]
    params: list[Field]
    results: list[Field]


@dataclass(slots=True, eq=False, repr=False)
class InterfaceType(Expr):
    """interface { M(); E; ~int | string }: a method is a Field with one name and a FuncType, an embedded element has no name"""

    elems: list[Field]


@dataclass(slots=True, eq=False, repr=False)
class MapType(Expr):
    """map[K]V"""

    key: Expr
    value: Expr


@dataclass(slots=True, eq=False, repr=False)
class ChanType(Expr):
    """chan T, <-chan T, chan<- T"""

    dir: Literal["both", "recv", "send"]
    elem: Expr


@dataclass(slots=True, eq=False, repr=False)
class Ellipsis(Expr):
    """...T in a parameter list, [...] in an array type (elem is None there)"""

    elem: Expr | None


# --- statements --------------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class Stmt(Node):
    """A statement."""


@dataclass(slots=True, eq=False, repr=False)
class ExprStmt(Stmt):
    """f(x), <-ch"""

    x: Expr


@dataclass(slots=True, eq=False, repr=False)
class SendStmt(Stmt):
    """ch <- v"""

    chan: Expr
    value: Expr


@dataclass(slots=True, eq=False, repr=False)
class IncDecStmt(Stmt):
    """x++, x--"""

    x: Expr
    op: Literal["++", "--"]


@dataclass(slots=True, eq=False, repr=False)
class AssignStmt(Stmt):
    """a, b = b, a; a := 1; a += 1"""

    lhs: list[Expr]
    op: str  # "=", ":=", "+=", ...
    rhs: list[Expr]


@dataclass(slots=True, eq=False, repr=False)
class GoStmt(Stmt):
    """go f(x)"""

    call: Expr


@dataclass(slots=True, eq=False, repr=False)
class DeferStmt(Stmt):
    """defer f(x)"""

    call: Expr


@dataclass(slots=True, eq=False, repr=False)
class ReturnStmt(Stmt):
    """return x, err"""

    results: list[Expr]
    repair: str | None = (
        None  # at a snippet's top level: "plain", "error", "value" or "value_error", set by the checker
    )


@dataclass(slots=True, eq=False, repr=False)
class BranchStmt(Stmt):
    """break L, continue L, goto L, fallthrough"""

    tok: Literal["break", "continue", "goto", "fallthrough"]
    label: Ident | None


@dataclass(slots=True, eq=False, repr=False)
class BlockStmt(Stmt):
    """{ ... }"""

    stmts: list[Stmt]


@dataclass(slots=True, eq=False, repr=False)
class IfStmt(Stmt):
    """if init; cond { } else { }"""

    init: Stmt | None
    cond: Expr
    body: BlockStmt
    orelse: Stmt | None  # BlockStmt or IfStmt


@dataclass(slots=True, eq=False, repr=False)
class CaseClause(Stmt):
    """case a, b: ...   (exprs is None for default)"""

    exprs: list[Expr] | None
    body: list[Stmt]
    obj: Any = None  # the variable of `switch v := x.(type)` in this clause, set by the checker


@dataclass(slots=True, eq=False, repr=False)
class SwitchStmt(Stmt):
    """switch init; tag { ... }"""

    init: Stmt | None
    tag: Expr | None
    clauses: list[CaseClause]


@dataclass(slots=True, eq=False, repr=False)
class TypeSwitchStmt(Stmt):
    """switch init; v := x.(type) { ... }"""

    init: Stmt | None
    bind: Ident | None
    x: Expr
    clauses: list[CaseClause]


@dataclass(slots=True, eq=False, repr=False)
class CommClause(Stmt):
    """case v := <-ch: ...   (comm is None for default)"""

    comm: Stmt | None
    body: list[Stmt]


@dataclass(slots=True, eq=False, repr=False)
class SelectStmt(Stmt):
    """select { ... }"""

    clauses: list[CommClause]


@dataclass(slots=True, eq=False, repr=False)
class ForStmt(Stmt):
    """for init; cond; post { ... }"""

    init: Stmt | None
    cond: Expr | None
    post: Stmt | None
    body: BlockStmt


@dataclass(slots=True, eq=False, repr=False)
class RangeStmt(Stmt):
    """for k, v := range x { ... }"""

    key: Expr | None
    value: Expr | None
    define: bool
    x: Expr
    body: BlockStmt
    each: str = ""  # for loops of other languages: the kind of loop (see dialect/surface/loops.py)


@dataclass(slots=True, eq=False, repr=False)
class LabeledStmt(Stmt):
    """L: stmt"""

    label: Ident
    stmt: Stmt


@dataclass(slots=True, eq=False, repr=False)
class EmptyStmt(Stmt):
    """a lone semicolon"""


@dataclass(slots=True, eq=False, repr=False)
class DeclStmt(Stmt):
    """var x = 1 inside a function"""

    decl: GenDecl


# --- declarations ------------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False, repr=False)
class ImportSpec(Node):
    """import m "math" """

    name: Ident | None
    path: str


@dataclass(slots=True, eq=False, repr=False)
class ConstSpec(Node):
    """const a, b T = 1, 2   (iota is the index in its group; values are repeated from above when left out)"""

    names: list[Ident]
    type: Expr | None
    values: list[Expr]
    iota: int


@dataclass(slots=True, eq=False, repr=False)
class VarSpec(Node):
    """var a, b T = 1, 2"""

    names: list[Ident]
    type: Expr | None
    values: list[Expr]


@dataclass(slots=True, eq=False, repr=False)
class TypeSpec(Node):
    """type T[P any] U, type A = B"""

    name: Ident
    type_params: list[Field]
    type: Expr
    alias: bool


@dataclass(slots=True, eq=False, repr=False)
class GenDecl(Node):
    """const ( ... ), var x int, type T struct{}, import "fmt" """

    tok: Literal["import", "const", "var", "type"]
    specs: list[ImportSpec] | list[ConstSpec] | list[VarSpec] | list[TypeSpec]


@dataclass(slots=True, eq=False, repr=False)
class FuncDecl(Node):
    """func (r T) Name[P any](a int) int { ... }"""

    recv: Field | None
    name: Ident
    type: FuncType
    body: BlockStmt | None
    info: Any = None  # set by the checker


Form = Literal["snippet", "program", "expression", "json"]


@dataclass(slots=True, eq=False, repr=False)
class File(Node):
    """a whole input. In a snippet `stmts` are the top-level statements in order and `decls` the func/type/const/var/import declarations
    among them that Go would only allow at package level (imports, funcs, methods); const/var/type stay in `stmts` as DeclStmt.
    An expression or a JSON value is one ExprStmt in `stmts`."""

    form: Form
    package: Ident | None
    decls: list[GenDecl | FuncDecl] = field(default_factory=list[Any])
    stmts: list[Stmt] = field(default_factory=list[Stmt])
