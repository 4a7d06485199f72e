"""The policy of drivers, fed by hand: real guests, no driver, and the time is what the test says."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import Any

import pytest

import codemode
from codemode import Engine
from codemode.engine.attachment_storage import RunFiles
from codemode.engine.calls import Calls, CallSettings
from codemode.engine.cell import Cell
from codemode.engine.clock import Clock
from codemode.engine.compiling import compile_cached
from codemode.engine.driver_policy import REVIVALS, Blocked, DriverPolicy, Ended, Waits
from codemode.engine.durable.memory_store import at_once
from codemode.engine.failures import Failure
from codemode.engine.functions import FunctionSource
from codemode.engine.guest import GuestLost, LocalGuest
from codemode.engine.limits import Limits
from codemode.engine.requests import Requests
from codemode.engine.session_state import SessionState
from codemode.engine.start import Start
from codemode.engine.toolbox import toolbox_of
from codemode.interpreter.machine.signals import Finished, Resume, Signal, ToolFailure, ToolResult
from codemode.tool_cache import ToolCache

DEADLINE = 100.0
EARLY, LATE = DEADLINE - 90, DEADLINE + 1
ONE_CALL = '__out, _ = codemode.CallTool("count", nil)'
NOBODY_LOOKS = 'go codemode.CallTool("count", nil)\nruntime.Gosched()\n__out = 1'


def count() -> int:
    """Counts."""
    return 3


def policy_of(program: str, *, parks: bool = True) -> DriverPolicy[Future[Any]]:
    source = FunctionSource([count])
    toolbox, limits = toolbox_of((tuple(source.known_tools()),)), Limits()
    start = Start(program, False, limits, 1, Clock().started_at)
    guest = LocalGuest(compile_cached(program, toolbox, ToolCache()), toolbox.catalog, start)
    calls = Calls(toolbox, [source], CallSettings(), files=RunFiles())
    cell = Cell("run", guest, Requests(calls, SessionState, limits), Clock())
    policy: DriverPolicy[Future[Any]] = DriverPolicy(cell, parks=parks)
    policy.begin(DEADLINE, 5000)
    return policy


def moved(policy: DriverPolicy[Future[Any]]) -> Signal:
    """Moves the guest, and starts its calls without making them."""
    signal = policy.cell.move_here(DEADLINE)
    at_once(policy.cell.admit(signal.calls))
    while policy.cell.next_to_start() is not None:
        pass
    return signal


def settle(policy: DriverPolicy[Future[Any]]) -> None:
    policy.cell.settled(ToolResult(policy.cell.clock.now(), "call_1", 3))


def is_timeout(step: object, *pending: str) -> bool:
    return step == Ended(None, Failure.timeout(5000, list(pending)))


@pytest.mark.parametrize("parks", [True, False])
def test_a_guest_that_computes_moves_on_until_its_deadline(parks: bool) -> None:
    policy = policy_of("for {}", parks=parks)
    assert policy.next(moved(policy), EARLY) is None
    assert is_timeout(policy.next(moved(policy), DEADLINE))


@pytest.mark.parametrize("parks", [True, False])
def test_a_program_that_ended_has_ended_also_late(parks: bool) -> None:
    policy = policy_of("__out = 1", parks=parks)
    signal = moved(policy)
    assert isinstance(signal, Finished)
    assert policy.next(signal, LATE) == Ended(signal)


def test_a_program_that_waits_for_a_call_is_parked_where_it_can_be() -> None:
    outcomes: list[object] = []
    for parks in (True, False):
        policy = policy_of(ONE_CALL, parks=parks)
        waits = policy.next(moved(policy), EARLY)
        assert isinstance(waits, Waits)
        assert waits.until == DEADLINE
        outcomes.append(policy.woke(waits, False, DEADLINE))
    assert outcomes[0] == Blocked("pending_tools")
    assert is_timeout(outcomes[1], "count")


def test_a_result_in_time_moves_the_guest_and_a_late_one_does_not() -> None:
    policy = policy_of(ONE_CALL)
    waits = policy.next(moved(policy), EARLY)
    assert isinstance(waits, Waits)
    settle(policy)
    assert policy.woke(waits, True, EARLY) is None
    assert policy.woke(waits, True, DEADLINE) == Blocked("pending_tools")


def test_a_program_that_ended_may_take_in_a_late_result_of_a_call_that_it_left() -> None:
    policy = policy_of(NOBODY_LOOKS)
    signal = moved(policy)
    assert isinstance(signal, Finished)
    waits = policy.next(signal, EARLY)
    assert isinstance(waits, Waits)
    settle(policy)
    assert policy.woke(waits, True, LATE) is None
    assert policy.next(signal, LATE) == Ended(signal)


def test_a_failed_call_that_nobody_looked_at_fails_the_run() -> None:
    policy = policy_of(NOBODY_LOOKS)
    signal = moved(policy)
    policy.cell.settled(ToolFailure(policy.cell.clock.now(), "call_1", "sold out"))
    ended = policy.next(signal, EARLY)
    assert isinstance(ended, Ended)
    assert ended.failure is not None
    assert (ended.failure.code, "sold out" in ended.failure.message) == ("nested_tool_failed", True)


def test_a_yield_parks_the_run_or_is_answered_at_once() -> None:
    program = 'yield_control("look")\n__out = 1'
    policy = policy_of(program)
    assert policy.next(moved(policy), EARLY) == Blocked("yield", "look")
    policy = policy_of(program, parks=False)
    assert policy.next(moved(policy), EARLY) is None
    assert [type(event) for event in policy.cell.inbox] == [Resume]


def test_a_sleep_ends_with_its_timer_or_with_the_deadline() -> None:
    policy = policy_of("time.Sleep(10 * time.Second)\n__out = 1")
    waits = policy.next(moved(policy), EARLY)
    assert isinstance(waits, Waits)
    assert EARLY + 9 < waits.until <= EARLY + 10
    assert is_timeout(policy.woke(waits, False, LATE))  # a program that only sleeps is not parked
    policy.submitted = True
    rests = policy.next(moved(policy), EARLY)
    assert isinstance(rests, Blocked)
    assert rests.reason == "timer"
    assert 9 < rests.seconds <= 10


def test_a_lost_worker_is_replaced_some_times_unless_the_guest_is_to_blame() -> None:
    policy = policy_of(ONE_CALL)
    for _ in range(10):
        assert policy.lost(GuestLost(evicted=True)) is None
    for _ in range(REVIVALS):
        assert policy.lost(GuestLost()) is None
    again = policy.lost(GuestLost())
    assert again is not None
    assert again.failure is not None
    assert again.failure.code == "internal_error"
    policy.begin(DEADLINE, 5000)
    too_large = Failure("memory_limit_exceeded", "too large")
    assert policy.lost(GuestLost(too_large)) == Ended(None, too_large)
    assert is_timeout(policy.lost(GuestLost(Failure.timeout(0))))


def test_a_host_exception_ends_the_run_and_an_error_does_not() -> None:
    policy = policy_of(ONE_CALL)
    waits = policy.next(moved(policy), EARLY)
    assert isinstance(waits, Waits)
    opened = policy.cell.running["call_1"]
    assert isinstance(policy.raised(opened, ValueError("odd")), ToolFailure)
    assert policy.interrupted() is None
    leaving = KeyboardInterrupt()
    assert policy.raised(opened, leaving) is None
    assert policy.woke(waits, True, LATE) == policy.interrupted() == Ended(None, leaving=leaving)


def test_an_aborted_run_ends_with_the_reason() -> None:
    policy = policy_of("for {}")
    policy.aborted = "the session was closed"
    assert policy.interrupted() == Ended(None, Failure("aborted", "the session was closed"))


LEFT_BEHIND = 'go codemode.CallTool("sell", nil)\nruntime.Gosched()\nruntime.Gosched()\npanic("no")'


@pytest.mark.anyio
async def test_a_program_that_fails_makes_none_of_the_calls_that_it_leaves_behind() -> None:
    """With either driver."""
    sold: list[str] = []

    def sell() -> int:
        """Sells."""
        sold.append("one")
        return 1

    source = FunctionSource([sell])
    with pytest.raises(codemode.CodeModeError) as failed:
        await asyncio.to_thread(codemode.run, LEFT_BEHIND, [source])
    async with Engine([source], isolation="inline") as engine:
        reply = await engine.session().exec(LEFT_BEHIND)
    assert [call.status for call in failed.value.tool_calls] == ["never_started"]
    assert [call.status for call in reply.tool_calls] == ["never_started"]
    assert sold == []
