"""Nothing that a guest wrote gets into the code that the tier makes but as an object: names are numbers, and there is nothing else to reach."""

from __future__ import annotations

import re
from types import CodeType, FunctionType
from typing import Any

import pytest

from codemode.interpreter.compiled.units import FILE
from codemode.interpreter.lowering.program import Program
from tests.interpreter.compiled.modes import assert_same, compiled, lowered

# what compiled code may name: numbered names, the parts of a call, and these attributes of the run and of values
OURS = re.compile(r"[a-z]{1,2}\d+|run|d|e|f|g|s|x|it|ix|ax|ox|fuel|[aoi]h\d+")
ATTRIBUTES = frozenset("arr off len cap get fuel depth refuel deeper room globals".split())

EVIL = [
    "__import__",
    "__builtins__",
    "run",
    "f",
    "exec",
    "lambda_",
    "None_",
    "v1",
    "k1",
    "units",
    "é",
    "日本",
    "__class__",
    "self",
    "async",
    "yield",
    "nonlocal",
    "d",
    "fuel",
    "_",
    "ﬁ",  # a ligature, which Python would take for "fi"
]
TEXTS = [
    r"\"",
    r"\\",
    r"\n'''\"\"\"",
    r"{x!r}",
    r"%s",
    r"\x00",
    r"\");import os#",
    "\\u2028",
    r"__import__('os').system('x')",
]

TEMPLATE = """func NAME_f(NAME, other int) int {
	if NAME < 1 {
		return other
	}
	return NAME_f(NAME-1, other+NAME)
}
NAME, s := 0, "TEXT"
m := map[string]int{}
for NAME_i := 0; NAME_i < 5; NAME_i++ {
	NAME += NAME_f(NAME_i, len(s))
	s += "TEXT"
	m[s] += NAME
	m["TEXT"] = NAME
	if s == "TEXTTEXT" {
		NAME++
	}
}
__out = []any{NAME, s, len(m)}"""

RECORDS = """type NAME_t struct {
	NAME, other int
	text string
}
func (NAME NAME_t) NAME_m(other int) string {
	return "TEXT" + NAME.text
}
rows, NAME := []any{map[string]any{"TEXT": "TEXT", "n": 1}, map[string]any{"TEXT": "b"}}, 0
m, last := map[string]NAME_t{}, ""
for _, NAME_r := range rows {
	NAME_row := NAME_r.(map[string]any)
	if NAME_row["TEXT"].(string) == "TEXT" {
		NAME++
	}
	v := m[NAME_row["TEXT"].(string)]
	v.NAME += NAME
	m["TEXT"] = v
	NAME_v, NAME_ok := NAME_row["TEXT"]
	NAME_n, ok := NAME_row["n"].(int)
	if NAME_ok && ok {
		NAME += NAME_n
	}
	p := NAME_t{NAME: NAME, text: "TEXT"}
	NAME_f := func(NAME int) string { return p.NAME_m(NAME) + "TEXT" }
	switch last {
	case "TEXT":
		last = NAME_f(NAME)
	default:
		last = "TEXT"[0:1] + fmt.Sprint(NAME_v, map[string]any{"TEXT": NAME}, []string{"TEXT", last})
	}
}
__out = []any{NAME, last, len(m)}"""


def codes(program: Program) -> list[CodeType]:
    found: list[CodeType] = []
    for value in program.builder.tier.names.values():
        if isinstance(value, FunctionType) and value.__code__.co_filename == FILE:
            found.append(value.__code__)
    return found


def assert_clean(program: Program) -> None:
    names: dict[str, Any] = program.builder.tier.names
    assert names["__builtins__"] == {}
    assert all(re.fullmatch(r"[a-z]\d+|__builtins__|units", name) for name in names)
    found = codes(program)
    assert found
    for code in found:
        for name in (*code.co_varnames, code.co_name):
            assert OURS.fullmatch(name), name
        assert not code.co_freevars
        assert not code.co_cellvars
        for name in code.co_names:
            assert name in ATTRIBUTES or OURS.fullmatch(name), name
        for value in code.co_consts:
            assert type(value) in (int, float, bytes, bool, type(None), tuple), value


@pytest.mark.parametrize(
    ("name", "text"), [*[(name, "x") for name in EVIL if name != "_"], *[("a", text) for text in TEXTS]]
)
def test_compiled_code_contains_names_and_texts_only_as_objects(name: str, text: str) -> None:
    code = assert_same(TEMPLATE.replace("NAME", name).replace("TEXT", text))
    assert compiled(code) == (1, 1)
    assert_clean(code)
    records = assert_same(RECORDS.replace("NAME", name).replace("TEXT", text))
    assert compiled(records) == (1, 1)
    assert_clean(records)


NUMBERS = [
    "9223372036854775807",
    "-9223372036854775808",
    "1e308",
    "-0.0",
    "5e-324",
    "0x1p-1074",
    "'\\''",
    "1<<62",
    "018446744073709551615",
]


@pytest.mark.parametrize("number", NUMBERS)
def test_numbers_stay_the_same(number: str) -> None:
    kind = "float64" if "e" in number or "." in number or "p" in number else "int"
    number = "1777" if number.startswith("01") else number
    source = """x, y := KIND(NUMBER), KIND(1)
for i := 0; i < 6; i++ {
	x = x*NUMBER - y
	y += x + NUMBER
	if x < NUMBER {
		y -= 3
	}
}
__out = []any{x, y}"""
    code = assert_same(source.replace("KIND", kind).replace("NUMBER", number))
    assert_clean(code)


def nested(depth: int, text: str, inner: str) -> str:
    return "t := 0\n" + "".join(text.replace("N", str(n)) for n in range(depth)) + inner + "}" * depth + "\n__out = t"


@pytest.mark.parametrize(
    "source",
    [
        nested(18, "for iN := 0; iN < 1; iN++ {\n", "t++\n"),
        nested(30, "for iN := 0; iN < 1; iN++ {\n", "t++\n"),
        nested(190, "if t >= 0 {\n", "t++\n"),
        "t := 1\nfor i := 0; i < 3; i++ {\n\tt = " + "(" * 150 + "t" + "+1)" * 150 + "\n}\n__out = t",
        "t := 1\nfor i := 0; i < 3; i++ {\n\tt = " + " + ".join(["t"] * 300) + "\n}\n__out = t",
        "t := 1\nfor i := 0; i < 3; i++ {\n" + "\tt += i\n" * 4000 + "}\n__out = t",
        "".join(f"func f{n}(x int) int {{\n\treturn f{n + 1}(x + 1)\n}}\n" for n in range(150))
        + "func f150(x int) int {\n\treturn x\n}\nt := 0\nfor i := 0; i < 3; i++ {\n\tt += f0(i)\n}\n__out = t",
    ],
    ids=["18 loops", "30 loops", "190 ifs", "parentheses", "a chain", "4000 statements", "150 functions"],
)
def test_code_that_is_too_large_stays_with_the_tree_walker(source: str) -> None:
    assert_same(source)


def test_code_of_other_programs_is_not_mixed_up() -> None:
    """Two programs whose compiled code is equal keep their own names in traces."""
    for name in ("first", "second"):
        code = assert_same(
            f"func {name}(n int) int {{\n\treturn 7 / n\n}}\nt := 0\nfor i := 3; i >= 0; i-- {{\n\tt += {name}(i)\n}}\n__out = t"
        )
        assert compiled(code) == (1, 1)


def test_a_program_without_the_tier_makes_no_code() -> None:
    assert codes(lowered(TEMPLATE.replace("NAME", "a").replace("TEXT", "b"), "off")) == []
