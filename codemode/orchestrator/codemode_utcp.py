"""`CodeModeUTCP`: the class that applications use."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from copy import copy
from functools import partial
from secrets import token_hex
from typing import Any, cast

from codemode.catalog import Catalog, Policy, ToolEntry
from codemode.catalog.entries import Outputs
from codemode.engine import CodeModeResult, Engine, Hook, Limits, Session
from codemode.engine.background import waited_for
from codemode.engine.calls import Schemas
from codemode.engine.durable.approvals import asked_of
from codemode.engine.event_listeners import checked_listener
from codemode.engine.given_sources import Source
from codemode.engine.languages import GO, checked_language, language_of
from codemode.engine.limits import checked_timeout
from codemode.engine.run_to_end import result_of
from codemode.errors import CodeModeError, ConfigError, InputError, RunError
from codemode.orchestrator import parked_requests
from codemode.orchestrator.agent import MAX_TURNS, Agent
from codemode.orchestrator.agent_outcome import AgentOutcome
from codemode.orchestrator.answers import Snippet
from codemode.orchestrator.approvals import PendingApproval
from codemode.orchestrator.candidates import Candidates, way_of
from codemode.orchestrator.chat import Message
from codemode.orchestrator.chat_asker import ChatAsker
from codemode.orchestrator.checks import (
    checked_number,
    checked_pipeline,
    checked_prompt,
    checked_seconds,
    id_of_run,
)
from codemode.orchestrator.cleanup import CacheCleanup
from codemode.orchestrator.effect_ledger import Ledger, Observer, RecordedSource
from codemode.orchestrator.events import Emit, Event, Listener, finishing, telling
from codemode.orchestrator.existing_engine import engine_over
from codemode.orchestrator.models import AnyModel, Around, Asker, named_model
from codemode.orchestrator.outcome import CallOutcome, CodeModeArgs, PipelineName, WayName, failing
from codemode.orchestrator.pipeline import Pipeline
from codemode.orchestrator.plan_check import EngineWithCalls
from codemode.orchestrator.reference import list_fits, reference_fits
from codemode.orchestrator.request_time import RequestTime
from codemode.orchestrator.settings import all_sources, candidate_limit, engine_limits
from codemode.orchestrator.snippet_runs import SnippetRuns
from codemode.orchestrator.stages import Stages
from codemode.orchestrator.tool_search import Searches, SearchName, checked_search
from codemode.records import dataclass
from codemode.tool_cache import CacheStats, ToolCache

AGENT = "codemode"
MEMORY = "memory"
STILL_WAITING = ("run_busy", "snapshot_restore_failed")  # errors after which a waiting request can still be resumed
CALL_TIMEOUT = 20_000.0
MODEL_TIMEOUT = 120.0
NO_MODEL = "there is no model to answer prompts; pass one: CodeModeUTCP(client, model)"


@dataclass(slots=True)
class _Asked:
    """What belongs to one request."""

    runs: SnippetRuns
    request: str
    emit: Emit
    outcome: CallOutcome


class CodeModeUTCP:
    """Answers prompts by letting `model` write a program over the tools of `client` and `sources`.

    `client` is a `utcp.UtcpClient`, or None when `sources` are given. `model` is a `Model`, the name of an `OpenAIModel` ("gpt-5-mini"), or any
    object or function that answers a prompt; without one there is only `execute`. `pipeline` is "staged" (decide, select, generate: one question
    each), "single" (one question for all) or "auto": single while everything about all tools fits into one question (6,000 tokens,
    estimated as four bytes each), staged beyond. `limits` and `isolation` are the engine's, `cache` may be shared with others.

    `max_repairs` is how often the model may repair a snippet that failed, `model_timeout` the seconds it has for one answer. `on_event` (async or
    not) receives the events of every request, see `codemode.orchestrator.events`; what it raises is logged. `agent` is for whom programs run,
    as policies and hooks see it.

    With a `store` ("memory", "sqlite:///runs.db" for other processes too, "postgresql://user@host/database" for other machines) a program that
    needs an approval is left waiting, and can be continued: see `approvals`, `approve`, `deny` and `resume`. Without one it
    fails with `tool_denied`.

    These are passed to the engine, see `Engine`: `policy` decides who may call what; `hooks` observe nested calls and may change them; `strict` turns
    gradual any off; `outputs` ("warn", "strict", "ignore") is for results that do not match the tool's output schema; `schemas` ("pass", "refuse") is
    for calls whose arguments cannot be checked; `require` names the protections without which no program runs; `observe` remembers the shapes of
    results.

    `search` says who ranks the tools for a model that cannot be shown all: "catalog", or "client", the search strategy of the UTCP client's own
    configuration. `language` ("go", "python") is what the model is asked to write; programs in Python run in worker processes. Raises ConfigError.
    """

    def __init__(
        self,
        client: Any = None,
        model: AnyModel = None,
        sources: Sequence[Source] = (),
        pipeline: PipelineName = "auto",
        limits: Limits | None = None,
        isolation: str = "process",
        cache: ToolCache | None = None,
        *,
        max_repairs: int = 2,
        model_timeout: float | None = MODEL_TIMEOUT,
        on_event: Listener | None = None,
        agent: str = AGENT,
        store: str | None = None,
        search: SearchName = "catalog",
        language: str = GO,
        policy: Policy | None = None,
        hooks: Sequence[Hook] = (),
        strict: bool = False,
        outputs: Outputs = "warn",
        schemas: Schemas = "pass",
        require: Sequence[str] = (),
        observe: bool = True,
    ) -> None:
        self.client = client
        self.model = model = named_model(model)
        self.agent = agent
        self._parks = self._keeps = store is not None
        self.pipeline: PipelineName = checked_pipeline(pipeline)
        self.max_repairs = checked_number("max_repairs", max_repairs, 0, 10)
        self.cache = cache if cache is not None else ToolCache()
        self._model_timeout = checked_seconds(model_timeout)
        self._asker = Asker(model, self._model_timeout) if model is not None else None
        self._on_event = checked_listener(on_event)
        self._observers: dict[str, Observer] = {}
        self._resuming: set[str] = set()  # ids of runs
        self._cleanup = CacheCleanup(self.cache)
        self._runner: Any = None
        every = all_sources(client, sources)
        self._searching = checked_search(search, every)
        self.language = checked_language(language)
        engine = partial(EngineWithCalls, isolation=isolation, policy=policy, hooks=hooks, require=require)
        engine = partial(engine, strict=strict, outputs=outputs, schemas=schemas, observe=observe)
        store = None if store == MEMORY else store
        engine = partial(engine, store=store, cache=self.cache, languages=(self.language,))
        self.engine = engine([RecordedSource(source, self._observers) for source in every], engine_limits(limits))

    def over(self, engine: Engine, around: Around | None = None) -> CodeModeUTCP:
        """Returns a `CodeModeUTCP` that uses another engine, with that engine's tools, policy, hooks, limits and runs, and this object's model and
        settings of prompts. A program that needs an approval waits in that engine; its owner continues it, and closes the engine. `around` awaits
        every question to the model; it may cancel one, and raise another CodeModeError."""
        made = copy(self)
        if around is not None and made._asker is not None:
            made._asker = made._asker.inside(around)
        made._observers, made._resuming, made._runner = {}, set(), None
        made.engine = engine_over(engine, made._observers)
        made.cache, made.language = engine.cache, engine.languages[0]
        made.client, made._searching, made._cleanup = None, [], CacheCleanup(engine.cache)
        made._parks, made._keeps = True, False
        return made

    def on_behalf_of(self, agent: str) -> CodeModeUTCP:
        """Returns a `CodeModeUTCP` whose programs run for another agent; it shares everything else with this one."""
        made = copy(self)
        made.agent, made._runner = agent, None
        return made

    async def __aenter__(self) -> CodeModeUTCP:
        self.engine.start()  # while the model thinks
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Aborts runs in memory that wait, stops the cache cleanup, closes the model's connections. The caller closes client and sources."""
        self._cleanup.stop()
        await self.engine.close()
        close = getattr(self.model, "aclose", None)
        if callable(close):
            await cast("Callable[[], Awaitable[None]]", close)()

    # --- answering prompts ----------------------------------------------------------------------------------------

    async def call_tool(
        self,
        prompt: str,
        *,
        timeout: float = CALL_TIMEOUT,
        total_timeout: float | None = None,
        on_event: Listener | None = None,
    ) -> CallOutcome:
        """Answers a prompt. `timeout` is milliseconds for one run of a snippet, `total_timeout` those for the whole request, with all questions to
        the model, runs and repairs (None: no limit); when they are over, a LimitError `timeout` is raised. `on_event` receives the events of this
        request.

        The model is asked whenever there is a tool it may use; the outcome's `used_tools` is False when it said that none is needed. Raises a
        CodeModeError when the model cannot be asked, or when no snippet worked; its message then says what was tried, and its `outcome` has the
        code, the history and what it cost.
        """
        async with telling(self._on_event, on_event) as emit:
            with finishing(emit) as finished:
                whole = None if total_timeout is None else checked_timeout(total_timeout)
                outcome = await self._answer(checked_prompt(prompt), RequestTime(checked_timeout(timeout), whole), emit)
                finished(outcome)
            return outcome

    async def _answer(self, request: str, time: RequestTime, emit: Emit) -> CallOutcome:
        if self._asker is None:
            raise ConfigError(NO_MODEL)
        session = self._session()
        outcome = CallOutcome(used_tools=False, session=session.session)
        with failing(outcome):
            async with time.bounded():
                catalog = await self._catalog(session.session)
            if not catalog:
                outcome.notes.append("there are no tools")
                return outcome
            way = way_of(self.pipeline, catalog, self.language)
            asked = _Asked(SnippetRuns(session, Ledger(), time, self._parks), request, emit, outcome)
            async with self._pipeline(asked, catalog, way) as pipeline:
                await pipeline.answer(way)
        return outcome

    @asynccontextmanager
    async def _pipeline(self, asked: _Asked, catalog: Catalog, way: WayName) -> AsyncGenerator[Pipeline]:
        """Makes the pipeline of a request. Its calls are observed; if it ends waiting for approval, it is kept in the store."""
        runs, outcome = asked.runs, asked.outcome
        session, ledger = runs.session, runs.ledger
        searches = Searches(catalog, self._searching)
        found = Candidates(
            catalog,
            searches,
            candidate_limit(),
            complete=reference_fits(catalog, self.language) if way == "single" else list_fits(catalog),
            observed=partial(self.engine.observed.of, session.agent),
            language=self.language,
        )
        # if one question shows all tools, their order stays the same, because model servers keep the beginning of a prompt
        if way != "single" or not found.complete:
            async with runs.time.bounded():
                await found.rank(asked.request)
        asker = self._asker if self._asker is not None else Asker(_no_model)
        guide = language_of(self.language).snippet_guide(streams=any(entry.streaming for entry in catalog.entries))
        repairs = self.max_repairs if self._asker is not None else 0
        stages = Stages(asker, asked.request, found, guide, outcome.usage, asked.emit, repairs)
        self._observers[session.session] = Observer(asked.emit, ledger)
        try:
            pipeline = Pipeline(
                stages, runs.run, self.engine.calls_of, self.cache, ledger, repairs, asked.emit, outcome
            )
            pipeline.time = runs.time
            yield pipeline
            if outcome.status == "waiting" and self._keeps:
                tools = [tool.id for tool in pipeline.tools]
                most = self.engine.limits.max_snapshot_bytes
                await parked_requests.keep(self.engine.store, asked.request, outcome, tools, ledger, most)
        finally:
            outcome.notes += searches.notes
            del self._observers[session.session]

    # --- approval -----------------------------------------------------------------------------------------------------

    async def approvals(self) -> list[PendingApproval]:
        """All calls that wait for approval on behalf of this agent, also in runs that other processes began."""
        scopes = {info.scope: None for info in await self.engine.store.list() if info.scope[0] == self.agent}
        return [
            PendingApproval(run_id, call.call_id, call.tool, call.arguments, call.effects)
            for scope in scopes
            for run_id, calls in (await asked_of(self.engine.runs, scope)).items()
            for call in calls
        ]

    async def approve(
        self,
        call: PendingApproval | str,
        arguments: dict[str, Any] | None = None,
        *,
        run_id: str | None = None,
        program: bool = True,
        tools: Sequence[str] = (),
        by: str = "",
    ) -> None:
        """Approves a waiting call, with other arguments if some are given; `resume` then continues the run.

        `call` is one of `outcome.approvals`, or the id of a call of the run `run_id`; `program`, `tools` and `by` are as of `Session.approve`. Raises
        RunError and InputError.
        """
        session, run_id, call_id = await self._asked(call, run_id)
        await session.approve(call_id, arguments, run_id=run_id, program=program, tools=tools, by=by)

    async def deny(
        self,
        call: PendingApproval | str,
        reason: str = "",
        *,
        run_id: str | None = None,
        program: bool = True,
        by: str = "",
    ) -> None:
        """Refuses a waiting call; the program gets an error with the reason. Parameters and errors are those of `approve`."""
        session, run_id, call_id = await self._asked(call, run_id)
        await session.deny(call_id, reason, run_id=run_id, program=program, by=by)

    async def resume(
        self, run: CallOutcome | str, *, timeout: float = CALL_TIMEOUT, on_event: Listener | None = None
    ) -> CallOutcome:
        """Continues a request that waited for approval. `run` is its outcome or its `run_id`, which may come from another process with the same
        store.

        Returns the outcome that `call_tool` would have returned; its status is "waiting" again as long as a call is undecided, and when another call
        asks. `timeout` is milliseconds for the run from now on. Raises what `call_tool` raises, and RunError when there is no such run or another
        process continues it. If it is cancelled, the run still waits.
        """
        run_id = id_of_run(run)
        async with telling(self._on_event, on_event) as emit:
            with finishing(emit) as finished:
                outcome = await self._resumed(run_id, checked_timeout(timeout), emit)
                finished(outcome)
            return outcome

    async def _resumed(self, run_id: str, limit: float, emit: Emit) -> CallOutcome:
        if run_id in self._resuming:
            raise RunError("another process is driving the run", code="run_busy", phase="host")
        self._resuming.add(run_id)
        try:
            return await self._gone_on_with(run_id, limit, emit)
        finally:
            self._resuming.discard(run_id)

    async def _gone_on_with(self, run_id: str, limit: float, emit: Emit) -> CallOutcome:
        session = await self._session_of(run_id)
        if session.session in self._observers:
            raise RunError("another process is driving the run", code="run_busy", phase="host")
        kept = await parked_requests.load(self.engine.store, run_id)
        outcome = kept.outcome()
        outcome.session = session.session
        runs = SnippetRuns(session, kept.ledger(), RequestTime(limit), self._parks)
        try:
            with failing(outcome):
                catalog = await self.engine.catalog(self.agent, session.session)
                asked = _Asked(runs, kept.request, emit, outcome)
                async with self._pipeline(asked, catalog, kept.pipeline) as pipeline:
                    pipeline.tools = [tool for id in kept.tools if (tool := catalog.by_id(id)) is not None]
                    pipeline.printed = kept.stdout
                    if kept.records is None:
                        pipeline.max_repairs = 0
                    snippet = Snippet(code=kept.code, stream=kept.plan.stream)
                    await pipeline.go_on(snippet, partial(runs.go_on, run_id))
        except CodeModeError as error:
            if error.code not in STILL_WAITING:
                await parked_requests.forget(self.engine.store, run_id)
            raise
        if outcome.status != "waiting" or outcome.run_id != run_id:
            await parked_requests.forget(self.engine.store, run_id)
        return outcome

    async def abort(self, run: CallOutcome | str) -> None:
        """Ends a request that waits for approval. Raises RunError when it does not wait."""
        run_id = id_of_run(run)
        reply = await (await self._session_of(run_id)).abort(run_id)
        if not reply.is_abort:
            raise reply.to_error()
        await parked_requests.forget(self.engine.store, run_id)

    async def _asked(self, call: PendingApproval | str, run_id: str | None) -> tuple[Session, str, str]:
        """Returns the session, the run and the id of a waiting call."""
        if isinstance(call, PendingApproval):
            run_id, call = call.run_id, call.call_id
        if run_id is None:
            raise InputError(
                "the run of the call is not known: pass one of outcome.approvals, or run_id with the id of the call"
            )
        return await self._session_of(run_id), run_id, call

    async def _session_of(self, run_id: str) -> Session:
        info = await self.engine.store.info(run_id)
        if info is None:
            raise RunError(f"there is no run {run_id[:80]!r}", code="run_not_found")
        if info.scope[0] != self.agent:
            raise RunError("the run belongs to another agent or session", code="run_scope_mismatch")
        return Session(self.engine, *info.scope, self.engine.state_of(info.scope))

    async def stream(self, prompt: str, *, timeout: float = CALL_TIMEOUT) -> AsyncGenerator[Event]:
        """Like `call_tool`, but yields the events while it works; the last one, `Finished`, has the outcome. A failure is raised after its event.

        Closing the generator early (with `aclose`) cancels the request.
        """
        queue: asyncio.Queue[Event | None] = asyncio.Queue()
        task = asyncio.create_task(self.call_tool(prompt, timeout=timeout, on_event=queue.put_nowait))
        task.add_done_callback(lambda _: queue.put_nowait(None))
        try:
            while (event := await queue.get()) is not None:
                yield event
            await task
        finally:
            task.cancel()
            await asyncio.wait([task])

    async def run_agent(
        self,
        prompt: str,
        *,
        max_turns: int = MAX_TURNS,
        session: Session | None = None,
        transcript: Sequence[Message] = (),
        on_event: Listener | None = None,
        model_timeout: float | None = None,
    ) -> AgentOutcome:
        """Lets the model answer as an agent: it gets the two tools exec and wait, and up to `max_turns` turns.

        The model has to be a `ChatModel`. `session` is where its programs run (a new one, if none is given), `transcript` the messages of an
        earlier conversation that this one continues. `model_timeout` is how many seconds the model has for each turn; None means the time for
        prompts. Raises ModelError when the model cannot be asked.
        """
        if self.model is None:
            raise ConfigError(NO_MODEL)
        asker = ChatAsker(self.model, checked_seconds(model_timeout) or self._model_timeout)
        own = session if session is not None else self._session()
        async with telling(self._on_event, on_event) as emit:
            with finishing(emit) as finished:
                agent = Agent(asker, own, checked_number("max_turns", max_turns, 1, 1000), emit)
                outcome = await agent.converse(checked_prompt(prompt), transcript)
                finished(outcome)
            return outcome

    async def execute(self, code: str | CodeModeArgs, timeout: float | None = None) -> CodeModeResult:
        """Runs a snippet or a program to its end, within `timeout` milliseconds (3000). Raises a CodeModeError when it fails."""
        given = code if isinstance(code, CodeModeArgs) else CodeModeArgs(code)
        limit = checked_timeout(given.timeout if timeout is None else timeout)
        return await result_of(self._session(), given.code, limit)

    def call_tool_sync(self, prompt: str, *, timeout: float = CALL_TIMEOUT) -> CallOutcome:
        """Like `call_tool`, for callers without an event loop."""
        return waited_for(lambda: self.call_tool(prompt, timeout=timeout))

    def execute_sync(self, code: str | CodeModeArgs, timeout: float | None = None) -> CodeModeResult:
        """Like `execute`, for callers without an event loop."""
        return waited_for(lambda: self.execute(code, timeout))

    def _session(self) -> Session:
        self.engine.runs.check_open()  # before the model is asked
        # each request has its own session, so requests share nothing
        scope = self.agent, f"call_{token_hex(8)}"
        return Session(self.engine, *scope, self.engine.state_of(scope))

    # --- tools ------------------------------------------------------------------------------------------------------

    async def tool_specs(self) -> list[ToolEntry]:
        """Returns all tools that prompts may use. Raises ToolSourceError when they cannot be listed."""
        return list((await self._catalog()).entries)

    async def _catalog(self, session: str = "") -> Catalog:
        """Returns the tools that could be listed. Raises ToolSourceError when no source could list any."""
        catalog = await self.engine.catalog(self.agent if session else "", session)
        failed = self.engine.listings.none_listed()
        if failed is not None:
            raise failed
        return catalog

    def tools(self) -> list[Any]:
        """Returns `codemode.run_code` as a UTCP Tool, so that another UTCP client can run programs here."""
        from codemode.sources.utcp_client import quiet_import

        with quiet_import():
            from codemode.sources.utcp_export import Runner, run_code_tool

        if self._runner is None:
            self._runner = Runner(self._run_code)
        return [run_code_tool(self._runner)]

    async def _run_code(self, code: str, timeout: Any) -> dict[str, Any]:
        result = await self.execute(code, timeout)
        return {"value": result.value, "stdout": result.stdout, "stderr": result.stderr}

    # --- caches -----------------------------------------------------------------------------------------------------

    def cache_stats(self) -> CacheStats:
        """Returns the hits and misses of the caches until now."""
        return self.cache.stats()

    def invalidate_tool_specs_cache(self) -> None:
        """Forgets the lists of tools; they are requested again when they are needed."""
        self.cache.invalidate_specs()

    def invalidate_selections_cache(self) -> None:
        """Forgets which tools prompts need; the model is asked again."""
        self.cache.invalidate_selections()

    def invalidate_all_caches(self) -> None:
        """Forgets lists of tools, selections and compiled programs."""
        self.cache.invalidate_all()

    def start_cache_cleanup(self, interval: float | str = 60.0) -> Callable[[], None]:
        """Removes expired entries every `interval` (seconds, or "5m"). Stops when the returned function is called or this object is closed."""
        return self._cleanup.start(interval)


async def _no_model(_: str) -> str:
    raise ConfigError(NO_MODEL)
