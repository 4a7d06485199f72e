"""What a model reads of a reply: short, and everything that it has to act on."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from codemode import Completed, Engine, Failed, FunctionSource, Limits, Policy, Rule, Waiting, reply_text
from codemode.dsl import Diagnostic, Repair
from codemode.engine import ToolCallRecord
from codemode.engine.model_text import MAX_LINE, MAX_LISTED, own_stack
from tests.engine.conftest import Tools

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["inline", "process"])
def isolation(request: pytest.FixtureRequest) -> str:
    return request.param


async def read(code: str, isolation: Any, tools: Tools | None = None, **settings: Any) -> dict[str, Any]:
    async with Engine([(tools or Tools()).source()], isolation=isolation, **settings) as engine:
        return json.loads(reply_text(await engine.session().exec(code)))


def stock(sku: str) -> int:
    """How many are in stock."""
    return len(sku)


async def test_calls_that_worked_are_counted(isolation: Any) -> None:
    loop = "n := 0\nfor i := 0; i < 204; i++ { %s }\n__out = n"
    code = (
        loop
        % 'r, err := codemode.CallTool("shop.stock", map[string]any{"sku": fmt.Sprint(i)}); if err != nil { return err }; n += r.(int)'
    )
    async with Engine([FunctionSource.from_functions(stock, owner="shop")], isolation=isolation) as engine:
        reply = await engine.session().exec(code)
    assert len(reply.tool_calls) == 204
    assert json.loads(reply_text(reply)) == {"status": "completed", "value": 502, "calls": {"shop.stock": 204}}
    assert len(reply_text(reply)) < 100


async def test_calls_that_failed_are_told(isolation: Any) -> None:
    code = 'for i := 0; i < 3; i++ { _, err := codemode.CallTool("t.fail"); text(err != nil) }\n'
    code += 'r := codemode.CallTool("t.add", {"a": 1, "b": 2})\n__out = r'
    told = await read(code, isolation)
    assert told["value"] == 3
    assert told["calls"] == {"t.add": 1}
    assert told["look_at_calls"] == ["3 times: t.fail failed: 503 unavailable"]
    assert told["output"] == ["true"] * 3


async def test_a_failed_program_says_that_its_calls_are_not_undone(isolation: Any) -> None:
    told = await read('r := codemode.CallTool("t.add", {"a": 1, "b": 2})\npanic(r)', isolation)
    assert (told["status"], told["calls"]) == ("failed", {"t.add": 1})
    assert "not undone" in told["note"]
    assert "note" not in await read('panic("before any call")', isolation)


async def test_notes_of_calls_are_shown() -> None:
    calls = [
        ToolCallRecord("call_1", "shop.find", "ok", note='its result says that it failed: {"error": "no such sku"}')
    ]
    told = json.loads(reply_text(Completed(tool_calls=calls)))
    assert told["calls"] == {"shop.find": 1}
    assert told["look_at_calls"] == ['shop.find gave: its result says that it failed: {"error": "no such sku"}']


async def test_denied_calls_and_calls_in_doubt_are_told() -> None:
    calls = [
        ToolCallRecord("call_1", "shop.refund", "denied", error="not on a Sunday"),
        ToolCallRecord("call_2", "shop.export", "in_doubt"),
        ToolCallRecord("call_3", "shop.export", "never_started"),
    ]
    reply = Failed(code="aborted", error="the run was aborted", phase="host", tool_calls=calls)
    told = json.loads(reply_text(reply))
    assert "calls" not in told
    assert told["look_at_calls"] == [
        "shop.refund denied: not on a Sunday",
        "shop.export in doubt",
        "shop.export never started",
    ]


async def test_lists_are_bounded_and_say_so() -> None:
    many = range(MAX_LISTED + 7)
    calls = [ToolCallRecord(f"call_{i}", "t.fail", "error", error=f"{i} " + "x" * 1000) for i in many]
    place = Diagnostic("check_failed", "undefined: x", 1, 1, 1, 2, "    1 | x\n      | ^")
    reply = Failed(
        code="check_failed",
        error="1:1: undefined: x",
        phase="check",
        tool_calls=calls,
        diagnostics=[place for _ in many],
        warnings=[place for _ in many],
        repairs=[Repair(f"read as {i}", 1, 1) for i in many],
    )
    told = json.loads(reply_text(reply))
    for name, what in (
        ("look_at_calls", "calls"),
        ("problems", "problems"),
        ("warnings", "warnings"),
        ("repairs", "repairs"),
    ):
        assert len(told[name]) == MAX_LISTED + 1
        assert told[name][-1] == f"and 7 more {what}"
    assert all(len(line) <= MAX_LINE for line in told["look_at_calls"])


async def test_a_failure_is_told_once_with_its_place(isolation: Any) -> None:
    told = await read('__out = 1\nif __out == 1 {\n\treturn errors.New("no stock")\n}', isolation)
    assert told == {
        "status": "failed",
        "code": "guest_error",
        "problems": ['3:2: no stock\n    3 | \treturn errors.New("no stock")\n      | \t^^^^^^'],
    }


async def test_a_panic_of_top_level_code_has_no_stack(isolation: Any) -> None:
    told = await read("xs := []int{1}\ni := 3\n__out = xs[i]", isolation)
    assert told["code"] == "guest_panic"
    assert told["problems"][0].startswith("3:")
    assert "index out of range [3] with length 1" in told["problems"][0]
    assert "stack" not in told
    assert "main.main" not in json.dumps(told)
    assert "goroutine" not in json.dumps(told)


async def test_a_panic_in_a_function_has_its_stack(isolation: Any) -> None:
    told = await read("func at(i int) int {\n\treturn []int{1}[i]\n}\n__out = at(3)", isolation)
    assert told["stack"] == "main.at(...)\n\tcell.go:2\nmain.main(...)\n\tcell.go:4"


def test_a_long_stack_is_cut_in_the_middle() -> None:
    trace = "goroutine 1 [running]:\n" + "main.f(...)\n\tcell.go:2\n" * 99 + "main.main(...)\n\tcell.go:5\n"
    stack = own_stack(trace)
    assert stack.count("main.f") == 11
    assert "(88 calls between them)" in stack
    assert stack.endswith("main.main(...)\n\tcell.go:5")


PYTHON_TOP = 'Traceback (most recent call last):\n  File "cell.py", line 2, in <module>\n  File "cell.py", line 2, in <genexpr>\n'
IN_PYTHON = '  File "cell.py", line 1, in pay'


def test_a_stack_of_python_has_only_functions_and_not_the_error_again() -> None:
    assert own_stack(PYTHON_TOP + "KeyError: 'a'\n") == ""
    stack = own_stack(f"{PYTHON_TOP}{IN_PYTHON}\nKeyError: 'a'\n")
    assert stack.endswith(IN_PYTHON)
    assert len(stack.splitlines()) == 3


async def test_problems_of_the_text_are_all_told(isolation: Any) -> None:
    told = await read("__out = x + y", isolation)
    assert told["code"] == "check_failed"
    assert [line.split("\n")[0] for line in told["problems"]] == ["1:9: undefined: x", "1:13: undefined: y"]
    assert "error" not in told


@pytest.mark.parametrize("language", ["go", "python"])
async def test_how_to_read_what_was_cut_is_told(language: Any) -> None:
    code = {
        "go": 'x := strings.Repeat("a", 9000)\nfmt.Print(x)\n__out = x',
        "python": 'x = "a" * 9000\nprint(x)\n__out = x',
    }
    async with Engine(languages=(language,), limits=Limits(max_output_bytes=2000)) as engine:
        session = engine.session()
        told = json.loads(reply_text(await session.exec(code[language])))
        ids = re.findall(r'results\.Load\("(res_\d)"\)', told["rest"])
        assert len(ids) == 2
        for each in ids:
            whole = await session.exec(f'x = results.Load("{each}")\n__out = len(x) > 0')
            assert isinstance(whole, Completed)
            assert whole.value is True


async def test_output_of_all_kinds(isolation: Any) -> None:
    told = await read('fmt.Println("a")\ntext("b")\njson([]int{1})\nprintln("c")\n__out = nil', isolation)
    assert told["output"] == ["a\n", "b", {"json": [1]}, {"stderr": "c\n"}]
    assert told["value"] is None


async def test_a_run_that_waits(isolation: Any, tools: Tools) -> None:
    code = 'text("first")\nfor i := 0; i < 3; i++ { go codemode.CallTool("t.slow", map[string]any{"seconds": 30}) }\ntime.Sleep(time.Hour)\n__out = 1'
    async with Engine([tools.source()], isolation=isolation) as engine:
        session = engine.session()
        reply = await session.exec(code, timeout_ms=700)
        told = json.loads(reply_text(reply))
        assert isinstance(reply, Waiting)
        assert told == {
            "status": "waiting",
            "run_id": reply.run_id,
            "reason": "pending_tools",
            "pending": {"t.slow": 3},
            "output": ["first"],
        }
        await session.abort(reply.run_id)


async def test_a_run_that_waits_for_a_person(isolation: Any) -> None:
    policy = Policy([Rule("ask", tool="t.note")])
    told = await read('codemode.CallTool("t.note", {"text": "hello"})', isolation, policy=policy)
    assert told["reason"] == "approval"
    assert told["needs_approval"] == [{"tool": "t.note", "arguments": {"text": "hello"}}]
    assert "a person decides" in told["hint"]  # wait would return at once, and a model would spend its turns on it
    assert "look_at_calls" not in told
    assert "pending" not in told


async def test_calls_whose_error_nothing_takes_are_one_line(isolation: Any) -> None:
    code = 'a := codemode.CallTool("t.add", {"a": 1, "b": 2})\nb := tools.TAdd({"a": a, "b": 2})\n__out = b'
    lines = (await read(code, isolation))["repairs"]
    assert [line for line in lines if "the error of this call" in line] == [
        "line 1, 2: the error of this call is not ignored: if the call fails, the run fails with it"
    ]


async def test_what_print_prints_is_the_result(isolation: Any) -> None:
    told = await read("import os; print(1)", isolation)
    assert told["output"] == [{"stderr": "1"}]
    assert "warnings" not in told


async def test_warnings_and_repairs_are_lines(isolation: Any) -> None:
    told = await read('r = codemode.CallTool("t.add", {"a": 1, "b": 2})\n__out = r', isolation)
    assert told["value"] == 3
    assert told["repairs"][0].startswith("line 1: ")
    assert all(isinstance(line, str) for line in told["repairs"])


def test_the_same_repair_is_told_once() -> None:
    repairs = [Repair("read as x", line, 1) for line in (3, 3, 1, 9)]
    assert json.loads(reply_text(Completed(repairs=repairs)))["repairs"] == ["line 1, 3, 9: read as x"]


async def test_a_program_that_did_not_end_is_not_asked_for_a_result(isolation: Any) -> None:
    assert "warnings" not in await read('panic("x")', isolation)
    assert "warnings" not in await read('yield_control("soon")', isolation)
    assert "__out is not set" in (await read("for range 3 {}", isolation))["warnings"][0]


async def test_the_note_about_the_result_is_shown_only_with_the_result(isolation: Any) -> None:
    assert "repairs" not in await read('x := 3\nfmt.Println("a", x)', isolation)
    told = await read('x := 3\nif x < 0 { fmt.Println("a") }', isolation)
    assert (told["value"], told["repairs"]) == (
        3,
        ["line 1: the program does not set __out: its result is x, which was assigned last"],
    )


def odd(n: int, mail: str = "") -> int:
    """Fail for odd numbers."""
    if n % 2:
        raise ValueError("odd")
    return n


async def test_the_arguments_of_calls_that_failed_are_told(isolation: Any) -> None:
    """Otherwise a model that made five calls does not know which one failed. Of equal failures the first is told."""
    long = "y" * 1000
    code = "for i := range %d { _, _ = codemode.CallTool('t.odd', map[string]any{'n': %s, 'mail': %s}) }".replace(
        "'", '"'
    )
    async with Engine([FunctionSource.from_functions(odd, owner="t")], isolation=isolation) as engine:
        session = engine.session()
        one = json.loads(reply_text(await session.exec(code % (4, "i / 3 * 5", '""'))))
        many = json.loads(reply_text(await session.exec(code % (9, "i", json.dumps(long)))))
    assert one["look_at_calls"] == ['t.odd failed: odd (with {"mail": "", "n": 5})']
    (line,) = many["look_at_calls"]
    assert line.startswith('4 times: t.odd failed: odd (first with {"mail": "yyyyy')
    assert len(line) < 200


async def test_arguments_of_failed_calls_are_not_in_a_history_without_values() -> None:
    events: list[Any] = []
    async with Engine(
        [FunctionSource.from_functions(odd, owner="t")], isolation="inline", on_event=events.append
    ) as engine:
        reply = await engine.session().exec('codemode.CallTool("t.odd", map[string]any{"n": 77777})')
    assert "77777" in reply_text(reply)
    assert not [event for event in events if "77777" in repr(event) and event.type == "call_ended"]
