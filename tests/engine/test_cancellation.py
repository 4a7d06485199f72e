"""Computations in threads end when nobody waits for them any more, and long programs do not make them slow."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future
from datetime import date
from typing import Any

import pytest

from codemode import Engine, FunctionSource, FunctionTool
from codemode.catalog import Catalog
from codemode.data.inspection import least_size
from codemode.data.plain import plain
from codemode.dsl.diagnostics import MAX_SOURCE
from codemode.engine.languages.go import checked
from codemode.engine.threads import aside, in_thread_then
from codemode.engine.toolbox import toolbox_of
from codemode.errors import SourceRejected
from codemode.python.compiling import compiled
from codemode.types.reachable_calls import tool_sites
from tests.engine.test_effects import SHOP, effects

pytestmark = pytest.mark.anyio

DATES = [date(2026, 1, 1)] * 1_000_000  # each is converted by itself


class End:
    """How a computation ended."""

    def __init__(self) -> None:
        self.told: Future[str] = Future()

    def of(self, work: Callable[..., Any]) -> Callable[..., Any]:
        def done(*given: Any) -> Any:
            try:
                made = work(*given)
            except BaseException as odd:
                self.told.set_result(type(odd).__name__)
                raise
            self.told.set_result("done")
            return made

        return done


# --- effects -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["shop.pay()\n", "print(f'{x}')\n", "for x in [1, 2]:\n  codemode.call_tool('shop.pay')\n"]
)
def test_effects_that_take_too_long_are_not_looked_for_any_further(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    end = End()
    monkeypatch.setattr("codemode.engine.engine.EFFECTS_SECONDS", 0.05)
    monkeypatch.setattr(Engine, "_effects", end.of(Engine._effects))
    with pytest.raises(SourceRejected, match="could not be determined within"):
        effects("x = 1\n" + line * (MAX_SOURCE // len(line) - 1))
    assert end.told.result(60) == "Cancelled"


def seconds(work: Callable[[], Any]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def of_go(code: str) -> Callable[[], Any]:
    _, found = checked(code, toolbox_of((SHOP.known_tools() or (),)))
    return lambda: tool_sites(found)


def of_python(code: str) -> Callable[[], Any]:
    return compiled(code, Catalog([])).reach


@pytest.mark.parametrize(
    ("reach", "code"),
    [
        (of_go, lambda n: "".join(f"f{i} := func() {{}}\nf{i}()\n" for i in range(n))),
        (of_go, lambda n: f"x := []int{{{'1,' * 10 * n}}}\n" + "for range x {}\n" * n),
        (of_python, lambda n: f"xs = [{'1,' * 10 * n}]\n" + "for x in xs: pass\n" * n),
    ],
    ids=["literals", "loops", "loops in Python"],
)
def test_the_time_for_effects_grows_with_the_program(
    reach: Callable[[str], Callable[[], Any]], code: Callable[[int], str]
) -> None:
    short, long = (reach(code(n)) for n in (250, 2000))
    assert min(seconds(long) for _ in range(3)) < 24 * min(seconds(short) for _ in range(3))  # eight times as much


# --- programs ----------------------------------------------------------------------------------------------------------


async def test_a_program_is_not_compiled_any_further_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does another caller, who waits for the same program, lose it."""
    ends: list[End] = []

    def compiled(engine: Engine, *given: Any) -> Any:
        ends.append(End())
        return ends[-1].of(real)(engine, *given)

    real = Engine._compile
    async with Engine(isolation="inline") as engine:
        assert (await engine.session().exec("__out = 1")).status == "completed"
        monkeypatch.setattr(Engine, "_compile", compiled)
        code = "x := 1\n" + "x = x + 1\n" * 10_000 + "__out = x"
        hasty = asyncio.create_task(engine.session().exec(code, timeout_ms=100))
        while not ends:
            await asyncio.sleep(0.001)
        patient = await engine.session().exec(code, timeout_ms=60_000)
        assert ((await hasty).status, patient.status) == ("failed", "completed")
        for end in ends:
            await asyncio.to_thread(end.told.result, 60)
    assert sorted(end.told.result() for end in ends) == ["Cancelled", "done"]


# --- results -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "convert",
    [
        lambda work: aside(DATES, lambda: work(DATES)),
        lambda work: in_thread_then(lambda: DATES, work),
    ],
)
async def test_a_conversion_ends_when_its_call_is_cancelled(convert: Callable[[Any], Any]) -> None:
    end = End()
    converting = asyncio.ensure_future(convert(end.of(plain)))
    await asyncio.sleep(0.1)
    converting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await converting
    assert await asyncio.to_thread(end.told.result, 60) == "Cancelled"


async def test_looking_at_plain_data_ends_too() -> None:
    end = End()
    data = [[i] for i in range(500_000)]
    looks = end.of(lambda: [least_size(data, 1 << 40) for _ in range(100)])
    looking = asyncio.gather(aside(data, looks))
    await asyncio.sleep(0.1)
    looking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await looking
    assert await asyncio.to_thread(end.told.result, 60) == "Cancelled"


@pytest.mark.parametrize("is_async", [True, False])
async def test_nothing_is_converted_after_a_run_was_ended(monkeypatch: pytest.MonkeyPatch, *, is_async: bool) -> None:
    end = End()
    monkeypatch.setattr(FunctionTool, "_plain", end.of(FunctionTool._plain))

    async def soon() -> Any:
        return DATES

    tool = FunctionTool("t.dates", soon if is_async else lambda: DATES)
    async with Engine([FunctionSource([tool])], isolation="inline") as engine:
        session = engine.session()
        reply = await session.exec('__out = codemode.CallTool("t.dates")', timeout_ms=300)
        await session.abort(reply.run_id)
        assert await asyncio.to_thread(end.told.result, 60) == "Cancelled"
