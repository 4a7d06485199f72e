"""The store in memory. None of its methods really waits, so code without an event loop may use it, too (`at_once`)."""

from __future__ import annotations

import builtins
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, TypeVar

from codemode.engine.durable.jobs import Jobs
from codemode.engine.durable.leases import LEASE_SECONDS, Lease, lapsed
from codemode.engine.durable.overflow import SMALL, Kept, Overflow
from codemode.engine.durable.store import (
    FATE_SECONDS,
    MAX_FATES,
    MAX_SESSIONS,
    OF_RUNS,
    Fate,
    Kind,
    RunInfo,
    Scope,
    busy,
    gone,
    in_the_way,
    not_yet_written,
)
from codemode.engine.durable.stored_attachments import FileInfo, MemoryFiles
from codemode.engine.fair_eviction import Shares
from codemode.errors import ToolError
from codemode.records import dataclass

T = TypeVar("T")

# bytes of results of all sessions; to make room, the agent that has the most loses its oldest
MAX_KEPT = 256 << 20
# bytes of `store` of all sessions; to make room, the agent that has the most loses those of its session that saved none for the longest time
MAX_STORED = 256 << 20
# bytes of keys and small values of all sessions, which stay in memory; to make room, the agent that has the most loses its oldest sessions
MAX_HELD = 32 << 20
ENTRY = 200  # bytes that a value needs in memory besides its key, wherever it lies


def at_once(work: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine that never waits and returns its result."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value
    work.close()
    raise RuntimeError("the work waits for something")


@dataclass(slots=True)
class _Session:
    given: int = 0
    kept: dict[str, dict[str, Kept]] = field(default_factory=lambda: {"result": {}, "store": {}})


class MemoryStore:
    """Runs and values of this process; nothing outlives it."""

    durable = False
    ahead = 0.0
    jobs: Jobs | None = None

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._runs: dict[str, RunInfo] = {}
        self._journals: dict[str, list[Kept]] = {}
        self._fates: OrderedDict[str, tuple[float, RunInfo]] = OrderedDict()
        self._ended = Shares[str]()  # the runs of each agent among them
        self._sessions: dict[Scope, _Session] = {}
        self._used = Shares[Scope]()  # the sessions of each agent
        self._held_of = Shares[Scope]()  # what keys and small values of its sessions need in memory
        self._results = Shares[tuple[Scope, str]]()  # the sizes of its results
        self._stored = Shares[Scope]()  # the sizes of the stores of its sessions
        self._overflow = Overflow()
        self._files = MemoryFiles(self._runs.__contains__, self._overflow)

    async def create(
        self, run_id: str, scope: Scope, entries: Sequence[bytes], *, owner: str, expires_at: float
    ) -> Lease:
        now, size = self._clock(), sum(map(len, entries))
        with self._lock:
            lease = Lease(run_id, owner, 1)
            if run_id in self._runs:
                self._append(lease, 0, entries)  # an earlier attempt made it
            elif run_id in self._fates:
                raise busy(run_id)
            else:
                until = now + LEASE_SECONDS
                self._runs[run_id] = RunInfo(run_id, scope, "running", "", now, expires_at, size, owner, until, 1)
                self._journals[run_id] = [*map(self._overflow.put, entries)]
            return lease

    async def append(self, lease: Lease, at: int, entries: Sequence[bytes]) -> None:
        with self._lock:
            self._append(lease, at, entries)

    async def park(
        self, lease: Lease, at: int, entries: Sequence[bytes], *, reason: str, expires_at: float, free: bool
    ) -> None:
        with self._lock:
            run = replace(self._append(lease, at, entries), state="waiting", reason=reason, expires_at=expires_at)
            self._runs[run.run_id] = replace(run, owner="", lease_until=0.0) if free else run

    async def resume(self, lease: Lease, at: int, entries: Sequence[bytes], *, expires_at: float) -> None:
        with self._lock:
            run = self._append(lease, at, entries)
            until = max(run.expires_at or 0.0, expires_at)
            self._runs[run.run_id] = replace(run, state="running", reason="", expires_at=until)

    async def read(self, run_id: str) -> list[bytes]:
        with self._lock:
            self._live(run_id)
            return [*map(bytes, self._journals[run_id])]

    async def info(self, run_id: str) -> RunInfo | None:
        with self._lock:
            if run_id in self._runs:
                return self._runs[run_id]
            self._forget()
            return self._fates[run_id][1] if run_id in self._fates else None

    async def lease(self, run_id: str, owner: str) -> RunInfo | None:
        now = self._clock()
        with self._lock:
            run = self._live(run_id)
            if run.owner != owner and not lapsed(run.owner, run.lease_until, now):
                return None
            fence = run.fence + (run.owner != owner)
            run = self._runs[run_id] = replace(run, owner=owner, lease_until=now + LEASE_SECONDS, fence=fence)
            return run

    async def renew(self, leases: Sequence[Lease]) -> None:
        with self._lock:
            for lease in leases:
                run = self._runs.get(lease.run_id)
                if run is not None and run.lease == lease:
                    self._runs[lease.run_id] = replace(run, lease_until=self._clock() + LEASE_SECONDS)

    async def release(self, lease: Lease) -> None:
        with self._lock:
            run = self._runs.get(lease.run_id)
            if run is not None and run.lease == lease:
                self._runs[lease.run_id] = replace(run, owner="", lease_until=0.0)

    async def end(self, lease: Lease, fate: Fate) -> None:
        with self._lock:
            self._end(self._held(lease), fate)

    async def expire(self, now: float | None = None) -> list[str]:
        now = self._clock() if now is None else now
        with self._lock:
            over = [run for run in self._runs.values() if run.is_over(now)]
            for run in over:
                self._end(run, "expired")
            self._files.expire(now)
            self._forget()
            return [run.run_id for run in over]

    def _live(self, run_id: str) -> RunInfo:
        if run_id not in self._runs:
            raise gone(run_id, self._fates[run_id][1].state if run_id in self._fates else None)
        return self._runs[run_id]

    def _held(self, lease: Lease) -> RunInfo:
        run = self._live(lease.run_id)
        if not lease.owner or run.lease != lease:
            raise busy(lease.run_id)
        return run

    def _append(self, lease: Lease, at: int, entries: Sequence[bytes]) -> RunInfo:
        run = self._held(lease)
        new = not_yet_written(lease.run_id, entries, at, run.size)
        size = run.size + sum(map(len, new))
        self._journals[run.run_id] += map(self._overflow.put, new)
        run = self._runs[run.run_id] = replace(run, size=size, lease_until=self._clock() + LEASE_SECONDS)
        return run

    def _end(self, run: RunInfo, fate: Fate) -> None:
        del self._runs[run.run_id], self._journals[run.run_id]
        ended = replace(run, state=fate, reason="", expires_at=None, size=0, owner="", lease_until=0.0, fence=0)
        self._fates[run.run_id] = (self._clock(), ended)
        self._ended.put(run.scope[0], run.run_id)
        self._files.ended(run.scope, run.run_id, self._clock(), well=fate not in ("aborted", "expired"))
        if fate in ("aborted", "expired") and (OF_RUNS, run.run_id) in self._sessions:
            self._forget_session(OF_RUNS, (OF_RUNS, run.run_id))
        self._forget()

    def _forget(self) -> None:
        oldest = self._clock() - FATE_SECONDS
        while self._fates:
            run_id, (ended_at, run) = next(iter(self._fates.items()))
            agent = run.scope[0]
            if ended_at >= oldest:
                if len(self._fates) <= MAX_FATES:
                    break
                agent, run_id = self._ended.next_to_go()
            self._ended.drop(agent, run_id)
            del self._fates[run_id]

    # --- values of sessions ---------------------------------------------------------------------------------------

    async def save_values(self, scope: Scope, kind: Kind, values: Mapping[str, str]) -> None:
        with self._lock:
            kept = self._session(scope).kept[kind]
            before = dict(kept) if kind == "store" else kept
            try:
                for key, text in values.items():
                    self._save(scope, kind, key, text)
                self._make_room(scope)
            except ToolError:
                self._sessions[scope].kept[kind] = before
                self._measure(scope)
                raise
            self._weigh(scope)

    async def save_result(self, scope: Scope, value: str) -> str:
        with self._lock:
            session = self._session(scope)
            session.given += 1
            id = f"res_{session.given}"
            self._save(scope, "result", id, value)
            self._weigh(scope)
            return id

    def _weigh(self, scope: Scope) -> None:
        """Notes what a session needs in memory, and makes room for it."""
        kept = self._sessions[scope].kept.values()
        held = sum(ENTRY + sys.getsizeof(key) + min(len(data), SMALL) for each in kept for key, data in each.items())
        self._held_of.put(scope[0], scope, held)
        while self._held_of.size > MAX_HELD and len(self._held_of) > 1:
            self._forget_session(*self._held_of.next_to_go())

    def _save(self, scope: Scope, kind: Kind, key: str, text: str) -> None:
        data = text.encode(errors="surrogatepass")
        kept = self._session(scope).kept[kind]
        for old in in_the_way(kind, [(k, len(v)) for k, v in kept.items()], key, len(data)):
            self._drop(scope, kind, old)
        self._drop(scope, kind, key)
        kept[key] = self._overflow.put(data)
        if kind == "result":
            self._results.put(scope[0], (scope, key), len(data))
            while self._results.size > MAX_KEPT and len(self._results) > 1:
                _, (of, oldest) = self._results.next_to_go()
                self._drop(of, "result", oldest)

    def _measure(self, scope: Scope) -> None:
        """Notes the size of a session's store, which becomes the latest of its agent."""
        self._stored.put(scope[0], scope, sum(map(len, self._sessions[scope].kept["store"].values())))

    def _make_room(self, scope: Scope) -> None:
        """Makes room for the store of a session. Raises ToolError if it is itself what would have to go."""
        self._measure(scope)
        while self._stored.size > MAX_STORED:
            agent, oldest = self._stored.next_to_go()
            if oldest == scope:
                raise ToolError(f"all sessions together keep at most {MAX_STORED} bytes in memory: delete values")
            self._stored.drop(agent, oldest)
            self._sessions[oldest].kept["store"].clear()

    def _drop(self, scope: Scope, kind: Kind, key: str) -> bool:
        if kind == "result":
            self._results.drop(scope[0], (scope, key))
        session = self._sessions.get(scope)
        return session is not None and session.kept[kind].pop(key, None) is not None

    async def load_value(self, scope: Scope, kind: Kind, key: str) -> str | None:
        with self._lock:
            session = self._sessions.get(scope)
            data = session.kept[kind].get(key) if session is not None else None
            return bytes(data).decode(errors="surrogatepass") if data is not None else None

    async def delete_value(self, scope: Scope, kind: Kind, key: str) -> bool:
        with self._lock:
            found = self._drop(scope, kind, key)
            if found and kind == "store":
                self._measure(scope)
            if found:
                self._weigh(scope)
            return found

    async def values(self, scope: Scope, kind: Kind) -> list[tuple[str, int]]:
        with self._lock:
            session = self._sessions.get(scope)
            return [(key, len(data)) for key, data in session.kept[kind].items()] if session is not None else []

    def _session(self, scope: Scope) -> _Session:
        session = self._sessions.setdefault(scope, _Session())
        self._used.put(scope[0], scope)
        while len(self._sessions) > MAX_SESSIONS:
            self._forget_session(*self._used.next_to_go())
        return session

    def _forget_session(self, agent: str, oldest: Scope) -> None:
        for shares in (self._used, self._stored, self._held_of):
            shares.drop(agent, oldest)
        for key in self._sessions.pop(oldest).kept["result"]:
            self._results.drop(agent, (oldest, key))
        self._files.forget(oldest)

    async def save_files(self, scope: Scope, files: Sequence[tuple[FileInfo, bytes]]) -> None:
        with self._lock:
            self._session(scope)
            for info, data in files:
                self._files.save(scope, info, data, self._clock())

    async def load_file(self, scope: Scope, id: str) -> tuple[FileInfo, bytes] | None:
        with self._lock:
            return self._files.load(scope, id, self._clock())

    async def files(self, scope: Scope) -> builtins.list[FileInfo]:
        with self._lock:
            return self._files.of(scope, self._clock())

    async def close(self) -> None:
        """Nothing to close; what was stored goes with the store."""

    async def list(self, scope: Scope | None = None) -> builtins.list[RunInfo]:
        with self._lock:
            return [run for run in self._runs.values() if scope is None or run.scope == scope]
