"""Drops a worker's access before it runs guests: files, network, processes, privileges, memory, system calls. What a system cannot do is left out,
and `harden` returns which of `PROTECTIONS` apply. Guest code has no access to any of this by itself; the protections are for the case that it
finds a way."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache

from codemode.engine.workers.protections import PROTECTIONS
from codemode.engine.workers.system_calls import filter_calls

NOBODY = 65534
MIB = 1 << 20
SPARE = 256 * MIB  # of address space, for the interpreter itself
EXPANSION = 8  # bytes of Python objects for one byte that the meter of a guest counts, at most

_PDEATHSIG, _DUMPABLE, _NO_NEW_PRIVS = 1, 4, 38  # prctl
_CREATE_RULESET, _RESTRICT_SELF = 444, 446  # landlock, the same numbers on all processors
_FS_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}  # landlock's version: how many kinds of access to files it knows


def harden(memory: int, parent: int) -> list[str]:
    """Restricts this process permanently and returns the protections that apply. Only file descriptor 0 stays open. `memory` is what a guest may
    use in bytes, `parent` the process with which this one dies."""
    os.closerange(1, 65536)
    return list(_holding(memory, parent))


def _holding(memory: int, parent: int) -> Iterator[str]:
    steps: tuple[Callable[[], bool], ...] = (
        lambda: _limit_memory(memory),
        lambda: _limit("RLIMIT_CORE", 0),
        lambda: _limit("RLIMIT_FSIZE", 0),
        _leave_root,
        _no_processes,
        lambda: _prctl(_DUMPABLE, 0),
        lambda: _end_with(parent),
        lambda: _prctl(_NO_NEW_PRIVS, 1),
        _landlock,
        lambda: _limit("RLIMIT_NOFILE", 1),
        lambda: filter_calls(system()),
    )
    for name, step in zip(PROTECTIONS, steps, strict=True):
        with suppress(OSError, ValueError, AttributeError):
            if step():
                yield name


def _limit(name: str, value: int) -> bool:
    resource.setrlimit(getattr(resource, name), (value, value))
    return True


def _limit_memory(memory: int) -> bool:
    with open("/proc/self/statm", "rb") as file:
        size = int(file.read().split()[0]) * resource.getpagesize()
    return _limit("RLIMIT_AS", size + memory * EXPANSION + SPARE)


def _leave_root() -> bool:
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
    return os.geteuid() != 0


def _no_processes() -> bool:
    # the kernel does not hold root to it
    return _limit("RLIMIT_NPROC", 0) and os.geteuid() != 0


# --- Linux ---------------------------------------------------------------------------------------------------------


@cache
def system() -> ctypes.CDLL:
    if not sys.platform.startswith("linux"):
        raise OSError("not Linux")
    return ctypes.CDLL(None, use_errno=True)


def _prctl(option: int, value: int) -> bool:
    return system().prctl(option, value, 0, 0, 0) == 0


def _end_with(parent: int) -> bool:
    held = _prctl(_PDEATHSIG, signal.SIGKILL)
    if held and os.getppid() != parent:
        os._exit(0)  # it ended just before
    return held


def _landlock() -> bool:
    """No rule allows anything: no file is opened, run, made or removed, no TCP port used, no process outside signalled."""
    call = system().syscall
    call.restype = ctypes.c_long
    version = call(_CREATE_RULESET, None, ctypes.c_size_t(0), 1)
    if version < 1:
        return False
    files = (1 << _FS_RIGHTS.get(version, 16)) - 1
    network, scopes = (3 if version >= 4 else 0), (3 if version >= 6 else 0)
    attributes = struct.pack("QQQ", files, network, scopes)[: 8 if version < 4 else 16 if version < 6 else 24]
    ruleset = call(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    if ruleset < 0:
        return False
    try:
        return call(_RESTRICT_SELF, ruleset, 0) == 0
    finally:
        os.close(ruleset)
