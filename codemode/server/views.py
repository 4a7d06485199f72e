"""What the page shows of a run, from its events: its state, its calls as lanes, its program line by line."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import dropwhile, takewhile
from typing import Any, Final

from codemode.engine.card import json_text
from codemode.engine.durable.history import RunRecord
from codemode.server.visible import visible

Event = dict[str, Any]

MAX_OUTPUT: Final = 64 << 10  # characters of what a run printed
MAX_HEAD: Final = 20  # lines in which a title is searched
MAX_TITLE: Final = 120
_COMMENT: Final = ("//", "#")  # of Go, of Python
_HEAD: Final = (*_COMMENT, "package ", "import", "func main()", ")")
MAX_IN_LINE: Final = 120  # characters of a value on one line

_NOT_TOLD: Final = {"type", "run_id", "at", "reply", "code", "agent", "session", "tool_id"}
MAX_HIGHLIGHTED: Final = 32 << 10  # characters of a program; the rest is shown as it is
# a comment or string that does not end is highlighted, too: its end is not searched again from each quote in it
_TOKEN: Final = re.compile(
    r"(?P<c>//[^\n]*|/\*.*?(?:\*/|\Z))"
    r"|(?P<s>\"[^\"\\\n]*+(?:\\.[^\"\\\n]*+)*+\"?+|`[^`]*`|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'?+)"
    r"|(?P<k>\b(?:break|case|chan|const|continue|default|defer|else|fallthrough|for|func|go|goto|if|import|interface|map|package|range|return"
    r"|select|struct|switch|type|var|true|false|nil)\b)|(?P<n>\b\d[\w.]*\b)",
    re.DOTALL,
)


@dataclass(slots=True)
class Lane:
    """One call. Times are seconds since 1970; `y` is its row in the drawing."""

    id: str
    tool: str
    began: float
    ended: float | None = None
    status: str = "running"
    error: str = ""
    arguments: Any = None
    result: Any = None
    progress: str = ""
    row: int = 0

    @property
    def ms(self) -> float:
        return ((self.ended if self.ended is not None else time.time()) - self.began) * 1000


@dataclass(slots=True)
class PendingCallView:
    """A call that waits for a person, or that asks a `question`."""

    call_id: str
    tool: str
    arguments: dict[str, Any] | None  # None if they are not kept, see --record
    question: str = ""
    answer_schema: dict[str, Any] | None = None
    effects: dict[str, Any] | None = None  # of the whole program, if the approval is for it


@dataclass(slots=True)
class RunView:
    """All that is known of a run from its events."""

    run_id: str
    agent: str = ""
    session: str = ""
    code: str = ""
    state: str = "running"
    reason: str = ""
    error: str = ""
    began: float = 0.0
    ended: float | None = None
    calls: list[Lane] = field(default_factory=list[Lane])
    output: str = ""
    asked: list[PendingCallView] = field(default_factory=list[PendingCallView])
    decisions: list[Event] = field(default_factory=list[Event])
    reply: dict[str, Any] | None = None
    lost: int = 0

    @property
    def seconds(self) -> float:
        return (self.ended if self.ended is not None else time.time()) - self.began

    @property
    def title(self) -> str:
        """The comment above the program, else its first line of code."""
        lines = [line.strip() for line in self.code.split("\n", MAX_HEAD)[:MAX_HEAD]]
        said = takewhile(lambda line: line.startswith(_COMMENT), dropwhile(lambda line: not line, lines))
        told = " ".join(line.lstrip("/# ") for line in said).strip()
        done = (line for line in lines if line and not line.startswith(_HEAD))
        return (told or next(done, ""))[:MAX_TITLE]

    @property
    def preview(self) -> str:
        """The beginning of the value, on one line."""
        reply = self.reply or {}
        return in_line(reply["value"]) if reply.get("has_value") else ""

    @property
    def place(self) -> int:
        """The line of the program in which it failed; 0 if unknown."""
        reply = self.reply or {}
        return next((each["line"] for each in reply.get("diagnostics", []) if each.get("line")), 0)

    @property
    def is_moving(self) -> bool:
        """Whether the run is under way."""
        return self.ended is None and self.state == "running"

    @property
    def value(self) -> str:
        reply = self.reply or {}
        return json_text(reply["value"]) if reply.get("has_value") else ""

    @property
    def tools(self) -> list[str]:
        return list(dict.fromkeys(call.tool for call in self.calls))

    @property
    def width(self) -> float:
        """The width of the drawing of calls, in seconds."""
        ends = [call.ended if call.ended is not None else time.time() for call in self.calls]
        return max([end - self.began for end in ends] + [0.001])

    @property
    def rows(self) -> int:
        """The number of rows: the most simultaneous calls."""
        return max((call.row for call in self.calls), default=-1) + 1

    def bar(self, call: Lane) -> tuple[float, float]:
        """Returns where a call begins and how long it is, in percent of the drawing."""
        begin = min(max(0.0, (call.began - self.began) / self.width * 100), 99.5)
        return round(begin, 2), round(min(max(call.ms / 10 / self.width, 0.5), 100 - begin), 2)


def view_of(run_id: str, events: Iterable[Event]) -> RunView:
    run = RunView(run_id)
    calls: dict[str, Lane] = {}
    for event in events:
        _take(run, calls, event)
    run.calls = list(calls.values())
    _place(run.calls)
    return run


def view_of_record(record: RunRecord) -> RunView:
    """Returns the view of a run from its history record, for a list."""
    last = record.replies[-1] if record.replies else None
    run = RunView(record.run_id, record.agent, record.session, record.code, record.status, record.reason)
    run.began, run.ended, run.reply = record.started_at, record.ended_at, last
    run.error = str((last or {}).get("error", ""))
    run.calls = [
        Lane(call.id, call.tool, call.started_at, call.started_at + call.ms / 1000, call.status)
        for call in record.calls
        if call.started_at or call.status not in ("waiting", "approved")
    ]
    return run


def _take(run: RunView, calls: dict[str, Lane], event: Event) -> None:
    run.lost += event.get("lost", 0)
    at = event["at"]
    match event["type"]:
        case "started":
            run.agent, run.session, run.code, run.began = event["agent"], event["session"], event["code"], at
        case "output":
            if len(run.output) < MAX_OUTPUT:
                run.output += event["text"] + ("\n" if event["stream"] in ("text", "json") else "")
        case "call_started":
            calls[event["call_id"]] = Lane(event["call_id"], event["tool"], at, arguments=event.get("arguments"))
        case "call_progress":
            call = calls.get(event["call_id"])
            if call is not None:
                total = event.get("total")
                call.progress = (
                    f"{event['progress']:g}" + (f" of {total:g}" if total else "") + f" {event.get('message', '')}"
                )
        case "call_ended":
            call = calls.setdefault(event["call_id"], Lane(event["call_id"], event["tool"], at))
            call.ended, call.status, call.error = at, event["status"], event.get("error", "")
            call.result = event.get("result")
        case "waiting":
            run.state, run.reason, run.reply = "waiting", event["reason"], event.get("reply") or run.reply
        case "resumed":
            run.state, run.reason = "running", ""
        case "approval_asked":
            question, schema = event.get("question", ""), event.get("answer_schema")
            told = (event["call_id"], event["tool"], event["arguments"])
            run.asked.append(PendingCallView(*told, question, schema, event.get("effects")))
        case "approval_given":
            run.asked = [asked for asked in run.asked if asked.call_id != event["call_id"]]
            run.decisions.append(event)
        case "ended":
            run.state, run.ended, run.error = event["status"], at, event.get("error", "")
            run.reply, run.asked = event.get("reply") or run.reply, []
        case _:
            pass


def _place(calls: Sequence[Lane]) -> None:
    """Places each call in the first row that is free when it begins, so that simultaneous calls are below each other."""
    free: list[float] = []
    for call in calls:
        end = call.ended if call.ended is not None else float("inf")
        for row, until in enumerate(free):
            if until <= call.began:
                call.row = row
                free[row] = end
                break
        else:
            call.row = len(free)
            free.append(end)


# --- the program ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Line:
    """A line of a program."""

    number: int
    html: str
    notes: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])  # kind and text

    @property
    def is_wrong(self) -> bool:
        return any(kind == "error" for kind, _ in self.notes)


def lines_of(code: str, reply: dict[str, Any] | None) -> list[Line]:
    """Returns the lines of the program with highlighted words, and with the repairs, warnings and errors of each line."""
    lines = [Line(number, html) for number, html in enumerate(highlighted(code.rstrip("\n")).split("\n"), 1)]
    told = reply or {}
    for kind, key in (("repair", "repairs"), ("warning", "warnings"), ("error", "diagnostics")):
        for each in told.get(key, []):
            at: int = each.get("line", 0)
            if 1 <= at <= len(lines):
                hint = each.get("hint", "")
                lines[at - 1].notes.append((kind, f"{each['message']} ({hint})" if hint else each["message"]))
    return lines


def highlighted(code: str) -> str:
    """Returns Go with highlighted words, as HTML."""
    parts: list[str] = []
    at, code = 0, visible(code)
    for found in _TOKEN.finditer(code, 0, MAX_HIGHLIGHTED):
        parts.append(escape(code[at : found.start()]))
        kind = found.lastgroup or ""
        # a token over several lines is highlighted line by line
        parts.append("\n".join(f'<span class="t{kind}">{escape(part)}</span>' for part in found.group().split("\n")))
        at = found.end()
    return "".join([*parts, escape(code[at:])])


# --- values ----------------------------------------------------------------------------------------------------------------


def compact(value: Any) -> str:
    """Returns a value as JSON on one line, in characters that people can read."""
    return json.dumps(value, ensure_ascii=False)


def in_line(value: Any) -> str:
    """Returns the beginning of a value on one line."""
    text = value if isinstance(value, str) else compact(value)
    text = visible(" ".join(text[: 2 * MAX_IN_LINE].split()))
    return text if len(text) <= MAX_IN_LINE else text[: MAX_IN_LINE - 1] + "…"


def in_words(event: Event) -> str:
    """Returns what an event has besides its kind, time and run."""
    told = {key: value for key, value in event.items() if key not in _NOT_TOLD and value not in ("", None, 0, False)}
    return in_line(", ".join(f"{key} {in_line(value)}" for key, value in told.items()))


def span(seconds: float) -> str:
    """Returns a duration as people write it."""
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    for unit, size in (("d", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{int(seconds // size)} {unit}"
    return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"


def ago(at: float) -> str:
    """Returns a time relative to now, in the same form as page.js."""
    seconds = time.time() - at
    return "just now" if seconds < 5 else f"{int(seconds)} s ago" if seconds < 120 else f"{span(seconds)} ago"


def exact(at: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))
