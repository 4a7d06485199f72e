"""What an attack may cost the host, and the process that is attacked, as seen by who judges."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tests.doc_examples import ROOT
from tests.host.attacks import Attack
from tests.host.host import Figures

PATIENCE = 60.0  # seconds beyond its time until an attack counts as one that hangs the host
START = 120.0
MIB = 1 << 20


@dataclass(frozen=True)
class Bounds:
    """Seconds and bytes. A program that runs in the host itself may hold its own memory there, besides."""

    gap: dict[str, float]
    growth: dict[str, int]
    late: float


OWN = 64 * MIB  # what a program may hold by default
EXACT = Bounds({"process": 0.1, "inline": 0.5}, {"process": 64 * MIB, "inline": 64 * MIB + OWN}, 0.2)
LOADED = Bounds(EXACT.gap, EXACT.growth, 1.0)
# the suite runs on machines that do other work, and asks whether something is out of all proportion
LOOSE = Bounds({"process": 0.2, "inline": 1.0}, {"process": 80 * MIB, "inline": 80 * MIB + OWN}, 0.4)


def misses(attack: Attack, isolation: str, found: Figures, bounds: Bounds, *, any_time: bool = False) -> list[str]:
    """What is worse than it may be. `any_time`: the program may also be ended by its time."""
    told: list[str] = []
    if found.gap > bounds.gap[isolation]:
        told.append(f"the event loop stood still for {found.gap:.3f} s")
    if found.growth > bounds.growth[isolation]:
        told.append(f"the host grew by {found.growth / MIB:.0f} MiB")
    if found.late > bounds.late:
        told.append(f"the reply was late by {found.late:.3f} s")
    if found.over > 0:
        told.append(f"a reply is larger than its limit by {found.over} bytes")
    if found.trouble:
        told.append(found.trouble)
    # a program whose time is over while it waits for a call can be gone on with
    ends = set(found.ends.split()) - ({"timeout", "pending_tools"} if any_time else set())
    if "internal_error" in ends:
        told.append("internal_error")
    elif attack.ends and ends - attack.ends:
        told.append(f"it ends with {found.ends}, not {' or '.join(sorted(attack.ends))}")
    return told


class Player:
    """The process that is attacked; another one when it has died."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader: threading.Thread | None = None

    def figures(
        self,
        attack: Attack,
        isolation: str,
        *,
        quick: bool = True,
        cap_ms: float | None = None,
        thorough: bool = True,
    ) -> Figures:
        """Play it once."""
        process = self._started()
        assert process.stdin is not None
        wish: dict[str, Any] = {"attack": attack.name, "isolation": isolation, "quick": quick}
        wish |= {"cap_ms": cap_ms, "thorough": thorough}
        process.stdin.write(json.dumps(wish) + "\n")
        process.stdin.flush()
        line = self._line(PATIENCE)
        if not line:
            status = self.close()
            return Figures(trouble="the host hangs" if status is None else f"the host ended with status {status}")
        return Figures(**json.loads(line))

    def judged(
        self, attack: Attack, isolation: str, bounds: Bounds, *, tries: int = 2, any_time: bool = False, **how: Any
    ) -> tuple[Figures, list[str]]:
        """Play it, again if it missed: a machine that does other work may spoil a measurement, and not the same one twice."""
        for _ in range(tries):
            found = self.figures(attack, isolation, **how)
            told = misses(attack, isolation, found, bounds, any_time=any_time)
            if not told:
                break
        return found, told  # pyright: ignore[reportPossiblyUnboundVariable] - there is at least one try

    def _started(self) -> subprocess.Popen[str]:
        if self._process is None:
            self._lines = lines = queue.Queue()
            self._process = process = subprocess.Popen(
                [sys.executable, "-m", "tests.host.player"],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env={**os.environ, "PYTHONWARNINGS": "ignore"},
            )
            self._reader = threading.Thread(target=_read, args=(process, lines), daemon=True)
            self._reader.start()
            if self._line(START) != "ready":
                self.close()
                raise RuntimeError("the process to be attacked does not start")
        return self._process

    def _line(self, seconds: float) -> str:
        """The next one, or "" when the process has ended or says nothing for so long."""
        try:
            return self._lines.get(timeout=seconds)
        except queue.Empty:
            return ""

    def close(self) -> int | None:
        """The status with which it had ended, None if it had to be killed."""
        process, self._process = self._process, None
        if process is None:
            return 0
        assert process.stdin is not None
        assert process.stdout is not None
        assert self._reader is not None
        with suppress(BrokenPipeError):
            process.stdin.close()
        status: int | None = None
        try:
            status = process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._reader.join()
        process.stdout.close()
        return status


def _read(process: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        lines.put(line.strip())
    lines.put("")


def plays(table: dict[str, Attack]) -> Iterator[tuple[Attack, str]]:
    for attack in table.values():
        for isolation in attack.isolations:
            yield attack, isolation
