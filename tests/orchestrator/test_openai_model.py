"""OpenAIModel over real HTTP, against a loopback server that speaks the protocol."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from codemode.errors import CodeModeError, ConfigError, ModelError
from codemode.orchestrator.answers import Plan, Selection, Snippet, read
from codemode.orchestrator.chat import AssistantMessage, Message, SystemMessage, ToolCall, ToolMessage, UserMessage
from codemode.orchestrator.models import Asker
from codemode.orchestrator.openai_model import OpenAIModel
from codemode.orchestrator.usage import Usage
from tests.openai_server import Answer, OpenAIServer, Reply, openai_server
from tests.ports import unused_port

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


async def ask(server: OpenAIServer, schema: Any = None, **options: Any) -> Any:
    model = OpenAIModel("test-model", base_url=server.url, max_retries=0, **options)
    try:
        return await model.generate("the prompt", schema=schema)
    finally:
        await model.aclose()


@pytest.mark.parametrize(
    ("text", "is_whole"),
    [
        ('{"code": "__out = 1"} Because', True),
        ("```go\n__out = 1\n```\nNow I explain", True),
        ('{"code": "x := map', False),
        ('{"tools": ["a"], "code": "for {\n select {}', False),
    ],
)
@pytest.mark.parametrize("formats", [True, False])
async def test_an_answer_that_was_cut_is_of_use_if_what_was_asked_for_is_whole(
    text: str, is_whole: bool, formats: bool
) -> None:
    with openai_server([Reply(text, finish_reason="length")]) as server:
        server.formats = formats
        if is_whole:
            assert await ask(server, Plan) == text
        else:
            with pytest.raises(ModelError, match="token limit"):
                await ask(server, Plan)


@pytest.mark.parametrize("api", ["chat", "responses"])
async def test_a_structured_request_and_its_answer(api: Any) -> None:
    with openai_server(['{"tools": ["math.add"]}']) as server:
        answer = await ask(server, Selection, api=api, api_key="secret")
        assert read(answer, Selection).tools == ["math.add"]
        [request] = server.requests
    assert request["prompt"] == "the prompt"
    assert request["authorization"] == "Bearer secret"
    assert request["body"]["model"] == "test-model"
    if api == "chat":
        shape = request["body"]["response_format"]["json_schema"]
        assert request["path"] == "/v1/chat/completions"
    else:
        shape = request["body"]["text"]["format"]
        assert request["path"] == "/v1/responses"
    assert shape["strict"] is True
    assert shape["schema"]["required"] == ["tools"]
    assert shape["schema"]["additionalProperties"] is False


@pytest.mark.parametrize("api", ["chat", "responses"])
async def test_usage_is_accounted(api: Any) -> None:
    with openai_server(['{"code": "x", "stream": false}']) as server:
        model = OpenAIModel("test-model", base_url=server.url, api=api)
        usage = Usage()
        await Asker(model).ask("p" * 400, Snippet, usage)
        await model.aclose()
    assert (usage.requests, usage.input_tokens, usage.output_tokens) == (1, 100, 7)
    assert usage.ms > 0
    assert (model.usage.requests, model.usage.total_tokens) == (1, 107)


async def test_a_server_without_response_formats_is_asked_for_plain_text_from_then_on() -> None:
    said = 'Sure!\n```json\n{"tools": ["a.b"], "code": "__out = 1",}\n```'
    with openai_server([said, said], formats=False) as server:
        model = OpenAIModel("test-model", base_url=server.url)
        for _ in range(2):
            assert read(await model.generate("p", schema=Plan), Plan).tools == ["a.b"]
        await model.aclose()
        with_format = ["response_format" in r["body"] for r in server.requests]
    assert with_format == [True, False, False]


FAILURES: list[tuple[str, Answer, str, str]] = [
    ("401", Reply("bad key", status=401), "model_failed", "did not accept the API key"),
    ("403", Reply("no", status=403), "model_failed", "does not allow this"),
    ("404", Reply("no such model", status=404), "model_failed", "does not know the model 'test-model'"),
    ("429", Reply("slow down", status=429), "model_failed", "rate limit"),
    ("500", Reply("oops", status=500), "model_failed", "HTTP 500"),
    ("text", Reply(raw="<html>hello</html>"), "model_answer_invalid", "does not speak OpenAI's protocol"),
    ("half", Reply(raw='{"choices": [{"mess'), "model_answer_invalid", "does not speak OpenAI's protocol"),
    ("empty", Reply(raw=""), "model_answer_invalid", "does not speak OpenAI's protocol"),
    ("silent", Reply(""), "model_answer_invalid", "answer is empty"),
    ("cut", Reply("", finish_reason="length"), "model_answer_invalid", "token limit"),
    (
        "an error with status 200",
        Reply(raw='{"error": {"message": "overloaded"}}'),
        "model_failed",
        "failed: overloaded",
    ),
    ("refusal", Reply("", refusal="I will not"), "model_failed", "refused: I will not"),
]
OF_PROMPTS: list[tuple[str, Answer, str, str]] = [
    ("filtered", Reply("", finish_reason="content_filter"), "model_answer_invalid", "content filter"),
    ("calls", Reply("", calls=[("f", {})]), "model_answer_invalid", "is a call of a tool"),
]


@pytest.mark.parametrize("api", ["chat", "responses"])
@pytest.mark.parametrize(
    ("name", "reply", "code", "text"), FAILURES + OF_PROMPTS, ids=[f[0] for f in FAILURES + OF_PROMPTS]
)
async def test_failures_are_typed_and_clear(api: Any, name: str, reply: Answer, code: str, text: str) -> None:
    with openai_server([reply]) as server, pytest.raises(ModelError, match=text) as caught:
        await ask(server, api=api)
    assert caught.value.code == code


@pytest.mark.parametrize("body", ["{}", '{"choices": []}', '{"choices": 3}', "[]", "null", '"x"'])
@pytest.mark.parametrize("api", ["chat", "responses"])
async def test_json_that_is_no_answer(api: Any, body: str) -> None:
    with openai_server([Reply(raw=body)]) as server, pytest.raises(ModelError) as caught:
        await ask(server, api=api)
    assert caught.value.code == "model_answer_invalid"


@pytest.mark.parametrize(
    ("status", "header", "is_temporary", "seconds"),
    [
        (429, "7", True, 7),
        (429, "Mon, 01 Jan 2001 00:00:00 GMT", True, 0),
        (503, "soon", True, None),
        (500, "", True, None),
        (401, "", False, None),
        (404, "", False, None),
    ],
)
async def test_a_failure_tells_whether_it_may_be_over_later(
    status: int, header: str, is_temporary: bool, seconds: float | None
) -> None:
    headers = {"retry-after": header} if header else {}
    with openai_server([Reply("our words", status=status, headers=headers)]) as server:
        with pytest.raises(ModelError, match="our words") as caught:
            await ask(server)
        assert (caught.value.is_temporary, caught.value.retry_after) == (is_temporary, seconds)
        assert f"(HTTP {status})" in caught.value.public
        assert not any(private in caught.value.public for private in ("our words", str(server.port)))


async def test_a_slow_server_times_out() -> None:
    with openai_server([Reply("late", delay=5)]) as server:
        began = time.monotonic()
        with pytest.raises(ModelError, match=r"within 0\.2 s") as caught:
            await ask(server, timeout=0.2)
        assert time.monotonic() - began < 2
    assert caught.value.code == "model_timeout"


async def test_nothing_listens() -> None:
    model = OpenAIModel("m", base_url=f"http://127.0.0.1:{unused_port()}/v1", max_retries=0)
    with pytest.raises(ModelError, match="cannot be reached"):
        await model.generate("p")
    await model.aclose()


async def test_requests_that_fail_are_counted() -> None:
    with openai_server([Reply("no", status=401)]) as server:
        model = OpenAIModel("m", base_url=server.url, max_retries=0)
        with pytest.raises(ModelError):
            await model.generate("p")
        assert model.usage.requests == 1
        await model.aclose()


async def test_a_busy_server_is_asked_again() -> None:
    with openai_server([Reply("later", status=429), "done"]) as server:
        model = OpenAIModel("m", base_url=server.url, max_retries=1)
        assert await model.generate("p") == "done"
        await model.aclose()


async def test_cancelling_ends_the_request() -> None:
    with openai_server([Reply("late", delay=30), "next"]) as server:
        model = OpenAIModel("m", base_url=server.url)
        task = asyncio.create_task(model.generate("p"))
        while not server.requests:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await model.generate("p") == "next"
        await model.aclose()


async def test_closing_waits_for_requests_under_way_and_a_closed_model_can_be_used_again() -> None:
    with openai_server([Reply("slow", delay=0.2), "again"]) as server:
        model = OpenAIModel("m", base_url=server.url)
        task = asyncio.create_task(model.generate("p"))
        while not server.requests:
            await asyncio.sleep(0.01)
        await model.aclose()
        assert await task == "slow"
        assert await model.generate("p") == "again"
        await model.aclose()


def test_one_model_serves_several_event_loops() -> None:
    with openai_server(["one", "two"]) as server:
        model = OpenAIModel("m", base_url=server.url)

        async def once() -> Any:
            answer = await model.generate("p")
            await model.aclose()
            return answer

        assert [asyncio.run(once()), asyncio.run(once())] == ["one", "two"]


def test_which_api() -> None:
    assert OpenAIModel("m").api == "responses"
    assert OpenAIModel("m", base_url="https://api.openai.com/v1").api == "responses"
    assert OpenAIModel("m", base_url="http://localhost:11434/v1").api == "chat"
    assert OpenAIModel("m", base_url="http://localhost:11434/v1", api="responses").api == "responses"


async def test_invalid_configuration_is_refused() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"model": " "}, "needs a name"),
        ({"model": 5}, "the name of the model must be text, not 5"),
        ({"model": "m", "api": "soap"}, "api must be"),
        ({"model": "m", "base_url": 5}, "base_url must be text, not 5"),
        ({"model": "m", "timeout": "60"}, "timeout must be a number of seconds above 0, not '60'"),
        ({"model": "m", "timeout": 0}, "timeout must be a number of seconds above 0, not 0"),
        ({"model": "m", "max_retries": -1}, "max_retries must be a number from 0 to 100, not -1"),
        ({"model": "m", "options": ["temperature"]}, "options must be a dict, not list"),
        ({"model": "m", "on_text": "print"}, "on_text must be a function that takes a str, async or not, not str"),
        ({"model": "m", "base_url": "localhost:1234"}, "not the address of a server"),
    ]
    for options, text in wrong:
        with pytest.raises(ConfigError, match=text):
            OpenAIModel(**options)
    with pytest.raises(ConfigError, match="OPENAI_API_KEY"):
        await OpenAIModel("m").generate("p")


async def test_secrets_in_an_address_stay_out_of_messages() -> None:
    model = OpenAIModel("m", base_url=f"http://user:hunter2@127.0.0.1:{unused_port()}/v1", max_retries=0)
    with pytest.raises(CodeModeError) as caught:
        await model.generate("p")
    await model.aclose()
    assert "hunter2" not in str(caught.value)


# --- streamed answers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("api", ["chat", "responses"])
@pytest.mark.parametrize("waits", [False, True])
async def test_a_listener_hears_the_answer_as_it_is_written(api: Any, waits: bool) -> None:
    heard: list[str] = []

    async def later(text: str) -> None:
        await asyncio.sleep(0)
        heard.append(text)

    with openai_server(['{"code": "__out = 1", "stream": false}']) as server:
        usage = Usage()
        model = OpenAIModel("m", base_url=server.url, api=api, on_text=later if waits else heard.append)
        answer = await Asker(model).ask("p" * 400, Snippet, usage)
        await model.aclose()
    assert read(answer, Snippet).code == "__out = 1"
    assert "".join(heard) == answer
    assert len(heard) > 3
    assert (usage.input_tokens, usage.output_tokens) == (100, 9)


@pytest.mark.parametrize("api", ["chat", "responses"])
async def test_a_listener_that_fails_does_not_break_the_request(api: Any, caplog: pytest.LogCaptureFixture) -> None:
    def bad(text: str) -> None:
        raise ValueError("no ears")

    with openai_server(["an answer"]) as server:
        assert await ask(server, api=api, on_text=bad) == "an answer"
    assert "on_text failed" in caplog.text


STREAM_FAILURES: list[tuple[str, Reply, str]] = [
    ("broken off", Reply("half an ans", broken_off=True), "broke off"),
    ("cut", Reply("", finish_reason="length"), "token limit"),
    ("refusal", Reply("", refusal="I will not"), "refused: I will not"),
    ("refused request", Reply("bad key", status=401), "did not accept the API key"),
    ("no stream", Reply(raw="<html>hello</html>"), "broke off|protocol"),
]


@pytest.mark.parametrize("api", ["chat", "responses"])
@pytest.mark.parametrize(("name", "reply", "text"), STREAM_FAILURES, ids=[f[0] for f in STREAM_FAILURES])
async def test_streams_that_fail(api: Any, name: str, reply: Reply, text: str) -> None:
    with openai_server([reply]) as server, pytest.raises(ModelError, match=text):
        await ask(server, api=api, on_text=lambda _: None)


@pytest.mark.parametrize("options", [{}, {"on_text": lambda _: None}])
async def test_a_server_that_drips_ends_at_the_deadline(options: dict[str, Any]) -> None:
    with openai_server([Reply("x" * 500, drip=0.05)]) as server:
        began = time.monotonic()
        with pytest.raises(ModelError, match=r"within 0\.3 s") as caught:
            await ask(server, timeout=0.3, **options)
        assert time.monotonic() - began < 3
    assert caught.value.code == "model_timeout"


# --- chat with tools ------------------------------------------------------------------------------------------------------------

CONVERSATION: list[Message] = [
    SystemMessage("be short"),
    UserMessage("what is 1 + 1?"),
    AssistantMessage("let me see", (ToolCall("c1", "exec", {"code": "1+1"}), ToolCall("c2", "exec", '{"code": "2"}'))),
    ToolMessage("c1", "exec", "2"),
    ToolMessage("c2", "exec", "2"),
]
TOOLS = [{"type": "function", "function": {"name": "exec", "description": "run", "parameters": {"type": "object"}}}]


async def test_a_conversation_on_the_wire() -> None:
    with openai_server([Reply("two", calls=[("exec", {"code": "3"}), ("wait", "not json")])]) as server:
        model = OpenAIModel("m", base_url=server.url)
        answer = await model.chat(CONVERSATION, TOOLS)
        await model.aclose()
        body = server.requests[0]["body"]
    assert answer.text == "two"
    assert answer.tool_calls == (ToolCall("call_0", "exec", '{"code": "3"}'), ToolCall("call_1", "wait", "not json"))
    assert answer.usage.output_tokens == model.usage.output_tokens
    assert [message["role"] for message in body["messages"]] == ["system", "user", "assistant", "tool", "tool"]
    assert body["messages"][2]["tool_calls"][0]["function"] == {"name": "exec", "arguments": '{"code": "1+1"}'}
    assert body["messages"][3] == {"role": "tool", "tool_call_id": "c1", "content": "2"}
    assert body["tools"] == TOOLS


async def test_a_conversation_on_the_wire_of_responses() -> None:
    with openai_server([Reply("", calls=[("exec", {"code": "3"})])]) as server:
        model = OpenAIModel("m", base_url=server.url, api="responses")
        answer = await model.chat(CONVERSATION, TOOLS)
        await model.aclose()
        body = server.requests[0]["body"]
    assert answer.text == ""
    assert answer.tool_calls == (ToolCall("call_0", "exec", '{"code": "3"}'),)
    assert [item.get("type", item.get("role")) for item in body["input"]] == [
        "developer",
        "user",
        "assistant",
        "function_call",
        "function_call",
        "function_call_output",
        "function_call_output",
    ]
    assert body["input"][3] == {
        "type": "function_call",
        "call_id": "c1",
        "name": "exec",
        "arguments": '{"code": "1+1"}',
    }
    assert body["tools"] == [
        {"type": "function", "strict": False, "name": "exec", "description": "run", "parameters": {"type": "object"}}
    ]


@pytest.mark.parametrize("api", ["chat", "responses"])
@pytest.mark.parametrize(("name", "reply", "code", "text"), FAILURES, ids=[f[0] for f in FAILURES])
async def test_failures_while_chatting(api: Any, name: str, reply: Answer, code: str, text: str) -> None:
    with openai_server([reply]) as server:
        model = OpenAIModel("test-model", base_url=server.url, max_retries=0, api=api)
        with pytest.raises(ModelError, match=text) as caught:
            await model.chat([UserMessage("hello")], TOOLS)
        await model.aclose()
    assert caught.value.code == code
