"""What an arm is given: a world of tools with state, and what somebody wants done there."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

ONE_CALL, MULTI_TURN, JOINS, BIG_RESULTS = "one call", "multi-turn", "joins", "big results"


@dataclass(slots=True)
class World:
    """Tools, and what they work on. `functions` is what a FunctionSource takes; `state` is for checks only."""

    owner: str
    functions: Sequence[Any]
    state: Any = None


@dataclass(slots=True, frozen=True)
class Task:
    """`turns` are the user's messages, one after the other. `right` judges the world they leave and the answers, never the way there."""

    id: str
    kind: str
    make: Callable[[], World]
    turns: tuple[str, ...]
    right: Callable[[World, list[str]], bool]


def numbers(text: str) -> set[float]:
    """The numbers that a text tells, without separators of thousands."""
    return {float(found.replace(",", "")) for found in re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", text)}


def tells(text: str, *facts: str | float) -> bool:
    """Whether a text has all these words and numbers in it."""
    found, said = numbers(text), text.casefold()
    return all(fact.casefold() in said if isinstance(fact, str) else float(fact) in found for fact in facts)
