"""Makes short notes behind a Go type, on what it cannot express of a JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, cast

from codemode.catalog.combined import flat, told_apart
from codemode.catalog.schemas import (
    GO,
    Schema,
    Words,
    as_schema,
    is_base64,
    kinds,
    lookup,
    one_line,
    properties,
    required,
    show,
)

MAX_OPTIONS, MAX_MEMBERS, MAX_OUTLINED, MAX_EXAMPLES = 40, 8, 2, 2
MAX_PARTS = 50  # of one outline: those after it would be cut anyway
_TIMES = ("date", "date-time", "time", "duration")  # formats that outlines tell
MAX_KNOWN = 30  # properties that are looked at
HIDDEN = "x-hidden"  # of an outline: the word of the properties that its side does not have, readOnly or writeOnly
OBSERVED = "x-observed"  # the keyword for the observed form of a value, in schemas that we make from results


def notes_of(schema: Schema) -> Iterator[str]:
    """Returns notes on allowed values, format, bounds, default, the owner's examples, and what was observed."""
    options = schema.get("enum")
    if isinstance(options, list) and options:
        values = cast("list[object]", options)
        shown = ", ".join(show(o, 40) for o in values[:MAX_OPTIONS])
        yield f"one of {shown}{', ...' if len(values) > MAX_OPTIONS else ''}"
    if "const" in schema:
        yield f"always {show(schema['const'], 40)}"
    if is_base64(schema):
        yield "base64"
    elif schema.get("format") == "binary":
        yield "bytes"
    elif isinstance(schema.get("format"), str):
        yield f"format {one_line(schema['format'], 40)}"
    yield from _bounds(schema)
    if isinstance(schema.get("pattern"), str):
        yield f"matches {show(schema['pattern'], 80)}"
    if schema.get("default") is not None:
        yield f"default {show(schema['default'], 40)}"
    yield from _examples(schema)
    if isinstance(schema.get(OBSERVED), str):
        yield one_line(schema[OBSERVED], 200)


def _examples(schema: Schema) -> Iterator[str]:
    given: object = schema.get("examples")
    values: list[object] = []
    if isinstance(given, list):
        values = cast("list[object]", given)[:MAX_EXAMPLES]
    elif isinstance(given, Mapping):  # OpenAPI's, by name
        named = islice(cast("Mapping[str, object]", given).values(), MAX_EXAMPLES)
        values = [as_schema(each).get("value", each) for each in named]
    if not values and schema.get("example") is not None:
        values = [schema["example"]]
    if values:
        yield f"e.g. {' or '.join(show(value, 200) for value in values)}"


def _bounds(schema: Schema) -> Iterator[str]:
    yield from _between(schema, "minimum", "maximum", "")
    for word, told in (("exclusiveMinimum", "above"), ("exclusiveMaximum", "below"), ("multipleOf", "a multiple of")):
        bound = _number(schema, word)
        if bound is not None:
            yield f"{told} {show(bound, 30)}"
    yield from _between(schema, "minLength", "maxLength", " characters")
    yield from _between(schema, "minItems", "maxItems", " items")
    if schema.get("uniqueItems") is True:
        yield "no two alike"


def _between(schema: Schema, low: str, high: str, unit: str) -> Iterator[str]:
    least, most = _number(schema, low), _number(schema, high)
    if unit and least == 1 and most is None:
        yield "not empty"
    elif least is not None and most is not None:
        yield f"{show(least, 30)} to {show(most, 30)}{unit}" if least != most else f"{show(least, 30)}{unit}"
    elif least is not None and (least or not unit):
        yield f"at least {show(least, 30)}{unit}"
    elif most is not None:
        yield f"at most {show(most, 30)}{unit}"


def _number(schema: Schema, word: str) -> int | float | None:
    bound = schema.get(word)
    return bound if isinstance(bound, int | float) and not isinstance(bound, bool) else None


def outlined(schema: Schema, root: Schema, depth: int = 0, words: Words = GO, longest: int = 200) -> str:
    """A schema in one line, where one among several is told from the others: `{kind: "circle", r: float64}`. A `depth` below 0 shows more of it.
    `longest` is the most characters of each kind of value."""
    return _Outline(root, words, longest).of(schema, depth)


class _Outline:
    """The outline of one schema. It has at most MAX_PARTS parts, because a few references can stand for millions."""

    def __init__(self, root: Schema, words: Words, longest: int) -> None:
        self._root = root
        self._words = words
        self._longest = longest
        self._left = MAX_PARTS
        self._merges = [MAX_PARTS]

    def of(self, schema: Schema, depth: int) -> str:
        self._left -= 1
        if self._left < 0:
            return "..."
        schema = flat(schema, self._root, self._merges)
        if "const" in schema:
            return show(schema["const"], 40)
        options = schema.get("enum")
        if isinstance(options, list) and options:
            values = cast("list[object]", options)
            return " or ".join([*(show(option, 30) for option in values[:4]), *["..."] * (len(values) > 4)])
        among = told_apart(schema, self._root, 4, self._merges)
        if among and depth <= MAX_OUTLINED:
            return " | ".join(dict.fromkeys(self.of(option, depth + 1) for option in among))
        told = " or ".join(one_line(self._kind(kind, schema, depth), self._longest) for kind in kinds(schema))
        return told or self._words.anything

    def _kind(self, kind: str, schema: Schema, depth: int) -> str:
        if kind == "object" and depth < MAX_OUTLINED:
            return self._object(schema, depth)
        if kind == "array" and depth < MAX_OUTLINED:
            items: object = schema.get("items")
            told = self._member(items, depth) if isinstance(items, Mapping) else self._words.anything
            return self._words.list.replace("*", told)
        name = self._words.names.get(kind, kind)
        if kind != "string":
            return name
        # a model cannot guess how a date is written, or that a text is not plain
        form = "base64" if is_base64(schema) else schema["format"] if schema.get("format") in _TIMES else ""
        return f"{name} ({form})" if form else name

    def _object(self, schema: Schema, depth: int) -> str:
        members, needed = properties(schema), required(schema)
        if not members:
            extra = schema.get("additionalProperties")
            if not isinstance(extra, Mapping) or not extra:
                return self._words.names.get("object", "object")
            return self._words.map.replace("*", self._member(cast(object, extra), depth))
        hidden = self._root.get(HIDDEN)
        known = islice(members.items(), MAX_KNOWN)
        seen = [(k, each) for k, each in known if hidden is None or not self._says(each, str(hidden))]
        shown = [
            f"{one_line(key, 40)}{'' if key in needed else '?'}: {self._member(member, depth)}"
            for key, member in seen[:MAX_MEMBERS]
        ]
        more = len(seen) > MAX_MEMBERS or len(members) > MAX_KNOWN
        return "{" + ", ".join(shown) + (", ...}" if more else "}")

    def _says(self, member: Schema, word: str) -> bool:
        # one step, since each may copy a large schema
        target = lookup(str(member["$ref"]), self._root) if "$ref" in member else member
        return member.get(word) is True or target.get(word) is True

    def _member(self, schema: Any, depth: int) -> str:
        return self.of(as_schema(schema), depth + 1)


def tuple_note(schema: Schema, root: Schema) -> str | None:
    """Returns a note on a list in which each position has its own meaning (a tuple); None if the schema is not such a list."""
    items: Any = schema.get("prefixItems")
    if not isinstance(items, list):
        items = schema.get("items")  # as it was before prefixItems
    if not isinstance(items, list) or not items:
        return None
    places = cast("list[object]", items)
    shown = ", ".join(outlined(as_schema(item), root, 1) for item in places[:MAX_MEMBERS])
    return f"in this order: {shown}{', ...' if len(places) > MAX_MEMBERS else ''}"


def other_keys(schema: Schema, root: Schema) -> str | None:
    """Returns what an object may have besides its declared properties; None if the schema does not say it."""
    extra = schema.get("additionalProperties")
    told = [
        f"keys that match {show(pattern, 60)}: {outlined(as_schema(member), root, 1)}"
        for pattern, member in list(patterns(schema).items())[:4]
    ]
    if isinstance(extra, Mapping) or extra is True:
        told.append(f"other keys: {outlined(as_schema(cast(object, extra)), root, 1)}")
    return "; ".join(told) or None


def patterns(schema: Schema) -> Mapping[str, Any]:
    """Returns the schemas of properties by the patterns of their names."""
    return as_schema(schema.get("patternProperties"))
