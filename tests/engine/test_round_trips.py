"""What a short run costs: messages between host and worker, and questions to the store."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from codemode import Engine
from codemode.engine.durable.memory_store import MemoryStore
from codemode.engine.workers import process

pytestmark = pytest.mark.anyio


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts calls, by the names of the methods."""
    found: Counter[str] = Counter()

    def count(kind: type, name: str) -> None:
        method = getattr(kind, name)

        def counting(*given: Any, **named: Any) -> Any:
            found[name] += 1
            return method(*given, **named)

        monkeypatch.setattr(kind, name, counting)

    for name in ("send", "reply", "size"):
        count(process.Worker, name)
    for name in ("files", "load_file", "save_files"):
        count(MemoryStore, name)
    return found


@pytest.mark.parametrize("code", ["__out = 6 * 7", 'text("a")\n__out = []any{"b"}'])
async def test_a_short_run_is_one_round_trip(counted: Counter[str], code: str) -> None:
    async with Engine() as engine:
        session = engine.session()
        await session.exec(code)
        counted.clear()
        reply = await session.exec(code)
    assert reply.status == "completed"
    assert counted == {"send": 1, "reply": 2}, "what is begun and how its turn ended come by themselves"


async def test_a_reply_that_names_an_attachment_asks_the_store(counted: Counter[str]) -> None:
    async with Engine() as engine:
        reply = await engine.session().exec('__out = "att_0123456789abcdef0123"')
    assert reply.status == "completed"
    assert reply.attachments == []
    assert counted["files"] == 1
