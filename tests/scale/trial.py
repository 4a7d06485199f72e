"""Many runs over hosts that are killed all the time, a Postgres that is killed, and connections that are cut: `python -m tests.scale.trial`.

Each run makes five calls. The tools keep a ledger of their own, in a file. At the end each run has ended, what its reply says of each call agrees
with the ledger, and no effect that is not `idempotent` happened twice.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from codemode import Completed, Engine
from codemode.engine.durable.store import Unanswered
from codemode.engine.submitting import SubmittedRun
from tests.postgres import Postgres, own_postgres
from tests.scale.fleet import Fleet, fleet
from tests.tcp_proxy import TcpProxy, tcp_proxy

PROGRAM = """
one := func(tool, key string) any {
	v, err := codemode.CallTool("shop." + tool, map[string]any{"key": key})
	if err != nil {
		return "DOUBT " + err.Error()
	}
	return v
}
run := data.(string)
__out = []any{one("read", run + "-r"), one("pay", run + "-p0"), one("put", run + "-u"), one("pay", run + "-p1"), one("pay", run + "-p2")}
"""
CALLS = (("read", "r"), ("pay", "p0"), ("put", "u"), ("pay", "p1"), ("pay", "p2"))


@dataclass(slots=True)
class Trial:
    runs: int = 2000
    hosts: int = 4
    kill_seconds: float = 1.0  # between two kills of a host
    least: int = 10  # effects between two kills of a host
    postgres_kills: int = 3
    cut_seconds: float = 0.7  # between two cuts of all connections of half of the hosts
    patience: float = 1800.0
    seed: int = 1
    killed: int = field(default=0, init=False)
    doubts: int = field(default=0, init=False)
    took: float = field(default=0.0, init=False)

    def go(self) -> Trial:
        """Raises AssertionError when something was lost, or happened twice."""
        with (
            tempfile.TemporaryDirectory() as folder,
            own_postgres() as postgres,
            tcp_proxy(postgres.port) as proxy,
            fleet(postgres.url("postgres"), Path(folder)) as made,
        ):
            replies = asyncio.run(self._play(postgres, proxy, made))
            self._check(replies, made)
        return self

    async def _play(self, postgres: Postgres, proxy: TcpProxy, made: Fleet) -> dict[str, Completed]:
        far = made.url.replace(f":{postgres.port}/", f":{proxy.port}/")
        urls = [made.url if number % 2 else far for number in range(self.hosts)]
        living = [made.start(url=url, wait=False) for url in urls]
        for host in living:
            made.wait_for(host)
        began = time.monotonic()
        async with Engine(store=made.url, isolation="inline") as engine:
            trouble = [
                asyncio.create_task(work)
                for work in (
                    self._kill_hosts(made, living, urls),
                    self._kill_postgres(postgres, made),
                    self._cut(proxy),
                )
            ]
            try:
                runs = {f"r{n}": await self._submitted(engine, f"r{n}") for n in range(self.runs)}
                return await self._replies(runs, made, trouble)
            finally:
                for task in trouble:
                    task.cancel()
                await asyncio.gather(*trouble, return_exceptions=True)
                self.took = time.monotonic() - began

    async def _submitted(self, engine: Engine, name: str) -> SubmittedRun:
        """Once, also if it has to be asked for again."""
        while True:
            try:
                return await engine.submit(PROGRAM, data=name, key=name)
            except Unanswered:
                pass

    async def _replies(
        self, runs: dict[str, SubmittedRun], made: Fleet, trouble: list[asyncio.Task[None]]
    ) -> dict[str, Completed]:
        until, found = time.monotonic() + self.patience, dict[str, Completed]()
        for name, run in runs.items():
            try:
                reply = await run.reply(max(1.0, until - time.monotonic()))
            except TimeoutError:
                raise AssertionError(f"{name} has not ended: {await run.job()}\n{self._stuck(made)}") from None
            assert isinstance(reply, Completed), (name, reply, made.logs())
            found[name] = reply
            for task in trouble:
                if task.done():
                    task.result()
        return found

    def _stuck(self, made: Fleet) -> str:
        """What is known of the runs that have not ended: their jobs, their journals, and where DBOS has them."""
        tables = {
            "jobs": "SELECT convert_from(run_id, 'utf8'), state, turn, given, woken, kind, host, version, reason FROM codemode_jobs"
            " WHERE state <> 'ended' ORDER BY number LIMIT 20",
            "runs": "SELECT convert_from(run_id, 'utf8'), state, reason, owner, lease_until, fence, size FROM codemode_runs LIMIT 20",
            "hosts": "SELECT name, kind, seen_at, draining FROM codemode_hosts",
            "workflows": "SELECT workflow_uuid, status, executor_id, queue_name FROM codemode_dbos.workflow_status"
            " WHERE status IN ('PENDING', 'ENQUEUED') LIMIT 50",
        }
        told: list[str] = []
        with psycopg.connect(made.url, autocommit=True) as db:
            for name, sql in tables.items():
                told += [f"{name}:", *(str(row) for row in db.execute(sql.encode()))]
        return "\n".join([*told, made.logs()])

    async def _kill_hosts(self, made: Fleet, living: list[Any], urls: list[str]) -> None:
        """One of those that have begun to work, when something has been done since the last one: a machine may be so busy that a host does nothing
        in a second. A host that could not start, because Postgres was away, is started again."""
        dice, done = random.Random(self.seed), 0
        while True:
            await asyncio.sleep(self.kill_seconds)
            while len(made.effects()) < done + self.least and all(host.poll() is None for host in living):
                await asyncio.sleep(0.1)
            done = len(made.effects())
            ready = [number for number, host in enumerate(living) if host.poll() is None and made.is_ready(host)]
            if ready:
                made.kill(living[dice.choice(ready)])
                self.killed += 1
            for number in range(len(living)):
                if living[number].poll() is not None:
                    living[number] = made.start(url=urls[number], wait=False)

    async def _kill_postgres(self, postgres: Postgres, made: Fleet) -> None:
        """When a quarter, a half ... of the effects are there."""
        for number in range(1, self.postgres_kills + 1):
            while len(made.effects()) < self.runs * len(CALLS) * number / (self.postgres_kills + 1):
                await asyncio.sleep(0.1)
            await asyncio.to_thread(postgres.kill)
            await asyncio.to_thread(postgres.start)

    async def _cut(self, proxy: TcpProxy) -> None:
        while True:
            await asyncio.sleep(self.cut_seconds)
            proxy.cut()

    def _check(self, replies: dict[str, Completed], made: Fleet) -> None:
        made_calls = Counter((kind, key) for kind, key, _ in made.effects())
        known = {(tool, f"{name}-{key}") for name in replies for tool, key in CALLS}
        assert set(made_calls) <= known
        for name, reply in replies.items():
            for (tool, key), value in zip(CALLS, reply.value, strict=True):
                times = made_calls[tool, f"{name}-{key}"]
                if value.startswith("DOUBT "):
                    assert "may or may not have taken effect" in value, (name, value)
                    assert tool == "pay", (name, tool, value)
                    assert times <= 1, f"{name}: {tool} {key} is in doubt, and was made {times} times"
                    self.doubts += 1
                else:
                    word = {"pay": "paid", "put": "put", "read": "read"}[tool]
                    assert value == f"{word} {name}-{key}", (name, value)
                    assert times == 1 if tool == "pay" else times >= 1, f"{name}: {tool} {key} was made {times} times"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--hosts", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patience", type=float, default=1800.0, help="seconds")
    args = parser.parse_args()
    trial = Trial(args.runs, args.hosts, seed=args.seed, patience=args.patience).go()
    print(
        f"{trial.runs} runs with {len(CALLS)} calls each ended right on {trial.hosts} hosts in {trial.took:.0f} s;"
        f" {trial.killed} hosts were killed, Postgres {trial.postgres_kills} times; {trial.doubts} calls were in doubt"
    )


if __name__ == "__main__":
    main()
