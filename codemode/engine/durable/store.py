"""The storage of runs and of what sessions keep: the protocol, and the rules of all stores.

A run is a journal: bytes that one owner at a time appends in order. What was appended to a durable store survives the process, and only the holder of
the run's lease can append.

Nothing here blocks the event loop. Requests are done in their order, each wholly or not at all. A caller may give up (`within`, or any cancellation):
the request may then have been done or not, and can be repeated, because nothing is done twice. A store that does not work, or that other processes
keep locked, raises InternalError (`runtime_unavailable`).

The store remembers how a run ended. Any request about an ended run except `info` raises a RunError with that fate: `aborted`, `snapshot_expired`, or
`run_not_found`, which is also the error for an unknown run.
"""

from __future__ import annotations

import builtins
import math
import time
from collections.abc import Awaitable, Mapping, Sequence
from typing import Literal, NoReturn, Protocol, TypeVar

from codemode.engine.durable.jobs import Jobs
from codemode.engine.durable.leases import Lease, lapsed
from codemode.engine.durable.stored_attachments import FileInfo
from codemode.errors import InternalError, RunError, ToolError
from codemode.records import dataclass

T = TypeVar("T")

Scope = tuple[str, str]  # agent, session
Fate = Literal["running", "waiting", "completed", "failed", "aborted", "expired"]
Kind = Literal["result", "store"]

MAX_FATES = 10_000  # ended runs whose fate is remembered
FATE_SECONDS = 7 * 86_400.0
MAX_SESSIONS = 10_000  # sessions whose values are kept; those of the agent that has the most, unused for longest, are deleted first
OF_RUNS = "codemode:requests"  # sessions of this agent belong to the run that is their name, and go when it is aborted or expires
MAX_ENTRIES = 256  # values of one kind in one session
MAX_KEY = 1000  # characters
MAX_BYTES = 64 << 20  # of compact JSON in UTF-8, in all
GRACE = 0.08  # seconds past the deadline that recording a waiting run may take; its reply may take as long again


@dataclass(slots=True, frozen=True)
class RunInfo:
    """A run as the store records it.

    `state` is "running" while the run is driven (or since its driver was killed), "waiting" when it is parked, else how it ended. `reason` is why it
    waits: pending_tools, yield, approval or timer. Times are seconds since 1970, `size` is the bytes of its journal. `owner` has the lease until
    `lease_until`; it is "" when the run is free. `fence` is that of the lease. `expires_at` is None for a submitted run that waits for
    nobody's answer: it is in its queue, with a host, or sleeps.
    """

    run_id: str
    scope: Scope
    state: Fate
    reason: str
    created_at: float
    expires_at: float | None
    size: int
    owner: str
    lease_until: float
    fence: int = 0

    @property
    def lease(self) -> Lease:
        return Lease(self.run_id, self.owner, self.fence)

    def left(self, now: float) -> float:
        """Seconds until its time is over."""
        return math.inf if self.expires_at is None else self.expires_at - now

    def is_over(self, now: float) -> bool:
        """Whether its time is over, so that a sweep ends it: nobody drives it."""
        return self.left(now) <= 0 and (self.state == "waiting" or lapsed(self.owner, self.lease_until, now))


class RunStore(Protocol):
    """Stores runs. `durable` tells whether they outlive the process and can be shared with others."""

    @property
    def durable(self) -> bool: ...

    @property
    def jobs(self) -> Jobs | None:
        """Submitted runs, in a store that machines share; None in others."""
        ...

    @property
    def ahead(self) -> float:
        """Seconds that the store's clock is ahead of this host's; hosts that share runs use the store's clock."""
        ...

    async def create(
        self, run_id: str, scope: Scope, entries: Sequence[bytes], *, owner: str, expires_at: float
    ) -> Lease:
        """Creates a run, leased to `owner`, with the first entries of its journal. Raises RunError `run_busy` if the id belongs to another owner."""
        ...

    async def append(self, lease: Lease, at: int, entries: Sequence[bytes]) -> None:
        """Appends all entries or none, and renews the lease. `at` is how many bytes the journal had before: entries that are already there are not
        written again. Raises RunError `run_busy` if somebody else has had the run since."""
        ...

    async def park(
        self, lease: Lease, at: int, entries: Sequence[bytes], *, reason: str, expires_at: float, free: bool
    ) -> None:
        """Appends entries; the run waits from now on, at most until `expires_at`. With `free` the lease is released, too."""
        ...

    async def resume(self, lease: Lease, at: int, entries: Sequence[bytes], *, expires_at: float) -> None:
        """Appends entries; the run is running again. If its process is killed, it can be continued at least until `expires_at`."""
        ...

    async def read(self, run_id: str) -> list[bytes]:
        """Returns the journal: its head, then all entries in order."""
        ...

    async def info(self, run_id: str) -> RunInfo | None:
        """The record of a run, also of an ended one as long as its fate is remembered."""
        ...

    async def lease(self, run_id: str, owner: str) -> RunInfo | None:
        """Takes the run, or renews its lease for LEASE_SECONDS; returns the run as it is then. None while another living owner has it."""
        ...

    async def renew(self, leases: Sequence[Lease]) -> None:
        """Renews the leases for LEASE_SECONDS, except of runs that somebody else has had since."""
        ...

    async def release(self, lease: Lease) -> None:
        """Releases the run. Does nothing if somebody else has had it since."""
        ...

    async def end(self, lease: Lease, fate: Fate) -> None:
        """Deletes the journal and remembers the fate."""
        ...

    async def expire(self, now: float | None = None) -> list[str]:
        """Ends the runs whose time is over and that nobody drives: they wait, or their lease has lapsed. Returns their ids. None is the time of the
        store's clock."""
        ...

    async def save_values(self, scope: Scope, kind: Kind, values: Mapping[str, str]) -> None:
        """Saves compact JSON for later cells of a session. Results replace old ones; stored values that do not fit raise ToolError."""
        ...

    async def save_result(self, scope: Scope, value: str) -> str:
        """Saves a result under a new id, res_1, res_2 ...; an id is never reused in a session."""
        ...

    async def load_value(self, scope: Scope, kind: Kind, key: str) -> str | None: ...

    async def delete_value(self, scope: Scope, kind: Kind, key: str) -> bool: ...

    async def values(self, scope: Scope, kind: Kind) -> list[tuple[str, int]]:
        """Keys and sizes in bytes, in the order in which they were saved."""
        ...

    async def save_files(self, scope: Scope, files: Sequence[tuple[FileInfo, bytes]]) -> None:
        """Saves attachments until their run has ended, and `info.ttl` seconds more; those of a run that is aborted or expires are deleted. The
        oldest of the session are deleted to make room."""
        ...

    async def load_file(self, scope: Scope, id: str) -> tuple[FileInfo, bytes] | None: ...

    async def files(self, scope: Scope) -> builtins.list[FileInfo]:
        """The attachments of a session, in the order in which they were saved."""
        ...

    async def close(self) -> None:
        """Waits for work under way, and closes the store."""
        ...

    # last, because from here on the name is the method
    async def list(self, scope: Scope | None = None) -> builtins.list[RunInfo]:
        """The runs that have not ended, oldest first."""
        ...


class Unanswered(InternalError):
    """A store that is locked or slow: it works, and the request can be repeated."""

    default_code = "runtime_unavailable"


class StoreClosed(InternalError):
    """The host has closed the store: it never answers again."""

    default_code = "runtime_unavailable"


async def within(until: float, work: Awaitable[T]) -> T:
    """Awaits a request to a store until `until` (monotonic seconds). Raises Unanswered then. If the event loop itself was busy at that moment, what
    came meanwhile is looked at first."""
    import asyncio  # a program that is run directly needs none of it

    loop = asyncio.get_running_loop()
    end = loop.time() + until - time.monotonic()
    try:
        async with asyncio.timeout(None) as limit:
            timer = loop.call_at(end, lambda: limit.reschedule(loop.time() + min(loop.time() - end, GRACE)))
            try:
                return await work
            finally:
                timer.cancel()
    except TimeoutError:
        raise Unanswered(LATE) from None


LATE = "the run store did not answer in time: it cannot be reached, another process has it locked, or its disk is slow; try again"


# --- rules that hold in every store -----------------------------------------------------------------------------------

_GONE: dict[str, tuple[str, str]] = {
    "aborted": ("aborted", "the run was aborted"),
    "expired": ("snapshot_expired", "nobody continued the run in time; start it again"),
}


def gone(run_id: str, fate: str | None) -> RunError:
    """The error for a run that no longer exists, or never did (`fate` None)."""
    if fate is None:
        return RunError(f"there is no run {run_id[:80]!r}", code="run_not_found")
    code, message = _GONE.get(fate, ("run_not_found", "the run has ended; its reply was delivered"))
    return RunError(message, code=code)


def busy(run_id: str) -> RunError:
    return RunError(f"another process is driving the run {run_id[:80]!r}", code="run_busy", phase="host")


def in_the_way(kind: Kind, kept: Sequence[tuple[str, int]], key: str, size: int) -> list[str]:
    """Returns the keys to delete before a value of that size is saved. Raises ToolError if it may not be saved; nothing is changed then."""
    if len(key) > MAX_KEY:
        raise ToolError(f"a key of {len(key)} characters is too long; the limit is {MAX_KEY}")
    if size > MAX_BYTES:
        raise ToolError(f"a value of {size} bytes is too large to keep; the limit is {MAX_BYTES}")
    others = [entry for entry in kept if entry[0] != key]
    count, held = len(others), sum(length for _, length in others)
    going: list[str] = []
    for name, length in others:
        if count < MAX_ENTRIES and held + size <= MAX_BYTES:
            break
        if kind == "store":
            raise ToolError(f"the session keeps at most {MAX_ENTRIES} values of {MAX_BYTES} bytes in all")
        going.append(name)
        count, held = count - 1, held - length
    return going


def not_yet_written(run_id: str, entries: Sequence[bytes], at: int, size: int) -> Sequence[bytes]:
    """Returns the entries that a journal of `size` bytes does not have yet. An earlier attempt whose outcome is unknown may have written the first
    ones. Raises RunError if the entries do not follow the journal."""
    written = size - at
    for number, entry in enumerate(entries):
        if written <= 0:
            return entries[number:] if written == 0 else _refused(run_id)
        written -= len(entry)
    return () if written == 0 else _refused(run_id)


def _refused(run_id: str) -> NoReturn:
    raise busy(run_id)
