"""A small program cannot make a library function do, or hold, more than it paid for."""

import time

import pytest

from codemode.interpreter.values import GoPanic, Halt, Ptr, slice_from
from codemode.stdlib import bytes_buffer, fmt, strings_types
from codemode.stdlib.printing import MAX_DEPTH
from tests.stdlib.golang import fresh_run, show

BOMBS = [
    'strings.Repeat("x", 1000000000000)',
    'strings.Repeat("xxxxxxxxxxxxxxxx", 300000000)',
    'strings.Repeat(strings.Repeat(strings.Repeat("x", 10000), 1000), 1000)',
    'strings.ReplaceAll(strings.Repeat("x", 100000), "x", strings.Repeat("y", 100000))',
    'strings.Replace(strings.Repeat("x", 100000), "", strings.Repeat("y", 100000), -1)',
    'strings.ToValidUTF8(strings.Repeat("\\xffa", 100000), strings.Repeat("y", 100000))',
    'strings.NewReplacer("x", strings.Repeat("y", 100000)).Replace(strings.Repeat("x", 100000))',
    'strings.NewReplacer("", strings.Repeat("y", 100000)).Replace(strings.Repeat("x", 100000))',
    'strings.Join(strings.Split(strings.Repeat("x", 100000), ""), strings.Repeat("y", 10000))',
    'strings.ToUpper(strings.Repeat("é", 30000000))',
    'strings.Title(strings.Repeat("a ", 30000000))',
    'strings.Map(unicode.ToUpper, strings.Repeat("é", 10000000))',
    'strings.Fields(strings.Repeat("a ", 10000000))',
    'strings.Split(strings.Repeat("a,", 10000000), ",")',
    'bytes.Repeat([]byte("x"), 1000000000000)',
    'bytes.ReplaceAll(bytes.Repeat([]byte("x"), 100000), []byte("x"), bytes.Repeat([]byte("y"), 100000))',
    'bytes.Join(bytes.Split(bytes.Repeat([]byte("x"), 100000), []byte("")), bytes.Repeat([]byte("y"), 10000))',
    'bytes.Runes(bytes.Repeat([]byte("x"), 30000000))',
    'fmt.Sprintf("%1000000d%1000000d%1000000d%1000000d%1000000d%1000000d%1000000d%1000000d%1000000d", 1, 2, 3, 4, 5, 6, 7, 8, 9)',
    'fmt.Sprintf(strings.Repeat("%999999d", 100), 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8)',
    'fmt.Sprintf(strings.Repeat("%[1]*[1]d", 100), 1000000)',
    'fmt.Sprintf(strings.Repeat("%[1]s", 1000), strings.Repeat("x", 1000000))',
    'fmt.Sprintf(strings.Repeat("%[1]q", 1000), strings.Repeat("\\x00", 1000000))',
    'fmt.Sprintf(strings.Repeat("%[1]x", 1000), strings.Repeat("x", 1000000))',
    'fmt.Sprintf(strings.Repeat("%.[1]*[2]f", 100), 999999, 1.5)',
    'fmt.Sprintf(strings.Repeat("%[1]v", 1000), strings.Split(strings.Repeat("x", 10000), ""))',
    'fmt.Sprintf(strings.Repeat("%", 100000000))',
    'strconv.FormatFloat(1.5, \'f\', 1000000000000, 64)',
    'strconv.FormatFloat(1.5, \'e\', 1000000000, 64)',
    'strconv.Quote(strings.Repeat("\\x00", 30000000))',
    'html.EscapeString(strings.Repeat("&", 20000000))',
    'path.Join(strings.Repeat("a/", 30000000))',
    'path.Match(strings.Repeat("*a", 10000), strings.Repeat("a", 1000000))',
]  # fmt: skip


@pytest.mark.parametrize("text", BOMBS)
def test_a_bomb_is_halted_at_once(text):
    began = time.process_time()
    with pytest.raises(Halt) as halt:
        show(fresh_run(max_steps=300_000, memory_limit_bytes=8 << 20), text)
    assert halt.value.code in ("step_limit_exceeded", "memory_limit_exceeded")
    assert time.process_time() - began < 1


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
    from codemode.interpreter.values import Box
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
    from codemode.interpreter.values import Box
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
