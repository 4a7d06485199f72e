"""The engine: tools, limits and rules that sessions share."""

from __future__ import annotations

import asyncio
import logging
import os
import weakref
from collections.abc import Mapping, Sequence
from importlib import import_module
from threading import Lock
from typing import TYPE_CHECKING, Any, cast

from codemode import __version__
from codemode.engine import build as builds
from codemode.engine.background import HOST_WAIT, running_loop
from codemode.engine.workers import fork_server
from codemode.engine.workers.protections import missing
from codemode.errors import CheckError, CodeModeError, ConfigError

if TYPE_CHECKING:
    from codemode.catalog import Catalog, Policy
    from codemode.catalog.entries import Outputs
    from codemode.catalog.lru_cache import LruCache
    from codemode.catalog.namespaces import Namespace
    from codemode.engine.calls import Schemas
    from codemode.engine.durable.history import Record, Redact, Trajectory
    from codemode.engine.effects import Effects
    from codemode.engine.events import EventListener
    from codemode.engine.given_sources import Source
    from codemode.engine.guest import Guest
    from codemode.engine.languages.language import Compiled
    from codemode.engine.limits import Limits
    from codemode.engine.listing import Listings
    from codemode.engine.protocols import Hook
    from codemode.engine.session import Session
    from codemode.engine.start import Start
    from codemode.engine.submitting import SubmittedRun
    from codemode.engine.toolbox import Toolbox
    from codemode.engine.workers.pool import Pool
    from codemode.tool_cache import ToolCache

log = logging.getLogger("codemode")

MAX_SESSIONS = 10_000
MAX_SEEN = 256  # toolboxes of callers
EFFECTS_SECONDS = 10.0  # time for finding the effects of a program, for the person who approves it
REST_SECONDS = 2.0
CLOSING_SECONDS = 2.0  # time for listeners to receive the remaining events
LARGE_SOURCE = 2 << 10  # characters from which a program is compiled outside of the event loop
ISOLATIONS = ("inline", "process")
NO_FORK = 'worker processes need Linux or macOS (on Windows: WSL); isolation="inline" runs programs that you trust in this process'


class Engine:
    """Runs programs over the tools of `sources`, each within `limits`.

    `isolation="process"` runs guests in worker processes, which the first run or `async with` starts; the process that forks them is started here.
    Up to `workers` guests run at a time (None: 8 for each processor, at most 32); guests that compute for long do not count and run at low priority.
    `isolation="inline"` runs guests in this process, in slices on the caller's event loop; it is for trusted code.

    `store` keeps runs that wait: None is memory, "sqlite:///runs.db" a file that other processes may share, "postgresql://user@host/database" a
    database that several machines share. `policy` decides who may call what, `hooks` observe nested calls and may change them, `strict` turns gradual
    any off, `cache` can be shared with engines that use the same tools.

    `outputs` is for results that do not match the tool's output schema: "warn" passes them on with a warning, "strict" fails the call, "ignore" does
    not check. `schemas` is for calls of tools whose input schema is too complex to check: "pass" makes them unchecked with a warning, "refuse" fails
    them.

    `on_event` (async or not) receives the events of all runs, see `codemode.engine.events`. `history` ("7d", "12h", or seconds) is how long the
    programs, replies and calls of ended runs are kept, see `runs` and `trajectory`; `record="all"` also keeps arguments and results, each as
    `redact(tool, value)` returns it.

    `require` names the protections of `PROTECTIONS` without which no program runs; missing protections that are not required are in `warnings` and in
    the log. `languages` are those that programs may be written in, the default first; Python runs only in worker processes, or in this process with
    `trust_python`. `observe` shows each agent the shape of its own calls' results, for tools without an output schema. `answer_timeout` is how many
    seconds a person has to answer a question that a tool asks during its call (MCP elicitation); such questions are answered as calls are approved,
    and None declines them. Raises ConfigError.
    """

    version = __version__
    _looked_at: tuple[str, list[str]] | None = None  # version of a catalog, and the rules that match no tool in it
    _open: tuple[Toolbox, Toolbox] | None = None

    def __init__(
        self,
        sources: Sequence[Source] = (),
        limits: Limits | None = None,
        isolation: str = "process",
        store: str | None = None,
        policy: Policy | None = None,
        hooks: Sequence[Hook] = (),
        strict: bool = False,
        cache: ToolCache | None = None,
        workers: int | None = None,
        outputs: Outputs = "warn",
        schemas: Schemas = "pass",
        on_event: EventListener | None = None,
        history: str | float | None = None,
        record: Record = "none",
        redact: Redact | None = None,
        require: Sequence[str] = (),
        observe: bool = True,
        languages: Sequence[str] = ("go",),
        answer_timeout: float | None = None,
        trust_python: bool = False,
    ) -> None:
        self.isolation = _begun(isolation)
        from codemode.engine import engine_setup as setup

        self.sources = setup.checked_sources(sources)
        self.limits = setup.checked_limits(limits) or setup.Limits()
        self.policy = setup.checked_policy(policy)
        self.hooks = setup.checked_hooks(hooks)
        self._fills_in = setup.fills_in(self.hooks)
        self.strict = setup.checked_flag("strict", strict)
        self.languages = setup.checked_languages(languages)
        self.trust_python = setup.checked_flag("trust_python", trust_python)
        self.outputs: Outputs = setup.checked_outputs(outputs)
        self.schemas: Schemas = setup.checked_schemas(schemas)
        self.cache = cache if cache is not None else setup.ToolCache()
        self.store = setup.open_store(store)
        self.runs = setup.runs_in(self.store, store, self.limits, (history, record, redact), on_event)
        self.history = self.runs.history
        self.answer_timeout = setup.checked_seconds(answer_timeout)
        self.observed = setup.Observed(setup.checked_flag("observe", observe))
        self.listings = setup.Listings(self.sources, self.cache.mark, self.cache.is_fresh)
        self.result_sizes = setup.Sizes()  # the sizes of recent results
        self.namespaces = setup.Namespaces(_library_names)
        self._sessions = setup.States(MAX_SESSIONS)
        self._making = Lock()
        self._seen: LruCache[tuple[Toolbox, Toolbox]] = setup.LruCache(MAX_SEEN)
        self._pool = self._made_pool(setup.checked_workers(workers), setup.checked_require(require, isolation))

    @property
    def build(self) -> str:
        """The version of codemode, and in an engine with a durable store a digest of what decides how programs run; journals record it."""
        return builds.build() if self.store.durable else self.version

    def _made_pool(self, workers: int, required: tuple[str, ...]) -> Pool | None:
        if self.isolation == "inline":
            return None
        from codemode.engine import engine_setup as setup

        pool = setup.Pool(workers, self.limits.memory_limit_bytes, required, python="python" in self.languages)
        weakref.finalize(self, pool.close)
        return pool

    async def __aenter__(self) -> Engine:
        self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the engine. Runs that wait stay in a durable store; runs in memory are aborted. The caller closes the sources."""
        self.listings.close()
        await self.runs.close()
        for feed in self.runs.feeds:
            await feed.close(CLOSING_SECONDS)
        if self.history is not None:
            await asyncio.to_thread(self.history.close)
        await self.store.close()
        ending = self._pool.close() if self._pool is not None else None
        if ending is not None:
            await asyncio.to_thread(ending.wait)

    def rest(self, seconds: float = REST_SECONDS) -> None:
        """Lets all runs that are driven wait in the store, before this process ends. Their callers get replies with status waiting, calls under way
        get `seconds` to end, and nothing else is started. Any process with the store can continue the runs. Runs in memory are left alone, because
        no other process could continue them."""
        if self.store.durable:
            self.runs.rest(seconds)

    # --- sessions -------------------------------------------------------------------------------------------------

    def session(
        self,
        agent: str = "",
        session: str = "",
        *,
        sources: Sequence[Source] = (),
        context: Mapping[str, Any] | None = None,
    ) -> Session:
        """Returns the session with that name; the same agent and session share saved values. `sources` are additional tools of this session only;
        a process that continues its runs must be given them again. `context` is visible to hooks, policies and functions (`CallContext.context`).
        Raises ConfigError."""
        from codemode.engine import engine_setup as setup

        for name, given in (("agent", agent), ("session", session)):
            if not isinstance(cast(object, given), str):
                raise ConfigError(f"{name} must be text, not {type(given).__name__}")
        scope = (str(agent), str(session))
        state = self._sessions.get(scope, lambda: setup.SessionState(self.store, scope))
        return setup.Session(self, *scope, state, context, sources)

    async def submit(
        self,
        code: str,
        *,
        data: Any = None,
        agent: str = "",
        session: str = "",
        queue: str = "default",
        priority: int = 0,
        delay: float = 0.0,
        key: str | None = None,
        language: str | None = None,
        sources: Sequence[str] = (),
    ) -> SubmittedRun:
        """Has a `codemode worker` run a program in the named session. Returns at once, with the `run_id`; `await run.reply()` returns the last
        reply. This needs a store that machines share.

        Workers of `queue` drive the run; `priority` is 0 (first) to 1000 (last); `delay` is seconds until it may begin. `key`: submitting the same
        key again in the same session within a week returns the same run. `language` is that of the program (None: the engine's first), `sources` are
        the owners of tools that its worker must have. Raises ConfigError, InputError and InternalError.
        """
        from codemode.engine.durable.jobs import Task
        from codemode.engine.languages import known_languages, wanted_language
        from codemode.engine.submitting import jobs_of, submit

        # workers may have languages that this engine does not have
        language = wanted_language(language or self.languages[0], known_languages())
        task = Task(code, data, language, tuple(map(str, sources)), queue, priority, delay, key)
        return await submit(jobs_of(self.store.jobs), (str(agent), str(session)), task)

    def submitted(self, run_id: str) -> SubmittedRun:
        """Returns a submitted run by its id, also in another process. Raises ConfigError."""
        from codemode.engine.submitting import SubmittedRun, jobs_of

        return SubmittedRun(jobs_of(self.store.jobs), str(run_id))

    async def trajectory(self, run_id: str) -> Trajectory:
        """Returns the recorded events of a run; `jsonl()` gives them as text. Raises RunError if there are none, ConfigError without history."""
        return await self.runs.trajectory(run_id)

    # --- namespaces -----------------------------------------------------------------------------------------------

    def register(self, namespace: Namespace) -> None:
        """Offers a namespace to programs that start from now on. Raises ConfigError."""
        self.namespaces.register(namespace)

    def unregister(self, owner: str, name: str | None = None) -> int:
        """Removes one namespace of an owner, or all of them; returns how many were removed."""
        return self.namespaces.unregister(owner, name)

    # --- tools ----------------------------------------------------------------------------------------------------

    @property
    def warnings(self) -> list[str]:
        """Warnings for the host: sources whose tools could not be listed (since when, why, and when the next try is); tools that sources omitted
        from their lists; tools that programs cannot call by name, or whose schemas are not used; once all sources are listed, policy rules that
        match none of their tools, and namespaces that are not offered because tools are missing; and, once a worker process has started, the
        protections that are missing on this system."""
        held = self._pool.protections if self._pool is not None else None
        told = [] if held is None else [f"worker processes lack: {each}" for each in missing(held)]
        told += self.listings.warnings()
        toolbox, complete = self.known_toolbox()
        told += [text for text in toolbox.whole.warnings if text not in told]
        if self.policy is not None and complete:
            told += self._unmatched(self.policy, toolbox.whole)
        if complete:
            withheld = self.namespaces.offered(toolbox.whole, toolbox.catalog)[1]
            told += [f"namespace {name} is not offered: {why}" for name, why in withheld.items()]
        for source in self.sources:
            told += [text for text in getattr(source, "warnings", ()) if not any(text in said for said in told)]
        return told

    def _unmatched(self, policy: Policy, catalog: Catalog) -> list[str]:
        if self._looked_at is None or self._looked_at[0] != catalog.version:
            self._looked_at = (catalog.version, policy.unmatched(catalog.listed))
            for told in self._looked_at[1]:
                log.warning("%s", told)  # a rule that matches no tool forbids nothing
        return self._looked_at[1]

    async def catalog(self, agent: str = "", session: str = "") -> Catalog:
        """Returns the tools that the caller may use. Sources that were never listed get ten seconds; `absent` names those that did not answer."""
        return (await self.toolbox(agent, session)).catalog

    async def toolbox(
        self,
        agent: str = "",
        session: str = "",
        *,
        code: str | None = None,
        seconds: float = HOST_WAIT,
        listings: Listings | None = None,
    ) -> Toolbox:
        """Returns the catalog with its sources, for a program with the given seconds; waits a limited time for the sources that the program needs.
        `listings` are those of a session with sources of its own."""
        if code is not None and self.namespaces:
            code += " ALL_TOOLS"  # a program that uses a namespace needs the sources of the tools behind it
        await (listings or self.listings).ready(code, seconds)
        if listings is not None and listings is not self.listings:
            return self._seen_by(self._made(listings), agent, session)
        key = ("toolbox", *self.listings.revisions)
        whole = await self.cache.specs(self._list, key=key)
        return self._seen_by(whole, agent, session)

    def known_toolbox(
        self, agent: str = "", session: str = "", *, listings: Listings | None = None
    ) -> tuple[Toolbox, bool]:
        """Like `toolbox`, without waiting; also returns whether all needed tools are known."""
        listings = listings or self.listings
        listings.look()
        return self._seen_by(self._made(listings), agent, session), listings.is_complete

    def _seen_by(self, whole: Toolbox, agent: str, session: str) -> Toolbox:
        if self._fills_in:
            whole = self._filled_in(whole)
        if self.policy is None and not self.namespaces:
            return whole
        key = (id(whole), self.namespaces.version, self.policy.view(agent, session) if self.policy is not None else "")
        # the key is an id: keeping the whole toolbox prevents reuse of that id
        return self._seen.get(
            key, lambda: (whole, whole.seen_by(self.policy, agent, session).offering(self.namespaces))
        )[1]

    def _filled_in(self, whole: Toolbox) -> Toolbox:
        """A toolbox in which required arguments may be omitted, because hooks may add them."""
        if self._open is None or self._open[0] is not whole:
            self._open = (whole, whole.filled_in())
        return self._open[1]

    async def _list(self) -> Toolbox:
        listings = self.listings
        # a few tools may have schemas of megabytes; a host that is run without an event loop has nothing to hold up
        return self._made(listings) if running_loop() is None else await asyncio.to_thread(self._made, listings)

    def _made(self, listings: Listings) -> Toolbox:
        """The toolbox of the tools that are known now."""
        from codemode.engine.toolbox import toolbox_of

        with self._making:  # many programs may begin at once, and a thread goes on whose program is out of time
            made = toolbox_of(listings.listing(), listings.absent(), listings.notes())
        # a server that lists the same tools again gives the same toolbox, so its compiled programs stay cached
        before = listings.known
        if before is not None and before.catalog.version == made.catalog.version and before.notes == made.notes:
            return before
        listings.known = made
        if self.policy is not None and listings is self.listings and listings.is_complete:
            self._unmatched(self.policy, made.catalog)
        return made

    async def effects(self, code: str, agent: str = "", session: str = "", language: str | None = None) -> Effects:
        """Returns what a program may do, without running it: which tools it can call, with which arguments, and how often at most. `language` None
        is the engine's first. Raises SourceRejected if the program cannot run or takes too long to look at, and InputError."""
        from codemode.engine.inputs import source_text
        from codemode.engine.languages import candidates, wanted_language

        toolbox = await self.toolbox(agent, session)
        wanted = wanted_language(language, self.languages)
        languages = candidates(wanted, self.languages, strict=self.strict)
        try:
            return await self._found_effects(source_text(code, language=wanted), toolbox, languages)
        except TimeoutError:
            told = f"the effects of the program could not be determined within {EFFECTS_SECONDS:g} s"
            raise CheckError(told, code="program_too_complex") from None

    async def shown_effects(self, start: Start, toolbox: Toolbox) -> Effects | None:
        """Like `effects`, for the person who approves a running program. None if they cannot be found in time; then each call asks."""
        try:
            return (await self._found_effects(start.code, toolbox, start.languages)).shown()
        except (TimeoutError, CodeModeError) as failed:
            log.warning(
                "the effects of a program could not be determined (%s): each call needs its own approval",
                type(failed).__name__,
            )
            return None

    async def _found_effects(self, code: str, toolbox: Toolbox, languages: Sequence[str]) -> Effects:
        """Raises TimeoutError, SourceRejected and InputError."""
        from codemode.engine.threads import in_few

        async with asyncio.timeout(EFFECTS_SECONDS):
            return await in_few(lambda: self._effects(code, toolbox, languages))

    def _effects(self, code: str, toolbox: Toolbox, languages: Sequence[str]) -> Effects:
        from codemode.engine.compiling import languages_of
        from codemode.engine.languages import compile_as, language_of

        if self._pool is not None or self.trust_python:
            languages = languages_of(code, toolbox, self.cache, strict=self.strict, languages=tuple(languages))
        language = language_of(languages[0])
        if len(languages) > 1:  # the language in which it runs
            language = compile_as(languages, code, toolbox, strict=self.strict).language
        return language.effects(code, toolbox, strict=self.strict)

    # --- guests ---------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begins to start a worker process and return without waiting. Raises InternalError (`runtime_unavailable`)."""
        if self._pool is not None:
            self._pool.start()

    async def ready(self) -> None:
        """Waits until guests can be opened; only the first call takes time. Raises InternalError (`runtime_unavailable`)."""
        if self._pool is not None:
            await self._pool.ready()

    @property
    def protections(self) -> list[str]:
        """The protections of the process that guests run in, in words. Empty for inline, and before the first worker has started."""
        return list(self._pool.protections or ()) if self._pool is not None else []

    async def open_guest(
        self, agent: str, start: Start, toolbox: Toolbox, deadline: float, *, ahead: bool = False
    ) -> Guest:
        """Opens a guest of an agent. `ahead` is given if the first move follows at once, without events. Raises SourceRejected, InputError,
        GuestLost and OtherLanguage."""
        from codemode.engine import engine_setup as setup

        if self._pool is not None:
            if not setup.ONLY_IN_WORKERS.isdisjoint(start.languages):
                self._pool.learn_python()
            guest = await setup.open_guest(self._pool, agent, start, toolbox, deadline, ahead=ahead)
            # workers cache the program itself; this entry only counts whether it was compiled before
            key = ("prepared", setup.program_key(start.code, toolbox.version, (start.strict, *start.languages)))
            self.cache.program(key, lambda: guest.prepared)
            return guest
        languages = setup.here(start.languages, trusted=self.trust_python)
        if languages != start.languages:
            start = setup.replace(start, languages=languages)
        if len(start.code) > LARGE_SOURCE:
            from codemode.engine.threads import in_few

            compiled = await in_few(lambda: self._compile(start, toolbox))  # ends when the caller's time is over
        else:
            compiled = self._compile(start, toolbox)
        return setup.LocalGuest(compiled, toolbox.catalog, start, aside=True)

    def _compile(self, start: Start, toolbox: Toolbox) -> Compiled:
        """Compiles a program, or returns it from the cache."""
        from codemode.engine.compiling import compile_cached, compile_given

        compiled = compile_given if self.trust_python else compile_cached
        return compiled(start.code, toolbox, self.cache, strict=start.strict, languages=start.languages)


def _library_names() -> frozenset[str]:
    from codemode.engine.natives.library import library_names

    return library_names()


def _begun(isolation: str) -> str:
    """Checks the isolation. The process that makes workers gets ready while this one imports what an engine needs."""
    if isolation not in ISOLATIONS:
        raise ConfigError(f"isolation must be one of {', '.join(ISOLATIONS)}, not {isolation!r}")
    if isolation == "process":
        if not hasattr(os, "fork"):
            raise ConfigError(NO_FORK)
        fork_server.prepare()
    from codemode.data.gc_pause import no_collections  # not before: it brings others with it

    with no_collections():
        import_module("codemode.engine.engine_setup")
    return isolation
