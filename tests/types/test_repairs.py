"""What models get wrong and the checker puts right, each reported as a mend; and what stays as it was written."""

from __future__ import annotations

import pytest

from codemode.dsl import nodes
from codemode.types import model
from codemode.types.expression_text import expr_text
from codemode.types.objects import Var
from tests.types.library import FakeTools
from tests.types.support import Result, run
from tests.types.tree import problems, walk


def calls(result: Result) -> list[nodes.CallExpr]:
    return [n for n in walk([*result.checked.file.decls, *result.checked.file.stmts]) if isinstance(n, nodes.CallExpr)]


def idents(result: Result, name: str) -> list[nodes.Ident]:
    tree = [*result.checked.file.decls, *result.checked.file.stmts]
    return [n for n in walk(tree) if isinstance(n, nodes.Ident) and n.name == name]


def out_of(result: Result) -> Var:
    assert result.checked.out is not None
    return result.checked.out


# --- the one __out --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "__out := 1",
        "var __out = 1",
        "var __out any = 1",
        "if true { __out := 1 }",
        "f := func() { __out := 1 }\nf()",
        "func f() { __out := 1 }\nf()",
        '__out, err := strconv.Atoi("1")\n_ = err',
        "var __out, n = 1, 2\n_ = n",
        "for i := range 3 { __out := i }",
    ],
)
def test_every_out_is_the_one(text: str) -> None:
    result = run(text)
    assert result.errors == []
    assert result.checked.sets_out
    assert {i.obj for i in idents(result, "__out")} == {out_of(result)}
    assert problems(result.checked.file) == []


def test_an_assignment_of_out_needs_no_repair() -> None:
    result = run("__out = 1")
    assert result.mends == []
    assert result.problems == []


def test_new_names_beside_out_are_declared() -> None:
    result = run('__out, err := strconv.Atoi("1")\nif err != nil { return err }')
    statement = result.checked.file.stmts[0]
    assert isinstance(statement, nodes.AssignStmt)
    assert statement.op == ":="
    assert [left.obj.kind for left in statement.lhs if isinstance(left, nodes.Ident)] == ["global", "local"]


# --- := and = ----------------------------------------------------------------------------------------------------------


def test_define_without_a_new_variable_assigns() -> None:
    result = run("x := 1\nx := 2\n__out = x")
    assert result.errors == []
    assert result.mends == ["`x :=` declares nothing new: read as `x =`"]
    assert {i.obj.pos for i in idents(result, "x")} == {0}


def test_define_with_one_new_variable_stays() -> None:
    result = run(
        'a, err := strconv.Atoi("1")\nb, err := strconv.Atoi("2")\nif err != nil { return err }\n__out = a + b'
    )
    assert result.mends == []
    statements = [s for s in result.checked.file.stmts if isinstance(s, nodes.AssignStmt)]
    assert [s.op for s in statements] == [":=", ":=", "="]
    errors = {i.obj for i in idents(result, "err")}
    assert len(errors) == 1


@pytest.mark.parametrize(
    "text",
    [
        "total = 1\n__out = total",
        "total = 0\nfor i := range 3 { total += i }\n__out = total",
        'm := map[string]int{}\nif v, ok = m["a"]; ok { __out = v }',
        "func f() int { n = 2; return n }\n__out = f()",
        'res, err = codemode.CallTool("t", nil)\nif err != nil { return err }\n__out = res',
    ],
)
def test_assignment_to_an_undeclared_name_declares_it(text: str) -> None:
    result = run(text)
    assert result.errors == []
    assert any("was not declared: `=` read as `:=`" in m for m in result.mends)
    assert problems(result.checked.file) == []


def test_names_declared_further_out_keep_their_meaning() -> None:
    result = run('var err error\nif true { v, err = strconv.Atoi("1"); __out = v }\nif err != nil { return err }')
    assert result.errors == []
    assert len({i.obj for i in idents(result, "err")}) == 1


def test_nothing_is_repaired_where_it_is_not_asked_for() -> None:
    assert run("total = 1", repair=False).errors == ["1: undefined: total"]
    assert run("x := 1\nx := 2\n_ = x", repair=False).errors == ["2: no new variables on left side of :="]


# --- one value of (T, error) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "callee"),
    [
        ('x := codemode.CallTool("t", nil)\n__out = x', "codemode.CallTool"),
        ('var x = strconv.Atoi("1")\n__out = x', "strconv.Atoi"),
        ('var x int\nx = strconv.Atoi("1")\n__out = x', "strconv.Atoi"),
        ('__out = codemode.CallTool("t", nil)', "codemode.CallTool"),
        ('__out = strings.Repeat("a", strconv.Atoi("3"))', "strconv.Atoi"),
        ('__out = strconv.Itoa(strconv.Atoi("3"))', "strconv.Atoi"),
        ('__out = len(codemode.CallTool("t", nil))', "codemode.CallTool"),
        ('for _, v := range codemode.CallTool("t", nil) { __out = v }', "codemode.CallTool"),
        ('__out = codemode.CallTool("t", nil).(map[string]any)["a"]', "codemode.CallTool"),
        ('__out = codemode.CallTool("t", nil)["a"]', "codemode.CallTool"),
        ('if codemode.CallTool("t", nil) == nil { __out = 1 }', "codemode.CallTool"),
        ('codemode.CallTool("t", nil)\n__out = 1', "codemode.CallTool"),
        ("func f() (int, error) { return 1, nil }\n__out = f() + 1", "f"),
        ('xs := []any{codemode.CallTool("t", nil)}\n__out = xs', "codemode.CallTool"),
        ('return codemode.CallTool("t", nil)', "codemode.CallTool"),
        ('s, err := codemode.CallToolStream("t", nil)\n_ = err\nd := s.Next()\n__out = d', "s.Next"),
        ('_ = codemode.CallTool("t", nil)\n__out = 1', "codemode.CallTool"),
    ],
)
def test_one_value_of_a_call_that_may_fail(text: str, callee: str) -> None:
    result = run(text)
    assert result.errors == []
    must = [call for call in calls(result) if call.info.must]
    assert [expr_text(call.fun) for call in must] == [callee]
    assert not isinstance(must[0].typ, model.Tuple)
    end = ", except for io.EOF at the end, where the value is nil" if callee == "s.Next" else ""
    assert f"the error of this call is not ignored: if the call fails, the run fails with it{end}" in result.mends
    assert problems(result.checked.file) == []


@pytest.mark.parametrize(
    "text",
    [
        'x, err := codemode.CallTool("t", nil)\n_ = err\n__out = x',
        'fmt.Println(strconv.Atoi("1"))\n__out = 1',
        "func f() (int, error) { return g() }\nfunc g() (int, error) { return 1, nil }\n_, err := f()\n_ = err\n__out = 1",
        'fmt.Println("x")\n__out = 1',
        'go codemode.CallTool("t", nil)\n__out = 1',
        'defer codemode.CallTool("t", nil)\n__out = 1',
    ],
)
def test_both_values_taken_or_dropped_as_in_go(text: str) -> None:
    result = run(text)
    assert result.errors == []
    assert not any(call.info.must for call in calls(result))


def test_other_numbers_of_results_are_not_repaired() -> None:
    result = run('before := strings.Cut("a=b", "=")\n__out = before')
    assert result.errors == ["1: assignment mismatch: 1 variable but strings.Cut returns 3 values"]


# --- return at the top level -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "repair", "sets_out"),
    [
        ("return", "plain", False),
        ("return nil", "plain", False),
        ("return err", "error", False),
        ('return fmt.Errorf("x")', "error", False),
        ("return 1", "value", True),
        ("return map[string]any{}", "value", True),
        ("return nil, err", "value_error", False),
        ("return 1, err", "value_error", True),
        ("return 1, nil", "value_error", True),
        ("return __out", "value", True),
    ],
)
def test_return_at_the_top_level(statement: str, repair: str, sets_out: bool) -> None:
    result = run(f'_, err := strconv.Atoi("1")\n_ = err\nif true {{ {statement} }}\nfunc f() {{}}\nf()')
    returns = [n for n in walk(result.checked.file.stmts) if isinstance(n, nodes.ReturnStmt)]
    assert result.errors == []
    assert [r.repair for r in returns] == [repair]
    assert problems(result.checked.file) == []
    sets = result.checked.sets_out and not any("which was assigned last" in m for m in result.mends)
    assert sets is sets_out


def test_return_inside_a_func_literal_is_untouched() -> None:
    result = run("f := func() int { return 1 }\n__out = f()")
    returns = [n for n in walk(result.checked.file.stmts) if isinstance(n, nodes.ReturnStmt)]
    assert [r.repair for r in returns] == [None]
    assert result.mends == []


def test_a_wrong_return_inside_a_function_is_a_problem() -> None:
    assert run('f := func() int { return "a" }\n__out = f()').errors == [
        '1: cannot use "a" (untyped string constant) as int value in return statement'
    ]


# --- no __out ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "mend"),
    [
        ("x := 1\nx * 2", "the program does not set __out: its result is the last expression, x * 2"),
        ("m := map[string]int{}\nm", "the program does not set __out: its result is the last expression, m"),
        ("func f() int { return 1 }\nf()", "the program does not set __out: its result is the last expression, f()"),
        (
            'x := 1\n_ = x\ncodemode.CallTool("t", nil)',
            'the program does not set __out: its result is the last expression, codemode.CallTool("t", nil)',
        ),
        (
            "total := 0\nfor i := range 3 { total += i }",
            "the program does not set __out: its result is total, which was assigned last",
        ),
        (
            'x := 1\nfmt.Println("a", x)',
            "the program does not set __out: its result is x, which was assigned last",
        ),
        ("var x = 2", "the program does not set __out: its result is x, which was assigned last"),
    ],
)
def test_a_snippet_without_out_has_a_result(text: str, mend: str) -> None:
    result = run(text)
    assert result.errors == []
    assert mend in result.mends
    assert result.checked.sets_out
    last = result.checked.file.stmts[-1]
    assert isinstance(last, nodes.AssignStmt)
    assert last.lhs[0].obj is result.checked.out
    assert problems(result.checked.file) == []


def test_an_error_variable_is_no_result() -> None:
    result = run('x, err := codemode.CallTool("t", nil)\nif err != nil { return err }\nfmt.Println(x)')
    assert "the program does not set __out: its result is x, which was assigned last" in result.mends


@pytest.mark.parametrize("first", ["k := 2", "k := 0\nk += r", "var k int = 2"])
@pytest.mark.parametrize(
    ("end", "unless_printed"),
    [
        ("x := r * k\nfmt.Println(x)", True),
        ("x := k", True),
        ("k", False),
        ("f := func(a any) any { return a }\nf(k)", True),
    ],
)
def test_a_result_that_counts_only_if_nothing_is_printed_in_each_round(
    first: str, end: str, unless_printed: bool
) -> None:
    result = run(f"var r any = 3\n{first}\n{end}")
    assert result.errors == []
    assert result.checked.sets_out
    assert result.checked.out_unless_printed is unless_printed


def test_nothing_that_could_be_the_result() -> None:
    result = run('fmt.Println("a")')
    assert result.checked.sets_out is False or result.mends
    assert run("for { break }").warnings == ["1: __out is not set: the program has no result"]


def test_an_unused_value_is_a_problem_where_out_is_set() -> None:
    assert run("__out = 1\n__out").errors != []
    assert run("x := 1\n__out = 1\nx + 1").errors == ["3: x + 1 (value of type int) is not used"]


def test_out_set_by_a_function_counts() -> None:
    result = run("func f() { __out = 1 }\nf()\nx := 2")
    assert result.mends == []


# --- literals and numbers --------------------------------------------------------------------------------------------------------


def test_a_mended_literal_takes_the_type_that_is_wanted() -> None:
    result = run(
        "summary := map[string]map[string]float64{}\n"
        'summary["a"] = {"count": 0, "amount": 0.5}\n'
        'summary["a"]["count"] += 1\n__out = summary'
    )
    assert result.errors == []
    literal = [n for n in walk(result.checked.file.stmts) if isinstance(n, nodes.CompositeLit)][1]
    assert literal.typ.text("") == "map[string]float64"
    assert problems(result.checked.file) == []


def test_mended_literals_inside_each_other() -> None:
    result = run("xs := [][]int{}\nxs = [[1, 2], [3]]\n__out = xs")
    assert result.errors == []
    assert {n.typ.text("") for n in walk(result.checked.file.stmts) if isinstance(n, nodes.CompositeLit)} == {
        "[][]int",
        "[]int",
    }


def test_a_written_type_is_never_changed() -> None:
    assert len(run('m := map[string]float64{}\nm = map[string]any{"a": 1}\n__out = m').errors) == 1


def test_a_variable_that_starts_as_nil() -> None:
    result = run('cursor := nil\ncursor = "a"\nif cursor != nil { __out = cursor }')
    assert result.errors == []
    assert result.mends == ["cursor starts as nil: declared with the type any"]


@pytest.mark.parametrize(
    "text",
    [
        "best := 999999\nvar p float64 = 2.5\nif p < best { best = p }\n__out = best",
        "total := 0\nfor _, x := range []float64{1, 2.5} { total += x }\n__out = total",
        "total := 0\nfor _, x := range []float64{1, 2.5} { total = total + x }\n__out = total",
        "total := 0\nfor _, x := range []float64{1, 2.5} { total += x }\n__out = total / len([]int{1, 2})",
        "a := 1\nb := 2\nf := 0.5\n__out = f * (a / b)",
        "best := 0\nf := 1.5\nbest = max(best, f)\n__out = best",
    ],
)
def test_an_int_variable_that_is_used_with_float64_values(text: str) -> None:
    result = run(text)
    assert result.errors == []
    assert any("gets values of type float64: declared as float64" in m for m in result.mends)
    assert problems(result.checked.file) == []


@pytest.mark.parametrize(
    "text",
    [
        "n := 3\nxs := []int{1, 2}\nf := 1.5\n__out = xs[n] + f * n",
        "var n int = 3\nf := 1.5\n__out = f * n",
        'n := len("abc")\nf := 1.5\n__out = f * n',
    ],
)
def test_a_variable_that_has_to_be_an_int_stays_one(text: str) -> None:
    result = run(text)
    assert result.errors == []
    assert "n read as float64(n)" in result.mends
    assert problems(result.checked.file) == []


@pytest.mark.parametrize(
    "text",
    [
        'total := 0\ntotal += r["n"]\n__out = total',
        'total := 0\ntotal = total + r["n"]\n__out = total',
        'best := 999\nif r["n"] < best {\n\tbest = r["n"]\n}\n__out = best',
        'total, n := 0, 2\ntotal = n * r["n"]\n__out = total',
    ],
)
def test_an_int_variable_that_takes_what_an_any_holds(text: str) -> None:
    result = run("var r any\n" + text)
    assert result.errors == []
    assert any("takes numbers out of values of type any: declared with the type any" in m for m in result.mends)


def test_an_int_variable_that_needs_to_be_one_is_left_alone() -> None:
    text = 'var r any\nn := 0\nn += r["n"]\nvar p *int = &n\n__out = *p'
    assert run(text).errors == []


def test_strict_keeps_ints() -> None:
    assert run("n := 3\nf := 1.5\n__out = f * n", strict=True).errors != []


# --- tools -----------------------------------------------------------------------------------------------------------------------

TOOLS = FakeTools(math__add={}, deals__stream={"x-streaming": True}, strings__count={})


@pytest.mark.parametrize(
    ("text", "callee", "name"),
    [
        ('__out = math.add(map[string]any{"a": 1})', "CallTool", "math.add"),
        ('x, err := math.add(map[string]any{"a": 1})\n_ = err\n__out = x', "CallTool", "math.add"),
        ("__out = math.add()", "CallTool", "math.add"),
        ("s, err := deals.stream(nil)\n_ = err\n__out = s", "CallToolStream", "deals.stream"),
        ("__out = strings.count(nil)", "CallTool", "strings.count"),
    ],
)
def test_a_tool_called_like_a_function(text: str, callee: str, name: str) -> None:
    result = run(text, tools=TOOLS)
    assert result.errors == []
    assert [t[0] for t in result.checked.tool_calls] == [name]
    assert any(f"{name} is a tool: read as codemode.{callee}" in m for m in result.mends)
    assert problems(result.checked.file) == []


def test_a_member_of_a_package_comes_first() -> None:
    result = run("__out = math.Sqrt(2)", tools=FakeTools(math__Sqrt={}))
    assert result.mends == []


def test_a_variable_comes_first() -> None:
    result = run('math := map[string]func(int) int{}\n__out = math["add"](1)', tools=TOOLS)
    assert result.mends == []


def test_a_tool_that_is_not_called() -> None:
    result = run("__out = deals.stream", tools=TOOLS)
    assert result.errors == ["1: undefined: deals.stream"]
    assert result.hints == ['deals.stream is a tool: call codemode.CallTool("deals.stream", args)']


def test_key_value_arguments_become_a_map() -> None:
    result = run('__out = codemode.CallTool("math.add", "a", 1, "b", 2)', tools=TOOLS)
    assert result.errors == []
    assert "key-value arguments read as a map" in result.mends
    literal = next(n for n in walk(result.checked.file.stmts) if isinstance(n, nodes.CompositeLit))
    assert literal.typ is model.MAP_STRING_ANY
    assert problems(result.checked.file) == []


# --- membership ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("container", ["map[string]int{}", "[]string{}", '"text"', 'codemode.CallTool("t", nil)'])
def test_in(container: str) -> None:
    result = run(f'm := {container}\nif "a" in m {{ __out = 1 }}\nif "b" not in m {{ __out = 2 }}')
    assert result.errors == []
    assert problems(result.checked.file) == []


def test_in_with_a_value_that_is_not_a_container() -> None:
    result = run('n := 3\nif "a" in n { __out = 1 }')
    assert [e.split(": ", 1)[1] for e in result.errors] == ["cannot look for a value in n (variable of type int)"]


# --- forms ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["1 + 2", '{"a": [1, 2]}', "[1, 2.5]", 'strings.ToUpper("a")', 'codemode.CallTool("t", nil)', "math.Pi"]
)
def test_one_expression_is_the_result(text: str) -> None:
    result = run(text)
    assert result.errors == []
    assert result.checked.sets_out
    assert problems(result.checked.file) == []


def test_a_call_without_result_just_runs() -> None:
    result = run("time.Sleep(time.Second)")
    assert result.errors == []
    assert not result.checked.sets_out
