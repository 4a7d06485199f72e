"""Runs a program to its end: exec, then wait as often as the time allows."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, cast

from codemode.engine.background import waited_for
from codemode.engine.cell_output import Listener, OutputText
from codemode.engine.codes import phase_of
from codemode.engine.engine import Engine
from codemode.engine.failures import Failure
from codemode.engine.limits import MAX_BUDGET, Limits
from codemode.engine.protocols import ToolSource
from codemode.engine.replies import Completed, Failed, Waiting
from codemode.engine.results import CodeModeResult
from codemode.engine.session import Session
from codemode.engine.workers import fork_server

# of a value that the budget of a reply cut, see reply_output.py
_CUT_KEYS = {"truncated", "prefix", "omitted_bytes", "result_id"}

# hint for hosts that can ask a person
WAYS = (
    "use a store (--store on the command line, CodeModeUTCP(store=...) in Python), so that the run waits for a decision; "
    "in Python also run_agent, whose outcome lists the calls to approve, "
    "or Engine.session(...).exec, then approve or deny, then wait"
)


async def run_to_end(
    session: Session,
    code: str,
    timeout_ms: float,
    *,
    data: Any = None,
    on_output: Listener | None = None,
) -> Completed | Failed:
    """Runs a program to its end within `timeout_ms`. A program that is still blocked then is aborted and fails with `timeout`. A program that
    waits for an approval is aborted with `tool_denied`, because nobody can be asked while the caller waits."""
    reply = await run_until_asked(session, code, timeout_ms, data=data, on_output=on_output)
    if isinstance(reply, Waiting) and session.engine.runs.resting is not None:
        reply = await session.wait(reply.run_id)  # is refused, with the reason
    return await _not_approved(session, reply) if isinstance(reply, Waiting) else reply


async def run_until_asked(
    session: Session,
    code: str,
    timeout_ms: float,
    *,
    data: Any = None,
    on_output: Listener | None = None,
) -> Completed | Waiting | Failed:
    """Like `run_to_end`, but if the program waits only for approvals, or if this process is shutting down, leaves it waiting. If the caller is
    cancelled, the run is aborted."""
    deadline = time.monotonic() + timeout_ms / 1000
    reply = await session.exec(code, data=data, timeout_ms=min(timeout_ms, MAX_BUDGET), on_output=on_output)
    try:
        return await _ended_or_asked(session, reply, deadline, timeout_ms)
    except BaseException:
        await session.abort(reply.run_id)
        raise


async def result_of(
    session: Session, code: str, timeout_ms: float, *, data: Any = None, on_output: Listener | None = None
) -> CodeModeResult:
    """Runs a program to its end and returns its result with the whole value and output. Raises the CodeModeError of a failure."""
    printed: list[OutputText] = []

    def hear(text: OutputText) -> None:
        printed.append(text)
        if on_output is not None:
            on_output(text)

    reply = await run_to_end(session, code, timeout_ms, data=data, on_output=hear)
    if isinstance(reply, Failed):
        raise reply.to_error()
    return await _whole_result(session, reply, printed)


def run_in_worker(
    code: str,
    data: Any,
    budget: float,
    listener: Listener | None,
    sources: Sequence[ToolSource],
    limits: Limits,
    options: dict[str, Any],
) -> CodeModeResult:
    """Does what `codemode.run` does, for languages whose programs do not run in the host's process. `budget` is the time in milliseconds, `options`
    are further ones of the Engine. The process that forks workers stays for the next call."""
    fork_server.keep()

    async def work() -> CodeModeResult:
        async with Engine(sources, limits, **options) as engine:
            return await result_of(engine.session("run", "run"), code, budget, data=data, on_output=listener)

    return waited_for(work)


async def _whole_result(session: Session, reply: Completed, printed: Sequence[OutputText]) -> CodeModeResult:
    """Converts a reply to the result of a run, with the whole value; `printed` is the whole output."""
    return CodeModeResult(
        value=await whole_value(session, reply.value),
        stdout="".join(text for text in printed if text.stream == "stdout"),
        stderr=reply.stderr,
        exit_code=reply.exit_code,
        has_value=reply.has_value,
        repairs=reply.repairs,
        warnings=reply.warnings,
        tool_calls=reply.tool_calls,
        steps=reply.telemetry.steps,
        attachments=reply.attachments,
    )


async def go_on_until_asked(session: Session, run_id: str, timeout_ms: float) -> Completed | Waiting | Failed:
    """Continues a run that `run_until_asked` left waiting. If the caller is cancelled, the run is left waiting again."""
    deadline = time.monotonic() + timeout_ms / 1000
    return await _ended_or_asked(
        session, await session.wait(run_id, timeout_ms=min(timeout_ms, MAX_BUDGET)), deadline, timeout_ms
    )


async def _ended_or_asked(
    session: Session, reply: Completed | Waiting | Failed, deadline: float, timeout_ms: float
) -> Completed | Waiting | Failed:
    output, given = reply.output, reply.attachments
    while isinstance(reply, Waiting):
        asked = reply.pending_tool_calls and all(call.needs_approval for call in reply.pending_tool_calls)
        if asked or session.engine.runs.resting is not None:
            break
        left = (deadline - time.monotonic()) * 1000
        if left < 1:
            reply = await _too_late(session, reply, timeout_ms)
        else:
            reply = await session.wait(reply.run_id, timeout_ms=min(left, MAX_BUDGET))
        output = [*output, *reply.output]  # each reply has the output since the last one
        given = [*given, *reply.attachments]
    return reply.model_copy(update={"output": output, "attachments": given})


async def _too_late(session: Session, waiting: Waiting, timeout_ms: float) -> Failed:
    aborted = await session.abort(waiting.run_id)
    late = Failure.timeout(timeout_ms, sorted({call.tool for call in waiting.pending_tool_calls}))
    return aborted.model_copy(
        update={"code": late.code, "phase": phase_of(late.code), "error": late.message, "hint": late.hint}
    )


async def _not_approved(session: Session, waiting: Waiting) -> Failed:
    aborted = await session.abort(waiting.run_id)
    tools = ", ".join(sorted({call.tool for call in waiting.pending_tool_calls}))
    return aborted.model_copy(
        update={
            "code": "tool_denied",
            "phase": "host",
            "error": f"{tools} needs approval, and nobody can give it here: {WAYS}",
        }
    )


async def whole_value(session: Session, value: Any) -> Any:
    """The whole value of a reply, also if the reply's budget cut it: the budget is for models, a host gets everything."""
    cut = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
    if cut.keys() == _CUT_KEYS and isinstance(cut["result_id"], str):
        with suppress(KeyError):
            return await session.state.results.load(cut["result_id"])
    return cast(object, value)
