"""Runs a program directly: in this process, to its end. An event loop is started only if a tool needs one."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from contextvars import copy_context
from functools import cache, partial
from queue import Empty, SimpleQueue
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol, cast

from codemode.catalog import ToolEntry
from codemode.catalog.entries import Outputs, checked_outputs
from codemode.catalog.observed import Observed
from codemode.dsl import Diagnostic
from codemode.engine.background import background_loop, blocking, in_background, running_loop
from codemode.engine.calls import Calls
from codemode.engine.cell import Cell, OpenCall
from codemode.engine.clock import Clock
from codemode.engine.codes import error_class, phase_of
from codemode.engine.compiling import checked, compile_cached, our_bugs
from codemode.engine.durable.memory_store import at_once
from codemode.engine.failures import Failure
from codemode.engine.guest import GuestLost, LocalGuest, Start
from codemode.engine.inputs import source_text
from codemode.engine.keeping import RunFiles
from codemode.engine.languages import GO, ONLY_IN_WORKERS, candidates, checked_language, checked_trust, language_of
from codemode.engine.limits import Limits, checked_limits, checked_timeout
from codemode.engine.printed import Listener
from codemode.engine.protocols import CallContext, Source, ToolSource, checked_sources
from codemode.engine.requests import Requests
from codemode.engine.results import CodeModeResult
from codemode.engine.session_state import SessionState, compact
from codemode.engine.threads import run_threads, tool_threads
from codemode.engine.toolbox import Toolbox, toolbox_of
from codemode.errors import CodeModeError, SourceRejected, ToolError
from codemode.interpreter.machine.crossing import SHARE
from codemode.interpreter.machine.signals import Calls as CallsSignal
from codemode.interpreter.machine.signals import (
    Chunk,
    Failed,
    Finished,
    Signal,
    Sleeping,
    Sliced,
    StreamEnd,
    ToolFailure,
    ToolResult,
    Yielded,
)
from codemode.tool_cache import ToolCache

if TYPE_CHECKING:
    import asyncio

    from codemode.engine.listing import Listings
    from codemode.engine.replies import Attachment

Function = tuple[ToolEntry, CallContext]  # for a call of a plain function
READ_AHEAD = 32
# only a program that looks tools up can see the shapes of their results, which cost more than a short program
_LOOKS_UP_TOOLS = re.compile("tools|api|describe|search", re.IGNORECASE)
LOOK_AGAIN = 0.01  # seconds between two checks, past the deadline, of a run that is about to end by itself


class Writer(Protocol):
    def write(self, text: str, /) -> object: ...


def check(code: str, sources: Sequence[Source] = (), strict: bool = False, *, language: str = GO) -> list[Diagnostic]:
    """Returns everything that is wrong with a program, and warnings, in order of place. Runs nothing. `language` is "go" or "python". Raises
    ConfigError."""
    if checked_language(language) != GO:
        toolbox, _ = _toolbox(code, checked_sources(sources), Limits().timeout_ms)
        return language_of(language).check(source_text(code), toolbox, strict=strict)
    try:
        toolbox, _ = _toolbox(code, checked_sources(sources), Limits().timeout_ms)
        with our_bugs():
            parsed, found = checked(source_text(code), toolbox, strict=strict)
    except SourceRejected as rejected:
        return list(rejected.diagnostics)
    return [parsed.source.bind(problem) for problem in sorted(found.problems, key=lambda p: p.pos)]


def run(
    code: str,
    sources: Sequence[Source] = (),
    data: Any = None,
    limits: Limits | None = None,
    stdout: Writer | Callable[[str], object] | None = None,
    *,
    strict: bool = False,
    timeout_ms: float | None = None,
    cache: ToolCache | None = None,
    outputs: Outputs = "warn",
    language: str = GO,
    trust_python: bool = False,
) -> CodeModeResult:
    """Runs a program to its end and returns its result.

    Works with and without a running event loop; a loop that runs in this thread is blocked meanwhile. `stdout` (a writer or a function) gets printed
    text as it comes. With `timeout_ms` (milliseconds) or `limits`, the time limit also applies while a plain function blocks, because functions run
    in other threads. With neither, a function that the program waits for is called in this thread, and the default time limit is checked when it has
    returned. `outputs` is for results that do not match the tool's output schema, as in Engine. A program in the `language` "python" runs in a worker
    process, or in this one if `trust_python` is true; docs/security.md explains what that means. Raises a CodeModeError: `code` is the reason,
    `trace` the program's own stack.
    """
    holds = limits is not None or timeout_ms is not None
    limits = checked_limits(limits) or _default_limits()
    budget = limits.timeout_ms if timeout_ms is None else checked_timeout(timeout_ms)
    deadline = time.monotonic() + budget / 1000
    taken = checked_sources(sources)
    if checked_language(language) in ONLY_IN_WORKERS and not checked_trust(trust_python):
        from codemode.engine.apart import run_apart

        return run_apart(
            code,
            taken,
            language,
            data=data,
            limits=limits,
            budget=budget,
            listener=_listener(stdout),
            strict=strict,
            cache=cache if cache is not None else program_cache(),
            outputs=checked_outputs(outputs),
        )
    toolbox, listings = _toolbox(code, taken, budget)
    languages = (GO,) if language == GO else candidates(language, (), strict=strict)
    compiled = compile_cached(
        code, toolbox, cache if cache is not None else program_cache(), strict=strict, languages=languages
    )
    calls = Calls(
        toolbox,
        taken,
        largest=limits.memory_limit_bytes // SHARE,
        files=RunFiles(limits=limits),
        outputs=checked_outputs(outputs),
        listings=listings,
        observed=Observed(_LOOKS_UP_TOOLS.search(code) is not None),
    )
    clock = Clock()
    start = Start(code, strict, limits, int.from_bytes(os.urandom(7)), clock.started_at, data, languages)
    guest = LocalGuest(compiled, toolbox.catalog, start, aside=True)
    cell = Cell("run", guest, calls, Requests(calls, SessionState, limits), limits, clock, listener=_listener(stdout))
    here = _Here(cell, deadline, budget)
    loop = running_loop()
    if loop is None and not holds:
        drive = here.drive_and_call
    elif stdout is None and _calls_functions(cell):
        drive = here.drive_aside
    else:
        drive = here.drive
    if loop is None:
        outcome = drive()
    else:
        with blocking(loop):
            outcome = drive()
    if isinstance(outcome, Failure):
        raise _error(cell, outcome)
    attachments = _attachments(cell) if calls.files.is_used else []
    return CodeModeResult(
        value=cell.value,
        stdout=cell.printed.text("stdout"),
        stderr=cell.printed.text("stderr"),
        exit_code=outcome.exit_code,
        has_value=outcome.has_value,
        repairs=cell.repairs,
        warnings=cell.warnings,
        tool_calls=list(cell.records.values()),
        steps=cell.steps,
        attachments=attachments,
    )


def _attachments(cell: Cell) -> list[Attachment]:
    from codemode.engine.replies import Attachment

    files = cell.calls.files.files
    said = [_json_of(cell), *(cell.printed.text(kind) for kind in ("stdout", "stderr", "text", "json"))]
    return [Attachment.of(info, at_once(files.find(info.id))) for info in at_once(files.named_in(said))]


def _json_of(cell: Cell) -> str:
    large = cell.large_value
    return large.decode("latin-1") if large is not None else compact(cell.value)  # ids are ASCII


@cache
def program_cache() -> ToolCache:
    """Programs compiled by `run`."""
    return ToolCache()


@cache
def _default_limits() -> Limits:
    return Limits()


def _listener(stdout: Writer | Callable[[str], object] | None) -> Listener | None:
    """A listener that passes on only standard output."""
    if stdout is None:
        return None
    write = cast("Callable[[str], object]", getattr(stdout, "write", stdout))
    return lambda text: write(text) if text.stream == "stdout" else None


def _toolbox(code: str, sources: Sequence[ToolSource], budget: float) -> tuple[Toolbox, Listings | None]:
    """The tools that the sources list in time."""
    known = [source.known_tools() for source in sources]
    if all(tools is not None for tools in known):
        return toolbox_of(tuple(tools or () for tools in known)), None
    from codemode.engine.listing import Listings

    listings = Listings(sources)
    with blocking(running_loop()):
        in_background(listings.ready(code, budget / 1000)).result()
    return toolbox_of(listings.listing(), listings.absent(), listings.notes()), listings


def _calls_functions(cell: Cell) -> bool:
    """Whether the program calls tools that are plain functions."""
    for name, streaming, _ in cell.prepared.calls:
        try:
            entry, source = cell.calls.find(name)
        except ToolError:
            continue
        if not streaming and source.direct(entry.name) is not None:
            return True
    return False


def _error(cell: Cell, failure: Failure) -> CodeModeError:
    message = failure.message.removeprefix("panic: ")
    error = error_class(failure.code)(
        message, code=failure.code, phase=phase_of(failure.code), diagnostics=failure.diagnostics
    )
    error.hint, error.trace, error.exit_code = failure.hint, failure.trace, failure.exit_code
    error.stdout, error.stderr = cell.printed.text("stdout"), cell.printed.text("stderr")
    error.tool_calls, error.steps = list(cell.records.values()), cell.steps
    return error


class _Leaving:
    """Carries an exception of a function that would otherwise end the background loop."""

    def __init__(self, what: BaseException) -> None:
        self.what = what


async def _carried(work: Coroutine[Any, Any, Any]) -> Any:
    import asyncio

    try:
        return await work
    except (Exception, asyncio.CancelledError, GeneratorExit):
        raise
    except BaseException as leaving:
        return _Leaving(leaving)


class _Here:
    """Drives a cell. Plain functions run in threads, everything else on the background loop; results arrive through a queue.

    A function may block, and a blocked thread cannot be interrupted. Where a time limit applies, the caller's thread therefore must not call
    functions. Either it drives the cell itself and gives each function to a thread (`drive`), or another thread drives the cell and calls a function
    directly if nothing else runs beside it (`drive_aside`: one thread switch for the run instead of one for each call). Without a time limit, the
    caller's thread drives the cell and calls such functions itself (`drive_and_call`).
    """

    def __init__(self, cell: Cell, deadline: float, budget_ms: float) -> None:
        self.cell = cell
        self.deadline = deadline
        self.budget_ms = budget_ms
        self._news: SimpleQueue[Any] = SimpleQueue()
        self._open: dict[str, Future[Any]] = {}
        self._room: dict[str, asyncio.Semaphore] = {}
        # pieces of a stream that were delivered, and whose room is not released yet
        self._owed: dict[str, int] = {}
        self._draining = False
        self._calls_here = False  # the driving thread calls functions if nothing else runs beside them
        self._alone = False  # nothing else could happen before the call that is started
        self._lock = Lock()  # guards the next two
        self._inside = False  # inside a function
        self._given_up = False

    def drive_and_call(self) -> Finished | Failure:
        self._calls_here = True
        return self.drive()

    def drive_aside(self) -> Finished | Failure:
        """Like `drive_and_call`, in another thread while this one only waits."""
        future = run_threads.submit(self.drive_and_call)
        try:
            while True:
                try:
                    return future.result(max(self.deadline - time.monotonic(), LOOK_AGAIN))
                except TimeoutError:
                    if future.done():
                        raise
                with self._lock:
                    if self._inside:
                        outcome = self._out_of_time()
                        self.cell.leave_calls()
                        self._given_up = True
                        return outcome
        except BaseException:  # such as KeyboardInterrupt
            self._given_up = True
            self._news.put(None)
            raise

    def drive(self) -> Finished | Failure:
        try:
            while True:
                outcome = self._turn()
                if outcome is not None:
                    return outcome
        finally:
            self._stop()

    def _turn(self) -> Finished | Failure | None:
        cell = self.cell
        if self._given_up:
            return self._out_of_time()
        signal = cell.ended
        if signal is None:
            try:
                signal = cell.move_here(self.deadline)
            except GuestLost:
                return self._out_of_time()
            if type(signal) is Finished and not (signal.calls or signal.closed or cell.running or cell.queued):
                return signal  # the most common end
            for call_id in signal.closed:
                self._drop(call_id)
            at_once(cell.admit(signal.calls))  # saved values are kept in memory
        waits = self._calls_here and type(signal) is CallsSignal and signal.wake_at is None and not cell.inbox
        self._alone = waits and len(cell.queued) == 1 and not cell.running
        self._start_calls()
        if self._owed:
            self._give_room()
        if isinstance(signal, Failed):
            return cell.failure()
        if isinstance(signal, Finished):
            return self._drain(signal)
        if time.monotonic() >= self.deadline:
            return self._out_of_time()
        if isinstance(signal, Yielded):
            cell.resume()  # nobody else could take a turn
        elif cell.inbox or isinstance(signal, Sliced):
            if not self._news.empty():
                self._take_news(0)
        else:
            return self._wait(signal)
        return None

    def _wait(self, signal: Signal) -> Failure | None:
        wake_at = signal.wake_at if isinstance(signal, CallsSignal | Sleeping) else None
        left = self.deadline - time.monotonic()
        until_timer = self.cell.clock.seconds_until(wake_at) if wake_at is not None else left
        came = self._take_news(min(left, until_timer))
        if wake_at is not None and self.cell.clock.now() >= wake_at:
            self.cell.fire_timers(wake_at)
            came = True
        return None if came or time.monotonic() < self.deadline else self._out_of_time()

    def _drain(self, signal: Finished) -> Finished | Failure | None:
        cell = self.cell
        if not self._draining:
            self._draining = True
            for opened in [o for o in (*cell.running.values(), *cell.queued) if o.call.streaming]:
                self._drop(opened.call.call_id)
        if not cell.running and not cell.queued:
            return cell.failure() or signal
        if self._take_news(self.deadline - time.monotonic()) or time.monotonic() < self.deadline:
            return None
        return self._out_of_time()

    def _out_of_time(self) -> Failure:
        return Failure.timeout(self.budget_ms, [opened.record.tool for opened in self.cell.running.values()])

    def _stop(self) -> None:
        for future in list(self._open.values()):
            future.cancel()
        self._open.clear()
        self.cell.close()

    # --- calls ----------------------------------------------------------------------------------------------------

    def _start_calls(self) -> None:
        while (opened := self.cell.next_to_start()) is not None:
            self._start(opened)

    def _start(self, opened: OpenCall) -> None:
        call, calls = opened.call, self.cell.calls
        try:
            function, work = self._function(opened)
        except ToolError as refused:
            self.cell.settled(self.cell.failure_of(call, refused))
            return
        if work is not None:
            if self._alone:
                self._call_here(opened, function, work)
                return
            future = tool_threads.submit(work)
        elif call.streaming:
            future = in_background(_carried(self._stream(opened)))
        else:
            doing = calls.perform(call.tool, call.arguments, call.call_id, call.kind)
            future = in_background(_carried(doing))
        self._open[call.call_id] = future
        future.add_done_callback(partial(self._ended, opened, function))

    def _function(self, opened: OpenCall) -> tuple[Function | None, Callable[[], Any] | None]:
        """Calls a plain function. Raises ToolError."""
        call, calls = opened.call, self.cell.calls
        entry, source = calls.find(call.tool, call.kind)
        direct = None if call.streaming else source.direct(entry.name)
        if direct is None:
            return None, None
        files = calls.files.of_call(call.call_id)
        context = calls.context(call.call_id, files)
        at_once(files.read(call.arguments))
        return (entry, context), partial(direct, calls.prepare(entry, call.arguments, context), context)

    def _call_here(self, opened: OpenCall, function: Function | None, work: Callable[[], Any]) -> None:
        with self._lock:
            self._inside = True
        event = self._event(opened, partial(copy_context().run, work), function)
        with self._lock:
            self._inside = False
        if not self._given_up:
            self.cell.settled(event)

    def _ended(self, opened: OpenCall, function: Function | None, future: Future[Any]) -> None:
        """Runs in the thread of the call."""
        self._news.put((opened, future.result, function))

    async def _stream(self, opened: OpenCall) -> StreamEnd:
        """Runs on the background loop."""
        import asyncio

        call = opened.call
        room = self._room[call.call_id] = asyncio.Semaphore(READ_AHEAD)
        pieces = self.cell.calls.pieces(call.tool, call.arguments, call.call_id)
        try:
            async for piece, _ in pieces:
                await room.acquire()
                self._news.put((opened, Chunk(self.cell.clock.now(), call.call_id, piece), None))
        finally:
            await pieces.aclose()
        return StreamEnd(self.cell.clock.now(), call.call_id)

    def _give_room(self) -> None:
        """Lets streams continue that the guest has read."""
        for call_id, owed in list(self._owed.items()):
            if self.cell.unread_of(call_id) < READ_AHEAD // 2:
                del self._owed[call_id]
                for _ in range(owed):
                    background_loop().call_soon_threadsafe(self._room[call_id].release)

    def _take_news(self, timeout: float) -> bool:
        """Delivers the results that have arrived; waits for the first."""
        came = False
        while True:
            try:
                news = self._news.get(timeout=timeout) if timeout > 0 and not came else self._news.get_nowait()
            except Empty:
                if came:
                    self._start_calls()
                return came
            came = True
            if news is not None:
                self._hand_over(*news)

    def _hand_over(self, opened: OpenCall, news: Chunk | Callable[[], Any], function: Function | None) -> None:
        cell, call = self.cell, opened.call
        if call.call_id not in cell.running:
            return  # dropped
        if isinstance(news, Chunk):
            self._owed[call.call_id] = self._owed.get(call.call_id, 0) + 1
            cell.deliver(news)
            return
        self._open.pop(call.call_id, None)
        cell.settled(self._event(opened, news, function))

    def _event(
        self, opened: OpenCall, outcome: Callable[[], Any], function: Function | None
    ) -> ToolResult | ToolFailure | StreamEnd:
        """The outcome of a call as an event: `outcome` returns the result or raises the error."""
        cell, call = self.cell, opened.call
        encoded: bytes | None = None
        try:
            result = outcome()
            if isinstance(result, _Leaving):
                raise result.what
            if function is not None:
                # a result that is too large for the program ends it
                entry, context = function
                result = cell.calls.conclude(entry, result, context)
                cell.calls.look_at(result, call.call_id)
                at_once(cell.calls.files.flush())
                encoded = cell.calls.measured(entry, result)
            elif not isinstance(result, StreamEnd):
                result, encoded = result
        except Exception as failure:
            return cell.failure_of(call, failure)
        except BaseException as leaving:  # KeyboardInterrupt and the like are for the caller of `run`
            cell.left(opened, leaving)
            raise
        if isinstance(result, StreamEnd):
            return result
        return ToolResult(cell.clock.now(), call.call_id, result, encoded)

    def _drop(self, call_id: str) -> None:
        self.cell.drop_stream(call_id)
        future = self._open.pop(call_id, None)
        if future is not None:
            future.cancel()
