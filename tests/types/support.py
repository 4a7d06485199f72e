"""Checking short texts in tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from codemode.dsl import Problem, parse
from codemode.dsl.check import check as check_repaired
from codemode.types import Checked
from codemode.types.check import check
from tests.types.library import FakeLibrary, FakeTools

LIBRARY = FakeLibrary()


@dataclass
class Result:
    """A checked text with what tests ask about it."""

    checked: Checked
    parsed: Any

    @property
    def problems(self) -> list[str]:
        return [self.show(p) for p in self.checked.problems]

    @property
    def errors(self) -> list[str]:
        return [self.show(p) for p in self.checked.errors]

    @property
    def warnings(self) -> list[str]:
        return [self.show(p) for p in self.checked.problems if p.severity == "warning"]

    @property
    def mends(self) -> list[str]:
        return [m.message for m in self.checked.mends]

    @property
    def hints(self) -> list[str]:
        return [p.hint for p in self.checked.problems]

    def show(self, problem: Problem) -> str:
        return f"{self.parsed.source.place(problem.pos)[0]}: {problem.message}"


def run(
    text: str, *, strict: bool = False, repair: bool = True, tools: FakeTools | None = None, **predeclared: Any
) -> Result:
    parsed = parse(text, repair=repair)
    checked = (check_repaired if repair else check)(
        parsed.file,
        importer=LIBRARY,
        tools=tools,
        strict=strict,
        predeclared=predeclared,
        source=parsed.source,
    )
    return Result(checked, parsed)


def program(body: str, declarations: str = "") -> str:
    """A whole program around statements."""
    return f"package main\n{declarations}\nfunc main() {{\n{body}\n}}\n"
