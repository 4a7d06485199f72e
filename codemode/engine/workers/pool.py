"""The worker processes of one engine: started when needed, used again, replaced when they die or grow."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any, cast

from codemode.engine.background import running_loop
from codemode.engine.failures import Failure
from codemode.engine.toolbox import Toolbox
from codemode.engine.wire import WireError, decode, of_entries, of_offers, to_failure
from codemode.engine.workers import nursery
from codemode.engine.workers.frames import CHUNK, HEADER, LEFT_MEMORY, frame
from codemode.engine.workers.protections import missing
from codemode.errors import InternalError

log = logging.getLogger("codemode")

START_SECONDS = 30.0  # for the nursery to be there; a loaded machine is slow
PATIENCE = 0.02  # seconds between two looks at who could give up a worker
MAX_RUNS = 1000  # of one worker
MOST = 4  # times the size of a pool, with the guests that give way; they do not count as long as there are no more
# below the host's own priority: a tenth of a processor beside those who go first. At the very lowest it would be a hundredth, so that on a busy
# machine no long program came to its end
NICE = 10
SPARES = max(2, os.cpu_count() or 1)  # idle workers that are kept; a new one takes a few milliseconds
IDLE_SECONDS = 10.0  # that others are kept
LOOK = 16  # runs of small guests after which a worker's size is looked at
MAX_GROWTH = 48 << 20  # bytes that an idle worker may be larger than when it was new
MAX_TOOLBOXES = 4  # that a worker keeps
MAX_CATALOGS = 16  # that are kept ready to be sent
MAX_SAID = 1 << 20  # bytes of a message before a guest has begun, and of what a worker logs before one reply
FATE_SECONDS = 1.0


class WorkerGone(Exception):
    """The process has ended, or does not communicate any more. `failure` describes how its guest caused that."""

    def __init__(self, failure: Failure | None = None) -> None:
        super().__init__("the worker process ended")
        self.failure = failure


def given_way() -> int:
    """The priority of a process that gives way."""
    return min(os.getpriority(os.PRIO_PROCESS, 0) + NICE, 19)


class Worker:
    """One process: a socket to talk over, and a lifeline that kills it when it is closed."""

    def __init__(self, source: nursery.Nursery, memory: int, *, python: bool = False) -> None:
        self._sock, theirs = socket.socketpair()
        self._lifeline, bond = socket.socketpair()
        with theirs, bond:
            try:
                source.ask(memory, theirs, bond, python=python)
            except OSError as gone:
                self.kill()
                raise WorkerGone from gone
        self._sock.setblocking(False)
        self._lifeline.setblocking(False)
        self.pid = 0  # known when it is ready
        self.runs = 0
        self.may_have_grown = False  # since its size was looked at; small guests are believed LOOK times
        self.largest = MAX_SAID  # bytes of a reply
        self.protections: list[str] | None = None
        self.spent = False  # its guest met a limit of memory or computed for long: nobody should have it after that
        self.gives_way = False
        self.idle_since = 0.0  # monotonic
        self._size = 0
        self._rest = b""  # what came behind a message
        self._versions: OrderedDict[str, None] = OrderedDict()

    @property
    def is_ready(self) -> bool:
        return self.protections is not None

    async def ready(self, seconds: float) -> None:
        """Waits for a new one. Raises WorkerGone."""
        if self.protections is not None:
            return
        try:
            async with asyncio.timeout(seconds):
                protections = [str(name) for name in (await self.reply("ready"))[1]]
                # both at once: a signal to process 0 would reach the host and all its group
                self.pid = int.from_bytes(await self._exactly(self._lifeline, 4))
                self.protections = protections
        except TimeoutError:
            self.kill()
            raise WorkerGone from None
        except BaseException:
            self.kill()
            raise
        self._size = self.size()

    # --- talking --------------------------------------------------------------------------------------------------

    async def send(self, data: bytes) -> None:
        """Raises OSError when it has gone."""
        await asyncio.get_running_loop().sock_sendall(self._sock, data)

    async def reply(self, kind: str, other: str = "", *, followed: bool = False) -> list[Any]:
        """Its next message, which must be of this kind or the other one; `followed` allows a reply behind one of the first kind. Raises
        WorkerGone and WireError."""
        logged = 0
        while True:
            message = await self._message()
            if self._rest and message[:1] != ["log"] and not (followed and message[:1] == [kind]):
                raise WireError("more than one reply")
            match message:
                case ["log", str(text)] if logged < MAX_SAID:
                    logged += len(text)
                    log.error("in a worker process: %s", _plain(text))
                case ["failed", form]:
                    raise WorkerGone(_failure(form))
                case [str(said), _] if said in (kind, other or kind):
                    return cast("list[Any]", message)
                case ["turn", _, bytes()] if kind == "turn":
                    return cast("list[Any]", message)
                case _:
                    raise WireError(f"{kind} expected")

    async def _message(self) -> Any:
        loop = asyncio.get_running_loop()
        data, self._rest = self._rest, b""
        while len(data) < HEADER.size:
            more = await loop.sock_recv(self._sock, CHUNK)
            if not more:
                raise WorkerGone(await self._fate())
            data += more
        size, result = HEADER.unpack_from(data)
        if size + result > self.largest:
            told = f"the program hands over {size + result} bytes at once; {self.largest} is the most"
            raise WorkerGone(Failure("memory_limit_exceeded", told, "keep less data at once"))
        message: Any = decode(await self._part(data[HEADER.size :], size))
        if not result:
            return message
        if not isinstance(message, list):
            raise WireError("a result without its turn")
        return [*cast("list[Any]", message), bytes(await self._part(self._rest, result))]

    async def _part(self, begun: bytes, size: int) -> bytes | bytearray:
        """The next bytes that it says, of which some may have come already."""
        if len(begun) < size:
            self._rest = b""
            return await self._exactly(self._sock, size, begun)
        self._rest = begun[size:]
        return begun[:size]

    async def _exactly(self, sock: socket.socket, size: int, begun: bytes = b"") -> bytearray:
        loop = asyncio.get_running_loop()
        data = bytearray(size)
        view, at = memoryview(data), len(begun)
        view[:at] = begun
        while at < size:
            count = await loop.sock_recv_into(sock, view[at:])
            if not count:
                raise WorkerGone(await self._fate())
            at += count
        return data

    async def _fate(self) -> Failure | None:
        """Why it has ended, as the nursery tells; None when it was not the guest's doing."""
        if not self.is_ready:
            return None
        status = bytearray(4)
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(FATE_SECONDS):
                if await asyncio.get_running_loop().sock_recv_into(self._lifeline, status) == 4:
                    return _fate_of(int.from_bytes(status))
        return None

    async def learn(self, toolbox: Toolbox, message: Callable[[Toolbox, str | None], bytes]) -> None:
        """Makes sure that it has the tools. Raises OSError, WorkerGone and WireError."""
        version = toolbox.version
        if version in self._versions:
            self._versions.move_to_end(version)
            return
        gone = self._versions.popitem(last=False)[0] if len(self._versions) >= MAX_TOOLBOXES else None
        await self.send(message(toolbox, gone))
        if (await self.reply("catalog"))[1] != version:
            raise WireError("the worker has made other tools of the same list")
        self._versions[version] = None

    # --- the process ------------------------------------------------------------------------------------------------

    def size(self) -> int:
        """Bytes of memory that it has now; 0 where that cannot be told."""
        try:
            with open(f"/proc/{self.pid}/statm", "rb") as file:
                return int(file.read().split()[1]) * _PAGE
        except (OSError, ValueError, IndexError):
            return 0

    def give_way(self) -> None:
        """Lets the processes of others go first. That cannot be taken back, so no other guest gets this one."""
        if self.gives_way or not self.is_ready:
            return
        self.gives_way = self.spent = True
        with suppress(AttributeError, OSError):  # where there is no such thing
            os.setpriority(os.PRIO_PROCESS, self.pid, given_way())

    @property
    def is_worn(self) -> bool:
        if self.spent or self.runs >= MAX_RUNS:
            return True
        if not (self.may_have_grown or self.runs % LOOK == 0):
            return False
        self.may_have_grown = False
        return self.size() > self._size + MAX_GROWTH

    def drop_guest(self) -> bool:
        """Ends its guest; False when that cannot be said."""
        try:
            return self._sock.send(_DROP) == len(_DROP)
        except OSError:
            return False

    def kill(self) -> None:
        self._sock.close()
        self._lifeline.close()


_PAGE = os.sysconf("SC_PAGE_SIZE")
_DROP = frame(["drop"])


def _fate_of(status: int) -> Failure | None:
    code = os.waitstatus_to_exitcode(status)
    if code == -signal.SIGXCPU:
        return Failure("timeout", "the program used up its time")
    if code == LEFT_MEMORY:
        return Failure("memory_limit_exceeded", "the program needs more memory than there is", "keep less data at once")
    log.warning("a worker process ended with status %d", code)
    return None


def _plain(text: str) -> str:
    return "".join(c if c.isprintable() or c == "\n" else "?" for c in text[:MAX_SAID])


class Pool:
    """Workers for up to `size` guests at a time. Any event loop may use it. A worker of which not all of `required` holds gets no guest."""

    def __init__(self, size: int, memory: int, required: Sequence[str] = (), *, python: bool = False) -> None:
        self.size = size
        self._python = python  # whether programs may be in Python
        self._memory = memory
        self._required = required
        self._nursery: nursery.Nursery | None = None
        self._idle: list[Worker] = []
        self._guests: dict[Worker, Any] = {}  # the guest that has the worker; None while it is being made
        self._line: deque[_Place] = deque()
        self._watching: asyncio.AbstractEventLoop | None = None  # where it is looked after idle workers
        self._lock = Lock()
        self._pid = os.getpid()
        self._catalogs: OrderedDict[str, tuple[Any, Any, Any]] = OrderedDict()
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
            self.give_back(await self.take(time.monotonic() + START_SECONDS))
        except WorkerGone as gone:
            raise nursery.unavailable(f"none was there within {START_SECONDS:g} seconds, or it ended at once") from gone

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

    def close(self) -> nursery.Nursery | None:
        """Ends all workers. Gives the nursery if it ends with them."""
        with self._lock:
            for worker in [*self._idle, *self._guests]:
                worker.kill()
            self._idle.clear()
            self._guests.clear()
            self.protections = None
            source, self._nursery = self._nursery, None
        return source if source is not None and nursery.give_back(source) else None

    def pids(self) -> list[int]:
        """The processes of the workers that are ready, for who watches them."""
        return [worker.pid for worker in [*self._idle, *self._guests] if worker.is_ready]

    def nursery_pid(self) -> int:
        return self._nursery.process_id if self._nursery is not None else 0

    def _new(self) -> Worker:
        if self._nursery is not None and not self._nursery.is_alive:
            nursery.give_back(self._nursery)
            self._nursery = None
        if self._nursery is None:
            self._nursery = nursery.borrow()
        try:
            return Worker(self._nursery, self._memory, python=self._python)
        except WorkerGone:
            raise nursery.unavailable("the process that makes them has ended") from None

    # --- taking and giving back ---------------------------------------------------------------------------------------

    async def take(self, deadline: float) -> Worker:
        """Returns a worker for one guest. Raises WorkerGone if none becomes free in time, InternalError if none can be started."""
        # who finds one does not stand in line
        worker = (self._free() if not self._line else None) or await self._waited(deadline)
        if not worker.is_ready:
            await self._started(worker, deadline)
        worker.runs += 1
        return worker

    async def _waited(self, deadline: float) -> Worker:
        place = _Place()
        self._line.append(place)
        try:
            while self._line[0] is not place or (worker := self._free()) is None:
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
            source = self._nursery
            if isinstance(failure, WorkerGone) and (source is None or source.ended()):
                raise nursery.unavailable("the process that makes them ended; its error is on standard error") from None
            if isinstance(failure, WireError):
                raise WorkerGone from failure
            raise
        held = worker.protections or []
        lacking = missing(held, self._required)
        if lacking:
            self.discard(worker)
            told = f"worker processes lack what is required of them: {'; '.join(lacking)}"
            raise InternalError(told, code="runtime_unavailable")
        if self.protections is None and (lacking := missing(held)):
            log.warning("worker processes are not protected as well as they can be: %s", "; ".join(lacking))
        self.protections = held

    def _free(self) -> Worker | None:
        """An idle worker, a new one, or that of the guest that has rested for longest."""
        with self._lock:
            self._look_at_process()
            while self._idle:
                worker = self._idle.pop()
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
            if worker.spent:
                del self._guests[worker]
                worker.kill()
                return self._another()
            self._guests[worker] = None
        return worker if worker.drop_guest() else None

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
        self._nursery, self._watching, self._pid = None, None, os.getpid()

    # --- catalogs -----------------------------------------------------------------------------------------------------

    def catalog(self, toolbox: Toolbox, gone: str | None) -> bytes:
        """The message that gives a worker the tools."""
        forms = self._catalogs.get(toolbox.version)
        if forms is None:
            forms = of_entries(toolbox.catalog.listed), of_offers(toolbox.namespaces), toolbox.catalog.absent
            self._catalogs[toolbox.version] = forms
            while len(self._catalogs) > MAX_CATALOGS:
                self._catalogs.popitem(last=False)
        return frame(["catalog", *forms, gone])


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


def _failure(form: Any) -> Failure:
    try:
        return to_failure(form)
    except (KeyError, TypeError, ValueError) as odd:
        raise WireError("not a failure") from odd
