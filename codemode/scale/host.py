"""A host of submitted runs: it takes them from a queue, drives each until it rests, and takes over those whose hosts are gone."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from codemode.engine import Completed, Engine, Failed, Waiting
from codemode.engine.durable.jobs import NOT_HERE, Host, Job, python_of
from codemode.engine.durable.leases import LEASE_SECONDS, Lease
from codemode.engine.durable.store import FATE_SECONDS, Fate, StoreClosed
from codemode.engine.durable.suspended import SuspendedRun
from codemode.engine.limits import MAX_BUDGET
from codemode.engine.session_state import SessionState
from codemode.engine.submitting import jobs_of, reply_of, with_all_output
from codemode.errors import CodeModeError, RunError
from codemode.scale.giving_up import MAX_DEATHS, given_up
from codemode.scale.queues import QueueLimits, Queues, kind_of

log = logging.getLogger("codemode")

BEAT_SECONDS: Final = 2.0
REFUSED_SECONDS: Final = 2.0  # before a run that this host cannot continue is given to others
MOST_REFUSED_SECONDS: Final = 60.0  # if that has happened often
SWEEP_BEATS: Final = 15
GIVEN_AT_ONCE: Final = 50
BUSY_SECONDS: Final = LEASE_SECONDS + 5.0  # seconds until the lease of a dead host has ended
PARK_SECONDS: Final = 10.0  # seconds for open calls when the host is ending
TAKEN: Final = "run_busy"  # another host drives the run, so this host's view of it does not count
AGAIN: Final = (TAKEN, "runtime_unavailable")  # codes of failures that may be over a moment later


class Worker:
    """One host over an engine, whose store is shared. Use it in the engine's event loop."""

    def __init__(self, engine: Engine, url: str, queue: str = "default", limits: QueueLimits | None = None) -> None:
        """`url` is that of the engine's store. Raises ConfigError."""
        self.engine = engine
        self._jobs = jobs_of(engine.store.jobs)
        self.limits = limits or QueueLimits()
        self.host = Host(engine.runs.owner, queue, "", tuple(engine.languages), (), engine.build)
        self._url = url
        self._hosts: list[Host] = []
        self._idle: set[tuple[str, int]] = set()  # turns that DBOS assigned to this host and that it does not have
        self._driving: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._draining = False
        self._beaten = self._sure_at = 0.0  # of the event loop: the last beat, and from when on a silent host is dead
        self._states: dict[str, SessionState] = {}  # of the runs that are driven here
        self._ended: dict[str, int] = {}  # calls of these that had ended when their budget was over
        self._news = asyncio.Event()  # something is due
        self._asked = asyncio.Event()  # somebody may have asked to abort a run
        self._loop: asyncio.AbstractEventLoop | None = None

    async def run(self, stop: asyncio.Event, ready: Callable[[], None] = lambda: None) -> bool:
        """Drives runs until `stop` is set. Then it starts no more runs and parks those under way for other hosts. Returns False if the store did not
        answer: then others have them when the leases are over. Raises CodeModeError."""
        self._loop = asyncio.get_running_loop()
        await self.engine.ready()
        self.host = await self._known_host()
        self._hosts = await self._jobs.beat(self.host)
        self._beaten = self._loop.time()
        self._jobs.wait_for_store(True)
        queues = Queues(self._url, self.host, self.limits, self._drive_in_thread)
        await asyncio.to_thread(queues.launch)
        unlisten = self._jobs.listen(self._heard)
        work = (self._beating(queues), self._giving(queues), self._ending(), self._aborting())
        tasks = [asyncio.create_task(each) for each in work]
        ready()
        try:
            await stop.wait()
        finally:
            unlisten()
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            released = await self._drain(queues)
        return released

    async def _known_host(self) -> Host:
        """Returns the description of this host, with the owners of the tools that its sources list now."""
        toolbox, host = await self.engine.toolbox(), self.host
        sources = sorted({entry.source_name for entry in toolbox.whole.entries} - {""})
        python = python_of(host.languages)
        kind = kind_of(host.languages, sources, host.version, python, await self._jobs.schema())
        return replace(host, kind=kind, sources=tuple(sources), python=python)

    def _heard(self, run_id: str) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._news.set)
        if run_id in self._states or not run_id:
            self._loop.call_soon_threadsafe(self._asked.set)

    # --- giving runs to queues ------------------------------------------------------------------------------------

    async def _giving(self, queues: Queues) -> None:
        """Puts what is due into the queues of DBOS. Whichever host hears of it first does so."""
        while True:
            self._news.clear()
            try:
                while (
                    await self._jobs.to_give(self.host.queue, lambda job: self._give(queues, job), GIVEN_AT_ONCE)
                    == GIVEN_AT_ONCE
                ):
                    await asyncio.sleep(0)
            except CodeModeError as broken:
                log.warning("%s", broken.message)
            except Exception:
                log.exception("runs could not be given to queues")
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS):  # a delay may be over
                    await self._news.wait()

    def _give(self, queues: Queues, job: Job) -> str:
        """In a thread."""
        able = [host for host in self._hosts if host.can_drive(job) and not host.draining]
        same = [host for host in able if host.version_for(job.task.language) == job.version]
        if not able:
            return ""
        kind = random.choice(same or able).kind
        queues.give(job, kind)
        return kind

    # --- hosts ----------------------------------------------------------------------------------------------------

    async def _beating(self, queues: Queues) -> None:
        """Reports that this host lives, and takes over from hosts that do not."""
        beats = 0
        while True:
            try:
                doubt = await self._beat()
                # all runs that dead hosts drove, at once; those that they had not begun one by one
                await self._take_back(queues, await self._jobs.stranded(self.host.queue, self._hosts), dead=True)
                dead = await self._jobs.lost(self.host.queue, doubt=doubt)
                for lost in random.sample(dead, len(dead)):  # hosts share this work
                    turns = await asyncio.to_thread(queues.held_by, lost)
                    await self._take_back(queues, turns, dead=True)
                    await self._jobs.bury(lost)
                await self._look_for_forgotten(queues)
                beats += 1
                if beats % SWEEP_BEATS == 0:
                    await self.engine.runs.expire_all()  # also while nobody drives or lists any
                    await self._jobs.sweep()
                    # nobody drives a turn that has ended for DBOS and never began here: it is given again
                    lost = await asyncio.to_thread(queues.over, await self._jobs.given(self.host.queue))
                    await self._take_back(queues, lost)
                    await asyncio.to_thread(queues.forget, FATE_SECONDS)
            except CodeModeError as broken:
                log.warning("%s", broken.message)
            except Exception:  # a host that does not beat any more counts as dead
                log.exception("the other hosts could not be checked")
            await asyncio.sleep(BEAT_SECONDS * random.uniform(0.8, 1.2))

    async def _beat(self) -> bool:
        """Whether silent hosts may live, too: when this one was away from the database, others may have been."""
        loop = asyncio.get_running_loop()
        self._hosts = await self._jobs.beat(self.host, doubt=loop.time() < self._sure_at)
        if loop.time() - self._beaten > LEASE_SECONDS / 2:
            self._sure_at = loop.time() + LEASE_SECONDS
            self._hosts = await self._jobs.beat(self.host, doubt=True)
        self._beaten = loop.time()
        return self._beaten < self._sure_at

    async def _look_for_forgotten(self, queues: Queues) -> None:
        """Turns that DBOS gave to this host and that never began, because the database was away in between: seen twice, they are given again."""
        idle = set(await asyncio.to_thread(queues.held_by, self.host)) - set(self._driving)
        await self._take_back(queues, list(idle & self._idle))
        self._idle = idle

    async def _take_back(self, queues: Queues, turns: list[tuple[str, int]], *, dead: bool = False) -> None:
        if turns:
            taken = await self._jobs.take_back(turns, dead=dead)
            log.info("took over %d runs of hosts that are gone", len(taken))
            await asyncio.to_thread(queues.drop, turns)
            self._news.set()

    async def _ending(self) -> None:
        """Ends runs whose hosts were killed between the last reply and the end of the run."""
        while True:
            try:
                for job in await self._jobs.left(self.host.queue):
                    await self._finish(job)
            except CodeModeError as broken:
                log.warning("%s", broken.message)
            except Exception:
                log.exception("runs that are over could not be ended")
            await asyncio.sleep(SWEEP_BEATS * BEAT_SECONDS)

    async def _finish(self, job: Job) -> None:
        reply, runs = reply_of(job), self.engine.runs
        fate = "aborted" if reply.code == "aborted" else reply.status
        with suppress(RunError):  # another host does this, or has done it
            await self._close(await runs.take(job.run_id, job.scope), fate)

    async def _aborting(self) -> None:
        """Aborts the runs driven here that somebody elsewhere wants to end."""
        while True:
            self._asked.clear()
            try:
                for run_id in await self._jobs.to_abort(self.host):
                    if (state := self._states.get(run_id)) is not None:
                        state.abort(run_id)
            except CodeModeError as broken:
                log.warning("%s", broken.message)
            except Exception:
                log.exception("runs that are to be aborted could not be looked up")
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS):
                    await self._asked.wait()

    # --- driving --------------------------------------------------------------------------------------------------

    def _drive_in_thread(self, run_id: str, turn: int) -> None:
        assert self._loop is not None
        with suppress(RuntimeError, asyncio.CancelledError):  # the loop is closed: the turn is taken back
            asyncio.run_coroutine_threadsafe(self._drive(run_id, turn), self._loop).result()

    async def _drive(self, run_id: str, turn: int) -> None:
        """Drives one turn of a run: until the run rests or ends, or another host has it."""
        if self._draining:
            await self._answered(lambda: self._jobs.take_back([(run_id, turn)]))
            return
        task = asyncio.current_task()
        assert task is not None
        self._driving[run_id, turn] = task
        try:
            job = await self._answered(lambda: self._jobs.claim(run_id, turn, self.host))
            begun = job is not None and job.turn > 1
            while job is not None:
                if job.deaths >= MAX_DEATHS:
                    job = await self._given_up(job)
                else:
                    job, begun = await self._moved(job, begun), True
        except asyncio.CancelledError:
            pass  # it is parked, and given back by `_drain`
        except Exception as broken:
            log.error("run %s: %s", run_id, broken)
            await asyncio.sleep(1.0)
            await self._answered(lambda: self._jobs.take_back([(run_id, turn)]))
        finally:
            if not self._draining:
                self._driving.pop((run_id, turn), None)
            self._ended.pop(run_id, None)
            if (state := self._states.pop(run_id, None)) is not None:
                state.aborting.discard(run_id)

    async def _moved(self, job: Job, begun: bool) -> Job | None:
        """Drives the run until it rests, ends, or its budget is over. Gives the job if there is more to do now."""
        run_id, jobs, here = job.run_id, self._jobs, self.host.version_for(job.task.language)
        reply = await self._reply(job, begun)
        if isinstance(reply, Waiting):
            said = json.loads(job.said) + json.loads(reply.model_dump_json(include={"output"}))["output"]
            if reply.output and not await self._answered(lambda: jobs.say(job, json.dumps(said).encode())):
                return None
            if reply.reason != "pending_tools":
                kept = self.engine.runs.kept(run_id)
                sleeps = kept.sleeps if kept is not None else 0.0
                seconds = sleeps if reply.reason == "timer" else None
                await self.engine.runs.let_go(run_id)
                if await self._answered(lambda: jobs.rest(job, reply.reason, seconds)):
                    return None
            # it was woken meanwhile, or another host has it
            ended = sum(call.status in ("ok", "error") for call in reply.tool_calls)
            progress = ended > self._ended.get(run_id, ended)
            self._ended[run_id] = ended
            return await self._answered(lambda: jobs.claim(run_id, job.turn, self.host, progress=progress))
        if reply is None:
            return None
        if isinstance(reply, Failed) and reply.code in AGAIN:
            await self._answered(lambda: jobs.give_back(job))
        elif isinstance(reply, Failed) and reply.code == "snapshot_restore_failed":
            log.warning("run %s cannot be continued here: %s", run_id, reply.error)
            # another host may have the tools and rules that the run needs; it waits for one
            refused = here if job.version != here else ""
            # the turns that nobody's answer began were mostly tries like this one
            pause = min(REFUSED_SECONDS * max(1, job.turn - job.woken), MOST_REFUSED_SECONDS)
            if refused or not await self._answered(lambda: jobs.rest(job, NOT_HERE, pause)):
                await self._answered(lambda: jobs.give_back(job, refused=refused))
        else:
            await self._end(job, reply)
        return None

    async def _reply(self, job: Job, begun: bool) -> Completed | Waiting | Failed | None:
        """Begins or continues the run; returns None when its last reply is kept. Tries again while the lease of a dead host has not ended."""
        session, loop = self.engine.session(*job.scope), asyncio.get_running_loop()
        self._states[job.run_id] = session.state
        if job.aborting:
            session.state.abort(job.run_id)
        until, taken = loop.time() + BUSY_SECONDS, list[Failed]()

        async def deliver(last: Completed | Failed) -> None:
            if isinstance(last, Failed) and last.code == TAKEN:
                taken.append(last)
            else:
                await self._end(job, last)

        while True:
            begun = begun and await self._answered(lambda: self.engine.store.info(job.run_id)) is not None
            reply = await session.drive(job.run_id, None if begun else job.task, deliver, timeout_ms=MAX_BUDGET)
            reply = taken.pop() if reply is None and taken else reply
            again = isinstance(reply, Failed) and reply.code in AGAIN
            if not again or loop.time() > until:
                return reply
            await asyncio.sleep(0.5)
            begun = True

    async def _given_up(self, job: Job) -> Job | None:
        """Ends a run whose hosts died again and again. Gives the job if that has to be tried again."""
        found = await self._answered(lambda: given_up(self.engine, job))
        if found is None:
            await asyncio.sleep(1.0)
            return job
        reply, taken = found
        await self._end(job, reply)
        await self._close(taken, "failed")
        self.engine.runs.reporter(job.run_id).ended("failed", reply)
        return None

    async def _close(self, taken: SuspendedRun | Lease | None, fate: Fate) -> None:
        runs = self.engine.runs
        if taken is not None:
            await (runs.finish(taken, fate) if isinstance(taken, Lease) else runs.end(taken, fate))

    async def _end(self, job: Job, reply: Completed | Failed) -> None:
        """Keeps the last reply."""
        await self._answered(lambda: self._jobs.end(job.run_id, job.host, with_all_output(reply, job.said)))

    async def _answered(self, ask: Callable[[], Awaitable[Any]]) -> Any:
        """Asks the store until it answers: a run that waits for it is not lost meanwhile."""
        while True:
            try:
                return await ask()
            except CodeModeError as late:
                if late.code != "runtime_unavailable" or isinstance(late, StoreClosed):
                    raise
                log.warning("%s", late.message)
                await asyncio.sleep(0.2)

    # --- the end --------------------------------------------------------------------------------------------------

    async def _drain(self, queues: Queues) -> bool:
        """Begins nothing, parks what is driven, and gives it back. Returns whether the store answered."""
        self._draining = True
        self.host = replace(self.host, draining=True)
        self._jobs.wait_for_store(False)
        beating = asyncio.create_task(self._still_here())
        closing = asyncio.create_task(asyncio.to_thread(queues.close, int(PARK_SECONDS) + 5))
        driven = dict(self._driving)
        for task in driven.values():
            task.cancel()
        if driven:
            await asyncio.wait(driven.values(), timeout=PARK_SECONDS)
        until = asyncio.get_running_loop().time() + PARK_SECONDS
        while self.engine.runs.has_open_calls() and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.05)
        await self.engine.runs.close()
        beating.cancel()
        await asyncio.wait([beating])
        try:
            await self._jobs.take_back(list(driven))
            await self._jobs.bury(self.host)
        except CodeModeError as broken:
            log.warning("%s", broken.message)
            return False
        finally:
            await closing
        return True

    async def _still_here(self) -> None:
        """Beats while calls are still open, so that the other hosts do not take this one for dead."""
        while True:
            with suppress(CodeModeError):
                await self._jobs.beat(self.host)
            await asyncio.sleep(BEAT_SECONDS)
