"""Limits: default, lowest, highest; what is no number is the default."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from codemode import Limits
from tests.contract.shown import shows

TABLE = {
    "timeout_ms": (10_000, 100, 60_000),
    "memory_limit_bytes": (64 << 20, 1 << 20, 1 << 30),
    "max_output_bytes": (64 << 10, 1 << 10, 10 << 20),
    "max_snapshot_bytes": (10 << 20, 1 << 10, 256 << 20),
    "max_pending_tool_calls": (64, 1, 1024),
    "snapshot_ttl_seconds": (900, 1, 86_400),
    "search_default_limit": (8, 1, 50),
    "max_search_limit": (50, 1, 50),
    "max_steps": (10_000_000, 1000, 10**10),
    "max_tool_calls": (1000, 1, 100_000),
    "max_call_depth": (5000, 10, 100_000),
    "max_goroutines": (1000, 1, 100_000),
    "max_suspended_runs": (64, 1, 100_000),
    "max_attachment_bytes": (16 << 20, 1 << 10, 256 << 20),
    "max_attachments": (256, 0, 1000),
}
BAD: list[Any] = [None, "10", float("nan"), float("inf"), -float("inf"), True, [], {}]


def of(name: str, value: Any) -> Any:
    return getattr(Limits(**{name: value}), name)


def test_the_table_is_whole() -> None:
    assert {f.name for f in fields(Limits)} == set(TABLE)


@pytest.mark.parametrize("name", sorted(TABLE))
def test_bounds(name: str) -> None:
    default, low, high = TABLE[name]
    assert getattr(Limits(), name) == default
    assert [of(name, v) for v in (low - 1, low, low + 1)] == [low, low, min(low + 1, high)]
    assert [of(name, v) for v in (high - 1, high, high + 1)] == [high - 1, high, high]
    assert of(name, -5) == low
    assert of(name, 0) == low
    assert of(name, low + 0.9) == low
    assert of(name, 1e300) == high


@shows("limits 1")
@pytest.mark.parametrize("bad", BAD, ids=repr)
@pytest.mark.parametrize("name", sorted(TABLE))
def test_bad_values_are_the_default(name: str, bad: Any) -> None:
    assert of(name, bad) == TABLE[name][0]


def test_the_machine_gets_its_part() -> None:
    machine = Limits(max_steps=5000, max_call_depth=20, memory_limit_bytes=2 << 20).machine
    assert (machine.max_steps, machine.max_call_depth, machine.memory_limit_bytes) == (5000, 20, 2 << 20)
