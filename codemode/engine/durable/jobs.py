"""Submitted runs: the submitter gets an id at once, and a host takes the run from a queue when it has room.

A job is the record of such a run in the store, from the moment of submission. It is "queued", then "driven" by a host, then "ended", or "resting"
while it waits for a person or a timer. A decision or the timer queues it again. Each time that a job is queued, a new turn begins. Turns are
numbered, so a host that was away for long cannot change a job that another host has had since.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

from codemode.records import dataclass

if TYPE_CHECKING:
    from codemode.engine.replies import Failed

JobState = Literal["queued", "driven", "resting", "ended"]

NOT_HERE = "its last host could not continue it"  # the reason of a job that rests before another host tries it
FOR_SOMEBODY = ("approval", "yield")  # reasons of jobs that rest until somebody answers
MAX_KEY = 200  # characters
MAX_PRIORITY = 1000
MAX_DELAY = 30 * 86_400.0  # seconds


@dataclass(slots=True, frozen=True)
class Task:
    """What is submitted. `priority` 0 goes first; `delay` is seconds; `key` identifies the job, so that submitting it twice makes one job;
    `sources` are the owners of the tools that a host must have."""

    code: str
    data: Any = None
    language: str = "go"
    sources: tuple[str, ...] = ()
    queue: str = "default"
    priority: int = 0
    delay: float = 0.0
    key: str | None = None


@dataclass(slots=True, frozen=True)
class Job:
    """A job as the store records it. `reason` is why it rests, or why no host has it; `version` is the codemode version that began it; `refused`
    are versions that could not continue it; `said` is the output of its replies until now, as JSON; `reply` is its last reply, as JSON."""

    run_id: str
    scope: tuple[str, str]
    task: Task
    state: JobState
    reason: str = ""
    turn: int = 1
    woken: int = 0
    host: str = ""
    version: str = ""
    refused: tuple[str, ...] = ()
    said: bytes = b"[]"
    reply: bytes | None = None
    created_at: float = 0.0
    aborting: bool = False  # somebody has asked the host that drives it to abort it
    deaths: int = 0  # hosts that died one after the other while they drove it


@dataclass(slots=True, frozen=True)
class Host:
    """A process that drives jobs of a queue. Hosts of one `kind` can drive the same jobs. `python` is the host's Python version, such as 3.12, if
    it drives programs in Python: such programs continue only on the same version."""

    name: str
    queue: str
    kind: str
    languages: tuple[str, ...]
    sources: tuple[str, ...]
    version: str
    draining: bool = False
    python: str = ""

    def can_drive(self, job: Job) -> bool:
        """Whether this host can drive a job: it has the language and the sources, and its version has not refused the run."""
        return (
            job.task.language in self.languages
            and set(job.task.sources) <= set(self.sources)
            and self.version_for(job.task.language) not in job.refused
        )

    def version_for(self, language: str) -> str:
        """The version that `refused` records: that of codemode, for programs in Python with that of Python."""
        return f"{self.version} on Python {self.python}" if language == "python" else self.version


def python_of(languages: Collection[str]) -> str:
    """The version of this Python, such as 3.12, if programs may be in Python: it runs them. "" for other languages."""
    return f"{sys.version_info[0]}.{sys.version_info[1]}" if "python" in languages else ""


class Jobs(Protocol):
    """The jobs of a store. Failures raise InternalError, as in the store."""

    async def submit(self, run_id: str, scope: tuple[str, str], task: Task) -> str:
        """Adds a job and returns its id; if the session already has a job with this key, returns the id of that job."""
        ...

    async def get(self, run_id: str) -> Job | None: ...

    async def open(self) -> list[Job]:
        """The jobs that have not ended, oldest first, without their data and output."""
        ...

    async def wake(self, run_id: str) -> None:
        """Queues a resting job again, because something was decided. Does nothing if the run is not a job."""
        ...

    async def abort(self, run_id: str, scope: tuple[str, str], reply: Failed) -> bool:
        """Ends a job with this reply if no host drives it and its run has not begun or is over. Returns whether it did."""
        ...

    async def ask_to_abort(self, run_id: str, scope: tuple[str, str]) -> bool:
        """Asks the host that drives a job to abort it, or the next one that does. Returns False if none drives it."""
        ...

    def listen(self, heard: Callable[[str], None]) -> Callable[[], None]:
        """Calls `heard`, in a thread, with the id of every run that changes, and with "" if changes may be missed. Returns a function to stop it."""
        ...

    def wait_for_store(self, patient: bool) -> None:
        """Sets whether every access of this process to the store waits until the store answers, however long that takes."""
        ...

    # --- for hosts ------------------------------------------------------------------------------------------------

    async def claim(self, run_id: str, turn: int, host: Host, *, progress: bool = False) -> Job | None:
        """Begins to drive this turn of the job, or goes on with it, with `progress` if calls have ended meanwhile. Returns None if the turn is not to
        be driven (any more)."""
        ...

    async def to_abort(self, host: Host) -> list[str]:
        """The ids of the runs that this host drives and was asked to abort."""
        ...

    async def say(self, job: Job, said: bytes) -> bool:
        """Records the output until now. Returns False if another host has had the job since; so do the methods below."""
        ...

    async def rest(self, job: Job, reason: str, seconds: float | None = None) -> bool:
        """Records that the job waits, for a person or for some seconds. Also returns False if it was woken meanwhile: then it continues at once."""
        ...

    async def give_back(self, job: Job, *, refused: str = "") -> bool:
        """Queues the job again for another host; `refused` is the version that could not continue it."""
        ...

    async def end(self, run_id: str, host: str, reply: bytes) -> bool:
        """Records that the job has ended with this reply, as the holder of its lease reports. Does nothing if the run is not a job."""
        ...

    async def to_give(self, queue: str, give: Callable[[Job], str], limit: int) -> int:
        """Calls `give`, in a thread, with jobs that are due and not in any queue; `give` returns the kind of hosts whose queue received the job,
        or "". Returns the number of jobs."""
        ...

    async def stranded(self, queue: str, hosts: Sequence[Host]) -> list[tuple[str, int]]:
        """The turns that none of these hosts drives, or that were given to none of their kinds."""
        ...

    async def given(self, queue: str) -> list[tuple[str, int]]:
        """Turns that were given and that no host has begun."""
        ...

    async def left(self, queue: str) -> list[Job]:
        """Returns some of the jobs that have ended and whose runs have not: a host was killed between the two ends."""
        ...

    async def take_back(self, turns: Sequence[tuple[str, int]], *, dead: bool = False) -> list[str]:
        """Queues turns again. With `dead`, their hosts have died: the jobs that they drove count that, and pause from the second death on, so that a
        run which kills its hosts does not take the same other runs down each time. Returns the ids of the jobs that were queued."""
        ...

    async def beat(self, host: Host, *, doubt: bool = False) -> list[Host]:
        """Records that the host lives. Returns all living hosts of its queue; with `doubt`, a silent host counts as alive unless its process is
        known to be dead."""
        ...

    async def lost(self, queue: str, *, doubt: bool = False) -> list[Host]:
        """The dead hosts of a queue; `bury` deletes them."""
        ...

    async def bury(self, host: Host) -> None: ...

    async def schema(self) -> str:
        """The schema of the database that has the store."""
        ...

    async def sweep(self) -> None:
        """Ends jobs whose runs were aborted or have expired, and deletes jobs that ended long ago."""
        ...
