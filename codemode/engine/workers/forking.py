"""What runs in the fork server process. It imports what a program needs, forks a worker whenever the host asks for one, and collects those that
ended. While nobody asks, it goes on with what makes the first programs of later workers faster.

It never runs guest code and has one thread. The host asks with nine bytes (the memory of a guest, and whether it may be in Python) and two sockets:
the worker's own, and a lifeline. Over the lifeline come the worker's pid and, when it has ended, its wait status; when the host closes it, the
worker is killed. When the host has ended, so do the fork server and all workers, though others that were forked off the host may still hold its ends
of the sockets.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import socket
import struct
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import FrameType
from typing import TypeVar

from codemode.engine.workers.hardening import harden
from codemode.engine.workers.warm_up import prepare, warm_up, warm_up_python
from codemode.engine.workers.worker import work

T = TypeVar("T")

REQUEST = struct.Struct("!Q?")
NUMBER = struct.Struct("!i")
# for so many milliseconds no chore begins, because a host that asks for its first worker would wait for it
FIRST = 500
NOT_STARTED = 71 << 8  # wait status of a worker that could not be forked


class Forking:
    def __init__(self, control: socket.socket, host: int, chores: Iterator[None]) -> None:
        self._control = control
        self._chores = chores
        self._has_forked = False
        self._is_ending = False
        self._is_at_chores = False
        self._host = _watched(host)
        self._poll = select.poll()
        self._poll.register(control, select.POLLIN)
        self._knows_python = False
        self._lifelines: dict[int, socket.socket] = {}  # by their file descriptors
        self._workers: dict[int, int] = {}  # pid: file descriptor of its lifeline
        self._woken, waker = os.pipe()
        for fd in (self._woken, waker):
            os.set_blocking(fd, False)
        for fd in (self._woken, *self._host):
            self._poll.register(fd, select.POLLIN)
        signal.signal(signal.SIGCHLD, _noted)
        signal.signal(signal.SIGTERM, self._end)
        signal.set_wakeup_fd(waker, warn_on_full_buffer=False)

    def serve(self) -> None:
        """Serves until the host has gone. A step of the chores is done whenever there is nothing else to do."""
        waiting: int | None = FIRST  # 0 until the chores are done
        try:
            while not self._is_ending:
                for fd, _ in self._poll.poll(waiting):
                    if fd == self._control.fileno():
                        if not self._asked():
                            return
                    elif fd == self._woken:
                        with suppress(BlockingIOError):
                            os.read(self._woken, 4096)
                    elif fd in self._host:
                        return
                    elif fd in self._lifelines:
                        self._let_go(fd)
                self._bury()
                if waiting == FIRST:
                    waiting = 0
                elif waiting == 0 and self._chore(lambda: next(self._chores, self)) is self:
                    waiting = None
                    gc.freeze()
                    gc.enable()
        finally:
            self._kill_workers()

    def _kill_workers(self) -> None:
        for pid in self._workers:
            os.kill(pid, signal.SIGKILL)
        for pid in self._workers:
            os.waitpid(pid, 0)

    def _end(self, number: int, at: FrameType | None) -> None:
        """Handles SIGTERM: the host waits for the end of this process. A chore may take long and is given up. Anything else is finished first,
        because a worker that is being forked or buried at this moment could be missed."""
        self._is_ending = True
        if self._is_at_chores:
            self._kill_workers()
            os._exit(0)

    def _chore(self, work: Callable[[], T]) -> T:
        self._is_at_chores = True
        try:
            return work()
        finally:
            self._is_at_chores = False

    def _asked(self) -> bool:
        data, fds, _, _ = socket.recv_fds(self._control, REQUEST.size, 2)
        if len(data) != REQUEST.size or len(fds) != 2:
            return False
        own, lifeline = (socket.socket(fileno=fd) for fd in fds)
        memory, python = REQUEST.unpack(data)
        if python and not self._knows_python:
            self._knows_python = True
            self._chore(warm_up_python)
        if self._has_forked:  # only the first worker does them itself: it may be the only one
            self._chore(lambda: deque(self._chores, 0))
        self._has_forked = True
        parent = os.getpid()
        gc.freeze()  # what is here lives as long as the worker
        try:
            pid = os.fork()
        except OSError:
            own.close()
            _tell(lifeline, NOT_STARTED)
            lifeline.close()
            return True
        if pid == 0:
            lifeline.close()
            self._become_worker(own, memory, parent)
        own.close()
        self._lifelines[lifeline.fileno()] = lifeline
        self._workers[pid] = lifeline.fileno()
        self._poll.register(lifeline, select.POLLIN)
        _tell(lifeline, pid)
        return True

    def _become_worker(self, own: socket.socket, memory: int, parent: int) -> None:
        """In the new process. Nothing of the fork server stays open."""
        status = 70
        try:
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGCHLD, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
            gc.enable()
            line = socket.socket(fileno=os.dup2(own.detach(), 0, inheritable=False))
            status = work(line, harden(memory, parent))
        finally:
            os._exit(status)

    def _let_go(self, fd: int) -> None:
        """The host does not want the worker any more."""
        self._poll.unregister(fd)
        for pid, lifeline in self._workers.items():
            if lifeline == fd:
                os.kill(pid, signal.SIGKILL)

    def _bury(self) -> None:
        while self._workers:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return
            fd = self._workers.pop(pid)
            lifeline = self._lifelines.pop(fd)
            with suppress(KeyError):
                self._poll.unregister(fd)
            _tell(lifeline, status)
            lifeline.close()


def _watched(pid: int) -> list[int]:
    """A file descriptor that can be read when the process has ended, where the system has such."""
    try:
        return [os.pidfd_open(pid)]
    except (AttributeError, OSError):
        return []


def _noted(number: int, at: FrameType | None) -> None:
    """The wakeup pipe reports that a worker has ended."""


def _tell(lifeline: socket.socket, number: int) -> None:
    with suppress(OSError):
        lifeline.send(NUMBER.pack(number))


def main(control_fd: int, host: int) -> None:
    control = socket.socket(fileno=control_fd)
    if os.getppid() == host:
        chores = warm_up(prepare())
        next(chores)  # or each early worker would have its own copy of what every program needs
        os.environ.clear()
        Forking(control, host, chores).serve()
    sys.stdout.flush()
    os._exit(0)
