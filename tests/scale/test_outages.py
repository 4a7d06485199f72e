"""What hosts do when Postgres is away for longer than anything waits for it, and when their queue loses what it was given."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from codemode import Completed, Engine
from tests.postgres import Postgres
from tests.scale.fleet import fleet
from tests.scale.test_worker import PATIENCE, call, value_of

pytestmark = pytest.mark.anyio

# an outage of two seconds is longer than leases, than budgets, and than what is asked again
HASTY = (
    "import codemode.engine.durable.postgres_store, codemode.scale.host\n"
    "for name in [name for name in __import__('sys').modules if name.startswith('codemode.')]:\n"
    "    module = __import__('sys').modules[name]\n"
    "    for said, value in (('LEASE_SECONDS', 1.0), ('HOST_SECONDS', 1.0), ('BUSY_SECONDS', 0.3), ('BEAT_SECONDS', 0.2), ('MAX_BUDGET', 1000)):\n"
    "        if hasattr(module, said): setattr(module, said, value)\n"
)
# the connection breaks when DBOS has noted that this host has the turn, before it begins it
FORGETFUL = (
    "import dbos._queue as queue\nreal, left = queue.execute_dequeued_workflow, [2]\n"
    "def execute(*given):\n"
    "    left[0] -= 1\n"
    "    if left[0] >= 0: raise OSError('the connection is gone')\n"
    "    return real(*given)\n"
    "queue.execute_dequeued_workflow = execute\n"
)


async def test_a_turn_that_was_given_to_a_host_and_never_began_is_given_anew(
    database: str, folder: Path, engine: Engine
) -> None:
    with fleet(database, folder) as made:
        made.start("--queue", "forgetful", prelude=FORGETFUL)
        runs = [await engine.submit(f"{call('put', f'g{n}')}__out = v", queue="forgetful") for n in range(3)]
        for number, run in enumerate(runs):
            assert await value_of(run) == f"put g{number}", made.logs()
            assert (await run.job()).turn == (1 if number == 2 else 2)


LONG = """
found := []any{}
for i := range 6 {
	v, err := codemode.CallTool("shop.slow", map[string]any{"key": fmt.Sprint(data, i), "seconds": 0.5})
	if err != nil { v = err.Error() }
	found = append(found, v)
	store.Save(fmt.Sprint(data), i)
}
__out = found
"""


async def test_an_outage_that_is_longer_than_leases_ends_no_run(mortal: Postgres, folder: Path) -> None:
    """Hosts that live keep their runs: nothing is in doubt, nothing is made twice. They say what they wait for, also at their end."""
    with mortal.database("outage") as url, fleet(url, folder) as made:
        hosts = [made.start("--concurrency", "3", prelude=HASTY, wait=False) for _ in range(2)]
        for host in hosts:
            made.wait_for(host)
        async with Engine(store=url, isolation="inline") as engine:
            runs = {name: await engine.submit(LONG, data=name) for name in "abcdef"}
            while len(made.effects()) < 6:
                await asyncio.sleep(0.02)
            await asyncio.to_thread(mortal.kill)
            await asyncio.sleep(2.5)
            await asyncio.to_thread(mortal.start)
            for name, run in runs.items():
                reply = await run.reply(PATIENCE)
                assert isinstance(reply, Completed), (reply, made.logs())
                assert reply.value == [f"slept {name}{n}" for n in range(6)], made.logs()
        assert all("it is asked again and again" in host.log.read_text() for host in hosts)
        await asyncio.to_thread(mortal.kill)
        assert await asyncio.to_thread(made.stop, hosts[0]) == 0
        assert "codemode worker could not release its runs" in hosts[0].log.read_text()
        await asyncio.to_thread(mortal.start)
        calls = [key for kind, key, _ in made.effects() if kind == "slow"]
        assert sorted(calls) == sorted(f"{name}{n}" for name in "abcdef" for n in range(6))


async def test_a_host_that_waits_for_its_open_calls_at_its_end_is_not_taken_for_dead(
    database: str, folder: Path, engine: Engine
) -> None:
    """Here a host counts as dead after two seconds without a beat; the call is open for five."""
    prelude = HASTY.replace("1.0", "2.0")
    with fleet(database, folder) as made:
        first, other = (made.start("--queue", "ending", prelude=prelude, wait=False) for _ in range(2))
        for host in (first, other):
            made.wait_for(host)
        run = await engine.submit(f"{call('slow', 'long', seconds=5.0)}__out = v", queue="ending")
        while not (driven := [pid for kind, _, pid in made.effects() if kind == "slow"]):
            await asyncio.sleep(0.02)
        ending = first if first.pid == driven[0] else other
        assert await asyncio.to_thread(made.stop, ending) == 0
        assert await value_of(run) == "slept long", made.logs()
        assert [effect[0] for effect in made.effects()] == ["slow", "slow over"]
        assert (await run.job()).deaths == 0, made.logs()
