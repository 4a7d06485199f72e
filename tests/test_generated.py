"""The generator of random programs and the forms of expected results; and our engine on programs nobody has seen."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

import codemode
from codemode.errors import CodeModeError
from tests.oracle.choices import Drawn, Seeded
from tests.oracle.expected import (
    Ending,
    parse,
    problems_in,
    render,
    report_of,
    squeeze,
    with_problems,
    without_problems,
)
from tests.oracle.generate import program_from, programs
from tests.oracle.reduce import smaller
from tests.oracle.toolchain import read_problems


def test_a_seed_gives_one_program() -> None:
    program = program_from(Seeded(7))
    assert program_from(Seeded(7)) == program
    assert program_from(Seeded(8)) != program


def test_the_simplest_choices_give_the_smallest_program() -> None:
    smallest = program_from(Drawn(lambda n: 0))
    assert all(len(program_from(Seeded(seed))) > len(smallest) for seed in range(20))
    assert "func main() {" in smallest


def test_a_program_is_made_smaller_while_it_keeps_what_matters() -> None:
    source = 'package main\nfunc a() {\n\tx()\n\tif y {\n\t\tz("}")\n\t}\n}\nfunc b() {\n}'

    def keeping(programs: list[str]) -> list[int]:
        return [n for n, p in enumerate(programs) if 'z("}")' in p and "package" in p]

    assert smaller(source, keeping) == 'package main\nfunc a() {\n\tif y {\n\t\tz("}")\n\t}\n}'


@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(programs())
def test_generated_programs_run_to_their_end(program: str) -> None:
    """Every panic of these programs is recovered by them, so no error of any kind may come out."""
    assert [p for p in codemode.check(program, strict=True) if p.severity == "error"] == []
    first = codemode.run(program)
    assert first.exit_code == 0
    assert codemode.run(program).stdout == first.stdout


@pytest.mark.parametrize("text", ["", "func", "package main\nfunc main() { x", "package main\n\x00", "}" * 300])
def test_broken_programs_fail_with_our_own_errors(text: str) -> None:
    try:
        codemode.run(text)
    except CodeModeError as error:
        code = error.code
    else:
        code = "completed"
    assert code not in ("internal_error", "runtime_unavailable")


def test_an_ending_survives_writing_and_reading() -> None:
    stderr = "panic: first\n\tpanic: second\n\ngoroutine 1 [running]:\nmain.main()\n"
    text = render("out\n", 2, stderr)
    assert text == "out\n--- exit 2\npanic: first\n\tpanic: second\n"
    stdout, ending = parse(text)
    assert stdout == "out\n"
    assert ending == Ending(2, "panic: first\n\tpanic: second")
    assert ending.panic == "first\n\tpanic: second"
    assert ending.fatal is None
    assert parse("plain\n") == ("plain\n", None)
    assert render("no newline", 0, "ignored") == "no newline"
    with pytest.raises(ValueError, match="newline"):
        render("no newline", 1, "")


def test_reports_leave_out_addresses() -> None:
    stderr = "panic: x\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x1]\n\ngoroutine 6 [running]:\n"
    assert report_of(stderr) == "panic: x"


def test_problem_comments_survive_writing_and_reading() -> None:
    source = 'package main\n\nfunc main() {\n\tx := "// not one"\n}\n'
    problems = {(4, "declared and not used: x"), (4, "another"), (5, "third")}
    written = with_problems(source, problems)
    assert problems_in(written) == problems
    assert without_problems(written) == source
    assert with_problems(written, problems) == written
    assert with_problems(written, set()) == source


def test_problems_of_a_build_are_told_apart_by_program() -> None:
    log = (
        "# cases/p00001\n"
        "p00001/main.go:6:9: not enough arguments in call to f\n\thave (number)\n\twant (int, int)\n"
        "# cases/p00002\n"
        "p00002/main.go:8:6: f redeclared in this block\n\tp00002/main.go:5:6: other declaration of f\n"
        "p00002/main.go:9:1: label L already defined at p00002/main.go:3:1\n"
    )
    assert read_problems(log) == {
        "p00001": {(6, "not enough arguments in call to f have (number) want (int, int)")},
        "p00002": {(8, "f redeclared in this block"), (9, "label L already defined at 3:1")},
    }


def test_messages_of_several_lines_become_one() -> None:
    assert squeeze("in call to F, cannot infer T (declared at ./x.go:3:8)") == "in call to F, cannot infer T"
    assert squeeze("a\n\thave b\n\twant c") == "a have b want c"
