"""What the answer to a prompt over HTTP tells: the calls that were made, also when it failed, and whether to try again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest

from codemode import CodeModeUTCP, FunctionSource, FunctionTool, Image, OpenAIModel, Policy
from codemode.errors import ConfigError, ModelError
from tests.openai_server import OpenAIServer, Reply, openai_server
from tests.server.conftest import Running, serving
from tests.server.test_call import PAYING, TOKENS
from tests.server.test_mcp_disconnects import gated, until

pytestmark = pytest.mark.anyio
LONG = 60_000  # milliseconds


def front(*answers: Any, **options: Any) -> CodeModeUTCP:
    """A front whose model answers with these programs, in order."""
    left = list(answers)

    async def model(prompt: str) -> str:
        answer = left.pop(0)
        if callable(answer):
            answer = await answer()
        return f"```go\n{answer}\n```"

    return CodeModeUTCP(None, model, pipeline="single", isolation="inline", **options)


async def never() -> str:
    await asyncio.sleep(60)
    return ""


def calls_of(told: dict[str, Any]) -> list[tuple[str, str]]:
    return [(call["tool"], call["status"]) for call in told["tool_calls"]]


async def test_a_completed_answer_tells_what_a_reply_does() -> None:
    code = f'fmt.Println("pays")\n__out = {PAYING}\nos.Exit(3)'
    async with serving(policy=Policy(), front=front(code)) as running:
        told = (await running.post("/v1/call", {"prompt": "pay eve 5"})).json()
        assert list(told)[:3] == ["status", "used_tools", "value"]
        assert (told["status"], told["exit_code"], told["stdout"]) == ("completed", 3, "pays\n")
        assert calls_of(told) == [("bank.pay", "ok")]
        assert (told["attempts"], told["usage"]["requests"], told["other_runs"]) == (1, 1, [])
        reply = (await running.post("/v1/exec", {"code": code})).json()
        assert told["tool_calls"][0].keys() == reply["tool_calls"][0].keys()
        for key in ("warnings", "attachments", "omitted", "omitted_calls", "exit_code"):
            assert told[key] == reply[key], key
        listed = (await running.http.get(f"/v1/runs/{told['run_id']}")).json()
        assert (listed["status"], listed["session"]) == ("completed", told["session"])


async def test_a_prompt_without_tools_has_no_run() -> None:
    async with serving(front=CodeModeUTCP(None, lambda _: '{"tools": [], "code": ""}', isolation="inline")) as running:
        told = (await running.post("/v1/call", {"prompt": "hello"})).json()
        assert (told["used_tools"], told["run_id"], told["tool_calls"]) == (False, "", [])
        assert told["notes"] == ["the model said that no tool is needed"]


async def test_what_a_reply_leaves_out_is_counted() -> None:
    code = "for i := range 900 { math.add(a=i, b=1) }\n__out = 1"
    async with serving(front=front(code)) as running:
        answer = await running.post("/v1/call", {"prompt": "add", "timeout_ms": LONG})
        told = answer.json()
        assert len(told["tool_calls"]) + told["omitted_calls"]["math.add"] == 900
        assert len(answer.content) < 100_000


async def test_attachments_are_found_in_the_session_of_the_answer() -> None:
    picture = b"\x89PNG\r\n\x1a\n"
    source = FunctionSource([FunctionTool("draw.chart", lambda: Image(picture, "png"))], owner="draw")
    async with serving(sources=[source], front=front("__out = draw.chart()")) as running:
        told = (await running.post("/v1/call", {"prompt": "draw"})).json()
        [kept] = told["attachments"]
        found = await running.http.get(f"/v1/attachments/{kept['id']}", params={"session": told["session"]})
        assert found.content == picture


async def test_a_failure_after_calls_names_the_run_and_all_calls() -> None:
    mending = front(f"{PAYING}\npanic(1)", 'math.add(a=1, b=2)\nreturn errors.New("no")', max_repairs=1)
    async with serving(policy=Policy(), tokens=TOKENS, front=mending, engine={"history": "1h"}) as running:
        answer = await running.post("/v1/call", {"prompt": "pay eve 5"}, authorization="Bearer cm_ci")
        told = answer.json()["error"]
        assert (answer.status_code, told["code"], calls_of(told)) == (500, "guest_error", [("math.add", "ok")])
        assert [calls_of(run) for run in told["other_runs"]] == [[("bank.pay", "ok")]]
        for run_id in (told["run_id"], told["other_runs"][0]["run_id"]):
            for who, status in (("ci", 200), ("boss", 200), ("guest", 404)):
                seen = await running.http.get(f"/v1/runs/{run_id}", headers={"authorization": f"Bearer cm_{who}"})
                assert seen.status_code == status


async def test_a_call_that_was_made_once_is_not_told_twice() -> None:
    async with serving(policy=Policy(), front=front(*[f"{PAYING}\npanic(1)"] * 2, max_repairs=1)) as running:
        told = (await running.post("/v1/call", {"prompt": "pay eve 5"})).json()["error"]
        assert running.bank.paid == [("eve", 5)]
        [first], [again] = told["other_runs"][0]["tool_calls"], told["tool_calls"]
        assert (first["status"], first["note"]) == ("ok", "")
        assert (again["status"], again["note"]) == (
            "ok",
            "answered from the record of an earlier run, and not called again",
        )


async def test_a_model_that_fails_after_calls_does_not_hide_them() -> None:
    def gone() -> Any:
        raise ModelError("gone")

    async with serving(policy=Policy(), front=front(f"{PAYING}\npanic(1)", gone)) as running:
        answer = await running.post("/v1/call", {"prompt": "pay eve 5"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (502, "model_failed")
        assert calls_of(answer.json()["error"]) == [("bank.pay", "ok")]


async def test_the_document_says_it() -> None:
    async with serving(front=front()) as running:
        schemas = (await running.http.get("/openapi.json")).json()["components"]["schemas"]
        assert {"run_id", "stdout", "tool_calls", "usage", "exit_code"} <= schemas["CallAnswer"]["properties"].keys()
        assert {"code", "run_id", "tool_calls"} <= schemas["ProblemOfPrompt"]["properties"].keys()


# --- the model server ------------------------------------------------------------------------------------------------------


async def over_openai(server: OpenAIServer, content: str = '{"prompt": "add"}', **options: Any) -> httpx2.Response:
    """Sends a prompt to a server whose model is behind this one."""
    model = OpenAIModel("m", base_url=server.url, api_key="k", max_retries=0, timeout=0.5)
    made = CodeModeUTCP(None, model, isolation="inline")
    headers = {"content-type": "application/json"}
    try:
        async with serving(front=made, **options) as running:
            return await running.http.post("/v1/call", content=content, headers=headers)
    finally:
        await made.close()


STATUSES: list[tuple[str, Any, int, str | None]] = [
    ("429", Reply("slow down", status=429), 503, "5"),
    ("429 with a time", Reply("slow down", status=429, headers={"retry-after": "17"}), 503, "17"),
    ("503 with a long time", Reply("no", status=503, headers={"retry-after": "9" * 400}), 503, "3600"),
    ("500 with nonsense", Reply("oops", status=500, headers={"retry-after": "soon"}), 503, "5"),
    ("401", Reply("bad key", status=401), 502, None),
    ("404", Reply("unheard of", status=404), 502, None),
    ("nonsense", Reply(raw="<html>bad key</html>"), 502, None),
    ("late", Reply("late", delay=5), 504, None),
    ("an error with status 200", Reply(raw='{"error": {"message": "overloaded"}}'), 502, None),
]


@pytest.mark.parametrize(("name", "reply", "status", "retry"), STATUSES, ids=[each[0] for each in STATUSES])
async def test_failures_of_the_model_server_tell_whether_to_try_again(
    name: str, reply: Reply, status: int, retry: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    with openai_server([reply] * 9) as server:
        answer = await over_openai(server)
        assert (answer.status_code, answer.headers.get("retry-after")) == (status, retry)
        # the server's words and its address are for the log alone
        for private in (str(server.port), "127.0.0.1", "slow down", "bad key", "overloaded", "unheard of"):
            assert private not in answer.text
        assert str(server.port) in caplog.text


async def test_a_program_before_the_failure_does_not_make_the_address_known() -> None:
    answers = ["```go\n__out = five\n```", Reply("oops", status=500)]
    with openai_server([*answers]) as server:
        answer = await over_openai(server)
        assert answer.status_code == 503
        assert "undefined: five" in answer.text
        assert (str(server.port) in answer.text, "oops" in answer.text) == (False, False)


async def test_a_doubtful_value_does_not_make_the_address_known() -> None:
    first = "```go\ngo math.add(a=1, b=2)\n__out = 7\n```"
    with openai_server([first, Reply("oops", status=500)]) as server:
        answer = await over_openai(server)
        assert (answer.status_code, answer.json()["value"]) == (200, 7)
        assert answer.json()["notes"][-1].endswith("the model server failed (HTTP 500)")
        assert (str(server.port) in answer.text, "oops" in answer.text) == (False, False)


async def test_a_server_that_cannot_be_reached() -> None:
    with openai_server([]) as server:
        pass
    answer = await over_openai(server)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert answer.json()["error"]["message"] == "the model server cannot be reached"


async def test_what_a_model_raises_is_for_the_log(caplog: pytest.LogCaptureFixture) -> None:
    def model(prompt: str) -> str:
        raise OSError("/secret/place is missing")

    async with serving(front=CodeModeUTCP(None, model, isolation="inline")) as running:
        answer = await running.post("/v1/call", {"prompt": "add"})
        assert (answer.status_code, "secret" in answer.text, "secret" in caplog.text) == (502, False, True)


async def test_a_wrong_setting_is_not_the_callers_mistake() -> None:
    def model(prompt: str) -> str:
        raise ConfigError("there is no key")

    async with serving(front=CodeModeUTCP(None, model, isolation="inline")) as running:
        answer = await running.post("/v1/call", {"prompt": "add"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (500, "invalid_config")


async def test_half_of_a_surrogate_pair_in_a_prompt() -> None:
    with openai_server([]) as server:
        answer = await over_openai(server, '{"prompt": "a\\ud800"}')
        assert (answer.status_code, answer.json()["error"]["code"], server.requests) == (422, "invalid_input", [])


async def test_half_of_a_surrogate_pair_in_what_a_tool_gave() -> None:
    source = FunctionSource([FunctionTool("odd.get", lambda: "a\ud800")], owner="odd")
    first = '```go\nx := odd.get()\n_ = x\nreturn errors.New("no")\n```'
    with openai_server([first, "```go\n__out = 1\n```"]) as server:
        answer = await over_openai(server, sources=[source])
        assert (answer.status_code, answer.json()["value"]) == (200, 1)
        assert "\\ud800" in server.prompts[1]


# --- time ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pipeline", ["single", "staged"])
async def test_the_time_of_a_request_is_for_its_questions_too(pipeline: Any) -> None:
    made = front(never)
    made.pipeline = pipeline
    async with serving(front=made) as running:
        answer = await running.post("/v1/call", {"prompt": "pay", "timeout_ms": 200})
        assert (answer.status_code, answer.json()["error"]["code"]) == (504, "timeout")
        assert "200 ms" in answer.json()["error"]["message"]


async def test_calls_that_were_made_in_time_are_told_when_it_is_over() -> None:
    async with serving(policy=Policy(), front=front(f"{PAYING}\npanic(`broken`)", never)) as running:
        answer = await running.post("/v1/call", {"prompt": "pay eve 5", "timeout_ms": 1500})
        told = answer.json()["error"]
        assert (answer.status_code, told["code"], calls_of(told)) == (504, "timeout", [("bank.pay", "ok")])
        assert "broken" in told["message"]


async def test_calls_under_way_are_told_when_the_time_is_over() -> None:
    code = f"{PAYING}\n__out = time.slow(seconds=30)"
    async with serving(policy=Policy(), front=front(code, never, never)) as running:
        answer = await running.post("/v1/call", {"prompt": "pay eve 5", "timeout_ms": 1500})
        told = answer.json()["error"]
        assert (answer.status_code, told["code"]) == (504, "timeout")
        assert calls_of(told) == [("bank.pay", "ok"), ("time.slow", "in_doubt")]


async def test_a_run_that_waits_for_a_person_is_told_as_waiting() -> None:
    async with serving(front=front(f"__out = {PAYING}")) as running:
        told = (await running.post("/v1/call", {"prompt": "pay eve 5", "timeout_ms": 5000})).json()
        assert (told["status"], calls_of(told)) == ("waiting", [("bank.pay", "never_started")])


async def test_a_value_that_is_there_is_not_lost_with_the_time_for_a_better_one() -> None:
    doubtful = f"__out = {PAYING}\ngo math.add(a=1, b=2)"
    async with serving(policy=Policy(), front=front(doubtful, never)) as running:
        told = (await running.post("/v1/call", {"prompt": "pay eve 5", "timeout_ms": 2000})).json()
        assert (told["status"], told["value"]) == ("completed", "paid 5 to eve")
        assert "did not end within 2000 ms" in told["notes"][-1]


# --- the end of the server -------------------------------------------------------------------------------------------------


async def asking(running: Running, begun: Callable[[], Any]) -> asyncio.Task[httpx2.Response]:
    task = asyncio.create_task(running.post("/v1/call", {"prompt": "pay eve 5"}))
    await until(begun)
    return task


@pytest.mark.parametrize("before", [[], [f"{PAYING}\npanic(1)"]], ids=["first", "repair"])
async def test_questions_are_ended_with_the_server(before: list[str]) -> None:
    asked: list[int] = []

    async def slow() -> str:
        asked.append(1)
        return await never()

    async with serving(policy=Policy(), front=front(*before, slow)) as running:
        task = await asking(running, lambda: asked)
        async with asyncio.timeout(5):
            await running.server.hub.drain()
            answer = await task
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
        told = answer.json()["error"]
        assert told["code"] == "draining"
        assert [call["tool"] for call in told.get("tool_calls", [])] == ["bank.pay"] * len(before)


async def test_a_program_that_is_parked_with_the_server_is_told_as_waiting(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/runs.db"
    async with gated(store=store, front=front("__out = gate.read()")) as (running, gate):
        task = await asking(running, lambda: gate.begun)
        async with asyncio.timeout(20):
            await running.server.hub.drain()
            told = (await task).json()
        assert (told["status"], [call["tool"] for call in told["tool_calls"]]) == ("waiting", ["gate.read"])
        assert "shutting down" in told["notes"][-1]
    async with gated(store=store) as (running, gate):
        gate.open.set()
        reply = (await running.post("/v1/wait", {"run_id": told["run_id"]})).json()
        assert reply["status"] == "completed"


@pytest.mark.parametrize("path", ["/v1/call", "/v1/exec", "/v1/run"])
async def test_a_program_in_memory_that_does_not_end_in_time_is_told_to_be_ended(path: str) -> None:
    code = "__out = gate.read()"
    async with gated(front=front(code)) as (running, gate):
        body = {"prompt": "read"} if path == "/v1/call" else {"code": code}
        task = asyncio.create_task(running.post(path, body))
        await until(lambda: gate.begun)
        async with asyncio.timeout(5):
            await running.server.hub.drain(0.2)
            answer = await task
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
        assert (answer.json()["error"]["code"], gate.cancelled) == ("draining", 1)
