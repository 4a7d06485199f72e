"""The demo as a person sees it, in half a minute and 80 columns."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from codemode.errors import CodeModeError
from codemode.terminal.render import value_text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.status import Status

    from codemode.catalog import ToolEntry
    from codemode.demo.direct import Recorder
    from codemode.demo.script import Question
    from codemode.orchestrator import CallOutcome, CodeModeUTCP
    from codemode.orchestrator.events import Event
    from codemode.orchestrator.models import AnyModel

EXAMPLE = "examples/functions.py"
FEW = 5  # lines of a program


async def run_demo(model_name: str, base_url: str | None, pipeline: str, isolation: str | None) -> int:
    """Serves the demo's tools, register them with a UTCP client, ask, show. Returns the exit status."""
    from rich.console import Console

    console = Console(highlight=False)
    console.print("[bold]codemode[/]: the model writes one small program that calls many tools.")
    with _spinning(console, "starting"):
        from codemode.catalog import Policy
        from codemode.demo.direct import Recorder
        from codemode.demo.script import QUESTIONS
        from codemode.demo.server import MANUALS, DemoServer
        from codemode.orchestrator import CodeModeUTCP
        from codemode.sources import UtcpSource

        model, who = _model(model_name, base_url, pipeline)
        calls = Recorder()
        options: dict[str, Any] = {"isolation": isolation} if isolation else {}
        options |= {"hooks": [calls], "policy": Policy([("ask", "shop.place_order")]), "pipeline": pipeline}
    with tempfile.TemporaryDirectory(prefix="codemode-demo-") as folder:
        async with DemoServer() as server:
            with _spinning(console, "starting a UTCP server"):
                source = await UtcpSource.from_config({"manual_call_templates": server.call_templates()})
                tools = await source.list_tools()
            console.print(f"A UTCP server at {server.url} has {len(tools)} tools: {', '.join(MANUALS)}.")
            console.print(who)
            try:
                async with CodeModeUTCP(source.client, model, store=f"sqlite:///{folder}/runs.db", **options) as cm:
                    show = _Show(console, cm, tools, calls)
                    answered = [await show.question(n, question) for n, question in enumerate(QUESTIONS, 1)]
            finally:
                await source.close()
    console.print(_next(), markup=False, soft_wrap=True)
    return 0 if all(answered) else 1


def _model(name: str, base_url: str | None, pipeline: str) -> tuple[AnyModel, str]:
    """Returns the model that answers, and a line that names it."""
    base_url = base_url or os.environ.get("OPENAI_BASE_URL")
    if base_url or os.environ.get("OPENAI_API_KEY"):
        from codemode.orchestrator import OpenAIModel

        return OpenAIModel(name, base_url=base_url), f"The model is {name}{f' at {base_url}' if base_url else ''}."
    from codemode.demo.script import scripted_model

    return scripted_model(pipeline), "No OPENAI_API_KEY and no --base-url: a script answers in place of a model."


def _next() -> str:
    """Returns the next commands, in a form that works here."""
    called = "python -m codemode" if sys.argv[0].endswith("__main__.py") else os.path.relpath(sys.argv[0])
    command = "codemode" if shutil.which("codemode") else called
    lines = ["", "Next:", f"  {command} run -c '__out = strings.ToUpper(\"hi\")'"]
    if Path(EXAMPLE).exists():
        lines += [
            f"  {command} tools --functions {EXAMPLE}",
            "and with a model of yours (OPENAI_API_KEY, or --base-url and --model):",
            f'  {command} call "The warmest city?" --functions {EXAMPLE}',
        ]
    return "\n".join([*lines, f"  {command} --help"])


@contextmanager
def _spinning(console: Console, text: str) -> Generator[Status | None]:
    """A spinner on a terminal, nothing elsewhere."""
    with console.status(text) if console.is_terminal else nullcontext() as status:
        yield status


@dataclass(slots=True)
class _Show:
    """Asks one question after the other, and shows the way to the value."""

    console: Console
    cm: CodeModeUTCP
    tools: Sequence[ToolEntry]
    calls: Recorder

    async def question(self, number: int, question: Question) -> bool:
        from rich.rule import Rule

        self.console.print()
        self.console.print(Rule(f"[bold]{number}  {question.title}[/]", align="left"))
        self.console.print(question.prompt)
        self.calls.calls.clear()
        try:
            outcome = await self._answered(question)
        except CodeModeError as error:
            self.console.print(f"[red]{error.code}[/]")
            self.console.print(error.message, markup=False)
            return False
        if question.compared and outcome.used_tools:
            self._compare(question, outcome)
        return True

    async def _answered(self, question: Question) -> CallOutcome:
        from codemode.terminal.progress import StatusLine

        with _spinning(self.console, "thinking") as status:
            line = StatusLine()

            def tell(event: Event) -> None:
                if status is not None:
                    status.update(line.after(event))

            outcome = await self.cm.call_tool(question.prompt, on_event=tell)
        self._show_programs(outcome)
        if outcome.status == "waiting":
            outcome = await self._decided(outcome)
        self._show_calls(outcome)
        return outcome

    # --- the way --------------------------------------------------------------------------------------------------

    def _show_programs(self, outcome: CallOutcome) -> None:
        programs = [(attempt.code, attempt.problem) for attempt in outcome.history if attempt.problem]
        before = ""
        for code, problem in [*programs, (outcome.code, "")]:
            self._program(code, before)
            if problem:
                self._line("mistake", "\n".join(line for line in problem.splitlines() if line.strip()), "red")
            before = code
        for repair in outcome.repairs:
            self._line("repaired", str(repair))

    def _program(self, code: str, before: str) -> None:
        """A program; if it was rewritten and few lines changed, only these."""
        changed = [line for line in code.splitlines() if line not in before.splitlines()]
        if before and 0 < len(changed) <= FEW:
            self._line("repaired", "\n".join(changed), "green")
            return
        from rich.padding import Padding
        from rich.syntax import Syntax

        shown = Syntax(code.rstrip(), "go", theme="ansi_dark", background_color="default", word_wrap=True, tab_size=2)
        self.console.print(Padding(shown, (1, 0, 1, 4)))

    def _show_calls(self, outcome: CallOutcome) -> None:
        if not outcome.used_tools:
            self._line("value", "the model says that no tool is needed")
            return
        counted = Counter(
            call.tool if call.status == "ok" else f"{call.tool} {call.status}" for call in outcome.tool_calls
        )
        self._line("calls", ", ".join(tool if n == 1 else f"{n} x {tool}" for tool, n in counted.items()))
        for printed in outcome.stdout.splitlines():
            self._line("printed", printed)
        self._line("value", value_text(outcome.value), "green")

    def _line(self, name: str, text: str, style: str = "") -> None:
        from rich.padding import Padding
        from rich.table import Table
        from rich.text import Text

        row = Table.grid(padding=(0, 1))
        row.add_column(width=9)
        row.add_column(overflow="fold")
        row.add_row(Text(name, "bold cyan"), Text(text, style))
        self.console.print(Padding(row, 0))

    # --- an approval ----------------------------------------------------------------------------------------------

    async def _decided(self, outcome: CallOutcome) -> CallOutcome:
        """Asks the person for every call that needs it, and go on."""
        while outcome.status == "waiting":
            for asked in outcome.approvals:
                self._line("approval", f"{asked.tool} {value_text(asked.arguments)}", "yellow")
                if await self._yes():
                    await self.cm.approve(asked)
                else:
                    await self.cm.deny(asked, "the person at the terminal said no")
            outcome = await self.cm.resume(outcome.run_id)
        return outcome

    async def _yes(self) -> bool:
        prompt = "          allow this call? [Y/n] "
        if not (self.console.is_terminal and sys.stdin.isatty()):
            self.console.print(f"{prompt}yes (there is no terminal to ask on)", markup=False)
            return True
        self.console.print(prompt, end="", markup=False)
        return (await _typed()).strip().lower() in ("", "y", "yes")

    # --- the comparison -------------------------------------------------------------------------------------------

    def _compare(self, question: Question, outcome: CallOutcome) -> None:
        from codemode.demo.direct import at_best, one_by_one, tokens

        answer = value_text(outcome.value)
        best = at_best(self.tools, question.prompt, self.calls.calls, answer)
        single = one_by_one(self.tools, question.prompt, self.calls.calls, answer)
        spent = outcome.usage.total_tokens or tokens(*self._scripted(question))
        self._line("tokens", f"about {spent:,} with this program")
        self._line("", f"about {best.tokens:,} with direct calls, if the model asks for many in one turn")
        self._line("", f"about {single.tokens:,} with direct calls one by one, in {single.turns} turns")

    def _scripted(self, question: Question) -> list[str]:
        """Returns the script's prompts for this question, and its answers."""
        prompts = cast("list[str]", getattr(self.cm.model, "prompts", []))
        asked = [prompt for prompt in prompts if question.prompt in prompt]
        return [*asked, *(str(answer) for answer in question.answers("single"))]


async def _typed() -> str:
    """A line that the person types; the wait can be interrupted."""
    loop = asyncio.get_running_loop()
    typed = loop.create_future()
    loop.add_reader(sys.stdin.fileno(), lambda: typed.done() or typed.set_result(None))
    try:
        await typed
    finally:
        loop.remove_reader(sys.stdin.fileno())
    return sys.stdin.readline()
