"""What a model is told of a snippet that failed: nearest to the failure first, and least of it cut."""

from __future__ import annotations

from typing import Any

import pytest

from codemode import CodeModeUTCP, Engine, Failed, ScriptedModel
from codemode.orchestrator.effect_ledger import Ledger
from codemode.orchestrator.problems import MAX_CALLS, MAX_PRINTED, MAX_TEXT, calls_text, problem_text
from tests.orchestrator.shop import Shop

pytestmark = pytest.mark.anyio


async def told(code: str) -> str:
    async with Engine(isolation="inline") as engine:
        reply = await engine.session().exec(code)
    assert isinstance(reply, Failed)
    return problem_text(reply, reply.to_error())


async def test_top_level_code_has_no_stack() -> None:
    for code in ('__out = 1\nreturn errors.New("no stock")', "var m map[string]int\nm[`a`] = 1\n__out = m"):
        text = await told(code)
        assert "goroutine" not in text
        assert "main.main" not in text
        assert "    2 | " in text
    assert (await told('__out = 1\nreturn errors.New("no stock")')).count("no stock") == 2, "message, and the line"


async def test_functions_of_the_program_have_one() -> None:
    text = await told("func f() {\n\tpanic(`x`)\n}\nf()\n__out = 1")
    assert "main.f(...)\n\tcell.go:2\nmain.main(...)\n\tcell.go:4" in text
    assert "goroutine" not in text


async def test_of_a_long_error_both_ends_are_told() -> None:
    text = await told('__out = 1\nreturn errors.New("begin" + strings.Repeat("x", 30000) + "end")')
    assert "begin" in text
    assert "end" in text
    assert len(text) < 3 * MAX_TEXT


async def test_of_much_output_the_end_is_told() -> None:
    text = await told('for i := 0; i < 2000; i++ { fmt.Println("row", i) }\npanic("full")')
    assert text.endswith("row 1999\n")
    assert "row 0\n" not in text
    assert len(text) < MAX_PRINTED + 500


def test_of_many_calls_those_with_effects_and_the_last_are_told() -> None:
    ledger = Ledger()
    for number in range(300):
        name = "shop.refund" if number == 3 else "shop.get"
        record, _ = ledger.begin(name, {"n": number}, repeatable=name == "shop.get")
        record.status = "error" if number == 5 else "ok"
    text = calls_text(ledger)
    assert 'shop.refund({"n": 3})' in text
    assert 'shop.get({"n": 5}) failed' in text
    assert 'shop.get({"n": 299})' in text
    assert 'shop.get({"n": 4})' not in text
    assert text.startswith(f"- {300 - MAX_CALLS} more calls, which are not shown: shop.get ({300 - MAX_CALLS})")


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_goroutines_left_behind_are_a_problem_to_repair(isolation: Any) -> None:
    shop = Shop()
    refund = 'codemode.CallTool("shop.refund", map[string]any{"order": "O-1", "amount": 5})'
    answers = [{"tools": ["shop.refund"], "code": f"go {refund}\n__out = 1"}, {"code": f"__out = {refund}"}]
    model = ScriptedModel(answers)
    async with CodeModeUTCP(None, model, sources=[shop.source()], pipeline="single", isolation=isolation) as cm:
        outcome = await cm.call_tool("refund O-1")
    assert outcome.attempts == 2
    assert "had not begun when the program ended" in outcome.history[0].problem
    assert shop.done == ["refund O-1 5"]
