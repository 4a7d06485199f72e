"""Keeps requests whose program waits for an approval: what another process needs, beside the run, to continue them.

They are in the run store under a scope of their own, which no program can reach.
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

from pydantic import BaseModel, ConfigDict

from codemode.engine import Completed, Failed, Session, Waiting
from codemode.engine.durable.store import OF_RUNS, RunStore, Scope
from codemode.engine.run_to_end import go_on_until_asked
from codemode.errors import RunError
from codemode.orchestrator.approvals import approvals_of
from codemode.orchestrator.effect_ledger import CallRecord, Ledger
from codemode.orchestrator.outcome import Attempt, CallOutcome, PlanMade, StageRecord, WayName
from codemode.orchestrator.usage import Usage

_KEY = "request"


class ParkedRequest(BaseModel):
    """A request, as far as it got. `tools` are the ids of the tools that a repair may use. `records` is None when they could not be kept; then the
    program is not repaired, because it is unknown which calls must not be repeated."""

    model_config = ConfigDict(extra="ignore")  # a newer version may have stored it

    request: str
    code: str
    plan: PlanMade
    pipeline: WayName
    tools: list[str]
    notes: list[str]
    stages: list[StageRecord]
    history: list[Attempt]
    usage: Usage
    stdout: str
    attempt: int
    records: list[CallRecord] | None
    replayable: list[int]

    def outcome(self) -> CallOutcome:
        """Returns the outcome, from which the request continues."""
        return CallOutcome(
            used_tools=True,
            code=self.code,
            plan=self.plan,
            attempts=len(self.history),
            usage=self.usage,
            stdout=self.stdout,
            notes=self.notes,
            stages=self.stages,
            history=self.history,
            pipeline=self.pipeline,
        )

    def ledger(self) -> Ledger:
        """Returns the ledger of the calls until now."""
        return Ledger.of(self.attempt, self.records or [], self.replayable)


async def keep(
    store: RunStore, request: str, outcome: CallOutcome, tools: list[str], ledger: Ledger, max_bytes: int
) -> None:
    """Stores a request whose outcome waits. Its calls are left out if they are larger than `max_bytes` or not data."""
    told: dict[str, Any] = {
        "request": request,
        "code": outcome.code,
        "plan": asdict(outcome.plan),
        "pipeline": outcome.pipeline,
        "tools": tools,
        "notes": outcome.notes,
        "stages": [asdict(stage) for stage in outcome.stages],
        "history": [asdict(_without_results(attempt)) for attempt in outcome.history],
        "usage": asdict(outcome.usage),
        "stdout": outcome.stdout,
        "attempt": ledger.attempt,
        "records": None,
        "replayable": ledger.replayable,
    }
    try:
        text = json.dumps(told | {"records": [asdict(record) for record in ledger.records]}, ensure_ascii=False)
        fits = len(text.encode()) <= max_bytes
    except (TypeError, ValueError, RecursionError):  # also letters that have no UTF-8
        text, fits = "", False
    if not fits:
        text = json.dumps(told, ensure_ascii=False).encode("utf-8", "replace").decode()
    await store.save_values(_scope(outcome.run_id), "store", {_KEY: text})


def _without_results(attempt: Attempt) -> Attempt:
    """Removes the results of calls, which the records have."""
    return replace(attempt, tool_calls=[replace(call, result=None) for call in attempt.tool_calls])


async def load(store: RunStore, run_id: str) -> ParkedRequest:
    """Raises RunError."""
    text = await store.load_value(_scope(run_id), "store", _KEY)
    if text is None:
        raise RunError(f"the run {run_id[:80]!r} does not belong to a prompt", code="run_not_found")
    try:
        return ParkedRequest.model_validate(json.loads(text))
    except ValueError as error:  # no JSON, or another shape
        told = "the stored request cannot be read: another version may have written it"
        raise RunError(told, code="snapshot_restore_failed", phase="host") from error


async def forget(store: RunStore, run_id: str) -> None:
    await store.delete_value(_scope(run_id), "store", _KEY)


def _scope(run_id: str) -> Scope:
    return OF_RUNS, run_id  # in the place of an agent's name


async def past_what_was_approved(
    session: Session, reply: Completed | Waiting | Failed, ledger: Ledger, timeout_ms: float
) -> Completed | Waiting | Failed:
    """Continues while the program waits for calls that an earlier one made with approval: the record answers them, and nobody is asked again."""
    while isinstance(reply, Waiting):
        pending = approvals_of(reply)
        known = ledger.known([(call.tool, call.arguments) for call in pending])
        if not any(known):
            break
        for call, is_known in zip(pending, known):
            if is_known:
                await session.approve(call.call_id, run_id=call.run_id)
        said = reply.output
        reply = await go_on_until_asked(session, reply.run_id, timeout_ms)
        reply = reply.model_copy(update={"output": [*said, *reply.output]})
    return reply
