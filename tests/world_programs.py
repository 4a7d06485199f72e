"""Programs as models write them for tool worlds, read from text files, and what running one has to show.

`### task | what has to come out`, then `## strong`: runs untouched, `## weak`: runs, mended where that is needed, and
`## refused | hint`: is refused, or ends, with that hint. `## warned | message`: is wrong in Go, too, and says so.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import codemode
from codemode import CodeModeError, FunctionSource, FunctionTool
from tests.corpus import worlds


class Program(NamedTuple):
    world: str
    task: str
    style: str
    code: str
    value: Any = None
    hint: str = ""

    @property
    def id(self) -> str:
        return f"{self.world}-{self.task}-{self.style}"


def programs(folder: Path) -> list[Program]:
    """What the files of a folder have; a task without a value has that of the file of the same name in the folder around."""
    found: list[Program] = []
    for path in sorted(folder.glob("*.txt")):
        above = path.parent.parent / path.name
        values = _values(above) if above.is_file() else {}
        for part in re.split(r"(?m)^### ", path.read_text(encoding="utf-8"))[1:]:
            head, _, body = part.partition("\n")
            task, _, value = head.partition(" | ")
            for section in re.split(r"(?m)^## ", body)[1:]:
                title, _, code = section.partition("\n")
                style, _, hint = title.partition(" | ")
                wanted = json.loads(value) if value else values.get(task)
                found.append(Program(path.stem, task, style, code, wanted, hint))
    return found


def _values(path: Path) -> dict[str, Any]:
    heads = re.findall(r"(?m)^### (\S+) \| (.*)$", path.read_text(encoding="utf-8"))
    return {task: json.loads(value) for task, value in heads}


def source_of(world: ModuleType) -> FunctionSource:
    """The tools of a world of tests/corpus/worlds."""

    def make(entry: dict[str, Any]) -> FunctionTool:
        name = entry["name"]

        def call(**arguments: Any) -> Any:
            return worlds.call(world, name, arguments)

        def stream(**arguments: Any) -> Any:
            yield from worlds.stream(world, name, arguments)

        return FunctionTool(
            name,
            stream if entry["streaming"] else call,
            description=entry["description"],
            input_schema=entry["input_schema"],
            output_schema=entry["output_schema"],
        )

    return FunctionSource([make(entry) for entry in world.TOOLS], owner=world.__name__.rsplit(".", 1)[-1])


def check(program: Program, source: FunctionSource) -> None:
    """Runs a program and compares what came out with what its file says."""
    if program.style == "refused":
        with pytest.raises(CodeModeError) as error:
            codemode.run(program.code, [source], timeout_ms=10_000)
        assert program.hint in [d.hint for d in error.value.diagnostics]
        return
    result = codemode.run(program.code, [source], timeout_ms=10_000)
    if program.style == "warned":
        assert program.hint in [w.message for w in result.warnings]
        return
    value = result.value if result.has_value else printed(result.stdout)
    assert worlds.same(value, program.value), value
    if program.style == "strong":
        assert [r for r in result.repairs if r.code != "return_sets_result"] == []


def printed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text.rstrip("\n")
