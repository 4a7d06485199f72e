"""A thousand runs that wait, in one store and one process: `python -m benchmarks.parked`."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from statistics import median

from rich.console import Console
from rich.table import Table

from tests.contract.parked import all_gone, park, parked_engine, resident, resume

SAMPLE = 100


async def measure(isolation: str, durable: bool, runs: int) -> dict[str, str]:
    told: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        store = f"sqlite:///{folder}/runs.db" if durable else None
        async with parked_engine(isolation, store, runs + 1) as engine:
            parked = await park(engine, runs)
            sizes = [info.size for info in await engine.store.list()]
            told["memory of the host for a parked run"] = f"{parked.bytes_each / 1024:.1f} KiB"
            told["journal of a parked run"] = f"{median(sizes) / 1024:.1f} KiB"
            told["until a run is parked, two calls included"] = f"{parked.park_ms:.1f} ms"
            users = list(range(0, runs, max(runs // SAMPLE, 1)))
            times = sorted(await resume(engine, parked, users))
            told[f"resumed where it was ({len(times)} runs)"] = (
                f"median {median(times):.1f} ms, 99 % {times[int(len(times) * 0.99)]:.1f} ms"
            )
        if durable:
            async with parked_engine(isolation, store, runs + 1) as engine:
                others = [user + 1 for user in users if user + 1 < runs]
                times = sorted(await resume(engine, parked, others))
                told[f"resumed in another engine ({len(times)} runs)"] = (
                    f"median {median(times):.1f} ms, 99 % {times[int(len(times) * 0.99)]:.1f} ms"
                )
        told |= await leak(isolation, runs)
    for wrong in parked.wrong[:3]:
        told[f"WRONG: {wrong[:100]}"] = ""
    return told


async def leak(isolation: str, runs: int) -> dict[str, str]:
    """Nobody goes on with any of them."""
    async with parked_engine(isolation, None, runs + 1, ttl=5) as engine:
        first = await park(engine, runs)
        gone = await all_gone(engine, 60)
        before = resident()
        second = await park(engine, runs)
        again = await all_gone(engine, 60)
        after = resident()
    left = "nothing" if gone and again else f"{len(engine.runs)} runs"
    wrong = first.wrong[:1] + second.wrong[:1]
    told = f"{left}; {before >> 20} MiB after the first {runs} runs, {after >> 20} MiB after as many again"
    return {"left after expiry": f"{told} {''.join(wrong)[:200]}"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.parked", description=__doc__)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--isolation", nargs="*", choices=["inline", "process"], default=["process", "inline"])
    options = parser.parse_args()
    for isolation in options.isolation:
        for durable in (False, True):
            table = Table(
                title=f"{options.runs} runs that wait: {isolation}, store {'in a file' if durable else 'in memory'}",
                show_header=False,
            )
            for what, told in asyncio.run(measure(isolation, durable, options.runs)).items():
                table.add_row(what, told)
            Console(width=140).print(table)


if __name__ == "__main__":
    main()
