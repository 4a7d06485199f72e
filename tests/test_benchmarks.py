"""The benchmarks run, every peer of ours gives the right value, and their tables get into the page."""

from __future__ import annotations

import asyncio
import re

import pytest

from benchmarks import __main__ as main
from benchmarks.__main__ import PAGE, ROWS, measure, programs_table, written
from benchmarks.around import front_end, memory
from benchmarks.peers import PEERS

OURS = set(PEERS) - {"Monty", "smolagents"}


@pytest.mark.parametrize("name", ["trivial", "concurrent", "realistic"])
def test_peers_give_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(main, "repeats_for", lambda _: 1)  # how long each takes is not asked
    row = measure(name, 1)
    assert {peer: row[peer] for peer in OURS if not isinstance(row[peer], float)} == {}


def test_the_tables_of_the_page() -> None:
    row = dict.fromkeys(OURS, 1.5) | {"CPython exec": 0.5, "Monty": "refuses it"}
    lines = programs_table({"trivial": row})
    made = written(PAGE.read_text(), "programs", lines)
    assert "| trivial | one expression | 0.500 | 1.500 (3.0x) |" in made
    table = made[made.index("<!-- programs -->") : made.index("<!-- end -->")].splitlines()[1:]
    assert len({line.count("|") for line in table}) == 1
    assert len(table) == 3
    assert written(made, "around", [["around it", "cost"], ["x", "1 ms"]]).endswith(made[made.rindex("<!-- end -->") :])


def test_the_page_has_every_program() -> None:
    assert set(re.findall(r"^\| (\w+) \|", PAGE.read_text(), re.MULTILINE)) >= set(ROWS) - {"concurrent"}


def test_what_is_around_is_measured() -> None:
    told = front_end(1) | asyncio.run(memory())
    assert len(told) == 4
    amounts = {what: float(cost.split()[0]) for what, cost in told.items()}
    # a process that has freed memory before takes no more of it for a parked run
    assert amounts.pop("memory of the host for a parked run") >= 0
    assert all(amount > 0 for amount in amounts.values()), amounts
