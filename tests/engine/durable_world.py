"""Tools for runs that move from engine to engine, and what was really done with them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from codemode import Engine, FunctionSource, FunctionTool, Limits, Session


class World:
    """What the engines of a test share. `done` lists every execution; gates hold calls until they are opened."""

    def __init__(self, folder: Path) -> None:
        self.url = f"sqlite:///{folder / 'runs.db'}"
        self.done: list[str] = []
        self.begun: list[str] = []
        self.gates: dict[str, asyncio.Event] = {}
        self.engines: list[Engine] = []
        self.hidden: set[str] = set()

    def gate(self, name: str) -> asyncio.Event:
        return self.gates.setdefault(name, asyncio.Event())

    async def _passes(self, name: str) -> str:
        self.begun.append(name)
        if name in self.gates:
            await self.gates[name].wait()
        self.done.append(name)
        return name

    async def read(self, key: str) -> str:
        """Look something up."""
        return f"<{await self._passes(key)}>"

    async def put(self, key: str) -> str:
        """Store something; doing it twice changes nothing."""
        return f"put {await self._passes(key)}"

    async def pay(self, to: str, amount: float) -> str:
        """Pay somebody."""
        await self._passes(f"{to} {amount:g}")
        return f"paid {amount:g} to {to}"

    async def lines(self, count: int, gate: str = "") -> AsyncIterator[str]:
        """Read lines, one after the other."""
        self.begun.append("lines")
        for number in range(count):
            if number == 2 and gate:
                await self.gate(gate).wait()
            yield f"line {number}"
        self.done.append("lines")

    async def feed(self, count: int, gate: str = "") -> AsyncIterator[int]:
        """Take from a queue, which empties it."""
        self.begun.append("feed")
        for number in range(count):
            if number == 2 and gate:
                await self.gate(gate).wait()
            self.done.append(f"took {number}")
            yield number

    async def fails(self, key: str) -> None:
        """Always fail."""
        await self._passes(key)
        raise ValueError("no such thing")

    def source(self) -> FunctionSource:
        kinds: list[tuple[Callable[..., Any], dict[str, bool]]] = [
            (self.read, {"read_only": True}),
            (self.put, {"idempotent": True}),
            (self.pay, {}),
            (self.lines, {"read_only": True}),
            (self.feed, {}),
            (self.fails, {}),
        ]
        tools = [FunctionTool(f"w.{fn.__name__}", fn, **flags) for fn, flags in kinds]
        return FunctionSource([tool for tool in tools if tool.name not in self.hidden], owner="w")

    def engine(self, **options: Any) -> Engine:
        """A new engine over the one store; `close` ends all."""
        limits = Limits(**{"timeout_ms": 20_000} | options.pop("limits", {}))
        made = Engine([self.source()], limits, **{"store": self.url, "isolation": "inline"} | options)
        self.engines.append(made)
        return made

    def session(self, agent: str = "a", session: str = "s", **options: Any) -> Session:
        """A session on an engine of its own."""
        return self.engine(**options).session(agent, session)

    async def close(self) -> None:
        for gate in self.gates.values():
            gate.set()
        for engine in self.engines:
            await engine.close()
