"""`codemode exec`, `wait`, `runs`, `approve`, `deny` and `abort`: runs that one process begins and another one finishes."""

from __future__ import annotations

import asyncio
import json as json_
import os
import shlex
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from codemode.engine import Attachment, Completed, Failed, Session, Waiting
from codemode.engine.durable.approval_requests import Approvals, PendingCall
from codemode.engine.durable.approvals import Approved, Denied, decide
from codemode.engine.durable.jobs import NOT_HERE, Job
from codemode.engine.durable.leases import lapsed
from codemode.engine.durable.shown_urls import without_password
from codemode.engine.durable.store import RunInfo, Scope
from codemode.engine.durable.store_urls import store_path
from codemode.engine.effects import Effects
from codemode.engine.escaping import escaped
from codemode.engine.session_host import SessionHost
from codemode.errors import ConfigError, InputError, RunError
from codemode.terminal.attachment_files import make_folder, save_attachments
from codemode.terminal.exits import DONE, FAILED
from codemode.terminal.inputs import EngineRequest, limits_of, parse_data, read_source, tell_warnings
from codemode.terminal.json_output import put
from codemode.terminal.printing import Printer
from codemode.terminal.programs import language_in, show_end, status_of
from codemode.terminal.render import failure_text, quoted, tell, value_text
from codemode.terminal.unfinished_calls import UnfinishedCalls

NO_STORE = "there is no run store: name one with --store sqlite:///runs.db, or in CODEMODE_STORE"
AGENT, SESSION = "cli", "default"
AT_ONCE = 64  # journals that a list reads
LOOK_SECONDS = 0.05  # seconds between two checks whether calls are still open


@dataclass(slots=True, frozen=True, kw_only=True)
class RunsRequest(EngineRequest):
    """What the commands about runs have in common."""

    agent: str = AGENT
    session: str = SESSION
    timeout_ms: int | None = None
    max_steps: int | None = None
    ttl: int | None = None
    strict: bool = False
    language: str | None = None
    json: bool = False
    attachments: str | None = None

    @asynccontextmanager
    async def opened(self, *, begins: bool = False, watch: UnfinishedCalls | None = None) -> AsyncGenerator[Session]:
        """Yields the session on an engine that is closed at the end. Only `begins` creates a missing store. Raises ConfigError."""
        if not self.store:
            raise ConfigError(NO_STORE)
        make_folder(self.attachments)
        path = store_path(self.store)
        if path is not None and not begins and not Path(path).exists():
            raise ConfigError(f"there is no run store {path}: check its name; exec creates it")
        limits = limits_of(timeout_ms=self.timeout_ms, max_steps=self.max_steps, snapshot_ttl_seconds=self.ttl)
        options: dict[str, Any] = {"languages": (self.language,)} if self.language else {}
        options |= {"strict": self.strict, "on_event": watch.hear if watch is not None else None}
        async with self.made(limits, **options) as engine, engine:
            yield engine.session(self.agent, self.session)

    def shows(self, scope: Scope) -> bool:
        """Whether a list shows the runs of an agent and session."""
        return self.agent in (scope[0], "") and self.session in (scope[1], "")

    def command(self, *words: str, tools: bool = False) -> str:
        """Returns a command line for the same runs, to show it."""
        store = without_password(self.store or "")
        if store != self.store == os.environ.get("CODEMODE_STORE"):
            store = ""  # the next command finds it there, with its password
        given = [("--store", store)]
        given += [("--agent", self.agent)] if self.agent != AGENT else []
        given += [("--session", self.session)] if self.session != SESSION else []
        if tools:
            given += self.tools.options()
            given += [("--policy", self.policy), ("--isolation", self.isolation)]
        flags = [part for name, value in given if value for part in (name, value)]
        return shlex.join(["codemode", *words, *flags])


# --- exec and wait -----------------------------------------------------------------------------------------------------


async def exec_file(request: RunsRequest, file: str | None, code: str | None, data: str | None) -> int:
    name, code = read_source(file, code)
    given = parse_data(data)
    request = replace(request, language=language_in(name, request.language))
    watch = UnfinishedCalls()
    async with request.opened(begins=True, watch=watch) as session:
        teller = _Teller(request, session, name)
        try:
            reply = await session.exec(code, data=given, timeout_ms=request.timeout_ms, on_output=teller.hear)
            return await teller.told(reply)
        except asyncio.CancelledError:
            await teller.interrupted(watch)
            raise


async def wait_run(request: RunsRequest, run_id: str) -> int:
    watch = UnfinishedCalls()
    async with request.opened(watch=watch) as session:
        teller = _Teller(request, session, run_id)
        try:
            reply = await session.wait(run_id, timeout_ms=request.timeout_ms, on_output=teller.hear)
            return await teller.told(reply)
        except asyncio.CancelledError:
            watch.run_id = run_id
            await teller.interrupted(watch)
            raise


class _Teller:
    """Waits while calls are open, because they end with this process, and prints the result."""

    def __init__(self, request: RunsRequest, session: Session, name: str) -> None:
        self.request = request
        self.session = session
        self.name = name
        self.output: list[Any] = []
        self.attachments: list[Attachment] = []
        self._printer = Printer()
        self.hear = None if request.json else self._printer.write

    async def interrupted(self, watch: UnfinishedCalls) -> None:
        """Prints the state of an interrupted run, and its calls under way."""
        waits = watch.run_id and any(info.run_id == watch.run_id for info in await self.session.engine.store.list())
        lines = watch.calls_under_way()
        if waits:
            lines += [
                f"{watch.run_id} is unchanged; continue it:",
                f"  {self.request.command('wait', watch.run_id, tools=True)}",
            ]
        elif watch.run_id:
            lines.append(f"{watch.run_id} was aborted")
        tell("\n".join(lines))

    async def told(self, reply: Completed | Waiting | Failed) -> int:
        tell_warnings(self.session.engine)
        self._keep(reply)
        while isinstance(reply, Waiting) and reply.reason == "pending_tools" and self.request.timeout_ms is None:
            reply = await self.session.wait(reply.run_id, on_output=self.hear)
            self._keep(reply)
        if isinstance(reply, Waiting):
            await self._settled(reply)
        if self.request.json:
            put(reply.model_copy(update={"output": self.output, "attachments": self.attachments}).model_dump_json())
        else:
            await self._show(reply)
        save_attachments(self.attachments, self.request.attachments)
        return status_of(reply)

    async def _show(self, reply: Completed | Waiting | Failed) -> None:
        self._printer.end_line()
        if isinstance(reply, Waiting):
            self._printer.tell(_waiting_text(self.request, reply))
        else:
            await show_end(self._printer, self.session, reply, self.name, self.request.tools)

    async def _settled(self, reply: Waiting) -> None:
        """Lets open calls end before this process does while the run waits for a person, unless the time is limited."""
        runs = self.session.engine.runs
        kept = runs.kept(reply.run_id)
        while kept is not None and kept.cell.running and self.request.timeout_ms is None:
            await asyncio.sleep(LOOK_SECONDS)

    def _keep(self, reply: Completed | Waiting | Failed) -> None:
        self.output += reply.output
        self.attachments += reply.attachments


def approval_lines(
    request: RunsRequest, run_id: str, call_id: str, tool: str, arguments: Any, effects: Effects | None = None
) -> list[str]:
    """Returns lines for a call that waits for approval: the call, the effects of its program if that is approved, and the commands."""
    lines = [f"waiting for approval of {tool} {value_text(arguments)}:"]
    if effects is not None:
        lines += ["  and with it approval of the whole program, which can do this:", *_indented(effects)]
    return [
        *lines,
        f"  {request.command('approve', run_id, call_id)}",
        f"  {request.command('deny', run_id, call_id)}",
    ]


def _indented(effects: Effects) -> list[str]:
    return [f"    {line}" for line in str(effects).splitlines()]


def _waiting_text(request: RunsRequest, reply: Waiting) -> str:
    """Returns what the run waits for, and the next commands."""
    lines: list[str] = []
    for call in reply.pending_tool_calls:
        if call.needs_approval:
            lines += approval_lines(request, reply.run_id, call.id, call.tool, call.arguments, call.effects)
    if reply.reason == "yield":
        lines.append(f"the program yielded control{f': {quoted(reply.note)}' if reply.note else ''}")
    running = [call.tool for call in reply.pending_tool_calls if not call.needs_approval]
    if running and request.timeout_ms is not None:
        told = (
            "calls that had not ended: read-only and idempotent ones are repeated, the effect of the others is unknown"
        )
        lines.append(f"{', '.join(running)}: {told}")
    lines.append(f"then continue {reply.run_id}:" if lines else f"continue {reply.run_id}:")
    lines.append(f"  {request.command('wait', reply.run_id, tools=True)}")
    return "\n".join(lines)


# --- approve, deny, abort ----------------------------------------------------------------------------------------------


async def decide_call(request: RunsRequest, run_id: str, call_id: str, decision: Approved | Denied) -> int:
    async with request.opened() as session:
        asked = next((call for call in await _asked(session.engine, run_id) if call.call_id == call_id), None)
        decided = await decide(session.engine.runs, session.scope, call_id, run_id, decision)
        left = await _asked(session.engine, run_id)
        jobs = session.engine.store.jobs
        submitted = jobs is not None and await jobs.get(run_id) is not None
    told = "approved" if isinstance(decision, Approved) else "denied"
    if request.json:
        found = {"run_id": run_id, "call_id": call_id, "decision": told, "program": decided.program, "left": len(left)}
        put(json_.dumps(found))
        return DONE
    edited = decision.arguments if isinstance(decision, Approved) else None
    shown = value_text(edited if edited is not None else asked.arguments) if asked is not None else ""
    tell(f"{told}: {decided.tool} {shown}".rstrip(), stdout=True)
    if decided.program and asked is not None and asked.effects is not None:
        tell("\n".join([f"{told}: the whole program, which can do this:", *_indented(asked.effects)]), stdout=True)
    if left:
        tell(f"{len(left)} more calls of {run_id} wait for a decision: {', '.join(call.call_id for call in left)}")
    elif submitted:
        tell("now a worker continues the run")
    else:
        going = request.command("wait", run_id)
        tell(f"now continue the run, with the same tools and policy: {going}")
    return DONE


def edited_arguments(text: str | None) -> dict[str, Any] | None:
    if text is None:
        return None
    try:
        found = json_.loads(text)
    except ValueError as error:
        raise ConfigError(f"--arguments is not JSON: {error}") from error
    if not isinstance(found, dict):
        raise InputError('--arguments must be a JSON object with all arguments of the call: {"to": "Ann"}')
    return cast("dict[str, Any]", found)


async def _asked(engine: SessionHost, run_id: str) -> list[PendingCall]:
    try:
        return Approvals.of(await engine.store.read(run_id)).asked
    except RunError:
        return []  # `decide` raises the error for such a run


async def abort_run(request: RunsRequest, run_id: str) -> int:
    async with request.opened() as session:
        reply = await session.abort(run_id)
    if request.json:
        put(reply.model_dump_json())
    elif reply.is_abort:
        tell(f"{run_id} was aborted", stdout=True)
    else:
        tell(failure_text(reply, run_id))
    return DONE if reply.is_abort else FAILED


# --- runs --------------------------------------------------------------------------------------------------------------


async def list_runs(request: RunsRequest) -> int:
    """Lists all runs of the store, of every agent and session; --agent and --session select."""
    async with request.opened() as session:
        store = session.engine.store
        now = time.time()
        await session.engine.runs.expire_all()
        live = [info for info in await store.list() if request.shows(info.scope)]
        found: list[dict[str, Any]] = []
        for some in (live[at : at + AT_ONCE] for at in range(0, len(live), AT_ONCE)):
            asked = await asyncio.gather(*(_asked(session.engine, info.run_id) for info in some))
            found += [_described(info, calls, now) for info, calls in zip(some, asked, strict=True)]
        if store.jobs is not None:
            found = _with_jobs(found, [job for job in await store.jobs.open() if request.shows(job.scope)], now)
    if request.json:
        put(json_.dumps(found, ensure_ascii=False))
    elif found:
        _print_table(found)
    else:
        tell("codemode: no runs are waiting")
    return DONE


def _with_jobs(found: list[dict[str, Any]], jobs: list[Job], now: float) -> list[dict[str, Any]]:
    """Adds the submitted runs that no host drives, with the reason."""
    known = {run["run_id"]: run for run in found}
    for job in jobs:
        if job.state == "resting" and job.reason == NOT_HERE and job.run_id in known:
            known[job.run_id]["reason"] = job.reason
        if job.state != "queued":
            continue
        if job.run_id not in known:
            fresh = RunInfo(job.run_id, job.scope, "waiting", "", job.created_at, None, 0, "", 0.0)
            found.append(known.setdefault(job.run_id, _described(fresh, [], now)))
        known[job.run_id] |= {"state": "queued", "reason": job.reason}
    return found


def _described(info: RunInfo, asked: list[PendingCall], now: float) -> dict[str, Any]:
    interrupted = info.state == "running" and lapsed(info.owner, info.lease_until, now)
    return {
        "run_id": info.run_id,
        "agent": info.scope[0],
        "session": info.scope[1],
        "state": "interrupted" if interrupted else info.state,
        "reason": "decided" if info.reason == "approval" and not asked else info.reason,
        "age_seconds": round(now - info.created_at, 1),
        "expires_in_seconds": round(info.expires_at - now, 1) if info.expires_at is not None else None,
        "bytes": info.size,
        "approvals": [
            {
                "call_id": call.call_id,
                "tool": call.tool,
                "arguments": call.arguments,
                "effects": call.effects.model_dump(mode="json") if call.effects is not None else None,
            }
            for call in asked
        ],
    }


def _print_table(found: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Column, Table
    from rich.text import Text

    # people copy the id, also in a narrow terminal
    table = Table(Column("run", no_wrap=True), "of", "state", "age", "expires in", "to approve")
    for run in found:
        state = f"{run['state']}: {run['reason']}" if run["reason"] else run["state"]
        decided = "nothing: continue it with codemode wait" if run["reason"] == "decided" else ""
        asked = "\n".join(map(_asked_text, run["approvals"])) or decided
        expiry = _span(run["expires_in_seconds"]) if run["expires_in_seconds"] is not None else "never"
        cells = (run["run_id"], f"{run['agent']}/{run['session']}", state, _span(run["age_seconds"]), expiry, asked)
        table.add_row(*(Text(escaped(cell, keep="\n"), overflow="fold") for cell in cells))
    # a pipe gets whole lines
    console = Console(width=None if sys.stdout.isatty() else 200, highlight=False)
    console.print(table)


def _asked_text(call: dict[str, Any]) -> str:
    lines = [f"{call['call_id']} {call['tool']} {value_text(call['arguments'])}"]
    if call["effects"] is not None:
        lines += ["and with it the whole program:", *_indented(Effects.model_validate(call["effects"]))]
    return "\n".join(lines)


def _span(seconds: float) -> str:
    for unit, size in (("d", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{max(0.0, seconds):.0f} s"
