"""Hostile and good guests at once: `python -m benchmarks.crowd`. Good ones should finish within twice the time that they take alone."""

from __future__ import annotations

import argparse
import asyncio
import gc
import os

from rich.console import Console
from rich.table import Table

from tests.contract.crowd import Crowd, crowd_engine, meet


def resident() -> float:
    """MiB of memory of this process."""
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


async def measure(isolation: str, workers: int, sessions: int, hostile: int, rounds: int) -> dict[str, str]:
    async with crowd_engine(isolation, workers, timeout_ms=20_000) as engine:
        good = sessions - hostile
        await meet(engine, sessions, 0)  # so that all workers are there and all programs compiled
        gc.collect()
        before = resident()
        solo = min([(await meet(engine, 1, 0)).slowest for _ in range(3)])
        together = await meet(engine, good, 0)
        # the best round: noise of the machine only adds
        mixed = min([await meet(engine, good, hostile) for _ in range(rounds)], key=lambda crowd: crowd.slowest)
        gc.collect()
        after = resident()
    told = {
        "one good guest alone": f"{solo:.2f} s",
        f"{good} good guests without the others": _seconds(together, solo),
        f"{good} good guests among {hostile} hostile ones": _seconds(mixed, solo),
        "turns of the event loop came late by (median, 99 %)": _lags(mixed),
        "hostile guests ended with": ", ".join(f"{code} {count}" for code, count in mixed.codes.most_common()),
        "memory of the host before and after": f"{before:.0f}, {after:.0f} MiB",
    }
    for wrong in [*together.wrong, *mixed.wrong][:5]:
        told[f"WRONG: {wrong[:100]}"] = ""
    return told


def _seconds(crowd: Crowd, solo: float) -> str:
    times = f"{crowd.median / solo:.1f} and {crowd.slowest / solo:.1f} times as long as alone"
    return f"median {crowd.median:.2f} s, slowest {crowd.slowest:.2f} s ({times})"


def _lags(crowd: Crowd) -> str:
    lags = sorted(crowd.lags)
    return f"{lags[len(lags) // 2] * 1000:.0f} ms, {lags[int(len(lags) * 0.99)] * 1000:.0f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crowd", description=__doc__)
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--hostile", type=int, default=100)
    parser.add_argument("--workers", type=int, help="worker processes; one for each session if left out")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--isolation", nargs="*", choices=["inline", "process"], default=["process", "inline"])
    options = parser.parse_args()
    workers = options.workers or options.sessions
    for isolation in options.isolation:
        title = f"{options.sessions} sessions at once, {options.hostile} of them hostile: {isolation}"
        table = Table(title=title if isolation == "inline" else f"{title}, {workers} workers", show_header=False)
        measured = measure(isolation, workers, options.sessions, options.hostile, options.rounds)
        for what, told in asyncio.run(measured).items():
            table.add_row(what, told)
        Console(width=140).print(table)


if __name__ == "__main__":
    main()
