"""The index of a catalog as text: the tools that fit the budget, and a count of the others.

Names and descriptions come from strangers. Each tool gets one line that begins with ours, so that no text of theirs can begin a line, close a fence
or open a tag of the prompt around it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import islice, zip_longest
from typing import cast

from codemode.catalog.catalog import Catalog
from codemode.catalog.combined import MAX_PARTS, flat
from codemode.catalog.descriptions import shared_text
from codemode.catalog.entries import ToolEntry
from codemode.catalog.lazy_schemas import outline_of
from codemode.catalog.observed_results import declares
from codemode.catalog.schema_notes import MAX_OPTIONS, notes_of, outlined
from codemode.catalog.schemas import (
    GO,
    JSON,
    Schema,
    Words,
    alternatives,
    as_schema,
    kinds,
    one_line,
    properties,
    required,
    resolve,
)
from codemode.catalog.taming import MAX_DESCRIPTION
from codemode.catalog.validation import outline
from codemode.records import dataclass

SEARCH = "codemode.SearchTools(query, limit) finds the others"
MAX_LINE = 240  # characters
MAX_PARAMS, MAX_WHOLE_PARAMS = 8, 50
MAX_RESULT = 400  # characters of the outline of a tool's result, or of a parameter that is an object
MAX_REPEATED = 40  # characters of a result that many lines repeat
MAX_PARAMS_TEXT = 4000  # characters of the notes on all parameters of a tool
OUTLINED = -2  # levels: lists of objects with lists of objects are shown

# invisible characters that could hide words from a human reader: variation selectors and fillers
_UNSEEN = re.compile("[\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u3164\\uffa0\\ufe00-\\ufe0f\\U000e0100-\\U000e01ef]")
_FRAMING = str.maketrans({"`": "'", "<": "‹", ">": "›"})


def index_text(entries: Sequence[ToolEntry], budget: int, rest: str) -> str:
    """Returns a line for each tool in order of name, cut to `budget` bytes of UTF-8, and `n of N shown` when it is cut."""
    lines = [index_line(entry) for entry in sorted(entries, key=lambda e: (e.name, e.id))]
    whole = "\n".join(lines)
    if len(whole.encode()) <= budget:
        return whole
    room = budget - len(_trailer(len(lines), len(lines), rest).encode())
    shown: list[str] = []
    for line in lines:
        room -= len(line.encode()) + 1
        if room < 0:
            break
        shown.append(line)
    text = "\n".join([*shown, _trailer(len(shown), len(lines), rest)])
    return text if len(text.encode()) <= budget else ""


def _trailer(shown: int, total: int, rest: str) -> str:
    return f"({shown} of {total} shown; {rest})"


def index_line(entry: ToolEntry, *, results: bool = False) -> str:
    """`math.add(a number, b number): Add two numbers.`; optional parameters carry a question mark. `results` tells what it gives, too."""
    told = _told(one_line(entry.description, 120), result_text(entry) if results else "")
    return one_line(f"{one_line(entry.name, 80)}{_params(entry)}{told}", MAX_LINE + MAX_RESULT)


def _told(description: str, result: str) -> str:
    """`: Add two numbers. Gives float64`: what stands after the parameters."""
    if not result:
        return f": {description}" if description else ""
    if not description:
        return f": gives {result}"
    return f": {description}{'' if description[-1] in '.!?…:;' else '.'} Gives {result}"


def _params(entry: ToolEntry, detail: Detail | None = None, words: Words = JSON) -> str:
    root = outline_of(entry.input_schema)
    members, needed, is_open = _members(root)
    order = sorted(members, key=lambda key: key not in needed)
    whole = detail is not None and detail.longest > 0
    most = MAX_WHOLE_PARAMS if whole else MAX_PARAMS
    kept = detail if whole else None
    params: list[str] = []
    room = MAX_PARAMS_TEXT
    for key in order[:most]:
        if room <= 0:
            break
        params.append(_param(key, members[key], root, key in needed, kept, words))
        room -= len(params[-1])
    if len(order) > len(params) or is_open:
        params.append("...")
    streams = " (streams)" if entry.streaming else ""
    return f"({', '.join(params)}){streams}"


def _members(root: Schema) -> tuple[dict[str, Schema], set[str], bool]:
    """The parameters of a tool, those that it needs, and whether it takes more. Of alternatives, those of the first ones together."""
    left = [MAX_PARTS]
    schema = flat(root, root, left)
    members, needed = dict(properties(schema)), set(required(schema))
    options = [flat(option, root, left) for option in alternatives(schema, MAX_PARAMS)]
    for option in options:
        members = dict(islice((members | dict(properties(option))).items(), MAX_WHOLE_PARAMS + 1))
    needed |= set[str]().union(*map(required, options[:1])).intersection(*map(required, options[1:]))
    extra = schema.get("additionalProperties")
    return members, needed, isinstance(extra, Mapping) and bool(cast("Mapping[str, object]", extra))


def _param(key: str, schema: Schema, root: Schema, needed: bool, detail: Detail | None, words: Words) -> str:
    name = f"{one_line(key, 40)}{'' if needed else '?'}{words.between}"
    if detail is None:
        return f"{name}{outline(schema, root, words)}"
    whole = flat(schema, root, [MAX_PARTS])
    notes = [*notes_of(whole), *_notes_beside_null(whole, root)]
    if isinstance(whole.get("enum"), list):  # as the type, and whole
        shown = f"{name}{notes.pop(0) if notes else outline(schema, root, words)}"
    elif detail.shapes and _has_fields(whole, root):
        shown = f"{name}{one_line(outlined(whole, root, OUTLINED, words, MAX_RESULT), MAX_RESULT)}"
    else:
        shown = f"{name}{outline(schema, root, words, MAX_OPTIONS)}"
    if detail.fields and isinstance(whole.get("description"), str):
        notes.insert(0, one_line(whole["description"], detail.longest))
    return f"{shown} ({'; '.join(notes)})" if notes else shown


def _notes_beside_null(schema: Schema, root: Schema) -> list[str]:
    """The notes on the other alternative, for a schema that allows null and one other thing."""
    options = [resolve(option, root) for option in alternatives(schema, 3)]
    others = [option for option in options if kinds(option) != ["null"]]
    if len(others) != 1 or len(options) != 2 or "enum" in others[0]:
        return []
    return list(notes_of(others[0]))


def _has_fields(schema: Schema, root: Schema) -> bool:
    """Whether the schema describes objects with declared properties, or lists of such objects."""
    left = [MAX_PARTS]
    items = flat(as_schema(schema.get("items")), root, left)
    options = [flat(option, root, left) for option in alternatives(schema, MAX_PARAMS)]
    return any(map(properties, (schema, items, *options)))


def result_text(entry: ToolEntry, words: Words = GO) -> str:
    """`{on_hand: int}`: what a tool gives, "" if it does not say so."""
    given = outline_of(entry.output_schema)
    return one_line(outlined(given, given, OUTLINED, words, MAX_RESULT), MAX_RESULT) if declares(given) else ""


# --- the index that a model reads before it writes a program -------------------------------------------------------------


@dataclass(slots=True, frozen=True)
class Detail:
    """How much is told of each tool: `longest` is the most characters of one text, 0 for none; `fields`: parameters have texts, too; `shapes`: what
    is in objects that are parameters."""

    longest: int
    fields: bool = False
    shapes: bool = True
    results: bool = True  # whether results of tools are shown
    note: str = "longer descriptions are cut"  # shown after the last line


# the first with which all fits
_DETAILS = (
    Detail(4000, fields=True),
    Detail(1000, fields=True),
    Detail(1000, note="without the descriptions of their parameters"),
    Detail(400, note="without the descriptions of their parameters, longer ones cut"),
    Detail(120, note="without the descriptions of their parameters, longer ones cut"),
    Detail(120, shapes=False, note="without the parts and descriptions of their parameters, longer descriptions cut"),
    Detail(0, shapes=False, note="without their descriptions"),
    Detail(0, shapes=False, results=False, note="without their descriptions and what they give"),
)


@dataclass(slots=True, frozen=True)
class IndexItem:
    """One line: what is called, how, and what for. `owner` is who its words come from; `params` is asked for lines that are shown, `whole` where
    there is room for more, `result` for what it gives."""

    owner: str
    name: str
    params: Callable[[], str]
    description: str = ""
    whole: Callable[[Detail], str] | None = None
    result: Callable[[], str] | None = None


def catalog_items(catalog: Catalog, words: tuple[Words, Words] = (JSON, GO)) -> Iterator[IndexItem]:
    """The tools of a catalog, by the name that calls them: their id where another tool has won the name, or where it cannot be shown as it is.
    `words` are for parameters and for results."""
    for entry in catalog.entries:
        own = catalog.get(entry.name) is entry and inert(entry.name, 120) == entry.name
        name, owner = entry.name if own else entry.id, f"{entry.source}:{entry.source_name}"
        params, result = partial(_params, entry, words=words[0]), cache(partial(result_text, entry, words[1]))
        yield IndexItem(owner, name, params, entry.description, params, result)


def inert(text: str, limit: int) -> str:
    """Returns a foreign text for use in one line, without effect on the Markdown or the tags around it."""
    return one_line(_UNSEEN.sub("", text[: 20 * limit]).translate(_FRAMING), limit)


def exec_index(items: Iterable[IndexItem], budget: int, rest: str = SEARCH, more: str = "tools.Describe(name)") -> str:
    """A line for each item in order of name, within `budget` bytes of UTF-8, the same bytes for the same items in any order. `rest` says how to find
    what is left out, `more` what tells of an item all there is to tell.

    While all fits, it is whole, and what several items of one owner all say is a line of its own. What does not fit loses the ends of long texts
    first, then the descriptions of parameters, then its own. Then owners take turns, so that none can crowd out the others, and the count says so.
    """
    listed = sorted(items, key=lambda item: (item.name, item.owner))
    if sum(min(len(item.name), MAX_LINE) for item in listed) <= budget:
        common, said = _said_once(listed)
        for detail in _DETAILS:
            lines = _fitting(_lines(listed, common, said, detail), budget)
            if lines is None:
                continue
            if lines != _fitting(_lines(listed, common, said, _UNCUT), sum(map(_size, lines)) + len(lines)):
                lines.append(f"(all {len(listed)} shown, {detail.note}; {more} gives them)")
            text = "\n".join(lines)
            if _size(text) <= budget:
                return text
    return _in_turns(listed, budget, rest)


_UNCUT = Detail(MAX_DESCRIPTION, fields=True)


def _lines(
    listed: Sequence[IndexItem], common: Sequence[tuple[str, str]], said: Mapping[str, str], detail: Detail
) -> Iterator[str]:
    if detail.longest:
        yield from (f"- {names}: {inert(text, detail.longest)}" for names, text in common)
    given: dict[str, tuple[str, bool]] = {}
    for item in listed:
        yield _line(item, said.get(item.name, item.description), detail, given)


def _fitting(lines: Iterable[str], room: int) -> list[str] | None:
    """Returns the lines; None if they do not fit with their line breaks. Lines after the first that does not fit are not made."""
    kept: list[str] = []
    for line in lines:
        room -= _size(line) + 1
        if room < -1:  # the last has no line break
            return None
        kept.append(line)
    return kept


def _line(item: IndexItem, description: str, detail: Detail, given: dict[str, tuple[str, bool]] | None = None) -> str:
    """`given` are the results that earlier lines have told, with the item and its brackets."""
    params = item.whole(detail) if item.whole is not None and detail.longest else item.params()
    shown = inert(f"{item.name}{params}", MAX_LINE + (MAX_PARAMS_TEXT if detail.shapes else 0))
    result = inert(item.result(), MAX_RESULT) if item.result is not None and detail.results else ""
    if given is not None and len(result) > MAX_REPEATED:
        result = _given_before(result, inert(item.name, MAX_LINE), given)
    return f"- {shown}{_told(inert(description, detail.longest) if detail.longest else '', result)}"


def _given_before(result: str, name: str, given: dict[str, tuple[str, bool]]) -> str:
    """`what shop.get_order gives`, where an earlier line tells it."""
    element, is_list = result.removeprefix("[]"), result.startswith(("[]", "list["))
    if result.startswith("list["):
        element = result[len("list[") : -1]
    first, was_list = given.setdefault(element, (name, is_list))
    if first == name:
        return result
    how = "" if is_list == was_list else "a list of " if is_list else "one element of "
    return f"{how}what {first} gives"


def _size(text: str) -> int:
    return len(text.encode())


def _said_once(listed: Sequence[IndexItem]) -> tuple[list[tuple[str, str]], dict[str, str]]:
    """Returns what several items of one owner have in common, with their names; and by name what each of them has besides."""
    owned: dict[str, dict[str, str]] = {}
    for item in listed:
        owned.setdefault(item.owner, {})[item.name] = item.description
    common: list[tuple[str, str]] = []
    said: dict[str, str] = {}
    for owner in sorted(owned):
        for shared in shared_text(owned[owner]):
            names = _names_of(list(shared.rest), listed)
            if names:
                common.append((inert(names, MAX_LINE), shared.text))
                said |= shared.rest
    return sorted(common), said


def _names_of(names: list[str], listed: Sequence[IndexItem]) -> str:
    """`shop.*`, if all that begins so is meant, else the names, if they are few."""
    prefix = names[0].rpartition(".")[0]
    begin = f"{prefix}."
    if prefix and {item.name for item in listed if item.name.startswith(begin)} == set(names):
        return f"{begin}*"
    shown = ", ".join(names)
    return shown if len(shown) <= MAX_LINE // 2 else ""


# --- when there is no room for all ---------------------------------------------------------------------------------------


def _in_turns(listed: Sequence[IndexItem], budget: int, rest: str) -> str:
    turns = list(_taking_turns(listed))
    room = budget - _size(_trailer(len(listed), len(listed), rest)) - 1
    lines: list[tuple[int, str]] = []
    for at in turns:
        line = _line(listed[at], "", _DETAILS[-1])
        room -= _size(line) + 1
        if room < -1:
            break
        lines.append((at, line))
    text = "\n".join([*(line for _, line in sorted(lines)), _trailer(len(lines), len(listed), rest)])
    return text if _size(text) <= budget else ""


def _taking_turns(listed: Sequence[IndexItem]) -> Iterator[int]:
    """Returns positions in the list: the first of every owner, then the second of every owner, and so on."""
    owned: dict[str, list[int]] = {}
    for at, item in enumerate(listed):
        owned.setdefault(item.owner, []).append(at)
    for turn in zip_longest(*(owned[owner] for owner in sorted(owned))):
        yield from (at for at in turn if at is not None)
