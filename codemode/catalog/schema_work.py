"""How much work it is to check a value against a schema. A few lines of a stranger's schema can refer to each other so that a checker, which follows
every reference each time, does not end: such a schema is detected before it is used, at a cost that grows with its text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Final, NamedTuple, cast

from codemode.catalog.schemas import NOTHING, Schema, lookup
from codemode.records import dataclass

MAX_LOOKS: Final = 2_000  # how often one part of a value may be examined
MAX_PARTS: Final = 20_000  # of a schema
MAX_DEPTH: Final = 200  # levels of nested parts, with all references followed
MAX_BRANCHES: Final = 10_000  # depth of a value for a schema that contains itself in several ways
MAX_PATTERNS: Final = 500  # patterns of a schema; each takes milliseconds to compile

_SAME_VALUE = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies")
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_ELEMENTS = ("items", "prefixItems", "additionalItems", "contains", "unevaluatedItems")
_MEMBERS = ("additionalProperties", "unevaluatedProperties", "propertyNames", "patternProperties")
_MAPS = ("dependentSchemas", "dependencies", "patternProperties")
_LOOKS_TWICE = ("unevaluatedItems", "unevaluatedProperties")
_ANY_ELEMENT, _ANY_MEMBER = "[]", "{}"  # slots; a member's own is its name behind a dot


class TooComplex(Exception):
    """Checking with this schema takes too much work, or an unknown amount."""


class Work(NamedTuple):
    """`growth`: by what the work grows with each level of a value. It is 1, unless the schema contains itself in several ways at one place.
    `looks`: how often one place of a value is looked at. `size`: the values in the schema."""

    growth: int = 1
    looks: int = 1
    size: int = 0


def work(root: Schema) -> Work:
    """Raises TooComplex for a schema that looks at one place of a value more than MAX_LOOKS times."""
    graph = _Graph(root)
    graph.add(root, 0)
    graph.find_circles()
    if sum(map(_patterns, graph.schemas)) > MAX_PATTERNS:
        raise TooComplex("it has too many patterns")
    for part in graph.parts.values():
        if graph.looks(part, 0) > MAX_LOOKS:
            raise TooComplex("its parts refer to each other too often")
    parts = graph.parts.values()
    return Work(max(p.routes_back for p in parts), max(p.looks for p in parts), size(root, 5 * MAX_PARTS))


def _patterns(schema: Schema) -> int:
    members = schema.get("patternProperties")
    own = len(cast("Mapping[object, object]", members)) if isinstance(members, Mapping) else 0
    return own + ("pattern" in schema)


def size(value: object, most: int) -> int:
    """How many values a value consists of, itself included. Counting stops soon after `most`."""
    count, left = 0, [value]
    while left and count <= most:
        each = left.pop()
        count += 1
        if isinstance(each, Mapping | list):
            inside = cast("Mapping[object, object] | list[object]", each)
            if count + len(left) + len(inside) > most:
                return most + 1  # they need not be examined
            left += inside.values() if isinstance(inside, Mapping) else inside
    return count


def depth(value: object) -> int:
    """The depth of nested lists and objects."""
    deepest, left = 0, [(value, 0)]
    while left:
        each, level = left.pop()
        deepest = max(deepest, level)
        if isinstance(each, dict):
            left += [(item, level + 1) for item in cast("dict[object, object]", each).values()]
        elif isinstance(each, list):
            left += [(item, level + 1) for item in cast("list[object]", each)]
    return deepest


@dataclass(slots=True, eq=False)
class _Part:
    """A schema of the document. `here` are those for the same value, `inside` those for its elements and members, each with its slot."""

    here: list[_Part] = field(default_factory=lambda: [])
    inside: list[tuple[str, _Part]] = field(default_factory=lambda: [])
    twice: bool = False
    own: int = 1  # looks at the value itself; lists and objects of an enum are compared one by one
    circle: int = -1  # parts of one circle have the same number
    looks: int = 0
    slots: Counter[str] | None = None  # looks at each slot, without those of the own circle
    back: Counter[str] | None = None  # ways into the own circle, by slot
    routes_back: int = 1


class _Graph:
    def __init__(self, root: Schema) -> None:
        self.parts: dict[int, _Part] = {}
        self.schemas: list[Schema] = []
        self._root = root
        self._named = dict(_names(root))

    # --- the parts ------------------------------------------------------------------------------------------------

    def add(self, schema: Schema, level: int) -> _Part:
        known = self.parts.get(id(schema))
        if known is not None:
            return known
        if level > MAX_DEPTH or len(self.parts) >= MAX_PARTS:
            raise TooComplex("it has too many parts, or nests too many of them")
        part = self.parts[id(schema)] = _Part(twice=any(word in schema for word in _LOOKS_TWICE))
        self.schemas.append(schema)
        options = schema.get("enum")
        if isinstance(options, list):
            part.own += sum(isinstance(option, list | Mapping) for option in cast("list[object]", options))
        for word in _REFERENCES:
            if isinstance(ref := schema.get(word), str):
                part.here.append(self.add(self._target(ref), level + 1))
        part.here += [self.add(each, level + 1) for word in _SAME_VALUE for each in _schemas_in(schema, word)]
        for word in _ELEMENTS:
            part.inside += [(_ANY_ELEMENT, self.add(each, level + 1)) for each in _schemas_in(schema, word)]
        for word in _MEMBERS:
            part.inside += [(_ANY_MEMBER, self.add(each, level + 1)) for each in _schemas_in(schema, word)]
        members = schema.get("properties")
        if isinstance(members, Mapping):
            for name, member in cast("Mapping[object, object]", members).items():
                if isinstance(member, Mapping):
                    part.inside.append((f".{name}", self.add(cast(Schema, member), level + 1)))
        return part

    def _target(self, ref: str) -> Schema:
        base, _, pointer = ref.partition("#")
        if not base:
            return self._named[ref] if ref in self._named else lookup(ref, self._root)
        document = self._named.get(ref) or self._named.get(base)
        if document is None:
            return NOTHING  # of another document, which is not fetched
        return lookup(f"#{pointer}", document) if pointer.startswith("/") else document

    # --- circles: Tarjan's strongly connected components --------------------------------------------------------------

    def find_circles(self) -> None:
        index: dict[_Part, int] = {}
        low: dict[_Part, int] = {}
        stack: list[_Part] = []
        for start in self.parts.values():
            if start in index:
                continue
            index[start] = low[start] = len(index)
            stack.append(start)
            path = [(start, _next_to(start))]
            while path:
                part, others = path[-1]
                for other in others:
                    if other not in index:
                        index[other] = low[other] = len(index)
                        stack.append(other)
                        path.append((other, _next_to(other)))
                        break
                    if other.circle < 0:
                        low[part] = min(low[part], index[other])
                else:
                    path.pop()
                    if path:
                        low[path[-1][0]] = min(low[path[-1][0]], low[part])
                    if low[part] == index[part]:
                        while part.circle < 0:
                            stack.pop().circle = index[part]

    # --- the work -------------------------------------------------------------------------------------------------

    def looks(self, part: _Part, level: int) -> int:
        """How often one place of a value is looked at: the place itself, or one inside it."""
        if part.looks > 0:
            return part.looks
        if part.looks < 0 or level > MAX_DEPTH:
            raise TooComplex("it refers to itself endlessly")
        part.looks = -1
        here, slots, back = part.own, Counter[str](), Counter[str]()
        for other in part.here:
            self.looks(other, level + 1)
            assert other.slots is not None
            assert other.back is not None
            here += other.looks
            slots.update(other.slots)
            if other.circle == part.circle:
                back.update(other.back)
        for slot, other in part.inside:
            if other.circle == part.circle:
                back[slot] += 1
            else:
                slots[slot] += self.looks(other, level + 1)
        factor = 2 if part.twice else 1
        part.slots, part.back = slots, back
        part.looks = min(factor * max(here, _most(slots)), MAX_LOOKS + 1)
        part.routes_back = max(1, factor * _most(back))
        return part.looks


def _most(slots: Counter[str]) -> int:
    """The highest count of any slot. A schema for all members counts for each single member."""
    members = max((count for slot, count in slots.items() if slot[0] == "."), default=0)
    return max(slots[_ANY_ELEMENT], slots[_ANY_MEMBER] + members)


def _next_to(part: _Part) -> Iterator[_Part]:
    yield from part.here
    for _, other in part.inside:
        yield other


def _schemas_in(schema: Schema, word: str) -> Iterator[Schema]:
    """The schemas of a keyword: one, a list of them, or a map of them."""
    found = schema.get(word)
    if isinstance(found, Mapping) and word not in _MAPS:
        yield cast(Schema, found)
        return
    several = list(cast("Mapping[object, object]", found).values()) if isinstance(found, Mapping) else found
    if isinstance(several, list):
        yield from (cast(Schema, each) for each in cast("list[object]", several) if isinstance(each, Mapping))


def _names(root: Schema) -> Iterator[tuple[str, Schema]]:
    """The schemas that have names of their own, by how references spell them."""
    left: list[object] = [root]
    count = 0
    while left:
        each = left.pop()
        count += 1
        if count > 5 * MAX_PARTS:
            raise TooComplex("it has too many parts")
        if isinstance(each, Mapping):
            schema = cast(Schema, each)
            for word, mark in (("$anchor", "#"), ("$dynamicAnchor", "#"), ("$id", ""), ("id", "")):
                if isinstance(name := schema.get(word), str):
                    yield mark + name.rstrip("#"), schema
            left += schema.values()
        elif isinstance(each, list):
            left += cast("list[object]", each)
