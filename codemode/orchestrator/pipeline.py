"""From a request to a value: the stages in order, and the rounds of repair when a snippet does not work."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Literal

from codemode.catalog import ToolEntry
from codemode.engine import Completed, Failed
from codemode.errors import CodeModeError, ModelError
from codemode.orchestrator.answers import Snippet
from codemode.orchestrator.effects import Ledger
from codemode.orchestrator.events import Emit, Repaired, StageFinished, StageStarted, silent
from codemode.orchestrator.outcome import Attempt, CallOutcome, PlanMade, StageName, StageRecord
from codemode.orchestrator.problems import calls_text, gave_up, problem_text, repairable
from codemode.orchestrator.stages import Chosen, Stages, choose
from codemode.orchestrator.watched import Called, plan_notes
from codemode.tool_cache import ToolCache, selection_key

PipelineName = Literal["staged", "single"]
Run = Callable[[str], Awaitable[Completed | Failed]]

NO_CODE = "the model's answer held no code"


@dataclass(slots=True)
class _Stage:
    """What is to be told of a stage when it has ended."""

    cached: bool = False
    error: str = ""


@dataclass(slots=True)
class Pipeline:
    """One request on its way. `run` executes a snippet to its end, `calls_of` tells what one calls by its checked tree."""

    stages: Stages
    run: Run
    calls_of: Callable[[str], Sequence[Called]]
    cache: ToolCache
    ledger: Ledger
    max_repairs: int
    emit: Emit = silent
    outcome: CallOutcome = field(default_factory=lambda: CallOutcome(used_tools=False))

    async def answer(self, pipeline: PipelineName) -> CallOutcome:
        self.outcome.usage = self.stages.usage
        if pipeline == "single":
            await self._single()
        else:
            await self._staged()
        return self.outcome

    # --- until there is a snippet -----------------------------------------------------------------------------------

    async def _staged(self) -> None:
        with self._stage("decide"):
            if not await self.stages.decide():
                return
        chosen = await self._selection()
        if not chosen.tools and not chosen.unknown:
            return
        self._planned(PlanMade(tuple(tool.name for tool in chosen.tools), chosen.unknown))
        # names that nobody has still say that tools are wanted
        tools = chosen.tools or tuple(self.stages.candidates)
        await self._attempt("generate", lambda: self.stages.generate(tools), tools)

    async def _selection(self) -> Chosen:
        stages, asked = self.stages, False

        async def select() -> Chosen:
            nonlocal asked
            asked = True
            return await stages.select()

        key = selection_key(stages.request, [tool.id for tool in stages.candidates], stages.catalog.version)
        with self._stage("select") as stage:
            chosen = await self.cache.selection(key, select)
            stage.cached = not asked
        return chosen

    async def _single(self) -> None:
        async def ask() -> Snippet | None:
            plan = await self.stages.plan()
            if plan.tools is not None:
                chosen = choose(self.stages.catalog, plan.tools)
                self._planned(PlanMade(tuple(tool.name for tool in chosen.tools), chosen.unknown))
                if not plan.tools and not plan.code.strip():
                    return None
            return plan

        await self._attempt("plan", ask, self.stages.candidates)

    def _planned(self, plan: PlanMade) -> None:
        self.outcome.plan = plan
        for name in plan.unknown:
            near = self.stages.catalog.suggest(name)
            hint = f"; near to it: {', '.join(near)}" if near else ""
            self.outcome.notes.append(f"the model selected {name!r}, which is not a tool{hint}")

    # --- until the snippet works --------------------------------------------------------------------------------------

    async def _attempt(
        self, stage: StageName, ask: Callable[[], Awaitable[Snippet | None]], tools: Sequence[ToolEntry]
    ) -> None:
        """Get a snippet, run it, and let the model repair it until it works or the rounds are used up."""
        failure: CodeModeError | None = None
        for _ in range(self.max_repairs + 1):
            try:
                with self._stage(stage):
                    snippet = await ask()
                if snippet is None:
                    return
                if failure is not None:
                    self.emit(Repaired(len(self.outcome.history), failure.code))
            except ModelError as error:
                # an answer that is no snippet can be asked for again, a model that does not answer cannot
                if error.code != "model_answer_invalid":
                    raise self._unanswered(error, failure) from error
                code, reply, failure = "", None, error
            else:
                code, reply = snippet.code, await self._execute(snippet.code)
                if isinstance(reply, Completed):
                    self._finish(snippet, reply)
                    return
                failure = reply.to_error() if reply is not None else ModelError(NO_CODE, code="model_answer_invalid")
            problem = problem_text(reply, failure)
            self.outcome.history.append(Attempt(code, problem, tuple(reply.tool_calls) if reply else ()))
            if reply is not None and not repairable(reply):
                break
            self.ledger.next_attempt()
            stage, ask = "repair", self._repairing(tools, code, problem)
        assert failure is not None
        raise gave_up(failure, self.outcome.history)

    async def _execute(self, code: str) -> Completed | Failed | None:
        if not code.strip():
            return None
        with self._stage("execute") as stage:
            reply = await self.run(code)
            if isinstance(reply, Failed):
                stage.error = reply.code
        return reply

    def _repairing(
        self, tools: Sequence[ToolEntry], code: str, problem: str
    ) -> Callable[[], Awaitable[Snippet | None]]:
        async def ask() -> Snippet:
            return await self.stages.repair(tools, code, problem, calls_text(self.ledger))

        return ask

    def _unanswered(self, error: ModelError, failure: CodeModeError | None) -> CodeModeError:
        """The model fell silent. When it had answered nonsense before, that is what went wrong first."""
        if failure is None:
            return error
        if isinstance(failure, ModelError):
            return ModelError(f"{failure.message}; asked again: {error.message}", code=failure.code)
        return ModelError(f"{error.message}; it was asked to repair: {failure.message}", code=error.code)

    def _finish(self, snippet: Snippet, reply: Completed) -> None:
        outcome = self.outcome
        outcome.used_tools = True
        outcome.value = reply.value
        outcome.code = snippet.code
        outcome.plan = replace(outcome.plan, stream=snippet.stream)
        outcome.tool_calls = reply.tool_calls
        outcome.repairs = reply.repairs
        outcome.warnings = reply.warnings
        outcome.stdout = reply.stdout
        called = self.calls_of(snippet.code)
        outcome.notes += plan_notes(self.stages.catalog, outcome.plan.tools, snippet.stream, called)
        outcome.history.append(Attempt(snippet.code, "", tuple(reply.tool_calls)))
        outcome.attempts = len(outcome.history)

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
