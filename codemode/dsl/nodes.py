"""The tree. A node is data with a place: names and shapes follow go/ast, no node evaluates anything.

`pos` and `end` are character offsets into the source text (half open). `Source` in diagnostics turns them into
line and column. Expressions carry two slots that `codemode.types.check` fills: `typ`, the static type, and `const`, the exact
constant value when the expression is a Go constant. Nodes compare and hash by identity.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(slots=True, eq=False, kw_only=True)
class Node:
    pos: int = 0
    end: int = 0


# --- expressions -------------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False, kw_only=True)
class Expr(Node):
    typ: Any = None  # codemode.types.model.Type, set by the checker
    const: Any = None  # codemode.types.constant value, set by the checker


# x
@dataclass(slots=True, eq=False)
class Ident(Expr):
    name: str
    obj: Any = None  # codemode.types.objects.Object, set by the checker
    inst: Any = None  # type arguments (tuple of Type) where a generic function is used, explicit or inferred


# 42, 0x2A, 1.5e3, 2i, 'a', "text", `raw`
@dataclass(slots=True, eq=False)
class BasicLit(Expr):
    kind: Literal["INT", "FLOAT", "IMAG", "CHAR", "STRING"]
    raw: str  # the text as written
    value: Any  # INT, CHAR: int; FLOAT: Fraction; IMAG: Fraction (imaginary part); STRING: bytes


# []int{1, 2}, Point{X: 1}, {1, 2} inside a literal (type is None there)
@dataclass(slots=True, eq=False)
class CompositeLit(Expr):
    type: Expr | None
    elts: list[Expr]  # KeyValueExpr where a key is written


# func(a int) int { return a }
@dataclass(slots=True, eq=False)
class FuncLit(Expr):
    type: FuncType
    body: BlockStmt
    info: Any = None  # set by the checker


# (x)
@dataclass(slots=True, eq=False)
class ParenExpr(Expr):
    x: Expr


# x.Sel
@dataclass(slots=True, eq=False)
class SelectorExpr(Expr):
    x: Expr
    sel: Ident
    selection: Any = None  # codemode.types.objects.Selection, set by the checker
    inst: Any = None  # type arguments where a generic library function or method is used, explicit or inferred


# x[i], f[int], Pair[string, int]
@dataclass(slots=True, eq=False)
class IndexExpr(Expr):
    x: Expr
    indices: list[Expr]


# x[lo:hi], x[lo:hi:max]
@dataclass(slots=True, eq=False)
class SliceExpr(Expr):
    x: Expr
    lo: Expr | None
    hi: Expr | None
    max: Expr | None


# x.(T), x.(type) (type is None there)
@dataclass(slots=True, eq=False)
class TypeAssertExpr(Expr):
    x: Expr
    type: Expr | None


# f(a, b), f(xs...)
@dataclass(slots=True, eq=False)
class CallExpr(Expr):
    fun: Expr
    args: list[Expr]
    ellipsis: bool = False
    info: Any = None  # set by the checker: what kind of call this is


# *x
@dataclass(slots=True, eq=False)
class StarExpr(Expr):
    x: Expr


# -x, +x, !x, ^x, &x, <-x, ~x (in constraints)
@dataclass(slots=True, eq=False)
class UnaryExpr(Expr):
    op: str
    x: Expr


# x + y
@dataclass(slots=True, eq=False)
class BinaryExpr(Expr):
    op: str
    x: Expr
    y: Expr
    op_pos: int = 0


# key: value
@dataclass(slots=True, eq=False)
class KeyValueExpr(Expr):
    key: Expr
    value: Expr


# --- types, written where an expression may stand -----------------------------------------------------------------


# a, b int `tag`; an embedded field or an unnamed parameter has no names
@dataclass(slots=True, eq=False)
class Field(Node):
    names: list[Ident]
    type: Expr
    tag: bytes | None = None
    embedded: bool = False


# [n]T, [...]T (len is an Ellipsis), []T (len is None)
@dataclass(slots=True, eq=False)
class ArrayType(Expr):
    len: Expr | None
    elem: Expr


# struct { ... }
@dataclass(slots=True, eq=False)
class StructType(Expr):
    fields: list[Field]


# func[T any](a, b int) (c string, err error)
@dataclass(slots=True, eq=False)
class FuncType(Expr):
    type_params: list[Field]
    params: list[Field]
    results: list[Field]


# interface { M(); E; ~int | string }: a method is a Field with one name and a FuncType, an embedded element has no name
@dataclass(slots=True, eq=False)
class InterfaceType(Expr):
    elems: list[Field]


# map[K]V
@dataclass(slots=True, eq=False)
class MapType(Expr):
    key: Expr
    value: Expr


# chan T, <-chan T, chan<- T
@dataclass(slots=True, eq=False)
class ChanType(Expr):
    dir: Literal["both", "recv", "send"]
    elem: Expr


# ...T in a parameter list, [...] in an array type (elem is None there)
@dataclass(slots=True, eq=False)
class Ellipsis(Expr):
    elem: Expr | None


# --- statements --------------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False, kw_only=True)
class Stmt(Node):
    pass


# f(x), <-ch
@dataclass(slots=True, eq=False)
class ExprStmt(Stmt):
    x: Expr


# ch <- v
@dataclass(slots=True, eq=False)
class SendStmt(Stmt):
    chan: Expr
    value: Expr


# x++, x--
@dataclass(slots=True, eq=False)
class IncDecStmt(Stmt):
    x: Expr
    op: Literal["++", "--"]


# a, b = b, a; a := 1; a += 1
@dataclass(slots=True, eq=False)
class AssignStmt(Stmt):
    lhs: list[Expr]
    op: str  # "=", ":=", "+=", ...
    rhs: list[Expr]


# go f(x)
@dataclass(slots=True, eq=False)
class GoStmt(Stmt):
    call: Expr


# defer f(x)
@dataclass(slots=True, eq=False)
class DeferStmt(Stmt):
    call: Expr


# return x, err
@dataclass(slots=True, eq=False)
class ReturnStmt(Stmt):
    results: list[Expr]
    repair: str | None = (
        None  # at a snippet's top level: "plain", "error", "value" or "value_error", set by the checker
    )


# break L, continue L, goto L, fallthrough
@dataclass(slots=True, eq=False)
class BranchStmt(Stmt):
    tok: Literal["break", "continue", "goto", "fallthrough"]
    label: Ident | None


# { ... }
@dataclass(slots=True, eq=False)
class BlockStmt(Stmt):
    stmts: list[Stmt]


# if init; cond { } else { }
@dataclass(slots=True, eq=False)
class IfStmt(Stmt):
    init: Stmt | None
    cond: Expr
    body: BlockStmt
    orelse: Stmt | None  # BlockStmt or IfStmt


# case a, b: ...   (exprs is None for default)
@dataclass(slots=True, eq=False)
class CaseClause(Stmt):
    exprs: list[Expr] | None
    body: list[Stmt]
    obj: Any = None  # the variable of `switch v := x.(type)` in this clause, set by the checker


# switch init; tag { ... }
@dataclass(slots=True, eq=False)
class SwitchStmt(Stmt):
    init: Stmt | None
    tag: Expr | None
    clauses: list[CaseClause]


# switch init; v := x.(type) { ... }
@dataclass(slots=True, eq=False)
class TypeSwitchStmt(Stmt):
    init: Stmt | None
    bind: Ident | None
    x: Expr
    clauses: list[CaseClause]


# case v := <-ch: ...   (comm is None for default)
@dataclass(slots=True, eq=False)
class CommClause(Stmt):
    comm: Stmt | None
    body: list[Stmt]


# select { ... }
@dataclass(slots=True, eq=False)
class SelectStmt(Stmt):
    clauses: list[CommClause]


# for init; cond; post { ... }
@dataclass(slots=True, eq=False)
class ForStmt(Stmt):
    init: Stmt | None
    cond: Expr | None
    post: Stmt | None
    body: BlockStmt


# for k, v := range x { ... }
@dataclass(slots=True, eq=False)
class RangeStmt(Stmt):
    key: Expr | None
    value: Expr | None
    define: bool
    x: Expr
    body: BlockStmt
    each: str = ""  # of a loop that is not Go's: what it goes over (see foreign_loops.py)


# L: stmt
@dataclass(slots=True, eq=False)
class LabeledStmt(Stmt):
    label: Ident
    stmt: Stmt


# a lone semicolon
@dataclass(slots=True, eq=False)
class EmptyStmt(Stmt):
    pass


# var x = 1 inside a function
@dataclass(slots=True, eq=False)
class DeclStmt(Stmt):
    decl: GenDecl


# --- declarations ------------------------------------------------------------------------------------------------


# import m "math"
@dataclass(slots=True, eq=False)
class ImportSpec(Node):
    name: Ident | None
    path: str


# const a, b T = 1, 2   (iota is the index in its group; values are repeated from above when left out)
@dataclass(slots=True, eq=False)
class ConstSpec(Node):
    names: list[Ident]
    type: Expr | None
    values: list[Expr]
    iota: int


# var a, b T = 1, 2
@dataclass(slots=True, eq=False)
class VarSpec(Node):
    names: list[Ident]
    type: Expr | None
    values: list[Expr]


# type T[P any] U, type A = B
@dataclass(slots=True, eq=False)
class TypeSpec(Node):
    name: Ident
    type_params: list[Field]
    type: Expr
    alias: bool


Spec = ImportSpec | ConstSpec | VarSpec | TypeSpec


# const ( ... ), var x int, type T struct{}, import "fmt"
@dataclass(slots=True, eq=False)
class GenDecl(Node):
    tok: Literal["import", "const", "var", "type"]
    specs: list[Any]  # list[Spec]


# func (r T) Name[P any](a int) int { ... }
@dataclass(slots=True, eq=False)
class FuncDecl(Node):
    recv: Field | None
    name: Ident
    type: FuncType
    body: BlockStmt | None
    info: Any = None  # set by the checker


Form = Literal["snippet", "program", "expression", "json"]


# a whole input. In a snippet `stmts` are the top-level statements in order and `decls` the func/type/const/var/import declarations
# among them that Go would only allow at package level (imports, funcs, methods); const/var/type stay in `stmts` as DeclStmt.
# An expression or a JSON value is one ExprStmt in `stmts`.
@dataclass(slots=True, eq=False)
class File(Node):
    form: Form
    package: Ident | None
    decls: list[GenDecl | FuncDecl] = field(default_factory=list[Any])
    stmts: list[Stmt] = field(default_factory=list[Stmt])
