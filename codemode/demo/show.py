"""The demo as a person sees it."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from codemode.demo.script import QUESTIONS, Question, scripted_model
from codemode.demo.server import MANUALS, DemoServer
from codemode.errors import CodeModeError
from codemode.terminal.render import value_text

if TYPE_CHECKING:
    from rich.console import Console

    from codemode.orchestrator import CallOutcome, CodeModeUTCP
    from codemode.orchestrator.models import AnyModel
    from codemode.orchestrator.outcome import PipelineName


async def run_demo(model_name: str, base_url: str | None, pipeline: str, isolation: str | None) -> int:
    """Serve the demo's tools, register them with a UTCP client, ask, show. Returns the exit status."""
    from rich.console import Console

    from codemode.orchestrator import CodeModeUTCP
    from codemode.sources import UtcpSource

    console = Console(highlight=False)
    model, who = _model(model_name, base_url, pipeline)
    options: dict[str, Any] = {"isolation": isolation} if isolation else {}
    async with DemoServer() as server:
        source = await UtcpSource.from_config({"manual_call_templates": server.call_templates()})
        try:
            count = len(await source.list_tools())
            console.print(f"[bold]UTCP server[/] at {server.url}: {count} tools of {', '.join(MANUALS)}. {who}")
            way = cast("PipelineName", pipeline)
            async with CodeModeUTCP(source.client, model, pipeline=way, **options) as cm:
                answered = [await _ask(console, cm, n, question) for n, question in enumerate(QUESTIONS, 1)]
            console.print(NEXT, markup=False)
        finally:
            await source.close()
    return 0 if all(answered) else 1


def _model(name: str, base_url: str | None, pipeline: str) -> tuple[AnyModel, str]:
    """Who answers, and a line that says so."""
    base_url = base_url or os.environ.get("OPENAI_BASE_URL")
    if base_url or os.environ.get("OPENAI_API_KEY"):
        from codemode.orchestrator import OpenAIModel

        return OpenAIModel(name, base_url=base_url), f"The model is {name}{f' at {base_url}' if base_url else ''}."
    return scripted_model(
        pipeline
    ), "There is no OPENAI_API_KEY and no --base-url: a script answers instead of a model."


NEXT = """
Next, with a model of yours (OPENAI_API_KEY, or --base-url):
  codemode call "Which city is the warmest?" --functions examples/functions.py
without one:
  codemode run -c '__out = strings.ToUpper("hi")'
  codemode tools --functions examples/functions.py"""


async def _ask(console: Console, cm: CodeModeUTCP, number: int, question: Question) -> bool:
    from rich.rule import Rule

    console.print()
    console.print(Rule(f"[bold]{number}[/]  {question.prompt}", align="left"))
    began = time.monotonic()
    try:
        outcome = await cm.call_tool(question.prompt)
    except CodeModeError as error:
        console.print(f"[red]{error.code}[/]")
        console.print(error.message, markup=False)
        return False
    _show(console, cm, outcome, (time.monotonic() - began) * 1000)
    return True


def _show(console: Console, cm: CodeModeUTCP, outcome: CallOutcome, ms: float) -> None:
    from rich.padding import Padding
    from rich.syntax import Syntax

    stages = {stage.name: stage for stage in outcome.stages}
    if "decide" in stages:
        needed = "tools are needed" if outcome.used_tools else "no tools are needed"
        _line(console, "decide", needed, stages["decide"].ms)
    if not outcome.used_tools:
        return
    chosen = stages.get("select") or stages.get("plan")
    if chosen is not None:
        _line(
            console, chosen.name, ", ".join(outcome.plan.tools), chosen.ms, " from the cache" if chosen.cached else ""
        )
    if "generate" in stages:
        _line(console, "generate", f"{len(outcome.code.splitlines())} lines of Go", stages["generate"].ms)
    code = Syntax(outcome.code.rstrip(), "go", theme="ansi_dark", background_color="default", word_wrap=True)
    console.print(Padding(code, (1, 0, 1, 4)))
    for repair in outcome.repairs:
        _line(console, "repaired", str(repair))
    for call in outcome.tool_calls:
        _line(console, "call", f"{call.tool} {call.status}", call.ms)
    for line in outcome.stdout.splitlines():
        _line(console, "printed", line)
    _line(console, "value", value_text(outcome.value), ms, " in all")
    _line(console, "cache", _cache_text(cm))
    if outcome.usage.total_tokens:
        used = outcome.usage
        _line(console, "tokens", f"{used.input_tokens} in, {used.output_tokens} out, {used.requests} requests")


def _cache_text(cm: CodeModeUTCP) -> str:
    stats = cm.cache_stats()
    pairs: Sequence[tuple[str, int, int]] = (
        ("specs", stats.specs_hits, stats.specs_misses),
        ("selections", stats.selection_hits, stats.selection_misses),
        ("programs", stats.program_hits, stats.program_misses),
    )
    return ", ".join(f"{name} {hits} hit{'' if hits == 1 else 's'} / {misses} missed" for name, hits, misses in pairs)


def _line(console: Console, name: str, text: str, ms: float | None = None, note: str = "") -> None:
    from rich.text import Text

    line = Text.assemble((f"{name:<9} ", "bold cyan"), text)
    if ms is not None:
        line.append(f"  {ms:.0f} ms{note}", "dim")
    console.print(line)
