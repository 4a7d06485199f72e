"""Calls of tools are checked against the catalog before anything runs."""

from __future__ import annotations

import pytest

from tests.types.library import FakeTools
from tests.types.support import run

ISSUE = {
    "type": "object",
    "properties": {
        "owner": {"type": "string"},
        "title": {"type": "string"},
        "labels": {"type": "array", "items": {"type": "string"}},
        "priority": {"type": "integer"},
        "weight": {"type": "number"},
        "draft": {"type": "boolean"},
        "state": {"type": "string", "enum": ["open", "closed"]},
        "ref": {"type": ["string", "null"]},
        "level": {"enum": [1, 2, 3]},
    },
    "required": ["owner", "title"],
}
TOOLS = FakeTools(
    github__create_issue=ISSUE,
    free__form={"type": "object", "properties": {"a": {}}, "additionalProperties": True},
    nothing__at_all={},
    desk__create={
        "properties": {"id": {}, "body": {"$ref": "#/$defs/New"}, "odd": {"$ref": "#/$defs/None"}},
        "required": ["body"],
        "additionalProperties": False,
        "$defs": {"New": {"type": "object", "properties": {"title": {}, "id": {}}}},
    },
    closed__tool={"type": "object", "additionalProperties": False},
    shop__order={
        "properties": {
            "lines": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/Line"}, {"type": "null"}]}},
            "to": {"type": "object", "properties": {"city": {}}, "additionalProperties": False},
            "tags": {"type": "object", "properties": {"a": {}}, "additionalProperties": {"type": "string"}},
            "loose": {"type": "object", "properties": {"a": {}}, "additionalProperties": {}},
            "odd": {"properties": {"a": {}}, "allOf": [{"required": ["b"]}], "required": "a"},
            "bad": {"properties": 5, "required": [5], "items": "x", "anyOf": [1, 2], "$ref": "#/$defs/Loop"},
        },
        "$defs": {
            "Line": {
                "type": "object",
                "properties": {"sku": {"type": "string"}, "qty": {}, "to": {}},
                "required": ["sku"],
            },
            "Loop": {"$ref": "#/$defs/Loop"},
        },
    },
    deals__stream={"x-streaming": True, "properties": {"route": {"type": "string"}}},
)


def call(arguments: str, tool: str = "github.create_issue", function: str = "CallTool") -> str:
    return f'x, err := codemode.{function}("{tool}"{arguments})\n_ = err\n__out = x'


@pytest.mark.parametrize(
    "arguments",
    [
        ', map[string]any{"owner": "a", "title": "b"}',
        ', map[string]any{"owner": "a", "title": "b", "labels": []string{"x"}, "priority": 2, "weight": 2, "draft": true}',
        ', map[string]any{"owner": "a", "title": "b", "weight": 2.5, "priority": 3.0, "state": "open", "level": 2}',
        ', map[string]any{"owner": "a", "title": "b", "ref": nil}',
        ', map[string]interface{}{"owner": "a", "title": fmt.Sprint(1), "priority": len("abc")}',
        ', map[string]string{"owner": "a", "title": "b"}',
        ", args(1)",
    ],
)
def test_right_calls(arguments: str) -> None:
    text = "func args(n int) map[string]any { return nil }\n_ = args\n" + call(arguments)
    assert run(text, tools=TOOLS).problems == []


def test_fields_of_a_body_are_told_to_belong_there() -> None:
    result = run(call(', map[string]any{"id": 1, "title": "b"}', "desk.create"), tools=TOOLS)
    assert result.hints == ["", 'put it into "body": map[string]any{"title": ...}']


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (
            ', map[string]any{"owner": "a", "titel": "b"}',
            'tool "github.create_issue" has no parameter "titel"',
            'did you mean "title"?',
        ),
        (', map[string]any{"owner": "a"}', 'tool "github.create_issue" needs parameter "title"', ""),
        (", map[string]any{}", 'tool "github.create_issue" needs parameters "owner", "title"', ""),
        ("", 'tool "github.create_issue" needs parameters "owner", "title"', ""),
        (
            ', map[string]any{"owner": "a", "title": 5}',
            'parameter "title" of tool "github.create_issue" is a string, not an integer',
            "write it as a string, in quotes",
        ),
        (
            ', map[string]any{"owner": "a", "title": "b", "priority": "2.5"}',
            'parameter "priority" of tool "github.create_issue" is an integer, not a string',
            "leave out the quotes: 2.5",
        ),
        (
            ', map[string]any{"owner": "a", "title": "b", "priority": 2.5}',
            'parameter "priority" of tool "github.create_issue" is an integer, not a number',
            "",
        ),
        (
            ', map[string]any{"owner": "a", "title": "b", "draft": "yes"}',
            'parameter "draft" of tool "github.create_issue" is a boolean, not a string',
            "",
        ),
        (
            ', map[string]any{"owner": "a", "title": "b", "labels": "bug"}',
            'parameter "labels" of tool "github.create_issue" is an array, not a string',
            "write a slice: []any{...}",
        ),
        (
            ', map[string]any{"owner": "a", "title": "b", "state": "opened"}',
            'parameter "state" of tool "github.create_issue" cannot be "opened"',
            'it is one of "open", "closed"',
        ),
        (
            ', map[string]any{"owner": "a", "title": "b", "level": 7}',
            'parameter "level" of tool "github.create_issue" cannot be 7',
            "it is one of 1, 2, 3",
        ),
        (
            ', map[string]any{"owner": "a", "title": "b", "colour": "red"}',
            'tool "github.create_issue" has no parameter "colour"',
            "its parameters are owner, title, labels, priority, weight, draft, state, ref, level",
        ),
    ],
)
def test_wrong_calls(arguments: str, message: str, hint: str) -> None:
    result = run(call(arguments), tools=TOOLS)
    assert message in [e.split(": ", 1)[1] for e in result.errors]
    assert hint in result.hints


def test_all_problems_of_a_call_are_reported() -> None:
    result = run(call(', map[string]any{"titel": "b", "priority": "high"}'), tools=TOOLS)
    assert len(result.errors) == 3


@pytest.mark.parametrize(
    ("inside", "told"),
    [
        ('"lines": []any{map[string]any{"sku": "a", "qty": 1}, nil}', []),
        ('"lines": []map[string]any{{"sku": "a"}, {"sku": fmt.Sprint(1)}}, "to": map[string]string{"city": "x"}', []),
        ('"loose": map[string]any{"b": "c"}', []),
        ('"tags": map[string]any{"b": "c"}, "odd": map[string]any{"c": 1}, "bad": map[string]any{"c": []any{1}}', []),
        (
            '"lines": []map[string]any{{"sku": "a", "qtty": 1}}',
            ['warning: "lines[0]" of tool "shop.order" has no field "qtty" (did you mean "qty"?)'],
        ),
        (
            '"lines": []any{nil, map[string]any{"quantity": 1}}',
            [
                'error: "lines[1]" of tool "shop.order" needs field "sku" ()',
                'warning: "lines[1]" of tool "shop.order" has no field "quantity" (its fields are sku, qty, to)',
            ],
        ),
        (
            '"lines": []any{map[string]any{"sku": 5}}',
            [
                'error: parameter "lines[0].sku" of tool "shop.order" is a string, not an integer '
                "(write it as a string, in quotes)"
            ],
        ),
        (
            '"to": map[string]any{"town": "x"}',
            ['error: "to" of tool "shop.order" has no field "town" (its fields are city)'],
        ),
        ('"lines": []any{map[string]any{strings.ToLower("SKU"): 5}}', []),
    ],
)
def test_objects_inside_the_arguments(inside: str, told: list[str]) -> None:
    result = run(call(f", map[string]any{{{inside}}}", "shop.order"), tools=TOOLS)
    assert sorted(f"{p.severity}: {p.message} ({p.hint})" for p in result.checked.problems) == told


def test_unknown_tool() -> None:
    result = run(call(", nil", "github.creat_issue"), tools=TOOLS)
    assert result.errors == ['1: unknown tool "github.creat_issue"']
    assert result.hints == ['did you mean "github.create_issue"?']


def test_open_and_empty_schemas() -> None:
    assert run(call(', map[string]any{"b": 1}', "free.form"), tools=TOOLS).problems == []
    assert run(call(', map[string]any{"b": 1}', "nothing.at_all"), tools=TOOLS).problems == []
    assert run(call(', map[string]any{"b": 1}', "closed.tool"), tools=TOOLS).errors != []


def test_streams() -> None:
    wrong = run(call(", nil", "deals.stream"), tools=TOOLS)
    assert wrong.errors == ['1: tool "deals.stream" streams its result']
    assert "codemode.CallToolStream" in wrong.hints[0]
    other = run(call(', map[string]any{"owner": "a", "title": "b"}', function="CallToolStream"), tools=TOOLS)
    assert other.errors == ['1: tool "github.create_issue" does not stream']
    assert run(call(", nil", "deals.stream", "CallToolStream"), tools=TOOLS).problems == []


def test_keys_and_names_that_are_not_constant_are_left_to_the_run() -> None:
    text = (
        'k := "owner"\nname := "github.x"\nx, err := codemode.CallTool(name, map[string]any{k: 1})\n_ = err\n__out = x'
    )
    assert run(text, tools=TOOLS).problems == []
    text = 'k := "owner"\nx, err := codemode.CallTool("github.create_issue", map[string]any{k: 1})\n_ = err\n__out = x'
    assert run(text, tools=TOOLS).problems == []


def test_a_constant_name_is_a_name() -> None:
    result = run('const tool = "github." + "nope"\n__out = codemode.CallTool(tool, nil)', tools=TOOLS)
    assert result.errors == ['2: unknown tool "github.nope"']


def test_a_map_that_is_filled_later_is_not_checked() -> None:
    text = 'args := map[string]any{"owner": "a"}\nargs["title"] = "b"\n' + call(", args")
    assert run(text, tools=TOOLS).problems == []


def test_without_a_catalog_calls_are_only_noted() -> None:
    result = run(
        call(', map[string]any{"x": 1}', "any.tool") + '\ns, err := codemode.CallToolStream("a.b", nil)\n_ = s'
    )
    assert result.errors == []
    assert [(name, streaming) for name, streaming, _ in result.checked.tool_calls] == [
        ("any.tool", False),
        ("a.b", True),
    ]


def test_a_stream_gives_one_value_in_each_turn() -> None:
    found = run(
        's, err := codemode.CallToolStream("deals.stream", nil)\n_ = err\nfor _, x := range s { _ = x }', tools=TOOLS
    )
    assert found.hints == ["it gives one value in each turn: for value := range s"]
