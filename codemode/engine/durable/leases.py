"""Who drives a run: names of owners, and when what they hold counts as given up."""

from __future__ import annotations

import functools
import os
import secrets
import socket
from dataclasses import dataclass
from pathlib import Path

LEASE_SECONDS = 10.0
CLOCK_SLACK = 60.0  # a lease that ends later than this was written before the clock was set back


@dataclass(slots=True, frozen=True)
class Lease:
    """The right of one owner to write into a run. `fence` counts how often the run went to another owner, so that one who was away for longer than
    its lease cannot write into what others have driven since, even if nobody has it now."""

    run_id: str
    owner: str
    fence: int


def owner_name() -> str:
    """A new name for an owner of runs in this process. Nobody can guess it; others on this host can see whether its process lives."""
    return f"{secrets.token_hex(16)} {_host()} {os.getpid()} {_started(os.getpid())}"


def lapsed(owner: str, until: float, now: float) -> bool:
    """Whether a lease is free to be taken: nobody's, over, or held by a process of this host that is dead."""
    return not owner or not now < until <= now + LEASE_SECONDS + CLOCK_SLACK or is_dead(owner)


def is_dead(owner: str) -> bool:
    """Whether the process of an owner has ended. Only what is certain: an owner on another host, or of a form that is not ours, is taken to live
    (until its lease is over)."""
    parts = owner.split(" ")
    if len(parts) != 4 or parts[1] != _host() or not parts[2].isdecimal() or os.name != "posix":
        return False
    pid = int(parts[2])
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False  # it lives and belongs to another user
    return _started(pid) != parts[3]


def _started(pid: int) -> str:
    """When a process began, in ticks since boot; "dead" for one that only waits to be buried, "" where the system does not tell."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text(errors="replace")
    except FileNotFoundError:
        return "dead" if Path("/proc/self/stat").exists() else ""
    except OSError:
        return ""
    fields = told.rpartition(")")[2].split()  # the name of the program comes before, and may hold anything
    return "dead" if fields[0] in "ZX" else fields[19]


@functools.cache
def _host() -> str:
    """This boot of this machine and its table of process ids; containers may share a name and not the table."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot}/{os.stat('/proc/self/ns/pid').st_ino}"
    except OSError:
        return socket.gethostname().replace(" ", "_") or "unknown"
