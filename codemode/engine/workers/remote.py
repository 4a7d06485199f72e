"""A guest in a worker process."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import Any

from codemode.catalog import Catalog
from codemode.engine.failures import Failure
from codemode.engine.guest import GuestLost, Turn
from codemode.engine.json_data import WireError
from codemode.engine.languages import PYTHON
from codemode.engine.languages.language import OtherLanguage, Prepared
from codemode.engine.start import Start
from codemode.engine.threads import aside, in_few
from codemode.engine.toolbox import Toolbox
from codemode.engine.wire import to_prepared, to_rejection, to_turn
from codemode.engine.workers.frames import QUANTUM, event_frame, frame, largest_reply, start_frame
from codemode.engine.workers.pool import Pool
from codemode.engine.workers.process import Worker, WorkerGone
from codemode.interpreter.machine.signals import Event, Failed, Finished, Sliced

log = logging.getLogger("codemode")

GRACE = 0.1  # seconds that a worker may be late
BATCH = 1 << 16  # bytes of messages that go together
LITTLE = 1 << 20  # bytes of a guest that need not be looked after at once
FEW = 10_000  # steps in which a guest makes the library keep little: patterns have states that no meter sees
SHORT = 500_000  # steps, a tenth of a second or so; a program of more lets shorter ones go first
LONG = 2_000  # characters; a longer program is searched for names of tools in a thread
ATTEMPTS = 5  # workers that may be found dead when a guest is to begin


class RemoteGuest:
    """A guest that is moved by messages. A worker that is late, breaks off or sends an invalid message is killed."""

    def __init__(self, pool: Pool, worker: Worker, prepared: Prepared, ahead: bool) -> None:
        self.prepared = prepared
        self._ahead = ahead  # its first turn is on the way already
        self.is_elsewhere, self.revivable = True, False
        self.rests_since: float | None = None  # monotonic; None: its worker cannot be taken away
        self._pool = pool
        self._worker: Worker | None = worker
        self._moving = False
        self._evicted = False
        self._left = False  # it has ended and left little behind

    async def move(self, events: Sequence[Event], deadline: float, ticks: int | None = None) -> Turn:
        worker = self._worker
        if worker is None:
            raise GuestLost(evicted=self._evicted)
        self.rests_since = None
        self._moving = True
        try:
            turn = await self._moved(worker, events, deadline, ticks)
        finally:
            self._moving = False
        if turn.failure is not None and turn.failure.code in ("memory_limit_exceeded", "internal_error"):
            worker.spent = True
        self._left = isinstance(turn.signal, Finished | Failed) and turn.memory <= LITTLE
        worker.may_have_grown |= turn.memory > LITTLE or turn.steps > FEW
        if turn.steps > SHORT:
            worker.give_way()
        if self.revivable and type(turn.signal) is not Sliced:
            self.rests_since = time.monotonic()
        return turn

    async def _moved(self, worker: Worker, events: Sequence[Event], deadline: float, ticks: int | None) -> Turn:
        left = max(deadline - time.monotonic(), 0.0)
        try:
            async with asyncio.timeout(left + GRACE):
                if self._ahead:
                    assert not events
                    assert ticks is None
                    self._ahead = False
                    return await _turn(worker)
                parts = [part for event in events for part in event_frame(event)]
                await _say(worker, [*parts, frame(["move", left, QUANTUM, ticks])])
                return await _turn(worker)
        except BaseException as failure:
            self._lose()
            lost = _lost(failure)
            if lost is None:
                raise
            raise lost from failure

    def evict(self) -> Worker:
        """Takes the worker away for another guest; the next move of this guest raises GuestLost."""
        worker = self._worker
        assert worker is not None
        self._worker, self._evicted, self.rests_since = None, True, None
        return worker

    def _lose(self) -> None:
        worker, self._worker = self._worker, None
        self.rests_since = None
        if worker is not None:
            self._pool.discard(worker)

    def close(self) -> None:
        worker = self._worker
        if worker is None:
            return
        # the next guest drops the one before it, so one that left little need not be dropped by a message of its own
        if self._moving or self._ahead or not (self._left or worker.drop_guest()):
            self._lose()
            return
        self._worker, self.rests_since = None, None
        self._pool.give_back(worker)


def _lost(failure: BaseException) -> GuestLost | None:
    match failure:
        case TimeoutError():
            return GuestLost(Failure.timeout(0))
        case WorkerGone():
            return GuestLost(failure.failure)
        case OSError():
            return GuestLost()
        case WireError():
            log.error("a worker process sent an invalid message: %s", failure)
            return GuestLost(Failure("internal_error", "the worker process of the program does not work"))
        case _:
            return None


async def open_guest(
    pool: Pool, agent: str, start: Start, toolbox: Toolbox, deadline: float, *, ahead: bool = False
) -> RemoteGuest:
    """Opens a guest in a worker of the pool; `ahead`: its first turn begins at once. Raises SourceRejected, InputError, GuestLost and
    OtherLanguage."""
    schemas = await _mentioned(toolbox.catalog, start.code)
    for attempt in range(ATTEMPTS):
        try:
            worker = await pool.take(deadline, agent)
            seconds = max(deadline - time.monotonic(), 0.0) if ahead else None
            message = start_frame(toolbox.version, start, seconds, schemas)
            return await _begun(pool, worker, message, start, toolbox, deadline, ahead)
        except (TimeoutError, WorkerGone, OSError, WireError) as failure:
            lost = _lost(failure)
            assert lost is not None
            if lost.failure is not None or attempt == ATTEMPTS - 1:
                raise lost from failure
    raise AssertionError


async def _mentioned(catalog: Catalog, code: str) -> dict[str, list[Any]]:
    if catalog.is_large or len(code) > LONG:
        return await in_few(lambda: catalog.mentioned(code))
    return catalog.mentioned(code)


async def _turn(worker: Worker) -> Turn:
    form = (await worker.reply("turn"))[1:]
    return to_turn(*form) if worker.said <= BATCH else await aside(form, lambda: to_turn(*form))


async def _say(worker: Worker, parts: Sequence[bytes]) -> None:
    """Sends messages, given in parts. Small parts go in one piece, so that the worker wakes up once, and large ones are not copied."""
    if sum(map(len, parts)) <= BATCH:
        await worker.send(b"".join(parts))
        return
    data = b""
    for part in parts:
        if len(part) > BATCH:
            if data:
                await worker.send(data)
            await worker.send(part)
            data = b""
        else:
            data += part
            if len(data) > BATCH:
                await worker.send(data)
                data = b""
    if data:
        await worker.send(data)


async def _begun(
    pool: Pool, worker: Worker, message: Sequence[bytes], start: Start, toolbox: Toolbox, deadline: float, ahead: bool
) -> RemoteGuest:
    try:
        async with asyncio.timeout(max(deadline - time.monotonic(), 0.0) + GRACE):
            await worker.learn(toolbox, pool.catalog)
            await _say(worker, message)
            worker.largest = largest_reply(start.limits)
            kind, form = await worker.reply("started", "rejected", followed=ahead)
            if kind == "started":
                guest = RemoteGuest(pool, worker, to_prepared(form), ahead)
                pool.hold(worker, guest)
                return guest
            refused = OtherLanguage(PYTHON) if form == PYTHON else to_rejection(form)
    except BaseException:
        pool.discard(worker)
        raise
    pool.give_back(worker)
    raise refused
