"""One worker process, as the host sees it: what it is sent, what it answers, and why it has ended."""

from __future__ import annotations

import asyncio
import logging
import mmap
import os
import signal
import socket
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, cast

from codemode.engine.failures import Failure
from codemode.engine.json_data import WireError, decode
from codemode.engine.threads import aside
from codemode.engine.toolbox import Toolbox
from codemode.engine.wire import to_failure
from codemode.engine.workers import fork_server
from codemode.engine.workers.frames import CHUNK, HEADER, LEFT_MEMORY, frame

log = logging.getLogger("codemode")

MAX_RUNS = 1000  # of one worker
# below the host's own priority: a tenth of a processor beside those who go first. At the very lowest it would be a hundredth, so that on a busy
# machine no long program came to its end
NICE = 10
LOOK = 16  # runs of small guests after which a worker's size is looked at
MAX_GROWTH = 48 << 20  # bytes that an idle worker may be larger than when it was new
MAX_TOOLBOXES = 4  # that a worker keeps
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

    def __init__(self, source: fork_server.ForkServer, memory: int, *, python: bool = False) -> None:
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
        self.agent: str | None = None  # whose guests it has
        self.may_have_grown = False  # since its size was looked at; small guests are believed LOOK times
        self.largest = MAX_SAID  # bytes of a reply
        self.said = 0  # bytes of the last message
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
                    raise WorkerGone(to_failure(form))
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
            told = f"the program sends {size + result} bytes to the host at once; the limit is {self.largest}"
            raise WorkerGone(Failure("memory_limit_exceeded", told, "keep less data at once"))
        self.said = size
        said = await self._part(data[HEADER.size :], size)
        message: Any = await aside(said, partial(decode, said))
        if not result:
            return message
        if not isinstance(message, list):
            raise WireError("a result without the turn that it belongs to")
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
        """Why it has ended, as the fork server tells; None when it was not the guest's doing."""
        if not self.is_ready:
            return None
        status = bytearray(4)
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(FATE_SECONDS):
                if await asyncio.get_running_loop().sock_recv_into(self._lifeline, status) == 4:
                    return _fate_of(int.from_bytes(status))
        return None

    async def learn(self, toolbox: Toolbox, message: Callable[[Toolbox, str | None], Awaitable[bytes]]) -> None:
        """Makes sure that it has the tools. Raises OSError, WorkerGone and WireError."""
        version = toolbox.version
        if version in self._versions:
            self._versions.move_to_end(version)
            return
        gone = self._versions.popitem(last=False)[0] if len(self._versions) >= MAX_TOOLBOXES else None
        await self.send(await message(toolbox, gone))
        if (await self.reply("catalog"))[1] != version:
            raise WireError("the worker has another version of the list of tools")
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


_PAGE = mmap.PAGESIZE
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
