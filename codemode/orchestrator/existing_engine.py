"""The engine of somebody else, as a front door works over it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from codemode.engine import Engine
from codemode.engine.durable.store import Scope
from codemode.engine.guest import Guest
from codemode.engine.session_state import SessionState
from codemode.engine.start import Start
from codemode.engine.toolbox import Toolbox
from codemode.orchestrator.effect_ledger import Observer, RecordedSource
from codemode.orchestrator.plan_check import Called, CallsByName, EngineWithCalls


def engine_over(engine: Engine, observers: dict[str, Observer]) -> EngineWithCalls:
    """Returns the engine itself in all but its sources: calls pass through ones that record them."""
    return cast(EngineWithCalls, _EngineOver(engine, observers))


class _EngineOver:
    """An attribute that is not here is read from the other engine each time, so that later changes by its owner (a policy) count here, too."""

    def __init__(self, engine: Engine, observers: dict[str, Observer]) -> None:
        self._engine = engine
        self._calls = CallsByName()
        # in the same order, because a toolbox refers to sources by position
        self.sources = tuple(RecordedSource(source, observers) for source in engine.sources)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    async def toolbox(self, *caller: str, **options: Any) -> Toolbox:
        found = await self._engine.toolbox(*caller, **options)
        for source, entries in zip(self.sources, self._engine.listings.listing()):
            source.remember(entries)
        return found

    async def open_guest(
        self, agent: str, start: Start, toolbox: Toolbox, deadline: float, *, ahead: bool = False
    ) -> Guest:
        return self._calls.note(start.code, await self._engine.open_guest(agent, start, toolbox, deadline, ahead=ahead))

    def calls_of(self, code: str) -> Sequence[Called]:
        return self._calls.of(code)

    def state_of(self, scope: Scope) -> SessionState:
        """That of the engine's own session, because others go on with its runs."""
        return self._engine.session(*scope).state

    async def close(self) -> None:
        """Does nothing: whoever made the engine closes it."""
