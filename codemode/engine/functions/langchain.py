"""LangChain tools as tools of codemode. LangChain is not imported: a tool is recognized by its class and brings all that is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from codemode.engine.protocols import CallContext
from codemode.errors import ConfigError


def is_langchain_tool(given: object) -> bool:
    """Whether it is an object of a class that derives from LangChain's `BaseTool`."""
    return any(
        kind.__name__ == "BaseTool" and kind.__module__.startswith("langchain_core.") for kind in type(given).__mro__
    )


def said_by(tool: Any) -> dict[str, Any]:
    """The properties of a LangChain tool, as keywords of `FunctionTool`. Raises ConfigError."""
    name = str(tool.name)
    try:
        schema = _input_schema(tool)
    except Exception as odd:  # it may have an argument of any type
        raise ConfigError(f"the LangChain tool {name!r} has no JSON Schema for its arguments: {odd}") from odd
    return {
        "name": name,
        "fn": _function(tool),
        "description": str(tool.description or ""),
        "input_schema": schema,
        "tags": tuple(str(tag) for tag in tool.tags or ()),
    }


def _input_schema(tool: Any) -> dict[str, Any]:
    """The schema of the arguments that a model gives, without injected ones."""
    given: Any = tool.tool_call_schema
    if isinstance(given, Mapping):
        return dict(cast("Mapping[str, Any]", given))
    made: dict[str, Any] = given.model_json_schema()
    # LangChain would silently drop unknown arguments
    return {"additionalProperties": False, **{key: made[key] for key in made if key not in ("title", "description")}}


def _function(tool: Any) -> Callable[..., Any]:
    """Returns a plain function for a tool with only synchronous code; it then runs in a thread, like every function that may block."""

    def here(*, codemode_caller: CallContext, **arguments: Any) -> Any:
        return tool.invoke(arguments, _config(codemode_caller))

    async def awaited(*, codemode_caller: CallContext, **arguments: Any) -> Any:
        return await tool.ainvoke(arguments, _config(codemode_caller))

    return awaited if _is_async(tool) else here


def _is_async(tool: Any) -> bool:
    if hasattr(tool, "coroutine"):  # a Tool or StructuredTool, made from functions
        return tool.coroutine is not None
    home = next(kind for kind in type(tool).__mro__ if "_arun" in vars(kind))
    return not home.__module__.startswith("langchain_core.")


def _config(context: CallContext) -> dict[str, Any]:
    """A RunnableConfig whose `configurable` is the session's context."""
    caller = {"agent": context.agent, "session": context.session, "run_id": context.run_id, "call_id": context.call_id}
    return {"configurable": dict(context.context), "metadata": caller}
