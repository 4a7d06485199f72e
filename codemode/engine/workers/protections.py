"""What may hold of a worker process, in the order in which it comes about."""

from __future__ import annotations

from collections.abc import Collection, Iterable

SECCOMP, LANDLOCK, NOT_ROOT = "few system calls", "no file system, network or signals", "not root"

PROTECTIONS = (
    "address space limited",
    "no core dumps",
    "no writing to files",
    NOT_ROOT,
    "no new processes",
    "no tracing by others",
    "ends with its parent",
    "no new privileges",
    LANDLOCK,
    "no new files or sockets",
    SECCOMP,  # the last one, because all the others need more system calls
)

# what the kernel calls the mechanism behind a protection, for who looks for why it is missing
MECHANISMS = {SECCOMP: "seccomp", LANDLOCK: "Landlock", NOT_ROOT: "dropping root"}


def missing(held: Collection[str], of: Iterable[str] = PROTECTIONS) -> list[str]:
    """The protections that do not hold, each with its mechanism."""
    lacking = [name for name in of if name not in held]
    return [f"{name} ({MECHANISMS[name]})" if name in MECHANISMS else name for name in lacking]
