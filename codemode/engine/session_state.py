"""The values that cells of a session share: saved results and stored values, in the run store, so processes that share it share them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any, Protocol

from codemode.data.gc_pause import no_collections
from codemode.engine.attachment_storage import SessionFiles
from codemode.engine.durable.memory_store import MemoryStore
from codemode.engine.durable.store import Kind, RunStore, Scope
from codemode.engine.earlier_names import EarlierNames
from codemode.engine.fair_eviction import Shares
from codemode.engine.json_data import WireError, decode
from codemode.engine.threads import aside
from codemode.errors import InternalError


class Driving(Protocol):
    """Who drives a run."""

    def abort(self, why: str) -> None: ...


class Encoded:
    """The JSON of a saved value, which the guest decodes that it is for."""

    def __init__(self, text: str, key: str) -> None:
        self.data = text.encode("utf-8", "surrogatepass")
        self._key = key

    def value(self) -> Any:
        """Decodes it. Raises InternalError if it is damaged."""
        try:
            with no_collections():
                return decode(self.data)
        except WireError as odd:
            told = f"the value in the run store under {self._key[:80]!r} is damaged: {odd}"
            raise InternalError(told, code="runtime_unavailable") from odd


class SavedValues:
    """The values of one kind, as compact JSON, so that nothing is shared. Results replace old ones; stored values that do not fit are refused."""

    def __init__(self, store: RunStore, scope: Scope, kind: Kind) -> None:
        self._store = store
        self._scope = scope
        self._kind: Kind = kind

    async def save(self, values: Mapping[str, str]) -> None:
        """Saves values. Raises ToolError, and keeps the old ones, if they may not be saved."""
        await self._store.save_values(self._scope, self._kind, values)

    async def load(self, key: str) -> Any:
        """Returns a value. Raises KeyError if it is not there (any more), and InternalError if it is damaged."""
        found = await self.encoded(key)
        return await aside(found.data, found.value)

    async def encoded(self, key: str) -> Encoded:
        """Returns the JSON of a value. Raises KeyError if it is not there (any more)."""
        text = await self._store.load_value(self._scope, self._kind, key)
        if text is None:
            raise KeyError(key)
        return Encoded(text, key)

    async def delete(self, key: str) -> bool:
        return await self._store.delete_value(self._scope, self._kind, key)


class SessionState:
    """Shared by the cells of one session. The counts are this process's own."""

    def __init__(self, store: RunStore | None = None, scope: Scope = ("", "")) -> None:
        self._store = store if store is not None else MemoryStore()
        self._scope = scope
        self.results = SavedValues(self._store, scope, "result")
        self.store = SavedValues(self._store, scope, "store")
        self.files = SessionFiles(self._store, scope)
        self.names = EarlierNames()
        self.counts: dict[str, int] = {"execs": 0, "waits": 0}
        self.driving: dict[str, Driving] = {}  # the runs that somebody drives right now, by their ids
        self.aborting: set[str] = set()  # the runs that end as soon as somebody drives them
        # how often the session was closed, so that a program that was being prepared meanwhile does not begin
        self.closings = 0

    def abort(self, run_id: str) -> None:
        """Ends a run that is driven in this process, now or later."""
        self.aborting.add(run_id)
        if run_id in self.driving:
            self.driving[run_id].abort("the run was aborted")

    async def save_result(self, text: str) -> str:
        """Keeps a result, given as compact JSON, under a fresh id."""
        return await self._store.save_result(self._scope, text)


class States:
    """The states of the sessions that were used last: where there are too many, the agent that has the most loses its oldest."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._of: dict[Scope, SessionState] = {}
        self._shares = Shares[Scope]()
        self._lock = Lock()

    def get(self, scope: Scope, make: Callable[[], SessionState]) -> SessionState:
        """Returns the state of a session; makes it if it is missing."""
        with self._lock:
            found = self._of.get(scope) or make()
            self._of[scope] = found
            self._shares.put(scope[0], scope)
            while self._shares.size > self._most:
                agent, oldest = self._shares.next_to_go()
                self._shares.drop(agent, oldest)
                del self._of[oldest]
            return found


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
