"""The index of a catalog as text: what fits the budget, and an honest count.

Names and descriptions come from strangers. Each tool gets one line that begins with ours, so that no text of theirs can begin a line,
close a fence or open a tag of the prompt around it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest

from codemode.catalog.catalog import Catalog
from codemode.catalog.entries import ToolEntry
from codemode.catalog.schemas import one_line, properties, required, resolve
from codemode.catalog.validation import outline

SEARCH = "codemode.SearchTools(query, limit) finds the others"
MAX_LINE = 240
MAX_PARAMS = 8

# what cannot be seen, and could carry words past whoever reads along: variation selectors and fillers
_UNSEEN = re.compile("[\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u3164\\uffa0\\ufe00-\\ufe0f\\U000e0100-\\U000e01ef]")
_FRAMING = str.maketrans({"`": "'", "<": "‹", ">": "›"})


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


def _trailer(shown: int, total: int, rest: str = SEARCH) -> str:
    return f"({shown} of {total} shown; {rest})"


def index_line(entry: ToolEntry) -> str:
    """`math.add(a number, b number): Add two numbers.`; optional parameters carry a question mark."""
    told = f": {one_line(entry.description, 120)}" if entry.description.strip() else ""
    return one_line(f"{one_line(entry.name, 80)}{_params(entry)}{told}", MAX_LINE)


def _params(entry: ToolEntry) -> str:
    schema = resolve(entry.input_schema, entry.input_schema)
    members, needed = properties(schema), required(schema)
    order = sorted(members, key=lambda key: key not in needed)
    params = [
        f"{one_line(key, 40)}{'' if key in needed else '?'} {outline(members[key], entry.input_schema)}"
        for key in order[:MAX_PARAMS]
    ]
    if len(order) > MAX_PARAMS:
        params.append("...")
    return f"({', '.join(params)}){' (streams)' if entry.streaming else ''}"


# --- the index that a model reads before it writes a program -------------------------------------------------------------


@dataclass(slots=True, frozen=True)
class IndexItem:
    """One line: what is called, how, and what for. `owner` is who its words come from; `params` is asked for lines that are shown."""

    owner: str
    name: str
    params: Callable[[], str]
    description: str = ""


def catalog_items(catalog: Catalog) -> Iterator[IndexItem]:
    """The tools of a catalog, by the name that calls them: their id where another tool has won the name, or where it cannot be shown as it is."""
    for entry in catalog.entries:
        own = catalog.get(entry.name) is entry and inert(entry.name, 120) == entry.name
        owner = f"{entry.source}:{entry.source_name}"
        yield IndexItem(owner, entry.name if own else entry.id, partial(_params, entry), entry.description)


def inert(text: str, limit: int) -> str:
    """A stranger's text as part of one line that means nothing to the Markdown or the tags around it."""
    return one_line(_UNSEEN.sub("", text[: 20 * limit]).translate(_FRAMING), limit)


def exec_index(items: Iterable[IndexItem], budget: int, rest: str = SEARCH, more: str = "tools.Describe(name)") -> str:
    """A line for each item in order of name, within `budget` bytes of UTF-8, the same bytes for the same items in any order. `rest` says how to find
    what is left out, `more` what tells of an item all there is to tell.

    What does not fit loses its descriptions first. Then owners take turns, so that none can crowd out the others, and the count says so.
    """
    listed = sorted(items, key=lambda item: (item.name, item.owner))
    whole = _fitting((_line(item, item.description) for item in listed), budget)
    if len(whole) == len(listed):
        return "\n".join(whole)
    note = f"(all {len(listed)} shown, without their descriptions; {more} gives them)"
    short = _fitting((_line(item) for item in listed), budget - _size(note) - 1)
    if len(short) == len(listed):
        return "\n".join([*short, note])
    turns = list(_taking_turns(listed))
    longest = _trailer(len(listed), len(listed), rest)
    lines = _fitting((_line(listed[at]) for at in turns), budget - _size(longest) - 1)
    shown = [line for _, line in sorted(zip(turns, lines))]
    text = "\n".join([*shown, _trailer(len(shown), len(listed), rest)])
    return text if _size(text) <= budget else ""


def _fitting(lines: Iterable[str], room: int) -> list[str]:
    """The first lines, as many as fit with their line breaks. What comes after them is not made."""
    kept: list[str] = []
    for line in lines:
        room -= _size(line) + 1
        if room < -1:  # the last has no line break
            break
        kept.append(line)
    return kept


def _line(item: IndexItem, description: str = "") -> str:
    told = inert(description, 120)
    return "- " + inert(f"{item.name}{item.params()}{f': {told}' if told else ''}", MAX_LINE)


def _size(text: str) -> int:
    return len(text.encode())


def _taking_turns(listed: list[IndexItem]) -> Iterator[int]:
    """Positions in the list: the first of every owner, then the second of every owner, and so on."""
    owned: dict[str, list[int]] = {}
    for at, item in enumerate(listed):
        owned.setdefault(item.owner, []).append(at)
    for turn in zip_longest(*(owned[owner] for owner in sorted(owned))):
        yield from (at for at in turn if at is not None)
