"""`exec` and `wait` as tool objects of agent frameworks. A framework is imported only when its objects are requested."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any, Final, Literal

from codemode.engine.background import in_background, running_loop
from codemode.engine.model_text import reply_text
from codemode.engine.replies import Reply
from codemode.errors import ConfigError

Framework = Literal["pydantic_ai", "langchain", "openai_agents"]
Tool = dict[str, Any]  # a definition as in MCP
Handle = Callable[[str, Any], Awaitable[Reply]]  # Session.handle: takes a tool's name and its arguments


def framework_tools(framework: Framework, handle: Handle, definitions: list[Tool]) -> list[Any]:
    """Returns the two tools of a session as objects of a framework; they return a reply's text. Raises ConfigError if it is not installed."""
    package, make = _FRAMEWORKS[framework]
    try:
        return [make(handle, each["name"], each["description"], each["inputSchema"]) for each in definitions]
    except ModuleNotFoundError as missing:
        raise ConfigError(f"tools for {framework} need {package}: pip install {package} ({missing})") from missing


def _pydantic_ai(handle: Handle, name: str, description: str, schema: dict[str, Any]) -> Any:
    tool: Any = import_module("pydantic_ai").Tool

    async def call(**arguments: Any) -> str:
        return reply_text(await handle(name, arguments))

    # run in order: a program continues from what the one before it saved
    return tool.from_schema(call, name=name, description=description, json_schema=schema, sequential=True)


def _langchain(handle: Handle, name: str, description: str, schema: dict[str, Any]) -> Any:
    tool: Any = import_module("langchain_core.tools").StructuredTool

    async def call(**arguments: Any) -> str:
        return reply_text(await handle(name, arguments))

    def call_here(**arguments: Any) -> str:
        if running_loop() is not None:
            raise ConfigError(f"{name} was called without await where an event loop runs: use ainvoke")
        return in_background(call(**arguments)).result()

    return tool(name=name, description=description, args_schema=schema, func=call_here, coroutine=call)


def _openai_agents(handle: Handle, name: str, description: str, schema: dict[str, Any]) -> Any:
    tool: Any = import_module("agents").FunctionTool

    async def call(_: Any, arguments: str) -> str:
        return reply_text(await handle(name, arguments))

    return tool(name=name, description=description, params_json_schema=schema, on_invoke_tool=call)


_FRAMEWORKS: Final[dict[str, tuple[str, Callable[[Handle, str, str, dict[str, Any]], Any]]]] = {
    "pydantic_ai": ("pydantic-ai-slim", _pydantic_ai),
    "langchain": ("langchain-core", _langchain),
    "openai_agents": ("openai-agents", _openai_agents),
}
