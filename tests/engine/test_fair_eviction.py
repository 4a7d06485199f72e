"""Room that agents share."""

from __future__ import annotations

from codemode.engine.fair_eviction import Shares
from codemode.engine.session_state import SessionState, States


def filled(most: int, *given: tuple[str, str, int]) -> list[tuple[str, str]]:
    """What is left of what was put, with room for `most`."""
    shares, left = Shares[str](), dict[tuple[str, str], None]()
    for sharer, key, size in given:
        shares.put(sharer, key, size)
        left.pop((sharer, key), None)
        left[sharer, key] = None
        while shares.size > most:
            gone = shares.next_to_go()
            shares.drop(*gone)
            del left[gone]
    assert len(shares) == len(left)
    return list(left)


def test_the_largest_owner_loses_its_oldest_entry() -> None:
    many = [("a", str(n), 1) for n in range(9)]
    assert filled(3, ("b", "x", 1), *many) == [("b", "x"), ("a", "7"), ("a", "8")]
    assert filled(3, *many, ("b", "x", 1), ("b", "y", 1)) == [("a", "8"), ("b", "x"), ("b", "y")]


def test_among_equal_owners_the_one_that_was_idle_longest_loses() -> None:
    assert filled(2, ("a", "1", 1), ("b", "1", 1), ("c", "1", 1)) == [("b", "1"), ("c", "1")]
    assert filled(2, ("a", "1", 1), ("b", "1", 1), ("a", "1", 1), ("c", "1", 1)) == [("a", "1"), ("c", "1")]


def test_sizes_count() -> None:
    given = ("a", "1", 4), ("b", "1", 3), ("b", "2", 3), ("c", "1", 4)
    assert filled(11, *given) == [("a", "1"), ("b", "2"), ("c", "1")]


def test_a_dropped_entry_leaves_nothing() -> None:
    shares = Shares[str]()
    shares.put("a", "1", 5)
    shares.put("a", "1", 7)
    assert (shares.size, shares.of("a"), shares.largest) == (7, 7, 7)
    shares.drop("a", "1")
    shares.drop("a", "1")
    assert (shares.size, len(shares), shares.of("a"), shares.largest) == (0, 0, 0, 0)


def test_sessions_of_one_agent_do_not_push_out_those_of_another() -> None:
    states = States(3)
    own = states.get(("b", "x"), SessionState)
    first = states.get(("a", "0"), SessionState)
    for n in range(1, 9):
        states.get(("a", str(n)), SessionState)
    assert states.get(("b", "x"), SessionState) is own
    assert states.get(("a", "0"), SessionState) is not first
