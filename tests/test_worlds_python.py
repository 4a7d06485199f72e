"""The tasks of the tool worlds once more in Python, as models write it: synchronous and asynchronous, through exec and through call_tool.

`<folder>/python/<world>.txt` has the programs, each task with what has to come out of it in `<folder>/<world>.txt`, or in the world's own list.
"""

from __future__ import annotations

import importlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from codemode import CodeModeUTCP, Completed, Engine, FunctionSource
from tests.corpus import worlds
from tests.test_corpus import MANIFEST
from tests.test_corpus_more import TASKS, expected
from tests.world_programs import Program, printed, programs, source_of

pytestmark = pytest.mark.anyio
HERE = Path(__file__).parent
FOLDERS = ("worlds", "corpus_more", "corpus")


class World(NamedTuple):
    """`reset` puts its data back, `source` has its tools."""

    reset: Callable[[], None]
    source: FunctionSource


class Row(NamedTuple):
    folder: str
    program: Program

    @property
    def id(self) -> str:
        return f"{self.folder}-{self.program.id}"


def rows_of(folder: str) -> list[Row]:
    return [Row(folder, program) for program in programs(HERE / folder / "python")]


ROWS = sorted((row for folder in FOLDERS for row in rows_of(folder)), key=lambda row: row.id)

EFFECTS = {(world, task): expected(world, task)[1] for world, task in TASKS}


def world_of(row: Row) -> World:
    if row.folder == "worlds":
        module = importlib.import_module(f"tests.worlds.{row.program.world}")
        return World(module.reset, module.source())
    module = worlds.load(row.program.world)
    return World(module.reset, source_of(module))


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


class Apps:
    """An engine and an app for each world. The app's model answers with the program that is to be run."""

    def __init__(self) -> None:
        self.code = ""
        self._made: dict[tuple[str, str], tuple[World, Engine, CodeModeUTCP]] = {}

    def of(self, row: Row) -> tuple[World, Engine, CodeModeUTCP]:
        key = row.folder, row.program.world
        if key not in self._made:
            world = world_of(row)
            app = CodeModeUTCP(None, self.answer, sources=[world.source], pipeline="single", language="python")
            self._made[key] = world, Engine([world.source], languages=("python",)), app
        return self._made[key]

    def answer(self, _: str) -> dict[str, Any]:
        return {"tools": ["?"], "code": self.code, "stream": False}

    async def close(self) -> None:
        for _, engine, app in self._made.values():
            await engine.close()
            await app.close()


@pytest.fixture(scope="module")
async def apps() -> AsyncIterator[Apps]:
    made = Apps()
    yield made
    await made.close()


@pytest.mark.parametrize("row", ROWS, ids=[row.id for row in ROWS])
async def test_program(row: Row, apps: Apps) -> None:
    world, engine, app = apps.of(row)
    world.reset()
    reply = await engine.session().exec(row.program.code)
    assert isinstance(reply, Completed), reply
    said = "".join(getattr(item, "text", "") for item in reply.output)
    _is_right(row, reply.value if reply.has_value else printed(said))
    assert reply.repairs == []
    assert reply.warnings == []
    world.reset()
    apps.code = row.program.code
    outcome = await app.call_tool("do the task")
    _is_right(row, outcome.value if reply.has_value else printed(outcome.stdout))
    assert outcome.attempts == 1


def _is_right(row: Row, value: Any) -> None:
    name, task = row.program.world, row.program.task
    if row.folder == "corpus":
        assert worlds.matches(worlds.load(name), task_of(name, task), value), value
        return
    assert worlds.same(value, row.program.value), value
    if row.folder == "corpus_more":
        world = worlds.load(name)
        assert worlds.effects_match(world, {"effects": EFFECTS[name, task]}), world.EFFECTS


def task_of(name: str, task: str) -> dict[str, Any]:
    return next(each for each in worlds.load(name).TASKS if each["id"] == task)


def test_every_task_is_there_in_both_manners() -> None:
    for folder in FOLDERS:
        tasks = {(p.world, p.task) for p in programs(HERE / folder)}
        if folder == "corpus":
            tasks = {(entry["world"], task) for task, entry in MANIFEST.items()}
        for style in ("sync", "async"):
            assert {
                (r.program.world, r.program.task) for r in ROWS if r.folder == folder and r.program.style == style
            } == tasks
