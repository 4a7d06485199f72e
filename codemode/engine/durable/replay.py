"""Restores a guest to the end of its journal: it receives the same events at the same ticks and must make the same calls."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import field
from typing import Any, Protocol, cast

from codemode.engine.guest import Guest, Turn
from codemode.engine.json_data import WireError, decode, encode
from codemode.engine.wire import of_call, to_event
from codemode.errors import RunError
from codemode.interpreter.machine.signals import Event, Sliced
from codemode.records import dataclass

OTHERWISE = "the program makes other steps or calls than its journal records"
BREATH = 4  # ticks after which the event loop gets a turn


class UnknownEntry(ValueError):
    """An entry of a kind that a follower does not know."""


class Follower(Protocol):
    """Receives what is replayed."""

    def event(self, event: Event, ms: float) -> None: ...
    def turn(self, turn: Turn) -> None: ...
    def note(self, entry: list[Any]) -> None: ...


@dataclass(slots=True)
class Replayed:
    """The state at the end of the journal. `events` are those that the guest has not received."""

    seen: int = 0
    turn: Turn | None = None
    events: list[Event] = field(default_factory=list[Event])


async def replay(
    guest: Guest, entries: Iterable[bytes], deadline: float, follower: Follower | None = None, *, exact: bool = True
) -> Replayed:
    """Replays the journal; `follower` receives what is replayed. Raises RunError if it does not fit the program; nothing is guessed. A journal of
    another build need not be `exact`: where the program comes to rest, it may have taken other steps, as the price of a step may have changed."""
    at = Replayed()
    try:
        for entry in map(decode, entries):
            match entry:
                case ["event", form, ms]:
                    event = to_event(form)
                    at.events.append(event)
                    if follower is not None:
                        follower.event(event, ms)
                case ["turn", ticks, seen, steps, calls, closed]:
                    events = at.events[: seen - at.seen]
                    del at.events[: seen - at.seen]
                    at.seen = seen
                    at.turn = await _turn(guest, events, deadline, ticks, follower)
                    as_many = at.turn.steps == steps or (not exact and type(at.turn.signal) is not Sliced)
                    if not as_many or not _same(at.turn, calls, closed):
                        raise _unfit(OTHERWISE)
                case list():
                    if follower is not None:
                        follower.note(cast("list[Any]", entry))
                case _:
                    raise _unfit("an entry cannot be read")
    except UnknownEntry as odd:
        raise _unfit(
            "its journal has an entry that this version of codemode does not know; a newer one, which wrote it, can continue it"
        ) from odd
    except (WireError, ValueError, TypeError, LookupError) as odd:
        raise _unfit("an entry cannot be read") from odd
    return at


async def _turn(guest: Guest, events: list[Event], deadline: float, ticks: int, follower: Follower | None) -> Turn:
    """Moves the guest for exactly `ticks`. Only the last of them may bring a signal."""
    done = 0
    while True:
        turn = await guest.move(events, deadline, min(ticks - done, BREATH))
        done += turn.ticks
        await asyncio.sleep(0)
        if follower is not None:
            follower.turn(turn)
        if done == ticks:
            return turn
        if done > ticks or type(turn.signal) is not Sliced or turn.signal.calls or turn.signal.closed:
            raise _unfit(OTHERWISE)
        events = []


def _same(turn: Turn, calls: list[Any], closed: list[str]) -> bool:
    if turn.signal.closed != closed or len(turn.signal.calls) != len(calls):
        return False
    return not calls or decode(encode([of_call(call) for call in turn.signal.calls])) == calls


def _unfit(why: str) -> RunError:
    return RunError(f"the run cannot be restored: {why}", code="snapshot_restore_failed", phase="host")
