"""The two tools a model sees, in the forms that the APIs want."""

from __future__ import annotations

from typing import Any, Literal

from codemode.errors import ConfigError

Dialect = Literal["openai", "anthropic", "mcp"]

_EXEC = (
    "Run a program in a small, safe dialect of Go. It calls tools with codemode.CallTool(name, args), finds them with "
    "codemode.SearchTools(query, limit), and assigns its result to __out. A tool whose name begins with MCP. is called directly by that "
    "name: MCP.server.tool(args). If the reply's status is waiting, go on with wait."
)
_WAIT = "Go on with a program whose reply had the status waiting."

_TOOLS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    (
        "exec",
        _EXEC,
        {
            "type": "object",
            "properties": {"code": {"type": "string", "description": "the program"}},
            "required": ["code"],
            "additionalProperties": False,
        },
    ),
    (
        "wait",
        _WAIT,
        {
            "type": "object",
            "properties": {"run_id": {"type": "string", "description": "run_id of the waiting reply"}},
            "required": ["run_id"],
            "additionalProperties": False,
        },
    ),
)


def definitions(dialect: Dialect) -> list[dict[str, Any]]:
    """Raises ConfigError for a dialect that nobody speaks."""
    if dialect == "openai":
        return [
            {"type": "function", "function": {"name": name, "description": text, "parameters": schema}}
            for name, text, schema in _TOOLS
        ]
    if dialect == "anthropic":
        return [{"name": name, "description": text, "input_schema": schema} for name, text, schema in _TOOLS]
    if dialect == "mcp":
        return [{"name": name, "description": text, "inputSchema": schema} for name, text, schema in _TOOLS]
    raise ConfigError(f"tools are defined for openai, anthropic and mcp, not {dialect!r}")
