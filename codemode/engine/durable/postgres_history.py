"""History in the Postgres store: the events of runs on all hosts, and new events as they happen."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from codemode.engine.durable.history import (
    OPEN,
    SWEEP_SECONDS,
    Entry,
    Keeping,
    RunRecord,
    body_of,
    is_kept,
    news,
    once,
    record_of,
    status_after,
)
from codemode.engine.durable.leases import owner_name
from codemode.engine.durable.postgres_database import Connection, Database, ask
from codemode.engine.durable.postgres_notifications import News
from codemode.engine.durable.rows import raw, text
from codemode.engine.events import RunEvent

T = TypeVar("T")

CHANNEL: Final = "codemode_events"
FORGOTTEN: Final = 1000  # runs that one sweep deletes
MOST: Final = 2000  # events of one read


class PostgresHistory:
    """A HistoryStore in the tables of a database. The times of events are converted to the reading host's clock."""

    shared = True

    def __init__(self, database: Database, seconds: float, keeping: Keeping) -> None:
        self.seconds = seconds
        self.host = owner_name()
        self.news = News(database, CHANNEL)
        self._database = database
        self._keeping = keeping
        self._swept = 0.0

    def _do(self, work: Callable[[Connection], T]) -> T:
        return self._database.run(lambda db, _: work(db), lambda: False)

    def hear(self, event: RunEvent) -> None:
        entry = self._keeping.kept(event.as_dict())
        scope = getattr(event, "agent", ""), getattr(event, "session", "")

        def work(db: Connection) -> None:
            with db.transaction():
                self._write(db, entry, scope, event.lost)
                ask(db, f"NOTIFY {CHANNEL}")

        self._do(work)
        if time.monotonic() - self._swept > SWEEP_SECONDS:
            self._swept = time.monotonic()
            self._do(self._sweep)

    def recover(self, run_id: str, agent: str, session: str, events: Sequence[RunEvent]) -> None:
        entries = [self._keeping.recovered(event) for event in events]

        def work(db: Connection) -> None:
            with db.transaction():
                known = self._events(db, run_id)
                new = news(known, entries)
                for entry in new:
                    self._write(db, entry, (agent, session))
                status = record_of(run_id, once([*known, *new])).status
                ask(db, "UPDATE codemode_history SET status = %s WHERE run_id = %b", (status, *raw(run_id)))
                ask(db, f"NOTIFY {CHANNEL}")

        self._do(work)

    def _write(self, db: Connection, entry: Entry, scope: tuple[str, str], lost: int = 0) -> None:
        at = entry["at"] + self._database.ahead
        run, body = raw(entry["run_id"])[0], body_of(entry | {"at": at})
        row = ask(
            db,
            "INSERT INTO codemode_history AS known (run_id, agent, session, status, at, changed, size, omitted)"
            " VALUES (%b, %b, %b, 'running', %s, %s, 0, 0)"
            " ON CONFLICT (run_id) DO UPDATE SET changed = greatest(known.changed, excluded.changed),"
            # the first event that came may not have told who began the run
            " agent = CASE WHEN %s THEN excluded.agent ELSE known.agent END,"
            " session = CASE WHEN %s THEN excluded.session ELSE known.session END RETURNING size, status",
            (run, *raw(*scope), at, at, any(scope), any(scope)),
        ).fetchone()
        held, status = row if row is not None else (0, "running")
        after = status_after(entry, status)
        if after is None:
            return
        kept = is_kept(entry, held + len(body))
        if kept:
            ask(
                db,
                "INSERT INTO codemode_events (run_id, at, host, body) VALUES (%b, %s, %s, %b)",
                (run, at, self.host, body),
            )
        ask(
            db,
            "UPDATE codemode_history SET size = size + %s, omitted = omitted + %s, status = %s WHERE run_id = %b",
            (len(body) if kept else 0, lost + (not kept), after, run),
        )

    def _sweep(self, db: Connection) -> None:
        old = f"SELECT run_id FROM codemode_history WHERE changed < {self._database.now} - %s LIMIT {FORGOTTEN} FOR UPDATE SKIP LOCKED"
        ask(
            db,
            f"WITH old AS (DELETE FROM codemode_history WHERE run_id IN ({old}) RETURNING run_id)"
            " DELETE FROM codemode_events AS event USING old WHERE event.run_id = old.run_id",
            (self.seconds,),
        )

    # --- reading ---------------------------------------------------------------------------------------------------------

    def runs(
        self, agent: str | None, session: str | None, status: str | None, limit: int, before: float | None
    ) -> list[RunRecord]:
        ahead = self._database.ahead
        wanted = {"agent": agent, "session": session}
        given: dict[str, Any] = {name: raw(value)[0] for name, value in wanted.items() if value is not None}
        given |= {"status": status} if status is not None else {}
        where = "".join(f" AND {name} = {'%s' if name == 'status' else '%b'}" for name in given)
        if before is not None:
            where += " AND at < %s"
            given["before"] = before + ahead
        sql = (
            "SELECT run_id, agent, session, status, at, omitted FROM codemode_history"
            f" WHERE changed >= {self._database.now} - %s{where} ORDER BY at DESC LIMIT %s"
        )

        def work(db: Connection) -> list[RunRecord]:
            found: list[RunRecord] = []
            for run, *scope, now, at, omitted in ask(db, sql, (self.seconds, *given.values(), limit)).fetchall():
                run_id = text(run)
                record = record_of(run_id, once(self._events(db, run_id)), omitted)
                record.agent, record.session = text(scope[0]), text(scope[1])
                record.status, record.started_at = now, at - ahead
                found.append(record)
            return found

        return self._do(work)

    def events(self, run_id: str) -> list[Entry]:
        return self._do(lambda db: once(self._events(db, run_id)))

    def open_runs(self) -> list[tuple[str, float]]:
        sql = (
            "SELECT run_id, changed FROM codemode_history WHERE status = ANY(%s)"
            f" AND changed >= {self._database.now} - %s"
        )
        rows = self._do(lambda db: ask(db, sql, ([*OPEN], self.seconds)).fetchall())
        return [(text(run_id), changed - self._database.ahead) for run_id, changed in rows]

    def latest(self) -> int:
        """The number of the latest event of any host."""
        row = self._do(lambda db: ask(db, "SELECT coalesce(max(number), 0) FROM codemode_events").fetchone())
        return row[0] if row is not None else 0

    def since(self, number: int) -> list[tuple[int, str, Entry]]:
        """The events of other hosts after that number: number, agent and event."""
        sql = (
            "SELECT number, agent, body FROM codemode_events AS event JOIN codemode_history USING (run_id)"
            f" WHERE number > %s AND host <> %s ORDER BY number LIMIT {MOST}"
        )
        rows = self._do(lambda db: ask(db, sql, (number, self.host), binary=True).fetchall())
        return [(number, text(agent), self._entry(body)) for number, agent, body in rows]

    def _events(self, db: Connection, run_id: str) -> list[Entry]:
        sql = "SELECT body FROM codemode_events WHERE run_id = %b ORDER BY at"
        return [self._entry(body) for (body,) in ask(db, sql, raw(run_id), binary=True).fetchall()]

    def _entry(self, body: bytes) -> Entry:
        """An entry with its time in this host's clock."""
        entry: Entry = json.loads(body)
        return entry | {"at": entry["at"] - self._database.ahead}

    def close(self) -> None:
        self.news.close()
