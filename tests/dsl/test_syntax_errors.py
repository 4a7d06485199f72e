"""A syntax error says what was found, what was expected and where, and what Go writes instead when that can be told."""

from __future__ import annotations

import pytest

from codemode.dsl import parse
from codemode.errors import ParseError

# In Go's own words (checked against cmd/compile).
WORDS = [
    ("x := := 1", "1:6", "unexpected :=, expected expression"),
    ("f(a b)", "1:5", "unexpected name b in argument list; possibly missing comma or )"),
    ("f(a\nb)", "1:4", "unexpected newline in argument list; possibly missing comma or )"),
    ("x := []int{1\n}", "1:13", "unexpected newline in composite literal; possibly missing comma or }"),
    ('x := T{a: 1 "b": 2}', "1:13", 'unexpected literal "b" in composite literal; possibly missing comma or }'),
    ("func f(a int b) { }", "1:14", "unexpected name b in parameter list; possibly missing comma or )"),
    ("x = a[1 2]", "1:9", "unexpected literal 2, expected comma, : or ]"),
    ("x = a[]", "1:7", "unexpected ], expected operand"),
    ("x = (1 + 2", "1:11", "unexpected EOF, expected )"),
    ("x y", "1:3", "unexpected name y at end of statement"),
    ("x = 1 2", "1:7", "unexpected literal 2 at end of statement"),
    ("x = y)", "1:6", "unexpected ) at end of statement"),
    ("if x y { }", "1:6", "unexpected name y, expected { after if clause"),
    ("if x\n{ }", "1:5", "unexpected newline, expected { after if clause"),
    ("for x := 0; x < 3; x++\n{ }", "1:23", "unexpected newline, expected { after for clause"),
    ("var x", "1:6", "unexpected EOF, expected type"),
    ("var 1 int", "1:5", "unexpected literal 1, expected name or ("),
    ("x.1", "1:2", "unexpected literal .1 at end of statement"),
    ("x.", "1:3", "unexpected EOF, expected name or ("),
    ("type := 1", "1:6", "unexpected :=, expected name or ("),
    ("switch x { f() }", "1:12", "unexpected name f, expected case or default or }"),
    ("type T struct { a b c }", "1:21", "unexpected name c in struct type; possibly missing semicolon or newline or }"),
    (
        "type I interface { a | b c }",
        "1:26",
        "unexpected name c in interface type; possibly missing semicolon or newline or }",
    ),
    (
        "const ( a = 1 b )",
        "1:15",
        "unexpected name b in grouped declaration; possibly missing semicolon or newline or )",
    ),
    ("func f() {\nif x {\n}\n", "4:1", "unexpected EOF, expected }"),
    ("f(func() {\nx = 1)\n}", "2:6", "unexpected ) at end of statement"),
    ("{\n} else { }", "2:3", "unexpected keyword else at end of statement"),
    ("func f() {\n}}", "2:2", "unexpected } at end of statement"),
    ("x = [3]int{1, 2", "1:16", "unexpected EOF in composite literal; possibly missing comma or }"),
    ("defer", "1:6", "unexpected EOF, expected expression"),
    ("goto 1", "1:6", None),
]


@pytest.mark.parametrize(("text", "place", "message"), WORDS, ids=[text for text, *_ in WORDS])
def test_words(text: str, place: str, message: str | None) -> None:
    with pytest.raises(ParseError) as error:
        parse(text, repair=False)
    found = error.value.diagnostics[0]
    assert f"{found.line}:{found.column}" == place
    if message:
        assert found.message == f"syntax error: {message}"
    assert str(error.value) == f"{place}: {found.message}"
    assert error.value.code == found.code == "parse_failed"


# text, line of the error, a word of the hint
HINTS = [
    ("xs := [y*2 for ys]", 1, "comprehensions"),
    ("m := {k: v for f(k) in ys}", 1, "comprehensions"),
    ("f := (x = 1) => x + 1", 1, "arrow functions"),
    ("xs.each((...x) => x + 1)", 1, "arrow functions"),
    ("Foo x = 5", 1, "x := value"),
    ("async func() { }", 1, "leave out the word"),
    ("def f(**x):\n    return x", 1, "func name"),
    ("fn f(x) { return x }", 1, "func name"),
    ("class Foo { }", 1, "struct"),
    ("struct Foo { a int }", 1, "type Foo struct"),
    ("x = 1\ntry {\n  f()\n}", 2, "err != nil"),
    ("try:\n  f()", 1, "err != nil"),
    ("try { f() } finally { g() }", 1, "err != nil"),
    ("for i in range(1, 7):\nf(i)", 1, "write the whole program in Python"),
    ("do { f() } until (x)", 1, "every loop"),
    ("xs.map((x = 0) => x * 2)", 1, "out = append(out, ...)"),
    ("xs.sort((a, b = 1) => a - b)", 1, "sort.Slice"),
    ("f(x, key=y)", 1, "Go has no named arguments"),
    ("const {a, range} = f()", 1, 'm["a"]'),
    ("y = xs[::-1]", 1, "slices.Reverse"),
    ("if x > 3:\n    y = 1\n  z = 2", 1, "or write the whole program in Python"),
    ("for x in xs:\n    f(x)\nelse:\n    g()", 1, "or write the whole program in Python"),
    ("with open(x) as f:\n    g(f)", 1, "defer"),
    ("try:\n    f()\nexcept A:\n    g()\nexcept B:\n    h()", 1, "err != nil"),
    ("class A:\n    x = 1\nfor x in xs:\n    f(x)", 3, "or write the whole program in Python"),
    ("x = a?.5", 1, "!= nil"),
    ("x := a++", 1, "statement"),
    ("++x", 1, "statement"),
    ("a = b = c", 1, "statement"),
    ("f(...a, b)", 1, "spread"),
    ('x := "a" "b"', 1, "+"),
    ("x := (a // 50 * y := 2)", 1, "a / b"),
    ("type := m[k]", 1, "keyword"),
    ("x := m.type", 1, 'x["type"]'),
    ("for _, range := xs { }", 1, "keyword"),
    ("if x == T{1} { }", 1, "parentheses"),
    ("if x:\ny()", 1, "Go marks a block by braces"),
    ("if x:", 1, "Go marks a block by braces"),
    ("x, err = {1, 2}", 1, "type"),
    ("if x = 1 { }", 1, "=="),
    ("x := 08", 1, "octal"),
    ("x := “a”", 1, 'straight quote "'),
    ('x := "abc\ny()', 1, "backquotes"),
    ("f(1, 2\nx := 3", 1, "the ( opened at 1:2 is not closed"),
    ("if x {\n  y()\n", 3, "the { opened at 1:6 is not closed"),
    ("x := y}", 1, "no { is open here"),
    ("x = ~y", 1, "^"),
    (r"x := \"a\"\n__out = x", 1, "escaped twice"),
    (r"x := 1\n__out = x", 1, "escaped twice"),
    ('x := "a" + \\\n"b"', 1, "leave out the backslash"),
    ("del m[k]", 1, "delete(m, key)"),
    ("func f(a int, string) { }", 1, "either give all"),
]


@pytest.mark.parametrize(("text", "line", "word"), HINTS, ids=[text for text, *_ in HINTS])
def test_hint(text: str, line: int, word: str) -> None:
    with pytest.raises(ParseError) as error:
        parse(text)
    found = error.value.diagnostics[0]
    assert word in found.hint
    assert found.line == line


def test_all_that_is_surely_not_go_is_reported_at_once() -> None:
    text = "x := (a // 50) * 50\nfor {\n  try {\n    f()\n  }\n  async g()\n  def h\n}\ny := b?.5\n"
    with pytest.raises(ParseError) as error:
        parse(text)
    assert [(d.line, d.column) for d in error.value.diagnostics] == [(1, 20), (3, 3), (6, 3), (7, 3), (9, 7)]
    assert all(d.hint and d.severity == "error" for d in error.value.diagnostics)


def test_a_diagnostic_shows_the_place() -> None:
    with pytest.raises(ParseError) as error:
        parse("x := 1\nif x == 1 y() { }")
    assert str(error.value.diagnostics[0]).splitlines()[:3] == [
        "2:11: syntax error: unexpected name y, expected { after if clause",
        "    2 | if x == 1 y() { }",
        "      |           ^",
    ]
