"""A run store for tests that have no event loop: every method gives what comes of it. Leases are looked up by their owner."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from codemode.engine.background import in_background
from codemode.engine.durable.leases import Lease
from codemode.engine.durable.store import Fate, Kind, RunInfo, RunStore, Scope
from codemode.engine.durable.store_urls import open_store
from codemode.engine.durable.stored_attachments import FileInfo
from codemode.engine.session_state import SessionState

T = TypeVar("T")


def done(work: Coroutine[Any, Any, T]) -> T:
    return in_background(work).result(120)


class Plain:
    """Any thread may use it."""

    def __init__(self, store: RunStore) -> None:
        self.store = store

    def _lease(self, run_id: str, owner: str) -> tuple[Lease, int]:
        info = self.info(run_id)
        return Lease(run_id, owner, info.fence if info is not None else 0), info.size if info is not None else 0

    def create(self, run_id: str, scope: Scope, head: bytes, *, owner: str, expires_at: float) -> Lease:
        return done(self.store.create(run_id, scope, [head], owner=owner, expires_at=expires_at))

    def append(self, run_id: str, owner: str, entries: Sequence[bytes]) -> None:
        lease, at = self._lease(run_id, owner)
        done(self.store.append(lease, at, entries))

    def read(self, run_id: str) -> list[bytes]:
        return done(self.store.read(run_id))

    def info(self, run_id: str) -> RunInfo | None:
        return done(self.store.info(run_id))

    def lease(self, run_id: str, owner: str) -> bool:
        return done(self.store.lease(run_id, owner)) is not None

    def release(self, run_id: str, owner: str) -> None:
        done(self.store.release(self._lease(run_id, owner)[0]))

    def park(self, run_id: str, owner: str, reason: str, expires_at: float) -> None:
        lease, at = self._lease(run_id, owner)
        done(self.store.park(lease, at, [], reason=reason, expires_at=expires_at, free=False))

    def resume(self, run_id: str, owner: str) -> None:
        done(self.store.resume(*self._lease(run_id, owner), [], expires_at=0.0))

    def end(self, run_id: str, owner: str | None, fate: Fate) -> None:
        """Without an owner the run ends whoever has it."""
        info = self.info(run_id)
        lease = self._lease(run_id, owner if owner is not None else info.owner if info is not None else "")[0]
        done(self.store.end(lease, fate))

    def expire(self, now: float) -> list[str]:
        return done(self.store.expire(now))

    def list(self, scope: Scope | None = None) -> list[RunInfo]:
        return done(self.store.list(scope))

    def save_value(self, scope: Scope, kind: Kind, key: str, text: str) -> None:
        done(self.store.save_values(scope, kind, {key: text}))

    def load_value(self, scope: Scope, kind: Kind, key: str) -> str | None:
        return done(self.store.load_value(scope, kind, key))

    def delete_value(self, scope: Scope, kind: Kind, key: str) -> bool:
        return done(self.store.delete_value(scope, kind, key))

    def values(self, scope: Scope, kind: Kind) -> Sequence[tuple[str, int]]:
        return done(self.store.values(scope, kind))

    def next_number(self, scope: Scope) -> int:
        return int(done(self.store.save_result(scope, "0")).removeprefix("res_"))

    def save_file(self, scope: Scope, info: FileInfo, data: bytes) -> None:
        done(self.store.save_files(scope, [(info, data)]))

    def load_file(self, scope: Scope, id: str) -> tuple[FileInfo, bytes] | None:
        return done(self.store.load_file(scope, id))

    def files(self, scope: Scope) -> Sequence[FileInfo]:
        return done(self.store.files(scope))

    def close(self) -> None:
        done(self.store.close())

    def state(self, scope: Scope) -> State:
        return State(SessionState(self.store, scope))


class State:
    """What lives from cell to cell of a session."""

    def __init__(self, state: SessionState) -> None:
        self._state = state

    def save_result(self, text: str) -> str:
        return done(self._state.save_result(text))

    def result(self, id: str) -> Any:
        return done(self._state.results.load(id))


def opened(url: str | None) -> Plain:
    return Plain(open_store(url))
