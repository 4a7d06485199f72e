"""Snippets, programs, expressions and JSON values; fences, tags, and texts that are refused before they are read."""

from __future__ import annotations

from typing import Any

import pytest

from codemode.dsl import nodes as n
from codemode.dsl import parse
from codemode.errors import InputError, ParseError
from tests.dsl.dump import show

FORMS = [
    ("x := 1", "snippet"),
    ("x := 1\nx", "snippet"),
    ("func f() { }", "snippet"),
    ("type T int\nvar x T", "snippet"),
    ('import "fmt"\nfmt.Println(1)', "snippet"),
    ("package main\nx := 1", "snippet"),
    ("package main\nfunc main() { }\nmain()", "snippet"),
    ("package main\nfunc main() { }", "program"),
    ('package main\nimport "fmt"\nvar x = 1\nfunc main() { fmt.Println(x) }', "program"),
    ("package p\ntype T int", "program"),
    ("func main() { }", "program"),
    ('import "fmt"\nfunc helper() { }\nfunc main() { helper() }', "program"),
    ("func main() { }\nmain()", "snippet"),
    ("1 + 2", "expression"),
    ("f(x)", "expression"),
    ("[]int{1, 2}", "expression"),
    ('"text"', "expression"),
    ("{}", "json"),
    ("[]", "json"),
    ('  {"a": [1, 2.5, "x", true, null]}\n', "json"),
]


@pytest.mark.parametrize(("text", "form"), FORMS)
def test_form(text: str, form: str) -> None:
    assert parse(text).file.form == form


def test_a_snippet_keeps_its_statements_in_order_and_its_functions_apart() -> None:
    file = parse('import "fmt"\na := 1\nfunc f() {}\ntype T int\nfunc (t T) m() {}\nvar b = 2\nb++').file
    assert list(map(show, file.decls)) == ["import fmt", "func f()(){}", "func (t T) m()(){}"]
    assert list(map(show, file.stmts)) == ["a := 1", "type T int", "var b  = 2", "b++"]


def test_a_program_has_declarations_only() -> None:
    file = parse('package main\nimport "fmt"\nconst c = 1\nvar v int\ntype T int\nfunc main() {}').file
    assert file.package is not None
    assert file.package.name == "main"
    assert [type(decl) for decl in file.decls] == [n.GenDecl, n.GenDecl, n.GenDecl, n.GenDecl, n.FuncDecl]
    assert file.stmts == []


def test_a_program_without_its_package_line_is_mended() -> None:
    assert parse("func main() { }", repair=False).file.form == "snippet"
    assert [m.message for m in parse("func main() { }").mends] == [
        "`func main` without statements around it: `package main` added"
    ]


FENCED = [
    "```go\nx := 1\n```",
    "```\nx := 1\n```",
    "```golang\nx := 1",
    "~~~go\nx := 1\n~~~",
    "````go\nx := 1\n````",
    "Here is the code:\n\n```go\nx := 1\n```\nIt's that simple.",
    "First:\n```json\n{}\n```\nthen\n```go\nx := 1\n```",
    "  ```go\n  x := 1\n  ```",
    "// a label\n```go\nx := 1\n```",
    "x := 1\n```",
    "go\nx := 1",
    "Golang\nx := 1",
    "```\ngo\nx := 1\n```",
    "```go\r\nx := 1\r\n```\r\n",
]


@pytest.mark.parametrize("text", FENCED)
def test_fences_and_tags_are_no_code(text: str) -> None:
    parsed = parse(text)
    assert parsed.mends == []
    (stmt,) = parsed.file.stmts
    assert show(stmt) == "x := 1"
    assert parsed.source.text == text
    assert text[stmt.pos : stmt.end] == "x := 1"


def test_fences_in_strings_are_text() -> None:
    text = 'x := "```go"\ny := 1'
    assert len(parse(text).file.stmts) == 2


def test_a_go_statement_is_no_tag() -> None:
    assert show(parse("go f()").file.stmts[0]) == "go f()"


def test_places_count_from_the_text_as_given() -> None:
    with pytest.raises(ParseError) as error:
        parse("Look:\n```go\nx := := 1\n```\n")
    assert (error.value.diagnostics[0].line, error.value.diagnostics[0].column) == (3, 6)


JSON = [
    ("{}", "map[string]any{}"),
    ("[]", "[]any{}"),
    ('{"a": 1, "b": [true, false, null]}', 'map[string]any{"a": 1, "b": []any{true, false, nil}}'),
    ("[-1, -2.5e3, 0]", "[]any{(-1), (-2.5e3), 0}"),
    ('{"a": 1, "b": 2, "a": 3}', 'map[string]any{"a": 3, "b": 2}'),
    ("[[], {}]", "[]any{[]any{}, map[string]any{}}"),
]


@pytest.mark.parametrize(("text", "tree"), JSON)
def test_json_becomes_a_go_literal(text: str, tree: str) -> None:
    file = parse(text).file
    assert file.form == "json"
    assert show(file.stmts[0]) == tree
    assert text[file.stmts[0].pos : file.stmts[0].end] == text


def element(text: str) -> Any:
    stmt = parse(f"[{text}]").file.stmts[0]
    assert isinstance(stmt, n.ExprStmt)
    assert isinstance(stmt.x, n.CompositeLit)
    return stmt.x.elts[0]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("9223372036854775807", "INT", 2**63 - 1),
        ("9223372036854775808", "FLOAT", 2**63),
        ("1.0", "FLOAT", 1),
        ("1e2", "FLOAT", 100),
        ("12345678901234567890123", "FLOAT", 12345678901234567890123),
        (r'"\/\b\f\n\r\t\"\\"', "STRING", b'/\b\f\n\r\t"\\'),
        (r'"\ud83d\ude00"', "STRING", "😀".encode()),
        (r'"\u00e9x\ud83d"', "STRING", "éx\ufffd".encode()),
        (r'"\ude00\ud83d\ude00"', "STRING", "\ufffd😀".encode()),
        ('"日本"', "STRING", "日本".encode()),
    ],
)
def test_json_scalars(text: str, kind: str, value: Any) -> None:
    lit = element(text)
    assert (lit.kind, lit.value) == (kind, value)


@pytest.mark.parametrize("text", ['{"a": 01}', '{"a" 1}', "[1 2]", "{1: 2}", '["a\nb"]', '{"a": tru}', "{]", "[1]]"])
def test_text_that_is_not_json_is_read_as_go_or_refused(text: str) -> None:
    with pytest.raises(ParseError):
        parse(text, repair=False)


def test_nearly_json_is_mended() -> None:
    parsed = parse('{"a": 1,\n"b": True,\n}')
    assert parsed.file.form == "expression"
    assert show(parsed.file.stmts[0]) == 'map[string]any{"a": 1, "b": true}'
    assert len(parsed.mends) == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        ("// only a comment", "only comments"),
        ("```go\n```", "empty"),
        ("x\0y", "NUL"),
        ("x := '\ud800'", "surrogate"),
        ("x" * 262_145, "too long"),
        ("x := `" + "é" * 131_072 + "`", "too long"),
        (b"x", "must be text, not bytes"),
        (None, "must be text, not NoneType"),
    ],
)
def test_input_without_source_code(text: Any, words: str) -> None:
    with pytest.raises(InputError, match=words) as error:
        parse(text)
    assert error.value.code == "invalid_input"
