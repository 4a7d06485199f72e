"""Checks statements. `stmt` is the entry; one function checks each kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from codemode.dsl.syntax import nodes
from codemode.types import assignments, declaring, expressions, gradual, operators, resolving
from codemode.types.checker import UNSET, Checker
from codemode.types.expression_text import expr_text, unparen
from codemode.types.limits import TooComplex
from codemode.types.model import ANY, ERROR, tuple_of
from codemode.types.objects import CallInfo, Const, TypeName, Var
from codemode.types.operand import BAD, BUILTIN, TYPEXPR, Operand
from codemode.types.predicates import BOOLEAN, NUMERIC, all_basic

_DATA_OR_ERROR: Final = tuple_of((ANY, ERROR))  # what functions of the library return that call a tool


def stmt(c: Checker, s: nodes.Stmt) -> None:
    start = len(c.delayed)
    try:
        STATEMENTS[s.__class__](c, s)
        if len(c.delayed) > start:
            c.work_off(start)
    except TooComplex as stop:
        stop.at = stop.at or (s.pos, s.end)
        raise


def stmt_list(c: Checker, stmts: list[nodes.Stmt]) -> None:
    outer = c.listed
    for i, s in enumerate(stmts):
        c.listed = s
        stmt(c, s)
        if c.instead:
            stmts[i] = c.instead.pop(s, s)
    c.listed = outer


def condition(c: Checker, s: nodes.IfStmt | nodes.ForStmt, e: nodes.Expr, what: str) -> None:
    """Checks the condition of a statement."""
    x = Operand()
    expressions.expr(c, x, e)
    if x.mode is BAD or all_basic(x.typ, BOOLEAN) or c.read(s, x):
        return
    if not gradual.dynamic(c, x):
        message = f"non-boolean condition in {what} statement"
        c.error(e, message, c.reader.hint("condition", c, x), reason="not_a_condition")


# --- simple statements -------------------------------------------------------------------------------------------------


def empty_stmt(c: Checker, s: nodes.EmptyStmt) -> None:
    pass


def expr_stmt(c: Checker, s: nodes.ExprStmt) -> None:
    x = Operand()
    kind = expressions.raw_expr(c, x, s.x)
    if x.mode is BUILTIN:
        message = "must be called"
    elif x.mode is TYPEXPR:
        message = "is not an expression"
    elif x.mode is BAD:
        return
    elif kind == "statement":
        if x.typ is _DATA_OR_ERROR and _is_native(s.x):
            c.reader.single(c, s.x)
        return
    else:
        if c.read(s, x):
            return
        message = "is not used"
    c.error(x, f"{c.words.operand(x)} {message}", c.reader.hint("unused", s.x), reason="unused_value")


def _is_native(e: nodes.Expr) -> bool:
    """Returns whether `e` is a call of a function that is not written in the program."""
    call = unparen(e)
    func = call.info.func if isinstance(call, nodes.CallExpr) and isinstance(call.info, CallInfo) else None
    return func is not None and func.decl is None


def send_stmt(c: Checker, s: nodes.SendStmt) -> None:
    ch, value = Operand(), Operand()
    expressions.expr(c, ch, s.chan)
    expressions.generic_expr(c, value, s.value)
    if ch.mode is BAD or value.mode is BAD:
        return
    elem = operators.chan_elem(c, s, ch, receive=False)
    if elem is not None:
        assignments.assignment(c, value, elem, "send")


def inc_dec_stmt(c: Checker, s: nodes.IncDecStmt) -> None:
    x = Operand()
    expressions.expr(c, x, s.x)
    if x.mode is BAD:
        return
    if not all_basic(x.typ, NUMERIC) and not gradual.dynamic(c, x):
        message = f"invalid operation: {expr_text(s.x)}{s.op} (non-numeric type {c.words.type(x.typ)})"
        c.error(s.x, message, reason="wrong_operands")
        return
    assignments.assign_var(c, s.x, None, x, "assignment")


def assign_stmt(c: Checker, s: nodes.AssignStmt) -> None:
    if s.op == "=" and (_all_declared(c, s.lhs) or not c.read(s)):
        assignments.assign_vars(c, s.lhs, s.rhs)
        return
    if s.op == ":=":
        assignments.short_var_decl(c, s)
        return
    if len(s.lhs) != 1 or len(s.rhs) != 1:
        c.error(s, f"assignment operation {s.op} requires single-valued expressions", reason="wrong_count")
        return
    x, y = Operand(), Operand()
    left, right = s.lhs[0], s.rhs[0]
    expressions.expr(c, x, left)
    expressions.expr(c, y, right)
    if not operators.are_plain(x, y, s.op[:-1]) and c.read(s, x, y):
        assign_stmt(c, s)
        return
    operators.binary(c, x, y, None, left, s.rhs[0], s.op[:-1])
    assignments.assign_var(c, left, None, x, "assignment")


def _all_declared(c: Checker, lhs: list[nodes.Expr]) -> bool:
    return not any(isinstance(e, nodes.Ident) and e.name != "_" and not isinstance(c.lookup(e.name), Var) for e in lhs)


def _suspended(c: Checker, s: nodes.GoStmt | nodes.DeferStmt, keyword: str) -> None:
    if not isinstance(s.call, nodes.CallExpr):
        c.read(s, None, keyword)
    call = s.call
    if not isinstance(call, nodes.CallExpr):
        name = "the function literal" if isinstance(call, nodes.FuncLit) else expr_text(call)
        hint = "" if isinstance(call, nodes.BasicLit) else f"call it: add () after {name}"
        c.error(call, f"expression in {keyword} must be function call", hint, reason="wrong_deferred_call")
        expressions.use(c, call)
        return
    x = Operand()
    kind = expressions.raw_expr(c, x, call)
    if x.mode is BAD:
        return
    if kind == "conversion":
        message = f"{keyword} requires function call, not conversion {c.words.operand(x)}"
        c.error(x, message, reason="wrong_deferred_call")
    elif kind == "expression":
        c.error(x, f"{keyword} discards result of {c.words.operand(x)}", reason="wrong_deferred_call")


def go_stmt(c: Checker, s: nodes.GoStmt) -> None:
    _suspended(c, s, "go")


def defer_stmt(c: Checker, s: nodes.DeferStmt) -> None:
    if c.env.fn is not None:
        c.env.fn.has_defer = True
    _suspended(c, s, "defer")


def return_stmt(c: Checker, s: nodes.ReturnStmt) -> None:
    fn = c.env.fn
    assert fn is not None
    s.repair = None
    if (fn.open_result or (not fn.results and (s.results or c.env.top))) and c.read(s, None, fn):
        return
    if not s.results and fn.results and fn.named_results:
        for var in fn.results:
            found = c.lookup(var.name)
            if found is not None and found is not var and var.name != "_":
                message = f"result parameter {var.name} not in scope at return"
                c.error(s, message, c.elsewhere(found), reason="hidden_result")
        return
    if not s.results and not fn.results:
        return
    assignments.init_vars(c, fn.results, s.results, s)


def branch_stmt(c: Checker, s: nodes.BranchStmt) -> None:
    c.has_branches = True  # checked together with the whole body
    c.has_goto = c.has_goto or s.tok == "goto"


def labeled_stmt(c: Checker, s: nodes.LabeledStmt) -> None:
    c.has_branches = True
    c.listed = s.stmt
    stmt(c, s.stmt)
    s.stmt = c.instead.pop(s.stmt, s.stmt)


def block_stmt(c: Checker, s: nodes.BlockStmt) -> None:
    outer = c.open()
    stmt_list(c, s.stmts)
    c.scope = outer


def if_stmt(c: Checker, s: nodes.IfStmt) -> None:
    outer = c.open()
    if s.init is not None:
        stmt(c, s.init)
    condition(c, s, s.cond, "if")
    stmt(c, s.body)
    if s.orelse is not None:
        stmt(c, s.orelse)
    c.scope = outer


def for_stmt(c: Checker, s: nodes.ForStmt) -> None:
    outer = c.open()
    if s.init is not None:
        stmt(c, s.init)
    if s.cond is not None:
        condition(c, s, s.cond, "for")
    if s.post is not None:
        if isinstance(s.post, nodes.AssignStmt) and s.post.op == ":=":
            c.error(s.post, "cannot declare in post statement of for loop", reason="misplaced")
        stmt(c, s.post)
    c.loops += 1
    stmt(c, s.body)
    c.loops -= 1
    c.scope = outer


# --- declarations ------------------------------------------------------------------------------------------------------


def decl_stmt(c: Checker, s: nodes.DeclStmt) -> None:
    first = s.decl.specs[0] if s.decl.specs else None
    if isinstance(first, nodes.VarSpec) and first.names[0].name == "__out" and c.read(s):
        return
    for spec in s.decl.specs:
        _SPECS[spec.__class__](c, spec)


def _import(c: Checker, spec: nodes.ImportSpec) -> None:
    c.error(spec, "imports must appear before other declarations", reason="misplaced")


def _const(c: Checker, spec: nodes.ConstSpec) -> None:
    if spec.names and spec.names[0].obj in c.objects:
        for name in spec.names:
            if name.obj is not None:
                resolving.resolve(c, name.obj)
        return
    start = len(c.delayed)
    inherited = is_inherited(spec)
    made: list[Const] = []
    for i, name in enumerate(spec.names):
        obj = Const(name.name, UNSET, name.pos)
        init = spec.values[i] if i < len(spec.values) else None
        declaring.const_decl(c, obj, spec.type, init, spec.iota, name if inherited else None)
        made.append(obj)
    arity(c, spec, spec.names, spec.values, const=True, inherited=inherited)
    c.work_off(start)
    for obj, name in zip(made, spec.names):
        name.obj = obj
        c.declare(c.scope, obj, name)


def is_inherited(spec: nodes.ConstSpec) -> bool:
    """Returns whether the values are repeated from a specification above."""
    return bool(spec.values) and spec.values[0].pos < spec.pos


def _var(c: Checker, spec: nodes.VarSpec) -> None:
    start = len(c.delayed)
    values = spec.values
    made = [c.out if name.name == "__out" and c.reader.reads else c.new_var(name) for name in spec.names]
    for name, var in zip(spec.names, made):
        name.obj = var
    for i, var in enumerate(made):
        lhs: list[Var] | None = None
        init = values[i] if i < len(values) else None
        if len(values) == 1 and len(made) > 1:
            lhs = made
        declaring.var_decl(c, var, lhs, spec.type, init)
        if len(values) == 1:
            if spec.type is not None:
                for other in made:
                    if other.typ is UNSET:
                        other.typ = var.typ
            break
    if spec.type is None or values:
        arity(c, spec, spec.names, values, const=False, inherited=False)
    c.work_off(start)
    for var, name in zip(made, spec.names):
        name.typ = var.typ
        if var is c.out:
            c.sets_out = True
            continue
        c.declare(c.scope, var, name)
        if var.name != "_":
            assignments.note_declared(c, var)


def arity(
    c: Checker, spec: nodes.Node, names: list[nodes.Ident], values: list[nodes.Expr], *, const: bool, inherited: bool
) -> None:
    """Reports a declaration whose numbers of names and values differ."""
    left, right = len(names), len(values)
    if left < right:
        extra = values[left]
        if inherited:
            c.error(spec, "extra init expr" + (f" at {c.place(extra.pos)}" if c.source else ""), reason="wrong_count")
        else:
            c.error(extra, f"extra init expr {expr_text(extra)}", reason="wrong_count")
    elif left > right and (const or right != 1):
        c.error(names[right], f"missing init expr for {names[right].name}", reason="wrong_count")


def _type(c: Checker, spec: nodes.TypeSpec) -> None:
    if spec.name.obj in c.objects:
        resolving.resolve(c, spec.name.obj)
        return
    obj = TypeName(spec.name.name, UNSET, spec.name.pos, alias=spec.alias)
    spec.name.obj = obj
    c.declare(c.scope, obj, spec.name)
    c.path.append(obj)
    declaring.type_decl(c, obj, spec)
    c.path.pop()


_SPECS: Final[dict[type[nodes.Node], Callable[[Checker, Any], None]]] = {
    nodes.ImportSpec: _import,
    nodes.ConstSpec: _const,
    nodes.VarSpec: _var,
    nodes.TypeSpec: _type,
}

# filled by codemode.types.dispatch, as the kinds of statements need each other
STATEMENTS: Final[dict[type[nodes.Node], Callable[[Checker, Any], None]]] = {}
