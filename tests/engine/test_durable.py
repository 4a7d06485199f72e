"""A run that one engine began is finished by another: what is kept, what is done again, what is refused."""

from __future__ import annotations

import asyncio
import inspect
import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest

from codemode import Completed, Engine, Failed, FunctionSource, FunctionTool, Policy, Session, Waiting
from codemode.engine.listing import Listings
from codemode.errors import InputError, RunError
from tests.engine.durable_world import World
from tests.engine.little_time import exec_in

pytestmark = pytest.mark.anyio

ASK = Policy([("ask", "w.pay")])
SHORT = 250  # milliseconds until a reply is waiting


async def waiting(
    session: Session,
    code: str,
    reason: str = "pending_tools",
    *,
    ready: Callable[[Waiting], bool] = lambda _: True,
    **options: Any,
) -> Waiting:
    """A run that waits and is as far as it has to be, however slow the machine is. Its output is all there was."""
    timeout_ms = SHORT if reason == "pending_tools" else 20_000
    reply = await exec_in(session, code, **{"timeout_ms": timeout_ms} | options)
    assert isinstance(reply, Waiting), reply
    while not ready(reply):
        again = await session.wait(reply.run_id, timeout_ms=SHORT)
        assert isinstance(again, Waiting), again
        reply = again.model_copy(update={"output": reply.output + again.output})
    assert reply.reason == reason
    return reply


async def completed(session: Session, run_id: str) -> Completed:
    reply = await session.wait(run_id)
    assert isinstance(reply, Completed), reply
    return reply


async def failed(session: Session, run_id: str, **options: Any) -> Failed:
    reply = await session.wait(run_id, **options)
    assert isinstance(reply, Failed), reply
    return reply


async def until(met: Any) -> None:
    """Let others work until something is so."""
    for _ in range(2000):
        found = met()
        if await found if inspect.isawaitable(found) else found:
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never came to be")


async def _is(session: Session, reply: Any, met: Any) -> bool:
    """Whether it is so of what the store says of a run."""
    return met(await session.engine.store.info(reply.run_id))


async def _none(session: Session) -> bool:
    """Whether no run is in the store."""
    return await session.engine.store.list() == []


def statuses(reply: Any) -> dict[str, str]:
    return {f"{call.tool} {call.id}": call.status for call in reply.tool_calls}


def shown(reply: Any) -> str:
    return "".join(item.text for item in reply.output)


# --- what goes on in another engine ------------------------------------------------------------------------------------


async def test_parallel_calls_that_are_read_only_are_made_again(world: World) -> None:
    gate = world.gate("b")
    first = world.session()
    reply = await waiting(
        first,
        """
        var mu sync.Mutex
        got := map[string]any{}
        var wg sync.WaitGroup
        for _, key := range []string{"a", "b", "c"} {
            wg.Add(1)
            go func() {
                defer wg.Done()
                v, err := codemode.CallTool("w.read", map[string]any{"key": key})
                mu.Lock()
                defer mu.Unlock()
                if err != nil { v = err.Error() }
                got[key] = v
            }()
        }
        wg.Wait()
        __out = []any{got["a"], got["b"], got["c"]}
        """,
        ready=lambda _: sorted(world.done) == ["a", "c"],
    )
    assert sorted(world.done) == ["a", "c"]
    await first.engine.close()
    gate.set()
    reply = await completed(world.session(), reply.run_id)
    assert reply.value == ["<a>", "<b>", "<c>"]
    assert sorted(world.done) == ["a", "b", "c"]  # what had answered was not asked again
    assert world.begun.count("b") == 2
    assert [call.status for call in reply.tool_calls] == ["ok", "ok", "ok"]
    assert "restored" in reply.telemetry.events


async def test_an_idempotent_call_is_made_again(world: World) -> None:
    world.gate("x")
    first = world.session()
    code = 'v, err := codemode.CallTool("w.put", map[string]any{"key": "x"})\n__out = v'
    reply = await waiting(first, code, ready=lambda _: world.begun == ["x"])
    await first.engine.close()
    world.gate("x").set()
    assert (await completed(world.session(), reply.run_id)).value == "put x"
    assert world.begun == ["x", "x"]


async def test_a_call_that_is_neither_is_in_doubt(world: World) -> None:
    world.gate("Ann 5")
    first = world.session()
    reply = await waiting(
        first,
        """
        v, err := codemode.CallTool("w.pay", map[string]any{"to": "Ann", "amount": 5})
        if err != nil {
            __out = "ERR " + err.Error()
        } else {
            __out = v
        }
        """,
        ready=lambda _: world.begun == ["Ann 5"],
    )
    await first.engine.close()
    world.gate("Ann 5").set()
    reply = await completed(world.session(), reply.run_id)
    assert reply.value.startswith("ERR ")
    assert "may or may not have taken effect" in reply.value
    assert [call.status for call in reply.tool_calls] == ["in_doubt"]
    assert world.begun == ["Ann 5"]


async def test_a_call_in_doubt_stays_in_doubt_in_a_third_engine(world: World) -> None:
    world.gate("Ann 5"), world.gate("k")
    first = world.session()
    reply = await waiting(
        first,
        """
        _, err := codemode.CallTool("w.pay", map[string]any{"to": "Ann", "amount": 5})
        v, _ := codemode.CallTool("w.read", map[string]any{"key": "k"})
        __out = []any{err != nil, v}
        """,
        ready=lambda _: world.begun == ["Ann 5"],
    )
    await first.engine.close()
    second = world.session()
    assert (await second.wait(reply.run_id, timeout_ms=SHORT)).status == "waiting"
    await second.engine.close()
    world.gate("k").set()
    done = await completed(world.session(), reply.run_id)
    assert done.value == [True, "<k>"]
    assert [call.status for call in done.tool_calls] == ["in_doubt", "ok"]
    assert world.begun in (["Ann 5", "k", "k"], ["Ann 5", "k"])  # on a slow machine the second did not get so far


async def test_a_doubtful_call_of_a_program_that_ended_fails_it(world: World) -> None:
    world.gate("Ann 5")
    first = world.session()
    code = """
    go func() { codemode.CallTool("w.pay", map[string]any{"to": "Ann", "amount": 5}) }()
    time.Sleep(time.Millisecond)
    fmt.Println("out")
    __out = 1
    """
    reply = await waiting(first, code, ready=lambda reply: shown(reply) == "out\n")
    await first.engine.close()
    reply = await failed(world.session(), reply.run_id)
    assert reply.code == "nested_tool_failed"
    assert "may or may not have taken effect" in reply.error
    assert [call.status for call in reply.tool_calls] == ["in_doubt"]


async def test_another_engine_finishes_the_calls_of_a_program_that_ended(world: World) -> None:
    world.gate("slow")
    first = world.session()
    reply = await waiting(
        first,
        'go func() { codemode.CallTool("w.read", map[string]any{"key": "slow"}) }()\n'
        'time.Sleep(time.Millisecond)\nfmt.Println("out")\n__out = 7',
        ready=lambda reply: shown(reply) == "out\n",
    )
    await first.engine.close()
    world.gate("slow").set()
    reply = await completed(world.session(), reply.run_id)
    assert (reply.value, shown(reply), world.begun) == (7, "", ["slow", "slow"])


async def test_an_error_that_nobody_looked_at_fails_the_cell_elsewhere_too(world: World) -> None:
    world.gate("slow"), world.gate("broken")
    first = world.session()
    code = """
    go func() { codemode.CallTool("w.read", map[string]any{"key": "slow"}) }()
    go func() { codemode.CallTool("w.fails", map[string]any{"key": "broken"}) }()
    time.Sleep(time.Millisecond)
    fmt.Println("out")
    __out = 7
    """
    reply = await waiting(first, code, ready=lambda reply: shown(reply) == "out\n")
    size = (await first.engine.store.info(reply.run_id)).size
    world.gate("broken").set()
    await until(lambda: _is(first, reply, lambda info: info.size > size))
    await first.engine.close()
    world.gate("slow").set()
    reply = await failed(world.session(), reply.run_id)
    assert reply.code == "nested_tool_failed"
    assert "no such thing" in reply.error
    assert world.begun.count("broken") == 1


STREAM = """
stream, err := codemode.CallToolStream("w.%s", map[string]any{"count": 5, "gate": "g"})
if err != nil { return err }
got := []any{}
for {
    piece, err := stream.Next()
    if err == io.EOF { break }
    if err != nil { got = append(got, "ERR"); break }
    fmt.Println(piece)
    got = append(got, piece)
}
__out = got
"""


async def test_a_read_only_stream_is_made_again_and_what_was_delivered_is_skipped(world: World) -> None:
    first = world.session()
    reply = await waiting(first, STREAM % "lines", ready=lambda reply: shown(reply) == "line 0\nline 1\n")
    await first.engine.close()
    second = world.session()
    again = await second.wait(reply.run_id, timeout_ms=SHORT)
    assert (again.status, shown(again)) == ("waiting", "")
    await second.engine.close()
    world.gate("g").set()
    reply = await completed(world.session(), reply.run_id)
    assert reply.value == [f"line {n}" for n in range(5)]
    assert shown(reply) == "line 2\nline 3\nline 4\n"
    assert world.begun == ["lines"] * 3


async def test_a_stream_that_cannot_be_made_again_is_in_doubt(world: World) -> None:
    first = world.session()
    reply = await waiting(first, STREAM % "feed", ready=lambda reply: shown(reply) == "0\n1\n")
    await first.engine.close()
    world.gate("g").set()
    reply = await completed(world.session(), reply.run_id)
    assert reply.value == [0, 1, "ERR"]
    assert world.done == ["took 0", "took 1"]
    assert [call.status for call in reply.tool_calls] == ["in_doubt"]


async def test_an_open_stream_of_a_program_that_ended_is_not_in_doubt(world: World) -> None:
    world.gate("slow")
    first = world.session()
    reply = await waiting(
        first,
        'go func() { codemode.CallTool("w.read", map[string]any{"key": "slow"}) }()\n'
        'stream, _ := codemode.CallToolStream("w.feed", map[string]any{"count": 5, "gate": "g"})\n'
        "piece, _ := stream.Next()\nfmt.Println()\n__out = piece",
        ready=lambda reply: shown(reply) == "\n",
    )
    await first.engine.close()
    world.gate("slow").set()
    assert (await completed(world.session(), reply.run_id)).value == 0


async def test_timers_sleep_and_deadlines_go_on(world: World) -> None:
    world.gate("never")
    first = world.session()
    began = time.monotonic()
    reply = await waiting(
        first,
        """
        ctx, cancel := context.WithTimeout(context.Background(), 700*time.Millisecond)
        defer cancel()
        go codemode.CallTool("w.read", map[string]any{"key": "never"})
        start := time.Now()
        <-time.After(400 * time.Millisecond)
        middle := time.Since(start) >= 400*time.Millisecond
        <-ctx.Done()
        time.Sleep(10 * time.Millisecond)
        fmt.Println(ctx.Err())
        __out = []any{middle, time.Since(start) >= 710*time.Millisecond, time.Since(start) < 5*time.Second}
        """,
    )
    await first.engine.close()
    world.gate("never").set()
    reply = await completed(world.session(), reply.run_id)
    assert reply.value == [True, True, True]
    assert shown(reply) == "context deadline exceeded\n"
    assert time.monotonic() - began >= 0.7


async def test_select_over_calls_and_timers(world: World) -> None:
    world.gate("a")
    first = world.session()
    reply = await waiting(
        first,
        """
        found := make(chan any, 1)
        go func() {
            v, _ := codemode.CallTool("w.read", map[string]any{"key": "a"})
            found <- v
        }()
        ticks := 0
        for {
            select {
            case v := <-found:
                __out = []any{v, ticks > 2}
                return nil
            case <-time.After(30 * time.Millisecond):
                ticks++
            }
        }
        """,
    )
    await first.engine.close()
    second = world.session()
    assert (await second.wait(reply.run_id, timeout_ms=SHORT)).status == "waiting"
    await second.engine.close()
    world.gate("a").set()
    assert (await completed(world.session(), reply.run_id)).value == ["<a>", True]


async def test_yielding_moves_from_engine_to_engine_and_output_is_delivered_once(world: World) -> None:
    code = 'for i := range 4 { fmt.Println("round", i); yield_control(fmt.Sprint("after ", i)) }\n__out = data["user"]'
    session = world.session()
    reply: Any = await waiting(session, code, "yield", data={"user": 7})
    told, notes = [shown(reply)], [reply.note]
    while reply.status == "waiting":
        await session.engine.close()
        session = world.session()
        reply = await session.wait(reply.run_id)
        told.append(shown(reply))
        notes.append(getattr(reply, "note", None))
    assert told == ["round 0\n", "round 1\n", "round 2\n", "round 3\n", ""]
    assert notes == ["after 0", "after 1", "after 2", "after 3", None]
    assert reply.value == 7


async def test_an_answer_that_came_while_the_program_had_yielded_is_not_lost(world: World) -> None:
    world.gate("a")
    first = world.session()
    reply = await waiting(
        first,
        'ch := make(chan any)\ngo func() { v, _ := codemode.CallTool("w.read", map[string]any{"key": "a"}); ch <- v }()\n'
        "time.Sleep(time.Millisecond)\nyield_control()\n__out = <-ch",
        "yield",
    )
    world.gate("a").set()
    await until(lambda: world.done == ["a"])
    await asyncio.sleep(0.05)
    await first.engine.close()
    assert (await completed(world.session(), reply.run_id)).value == "<a>"
    assert world.begun == ["a"]


async def test_stored_values_are_kept_when_another_engine_completes_the_cell(world: World) -> None:
    first = world.session()
    code = 'store.Save("k", []int{1, 2})\nyield_control()\nv, _ := store.Load("k")\nstore.Save("n", 3)\n__out = v'
    reply = await waiting(first, code, "yield")
    look = 'v, _ := store.Load("k")\n__out = v'
    assert (await first.exec(look)).value is None
    await first.engine.close()
    second = world.session()
    assert (await second.exec(look)).value is None
    assert (await completed(second, reply.run_id)).value == [1, 2]
    assert (await second.exec(look)).value == [1, 2]
    assert (await world.session().exec('v, _ := store.Load("n")\n__out = v')).value == 3


async def test_values_stored_by_a_failed_cell_are_dropped(world: World) -> None:
    first = world.session()
    reply = await waiting(first, 'store.Save("k", 1)\nyield_control()\npanic("no")', "yield")
    await first.engine.close()
    second = world.session()
    assert (await failed(second, reply.run_id)).code == "guest_panic"
    assert (await second.exec('v, _ := store.Load("k")\n__out = v')).value is None


async def test_requests_to_the_engine_are_not_repeated(world: World) -> None:
    first = world.session()
    saved = await first.exec('__out = results.Save("kept")')
    reply = await waiting(
        first,
        f"""
        found, _ := codemode.SearchTools("pay somebody", 1)
        path := API.List("")[0]
        file, _ := API.Read(path)
        v, err := results.Load("{saved.value}")
        yield_control()
        __out = []any{{found[0].Name, len(file) > 0, v, err == nil, len(ALL_TOOLS)}}
        """,
        "yield",
    )
    # the answers would be others now
    await first.exec(f'results.Delete("{saved.value}")')
    await first.engine.close()
    world.hidden.add("w.pay")
    done = await completed(world.session(), reply.run_id)
    assert done.value[:4] == ["w.pay", True, "kept", True]
    assert done.telemetry.searches == 0


async def test_seeded_randomness_and_the_clock_are_the_runs_own(world: World) -> None:
    first = world.session()
    code = "a, t := rand.Int(), time.Now()\nyield_control()\nfmt.Println(a)\n__out = []any{a, t.UnixNano(), time.Now().After(t)}"
    reply = await waiting(first, "a := rand.Int()\nfmt.Println(a)\n" + code, "yield")
    await first.engine.close()
    done = await completed(world.session(), reply.run_id)
    assert shown(done) == f"{done.value[0]}\n"
    assert shown(reply).strip() != str(done.value[0])
    assert done.value[2] is True


# --- approvals ---------------------------------------------------------------------------------------------------------

PAY = """
start := time.Now()
v, err := codemode.CallTool("w.pay", map[string]any{"to": "Ann", "amount": 5})
if err != nil { v = "ERR " + err.Error() }
__out = []any{v, time.Since(start) < time.Second}
"""


@pytest.mark.parametrize("keep", [True, False], ids=["hot", "cold"])
@pytest.mark.parametrize(
    ("decide", "value", "done", "status"),
    [
        (lambda s, c: s.approve(c), "paid 5 to Ann", ["Ann 5"], "ok"),
        (lambda s, c: s.approve(c, {"to": "Bob", "amount": 3}), "paid 3 to Bob", ["Bob 3"], "ok"),
        (lambda s, c: s.deny(c, "too much"), "ERR w.pay: the call was not approved: too much", [], "denied"),
    ],
    ids=["approve", "edit", "deny"],
)
async def test_a_third_engine_decides(
    world: World, keep: bool, decide: Any, value: str, done: list[str], status: str
) -> None:
    first = world.session(policy=ASK)
    reply = await waiting(first, PAY, "approval")
    [pending] = reply.pending_tool_calls
    assert (pending.tool, pending.arguments, pending.needs_approval) == ("w.pay", {"to": "Ann", "amount": 5}, True)
    if not keep:
        await first.engine.close()
    await decide(world.session(policy=ASK), pending.id)
    assert world.done == []  # it is only noted; who waits for the run acts on it
    finished = await completed(first if keep else world.session(policy=ASK), reply.run_id)
    assert finished.value[0].startswith(value)
    assert world.done == done
    assert [call.status for call in finished.tool_calls] == [status]


@pytest.mark.parametrize("keep", [True, False], ids=["hot", "cold"])
async def test_arguments_that_do_not_fit_the_tool_are_said_to_who_approves(world: World, keep: bool) -> None:
    first = world.session(policy=ASK)
    reply = await waiting(first, PAY, "approval")
    call_id = reply.pending_tool_calls[0].id
    decider = first if keep else world.session(policy=ASK)
    (asked,) = (await decider.asked())[reply.run_id]
    assert asked.input_schema["required"] == ["to", "amount"]
    for arguments, told in [
        ({"to": "Bob"}, "amount is missing (number)"),
        ({"to": "Bob", "amount": "3"}, 'amount is "3" (string), must be number'),
        ({"to": "Bob", "amount": 3, "amuont": 4}, 'amuont is not known; did you mean "amount"?'),
        ({}, "to is missing (string); amount is missing (number)"),
    ]:
        with pytest.raises(InputError) as refused:
            await decider.approve(call_id, arguments)
        assert refused.value.message == f"the arguments do not fit w.pay: {told}; the call still waits"
    await decider.approve(call_id, {"to": "Bob", "amount": 3})
    assert (await completed(first, reply.run_id)).value[0] == "paid 3 to Bob"


async def test_the_clock_stands_still_while_a_person_decides(world: World) -> None:
    kept, gone = world.session(policy=ASK), world.session("a", "t", policy=ASK)
    hot = [await waiting(kept, PAY, "approval") for _ in range(4)]
    cold = [await waiting(gone, PAY, "approval") for _ in range(2)]
    await gone.engine.close()
    await asyncio.sleep(1.2)
    other, next_ = world.session(policy=ASK), world.session("a", "t", policy=ASK)
    for session, (yes, no) in ((kept, hot[:2]), (other, hot[2:]), (next_, cold)):
        await session.approve(yes.pending_tool_calls[0].id, run_id=yes.run_id)
        await session.deny(no.pending_tool_calls[0].id, run_id=no.run_id)
    replies = [await completed(kept, reply.run_id) for reply in hot]
    replies += [await completed(next_, reply.run_id) for reply in cold]
    assert [reply.value[0][:3] for reply in replies] == ["pai", "ERR"] * 3
    assert [reply.value[1] for reply in replies] == [True] * 6


async def test_the_time_that_did_not_count_is_remembered_by_the_next(world: World) -> None:
    world.gate("k")
    code = """
    ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
    defer cancel()
    codemode.CallTool("w.pay", map[string]any{"to": "Ann", "amount": 5})
    codemode.CallTool("w.read", map[string]any{"key": "k"})
    __out = ctx.Err() == nil
    """
    first = world.session(policy=ASK)
    reply = await waiting(first, code, "approval")
    await first.engine.close()
    await asyncio.sleep(3.1)
    second = world.session(policy=ASK)
    await second.approve(reply.pending_tool_calls[0].id)
    assert (await second.wait(reply.run_id, timeout_ms=SHORT)).status == "waiting"
    await second.engine.close()
    world.gate("k").set()
    assert (await completed(world.session(policy=ASK), reply.run_id)).value is True


async def test_a_hot_copy_and_a_cold_one_agree_about_who_asked(world: World) -> None:
    code = """
    var wg sync.WaitGroup
    for i := range 3 {
        wg.Add(1)
        go func() {
            defer wg.Done()
            v, err := codemode.CallTool("w.pay", map[string]any{"to": "Ann", "amount": i})
            if err != nil { v = err.Error() }
            text(fmt.Sprint(v))
        }()
    }
    wg.Wait()
    """
    first, second, third = (world.session(policy=ASK) for _ in range(3))
    reply = await waiting(first, code, "approval")
    ids = [pending.id for pending in reply.pending_tool_calls]
    assert len(ids) == 3
    assert [call.call_id for call in (await first.asked())[reply.run_id]] == ids
    await second.approve(ids[1])
    for session in (first, second, third):
        assert [call.call_id for call in (await session.asked())[reply.run_id]] == [ids[0], ids[2]]
    with pytest.raises(RunError, match="already approved"):
        await first.approve(ids[1])  # its own copy does not know yet
    await first.deny(ids[0])
    again = await third.wait(reply.run_id)
    assert isinstance(again, Waiting)
    assert [(p.id, p.needs_approval) for p in again.pending_tool_calls] == [(ids[2], True)]
    await first.approve(ids[2], {"to": "Zoe", "amount": 9})
    done = await completed(second, reply.run_id)
    assert await second.asked() == {}
    assert sorted(world.done) == ["Ann 1", "Zoe 9"]
    assert [call.status for call in done.tool_calls] == ["denied", "ok", "ok"]
    assert shown(again) + shown(done) == "w.pay: the call was not approvedpaid 1 to Annpaid 9 to Zoe"


@pytest.mark.parametrize("state", ["waiting", "running"])  # it died after it had parked the run, or before
async def test_an_approval_outlasts_the_lease_of_a_host_that_died_while_it_parked_the_run(
    world: World, state: str
) -> None:
    first, second = world.session(policy=ASK), world.session(policy=ASK)
    reply = await waiting(first, PAY, "approval")
    write(world, "UPDATE runs SET owner = 'x away 1 1', state = ?, lease_until = ?", state, time.time() + 3)
    await second.approve(reply.pending_tool_calls[0].id, run_id=reply.run_id)
    assert (await completed(second, reply.run_id)).status == "completed"
    assert world.done == ["Ann 5"]


async def test_an_approved_call_of_a_dead_process_is_not_made_twice(world: World) -> None:
    world.gate("Ann 5")
    first = world.session(policy=ASK)
    reply = await waiting(first, PAY, "approval")
    await first.approve(reply.pending_tool_calls[0].id)
    assert (await first.wait(reply.run_id, timeout_ms=SHORT)).status == "waiting"
    assert world.begun == ["Ann 5"]
    await first.engine.close()
    done = await completed(world.session(policy=ASK), reply.run_id)
    assert "may or may not" in done.value[0]
    assert world.begun == ["Ann 5"]


@pytest.mark.parametrize("keep", [True, False], ids=["hot", "cold"])
async def test_a_decision_that_is_not_possible_is_an_error(world: World, keep: bool) -> None:
    first = world.session(policy=ASK)
    reply = await waiting(first, PAY, "approval")
    call_id = reply.pending_tool_calls[0].id
    decider = first if keep else world.session(policy=ASK)
    for arguments in ([1], {"to": object()}, "x"):
        with pytest.raises(InputError, match="arguments must be"):
            await decider.approve(call_id, arguments)  # type: ignore[arg-type]
    with pytest.raises(InputError, match='no call "call_99"'):
        await decider.approve("call_99")
    with pytest.raises(InputError, match=f"these do: {call_id}"):
        await decider.deny("call_99", run_id=reply.run_id)
    with pytest.raises(RunError, match="there is no run") as unknown:
        await decider.approve(call_id, run_id="run_0")
    with pytest.raises(RunError) as foreign:
        await decider.engine.session("a", "other").approve(call_id, run_id=reply.run_id)
    assert (unknown.value.code, foreign.value.code) == ("run_not_found", "run_scope_mismatch")
    await decider.approve(call_id)
    with pytest.raises(RunError, match="already approved"):
        await decider.approve(call_id)
    assert (await completed(first, reply.run_id)).value[0] == "paid 5 to Ann"


async def test_a_person_cannot_allow_a_call_that_a_rule_forbids(world: World) -> None:
    rules = Policy([{"action": "deny", "tool": "w.pay", "when": "args['amount'] > 100"}, ("ask", "w.pay")])
    first = world.session(policy=rules)
    reply = await waiting(first, PAY, "approval")
    await first.approve(reply.pending_tool_calls[0].id, {"to": "Ann", "amount": 1000})
    done = await completed(first, reply.run_id)
    assert [call.status for call in done.tool_calls] == ["denied"]
    assert world.done == []


async def test_a_run_under_a_policy_does_not_go_on_without_one(world: World) -> None:
    first = world.session(policy=ASK)
    reply = await waiting(first, PAY + "\n" + PAY.replace("Ann", "Bob").replace(":=", "="), "approval")
    await first.engine.close()
    bare = world.session()
    await bare.approve(reply.pending_tool_calls[0].id)
    refused = await bare.wait(reply.run_id)
    assert isinstance(refused, Failed)
    assert refused.code == "snapshot_restore_failed"
    assert "the run was begun under a policy, and this engine has none" in refused.error
    assert world.done == []
    again = await world.session(policy=ASK).wait(reply.run_id)  # it is still there for one that has
    assert isinstance(again, Waiting)
    assert world.done == ["Ann 5"]


def _under(world: World, owner: str, made: list[str], **flags: bool) -> Session:
    """A session whose `w.pay` belongs to somebody else."""

    def pay(to: str, amount: float) -> str:
        made.append(f"{to} {amount:g}")
        return "paid by another"

    engine = Engine(
        [FunctionSource([FunctionTool("w.pay", pay, **flags)], owner=owner)],
        policy=ASK,
        store=world.url,
        isolation="inline",
    )
    world.engines.append(engine)
    return engine.session("a", "s")


@pytest.mark.parametrize("decided_by", ["the first", "the other"])
@pytest.mark.parametrize("name", ['"w.pay"', 'strings.ToLower("W.PAY")'])
async def test_an_approval_is_for_one_tool_and_not_for_its_name(world: World, decided_by: str, name: str) -> None:
    made: list[str] = []
    first, other = world.session(policy=ASK), _under(world, "evil", made)
    reply = await waiting(first, PAY.replace('"w.pay"', name), "approval")
    call_id = reply.pending_tool_calls[0].id
    if decided_by == "the first":
        await first.approve(call_id)
    await first.engine.close()
    if decided_by == "the other":
        await other.approve(call_id)
    refused = await other.wait(reply.run_id)
    assert isinstance(refused, Failed)
    assert refused.code == "snapshot_restore_failed"
    assert "a person was asked about a call of function:w:pay, but here w.pay is a different tool" in refused.error
    assert made == world.done == []
    assert (await completed(world.session(policy=ASK), reply.run_id)).value[0] == "paid 5 to Ann"


async def test_a_call_in_doubt_is_not_made_again_by_another_tool(world: World) -> None:
    made: list[str] = []
    world.gate("Ann 5")
    first = world.session(policy=Policy([]))
    reply = await waiting(first, PAY, "pending_tools", timeout_ms=300)
    await first.engine.close()
    other = _under(world, "evil", made, idempotent=True)
    done = await completed(other, reply.run_id)
    assert "it may or may not have taken effect" in done.value[0]
    assert made == []


# --- who may go on -----------------------------------------------------------------------------------------------------


async def test_only_one_of_two_engines_gets_a_run(world: World) -> None:
    world.gate("a")
    first = world.session()
    code = 'v, _ := codemode.CallTool("w.read", map[string]any{"key": "a"})\n__out = v'
    reply = await waiting(first, code, ready=lambda _: world.begun == ["a"])
    # the first engine lives and has the call open
    other = world.session()
    assert (await failed(other, reply.run_id)).code == "run_busy"
    assert (await other.abort(reply.run_id)).code == "run_busy"
    with pytest.raises(RunError, match="try again"):
        await other.approve("call_1", run_id=reply.run_id)
    driving = asyncio.create_task(first.wait(reply.run_id))
    await asyncio.sleep(0.05)
    assert (await failed(other, reply.run_id)).code == "run_busy"
    assert (await failed(first, reply.run_id)).code == "run_busy"
    world.gate("a").set()
    done = await driving
    assert (done.status, world.begun) == ("completed", ["a"])


async def test_a_run_is_free_as_soon_as_nothing_of_it_is_open(world: World) -> None:
    world.gate("a")
    first = world.session()
    code = 'v, _ := codemode.CallTool("w.read", map[string]any{"key": "a"})\n__out = v'
    reply = await waiting(first, code, ready=lambda _: world.begun == ["a"])
    world.gate("a").set()
    await until(lambda: _is(first, reply, lambda info: info.owner == ""))
    assert (await completed(world.session(), reply.run_id)).value == "<a>"
    assert world.begun == ["a"]
    assert (await failed(first, reply.run_id)).code == "run_busy"  # the reply is on its way to somebody else
    await until(lambda: _none(first))
    assert (await failed(first, reply.run_id)).code == "run_not_found"


async def test_a_call_that_ends_while_its_run_is_put_down_is_not_in_doubt(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, first, second = world.gate("ann 5"), world.session(), world.session()
    store, park, release = first.engine.store, first.engine.store.park, first.engine.store.release
    going_on: list[asyncio.Task[Completed]] = []

    async def park_and_end_the_call(*args: Any, **options: Any) -> None:
        await park(*args, **options)
        gate.set()
        while not world.done:
            await asyncio.sleep(0)

    async def release_and_go_on_elsewhere(lease: Any) -> None:
        await release(lease)
        if not going_on:
            info = await store.info(lease.run_id)
            going_on.append(asyncio.create_task(completed(second, info.run_id if info else "")))
            await asyncio.sleep(0.05)

    monkeypatch.setattr(store, "park", park_and_end_the_call)
    monkeypatch.setattr(store, "release", release_and_go_on_elsewhere)
    code = """v, err := codemode.CallTool("w.pay", map[string]any{"to": "ann", "amount": 5.0})
__out = []any{v, err}"""
    await waiting(first, code)
    await until(lambda: going_on)
    done = await going_on[0]
    assert (done.value, [call.status for call in done.tool_calls]) == (["paid 5 to ann", None], ["ok"])
    assert world.done == ["ann 5"]


async def test_two_waits_for_a_cold_run_in_one_engine(world: World) -> None:
    world.gate("a")
    first = world.session()
    code = 'v, _ := codemode.CallTool("w.put", map[string]any{"key": "a"})\n__out = v'
    reply = await waiting(first, code, ready=lambda _: world.begun == ["a"])
    await first.engine.close()
    second = world.session()
    waits = [asyncio.create_task(second.wait(reply.run_id)) for _ in range(4)]
    await until(lambda: sum(task.done() for task in waits) == 3)
    world.gate("a").set()
    replies = await asyncio.gather(*waits)
    assert sorted(r.status for r in replies) == ["completed", "failed", "failed", "failed"]
    assert {r.code for r in replies if isinstance(r, Failed)} == {"run_busy"}
    assert world.begun == ["a", "a"]


async def test_a_hot_copy_that_another_engine_moved_on_is_thrown_away(world: World) -> None:
    code = 'for i := range 3 { fmt.Println(i); yield_control() }\n__out = "end"'
    first, second = world.session(), world.session()
    reply = await waiting(first, code, "yield")
    assert shown(await second.wait(reply.run_id)) == "1\n"
    assert shown(await first.wait(reply.run_id)) == "2\n"
    assert (await completed(second, reply.run_id)).value == "end"
    assert (await failed(second, reply.run_id)).code == "run_not_found"
    assert (await failed(first, reply.run_id)).code == "run_not_found"


async def test_stale_copies_do_not_count_as_waiting_runs(world: World) -> None:
    first = world.session(limits={"max_suspended_runs": 2})
    second = world.session()
    for _ in range(3):
        for _ in range(2):
            reply = await waiting(first, "yield_control()\n__out = 1", "yield")
            assert (await completed(second, reply.run_id)).value == 1
    for _ in range(2):
        await waiting(first, "yield_control()", "yield")
    refused = await first.exec("yield_control()")
    assert isinstance(refused, Failed)
    assert refused.code == "too_many_runs"
    assert [info.state for info in await first.engine.store.list()].count("waiting") == 2


async def test_the_scope_is_the_runs_own_everywhere(world: World) -> None:
    first = world.session()
    reply = await waiting(first, "yield_control()\n__out = 1", "yield")
    await first.engine.close()
    engine = world.engine()
    for scope in (("b", "s"), ("a", "t"), ("", ""), ("a", "")):
        assert (await failed(engine.session(*scope), reply.run_id)).code == "run_scope_mismatch"
        assert (await engine.session(*scope).abort(reply.run_id)).code == "run_scope_mismatch"
    assert (await completed(engine.session("a", "s"), reply.run_id)).value == 1


async def test_a_cold_run_is_aborted(world: World) -> None:
    first = world.session()
    reply = await waiting(first, "yield_control()", "yield")
    await first.engine.close()
    second = world.session()
    assert (await second.abort(reply.run_id)).code == "aborted"
    assert (await failed(second, reply.run_id)).code == "aborted"
    assert (await failed(world.session(), reply.run_id)).code == "aborted"
    assert await second.engine.store.list() == []


async def test_a_cold_run_expires_and_nobody_has_to_call(world: World) -> None:
    limits = {"snapshot_ttl_seconds": 1}
    first = world.session(limits=limits)
    reply = await waiting(first, "yield_control()", "yield")
    await first.engine.close()
    watcher = world.session()
    await asyncio.sleep(1.1)
    assert (await failed(watcher, reply.run_id)).code == "snapshot_expired"
    second = world.session(limits=limits)
    reply = await waiting(second, "yield_control()", "yield")
    await until(lambda: _is(second, reply, lambda info: info.state == "expired"))
    assert (await failed(second, reply.run_id)).code == "snapshot_expired"


@pytest.mark.parametrize("decision", ["approve", "deny", "approve_all", "without an id"])
async def test_a_cold_run_that_is_over_takes_no_decision(world: World, decision: str) -> None:
    """Also before any engine has swept: who decides must not believe that the call is made."""
    first = world.session(policy=ASK, limits={"snapshot_ttl_seconds": 1})
    reply = await waiting(first, PAY, "approval")
    await first.engine.close()
    other = world.session(policy=ASK)
    await asyncio.sleep(1.1)
    call_id = reply.pending_tool_calls[0].id
    with pytest.raises(RunError) as late:
        match decision:
            case "approve_all":
                await other.approve_all(reply.run_id)
            case "without an id":
                await other.approve(call_id)
            case _:
                await getattr(other, decision)(call_id, run_id=reply.run_id)
    assert late.value.code == "snapshot_expired"


async def test_the_sweeper_of_another_engine_ends_abandoned_runs(world: World) -> None:
    first = world.session(limits={"snapshot_ttl_seconds": 1})
    reply = await waiting(first, "yield_control()", "yield")
    await first.engine.close()
    await asyncio.sleep(1.1)
    other = world.session()
    await other.exec("__out = 1")  # any work of an engine sweeps
    await until(lambda: _is(other, reply, lambda info: info.state == "expired"))


async def test_a_refused_wait_leaves_the_run_and_its_reason(world: World) -> None:
    first = world.session(policy=ASK)
    reply = await waiting(first, PAY, "approval")
    await first.engine.close()
    world.hidden.add("w.pay")
    other = world.session(policy=ASK)
    assert (await failed(other, reply.run_id)).code == "snapshot_restore_failed"
    world.hidden.clear()
    # the refusal waits for the release only for a moment, and a store may be slower
    await until(lambda: _is(other, reply, lambda info: info.owner == ""))
    info = await other.engine.store.info(reply.run_id)
    assert info is not None
    assert (info.state, info.reason) == ("waiting", "approval")
    third = world.session(policy=ASK)
    await third.approve(reply.pending_tool_calls[0].id)
    assert (await completed(third, reply.run_id)).value[0] == "paid 5 to Ann"


async def test_a_wait_that_is_cancelled_while_it_restores_leaves_the_run(world: World) -> None:
    first = world.session()
    reply = await waiting(
        first, "for i := range 3000000 { _ = i }\nyield_control()\n__out = 1", "yield", timeout_ms=20_000
    )
    await first.engine.close()
    second = world.session()
    giving_up = asyncio.create_task(second.wait(reply.run_id))
    await asyncio.sleep(0.02)
    assert not giving_up.done()
    giving_up.cancel()
    await asyncio.wait([giving_up])
    await until(lambda: _is(second, reply, lambda info: info.owner == ""))  # who gives up does not wait for that
    assert (await completed(world.session(), reply.run_id)).value == 1


async def test_making_a_run_again_does_not_use_up_its_time_nor_block_the_loop(world: World) -> None:
    first = world.session()
    code = "n := 0\nfor i := range 2000000 { n += i }\nyield_control()\n__out = n"
    reply = await waiting(first, code, "yield")
    await first.engine.close()
    longest = 0.0

    async def tick() -> None:
        nonlocal longest
        while True:
            before = time.monotonic()
            await asyncio.sleep(0.001)
            longest = max(longest, time.monotonic() - before)

    ticking = asyncio.create_task(tick())
    for _ in range(20):
        longest, began = 0.0, time.monotonic()
        done = await world.session().wait(reply.run_id, timeout_ms=20)  # time for the store to answer
        took = time.monotonic() - began
        if not isinstance(done, Failed) or done.code != "runtime_unavailable":
            break
        await asyncio.sleep(0.5)  # it did not, on a busy machine; the run still waits
    ticking.cancel()
    assert isinstance(done, Completed), done
    assert done.value == 1999999000000
    assert longest < took / 2
    assert took > 0.04


# --- what does not fit -------------------------------------------------------------------------------------------------


def entries(world: World) -> list[tuple[int, bytes]]:
    with closing(sqlite3.connect(world.url.removeprefix("sqlite:///"))) as db, db:
        return db.execute("SELECT number, entry FROM entries ORDER BY number").fetchall()


def write(world: World, sql: str, *values: Any) -> None:
    with closing(sqlite3.connect(world.url.removeprefix("sqlite:///"))) as db, db:
        db.execute(sql, values)


def cut(world: World) -> None:
    write(world, "DELETE FROM entries WHERE number = (SELECT max(number) FROM entries)")


def cut_middle(world: World) -> None:
    write(world, "DELETE FROM entries WHERE number = ?", entries(world)[2][0])


def changed(old: bytes, new: bytes) -> Any:
    def change(world: World) -> None:
        number, entry = next(found for found in entries(world) if old in found[1])
        write(world, "UPDATE entries SET entry = ? WHERE number = ?", entry.replace(old, new), number)
        write(world, "UPDATE runs SET size = size + ?", len(new) - len(old))

    return change


def garbled(world: World) -> None:
    number, entry = entries(world)[1]
    write(world, "UPDATE entries SET entry = ? WHERE number = ?", b"\xff" * len(entry), number)


@pytest.mark.parametrize(
    "tamper",
    [
        cut,
        cut_middle,
        garbled,
        changed(b'w.read', b'w.pay_'),
        changed(b'"key":"a"', b'"key":"b"'),
        changed(b'["begin","', b'["begin","x'),
        changed(b'["begin",', b'["again",'),
        changed(b'["begin",', b'["approve",'),
        changed(b'["begin",', b'["ask",'),
        changed(b'["begin",', b'["begun",'),
        changed(b'["event",["result",', b'["event",["resulted",'),
        changed(b'["event",["result",', b'["event",["result","x",'),
        changed(b'["event",["result",', b'["event",["result",{},'),
        changed(b'["turn",', b'["turn",1'),
        changed(b'["turn",', b'["turn",-'),
        changed(b'["turn",', b'["turn","",'),
        changed(b'"started_at"', b'"begun_at"'),
        changed(b'for i', b'for j'),
        changed(b'"format":1', b'"format":2'),
    ],
)  # fmt: skip
async def test_a_journal_that_does_not_fit_is_refused(world: World, tamper: Any) -> None:
    first = world.session()
    code = """
    for i := range 3 {
        v, err := codemode.CallTool("w.read", map[string]any{"key": "a"})
        if err != nil { return err }
        fmt.Println(i, v)
    }
    yield_control()
    """
    reply = await waiting(first, code, "yield")
    await first.engine.close()
    tamper(world)
    refused = await failed(world.session(), reply.run_id)
    assert refused.code == "snapshot_restore_failed", refused
    assert world.begun == ["a"] * 3


async def test_another_version_goes_on_with_a_run_when_its_replay_agrees(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = world.session()
    reply = await waiting(first, "yield_control()\n__out = 1", "yield")
    await first.engine.close()
    second = world.session()
    monkeypatch.setattr("codemode.engine.build.build", lambda: "99.0")
    assert (await completed(second, reply.run_id)).value == 1


async def test_another_version_leaves_a_run_whose_replay_does_not_agree(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = world.session()
    reply = await waiting(first, "yield_control()\n__out = 1", "yield")
    await first.engine.close()
    second = world.session()
    with monkeypatch.context() as changed:
        changed.setattr("codemode.engine.build.build", lambda: "99.0")
        changed.setattr("codemode.engine.durable.replay._same", lambda *_: False)
        refused = await failed(second, reply.run_id)
    assert refused.code == "snapshot_restore_failed"
    assert "it was begun by codemode" in refused.error
    assert "this is 99.0: a host of that version can continue it" in refused.error
    assert (await completed(world.session(), reply.run_id)).value == 1


NAMED = """
yield_control()
v, err := codemode.CallTool("w.pay", map[string]any{"to": "Ann", "amount": 5})
if err != nil { v = err.Error() }
__out = v
"""
COMPUTED = NAMED.replace('"w.pay"', '"w." + data["tool"]')


async def test_a_tool_that_vanished(world: World) -> None:
    first = world.session()
    named = await waiting(first, NAMED, "yield")
    computed = await waiting(first, COMPUTED, "yield", data={"tool": "pay"})
    await first.engine.close()
    world.hidden.add("w.pay")
    second = world.session()
    refused = await failed(second, named.run_id)
    assert refused.code == "snapshot_restore_failed"
    assert "w.pay" in refused.error
    done = await completed(second, computed.run_id)
    assert "there is no tool" in done.value
    assert [call.status for call in done.tool_calls] == ["never_started"]


async def test_a_call_in_doubt_of_a_tool_that_vanished(world: World) -> None:
    world.gate("a")
    code = 'v, err := codemode.CallTool("w." + data["tool"], map[string]any{"key": "a"})\nif err != nil { v = err.Error() }\n__out = v'
    first = world.session()
    reply = await waiting(first, code, data={"tool": "read"}, ready=lambda _: world.begun == ["a"])
    await first.engine.close()
    world.hidden.add("w.read")
    done = await completed(world.session(), reply.run_id)
    assert "may or may not have taken effect" in done.value  # nobody says any more that it may be repeated


async def test_a_tool_whose_schema_changed(world: World) -> None:
    async def pay(to: str, amount: float, currency: str) -> str:
        world.done.append("new")
        return "new"

    first = world.session()
    named = await waiting(first, NAMED, "yield")
    computed = await waiting(first, COMPUTED, "yield", data={"tool": "pay"})
    await first.engine.close()
    second = world.session()
    second.engine.sources = (FunctionSource([FunctionTool("w.pay", pay)], owner="w"),)
    second.engine.listings = Listings(second.engine.sources)
    refused = await failed(second, named.run_id)
    assert refused.code == "snapshot_restore_failed"
    done = await completed(second, computed.run_id)
    assert "currency" in done.value
    assert world.done == []


async def test_the_policy_of_whoever_goes_on_counts(world: World) -> None:
    first = world.session()
    runs = [await waiting(first, COMPUTED, "yield", data={"tool": "pay"}) for _ in range(2)]
    named = await waiting(first, NAMED, "yield")
    await first.engine.close()
    strict = world.session(policy=Policy([("deny", "w.pay")]))
    denied = await completed(strict, runs[0].run_id)
    assert [call.status for call in denied.tool_calls] == ["denied"]
    assert (await failed(strict, named.run_id)).code == "snapshot_restore_failed"
    asking = await world.session(policy=ASK).wait(runs[1].run_id)
    assert isinstance(asking, Waiting)
    assert asking.reason == "approval"
    assert world.done == []


async def test_a_run_that_does_too_much_cannot_wait(world: World) -> None:
    first = world.session(limits={"max_snapshot_bytes": 20_000})
    code = """
    for range 200 {
        v, err := codemode.CallTool("w.read", map[string]any{"key": strings.Repeat("a", 100)})
        if err != nil || len(v) == 0 { return err }
    }
    yield_control()
    """
    reply = await first.exec(code)
    assert isinstance(reply, Failed)
    assert reply.code == "snapshot_limit_exceeded"
    assert await first.engine.store.list() == []
    assert (await failed(world.session(), reply.run_id)).code == "run_not_found"
    # one that ends without waiting does not need a journal
    assert (await first.exec(code.replace("yield_control()", "__out = 1"))).value == 1


async def test_nothing_of_a_run_stays_when_it_has_ended(world: World) -> None:
    session = world.session()
    done = await session.exec('v, _ := codemode.CallTool("w.read", map[string]any{"key": "a"})\n__out = v')
    failing = await session.exec('codemode.CallTool("w.read", map[string]any{"key": "a"})\npanic("no")')
    assert (done.status, failing.status) == ("completed", "failed")
    await session.engine.close()
    assert entries(world) == []
    again = world.session()
    assert (await failed(again, done.run_id)).code == "run_not_found"


async def test_a_run_that_never_left_the_process_is_not_in_the_store(world: World) -> None:
    session = world.session()
    await session.exec("n := 0\nfor i := range 100000 { n += i }\nfmt.Println(n)")
    assert entries(world) == []


async def test_lone_surrogates_and_large_numbers_survive(world: World) -> None:
    first = world.session()
    odd = {"text": "\ud800 é 🎈", "big": 2**53 + 1, "float": 1e300, "none": None, "list": [[], {}, True]}
    reply = await waiting(first, "yield_control()\n__out = data", "yield", data=odd)
    await first.engine.close()
    value = (await completed(world.session(), reply.run_id)).value
    hot = await waiting(again := world.session(), "yield_control()\n__out = data", "yield", data=odd)
    assert value == (await completed(again, hot.run_id)).value
    assert json.loads(json.dumps(value))["big"] == 2**53 + 1
