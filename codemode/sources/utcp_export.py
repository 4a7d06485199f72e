"""`codemode.run_code` as a UTCP tool: other UTCP clients of this process can run programs here.

[tool] = cm.tools()
await other_client.register_manual(tool.tool_call_template)
await other_client.call_tool("codemode.run_code", {"code": "__out = 1 + 2"})
"""

# pyright: reportMissingTypeStubs=false
# utcp has annotations, and no py.typed

from __future__ import annotations

import itertools
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any, Literal, cast
from weakref import WeakValueDictionary

from utcp.data.call_template import CallTemplate
from utcp.data.register_manual_response import RegisterManualResult
from utcp.data.tool import JsonSchema, Tool
from utcp.data.utcp_manual import UtcpManual
from utcp.interfaces.communication_protocol import CommunicationProtocol
from utcp.interfaces.serializer import Serializer
from utcp.plugins.discovery import register_call_template, register_communication_protocol

from codemode.errors import ToolError

KIND = "codemode"
NAME = "codemode.run_code"
RunCode = Callable[[str, Any], Awaitable[dict[str, Any]]]

_INPUTS = {
    "type": "object",
    "properties": {
        "code": {"type": "string", "description": "a Go snippet that assigns its result to __out, or a whole program"},
        "timeout": {"type": "number", "description": "milliseconds at most", "default": 3000},
    },
    "required": ["code"],
    "additionalProperties": False,
}
_OUTPUTS = {
    "type": "object",
    "properties": {
        "value": {"description": "what the program assigned to __out"},
        "stdout": {"type": "string"},
        "stderr": {"type": "string"},
    },
    "required": ["value", "stdout", "stderr"],
}


class Runner:
    """What runs the code, findable by a number that a call template can carry."""

    _numbers = itertools.count(1)

    def __init__(self, run: RunCode) -> None:
        self.run = run
        self.number = next(self._numbers)
        _runners[self.number] = self


_runners: WeakValueDictionary[int, Runner] = WeakValueDictionary()


class CodeModeCallTemplate(CallTemplate):
    """Names a runner of this process."""

    call_template_type: Literal["codemode"] = KIND  # pyright: ignore[reportIncompatibleVariableOverride] - UTCP's own way
    runner: int


class CodeModeCallTemplateSerializer(Serializer[CodeModeCallTemplate]):
    def to_dict(self, obj: CodeModeCallTemplate) -> dict[str, Any]:
        return obj.model_dump()

    def validate_dict(self, obj: dict[str, Any]) -> CodeModeCallTemplate:
        return CodeModeCallTemplate.model_validate(obj)


class CodeModeProtocol(CommunicationProtocol):
    """Runs the program in this process, without a connection."""

    async def register_manual(self, caller: Any, manual_call_template: CallTemplate) -> RegisterManualResult:
        manual = UtcpManual(tools=[run_code_tool(_runner(manual_call_template))])
        return RegisterManualResult(manual_call_template=manual_call_template, manual=manual, success=True, errors=[])

    async def deregister_manual(self, caller: Any, manual_call_template: CallTemplate) -> None:
        """Does nothing: there is nothing to release."""

    async def call_tool(
        self, caller: Any, tool_name: str, tool_args: dict[str, Any], tool_call_template: CallTemplate
    ) -> Any:
        code = tool_args.get("code")
        if not isinstance(code, str):
            raise ToolError(f"{NAME} needs code, a string", code="invalid_tool_input")
        return await _runner(tool_call_template).run(code, tool_args.get("timeout"))

    async def call_tool_streaming(  # pyright: ignore[reportIncompatibleMethodOverride] - declared as a coroutine, used as a generator
        self, caller: Any, tool_name: str, tool_args: dict[str, Any], tool_call_template: CallTemplate
    ) -> AsyncGenerator[Any, None]:
        yield await self.call_tool(caller, tool_name, tool_args, tool_call_template)


def run_code_tool(runner: Runner) -> Tool:
    """Returns the tool as UTCP describes it."""
    register_call_template(KIND, cast("Serializer[CallTemplate]", CodeModeCallTemplateSerializer()))
    register_communication_protocol(KIND, CodeModeProtocol())
    return Tool(
        name=NAME,
        description="Run a program in a small, safe dialect of Go that calls tools with codemode.CallTool(name, args).",
        inputs=JsonSchema.model_validate(_INPUTS),
        outputs=JsonSchema.model_validate(_OUTPUTS),
        tags=["codemode", "orchestration"],
        tool_call_template=CodeModeCallTemplate(name="codemode", runner=runner.number),
    )


def _runner(template: CallTemplate) -> Runner:
    found = _runners.get(template.runner) if isinstance(template, CodeModeCallTemplate) else None
    if found is None:
        raise ToolError(f"{NAME}: the engine that ran its code is gone")
    return found
