"""What models get wrong and the parser mends: what it is read as, and that it is reported in its place."""

from __future__ import annotations

import pytest

from codemode.dsl import nodes as n
from codemode.dsl import parse
from codemode.errors import ParseError
from tests.dsl.dump import read

# text, tree, the repairs as line:column
MENDED = [
    ("let x = 5", "x := 5", ["1:1"]),
    ("let x", "var x any = ", ["1:1"]),
    ("const x: number = f()", "x := f()", ["1:1"]),
    ("const { a } = r", "a := P(r).a", ["1:1"]),
    ("const { a, b } = r", "a, b := r.a, r.b", ["1:1"]),
    ("int x = 5", "var x int = 5", ["1:1"]),
    ("x = await f()", "x = f()", ["1:5"]),
    ("from math import sqrt\nx = 1", "x = 1", ["1:1"]),
    ("import codemode\nx = 1", "x = 1", ["1:1"]),
    ('import { a } from "b"\nx = 1', "x = 1", ["1:1"]),
    ("for x in xs { }", "for x, := range xs {}", ["1:7"]),
    ("for (const x of xs) { }", "for x, := range xs {}", ["1:14"]),
    ("for k, v in m.items() { }", "for k,v := range m {}", ["1:10"]),
    ("for (const [k, v] of Object.entries(m)) { }", "for k,v := range __object(m) {}", ["1:19"]),
    ("for i, x in enumerate(xs) { }", "for i,x := range P(xs) {}", ["1:10"]),
    ("for _, v := xs { }", "for _,v := range xs {}", ["1:10"]),
    ("foreach x in xs { }", "for x, := range xs {}", ["1:11"]),
    ("for i in range(1, n) { }", "for i, __end := 1, n; (i < __end); i++ {}", ["1:7"]),
    ("for i in range(9, 0, -2) { }", "for i, __end := 9, 0; (i > __end); i -= 2 {}", ["1:7"]),
    ("for (let i = 0; i < 3; i++) { }", "for i := 0; (i < 3); i++ {}", ["1:1", "1:6"]),
    ("if (x) y()", "if ; P(x) {y()}", ["1:1"]),
    ("x := a ? b : c ? d : e", "x := __choose(a, b, __choose(c, d, e))", ["1:8", "1:16"]),
    ("x := a if b else c", "x := __choose_if(a, b, c)", ["1:8"]),
    ("x := f\"a {b['c']:.2f}%\"", "x := fmt.Sprintf(\"a %.2f%%\", float64(b['c']))", ["1:6"]),
    ("let a = `x ${b.c}`", "a := fmt.Sprintf(`x %v`, __js(b.c))", ["1:1", "1:9"]),
    ('codemode.CallTool("x", a=1, b=c)', 'codemode.CallTool("x", map[string]any{"a": 1, "b": c})', ["1:24", "1:24"]),
    ("x := None", "x := nil", ["1:6"]),
    ("f(null, True, False)", "f(nil, true, false)", ["1:3", "1:9", "1:15"]),
    ("if x == None { }", "if ; (x == nil) {}", ["1:9"]),
    ("x := 'text'", "x := 'text'", ["1:6"]),
    ("x := ''", "x := ''", ["1:6"]),
    ("if not x { }", "if ; (!x) {}", ["1:4"]),
    ("if not x == 1 and y { }", "if ; ((!(x == 1)) && y) {}", ["1:4", "1:15"]),
    ("x := not not a or b", "x := ((!(!a)) || b)", ["1:6", "1:10", "1:16"]),
    ("x = not (a or b)", "x = (!P((a || b)))", ["1:5", "1:12"]),
    ("x = a and not b < c", "x = (a && (!(b < c)))", ["1:7", "1:11"]),
    ("if k in m { }", "if ; __contains(m, k) {}", ["1:6"]),
    ("if k not in m && y { }", "if ; ((!__contains(m, k)) && y) {}", ["1:6"]),
    ("if a + b in [c, d] { }", "if ; __contains([]any{c, d}, (a + b)) {}", ["1:10", "1:13"]),
    ("x = y is None", "x = (y == nil)", ["1:7", "1:10"]),
    ("x = y is not None", "x = (y != nil)", ["1:7", "1:14"]),
    ("while x < 3 { x++ }", "for ; (x < 3);  {x++}", ["1:1"]),
    ("while (x) {\n}", "for ; P(x);  {}", ["1:1"]),
    ("for i in range(3) { }", "for i, := range P(3) {}", ["1:7"]),
    ("for k, v in range m { }", "for k,v := range m {}", ["1:10"]),
    ("if a { } elif b { } else { }", "if ; a {} else if ; b {} else {}", ["1:10"]),
    ("if a {\n}\nelif b {\n}", "if ; a {} else if ; b {}", ["3:1", "3:1"]),
    ("if a {\n}\nelse {\n}", "if ; a {} else {}", ["3:1"]),
    ("if a {\n}\n\nelse if b {\n}", "if ; a {} else if ; b {}", ["4:1"]),
    ("if a\n{\n}", "if ; a {}", ["2:1"]),
    ("for i := 0; i < 3; i++\n{\n}", "for i := 0; (i < 3); i++ {}", ["2:1"]),
    ("func f() int\n{\n}", "func f()(int){}", ["2:1"]),
    ("f(a,\nb\n)", "f(a, b)", ["2:2"]),
    ("x := T{\na: 1\n}", "x := T{a: 1}", ["2:5"]),
    ("x := []int{\n1,\n2\n}", "x := []int{1, 2}", ["3:2"]),
    ("x := T{\na: 1\nb: 2,\n}", "x := T{a: 1, b: 2}", ["2:5"]),
    ("x := a[\ni\n]", "x := a[i]", ["2:2"]),
    ("x := (a\n)", "x := P(a)", ["1:8"]),
    ("func f(\na int\n) { }", "func f(a int)(){}", ["2:6"]),
    ("x := a\n  .b()\n  .c()", "x := a.b().c()", ["2:3", "3:3"]),
    ("x := a\n  && b\n  || c", "x := ((a && b) || c)", ["2:3", "3:3"]),
    ('x := {"a": 1, "b": [1, {}]}', 'x := map[string]any{"a": 1, "b": []any{1, map[string]any{}}}', ["1:6", "1:20"]),
    ('f({"a": {"b": {}}})', 'f(map[string]any{"a": map[string]any{"b": map[string]any{}}})', ["1:3"]),
    ("return {}", "return map[string]any{}", ["1:8"]),
    ("x = [1, 2][0]", "x = []any{1, 2}[0]", ["1:5"]),
    ("x := []", "x := []any{}", ["1:6"]),
    ("x := [\n[1],\n[2, 3],\n]", "x := []any{[]any{1}, []any{2, 3}}", ["1:6", "2:1", "3:1"]),
    ('for _, x := range ["a", "b"] { }', 'for _,x := range []any{"a", "b"} {}', ["1:19"]),
    ('m := map[string]any{"a": [1]}', 'm := map[string]any{"a": []any{1}}', ["1:26"]),
    ('m := map[string]T{"a": {1}}', 'm := map[string]T{"a": {1}}', []),
    ("if a === b || a !== c { }", "if ; ((a == b) || (a != c)) {}", ["1:6", "1:17"]),
    ("var x := 1", "var x  = 1", ["1:7"]),
    ("const x := 1", "const x  = 1 #0", ["1:9"]),
    ("return x := f()", "return f()", ["1:10"]),
    ("return x = f()", "return f()", ["1:10"]),
    ("a.b := 1", "a.b = 1", ["1:5"]),
    ('m["k"] := 1', 'm["k"] = 1', ["1:8"]),
    ("func f() { func g() { x() } }", "func f()(){g := func()(){x()}}", ["1:17"]),
    (
        "func f() { func g(n int) int { return g(n - 1) } }",
        "func f()(){var g func(n int)(int) = ; g = func(n int)(int){return g((n - 1))}}",
        ["1:17"],
    ),
    ("if x { func g() { } }", "if ; x {g := func()(){}}", ["1:13"]),
    ("switch { case x: func g() { } }", "switch ;  {case x: {g := func()(){}}}", ["1:23"]),
    ("# a comment\nx := 1 # another\n", "x := 1", ["1:1", "2:8"]),
    ("x :=\u00a01", "x := 1", ["1:5"]),
    ("package main\nfunc main() { }\nmain()", "func main()(){}\nmain()", ["3:1"]),
]


@pytest.mark.parametrize(("text", "tree", "places"), MENDED, ids=[text for text, *_ in MENDED])
def test_mended(text: str, tree: str, places: list[str]) -> None:
    assert read(text, repair=True) == tree
    parsed = parse(text)
    repairs = [parsed.source.bind_mend(mend) for mend in parsed.mends]
    assert [f"{repair.line}:{repair.column}" for repair in repairs] == places
    assert all(repair.message for repair in repairs)


# Programs of Go: nothing is mended, with repairs or without.
UNTOUCHED = [
    "None := 1; f(None)",
    "var not = f; x = not(y)",
    "func not(x bool) bool { return !x }\nx = not(true)",
    "func (s set) in(x int) bool { return true }\ns.in(3)",
    "type p func() bool\nfunc (a p) and(b p) p { return b }\nx = y.and(z).or(w)",
    "func f(in <-chan int, and, or bool, not int) int { return -not }",
    "for in := range ch { use(in) }",
    "type T struct { None int; not bool; in, is string; while func() }",
    "x := T{None: 1, True: 2}",
    "const ( None = iota; True; False )\nx = None",
    "while := 3; while++",
    "is, not := 1, 2",
    "interface_ := x.None",
    "x = m.True + y.null",
    'x = "None not in # // True"',
    "x = `None\n# not\nelse`",
    "// None, not x\n/* while true { */ x = 1",
    "x = '#'",
    "L: for { continue L }",
    "x := []int{1, 2}\ny := [...]int{3}\nz := [3][]int{}\nw := map[[2]int][]string{}",
    "var a [3]int\nvar b []func()\nvar c [2][3]T",
    "{\nx := 1\n}",
    "x := y\n{\nz()\n}",
    "var f func() bool\n{\nf = nil\n}",
    "x = a\n-b()",
    "x = a\n*p = 1",
    'import (\n"fmt"\n. "math"\n)\nx = 1',
    r'x = "\n\t\\ \" \x41 \u00e9 \101"',
    "if v, ok = m[k]; ok { }",
    "__out := x\nvar __out = y",
    "__out, err := f()",
]


@pytest.mark.parametrize("text", UNTOUCHED)
def test_go_is_left_alone(text: str) -> None:
    assert parse(text).mends == []
    assert read(text, repair=True) == read(text, repair=False)


def test_an_odd_space_is_named() -> None:
    parsed = parse("x :=\u00a01")
    assert [parsed.source.bind_mend(mend).message for mend in parsed.mends] == ["character U+00A0 read as a space"]


def test_nothing_is_repaired_when_repairs_are_off() -> None:
    for text, tree, places in MENDED:
        if not places:
            continue
        try:
            parsed = parse(text, repair=False)
        except ParseError:
            continue
        assert parsed.mends == []
        # What Go reads in another way, such as the name None, stays as it was written.
        assert read(text, repair=False) != tree or text.startswith("package")


ESCAPES = [
    (r'"(?i)\b(fix|close)#(\d+)"', rb"(?i)\b(fix|close)#(\d+)"),
    (r'"\w+\.\s*\(\n\)"', b"\\w+\\.\\s*\\(\n\\)"),
    (r'"\\d+ \" \d"', b'\\d+ " \\d'),
    (r'"it\'s"', b"it's"),
    (r'"a\/b"', b"a/b"),
    (r"'it\'s \"x\"'", b'it\'s "x"'),
    (r"'\d+'", rb"\d+"),
]


@pytest.mark.parametrize(("text", "value"), ESCAPES)
def test_unknown_escapes(text: str, value: bytes) -> None:
    parsed = parse(f"x = {text}")
    stmt = parsed.file.stmts[0]
    assert isinstance(stmt, n.AssignStmt)
    assert isinstance(stmt.rhs[0], n.BasicLit)
    assert (stmt.rhs[0].kind, stmt.rhs[0].value) == ("STRING", value)
    assert parsed.mends
    with pytest.raises(ParseError):
        parse(f"x = {text}", repair=False)


def test_a_type_that_is_written_nowhere_has_no_width() -> None:
    stmt = parse('x = {"a": 1}').file.stmts[0]
    assert isinstance(stmt, n.AssignStmt)
    lit = stmt.rhs[0]
    assert isinstance(lit, n.CompositeLit)
    assert lit.type is not None
    assert lit.type.pos == lit.type.end == lit.pos


def test_a_chain_of_contains_is_no_chain_of_operators() -> None:
    assert read("x = a in b in c", repair=True) == "x = __contains(c, __contains(b, a))"
