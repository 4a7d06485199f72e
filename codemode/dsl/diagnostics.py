"""Problems and their places. A pass makes a `Problem` from offsets; `Source.bind` gives it line, column and excerpt; `Diagnostic` draws itself."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import asdict
from itertools import accumulate
from typing import Any, Literal

from codemode.dsl.repairs import say
from codemode.records import dataclass

Severity = Literal["error", "warning"]
MAX_SOURCE = 256 * 1024  # UTF-8 bytes of one source
TOO_LONG = f"the code is too long: more than {MAX_SOURCE // 1024} KiB"

NO_RESULT = "no_result"  # code of a warning
HIDDEN_VARIABLE = "hidden_variable"  # reason of a warning
UNDECLARED = "undeclared_name"  # reason of an error


@dataclass(slots=True, frozen=True)
class Problem:
    """A problem between two character offsets of the source. `code` is one of the error codes in docs/contract.md. `reason` is one of those in
    docs/errors.md, which are more specific.
    """

    code: str
    message: str
    pos: int
    end: int
    hint: str = ""
    severity: Severity = "error"
    reason: str = ""


MendKey = tuple[str, tuple[tuple[str, str], ...], int]


@dataclass(slots=True, frozen=True)
class Mend:
    """A repair between two offsets. `code` and `facts` say what was found and how it was read: repairs.py has the words. `python`: the text was
    Python. `of_result`: the repair sets the result of the program, which applies only if the program prints nothing.
    """

    code: str
    pos: int
    end: int
    facts: tuple[tuple[str, str], ...] = ()
    python: bool = False
    of_result: bool = False

    @property
    def message(self) -> str:
        return say(self.code, self.facts)

    @property
    def key(self) -> MendKey:
        return self.code, self.facts, self.pos


def mend_of(code: str, pos: int, end: int, **facts: str) -> Mend:
    """Returns a repair with these facts."""
    return Mend(code, pos, end, tuple(facts.items()))


@dataclass(slots=True, frozen=True)
class Diagnostic:
    """A problem with its place, as shown to people and models. Lines and columns count from 1, columns in characters; line 0 means no place."""

    code: str
    message: str
    line: int
    column: int
    end_line: int
    end_column: int
    excerpt: str
    hint: str = ""
    severity: Severity = "error"
    reason: str = ""

    def __str__(self) -> str:
        mark = "" if self.severity == "error" else "warning: "
        text = (
            f"{self.line}:{self.column}: {mark}{self.message}\n{self.excerpt}" if self.line else f"{mark}{self.message}"
        )
        return f"{text}\n    hint: {self.hint}" if self.hint else text

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(slots=True, frozen=True)
class Repair:
    """A repair with its place. Lines and columns count from 1. `code` is one of the codes of repairs in docs/errors.md."""

    message: str
    line: int
    column: int
    code: str = ""

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.message}"

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


class Source:
    """The text of one cell, with a table of where its lines begin."""

    __slots__ = ("_starts", "name", "text")

    def __init__(self, text: str, name: str = "cell.go") -> None:
        self.text = text
        self.name = name
        *self._starts, _ = accumulate([len(line) + 1 for line in text.split("\n")], initial=0)

    def place(self, offset: int) -> tuple[int, int]:
        """Returns line and column (both from 1) of a character offset; an offset past the end counts as the end."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        start = self._starts[line - 1]
        end = self._starts[line] - 1 if line < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r")

    def excerpt(self, pos: int, end: int) -> str:
        """Returns the line of `pos` with carets below the span. Long lines are cut around the place."""
        line, column = self.place(pos)
        text = self.line_text(line)
        left = 0
        if len(text) > 160:
            left = max(0, min(column - 60, len(text) - 120))
            text = text[left : left + 120]
        start = min(column - 1 - left, len(text))
        width = max(1, min(end - pos, len(text) - start))
        pad = "".join("\t" if c == "\t" else " " for c in text[:start])
        number = str(line)
        return f"    {number} | {text}\n    {' ' * len(number)} | {pad}{'^' * width}"

    def bind(self, problem: Problem) -> Diagnostic:
        line, column = self.place(problem.pos)
        end_line, end_column = self.place(max(problem.end, problem.pos))
        return Diagnostic(
            problem.code,
            problem.message,
            line,
            column,
            end_line,
            end_column,
            self.excerpt(problem.pos, problem.end),
            problem.hint,
            problem.severity,
            problem.reason,
        )

    def bind_mend(self, mend: Mend) -> Repair:
        line, column = self.place(mend.pos)
        return Repair(mend.message, line, column, mend.code)
