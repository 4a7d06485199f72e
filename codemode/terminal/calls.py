"""`codemode call`: a prompt in, a value out."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, cast

from codemode.errors import ConfigError
from codemode.terminal.exits import DONE
from codemode.terminal.inputs import NO_TOOLS, ToolFiles, open_sources
from codemode.terminal.render import value_text
from codemode.terminal.stats import stats_text

if TYPE_CHECKING:
    from codemode.orchestrator import CallOutcome
    from codemode.orchestrator.pipeline import PipelineName


@dataclass(slots=True, frozen=True)
class CallRequest:
    prompt: str
    tools: ToolFiles
    model: str
    base_url: str | None
    pipeline: str
    isolation: str | None
    show_code: bool
    json: bool
    verbose: bool = False
    stats: bool = False


async def call_prompt(request: CallRequest) -> int:
    from codemode.orchestrator import CodeModeUTCP, OpenAIModel
    from codemode.terminal.progress import progress

    if not request.tools:
        raise ConfigError(NO_TOOLS)
    options: dict[str, Any] = {"isolation": request.isolation} if request.isolation else {}
    model = OpenAIModel(request.model, base_url=request.base_url)
    way = cast("PipelineName", request.pipeline)
    async with (
        open_sources(request.tools) as sources,
        CodeModeUTCP(None, model, sources=sources, pipeline=way, **options) as cm,
    ):
        # one JSON object and nothing else is what --json promises
        with nullcontext() if request.json else progress(verbose=request.verbose) as listener:
            outcome = await cm.call_tool(request.prompt, on_event=listener)
        cache = cm.cache_stats().as_dict()
    if request.show_code:
        _show(outcome)
    if request.json:
        told = _as_dict(outcome) | ({"cache": cache} if request.stats else {})
        print(json.dumps(told, ensure_ascii=False, default=str))
        return DONE
    if request.stats:
        print(stats_text(cache), file=sys.stderr)
    if outcome.used_tools:
        print(value_text(outcome.value))
    else:
        print("codemode: no tool has anything to do with this prompt", file=sys.stderr)
    return DONE


def _show(outcome: CallOutcome) -> None:
    """The way to the value, on standard error: standard output is for the value."""
    from rich.console import Console
    from rich.syntax import Syntax

    console = Console(stderr=True, highlight=False)
    if outcome.plan.tools:
        console.print(f"tools: {', '.join(outcome.plan.tools)}", markup=False)
    if outcome.code:
        console.print(
            Syntax(outcome.code.rstrip(), "go", theme="ansi_dark", background_color="default", word_wrap=True)
        )
    for call in outcome.tool_calls:
        console.print(f"call: {call.tool} {call.status} {call.ms:.0f} ms", markup=False)
    for note in (*outcome.notes, *(f"repaired: {repair}" for repair in outcome.repairs)):
        console.print(note, markup=False)
    if outcome.stdout:
        console.print(outcome.stdout.rstrip(), markup=False)


def _as_dict(outcome: CallOutcome) -> dict[str, Any]:
    return {
        "used_tools": outcome.used_tools,
        "value": outcome.value,
        "code": outcome.code,
        "plan": asdict(outcome.plan),
        "tool_calls": [asdict(call) for call in outcome.tool_calls],
        "repairs": [repair.as_dict() for repair in outcome.repairs],
        "attempts": outcome.attempts,
        "notes": outcome.notes,
        "stdout": outcome.stdout,
        "usage": asdict(outcome.usage),
        "stages": [asdict(stage) for stage in outcome.stages],
    }
