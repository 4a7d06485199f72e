"""The HTML card that a notebook shows for a result or reply: the value, the program and its calls."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from codemode.dsl.diagnostics import Diagnostic
from codemode.engine.attachments import File
from codemode.engine.replies import Attachment, Completed, Failed, TextOutput, Waiting
from codemode.engine.results import ToolCallRecord
from codemode.errors import CodeModeError

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


def card(
    status: str,
    *,
    value: Any = None,
    has_value: bool = True,
    said: str = "",
    code: str = "",
    stdout: str = "",
    calls: Sequence[ToolCallRecord] = (),
    warnings: Iterable[Diagnostic] = (),
    attachments: Iterable[Attachment] = (),
) -> str:
    """The card as HTML without scripts. Everything from a program, a tool or a model is escaped as text."""
    color = _COLORS.get(status, "#57606a")
    parts = [f'<b style="color:{color}">{escape(status)}</b>']
    if said:
        parts.append(_text(said))
    if has_value:
        parts.append(_text(_json(value)))
    parts += [_picture(each) for each in _pictures(attachments)]
    if stdout:
        parts.append(_folded("printed", _text(stdout)))
    parts += [f"<div>⚠ {escape(_cut(each.message, 500))}</div>" for each in list(warnings)[:10]]
    if calls:
        parts.append(_folded(f"{len(calls)} call{'s' if len(calls) > 1 else ''}", _table(calls)))
    if code:
        parts.append(_folded("program", _text(code, MAX_CODE)))
    return f'<div style="{_BOX}">{"".join(parts)}</div>'


def reply_card(reply: Completed | Waiting | Failed) -> str:
    """The card of a reply."""
    said = ""
    if isinstance(reply, Failed):
        said = "\n".join(part for part in (f"{reply.code}: {reply.error}", *map(str, reply.diagnostics)) if part)
    elif isinstance(reply, Waiting):
        said = "\n".join([reply.reason, *(f"{call.id} {call.tool}" for call in reply.pending_tool_calls)])
    printed = [item.text if isinstance(item, TextOutput) else _json(item.value) for item in reply.output]
    return card(
        reply.status,
        value=reply.value if isinstance(reply, Completed) else None,
        has_value=isinstance(reply, Completed) and reply.has_value,
        said=said,
        stdout="\n".join(printed),
        calls=reply.tool_calls,
        warnings=reply.warnings,
        attachments=reply.attachments,
    )


def _json(value: Any) -> str:
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


def _pictures(attachments: Iterable[Attachment]) -> Iterable[File]:
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
