"""Hints tell what to write instead."""

from __future__ import annotations

import pytest

from tests.types.support import run


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("price := 1\n__out = pirce", "did you mean price?"),
        ('__out = string.ToUpper("a")', ""),
        ('__out = Strings.ToUpper("a")', "did you mean strings?"),
        ('__out = strings.Uppercase("a")', "strings has"),
        ("__out = codemode.Round(1.5, 2)", "math.Round"),
        ("__out = slices.Map([]int{}, nil)", "write a loop"),
        ('__out = ToUpper("a")', "did you mean strings.ToUpper?"),
        ("type P struct{ Name string }\np := P{}\n__out = p.name", "did you mean p.Name?"),
        ('type P struct{ Name string }\n__out = P{Nmae: "a"}', "did you mean Name?"),
        ('type P struct{ Name string }\n__out = P{"Name": "a"}', "struct fields are written without quotes"),
        ("m := map[string]int{}\n__out = m.count", 'm is a map: write m["count"]'),
        ('type P struct{ Name string }\np := P{}\n__out = p["Name"]', "it is a struct: write p.Name"),
        ("var f float64 = 1\nvar n uint = 2\n__out = f * n", "write float64(n)"),
        ("a, b := len(`x`), len(`y`)\nf := 1.5\n__out = a / b * f", "write float64(a) / float64(b)"),
        ("a, b := len(`x`), len(`y`)\nvar f float64 = a / b\n__out = f", "write float64(a) / float64(b)"),
        ("q := len(`x`) / len(`y`)\nvar f float64 = q\n__out = f", "dividing integers drops the fraction"),
        ('for _, r := range "ab" { __out = "n: " + r }', "for the character write string(r)"),
        ('var s string = len("a")\n__out = s', "strconv.Itoa"),
        ('var n int = "5"\n__out = n', "leave out the quotes: 5"),
        ('s := "5"\nvar n int = s\n__out = n', "strconv.Atoi(s)"),
        ('var e error = "a"\n__out = e', "errors.New"),
        ("xs := []int{}\nif xs { __out = 1 }", "len(xs) > 0"),
        ("f := 1.5\n__out = f % 2", "math.Mod"),
        ('s := "a"\nif s == nil { __out = 1 }', 'compare with ""'),
        ("xs := []int{}\nfor i := range 2.5 { xs = append(xs, i) }\n__out = xs", "range int(2.5)"),
        ("m := map[string]int{}\nm = append(m, 1)\n__out = m", "m[key] = value"),
        ("xs := []int{1}\ndelete(xs, 0)\n__out = xs", "append(xs[:i], xs[i+1:]...)"),
        ("__out = max([]int{1})", "slices.Max([]int{…})"),
        ("x := 1\nx == 2\n__out = x", "write x = 2"),
        ('a, b, c := strings.Cut("a", "b"), 1\n__out = a', ""),
        ("n := 5\nvar a [n]int\n__out = a", "make([]T, n)"),
        ('type T struct{ n int }\nm := map[string]T{}\nm["a"].n = 1\n__out = m', "store it back"),
        ("f := 1.5\nxs := []int{1}\n__out = xs[f]", "write int(f)"),
        ("defer func(n int) {}\n__out = 1", "call it: add () after the function literal"),
        ('m := map[string]int{}\n__out = m("a")', "use brackets"),
        ("var p *[]int\n__out = len(p)", "len(*p)"),
        ("func f() { return 1 }\nf()", "declare the result: func name(...) int"),
        (
            "go func() { _, err := strconv.Atoi(`1`); return err }()",
            "set an outer variable, such as errs[i] = err",
        ),
        ("__out = []string{`a`}[-1]", "xs[len(xs)-1]"),
    ],
)
def test_hint(text: str, hint: str) -> None:
    result = run(text)
    assert result.errors != []
    assert any(hint in h for h in result.hints), result.hints


@pytest.mark.parametrize(
    ("head", "tail", "told"),
    [
        ("", "", "return err"),
        ("func f() error {", "return nil\n}", "return err"),
        ("func f() (int, error) {", "return 1, nil\n}", "return ..., err"),
        ("func f() {", "}", "panic(err)"),
        ("f := func() int {", "return 1\n}", "panic(err)"),
    ],
)
def test_an_error_that_is_never_read_leaves_its_function_as_it_can(head: str, tail: str, told: str) -> None:
    result = run(f"{head}\nn, err := strconv.Atoi(`1`)\n_ = n\n{tail}")
    assert any(f"if err != nil {{ {told} }}" in hint for hint in result.hints), result.hints
