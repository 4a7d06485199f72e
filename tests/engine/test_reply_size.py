"""The whole reply obeys max_output_bytes, whatever a program does, and says what was cut."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from codemode import Completed, Engine, Failed, FunctionSource, Limits, Policy, Rule, Session, Waiting, reply_text
from codemode.dsl import Diagnostic, Repair
from codemode.engine import ToolCallRecord
from codemode.engine.cell_output import CellOutput
from codemode.engine.replies import PendingCall, Telemetry
from codemode.engine.reply_truncation import fit
from codemode.interpreter.machine.run import ITEM_BYTES

pytestmark = pytest.mark.anyio

MIB = 1 << 20


def get(sku: str) -> int:
    """Give a number."""
    return 1


def size(reply: Any) -> int:
    return len(reply.model_dump_json().encode())


@pytest.fixture(params=["inline", "process"], scope="module")
def isolation(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(params=[1024, 4096, 65536])
async def of(request: pytest.FixtureRequest, isolation: Any) -> AsyncIterator[Session]:
    limits = Limits(max_output_bytes=request.param, max_steps=50_000_000, timeout_ms=60_000)
    policy = Policy([Rule("ask", tool="t.asked")])
    sources = [FunctionSource.from_functions(get, owner="t")]
    async with Engine(sources, limits, isolation=isolation, policy=policy) as engine:
        yield engine.session()


# what comes after spends what a budget of 10 MiB has left, after nine tenths of it: no test needs to count to a hundred thousand
MOST = f"for range 3000 {{ text(``) }}\nfmt.Print(strings.Repeat(`x`, {9 * MIB}))\n"

# every way in which a program can make one of the parts large
FLOODS: dict[str, tuple[str, str]] = {
    "empty text": (MOST + 'for { text("") }', "output_limit_exceeded"),
    "empty values": (MOST + "for { json(nil) }", "output_limit_exceeded"),
    "two streams in turn": (MOST + 'for { fmt.Print("x"); print("y") }', "output_limit_exceeded"),
    "many texts": ("for i := range 3000 { text(i) }\n__out = 1", "completed"),
    "one long text": ('text(strings.Repeat("\\x01\\"", 1<<20))\n__out = 1', "completed"),
    "a long value": ('__out = strings.Repeat("\\x01ü", 1<<20)', "completed"),
    "value and output": ('fmt.Print(strings.Repeat("a", 1<<20))\n__out = strings.Repeat("b", 1<<20)', "completed"),
    "a long error": ('__out = 1\nreturn errors.New(strings.Repeat("e", 5<<20))', "guest_error"),
    "a long panic": ('__out = 1\npanic(strings.Repeat("\\x01", 1<<20))', "guest_panic"),
    "error and output": (
        'json(strings.Repeat("e", 1<<20))\n__out = errors.New(strings.Repeat("e", 1<<20))',
        "guest_error",
    ),
    "a deep stack": (
        "func f(n int) int { if n == 0 { panic(`x`) }; return f(n-1) + 1 }\n__out = f(3000)",
        "guest_panic",
    ),
    "the words of a yield": ('yield_control(strings.Repeat("\\x01", 4000))\n__out = 1', "yield"),
    "too many words of a yield": ('yield_control(strings.Repeat("n", 1<<20))\n__out = 1', "guest_panic"),
    "many problems": ("\n".join(f"__out = x{i}" for i in range(3000)), "check_failed"),
    "a long name": (f"__out = {'x' * 100_000}", "check_failed"),
    "a long line that does not parse": ("__out = ((( " + "y " * 50_000, "parse_failed"),
    "many repairs": ("__out = 0\n" + "\n".join(f"y{i} = {i}" for i in range(2000)), "completed"),
    "long names of tools": (
        'n := strings.Repeat("t", 1<<16)\nfor i := range 30 { _, err := codemode.CallTool(fmt.Sprint(n, i)); _ = err }\n__out = 1',
        "completed",
    ),
    "many calls": (
        'for i := range 900 { codemode.CallTool("t.get", map[string]any{"sku": "s"}) }\n__out = 1',
        "completed",
    ),
}


@pytest.mark.parametrize("name", FLOODS)
async def test_no_reply_is_larger_than_the_limit(of: Session, name: str) -> None:
    code, ends = FLOODS[name]
    reply = await of.exec(code)
    told = reply.code if isinstance(reply, Failed) else reply.reason if isinstance(reply, Waiting) else reply.status
    assert told == ends, reply.model_dump_json()[:1000]
    assert size(reply) <= of.engine.limits.max_output_bytes
    assert len(reply_text(reply).encode()) <= of.engine.limits.max_output_bytes
    if isinstance(reply, Waiting):
        await of.abort(reply.run_id)


async def test_invented_values_of_callers_are_cut_too(of: Session) -> None:
    for reply in (
        await of.wait("run_" + "x" * MIB),
        await of.abort("x" * MIB),
        await of.handle("x" * MIB, {}),
        await of.exec("__out = 1", language="x" * MIB),
    ):
        assert isinstance(reply, Failed)
        assert size(reply) <= of.engine.limits.max_output_bytes


async def test_arguments_that_wait_for_a_person_are_cut(isolation: Any) -> None:
    async def asked(text: str) -> None:
        """Needs approval."""

    policy = Policy([Rule("ask", tool="t.asked")])
    sources = [FunctionSource.from_functions(asked, owner="t")]
    async with Engine(sources, Limits(max_output_bytes=2048), isolation=isolation, policy=policy) as engine:
        session = engine.session()
        reply = await session.exec('codemode.CallTool("t.asked", map[string]any{"text": strings.Repeat("a", 1<<20)})')
        assert isinstance(reply, Waiting)
        assert size(reply) <= 2048
        [call] = reply.pending_tool_calls
        assert call.arguments is not None
        assert call.arguments["prefix"].startswith('{"text":"aaa')
        [[whole]] = (await session.asked()).values()
        assert len(whole.arguments["text"]) == MIB
        await session.abort(reply.run_id)


async def test_calls_that_tell_something_are_left_out_last(isolation: Any) -> None:
    code = 'for i := range 900 { codemode.CallTool("t.get", map[string]any{"sku": "s"}) }\n'
    code += 'name := "t.gone"\n_, err := codemode.CallTool(name)\n__out = err != nil'
    sources = [FunctionSource.from_functions(get, owner="t")]
    async with Engine(sources, Limits(max_output_bytes=4096, timeout_ms=60_000), isolation=isolation) as engine:
        reply = await engine.session().exec(code)
    assert size(reply) <= 4096
    assert reply.tool_calls[-1].tool == "t.gone"
    assert reply.tool_calls[-1].code == "tool_not_found"
    assert reply.omitted["tool_calls"] == 901 - len(reply.tool_calls)
    assert reply.omitted_calls == {"t.get": reply.omitted["tool_calls"]}
    told = json.loads(reply_text(reply))
    assert told["calls"] == {"t.get": 900}
    assert len(told["look_at_calls"]) == 1


async def test_a_flood_of_items_costs_as_much_work_as_its_budget_allows(isolation: Any) -> None:
    """The items that a run can make are counted, not timed: 10 MiB by what an empty item takes."""
    async with Engine(limits=Limits(max_steps=10**9), isolation=isolation) as engine:
        reply = await engine.session().exec('for { text("") }')
    assert isinstance(reply, Failed)
    assert reply.code == "output_limit_exceeded"
    assert reply.telemetry.steps < 2 * 10 * MIB / ITEM_BYTES
    assert reply.omitted["output"] <= 10 * MIB / ITEM_BYTES


def everything(scale: int) -> list[Completed | Waiting | Failed]:
    """Replies in which each part has about so many bytes."""
    text = "ü\x01" * (scale // 2)
    place = Diagnostic("check_failed", text, 1, 1, 1, 2, text[:500], text)
    many: dict[str, Any] = {
        "repairs": [Repair(text, 1, 1)] * 3 + [Repair("short", 1, 1)] * scale,
        "warnings": [place] * 3,
        "tool_calls": [ToolCallRecord(f"call_{i}", f"t{i}", "ok" if i % 2 else "error", error=text) for i in range(50)],
        "telemetry": Telemetry(
            called=[text] * 3 + [str(i) for i in range(scale)], events=[text] * 9, catalog={text: 1}
        ),
    }
    pending = [PendingCall(id=str(i), tool="t", needs_approval=True, arguments={"a": text}) for i in range(20)]
    return [
        Completed(run_id="run_0123456789abcdef", value=[text] * 5, has_value=True, **many),
        Waiting(run_id="run_0123456789abcdef", reason="approval", note=text, pending_tool_calls=pending, **many),
        Failed(code="guest_panic", error=text, phase="guest", hint=text, trace=text, diagnostics=[place] * 30, **many),
    ]


@pytest.mark.parametrize("budget", [1024, 1500, 5000, 65536, MIB])
@pytest.mark.parametrize("scale", [1, 100, 3000, 20_000])
async def test_all_parts_at_once(budget: int, scale: int) -> None:
    for reply in everything(scale):
        printed = CellOutput()
        text = ("ä\x01" * scale).encode()
        printed.take([("stdout", text), ("text", text), ("json", b'["v"]'), *[("text", b"")] * scale])

        before = size(reply)
        fitted = fit(reply, printed.drain(), budget)
        cut = fitted.kept("res_1", "res_2")
        assert size(cut) <= budget
        assert (cut.status, cut.run_id) == (reply.status, reply.run_id)
        if before > 2 * budget:
            assert size(cut) > budget // 2, "what there is room for is told"
            assert cut.omitted
        kept = [item.result_id for item in cut.output if item.type == "text" and item.result_id]
        kept += [cut.value["result_id"]] if isinstance(cut, Completed) and isinstance(cut.value, dict) else []
        whole = {"res_1": fitted.value, "res_2": fitted.output}
        assert sorted(kept) == [id for id, data in whole.items() if data is not None]
        assert all(data is None or json.loads(data) for data in whole.values())
