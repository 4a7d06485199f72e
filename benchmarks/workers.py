"""What an Engine adds, inline and with worker processes: `python -m benchmarks.workers`. Wall time, the best of the rounds."""

from __future__ import annotations

import argparse
import asyncio
import gc
import time
from collections.abc import Awaitable, Callable

from rich.console import Console
from rich.table import Table

from benchmarks.peers import PROGRAMS, SOURCE
from codemode import Engine, Limits

CALLS = 50
ONE_AFTER_THE_OTHER = f"""
for i := 0; i < {CALLS}; i++ {{
	_, err := codemode.CallTool("bench.add", map[string]any{{"a": i, "b": 1}})
	if err != nil {{
		return err
	}}
}}
__out = {CALLS}
"""


async def measure(isolation: str, rounds: int) -> dict[str, float]:
    """Milliseconds."""
    limits = Limits(max_steps=10**9, timeout_ms=60_000)
    async with Engine([SOURCE], isolation=isolation, limits=limits) as engine:
        session = engine.session("benchmark")

        def program(text: str) -> Callable[[], Awaitable[None]]:
            async def go() -> None:
                reply = await session.exec(text)
                assert reply.status == "completed", reply

            return go

        trivial = await best(program("__out = 6 * 7"), rounds, 50)
        calls = await best(program(ONE_AFTER_THE_OTHER), rounds, 2)
        records = await best(program((PROGRAMS / "records.go").read_text()), rounds, 1)
    return {"trivial exec": trivial, "one call of a tool": (calls - trivial) / CALLS, "records": records}


async def best(go: Callable[[], Awaitable[None]], rounds: int, repeats: int) -> float:
    times: list[float] = []
    await go()
    for _ in range(rounds):
        gc.collect()
        start = time.perf_counter()
        for _ in range(repeats):
            await go()
        times.append((time.perf_counter() - start) * 1000 / repeats)
    return min(times)


async def measure_all(rounds: int) -> Table:
    table = Table(title="an Engine, wall ms, best round")
    table.add_column("what")
    found = {isolation: await measure(isolation, rounds) for isolation in ("inline", "process")}
    for isolation in found:
        table.add_column(isolation, justify="right")
    for what in found["inline"]:
        table.add_row(what, *(f"{times[what]:.3f}" for times in found.values()))
    return table


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.workers", description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    Console(width=100).print(asyncio.run(measure_all(parser.parse_args().rounds)))


if __name__ == "__main__":
    main()
