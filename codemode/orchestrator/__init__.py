"""From a prompt to a value: `CodeModeUTCP`, the models it asks, and what it gives back."""

from __future__ import annotations

from codemode.orchestrator.agent_outcome import AgentOutcome
from codemode.orchestrator.approvals import PendingApproval
from codemode.orchestrator.chat import (
    AssistantMessage,
    ChatAnswer,
    ChatModel,
    Message,
    SystemMessage,
    ToolCall,
    ToolMessage,
    UserMessage,
)
from codemode.orchestrator.codemode_utcp import CodeModeUTCP
from codemode.orchestrator.effect_ledger import CallRecord
from codemode.orchestrator.events import Event
from codemode.orchestrator.models import AnyModel, Model, ScriptedModel
from codemode.orchestrator.openai_model import OpenAIModel
from codemode.orchestrator.outcome import Attempt, CallOutcome, CodeModeArgs, PlanMade, StageRecord
from codemode.orchestrator.standalone_agent import run_agent
from codemode.orchestrator.usage import Usage, report

__all__ = [
    "AgentOutcome",
    "AnyModel",
    "AssistantMessage",
    "Attempt",
    "CallOutcome",
    "CallRecord",
    "ChatAnswer",
    "ChatModel",
    "CodeModeArgs",
    "CodeModeUTCP",
    "Event",
    "Message",
    "Model",
    "OpenAIModel",
    "PendingApproval",
    "PlanMade",
    "ScriptedModel",
    "StageRecord",
    "SystemMessage",
    "ToolCall",
    "ToolMessage",
    "Usage",
    "UserMessage",
    "report",
    "run_agent",
]
