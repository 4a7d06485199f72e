"""Tools of LangChain as tools of ours. LangChain itself is not imported: a tool is known by its class, and brings all that is needed."""

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
    """What a LangChain tool says of itself, as the keywords of `FunctionTool`. Raises ConfigError."""
    name = str(tool.name)
    try:
        schema = _input_schema(tool)
    except Exception as odd:  # it may have any type for an argument
        raise ConfigError(f"the LangChain tool {name!r} has no JSON Schema for its arguments: {odd}") from odd
    return {
        "name": name,
        "fn": _function(tool),
        "description": str(tool.description or ""),
        "input_schema": schema,
        "tags": tuple(str(tag) for tag in tool.tags or ()),
    }


def _input_schema(tool: Any) -> dict[str, Any]:
    """Of the arguments that a model gives, without those that are injected."""
    given: Any = tool.tool_call_schema
    if isinstance(given, Mapping):
        return dict(cast("Mapping[str, Any]", given))
    made: dict[str, Any] = given.model_json_schema()
    # what is no argument LangChain would leave out, and say nothing
    return {"additionalProperties": False, **{key: made[key] for key in made if key not in ("title", "description")}}


def _function(tool: Any) -> Callable[..., Any]:
    """Plain for a tool that has only plain code: it runs in a thread, as every function that may block."""

    def here(*, codemode_caller: CallContext, **arguments: Any) -> Any:
        return tool.invoke(arguments, _config(codemode_caller))

    async def awaited(*, codemode_caller: CallContext, **arguments: Any) -> Any:
        return await tool.ainvoke(arguments, _config(codemode_caller))

    return awaited if _is_async(tool) else here


def _is_async(tool: Any) -> bool:
    if hasattr(tool, "coroutine"):  # a Tool or a StructuredTool, made of functions
        return tool.coroutine is not None
    home = next(kind for kind in type(tool).__mro__ if "_arun" in vars(kind))
    return not home.__module__.startswith("langchain_core.")


def _config(context: CallContext) -> dict[str, Any]:
    """A RunnableConfig: `configurable` is what the host says of the session."""
    caller = {"agent": context.agent, "session": context.session, "run_id": context.run_id, "call_id": context.call_id}
    return {"configurable": dict(context.context), "metadata": caller}
