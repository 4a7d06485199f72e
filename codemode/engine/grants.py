"""The approval of a whole program: what a person was shown, what the person decided, and which calls that allows.

What is shown are the effects of the program (`codemode.engine.effects`). A grant covers a call only if it fits a place that was shown: the same tool,
the same constant arguments, and no more calls than the place can make.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from codemode.catalog.lazy_schemas import whole
from codemode.engine.json_data import WireError, encode
from codemode.interpreter.machine.signals import ToolFailure
from codemode.records import dataclass

if TYPE_CHECKING:
    from codemode.catalog import ToolEntry
    from codemode.engine.effects import Effect, Effects

# JSON of the input schema of a tool that waits for approval, so that its arguments can be checked in a process without the tool's source
MAX_KEPT_SCHEMA = 64 << 10


@dataclass(slots=True, frozen=True)
class Fit:
    """How a call matches the effects of its program: the names of its tool, and the places that can have made it. `carries`: the approval of the
    whole program is requested with this call."""

    names: Sequence[str] = ()
    places: Sequence[int] = ()
    carries: bool = False


NO_FIT = Fit()


class ProgramApproval:
    """The approval of one run. `effects` is what a person is shown; `granted` and `refusal` are the decision, both None before it."""

    def __init__(self, effects: Effects) -> None:
        self.effects = effects
        self.granted: frozenset[str] | None = None  # the tools that the person named for places with computed names
        self.refusal: str | None = None  # the reason
        self._taken: dict[
            int, list[list[int]]
        ] = {}  # for each place with a bound: the possible places of each call that took one of its turns

    @property
    def is_decided(self) -> bool:
        return self.granted is not None or self.refusal is not None

    def places(
        self, entry: ToolEntry, given: Mapping[str, Any], hooked: Mapping[str, Any], made: Mapping[str, Any]
    ) -> list[int]:
        """The places that can have made a call. `given` are the program's arguments, `hooked` the arguments after the schema alone, `made` those
        after hooks and schema. If a hook changed an argument that a person has read, the call fits no place."""
        return [
            number
            for number, effect in enumerate(self.effects.calls)
            if _fits(effect, entry, given) and all(same(hooked.get(key), made.get(key)) for key in effect.arguments)
        ]

    def grant(self, tools: Collection[str]) -> None:
        self.granted = frozenset(tools)

    def let_through(self, call_id: str, asked: Mapping[str, Fit]) -> list[str]:
        """Returns the ids of the waiting calls that the grant covers: the one with which a person was asked, and others that fit."""
        self.take(asked[call_id])
        return [other for other, fit in asked.items() if other == call_id or self.take(fit)]

    def refuse(self, reason: str) -> None:
        self.refusal = reason

    def take(self, fit: Fit) -> bool:
        """Whether the grant covers a call; if so, the call uses one turn of a place."""
        if self.granted is None:
            return False
        named = not self.granted.isdisjoint(fit.names)
        calls = self.effects.calls
        places = [place for place in fit.places if place < len(calls) and (calls[place].tool or named)]
        return any(calls[place].times is None for place in places) or self._place(places, set())

    def _place(self, places: list[int], seen: set[int]) -> bool:
        """Finds a turn for a call. A call that fits several places moves to make room for one that fits fewer."""
        for place in places:
            if place in seen:
                continue
            seen.add(place)
            taken = self._taken.setdefault(place, [])
            if len(taken) < (self.effects.calls[place].times or 0):
                taken.append(places)
                return True
            for number, other in enumerate(taken):
                if self._place(other, seen):
                    taken[number] = places
                    return True
        return False


def denial(tool: str, call_id: str, reason: str, at: int = 0) -> ToolFailure:
    """The event that the program receives for a refused call. `at` is 0 while the clock stands still: an event must not be newer than the time at
    which the run continues."""
    told = f"{tool}: the call was not approved{f': {reason}' if reason else ''}"
    return ToolFailure(at, call_id, told, "tool_denied")


def names_of(entry: ToolEntry) -> list[str]:
    """The names by which a person may refer to a tool."""
    return [entry.id, entry.name, entry.under_owner]


def _fits(effect: Effect, entry: ToolEntry, given: Mapping[str, Any]) -> bool:
    if effect.tool and effect.id != entry.id:
        return False
    if not effect.open and not given.keys() <= {*effect.arguments, *effect.computed}:
        return False
    return all(key in given and same(given[key], value) for key, value in effect.arguments.items())


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON: true is not 1, but 1.0 is 1."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        a, b = cast("dict[str, Any]", one), cast("dict[str, Any]", other)
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(one, list) and isinstance(other, list):
        xs, ys = cast("list[Any]", one), cast("list[Any]", other)
        return len(xs) == len(ys) and all(map(same, xs, ys))
    return bool(one == other)


def kept_schema(entry: ToolEntry | None) -> Mapping[str, Any]:
    """The JSON Schema that the arguments of a call must fit before hooks run, which is kept while the call waits; {} if it is unknown or too long."""
    if entry is None:
        return {}
    schema = whole(entry.input_schema)
    if entry.filled_in:  # a hook may add what is missing
        schema = {key: value for key, value in schema.items() if key != "required"}
    try:
        return schema if len(encode(schema)) <= MAX_KEPT_SCHEMA else {}
    except WireError:
        return {}
