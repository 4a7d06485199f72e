"""What guest code asks of the engine itself: search, descriptions, the catalog as files, saved values. Answered at once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar

from codemode.catalog import ToolEntry
from codemode.catalog.declarations import Shown
from codemode.catalog.names import python_name, quoted
from codemode.catalog.stubs import stub
from codemode.engine.among_tools import MANY_TOOLS
from codemode.engine.background import running_loop
from codemode.engine.call_errors import not_found
from codemode.engine.calls import Calls
from codemode.engine.durable.store import in_the_way
from codemode.engine.languages import GO, PYTHON, language_of
from codemode.engine.limits import Limits
from codemode.engine.session_state import Encoded, SessionState
from codemode.engine.threads import in_thread
from codemode.errors import ToolError
from codemode.interpreter.machine.request_limits import too_long_in
from codemode.interpreter.machine.signals import ToolCall

if TYPE_CHECKING:
    from codemode.engine.api_files import ApiFiles, StubFiles

MAX_OF_RUN = 32 << 20  # bytes of results, and of stored values, that one run may keep


class Requests:
    """Answers the requests of one cell. Values that the cell stores belong to the session once the cell completes (`commit`)."""

    def __init__(self, calls: Calls, state: Callable[[], SessionState], limits: Limits) -> None:
        """`state` is asked for when a program wants to save or load for the first time."""
        self.calls = calls
        self._catalog = calls.catalog
        self._offers = calls.toolbox.namespaces
        self._notes = calls.toolbox.notes
        self._observed, self._agent = calls.observed, calls.caller.agent
        self._find_state = state
        self.limits = limits
        self._staged: dict[str, str] = {}  # compact JSON
        self._sizes: dict[str, int] = {}  # of it, in bytes
        self._refused: ToolError | None = None  # what is not staged is not lost in silence: nothing is stored then
        self._saved = 0  # bytes of results
        self.searches = 0
        self.describes = 0

    async def answer(self, call: ToolCall) -> Any:
        """Raises ToolError, and InternalError if the store does not work."""
        problem = too_long_in(call.kind, call.tool, call.arguments)
        if problem:
            raise ToolError(problem)
        kept = self._keeping.get((call.kind, call.tool))
        if kept is not None:
            return await kept(self, call.arguments)
        answer = partial(self._answers[call.kind, call.tool], self, call.arguments)
        # a few tools may have schemas that take seconds to show
        long = len(self._catalog) > MANY_TOOLS or (call.kind, call.tool) in _SHOW_SCHEMAS
        return await in_thread(answer) if long and running_loop() is not None else answer()

    def only_reads(self, call: ToolCall) -> bool:
        """Whether it is about the catalog, so that it can be answered again."""
        return (call.kind, call.tool) in self._answers

    def replay(self, call: ToolCall) -> None:
        """Repeats a request that another process answered: the answer is known, only the staged value is missing."""
        if (call.kind, call.tool) == ("store", "save"):
            self._stage(call.arguments)

    @property
    def stages(self) -> bool:
        """Whether there is anything to store."""
        return bool(self._staged) or self._refused is not None

    async def commit(self) -> bool:
        """Stores everything or nothing, and returns whether there was anything. Raises ToolError, and InternalError if the store does not work."""
        if self._refused is not None:
            raise self._refused
        staged = bool(self._staged)
        if staged:
            await self._state.store.save(self._staged)
            self._staged.clear()
        return staged

    def saved(self) -> None:
        """Another process has already committed."""
        self._staged.clear()

    # --- the catalog ----------------------------------------------------------------------------------------------

    def _search(self, request: dict[str, Any]) -> Any:
        self.searches += 1
        self.calls.tell_of_absent()
        wanted = request["limit"]
        limit = self.limits.search_default_limit if wanted is None or wanted <= 0 else wanted
        limit = min(limit, self.limits.max_search_limit)
        if request["mcp"]:
            found = self._catalog.search(request["query"], limit)
        else:
            ranked = self._catalog.search(request["query"], len(self._catalog))
            found = [entry for entry in ranked if not entry.is_mcp][:limit]
        return [_found(entry) | self._away(entry) for entry in found]

    def _all(self, _: dict[str, Any]) -> Any:
        self.calls.tell_of_absent()
        return [entry.compact() | self._away(entry) for entry in self._catalog.entries if not entry.is_mcp]

    def _away(self, entry: ToolEntry) -> dict[str, str]:
        why = self.calls.away(entry)
        return {"unavailable": why} if why else {}

    def _describe(self, request: dict[str, Any]) -> Any:
        self.describes += 1
        entry = self._catalog.get(request["id"])
        if entry is None and _in_python(request):
            entry = self._catalog.get(self._catalog.python_names().get(request["id"], ""))
        if entry is None and request["id"] == "language":
            text = language_of(PYTHON if _in_python(request) else GO).guide()
            return {"name": "language", "description": "How to write programs.", "text": text}
        if entry is None:
            raise not_found(self._catalog, request["id"])
        told = {
            "input_schema": dict(entry.input_schema),
            "output_schema": dict(entry.output_schema) if entry.output_schema is not None else None,
            "observed_output": self._observed.type_of(self._agent, entry),
            "declaration": (self._stub if _in_python(request) else self._declared)(entry, short=False),
            "call": self._spelled(entry) if _in_python(request) else self._called(entry),
            "tags": list(entry.tags),
            "streaming": entry.streaming,
        }
        return entry.compact() | told | self._away(entry)

    def _called(self, entry: ToolEntry) -> str | None:
        return entry.name if entry.is_mcp else self._catalog.safe_name(entry)

    def _spelled(self, entry: ToolEntry) -> str | None:
        """Returns what programs in Python call; None if another tool has this name there."""
        name = python_name(entry.name)
        return name if self._catalog.python_names().get(name) == entry.name else None

    def _declared(self, entry: ToolEntry, *, short: bool) -> str:
        return self._catalog.declaration(entry, Shown(short=short, observed=self._observed.of(self._agent, entry)))

    def _stub(self, entry: ToolEntry, *, short: bool) -> str:
        return stub(entry, Shown(short=short, observed=self._observed.of(self._agent, entry)))

    @cached_property
    def _state(self) -> SessionState:
        return self._find_state()

    @cached_property
    def _files(self) -> ApiFiles:
        from codemode.engine.api_files import ApiFiles  # here and below, because few programs read files

        return ApiFiles(self._catalog, self._offers, self._notes, self._declared)

    @cached_property
    def _stubs(self) -> StubFiles:
        from codemode.engine.api_files import StubFiles

        return StubFiles(self._catalog, self._offers, self._notes, self._stub)

    def _list(self, request: dict[str, Any]) -> Any:
        # of tools: the guest API is told of where the language is
        return (self._stubs if _in_python(request) else self._files).paths(request["prefix"])

    def _read(self, request: dict[str, Any]) -> Any:
        from codemode.engine.api_files import GUEST_API_FILE, StubFiles
        from codemode.engine.guide import guest_api

        path = request["path"]
        if path == GUEST_API_FILE:
            return guest_api()
        text = (self._stubs if path.endswith(StubFiles.suffix) else self._files).text(path)
        if text is None:
            listing = "API.list()" if _in_python(request) else "API.List()"
            raise ToolError(f"there is no file {quoted([path])}; {listing} gives all")
        return text

    # --- what is saved --------------------------------------------------------------------------------------------

    async def _save_result(self, request: dict[str, Any]) -> Any:
        data = request["value"]
        _look_at_sum(self._saved + len(data))
        self._saved += len(data)
        return await self._state.save_result(_text(data))

    async def _load_result(self, request: dict[str, Any]) -> Any:
        try:
            return await self._state.results.encoded(request["id"])
        except KeyError:
            raise ToolError(f"there is no result {quoted([request['id']])} in this session") from None

    async def _delete_result(self, request: dict[str, Any]) -> Any:
        if not await self._state.results.delete(request["id"]):
            raise ToolError(f"there is no result {quoted([request['id']])} in this session")

    async def _save(self, request: dict[str, Any]) -> Any:
        self._stage(request)

    def _stage(self, request: dict[str, Any]) -> None:
        """Values that a run stores are kept here until it completes, so they must not be larger than what the session can keep."""
        key, data = request["key"], request["value"]
        try:
            in_the_way("store", [*self._sizes.items()], key, len(data))
            _look_at_sum(sum(self._sizes.values()) - self._sizes.get(key, 0) + len(data))
        except ToolError as refused:
            self._refused = refused
            raise
        self._staged[key], self._sizes[key] = _text(data), len(data)

    async def _load(self, request: dict[str, Any]) -> Any:
        key = request["key"]
        if key in self._staged:
            return Encoded(self._staged[key], key)
        try:
            return await self._state.store.encoded(key)
        except KeyError:
            return None

    _answers: ClassVar[dict[tuple[str, str], Callable[[Requests, dict[str, Any]], Any]]] = {
        ("search", "search"): _search,
        ("search", "all"): _all,
        ("describe", "describe"): _describe,
        ("api", "list"): _list,
        ("api", "read"): _read,
    }
    _keeping: ClassVar[dict[tuple[str, str], Callable[[Requests, dict[str, Any]], Awaitable[Any]]]] = {
        ("results", "save"): _save_result,
        ("results", "load"): _load_result,
        ("results", "delete"): _delete_result,
        ("store", "save"): _save,
        ("store", "load"): _load,
    }


_SHOW_SCHEMAS = frozenset({("api", "read"), ("describe", "describe"), ("search", "search")})


def _look_at_sum(size: int) -> None:
    if size > MAX_OF_RUN:
        raise ToolError(f"one run can save at most {MAX_OF_RUN} bytes; save a summary instead")


def _text(data: object) -> str:
    """The JSON of a value as the program sent it."""
    return data.decode("utf-8", "replace") if isinstance(data, bytes) else ""


def _found(entry: ToolEntry) -> dict[str, Any]:
    return entry.compact() | {
        "tags": list(entry.tags),
        "streaming": entry.streaming,
        "inputs": dict(entry.input_schema),
        "outputs": dict(entry.output_schema) if entry.output_schema is not None else None,
    }


def _in_python(request: dict[str, Any]) -> bool:
    return request.get("language") == PYTHON
