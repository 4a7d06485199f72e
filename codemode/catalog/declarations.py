"""Tools as Go declarations, made from JSON Schema: what `tools.Describe`, the API files and the prompts show.

    // Add two numbers.
    func MathAdd(in struct {
        A float64 `json:"a"` // first number
        B float64 `json:"b"`
    }) (float64, error)

Names, descriptions and schemas come from strangers: every text goes into one `//` line, every name becomes an identifier, and depth and size are
bounded. The same entry always gives the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from typing import Any, cast

from codemode.catalog.combined import MAX_PARTS, merged
from codemode.catalog.descriptions import lines_of
from codemode.catalog.entries import ToolEntry
from codemode.catalog.files import where_told
from codemode.catalog.names import MAX_SPOKEN, exported_name
from codemode.catalog.schema_notes import notes_of, other_keys, outlined, patterns, tuple_note
from codemode.catalog.schemas import (
    MAX_LOOKED,
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

MAX_DEPTH = 10
MAX_FIELDS = 400
MAX_WHOLE = 20_000  # characters up to which a description is not cut
MAX_NOTE = 2_000  # characters of the notes on one field
SHORT = 4_000  # characters from which a declaration is shortened
LEVELS = 2  # levels of nested objects that are shown of the result of a longer one
MAX_OPTION = 120

_SCALARS = {"string": "string", "integer": "int", "number": "float64", "boolean": "bool", "null": "any"}
_SAY_PARAMETERS = ("properties", "additionalProperties", "patternProperties", "allOf", "anyOf", "oneOf")
_STREAMS = ("call it with codemode.CallToolStream", "codemode.CallToolStream")
_DEFINED = ("$defs", "definitions")
# what Go's encoding/json accepts in the name of a tag, besides letters and digits
_TAG = re.compile(r"[\w!#$%&()*+\-./:;<=>?@\[\]^{|}~ ]+")


@dataclass(slots=True, frozen=True)
class Shown:
    """What a declaration shows of a tool: `longest` is the most characters of one text, `description` replaces the tool's own, `observed` is
    the observed shape of its results, for a tool without an output schema. `short`: if the declaration is longer than SHORT, only
    the first levels of its result are shown."""

    longest: int = MAX_WHOLE
    short: bool = False
    description: str | None = None
    observed: Schema | None = None


WHOLE = Shown()


def declaration(entry: ToolEntry, shown: Shown = WHOLE) -> str:
    """The Go declaration of a tool, after its recursive types. When texts are cut, it says so and tells how to read them whole."""
    name = exported_name(entry.name.rpartition(".")[2] if entry.is_mcp else entry.name)
    text = _Writer(entry, name, replace(shown, short=False)).declaration()
    return _Writer(entry, name, shown).declaration() if shown.short and len(text) > SHORT else text


def verb_declaration(entry: ToolEntry, name: str, params: str | None, comment: Iterable[str]) -> str:
    """A function that calls a tool, its recursive types before it. `params` are in Go's words; None is the tool's own one struct."""
    return _Writer(entry, name).declaration(params, comment)


def type_text(schema: Mapping[str, Any]) -> str:
    """The Go type of a schema, for a result shown by itself."""
    writer = _Writer(ToolEntry("", "Value"), "Value")
    writer.root = schema
    made = writer.whole()
    return "\n".join([*writer.types, made.text])


@dataclass(slots=True)
class _Typed:
    """A Go type, and notes on what the type cannot express."""

    text: str
    notes: list[str] = field(default_factory=list[str])


class Teller:
    """What a declaration of Go and a stub of Python tell of one tool, with a count of what is left out."""

    def __init__(self, entry: ToolEntry, shown: Shown) -> None:
        self.entry = entry
        self.shown = shown
        self.longest = min(MAX_NOTE, shown.longest)
        self.hidden = 0  # characters that were cut from texts
        self.levels = 0  # levels of nested objects that are shown, 0 for all
        self.inside = 0  # how many objects contain the one that is shown now
        self.left_out = False  # whether there are deeper levels, which are not shown
        self.fields: int = 0  # fields that were shown
        self.merges = [MAX_PARTS]  # how many nested allOf may still be merged
        self.root: Schema = {}

    def described(self, called: str, streams: str, may_stream: str) -> Iterator[str]:
        """The tool's own description, and what is to be known for a call."""
        entry = self.entry
        told = entry.description if self.shown.description is None else self.shown.description
        lines, hidden = lines_of(told, self.shown.longest)
        self.hidden += hidden
        yield from lines
        yield f"call: {one_line(called, 120)}"
        if entry.streaming:
            yield f"This tool streams: {streams}."
        if entry.may_stream:
            yield f"This tool may send more than one answer: {may_stream} reads them one by one."
        if self.shown.observed is not None:
            yield "The tool does not say what it returns; its results so far looked like this."
        elif entry.output_schema is None:
            yield "The tool does not say what it returns."

    def levels_left_out(self, where: str) -> Iterator[str]:
        if self.left_out:
            yield f"only the first {LEVELS} levels of its result are shown: {where} shows the others"

    def characters_left_out(self, where: str) -> Iterator[str]:
        if self.hidden:
            yield f"cut, {self.hidden} characters more{'' if self.shown.longest >= MAX_WHOLE else f': {where}'}"

    def cut(self, told: object) -> str:
        """A stranger's text on one line, as long as texts may be here."""
        line = one_line(told, self.longest)
        self.hidden += max(0, len(str(told)) - len(line)) if line.endswith("…") else 0
        return line


class _Writer(Teller):
    def __init__(self, entry: ToolEntry, name: str, shown: Shown = WHOLE) -> None:
        super().__init__(entry, shown)
        self.name = name
        self.told_of: set[str] = set()  # references whose objects are shown already, for a shortened result
        self.root = entry.input_schema
        self.open: list[str] = []  # references being followed
        self.named: dict[str, str] = {}  # recursive references -> type name
        self.types: list[str] = []  # declarations of the recursive types
        self.taken: set[str] = {name}

    # --- the whole ------------------------------------------------------------------------------------------------

    def declaration(self, params: str | None = None, comment: Iterable[str] | None = None) -> str:
        given, notes = self.parameters() if params is None else (params, [])
        self.open = []
        # a type that both sides have under one name is declared once, if it is equal
        before, after = (tuple(schema.get(word) for word in _DEFINED) for schema in self.sides())
        self.named = {ref: name for ref, name in self.named.items() if ref != "#"} if before == after else {}
        result = self.results()
        where = where_told(self.entry)
        lines = list(comment) if comment is not None else [*self.described(self.entry.name, *_STREAMS)]
        lines += self.levels_left_out(where)
        lines += [f"in: {self.cut(told)}" for told in dict.fromkeys(notes)]
        lines += self.characters_left_out(where)
        return "\n".join([*self.types, *(f"// {line}" for line in lines), f"func {self.name}({given}) {result}"])

    def sides(self) -> tuple[Schema, Schema]:
        return as_schema(self.entry.input_schema), self.output()

    def output(self) -> Schema:
        return as_schema(self.entry.output_schema if self.shown.observed is None else self.shown.observed)

    def parameters(self) -> tuple[str, list[str]]:
        """Properties with their comments."""
        schema = resolve(self.root, self.root)
        if not any(schema.get(word) for word in _SAY_PARAMETERS):
            return "", []
        made = self.whole()
        return f"in {made.text}", made.notes

    def results(self) -> str:
        self.root = self.output()
        self.levels = LEVELS if self.shown.short else 0
        made = self.whole()
        if kinds(self.root) == ["null"] and self.shown.observed is None:
            made = _Typed(made.text, [*made.notes, "always null"])  # Go has no type for it
        if self.entry.streaming:
            # a type of several lines would not stay in the comment; it is never cut
            return f"(*codemode.Stream, error) // chunks of {' '.join(made.text.split())}{self.note(made.notes, '; ')}"
        return f"({made.text}, error)" + self.note(made.notes)

    def whole(self) -> _Typed:
        """The Go type of the whole document, which may be recursive."""
        return self.reference("#", self.root, 0, 0) if "$ref" not in self.root else self.type(self.root, 0, 0)

    # --- types ----------------------------------------------------------------------------------------------------

    def type(self, schema: Schema, depth: int, indent: int) -> _Typed:
        ref = schema.get("$ref")
        if isinstance(ref, str):
            return self.reference(ref, schema, depth, indent)
        if depth > MAX_DEPTH or self.fields > MAX_FIELDS:
            return _Typed("any", ["too large to show"])
        if isinstance(schema.get("allOf"), list):
            schema = merged(schema, self.root, self.merges)
        options = alternatives(schema, MAX_LOOKED)
        if options:
            return self.one_of(options, schema, depth, indent)
        named = kinds(schema)
        solid = [k for k in named if k != "null"]
        if len(solid) > 1:
            return self.noted(_Typed("any", [" or ".join(one_line(k, 20) for k in named)]), schema)
        made = self.noted(self.plain(solid[0] if solid else "", schema, depth, indent), schema)
        return nullable(made) if "null" in named and solid else made

    def plain(self, kind: str, schema: Schema, depth: int, indent: int) -> _Typed:
        if kind == "object":
            return self.object(schema, depth, indent)
        if kind == "array":
            items = schema.get("items")
            if "prefixItems" in schema or not isinstance(items, Mapping):
                told = tuple_note(schema, self.root)
                return _Typed("[]any", [told] if told is not None else [])
            made = self.type(cast(Schema, items), depth + 1, indent)
            return _Typed(f"[]{made.text}", made.notes)
        return _Typed(_SCALARS.get(kind, "any"))

    def object(self, schema: Schema, depth: int, indent: int) -> _Typed:
        members = properties(schema)
        if members and self.levels and self.inside >= self.levels:
            self.left_out = True
            return _Typed("map[string]any")
        if members:
            self.inside += 1
            text = self.struct(schema, members, depth, indent)
            self.inside -= 1
            return _Typed(text)
        extra = schema.get("additionalProperties")
        if patterns(schema):
            return _Typed("map[string]any", [other_keys(schema, self.root) or ""])
        if isinstance(extra, Mapping):
            made = self.type(cast(Schema, extra), depth + 1, indent)
            return _Typed(f"map[string]{made.text}", made.notes)
        return _Typed("map[string]any")

    def struct(self, schema: Schema, members: Mapping[str, Schema], depth: int, indent: int) -> str:
        pad = "\t" * (indent + 1)
        needed = required(schema)
        lines: list[str] = []
        used: set[str] = set()
        for key, member in members.items():
            self.fields += 1
            if self.fields > MAX_FIELDS:
                lines.append(f"{pad}// and more fields, too many to show")
                break
            made = self.type(member, depth + 1, indent + 1)
            name = unused(exported_name(key), used)
            text = f"{pad}{name} {made.text}"
            notes = [self.cut(member["description"])] if isinstance(member.get("description"), str) else []
            notes += made.notes
            if self.levels and self.inside == self.levels:
                notes = []  # names and types tell enough there
            if tag_safe(key):
                text += f' `json:"{key}{"" if key in needed else ",omitempty"}"`'
            else:
                notes.insert(0, f"JSON key {show(key)}")
            lines.append(text + self.note(notes))
        told = other_keys(schema, self.root)
        if told is not None:
            lines.append(f"{pad}// {self.cut(told)}")
        return "struct {\n" + "\n".join(lines) + "\n" + "\t" * indent + "}"

    # --- what Go has no word for ------------------------------------------------------------------------------------

    def reference(self, ref: str, schema: Schema, depth: int, indent: int) -> _Typed:
        if ref in self.named:
            return _Typed(self.named[ref])
        known = one_line(ref.rpartition("/")[2], 60)
        if self.levels and ref in self.told_of:
            self.left_out = True
            return _Typed("any", [f"{known}, as before"])
        if ref in self.open:
            # it contains itself: from here on it has a name, and whoever opened it declares that name
            self.named[ref] = unused(self.name + exported_name(ref.rpartition("/")[2], "Type"), self.taken)
            return _Typed(f"*{self.named[ref]}")
        self.open.append(ref)
        made = self.type(resolve(schema, self.root), depth, indent)
        self.open.pop()
        if self.levels and ref != "#" and "struct {" in made.text:
            self.told_of.add(ref)
            made.notes.insert(0, known)
        name = self.named.get(ref)
        if name is None:
            return made
        self.types.append(f"type {name} {unindented(made.text, indent)}{self.note(made.notes)}")
        return _Typed(name)

    def one_of(self, options: list[Schema], schema: Schema, depth: int, indent: int) -> _Typed:
        solid = [o for o in options if kinds(resolve(o, self.root)) != ["null"]]
        if len(solid) == 1:
            made = self.type(solid[0], depth + 1, indent)
            return self.noted(nullable(made) if len(options) > 1 else made, schema)
        shown = [one_line(outlined(option, self.root), MAX_OPTION) for option in options[:6]]
        only_objects = all(kinds(resolve(option, self.root)) == ["object"] for option in options)
        told = "one of: " + " | ".join(dict.fromkeys(shown))
        return self.noted(_Typed("map[string]any" if only_objects else "any", [told]), schema)

    def note(self, notes: list[str], before: str = " // ") -> str:
        told = [n for n in dict.fromkeys(notes) if n]
        return f"{before}{one_line('; '.join(told), 2 * MAX_NOTE)}" if told else ""

    def noted(self, made: _Typed, schema: Schema) -> _Typed:
        """Adds notes on what the type does not express."""
        made.notes += notes_of(schema)
        return made


def nullable(made: _Typed) -> _Typed:
    if made.text == "any" or made.text.startswith(("[]", "map[", "*")):
        return _Typed(made.text, [*made.notes, "or null"])
    return _Typed(f"*{made.text}", [*made.notes, "or null"])


def unused(name: str, used: set[str]) -> str:
    """The name, with a number if it is used already. It is used then."""
    number, found = 2, name
    while found in used:
        found = f"{name}{number}"
        number += 1
    used.add(found)
    return found


def unindented(text: str, indent: int) -> str:
    return text.replace("\n" + "\t" * indent, "\n") if indent else text


def tag_safe(key: str) -> bool:
    """Whether encoding/json reads the key out of a raw-string tag."""
    return len(key) <= MAX_SPOKEN and key != "-" and _TAG.fullmatch(key) is not None
