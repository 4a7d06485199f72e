"""Who is at the page: signing in, with the key of an address or with a token, and leaving."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from codemode.server.access import Tokens
from codemode.server.events import Reader
from codemode.server.gate import COOKIE, Keys, cookie_of
from codemode.server.rendering import Html

GONE: Final = "The server does not know this browser any more: it was started again, or somebody has left. Sign in to go on; nothing was changed."
USED: Final = "This address works only once. Restart the server for a new one, or continue in the browser that used it."
_PATH: Final = re.compile(r"/(?![/\\])[^\\\x00-\x20\x7f]*")  # an address on this server


class SignIn:
    def __init__(self, html: Html, keys: Keys, tokens: Tokens | None, url: str) -> None:
        self._html = html
        self._keys = keys
        self._tokens = tokens
        self._url = url
        self._live = defaultdict[str, set[Reader]](set)  # the live pages of each cookie

    def routes(self) -> list[Any]:
        return [
            Route("/login", self._login_form, methods=["GET"]),
            Route("/login", self._login, methods=["POST"]),
            Route("/logout", self._logout, methods=["POST"]),
        ]

    def asked(self, request: Request) -> Response | None:
        """The answer to somebody who signs in, or has to; None to somebody who has."""
        key = request.query_params.get("key")
        if key is not None:
            # whoever asks for the head alone, as programs that look where a link leads, does not use the key up
            return self._opened(request, key) if request.method == "GET" else Response()
        if request.state.identity is None or not request.state.csrf:
            knew = request.method == "POST" or cookie_of(request.scope)
            return self._page(request, 401, GONE if knew else "")
        return None

    @contextmanager
    def staying(self, request: Request, reader: Reader) -> Generator[None]:
        """Meanwhile the reader of a live page ends as soon as its person leaves."""
        cookie = cookie_of(request.scope)
        self._live[cookie].add(reader)
        try:
            yield
        finally:
            self._live[cookie].discard(reader)
            if not self._live[cookie]:
                del self._live[cookie]

    def _opened(self, request: Request, key: str) -> Response:
        cookie = self._keys.use(key)
        if cookie is None:
            return RedirectResponse("/login?used=1", 303)
        return self._with_cookie(cookie, request.url.path)

    def _with_cookie(self, cookie: str, to: str) -> Response:
        """Leads a person who has signed in to a page of this server, never to another one."""
        answer = RedirectResponse(_own(to), 303)
        answer.set_cookie(
            COOKIE, cookie, httponly=True, samesite="strict", path="/", secure=self._url.startswith("https:")
        )
        return answer

    async def _login_form(self, request: Request) -> Response:
        return self._page(request, 200, USED if "used" in request.query_params else "")

    def _page(self, request: Request, status: int, problem: str, to: str = "") -> Response:
        """`to` is the page that is shown after signing in; if it is empty, the page of the request."""
        given = {"with_tokens": self._tokens is not None, "problem": problem, "to": _own(to or _wanted(request))}
        return self._html.page(request, "login.html", status, **given)

    async def _login(self, request: Request) -> Response:
        form = await request.form(max_fields=4, max_files=0)
        token, to = (str(form.get(name, "")).strip() for name in ("token", "to"))
        identity = self._tokens.find(token) if self._tokens is not None else None
        if identity is None:
            return self._page(request, 401, "This is not a token of this server.", to)
        return self._with_cookie(self._keys.admit(identity), to)

    async def _logout(self, request: Request) -> Response:
        cookie = cookie_of(request.scope)
        self._keys.forget(cookie)
        for reader in self._live.pop(cookie, ()):
            reader.end()
        answer = RedirectResponse("/login", 303)
        answer.delete_cookie(COOKIE)
        return answer


def _wanted(request: Request) -> str:
    """Returns the page to which a person shall come after signing in."""
    path, query = request.url.path, request.url.query
    run_id = request.path_params.get("run_id")
    if run_id:
        return f"/runs/{run_id}"
    if request.method == "POST" or path == "/login" or path.endswith("/live"):
        return "/"
    return f"{path}?{query}" if query else path


def _own(path: str) -> str:
    """Returns an address if it is one of this server, else that of its first page."""
    return path if _PATH.fullmatch(path) else "/"
