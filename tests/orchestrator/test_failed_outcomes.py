"""An error that a request ends with has its outcome: what was tried, and what it cost."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from codemode import CallOutcome, CodeModeUTCP, FunctionSource, ScriptedModel
from codemode.errors import CheckError, CodeModeError, ModelError, ToolSourceError
from codemode.orchestrator import run_agent
from codemode.orchestrator.events import Event, Finished
from tests.openai_server import Reply, openai_server
from tests.orchestrator.shop import ADD, CHOSE_ADD, NEEDED, Shop, app, snippet

pytestmark = pytest.mark.anyio
ASK = "add 5 and 7"


async def failed(cm: CodeModeUTCP, kind: type[CodeModeError] = CodeModeError, **options: Any) -> CallOutcome:
    with pytest.raises(kind) as caught:
        await cm.call_tool(ASK, **options)
    outcome = caught.value.outcome
    assert isinstance(outcome, CallOutcome)
    assert outcome.status == "failed"
    return outcome


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_snippets_that_never_worked(isolation: str) -> None:
    shop = Shop()
    shop.failures = 9
    code = 'fmt.Print("hi")\nr, err := codemode.CallTool("shop.deliver", map[string]any{"order": "x"})\nreturn err'
    cm, _ = app(
        shop, NEEDED, CHOSE_ADD, snippet("__out = one"), snippet("__out = two"), snippet(code), isolation=isolation
    )
    events: list[Event] = []
    outcome = await failed(cm, on_event=events.append)
    assert [attempt.code for attempt in outcome.history] == ["__out = one", "__out = two", code]
    assert "undefined: one" in outcome.history[0].problem
    assert (outcome.code, outcome.attempts, outcome.plan.tools) == (code, 3, ("math.add",))
    assert [(call.tool, call.status) for call in outcome.tool_calls] == [("shop.deliver", "error")]
    assert (outcome.stdout, outcome.used_tools, outcome.value) == ("hi", True, None)
    assert outcome.usage.requests == 5
    assert [stage.name for stage in outcome.stages][:3] == ["decide", "select", "generate"]
    last = events[-1]
    assert isinstance(last, Finished)
    assert last.error is not None
    assert last.error.outcome is outcome


REFUND = 'r, err := codemode.CallTool("shop.refund", map[string]any{"order": "A", "amount": 5})\nif err != nil { return err }\n'


@pytest.mark.parametrize("second", [REFUND + "__out = r[0]", "__out = one", "The refund is done."])
async def test_what_was_done_is_noted(second: str) -> None:
    shop = Shop()
    answers = [snippet(REFUND + "__out = r[0]"), second if second.startswith("The") else snippet(second)]
    cm, _ = app(shop, *answers, pipeline="single", max_repairs=1)
    outcome = await failed(cm)
    assert shop.done == ["refund A 5"]
    assert outcome.notes == ["calls were made that had an effect, or may have had one: shop.refund"]


async def test_nothing_is_noted_of_what_only_reads_or_failed() -> None:
    shop = Shop()
    shop.failures = 9
    reading = ADD + '\nreturn errors.New("odd")'
    delivering = '_, err := codemode.CallTool("shop.deliver", map[string]any{"order": "x"})\nreturn err'
    for code in (reading, delivering):
        cm, _ = app(shop, snippet(code), pipeline="single", max_repairs=0)
        assert (await failed(cm)).notes == []


async def test_one_snippet_and_no_repair() -> None:
    cm, _ = app(Shop(), {"tools": ["math.add"], **snippet("__out = one")}, pipeline="single", max_repairs=0)
    outcome = await failed(cm, CheckError)
    assert (outcome.code, outcome.attempts, outcome.usage.requests) == ("__out = one", 1, 1)


async def test_a_model_that_fails_at_once() -> None:
    with openai_server([Reply("bad key", status=401)]) as server:
        from codemode import OpenAIModel

        async with CodeModeUTCP(None, OpenAIModel("m", base_url=server.url), sources=[Shop().source()]) as cm:
            outcome = await failed(cm, ModelError)
    assert (outcome.code, outcome.attempts, outcome.usage.requests, outcome.used_tools) == ("", 0, 1, False)
    assert outcome.notes == []


@pytest.mark.parametrize("silence", [OSError("gone"), {"sleeps": True}])
async def test_a_model_that_falls_silent_during_a_repair(silence: Any) -> None:
    async def asleep(_: Any) -> str:
        await asyncio.sleep(60)
        return ""

    then = asleep if isinstance(silence, dict) else silence
    cm, _ = app(Shop(), NEEDED, CHOSE_ADD, snippet("__out = one"), then, model_timeout=0.5)
    outcome = await failed(cm, ModelError)
    assert [attempt.code for attempt in outcome.history] == ["__out = one"]
    assert (outcome.code, outcome.usage.requests) == ("__out = one", 4)


async def test_tools_that_cannot_be_listed() -> None:
    class Gone(FunctionSource):
        def known_tools(self) -> None:
            return None

        async def list_tools(self) -> Any:
            raise ToolSourceError("the server is gone")

    cm = CodeModeUTCP(None, ScriptedModel([]), sources=[Gone([len])])
    outcome = await failed(cm, ToolSourceError)
    assert outcome.usage.requests == 0


async def test_requests_that_share_a_failure_have_outcomes_of_their_own() -> None:
    async def model(prompt: str) -> Any:
        await asyncio.sleep(0.05)
        return NEEDED if prompt.startswith("Decide") else "nonsense"

    cm = CodeModeUTCP(None, model, sources=[Shop().source()], pipeline="staged")
    errors = await asyncio.gather(*(cm.call_tool(ASK) for _ in range(3)), return_exceptions=True)
    outcomes = [error.outcome for error in errors if isinstance(error, ModelError)]
    assert len({id(outcome) for outcome in outcomes}) == 3


async def test_run_agent_takes_a_model_timeout() -> None:
    async def never(messages: Any, tools: Any) -> str:
        await asyncio.sleep(60)
        return ""

    with pytest.raises(ModelError, match=r"within 0\.05 s") as caught:
        await run_agent(ASK, never, sources=[Shop().source()], model_timeout=0.05)
    assert caught.value.code == "model_timeout"
    cm = CodeModeUTCP(None, never, sources=[Shop().source()], isolation="inline")
    with pytest.raises(ModelError, match=r"within 0\.05 s"):
        await cm.run_agent(ASK, model_timeout=0.05)
    for wrong in (0, -1, True, "3"):
        with pytest.raises(CodeModeError, match="model_timeout"):
            await cm.run_agent(ASK, model_timeout=wrong)  # type: ignore[arg-type]


async def test_a_successful_outcome_has_no_error() -> None:
    cm, _ = app(Shop(), NEEDED, CHOSE_ADD, snippet(ADD))
    outcome = await cm.call_tool(ASK)
    assert (outcome.status, outcome.value) == ("completed", 12)
