"""codemode: let a language model orchestrate many tools with one small Go-like program, safely."""

from __future__ import annotations

import gc
from importlib import import_module
from typing import TYPE_CHECKING, Any

from codemode.errors import CodeModeError

if TYPE_CHECKING:
    from codemode.catalog import Namespace, Policy, Rule, Verb
    from codemode.engine import (
        Attachment,
        CodeModeResult,
        Completed,
        Engine,
        Failed,
        File,
        Hook,
        Image,
        Limits,
        Session,
        Waiting,
        check,
        reply_content,
        reply_pictures,
        reply_text,
        run,
    )
    from codemode.engine.functions import FunctionSource, FunctionTool, tool
    from codemode.orchestrator import (
        AgentOutcome,
        CallOutcome,
        ChatAnswer,
        ChatModel,
        CodeModeArgs,
        CodeModeUTCP,
        Model,
        OpenAIModel,
        PendingApproval,
        ScriptedModel,
        run_agent,
    )
    from codemode.orchestrator.transcripts import messages
    from codemode.sources import McpSource, UtcpSource
    from codemode.tool_cache import CacheStats, ToolCache

__version__ = "0.1.0"

__all__ = [
    "AgentOutcome",
    "Attachment",
    "CacheStats",
    "CallOutcome",
    "ChatAnswer",
    "ChatModel",
    "CodeModeArgs",
    "CodeModeError",
    "CodeModeResult",
    "CodeModeUTCP",
    "Completed",
    "Engine",
    "Failed",
    "File",
    "FunctionSource",
    "FunctionTool",
    "Hook",
    "Image",
    "Limits",
    "McpSource",
    "Model",
    "Namespace",
    "OpenAIModel",
    "PendingApproval",
    "Policy",
    "Rule",
    "ScriptedModel",
    "Session",
    "ToolCache",
    "UtcpSource",
    "Verb",
    "Waiting",
    "check",
    "messages",
    "reply_content",
    "reply_pictures",
    "reply_text",
    "run",
    "run_agent",
    "tool",
]

# the names by where they live; imported when they are first used
_NAMES = {
    "catalog": "Namespace Policy Rule Verb",
    "engine": (
        "Attachment CodeModeResult Completed Engine Failed File Hook Image Limits Session Waiting check "
        "reply_content reply_pictures reply_text run"
    ),
    "engine.functions": "FunctionSource FunctionTool tool",
    "orchestrator": (
        "AgentOutcome CallOutcome ChatAnswer ChatModel CodeModeArgs CodeModeUTCP Model OpenAIModel "
        "PendingApproval ScriptedModel run_agent"
    ),
    "orchestrator.transcripts": "messages",
    "sources": "McpSource UtcpSource",
    "tool_cache": "CacheStats ToolCache",
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # nothing of what is imported is garbage, and looking for some takes a third of the time
    collects = gc.isenabled()
    gc.disable()
    try:
        found = globals()[name] = getattr(import_module(f"{__name__}.{home}"), name)
    finally:
        if collects:
            gc.enable()
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
