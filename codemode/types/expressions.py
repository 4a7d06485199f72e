"""Checks expressions. `raw_expr` is the one entry; the other functions restrict its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from codemode.dsl.syntax import nodes
from codemode.types import calls, indexing, names, typexprs
from codemode.types.assignability import assertable_cause
from codemode.types.checker import Checker
from codemode.types.limits import TooMuchWork
from codemode.types.model import (
    EMPTY_TUPLE,
    INVALID,
    UNTYPED_BOOL,
    Interface,
    Named,
    Pointer,
    Signature,
    Tuple,
    Type,
    TypeParam,
    pointer_to,
)
from codemode.types.operand import (
    BAD,
    BUILTIN,
    COMMAOK,
    CONST,
    MAPINDEX,
    NOVALUE,
    TYPEXPR,
    VALUE,
    VARIABLE,
    Mode,
    Operand,
)
from codemode.types.predicates import is_generic, is_untyped
from codemode.types.spelling import expr_text, unparen
from codemode.types.typeset import each
from codemode.types.universe import Kind

Target = tuple[
    Signature, str
]  # the function type that a generic function is assigned to, and its description for messages
Handler = Callable[[Checker, Operand, Any, "Type | None"], "Kind | None"]

_NOT_VALUES: Final = frozenset({NOVALUE, BUILTIN, TYPEXPR})


def raw_expr(
    c: Checker,
    x: Operand,
    e: nodes.Expr,
    hint: Type | None = None,
    *,
    generic: bool = False,
    target: Target | None = None,
) -> Kind:
    """Checks `e` into `x` and records type and value on the tree. `hint` is the element type of an enclosing composite literal."""
    c.work -= 1
    if c.work < 0:
        raise TooMuchWork
    x.mode = BAD
    x.typ = INVALID
    x.val = None
    x.label = ""
    if target is not None and isinstance(e, nodes.IndexExpr):
        indexing.index_expr(c, x, e, None, target)
        kind = "expression"
    else:
        kind = EXPRESSIONS[e.__class__](c, x, e, hint) or "expression"
    x.expr = e
    if not generic and x.mode >= BUILTIN:
        non_generic(c, x, target)
    record(c, x, e)
    return kind


def record(c: Checker, x: Operand, e: nodes.Expr) -> None:
    mode = x.mode
    if mode is BAD:
        if e.__class__ is nodes.SelectorExpr:
            x.typ = INVALID  # otherwise the operand keeps its type, for messages that list types
        e.typ = INVALID
        e.const = None
        return
    typ = x.typ
    e.typ = EMPTY_TUPLE if mode is NOVALUE else typ
    e.const = x.val if mode is CONST else None
    if is_untyped(typ):
        c.untyped.append(e)


def non_generic(c: Checker, x: Operand, target: Target | None) -> None:
    """Refuses a generic type or function that is not instantiated. A function may get its type arguments from its target."""
    typ = x.typ
    if isinstance(typ, Signature):
        if not typ.type_params:
            return
        if target is not None:
            calls.instantiate_function(c, x, None, target)
            return
        what = "function"
    elif isinstance(typ, Named) and x.mode is TYPEXPR and is_generic(typ):
        what = "type"
    else:
        return
    c.error(x, f"cannot use generic {what} {expr_text(x.expr)} without instantiation", reason="missing_type_arguments")
    x.mode = BAD
    x.typ = INVALID


def expr(c: Checker, x: Operand, e: nodes.Expr, hint: Type | None = None, target: Target | None = None) -> None:
    """Checks an expression that must be a single value."""
    raw_expr(c, x, e, hint, target=target)
    if x.mode in _NOT_VALUES:
        exclude(c, x)
    single_value(c, x)


def generic_expr(c: Checker, x: Operand, e: nodes.Expr, hint: Type | None = None) -> None:
    """Like `expr`, but accepts a generic function that is not instantiated."""
    raw_expr(c, x, e, hint, generic=True)
    if x.mode in _NOT_VALUES:
        exclude(c, x)
    single_value(c, x)


def expr_or_type(c: Checker, x: Operand, e: nodes.Expr, generic: bool = False) -> None:
    raw_expr(c, x, e, generic=generic)
    if x.mode is NOVALUE:
        c.error(x, f"{c.words.operand(x)} used as value or type", reason="not_a_value")
        x.mode = BAD
    single_value(c, x)


def exclude(c: Checker, x: Operand, allowed: frozenset[Mode] = frozenset()) -> None:
    if x.mode in allowed:
        return
    hint = ""
    if x.mode is NOVALUE:
        message = "used as value"
    elif x.mode is BUILTIN:
        message = "must be called"
    else:
        message = "is not an expression"
    c.error(x, f"{c.words.operand(x)} {message}", hint, reason="not_a_value")
    x.mode = BAD


def single_value(c: Checker, x: Operand) -> None:
    """Refuses a call with several results where one value is expected. A call with results (T, error) is repaired: its value is the T."""
    typ = x.typ
    if typ.__class__ is Tuple and x.mode is VALUE:
        if c.reader.multiple_value(c, x):
            return
        hint = ""
        results = cast(Tuple, typ).types
        if len(results) > 1:
            kept = ", ".join(["v"] + ["_"] * (len(results) - 1))
            hint = f"assign the results first: {kept} := {expr_text(x.expr)}"
        c.error(x, f"multiple-value {c.words.operand(x)} in single-value context", hint, reason="wrong_count")
        x.mode = BAD


def looked_at(c: Checker, e: nodes.Expr, *, or_type: bool = False, many: bool = False) -> Operand:
    """Returns the operand that an expression is, without reporting problems; its mode is BAD if there are errors. `many` allows several values."""
    x, known = Operand(), len(c.problems)
    (raw_expr if many else expr_or_type if or_type else expr)(c, x, e)
    if any(problem.severity == "error" for problem in c.problems[known:]):
        x.mode = BAD
    del c.problems[known:]
    return x


def multi_expr(c: Checker, e: nodes.Expr, comma_ok: bool = False) -> tuple[list[Operand], bool]:
    """Returns the values of an expression that may have several: results of a call, or value and ok."""
    x = Operand()
    raw_expr(c, x, e)
    if x.mode in _NOT_VALUES:
        exclude(c, x)
    if x.mode is not BAD and isinstance(x.typ, Tuple):
        results = [Operand(VALUE, e, t, label=f"{_nth(i + 1)} function result") for i, t in enumerate(x.typ.types)]
        return results, False
    if comma_ok and x.mode in (MAPINDEX, COMMAOK):
        c.reader.maybe_list(c, x, e)
        ok = Operand(VALUE, e, UNTYPED_BOOL, label="ok value of (comma, ok) expression")
        return [x, ok], True
    return [x], False


def _nth(n: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(n, f"{n}th")


def expr_list(c: Checker, exprs: list[nodes.Expr]) -> list[Operand]:
    if len(exprs) == 1:
        return multi_expr(c, exprs[0])[0]
    operands: list[Operand] = []
    for e in exprs:
        x = Operand()
        expr(c, x, e)
        operands.append(x)
    return operands


def use(c: Checker, *exprs: nodes.Expr | None, lhs: bool = False) -> bool:
    """Checks expressions whose values are no longer needed, to report their problems. Returns False if one is invalid."""
    ok = True
    for e in exprs:
        if e is not None and not _use(c, e, lhs):
            ok = False
    return ok


def _use(c: Checker, e: nodes.Expr, lhs: bool) -> bool:
    x = Operand(VALUE)
    inner = unparen(e)
    if isinstance(inner, nodes.Ident):
        if inner.name == "_":
            return True
        var = names.local_var(c, inner.name) if lhs else None
        used = var is not None and var.used
        expr_or_type(c, x, inner, generic=True)
        if var is not None:
            var.used = used
    elif isinstance(inner, nodes.KeyValueExpr):
        return _use(c, inner.value, lhs)
    else:
        raw_expr(c, x, e, generic=True)
    return x.mode is not BAD


# --- the simple kinds ----------------------------------------------------------------------------------------------


def paren_expr(c: Checker, x: Operand, e: nodes.ParenExpr, hint: Type | None) -> Kind:
    return raw_expr(c, x, e.x)


def star_expr(c: Checker, x: Operand, e: nodes.StarExpr, hint: Type | None) -> None:
    expr_or_type(c, x, e.x)
    if x.mode is BAD:
        return
    if x.mode is TYPEXPR:
        typexprs.valid_var_type(c, e.x, x.typ)
        x.typ = pointer_to(x.typ)
        return
    base: Type | None = None
    for _, under in each(x.typ):
        if not isinstance(under, Pointer):
            c.error(
                x,
                f"invalid operation: cannot indirect {c.words.operand(x)}",
                c.reader.hint("star", c, x),
                reason="not_a_pointer",
            )
            x.mode = BAD
            return
        if base is not None and under.elem is not base:
            c.error(
                x,
                f"invalid operation: pointers of {c.words.operand(x)} must have identical base types",
                reason="not_a_pointer",
            )
            x.mode = BAD
            return
        base = under.elem
    if base is None or not typexprs.is_complete(c, base):
        x.mode = BAD
        return
    x.mode = VARIABLE
    x.typ = base


def type_assert(c: Checker, x: Operand, e: nodes.TypeAssertExpr, hint: Type | None) -> None:
    expr(c, x, e.x)
    if x.mode is BAD:
        return
    if e.type is None:
        c.error(e, "invalid syntax tree: use of .(type) outside type switch", reason="not_a_value")
        x.mode = BAD
        return
    if isinstance(x.typ, TypeParam):
        c.error(
            x,
            f"invalid operation: cannot use type assertion on type parameter value {c.words.operand(x)}",
            reason="not_interface",
        )
        x.mode = BAD
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
        c.error(
            e,
            f"impossible type assertion: {expr_text(e)}\n\t{show(typ)} does not implement {show(x.typ)} {cause}",
            reason="impossible_type",
        )
    e.loose = c.gradual and c.reader.reads
    x.mode = COMMAOK
    x.typ = typ


def _not_interface(c: Checker, x: Operand, e: nodes.TypeAssertExpr) -> None:
    """Handles an assertion on a concrete value. If it asserts the value's own type, a repair drops it; otherwise it is an error."""
    assert e.type is not None
    known = len(c.problems)
    typ = typexprs.var_type(c, e.type)
    del c.problems[known:]  # `typ` is only used for the repair and the hint
    shown = c.words.operand(x)
    hint = ""
    if typ is x.typ and c.reader.own_type(c, x, e):
        return
    if typ is x.typ:
        hint = f"it already is a {c.words.type(typ)}: leave out .({expr_text(e.type)})"
    elif typ is not INVALID:
        hint = f"only interface values can be asserted; {expr_text(e.x)} is a {c.words.type(x.typ)}"
    c.error(x, f"invalid operation: {shown} is not an interface", hint, reason="not_interface")
    x.mode = BAD


def key_value(c: Checker, x: Operand, e: nodes.KeyValueExpr, hint: Type | None) -> None:
    c.error(e, "invalid syntax tree: no key:value expected", reason="not_a_value")


def ellipsis(c: Checker, x: Operand, e: nodes.Ellipsis, hint: Type | None) -> None:
    c.error(e, "invalid use of ...", reason="invalid_spread")


def type_literal(c: Checker, x: Operand, e: nodes.Expr, hint: Type | None) -> None:
    x.typ = typexprs.typ(c, e)
    x.mode = TYPEXPR if x.typ is not INVALID else BAD


# filled by codemode.types.dispatch, as the kinds of expressions need each other
EXPRESSIONS: Final[dict[type[nodes.Node], Handler]] = {}
