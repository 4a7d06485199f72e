"""Tool worlds, and programs as models write them for these on the first try: tests/worlds/<world>.py has the tools, <world>.txt the programs.

`### task | what has to come out`, then `## strong`: runs untouched, `## weak`: runs, mended where that is needed, and
`## refused | hint`: is refused with that hint.
"""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import codemode
from codemode import CodeModeError
from tests.corpus import worlds

HERE = Path(__file__).parent / "worlds"


class Program(NamedTuple):
    world: str
    task: str
    style: str
    code: str
    value: Any = None
    hint: str = ""


def programs() -> list[Program]:
    found: list[Program] = []
    for path in sorted(HERE.glob("*.txt")):
        for part in re.split(r"(?m)^### ", path.read_text(encoding="utf-8"))[1:]:
            head, _, body = part.partition("\n")
            task, _, value = head.partition(" | ")
            for section in re.split(r"(?m)^## ", body)[1:]:
                title, _, code = section.partition("\n")
                style, _, hint = title.partition(" | ")
                found.append(Program(path.stem, task, style, code, json.loads(value), hint))
    return found


PROGRAMS = programs()
IDS = [f"{p.world}-{p.task}-{p.style}" for p in PROGRAMS]


@pytest.mark.parametrize("program", PROGRAMS, ids=IDS)
def test_program(program: Program) -> None:
    world = importlib.import_module(f"tests.worlds.{program.world}")
    world.reset()
    if program.style == "refused":
        with pytest.raises(CodeModeError) as error:
            codemode.run(program.code, [world.source()], timeout_ms=10_000)
        assert program.hint in [d.hint for d in error.value.diagnostics]
        return
    result = codemode.run(program.code, [world.source()], timeout_ms=10_000)
    value = result.value if result.has_value else printed(result.stdout)
    assert worlds.same(value, program.value)
    if program.style == "strong":
        assert [r for r in result.repairs if "top-level `return" not in r.message] == []


def printed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text.rstrip("\n")
