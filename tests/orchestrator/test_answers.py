"""Reading what models answer: a table of what breaks naive readers, each with what is understood."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from typing import Any

import pytest
from pydantic import BaseModel

from codemode.errors import ModelError
from codemode.orchestrator import loose_json
from codemode.orchestrator.answers import (
    MAX_ANSWER,
    Answer,
    Decision,
    Plan,
    PlanOrSearch,
    Selection,
    Snippet,
    read,
    strict_schema,
)

PLAN = '{"tools": ["math.add"], "code": "__out = 1", "stream": false}'
ONE = {"code": "__out = 1", "stream": False}
READ_AS: list[tuple[str, type[Answer], Any, dict[str, Any]]] = [
    ("pure", Decision, '{"needs": true}', {"needs": True}),
    ("an object, not text", Decision, {"needs": False}, {"needs": False}),
    ("bytes", Decision, b'{"needs": true}', {"needs": True}),
    ("fenced", Decision, '```json\n{"needs": true}\n```', {"needs": True}),
    ("fenced without language", Decision, '```\n{"needs": true}\n```', {"needs": True}),
    ("prose before and after", Decision, 'Let me see. {"needs": true} I hope {that} helps!', {"needs": True}),
    ("prose around a fence", Decision, 'Sure:\n```json\n{"needs": true}\n```\nAnything else?', {"needs": True}),
    ("a word for yes", Decision, '{"needs": "Yes"}', {"needs": True}),
    ("a number for no", Decision, '{"needs": 0}', {"needs": False}),
    ("another name for the key", Decision, '{"needs_tools": true}', {"needs": True}),
    ("Python's words", Decision, '{"needs": True, "reason": None}', {"needs": True}),
    ("JSON in a JSON string", Decision, '"{\\"needs\\": true}"', {"needs": True}),
    ("an empty object first", Decision, '{} {"needs": true}', {"needs": True}),
    ("another object first", Decision, '{"query": "x"} so {"needs": true}', {"needs": True}),
    ("two answers", Decision, '{"needs": true} or {"needs": false}', {"needs": True}),
    ("nested", Decision, '{"answer": {"needs": true}}', {"needs": True}),
    ("in a list", Decision, '[{"needs": true}]', {"needs": True}),
    ("thinking", Decision, '<think>{"needs": false}?</think>{"needs": true}', {"needs": True}),
    ("thinking with a bare close", Decision, 'hm {"needs": false}</think>\n{"needs": true}', {"needs": True}),
    ("two thoughts", Decision, '<think>a</think><thinking>{"needs": 0}</thinking>{"needs": 1}', {"needs": True}),
    ("a tag inside a string", Snippet, '{"code": "s := \\"<think>\\""}', {"code": 's := "<think>"', "stream": False}),
    ("a trailing comma", Selection, '{"tools": ["a.b",],}', {"tools": ["a.b"]}),
    ("comments", Selection, '{"tools": [ // both\n"a.b", /* and */ "c.d"]}', {"tools": ["a.b", "c.d"]}),
    ("a map of tools", Selection, '{"tools": {"a.b": {}, "c.d": {}}}', {"tools": ["a.b", "c.d"]}),
    ("objects with names", Selection, '{"tools": [{"name": "a.b"}, {"tool": "c.d"}]}', {"tools": ["a.b", "c.d"]}),
    ("one tool, no list", Selection, '{"tools": "a.b"}', {"tools": ["a.b"]}),
    ("names in one text", Selection, '{"tools": "a.b, c.d"}', {"tools": ["a.b", "c.d"]}),
    ("nothing selected", Selection, '{"tools": []}', {"tools": []}),
    ("null selected", Selection, '{"tools": null}', {"tools": []}),
    ("a bare list", Selection, 'I take ["a.b", "c.d"].', {"tools": ["a.b", "c.d"]}),
    ("one word", Decision, "Yes.", {"needs": True}),
    ("one word after a thought, in marks", Decision, "<think>hm</think>\n**false**", {"needs": False}),
    ("raw newlines and tabs", Snippet, '{"code": "a\n\tb"}', {"code": "a\n\tb", "stream": False}),
    ("escapes JSON lacks", Snippet, r'{"code": "`\d+` \w \' "}', {"code": r"`\d+` \w ' ", "stream": False}),
    ("unicode escapes", Snippet, r'{"code": "\u00e9\ud83d\ude00\ud83d"}', {"code": "é😀\ufffd", "stream": False}),
    ("lines", Snippet, '{"code": ["a := 1", "__out = a"]}', {"code": "a := 1\n__out = a", "stream": False}),
    ("code in a map", Snippet, '{"code": {"go": "__out = 1"}}', {"code": "__out = 1", "stream": False}),
    ("a fence, no object", Snippet, "Here:\n```go\n__out = 1\n```", {"code": "__out = 1\n", "stream": False}),
    ("a fence of Python", Snippet, "```python\n__out = 1\n```", {"code": "__out = 1\n", "stream": False}),
    (
        "a fence, then what it gives",
        Snippet,
        "```go\n__out = 1\n```\nIt gives:\n```text\n__out = 12\n```",
        {"code": "__out = 1\n", "stream": False},
    ),
    ("a fence of a wrong language", Snippet, "```javascript\n__out = 1\n```", {"code": "__out = 1\n", "stream": False}),
    (
        "a fence that streams",
        Snippet,
        '```go\ns, err := codemode.CallToolStream("a.b", nil)\n```',
        {"code": 's, err := codemode.CallToolStream("a.b", nil)\n', "stream": True},
    ),
    ("braces in strings", Snippet, '{"code": "if x { y() }"}', {"code": "if x { y() }", "stream": False}),
    ("empty code", Snippet, '{"code": ""}', {"code": "", "stream": False}),
    ("a plan", Plan, PLAN, {"tools": ["math.add"], "code": "__out = 1", "stream": False}),
    (
        "a draft first",
        Plan,
        '{"code": "draft"} better: ' + PLAN,
        {"tools": ["math.add"], "code": "__out = 1", "stream": False},
    ),
    (
        "an example first",
        Plan,
        '{"tools": ["x"]} ' + PLAN,
        {"tools": ["math.add"], "code": "__out = 1", "stream": False},
    ),
    ("tools not declared", Plan, '{"code": "__out = 1"}', {"tools": None, "code": "__out = 1", "stream": False}),
    ("no tools", Plan, '{"tools": [], "code": ""}', {"tools": [], "code": "", "stream": False}),
    ("one plan twice", Plan, f"{PLAN} Again: {PLAN}", json.loads(PLAN)),
    (
        "the form of an answer first",
        Plan,
        '{"tools": ["p.t"], "code": "...", "stream": false} ' + PLAN,
        json.loads(PLAN),
    ),
    (
        "channels",
        Plan,
        f'<|channel|>analysis<|message|>{{"code": "a"}}<|channel|>final<|message|>{PLAN}',
        json.loads(PLAN),
    ),
    ("a plan as arguments", Plan, f'{{"name": "answer", "arguments": {PLAN}}}', json.loads(PLAN)),
    ("a fence with JSON, then text", Plan, f"```json\n{PLAN}\n```\nIt calls f({{'a': 1}}).", json.loads(PLAN)),
    (
        "two fences, one answer",
        Snippet,
        "```go\na := 1\n```\n```go\n__out = 1\n```",
        {"code": "__out = 1\n", "stream": False},
    ),
]
# a tool of these programs has a parameter `code`
RATE = '__out = codemode.CallTool("bank.rate", map[string]any{"code": "978"})\n'
RATE_PYTHON = '__out = call_tool(\n    "bank.rate",\n    {"code": "978"},\n)\n'
PROGRAMS = [
    f"```go\n{RATE}```",
    f'I call the tool with {{"code": "978"}}:\n```go\n{RATE}```',
    f'Here:\n```go title="x"\n{RATE}```\nIt gives a rate.',
    f"~~~go\n{RATE}~~~",
    f"```go\r\n{RATE}```",
    f"```python\n{RATE_PYTHON}```",
    f"```\n{RATE}```",
    RATE,
    RATE_PYTHON,
    'args = {"code": "978"}\n__out = bank.rate(args)\n',
]


@pytest.mark.parametrize(("name", "shape", "answer", "expected"), READ_AS, ids=[case[0] for case in READ_AS])
def test_read_as(name: str, shape: type[Answer], answer: Any, expected: dict[str, Any]) -> None:
    assert read(answer, shape).model_dump() == expected


@pytest.mark.parametrize("answer", PROGRAMS)
@pytest.mark.parametrize("shape", [Snippet, Plan, PlanOrSearch])
def test_literals_of_a_program_are_not_taken_for_the_program(answer: str, shape: type[Snippet]) -> None:
    code = read(answer, shape).code
    assert code in (RATE, RATE_PYTHON, answer)


def test_a_pydantic_object_is_read_too() -> None:
    class Other(BaseModel):
        needs: bool

    assert read(Other(needs=True), Decision).needs is True


NOT_AN_ANSWER: list[tuple[str, type[Answer], Any]] = [
    ("nothing", Decision, ""),
    ("prose", Decision, "I don't know."),
    ("a sentence that begins with a flag", Decision, "No, wait."),
    ("a word in a thought", Decision, "<think>yes"),
    ("broken", Decision, '{"needs": tru}'),
    ("unfinished", Decision, '{"needs":'),
    ("an object without the key", Decision, '{"answer": true}'),
    ("not a flag", Decision, '{"needs": "maybe"}'),
    ("only a thought", Decision, '<think>{"needs": true}'),
    ("a number", Decision, 7),
    ("a list of numbers", Selection, '{"tools": [1]}'),
    ("no code", Snippet, '{"stream": true}'),
    ("a call of a tool", Snippet, '{"name": "bank.rate", "arguments": {"code": "978"}}'),
    ("a call of a tool in a tag", Plan, '<tool_call>{"name": "bank.rate", "arguments": {"code": "978"}}</tool_call>'),
    ("two plans", Plan, PLAN.replace("1", "2") + " No, better: " + PLAN),
    ("no plan, then a plan", Plan, '{"tools": [], "code": ""} would be wrong. ' + PLAN),
    ("a quoted program, then a fence", Snippet, 'It says {"code": "__out = 2"}.\n```go\n__out = 1\n```'),
    ("a bare literal", Snippet, 'bank.rate({"code": "978"})'),
    ("only the form of an answer", Snippet, '{"code": "...", "stream": false}'),
    ("code is a number", Snippet, '{"code": 3}'),
    ("two fences", Snippet, "```go\na\n```\nor\n```go\nb\n```"),
    ("a fence of changes", Snippet, "```diff\n-a\n+__out = 1\n```"),
    ("a fence of another language", Snippet, "```rust\nprint()\n```"),
    ("an open fence", Snippet, "```go\n__out = 1"),
    ("deeper than anyone writes", Decision, "[" * 5000),
    ("many openings", Decision, '{"' * 20000),
    ("more digits than Python writes", Decision, 10**5000),
    ("such a number for a flag", Decision, {"needs": -(10**5000)}),
    ("such a number among names", Selection, {"tools": [10**5000]}),
    ("such a number as a key", Snippet, {10**5000: "code"}),
]


@pytest.mark.parametrize(("name", "shape", "answer"), NOT_AN_ANSWER, ids=[case[0] for case in NOT_AN_ANSWER])
def test_not_an_answer(name: str, shape: type[Answer], answer: Any) -> None:
    with pytest.raises(ModelError) as caught:
        read(answer, shape)
    assert caught.value.code == "model_answer_invalid"
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("answer", ["```go\na\n```\nor\n```go\nb\n```", PLAN.replace("1", "2") + PLAN])
def test_several_programs_are_told_to_be_several(answer: str) -> None:
    with pytest.raises(ModelError, match="several programs that differ"):
        read(answer, Snippet)


def test_the_message_shows_what_was_answered() -> None:
    with pytest.raises(ModelError, match='no JSON object with "needs": I think so') as caught:
        read("I think\n  so", Decision)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ['{"a": 1}', "[1, 2.5e3, -0, null, true]", '{"a": {"b": []}}', '{"": ""}'])
def test_ordinary_json_is_read_as_json_reads_it(text: str) -> None:
    assert loose_json.values(text) == [json.loads(text)]


@pytest.mark.parametrize(
    "text", ["{a: 1}", "{'a': 1}", "{,}", "[1 2]", '{"a" 1}', '{"a": }', '{"a": 1', "[01]", "[" + "1" * 5000 + "]"]
)
def test_text_that_is_not_json_is_refused(text: str) -> None:
    assert loose_json.values(text) == []


@pytest.mark.parametrize(
    "unit",
    ["[", "{", '{"a":', "[1,", '{"a":"', "[]]", "<think>", "<think></think>", "```go\n", "```\n~~~a\n", "```{", "(a{}"],
)
def test_a_flood_of_brackets_is_read_in_proportion_to_its_length(unit: str) -> None:
    def work(count: int) -> int:
        calls = 0

        def note(frame: Any, event: str, arg: Any) -> None:
            nonlocal calls
            calls += event in ("call", "c_call")

        sys.setprofile(note)
        try:
            loose_json.values(loose_json.without_thinking(unit * count))
        finally:
            sys.setprofile(None)
        return calls

    long = work(20_000)
    assert long < 3 * work(10_000) + 100_000
    assert long < 20 * 20_000 * len(unit)


@pytest.mark.parametrize("head", ["```", "```go", "~~~json", "__out", "<|channel|>final"])
def test_blanks_are_passed_over_once(head: str) -> None:
    began = time.process_time()
    for end in ("", "x", "\n", "\n```"):
        with contextlib.suppress(ModelError):
            read(head + " " * 400_000 + end, Snippet)
    assert time.process_time() - began < 5  # it grew with the square of the length


COMMENTS = [("[//", ""), ("[/*", ""), ("[/*", "*/"), ("[/*]*", ""), ("[", "/*"), ('{"a"/*', "*/")]


@pytest.mark.parametrize(("unit", "end"), COMMENTS)
def test_a_flood_of_comments_is_not_read_again_from_every_bracket(unit: str, end: str) -> None:
    # the search for an end is one call, however far it goes: what counts is the characters that it passed
    count = MAX_ANSWER // len(unit)
    began = time.process_time()
    assert loose_json.values(unit * count + end) == []
    assert time.process_time() - began < 20  # it grew with the square of the length


def test_a_string_of_escapes_is_not_read_again_from_every_bracket() -> None:
    began = time.process_time()
    assert loose_json.values("[" * 100 + '"' + r"\n" * 500_000) == []
    assert time.process_time() - began < 20


def test_comments_stand_wherever_space_may() -> None:
    text = '// first\n{/**/"a"/*1*/: /*2*/ [1 // one\n, 2 /* two */], /* 3 */ "b": "//"} // last'
    assert loose_json.values(text) == [{"a": [1, 2], "b": "//"}]
    assert loose_json.values("[1] /* open") == [[1]]
    assert loose_json.values("[1 // the end") == []


def test_schemas_for_structured_outputs_are_strict() -> None:
    schema = strict_schema(Plan)
    assert schema["required"] == list(schema["properties"]) == ["tools", "code", "stream"], "as the prompt shows them"
    assert "description" not in schema, "what our own classes say is not for a model"
    assert schema["additionalProperties"] is False
    assert "default" not in str(schema)
