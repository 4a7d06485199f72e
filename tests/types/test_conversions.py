"""Types that Go keeps apart, and what a program that mixes them surely means. Values are those of tests/test_slips.py."""

from __future__ import annotations

import pytest

from tests.types.support import run
from tests.types.tree import problems

N, F, S = "n := len(`abc`)\n", "f := 1.5\n", 's := "ab"\n'
FITS: list[tuple[str, str]] = [
    (N + F + "__out = f * n", "n read as float64(n)"),
    (N + F + "__out = n + 1 > f", "n + 1 read as float64(n + 1)"),
    (N + F + "f -= n\n__out = f", "n read as float64(n)"),
    (N + F + "f = n\n__out = f", "n read as float64(n)"),
    (N + "__out = math.Sqrt(n)", "n read as float64(n)"),
    (N + "xs := []float64{n}\n__out = xs", "n read as float64(n)"),
    (N + "func half(x int) float64 { return x }\n__out = half(n)", "x read as float64(x)"),
    (N + "var big int64 = 5\n__out = big * n", "n read as int64(n)"),
    (N + "for _, r := range `12` { n = n*10 + r - '0' }\n__out = n", "r read as int(r)"),
    (N + '__out = "n: " + n', "n read as fmt.Sprint(n)"),
    (F + '__out = f + " kg"', "f read as fmt.Sprint(f)"),
    (S + "s += 5\n__out = s", "5 read as fmt.Sprint(5)"),
    (S + '__out = s[0] + "!"', "s[0] read as string(s[0])"),
    (S + "__out = s + '!'", "'!' is one character: read as the string \"!\""),
    (S + "__out = strings.HasPrefix(s, 'a')", "'a' is one character: read as the string \"a\""),
    (S + "if s == 'a' { __out = 1 }", "'a' is one character: read as the string \"a\""),
    (S + 'if s[0] == "a" { __out = 1 }', "\"a\" read as the character 'a'"),
    (S + 'for _, r := range s { if r != "é" { __out = 1 } }', "\"é\" read as the character 'é'"),
    ('xs := []any{"b", "a"}\nsort.Strings(xs)\n__out = xs', "the elements of xs are used as []string"),
]


@pytest.mark.parametrize(("text", "mend"), FITS, ids=[text for text, _ in FITS])
def test_one_conversion_that_loses_nothing_is_made(text: str, mend: str) -> None:
    result = run(text)
    assert result.errors == []
    assert mend in result.mends
    assert problems(result.checked.file) == []


@pytest.mark.parametrize(("text", "_"), FITS, ids=[text for text, _ in FITS])
def test_strict_and_without_repair_it_is_refused(text: str, _: str) -> None:
    assert run(text, strict=True).errors != []
    assert run(text, repair=False).errors != []


REFUSED = [
    N + F + "n = f\n__out = n",  # cuts off
    "n := len(`abc`)\nf := 1.5\nn += f\n__out = n",
    N + F + "__out = f * (n / 2)",  # with or without the fraction?
    "q := len(`a`) / len(`bc`)\nvar f float64 = q\n__out = f",
    N + "time.Sleep(n)",  # of what?
    F + "time.Sleep(f * time.Second)",
    N + "var u uint = 2\n__out = u + n",
    N + "xs := []string{n}\n__out = xs",
    'for _, r := range "ab" { __out = "n: " + r }',  # the character or its number?
    "type id int\nvar i id = 3\n__out = 1.5 * float64(2) + i",
    S + 'if s[0] == "ab" { __out = 1 }',
    N + S + "__out = s + n",  # the text, or the number that it shows?
    "var m map[string]string = map[string]any{}\n__out = m",
]


@pytest.mark.parametrize("text", REFUSED)
def test_a_conversion_that_may_lose_something_is_refused(text: str) -> None:
    assert run(text).errors != []


def test_a_round_with_other_types_reports_only_what_holds() -> None:
    """total becomes a float64, so nothing of it is converted; the integer it is divided by still is."""
    result = run("total := 0\nfor _, x := range []float64{1, 2} { total += x }\n__out = total / len(`ab`)")
    assert result.errors == []
    assert result.mends == [
        "total gets values of type float64: declared as float64",
        "len(`ab`) read as float64(len(`ab`))",
    ]


def test_names_of_the_repairs_are_not_shown() -> None:
    result = run(N + '__out = "a" + n + nope + 1')
    assert "__text" not in " ".join(result.errors + result.mends)
