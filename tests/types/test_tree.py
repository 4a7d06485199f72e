"""What the lowering reads from a checked tree."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from codemode.dsl import nodes, parse
from codemode.dsl.check import check
from codemode.errors import CodeModeError
from codemode.stdlib.registry import library
from codemode.types import model
from codemode.types.objects import Func, Var
from tests.types.support import Result, program, run
from tests.types.tree import problems, walk

CASES = Path(__file__).parent.parent / "cases"
FOLDERS = sorted(
    p.name for p in CASES.iterdir() if p.is_dir() and p.name not in ("compile_errors", "syntax_errors", "differences")
)


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_expression_of_the_cases_has_what_the_lowering_needs(folder: str) -> None:
    found: list[str] = []
    for case in sorted((CASES / folder).glob("*.go")):
        text = case.read_text(encoding="utf-8")
        try:
            parsed = parse(text)
        except CodeModeError:
            continue
        checked = check(parsed.file, importer=library())
        if not checked.errors:
            found += [f"{case.name}: {p}" for p in problems(parsed.file)]
    assert found == []


def first(result: Result, kind: type[nodes.Node], count: int = 0) -> nodes.Node:
    tree = [*result.checked.file.decls, *result.checked.file.stmts]
    return [n for n in walk(tree) if isinstance(n, kind)][count]


def value_of(text: str) -> nodes.Expr:
    """The right side of the last assignment in the text."""
    result = run(text)
    assert result.errors == []
    return [s for s in result.checked.file.stmts if isinstance(s, nodes.AssignStmt) and s.pos < len(text)][-1].rhs[0]


# --- constants and untyped values --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "typ", "value"),
    [
        ("var f float64\nf = 1", "float64", Fraction(1)),
        ("var f float32\nf = 0.1", "float32", Fraction(13421773, 134217728)),
        ("var i int8\ni = 'a'", "int8", 97),
        ("var c complex128\nc = 2", "complex128", (Fraction(2), Fraction(0))),
        ("var s string\ns = `a`", "string", b"a"),
        ("var b bool\nb = 1 < 2", "bool", True),
        ("var x any\nx = 1", "int", 1),
        ("var x any\nx = 1.0", "float64", Fraction(1)),
        ("var x any\nx = 'a'", "int32", 97),
        ("type t uint8\nvar x t\nx = 3 * 4", "main.t", 12),
        ("const c = 1 << 70 >> 68\nvar x int\nx = c", "int", 4),
        ("var s string\ns = string(rune(65))", "string", b"A"),
        ('var n int\nn = len("abc")', "int", 3),
        ("var n int\nn = len([4]int{})", "int", 4),
        ("var f float64\nf = 7 / 2", "float64", Fraction(3)),
        ("var f float64\nf = 7 / 2.0", "float64", Fraction(7, 2)),
        ("var d time.Duration\nd = 2 * time.Second", "time.Duration", 2_000_000_000),
    ],
)
def test_constants_have_their_final_type(text: str, typ: str, value: object) -> None:
    e = value_of(text)
    assert e.typ.text("main.") == typ
    assert e.const == value
    assert type(e.const) is type(value)


@pytest.mark.parametrize(
    ("text", "typ"),
    [
        ("var n uint = 3\nvar i int32\ni = 1 << n", "int32"),
        ("var xs []int\nxs = nil", "[]int"),
        ("var m map[string]int\nm = nil", "map[string]int"),
        ("var x any\nx = nil", "interface {}"),
        ("var b bool\ni := 1\nb = i < 2", "bool"),
        ("type ok bool\nvar b ok\ni := 1\nb = i < 2", "main.ok"),
        ("var x any\ni := 1\nx = i < 2", "bool"),
    ],
)
def test_untyped_values_have_their_final_type(text: str, typ: str) -> None:
    assert value_of(text).typ.text("main.") == typ


def test_the_operands_of_an_untyped_comparison_are_typed() -> None:
    e = value_of("var x any\nf := 2.5\nx = f < 1")
    assert isinstance(e, nodes.BinaryExpr)
    assert (e.y.typ, e.y.const) == (model.FLOAT64, Fraction(1))


# --- variables ---------------------------------------------------------------------------------------------------------------


def variables(result: Result) -> dict[str, Var]:
    tree = [*result.checked.file.decls, *result.checked.file.stmts]
    idents = [n for n in walk(tree) if isinstance(n, nodes.Ident)]
    return {n.name: n.obj for n in idents if isinstance(n.obj, Var) and n.obj.kind != "field"}


def test_uses_share_the_variable_of_the_declaration() -> None:
    result = run("x := 1\nx = 2\n{ x := 3; _ = x }\n__out = x")
    idents = [n for n in walk(result.checked.file.stmts) if isinstance(n, nodes.Ident) and n.name == "x"]
    assert [n.obj is idents[0].obj for n in idents] == [True, True, False, False, True]


def test_captured_variables() -> None:
    result = run(
        "a, b := 1, 2\nf := func(p int) func() int { c := 3; return func() int { return a + c + p } }\n_ = f\n__out = b"
    )
    found = variables(result)
    assert {name for name, var in found.items() if var.captured} == {"a", "c", "p"}
    outer, inner = (n.info for n in walk(result.checked.file.stmts) if isinstance(n, nodes.FuncLit))
    assert [v.name for v in outer.captures] == ["a"]
    assert [v.name for v in inner.captures] == ["a", "c", "p"]


@pytest.mark.parametrize(
    ("use", "addressed"),
    [
        ("p := &x\n_ = p", {"x"}),
        ("p := &s.a\n_ = p", {"s"}),
        ("p := &arr[1]\n_ = p", {"arr"}),
        ("p := &xs[1]\n_ = p", set()),
        ("p := &sp.a\n_ = p", set()),
        ("_ = arr[:]", {"arr"}),
        ("_ = xs[:]", set()),
        ("s.inc()", {"s"}),
        ("sp.inc()", set()),
        ("f := s.inc\n_ = f", {"s"}),
        ("s.get()", set()),
        ("p := &S{}\n_ = p", set()),
        ("o.S.inc()", {"o"}),
        ("o.inc()", {"o"}),
        ("p := &arr2[0].a\n_ = p", {"arr2"}),
    ],
)
def test_addressed_variables(use: str, addressed: set[str]) -> None:
    text = (
        "type S struct{ a int }\nfunc (s *S) inc() { s.a++ }\nfunc (s S) get() int { return s.a }\ntype O struct{ S }\n"
        "x, s, arr, xs, sp, o, arr2 := 1, S{}, [3]int{}, []int{1, 2}, &S{}, O{}, [2]S{}\n"
        f"_, _, _, _, _, _, _ = x, s, arr, xs, sp, o, arr2\n{use}\n__out = 1"
    )
    result = run(text)
    assert result.errors == []
    assert {name for name, var in variables(result).items() if var.addressed} == addressed


def test_top_level_variables_that_functions_use_are_globals() -> None:
    result = run(
        "count := 0\nlocal := 1\nfunc inc() { count++ }\nf := func() { count++; local++ }\nf()\ninc()\n__out = count"
    )
    found = variables(result)
    assert result.errors == []
    assert (found["count"].kind, found["local"].kind) == ("global", "local")
    assert [v.name for v in result.checked.globals] == ["count"]
    literal = first(result, nodes.FuncLit)
    assert isinstance(literal, nodes.FuncLit)
    assert [v.name for v in literal.info.captures] == ["local"]


# --- functions ---------------------------------------------------------------------------------------------------------------


def test_functions_have_the_names_of_gos_traces() -> None:
    text = (
        "type T struct{}\ntype G[P any] struct{}\nfunc (T) m() { func() {}() }\nfunc (t *T) p() {}\n"
        "func (g *G[P]) q() {}\nfunc f[P any]() { _ = func() {} }\nvar v = func() { _ = func() {} }\n"
        "func main() { f[int](); func() { func() {}(); func() {}() }(); defer func() {}() }"
    )
    result = run(f"package main\n{text}")
    assert result.errors == []
    tree = result.checked.file.decls
    names = [n.info.name for n in walk(tree) if isinstance(n, (nodes.FuncLit, nodes.FuncDecl))]
    assert names == [
        "main.T.m",
        "main.T.m.func1",
        "main.(*T).p",
        "main.(*G[...]).q",
        "main.f[...]",
        "main.f[...].func1",
        "main.init.func1",
        "main.init.func1.1",
        "main.main",
        "main.main.func1",
        "main.main.func1.1",
        "main.main.func1.2",
        "main.main.func2",
    ]


def test_what_a_function_does() -> None:
    text = "func f(a int, b ...string) (n int, err error) { defer func() { recover() }(); return }\n__out = 1\n_ = f"
    result = run(text)
    decl = first(result, nodes.FuncDecl)
    literal = first(result, nodes.FuncLit)
    assert isinstance(decl, nodes.FuncDecl)
    assert isinstance(literal, nodes.FuncLit)
    info = decl.info
    assert (info.has_defer, info.named_results) == (True, True)
    assert not literal.info.has_defer
    assert [(v.name, v.typ.text("")) for v in info.params] == [("a", "int"), ("b", "[]string")]
    assert [v.name for v in info.results] == ["n", "err"]
    assert all(v.owner is info for v in [*info.params, *info.results])


def test_methods_and_functions_are_listed() -> None:
    result = run(program("", "type T int\nfunc (T) m() {}\nfunc f() {}\nfunc init() {}\nfunc init() {}"))
    assert [f.name for f in result.checked.funcs] == ["m", "f", "init", "init", "main"]
    assert all(isinstance(f, Func) and f.info is not None and f.decl is not None for f in result.checked.funcs)
    assert result.checked.main is result.checked.funcs[-1].info


# --- calls and selections ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "kind", "callee"),
    [
        ("f(1)", "call", "f"),
        ("s.get()", "call", "get"),
        ("fn(1)", "call", None),
        ("i.get()", "call", None),
        ("int64(1)", "conversion", None),
        ('[]byte("a")', "conversion", None),
        ('len("a")', "builtin", None),
        ("a(1)", "dynamic", None),
        ('strings.ToUpper("a")', "call", "ToUpper"),
        ("S.get(s)", "call", "get"),
        ("func() int { return 1 }()", "call", None),
    ],
)
def test_kinds_of_calls(expression: str, kind: str, callee: str | None) -> None:
    text = (
        "type S struct{}\nfunc (S) get() int { return 1 }\nfunc f(n int) int { return n }\ntype I interface{ get() int }\n"
        f"s, fn := S{{}}, f\nvar i I = s\nvar a any\n_, _, _, _ = s, fn, i, a\n__out = {expression}"
    )
    e = value_of(text)
    assert isinstance(e, nodes.CallExpr)
    assert e.info.kind == kind
    assert (e.info.func.name if e.info.func else None) == callee


def test_a_call_that_spreads_results() -> None:
    result = run(
        'func two() (int, string) { return 1, "" }\nfunc take(n int, s string) int { return n }\n__out = take(two())'
    )
    outer = first(result, nodes.CallExpr)
    assert isinstance(outer, nodes.CallExpr)
    assert outer.info.spread
    assert outer.args[0].typ.text("") == "(int, string)"


@pytest.mark.parametrize(
    ("expression", "args"),
    [
        ("id[int](1)", "int"),
        ("id(1.5)", "float64"),
        ('id("a")', "string"),
        ("mapTo([]int{1}, strconv.Itoa)", "int,string"),
        ("mapTo([]int{1}, id[int])", "int,int"),
        ("keys(map[string]bool{})", "map[string]bool,string,bool"),
        ("mapTo[int]([]int{1}, func(n int) float64 { return 1 })", "int,float64"),
    ],
)
def test_type_arguments_of_calls(expression: str, args: str) -> None:
    text = (
        "func id[T any](x T) T { return x }\nfunc mapTo[T, U any](xs []T, f func(T) U) []U { return nil }\n"
        "func keys[M ~map[K]V, K comparable, V any](m M) []K { return nil }\n"
        f"_, _, _ = id[int], mapTo[int, int], keys[map[int]int]\n__out = {expression}"
    )
    e = value_of(text)
    assert isinstance(e, nodes.CallExpr)
    assert ",".join(t.text("") for t in e.info.type_args) == args
    assert not e.info.signature.type_params


def test_type_arguments_of_function_values() -> None:
    result = run("func id[T any](x T) T { return x }\nvar f func(int) int = id\ng := id[string]\n_ = g\n__out = f(1)")
    assert result.errors == []
    uses = [n for n in walk(result.checked.file.stmts) if isinstance(n, nodes.Ident) and n.name == "id"]
    assert [n.inst for n in uses] == [(model.INT,), (model.STRING,)]


def test_selections() -> None:
    text = (
        "type In struct{ a, b int }\nfunc (In) val() {}\nfunc (*In) ptr() {}\ntype Mid struct{ x int; *In }\n"
        "type Out struct{ Mid }\no := Out{Mid{1, &In{}}}\n_, _ = o.b, o.x\no.val()\no.ptr()\nf := Out.val\n_ = f\n__out = math.Pi"
    )
    result = run(text)
    assert result.errors == []
    found = [n.selection for n in walk(result.checked.file.stmts) if isinstance(n, nodes.SelectorExpr)]
    assert [(s.kind, s.path, s.indirect) for s in found] == [
        ("field", (0, 1, 1), True),
        ("field", (0, 0), False),
        ("method", (0, 1), True),
        ("method", (0, 1), True),
        ("method_expr", (0, 1), True),
        ("package", (), False),
    ]


def test_type_switch_clauses_have_variables() -> None:
    result = run(
        "var x any = 1\nswitch v := x.(type) {\ncase int: __out = v\ncase string, bool: __out = v\ncase nil: __out = v\n}"
    )
    clauses = [n for n in walk(result.checked.file.stmts) if isinstance(n, nodes.CaseClause)]
    assert [c.obj.typ.text("") for c in clauses] == ["int", "any", "any"]


def test_initialization_order() -> None:
    result = run(
        program(
            "",
            "var a, b = c, 1\nvar c = f()\nvar d, e = two()\nfunc f() int { return b + d }\nfunc two() (int, int) { return 1, 2 }",
        )
    )
    assert result.errors == []
    assert [[n.name for n in spec.names] for spec in result.checked.init_order] == [["b"], ["d", "e"], ["c"], ["a"]]


# --- generic and library types -----------------------------------------------------------------------------------------------------


def test_instances_are_the_same_object() -> None:
    result = run(
        "type P[T any] struct{ x T }\nvar a P[int]\nvar b P[int]\nvar c P[string]\n_, _, _ = a, b, c\n__out = 1"
    )
    found = variables(result)
    assert found["a"].typ is found["b"].typ
    assert found["a"].typ is not found["c"].typ
    assert found["a"].typ.underlying.text("") == "struct { x int }"


def test_local_types_of_generic_functions_are_substituted() -> None:
    from codemode.types.substitute import substitute

    result = run("func f[P any](v P) any { type L struct{ x P }; return []L{{v}} }\n__out = f(1)")
    decl = first(result, nodes.FuncDecl)
    assert isinstance(decl, nodes.FuncDecl)
    literal = first(result, nodes.CompositeLit)
    assert isinstance(literal, nodes.CompositeLit)
    (param,) = decl.info.type_params
    ints = substitute(literal.typ, {param: model.INT})
    strings = substitute(literal.typ, {param: model.STRING})
    assert ints is substitute(literal.typ, {param: model.INT})
    assert ints is not strings
    assert ints.elem.underlying.text("") == "struct { x int }"
    assert ints.text("main.") == "[]main.L[int]"
