"""Every attack of the suite: what it costs the host is bounded, and the host goes on.

Here a part of them is played, by bounds that a busy machine keeps, and again before it counts as a miss.
`make test-host` plays all of them in both, by the exact bounds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.host.attacks import Attack, controls, table
from tests.host.figures import DOCUMENT, measured, written
from tests.host.fuzz import attack_of
from tests.host.gate import LOOSE, Player, misses, plays
from tests.host.host import Figures, Host

TABLE = table()
# groups that have held by the exact bounds; the others are played by `make test-host` alone until they have
HELD = {
    "process": {
        "programs that are hard to compile",
        "one operation that takes long",
        "answers of models",
        "conditions of policies",
    },
    "inline": {"functions of the library", "busy until the time is over"},
}
# of the other groups one attack each, that does not take long
ONE_EACH = [
    ("endless loop", "process"),
    ("a deadlock of many", "process"),
    ("values on the stack of a recursion", "process"),
    ("a String method that calls itself, at the deepest limit", "process"),
    ("empty text", "process"),
    ("two streams in turn", "inline"),
    ("a tool of 40 MB of name", "process"),
    ("calls of 15 MB, at once", "process"),
    ("a tool gives a list that unfolds", "process"),
    ("a tool gives a text of 60 MB", "process"),
    ("a tool gives an iterator without end", "process"),
    ("a tool fails with an error of half characters", "process"),
    ("a tool fails with an error of an object", "inline"),
    ("a store that another process has locked, and nothing to keep", "process"),
    ("a damaged store, number 1", "inline"),
    ("arguments that are changed where they are shown", "inline"),
    ("a protection that is required and missing", "process"),
    ("a function that raises SystemExit", "process"),
    ("a body of lists, sent", "process"),
    ("fields that are not there, sent", "process"),
    ("Python: dunder 1", "process"),
    ("Python: loop in try", "process"),
    ("Python: empty texts", "process"),
    ("Python: a value with a long key", "process"),
    ("Python: arguments of many keys", "process"),
]
PLAYS = [
    (attack.name, isolation)
    for attack, isolation in plays(TABLE)
    if (attack.group in HELD[isolation] and not attack.seldom and "NewReplacer" not in attack.name)
    or (attack.name, isolation) in ONE_EACH
]


@pytest.fixture(scope="module")
def player() -> Iterator[Player]:
    made = Player()
    yield made
    made.close()


@pytest.mark.parametrize(("name", "isolation"), PLAYS, ids=[f"{name[:60]}-{isolation}" for name, isolation in PLAYS])
def test_attack(player: Player, name: str, isolation: str) -> None:
    found, told = player.judged(TABLE[name], isolation, LOOSE, any_time=True)
    assert not told, f"{told}: {found}"


@pytest.mark.parametrize("name", [f"{kind} {seed}" for kind in ("program", "answer") for seed in range(8)])
def test_random_attack(player: Player, name: str) -> None:
    found, told = player.judged(attack_of(name), "process", LOOSE, any_time=True)
    assert not told, f"{told}: {found}"


def test_every_group_has_an_attack_that_is_played() -> None:
    assert {(attack.name, isolation) for attack, isolation in plays(TABLE)} >= set(ONE_EACH)
    groups = {attack.group for attack in TABLE.values()} - {
        "schemas of strangers",
        "servers of tools",
    }  # have suites of their own
    assert {TABLE[name].group for name, _ in PLAYS} >= groups


def test_limits_that_are_refused_are_a_miss_and_not_the_end() -> None:
    async def play() -> Figures:
        return await Host().played(Attack("refused", "x", "__out = 1", limits={"max_call_depth": 10**9}), "inline")

    assert "max_call_depth must be" in asyncio.run(play()).trouble


def test_the_gate_sees_what_is_wrong() -> None:
    attack = TABLE["endless loop"]
    fine = Figures(ends="step_limit_exceeded")
    assert misses(attack, "process", fine, LOOSE) == []
    for by_time in ("timeout", "pending_tools"):
        assert misses(attack, "process", Figures(ends=by_time), LOOSE, any_time=True) == []
        assert len(misses(attack, "process", Figures(ends=by_time), LOOSE)) == 1
    for wrong in (
        Figures(ends="step_limit_exceeded", gap=2.0),
        Figures(ends="step_limit_exceeded", growth=1 << 30),
        Figures(ends="step_limit_exceeded", late=2.0),
        Figures(ends="step_limit_exceeded", over=1),
        Figures(ends="step_limit_exceeded", trouble="the next program fails"),
        Figures(ends="internal_error"),
        Figures(ends="completed"),
    ):
        assert len(misses(attack, "process", wrong, LOOSE)) == 1


def test_a_blocked_event_loop_and_a_host_that_grows_are_seen(player: Player) -> None:
    """The gauges are real: what an attack of this kind would do is done, and measured."""
    blocked = player.figures(controls()["the loop is blocked for 0.3 s"], "inline")
    assert blocked.gap >= 0.28
    grown = player.figures(controls()["the host holds 200 MB"], "inline")
    assert grown.growth >= 190 << 20


def test_the_document_has_the_figures() -> None:
    known = {f"{attack.name} | {isolation}" for attack, isolation in plays(TABLE)}
    assert set(measured()) <= known, (
        "figures of attacks that are gone: delete them, and run python -m tests.host --write"
    )
    assert DOCUMENT.read_text() == written(), "python -m tests.host --write"
