"""Side by side, interleaved, in one process: our inline engine, programs in Python (inline and in a worker), CPython's exec, smolagents and Monty.

    python -m benchmarks [--rounds N] [--only NAME ...] [--alone]

Times are wall milliseconds (Monty works in a process of its own), the best of the rounds (what else the machine does
only adds); compare the ratios to CPython's exec.
Peers that are not installed are left out (`pip install --group bench`).
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import codemode
from benchmarks.tools import TOOLS
from codemode import Engine, FunctionSource, FunctionTool, Limits
from codemode.tool_cache import ToolCache

PROGRAMS = Path(__file__).parent / "programs"
NAMES = ["trivial", "two_tools", "two_tools_timeout", "realistic", "int_loop", "fib", "sieve", "word_count", "records"]
TARGETS = {"int_loop": 8.0, "sieve": 8.0, "fib": 15.0, "word_count": 5.0, "records": 5.0}
SOURCE = FunctionSource(
    [FunctionTool(name.replace("_", ".", 1), fn, read_only=True) for name, fn in TOOLS.items()], owner="bench"
)


def program(name: str, ending: str) -> str:
    return (PROGRAMS / f"{name.removesuffix('_timeout')}.{ending}").read_text()


def ours(name: str) -> Callable[[], Any]:
    text = program(name, "go")
    timeout_ms = 10_000 if name.endswith("_timeout") else None  # with one, functions run in another thread
    return lambda: codemode.run(text, sources=[SOURCE], timeout_ms=timeout_ms).value


def cpython(name: str) -> Callable[[], Any]:
    text = program(name, "py")

    def go() -> Any:
        scope: dict[str, Any] = dict(TOOLS)
        exec(compile(text, name, "exec"), scope)
        return scope["out"]

    return go


def python(fresh: bool) -> Callable[[str], Callable[[], Any]]:
    """The same for a program in Python. `fresh`: it is compiled anew each time, as exec, Monty and smolagents do."""

    def make(name: str) -> Callable[[], Any]:
        text = as_cell(name)
        timeout_ms = 10_000 if name.endswith("_timeout") else None
        return lambda: (
            codemode.run(
                text,
                sources=[SOURCE],
                timeout_ms=timeout_ms,
                language="python",
                trust_python=True,
                cache=ToolCache() if fresh else None,
            ).value
        )

    return make


def as_cell(name: str) -> str:
    """The program as a cell: what functions are for the others are tools with an owner here."""
    text = re.sub(r"\bbench_(\w+)\(", r"bench.\1(", program(name, "py")).replace("\nout = ", "\n__out = ")
    return f"__out = {text.removeprefix('out = ')}" if text.startswith("out = ") else text


def cell(isolation: str) -> Callable[[str], Callable[[], Any]]:
    """A program in Python in one engine that is there already: with a journal, limits of replies, telemetry and an event loop."""

    def make(name: str) -> Callable[[], Any]:
        text = as_cell(name)
        loop = asyncio.new_event_loop()
        limits = Limits(max_steps=10**9, timeout_ms=60_000)
        engine = Engine(
            [SOURCE], limits, isolation=isolation, languages=("python",), trust_python=isolation == "inline"
        )
        session = engine.session("benchmark")

        def go() -> Any:
            reply = loop.run_until_complete(session.exec(text))
            assert reply.status == "completed", reply
            return reply.value

        return go

    return make


def smolagents(name: str) -> Callable[[], Any] | None:
    try:
        from smolagents.local_python_executor import LocalPythonExecutor
    except ImportError:
        return None
    text = program(name, "py")
    text += "\nout\n"

    def go() -> Any:
        executor = LocalPythonExecutor([], additional_functions=TOOLS)
        executor.send_tools({})
        return executor(text).output

    return go


def monty(name: str) -> Callable[[], Any] | None:
    try:
        import pydantic_monty
    except ImportError:
        return None
    text = program(name, "py") + "\nout\n"
    pool = pydantic_monty.Monty()
    pool.__enter__()

    def go() -> Any:
        with pool.checkout() as session:
            return session.feed_run(text, external_lookup=TOOLS)

    return go


PEERS: dict[str, Callable[[str], Callable[[], Any] | None]] = {
    "CPython exec": cpython,
    "codemode inline": ours,
    "Python inline": python(fresh=False),
    "Python compiled anew": python(fresh=True),
    "Python cell inline": cell("inline"),
    "Python cell": cell("process"),
    "Monty": monty,
    "smolagents": smolagents,
}


def same(a: Any, b: Any) -> bool:
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return abs(a - b) < 1e-9 if isinstance(a, float) or isinstance(b, float) else a == b


def repeats_for(go: Callable[[], Any]) -> int:
    """How often to run something short in one round, so that a round takes 20 ms."""
    start = time.perf_counter()
    go()
    return max(1, int(0.02 / (time.perf_counter() - start)))


def measure(name: str, rounds: int) -> dict[str, float | str]:
    runners = {peer: made for peer, make in PEERS.items() if (made := make(name)) is not None}
    want = runners["CPython exec"]()
    results: dict[str, float | str] = {}
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
    for peer, taken in times.items():
        results[peer] = min(taken)
    return results


def table_of(rows: dict[str, dict[str, float | str]]) -> Table:
    table = Table(title="wall ms, best round (ratio to CPython exec)")
    table.add_column("program")
    peers = [p for p in PEERS if any(p in row for row in rows.values())]
    for peer in peers:
        table.add_column(peer, justify="right")
    table.add_column("target", justify="right")
    for name, row in rows.items():
        base = row["CPython exec"]
        cells: list[str] = []
        for peer in peers:
            value = row.get(peer, "-")
            if isinstance(value, float) and isinstance(base, float) and base > 0:
                cells.append(f"{value:.3f} ({value / base:.1f}x)")
            else:
                cells.append(str(value))
        table.add_row(name, *cells, f"{TARGETS[name]:.0f}x" if name in TARGETS else "")
    return table


def front_end(rounds: int) -> dict[str, float]:
    """Cold and warm cost of the 40-line snippet before it runs: parse, check and lower, CPU ms."""
    from codemode.engine.compiling import compile_cached, compile_source
    from codemode.engine.toolbox import toolbox_of
    from codemode.tool_cache import ToolCache

    text = (PROGRAMS / "realistic.go").read_text()
    toolbox = toolbox_of((SOURCE.known_tools() or (),))
    compile_source(text, toolbox)  # the parse tables and the library are loaded once in a process
    cold: list[float] = []
    for _ in range(rounds):
        start = time.process_time()
        compile_source(text, toolbox)
        cold.append((time.process_time() - start) * 1000)
    cache = ToolCache()
    compile_cached(text, toolbox, cache)
    start = time.process_time()
    for _ in range(100):
        compile_cached(text, toolbox, cache)
    warm = (time.process_time() - start) * 10
    return {"40-line snippet, cold": statistics.median(cold), "40-line snippet, from the program cache": warm}


def process_costs() -> dict[str, str]:
    """Import time and memory of a fresh process, and how long commands take; the best of ten."""
    code = "import time; t = time.perf_counter(); import codemode; {}; print((time.perf_counter() - t) * 1000); "
    # not ru_maxrss, which a new process inherits from the one that starts it
    code += "import re; print(int(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1]) / 1024)"
    out: dict[str, str] = {}
    for label, then in (("import codemode", "pass"), ("import and first run", "codemode.run('__out = 1')")):
        runs = [_told("-c", code.format(then))[0].split() for _ in range(10)]
        out[label] = f"{min(float(ms) for ms, _ in runs):.0f} ms, {max(float(mb) for _, mb in runs):.0f} MiB"
    for arguments in ("--help", "run -", "run - --isolation inline"):
        took = min(_told("-m", "codemode", *arguments.split())[1] for _ in range(10))
        out[f"codemode {arguments}"] = f"{took * 1000:.0f} ms"
    return out


def _told(*arguments: str) -> tuple[str, float]:
    """What a new Python process prints, and the seconds that it takes."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, *arguments], input="__out = 1", capture_output=True, text=True, check=True)
    return done.stdout, time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", nargs="*", choices=NAMES, default=NAMES)
    parser.add_argument("--alone", action="store_true", help="the programs alone, nothing around them")
    options = parser.parse_args()
    console = Console()
    rows: dict[str, dict[str, float | str]] = {}
    for name in options.only:
        console.print(f"[dim]{name} ...[/dim]")
        rows[name] = measure(name, options.rounds)
    console.print(table_of(rows))
    if options.alone:
        return
    costs = Table(title="Around it")
    costs.add_column("what")
    costs.add_column("cost", justify="right")
    for label, ms in front_end(max(options.rounds, 15)).items():
        costs.add_row(label, f"{ms:.3f} ms CPU")
    for label, text in process_costs().items():
        costs.add_row(label, text)
    console.print(costs)


if __name__ == "__main__":
    main()
