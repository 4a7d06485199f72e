"""What other processes there are."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path


def processes_below(pid: int) -> list[int]:
    """The living processes that a process has started, and those that they have started."""
    children: dict[int, list[int]] = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        state, parent = _state(int(name))
        if state not in "ZX":
            children.setdefault(parent, []).append(int(name))
    below = [pid]
    for each in below:
        below += children.get(each, [])
    return below[1:]


def kill(pid: int, with_signal: int = signal.SIGKILL) -> None:
    """Process 0 would be ourselves and all our group, -1 everybody."""
    assert pid > 0
    with suppress(ProcessLookupError):
        os.kill(pid, with_signal)


def is_gone(pid: int) -> bool:
    """With all its threads: until the last of them has ended its files are open."""
    if _state(pid)[0] not in "ZX":
        return False
    try:
        return len(os.listdir(f"/proc/{pid}/task")) <= 1
    except OSError:
        return True


def _state(pid: int) -> tuple[str, int]:
    """In a letter, and the parent."""
    try:
        state, parent = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:2]
    except OSError:
        return "X", 0
    return state, int(parent)
