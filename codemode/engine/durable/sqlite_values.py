"""What sessions keep in the durable store, in SQL: values and attachments. Everything here runs in the thread of the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from codemode.engine.durable.rows import blob, checked, raw, text
from codemode.engine.durable.sqlite_file import EXPIRED, SqliteFile
from codemode.engine.durable.store import MAX_SESSIONS, Kind, Scope, in_the_way
from codemode.engine.durable.stored_attachments import GRACE_SECONDS, FileInfo, files_in_the_way

_FILE = "id, run_id, media_type, name, size, ttl"
_FILE_KINDS = (str, bytes, str, str, int, float)
_OF_SESSION = "session = (SELECT number FROM sessions WHERE agent = ? AND session = ?)"


class ValueTable:
    """The sessions of one file."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self._db = file.db

    def save_values(self, scope: Scope, kind: Kind, values: Mapping[str, str]) -> None:
        with self._file.transaction():
            session = self._session(scope)
            for key, value in values.items():
                self._save(scope, session, kind, key, value)

    def save_result(self, scope: Scope, value: str) -> str:
        with self._file.transaction():
            session = self._session(scope)
            self._db.execute("UPDATE sessions SET given = given + 1 WHERE number = ?", (session,))
            row = self._file.one("SELECT given FROM sessions WHERE number = ?", session)
            id = f"res_{checked(row or (1,), int)[0]}"
            self._save(scope, session, "result", id, value)
            return id

    def _save(self, scope: Scope, session: int, kind: Kind, key: str, value: str) -> None:
        name, data = raw(key, value)
        going = in_the_way(kind, self.values(scope, kind), key, len(data))
        self._db.executemany(
            "DELETE FROM kept WHERE session = ? AND kind = ? AND key = ?",
            [(session, kind, *raw(old)) for old in [*going, key]],
        )
        self._db.execute(
            "INSERT INTO kept (session, kind, key, size, value) VALUES (?, ?, ?, ?, ?)",
            (session, kind, name, len(data), data),
        )

    def load_value(self, scope: Scope, kind: Kind, key: str) -> str | None:
        sql = f"SELECT value FROM kept WHERE {_OF_SESSION} AND kind = ? AND key = ?"
        row = self._file.one(sql, *raw(*scope), kind, *raw(key))
        return text(row[0]) if row is not None else None

    def delete_value(self, scope: Scope, kind: Kind, key: str) -> bool:
        with self._file.transaction():
            sql = f"DELETE FROM kept WHERE {_OF_SESSION} AND kind = ? AND key = ?"
            return self._db.execute(sql, (*raw(*scope), kind, *raw(key))).rowcount > 0

    def values(self, scope: Scope, kind: Kind) -> list[tuple[str, int]]:
        sql = f"SELECT key, size FROM kept WHERE {_OF_SESSION} AND kind = ? ORDER BY number"
        rows = self._db.execute(sql, (*raw(*scope), kind)).fetchall()
        return [(text(key), size) for key, size in (checked(row, bytes, int) for row in rows)]

    def _session(self, scope: Scope) -> int:
        """Returns the number of a session and creates it if needed."""
        now = self._file.clock()
        row = self._file.one("SELECT number FROM sessions WHERE agent = ? AND session = ?", *raw(*scope))
        if row is not None:
            self._db.execute("UPDATE sessions SET used_at = ? WHERE number = ?", (now, row[0]))
            return row[0]
        count = self._file.one("SELECT count(*) FROM sessions")
        if count is not None and count[0] >= MAX_SESSIONS:
            # the agent that has the most makes room, with its oldest
            self._db.execute(
                "WITH counts AS (SELECT agent, count(*) + (agent = ?) AS many FROM sessions GROUP BY agent)"
                " DELETE FROM sessions WHERE number = (SELECT number FROM sessions JOIN counts USING (agent)"
                " ORDER BY many DESC, used_at, number LIMIT 1)",
                raw(scope[0]),
            )
        made = self._db.execute(
            "INSERT INTO sessions (agent, session, given, used_at) VALUES (?, ?, 0, ?)", (*raw(*scope), now)
        )
        return made.lastrowid or 0

    # --- attachments ----------------------------------------------------------------------------------------------

    def save_files(self, scope: Scope, files: Sequence[tuple[FileInfo, bytes]]) -> None:
        now = self._file.clock()
        with self._file.transaction():
            self._db.execute(f"DELETE FROM files WHERE {EXPIRED}", (now,))
            session = self._session(scope)
            for info, data in files:
                going = files_in_the_way(self.files(scope), info)
                self._db.executemany(
                    "DELETE FROM files WHERE session = ? AND id = ?", [(session, id) for id in [*going, info.id]]
                )
                values = (info.id, *raw(info.run_id), info.media_type, info.name, info.size, info.ttl)
                self._db.execute(
                    "INSERT INTO files (session, id, run_id, media_type, name, size, ttl, expires_at, data)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (session, *values, now + info.ttl + GRACE_SECONDS, data),
                )

    def load_file(self, scope: Scope, id: str) -> tuple[FileInfo, bytes] | None:
        sql = f"SELECT {_FILE}, data FROM files WHERE {_OF_SESSION} AND id = ? AND NOT ({EXPIRED})"
        row = self._file.one(sql, *raw(*scope), id, self._file.clock())
        return (_file(row[:-1]), blob(row[-1])) if row is not None else None

    def files(self, scope: Scope) -> list[FileInfo]:
        sql = f"SELECT {_FILE} FROM files WHERE {_OF_SESSION} AND NOT ({EXPIRED}) ORDER BY number"
        return [_file(row) for row in self._db.execute(sql, (*raw(*scope), self._file.clock())).fetchall()]


def _file(row: tuple[Any, ...]) -> FileInfo:
    """Raises Damaged."""
    id, run_id, *rest = checked(row, *_FILE_KINDS)
    return FileInfo(id, text(run_id), *rest)
