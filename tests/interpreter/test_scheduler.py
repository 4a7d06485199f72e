"""Scheduler, channels and signals, driven with programs that are plain Python functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from codemode.interpreter.machine import channels
from codemode.interpreter.machine.limits import MachineLimits
from codemode.interpreter.machine.machine import Machine
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.signals import (
    Abort,
    Calls,
    Chunk,
    Failed,
    Finished,
    Resume,
    Sleeping,
    Sliced,
    StreamEnd,
    TimerFired,
    ToolFailure,
    ToolResult,
    Yielded,
)
from codemode.interpreter.machine.tool_calls import call_tool, open_stream
from codemode.interpreter.machine.values import GoPanic
from codemode.stdlib.registry import library

library()  # gives the run time's own error types their methods


class Scripted:
    """A program whose main is a Python function; it leaves its result with `set`."""

    def __init__(self, main: Callable[[Run], Any]) -> None:
        self._main = main
        self.targets: dict[Any, Any] = {}  # methods found so far, as dispatch keeps them

    def start(self, run: Run) -> None:
        run.program = self

    def main(self, run: Run) -> None:
        run.services["out"] = self._main(run)

    def out(self, run: Run) -> tuple[Any, bool]:
        return run.services["out"], True


def machine(main: Callable[[Run], Any], **limits: int) -> Machine:
    return Machine(Scripted(main), limits=MachineLimits(**limits))


def finish(m: Machine) -> Any:
    signal = m.step()
    assert isinstance(signal, Finished), signal
    return signal.value


def test_unbuffered_channel_hands_over_in_order():
    def main(run: Run) -> list[int]:
        ch = channels.Channel(0, lambda: 0)

        def produce() -> None:
            for i in range(3):
                ch.send(run, i)
            ch.close(run)

        run.sched.go(produce, ())
        got: list[int] = []
        while True:
            value, ok = ch.recv(run)
            if not ok:
                return got
            got.append(value)

    assert finish(machine(main)) == [0, 1, 2]


def test_senders_blocked_on_a_full_buffer_are_served_in_order():
    def main(run: Run) -> list[int]:
        ch = channels.Channel(1, lambda: 0)
        for i in range(4):
            run.sched.go(ch.send, (run, i))
        run.sched.gosched()
        return [ch.recv(run)[0] for _ in range(4)]

    assert finish(machine(main)) == [0, 1, 2, 3]


def test_select_takes_the_ready_case_and_rotates_between_ready_ones():
    def main(run: Run) -> list[int]:
        a, b = channels.Channel(10, lambda: 0), channels.Channel(10, lambda: 0)
        for i in range(4):
            a.send(run, i)
            b.send(run, i)
        return [channels.select(run, [("recv", a, None), ("recv", b, None)], False)[0] for _ in range(8)]

    assert sorted(finish(machine(main))) == [0, 0, 0, 0, 1, 1, 1, 1]


def test_select_waits_and_leaves_no_waiter_behind():
    def main(run: Run) -> tuple[Any, ...]:
        a, b = channels.Channel(0, lambda: 0), channels.Channel(0, lambda: 0)
        run.sched.go(a.send, (run, 7))
        first = channels.select(run, [("recv", a, None), ("recv", b, None)], False)
        assert not b.try_send(run, 1)  # nobody waits on b any more
        return first

    assert finish(machine(main)) == (0, 7, True)


def test_select_default():
    def main(run: Run) -> tuple[Any, ...]:
        return channels.select(run, [("recv", None, None)], True)

    assert finish(machine(main)) == (-1, None, False)


@pytest.mark.parametrize("broken", ["send", "close"])
def test_closed_channel_panics(broken: str):
    def main(run: Run) -> None:
        ch = channels.Channel(0, lambda: 0)
        ch.close(run)
        ch.send(run, 1) if broken == "send" else ch.close(run)

    signal = machine(main).step()
    assert isinstance(signal, Failed)
    assert signal.code == "guest_panic"
    assert signal.message == ("panic: send on closed channel" if broken == "send" else "panic: close of closed channel")


def test_deadlock_names_what_waits():
    def main(run: Run) -> None:
        channels.Channel(0, lambda: 0).recv(run)

    signal = machine(main).step()
    assert isinstance(signal, Failed)
    assert signal.code == "deadlock"
    assert signal.message == "fatal error: all goroutines are asleep - deadlock!"
    assert "chan receive" in signal.hint


def test_calls_run_together_and_come_back_in_settlement_order():
    def main(run: Run) -> list[Any]:
        done = channels.Channel(2, lambda: None)

        def ask(name: str) -> None:
            done.send(run, (name, *call_tool(run, name, {"x": 1})))

        run.sched.go(ask, ("slow",))
        run.sched.go(ask, ("fast",))
        return [done.recv(run)[0] for _ in range(2)]

    m = machine(main)
    signal = m.step()
    assert isinstance(signal, Calls)
    assert [c.tool for c in signal.calls] == ["slow", "fast"]
    by_tool = {c.tool: c.call_id for c in signal.calls}
    m.deliver(ToolFailure(1, by_tool["fast"], "404 no such thing"))
    waiting = m.step()
    assert isinstance(waiting, Calls)
    assert waiting.calls == []
    m.deliver(ToolResult(2, by_tool["slow"], {"n": 5}))
    first, second = finish(m)
    assert first[0] == "fast"
    assert first[1] is None
    assert second == ("slow", {b"n": 5}, None)


def test_the_first_of_many_calls_leave_before_the_last_are_made():
    def main(run: Run) -> list[Any]:
        done = channels.Channel(100, lambda: None)
        for i in range(100):
            run.sched.go(lambda i: done.send(run, call_tool(run, "t", {"i": i})[0]), (i,))
        return [done.recv(run)[0] for _ in range(100)]

    m = machine(main)
    turns: list[tuple[type, list[int]]] = []
    while type(signal := m.step()) is not Finished:
        turns.append((type(signal), [call.arguments["i"] for call in signal.calls]))
        for call in signal.calls:
            m.deliver(ToolResult(1, call.call_id, call.arguments["i"]))
    assert [(kind, len(calls)) for kind, calls in turns] == [(Sliced, 32), (Sliced, 32), (Sliced, 32), (Calls, 4)]
    assert [i for _, calls in turns for i in calls] == list(range(100))
    assert signal.value == list(range(100))


def test_answers_to_unknown_calls_are_dropped():
    m = machine(lambda run: 1)
    m.deliver(ToolResult(1, "call_99", 1))
    assert finish(m) == 1


def test_stream_ends_and_errors():
    def main(run: Run) -> list[Any]:
        stream, err = open_stream(run, "feed", {})
        assert err is None
        assert stream is not None
        return [stream.next(run), stream.next(run), stream.next(run)]

    m = machine(main)
    call = m.step().calls[0]
    m.deliver(Chunk(1, call.call_id, "a"))
    assert isinstance(m.step(), Calls)
    m.deliver(StreamEnd(2, call.call_id))
    assert finish(m) == [("item", b"a"), ("end", None), ("end", None)]


def test_stream_that_cannot_be_opened_gives_its_error_at_once():
    def main(run: Run) -> Any:
        return open_stream(run, "feed", {})

    m = machine(main)
    call = m.step().calls[0]
    m.deliver(ToolFailure(1, call.call_id, "no such tool", "tool_not_found"))
    stream, err = finish(m)
    assert stream is None
    assert err is not None


def test_closing_a_stream_tells_the_driver():
    def main(run: Run) -> Any:
        stream, _ = open_stream(run, "feed", {})
        assert stream is not None
        stream.close(run)
        return call_tool(run, "after", {})[0]

    m = machine(main)
    stream_call = m.step().calls[0]
    m.deliver(Chunk(1, stream_call.call_id, 1))
    signal = m.step()
    assert signal.closed == [stream_call.call_id]
    assert m.sched.open_calls() == [signal.calls[0].call_id]


def test_sleep_waits_for_the_clock():
    def main(run: Run) -> int:
        start = run.now_ns()
        run.sched.sleep(1_000_000)
        return run.now_ns() - start

    m = machine(main)
    signal = m.step()
    assert isinstance(signal, Sleeping)
    m.deliver(TimerFired(signal.wake_at - 1))
    assert isinstance(m.step(), Sleeping)
    m.deliver(TimerFired(signal.wake_at))
    assert finish(m) >= 1_000_000


def test_stopped_timer_does_not_fire():
    def main(run: Run) -> bool:
        fired: list[int] = []
        timer = run.sched.add_timer(run.now_ns() + 10, lambda: fired.append(1))
        stopped = run.sched.stop_timer(timer)
        run.sched.sleep(100)
        return stopped and not fired

    m = machine(main)
    signal = m.step()
    assert isinstance(signal, Sleeping)
    m.deliver(TimerFired(signal.wake_at))
    assert finish(m) is True


def test_endless_work_is_sliced_then_halted_and_other_goroutines_get_their_turn():
    ticks: list[int] = []

    def main(run: Run) -> None:
        def tick() -> None:
            while True:
                ticks.append(1)
                run.charge(10)

        run.sched.go(tick, ())
        while True:
            run.charge(10)

    m = machine(main, max_steps=10_000, slice_steps=1_000)
    slices = 0
    signal = m.step()
    while isinstance(signal, Sliced):
        slices += 1
        signal = m.step()
    assert isinstance(signal, Failed)
    assert signal.code == "step_limit_exceeded"
    assert 5 <= slices <= 12
    assert len(ticks) > 100
    assert m.steps == 10_000
    assert m.step() is signal


def test_one_charge_larger_than_a_slice_is_paid_in_full():
    m = machine(lambda run: run.charge(5_000), max_steps=10_000, slice_steps=100)
    while isinstance(m.step(), Sliced):
        pass
    assert 5_000 <= m.steps < 5_200
    over = machine(lambda run: run.charge(10_001), max_steps=10_000)
    signal = over.step()
    assert isinstance(signal, Failed)
    assert signal.code == "step_limit_exceeded"


def test_goroutine_limit():
    def main(run: Run) -> None:
        while True:
            run.sched.go(run.sched.park, ("for ever",))

    signal = machine(main, max_goroutines=10).step()
    assert isinstance(signal, Failed)
    assert signal.code == "too_many_goroutines"


def test_tool_call_limit():
    def main(run: Run) -> None:
        for _ in range(3):
            run.sched.go(call_tool, (run, "t", {}))
        run.sched.park("x")

    signal = machine(main, max_tool_calls=2).step()
    assert isinstance(signal, Failed)
    assert signal.code == "tool_call_limit_exceeded"


def test_uncaught_panic_in_any_goroutine_fails_the_run():
    def main(run: Run) -> None:
        def boom() -> None:
            raise GoPanic(b"boom")

        run.sched.go(boom, ())
        run.sched.park("for ever")

    signal = machine(main).step()
    assert isinstance(signal, Failed)
    assert signal.message == "panic: boom"
    assert signal.goroutine == 2


def test_yield_and_resume():
    def main(run: Run) -> int:
        run.sched.yield_control("look")
        return 3

    m = machine(main)
    signal = m.step()
    assert isinstance(signal, Yielded)
    assert signal.reason == "look"
    assert isinstance(m.step(), Yielded)  # still
    m.deliver(Resume(1))
    assert finish(m) == 3


def test_abort_ends_the_run_and_reports_open_calls():
    m = machine(lambda run: call_tool(run, "t", {}))
    m.step()
    m.deliver(Abort(5))
    signal = m.step()
    assert isinstance(signal, Failed)
    assert signal.code == "aborted"
    assert signal.open_calls == ["call_1"]


def test_main_ending_does_not_wait_for_others_but_names_their_calls():
    def main(run: Run) -> int:
        run.sched.go(call_tool, (run, "t", {}))
        run.sched.gosched()
        return 1

    signal = machine(main).step()
    assert isinstance(signal, Finished)
    assert [c.tool for c in signal.calls] == ["t"]
    assert signal.open_calls == ["call_1"]


def test_garbage_is_not_charged_but_live_memory_is():
    def churn(run: Run) -> int:
        for _ in range(100):
            run.alloc(1 << 20)
            keep = bytes(1 << 20)
        return len(keep)

    assert finish(machine(churn, memory_limit_bytes=8 << 20, slice_steps=1 << 20)) == 1 << 20

    def hoard(run: Run) -> None:
        kept: list[bytes] = []
        for _ in range(100):
            run.alloc(1 << 20)
            kept.append(bytes(1 << 20))

    signal = machine(hoard, memory_limit_bytes=8 << 20).step()
    assert isinstance(signal, Failed)
    assert signal.code == "memory_limit_exceeded"


def test_a_single_huge_allocation_is_refused_before_it_is_made():
    def main(run: Run) -> None:
        run.alloc(1 << 50)
        raise AssertionError("not reached")

    signal = machine(main).step()
    assert isinstance(signal, Failed)
    assert signal.code == "memory_limit_exceeded"


def test_our_own_bug_is_an_internal_error_without_python_in_its_text():
    def main(run: Run) -> None:
        raise LookupError("secret host detail")

    m = machine(main)
    signal = m.step()
    assert isinstance(signal, Failed)
    assert signal.code == "internal_error"
    assert "secret" not in signal.message
    assert isinstance(m.bug, LookupError)


@pytest.mark.parametrize("steps", [10**7 + 1, 10**30, 10**400])
def test_steps_without_end_are_refused_before_their_work(steps: int) -> None:
    """Also more steps than a float can tell."""
    failed = machine(lambda run: run.charge(steps)).step()
    assert isinstance(failed, Failed)
    assert failed.code == "step_limit_exceeded"


def test_steps_are_whole_and_exact() -> None:
    made = machine(lambda run: [run.charge(n) for n in (1, 19_999, 1, 123_456)], max_steps=10**10)
    while isinstance(made.step(), Sliced):
        pass
    assert repr(made.run.steps) == "143457"
