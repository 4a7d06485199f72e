"""Programs that ended well with a result that they can hardly mean: one round of repair, and never a worse value for it."""

from __future__ import annotations

from typing import Any

import pytest

from codemode import CodeModeUTCP, FunctionSource, FunctionTool, ScriptedModel, ToolCache
from codemode.catalog import Policy, Rule
from codemode.dsl import Diagnostic
from codemode.engine import Completed
from codemode.orchestrator.doubtful_results import DOUBTFUL, doubts
from codemode.orchestrator.effect_ledger import Ledger
from codemode.orchestrator.events import Event, Repaired
from codemode.orchestrator.models import Asker
from codemode.orchestrator.pipeline import Pipeline
from codemode.orchestrator.stages import Stages
from codemode.orchestrator.usage import Usage
from tests.orchestrator.shop import candidates_of

pytestmark = pytest.mark.anyio
WRONG = 'r, err := codemode.CallTool("shop.get_order", map[string]any{"id": "A"})\nif err != nil { return err }\n__out = r["lines"]'
RIGHT = WRONG.replace('"lines"', '"items"')
PAY = 'codemode.CallTool("shop.pay", map[string]any{"amount": 5})\n'
OTHER = WRONG.replace('"lines"', '"rows"')


class Shop:
    def __init__(self) -> None:
        self.paid: list[float] = []

    def get_order(self, id: str) -> Any:
        """One order."""
        return {"id": id, "items": ["KB-1"]}

    def pay(self, amount: float) -> str:
        """Pay."""
        if amount < 0:
            raise ValueError("too little")
        self.paid.append(amount)
        return "paid"

    def app(self, *answers: Any, **options: Any) -> tuple[CodeModeUTCP, ScriptedModel]:
        tools = [FunctionTool("shop.get_order", self.get_order, read_only=True), FunctionTool("shop.pay", self.pay)]
        said = [{"code": answer} if isinstance(answer, str) else answer for answer in answers]
        model = ScriptedModel(said)
        return CodeModeUTCP(None, model, sources=[FunctionSource(tools)], **options), model


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_a_value_of_a_key_that_is_not_there_is_repaired(isolation: str) -> None:
    cm, model = Shop().app(WRONG, RIGHT, isolation=isolation)
    events: list[Event] = []
    outcome = await cm.call_tool("what is in order A?", on_event=events.append)
    assert (outcome.value, outcome.code, outcome.attempts) == (["KB-1"], RIGHT, 2)
    assert [event for event in events if isinstance(event, Repaired)] == [Repaired(1, "missing_key_in_value")]
    repair = model.prompts[1]
    assert "It ran to its end" in repair
    assert '"lines"' in repair
    assert "items" in repair.partition("# Tool calls")[0]
    assert "Its value was: null" in repair
    assert outcome.warnings == []
    assert outcome.notes == []


async def test_a_call_that_failed_without_being_looked_at_is_repaired() -> None:
    dropped = 'r, _ := codemode.CallTool("shop.get_order", map[string]any{"id": 5.5})\n__out = r'
    cm, model = Shop().app(dropped.replace("5.5", 'fmt.Sprint("x") == "x"'), RIGHT)
    outcome = await cm.call_tool("what is in order A?")
    assert (outcome.value, outcome.attempts) == (["KB-1"], 2)
    assert "the error of shop.get_order was dropped" in model.prompts[1]


async def test_the_plan_is_that_of_the_program_whose_value_is_used() -> None:
    first, second = {"tools": ["shop.get_order"], "code": WRONG}, {"tools": ["shop.pay", "shop.nope"], "code": OTHER}
    cm, _ = Shop().app(first, second, pipeline="single")
    outcome = await cm.call_tool("what is in order A?")
    assert (outcome.code, outcome.plan.tools, outcome.plan.unknown) == (WRONG, ("shop.get_order",), ())
    assert not any("plan names" in note or "does not name" in note for note in outcome.notes)


def test_doubtful_results_are_found_by_codes() -> None:
    wanted = {"missing_key_in_value", "goroutines_left", "dropped_error"}
    assert wanted == DOUBTFUL, "what was read and not used is no problem"
    for code in (*wanted, "missing_key", "runtime_warning"):
        assert [warning.code for warning in doubts(warned(code))] == ([code] if code in DOUBTFUL else [])


def warned(*codes: str, value: Any = 1) -> Completed:
    warnings = [Diagnostic(code, "told", 1, 1, 0, 0, "", "", "warning") for code in codes]
    return Completed(value=value, has_value=True, warnings=warnings)


@pytest.mark.parametrize(("second", "value"), [(warned(value=2), 2), (warned("goroutines_left", value=2), 1)])
async def test_goroutines_that_had_not_begun_are_a_problem_too(second: Completed, value: int) -> None:
    cm, _ = Shop().app()
    replies = [warned("goroutines_left"), second]
    model = ScriptedModel([{"code": "first"}, {"code": "second"}])
    candidates = await candidates_of(await cm.engine.catalog(), "do it", 16, complete=True)
    stages = Stages(Asker(model), "do it", candidates, "", Usage())

    async def run(code: str, *, park: bool) -> Completed:
        return replies[["first", "second"].index(code)]

    outcome = await Pipeline(stages, run, lambda _: (), ToolCache(), Ledger(), 2).answer("single")
    assert outcome.value == value
    assert "told" in model.prompts[1]
    assert len(outcome.notes) == (value == 1)


async def test_a_call_in_doubt_is_not_made_a_second_time_for_a_doubtful_value() -> None:
    cm, _ = Shop().app()
    ledger = Ledger()
    ledger.begin("shop.pay", {"amount": 5}, repeatable=False)
    candidates = await candidates_of(await cm.engine.catalog(), "do it", 16, complete=True)
    model = ScriptedModel([{"code": "first"}])

    async def run(code: str, *, park: bool) -> Completed:
        return warned("goroutines_left")

    stages = Stages(Asker(model), "do it", candidates, "", Usage())
    outcome = await Pipeline(stages, run, lambda _: (), ToolCache(), ledger, 2).answer("single")
    assert (outcome.value, len(model.prompts)) == (1, 1)


@pytest.mark.parametrize(
    ("second", "told"),
    [
        (OTHER, "doubtful too"),
        ("__out = one", "undefined: one"),
        ('panic("no")', "no"),
        ("", "has no code"),
        ({"nonsense": 1}, "no JSON object"),
        (OSError("gone"), "gone"),
    ],
)
async def test_a_repair_that_is_not_better_keeps_the_first_value(second: Any, told: str) -> None:
    cm, model = Shop().app(WRONG, second, RIGHT)
    outcome = await cm.call_tool("what is in order A?")
    assert (outcome.status, outcome.value, outcome.code) == ("completed", None, WRONG)
    assert len(model.prompts) == 2, "one round"
    assert [warning.code for warning in outcome.warnings] == ["missing_key_in_value"]
    [note] = outcome.notes
    assert "missing_key_in_value" in note
    assert told in note
    assert outcome.history[0].code == WRONG
    assert outcome.history[0].problem
    assert outcome.attempts == len(outcome.history)


async def test_there_is_no_round_without_repairs() -> None:
    cm, model = Shop().app(WRONG, RIGHT, max_repairs=0)
    outcome = await cm.call_tool("what is in order A?")
    assert (outcome.value, outcome.attempts, len(model.prompts)) == (None, 1, 1)
    assert [warning.code for warning in outcome.warnings] == ["missing_key_in_value"]
    cm, model = Shop().app("__out = one", WRONG, RIGHT, max_repairs=1)
    assert ((await cm.call_tool("what is in order A?")).value, len(model.prompts)) == (None, 2)
    cm, model = Shop().app("__out = one", WRONG, RIGHT, max_repairs=2)
    assert ((await cm.call_tool("what is in order A?")).value, len(model.prompts)) == (["KB-1"], 3)


async def test_effects_are_not_repeated() -> None:
    shop = Shop()
    cm, model = shop.app(PAY + WRONG, PAY + RIGHT)
    outcome = await cm.call_tool("pay, and what is in order A?")
    assert (outcome.value, shop.paid) == (["KB-1"], [5])
    assert 'worked and gave "paid' in model.prompts[1]


async def test_the_second_program_asks_nobody() -> None:
    shop = Shop()
    cm, _ = shop.app(WRONG, PAY + RIGHT, policy=Policy([Rule("ask", "shop.pay")]))
    outcome = await cm.call_tool("what is in order A?")
    assert (outcome.status, outcome.value, shop.paid) == ("completed", None, [])
    assert "approval" in outcome.notes[0]


async def test_a_key_that_was_looked_for_and_not_needed_costs_nothing() -> None:
    cm, model = Shop().app(RIGHT.replace("__out", '_ = r["discount"]\n__out'))
    outcome = await cm.call_tool("what is in order A?")
    assert (outcome.value, len(model.prompts)) == (["KB-1"], 1)


async def test_printed_output_without_a_result_is_reported() -> None:
    cm, _ = Shop().app('fmt.Println("KB-1")')
    outcome = await cm.call_tool("what is in order A?")
    assert (outcome.value, outcome.stdout) == (None, "KB-1\n")
    assert outcome.notes == ["the program set no __out; what it printed is in stdout"]


# a call in a loop is not taken for the result
READ = 'for i := 0; i < 1; i++ {\n\tcodemode.CallTool("shop.get_order", map[string]any{"id": "A"})\n}\n'
PAY_SILENTLY = f"for i := 0; i < 1; i++ {{\n\t{PAY}}}\n"


@pytest.mark.parametrize(
    ("first", "told"),
    [
        (READ, "__out is not set"),
        ("func main() {\n\t" + READ + "}", "the program gives no value and prints nothing"),
    ],
)
async def test_a_program_that_only_read_and_says_nothing_is_repaired(first: str, told: str) -> None:
    cm, model = Shop().app(first, RIGHT)
    outcome = await cm.call_tool("what is in order A?")
    assert (outcome.value, outcome.attempts, outcome.notes) == (["KB-1"], 2, [])
    assert told in model.prompts[1]
    assert "assign the " in model.prompts[1]


async def test_a_program_that_says_nothing_again_is_not_asked_for_a_third_time() -> None:
    cm, _ = Shop().app(READ, READ)
    outcome = await cm.call_tool("what is in order A?")
    assert (outcome.value, outcome.usage.requests) == (None, 2)
    assert "the value is doubtful (no_result)" in outcome.notes[0]


PAY_IN_VAIN = 'if _, err := codemode.CallTool("shop.pay", map[string]any{"amount": -1}); err != nil {\n\treturn\n}\n'


@pytest.mark.parametrize(
    "code",
    [
        PAY_SILENTLY,
        PAY_SILENTLY + READ,
        PAY_IN_VAIN,
        READ + 'fmt.Println("done")',
        READ + "__out = nil",
        READ + 'store.Save("n", 1)',
    ],
)
async def test_a_program_with_an_effect_or_an_answer_may_end_without_a_value(code: str) -> None:
    cm, _ = Shop().app(code)
    outcome = await cm.call_tool("pay 5")
    assert (outcome.value, outcome.usage.requests) == (None, 1)


async def test_python_that_calls_nothing_is_repaired() -> None:
    wrong = 'def main():\n    return shop.get_order("A")["items"]\n'
    cm, model = Shop().app(wrong, wrong + "__out = main()", language="python", isolation="process")
    outcome = await cm.call_tool("what is in order A?")
    assert (outcome.value, outcome.attempts) == (["KB-1"], 2)
    assert "the program gives no value and prints nothing" in model.prompts[1]
