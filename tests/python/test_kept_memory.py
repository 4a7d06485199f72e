"""Whatever keeps values for a program is seen by its meter."""

from __future__ import annotations

from typing import Any, Final

import pytest

from codemode.catalog import ToolEntry
from codemode.engine.guest import LocalGuest
from codemode.engine.languages import language_of
from codemode.engine.limits import Limits
from codemode.engine.start import Start
from codemode.engine.toolbox import Toolbox
from codemode.python.library import MODULES
from codemode.python.memory import measure
from tests.python import kept_memory as ways
from tests.python_guests import AT, Ended, run_python

LIMITS: Final = Limits(memory_limit_bytes=16 << 20, max_steps=200_000_000)
TINY: Final = Limits(memory_limit_bytes=4 << 20, max_steps=200_000_000)
ENOUGH: Final = 40  # texts of a megabyte at most, before the program ends
HALF: Final = 56  # parts of all small values at most: those are looked at between slices of steps
TEXTS: Final = 112
BEFORE: Final = "".join(f"import {name}\n" for name in sorted(MODULES)) + ways.BEFORE

HELD: Final = {
    **ways.FUNCTIONS,
    **ways.ITERATORS,
    **ways.TEXTS,
    **ways.EXCEPTIONS,
    **ways.CONTAINERS,
    **ways.TASKS,
}


def _run(code: str, limits: Limits = LIMITS) -> Ended:
    toolbox = Toolbox([[ToolEntry("function:a:take", "a.take")]])
    return run_python(BEFORE + code, toolbox, limits, {"a.take": lambda **_: 1, "all": list[Any]}, data=[])


def _ends_in_time(code: str, limits: Limits = LIMITS, enough: int = ENOUGH) -> None:
    ended = _run(code, limits)
    assert ended.failure is not None, "it completes"
    assert ended.failure.code == "memory_limit_exceeded", ended.failure.message
    assert len(ended.out) <= enough


@pytest.mark.parametrize("way", HELD)
def test_what_keeps_a_value_is_seen(way: str) -> None:
    _ends_in_time(f"for i in range({TEXTS}):\n    held.append({HELD[way]})")


@pytest.mark.parametrize("way", ways.STATEMENTS)
def test_what_a_program_does_to_keep_a_value_is_seen(way: str) -> None:
    _ends_in_time(f"for i in range({TEXTS}):\n    {ways.STATEMENTS[way]}")


@pytest.mark.parametrize("way", ways.MAKING)
def test_what_is_made_is_seen_before_it_is_done(way: str) -> None:
    _ends_in_time(f"made = {ways.MAKING[way]}")


@pytest.mark.parametrize("way", ways.COPIES)
def test_copies_of_long_texts_are_seen(way: str) -> None:
    _ends_in_time(f"{ways.LONG}for i in range({TEXTS}):\n    print(end='.')\n    held.append({ways.COPIES[way]})")


@pytest.mark.parametrize("way", ways.SMALL)
def test_many_small_values_are_seen(way: str) -> None:
    value, number = ways.SMALL[way]
    told = f"if i % {number // TEXTS} == 0: print(end='.')"
    _ends_in_time(f"for i in range({number}):\n    held.append({value})\n    {told}", TINY, HALF)


WAITING: Final = """
async def sleep(kept): await asyncio.sleep(9)
async def main():
    await asyncio.wait([asyncio.wait_for(sleep(i), 5) for i in range(3)], timeout=4)
asyncio.run(main())
"""


@pytest.mark.parametrize("code", ["time.sleep(9)", WAITING])
def test_the_machine_and_the_library_are_not_counted(code: str) -> None:
    toolbox = Toolbox([[ToolEntry(f"function:a:tool{i}", f"a.tool{i}", "x" * 1000) for i in range(100)]])
    code = BEFORE + code
    compiled = language_of("python").compile(code, toolbox, strict=False)
    guest = LocalGuest(compiled, toolbox.catalog, Start(code, False, LIMITS, 1, AT, None, ("python",)))
    try:
        guest.move_here([])
        assert measure(guest.machine.run) - 2_000_000 < 200_000  # BEFORE has a text of a megabyte and what makes it
    finally:
        guest.close()
