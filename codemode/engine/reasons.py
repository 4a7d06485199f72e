"""Explains the codes of replies, the reasons of diagnostics and the codes of repairs. The rows are in `codes.toml`, `reasons.toml`,
`host_codes.toml` and `codemode.dsl.repairs`."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources

from codemode.dsl.repairs import REPAIRS
from codemode.interpreter.machine.panic_hints import HINTS
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


@cache
def host_codes() -> dict[str, Reason]:
    """The codes that only hosts see: of models, and of the server."""
    return _rows("host_codes.toml")


def everything() -> dict[str, Reason]:
    """All rows by their code."""
    return {**repairs(), **host_codes(), **reasons(), **codes()}


def _rows(file: str) -> dict[str, Reason]:
    text = (resources.files("codemode.engine") / file).read_text(encoding="utf-8")
    return {code: Reason(code, **_row(code, row)) for code, row in tomllib.loads(text).items()}


def _row(code: str, row: dict[str, str]) -> dict[str, str]:
    return row if "way" in row else {**row, "way": f"{HINTS[code][0].upper()}{HINTS[code][1:]}."}


def repairs() -> dict[str, Reason]:
    """The codes of repairs (see docs/readings.md)."""
    way = "The program runs so. With `strict` it is refused instead."
    return {code: Reason(code, f"A repair: {_shown(text)}.", way) for code, text in REPAIRS.items()}


def _shown(text: str) -> str:
    """A message with names in the places of its facts."""
    return re.sub(r"<(found|meant|other|more)>", lambda match: _PLACES[match[1]], text)


_PLACES = {"found": "A", "meant": "B", "other": "C", "more": "D"}


def document() -> str:
    """The text of docs/errors.md."""
    parts = [_HEAD]
    for reason in reasons().values():
        parts.append(f"## {reason.code}\n\n{reason.meaning} {reason.way}\n")
        if reason.example:
            parts.append("".join(f"    {line}\n" for line in reason.example.splitlines()))
    parts.append(_REPAIRS)
    parts[-1] += "".join(f"| {code} | {_cell(_shown(text))} |\n" for code, text in REPAIRS.items())
    for head, rows in ((_CODES, codes()), (_HOST_CODES, host_codes())):
        parts.append(
            head + "".join(f"| {row.code} | {_cell(row.meaning)} | {_cell(row.way)} |\n" for row in rows.values())
        )
    return "\n".join(parts)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


_REPAIRS = """# Repairs

Each entry of `repairs` in a reply has a `code`. It says what was read as what: A, B, C and D stand for pieces of the program.

| code | message |
| --- | --- |
"""

_CODES = """# Codes of failed replies

The same codes, with the phase and the exception of each, are in [contract.md](contract.md#error-codes).

| code | meaning | what to do |
| --- | --- | --- |
"""

_HOST_CODES = """# Codes of models and of the server

Only a host sees these. Errors of models are raised by `CodeModeUTCP` as `ModelError`; the others are answers of `codemode serve`.

| code | meaning | what to do |
| --- | --- | --- |
"""

_HEAD = """# Reasons

A failed reply has a `code`, one of those in [contract.md](contract.md#error-codes). Each of its diagnostics has a `reason` as well, which says more
exactly what is wrong. This page lists the reasons: what each means, what to write instead, and a program that gives it. Tables of the repairs and of
all other codes follow.
`codemode explain undeclared_name` shows one of them, `codemode explain timeout` a code. The page is what `codemode explain --all` prints.
"""
