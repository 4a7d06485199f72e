"""Forks workers: everything is imported once, so that a host is there within a moment.

`python -m tests.scale.forker` reads lines of JSON: the arguments of `codemode worker`, the file for what it says, the ledger of its tools, and Python
that runs first. It answers with a pid. Exit statuses are written beside the files.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys

import codemode.scale
import codemode.terminal.queue_worker  # noqa: F401
from codemode.cli import main as cli


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who is dead is buried at once
    ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG: it ends with the tests
    for line in sys.stdin:
        arguments, log, ledger, prelude = json.loads(line)
        pid = os.fork()
        if pid == 0:
            _be_worker(arguments, log, ledger, prelude)
        print(pid, flush=True)


def _be_worker(arguments: list[str], log: str, ledger: str, prelude: str) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)
    out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for stream in (1, 2):
        os.dup2(out, stream)
    os.environ["LEDGER"] = ledger
    code = 1
    try:
        exec(prelude, {})
        sys.argv = ["codemode", "worker", *arguments]
        code = cli() or 0
    except SystemExit as left:
        code = int(left.code or 0)
    finally:
        sys.stderr.flush()
        with open(f"{log}.status", "w") as file:
            file.write(str(code))
        os._exit(code)


if __name__ == "__main__":
    main()
