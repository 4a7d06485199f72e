"""The two tools over MCP: exec and wait, progress while a program runs, approvals by elicitation, Go declarations as resources."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, cast

import mcp.types as t
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from codemode.catalog import ToolEntry
from codemode.catalog.declarations import Shown
from codemode.engine import Completed, Failed, Session, Waiting
from codemode.engine.api_files import ApiFiles
from codemode.engine.durable.asked import Asked
from codemode.engine.events import CallEnded, CallProgress, CallStarted, RunEvent, RunOutput
from codemode.engine.model_content import reply_content
from codemode.server.access import LOCAL, Identity
from codemode.server.hub import Hub

SESSION: Final = "mcp"
MAX_FORMS: Final = 50  # calls that one request asks a person about
MAX_SHOWN: Final = 2000  # characters of arguments in a question
PAGE: Final = 500  # resources at a time
FILES: Final = "codemode://declarations/"
_FLAT: Final = ("string", "number", "integer", "boolean")

Context = ServerRequestContext[Any]
Reply = Completed | Waiting | Failed
WhoAsks = Callable[[Context], Identity]


def local(_: Context) -> Identity:
    """Over stdio: whoever started us."""
    return LOCAL


def build(hub: Hub, who: WhoAsks = local, link: Callable[[str], str] | None = None) -> Server[Any]:
    """The server. `who` tells who sends a request, `link` where a person can see a run and decide about its calls."""
    return _Doors(hub, who, link).server()


class _Doors:
    def __init__(self, hub: Hub, who: WhoAsks, link: Callable[[str], str] | None) -> None:
        self._hub = hub
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
        session, _who = self._session(context)
        listed = await session.definitions("mcp")
        hints = {"exec": t.ToolAnnotations(title="Run a program"), "wait": t.ToolAnnotations(title="Go on with a run")}
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
            return _error(f"the token {who.name!r} may not run programs")
        if self._hub.draining:
            return _error("the server is ending: ask again when it is back")
        may_ask = "approve" in who.scopes and _can_ask(context)
        if not may_ask and self._link is None:
            session.answer_timeout = None  # there is no other door by which a person could answer
        with self._hub.busy():
            if may_ask and params.input_responses is not None and params.request_state:
                reply = await self._answered(context, session, params)
            else:
                reply = await session.handle(params.name, params.arguments or {}, on_event=_progress(context))
            while may_ask and isinstance(reply, Waiting) and reply.reason == "approval":
                asked = (await session.asked()).get(reply.run_id, [])[:MAX_FORMS]
                if context.protocol_version in MODERN_PROTOCOL_VERSIONS:
                    return t.InputRequiredResult(
                        input_requests={
                            call.call_id: t.ElicitRequest(params=self._form(session, call)) for call in asked
                        },
                        request_state=json.dumps({"run_id": reply.run_id}),
                    )
                if not asked or not await self._ask(context, session, reply.run_id, asked):
                    break
                reply = await session.wait(reply.run_id, on_event=_progress(context))
        return self._result(reply)

    def _result(self, reply: Reply) -> t.CallToolResult:
        content: list[Any] = [_block(part) for part in reply_content(reply, "mcp")]
        if isinstance(reply, Waiting) and reply.reason == "approval" and self._link is not None:
            content.append(t.TextContent(text=f"A person decides at {self._link(reply.run_id)}; then call wait."))
        return t.CallToolResult(content=content, is_error=isinstance(reply, Failed))

    # --- approvals ------------------------------------------------------------------------------------------------

    async def _ask(self, context: Context, session: Session, run_id: str, asked: list[Asked]) -> bool:
        """Ask the person at the client about each call; False when somebody would not say."""
        for call in asked:
            form = self._form(session, call)
            answer = await context.session.elicit_form(form.message, form.requested_schema, context.request_id)
            if not await self._take(session, run_id, call, answer):
                return False
        return True

    async def _answered(self, context: Context, session: Session, params: t.CallToolRequestParams) -> Reply:
        """The client comes back with what the person said."""
        try:
            run_id = str(json.loads(params.request_state or "")["run_id"])
        except (ValueError, KeyError, TypeError):
            raise MCPError(t.INVALID_PARAMS, "the request state is not one of ours") from None
        answers = params.input_responses or {}
        for call in (await session.asked()).get(run_id, []):
            answer = answers.get(call.call_id)
            if isinstance(answer, t.ElicitResult):
                await self._take(session, run_id, call, answer)
        return await session.wait(run_id, on_event=_progress(context))

    async def _take(self, session: Session, run_id: str, call: Asked, answer: t.ElicitResult) -> bool:
        if answer.action == "accept" and call.question:
            await session.approve(call.call_id, dict(answer.content or {}), run_id=run_id)
            return True
        if answer.action == "accept":
            given = {
                name: value
                for name, value in (answer.content or {}).items()
                if name in call.arguments or value not in ("", None)
            }
            changed = any(call.arguments.get(name) != value for name, value in given.items())
            await session.approve(call.call_id, {**call.arguments, **given} if changed else None, run_id=run_id)
            return True
        if answer.action == "decline":
            await session.deny(call.call_id, "the person at the client declined", run_id=run_id)
            return True
        return False

    def _form(self, session: Session, call: Asked) -> t.ElicitRequestFormParams:
        """The arguments that a form can show may be edited, the others are shown. What a tool asks is passed on as it is."""
        if call.question:
            return t.ElicitRequestFormParams(
                message=f"{call.tool} asks: {call.question}", requested_schema=dict(call.input_schema)
            )
        toolbox, _ = session.engine.known_toolbox(session.agent, session.session)
        entry = toolbox.catalog.get(call.tool)
        schema: dict[str, Any] = dict(entry.input_schema) if entry is not None else {}
        known = cast("dict[str, Any]", schema.get("properties") or {})
        fields = {
            name: field for name, field in ((n, _field(s, call.arguments.get(n))) for n, s in known.items()) if field
        }
        fields = {name: field for name, field in fields.items() if name in call.arguments}
        shown = json.dumps(call.arguments, ensure_ascii=False, indent=2)
        shown = shown if len(shown) <= MAX_SHOWN else shown[:MAX_SHOWN] + "…"
        message = f"A program wants to call {call.tool} with\n{shown}\nAccept to let it, decline to refuse."
        return t.ElicitRequestFormParams(message=message, requested_schema={"type": "object", "properties": fields})

    # --- declarations ---------------------------------------------------------------------------------------------

    async def _resources(self, context: Context, params: t.PaginatedRequestParams | None) -> t.ListResourcesResult:
        paths = (await self._files(context)).paths()
        text = params.cursor if params is not None and params.cursor else "0"
        if not text.isdecimal() or len(text) > 9:
            raise MCPError(t.INVALID_PARAMS, "the cursor is not one of ours")
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
        toolbox = await self._hub.engine.toolbox(self._who(context).agent, SESSION)
        catalog = toolbox.catalog

        def declared(entry: ToolEntry, *, short: bool) -> str:
            return catalog.declaration(entry, Shown(short=short))

        return ApiFiles(catalog, toolbox.namespaces, toolbox.notes, declared)


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
    return context.protocol_version in MODERN_PROTOCOL_VERSIONS or context.session.can_send_request


def _field(schema: Any, value: Any) -> dict[str, Any] | None:
    """A parameter as a form knows it; None for what is no single value."""
    if not isinstance(schema, dict):
        return None
    found = cast("dict[str, Any]", schema)
    kind = found.get("type")
    if kind not in _FLAT or not (isinstance(value, str | int | float | bool)):
        return None
    kept = {
        key: found[key]
        for key in ("title", "description", "minimum", "maximum", "minLength", "maxLength")
        if key in found
    }
    choices = found.get("enum")
    if (
        kind == "string"
        and isinstance(choices, list)
        and all(isinstance(each, str) for each in cast("list[object]", choices))
    ):
        kept["enum"] = choices
    return {"type": kind, "default": value, **kept}


def _progress(context: Context) -> Callable[[RunEvent], Any]:
    """What happens in the run, as progress of the request; clients that did not ask for it get nothing."""
    count = 0

    async def tell(event: RunEvent) -> None:
        nonlocal count
        text = _line(event)
        if text:
            count += 1
            await context.session.report_progress(count, None, text)

    return tell


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
