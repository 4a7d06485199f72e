"""The shape of values of JSON: names, kinds and formats of what tools really gave.

A shape never has a value, nor a key that may be data: those may be private. A key is shown if it is surely the name of a field; or if it looks like
one, every object of its place had it (at least two), none of them had keys that are data, and it does not appear beside others as the keys of a map
do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import field, replace
from functools import reduce
from itertools import islice
from typing import Any, cast

from codemode.catalog.observed_keys import alike_but_for_numbers, is_field, is_identifier
from codemode.catalog.observed_text import Form, form_of_number, form_of_text
from codemode.catalog.schema_notes import OBSERVED
from codemode.catalog.schemas import kind_of
from codemode.records import dataclass

MAX_DEPTH = 6
MAX_ITEMS = 20  # elements of a list that are examined
MAX_KEYS = 50  # keys of an object; one with more is a map
MAX_KEY = 100  # characters of a key that are examined
MANY = 12  # so many values of one shape in one object are a map
MAX_SEEN = 1000  # values of one result that are examined, and parts that a shape may have


@dataclass(slots=True, frozen=True)
class Shape:
    """What some values have in common. `fields` are the keys of objects that look like names, `always` those that none of them lacked, `rest` is
    what lies under keys that are data; `empty` tells that a list or an object was seen with nothing in it. `count` is how many values it is of."""

    kinds: frozenset[str] = frozenset()
    form: Form | None = None
    items: Shape | None = None
    fields: Mapping[str, Shape] = field(default_factory=dict[str, "Shape"])
    always: frozenset[str] = frozenset()
    rest: Shape | None = None
    empty: bool = False
    count: int = 1

    @property
    def size(self) -> int:
        inner = [*self.fields.values(), *(each for each in (self.items, self.rest) if each is not None)]
        return 1 + sum(shape.size for shape in inner)


_UNKNOWN = Shape()


# --- looking -----------------------------------------------------------------------------------------------------------


def shape_of(value: Any, told: Collection[str] = frozenset()) -> Shape:
    """The shape of a value of JSON. Of what is large or deep a part is looked at. `told` are words that the tool uses for itself."""
    return _Looker(told).look(value, "", 0)


class _Looker:
    def __init__(self, told: Collection[str]) -> None:
        self.told = told
        self.left = MAX_SEEN

    def look(self, value: Any, key: str, depth: int, repeated: bool = False) -> Shape:
        self.left -= 1
        if self.left < 0 or depth >= MAX_DEPTH:
            return _UNKNOWN
        kind = kind_of(value)
        kinds = frozenset([kind])
        if kind == "object":
            return self.object(cast("Mapping[Any, Any]", value), depth, repeated)
        if kind == "array":
            return self.list(cast("list[Any]", value), key, depth)
        if kind == "string":
            return Shape(kinds, form_of_text(value, self.told))
        return Shape(kinds, form_of_number(value, key) if kind in ("integer", "number") else None)

    def list(self, values: list[Any], key: str, depth: int) -> Shape:
        first = values[:MAX_ITEMS]
        # records of a table have one set of keys, which names them
        keys = {tuple(islice(cast("dict[Any, Any]", each), MAX_KEYS)) for each in first if isinstance(each, dict)}
        repeated = len(first) > 1 and len(keys) == 1
        shapes = [self.look(each, key, depth + 1, repeated) for each in first]
        return Shape(frozenset(["array"]), items=_all(shapes) if shapes else None, empty=not shapes)

    def object(self, members: Mapping[Any, Any], depth: int, repeated: bool) -> Shape:
        shapes = {
            str(key): self.look(each, str(key)[:MAX_KEY], depth + 1) for key, each in islice(members.items(), MAX_KEYS)
        }
        return _object(shapes, self.told, repeated, more=len(members) > MAX_KEYS)


def _object(shapes: Mapping[str, Shape], told: Collection[str], repeated: bool, more: bool) -> Shape:
    kinds = frozenset(["object"])
    names = [key for key in shapes if is_field(key, told) or is_identifier(key)]
    data = [shapes[key] for key in shapes if key not in set(names)]
    keys, values = [key[:MAX_KEY] for key in shapes], list(shapes.values())
    many = len(keys) > MANY and not repeated and _alike(values)
    keyed = bool(data) and _alike(values)
    # three records of one shape beside each other are entries, also where every item of a list has the same
    records = len(keys) >= 3 and all(len(shape.fields) >= 2 for shape in values) and _alike(values)
    if more or alike_but_for_numbers(keys) or many or keyed or records or (data and not names):
        return Shape(kinds, rest=_all(values))
    return Shape(
        kinds,
        fields={key: shapes[key] for key in names},
        always=frozenset(names),
        rest=_all(data) if data else None,
        empty=not shapes,
    )


# --- two as one --------------------------------------------------------------------------------------------------------


def _all(shapes: Iterable[Shape]) -> Shape:
    return reduce(merged, shapes)


def merged(one: Shape, other: Shape) -> Shape:
    """The shape that two shapes have in common."""
    kinds = one.kinds | other.kinds
    if not one.kinds or not other.kinds:
        return _UNKNOWN
    null = frozenset(["null"])
    if (one.kinds == null) != (other.kinds == null):
        return replace(other if one.kinds == null else one, kinds=kinds)
    if "number" in kinds:
        kinds -= {"integer"}
    form = one.form.merged(other.form) if one.form is not None else None
    count = one.count + other.count
    items, empty = _either(one.items, other.items), one.empty or other.empty
    if "object" not in kinds:
        return Shape(kinds, form, items, empty=empty, count=count)
    fields, always, rest = _keys_of_both(one, other)
    return Shape(kinds, form, items, fields, always, rest, empty, count)


def _either(one: Shape | None, other: Shape | None) -> Shape | None:
    return merged(one, other) if one is not None and other is not None else one if other is None else other


def _keys_of_both(one: Shape, other: Shape) -> tuple[Mapping[str, Shape], frozenset[str], Shape | None]:
    """Returns `fields`, `always` and `rest` of the shape that covers both."""
    rest = _either(one.rest, other.rest)
    fields = dict(one.fields)
    for key, shape in other.fields.items():
        fields[key] = merged(fields[key], shape) if key in fields else shape
    strangers = bool(one.fields and other.fields) and not one.fields.keys() & other.fields.keys()
    maps = (one.rest is not None and not one.fields) or (other.rest is not None and not other.fields)
    together = [*fields.values(), *([rest] if rest else [])]
    # names that change from one to the next, or stand where there was data, are data
    if fields and (len(fields) > MAX_KEYS or ((strangers or maps) and _alike(together))):
        return {}, frozenset(), _all(together)
    return fields, one.always & other.always, rest


def _alike(shapes: list[Shape]) -> bool:
    """Whether values of these shapes could be entries of one map."""
    kinds = {_coarse(shape) for shape in shapes} - {frozenset[str]()}
    if len(kinds) != 1:
        return False
    keys = [shape.fields.keys() for shape in shapes if shape.fields]
    if not keys:
        return True
    common = frozenset[str](keys[0]).intersection(*keys)
    return 2 * len(common) >= max(len(each) for each in keys)


def _coarse(shape: Shape) -> frozenset[str]:
    return frozenset("number" if kind == "integer" else kind for kind in shape.kinds if kind != "null")


# --- telling -----------------------------------------------------------------------------------------------------------


def schema_of(shape: Shape, told: Collection[str] = frozenset(), absent: bool = False) -> dict[str, Any]:
    """The shape as a JSON Schema, with what JSON Schema has no word for under `x-observed`. `told` are words that the tool uses for itself,
    `absent`: it was not always there."""
    notes = list(_notes(shape))
    if absent:
        notes.append("or absent")
    made: dict[str, Any] = {OBSERVED: ", ".join(notes)} if notes else {}
    kinds = sorted(shape.kinds)
    if not kinds:
        return made
    made["type"] = kinds[0] if len(kinds) == 1 else kinds
    if len(shape.kinds - {"null"}) != 1:
        return made  # a value of several kinds is an any in Go
    if "array" in shape.kinds:
        made["items"] = schema_of(shape.items, told) if shape.items is not None else {}
    if "object" in shape.kinds:
        shown = [key for key in shape.fields if _is_shown(key, shape, told)]
        hidden = [each for key, each in shape.fields.items() if key not in set(shown)]
        if shown:
            made["properties"] = {
                key: schema_of(shape.fields[key], told, absent=key not in shape.always) for key in shown
            }
            made["required"] = [key for key in shown if key in shape.always]
        rest = [*hidden, *([shape.rest] if shape.rest is not None else [])]
        if rest:
            made["additionalProperties"] = schema_of(_all(rest), told)
    return made


def _is_shown(key: str, shape: Shape, told: Collection[str]) -> bool:
    if is_field(key, told):
        return True
    # where some keys are data, others that could be names of fields may be data, too
    if key not in shape.always or shape.count < 2 or shape.rest is not None:
        return False
    return not (_stands_out(key, shape) or _is_map_by_its_values(shape, told))


def _stands_out(key: str, shape: Shape) -> bool:
    """`Ann` among `total` and `due`: a name of its own."""
    return key[:1].isupper() and any(other[:1].islower() for other in shape.fields)


def _is_map_by_its_values(shape: Shape, told: Collection[str]) -> bool:
    """`{"ann": 10, "bob": 20, "currency": "EUR"}` of a team of two, in every result: what no word says is a field has values of one kind, which are
    no texts, and no more keys than these are surely fields."""
    unsure = [each for key, each in shape.fields.items() if not is_field(key, told)]
    few = 2 * len(unsure) >= len(shape.fields)
    return len(unsure) >= 2 and few and _alike(unsure) and not any("string" in each.kinds for each in unsure)


def _notes(shape: Shape) -> Iterable[str]:
    if shape.kinds == frozenset(["null"]):
        yield "null so far"
    if shape.form is not None:
        yield shape.form.text()
    if shape.empty:
        inside = shape.items is not None or shape.fields or shape.rest is not None
        yield "may be empty" if inside else "empty so far"
