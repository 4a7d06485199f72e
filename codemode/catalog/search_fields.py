"""The fields of a tool that search reads, and their weights. They are texts of strangers, so each is cut to a length."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from codemode.catalog.entries import ToolEntry
from codemode.catalog.lazy_schemas import outline_of
from codemode.catalog.schemas import Schema, alternatives, as_schema, properties, resolve
from codemode.catalog.words import joined_terms

NAME, TAGS, PARAMS, DESCRIPTION, DETAILS = 4.0, 2.0, 1.5, 1.0, 0.5
RETURNS, RETURN_DETAILS = 0.4, 0.2
# characters that count; longer texts are no descriptions but attempts to be found, or to slow search down
MAX_TEXT, MAX_NAME, MAX_TITLE = 4000, 500, 300
MAX_TAGS, MAX_PARAMS, MAX_RETURNS = 32, 200, 60
MAX_DETAILS = 8000  # characters of all descriptions of parameters together, and of all descriptions of return values
MAX_DEPTH = 4  # objects in lists in objects of a return value

_SENTENCE_END = re.compile(r"[.!?。]\s|\n|。")


class Weighed(NamedTuple):
    """How much each term says about a tool: those that the tool says of itself, and the others, which only its result has."""

    given: dict[str, float]
    returned: dict[str, float]

    @property
    def length(self) -> float:
        """What results have does not count: a tool is no less about orders because an order has a hundred fields."""
        return sum(self.given.values())


def weigh(entry: ToolEntry, read: Callable[[str], Sequence[str]]) -> Weighed:
    """Weighs the terms of a tool. `read` gives the terms of a text."""
    given: dict[str, float] = {}
    for text, weight in _given(entry):
        _add(given, read(text), weight)
    _add(given, joined_terms(entry.name[:MAX_NAME]), NAME / 2)
    returned: dict[str, float] = {}
    for text, weight in _returned(entry):
        for term in read(text):
            if term not in given:
                returned.setdefault(term, weight)  # once: hundreds of objects in a result may have the same field
    return Weighed(given, returned)


def _add(weights: dict[str, float], found: Iterable[str], weight: float) -> None:
    for term in found:
        weights[term] = weights.get(term, 0.0) + weight


def title(description: str) -> str:
    """The first sentence or line of a description."""
    text = description.strip()[:MAX_TITLE]
    return _SENTENCE_END.split(text, 1)[0]


def _given(entry: ToolEntry) -> Iterator[tuple[str, float]]:
    yield entry.name[:MAX_NAME], NAME
    if entry.label and entry.label != entry.name:
        yield entry.label[:MAX_NAME], NAME / 2
    yield from ((tag[:MAX_NAME], TAGS) for tag in entry.tags[:MAX_TAGS])
    yield entry.description[:MAX_TEXT], DESCRIPTION
    room = MAX_DETAILS
    given = outline_of(entry.input_schema)
    members = properties(resolve(given, given))
    for name, schema in islice(members.items(), MAX_PARAMS):
        yield name[:MAX_NAME], PARAMS
        described = _text(schema, "description")[:room]
        room -= len(described)
        yield described, DETAILS


def _returned(entry: ToolEntry) -> Iterator[tuple[str, float]]:
    """Names and descriptions of what the tool gives, those on top first."""
    root = outline_of(entry.output_schema)
    level: list[Schema] = [root]
    left, room = MAX_RETURNS, MAX_DETAILS
    for _ in range(MAX_DEPTH):
        below: list[Schema] = []
        for schema in level:
            for name, member in islice(_members(schema, root), left):
                left -= 1
                described = _text(member, "description")[:room]
                room -= len(described)
                yield name[:MAX_NAME], RETURNS
                yield described, RETURN_DETAILS
                below.append(member)
        level = below


def _members(schema: Schema, root: Schema) -> Iterator[tuple[str, Schema]]:
    """The properties of an object, or of the objects of a list, or of one of several."""
    schema = resolve(schema, root)
    for _ in range(MAX_DEPTH):
        if "items" not in schema:
            break
        schema = resolve(as_schema(schema["items"]), root)
    yield from properties(schema).items()
    for option in alternatives(schema, MAX_DEPTH):
        yield from properties(resolve(option, root)).items()


def _text(schema: Mapping[str, Any], key: str) -> str:
    found = schema.get(key)
    return found if isinstance(found, str) else ""
