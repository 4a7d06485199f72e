"""What the work of a program would cost if a model called the tools itself: every turn reads the schemas of all tools, the request, and all calls and
results so far."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from codemode.catalog import ToolEntry
from codemode.engine import CallContext, Hook

LETTERS = 4  # of a token, about: there is no tokenizer here


def tokens(*texts: str) -> int:
    return round(sum(map(len, texts)) / LETTERS)


@dataclass(slots=True)
class Call:
    tool: str
    arguments: dict[str, Any]
    result: Any


@dataclass(slots=True)
class Recorder(Hook):
    """Keeps the calls that were made."""

    calls: list[Call] = field(default_factory=list[Call])

    async def after(
        self, tool: ToolEntry, arguments: dict[str, Any], result: Any, context: CallContext
    ) -> list[Any] | None:
        self.calls.append(Call(tool.name, arguments, result))
        return None


@dataclass(slots=True, frozen=True)
class Cost:
    """`tokens` are those that are read and written in all turns."""

    tokens: int
    turns: int


def at_best(tools: Sequence[ToolEntry], prompt: str, calls: Sequence[Call], answer: str) -> Cost:
    """Returns the cost if the model makes all calls of one tool in the same turn."""
    return _cost(tools, prompt, [list(same) for _, same in groupby(calls, lambda call: call.tool)], answer)


def one_by_one(tools: Sequence[ToolEntry], prompt: str, calls: Sequence[Call], answer: str) -> Cost:
    return _cost(tools, prompt, [[call] for call in calls], answer)


def _cost(tools: Sequence[ToolEntry], prompt: str, turns: Sequence[Sequence[Call]], answer: str) -> Cost:
    reading, spent = tokens(schemas(tools), prompt), 0
    for turn in turns:
        asked = tokens(*(json.dumps({"name": call.tool, "arguments": call.arguments}) for call in turn))
        spent += reading + asked
        reading += asked + tokens(*(json.dumps(call.result) for call in turn))
    return Cost(spent + reading + tokens(answer), len(turns) + 1)


def schemas(tools: Sequence[ToolEntry]) -> str:
    """Returns all tools in the form of the OpenAI API."""
    functions = [{"name": t.name, "description": t.description, "parameters": dict(t.input_schema)} for t in tools]
    return json.dumps([{"type": "function", "function": function} for function in functions])
