"""The events between a prompt and its value, as one typed stream.

Events have names, counts, times and codes, but no arguments of tools and no text of prompts or answers. Only the last one, `Finished`, has the
outcome, which the caller gets anyway. The programs of an agent also report their output (`RunOutput`) and the progress of their calls
(`CallProgress`), see `codemode.engine.events`.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

from codemode.engine.event_listeners import checked_listener
from codemode.engine.events import CallProgress, RunOutput
from codemode.errors import CodeModeError
from codemode.orchestrator.agent_outcome import AgentOutcome
from codemode.orchestrator.outcome import CallOutcome, StageName

log = logging.getLogger("codemode")


@dataclass(slots=True, frozen=True)
class StageStarted:
    """A stage began."""

    stage: StageName


@dataclass(slots=True, frozen=True)
class StageFinished:
    """A stage ended. `cached` tells that no model was asked. `error` is the code of the failure, or ""."""

    stage: StageName
    ms: float
    cached: bool = False
    error: str = ""


@dataclass(slots=True, frozen=True)
class ModelCalled:
    """The model was asked; `request` counts from 1."""

    request: int


@dataclass(slots=True, frozen=True)
class ModelAnswered:
    """The model answered, or failed with the code `error`. Tokens are the server's counts, 0 if it does not count."""

    request: int
    ms: float
    input_tokens: int = 0
    output_tokens: int = 0
    error: str = ""


@dataclass(slots=True, frozen=True)
class ToolCalled:
    """A call was sent to its tool."""

    call_id: str
    tool: str


@dataclass(slots=True, frozen=True)
class ToolEnded:
    """A call came back. `status` is "ok", "error" or "cancelled", in an agent's program also "denied" and "never_started" (a call that was
    refused before it was made has no `ToolCalled`); `known` means that it was answered from the record of an earlier attempt."""

    call_id: str
    tool: str
    status: str
    ms: float
    known: bool = False


@dataclass(slots=True, frozen=True)
class Repaired:
    """Attempt number `attempt` failed with `code`, and the model wrote another snippet, which is tried next."""

    attempt: int
    code: str


@dataclass(slots=True, frozen=True)
class ApprovalWanted:
    """A program of an agent waits for a person's approval of a call."""

    run_id: str
    call_id: str
    tool: str


@dataclass(slots=True, frozen=True)
class Finished:
    """The end, with the outcome or with the error that is raised. A cancelled request has no such event."""

    outcome: CallOutcome | AgentOutcome | None = None
    error: CodeModeError | None = None


Event = (
    StageStarted
    | StageFinished
    | ModelCalled
    | ModelAnswered
    | ToolCalled
    | ToolEnded
    | Repaired
    | ApprovalWanted
    | RunOutput
    | CallProgress
    | Finished
)
Emit = Callable[[Event], None]
Listener = Callable[[Event], Awaitable[object] | object]


def silent(_: Event) -> None:
    """Takes an event and does nothing with it."""


@asynccontextmanager
async def telling(*listeners: Listener | None) -> AsyncGenerator[Emit]:
    """Yields a function that sends events to the listeners, in order, from any thread. All events are delivered before this ends.
    Raises ConfigError if a listener cannot be called."""
    heard = [listener for listener in map(checked_listener, listeners) if listener is not None]
    if not heard:
        yield silent
        return
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[Event | None] = asyncio.Queue()

    def emit(event: Event) -> None:
        try:
            here = asyncio.get_running_loop() is loop
        except RuntimeError:
            here = False
        if here:
            queue.put_nowait(event)
        elif not loop.is_closed():
            loop.call_soon_threadsafe(queue.put_nowait, event)

    teller = asyncio.create_task(_tell(queue, heard))
    try:
        try:
            yield emit
        except Exception:
            # a failure has a last event, too; a cancelled request does not wait for listeners
            await _all_heard(queue, teller)
            raise
        await _all_heard(queue, teller)
    finally:
        teller.cancel()


async def _all_heard(queue: asyncio.Queue[Event | None], teller: asyncio.Task[None]) -> None:
    queue.put_nowait(None)
    await asyncio.wait([teller])


async def _tell(queue: asyncio.Queue[Event | None], listeners: list[Listener]) -> None:
    while (event := await queue.get()) is not None:
        for listener in listeners:
            try:
                heard = listener(event)
                if inspect.isawaitable(heard):
                    await heard
            except Exception:
                # a failing listener must not break the request
                log.exception("a listener of events failed at %s", type(event).__name__)


@contextmanager
def finishing(emit: Emit) -> Generator[Callable[[Any], None]]:
    """Sends the last event, with the outcome that the block gives to the yielded function, or with its error."""
    found: list[Any] = []
    try:
        yield found.append
    except CodeModeError as error:
        emit(Finished(error=error))
        raise
    if found:
        emit(Finished(found[0]))
