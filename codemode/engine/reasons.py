"""Explains the codes of replies and the reasons of diagnostics: what they mean, how to fix them, and an example. The rows are in `codes.toml` and
`reasons.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

from codemode.interpreter.machine.advice import HINTS
from codemode.records import dataclass


@dataclass(slots=True, frozen=True)
class Reason:
    """One row. `example` is a program with that problem, or "" if there is no short one."""

    code: str
    meaning: str
    way: str
    example: str = ""

    def __str__(self) -> str:
        shown = "".join(f"\n    {line}" for line in self.example.splitlines())
        return f"{self.code}\n\n{self.meaning}\n{self.way}" + (f"\n{shown}" if shown else "")


@cache
def reasons() -> dict[str, Reason]:
    """The reasons of diagnostics by their code, in the order of their file."""
    return _rows("reasons.toml")


@cache
def codes() -> dict[str, Reason]:
    """The codes of failed replies (see docs/contract.md)."""
    return _rows("codes.toml")


def _rows(file: str) -> dict[str, Reason]:
    text = (resources.files("codemode.engine") / file).read_text(encoding="utf-8")
    return {code: Reason(code, **_row(code, row)) for code, row in tomllib.loads(text).items()}


def _row(code: str, row: dict[str, str]) -> dict[str, str]:
    return row if "way" in row else {**row, "way": f"{HINTS[code][0].upper()}{HINTS[code][1:]}."}


def document() -> str:
    """The text of docs/errors.md."""
    parts = [_HEAD]
    for reason in reasons().values():
        parts.append(f"## {reason.code}\n\n{reason.meaning} {reason.way}\n")
        if reason.example:
            parts.append("".join(f"    {line}\n" for line in reason.example.splitlines()))
    return "\n".join(parts)


_HEAD = """# Reasons

A failed reply has a `code`, one of those in [contract.md](contract.md#error-codes). Each of its diagnostics has a `reason` as well, which says more
exactly what is wrong. This page lists the reasons: what each means, what to write instead, and a program that gives it.
`codemode explain undeclared_name` shows one of them, `codemode explain timeout` a code. The page is what `codemode explain --all` prints.
"""
