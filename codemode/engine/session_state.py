"""What lives from cell to cell of a session: saved results and stored values. They are in the run store, so processes that share it share them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from codemode.engine.durable.store import Kind, MemoryStore, RunStore, Scope
from codemode.engine.keeping import SessionFiles
from codemode.errors import ToolError

if TYPE_CHECKING:
    from codemode.engine.driver import Driver


class SavedValues:
    """One kind of values, as compact JSON, so that nothing is shared. Results make room for new ones, stored values that do not fit are refused."""

    def __init__(self, store: RunStore, scope: Scope, kind: Kind) -> None:
        self._store = store
        self._scope = scope
        self._kind: Kind = kind

    def __contains__(self, key: str) -> bool:
        return any(key == kept for kept, _ in self._store.values(self._scope, self._kind))

    def save(self, key: str, text: str) -> None:
        """Raises ToolError, and keeps what was there, when it may not be saved."""
        self._store.save_value(self._scope, self._kind, key, text)

    def load(self, key: str) -> Any:
        """Raises ToolError when it is not there, or not any more: another process may have made room."""
        text = self._store.load_value(self._scope, self._kind, key)
        if text is None:
            raise ToolError(f"nothing is kept under {key[:80]!r} in this session")
        return json.loads(text)

    def delete(self, key: str) -> bool:
        return self._store.delete_value(self._scope, self._kind, key)


class SessionState:
    """Shared by the cells of one session. The counts are this process's own."""

    def __init__(self, store: RunStore | None = None, scope: Scope = ("", "")) -> None:
        self._store = store if store is not None else MemoryStore()
        self._scope = scope
        self.results = SavedValues(self._store, scope, "result")
        self.store = SavedValues(self._store, scope, "store")
        self.files = SessionFiles(self._store, scope)
        self.counts: dict[str, int] = {"execs": 0, "waits": 0}
        self.driving: set[Driver] = set()  # the runs that somebody drives right now

    def save_result(self, text: str) -> str:
        """Keep a result, given as compact JSON, under a fresh id."""
        id = f"res_{self._store.next_number(self._scope)}"
        self.results.save(id, text)
        return id


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
