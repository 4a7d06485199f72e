"""A connection to one MCP server. This file, its callbacks, transport and streams are the only ones that import the mcp package."""

from __future__ import annotations

import asyncio
import atexit
import logging
import time
import warnings
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from contextvars import Context
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar, cast
from weakref import WeakSet

from mcp import MCPDeprecationWarning, MCPError, types
from mcp.client import Client
from mcp.client.session import MessageHandlerFnT

from codemode.errors import ToolError, ToolSourceError
from codemode.sources.answer_limits import TOO_LARGE, AnswerTooLarge
from codemode.sources.client_loops import io_loop
from codemode.sources.mcp_callbacks import asking, level_of, logging_to
from codemode.sources.mcp_elicitation import OpenCalls
from codemode.sources.mcp_entries import Listing
from codemode.sources.mcp_limits import Starts
from codemode.sources.mcp_servers import ServerSpec
from codemode.sources.mcp_transport import transport
from codemode.sources.mcp_watch import LastWords, Talk, Watch, data_of
from codemode.sources.utcp_results import short

log = logging.getLogger("codemode")

T = TypeVar("T")

MAX_PAGES, MAX_LISTED = 1000, 20_000
_EVENT_TOO_LARGE = "Server-sent event exceeded"  # the message of mcp
RELISTEN = 5.0  # seconds after which a lost subscription is tried again
GOODBYE = 8.0  # seconds that a server gets to end
LONGEST_REFUSAL = 60.0  # seconds for which an unreachable server is not tried again
MAX_INSTRUCTIONS = 8000  # characters
SETTLING = 1.0  # seconds
STILL_THERE = 5.0  # seconds that a process gets to answer anything, after it has not answered a request in time


class Lost(Exception):
    """The connection broke during a request."""


class Connection:
    """One server. Everything here runs on the I/O loop.

    A task of its own opens the client, keeps it and closes it, because what the client enters has to be left by the same task. A server that
    is gone is connected again when it is next needed. A process that does not answer any more is ended, so that the next request gets another
    one; `patience` is how many seconds it gets at most.
    """

    def __init__(
        self, spec: ServerSpec, connect_timeout: float, max_answer: int, patience: float = STILL_THERE
    ) -> None:
        self.spec = spec
        self.max_answer = max_answer
        self.changed = False  # the server's tools have changed, or may have
        self.unreadable = 0  # messages that could not be read
        self._connect_timeout = connect_timeout
        self._client: Client | None = None
        self._owner: asyncio.Task[None] | None = None
        self._over = asyncio.Event()
        self._failure: BaseException | None = None
        self._words = LastWords()
        self._talk = Talk()
        self._opening = asyncio.Lock()
        self._patience = min(patience, STILL_THERE)
        self._asking = 0  # requests under way
        self._doubt: asyncio.Task[None] | None = None  # finds out whether the process still answers
        self._starts = Starts()
        self._refused: tuple[str, float] | None = (
            None  # why it could not be reached, and until when that is not tried again
        )
        self.instructions = ""
        self.calls = OpenCalls()

    # --- asking -----------------------------------------------------------------------------------------------------

    async def ask(self, work: Callable[[Client], Awaitable[T]]) -> T:
        """Returns the result of a request. Raises ToolSourceError when the server cannot be reached, Lost when the connection broke meanwhile."""
        for attempt in (1, 2):
            client = await self._opened()
            answers = self._talk.answers
            self._asking += 1
            try:
                return await work(client)
            except asyncio.CancelledError:
                # the caller gave up waiting
                self._begin_to_doubt(client, answers)
                raise
            except MCPError as odd:
                if _is_broken_off(odd):
                    raise await self._lost(odd.message) from odd
                if attempt == 2 or not _may_be_expired(odd) or not await self._has_forgotten(client):
                    raise
            finally:
                self._asking -= 1
            await self._begin_again(client)
        raise AssertionError("the second attempt returns or raises")

    async def _has_forgotten(self, client: Client) -> bool:
        """Whether the server refuses a ping in the same way: then it has forgotten the session, and has not handled the request."""
        try:
            async with asyncio.timeout(self._patience):
                await client.session.send_ping()
        except MCPError as odd:
            return _may_be_expired(odd)
        except TimeoutError:
            return False
        return False

    async def _begin_again(self, client: Client) -> None:
        """Closes a client whose server has forgotten its session. The server refuses other requests under way, too: they get a moment
        to hear that."""
        async with self._opening:
            until = time.monotonic() + SETTLING
            while client is self._client and self._asking and time.monotonic() < until:
                await asyncio.sleep(0.02)
            if client is self._client:
                await self._close()

    async def list(self) -> Listing:
        """Lists everything that the server has, page by page."""
        self.changed = False
        listing = await self.ask(self._everything)
        return replace(listing, left_out=tuple(self._talk.left_out))

    async def _everything(self, client: Client) -> Listing:
        self._talk.left_out = []
        return await everything(client, self.max_answer)

    @property
    def has_answered(self) -> int:
        """The number of answers since the server was started."""
        return self._talk.answers

    # --- doubts -------------------------------------------------------------------------------------------------------

    def _begin_to_doubt(self, client: Client, answers: int) -> None:
        if self.spec.kind == "stdio" and self._doubt is None and client is self._client and not self._over.is_set():
            self._doubt = asyncio.create_task(self._find_out(client, answers))

    async def _find_out(self, client: Client, answers: int) -> None:
        """Ends a process that answers nothing, not even a ping. As long as other requests wait, it may be busy with them."""
        talk, over, until = self._talk, self._over, time.monotonic() + self._patience
        ping = asyncio.create_task(client.session.send_ping())
        try:
            while not over.is_set() and talk.answers == answers and (self._asking or time.monotonic() < until):
                await asyncio.wait([ping], timeout=0.05) if not ping.done() else await asyncio.sleep(0.05)
            if over.is_set() or talk.answers != answers:
                return
            self._words.ended_for = f"it answered nothing, not even a ping within {self._patience:g} s"
            self._words.kill()
            log.warning("%s was ended: %s", self.spec, self._words.ended_for)
            async with self._opening:
                await self._close()
        finally:
            ping.cancel()
            await asyncio.wait([ping])
            self._doubt = None

    # --- opening and closing ------------------------------------------------------------------------------------------

    async def _opened(self) -> Client:
        while self._doubt is not None:
            await asyncio.wait([self._doubt])
        async with self._opening:
            if self._client is not None and self._over.is_set():
                await self._close()
            if self._client is None:
                self._check_refused()
                began = time.monotonic()
                try:
                    await self._open()
                except ToolSourceError as odd:
                    took = time.monotonic() - began
                    self._refused = odd.message, time.monotonic() + min(2 * took, LONGEST_REFUSAL)
                    raise
                self._refused = None
            assert self._client is not None
            return self._client

    async def _open(self) -> None:
        self._check_starts()
        self._over, self._failure, self._words, self._talk = asyncio.Event(), None, LastWords(), Talk()
        ready: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
        ready.add_done_callback(lambda done: done.cancelled() or done.exception())  # the caller may be gone
        watch = Watch(self._over, self._words, self._talk, self.max_answer)
        # not in the context of the call that opens it
        self._owner = asyncio.create_task(self._own(ready, watch), context=Context())
        _open_connections().add(self)
        try:
            self._client = await asyncio.shield(ready)
        except asyncio.CancelledError:
            # the caller has given up: close what is half open
            self._give_up_opening()
            raise
        except Exception as odd:
            await asyncio.wait([self._owner])
            self._owner = None
            raise ToolSourceError(await self._told(odd)) from odd

    def _check_refused(self) -> None:
        """Raises ToolSourceError if connecting failed shortly before: of several callers one tries, and the others get its error."""
        if self._refused is not None:
            told, until = self._refused
            left = until - time.monotonic()
            if left > 0:
                raise ToolSourceError(f"{told} (it is not tried again for {left:.1f} s)")

    def _check_starts(self) -> None:
        """Raises ToolSourceError when the process was started too often lately."""
        if self.spec.kind != "stdio":
            return
        wait = self._starts.wait()
        if wait > 0:
            why = self._words.ended_for or (cause_of(self._failure) if self._failure is not None else "")
            told = f"{self.spec} is not running: {self._starts}, and it can be started again in {wait:.1f} s"
            raise ToolSourceError(f"{told}{'; last time: ' if why else ''}{why}")
        self._starts.note()

    async def _own(self, ready: asyncio.Future[Client], watch: Watch) -> None:
        """The life of one client, in one task."""
        over = watch.over
        try:
            async with _client(self.spec, watch, self.calls, self._heard, self._connect_timeout) as client:
                self.instructions = (client.instructions or "").strip()[:MAX_INSTRUCTIONS]
                if not ready.done():
                    ready.set_result(client)
                listening = asyncio.create_task(self._listen(client))
                try:
                    await over.wait()
                finally:
                    listening.cancel()
                    await asyncio.wait([listening])
        except BaseException as odd:
            self._failure = odd
            if not ready.done():
                ready.set_exception(odd if isinstance(odd, Exception) else ConnectionError("given up"))
            elif isinstance(odd, Exception):
                log.debug("%s: the connection ended: %s", self.spec, cause_of(odd))
        finally:
            over.set()
            self._mark()  # after a restart it may be a different server

    async def close(self) -> None:
        if self._doubt is not None:
            self._doubt.cancel()
        if self._client is None:
            self._give_up_opening()
        async with self._opening:
            self._starts.forget()
            self._refused = None
            await self._close()

    def _give_up_opening(self) -> None:
        # once, because mcp's closing must not be interrupted
        if self._owner is not None and not self._owner.cancelling():
            self._owner.cancel()

    async def _close(self) -> None:
        owner, self._owner, self._client = self._owner, None, None
        self._over.set()
        if owner is not None:
            await asyncio.wait([owner], timeout=GOODBYE)
            if not owner.done():
                owner.cancel()
                await asyncio.wait([owner], timeout=GOODBYE)

    # --- changes ------------------------------------------------------------------------------------------------------

    async def _heard(self, message: object) -> None:
        if isinstance(message, _LIST_CHANGED):
            self._mark()
        elif isinstance(message, Exception):
            self.unreadable += 1

    def _mark(self) -> None:
        self.changed = True

    async def _listen(self, client: Client) -> None:
        """Subscribes to changes, which servers of the newer protocol only report on request."""
        has = client.server_capabilities
        tools, resources, prompts = (
            part is not None and part.list_changed is True for part in (has.tools, has.resources, has.prompts)
        )
        if client.session.discover_result is None or not (tools or resources or prompts):
            return
        while True:
            try:
                async with client.listen(
                    tools_list_changed=tools, resources_list_changed=resources, prompts_list_changed=prompts
                ) as events:
                    async for _ in events:
                        self._mark()
                return
            except MCPError as odd:
                if odd.code != types.CONNECTION_CLOSED:
                    return  # it does not support this
            except Exception as odd:
                log.debug("%s: its notifications of changes broke off: %s", self.spec, odd)
            self._mark()  # changes in between were missed
            await asyncio.sleep(RELISTEN)

    # --- what went wrong ----------------------------------------------------------------------------------------------

    async def _lost(self, told: str) -> Exception:
        if _EVENT_TOO_LARGE in told:
            return AnswerTooLarge(self.max_answer)
        if TOO_LARGE in told:
            return Lost(told.removeprefix("SSE stream failed: "))
        owner = self._owner
        if owner is not None:
            await asyncio.wait([owner], timeout=0.5)
            if not owner.done() and not self._over.is_set():
                # over HTTP, one answer can be cut off alone
                return Lost(f"{self.spec} broke off its answer; whether the call had an effect is not known")
            self._over.set()
            await asyncio.wait([owner], timeout=GOODBYE)
        if self._words.ended_for:
            told = f"{self.spec} was ended: {self._words.ended_for}"
            return Lost(f"{told}; whether the call had an effect is not known. The next call starts it again")
        why = cause_of(self._failure) if self._failure is not None else ""
        words = await self._words.text()
        told = f"{self.spec} disconnected during the call"
        if why or words:
            told += f" ({'; '.join(filter(None, [why, words and f'it last said: {words}']))})"
        return Lost(f"{told}; whether the call had an effect is not known. The next call connects again")

    async def _told(self, odd: BaseException) -> str:
        odd = _inmost(odd)
        why = cause_of(odd)
        if isinstance(odd, TimeoutError):
            why = f"no answer within {self._connect_timeout:g} s"
        elif isinstance(odd, FileNotFoundError):
            why = f"there is no such {'folder' if _is_folder(odd, self.spec) else 'program'}: {odd.filename}"
        elif isinstance(odd, MCPError) and odd.code == types.CONNECTION_CLOSED:
            why = "it ended before it answered"
        words = await self._words.text()
        if words:
            why += f"; it last said: {words}"
        return f"{self.spec} cannot be reached: {why}; {_CHECK[self.spec.kind]}"


_OVER_HTTP = "check that the server runs, its address and path, and the headers that it needs"
_CHECK = {
    "stdio": "check its command, arguments and environment, and that it writes only MCP messages to standard output",
    "http": _OVER_HTTP,
    "sse": _OVER_HTTP,
    "inside": "it ended, or its lifespan did not begin",
}
_LIST_CHANGED = (
    types.ToolListChangedNotification,
    types.ResourceListChangedNotification,
    types.PromptListChangedNotification,
)


@asynccontextmanager
async def _client(
    spec: ServerSpec, watch: Watch, calls: OpenCalls, heard: MessageHandlerFnT, connect_timeout: float
) -> AsyncGenerator[Client]:
    # no cache in the client: the source decides whether a list is still valid
    logger = logging.getLogger(f"codemode.mcp.{spec.name}")
    client = Client(
        transport(spec, watch),
        message_handler=heard,
        cache=None,
        logging_callback=logging_to(logger),
        log_level=level_of(logger),
        elicitation_callback=asking(calls),
        # FastMCP asks people only with requests of the server, which the newest revision has removed
        mode="legacy" if spec.kind == "inside" else "auto",
    )
    async with AsyncExitStack() as stack:
        async with asyncio.timeout(connect_timeout):
            await stack.enter_async_context(client)
        client.session.validate_tool_result = _trusting
        if client.server_capabilities.logging is not None and client.session.discover_result is None:
            with suppress(MCPError, TimeoutError):
                async with asyncio.timeout(connect_timeout):
                    await _set_level(client, level_of(logger))
        watch.talk.version = client.session.protocol_version or ""
        yield client


def _set_level(client: Client, level: types.LoggingLevel) -> Awaitable[Any]:
    with warnings.catch_warnings():  # older servers log nothing without it
        warnings.simplefilter("ignore", MCPDeprecationWarning)
        return cast(Any, client.session).set_logging_level(level)


async def _trusting(name: str, result: types.CallToolResult) -> None:
    """Checks nothing: the engine checks results. Here, a pattern in a server's schema could block this loop."""


async def everything(client: Client, limit: int) -> Listing:
    """Returns what a server lists. All its pages together have at most `limit` bytes."""
    has = client.server_capabilities
    pages = _Pages(limit)
    tools = await pages.all(client.list_tools, "tools") if has.tools is not None else []
    resources: list[Any] = []
    templates: list[Any] = []
    prompts: list[Any] = []
    if has.resources is not None:
        resources = await pages.optional(client.list_resources, "resources")
        templates = await pages.optional(client.list_resource_templates, "resource_templates")
    if has.prompts is not None:
        prompts = await pages.optional(client.list_prompts, "prompts")
    return Listing(tools, resources, templates, prompts)


class _Pages:
    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._size = 0

    async def all(self, ask: Callable[..., Awaitable[Any]], what: str) -> list[Any]:
        found: list[Any] = []
        seen: set[str] = set()
        cursor: str | None = None
        while True:
            page = await ask(cursor=cursor)
            self._size += len(page.model_dump_json())
            if self._size > self._limit:
                raise AnswerTooLarge(self._limit)
            found += getattr(page, what)
            if len(found) > MAX_LISTED:
                raise ToolError(f"its list of {what} has more than {MAX_LISTED}, {TOO_LARGE}")
            cursor = page.next_cursor
            if cursor is None:
                return found
            if cursor in seen or len(seen) >= MAX_PAGES:
                raise ToolError(f"its list of {what} does not end: the cursor {short(cursor, 80)!r} is repeated")
            seen.add(cursor)

    async def optional(self, ask: Callable[..., Awaitable[Any]], what: str) -> list[Any]:
        """Lists what a server declares but may not support."""
        try:
            return await self.all(ask, what)
        except MCPError as odd:
            if odd.code == types.METHOD_NOT_FOUND:
                return []
            raise


def cause_of(failure: BaseException) -> str:
    """Returns the message of the inmost failure, because task groups wrap it."""
    failure = _inmost(failure)
    if isinstance(failure, asyncio.CancelledError):
        return ""
    return short(failure, 500) or type(failure).__name__


def _inmost(failure: BaseException) -> BaseException:
    while isinstance(failure, BaseExceptionGroup):
        failure = cast("BaseExceptionGroup[BaseException]", failure).exceptions[0]
    return failure


def _may_be_expired(odd: MCPError) -> bool:
    terminated = odd.code == types.INVALID_REQUEST and odd.message == "Session terminated"
    return terminated or data_of(odd)[1]


def _is_broken_off(odd: MCPError) -> bool:
    """Whether the error is from the library mcp: errors of servers often have the same number."""
    return odd.code == types.CONNECTION_CLOSED and odd.message.startswith(("Connection closed", "SSE stream"))


def _is_folder(odd: FileNotFoundError, spec: ServerSpec) -> bool:
    return spec.cwd is not None and odd.filename == spec.cwd


@cache
def _open_connections() -> WeakSet[Connection]:
    """Returns every connection that was opened. They are closed when the process ends."""
    opened: WeakSet[Connection] = WeakSet()

    async def close_all() -> None:
        await asyncio.gather(*(connection.close() for connection in list(opened)), return_exceptions=True)

    def at_exit() -> None:
        with suppress(Exception):
            asyncio.run_coroutine_threadsafe(close_all(), io_loop()).result(GOODBYE)

    atexit.register(at_exit)
    return opened
