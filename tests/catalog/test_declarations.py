"""Go declarations from JSON Schema: readable for a model, valid Go, and harmless whatever the schema says."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from codemode.catalog import ToolEntry, declaration, type_text
from codemode.catalog.declarations import Shown

GO = Path(shutil.which("go") or Path(sys.executable).with_name("go"))


def declared(schema: dict[str, Any], output: dict[str, Any] | None = None, **more: Any) -> str:
    return declaration(ToolEntry("utcp:math:add", "math.add", input_schema=schema, output_schema=output, **more))


def obj(required: Sequence[str] = (), **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


def field(schema: dict[str, Any]) -> str:
    """The line of a struct field with that schema."""
    line = declared(obj(x=schema)).split("struct {\n", 1)[1]
    return line[: line.rindex("\n}")].strip()


def test_a_plain_tool() -> None:
    schema = obj(["a", "b"], a={"type": "number", "description": "first number"}, b={"type": "number"})
    assert declared(schema, {"type": "number"}, description="Add two\nnumbers.") == (
        "// Add two numbers.\n"
        "// call: math.add\n"
        "func MathAdd(in struct {\n"
        '\tA float64 `json:"a"` // first number\n'
        '\tB float64 `json:"b"`\n'
        "}) (float64, error)"
    )


def test_a_tool_without_schemas() -> None:
    assert declared({}) == "// call: math.add\n// The tool does not say what it returns.\nfunc MathAdd() (any, error)"
    assert declared({"type": "object"}, {}).endswith("func MathAdd() (any, error)")


def test_a_tool_without_a_result() -> None:
    assert declared({}, {"type": "null"}).endswith("func MathAdd() (any, error) // always null")


def test_a_streaming_tool() -> None:
    assert declared({}, {"type": "string"}, streaming=True).endswith(
        "func MathAdd() (*codemode.Stream, error) // chunks of string"
    )


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"type": "string"}, 'X string `json:"x,omitempty"`'),
        ({"type": "integer", "default": 5}, 'X int `json:"x,omitempty"` // default 5'),
        ({"type": "boolean"}, 'X bool `json:"x,omitempty"`'),
        ({"enum": ["a", "b"]}, 'X string `json:"x,omitempty"` // one of "a", "b"'),
        ({"enum": [1, "b"]}, 'X any `json:"x,omitempty"` // integer or string; one of 1, "b"'),
        ({"const": "only"}, 'X string `json:"x,omitempty"` // always "only"'),
        ({"type": ["string", "null"]}, 'X *string `json:"x,omitempty"` // or null'),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, 'X *int `json:"x,omitempty"` // or null'),
        ({"type": ["array", "null"], "items": {"type": "string"}}, 'X []string `json:"x,omitempty"` // or null'),
        ({"type": ["string", "integer"]}, 'X any `json:"x,omitempty"` // string or integer'),
        ({"oneOf": [{"type": "string"}, {"type": "integer"}]}, 'X any `json:"x,omitempty"` // one of: string | int'),
        ({"type": "array"}, 'X []any `json:"x,omitempty"`'),
        (
            {"type": "array", "items": {"type": "array", "items": {"type": "number"}}},
            'X [][]float64 `json:"x,omitempty"`',
        ),
        (
            {"type": "array", "prefixItems": [{"type": "string"}]},
            'X []any `json:"x,omitempty"` // in this order: string',
        ),
        ({"type": "object"}, 'X map[string]any `json:"x,omitempty"`'),
        ({"additionalProperties": {"type": "integer"}}, 'X map[string]int `json:"x,omitempty"`'),
        ({"type": "string", "format": "date"}, 'X string `json:"x,omitempty"` // format date'),
        ({}, 'X any `json:"x,omitempty"`'),
        ({"type": 7}, 'X any `json:"x,omitempty"`'),
        ({"$ref": "#/nowhere"}, 'X any `json:"x,omitempty"`'),
        ({"$ref": "https://example.com/schema"}, 'X any `json:"x,omitempty"`'),
    ],
)
def test_types(schema: dict[str, Any], text: str) -> None:
    assert field(schema) == text


def test_nested_objects_and_arrays() -> None:
    schema = obj(lines={"type": "array", "items": obj(["sku"], sku={"type": "string"}, at=obj(x={"type": "integer"}))})
    assert 'Lines []struct {\n\t\tSku string `json:"sku"`\n\t\tAt struct {\n\t\t\tX int' in declared(schema)


def test_references_are_shown_in_place() -> None:
    schema = obj(a={"$ref": "#/$defs/Money"}, b={"$ref": "#/$defs/Money"}) | {"$defs": {"Money": {"type": "number"}}}
    assert 'A float64 `json:"a,omitempty"`\n\tB float64' in declared(schema)


def test_recursive_references_become_types() -> None:
    node = obj(v={"type": "integer"}, kids={"type": "array", "items": {"$ref": "#/$defs/Node"}})
    text = declared(obj(root={"$ref": "#/$defs/Node"}) | {"$defs": {"Node": node}}, {"$ref": "#/$defs/Other"})
    assert text.startswith("type MathAddNode struct {\n\tV int")
    assert "Kids []*MathAddNode `json" in text
    assert "\tRoot MathAddNode `json" in text


def test_a_schema_that_is_its_own_part() -> None:
    text = declared(obj(next={"$ref": "#"}))
    assert "Next *MathAddType `json" in text
    assert "func MathAdd(in MathAddType) (any, error)" in text


def test_all_of_is_one_object() -> None:
    schema = {
        "allOf": [obj(["a"], a={"type": "string"}), {"$ref": "#/$defs/B"}],
        "$defs": {"B": obj(b={"type": "integer"})},
    }
    text = declared(schema)
    assert 'A string `json:"a"`' in text
    assert 'B int `json:"b,omitempty"`' in text


def test_keys_that_no_tag_can_hold() -> None:
    text = declared(obj(**{'we"ird`': {"type": "string"}, "a b": {}, "a-b": {}, "": {}, "-": {}}))
    assert 'WeIrd string // JSON key "we\\"ird`"' in text
    assert 'AB any `json:"a b,omitempty"`' in text
    assert 'AB2 any `json:"a-b,omitempty"`' in text
    assert 'X any // JSON key ""' in text


HOSTILE = "x\n}) (any, error)\nfunc Evil() {} // */ `json` \u2028 \x00 \r \x1b[31m"


def hostile_entry() -> ToolEntry:
    member = {"type": "string", "description": HOSTILE, "enum": [HOSTILE, "`"], "format": HOSTILE, "default": HOSTILE}
    schema = obj(**{HOSTILE: member, "plain": member, "type": {"type": [HOSTILE, "x"]}, "c": {"const": HOSTILE}})
    return ToolEntry("utcp:a:b", HOSTILE, HOSTILE, input_schema=schema | {"title": HOSTILE}, output_schema=member)


def test_no_text_breaks_out_of_its_comment() -> None:
    text = declaration(hostile_entry())
    code = [line.split("//")[0].strip() for line in text.splitlines()]
    assert code[0] == code[1] == ""
    assert not any("Evil()" in line for line in code[3:])
    assert all(c.isprintable() or c in "\n\t" for c in text)
    assert declaration(hostile_entry()) == text


def test_growth_is_bounded() -> None:
    bomb: dict[str, Any] = {
        f"L{i}": obj(a={"$ref": f"#/$defs/L{i + 1}"}, b={"$ref": f"#/$defs/L{i + 1}"}) for i in range(40)
    }
    assert len(declared(obj(x={"$ref": "#/$defs/L0"}) | {"$defs": bomb})) < 200_000
    options: dict[str, Any] = {"type": "string"}
    for _ in range(30):
        options = {"oneOf": [options] * 6}
    assert len(declared(obj(x=options))) < 10_000
    assert "too many to show" in declared(obj(**{f"p{i}": {"type": "string"} for i in range(5000)}))


def test_type_of_a_result_alone() -> None:
    assert type_text({"type": "array", "items": {"type": "string"}}) == "[]string"


def test_real_go_accepts_every_declaration(tmp_path: Path) -> None:
    node = obj(v={"type": "integer"}, kids={"type": "array", "items": {"$ref": "#/$defs/Node"}})
    entries = [
        hostile_entry(),
        ToolEntry(
            "a:b:1",
            "math.add",
            "d",
            input_schema=obj(["a"], a={"type": "number"}),
            output_schema=obj(r={"type": "string"}),
        ),
        ToolEntry(
            "a:b:2",
            "tree.walk",
            "d",
            input_schema=obj(n={"$ref": "#/$defs/Node"}, o={"$ref": "#/$defs/Node"}) | {"$defs": {"Node": node}},
        ),
        ToolEntry("a:b:3", "2fa.搜", "d", input_schema=obj(**{"": {}, "a": {}, "A": {}, "func": {}, "ä": {}})),
        ToolEntry(
            "a:b:4", "self.ref", "d", input_schema=obj(next={"$ref": "#"}), output_schema=obj(next={"$ref": "#"})
        ),
        ToolEntry("a:b:5", "tail.log", "d", streaming=True, output_schema=obj(x=obj(y={"type": "string"}))),
    ]
    bodies = []
    for entry in entries:
        text = declaration(entry).replace("*codemode.Stream", "*int")
        head, comment, tail = text.rpartition(" // ")
        bodies.append(f"{head} {{ panic(0) }} // {tail}" if comment and "\n" not in tail else f"{text} {{ panic(0) }}")
    (tmp_path / "a.go").write_text("package p\n\n" + "\n".join(bodies) + "\n")
    env = {
        **os.environ,
        "GOTOOLCHAIN": "local",
        "GOFLAGS": "-mod=mod",
        "GOCACHE": str(tmp_path / "cache"),
        "HOME": str(tmp_path),
    }
    done = subprocess.run(
        [GO.resolve(), "vet", "-structtag=false", "./a.go"], cwd=tmp_path, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def _of_levels(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for level in range(levels, 0, -1):
        fields = {f"field_{level}_{n}": {"type": "string", "description": "what it is for " * 5} for n in range(20)}
        schema = {"type": "object", "properties": {**fields, f"level_{level}": {"type": "array", "items": schema}}}
    return schema


def test_a_long_declaration_has_a_short_form() -> None:
    entry = ToolEntry("utcp:a:b", "a.b", "B.", input_schema=_of_levels(4), output_schema=_of_levels(4), source="utcp")
    whole, short = declaration(entry), declaration(entry, Shown(short=True))
    given, _, returned = short.partition("}) (")
    assert "Level4 []string" in given  # inputs are whole
    assert 'tools.Describe("a.b") shows the others' in given
    assert "Field20 string" in returned
    assert "Level2 []map[string]any" in returned
    assert "Field30" not in returned
    assert len(short) < 0.8 * len(whole)
    user = {"$defs": {"User": _of_levels(1)}, "properties": {name: {"$ref": "#/$defs/User"} for name in "ab"}}
    twice = declaration(ToolEntry("utcp:a:d", "a.d", input_schema=_of_levels(4), output_schema=user), Shown(short=True))
    assert '// User\n\tB any `json:"b,omitempty"` // User, as before\n' in twice
    small = ToolEntry(
        "utcp:a:c",
        "a.c",
        output_schema={
            "type": "array",
            "items": {"properties": {"a": {"properties": {"b": {"properties": {"c": {"type": "string"}}}}}}},
        },
    )
    assert declaration(small, Shown(short=True)) == declaration(small)
