"""The command line, called in this process or in one of its own. Most tests look at what a command says, and a process for each of them would
take most of the time; where streams, signals and the death of a process matter, it has to be one of its own."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from codemode import cli

CODEMODE = [sys.executable, "-m", "codemode"]
NOT_OURS = ("CODEMODE_", "OPENAI_")  # what the environment of whoever runs the tests may say


def in_process(folder: Path, *arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Exit status and output of a command, called in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with _as_if_own(folder, stdin, environment), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = cli.main(arguments)
        except SystemExit as left:
            status = int(left.code or 0)
    texts: list[str] = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode())  # type: ignore[attr-defined]
    return subprocess.CompletedProcess(arguments, status, *texts)


@contextlib.contextmanager
def _as_if_own(folder: Path, stdin: str, environment: dict[str, str]) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name in [name for name in os.environ if name.startswith(NOT_OURS)]:
            patch.delenv(name)
        for name, value in ({"COLUMNS": "200"} | environment).items():
            patch.setenv(name, value)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8"))
        yield


def own_process(folder: Path, *arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """The same of a process of its own."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(NOT_OURS)} | environment
    done = subprocess.run(
        [*CODEMODE, *arguments],
        cwd=folder,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        env=env,
        check=False,
    )
    assert "Traceback" not in done.stderr + done.stdout
    return done
