"""Runs in the durable store: their journals, leases and fates, in SQL. Everything here runs in the thread of the store."""

from __future__ import annotations

import builtins
import logging
import math
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any, cast, get_args

from codemode.engine.durable.leases import LEASE_SECONDS, Lease, lapsed
from codemode.engine.durable.rows import Damaged, blob, checked, raw, text
from codemode.engine.durable.sqlite_file import EXPIRED, SqliteFile
from codemode.engine.durable.store import (
    FATE_SECONDS,
    MAX_FATES,
    OF_RUNS,
    Fate,
    RunInfo,
    Scope,
    busy,
    gone,
    not_yet_written,
)
from codemode.errors import RunError

log = logging.getLogger("codemode")

_RUN = "number, run_id, agent, session, state, reason, created_at, expires_at, size, owner, lease_until, fence"
_KINDS = (int, bytes, bytes, bytes, str, str, float, float, int, str, float, int)
_LARGEST = 1 << 62  # for numbers that only grow


class RunTable:
    """The runs of one file. A request about a run with damaged rows raises RunError (`snapshot_restore_failed`); lists of runs leave it out."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self._db = file.db

    def create(self, run_id: str, scope: Scope, entries: Sequence[bytes], owner: str, expires_at: float) -> Lease:
        now, size = self._file.clock(), sum(map(len, entries))
        lease = Lease(run_id, owner, 1)
        with self._file.transaction():
            if self._file.one("SELECT 1 FROM fates WHERE run_id = ?", *raw(run_id)):
                raise busy(run_id)
            if self._file.one("SELECT 1 FROM runs WHERE run_id = ?", *raw(run_id)):
                self._append(lease, 0, entries)  # an earlier attempt made it
                return lease
            made = self._db.execute(
                "INSERT INTO runs (run_id, agent, session, state, reason, created_at, expires_at, size, owner, lease_until, fence)"
                " VALUES (?, ?, ?, 'running', '', ?, ?, ?, ?, ?, 1)",
                (*raw(run_id, *scope), now, expires_at, size, owner, now + LEASE_SECONDS),
            )
            self._write(made.lastrowid or 0, entries)
        return lease

    def append(self, lease: Lease, at: int, entries: Sequence[bytes]) -> None:
        with self._file.transaction():
            self._append(lease, at, entries)

    def park(self, lease: Lease, at: int, entries: Sequence[bytes], reason: str, expires_at: float, free: bool) -> None:
        with self._file.transaction():
            number = self._append(lease, at, entries)
            self._db.execute(
                "UPDATE runs SET state = 'waiting', reason = ?, expires_at = ? WHERE number = ?",
                (reason, expires_at, number),
            )
            if free:
                self._db.execute("UPDATE runs SET owner = '', lease_until = 0 WHERE number = ?", (number,))

    def resume(self, lease: Lease, at: int, entries: Sequence[bytes], expires_at: float) -> None:
        with self._file.transaction():
            self._db.execute(
                "UPDATE runs SET state = 'running', reason = '', expires_at = max(expires_at, ?) WHERE number = ?",
                (expires_at, self._append(lease, at, entries)),
            )

    def read(self, run_id: str) -> builtins.list[bytes]:
        rows = self._db.execute(
            "SELECT entry FROM entries WHERE run = (SELECT number FROM runs WHERE run_id = ?) ORDER BY number",
            raw(run_id),
        ).fetchall()
        if not rows:
            raise self._gone(run_id)
        with _of(run_id):
            return [blob(row[0]) for row in rows]

    def info(self, run_id: str) -> RunInfo | None:
        with _of(run_id):
            return self._info(run_id)

    def _info(self, run_id: str) -> RunInfo | None:
        row = self._file.one(f"SELECT {_RUN} FROM runs WHERE run_id = ?", *raw(run_id))
        if row is not None:
            return _info(row)
        ended = self._file.one(
            "SELECT agent, session, fate, created_at FROM fates WHERE run_id = ? AND ended_at >= ?",
            *raw(run_id),
            self._file.clock() - FATE_SECONDS,
        )
        if ended is None:
            return None
        agent, session, fate, created_at = checked(ended, bytes, bytes, str, float)
        return RunInfo(run_id, (text(agent), text(session)), fate, "", created_at, None, 0, "", 0.0)

    def lease(self, run_id: str, owner: str) -> RunInfo | None:
        now = self._file.clock()
        with self._file.transaction():
            number, run = self._live(run_id)
            if run.owner != owner and not lapsed(run.owner, run.lease_until, now):
                return None
            fence = run.fence + (run.owner != owner)
            self._db.execute(
                "UPDATE runs SET owner = ?, lease_until = ?, fence = ? WHERE number = ?",
                (owner, now + LEASE_SECONDS, fence, number),
            )
            return replace(run, owner=owner, lease_until=now + LEASE_SECONDS, fence=fence)

    def renew(self, leases: Sequence[Lease]) -> None:
        until = self._file.clock() + LEASE_SECONDS
        with self._file.transaction():
            self._db.executemany(
                "UPDATE runs SET lease_until = ? WHERE run_id = ? AND owner = ? AND fence = ?",
                [(until, *raw(lease.run_id), lease.owner, lease.fence) for lease in leases],
            )

    def release(self, lease: Lease) -> None:
        with self._file.transaction():
            self._db.execute(
                "UPDATE runs SET owner = '', lease_until = 0 WHERE run_id = ? AND owner = ? AND fence = ?",
                (*raw(lease.run_id), lease.owner, lease.fence),
            )

    def end(self, lease: Lease, fate: Fate) -> None:
        with self._file.transaction():
            self._end(self._held(lease)[0], fate)

    def expire(self, now: float | None = None) -> builtins.list[str]:
        now = self._file.clock() if now is None else now
        # usually there is nothing to do, and checking does not block writers
        if self._file.one("SELECT 1 FROM runs WHERE expires_at <= ?", now) is None and not self._file.one(
            f"SELECT 1 FROM files WHERE {EXPIRED}", now
        ):
            return []
        ended: list[str] = []
        with self._file.transaction():
            rows = self._db.execute(f"SELECT {_RUN} FROM runs WHERE expires_at <= ? ORDER BY number", (now,)).fetchall()
            for row in rows:
                try:
                    run = _info(row)
                except Damaged:
                    self._delete(row[0])  # nobody can continue it
                    continue
                if run.is_over(now):
                    self._end(row[0], "expired")
                    ended.append(run.run_id)
            self._db.execute(f"DELETE FROM files WHERE {EXPIRED}", (now,))
        return ended

    def list(self, scope: Scope | None = None) -> builtins.list[RunInfo]:
        where, values = ("", ()) if scope is None else ("WHERE agent = ? AND session = ?", raw(*scope))
        rows = self._db.execute(f"SELECT {_RUN} FROM runs {where} ORDER BY number", values).fetchall()
        whole: list[RunInfo] = []
        for row in rows:
            with suppress(Damaged):
                whole.append(_info(row))
        if len(whole) < len(rows):
            told = "%d of the runs in %s are damaged and are left out; they are removed when they expire"
            log.warning(told, len(rows) - len(whole), self._file.path)
        return whole

    # --- in a transaction -----------------------------------------------------------------------------------------

    def _append(self, lease: Lease, at: int, entries: Sequence[bytes]) -> int:
        """Appends entries and returns the number of the run."""
        until = self._file.clock() + LEASE_SECONDS
        usual = self._file.one(
            "UPDATE runs SET size = size + ?, lease_until = ? WHERE run_id = ? AND owner = ? AND fence = ? AND size = ? RETURNING number",
            *(sum(map(len, entries)), until, *raw(lease.run_id), lease.owner, lease.fence, at),
        )
        if usual is not None and lease.owner:
            self._write(usual[0], entries)
            return usual[0]
        number, run = self._held(lease)
        new = not_yet_written(lease.run_id, entries, at, run.size)
        self._write(number, new)
        self._db.execute(
            "UPDATE runs SET size = size + ?, lease_until = ? WHERE number = ?",
            (sum(map(len, new)), until, number),
        )
        return number

    def _write(self, number: int, entries: Sequence[bytes]) -> None:
        self._db.executemany("INSERT INTO entries (run, entry) VALUES (?, ?)", [(number, entry) for entry in entries])

    def _live(self, run_id: str) -> tuple[int, RunInfo]:
        row = self._file.one(f"SELECT {_RUN} FROM runs WHERE run_id = ?", *raw(run_id))
        if row is None:
            raise self._gone(run_id)
        with _of(run_id):
            return row[0], _info(row)

    def _held(self, lease: Lease) -> tuple[int, RunInfo]:
        number, run = self._live(lease.run_id)
        if not lease.owner or run.lease != lease:
            raise busy(lease.run_id)
        return number, run

    def _gone(self, run_id: str) -> RunError:
        info = self.info(run_id)
        return gone(run_id, info.state if info is not None else None)

    def _end(self, number: int, fate: Fate) -> None:
        now = self._file.clock()
        self._db.execute(
            "INSERT INTO fates (run_id, agent, session, fate, created_at, ended_at)"
            " SELECT run_id, agent, session, ?, created_at, ? FROM runs WHERE number = ?",
            (fate, now, number),
        )
        of_run = "run_id = (SELECT run_id FROM runs WHERE number = ?)"
        if fate in ("aborted", "expired"):
            self._db.execute(f"DELETE FROM files WHERE {of_run}", (number,))
            named = "session = (SELECT run_id FROM runs WHERE number = ?)"
            self._db.execute(f"DELETE FROM sessions WHERE agent = ? AND {named}", (*raw(OF_RUNS), number))
        else:
            self._db.execute(f"UPDATE files SET expires_at = ? + ttl WHERE {of_run}", (now, number))
        self._delete(number)
        self._db.execute("DELETE FROM fates WHERE ended_at < ?", (now - FATE_SECONDS,))
        count = self._file.one("SELECT count(*) FROM fates")
        if count is not None and count[0] > MAX_FATES:
            # the agent that has the most makes room, with some of its oldest
            self._db.execute(
                "DELETE FROM fates WHERE number IN (SELECT number FROM fates WHERE agent = (SELECT agent FROM fates"
                " GROUP BY agent ORDER BY count(*) DESC, max(number) LIMIT 1) ORDER BY number LIMIT ?)",
                (MAX_FATES // 100 or 1,),
            )

    def _delete(self, number: int) -> None:
        self._db.execute("DELETE FROM entries WHERE run = ?", (number,))
        self._db.execute("DELETE FROM runs WHERE number = ?", (number,))


@contextmanager
def _of(run_id: str) -> Generator[None]:
    """Turns damage into an error of the run, not of the whole store."""
    try:
        yield
    except Damaged as odd:
        told = f"the data in the run store about the run {run_id[:80]!r} is damaged ({odd}); start it again"
        raise RunError(told, code="snapshot_restore_failed", phase="host") from odd


def _info(row: tuple[Any, ...]) -> RunInfo:
    """Raises Damaged."""
    _, run_id, agent, session, state, reason, created, expires, size, owner, until, fence = checked(row, *_KINDS)
    if state not in get_args(Fate) or not all(map(math.isfinite, (created, expires, until))):
        raise Damaged("a column has a value that the store never writes")
    if not (0 <= size <= _LARGEST and 0 <= fence <= _LARGEST):
        raise Damaged("a number is outside the range that the store writes")
    scope = (text(agent), text(session))
    return RunInfo(text(run_id), scope, cast(Fate, state), reason, created, expires, size, owner, until, fence)
