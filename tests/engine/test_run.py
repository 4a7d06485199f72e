"""codemode.run and codemode.check: the language alone, and with plain functions as tools."""

from __future__ import annotations

import asyncio
import dataclasses
import io
import logging
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import closing
from contextvars import ContextVar
from typing import Any, cast

import pytest

import codemode
from codemode import CodeModeError, FunctionSource, FunctionTool, Limits, UtcpSource
from codemode.errors import (
    CheckError,
    ConfigError,
    DeadlockError,
    GuestError,
    GuestPanic,
    InputError,
    InternalError,
    LimitError,
    ModuleAccessError,
    ParseError,
    ToolError,
)
from tests.engine.conftest import Tools
from tests.servers import UtcpServer

ADD = 'r, err := codemode.CallTool("t.add", map[string]any{"a": 2, "b": 3})\nif err != nil { return err }\n__out = r'


def value(code: str, tools: Tools | None = None, **more: Any) -> Any:
    return codemode.run(code, sources=[tools.source()] if tools else (), **more).value


def error(code: str, tools: Tools | None = None, **more: Any) -> CodeModeError:
    with pytest.raises(CodeModeError) as caught:
        codemode.run(code, **({"sources": [tools.source()] if tools else ()} | more))
    return caught.value


def bank() -> FunctionSource:
    def pay(to: str, amount: int) -> str:
        return f"{amount} to {to}"

    def list_accounts() -> list[str]:
        return []

    return FunctionSource([FunctionTool("bank.pay", pay), FunctionTool("bank.list_accounts", list_accounts)])


@pytest.mark.parametrize(
    ("code", "tool"),
    [
        ('__out = pay("a", 3)', "bank.pay"),
        ('__out = bank.Pay(bank.PayInput{To: "a", Amount: 3})', "bank.pay"),
        ("__out = listAccounts", "bank.list_accounts"),
        ("__out = items", ""),
    ],
)
def test_an_undeclared_name_that_a_tool_has_leads_to_the_tool(code: str, tool: str) -> None:
    hint = error(code, sources=[bank()]).hint
    assert (f'codemode.CallTool("{tool}"' in hint) if tool else not hint


# --- results ---------------------------------------------------------------------------------------------------------


def test_forms_of_input() -> None:
    assert value("x := 2\n__out = x + 3") == 5
    assert value("2 + 3") == 5
    assert value('{"a": [1, 2.5, null]}') == {"a": [1, 2.5, None]}
    result = codemode.run('package main\nimport "fmt"\nfunc main() { fmt.Println("hi") }')
    assert (result.stdout, result.value, result.has_value, result.exit_code) == ("hi\n", None, False, 0)


def test_everything_about_a_run_is_in_its_result(tools: Tools) -> None:
    result = codemode.run(f'fmt.Print("one")\n{ADD}\nfmt.Println("two")', sources=[tools.source()])
    assert result.stdout == "onetwo\n"
    assert result.stderr == ""
    assert result.has_value
    (call,) = result.tool_calls
    assert (call.id, call.tool, call.status, call.error) == ("call_1", "t.add", "ok", "")
    assert 0 < call.ms < 5000
    assert result.steps > 5
    assert result.repairs == []


def test_repairs_and_warnings_are_reported() -> None:
    result = codemode.run("unused := 1\n__out := 2")
    assert result.value == 2
    assert result.repairs[0].line == 2
    assert "unused" in result.warnings[0].message


def test_the_status_of_os_exit_is_no_error() -> None:
    result = codemode.run('package main\nimport ("fmt"; "os")\nfunc main() { fmt.Println("bye"); os.Exit(3) }')
    assert (result.exit_code, result.stdout) == (3, "bye\n")


def test_numbers_that_are_joined_to_a_text_keep_their_digits() -> None:
    joined = codemode.run('s := "n"\ns += data["id"]\n__out = []any{"id " + data["id"], s}', data={"id": 2**53 + 1})
    assert joined.value == ["id 9007199254740993", "n9007199254740993"]


def test_data_is_a_copy() -> None:
    data = {"user": 7, "list": [1]}
    assert value('data["user"] = 8\ndata["new"] = data.list\n__out = data', data=data) == {
        "list": [1],
        "new": [1],
        "user": 8,
    }
    assert data == {"user": 7, "list": [1]}
    assert value("__out = data") is None
    assert value("__out = data[1]", data=[1, 2]) == 2


def test_printed_text_comes_as_it_is_printed() -> None:
    pieces: list[str] = []
    codemode.run(
        'for i := range 3 { fmt.Println(i); time.Sleep(time.Millisecond) }\ntext("not printed")', stdout=pieces.append
    )
    assert pieces == ["0\n", "1\n", "2\n"]
    stream = io.StringIO()
    codemode.run('fmt.Print("ü"[:1]); fmt.Print("ü"[1:])', stdout=stream)
    assert stream.getvalue() == "ü"


def test_values_leave_as_json() -> None:
    code = 'type T struct { A int `json:"a"`; B []string; c int }\n__out = []any{T{1, nil, 2}, 2.0, 1e300, errors.New("e"), nil}'
    assert value(code) == [{"a": 1, "B": []}, 2, 1e300, "e", None]


def test_a_value_that_blocks_while_it_is_written(tools: Tools) -> None:
    code = (
        "type T struct{}\n"
        'func (T) MarshalJSON() ([]byte, error) { _, err := codemode.CallTool("t.add", map[string]any{"a": 1, "b": 1}); return []byte("7"), err }\n'
        "__out = T{}"
    )
    assert value(code, tools) == 7


# --- failures --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "kind", "told"),
    [
        ("x := ", ParseError, "1:"),
        ("__out = undefinedName", CheckError, "1:9: undefined: undefinedName"),
        ('import "net/http"\n__out = 1', ModuleAccessError, "net/http"),
        ("", InputError, "empty"),
        ("ls -la", InputError, "shell"),
        ('return errors.New("no luck")', GuestError, "no luck"),
        ('__out, err := strconv.Atoi("x")\nreturn err', GuestError, "invalid syntax"),
        ('panic("boom")', GuestPanic, "boom"),
        ('var m map[string]int\nm["a"] = 1', GuestPanic, "assignment to entry in nil map"),
        ("<-make(chan int)", DeadlockError, "all goroutines are asleep - deadlock!"),
        ("for {}", LimitError, "budget of 10000000 steps"),
    ],
)
def test_each_failure_is_of_its_kind(code: str, kind: type[CodeModeError], told: str) -> None:
    found = error(code)
    assert type(found) is kind
    assert told in str(found)
    assert "Python" not in str(found)


def test_problems_are_placed() -> None:
    found = error('x := 1\ny := x +\n+ "a" * foo\n__out = y')
    assert found.diagnostics
    assert all(d.line >= 1 and d.excerpt for d in found.diagnostics)


def test_a_panic_has_the_words_and_the_stack_of_go() -> None:
    found = error('func f(n int) { if n == 0 { panic("deep") }; f(n-1) }\nfmt.Println("before")\nf(2)')
    assert str(found).startswith("deep")
    assert found.trace.startswith("goroutine 1 [running]:\nmain.f(")
    assert found.trace.count("main.f(") == 3
    assert "\tcell.go:1\n" in found.trace
    assert (found.stdout, found.exit_code) == ("before\n", 2)
    assert found.diagnostics[0].line == 1


def test_a_deadlock_says_who_waits() -> None:
    found = error("<-make(chan int)")
    assert found.trace.startswith("goroutine 1 [chan receive]:\nmain.main(")


def test_what_happened_before_a_failure_is_told(tools: Tools) -> None:
    found = error(f'{ADD}\nfmt.Println("then")\n_, err = codemode.CallTool("t.fail")\nreturn err', tools)
    assert found.stdout == "then\n"
    assert [(c.tool, c.status) for c in found.tool_calls] == [("t.add", "ok"), ("t.fail", "error")]
    assert found.steps > 0


def test_limits() -> None:
    for code, limits, expected in [
        ("for {}", Limits(max_steps=10_000), "step_limit_exceeded"),
        ("func f() { f() }\nf()", Limits(max_call_depth=50), "call_depth_exceeded"),
        ("for { go func() { select {} }() }", Limits(max_goroutines=10), "too_many_goroutines"),
        ("s := make([]byte, 1<<22)\n__out = len(s)", Limits(memory_limit_bytes=1 << 20), "memory_limit_exceeded"),
        ('for { fmt.Print(strings.Repeat("x", 100000)) }', Limits(), "output_limit_exceeded"),
        (
            'for { codemode.CallTool("t.add", map[string]any{"a": 1, "b": 1}) }',
            Limits(max_tool_calls=3),
            "tool_call_limit_exceeded",
        ),
    ]:
        found = error(code, Tools(), limits=limits)
        assert (found.code, type(found)) == (expected, LimitError), found


def test_a_value_too_large_to_write_is_a_limit() -> None:
    code = "var x any = 1\nfor i := 0; i < 40; i++ { x = []any{x, x} }\n__out = x"
    assert error(code, limits=Limits(max_steps=200_000)).code in ("step_limit_exceeded", "memory_limit_exceeded")


def test_our_own_bugs_are_internal_errors_without_details(caplog: pytest.LogCaptureFixture) -> None:
    class Odd(FunctionSource):
        async def call(self, *_: Any) -> Any:
            raise AssertionError("secret detail")

        def direct(self, name: str) -> None:
            return None

    with caplog.at_level(logging.ERROR, "codemode"), pytest.raises(GuestError) as caught:
        codemode.run('_, err := codemode.CallTool("f")\nreturn err', sources=[Odd([FunctionTool("f", lambda: 1)])])
    assert str(caught.value) == "f: the tool failed unexpectedly"
    assert "secret detail" in caplog.text


# --- time ------------------------------------------------------------------------------------------------------------


def test_a_busy_program_ends_at_its_timeout() -> None:
    began = time.monotonic()
    found = error("for {}", limits=Limits(timeout_ms=150, max_steps=10**10))
    assert found.code == "timeout"
    assert 0.14 < time.monotonic() - began < 0.6


@pytest.mark.parametrize(
    "call",
    [
        'codemode.CallTool("t.slow", map[string]any{"seconds": 30, "name": "x"})',
        'codemode.CallTool("t.block", map[string]any{"seconds": 5})',
    ],
)
def test_a_tool_that_hangs_ends_at_the_timeout(tools: Tools, call: str) -> None:
    took: list[float] = []
    while not took or (min(took) >= 1 and len(took) < 3):  # the machine may be busy, the best counts
        began = time.monotonic()
        found = error(f"__out, err := {call}\nreturn err", tools, limits=Limits(timeout_ms=150))
        took.append(time.monotonic() - began)
        assert found.code == "timeout"
        assert "these calls had not ended: t." in str(found)
        assert found.tool_calls[0].status == "in_doubt"
    assert min(took) < 1
    if "slow" in call:
        for _ in range(100):
            if len(tools.cancelled) == len(took):
                break
            time.sleep(0.01)
        assert tools.cancelled == ["x"] * len(took)


class Slowly(Sequence[int]):
    """A result of a hundred parts, each of which takes a while."""

    def __init__(self) -> None:
        self.read = 0

    def __len__(self) -> int:
        return 100

    def __getitem__(self, at: Any) -> Any:
        if at >= len(self):
            raise IndexError
        self.read += 1
        time.sleep(0.05)
        return at


@pytest.mark.parametrize("aside", [True, False], ids=["one call alone", "beside another"])
def test_a_result_is_not_converted_any_more_when_the_time_is_over(aside: bool) -> None:
    made = Slowly()

    def slowly() -> Slowly:
        return made

    code = "x := slowly()\n__out = len(x)" if aside else "go slowly()\ntime.Sleep(time.Second)"
    found = error(code, sources=[FunctionSource.from_functions(slowly)], timeout_ms=500)
    assert found.code == "timeout"
    seen = made.read
    assert 0 < seen < 50
    time.sleep(0.3)
    assert made.read <= seen + 1  # the part that was being read


def test_sleeping_is_real_and_bounded() -> None:
    began = time.monotonic()
    assert value("time.Sleep(80 * time.Millisecond)\n__out = 1") == 1
    assert 0.07 < time.monotonic() - began < 0.6
    assert error("time.Sleep(time.Hour)", limits=Limits(timeout_ms=120)).code == "timeout"


def test_a_timer_against_a_tool(tools: Tools) -> None:
    code = (
        "c := make(chan any)\n"
        'go func() { r, _ := codemode.CallTool("t.slow", map[string]any{"seconds": 5}); c <- r }()\n'
        'select {\ncase r := <-c:\n\t__out = r\ncase <-time.After(50 * time.Millisecond):\n\t__out = "late"\n}'
    )
    began = time.monotonic()
    found = error(code, tools, limits=Limits(timeout_ms=400))
    assert found.code == "timeout"  # the call the program began is waited for
    assert time.monotonic() - began < 2


# --- tools -----------------------------------------------------------------------------------------------------------


def test_calls_run_at_the_same_time() -> None:
    met = threading.Barrier(2)

    def block() -> int:
        return met.wait(30)

    async def slow() -> int:
        return await asyncio.to_thread(met.wait, 30)

    code = (
        "var wg sync.WaitGroup\n"
        'for _, name := range []string{"slow", "block"} {\n\twg.Add(1)\n\tgo func() {\n\t\tdefer wg.Done()\n'
        "\t\tif _, err := codemode.CallTool(name, nil); err != nil {\n\t\t\tpanic(err)\n\t\t}\n\t}()\n}\n"
        'wg.Wait()\n__out = "both"'
    )
    assert codemode.run(code, sources=[FunctionSource.from_functions(block, slow)]).value == "both"


def test_a_function_that_blocks_beside_a_timer() -> None:
    """The program goes on with its timer while the function runs, and a function called alone before that is no trap."""
    source = FunctionSource.from_functions(_block)
    code = (
        '_, err := codemode.CallTool("_block", map[string]any{"seconds": 0.001})\nif err != nil { return err }\n'
        'go codemode.CallTool("_block", map[string]any{"seconds": 0.3})\n'
        "time.Sleep(20 * time.Millisecond)\nbegan := time.Now()\ntime.Sleep(20 * time.Millisecond)\n"
        "fmt.Println(time.Since(began) < 200*time.Millisecond)"
    )
    assert codemode.run(code, sources=[source]).stdout == "true\n"


def _block(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def test_what_a_function_does_to_its_context_is_its_own() -> None:
    seen: list[str] = []
    mark: ContextVar[str] = ContextVar("mark", default="")

    def leave(text: str) -> None:
        seen.append(mark.get())
        mark.set(text)

    source = FunctionSource.from_functions(leave)
    mark.set("caller")
    code = 'for _, t := range []string{"a", "b"} {\n\tcodemode.CallTool("leave", map[string]any{"text": t})\n}'
    codemode.run(code, sources=[source])
    assert (seen, mark.get()) == (["caller", "caller"], "caller")


def _threads_of(calls: str, **how: Any) -> set[int]:
    threads: set[int] = set()

    def here() -> None:
        threads.add(threading.get_ident())
        time.sleep(0.001)

    codemode.run(calls, sources=[FunctionSource.from_functions(here)], **how)
    return threads


ONE_AFTER_THE_OTHER = 'for range 20 {\n\tcodemode.CallTool("here")\n}'
AT_ONCE = """
var wg sync.WaitGroup
for range 20 {
	wg.Go(func() { codemode.CallTool("here") })
}
wg.Wait()
"""


def test_functions_are_called_in_one_other_thread_where_the_time_has_to_hold() -> None:
    threads = _threads_of(ONE_AFTER_THE_OTHER, timeout_ms=5_000)
    assert len(threads) == 1
    assert threading.get_ident() not in threads  # it could block


@pytest.mark.parametrize("how", [{}, {"stdout": io.StringIO()}], ids=["plain", "with a listener"])
def test_functions_are_called_in_the_callers_thread_where_no_time_was_said(how: dict[str, Any]) -> None:
    assert _threads_of(ONE_AFTER_THE_OTHER, **how) == {threading.get_ident()}


def test_functions_called_at_the_same_time_are_called_in_threads() -> None:
    threads = _threads_of(AT_ONCE)
    assert len(threads) > 1
    assert threading.get_ident() not in threads


def test_functions_are_not_called_where_a_loop_runs() -> None:
    """Many a function starts a loop of its own."""

    async def program() -> set[int]:
        return _threads_of(ONE_AFTER_THE_OTHER)

    assert threading.get_ident() not in asyncio.run(program())


def test_what_belongs_to_the_callers_thread_is_of_use_to_its_functions() -> None:
    database = sqlite3.connect(":memory:")  # refuses other threads

    def count() -> int:
        return database.execute("SELECT 7").fetchone()[0]

    with closing(database):
        assert codemode.run('__out = codemode.CallTool("count")', [FunctionSource.from_functions(count)]).value == 7


def test_the_default_time_is_looked_at_when_a_function_has_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codemode.engine.inline._default_limits", lambda: Limits(timeout_ms=100))
    source = FunctionSource.from_functions(_block)
    began = time.monotonic()
    with pytest.raises(LimitError) as error:
        codemode.run('codemode.CallTool("_block", map[string]any{"seconds": 0.3})\nfor {\n}', [source])
    assert error.value.code == "timeout"
    assert 0.3 <= time.monotonic() - began < 2


def test_runs_within_runs() -> None:
    """A tool may run a program itself, many levels deep."""

    def deeper(levels: int) -> int:
        if levels == 0:
            return 0
        code = f'r, err := codemode.CallTool("deeper", map[string]any{{"levels": {levels - 1}}})\nif err != nil {{ return err }}\n__out = r'
        return int(codemode.run(code, sources=[source]).value) + 1

    source = FunctionSource.from_functions(deeper)
    assert deeper(40) == 40


def test_a_deep_recursion_around_a_call() -> None:
    source = FunctionSource.from_functions(_block)
    code = (
        "func down(n int) any {\n\tif n == 0 {\n"
        '\t\tr, _ := codemode.CallTool("_block", map[string]any{"seconds": 0.001})\n\t\treturn r\n\t}\n\treturn down(n - 1)\n}\n'
        "__out = down(4000)"
    )
    assert codemode.run(code, sources=[source]).value == 0.001


@pytest.mark.parametrize(
    "limits", ["limits=codemode.Limits(max_steps=10**9, timeout_ms=60_000)", ""], ids=["with a time", "with none"]
)
@pytest.mark.parametrize("inside", [True, False], ids=["in a function", "in the program"])
def test_an_interrupt_of_the_caller_ends_the_run(inside: bool, limits: str) -> None:
    """Ctrl-C while a function blocks, or while the program is busy after one."""
    code = f"""
import codemode, os, signal, threading, time
def hold(): time.sleep({5 if inside else 0})
source = codemode.FunctionSource.from_functions(hold)
codemode.run("__out = 1", sources=[source])  # imports what it needs
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests in the background has interrupts ignored
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
began = time.monotonic()
try:
    codemode.run('codemode.CallTool("hold")\\nfor {{ select {{ default: }} }}', sources=[source], {limits})
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - began < 3)
if {not inside}:
    used = time.process_time()
    time.sleep(0.3)
    print(time.process_time() - used < 0.15)  # the program does not go on
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=True)
    assert done.stdout.split() == ["interrupted", "True"] + ([] if inside else ["True"])


@pytest.mark.parametrize(("how", "others"), [("", []), (", timeout_ms=5_000", ["codemode-tool"])])
def test_plain_functions_need_no_event_loop(how: str, others: list[str]) -> None:
    code = (
        "import codemode, threading\n"
        "source = codemode.FunctionSource([codemode.FunctionTool('f', lambda x: x + 1)])\n"
        f'print(codemode.run(\'__out = codemode.CallTool("f", map[string]any{{"x": 1}})\', sources=[source]{how}).value)\n'
        "print(sorted(t.name for t in threading.enumerate()))\n"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out == f"2\n{['MainThread', *others]}\n"


def test_a_program_that_hangs_in_a_tool_does_not_keep_the_process() -> None:
    code = (
        "import codemode, time\n"
        "source = codemode.FunctionSource([codemode.FunctionTool('f', lambda: time.sleep(60))])\n"
        "try:\n    codemode.run('codemode.CallTool(\"f\")', sources=[source], limits=codemode.Limits(timeout_ms=100))\n"
        "except codemode.CodeModeError as e:\n    print(e.code)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=20, check=True)
    assert done.stdout == "timeout\n"


@pytest.mark.anyio
async def test_it_works_inside_a_running_event_loop(tools: Tools) -> None:
    assert value(ADD, tools) == 5
    assert value('__out = codemode.CallTool("t.slow", map[string]any{"seconds": 0.01, "name": "x"})', tools) == "x"


@pytest.mark.anyio
async def test_a_client_of_this_very_loop_can_still_be_called(server: UtcpServer) -> None:
    source = await UtcpSource.from_config(server.config())
    code = 'r, err := codemode.CallTool("demo.add", map[string]any{"a": 2, "b": 3})\nif err != nil { return err }\n__out = r'
    assert codemode.run(code, sources=[source]).value == {"result": 5}
    assert (await asyncio.to_thread(codemode.run, code, [source])).value == {"result": 5}


def test_real_tools_over_http(server: UtcpServer) -> None:
    source = asyncio.run(UtcpSource.from_config(server.config()))
    code = (
        'sum, err := codemode.CallTool("demo.add", map[string]any{"a": 5, "b": 7})\nif err != nil { return err }\n'
        'p, err := codemode.CallTool("demo.multiply", map[string]any{"a": sum.result, "b": 3})\nif err != nil { return err }\n'
        '__out = map[string]any{"sum": sum.result, "product": p.result}'
    )
    assert codemode.run(code, sources=[source]).value == {"product": 36, "sum": 12}
    stream = (
        's, err := codemode.CallToolStream("demo.ticks")\nif err != nil { return err }\n'
        "n := 0\nfor t := range s.All() { n += int(t.tick); if n > 10 { break } }\n__out = n"
    )
    assert codemode.run(stream, sources=[source]).value == 15


def test_many_threads_share_programs_and_sources(tools: Tools) -> None:
    sources, got = [tools.source()], []

    def work() -> None:
        for _ in range(20):
            got.append(codemode.run(ADD, sources=sources).value)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == [5] * 120


def test_a_call_that_nobody_waits_for_is_still_made(tools: Tools) -> None:
    code = 'go func() { codemode.CallTool("t.note", map[string]any{"text": "x"}) }()\nruntime.Gosched()\n__out = 1'
    result = codemode.run(code, sources=[tools.source()])
    assert result.value == 1
    assert tools.effects == ["x"]
    assert result.tool_calls[0].status == "ok"


def test_a_failed_call_that_nobody_looked_at_is_a_failure(tools: Tools) -> None:
    found = error('go func() { codemode.CallTool("t.fail") }()\nruntime.Gosched()\n__out = 1', tools)
    assert (type(found), found.code) == (ToolError, "nested_tool_failed")
    assert "t.fail" in str(found)
    assert "503" in str(found)


def test_an_error_that_the_program_looked_at_is_no_failure(tools: Tools) -> None:
    assert value('_, err := codemode.CallTool("t.fail")\n__out = err.Error()', tools) == "503 unavailable"


# --- check -----------------------------------------------------------------------------------------------------------


def test_check_finds_all_problems_and_runs_nothing(tools: Tools) -> None:
    code = 'unused := 1\nx := nothing\ncodemode.CallTool("t.note", map[string]any{"txt": 1})\ny := "a" * 2'
    found = codemode.check(code, sources=[tools.source()])
    assert [d.line for d in found] == sorted(d.line for d in found)
    told = "\n".join(str(d) for d in found)
    for words in ["unused", "undefined: nothing", "txt", '"text"']:
        assert words in told
    assert tools.effects == []
    assert {d.severity for d in found} == {"error", "warning"}


def test_check_of_a_correct_program_is_empty() -> None:
    assert codemode.check("x := 1\n__out = x") == []


def test_check_of_syntax_errors() -> None:
    found = codemode.check("for {\n\tx := \n}")
    assert found
    assert found[0].code == "parse_failed"


def test_strict_mode_wants_assertions() -> None:
    code = "var x any = 1\n__out = x + 1"
    assert codemode.check(code) == []
    assert codemode.check(code, strict=True) != []
    with pytest.raises(CheckError):
        codemode.run(code, strict=True)


def test_bad_input_to_check() -> None:
    with pytest.raises(InputError):
        codemode.check("")
    with pytest.raises(InputError):
        codemode.check(None)  # type: ignore[arg-type]


def test_a_broken_compiler_is_an_internal_error(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from codemode.engine.rejections import our_bugs

    with caplog.at_level(logging.ERROR, "codemode"), pytest.raises(InternalError) as caught, our_bugs():
        raise KeyError("secret")
    assert "secret" not in str(caught.value)
    assert "secret" in caplog.text


class HalfSource:
    def known_tools(self) -> None:
        return None


def test_invalid_sources_and_limits_say_what_to_write() -> None:
    source: Any = codemode.FunctionSource([len_of])
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"sources": source}, "sources must be a list of tool sources and functions, .*not one FunctionSource"),
        ({"sources": len_of}, "not one function"),
        (
            {"sources": [3]},
            "not a tool source: an object of the type int; give functions, FunctionSource, UtcpSource or McpSource objects, ",
        ),
        ({"sources": [codemode.FunctionSource]}, "not a tool source: FunctionSource of the type type"),
        ({"sources": [HalfSource()]}, "lacks these methods of a ToolSource: list_tools, call, stream, direct, close"),
        (
            {"sources": [codemode.UtcpSource.from_config({})]},
            "a coroutine; write `await` before the call of from_config",
        ),
        ({"sources": [lambda: 1]}, "has no name of its own"),
        ({"sources": [len_of, codemode.FunctionTool("len_of", len)]}, "two tools are called 'len_of'"),
        ({"sources": "tools.json"}, "not one str"),
        ({"sources": {"f": len_of}}, "not one dict"),
        ({"limits": {"timeout_ms": 5}}, "limits must be Limits"),
    ]
    for options, told in wrong:
        with pytest.raises(ConfigError, match=told):
            codemode.run("1", **options)
        with pytest.raises(ConfigError, match=told):
            codemode.Engine(**options)
    with pytest.raises(ConfigError, match=r"FunctionSource\(\[f, g\]\)"):
        codemode.FunctionSource(cast(Any, len_of))


def len_of(text: str) -> int:
    return len(text)


@dataclasses.dataclass
class Order:
    total: int = 5


@pytest.mark.parametrize("isolation", ["run", "inline", "process"])
def test_data_is_plain_wherever_the_program_runs(isolation: str) -> None:
    async def answer(data: Any) -> Any:
        async with codemode.Engine(isolation=isolation) as engine:
            reply = await engine.session().exec("__out = data", data=data)
        if isinstance(reply, codemode.Failed):
            raise reply.to_error()
        return cast(Any, reply).value

    def given(data: Any) -> Any:
        return codemode.run("__out = data", data=data).value if isolation == "run" else asyncio.run(answer(data))

    assert given([Order()]) == [{"total": 5}]
    assert given((1, "é")) == [1, "é"]
    with pytest.raises(InputError, match="data must be plain JSON data"):
        given({"a": object()})


@pytest.mark.parametrize("code", [None, b"1", 5, ["1"]])
def test_code_that_is_no_text(code: Any) -> None:
    with pytest.raises(InputError, match=f"code must be text, not {type(code).__name__}"):
        codemode.run(code)
