"""Checks expressions. `raw_expr` is the one entry; the other functions restrict its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from codemode.cancellation import check_cancelled
from codemode.dsl.syntax import nodes
from codemode.types import infer
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text, unparen
from codemode.types.limits import TooMuchWork
from codemode.types.model import EMPTY_TUPLE, INVALID, UNTYPED_BOOL, Named, Signature, Tuple, Type
from codemode.types.objects import Var
from codemode.types.operand import (
    BAD,
    BUILTIN,
    COMMAOK,
    CONST,
    MAPINDEX,
    NOVALUE,
    TYPEXPR,
    VALUE,
    Mode,
    Operand,
    Target,
)
from codemode.types.predicates import is_generic
from codemode.types.universe import Kind

Handler = Callable[..., "Kind | None"]  # (c, x, e, hint); an index also takes a target

_MAYBE_GENERIC: Final[frozenset[type[Type]]] = frozenset({Signature, Named})
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
    if not c.work & 255:
        check_cancelled()
    if c.work < 0:
        raise TooMuchWork
    x.mode = BAD
    x.typ = INVALID
    x.val = None
    x.label = ""
    if target is not None and isinstance(e, nodes.IndexExpr):
        EXPRESSIONS[nodes.IndexExpr](c, x, e, None, target)
        kind = "expression"
    else:
        kind = EXPRESSIONS[e.__class__](c, x, e, hint) or "expression"
    x.expr = e
    if not generic and x.typ.__class__ in _MAYBE_GENERIC and x.mode >= BUILTIN:
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
    if typ.untyped:
        c.untyped.append(e)


def non_generic(c: Checker, x: Operand, target: Target | None) -> None:
    """Refuses a generic type or function that is not instantiated. A function may get its type arguments from its target."""
    typ = x.typ
    if isinstance(typ, Signature):
        if not typ.type_params:
            return
        if target is not None:
            infer.instantiate_function(c, x, None, target)
            return
        what = "function"
    elif isinstance(typ, Named) and x.mode is TYPEXPR and is_generic(typ):
        what = "type"
    else:
        return
    c.refuse(x, f"cannot use generic {what} {expr_text(x.expr)} without instantiation", reason="missing_type_arguments")
    x.typ = INVALID


def expr(c: Checker, x: Operand, e: nodes.Expr, hint: Type | None = None, target: Target | None = None) -> None:
    """Checks an expression that must be a single value."""
    raw_expr(c, x, e, hint, target=target)
    if x.mode in _NOT_VALUES:
        exclude(c, x)
    if x.typ.__class__ is Tuple:
        single_value(c, x)


def generic_expr(c: Checker, x: Operand, e: nodes.Expr, hint: Type | None = None) -> None:
    """Like `expr`, but accepts a generic function that is not instantiated."""
    raw_expr(c, x, e, hint, generic=True)
    if x.mode in _NOT_VALUES:
        exclude(c, x)
    if x.typ.__class__ is Tuple:
        single_value(c, x)


def expr_or_type(c: Checker, x: Operand, e: nodes.Expr, generic: bool = False) -> None:
    raw_expr(c, x, e, generic=generic)
    if x.mode is NOVALUE:
        c.refuse(x, f"{c.words.operand(x)} used as value or type", reason="not_a_value")
    if x.typ.__class__ is Tuple:
        single_value(c, x)


def exclude(c: Checker, x: Operand, allowed: frozenset[Mode] = frozenset()) -> None:
    if x.mode in allowed:
        return
    if x.mode is NOVALUE:
        message = "used as value"
    elif x.mode is BUILTIN:
        message = "must be called"
    else:
        if c.read(x.expr, x):
            return
        message = "is not an expression"
    c.refuse(x, f"{c.words.operand(x)} {message}", reason="not_a_value")


def single_value(c: Checker, x: Operand) -> None:
    """Refuses a call with several results where one value is expected. A call with results (T, error) is repaired: its value is the T."""
    typ = x.typ
    if typ.__class__ is Tuple and x.mode is VALUE:
        value = c.reader.single(c, x.expr)
        if value is not None:
            x.typ = value
            return
        hint = ""
        results = cast(Tuple, typ).types
        if len(results) > 1:
            kept = ", ".join(["v"] + ["_"] * (len(results) - 1))
            hint = f"assign the results first: {kept} := {expr_text(x.expr)}"
        c.refuse(x, f"multiple-value {c.words.operand(x)} in single-value context", hint, reason="wrong_count")


def looked_at(c: Checker, e: nodes.Expr, *, or_type: bool = False, many: bool = False) -> Operand:
    """Returns the operand that an expression is, without reporting problems; its mode is BAD if there are errors. `many` allows several values."""
    x = Operand()
    with c.aside() as problems:
        (raw_expr if many else expr_or_type if or_type else expr)(c, x, e)
    if any(problem.severity == "error" for problem in problems):
        x.mode = BAD
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


def local_var(c: Checker, name: str) -> Var | None:
    found = c.lookup(name)
    return found if isinstance(found, Var) else None


def _use(c: Checker, e: nodes.Expr, lhs: bool) -> bool:
    x = Operand(VALUE)
    inner = unparen(e)
    if isinstance(inner, nodes.Ident):
        if inner.name == "_":
            return True
        var = local_var(c, inner.name) if lhs else None
        used = var is not None and var.used
        expr_or_type(c, x, inner, generic=True)
        if var is not None:
            var.used = used
    elif isinstance(inner, nodes.KeyValueExpr):
        return _use(c, inner.value, lhs)
    else:
        raw_expr(c, x, e, generic=True)
    return x.mode is not BAD


# filled by codemode.types.dispatch, as the kinds of expressions need each other
EXPRESSIONS: Final[dict[type[nodes.Node], Handler]] = {}
