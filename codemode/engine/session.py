"""A session: cells one after the other that share what they saved, on behalf of one agent."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, cast

from codemode.engine.calls import Caller, Calls
from codemode.engine.cell import Cell, Failure
from codemode.engine.compiling import Compiled
from codemode.engine.driver import Blocked, Driver, Ended
from codemode.engine.inputs import source_text
from codemode.engine.limits import Limits, clamp
from codemode.engine.outputs import Listener, fit
from codemode.engine.replies import Completed, Failed, PendingCall, Telemetry, Waiting, phase_of
from codemode.engine.requests import Requests
from codemode.engine.runs import SuspendedRun, run_id
from codemode.engine.session_state import SessionState
from codemode.engine.toolbox import Toolbox
from codemode.errors import CodeModeError, InputError, LimitError

if TYPE_CHECKING:
    from codemode.engine.engine import Engine

LARGE_SOURCE = 8 << 10  # characters from which compiling leaves the event loop


class Session:
    """Made by `Engine.session`. Use it from one event loop."""

    def __init__(self, engine: Engine, agent: str, session: str, state: SessionState) -> None:
        self.engine = engine
        self.agent = agent
        self.session = session
        self.state = state

    @property
    def scope(self) -> tuple[str, str]:
        return self.agent, self.session

    # --- exec -----------------------------------------------------------------------------------------------------

    async def exec(
        self,
        code: str | None = None,
        *,
        data: Any = None,
        timeout_ms: float | None = None,
        command: str | None = None,
        language: str = "go",
        on_output: Listener | None = None,
    ) -> Completed | Waiting | Failed:
        """Run a program until it ends, or until it is blocked when its time is over (then `wait` goes on).

        `data` is what the program reads as `data`; `command` is another name for `code`. `on_output` hears printed text as it comes.
        Whatever is wrong with the program is in the reply; only misuse of the engine itself raises.
        """
        began = time.monotonic()
        limits = self.engine.limits
        budget = limits.timeout_ms if timeout_ms is None else clamp(timeout_ms, limits.timeout_ms, 1, 60_000)
        self.state.counts["execs"] += 1
        telemetry = self._telemetry()
        try:
            async with asyncio.timeout_at(asyncio.get_running_loop().time() + budget / 1000):
                compiled, toolbox = await self._compiled(source_text(code, command, language), telemetry)
        except TimeoutError:
            late = LimitError(f"the tools could not be listed within {budget} ms", code="timeout", phase="host")
            return self._rejected(late, telemetry)
        except CodeModeError as error:
            return self._rejected(error, telemetry)
        cell = self._cell(compiled, toolbox, data, on_output)
        run = SuspendedRun(cell, Driver(cell), self.scope, telemetry)
        return await self._drive(run, began + budget / 1000, budget)

    async def _compiled(self, text: str, telemetry: Telemetry) -> tuple[Compiled, Toolbox]:
        toolbox = await self.engine.toolbox(self.agent, self.session)
        telemetry.visible_tools = len(toolbox.catalog)
        for entry in toolbox.whole.entries:
            telemetry.catalog[entry.source] = telemetry.catalog.get(entry.source, 0) + 1
        began = time.perf_counter()
        if len(text) > LARGE_SOURCE:
            compiled = await asyncio.to_thread(self.engine.compile, text, toolbox)
        else:
            compiled = self.engine.compile(text, toolbox)
        telemetry.ms["compile"] = _ms(began)
        return compiled, toolbox

    def _cell(self, compiled: Compiled, toolbox: Toolbox, data: Any, listener: Listener | None) -> Cell:
        engine, id = self.engine, run_id()
        caller = Caller(self.agent, self.session, id)
        calls = Calls(
            toolbox, engine.sources, policy=engine.policy, hooks=engine.hooks, caller=caller, observed=engine.observed
        )
        requests = Requests(calls, self.state, engine.limits)
        return Cell(id, compiled, calls, requests, engine.limits, data=data, listener=listener)

    # --- wait and abort -------------------------------------------------------------------------------------------

    async def wait(self, run_id: str, *, timeout_ms: float | None = None) -> Completed | Waiting | Failed:
        """Go on with a run that is waiting, for at most one fresh budget."""
        limits = self.engine.limits
        budget = limits.timeout_ms if timeout_ms is None else clamp(timeout_ms, limits.timeout_ms, 1, 60_000)
        self.state.counts["waits"] += 1
        try:
            run = self.engine.runs.take(run_id, self.scope)
        except CodeModeError as error:
            return self._rejected(error, self._telemetry(), run_id)
        run.telemetry.waits += 1
        run.telemetry.events.append("resumed")
        if run.yielded:
            run.yielded = False
            run.cell.resume()
        return await self._drive(run, time.monotonic() + budget / 1000, budget)

    async def abort(self, run_id: str) -> Failed:
        """End a run that is waiting; its open calls are cancelled."""
        try:
            run = self.engine.runs.take(run_id, self.scope)
        except CodeModeError as error:
            return self._rejected(error, self._telemetry(), run_id)
        await run.driver.stop()
        run.telemetry.events.append("aborted")
        self.engine.runs.end(run, "aborted")
        return self._failed(run, Failure("aborted", "the run was aborted"))

    async def _drive(self, run: SuspendedRun, deadline: float, budget: float) -> Completed | Waiting | Failed:
        began = time.perf_counter()
        try:
            outcome = await run.driver.drive(deadline, budget)
        except BaseException:
            self.engine.runs.end(run, "aborted")
            raise
        finally:
            run.telemetry.ms["run"] = run.telemetry.ms.get("run", 0.0) + _ms(began)
        if isinstance(outcome, Blocked):
            return await self._blocked(run, outcome)
        self.engine.runs.end(run, "completed")
        return self._ended(run, outcome)

    async def _blocked(self, run: SuspendedRun, outcome: Blocked) -> Waiting | Failed:
        run.yielded = outcome.reason == "yield"
        try:
            self.engine.runs.park(run)
        except CodeModeError as error:
            await run.driver.stop()
            return self._failed(run, Failure(error.code, error.message))
        run.telemetry.events.append("waiting")
        return self._waiting(run, outcome)

    # --- replies --------------------------------------------------------------------------------------------------

    def _ended(self, run: SuspendedRun, outcome: Ended) -> Completed | Failed:
        cell = run.cell
        if outcome.failure is not None or outcome.signal is None:
            return self._failed(run, outcome.failure or Failure("internal_error", "the run ended without an outcome"))
        try:
            cell.requests.commit()
        except CodeModeError as error:
            return self._failed(run, Failure(error.code, error.message))
        run.telemetry.events.append("completed")
        budget = self.engine.limits.max_output_bytes
        output, value, _ = fit(cell.printed.drain(), cell.value, "", budget, self.state.save_result)
        return Completed(
            run_id=cell.run_id,
            value=value,
            has_value=outcome.signal.has_value,
            exit_code=outcome.signal.exit_code,
            output=output,
            repairs=list(cell.compiled.repairs),
            warnings=list(cell.compiled.warnings),
            tool_calls=list(cell.records.values()),
            telemetry=self._told(run),
        )

    def _waiting(self, run: SuspendedRun, outcome: Blocked) -> Waiting:
        cell, now = run.cell, time.monotonic()
        pending = [
            PendingCall(id=o.call.call_id, tool=o.record.tool, ms=round((now - o.began) * 1000, 3))
            for o in cell.running.values()
        ]
        pending += [PendingCall(id=o.call.call_id, tool=o.record.tool, queued=True) for o in cell.queued]
        output, _, _ = fit(cell.printed.drain(), None, "", self.engine.limits.max_output_bytes, self.state.save_result)
        return Waiting(
            run_id=cell.run_id,
            reason=outcome.reason,
            note=outcome.note,
            pending_tool_calls=pending,
            output=output,
            repairs=list(cell.compiled.repairs),
            warnings=list(cell.compiled.warnings),
            tool_calls=list(cell.records.values()),
            telemetry=self._told(run),
        )

    def _failed(self, run: SuspendedRun, failure: Failure) -> Failed:
        cell = run.cell
        if failure.code == "timeout" or failure.code.endswith("_exceeded") or failure.code.startswith("too_many"):
            run.telemetry.limit = failure.code
        run.telemetry.events.append("failed")
        budget = self.engine.limits.max_output_bytes
        output, _, error = fit(cell.printed.drain(), None, failure.message, budget, self.state.save_result)
        return Failed(
            run_id=cell.run_id,
            code=failure.code,
            error=error,
            phase=phase_of(failure.code),
            hint=failure.hint,
            trace=failure.trace,
            exit_code=failure.exit_code,
            diagnostics=list(failure.diagnostics),
            output=output,
            repairs=list(cell.compiled.repairs),
            warnings=list(cell.compiled.warnings),
            tool_calls=list(cell.records.values()),
            telemetry=self._told(run),
        )

    def _rejected(self, error: CodeModeError, telemetry: Telemetry, run_id: str = "") -> Failed:
        diagnostics = list(error.diagnostics)
        return Failed(
            run_id=run_id,
            code=error.code,
            error=error.message,
            phase=error.phase,
            hint=diagnostics[0].hint if diagnostics else "",
            diagnostics=diagnostics,
            telemetry=telemetry,
        )

    def _telemetry(self) -> Telemetry:
        counts = self.state.counts
        return Telemetry(execs=counts["execs"], waits=counts["waits"], events=["started"])

    def _told(self, run: SuspendedRun) -> Telemetry:
        cell, told = run.cell, run.telemetry
        told.searches, told.describes = cell.requests.searches, cell.requests.describes
        told.calls = len(cell.records)
        told.called = list(dict.fromkeys(record.tool for record in cell.records.values()))
        told.steps = cell.machine.steps
        told.peak_memory_bytes = cell.peak_memory
        told.ms["tools"] = round(sum(record.ms for record in cell.records.values()), 3)
        return told.model_copy(deep=True)

    # --- the model-facing pair --------------------------------------------------------------------------------------

    def tools(self, dialect: Literal["openai", "anthropic", "mcp"] = "openai") -> list[dict[str, Any]]:
        """The two tools a model sees, `exec` and `wait`, in the form that an API wants."""
        from codemode.engine.definitions import definitions

        return definitions(dialect)

    async def handle(self, name: str, arguments: Mapping[str, Any]) -> Completed | Waiting | Failed:
        """Answer a call that a model made of one of the two tools."""
        given: dict[str, Any] = dict(arguments) if isinstance(cast(object, arguments), Mapping) else {}
        if name == "exec":
            return await self.exec(
                given.get("code"), command=given.get("command"), language=given.get("language", "go")
            )
        if name == "wait" and isinstance(given.get("run_id"), str):
            return await self.wait(given["run_id"])
        told = "wait needs run_id, a text" if name == "wait" else f"the tools are exec and wait, not {name!r}"
        return self._rejected(InputError(told), self._telemetry())


def _ms(began: float) -> float:
    return round((time.perf_counter() - began) * 1000, 3)


__all__ = ["Limits", "Session"]
