"""The command line as somebody types it: programs as arguments, tools from modules and folders, what goes to which stream, interrupts, completion."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.commands import CODEMODE, in_process
from tests.openai_server import openai_server

NOISY = '''
import sys
print("loading")

def shout(text: str) -> str:
    """Say it aloud."""
    print("shouting")
    return text.upper()
'''
SLOW = """
import time
from pathlib import Path

def slow(seconds: float) -> str:
    Path(__file__).with_name("began").touch()
    time.sleep(seconds)
    return "done"
"""
WAITS = """
import time
from pathlib import Path

def wait_for_it() -> None:
    while not Path(__file__).with_name("go_on").exists():
        time.sleep(0.01)
"""
STOCK = 'v, err := codemode.CallTool("get_stock", map[string]any{"sku": "abc"})\n__out = v'
SHOUT = 'v, err := codemode.CallTool("shout", map[string]any{"text": "hi"})\n__out = v'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "noisy.py").write_text(NOISY)
    (tmp_path / "slow.py").write_text(SLOW)
    (tmp_path / "waits.py").write_text(WAITS)
    (tmp_path / "cell.go").write_text("__out = 1")
    package = tmp_path / "shop"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "prices.py").write_text("RATE = 2\n")
    (package / "stock.py").write_text(
        "from .prices import RATE\ndef get_stock(sku: str) -> int:\n    return RATE * len(sku)\n"
    )
    plain = tmp_path / "tools"
    plain.mkdir()
    (plain / "one.py").write_text("def one() -> int:\n    return 1\n")
    (plain / "two.py").write_text(
        "import codemode, one\n@codemode.tool('numbers.two')\ndef two() -> int:\n    return 2 * one.one()\ndef other(): ...\n"
    )
    (plain / "_private.py").write_text("raise RuntimeError\n")
    return tmp_path


# --- programs and data ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["run", "exec"])
def test_a_program_as_an_argument(folder: Path, command: str) -> None:
    done = in_process(folder, command, "-c", "__out = 1 + 2", CODEMODE_STORE="sqlite:///runs.db")
    assert (done.returncode, done.stdout, done.stderr) == (0, "3\n", "")
    checked = in_process(folder, "check", "-c", "__out = one")
    assert (checked.returncode, checked.stdout) == (1, "")
    assert checked.stderr.startswith("code:1:9: undefined: one")


@pytest.mark.parametrize("command", ["run", "check", "exec"])
def test_a_file_or_a_program_but_not_both(folder: Path, command: str) -> None:
    store = ["--store", "sqlite:///runs.db"] if command == "exec" else []
    for arguments, told in (
        ([], "required: FILE or -c CODE"),
        (["cell.go", "-c", "1"], "not allowed together: FILE or -c CODE"),
    ):
        done = in_process(folder, command, *arguments, *store)
        assert (done.returncode, done.stdout) == (2, "")
        assert told in done.stderr


def test_data_from_a_file(folder: Path) -> None:
    (folder / "day.json").write_text('{"day": 3}')
    (folder / "bad.json").write_text("{")
    (folder / "binary.json").write_bytes(b"\xff")
    (folder / "deep.json").write_text("[" * 100_000)
    done = in_process(folder, "run", "-c", '__out = data["day"]', "--data", "@day.json")
    assert (done.returncode, done.stdout) == (0, "3\n")
    for name, told in (
        ("none", "cannot read none.json"),
        ("bad", "--data: bad.json is not JSON"),
        ("binary", "not UTF-8 text"),
        ("deep", "--data: deep.json is not JSON"),
    ):
        done = in_process(folder, "run", "-c", "1", "--data", f"@{name}.json")
        assert done.returncode == 2
        assert told in done.stderr


# --- tools ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ("shop.stock", ["get_stock"]),
        ("shop", ["get_stock"]),
        ("tools", ["numbers.two", "one"]),
        ("slow", ["slow"]),
    ],
)
def test_functions_of_modules_and_folders(folder: Path, given: str, names: list[str]) -> None:
    before = set(sys.modules)
    done = in_process(folder, "tools", "--functions", given, "--json")
    for name in set(sys.modules) - before:
        del sys.modules[name]
    assert done.returncode == 0, done.stderr
    assert sorted(tool["name"] for tool in json.loads(done.stdout)) == names


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("nowhere.at.all", "there is neither a file nor a module nowhere.at.all: no module named nowhere"),
        ("shop.nothing", "no module named shop.nothing"),
        ("nothing.py", "cannot read nothing.py"),
        ("empty", "is a folder without Python files"),
        ("shop.prices", "shop.prices has no tools"),
    ],
)
def test_functions_that_are_not_there(folder: Path, given: str, told: str) -> None:
    (folder / "empty").mkdir()
    done = in_process(folder, "tools", "--functions", given)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


def test_what_modules_and_tools_print_does_not_break_json(folder: Path) -> None:
    store = ["--store", "sqlite:///runs.db"]
    for arguments in (
        ["run", "-c", SHOUT],
        ["exec", "-c", SHOUT, *store],
        ["tools"],
        ["check", "-c", SHOUT],
        ["stats"],
    ):
        done = in_process(folder, *arguments, "--functions", "noisy.py", "--json")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)
        assert "loading" in done.stderr
    plain = in_process(folder, "run", "-c", "__out = 1", "--functions", "noisy.py")
    assert (plain.stdout, plain.stderr) == ("1\n", "loading\n")


# --- what goes where ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["run", "exec"])
def test_repairs_and_warnings_go_to_standard_error(folder: Path, command: str) -> None:
    (folder / "cell.go").write_text("let n = 5\ngo func() { time.Sleep(time.Hour); fmt.Println(1) }()\n__out = n")
    done = in_process(folder, command, "cell.go", CODEMODE_STORE="sqlite:///runs.db")
    assert (done.returncode, done.stdout) == (0, "5\n"), done.stderr
    assert "cell.go:1:1: repaired: " in done.stderr
    assert "goroutine" in done.stderr  # a warning: it was still asleep when the program ended
    quiet = in_process(folder, command, "cell.go", "--json", CODEMODE_STORE="sqlite:///runs.db")
    assert quiet.stderr == ""
    assert json.loads(quiet.stdout)["repairs"]


def test_rules_that_match_no_tool_are_told(folder: Path) -> None:
    (folder / "policy.json").write_text('[["deny", "shuot"]]')
    told = "codemode: policy rule 1 (deny tool='shuot') matches no tool; did you mean 'shout'?\n"
    tools = ["--functions", "noisy.py", "--policy", "policy.json"]
    checked = in_process(folder, "check", "-c", SHOUT, *tools)
    assert (checked.returncode, told in checked.stderr) == (0, True), checked.stderr
    done = in_process(folder, "exec", "-c", SHOUT, *tools, CODEMODE_STORE="sqlite:///runs.db")
    assert (done.returncode, told in done.stderr) == (0, True), done.stderr


DEAD: dict[str, dict[str, Any]] = {
    "dies": {"command": sys.executable, "args": ["-c", "raise SystemExit(3)"]},
    "is no command": {"command": "no-such-command-anywhere"},
    "nobody listens": {"url": "http://127.0.0.1:9/mcp"},
    "hangs": {"command": "sleep", "args": ["1000"]},
}


@pytest.mark.parametrize("how", DEAD)
def test_a_dead_server_takes_nothing_from_a_program_that_does_not_need_it(folder: Path, how: str) -> None:
    (folder / "dead.json").write_text(json.dumps({"mcpServers": {"dead": DEAD[how]}}))
    done = in_process(folder, "run", "--functions", "shop.stock", "--mcp", "dead.json", "-c", STOCK)
    assert (done.returncode, done.stdout) == (0, "6\n"), done.stderr


def test_manuals_that_are_all_dead_stop_nothing_and_are_told_once(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    manual = {"name": "gone", "call_template_type": "http", "url": "http://127.0.0.1:9/utcp"}
    (folder / "dead.json").write_text(json.dumps({"manual_call_templates": [manual]}))
    # a program that names the manual waits until it is known to be dead; another one may end before
    done = in_process(folder, "run", "--functions", "shop.stock", "--utcp", "dead.json", "-c", STOCK + " // not gone")
    assert done.returncode == 0
    told = [record.getMessage() for record in caplog.records if record.name == "codemode"]
    assert [text.startswith("manual 'gone' at http://127.0.0.1:9/utcp: Cannot connect") for text in told] == [True]
    code = '_, err := codemode.CallTool("gone.any", nil)\nfmt.Println(err)'
    done = in_process(folder, "run", "--utcp", "dead.json", "-c", code)
    assert done.stdout.startswith("gone.any is not available: manual 'gone'")


def test_a_program_that_needs_a_dead_server_says_why_it_is_away(folder: Path) -> None:
    (folder / "dead.json").write_text(json.dumps({"mcpServers": {"dead": DEAD["dies"]}}))
    code = "__out = MCP.dead.Anything(map[string]any{})"
    done = in_process(folder, "run", "--functions", "shop.stock", "--mcp", "dead.json", "-c", code)
    assert (done.returncode, done.stdout) == (1, "")
    assert "MCP.dead.Anything is not available: MCP server 'dead'" in done.stderr


def test_a_limit_above_its_clamp_is_refused(folder: Path) -> None:
    for flag, told in (
        (["--timeout-ms", "60001"], "--timeout-ms must be 100 to 60000, not 60001"),
        (["--timeout-ms", "0"], "--timeout-ms must be 100 to 60000, not 0"),
        (["--timeout-ms", "-5"], "--timeout-ms must be 100 to 60000, not -5"),
        (["--max-steps", "99999999999"], "--max-steps must be 1000 to 10000000000, not 99999999999"),
    ):
        for command in ("run", "exec"):
            done = in_process(folder, command, "-c", "1", *flag, CODEMODE_STORE="sqlite:///runs.db")
            assert (done.returncode, done.stdout) == (2, "")
            assert told in done.stderr


def test_a_prompt_from_standard_input(folder: Path) -> None:
    plan = {"needs_tools": True, "tools": ["shout"], "code": SHOUT, "stream": False}
    with openai_server([plan]) as models:
        ask = ["call", "-", "--functions", "noisy.py", "--base-url", models.url]
        done = in_process(folder, *ask, stdin="Shout hi\n")
        assert (done.returncode, done.stdout.splitlines()[-1]) == (0, '"HI"'), done.stderr
        assert "Shout hi" in json.dumps(models.requests[0])
    empty = in_process(folder, *ask, stdin=" \n")
    assert empty.returncode == 2
    assert "the prompt is empty" in empty.stderr


@pytest.mark.parametrize("words", [["runs"], ["wait", "run_1"], ["abort", "run_1"], ["approve", "run_1", "call_1"]])
def test_a_store_that_is_not_there_is_told_and_not_made(folder: Path, words: list[str]) -> None:
    done = in_process(folder, *words, "--store", "sqlite:///typo.db")
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no run store typo.db" in done.stderr
    assert not (folder / "typo.db").exists()


# --- while it runs ------------------------------------------------------------------------------------------------------


def _begin(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*CODEMODE, *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"CODEMODE_STORE": "sqlite:///runs.db"},
        # whoever runs the tests in the background has interrupts ignored, and children inherit that
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


@pytest.mark.parametrize("command", ["run", "exec"])
def test_output_comes_as_it_is_printed_and_an_interrupt_names_run_and_calls(folder: Path, command: str) -> None:
    code = 'fmt.Println("first")\ncodemode.CallTool("slow", map[string]any{"seconds": 60.0})'
    process = _begin(folder, command, "-c", code, "--functions", "slow.py")
    assert process.stdout is not None
    assert process.stdout.readline() == b"first\n"  # long before the program ends
    while not (folder / "began").exists():
        time.sleep(0.05)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"")
    lines = error.decode().splitlines()
    assert lines[0] == "these calls were under way and may have taken effect:"
    assert lines[1].split()[1] == "slow"
    assert lines[-1] == "codemode: interrupted"
    if command == "exec":
        assert lines[2].startswith("run_")
        assert lines[2].endswith(" was aborted")


@pytest.mark.parametrize("isolation", ["inline", "process"])
@pytest.mark.parametrize("command", ["run", "exec"])
def test_items_and_standard_error_come_as_they_are_said(folder: Path, command: str, isolation: str) -> None:
    code = """
    fmt.Print("a line")
    text("an item")
    json(map[string]any{"n": 1})
    fmt.Fprintln(os.Stderr, "careful")
    _, err := codemode.CallTool("wait_for_it")
    if err != nil { panic(err) }
    text("last")
    fmt.Print("open")
    __out = 1
    """
    words = (command, "-c", code, "--functions", "waits.py", "--isolation", isolation, "--timeout-ms", "60000")
    with _begin(folder, *words) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        lines = [process.stdout.readline() for _ in range(3)]  # the program ends only after this was read
        assert (lines, process.stderr.readline()) == ([b"a line\n", b"an item\n", b'{"n": 1}\n'], b"careful\n")
        (folder / "go_on").touch()
        out, error = process.communicate(timeout=60)
    assert (process.returncode, out, error) == (0, b"last\nopen\n1\n", b"")


@pytest.mark.parametrize("command", ["run", "exec"])
def test_messages_about_a_program_begin_on_a_new_line(folder: Path, command: str) -> None:
    done = in_process(folder, command, "-c", 'print("hi" + 1)', CODEMODE_STORE="sqlite:///runs.db")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.splitlines() == ["hi1", "code:1:14: repaired: 1 read as fmt.Sprint(1)"]


# --- the shell ------------------------------------------------------------------------------------------------------------


def test_the_shell_completes_commands_and_options(folder: Path) -> None:
    def completed(line: str) -> list[str]:
        out = folder / "completions"
        environment = os.environ | {
            "_ARGCOMPLETE": "1",
            "_ARGCOMPLETE_STDOUT_FILENAME": str(out),
            "_ARGCOMPLETE_IFS": "\n",
            "COMP_LINE": line,
            "COMP_POINT": str(len(line)),
        }
        subprocess.run(CODEMODE, env=environment, cwd=folder, check=False, timeout=60)
        return [word.strip() for word in out.read_text().split("\n")]

    assert completed("codemode ap") == ["approve"]
    assert completed("codemode run --iso") == ["--isolation"]
    assert completed("codemode run --isolation ") == ["inline", "process"]
