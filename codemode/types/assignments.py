"""Assignments and initializations."""

from __future__ import annotations

from typing import cast

from codemode.dsl.syntax import nodes
from codemode.types import expressions
from codemode.types.assignability import assignable_to, gradually_assignable
from codemode.types.captures import is_from_outside
from codemode.types.checker import UNSET, Checker
from codemode.types.expression_text import expr_text, measure, unparen
from codemode.types.model import ANY, ERROR, INT, INVALID, UNTYPED_NIL, Signature, Tuple, Type, TypeParam
from codemode.types.objects import Builtin, Const, Func, Var
from codemode.types.operand import (
    BAD,
    BUILTIN,
    CONST,
    MAPINDEX,
    NILVALUE,
    NOVALUE,
    TYPEXPR,
    VALUE,
    VARIABLE,
    Operand,
    Target,
)
from codemode.types.predicates import default_type, is_interface, is_untyped
from codemode.types.typeset import common_under
from codemode.types.untyped import implicit_type, settle


def target_of(t: Type | None, what: str) -> Target | None:
    """Returns the function type from which a generic function assigned to a `t` gets its type arguments."""
    if t is None or t is UNSET or (not isinstance(t, TypeParam) and not isinstance(t.underlying, Signature)):
        return None
    under, _ = common_under(t)
    return (under, what) if isinstance(under, Signature) else None


def assignment(c: Checker, x: Operand, t: Type | None, context: str) -> None:
    """Checks that `x` may be assigned to `t` and converts an untyped `x` to that type. If `t` is None, `x` gets its default type."""
    if x.typ.__class__ is Tuple:
        expressions.single_value(c, x)
    mode = x.mode
    if mode is BAD:
        return
    if mode in (NOVALUE, BUILTIN, TYPEXPR):
        c.refuse(x, f"cannot assign {c.words.operand(x)} to {c.words.type(t)} in {context}", reason="wrong_type")
        return
    if x.typ.untyped and not _type_untyped(c, x, t, context):
        x.mode = BAD
        return
    if x.typ.__class__ is Signature:
        expressions.non_generic(c, x, target_of(t, context))
        if x.mode is BAD:
            return
    if t is None or x.typ is t:
        return
    if t is ANY and not context.startswith("argument"):
        c.reader.becomes_any(c, x)
    ok, cause = assignable_to(c, x, t)
    if ok or gradually_assignable(c, x, t) or c.reader.value(c, x, t) is not None:
        return
    message = f"cannot use {c.words.operand(x)} as {c.words.type(t)} value in {context}"
    c.refuse(x, f"{message}: {cause}" if cause else message, c.reader.hint("assignment", c, x, t), reason="wrong_type")


def _type_untyped(c: Checker, x: Operand, t: Type | None, context: str) -> bool:
    target = t
    if x.mode is NILVALUE:
        if t is None:
            return c.error(x, f"use of untyped nil in {context}", reason="untyped_nil")
    elif t is None or is_interface(t):
        target = default_type(x.typ)
    assert target is not None
    new, value, failure = implicit_type(x, target)
    meant = c.reader.value(c, x, target) if failure else None
    if meant is not None:
        if not is_untyped(x.typ):
            return True
        new, value, failure = implicit_type(x, meant)
    if failure or new is None:
        message = f"cannot use {c.words.operand(x)} as {c.words.type(target)} value in {context}"
        if failure in ("truncated", "overflows"):
            message += f" ({failure})"
        reason = {"truncated": "truncated_constant", "overflows": "constant_too_large"}.get(failure, "wrong_type")
        return c.error(x, message, c.reader.hint("assignment", c, x, target), reason=reason)
    settle(c, x, new, value)
    return True


# --- initialization --------------------------------------------------------------------------------------------------


def init_const(c: Checker, obj: Const, x: Operand) -> None:
    if x.mode is BAD or x.typ is INVALID or obj.typ is INVALID:
        if obj.typ is UNSET:
            obj.typ = INVALID
        return
    if x.mode is not CONST:
        hint = "declare a variable instead: var or :="
        c.not_constant = True
        c.error(x, f"{c.words.operand(x)} is not constant", hint, reason="not_constant")
        if obj.typ is UNSET:
            obj.typ = INVALID
        return
    if obj.typ is UNSET:
        obj.typ = x.typ
    assignment(c, x, obj.typ, "constant declaration")
    if x.mode is not BAD:
        obj.value = x.val


def init_var(c: Checker, var: Var, x: Operand, context: str) -> None:
    """Initializes a variable from `x`; the variable takes the type of `x` if it has none."""
    if x.mode is BAD or x.typ is INVALID or var.typ is INVALID:
        if var.typ is UNSET:
            var.typ = INVALID
        x.mode = BAD
        return
    if var.typ is UNSET:
        typ = x.typ
        if is_untyped(typ):
            is_nil = typ is UNTYPED_NIL
            meant = c.reader.variable(c, var, x, None if is_nil else default_type(typ))
            if meant is None:
                hint = f"give it a type: var {var.name} T"
                c.error(x, f"use of untyped nil in {context}", hint, reason="untyped_nil")
                var.typ = INVALID
                x.mode = BAD
                return
            if is_nil:
                return
            typ = meant
        var.typ = typ
        if typ is ANY or isinstance(typ, Signature):
            c.words.note_value(var, x)
    assignment(c, x, var.typ, context)


def init_vars(
    c: Checker, lhs: list[Var], rhs: list[nodes.Expr], ret: nodes.ReturnStmt | None = None, *, written: bool = False
) -> None:
    """Initializes variables, or the results of a return statement. `written`: `rhs` is the list in the tree, which a repair may change."""
    context = "return statement" if ret is not None else "multiple assignment" if len(lhs) > 1 else "assignment"
    if len(lhs) == len(rhs) and not _is_call(rhs):
        for var, e in zip(lhs, rhs):
            x = Operand()
            what = var.name or ("result variable" if ret is not None else "")
            expressions.expr(c, x, e, target=target_of(var.typ, what))
            init_var(c, var, x, context)
        return
    if len(rhs) != 1:
        if expressions.use(c, *rhs):
            if ret is not None:
                _return_mismatch(c, ret, lhs, expressions.expr_list(c, rhs))
            else:
                _mismatch(c, rhs, len(lhs), len(rhs))
        _invalidate(lhs)
        return
    values, _ = expressions.multi_expr(c, rhs[0], comma_ok=len(lhs) == 2 and ret is None)
    if len(lhs) != len(values):
        values = single(c, values, rhs[0], len(lhs))
    if written and len(values) == 1 < len(lhs) and c.reader.parts(c, [v.name for v in lhs], rhs, values[0]):
        init_vars(c, lhs, rhs)
        return
    if len(lhs) == len(values):
        for var, x in zip(lhs, values):
            init_var(c, var, x, context)
        return
    if values[0].mode is not BAD:
        if ret is not None:
            _return_mismatch(c, ret, lhs, values)
        else:
            _mismatch(c, rhs, len(lhs), len(values))
    _invalidate(lhs)


def _invalidate(variables: list[Var]) -> None:
    for var in variables:
        if var.typ is UNSET:
            var.typ = INVALID


def _is_call(rhs: list[nodes.Expr]) -> bool:
    return len(rhs) == 1 and isinstance(unparen(rhs[0]), nodes.CallExpr)


def single(c: Checker, values: list[Operand], e: nodes.Expr, wanted: int) -> list[Operand]:
    """Returns the one value that the reader takes of a call with two results where one is wanted; else the values."""
    value = c.reader.single(c, e) if wanted == 1 and len(values) == 2 else None
    return [Operand(VALUE, e, value)] if value is not None else values


def _mismatch(c: Checker, rhs: list[nodes.Expr], left: int, right: int) -> None:
    variables, values = measure(left, "variable"), measure(right, "value")
    call = unparen(rhs[0])
    if len(rhs) == 1 and isinstance(call, nodes.CallExpr):
        message = f"assignment mismatch: {variables} but {expr_text(call.fun)} returns {values}"
        c.error(rhs[0], message, c.reader.hint("results", call, left, right), reason="wrong_count")
        return
    hint = c.reader.hint("parts", left) if right == 1 else ""
    c.error(rhs[0], f"assignment mismatch: {variables} but {values}", hint, reason="wrong_count")


def _return_mismatch(c: Checker, ret: nodes.ReturnStmt, lhs: list[Var], values: list[Operand]) -> None:
    at: Operand | nodes.Node = ret
    qualifier = "not enough"
    if len(values) > len(lhs):
        at = values[len(lhs)]
        qualifier = "too many"
    elif values:
        at = values[-1]
    have = c.words.summary([x.typ for x in values])
    want = c.words.summary([v.typ for v in lhs])
    hint = c.reader.hint("return", c, values) if not lhs else ""
    c.error(at, f"{qualifier} return values\n\thave {have}\n\twant {want}", hint, reason="wrong_result_count")


# --- assignment to existing variables -----------------------------------------------------------------------------------


def lhs_type(c: Checker, lhs: nodes.Expr) -> Type | None:
    """Returns the type of the left side of an assignment: None for the blank identifier, INVALID after a problem."""
    inner = unparen(lhs)
    if isinstance(inner, nodes.Ident) and inner.name == "_":
        inner.obj = None
        inner.typ = INVALID
        return None
    var: Var | None = None
    used = False
    if isinstance(inner, nodes.Ident):
        var = expressions.local_var(c, inner.name)
        used = var is not None and var.used
    x = Operand()
    expressions.expr(c, x, lhs)
    if var is not None:
        var.used = used  # an assignment does not count as a use
        note_assigned(c, var)
    if x.mode is BAD or x.typ is INVALID:
        return INVALID
    if is_from_outside(inner):
        hint = "use a variable of your own: name := ..."
        message = f"cannot assign to {expr_text(inner)}: it does not belong to the program"
        c.error(x, message, hint, reason="not_assignable")
        return INVALID
    if x.mode is VARIABLE or x.mode is MAPINDEX:
        return x.typ
    _not_assignable(c, x)
    return INVALID


def _not_assignable(c: Checker, x: Operand) -> None:
    text = expr_text(x.expr)
    e = x.expr
    if isinstance(e, nodes.SelectorExpr):
        base = unparen(e.x)
        inner = Operand()
        expressions.expr(c, inner, e.x)
        if inner.mode is MAPINDEX:
            hint = f"copy the value, change the copy, and store it back: v := {expr_text(base)}; v.{e.sel.name} = ...; "
            message = f"cannot assign to struct field {text} in map"
            c.error(x, message, f"{hint}{expr_text(base)} = v", reason="not_assignable")
            return
    hint = "strings cannot be changed; build a new one" if isinstance(e, nodes.IndexExpr) else ""
    message = f"cannot assign to {text} (neither addressable nor a map index expression)"
    c.error(x, message, hint, reason="not_assignable")


def note_assigned(c: Checker, var: Var) -> None:
    """Records assignments of a snippet that may set its result: to __out, or to a top-level variable."""
    c.assigned.add(var)
    if var is c.out:
        c.sets_out = True
    elif var in c.top_vars and c.env.top:
        _note_result(c, var)


def _note_result(c: Checker, var: Var) -> None:
    """Records `var` as the variable assigned last, unless it is an error or a function: those never become the result."""
    if var.typ is not ERROR and not isinstance(var.typ.underlying, Signature):
        c.last_assigned = var


def assign_var(c: Checker, lhs: nodes.Expr, rhs: nodes.Expr | None, x: Operand | None, context: str) -> None:
    """Assigns the expression `rhs`, or the already checked operand `x`, to `lhs`."""
    t = lhs_type(c, lhs)
    if t is INVALID:
        if x is not None:
            x.mode = BAD
        else:
            expressions.use(c, rhs)
        return
    if x is None:
        x = Operand()
        assert rhs is not None
        expressions.expr(c, x, rhs, target=target_of(t, expr_text(lhs)) if t is not None else None)
    if t is None and context == "assignment":
        context = "assignment to _ identifier"
    if x.typ is ANY:
        c.reader.fed(c, lhs)
    assignment(c, x, t, context)
    if x.mode is BAD and t is INT:
        c.reader.mismatch(c, Operand(VARIABLE, lhs, INT), x)


def assign_vars(c: Checker, lhs: list[nodes.Expr], rhs: list[nodes.Expr]) -> None:
    context = "multiple assignment" if len(lhs) > 1 else "assignment"
    if len(lhs) == len(rhs) and not _is_call(rhs):
        for left, right in zip(lhs, rhs):
            assign_var(c, left, right, None, context)
        return
    if len(rhs) != 1:
        left_ok = expressions.use(c, *lhs, lhs=True)
        if expressions.use(c, *rhs) and left_ok:
            _mismatch(c, rhs, len(lhs), len(rhs))
        return
    values, _ = expressions.multi_expr(c, rhs[0], comma_ok=len(lhs) == 2)
    if len(lhs) != len(values):
        values = single(c, values, rhs[0], len(lhs))
    if len(values) == 1 < len(lhs) and c.reader.parts(c, [expr_text(e) for e in lhs], rhs, values[0]):
        assign_vars(c, lhs, rhs)
        return
    if len(lhs) == len(values):
        for left, x in zip(lhs, values):
            assign_var(c, left, None, x, context)
        return
    if values[0].mode is not BAD:
        _mismatch(c, rhs, len(lhs), len(values))
    expressions.use(c, *lhs, lhs=True)


# --- := ------------------------------------------------------------------------------------------------------------------


def short_var_decl(c: Checker, s: nodes.AssignStmt) -> None:
    start = len(c.delayed)
    scope = c.scope
    seen: set[str] = set()
    variables: list[Var] = []
    new: list[nodes.Ident] = []
    failed = False
    reused = False
    for left in s.lhs:
        var, is_new = None, False
        if not isinstance(left, nodes.Ident):
            expressions.use(c, left, lhs=True)
            hint = "declare the new names first, then assign with =" if len(s.lhs) > 1 else "assign with ="
            c.error(left, f"non-name {expr_text(left)} on left side of :=", hint, reason="no_new_variable")
        elif left.name != "_" and left.name in seen:
            c.error(left, f"{left.name} repeated on left side of :=", reason="no_new_variable")
        else:
            seen.add(left.name)
            var, is_new = _short_var(c, left, s in c.loose_defines)
        if var is None:
            failed = True
            var = Var("_", UNSET, left.pos)
        elif is_new:
            new.append(cast(nodes.Ident, left))
        else:
            reused = reused or var.name != "_"
        variables.append(var)
    init_vars(c, variables, s.rhs, written=True)
    if len(c.delayed) > start:
        c.work_off(start)
    for var, value in zip(variables, s.rhs):
        if isinstance(value, nodes.Ident) and var in c.shadows and c.shadows[var] is value.obj:
            del c.shadows[var]  # `x := x` is a copy on purpose
    for var, left in zip(variables, s.lhs):
        left.typ = var.typ
        if left not in new:
            note_assigned(c, var)
    if not new and not failed:
        if not c.read(s):
            c.error(s, "no new variables on left side of :=", "use = to assign", reason="no_new_variable")
        return
    for left in new:
        c.declare(scope, left.obj, left)
        note_declared(c, left.obj)


def _short_var(c: Checker, left: nodes.Ident, loose: bool) -> tuple[Var | None, bool]:
    """Returns the variable that a name on the left of := denotes, and whether it is new.

    With `loose`, a repair wrote := for =: a name that is declared in an outer scope then denotes the outer variable.
    """
    found = c.lookup(left.name) if loose else c.scope.names.get(left.name)
    if loose and isinstance(found, (Builtin, Func)):
        found = None  # a predeclared function or a host function; the new variable hides it
    if found is None and left.name == "__out" and c.reader.reads:
        found = c.out
    if found is not None:
        left.obj = found
        if not isinstance(found, Var):
            c.error(left, f"cannot assign to {left.name}", reason="not_assignable")
            return None, False
        return found, False
    outer = c.lookup(left.name)
    var = c.new_var(left)
    if isinstance(outer, Var) and outer.owner is not None and outer.owner is c.env.fn:
        c.shadows[var] = outer
    return var, left.name != "_"


def note_declared(c: Checker, var: Var) -> None:
    """Records a top-level variable of a snippet: functions of the snippet may use it, and it may become the result."""
    if c.env.top and c.scope is c.env.scope:
        c.top_vars[var] = None
        _note_result(c, var)
