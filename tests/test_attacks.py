"""Hostile guests. Each ends with its precise code, soon, and leaves the process as it was."""

from __future__ import annotations

import json
import sys
import time
from contextlib import suppress

import pytest

import codemode
from codemode import CodeModeError, Limits
from codemode.errors import CheckError, GuestPanic, ParseError
from tests.host.bombs import BOMBS, MEMORY


@pytest.mark.parametrize("name", sorted(BOMBS))
def test_bomb_ends_with_its_code(name: str):
    source, codes = BOMBS[name]
    limit_before = sys.getrecursionlimit()
    start = time.process_time()
    limits = Limits(max_steps=100_000, timeout_ms=60_000)
    if codes == MEMORY:
        limits = Limits(max_steps=10_000_000, memory_limit_bytes=16 << 20, timeout_ms=60_000)
    if codes:
        with pytest.raises(CodeModeError) as caught:
            codemode.run(source, limits=limits)
        assert caught.value.code in codes, f"{caught.value.code}: {caught.value}"
        assert "Python" not in str(caught.value)
        assert "Traceback" not in str(caught.value)
    else:
        codemode.run(source, limits=limits)
    assert time.process_time() - start < 10  # of the processor: the machine may be busy
    assert sys.getrecursionlimit() == limit_before


ESCAPES = [
    "__out = __import__",
    "__out = os.Environ()",
    'import "os/exec"\nexec.Command("ls")',
    'import "unsafe"\n__out = unsafe.Sizeof(1)',
    'import "net/http"\nhttp.Get("http://127.0.0.1")',
    "x := []int{1}\n__out = x.__class__",
    'x := "a"\n__out = x.__class__',
    "f := func() {}\n__out = f.__globals__",
    "__out = fmt.__dict__",
    "__out = strings.Builder{}.__class__",
    "__out = strings.Builder{}.buf",
    "var x native\n__out = x",
    "__out = codemode.__init__",
    "__out = codemode.CallTool.__globals__",
    "__out = time.Now().__class__",
]


@pytest.mark.parametrize("source", ESCAPES)
def test_a_program_cannot_name_anything_of_the_host(source: str):
    with pytest.raises(CodeModeError) as caught:
        codemode.run(source)
    assert caught.value.code in {"check_failed", "module_access_denied", "parse_failed"}


DYNAMIC_ESCAPES = [
    "var x any = []int{1}\n__out = x.__class__",
    'var x any = "a"\n__out = x.__class__',
    "var x any = func() {}\n__out = x.__globals__",
    "var x any = map[string]any{}\n__out = x.keys",
    "var x any = map[string]any{}\nx.update()",
    "var x any = time.Now()\n__out = x.__class__",
    "var x any = 1\n__out = x.real",
    "var x any = 1\n__out = x()",
]


@pytest.mark.parametrize("source", DYNAMIC_ESCAPES)
def test_gradual_any_reaches_no_attribute(source: str):
    failure: CodeModeError | None = None
    value = None
    try:
        value = codemode.run(source).value
    except CodeModeError as error:
        failure = error
    if failure is None:
        assert value is None  # an absent key of a map
    else:
        assert failure.code in {"guest_panic", "check_failed"}
        assert "Python" not in str(failure)
        assert "attribute" not in str(failure)


CYCLES = [
    'm := map[string]any{}\nm["m"] = m\n__out = m',
    "xs := []any{1}\nxs[0] = xs\n__out = xs",
    "type N struct{ Next *N }\nn := &N{}\nn.Next = n\n__out = n",
    'm := map[string]any{}\nm["a"] = []any{m, m}\n__out = m',
    "__out = func() {}",
    "__out = make(chan int)",
    "__out = math.NaN()",
    "__out = []any{math.Inf(1), math.Inf(-1), complex(1, 2)}",
    '__out = "\\xff\\xfe"',
    "var x any\nfor i := 0; i < 10000; i++ {\n\tx = []any{x}\n}\n__out = x",
    'var x any\nfor i := 0; i < 60; i++ {\n\tx = []any{x, x}\n}\n__out = "done"',
]


@pytest.mark.parametrize("source", CYCLES)
def test_values_that_are_no_json_become_text_and_do_not_crash(source: str):
    result = codemode.run(source)
    assert json.dumps(result.value, allow_nan=False) != ""


def test_a_value_that_unfolds_without_end_is_limited():
    source = "var x any\nfor i := 0; i < 60; i++ {\n\tx = []any{x, x}\n}\n__out = x"
    with pytest.raises(CodeModeError) as caught:
        codemode.run(source, limits=Limits(max_steps=1_000_000, timeout_ms=60_000))
    assert caught.value.code in {"step_limit_exceeded", "memory_limit_exceeded", "output_limit_exceeded"}


def test_deferred_functions_do_not_run_after_a_limit():
    printed: list[str] = []
    with pytest.raises(CodeModeError):
        codemode.run('defer fmt.Println("ran")\nfor {}', limits=Limits(max_steps=20_000), stdout=printed.append)
    assert printed == []


@pytest.mark.parametrize("loops", [1000, 10_000])
def test_steps_grow_with_the_work_and_never_vary(loops: int):
    def steps(n: int) -> int:
        return codemode.run(f"s := 0\nfor i := 0; i < {n}; i++ {{\n\ts += i\n}}\n__out = s").steps

    base = steps(0)
    assert steps(2 * loops) - base == pytest.approx(2 * (steps(loops) - base), rel=0.01)
    assert steps(loops) == steps(loops)


@pytest.mark.parametrize(
    "source",
    [
        "data = 3",
        "if true {\n\tdata = 4\n}",
        "data += 1",
        "for data = range 3 {\n}",
        "ALL_TOOLS = nil",
        "io.EOF = nil",
        "p := &io.EOF\n*p = nil",
        "p := &data\n*p = nil",
    ],
)
def test_names_of_the_host_and_the_library_cannot_be_assigned(source: str):
    with pytest.raises(CodeModeError) as caught:
        codemode.run(source, data={"a": 1})
    assert caught.value.code == "check_failed"
    assert "it does not belong to the program" in str(caught.value)
    assert codemode.run("__out = []any{io.EOF == nil, data}", data=1).value == [False, 1]


@pytest.mark.parametrize(
    "call",
    [
        "var e *csv.ParseError\n_ = e.Error()",
        "var e *json.UnmarshalTypeError\n_ = e.Error()",
        "bufio.ScanRunes(nil, false)",
    ],
)
def test_using_nil_panics_as_in_go(call: str):
    with pytest.raises(CodeModeError) as caught:
        codemode.run(call)
    assert caught.value.code == "guest_panic"


@pytest.mark.parametrize(
    "work", ["n / 3", "n * 1.5", "float64(n)", "math.Round(n)", "n // 3", "round(n, 2)", "n > 0.5", "-n + 0.5"]
)
def test_a_number_beyond_all_floats_is_no_internal_error(work: str):
    source = codemode.FunctionSource([codemode.FunctionTool("n", lambda: 10**400)])
    program = f'n, err := codemode.CallTool("n")\nif err != nil {{ return err }}\nx := {work}\n__out = x'
    with suppress(GuestPanic, CheckError, ParseError):
        codemode.run(program, [source])
