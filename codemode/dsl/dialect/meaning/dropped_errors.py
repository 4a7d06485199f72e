"""Reads calls that return a value and an error where one value is wanted: the run fails if there is an error."""

from __future__ import annotations

from typing import cast

from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker
from codemode.types.model import ANY, ERROR, Signature, Type
from codemode.types.objects import CallInfo
from codemode.types.spelling import unparen


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


def single(c: Checker, e: nodes.Expr) -> Type | None:
    """Returns the T of a call with results (T, error) that stands where one value is expected. The run fails if the error is not nil."""
    call = _call_with_error(c, e)
    return _must(c, e, call) if call is not None else None
