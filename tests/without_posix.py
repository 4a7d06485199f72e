"""Runs a Python file as on a system that is not POSIX: `python -m tests.without_posix FILE`. What only POSIX has is taken away first: modules, and
functions and signals of others. Windows itself has more peculiarities than that."""

from __future__ import annotations

import importlib.abc
import os
import runpy
import signal
import socket
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

MODULES = frozenset({"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"})
OF_OS = ("fork", "forkpty", "getgid", "getuid", "geteuid", "killpg", "setsid", "setuid", "sysconf", "wait4", "waitid")
SIGNALS = ("SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGUSR1", "SIGXCPU", "setitimer")


class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


def main(file: str) -> None:
    import asyncio  # noqa: F401  (it takes what it needs of this system)
    import multiprocessing  # noqa: F401
    import subprocess  # noqa: F401

    pair = socket.socketpair  # asyncio wakes its loop with one
    socket.socketpair = lambda *_, **__: pair(family)  # type: ignore[assignment]
    family = socket.AF_UNIX
    del socket.AF_UNIX
    for name in MODULES:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, Missing())
    for module, names in ((os, OF_OS), (signal, SIGNALS)):
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    runpy.run_path(file, run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1])
