"""Tools for the engine's tests, and a server."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from codemode import FunctionSource, FunctionTool
from codemode.engine.protocols import CallContext
from tests.engine.durable_world import World
from tests.servers import UtcpServer, utcp_server


class Tools:
    """A source of tools that remembers what was done with it."""

    def __init__(self) -> None:
        self.effects: list[Any] = []
        self.contexts: list[CallContext] = []
        self.release = threading.Event()
        self.cancelled: list[str] = []
        self.running = 0
        self.most_running = 0

    def add(self, a: float, b: float) -> float:
        """Add two numbers."""
        return a + b

    def note(self, text: str, context: CallContext) -> str:
        """Write something down."""
        self.effects.append(text)
        self.contexts.append(context)
        return f"noted {text}"

    async def slow(self, seconds: float = 0.2, name: str = "") -> str:
        """Answer after a while."""
        self.running += 1
        self.most_running = max(self.most_running, self.running)
        try:
            await asyncio.sleep(seconds)
        except asyncio.CancelledError:
            self.cancelled.append(name)
            raise
        finally:
            self.running -= 1
        self.effects.append(name)
        return name

    def block(self, seconds: float = 0.2) -> float:
        """Block the thread for a while."""
        time.sleep(seconds)
        return seconds

    def fail(self, message: str = "503 unavailable") -> None:
        """Always fail."""
        raise ValueError(message)

    def count(self, to: int) -> Iterator[int]:
        """Count up."""
        yield from range(1, to + 1)

    async def ticks(self) -> AsyncIterator[int]:
        """Tick for ever."""
        number = 0
        try:
            while True:
                number += 1
                self.effects.append(number)
                yield number
                await asyncio.sleep(0)
        finally:
            self.cancelled.append("ticks")

    def breaks(self) -> Iterator[int]:
        """Two pieces, then an error."""
        yield 1
        yield 2
        raise ValueError("the line broke")

    def source(self) -> FunctionSource:
        fns = [self.add, self.note, self.slow, self.block, self.fail, self.count, self.ticks, self.breaks]
        return FunctionSource([FunctionTool(f"t.{fn.__name__}", fn) for fn in fns], owner="t")


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = World(tmp_path)
    yield made
    await made.close()


@pytest.fixture
def tools() -> Tools:
    return Tools()


@pytest.fixture(scope="module")
def server() -> Iterator[UtcpServer]:
    with utcp_server() as made:
        yield made
