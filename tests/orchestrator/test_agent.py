"""The agent loop: what the model sees, what it may do wrong, and that nothing is left running."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from codemode import CodeModeUTCP, Engine, FunctionSource, Limits, OpenAIModel, Policy, Rule, ScriptedModel
from codemode.errors import ConfigError, InputError, ModelError
from codemode.orchestrator import (
    AssistantMessage,
    ChatAnswer,
    ChatModel,
    SystemMessage,
    ToolCall,
    ToolMessage,
    Usage,
    UserMessage,
    run_agent,
)
from codemode.orchestrator.agent import NOT_CALLED
from codemode.orchestrator.chat_asker import ChatAsker
from codemode.orchestrator.events import ApprovalWanted, Event, RunOutput, ToolCalled, ToolEnded
from tests.openai_server import Reply, openai_server
from tests.orchestrator.shop import ADD, Shop, until_slow
from tests.orchestrator.test_events import told

pytestmark = pytest.mark.anyio
ASK = "what is 5 and 7?"
SLOW = 'codemode.CallTool("shop.slow", map[string]any{"seconds": 30})'


@pytest.fixture
def shop() -> Shop:
    return Shop()


def calls(*wanted: tuple[str, Any], text: str = "", usage: Usage | None = None) -> ChatAnswer:
    made = tuple(ToolCall(f"c{n}", name, arguments) for n, (name, arguments) in enumerate(wanted))
    return ChatAnswer(text, made, usage or Usage())


def execute(code: str) -> ChatAnswer:
    return calls(("exec", {"code": code}))


def results(outcome: Any) -> list[dict[str, Any]]:
    return [json.loads(message.text) for message in outcome.transcript if isinstance(message, ToolMessage)]


async def test_a_program_and_an_answer(shop: Shop) -> None:
    model = ScriptedModel([execute(ADD), "It is 12."])
    outcome = await run_agent(ASK, model, sources=[shop.source()])
    assert (outcome.status, outcome.answer, outcome.turns) == ("answered", "It is 12.", 2)
    system, user, wanted, result, answer = outcome.transcript
    assert isinstance(system, SystemMessage)
    assert "`codemode.CallTool(name, args)` gives a value and an error" in system.text
    assert user == UserMessage(ASK)
    assert wanted == AssistantMessage("", (ToolCall("c0", "exec", {"code": ADD}),))
    assert isinstance(result, ToolMessage)
    told = json.loads(result.text)
    assert (told["status"], told["value"]) == ("completed", 12)
    assert "telemetry" not in told
    assert answer == AssistantMessage("It is 12.")
    assert [(call.tool, call.status) for call in outcome.tool_calls] == [("math.add", "ok")]
    assert outcome.usage.requests == 2
    assert model.chats[1] == tuple(outcome.transcript[:4])


@pytest.mark.parametrize(
    "form",
    ["{}", "```json\n{}\n```", "~~~json\n{}\n~~~", "json\n{}", "Here: {}", "<think>x</think>{}"],
)
async def test_arguments_in_other_forms(shop: Shop, form: str) -> None:
    bare = '__out = codemode.CallTool("math.add", map[string]any{"a": 5, "b": 7})'
    given = json.dumps({"code": bare})
    both = calls(("exec", form.replace("{}", given)), ("exec", json.dumps(given)), ("exec", bare))
    outcome = await run_agent(ASK, ScriptedModel([both, "12"]), sources=[shop.source()])
    assert [(r["status"], r["value"]) for r in results(outcome)] == [("completed", 12)] * 3


async def test_arguments_may_be_as_long_as_a_program_needs(shop: Shop) -> None:
    code = "__out = len(`" + "\u0001" * 200_000 + "`)"  # six characters of JSON for each
    outcome = await run_agent(ASK, ScriptedModel([calls(("exec", json.dumps({"code": code}))), "ok"]))
    assert results(outcome)[0]["value"] == 200_000


async def test_arguments_that_are_cut_off_are_no_program(shop: Shop) -> None:
    outcome = await run_agent(ASK, ScriptedModel([calls(("exec", '{"code": "x := 1\n__out = x')), "no"]))
    assert "not a JSON object" in json.dumps(results(outcome)[0])


async def test_usage_is_added_up(shop: Shop) -> None:
    answers = [
        calls(("exec", {"code": ADD}), usage=Usage(input_tokens=10, output_tokens=1)),
        ChatAnswer("12", usage=Usage(input_tokens=20, output_tokens=2)),
    ]
    outcome = await run_agent(ASK, ScriptedModel(answers), sources=[shop.source()])
    assert (outcome.usage.requests, outcome.usage.input_tokens, outcome.usage.output_tokens) == (2, 30, 3)


@pytest.mark.parametrize("given", ['{"code": "__out = 1', "__out = 1\nx := 2", '{"code": "xs := []any{}\nfor'])
async def test_a_program_that_was_cut_off_at_the_token_limit_is_not_run(shop: Shop, given: str) -> None:
    cut = ChatAnswer("", (ToolCall("a", "exec", {"code": "__out = 3"}), ToolCall("b", "exec", given)), cut=True)
    outcome = await run_agent(ASK, ScriptedModel([cut, "no"]), sources=[shop.source()])
    whole, broken = results(outcome)
    assert whole["value"] == 3
    assert broken["error"] == "your answer was cut off at its token limit, inside of the arguments of exec"
    assert "shorter program" in broken["hint"]


async def test_a_literal_in_broken_arguments_is_not_the_arguments() -> None:
    outcome = await run_agent(ASK, ScriptedModel([calls(("exec", '{"code": "xs := []any{}\nfor')), "no"]))
    assert "not a JSON object" in results(outcome)[0]["error"]


@pytest.mark.parametrize(
    "said",
    [
        f"I run this:\n```go\n{ADD}\n```",
        json.dumps({"name": "exec", "arguments": {"code": ADD}}),
        "<tool_call>" + json.dumps({"name": "exec", "arguments": {"code": ADD}}) + "</tool_call>",
        json.dumps({"code": ADD}),
    ],
)
async def test_a_model_that_writes_a_program_as_its_answer_is_reminded_once(shop: Shop, said: str) -> None:
    outcome = await run_agent(ASK, ScriptedModel([said, execute(ADD), "It is 12."]), sources=[shop.source()])
    assert (outcome.status, outcome.answer, outcome.turns) == ("answered", "It is 12.", 3)
    assert outcome.transcript[3] == UserMessage(NOT_CALLED)
    outcome = await run_agent(ASK, ScriptedModel([said, said]), sources=[shop.source()])
    assert (outcome.answer, outcome.turns) == (said, 2)
    outcome = await run_agent(ASK, ScriptedModel([said]), sources=[shop.source()], max_turns=1)
    assert (outcome.answer, outcome.turns) == (said, 1)


@pytest.mark.parametrize("said", ["```go\nfmt.Println(1)\n```", 'It is {"name": "desk"}.', "`__out` is the result"])
async def test_other_code_in_an_answer_is_an_answer(said: str) -> None:
    outcome = await run_agent(ASK, ScriptedModel([said]))
    assert (outcome.answer, outcome.turns) == (said, 1)


QUOTED = f"Done. I ran this:\n```go\n{ADD}\n```"


async def test_a_model_that_has_called_exec_may_quote_what_it_ran(shop: Shop) -> None:
    """To be told that nothing was run would make it run the program again, payments and all."""
    outcome = await run_agent(ASK, ScriptedModel([execute(ADD), QUOTED]), sources=[shop.source()])
    assert (outcome.answer, outcome.turns) == (QUOTED, 2)
    again = await run_agent("And now?", ScriptedModel([QUOTED]), sources=[shop.source()], transcript=outcome.transcript)
    assert (again.answer, again.turns) == (QUOTED, 1)


@pytest.mark.parametrize(
    "then",
    [
        ["", ""],
        ["<think>done</think>", "<think>done</think>"],
        ["I said it already."],
        [ModelError("the model server is busy"), ModelError("the model server is busy")],
    ],
)
async def test_an_answer_is_not_lost_by_a_reminder(shop: Shop, then: list[Any]) -> None:
    outcome = await run_agent(ASK, ScriptedModel([QUOTED, *then]), sources=[shop.source()])
    assert (outcome.status, outcome.answer) == ("answered", QUOTED)


async def test_a_turn_that_only_thinks_is_asked_for_again() -> None:
    outcome = await run_agent(ASK, ScriptedModel(["<think>12</think>", "It is 12."]))
    assert (outcome.answer, outcome.turns, outcome.usage.requests) == ("It is 12.", 1, 2)


async def test_calls_of_one_turn_are_made_in_order(shop: Shop) -> None:
    first = calls(
        ("exec", {"code": 'store.Save("n", 1)\n__out = "saved"'}),
        ("exec", '{"code": "v, _ := store.Load(\\"n\\")\n__out = v"}'),
    )
    outcome = await run_agent(ASK, ScriptedModel([first, "done"]), sources=[shop.source()])
    assert [result["value"] for result in results(outcome)] == ["saved", 1]
    assert [m.call_id for m in outcome.transcript if isinstance(m, ToolMessage)] == ["c0", "c1"]


WRONG: list[tuple[str, tuple[str, Any], list[str]]] = [
    (
        "a tool of the catalog",
        ("math.add", {"a": 1, "b": 2}),
        ["no tool 'math.add'", "exec and wait", "codemode.CallTool"],
    ),
    ("no JSON, and no program", ("exec", "I run it"), ["1:3", "parse_failed"]),
    ("a list", ("wait", "[1]"), ["not a JSON object", '{"run_id": ']),
    ("no code", ("exec", "{}"), ["code"]),
    ("nothing", ("exec", ""), ["code"]),
    ("code that is a number", ("exec", {"code": 3}), ["code"]),
    ("no run", ("wait", {}), ["run_id"]),
    ("an unknown run", ("wait", {"run_id": "run_1"}), ["there is no run 'run_1'"]),
    ("a program that is wrong", ("exec", {"code": "__out = x"}), ["undefined: x", "check_failed"]),
    ("shell", ("exec", {"code": "ls -la"}), ["shell"]),
]


@pytest.mark.parametrize(("name", "call", "texts"), WRONG, ids=[case[0] for case in WRONG])
async def test_mistakes_of_models_are_reported_to_them(
    shop: Shop, name: str, call: tuple[str, Any], texts: list[str]
) -> None:
    outcome = await run_agent(ASK, ScriptedModel([calls(call), execute(ADD), "12"]), sources=[shop.source()])
    wrong, right = results(outcome)
    assert wrong["status"] == "failed"
    for text in texts:
        assert text in json.dumps(wrong, ensure_ascii=False).replace('\\"', '"')
    assert right["value"] == 12
    assert outcome.answer == "12"


async def test_a_cap_on_turns(shop: Shop) -> None:
    refund = 'codemode.CallTool("shop.refund", map[string]any{"order": "x", "amount": 1})'
    model = ScriptedModel([ChatAnswer("hm", (ToolCall("c", "exec", {"code": refund}),))] * 3)
    outcome = await run_agent("refund x", model, sources=[shop.source()], max_turns=3)
    assert (outcome.status, outcome.turns, outcome.answer) == ("out_of_turns", 3, "hm")
    assert len(shop.done) == 2, "what nobody reads the result of is not done"
    last = outcome.transcript[-1]
    assert isinstance(last, ToolMessage)
    assert "this conversation has used all its turns" in last.text
    for wrong in (0, -1, True, "3"):
        with pytest.raises(ConfigError, match="max_turns"):
            await run_agent("x", model, sources=[shop.source()], max_turns=wrong)  # type: ignore[arg-type]


async def test_waiting_replies_are_passed_on_and_waited_for(shop: Shop) -> None:
    async def wait(messages: Any) -> ChatAnswer:
        reply = json.loads(messages[-1].text)
        assert reply["status"] == "waiting"
        assert reply["reason"] == "pending_tools"
        assert reply["pending"] == {"shop.slow": 1}
        return calls(("wait", {"run_id": reply["run_id"]}))

    code = '__out = codemode.CallTool("shop.slow", map[string]any{"seconds": 1.6})'
    engine = Engine([shop.source()], Limits(timeout_ms=1000))
    async with engine:
        model = ScriptedModel([execute(code), wait, "waited"])
        outcome = await run_agent("wait for some seconds", model, session=engine.session("a", "s"))
    assert outcome.answer == "waited"
    assert [reply.status for reply in outcome.replies] == ["waiting", "completed"]
    assert [(call.tool, call.status) for call in outcome.tool_calls] == [("shop.slow", "ok")]
    assert outcome.approvals == []


async def test_a_run_that_nobody_waits_for_is_aborted(shop: Shop) -> None:
    engine = Engine([shop.source()], Limits(timeout_ms=1000))
    async with engine:
        outcome = await run_agent("x", ScriptedModel([execute(SLOW), "enough"]), session=engine.session("a", "s"))
        assert outcome.answer == "enough"
        assert shop.done == ["slow was cancelled"]
        assert len(engine.runs) == 0


async def test_approvals_are_reported_and_can_be_given_later(shop: Shop) -> None:
    code = '__out = codemode.CallTool("shop.refund", map[string]any{"order": "O-1", "amount": 5})'

    async def wait(messages: Any) -> ChatAnswer:
        reply = json.loads(messages[-1].text)
        assert (reply["status"], reply["reason"]) == ("waiting", "approval")
        return calls(("wait", {"run_id": reply["run_id"]}))

    events: list[Event] = []
    model = ScriptedModel([execute(code), wait, "Somebody has to approve the refund."])
    policy = Policy([Rule("ask", "shop.refund")])
    async with CodeModeUTCP(None, model, sources=[shop.source()], policy=policy, limits=Limits(timeout_ms=1000)) as cm:
        outcome = await cm.run_agent("refund O-1", on_event=events.append)
        assert outcome.status == "answered"
        [wanted] = outcome.approvals
        assert (wanted.tool, wanted.arguments) == ("shop.refund", {"order": "O-1", "amount": 5})
        assert [e for e in events if isinstance(e, ApprovalWanted)] == [
            ApprovalWanted(wanted.run_id, wanted.call_id, wanted.tool)
        ]
        assert shop.done == []
        await outcome.session.approve(wanted.call_id, run_id=wanted.run_id)
        reply = await outcome.session.wait(wanted.run_id)
        assert reply.status == "completed"
    assert shop.done == ["refund O-1 5"]


async def test_cancelling_leaves_nothing_running(shop: Shop) -> None:
    for answers in ([execute(SLOW)], [calls(("exec", {"code": SLOW}), ("exec", {"code": SLOW}))]):
        shop.done.clear()
        shop.slow_calls, wanted = 0, len(answers[0].tool_calls)
        before = asyncio.all_tasks()
        engine = Engine([shop.source()], Limits(timeout_ms=300 if wanted > 1 else 30_000), isolation="inline")
        task = asyncio.create_task(run_agent("x", ScriptedModel(answers), session=engine.session("a", "s")))
        await until_slow(shop, wanted)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.sleep(0)
        assert shop.done == ["slow was cancelled"] * wanted
        assert len(engine.runs) == 0
        assert asyncio.all_tasks() <= before


async def test_a_model_that_fails_leaves_nothing_running(shop: Shop) -> None:
    engine = Engine([shop.source()], Limits(timeout_ms=1000))
    async with engine:
        with pytest.raises(ModelError, match="gone"):
            await run_agent("x", ScriptedModel([execute(SLOW), OSError("gone")]), session=engine.session("a", "s"))
        assert shop.done == ["slow was cancelled"]
        assert len(engine.runs) == 0


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_events_of_a_session_of_another_engine(shop: Shop, isolation: str) -> None:
    """Its tools are not ours to wrap, but its runs tell what happens in them."""
    events: list[Event] = []
    model = ScriptedModel([execute('fmt.Println("hi")\n' + ADD), "It is 12."])
    async with Engine([shop.source()], isolation=isolation) as engine:
        await run_agent(ASK, model, session=engine.session("a", "s"), on_event=events.append)
    assert [(e.tool, e.status) for e in events if isinstance(e, ToolEnded)] == [("math.add", "ok")]
    assert [e.tool for e in events if isinstance(e, ToolCalled)] == ["math.add"]
    assert [e.text for e in events if isinstance(e, RunOutput)] == ["hi\n"]


async def test_events(shop: Shop) -> None:
    events: list[Event] = []
    async with CodeModeUTCP(None, ScriptedModel([execute(ADD), "12"]), sources=[shop.source()]) as cm:
        await cm.run_agent(ASK, on_event=events.append)
    assert told(events) == [
        *("asked 1", "answered 1", "exec...", "call math.add", "end math.add ok", "exec"),
        *("asked 2", "answered 2", "finished AgentOutcome"),
    ]


async def test_a_conversation_goes_on(shop: Shop) -> None:
    model = ScriptedModel(
        [execute('store.Save("n", 3)\n__out = 1'), "saved", execute('v, _ := store.Load("n")\n__out = v'), "3"]
    )
    async with CodeModeUTCP(None, model, sources=[shop.source()]) as cm:
        first = await cm.run_agent("save 3")
        second = await cm.run_agent("what was it?", session=first.session, transcript=first.transcript)
    assert second.transcript[: len(first.transcript)] == first.transcript
    assert sum(isinstance(message, SystemMessage) for message in second.transcript) == 1
    assert results(second)[-1]["value"] == 3


# --- models ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("api", ["chat", "responses"])
async def test_over_http(shop: Shop, api: Any) -> None:
    answers: list[Any] = [
        Reply("", calls=[("math.add", {"a": 5, "b": 7})]),
        Reply("Let me run it.", calls=[("exec", {"code": ADD}), ("exec", {"code": "1"})]),
        "It is 12.",
    ]
    with openai_server(answers) as models:
        async with CodeModeUTCP(None, OpenAIModel("m", base_url=models.url, api=api), sources=[shop.source()]) as cm:
            outcome = await cm.run_agent(ASK)
        bodies = [request["body"] for request in models.requests]
    assert outcome.answer == "It is 12."
    assert [result["status"] for result in results(outcome)] == ["failed", "completed", "completed"]
    assert outcome.usage.requests == 3
    assert outcome.usage.output_tokens > 0
    for body in bodies:
        names = [tool["function"]["name"] if api == "chat" else tool["name"] for tool in body["tools"]]
        assert names == ["exec", "wait"]
        assert "math.add(a number, b number): Add two numbers" in json.dumps(body["tools"][0])
    items = bodies[2]["messages" if api == "chat" else "input"]
    ids = [item.get("tool_call_id" if api == "chat" else "call_id") for item in items[-2:]]
    assert ids == ["call_0", "call_1"]
    assert json.loads(items[-2]["content" if api == "chat" else "output"])["value"] == 12


async def test_forms_of_chat_models(shop: Shop) -> None:
    class Blocking:
        def chat(self, messages: Any, tools: Any) -> str:
            return f"{len(messages)} messages, {len(tools)} tools"

    async def plain(messages: Any, tools: Any) -> ChatAnswer:
        return ChatAnswer(messages[-1].text.upper())

    assert (await run_agent("hello", Blocking())).answer == "2 messages, 2 tools"
    assert (await run_agent("hello", plain)).answer == "HELLO"
    assert (await run_agent("hello", lambda messages, tools: plain(messages, tools))).answer == "HELLO"
    assert isinstance(ScriptedModel([]), ChatModel)
    assert isinstance(OpenAIModel("m"), ChatModel)


async def test_ids_are_made_where_a_server_sends_none() -> None:
    answer = ChatAnswer("", (ToolCall("", "exec", {"code": "1"}), ToolCall("", "exec", {"code": "2"})))
    outcome = await run_agent("x", ScriptedModel([answer, "done"]))
    assert [m.call_id for m in outcome.transcript if isinstance(m, ToolMessage)] == ["call_2_1", "call_2_2"]


class Prompted:
    async def generate(self, prompt: str) -> str:
        return ""


async def test_a_function_of_a_prompt_takes_no_turns() -> None:
    async def of_prompt(prompt: str) -> str:
        return prompt

    for model in (lambda prompt: prompt, of_prompt, lambda: ""):
        with pytest.raises(ConfigError, match=r"with \(messages, tools\)"):
            await run_agent("x", model)


@pytest.mark.parametrize(("model", "text"), [(3, "is no chat model"), (Prompted(), "cannot chat"), (None, "no model")])
async def test_an_invalid_chat_model_is_refused(model: Any, text: str) -> None:
    with pytest.raises(ConfigError, match=text):
        await CodeModeUTCP(None, model if model != 3 else len).run_agent("x") if model is None else ChatAsker(model)


@pytest.mark.parametrize("answer", [ChatAnswer(), "", None, 3, {"text": "x"}])
async def test_an_invalid_answer_of_a_chat_model_is_an_error(answer: Any) -> None:
    async def chat(messages: Any, tools: Any) -> Any:
        return answer

    with pytest.raises(ModelError) as caught:
        await run_agent("x", chat)
    assert caught.value.code == "model_answer_invalid"


async def test_invalid_requests_to_an_agent_are_refused(shop: Shop) -> None:
    with pytest.raises(InputError, match="empty"):
        await run_agent(" ", ScriptedModel([]))
    engine = Engine()
    with pytest.raises(ConfigError, match="not both"):
        await run_agent("x", ScriptedModel([]), sources=[shop.source()], session=engine.session("a", "s"))


async def test_a_large_catalog_is_cut_and_says_so() -> None:
    def make(number: int) -> Any:
        async def tool(text: str) -> str:
            return text

        tool.__name__ = f"tool_{number}"
        tool.__doc__ = f"Does {number} things that take a long sentence to describe. " * 3
        return tool

    seen: list[Any] = []

    async def model(messages: Any, tools: Any) -> str:
        seen.extend(tools)
        return "hello"

    await run_agent("x", model, sources=[FunctionSource([make(n) for n in range(300)])])
    text = json.dumps(seen)
    assert "all 300 shown, without their descriptions" in text
    assert len(text) < 15_000


async def test_an_empty_turn_is_asked_for_again(shop: Shop) -> None:
    outcome = await run_agent(ASK, ScriptedModel([execute(ADD), "", "12"]), sources=[shop.source()])
    assert (outcome.answer, outcome.usage.requests, outcome.turns) == ("12", 3, 2)


async def test_an_agent_that_fails_tells_what_it_did(shop: Shop) -> None:
    with pytest.raises(ModelError, match="away") as caught:
        await run_agent(ASK, ScriptedModel([execute(ADD), ModelError("away")]), sources=[shop.source()])
    outcome = caught.value.outcome
    assert (outcome.status, outcome.turns, outcome.usage.requests) == ("failed", 1, 2)
    assert [(call.tool, call.status) for call in outcome.tool_calls] == [("math.add", "ok")]
    assert isinstance(outcome.transcript[-1], ToolMessage)


@pytest.mark.parametrize("api", ["chat", "responses"])
async def test_an_answer_that_was_cut_off_says_so(shop: Shop, api: Any) -> None:
    with openai_server([Reply("The balance is 12", finish_reason="length")]) as server:
        model = OpenAIModel("m", base_url=server.url, api=api)
        outcome = await run_agent(ASK, model, sources=[shop.source()])
        await model.aclose()
    assert (outcome.status, outcome.answer) == ("answered", "The balance is 12")
    assert outcome.notes == ["the answer was cut off at the model's token limit"]


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("<think>hm\n12?</think>\n\nIt is 12.", "It is 12."),
        ("Write <think> tags.", "Write <think> tags."),
        ("<think>only thoughts", "<think>only thoughts"),
    ],
)
async def test_an_answer_is_what_follows_the_thinking(said: str, answer: str) -> None:
    outcome = await run_agent("x", ScriptedModel([said]))
    assert outcome.answer == answer
    assert outcome.transcript[-1] == AssistantMessage(said)
