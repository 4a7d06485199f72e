"""The page: runs, approvals, tools, caches, and a program to try. Rendered on the server; without JavaScript it works, but not live."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from sse_starlette import EventSourceResponse
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from codemode.engine import Session
from codemode.engine.among_tools import among_tools
from codemode.engine.durable.approval_requests import PendingCall
from codemode.engine.durable.approvals import Approved, Denied, waiting_calls
from codemode.engine.durable.store import RunInfo
from codemode.engine.languages import language_of
from codemode.engine.threads import in_turn
from codemode.errors import CodeModeError
from codemode.server.access import Identity
from codemode.server.cache_hit_rates import Rates
from codemode.server.events import LOOK_SECONDS, Ended, Reader
from codemode.server.forms import Field, edited, fields_of, left_out
from codemode.server.hub import Hub
from codemode.server.rendering import Html
from codemode.server.routes import Refusal, in_utf8, status_of
from codemode.server.run_list import find, time_of, waiting
from codemode.server.sign_in import SignIn
from codemode.server.status_endpoints import STATUSES
from codemode.server.views import (
    PendingCallView,
    RunView,
    lines_of,
    view_of,
)

HERE: Final = Path(__file__).parent
LIVE_SECONDS: Final = 0.3  # seconds between two updates of something that changes
ROWS: Final = 50  # on a page of a list
CALLS: Final = 100  # of a run on a page
MAX_FORM: Final = 1000  # fields
SESSION: Final = "page"

Handler = Callable[[Request], Any]


class Page:
    def __init__(self, hub: Hub, html: Html, sign_in: SignIn, rates: Rates) -> None:
        self._rates = rates
        self._hub = hub
        self._watch = hub.watch
        self._sign_in = sign_in
        self._text, self._html, self._failed, self._count = html.text, html.page, html.failed, html.count

    def routes(self) -> list[Any]:
        pages: list[tuple[str, str, Handler, str]] = [
            ("GET", "/", partial(self._moving, "runs", self._listed), "read"),
            ("GET", "/live", partial(self._live, "runs", self._listed), "read"),
            ("GET", "/runs/{run_id}", partial(self._moving, "run", self._one), "read"),
            ("GET", "/runs/{run_id}/live", partial(self._live, "run", self._one), "read"),
            ("GET", "/approvals", partial(self._moving, "approvals", self._asked), "read"),
            ("GET", "/approvals/live", partial(self._live, "approvals", self._asked), "read"),
            ("POST", "/runs/{run_id}/approve", partial(self._decide, approved=True), "approve"),
            ("POST", "/runs/{run_id}/deny", partial(self._decide, approved=False), "approve"),
            ("POST", "/runs/{run_id}/abort", self._abort, "run"),
            ("POST", "/runs/{run_id}/wait", self._go_on, "run"),
            ("GET", "/tools", self._tools, "read"),
            ("GET", "/tools/{name}", self._tool, "read"),
            ("GET", "/caches", self._caches, "read"),
            ("GET", "/try", self._try, "run"),
            ("POST", "/try", self._tried, "run"),
        ]
        return [
            *self._sign_in.routes(),
            Mount("/static", StaticFiles(directory=HERE / "static")),
            *(Route(path, self._guarded(handler, scope), methods=[method]) for method, path, handler, scope in pages),
        ]

    # --- who is there -----------------------------------------------------------------------------------------------

    def _guarded(self, handler: Handler, scope: str) -> Handler:
        async def answered(request: Request) -> Response:
            if (answer := self._sign_in.asked(request)) is not None:
                return answer
            who: Identity = request.state.identity
            if scope not in who.scopes:
                return self._failed(
                    request, 403, f"You may not do that here: the token {who.name} does not have the scope {scope}."
                )
            await self._count(request)
            try:
                return await handler(request)
            except Refusal as refused:
                return self._failed(request, refused.status, refused.message)
            except CodeModeError as error:
                return self._failed(request, status_of(error), error.message)

        return answered

    # --- runs -------------------------------------------------------------------------------------------------------

    async def _listed(self, request: Request) -> dict[str, Any]:
        wanted = {name: request.query_params.get(name, "").strip() for name in ("agent", "state", "tool", "text")}
        before = time_of(request.query_params.get("before", ""))
        found = await find(self._hub, request.state.identity, wanted, before, ROWS)
        query = {key: value for key, value in wanted.items() if value}
        return {
            "runs": found.runs,
            "read": found.read,
            "older": repr(found.older) if found.older is not None else "",
            "before": repr(before) if before is not None else "",
            "query": urlencode(query),
            "wanted": query,
            "states": STATUSES,
        }

    async def _one(self, request: Request) -> dict[str, Any]:
        run_id: str = request.path_params["run_id"]
        who: Identity = request.state.identity
        events = await self._hub.events(who, run_id)
        run = await self._with_arguments(view_of(run_id, events))
        catalog = await self._hub.engine.catalog(run.agent, run.session)
        forms: list[tuple[PendingCallView, list[Field], str, list[tuple[str, str]]]] = []
        for asked in run.asked:
            entry = catalog.get(asked.tool)
            about = asked.question or (entry.description if entry is not None else "")
            schema = asked.answer_schema or (dict(entry.input_schema) if entry is not None else {})
            given = asked.arguments or {}
            forms.append((asked, fields_of(schema, given), about, left_out(schema, given)))
        at, pages = _paged(request, "calls", len(run.calls), CALLS)
        lines = lines_of(run.code, run.reply)
        return {
            "run": run,
            "events": events,
            "calls": run.calls[(at - 1) * CALLS : at * CALLS],
            "at": at,
            "pages": pages,
            "lines": lines,
            "program": f"program-{sha256(in_utf8(repr(lines)).encode()).hexdigest()[:16]}",
            "forms": forms,
            "until": await self._until(run_id) if forms else None,
            "places": await self._places(run) if run.asked else {},
            "limits": self._hub.engine.limits,
            "can_abort": await self._hub.can_abort(run_id, run.state),
        }

    async def _until(self, run_id: str) -> float | None:
        """Until when somebody can decide about a run that waits."""
        info = await self._hub.engine.store.info(run_id)
        return info.expires_at if info is not None and info.state == "waiting" else None

    async def _with_arguments(self, run: RunView) -> RunView:
        """Adds the arguments of calls that another process asked about; only the run's journal has them."""
        if any(each.arguments is None for each in run.asked):
            known: dict[str, dict[str, Any]] = {}
            with suppress(CodeModeError):  # the run may have ended
                known = {
                    each.call_id: each.arguments for each in await waiting_calls(self._hub.engine.runs, run.run_id)
                }
            for each in run.asked:
                each.arguments = known.get(each.call_id) or {}
        return run

    async def _places(self, run: RunView) -> dict[str, list[int]]:
        """Returns the lines in which a program calls each tool by name."""
        found: dict[str, list[int]] = {}
        with suppress(CodeModeError):
            for each in (await self._hub.engine.effects(run.code, run.agent, run.session)).calls:
                found.setdefault(each.tool, []).append(each.line)
        return {tool: sorted(set(lines)) for tool, lines in found.items()}

    async def _moving(self, name: str, made: Handler, request: Request) -> Response:
        """A page whose body changes; `made` returns what its template needs."""
        given = await made(request)
        return await in_turn(lambda: self._html(request, f"{name}.html", **given))

    async def _live(self, name: str, made: Handler, request: Request) -> Response:
        """The body of such a page, again whenever something happens."""
        who: Identity = request.state.identity
        run_id: str | None = request.path_params.get("run_id")
        if not self._watch.has_room(who):
            return Response("busy", 503)

        async def drawings() -> AsyncGenerator[dict[str, str]]:
            with (
                suppress(Ended),
                self._watch.reading(who, run_id, from_now=True) as reader,
                self._sign_in.staying(request, reader),
            ):
                over, seen = run_id is not None and _ends(self._watch.latest(run_id)), ""
                while True:
                    # the first update has what happened between the page and its stream
                    await self._count(request)
                    given = await made(request)
                    draw = partial(self._text, request, f"{name}_body.html", live=True, seen=seen, **given)
                    yield {"event": "view", "data": await in_turn(draw)}
                    seen = given.get("program", "")  # a long text, which is not sent again
                    if over:
                        yield {"event": "over", "data": ""}
                        return
                    over = await self._news(reader, run_id)

        return EventSourceResponse(drawings(), ping=15, send_timeout=30)

    async def _news(self, reader: Reader, run_id: str | None) -> bool:
        """Waits until something has happened; returns whether that is the end of the run. Another process may end it and tell only the store."""
        while True:
            try:
                async with asyncio.timeout(LOOK_SECONDS if run_id is not None else None):
                    first = await reader.next()
            except TimeoutError:
                if await self._hub.is_over(run_id or ""):
                    return True
                continue
            await asyncio.sleep(LIVE_SECONDS)
            return _ends([first, *reader.drain()]) and run_id is not None

    # --- decisions ----------------------------------------------------------------------------------------------------

    async def _decide(self, request: Request, *, approved: bool) -> Response:
        run_id: str = request.path_params["run_id"]
        form = {key: str(value) for key, value in (await request.form(max_fields=MAX_FORM, max_files=0)).items()}
        call_id = form.get("call_id", "")
        who: Identity = request.state.identity
        session = await self._hub.session_of(who, run_id)
        arguments = None
        if approved:
            asked = next((each for each in (await session.asked()).get(run_id, []) if each.call_id == call_id), None)
            if asked is not None:
                try:
                    arguments = edited(await self._schema_of(session, asked), asked.arguments, form)
                except ValueError as wrong:
                    return self._failed(request, 422, f"Nothing was decided: {wrong}.")
        program = form.get("program") != "0"
        tools = tuple(form.get("tools", "").replace(",", " ").split())
        decision = Approved(arguments, program, tools) if approved else Denied(form.get("reason", "")[:4000], program)
        done = await self._hub.decide(who, run_id, call_id, decision)
        if not done["left"]:
            self._hub.go_on(session, run_id)
        return RedirectResponse(f"/runs/{run_id}", 303)

    async def _schema_of(self, session: Session, asked: PendingCall) -> dict[str, Any]:
        """Returns the schema from which a form is made."""
        if asked.question:
            return dict(asked.input_schema)
        entry = (await self._hub.engine.catalog(session.agent, session.session)).get(asked.tool)
        return dict(entry.input_schema) if entry is not None else {}

    async def _abort(self, request: Request) -> Response:
        run_id: str = request.path_params["run_id"]
        await self._hub.abort(request.state.identity, run_id)
        return RedirectResponse(f"/runs/{run_id}", 303)

    async def _go_on(self, request: Request) -> Response:
        run_id: str = request.path_params["run_id"]
        self._hub.go_on(await self._hub.session_of(request.state.identity, run_id), run_id)
        return RedirectResponse(f"/runs/{run_id}", 303)

    async def _asked(self, request: Request) -> dict[str, Any]:
        """Returns the runs that wait for a person."""
        who: Identity = request.state.identity
        found: list[RunInfo] = await waiting(self._hub, who)
        at, pages = _paged(request, "page", len(found), ROWS)
        these = found[(at - 1) * ROWS : at * ROWS]
        views = [view_of(info.run_id, await self._hub.events(who, info.run_id)) for info in these]
        return {
            "runs": [
                (await self._with_arguments(view), info.expires_at) for view, info in zip(views, these, strict=True)
            ],
            "total": len(found),
            "at": at,
            "pages": pages,
        }

    # --- tools, caches, a program to try --------------------------------------------------------------------------------

    async def _tools(self, request: Request) -> Response:
        query = request.query_params.get("query", "").strip()[:500]
        catalog = await self._hub.engine.catalog(request.state.identity.agent)
        at, pages = (1, 1) if query else _paged(request, "page", len(catalog), ROWS)
        rows = catalog.entries[(at - 1) * ROWS : at * ROWS]
        found = await among_tools(catalog, lambda: catalog.search(query, ROWS)) if query else rows
        used = self._watch.tool_counts()
        return self._html(
            request, "tools.html", tools=found, total=len(catalog), wanted=query, used=used, at=at, pages=pages
        )

    async def _tool(self, request: Request) -> Response:
        catalog = await self._hub.engine.catalog(request.state.identity.agent)
        entry = catalog.get(request.path_params["name"])
        if entry is None:
            return self._failed(request, 404, "There is no such tool.")
        used, who = self._watch.tool_counts().get(entry.name), request.state.identity
        seen = self._hub.engine.observed.by_agent(entry)
        seen = {agent: shape for agent, shape in seen.items() if who.may_see(agent)}
        declared = catalog.declaration(entry)
        return self._html(request, "tool.html", tool=entry, declaration=declared, used=used, seen=seen)

    async def _caches(self, request: Request) -> Response:
        if not request.state.identity.sees_all:
            return self._failed(
                request, 403, "The caches are those of all agents: this needs a token whose agent is *."
            )
        engine, rates = self._hub.engine, self._rates.over_time()
        return self._html(
            request, "caches.html", stats=engine.cache.stats(), protections=engine.protections, rates=rates
        )

    async def _try(self, request: Request) -> Response:
        code, run_id = "", request.query_params.get("run", "")
        if run_id:
            code = view_of(run_id, await self._hub.events(request.state.identity, run_id)).code
        return await self._form(request, code, await in_turn(lambda: self._language(code)))

    def _language(self, code: str) -> str | None:
        """The first language of the engine that a program is in: events do not tell it."""
        with suppress(CodeModeError):  # it is empty
            return next((name for name in self._hub.engine.languages if language_of(name).reads(code)), None)
        return None

    async def _form(self, request: Request, code: str, language: str | None, **given: Any) -> Response:
        """The form for a program, with what became of it."""
        engine = self._hub.engine
        given |= {"language": language, "languages": engine.languages, "code": code}
        return self._html(request, "try.html", tools=await engine.catalog(request.state.identity.agent), **given)

    async def _tried(self, request: Request) -> Response:
        form = await request.form(max_fields=4, max_files=0)
        code, language = str(form.get("code", "")), str(form.get("language", "")) or None
        who: Identity = request.state.identity
        if "look" in form:
            return await self._looked_at(request, code, language)
        self._hub.refuse_if_draining()
        session = self._hub.engine.session(who.agent, SESSION)
        with self._hub.busy():
            reply = await session.exec(code, language=language)
        if reply.run_id and self._watch.knows(reply.run_id):
            return RedirectResponse(f"/runs/{reply.run_id}", 303)
        return await self._form(request, code, language, reply=reply)

    async def _looked_at(self, request: Request, code: str, language: str | None) -> Response:
        """Shows what a program would do, without running it."""
        agent, found = request.state.identity.agent, dict[str, Any]()
        try:
            effects = await self._hub.engine.effects(code, agent, SESSION, language)
            found["effects"] = effects.model_dump(mode="json")
        except CodeModeError as refused:
            found["reply"] = {"status": "failed", "error": refused.message, "diagnostics": refused.diagnostics}
        return await self._form(request, code, language, **found)


def _paged(request: Request, name: str, count: int, size: int) -> tuple[int, int]:
    """Returns the requested page of a list, and the number of pages."""
    pages = max(1, -(-count // size))
    text = request.query_params.get(name, "1")
    return min(max(1, int(text)) if text.isdecimal() and len(text) < 6 else 1, pages), pages


def _ends(events: Sequence[dict[str, Any]]) -> bool:
    return any(event["type"] == "ended" for event in events)
