"""Data of the host becomes guest values: lists of records are converted by columns, and nobody can tell."""

from __future__ import annotations

from typing import Any

import pytest

from codemode.interpreter.machine.host_to_guest import to_guest
from codemode.interpreter.machine.limits import MachineLimits
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Halt, JsonInt, Slice


def converted(value: Any, **limits: Any) -> tuple[Any, int, int]:
    """The guest value with its types shown, the steps and the bytes it cost."""
    run = Run(MachineLimits(**limits), 0, 0)
    return shown(to_guest(run, value)), run.steps, run.held


def shown(value: Any) -> Any:
    if type(value) is Slice:
        return ["list", *map(shown, value.view())]
    if type(value) is dict:
        return [(key, shown(item)) for key, item in value.items()]
    return type(value).__name__, value


class Text(str):
    pass


RECORDS: dict[str, list[dict[Any, Any]]] = {
    "plain": [{"id": f"R-{i}", "n": i, "x": i + 0.5, "ok": i % 2 == 0, "none": None} for i in range(20)],
    "integral floats": [{"x": float(i), "y": -0.0, "z": 1e300} for i in range(20)],
    "one of another type": [{"a": i, "b": str(i), "c": i / 4} for i in range(20)] + [{"a": True, "b": 7, "c": "x"}],
    "first is nil": [{"a": None if i == 0 else i, "b": None if i == 0 else "t"} for i in range(20)],
    "long texts": [{"t": "x" * (2000 if i == 7 else 3)} for i in range(20)],
    "half a surrogate": [{"t": "\ud800" if i == 3 else "é"} for i in range(20)],
    "lists for texts": [{"t": "ab" if i else ["ab"]} for i in range(20)] + [{"t": ["c", {"d": 1}]}],
    "nested": [{"o": {"a": i, "b": [i, {"c": "d"}]}, "l": [{"k": j} for j in range(10)]} for i in range(20)],
    "other order": [{"a": 1, "b": 2} if i != 9 else {"b": 2, "a": 1} for i in range(20)],
    "other keys": [{"a": 1, "b": 2} if i != 9 else {"a": 1, "c": 2} for i in range(20)],
    "fewer keys": [{"a": 1, "b": 2} if i != 9 else {"a": 1} for i in range(20)],
    "no keys": [{} for _ in range(20)],
    "keys that are no texts": [{1: "a", None: 2} for _ in range(20)],
    "keys that become the same": [{"\ud800": 1, "?": 2, chr(0xDFFF): 3} for _ in range(20)],
    "subclasses": [{Text("a"): Text(f"b{i}"), "c": Text("d") if i % 2 else "e"} for i in range(20)],
    "wide": [{f"k{j}": j for j in range(64)} for _ in range(10)],
    "wider": [{f"k{j}": j for j in range(65)} for _ in range(10)],
    "many": [{"i": i, "t": str(i)} for i in range(1000)],
}


@pytest.mark.parametrize("records", RECORDS.values(), ids=RECORDS)
def test_a_list_of_records_is_what_its_records_are_one_by_one(records: list[dict[Any, Any]]) -> None:
    together, steps, held = converted(records)
    single = [converted(record) for record in records]
    assert together == ["list", *(value for value, _, _ in single)]
    assert steps == len(records) + sum(one for _, one, _ in single)
    assert held == 128 + 16 * len(records) + sum(one for _, _, one in single)


def test_rows_share_nothing_that_can_change() -> None:
    run = Run(MachineLimits(), 0, 0)
    rows = to_guest(run, [{"a": 1}] * 20).view()
    rows[0][b"a"] = b"changed"
    assert all(row == {b"a": JsonInt(1)} for row in rows[1:])


@pytest.mark.parametrize(
    ("limits", "code"),
    [({"max_steps": 5000}, "step_limit_exceeded"), ({"memory_limit_bytes": 1 << 20}, "memory_limit_exceeded")],
)
def test_budgets_end_the_conversion_before_it_is_made(limits: dict[str, int], code: str) -> None:
    records = [{"a": i, "b": "text"} for i in range(5000)]
    with pytest.raises(Halt) as stopped:
        converted(records, **limits)
    assert stopped.value.code == code
