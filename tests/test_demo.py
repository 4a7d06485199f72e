"""The demo, as a person sees it on a terminal and as a pipe gets it."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from codemode.demo.script import scripted_model
from tests.commands import CODEMODE, in_process, own_process
from tests.openai_server import openai_server
from tests.ports import unused_port


@pytest.mark.parametrize("pipeline", ["auto", "staged", "single"])
def test_in_a_pipe_it_answers_itself(tmp_path: Path, pipeline: str) -> None:
    done = own_process(tmp_path, "demo", "--pipeline", pipeline, COLUMNS="80")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert "\r" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    for text in (
        "a script answers in place of a model",
        "mistake   It did not pass the check",
        'unknown tool "math.times"',
        'repaired  r, err = codemode.CallTool("math.multiply", args)',
        "calls     math.add, math.multiply",
        "value     36",
        "calls     shop.list_products, 24 x shop.get_stock",
        '"MS-2": 10',
        'approval  shop.place_order {"quantity": 10, "sku": "MS-2"}',
        "allow this call? [Y/n] yes (there is no terminal to ask on)",
        '"price": 349',
        "python -m codemode --help",
    ):
        assert text in done.stdout
    assert "INFO" not in done.stdout
    costs = re.findall(r"about ([\d,]+) with", done.stdout)
    program, at_best, one_by_one = (int(cost.replace(",", "")) for cost in costs)
    assert program < at_best < one_by_one


@pytest.mark.parametrize(
    ("answer", "told"),
    [("y", '"price": 349'), ("", '"price": 349'), ("n", '"nothing was ordered: ')],
)
def test_on_a_terminal_it_spins_and_asks(tmp_path: Path, answer: str, told: str) -> None:
    screen, status = _on_a_terminal(tmp_path, answer)
    assert status == 0
    assert "\x1b[?25l" in screen  # the cursor is hidden while it spins
    assert screen.index("starting") < screen.index("A UTCP server")
    assert "there is no terminal" not in screen
    assert told in screen
    assert screen.rstrip().endswith("--help")


def _on_a_terminal(folder: Path, answer: str) -> tuple[str, int]:
    """All that the demo writes to a terminal of 80 columns, and its status; it is asked once."""
    ours, its = pty.openpty()
    env = {k: v for k, v in os.environ.items() if not k.startswith("OPENAI_")} | {"TERM": "xterm", "COLUMNS": "80"}
    with subprocess.Popen([*CODEMODE, "demo"], cwd=folder, stdin=its, stdout=its, stderr=its, env=env) as process:
        os.close(its)
        seen = b""
        with contextlib.suppress(OSError):  # reading from a terminal whose other end is closed fails on Linux
            while piece := os.read(ours, 65536):
                if b"[Y/n]" in seen + piece and b"[Y/n]" not in seen:
                    os.write(ours, f"{answer}\n".encode())
                seen += piece
        os.close(ours)
    return seen.decode(), process.returncode


def test_with_a_model(tmp_path: Path) -> None:
    answers: list[Any] = scripted_model().answers
    with openai_server(answers) as models:
        done = in_process(tmp_path, "demo", "--base-url", models.url, COLUMNS="80")
        assert len(models.requests) == len(answers) == 4
    assert (done.returncode, done.stderr) == (0, "")
    assert f"The model is gpt-5-mini at {models.url}." in done.stdout
    assert "tokens    about" in done.stdout


def test_with_a_model_that_fails(tmp_path: Path) -> None:
    done = in_process(tmp_path, "demo", "--base-url", f"http://127.0.0.1:{unused_port()}/v1", COLUMNS="80")
    assert done.returncode == 1
    assert "cannot be reached" in done.stdout
