"""The system calls that a worker has left when it runs guests: it computes, talks over the socket that it has, and ends. A filter in the kernel
(seccomp) refuses all others. Every number stands for Linux on x86-64 and on 64-bit ARM; elsewhere there is no filter.

A refused call fails with "not permitted" and does not kill the process: a library that only tries it continues.
"""

from __future__ import annotations

import ctypes
import errno
import mmap
import os
import resource
import struct
import sys
from collections.abc import Iterator, Sequence
from functools import cache

from codemode.records import dataclass

_AUDITED = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}  # machine: how the kernel names it to filters
_ARCHITECTURES = tuple(_AUDITED)

# name: its number on each of them, None where it is not
_ALLOWED: dict[str, tuple[int | None, int | None]] = {
    # the socket to the host
    "read": (0, 63),
    "write": (1, 64),
    "recvfrom": (45, 207),
    "sendto": (44, 206),
    "close": (3, 57),
    # memory
    "brk": (12, 214),
    "munmap": (11, 215),
    "mremap": (25, 216),
    "madvise": (28, 233),
    # locks
    "futex": (202, 98),
    "futex_waitv": (449, 449),
    "sched_yield": (24, 124),
    "sched_getaffinity": (204, 123),
    # time and chance
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
    "clock_nanosleep": (230, 115),
    "nanosleep": (35, 101),
    "gettimeofday": (96, 169),
    "time": (201, None),
    "getrusage": (98, 165),
    "getrandom": (318, 278),
    # signals that it gets
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sigaltstack": (131, 132),
    "restart_syscall": (219, 128),
    # itself
    "getpid": (39, 172),
    "gettid": (186, 178),
    "exit": (60, 93),
    "exit_group": (231, 94),
}


@dataclass(slots=True, frozen=True)
class _Only:
    """A call that is allowed if `value` is what `mask` leaves of an argument, for each of `wanted`."""

    numbers: tuple[int | None, int | None]
    wanted: tuple[tuple[int, int, int], ...]  # argument, mask, value
    makes_code: bool = False  # allowed in any case for a Python that compiles to machine code


_WHOLE = 0xFFFFFFFF
_NO_CODE = (2, mmap.PROT_EXEC, 0)
_CONDITIONAL: dict[str, _Only] = {
    "mmap": _Only((9, 222), (_NO_CODE,), makes_code=True),
    "mprotect": _Only((10, 226), (_NO_CODE,), makes_code=True),
    # a worker has its processor time prolonged for each turn
    "prlimit64": _Only((302, 261), ((0, _WHOLE, 0), (1, _WHOLE, resource.RLIMIT_CPU))),
    "getrlimit": _Only((97, 163), ((0, _WHOLE, resource.RLIMIT_CPU),)),
    "setrlimit": _Only((160, 164), ((0, _WHOLE, resource.RLIMIT_CPU),)),
}

_NEWEST = 449  # from here on libraries expect that a kernel may not know a call, and fall back to an older one
# The kernel itself puts these into a program that somebody watches with probes, and ends it with SIGILL when one comes from elsewhere. Nobody
# calls them, so the filter answers as if the kernel did not have them.
_PROBES: tuple[tuple[int | None, int | None], ...] = ((335, None), (336, None))  # uretprobe, uprobe


# --- the filter ------------------------------------------------------------------------------------------------------

_LOAD, _AND, _IF_EQUAL, _IF_GREATER, _RETURN = 0x20, 0x54, 0x15, 0x25, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # where they are in what a filter looks at
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000

Step = tuple[int, int, int, int]  # operation, how many to skip if it is so, and if not, operand


def _number(numbers: tuple[int | None, int | None], architecture: str) -> int | None:
    return numbers[_ARCHITECTURES.index(architecture)]


def steps(architecture: str, *, makes_code: bool = False) -> list[Step]:
    """The program that the kernel runs for every call."""
    refuse: Step = (_RETURN, 0, 0, _FAIL | errno.EPERM)
    made: list[Step] = [(_LOAD, 0, 0, _ARCHITECTURE), (_IF_EQUAL, 1, 0, _AUDITED[architecture]), refuse]
    made.append((_LOAD, 0, 0, _NUMBER))
    for numbers in _ALLOWED.values():
        made += _allow(_number(numbers, architecture), ())
    for only in _CONDITIONAL.values():
        wanted = () if makes_code and only.makes_code else only.wanted
        made += _allow(_number(only.numbers, architecture), wanted)
    unknown: Step = (_RETURN, 0, 0, _FAIL | errno.ENOSYS)
    for numbers in _PROBES:
        number = _number(numbers, architecture)
        if number is not None:
            made += [(_IF_EQUAL, 0, 1, number), unknown]
    return [*made, (_IF_GREATER, 0, 1, _NEWEST), unknown, refuse]


def _allow(number: int | None, wanted: Sequence[tuple[int, int, int]]) -> Iterator[Step]:
    if number is None:
        return
    yield _IF_EQUAL, 0, 4 * len(wanted) + 1, number
    for argument, mask, value in wanted:
        yield _LOAD, 0, 0, _ARGUMENTS + 8 * argument
        yield _AND, 0, 0, mask
        yield _IF_EQUAL, 1, 0, value
        yield _RETURN, 0, 0, _FAIL | errno.EPERM
    yield _RETURN, 0, 0, _ALLOW


@cache
def program() -> bytes | None:
    """The filter for this process; None for a processor that is not in the tables."""
    machine = os.uname().machine
    if machine not in _AUDITED or struct.calcsize("P") != 8:
        return None
    return b"".join(struct.pack("=HBBI", *step) for step in steps(machine, makes_code=_makes_code()))


def _makes_code() -> bool:
    """Whether this Python has a compiler to machine code that is switched on."""
    compiler = getattr(sys, "_jit", None)  # since 3.14
    if compiler is not None:
        return bool(compiler.is_enabled())
    if sys.version_info[1] < 13:
        return False
    import sysconfig  # which takes longer than all the rest here

    return "experimental-jit" in str(sysconfig.get_config_var("CONFIG_ARGS"))


def filter_calls(system: ctypes.CDLL) -> bool:
    """Refuses all other calls from now on, for good. The process must have given up new privileges."""
    made = program()
    if made is None:
        return False
    kept = ctypes.create_string_buffer(made, len(made))
    told = struct.pack("@HP", len(made) // 8, ctypes.addressof(kept))
    return system.prctl(_SECCOMP, _FILTER, told, 0, 0) == 0


_SECCOMP, _FILTER = 22, 2  # prctl
