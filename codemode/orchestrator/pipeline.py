"""Takes a request to its value: the stages in order, and rounds of repair when a snippet does not work."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

from codemode.catalog import ToolEntry
from codemode.dsl import Diagnostic
from codemode.engine import Completed, Failed, Waiting
from codemode.engine.among_tools import among_tools
from codemode.engine.replies import printed
from codemode.errors import CodeModeError, LimitError, ModelError
from codemode.orchestrator.answers import Plan, Snippet
from codemode.orchestrator.approvals import approvals_of
from codemode.orchestrator.doubtful_results import doubts, nothing_said
from codemode.orchestrator.effect_ledger import Ledger
from codemode.orchestrator.events import ApprovalWanted, Emit, Repaired, StageFinished, StageStarted, silent
from codemode.orchestrator.outcome import Attempt, CallOutcome, PlanMade, StageName, StageRecord, WayName
from codemode.orchestrator.plan_check import Called, plan_notes
from codemode.orchestrator.problems import (
    UNUSABLE,
    calls_text,
    doubt_text,
    first_line,
    gave_up,
    may_work_again,
    problem_text,
    repairable,
    unanswered,
)
from codemode.orchestrator.request_time import RequestTime
from codemode.orchestrator.stages import Chosen, Stages, choose
from codemode.tool_cache import ToolCache, selection_key

Ask = Callable[[], Awaitable[Snippet | None]]

MAX_UNKNOWN, MAX_SHOWN_NAME = 20, 200  # unknown names that are reported, and characters of each
SAME_AGAIN = "You sent the same {} before, and it failed in the same way. Change it."
NO_CODE = "the model's answer has no code"


class Run(Protocol):
    """Executes a snippet to its end; with `park`, it may also end waiting for an approval."""

    def __call__(self, code: str, *, park: bool) -> Awaitable[Completed | Waiting | Failed]: ...


@dataclass(slots=True)
class _Stage:
    """What is reported of a stage when it has ended."""

    cached: bool = False
    error: str = ""


@dataclass(slots=True)
class Pipeline:
    """One request under way. `run` executes a snippet, `calls_of` returns the tools that a snippet calls by name."""

    stages: Stages
    run: Run
    calls_of: Callable[[str], Sequence[Called]]
    cache: ToolCache
    ledger: Ledger
    max_repairs: int
    emit: Emit = silent
    outcome: CallOutcome = field(default_factory=lambda: CallOutcome(used_tools=False))
    tools: Sequence[ToolEntry] = ()  # the tools that a repair may use
    printed: str = ""  # output of the continued snippet before it waited
    time: RequestTime = field(default_factory=lambda: RequestTime(float("inf")))

    async def answer(self, way: WayName) -> CallOutcome:
        self.outcome.pipeline = way
        with self._telling_effects():
            await (self._single() if way == "single" else self._staged())
        if not self.outcome.used_tools:
            self.outcome.notes.append("the model said that no tool is needed")
        return self.outcome

    async def go_on(self, snippet: Snippet, run: Callable[[], Awaitable[Completed | Waiting | Failed]]) -> None:
        """Continues a snippet that `answer` left waiting for approval."""
        with self._stage("execute") as stage:
            reply = await run()
            stage.error = reply.code if isinstance(reply, Failed) else ""
        self.ledger.mark(reply.tool_calls)
        failure = await self._judged(snippet, reply)
        self.printed = ""
        if failure is not None:
            with self._telling_effects():
                await self._attempt("repair", self._after(snippet.code, reply, failure), failure)

    # --- until there is a snippet -----------------------------------------------------------------------------------

    async def _staged(self) -> None:
        with self._stage("decide"):
            async with self.time.bounded():
                needed = await self.stages.decide()
        if not needed:
            return
        chosen = await self._selection()
        if not chosen.tools and not chosen.unknown:
            return
        await self._planned(PlanMade(tuple(tool.name for tool in chosen.tools), chosen.unknown))
        # unknown names still show that the model needs tools
        self.tools = tools = chosen.tools or tuple(self.stages.candidates.tools)
        await self._attempt("generate", lambda: self.stages.generate(tools))

    async def _selection(self) -> Chosen:
        stages, asked = self.stages, False

        async def select() -> Chosen:
            nonlocal asked
            asked = True
            return await stages.select()

        key = selection_key(stages.request, [tool.id for tool in stages.candidates.tools], stages.catalog.version)
        with self._stage("select") as stage:
            # outside of the load, which others may wait for, too
            async with self.time.bounded():
                chosen = await self.cache.selection(key, select, keep=lambda found: bool(found.tools))
            stage.cached = not asked
        self._searched()
        return chosen

    async def _single(self) -> None:
        async def ask() -> Snippet | None:
            try:
                plan = await self.stages.plan()
            finally:
                self.tools = self.stages.candidates.tools
                self._searched()
            if plan.tools is not None:
                await self._planned(self._plan(plan.tools))
            return None if plan.needs_none else plan

        await self._attempt("plan", ask)

    def _plan(self, names: Sequence[str]) -> PlanMade:
        chosen = choose(self.stages.catalog, names)
        return PlanMade(tuple(tool.name for tool in chosen.tools), chosen.unknown)

    async def _planned(self, plan: PlanMade) -> None:
        self.outcome.plan, catalog = plan, self.stages.catalog
        for name in plan.unknown[:MAX_UNKNOWN]:
            near = await among_tools(catalog, partial(catalog.suggest, name))
            hint = f"; similar names: {', '.join(near)}" if near else ""
            self.outcome.notes.append(f"the model selected {name[:MAX_SHOWN_NAME]!r}, which is not a tool{hint}")
        if len(plan.unknown) > MAX_UNKNOWN:
            more = len(plan.unknown) - MAX_UNKNOWN
            self.outcome.notes.append(f"the model selected {more} more names that are not tools")

    def _searched(self) -> None:
        self.outcome.notes += [f"the model searched for {search}" for search in self.stages.candidates.searches]

    # --- until the snippet works --------------------------------------------------------------------------------------

    async def _attempt(self, stage: StageName, ask: Ask, before: CodeModeError | None = None) -> None:
        """Gets a snippet and runs it; then the model repairs it until it works or the rounds are used up. `before` is the problem of the last one."""
        while True:
            snippet, reply = Snippet(code=""), None
            try:
                asked = await self._asked(stage, ask)
                if asked is None:
                    self._without_tools()
                    return
                snippet = asked
                self._tried(snippet)
                if before is not None:
                    self.emit(Repaired(len(self.outcome.history), before.code))
            except (ModelError, LimitError) as error:
                # a bad answer can be asked for again; a model that does not answer cannot
                if error.code != "model_answer_invalid":
                    if before is None:
                        raise
                    raise unanswered(error, before) from error
                failure: CodeModeError | None = error
            else:
                reply = await self._execute(snippet.code, park=True)
                failure = await self._judged(snippet, reply)
            if failure is None:
                return
            stage, ask, before = "repair", self._after(snippet.code, reply, failure), failure

    async def _asked(self, stage: StageName, ask: Ask) -> Snippet | None:
        """Returns the snippet that the model answers with, or None if it needs no tool. Raises ModelError if the snippet is empty."""
        with self._stage(stage):
            async with self.time.bounded():
                asked = await ask()
            if asked is not None and not asked.code.strip():
                raise ModelError(NO_CODE, code="model_answer_invalid")
            return asked

    def _after(self, code: str, reply: Completed | Waiting | Failed | None, failure: CodeModeError) -> Ask:
        """Returns how to ask for a better snippet after a failure. Raises the failure if the snippet is not repaired."""
        failed = reply if isinstance(reply, Failed) else None
        problem = problem_text(failed, failure)
        again = any((each.code, each.problem) == (code, problem) for each in self.outcome.history)
        shown, told = self._to_repair(code, problem)
        calls, run_id = (tuple(failed.tool_calls), failed.run_id) if failed is not None else ((), "")
        self._note(Attempt(code, problem, calls, run_id))
        if len(self.outcome.history) > self.max_repairs or (failed is not None and not repairable(failed)):
            raise gave_up(failure, self.outcome.history)
        self.ledger.next_attempt()
        # a program that called a tool needed one
        told += f"\n{SAME_AGAIN.format('snippet' if code else 'answer')}" if again else ""
        return self._repairing(shown, told, may_need_none=not self.ledger.records)

    def _to_repair(self, code: str, problem: str) -> tuple[str, str]:
        """Returns the snippet and the problem that the model is shown. An answer without a snippet leaves the last one to be repaired."""
        if code:
            return code, problem
        last = next((each for each in reversed(self.outcome.history) if each.code), Attempt(""))
        return last.code, f"{last.problem}\n\n{UNUSABLE}: {problem}".strip()

    async def _execute(self, code: str, *, park: bool) -> Completed | Waiting | Failed:
        with self._stage("execute") as stage:
            reply = await self.run(code, park=park)
            if isinstance(reply, Failed) and may_work_again(reply, self.ledger) and self.time.left_ms > 0:
                reply = await self.run(code, park=park)
            if isinstance(reply, Failed):
                stage.error = reply.code
        self.ledger.mark(reply.tool_calls)
        return reply

    async def _judged(self, snippet: Snippet, reply: Completed | Waiting | Failed) -> CodeModeError | None:
        """Adds a reply that is an answer to the outcome, else returns its problem."""
        if isinstance(reply, Waiting):
            self._parked(reply)
        elif isinstance(reply, Completed):
            if not await self._doubted(snippet, reply):
                self._finish(snippet, reply)
        else:
            self._take(reply)
            return reply.to_error()
        return None

    def _repairing(self, code: str, problem: str, *, may_need_none: bool = False) -> Ask:
        async def ask() -> Snippet | None:
            calls = calls_text(self.ledger)
            plan = await self.stages.repair(self.tools, code, problem, calls, may_need_none=may_need_none)
            return None if may_need_none and plan.needs_none else plan

        return ask

    # --- answers ------------------------------------------------------------------------------------------------------

    async def _doubted(self, snippet: Snippet, reply: Completed) -> bool:
        """Lets the model repair, once, a program that completed with a doubtful result. If the new one is doubtful, too, the first value is used."""
        found = self._doubts(snippet, reply)
        if not found or len(self.outcome.history) >= self.max_repairs or self.ledger.in_doubt:
            return False
        problem = doubt_text(found, reply.value)
        self._note(Attempt(snippet.code, problem, tuple(reply.tool_calls), reply.run_id))
        self.ledger.next_attempt()
        try:
            second = await self._asked("repair", self._repairing(snippet.code, problem))
            self.emit(Repaired(len(self.outcome.history), found[0].code))
            # the first program ended without an approval, so none is asked for
            again = await self._execute(second.code, park=False) if second is not None else None
        except CodeModeError as error:  # nothing may replace a value that is there
            told = error.message
        else:
            if second is not None and isinstance(again, Completed) and not self._doubts(second, again):
                self._finish(second, again)
                return True
            told = first_line(_told(again))
            if second is not None and again is not None:
                self._note(Attempt(second.code, told, tuple(again.tool_calls), again.run_id))
        self._finish(snippet, reply, noted=True)
        codes = ", ".join(dict.fromkeys(warning.code for warning in found))
        self.outcome.notes.append(f"the value is doubtful ({codes}), and the repaired program was no better: {told}")
        return True

    def _doubts(self, snippet: Snippet, reply: Completed) -> list[Diagnostic]:
        return doubts(reply) or (nothing_said(reply, snippet.code) if self.ledger.only_reads else [])

    def _take(self, reply: Completed | Waiting | Failed) -> None:
        """Takes what a reply tells of its run into the outcome."""
        outcome = self.outcome
        outcome.run_id, outcome.exit_code = reply.run_id, 0 if isinstance(reply, Waiting) else reply.exit_code
        outcome.omitted, outcome.omitted_calls = reply.omitted, reply.omitted_calls
        outcome.tool_calls, outcome.attachments = reply.tool_calls, reply.attachments
        outcome.repairs, outcome.warnings = reply.repairs, reply.warnings
        outcome.stdout = self.printed + printed(reply.output)

    def _parked(self, reply: Waiting) -> None:
        outcome = self.outcome
        outcome.status, outcome.approvals = "waiting", approvals_of(reply)
        outcome.notes += [reply.note] if reply.note else []
        self._take(reply)
        for wanted in outcome.approvals:
            self.emit(ApprovalWanted(wanted.run_id, wanted.call_id, wanted.tool))

    def _finish(self, snippet: Snippet, reply: Completed, *, noted: bool = False) -> None:
        """Ends the request. `noted` tells that the attempt is in the history already."""
        outcome = self.outcome
        self._tried(snippet)
        outcome.value = reply.value
        self._take(reply)
        called = self.calls_of(snippet.code)
        outcome.notes += plan_notes(self.stages.catalog, outcome.plan.tools, snippet.stream, called)
        outcome.notes += self.ledger.notes() + self.ledger.effects(self.ledger.attempt - noted)
        if not reply.has_value and outcome.stdout:
            outcome.notes.append("the program set no __out; what it printed is in stdout")
        if not noted:
            self._note(Attempt(snippet.code, "", tuple(reply.tool_calls), reply.run_id))

    def _without_tools(self) -> None:
        """Ends a request that needs no tool, also if a snippet was tried before the model said so."""
        outcome = self.outcome
        outcome.used_tools, outcome.code, outcome.stdout = False, "", ""
        outcome.exit_code, outcome.repairs, outcome.warnings = 0, (), ()

    def _tried(self, snippet: Snippet) -> None:
        self.outcome.used_tools = True
        self.outcome.code = snippet.code
        if isinstance(snippet, Plan) and snippet.tools is not None:
            self.outcome.plan = self._plan(snippet.tools)
        self.outcome.plan = replace(self.outcome.plan, stream=snippet.stream)

    def _note(self, attempt: Attempt) -> None:
        self.outcome.history.append(attempt)
        self.outcome.attempts = len(self.outcome.history)

    @contextmanager
    def _telling_effects(self) -> Generator[None]:
        """Notes in the outcome of a request that fails what its programs did before."""
        try:
            yield
        except CodeModeError:
            self.outcome.notes += self.ledger.effects()
            raise

    # --- keeping time -------------------------------------------------------------------------------------------------

    @contextmanager
    def _stage(self, name: StageName) -> Generator[_Stage]:
        stage, began = _Stage(), time.monotonic()
        self.emit(StageStarted(name))
        try:
            yield stage
        except CodeModeError as error:
            stage.error = error.code
            raise
        finally:
            ms = (time.monotonic() - began) * 1000
            self.outcome.stages.append(StageRecord(name, ms, stage.cached))
            self.emit(StageFinished(name, ms, stage.cached, stage.error))


def _told(again: Completed | Waiting | Failed | None) -> str:
    if again is None:
        return NO_CODE
    if isinstance(again, Failed):
        return again.error
    return "its value is doubtful too"
