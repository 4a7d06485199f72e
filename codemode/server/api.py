"""The endpoints under /v1: run programs, wait for them, decide about their calls, look up tools."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from codemode.catalog import ToolEntry
from codemode.engine import Session
from codemode.engine.among_tools import among_tools
from codemode.engine.durable.approvals import Approved, Denied
from codemode.engine.effects import Effects
from codemode.engine.limits import MAX_BUDGET
from codemode.engine.replies import Reply
from codemode.engine.threads import aside, in_few
from codemode.errors import InputError
from codemode.orchestrator import CodeModeUTCP
from codemode.server.answers import MOST, Pieces
from codemode.server.hub import Hub
from codemode.server.idempotency import MEANING, KeyedRuns, key_of
from codemode.server.prompts import Prompts
from codemode.server.routes import ApiRequest, Endpoint, Refusal, as_json

MAX_SEARCH: Final = 50
MAX_NAME: Final = 200
MAX_TOOLS: Final = 100  # tools that an approval may name


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)  # true is no number, and "no" does not mean false


class ExecBody(_Body):
    """A program to run. `session` names what it shares with others of the same agent: saved values, attachments, runs."""

    code: str
    session: str = Field("default", max_length=MAX_NAME)
    data: Any = None
    timeout_ms: float | None = Field(None, gt=0, le=MAX_BUDGET)
    language: str | None = None


class WaitBody(_Body):
    """A run to continue."""

    run_id: str
    timeout_ms: float | None = Field(None, gt=0, le=MAX_BUDGET)


class ApproveBody(_Body):
    """An approval of a call, with other arguments if some are given. If the approval is for the whole program, the program may do all of its effects:
    `tools` are those that places with computed names may call; `program: false` approves this call alone."""

    call_id: str
    arguments: dict[str, Any] | None = None
    program: bool = True
    tools: list[str] = Field(default_factory=list[str], max_length=MAX_TOOLS)


class DenyBody(_Body):
    """A refusal of a call, with its reason. If the whole program asks, all its calls that ask are refused, except with `program: false`."""

    call_id: str
    reason: str = Field("", max_length=4000)
    program: bool = True


class EffectsBody(_Body):
    """The program whose effects are requested."""

    code: str
    session: str = Field("default", max_length=MAX_NAME)


class Decision(BaseModel):
    """The decision, about the whole program or about one call, and how many calls of the run are still undecided."""

    run_id: str
    call_id: str
    decision: str
    program: bool
    left: int


class ApprovalAnswer(BaseModel):
    """A call that waits for a person; it has `effects` if the approval is for the whole program."""

    call_id: str
    tool: str
    arguments: dict[str, Any]
    input_schema: dict[str, Any]
    effects: Effects | None


class ApprovalsAnswer(BaseModel):
    """The calls of a run that wait for a person, in the order in which they asked."""

    approvals: list[ApprovalAnswer]


class ToolAnswer(BaseModel):
    """A tool. It has schemas if it was requested by its id."""

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


class StatsAnswer(BaseModel):
    """Counts since the server began. `cache` is empty for a token of one agent, because the caches are those of all agents."""

    version: str
    protections: list[str]
    cache: dict[str, Any]


def endpoints(hub: Hub, front: CodeModeUTCP | None) -> list[Endpoint]:
    """Returns all endpoints under /v1 except those of runs and events."""
    prompts = Prompts(hub, front).endpoint()
    return [*_of_runs(_Runs(hub)), prompts, *_of_decisions(_Decisions(hub)), *_of_tools(_Look(hub))]


class _Runs:
    """Endpoints that run programs."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._keyed = KeyedRuns(hub)

    def _session(self, asked: ApiRequest) -> Session:
        return self._hub.engine.session(asked.who.agent, asked.body.session)

    async def exec(self, asked: ApiRequest) -> Any:
        body, key = asked.body, key_of(asked)
        self._hub.refuse_if_draining()
        with self._hub.busy():
            if key is not None:
                return await self._keyed.exec(asked, self._session(asked), key)
            return await self._session(asked).exec(
                body.code, data=body.data, timeout_ms=body.timeout_ms, language=body.language
            )

    async def run(self, asked: ApiRequest) -> Any:
        reply = await self.exec(asked)
        if asked.body.timeout_ms is not None:
            return reply  # the time is over, or the run
        while reply.status == "waiting" and reply.reason == "pending_tools" and not self._hub.draining:
            with self._hub.busy():
                reply = await self._hub.wait(asked.who, self._session(asked), reply.run_id, None)
        return reply

    async def wait(self, asked: ApiRequest) -> Any:
        body: WaitBody = asked.body
        self._hub.refuse_if_draining()
        with self._hub.busy():
            session = await self._hub.session_of(asked.who, body.run_id, (body.timeout_ms or float("inf")) / 1000)
            return await self._hub.wait(asked.who, session, body.run_id, body.timeout_ms)

    async def abort(self, asked: ApiRequest) -> Any:
        return await self._hub.abort(asked.who, asked.path["run_id"])

    async def effects(self, asked: ApiRequest) -> Any:
        body: EffectsBody = asked.body
        return await self._hub.engine.effects(body.code, asked.who.agent, body.session)


def _of_runs(runs: _Runs) -> list[Endpoint]:
    to_end = "Run a program to its end, until it needs a person, or until timeout_ms have passed."
    told = "What a program may do, without running it."
    keyed = (("Idempotency-Key", MEANING),)
    return [
        Endpoint("POST", "/v1/exec", runs.exec, "Run a program.", "run", Reply, ExecBody, headers=keyed, waits=True),
        Endpoint("POST", "/v1/run", runs.run, to_end, "run", Reply, ExecBody, headers=keyed, waits=True),
        Endpoint("POST", "/v1/wait", runs.wait, "Continue a run that waits.", "run", Reply, WaitBody, waits=True),
        Endpoint("POST", "/v1/effects", runs.effects, told, "read", Effects, EffectsBody),
        Endpoint(
            "POST",
            "/v1/runs/{run_id}/abort",
            runs.abort,
            "End a run that waits, or that a worker drives.",
            "run",
            Reply,
        ),
    ]


class _Decisions:
    """Endpoints for people's decisions."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def approvals(self, asked: ApiRequest) -> Any:
        async def pieces() -> Pieces:
            calls = await self._hub.asked(asked.who, asked.path["run_id"])
            shown = [ApprovalAnswer.model_validate(call, from_attributes=True) for call in calls]
            yield await in_few(lambda: as_json(ApprovalsAnswer(approvals=shown)))

        return self._hub.answers.make(asked.who.name, MOST, pieces, "application/json")

    async def approve(self, asked: ApiRequest) -> Any:
        body: ApproveBody = asked.body
        approved = Approved(body.arguments, body.program, tuple(body.tools))
        return await self._hub.decide(asked.who, asked.path["run_id"], body.call_id, approved)

    async def deny(self, asked: ApiRequest) -> Any:
        body: DenyBody = asked.body
        denied = Denied(body.reason, body.program)
        return await self._hub.decide(asked.who, asked.path["run_id"], body.call_id, denied)


def _of_decisions(people: _Decisions) -> list[Endpoint]:
    at, waiting = "/v1/runs/{run_id}", "The calls of a run that wait for a person."
    return [
        Endpoint("GET", f"{at}/approvals", people.approvals, waiting, "read", ApprovalsAnswer),
        Endpoint("POST", f"{at}/approve", people.approve, "Approve a call.", "approve", Decision, ApproveBody),
        Endpoint("POST", f"{at}/deny", people.deny, "Refuse a call.", "approve", Decision, DenyBody),
    ]


class _Look:
    """Endpoints for tools, for values that replies have cut, and for counts."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._engine = hub.engine

    def _session(self, asked: ApiRequest) -> Session:
        return self._engine.session(asked.who.agent, asked.query("session", "default"))

    async def tools(self, asked: ApiRequest) -> Any:
        catalog = await self._engine.catalog(asked.who.agent)
        query, limit = asked.query("query"), asked.number("limit", 20, MAX_SEARCH)
        first = list(catalog.entries[:limit])
        found = await among_tools(catalog, lambda: catalog.search(query, limit)) if query else first
        return ToolsAnswer(tools=[_tool(entry) for entry in found], total=len(catalog))

    async def tool(self, asked: ApiRequest) -> Any:
        catalog = await self._engine.catalog(asked.who.agent)
        entry = catalog.get(asked.path["name"])
        if entry is None:
            near = (await among_tools(catalog, lambda: catalog.suggest(asked.path["name"][:MAX_NAME])))[:3]
            hint = f"did you mean {' or '.join(near)}?" if near else ""
            raise Refusal(404, "tool_not_found", "there is no such tool", hint)
        answer = _tool(entry)
        answer.declaration = catalog.declaration(entry)
        answer.input_schema = dict(entry.input_schema)
        answer.output_schema = dict(entry.output_schema) if entry.output_schema is not None else None
        return answer

    async def result(self, asked: ApiRequest) -> Any:
        session, id = self._session(asked), asked.path["result_id"]

        async def pieces() -> Pieces:
            try:
                yield await _sendable((await session.state.results.encoded(id)).data)
            except KeyError:
                told = f"there is no result {id[:80]!r} in this session, or it is no longer kept"
                raise Refusal(404, "not_found", told) from None

        # while it is read, it is there as a text and as bytes
        size = 2 * dict(await self._engine.store.values(session.scope, "result")).get(id, 0)
        return self._hub.answers.make(asked.who.name, size, pieces, "application/json")

    async def attachment(self, asked: ApiRequest) -> Any:
        session, id = self._session(asked), asked.path["attachment_id"]

        async def pieces() -> Pieces:
            try:
                yield (await session.attachment(id)).data
            except InputError as missing:
                raise Refusal(404, "not_found", missing.message) from None

        size = next((each.size for each in await self._engine.store.files(session.scope) if each.id == id), 0)
        # a browser must not show the result of a tool as a page of this server
        headers = {"content-disposition": "attachment"}
        return self._hub.answers.make(asked.who.name, size, pieces, "application/octet-stream", headers)

    async def stats(self, asked: ApiRequest) -> Any:
        engine = self._engine
        # a hit in the cache tells that somebody has run just this program
        counts = asdict(engine.cache.stats()) if asked.who.sees_all else {}
        return StatsAnswer(version=engine.version, protections=engine.protections, cache=counts)


async def _sendable(data: bytes) -> bytes:
    """JSON of a program as it can be sent. It is not read and written again: a list of a million numbers would keep the event loop standing."""
    if b"\xed" not in data:  # with which halves of surrogate pairs begin
        return data
    return await aside(data, lambda: data.decode(errors="surrogatepass").encode(errors="backslashreplace"))


def _of_tools(look: _Look) -> list[Endpoint]:
    search = (("query", "string", "Words to look for."), ("limit", "integer", f"At most {MAX_SEARCH}."))
    of_session = (("session", "string", "The session; without it, the one named default."),)
    found = "Search tools, or list the first ones."
    cut, counts = "The full text of what a reply cut.", "Counts of caches, and what protects the host."
    file = Endpoint(
        "GET",
        "/v1/attachments/{attachment_id}",
        look.attachment,
        "The bytes of an attachment.",
        "read",
        parameters=of_session,
        media_type="application/octet-stream",
    )
    return [
        Endpoint("GET", "/v1/tools", look.tools, found, "read", ToolsAnswer, parameters=search),
        Endpoint("GET", "/v1/tools/{name}", look.tool, "One tool with its schemas.", "read", ToolAnswer),
        Endpoint("GET", "/v1/results/{result_id}", look.result, cut, "read", Any, parameters=of_session),
        file,
        Endpoint("GET", "/v1/stats", look.stats, counts, "read", StatsAnswer),
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
