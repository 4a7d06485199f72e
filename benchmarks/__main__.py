"""Side by side, interleaved, from one process: programs in Go and in Python, inline and in a worker, CPython's exec, smolagents and Monty.

    python -m benchmarks [--rounds N] [--only NAME ...] [--alone] [--write]

Times are wall milliseconds (Monty works in a process of its own), the best of the rounds (what else the machine does
only adds); compare the ratios to CPython's exec. `--write` puts the tables into docs/benchmarks.md.
Peers that are not installed are left out (`pip install --group bench`).
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import re
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.around import around
from benchmarks.peers import PEERS, Run

PAGE = Path(__file__).parents[1] / "docs/benchmarks.md"
# what each program does, and how much ours may take: milliseconds, or times CPython's exec
ROWS = {
    "trivial": ("one expression", "0.25 ms in a worker"),
    "two_tools": ("two tool calls, one after the other", ""),
    "two_tools_timeout": ("the same with `timeout_ms`", ""),
    "concurrent": ("100 calls of 10 ms at once", "13 ms"),
    "realistic": ("40 lines that aggregate a page of orders", ""),
    "int_loop": ("1,000,000 turns of an integer loop", "1.6x"),
    "fib": ("`fib(22)`, recursive", "2.5x"),
    "sieve": ("primes up to 100,000", "1.6x"),
    "word_count": ("words in 100 KB of text", "1.6x"),
    "records": ("totals over 10,000 records of one tool call", "8x"),
}
Row = dict[str, float | str]  # by peer: milliseconds, or why there are none


def same(a: Any, b: Any) -> bool:
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return abs(a - b) < 1e-9 if isinstance(a, float) or isinstance(b, float) else a == b


def repeats_for(go: Run) -> int:
    """How often to run something short in one round, so that a round takes 20 ms."""
    start = time.perf_counter()
    go()
    return max(1, int(0.02 / (time.perf_counter() - start)))


def measure(name: str, rounds: int) -> Row:
    with asyncio.Runner() as runner:
        return _measured(
            {peer: made for peer, make in PEERS.items() if (made := make(name, runner)) is not None}, rounds
        )


def _measured(runners: dict[str, Run], rounds: int) -> Row:
    want = runners["CPython exec"]()
    results: Row = {}
    for peer, go in list(runners.items()):
        try:
            got = go()  # warm-up, and proof that all do the same work
        except Exception as error:
            results[peer] = type(error).__name__
            del runners[peer]
            continue
        if not same(want, got):
            results[peer] = "wrong value"
            del runners[peer]
    times: dict[str, list[float]] = {peer: [] for peer in runners}
    repeats = {peer: repeats_for(go) for peer, go in runners.items()}
    for _ in range(rounds):
        for peer, go in runners.items():
            gc.collect()
            start = time.perf_counter()
            for _ in range(repeats[peer]):
                go()
            times[peer].append((time.perf_counter() - start) * 1000 / repeats[peer])
    return results | {peer: min(taken) for peer, taken in times.items()}


def cells(name: str, row: Row, peers: Iterable[str]) -> list[str]:
    base = row["CPython exec"]
    assert isinstance(base, float)
    shown: list[str] = []
    for peer in peers:
        value = row.get(peer, "")
        shown.append(
            f"{figure(value)} ({value / base:.1f}x)"
            if isinstance(value, float) and peer != "CPython exec"
            else figure(value)
        )
    return [name, ROWS[name][0], *shown, ROWS[name][1]]


def figure(value: float | str) -> str:
    """A time to three digits."""
    if isinstance(value, str):
        return value
    return f"{value:.3f}" if value < 10 else f"{value:.1f}" if value < 1000 else f"{value:.0f}"


def programs_table(rows: dict[str, Row]) -> list[list[str]]:
    peers = [peer for peer in PEERS if any(peer in row for row in rows.values())]
    head = ["program", "what it does", *(f"{peer}, ms" for peer in peers), "target"]
    return [head, *(cells(name, row, peers) for name, row in rows.items())]


def show(console: Console, title: str, lines: list[list[str]]) -> None:
    table = Table(title=title)
    for at, name in enumerate(lines[0]):
        table.add_column(name, justify="right" if at > 1 else "left")
    for line in lines[1:]:
        table.add_row(*line)
    console.print(table)


def written(text: str, name: str, lines: list[list[str]]) -> str:
    """The page with another table between the comments of that name."""
    rows = [lines[0], ["---"] * len(lines[0]), *lines[1:]]
    table = "\n".join(f"| {' | '.join(row)} |".replace("|  |", "| |") for row in rows)
    made, times = re.subn(
        rf"(<!-- {name} -->\n).*?(\n<!-- end -->)", lambda at: f"{at[1]}{table}{at[2]}", text, flags=re.DOTALL
    )
    assert times == 1, name
    return made


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", nargs="*", choices=list(ROWS), default=list(ROWS))
    parser.add_argument("--alone", action="store_true", help="the programs alone, nothing around them")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/benchmarks.md")
    options = parser.parse_args()
    console = Console(width=170)
    rows: dict[str, Row] = {}
    for name in options.only:
        console.print(f"[dim]{name} ...[/dim]")
        rows[name] = measure(name, options.rounds)
    tables = {"programs": programs_table(rows)}
    show(console, "wall ms, best round (ratio to CPython exec)", tables["programs"])
    if not options.alone:
        costs = around(options.rounds)
        tables["around"] = [["around it", "cost"], *([what, cost] for what, cost in costs.items())]
        show(console, "around it", tables["around"])
    if options.write:
        text = PAGE.read_text()
        for name, lines in tables.items():
            text = written(text, name, lines)
        PAGE.write_text(text)


if __name__ == "__main__":
    main()
