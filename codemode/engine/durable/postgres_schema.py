"""The tables of the Postgres store, and how they are upgraded.

They are in the first schema of the search path, and their names begin with `codemode_`, so they can share a database with other tables.
"""

from __future__ import annotations

from typing import Final

import psycopg

from codemode.errors import ConfigError

LOCK: Final = 0x436F4D6F  # "CoMo": whoever upgrades the tables takes this advisory lock

# Version n of the schema is what the first n steps make. Steps are never changed, only added.
MIGRATIONS: Final = (
    """
    CREATE TABLE codemode_runs (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        run_id bytea NOT NULL UNIQUE,
        agent bytea NOT NULL,
        session bytea NOT NULL,
        state text NOT NULL,
        reason text NOT NULL,
        created_at float8 NOT NULL,
        expires_at float8 NOT NULL,
        size bigint NOT NULL,
        owner text NOT NULL,
        lease_until float8 NOT NULL,
        fence bigint NOT NULL
    ) WITH (fillfactor = 70);
    CREATE INDEX codemode_runs_by_expiry ON codemode_runs (expires_at);
    CREATE INDEX codemode_runs_by_session ON codemode_runs (agent, session, number);
    CREATE TABLE codemode_entries (
        number bigint GENERATED ALWAYS AS IDENTITY,
        run bigint NOT NULL,
        entries bytea[] NOT NULL,
        PRIMARY KEY (run, number)
    );
    CREATE TABLE codemode_fates (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        run_id bytea NOT NULL UNIQUE,
        agent bytea NOT NULL,
        session bytea NOT NULL,
        fate text NOT NULL,
        created_at float8 NOT NULL,
        ended_at float8 NOT NULL
    );
    CREATE INDEX codemode_fates_by_end ON codemode_fates (ended_at);
    CREATE TABLE codemode_sessions (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        agent bytea NOT NULL,
        session bytea NOT NULL,
        given bigint NOT NULL,
        used_at float8 NOT NULL,
        UNIQUE (agent, session)
    );
    CREATE INDEX codemode_sessions_by_use ON codemode_sessions (used_at);
    CREATE TABLE codemode_values (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        session bigint NOT NULL REFERENCES codemode_sessions (number) ON DELETE CASCADE,
        kind text NOT NULL,
        key bytea NOT NULL,
        size bigint NOT NULL,
        value bytea NOT NULL,
        UNIQUE (session, kind, key)
    );
    CREATE TABLE codemode_files (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        session bigint NOT NULL REFERENCES codemode_sessions (number) ON DELETE CASCADE,
        id bytea NOT NULL,
        run_id bytea NOT NULL,
        media_type bytea NOT NULL,
        name bytea NOT NULL,
        size bigint NOT NULL,
        ttl float8 NOT NULL,
        expires_at float8 NOT NULL,
        data bytea NOT NULL,
        UNIQUE (session, id)
    );
    CREATE INDEX codemode_files_of_run ON codemode_files (run_id);
    CREATE INDEX codemode_files_by_expiry ON codemode_files (expires_at);
    """,
    """
    CREATE TABLE codemode_jobs (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        run_id bytea NOT NULL UNIQUE,
        agent bytea NOT NULL,
        session bytea NOT NULL,
        queue text NOT NULL,
        key bytea,
        priority integer NOT NULL,
        code bytea NOT NULL,
        data bytea NOT NULL,
        language text NOT NULL,
        sources text[] NOT NULL,
        due_at float8 NOT NULL,
        state text NOT NULL DEFAULT 'queued',
        reason text NOT NULL DEFAULT '',
        turn bigint NOT NULL DEFAULT 1,
        given bigint NOT NULL DEFAULT 0,
        woken bigint NOT NULL DEFAULT 0,
        kind text NOT NULL DEFAULT '',
        host text NOT NULL DEFAULT '',
        version text NOT NULL DEFAULT '',
        refused text[] NOT NULL DEFAULT '{}',
        said bytea NOT NULL DEFAULT '[]',
        reply bytea,
        created_at float8 NOT NULL,
        changed_at float8 NOT NULL,
        UNIQUE (agent, session, key)
    ) WITH (fillfactor = 70);
    CREATE INDEX codemode_jobs_to_give ON codemode_jobs (queue, priority, number) WHERE state = 'queued' AND given < turn;
    CREATE INDEX codemode_jobs_at_rest ON codemode_jobs (number) WHERE state = 'resting';
    CREATE INDEX codemode_jobs_ended ON codemode_jobs (changed_at) WHERE state = 'ended';
    CREATE TABLE codemode_hosts (
        name text PRIMARY KEY,
        queue text NOT NULL,
        kind text NOT NULL,
        languages text[] NOT NULL,
        sources text[] NOT NULL,
        version text NOT NULL,
        seen_at float8 NOT NULL,
        draining boolean NOT NULL
    );
    """,
    """
    CREATE TABLE codemode_history (
        run_id bytea PRIMARY KEY,
        agent bytea NOT NULL,
        session bytea NOT NULL,
        status text NOT NULL,
        at float8 NOT NULL,
        changed float8 NOT NULL,
        size bigint NOT NULL,
        omitted bigint NOT NULL
    ) WITH (fillfactor = 70);
    CREATE INDEX codemode_history_by_time ON codemode_history (at);
    CREATE INDEX codemode_history_by_change ON codemode_history (changed);
    CREATE TABLE codemode_events (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        run_id bytea NOT NULL,
        at float8 NOT NULL,
        host text NOT NULL,
        body bytea NOT NULL
    );
    CREATE INDEX codemode_events_of_run ON codemode_events (run_id, at);
    """,
    """
    UPDATE codemode_jobs SET due_at = 'Infinity' WHERE state = 'resting';
    CREATE INDEX codemode_jobs_by_timer ON codemode_jobs (queue, due_at) WHERE state = 'resting';
    """,
    """
    ALTER TABLE codemode_hosts ADD COLUMN python text NOT NULL DEFAULT '';
    """,
    """
    ALTER TABLE codemode_jobs ADD COLUMN aborting boolean NOT NULL DEFAULT false;
    CREATE INDEX codemode_jobs_aborting ON codemode_jobs (host) WHERE aborting;
    """,
    """
    ALTER TABLE codemode_jobs ADD COLUMN deaths integer NOT NULL DEFAULT 0;
    """,
)


def bring_up_to_date(db: psycopg.Connection, name: str) -> None:
    """Upgrades the tables, entirely or not at all; `name` is the store's name in errors. Raises ConfigError, and psycopg.Error."""
    if _version(db, name) == len(MIGRATIONS):
        return
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
        for step in MIGRATIONS[_version(db, name) :]:
            db.execute(step.encode())
        db.execute("CREATE TABLE IF NOT EXISTS codemode_schema (version integer NOT NULL)")
        db.execute("DELETE FROM codemode_schema")
        db.execute("INSERT INTO codemode_schema VALUES (%s)", (len(MIGRATIONS),))


def _version(db: psycopg.Connection, name: str) -> int:
    """The version of the tables; 0 if there are none."""
    # read from the table itself, because to_regclass may answer from a cache that another host has made stale
    table = "SELECT FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND tablename = 'codemode_schema'"
    if db.execute(f"SELECT EXISTS ({table})".encode()).fetchone() != (True,):
        return 0
    row = db.execute("SELECT max(version) FROM codemode_schema").fetchone()
    version = row[0] if row is not None else None
    if not isinstance(version, int) or not 0 <= version <= len(MIGRATIONS):
        raise ConfigError(
            f"the run store {name} was made by a newer codemode (its tables have version {version}, this one knows"
            f" {len(MIGRATIONS)}): update codemode, or name another database"
        )
    return version
