"""Forks workers: everything is imported once, so that a host that was killed is back within a moment.

`python -m tests.scale.forker` reads lines of JSON, the arguments of `codemode worker` and the file for what it says, and answers with a pid.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys

import codemode.scale
import codemode.terminal.working  # noqa: F401
from codemode.cli import main as cli


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who is dead is buried at once
    ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG: it ends with the trial
    for line in sys.stdin:
        arguments, log = json.loads(line)
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)
            out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            for stream in (1, 2):
                os.dup2(out, stream)
            code = 1
            try:
                sys.argv = ["codemode", "worker", *arguments]
                code = cli() or 0
            finally:
                sys.stderr.flush()
                os._exit(code)
        print(pid, flush=True)


if __name__ == "__main__":
    main()
