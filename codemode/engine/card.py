"""The HTML card that a notebook shows for a result or reply: the value, the program and its calls."""

from __future__ import annotations

import builtins
import json
from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, Protocol

from codemode.dsl.diagnostics import Diagnostic
from codemode.engine.attachments import File
from codemode.engine.call_records import ToolCallRecord
from codemode.errors import CodeModeError
from codemode.records import dataclass

MAX_VALUE = 4000  # characters of the value, and of what was printed
MAX_CODE = 20_000
MAX_CALLS = 100
MAX_PICTURES, MAX_PICTURE = 4, 1 << 20  # bytes of one
_SHOWN = ("image/png", "image/jpeg", "image/gif", "image/webp")  # an SVG may contain scripts

_BOX = "border:1px solid #8886;border-radius:6px;padding:.6em .9em;max-width:60em;font-family:sans-serif"
_MONO = "white-space:pre-wrap;overflow-wrap:anywhere;margin:.3em 0;font-family:monospace;text-align:left"
_COLORS = {
    "completed": "#1a7f37",
    "answered": "#1a7f37",
    "waiting": "#9a6700",
    "out_of_turns": "#9a6700",
    "failed": "#cf222e",
}


class Picture(Protocol):
    """An attachment that may be a picture."""

    media_type: str
    name: str
    bytes: int

    @property
    def data(self) -> builtins.bytes: ...


@dataclass(slots=True, frozen=True, kw_only=True)
class Card:
    """What a card shows: `said` is text above the value, `code` the program."""

    status: str
    value: Any = None
    has_value: bool = True
    said: str = ""
    code: str = ""
    stdout: str = ""
    calls: Sequence[ToolCallRecord] = ()
    warnings: Sequence[Diagnostic] = ()
    attachments: Iterable[Picture] = ()

    def html(self) -> str:
        """HTML without scripts. Everything from a program, a tool or a model is escaped as text."""
        color = _COLORS.get(self.status, "#57606a")
        parts = [f'<b style="color:{color}">{escape(self.status)}</b>']
        if self.said:
            parts.append(_text(self.said))
        if self.has_value:
            parts.append(_text(json_text(self.value)))
        parts += [_picture(each) for each in _pictures(self.attachments)]
        if self.stdout:
            parts.append(_folded("printed", _text(self.stdout)))
        parts += [f"<div>⚠ {escape(_cut(each.message, 500))}</div>" for each in self.warnings[:10]]
        if self.calls:
            parts.append(_folded(f"{len(self.calls)} call{'s' if len(self.calls) > 1 else ''}", _table(self.calls)))
        if self.code:
            parts.append(_folded("program", _text(self.code, MAX_CODE)))
        return f'<div style="{_BOX}">{"".join(parts)}</div>'


def json_text(value: Any) -> str:
    try:
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
    except (TypeError, ValueError):
        return repr(value)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}… ({len(text) - most} more characters)"


def _text(text: str, most: int = MAX_VALUE) -> str:
    return f'<pre style="{_MONO}">{escape(_cut(text, most))}</pre>'


def _folded(title: str, inside: str) -> str:
    return f"<details><summary>{escape(title)}</summary>{inside}</details>"


def _table(calls: Sequence[ToolCallRecord]) -> str:
    rows = [
        f"<tr><td>{escape(call.tool)}</td><td>{escape(call.status)}</td><td>{call.ms:.0f} ms</td>"
        f"<td>{escape(_cut(call.error or call.note or '', 300))}</td></tr>"
        for call in calls[:MAX_CALLS]
    ]
    more = f"<div>and {len(calls) - MAX_CALLS} more</div>" if len(calls) > MAX_CALLS else ""
    return f'<table style="text-align:left">{"".join(rows)}</table>{more}'


def _pictures(attachments: Iterable[Picture]) -> Iterable[File]:
    shown = 0
    for each in attachments:
        if each.media_type not in _SHOWN or each.bytes > MAX_PICTURE or shown == MAX_PICTURES:
            continue
        try:
            data = each.data
        except CodeModeError:
            continue  # no longer stored
        shown += 1
        yield File(data, each.name, media_type=each.media_type)


def _picture(file: File) -> str:
    data = b64encode(file.data).decode()
    return f'<img style="max-width:100%" alt="{escape(file.name)}" src="data:{file.media_type};base64,{data}">'
