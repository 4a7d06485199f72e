"""The two tools over MCP: exec and wait, progress while a program runs, approvals by elicitation, Go declarations as resources."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import mcp.types as t
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from codemode.catalog import ToolEntry
from codemode.catalog.declarations import Shown
from codemode.engine import Completed, Failed, Session, Waiting
from codemode.engine.api_files import ApiFiles
from codemode.engine.durable.approval_requests import PendingCall
from codemode.engine.events import CallEnded, CallProgress, CallStarted, RunEvent, RunOutput
from codemode.engine.model_content import reply_content
from codemode.server.access import LOCAL, Identity
from codemode.server.events import Ended
from codemode.server.hub import Hub
from codemode.server.mcp_questions import Questions, form_of
from codemode.server.mcp_sessions import Room

SESSION: Final = "mcp"
PAGE: Final = 500  # resources at a time
FILES: Final = "codemode://declarations/"

Context = ServerRequestContext[Any]
Reply = Completed | Waiting | Failed
WhoAsks = Callable[[Context], Identity]


CLOSED = "The person at this client closed the form without a decision; wait shows it again."
REFUSED = "That decision could not be applied; wait shows the form again."
MORE = "There is more to decide: call wait to go on."
ROUNDS: Final = 8  # forms for one request; clients of 2026-07-28 give up after ten


def local(_: Context) -> Identity:
    """The caller over stdio: the process that started this one."""
    return LOCAL


def nobody(_: str) -> str:
    """What the model is told of a run whose calls nobody can decide about."""
    return (
        "Nobody can approve the call: this client shows no forms, and this server keeps runs in memory only. Tell the user to start codemode mcp "
        "with --store, or to use a client that shows forms (elicitation)."
    )


def build(
    hub: Hub,
    who: WhoAsks = local,
    link: Callable[[str], str] | None = None,
    elsewhere: Callable[[str], str] = nobody,
) -> Server[Any]:
    """Makes the server. `who` returns the sender of a request, `link` the address at which a person can see a run and decide about its calls;
    without a `link`, `elsewhere` tells where a person can decide about a run if the client cannot ask."""
    return _Doors(hub, who, link, elsewhere).server()


class _Doors:
    def __init__(
        self, hub: Hub, who: WhoAsks, link: Callable[[str], str] | None, elsewhere: Callable[[str], str]
    ) -> None:
        self._elsewhere = elsewhere
        self._hub = hub
        self._room = Room()
        self._who = who
        self._link = link

    def server(self) -> Server[Any]:
        return Server(
            "codemode",
            version=self._hub.engine.version,
            title="codemode",
            instructions="Write one small program for exec instead of many tool calls. Go on with wait when a run waits.",
            on_list_tools=self._tools,
            on_call_tool=self._call,
            on_list_resources=self._resources,
            on_read_resource=self._read,
        )

    def _session(self, context: Context) -> tuple[Session, Identity]:
        who = self._who(context)
        return self._hub.engine.session(who.agent, SESSION), who

    # --- tools ----------------------------------------------------------------------------------------------------

    async def _tools(self, context: Context, _: t.PaginatedRequestParams | None) -> t.ListToolsResult:
        session, who = self._session(context)
        _check_may(who, "run", "read")  # without the list, nobody can run anything
        listed = await session.definitions("mcp")
        hints = {"exec": t.ToolAnnotations(title="Run a program"), "wait": t.ToolAnnotations(title="Continue a run")}
        return t.ListToolsResult(
            tools=[
                t.Tool(
                    name=each["name"],
                    description=each["description"],
                    input_schema=each["inputSchema"],
                    annotations=hints[each["name"]],
                )
                for each in listed
            ]
        )

    async def _call(
        self, context: Context, params: t.CallToolRequestParams
    ) -> t.CallToolResult | t.InputRequiredResult:
        session, who = self._session(context)
        if "run" not in who.scopes:
            return _error(who.refusal("run"))
        if self._hub.draining:
            return _error("the server is shutting down: ask again when it is back")
        progress = _Progress(context)
        with self._room.taken(who.name, _size_of(context)) as is_free:
            if not is_free:
                return _error("too many calls with large arguments are under way; try again when one has ended")
            try:
                return await self._called(context, params, session, who, progress.tell)
            finally:
                progress.end()

    async def _called(
        self,
        context: Context,
        params: t.CallToolRequestParams,
        session: Session,
        who: Identity,
        listen: Callable[[RunEvent], Any],
    ) -> t.CallToolResult | t.InputRequiredResult:
        may_ask = "approve" in who.scopes and _can_ask(context)
        undecided = CLOSED if may_ask else ""
        if not may_ask and self._link is None:
            session.answer_timeout = None  # the person has no other way to answer
        told: list[str] = []
        rounds, decide = 0, partial(self._hub.decide_in, session, who)
        if may_ask and params.input_responses is not None and params.request_state:
            run_id, rounds = _state_of(params.request_state)
            decided = await Questions(session, run_id, told, decide).take_all(params.input_responses)
            reply = await self._waited(session, who, {"run_id": run_id}, listen)
            may_ask = decided  # a person who did not answer is not asked again
        elif params.name == "wait":
            reply = await self._waited(session, who, params.arguments or {}, listen)
        else:
            with self._hub.busy():
                reply = await session.handle(params.name, params.arguments or {}, on_event=listen)
        while may_ask and isinstance(reply, Waiting) and reply.reason == "approval":
            questions = Questions(session, reply.run_id, told, decide)
            asked = await questions.open()
            if context.protocol_version in MODERN_PROTOCOL_VERSIONS:
                if rounds >= ROUNDS:
                    undecided = MORE
                    break
                requests: dict[str, Any] = {call.call_id: t.ElicitRequest(params=form_of(call)) for call in asked}
                state = json.dumps({"run_id": reply.run_id, "rounds": rounds + 1})
                return t.InputRequiredResult(input_requests=requests, request_state=state)
            if not await self._ask(context, questions, asked):
                undecided = REFUSED if told else CLOSED
                break
            reply = await self._waited(session, who, {"run_id": reply.run_id}, listen)
        return self._result(reply, told, undecided)

    async def _waited(
        self, session: Session, who: Identity, arguments: dict[str, Any], listen: Callable[[RunEvent], Any]
    ) -> Reply:
        """Returns the reply of a wait, also if somebody else has decided meanwhile and has received the last reply."""
        run_id = str(arguments.get("run_id"))
        with self._hub.busy():
            await self._hub.driven(run_id)
            reply = await session.handle("wait", arguments, on_event=listen)
            reply = await self._hub.in_turn(session, reply, on_event=listen)
            return await self._hub.again(who, session, run_id, reply)

    def _result(self, reply: Reply, told: list[str], undecided: str) -> t.CallToolResult:
        content: list[Any] = [_block(part) for part in reply_content(reply, "mcp")]
        if isinstance(reply, Waiting) and reply.reason == "approval":
            at = f"A person decides at {self._link(reply.run_id)}; then call wait." if self._link is not None else ""
            other = "" if undecided and self._elsewhere is nobody else self._elsewhere(reply.run_id)
            told = [*told, undecided, at or other]
        content += [t.TextContent(text=line) for line in told if line]
        return t.CallToolResult(content=content, is_error=isinstance(reply, Failed))

    async def _ask(self, context: Context, questions: Questions, asked: list[PendingCall]) -> bool:
        """Asks the person at the client about each call, until somebody decides. Returns False if the person does not answer."""
        for call in asked:
            form = form_of(call)
            try:
                asking = context.session.elicit_form(form.message, form.requested_schema, context.request_id)
                answer = await self._hub.before_end(asking, questions.settled(call))
            except (MCPError, Ended):  # the client shows no form, whatever it said, or the server shuts down
                return False
            if answer is not None and not await questions.take(call, answer):
                return False
        return bool(asked)

    # --- declarations ---------------------------------------------------------------------------------------------

    async def _resources(self, context: Context, params: t.PaginatedRequestParams | None) -> t.ListResourcesResult:
        paths = (await self._files(context)).paths()
        text = params.cursor if params is not None and params.cursor else "0"
        if not text.isdecimal() or len(text) > 9:
            raise MCPError(t.INVALID_PARAMS, "the cursor is not from this server")
        begin = int(text)
        shown = paths[begin : begin + PAGE]
        return t.ListResourcesResult(
            resources=[t.Resource(uri=FILES + path, name=path, mime_type="text/x-go") for path in shown],
            next_cursor=str(begin + PAGE) if begin + PAGE < len(paths) else None,
        )

    async def _read(self, context: Context, params: t.ReadResourceRequestParams) -> t.ReadResourceResult:
        uri = str(params.uri)
        text = (await self._files(context)).text(uri.removeprefix(FILES)) if uri.startswith(FILES) else None
        if text is None:
            raise MCPError(t.INVALID_PARAMS, f"there is no resource {uri[:200]!r}")
        return t.ReadResourceResult(contents=[t.TextResourceContents(uri=uri, mime_type="text/x-go", text=text)])

    async def _files(self, context: Context) -> ApiFiles:
        who = self._who(context)
        _check_may(who, "read")
        toolbox = await self._hub.engine.toolbox(who.agent, SESSION)
        catalog = toolbox.catalog

        def declared(entry: ToolEntry, *, short: bool) -> str:
            return catalog.declaration(entry, Shown(short=short))

        return ApiFiles(catalog, toolbox.namespaces, toolbox.notes, declared)


def _check_may(who: Identity, *scopes: str) -> None:
    """Raises MCPError if the token has none of the scopes."""
    if who.scopes.isdisjoint(scopes):
        raise MCPError(t.INVALID_REQUEST, who.refusal(" or ".join(scopes)))


def _error(text: str) -> t.CallToolResult:
    return t.CallToolResult(content=[t.TextContent(text=text)], is_error=True)


def _block(part: dict[str, Any]) -> Any:
    if part["type"] == "text":
        return t.TextContent(text=part["text"])
    return t.ImageContent(data=part["data"], mime_type=part["mimeType"])


def _can_ask(context: Context) -> bool:
    capabilities = context.session.client_capabilities
    if capabilities is None or capabilities.elicitation is None:
        return False
    if capabilities.elicitation.url is not None and capabilities.elicitation.form is None:
        return False
    return context.protocol_version in MODERN_PROTOCOL_VERSIONS or context.session.can_send_request


def _state_of(state: str) -> tuple[str, int]:
    """The run that a form was about, and how many forms there were in this request."""
    try:
        found = json.loads(state)
        return str(found["run_id"]), int(found.get("rounds", 1))
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise MCPError(t.INVALID_PARAMS, "the request state is not from this server") from None


def _size_of(context: Context) -> int:
    """Returns about how many bytes a request needs until it is answered: its body, and what was read from it. 0 over stdio."""
    length = context.request.headers.get("content-length", "") if context.request is not None else ""
    return 2 * int(length) if length.isdecimal() else 0


class _Progress:
    """Sends events of the run as progress of the request, to clients that ask for progress."""

    def __init__(self, context: Context) -> None:
        self._context: Context | None = context
        self._count = 0

    async def tell(self, event: RunEvent) -> None:
        text = _line(event)
        if text and self._context is not None:
            self._count += 1
            await self._context.session.report_progress(self._count, None, text)

    def end(self) -> None:
        """Forgets the request. A run that waits keeps its listener, which would keep the request."""
        self._context = None


def _line(event: RunEvent) -> str:
    match event:
        case CallStarted():
            return f"{event.tool} …"
        case CallProgress():
            of = f" of {event.total:g}" if event.total is not None else ""
            return f"{event.tool}: {event.progress:g}{of} {event.message}".strip()
        case CallEnded():
            return f"{event.tool}: {event.status} after {event.ms:.0f} ms"
        case RunOutput():
            return event.text.strip()[:500]
        case _:
            return ""
