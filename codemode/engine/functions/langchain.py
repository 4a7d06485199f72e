"""LangChain tools as tools of codemode. LangChain is not imported: a tool is recognized by its class and brings all that is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from typing import Any, cast

from codemode.engine.protocols import CallContext
from codemode.errors import ConfigError, ToolError


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
    if injected := _injected(tool, schema.get("properties", {})):
        raise ConfigError(
            f"the LangChain tool {name!r} needs the argument {injected[0]}, which LangGraph injects and programs cannot give: "
            "give a function that calls it with that argument"
        )
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


def _injected(tool: Any, shown: Mapping[str, Any]) -> list[str]:
    """The arguments that the tool needs and does not show to models."""
    schema = tool.args_schema if isinstance(tool.args_schema, type) else None
    fields: Mapping[str, Any] = getattr(schema, "model_fields", {})
    try:
        parameters: Mapping[str, Parameter] = signature(
            getattr(tool, "func", None) or getattr(tool, "coroutine", None) or tool._run
        ).parameters
    except (ValueError, TypeError):  # of some functions in C
        parameters = {}
    needed = {name for name, each in parameters.items() if each.default is Parameter.empty}
    inside = needed & set[str](getattr(tool, "_injected_args_keys", ()))
    return sorted(({name for name, field in fields.items() if field.is_required()} | inside) - shown.keys())


def _function(tool: Any) -> Callable[..., Any]:
    """Returns a plain function for a tool with only synchronous code; it then runs in a thread, like every function that may block."""
    from_mcp = isinstance(tool.args_schema, Mapping) and tool.response_format == "content_and_artifact"

    def here(*, codemode_caller: CallContext, **arguments: Any) -> Any:
        return tool.invoke(arguments, _config(codemode_caller))

    async def awaited(*, codemode_caller: CallContext, **arguments: Any) -> Any:
        if not from_mcp:
            return await tool.ainvoke(arguments, _config(codemode_caller))
        call = {"type": "tool_call", "id": codemode_caller.call_id, "name": tool.name, "args": arguments}
        return _of_mcp(await tool.ainvoke(call, _config(codemode_caller)))

    return awaited if _is_async(tool) else here


def _of_mcp(message: Any) -> Any:
    """The result of a tool of langchain-mcp-adapters: what the server declares in its output schema, or the text of its content."""
    content: Any = message.content
    blocks = cast("list[Any]", content if isinstance(content, list) else [content])
    texts = [each if isinstance(each, str) else each.get("text") for each in blocks]
    told: Any = "\n".join(texts) if all(isinstance(each, str) for each in texts) else blocks
    if message.status == "error":
        raise ToolError(str(told))
    structured = cast("dict[str, Any]", message.artifact or {}).get("structured_content")
    return told if structured is None else structured


def _is_async(tool: Any) -> bool:
    if hasattr(tool, "coroutine"):  # a Tool or StructuredTool, made from functions
        return tool.coroutine is not None
    home = next(kind for kind in type(tool).__mro__ if "_arun" in vars(kind))
    return not home.__module__.startswith("langchain_core.")


def _config(context: CallContext) -> dict[str, Any]:
    """A RunnableConfig whose `configurable` is the session's context."""
    caller = {"agent": context.agent, "session": context.session, "run_id": context.run_id, "call_id": context.call_id}
    return {"configurable": dict(context.context), "metadata": caller}
