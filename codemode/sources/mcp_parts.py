"""One MCP server of a source: its list, and calls to it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from codemode.catalog import ToolEntry
from codemode.catalog.entries import Outputs
from codemode.engine.presets import Presets
from codemode.engine.protocols import CallContext
from codemode.errors import ToolError, ToolSourceError
from codemode.sources.answer_limits import ASK_FOR_LESS, GIVE_MORE, TOO_LARGE
from codemode.sources.client_loops import on_io_loop
from codemode.sources.mcp_elicitation import OpenCall
from codemode.sources.mcp_entries import Listing, Target, entries_of
from codemode.sources.mcp_limits import CallTime, Listings
from codemode.sources.mcp_results import Heard, Reader
from codemode.sources.mcp_servers import ServerSpec
from codemode.sources.mcp_watch import data_of
from codemode.sources.tool_list_checks import shortened
from codemode.sources.utcp_results import UNEXPECTED, short

if TYPE_CHECKING:
    from codemode.sources.mcp_connection import Connection

log = logging.getLogger("codemode")


class Server:
    """A part of a source. All methods except `known_tools` and `list_tools` run on the I/O loop."""

    def __init__(
        self,
        spec: ServerSpec,
        identifier: str,
        connection: Connection,
        call_timeout: float,
        outputs: Outputs,
        preset: Mapping[str, Any] | None,
    ) -> None:
        self.presets = Presets(preset)
        self.spec = spec
        self.identifier = identifier
        self.connection = connection
        self.entries: tuple[ToolEntry, ...] = ()
        self._targets: dict[str, Target] | None = None
        self.warnings: list[str] = []  # problems of its list
        self.failure = ""  # why the last listing failed
        self._listings = Listings()
        self._call_timeout = call_timeout
        self._outputs: Outputs = outputs
        self._listing = asyncio.Lock()

    @property
    def name(self) -> str:
        return str(self.spec)

    @property
    def prefix(self) -> str:
        return f"MCP.{self.identifier}"

    @property
    def notes(self) -> str:
        """The instructions that the server gave when it was connected."""
        return self.connection.instructions

    def known_tools(self) -> Sequence[ToolEntry] | None:
        return None if self.is_stale else self.entries

    async def list_tools(self) -> Sequence[ToolEntry]:
        """Raises ToolSourceError."""
        await on_io_loop(self.list)
        return self.entries

    @property
    def is_stale(self) -> bool:
        return self._targets is None or (self.connection.changed and self._listings.is_due)

    @property
    def generation(self) -> int:
        return self._listings.count + self.is_stale

    async def list(self) -> None:
        """Raises ToolSourceError."""
        async with self._listing:
            if not self.is_stale:
                return
            self._listings.note()
            try:
                listing = await self._listed()
            except BaseException as odd:
                self.connection.changed = True
                self.failure = odd.message if isinstance(odd, ToolSourceError) else ""
                raise
            self.failure = ""
            kept = [tool for tool in listing.tools if not _needs_task(tool)]
            tasks = [_NEEDS_TASK.format(short(tool.name, 80)) for tool in listing.tools if _needs_task(tool)]
            listing = replace(listing, tools=kept)
            told = [f"{self.spec}: {text}" for text in (*listing.left_out, *shortened(tasks), *_twice(listing))]
            for text in told:
                if text not in self.warnings:
                    log.warning("%s", text)
            self.warnings = told
            found = entries_of(self.spec.name, self.identifier, listing, self._outputs)
            self._targets = {name: target for name, (_, target) in found.items()}
            entries = self.presets.applied(tuple(entry for entry, _ in found.values()))
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
        """Returns a message about a timeout. `unreadable` and `answers` are the numbers of unreadable messages and of answers before the request."""
        hint = "; it sent something that is not a message of MCP" if self.connection.unreadable > unreadable else ""
        if self.spec.kind == "stdio" and self.connection.has_answered == answers:
            hint += "; if it does not answer anything else, it is started again"
        return f"no answer within {timeout:g} s{hint}"

    async def call(self, name: str, arguments: dict[str, Any], context: CallContext) -> Any:
        timeout = self._call_timeout if context.timeout is None else min(context.timeout, self._call_timeout)
        unreadable, answers = self.connection.unreadable, self.connection.has_answered
        try:
            async with asyncio.timeout(timeout) as deadline:
                target = await self._target(name)
                arguments = self.presets.filled(name, arguments)
                time = CallTime(deadline, timeout)
                reader = Reader(name, context, self.connection.max_answer, target.wraps, _telling(time, context))
                request = _REQUESTS[target.asks]
                with self.connection.calls.during(OpenCall(name, context, time)):
                    return await self.connection.ask(lambda client: request(client, target, arguments, reader))
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
            raise unknown(name)
        return target


_NEEDS_TASK = "tool {!r} was left out: it can only be called as a task, which codemode does not support"


def _needs_task(tool: Any) -> bool:
    return tool.execution is not None and tool.execution.task_support == "required"


def _telling(time: CallTime, context: CallContext) -> Heard:
    """Returns a function that receives the progress of a call."""

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        time.extend()
        with suppress(ToolError):  # the server's numbers may be invalid
            context.report_progress(progress, total, message or "")

    return heard


def _twice(listing: Listing) -> list[str]:
    times = Counter(tool.name for tool in listing.tools)
    return shortened(
        [
            f"tool {short(name, 80)!r} is listed more than once: the first one counts"
            for name, many in times.items()
            if many > 1
        ]
    )


def unknown(name: str) -> ToolError:
    return ToolError(f"there is no tool {name!r}", code="tool_not_found")


def _failure(name: str, odd: Exception) -> ToolError:
    """Returns the ToolError for a failed call."""
    told = _words(odd)
    if isinstance(odd, ToolSourceError):
        return ToolError(f"{name} is not available: {told}", code="source_unavailable")
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
        return f"its answer does not follow MCP: {short(', '.join(dict.fromkeys(places)), 300)}"
    data, _ = data_of(odd)
    if data not in (None, ""):
        return f"{short(odd, 1000)} ({short(data if isinstance(data, str) else json.dumps(data, default=str), 500)})"
    # mcp reports an answer that it did not read to the end as a parse error
    return short(odd).removeprefix("Failed to parse JSON response: ") or UNEXPECTED


# --- the requests that a name may stand for ------------------------------------------------------------------------------


async def _call_tool(client: Any, target: Target, arguments: dict[str, Any], reader: Reader) -> Any:
    return reader.result(await client.call_tool(target.tool, arguments, progress_callback=reader.heard))


async def _list_resources(client: Any, _: Target, arguments: dict[str, Any], reader: Reader) -> Any:
    from codemode.sources.mcp_connection import everything

    listing = await everything(client, reader.max_answer)
    return _plain([*listing.resources, *listing.templates])


async def _read_resource(client: Any, _: Target, arguments: dict[str, Any], reader: Reader) -> Any:
    answer = await client.read_resource(arguments["uri"])
    return [reader.resource(contents) for contents in answer.contents]


async def _list_prompts(client: Any, _: Target, arguments: dict[str, Any], reader: Reader) -> Any:
    from codemode.sources.mcp_connection import everything

    return _plain((await everything(client, reader.max_answer)).prompts)


async def _get_prompt(client: Any, _: Target, arguments: dict[str, Any], reader: Reader) -> Any:
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


def _plain(items: Iterable[Any]) -> list[dict[str, Any]]:
    return [item.model_dump(mode="json", by_alias=True, exclude_none=True) for item in items]


_REQUESTS: dict[str, Callable[[Any, Target, dict[str, Any], Reader], Awaitable[Any]]] = {
    "": _call_tool,
    "ListResources": _list_resources,
    "ReadResource": _read_resource,
    "ListPrompts": _list_prompts,
    "GetPrompt": _get_prompt,
}
