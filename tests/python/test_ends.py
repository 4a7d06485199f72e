"""How programs end: by exceptions whose texts are code of the program, and by a return inside of `with`."""

from __future__ import annotations

from typing import Any

import pytest

from codemode import Engine, FunctionSource, Limits

pytestmark = pytest.mark.anyio

FAILING = """
class E(Exception):
    def __str__(self):
        {0}
raise E()
"""
LOST = """
import asyncio
class E(Exception):
    def __str__(self):
        {0}
async def f(): raise E()
t = asyncio.create_task(f())
await asyncio.sleep(0.001)
__out = 1
"""
NO_TEXT = ("guest_error", "E: <the exception has no text>")
STEPS = ("step_limit_exceeded", "steps")
TX = """
class Tx:
    def __enter__(self): return self
    def __exit__(self, kind, failure, place): a.note(x="rollback" if kind else "commit")
"""
ASYNC_TX = """
class Tx:
    async def __aenter__(self): return self
    async def __aexit__(self, kind, failure, place): await a.note(x="rollback" if kind else "commit")
async with Tx(): return 1
"""
MANAGED = """
from contextlib import contextmanager
@contextmanager
def tx():
    yield
    a.note(x="commit")
with tx(): return 1
"""
STACK = """
from contextlib import ExitStack
with ExitStack() as s:
    s.callback(a.note, x="close")
    return 1
"""
GROUP = """
import asyncio
async with asyncio.TaskGroup() as g:
    for i in range(3): g.create_task(a.note(x=str(i)))
    return 1
"""
POOL = """
import sys
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor() as e:
    for i in range(3): e.submit(a.note, x=str(i))
    {0}
"""
CANCELLED = """
import asyncio
from contextlib import asynccontextmanager
@asynccontextmanager
async def tx():
    try: yield
    except asyncio.CancelledError:
        await a.note(x="cancelled")
        raise
try:
    async with tx(): raise asyncio.CancelledError
except asyncio.CancelledError: pass
return 1
"""


class World:
    def __init__(self, isolation: str) -> None:
        self.calls: list[str] = []

        def note(x: str) -> str:
            self.calls.append(x)
            return x

        limits = Limits(max_steps=20_000)
        tools = FunctionSource.from_functions(note, owner="a")
        self.engine = Engine(
            [tools], limits, isolation=isolation, trust_python=isolation == "inline", languages=("python",)
        )


@pytest.fixture(params=["inline", "process"])
async def world(request: pytest.FixtureRequest) -> Any:
    made = World(request.param)
    async with made.engine:
        yield made


@pytest.mark.parametrize(
    ("code", "ends"),
    [
        *((FAILING.format(f"raise {each}"), NO_TEXT) for each in ("SystemExit(3)", "KeyboardInterrupt", "GeneratorExit", "ValueError")),
        (FAILING.format("return 5"), NO_TEXT),
        (FAILING.format("return str(self)"), ("guest_error", "E: <the exception has no text>")),
        (FAILING.format("while True: pass"), STEPS),
        (FAILING.format('return a.note(x="said")'), ("guest_error", "E: said")),
        ("import sys\nclass E:\n    def __str__(self): sys.exit(4)\n    __repr__ = __str__\nsys.exit(E())", ("guest_error", "exit: <the")),
        ("e = ValueError('x')\nfor i in range(200): e = ExceptionGroup('g', [e])\nraise e", ("guest_error", "ExceptionGroup: g")),
        (LOST.format("while True: pass"), STEPS),
        ("class G(ExceptionGroup): exceptions = 5\nraise G('x', [ValueError(1)])", ("guest_error", "G: x (ValueError: 1)")),
        ("class K(KeyError): args = 5\nraise K('x')", ("guest_error", "K: 'x'")),
    ],
)  # fmt: skip
async def test_texts_of_exceptions_are_the_programs_code(world: World, code: str, ends: tuple[str, str]) -> None:
    reply = await world.engine.session().exec(code)
    assert (reply.status, getattr(reply, "code", "")) == ("failed", ends[0])
    assert ends[1] in reply.error  # type: ignore[union-attr]


async def test_a_text_that_prints_prints_once(world: World) -> None:
    reply = await world.engine.session().exec(FAILING.format('print("here"); return "x"'))
    assert reply.error == "E: x"  # type: ignore[union-attr]
    assert [each.text for each in reply.output] == ["here\n"]  # type: ignore[union-attr]


async def test_a_lost_task_whose_text_fails(world: World) -> None:
    reply = await world.engine.session().exec(LOST.format("raise SystemExit(3)"))
    assert (reply.status, reply.value) == ("completed", 1)  # type: ignore[union-attr]
    assert "E: <the exception has no text>" in str(reply.warnings)


async def test_names_of_tasks_are_texts(world: World) -> None:
    code = "class N:\n    def __ne__(self, o): raise ValueError\n    def __str__(self): return 'mine'\nimport asyncio\n"
    code += "async def f(): await asyncio.sleep(100)\nt = asyncio.create_task(f(), name=N())\n__out = t.get_name()"
    reply = await world.engine.session().exec(code)
    assert (reply.status, reply.value) == ("completed", "mine")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("code", "calls"),
    [
        (TX + "with Tx():\n    return 1", ["commit"]),
        (TX + "for i in [1]:\n    with Tx() as one, Tx():\n        if i: return 1", ["commit", "commit"]),
        (TX + "with Tx():\n    1 / 0", ["rollback"]),
        (ASYNC_TX, ["commit"]),
        (MANAGED, ["commit"]),
        (STACK, ["close"]),
        (GROUP, ["0", "1", "2"]),
        (POOL.format("return 1"), ["0", "1", "2"]),
        (POOL.format("sys.exit(0)"), ["0", "1", "2"]),
        (CANCELLED, ["cancelled"]),
    ],
)
async def test_managers_around_a_return(world: World, code: str, calls: list[str]) -> None:
    reply = await world.engine.session().exec(code)
    assert sorted(world.calls) == calls  # those that are made at once run in threads
    if "1 / 0" not in code:
        assert (reply.status, reply.warnings) == ("completed", [])
