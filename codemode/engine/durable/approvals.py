"""A person's decision about a call that waits for approval is written to the run's journal; whoever drives the run acts on it. The answer to a
question goes to the call under way, in this process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any

from codemode.catalog import Checker
from codemode.catalog.names import quoted
from codemode.data import copied
from codemode.engine.cell import Cell
from codemode.engine.durable.approval_requests import Approvals, PastDecision, PendingCall
from codemode.engine.durable.background_tasks import briefly
from codemode.engine.durable.runs import Runs
from codemode.engine.durable.store import RunInfo, Scope, gone
from codemode.engine.durable.suspended import SuspendedRun
from codemode.engine.grants import denial, kept_schema
from codemode.engine.inputs import checked_text
from codemode.engine.json_data import WireError, decode, encode
from codemode.engine.questions import DECLINED, Question
from codemode.engine.threads import aside
from codemode.engine.wire import of_event
from codemode.errors import CodeModeError, InputError, RunError
from codemode.interpreter.machine.signals import ToolFailure
from codemode.records import dataclass

HANDOVER_SECONDS = 5.0  # how long a host may take to park and release a run whose call has asked


@dataclass(slots=True, frozen=True)
class Approved:
    """An approval. If the approval is for the whole program, `program` grants it, and `tools` are the tools that places with computed names may
    call. `arguments` replace those of this one call. `by` is who decided."""

    arguments: dict[str, Any] | None = None
    program: bool = True
    tools: tuple[str, ...] = ()
    always: bool = False
    by: str = ""


@dataclass(slots=True, frozen=True)
class Denied:
    """A refusal. If the approval is for the whole program, `program` refuses all its calls that ask. `by` is who decided."""

    reason: str = ""
    program: bool = True
    always: bool = False
    by: str = ""


@dataclass(slots=True, frozen=True)
class Decided:
    """What the decision was about: a call of this tool, or the whole program."""

    tool: str
    program: bool = False


async def waiting_calls(runs: Runs, run_id: str) -> list[PendingCall]:
    """The calls of a run that wait for approval or for an answer. Raises RunError, also if the time of the run is over."""

    async def look() -> list[RunInfo]:
        info = await runs.store.info(run_id)
        if info is None:
            raise gone(run_id, None)
        return [info]

    living = await _living(runs, look)
    if not living:
        raise gone(run_id, "expired")
    return await _calls_of(runs, living[0])


async def _living(runs: Runs, look: Callable[[], Awaitable[list[RunInfo]]]) -> list[RunInfo]:
    """Returns what `look` finds, without runs whose time is over. If it finds such runs, a sweep ends them and compares the clocks."""
    found = await look()
    if any(info.is_over(time.time()) for info in found):
        await briefly(runs.expire_all())
        found = await look()
    return [info for info in found if not info.is_over(time.time())]


async def _calls_of(runs: Runs, info: RunInfo) -> list[PendingCall]:
    kept = runs.kept(info.run_id)
    if kept is not None and not kept.is_stale(info):
        questions = kept.cell.questions.values()
        asked = [PendingCall(q.id, q.call.tool, q.form, q.schema, question=q.text) for q in questions]
        return [*_asked_here(kept.cell), *asked]
    return (await _read(runs, info.run_id)).asked


async def _read(runs: Runs, run_id: str) -> Approvals:
    """Reads the journal of a run; a large one in a thread. Raises RunError."""
    notes = await runs.store.read(run_id)
    return await aside(notes, partial(Approvals.of, notes))


def _asked_here(cell: Cell) -> list[PendingCall]:
    return [
        PendingCall(
            id,
            opened.call.tool,
            copied(opened.arguments or {}),
            kept_schema(cell.calls.catalog.get(opened.call.tool)),
            cell.effects_of(id),
        )
        for id, opened in cell.asked.items()
    ]


async def asked_of(runs: Runs, scope: Scope) -> dict[str, list[PendingCall]]:
    """The waiting calls of all runs of a session, by run id."""
    return await _asked_in(runs, await _living(runs, lambda: runs.store.list(scope)))


async def _asked_in(runs: Runs, infos: Iterable[RunInfo]) -> dict[str, list[PendingCall]]:
    found: dict[str, list[PendingCall]] = {}
    for info in infos:
        with suppress(RunError):  # the run may end meanwhile
            if asked := await _calls_of(runs, info):
                found[info.run_id] = asked
    return found


async def decide(runs: Runs, scope: Scope, call_id: str, run_id: str | None, decision: Approved | Denied) -> Decided:
    """Decides about a waiting call and returns what the decision was about; the decision is then recorded. Cancelling the caller does not undo it.
    Raises RunError if there is no such run, if somebody drives it, or if somebody has decided already; InputError if no such
    call waits, or an argument is not of its type."""
    for name, given in (("call_id", call_id), ("run_id", "" if run_id is None else run_id), ("by", decision.by)):
        checked_text(name, given)
    if isinstance(decision, Denied):
        checked_text("reason", decision.reason)
    if isinstance(decision, Approved) and decision.arguments is not None:
        decision = replace(decision, arguments=_plain(decision.arguments))
    return await asyncio.shield(runs.background(_decide(runs, scope, call_id, run_id, decision)))


async def approve_all(runs: Runs, scope: Scope, run_id: str, by: str = "") -> None:
    """Approves every call of a run, also later ones that need approval; questions stay open. Raises RunError and InputError as
    `decide` does."""
    checked_text("run_id", run_id)
    checked_text("by", by)
    await asyncio.shield(runs.background(_approve_all(runs, scope, run_id, by)))


async def _approve_all(runs: Runs, scope: Scope, run_id: str, by: str) -> None:
    await runs.check_scope(run_id, scope)
    async with _held(runs, run_id) as held:
        kept = runs.kept(run_id)
        if kept is not None and not kept.is_stale(held):
            kept.journal.lease = held.lease
            await kept.journal.write("approve_all")
            kept.cell.calls.approved_all = True
        else:
            await runs.store.append(held.lease, held.size, [encode(["approve_all"])])
    for call in await waiting_calls(runs, run_id):
        if call.question:
            continue
        try:
            await _decide(runs, scope, call.call_id, run_id, Approved(by=by))
        except RunError as error:
            # the approval of another call may have granted the program, or somebody else was first
            if error.code != "already_decided":
                raise


async def _decide(runs: Runs, scope: Scope, call_id: str, run_id: str | None, decision: Approved | Denied) -> Decided:
    run_id = run_id if run_id is not None else await _run_of(runs, scope, call_id)
    await runs.check_scope(run_id, scope)
    try:
        async with _held(runs, run_id) as held:
            kept = runs.kept(run_id)
            if kept is not None and not kept.is_stale(held):
                kept.journal.lease = held.lease
                return await _decide_here(kept, call_id, decision)
            return await _decide_there(runs, held, call_id, decision)
    except (RunError, InputError):
        said = await past_decision(runs, scope, run_id, call_id)
        if said is not None:
            raise await _late(runs, run_id, call_id, said) from None
        raise


async def past_decision(runs: Runs, scope: Scope, run_id: str, call_id: str) -> PastDecision | None:
    """What somebody has decided about a call; None if nobody has, the record is gone, or the run belongs to another agent or session."""
    with suppress(CodeModeError):
        await runs.check_scope(run_id, scope)
        return (await _read(runs, run_id)).said.get(call_id)
    with suppress(CodeModeError):
        events = (await runs.trajectory(run_id)).events
        if events and (events[0].get("agent"), events[0].get("session")) == scope:
            return said_in(events, call_id)
    return None


def said_in(events: Iterable[Mapping[str, Any]], call_id: str) -> PastDecision | None:
    """Like `past_decision`, from the events of a run."""
    for event in events:
        if event["type"] == "approval_given" and event["call_id"] == call_id:
            return PastDecision(event["tool"], event["approved"], event["reason"], event.get("by", ""))
    return None


async def _late(runs: Runs, run_id: str, call_id: str, said: PastDecision) -> RunError:
    """Like `late`. Whoever decided first may have been killed before it queued the run, if it was submitted."""
    if runs.store.jobs is not None:
        await runs.store.jobs.wake(run_id)
    return late(call_id, said)


def late(call_id: str, said: PastDecision) -> RunError:
    """The error for a second decision about a call."""
    return RunError(f"the call {call_id[:80]} of {said}", code="already_decided")


def _plain(arguments: Any) -> dict[str, Any]:
    """The arguments as they will be written. Raises InputError."""
    if not isinstance(arguments, dict):
        raise InputError(f"arguments must be a dict with all arguments of the tool, not {arguments!r}")
    try:
        return decode(encode(arguments))
    except WireError as odd:
        raise InputError(f"arguments must be plain JSON data: {odd}") from odd


async def _run_of(runs: Runs, scope: Scope, call_id: str) -> str:
    # runs whose time is over count, too: then the error says that it is over
    asked = await _asked_in(runs, await runs.store.list(scope))
    found = [id for id, calls in asked.items() if call_id in (call.call_id for call in calls)]
    if len(found) > 1:
        raise InputError(
            f"several runs wait for a call {quoted([call_id])}: {', '.join(found)}; name the run with run_id"
        )
    if found:
        return found[0]
    for info in await runs.store.list(scope):
        said = await past_decision(runs, scope, info.run_id, call_id)
        if said is not None:
            raise await _late(runs, info.run_id, call_id, said)
    raise InputError(f"no call {quoted([call_id])} of this session waits for approval")


async def _leased(runs: Runs, run_id: str) -> RunInfo | None:
    """Takes the lease; None if another process drives the run. A host that has just asked for approval is about to park the run and to release it.
    If that host has died meanwhile, the lease is no longer renewed and runs out."""
    begun = time.monotonic()
    until = None
    while (held := await runs.lease(run_id)) is None:
        info = await runs.store.info(run_id)
        if info is None or info.state not in ("running", "waiting"):
            return None
        until = until or info.lease_until
        if info.lease_until > until and time.monotonic() > begun + HANDOVER_SECONDS:
            return None
        await asyncio.sleep(0.05)
    return held


@asynccontextmanager
async def _held(runs: Runs, run_id: str) -> AsyncGenerator[RunInfo]:
    """Keeps the lease of the run meanwhile, so that nobody else moves the run."""
    store = runs.store
    async with runs.moving(run_id):
        kept = runs.kept(run_id)
        held = None if runs.drives(run_id) else await _leased(runs, run_id)
        if held is None:
            raise RunError("another process is driving the run right now; try again", code="run_busy")
        try:
            yield held
        finally:
            if store.durable:
                await runs.give_back(held.lease, kept)
    if store.jobs is not None:
        await store.jobs.wake(run_id)  # a host continues the run if it was submitted


async def _decide_here(run: SuspendedRun, call_id: str, decision: Approved | Denied) -> Decided:
    cell = run.cell
    question = cell.questions.get(call_id)
    if question is not None:
        return _answer(run, question, decision)
    asked = {call.call_id: call for call in _asked_here(cell)}
    decided = _checked(asked, call_id, decision)
    entries, refused = _entries(asked, call_id, decision, decided)
    await run.journal.write_all(entries)
    if isinstance(decision, Denied):
        if decided.program and cell.program is not None:
            cell.program.refuse(decision.reason)
        for event in refused:
            cell.deny(event, decision.reason, program=decided.program, by=decision.by)
    elif decided.program:
        cell.grant(call_id, decision.tools, decision.by)
    else:
        cell.approve(call_id, decision.arguments, decision.by)
    return decided


def _answer(run: SuspendedRun, question: Question, decision: Approved | Denied) -> Decided:
    """Answers a question. The record contains only that it was answered, not the answer."""
    if decision.always:
        raise InputError("always does not apply to questions, which are answered each time; leave always out")
    tool, reason = question.call.tool, ""
    if isinstance(decision, Approved):
        question.take(decision.arguments)
    else:
        reason = decision.reason
        question.end(DECLINED)
    run.reporter.decided(question.id, tool, approved=isinstance(decision, Approved), reason=reason, by=decision.by)
    return Decided(tool)


async def _decide_there(runs: Runs, held: RunInfo, call_id: str, decision: Approved | Denied) -> Decided:
    known = await _read(runs, held.run_id)
    asked = {call.call_id: call for call in known.asked}
    decided = _checked(asked, call_id, decision)
    entries, refused = _entries(asked, call_id, decision, decided)
    await runs.store.append(held.lease, held.size, [encode(entry) for entry in entries])
    reporter, told = runs.reporter(held.run_id), {"program": decided.program, "by": decision.by}
    if isinstance(decision, Denied):
        for event in refused:
            tool = asked[event.call_id].tool
            reporter.decided(event.call_id, tool, approved=False, reason=decision.reason, **told)
        return decided
    edited = decision.arguments is not None
    for id in known.let_through(call_id, decision.tools) if decided.program else [call_id]:
        reporter.decided(id, asked[id].tool, approved=True, edited=edited, **told)
    return decided


def _entries(
    asked: Mapping[str, PendingCall], call_id: str, decision: Approved | Denied, decided: Decided
) -> tuple[list[list[Any]], list[ToolFailure]]:
    """Returns the journal entries of a decision, and the events for the calls that it refuses, which are among the entries."""
    by = [decision.by] if decision.by else []
    if isinstance(decision, Approved):
        edited = ["approve", call_id, decision.arguments, *by]
        return [["grant", call_id, list(decision.tools), *by] if decided.program else edited], []
    events = [denial(asked[id].tool, id, decision.reason) for id in (asked if decided.program else [call_id])]
    first: list[Any] = ["refuse", decision.reason] if decided.program else ["deny", call_id, decision.reason]
    return [[*first, *by], *(["event", of_event(event), 0.0] for event in events)], events


def _checked(asked: Mapping[str, PendingCall], call_id: str, decision: Approved | Denied) -> Decided:
    """Returns what a decision is about. Raises InputError if the call does not wait or the decision does not fit it."""
    call = asked.get(call_id)
    if call is None:
        there = f"; these do: {', '.join(asked)}" if asked else ""
        if "." in call_id:
            there += "; a question of a tool can be answered only in the process that makes the call"
        raise InputError(f"no call {quoted([call_id])} of the run waits for approval{there}")
    edited = isinstance(decision, Approved) and decision.arguments is not None
    program = call.effects is not None and decision.program and not edited
    if isinstance(decision, Approved):
        _check(call.tool, decision.arguments, call.input_schema)
        computed = program and call.effects is not None and any(not effect.tool for effect in call.effects.calls)
        if decision.tools and not computed:
            told = "tools is for programs that compute names of tools, and this decision is not about such a program"
            raise InputError(f"{told}: leave tools out")
    return Decided(call.tool, program)


def _check(tool: str, arguments: dict[str, Any] | None, schema: Mapping[str, Any]) -> None:
    """Checks edited arguments against the tool's schema, so that the person who approves gets the error, not the program. Raises InputError."""
    if arguments is None:
        return
    checker = Checker(schema)
    problems = checker.problems(checker.fit(arguments))
    if problems:
        raise InputError(f"the arguments do not fit {tool}: {'; '.join(problems)}; the call still waits")
