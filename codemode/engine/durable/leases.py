"""Leases: which owner drives a run, and when its lease counts as given up."""

from __future__ import annotations

import functools
import os
from pathlib import Path

from codemode.records import dataclass

LEASE_SECONDS = 10.0
CLOCK_SLACK = 60.0  # a lease that ends later than this was written before the clock was set back


@dataclass(slots=True, frozen=True)
class Lease:
    """The right of one owner to write to a run. `fence` counts how often the run changed owners, so that an owner whose lease ran out cannot write
    after others have driven the run, even if nobody drives it now."""

    run_id: str
    owner: str
    fence: int


def owner_name() -> str:
    """Returns a new name for an owner of runs in this process. It cannot be guessed; processes on this host can see whether this one lives."""
    return f"{os.urandom(16).hex()} {_host()} {os.getpid()} {_started(os.getpid())}"


def lapsed(owner: str, until: float, now: float) -> bool:
    """Whether a lease may be taken: it has no owner, has run out, or belongs to a dead process of this host."""
    return not owner or not now < until <= now + LEASE_SECONDS + CLOCK_SLACK or is_dead(owner)


def is_dead(owner: str) -> bool:
    """Whether the process of an owner has certainly ended. Owners on other hosts, or of unknown form, count as alive until the lease ends."""
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
    """When a process began, in ticks since boot; "dead" for a zombie, "" if the system does not tell."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text(errors="replace")
    except FileNotFoundError:
        return "dead" if Path("/proc/self/stat").exists() else ""
    except OSError:
        return ""
    fields = told.rpartition(")")[2].split()  # the program's name precedes these fields and may contain any character
    return "dead" if fields[0] in "ZX" else fields[19]


@functools.cache
def _host() -> str:
    """Identifies this boot of this machine and its process id namespace; containers may share a host name but not the namespace."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot}/{os.stat('/proc/self/ns/pid').st_ino}"
    except OSError:
        import socket  # only here, as most processes need it for nothing else

        return socket.gethostname().replace(" ", "_") or "unknown"
