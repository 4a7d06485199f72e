"""Tool worlds, and programs as models write them for these on the first try: tests/worlds/<world>.py has the tools, <world>.txt the programs."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from tests.world_programs import Program, check, programs

PROGRAMS = programs(Path(__file__).parent / "worlds")


@pytest.mark.parametrize("program", PROGRAMS, ids=[p.id for p in PROGRAMS])
def test_program(program: Program) -> None:
    world = importlib.import_module(f"tests.worlds.{program.world}")
    world.reset()
    check(program, world.source())
