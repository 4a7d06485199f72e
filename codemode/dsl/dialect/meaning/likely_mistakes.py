"""Warns of results that are probably a mistake, though Go accepts them."""

from __future__ import annotations

from codemode.dsl.diagnostics import HIDDEN_VARIABLE, NO_RESULT
from codemode.dsl.dialect.meaning import conversions, hints, times, tools
from codemode.dsl.dialect.meaning.notes import noted
from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text, unparen
from codemode.types.model import ANY, ERROR, INT, Interface, Map, Slice
from codemode.types.operand import CONST, Operand
from codemode.types.resolving import ObjectPlace


def becomes_any(c: Checker, x: Operand) -> None:
    """Warns of a result value that is probably a mistake: a duration, which becomes nanoseconds, or a truncated integer quotient. Reads a stream."""
    if not c.gradual:
        return
    if noted(c).streams:
        tools.pieces(c, x)
    if times.is_duration(x.typ) and x.mode is not CONST:
        shown = expr_text(x.expr)
        why = f"write {shown}.String(), or {shown}.Hours()"
        message = f"{shown} is a time.Duration: in the result it becomes a number of nanoseconds"
        c.warning(x.expr, message, why, reason="duration_as_number")
    elif x.typ is INT and c.mends and conversions.divides(c, x.expr):
        # only in a program that was repaired elsewhere: its author may expect a fraction
        message = f"{expr_text(x.expr)} divides integers, which drops the fraction"
        c.warning(x.expr, message, hints.for_quotient(x.expr), reason="truncated_quotient")


def maybe_list(c: Checker, x: Operand, e: nodes.Expr) -> None:
    """Warns of `tags, ok := r["tags"].([]string)`: for the []any of a tool's result ok is false, so the program would skip the data."""
    inner = unparen(e)
    under = x.typ.underlying
    if not isinstance(inner, nodes.TypeAssertExpr) or not isinstance(under, (Map, Slice)) or not c.tool_calls:
        return
    if c.gradual and inner.x.typ is ANY and not isinstance(under.elem.underlying, Interface):
        shown = c.words.type(x.typ)
        kind = "[]any" if isinstance(under, Slice) else "map[string]any"
        hint = f"an assertion without ok converts the list: xs := {expr_text(inner)}; or assert to {kind}, and then each element"
        message = f"for data of a tool ok is always false here: the data has the type {kind}, and not {shown}"
        c.warning(inner, message, hint, reason="impossible_type")


def finished(c: Checker) -> None:
    """Warns of a snippet without a result, and of `cursor := next` in a loop that probably was to change the cursor outside of the loop."""
    if not c.sets_out and not c.prints and not c.problems:
        end = c.file.end
        message, hint = "__out is not set: the program has no result", "assign the result to __out"
        c.report(end, end, message, hint, code=NO_RESULT, severity="warning", reason="no_result")
    for var, outer in c.shadows.items():
        fixed = outer.used and outer not in c.assigned and outer not in c.in_loop
        if var in c.in_loop and fixed and var.typ is outer.typ and var.typ is not ERROR:
            hint = f"to change that one, write {var.name} = ... instead of {var.name} := ..."
            message = f"this {var.name} is a new variable: the {var.name} outside the loop never changes"
            c.warning(ObjectPlace(var), message, hint, reason=HIDDEN_VARIABLE)
