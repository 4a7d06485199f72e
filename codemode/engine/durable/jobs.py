"""Runs that are submitted: whoever submits one has its id at once, and a host takes it from a queue when it has room.

A job is such a run as the store knows it, from the moment it is submitted. It is "queued", then "driven" by a host, then "ended", or "resting"
while it waits for a person or a timer. Who decides wakes it, or the time does, and it is queued again. Each time that it is queued begins a new
turn. A turn has a number, so that a host that was away for long changes nothing of a job that another one has had since.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from codemode.engine.replies import Failed

JobState = Literal["queued", "driven", "resting", "ended"]

MAX_KEY = 200  # characters
MAX_PRIORITY = 1000
MAX_DELAY = 30 * 86_400.0  # seconds


@dataclass(slots=True, frozen=True)
class Task:
    """What is submitted. `priority` 0 goes first; `delay` is seconds; a `key` names the job, so that it is submitted once; `sources` are the owners
    of tools that a host has to have."""

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
    """A job as the store knows it. `reason` says why it rests, or why no host has it; `version` is the codemode that began it; `refused` are versions
    that could not go on with it; `said` is the output of its replies until now, as JSON; `reply` its last reply, as JSON."""

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


@dataclass(slots=True, frozen=True)
class Host:
    """A process that drives jobs of a queue. Hosts of one `kind` can drive the same jobs. `python` is the version of Python, as 3.12, of a host that
    drives programs in Python: they go on only where it is the same."""

    name: str
    queue: str
    kind: str
    languages: tuple[str, ...]
    sources: tuple[str, ...]
    version: str
    draining: bool = False
    python: str = ""

    def can_drive(self, job: Job) -> bool:
        """A run goes on where its own version is, or with a newer one that has not refused it."""
        return (
            job.task.language in self.languages
            and set(job.task.sources) <= set(self.sources)
            and self.version_for(job.task.language) not in job.refused
        )

    def version_for(self, language: str) -> str:
        """What has to be the same, or to agree, for programs of a language to go on here."""
        return f"{self.version} on Python {self.python}" if language == "python" else self.version


class Jobs(Protocol):
    """The jobs of a store. What goes wrong raises InternalError, as in the store."""

    async def submit(self, run_id: str, scope: tuple[str, str], task: Task) -> str:
        """The id of the job: another one's where its key is known already in the session."""
        ...

    async def get(self, run_id: str) -> Job | None: ...

    async def open(self) -> list[Job]:
        """Those that have not ended, oldest first, without their data and what they said."""
        ...

    async def wake(self, run_id: str) -> None:
        """Something was decided: a job that rests is queued again. Nothing happens if the run is none."""
        ...

    async def abort(self, run_id: str, scope: tuple[str, str], reply: Failed) -> bool:
        """It ends with this reply, if no host drives it and its run has not begun, or is over. Whether it did."""
        ...

    def listen(self, heard: Callable[[str], None]) -> Callable[[], None]:
        """Call `heard`, in a thread, with the id of every run about which there is news, and "" when some may have been missed. Gives a function
        that ends it."""
        ...

    def wait_for_store(self, patient: bool) -> None:
        """Whether everything that this process asks of the store waits until it answers, however long that takes."""
        ...

    # --- for hosts ------------------------------------------------------------------------------------------------

    async def claim(self, run_id: str, turn: int, host: Host) -> Job | None:
        """Drive this turn of the job; None if it is not to be driven (any more)."""
        ...

    async def say(self, job: Job, said: bytes) -> bool:
        """Keep the output until now. False if another host has had the job since, as in all that follows."""
        ...

    async def rest(self, job: Job, reason: str, seconds: float | None = None) -> bool:
        """It waits, for somebody, or so many seconds. False also if it was woken meanwhile: then it goes on at once."""
        ...

    async def give_back(self, job: Job, *, refused: str = "") -> bool:
        """It is queued again, for another host; `refused` is the version that could not go on with it."""
        ...

    async def end(self, run_id: str, host: str, reply: bytes) -> bool:
        """It has ended with this reply, as the owner of its lease says. Nothing happens if the run is no job."""
        ...

    async def to_give(self, queue: str, give: Callable[[Job], str], limit: int) -> int:
        """Call `give`, in a thread, with jobs that are due and that no queue has; it gives the kind of hosts whose queue has it now, "" if there
        is none. Tells how many jobs there were."""
        ...

    async def stranded(self, queue: str, hosts: Sequence[Host]) -> list[tuple[str, int]]:
        """The turns that are driven by none of these hosts, or given to none of their kinds."""
        ...

    async def take_back(self, turns: Sequence[tuple[str, int]]) -> list[str]:
        """Queue jobs again whose hosts are gone: turns that nobody drives any more. Gives the ids of those that were."""
        ...

    async def beat(self, host: Host, *, doubt: bool = False) -> list[Host]:
        """The host lives. Gives all hosts of its queue that do; with `doubt` a silent one counts as alive unless its process is known to be dead."""
        ...

    async def lost(self, queue: str, *, doubt: bool = False) -> list[Host]:
        """The hosts of a queue that are dead; they are forgotten with `bury`."""
        ...

    async def bury(self, host: Host) -> None: ...

    async def sweep(self) -> None:
        """End the jobs at rest whose runs were aborted or have expired, and forget those that ended long ago."""
        ...
