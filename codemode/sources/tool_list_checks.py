"""Checks lists of tools from foreign servers: an error in one tool does not affect the others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Set
from typing import Any, cast

from pydantic import ValidationError

from codemode.sources.utcp_results import short

_PYTHON = re.compile(r"dictionary(?: or (?:instance of \w+|object.*))?$")
MAX_TOLD = 50  # things left out of one list that are named
MAX_WHY = 3

Problem = tuple[str, str]  # the field of an item, "" for the whole, and what is wrong with it
Check = Callable[[dict[str, Any]], Iterable[Problem]]


def sift(items: list[Any], what: str, needed: Set[str], check: Check) -> tuple[list[dict[str, Any]], list[str]]:
    """Returns the valid items, and what was left out and why.

    A wrong field that is not `needed` is left out of its item; an item with a wrong needed field is left out itself.
    """
    kept: list[dict[str, Any]] = []
    told: list[str] = []
    for number, item in enumerate(items, 1):
        if not isinstance(item, dict):
            told.append(f"{what} {number} was left out: it is not an object")
            continue
        fields = cast("dict[str, Any]", item)
        name = _name_of(fields, number, what)
        problems = list(check(fields))
        wrong = {field for field, _ in problems}
        if problems and not wrong & {"", *needed}:
            told.append(f"{name} is listed without {_in_words(problems)}")
            fields = {key: value for key, value in fields.items() if key not in wrong}
            problems = list(check(fields))
        if problems:
            told.append(f"{name} was left out: {_in_words(problems)}")
        else:
            kept.append(fields)
    return kept, shortened(told)


def shortened(told: list[str]) -> list[str]:
    """Returns each text once, and of very many only the first."""
    unique = list(dict.fromkeys(told))
    more = len(unique) - MAX_TOLD
    return [*unique[:MAX_TOLD], f"and {more} more of that kind"] if more > 0 else unique


def problems_in(error: ValidationError, at: tuple[str | int, ...] = ()) -> Iterable[Problem]:
    """Yields the problems of one item; `at` is its place in the validated value."""
    for each in error.errors(include_url=False, include_input=False, include_context=False):
        place = each["loc"]
        if place[: len(at)] == at:
            rest = [str(part) for part in place[len(at) :]]
            why = _PYTHON.sub("object", each["msg"])
            yield rest[0] if rest else "", f"{'.'.join(rest)}: {why}" if rest else why


def _name_of(fields: dict[str, Any], number: int, what: str) -> str:
    name = fields.get("name")
    return f"{what} {short(name, 80)!r}" if isinstance(name, str) else f"{what} {number}"


def _in_words(problems: list[Problem]) -> str:
    words = list(dict.fromkeys(short(text, 200) for _, text in problems))
    return ", ".join(words[:MAX_WHY]) + (", ..." if len(words) > MAX_WHY else "")
