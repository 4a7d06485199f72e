"""exec and wait: cells, sessions, limits, nested calls, replies; and running a program directly."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from codemode.engine.attachments import File, Image
    from codemode.engine.call_records import ToolCallRecord
    from codemode.engine.cell_output import OutputText
    from codemode.engine.engine import Engine
    from codemode.engine.inline import check, run
    from codemode.engine.limits import Limits
    from codemode.engine.model_content import reply_content, reply_pictures
    from codemode.engine.model_text import reply_text
    from codemode.engine.protocols import CallContext, Hook, ToolSource
    from codemode.engine.replies import Attachment, Completed, Failed, Waiting
    from codemode.engine.results import CodeModeResult
    from codemode.engine.session import Session
    from codemode.engine.workers.protections import PROTECTIONS

_NAMES = {
    "attachments": "File Image",
    "call_records": "ToolCallRecord",
    "cell_output": "OutputText",
    "engine": "Engine",
    "inline": "check run",
    "limits": "Limits",
    "model_content": "reply_content reply_pictures",
    "model_text": "reply_text",
    "protocols": "CallContext Hook ToolSource",
    "replies": "Attachment Completed Failed Waiting",
    "results": "CodeModeResult",
    "session": "Session",
    "workers.protections": "PROTECTIONS",
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}

__all__ = [
    "PROTECTIONS",
    "Attachment",
    "CallContext",
    "CodeModeResult",
    "Completed",
    "Engine",
    "Failed",
    "File",
    "Hook",
    "Image",
    "Limits",
    "OutputText",
    "Session",
    "ToolCallRecord",
    "ToolSource",
    "Waiting",
    "check",
    "reply_content",
    "reply_pictures",
    "reply_text",
    "run",
]


def __getattr__(name: str) -> Any:
    # one by one: a source of tools needs the protocols without the interpreter
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return found
