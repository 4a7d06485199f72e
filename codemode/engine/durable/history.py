"""History: the events of runs, in order, kept for as long as the host wishes, also after the runs have ended.

History receives the events like any listener (see `event_listeners`) and writes them in a thread, so a run does not wait for it. It is limited
in time, in the bytes of one run, and in the number of runs.
"""

from __future__ import annotations

import json
import re
import sqlite3
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import field
from typing import Any, Final, Literal, Protocol, cast
from urllib.parse import quote

from codemode.engine.events import RunEvent
from codemode.engine.session_state import compact
from codemode.errors import ConfigError, InternalError
from codemode.records import dataclass

MAX_RUNS: Final = 10_000
MAX_MISSED: Final = 200  # events that wait for a locked file; beyond that, the oldest are lost
MAX_RUN_BYTES: Final = 4 << 20  # of the events of one run; beyond that, output and progress events are dropped
MAX_MEMORY: Final = 64 << 20  # bytes of history in memory, and of one read
SWEEP_SECONDS: Final = 60.0
OPEN: Final = ("running", "waiting")
PASSING: Final = ("output", "call_started", "call_progress", "call_ended")

_UNITS: Final = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}
_AGE: Final = re.compile(r"(\d+(?:\.\d+)?)\s*([smhd])")

Record = Literal["none", "all"]
Redact = Callable[[str, Any], Any]
Entry = dict[str, Any]


def checked_history(history: object) -> float:
    """Returns the seconds that history is kept, 0 for no history. Raises ConfigError."""
    if history is None:
        return 0.0
    found = _AGE.fullmatch(history.strip()) if isinstance(history, str) else None
    seconds = float(found[1]) * _UNITS[found[2]] if found else history
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 1 <= seconds <= 3650 * 86_400:
        raise ConfigError(
            f'history must say how long ended runs are kept, such as "7d", "12h" or seconds, not {history!r}'
        )
    return float(seconds)


def checked_record(record: object, redact: object) -> Record:
    """Raises ConfigError."""
    if record not in ("none", "all"):
        raise ConfigError(f'record must be "none" or "all" (arguments and results of calls, too), not {record!r}')
    if redact is not None and not callable(redact):
        raise ConfigError(
            f"redact must be a function that takes a tool's name and a value, not {type(redact).__name__}"
        )
    return record


@dataclass(slots=True)
class CallRecord:
    """A nested call. `status` is that of `ToolCallRecord`, or running, or, before the call is made, waiting (for approval) or approved. `started_at`
    is seconds since 1970, 0 for a call that was not made; `arguments` and `result` are None unless the engine records them. `decided_by` is who
    decided about it, "" if nobody was named, `decided_at` when, 0 if nobody did."""

    id: str
    tool: str
    tool_id: str = ""
    status: str = "running"
    started_at: float = 0.0
    ms: float = 0.0
    code: str = ""
    error: str = ""
    arguments: Any = None
    result: Any = None
    decided_by: str = ""
    decided_at: float = 0.0


@dataclass(slots=True)
class RunRecord:
    """A run. `status` is running, waiting, completed, failed, aborted or expired; `reason` is why it waits; `code` is the program. `omitted`
    counts events that were dropped because there were too many."""

    run_id: str
    agent: str
    session: str
    status: str
    reason: str = ""
    started_at: float = 0.0
    ended_at: float | None = None
    code: str = ""
    calls: list[CallRecord] = field(default_factory=list[CallRecord])
    replies: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    omitted: int = 0


@dataclass(slots=True, frozen=True)
class Trajectory:
    """All recorded events of a run, in order, as JSON data."""

    run_id: str
    events: tuple[Entry, ...]

    def jsonl(self) -> str:
        """One event on each line."""
        return "".join(f"{compact(event)}\n" for event in self.events)


_OF_CALLS: Final = ("call_started", "call_progress", "call_ended", "approval_asked")
_OPEN: Final = ("running", "waiting", "approved")


def record_of(run_id: str, events: Sequence[Entry], omitted: int = 0) -> RunRecord:
    """Builds the record of a run from its events."""
    made = RunRecord(run_id, "", "", "running", omitted=omitted)
    calls: dict[str, CallRecord] = {}
    for event in events:
        kind, at = event["type"], event["at"]
        made.started_at = made.started_at or at
        if kind in _OF_CALLS and event["call_id"] not in calls and not event.get("question"):
            status = "waiting" if kind == "approval_asked" else "running"
            calls[event["call_id"]] = CallRecord(event["call_id"], event["tool"], status=status)
        match kind:
            case "started":
                made.agent, made.session, made.code = event["agent"], event["session"], event["code"]
            case "call_started":
                call = calls[event["call_id"]]
                call.tool_id, call.started_at, call.arguments = event["tool_id"], at, event.get("arguments")
                if call.status in _OPEN:  # recovered events are not in their order
                    call.status = "running"
            case "approval_given" if event["call_id"] in calls:
                call = calls[event["call_id"]]
                call.decided_by, call.decided_at = event.get("by", ""), at  # earlier versions did not tell who
                call.status = "approved" if event["approved"] and call.status == "waiting" else call.status
            case "call_ended":
                call = calls[event["call_id"]]
                call.tool_id, call.status, call.ms = event["tool_id"], event["status"], event["ms"]
                call.code, call.error, call.result = event["code"], event["error"], event.get("result")
            case "waiting":
                made.status, made.reason = "waiting", event["reason"]
            case "resumed":
                made.status, made.reason = "running", ""
            case "ended":
                made.status, made.reason, made.ended_at = event["status"], "", at
            case _:
                pass
        if event.get("reply"):
            made.replies.append(event["reply"])
            _add_calls(calls, event["reply"])
    made.calls = list(calls.values())
    for call in made.calls:
        if call.status in _OPEN and made.ended_at is not None:
            # whether a call did its work is unknown and will stay unknown, unless nobody approved it
            call.status = "never_started" if call.status == "waiting" else "in_doubt"
    return made


def _add_calls(calls: dict[str, CallRecord], reply: dict[str, Any]) -> None:
    """Adds the calls that a reply reports but whose own events were dropped."""
    for told in reply.get("tool_calls", ()):
        call = calls.setdefault(told["id"], CallRecord(told["id"], told["tool"]))
        if call.status in _OPEN and reply["status"] != "waiting":
            call.status, call.ms, call.code, call.error = told["status"], told["ms"], told["code"], told["error"]


# --- writing -------------------------------------------------------------------------------------------------------------


class HistoryStore(Protocol):
    """Keeps the events of runs. Every method blocks; call it in a thread. Any thread may call it. Raises InternalError."""

    @property
    def shared(self) -> bool:
        """Whether other machines write to it, too."""
        ...

    def hear(self, event: RunEvent) -> None:
        """Writes an event."""
        ...

    def recover(self, run_id: str, agent: str, session: str, events: Sequence[RunEvent]) -> None:
        """Writes those events of a run that history does not have: its process was killed before it wrote them."""
        ...

    def runs(
        self, agent: str | None, session: str | None, status: str | None, limit: int, before: float | None
    ) -> list[RunRecord]:
        """The latest runs first."""
        ...

    def events(self, run_id: str) -> list[Entry]: ...

    def open_runs(self) -> list[tuple[str, float]]:
        """The runs whose end is not recorded, each with the time of its latest event."""
        ...

    def close(self) -> None: ...


class Keeping:
    """Which parts of an event a history records."""

    def __init__(self, record: Record, redact: Redact | None) -> None:
        self._record: Record = record
        self._redact = redact

    def kept(self, entry: Entry) -> Entry:
        """The event without the parts that the host does not record. Arguments and results in events are already redacted."""
        entry.pop("lost", None)
        reply = cast("dict[str, Any] | None", entry.get("reply"))
        if entry["type"] == "approval_asked":
            entry["arguments"] = self._value(entry["tool"], entry["arguments"])
        if reply is not None:
            for call in reply.get("pending_tool_calls", ()):
                call["arguments"] = self._value(call["tool"], call["arguments"])
            for call in reply.get("tool_calls", ()):
                call["result"] = self._value(call["tool"], call["result"])
        return entry

    def recovered(self, event: RunEvent) -> Entry:
        """An event that was recovered from a journal. Its tool names are those by which programs call tools, which the host's `redact` may not
        know, so arguments are left out if there is one."""
        entry = event.as_dict()
        if self._redact is not None and entry["type"] == "approval_asked":
            entry["arguments"] = None
        return self.kept(entry) | {"recovered": True}

    def _value(self, tool: str, value: Any) -> Any:
        return None if self._record == "none" or value is None else redacted(self._redact, tool, value)


class History:
    """Keeps the events of runs in a file, or in memory if the path is None. Several processes may use one file."""

    shared = False

    def __init__(self, path: str | None, seconds: float, keeping: Keeping | None = None) -> None:
        self.seconds = seconds
        self._keeping = keeping or Keeping("none", None)
        self._lock = threading.Lock()
        self._swept = 0.0
        self._missed: deque[tuple[Entry, tuple[str, str], int]] = deque(maxlen=MAX_MISSED)  # while the file was locked
        self._db = sqlite3.connect(path or ":memory:", check_same_thread=False, isolation_level=None, timeout=5.0)
        try:
            self._db.execute("PRAGMA busy_timeout=5000")
            self._db.execute("PRAGMA synchronous=NORMAL")
            self._db.executescript(
                "CREATE TABLE IF NOT EXISTS history_runs (run_id TEXT PRIMARY KEY, agent TEXT NOT NULL, session TEXT NOT NULL,"
                " status TEXT NOT NULL, at REAL NOT NULL, changed REAL NOT NULL, size INTEGER NOT NULL, omitted INTEGER NOT NULL);"
                "CREATE INDEX IF NOT EXISTS history_by_time ON history_runs (at);"
                "CREATE TABLE IF NOT EXISTS history_events (run_id TEXT NOT NULL, at REAL NOT NULL, body TEXT NOT NULL);"
                "CREATE INDEX IF NOT EXISTS history_by_run ON history_events (run_id, at);"
            )
        except sqlite3.Error as broken:
            self._db.close()
            raise ConfigError(f"the history cannot be kept in {path}: {broken}") from broken
        self._in_memory = path is None

    def hear(self, event: RunEvent) -> None:
        """Writes an event. Call it in a thread."""
        entry = self._keeping.kept(event.as_dict())
        scope = getattr(event, "agent", ""), getattr(event, "session", "")
        with self._lock, suppress(sqlite3.ProgrammingError):  # the history is closed
            self._missed.append((entry, scope, event.lost))
            self._write_missed()
            if time.monotonic() - self._swept > SWEEP_SECONDS:
                self._sweep()

    def _write_missed(self) -> None:
        """Writes what is not written yet. Another process may have the file locked; then it stays for the next time."""
        while self._missed:
            try:
                with self._transaction():
                    self._write(*self._missed[0])
            except Exception as broken:
                if not isinstance(broken, sqlite3.OperationalError):  # it must not keep back what comes after it
                    self._missed.popleft()
                raise
            self._missed.popleft()

    def _catch_up(self) -> None:
        """Writes what is missing if nobody has the file locked now."""
        if self._missed:
            self._db.execute("PRAGMA busy_timeout=0")
            with suppress(Exception):
                self._write_missed()
            self._db.execute("PRAGMA busy_timeout=5000")

    def recover(self, run_id: str, agent: str, session: str, events: Sequence[RunEvent]) -> None:
        """Writes those events of a run that history does not have: its process was killed before it wrote them. Call it in a thread."""
        entries = [self._keeping.recovered(event) for event in events]
        with self._using(), self._transaction():
            known = self._events(run_id)
            for entry in (new := news(known, entries)):
                self._write(entry, (agent, session))
            status = record_of(run_id, once([*known, *new])).status
            self._db.execute("UPDATE history_runs SET status = ? WHERE run_id = ?", (status, run_id))

    @contextmanager
    def _transaction(self) -> Generator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def _write(self, entry: Entry, scope: tuple[str, str], lost: int = 0) -> None:
        run_id, at = entry["run_id"], entry["at"]
        body = body_of(entry)
        # the first event that came may not have told who began the run
        known = "ON CONFLICT (run_id) DO UPDATE SET agent = excluded.agent, session = excluded.session WHERE excluded.agent || excluded.session <> ''"
        self._db.execute(
            f"INSERT INTO history_runs VALUES (?, ?, ?, 'running', ?, ?, 0, 0) {known}", (run_id, *scope, at, at)
        )
        look = "SELECT size, status FROM history_runs WHERE run_id = ?"
        held, status = self._db.execute(look, (run_id,)).fetchone()
        after = status_after(entry, status)
        if after is None:
            return
        kept = is_kept(entry, held + len(body))
        if kept:
            self._db.execute("INSERT INTO history_events VALUES (?, ?, ?)", (run_id, at, body.decode()))
        self._db.execute(
            "UPDATE history_runs SET changed = max(changed, ?), size = size + ?, omitted = omitted + ?, status = ? WHERE run_id = ?",
            (at, len(body) if kept else 0, lost + (not kept), after, run_id),
        )

    @contextmanager
    def _using(self) -> Generator[None]:
        """Turns errors of the file into codemode errors."""
        with self._lock:
            try:
                self._catch_up()
                yield
            except (sqlite3.Error, ValueError) as broken:
                raise InternalError(f"the history cannot be read or written: {broken}") from broken

    def _sweep(self) -> None:
        self._swept = time.monotonic()
        gone = "SELECT run_id FROM history_runs WHERE changed < ?"
        # of each agent the latest, so that one with very many runs makes room itself
        place = "row_number() OVER (PARTITION BY agent ORDER BY changed DESC) AS place"
        ranked = f"(SELECT run_id, changed, {place} FROM history_runs)"
        many = f"SELECT run_id FROM {ranked} ORDER BY place, changed DESC LIMIT -1 OFFSET ?"
        for found, bound in ((gone, time.time() - self.seconds), (many, MAX_RUNS)):
            self._forget(found, bound)
        if self._in_memory:
            self._fit_in_memory()

    def _fit_in_memory(self) -> None:
        """Forgets the oldest runs of the agent whose runs are largest, a part of them at a time."""
        sizes = "SELECT agent, count(*), sum(size) FROM history_runs GROUP BY agent ORDER BY sum(size) DESC"
        while (found := self._db.execute(sizes).fetchall()) and sum(size for *_, size in found) > MAX_MEMORY:
            agent, many, _ = found[0]
            first = "SELECT run_id FROM history_runs WHERE agent = ? ORDER BY changed LIMIT ?"
            self._forget(first, agent, max(1, many // 10))

    def _forget(self, found: str, *bounds: float | str) -> None:
        self._db.execute(f"DELETE FROM history_events WHERE run_id IN ({found})", bounds)
        self._db.execute(f"DELETE FROM history_runs WHERE run_id IN ({found})", bounds)

    # --- reading ---------------------------------------------------------------------------------------------------------

    def runs(
        self, agent: str | None, session: str | None, status: str | None, limit: int, before: float | None
    ) -> list[RunRecord]:
        """Returns the latest runs first. Call it in a thread."""
        bounds = {"agent": agent, "session": session, "status": status}
        given = {name: value for name, value in bounds.items() if value is not None}
        where = "".join(f" AND {name} = ?" for name in given)
        oldest, latest = time.time() - self.seconds, before if before is not None else float("inf")
        with self._using():
            rows = self._db.execute(
                f"SELECT run_id, agent, session, status, at, omitted FROM history_runs WHERE changed >= ? AND at < ?{where}"
                " ORDER BY at DESC LIMIT ?",
                (oldest, latest, *given.values(), limit),
            ).fetchall()
            found: list[RunRecord] = []
            for run_id, of_agent, of_session, now, at, omitted in rows:
                record = record_of(run_id, once(self._events(run_id)), omitted)
                record.agent, record.session, record.status, record.started_at = of_agent, of_session, now, at
                found.append(record)
        return found

    def events(self, run_id: str) -> list[Entry]:
        """Returns the events of a run. Call it in a thread."""
        with self._using():
            return once(self._events(run_id))

    def open_runs(self) -> list[tuple[str, float]]:
        """The runs whose end is not recorded, each with the time of its latest event. Call it in a thread."""
        with self._using():
            return self._db.execute(
                f"SELECT run_id, changed FROM history_runs WHERE status IN {OPEN} AND changed >= ?",
                (time.time() - self.seconds,),
            ).fetchall()

    def _events(self, run_id: str) -> list[Entry]:
        rows = self._db.execute("SELECT body FROM history_events WHERE run_id = ? ORDER BY at", (run_id,))
        return [json.loads(body) for (body,) in rows]

    def close(self) -> None:
        with self._lock:
            self._catch_up()
            self._db.close()


def is_kept_in(path: str) -> bool:
    """Whether a file contains a history. Call it in a thread."""
    try:
        with closing(sqlite3.connect(f"file:{quote(path)}?mode=ro", uri=True, timeout=5.0)) as db:
            return db.execute("SELECT 1 FROM sqlite_master WHERE name = 'history_runs'").fetchone() is not None
    except sqlite3.Error:
        return False


def body_of(entry: Entry) -> bytes:
    """The JSON of an event, as it is written."""
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"), default=str).encode(errors="replace")


def status_after(entry: Entry, before: str) -> str | None:
    """The status of a run after an event; None for an event that does not count."""
    match entry["type"]:
        case "ended" if entry["status"] == "expired" and before not in OPEN:
            return None  # the reply was delivered, and what was left of the run has expired
        case "ended":
            return entry["status"]
        case "waiting":
            return "waiting"
        case "started" | "resumed":
            return "running"
        case _:
            return before


def is_kept(entry: Entry, size: int) -> bool:
    """Whether an event is kept when it brings the events of its run to that size."""
    return entry["type"] not in PASSING or size <= MAX_RUN_BYTES


def once(entries: Sequence[Entry]) -> list[Entry]:
    """Sorts entries by time. Leaves out recovered entries that were also recorded normally, even if those were written later."""
    ordered = sorted(entries, key=lambda entry: entry["at"])
    resumed, keys = 0, list[tuple[object, ...]]()
    for entry in ordered:
        resumed += entry["type"] == "resumed"
        keys.append((entry["type"], entry.get("call_id", ""), resumed if entry["type"] == "waiting" else 0))
    known = {key for key, entry in zip(keys, ordered, strict=True) if "recovered" not in entry}
    found: list[Entry] = []
    for key, entry in zip(keys, ordered, strict=True):
        if "recovered" not in entry or key not in known or entry["type"] == "output":
            known.add(key)
            found.append(entry)
    return found


def news(known: Sequence[Entry], recovered: Sequence[Entry]) -> list[Entry]:
    """The recovered entries that are not known yet. Output is compared by its length: of each stream, the text beyond the known characters is new."""
    others = once([*known, *(entry for entry in recovered if entry["type"] != "output")])
    heard = Counter[str]()
    for entry in known:
        if entry["type"] == "output":
            heard[entry["stream"]] += len(entry["text"]) + entry["omitted_bytes"]
    found: list[Entry] = []
    for entry in recovered:
        if entry["type"] != "output":
            found += [entry] if any(entry is each for each in others) else []
            continue
        before = heard[entry["stream"]]
        text = entry["text"][before:]
        heard[entry["stream"]] = max(0, before - len(entry["text"]))
        found += [entry | {"text": text}] if text else []
    return found


# --- arguments and results -------------------------------------------------------------------------------------------------

MAX_VALUE: Final = 16 << 10  # characters of the JSON of one argument map or result


def redacted(redact: Redact | None, tool: str, value: Any) -> Any:
    """A copy of a value for the record: redacted by the host, and cut if it is long. If the host's function fails, nothing is recorded."""
    text = compact(value)
    if redact is not None:
        try:
            text = compact(redact(tool, json.loads(text)))
        except Exception as failure:
            return f"(redact failed: {type(failure).__name__})"
    return json.loads(text) if len(text) <= MAX_VALUE else f"{text[:MAX_VALUE]}…"
