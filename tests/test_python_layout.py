"""Whole programs in Python's layout run as Python, whatever language was said. Go is not touched."""

from __future__ import annotations

from typing import Any

import pytest

import codemode
from codemode import CodeModeError, Completed, Engine, Failed, FunctionSource
from codemode.dsl import Diagnostic, parse
from codemode.errors import ParseError
from tests.ratios import grows_with_the_size


def fetch(id: int) -> dict[str, Any]:
    if id == 3:
        raise ValueError("no such id")
    return {"id": id, "tags": ["a", "b"][:id], "score": id * 1.5}


SOURCE = FunctionSource([fetch], owner="crm")

RUNS: list[tuple[str, str, Any]] = [
    ("else", "x = 5\nif x > 9:\n    y = 1\nelif x > 4:  # here\n    y = 2\nelse:\n    y = 3\n__out = y", 2),
    (
        "nested",
        "n = 0\nfor i in range(3):\n  for j in range(3):\n    if i == j:\n      n += 1\n  n += 10\n__out = n",
        33,
    ),
    (
        "one line",
        "out = []\nfor x in [1, 2]: out.append(x)\nif len(out) > 1: a = 1\nelse: a = 2\n__out = [out, a]",
        [[1, 2], 1],
    ),
    ("tabs", "n = 0\nfor x in [1, 2]:\n\tif x > 1:\n\t\tn += x\n__out = n", 2),
    ("blank", "n = 0\nfor x in [1]:\n\n# note\n    n += x\n  # note\n\n    n += 1\n__out = n", 2),
    ("brackets", "n = sum([\n1,\n   2\n])\nif (n > 1\n  and n < 9):\n    n = max(n,\n7)\n    n += 1\n__out = n", 8),
    ("backslash", "n = 3\nif n > 1 and \\\n      n < 9:\n    n = 1 + \\\n  2\n__out = n", 3),
    (
        "while",
        "n = 0\nwhile True:\n    n += 1\n    if n == 2:\n        continue\n    if n > 4:\n        break\n__out = n",
        5,
    ),
    ("pass", "n = 1\nfor x in [1]:\n    pass\nif n: pass\nelse:\n    n = 2\n__out = n", 1),
    ("docstring", 'def f():\n    """What it\n  does."""\n    return 1\n__out = f()', 1),
    (
        "try",
        'out = []\nfor i in [1, 3]:\n    try:\n        out.append(crm.fetch(i)["score"])\n    except:\n        out.append(0)\n__out = out',
        [1.5, 0],
    ),
    (
        "raise",
        "def f():\n    try:\n        crm.fetch(3)\n    except:\n        raise\ntry:\n    f()\nexcept Exception as e:\n    __out = len(str(e))",
        10,
    ),
    ("finally", "n = 0\ntry:\n    crm.fetch(3)\nexcept Exception:\n    n += 1\nfinally:\n    n += 10\n__out = n", 11),
    ("recursion", "def walk(n):\n    if n == 0:\n        return 0\n    return n + walk(n - 1)\n__out = walk(4)", 10),
    (
        "own names",
        "def f(xs):\n    total = 0\n    for x in xs:\n        total += x\n    return total\ntotal = 5\na = f([1, 2])\n__out = [a, total]",
        [3, 5],
    ),
    (
        "own in a branch",
        "def f(x):\n    if x:\n        n = 1\n    else:\n        n = 2\n    return n\nn = 7\n__out = [f(True), n]",
        [1, 7],
    ),
    ("global", "def add(x):\n    global n\n    n = n + x\nn = 1\nadd(4)\n__out = n", 5),
    (
        "nonlocal",
        "def f():\n    n = 0\n    def inc():\n        nonlocal n\n        n += 1\n    inc()\n    inc()\n    return n\n__out = f()",
        2,
    ),
    (
        "defaults",
        'def f(a, b=2, *, c=3):\n    return [a, b, c]\n__out = [f(1), f(1, 9), f(1, c=5), f(a=0, b="x")]',
        [[1, 2, 3], [1, 9, 3], [1, 2, 5], [0, "x", 3]],
    ),
    (
        "types",
        'def f(a: int, b: list[str] | None = None) -> dict[str, int]:\n    n: int = a\n    return {"n": n, "b": b}\n__out = f(1)',
        {"n": 1, "b": None},
    ),
    ("rest", "def f(*xs):\n    return len(xs)\n__out = f(1, 2, 3)", 3),
    ("no value", "def f(x):\n    if x:\n        return 1\n__out = [f(1), f(0)]", [1, None]),
    ("a tuple", "def f():\n    return (1,\n        2)\na, b = f()\n__out = b", 2),
    ("main", 'def main():\n    return 3\n\nif __name__ == "__main__":\n    __out = main()', 3),
    (
        "async",
        'import asyncio\nasync def main():\n    global n\n    n = (await crm.fetch(2))["id"]\nn = 0\nasyncio.run(main())\n__out = n',
        2,
    ),
    ("del", 'm = {"a": 1, "b": 2}\nfor k in ["a"]:\n    del m[k]\n__out = m', {"b": 2}),
    ("division", "n = 0\nfor x in [7, 8]:\n    n += (x // 2)\n__out = n", 7),
    ("formatted", 't = ""\nfor x in (1, 2):\n    t += f"""{x}\n"""\n__out = t', "1\n2\n"),
    ("an operator that Go refuses", "__out = [7.5 % 2]", [1.5]),
    ("no indentation at the end", "for x in [1]:\n    for y in [2]:\n        __out = x + y", 3),
]


@pytest.mark.parametrize(("code", "value"), [run[1:] for run in RUNS], ids=[run[0] for run in RUNS])
def test_programs_in_python_run_as_python(code: str, value: Any) -> None:
    result = codemode.run(code, [SOURCE], timeout_ms=10_000)
    assert result.value == value
    assert [r.code for r in result.repairs] == ["other_language"]


def test_print_writes_and_the_language_is_reported_at_the_start() -> None:
    result = codemode.run('x = 1\nif x:\n    print("a", x)\nfor y in [2]:\n    print(y)')
    assert result.stdout == "a 1\n2\n"
    assert [(r.line, r.column) for r in result.repairs if r.code == "other_language"] == [(1, 1)]


def test_a_strict_run_uses_the_given_language() -> None:
    with pytest.raises(ParseError) as error:
        codemode.run("x = 5\nif x > 3:\n    x = 1\n__out = x", strict=True)
    assert "write the whole program in Python" in error.value.diagnostics[0].hint


REFUSED: list[tuple[str, int, int, str]] = [
    ("for x in [1]:\n    f(x)\n      g(x)", 3, 6, "unexpected indent"),
    ("for x in [1]:\n    f(x)\n  g(x)", 3, 7, "unindent does not match any outer indentation level"),
    ("for x in [1]:\n\tf(x)\n        g(x)", 3, 1, "inconsistent use of tabs and spaces in indentation"),
    ("if 1 > 0:\n    if 2 > 1:\n    f(x)", 3, 5, "expected an indented block after 'if' statement on line 2"),
    ("if 1 > 0: x = 1\n    y = 2", 1, 9, "unexpected :, expected { after if clause"),
    ("for x in [1]:\n    y = x +", 2, 12, "invalid syntax"),
    ("for x in [1]:\n    y = (x\n__out = 1", 2, 9, "'(' was never closed"),
    ("for x in [1]:\n    if x: y = * 2", 2, 0, "can't use starred expression here"),
    ("try:\n    f()\nexcept A:\n    g()\nexcept B:\n    h()", 2, 5, "name 'f' is not defined"),
    (
        "func f() int {\n\tn := 0\n\tfor x in []int{1, 2}:\n\t\tn += x\n\treturn n\n}\n__out = f()",
        3,
        22,
        "unexpected :",
    ),
]


@pytest.mark.parametrize(("code", "line", "column", "message"), REFUSED, ids=[r[0] for r in REFUSED])
def test_problems_are_reported_as_python(code: str, line: int, column: int, message: str) -> None:
    with pytest.raises(CodeModeError) as error:
        codemode.run(code, [SOURCE])
    first = error.value.diagnostics[0]
    assert (first.line, first.column if column else 0) == (line, column)
    assert message in first.message


CHECKED: list[tuple[str, list[str]]] = [
    ("x = 5\nif x > 3:\n    x = 1\n__out = x", []),
    ("x = 5\nif x > 3:\n    x = yy\n__out = x", ["name 'yy' is not defined"]),
    (
        "for x in [1]:\n    y = crm.fetch(nr=x)\n__out = y",
        ["fetch has no argument 'nr'"],
    ),
]


@pytest.mark.parametrize(("code", "messages"), CHECKED, ids=[code for code, _ in CHECKED])
def test_check_reports_the_same_as_a_run(code: str, messages: list[str]) -> None:
    found = codemode.check(code, [SOURCE])
    assert [problem.message for problem in found] == messages


@pytest.mark.anyio
async def test_the_effects_are_those_of_the_program_in_python() -> None:
    async with Engine([SOURCE]) as engine:
        effects = await engine.effects("for i in [1, 2]:\n    crm.fetch(id=i)")
    assert [call.id for call in effects.calls] == ["function:crm:fetch"]


@pytest.mark.anyio
@pytest.mark.parametrize("trusted", [False, True])
async def test_in_the_hosts_process_it_runs_only_if_the_host_trusts_it(trusted: bool) -> None:
    async with Engine([SOURCE], isolation="inline", trust_python=trusted) as engine:
        reply = await engine.session("a", "s").exec("n = 0\nfor x in [1, 2]:\n    n += x\n__out = n")
    if trusted:
        assert isinstance(reply, Completed)
        assert (reply.value, [r.code for r in reply.repairs]) == (3, ["other_language"])
    else:
        assert isinstance(reply, Failed)
        assert reply.code == "parse_failed"


# What Go accepts, with words of Python where a line ends in a colon.
GO: list[tuple[str, Any]] = [
    ("n := 0\ntry:\n\tfor {\n\t\tn++\n\t\tbreak try\n\t}\n__out = n", 1),
    ("n := 0\nwith:\n    n++\nif n < 3 {\n    goto with\n}\n__out = n", 3),
    ("n := 2\nswitch {\ncase n > 1:\n\tif n > 5 {\n\t\tn = 0\n\t}\n\tn = 9\ndefault:\n\tn = 4\n}\n__out = n", 9),
    (
        "type t struct{ try, except, def int }\nx := t{\n\ttry:\n\t\t1,\n\texcept: 2,\n\tdef: 3,\n}\n__out = x.try + x.except + x.def",
        6,
    ),
    ("xs := []int{1, 2, 3}\n__out = xs[1:\n2][0]", 2),
    ('while, pass := 1, 2\n__out = map[string]int{\n\t`if x:`:\n\t\twhile,\n\t"for y in z:": pass,\n}[`if x:`]', 1),
]


@pytest.mark.parametrize(("code", "value"), GO, ids=[code for code, _ in GO])
def test_what_go_accepts_is_go(code: str, value: Any) -> None:
    result = codemode.run(code)
    assert result.value == value
    assert "other_language" not in [r.code for r in result.repairs]


LARGE: dict[str, str] = {
    "deep": "\n".join(" " * i + "if x:" for i in range(700)),
    "tries": "".join(" " * i + "try:\n" for i in range(500)),
    "defs": "\n".join(" " * i + f"def f{i}(a):" for i in range(600)),
    "lines": "if x:\n" + " y()\n" * 50_000,
    "headers": "if x: y()\n" * 26_000,
    "elif": "if x:\n y()\n" + "elif x:\n y()\n" * 18_000,
    "colons": "if x" + ":" * 200_000,
    "tabs": "if x:\n" + "\t" * 200_000 + "y",
    "calls": "def f(a, b=1):\n return a\n" + ("f(b=" * 90 + ")" * 90 + "\n") * 600,
    "unclosed calls": "def f(a, b=1):\n return a\n" + "f(b=" * 50_000,
    "brackets": "for x in y:\n f" + "(\n" * 100_000,
    "triple": "if x:\n y = " + '"""' * 80_000,
    "names": "def f():\n " + "a, " * 80_000 + "b = 1",
    "raises": "try:\n x()\nexcept:\n" + " raise\n" * 36_000,
    "returns": "def f():\n" + " return (a, (b, " * 16_000,
}


@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE)
def test_time_grows_with_the_text_and_not_faster(text: str) -> None:
    refused = list[Diagnostic]()

    def read(size: int) -> None:
        try:
            parse(text[:size])
        except ParseError as error:
            refused.extend(error.diagnostics)

    assert grows_with_the_size(read)
    assert all(problem.line >= 1 for problem in refused)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("    x = 1\n    for i in range(3):\n        x += i\n    __out = x", 4),
        ("\tx = crm.fetch(1)\n\t__out = x['id']", 1),
        ("```python\n    x = 1\n    x\n```", 1),
        ("\n\n  x = 3 // 2\n  __out = x", 1),
    ],
)
async def test_a_program_that_is_indented_as_a_whole_is_python(code: str, value: Any) -> None:
    async with Engine([SOURCE], languages=("python",)) as engine:
        reply = await engine.session().exec(code)
        assert isinstance(reply, Completed), reply
        assert (reply.value, list(reply.repairs)) == (value, [])


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("code", "place"),
    [("    x = 1\n  __out = x", (1, 4)), ("    # c\n    x = 1\nx", (2, 4)), ("  x = 1\n    y = 2\n", (1, 2))],
)
async def test_a_program_with_a_wrong_indentation_is_not_taken_for_go(code: str, place: tuple[int, int]) -> None:
    async with Engine([SOURCE], languages=("python",)) as engine:
        reply = await engine.session().exec(code)
        assert isinstance(reply, Failed)
        [told] = reply.diagnostics
        assert (told.line, told.column, reply.code) == (*place, "parse_failed")
        assert "begin in the same column" in told.hint
