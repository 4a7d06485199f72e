"""Guests in worker processes do what they do inline, and are watched over: real processes, real signals."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from codemode import Completed, Engine, Failed, FunctionSource, FunctionTool, Limits, Waiting
from codemode.engine.protocols import CallContext
from codemode.engine.workers import fork_server, pool
from codemode.engine.workers import process as worker_process
from codemode.engine.workers.frames import frame
from tests.engine.conftest import Tools
from tests.engine.processes import is_gone, kill, processes_below

pytestmark = pytest.mark.anyio

Reply = Completed | Waiting | Failed


def engine_over(tools: Tools, **options: Any) -> Engine:
    return Engine([tools.source()], isolation=options.pop("isolation", "process"), **options)


def plain(reply: Reply) -> dict[str, Any]:
    """All of a reply that does not depend on time."""
    told = reply.model_dump(mode="json", exclude={"run_id", "telemetry"})
    for call in (*told["tool_calls"], *told.get("pending_tool_calls", ())):
        del call["ms"]
    # where a long reply is cut depends on how many digits the times in it have
    for item in told["output"]:
        if item.get("omitted_bytes"):
            item["text"], item["omitted_bytes"] = item["text"][:1000], True
    if told["omitted"].get("tool_calls"):
        told["omitted"]["tool_calls"] += len(told["tool_calls"])
        told["omitted_calls"] = list(told["omitted_calls"])
        told["tool_calls"] = told["tool_calls"][:100]
    return told


def workers(engine: Engine) -> list[int]:
    assert engine._pool is not None  # pyright: ignore[reportPrivateUsage]
    return engine._pool.pids()  # pyright: ignore[reportPrivateUsage]


async def until(condition: Any, seconds: float = 10.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come to that"
        await asyncio.sleep(0.005)


async def test_a_worker_whose_process_is_not_known_yet_is_not_ready() -> None:
    """It says that it is ready before its process is told. Process 0, which stood for "not known", is a name of the host and all its group."""

    class Slow:
        def ask(self, memory: int, own: socket.socket, lifeline: socket.socket, *, python: bool = False) -> None:
            self.ends = own.dup(), lifeline.dup()

    own_priority = os.getpriority(os.PRIO_PROCESS, 0)
    source = Slow()
    worker = worker_process.Worker(source, 0)  # type: ignore[arg-type]
    own, lifeline = source.ends
    own.sendall(frame(["ready", []]))
    waiting = asyncio.create_task(worker.ready(5))
    for _ in range(10):
        await asyncio.sleep(0.001)
        assert not worker.is_ready
    worker.give_way()
    assert os.getpriority(os.PRIO_PROCESS, 0) == own_priority, "the host itself has given way"
    lifeline.sendall((4711).to_bytes(4))
    await waiting
    assert worker.is_ready
    assert worker.pid == 4711
    for end in (own, lifeline):
        end.close()
    worker.kill()


# --- the same results ------------------------------------------------------------------------------------------------

PROGRAMS = {
    "a value": "__out = map[string]any{\"n\": 1, \"f\": 2.5, \"s\": \"ü\", \"l\": []int{1, 2}}",
    "no value": "x := 1\n_ = x",
    "output": 'fmt.Println("a")\ntext("b")\njson(map[string]int{"c": 1})\nfmt.Print("d")\nos.Stderr.WriteString("e")',
    "bytes that are no text": 'fmt.Print(string([]byte{255, 254, 10}))\n__out = string([]byte{200})',
    "an exit status": 'fmt.Println("bye")\nos.Exit(3)',
    "a panic": 'func f(n int) int {\n\treturn 10 / n\n}\nfmt.Println("so far")\n__out = f(0)',
    "an error": 'return fmt.Errorf("no: %w", errors.New("because"))',
    "a deadlock": "c := make(chan int)\n<-c",
    "problems of types": "x := undefined1\ny := undefined2\n__out = x + y",
    "a problem of syntax": "for i := 0; i < 3; i++ {\n\tfmt.Println(i",
    "a package that is not there": 'import "net/http"\nhttp.Get("x")',
    "repairs": "x = 5\nfor i in range(3) {\n\tx += i\n}\n__out = x",
    "too many steps": "for {}",
    "too much memory": "var xs [][]byte\nfor {\n\txs = append(xs, make([]byte, 1<<20))\n}",
    "too deep": "func f(n int) int { return f(n+1) + 1 }\n__out = f(0)",
    "too many goroutines": "for {\n\tgo func() { select {} }()\n}",
    "too much output": 'for {\n\tfmt.Print(strings.Repeat("x", 100000))\n}',
    "a call": 'x, err := codemode.CallTool("t.add", map[string]any{"a": 1, "b": 2})\n__out = []any{x, err}',
    "calls that fail": '_, err := codemode.CallTool("t.fail", map[string]any{"message": "off"})\n__out = err.Error()\n'
    '_, err = codemode.CallTool("t.none", nil)\nfmt.Println(err)\n_, err = codemode.CallTool("t.add", map[string]any{"a": "x"})\nfmt.Println(err)',
    "a failed call that nobody looks at": 'go codemode.CallTool("t.fail", nil)\ntime.Sleep(300 * time.Millisecond)',
    "a thousand calls": "n := 0.0\nfor i := 0; i < 1000; i++ {\n\tx, err := codemode.CallTool(\"t.add\", map[string]any{\"a\": i, \"b\": 1})\n"
    "\tif err != nil {\n\t\treturn err\n\t}\n\tn += x.(float64)\n}\n__out = n",
    "calls at the same time": 'fs := []func() (any, error){}\nfor i := 0; i < 20; i++ {\n\tfs = append(fs, func() (any, error) {\n'
    '\t\treturn codemode.CallTool("t.add", map[string]any{"a": i, "b": i})\n\t})\n}\nxs, err := codemode.Parallel(fs)\n__out = []any{xs, err}',
    "a stream": 's, err := codemode.CallToolStream("t.count", map[string]any{"to": 100})\nif err != nil {\n\treturn err\n}\n'
    "n := 0.0\nfor x := range s.All() {\n\tn += x.(float64)\n}\n__out = n",
    "a stream that breaks": 's, _ := codemode.CallToolStream("t.breaks", nil)\nfor {\n\tx, err := s.Next()\n'
    "\tfmt.Println(x, err)\n\tif err != nil {\n\t\tbreak\n\t}\n}",
    "a stream that is closed": 's, _ := codemode.CallToolStream("t.ticks", nil)\nx, _ := s.Next()\ns.Close()\n__out = x',
    "sleeping": 'time.Sleep(20 * time.Millisecond)\nselect {\ncase <-time.After(10 * time.Millisecond):\n\t__out = "late"\n}',
    "goroutines": "c := make(chan int)\nvar wg sync.WaitGroup\n"
    "for i := 0; i < 50; i++ {\n\twg.Add(1)\n\tgo func() {\n\t\tdefer wg.Done()\n\t\tc <- i * i\n\t}()\n}\n"
    "go func() {\n\twg.Wait()\n\tclose(c)\n}()\nn := 0\nfor x := range c {\n\tn += x\n}\n__out = n",
    "the catalog": 'found, err := codemode.SearchTools("add", 2)\n__out = []any{found, err, len(ALL_TOOLS), API.List("")}',
    "data": "__out = data",
    "results": 'id := results.Save([]int{1, 2})\nx, err := results.Load(id)\nstore.Save("k", x)\ny, _ := store.Load("k")\n__out = []any{x, err, y}',
    "zones": 'l, err := time.LoadLocation("America/New_York")\n__out = []any{time.Unix(0, 0).In(l).String(), err}',
}  # fmt: skip
LIMITS = Limits(max_steps=300_000, max_output_bytes=100_000, memory_limit_bytes=8 << 20)


@pytest.fixture(scope="module")
def two_tools() -> tuple[Tools, Tools]:
    return Tools(), Tools()


@pytest.mark.parametrize("name", PROGRAMS)
async def test_the_same_as_inline(name: str) -> None:
    replies: list[dict[str, Any]] = []
    told: list[tuple[int, int]] = []
    for isolation in ("inline", "process"):
        async with engine_over(Tools(), limits=LIMITS, isolation=isolation) as engine:
            reply = await engine.session("a", "s").exec(
                PROGRAMS[name], data={"user": [7, None, "x"]}, timeout_ms=30_000
            )
            replies.append(plain(reply))
            told.append((reply.telemetry.steps, reply.telemetry.peak_memory_bytes))
    assert replies[0] == replies[1]
    assert told[0] == told[1]


async def test_yielding_and_waiting_are_the_same(tools: Tools) -> None:
    code = 'fmt.Println("one")\nyield_control("look")\nx, _ := codemode.CallTool("t.slow", map[string]any{"seconds": 0.4, "name": "n"})\n__out = x'
    seen: list[list[Any]] = []
    for isolation in ("inline", "process"):
        async with engine_over(tools, isolation=isolation) as engine:
            session = engine.session("a", "s")
            first = await session.exec(code)
            assert isinstance(first, Waiting)
            second = await session.wait(first.run_id, timeout_ms=100)
            assert isinstance(second, Waiting)
            third = await session.wait(first.run_id)
            seen.append([plain(first), plain(third)])
    assert seen[0] == seen[1]
    assert seen[1][1]["value"] == "n"


async def test_output_is_heard_while_the_program_runs(tools: Tools) -> None:
    heard: list[tuple[str, float]] = []
    async with engine_over(tools) as engine:
        began = time.monotonic()
        code = (
            'fmt.Println("first")\ncodemode.CallTool("t.slow", map[string]any{"seconds": 0.5})\nfmt.Println("second")'
        )
        await engine.session().exec(code, on_output=lambda text: heard.append((text, time.monotonic() - began)))
    assert [text for text, _ in heard] == ["first\n", "second\n"]
    assert heard[1][1] - heard[0][1] > 0.3


# --- signals -----------------------------------------------------------------------------------------------------------

BUSY = """
out := make(chan string, 100)
var wg sync.WaitGroup
for i := 0; i < 6; i++ {
	wg.Add(1)
	go func() {
		defer wg.Done()
		x, err := codemode.CallTool("k.work", map[string]any{"n": i})
		out <- fmt.Sprint(i, x, err)
	}()
}
s, err := codemode.CallToolStream("k.pieces", map[string]any{"to": 40})
if err != nil {
	return err
}
sum := 0.0
for x := range s.All() {
	sum += x.(float64)
	for j := 0; j < 500; j++ {
		sum += 0
	}
}
fmt.Println("sum", sum)
time.Sleep(5 * time.Millisecond)
wg.Wait()
close(out)
all := []string{}
for line := range out {
	all = append(all, line)
}
sort.Strings(all)
x, err := codemode.CallTool("k.work", map[string]any{"n": 99})
fmt.Println(x, err)
__out = []any{all, sum}
"""


class Killed:
    """Tools that count what really happened."""

    def __init__(self) -> None:
        self.works: list[int] = []
        self.streams = 0

    async def work(self, n: int) -> str:
        """Take a moment."""
        await asyncio.sleep(0.01 + 0.005 * (n % 4))
        self.works.append(n)
        return f"did {n}"

    async def pieces(self, to: int) -> AsyncIterator[int]:
        """Count."""
        self.streams += 1
        for n in range(to):
            await asyncio.sleep(0.001)
            yield n

    def source(self) -> FunctionSource:
        return FunctionSource([FunctionTool("k.work", self.work), FunctionTool("k.pieces", self.pieces)], owner="k")


@pytest.mark.parametrize("seed", range(6))
async def test_kill_9_of_the_worker_changes_nothing(seed: int) -> None:
    """At random moments, while calls are in flight and a stream runs."""
    chance = random.Random(seed)
    tools = Killed()
    async with Engine([tools.source()], isolation="process", workers=2) as engine:
        await engine.ready()
        run = asyncio.create_task(engine.session("a", "s").exec(BUSY, timeout_ms=30_000))
        killed = 0
        for _ in range(2):
            await asyncio.sleep(chance.uniform(0.0, 0.06))
            for pid in workers(engine):
                kill(pid)
                killed += 1
        reply = await run
    assert killed
    assert isinstance(reply, Completed), reply
    assert reply.value == [[f"{n}did {n}<nil>" for n in range(6)], sum(range(40))]
    assert reply.stdout == "sum 780\ndid 99 <nil>\n"
    assert sorted(tools.works) == [0, 1, 2, 3, 4, 5, 99]
    assert tools.streams == 1


async def test_a_run_that_waits_survives_the_death_of_its_worker(tools: Tools) -> None:
    async with engine_over(tools) as engine:
        session = engine.session("a", "s")
        code = 'x, _ := codemode.CallTool("t.note", map[string]any{"text": "once"})\nyield_control("")\n__out = x'
        waiting = await session.exec(code)
        assert isinstance(waiting, Waiting)
        for pid in workers(engine):
            kill(pid)
        reply = await session.wait(waiting.run_id)
    assert isinstance(reply, Completed)
    assert reply.value == "noted once"
    assert tools.effects == ["once"]
    assert "revived" in reply.telemetry.events


async def test_a_worker_that_always_dies_ends_the_cell(tools: Tools) -> None:
    async with engine_over(tools) as engine:
        await engine.ready()
        run = asyncio.create_task(engine.session().exec("for {}", timeout_ms=20_000))
        while not run.done():
            for pid in workers(engine):
                kill(pid)
            await asyncio.sleep(0.002)
        reply = await run
        assert isinstance(reply, Failed)
        assert reply.code == "internal_error"
        assert "worker process" in reply.error
        # and the engine goes on
        again = await engine.session().exec("__out = 1")
        assert isinstance(again, Completed), again


async def test_the_death_of_an_idle_worker_is_not_noticed(tools: Tools) -> None:
    async with engine_over(tools) as engine:
        session = engine.session()
        for _ in range(3):
            reply = await session.exec("__out = 1")
            assert isinstance(reply, Completed), reply
            for pid in workers(engine):
                kill(pid)
                await until(lambda pid=pid: is_gone(pid))


async def test_the_death_of_the_fork_server_is_not_noticed(tools: Tools) -> None:
    async with engine_over(tools) as engine:
        session = engine.session()
        waiting = await session.exec('yield_control("")\n__out = 5')
        assert isinstance(waiting, Waiting)
        pool = engine._pool  # pyright: ignore[reportPrivateUsage]
        assert pool is not None
        old = workers(engine)
        kill(pool.fork_server_pid())
        for pid in old:
            await until(lambda pid=pid: is_gone(pid))
        await engine.ready()
        reply = await session.wait(waiting.run_id, timeout_ms=30_000)
        assert isinstance(reply, Completed), reply
        assert reply.value == 5


async def test_a_worker_that_hangs_ends_at_the_timeout(tools: Tools) -> None:
    """Stopped by a signal, it is like a library call that does not return."""
    async with engine_over(tools) as engine:
        await engine.ready()
        began = time.monotonic()
        run = asyncio.create_task(engine.session().exec("for {}", timeout_ms=600))
        await asyncio.sleep(0.1)
        stopped = workers(engine)
        for pid in stopped:
            kill(pid, signal.SIGSTOP)
        reply = await run
        took = time.monotonic() - began
        assert isinstance(reply, Failed)
        assert reply.code == "timeout"
        assert took < 0.6 + 0.2 + 0.3  # the last is for a loaded machine
        for pid in stopped:
            await until(lambda pid=pid: is_gone(pid))


# --- many at once ----------------------------------------------------------------------------------------------------


async def test_what_computes_for_long_gives_way(tools: Tools) -> None:
    """It keeps its process, at a low priority; that process serves nobody after it, and others take its place."""
    async with engine_over(tools, workers=1, limits=Limits(max_steps=10**9)) as engine:
        long = asyncio.create_task(engine.session("long").exec("for {}", timeout_ms=3000))
        await until(lambda: workers(engine))
        (process,) = workers(engine)
        await until(
            lambda: (
                os.getpriority(os.PRIO_PROCESS, process)
                == worker_process.given_way()
                > os.getpriority(os.PRIO_PROCESS, 0)
            )
        )
        for n in range(3):
            short = await engine.session(f"short {n}").exec(f"__out = {n}", timeout_ms=2500)
            assert isinstance(short, Completed), short
            assert not long.done()
        reply = await long
        assert isinstance(reply, Failed)
        assert reply.code == "timeout"
        await until(lambda: is_gone(process))


async def test_guests_that_give_way_have_an_end_too(tools: Tools) -> None:
    async with engine_over(tools, workers=1, limits=Limits(max_steps=10**9)) as engine:
        guests = [
            asyncio.create_task(engine.session(f"s{n}").exec("for {}", timeout_ms=1500)) for n in range(pool.MOST + 3)
        ]
        most = 0
        while not all(guest.done() for guest in guests):
            most = max(most, len(workers(engine)))
            await asyncio.sleep(0.01)
        assert {(await guest).code for guest in guests} == {"timeout"}  # type: ignore[union-attr]
        assert 1 < most <= pool.MOST


async def test_workers_of_a_crowd_are_kept_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "IDLE_SECONDS", 1.5)
    crowd = pool.SPARES + 3
    all_are_here = asyncio.Barrier(crowd)

    async def meet() -> None:
        """Returns when every run of the crowd has a worker."""
        await all_are_here.wait()

    async with Engine([meet], isolation="process", workers=crowd) as engine:

        async def together() -> set[int]:
            code = "_, err := tools.meet()\nif err != nil { return err }"
            replies = await asyncio.gather(*(engine.session(f"s{n}").exec(code) for n in range(crowd)))
            assert {reply.status for reply in replies} == {"completed"}
            return set(workers(engine))

        first = await together()
        assert len(first) == crowd
        assert await together() == first  # nobody had to wait for new ones
        await until(lambda: len(workers(engine)) == pool.SPARES)
        for pid in first - set(workers(engine)):
            await until(lambda pid=pid: is_gone(pid))


# --- memory ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code",
    [
        "xs := make([]int, 1<<40)\n_ = xs",
        "m := map[int][]byte{}\nfor i := 0; ; i++ {\n\tm[i] = make([]byte, 1<<16)\n}",
        's := "x"\nfor {\n\ts += s\n}',
        's := "x"\nfor {\n\ts = strings.Repeat(s, 1000)\n}',
        "type T struct{ next *T }\nvar t *T\nfor {\n\tt = &T{t}\n}",
        "xs := []any{}\nfor {\n\txs = append(xs, xs)\n}",
    ],
)
async def test_memory_bombs_end_with_their_code_and_leave_nothing(tools: Tools, code: str) -> None:
    limits = Limits(memory_limit_bytes=4 << 20, timeout_ms=60_000, max_steps=50_000_000)
    async with engine_over(tools, limits=limits, workers=1) as engine:
        reply = await engine.session().exec(code)
        assert isinstance(reply, Failed)
        assert reply.code == "memory_limit_exceeded", reply
        old = workers(engine)
        good = await engine.session().exec("__out = 1")
        assert isinstance(good, Completed)
        assert workers(engine) != old  # nobody gets a worker that was filled up


async def test_what_a_worker_says_at_once_is_bounded(tools: Tools) -> None:
    """As JSON the text is six times as long as what the meter counts."""
    limits = Limits(memory_limit_bytes=32 << 20)
    code = 's := strings.Repeat("\\x01", 15<<20)\n__out = s'
    async with engine_over(tools, limits=limits) as engine:
        reply = await engine.session().exec(code, timeout_ms=30_000)
    assert isinstance(reply, Failed)
    assert reply.code == "memory_limit_exceeded"
    assert "at once" in reply.error


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_a_huge_result_is_an_error_of_the_call(isolation: str) -> None:
    async def huge(size: int) -> str:
        """Much."""
        return "x" * size

    async def parts(size: int) -> AsyncIterator[list[str]]:
        """Much, in pieces."""
        yield ["small"]
        yield ["x" * size]

    source = FunctionSource.from_functions(huge, parts, owner="b")
    code = """_, err := codemode.CallTool("b.huge", map[string]any{"size": 3000000})
fmt.Println(err)
s, _ := codemode.CallToolStream("b.parts", map[string]any{"size": 3000000})
for {
	x, err := s.Next()
	fmt.Println(x, err)
	if err != nil {
		break
	}
}
ok, err := codemode.CallTool("b.huge", map[string]any{"size": 300000})
__out = []any{len(ok.(string)), err}"""
    async with Engine([source], isolation=isolation, limits=Limits(memory_limit_bytes=2 << 20)) as engine:
        reply = await engine.session().exec(code)
    assert isinstance(reply, Completed), reply
    assert reply.value == [300000, None]
    lines = reply.stdout.splitlines()
    assert re.search(r"30000\d\d bytes of JSON", lines[0])
    assert str(512 << 10) in lines[0]
    assert lines[1] == "[small] <nil>"
    assert re.search(r"30000\d\d bytes of JSON", lines[2])
    assert [call.status for call in reply.tool_calls] == ["error", "error", "ok"]


# --- sharing workers -------------------------------------------------------------------------------------------------


async def test_runs_that_wait_do_not_keep_others_out(tools: Tools) -> None:
    """Five runs wait, in turn on one worker; each goes on where it was."""
    async with engine_over(tools, workers=1) as engine:
        session = engine.session("a", "s")
        code = 'codemode.CallTool("t.note", map[string]any{"text": fmt.Sprint(data)})\nyield_control("")\n__out = data'
        waiting = [await session.exec(code, data=n) for n in range(5)]
        assert [reply.status for reply in waiting] == ["waiting"] * 5
        assert len(workers(engine)) == 1
        replies = [await session.wait(reply.run_id) for reply in waiting]
    assert [plain(reply)["value"] for reply in replies] == [0, 1, 2, 3, 4]
    assert tools.effects == ["0", "1", "2", "3", "4"]


async def test_runs_that_wait_for_slow_tools_share_a_worker(tools: Tools) -> None:
    async with engine_over(tools, workers=1) as engine:
        code = 'x, err := codemode.CallTool("t.slow", map[string]any{"seconds": 0.5, "name": fmt.Sprint(data)})\n__out = []any{x, err}'
        runs = [engine.session("a", str(n)).exec(code, data=n, timeout_ms=30_000) for n in range(8)]
        replies = await asyncio.gather(*runs)
        assert len(workers(engine)) == 1
    assert [plain(reply)["value"] for reply in replies] == [[str(n), None] for n in range(8)]
    assert tools.most_running > 2
    assert sorted(tools.effects) == [str(n) for n in range(8)]


async def test_runs_queue_for_a_busy_worker_within_their_time(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MOST", 1)
    async with engine_over(tools, workers=1, limits=Limits(max_steps=10**10)) as engine:
        await engine.ready()
        busy = asyncio.create_task(engine.session().exec("for {}", timeout_ms=700))
        await asyncio.sleep(0.05)
        impatient = asyncio.create_task(engine.session().exec("__out = 1", timeout_ms=150))
        patient = asyncio.create_task(engine.session().exec("__out = 2", timeout_ms=20_000))
        refused, first, second = await asyncio.gather(impatient, busy, patient)
    assert isinstance(refused, Failed)
    assert refused.code == "timeout"
    assert isinstance(first, Failed)
    assert first.code == "timeout"
    assert isinstance(second, Completed)


async def test_a_run_that_is_given_up_leaves_nothing(tools: Tools) -> None:
    async with engine_over(tools, workers=1, limits=Limits(max_steps=10**10)) as engine:
        for code in ("for {}", 'codemode.CallTool("t.slow", map[string]any{"seconds": 60.0})'):
            await engine.ready()
            run = asyncio.create_task(engine.session().exec(code, timeout_ms=30_000))
            await asyncio.sleep(0.1)
            run.cancel()
            with pytest.raises(asyncio.CancelledError):
                await run
            reply = await engine.session().exec("__out = 1")
            assert isinstance(reply, Completed)
    assert tools.running == 0


async def test_two_engines_do_not_meet(tools: Tools) -> None:
    other = Tools()
    async with engine_over(tools) as one, engine_over(other) as two:
        code = 'codemode.CallTool("t.note", map[string]any{"text": "x"})\n__out = 1'
        await asyncio.gather(one.session().exec(code), two.session().exec(code))
        assert not set(workers(one)) & set(workers(two))
        await one.close()
        assert isinstance(await two.session().exec(code), Completed)
    assert tools.effects == ["x"]
    assert other.effects == ["x", "x"]


def test_one_engine_for_several_event_loops_one_after_the_other(tools: Tools) -> None:
    engine = engine_over(tools)
    code = 'x, _ := codemode.CallTool("t.add", map[string]any{"a": 1, "b": 2})\n__out = x'
    seen: set[int] = set()
    for _ in range(3):
        reply = asyncio.run(engine.session().exec(code))
        assert isinstance(reply, Completed), reply
        seen.update(workers(engine))
    assert len(seen) == 1
    asyncio.run(engine.close())


# --- the end -----------------------------------------------------------------------------------------------------------


async def test_a_closed_engine_leaves_no_worker(tools: Tools) -> None:
    async with engine_over(tools, limits=Limits(max_steps=10**10)) as engine:
        session = engine.session()
        await session.exec('yield_control("")')
        await session.exec("__out = 1")
        running = asyncio.create_task(session.exec("for {}", timeout_ms=30_000))
        await asyncio.sleep(0.1)
        pids = workers(engine)
        assert len(pids) == 2
    for pid in pids:
        await until(lambda pid=pid: is_gone(pid))
    running.cancel()
    await asyncio.wait([running])


HOST = """
import asyncio, sys
from codemode import Engine
async def main():
    engine = Engine(isolation="process")
    print((await engine.session().exec("__out = 1")).status, flush=True)
    run = asyncio.create_task(engine.session().exec("for { select { default: } }", timeout_ms=60_000))
    await asyncio.sleep(0.2)
    print("running", flush=True)
    {end}
asyncio.run(main())
"""


@pytest.mark.parametrize("end", ["await asyncio.sleep(60)", "await engine.close()", "sys.exit(3)"])
def test_a_host_that_ends_leaves_no_process(end: str) -> None:
    """Killed, closed, or gone without closing."""
    host = subprocess.Popen(
        [sys.executable, "-c", HOST.replace("{end}", end)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert host.stdout is not None
    assert host.stderr is not None
    line = host.stdout.readline()
    assert line == "completed\n", line or host.stderr.read()
    assert host.stdout.readline() == "running\n"
    below = processes_below(host.pid)
    if "sleep" in end:
        assert len(below) >= 2  # the fork server and a worker
        host.kill()
    out, errors = host.communicate(timeout=60)
    assert out == ""
    assert "Warning" not in errors
    deadline = time.monotonic() + 10
    while not all(is_gone(pid) for pid in below):
        assert time.monotonic() < deadline
        time.sleep(0.01)


async def test_protections_are_told(tools: Tools) -> None:
    """Here Linux does all of it; what each is worth is tried in test_docs_security.py and test_system_calls.py."""
    async with engine_over(tools) as engine:
        assert engine.protections == []
        await engine.ready()
        assert len(engine.protections) == 11


async def test_without_a_python_there_is_no_isolation(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    """It fails closed, and says so."""
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    monkeypatch.setattr(fork_server, "_shared", None)
    engine = engine_over(tools)
    reply = await engine.session().exec("__out = 1")
    await engine.close()
    assert isinstance(reply, Failed)
    assert reply.code == "runtime_unavailable"
    assert "/nowhere/python" in reply.error


async def test_a_fork_server_that_breaks_off_is_no_isolation(
    tools: Tools, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(broken))
    monkeypatch.setattr(fork_server, "_shared", None)
    engine = engine_over(tools)
    reply = await engine.session().exec("__out = 1")
    await engine.close()
    assert isinstance(reply, Failed)
    assert reply.code == "runtime_unavailable"


async def test_the_context_of_a_call_is_the_same(tools: Tools) -> None:
    async with engine_over(tools) as engine:
        reply = await engine.session("a", "s").exec('codemode.CallTool("t.note", map[string]any{"text": "x"})')
    assert tools.contexts == [CallContext("a", "s", reply.run_id, reply.tool_calls[0].id)]
