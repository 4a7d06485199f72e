"""What docs/security.md says about worker processes, tried by code that has got out of the interpreter."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

import pytest

from tests.doc_examples import ROOT
from tests.engine.escaped import tried_by_a_worker

# each line is tried by itself; what it raises is told
ATTEMPTS = {
    "open a file": "open('/etc/passwd').read(1)",
    "list a folder": "os.listdir('/')",
    "make a file": "os.open(VICTIM + 'made', os.O_CREAT | os.O_WRONLY)",
    "make a folder": "os.mkdir(VICTIM + 'made')",
    "remove a file": "os.unlink(VICTIM)",
    "start a program": "os.execv('/bin/true', ['/bin/true'])",
    "fork": "os.fork() or os._exit(0)",
    "start a thread": "threading.Thread(target=print).start()",
    "open a socket": "[socket.socket(family, kind) for family, kind in SOCKETS]",
    "make a pipe": "os.pipe()",
    "signal the host": "os.kill(HOST, 0)",
    "trace the host": "need(libc.ptrace(0x4206, HOST, 0, 0))",
    "read the memory of the host": "need(libc.process_vm_readv(HOST, ctypes.create_string_buffer(16), 1, ctypes.create_string_buffer(16), 1, 0))",
    "become root": "os.setresuid(0, 0, 0)",
    "raise its limits": "[resource.setrlimit(getattr(resource, n), (UNLIMITED, UNLIMITED)) for n in LIMITS]",
    "outlive its host": "need(libc.prctl(1, 0, 0, 0, 0))",
    "take memory without end": "bytearray(1 << 34)",
    "make machine code": "__import__('mmap').mmap(-1, 4096, prot=7)",
    "ask about a file": "os.stat('/etc/passwd').st_size",
    "change the working folder": "os.chdir('/')",
    "ask about the machine": "os.uname().release",
    "share memory with others of its user": "need(libc.shmget(0x5ec + os.getpid(), 4096, 0o1600))",
    "put new times on a file of its user": "os.utime(VICTIM)",
    "read the clock": "time.time()",
}
NAMES = {
    "HOST": os.getpid(),
    "LIMITS": ["RLIMIT_AS", "RLIMIT_NOFILE", "RLIMIT_NPROC", "RLIMIT_FSIZE"],
    "SOCKETS": [[2, 1], [2, 2], [1, 1]],  # internet and Unix, streams and datagrams
}

# what is kept away by more than what every system does, and by what
FILTER, LANDLOCK = "few system calls", "no file system, network or signals"
KEPT_BY = {
    "make a folder": {FILTER, LANDLOCK},
    "remove a file": {FILTER, LANDLOCK},
    "start a program": {FILTER, LANDLOCK},
    "trace the host": {FILTER, LANDLOCK},
    "read the memory of the host": {FILTER, LANDLOCK},
    "signal the host": {FILTER, LANDLOCK},
    "outlive its host": {FILTER},
    "make machine code": {FILTER},
    "ask about a file": {FILTER},
    "change the working folder": {FILTER},
    "ask about the machine": {FILTER},
    "share memory with others of its user": {FILTER},
    "put new times on a file of its user": {FILTER},
}


@cache
def escaped() -> tuple[set[str], dict[str, str]]:
    victim = Path(os.environ.get("TMPDIR", "/tmp"), f"victim-{os.getpid()}")
    victim.touch()
    try:
        protections, found = tried_by_a_worker(ATTEMPTS, VICTIM=str(victim), **NAMES)
    finally:
        victim.unlink(missing_ok=True)
    return set(protections), found


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


@pytest.mark.parametrize("name", told("It cannot"))
def test_what_a_worker_cannot_do(name: str) -> None:
    protections, found = escaped()
    if name not in KEPT_BY or KEPT_BY[name] & protections:
        assert found[name] != "done"


@pytest.mark.parametrize("name", told("It still can"))
def test_what_a_worker_still_can_do(name: str) -> None:
    assert escaped()[1][name] == "done"
