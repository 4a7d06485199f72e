"""The memory of a run that has ended is free at once, and not only after a collection of garbage, which the size of a run does not hasten. Circles
that the program itself makes of its values are an exception."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import pytest

from codemode import Engine, Hook, Limits, Policy, Rule
from codemode.errors import ToolError

pytestmark = pytest.mark.anyio

HELD = {"Machine", "Run", "Scheduler", "Journal", "Start", "Cell", "Calls", "LocalGuest", "RemoteGuest", "Prepared"}

GO = {
    "a value": "__out = len(data.(string))",
    "output": 'fmt.Println(data)\ntext("a")\njson(data)',
    "a call": '__out = codemode.CallTool("double", map[string]any{"n": 2})',
    "a call that waits": '__out = codemode.CallTool("later")',
    "calls in goroutines": 'var all sync.WaitGroup\nfor range 5 {\n\tall.Go(func() { codemode.CallTool("later") })\n}\nall.Wait()',
    "a call that is left": 'go codemode.CallTool("never")\nruntime.Gosched()\n__out = 1',
    "a stream": 's, _ := codemode.CallToolStream("pieces")\nfor p := range s.All() {\n\tfmt.Println(p)\n}',
    "a stream that is left": 's, _ := codemode.CallToolStream("pieces")\np, _ := s.Next()\n__out = p',
    "a call that fails": '_, err := codemode.CallTool("fails")\n__out = err',
    "a failure that is the result": 'codemode.CallTool("fails")',
    "a search": '__out = tools.Search("double")',
    "a saved value": 'store.Save("k", data)\nv, _ := store.Load("k")\n__out = v != nil',
    "a panic": 'panic("no")',
    "a runtime error": "var m map[string]int\nm[\"a\"] = 1",
    "a recovered panic": 'func() {\n\tdefer func() { recover() }()\n\tpanic("no")\n}()',
    "an exit": "os.Exit(3)",
    "a deadlock": "select {}",
    "goroutines that are left": "c := make(chan int)\nfor range 10 {\n\tgo func() { <-c }()\n}\nruntime.Gosched()",
    "timers that are left": "time.AfterFunc(time.Hour, func() {})",
    "an error of the checker": "var x int = \"a\"",
    "too many steps": "for {\n}",
    "a context": 'ctx, cancel := context.WithTimeout(context.Background(), time.Hour)\ndefer cancel()\n__out = ctx.Err() == nil',
}  # fmt: skip
PYTHON = {
    "a value in Python": "len(data)",
    "a call in Python": "double(n=2)",
    "an error in Python": "raise ValueError('no')",
    "a class in Python": "class A:\n    def f(self):\n        return self\nA().f() is not None",
}


def double(n: int) -> int:
    return 2 * n


async def later() -> str:
    await asyncio.sleep(0)
    return "done"


async def never() -> None:
    await asyncio.sleep(3600)


async def pieces() -> AsyncIterator[str]:
    for piece in "abc":
        yield piece


def fails() -> None:
    raise ToolError("it does not work")


def held() -> Counter[str]:
    return Counter(name for each in gc.get_objects() if (name := type(each).__qualname__) in HELD)


async def left_after(work: Any) -> Counter[str]:
    """What three plays leave for the collection of garbage; the first plays fill caches."""
    await work()
    await work()
    gc.collect()
    gc.disable()
    try:
        before = held()
        for _ in range(3):
            await work()
        for _ in range(
            200
        ):  # callbacks of tasks that have ended; what is in a circle stays, because garbage is not collected
            await asyncio.sleep(0.01)
            if not (left := held() - before):
                break
        return left
    finally:
        gc.enable()


def hears(_: Any) -> None:
    """A listener."""


class Looks(Hook):
    async def before(self, tool: Any, arguments: Any, context: Any) -> None:
        await asyncio.sleep(0)


WATCHED: dict[str, Any] = {"policy": Policy([Rule("allow", "*")]), "hooks": [Looks()], "on_event": hears}


@pytest.mark.parametrize("options", [{}, WATCHED], ids=["alone", "watched"])
@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_nothing_is_left(isolation: Any, options: dict[str, Any]) -> None:
    programs = GO if isolation == "inline" else {**GO, **PYTHON}
    gc.collect()
    gc.freeze()  # what other tests have left is not looked at a hundred times
    left: dict[str, Counter[str]] = {}
    tools = [double, later, never, pieces, fails]
    async with Engine(tools, Limits(max_steps=200_000), isolation=isolation, **options) as engine:
        for name, code in programs.items():

            async def work(code: str = code, language: str = "python" if name in PYTHON else "go") -> None:
                session = engine.session("a", "s")
                reply = await session.exec(code, data="x" * 1000, language=language, timeout_ms=250)
                if reply.status == "waiting":
                    await session.abort(reply.run_id)

            if found := await left_after(work):
                left[name] = found
    assert not left
