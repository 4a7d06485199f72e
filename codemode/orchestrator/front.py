"""`CodeModeUTCP`: the one front door for apps."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar, cast, get_args

from codemode.catalog import Catalog, Policy, ToolEntry
from codemode.engine import CodeModeResult, Completed, Failed, Hook, Limits, Session, Waiting
from codemode.engine.background import background_loop, blocking, running_loop
from codemode.engine.draining import checked_timeout, run_to_end, whole_value
from codemode.engine.natives.library import guest_entries
from codemode.engine.protocols import ToolSource, checked_sources
from codemode.engine.session_state import SessionState
from codemode.errors import CodeModeError, ConfigError, InputError
from codemode.orchestrator.agent import MAX_TURNS, Agent, AgentOutcome
from codemode.orchestrator.candidates import Candidates, fits_list, fits_single
from codemode.orchestrator.chat import AnyChatModel, Message
from codemode.orchestrator.chat_asker import ChatAsker
from codemode.orchestrator.cleanup import CacheCleanup
from codemode.orchestrator.effects import Ledger, Observer, RecordedSource
from codemode.orchestrator.events import Emit, Event, Listener, finishing, telling
from codemode.orchestrator.models import AnyModel, Asker
from codemode.orchestrator.outcome import CallOutcome, CodeModeArgs, PipelineName, WayName
from codemode.orchestrator.pipeline import Pipeline
from codemode.orchestrator.reference import language_guide
from codemode.orchestrator.settings import candidate_limit, search_limit
from codemode.orchestrator.stages import Stages
from codemode.orchestrator.watched import WatchedEngine
from codemode.stdlib.registry import library
from codemode.tool_cache import CacheStats, ToolCache

T = TypeVar("T")

AGENT = "codemode"
EXECUTE_TIMEOUT = 3000.0
CALL_TIMEOUT = 20_000.0
MODEL_TIMEOUT = 120.0
MAX_PROMPT = 1 << 18
NO_MODEL = "there is no model to answer prompts; pass one: CodeModeUTCP(client, model)"


class CodeModeUTCP:
    """Answers prompts by letting `model` write a program over the tools of `client` and `sources`.

    `client` is a `utcp.UtcpClient`, or None when `sources` are given. `model` is a `Model`, or any object or function that answers
    a prompt; without one there is only `execute`. `pipeline` is "staged" (decide, select, generate: one question each), "single" (one question
    for all) or "auto": single while everything there is to know of all tools fits into one question (6,000 tokens, estimated as four bytes
    each), staged beyond. `limits` are the engine's, `cache` may be shared with others.

    `max_repairs` is how often the model may mend a snippet that did not work, `model_timeout` the seconds it has for one answer. `on_event` (async or
    not) hears the events of every request, see `codemode.orchestrator.events`; what it raises is logged. `agent` is on whose behalf programs run,
    as policies and hooks see it. Raises ConfigError for what cannot be.
    """

    def __init__(
        self,
        client: Any = None,
        model: AnyModel = None,
        sources: Sequence[ToolSource] = (),
        pipeline: PipelineName = "auto",
        limits: Limits | None = None,
        isolation: str = "process",
        cache: ToolCache | None = None,
        *,
        policy: Policy | None = None,
        hooks: Sequence[Hook] = (),
        strict: bool = False,
        max_repairs: int = 2,
        model_timeout: float | None = MODEL_TIMEOUT,
        on_event: Listener | None = None,
        agent: str = AGENT,
    ) -> None:
        self.client = client
        self.model = model
        self.agent = agent
        self.pipeline: PipelineName = _checked_pipeline(pipeline)
        self.max_repairs = _checked_repairs(max_repairs)
        self.cache = cache if cache is not None else ToolCache()
        self._model_timeout = _checked_seconds(model_timeout)
        self._asker = Asker(model, self._model_timeout) if model is not None else None
        self._on_event = on_event
        self._observers: dict[str, Observer] = {}
        self._numbers = itertools.count(1)
        self._cleanup = CacheCleanup(self.cache)
        self._runner: Any = None
        recorded = [RecordedSource(source, self._observers) for source in _all_sources(client, sources)]
        limits = limits if limits is not None else Limits()
        limits = replace(limits, max_search_limit=min(limits.max_search_limit, search_limit()))
        self.engine = WatchedEngine(
            recorded, limits, isolation, policy=policy, hooks=hooks, strict=strict, cache=self.cache
        )

    async def __aenter__(self) -> CodeModeUTCP:
        self.engine.start()  # while the model thinks
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Abort what waits, stop the cache cleanup, close the model's connections. The client and the sources stay their owner's."""
        self._cleanup.stop()
        await self.engine.close()
        close = getattr(self.model, "aclose", None)
        if callable(close):
            await cast("Callable[[], Awaitable[None]]", close)()

    # --- answering prompts ----------------------------------------------------------------------------------------

    async def call_tool(
        self, prompt: str, *, timeout: float = CALL_TIMEOUT, on_event: Listener | None = None
    ) -> CallOutcome:
        """Answer a prompt. `timeout` is milliseconds for one run of a snippet, `on_event` hears the events of this request.

        The model is asked whenever there is a tool it may use; the outcome's `used_tools` is False when it said that none is needed. Raises a
        CodeModeError when the model cannot be asked, or when no snippet worked; its message then says what was tried, and its `outcome` has the
        code, the history and what it cost.
        """
        async with telling(self._on_event, on_event) as emit:
            with finishing(emit) as finished:
                outcome = await self._answer(_checked_prompt(prompt), checked_timeout(timeout), emit)
                finished(outcome)
            return outcome

    async def _answer(self, request: str, limit: float, emit: Emit) -> CallOutcome:
        if self._asker is None:
            raise ConfigError(NO_MODEL)
        session, outcome = self._session(), CallOutcome(used_tools=False)
        with failing(outcome):
            catalog = await self.engine.catalog(self.agent, session.session)
            if not catalog:
                outcome.notes.append("there are no tools")
                return outcome
            way = _way(self.pipeline, catalog)
            complete = (fits_single if way == "single" else fits_list)(catalog)
            found = Candidates(catalog, request, candidate_limit(), complete=complete)
            stages = Stages(self._asker, request, found, _guide(), outcome.usage, emit=emit)
            ledger = Ledger()
            self._observers[session.session] = Observer(emit, ledger)

            async def run(code: str, *, park: bool) -> Completed | Waiting | Failed:
                return _whole(session, await run_to_end(session, code, limit))

            try:
                pipeline = Pipeline(
                    stages, run, self.engine.calls_of, self.cache, ledger, self.max_repairs, emit, outcome
                )
                return await pipeline.answer(way)
            finally:
                del self._observers[session.session]

    async def stream(self, prompt: str, *, timeout: float = CALL_TIMEOUT) -> AsyncGenerator[Event]:
        """As `call_tool`, giving the events while it works; the last one, `Finished`, holds the outcome. A failure is raised after its event.

        Who stops listening early (with `aclose`) cancels the request.
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
        """Let the model answer as an agent: it gets the two tools exec and wait, and up to `max_turns` turns.

        The model has to be a `ChatModel`. `session` is where its programs run (a new one, if none is given), `transcript` the messages of an
        earlier conversation that this one goes on with. `model_timeout` is how many seconds the model has for each turn, if not as many as for
        prompts. Raises ModelError when the model cannot be asked.
        """
        if self.model is None:
            raise ConfigError(NO_MODEL)
        asker = ChatAsker(self.model, _checked_seconds(model_timeout) or self._model_timeout)
        own = session if session is not None else self._session()
        async with telling(self._on_event, on_event) as emit:
            self._observers[own.session] = Observer(emit)
            try:
                with finishing(emit) as finished:
                    agent = Agent(asker, own, _checked_turns(max_turns), emit)
                    outcome = await agent.converse(_checked_prompt(prompt), transcript)
                    finished(outcome)
                return outcome
            finally:
                self._observers.pop(own.session, None)

    async def execute(self, code: str | CodeModeArgs, timeout: float | None = None) -> CodeModeResult:
        """Run a snippet or a program to its end, within `timeout` milliseconds (3000). Raises a CodeModeError when it fails."""
        given = code if isinstance(code, CodeModeArgs) else CodeModeArgs(code)
        limit = checked_timeout(given.timeout if timeout is None else timeout)
        session = self._session()
        printed: list[str] = []
        reply = await run_to_end(session, given.code, limit, on_output=printed.append)
        if isinstance(reply, Failed):
            raise reply.to_error()
        return CodeModeResult(
            value=whole_value(session, reply.value),
            stdout="".join(printed),
            stderr=reply.stderr,
            exit_code=reply.exit_code,
            has_value=reply.has_value,
            repairs=reply.repairs,
            warnings=reply.warnings,
            tool_calls=reply.tool_calls,
            steps=reply.telemetry.steps,
        )

    def call_tool_sync(self, prompt: str, *, timeout: float = CALL_TIMEOUT) -> CallOutcome:
        """As `call_tool`, for callers without an event loop."""
        return _sync(lambda: self.call_tool(prompt, timeout=timeout))

    def execute_sync(self, code: str | CodeModeArgs, timeout: float | None = None) -> CodeModeResult:
        """As `execute`, for callers without an event loop."""
        return _sync(lambda: self.execute(code, timeout))

    def _session(self) -> Session:
        # a session of its own for each request: nothing is shared, and nothing is left when it is over
        return Session(self.engine, self.agent, f"{id(self):x}-{next(self._numbers)}", SessionState())

    # --- tools ------------------------------------------------------------------------------------------------------

    async def tool_specs(self) -> list[ToolEntry]:
        """All tools that prompts may use. Raises ToolSourceError when they cannot be listed."""
        return list((await self.engine.catalog()).entries)

    def tools(self) -> list[Any]:
        """`codemode.run_code` as a UTCP Tool, so that another UTCP client can run programs here."""
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
        """Hits and misses of the caches until now."""
        return self.cache.stats()

    def invalidate_tool_specs_cache(self) -> None:
        """Tools are listed again when next needed."""
        self.cache.invalidate_specs()

    def invalidate_selections_cache(self) -> None:
        """The model is asked again which tools a prompt needs."""
        self.cache.invalidate_selections()

    def invalidate_all_caches(self) -> None:
        """Specs, selections and compiled programs are all made again."""
        self.cache.invalidate_all()

    def start_cache_cleanup(self, interval: float | str = 60.0) -> Callable[[], None]:
        """Drop expired entries every `interval` (seconds, or "5m"), until the result is called or this object is closed."""
        return self._cleanup.start(interval)


def _all_sources(client: Any, sources: Sequence[ToolSource]) -> list[ToolSource]:
    given = list(checked_sources(sources))
    if client is None:
        return given
    from codemode.sources import UtcpSource

    return [UtcpSource(client), *given]


def _checked_pipeline(pipeline: str) -> PipelineName:
    if pipeline in get_args(PipelineName):
        return cast("PipelineName", pipeline)
    raise ConfigError(f'pipeline is "auto", "staged" or "single", not {pipeline!r}')


def _way(pipeline: PipelineName, catalog: Catalog) -> WayName:
    if pipeline != "auto":
        return pipeline
    return "single" if fits_single(catalog) else "staged"


@contextmanager
def failing(outcome: CallOutcome) -> Generator[None]:
    """An error that leaves this block has the outcome, as far as it got."""
    try:
        yield
    except CodeModeError as error:
        outcome.status = "failed"
        if error.outcome is None:
            error.outcome = outcome
            raise
        # requests that asked the same at the same time got the same error
        own = copy(error)
        own.outcome = outcome
        raise own from error


def _whole(session: Session, reply: Completed | Waiting | Failed) -> Completed | Waiting | Failed:
    if isinstance(reply, Completed):
        return reply.model_copy(update={"value": whole_value(session, reply.value)})
    return reply


def _checked_repairs(rounds: object) -> int:
    if isinstance(rounds, bool) or not isinstance(rounds, int) or not 0 <= rounds <= 10:
        raise ConfigError(f"max_repairs is a number from 0 to 10, not {rounds!r}")
    return rounds


def _checked_seconds(timeout: object) -> float | None:
    if timeout is None:
        return None
    if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not 0 < timeout < float("inf"):
        raise ConfigError(f"model_timeout is a number of seconds above 0, not {timeout!r}")
    return timeout


def _checked_turns(turns: object) -> int:
    if isinstance(turns, bool) or not isinstance(turns, int) or not 1 <= turns <= 1000:
        raise ConfigError(f"max_turns is a number from 1 to 1000, not {turns!r}")
    return turns


def _checked_prompt(prompt: object) -> str:
    if not isinstance(prompt, str):
        raise InputError(f"the prompt is text, not {type(prompt).__name__}")
    if not prompt.strip():
        raise InputError("the prompt is empty")
    if len(prompt) > MAX_PROMPT:
        raise InputError(f"the prompt has {len(prompt)} characters; at most {MAX_PROMPT} are taken")
    return prompt.strip()


async def run_agent(
    prompt: str,
    model: AnyChatModel,
    *,
    sources: Sequence[ToolSource] = (),
    session: Session | None = None,
    max_turns: int = MAX_TURNS,
    transcript: Sequence[Message] = (),
    on_event: Listener | None = None,
    model_timeout: float | None = MODEL_TIMEOUT,
) -> AgentOutcome:
    """An agent for one prompt, over tools of `sources`, or in a `session` of an engine of one's own. As `CodeModeUTCP.run_agent`.

    With `session`, calls of tools are told in the outcome's replies only, not as events: its engine's tools are not ours to watch.
    """
    if session is not None and sources:
        raise ConfigError("an agent works in a session, with that engine's tools, or with sources; not with both")
    cm = CodeModeUTCP(None, model, sources=sources, model_timeout=model_timeout)
    try:
        return await cm.run_agent(
            prompt, max_turns=max_turns, session=session, transcript=transcript, on_event=on_event
        )
    finally:
        await cm.engine.close()  # not the whole of it: the model is the caller's


@cache
def _guide() -> str:
    # a snippet that answers one prompt has no session to save for, and nobody to yield to
    calls = [entry for entry in guest_entries() if entry.name.startswith(("codemode.", "Stream", "Tool"))]
    return language_guide(library(), calls)


def _sync(start: Callable[[], Awaitable[T]]) -> T:
    """The result of a coroutine, from a thread that has no use for an event loop, or whose loop has to stand still meanwhile."""

    async def work() -> T:
        return await start()

    future = asyncio.run_coroutine_threadsafe(work(), background_loop())
    try:
        with blocking(running_loop()):
            return future.result()
    except BaseException:
        future.cancel()
        raise
