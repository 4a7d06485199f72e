"""switch, type switch and select."""

from __future__ import annotations

from codemode.dsl.syntax import nodes
from codemode.types import assignments, expressions, operators, statements, typexprs
from codemode.types.assignability import assertable_cause
from codemode.types.checker import Checker
from codemode.types.constant import to_int
from codemode.types.expression_text import expr_text, unparen
from codemode.types.model import ANY, BOOL, INVALID, Interface, Type, TypeParam
from codemode.types.objects import Var
from codemode.types.operand import BAD, CONST, Operand
from codemode.types.predicates import comparable, has_nil
from codemode.types.untyped import convert_untyped, update_type


def _one_default(c: Checker, clauses: list[nodes.CaseClause] | list[nodes.CommClause]) -> None:
    first: nodes.Stmt | None = None
    for clause in clauses:
        default = clause.exprs is None if isinstance(clause, nodes.CaseClause) else clause.comm is None
        if default:
            if first is not None:
                place = c.place(first.pos)
                message = "multiple defaults" + (f" (first at {place})" if place else "")
                c.error(clause, message, reason="duplicate_case")
            else:
                first = clause


# --- switch --------------------------------------------------------------------------------------------------------------


def switch_stmt(c: Checker, s: nodes.SwitchStmt) -> None:
    outer = c.open()
    if s.init is not None:
        statements.stmt(c, s.init)
    x = Operand()
    if s.tag is not None:
        expressions.expr(c, x, s.tag)
        assignments.assignment(c, x, None, "switch expression")
        if x.mode is not BAD and not comparable(x.typ) and not has_nil(x.typ):
            shown = c.words.operand(x)
            c.refuse(x, f"cannot switch on {shown} ({c.words.type(x.typ)} is not comparable)", reason="not_comparable")
    else:
        at = s.clauses[0].pos if s.clauses else s.end
        x = Operand(CONST, nodes.Ident("true", pos=at, end=at), BOOL, True)
    _one_default(c, s.clauses)
    seen: dict[object, list[Type]] = {}
    for clause in s.clauses:
        for e in clause.exprs or []:
            _case_value(c, x, e, seen)
        inner = c.open()
        statements.stmt_list(c, clause.body)
        c.scope = inner
    c.scope = outer


def _case_value(c: Checker, x: Operand, e: nodes.Expr, seen: dict[object, list[Type]]) -> None:
    v = Operand()
    expressions.expr(c, v, e)
    if x.mode is BAD or v.mode is BAD:
        return
    convert_untyped(c, v, x.typ)
    if v.mode is BAD:
        return
    result = v.copy()
    tag = x.copy()
    operators.comparison(c, result, tag, "==", case=True)
    if result.mode is BAD or v.mode is not CONST or v.val is None or v.val.__class__ in (bool, tuple):
        return
    key = to_int(v.val) if v.val.__class__ is not bytes else v.val
    if key is None:
        key = v.val
    types = seen.setdefault(key, [])
    if v.typ in types:
        c.error(v, f"duplicate case {c.words.operand(v)} in expression switch", reason="duplicate_case")
    else:
        types.append(v.typ)


# --- type switch -----------------------------------------------------------------------------------------------------------


def type_switch_stmt(c: Checker, s: nodes.TypeSwitchStmt) -> None:
    outer = c.open()
    if s.init is not None:
        statements.stmt(c, s.init)
    bind = s.bind
    if bind is not None and bind.name == "_":
        c.error(bind, "no new variable on left side of :=", reason="no_new_variable")
        bind = None
    guard = s.x.x if isinstance(s.x, nodes.TypeAssertExpr) and s.x.type is None else s.x
    x = Operand()
    expressions.expr(c, x, guard)
    tested: Operand | None = None
    if x.mode is not BAD:
        if isinstance(x.typ, TypeParam):
            c.error(x, f"cannot use type switch on type parameter value {c.words.operand(x)}", reason="not_interface")
        elif isinstance(x.typ.underlying, Interface):
            tested = x
        else:
            c.error(x, f"{c.words.operand(x)} is not an interface", reason="not_interface")
    _one_default(c, s.clauses)
    variables: list[Var] = []
    seen: dict[Type | None, None] = {}
    for clause in s.clauses:
        typ = _case_types(c, tested, clause.exprs or [], seen)
        inner = c.open()
        if bind is not None:
            var = Var(bind.name, typ, bind.pos, owner=c.env.fn)
            clause.obj = var
            c.scope.names[bind.name] = var
            variables.append(var)
        statements.stmt_list(c, clause.body)
        c.scope = inner
    if bind is not None and not any(var.used for var in variables):
        c.warning(bind, f"{bind.name} declared and not used", reason="unused")
    c.scope = outer


def _case_types(c: Checker, x: Operand | None, exprs: list[nodes.Expr], seen: dict[Type | None, None]) -> Type:
    """Checks the types of one clause and returns the type of the clause's variable."""
    typ: Type | None = None
    valid = True
    for e in exprs:
        if c.is_nil(e):
            typ = None
            expressions.use(c, e)
            update_type(c, e, x.typ if x is not None else ANY)
        else:
            typ = typexprs.var_type(c, e)
            if typ is INVALID:
                valid = False
                continue
        if typ in seen:
            c.error(e, f"duplicate case {c.words.type(typ)} in type switch", reason="duplicate_case")
            continue
        seen[typ] = None
        if x is not None and typ is not None:
            cause = assertable_cause(c, x.typ, typ)
            if cause is not None:
                text = f"impossible type switch case: {expr_text(e)}"
                shown = c.words.operand(x)
                message = f"{text}\n\t{shown} cannot have dynamic type {c.words.type(typ)} {cause}"
                c.error(e, message, reason="impossible_type")
    if len(exprs) == 1 and not valid:
        return INVALID
    if len(exprs) != 1 or typ is None:
        return x.typ if x is not None else INVALID
    return typ


# --- select ----------------------------------------------------------------------------------------------------------------


def select_stmt(c: Checker, s: nodes.SelectStmt) -> None:
    _one_default(c, s.clauses)
    for clause in s.clauses:
        comm = clause.comm
        if comm is not None and not _communicates(comm):
            message = "select case must be send or receive (possibly with assignment)"
            c.error(comm, message, "as in: case v := <-ch:", reason="invalid_select")
            continue
        outer = c.open()
        if comm is not None:
            statements.stmt(c, comm)
        statements.stmt_list(c, clause.body)
        c.scope = outer


def _communicates(s: nodes.Stmt) -> bool:
    if isinstance(s, nodes.SendStmt):
        return True
    e: nodes.Expr | None = None
    if isinstance(s, nodes.AssignStmt) and s.op in ("=", ":=") and len(s.rhs) == 1:
        e = unparen(s.rhs[0])
    elif isinstance(s, nodes.ExprStmt):
        e = unparen(s.x)
    return isinstance(e, nodes.UnaryExpr) and e.op == "<-"
