"""The result of a snippet: a return at its top level, or a value as its last statement."""

from __future__ import annotations

from codemode.dsl.dialect.meaning import open_functions
from codemode.dsl.dialect.meaning.notes import assumed, noted
from codemode.dsl.syntax import nodes
from codemode.types import assignments, expressions
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text, unparen
from codemode.types.model import ANY, ERROR, INVALID, UNTYPED_NIL, Tuple
from codemode.types.objects import CallInfo, FuncInfo
from codemode.types.operand import BAD, CONST, NILVALUE, VALUE, Operand
from codemode.types.resolving import ObjectPlace
from codemode.types.untyped import update_type


def top_level_return(c: Checker, s: nodes.ReturnStmt) -> None:
    """Checks a return outside of any function. It ends the run with a result or an error."""
    results = s.results
    if not results or (len(results) == 1 and c.is_nil(results[0])):
        for e in results:
            expressions.use(c, e)
            update_type(c, e, ANY)
        s.repair = "plain"
        return
    if len(results) > 2:
        expressions.use(c, *results)
        message = "too many return values"
        c.error(results[1], message, "a snippet has only one result, __out", reason="wrong_result_count")
        return
    x = Operand()
    expressions.expr(c, x, results[0])
    if len(results) == 2:
        _return_two(c, s, x)
        return
    if x.mode is BAD:
        return
    if x.typ is ERROR:
        s.repair = "error"
        return
    s.repair = "value"
    c.sets_out = True
    assignments.assignment(c, x, ANY, "return statement")
    if expr_text(results[0]) != "__out":
        c.mend("return_sets_result", s, found=expr_text(results[0]))


def return_of_nil(c: Checker, s: nodes.ReturnStmt) -> None:
    """Reads `return nil` in a function without results, such as a goroutine's, as `return`."""
    if c.gradual and len(s.results) == 1 and c.is_nil(s.results[0]):
        s.results = []
        c.mend("return_nil", s)


def _return_two(c: Checker, s: nodes.ReturnStmt, x: Operand) -> None:
    """Checks a top-level `return x, err` or `return nil, err`."""
    y = Operand()
    expressions.expr(c, y, s.results[1])
    if x.mode is BAD or y.mode is BAD:
        return
    s.repair = "value_error"
    if x.mode is not NILVALUE:
        c.sets_out = True
    assignments.assignment(c, x, ANY, "return statement")
    assignments.assignment(c, y, ERROR, "return statement")
    if y.mode is BAD:
        shown = f"{expr_text(s.results[0])}, {expr_text(s.results[1])}"
        c.add_hint(s.results[1], f"a snippet has only one result: return []any{{{shown}}}")
        return
    c.mend("return_sets_result_or_fails", s)


def result_expression(c: Checker, s: nodes.ExprStmt) -> bool:
    """Records a value as the last statement of a snippet. Returns whether it did; `finish_result` decides whether it is the result."""
    if c.env.top and c.file.stmts and c.file.stmts[-1] is s:
        noted(c).loose_result = s
        return True
    return False


def finish_result(c: Checker) -> None:
    """Sets the result of a snippet that never sets __out: its last expression, or else the variable it assigned last."""
    last = c.file.stmts[-1] if c.file.stmts else None
    if c.sets_out:
        c.out_unless_printed = assumed(c).out_unless_printed
        loose = noted(c).loose_result
        if loose is not None:
            x = Operand(CONST if loose.x.const is not None else VALUE, loose.x, loose.x.typ, loose.x.const)
            c.error(loose.x, f"{c.words.operand(x)} is not used", reason="unused_value")
        return
    if isinstance(last, nodes.ExprStmt) and _has_result(last.x):
        # a value on its own has no other purpose; a call may have one
        _assign_out(c, last.x, len(c.file.stmts) - 1, unless_printed=isinstance(unparen(last.x), nodes.CallExpr))
        c.mend("last_expression_as_result", last, of_result=c.out_unless_printed, found=expr_text(last.x))
        return
    var = c.last_assigned
    if var is None:
        return
    name = nodes.Ident(var.name, pos=c.file.end, end=c.file.end)
    name.obj, name.typ = var, var.typ
    var.used = True
    _assign_out(c, name, None, unless_printed=True)
    c.mend("last_assigned_as_result", ObjectPlace(var), of_result=True, found=var.name)


def _has_result(e: nodes.Expr) -> bool:
    """Returns whether an expression has a value that can be the result. Calls of functions that print, such as fmt.Println, do not count."""
    call = unparen(e)
    if e.typ is INVALID or not isinstance(call, nodes.CallExpr) or not isinstance(call.info, CallInfo):
        return e.typ is not INVALID and not isinstance(e.typ, Tuple)
    if isinstance(e.typ, Tuple):
        return False
    return call.info.func is None or not call.info.func.prints


def _assign_out(c: Checker, e: nodes.Expr, index: int | None, *, unless_printed: bool) -> None:
    c.out_unless_printed = assumed(c).out_unless_printed = unless_printed
    out = nodes.Ident("__out", pos=e.pos, end=e.pos)
    out.obj, out.typ = c.out, ANY
    made = nodes.AssignStmt([out], "=", [e], pos=e.pos, end=e.end)
    x = Operand(CONST if e.const is not None else VALUE, e, e.typ, e.const)
    if e.typ is UNTYPED_NIL:
        x.mode = NILVALUE
    assignments.assignment(c, x, ANY, "assignment")
    if index is None:
        c.file.stmts.append(made)
    else:
        c.file.stmts[index] = made
    c.sets_out = True


def returns(c: Checker, s: nodes.ReturnStmt, _: object, fn: FuncInfo) -> bool:
    """Reads a return with an open result type, one outside of any function, and `return nil` without a result. Returns whether it is checked."""
    if fn in noted(c).returns:
        open_functions.returned(c, fn, s)
        return True
    in_main = bool(s.results) and c.gradual and fn.name == "main.main" and fn.recv is None and not fn.results
    if c.env.top or in_main:
        top_level_return(c, s)
        return True
    if not fn.results:
        return_of_nil(c, s)
    return False
