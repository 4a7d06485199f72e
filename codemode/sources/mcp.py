"""MCP servers as a source of tools. The mcp package is an extra: it is imported when a server is first named."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from codemode.catalog import ToolEntry
from codemode.catalog.entries import Outputs, checked_outputs
from codemode.engine.protocols import CallContext
from codemode.errors import ConfigError, ToolSourceError
from codemode.sources.answer_limits import MAX_ANSWER, checked_limit
from codemode.sources.client_loops import on_io_loop
from codemode.sources.mcp_entries import MAX_SERVER, safe_names
from codemode.sources.mcp_in_process import name_of
from codemode.sources.mcp_parts import Server, unknown
from codemode.sources.mcp_servers import ServerSpec, http_spec, inside_spec, specs_of, stdio_spec

if TYPE_CHECKING:
    from codemode.sources.mcp_connection import Connection

log = logging.getLogger("codemode")

CALL_TIMEOUT = 60.0
CONNECT_TIMEOUT = 30.0
MISSING = "MCP servers need the mcp package, version 2: pip install codemode[mcp]"


class Options(TypedDict, total=False):
    """The options that all ways to make an `McpSource` share."""

    call_timeout: float
    connect_timeout: float
    max_answer_bytes: int
    outputs: Outputs | None
    preset: Mapping[str, Any] | None


class McpSource:
    """The tools of one MCP server, or of all servers of a configuration file.

        McpSource.stdio("uvx", ["mcp-server-git"], name="git")
        McpSource.http("https://example.com/mcp", headers={"Authorization": "Bearer ..."}, name="example")
        McpSource.inside(FastMCP("shop"))
        McpSource.from_config("mcp.json")

    Programs call `MCP.<server>.<tool>(input)`. A server is started or connected when its tools are first needed, and again when it is gone.
    `call_timeout` and `connect_timeout` are seconds, `max_answer_bytes` limits each answer. `outputs` ("warn", "strict", "ignore") is for results
    that do not match the tool's output schema; None leaves it to the engine. Each server is listed separately: one that hangs or is down does not
    affect the others. `preset` are arguments that programs neither see nor give.
    """

    gives_plain_data = True

    def __init__(
        self,
        servers: Sequence[ServerSpec],
        *,
        call_timeout: float = CALL_TIMEOUT,
        connect_timeout: float = CONNECT_TIMEOUT,
        max_answer_bytes: int = MAX_ANSWER,
        outputs: Outputs | None = None,
        preset: Mapping[str, Any] | None = None,
    ) -> None:
        identifiers = safe_names((spec.name for spec in servers), MAX_SERVER)
        if len(identifiers) < len(servers):
            raise ConfigError("two MCP servers have the same name")
        connect, limit = _connection_class(), checked_limit(max_answer_bytes)
        self._servers = [
            Server(
                spec,
                identifiers[spec.name],
                connect(spec, connect_timeout, limit, call_timeout),
                call_timeout,
                checked_outputs(outputs),
                preset,
            )
            for spec in servers
        ]
        self._listed: tuple[ToolEntry, ...] = ()
        self._parts: list[Any] = []

    @classmethod
    def stdio(
        cls,
        command: str,
        args: Sequence[str] = (),
        env: Mapping[str, str] | None = None,
        cwd: str | Path | None = None,
        name: str = "server",
        **options: Unpack[Options],
    ) -> McpSource:
        """A server that runs as a process of its own and talks over its standard input and output.

        It inherits only a few variables (PATH, HOME and the like); `env` adds others. Raises ConfigError.
        """
        return cls([stdio_spec(name, command, args, env, cwd)], **options)

    @classmethod
    def http(
        cls, url: str, headers: Mapping[str, str] | None = None, name: str = "server", **options: Unpack[Options]
    ) -> McpSource:
        """A server that is reached by streamable HTTP. `headers` go with every request. Raises ConfigError."""
        return cls([http_spec(name, url, headers)], **options)

    @classmethod
    def inside(cls, server: Any, name: str | None = None, **options: Unpack[Options]) -> McpSource:
        """A server of this process: `FastMCP("shop")`, or an `MCPServer` or `Server` of the mcp package. `name` is its own if none is given.

        It runs on an event loop of its own, from its first use until `close`. Raises ConfigError.
        """
        return cls([inside_spec(name_of(server, name), server)], **options)

    @classmethod
    def from_config(cls, config: str | Path | Mapping[str, Any], **options: Unpack[Options]) -> McpSource:
        """Makes one source of all servers of a configuration `{"mcpServers": {"name": {"command": ...} or {"url": ...}}}`.

        `config` is a dict or the path of a JSON file. Raises ConfigError.
        """
        return cls(specs_of(config), **options)

    # --- listing ----------------------------------------------------------------------------------------------------

    @property
    def generation(self) -> int:
        """A number that changes when the tools of a server have changed, or may have changed."""
        return sum(server.generation for server in self._servers)

    def parts(self) -> Sequence[Server]:
        """Returns the servers, which are listed separately."""
        return self._servers

    def known_tools(self) -> Sequence[ToolEntry] | None:
        """Returns the tools, if they were listed and no server has reported a change since; else None."""
        return None if any(server.is_stale for server in self._servers) else self._combined()

    async def list_tools(self) -> Sequence[ToolEntry]:
        """Returns the tools of all servers. Raises ToolSourceError when no server can be listed."""
        failures = await on_io_loop(self._refresh)
        told = [failure.message for failure in failures]
        if told and len(told) == len(self._servers):
            raise ToolSourceError("; ".join(told)) from failures[0]
        for text in told:
            log.warning("%s", text)
        return self._combined()

    @property
    def warnings(self) -> list[str]:
        """The servers whose last listing failed, and what was left out of the lists of the others."""
        failed = [server.failure for server in self._servers if server.failure]
        listed = (text for server in self._servers for text in server.warnings)
        presets = [server.presets for server in self._servers]
        return [*failed, *listed, *(presets[0].unused(*presets[1:]) if presets else ())]

    async def _refresh(self) -> list[ToolSourceError]:
        stale = [server for server in self._servers if server.is_stale]
        outcomes = await asyncio.gather(*(server.list() for server in stale), return_exceptions=True)
        failures = [odd for odd in outcomes if isinstance(odd, BaseException)]
        for odd in failures:
            if not isinstance(odd, ToolSourceError):
                raise odd
        return [odd for odd in failures if isinstance(odd, ToolSourceError)]

    def _combined(self) -> tuple[ToolEntry, ...]:
        """Returns the same tuple as long as the tools are the same, so that what was made from it can be reused."""
        parts = [server.entries for server in self._servers]
        if len(parts) != len(self._parts) or any(a is not b for a, b in zip(parts, self._parts)):
            self._parts = parts
            listed = tuple(entry for part in parts for entry in part)
            self._listed = listed if listed != self._listed else self._listed
        return self._listed

    # --- calling ----------------------------------------------------------------------------------------------------

    def direct(self, name: str) -> Callable[[dict[str, Any], CallContext], Any] | None:
        """Returns None: the calls need an event loop."""
        return None

    async def call(self, name: str, arguments: dict[str, Any], context: CallContext) -> Any:
        """Returns the result of a tool. Raises ToolError."""
        return await on_io_loop(lambda: self._call(name, arguments, context))

    async def _call(self, name: str, arguments: dict[str, Any], context: CallContext) -> Any:
        _, _, rest = name.partition(".")
        wanted = rest.partition(".")[0]
        for server in self._servers:
            if server.identifier == wanted:
                return await server.call(name, arguments, context)
        raise unknown(name)

    async def stream(self, name: str, arguments: dict[str, Any], context: CallContext) -> AsyncIterator[Any]:
        """Yields the result of a tool as the only piece: MCP tools do not stream."""
        yield await self.call(name, arguments, context)

    async def close(self) -> None:
        """Ends the connections, and the processes that were started. A later call starts them again."""
        await on_io_loop(self._close)

    async def _close(self) -> None:
        await asyncio.gather(*(server.connection.close() for server in self._servers))

    async def __aenter__(self) -> McpSource:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def _connection_class() -> type[Connection]:
    try:
        from codemode.sources.mcp_connection import Connection
    except ImportError as odd:
        raise ConfigError(f"{MISSING} ({odd})") from odd
    return Connection
