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

_HOMES = {
    "File": "attachments",
    "Image": "attachments",
    "Attachment": "replies",
    "Engine": "engine",
    "check": "inline",
    "run": "inline",
    "Limits": "limits",
    "OutputText": "cell_output",
    "CallContext": "protocols",
    "Hook": "protocols",
    "ToolSource": "protocols",
    "Completed": "replies",
    "Failed": "replies",
    "Waiting": "replies",
    "reply_content": "model_content",
    "reply_pictures": "model_content",
    "reply_text": "model_text",
    "CodeModeResult": "results",
    "ToolCallRecord": "call_records",
    "Session": "session",
    "PROTECTIONS": "workers.protections",
}

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
