"""MCP servers as a source of tools. The mcp package is an extra: it is imported when a server is first named."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from codemode.catalog import ToolEntry
from codemode.catalog.entries import Outputs, checked_outputs
from codemode.engine.protocols import CallContext
from codemode.errors import ConfigError, ToolError, ToolSourceError
from codemode.sources.bounds import ASK_FOR_LESS, GIVE_MORE, MAX_ANSWER, TOO_LARGE, checked_limit
from codemode.sources.listed import shortened
from codemode.sources.loops import on_io_loop
from codemode.sources.mcp_entries import MAX_SERVER, Listing, Target, entries_of, safe_names
from codemode.sources.mcp_limits import Listings
from codemode.sources.mcp_results import Reader
from codemode.sources.mcp_servers import ServerSpec, http_spec, specs_of, stdio_spec
from codemode.sources.utcp_results import UNEXPECTED, short

if TYPE_CHECKING:
    from codemode.sources.mcp_connection import Connection

log = logging.getLogger("codemode")

CALL_TIMEOUT = 60.0
CONNECT_TIMEOUT = 30.0
PATIENCE = 10  # a listing that failed is not tried again before so many times the time it took
MISSING = "MCP servers need the mcp package, version 2: pip install codemode[mcp]"


class McpSource:
    """The tools of one MCP server, or of all servers of a configuration file.

        McpSource.stdio("uvx", ["mcp-server-git"], name="git")
        McpSource.http("https://example.com/mcp", headers={"Authorization": "Bearer ..."}, name="example")
        McpSource.from_config("mcp.json")

    Programs call `MCP.<server>.<tool>(input)`. A server is started or connected when its tools are first asked for, and again after it
    went away. `call_timeout` and `connect_timeout` are seconds, `max_answer_bytes` bounds each answer. `outputs` ("warn", "strict", "ignore") says
    what becomes of results that are not what their tools promise; None leaves it to the engine. `warnings` tells which servers could not be listed,
    which is an error only if there is no other.
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
    ) -> None:
        identifiers = safe_names((spec.name for spec in servers), MAX_SERVER)
        if len(identifiers) < len(servers):
            raise ConfigError("two MCP servers have the same name")
        connect, limit = _connection_class(), checked_limit(max_answer_bytes)
        self._servers = [
            _Server(
                spec,
                identifiers[spec.name],
                connect(spec, connect_timeout, limit, call_timeout),
                call_timeout,
                checked_outputs(outputs),
            )
            for spec in servers
        ]
        self._listed: tuple[ToolEntry, ...] = ()
        self._parts: list[Any] = []
        self.warnings: list[str] = []

    @classmethod
    def stdio(
        cls,
        command: str,
        args: Sequence[str] = (),
        env: Mapping[str, str] | None = None,
        cwd: str | Path | None = None,
        name: str = "server",
        *,
        call_timeout: float = CALL_TIMEOUT,
        connect_timeout: float = CONNECT_TIMEOUT,
        max_answer_bytes: int = MAX_ANSWER,
        outputs: Outputs | None = None,
    ) -> McpSource:
        """A server that is started as a process of its own and talks over its standard input and output.

        It inherits only a few variables (PATH, HOME and the like); `env` adds others. Raises ConfigError.
        """
        return cls(
            [stdio_spec(name, command, args, env, cwd)],
            call_timeout=call_timeout,
            connect_timeout=connect_timeout,
            max_answer_bytes=max_answer_bytes,
            outputs=outputs,
        )

    @classmethod
    def http(
        cls,
        url: str,
        headers: Mapping[str, str] | None = None,
        name: str = "server",
        *,
        call_timeout: float = CALL_TIMEOUT,
        connect_timeout: float = CONNECT_TIMEOUT,
        max_answer_bytes: int = MAX_ANSWER,
        outputs: Outputs | None = None,
    ) -> McpSource:
        """A server that is reached by streamable HTTP. `headers` go with every request. Raises ConfigError."""
        return cls(
            [http_spec(name, url, headers)],
            call_timeout=call_timeout,
            connect_timeout=connect_timeout,
            max_answer_bytes=max_answer_bytes,
            outputs=outputs,
        )

    @classmethod
    def from_config(
        cls,
        config: str | Path | Mapping[str, Any],
        *,
        call_timeout: float = CALL_TIMEOUT,
        connect_timeout: float = CONNECT_TIMEOUT,
        max_answer_bytes: int = MAX_ANSWER,
        outputs: Outputs | None = None,
    ) -> McpSource:
        """All servers of a configuration `{"mcpServers": {"name": {"command": ...} or {"url": ...}}}`, as one source.

        `config` is a dict or the path of a JSON file. Raises ConfigError.
        """
        return cls(
            specs_of(config),
            call_timeout=call_timeout,
            connect_timeout=connect_timeout,
            max_answer_bytes=max_answer_bytes,
            outputs=outputs,
        )

    # --- listing ----------------------------------------------------------------------------------------------------

    @property
    def generation(self) -> int:
        """A number that grows whenever a server has other tools now, or may have: one that could not be listed is due again."""
        return sum(server.generation for server in self._servers)

    def known_tools(self) -> Sequence[ToolEntry] | None:
        """The tools, once they were listed and for as long as no server says that they are others."""
        return None if any(server.is_stale for server in self._servers) else self._combined()

    async def list_tools(self) -> Sequence[ToolEntry]:
        """All tools of all servers. Raises ToolSourceError when there is no server that can be listed."""
        failures = await on_io_loop(self._refresh)
        told = [failure.message for failure in failures]
        if told and len(told) == len(self._servers):
            raise ToolSourceError("; ".join(told)) from failures[0]
        told += [text for server in self._servers for text in server.warnings]
        for text in told:
            if text not in self.warnings:
                log.warning("%s", text)
        self.warnings = told
        return self._combined()

    async def _refresh(self) -> list[ToolSourceError]:
        stale = [server for server in self._servers if server.is_stale]
        outcomes = await asyncio.gather(*(server.list() for server in stale), return_exceptions=True)
        failures = [odd for odd in outcomes if isinstance(odd, BaseException)]
        for odd in failures:
            if not isinstance(odd, ToolSourceError):
                raise odd
        return [odd for odd in failures if isinstance(odd, ToolSourceError)]

    def _combined(self) -> tuple[ToolEntry, ...]:
        """The same tuple for as long as it has the same tools, so that what was made from it can be used again."""
        parts = [server.entries for server in self._servers]
        if len(parts) != len(self._parts) or any(a is not b for a, b in zip(parts, self._parts)):
            self._parts = parts
            listed = tuple(entry for part in parts for entry in part)
            self._listed = listed if listed != self._listed else self._listed
        return self._listed

    # --- calling ----------------------------------------------------------------------------------------------------

    def direct(self, name: str) -> Callable[[dict[str, Any], CallContext], Any] | None:
        return None

    async def call(self, name: str, arguments: dict[str, Any], context: CallContext) -> Any:
        """The value that a tool gives. Raises ToolError."""
        return await on_io_loop(lambda: self._call(name, arguments, context))

    async def _call(self, name: str, arguments: dict[str, Any], context: CallContext) -> Any:
        _, _, rest = name.partition(".")
        wanted = rest.partition(".")[0]
        for server in self._servers:
            if server.identifier == wanted:
                return await server.call(name, arguments, context)
        raise _unknown(name)

    async def stream(self, name: str, arguments: dict[str, Any], context: CallContext) -> AsyncIterator[Any]:
        """MCP tools do not stream: what they give is the only piece."""
        yield await self.call(name, arguments, context)

    async def close(self) -> None:
        """End the connections, and the processes that were started. A later call starts them again."""
        await on_io_loop(self._close)

    async def _close(self) -> None:
        await asyncio.gather(*(server.connection.close() for server in self._servers))

    async def __aenter__(self) -> McpSource:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


class _Server:
    """One server of a source: what it listed, and the calls to it."""

    def __init__(
        self, spec: ServerSpec, identifier: str, connection: Connection, call_timeout: float, outputs: Outputs
    ) -> None:
        self.spec = spec
        self.identifier = identifier
        self.connection = connection
        self.entries: tuple[ToolEntry, ...] = ()
        self._targets: dict[str, Target] | None = None
        self.warnings: list[str] = []  # what is wrong in its list
        self._listings = Listings()
        self._failed: ToolSourceError | None = None
        self._again_at = 0.0
        self._call_timeout = call_timeout
        self._outputs: Outputs = outputs
        self._listing = asyncio.Lock()

    @property
    def is_stale(self) -> bool:
        return self._targets is None or (self.connection.changed and self._listings.is_due)

    @property
    def generation(self) -> int:
        return self._listings.count + self.is_stale + self.is_due

    @property
    def is_due(self) -> bool:
        return self._failed is not None and time.monotonic() >= self._again_at

    async def list(self) -> None:
        """Raises ToolSourceError."""
        async with self._listing:
            if not self.is_stale:
                return
            if self._failed is not None and not self.is_due:
                # a server that hangs shall not hold up every program
                raise ToolSourceError(self._failed.message) from self._failed
            began = time.monotonic()
            self._listings.note()
            try:
                listing = await self._listed()
            except ToolSourceError as odd:
                now = time.monotonic()
                self._failed, self._again_at = odd, now + PATIENCE * (now - began)
                self.connection.changed = True
                raise
            self._failed = None
            self.warnings = [f"{self.spec}: {text}" for text in (*listing.left_out, *_twice(listing))]
            found = entries_of(self.spec.name, self.identifier, listing, self._outputs)
            self._targets = {name: target for name, (_, target) in found.items()}
            entries = tuple(entry for entry, _ in found.values())
            if entries != self.entries:
                self.entries = entries

    async def _listed(self) -> Listing:
        unreadable, answers = self.connection.unreadable, self.connection.has_answered
        try:
            async with asyncio.timeout(self._call_timeout):
                return await self.connection.list()
        except ToolSourceError:
            raise
        except Exception as odd:
            told = (
                self._no_answer(self._call_timeout, unreadable, answers)
                if isinstance(odd, TimeoutError)
                else _words(odd)
            )
            told = f"{told}; {GIVE_MORE}" if TOO_LARGE in told else told
            raise ToolSourceError(f"{self.spec} cannot list its tools: {told}") from odd

    def _no_answer(self, timeout: float, unreadable: int, answers: int) -> str:
        """`unreadable` is how many messages could not be read before, `answers` how many there were."""
        hint = "; it sent what is no message of MCP" if self.connection.unreadable > unreadable else ""
        if self.spec.kind == "stdio" and self.connection.has_answered == answers:
            hint += "; if it does not answer anything else, it is started again"
        return f"no answer within {timeout:g} s{hint}"

    async def call(self, name: str, arguments: dict[str, Any], context: CallContext) -> Any:
        timeout = self._call_timeout if context.timeout is None else min(context.timeout, self._call_timeout)
        unreadable, answers = self.connection.unreadable, self.connection.has_answered
        try:
            async with asyncio.timeout(timeout):
                target = await self._target(name)
                reader = Reader(name, context, self.connection.max_answer, target.wraps)
                return await self.connection.ask(_REQUESTS[target.asks](target, arguments, reader))
        except ToolError:
            raise
        except TimeoutError as odd:
            raise ToolError(f"{name}: {self._no_answer(timeout, unreadable, answers)}") from odd
        except Exception as odd:
            raise _failure(name, odd) from odd

    async def _target(self, name: str) -> Target:
        if self._targets is None:
            await self.list()
        target = (self._targets or {}).get(name)
        if target is None:
            raise _unknown(name)
        return target


def _connection_class() -> type[Connection]:
    try:
        from codemode.sources.mcp_connection import Connection
    except ImportError as odd:
        raise ConfigError(f"{MISSING} ({odd})") from odd
    return Connection


def _twice(listing: Listing) -> list[str]:
    times = Counter(tool.name for tool in listing.tools)
    return shortened(
        [
            f"tool {short(name, 80)!r} is listed more than once: the first one counts"
            for name, many in times.items()
            if many > 1
        ]
    )


def _unknown(name: str) -> ToolError:
    return ToolError(f"there is no tool {name!r}", code="tool_not_found")


def _failure(name: str, odd: Exception) -> ToolError:
    """The ToolError for whatever came out of a call."""
    told = _words(odd)
    if TOO_LARGE in told:
        told = told.replace(TOO_LARGE, f"{TOO_LARGE}: {ASK_FOR_LESS}")
        return ToolError(f"{name}: {told}", code="invalid_tool_output")
    code = getattr(odd, "code", None)
    if code == -32602:
        return ToolError(f"{name}: {told}", code="invalid_tool_input")
    return ToolError(f"{name}: {told}")


def _words(odd: Exception) -> str:
    if isinstance(odd, ValidationError):
        places = [".".join(map(str, error["loc"])) for error in odd.errors(include_url=False, include_input=False)]
        return f"its answer is not as MCP has it: {short(', '.join(dict.fromkeys(places)), 300)}"
    # mcp says of an answer that it did not read to its end that it could not parse it
    return short(odd).removeprefix("Failed to parse JSON response: ") or UNEXPECTED


# --- the requests that a name may stand for ------------------------------------------------------------------------------

_Work = Callable[[Any], Awaitable[Any]]


def _call_tool(target: Target, arguments: dict[str, Any], reader: Reader) -> _Work:
    async def work(client: Any) -> Any:
        return reader.result(await client.call_tool(target.tool, arguments))

    return work


def _list_resources(_: Target, arguments: dict[str, Any], reader: Reader) -> _Work:
    async def work(client: Any) -> Any:
        from codemode.sources.mcp_connection import everything

        listing = await everything(client, reader.max_answer)
        return _plain([*listing.resources, *listing.templates])

    return work


def _read_resource(_: Target, arguments: dict[str, Any], reader: Reader) -> _Work:
    async def work(client: Any) -> Any:
        answer = await client.read_resource(arguments["uri"])
        return [reader.resource(contents) for contents in answer.contents]

    return work


def _list_prompts(_: Target, arguments: dict[str, Any], reader: Reader) -> _Work:
    async def work(client: Any) -> Any:
        from codemode.sources.mcp_connection import everything

        return _plain((await everything(client, reader.max_answer)).prompts)

    return work


def _get_prompt(_: Target, arguments: dict[str, Any], reader: Reader) -> _Work:
    async def work(client: Any) -> Any:
        answer = await client.get_prompt(arguments["name"], arguments.get("arguments") or {})
        messages = [
            {
                "role": message.role,
                "content": message.content.text if message.content.type == "text" else reader.content(message.content),
            }
            for message in answer.messages
        ]
        told = {"description": answer.description} if answer.description else {}
        return {**told, "messages": messages}

    return work


def _plain(items: Iterable[Any]) -> list[dict[str, Any]]:
    return [item.model_dump(mode="json", by_alias=True, exclude_none=True) for item in items]


_REQUESTS: dict[str, Callable[[Target, dict[str, Any], Reader], _Work]] = {
    "": _call_tool,
    "ListResources": _list_resources,
    "ReadResource": _read_resource,
    "ListPrompts": _list_prompts,
    "GetPrompt": _get_prompt,
}
