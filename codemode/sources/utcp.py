"""UTCP servers as a source of tools. The only files that import utcp are this one's neighbours `utcp_*`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any, Protocol, cast

from codemode.catalog import Checker, ToolEntry, entry_id
from codemode.catalog.entries import Outputs, checked_outputs
from codemode.catalog.lazy_schemas import Deferred, whole
from codemode.catalog.lru_cache import MOST_KEPT, LruCache
from codemode.catalog.schemas import NOTHING, Schema, tame
from codemode.engine.attachments import base64_text, filled
from codemode.engine.protocols import CallContext
from codemode.engine.threads import in_few
from codemode.errors import ConfigError, ToolError, ToolSourceError
from codemode.sources.answer_limits import MAX_ANSWER, Bound, bounded, checked_limit, measured
from codemode.sources.client_loops import OwnerLoop, within
from codemode.sources.utcp_client import load_config, make_client, prepare_utcp, register
from codemode.sources.utcp_parts import Manual, changes_of, registered_name
from codemode.sources.utcp_references import ADVICE, Documents
from codemode.sources.utcp_requests import IN_URL, address_problem, for_request, takes_files
from codemode.sources.utcp_results import checked, failure, short
from codemode.sources.utcp_variables import keep_words, without_values

STREAMING = frozenset({"sse", "streamable_http"})
MAY_STREAM = frozenset({"websocket"})
CALL_TIMEOUT = 60.0
MAX_NAME = 200  # characters
_END = object()


class Client(Protocol):
    """What a source needs of a `utcp.UtcpClient`."""

    config: Any

    async def call_tool(self, tool_name: str, tool_args: dict[str, Any]) -> Any: ...
    def call_tool_streaming(self, tool_name: str, tool_args: dict[str, Any]) -> AsyncGenerator[Any, None]: ...
    async def search_tools(self, query: str, limit: int = 10) -> Sequence[Any]: ...


class UtcpSource:
    """The tools of a `utcp.UtcpClient`.

    The client belongs to the event loop it was made on; calls from other loops are forwarded to it. `call_timeout` (seconds) limits every call
    and every wait for the next piece of a stream, `max_answer_bytes` every answer over HTTP and every piece. `outputs` ("warn", "strict",
    "ignore") is for results that do not match the tool's output schema; None leaves it to the engine. `preset` are arguments that
    programs neither see nor give. `warnings` lists what UTCP left out. Raises ConfigError if `client` is not a client.
    """

    def __init__(
        self,
        client: Client,
        *,
        call_timeout: float = CALL_TIMEOUT,
        max_answer_bytes: int = MAX_ANSWER,
        outputs: Outputs | None = None,
        preset: Mapping[str, Any] | None = None,
    ) -> None:
        if not hasattr(client, "call_tool") or not hasattr(client, "config"):
            raise ConfigError(f"UtcpSource needs a utcp.UtcpClient, not {type(client).__name__}")
        prepare_utcp()
        keep_words(client)
        self._client: Any = client
        self._max_answer = checked_limit(max_answer_bytes)
        self._outputs: Outputs = checked_outputs(outputs)
        self._preset = preset
        self._owner = OwnerLoop()
        self._owned = False
        self._call_timeout = call_timeout
        self._tools: dict[str, tuple[Any, Manual]] = {}  # with the part that has listed it
        self._public: dict[str, bool] = {}  # manuals, and whether they come from public addresses
        self._documents = Documents(client, call_timeout)
        self._checkers = LruCache[Checker](MOST_KEPT)
        self._left_out: list[str] = []
        self._changes = changes_of(client)
        self._parts: dict[str, Manual] = {}
        self._others = self._part(None)

    @classmethod
    async def from_config(
        cls,
        config: str | Path | Mapping[str, Any],
        *,
        call_timeout: float = CALL_TIMEOUT,
        max_answer_bytes: int = MAX_ANSWER,
        outputs: Outputs | None = None,
        preset: Mapping[str, Any] | None = None,
        needs_one: bool = True,
    ) -> UtcpSource:
        """A source with a client of its own, made from a UTCP configuration (a JSON file or its content). The limits apply to manuals, too.

        A manual that cannot be registered within a few seconds is tried again while the source is used. Raises ConfigError for a bad
        configuration, ToolSourceError when no manual at all can be registered: it names them, their addresses and why. With `needs_one=False` there
        is a source nevertheless, whose tools are `source_unavailable` until a manual can be registered.
        """
        loaded, folder = load_config(config)
        with bounded(Bound(checked_limit(max_answer_bytes))):
            client, warnings = await make_client(loaded, folder, call_timeout, needs_one=needs_one)
        source = cls(
            client, call_timeout=call_timeout, max_answer_bytes=max_answer_bytes, outputs=outputs, preset=preset
        )
        source._owned = True
        source._left_out = warnings
        return source

    @property
    def client(self) -> Client:
        """The client that makes the calls."""
        return self._client

    # --- listing --------------------------------------------------------------------------------------------------

    def known_tools(self) -> None:
        """Returns None: only the client's repository knows the tools."""
        return

    def parts(self) -> Sequence[Manual]:
        """Returns the manuals, which are listed separately."""
        configured = {registered_name(template): template for template in self._client.config.manual_call_templates}
        for name, template in configured.items():
            if name not in self._parts:
                self._parts[name] = self._part(template)
        return [*(self._parts[name] for name in configured), self._others]

    def _part(self, template: Any) -> Manual:
        return Manual(template, self._list_part, self._changes, self._preset)

    @property
    def warnings(self) -> list[str]:
        """The manuals whose last listing failed, what was left out of the others, and preset arguments that no tool has."""
        parts = self.parts()
        failed = [part.failure for part in parts if part.failure]
        return [*failed, *self._left_out, *self._others.presets.unused(*(part.presets for part in parts[:-1]))]

    async def list_tools(self) -> Sequence[ToolEntry]:
        """Returns the tools of all manuals, in order of name. Raises ToolSourceError when no manual can be listed."""
        listed: list[ToolEntry] = []
        failures: list[ToolSourceError] = []
        for part in self.parts():
            try:
                listed += await part.list_tools()
            except ToolSourceError as odd:
                failures.append(odd)
        if failures and not listed:
            raise ToolSourceError("; ".join(odd.message for odd in failures)) from failures[0]
        return tuple(sorted(listed, key=lambda e: e.id))

    async def _list_part(self, part: Manual) -> Sequence[ToolEntry]:
        try:
            tools = await self._owner.run(lambda: self._read(part))
        except ToolError as odd:
            raise ToolSourceError(odd.message) from odd
        # in a thread, because there may be thousands
        found, entries = await in_few(lambda: self._usable(tools, part))
        others = {name: known for name, known in self._tools.items() if known[1] is not part}
        self._tools = others | found
        self._checkers.clear()
        return part.presets.applied(entries)

    def _usable(
        self, tools: Sequence[Any], part: Manual
    ) -> tuple[dict[str, tuple[Any, Manual]], tuple[ToolEntry, ...]]:
        found = {tool.name: (tool, part) for tool in tools if self._is_usable(tool)}
        entries = (_entry(tool, self._outputs) for tool, _ in found.values())
        return found, tuple(sorted(entries, key=lambda e: e.id))

    def _is_usable(self, tool: Any) -> bool:
        """Whether the name can be shown to models and people unchanged, and the address be called."""
        named = tool.name.isprintable() and len(tool.name) <= MAX_NAME and not tool.name.endswith(".")
        url = getattr(tool.tool_call_template, "url", None)
        why = "" if named else "its name is empty, too long, or cannot be shown"
        why = why or (address_problem(url) if isinstance(url, str) else "")
        if why:
            self._warn(f"tool {short(tool.name, 80)!r} was left out: {why}")
        return not why

    def _warn(self, told: str) -> None:
        if told not in self._left_out:
            self._left_out.append(told)

    async def _read(self, part: Manual) -> list[Any]:
        """Returns the tools of a manual; registers it first if necessary. Raises ToolSourceError."""
        from codemode.sources.utcp_addresses import is_public  # brings aiohttp, which a client has by now

        # not search_tools: its limit of 0 means none, and its ranking leaves tools out
        repository = self._client.config.tool_repository
        known = {template.name: template for template in await repository.get_manual_call_templates()}
        with bounded(Bound(self._max_answer)):
            if part.template is not None and part.prefix not in known and not part.was_registered:
                told = await register(self._client, part.template, self._left_out, self._call_timeout)
                known = {template.name: template for template in await repository.get_manual_call_templates()}
                if part.prefix not in known:  # else another engine has registered it
                    raise ToolSourceError(told)
            part.was_registered = part.was_registered or part.prefix in known
            configured = {registered_name(each) for each in self._client.config.manual_call_templates}
            wanted = [part.prefix] if part.template is not None else sorted(known.keys() - configured)
            for name in wanted:
                self._public[name] = await is_public(str(getattr(known.get(name), "url", "") or ""))
            tools = [tool for name in wanted for tool in await _tools_of(repository, name)]
            filled, lost = await self._documents.fill(tools, known)
        for manual in lost:
            self._warn(
                f"schemas of manual {manual!r} refer to parts of its document that the client did not keep: {ADVICE}"
            )
        return filled

    # --- searching -------------------------------------------------------------------------------------------------

    def searches(self, tool: ToolEntry) -> bool:
        """Whether the tool is one of this client's."""
        return tool.source == "utcp" and tool.name in self._tools

    async def search(self, query: str, limit: int) -> Sequence[str]:
        """Returns the names of the tools that the client's own search strategy finds, the best first. Raises what the strategy raises."""
        found = await self._owner.run(lambda: self._client.search_tools(query, limit))
        return [str(tool.name) for tool in found]

    # --- calling --------------------------------------------------------------------------------------------------

    def direct(self, name: str) -> Callable[[dict[str, Any], CallContext], Any] | None:
        """Returns None: the calls need an event loop."""
        return None

    async def call(self, name: str, arguments: dict[str, Any], context: CallContext) -> Any:
        """Calls a tool to its end and returns its result as plain data. Raises ToolError and ToolSourceError."""
        return await self._owner.run(lambda: self._call(name, arguments, context))

    async def _call(self, name: str, arguments: dict[str, Any], context: CallContext) -> Any:
        timeout = self._timeout(context)
        template, shaped = await self._prepared(name, arguments, context)
        public = self._is_of_public(name)
        try:
            with bounded(Bound(self._max_answer, may_be_file=True, large=context.large_answer, public=public)):
                answer = await within(timeout, self._client.call_tool(name, shaped))
                result = self._measured(answer, template.call_template_type)
        except ToolError:
            raise
        except Exception as odd:
            raise failure(odd, name, timeout, self._hidden) from odd
        return checked(result, name, template.call_template_type)

    def _hidden(self, text: str) -> str:
        return without_values(self._client, text)

    def _measured(self, answer: Any, kind: str) -> Any:
        """Measures a result. Answers over HTTP were measured while they were read; of other plugins only the result can be measured."""
        return answer if kind in IN_URL else measured(answer, self._max_answer)

    def stream(self, name: str, arguments: dict[str, Any], context: CallContext) -> AsyncIterator[Any]:
        """Calls a tool and yields its results, piece by piece. Raises ToolError and ToolSourceError."""
        return self._owner.stream(lambda: self._stream(name, arguments, context))

    async def _stream(self, name: str, arguments: dict[str, Any], context: CallContext) -> AsyncGenerator[Any, None]:
        timeout = self._timeout(context)
        template, shaped = await self._prepared(name, arguments, context)
        kind = template.call_template_type
        pieces = cast("AsyncGenerator[Any, None]", self._client.call_tool_streaming(name, shaped))
        async with aclosing(pieces):
            while True:
                try:
                    with bounded(Bound(self._max_answer, is_whole=False, public=self._is_of_public(name))):
                        # all in one task, because the generator may rely on that
                        async with asyncio.timeout(timeout):
                            piece = self._measured(await anext(pieces, _END), kind)
                    if piece is _END:
                        return
                except ToolError:
                    raise
                except Exception as odd:
                    raise failure(odd, name, timeout, self._hidden) from odd
                yield checked(piece, name, kind)

    def _is_of_public(self, tool: str) -> bool:
        return self._public.get(tool.partition(".")[0], True)

    def _timeout(self, context: CallContext) -> float:
        return self._call_timeout if context.timeout is None else min(context.timeout, self._call_timeout)

    async def _prepared(self, name: str, arguments: dict[str, Any], context: CallContext) -> tuple[Any, dict[str, Any]]:
        """Returns the tool's call template, and the arguments, checked and in a form that the protocol can send."""
        if name not in self._tools:
            await self._list_part_of(name)
        known = self._tools.get(name)
        if known is None:
            raise ToolError(f"there is no tool {name!r}", code="tool_not_found")
        tool, part = known
        arguments = part.presets.filled(name, arguments)
        template = tool.tool_call_template
        checker = self._checkers.get(name, lambda: Checker(tame(whole(_plain_schema(tool.inputs))) or NOTHING))
        fitted = checker.fit(arguments)
        sent = filled(fitted, checker.schema, context.find, base64_text) if checker.takes_bytes else fitted
        problems = checker.problems(sent)
        if problems:
            raise ToolError(f"{name}: {'; '.join(problems)}", code="invalid_tool_input")
        if template.call_template_type not in IN_URL:
            return template, sent
        if takes_files(template) and template.body_field in fitted:
            with_files = filled(fitted, checker.schema, context.find, lambda file, url: file)
            sent = {**sent, template.body_field: with_files[template.body_field]}
        return template, for_request(name, sent, template, checker.schema)

    async def _list_part_of(self, name: str) -> None:
        parts = self.parts()
        part = next((part for part in parts if part.prefix and name.startswith(f"{part.prefix}.")), self._others)
        try:
            await part.list_tools()
        except ToolSourceError as odd:
            raise ToolError(f"{name} is not available: {odd.message}", code="source_unavailable") from odd

    async def close(self) -> None:
        """Closes the client, if this source made it."""
        if self._owned:
            self._owned = False
            await self._owner.run(self._client.close)


async def _tools_of(repository: Any, manual: str) -> Sequence[Any]:
    """The tools of a manual, which nobody here changes. UTCP's repository in memory would copy all of them, in all depth, on the event loop."""
    kept = getattr(repository, "_manuals", {}).get(manual)
    return kept.tools if kept is not None else await repository.get_tools_by_manual(manual) or ()


def _entry(tool: Any, outputs: Outputs) -> ToolEntry:
    manual = tool.name.partition(".")[0]
    template = tool.tool_call_template
    tags = tuple(tool.tags)
    hints = {tag.lower().replace("-", "_") for tag in tags}
    promised = _plain_schema(tool.outputs)
    return ToolEntry(
        id=entry_id("utcp", manual, tool.name),
        name=tool.name,
        description=tool.description,
        tags=tags,
        input_schema=_plain_schema(tool.inputs),
        output_schema=promised if isinstance(promised, Deferred) else promised or None,
        streaming=template.call_template_type in STREAMING,
        may_stream=template.call_template_type in MAY_STREAM,
        # an HTTP GET is not a hint: it is UTCP's default when a manual names no method
        read_only=bool(hints & {"read_only", "readonly"}),
        idempotent="idempotent" in hints,
        source="utcp",
        source_name=manual,
        outputs=outputs,
    )


def _plain_schema(schema: Any) -> Schema:
    """Returns the schema as its author wrote it, without fields that UTCP's model adds. A schema of an OpenAPI document is made when it is read."""
    deferred = getattr(schema, "deferred", None)
    if deferred is not None:
        return deferred
    return cast("dict[str, Any]", _tidy(schema.model_dump(by_alias=True, exclude_unset=True)))


_BOUNDS = frozenset({"minimum", "maximum"})


def _tidy(value: object) -> object:
    if isinstance(value, dict):
        fields = cast("dict[str, object]", value)
        return {
            key: int(item) if key in _BOUNDS and isinstance(item, float) and item.is_integer() else _tidy(item)
            for key, item in fields.items()
            if item is not None or key in ("default", "const")
        }
    if isinstance(value, list):
        return [_tidy(item) for item in cast("list[object]", value)]
    return value
