"""Checks the simple kinds of expressions."""

from __future__ import annotations

from codemode.dsl.syntax import nodes
from codemode.types import expressions, typexprs
from codemode.types.assignability import assertable_cause
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text
from codemode.types.model import INVALID, Interface, Pointer, Type, TypeParam, pointer_to
from codemode.types.operand import BAD, COMMAOK, TYPEXPR, VARIABLE, Operand
from codemode.types.typeset import each
from codemode.types.universe import Kind


def paren_expr(c: Checker, x: Operand, e: nodes.ParenExpr, hint: Type | None) -> Kind:
    return expressions.raw_expr(c, x, e.x)


def star_expr(c: Checker, x: Operand, e: nodes.StarExpr, hint: Type | None) -> None:
    expressions.expr_or_type(c, x, e.x)
    if x.mode is BAD:
        return
    if x.mode is TYPEXPR:
        typexprs.valid_var_type(c, e.x, x.typ)
        x.typ = pointer_to(x.typ)
        return
    base: Type | None = None
    for _, under in each(x.typ):
        if not isinstance(under, Pointer):
            message = f"invalid operation: cannot indirect {c.words.operand(x)}"
            c.refuse(x, message, c.reader.hint("star", c, x), reason="not_a_pointer")
            return
        if base is not None and under.elem is not base:
            message = f"invalid operation: pointers of {c.words.operand(x)} must have identical base types"
            c.refuse(x, message, reason="not_a_pointer")
            return
        base = under.elem
    if base is None or not typexprs.is_complete(c, base):
        x.mode = BAD
        return
    x.mode, x.typ = VARIABLE, base


def type_assert(c: Checker, x: Operand, e: nodes.TypeAssertExpr, hint: Type | None) -> None:
    expressions.expr(c, x, e.x)
    if x.mode is BAD:
        return
    if e.type is None:
        c.error(e, "invalid syntax tree: use of .(type) outside type switch", reason="not_a_value")
        x.mode = BAD
        return
    if isinstance(x.typ, TypeParam):
        message = f"invalid operation: cannot use type assertion on type parameter value {c.words.operand(x)}"
        c.refuse(x, message, reason="not_interface")
        return
    if not isinstance(x.typ.underlying, Interface):
        _not_interface(c, x, e)
        return
    typ = typexprs.var_type(c, e.type)
    if typ is INVALID or not typexprs.is_complete(c, typ):
        x.mode = BAD
        return
    cause = assertable_cause(c, x.typ, typ)
    if cause is not None:
        show = c.words.type
        message = f"impossible type assertion: {expr_text(e)}\n\t{show(typ)} does not implement {show(x.typ)} {cause}"
        c.error(e, message, reason="impossible_type")
    e.loose = c.gradual and c.reader.reads
    x.mode, x.typ = COMMAOK, typ


def _not_interface(c: Checker, x: Operand, e: nodes.TypeAssertExpr) -> None:
    """Handles an assertion on a concrete value. If it asserts the value's own type, a repair drops it; otherwise it is an error."""
    assert e.type is not None
    with c.aside():  # the type is only for the reading and the hint
        typ = typexprs.var_type(c, e.type)
    shown = c.words.operand(x)
    hint = ""
    if typ is x.typ and c.read(e, x):
        return
    if typ is x.typ:
        hint = f"its type is {c.words.type(typ)} already: leave out .({expr_text(e.type)})"
    elif typ is not INVALID:
        hint = f"only interface values can be asserted; the type of {expr_text(e.x)} is {c.words.type(x.typ)}"
    c.refuse(x, f"invalid operation: {shown} is not an interface", hint, reason="not_interface")


def key_value(c: Checker, x: Operand, e: nodes.KeyValueExpr, hint: Type | None) -> None:
    c.error(e, "invalid syntax tree: no key:value expected", reason="not_a_value")


def ellipsis(c: Checker, x: Operand, e: nodes.Ellipsis, hint: Type | None) -> None:
    c.error(e, "invalid use of ...", reason="invalid_spread")


def type_literal(c: Checker, x: Operand, e: nodes.Expr, hint: Type | None) -> None:
    x.typ = typexprs.typ(c, e)
    x.mode = TYPEXPR if x.typ is not INVALID else BAD
