"""Code that has got out of the interpreter: it runs in a real worker of a real fork server, in place of what serves the host."""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from typing import Any

from codemode.engine.workers import forking
from tests.doc_examples import ROOT

UNLIMITED = resource.RLIM_INFINITY
libc = ctypes.CDLL(None, use_errno=True)


def need(status: int) -> None:
    """Of a call of the system that tells by a negative number that it was refused."""
    if status < 0:
        raise OSError(ctypes.get_errno(), "refused")


def call(number: int, *arguments: Any) -> None:
    need(libc.syscall(ctypes.c_long(number), *map(ctypes.c_long, arguments)))


def attempted(attempts: Mapping[str, str], names: dict[str, Any]) -> dict[str, str]:
    """Try each line by itself: "done", or the name of what it raised."""
    told: dict[str, str] = {}
    for name, line in attempts.items():
        try:
            eval(line, globals() | names)
        except (MemoryError, OSError, ValueError, RuntimeError) as refused:
            told[name] = type(refused).__name__
        else:
            told[name] = "done"
    return told


def attack(line: socket.socket, protections: list[str]) -> int:
    """Instead of `work`: what the host sends are attempts."""
    with line, line.makefile("rwb") as file:
        attempts, names = json.loads(file.readline())
        if not {"few system calls", "no file system, network or signals"} & set(protections):
            attempts.pop("start a program", None)  # it would be the end of this one
        file.write(json.dumps([protections, attempted(attempts, names)]).encode())
    return 0


def tried_by_a_worker(attempts: Mapping[str, str], **names: Any) -> tuple[list[str], dict[str, str]]:
    """What the worker has given up, and what came of each attempt."""
    control, theirs = socket.socketpair()
    with theirs:
        fork_server = subprocess.Popen(
            [sys.executable, "-m", "tests.engine.escaped", str(theirs.fileno()), str(os.getpid())],
            cwd=ROOT,
            pass_fds=[theirs.fileno()],
        )
    own, bond = socket.socketpair()
    lifeline, other = socket.socketpair()
    with control, own, lifeline, fork_server:
        with bond, other:
            socket.send_fds(control, [forking.REQUEST.pack(64 << 20, False)], [bond.fileno(), other.fileno()])
        own.sendall(json.dumps([attempts, names]).encode() + b"\n")
        found = b"".join(iter(lambda: own.recv(65536), b""))
        control.close()
    return json.loads(found)


__all__ = ["os", "signal", "threading", "time"]  # for the attempts

if __name__ == "__main__":
    forking.work = attack
    forking.main(*map(int, sys.argv[1:]))
