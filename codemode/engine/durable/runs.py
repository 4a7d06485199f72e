"""Runs that wait until somebody continues them: who may continue them, until when, and how the others ended.

A run that waits is in the store, where any process finds it. The process that drove it also keeps it in memory (`SuspendedRun`), so that continuing
costs nothing; that copy is valid only until another process moves the run.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from codemode.engine.durable.background_tasks import BackgroundTasks, briefly, logged
from codemode.engine.durable.history import HistoryStore, RunRecord, Trajectory
from codemode.engine.durable.journal import Journal
from codemode.engine.durable.leases import LEASE_SECONDS, Lease, owner_name
from codemode.engine.durable.recovery import Recovery
from codemode.engine.durable.run_listing import RunFilter, RunListing
from codemode.engine.durable.store import GRACE, Fate, RunInfo, RunStore, Scope, gone
from codemode.engine.durable.suspended import SuspendedRun, no_room, one_too_many
from codemode.engine.durable.unrecorded_ends import UnrecordedEnds
from codemode.engine.event_listeners import Feed
from codemode.engine.event_reporter import EventReporter, Values
from codemode.engine.limits import Limits
from codemode.errors import CodeModeError, ConfigError, InternalError, RunError

T = TypeVar("T")
Deliver = Callable[[Any], Awaitable[None]]

log = logging.getLogger("codemode")

DELIVERY_SECONDS = 1.0  # how long a reply may take to reach the caller


class Runs:
    """The runs that one engine drives or keeps."""

    def __init__(
        self,
        store: RunStore,
        limits: Limits,
        feeds: Sequence[Feed] = (),
        history: HistoryStore | None = None,
        tell_values: Values | None = None,
        beside: Callable[[], HistoryStore | None] | None = None,
    ) -> None:
        """`feeds` receive the events of all runs; `tell_values` makes what they receive of arguments and results. `beside` is as in Recovery."""
        self.store = store
        self.feeds = tuple(feeds)
        self.history = history
        self._tell_values = tell_values
        self.owner = owner_name()
        self._limits = limits
        self._kept: dict[str, SuspendedRun] = {}
        self._driven: dict[str, SuspendedRun | Lease] = {}  # a lease while the run is restored
        self._ends = UnrecordedEnds(store, self.owner)
        self.deliveries: dict[str, Deliver | None] = {}  # by known ids; they store the last replies of submitted runs
        self._moves: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks = BackgroundTasks()
        self._sweep: asyncio.Task[None] | None = None
        self._closed = False
        self.resting: float | None = None  # seconds for calls under way, once the process is about to end
        self._recovery = Recovery(store, history, self._keeps, beside)
        self._past = RunListing(store, history, self.feeds, self._recovery)

    def __len__(self) -> int:
        return len(self._kept)

    def check_open(self) -> None:
        # otherwise a worker process would be started that nobody ends, and a store in a file would not answer
        if self._closed:
            raise ConfigError("the engine is closed; make a new one, and use it inside its `async with`")

    @asynccontextmanager
    async def moving(self, run_id: str) -> AsyncGenerator[None]:
        """Locks the run in this process, after the store has recorded that it waits."""
        lock = self._moves.get(run_id)
        if lock is None:
            lock = self._moves[run_id] = asyncio.Lock()
        async with lock:
            run = self._kept.get(run_id)
            if run is not None and run.recording is not None:
                await asyncio.wait([run.recording])
            yield

    def background(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Starts work that continues even if nobody waits for it; `close` waits for it."""
        return self._tasks.start(work)

    # --- runs that are driven -------------------------------------------------------------------------------------

    def journal(self, run_id: str, scope: Scope) -> Journal:
        self.check_open()
        self.check_goes_on()
        most, ttl = self._limits.max_snapshot_bytes, float(self._limits.snapshot_ttl_seconds)
        told = self.store.durable and self.history is not None
        return Journal(self.store, run_id, scope, self.owner, most, ttl, keeps_output=told)

    def reporter(self, run_id: str) -> EventReporter:
        """The `EventReporter` of a run: that of its cell, if the cell is in this process."""
        kept = self._kept.get(run_id)
        return kept.reporter if kept is not None else EventReporter(run_id, self.feeds, self._tell_values)

    async def __call__(
        self,
        agent: str | None = None,
        session: str | None = None,
        *,
        status: str | None = None,
        limit: int = 50,
        before: float | None = None,
    ) -> list[RunRecord]:
        """Returns the runs that are not over, and ended ones for as long as `Engine(history=...)` keeps them, the latest first; `before` (a
        `started_at`) returns the next page. Without history, only the runs in the store, without what they did. Raises CodeModeError."""
        wanted = RunFilter(agent, session, status, before)
        await briefly(self.expire_all())
        return await self._past.runs(wanted, limit, self._ends.waiting)

    async def trajectory(self, run_id: str) -> Trajectory:
        """Returns all recorded events of a run. Raises RunError if nothing is recorded, and ConfigError without history."""
        await briefly(self.expire_all())
        return await self._past.trajectory(run_id)

    def begin(self, run: SuspendedRun) -> None:
        """Registers a run that is driven here from now on."""
        self._drive(run.cell.run_id, run)
        if self.resting is not None:
            run.driver.rest_soon(self.resting)

    def rest(self, seconds: float) -> None:
        """Lets every run that is driven here wait where it is; calls under way get `seconds` to end. No run is started or continued afterwards."""
        self.resting = seconds
        for run in self._driven.values():
            if isinstance(run, SuspendedRun):
                run.driver.rest_soon(seconds)

    def check_goes_on(self) -> None:
        """Raises InternalError if this process is shutting down."""
        if self.resting is not None:
            told = "this process is shutting down; send the request again, to another process or after the restart"
            raise InternalError(told, code="runtime_unavailable")

    def _drive(self, run_id: str, run: SuspendedRun | Lease) -> None:
        self._driven[run_id] = run
        if self.store.durable and (self._sweep is None or self._sweep.done()):
            self._sweep = self.background(self._sweeping())

    def drives(self, run_id: str) -> bool:
        return run_id in self._driven

    async def _sweeping(self) -> None:
        """Renews the leases of this process's runs, and ends runs that have expired."""
        while True:
            held = [run.journal.lease if isinstance(run, SuspendedRun) else run for run in self._driven.values()]
            held += [run.journal.lease for run in self._kept.values() if run.cell.running]
            try:
                await self.expire_all()
                if leases := [lease for lease in held if lease is not None]:
                    await self.store.renew(leases)
            except CodeModeError as broken:
                log.warning("%s", broken.message)
            await asyncio.sleep(LEASE_SECONDS / 3)
            if not self._driven and not self._kept:
                return

    # --- runs that wait -------------------------------------------------------------------------------------------

    async def park(self, run: SuspendedRun, reason: str, until: float, *, replying: bool) -> None:
        """Records that a run waits; it stays driven here until `replied` or `share`. Its time to live starts now. Raises CodeModeError if it
        cannot be kept. If the store does not answer before `until` (monotonic seconds), the record is written as soon as it does; meanwhile the
        run waits here."""
        self.check_open()
        cell, journal, run_id = run.cell, run.journal, run.cell.run_id
        run.measure()
        if no_room(self._kept, run, self._limits.max_suspended_runs):
            await self._make_room(run)
        if (full := no_room(self._kept, run, self._limits.max_suspended_runs)) and self.resting is None:
            raise RunError(full, code="too_many_runs", phase="host")
        journal.note("park", reason, cell.clock.now(), cell.clock.lag, self.owner if replying else "")
        if journal.given_up:
            raise RunError(
                f"the run cannot wait: its journal has more than {self._limits.max_snapshot_bytes} bytes (max_snapshot_bytes); "
                "make fewer or smaller calls before the program waits",
                code="snapshot_limit_exceeded",
                phase="host",
            )
        ttl = self._limits.snapshot_ttl_seconds
        over = time.time() + run.sleeps + ttl
        self._kept[run_id] = run
        run.reason = reason
        self._expire_in(run, run.sleeps + ttl)
        if not self.store.durable:
            await journal.park(reason, over, free=False)
            return
        run.driver.rest()
        run.free = not cell.running
        run.recording = self.background(self._tasks.answered(lambda: journal.park(reason, over, free=run.free)))
        await asyncio.wait([run.recording], timeout=max(0.0, until - time.monotonic()))
        if run.recording.done():
            run.recording.result()

    async def replied(self, run: SuspendedRun) -> None:
        """The reply of a parked run is on its way to the caller: other processes may now take the run."""
        if self.store.durable:
            run.delivery = self._tasks.later(DELIVERY_SECONDS, lambda: self._arrived(run))
        await self.share(run)

    async def share(self, run: SuspendedRun) -> None:
        """Releases a parked run to other processes as soon as none of its calls is open here."""
        self._driven.pop(run.cell.run_id, None)
        run.busy = False
        if self.store.durable and not run.free:
            run.driver.on_rest = lambda: self._rest(run)
            await asyncio.wait([self.background(self._shared(run))], timeout=GRACE)

    async def _shared(self, run: SuspendedRun) -> None:
        await self._rest(run)
        if not run.busy and not run.free:
            await run.driver.start_calls()  # the calls that waited for the store

    async def _arrived(self, run: SuspendedRun) -> None:
        """The reply has had time to arrive: record that, and release the lease."""
        run_id = run.cell.run_id
        try:
            async with self.moving(run_id):
                if self._kept.get(run_id) is run and run.delivery is not None and not self.drives(run_id):
                    info = await self.store.lease(run_id, self.owner)
                    run.delivery = None
                    if info is None:
                        return
                    if not run.is_stale(info):
                        run.journal.lease = info.lease
                        await run.journal.write("replied")
                    await self.give_back(info.lease, run)
        except CodeModeError as lost:
            log.debug("run %s: %s", run_id, lost.message)

    async def _rest(self, run: SuspendedRun) -> None:
        run_id = run.cell.run_id
        async with self.moving(run_id):
            if not (run.busy or run.free or run.journal.lease is None):
                run.free = await self.give_back(run.journal.lease, run)

    async def give_back(self, lease: Lease, kept: SuspendedRun | None) -> bool:
        """Releases the lease, unless the copy `kept` here has open calls; returns whether it did. A call may just have ended, and only the holder
        of the lease can record that, so it is recorded first. Call this only inside `moving`."""
        if kept is not None:
            if kept.cell.running:
                return False
            if kept.journal.lease == lease:
                await kept.journal.commit()
        await self.store.release(lease)
        return True

    async def take(self, run_id: str, scope: Scope) -> SuspendedRun | Lease:
        """Takes the run to continue it. Returns the run itself, or its lease if it must be restored from the store.

        Raises CodeModeError, and leaves the run as it is, if it cannot be taken.
        """
        if self.store.durable:  # a closed store in memory can still tell how its runs ended
            self.check_open()
        run = self._kept.get(run_id)
        if run is not None and run.scope == scope and not run.driver.is_here:
            raise RunError("somebody else is waiting for the run", code="run_busy")
        async with self.moving(run_id):
            kept = self._kept.get(run_id)
            try:
                if kept is None or kept.scope != scope or self.drives(run_id):
                    await self.check_scope(run_id, scope)
                taken = None if self.drives(run_id) else await self.lease(run_id)
            except asyncio.CancelledError:
                self.background(self._not_taken(run_id))
                raise
            if taken is None:
                raise RunError("somebody else is waiting for the run", code="run_busy")
            try:
                return await self._taken(taken)
            except BaseException:
                self.background(self._not_taken(run_id))
                raise

    async def lease(self, run_id: str) -> RunInfo | None:
        """Takes the lease; None if another process drives the run. Raises RunError if the run has ended, or if its time is over, also before the
        store has that. Call this only inside `moving`."""
        await self._ends.record(run_id)
        try:
            for _ in range(2):  # a sweep also compares the clocks
                info = await self.store.lease(run_id, self.owner)
                resumed = info is not None and info.state == "running" and run_id in self._kept
                if info is None or resumed or info.left(time.time()) > 0:
                    return info
                await self.store.release(info.lease)
                await self.expire_all()
            raise gone(run_id, "expired")
        except RunError:
            self._forget(self._kept.get(run_id))
            raise

    async def _taken(self, info: RunInfo) -> SuspendedRun | Lease:
        run = self._kept.get(info.run_id)
        # it may be "running" in the store, if the last caller gave up while it was taken
        if run is None or not run.journal.agrees(info):
            self._forget(run)
            await self._recovery.of(info, taken=True)
            self._drive(info.run_id, info.lease)
            return info.lease
        run.journal.lease = info.lease
        if run.delivery is not None:
            run.delivery.cancel()
            run.delivery = None
            run.journal.note("replied")  # the caller that asks for the next reply has received the last one
        await run.journal.resume()
        run.stop_timers()
        del self._kept[info.run_id]
        run.busy, run.free, run.recording = True, False, None
        self.begin(run)
        return run

    async def _not_taken(self, run_id: str) -> None:
        """Releases a run whose caller gave up before it had the run."""
        async with self.moving(run_id):
            if self.drives(run_id):
                return
            kept, info = self._kept.get(run_id), await self.store.info(run_id)
            is_ours = info is not None and info.owner == self.owner
            if info is not None and is_ours and kept is not None and kept.journal.agrees(info):
                kept.journal.lease = info.lease  # the ends of calls under way are written with it
                if info.state == "running":
                    over = time.time() + kept.sleeps + self._limits.snapshot_ttl_seconds
                    await kept.journal.park(kept.reason, over, free=False)
            if kept is not None and kept.cell.running:
                return
            if info is not None and is_ours:
                await self.give_back(info.lease, kept)
            if kept is not None:
                kept.free = True

    async def restored(self, run: SuspendedRun) -> None:
        """The run whose lease `take` gave has been restored."""
        await run.journal.resume()
        self.begin(run)

    async def leave(self, lease: Lease) -> None:
        """Does not continue the run whose lease `take` returned; in the store it stays as it is."""
        self._driven.pop(lease.run_id, None)
        await asyncio.wait([self.background(self._not_taken(lease.run_id))], timeout=GRACE)

    async def leave_ended(self, run: SuspendedRun) -> bool:
        """The program has ended and nobody received the reply: the next `wait` restores the run and returns it. Returns whether that is possible."""
        if run.cell.ended is None or run.journal.given_up or run.journal.lease is None:
            return False
        run.stop_timers()
        self._kept.pop(run.cell.run_id, None)
        run.reporter.muted = True
        await run.journal.commit()
        await self.leave(run.journal.lease)
        return True

    async def finish(self, lease: Lease, fate: Fate) -> None:
        """Ends the run whose lease `take` gave."""
        try:
            await self._tasks.answered(lambda: self.store.end(lease, fate))
        finally:
            self._driven.pop(lease.run_id, None)

    async def check_scope(self, run_id: str, scope: Scope) -> None:
        """Raises RunError if there is no such run, or if it is not of this session."""
        info = await self.store.info(run_id)
        if info is None:
            raise gone(run_id, None)
        if info.scope != scope:
            raise RunError("the run belongs to another agent or session", code="run_scope_mismatch")

    async def let_go(self, run_id: str) -> None:
        """Keeps no copy of a waiting run without open calls, whose output has arrived."""
        run = self._kept.get(run_id)
        if run is not None and run.free and not run.busy:
            await self._arrived(run)
            self._forget(run)

    def has_open_calls(self) -> bool:
        """Whether runs that wait here have open calls."""
        return any(run.cell.running for run in self._kept.values())

    def kept(self, run_id: str) -> SuspendedRun | None:
        return self._kept.get(run_id)

    def _keeps(self, info: RunInfo) -> bool:
        """Whether a valid copy of the run is here."""
        kept = self._kept.get(info.run_id)
        here = self.drives(info.run_id) or info.run_id in self._ends.waiting
        return here or (kept is not None and not kept.is_stale(info))

    async def _make_room(self, new: SuspendedRun) -> None:
        """Drops copies that are not valid any more. Then leaves runs to the store, so that each agent gets its share."""
        for run in list(self._kept.values()):
            if not run.cell.running and not run.busy and run.is_stale(await self.store.info(run.cell.run_id)):
                self._forget(run)
        while self.store.durable and no_room(self._kept, new, self._limits.max_suspended_runs):
            run = one_too_many(self._kept, new, self._limits.max_suspended_runs)
            if run is None:
                return
            await self.let_go(run.cell.run_id)

    def _forget(self, run: SuspendedRun | None) -> None:
        """Drops the copy that is kept here."""
        if run is None:
            return
        run.stop_timers()
        self._kept.pop(run.cell.run_id, None)
        run.reporter.muted = True  # the run continues elsewhere, or is over
        self.background(run.driver.stop())

    # --- runs that end --------------------------------------------------------------------------------------------

    async def keep_end(self, run: SuspendedRun) -> None:
        """Writes what the program had received when it ended: whoever rebuilds its reply gets the same one."""
        if self.store.durable and run.journal.lease is not None and run.cell.ended is not None:
            await briefly(run.journal.commit())

    async def end(self, run: SuspendedRun, fate: Fate, *, delivered: bool = False) -> None:
        """Records that the run is over; `delivered` means that its reply is stored elsewhere."""
        run_id, journal = run.cell.run_id, run.journal
        run.stop_timers()
        self._kept.pop(run_id, None)
        self._driven.pop(run_id, None)
        if run.recording is not None:
            run.recording.cancel()
        if journal.lease is None or journal.ended:
            return
        self._ends.waiting[run_id] = journal.lease, fate
        if not self.store.durable:
            await self._ends.record(run_id)
        elif run.cell.ended is not None and fate != "aborted" and not self._closed:
            seconds = 0.0 if delivered else DELIVERY_SECONDS
            self._tasks.later(seconds, lambda: self._buried(run_id))
        else:
            await asyncio.wait([self.background(self._buried(run_id))], timeout=GRACE)

    async def _buried(self, run_id: str) -> None:
        async with self.moving(run_id):
            await self._tasks.answered(lambda: self._ends.record(run_id))

    def _expire_in(self, run: SuspendedRun, seconds: float) -> None:
        run.expiry = self._tasks.later(seconds, lambda: self._expire(run))

    async def _expire(self, run: SuspendedRun) -> None:
        """Ends a run that waits here, if its time is over. A cancelled wait may have lengthened the time, or a clock may have been set."""
        run_id = run.cell.run_id
        async with self.moving(run_id):
            if self._kept.get(run_id) is not run or self.drives(run_id):
                return
            with suppress(CodeModeError):
                info = await self.store.info(run_id)
                if info is not None and not run.is_stale(info):
                    left = min(info.left(time.time()), 3600.0)  # it may be without end
                    if left <= 0:
                        await self.expire_all()
                    if self._kept.get(run_id) is run:
                        self._expire_in(run, max(left, 0.05))
                    return
            self._forget(run)

    async def expire_all(self) -> None:
        """Ends the runs whose time is over. Raises CodeModeError."""
        await self._recovery.before(time.time())
        for run_id in (ended := await self.store.expire()):
            self.reporter(run_id).ended("expired")
            self._forget(self._kept.get(run_id))
        if ended and self.store.jobs is not None:
            await self.store.jobs.sweep()

    async def close(self) -> None:
        """Releases all waiting runs: those in a durable store stay there for other processes, those in memory are aborted."""
        self._closed = self._tasks.closing = True
        if self._sweep is not None:
            self._sweep.cancel()
        for run_id in list(self._ends.waiting):
            await logged(self._buried(run_id))
        for run in list(self._kept.values()):
            if self.store.durable:
                await logged(self._arrived(run))
                if not run.free:
                    await logged(run.journal.commit())
                run.stop_timers()
                self._kept.pop(run.cell.run_id, None)
                run.reporter.muted = True  # the run continues elsewhere, or is over
                await run.driver.stop()
                await logged(self._rest(run))
            else:
                await self.end(run, "aborted")
                await run.driver.stop()
                run.reporter.ended("aborted")
        await self._tasks.finish()
