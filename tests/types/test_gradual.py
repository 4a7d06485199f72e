"""Gradual any: what an `any` may be used for when the check is not strict, and that strict refuses all of it."""

from __future__ import annotations

import pytest

from codemode.dsl import nodes, parse
from codemode.dsl.check import check
from codemode.types import model
from tests.types.support import run
from tests.types.tree import walk

R = 'r, err := codemode.CallTool("t", nil)\n_ = err\n'

ALLOWED = [
    '__out = r["a"]',
    "__out = r[0]",
    '__out = r["a"]["b"][0]',
    "__out = r.items",
    "__out = r.items.name",
    "for k, v := range r { _, _ = k, v }",
    "for _, v := range r { text := v; _ = text }",
    "n := len(r)\n_ = n + 1",
    '__out = r(1, "a")',
    "__out = r.call(1)",
    "var f float64 = 2\n__out = r + f",
    "__out = r * 2",
    "__out = -r",
    '__out = "a" + r',
    "if r < 3 { __out = 1 }",
    "if 3 > r { __out = 1 }",
    'if r["x"] > r["y"] { __out = 1 }',
    "if r { __out = 1 }",
    'if !r["ok"] { __out = 1 }',
    'if r["ok"] && true { __out = 1 }',
    'for r["more"] { break }',
    "var n int = r\n_ = n",
    'var s string\ns = r["s"]\n_ = s',
    'strings.ToUpper(r["s"])',
    'xs := []int{1, 2}\n__out = xs[r["i"]]',
    'm := map[string]int{}\nm[r["k"]] += 1',
    'm := map[string]float64{}\nm["a"] = r["x"]',
    'xs := []float64{r["x"], 2}\n_ = xs',
    'type P struct{ A int }\np := P{A: r["a"]}\n_ = p',
    'c := make(chan int, 1)\nc <- r["x"]',
    'f := func() int { return r["n"] }\n_ = f',
    '__out = int(r["n"])',
    "__out = float64(r)",
    "__out = string(r)",
    'r["a"] = 1',
    'r["a"] += 1',
    'r["a"]["b"] = 2',
    'r["n"]++',
    "r.count = 3",
    'delete(r, "a")',
    '__out = append(r["items"], 1)',
    'xs := []int{}\nxs = append(xs, r["x"])\n_ = xs',
    'xs := []any{}\nxs = append(xs, r["items"]...)\n_ = xs',
    "__out = r[1:2]",
    '__out = max(r["a"], 2.5)',
    'v, ok := r["a"]\n_, _ = v, ok',
    '__out = strings.Join(r["tags"], ",")',
    'switch r["s"] {\ncase "a": __out = 1\n}',
    'err = r["error"]',
    'xs := make([]int, r["n"])\n_ = xs',
    'for i := 0; i < r["n"]; i++ { _ = i }',
    '__out = slices.Contains(r["tags"], "x")',
    'for _, k := range slices.Sorted(maps.Keys(r)) { _ = k + "" }',
    "defer r.close()",
    'sort.Slice(r, func(i, j int) bool { return r[i]["x"] < r[j]["x"] })',
]


@pytest.mark.parametrize("use", ALLOWED)
def test_an_any_may_be_used_where_a_concrete_value_is_wanted(use: str) -> None:
    assert run(R + use).errors == []


@pytest.mark.parametrize("use", [use for use in ALLOWED if not use.startswith(("switch", "sort.Slice", "xs := []any"))])
def test_strict_refuses_it(use: str) -> None:
    body = f'r, err := codemode.CallTool("t", nil)\n_ = err\n_ = r\n{use}'
    assert run(body, strict=True).errors != []


@pytest.mark.parametrize(
    ("use", "message"),
    [
        (
            "var f float64 = r + 1\nvar n uint = 2\n_ = f + n",
            "invalid operation: f + n (mismatched types float64 and uint)",
        ),
        ("__out = r + nil", "invalid operation: operator + not defined on r (variable of interface type any)"),
        ("__out = r && 1", "invalid operation: r && 1 (mismatched types any and untyped int)"),
        (
            "var xs map[string]string = map[string]any{}\n_ = xs",
            "cannot use map[string]any{} (value of type map[string]any) as map[string]string value in variable declaration",
        ),
        (
            "c := make(chan int)\n__out = <-r\n_ = c",
            "invalid operation: cannot receive from non-channel any r (variable of interface type any)",
        ),
        ("__out = *r", "invalid operation: cannot indirect r (variable of interface type any)"),
    ],
)
def test_code_that_is_always_wrong_stays_refused(use: str, message: str) -> None:
    messages = [e.split(": ", 1)[1] for e in run(R + use).errors]
    assert message in messages


def test_operands_of_two_types_have_the_code_of_wrong_operands() -> None:
    [problem] = check(parse("a, b := 1, uint(2)\n__out = a + b").file).errors
    assert problem.reason == "wrong_operands"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("r + 1", "any"),
        ("r + f", "float64"),
        ("n * r", "any"),
        ("r + r", "any"),
        ("r < 2", "bool"),
        ("r == 2", "bool"),
        ("!r", "bool"),
        ("r && true", "bool"),
        ("len(r)", "int"),
        ("r.x", "any"),
        ("r(1)", "any"),
        ("-r", "any"),
        ("int(r)", "int"),
        ("r[0]", "any"),
        ("max(r, n)", "int"),
        ("append(r, 1)", "any"),
    ],
)
def test_types_of_gradual_expressions(expression: str, expected: str) -> None:
    result = run(f"{R}f, n := 1.5, 2\n_, _ = f, n\nx := {expression}\n__out = x")
    assert result.errors == []
    idents = [n for n in walk(result.checked.file.stmts) if isinstance(n, nodes.Ident) and n.name == "x"]
    assert idents[0].obj.typ.text("") == expected


@pytest.mark.parametrize("declared", ["var n int = 2", "n := 2", 'n := len("ab")'])
@pytest.mark.parametrize(("op", "expected"), [*((op, "any") for op in "+-*/"), *((op, "int") for op in "%&|^")])
def test_arithmetic_of_an_int_variable_and_an_any(declared: str, op: str, expected: str) -> None:
    """It has the fraction that the any has, and leaves the variable as it is."""
    result = run(f"{R}{declared}\nx := n {op} r\nhalf := n / 2\n__out = []any{{x, half}}")
    kinds = {
        n.name: n.obj.typ.text("")
        for n in walk(result.checked.file.stmts)
        if isinstance(n, nodes.Ident) and n.name in "nx"
    }
    assert kinds == {"n": "int", "x": expected}
    assert result.mends == []


def test_the_operand_is_marked_for_the_run_time() -> None:
    result = run(f"{R}__out = r.items(1).name")
    dynamic = [
        n
        for n in walk(result.checked.file.stmts)
        if isinstance(n, nodes.SelectorExpr) and n.selection.kind == "dynamic"
    ]
    calls = [n.info.kind for n in walk(result.checked.file.stmts) if isinstance(n, nodes.CallExpr)]
    assert {d.sel.name for d in dynamic} == {"items", "name"}
    assert all(d.typ is model.ANY for d in dynamic)
    assert sorted(calls) == ["call", "dynamic"]


def test_a_named_empty_interface_is_not_an_any() -> None:
    result = run("type Value interface{}\nvar v Value = 1\n__out = v + 1")
    assert len(result.errors) == 1


def test_a_type_parameter_takes_no_any() -> None:
    result = run("func f[T int | string](x any) T { var t T = x; return t }\n__out = f[int](1)")
    assert [e.split(": ", 1)[1] for e in result.errors] == [
        "cannot use x (variable of interface type any) as T value in variable declaration: need type assertion"
    ]
