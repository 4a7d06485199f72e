"""From a prompt to a value: `CodeModeUTCP`, the models it asks, and what it gives back."""

from __future__ import annotations

from codemode.orchestrator.effects import CallRecord
from codemode.orchestrator.front import CodeModeUTCP
from codemode.orchestrator.models import AnyModel, Model, ScriptedModel
from codemode.orchestrator.openai_model import OpenAIModel
from codemode.orchestrator.outcome import Attempt, CallOutcome, CodeModeArgs, PlanMade, StageRecord
from codemode.orchestrator.usage import Usage, report

__all__ = [
    "AnyModel",
    "Attempt",
    "CallOutcome",
    "CallRecord",
    "CodeModeArgs",
    "CodeModeUTCP",
    "Model",
    "OpenAIModel",
    "PlanMade",
    "ScriptedModel",
    "StageRecord",
    "Usage",
    "report",
]
