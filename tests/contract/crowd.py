"""Two hundred guests at once, good ones and hostile ones. The benchmark measures them, a test looks at what became of each."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field
from statistics import median

from codemode import Completed, Engine, Failed, FunctionSource, FunctionTool, Limits

LATENCY = 0.25  # seconds that each call of a good guest takes outside
GOOD = """
	total := 0.0
	for page := range 4 {
		orders, err := codemode.CallTool("shop.orders", map[string]any{"page": page, "user": data.user})
		if err != nil {
			return err
		}
		for _, order := range orders {
			if order["open"] {
				total += order["total"]
			}
		}
	}
	__out = total
"""
# how a hostile guest attacks, and the codes that it may end with: its own limit, or the time when the machine is too slow to come to that
HOSTILE: list[tuple[str, set[str]]] = [
    ("for {\n}", {"step_limit_exceeded", "timeout"}),
    ('s := "x"\nfor {\n\ts += s\n}', {"memory_limit_exceeded", "timeout"}),
    ("func f(n int) int { return f(n+1) + 1 }\n__out = f(0)", {"call_depth_exceeded", "timeout"}),
    ('for {\n\ttext(strings.Repeat("x", 1<<20))\n}', {"output_limit_exceeded", "timeout"}),
    ("for {\n\tgo func() {\n\t\tselect {\n\t\t}\n\t}()\n}", {"too_many_goroutines", "timeout"}),
    ('for {\n\tcodemode.CallTool("shop.noise")\n}', {"tool_call_limit_exceeded", "timeout", "waiting"}),
    (
        'for range 1500 {\n\tgo codemode.CallTool("shop.noise")\n}\nselect {\n}',
        {"too_many_goroutines", "timeout"},
    ),
    (
        "func f() {\n\tdefer func() { recover() }()\n\tfor {\n\t}\n}\nfor {\n\tf()\n}",
        {"step_limit_exceeded", "timeout"},
    ),
    (
        "xs := make([]int, 100000)\nfor {\n\tsort.Slice(xs, func(i, j int) bool { return true })\n}",
        {"step_limit_exceeded", "timeout"},
    ),
    ("xs := [][]byte{}\nfor {\n\txs = append(xs, make([]byte, 1<<20))\n}", {"memory_limit_exceeded", "timeout"}),
]


async def orders(page: int, user: int) -> list[dict[str, object]]:
    """A page of a user's orders."""
    await asyncio.sleep(LATENCY)
    return [{"open": n % 2 == 0, "total": n + page + user} for n in range(50)]


async def noise() -> str:
    """Nothing."""
    return "noise"


def expected(user: int) -> float:
    return sum(n + page + user for page in range(4) for n in range(0, 50, 2))


@dataclass
class Crowd:
    """What became of the guests: seconds of the good ones, codes of the hostile ones, and all that is not as it should be."""

    seconds: list[float] = field(default_factory=list[float])
    codes: Counter[str] = field(default_factory=Counter[str])
    wrong: list[str] = field(default_factory=list[str])
    lags: list[float] = field(default_factory=list[float])

    @property
    def median(self) -> float:
        return median(self.seconds)

    @property
    def slowest(self) -> float:
        return max(self.seconds)


def crowd_engine(isolation: str, workers: int | None = None, **limits: int) -> Engine:
    source = FunctionSource(
        [FunctionTool("shop.orders", orders, read_only=True), FunctionTool("shop.noise", noise)], owner="shop"
    )
    return Engine(sources=[source], limits=Limits(**limits), isolation=isolation, workers=workers)


async def meet(engine: Engine, good: int, hostile: int) -> Crowd:
    """Run so many guests at once, mixed."""
    crowd = Crowd()
    lag = asyncio.create_task(_watch(crowd))
    guests = [*(_good(engine, crowd, n) for n in range(good)), *(_hostile(engine, crowd, n) for n in range(hostile))]
    # every good one between hostile ones
    order = sorted(range(len(guests)), key=lambda i: i if i < good else (i - good) * good / max(hostile, 1))
    await asyncio.gather(*(guests[i] for i in order))
    lag.cancel()
    return crowd


async def _good(engine: Engine, crowd: Crowd, user: int) -> None:
    began = time.monotonic()
    reply = await engine.session("good", str(user)).exec(GOOD, data={"user": user}, timeout_ms=60_000)
    crowd.seconds.append(time.monotonic() - began)
    if not isinstance(reply, Completed) or reply.value != expected(user):
        crowd.wrong.append(f"good guest {user}: {reply!r}"[:300])


async def _hostile(engine: Engine, crowd: Crowd, number: int) -> None:
    source, codes = HOSTILE[number % len(HOSTILE)]
    reply = await engine.session("hostile", str(number)).exec(source)
    code = reply.code if isinstance(reply, Failed) else reply.status
    if code == "waiting":  # its last call had not ended when its time was over
        await engine.session("hostile", str(number)).abort(reply.run_id)
    crowd.codes[code] += 1
    if code not in codes:
        crowd.wrong.append(f"hostile guest {number}: {reply!r}"[:300])


async def _watch(crowd: Crowd) -> None:
    while True:
        began = time.monotonic()
        await asyncio.sleep(0.01)
        crowd.lags.append(time.monotonic() - began - 0.01)
