"""What of the contract is about the engine itself: what cannot be had, broken sources, runs of other versions, our own bugs."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from codemode import Completed, Engine, Failed, FunctionSource, FunctionTool, Limits, Policy, Waiting
from codemode.catalog import ToolEntry
from codemode.engine.protocols import CallContext, ToolSource
from codemode.errors import ConfigError, ToolError, ToolSourceError
from tests.contract.conftest import Engines
from tests.contract.shown import shows
from tests.engine.processes import kill

pytestmark = pytest.mark.anyio
Make = Callable[..., Engine]


@shows("invalid_config")
@pytest.mark.parametrize(
    "more", [{"isolation": "magic"}, {"store": "redis://x"}, {"policy": "deny"}, {"sources": [3]}, {"isolation": None}]
)
async def test_an_invalid_configuration_is_refused(more: dict[str, Any]) -> None:
    with pytest.raises(ConfigError) as caught:
        Engine(**more)
    assert (caught.value.code, caught.value.phase) == ("invalid_config", "input")


class Odd(FunctionSource):
    """A source that lists what a test says."""

    def __init__(self, listing: Callable[[], Any]) -> None:
        super().__init__([])
        self.listing = listing

    def known_tools(self) -> Any:
        return None

    async def list_tools(self) -> Any:
        return self.listing()


async def test_preparing_a_program_does_not_count_as_its_time(engine_of: Make) -> None:
    def slow() -> list[ToolEntry]:
        time.sleep(0.3)
        return []

    session = engine_of(sources=[Odd(slow)]).session()
    reply = await session.exec("began := time.Now()\ntime.Sleep(200 * time.Millisecond)\n__out = time.Since(began) > 0")
    assert isinstance(reply, Completed)
    assert reply.telemetry.ms["run"] >= 190


@shows("source_unavailable")
async def test_a_source_that_cannot_list_its_tools(engine_of: Make) -> None:
    def down() -> Any:
        raise ToolSourceError("the server at 10.0.0.1 does not answer")

    session = engine_of(sources=[Odd(down)]).session()
    reply = await session.exec("1")
    assert isinstance(reply, Completed)
    reply = await session.exec('__out, err := codemode.CallTool("shop.buy")\nif err != nil { return err }')
    assert isinstance(reply, Failed)
    assert [call.code for call in reply.tool_calls] == ["source_unavailable"]
    assert "10.0.0.1" in reply.error


async def test_a_source_that_hangs_when_it_is_asked_for_its_tools(engine_of: Make) -> None:
    class Hanging(Odd):
        async def list_tools(self) -> Any:
            await asyncio.sleep(60)

    reply = await engine_of(sources=[Hanging(list)]).session().exec("1", timeout_ms=1500)
    assert isinstance(reply, Completed)


@pytest.mark.parametrize("field", ["name", "description", "label"])
async def test_a_source_whose_entries_have_no_texts(field: str, engine_of: Make) -> None:
    given: dict[str, Any] = {"id": "x:y:z", "name": "y.z", field: None}
    entry = ToolEntry(**given)
    engine = engine_of(sources=[Odd(lambda: [entry])])
    reply = await engine.session().exec("1")
    assert isinstance(reply, Completed)
    assert f"the {field} of its tool 'x:y:z' must be a text, not a NoneType" in engine.warnings[0]


@shows("internal_error")
async def test_an_internal_error_shows_no_details(caplog: pytest.LogCaptureFixture) -> None:
    """A tool that breaks when the compiler looks at it stands for a bug."""
    listed: list[bool] = []

    class Trap(ToolEntry):
        def __getattribute__(self, name: str) -> Any:
            if name == "may_stream" and listed:
                raise ZeroDivisionError("secret detail")
            return super().__getattribute__(name)

    entry = Trap(id="x:y:z", name="y.z")
    async with Engine(sources=[Odd(lambda: [entry])], isolation="inline") as engine:
        await engine.session().exec("1")
        listed.append(True)
        reply = await engine.session().exec('__out = codemode.CallTool("y.z", map[string]any{"a": 1})')
    assert isinstance(reply, Failed)
    assert (reply.code, reply.phase) == ("internal_error", "host")
    assert "secret" not in reply.model_dump_json()
    assert "ZeroDivisionError" in caplog.text


def workers() -> list[int]:
    """The worker processes of this process: children of its child that makes them."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            parents[int(path.parent.name)] = int(fields[1])
    return [pid for pid, parent in parents.items() if parents.get(parent) == os.getpid()]


@shows("internal_error")
async def test_a_worker_that_dies_again_and_again() -> None:
    async with Engine(isolation="process", limits=Limits(timeout_ms=20_000, max_steps=10**10)) as engine:
        run = asyncio.create_task(engine.session().exec("for {\n}"))
        while not run.done():
            await asyncio.sleep(0.05)
            for pid in workers():
                kill(pid)
        reply = await run
        assert isinstance(reply, Failed)
        assert (reply.code, reply.phase) == ("internal_error", "host")
        good = await engine.session().exec("__out = 1")
        assert good.value == 1  # type: ignore[union-attr]


@shows("snapshot_restore_failed", "wait 5")
async def test_a_run_whose_program_no_longer_checks_is_refused_and_kept(engine_of: Make, tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/runs.db"
    tool = FunctionTool("t.add", lambda a: a)
    first = engine_of(sources=[FunctionSource([tool])], store=store)
    reply = await first.session("a", "s").exec(
        'yield_control("")\n__out = codemode.CallTool("t.add", map[string]any{"a": 1})'
    )
    assert isinstance(reply, Waiting)
    await first.close()
    refused = await engine_of(sources=[], store=store).session("a", "s").wait(reply.run_id)
    assert isinstance(refused, Failed)
    assert (refused.code, refused.phase) == ("snapshot_restore_failed", "host")
    assert "no longer fits" in refused.error
    done = await engine_of(sources=[FunctionSource([tool])], store=store).session("a", "s").wait(reply.run_id)
    assert done.status == "completed"
    assert done.value == 1  # type: ignore[union-attr]


@shows("nested 10")
async def test_a_source_a_policy_and_a_hook_are_small_protocols(engine_of: Make) -> None:
    class Own:
        """Nothing of ours is inherited."""

        def known_tools(self) -> Any:
            return [ToolEntry(id="own:me:tool", name="me.tool", source="own", source_name="me")]

        async def list_tools(self) -> Any:
            return self.known_tools()

        async def call(self, name: str, arguments: dict[str, Any], context: CallContext) -> Any:
            return [name, arguments, context.agent]

        async def stream(self, name: str, arguments: dict[str, Any], context: CallContext) -> Any:
            yield name

        def direct(self, name: str) -> None:
            return None

        async def close(self) -> None: ...

    class Watch:
        seen: list[str] = []

        def before(self, tool: ToolEntry, arguments: dict[str, Any], context: CallContext) -> None:
            self.seen.append(tool.id)

        def after(self, *_: Any) -> None: ...

    assert isinstance(Own(), ToolSource)
    engine = engine_of(sources=[Own()], hooks=[Watch()], policy=Policy([("allow", "own:*")], default="deny"))
    reply = await engine.session("ada").exec('__out = codemode.CallTool("me.tool", map[string]any{"x": 1})')
    assert reply.value == ["me.tool", {"x": 1}, "ada"]  # type: ignore[union-attr]
    assert Watch.seen == ["own:me:tool"]


@shows("catalog 1")
async def test_equal_tool_sets_give_equal_ids(engine_of: Make, engines: Engines) -> None:
    def tools() -> list[FunctionSource]:
        return [
            FunctionSource([FunctionTool(n, lambda: 1) for n in ("b.y", "b.x", "a b/c", "ü")], owner=o)
            for o in ("b", "b")
        ]

    first, second = await engine_of(sources=tools()).catalog(), await engine_of(sources=tools()).catalog()
    ids = [entry.id for entry in first.entries]
    assert ids == [entry.id for entry in second.entries]
    assert len(set(ids)) == 8
    assert first.version == second.version


@shows("catalog 8", "catalog 9", "exec 1")
async def test_the_exec_description(engine_of: Make, engines: Engines) -> None:
    async def exec_tool(engine: Engine) -> dict[str, Any]:
        found = await engine.session("a", "s").definitions("anthropic")
        assert [tool["name"] for tool in found] == ["exec", "wait"]
        return found[0]

    usual = await exec_tool(engines.usual)
    assert usual["input_schema"]["required"] == ["code"]
    text = usual["description"]
    assert "\n- t.add(a number, b number): Add two numbers." in text
    for attack in ("</tools>", "\nfunc main()", "\u202e", "__out = 1`"):
        assert attack not in text
    many = [FunctionTool(f"many.tool_{i:04}", lambda: 1, f"Tool number {i} of very many.") for i in range(1000)]
    crowded = [
        (await exec_tool(engine_of(sources=[FunctionSource(tools)])))["description"] for tools in (many, many[::-1])
    ]
    assert crowded[0] == crowded[1]
    index = crowded[0][crowded[0].index("\n- many.tool_") :]
    assert len(index.encode()) < 8000 + 200
    shown = index.count("\n- many.tool_")
    assert f"{shown} of 1000 shown" in crowded[0]
    assert 50 < shown < 1000


@shows("guest 9")
async def test_registered_namespaces(engine_of: Make) -> None:
    from codemode import Namespace, Verb

    shop = FunctionSource([FunctionTool("shop.refund", lambda order_id, amount: [order_id, amount])], owner="shop")
    bank = FunctionSource([FunctionTool("bank.pay", lambda amount: amount)], owner="bank")
    good = Namespace(
        "Billing", owner="shop", verbs={"Refund": Verb("shop.refund", ("order_id", "amount")), "Currency": "EUR"}
    )
    foreign = Namespace("Sneaky", owner="shop", verbs={"Pay": Verb("bank.pay", ("amount",))})
    hidden = Namespace(
        "Hidden", owner="shop", verbs={"R": Verb("shop.refund")}, required_tools=("shop.refund", "shop.gone")
    )
    engine = engine_of(sources=[shop, bank])
    for namespace in (good, foreign, hidden):
        engine.register(namespace)
    session = engine.session()
    reply = await session.exec('__out = []any{Billing.Refund("O-1", 5), namespaces.Billing.Currency}')
    assert reply.value == [["O-1", 5], "EUR"], reply  # type: ignore[union-attr]
    for code in ("__out = Sneaky.Pay(5)", "__out = Hidden.R()", "__out = namespaces.Sneaky.Pay(5)"):
        refused = await session.exec(code)
        assert (refused.status, refused.code) == ("failed", "check_failed")  # type: ignore[union-attr]
    with pytest.raises(ConfigError):
        engine.register(Namespace("MCP", owner="shop", verbs={"R": Verb("shop.refund")}))
    assert engine.unregister("shop") == 3
    assert (await session.exec("__out = Billing.Currency")).code == "check_failed"  # type: ignore[union-attr]


NOWHERE = """
import asyncio, sys
from codemode import CodeModeError, Engine
sys.executable = "/nowhere/python"
async def main():
    try:
        engine = Engine(isolation="process")
        reply = await engine.session().exec("__out = 1")
        print(reply.code, reply.phase)
    except CodeModeError as error:
        print(error.code, error.phase)
asyncio.run(main())
"""


@shows("nested 12", "runtime_unavailable")
def test_without_workers_nothing_runs() -> None:
    out = subprocess.run([sys.executable, "-c", NOWHERE], capture_output=True, text=True, timeout=60, check=True)
    assert out.stdout == "runtime_unavailable host\n"


@shows("exec 9", "tool_denied")
async def test_a_tool_that_cancels_itself_fails_only_its_call(engine_of: Make) -> None:
    async def cancel() -> None:
        raise asyncio.CancelledError

    def denied() -> None:
        raise ToolError("no", code="tool_denied")

    session = engine_of(sources=[FunctionSource([cancel, denied])]).session()
    reply = await session.exec('_, err := codemode.CallTool("cancel")\nreturn err')
    assert (reply.code, reply.tool_calls[0].code) == ("guest_error", "nested_tool_failed")  # type: ignore[union-attr]
    reply = await session.exec('_, err := codemode.CallTool("denied")\nreturn err')
    assert (reply.tool_calls[0].code, reply.tool_calls[0].status) == ("tool_denied", "denied")
