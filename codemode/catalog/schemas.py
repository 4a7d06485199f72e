"""Reading JSON Schemas that strangers wrote: nothing here trusts their shape."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, cast

from codemode.data.plain import NotData, plain
from codemode.records import dataclass

Schema = Mapping[str, Any]
NOTHING: Schema = {}
MAX_REFS = 20
MAX_REF, MAX_SIBLINGS = 1000, 100  # characters of a reference; keys beside a reference that are read
MAX_LOOKED = 50  # alternatives that readers look at
MAX_ENUM = 100  # values of an enum that are looked at
MAX_NESTING = 64
MAX_NODES = 20_000
CHARACTERS_PER_NODE = 50  # a longer text counts as several nodes


@dataclass(slots=True, frozen=True)
class Words:
    """What a language calls the types of JSON. `*` in `list` and `map` is the type inside; `between` stands between a name and its type."""

    names: Mapping[str, str]
    list: str
    map: str
    anything: str = "any"
    between: str = " "


JSON = Words({}, "array of *", "object")
GO = Words(
    {"string": "string", "integer": "int", "number": "float64", "boolean": "bool", "null": "nil"}, "[]*", "map[string]*"
)
PYTHON = Words(
    {
        "string": "str",
        "integer": "int",
        "number": "float",
        "boolean": "bool",
        "null": "None",
        "array": "list",
        "object": "dict",
    },
    "list[*]",
    "dict[str, *]",
    "Any",
    ": ",
)


def as_schema(value: object) -> Schema:
    """The value if it is an object schema, else the schema that allows everything."""
    return cast(Schema, value) if isinstance(value, Mapping) else NOTHING


def resolve(schema: Schema, root: Schema) -> Schema:
    """Follows `$ref`s inside the same document. A reference that leads nowhere, out or in a circle of bare references allows everything."""
    followed: list[str] = []
    for _ in range(MAX_REFS):
        ref = schema.get("$ref")
        if not isinstance(ref, str):
            return schema
        if ref in followed:
            return NOTHING
        followed.append(ref)
        rest = {k: v for k, v in islice(schema.items(), MAX_SIBLINGS) if k != "$ref"}
        target = lookup(ref, root)
        schema = {**target, **rest} if rest else target
    return NOTHING


def lookup(ref: str, root: Schema) -> Schema:
    """The schema that a local reference such as `#/$defs/Node` points to."""
    if ref == "#":
        return root
    if not ref.startswith("#/") or len(ref) > MAX_REF:
        return NOTHING
    found: object = root
    for part in ref[2:].split("/"):
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(found, Mapping):
            found = as_schema(cast(object, found)).get(key)
        elif isinstance(found, list) and key.isdecimal():
            items = cast("list[object]", found)
            found = items[int(key)] if len(key) < 6 and int(key) < len(items) else None
        else:
            return NOTHING
    return as_schema(found)


def properties(schema: Schema) -> Mapping[str, Schema]:
    """The declared properties, also when the document is not what it should be."""
    found = schema.get("properties")
    return _Members(cast("Mapping[object, object]", found)) if isinstance(found, Mapping) else {}


class _Members(Mapping[str, Schema]):
    """Properties as schemas. Each is converted when it is read: there may be thousands, and most readers need a few."""

    __slots__ = ("_found",)

    def __init__(self, found: Mapping[object, object]) -> None:
        self._found = found

    def __getitem__(self, name: str) -> Schema:
        return as_schema(self._found[name])

    def __contains__(self, name: object) -> bool:
        return name in self._found

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._found if isinstance(name, str))

    def __len__(self) -> int:
        return len(self._found)


def required(schema: Schema) -> frozenset[str]:
    found = schema.get("required")
    if not isinstance(found, list | tuple):
        return frozenset()
    return frozenset(name for name in cast("list[object]", found) if isinstance(name, str))


def kinds(schema: Schema) -> list[str]:
    """The names of `type`, guessed from other keywords when it is missing."""
    kind = schema.get("type")
    if isinstance(kind, str):
        return [kind]
    if isinstance(kind, list):
        return [k for k in cast("list[object]", kind) if isinstance(k, str)]
    if "properties" in schema or "additionalProperties" in schema:
        return ["object"]
    if "items" in schema or "prefixItems" in schema:
        return ["array"]
    if "const" in schema:
        return [kind_of(schema["const"])]
    if isinstance(schema.get("enum"), list):
        return sorted({kind_of(option) for option in islice(schema["enum"], MAX_ENUM)})
    return []


def kind_of(value: object) -> str:
    """JSON Schema's name for the type of a value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "integer" if value.is_integer() else "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list | tuple) else "object"


def alternatives(schema: Schema, most: int | None = None) -> list[Schema]:
    """The members of oneOf or anyOf, or the first of them."""
    for keyword in ("oneOf", "anyOf"):
        found = schema.get(keyword)
        if isinstance(found, list) and found:
            return [as_schema(member) for member in cast("list[object]", found)[:most]]
    return []


_BASE64 = frozenset({"base64", "base64url"})


def takes_bytes(schema: Schema) -> bool:
    """Whether some part of the schema is a text that stands for bytes. A schema that is too large to be used has none."""
    work: list[object] = [schema]
    seen = 0
    while work and seen <= MAX_NODES:
        node = work.pop()
        seen += 1
        if isinstance(node, dict):
            fields = cast("dict[str, object]", node)
            if is_binary(fields):
                return True
            work += fields.values()
        elif isinstance(node, list | tuple):
            work += cast("list[object]", node)
    return False


def is_binary(schema: Schema) -> bool:
    """Whether it is a text that stands for bytes."""
    return is_base64(schema) or (
        schema.get("format") == "binary" and ("string" in kinds(schema) or "type" not in schema)
    )


def is_base64(schema: Schema) -> bool:
    """Whether it is a text that has bytes as base64."""
    if "string" not in kinds(schema) and "type" in schema:
        return False
    encoding, format = schema.get("contentEncoding"), schema.get("format")
    return (isinstance(encoding, str) and encoding.lower() in _BASE64) or (
        isinstance(format, str) and format in ("byte", *_BASE64)
    )


def allows_null(schema: Schema, root: Schema) -> bool:
    """Whether null is a value of the schema, as far as its outline tells."""
    schema = resolve(schema, root)
    named = kinds(schema)
    if named:
        return "null" in named
    options = alternatives(schema, MAX_LOOKED)
    return not options or any(allows_null_shallow(resolve(option, root)) for option in options)


def allows_null_shallow(schema: Schema) -> bool:
    named = kinds(schema)
    return "null" in named if named else not alternatives(schema, 1)


def tame(schema: object) -> Schema | None:
    """The schema as JSON has it, or None when it cannot be used: it is nested too deeply or too large, or something in it is no data."""
    if not isinstance(schema, Mapping):
        return NOTHING
    work: list[tuple[object, int]] = [(cast(object, schema), 0)]
    size = 0
    is_nullable = False
    while work:
        value, depth = work.pop()
        size += 1
        if depth > MAX_NESTING or size > MAX_NODES:
            return None
        if isinstance(value, str):  # most are
            size += len(value) // CHARACTERS_PER_NODE
        elif isinstance(value, dict | Mapping):
            is_nullable = is_nullable or "nullable" in value
            work += [(item, depth + 1) for item in cast("Mapping[object, object]", value).values()]
        elif isinstance(value, list | tuple):
            work += [(item, depth + 1) for item in cast("list[object]", value)]
    if size > MAX_NODES:
        return None
    try:
        # manuals in YAML and functions of the host bring dates, bytes, and numbers that no JSON can be made of
        made = plain(cast(object, schema))
    except NotData:
        return None
    return null_said(made) if is_nullable else made


_COMBINED = frozenset("$ref allOf anyOf oneOf not if const".split())
_TOLD = frozenset("title description default deprecated examples example readOnly writeOnly".split())
_NULL = {"type": "null"}


def with_null(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """OpenAPI's `nullable`, which generators leave in JSON Schemas, in JSON Schema's own words."""
    if fields.get("nullable") is not True:
        return fields
    return or_null({key: value for key, value in fields.items() if key != "nullable"})


def or_null(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema, with null allowed too."""
    kind = fields.get("type")
    if _COMBINED.isdisjoint(fields):
        made = dict(fields)
        if isinstance(kind, str | list) and "null" not in kind:
            made["type"] = [*cast("list[Any]", [kind] if isinstance(kind, str) else kind), "null"]
        options = made.get("enum")
        if isinstance(options, list) and None not in options:
            made["enum"] = [*cast("list[object]", options), None]
        return made
    options = fields.get("anyOf")
    told = {key: value for key, value in fields.items() if key in _TOLD}
    rest = {key: value for key, value in fields.items() if key not in _TOLD}
    if set(rest) == {"anyOf"} and isinstance(options, list):
        given = cast("list[Any]", options)
        return fields if _NULL in given else {**told, "anyOf": [*given, _NULL]}
    return {**told, "anyOf": [rest, _NULL]}


_VALUES = frozenset("enum const default examples example".split())


def optional_or_null(node: Any) -> Any:
    """The schema, in which every optional property may also be null: many servers declare the one and send the other."""
    if isinstance(node, list):
        return [optional_or_null(item) for item in cast("list[Any]", node)]
    if not isinstance(node, Mapping):
        return node
    schema = cast("Mapping[str, Any]", node)
    made = {key: value if key in _VALUES else optional_or_null(value) for key, value in schema.items()}
    members = made.get("properties")
    if isinstance(members, dict):
        needed = required(schema)
        made["properties"] = {
            name: or_null(cast("dict[str, Any]", member)) if isinstance(member, dict) and name not in needed else member
            for name, member in cast("dict[str, Any]", members).items()
        }
    return made


def null_said(node: Any) -> Any:
    """Applies `with_null` to all parts of a schema of bounded depth."""
    if isinstance(node, Mapping):
        return with_null({key: null_said(value) for key, value in cast("Mapping[str, Any]", node).items()})
    if isinstance(node, list):
        return [null_said(item) for item in cast("list[Any]", node)]
    return node


def canonical(value: object) -> str:
    """Returns the data as JSON; equal data give the same text, whatever the order of their keys."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, default=str)


def one_line(text: object, limit: int = 200) -> str:
    """A stranger's text as part of one line: no line break or control character survives, and it is cut at `limit` characters."""
    words = str(text)[: 20 * limit + 1000].split()  # only the beginning of a text of megabytes is read
    line = " ".join(words)
    if not line.isprintable():
        line = " ".join("".join(c if c.isprintable() else " " for c in word) for word in words).strip()
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


_SHOWN = json.JSONEncoder(ensure_ascii=False, default=str)


def show(value: object, limit: int = 60) -> str:
    """A value as JSON in a message, cut."""
    if isinstance(value, str):
        value = value[: 20 * limit + 1000]
    text = ""
    try:
        for part in _SHOWN.iterencode(value):
            text += part
            if len(text) > 20 * limit:  # of a value of megabytes only the beginning is written
                break
    except (ValueError, RecursionError):
        text = f"<{kind_of(value)}>"
    return one_line(text, limit)
