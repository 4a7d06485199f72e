"""Limits: default, lowest, highest; no value is the default, what is no number or above the highest is refused."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

import codemode
from codemode import Engine, Failed, Limits
from codemode.errors import ConfigError, InputError
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
    "max_call_depth": (5000, 10, 8_000),
    "max_goroutines": (1000, 1, 100_000),
    "max_suspended_runs": (64, 1, 100_000),
    "max_attachment_bytes": (16 << 20, 1 << 10, 256 << 20),
    "max_attachments": (256, 0, 1000),
}
BAD: list[Any] = [None, float("nan"), float("inf"), -float("inf")]
NO_NUMBERS: list[Any] = ["10", "5 s", True, [], {}]


def of(name: str, value: Any) -> Any:
    return getattr(Limits(**{name: value}), name)


def test_the_table_is_whole() -> None:
    assert {f.name for f in fields(Limits)} == set(TABLE)


@pytest.mark.parametrize("name", sorted(TABLE))
def test_bounds(name: str) -> None:
    default, low, high = TABLE[name]
    assert getattr(Limits(), name) == default
    assert [of(name, v) for v in (low, low + 1)] == [low, min(low + 1, high)]
    assert [of(name, v) for v in (high - 1, high)] == [high - 1, high]
    assert of(name, low + 0.9) == low
    for much in (high + 1, 1e300):
        with pytest.raises(ConfigError, match=f"{name} must be {low} to {high}, not {much}".replace("+", ".")):
            of(name, much)


TIMES = ["snapshot_ttl_seconds", "timeout_ms"]


@pytest.mark.parametrize("little", [0, -5, -1e300])
@pytest.mark.parametrize("name", sorted(TABLE))
def test_less_than_the_lowest_is_the_lowest_but_no_time_is_refused(name: str, little: float) -> None:
    _, low, high = TABLE[name]
    if name not in TIMES:
        assert of(name, little) == low
        return
    with pytest.raises(ConfigError, match=f"{name} must be {low} to {high}, not "):
        of(name, little)


def test_a_short_time_is_the_shortest() -> None:
    assert of("timeout_ms", 1) == 100


@pytest.mark.anyio
@pytest.mark.parametrize("wrong", [0, -1, 60_001, -0.5, 1e12, "9", True, float("nan"), [1]])
async def test_exec_and_wait_refuse_an_invalid_timeout(wrong: Any) -> None:
    async with Engine(isolation="inline") as engine:
        session = engine.session()
        waiting = await session.exec("yield_control()\n__out = 1")
        for reply in (
            await session.exec("__out = 1", timeout_ms=wrong),
            await session.wait(waiting.run_id, timeout_ms=wrong),
        ):
            assert isinstance(reply, Failed)
            assert reply.code == "invalid_input"
            assert "above 0 and at most 60000, not" in reply.error
        assert (await session.wait(waiting.run_id)).result() == 1  # nothing was lost


@pytest.mark.parametrize("wrong", [0, -1, float("nan"), float("inf"), "9", True])
def test_run_refuses_an_invalid_timeout(wrong: Any) -> None:
    with pytest.raises(InputError, match="timeout must be a number of milliseconds"):
        codemode.run("__out = 1", timeout_ms=wrong)


@shows("limits 1")
@pytest.mark.parametrize("bad", BAD, ids=repr)
@pytest.mark.parametrize("name", sorted(TABLE))
def test_bad_values_are_the_default(name: str, bad: Any) -> None:
    assert of(name, bad) == TABLE[name][0]


@pytest.mark.parametrize("wrong", NO_NUMBERS, ids=repr)
@pytest.mark.parametrize("name", sorted(TABLE))
def test_a_limit_that_is_not_a_number_is_refused(name: str, wrong: Any) -> None:
    with pytest.raises(ConfigError, match=f"{name} must be a number from {TABLE[name][1]} to {TABLE[name][2]}, not "):
        of(name, wrong)


def test_the_machine_gets_its_part() -> None:
    machine = Limits(max_steps=5000, max_call_depth=20, memory_limit_bytes=2 << 20).machine
    assert (machine.max_steps, machine.max_call_depth, machine.memory_limit_bytes) == (5000, 20, 2 << 20)
