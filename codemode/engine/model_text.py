"""The text of a reply for a model: short, without what only hosts need."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

from codemode.dsl.diagnostics import NO_RESULT, Diagnostic, Repair
from codemode.engine.call_records import ToolCallRecord
from codemode.engine.replies import Completed, Failed, Output, TextOutput, Truncated, Waiting

MAX_LISTED = 20  # of the problems, of the calls that failed, and so on
MAX_LINE = 400  # characters of one call or warning
MAX_FRAMES = 12
MAX_PLACES = 5  # where the same was repaired
PEOPLE = "a person decides, not you: tell the user, end your turn, and call wait when they have decided"
DONE = "what `calls` counts worked and is not undone: do not repeat calls that change something"
# before Python 3.12 each comprehension at the top level has a frame
_PYTHON_TOP = tuple(f"in <{name}>" for name in ("module", "listcomp", "setcomp", "dictcomp", "genexpr"))
_STATUS_WORDS = {"error": "failed", "in_doubt": "in doubt", "never_started": "never started"}


def reply_text(reply: Completed | Waiting | Failed) -> str:
    """Returns a reply as compact JSON for a model.

    Successful calls are counted by tool. Calls that failed, were denied, are in doubt, were never started, or have a note are listed. Empty parts are
    left out.
    """
    if isinstance(reply, Completed):
        told = _completed(reply)
    elif isinstance(reply, Waiting):
        told = _waiting(reply)
    else:
        told = _failed(reply)
    left_out = reply.omitted
    told["output"] = [_item(item) for item in reply.output] + _more(left_out.get("output", 0), "items")
    told["rest"] = _rest(reply)
    told |= _calls(reply)
    told["note"] = DONE if isinstance(reply, Failed) and told["calls"] else told.get("note", "")
    # a program that failed or waits has no result yet, so a missing one needs no mention
    warnings = [each for each in reply.warnings if each.code != NO_RESULT or isinstance(reply, Completed)]
    told["warnings"] = _some([_warning(each) for each in warnings], "warnings", left_out.get("warnings", 0))
    told["repairs"] = _some(_repairs(reply.repairs), "repairs", left_out.get("repairs", 0))
    shown = {key: value for key, value in told.items() if key == "value" or value not in ("", 0, [], {})}
    return json.dumps(shown, ensure_ascii=False, separators=(",", ":"))


def own_stack(trace: str) -> str:
    """Returns the frames of a `Failed.trace` in its order; "" if none is in a function of the program, because the place is enough then."""
    first, *lines = trace.splitlines() or [""]
    if first.startswith("Traceback "):  # Python's; its last line is the error, which the reply has already
        frames = lines[:-1]
        own = [frame for frame in frames if not frame.endswith(_PYTHON_TOP)]
    else:
        frames = ["\n".join(lines[at : at + 2]) for at in range(0, len(lines), 2)]
        own = [frame for frame in frames if not frame.startswith("main.main(...)")]
    if not own:
        return ""
    if len(frames) > MAX_FRAMES:
        left_out = len(frames) - MAX_FRAMES
        frames[MAX_FRAMES - 2 : -2] = [f"({left_out} calls between them)"]
    return "\n".join(frames)


# --- by status -------------------------------------------------------------------------------------------------------


def _completed(reply: Completed) -> dict[str, Any]:
    told: dict[str, Any] = {"status": reply.status}
    if reply.has_value:
        told["value"] = reply.value
    if reply.exit_code:
        told["exit_code"] = reply.exit_code
    return told


def _waiting(reply: Waiting) -> dict[str, Any]:
    asked = [call for call in reply.pending_tool_calls if call.needs_approval]
    return {
        "status": reply.status,
        "run_id": reply.run_id,
        "reason": reply.reason,
        "note": reply.note,
        "pending": dict(Counter(call.tool for call in reply.pending_tool_calls if not call.needs_approval)),
        "needs_approval": [
            {"tool": call.tool, "asks": call.question}
            if call.question
            else {"tool": call.tool, "arguments": call.arguments}
            for call in asked[:MAX_LISTED]
        ],
        "more_pending": reply.omitted.get("pending_tool_calls", 0),
        # until then wait returns at once, and a model would spend all its turns on it
        "hint": PEOPLE if reply.reason == "approval" else "",
    }


def _failed(reply: Failed) -> dict[str, Any]:
    first = reply.diagnostics[0].message if reply.diagnostics else ""
    told: dict[str, Any] = {
        "status": reply.status,
        "code": reply.code,
        # a problem contains the same, with its place
        "error": "" if first and first in reply.error else reply.error,
        "problems": _some(list(map(str, reply.diagnostics)), "problems", reply.omitted.get("diagnostics", 0)),
        "hint": "" if any(each.hint == reply.hint for each in reply.diagnostics) else reply.hint,
        "stack": own_stack(reply.trace),
    }
    if reply.code == "run_busy":
        told["run_id"] = reply.run_id
    return told


# --- pieces ----------------------------------------------------------------------------------------------------------


def _item(item: Output) -> Any:
    """A text unchanged; anything else with its type and size."""
    if not isinstance(item, TextOutput):
        return {"json": item.value}
    cut = {"omitted_bytes": item.omitted_bytes, "result_id": item.result_id} if item.result_id is not None else {}
    if item.stream == "stderr":
        return {"stderr": item.text, **cut}
    return {"text": item.text, **cut} if cut else item.text


def _rest(reply: Completed | Waiting | Failed) -> str:
    """Tells how a program reads what was cut; "" if nothing was cut. The function has the same name in both languages."""
    ids = [item.result_id for item in reply.output if isinstance(item, TextOutput) and item.result_id is not None]
    value = reply.value if isinstance(reply, Completed) and reply.has_value else None
    if isinstance(value, dict):
        cut = cast("dict[str, Any]", value)
        ids += [str(cut["result_id"])] if cut.keys() == Truncated.model_fields.keys() else []
    reads = " and ".join(f'results.Load("{each}")' for each in ids)
    return f"a program reads all of it with {reads}" if reads else ""


def _calls(reply: Completed | Waiting | Failed) -> dict[str, Any]:
    open_calls = {call.id for call in reply.pending_tool_calls} if isinstance(reply, Waiting) else frozenset[str]()
    ended = [call for call in reply.tool_calls if call.id not in open_calls]
    warned = [warning.message for warning in reply.warnings]
    # equal failures share one line, which names the arguments of the first
    odd: dict[str, list[ToolCallRecord]] = {}
    for call in ended:
        odd.setdefault(_call(call, warned), []).append(call)
    odd.pop("", None)
    lines = [_line(text, calls) for text, calls in odd.items()]
    worked = Counter(call.tool for call in ended if call.status == "ok") + Counter(reply.omitted_calls)
    left_out = reply.omitted.get("tool_calls", 0) - sum(reply.omitted_calls.values())
    return {"calls": dict(worked), "look_at_calls": _some(lines, "calls", left_out)}


def _line(text: str, calls: list[ToolCallRecord]) -> str:
    first, many = calls[0], len(calls) > 1
    noted = f" ({'first ' if many else ''}{first.note})" if first.status != "ok" and first.note else ""
    return _short(f"{len(calls)} times: {text}" if many else text, MAX_LINE - len(noted)) + noted


def _call(call: ToolCallRecord, warned: Sequence[str]) -> str:
    """One line about a call; "" if there is nothing to report, or a warning reports it already."""
    if call.status != "ok":
        return _short(
            f"{call.tool} {_STATUS_WORDS.get(call.status, call.status)}" + (f": {call.error}" if call.error else "")
        )
    note = call.note
    for message in warned if note else ():
        said = message.removeprefix(f"{call.tool}: ")
        if said != message and note.startswith(said):
            note = note[len(said) :].removeprefix("; ")
    return _short(f"{call.tool} gave: {note}") if note else ""


def _warning(warning: Diagnostic) -> str:
    where = f"line {warning.line}: " if warning.line else ""
    return _short(where + warning.message + (f" ({warning.hint})" if warning.hint else ""))


def _repairs(repairs: list[Repair]) -> list[str]:
    """The repairs, with equal ones in one line."""
    places: dict[str, list[int]] = {}
    for repair in repairs:
        places.setdefault(repair.message, []).append(repair.line)
    return [_short(f"line {_numbers(lines)}: {message}") for message, lines in places.items()]


def _numbers(lines: list[int]) -> str:
    found = sorted(set(lines))
    return ", ".join(map(str, found[:MAX_PLACES])) + (", ..." if len(found) > MAX_PLACES else "")


def _some(lines: list[str], what: str, left_out: int = 0) -> list[str]:
    """The first lines, and the number of the rest; `left_out` counts entries that are not among the lines."""
    return lines[:MAX_LISTED] + _more(max(0, len(lines) - MAX_LISTED) + left_out, what)


def _more(count: int, what: str) -> list[str]:
    return [f"and {count} more {what}"] if count > 0 else []


def _short(text: str, most: int = MAX_LINE) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
