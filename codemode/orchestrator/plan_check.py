"""Compares the plan of a model with the tools that its program calls."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from codemode.catalog import Catalog
from codemode.engine import Engine
from codemode.engine.durable.store import Scope
from codemode.engine.guest import Guest
from codemode.engine.session_state import SessionState
from codemode.engine.start import Start
from codemode.engine.toolbox import Toolbox

_KEPT = 512


@dataclass(slots=True, frozen=True)
class Called:
    """A tool that a program calls by a constant name, as a stream or not."""

    tool: str
    streaming: bool


class CallsByName:
    """Which tools the latest programs call by name."""

    def __init__(self) -> None:
        self._calls: OrderedDict[str, tuple[Called, ...]] = OrderedDict()

    def note(self, code: str, guest: Guest) -> Guest:
        self._calls[code] = tuple(Called(name, streaming) for name, streaming, _ in guest.prepared.calls)
        self._calls.move_to_end(code)
        while len(self._calls) > _KEPT:
            self._calls.popitem(last=False)
        return guest

    def of(self, code: str) -> Sequence[Called]:
        """Returns the tools that a program called by constant names when it was last compiled."""
        return self._calls.get(code, ())


class EngineWithCalls(Engine):
    """An engine of a front door's own, which remembers which tools each program calls by name."""

    @cached_property
    def _calls(self) -> CallsByName:
        return CallsByName()

    async def open_guest(
        self, agent: str, start: Start, toolbox: Toolbox, deadline: float, *, ahead: bool = False
    ) -> Guest:
        return self._calls.note(start.code, await super().open_guest(agent, start, toolbox, deadline, ahead=ahead))

    def calls_of(self, code: str) -> Sequence[Called]:
        return self._calls.of(code)

    def state_of(self, _: Scope) -> SessionState:
        """What a session of one request keeps: nothing that others could find."""
        return SessionState()


def plan_notes(catalog: Catalog, planned: Sequence[str], stream: bool, called: Sequence[Called]) -> list[str]:
    """Returns notes on how the program differs from the plan."""
    used = {entry.name for call in called if (entry := catalog.get(call.tool)) is not None}
    notes = [f"the plan names {name}, which the snippet does not call" for name in planned if name not in used]
    if planned:
        notes += [f"the snippet calls {name}, which the plan does not name" for name in sorted(used - set(planned))]
    streams = any(call.streaming for call in called)
    if stream != streams:
        said, does = ("streams", "does not") if stream else ("does not stream", "does")
        notes.append(f"the plan says that the snippet {said}, but it {does}")
    return notes
