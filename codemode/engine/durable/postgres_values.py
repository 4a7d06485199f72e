"""What sessions keep in the Postgres store, in SQL: values and attachments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from codemode.engine.durable.postgres_database import Connection, Database, ask
from codemode.engine.durable.rows import raw, text
from codemode.engine.durable.store import Kind, Scope, in_the_way
from codemode.engine.durable.stored_attachments import GRACE_SECONDS, FileInfo, files_in_the_way

MAX_SESSIONS: Final = 1_000_000  # sessions whose values are kept; those of the agent that has the most, unused for longest, are deleted first
PRUNE_EVERY: Final = 1000  # new sessions after which old ones are deleted; so there may be as many more

_FILE = "id, run_id, media_type, name, size, ttl"
# the place of a session among those of its agent
_PLACE = "row_number() OVER (PARTITION BY agent ORDER BY used_at DESC, number DESC) AS place"
_OF_SESSION = "session = (SELECT number FROM codemode_sessions WHERE agent = %b AND session = %b)"


class ValueTable:
    """The sessions of one database."""

    def __init__(self, database: Database) -> None:
        self._of = database

    def save_values(self, db: Connection, scope: Scope, kind: Kind, values: Mapping[str, str]) -> None:
        with db.transaction():
            session = self._session(db, scope)
            for key, value in values.items():
                self._save(db, scope, session, kind, key, value)

    def save_result(self, db: Connection, scope: Scope, value: str) -> str:
        with db.transaction():
            session = self._session(db, scope)
            row = ask(
                db, "UPDATE codemode_sessions SET given = given + 1 WHERE number = %s RETURNING given", (session,)
            ).fetchone()
            id = f"res_{row[0] if row is not None else 1}"
            self._save(db, scope, session, "result", id, value)
            return id

    def _save(self, db: Connection, scope: Scope, session: int, kind: Kind, key: str, value: str) -> None:
        name, data = raw(key, value)
        going = in_the_way(kind, self.values(db, scope, kind), key, len(data))
        ask(
            db,
            "DELETE FROM codemode_values WHERE session = %s AND kind = %s AND key = ANY(%b::bytea[])",
            (session, kind, [raw(old)[0] for old in [*going, key]]),
        )
        ask(
            db,
            "INSERT INTO codemode_values (session, kind, key, size, value) VALUES (%s, %s, %b, %s, %b)",
            (session, kind, name, len(data), data),
        )

    def load_value(self, db: Connection, scope: Scope, kind: Kind, key: str) -> str | None:
        sql = f"SELECT value FROM codemode_values WHERE {_OF_SESSION} AND kind = %s AND key = %b"
        row = ask(db, sql, (*raw(*scope), kind, *raw(key)), binary=True).fetchone()
        return text(row[0]) if row is not None else None

    def delete_value(self, db: Connection, scope: Scope, kind: Kind, key: str, again: bool) -> bool:
        """Deletes a value. `again`: an earlier attempt may have deleted it."""
        sql = f"DELETE FROM codemode_values WHERE {_OF_SESSION} AND kind = %s AND key = %b"
        return ask(db, sql, (*raw(*scope), kind, *raw(key))).rowcount > 0 or again

    def values(self, db: Connection, scope: Scope, kind: Kind) -> list[tuple[str, int]]:
        sql = f"SELECT key, size FROM codemode_values WHERE {_OF_SESSION} AND kind = %s ORDER BY number"
        return [(text(key), size) for key, size in ask(db, sql, (*raw(*scope), kind)).fetchall()]

    def _session(self, db: Connection, scope: Scope) -> int:
        """Returns the number of a session and creates it if needed. It is locked until the transaction ends."""
        now, names = self._of.now, raw(*scope)
        used = f"UPDATE codemode_sessions SET used_at = {now} WHERE agent = %b AND session = %b RETURNING number"
        row = ask(db, used, names).fetchone()
        if row is not None:
            return row[0]
        row = ask(
            db,
            f"INSERT INTO codemode_sessions (agent, session, given, used_at) VALUES (%b, %b, 0, {now})"
            " ON CONFLICT (agent, session) DO UPDATE SET used_at = excluded.used_at RETURNING number",
            names,
        ).fetchone()
        number = row[0] if row is not None else 0
        if number % PRUNE_EVERY == 0:
            ask(
                db,
                "DELETE FROM codemode_sessions WHERE number IN (SELECT number FROM codemode_sessions WHERE number IN"
                f" (SELECT number FROM (SELECT number, used_at, {_PLACE} FROM codemode_sessions) AS each"
                f" ORDER BY place, used_at DESC, number DESC OFFSET {MAX_SESSIONS}) FOR UPDATE SKIP LOCKED)",
            )
        return number

    # --- attachments ----------------------------------------------------------------------------------------------

    def save_files(self, db: Connection, scope: Scope, files: Sequence[tuple[FileInfo, bytes]]) -> None:
        with db.transaction():
            session = self._session(db, scope)
            for info, data in files:
                going = files_in_the_way(self.files(db, scope), info)
                ask(
                    db,
                    "DELETE FROM codemode_files WHERE session = %s AND id = ANY(%b::bytea[])",
                    (session, [raw(id)[0] for id in [*going, info.id]]),
                )
                names = raw(info.id, info.run_id, info.media_type, info.name)
                ask(
                    db,
                    "INSERT INTO codemode_files (session, id, run_id, media_type, name, size, ttl, expires_at, data)"
                    f" VALUES (%s, %b, %b, %b, %b, %s, %s, {self._of.now} + %s, %b)",
                    (session, *names, info.size, info.ttl, info.ttl + GRACE_SECONDS, data),
                )

    def load_file(self, db: Connection, scope: Scope, id: str) -> tuple[FileInfo, bytes] | None:
        sql = f"SELECT {_FILE}, data FROM codemode_files AS file WHERE {_OF_SESSION} AND id = %b AND {self._lives()}"
        row = ask(db, sql, (*raw(*scope), *raw(id)), binary=True).fetchone()
        return (_file(row[:-1]), row[-1]) if row is not None else None

    def files(self, db: Connection, scope: Scope) -> list[FileInfo]:
        sql = f"SELECT {_FILE} FROM codemode_files AS file WHERE {_OF_SESSION} AND {self._lives()} ORDER BY number"
        return [_file(row) for row in ask(db, sql, raw(*scope)).fetchall()]

    def _lives(self) -> str:
        run = "SELECT 1 FROM codemode_runs AS run WHERE run.run_id = file.run_id"
        return f"(expires_at > {self._of.now} OR EXISTS ({run}))"


def _file(row: tuple[Any, ...]) -> FileInfo:
    """Raises Damaged."""
    id, run_id, media_type, name, size, ttl = row
    return FileInfo(text(id), text(run_id), text(media_type), text(name), size, ttl)
