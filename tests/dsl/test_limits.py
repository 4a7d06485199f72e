"""Deep and long texts: refused before any pass could recurse too deeply, or accepted up to the documented limits."""

from __future__ import annotations

import contextlib
import sys
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codemode.dsl import parse
from codemode.errors import InputError, ParseError
from tests.dsl.test_expressions import EXPRESSIONS
from tests.dsl.test_repairs import MENDED
from tests.dsl.test_statements import STATEMENTS
from tests.ratios import grows_with_the_size

ACCEPTED = [
    "x = " + "(" * 198 + "1" + ")" * 198,
    "x = " + " + ".join(["1"] * 1000),
    'x = "a"' + ' + "b"' * 999,
    "x = a" + ".b" * 190,
    "x = " + "-" + " -" * 190 + "1",
    "var x " + "[]" * 190 + "int",
    "if a { }" + " else if a { }" * 190,
    "{" * 190 + "}" * 190,
    "[" * 200 + "]" * 200,
    "x := " + "func() { f(" * 60 + ")}" * 60,
    "switch x {\n" + "case 1:\n" * 2000 + "}",
    "f(" + "a, " * 5000 + ")",
    "x = []int{" + "1," * 5000 + "}",
    "a()\n" * 5000,
]
REFUSED = [
    "(" * 100_000,
    "x = " + "(" * 201 + "1" + ")" * 201,
    "[" * 201 + "]" * 201,
    "x = " + "!" * 300 + "a",
    "x = " + "- " * 100_000 + "1",
    "x = " + "*" * 300 + "a",
    "x = a" + ".b" * 300,
    "x = f" + "()" * 300,
    "x = a" + "[0]" * 300,
    "x = " + " + ".join(["1"] * 1001),
    "x = " + "not " * 300 + "a",
    "var x " + "[]" * 300 + "int",
    "var x " + "*" * 300 + "int",
    "var x " + "chan " * 300 + "int",
    "var x " + "map[a]" * 300 + "int",
    "var x " + "func() " * 300,
    "if a { }" + " else if a { }" * 300,
    "{" * 300 + "}" * 300,
    "func f() {" * 300,
    "".join(f"l{i}: " for i in range(300)) + "x",
    "x = " + "(" * 60 + "a" + ".b.c.d)" * 60,
    "x = " + "f(a.b(" * 80 + "1" + ").c)" * 80,
    "try {\n" * 1000,
]


@pytest.mark.parametrize("text", ACCEPTED, ids=[text[:20] for text in ACCEPTED])
def test_accepted(text: str) -> None:
    assert parse(text).file.stmts


@pytest.mark.parametrize("text", REFUSED, ids=[text[:20] for text in REFUSED])
def test_refused(text: str) -> None:
    depth = sys.getrecursionlimit()
    sys.setrecursionlimit(200)  # no pass of the parser may recurse with the text
    try:
        with pytest.raises(ParseError, match=r"more than|unexpected") as error:
            parse(text[:262_144])
    finally:
        sys.setrecursionlimit(depth)
    assert error.value.diagnostics


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 199 + "1," * 60_000 + "]" * 199,
        "#x\n" * 60_000,
        "a\n" * 100_000,
        'x = "' + "\\d" * 100_000 + '"',
        "```go\n" * 40_000,
        "/*" * 100_000,
        "None " * 50_000,
        "x ? " * 50_000,
        " " * 250_000 + "x",
        "x:\n" + "\t" * 250_000,
        "x = " + "9" * 200_000,
        "x = [" + "[1],x" * 50_000 + "]",
        "x = " + "f(a => " * 30_000,
        "y = a" + "?.b" * 80_000,
        "z = " + "[...a, " * 30_000,
        "(a=1) => b\n" * 20_000,
        "w = [" + "a for b in c, " * 15_000 + "]",
        "u = " + "(1, 2), " * 30_000,
        "try {" * 20_000 + "} catch (e) {}" * 10_000,
        "for {\nx()\nfor i := range 3 {\n}\n" * 8_000,
    ],
    ids=lambda text: text[:12],
)
def test_time_grows_with_the_text_and_not_faster(text: str) -> None:
    def read(size: int) -> None:
        with contextlib.suppress(ParseError, InputError):
            parse(text[:size])

    assert grows_with_the_size(read)


PIECES = st.sampled_from(
    [text for text, _ in EXPRESSIONS]
    + [text for text, _ in STATEMENTS]
    + [text for text, *_ in MENDED]
    + list("()[]{},;:.=*+-!&|<>\"'`#?@\\\n \t\0é“")
    + ":= <- ... func if else for range switch case return struct interface map chan type var go defer select".split()
    + "not and or in is None True while elif try // /* */ ``` => === 0x 1e 08 '' '\\".split()
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(PIECES, max_size=12).map(" ".join), st.booleans())
def test_any_text_is_read_or_refused(text: str, repair: bool) -> None:
    diagnostics: tuple[Any, ...] = ()
    try:
        parsed = parse(text, repair=repair)
    except (ParseError, InputError) as error:
        diagnostics = error.diagnostics
    else:
        assert repair or not parsed.mends
    assert all(map(str, diagnostics))
