"""Programs that ran to their end and still did not do what they were written for: by the codes of their warnings, never by their texts."""

from __future__ import annotations

from itertools import islice
from typing import Any, cast

from codemode.dsl import Diagnostic
from codemode.engine import Completed

MISSING_KEY = "missing_key"  # a key was read that a tool's result does not have
GOROUTINES_LEFT = "goroutines_left"  # the program ended before goroutines or calls that it had begun

MAX_LEAVES = 10_000  # of a value that are looked at


def doubts(reply: Completed) -> list[Diagnostic]:
    """The warnings that make the reply a problem to repair. A key that was missing is one when the value holds a nil for it."""
    missing = [warning for warning in reply.warnings if warning.code == MISSING_KEY]
    left = [warning for warning in reply.warnings if warning.code == GOROUTINES_LEFT]
    return [*left, *(missing if missing and holds_nothing(reply.value) else ())]


def holds_nothing(value: Any) -> bool:
    """Whether a value is empty, or has a place that is nil wherever it occurs: nil itself, or a field that is nil in every row of a list.

    A field that some rows have is optional, and says nothing.
    """
    if value is None or value == [] or value == {}:
        return True
    found: dict[tuple[str, ...], bool] = {}  # by place, with all elements of a list at one: whether something is there
    waiting: list[tuple[tuple[str, ...], Any]] = [((), value)]
    for _ in range(MAX_LEAVES):
        if not waiting:
            break
        place, held = waiting.pop()
        if isinstance(held, dict):
            found[place] = True
            waiting += [((*place, key), each) for key, each in islice(cast("dict[str, Any]", held).items(), MAX_LEAVES)]
        elif isinstance(held, list):
            found[place] = True
            waiting += [((*place, "[]"), each) for each in islice(cast("list[Any]", held), MAX_LEAVES)]
        else:
            found[place] = found.get(place, False) or held is not None
    return not all(found.values())
