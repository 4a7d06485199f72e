"""More than one machine: what Postgres and queues cost, over a real server on this machine.

    python -m benchmarks.scale [--parked N] [--runs N] [--only NAME ...]

`steps`: one call of a tool that is on record, by store. `parked`: runs that wait for approval. `hosts`: submitted runs with five calls over 1, 2
and 4 workers. `resume`: from an approval here to the reply of the run that another process went on with. The database does not write to disk at
once (`fsync=off`), so that figures are those of the program, not of the disk.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from codemode import Engine, FunctionSource, Limits, Policy, Waiting
from tests.postgres import Postgres, own_postgres
from tests.scale.fleet import fleet
from tests.scale.trial import CALLS, PROGRAM

MANY = """
for i := range 200 {
	codemode.CallTool("t.note", map[string]any{"number": i})
}
"""
ASK = 'v, err := codemode.CallTool("t.pay", map[string]any{"number": 1})\n__out = []any{v, err}'
show = Console(width=110, highlight=False).print


def note(number: int) -> int:
    """Note a number."""
    return number


def pay(number: int) -> int:
    """Pay."""
    return number


def source() -> FunctionSource:
    return FunctionSource.from_functions(note, pay, owner="t")


async def steps(postgres: Postgres) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name, store in (
            ("memory", None),
            ("SQLite", f"sqlite:///{folder}/runs.db"),
            ("Postgres", postgres.url("steps")),
        ):
            async with Engine([source()], isolation="inline", store=store) as engine:
                best = float("inf")
                for _ in range(6):
                    began = time.perf_counter()
                    reply = await engine.session().exec(MANY, timeout_ms=60_000)
                    best = min(best, time.perf_counter() - began)
                    assert reply.status == "completed", reply
            show(f"a step in {name}: {best / 200 * 1000:.2f} ms")


async def parked(postgres: Postgres, count: int) -> None:
    url = postgres.url("parked")
    limits = Limits(max_suspended_runs=count + 1, snapshot_ttl_seconds=86_400)
    async with Engine([source()], limits, isolation="inline", store=url, policy=Policy([("ask", "t.pay")])) as engine:
        session, ids = engine.session("a", "s"), list[str]()
        await session.exec("__out = 1")
        before = postgres.execute("SELECT pg_database_size('parked')")[0][0]
        began = time.perf_counter()
        small = _resident()
        for first in range(0, count, 100):
            replies = await asyncio.gather(*(session.exec(ASK) for _ in range(min(100, count - first))))
            for reply in replies:
                assert isinstance(reply, Waiting), reply
                ids.append(reply.run_id)
                await engine.runs.let_go(reply.run_id)
        kept = _resident() - small
        show(f"{count} runs parked: {(time.perf_counter() - began) / count * 1000:.2f} ms each")
        postgres.execute("VACUUM FULL", "parked")
        size = postgres.execute("SELECT pg_database_size('parked')")[0][0]
        each = (int(str(size)) - int(str(before))) / count / 1024
        show(f"each takes {each:.2f} KiB in the database and {kept / count / 1024:.2f} KiB in the host")
        everything = await _timed(lambda: engine.store.list())
        nothing = await _timed(lambda: engine.store.list(("a", "x")))
        show(f"list all: {everything:.0f} ms; those of a session without runs: {nothing:.1f} ms")
        took: list[float] = []
        for run_id in ids[:200]:
            began = time.perf_counter()
            await session.approve("call_1", run_id=run_id)
            took.append((time.perf_counter() - began) * 1000)
        show(f"approve one: median {statistics.median(took):.1f} ms, 99 % {sorted(took)[-3]:.1f} ms")
        began, ended = time.perf_counter(), 0
        while found := await engine.store.expire(time.time() + 2 * 86_400):
            ended += len(found)
        show(f"expire {ended}: {(time.perf_counter() - began) * 1000:.0f} ms")


def _resident() -> int:
    """Bytes of memory of this process."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


async def _timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    await work()  # type: ignore[misc]
    return (time.perf_counter() - began) * 1000


async def hosts(postgres: Postgres, count: int) -> None:
    first = 0.0
    for number in (1, 2, 4):
        with (
            tempfile.TemporaryDirectory() as folder,
            postgres.database(f"hosts{number}") as url,
            fleet(url, Path(folder)) as made,
        ):
            for host in [made.start(wait=False) for _ in range(number)]:
                made.wait_for(host)
            async with Engine(store=url, isolation="inline") as engine:
                await (await engine.submit("__out = 1")).reply(60)
                began = time.perf_counter()
                runs = [await engine.submit(PROGRAM, data=f"r{n}") for n in range(count)]
                submitted = (time.perf_counter() - began) / count * 1000
                await asyncio.gather(*(run.reply(600) for run in runs))
                rate = count / (time.perf_counter() - began)
        first = first or rate
        show(f"{number} workers: {rate:.0f} runs of {len(CALLS)} calls a second ({rate / first:.2f}x)")
        show(f"  submitting one of them took {submitted:.1f} ms")


async def resume(postgres: Postgres, count: int) -> None:
    with tempfile.TemporaryDirectory() as folder, postgres.database("resume") as url:
        policy = Path(folder, "ask.json")
        policy.write_text(json.dumps({"rules": [{"action": "ask", "tool": "shop.pay"}]}))
        with fleet(url, Path(folder)) as made:
            for host in [made.start("--policy", str(policy), wait=False) for _ in range(2)]:
                made.wait_for(host)
            async with Engine(store=url, isolation="inline") as engine:
                code = 'v, err := codemode.CallTool("shop.pay", map[string]any{"key": "k"})\nif err != nil { v = err.Error() }\n__out = v'
                took: list[float] = []
                for number in range(count):
                    run = await engine.submit(code, agent=f"a{number}")
                    while (await run.job()).state != "resting":
                        await asyncio.sleep(0.01)
                    began = time.perf_counter()
                    await engine.session(f"a{number}").approve("call_1", run_id=run.run_id)
                    await run.reply(60)
                    took.append((time.perf_counter() - began) * 1000)
        took.sort()
        p99 = took[int(len(took) * 0.99)]
        show(f"approval to reply, over two workers: median {statistics.median(took):.0f} ms, 99 % {p99:.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parked", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=400)
    parser.add_argument("--only", nargs="*", choices=("steps", "parked", "hosts", "resume"))
    args = parser.parse_args()
    with own_postgres() as postgres, postgres.database("steps"), postgres.database("parked"):
        works = {
            "steps": lambda: steps(postgres),
            "parked": lambda: parked(postgres, args.parked),
            "hosts": lambda: hosts(postgres, args.runs),
            "resume": lambda: resume(postgres, 100),
        }
        for name, work in works.items():
            if not args.only or name in args.only:
                asyncio.run(work())


if __name__ == "__main__":
    main()
