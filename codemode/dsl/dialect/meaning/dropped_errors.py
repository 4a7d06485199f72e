"""Reads calls that return a value and an error where one value is wanted: the run fails if there is an error."""

from __future__ import annotations

from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker
from codemode.types.expression_text import unparen
from codemode.types.model import ANY, ERROR, Type
from codemode.types.objects import CallInfo


def single(c: Checker, e: nodes.Expr) -> Type | None:
    """Returns the T of a call with results (T, error) that stands where one value is expected. The run fails if the error is not nil."""
    call = unparen(e)
    info = call.info if isinstance(call, nodes.CallExpr) else None
    sig = info.signature if isinstance(info, CallInfo) else None
    if not isinstance(info, CallInfo) or sig is None or len(sig.results) != 2 or sig.results[1] is not ERROR:
        return None
    typ, func = sig.results[0], info.func
    inner = e
    while isinstance(inner, nodes.ParenExpr):
        inner.typ = typ
        inner = inner.x
    inner.typ, info.must = typ, True
    info.ends = typ is ANY and func is not None and func.native is not None and func.name == "Next"
    # the message has no function name, so that equal mends are reported once
    end = ", except for io.EOF at the end, where the value is nil" if info.ends else ""
    c.mend("dropped_error", call, found=end)
    return typ
