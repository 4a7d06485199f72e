"""What docs/security.md says about worker processes, tried by code that has got out of the interpreter: it runs after `harden`."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.doc_examples import ROOT

# each line is tried by itself; what it raises or gives is told
ATTEMPTS = {
    "open a file": "open('/etc/passwd').read(1)",
    "list a folder": "os.listdir('/')",
    "make a file": "os.open(f'/tmp/escaped-{os.getpid()}', os.O_CREAT | os.O_WRONLY)",
    "make a folder": "os.mkdir(f'/tmp/escaped-{os.getpid()}')",
    "remove a file": "os.unlink(VICTIM)",
    "start a program": "os.execv('/bin/true', ['/bin/true'])",
    "fork": "os.fork() or os._exit(0)",
    "open a socket": "[socket.socket(family, kind) for family, kind in SOCKETS]",
    "make a pipe": "os.pipe()",
    "signal the host": "os.kill(HOST, 0)",
    "trace the host": "need(libc.ptrace(0x4206, HOST, 0, 0))",
    "read the memory of the host": "need(libc.process_vm_readv(HOST, vector, 1, vector, 1, 0))",
    "become root": "os.setresuid(0, 0, 0)",
    "raise its limits": "[resource.setrlimit(n, (M, M)) for n in LIMITS]",
    "take memory without end": "bytearray(1 << 34)",
    "ask about a file": "os.stat('/etc/passwd').st_size",
    "change the working folder": "os.chdir('/')",
    "ask about the machine": "os.uname().release",
    "read the clock": "time.time()",
    "share memory with others of its user": "need(libc.shmget(0x5ec + os.getpid(), 4096, 0o1600))",
    "put new times on a file of its user": "os.utime(VICTIM)",
}

ESCAPED = f"""
import ctypes, json, os, resource, socket, sys, time
from codemode.engine.hardening import harden

HOST, VICTIM = int(sys.argv[1]), sys.argv[2]
M = resource.RLIM_INFINITY
LIMITS = [resource.RLIMIT_AS, resource.RLIMIT_NOFILE, resource.RLIMIT_NPROC, resource.RLIMIT_FSIZE]
SOCKETS = [(socket.AF_INET, socket.SOCK_STREAM), (socket.AF_INET, socket.SOCK_DGRAM), (socket.AF_UNIX, socket.SOCK_STREAM)]
libc = ctypes.CDLL(None, use_errno=True)
buffer = ctypes.create_string_buffer(8)
vector = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 8)

def need(status):
    if status < 0:
        raise OSError(ctypes.get_errno(), "refused")

attempts = {ATTEMPTS!r}
told = {{}}
landlock = max(libc.syscall(444, None, ctypes.c_size_t(0), 1), 0)
if "no file system, network or signals" not in harden(64 << 20, os.getppid()):
    landlock = 0
    del attempts["start a program"]  # it would be this one's end
for name, line in attempts.items():
    try:
        eval(line)
        told[name] = "done"
    except (MemoryError, OSError, ValueError):
        told[name] = "refused"
told["landlock"] = landlock
libc.shmctl(libc.shmget(0x5ec + os.getpid(), 0, 0), 0, None)
os.write(0, json.dumps(told).encode())
"""


@cache
def escaped() -> dict[str, Any]:
    ours, theirs = socket.socketpair()
    victim = Path(os.environ.get("TMPDIR", "/tmp"), f"victim-{os.getpid()}")
    victim.touch()
    try:
        with ours, theirs:
            command = [sys.executable, "-c", ESCAPED, str(os.getpid()), str(victim)]
            done = subprocess.run(
                command, stdin=theirs, cwd=ROOT, timeout=60, capture_output=True, text=True, check=False
            )
            theirs.close()
            found = b"".join(iter(lambda: ours.recv(65536), b""))
        assert found, done.stderr
        return json.loads(found)
    finally:
        victim.unlink(missing_ok=True)


def told(heading: str) -> list[str]:
    """The names in a list of the document."""
    text = (
        (ROOT / "docs/security.md")
        .read_text()
        .partition(f"**{heading}**")[2]
        .partition("\n\n**")[0]
        .partition("\n#")[0]
    )
    return re.findall(r"^- ([^:(\n]+?)(?: \(|:|$)", text, re.MULTILINE)


def test_every_attempt_is_in_the_document() -> None:
    assert sorted(told("It cannot") + told("It still can")) == sorted(ATTEMPTS)


# what only Landlock keeps away, with the version that is needed; without it, it depends on the user
BY_LANDLOCK = {
    "make a folder": 1,
    "remove a file": 1,
    "start a program": 1,
    "trace the host": 1,
    "read the memory of the host": 1,
    "signal the host": 6,
}


@pytest.mark.parametrize("name", told("It cannot"))
def test_what_a_worker_cannot_do(name: str) -> None:
    found = escaped()
    if found["landlock"] >= BY_LANDLOCK.get(name, 0):
        assert found[name] == "refused"


@pytest.mark.parametrize("name", told("It still can"))
def test_what_a_worker_still_can_do(name: str) -> None:
    # as the document says, a worker of root's host is nobody and owns no files
    refused = name == "put new times on a file of its user" and os.geteuid() == 0
    assert escaped()[name] == ("refused" if refused else "done")
