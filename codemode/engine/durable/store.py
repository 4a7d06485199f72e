"""Where runs and what sessions keep are stored: the protocol, and the rules that hold in every store.

A run is a journal: bytes that are appended in order, by one owner at a time. What was appended is kept whatever happens to the process
(in a durable store), and only who holds the lease of a run can append.

Nothing here blocks the event loop. What is asked for is done in the order in which it was asked for, and wholly or not at all. Who awaits may give
up (`within`, or any cancelling): then it may have been done or not, and can be asked for again, because nothing is done twice. A store that does not
work, or that others keep locked, raises InternalError (`runtime_unavailable`).

A run that has ended leaves its fate. Asking anything of it but `info` raises the RunError that tells it: `aborted`, `snapshot_expired`, or
`run_not_found`, which is also the answer for a run that never was.
"""

from __future__ import annotations

import builtins
import time
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NoReturn, Protocol, TypeVar

from codemode.engine.durable.files import FileInfo
from codemode.engine.durable.jobs import Jobs
from codemode.engine.durable.leases import Lease
from codemode.errors import InternalError, RunError, ToolError

T = TypeVar("T")

Scope = tuple[str, str]  # agent, session
Fate = Literal["running", "waiting", "completed", "failed", "aborted", "expired"]
Kind = Literal["result", "store"]

MAX_FATES = 10_000  # ended runs whose fate can still be told
FATE_SECONDS = 7 * 86_400.0
MAX_SESSIONS = 10_000  # sessions whose values are kept; those that saved nothing for the longest time make room
MAX_ENTRIES = 256  # values of one kind in one session
MAX_KEY = 1000  # characters
MAX_BYTES = 64 << 20  # of compact JSON in UTF-8, in all
GRACE = 0.08  # seconds past its deadline that what a run waits for may take to be put on record, and as many again its reply


@dataclass(slots=True, frozen=True)
class RunInfo:
    """A run as the store knows it.

    `state` is "running" while it is driven (or since its driver was killed), "waiting" when it is parked, else how it ended. `reason` says why
    it waits: pending_tools, yield, approval or timer. Times are seconds since 1970, `size` is the bytes of its journal. `owner` holds the lease
    until `lease_until`; it is "" when the run is free. `fence` is that of the lease.
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


class RunStore(Protocol):
    """What keeps runs. `durable` says whether they outlive the process, and others may share them."""

    @property
    def durable(self) -> bool: ...

    @property
    def jobs(self) -> Jobs | None:
        """Runs that hosts take from queues, in a store that machines share."""
        ...

    @property
    def ahead(self) -> float:
        """Seconds that the clock of the store is ahead of this host's: hosts that share runs go by it."""
        ...

    async def create(
        self, run_id: str, scope: Scope, entries: Sequence[bytes], *, owner: str, expires_at: float
    ) -> Lease:
        """A new run, running and leased to `owner`, with the first entries of its journal. RunError run_busy if the id is another owner's."""
        ...

    async def append(self, lease: Lease, at: int, entries: Sequence[bytes]) -> None:
        """Append all entries or none, and renew the lease. `at` is how many bytes the journal had before: entries that are there already are not
        written again. Raises RunError run_busy when somebody else has had the run since."""
        ...

    async def park(
        self, lease: Lease, at: int, entries: Sequence[bytes], *, reason: str, expires_at: float, free: bool
    ) -> None:
        """Append entries; the run waits from now on, at most until `expires_at`. With `free` the lease is given back, too."""
        ...

    async def resume(self, lease: Lease, at: int, entries: Sequence[bytes]) -> None:
        """Append entries; the run is running again."""
        ...

    async def read(self, run_id: str) -> list[bytes]:
        """The journal: its head, then all entries in order."""
        ...

    async def info(self, run_id: str) -> RunInfo | None:
        """What is known of a run, also of one that has ended, while its fate is remembered."""
        ...

    async def lease(self, run_id: str, owner: str) -> RunInfo | None:
        """Take the run, or keep it for another LEASE_SECONDS: the run as it is then. None while another living owner holds it."""
        ...

    async def renew(self, leases: Sequence[Lease]) -> None:
        """Keep the runs for another LEASE_SECONDS, those of them that nobody else has had since."""
        ...

    async def release(self, lease: Lease) -> None:
        """Give the run back. Nothing happens if somebody else has had it since."""
        ...

    async def end(self, lease: Lease, fate: Fate) -> None:
        """The journal is deleted and the fate remembered."""
        ...

    async def expire(self, now: float) -> list[str]:
        """End the runs whose time is over and that nobody drives: they wait, or their lease has lapsed. Gives their ids."""
        ...

    async def save_values(self, scope: Scope, kind: Kind, values: Mapping[str, str]) -> None:
        """Keep compact JSON for the later cells of a session. Results make room for new ones; stored values that do not fit are a ToolError."""
        ...

    async def save_result(self, scope: Scope, text: str) -> str:
        """Keep a result under a fresh id, res_1, res_2 ...: never the same twice in a session."""
        ...

    async def load_value(self, scope: Scope, kind: Kind, key: str) -> str | None: ...

    async def delete_value(self, scope: Scope, kind: Kind, key: str) -> bool: ...

    async def values(self, scope: Scope, kind: Kind) -> list[tuple[str, int]]:
        """Keys and sizes in bytes, in the order in which they were saved."""
        ...

    async def save_files(self, scope: Scope, files: Sequence[tuple[FileInfo, bytes]]) -> None:
        """Keep attachments for as long as their run has not ended, and `info.ttl` seconds more; they go with a run that is aborted or expires.
        The oldest of the session make room."""
        ...

    async def load_file(self, scope: Scope, id: str) -> tuple[FileInfo, bytes] | None: ...

    async def files(self, scope: Scope) -> builtins.list[FileInfo]:
        """What is kept of a session, in the order in which it was saved."""
        ...

    async def close(self) -> None:
        """Wait for what is under way, and let go."""
        ...

    # the last one, because from here on the name means the method
    async def list(self, scope: Scope | None = None) -> builtins.list[RunInfo]:
        """The runs that have not ended, oldest first."""
        ...


class Unanswered(InternalError):
    """A store that is locked or slow: it works, and what was asked of it can be asked again."""

    default_code = "runtime_unavailable"


class StoreClosed(InternalError):
    """The host has closed the store: it never answers again."""

    default_code = "runtime_unavailable"


async def within(until: float, work: Awaitable[T]) -> T:
    """An access to a store that is given up at `until` (monotonic seconds). Raises Unanswered then."""
    import asyncio  # who runs a program directly needs none of it

    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout_at(loop.time() + until - time.monotonic()):
            return await work
    except TimeoutError:
        raise Unanswered(LATE) from None


LATE = "the run store did not answer in time: another process has it locked, or its disk is slow; try again"


# --- rules that hold in every store -----------------------------------------------------------------------------------

_GONE: dict[str, tuple[str, str]] = {
    "aborted": ("aborted", "the run was aborted"),
    "expired": ("snapshot_expired", "nobody went on with the run in time; start it anew"),
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
    """The keys that have to go before a value of that size is saved. Raises ToolError, with nothing changed, when it may not be saved."""
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
    """The entries that a journal of `size` bytes does not have yet. The first ones may be there from an attempt whose outcome was never heard. Raises
    RunError when the entries do not follow the journal."""
    written = size - at
    for number, entry in enumerate(entries):
        if written <= 0:
            return entries[number:] if written == 0 else _refused(run_id)
        written -= len(entry)
    return () if written == 0 else _refused(run_id)


def _refused(run_id: str) -> NoReturn:
    raise busy(run_id)
