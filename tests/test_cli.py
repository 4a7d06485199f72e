"""The command line as a person uses it: in a process of its own, with its exit status, standard output and standard error."""

from __future__ import annotations

import contextlib
import inspect
import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from codemode import Limits
from codemode.cli import programs, runs, servers, tools
from codemode.cli.options import Command
from codemode.cli.reading import COMMANDS, parser
from tests.commands import CODEMODE, in_process, own_process
from tests.openai_server import Reply, openai_server
from tests.ports import unused_port
from tests.servers import utcp_server

FUNCTIONS = '''
"""A small shop."""
from codemode import FunctionTool

STOCK = {"KB-1": 12}

def get_stock(sku: str) -> int:
    """How many pieces are in stock."""
    return STOCK[sku]

async def add(a: int, b: int = 2) -> int:
    """Add two numbers."""
    return a + b

def _private() -> None: ...
'''
TOOLS = FUNCTIONS + (
    '\nTOOLS = [FunctionTool("shop.get_stock", get_stock), '
    '{"name": "math.add", "fn": add, "description": "The sum.", "read_only": True}]\n'
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "plain.py").write_text(FUNCTIONS)
    (tmp_path / "tools.py").write_text(TOOLS)
    return tmp_path


def go(folder: Path, code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    (folder / "cell.go").write_text(code)
    return in_process(folder, "run", "cell.go", *arguments)


# --- run ------------------------------------------------------------------------------------------------------------------

PRINTS: list[tuple[str, str, str]] = [
    ("a value", "__out = 1 + 2", "3\n"),
    ("an expression", '"a" + "b"', '"ab"\n'),
    ("a JSON value", '{"n": 9007199254740993}', '{"n": 9007199254740993}\n'),
    ("nil", "__out = nil", "null\n"),
    ("unicode", '__out = "é"', '"é"\n'),
    ("print and value", 'fmt.Println("hi")\n__out = 1', "hi\n1\n"),
    ("print without a newline, and value", 'fmt.Print("hi")\n__out = 1', "hi\n1\n"),
    ("items", 'text("hi")\njson([]int{1})\nfmt.Print("x")\ntext("y")', "hi\n[1]\nx\ny\n"),
    ("a program", 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println("hi") }', "hi\n"),
    ("a program that says nothing", "package main\n\nfunc main() {}", ""),
    ("a program that sets __out", "package main\n\nfunc main() { __out = 5 }", "5\n"),
]


@pytest.mark.parametrize(("name", "code", "stdout"), PRINTS, ids=[case[0] for case in PRINTS])
def test_run(folder: Path, name: str, code: str, stdout: str) -> None:
    (folder / "cell.go").write_text(code)
    done = in_process(folder, "run", "cell.go")
    assert (done.returncode, done.stdout, done.stderr) == (0, stdout, "")


def test_run_reads_standard_input(folder: Path) -> None:
    done = own_process(folder, "run", "-", stdin="__out = 7")
    assert (done.returncode, done.stdout) == (0, "7\n")


def test_run_gives_one_json_object(folder: Path) -> None:
    done = go(folder, 'fmt.Println("hi")\n__out := 1', "--json")
    reply = json.loads(done.stdout)
    assert done.returncode == 0
    assert done.stderr == ""
    assert (reply["status"], reply["value"]) == ("completed", 1)
    assert reply["output"][0]["text"] == "hi\n"
    assert reply["repairs"][0]["line"] == 2
    failed = go(folder, "__out = x", "--json")
    reply = json.loads(failed.stdout)
    assert failed.returncode == 1
    assert (reply["status"], reply["code"], reply["phase"]) == ("failed", "check_failed", "check")
    assert reply["diagnostics"][0]["excerpt"].endswith("^")


def test_a_program_fails_with_its_own_status(folder: Path) -> None:
    done = go(folder, 'package main\n\nimport "os"\n\nfunc main() {\n\tprintln("bye")\n\tos.Exit(3)\n}')
    assert done.returncode == 3
    assert done.stderr == "bye\n"


FAILS: list[tuple[str, str, list[str], list[str]]] = [
    ("a syntax error", "x := (1 +\n", [], ["cell.go:", "syntax error"]),
    ("two undefined names", "x := a\ny := b", [], ["cell.go:1:6: undefined: a", "cell.go:2:6: undefined: b", "^"]),
    ("an import that is not there", 'import "net/http"\n__out = 1', [], ["net/http", "codemode.CallTool"]),
    ("an error", 'return errors.New("boom")', [], ["guest_error: boom"]),
    ("too slow", "for {}", ["--timeout-ms", "150"], ["timeout", "150 ms"]),
    ("too many steps", "for {}", ["--max-steps", "5000"], ["step_limit_exceeded", "5000 steps"]),
    ("nothing", "", [], ["empty"]),
    ("a shell command", "ls -la", [], ["shell"]),
    ("strict", "var x any = 1\n__out = x + 1", ["--strict"], ["cell.go:2:"]),
]


@pytest.mark.parametrize(("name", "code", "arguments", "texts"), FAILS, ids=[case[0] for case in FAILS])
def test_run_fails(folder: Path, name: str, code: str, arguments: list[str], texts: list[str]) -> None:
    (folder / "cell.go").write_text(code)
    done = in_process(folder, "run", "cell.go", *arguments)
    assert done.returncode == 1
    assert done.stdout == ""
    for text in texts:
        assert text in done.stderr


def test_a_panic_looks_like_gos(folder: Path) -> None:
    done = go(
        folder, 'fmt.Print("before")\nfunc fill(m map[string]int) {\n\tm["a"] = 1\n}\nvar m map[string]int\nfill(m)'
    )
    assert done.returncode == 1
    assert done.stdout == "before\n"
    lines = done.stderr.splitlines()
    assert lines[:3] == ["panic: assignment to entry in nil map", "", "goroutine 1 [running]:"]
    assert lines[3].startswith("main.fill(")
    assert lines[4] == "\tcell.go:3"


def test_a_deadlock_looks_like_gos(folder: Path) -> None:
    done = go(folder, "ch := make(chan int)\n<-ch")
    assert done.returncode == 1
    assert done.stderr.startswith("fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\n")


def test_what_is_printed_arrives_while_the_program_runs(folder: Path) -> None:
    (folder / "slow.go").write_text('fmt.Println("first")\ntime.Sleep(20 * time.Second)\nfmt.Println("second")')
    with subprocess.Popen(
        [*CODEMODE, "run", "slow.go", "--timeout-ms", "60000"], cwd=folder, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        began = time.monotonic()
        assert process.stdout.readline() == b"first\n"
        assert time.monotonic() - began < 15
        assert process.poll() is None
        process.kill()


def test_an_interrupt_ends_it_without_a_traceback(folder: Path) -> None:
    (folder / "endless.go").write_text('fmt.Println("on")\nfor {}')
    arguments = [*CODEMODE, "run", "endless.go", "--timeout-ms", "60000", "--max-steps", "10000000000"]
    with subprocess.Popen(
        arguments,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # whoever runs the tests in the background has interrupts ignored, and children inherit that
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=20)
    assert process.returncode == 130
    assert stderr == b"codemode: interrupted\n"


def test_a_reader_that_goes_away_is_no_traceback(folder: Path) -> None:
    (folder / "much.go").write_text("for i := range 100000 {\n\tfmt.Println(i)\n}")
    with subprocess.Popen(
        [*CODEMODE, "run", "much.go"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"0\n"
        process.stdout.close()
        assert process.stderr is not None
        stderr = process.stderr.read()
        assert process.wait(30) == 1
    assert stderr == b""


@pytest.mark.parametrize("isolation", ["inline", "process"])
def test_closed_streams_and_a_full_disk_are_no_traceback(folder: Path, isolation: str) -> None:
    (folder / "cell.go").write_text('fmt.Println("on")\n__out = 1')
    shell = f"{shlex.join(CODEMODE)} run --isolation {isolation} "
    for redirected, status, told in (
        ("cell.go >&-", 0, ""),
        ("cell.go <&- >&-", 0, ""),
        ("- <&-", 1, "the code is empty"),
        ("cell.go >/dev/full", 1, "codemode: No space left on device"),
        ("cell.go --json >/dev/full", 1, "codemode: No space left on device"),
    ):
        done = subprocess.run(
            ["sh", "-c", shell + redirected], cwd=folder, capture_output=True, text=True, timeout=60, check=False
        )
        assert (done.returncode, done.stdout) == (status, ""), redirected
        assert told in done.stderr
        assert len(done.stderr.splitlines()) <= 1


def test_a_terminal_without_the_letters_is_no_traceback(folder: Path) -> None:
    (folder / "cell.go").write_text('fmt.Println("né")\n__out = "ü☃"')
    done = own_process(folder, "run", "cell.go", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stdout, done.stderr) == (0, 'n\\xe9\n"\\xfc\\u2603"\n', "")


# --- tools and data ----------------------------------------------------------------------------------------------------------

CALL = '__out = codemode.CallTool("{}", map[string]any{{"a": 5, "b": data["b"]}})'


def test_functions_of_a_list(folder: Path) -> None:
    done = go(folder, CALL.format("math.add"), "--functions", "tools.py", "--data", '{"b": 7}')
    assert (done.returncode, done.stdout) == (0, "12\n")
    assert done.stderr.startswith("cell.go:1:9: repaired: the error of this call is not ignored")


def test_public_functions(folder: Path) -> None:
    done = go(folder, CALL.format("add"), "--functions", "plain.py", "--data", '{"b": 7}')
    assert (done.returncode, done.stdout) == (0, "12\n")
    by_file = go(folder, CALL.format("plain.add"), "--functions", "plain.py", "--data", '{"b": 7}')
    assert (by_file.returncode, by_file.stdout) == (0, "12\n")
    private = go(folder, '__out = codemode.CallTool("_private", nil)', "--functions", "plain.py")
    assert private.returncode == 1
    assert "unknown tool" in private.stderr


def test_a_utcp_server(folder: Path) -> None:
    with utcp_server() as server:
        (folder / "utcp.json").write_text(json.dumps(server.config("demo")))
        done = go(
            folder, '__out = codemode.CallTool("demo.add", map[string]any{"a": 5, "b": 7})', "--utcp", "utcp.json"
        )
        listed = in_process(folder, "tools", "--utcp", "utcp.json", "--search", "add two numbers")
    assert done.returncode == 0
    assert done.stderr.startswith("cell.go:1:9: repaired: ")
    assert "12" in done.stdout
    assert listed.stdout.startswith("demo.add(")
    assert listed.stderr == ""


def test_tools_are_listed_searched_and_declared(folder: Path) -> None:
    listed = in_process(folder, "tools", "--functions", "tools.py")
    assert listed.stdout.splitlines() == [
        "math.add(a integer, b? integer): The sum.",
        "shop.get_stock(sku string): How many pieces are in stock.",
    ]
    found = in_process(folder, "tools", "--functions", "tools.py", "--search", "pieces in stock")
    assert found.stdout.splitlines()[0].startswith("shop.get_stock")
    declared = in_process(folder, "tools", "--functions", "tools.py", "--go")
    assert "func ShopGetStock(in struct {" in declared.stdout
    as_json = json.loads(in_process(folder, "tools", "--functions", "tools.py", "--json").stdout)
    assert [tool["name"] for tool in as_json] == ["math.add", "shop.get_stock"]
    nothing = in_process(folder, "tools", "--functions", "tools.py", "--search", "weather")
    assert (nothing.returncode, nothing.stdout) == (0, "")
    assert "no tool matches 'weather'" in nothing.stderr


# --- check ----------------------------------------------------------------------------------------------------------------------


def test_check(folder: Path) -> None:
    (folder / "good.go").write_text("__out := 1")
    good = in_process(folder, "check", "good.go")
    assert (good.returncode, good.stdout) == (0, "")
    assert "good.go:1:1: repaired: " in good.stderr
    (folder / "bad.go").write_text('fmt.Prinln("x")\nr := codemode.CallTool("math.add", map[string]any{"x": 1})')
    bad = in_process(folder, "check", "bad.go", "--functions", "tools.py")
    assert bad.returncode == 1
    assert "bad.go:1:5: undefined: fmt.Prinln" in bad.stderr
    assert "hint: did you mean fmt.Println?" in bad.stderr
    assert "bad.go:2:" in bad.stderr
    found = json.loads(in_process(folder, "check", "bad.go", "--json").stdout)
    assert found["ok"] is False
    assert found["diagnostics"][0]["line"] == 1


def test_an_empty_program_has_the_same_status_with_run_and_check(folder: Path) -> None:
    for command in ("run", "check"):
        done = in_process(folder, command, "-c", "")
        assert (done.returncode, "the code is empty" in done.stderr) == (1, True)
    found = json.loads(in_process(folder, "check", "-c", "", "--json").stdout)
    assert (found["ok"], found["diagnostics"][0]["code"]) == (False, "invalid_input")


def test_check_tells_the_effects(folder: Path) -> None:
    (folder / "sum.go").write_text(
        'for i := range 3 {\n\tcodemode.CallTool("math.add", map[string]any{"a": 1, "b": i})\n}'
    )
    told = in_process(folder, "check", "sum.go", "--functions", "tools.py", "--effects")
    assert (told.returncode, told.stdout) == (0, "line 2: math.add(a: 1, b: computed), reads, up to 3 times\n")
    found = json.loads(in_process(folder, "check", "sum.go", "--functions", "tools.py", "--effects", "--json").stdout)
    assert [(call["tool"], call["times"]) for call in found["effects"]["calls"]] == [("math.add", 3)]
    (folder / "bad.go").write_text("x +")
    bad = in_process(folder, "check", "bad.go", "--effects", "--json")
    assert (bad.returncode, json.loads(bad.stdout)["effects"]) == (1, None)


# --- call -----------------------------------------------------------------------------------------------------------------------

ANSWERS: list[Any] = [
    {"needs": True},
    {"tools": ["math.add"]},
    {"code": '__out = codemode.CallTool("math.add", map[string]any{"a": 5, "b": 7})', "stream": False},
]
PLAN: dict[str, Any] = {**ANSWERS[1], **ANSWERS[2]}  # all in one


def test_call(folder: Path) -> None:
    with openai_server(list(ANSWERS)) as models:
        ask = ["call", "the sum of 5 and 7", "--functions", "tools.py", "--base-url", models.url, "--model", "m"]
        done = in_process(folder, *ask, "--pipeline", "staged")
        assert [request["body"]["model"] for request in models.requests] == ["m"] * 3
    assert (done.returncode, done.stdout) == (0, "12\n")
    lines = [re.sub(r"\d+ (?=ms|tokens|out)", "N ", line) for line in done.stderr.splitlines()]
    assert lines == [
        *("model: answered, N ms, N tokens in, N out", "decide: done, N ms"),
        *("model: answered, N ms, N tokens in, N out", "select: done, N ms"),
        *("model: answered, N ms, N tokens in, N out", "generate: done, N ms"),
        *("call math.add: ok, N ms", "execute: done, N ms"),
        "repaired: 1:9: the error of this call is not ignored: if the call fails, the run fails with it",
    ]


def test_call_on_a_terminal_shows_a_status_that_goes_away(folder: Path) -> None:
    slow = [ANSWERS[0], ANSWERS[1], Reply(json.dumps(ANSWERS[2]), delay=0.5)]
    for arguments, texts, absent in [
        ([], ["generate: asking the model", "\x1b["], "done,"),
        (["-v"], ["decide: done"], "\x1b["),
    ]:
        with openai_server(list(slow)) as models:
            ask = ["call", "the sum of 5 and 7", "--functions", "tools.py", "--base-url", models.url, *arguments]
            ask += ["--pipeline", "staged"]
            seen, stdout, status = on_a_terminal(folder, ask)
        assert (status, stdout) == (0, "12\n")
        for text in texts:
            assert text in seen
        assert absent not in seen


def on_a_terminal(folder: Path, arguments: list[str]) -> tuple[str, str, int]:
    """What a command shows on a standard error that is a terminal, its standard output and its exit status."""
    ours, its = pty.openpty()
    env = {k: v for k, v in os.environ.items() if not k.startswith("OPENAI_")} | {"TERM": "xterm", "COLUMNS": "120"}
    with subprocess.Popen([*CODEMODE, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=its, env=env) as process:
        os.close(its)
        seen = b""
        # reading from a terminal whose other end is closed fails on Linux
        with contextlib.suppress(OSError):
            while piece := os.read(ours, 65536):
                seen += piece
        os.close(ours)
        assert process.stdout is not None
        stdout = process.stdout.read().decode()
    return seen.decode(), stdout, process.returncode


def test_call_shows_the_code_on_standard_error(folder: Path) -> None:
    with openai_server([PLAN]) as models:
        arguments = ["--functions", "tools.py", "--base-url", models.url, "--pipeline", "single", "--show-code"]
        done = in_process(folder, "call", "the sum of 5 and 7", *arguments)
    assert (done.returncode, done.stdout) == (0, "12\n")
    for text in ("tools: math.add", "codemode.CallTool", "call: math.add ok"):
        assert text in done.stderr


def test_call_without_need_for_tools(folder: Path) -> None:
    with openai_server([{"tools": [], "code": "", "stream": False}]) as models:
        done = in_process(folder, "call", "the sum of love", "--functions", "tools.py", "--base-url", models.url)
    assert (done.returncode, done.stdout) == (0, "")
    assert "the model said that no tool is needed" in done.stderr


def test_call_as_json(folder: Path) -> None:
    with openai_server([PLAN]) as models:
        done = in_process(
            folder, "call", "the sum of 5 and 7", "--functions", "tools.py", "--base-url", models.url, "--json"
        )
    outcome = json.loads(done.stdout)
    assert (outcome["used_tools"], outcome["value"], outcome["attempts"]) == (True, 12, 1)
    assert (outcome["status"], outcome["pipeline"], outcome["error"]) == ("completed", "single", None)
    assert outcome["usage"]["requests"] == 1
    assert [attempt["code"] for attempt in outcome["history"]] == [PLAN["code"]]
    assert done.stderr == ""


def test_a_call_that_fails_shows_what_was_tried(folder: Path) -> None:
    codes = ["__out = one", "__out = two", "__out = three"]
    answers = [{**PLAN, "code": codes[0]}, *({"code": code, "stream": False} for code in codes[1:])]
    ask = ["call", "the sum of 5 and 7", "--functions", "tools.py"]
    with openai_server(list(answers)) as models:
        done = in_process(folder, *ask, "--base-url", models.url, "--json")
    outcome = json.loads(done.stdout)
    assert (done.returncode, outcome["status"], outcome["error"]["code"]) == (1, "failed", "check_failed")
    assert "gave up after 3 attempts" in outcome["error"]["message"]
    assert outcome["code"] == codes[-1]
    assert [attempt["code"] for attempt in outcome["history"]] == codes
    assert "undefined: one" in outcome["history"][0]["problem"]
    assert outcome["usage"]["requests"] == 3
    assert done.stderr == ""
    with openai_server([*answers, *answers]) as models:
        quiet = in_process(folder, *ask, "--base-url", models.url)
        shown = in_process(folder, *ask, "--base-url", models.url, "--show-code")
    assert (quiet.returncode, shown.returncode, quiet.stdout, shown.stdout) == (1, 1, "", "")
    assert "three" not in quiet.stderr.partition("codemode: ")[0]
    for text in (*codes, "undefined: one", "gave up after 3 attempts"):
        assert text in shown.stderr


def test_a_call_that_fails_in_one_way_says_so_once(folder: Path) -> None:
    long = f'x := "{"a" * 200}"'
    wrong = {**PLAN, "code": f"{long}\n__out = one"}
    ask = ["call", "the sum of 5 and 7", "--functions", "tools.py"]
    with openai_server([wrong] * 6) as models:
        quiet = in_process(folder, *ask, "--base-url", models.url)
        shown = in_process(folder, *ask, "--base-url", models.url, "--show-code", COLUMNS="80")
    assert "gave up after 3 attempts, which all failed in this way" in quiet.stderr
    for done in (quiet, shown):
        assert done.stderr.count("undefined: one") == 2  # where it is, and why the call failed
    assert long in shown.stderr.splitlines()  # a pipe gets whole lines


def test_a_call_whose_model_fails_is_told_as_json_too(folder: Path) -> None:
    ask = ["call", "the sum of 5 and 7", "--functions", "tools.py", "--json"]
    with openai_server([{**PLAN, "code": "__out = one"}, Reply("bad key", status=401)]) as models:
        done = in_process(folder, *ask, "--base-url", models.url)
    outcome = json.loads(done.stdout)
    assert (done.returncode, outcome["status"], outcome["error"]["code"]) == (1, "failed", "model_failed")
    assert (outcome["code"], outcome["usage"]["requests"]) == ("__out = one", 2)


def test_call_takes_a_policy_an_agent_and_a_timeout(folder: Path) -> None:
    (folder / "policy.json").write_text(json.dumps([{"action": "deny", "tool": "math.add", "agent": "guest"}]))
    ask = ["call", "the sum of 5 and 7", "--functions", "tools.py", "--policy", "policy.json", "--json"]
    with openai_server([PLAN] * 9) as models:
        allowed = in_process(folder, *ask, "--base-url", models.url)
        denied = in_process(folder, *ask, "--base-url", models.url, "--agent", "guest")
    assert (allowed.returncode, json.loads(allowed.stdout)["value"]) == (0, 12)
    assert (denied.returncode, json.loads(denied.stdout)["status"]) == (1, "failed")
    endless = {**PLAN, "code": "time.Sleep(time.Hour)"}
    with openai_server([endless] * 3) as models:
        late = in_process(folder, *ask, "--base-url", models.url, "--timeout-ms", "200")
    assert "within 200 ms" in json.loads(late.stdout)["error"]["message"]


def test_a_call_that_needs_approval_waits_in_a_store(folder: Path) -> None:
    (folder / "policy.json").write_text(json.dumps([{"action": "ask", "tool": "math.add"}]))
    tools = ["--functions", "tools.py", "--policy", "policy.json"]
    ask = ["call", "the sum of 5 and 7", *tools]
    with openai_server([PLAN] * 3) as models:
        denied = in_process(folder, *ask, "--base-url", models.url)
        waits = in_process(folder, *ask, "--base-url", models.url, "--store", "sqlite:///runs.db")
        told = in_process(folder, *ask, "--base-url", models.url, "--store", "sqlite:///runs.db", "--json")
    assert denied.returncode == 1
    assert "needs approval, and nobody can give it here" in denied.stderr
    assert (waits.returncode, waits.stdout) == (3, "")
    commands = [shlex.split(line) for line in waits.stderr.splitlines() if line.startswith("  codemode ")]
    assert [command[1] for command in commands] == ["approve", "deny", "wait"]
    assert in_process(folder, *commands[0][1:]).returncode == 0
    done = in_process(folder, *commands[2][1:])
    assert (done.returncode, done.stdout) == (0, "12\n")
    outcome = json.loads(told.stdout)
    assert (told.returncode, outcome["status"], outcome["approvals"][0]["tool"]) == (3, "waiting", "math.add")


def test_call_tells_what_the_caches_did(folder: Path) -> None:
    ask = ["call", "the sum of 5 and 7", "--functions", "tools.py", "--pipeline", "staged", "--stats"]
    with openai_server([*ANSWERS, *ANSWERS]) as models:
        done = in_process(folder, *ask, "--base-url", models.url)
        as_json = in_process(folder, *ask, "--base-url", models.url, "--json")
    assert "selection: 0 hits, 1 misses, rate 0.00" in done.stderr
    assert done.stdout == "12\n"
    assert json.loads(as_json.stdout)["cache"]["program_misses"] == 1


def test_stats(folder: Path) -> None:
    done = in_process(folder, "stats", "--functions", "tools.py", "--json", UTCP_TOOL_SPECS_CACHE_TTL="5m")
    told = json.loads(done.stdout)
    assert (told["tools"], told["specs_ttl_seconds"]) == (2, 300.0)
    assert told["cache"] == {
        "specs_hits": 1,
        "specs_misses": 1,
        "selection_hits": 0,
        "selection_misses": 0,
        "selection_size": 0,
        "program_hits": 0,
        "program_misses": 0,
        "specs_hit_rate": 0.5,
        "selection_hit_rate": 0.0,
        "program_hit_rate": 0.0,
    }
    done = in_process(folder, "stats", "--functions", "tools.py")
    assert done.stdout.startswith("2 tools: ")
    assert "specs: 1 hits, 1 misses, rate 0.50" in done.stdout
    assert in_process(folder, "stats").returncode == 2


def test_call_fails_clearly(folder: Path) -> None:
    ask = ["call", "the sum of 5 and 7", "--functions", "tools.py"]
    with openai_server(["nonsense"]) as models:
        done = in_process(folder, *ask, "--pipeline", "staged", "--base-url", models.url)
    assert done.returncode == 1
    assert "codemode: the model's answer has no JSON object" in done.stderr
    with openai_server([Reply("bad key", status=401)]) as models:
        done = in_process(folder, *ask, "--base-url", models.url)
    assert done.returncode == 1
    assert "did not accept the API key" in done.stderr
    done = in_process(folder, *ask, "--base-url", f"http://127.0.0.1:{unused_port()}/v1")
    assert done.returncode == 1
    assert "cannot be reached" in done.stderr


# --- misuse ---------------------------------------------------------------------------------------------------------------------

USAGE: list[tuple[list[str], str]] = [
    (["run", "nothing.go"], "cannot read nothing.go"),
    (["run", "."], "cannot read ."),
    (["run", "binary.go"], "not UTF-8 text"),
    (["run", "cell.go", "--data", "{"], "--data is not JSON"),
    (["run", "cell.go", "--timeout-ms", "soon"], "--timeout-ms: 'soon' is not a whole number"),
    (["run", "cell.go", "--isolation", "moon"], "moon"),
    (["token", "ci", "--tokens", "no/t.json"], "no/t.json: the file of tokens cannot be written: No such file or dir"),
    (
        ["serve", "--functions", "tools.py", "--tokens", "no.json"],
        "no.json: the file of tokens cannot be read: No such",
    ),
    (["mcp", "--install", "claude"], "there are no tools: name a configuration with --utcp or --mcp"),
    (["mcp", "--mcp", "nothing.json", "--install", "claude"], "there is no file nothing.json"),
    (["serve", "--functions", "tools.py", "--port", "99999"], "--port: 99999 is not a port: ports are 0 to 65535"),
    (["serve", "--functions", "tools.py", "--port=-1"], "--port: -1 is not a port: ports are 0 to 65535"),
    (["run", "cell.go", "--functions", "nothing.py"], "cannot read nothing.py"),
    (["run", "cell.go", "--functions", "broken.py"], "broken.py:2: NameError"),
    (["run", "cell.go", "--functions", "wrong.py"], "wrong.py:2: SyntaxError: "),
    (["run", "cell.go", "--functions", "leaves.py"], "leaves.py:2: it ends the process: SystemExit(0); put what only"),
    (["run", "cell.go", "--functions", "parses.py"], "parses.py:2: JSONDecodeError: "),
    (["run", "cell.go", "--functions", "empty.py"], "has no tools"),
    (["run", "cell.go", "--functions", "odd.py"], "TOOLS must be a list of functions, FunctionTool or dicts, not int"),
    (["run", "cell.go", "--functions", "odder.py"], "odder.py"),
    (["run", "cell.go", "--utcp", "nothing.json"], "nothing.json"),
    (["run", "cell.go", "--utcp", "broken.json"], "is not JSON"),
    (["run", "cell.go", "--utcp", "list.json"], "must be a JSON object"),
    (["run", "cell.go", "--nonsense"], "unrecognized arguments: --nonsense"),
    (["run", "cell.go", "--functons", "x.py"], "did you mean --functions?\nTry 'codemode run --help'"),
    (["rnu", "cell.go"], "'rnu', did you mean 'run'?"),
    (["run", ""], "the name of the file is empty"),
    (
        ["tools", "--utcp", "odd.json"],
        "it has 'manuals', and none of the keys load_variables_from, manual_call_templates",
    ),
    (["tools", "--mcp", "mcp.json"], "server 'a': needs command, the program to start, or url; unknown: 'cmd'"),
    (["run", "cell.go", "--max-steps", "10"], "--max-steps must be 1000 to 10000000000, not 10"),
    (["run", "cell.go", "--timeout-ms", "70000"], "--timeout-ms must be 100 to 60000, not 70000"),
    (["serve", "--functions", "tools.py", "--ttl", "0"], "--ttl must be 1 to 86400, not 0"),
    (["serve", "--functions", "tools.py", "--waiting", "0"], "--waiting must be 1 to 100000, not 0"),
    (["run"], "required: FILE"),
    (["fly"], "'fly' (choose from 'run'"),
    (["check", "nothing.go"], "cannot read nothing.go"),
    (["call", "", "--functions", "tools.py"], "the prompt is empty"),
    (["call", "the sum of 5 and 7"], "there are no tools"),
    (["call", "the sum of 5 and 7", "--functions", "tools.py"], "OPENAI_API_KEY"),
    (["call", "x", "--functions", "tools.py", "--base-url", "localhost"], "not the address of a server"),
    (["call", "x", "--functions", "tools.py", "--model", " "], "needs a name"),
    (["call", "x", "--functions", "tools.py", "--pipeline", "double"], "double"),
    (["tools", "--utcp", "nothing.json"], "nothing.json"),
]


@pytest.mark.parametrize(("arguments", "text"), USAGE, ids=[" ".join(case[0]) for case in USAGE])
def test_misuse(folder: Path, arguments: list[str], text: str) -> None:
    (folder / "cell.go").write_text("__out = 1")
    (folder / "binary.go").write_bytes(b"\xff\xfe\x00")
    (folder / "broken.py").write_text("x = 1\nnope\n")
    (folder / "wrong.py").write_text("x = 1\ndef f(: pass\n")
    (folder / "leaves.py").write_text("import sys\nsys.exit(0)\n")
    (folder / "parses.py").write_text("import json\njson.loads('{')\n")
    (folder / "empty.py").write_text("x = 1\n")
    (folder / "odd.py").write_text("TOOLS = 3\n")
    (folder / "odder.py").write_text("TOOLS = [{'name': 'x'}]\n")
    (folder / "broken.json").write_text("{")
    (folder / "list.json").write_text("[]")
    (folder / "odd.json").write_text('{"manuals": []}')
    (folder / "mcp.json").write_text('{"mcpServers": {"a": {"cmd": "x"}}}')
    done = in_process(folder, *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert text in done.stderr


def test_a_utcp_server_that_is_not_there(folder: Path) -> None:
    port = unused_port()
    template = {
        "name": "gone",
        "call_template_type": "http",
        "url": f"http://127.0.0.1:{port}/utcp",
        "http_method": "GET",
    }
    (folder / "utcp.json").write_text(json.dumps({"manual_call_templates": [template]}))
    done = in_process(folder, "tools", "--utcp", "utcp.json")
    assert done.returncode == 1
    assert f"codemode: manual 'gone' at http://127.0.0.1:{port}/utcp" in done.stderr


# --- help and demo ------------------------------------------------------------------------------------------------------------------


def test_help_is_complete_and_quick(folder: Path) -> None:
    began = time.monotonic()
    text = own_process(folder, "--help").stdout
    took = time.monotonic() - began
    for command in ("run", "check", "call", "tools", "stats", "demo"):
        assert command in text
        assert "codemode" in in_process(folder, command, "--help").stdout
    assert took < 5
    assert "codemode run hello.go" in in_process(folder, "run", "--help").stdout
    assert in_process(folder, "--version").stdout.startswith("codemode 0.")


def test_without_a_command_help_is_shown(folder: Path) -> None:
    done = in_process(folder)
    assert (done.returncode, done.stderr) == (2, "")
    assert done.stdout == in_process(folder, "--help").stdout


def test_a_value_may_be_negative(folder: Path) -> None:
    done = go(folder, "__out = data", "--data", "-1")
    assert (done.returncode, done.stdout) == (0, "-1\n")


def test_help_imports_nothing_heavy(folder: Path) -> None:
    probe = (
        "import sys\nfrom codemode import cli\n"
        "heavy = {'codemode.engine.engine', 'openai', 'utcp', 'lark', 'aiohttp', 'jsonschema_rs'}\n"
        "try:\n    cli.main(['--help'])\nexcept SystemExit:\n    print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=folder, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stderr == "[]\n"


def test_every_command_is_in_the_help() -> None:
    made = [
        each
        for module in (programs, runs, servers, tools)
        for each in vars(module).values()
        if isinstance(each, Command)
    ]
    assert sorted(each.name for each in COMMANDS) == sorted(each.name for each in made)


@pytest.mark.parametrize(("more", "seconds"), [([], 900), (["--ttl", "10000"], 10_000)])
@pytest.mark.parametrize("command", ["worker", "serve", "mcp"])
def test_a_host_is_told_how_long_its_runs_may_wait(command: str, more: list[str], seconds: int) -> None:
    assert limits_of(command, *more).snapshot_ttl_seconds == seconds


@pytest.mark.parametrize(("more", "runs"), [([], 64), (["--waiting", "5000"], 5000)])
@pytest.mark.parametrize("command", ["serve", "mcp"])
def test_a_server_is_told_how_many_runs_may_wait(command: str, more: list[str], runs: int) -> None:
    assert limits_of(command, *more).max_suspended_runs == runs


def test_the_entry_for_a_host_has_the_limits_that_were_given(folder: Path) -> None:
    given = ["--timeout-ms", "4000", "--ttl", "3600", "--waiting", "500"]
    done = in_process(folder, "mcp", "--functions", "tools.py", *given, "--install", "cursor")
    assert json.loads(done.stdout)["mcpServers"]["codemode"]["args"][-6:] == given


def limits_of(command: str, *more: str) -> Limits:
    work = getattr(servers, command).perform(parser().parse_args([command, *more]))
    assert inspect.iscoroutine(work)
    request = inspect.getcoroutinelocals(work)["request"]
    work.close()
    return request.limits()
