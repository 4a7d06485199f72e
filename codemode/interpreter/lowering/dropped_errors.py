"""A call whose error the program drops, `r, _ :=` or an err that it never reads: it continues with nil, and a warning gives the reason."""

from __future__ import annotations

from collections.abc import Sequence

from codemode.dsl.syntax import nodes
from codemode.interpreter.machine.dispatch import find_method
from codemode.interpreter.machine.frames import Code, Frame
from codemode.types.expression_text import expr_text, unparen
from codemode.types.objects import CallInfo, Var

DROPPED_ERROR = "dropped_error"
HINT = "take the error, r, err := ..., and look at it before you use r"


def with_warning(lhs: Sequence[nodes.Expr], rhs: nodes.Expr, code: Code) -> Code:
    """The code of an assignment's value; if that is a tool call whose error is dropped, an error adds a warning."""
    call = unparen(rhs)
    if len(lhs) != 2 or not _is_dropped(lhs[1]) or not isinstance(call, nodes.CallExpr):
        return code
    tool = _tool(call)
    if not tool:
        return code
    pos, end = rhs.pos, rhs.end

    def call_and_tell(f: Frame, at: int = pos) -> object:
        results = code(f)
        error = results[1]
        if error is not None:
            run = f[0]
            method = find_method(run, error, "Error")
            text = method().decode("utf-8", "replace") if method is not None else ""
            run.warn(f"the error of {tool} was dropped: {text}", pos, end, HINT, DROPPED_ERROR)
        return results

    return call_and_tell


def _is_dropped(target: nodes.Expr) -> bool:
    """Whether it is _, or a variable that the program never reads."""
    return isinstance(target, nodes.Ident) and (
        target.name == "_" or (isinstance(target.obj, Var) and not target.obj.used)
    )


def _tool(call: nodes.CallExpr) -> str:
    """The name of a call that leaves for a tool, "" for other calls."""
    func = call.info.func if isinstance(call.info, CallInfo) else None
    if func is None or not func.calls_tool:
        return ""
    if func.package in ("codemode", "tools") and func.name in ("CallTool", "CallToolStream", "Call") and call.args:
        name: object = call.args[0].const
        return (
            name if isinstance(name, str) else name.decode("utf-8", "replace") if isinstance(name, bytes) else "a tool"
        )
    return expr_text(call.fun)
