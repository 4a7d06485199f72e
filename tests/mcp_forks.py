"""MCP servers that start in no time: `python tests/mcp_forks.py NAME [ARGUMENTS]` is a server as `python -m tests.mcp_server [ARGUMENTS]` is, forked
off a process that has imported the SDK already, which takes a second. To its client it is a process like any other: its streams, its folder and its
environment are those of the command, and when either ends, the other one does. Where nobody listens at the socket of that NAME, the command is the
server itself."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
STREAMS = (0, 1, 2)


def command_line(*arguments: str) -> list[str]:
    """What to start instead of `python -m tests.mcp_server`."""
    return [sys.executable, *server_arguments(), *arguments]


def server_arguments() -> list[str]:
    return ["-I", "-S", str(Path(__file__)), _name()]


def _name() -> str:
    return f"codemode-tests-mcp-{os.getpid()}"


@contextmanager
def forking() -> Iterator[None]:
    """Servers of this process's command lines are forked; where a system has no sockets without files, they are not."""
    with socket.socket(socket.AF_UNIX) as listener:
        try:
            listener.bind(f"\0{_name()}")
        except OSError:
            yield
            return
        listener.listen()  # before there is somebody to accept, so that nobody comes too early
        code = f"from tests.mcp_forks import serve; serve({listener.fileno()})"
        with subprocess.Popen(
            [sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, pass_fds=[listener.fileno()]
        ) as process:
            yield
            process.kill()


def command(name: str, arguments: list[str]) -> None:
    """What a client starts."""
    with socket.socket(socket.AF_UNIX) as line:
        try:
            line.connect(f"\0{name}")
        except OSError:
            os.environ["PYTHONPATH"] = str(ROOT)
            os.execv(sys.executable, [sys.executable, "-m", "tests.mcp_server", *arguments])
        told = json.dumps([arguments, os.getcwd(), dict(os.environ)]).encode()
        socket.send_fds(line, [len(told).to_bytes(4)], list(STREAMS))
        line.sendall(told)
        for fd in STREAMS:
            os.close(fd)
        line.recv(1)  # until the server ends


def serve(fd: int) -> None:
    """Fork a server for each that asks, until whoever started this process has gone."""
    from tests import mcp_server

    built = mcp_server.build()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks what became of them
    with socket.socket(fileno=fd) as listener:
        while select.select([listener, sys.stdin], [], [])[0] == [listener]:
            line, _ = listener.accept()
            if os.fork() == 0:
                listener.close()
                arguments = _become(line)
                mcp_server.main(*arguments, server=built)
                os._exit(0)
            line.close()


def _become(line: socket.socket) -> list[Any]:
    size, fds, _, _ = socket.recv_fds(line, 4, len(STREAMS))
    arguments, folder, environment = json.loads(line.makefile("rb").read(int.from_bytes(size)))
    for fd, stream in zip(fds, STREAMS):
        os.dup2(fd, stream)
        os.close(fd)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()
    return [int(arguments[0]), *arguments[1:]] if arguments else []


def _end_with(line: socket.socket) -> None:
    with suppress(OSError):
        line.recv(1)
    os._exit(1)


if __name__ == "__main__":
    command(sys.argv[1], sys.argv[2:])
