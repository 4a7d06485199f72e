"""What is told on the way from a prompt to a value: which events, in which order, and who may listen."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from codemode import CodeModeUTCP, FunctionSource, ScriptedModel
from codemode.errors import CheckError, CodeModeError, ModelError
from codemode.orchestrator.events import (
    Event,
    Finished,
    ModelAnswered,
    ModelCalled,
    Repaired,
    StageFinished,
    StageStarted,
    ToolCalled,
    ToolEnded,
)
from codemode.orchestrator.outcome import CallOutcome
from tests.openai_server import openai_server
from tests.orchestrator.shop import ADD, CHOSE_ADD, NEEDED, Shop, app, snippet

pytestmark = pytest.mark.anyio
ASK = "add 5 and 7"


def told(events: list[Event]) -> list[str]:
    """The events as words, without times."""
    return [_word(event) for event in events]


def _word(event: Event) -> str:
    match event:
        case StageStarted(stage):
            return f"{stage}..."
        case StageFinished(stage, _, cached, error):
            return f"{stage}{' cached' if cached else ''}{f' {error}' if error else ''}"
        case ModelCalled(request):
            return f"asked {request}"
        case ModelAnswered(request):
            return f"answered {request}{f' {event.error}' if event.error else ''}"
        case ToolCalled(_, tool):
            return f"call {tool}"
        case ToolEnded(_, tool, status):
            return f"end {tool} {status}{' known' if event.known else ''}"
        case Repaired(attempt, code):
            return f"repaired {attempt} {code}"
        case Finished(outcome, error):
            return f"finished {type(error or outcome).__name__}"
        case _:
            return type(event).__name__


STAGED = ["decide...", "asked 1", "answered 1", "decide", "select...", "asked 2", "answered 2", "select"]
GENERATE = ["generate...", "asked 3", "answered 3", "generate"]
EXECUTE = ["execute...", "call math.add", "end math.add ok", "execute"]


@pytest.fixture
def shop() -> Shop:
    return Shop()


async def test_staged(shop: Shop) -> None:
    events: list[Event] = []
    cm, _ = app(shop, NEEDED, CHOSE_ADD, snippet(ADD))
    outcome = await cm.call_tool(ASK, on_event=events.append)
    assert told(events) == [*STAGED, *GENERATE, *EXECUTE, "finished CallOutcome"]
    last = events[-1]
    assert isinstance(last, Finished)
    assert last.outcome is outcome
    ended = [event for event in events if isinstance(event, (StageFinished, ToolEnded, ModelAnswered))]
    assert all(event.ms >= 0 for event in ended)
    [call] = [event for event in events if isinstance(event, ToolCalled)]
    assert call.call_id == outcome.tool_calls[0].id


async def test_single_with_a_repair(shop: Shop) -> None:
    events: list[Event] = []
    cm, _ = app(shop, {"tools": ["math.add"], **snippet("__out = one")}, snippet(ADD), pipeline="single")
    await cm.call_tool(ASK, on_event=events.append)
    assert told(events) == [
        *("plan...", "asked 1", "answered 1", "plan", "execute...", "execute check_failed"),
        *("repair...", "asked 2", "answered 2", "repair", "repaired 1 check_failed"),
        *EXECUTE,
        "finished CallOutcome",
    ]


async def test_what_is_answered_from_the_record_says_so(shop: Shop) -> None:
    shop.failures = 1
    code = (
        'codemode.CallTool("shop.refund", map[string]any{"order": "O-1", "amount": 5})\n'
        'r, err := codemode.CallTool("shop.deliver", map[string]any{"order": "O-1"})\nif err != nil {\n\treturn err\n}\n__out = r'
    )
    events: list[Event] = []
    cm, _ = app(shop, NEEDED, {"tools": ["shop.refund", "shop.deliver"]}, snippet(code), snippet(code))
    await cm.call_tool("refund and deliver order O-1", on_event=events.append)
    calls = [word for word in told(events) if word.startswith("end")]
    assert calls == ["end shop.refund ok", "end shop.deliver error", "end shop.refund ok known", "end shop.deliver ok"]


async def test_a_cached_selection_asks_nobody(shop: Shop) -> None:
    events: list[Event] = []
    cm, _ = app(shop, NEEDED, CHOSE_ADD, snippet(ADD), NEEDED, snippet(ADD))
    await cm.call_tool(ASK)
    await cm.call_tool(ASK, on_event=events.append)
    words = told(events)
    assert words[words.index("select...") + 1] == "select cached"


async def test_no_tools_needed_has_an_end_too(shop: Shop) -> None:
    events: list[Event] = []
    assert (await CodeModeUTCP(None, ScriptedModel([])).call_tool(ASK, on_event=events.append)).used_tools is False
    assert told(events) == ["finished CallOutcome"]


async def test_failures_are_the_last_event(shop: Shop) -> None:
    events: list[Event] = []
    cm, _ = app(shop, NEEDED, CHOSE_ADD, OSError("gone"))
    with pytest.raises(ModelError) as caught:
        await cm.call_tool(ASK, on_event=events.append)
    assert told(events)[-3:] == ["answered 3 model_failed", "generate model_failed", "finished ModelError"]
    last = events[-1]
    assert isinstance(last, Finished)
    assert last.error is caught.value
    events.clear()
    with pytest.raises(CodeModeError):
        await cm.call_tool("", on_event=events.append)
    assert told(events) == ["finished InputError"]


async def test_streamed_calls_begin_and_end(shop: Shop) -> None:
    code = 's, _ := codemode.CallToolStream("shop.follow", map[string]any{"count": 2})\nn := 0\nfor range s.All() { n++ }\n__out = n'
    events: list[Event] = []
    cm, _ = app(shop, {"tools": ["shop.follow"], **snippet(code, True)}, pipeline="single")
    assert (await cm.call_tool("stream numbers", on_event=events.append)).value == 2
    assert told(events)[5:7] == ["call shop.follow", "end shop.follow ok"]


async def test_tokens_of_each_answer(shop: Shop) -> None:
    from codemode import OpenAIModel

    events: list[Event] = []
    with openai_server([NEEDED, CHOSE_ADD, snippet(ADD)]) as models:
        async with CodeModeUTCP(None, OpenAIModel("m", base_url=models.url), sources=[shop.source()]) as cm:
            outcome = await cm.call_tool(ASK, on_event=events.append)
    answers = [event for event in events if isinstance(event, ModelAnswered)]
    assert len(answers) == 3
    assert sum(event.input_tokens for event in answers) == outcome.usage.input_tokens > 100
    assert sum(event.output_tokens for event in answers) == outcome.usage.output_tokens > 10


# --- listeners --------------------------------------------------------------------------------------------------------------


async def test_listeners_may_wait_and_hear_everything_in_order(shop: Shop) -> None:
    ours: list[Event] = []
    slow: list[Event] = []

    async def listen(event: Event) -> None:
        await asyncio.sleep(0.002)
        slow.append(event)

    model = ScriptedModel([NEEDED, CHOSE_ADD, snippet(ADD)])
    async with CodeModeUTCP(None, model, sources=[shop.source()], pipeline="staged", on_event=ours.append) as cm:
        await cm.call_tool(ASK, on_event=listen)
    assert ours == slow
    assert told(slow) == [*STAGED, *GENERATE, *EXECUTE, "finished CallOutcome"]


@pytest.mark.parametrize("waits", [False, True])
async def test_a_listener_that_fails_does_not_break_the_run(
    shop: Shop, waits: bool, caplog: pytest.LogCaptureFixture
) -> None:
    def bad(event: Event) -> None:
        raise ValueError("no ears")

    async def bad_later(event: Event) -> None:
        raise ValueError("no ears")

    cm, _ = app(shop, NEEDED, CHOSE_ADD, snippet(ADD))
    assert (await cm.call_tool(ASK, on_event=bad_later if waits else bad)).value == 12
    assert "a listener of events failed at StageStarted" in caplog.text


async def test_events_come_on_the_loop_also_when_tools_run_elsewhere() -> None:
    threads: set[int] = set()

    def blocking(word: str) -> str:
        """Echo a word."""
        assert threading.get_ident() != here
        return word

    here = threading.get_ident()
    code = '__out = codemode.CallTool("blocking", map[string]any{"word": "x"})'
    model = ScriptedModel([{"tools": ["blocking"], **snippet(code)}])
    async with CodeModeUTCP(None, model, sources=[FunctionSource([blocking])], pipeline="single") as cm:
        await cm.call_tool("echo a word", on_event=lambda _: threads.add(threading.get_ident()))
    assert threads == {here}


async def test_no_event_holds_arguments_or_texts() -> None:
    secret = "hunter2"

    def login(password: str) -> str:
        """Log in with a password."""
        raise RuntimeError(f"wrong password {password}")

    code = f'r, err := codemode.CallTool("login", map[string]any{{"password": "{secret}"}})\nif err != nil {{ return err }}\n__out = r'
    events: list[Event] = []
    model = ScriptedModel([{"tools": ["login"], **snippet(code)}, snippet('__out = "gave up"')])
    async with CodeModeUTCP(None, model, sources=[FunctionSource([login])], pipeline="single") as cm:
        await cm.call_tool(f"log in with the password {secret}", on_event=events.append)
    assert any(isinstance(event, ToolEnded) and event.status == "error" for event in events)
    assert all(secret not in repr(event) for event in events if not isinstance(event, Finished))


def test_events_are_frozen() -> None:
    for kind in (StageStarted, StageFinished, ModelCalled, ModelAnswered, ToolCalled, ToolEnded, Repaired, Finished):
        assert is_dataclass(kind)
        made: Any = kind(
            *[0 for field in fields(kind) if field.default is field.default_factory]
        )  # those without defaults
        with pytest.raises(AttributeError):
            setattr(made, fields(kind)[0].name, 1)


# --- as an async iterator ---------------------------------------------------------------------------------------------------


async def test_stream(shop: Shop) -> None:
    cm, _ = app(shop, NEEDED, CHOSE_ADD, snippet(ADD))
    events = [event async for event in cm.stream(ASK)]
    assert told(events) == [*STAGED, *GENERATE, *EXECUTE, "finished CallOutcome"]
    last = events[-1]
    assert isinstance(last, Finished)
    assert isinstance(last.outcome, CallOutcome)
    assert last.outcome.value == 12


async def test_a_stream_raises_what_the_call_would(shop: Shop) -> None:
    cm, _ = app(shop, NEEDED, CHOSE_ADD, snippet("__out = one"), max_repairs=0)
    events: list[Event] = []
    with pytest.raises(CheckError):
        async for event in cm.stream(ASK):
            events.append(event)
    assert told(events)[-1] == "finished CheckError"


async def test_closing_the_stream_cancels_the_request(shop: Shop) -> None:
    code = 'codemode.CallTool("shop.slow", map[string]any{"seconds": 30})'
    cm, _ = app(shop, NEEDED, CHOSE_ADD, snippet(code))
    before = asyncio.all_tasks()
    stream = cm.stream(ASK)
    async for event in stream:
        if isinstance(event, ToolCalled):
            break
    await stream.aclose()
    assert shop.done == ["slow was cancelled"]
    await asyncio.sleep(0)
    assert asyncio.all_tasks() <= before


async def test_requests_at_once_hear_only_their_own(shop: Shop) -> None:
    async def model(prompt: str) -> Any:
        await asyncio.sleep(0.005)
        number = prompt.partition("number ")[2].partition(" ")[0]
        calls = "".join('codemode.CallTool("math.add", map[string]any{"a": 1, "b": 2})\n' for _ in range(int(number)))
        return {"tools": ["math.add"], **snippet(f"{calls}__out = {number}")}

    async with CodeModeUTCP(None, model, sources=[shop.source()], pipeline="single") as cm:

        async def count(number: int) -> tuple[int, Any]:
            events = [event async for event in cm.stream(f"add number {number} times")]
            last = events[-1]
            assert isinstance(last, Finished)
            assert isinstance(last.outcome, CallOutcome)
            return sum(isinstance(event, ToolEnded) for event in events), last.outcome.value

        assert await asyncio.gather(*(count(n) for n in range(1, 15))) == [(n, n) for n in range(1, 15)]
