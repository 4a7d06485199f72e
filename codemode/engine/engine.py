"""The engine: tools, limits and rules that sessions share."""

from __future__ import annotations

import asyncio
import logging
import os
import weakref
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from typing import Any, cast, get_args

from typing_extensions import Unpack

from codemode.catalog import Catalog, Policy
from codemode.catalog.entries import Outputs, checked_outputs
from codemode.catalog.namespaces import Namespace, Namespaces
from codemode.catalog.observed import Observed
from codemode.engine.calls import Schemas
from codemode.engine.compiling import Compiled, compile_cached
from codemode.engine.durable.history import (
    Keeping,
    Record,
    Redact,
    Trajectory,
    checked_history,
    checked_record,
    redacted,
)
from codemode.engine.durable.opening import history_beside, open_history, open_store
from codemode.engine.durable.runs import Runs
from codemode.engine.effects import Effects
from codemode.engine.events import EventListener
from codemode.engine.feeds import feeds_of
from codemode.engine.given_sources import Source, checked_sources
from codemode.engine.guest import Guest, LocalGuest, Start
from codemode.engine.inputs import source_text
from codemode.engine.languages import (
    ONLY_IN_WORKERS,
    candidates,
    checked_languages,
    checked_trust,
    compile_as,
    here,
    language_of,
    wanted_language,
)
from codemode.engine.large_answers import Sizes
from codemode.engine.limits import Limits, checked_limits
from codemode.engine.listing import HOST_WAIT, Listings
from codemode.engine.protocols import Hook, checked_hooks
from codemode.engine.questions import checked_seconds
from codemode.engine.session import Session
from codemode.engine.session_state import SessionState
from codemode.engine.submitting import HowToRun, SubmittedRun, jobs_of, submit
from codemode.engine.toolbox import Toolbox, toolbox_of
from codemode.engine.workers.nursery import prepare
from codemode.engine.workers.pool import Pool
from codemode.engine.workers.protections import PROTECTIONS, missing
from codemode.engine.workers.remote import open_guest
from codemode.errors import CodeModeError, ConfigError
from codemode.tool_cache import ToolCache, program_key

log = logging.getLogger("codemode")

MAX_SESSIONS = 10_000
EFFECTS_SECONDS = 10.0  # time for finding the effects of a program, for the person who approves it
REST_SECONDS = 2.0
CLOSING_SECONDS = 2.0  # time for listeners to receive the remaining events
LARGE_SOURCE = 8 << 10  # characters from which a program is compiled outside of the event loop
ISOLATIONS = ("inline", "process")


class Engine:
    """Runs programs over the tools of `sources`.

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

    version = version("codemode")  # the journal of a run records it
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
        self.sources = checked_sources(sources)
        self.limits = checked_limits(limits) or Limits()
        self.isolation = _checked_isolation(isolation)
        self.policy = _checked_policy(policy)
        self.hooks = checked_hooks(hooks)
        self._fills_in = any(getattr(type(hook), "before", Hook.before) is not Hook.before for hook in self.hooks)
        self.strict = strict
        self.languages = checked_languages(languages)
        self.trust_python = checked_trust(trust_python)
        self.outputs: Outputs = checked_outputs(outputs)
        self.schemas: Schemas = _checked_schemas(schemas)
        self.cache = cache if cache is not None else ToolCache()
        self.store = open_store(store)
        seconds, values = checked_history(history), checked_record(record, redact) == "all"
        self.history = open_history(self.store, store, seconds, Keeping(record, redact))
        self._feeds = (*feeds_of(on_event), *feeds_of(self.history.hear if self.history is not None else None))
        tell_values = partial(redacted, redact) if values else None
        self.runs = Runs(self.store, self.limits, self._feeds, self.history, tell_values, history_beside(store))
        self.answer_timeout = checked_seconds(answer_timeout)
        self.observed = Observed(_checked_observe(observe))
        self.listings = Listings(self.sources, self.cache.mark, self.cache.is_fresh)
        self.result_sizes = Sizes()  # the sizes of recent results
        self.namespaces = Namespaces(_library_names)
        self._sessions: OrderedDict[tuple[str, str], SessionState] = OrderedDict()
        self._seen: OrderedDict[tuple[int, int, str, str], tuple[Toolbox, Toolbox]] = OrderedDict()
        self._pool = self._made_pool(_checked_workers(workers), _checked_require(require, isolation))

    def _made_pool(self, workers: int, required: tuple[str, ...]) -> Pool | None:
        if self.isolation == "inline":
            return None
        pool = Pool(workers, self.limits.memory_limit_bytes, required, python="python" in self.languages)
        weakref.finalize(self, pool.close)
        prepare()
        return pool

    async def __aenter__(self) -> Engine:
        self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the engine. Runs that wait stay in a durable store; runs in memory are aborted. The sources are not closed: they belong to the
        caller."""
        self.listings.close()
        await self.runs.close()
        for feed in self._feeds:
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
        scope = (str(agent), str(session))
        state = self._sessions.get(scope)
        if state is None:
            state = self._sessions[scope] = SessionState(self.store, scope)
            while len(self._sessions) > MAX_SESSIONS:
                self._sessions.popitem(last=False)
        self._sessions.move_to_end(scope)
        return Session(self, *scope, state, context, sources)

    async def submit(
        self, code: str, *, data: Any = None, agent: str = "", session: str = "", **how: Unpack[HowToRun]
    ) -> SubmittedRun:
        """Has a `codemode worker` run a program in the named session. Returns at once, with the `run_id`; `await run.reply()` returns the last
        reply. This needs a store that machines share. `how` are the fields of `HowToRun`: queue, priority, delay, key, language, sources. Raises
        ConfigError, InputError and InternalError."""
        how = {"language": self.languages[0], **how}
        return await submit(jobs_of(self.store.jobs), (str(agent), str(session)), code, data, how)

    def submitted(self, run_id: str) -> SubmittedRun:
        """Returns a submitted run by its id, also in another process. Raises ConfigError."""
        return SubmittedRun(jobs_of(self.store.jobs), str(run_id))

    async def trajectory(self, run_id: str) -> Trajectory:
        """Returns the recorded events of a run; `jsonl()` returns them as text. Raises RunError if nothing is recorded, ConfigError without
        history."""
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
        match none of their tools; and, once a worker process has started, the protections that are missing on this system."""
        held = self._pool.protections if self._pool is not None else None
        told = [] if held is None else [f"worker processes lack: {each}" for each in missing(held)]
        told += self.listings.warnings()
        toolbox, complete = self.known_toolbox()
        told += [text for text in toolbox.whole.warnings if text not in told]
        if self.policy is not None and complete:
            told += self._unmatched(self.policy, toolbox.whole)
        for source in self.sources:
            told += [text for text in getattr(source, "warnings", ()) if not any(text in said for said in told)]
        return told

    def _unmatched(self, policy: Policy, catalog: Catalog) -> list[str]:
        if self._looked_at is None or self._looked_at[0] != catalog.version:
            self._looked_at = (catalog.version, policy.unmatched(catalog.listed))
        return self._looked_at[1]

    async def catalog(self, agent: str = "", session: str = "") -> Catalog:
        """Returns the tools that the caller may use. Sources that were never listed get up to ten seconds; `absent` names those that did not
        answer."""
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
        whole = await self.cache.specs(self._list, version=lambda found: found.catalog.version, key=key)
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
        key = (id(whole), self.namespaces.version, agent, session)
        seen = self._seen.get(key)
        if seen is None:
            # the key is an id: keeping the whole toolbox prevents reuse of that id
            seen = self._seen[key] = (whole, whole.seen_by(self.policy, agent, session).offering(self.namespaces))
            while len(self._seen) > 256:
                self._seen.popitem(last=False)
        return seen[1]

    def _filled_in(self, whole: Toolbox) -> Toolbox:
        """A toolbox in which required arguments may be omitted, because hooks may add them."""
        if self._open is None or self._open[0] is not whole:
            self._open = (whole, whole.filled_in())
        return self._open[1]

    async def _list(self) -> Toolbox:
        return self._made(self.listings)

    def _made(self, listings: Listings) -> Toolbox:
        """The toolbox of the tools that are known now."""
        made = toolbox_of(listings.listing(), listings.absent(), listings.notes())
        # a server that lists the same tools again gives the same toolbox, so its compiled programs stay cached
        before = listings.known
        if before is not None and before.catalog.version == made.catalog.version and before.notes == made.notes:
            return before
        listings.known = made
        return made

    async def effects(self, code: str, agent: str = "", session: str = "", language: str | None = None) -> Effects:
        """Returns what a program may do, without running it: which tools it can call, with which arguments, and how often at most. `language` None
        is the engine's first. Raises SourceRejected if the program cannot run, and InputError."""
        toolbox = await self.toolbox(agent, session)
        wanted = wanted_language(language, self.languages)
        languages = candidates(wanted, self.languages, strict=self.strict)
        return await asyncio.to_thread(self._effects, source_text(code, language=wanted), toolbox, languages)

    async def shown_effects(self, start: Start, toolbox: Toolbox) -> Effects | None:
        """Like `effects`, for a person who is asked about a running program. None if the effects cannot be found in time; the person is then asked
        about each call."""
        try:
            async with asyncio.timeout(EFFECTS_SECONDS):
                return (await asyncio.to_thread(self._effects, start.code, toolbox, start.languages)).shown()
        except (TimeoutError, CodeModeError) as failed:
            log.warning("what a program may do could not be told (%s): each call is asked about", type(failed).__name__)
            return None

    def _effects(self, code: str, toolbox: Toolbox, languages: Sequence[str]) -> Effects:
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

    async def open_guest(self, start: Start, toolbox: Toolbox, deadline: float, *, ahead: bool = False) -> Guest:
        """Opens a guest. `ahead` is given if the first move follows at once, without events. Raises SourceRejected, InputError and GuestLost."""
        if self._pool is not None:
            if not ONLY_IN_WORKERS.isdisjoint(start.languages):
                self._pool.learn_python()
            guest = await open_guest(self._pool, start, toolbox, deadline, ahead=ahead)
            # workers cache the program itself; this entry only counts whether it was compiled before
            key = ("prepared", program_key(start.code, toolbox.version, (start.strict, *start.languages)))
            self.cache.program(key, lambda: guest.prepared)
            return guest
        languages = here(start.languages, trusted=self.trust_python)
        if languages != start.languages:
            start = replace(start, languages=languages)
        if len(start.code) > LARGE_SOURCE:
            compiled = await asyncio.to_thread(self._compile, start, toolbox)
        else:
            compiled = self._compile(start, toolbox)
        return LocalGuest(compiled, toolbox.catalog, start, aside=True)

    def _compile(self, start: Start, toolbox: Toolbox) -> Compiled:
        """Compiles a program, or returns it from the cache."""
        return compile_cached(start.code, toolbox, self.cache, strict=start.strict, languages=start.languages)


def _library_names() -> frozenset[str]:
    from codemode.engine.natives.library import library_names

    return library_names()


def _checked_isolation(isolation: str) -> str:
    if isolation not in ISOLATIONS:
        raise ConfigError(f"isolation must be one of {', '.join(ISOLATIONS)}, not {isolation!r}")
    return isolation


def _checked_schemas(schemas: Schemas) -> Schemas:
    if schemas not in get_args(Schemas):
        raise ConfigError(f'schemas is "pass" or "refuse", not {schemas!r}')
    return schemas


def _checked_require(require: object, isolation: str) -> tuple[str, ...]:
    """Raises ConfigError."""
    is_list = isinstance(require, list | tuple | set | frozenset)
    names = tuple(cast("Sequence[object]", require)) if is_list else ()
    wrong = [name for name in names if name not in PROTECTIONS] if is_list else [require]
    if wrong:
        told = f"require is a list of protections, such as [{PROTECTIONS[-1]!r}], not {repr(wrong[0])[:80]}"
        raise ConfigError(f"{told}; there are: {', '.join(PROTECTIONS)}")
    if names and isolation == "inline":
        raise ConfigError('isolation="inline" runs programs in this process, which has none of what require= asks for')
    return tuple(name for name in PROTECTIONS if name in names)


def _checked_workers(workers: object) -> int:
    if workers is None:
        # more than there are processors, so that a guest that computes without pause does not keep others waiting
        return min(32, 8 * (os.cpu_count() or 1))
    if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
        raise ConfigError(f"workers must be a number of processes, at least 1, not {workers!r}")
    return workers


def _checked_observe(observe: object) -> bool:
    if not isinstance(observe, bool):
        raise ConfigError(f"observe must be True or False, not {observe!r}")
    return observe


def _checked_policy(policy: Any) -> Policy | None:
    if policy is None or isinstance(policy, Policy):
        return policy
    raise ConfigError(f"policy must be a Policy, not {type(policy).__name__}")
