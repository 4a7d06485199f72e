"""Reads calls that return a value and an error where one value is wanted: the run fails if there is an error."""

from __future__ import annotations

from typing import cast

from codemode.dsl.syntax import nodes
from codemode.types.assignability import assignable_to
from codemode.types.checker import Checker
from codemode.types.model import ANY, ERROR, Signature, Slice, Type
from codemode.types.objects import CallInfo
from codemode.types.operand import VALUE, Operand
from codemode.types.spelling import unparen
from codemode.types.universe import BUILTINS


def _call_with_error(c: Checker, e: nodes.Expr) -> nodes.CallExpr | None:
    """Returns the call if it returns a value and an error; else None."""
    call = unparen(e)
    if not isinstance(call, nodes.CallExpr) or not isinstance(call.info, CallInfo):
        return None
    sig = call.info.signature
    return call if sig is not None and len(sig.results) == 2 and sig.results[1] is ERROR else None


def _must(c: Checker, e: nodes.Expr, call: nodes.CallExpr) -> Type:
    typ = cast(Signature, call.info.signature).results[0]
    call.info.must = True
    inner = e
    while True:
        inner.typ = typ
        if not isinstance(inner, nodes.ParenExpr):
            break
        inner = inner.x
    func = call.info.func
    call.info.ends = typ is ANY and func is not None and func.native is not None and func.name == "Next"
    end = ", except for io.EOF at the end, where the value is nil" if call.info.ends else ""
    # the message has no function name, so that equal mends are reported once
    c.mend("dropped_error", call, found=end)
    return typ


def must_value(c: Checker, x: Operand) -> bool:
    """Uses the T of a call with results (T, error) as a single value. The run fails if the error is not nil."""
    call = _call_with_error(c, x.expr)
    if call is None:
        return False
    x.typ = _must(c, x.expr, call)
    return True


def drop_error(c: Checker, values: list[Operand], e: nodes.Expr, wanted: int) -> list[Operand]:
    """Reads `x := f()`, where f returns (T, error), as taking the T. The run fails if the error is not nil."""
    if wanted != 1 or len(values) != 2:
        return values
    call = _call_with_error(c, e)
    return [Operand(VALUE, e, _must(c, e, call))] if call is not None else values


def fit_single(c: Checker, e: nodes.CallExpr, sig: Signature, args: list[Operand]) -> list[Operand]:
    """Reads `f(g())`, where g returns (T, error) and f takes one value, as passing the T."""
    if len(e.args) != 1 or len(args) != 2:
        return args
    if sig.variadic:
        elem = cast(Slice, sig.params[-1]).elem
        fits = len(sig.params) == 2 or assignable_to(c, args[1], elem)[0]
    else:
        fits = len(sig.params) != 1
    return args if fits else drop_error(c, args, e.args[0], 1)


def fit_builtin(c: Checker, e: nodes.CallExpr, name: str, args: list[Operand]) -> list[Operand]:
    """Reads `len(f())`, where f returns (T, error), as the length of the T."""
    shape = BUILTINS[name]
    single = not shape.variadic or name in ("max", "min")
    if len(e.args) == 1 and len(args) == 2 and shape.nargs == 1 and single:
        return drop_error(c, args, e.args[0], 1)
    return args


def dropped_call(c: Checker, e: nodes.Expr) -> None:
    """Makes the run fail with the error of a tool call that is used as a statement. Its result may be ignored."""
    call = _call_with_error(c, e)
    if call is None:
        return
    func, sig = call.info.func, cast(Signature, call.info.signature)
    if func is not None and func.decl is None and sig.results[0] is ANY:
        _must(c, e, call)
