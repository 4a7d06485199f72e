"""Tools as Python stubs, made from JSON Schema: what `describe_tool` and the API files show to programs in Python.

    class ListOrdersResult(TypedDict):
        id: int
        status: NotRequired[str]  # "open" or "closed"

    def list_orders(*, status: str, limit: int = 10) -> list[ListOrdersResult]:
        # List the orders of a customer.
        # call: shop.list_orders

Names, descriptions and schemas come from strangers: every text is on one comment line, every name becomes an identifier, and depth and size are
bounded. The same entry always gives the same bytes.
"""

from __future__ import annotations

import keyword
from collections.abc import Mapping
from typing import Any, cast

from codemode.catalog.deferred import whole
from codemode.catalog.entries import ToolEntry
from codemode.catalog.names import exported_name, snake_name
from codemode.catalog.schemas import (
    Schema,
    alternatives,
    as_schema,
    kinds,
    one_line,
    properties,
    required,
    resolve,
    show,
)

MAX_DEPTH = 6
MAX_FIELDS = 300
MAX_TEXT = 300
_SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def stub(entry: ToolEntry, observed: Schema | None = None) -> str:
    """A tool as a function of Python, the classes of its objects before it. `observed` is the shape that its results had, where it says nothing."""
    return _Stub(entry, observed).text()


class _Stub:
    def __init__(self, entry: ToolEntry, observed: Schema | None) -> None:
        self.entry = entry
        self.observed = observed
        self.name = _identifier(snake_name(entry.name.rpartition(".")[2]))
        self.classes: list[str] = []
        self.taken: set[str] = set()
        self.fields = 0
        self.root: Schema = {}

    def text(self) -> str:
        entry = self.entry
        self.root = as_schema(whole(entry.input_schema))
        given = self.parameters(resolve(self.root, self.root))
        returned = entry.output_schema if entry.output_schema is not None else self.observed
        self.root = as_schema(whole(returned)) if returned is not None else {}
        result = self.type(self.root, exported_name(self.name) + "Result", 0) if returned is not None else "Any"
        if entry.streaming:
            result = f"Iterator[{result}]"
        lines = [one_line(line, MAX_TEXT) for line in entry.description.splitlines()[:12] if line.strip()]
        lines.append(f"call: {one_line(entry.name, 120)}")
        if entry.streaming:
            lines.append("This tool streams: loop over what it gives.")
        if entry.output_schema is None:
            seen = "; its results so far looked like this" if self.observed is not None else ""
            lines.append(f"The tool does not say what it returns{seen}.")
        comment = "".join(f"\n    # {line}" for line in lines)
        return "\n\n".join([*self.classes, f"def {self.name}({given}) -> {result}:{comment}"])

    def parameters(self, schema: Schema) -> str:
        members, needed = properties(schema), required(schema)
        parts: list[str] = []
        odd: list[str] = []
        for key in sorted(members, key=lambda name: name not in needed):
            self.fields += 1
            if self.fields > MAX_FIELDS:
                break
            if not _is_name(key):
                odd.append(show(key, 60))
                continue
            kind = self.type(members[key], exported_name(self.name) + exported_name(key), 1)
            default = "" if key in needed else f" = {_default(members[key])}"
            parts.append(f"{key}: {kind}{default}")
        if odd:
            parts.append(f"**others: Any  # {', '.join(odd)}\n")
        return f"*, {', '.join(parts)}" if parts else ""

    def type(self, schema: Schema, name: str, depth: int) -> str:
        schema = resolve(schema, self.root)
        if depth > MAX_DEPTH or self.fields > MAX_FIELDS:
            return "Any"
        values = schema.get("enum")
        if isinstance(values, list) and 0 < len(cast("list[Any]", values)) <= 12:
            shown = cast("list[Any]", values)
            if all(isinstance(each, str) and len(each) <= 40 for each in shown):
                return f"Literal[{', '.join(show(each, 60) for each in shown)}]"
        options = alternatives(schema)
        if options:
            found = list(dict.fromkeys(self.type(each, name, depth + 1) for each in options[:6]))
            return " | ".join(found) if found else "Any"
        named = kinds(schema)
        made = [self.plain(kind, schema, name, depth) for kind in named] or ["Any"]
        return " | ".join(dict.fromkeys(made))

    def plain(self, kind: str, schema: Schema, name: str, depth: int) -> str:
        if kind == "array":
            items = schema.get("items")
            return f"list[{self.type(cast(Schema, items), name, depth + 1) if isinstance(items, Mapping) else 'Any'}]"
        if kind == "object":
            members = properties(schema)
            if members:
                return self.object(members, required(schema), name, depth)
            extra = schema.get("additionalProperties")
            inner = self.type(cast(Schema, extra), name, depth + 1) if isinstance(extra, Mapping) else "Any"
            return f"dict[str, {inner}]"
        return _SCALARS.get(kind, "Any")

    def object(self, members: Mapping[str, Schema], needed: frozenset[str], name: str, depth: int) -> str:
        at, wanted = 1, name
        while name in self.taken:
            at += 1
            name = f"{wanted}{at}"
        self.taken.add(name)
        lines: list[str] = []
        for key, member in members.items():
            self.fields += 1
            if self.fields > MAX_FIELDS:
                lines.append("    # and more")
                break
            kind = self.type(member, name + exported_name(key), depth + 1)
            told = (
                f"  # {one_line(member['description'], MAX_TEXT)}" if isinstance(member.get("description"), str) else ""
            )
            word = key if _is_name(key) else f"# {show(key, 80)}"
            lines.append(f"    {word}: {kind if key in needed else f'NotRequired[{kind}]'}{told}")
        self.classes.append("\n".join([f"class {name}(TypedDict):", *lines]))
        return name


def _default(schema: Schema) -> str:
    value = schema.get("default")
    if value is None or isinstance(value, bool | int | float):
        return repr(value)
    return show(value, 60) if isinstance(value, str) else "..."


def _is_name(text: str) -> bool:
    return text.isidentifier() and not keyword.iskeyword(text) and len(text) <= 100


def _identifier(text: str) -> str:
    return f"{text}_" if keyword.iskeyword(text) else text
