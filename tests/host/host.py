"""A process that is attacked: it has engines, an event loop with a ticker, and finds out what an attack costs it."""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from codemode import Completed, Engine, Failed, FunctionSource, Image, Limits, Session, Waiting, reply_text
from tests.contract.world import World
from tests.host import gauges
from tests.host.attacks import ISOLATIONS, Attack

Reply = Completed | Waiting | Failed

AFTER = "__out = 1 + 1"  # what must work after every attack
MOST = 20_000_000  # bytes that the usual tools give
SETTLES = 1.0  # seconds until the threads of an attack must have ended
STRANGERS = (
    "Traceback",
    "codemode/",
    "greenlet",
)  # what no reply shows; a program in Python has a traceback of its own


def get(sku: str) -> int:
    """Give a number."""
    return 1


def big(size: int) -> str:
    """So many bytes: not more than a tool of the host's own would give."""
    return "x" * min(size, MOST)


def pictures(count: int = 1, size: int = 1) -> list[Image]:
    """Pictures of that size."""
    return [Image(bytes(min(size, MOST // 200)), "png") for _ in range(min(count, 200))]


@dataclass(slots=True)
class Figures:
    """What an attack cost. Seconds and bytes."""

    ends: str = ""  # the codes of its replies
    gap: float = 0.0  # the largest of the event loop
    growth: int = 0  # of the memory of this process, at its largest
    reply: int = 0  # the largest, as JSON
    over: int = 0  # bytes by which a reply is larger than its limit
    late: float = 0.0  # after the end of the time
    seconds: float = 0.0
    trouble: str = ""  # what else is wrong

    def as_json(self) -> str:
        return json.dumps(asdict(self))


class Host:
    """What an attack is played on."""

    def __init__(self) -> None:
        self.isolation = "inline"
        self.quick = True
        self.thorough = (
            True  # each attack is looked at as if it were the only one; else the next one shows what one left behind
        )
        self.cap_ms: float | None = None  # the most time that a program gets
        self.world = World()
        self.sources = [FunctionSource.from_functions(get, big, pictures, owner="t"), *self.world.sources()]
        self._engines: dict[str, Engine] = {}
        self._own: list[Engine] = []
        self._replies: list[Reply] = []
        self._ends: list[str] = []
        self._late = 0.0
        self._sessions = 0
        self._used: Engine | None = None
        self.ticker = gauges.Ticker()

    # --- what attacks use -------------------------------------------------------------------------------------------

    async def engine(self, languages: Sequence[str] = ("go",), **limits: Any) -> Engine:
        """One with the usual tools, which attacks share."""
        key = json.dumps([self.isolation, languages, limits], sort_keys=True)
        if key not in self._engines:
            made = Engine(self.sources, Limits(**limits), isolation=self.isolation, workers=4, languages=languages)
            self._engines[key] = await made.__aenter__()
            await made.ready()
        self._used = self._engines[key]
        return self._used

    async def own_engine(self, sources: Sequence[Any] = (), **options: Any) -> Engine:
        """One with these tools, which is closed after the attack."""
        made = Engine(sources or self.sources, isolation=self.isolation, workers=2, **options)
        self._own.append(made)
        self._used = await made.__aenter__()
        await made.ready()
        return made

    def leave(self) -> None:
        """What comes after the attack is not for the engine that was attacked, but for another one of the process."""
        self._used = None

    def session(self, engine: Engine) -> Session:
        self._sessions += 1
        return engine.session("attacker", f"s{self._sessions}")

    async def exec(self, session: Session, code: str, *, timeout_ms: float | None = None, data: Any = None) -> Reply:
        """Run a program, look at its reply, and let nothing wait."""
        limits = session.engine.limits
        budget = min(timeout_ms or limits.timeout_ms, self.cap_ms or limits.timeout_ms)
        deadline = time.monotonic() + budget / 1000
        reply = await session.exec(code, timeout_ms=budget, data=data)
        self._late = max(self._late, self.ticker.after(deadline))
        self.replied(reply)
        if isinstance(reply, Waiting):
            self._replies.append(await session.abort(reply.run_id))
        return reply

    def replied(self, reply: Reply) -> None:
        self._replies.append(reply)
        self.ended(
            reply.code
            if isinstance(reply, Failed)
            else str(reply.reason)
            if isinstance(reply, Waiting)
            else reply.status
        )

    def ended(self, how: str) -> None:
        """Of what is no reply of an engine."""
        self._ends.append(how)

    # --- playing ------------------------------------------------------------------------------------------------------

    async def played(self, attack: Attack, isolation: str) -> Figures:
        self.isolation = isolation
        self._replies, self._ends, self._late, self._used = [], [], 0.0, None
        figures = Figures()
        try:
            made = attack.make()
            if attack.play is None:
                await self.engine(**(attack.limits if self.quick else {}))
        except Exception as odd:  # such as limits that are not allowed any more
            figures.trouble = f"cannot be played: {type(odd).__name__}: {str(odd)[:300]}"
            return figures
        depth = sys.getrecursionlimit()
        gc.collect(2 if self.thorough else 0)
        before = gauges.resident()
        gauges.forget_peak()
        self.ticker.begin()
        ticking = asyncio.create_task(self.ticker.tick())
        await asyncio.sleep(0)
        began = time.monotonic()
        try:
            await (attack.play(self, made) if attack.play is not None else self._run(attack))
            figures.seconds = time.monotonic() - began
            self._measure(figures)
            await asyncio.sleep(2 * gauges.EVERY)  # the gap before this
        except (Exception, SystemExit) as odd:
            figures.trouble = f"{type(odd).__name__}: {str(odd)[:300]}"
        finally:
            ticking.cancel()
        figures.gap, figures.late = self.ticker.largest_gap(), self._late
        figures.growth = max(0, gauges.peak() - before)
        figures.ends = " ".join(dict.fromkeys(self._ends))
        problem = await self._after() if self.thorough or self._own else ""
        if sys.getrecursionlimit() != depth:
            problem = problem or "the limit of recursion was left changed"
        figures.trouble = figures.trouble or problem
        self._replies = []
        return figures

    async def _run(self, attack: Attack) -> None:
        engine = await self.engine(**(attack.limits if self.quick else {}))
        await self.exec(self.session(engine), attack.code, timeout_ms=attack.timeout_ms, data=attack.data)

    def _measure(self, figures: Figures) -> None:
        for reply in self._replies:
            text = reply.model_dump_json()
            size = max(len(text.encode()), len(reply_text(reply).encode()))
            most = (self._used.limits if self._used is not None else Limits()).max_output_bytes
            figures.reply, figures.over = max(figures.reply, size), max(figures.over, size - most)
            own = self._used is not None and "python" in self._used.languages
            own = own or any(repair.code == "other_language" for repair in reply.repairs)
            shown = [word for word in STRANGERS if word in text and not (own and word == "Traceback")]
            if shown:
                figures.trouble = f"a reply shows {shown[0]!r}"

    async def _after(self) -> str:
        """What is wrong with the host after the attack."""
        until = time.process_time() + SETTLES  # a busy machine gives threads their processor late
        while gauges.computing():
            if time.process_time() > until:
                return "a thread computes on after the reply"
            await asyncio.sleep(gauges.EVERY)
        engine = self._used or await self.engine()
        reply = await engine.session("after", "s").exec(AFTER, timeout_ms=20_000)
        for own in self._own:
            await own.close()
        self._own.clear()
        return "" if isinstance(reply, Completed) and reply.value == 2 else f"the next program fails: {reply!r:.300}"

    async def close(self) -> None:
        for engine in self._engines.values():
            await engine.close()
        self._engines.clear()

    async def warm(self) -> None:
        """Have everything imported, and what exists already left alone by the collection of garbage."""
        for isolation in ISOLATIONS:
            self.isolation = isolation
            engine = await self.engine()
            for code in WARM:
                await engine.session("warm", "s").exec(code)
        gc.collect()
        gc.freeze()


WARM = [
    "__out = x",
    '__out = codemode.CallTool("t.echo", map[string]any{"value": 1})',
    '__out = codemode.CallTool("t.echoo", map[string]any{"value": 1})',
    '__out = codemode.SearchTools("add", 3)\ntext(tools.Describe("t.add").declaration)\ntext(API.List("")[0])',
    'results.Save(1)\nstore.Save("a", 1)\n__out = regexp.MustCompile("a+").FindString("baa")',
    'yield_control("x")',
    "panic(1)",
]


async def serve(host: Host, table: dict[str, Attack], ask: Callable[[], str], tell: Callable[[str], object]) -> None:
    """Play what is asked for, one attack for each line, until there is no more."""
    from tests.host.fuzz import attack_of

    await host.warm()
    tell("ready")
    while line := await asyncio.to_thread(ask):
        wish = json.loads(line)
        host.quick, host.cap_ms, host.thorough = wish["quick"], wish["cap_ms"], wish["thorough"]
        attack = table[wish["attack"]] if wish["attack"] in table else attack_of(wish["attack"])
        tell((await host.played(attack, wish["isolation"])).as_json())
    await host.close()
