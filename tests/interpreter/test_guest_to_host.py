"""What leaves the machine is plain JSON data, whatever the guest holds."""

from __future__ import annotations

import math

import pytest

import codemode
from codemode.interpreter.machine.guest_to_host import to_json
from codemode.interpreter.machine.limits import MachineLimits
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import (
    NIL_SLICE,
    Box,
    Halt,
    JsonInt,
    Ptr,
    Slice,
    new_error,
    runtime_panic,
    slice_from,
)
from codemode.stdlib.registry import library
from codemode.types import model
from codemode.types.model import StructField

library()  # gives the run time's own error types their methods


def run(**limits) -> Run:
    return Run(MachineLimits(**limits), seed=1, started_at=0)


def out(x):
    return to_json(run(), x)


def struct(*fields: StructField) -> model.Named:
    return model.Named("T", "", model.struct_of(fields))


@pytest.mark.parametrize(
    ("x", "want"),
    [
        (None, None),
        (True, True),
        (3, 3),
        (2.5, 2.5),
        (3.0, 3),
        (1e300, 1e300),
        (-0.0, 0),
        (JsonInt(12345678901234567890), 12345678901234567890),
        (math.nan, "NaN"),
        (math.inf, "+Inf"),
        (-math.inf, "-Inf"),
        ("é".encode(), "é"),
        (b"a\xffb\xe2\x82c", "a�b��c"),
        (b"\xed\xa0\x80", "���"),
        ({b"b": 1, b"a": slice_from([None, 1.0])}, {"b": 1, "a": [None, 1]}),
        (NIL_SLICE, []),
        (Box(model.SLICE_STRING, NIL_SLICE), []),
        (Box(model.SLICE_BYTE, slice_from(bytearray(b"hi"))), "aGk="),
        (Box(model.MAP_STRING_ANY, None), None),
        (Box(model.map_of(model.INT, model.STRING), {2: b"b", 10: b"a"}), {"2": "b", "10": "a"}),
        (Box(model.map_of(model.FLOAT64, model.BOOL), {1.5: True, 2.0: False}), {"1.5": True, "2": False}),
        (Box(model.map_of(model.BOOL, model.INT), {True: 1}), {"true": 1}),
        (Box(model.array_of(model.INT, 2), [1, 2]), [1, 2]),
        (Box(model.COMPLEX128, 1 - 2j), "(1-2i)"),
        (Box(model.signature_of([model.INT], []), lambda x: None), "<func(int)>"),
        (Box(model.chan_of(model.INT), object()), "<chan int>"),
        (Box(model.pointer_to(model.INT), Ptr([7], 0)), 7),
        (Box(model.pointer_to(model.INT), None), None),
        (new_error("boom"), "boom"),
        (runtime_panic("index out of range").value, "runtime error: index out of range"),
    ],
)
def test_values(x, want):
    got = out(x)
    assert got == want
    assert type(got) is type(want)


def test_keys_come_sorted_as_from_go():
    assert list(out({b"b": 1, b"a": 2, b"B": 3})) == ["B", "a", "b"]


def test_struct_tags():
    t = struct(
        StructField("ID", model.INT, tag='json:"id"'),
        StructField("Skip", model.INT, tag='json:"-"'),
        StructField("Dash", model.INT, tag='json:"-,"'),
        StructField("Empty", model.STRING, tag='json:"empty,omitempty"'),
        StructField("Zero", model.FLOAT64, tag='json:",omitzero"'),
        StructField("N", model.INT, tag='yaml:"x" json:"n,string"'),
        StructField("hidden", model.INT),
        StructField("List", model.SLICE_STRING),
    )
    assert out(Box(t, [1, 2, 3, b"", 0.0, 7, 9, NIL_SLICE])) == {"id": 1, "-": 3, "n": "7", "List": []}


def test_embedding_promotes_the_shallowest_and_drops_conflicts():
    inner = model.Named("Inner", "", model.struct_of([StructField("A", model.INT), StructField("B", model.INT)]))
    other = model.Named("Other", "", model.struct_of([StructField("B", model.INT), StructField("C", model.INT)]))
    t = struct(
        StructField("Inner", inner, embedded=True),
        StructField("Other", model.pointer_to(other), embedded=True),
        StructField("A", model.STRING),
    )
    assert out(Box(t, [[1, 2], [3, 4], b"own"])) == {"A": "own", "C": 4}
    assert out(Box(t, [[1, 2], None, b"own"])) == {"A": "own"}


def test_cycles_end():
    loop: dict[bytes, object] = {}
    loop[b"self"] = loop
    loop[b"n"] = 1
    assert out(loop) == {"self": "<cycle>", "n": 1}
    items: list[object] = [None]
    s = Slice(items, 0, 1, 1)
    items[0] = s
    assert out(s) == ["<cycle>"]
    node = model.Named("Node", "")
    node.underlying = model.struct_of([StructField("Next", model.pointer_to(node))])
    storage: list[object] = [None]
    storage[0] = storage
    assert out(Box(model.pointer_to(node), storage)) == {"Next": "<cycle>"}


def test_a_value_used_twice_is_no_cycle():
    shared = {b"x": 1}
    assert out(slice_from([shared, shared])) == [{"x": 1}, {"x": 1}]


def test_depth_is_limited():
    deep: object = 1
    for _ in range(5000):
        deep = slice_from([deep])
    got, levels = out(deep), 0
    while isinstance(got, list):
        got, levels = got[0], levels + 1
    assert (levels, got) == (200, "<nested too deeply>")


def test_size_is_charged():
    shared: object = 1
    for _ in range(40):
        shared = slice_from([shared, shared])
    with pytest.raises(Halt) as halt:
        to_json(run(max_steps=200_000), shared)
    assert halt.value.code in ("step_limit_exceeded", "memory_limit_exceeded")
    big = slice_from([b"x" * 1_000_000] * 100)
    with pytest.raises(Halt) as halt:
        to_json(run(memory_limit_bytes=16 << 20), big)
    assert halt.value.code == "memory_limit_exceeded"


@pytest.mark.parametrize(
    "method",
    [
        "Error() error { return nil }",
        "Error() int { return 1 }",
        "MarshalJSON() (string, error) { return `x`, nil }",
        "MarshalText() ([]byte, string) { return nil, `` }",
        "MarshalJSON() []byte { return nil }",
    ],
)
def test_a_method_of_another_signature_is_not_called(method):
    """encoding/json and `error` ask for the whole signature, not for the name."""
    source = (
        f"type T struct {{ A int }}\nfunc (T) {method}\n__out = []any{{T{{1}}, &T{{2}}, map[string]T{{`k`: {{3}}}}}}"
    )
    assert codemode.run(source).value == [{"A": 1}, {"A": 2}, {"k": {"A": 3}}]
