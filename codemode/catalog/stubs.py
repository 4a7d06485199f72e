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
from dataclasses import replace
from typing import Any, cast

from codemode.catalog.combined import merged
from codemode.catalog.declarations import LEVELS, MAX_NOTE, SHORT, WHOLE, Shown, Teller, unused
from codemode.catalog.entries import ToolEntry
from codemode.catalog.files import file_of, where_told
from codemode.catalog.lazy_schemas import whole
from codemode.catalog.names import exported_name, python_name
from codemode.catalog.schema_notes import notes_of, other_keys
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
from codemode.records import dataclass

MAX_DEPTH = 6
MAX_FIELDS = 300
_STREAMS = ("loop over what it gives", "stream_tool")
_SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def stub(entry: ToolEntry, shown: Shown = WHOLE) -> str:
    """A tool as a function of Python, the classes of its objects before it. When texts are cut, it says so and tells how to read them whole."""
    text = _Stub(entry, replace(shown, short=False)).text()
    return _Stub(entry, shown).text() if shown.short and len(text) > SHORT else text


@dataclass(slots=True, frozen=True)
class VerbNames:
    """How a function of a namespace is called: its path, and the tool's parameters in the order of the arguments, () for the tool's own by name."""

    path: str
    params: tuple[str, ...] = ()


def verb_stub(entry: ToolEntry, verb: VerbNames, doc: str) -> str:
    """A function of a namespace that calls a tool."""
    return _Stub(entry, Shown(description=doc), verb).text()


class _Stub(Teller):
    def __init__(self, entry: ToolEntry, shown: Shown, verb: VerbNames | None = None) -> None:
        super().__init__(entry, shown)
        self.verb = verb
        self.name = (python_name(entry.name) if verb is None else verb.path).rpartition(".")[2]
        self.classes: list[str] = []
        self.taken: set[str] = set()

    def text(self) -> str:
        entry = self.entry
        self.root = as_schema(whole(entry.input_schema))
        given, notes = self.parameters(resolve(self.root, self.root))
        returned = self.shown.observed if self.shown.observed is not None else entry.output_schema
        self.root = as_schema(whole(returned)) if returned is not None else {}
        self.levels = LEVELS if self.shown.short else 0
        result = self.type(self.root, exported_name(self.name) + "Result", 0) if returned is not None else "Any"
        if entry.streaming:
            result = f"Iterator[{result}]"
        called = _called(entry) if self.verb is None else self.verb.path
        where = where_told(entry, "API.read", file_of(entry).removesuffix(".go") + ".pyi", "describe_tool")
        gives = "; ".join(notes_of(self.root))
        told = [*self.described(called, *_STREAMS), *notes, *([f"gives: {one_line(gives, MAX_NOTE)}"] if gives else [])]
        told += [*self.levels_left_out(where), *self.characters_left_out(where)]
        comment = "".join(f"\n    # {line}" for line in told)
        return "\n\n".join([*self.classes, f"def {self.name}({given}) -> {result}:{comment}"])

    def said(self, schema: Schema) -> str:
        """What there is to say of a value besides its type: its description, bounds, formats, examples."""
        notes = [self.cut(schema["description"])] if isinstance(schema.get("description"), str) else []
        plain = {key: value for key, value in schema.items() if key != "default"}
        if _is_literal(schema):
            plain.pop("enum")
        return one_line("; ".join(dict.fromkeys([*notes, *notes_of(plain)])), 2 * MAX_NOTE)

    def parameters(self, schema: Schema) -> tuple[str, list[str]]:
        """Returns the parameters and the notes on them, a line each."""
        members, needed = properties(schema), required(schema)
        in_order = self.verb.params if self.verb is not None else ()
        if in_order:
            members = {name: members.get(name, {}) for name in in_order}
        parts: list[str] = []
        notes: list[str] = []
        odd: list[str] = []
        for key in members if in_order else sorted(members, key=lambda name: name not in needed):
            self.fields += 1
            if self.fields > MAX_FIELDS:
                notes.append("there are more parameters, too many to show")
                break
            told = self.said({**resolve(members[key], self.root), **members[key]})
            if told:
                notes.append(f"{one_line(key, 60)}: {told}")
            kind = self.type(members[key], exported_name(self.name) + exported_name(key), 1)
            if not _is_name(key):
                odd.append(f"{show(key, 60)}: {one_line(kind, 60)}{'' if key in needed else ', may be left out'}")
                continue
            parts.append(f"{key}: {kind}" + ("" if key in needed else f" = {_default(members[key])}"))
        if odd:
            parts.append("**others: Any")
            notes += [f"in a dict only: {each}" for each in odd]
        notes += [f"e.g. {show(each, 200)}" for each in _examples(schema)]
        by_name = bool(parts) and not in_order and not (odd and len(parts) == 1)
        return ", ".join(["*", *parts] if by_name else parts), notes

    def type(self, schema: Schema, name: str, depth: int) -> str:
        schema = resolve(schema, self.root)
        if depth > MAX_DEPTH or self.fields > MAX_FIELDS:
            return "Any"
        if _is_literal(schema):
            return f"Literal[{', '.join(show(each, 60) for each in schema['enum'])}]"
        if isinstance(schema.get("allOf"), list):
            schema = merged(schema, self.root, self.merges)
        options = alternatives(schema, 6)
        if options:
            found = list(dict.fromkeys(self.type(each, name, depth + 1) for each in options))
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
            if members and self.levels and self.inside >= self.levels:
                self.left_out = True
            elif members:
                self.inside += 1
                made = self.object(schema, members, name, depth)
                self.inside -= 1
                return made
            extra = schema.get("additionalProperties")
            inner = self.type(cast(Schema, extra), name, depth + 1) if isinstance(extra, Mapping) else "Any"
            return f"dict[str, {inner}]"
        return _SCALARS.get(kind, "Any")

    def object(self, schema: Schema, members: Mapping[str, Schema], name: str, depth: int) -> str:
        needed = required(schema)
        name = unused(name, self.taken)
        lines: list[str] = []
        for key, member in members.items():
            self.fields += 1
            if self.fields > MAX_FIELDS:
                lines.append("    # and more")
                break
            kind = self.type(member, name + exported_name(key), depth + 1)
            told = self.said({**resolve(member, self.root), **member})
            word = key if _is_name(key) else f"# {show(key, 80)}"
            typed = kind if key in needed else f"NotRequired[{kind}]"
            lines.append(f"    {word}: {typed}{f'  # {told}' if told else ''}")
        others = other_keys(schema, self.root)
        if others is not None:
            lines.append(f"    # {self.cut(others)}")
        self.classes.append("\n".join([f"class {name}(TypedDict):", *lines]))
        return name


def _called(entry: ToolEntry) -> str:
    """Its name as programs spell it, and its own where that is another."""
    spelled = python_name(entry.name)
    if not all(_is_name(part) for part in spelled.split(".")):
        return f"call_tool({show(entry.name, 122)}, ...)"
    return spelled if spelled == entry.name else f"{spelled}, which is {entry.name}"


def _is_literal(schema: Schema) -> bool:
    values = schema.get("enum")
    if not isinstance(values, list) or not 0 < len(cast("list[Any]", values)) <= 12:
        return False
    return all(isinstance(each, str) and len(each) <= 40 for each in cast("list[Any]", values))


def _examples(schema: Schema) -> list[Any]:
    given = schema.get("examples")
    return cast("list[Any]", given)[:2] if isinstance(given, list) else []


def _default(schema: Schema) -> str:
    value = schema.get("default", ...)
    if value is None or isinstance(value, bool | int | float):
        return repr(value)
    return show(value, 60) if isinstance(value, str) else "..."


def _is_name(text: str) -> bool:
    return text.isidentifier() and not keyword.iskeyword(text) and len(text) <= 100
