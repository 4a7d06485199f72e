"""Jobs in the Postgres store, in SQL."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from codemode.engine.durable.jobs import FOR_SOMEBODY, Host, Job, Task
from codemode.engine.durable.leases import LEASE_SECONDS, is_dead
from codemode.engine.durable.postgres_database import Connection, Database, Work, ask
from codemode.engine.durable.postgres_notifications import CHANNEL, News
from codemode.engine.durable.rows import Damaged, raw, text
from codemode.engine.durable.store import FATE_SECONDS

if TYPE_CHECKING:
    from codemode.engine.replies import Failed

HOST_SECONDS: Final = LEASE_SECONDS  # seconds without a beat after which a host counts as dead
NEVER: Final = float("inf")
MOST_PAUSE: Final = 60.0  # seconds, about, before a run whose hosts died is given to the next one

_JOB = (
    "run_id, agent, session, queue, key, priority, code, data, language, sources, state, reason, turn, woken, host,"
    " version, refused, said, reply, created_at, aborting, deaths"
)
# all columns except those that may be long
_LISTED = _JOB.replace("data", "'null'::bytea").replace("said, reply", "'[]'::bytea, NULL::bytea")
_MINE = "run_id = %b AND turn = %s AND host = %s AND state = 'driven'"
_HOST = "name, queue, kind, languages, sources, version, draining, python"

T = TypeVar("T")


class Do(Protocol):
    """PostgresStore.do."""

    def __call__(self, about: object, work: Work[T]) -> Awaitable[T]: ...


class PostgresJobs:
    """The jobs of one database."""

    def __init__(self, database: Database, do: Do) -> None:
        self._database = database
        self._do = do
        self.news = News(database)

    def listen(self, heard: Callable[[str], None]) -> Callable[[], None]:
        return self.news.listen(heard)

    @property
    def _now(self) -> str:
        return self._database.now

    async def submit(self, run_id: str, scope: tuple[str, str], task: Task) -> str:
        key = raw(task.key)[0] if task.key is not None else None
        data = json.dumps(task.data, ensure_ascii=False).encode(errors="surrogatepass")
        values = (*raw(run_id, *scope), task.queue, key, task.priority, *raw(task.code), data, task.language)

        def work(db: Connection, _: bool) -> str:
            with db.transaction():
                made = ask(
                    db,
                    "INSERT INTO codemode_jobs (run_id, agent, session, queue, key, priority, code, data, language, sources,"
                    f" due_at, created_at, changed_at) VALUES (%b, %b, %b, %s, %b, %s, %b, %b, %s, %s,"
                    f" {self._now} + %s, {self._now}, {self._now}) ON CONFLICT DO NOTHING RETURNING run_id",
                    (*values, [*task.sources], task.delay),
                ).fetchone()
                if made is not None:
                    _notify(db, run_id)
                    return run_id
                known = (
                    "SELECT run_id FROM codemode_jobs WHERE run_id = %b OR (agent = %b AND session = %b AND key = %b)"
                )
                found = ask(db, known, (*raw(run_id, *scope), key)).fetchone()
                return text(found[0]) if found is not None else run_id

        return await self._do(run_id, work)

    async def get(self, run_id: str) -> Job | None:
        return await self._one(run_id, f"SELECT {_JOB} FROM codemode_jobs WHERE run_id = %b", raw(run_id))

    async def _one(self, run_id: str, sql: str, values: tuple[Any, ...]) -> Job | None:
        def work(db: Connection, _: bool) -> Job | None:
            row = ask(db, sql, values, binary=True).fetchone()
            return _job(row) if row is not None else None

        return await self._do(run_id, work)

    async def open(self) -> list[Job]:
        return await self._some(f"SELECT {_LISTED} FROM codemode_jobs WHERE state <> 'ended' ORDER BY number")

    async def _some(self, sql: str, values: tuple[Any, ...] = ()) -> list[Job]:
        def work(db: Connection, _: bool) -> list[Job]:
            found: list[Job] = []
            for row in ask(db, sql, values, binary=True).fetchall():
                with suppress(Damaged):  # the others are listed
                    found.append(_job(row))
            return found

        return await self._do(None, work)

    async def wake(self, run_id: str) -> None:
        resting = "state = 'resting'"
        sql = (
            f"UPDATE codemode_jobs SET woken = woken + 1, turn = turn + ({resting})::int, changed_at = {self._now},"
            f" due_at = CASE WHEN {resting} THEN 0 ELSE due_at END,"
            f" reason = CASE WHEN {resting} THEN '' ELSE reason END, state = CASE WHEN {resting} THEN 'queued' ELSE state END"
            " WHERE run_id = %b AND state <> 'ended' RETURNING 1"
        )
        await self._changed(run_id, sql, raw(run_id))

    async def abort(self, run_id: str, scope: tuple[str, str], reply: Failed) -> bool:
        sql = (
            f"UPDATE codemode_jobs AS job SET state = 'ended', reason = '', reply = %b, changed_at = {self._now}"
            " WHERE run_id = %b AND agent = %b AND session = %b AND state IN ('queued', 'resting')"
            " AND NOT EXISTS (SELECT 1 FROM codemode_runs AS run WHERE run.run_id = job.run_id) RETURNING 1"
        )
        return await self._changed(run_id, sql, (reply.model_dump_json().encode(), *raw(run_id, *scope)))

    async def ask_to_abort(self, run_id: str, scope: tuple[str, str]) -> bool:
        sql = (
            "UPDATE codemode_jobs SET aborting = true, woken = woken + 1"  # if it comes to rest now, its host looks again
            " WHERE run_id = %b AND agent = %b AND session = %b AND state = 'driven' RETURNING 1"
        )
        return await self._changed(run_id, sql, raw(run_id, *scope))

    def wait_for_store(self, patient: bool) -> None:
        self._database.patient = patient

    # --- for hosts ------------------------------------------------------------------------------------------------

    async def claim(self, run_id: str, turn: int, host: Host, *, progress: bool = False) -> Job | None:
        sql = (
            "UPDATE codemode_jobs SET state = 'driven', reason = '', host = %s,"
            f" deaths = CASE WHEN {progress} THEN 0 ELSE deaths END,"
            " version = CASE WHEN version <> '' THEN version WHEN language = 'python' THEN %s ELSE %s END,"
            f" changed_at = {self._now} WHERE run_id = %b AND turn = %s"
            f" AND (state = 'queued' OR (state = 'driven' AND host = %s)) RETURNING {_JOB}"
        )
        versions = host.version_for("python"), host.version_for("go")
        return await self._one(run_id, sql, (host.name, *versions, *raw(run_id), turn, host.name))

    async def to_abort(self, host: Host) -> list[str]:
        sql = "SELECT run_id FROM codemode_jobs WHERE state = 'driven' AND host = %s AND aborting"
        return await self._do(None, lambda db, _: [text(row[0]) for row in ask(db, sql, (host.name,)).fetchall()])

    async def say(self, job: Job, said: bytes) -> bool:
        return await self._change(job, "said = %b", (said,))

    async def rest(self, job: Job, reason: str, seconds: float | None = None) -> bool:
        progress = reason in (*FOR_SOMEBODY, "timer")
        changes = f"state = 'resting', reason = %s, due_at = {self._now} + %s{', deaths = 0' if progress else ''}"
        return await self._change(job, changes, (reason, NEVER if seconds is None else seconds), woken=job.woken)

    async def give_back(self, job: Job, *, refused: str = "") -> bool:
        more = ", refused = refused || %s::text" if refused else ""
        changes = f"state = 'queued', turn = turn + 1{more}"
        return await self._change(job, changes, (refused,) if refused else ())

    async def end(self, run_id: str, host: str, reply: bytes) -> bool:
        # the holder of the run's lease may record its end, even if it was thought dead and the job was given to others
        run = "SELECT 1 FROM codemode_runs AS run WHERE run.run_id = codemode_jobs.run_id AND run.owner <> %s"
        sql = (
            f"UPDATE codemode_jobs SET state = 'ended', reason = '', reply = %b, changed_at = {self._now}"
            f" WHERE run_id = %b AND state <> 'ended' AND NOT EXISTS ({run}) RETURNING 1"
        )
        return await self._changed(run_id, sql, (reply, *raw(run_id), host))

    async def _change(self, job: Job, changes: str, values: tuple[Any, ...], *, woken: int | None = None) -> bool:
        """Changes a job that the host drives."""
        where = _MINE + (" AND woken = %s" if woken is not None else "")
        sql = f"UPDATE codemode_jobs SET {changes}, changed_at = {self._now} WHERE {where} RETURNING 1"
        given = (*values, *raw(job.run_id), job.turn, job.host, *((woken,) if woken is not None else ()))
        return await self._changed(job.run_id, sql, given)

    async def _changed(self, run_id: str, sql: str, values: tuple[Any, ...]) -> bool:
        def work(db: Connection, _: bool) -> bool:
            done = ask(db, sql, values).fetchone() is not None
            if done:
                _notify(db, run_id)
            return done

        return await self._do(run_id, work)

    async def to_give(self, queue: str, give: Callable[[Job], str], limit: int) -> int:
        look = (
            f"SELECT {_JOB} FROM codemode_jobs WHERE queue = %s AND state = 'queued' AND given < turn AND due_at <= {self._now}"
            " ORDER BY priority, number LIMIT %s FOR UPDATE SKIP LOCKED"
        )

        over = (
            "UPDATE codemode_jobs SET state = 'queued', turn = turn + 1, reason = '' WHERE number IN (SELECT number FROM codemode_jobs"
            f" WHERE queue = %s AND state = 'resting' AND due_at <= {self._now} ORDER BY due_at LIMIT %s FOR UPDATE SKIP LOCKED)"
        )

        def work(db: Connection, _: bool) -> int:
            # committed before the turn is given: otherwise a host that takes it at once does not find it
            ask(db, over, (queue, limit))
            with db.transaction():  # if this process dies, another one gives them again
                rows = ask(db, look, (queue, limit), binary=True).fetchall()
                for row in rows:
                    try:
                        job = _job(row)
                    except Damaged:  # it must not keep the queue from the jobs behind it
                        ask(
                            db,
                            "UPDATE codemode_jobs SET state = 'ended', reason = 'damaged' WHERE run_id = %b",
                            row[:1],
                        )
                        continue
                    kind = give(job)
                    if kind:
                        sql = "UPDATE codemode_jobs SET given = turn, kind = %s, reason = '' WHERE run_id = %b"
                        ask(db, sql, (kind, *raw(job.run_id)))
                    else:
                        sql = "UPDATE codemode_jobs SET reason = %s WHERE run_id = %b AND reason <> %s"
                        ask(db, sql, (_nobody(job), *raw(job.run_id), _nobody(job)))
            return len(rows)

        return await self._do(None, work)

    async def stranded(self, queue: str, hosts: Sequence[Host]) -> list[tuple[str, int]]:
        sql = (
            "SELECT run_id, turn FROM codemode_jobs WHERE queue = %s AND ((state = 'driven' AND host <> ALL(%s))"
            " OR (state = 'queued' AND given = turn AND kind <> ALL(%s))) LIMIT 1000"
        )
        values = (queue, [host.name for host in hosts], [host.kind for host in hosts])
        return await self._do(
            None, lambda db, _: [(text(run_id), turn) for run_id, turn in ask(db, sql, values).fetchall()]
        )

    async def given(self, queue: str) -> list[tuple[str, int]]:
        sql = "SELECT run_id, turn FROM codemode_jobs WHERE queue = %s AND state = 'queued' AND given = turn LIMIT 1000"
        return await self._do(
            None, lambda db, _: [(text(run_id), turn) for run_id, turn in ask(db, sql, (queue,)).fetchall()]
        )

    async def left(self, queue: str) -> list[Job]:
        runs = f"SELECT run_id FROM codemode_runs WHERE state = 'running' AND lease_until <= {self._now}"
        which = f"queue = %s AND state = 'ended' AND run_id IN ({runs})"
        return await self._some(f"SELECT {_JOB} FROM codemode_jobs WHERE {which} ORDER BY number LIMIT 20", (queue,))

    async def take_back(self, turns: Sequence[tuple[str, int]], *, dead: bool = False) -> list[str]:
        died = f"({dead} AND job.state = 'driven')"
        pause = f"CASE WHEN job.deaths = 0 THEN 0 ELSE least(power(2, job.deaths), {MOST_PAUSE}) * (0.5 + random()) END"
        sql = (
            f"UPDATE codemode_jobs AS job SET state = 'queued', turn = job.turn + 1, host = '', changed_at = {self._now},"
            f" deaths = job.deaths + {died}::int, due_at = CASE WHEN {died} THEN {self._now} + {pause} ELSE job.due_at END,"
            f" reason = CASE WHEN {died} AND job.deaths > 0 THEN 'its last workers died: it pauses' ELSE job.reason END"
            " FROM unnest(%b::bytea[], %s::bigint[]) AS lost (run_id, turn)"
            " WHERE job.run_id = lost.run_id AND job.turn = lost.turn AND job.state IN ('queued', 'driven') RETURNING job.run_id"
        )
        values = ([raw(run_id)[0] for run_id, _ in turns], [turn for _, turn in turns])
        return await self._do(None, lambda db, _: [text(row[0]) for row in ask(db, sql, values).fetchall()])

    async def beat(self, host: Host, *, doubt: bool = False) -> list[Host]:
        values = asdict(host) | {"languages": [*host.languages], "sources": [*host.sources]}

        def work(db: Connection, _: bool) -> list[Host]:
            ask(
                db,
                f"INSERT INTO codemode_hosts ({_HOST}, seen_at) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, {self._now})"
                " ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at, draining = excluded.draining",
                tuple(values.values()),
            )
            return [each for each, lives in self._hosts(db, host.queue, doubt) if lives]

        return await self._do(None, work)

    async def lost(self, queue: str, *, doubt: bool = False) -> list[Host]:
        return await self._do(None, lambda db, _: [host for host, lives in self._hosts(db, queue, doubt) if not lives])

    def _hosts(self, db: Connection, queue: str, doubt: bool) -> list[tuple[Host, bool]]:
        """The hosts of a queue, and whether they live. Just after the database has started, no host has had a chance to beat."""
        seen = "greatest(seen_at, extract(epoch FROM pg_postmaster_start_time())::float8)"
        sql = (
            f"SELECT {_HOST}, {seen} > {self._now} - {HOST_SECONDS} FROM codemode_hosts WHERE queue = %s ORDER BY name"
        )
        found = (
            (Host(n, q, k, tuple(ls), tuple(ss), v, d, p), on)
            for n, q, k, ls, ss, v, d, p, on in ask(db, sql, (queue,))
        )
        return [(host, (on or doubt) and not is_dead(host.name)) for host, on in found]

    async def bury(self, host: Host) -> None:
        def work(db: Connection, _: bool) -> None:
            ask(db, "DELETE FROM codemode_hosts WHERE name = %s", (host.name,))

        await self._do(None, work)

    async def schema(self) -> str:
        return await self._do(None, lambda db, _: str((ask(db, "SELECT current_schema()").fetchone() or ("",))[0]))

    async def sweep(self) -> None:
        def work(db: Connection, _: bool) -> None:
            ask(
                db,
                f"UPDATE codemode_jobs AS job SET state = 'ended', changed_at = {self._now},"
                " reason = coalesce((SELECT fate FROM codemode_fates AS fate WHERE fate.run_id = job.run_id), 'expired')"
                " WHERE (state = 'resting' OR (state <> 'ended' AND run_id IN (SELECT run_id FROM codemode_fates)))"
                " AND NOT EXISTS (SELECT 1 FROM codemode_runs AS run WHERE run.run_id = job.run_id)",
            )
            ask(db, f"DELETE FROM codemode_jobs WHERE state = 'ended' AND changed_at < {self._now} - {FATE_SECONDS}")

        await self._do(None, work)


def _notify(db: Connection, run_id: str) -> None:
    ask(db, "SELECT pg_notify(%s, %s)", (CHANNEL, run_id if run_id.isascii() and run_id.isprintable() else ""))


def _nobody(job: Job) -> str:
    needs = [job.task.language, *job.task.sources]
    refused = f", not codemode {', '.join(job.refused)}" if job.refused else ""
    return f"no host has what it needs: {', '.join(needs)}{refused}"


def _job(row: tuple[Any, ...]) -> Job:
    """Raises Damaged."""
    run_id, agent, session, queue, key, priority, code, data, language, sources, *rest = row
    state, reason, turn, woken, host, version, refused, said, reply, created_at, aborting, deaths = rest
    try:
        given = json.loads(text(data))
    except (ValueError, RecursionError) as odd:
        raise Damaged(f"the job {text(run_id)} is damaged") from odd
    name = text(key) if key is not None else None
    task = Task(text(code), given, language, tuple(sources), queue, priority, key=name)
    return Job(
        text(run_id),
        (text(agent), text(session)),
        task,
        state,
        reason,
        turn,
        woken,
        host,
        version,
        tuple(refused),
        said,
        reply,
        created_at,
        aborting,
        deaths,
    )
