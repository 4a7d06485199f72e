"""Attachments of runs that move from process to process: they are where the run is, as long as it is, and no longer."""

from __future__ import annotations

import asyncio
import base64
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from codemode import Completed, Engine, Failed, FunctionSource, FunctionTool, Image, Limits, Policy, Session, Waiting
from codemode.engine.replies import JsonOutput
from codemode.errors import InputError, RunError

pytestmark = pytest.mark.anyio

PNG = b"\x89PNG\r\n\x1a\n" + bytes(1000)
PROGRAM = """
p := tools.w_draw(map[string]any{"number": 7})
json(p)
yield_control("look")
q := tools.w_draw(map[string]any{"number": 8})
__out = []any{p, q, tools.w_size(map[string]any{"data": p}), tools.w_look(map[string]any{"picture": p})}
"""
PAY = """
p := tools.w_draw(map[string]any{"number": 7})
__out = tools.w_size(map[string]any{"data": p})
"""


class Tools:
    def __init__(self) -> None:
        self.drawn: list[int] = []

    def draw(self, number: int) -> Image:
        """Draw a picture."""
        self.drawn.append(number)
        return Image(PNG + bytes([number]), "png")

    def size(self, data: bytes) -> int:
        """How many bytes there are."""
        return len(data)

    def look(self, picture: Image) -> int:
        """The last byte."""
        return picture.data[-1]


class World:
    def __init__(self, folder: Path, isolation: str) -> None:
        self.url = f"sqlite:///{folder / 'runs.db'}"
        self.isolation = isolation
        self.tools = Tools()
        self.engines: list[Engine] = []

    def session(self, policy: Policy | None = None, **limits: int) -> Session:
        self.engines.append(engine_of(self.url, self.isolation, self.tools, policy, **limits))
        return self.engines[-1].session("a", "s")

    async def close(self) -> None:
        for engine in self.engines:
            await engine.close()


def engine_of(url: str, isolation: str, tools: Tools, policy: Policy | None = None, **limits: int) -> Engine:
    made = [FunctionTool(f"w.{fn.__name__}", fn) for fn in (tools.draw, tools.size, tools.look)]
    limits = {"timeout_ms": 20_000} | limits
    return Engine([FunctionSource(made)], Limits(**limits), isolation=isolation, store=url, policy=policy)


@pytest.fixture(params=["inline", "process"])
async def world(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[World]:
    made = World(tmp_path, request.param)
    yield made
    await made.close()


def checked(reply: object, waited: Waiting | None = None) -> None:
    assert isinstance(reply, Completed), reply
    first, second, size, last = reply.value
    assert (size, last) == (len(PNG) + 1, 7)
    by_id = {kept.id: kept.data for kept in reply.attachments}
    assert by_id[first["attachment"]] == PNG + b"\x07"
    assert by_id[second["attachment"]] == PNG + b"\x08"
    if waited is not None:
        assert waited.output == [JsonOutput(value=first)]


async def test_another_engine_goes_on_with_them(world: World) -> None:
    first = world.session()
    waited = await first.exec(PROGRAM)
    assert isinstance(waited, Waiting)
    assert [kept.data for kept in waited.attachments] == [PNG + b"\x07"]
    await first.engine.close()
    second = world.session()
    assert (await second.attachment(waited.attachments[0].id)).data == PNG + b"\x07"
    checked(await second.wait(waited.run_id), waited)
    assert world.tools.drawn == [7, 8]


async def test_a_killed_process_leaves_them(world: World) -> None:
    child = [sys.executable, "-m", "tests.engine.test_kept_attachments", world.url, world.isolation]
    done = await asyncio.to_thread(subprocess.run, child, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    run_id, id = done.stdout.split()
    session = world.session()
    assert (await session.attachment(id)).data == PNG + b"\x07"
    reply = await session.wait(run_id)
    checked(reply)
    assert isinstance(reply, Completed)
    assert reply.attachments[0].id == id
    assert world.tools.drawn == [8]  # the first was drawn by the process that is dead


async def test_a_person_sees_the_handle_and_the_tool_gets_the_bytes(world: World) -> None:
    policy = Policy([("ask", "w.size")])
    first = world.session(policy)
    waited = await first.exec(PAY)
    assert isinstance(waited, Waiting)
    [pending] = waited.pending_tool_calls
    assert pending.arguments is not None
    assert set(pending.arguments["data"]) == {"attachment", "media_type", "bytes"}
    await first.engine.close()
    second = world.session(policy)
    await second.approve(pending.id)
    reply = await second.wait(waited.run_id)
    assert isinstance(reply, Completed), reply
    assert reply.value == len(PNG) + 1


async def test_a_journal_has_handles_and_no_bytes(world: World) -> None:
    session = world.session()
    waited = await session.exec(PROGRAM)
    info = await session.engine.store.info(waited.run_id)
    assert info is not None
    notes = b"".join(await session.engine.store.read(waited.run_id))
    assert b"att_" in notes
    assert base64.b64encode(PNG)[:100] not in notes
    assert info.size < 3 * len(PNG)


async def test_attachments_end_with_an_aborted_run(world: World) -> None:
    session = world.session()
    waited = await session.exec(PROGRAM)
    assert isinstance(waited, Waiting)
    [kept] = waited.attachments
    await session.abort(waited.run_id)
    assert await session.attachments() == []
    with pytest.raises(InputError, match="there is no attachment"):
        await session.attachment(kept.id)


async def test_attachments_end_with_an_expired_run(world: World) -> None:
    session = world.session(snapshot_ttl_seconds=1)
    waited = await session.exec(PROGRAM)
    assert isinstance(waited, Waiting)
    [kept] = waited.attachments
    assert kept.data
    for _ in range(200):
        if not await session.attachments():
            break
        await asyncio.sleep(0.05)
    assert await session.attachments() == []
    with pytest.raises(InputError):
        await session.attachment(kept.id)
    late = await session.wait(waited.run_id)
    assert isinstance(late, Failed)
    assert late.code == "snapshot_expired"


async def test_attachments_of_an_ended_run_stay_for_a_while(world: World) -> None:
    first = world.session()
    reply = await first.exec('__out = tools.w_draw(map[string]any{"number": 7})')
    assert isinstance(reply, Completed)
    await first.engine.close()
    assert (await world.session().attachment(reply.attachments[0].id)).data == PNG + b"\x07"
    with pytest.raises((RunError, InputError)):
        await world.engines[-1].session("b", "s").attachment(reply.attachments[0].id)


async def _begin(url: str, isolation: str) -> None:
    reply = await engine_of(url, isolation, Tools()).session("a", "s").exec(PROGRAM)
    assert isinstance(reply, Waiting)
    print(reply.run_id, reply.attachments[0].id, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    asyncio.run(_begin(*sys.argv[1:3]))
