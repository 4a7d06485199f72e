"""What all interfaces of the server share: the engine, who may see which run, decisions, and an orderly end."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Generator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any, Final

from pydantic import TypeAdapter

from codemode.catalog.schemas import one_line
from codemode.engine import Completed, Engine, Failed, Session, Waiting
from codemode.engine.durable.approval_requests import PendingCall
from codemode.engine.durable.approvals import Approved, Decided, Denied, decide, late, said_in, waiting_calls
from codemode.engine.durable.background_tasks import briefly
from codemode.engine.durable.history import RunRecord, record_of
from codemode.engine.durable.jobs import Job
from codemode.engine.durable.recovery import events_in
from codemode.engine.durable.store import RunInfo
from codemode.engine.event_log import MAX_NAME
from codemode.engine.events import ApprovalAsked, EventListener, RunEnded, RunEvent, RunResumed, RunStarted, RunWaiting
from codemode.engine.limits import MAX_BUDGET, clamp
from codemode.engine.replies import Reply
from codemode.errors import CodeModeError, InputError, RunError
from codemode.server.access import Identity
from codemode.server.answers import Answers
from codemode.server.events import Ended, Watch
from codemode.server.routes import Refusal

audit = logging.getLogger("codemode.audit")

DRAIN_SECONDS: Final = 10.0
AFTER: Final = 0.000_001  # seconds between two events whose times are not known
STORE_SECONDS: Final = 5.0  # for the store to say whose a run is, or which runs are over
_STATES: Final = (RunStarted.type, RunWaiting.type, RunResumed.type, RunEnded.type)
AnyReply = Completed | Waiting | Failed
_REPLY: Final[TypeAdapter[AnyReply]] = TypeAdapter(Reply)


class Hub:
    """One engine, and its runs."""

    def __init__(self, engine: Engine, watch: Watch) -> None:
        self.engine = engine
        self.watch = watch
        self.answers = Answers()
        self._ending = asyncio.Event()
        self._busy: list[asyncio.Task[Any] | None] = []  # the tasks that drive runs
        self._driving: dict[str, asyncio.Task[None]] = {}
        self._idle = asyncio.Event()
        self._idle.set()
        watch.owner_of = self._owner

    # --- runs -----------------------------------------------------------------------------------------------------

    async def session_of(self, who: Identity, run_id: str, seconds: float = STORE_SECONDS) -> Session:
        """Returns the session of a run, also of a submitted one that no host has begun. Raises RunError; a run of another agent is reported as
        missing. The store has about `seconds` to answer, and at least one."""
        try:
            async with asyncio.timeout(min(max(seconds, 1.0), STORE_SECONDS)):
                found = await self.engine.store.info(run_id) or await self._job(run_id)
        except TimeoutError:
            raise RunError("the store does not answer; ask again", code="runtime_unavailable", phase="host") from None
        if found is None or not who.may_see(found.scope[0]):
            raise _missing(run_id)
        return self.engine.session(*found.scope)

    async def _owner(self, run_id: str) -> str | None:
        with suppress(TimeoutError, CodeModeError):
            async with asyncio.timeout(STORE_SECONDS):
                found = await self.engine.store.info(run_id)
                return found.scope[0] if found is not None else None
        return None

    async def runs(
        self, who: Identity, agent: str = "", status: str = "", limit: int = 50, before: float | None = None
    ) -> list[RunRecord]:
        """Returns the runs that the caller may see, the latest first."""
        wanted = agent if who.sees_all else who.agent
        return await self.engine.runs(wanted or None, status=status or None, limit=limit, before=before)

    async def events(self, who: Identity, run_id: str) -> list[dict[str, Any]]:
        """Returns all known events of a run. Raises RunError; a run of another agent is reported as missing."""
        found: list[dict[str, Any]] = self.watch.latest(run_id)
        if self.engine.history is not None:
            with suppress(RunError):
                found = list((await self.engine.trajectory(run_id)).events)
        owner = next((event["agent"] for event in found if event["type"] == "started"), None)
        if owner is None:
            owner = (await self.session_of(who, run_id)).agent
        if not who.may_see(owner):
            raise _missing(run_id)
        return await self._with_those_of_others(run_id, found)

    async def _with_those_of_others(self, run_id: str, found: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Adds what other processes did with a run and recorded in no history that this server reads: the store knows how it began and ended."""
        states = [event["type"] for event in found if event["type"] in _STATES]
        # the process that drives a run also sends the event of its end; the store may know the end before that event arrives
        if states[-1:] in ([], [RunWaiting.type]) and self.engine.store.durable:
            return await self._with_end(run_id, found)
        return found

    async def _with_end(self, run_id: str, found: list[dict[str, Any]]) -> list[dict[str, Any]]:
        info = await self.engine.store.info(run_id)
        if info is not None and info.is_over(time.time()):
            await briefly(self.engine.runs.expire_all())
            info = await self.engine.store.info(run_id)
        if info is None:
            return found or await self._of_job(run_id)
        if all(event["type"] != RunStarted.type for event in found):
            found = [*(event.as_dict() for event in await self._begun(info)), *found]
        if info.state not in ("running", "waiting"):
            last = max((event["at"] for event in found), default=info.created_at)
            # the same time at each request: readers know the event by it
            found.append(RunEnded(run_id=run_id, at=last + AFTER, status=info.state).as_dict())
        return found

    async def _of_job(self, run_id: str) -> list[dict[str, Any]]:
        """Returns the events of a submitted run that no host has begun."""
        job = await self._job(run_id)
        if job is None:
            return []
        (agent, session), at, code = job.scope, job.created_at, job.task.code
        found = [RunStarted(run_id=run_id, at=at, agent=agent, session=session, code=code).as_dict()]
        if job.state == "ended":
            found.append(RunEnded(run_id=run_id, at=at + AFTER, status="aborted").as_dict())
        return found

    async def _job(self, run_id: str) -> Job | None:
        jobs = self.engine.store.jobs
        return await jobs.get(run_id) if jobs is not None else None

    async def record(self, who: Identity, run_id: str) -> RunRecord:
        """Returns the record of a run, as in a list. Raises RunError as `events` does."""
        made, job = record_of(run_id, await self.events(who, run_id)), await self._job(run_id)
        if job is not None and job.state == "queued":
            made.status, made.reason = "queued", job.reason
        return made

    async def can_abort(self, run_id: str, state: str) -> bool:
        """Whether `abort` reaches the run: it waits, or was submitted."""
        if state == "waiting":
            return True
        job = await self._job(run_id)
        return job is not None and job.state != "ended"

    async def is_over(self, run_id: str) -> bool:
        """Whether the store has recorded that the run has ended, or its time is over."""
        info = await self.engine.store.info(run_id)
        if info is None:
            job = await self._job(run_id)
            return job is not None and job.state == "ended"
        return info.state not in ("running", "waiting") or info.is_over(time.time())

    async def find_ended(self) -> None:
        """Takes runs off the number of open ones that began here and that another process has ended: nobody told this process."""
        runs = self.engine.runs
        elsewhere = [each for each in self.watch.metrics.open_runs if runs.kept(each) is None and not runs.drives(each)]
        with suppress(CodeModeError, TimeoutError):
            async with asyncio.timeout(STORE_SECONDS):
                for run_id in elsewhere:
                    if await self.is_over(run_id):
                        self.watch.metrics.end(run_id)

    async def _begun(self, info: RunInfo) -> list[RunEvent]:
        """What the journal of a run tells, without the questions that somebody has answered."""
        with suppress(RunError):
            asked = {call.call_id for call in await waiting_calls(self.engine.runs, info.run_id)}
            told = await asyncio.to_thread(events_in, info, await self.engine.store.read(info.run_id))
            return [event for event in told if not isinstance(event, ApprovalAsked) or event.call_id in asked]
        return [RunStarted(run_id=info.run_id, at=info.created_at, agent=info.scope[0], session=info.scope[1], code="")]

    async def wait(self, who: Identity, session: Session, run_id: str, timeout_ms: float | None) -> AnyReply:
        """Continues a run, or returns its last reply once more."""
        await self.driven(run_id)
        reply = await self.in_turn(session, await session.wait(run_id, timeout_ms=timeout_ms), timeout_ms)
        return await self.again(who, session, run_id, reply)

    async def in_turn(
        self, session: Session, reply: AnyReply, timeout_ms: float | None = None, on_event: EventListener | None = None
    ) -> AnyReply:
        """The reply of a wait, or of a later one if somebody else drove the run, here or on another host: a client does not know where its last
        request went, and `failed` would mean that the run is over. The later one has its whole time: without it, a program that computes fails."""
        budget = clamp(timeout_ms, self.engine.limits.timeout_ms, 1, MAX_BUDGET)
        until, pause, run_id = time.monotonic() + budget / 4000, 0.05, reply.run_id
        while isinstance(reply, Failed) and reply.code == "run_busy":
            if self.draining or time.monotonic() >= until:
                return Waiting(run_id=run_id, reason="pending_tools", note=reply.error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, 1.0)
            reply = await session.wait(run_id, timeout_ms=timeout_ms, on_event=on_event)
        return reply

    async def again(self, who: Identity, session: Session, run_id: str, reply: AnyReply) -> AnyReply:
        """The reply of a wait. If the run is over, this is its last reply once more: an earlier client may have died before it received it."""
        if not (isinstance(reply, Failed) and reply.code in ("run_not_found", "aborted")):
            return reply
        with suppress(CodeModeError):
            events = await self.events(who, run_id)
            first, last = events[0], last_reply(events)
            if first["type"] == "started" and (first["agent"], first["session"]) == session.scope and last is not None:
                found = _REPLY.validate_python(last)
                kept = {each.id: each for each in await session.attachments()}
                found = found.model_copy(update={"attachments": [kept.get(a.id, a) for a in found.attachments]})
                return await session.after_hooks(found)
        return reply

    async def asked(self, who: Identity, run_id: str) -> list[PendingCall]:
        """Returns the calls of a run that wait for a person."""
        await self.session_of(who, run_id)
        with suppress(RunError):  # the run may end meanwhile
            return await waiting_calls(self.engine.runs, run_id)
        return []

    async def decide(self, who: Identity, run_id: str, call_id: str, decision: Approved | Denied) -> dict[str, Any]:
        """Approves or denies a call, or the whole program. Raises RunError and InputError; a second decision gets an error that names the first."""
        session = await self.session_of(who, run_id)
        try:
            decided = await self.decide_in(session, who, run_id, call_id, decision)
        except (RunError, InputError):
            said = said_in(await self.events(who, run_id), call_id)  # also those of ended runs
            if said is not None:
                raise late(call_id, said) from None
            raise
        told = "approved" if isinstance(decision, Approved) else "denied"
        left = len(await self.asked(who, run_id))
        return {"run_id": run_id, "call_id": call_id, "decision": told, "program": decided.program, "left": left}

    async def decide_in(
        self, session: Session, who: Identity, run_id: str, call_id: str, decision: Approved | Denied
    ) -> Decided:
        """Makes a decision about a run of this session in the name of the caller. Raises RunError and InputError."""
        decided = await decide(self.engine.runs, session.scope, call_id, run_id, replace(decision, by=who.name))
        told = "approved" if isinstance(decision, Approved) else "denied"
        audit.info("%s: %s of %s is %s by %r", run_id, call_id, one_line(decided.tool, MAX_NAME), told, who.name)
        return decided

    async def abort(self, who: Identity, run_id: str) -> Failed:
        """Ends a run that waits, or that a worker drives. Raises RunError, as `decide` does, if it has not: the run is over, or somebody waits
        for it."""
        reply = await (await self.session_of(who, run_id)).abort(run_id)
        if not reply.is_abort:
            raise RunError(reply.error, code=reply.code, phase="host")
        audit.info("%s: aborted by %r", run_id, who.name)
        return reply

    def go_on(self, session: Session, run_id: str) -> None:
        """Continues a run without a client that waits for it; watchers see the result."""

        async def drive() -> None:
            if await self._job(run_id) is not None:
                return  # the worker that drives submitted runs is notified
            with self.busy():
                await session.wait(run_id)

        task = asyncio.create_task(drive())
        self._driving[run_id] = task
        task.add_done_callback(lambda _: self._driving.pop(run_id, None))

    async def driven(self, run_id: str) -> None:
        """Waits until no client drives the run: a wait meanwhile would fail with run_busy."""
        task = self._driving.get(run_id)
        if task is not None:
            await asyncio.wait([task])

    # --- the end --------------------------------------------------------------------------------------------------

    @property
    def draining(self) -> bool:
        return self._ending.is_set()

    async def before_end(self, asked: Awaitable[Any], needless: Awaitable[None] | None = None) -> Any:
        """Awaits something that may take as long as a client likes. Cancels it, and returns None, when `needless` returns. Raises Ended when the
        server shuts down."""
        task, end, *other = map(asyncio.ensure_future, [asked, self._ending.wait(), *([needless] if needless else ())])
        try:
            await asyncio.wait([task, end, *other], return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
            if end.done():
                raise Ended
            return None
        finally:
            for each in (task, end, *other):
                each.cancel()
            await asyncio.wait([task, end, *other])

    def refuse_if_draining(self) -> None:
        if self.draining:
            raise Refusal(
                503,
                "draining",
                "the server is shutting down: waiting runs stay in its store; ask again when it is back",
            )

    @contextmanager
    def busy(self) -> Generator[None]:
        """Marks a run as driven while this is open."""
        task = asyncio.current_task()
        self._busy.append(task)
        self._idle.clear()
        try:
            yield
        finally:
            self._busy.remove(task)
            if not self._busy:
                self._idle.set()

    @property
    def is_busy(self) -> bool:
        """Whether a run is driven for somebody."""
        return bool(self._busy)

    async def drain(self, seconds: float = DRAIN_SECONDS) -> None:
        """Takes no new runs, and parks those under way in the store; runs in memory get some seconds to end, and are cancelled then."""
        self._ending.set()
        self.engine.rest()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        for task in self._busy:
            if task is not None:
                task.cancel()
        self.watch.close()


def last_reply(events: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The reply with which a run ended. It need not be the last event: two servers may begin the same run, and the store refuses one of them."""
    return next((e["reply"] for e in reversed(events) if e["type"] == "ended" and e["reply"] is not None), None)


def _missing(run_id: str) -> RunError:
    return RunError(f"there is no run {run_id[:80]!r}, or it is no longer kept", code="run_not_found", phase="host")
