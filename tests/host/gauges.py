"""What a process can find out about itself while an attack goes on: gaps of its event loop, its largest memory, threads that still compute.

A machine that runs tests does other work, too. So the time that the kernel let others run, while a thread of this process was ready to go on, is
known (`/proc/.../schedstat`) and taken off: what is left is what this process itself did or waited for.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import threading
import time
from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path

EVERY = 0.004  # seconds between two ticks
TASKS = Path("/proc/self/task")
PAGE = os.sysconf("SC_PAGE_SIZE")
_LIBC = ctypes.PyDLL(None)  # of such a library Python keeps its lock in a call


@dataclass(frozen=True, slots=True)
class Moment:
    wall: float
    computed: float  # seconds of processor that this thread has had
    kept_waiting: float  # seconds for which threads of this process were ready, and others ran


class Others:
    """For how long threads of this process had to let others run.

    What is read here is read without letting go of Python's lock. A gauge that lets go of it waits for it again, while another thread computes, once
    for each file that it opens and reads: it would measure itself.
    """

    def __init__(self) -> None:
        self._files: dict[int, int] = {}
        self._seen: dict[int, int] = {}
        self._total = 0
        self._text = ctypes.create_string_buffer(64)

    def __del__(self) -> None:
        for file in self._files.values():
            _LIBC.close(file)

    def seconds(self) -> float:
        for thread in threading.enumerate():
            number = thread.native_id
            waited = None if number is None else self._waited(number)
            if number is None or waited is None:
                continue  # it has not begun, or has just ended
            before = self._seen.get(number, 0)
            self._total += waited - before if waited >= before else waited
            self._seen[number] = waited
        return self._total / 1e9

    def _waited(self, thread: int) -> int | None:
        if thread not in self._files:
            self._files[thread] = _LIBC.open(b"%b/%d/schedstat" % (os.fsencode(TASKS), thread), os.O_RDONLY)
        file = self._files[thread]
        if file >= 0 and _LIBC.pread(file, self._text, len(self._text) - 1, ctypes.c_long(0)) > 0:
            return int(self._text.value.split()[1])
        del self._files[thread]
        if file >= 0:
            _LIBC.close(file)
        return None


class Ticker:
    """Ticks on the event loop, and notes when."""

    def __init__(self) -> None:
        self._others = Others()
        self.ticks: list[Moment] = []

    def now(self) -> Moment:
        return Moment(time.monotonic(), time.thread_time(), self._others.seconds())

    def begin(self) -> None:
        self.ticks = [self.now()]

    async def tick(self) -> None:
        self.begin()
        while True:
            await asyncio.sleep(EVERY)
            self.ticks.append(self.now())

    def largest_gap(self) -> float:
        """Seconds. Of time that passed, what others had is taken off, but never time in which this thread computed."""
        gaps = [_own(before, after) - EVERY for before, after in zip(self.ticks, self.ticks[1:])]
        return max(0.0, *gaps) if gaps else 0.0

    def after(self, deadline: float) -> float:
        """Seconds from the deadline until now that are this process's own doing."""
        now = self.now()
        if now.wall <= deadline:
            return 0.0
        at = bisect_right(self.ticks, deadline, key=lambda moment: moment.wall)
        before = self.ticks[max(0, at - 1)]
        return max(0.0, now.wall - deadline - (now.kept_waiting - before.kept_waiting))


def _own(before: Moment, after: Moment) -> float:
    passed = after.wall - before.wall
    return max(after.computed - before.computed, passed - (after.kept_waiting - before.kept_waiting))


def resident() -> int:
    """Bytes of memory of this process."""
    return int(Path("/proc/self/statm").read_bytes().split()[1]) * PAGE


def forget_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5")


def peak() -> int:
    """The most that `resident` was since `forget_peak`."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) << 10
    raise OSError("the kernel does not tell the largest memory of a process")


def computing() -> bool:
    """Whether a thread besides this one has the processor, or could use it."""
    own = str(os.getpid())
    for thread in os.listdir(TASKS):
        try:
            state = (TASKS / thread / "stat").read_text().rpartition(")")[2].split()[0]
        except (OSError, IndexError):
            continue
        if thread != own and state == "R":
            return True
    return False
