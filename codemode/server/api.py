"""/v1: run programs, wait for them, decide about their calls, look tools up."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from codemode.catalog import ToolEntry
from codemode.engine import Session
from codemode.engine.effects import Effects
from codemode.engine.replies import Reply
from codemode.orchestrator import CodeModeUTCP
from codemode.orchestrator.front import CALL_TIMEOUT
from codemode.server.hub import Hub
from codemode.server.routes import Asked, Endpoint, Refusal

MAX_SEARCH: Final = 50
MAX_NAME: Final = 200


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ExecBody(_Body):
    """A program to run. `session` names what it shares with others of the same agent: saved values, attachments, runs."""

    code: str
    session: str = Field("default", max_length=MAX_NAME)
    data: Any = None
    timeout_ms: float | None = Field(None, gt=0)
    language: str | None = None


class WaitBody(_Body):
    """A run to go on with."""

    run_id: str
    timeout_ms: float | None = Field(None, gt=0)


class ApproveBody(_Body):
    """A call that may be made, with other arguments if some are given."""

    call_id: str
    arguments: dict[str, Any] | None = None


class DenyBody(_Body):
    """A call that may not be made, and why."""

    call_id: str
    reason: str = Field("", max_length=4000)


class CallBody(_Body):
    """A prompt for the model of the server."""

    prompt: str
    timeout_ms: float | None = Field(None, gt=0)


class EffectsBody(_Body):
    """A program to look at."""

    code: str
    session: str = Field("default", max_length=MAX_NAME)


class Decision(BaseModel):
    """What was decided, and how many calls of the run are still to be decided."""

    run_id: str
    call_id: str
    decision: str
    left: int


class ToolAnswer(BaseModel):
    """A tool: its schemas where it was asked for by its id."""

    id: str
    name: str
    description: str
    source: str
    source_name: str
    tags: list[str] = []
    streaming: bool = False
    read_only: bool | None = None
    declaration: str = ""
    input_schema: dict[str, Any] | None = None
    output_schema: dict[str, Any] | None = None


class ToolsAnswer(BaseModel):
    """Tools that fit a query, best first; `total` is how many the caller may use."""

    tools: list[ToolAnswer]
    total: int


class CallAnswer(BaseModel):
    """What the model's program gave. `used_tools` is False where no tool was needed."""

    status: str
    used_tools: bool
    value: Any = None
    code: str = ""
    run_id: str = ""


class StatsAnswer(BaseModel):
    """Counts since the server began."""

    version: str
    protections: list[str]
    cache: dict[str, Any]


def endpoints(hub: Hub, front: CodeModeUTCP | None) -> list[Endpoint]:
    """All of /v1 but runs and events."""
    engine = hub.engine

    def session(asked: Asked, name: str) -> Session:
        return engine.session(asked.who.agent, name)

    async def exec(asked: Asked) -> Any:
        body: ExecBody = asked.body
        hub.refuse_if_draining()
        with hub.busy():
            return await session(asked, body.session).exec(
                body.code, data=body.data, timeout_ms=body.timeout_ms, language=body.language
            )

    async def run(asked: Asked) -> Any:
        reply = await exec(asked)
        while reply.status == "waiting" and reply.reason == "pending_tools":
            with hub.busy():
                reply = await session(asked, asked.body.session).wait(reply.run_id)
        return reply

    async def wait(asked: Asked) -> Any:
        body: WaitBody = asked.body
        hub.refuse_if_draining()
        with hub.busy():
            return await (await hub.session_of(asked.who, body.run_id)).wait(body.run_id, timeout_ms=body.timeout_ms)

    async def approve(asked: Asked) -> Any:
        body: ApproveBody = asked.body
        return await hub.decide(asked.who, asked.path["run_id"], body.call_id, body.arguments)

    async def deny(asked: Asked) -> Any:
        body: DenyBody = asked.body
        return await hub.decide(asked.who, asked.path["run_id"], body.call_id, None, reason=body.reason, approved=False)

    async def abort(asked: Asked) -> Any:
        run_id = asked.path["run_id"]
        return await (await hub.session_of(asked.who, run_id)).abort(run_id)

    async def tools(asked: Asked) -> Any:
        catalog = await engine.catalog(asked.who.agent)
        query, limit = asked.query("query"), asked.number("limit", 20, MAX_SEARCH)
        found = catalog.search(query, limit) if query else list(catalog.entries[:limit])
        return ToolsAnswer(tools=[_tool(entry) for entry in found], total=len(catalog))

    async def tool(asked: Asked) -> Any:
        catalog = await engine.catalog(asked.who.agent)
        entry = catalog.get(asked.path["name"])
        if entry is None:
            near = catalog.suggest(asked.path["name"][:MAX_NAME])[:3]
            hint = f"did you mean {' or '.join(near)}?" if near else ""
            raise Refusal(404, "tool_not_found", "there is no such tool", hint)
        answer = _tool(entry)
        answer.declaration = catalog.declaration(entry)
        answer.input_schema = dict(entry.input_schema)
        answer.output_schema = dict(entry.output_schema) if entry.output_schema is not None else None
        return answer

    async def effects(asked: Asked) -> Any:
        body: EffectsBody = asked.body
        return await engine.effects(body.code, asked.who.agent, body.session)

    async def call(asked: Asked) -> Any:
        body: CallBody = asked.body
        if front is None:
            raise Refusal(
                501, "no_model", "this server has no model: start it with --model, or send a program to /v1/exec"
            )
        hub.refuse_if_draining()
        with hub.busy():
            outcome = await front.call_tool(body.prompt, timeout=body.timeout_ms or CALL_TIMEOUT)
        return CallAnswer(
            status=outcome.status,
            used_tools=outcome.used_tools,
            value=outcome.value,
            code=outcome.code,
            run_id=outcome.run_id,
        )

    async def result(asked: Asked) -> Any:
        return await session(asked, asked.query("session", "default")).result(asked.path["result_id"])

    async def attachment(asked: Asked) -> Any:
        found = await session(asked, asked.query("session", "default")).attachment(asked.path["attachment_id"])
        # what a tool gave is never shown as a page of ours
        headers = {"content-disposition": "attachment"}
        return Response(found.data, media_type="application/octet-stream", headers=headers)

    async def stats(asked: Asked) -> Any:
        return StatsAnswer(version=engine.version, protections=engine.protections, cache=asdict(engine.cache.stats()))

    of_session = (("session", "string", "The session; default is its name where none is given."),)
    return [
        Endpoint("POST", "/v1/exec", exec, "Run a program.", "run", Reply, ExecBody),
        Endpoint(
            "POST", "/v1/run", run, "Run a program to its end, or to where it needs a person.", "run", Reply, ExecBody
        ),
        Endpoint("POST", "/v1/wait", wait, "Go on with a run that waits.", "run", Reply, WaitBody),
        Endpoint(
            "POST", "/v1/effects", effects, "What a program may do, without running it.", "read", Effects, EffectsBody
        ),
        Endpoint("POST", "/v1/runs/{run_id}/approve", approve, "Let a call be made.", "approve", Decision, ApproveBody),
        Endpoint("POST", "/v1/runs/{run_id}/deny", deny, "Refuse a call.", "approve", Decision, DenyBody),
        Endpoint("POST", "/v1/runs/{run_id}/abort", abort, "End a run that waits.", "run", Reply),
        Endpoint(
            "GET",
            "/v1/tools",
            tools,
            "Search tools, or list the first.",
            "read",
            ToolsAnswer,
            parameters=(("query", "string", "Words to look for."), ("limit", "integer", f"At most {MAX_SEARCH}.")),
        ),
        Endpoint("GET", "/v1/tools/{name}", tool, "One tool with its schemas.", "read", ToolAnswer),
        Endpoint("POST", "/v1/call", call, "Answer a prompt with a program.", "run", CallAnswer, CallBody),
        Endpoint(
            "GET",
            "/v1/results/{result_id}",
            result,
            "The whole of what a reply cut.",
            "read",
            Any,
            parameters=of_session,
        ),
        Endpoint(
            "GET",
            "/v1/attachments/{attachment_id}",
            attachment,
            "The bytes of an attachment.",
            "read",
            parameters=of_session,
            media_type="application/octet-stream",
        ),
        Endpoint("GET", "/v1/stats", stats, "Counts of caches, and what protects the host.", "read", StatsAnswer),
    ]


def _tool(entry: ToolEntry) -> ToolAnswer:
    return ToolAnswer(
        id=entry.id,
        name=entry.name,
        description=entry.description,
        source=entry.source,
        source_name=entry.source_name,
        tags=list(entry.tags),
        streaming=entry.streaming,
        read_only=entry.read_only,
    )
