"""A small program cannot make a library function do, or hold, more than it paid for."""

import time

import pytest

from codemode.interpreter.machine.values import GoPanic, Halt, Ptr, slice_from
from codemode.stdlib.bytes import buffer as bytes_buffer
from codemode.stdlib.fmt import print as fmt
from codemode.stdlib.fmt.values import MAX_DEPTH
from codemode.stdlib.strings import types as strings_types
from tests.stdlib.golang import fresh_run, show


@pytest.mark.parametrize("count", [-1, -(1 << 62)])
def test_a_negative_count_earns_no_steps(count):
    run = fresh_run()
    before = run.steps
    assert show(run, f'strings.Repeat("abc", {count})').startswith("panic(")
    assert run.steps >= before


def test_a_builder_cannot_grow_beyond_its_memory():
    run = fresh_run(memory_limit_bytes=1 << 20)
    builder = [None]
    with pytest.raises(Halt, match="memory"):
        for _ in range(1000):
            strings_types.builder_write_string(run, builder, b"x" * 10_000)
    assert len(builder[0].data) <= 1 << 20


def test_a_buffer_cannot_grow_beyond_its_memory():
    run = fresh_run(memory_limit_bytes=1 << 20)
    buffer = [None]
    with pytest.raises(Halt, match="memory"):
        for _ in range(1000):
            bytes_buffer.write_string(run, buffer, b"x" * 10_000)


def test_shared_values_cost_what_they_print():
    value = slice_from([1])
    for _ in range(60):
        value = slice_from([value, value])
    began = time.process_time()
    with pytest.raises(Halt):
        fmt.sprint(fresh_run(max_steps=100_000), [value])
    assert time.process_time() - began < 2


def test_a_value_that_contains_itself_ends():
    items = [None]
    loop = slice_from(items)
    items[0] = loop
    text = fmt.sprint(fresh_run(), [loop])
    assert text == b"[" * (MAX_DEPTH // 2 + 1) + b"%!(NESTED TOO DEEPLY)" + b"]" * (MAX_DEPTH // 2 + 1)
    table = {}
    table[b"self"] = table
    assert b"NESTED TOO DEEPLY" in fmt.sprint(fresh_run(), [table])


def test_twice_the_text_costs_twice_the_steps():
    def steps(count):
        run = fresh_run()
        show(run, f'strings.ToUpper(strings.Repeat("abc", {count}))')
        return run.steps

    assert 1.8 < steps(200_000) / steps(100_000) < 2.2


def test_a_pointer_has_one_address():
    run = fresh_run()
    cell = [1]
    from codemode.interpreter.machine.values import Box
    from codemode.types import model

    pointer = Box(model.pointer_to(model.INT), Ptr(cell, 0))
    first = fmt.sprintf(run, b"%p", [pointer])
    assert first == fmt.sprintf(run, b"%p", [Box(pointer.t, Ptr(cell, 0))])
    assert first != fmt.sprintf(run, b"%p", [Box(pointer.t, Ptr([1], 0))])
    assert first.startswith(b"0xc0000")


def test_only_go_panics_leave_a_body():
    with pytest.raises(GoPanic):
        fmt.sprintf(fresh_run(), b"%v", [_raising()])


def _raising():
    from codemode.interpreter.machine.values import Box
    from codemode.stdlib.registry import Package

    package = Package("testing/raising")
    inner = package.type("type Inner struct {}")
    outer = package.type("type Outer struct {}")

    @package.method("func (Inner) Error() string")
    def inner_error(_):
        raise GoPanic(Box(inner, []))

    @package.method("func (Outer) Error() string")
    def outer_error(_):
        raise GoPanic(Box(inner, []))

    return Box(outer, [])
