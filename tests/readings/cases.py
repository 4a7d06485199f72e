"""The cases: files of pieces of programs, and how both sides run one.

A case begins with `## name`. Its text is run by both sides, but for parts behind a line `-- go` (only ours) or `-- python`, `-- javascript`
(only the original's), until `-- both`. `-- data` is JSON: names that both sides have, ours as data from outside. `-- want` is what node gave,
written by `python -m tests.readings`. Both sides leave the value in `__out`. A case whose text is Go's own as it was meant has its original
behind `-- meant`, run by us without any repair. What is not read, though its original has a value, has the words of our refusal behind `-- refused`.
"""

from __future__ import annotations

import asyncio
import json
import warnings
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import codemode
from codemode import FunctionSource, FunctionTool
from codemode.python.grammar import is_program

HERE = Path(__file__).parent


def fetch(id: int) -> dict[str, Any]:
    if id == 3:
        raise ValueError("no such id")
    return {"id": id, "tags": ["a", "b"][:id], "score": id * 1.5}


def add(a: int, b: int) -> int:
    return a + b


def page(number: int = 1) -> list[int]:
    return [number] if number < 3 else []


def name(id: str) -> str:
    return f"name of {id}"


async def ticks(n: int) -> AsyncIterator[int]:
    for i in range(n):
        yield i


TOOLS = [
    FunctionTool("crm.ticks", ticks),
    FunctionTool("crm.name", name),
    FunctionTool("crm.fetch", fetch),
    FunctionTool("crm.add", add),
    FunctionTool("crm.page", page),
]
SOURCES = [FunctionSource(TOOLS, owner="crm")]


class _Crm:
    fetch = staticmethod(fetch)
    add = staticmethod(add)
    page = staticmethod(page)


@dataclass(eq=False)
class Case:
    name: str
    language: str
    parts: list[tuple[str, str]] = field(default_factory=list)

    def text(self, *sides: str) -> str:
        return "\n".join(text for side, text in self.parts if side in sides)

    @property
    def data(self) -> dict[str, Any]:
        return json.loads(self.text("data") or "{}")

    @property
    def code(self) -> str:
        text = self.text("both", "go")
        return given(self.data, text if self.language == "python" else "") + text

    @property
    def original(self) -> str:
        return self.text("both", self.language)


def given(names: Iterable[str], text: str) -> str:
    """The lines that give a program these names; a program in Python runs as Python."""
    line = '{0} = data["{0}"]\n' if is_program(text) else "{0} := data.{0}\n"
    return "".join(line.format(name) for name in names)


def load(language: str) -> list[Case]:
    cases: list[Case] = []
    for line in (HERE / f"{language}.txt").read_text().rstrip("\n").split("\n"):
        if line.startswith("## "):
            cases.append(Case(line[3:], language, [("both", "")]))
        elif line.startswith("-- "):
            cases[-1].parts.append((line[3:], ""))
        elif cases and (line or cases[-1].parts[-1][1]):
            side, text = cases[-1].parts[-1]
            cases[-1].parts[-1] = side, f"{text}\n{line}" if text else line
    return cases


def ours(code: str, data: Mapping[str, Any] | None = None) -> codemode.CodeModeResult:
    return codemode.run(code, SOURCES, data=dict(data or {}), trust_python=True)


def python(case: Case) -> Any:
    """The value that CPython gives, as JSON has it."""
    return of_python(case.original, case.data)


def of_python(text: str, data: dict[str, Any]) -> Any:
    space: dict[str, Any] = {**data, "crm": _Crm, "asyncio": asyncio, "json": json}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of escapes that Python keeps
        exec(text, space)
    return plain(space["__out"])


def plain(value: Any) -> Any:
    """A value of Python as it goes out of a run: lists for tuples, whole floats as integers, the keys of maps as texts."""
    if isinstance(value, dict):
        return {key if isinstance(key, str) else json.dumps(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def same(ours: Any, theirs: Any) -> bool:
    """Equality, where true is not 1. Objects go out with their keys in order."""
    return json.dumps(plain(ours), sort_keys=True) == json.dumps(plain(theirs), sort_keys=True)


def stored(case: Case) -> tuple[str, Any]:
    """What node gave, as it is stored: ("v", value), or ("raises", error)."""
    answer = json.loads(case.text("want"))
    return ("v", answer["value"]) if "value" in answer else ("raises", answer["error"])
