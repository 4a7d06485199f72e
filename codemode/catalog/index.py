"""The index of a catalog as text: what fits the budget, and an honest count."""

from __future__ import annotations

from collections.abc import Sequence

from codemode.catalog.entries import ToolEntry
from codemode.catalog.schemas import one_line, properties, required, resolve
from codemode.catalog.validation import outline

MAX_LINE = 240
MAX_PARAMS = 8


def index_text(entries: Sequence[ToolEntry], budget: int) -> str:
    """A line for each tool in order of name, cut to `budget` bytes of UTF-8, and `n of N shown` when it is cut."""
    lines = [index_line(entry) for entry in sorted(entries, key=lambda e: (e.name, e.id))]
    whole = "\n".join(lines)
    if len(whole.encode()) <= budget:
        return whole
    room = budget - len(_trailer(len(lines), len(lines)).encode())
    shown: list[str] = []
    for line in lines:
        room -= len(line.encode()) + 1
        if room < 0:
            break
        shown.append(line)
    text = "\n".join([*shown, _trailer(len(shown), len(lines))])
    return text if len(text.encode()) <= budget else ""


def _trailer(shown: int, total: int) -> str:
    return f"({shown} of {total} shown; codemode.SearchTools(query, limit) finds the others)"


def index_line(entry: ToolEntry) -> str:
    """`math.add(a number, b number): Add two numbers.`; optional parameters carry a question mark."""
    schema = resolve(entry.input_schema, entry.input_schema)
    members, needed = properties(schema), required(schema)
    order = sorted(members, key=lambda key: key not in needed)
    params = [
        f"{one_line(key, 40)}{'' if key in needed else '?'} {outline(members[key], entry.input_schema)}"
        for key in order[:MAX_PARAMS]
    ]
    if len(order) > MAX_PARAMS:
        params.append("...")
    streams = " (streams)" if entry.streaming else ""
    told = f": {one_line(entry.description, 120)}" if entry.description.strip() else ""
    return one_line(f"{one_line(entry.name, 80)}({', '.join(params)}){streams}{told}", MAX_LINE)
