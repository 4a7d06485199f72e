"""What lowered programs cost, how deep they may call, where they fail, and in which order they evaluate."""

from __future__ import annotations

import sys
import threading

import pytest

from codemode.interpreter.machine.signals import Finished
from tests.interpreter.running import program, run


def steps_of(source: str) -> int:
    outcome = run(source, max_steps=10**9)
    assert isinstance(outcome.end, Finished), outcome.end
    return outcome.steps


LOOPS = {
    "counted": "s := 0\nfor i := 0; i < N; i++ {\n\ts += i\n}\n__out = s",
    "while": "i := 0\nfor i < N {\n\ti++\n}\n__out = i",
    "range int": "s := 0\nfor i := range N {\n\ts += i\n}\n__out = s",
    "range slice": "s := 0\nfor _, x := range make([]int, N) {\n\ts += x\n}\n__out = s",
    "range map": "m := map[int]int{}\nfor i := range N {\n\tm[i] = i\n}\nfor k := range m {\n\tdelete(m, k)\n}\n__out = len(m)",
    "range string": 's := 0\nfor range strings.Repeat("a", N) {\n\ts++\n}\n__out = s',
    "range func": "s := 0\nfor x := range func(yield func(int) bool) {\n\tfor i := 0; i < N && yield(i); i++ {\n\t}\n} {\n\ts += x\n}\n__out = s",
    "goto": "i := 0\nagain:\ni++\nif i < N {\n\tgoto again\n}\n__out = i",
    "recursion": "func f(n int) int {\n\tif n == 0 {\n\t\treturn 0\n\t}\n\treturn f(n-1) + 1\n}\n__out = f(N)",
    "channel": "c := make(chan int, N)\nfor i := range N {\n\tc <- i\n}\nclose(c)\ns := 0\nfor x := range c {\n\ts += x\n}\n__out = s",
}


@pytest.mark.parametrize("name", LOOPS)
def test_twice_the_loop_costs_twice_the_steps(name: str) -> None:
    once, twice = (steps_of(LOOPS[name].replace("N", str(n))) for n in (1000, 2000))
    assert once >= 1000
    assert 1.9 < twice / once < 2.1


def test_the_same_program_costs_the_same_each_time() -> None:
    lowered = program(LOOPS["range map"].replace("N", "500"))
    assert len({run(lowered).steps for _ in range(3)}) == 1


@pytest.mark.parametrize(
    "body", ["for {\n}", "again:\ngoto again", "for range time.Tick(1) {\n}", "f := func() {}\nfor {\n\tf()\n}"]
)
def test_a_loop_without_end_meets_the_step_limit(body: str) -> None:
    assert run(body, max_steps=20_000).failure.code == "step_limit_exceeded"


DEEP = {
    "function": "func f(n int) int { return f(n+1) + 1 }\n__out = f(0)",
    "method": "type T struct{}\nfunc (t T) f(n int) int { return t.f(n+1) + 1 }\n__out = T{}.f(0)",
    "closure": "var f func(int) int\nf = func(n int) int { return f(n+1) + 1 }\n__out = f(0)",
    "interface": "type I interface{ f(I) }\ntype T struct{}\nfunc (t T) f(i I) { i.f(i) }\nvar i I = T{}\ni.f(i)",
    "deferred": "func f() {\n\tdefer f()\n}\nf()",
    "through the library": "var f func(a, b int) int\nf = func(a, b int) int { slices.SortFunc([]int{2, 1}, f); return 0 }\nf(0, 0)",
    "method value": "type T struct{ f func(int) int }\nfunc (t *T) g(n int) int { return t.f(n + 1) }\nt := &T{}\nt.f = t.g\n__out = t.g(0)",
    "method expression": "type I interface{ M(I) }\ntype T struct{}\nfunc (T) M(i I) { f := I.M; f(i, i) }\nvar i I = T{}\ni.M(i)",
    "String method": "type T struct{ n int }\nfunc (t T) String() string { return fmt.Sprint(T{t.n + 1}) }\n__out = T{0}.String()",
    "range func": "func f(n int) {\n\tfor x := range func(yield func(int) bool) { yield(n) } {\n\t\tf(x + 1)\n\t}\n}\nf(0)",
    "nested in statements": """func f(n int) int {
	for i := 0; i < 2; i++ {
		switch {
		case n >= 0:
			if n > -1 {
				for _, x := range []int{1} {
					return (((f(n+x)) + 1) * 2) - 1
				}
			}
		}
	}
	return 0
}
__out = f(0)""",
}


@pytest.mark.parametrize("name", DEEP)
@pytest.mark.parametrize("depth", [50, 5000])
def test_unbounded_recursion_is_refused(name: str, depth: int) -> None:
    before = sys.getrecursionlimit()
    failure = run(DEEP[name], max_call_depth=depth).failure
    assert failure.code == "call_depth_exceeded"
    assert failure.pos >= 0
    assert len(failure.trace) <= 100
    assert sys.getrecursionlimit() == before


@pytest.mark.parametrize(
    "name", ["method value", "method expression", "String method", "through the library", "deferred"]
)
def test_deep_recursion_does_not_use_up_the_c_stack(name: str) -> None:
    assert run(DEEP[name], max_call_depth=25_000, memory_limit_bytes=1 << 30).failure.code == "call_depth_exceeded"


def test_values_nested_without_bound() -> None:
    build = "type N struct{ next any }\nvar a, b any\nfor range 60_000 {\n\ta, b = N{a}, N{b}\n}\n"
    assert run(build + "__out = a == b").failure.code == "call_depth_exceeded"
    failure = run(build + "m := map[any]int{a: 1}\n__out = m[b]").failure
    assert failure.message == "panic: runtime error: hash of a value nested too deeply"


def test_depth_is_given_back() -> None:
    source = """func f(n int) int {
	if n == 0 {
		panic("bottom")
	}
	return f(n - 1)
}
func try(n int) {
	defer func() { recover() }()
	f(n)
}
for i := 0; i < 100; i++ {
	try(40)
}
__out = "done"
"""
    assert run(source, max_call_depth=50).value == b"done"


def test_a_trace_names_functions_and_lines() -> None:
    source = """package main

type T struct{ n int }

func (t *T) at(xs []int) int {
	return xs[t.n]
}

func apply(f func() int) int { return f() }

func main() {
	t := &T{5}
	apply(func() int {
		return t.at(nil)
	})
}
"""
    failure = run(source).failure
    assert failure.message == "panic: runtime error: index out of range [5] with length 0"
    places = [(frame.func, source.count("\n", 0, frame.pos) + 1) for frame in failure.trace]
    assert places == [("main.(*T).at", 6), ("main.main.func1", 14), ("main.apply", 9), ("main.main", 13)]


def test_a_trace_survives_deferred_calls() -> None:
    source = """package main

func fail() {
	var m map[string]int
	m["a"] = 1
}

func guard() {
	defer func() {}()
	fail()
}

func main() { guard() }
"""
    failure = run(source).failure
    assert [frame.func for frame in failure.trace][:2] == ["main.fail", "main.guard"]
    assert source.count("\n", 0, failure.pos) + 1 == 5


def test_a_spent_budget_runs_no_deferred_functions() -> None:
    source = 'func f() {\n\tdefer fmt.Println("deferred")\n\tdefer func() { recover() }()\n\tfor {\n\t}\n}\nf()'
    outcome = run(source, max_steps=5000)
    assert outcome.failure.code == "step_limit_exceeded"
    assert outcome.stdout == ""


def test_an_exit_runs_no_deferred_functions() -> None:
    outcome = run('defer fmt.Println("deferred")\nos.Exit(3)')
    assert isinstance(outcome.end, Finished)
    assert outcome.end.exit_code == 3
    assert outcome.stdout == ""


def test_a_must_call_fails_the_run() -> None:
    failure = run('n := strconv.Atoi("x")\n__out = n').failure
    assert failure.code == "guest_error"
    assert "invalid syntax" in failure.message


def test_long_operator_chains() -> None:
    joined = " + ".join(["x"] * 900)
    assert run(f"x := 1\n__out = {joined}").value == 900
    assert run(f'x := "a"\n__out = len({joined})').value == 900
    mixed = "x" + " + x - x" * 400
    assert run(f"x := 7\n__out = {mixed}").value == 7
    assert run("x := true\n__out = " + " && ".join(["x"] * 900)).value is True


def test_a_program_serves_threads_at_once() -> None:
    lowered = program(
        "type I interface{ M() int }\ntype T[P any] struct{ v P }\nfunc (t T[P]) M() int { return 1 }\n"
        "s := 0\nfor i := range 2000 {\n\tvar x I = T[int]{i}\n\ts += x.M()\n}\n__out = s"
    )
    values: list[object] = []
    threads = [threading.Thread(target=lambda: values.append(run(lowered).value)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert values == [2000] * 4


RETURNS = {
    "__out = 1\nreturn": (1, ""),
    "return 5": (5, ""),
    'return errors.New("bad")': (None, "bad"),
    'return 1, errors.New("bad")': (None, "bad"),
    "var err error\nreturn 7, err": (7, ""),
    "var err error\nif err != nil {\n\treturn nil, err\n}\nreturn 8, nil": (8, ""),
    "for i := range 3 {\n\tif i == 1 {\n\t\treturn i\n\t}\n}": (1, ""),
}


@pytest.mark.parametrize("source", RETURNS)
def test_returns_at_the_top_level(source: str) -> None:
    value, error = RETURNS[source]
    outcome = run(source)
    if error:
        assert outcome.failure.code == "guest_error"
        assert outcome.failure.message == error
    else:
        assert outcome.value == value


@pytest.mark.parametrize(
    "loop",
    [
        "xs := make([]T, 1_000)\nfor range 20 {\n\tfor _, v := range xs {\n\t\tps = append(ps, &v)\n\t}\n}",
        "for i, v := 0, (T{}); i < 5_000; i++ {\n\tps = append(ps, &v)\n}",
        "for range 5_000 {\n\tv, err := f()\n\t_ = err\n\tps = append(ps, &v)\n}",
    ],
)
def test_variables_that_outlive_their_turn_count_as_memory(loop: str) -> None:
    declared = "type T struct {\n\ta, b [40]int\n}\n\nfunc f() (T, error) {\n\treturn T{}, nil\n}\n"
    ended = run(
        f"package main\n\n{declared}\nfunc main() {{\nvar ps []*T\n{loop}\nprintln(len(ps))\n}}",
        memory_limit_bytes=3 << 20,
    )
    assert ended.failure.code == "memory_limit_exceeded"
