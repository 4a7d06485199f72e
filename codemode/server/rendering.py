"""Makes the HTML of the page, from templates."""

from __future__ import annotations

import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

from jinja2 import Environment, FileSystemLoader
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from codemode.engine.card import json_text
from codemode.errors import CodeModeError
from codemode.server.access import Identity
from codemode.server.gate import wants_page
from codemode.server.hub import Hub
from codemode.server.routes import in_utf8
from codemode.server.run_list import waiting
from codemode.server.views import ago, compact, exact, highlighted, in_line, in_words, span
from codemode.server.visible import shown

TEMPLATES: Final = Path(__file__).parent / "templates"


@cache  # compiled once, however many servers a process has
def _templates() -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        finalize=shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters = cast("dict[str, Any]", made.filters)  # pyright: ignore[reportUnknownMemberType] - jinja2 has no type for it
    filters |= {"span": span, "exact": exact, "shown": json_text, "ago": ago, "in_line": in_line, "in_words": in_words}
    filters |= {"highlighted": highlighted, "compact": compact}
    return made


class Html:
    """`url` is the address that people use."""

    def __init__(self, hub: Hub, url: str) -> None:
        self._hub = hub
        self._url = url
        self._templates = _templates()

    async def count(self, request: Request) -> None:
        """Notes how many runs wait for a person; None if the store does not say."""
        request.state.waiting = None
        with suppress(CodeModeError):
            request.state.waiting = len(await waiting(self._hub, request.state.identity))

    def text(self, request: Request, name: str, **given: Any) -> str:
        """Returns what a template makes of what it is given, and of what all of them know."""
        who: Identity | None = request.state.identity
        known = {
            "who": who,
            "csrf": getattr(request.state, "csrf", ""),
            "path": request.url.path,
            "version": self._hub.engine.version,
            "waiting": getattr(request.state, "waiting", 0),
            "now": time.time(),
            "url": self._url or f"http://{request.headers.get('host', '')}",
        }
        return in_utf8(self._templates.get_template(name).render(**known, **given))

    def page(self, request: Request, name: str, status: int = 200, **given: Any) -> Response:
        return HTMLResponse(self.text(request, name, **given), status, {"cache-control": "no-store"})

    def failed(self, request: Request, status: int, problem: str) -> Response:
        run_id = request.path_params.get("run_id", "") if request.method == "POST" else ""
        return self.page(request, "problem.html", status, problem=problem, run_id=run_id)

    def refusal(self, request: Request, status: int, problem: str) -> Response | None:
        """The page that says why a request cannot be answered; None if the request does not come from a browser."""
        if not wants_page(request.scope):
            return None
        return self.failed(request, status, f"{problem[:1].upper()}{problem[1:]}.")
