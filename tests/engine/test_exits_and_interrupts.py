"""What a function raises that is no Exception reaches the host, after its run was closed in order."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

import codemode
from codemode import Engine, FunctionSource

pytestmark = pytest.mark.anyio
KINDS = [KeyboardInterrupt, SystemExit, BaseException]
CALLS = {
    "leave": '_, err := codemode.CallTool("leave")\n__out = 1',
    "leave_later": '_, err := codemode.CallTool("leave_later")\n__out = 1',
    "leaving": 's, err := codemode.CallToolStream("leaving")\nif err != nil { return err }\nfor p := range s.All() { __out = p }',
    "beside": 'go codemode.CallTool("leave")\nfor { time.Sleep(time.Millisecond) }',
    "at the end": 'go codemode.CallTool("leave_later")\ntime.Sleep(time.Millisecond)\n__out = 1',
}


def tools(kind: type[BaseException], cancelled: list[str]) -> FunctionSource:
    def leave() -> None:
        raise kind(3)

    async def leave_later() -> None:
        await asyncio.sleep(0.01)
        raise kind(3)

    def leaving() -> Iterator[int]:
        yield 1
        raise kind(3)

    async def idle() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.append("idle")
            raise

    def add(a: int, b: int) -> int:
        return a + b

    return FunctionSource([leave, leave_later, leaving, idle, add])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_an_exit_reaches_the_caller_of_exec(isolation: str, kind: type[BaseException]) -> None:
    cancelled: list[str] = []
    others = asyncio.all_tasks()
    async with Engine([tools(kind, cancelled)], isolation=isolation) as engine:
        session = engine.session("a", "s")
        for name, code in CALLS.items():
            with pytest.raises(kind) as caught:
                await session.exec(f'go codemode.CallTool("idle")\ntime.Sleep(5 * time.Millisecond)\n{code}')
            assert caught.value.args == (3,), name
        assert cancelled == ["idle"] * len(CALLS)
        assert len(asyncio.all_tasks() - others) <= 1  # none of theirs is left
        # the engine goes on
        done = await session.exec('__out = codemode.CallTool("add", map[string]any{"a": 1, "b": 2})')
        assert done.value == 3  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", KINDS)
def test_an_exit_reaches_the_caller_of_run(kind: type[BaseException]) -> None:
    source = tools(kind, [])
    for name, code in CALLS.items():
        for more in ({}, {"timeout_ms": 5000}):
            with pytest.raises(kind) as caught:
                codemode.run(code, sources=[source], **more)  # type: ignore[arg-type]
            assert caught.value.args == (3,), name
    assert codemode.run('__out = codemode.CallTool("add", map[string]any{"a": 1, "b": 2})', sources=[source]).value == 3


async def test_an_exit_in_a_waiting_run_is_raised_by_wait() -> None:
    async def leave() -> None:
        await asyncio.sleep(0.2)
        raise KeyboardInterrupt

    async with Engine([FunctionSource([leave])], isolation="inline") as engine:
        session = engine.session("a", "s")
        waiting: Any = await session.exec('__out = codemode.CallTool("leave")', timeout_ms=50)
        assert waiting.status == "waiting"
        await asyncio.sleep(0.3)
        began = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            await session.wait(waiting.run_id)
        assert time.monotonic() - began < 5
        gone: Any = await session.wait(waiting.run_id)
        assert gone.code in ("aborted", "run_not_found")


def cancelled_tools() -> FunctionSource:
    def plainly() -> None:
        raise asyncio.CancelledError

    async def awaiting() -> None:
        task = asyncio.create_task(asyncio.sleep(60))
        task.cancel()
        await task

    async def streaming() -> AsyncIterator[int]:
        yield 1
        raise asyncio.CancelledError

    return FunctionSource([plainly, awaiting, streaming])


@pytest.mark.parametrize("name", ["plainly", "awaiting", "streaming"])
@pytest.mark.parametrize("where", ["run", "with a limit", "inline", "process"])
async def test_what_a_tool_itself_cancelled_is_an_error_of_its_call(
    where: str, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    code = f'name := "{name}"\n_, err := codemode.CallTool(name)\n__out = err.Error()'
    if where in ("inline", "process"):
        async with Engine([cancelled_tools()], isolation=where) as engine:
            done: Any = await engine.session().exec(code)
    else:
        limit: Any = {} if where == "run" else {"timeout_ms": 5000}
        done = await asyncio.to_thread(codemode.run, code, [cancelled_tools()], **limit)
    assert done.value == f"{name}: the tool cancelled what it was waiting for"
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
