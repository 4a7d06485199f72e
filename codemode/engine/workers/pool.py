"""The worker processes of one engine: started when needed, used again, replaced when they die or grow."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock
from typing import Any

from codemode.catalog.lru_cache import LruCache
from codemode.engine.background import running_loop
from codemode.engine.failures import Failure
from codemode.engine.json_data import WireError
from codemode.engine.threads import in_few
from codemode.engine.toolbox import Toolbox
from codemode.engine.workers import fork_server
from codemode.engine.workers.frames import catalog_body, catalog_frame
from codemode.engine.workers.process import Worker, WorkerGone
from codemode.engine.workers.protections import missing
from codemode.errors import InternalError

log = logging.getLogger("codemode")

START_SECONDS = 30.0  # for the fork server to be there; a loaded machine is slow
PATIENCE = 0.02  # seconds between two looks at who could give up a worker
MOST = 4  # times the size of a pool, with the guests that give way; they do not count as long as there are no more
SPARES = max(2, os.cpu_count() or 1)  # idle workers that are kept; a new one takes a few milliseconds
IDLE_SECONDS = 10.0  # that others are kept
MAX_CATALOGS = 16  # that are kept ready to be sent


class Pool:
    """Workers for up to `size` guests at a time. Any event loop may use it. A worker that lacks a protection in `required` gets no guest. A
    worker has guests of one agent only, because a guest may leave something in the process."""

    def __init__(self, size: int, memory: int, required: Sequence[str] = (), *, python: bool = False) -> None:
        self.size = size
        self._python = python  # whether programs may be in Python
        self._memory = memory
        self._required = required
        self._fork_server: fork_server.ForkServer | None = None
        self._idle: list[Worker] = []
        self._guests: dict[Worker, Any] = {}  # the guest that has the worker; None while it is being made
        self._line: deque[_Place] = deque()
        self._watching: asyncio.AbstractEventLoop | None = None  # where it is looked after idle workers
        self._lock = Lock()
        self._pid = os.getpid()
        self._catalogs = LruCache[bytes](MAX_CATALOGS)
        self.protections: list[str] | None = None

    # --- starting and ending ----------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begins to start, without waiting. Raises InternalError (`runtime_unavailable`)."""
        with self._lock:
            if not self._idle and not self._guests:
                self._idle.append(self._new())

    async def ready(self) -> None:
        """Waits until guests can be made. Raises InternalError (`runtime_unavailable`)."""
        if self.protections is not None:
            return
        try:
            self.give_back(await self.take(time.monotonic() + START_SECONDS, None))
        except WorkerGone as gone:
            raise fork_server.unavailable(
                f"no worker process was ready within {START_SECONDS:g} seconds, or it ended at once"
            ) from gone

    def learn_python(self) -> None:
        """From now on give workers that can run Python: a run that another process began may be in it."""
        with self._lock:
            if self._python:
                return
            self._python = True
            for worker in self._idle:
                worker.kill()
            self._idle.clear()
            for worker in self._guests:
                worker.spent = True

    def close(self) -> fork_server.ForkServer | None:
        """Ends all workers. Gives the fork server if it ends with them."""
        with self._lock:
            for worker in [*self._idle, *self._guests]:
                worker.kill()
            self._idle.clear()
            self._guests.clear()
            self.protections = None
            source, self._fork_server = self._fork_server, None
        return source if source is not None and fork_server.give_back(source) else None

    def pids(self) -> list[int]:
        """The processes of the workers that are ready, for who watches them."""
        return [worker.pid for worker in [*self._idle, *self._guests] if worker.is_ready]

    def fork_server_pid(self) -> int:
        return self._fork_server.process_id if self._fork_server is not None else 0

    def _new(self) -> Worker:
        if self._fork_server is not None and not self._fork_server.is_alive:
            fork_server.give_back(self._fork_server)
            self._fork_server = None
        if self._fork_server is None:
            self._fork_server = fork_server.borrow()
        try:
            return Worker(self._fork_server, self._memory, python=self._python)
        except WorkerGone:
            raise fork_server.unavailable("the process that starts them has ended") from None

    # --- taking and giving back ---------------------------------------------------------------------------------------

    async def take(self, deadline: float, agent: str | None) -> Worker:
        """Returns a worker for one guest of an agent. If `agent` is None, any agent may have the worker later. Raises WorkerGone if none
        becomes free in time, InternalError if none can be started."""
        # who finds one does not stand in line
        worker = (self._free(agent) if not self._line else None) or await self._waited(deadline, agent)
        if not worker.is_ready:
            await self._started(worker, deadline)
        worker.runs += 1
        worker.agent = agent
        return worker

    async def _waited(self, deadline: float, agent: str | None) -> Worker:
        place = _Place()
        self._line.append(place)
        try:
            while self._line[0] is not place or (worker := self._free(agent)) is None:
                left = deadline - time.monotonic()
                if left <= 0:
                    told = f"none of {self.size} worker processes became free in time"
                    raise WorkerGone(Failure("timeout", told, "run fewer programs at a time, or more workers"))
                await place.wait(min(left, PATIENCE))
        finally:
            self._line.remove(place)
            self._next()
        return worker

    async def _started(self, worker: Worker, deadline: float) -> None:
        try:
            await worker.ready(max(deadline - time.monotonic(), 0.1))
        except BaseException as failure:
            self.discard(worker)
            source = self._fork_server
            if isinstance(failure, WorkerGone) and (source is None or source.ended()):
                raise fork_server.unavailable(
                    "the process that starts them ended; its error is on standard error"
                ) from None
            if isinstance(failure, WireError):
                raise WorkerGone from failure
            raise
        held = worker.protections or []
        lacking = missing(held, self._required)
        if lacking:
            self.discard(worker)
            told = f"worker processes do not have the required protections: {'; '.join(lacking)}"
            raise InternalError(told, code="runtime_unavailable")
        if self.protections is None and (lacking := missing(held)):
            log.warning("worker processes do not have these protections: %s", "; ".join(lacking))
        self.protections = held

    def _free(self, agent: str | None) -> Worker | None:
        """An idle worker, a new one, or that of the guest that has rested for longest."""
        with self._lock:
            self._look_at_process()
            while (worker := self._idle_one(agent)) is not None:
                if not worker.is_ready or not worker.is_worn:
                    self._guests[worker] = None
                    return worker
                worker.kill()
            if self._counted() < self.size and len(self._guests) < self.size * MOST:
                return self._another()
            resting = [guest for guest in self._guests.values() if _rests(guest)]
            if not resting:
                return None
            longest = min(resting, key=lambda g: g.rests_since)
            if time.monotonic() - longest.rests_since < PATIENCE:
                return None
            worker = longest.evict()
            if worker.spent or worker.agent != agent:
                del self._guests[worker]
                worker.kill()
                return self._another()
            self._guests[worker] = None
        return worker if worker.drop_guest() else None

    def _idle_one(self, agent: str | None) -> Worker | None:
        """Takes an idle worker that has had guests of this agent only, or no guests yet."""
        for wanted in (agent, None):
            for at in range(len(self._idle) - 1, -1, -1):
                if self._idle[at].agent == wanted:
                    return self._idle.pop(at)
        return None

    def _another(self) -> Worker:
        worker = self._new()
        self._guests[worker] = None
        return worker

    def _counted(self) -> int:
        """The number of guests, without those that compute for long and run at low priority."""
        return sum(not worker.gives_way or _rests(guest) for worker, guest in self._guests.items())

    def hold(self, worker: Worker, guest: Any) -> None:
        """Records that the guest has the worker now."""
        self._guests[worker] = guest

    def give_back(self, worker: Worker) -> None:
        """Its guest has ended; another guest may use the worker."""
        with self._lock:
            if self._guests.pop(worker, self) is self:
                worker.kill()  # the pool was closed
                return
            if worker.spent:
                worker.kill()
            else:
                worker.idle_since = time.monotonic()
                self._idle.append(worker)
                if len(self._idle) > max(self.size, SPARES):
                    self._idle.pop(0).kill()
                self._let_go_later()
        self._next()

    def _let_go_later(self) -> None:
        """More workers than the spares are kept for a while: who needs many at once needs them again soon."""
        if len(self._idle) <= SPARES or (self._watching is not None and not self._watching.is_closed()):
            return
        loop = running_loop()
        if loop is None:
            self._idle.pop(0).kill()
            return
        left = self._idle[0].idle_since + IDLE_SECONDS - time.monotonic()
        loop.call_later(max(left, 0.0), self._let_go)
        self._watching = loop

    def _let_go(self) -> None:
        with self._lock:
            self._watching = None
            old = time.monotonic() - IDLE_SECONDS
            while len(self._idle) > SPARES and self._idle[0].idle_since <= old:
                self._idle.pop(0).kill()
            self._let_go_later()

    def discard(self, worker: Worker) -> None:
        worker.kill()
        with self._lock:
            self._guests.pop(worker, None)
        self._next()

    def _next(self) -> None:
        if self._line:
            with suppress(IndexError):
                self._line[0].come()

    def _look_at_process(self) -> None:
        """In a process that was forked off the host nothing is left of the pool but file descriptors."""
        if self._pid == os.getpid():
            return
        for worker in [*self._idle, *self._guests]:
            worker.kill()
        self._idle.clear()
        self._guests.clear()
        self._fork_server, self._watching, self._pid = None, None, os.getpid()

    # --- catalogs -----------------------------------------------------------------------------------------------------

    async def catalog(self, toolbox: Toolbox, gone: str | None) -> bytes:
        """The message that gives a worker the tools."""

        def made() -> bytes:
            return self._catalogs.get(toolbox.version, lambda: catalog_body(toolbox))

        return catalog_frame(await in_few(made) if toolbox.catalog.is_large else made(), gone)


def _rests(guest: Any) -> bool:
    return guest is not None and guest.rests_since is not None


class _Place:
    """Somebody who waits for a worker, on an event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._came = asyncio.Event()

    async def wait(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._came.wait()
        self._came.clear()

    def come(self) -> None:
        with suppress(RuntimeError):  # its loop has been closed
            self._loop.call_soon_threadsafe(self._came.set)
