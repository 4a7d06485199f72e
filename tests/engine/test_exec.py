"""exec and wait on the event loop: fairness, draining, suspending, scopes, expiry."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest

from codemode import Completed, Engine, Failed, Limits, Session, UtcpSource, Waiting
from codemode.errors import ConfigError, InputError
from tests.engine.conftest import Tools
from tests.engine.little_time import exec_in
from tests.servers import UtcpServer

pytestmark = pytest.mark.anyio

ADD = 'r, err := codemode.CallTool("t.add", map[string]any{"a": 2, "b": 3})\nif err != nil { return err }\n__out = r'
SLOW = 'r, err := codemode.CallTool("t.slow", map[string]any{"seconds": %s, "name": "%s"})\nif err != nil { return err }\n__out = r'


def session(tools: Tools, **limits: Any) -> Session:
    return Engine(sources=[tools.source()], limits=Limits(**limits)).session(agent="a", session="s")


async def completed(code: str, tools: Tools, **more: Any) -> Completed:
    reply = await session(tools).exec(code, **more)
    assert isinstance(reply, Completed), reply
    return reply


async def failed(code: str | None, tools: Tools, limits: dict[str, Any] | None = None, **more: Any) -> Failed:
    reply = await session(tools, **(limits or {})).exec(code, **more)
    assert isinstance(reply, Failed), reply
    return reply


async def waiting(code: str, of: Session, *, timeout_ms: float | None = None, **more: Any) -> Waiting:
    reply = await exec_in(of, code, timeout_ms, **more)
    assert isinstance(reply, Waiting), reply
    return reply


# --- completed -------------------------------------------------------------------------------------------------------


async def test_a_cell_completes(tools: Tools) -> None:
    reply = await completed(f'fmt.Println("hi")\ntext("note")\njson([]int{{1}})\n{ADD}', tools, data={"x": 1})
    assert (reply.status, reply.value, reply.has_value, reply.exit_code) == ("completed", 5, True, 0)
    assert [item.model_dump(exclude_defaults=True) for item in reply.output] == [
        {"text": "hi\n", "stream": "stdout"},
        {"text": "note"},
        {"value": [1]},
    ]
    assert reply.stdout == "hi\n"
    assert [(c.id, c.tool, c.status) for c in reply.tool_calls] == [("call_1", "t.add", "ok")]
    assert json.loads(reply.model_dump_json())["tool_calls"][0]["tool"] == "t.add"


async def test_agent_session_and_run_ride_along(tools: Tools) -> None:
    reply = await completed('codemode.CallTool("t.note", map[string]any{"text": "x"})\n__out = 1', tools)
    (context,) = tools.contexts
    assert (context.agent, context.session, context.run_id, context.call_id) == ("a", "s", reply.run_id, "call_1")


async def test_printed_text_is_heard_as_it_comes(tools: Tools) -> None:
    heard: list[str] = []
    await completed(
        'fmt.Println("one")\ncodemode.CallTool("t.slow")\nfmt.Println("two")', tools, on_output=heard.append
    )
    assert heard == ["one\n", "two\n"]


async def test_programs_are_compiled_once(tools: Tools) -> None:
    engine = Engine(sources=[tools.source()])
    for _ in range(3):
        assert (await engine.session("a", "s").exec(ADD)).value == 5  # type: ignore[union-attr]
    assert (engine.cache.stats().program_hits, engine.cache.stats().program_misses) == (2, 1)
    assert (engine.cache.stats().specs_hits, engine.cache.stats().specs_misses) == (2, 1)


async def test_real_tools_over_http(server: UtcpServer, tools: Tools) -> None:
    source = await UtcpSource.from_config(server.config())
    engine = Engine(sources=[source, tools.source()])
    code = (
        'sum, err := codemode.CallTool("demo.add", map[string]any{"a": 5, "b": 7})\nif err != nil { return err }\n'
        'p, err := codemode.CallTool("t.add", map[string]any{"a": sum.result, "b": 3})\nif err != nil { return err }\n__out = p'
    )
    reply = await engine.session().exec(code)
    assert reply.value == 15  # type: ignore[union-attr]
    assert reply.telemetry.catalog == {"utcp": 15, "function": 8}
    stream = (
        's, err := codemode.CallToolStream("demo.count", map[string]any{"to": 4})\nif err != nil { return err }\n'
        "n := 0\nfor v := range s.All() { n += int(v) }\n__out = n"
    )
    assert (await engine.session().exec(stream)).value == 10  # type: ignore[union-attr]


async def test_two_http_calls_take_the_time_of_the_slower(server: UtcpServer) -> None:
    engine = Engine(sources=[await UtcpSource.from_config(server.config())])
    await engine.catalog()
    code = (
        "var wg sync.WaitGroup\nfor _, s := range []float64{0.3, 0.2} {\n\twg.Add(1)\n\tgo func() {\n\t\tdefer wg.Done()\n"
        '\t\tcodemode.CallTool("demo.slow", map[string]any{"seconds": s})\n\t}()\n}\nwg.Wait()\n__out = true'
    )
    took: list[float] = []
    for _ in range(4):  # a busy machine only adds
        began = time.monotonic()
        assert (await engine.session().exec(code)).value is True  # type: ignore[union-attr]
        took.append(time.monotonic() - began)
    assert 0.3 <= min(took) < 0.45, took


# --- fairness --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code",
    [
        "for {}",
        "m := map[int]int{}\nfor i := 0; ; i++ { m[i%1000] += i }",
        's := strings.Repeat("ab ", 1000)\nfor { _ = strings.Fields(s) }',
        'for { codemode.SearchTools("add two numbers", 5) }',
        "xs := make([]int, 10000)\nfor { for i := range xs { xs[i] = (i * 7919) % 10007 }; sort.Ints(xs) }",
    ],
)
async def test_the_loop_goes_on_under_a_busy_program(tools: Tools, code: str) -> None:
    gaps: list[float] = []

    async def ticker() -> None:
        last = time.monotonic()
        while True:
            await asyncio.sleep(0.005)
            now = time.monotonic()
            gaps.append(now - last)
            last = now

    of = session(tools, timeout_ms=500, max_steps=10**10)
    await of.exec(code.replace("for {", "for i := range 1 {\n_ = i\n") if "Search" in code else "__out = 1")  # warm
    task = asyncio.create_task(ticker())
    began = time.monotonic()
    reply = await of.exec(code)
    task.cancel()
    assert (reply.status, reply.code) == ("failed", "timeout")  # type: ignore[union-attr]
    assert time.monotonic() - began < 1.0
    assert len(gaps) >= 8
    # most of them, because a busy machine may take any process off for a while
    assert sorted(gaps)[int(len(gaps) * 0.8)] < 0.05


async def test_two_programs_share_the_loop(tools: Tools) -> None:
    of = session(tools, timeout_ms=1500, max_steps=10**10)
    busy = asyncio.create_task(of.exec("for {}"))
    await asyncio.sleep(0.05)
    assert (await of.exec(ADD)).value == 5  # type: ignore[union-attr]
    assert not busy.done()
    assert (await busy).status == "failed"


# --- time ------------------------------------------------------------------------------------------------------------


async def test_nothing_runs_on_after_a_timeout(tools: Tools) -> None:
    before = asyncio.all_tasks()
    code = f"go func() {{ {SLOW % (30, 'x')} }}()\nfor {{}}".replace("if err != nil { return err }", "_ = err")
    reply = await failed(code, tools, {"timeout_ms": 200, "max_steps": 10**10})
    assert reply.code == "timeout"
    assert tools.cancelled == ["x"]
    assert reply.tool_calls[0].status == "in_doubt"
    assert asyncio.all_tasks() <= before


async def test_the_timeout_of_a_call_of_exec(tools: Tools) -> None:
    took: list[float] = []
    for _ in range(4):  # a busy machine only adds
        began = time.monotonic()
        assert (await failed("for {}", tools, {"max_steps": 10**10}, timeout_ms=120)).code == "timeout"
        took.append(time.monotonic() - began)
    assert min(took) < 0.6, took
    assert (await failed("time.Sleep(time.Minute)", tools, timeout_ms=120)).code == "timeout"


async def test_a_caller_that_gives_up_cancels_everything(tools: Tools) -> None:
    before = asyncio.all_tasks()
    given_up = asyncio.create_task(session(tools).exec(SLOW % (30, "x")))
    while not tools.running:
        await asyncio.sleep(0.001)
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    assert tools.cancelled == ["x"]
    assert asyncio.all_tasks() <= before


# --- waiting ---------------------------------------------------------------------------------------------------------


async def test_a_blocked_program_waits_and_goes_on(tools: Tools) -> None:
    of = session(tools)
    reply = await waiting('fmt.Println("start")\n' + SLOW % (0.4, "x"), of, timeout_ms=150)
    assert reply.reason == "pending_tools"
    assert [(p.id, p.tool, p.queued) for p in reply.pending_tool_calls] == [("call_1", "t.slow", False)]
    assert reply.pending_tool_calls[0].ms > 20
    assert reply.output[0].text == "start\n"  # type: ignore[union-attr]
    again = await of.wait(reply.run_id, timeout_ms=100)
    assert isinstance(again, Waiting)
    assert again.run_id == reply.run_id
    assert again.output == []  # delivered once
    done = await of.wait(reply.run_id)
    assert isinstance(done, Completed)
    assert (done.value, done.run_id) == ("x", reply.run_id)
    assert (done.telemetry.waits, done.telemetry.events) == (
        2,
        ["started", "waiting", "resumed", "waiting", "resumed", "completed"],
    )
    assert tools.effects == ["x"]


async def refused(reply: Any) -> str:
    answer = await reply
    assert isinstance(answer, Failed), answer
    return answer.code


async def test_closing_the_engine_ends_what_waits(tools: Tools) -> None:
    before = asyncio.all_tasks()
    async with Engine(sources=[tools.source()]) as engine:
        reply = await waiting(SLOW % (30, "x"), engine.session(), timeout_ms=1000)
    assert tools.cancelled == ["x"]
    assert await refused(engine.session().wait(reply.run_id)) == "aborted"
    assert asyncio.all_tasks() <= before


@pytest.mark.parametrize("durable", [False, True])
async def test_a_closed_engine_says_so(tmp_path: Path, durable: bool) -> None:
    store = f"sqlite:///{tmp_path / 'runs.db'}" if durable else None
    async with Engine(store=store) as engine:
        session = engine.session()
    for refusal in (session.exec("1"), session.wait("run_x") if durable else session.exec("2")):
        reply = await refusal
        assert isinstance(reply, Failed)
        assert (reply.code, "the engine is closed" in reply.error) == ("invalid_config", True)


async def test_a_cancelled_wait_leaves_the_run(tools: Tools) -> None:
    of = session(tools)
    reply = await waiting(SLOW % (30, "x"), of, timeout_ms=100)
    task = asyncio.create_task(of.wait(reply.run_id))
    await asyncio.sleep(0.02)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert tools.cancelled == []
    assert await refused(of.abort(reply.run_id)) == "aborted"
    assert tools.cancelled == ["x"]


# --- the model-facing pair -------------------------------------------------------------------------------------------


async def test_the_two_tools_that_a_model_sees(tools: Tools) -> None:
    of = session(tools)
    assert [t["function"]["name"] for t in of.tools("openai")] == ["exec", "wait"]
    assert [t["name"] for t in of.tools("anthropic")] == ["exec", "wait"]
    assert of.tools("mcp")[0]["inputSchema"]["required"] == ["code"]
    with pytest.raises(ConfigError):
        of.tools("klingon")  # type: ignore[arg-type]
    assert (await of.handle("exec", {"code": ADD})).value == 5  # type: ignore[union-attr]
    reply = await of.handle("exec", {"code": 'yield_control("x")\n__out = 2'})
    assert (await of.handle("wait", {"run_id": reply.run_id})).value == 2  # type: ignore[union-attr]
    for name, arguments in [("exec", {}), ("wait", {}), ("wait", {"run_id": 3}), ("ls", {}), ("exec", [1])]:
        assert await refused(of.handle(name, arguments)) == "invalid_input"  # type: ignore[arg-type]


async def test_an_id_that_is_no_text_is_refused_as_a_reply(tools: Tools) -> None:
    of: Any = session(tools)
    for reply in [await of.wait(None), await of.wait(b"run_1"), await of.abort(5), await of.abort(None)]:
        assert (reply.status, reply.code, reply.run_id) == ("failed", "invalid_input", "")
        assert reply.error.startswith("run_id must be text, not ")
    for decided, name in [
        (of.approve(None), "call_id"),
        (of.approve("call_1", run_id=5), "run_id"),
        (of.deny(5), "call_id"),
        (of.deny("call_1", 5), "reason"),
        (of.approve_all(None), "run_id"),
    ]:
        with pytest.raises(InputError, match=f"{name} must be text, not "):
            await decided
