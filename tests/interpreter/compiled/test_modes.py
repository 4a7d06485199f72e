"""The compiled tier makes no difference that anybody could see: not to steps, clock, memory, traces or messages, nor to where budgets end."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

from codemode.engine.limits import SLICE_STEPS
from codemode.interpreter.compiled.hot import OFTEN
from codemode.interpreter.machine.limits import MachineLimits
from codemode.interpreter.machine.machine import Machine
from codemode.interpreter.machine.signals import Abort, Failed, Sliced
from tests.interpreter.compiled.modes import assert_same, compiled, course, lowered
from tests.interpreter.compiled.programs import HUNGRY, PROGRAMS
from tests.interpreter.running import START
from tests.oracle.cases import find_cases
from tests.oracle.choices import Seeded
from tests.oracle.generate import program_from


@pytest.mark.parametrize("name", PROGRAMS)
def test_all_is_the_same_at_every_budget_of_steps(name: str) -> None:
    *units, source = PROGRAMS[name]
    walked, tier = lowered(source, "off"), lowered(source, "now")
    whole = course(walked)
    assert course(tier) == whole
    assert compiled(tier) == tuple(units), "what is compiled of the program"
    total = whole.signals[-1][1]
    for steps in range(1, min(total, 300)):
        assert course(tier, max_steps=steps) == course(walked, max_steps=steps), steps
    for slice_steps in (1, 7, 50):
        mixed = lowered(source, "hot")
        assert course(mixed, slice_steps=slice_steps) == course(walked, slice_steps=slice_steps)
    for depth in (1, 2, 3, 6):
        assert course(tier, max_call_depth=depth) == course(walked, max_call_depth=depth), depth


@pytest.mark.parametrize("name", HUNGRY)
def test_memory_ends_at_the_same_place(name: str) -> None:
    source = HUNGRY[name]
    walked, tier = lowered(source, "off"), lowered(source, "now")
    for limit in (5_000, 14_000, 30_000, 60_000, 150_000, 400_000):
        limits = {"memory_limit_bytes": limit, "slice_steps": 200}
        expected = course(walked, **limits)
        assert course(tier, **limits) == expected, limit
        assert course(lowered(source, "hot"), **limits) == expected, limit
    assert compiled(tier) != (0, 0)


@pytest.mark.parametrize("seed", range(70_000, 70_012))
def test_random_programs_do_the_same(seed: int) -> None:
    assert_same(program_from(Seeded(seed)))


SOME_CASES = [path for path in find_cases() if path.with_suffix(".out").exists()][::40]


@pytest.mark.parametrize("path", SOME_CASES, ids=lambda path: path.stem)
def test_cases_do_the_same(path: object) -> None:
    """A few of them; `make oracle` does this with all."""
    from pathlib import Path

    assert isinstance(path, Path)
    try:
        lowered(path.read_text(), "off")
    except AssertionError:
        return  # of what the bare machine has not
    assert_same(path.read_text())


@pytest.mark.parametrize("mode", ["now", "hot"])
def test_a_loop_without_end_gives_way_and_is_aborted(mode: object) -> None:
    source = "func f(n int) int {\n\tif n == 0 {\n\t\tfor i := 0; ; i++ {\n\t\t\tn += i\n\t\t}\n\t}\n\treturn f(n-1)\n}\nf(3)"
    code = lowered(source, "now" if mode == "now" else "hot")
    machine = Machine(code, limits=MachineLimits(slice_steps=500), started_at=START)
    before = 0
    for _ in range(50):
        assert isinstance(machine.step(), Sliced)
        assert 0 < machine.steps - before <= 600, "a slice is no longer than it may be"
        before = machine.steps
    machine.deliver(Abort(at=START, code="deadline_exceeded", message="too late"))
    ended = machine.step()
    assert isinstance(ended, Failed)
    assert ended.code == "deadline_exceeded"
    assert machine.steps == before
    assert sum(compiled(code)) > 0


def test_what_runs_often_is_compiled_part_by_part() -> None:
    source = "func f(n int) int {\n\treturn n + 1\n}\nt := 0\nfor i := range 3 {\n\tt += f(i)\n}\n__out = t"
    code = lowered(source, "hot")
    expected = course(lowered(source, "off"))
    counts: list[int] = []
    for _ in range(OFTEN + 4):
        assert course(code) == expected
        counts.append(sum(compiled(code)))
    assert counts[OFTEN - 1] == 0
    assert counts[-1] == 2
    assert all(after - before <= 2 for before, after in pairwise(counts))


def test_a_loop_whose_variables_have_become_large_is_compiled_again() -> None:
    source = """func f(a, n int) int {
	for i := 0; i < 3; i++ {
		a += n * n
	}
	return a
}
__out = []any{f(1, 2), f(1, 3037000500), f(9223372036854775807, 1), f(3, 4)}"""
    body = source.replace(
        "func f(a, n int) int {", "func f(a, n int) (r int) {\n\tdefer func() {}()"
    )  # the loop alone is compiled
    assert compiled(assert_same(source)) == (0, 1)
    assert compiled(assert_same(body)) == (2, 1)


@pytest.mark.parametrize("statements", range(1, 9))
def test_a_loop_becomes_hot_also_if_it_calls_a_function(statements: int) -> None:
    """Slices of a regular loop could always end in the function."""
    source = "n := 0\nf := func() int {\n" + "n++\n" * statements + "return n\n}\n"
    code = lowered(source + "t := 0\nfor range 40000 {\n\tt += f()\n}\n__out = t", "hot")
    course(code, slice_steps=SLICE_STEPS)
    assert compiled(code)[0] == 1


def test_a_switch_of_many_constants_is_one_lookup() -> None:
    """The tier's code takes as long for a late constant as for an early one."""
    cases = "\n".join(f"case {', '.join(str(n) for n in range(at, at + 700))}:\n\tn++" for at in range(0, 7000, 700))
    source = f"n := 0\nfor i := 0; i < 20000; i++ {{\n\tswitch i % 9000 {{\n{cases}\n}}\n}}\n__out = n"
    code = lowered(source, "now")
    begun = time.process_time()
    course(code)
    assert time.process_time() - begun < 1.0  # 0.03 s; compared one by one, 10 s
    assert compiled(code) == (1, 0)
