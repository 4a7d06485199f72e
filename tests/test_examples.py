"""The programs under examples/: with their scripts, and with a model behind OpenAI's protocol, which setting one variable brings in."""

from __future__ import annotations

import importlib.util
import os
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands import in_process
from tests.openai_server import openai_server

EXAMPLES = Path(__file__).parent.parent / "examples"
PROGRAMS = sorted(path.name for path in EXAMPLES.glob("*.py"))
# the whole output, times aside
PRINTS = {
    "functions.py": ["['Cairo', 'Lisbon']", *["  weather.X: ok in N ms"] * 4],
    "utcp_server.py": ["True {'product': 36, 'sum': 12}"],
    "openapi_document.py": [
        "{'book': 'Solaris', 'city': 'London', 'order': 'B-1', 'total': 28}",
        *("  books.list_books: ok in N ms", "  books.get_ratings: ok in N ms"),
        *("  books.get_ratings: ok in N ms", "  books.create_order: ok in N ms"),
    ],
}


def run(name: str) -> list[str]:
    env = {k: v for k, v in os.environ.items() if not k.startswith("OPENAI_")}
    command = [sys.executable, str(EXAMPLES / name)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=env)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return lines_of(done.stdout)


def lines_of(printed: str) -> list[str]:
    return re.sub(r"weather\.\w+", "weather.X", re.sub(r"\d+ ms", "N ms", printed)).splitlines()


def script(name: str) -> list[Any]:
    """What the example's model is scripted to answer."""
    spec = importlib.util.spec_from_file_location(f"example_{name.removesuffix('.py')}", EXAMPLES / name)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return list(module.SCRIPT)


@pytest.mark.parametrize("name", PROGRAMS)
def test_with_the_script(name: str) -> None:
    lines = run(name)
    assert lines
    if name in PRINTS:
        assert lines == PRINTS[name]


@pytest.mark.parametrize("name", sorted(PRINTS))
def test_with_a_model(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with openai_server(script(name)) as server:
        monkeypatch.setenv("OPENAI_API_KEY", "key")
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        runpy.run_path(str(EXAMPLES / name), run_name="__main__")
        assert lines_of(capsys.readouterr().out) == PRINTS[name]
        assert server.answers == []
        assert {request["authorization"] for request in server.requests} == {"Bearer key"}
        assert {request["body"]["model"] for request in server.requests} == {"gpt-5-mini"}


def test_go() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "codemode", "run", str(EXAMPLES / "hello.go")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def commands() -> list[str]:
    """The command lines of the README that need no model, in the section on the command line."""
    text = (EXAMPLES.parent / "README.md").read_text()
    block = text.partition("## From the command line")[2].partition("```console\n")[2].partition("```")[0]
    lines = [line.removeprefix("$ ").partition("  #")[0].strip() for line in block.splitlines()]
    return [line for line in lines if line.startswith("codemode") and not line.startswith("codemode call")]


@pytest.mark.parametrize("line", commands())
def test_the_command_lines_of_the_readme_run_from_a_checkout(line: str) -> None:
    folder = Path(sys.executable).parent
    env = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    command = [sys.executable, "-m", *shlex.split(line)]
    done = subprocess.run(
        command, cwd=EXAMPLES.parent, capture_output=True, text=True, timeout=120, env=env, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_payment_of_the_readme_waits_and_is_made(tmp_path: Path) -> None:
    bank = EXAMPLES / "bank"
    tools = [
        "--functions",
        str(bank / "bank.py"),
        "--policy",
        str(bank / "policy.json"),
        "--store",
        "sqlite:///runs.db",
    ]
    begun = in_process(tmp_path, "exec", str(bank / "pay.go"), *tools)
    assert begun.returncode == 3, begun.stderr
    approve, _, wait = [shlex.split(each)[1:] for each in begun.stderr.splitlines() if each.startswith("  codemode ")]
    assert in_process(tmp_path, *approve).returncode == 0
    done = in_process(tmp_path, *wait)
    assert (done.returncode, done.stdout) == (0, '"sent 50 to Ann"\n')
