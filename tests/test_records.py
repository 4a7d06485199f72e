"""`codemode.records.dataclass` makes what `dataclasses.dataclass` makes, and compiles a method when it is first called."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from dataclasses import FrozenInstanceError, field
from typing import Any

import pytest

from codemode import records

PLAIN: dict[str, Any] = {"slots": True}
FROZEN: dict[str, Any] = {"slots": True, "frozen": True}


class Fields:
    """Of one class, which both decorators get."""

    a: int
    b: str = "b"
    c: list[int] = field(default_factory=lambda: [1])
    d: int = field(default=4, init=False)
    e: int = field(default=5, repr=False, compare=False, kw_only=True)


def made(by: Any, **how: Any) -> Any:
    return by(**how)(type("Fields", (), {**vars(Fields)}))


@pytest.mark.parametrize("how", [PLAIN, FROZEN, {**PLAIN, "eq": False}, {**FROZEN, "kw_only": True}, {"repr": False}])
def test_a_record_is_a_dataclass(how: dict[str, Any]) -> None:
    ours, theirs = made(records.dataclass, **how), made(dataclasses.dataclass, **how)
    x, y = ours(a=1, e=2), theirs(a=1, e=2)
    assert dataclasses.asdict(x) == dataclasses.asdict(y) == {"a": 1, "b": "b", "c": [1], "d": 4, "e": 2}
    assert inspect.signature(ours) == inspect.signature(theirs)
    assert ours.__match_args__ == theirs.__match_args__
    assert (x == ours(a=1), x == ours(a=2)) == (y == theirs(a=1), y == theirs(a=2))
    assert (ours.__hash__ is None) == (theirs.__hash__ is None)
    assert ("Fields(a=1" in repr(x)) == ("Fields(a=1" in repr(y)) == how.get("repr", True)
    assert dataclasses.replace(x, a=3).a == 3
    for wrong in ({}, {"a": 1, "f": 2}):
        with pytest.raises(TypeError):
            ours(**wrong)


@records.dataclass(slots=True, frozen=True)
class Point:
    x: int
    y: int = 0

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError


@records.dataclass(slots=True)
class Named:
    name: str

    def __repr__(self) -> str:
        return f"<{self.name}>"


@records.dataclass(slots=True)
class Aged(Named):
    age: int = 0


def test_frozen_records_cannot_be_changed() -> None:
    point = Point(1, 2)
    with pytest.raises(FrozenInstanceError):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del point.x  # pyright: ignore[reportAttributeAccessIssue]
    assert {point: 1}[Point(1, 2)] == 1
    assert copy.deepcopy(point) == point == pickle.loads(pickle.dumps(point))
    with pytest.raises(ValueError):
        Point(-1)


def test_what_a_class_and_its_bases_write_themselves_stays() -> None:
    assert repr(Named("a")) == "<a>"
    assert repr(Aged("a", 3)) == "Aged(name='a', age=3)"
    assert Aged("a", 3) == Aged("a", 3) != Aged("a", 4)


def test_methods_are_compiled_when_they_are_called() -> None:
    cls = made(records.dataclass, **FROZEN)
    before = cls.__init__
    cls(1)
    compiled = cls.__init__
    assert compiled is not before
    assert before(cls(1), 2) is None  # whoever has the first one gets the same
    assert cls.__init__ is compiled
