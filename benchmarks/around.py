"""What it costs to begin, and how much memory things take."""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
import time
from contextlib import suppress

from benchmarks.peers import PROGRAMS, SOURCE
from codemode import Engine
from codemode.engine.compiling import compile_cached
from codemode.engine.languages.go import compile_source
from codemode.engine.toolbox import toolbox_of
from codemode.tool_cache import ToolCache

IN_A_WORKER = """import asyncio
async def main():
    async with codemode.Engine() as engine:
        assert (await engine.session().exec('__out = 1')).value == 1
asyncio.run(main())"""
FRESH = """import time; began = time.perf_counter(); import codemode
{}
print((time.perf_counter() - began) * 1000)
import re; print(int(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1]) / 1024)
"""  # not ru_maxrss, which a new process inherits from the one that starts it
PROCESSES = {
    "`import codemode`": "",
    "import and first run, inline": "codemode.run('__out = 1')",
    "import and first run in a worker": IN_A_WORKER,
}
COMMANDS = ("--help", "run -", "run - --isolation inline")
PARKED = 200


def around(rounds: int) -> dict[str, str]:
    found = front_end(rounds) | processes(min(rounds, 10))
    # in a process of its own: what the other rows have freed would hide what runs take
    return found | json.loads(_told("-c", "import benchmarks.around as around; around.tell_memory()")[0])


def front_end(rounds: int) -> dict[str, str]:
    """Cold and warm cost of the 40-line snippet before it runs: parse, check and lower, CPU ms."""
    text = (PROGRAMS / "realistic.go").read_text()
    toolbox = toolbox_of((SOURCE.known_tools() or (),))
    compile_source(text, toolbox)  # the parse tables and the library are loaded once in a process
    cold: list[float] = []
    for _ in range(max(rounds, 15)):
        start = time.process_time()
        compile_source(text, toolbox)
        cold.append((time.process_time() - start) * 1000)
    cache = ToolCache()
    compile_cached(text, toolbox, cache)
    start = time.process_time()
    for _ in range(100):
        compile_cached(text, toolbox, cache)
    warm = (time.process_time() - start) * 10
    return {
        "the 40-line snippet: parse, check and lower, cold": f"{statistics.median(cold):.2f} ms CPU",
        "the same from the program cache": f"{warm:.3f} ms CPU",
    }


def processes(rounds: int) -> dict[str, str]:
    """Import time and memory of a fresh process, and how long commands take; the best of the rounds."""
    found: dict[str, str] = {}
    for label, then in PROCESSES.items():
        runs = [_told("-c", FRESH.format(then))[0].split() for _ in range(rounds)]
        found[label] = f"{min(float(ms) for ms, _ in runs):.0f} ms, {max(float(mb) for _, mb in runs):.0f} MiB"
    for arguments in COMMANDS:
        took = min(_told("-m", "codemode", *arguments.split())[1] for _ in range(rounds))
        found[f"`codemode {arguments}`"] = f"{took * 1000:.0f} ms"
    return found


def _told(*arguments: str) -> tuple[str, float]:
    """What a new Python process prints, and the seconds that it takes."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, *arguments], input="__out = 1", capture_output=True, text=True, check=True)
    return done.stdout, time.perf_counter() - start


def tell_memory() -> None:
    print(json.dumps(asyncio.run(memory())))


async def memory() -> dict[str, str]:
    from tests.contract.parked import park, parked_engine

    async with parked_engine("process", None, PARKED + 1) as engine:
        parked = await park(engine, PARKED)
    async with Engine([SOURCE]) as engine:
        reply = await engine.session().exec((PROGRAMS / "realistic.go").read_text())
        assert reply.status == "completed", reply
        assert engine._pool is not None
        own = [_own(pid) for pid in engine._pool.pids()]
    return {
        "memory of the host for a parked run": f"{parked.bytes_each / 1024:.1f} KiB",
        "memory that a worker has for itself, after the 40 lines": f"{min(own) / 1024:.1f} MiB",
    }


def _own(pid: int) -> int:
    """KiB that no other process shares; all that it has where the system does not tell."""
    with suppress(OSError), open(f"/proc/{pid}/smaps_rollup") as file:
        return sum(int(line.split()[1]) for line in file if line.startswith("Private_"))
    with open(f"/proc/{pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
