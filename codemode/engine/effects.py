"""The effects of a program, found before it runs: which tools it can call, with which arguments, and how often."""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel, ConfigDict

from codemode.engine.escaping import escaped

MAX_SHOWN = 16 << 10  # bytes of JSON of the effects that somebody is asked to approve
MAX_NAME = 200  # characters of an expression


class Effect(BaseModel):
    """One place in a program that can call a tool.

    `tool` is the tool's name; it is "" if the program computes the name (then `name` is the expression, and any tool that the caller may use can be
    meant). `read_only` is the tool's own hint, None if the tool is unknown. `arguments` are the arguments with constant values, `computed` the names
    of the arguments with computed values; `open` tells that there may be others. `times` is the maximum number of calls, None if it is not known
    before the run; `in_loop` tells that the place is in a loop. Lines and columns count from 1.
    """

    model_config = ConfigDict(frozen=True, defer_build=True)

    tool: str
    id: str = ""
    name: str = ""
    read_only: bool | None = None
    arguments: dict[str, Any] = {}
    computed: tuple[str, ...] = ()
    open: bool = False
    times: int | None = 1
    in_loop: bool = False
    line: int
    column: int
    excerpt: str = ""


class Effects(BaseModel):
    """All places of a program that can call a tool, in the order of the text. They are an upper bound: a program may do less, never more.
    `omitted` counts places beyond the first 500."""

    model_config = ConfigDict(frozen=True, defer_build=True)

    calls: tuple[Effect, ...] = ()
    omitted: int = 0

    @property
    def any_tool(self) -> bool:
        """Whether the program computes the name of a tool that it calls."""
        return bool(self.omitted) or any(not call.tool for call in self.calls)

    @property
    def tools(self) -> tuple[str, ...]:
        """The tool names in the program's text, each once."""
        return tuple(dict.fromkeys(call.tool for call in self.calls if call.tool))

    @property
    def writes(self) -> tuple[Effect, ...]:
        """The calls that may change something: all except those of tools with `read_only`."""
        return tuple(call for call in self.calls if call.read_only is not True)

    def shown(self, room: int = MAX_SHOWN) -> Effects:
        """The effects for the person who approves them: without excerpts, and as many places as fit into the given bytes of JSON."""
        kept: list[Effect] = []
        for call in self.calls:
            short = call.model_copy(update={"excerpt": ""})
            room -= len(short.model_dump_json().encode("utf-8", "replace"))
            if room < 0:
                break
            kept.append(short)
        return Effects(calls=tuple(kept), omitted=self.omitted + len(self.calls) - len(kept))

    def __str__(self) -> str:
        if not self.calls:
            return "This program calls no tools."
        return "\n".join([*map(_line, self.calls), *([f"... and {self.omitted} more places"] if self.omitted else [])])


def _line(call: Effect) -> str:
    what = call.tool or f"any tool, named by {call.name[:MAX_NAME]}"
    kind = "reads" if call.read_only else "may write"
    given = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in call.arguments.items()]
    given += [f"{name}: computed" for name in call.computed]
    given += ["arguments that are computed"] if call.open else []
    often = {None: "any number of times", 0: "never", 1: "once"}.get(call.times, f"up to {call.times} times")
    return escaped(f"line {call.line}: {what}({', '.join(given)}), {kind}, {often}")
