"""Where runs and what sessions keep are stored: the protocol, its rules, and the store in memory.

A run is a journal: bytes that are appended in order, by one owner at a time. What was appended is kept whatever happens to the process
(in a durable store), and only who holds the lease of a run can append. Every method is quick and does not wait for the world.

A run that has ended leaves its fate. Asking anything of it but `info` raises the RunError that tells it: `aborted`, `snapshot_expired`, or
`run_not_found`, which is also the answer for a run that never was.
"""

from __future__ import annotations

import builtins
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from codemode.engine.durable.files import FileInfo, MemoryFiles
from codemode.engine.durable.leases import LEASE_SECONDS, lapsed, owner_name
from codemode.errors import ConfigError, RunError, ToolError

Scope = tuple[str, str]  # agent, session
Fate = Literal["running", "waiting", "completed", "failed", "aborted", "expired"]
Kind = Literal["result", "store"]

MAX_FATES = 10_000  # ended runs whose fate can still be told
FATE_SECONDS = 7 * 86_400.0
MAX_SESSIONS = 10_000  # sessions whose values are kept; those that saved nothing for the longest time make room
MAX_ENTRIES = 256  # values of one kind in one session
MAX_KEY = 1000  # characters
MAX_BYTES = 64 << 20  # of compact JSON in UTF-8, in all
MAX_KEPT = 256 << 20  # bytes of results of all sessions that are kept in memory; the oldest make room


@dataclass(slots=True, frozen=True)
class RunInfo:
    """A run as the store knows it.

    `state` is "running" while it is driven (or since its driver was killed), "waiting" when it is parked, else how it ended. `reason` says why
    it waits: pending_tools, yield or approval. Times are seconds since 1970, `size` is the bytes of its journal. `owner` holds the lease
    until `lease_until`; it is "" when the run is free.
    """

    run_id: str
    scope: Scope
    state: Fate
    reason: str
    created_at: float
    expires_at: float | None
    size: int
    owner: str
    lease_until: float


class RunStore(Protocol):
    """What keeps runs. `durable` says whether they outlive the process."""

    @property
    def durable(self) -> bool: ...

    def create(self, run_id: str, scope: Scope, head: bytes, *, owner: str, expires_at: float) -> None:
        """A new run, running and leased to `owner`; `head` is the first entry of its journal. RunError run_busy if the id is taken."""
        ...

    def append(self, run_id: str, owner: str, entries: Sequence[bytes]) -> None:
        """All entries or none; renews the lease. RunError run_busy when somebody else has the lease by now."""
        ...

    def read(self, run_id: str) -> list[bytes]:
        """The head, then all entries in order."""
        ...

    def info(self, run_id: str) -> RunInfo | None:
        """Also of runs that ended, while their fate is remembered."""
        ...

    def lease(self, run_id: str, owner: str) -> bool:
        """Take the run, or keep it for another LEASE_SECONDS. False while another living owner holds it."""
        ...

    def release(self, run_id: str, owner: str) -> None:
        """Give the run back. Nothing happens if `owner` does not hold it."""
        ...

    def park(self, run_id: str, owner: str, reason: str, expires_at: float) -> None:
        """The run waits from now on, at most until `expires_at`. The lease stays as it is."""
        ...

    def resume(self, run_id: str, owner: str) -> None:
        """The run is running again."""
        ...

    def end(self, run_id: str, owner: str | None, fate: Fate) -> None:
        """The journal is deleted and the fate remembered. Without an owner the run ends whoever holds it."""
        ...

    def expire(self, now: float) -> list[str]:
        """End the runs whose time is over and that nobody drives: they wait, or their lease has lapsed. Gives their ids."""
        ...

    def save_value(self, scope: Scope, kind: Kind, key: str, text: str) -> None:
        """Keep compact JSON for the later cells of a session. Results make room for new ones; stored values that do not fit are a ToolError."""
        ...

    def load_value(self, scope: Scope, kind: Kind, key: str) -> str | None: ...

    def delete_value(self, scope: Scope, kind: Kind, key: str) -> bool: ...

    def values(self, scope: Scope, kind: Kind) -> list[tuple[str, int]]:
        """Keys and sizes in bytes, in the order in which they were saved."""
        ...

    def next_number(self, scope: Scope) -> int:
        """1, 2, 3 ...: never the same twice in a session."""
        ...

    def save_file(self, scope: Scope, info: FileInfo, data: bytes) -> None:
        """Keep an attachment for as long as its run has not ended, and `info.ttl` seconds more; it goes with a run that is aborted or expires.
        The oldest of the session make room."""
        ...

    def load_file(self, scope: Scope, id: str) -> tuple[FileInfo, bytes] | None: ...

    def files(self, scope: Scope) -> builtins.list[FileInfo]:
        """What is kept of a session, in the order in which it was saved."""
        ...

    def close(self) -> None: ...

    # the last one, because from here on the name means the method
    def list(self, scope: Scope | None = None) -> builtins.list[RunInfo]:
        """The runs that have not ended, oldest first."""
        ...


def open_store(url: object) -> RunStore:
    """The store that a URL names: None is memory, `sqlite:///runs.db` and `sqlite:////absolute/runs.db` are files. Raises ConfigError."""
    if url is None:
        return MemoryStore()
    if isinstance(url, str) and url.startswith("sqlite:"):
        from codemode.engine.durable.sqlite_store import SqliteStore, path_of

        return SqliteStore(path_of(url))
    raise ConfigError(
        f"no run store is known for {repr(url)[:80]}: leave the store out to keep runs in memory,"
        " or name a file, for example sqlite:///runs.db or sqlite:////var/lib/app/runs.db"
    )


# --- rules that hold in every store -----------------------------------------------------------------------------------

_GONE: dict[str, tuple[str, str]] = {
    "aborted": ("aborted", "the run was aborted"),
    "expired": ("snapshot_expired", "nobody went on with the run in time; start it anew"),
}


def gone(run_id: str, fate: str | None) -> RunError:
    """What is to be said of a run that is not there any more, or never was (`fate` None)."""
    if fate is None:
        return RunError(f"there is no run {run_id[:80]!r}", code="run_not_found")
    code, message = _GONE.get(fate, ("run_not_found", "the run has ended; its reply was delivered"))
    return RunError(message, code=code)


def busy(run_id: str) -> RunError:
    return RunError(f"somebody else goes on with the run {run_id[:80]!r}", code="run_busy", phase="host")


def in_the_way(kind: Kind, kept: Sequence[tuple[str, int]], key: str, size: int) -> list[str]:
    """The keys that have to go before a value of that size is saved. Raises ToolError, with nothing changed, when it may not be saved."""
    if len(key) > MAX_KEY:
        raise ToolError(f"a key of {len(key)} characters is too long; the limit is {MAX_KEY}")
    if size > MAX_BYTES:
        raise ToolError(f"a value of {size} bytes is too large to keep; the limit is {MAX_BYTES}")
    others = [entry for entry in kept if entry[0] != key]
    count, held = len(others), sum(length for _, length in others)
    going: list[str] = []
    for name, length in others:
        if count < MAX_ENTRIES and held + size <= MAX_BYTES:
            break
        if kind == "store":
            raise ToolError(f"the session keeps at most {MAX_ENTRIES} values of {MAX_BYTES} bytes in all")
        going.append(name)
        count, held = count - 1, held - length
    return going


# --- in memory --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Session:
    given: int = 0
    kept: dict[str, dict[str, bytes]] = field(default_factory=lambda: {"result": {}, "store": {}})


class MemoryStore:
    """Runs and values of this process; nothing outlives it."""

    durable = False

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._runs: dict[str, RunInfo] = {}
        self._journals: dict[str, list[bytes]] = {}
        self._fates: OrderedDict[str, tuple[float, RunInfo]] = OrderedDict()
        self._sessions: OrderedDict[Scope, _Session] = OrderedDict()
        self._results: OrderedDict[tuple[Scope, str], int] = OrderedDict()  # sizes of all results, oldest first
        self._results_size = 0  # their sum
        self._files = MemoryFiles(self._runs.__contains__)

    def create(self, run_id: str, scope: Scope, head: bytes, *, owner: str, expires_at: float) -> None:
        now = self._clock()
        with self._lock:
            if run_id in self._runs or run_id in self._fates:
                raise busy(run_id)
            until = now + LEASE_SECONDS
            self._runs[run_id] = RunInfo(run_id, scope, "running", "", now, expires_at, len(head), owner, until)
            self._journals[run_id] = [head]

    def append(self, run_id: str, owner: str, entries: Sequence[bytes]) -> None:
        with self._lock:
            run = self._held(run_id, owner)
            size = run.size + sum(map(len, entries))
            self._journals[run_id] += entries
            self._runs[run_id] = replace(run, size=size, lease_until=self._clock() + LEASE_SECONDS)

    def read(self, run_id: str) -> list[bytes]:
        with self._lock:
            self._live(run_id)
            return self._journals[run_id].copy()

    def info(self, run_id: str) -> RunInfo | None:
        with self._lock:
            if run_id in self._runs:
                return self._runs[run_id]
            self._forget()
            return self._fates[run_id][1] if run_id in self._fates else None

    def lease(self, run_id: str, owner: str) -> bool:
        now = self._clock()
        with self._lock:
            run = self._live(run_id)
            if run.owner != owner and not lapsed(run.owner, run.lease_until, now):
                return False
            self._runs[run_id] = replace(run, owner=owner, lease_until=now + LEASE_SECONDS)
            return True

    def release(self, run_id: str, owner: str) -> None:
        with self._lock:
            run = self._runs.get(run_id)
            if run is not None and run.owner == owner:
                self._runs[run_id] = replace(run, owner="", lease_until=0.0)

    def park(self, run_id: str, owner: str, reason: str, expires_at: float) -> None:
        with self._lock:
            run = self._held(run_id, owner)
            self._runs[run_id] = replace(run, state="waiting", reason=reason, expires_at=expires_at)

    def resume(self, run_id: str, owner: str) -> None:
        with self._lock:
            self._runs[run_id] = replace(self._held(run_id, owner), state="running", reason="")

    def end(self, run_id: str, owner: str | None, fate: Fate) -> None:
        with self._lock:
            self._end(self._live(run_id) if owner is None else self._held(run_id, owner), fate)

    def expire(self, now: float) -> list[str]:
        with self._lock:
            over = [run for run in self._runs.values() if run.expires_at is not None and run.expires_at <= now]
            over = [run for run in over if run.state == "waiting" or lapsed(run.owner, run.lease_until, now)]
            for run in over:
                self._end(run, "expired")
            self._files.expire(now)
            self._forget()
            return [run.run_id for run in over]

    def _live(self, run_id: str) -> RunInfo:
        if run_id not in self._runs:
            raise gone(run_id, self._fates[run_id][1].state if run_id in self._fates else None)
        return self._runs[run_id]

    def _held(self, run_id: str, owner: str) -> RunInfo:
        run = self._live(run_id)
        if not owner or run.owner != owner:
            raise busy(run_id)
        return run

    def _end(self, run: RunInfo, fate: Fate) -> None:
        del self._runs[run.run_id], self._journals[run.run_id]
        ended = replace(run, state=fate, reason="", expires_at=None, size=0, owner="", lease_until=0.0)
        self._fates[run.run_id] = (self._clock(), ended)
        self._files.ended(run.scope, run.run_id, self._clock(), well=fate not in ("aborted", "expired"))
        self._forget()

    def _forget(self) -> None:
        oldest = self._clock() - FATE_SECONDS
        while self._fates:
            run_id, (ended_at, _) = next(iter(self._fates.items()))
            if len(self._fates) <= MAX_FATES and ended_at >= oldest:
                break
            del self._fates[run_id]

    # --- values of sessions ---------------------------------------------------------------------------------------

    def save_value(self, scope: Scope, kind: Kind, key: str, text: str) -> None:
        data = text.encode(errors="surrogatepass")
        with self._lock:
            kept = self._session(scope).kept[kind]
            for old in in_the_way(kind, [(k, len(v)) for k, v in kept.items()], key, len(data)):
                self._drop(scope, kind, old)
            self._drop(scope, kind, key)
            kept[key] = data
            if kind == "result":
                self._results[scope, key] = len(data)
                self._results_size += len(data)
                while self._results_size > MAX_KEPT and len(self._results) > 1:
                    oldest = next(iter(self._results))
                    self._drop(oldest[0], "result", oldest[1])

    def _drop(self, scope: Scope, kind: Kind, key: str) -> bool:
        if kind == "result":
            self._results_size -= self._results.pop((scope, key), 0)
        session = self._sessions.get(scope)
        return session is not None and session.kept[kind].pop(key, None) is not None

    def load_value(self, scope: Scope, kind: Kind, key: str) -> str | None:
        with self._lock:
            session = self._sessions.get(scope)
            data = session.kept[kind].get(key) if session is not None else None
        return data.decode(errors="surrogatepass") if data is not None else None

    def delete_value(self, scope: Scope, kind: Kind, key: str) -> bool:
        with self._lock:
            return self._drop(scope, kind, key)

    def values(self, scope: Scope, kind: Kind) -> list[tuple[str, int]]:
        with self._lock:
            session = self._sessions.get(scope)
            return [(key, len(data)) for key, data in session.kept[kind].items()] if session is not None else []

    def next_number(self, scope: Scope) -> int:
        with self._lock:
            session = self._session(scope)
            session.given += 1
            return session.given

    def _session(self, scope: Scope) -> _Session:
        session = self._sessions.setdefault(scope, _Session())
        self._sessions.move_to_end(scope)
        while len(self._sessions) > MAX_SESSIONS:
            oldest, gone = self._sessions.popitem(last=False)
            for key in gone.kept["result"]:
                self._results_size -= self._results.pop((oldest, key), 0)
            self._files.forget(oldest)
        return session

    def save_file(self, scope: Scope, info: FileInfo, data: bytes) -> None:
        with self._lock:
            self._session(scope)
            self._files.save(scope, info, data, self._clock())

    def load_file(self, scope: Scope, id: str) -> tuple[FileInfo, bytes] | None:
        with self._lock:
            return self._files.load(scope, id, self._clock())

    def files(self, scope: Scope) -> builtins.list[FileInfo]:
        with self._lock:
            return self._files.of(scope, self._clock())

    def close(self) -> None:
        """Nothing to close; what was stored goes with the store."""

    def list(self, scope: Scope | None = None) -> builtins.list[RunInfo]:
        with self._lock:
            return [run for run in self._runs.values() if scope is None or run.scope == scope]


__all__ = ["Fate", "FileInfo", "Kind", "MemoryStore", "RunInfo", "RunStore", "Scope", "open_store", "owner_name"]
