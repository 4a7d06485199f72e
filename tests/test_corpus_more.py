"""More tasks for the worlds of tests/corpus, which use what the tasks there do not: tests/corpus_more/<world>.txt has the programs,
<world>.py works out what has to come out, and which calls have effects.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from tests.corpus import worlds
from tests.world_programs import Program, check, programs, source_of

PROGRAMS = programs(Path(__file__).parent / "corpus_more")
TASKS = sorted({(p.world, p.task) for p in PROGRAMS})


def expected(world: str, task: str) -> tuple[Any, list[Any]]:
    """The value and the effects, from the data of a world where nothing has happened yet."""
    worlds.load(world).reset()
    return getattr(importlib.import_module(f"tests.corpus_more.{world}"), task)()


@pytest.mark.parametrize(("world", "task"), TASKS)
def test_value_is_that_of_the_data(world: str, task: str) -> None:
    value, _ = expected(world, task)
    assert all(worlds.same(p.value, value) for p in PROGRAMS if (p.world, p.task) == (world, task))


@pytest.mark.parametrize("program", PROGRAMS, ids=[p.id for p in PROGRAMS])
def test_program(program: Program) -> None:
    _, effects = expected(program.world, program.task)
    world = worlds.load(program.world)
    world.reset()
    check(program, source_of(world))
    done = [] if program.style == "refused" else effects
    assert worlds.effects_match(world, {"effects": done}), world.EFFECTS
