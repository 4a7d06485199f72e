"""Pieces of Python and JavaScript in any order, most of them torn: whatever a model sends is read, mended or refused, and never a bug of ours."""

from __future__ import annotations

from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

import codemode
from codemode.errors import InputError

PIECES = [
    *["[...a, ", "{...a, b: 1", "f(...xs", "x = (a, b", "const {a, b", "const [a, b", "a?.b", "`a${b", 'f"{a}'],
    *[
        "[x for x in xs",
        "[x for x in (1, 2",
        "{k: v for k, v in m",
        "sum(x for x in xs",
        "sorted(xs, key=lambda x: x[0",
    ],
    *[
        "xs.map(x => x.a",
        "(a, b) => a",
        "lambda x: x",
        "def f(x):",
        "function f(a",
        "func(a, b) {",
        "new Set(",
        "async",
    ],
    *["try {", "} catch (e) {", "} finally {", "except E as e:", "for", "in", "if", "elif", "else", "while", "return"],
    *["(", ")", "[", "]", "{", "}", "=>", "...", "?.", "?", ":", ":=", "=", ",", ";", "\n", "\n    ", "**", "//", "x"],
    *["1", '"s"', "not", "and", "await", "#", "'", "None", "package main", "func main() {", "case 1:", "switch x {"],
]


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=9))
@settings(max_examples=400, deadline=None, derandomize=True)
def test_random_pieces_never_give_an_internal_error(pieces: list[str]) -> None:
    with suppress(InputError):  # nothing but space
        codemode.check(" ".join(pieces))
