"""What a person decides about a call that waits for approval: it is written into the run's journal, and whoever waits for the run acts on it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from codemode.catalog import Checker
from codemode.catalog.names import quoted
from codemode.data import copied
from codemode.engine.durable.restore import Asked, asked_in
from codemode.engine.durable.runs import Runs, SuspendedRun
from codemode.engine.durable.store import RunInfo, Scope
from codemode.engine.wire import WireError, decode, encode, of_event
from codemode.errors import InputError, RunError
from codemode.interpreter.signals import ToolFailure


@dataclass(slots=True, frozen=True)
class Approved:
    arguments: dict[str, Any] | None = None


@dataclass(slots=True, frozen=True)
class Denied:
    reason: str = ""


def refusal(tool: str, reason: str) -> str:
    return f"{tool}: the call was not approved{f': {reason}' if reason else ''}"


async def waiting_calls(runs: Runs, run_id: str) -> list[Asked]:
    """The calls of a run that wait for approval."""
    kept = runs.kept(run_id)
    if kept is not None and not kept.is_stale(await runs.store.info(run_id)):
        return [
            Asked(id, opened.call.tool, copied(opened.arguments or {}), kept.cell.input_schema(opened.call.tool))
            for id, opened in kept.cell.asked.items()
        ]
    return asked_in(await runs.store.read(run_id))


async def asked_of(runs: Runs, scope: Scope) -> dict[str, list[Asked]]:
    """The same of all runs of a session that wait for any."""
    found: dict[str, list[Asked]] = {}
    for info in await runs.store.list(scope):
        with suppress(RunError):  # it may end meanwhile
            if asked := await waiting_calls(runs, info.run_id):
                found[info.run_id] = asked
    return found


async def decide(runs: Runs, scope: Scope, call_id: str, run_id: str | None, decision: Approved | Denied) -> str:
    """Record a decision and give the tool of the call. Raises RunError when there is no such run or somebody drives it, InputError when no such call
    waits. Cancelling does not undo a decision."""
    if isinstance(decision, Approved) and decision.arguments is not None:
        decision = Approved(_plain(decision.arguments))
    return await asyncio.shield(runs.background(_decide(runs, scope, call_id, run_id, decision)))


async def approve_all(runs: Runs, scope: Scope, run_id: str) -> None:
    """Approve every call of a run, also those that would ask later. Raises RunError as `decide` does."""
    await asyncio.shield(runs.background(_approve_all(runs, scope, run_id)))


async def _approve_all(runs: Runs, scope: Scope, run_id: str) -> None:
    await _check_scope(runs, scope, run_id)
    async with _held(runs, run_id) as held:
        kept = runs.kept(run_id)
        if kept is not None and not kept.is_stale(held):
            kept.journal.lease = held.lease
            await kept.journal.write("approve_all")
            kept.cell.calls.approved_all = True
        else:
            await runs.store.append(held.lease, held.size, [encode(["approve_all"])])
    for call in await waiting_calls(runs, run_id):
        await _decide(runs, scope, call.call_id, run_id, Approved())


async def _check_scope(runs: Runs, scope: Scope, run_id: str) -> None:
    info = await runs.store.info(run_id)
    if info is None:
        raise RunError(f"there is no run {run_id[:80]!r}", code="run_not_found")
    if info.scope != scope:
        raise RunError("the run belongs to another agent or session", code="run_scope_mismatch")


async def _decide(runs: Runs, scope: Scope, call_id: str, run_id: str | None, decision: Approved | Denied) -> str:
    run_id = run_id if run_id is not None else await _run_of(runs, scope, call_id)
    await _check_scope(runs, scope, run_id)
    async with _held(runs, run_id) as held:
        kept = runs.kept(run_id)
        if kept is not None and not kept.is_stale(held):
            kept.journal.lease = held.lease
            tool = await _decide_here(kept, call_id, decision)
        else:
            tool = await _decide_there(runs, held, call_id, decision)
            edited = isinstance(decision, Approved) and decision.arguments is not None
            reason = decision.reason if isinstance(decision, Denied) else ""
            runs.telling(run_id).decided(
                call_id, tool, approved=isinstance(decision, Approved), edited=edited, reason=reason
            )
    return tool


def _plain(arguments: Any) -> dict[str, Any]:
    """The arguments as they will be written. Raises InputError."""
    if not isinstance(arguments, dict):
        raise InputError(f"arguments is a dict, the whole of what the tool is to be called with, not {arguments!r}")
    try:
        return decode(encode(arguments))
    except WireError as odd:
        raise InputError(f"arguments is plain JSON data: {odd}") from odd


async def _run_of(runs: Runs, scope: Scope, call_id: str) -> str:
    asked = await asked_of(runs, scope)
    found = [id for id, calls in asked.items() if call_id in (call.call_id for call in calls)]
    if not found:
        raise InputError(f"no call {quoted([call_id])} of this session waits for approval")
    if len(found) > 1:
        raise InputError(f"several runs wait for a call {quoted([call_id])}: {', '.join(found)}; say which with run_id")
    return found[0]


@asynccontextmanager
async def _held(runs: Runs, run_id: str) -> AsyncGenerator[RunInfo]:
    """Hold the run, so that nobody else moves it meanwhile."""
    store = runs.store
    async with runs.moving(run_id):
        kept = runs.kept(run_id)
        held = None if runs.drives(run_id) else await store.lease(run_id, runs.owner)
        if held is None:
            raise RunError("somebody goes on with the run right now; try again", code="run_busy")
        try:
            yield held
        finally:
            if store.durable and (kept is None or not kept.cell.running):
                await store.release(held.lease)


async def _decide_here(run: SuspendedRun, call_id: str, decision: Approved | Denied) -> str:
    """The tool of the call."""
    cell = run.cell
    opened = cell.asked.get(call_id)
    if opened is None:
        raise _not_asked(call_id, list(cell.asked))
    if isinstance(decision, Denied):
        event = _denial(opened.call.tool, call_id, decision)
        await run.journal.write("event", of_event(event), 0.0)
        cell.deny(event, decision.reason)
    else:
        _check(opened.call.tool, decision.arguments, cell.input_schema(opened.call.tool))
        await run.journal.write("approve", call_id, decision.arguments)
        cell.approve(call_id, decision.arguments)
    return opened.call.tool


async def _decide_there(runs: Runs, held: RunInfo, call_id: str, decision: Approved | Denied) -> str:
    """The tool of the call."""
    asked = {call.call_id: call for call in asked_in(await runs.store.read(held.run_id))}
    if call_id not in asked:
        raise _not_asked(call_id, list(asked))
    if isinstance(decision, Denied):
        entry: list[Any] = ["event", of_event(_denial(asked[call_id].tool, call_id, decision)), 0.0]
    else:
        _check(asked[call_id].tool, decision.arguments, asked[call_id].input_schema)
        entry = ["approve", call_id, decision.arguments]
    await runs.store.append(held.lease, held.size, [encode(entry)])
    return asked[call_id].tool


def _denial(tool: str, call_id: str, decision: Denied) -> ToolFailure:
    # at 0, because the clock stands still: what is delivered when it goes on cannot be older than that
    return ToolFailure(0, call_id, refusal(tool, decision.reason), "tool_denied")


def _check(tool: str, arguments: dict[str, Any] | None, schema: Mapping[str, Any]) -> None:
    """Check edited arguments against the tool's schema, so that the person who approves gets the error, not the program. Raises InputError."""
    if arguments is None:
        return
    checker = Checker(schema)
    problems = checker.problems(checker.fit(arguments))
    if problems:
        raise InputError(f"the arguments do not fit {tool}: {'; '.join(problems)}; the call still waits")


def _not_asked(call_id: str, asked: list[str]) -> InputError:
    there = f"; these do: {', '.join(asked)}" if asked else ""
    return InputError(f"no call {quoted([call_id])} of the run waits for approval{there}")
