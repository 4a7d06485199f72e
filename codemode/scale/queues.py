"""The queues of DBOS. A workflow is "drive a run until it rests": its id is the run's and the number of the turn, so that a turn is queued once.

Hosts of one kind, which can drive the same runs, share one queue of DBOS. DBOS keeps no state of a run: a run is recovered from its journal.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from dbos import DBOS, DBOSConfig

from codemode.engine.durable.jobs import Host, Job
from codemode.errors import ConfigError, InternalError

NAME: Final = "codemode.drive"
SCHEMA: Final = "codemode_dbos"
VERSION: Final = "1"  # version of the workflow, for DBOS; codemode decides by itself which version drives a run
POLL_SECONDS: Final = 0.1
ENDED: Final = ["SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"]
FORGOTTEN_AT_ONCE: Final = 500
NO_SCHEMA: Final = (
    f"; workers keep their queues in the schema {SCHEMA}, one for a database, and all have the same user: the owner of the database must run"
    f" CREATE SCHEMA {SCHEMA} AUTHORIZATION <that user>, or GRANT CREATE ON DATABASE <database> TO <that user>"
)

Drive = Callable[[str, int], None]
_drive: Drive | None = None  # a process can have only one DBOS, and so only one of these


@dataclass(slots=True, frozen=True)
class Limit:
    """At most `count` runs begin, or continue, in `seconds`."""

    count: int
    seconds: float


@dataclass(slots=True, frozen=True)
class QueueLimits:
    """Of one queue: how many runs one host drives at once, how many all hosts do, how many of one agent, and how many begin in a time. They hold for
    the hosts of one kind together; where hosts say different things, the last one that started counts."""

    concurrency: int = 16
    in_all: int | None = None
    per_agent: int | None = None
    rate: Limit | None = None

    def __post_init__(self) -> None:
        for name in ("concurrency", "in_all", "per_agent"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ConfigError(f"{name} must be a number of runs, at least 1, not {value}")
        if self.in_all is not None and self.in_all < self.concurrency:
            raise ConfigError(
                f"in_all is {self.in_all}, less than the {self.concurrency} runs of one host (concurrency)"
            )


def kind_of(languages: Sequence[str], sources: Sequence[str], version: str, python: str, schema: str) -> str:
    """Returns the name of the kind of runs that a host can drive. DBOS has one set of queues for all schemas of a database."""
    told = json.dumps([sorted(languages), sorted(sources), version, python, schema])
    return hashlib.sha256(told.encode()).hexdigest()[:12]


@DBOS.workflow(name=NAME)
def _workflow(run_id: str, turn: int) -> None:
    assert _drive is not None
    _drive(run_id, turn)


class Queues:
    """What one host asks DBOS. Every method blocks and is for a thread; a process has one."""

    def __init__(self, url: str, host: Host, limits: QueueLimits, drive: Drive) -> None:
        global _drive
        _drive = drive
        self._host = host
        self._limits = limits
        logging.getLogger("dbos").setLevel(logging.ERROR)
        logging.getLogger("dbos").addFilter(_in_one_line)
        config: DBOSConfig = {
            "name": "codemode",
            "system_database_url": url,
            "dbos_system_schema": SCHEMA,
            "executor_id": host.name,
            "application_version": VERSION,
            "console_log_level": "ERROR",
            "max_executor_threads": limits.concurrency + 8,
            "enable_otlp": False,
        }
        DBOS(config=config)
        DBOS.listen_queues([self._name(host.kind)])

    def _name(self, kind: str) -> str:
        return f"codemode:{self._host.queue}:{kind}"

    def launch(self) -> None:
        """Raises InternalError."""
        limits = self._limits
        with _told(NO_SCHEMA):
            DBOS.launch()
        with _told():
            DBOS.register_queue(
                self._name(self._host.kind),
                worker_concurrency=limits.concurrency,
                global_concurrency=limits.in_all,
                partition_concurrency=limits.per_agent,
                limiter={"limit": limits.rate.count, "period": limits.rate.seconds} if limits.rate else None,
                polling_interval_sec=POLL_SECONDS,
                on_conflict="always_update",
            )

    def give(self, job: Job, kind: str) -> None:
        """Puts a turn of a job into the queue of a kind; nothing happens if it is there already."""
        with _told():
            DBOS.enqueue_workflow_with_options(
                {
                    "queue_name": self._name(kind),
                    "workflow_name": NAME,
                    "workflow_id": _id(job.run_id, job.turn),
                    "app_version": VERSION,
                    "priority": job.task.priority + 1,
                    "queue_partition_key": hashlib.sha256(job.scope[0].encode(errors="replace")).hexdigest()[:24],
                },
                job.run_id,
                job.turn,
            )

    def drop(self, turns: Sequence[tuple[str, int]]) -> None:
        """Removes turns that are not to be driven any more."""
        if turns:
            with _told():
                DBOS.cancel_workflows([_id(run_id, turn) for run_id, turn in turns])

    def over(self, turns: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
        """Returns those of the turns that have ended for DBOS."""
        if not turns:
            return []
        with _told():
            ids = [_id(run_id, turn) for run_id, turn in turns]
            found = DBOS.list_workflows(workflow_ids=ids, status=ENDED, load_input=False, load_output=False)
        return [_turn(status.workflow_id) for status in found]

    def forget(self, seconds: float) -> None:
        """Deletes some of the turns that began before that time and have ended: DBOS keeps them for ever."""
        before = datetime.now(UTC) - timedelta(seconds=seconds)
        with _told():
            old = DBOS.list_workflows(
                status=ENDED,
                name=NAME,
                end_time=before.isoformat(),
                limit=FORGOTTEN_AT_ONCE,
                load_input=False,
                load_output=False,
            )
            if old:
                DBOS.delete_workflows([status.workflow_id for status in old])

    def held_by(self, host: Host) -> list[tuple[str, int]]:
        """Returns the turns that DBOS gave to a host and that have not ended."""
        with _told():
            found = DBOS.list_workflows(
                status="PENDING", executor_id=host.name, name=NAME, load_input=False, load_output=False
            )
        return [_turn(status.workflow_id) for status in found]

    def close(self, seconds: int) -> None:
        """Takes no more, and waits so long for the turns that are driven."""
        DBOS.destroy(workflow_completion_timeout_sec=seconds)


def _in_one_line(record: logging.LogRecord) -> bool:
    """Leaves out the tracebacks of DBOS, which it writes also for what is no error, such as a turn that another host has."""
    with contextlib.suppress(Exception):  # if the record does not fit its arguments, the host's handlers say so
        record.msg, record.args = (record.getMessage().splitlines() or [""])[0], ()
    record.exc_info = record.exc_text = None
    return True


def _id(run_id: str, turn: int) -> str:
    return f"{run_id}/{turn}"


def _turn(id: str) -> tuple[str, int]:
    run_id, _, turn = id.rpartition("/")
    return run_id, int(turn)


@contextlib.contextmanager
def _told(way: str = "") -> Any:
    """Turns failures of DBOS into errors of codemode. `way` is how to get out if the database refuses."""
    try:
        yield
    except InternalError:
        raise
    except Exception as broken:
        why = (str(broken).splitlines() or [""])[0]
        refused = way if "InsufficientPrivilege" in why or "DuplicateSchema" in why else ""
        raise InternalError(f"the queues do not answer: {why}{refused}", code="runtime_unavailable") from broken
