"""Programs in Python on the command line, and through `codemode.run` and `codemode.check`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import codemode
from codemode import FunctionSource, Limits
from codemode.errors import CodeModeError, ConfigError
from tests.commands import in_process
from tests.openai_server import Reply, openai_server

TOOLS = '''
def pay(to: str, amount: float = 0) -> str:
    """Pay somebody."""
    return to
'''
PAYS = 'for who in ["ann", "bob"]:\n    pay(to=who)\nprint("paid")\n__out = 2\n'
GO = "x := 1\nfmt.Println(x)"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bank.py").write_text(TOOLS)
    (tmp_path / "pays.py").write_text(PAYS)
    (tmp_path / "pays.txt").write_text(PAYS)
    (tmp_path / "policy.json").write_text('{"rules": [{"action": "ask", "tool": "pay"}], "ask": "program"}')
    return tmp_path


BANK = ("--functions", "bank.py")
PYTHON = ("--language", "python")


@pytest.mark.parametrize(
    ("words", "status", "out", "err"),
    [
        (("run", "pays.py", *BANK), 0, "paid\n2\n", ""),
        (("run", "pays.txt", *BANK, *PYTHON), 0, "paid\n2\n", ""),
        (("run", "-c", "sum(range(5))", *PYTHON), 0, "10\n", ""),
        (("run", "-c", GO, *PYTHON), 0, "1\n", "the program is Go, not Python: it runs as Go"),
        (("run", "-c", "1 / 0", *PYTHON), 1, "", "ZeroDivisionError: division by zero"),
        (("run", "-c", "x", *PYTHON), 1, "", "code:1:1: name 'x' is not defined"),
        (("run", "pays.py", *BANK, "--language", "go"), 0, "paid\n2\n", "the program is Python, not Go: it runs as Python"),
        (("check", "pays.py", *BANK, "--language", "go"), 0, "", "repaired: the program is Python, not Go"),
        (("check", "pays.txt", *BANK, "--effects"), 0, "line 2: pay(to: computed), may write, up to 2 times\n", "is Python, not Go"),
        (("run", "pays.py", "--isolation", "inline"), 1, "", "programs in python run in worker processes"),
        (("run", "pays.py", "--language", "perl"), 2, "", "invalid choice: 'perl' (choose from 'go', 'python')"),
        (("check", "pays.py", *BANK), 0, "", ""),
        (("check", "pays.py", *BANK, "--effects"), 0, "line 2: pay(to: computed), may write, up to 2 times\n", ""),
        (("check", "-c", "pay(too=1)", *BANK, *PYTHON), 1, "", "pay has no argument 'too'"),
        (("check", "-c", GO, *PYTHON), 0, "", "repaired: the program is Go, not Python"),
        (("check", "-c", "json.dumps(1)", *PYTHON), 0, "", "repaired: import json is added"),
        (("serve", *BANK, *PYTHON, "--isolation", "inline", "--host", "0.0.0.0"), 2, "", "reached from other machines"),
        (("mcp", *BANK, "--install", "claude", *PYTHON, "--language", "go"), 0, '"--language",', "Write this"),
        (("mcp", *BANK, "--language", "perl"), 2, "", "invalid choice: 'perl'"),
        (("call", "x", *BANK, "--language", "perl"), 2, "", "invalid choice: 'perl'"),
    ],
    ids=lambda given: " ".join(given)[:60] if isinstance(given, tuple) else None,
)  # fmt: skip
def test_commands(folder: Path, words: tuple[str, ...], status: int, out: str, err: str) -> None:
    done = in_process(folder, *words)
    assert (done.returncode, err in done.stderr) == (status, True), done
    assert out in done.stdout
    if not err and status == 0:
        assert done.stderr == ""


def test_effects_as_json(folder: Path) -> None:
    told = json.loads(in_process(folder, "check", "pays.py", *BANK, "--effects", "--json").stdout)
    assert told["ok"]
    assert [(call["tool"], call["times"], call["line"]) for call in told["effects"]["calls"]] == [("pay", 2, 2)]


@pytest.mark.parametrize("command", ["run", "check", "exec", "call", "serve", "mcp", "worker"])
def test_help_names_the_languages(folder: Path, command: str) -> None:
    text = " ".join(in_process(folder, command, "--help").stdout.split())
    assert "--language {go,python}" in text


@pytest.mark.parametrize("said", [(), ("--language", "go")], ids=["python", "go"])
def test_a_run_is_begun_by_one_process_and_ended_by_another(folder: Path, said: tuple[str, ...]) -> None:
    store = ("--store", "sqlite:///runs.db")
    done = in_process(folder, "exec", "pays.py", *BANK, *store, "--policy", "policy.json", *said)
    assert done.returncode == 3, done
    assert "line 2: pay(to: computed), may write, up to 2 times" in done.stderr
    [run] = set(re.findall(r"run_\w{16}", done.stderr))
    assert in_process(folder, "approve", run, "call_1", *store).returncode == 0
    # who goes on does not have to know the language
    done = in_process(folder, "wait", run, *BANK, *store, "--policy", "policy.json")
    assert (done.returncode, done.stdout) == (0, "paid\n2\n"), done


def test_a_model_writes_python(folder: Path) -> None:
    answer = {"tools": ["pay"], "code": "__out = pay(to='ann')", "stream": False}
    with openai_server([Reply(json.dumps(answer))]) as models:
        done = in_process(
            folder, "call", "pay ann", *BANK, *PYTHON, "--base-url", models.url, "--pipeline", "single", "--show-code"
        )
    assert (done.returncode, done.stdout) == (0, '"ann"\n'), done
    assert "__out = pay(to='ann')" in done.stderr
    assert "one Python snippet" in json.dumps(models.requests[0])


# --- codemode.run and codemode.check -------------------------------------------------------------------------------------


def twice(n: int) -> int:
    return 2 * n


SOURCE = FunctionSource.from_functions(twice, owner="math")


def test_run_in_python() -> None:
    said: list[str] = []
    result = codemode.run(
        "print('hi')\n__out = [math.twice(n=data['n']), math.floor(1.5)]",
        [SOURCE],
        {"n": 4},
        stdout=said.append,
        language="python",
    )
    assert (result.value, result.stdout, said) == ([8, 1], "hi\n", ["hi\n"])
    assert [call.tool for call in result.tool_calls] == ["math.twice"]


@pytest.mark.parametrize(
    ("code", "options", "error"),
    [
        ("1 / 0", {}, "guest_error"),
        ("import os", {}, "module_access_denied"),
        ("while True: pass", {"limits": Limits(max_steps=2000)}, "step_limit_exceeded"),
        ("import time\ntime.sleep(9)", {"timeout_ms": 300}, "timeout"),
        ("x := 1\n__out = x", {"strict": True}, "parse_failed"),
    ],
)
def test_run_fails_with_codes(code: str, options: dict[str, Any], error: str) -> None:
    with pytest.raises(CodeModeError) as failed:
        codemode.run(code, language="python", **options)
    assert failed.value.code == error


def test_check_in_python() -> None:
    assert codemode.check("math.twice(n=1)", [SOURCE], language="python") == []
    [found] = codemode.check("math.twice(m=1)", [SOURCE], language="python")
    assert (found.message, found.hint) == ("math.twice has no argument 'm'", "it takes n")
    for work in (codemode.run, codemode.check):
        with pytest.raises(ConfigError, match='language must be "go" or "python"'):
            work("1", language="perl")
