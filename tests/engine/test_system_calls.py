"""The filter for system calls of workers: what it says on both processors, and what the kernel makes of it."""

from __future__ import annotations

import errno
import json
import os
import resource
import subprocess
import sys

import pytest

from codemode.engine.workers import system_calls
from codemode.engine.workers.system_calls import Step, steps
from tests.doc_examples import ROOT
from tests.engine.escaped import tried_by_a_worker

ALLOW = 0x7FFF0000
EPERM, ENOSYS = 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
CPU = resource.RLIMIT_CPU
FILTERED = sys.platform == "linux" and system_calls.program() is not None

# name: number on x86-64 and on 64-bit ARM; None where it is not
DANGEROUS: dict[str, tuple[int | None, int | None]] = {
    "execve": (59, 221), "execveat": (322, 281), "fork": (57, None), "vfork": (58, None), "clone": (56, 220), "clone3": (435, 435),
    "socket": (41, 198), "socketpair": (53, 199), "connect": (42, 203), "bind": (49, 200), "listen": (50, 201), "accept4": (288, 242),
    "sendmsg": (46, 211), "recvmsg": (47, 212), "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "pidfd_open": (434, 434), "pidfd_getfd": (438, 438), "pidfd_send_signal": (424, 424), "kill": (62, 129), "tkill": (200, 130),
    "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138), "open": (2, None), "openat": (257, 56), "openat2": (437, 437), "creat": (85, None),
    "open_by_handle_at": (304, 265), "memfd_create": (319, 279), "memfd_secret": (447, 447), "pipe2": (293, 59), "dup": (32, 23),
    "dup3": (292, 24), "fcntl": (72, 25), "ioctl": (16, 29), "unlink": (87, None), "unlinkat": (263, 35), "renameat2": (316, 276),
    "linkat": (265, 37), "symlinkat": (266, 36), "mkdirat": (258, 34), "mknodat": (259, 33), "fchmodat": (268, 53), "fchownat": (260, 54),
    "utimensat": (280, 88), "truncate": (76, 45), "newfstatat": (262, 79), "statx": (332, 291), "readlinkat": (267, 78), "chdir": (80, 49),
    "chroot": (161, 51), "pivot_root": (155, 41), "mount": (165, 40), "umount2": (166, 39), "move_mount": (429, 429), "unshare": (272, 97),
    "setns": (308, 268), "bpf": (321, 280), "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "keyctl": (250, 219),
    "add_key": (248, 217), "request_key": (249, 218), "userfaultfd": (323, 282), "perf_event_open": (298, 241), "prctl": (157, 167),
    "seccomp": (317, 277), "personality": (135, 92), "pkey_mprotect": (329, 288), "shmget": (29, 194), "shmat": (30, 196),
    "msgget": (68, 186), "semget": (64, 190), "mq_open": (240, 180), "uname": (63, 160), "sysinfo": (99, 179), "setuid": (105, 146),
    "setresuid": (117, 147), "capset": (126, 91), "init_module": (175, 105), "finit_module": (313, 273), "kexec_load": (246, 104),
    "reboot": (169, 142), "syslog": (103, 116), "clock_settime": (227, 112), "setpriority": (141, 140), "sched_setaffinity": (203, 122),
    "timer_create": (222, 107), "epoll_create1": (291, 20), "eventfd2": (290, 19), "inotify_init1": (294, 26), "fanotify_init": (300, 262),
}  # fmt: skip


def decided(program: list[Step], machine: int, number: int, *arguments: int) -> int:
    """What a filter returns for a call; words are 32 bits, and arguments two of them."""
    words = {0: number, 4: machine} | {16 + 8 * n: value & 0xFFFFFFFF for n, value in enumerate([*arguments, 0, 0, 0])}
    at = accumulator = 0
    while True:
        operation, if_so, if_not, operand = program[at]
        at += 1
        match operation:
            case 0x20:
                accumulator = words[operand]
            case 0x54:
                accumulator &= operand
            case 0x15:
                at += if_so if accumulator == operand else if_not
            case 0x25:
                at += if_so if accumulator > operand else if_not
            case 0x06:
                return operand
            case _:
                raise AssertionError(f"operation {operation:#x}")


def on(name: str, number: int, *arguments: int) -> int:
    return decided(steps(name), MACHINES[name], number, *arguments)


@pytest.mark.parametrize("place", [0, 1], ids=list(MACHINES))
def test_dangerous_calls_are_refused(place: int) -> None:
    name = list(MACHINES)[place]
    for call, numbers in DANGEROUS.items():
        number = numbers[place]
        assert number is None or on(name, number) == EPERM, call


@pytest.mark.parametrize(
    ("name", "mmap", "mprotect", "prlimit", "recv"), [("x86_64", 9, 10, 302, 45), ("aarch64", 222, 226, 261, 207)]
)
def test_calls_are_allowed_by_their_arguments(name: str, mmap: int, mprotect: int, prlimit: int, recv: int) -> None:
    assert on(name, recv, 0, 1 << 40) == ALLOW
    assert on(name, mmap, 0, 4096, 3) == ALLOW
    assert on(name, mmap, 0, 4096, 7) == EPERM
    assert on(name, mprotect, 0, 4096, 1) == ALLOW
    assert on(name, mprotect, 0, 4096, 5) == EPERM
    assert on(name, prlimit, 0, CPU) == ALLOW
    assert on(name, prlimit, 0, resource.RLIMIT_AS) == EPERM
    assert on(name, prlimit, 1, CPU) == EPERM


def test_a_python_that_compiles_may_make_code() -> None:
    program = steps("x86_64", makes_code=True)
    assert decided(program, MACHINES["x86_64"], 10, 0, 4096, 5) == ALLOW
    assert decided(program, MACHINES["x86_64"], 302, 0, resource.RLIMIT_AS) == EPERM
    assert decided(program, MACHINES["x86_64"], 59) == EPERM


@pytest.mark.parametrize("name", MACHINES)
def test_calls_of_other_kinds(name: str) -> None:
    """Those of 32-bit programs are refused by their own number, the newest are unknown, so that libraries fall back."""
    for other in (0x40000003, 0x40000028, *(set(MACHINES.values()) - {MACHINES[name]})):
        assert {decided(steps(name), other, number) for number in range(500)} == {EPERM}
    assert on(name, 450) == on(name, 0x40000001) == ENOSYS
    assert name != "x86_64" or on(name, 335) == on(name, 336) == ENOSYS  # of the kernel's probes


def test_no_filter_for_an_unknown_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    known = os.uname()
    told = os.uname_result((*known[:4], "riscv64"))
    monkeypatch.setattr(os, "uname", lambda: told)
    assert system_calls.program.__wrapped__() is None


ALONE = """
import ctypes, json, os, sys
from codemode.engine.workers.system_calls import filter_calls
calls = json.loads(sys.argv[1])
libc = ctypes.CDLL(None, use_errno=True)
assert libc.prctl(38, 1, 0, 0, 0) == 0
assert filter_calls(libc)
told = {}
for name, number in calls.items():
    status = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(-1)] * 6)
    told[name] = ctypes.get_errno() if status == -1 else 0
os.write(1, json.dumps(told).encode())
"""


@pytest.mark.skipif(not FILTERED, reason="there is no filter for this system")
def test_the_filter_alone_refuses() -> None:
    """Without all else that a worker gives up, so that nothing else can be what refuses. The arguments make no sense: what came through
    would fail in another way."""
    place = list(MACHINES).index(os.uname().machine)
    calls = {name: numbers[place] for name, numbers in DANGEROUS.items() if numbers[place] is not None}
    command = [sys.executable, "-c", ALONE, json.dumps(calls | {"unheard of": 5000})]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    found = json.loads(done.stdout)
    assert found.pop("unheard of") == errno.ENOSYS
    assert found == dict.fromkeys(calls, errno.EPERM)


def test_a_worker_can_do_what_it_has_to() -> None:
    """Besides running programs, which other tests look at."""
    attempts = {
        "use memory": "len(bytearray(32 << 20))",
        "give up memory": "__import__('gc').collect()",
        "have its time prolonged": "resource.setrlimit(resource.RLIMIT_CPU, (60, resource.getrlimit(resource.RLIMIT_CPU)[1]))",
        "sleep": "time.sleep(0.001)",
        "lock": "threading.Lock().acquire(timeout=0.001)",
        "hear a signal": "signal.signal(signal.SIGUSR1, signal.SIG_IGN)",
        "take chances": "os.urandom(16)",
        "tell where it failed": "''.join(__import__('traceback').format_stack())",
        "look for what is not there": "__import__('importlib').util.find_spec('nowhere')",
    }
    protections, found = tried_by_a_worker(attempts)
    assert found == dict.fromkeys(attempts, "done")
    if FILTERED:
        assert "few system calls" in protections
