"""The forms with risk, in small random variations with fixed seeds: what we compute is what CPython computes, or it is refused."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from codemode import CodeModeError
from tests.readings import cases
from tests.readings.cases import same
from tests.readings.test_values import REFUSALS

LETTERS = "abAB 1,é ßİЖ中😀\n\u00a0"
# no whole fractions: in data of a tool they are integers, as in JSON
NUMBERS: list[Any] = [0, 1, -1, 2, 3, -3, 7, 10, -10, 0.5, 2.5, -2.5, 1.005, 2.675, 123456789.25, 1e-5]


def number(r: Random) -> Any:
    return r.choice(NUMBERS)


def whole(r: Random) -> int:
    return r.randint(-9, 9)


def text(r: Random) -> str:
    return "".join(r.choice(LETTERS) for _ in range(r.randint(0, 6)))


def plain(r: Random) -> str:
    return "".join(r.choice("abcAB ,x") for _ in range(r.randint(0, 6)))


def listed(r: Random, of: Callable[[Random], Any] = whole) -> list[Any]:
    return [of(r) for _ in range(r.randint(0, 5))]


def anything(r: Random) -> Any:
    makers: list[Callable[[Random], Any]] = [
        number,
        whole,
        text,
        listed,
        mapped,
        lambda _: None,
        lambda x: x.random() < 0.5,
    ]
    return r.choice(makers)(r)


def mapped(r: Random) -> dict[str, Any]:
    return {r.choice("abcde"): whole(r) for _ in range(r.randint(0, 4))}


def bound(r: Random) -> str:
    return r.choice(["", str(r.randint(-6, 6))])


def scalar(r: Random) -> Any:
    return r.choice([number, whole, text])(r)


# name -> data and expressions of it; each is evaluated alone, so that one refusal hides no other
Made = tuple[dict[str, Any], list[str]]


def slices(r: Random) -> Made:
    part = f"[{bound(r)}:{bound(r)}]"
    return {"xs": listed(r), "s": plain(r), "t": text(r)}, [
        f"xs{part}",
        f"s{part}",
        "t[-2:]",
        "t[:-2]",
        "t[1:-1]",
        f"xs[{r.randint(-5, 4)}]",
        f"s[{r.randint(-5, -1)}]",
    ]


def arithmetic(r: Random) -> Made:
    data = {"a": number(r), "b": number(r), "n": whole(r), "k": whole(r)}
    return data, [
        "(a // b)",
        "(n // k)",
        "(a // k)",
        "a ** n",
        "n ** k",
        "a * b",
        "n * k",
        "a - b",
        "a / b",
        "-a ** 2",
        "abs(a)",
    ]


def rounding(r: Random) -> Made:
    x = r.choice([r.uniform(-1000, 1000), r.randint(-99, 99) + 0.5, r.randint(-999, 999) / 8, number(r)])
    digits = r.randint(0, 3)
    return {"x": x}, [
        "round(x)",
        f"round(x, {digits})",
        f'f"{{x:.{digits}f}}"',
        f'"%.{digits}f" % x',
        "int(x)",
        "str(x)",
        'f"{x}"',
    ]


def logic(r: Random) -> Made:
    data = {"a": anything(r), "b": scalar(r), "n": whole(r)}
    forms = [
        "a or b",
        "a and b",
        "not a",
        "b if a else n",
        "a is None",
        "1 < n < 5",
        "5 > n >= -3",
        "n < 3 > 2",
        "not (a or b)",
    ]
    return data, forms


def texts(r: Random) -> Made:
    data = {"s": text(r), "t": plain(r), "xs": listed(r, text)}
    forms = [
        "s.upper()",
        "s.lower()",
        "s.strip()",
        "s.lstrip()",
        "s.rstrip()",
        "s.split(',')",
        "s.split()",
        "s.splitlines()",
    ]
    forms += [
        "s.startswith(t)",
        "s.endswith(t)",
        "s.count('a')",
        "s.count(t)",
        "t.strip('ab')",
        "t.lstrip('a ')",
        "t.rstrip('x,')",
    ]
    forms += [
        "s.removeprefix('a')",
        "s.removesuffix('a')",
        '"-".join(xs)',
        "t in s",
        "s + t",
        "str(s)",
        'f"{s}|{t:>4}|{t:<3}|"',
    ]
    return data, [*forms, "s[-2:]", "s[:-1]", "s[1:-1]", "sorted(xs)", "max(xs)", "len(set(xs))"]


def lists(r: Random) -> Made:
    data = {"xs": listed(r), "ys": listed(r, number), "rows": [{"n": whole(r), "k": i} for i in range(r.randint(0, 5))]}
    forms = [
        "sorted(xs)",
        "sorted(xs, reverse=True)",
        "sorted(xs, key=lambda x: -x)",
        "sorted(ys)",
        "list(reversed(xs))",
    ]
    forms += ["sorted(rows, key=lambda r: r['n'])", "sorted(rows, key=lambda r: r['n'], reverse=True)"]
    forms += [
        "max(rows, key=lambda r: r['n'])",
        "min(rows, key=lambda r: (r['n'], -r['k']))",
        "max(xs)",
        "min(ys)",
        "sum(xs)",
    ]
    forms += [
        "[x * 2 for x in xs if x > 0]",
        "[x for x in xs if x % 2 == 0 if x >= 0]",
        "{str(x): x for x in xs}",
        "sum(x for x in xs if x > 1)",
    ]
    forms += [
        "any(x > 3 for x in xs)",
        "all(x > -5 for x in xs)",
        "next((x for x in xs if x > 3), None)",
        "[[a, b] for a in xs for b in xs if a < b]",
    ]
    forms += [
        "list(enumerate(xs))",
        "list(enumerate(xs, 2))",
        "list(zip(xs, ys))",
        "list(map(lambda x: x + 1, xs))",
        "list(filter(lambda x: x > 0, xs))",
    ]
    forms += [
        "len(set(xs))",
        "xs + ys",
        "3 in xs",
        "-1 not in xs",
        "xs + [1]",
        "len(xs)",
        "str(xs)",
        "list(dict(zip(['a', 'b'], xs)).values())",
    ]
    return data, forms


def maps(r: Random) -> Made:
    data = {"m": mapped(r), "n": mapped(r)}
    forms = [
        "list(m)",
        "list(m.keys())",
        "list(m.values())",
        "list(m.items())",
        "m.get('a')",
        "m.get('a', 5)",
        "'b' in m",
        "'b' not in m",
    ]
    forms += [
        "len(m)",
        "sorted(m)",
        "sorted(m.items(), key=lambda kv: kv[1])",
        "dict(m)",
        "{k: n.get(k, 0) for k in m}",
        "{k: v * 2 for k, v in m.items() if v > 0}",
    ]
    return data, [
        *forms,
        "[k for k in m]",
        "[v for v in m.values()]",
        "[k + str(v) for k, v in m.items()]",
        "max(m, key=lambda k: m[k])",
        "str(m)",
    ]


def conversions(r: Random) -> Made:
    data = {
        "x": number(r),
        "n": whole(r),
        "s": r.choice(["5", "-7", " 8 ", "2.5", "1e3", "x", "", "+3", "007", "-0.5"]),
        "v": anything(r),
    }
    return data, [
        "str(x)",
        "str(n)",
        "str(v)",
        'f"{v}"',
        "int(s)",
        "float(s)",
        "float(n)",
        "int(x)",
        '"%s" % x',
        '"%d" % n',
        'f"{n:03d}"',
        '"%s-%s" % (v, n)',
    ]


def counting(r: Random) -> Made:
    a, b, step = r.randint(-5, 5), r.randint(-5, 9), r.choice([1, 2, 3, -1, -2])
    loop = f"out = []\nfor i in range({a}, {b}, {step}):\n    out.append(i)\n__out = out"
    whiles = f"n = {a}\nout = []\nwhile n < {b}:\n    n += {abs(step)}\n    if n % 2:\n        continue\n    out.append(n // 2)\n__out = out"
    parts = f"a = {a}\nb = {b or 1}\nif True:\n    out = [a % b, a // b, a / b, a * b, -a % b]\n__out = out"
    return {"s": text(r), "xs": listed(r)}, [
        loop,
        whiles,
        parts,
        "n = 0\nif s:\n    n = len(s)\n__out = [n, len(xs)]",
        f"t = s\nif s:\n    t = s[{bound(r)}:{bound(r)}]\n__out = t",
    ]


KINDS = [slices, arithmetic, rounding, logic, texts, lists, maps, conversions, counting]
ROUNDS = 12


@pytest.mark.parametrize("seed", range(ROUNDS))
@pytest.mark.parametrize("kind", KINDS, ids=[kind.__name__ for kind in KINDS])
def test_no_value_differs(kind: Callable[[Random], Made], seed: int) -> None:
    data, forms = kind(Random(f"{kind.__name__} {seed}"))
    compared: list[tuple[bool, str, Any, Any]] = []
    ran = 0
    for form in forms:
        code = form if "__out" in form else f"__out = {form}"
        given = cases.given(data, form if "__out" in form else "")
        unused = "" if "__out" in form else "".join(f"_ = {name}\n" for name in data)
        value, failed = _ours(given + unused + code, data)
        assert failed in REFUSALS | {""}, (form, data)
        if failed:
            continue
        ran += 1
        with suppress(Exception):  # whatever the original fails with, it has no value
            theirs = cases.of_python(code, data)
            compared.append((same(value, theirs), form, value, theirs))
    assert all(equal for equal, *_ in compared), (data, [each for each in compared if not each[0]])
    assert ran > 0 or kind is slices


def _ours(code: str, data: dict[str, Any]) -> tuple[Any, str]:
    """The value, or the code of the refusal."""
    try:
        return cases.ours(code, data).value, ""
    except CodeModeError as error:
        return None, error.code
