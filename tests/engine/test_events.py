"""What a host hears of its runs, as it happens: the same in both isolations."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from codemode import Completed, Engine, Failed, FunctionSource, FunctionTool, Limits, Policy, Rule, Waiting
from codemode.engine.cell_output import OutputText
from codemode.engine.events import (
    ApprovalAsked,
    ApprovalGiven,
    CallEnded,
    CallProgress,
    CallStarted,
    RunEnded,
    RunEvent,
    RunOutput,
    RunResumed,
    RunStarted,
    RunWaiting,
)
from codemode.engine.limits import MAX_PRINTED
from codemode.engine.protocols import CallContext
from codemode.errors import ConfigError
from codemode.interpreter.machine.run import ITEM_BYTES
from tests.engine.conftest import Tools

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["inline", "process"])
def isolation(request: pytest.FixtureRequest) -> str:
    return request.param


class Heard(list[RunEvent]):
    """Remembers what it hears."""

    async def __call__(self, event: RunEvent) -> None:
        self.append(event)

    @property
    def types(self) -> list[str]:
        return [event.type for event in self]

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self if isinstance(event, kind)]

    async def until(self, met: Callable[[], bool]) -> None:
        for _ in range(2000):
            if met():
                return
            await asyncio.sleep(0.005)
        raise AssertionError(self.types)


TWO_CALLS = """
fmt.Println("one")
text("two")
json(map[string]any{"three": 3})
sum, _ := codemode.CallTool("t.add", map[string]any{"a": 1, "b": 2})
_, err := codemode.CallTool("t.fail")
fmt.Println("err:", err)
__out = sum
"""


async def test_a_run_is_told_from_its_start_to_its_end(tools: Tools, isolation: str) -> None:
    everywhere, here = Heard(), Heard()
    async with Engine([tools.source()], isolation=isolation, on_event=everywhere) as engine:
        reply = await engine.session("a", "s").exec(TWO_CALLS, on_event=here)
        assert isinstance(reply, Completed), reply
        assert here == everywhere
        assert here.types == [
            "started",
            *["output"] * 3,
            *["call_started", "call_ended"] * 2,
            "output",
            "ended",
        ]
    started, ended = here[0], here[-1]
    assert isinstance(started, RunStarted)
    assert isinstance(ended, RunEnded)
    assert (started.agent, started.session, started.code) == ("a", "s", TWO_CALLS)
    assert {event.run_id for event in here} == {reply.run_id}
    assert [(e.stream, e.text) for e in here.of(RunOutput)] == [
        ("stdout", "one\n"),
        ("text", "two"),
        ("json", '{"three":3}'),
        ("stdout", "err: 503 unavailable\n"),
    ]
    assert [(e.tool, e.tool_id) for e in here.of(CallStarted)] == [
        ("t.add", "function:t:add"),
        ("t.fail", "function:t:fail"),
    ]
    assert [(e.tool, e.status, e.code) for e in here.of(CallEnded)] == [
        ("t.add", "ok", ""),
        ("t.fail", "error", "nested_tool_failed"),
    ]
    assert (ended.status, ended.reply) == ("completed", reply)
    times = [event.at for event in here]
    assert times == sorted(set(times))  # each of them names its event


async def test_arguments_and_results_are_not_told(tools: Tools, isolation: str) -> None:
    heard = Heard()
    async with Engine([tools.source()], isolation=isolation) as engine:
        code = '__out, _ = codemode.CallTool("t.note", map[string]any{"text": "s3cret"})'
        await engine.session().exec(code, on_event=heard)
    told = [event.as_dict() for event in heard if not isinstance(event, RunStarted | RunEnded)]
    assert told
    assert "s3cret" not in str(told)


async def test_a_program_that_is_refused_has_a_start_and_an_end(isolation: str) -> None:
    heard = Heard()
    async with Engine(isolation=isolation) as engine:
        reply = await engine.session().exec("x := 1 +", on_event=heard)
        assert isinstance(reply, Failed)
        assert heard.types == ["started", "ended"]
        assert heard[1].run_id == reply.run_id != ""
        ended = heard.of(RunEnded)[0]
        assert (ended.status, ended.code) == ("failed", "parse_failed")


async def test_waiting_going_on_and_what_happens_between(tools: Tools, isolation: str) -> None:
    first, second = Heard(), Heard()
    code = 'v, _ := codemode.CallTool("t.slow", map[string]any{"seconds": 1.5, "name": "x"})\nfmt.Println("after")\n__out = v'
    async with Engine([tools.source()], isolation=isolation) as engine:
        session = engine.session()
        reply = await session.exec(code, timeout_ms=700, on_event=first)
        assert isinstance(reply, Waiting)
        assert first.types == ["started", "call_started", "waiting"]
        assert first.of(RunWaiting)[0].reason == "pending_tools"
        assert first.of(RunWaiting)[0].reply == reply
        # the call ends while nobody waits
        await first.until(lambda: first.types[-1] == "call_ended")
        done = await session.wait(reply.run_id, on_event=second)
        assert isinstance(done, Completed), done
    assert first.types[3:] == ["call_ended"]  # the other one listens from then on
    assert second.types == ["resumed", "output", "ended"]


async def test_the_listener_of_exec_hears_a_wait_without_a_listener(tools: Tools, isolation: str) -> None:
    heard = Heard()
    async with Engine([tools.source()], isolation=isolation) as engine:
        session = engine.session()
        reply = await session.exec('yield_control("hm")\nfmt.Println("x")', on_event=heard)
        await session.wait(reply.run_id)
    assert heard.types == ["started", "waiting", "resumed", "output", "ended"]


async def test_handle_tells_events_and_output(tools: Tools, isolation: str) -> None:
    heard, printed = Heard(), list[str]()
    async with Engine([tools.source()], isolation=isolation) as engine:
        session = engine.session()
        code = 'fmt.Println("a")\nyield_control("")\nfmt.Println("b")'
        reply = await session.handle("exec", {"code": code}, on_event=heard, on_output=printed.append)
        assert printed == ["a\n"]
        more = list[str]()
        await session.handle("wait", {"run_id": reply.run_id}, on_output=more.append)
        assert more == ["b\n"]
    assert heard.types == ["started", "output", "waiting", "resumed", "output", "ended"]


# --- approval ----------------------------------------------------------------------------------------------------------

ASK = Policy([Rule("ask", "t.note")])
NOTE = (
    'v, err := codemode.CallTool("t.note", map[string]any{"text": "x"})\nif err != nil { v = err.Error() }\n__out = v'
)


@pytest.mark.parametrize("store", ["memory", "file"])
async def test_approval_asked_and_given(tools: Tools, isolation: str, store: str, tmp_path: Path) -> None:
    heard = Heard()
    url = None if store == "memory" else f"sqlite:///{tmp_path}/runs.db"
    async with Engine([tools.source()], isolation=isolation, policy=ASK, store=url, on_event=heard) as engine:
        session = engine.session()
        reply = await session.exec(NOTE)
        assert heard.types == ["started", "approval_asked", "waiting"]
        asked = heard.of(ApprovalAsked)[0]
        assert (asked.tool, asked.tool_id, asked.arguments) == ("t.note", "function:t:note", {"text": "x"})
        await session.approve(asked.call_id, {"text": "y"})
        await session.wait(reply.run_id)
        await heard.until(lambda: heard.types[-1] == "ended")
        assert heard.types[3:] == ["approval_given", "resumed", "call_started", "call_ended", "ended"]
        given = heard.of(ApprovalGiven)[0]
        assert (given.call_id, given.tool, given.approved, given.edited) == (asked.call_id, "t.note", True, True)


async def test_a_refusal_is_told_with_its_reason(tools: Tools, isolation: str) -> None:
    heard = Heard()
    async with Engine([tools.source()], isolation=isolation, policy=ASK, on_event=heard) as engine:
        session = engine.session()
        reply = await session.exec(NOTE)
        await session.deny(heard.of(ApprovalAsked)[0].call_id, "too dear")
        await session.wait(reply.run_id)
        await heard.until(lambda: heard.types[-1] == "ended")
    given = heard.of(ApprovalGiven)[0]
    assert (given.approved, given.reason) == (False, "too dear")
    assert [e.status for e in heard.of(CallEnded)] == ["denied"]
    assert heard.of(CallStarted) == []


# --- ends ----------------------------------------------------------------------------------------------------------------


async def test_aborted_cancelled_and_expired_runs_have_an_end(tools: Tools, isolation: str) -> None:
    heard = Heard()
    limits = Limits(snapshot_ttl_seconds=1)
    async with Engine([tools.source()], limits, isolation=isolation, on_event=heard) as engine:
        session = engine.session()
        reply = await session.exec('yield_control("")')
        await session.abort(reply.run_id)
        await heard.until(lambda: heard.types[-1] == "ended")
        assert heard.of(RunEnded)[-1].status == "aborted"
        task = asyncio.create_task(session.exec('codemode.CallTool("t.slow", map[string]any{"seconds": 30})'))
        await heard.until(lambda: heard.types[-1] == "call_started")
        task.cancel()
        await heard.until(lambda: heard.types[-1] == "ended")
        assert heard.types[-2:] == ["call_ended", "ended"]
        assert heard.of(CallEnded)[-1].status == "in_doubt"
        assert heard.of(RunEnded)[-1].status == "aborted"
        await session.exec('yield_control("")')
        await heard.until(lambda: heard.types[-1] == "ended")
        assert heard.of(RunEnded)[-1].status == "expired"


# --- progress ------------------------------------------------------------------------------------------------------------


def reporting(report: Callable[[CallContext], Any]) -> FunctionSource:
    def work(context: CallContext) -> str:
        """Work."""
        report(context)
        return "done"

    return FunctionSource([FunctionTool("p.work", work)], owner="p")


async def test_a_function_tells_its_progress_while_it_works(isolation: str) -> None:
    heard, go_on = Heard(), threading.Event()

    def report(context: CallContext) -> None:
        context.report_progress(1, 4, "read")
        go_on.wait(10)
        context.report_progress(3.5, 4)

    async with Engine([reporting(report)], isolation=isolation, on_event=heard) as engine:
        task = asyncio.create_task(engine.session().exec('__out = codemode.CallTool("p.work")'))
        await heard.until(lambda: "call_progress" in heard.types)
        go_on.set()
        await task
        await heard.until(lambda: heard.types[-1] == "ended")
    assert heard.types == ["started", "call_started", "call_progress", "call_progress", "call_ended", "ended"]
    told = [(e.tool, e.progress, e.total, e.message) for e in heard.of(CallProgress)]
    assert told == [("p.work", 1, 4, "read"), ("p.work", 3.5, 4, "")]


async def test_a_flood_of_progress_costs_no_memory_and_the_last_is_told(isolation: str) -> None:
    heard = Heard()

    def report(context: CallContext) -> None:
        for done in range(200_000):
            context.report_progress(done, 200_000, "x" * 5000)

    async with Engine([reporting(report)], isolation=isolation, on_event=heard) as engine:
        reply = await engine.session().exec('__out = codemode.CallTool("p.work")')
        assert isinstance(reply, Completed), reply
        await heard.until(lambda: heard.types[-1] == "ended")
    told = heard.of(CallProgress)
    assert told[-1].progress == 199_999
    assert len(told[-1].message) == 1000
    assert len(told) < 100_000


async def test_progress_that_is_no_number_is_the_tools_mistake(isolation: str) -> None:
    odd: Any = "half"
    async with Engine([reporting(lambda context: context.report_progress(odd))], isolation=isolation) as engine:
        reply = await engine.session().exec('__out = codemode.CallTool("p.work")')
    assert isinstance(reply, Failed)
    assert "progress needs two numbers" in reply.error


async def test_progress_told_when_its_call_is_over_is_not_told_again(isolation: str) -> None:
    heard, kept = Heard(), list[CallContext]()
    async with Engine([reporting(kept.append)], isolation=isolation, on_event=heard) as engine:
        await engine.session().exec('__out = codemode.CallTool("p.work")')
        kept[0].report_progress(1)
        await asyncio.sleep(0.01)
    assert "call_progress" not in heard.types


# --- listeners that misbehave ----------------------------------------------------------------------------------------------


def raising(event: RunEvent) -> None:
    raise ValueError(f"no {event.type} for me")


async def raising_later(event: RunEvent) -> None:
    raise ValueError(f"no {event.type} for me")


def leaving(event: RunEvent) -> None:
    raise SystemExit


@pytest.mark.parametrize("listener", [raising, raising_later, leaving])
async def test_a_listener_that_raises_does_not_hurt_the_run(
    tools: Tools, isolation: str, listener: Any, caplog: pytest.LogCaptureFixture
) -> None:
    async with Engine([tools.source()], isolation=isolation, on_event=listener) as engine:
        reply = await engine.session().exec(TWO_CALLS, on_event=listener)
        assert isinstance(reply, Completed)
        await asyncio.sleep(0.05)
    told = [record for record in caplog.records if record.levelname == "ERROR" and "on_event" in record.message]
    assert len(told) == 2  # once for each listener, and not for each event
    assert told[0].exc_info is not None


async def hanging_later(event: RunEvent) -> None:
    await asyncio.sleep(3600)


@pytest.mark.parametrize("kind", ["plain", "async"])
async def test_a_listener_that_hangs_does_not_hurt_the_run(tools: Tools, isolation: str, kind: str) -> None:
    free = threading.Event()

    def hanging(event: RunEvent) -> None:
        free.wait(60)

    listener: Any = hanging if kind == "plain" else hanging_later
    worst = 0.0

    async def tick() -> None:
        nonlocal worst
        while True:
            began = time.monotonic()
            await asyncio.sleep(0.001)
            worst = max(worst, time.monotonic() - began)

    ticker = asyncio.create_task(tick())
    try:
        async with Engine([tools.source()], isolation=isolation, on_event=listener) as engine:
            session = engine.session()
            for _ in range(3):
                assert isinstance(await session.exec(TWO_CALLS, on_event=listener), Completed)
    finally:
        free.set()
        ticker.cancel()
    assert worst < 5


async def test_a_slow_listener_loses_events_and_never_memory(isolation: str) -> None:
    """What begins and ends is told also when what passes was too much."""
    free, heard = asyncio.Event(), Heard()

    async def slow(event: RunEvent) -> None:
        await free.wait()
        heard.append(event)

    async with Engine(isolation=isolation, on_event=slow) as engine:
        code = 'for i := 0; i < 3000; i++ { text(strings.Repeat("x", 3000)) }'
        reply = await engine.session().exec(code)
        assert isinstance(reply, Completed), reply
        feed = engine.runs.feeds[0]
        assert len(feed._queue) <= 2002  # pyright: ignore[reportPrivateUsage]
        assert feed._bytes <= 8 << 20  # pyright: ignore[reportPrivateUsage]
        free.set()
        await heard.until(lambda: heard.types[-1:] == ["ended"])
    assert heard.types[0] == "started"
    assert len(heard.of(RunOutput)) < 3000
    assert sum(event.lost for event in heard) == 3002 - len(heard)


async def test_a_long_output_is_told_by_its_beginning(isolation: str) -> None:
    heard = Heard()
    async with Engine(isolation=isolation) as engine:
        await engine.session().exec('fmt.Print(strings.Repeat("ab", 500000))', on_event=heard)
    told = heard.of(RunOutput)
    assert sum(len(e.text) + e.omitted_bytes for e in told) == 1_000_000
    assert max(len(e.text) for e in told) <= 65_536


EVERYWHERE = r"""
fmt.Print("caf\xc3")
fmt.Println("\xa9")
fmt.Fprintln(os.Stderr, "careful")
text("two")
text("")
json(map[string]any{"three": 3})
codemode.CallTool("t.go_on")
fmt.Println("four")
"""
ITEMS = [
    ("stdout", "café\n"),
    ("stderr", "careful\n"),
    ("text", "two"),
    ("text", ""),
    ("json", '{"three":3}'),
]


async def test_on_output_hears_items_and_both_streams_while_the_program_runs(isolation: str) -> None:
    heard = list[tuple[str, str]]()
    everything = asyncio.Event()

    def listen(said: OutputText) -> None:
        heard.append((said.stream, said))
        if len(heard) == len(ITEMS):
            everything.set()

    async def go_on() -> None:
        await asyncio.wait_for(everything.wait(), 30)  # the program is not over before all was heard

    source = FunctionSource([FunctionTool("t.go_on", go_on)], owner="t")
    async with Engine([source], isolation=isolation) as engine:
        reply = await engine.session().exec(EVERYWHERE, timeout_ms=60_000, on_output=listen)
    assert isinstance(reply, Completed), reply
    assert heard == [*ITEMS, ("stdout", "four\n")]


async def test_on_output_hears_what_a_program_says_before_it_computes(isolation: str) -> None:
    heard = list[float]()
    async with Engine(isolation=isolation) as engine:
        code = "json([]int{1})\nn := 0\nfor i := range 3000000 { n += i }"
        reply = await engine.session().exec(code, timeout_ms=60_000, on_output=lambda _: heard.append(time.monotonic()))
        assert isinstance(reply, Completed), reply
        assert (time.monotonic() - heard[0]) * 1000 > reply.telemetry.ms["run"] / 2


@pytest.mark.parametrize("said", ['text("")', "json(nil)", 'fmt.Fprint(os.Stderr, "x"); fmt.Print("y")'])
async def test_on_output_hears_no_more_items_than_the_budget_for_output_pays_for(isolation: str, said: str) -> None:
    heard, most = list[str](), MAX_PRINTED * 9 // 10  # the budget is nearly spent before
    async with Engine(isolation=isolation) as engine:
        code = f'fmt.Print(strings.Repeat("x", {most}))\nfor {{ {said} }}'
        reply = await engine.session().exec(code, timeout_ms=60_000, on_output=heard.append)
    assert isinstance(reply, Failed)
    assert reply.code == "output_limit_exceeded"
    assert 1000 < len(heard) <= (MAX_PRINTED - most) / ITEM_BYTES + 1


async def test_a_new_listener_first_hears_the_output_that_no_reply_had(tools: Tools, isolation: str) -> None:
    first, second = list[str](), list[str]()
    code = 'text("one")\ncodemode.CallTool("t.slow", map[string]any{"seconds": 0.5})\ntext("two")'
    async with Engine([tools.source()], isolation=isolation) as engine:
        session = engine.session()
        parked = await session.exec('yield_control("")\n' + code)
        task = asyncio.create_task(session.wait(parked.run_id, on_output=first.append))
        while not first:
            await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.wait([task])
        done = await session.wait(parked.run_id, on_output=second.append)
    assert isinstance(done, Completed), done
    assert [item.text for item in done.output] == second == ["one", "two"]  # type: ignore[union-attr]


async def test_on_output_that_raises_does_not_hurt_the_run(
    tools: Tools, isolation: str, caplog: pytest.LogCaptureFixture
) -> None:
    calls = list[str]()

    def listener(text: str) -> None:
        calls.append(text)
        raise ValueError("no more of this")

    async with Engine([tools.source()], isolation=isolation) as engine:
        reply = await engine.session().exec(TWO_CALLS, on_output=listener)
    assert isinstance(reply, Completed)
    assert len(calls) == 1
    assert any("on_output failed" in record.message for record in caplog.records)


async def test_a_listener_has_to_be_a_function() -> None:
    wrong: Any = "print"
    with pytest.raises(ConfigError, match="on_event must be a function"):
        Engine(on_event=wrong)
    async with Engine(isolation="inline") as engine:
        with pytest.raises(ConfigError, match="on_output must be a function"):
            await engine.session().exec("__out = 1", on_output=wrong)
    with pytest.raises(ConfigError, match="on_event must be a function"):
        await Engine(isolation="inline").session().exec("__out = 1", on_event=wrong)


# --- other processes -------------------------------------------------------------------------------------------------------


async def test_a_listener_in_another_process_hears_only_new_events(
    tools: Tools, isolation: str, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path}/runs.db"
    code = """
    fmt.Println("before")
    a, _ := codemode.CallTool("t.add", map[string]any{"a": 1, "b": 2})
    yield_control("hm")
    fmt.Println("after")
    b, _ := codemode.CallTool("t.add", map[string]any{"a": a, "b": 2})
    __out = b
    """
    first, second = Heard(), Heard()
    async with Engine([tools.source()], isolation=isolation, store=url, on_event=first) as engine:
        reply = await engine.session().exec(code)
    assert first.types == ["started", "output", "call_started", "call_ended", "waiting"]
    async with Engine([tools.source()], isolation=isolation, store=url, on_event=second) as engine:
        done = await engine.session().wait(reply.run_id)
        assert isinstance(done, Completed)
    assert second.types == ["resumed", "output", "call_started", "call_ended", "ended"]
    assert second.of(RunResumed)[0].restored
    assert [e.text for e in second.of(RunOutput)] == ["after\n"]
    assert second[0].at > first[-1].at
    assert len({e.call_id for e in [*first.of(CallEnded), *second.of(CallEnded)]}) == 2


async def test_a_decision_in_another_process_is_told_there(tools: Tools, isolation: str, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/runs.db"
    first, second = Heard(), Heard()
    async with Engine([tools.source()], isolation=isolation, store=url, policy=ASK, on_event=first) as engine:
        reply = await engine.session().exec(NOTE)
    async with Engine([tools.source()], isolation=isolation, store=url, policy=ASK, on_event=second) as engine:
        session = engine.session()
        await session.approve(first.of(ApprovalAsked)[0].call_id)
        await session.wait(reply.run_id)
    assert second.types == ["approval_given", "resumed", "call_started", "call_ended", "ended"]


async def test_the_engine_that_finds_an_expired_run_reports_it(tools: Tools, isolation: str, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/runs.db"
    heard = Heard()
    async with Engine(isolation=isolation, store=url, limits=Limits(snapshot_ttl_seconds=1)) as engine:
        reply = await engine.session().exec('yield_control("")')
    await asyncio.sleep(1.1)
    async with Engine(isolation=isolation, store=url, on_event=heard) as engine:
        await engine.session().wait(reply.run_id)
        await heard.until(lambda: heard.types == ["ended"])
        assert heard.of(RunEnded)[0].status == "expired"


@pytest.mark.parametrize("seconds", [0.0, 0.005, 0.5])
async def test_a_run_that_nobody_waits_for_has_an_end_that_says_so(isolation: str, seconds: float) -> None:
    """Also if the program was still being prepared."""
    heard = Heard()
    async with Engine(isolation=isolation, on_event=heard, history="1h") as engine:
        task = asyncio.create_task(engine.session().exec("for { time.Sleep(time.Second) }"))
        await asyncio.sleep(seconds)
        task.cancel()
        await heard.until(lambda: heard.types[-1:] == ["ended"])
        [ended] = heard.of(RunEnded)
        assert (ended.status, ended.code) == ("aborted", "aborted")
        assert "nobody waited for the program" in ended.error
        assert ended.reply is not None
        assert [run.status for run in await engine.runs()] == ["aborted"]
