"""Schemas that are put together of others, read as one: `allOf`, and OpenAPI's `discriminator`, which says how alternatives are told apart.

The schemas are a stranger's, and not always small: what is read of one is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, cast

from codemode.catalog.schemas import (
    MAX_LOOKED,
    MAX_SIBLINGS,
    Schema,
    alternatives,
    as_schema,
    kinds,
    properties,
    resolve,
)

MAX_PARTS = 50  # allOf in allOf
MAX_MERGED = 3  # levels of nested allOf
MAX_JOINED, MAX_READ = 400, 2_000  # parts of one allOf; their properties, and names of required ones
MAX_BASES = 3  # parts of an allOf that are looked at for a discriminator
MAX_GLANCED = 200  # properties of an allOf that is read for a few of them
MAX_NAMES = 1_000  # of a discriminator; one with more is not used
_FILES = (".yaml", ".yml", ".json")
_KEPT = ("type", "title", "description")


def flat(schema: Schema, root: Schema, left: list[int]) -> Schema:
    """The schema that a reference leads to, with its `allOf` as one schema, for callers that read a few of its names. `left` counts down how many
    allOf are read; callers pass the same list for all schemas of one tool."""
    schema = resolve(schema, root)
    if not isinstance(schema.get("allOf"), list) or left[0] <= 0:
        return schema
    left[0] -= 1
    return merged(schema, root, left, MAX_GLANCED)


def merged(schema: Schema, root: Schema, left: list[int], room: int = MAX_READ) -> Schema:
    """allOf as one schema: properties and requirements together, other keywords from the first that has them. `left` counts down how many allOf
    in allOf are followed, since what holds itself would not end; `room` is how many properties are read."""

    def merge(schema: Schema, depth: int) -> Schema:
        nonlocal room
        whole: dict[str, Any] = {k: v for k, v in islice(schema.items(), MAX_SIBLINGS) if k != "allOf"}
        members: dict[str, Any] = dict(islice(properties(schema).items(), room))
        needed = set(_needed(schema, room))
        for part in cast("list[object]", schema["allOf"])[:MAX_JOINED]:
            if room <= 0:
                break
            piece = resolve(as_schema(part), root)
            if isinstance(piece.get("allOf"), list):
                left[0] -= 1
                inner = merge(piece, depth + 1) if depth < MAX_MERGED and left[0] > 0 else piece
                piece = {k: v for k, v in islice(inner.items(), MAX_SIBLINGS) if k != "allOf"}
            needed.update(_needed(piece, room))
            more = dict(islice(properties(piece).items(), room))
            room = max(0, room - 1 - len(more))
            members.update(more)
            for key, value in islice(piece.items(), MAX_SIBLINGS):
                whole.setdefault(key, value)
        if members:
            whole |= {"properties": members, "required": sorted(needed)}
        return whole

    return merge(schema, 0)


def _needed(schema: Schema, most: int = MAX_READ) -> list[str]:
    """The names of required properties, in their order."""
    found: object = schema.get("required")
    names = cast("list[object]", found)[:most] if isinstance(found, list) else []
    return [name for name in names if isinstance(name, str)]


# --- alternatives with a discriminator -----------------------------------------------------------------------------------


class Discriminator(NamedTuple):
    """The property that says which alternative is meant, and its values by the names of the schemas that they lead to."""

    property: str
    values: Mapping[str, list[str]]


class Tag(NamedTuple):
    """The property of one alternative that tells it from the others, and the values that mean it."""

    property: str
    values: tuple[str, ...]


def discriminator_of(schema: Schema) -> Discriminator | None:
    """Swagger's discriminator is only a name, of whose values nothing is said."""
    told = as_schema(schema.get("discriminator"))
    name, mapping = told.get("propertyName"), as_schema(told.get("mapping"))
    if not isinstance(name, str) or len(mapping) > MAX_NAMES:
        return None
    values: dict[str, list[str]] = {}
    for value, where in mapping.items():
        if isinstance(where, str):
            values.setdefault(_name(where), []).append(str(value))
    return Discriminator(name, values)


def tag_of(
    option: Schema,
    told: Discriminator | None,
    find: Callable[[Schema], Schema],
    read: Callable[[Schema], Discriminator | None] = discriminator_of,
) -> Tag | None:
    """How an alternative is told from the others; None if nothing says it. `told` is the discriminator beside the alternatives; else a schema that
    this one extends may have one. `find` follows references, and `read` reads discriminators."""
    ref = option.get("$ref")
    if not isinstance(ref, str):
        return None  # it has no name
    name = _name(ref)
    found = find(option)
    if told is not None:
        if found.keys() & {"oneOf", "anyOf"}:
            return None  # its own alternatives are told apart there
        values = told.values.get(name) if told.values else [name]
        return Tag(told.property, tuple(values)) if values else None
    parts = found.get("allOf")
    for part in cast("list[object]", parts)[:MAX_BASES] if isinstance(parts, list) else ():
        base = read(find(as_schema(part)))
        if base is not None and name in base.values:
            return Tag(base.property, tuple(base.values[name]))
    return None


def are_named(options: Sequence[object]) -> bool:
    """Whether there are at least two schemas with names, which have to be told apart."""
    return sum("$ref" in as_schema(option) for option in options[:MAX_LOOKED]) > 1


def _name(reference: str) -> str:
    """A mapping has references, or only names of schemas."""
    name = reference.rpartition("/")[2]
    return name.rpartition(".")[0] if name.endswith(_FILES) else name  # of a document that was put together of files


def tagged(schema: Schema, tag: Tag, find: Callable[[Schema], Schema]) -> Schema:
    """The schema of an object, where the property of its tag must have one of its values."""
    given: object = schema.get("properties")
    members = dict(cast("Mapping[str, Any]", given)) if isinstance(given, Mapping) else {}
    own = _single(find(as_schema(members.get(tag.property))), find)
    if own.keys() & {"$ref", "allOf", "anyOf", "oneOf"}:
        return schema  # its values are said in a way that is not read here
    if kinds(own) and "string" not in kinds(own) and "enum" not in own and "const" not in own:
        return schema
    member = {key: own[key] for key in _KEPT if key in own} | {"enum": _allowed(own, tag.values)}
    if schema.keys() & {"$ref", "allOf", "anyOf", "oneOf"}:
        only = {"type": "object", "properties": {tag.property: member}}
        return {"allOf": [schema, only]}
    return {**schema, "type": "object", "properties": members | {tag.property: member}}


def _single(schema: Schema, find: Callable[[Schema], Schema]) -> Schema:
    """Returns the part of an allOf that has only one: OpenAPI 3.0 documents use such an allOf to add keywords to a reference."""
    parts: object = schema.get("allOf")
    if not isinstance(parts, list) or len(cast("list[object]", parts)) != 1:
        return schema
    return {**find(as_schema(cast("list[object]", parts)[0])), **{key: schema[key] for key in _KEPT if key in schema}}


def _allowed(own: Schema, values: Sequence[str]) -> list[Any]:
    """The values that both the property and its discriminator allow. Where they contradict each other, the property's count, because
    servers check them."""
    said: object = own.get("enum", [own["const"]] if "const" in own else None)
    if not isinstance(said, list):
        return list(values)
    known = cast("list[Any]", said)
    return [value for value in known if str(value) in values] or known


def told_apart(schema: Schema, root: Schema, most: int, left: list[int]) -> list[Schema]:
    """The first alternatives of a schema, each with the values that tell it from the others. `left` is as in `merged`."""

    def find(schema: Schema) -> Schema:
        return resolve(schema, root)

    options = alternatives(schema, most)
    told, made = discriminator_of(schema), list[Schema]()
    if told is None and not are_named(options):
        return options
    for option in options:
        tag = tag_of(option, told, find)
        made.append(option if tag is None else tagged(flat(option, root, left), tag, find))
    return made
