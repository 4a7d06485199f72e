"""What happens on the way from a prompt to a value, as it happens: one typed stream of events.

Events tell names, counts, times and codes. They hold no arguments of tools and no text of prompts or answers; only the last one, `Finished`,
holds the outcome that the caller gets anyway. An agent's programs also tell what they print (`RunOutput`) and how far their calls are
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

from codemode.engine.events import CallProgress, RunOutput
from codemode.errors import CodeModeError
from codemode.orchestrator.agent_outcome import AgentOutcome
from codemode.orchestrator.outcome import CallOutcome, StageName

log = logging.getLogger("codemode")


@dataclass(slots=True, frozen=True)
class StageStarted:
    """A step of the way began."""

    stage: StageName


@dataclass(slots=True, frozen=True)
class StageFinished:
    """A step of the way ended. `cached`: no model was asked. `error` is the code of what went wrong, "" if nothing did."""

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
    """The model answered, or failed to (`error` is the code). Tokens are as the server counted them, 0 where it does not."""

    request: int
    ms: float
    input_tokens: int = 0
    output_tokens: int = 0
    error: str = ""


@dataclass(slots=True, frozen=True)
class ToolCalled:
    """A call left for its tool."""

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
    """An agent's program waits until somebody approves a call."""

    run_id: str
    call_id: str
    tool: str


@dataclass(slots=True, frozen=True)
class Finished:
    """The end: either the outcome or the error that is raised. A request that was cancelled has no end."""

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
    """Nobody listens."""


@asynccontextmanager
async def telling(*listeners: Listener | None) -> AsyncGenerator[Emit]:
    """While this is open, what is emitted, from any thread, reaches the listeners in order. At its end all have heard everything."""
    heard = [listener for listener in listeners if listener is not None]
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
            # a failure has its last event too; who was cancelled does not wait for listeners
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
                # who only watches cannot break what is watched
                log.exception("a listener of events failed at %s", type(event).__name__)


@contextmanager
def finishing(emit: Emit) -> Generator[Callable[[Any], None]]:
    """Tells the end, whichever it is; the block hands over its outcome."""
    found: list[Any] = []
    try:
        yield found.append
    except CodeModeError as error:
        emit(Finished(error=error))
        raise
    if found:
        emit(Finished(found[0]))
