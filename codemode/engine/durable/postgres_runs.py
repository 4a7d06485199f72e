"""Runs in the Postgres store: journals, leases and fates, in SQL. Frequent operations are one statement, and so one round trip.

Times in the tables are the server's. Hosts pass and receive times of their own clocks, so a wrong clock does no harm.
"""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from codemode.engine.durable.jobs import FOR_SOMEBODY
from codemode.engine.durable.leases import CLOCK_SLACK, LEASE_SECONDS, Lease, is_dead
from codemode.engine.durable.postgres_database import Connection, Database, ask
from codemode.engine.durable.rows import Damaged, raw, text
from codemode.engine.durable.store import FATE_SECONDS, OF_RUNS, Fate, RunInfo, Scope, busy, gone, not_yet_written
from codemode.errors import RunError

MAX_FATES: Final = 1_000_000  # ended runs whose fate is remembered
MAX_FORGOTTEN: Final = 10_000  # of them at once
MAX_EXPIRED: Final = 1000  # runs that one sweep ends

# a submitted run expires only while it waits for somebody's answer, and not while it waits for a host or a time
_PENDING = (
    "EXISTS (SELECT 1 FROM codemode_jobs AS job WHERE job.run_id = codemode_runs.run_id"
    f" AND (job.state IN ('queued', 'driven') OR (job.state = 'resting' AND job.reason NOT IN {FOR_SOMEBODY})))"
)
_EXPIRES = f"CASE WHEN NOT {_PENDING} THEN expires_at END"
_RUN = f"run_id, agent, session, state, reason, created_at, {_EXPIRES}, size, owner, lease_until, fence"
_HELD = "run_id = %b AND owner = %s AND fence = %s AND owner <> ''"


def _lapsed(now: str) -> str:
    return f"(owner = '' OR lease_until <= {now} OR lease_until > {now} + {LEASE_SECONDS + CLOCK_SLACK})"


class RunTable:
    """The runs of one database."""

    def __init__(self, database: Database) -> None:
        self._of = database

    def create(
        self, db: Connection, run_id: str, scope: Scope, entries: Sequence[bytes], owner: str, expires_at: float
    ) -> Lease:
        lease, now, names = Lease(run_id, owner, 1), self._of.now, raw(run_id, *scope)
        made = ask(
            db,
            "WITH made AS (INSERT INTO codemode_runs"
            " (run_id, agent, session, state, reason, created_at, expires_at, size, owner, lease_until, fence)"
            f" SELECT %b, %b, %b, 'running', '', {now}, %s, %s, %s, {now} + {LEASE_SECONDS}, 1"
            " WHERE NOT EXISTS (SELECT 1 FROM codemode_fates WHERE run_id = %b)"
            " ON CONFLICT (run_id) DO NOTHING RETURNING number)"
            " INSERT INTO codemode_entries (run, entries) SELECT number, %b::bytea[] FROM made RETURNING run",
            (*names, expires_at + self._of.ahead, sum(map(len, entries)), owner, names[0], [*entries]),
        ).fetchone()
        if made is None:
            try:
                self.append(db, lease, 0, entries)  # an earlier attempt made it
            except RunError:
                raise busy(run_id) from None
        return lease

    def append(self, db: Connection, lease: Lease, at: int, entries: Sequence[bytes]) -> None:
        self._write(db, lease, at, entries)

    def park(
        self,
        db: Connection,
        lease: Lease,
        at: int,
        entries: Sequence[bytes],
        reason: str,
        expires_at: float,
        free: bool,
    ) -> None:
        changes = ", state = 'waiting', reason = %s, expires_at = %s" + (", owner = ''" if free else "")
        self._write(db, lease, at, entries, changes, (reason, expires_at + self._of.ahead), free=free)

    def resume(self, db: Connection, lease: Lease, at: int, entries: Sequence[bytes], expires_at: float) -> None:
        changes = ", state = 'running', reason = '', expires_at = greatest(expires_at, %s)"
        self._write(db, lease, at, entries, changes, (expires_at + self._of.ahead,))

    def _write(
        self,
        db: Connection,
        lease: Lease,
        at: int,
        entries: Sequence[bytes],
        changes: str = "",
        values: tuple[Any, ...] = (),
        *,
        free: bool = False,
    ) -> None:
        """Appends, and makes other changes of the run; `free` releases the lease."""
        until = "0" if free else f"{self._of.now} + {LEASE_SECONDS}"
        held = (*raw(lease.run_id), lease.owner, lease.fence)
        update = f"UPDATE codemode_runs SET size = size + %s, lease_until = {until}{changes} WHERE {_HELD} AND size = %s RETURNING number"
        given = (sum(map(len, entries)), *values, *held, at)
        if entries:
            insert = "INSERT INTO codemode_entries (run, entries) SELECT number, %b::bytea[] FROM held RETURNING run"
            done = ask(db, f"WITH held AS ({update}) {insert}", (*given, [*entries])).fetchone()
        else:
            done = ask(db, update, given).fetchone()
        if done is None:
            self._write_rest(db, lease, at, entries, f"lease_until = {until}{changes}", values, free)

    def _write_rest(
        self,
        db: Connection,
        lease: Lease,
        at: int,
        entries: Sequence[bytes],
        changes: str,
        values: tuple[Any, ...],
        free: bool,
    ) -> None:
        """Like `_write`, if an earlier attempt whose outcome is unknown may have written part of it."""
        with db.transaction():
            number, run = self._locked(db, lease.run_id)
            size = at + sum(map(len, entries))
            if free and (run.owner, run.fence, run.size, run.state) == ("", lease.fence, size, "waiting"):
                return
            if not lease.owner or run.lease != lease:
                raise busy(lease.run_id)
            new = not_yet_written(lease.run_id, entries, at, run.size)
            if new:
                ask(db, "INSERT INTO codemode_entries (run, entries) VALUES (%s, %b::bytea[])", (number, [*new]))
            ask(
                db,
                f"UPDATE codemode_runs SET size = size + %s, {changes} WHERE number = %s",
                (sum(map(len, new)), *values, number),
            )

    def read(self, db: Connection, run_id: str) -> builtins.list[bytes]:
        rows = ask(
            db,
            "SELECT entries FROM codemode_entries WHERE run = (SELECT number FROM codemode_runs WHERE run_id = %b) ORDER BY number",
            raw(run_id),
            binary=True,
        ).fetchall()
        if not rows:
            raise self._gone(db, run_id)
        return [entry for (entries,) in rows for entry in entries]

    def info(self, db: Connection, run_id: str) -> RunInfo | None:
        row = ask(db, f"SELECT {_RUN} FROM codemode_runs WHERE run_id = %b", raw(run_id)).fetchone()
        if row is not None:
            return self._info(row)
        ended = ask(
            db,
            "SELECT agent, session, fate, created_at FROM codemode_fates WHERE run_id = %b"
            f" AND ended_at >= {self._of.now} - {FATE_SECONDS}",
            raw(run_id),
        ).fetchone()
        if ended is None:
            return None
        agent, session, fate, created_at = ended
        return RunInfo(run_id, (text(agent), text(session)), fate, "", created_at - self._of.ahead, None, 0, "", 0.0)

    def lease(self, db: Connection, run_id: str, owner: str) -> RunInfo | None:
        name, now = raw(run_id)[0], self._of.now
        take = (
            f"UPDATE codemode_runs SET owner = %s, lease_until = {now} + {LEASE_SECONDS}, fence = fence + (owner <> %s)::int"
            f" WHERE run_id = %b AND {{}} RETURNING {_RUN}"
        )
        row = ask(db, take.format(f"(owner = %s OR {_lapsed(now)})"), (owner, owner, name, owner)).fetchone()
        if row is None:
            run = self._live(db, run_id)
            if is_dead(run.owner):
                still = "owner = %s AND fence = %s"
                row = ask(db, take.format(still), (owner, owner, name, run.owner, run.fence)).fetchone()
        return self._info(row) if row is not None else None

    def renew(self, db: Connection, leases: Sequence[Lease]) -> None:
        ask(
            db,
            f"UPDATE codemode_runs AS run SET lease_until = {self._of.now} + {LEASE_SECONDS}"
            " FROM unnest(%b::bytea[], %s::text[], %s::bigint[]) AS held (run_id, owner, fence)"
            " WHERE run.run_id = held.run_id AND run.owner = held.owner AND run.fence = held.fence",
            (
                [raw(lease.run_id)[0] for lease in leases],
                [lease.owner for lease in leases],
                [lease.fence for lease in leases],
            ),
        )

    def release(self, db: Connection, lease: Lease) -> None:
        ask(
            db,
            f"UPDATE codemode_runs SET owner = '', lease_until = 0 WHERE {_HELD}",
            (*raw(lease.run_id), lease.owner, lease.fence),
        )

    def end(self, db: Connection, lease: Lease, fate: Fate, again: bool) -> None:
        over = f"SELECT number FROM codemode_runs WHERE {_HELD} FOR UPDATE"
        if self._end(db, over, (*raw(lease.run_id), lease.owner, lease.fence), fate):
            return
        if again and (info := self.info(db, lease.run_id)) is not None and info.state == fate:
            return  # an earlier attempt has done it
        self._live(db, lease.run_id)
        raise busy(lease.run_id)

    def expire(self, db: Connection, now: float | None) -> builtins.list[str]:
        self._of.compare_clocks(db)
        at = self._of.now if now is None else f"{now + self._of.ahead!r}::float8"
        over = (
            f"SELECT number FROM codemode_runs WHERE expires_at <= {at} AND (state = 'waiting' OR {_lapsed(at)}) AND NOT {_PENDING}"
            f" ORDER BY number LIMIT {MAX_EXPIRED} FOR UPDATE SKIP LOCKED"
        )
        ended: builtins.list[str] = []
        # usually there is nothing to do, and checking writes nothing
        if ask(db, f"SELECT 1 FROM codemode_runs WHERE expires_at <= {at} LIMIT 1").fetchone() is not None:
            ended = self._end(db, over, (), "expired")
        ask(
            db,
            f"DELETE FROM codemode_files AS file WHERE expires_at <= {at}"
            " AND NOT EXISTS (SELECT 1 FROM codemode_runs AS run WHERE run.run_id = file.run_id)",
        )
        ask(
            db,
            f"DELETE FROM codemode_fates WHERE number IN (SELECT number FROM codemode_fates WHERE ended_at < {at} - {FATE_SECONDS}"
            f" LIMIT {MAX_FORGOTTEN} FOR UPDATE SKIP LOCKED)",
        )
        # counting is slow; usually the first and the last number show that there are not too many
        if ask(db, f"SELECT max(number) - min(number) >= {MAX_FATES} FROM codemode_fates").fetchone() == (True,):
            # the agent that has the most makes room, with its oldest
            ask(
                db,
                "DELETE FROM codemode_fates WHERE number IN (SELECT number FROM codemode_fates WHERE agent = (SELECT agent"
                " FROM codemode_fates GROUP BY agent ORDER BY count(*) DESC, max(number) LIMIT 1) ORDER BY number LIMIT"
                f" least({MAX_FORGOTTEN}, greatest(0, (SELECT count(*) FROM codemode_fates) - {MAX_FATES})) FOR UPDATE SKIP LOCKED)",
            )
        return ended

    def list(self, db: Connection, scope: Scope | None) -> builtins.list[RunInfo]:
        where, values = ("", ()) if scope is None else ("WHERE agent = %b AND session = %b", raw(*scope))
        rows = ask(db, f"SELECT {_RUN} FROM codemode_runs {where} ORDER BY number", values).fetchall()
        found: builtins.list[RunInfo] = []
        for row in rows:
            with suppress(Damaged):
                found.append(self._info(row))
        return found

    # --- parts of the above ---------------------------------------------------------------------------------------

    def _end(self, db: Connection, over: str, values: tuple[Any, ...], fate: Fate) -> builtins.list[str]:
        """Ends the runs whose numbers a query gives; returns their ids."""
        files = (
            "DELETE FROM codemode_files AS file USING gone WHERE file.run_id = gone.run_id"
            if fate in ("aborted", "expired")
            else f"UPDATE codemode_files AS file SET expires_at = {self._of.now} + ttl FROM gone WHERE file.run_id = gone.run_id"
        )
        rows = ask(
            db,
            f"WITH gone AS (DELETE FROM codemode_runs WHERE number IN ({over})"
            " RETURNING number, run_id, agent, session, created_at),"
            " journal AS (DELETE FROM codemode_entries USING gone WHERE run = gone.number),"
            f" files AS ({files}),"
            " requests AS (DELETE FROM codemode_sessions AS session USING gone WHERE session.agent = %b"
            " AND session.session = gone.run_id AND %s IN ('aborted', 'expired'))"
            " INSERT INTO codemode_fates (run_id, agent, session, fate, created_at, ended_at)"
            f" SELECT run_id, agent, session, %s, created_at, {self._of.now} FROM gone ORDER BY number RETURNING run_id",
            (*values, *raw(OF_RUNS), fate, fate),
        ).fetchall()
        return [text(row[0]) for row in rows]

    def _locked(self, db: Connection, run_id: str) -> tuple[int, RunInfo]:
        row = ask(db, f"SELECT number, {_RUN} FROM codemode_runs WHERE run_id = %b FOR UPDATE", raw(run_id)).fetchone()
        if row is None:
            raise self._gone(db, run_id)
        return row[0], self._info(row[1:])

    def _live(self, db: Connection, run_id: str) -> RunInfo:
        info = self.info(db, run_id)
        if info is None or info.state not in ("running", "waiting"):
            raise gone(run_id, info.state if info is not None else None)
        return info

    def _gone(self, db: Connection, run_id: str) -> RunError:
        info = self.info(db, run_id)
        return gone(run_id, info.state if info is not None else None)

    def _info(self, row: tuple[Any, ...]) -> RunInfo:
        """Raises Damaged."""
        run_id, agent, session, state, reason, created, expires, size, owner, until, fence = row
        ahead = self._of.ahead
        made = RunInfo(
            text(run_id), (text(agent), text(session)), state, reason, created, expires, size, owner, until, fence
        )
        if ahead == 0.0:
            return made
        return replace(
            made,
            created_at=created - ahead,
            expires_at=expires - ahead if expires is not None else None,
            lease_until=until - ahead if owner else 0.0,
        )
