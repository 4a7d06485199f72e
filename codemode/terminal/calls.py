"""`codemode call`: answers a prompt."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any, cast

from codemode.catalog import Policy
from codemode.engine.escaping import escaped
from codemode.errors import CodeModeError
from codemode.terminal.exits import DONE, FAILED, WAITING
from codemode.terminal.inputs import EngineRequest, open_sources, read_prompt, tell_warnings
from codemode.terminal.json_output import put
from codemode.terminal.render import quoted, tell, value_text
from codemode.terminal.stats import stats_text

if TYPE_CHECKING:
    from codemode.orchestrator import CallOutcome, PendingApproval
    from codemode.orchestrator.outcome import PipelineName


@dataclass(slots=True, frozen=True, kw_only=True)
class CallRequest(EngineRequest):
    """What `codemode call` is asked for."""

    prompt: str
    model: str
    base_url: str | None
    pipeline: str
    language: str
    show_code: bool
    json: bool
    verbose: bool = False
    stats: bool = False
    agent: str = "cli"
    timeout_ms: int | None = None


async def call_prompt(request: CallRequest) -> int:
    from codemode.orchestrator import CodeModeUTCP, OpenAIModel
    from codemode.orchestrator.codemode_utcp import CALL_TIMEOUT
    from codemode.terminal.progress import progress

    request.tools.needed()
    options: dict[str, Any] = {"isolation": request.isolation} if request.isolation else {}
    if request.policy:
        options["policy"] = Policy.load(request.policy)
    if request.store:
        options["store"] = request.store
    timeout = CALL_TIMEOUT if request.timeout_ms is None else request.timeout_ms
    model = OpenAIModel(request.model, base_url=request.base_url)
    way = cast("PipelineName", request.pipeline)
    async with (
        open_sources(request.tools) as sources,
        CodeModeUTCP(
            None, model, sources=sources, pipeline=way, agent=request.agent, language=request.language, **options
        ) as cm,
    ):
        failure: CodeModeError | None = None
        # with --json there is one JSON object and nothing else
        with nullcontext() if request.json else progress(verbose=request.verbose) as listener:
            try:
                outcome = await cm.call_tool(read_prompt(request.prompt), timeout=timeout, on_event=listener)
            except CodeModeError as error:
                if error.outcome is None:  # the model was not asked
                    raise
                outcome, failure = cast("CallOutcome", error.outcome), error
        info = await cm.engine.store.info(outcome.run_id) if outcome.status == "waiting" else None
        cache = cm.cache_stats().as_dict()
        tell_warnings(cm.engine)
    if request.show_code:
        _show(outcome, request.language)
    if info is not None:
        return _waits(request, outcome, info.scope[1])
    return _told(request, outcome, failure, cache)


def _waits(request: CallRequest, outcome: CallOutcome, session: str) -> int:
    """Prints the calls that wait for approval, and the next commands."""
    from codemode.terminal.runs import RunsRequest, approval_lines

    if request.json:
        put(json.dumps(_as_dict(outcome, None) | {"session": session}, ensure_ascii=False, default=str))
        return WAITING
    common = {each.name: getattr(request, each.name) for each in fields(EngineRequest)}
    runs = RunsRequest(**common, agent=request.agent, session=session)
    lines = [
        line
        for call in outcome.approvals
        for line in approval_lines(runs, outcome.run_id, call.call_id, call.tool, call.arguments, call.effects)
    ]
    going = runs.command("wait", outcome.run_id, tools=True)
    tell("\n".join([*lines, f"then continue {outcome.run_id}:", f"  {going}"]))
    return WAITING


def _told(request: CallRequest, outcome: CallOutcome, failure: CodeModeError | None, cache: dict[str, Any]) -> int:
    """Prints the outcome and returns the exit status."""
    if request.json:
        told = _as_dict(outcome, failure) | ({"cache": cache} if request.stats else {})
        put(json.dumps(told, ensure_ascii=False, default=str))
        return DONE if failure is None else FAILED
    if request.stats:
        tell(stats_text(cache))
    if failure is not None:
        if request.show_code:
            failure.diagnostics = ()  # they are shown with the program
        raise failure
    if outcome.used_tools:
        if not request.show_code:
            tell("\n".join(_notes(outcome)))
        print(value_text(outcome.value))
    else:
        tell(f"codemode: {quoted(outcome.notes[-1]) if outcome.notes else 'no tool was used'}")
    return DONE


def _show(outcome: CallOutcome, language: str) -> None:
    """Prints how the value was made, on standard error: standard output is for the value."""
    if outcome.plan.tools:
        tell(f"tools: {', '.join(outcome.plan.tools)}")
    before = ""
    for attempt in outcome.history:
        if attempt.problem:
            _show_code(attempt.code, language)
            tell(quoted(attempt.problem) if attempt.problem != before else "It failed in the same way.")
            before = attempt.problem
    if outcome.status != "failed" and outcome.code:
        _show_code(outcome.code, language)
    for call in outcome.tool_calls:
        tell(f"call: {call.tool} {call.status} {call.ms:.0f} ms")
    for note in _notes(outcome):
        tell(note)
    if outcome.stdout:
        tell(quoted(f"the program printed:\n{outcome.stdout.rstrip()}"))


def _notes(outcome: CallOutcome) -> list[str]:
    """Returns what the host should know about an answer: notes, repairs and warnings."""
    return [
        *map(quoted, outcome.notes),
        *(f"repaired: {quoted(str(repair))}" for repair in outcome.repairs),
        *(f"warning: {quoted(str(warning))}" for warning in outcome.warnings),
    ]


def _show_code(code: str, language: str) -> None:
    """Prints a program, in color on a terminal."""
    text = escaped(code.rstrip(), keep="\n\t")
    if not sys.stderr.isatty():
        tell(text)
        return
    from rich.console import Console
    from rich.syntax import Syntax

    shown = Syntax(text, language, theme="ansi_dark", background_color="default", word_wrap=True)
    Console(stderr=True, highlight=False).print(shown)


def _as_dict(outcome: CallOutcome, failure: CodeModeError | None) -> dict[str, Any]:
    told = {"code": failure.code, "message": failure.message, "phase": failure.phase} if failure is not None else None
    return {
        "status": outcome.status,
        "error": told,
        "used_tools": outcome.used_tools,
        "value": outcome.value,
        "code": outcome.code,
        "plan": asdict(outcome.plan),
        "tool_calls": [asdict(call) for call in outcome.tool_calls],
        "repairs": [repair.as_dict() for repair in outcome.repairs],
        "attempts": outcome.attempts,
        "notes": outcome.notes,
        "warnings": [warning.as_dict() for warning in outcome.warnings],
        "history": [
            {"code": a.code, "problem": a.problem, "tool_calls": [asdict(call) for call in a.tool_calls]}
            for a in outcome.history
        ],
        "pipeline": outcome.pipeline,
        "run_id": outcome.run_id,
        "approvals": [_approval(call) for call in outcome.approvals],
        "stdout": outcome.stdout,
        "usage": asdict(outcome.usage),
        "stages": [asdict(stage) for stage in outcome.stages],
    }


def _approval(call: PendingApproval) -> dict[str, Any]:
    effects = call.effects.model_dump(mode="json") if call.effects is not None else None
    return {**asdict(replace(call, effects=None)), "effects": effects}
