"""A session: a sequence of cells that share saved values, on behalf of one agent."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from traceback import clear_frames
from typing import TYPE_CHECKING, Any, Literal, cast, overload

from codemode.catalog.policy import answer
from codemode.engine.attachments import unknown
from codemode.engine.cell_output import Listener, guarded
from codemode.engine.durable import left_runs
from codemode.engine.durable.approval_requests import PendingCall
from codemode.engine.durable.approvals import Approved, Denied, approve_all, asked_of, decide
from codemode.engine.durable.jobs import Task
from codemode.engine.durable.store import GRACE, Unanswered, within
from codemode.engine.durable.suspended import SuspendedRun, run_id
from codemode.engine.event_listeners import checked_listener
from codemode.engine.event_reporter import EventReporter
from codemode.engine.events import EventListener
from codemode.engine.exec_hooks import after_exec, before_exec
from codemode.engine.failures import Failure
from codemode.engine.given_sources import Source, checked_sources
from codemode.engine.guest import Guest, GuestLost
from codemode.engine.inputs import arguments_of, checked_context, checked_text, source_text
from codemode.engine.languages import wanted_language
from codemode.engine.languages.language import OtherLanguage
from codemode.engine.limits import MAX_BUDGET, checked_budget, clamp
from codemode.engine.protocols import CallContext
from codemode.engine.replies import Attachment, Completed, Failed, Waiting
from codemode.engine.reply_builder import Replies
from codemode.engine.run_opening import NewRun, RunOpener
from codemode.engine.session_driver import LEFT, SessionDriver, elapsed_ms
from codemode.engine.session_host import SessionHost
from codemode.engine.session_state import SessionState
from codemode.engine.start import Start
from codemode.engine.submitting import abort_submitted, of_submitted
from codemode.engine.tracing import cell_span, tell_reply
from codemode.errors import CodeModeError, ConfigError, InputError, LimitError, RunError

if TYPE_CHECKING:
    from codemode.engine.definitions import Dialect
    from codemode.engine.durable.journal import Journal
    from codemode.engine.frameworks import Framework
    from codemode.engine.toolbox import Toolbox


Text = Callable[[], tuple[str, str]]  # returns the text of a program, and its language
# seconds that a program gets, if its time is no shorter, however long the first worker process took to start
LEAST_SECONDS = 0.5


class Session:
    """Runs programs on behalf of one pair (agent, session); saved values and waiting runs belong to that pair.

    Made by `Engine.session`. Use it from one event loop. `exec`, `wait`, `abort` and `handle` return replies and raise only for errors of the host
    itself; the texts of `tools` are for the model.
    """

    def __init__(
        self,
        engine: SessionHost,
        agent: str,
        session: str,
        state: SessionState,
        context: Mapping[str, Any] | None = None,
        sources: Sequence[Source] = (),
    ) -> None:
        self.context = checked_context(context)
        self._closed = False
        self.engine = engine
        self.agent = agent
        self.session = session
        self.state = state
        self._opening = RunOpener(engine, state, (agent, session), self.context, checked_sources(sources))
        self._replies = Replies(engine.limits, state)
        self._outer = partial(CallContext, agent, session, context=self.context)  # of exec and wait themselves
        self._driving = SessionDriver(engine.runs, state, self._replies)

    @property
    def scope(self) -> tuple[str, str]:
        """The pair (agent, session), to which saved values and waiting runs belong."""
        return self.agent, self.session

    async def __aenter__(self) -> Session:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Aborts the waiting and running runs of this agent and session; saved values stay. The session runs nothing afterwards."""
        self._closed = True
        self.state.closings += 1
        self._opening.close()
        for driver in list(self.state.driving.values()):
            driver.abort("the session was closed")
        for info in await self.engine.store.list(self.scope):
            await self.abort(info.run_id, elsewhere=False)  # one that another process drives is refused

    def _check_open(self) -> None:
        if self._closed:
            raise ConfigError("the session is closed; make a new one with engine.session(agent, session)")

    @property
    def answer_timeout(self) -> float | None:
        """The seconds that a person has to answer a question, see `Engine`. A host may set it; it applies to later programs."""
        return self._opening.answer_timeout

    @answer_timeout.setter
    def answer_timeout(self, seconds: float | None) -> None:
        self._opening.answer_timeout = seconds

    # --- exec -----------------------------------------------------------------------------------------------------

    async def exec(
        self,
        code: str | None = None,
        *,
        data: Any = None,
        timeout_ms: float | None = None,
        command: str | None = None,
        language: str | None = None,
        on_output: Listener | None = None,
        on_event: EventListener | None = None,
    ) -> Completed | Waiting | Failed:
        """Runs a program until it ends, or until it is blocked when its time is over (then `wait` continues it).

        The program reads `data` as `data`; `command` is another name for `code`; `language` is one of the engine's, None is the first. `on_output`
        receives output as it comes (`OutputText`), `on_event` (async or not) the events of the run, see `codemode.engine.events`; both until the run
        has ended, or `wait` is given others. Problems of the program are in the reply; only misuse of the engine itself raises. If the caller is
        cancelled, the run is aborted.
        """
        with cell_span("exec", self.agent, self.session) as span:
            reporter = self._reporter(run_id(), on_event)
            source = partial(self._program, code, command, language)
            reply = await self._exec(source, data, timeout_ms, guarded(on_output), reporter)
            reply = await self.after_hooks(reply)
            await reporter.heard()
            tell_reply(span, reply)
            return reply

    def _program(self, code: str | None, command: str | None, language: str | None) -> tuple[str, str]:
        wanted = wanted_language(language, self.engine.languages)
        return source_text(code, command, wanted), wanted

    async def drive(
        self,
        run_id: str,
        task: Task | None,
        deliver: Callable[[Completed | Failed], Awaitable[None]] | None = None,
        *,
        timeout_ms: float | None = None,
    ) -> Completed | Waiting | Failed | None:
        """Begins a run under an id that is known elsewhere, or continues it if `task` is None. If the caller is cancelled, the run is left waiting.
        For hosts of submitted runs, `deliver` receives the last reply before the store forgets the run, so that the reply is not lost with this
        process; the method then returns None."""

        async def give(reply: Completed | Failed) -> None:
            assert deliver is not None
            await deliver(cast("Completed | Failed", await self.after_hooks(reply)))

        deliveries = self.engine.runs.deliveries
        deliveries[run_id] = None if deliver is None else give
        try:
            with cell_span("wait" if task is None else "exec", self.agent, self.session) as span:
                if task is None:
                    reply = await self._wait(run_id, timeout_ms, None, None)
                else:
                    reporter = self._reporter(run_id, None)
                    source = partial(self._program, task.code, None, task.language)
                    reply = await self._exec(source, task.data, timeout_ms, None, reporter)
                    await reporter.heard()
                reply = await self.after_hooks(reply) if run_id in deliveries else reply
                tell_reply(span, reply)
            return reply if run_id in deliveries else None
        finally:
            deliveries.pop(run_id, None)

    async def after_hooks(self, reply: Completed | Waiting | Failed) -> Completed | Waiting | Failed:
        """Returns the reply after the host's hooks."""
        if not self.engine.hooks:
            return reply
        return await after_exec(self.engine.hooks, reply, self._outer(reply.run_id))

    def _reporter(self, run_id: str, on_event: EventListener | None) -> EventReporter:
        reporter = self.engine.runs.reporter(run_id)
        reporter.listen(on_event)
        return reporter

    async def _exec(
        self, source: Text, data: Any, timeout_ms: float | None, on_output: Listener | None, reporter: EventReporter
    ) -> Completed | Waiting | Failed:
        budget = clamp(timeout_ms, self.engine.limits.timeout_ms, 1, MAX_BUDGET)
        deadline = time.monotonic() + budget / 1000
        self.state.counts["execs"] += 1
        telemetry, closings, text = self._replies.telemetry(), self.state.closings, ""
        try:
            self._check_open()
            checked_budget(timeout_ms)
            text, language = source()
            if self.engine.hooks:
                text = await before_exec(self.engine.hooks, text, self._outer(reporter.run_id))
            reporter.started(self.agent, self.session, text)
            start = await self._opening.start(text, data, language)
            journal = self.engine.runs.journal(reporter.run_id, self.scope)
            journal.begin(start, self.engine.build, under_policy=self.engine.policy is not None)
            await self.engine.ready()
            # starting the workers is not the program's fault: it gets at least a little time
            deadline = max(deadline, time.monotonic() + min(budget / 1000, LEAST_SECONDS))
            async with asyncio.timeout(deadline - time.monotonic()):
                toolbox = await self._opening.toolbox(telemetry, start.code, (deadline - time.monotonic()) * 1000)
                began = time.perf_counter()
                start, guest = await self._open(start, toolbox, journal, deadline)
                telemetry.ms["compile"] = elapsed_ms(began)
            if self.state.closings != closings:
                guest.close()
                raise RunError("the session was closed", code="aborted", phase="host")
        except (TimeoutError, GuestLost) as lost:
            late = LimitError(f"the program could not be prepared within {budget} ms", code="timeout", phase="host")
            error = lost.error(budget) if isinstance(lost, GuestLost) else late
            return await self._replies.not_begun(error, telemetry, reporter)
        except asyncio.CancelledError:
            if self.engine.runs.deliveries.get(reporter.run_id) is None:  # a submitted one is begun again
                await self._replies.not_begun(RunError(LEFT, code="aborted", phase="host"), telemetry, reporter)
            raise
        except CodeModeError as error:
            self.state.names.explain(error, text)
            clear_frames(error.__traceback__)  # a frame that refers to the error would keep the program and its data
            return await self._replies.not_begun(error, telemetry, reporter)
        telemetry.ms |= {name: round(ms, 3) for name, ms in guest.prepared.ms.items()}
        run = self._opening.run(NewRun(start, toolbox, guest, journal, reporter, telemetry), on_output)
        run.cell.clock.go_on_from(start.started_at)  # the time for preparing the program is not charged to the program
        self.engine.runs.begin(run)
        self.state.names.note(text)
        known = reporter.run_id in self.engine.runs.deliveries
        return await self._driving.drive(run, deadline, budget, known=known)

    async def _open(self, start: Start, toolbox: Toolbox, journal: Journal, deadline: float) -> tuple[Start, Guest]:
        """Opens the guest of a new run. The journal begins again if the program is in another language than it was said to be in."""
        try:
            return start, await self.engine.open_guest(self.scope[0], start, toolbox, deadline, ahead=True)
        except OtherLanguage as other:
            start = replace(start, languages=(*start.languages, other.name))
            journal.begin(start, self.engine.build, under_policy=self.engine.policy is not None)
            return start, await self.engine.open_guest(self.scope[0], start, toolbox, deadline, ahead=True)

    # --- wait and abort -------------------------------------------------------------------------------------------

    async def wait(
        self,
        run_id: str,
        *,
        timeout_ms: float | None = None,
        on_output: Listener | None = None,
        on_event: EventListener | None = None,
    ) -> Completed | Waiting | Failed:
        """Continues a waiting run, with one new time budget at most. Any process that shares the store may do so.

        `on_output` and `on_event` receive what happens from here on, in place of those that `exec` or an earlier `wait` was given. If the caller is
        cancelled, the run is left waiting, with its calls open.
        """
        with cell_span("wait", self.agent, self.session) as span:
            listeners = guarded(on_output), checked_listener(on_event)
            reply = await self.after_hooks(await self._wait(run_id, timeout_ms, *listeners))
            tell_reply(span, reply)
            return reply

    async def _wait(
        self, run_id: str, timeout_ms: float | None, on_output: Listener | None, on_event: EventListener | None
    ) -> Completed | Waiting | Failed:
        budget = clamp(timeout_ms, self.engine.limits.timeout_ms, 1, MAX_BUDGET)
        deadline = time.monotonic() + budget / 1000
        self.state.counts["waits"] += 1
        try:
            self._check_open()
            checked_text("run_id", run_id)
            checked_budget(timeout_ms)
            self.engine.runs.check_goes_on()
            taken = await within(deadline + GRACE, self.engine.runs.take(run_id, self.scope))
            if isinstance(taken, SuspendedRun):
                run = taken
            else:
                reporter, telemetry = self._reporter(taken.run_id, on_event), self._replies.telemetry()
                run = await self._opening.restored(taken, deadline + 2 * GRACE, budget, telemetry, reporter)
        except GuestLost as lost:
            return await self._replies.rejected(lost.error(budget), run_id)
        except CodeModeError as error:
            found = await of_submitted(self.engine.store.jobs, self.scope, run_id, error)
            return await self._replies.rejected(found, run_id) if isinstance(found, CodeModeError) else found
        if run is not taken:
            # the time for restoring the run does not count: its budget begins now
            deadline = time.monotonic() + budget / 1000
        else:
            run.reporter.listen(on_event)
            run.reporter.resumed()
            if run.reason == "approval":
                run.cell.clock.go_on_from(run.parked_at)
                run.journal.note("clock", run.cell.clock.lag)
        if on_output is not None:
            run.cell.printed.listen(on_output)
        run.telemetry.waits += 1
        run.telemetry.events.append("resumed")
        if run.reason == "yield":
            run.cell.resume()
        run.reason = ""
        reply = await self._driving.drive(run, deadline, budget, known=True)
        await run.reporter.heard()
        return reply

    async def abort(self, run_id: str, *, elsewhere: bool = True) -> Failed:
        """Ends a waiting run and cancels its open calls; with `elsewhere` also one that a worker drives. Cancelling the abort does not undo it. If
        the run store does not answer within `timeout_ms` of the limits, the reply has the code `runtime_unavailable`, and the run is aborted as soon
        as it answers."""
        aborting = self.engine.runs.background(self._aborted(run_id, elsewhere))
        done, _ = await asyncio.wait([aborting], timeout=self.engine.limits.timeout_ms / 1000)
        if done:
            return aborting.result()
        late = Unanswered("the run store does not answer; the run is aborted as soon as the store answers")
        return await self._replies.rejected(late, run_id)

    async def _aborted(self, run_id: str, elsewhere: bool) -> Failed:
        runs, jobs = self.engine.runs, self.engine.store.jobs
        aborted = RunError("the run was aborted", code="aborted", phase="host")
        try:
            checked_text("run_id", run_id)
            try:
                run = await self._driving.taken(run_id, self.scope)
            except RunError as gone:
                if jobs is not None and gone.code == "aborted":
                    await jobs.sweep()  # an earlier abort may have been killed before it told who submitted the run
                reply = await self._replies.rejected(aborted, run_id)
                seconds = self.engine.limits.timeout_ms / 2000
                if jobs is None or not elsewhere or not await abort_submitted(jobs, self.scope, reply, gone, seconds):
                    raise
                return reply
            if isinstance(run, SuspendedRun):
                run.telemetry.events.append("aborted")
                failure = Failure("aborted", "the run was aborted")
                reply = await self._driving.stopped(run, "aborted", failure, time.monotonic() + GRACE)
            else:
                told = await left_runs.aborted(runs.store, run_id)
                await runs.finish(run, "aborted")
                reply = await self._replies.rejected(told, run_id)
                runs.reporter(run_id).ended("aborted", reply)
            if jobs is not None and not await jobs.abort(run_id, self.scope, reply):
                await jobs.ask_to_abort(run_id, self.scope)  # its worker is about to record that it rests
            return reply
        except CodeModeError as error:
            return await self._replies.rejected(error, run_id)

    # --- approval -------------------------------------------------------------------------------------------------

    async def asked(self) -> dict[str, list[PendingCall]]:
        """Returns the calls that wait for approval, by the id of their run; also in runs that other processes began."""
        return await asked_of(self.engine.runs, self.scope)

    async def approve(
        self,
        call_id: str,
        arguments: dict[str, Any] | None = None,
        *,
        run_id: str | None = None,
        always: bool = False,
        program: bool = True,
        tools: Sequence[str] = (),
        by: str = "",
    ) -> None:
        """Approves a waiting call, with other arguments if they are given; `wait` then continues the run.

        `call_id` is the id of the pending call, `run_id` its run. Give both: calls are numbered in each run, so without `run_id` the only run of
        the session that waits for a call of that id is meant, and after the end of yours that is another one. Where the call has
        `effects` (`Policy(ask="program")`), the whole program is approved: its later calls that fit the effects are made without asking. Where
        names are computed, that applies only to the `tools` given here. `program=False`, or other arguments, approve this call alone.
        `always`: the engine's policy remembers the answer for all calls of this tool by this agent that it would ask about (`Policy.remember`).
        If the call asks a question, `arguments` is the answer; None means the defaults of its schema. `by` is who decided, for the record.
        Raises RunError (`already_decided`: somebody else was first) and InputError.
        """
        approved = Approved(arguments, program, tuple(map(str, tools)), always, by)
        decided = await decide(self.engine.runs, self.scope, call_id, run_id, approved)
        if always:
            await self._remember("allow", decided.tool)

    async def approve_all(self, run_id: str, *, by: str = "") -> None:
        """Approves all calls of a run about which its policy asks, now and later; calls that a rule denies stay denied. Raises RunError."""
        await approve_all(self.engine.runs, self.scope, run_id, by)

    async def deny(
        self,
        call_id: str,
        reason: str = "",
        *,
        run_id: str | None = None,
        always: bool = False,
        program: bool = True,
        by: str = "",
    ) -> None:
        """Refuses a waiting call; the program gets an error with the reason. Where the call has `effects`, all calls of the program
        that need approval are refused, now and later; `program=False` refuses it alone. A question is declined. `always` and `by` as of `approve`."""
        decided = await decide(self.engine.runs, self.scope, call_id, run_id, Denied(reason, program, always, by))
        if always:
            await self._remember("deny", decided.tool)

    async def _remember(self, action: Literal["allow", "deny"], tool: str) -> None:
        toolbox = await self.engine.toolbox(self.agent, self.session, listings=self._opening.listings)
        entry = toolbox.whole.get(tool)
        if self.engine.policy is not None and entry is not None:
            self.engine.policy.remember(answer(action, entry.id, self.agent))

    # --- what is kept ---------------------------------------------------------------------------------------------

    async def attachment(self, id: str) -> Attachment:
        """Returns a picture or file from a tool of this session, by the id in its handle; its `data` has the bytes.

        The store keeps it until its run has ended, and `Limits.snapshot_ttl_seconds` more; when a run is aborted or expires, its attachments are
        removed. Raises InputError when there is none.
        """
        found = await self.state.files.find(str(id))
        if found is None:
            raise InputError(unknown(str(id)[:80]))
        return Attachment.of(found[0], found)

    async def attachments(self) -> list[Attachment]:
        """Returns all kept attachments of this session, also those that no program returned, in the order in which they came. The first ones
        include their `data`, up to the limit of one run."""
        return await self._replies.read(await self.state.files.all())

    async def result(self, id: str) -> Any:
        """Returns what did not fit into a reply, by its `result_id`: the whole value, or the list of the output. It also returns values that a
        program saved with `results.Save`. Raises InputError if the value does not exist, or is no longer kept."""
        try:
            return await self.state.results.load(str(id))
        except KeyError:
            raise InputError(f"there is no result {str(id)[:80]!r} in this session, or it is no longer kept") from None

    # --- the model-facing pair --------------------------------------------------------------------------------------

    @overload
    def tools(self, dialect: Dialect = "openai") -> list[dict[str, Any]]: ...
    @overload
    def tools(self, dialect: Framework) -> list[Any]: ...
    def tools(self, dialect: Dialect | Framework = "openai") -> list[Any]:
        """The two tools a model sees, `exec` and `wait`, in the form that an API needs, or as objects of "pydantic_ai", "langchain" or
        "openai_agents", which call them in this session.

        `exec` describes the tools that are known by now: those of sources that know them without asking, and those that were listed before.
        `definitions` asks the sources first. Raises ConfigError.
        """
        from codemode.engine.definitions import definitions, is_framework

        languages = self.engine.languages
        toolbox, complete = self.engine.known_toolbox(self.agent, self.session, listings=self._opening.listings)
        if is_framework(dialect):
            from codemode.engine.frameworks import framework_tools

            return framework_tools(dialect, self, definitions("mcp", toolbox, complete=complete, languages=languages))
        return definitions(dialect, toolbox, complete=complete, languages=languages)

    @overload
    async def definitions(self, dialect: Dialect = "openai") -> list[dict[str, Any]]: ...
    @overload
    async def definitions(self, dialect: Framework) -> list[Any]: ...
    async def definitions(self, dialect: Dialect | Framework = "openai") -> list[Any]:
        """Like `tools`, after all sources have listed their tools, or had ten seconds for it. Raises ConfigError."""
        from codemode.engine.definitions import complete_definitions, is_framework

        toolbox = await self.engine.toolbox(self.agent, self.session, listings=self._opening.listings)
        if is_framework(dialect):
            return self.tools(dialect)
        return await complete_definitions(dialect, toolbox, self.engine.languages)

    async def handle(
        self,
        name: str,
        arguments: Mapping[str, Any] | str,
        *,
        on_output: Listener | None = None,
        on_event: EventListener | None = None,
    ) -> Completed | Waiting | Failed:
        """Answers a model's call of one of the two tools. A text is the arguments as JSON, or else the program of a freeform call. `on_output` and
        `on_event` are as in `exec` and `wait`."""
        try:
            if name not in ("exec", "wait"):
                raise InputError(f"the tools are exec and wait, not {name!r}")
            given = arguments_of(name, arguments)
            if name == "exec":
                code, command, language = given.get("code"), given.get("command"), given.get("language")
                return await self.exec(code, command=command, language=language, on_output=on_output, on_event=on_event)
            if not isinstance(given.get("run_id"), str):
                raise InputError("wait needs run_id: the `run_id` of the reply whose status is waiting")
        except InputError as error:
            return await self._replies.rejected(error)
        return await self.wait(given["run_id"], on_output=on_output, on_event=on_event)
