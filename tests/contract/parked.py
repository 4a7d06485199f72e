"""Many runs that wait. The benchmark measures them, a test looks at what became of each."""

from __future__ import annotations

import asyncio
import gc
import os
import time
from dataclasses import dataclass, field

from codemode import Completed, Engine, FunctionSource, FunctionTool, Limits, Waiting

PARKED = """
	user := data.user
	seen := map[string]any{}
	for page := range 2 {
		r, err := codemode.CallTool("shop.orders", map[string]any{"page": page})
		if err != nil {
			return err
		}
		seen[fmt.Sprint(page)] = r
	}
	yield_control("wait for the user")
	__out = []any{user, len(seen["1"])}
"""


async def orders(page: int) -> list[dict[str, object]]:
    """A page of orders."""
    return [{"id": f"O-{page}-{n}", "total": n} for n in range(20)]


def parked_engine(isolation: str, store: str | None, runs: int, ttl: int = 600) -> Engine:
    limits = Limits(max_suspended_runs=runs, snapshot_ttl_seconds=ttl)
    source = FunctionSource([FunctionTool("shop.orders", orders, read_only=True)], owner="shop")
    return Engine(sources=[source], limits=limits, isolation=isolation, store=store)


@dataclass
class Parked:
    ids: list[str] = field(default_factory=list[str])
    bytes_each: float = 0.0  # of the host's memory
    park_ms: float = 0.0
    wrong: list[str] = field(default_factory=list[str])


def resident() -> int:
    """Bytes of memory of this process."""
    gc.collect()
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def park(engine: Engine, runs: int) -> Parked:
    """So many runs that wait, each with what two calls gave."""
    parked = Parked()
    session = engine.session("a", "s")
    await session.abort((await session.exec(PARKED, data={"user": 0})).run_id)
    before, began = resident(), time.monotonic()
    for user in range(runs):
        reply = await session.exec(PARKED, data={"user": user})
        if not isinstance(reply, Waiting):
            parked.wrong.append(f"run {user}: {reply!r}"[:300])
        parked.ids.append(reply.run_id)
    parked.park_ms = (time.monotonic() - began) * 1000 / runs
    parked.bytes_each = (resident() - before) / runs
    return parked


async def resume(engine: Engine, parked: Parked, users: list[int]) -> list[float]:
    """Go on with some of them; milliseconds that each took."""
    times: list[float] = []
    session = engine.session("a", "s")
    for user in users:
        began = time.monotonic()
        reply = await session.wait(parked.ids[user])
        times.append((time.monotonic() - began) * 1000)
        if not isinstance(reply, Completed) or reply.value != [user, 20]:
            parked.wrong.append(f"run {user}: {reply!r}"[:300])
    return times


async def all_gone(engine: Engine, seconds: float) -> bool:
    """Whether, at the latest after so long, no run is kept any more."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if not len(engine.runs) and not await engine.store.list():
            return True
        await asyncio.sleep(0.05)
    return False
