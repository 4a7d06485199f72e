"""Checks every request: its Host and Origin, its size and time, the number of requests, and the caller."""

from __future__ import annotations

import hmac
import secrets
from collections import Counter
from collections.abc import Sequence
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import parse_qs, urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from codemode.engine.fair_eviction import Shares
from codemode.server.access import LOCAL, NEARBY, PREFIX, Identity, Tokens
from codemode.server.bodies import Bodies, Gone, given
from codemode.server.routes import Refusal, failure

COOKIE: Final = "codemode"
MAX_HEAD: Final = 32 << 10  # bytes of the address and headers of a request
MAX_BODY: Final = 4 << 20
MAX_BODY_SECONDS: Final = 30.0
MAX_REQUESTS: Final = 1000
MAX_STRANGE_BODY: Final = 16 << 10  # bytes of a body that comes without a token, as the form of the login does
MAX_PAGES: Final = 1000  # cookies that are known at a time
OPEN_PATHS: Final = frozenset({"/healthz", "/readyz", "/login"})
FORGOTTEN: Final = "the server does not know this browser any more, perhaps because it was started again: sign in at its page, and decide there again"
NOT_PAGES: Final = ("/v1", "/mcp", "/utcp", "/openapi.json", "/metrics")
LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")
SECURITY_HEADERS: Final = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # without any, browsers send the page's own forms with Origin null
    (b"x-frame-options", b"DENY"),
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        b"form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
]


class Keys:
    """Cookies of people at the page. A key in a URL works once; then the browser has a cookie. Each cookie has its own token against forged forms.

    `secret` is the key of people who decide without a browser, on a server without tokens."""

    def __init__(self) -> None:
        self.secret = PREFIX + secrets.token_urlsafe(32)
        self._once: dict[str, Identity] = {}
        self._known: dict[str, tuple[Identity, str]] = {}
        self._shares = Shares[str]()  # the cookies of each token

    def new_key(self, identity: Identity) -> str:
        """Returns a new key for a URL."""
        key = secrets.token_urlsafe(24)
        self._once[key] = identity
        return key

    def use(self, key: str) -> str | None:
        """Returns the cookie for a key; None if the key was used, or never existed."""
        identity = self._once.pop(key, None)
        return None if identity is None else self.admit(identity)

    def admit(self, identity: Identity) -> str:
        """Returns a cookie for a person who has logged in."""
        cookie = secrets.token_urlsafe(32)
        self._known[cookie] = (identity, secrets.token_urlsafe(32))
        self._shares.put(identity.name, cookie)
        while self._shares.size > MAX_PAGES:
            self.forget(self._shares.next_to_go()[1])
        return cookie

    def identity(self, secret: str) -> Identity | None:
        return LOCAL if hmac.compare_digest(secret.encode(), self.secret.encode()) else None

    def find(self, cookie: str) -> tuple[Identity, str] | None:
        return self._known.get(cookie)

    def forget(self, cookie: str) -> None:
        known = self._known.pop(cookie, None)
        if known is not None:
            self._shares.drop(known[0].name, cookie)


class Gate:
    """ASGI middleware around the whole application."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        tokens: Tokens | None,
        keys: Keys,
        hosts: Sequence[str] = (),
        max_body: int = MAX_BODY,
        max_body_seconds: float = MAX_BODY_SECONDS,
        max_requests: int = MAX_REQUESTS,
    ) -> None:
        """`hosts` are names under which the server is reached, besides those of this machine itself; "*" is any name."""
        self._app = app
        self._tokens = tokens
        self._keys = keys
        self._hosts = frozenset(host.lower() for host in (*LOOPBACK, *hosts))
        self._max_body = max_body
        self._bodies = Bodies(max_body, max_body_seconds)
        self._max_requests = max_requests
        self._running = 0
        self._strangers = 0  # requests without a token whose bodies are awaited
        self._requests: Counter[str] = Counter()  # by the names of tokens

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        refused = self._refused(scope)
        if refused is not None:
            await _answer(scope, receive, send, *refused)
            return
        if self._tokens is not None and scope["state"]["identity"] is None:
            await self._pass_stranger(scope, receive, send)
            return
        who = self._name(scope)
        # one token must not use all of it
        if self._running >= self._max_requests or (who and 2 * self._requests[who] >= self._max_requests):
            await _answer(scope, receive, send, 503, "busy", "too many requests are under way; try again soon")
            return
        self._running += 1
        self._requests[who] += 1
        try:
            await self._pass(scope, receive, send, who, self._max_body)
        finally:
            self._running -= 1
            self._requests[who] -= 1

    async def _pass_stranger(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request without a token, for /healthz or the login, say. Such requests have a small share of their own while their bodies arrive,
        because they must keep out neither requests with a token nor /healthz.
        """
        waits = _header(scope, b"content-length") not in ("", "0") or bool(_header(scope, b"transfer-encoding"))
        if waits and 8 * self._strangers >= self._max_requests:
            await _answer(scope, receive, send, 503, "busy", "too many requests without a token; try again soon")
            return
        self._strangers += waits
        try:
            await self._pass(scope, receive, send, "", min(MAX_STRANGE_BODY, self._max_body))
        finally:
            self._strangers -= waits

    def _name(self, scope: Scope) -> str:
        """Returns the name of the token whose share a request uses; "" if there are no tokens."""
        identity: Identity | None = scope["state"]["identity"]
        return identity.name if identity is not None and self._tokens is not None else ""

    def _refused(self, scope: Scope) -> tuple[int, str, str] | None:
        """Returns the refusal of a request. If there is none, the caller's identity is in the request's state."""
        if _head_size(scope) > MAX_HEAD:
            return 431, "too_large", f"the address and the headers of a request may have at most {MAX_HEAD} bytes"
        host = _header(scope, b"host").lower()
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        if "*" not in self._hosts and name not in self._hosts:
            return (
                421,
                "wrong_host",
                f"this server does not accept the host name {name[:100]!r}; to accept it, give --allowed-host",
            )
        origin = _header(scope, b"origin")
        if origin and not self._is_own(origin, host):
            return 403, "wrong_origin", "requests from other sites are refused"
        path, changes = scope["path"], scope["method"] not in ("GET", "HEAD", "OPTIONS")
        scope["state"]["identity"], scope["state"]["csrf"] = None, ""
        if path in OPEN_PATHS or path.startswith("/static/"):
            return None
        identity, token = self._who(scope)
        unknown = not token and not _header(scope, b"authorization")
        if changes and unknown and wants_page(scope):
            return None  # the page says itself that one has to sign in
        if changes and unknown and cookie_of(scope) and not path.startswith(NOT_PAGES):
            return 401, "unauthorized", FORGOTTEN
        if identity is None:
            if not changes and not path.startswith(NOT_PAGES):
                return None  # the page shows a login form itself
            return 401, "unauthorized", "send a token that this server knows: Authorization: Bearer cm_..."
        scope["state"]["identity"] = identity
        scope["state"]["csrf"] = token
        if changes and token and not self._shows_token(scope, token):
            return 403, "forged", "the form is not one that this server gave to this browser: load the page again"
        if changes and not token and not _is_data(scope):
            return 415, "wrong_content_type", "send application/json"
        return None

    def _is_own(self, origin: str, host: str) -> bool:
        try:
            return urlsplit(origin).netloc.lower() == host
        except ValueError:  # it is no address, and none of ours
            return False

    def _who(self, scope: Scope) -> tuple[Identity | None, str]:
        """Returns the identity, and the token against forged forms that a browser has to send."""
        kind, _, secret = _header(scope, b"authorization").partition(" ")
        if kind:
            find = self._tokens.find if self._tokens is not None else self._keys.identity
            return find(secret.strip()) if kind.lower() == "bearer" else None, ""
        cookie = cookie_of(scope)
        known = self._keys.find(cookie) if cookie else None
        if known is not None:
            return known
        if self._tokens is None:
            # then only this machine can reach the server, but everything on it can: also other users, and tools of guests
            return NEARBY, ""
        return None, ""

    @staticmethod
    def _shows_token(scope: Scope, token: str) -> bool:
        given = (
            _header(scope, b"x-csrf-token") or parse_qs(scope["query_string"].decode("latin-1")).get("csrf", [""])[0]
        )
        return hmac.compare_digest(given.encode(), token.encode())

    async def _pass(self, scope: Scope, receive: Receive, send: Send, who: str, most: int) -> None:
        """`most` is the limit in bytes of the body."""
        length = _header(scope, b"content-length")
        if length and (not length.isdigit() or int(length) > most):
            await _answer(scope, receive, send, 413, "too_large", f"a request may have at most {most} bytes")
            return
        size = int(length or 0) if not _header(scope, b"transfer-encoding") else None
        with self._bodies.held() as holding:
            try:
                whole = given(await self._bodies.read(receive, size, who, holding, most), receive)
            except Refusal as refused:
                await _answer(scope, receive, send, refused.status, refused.code, refused.message)
                return
            except Gone:
                return
            await self._app(scope, whole, _guarded(send))


def _guarded(send: Send) -> Send:
    """Adds the headers that tell browsers how to treat an answer."""

    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            known = {name.lower() for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(h for h in SECURITY_HEADERS if h[0] not in known)]
        await send(message)

    return guarded


def cookie_of(scope: Scope) -> str:
    try:
        found = SimpleCookie(_header(scope, b"cookie")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found is not None else ""


def wants_page(scope: Scope) -> bool:
    """Whether the sender shows pages to a person, as browsers do, and asks for one."""
    return "text/html" in _header(scope, b"accept") and not scope["path"].startswith(NOT_PAGES)


def _header(scope: Scope, name: bytes) -> str:
    found = [value for key, value in scope["headers"] if key == name]
    return found[0].decode("latin-1") if len(found) == 1 else ""


def _head_size(scope: Scope) -> int:
    return len(scope["raw_path"]) + len(scope["query_string"]) + sum(len(k) + len(v) for k, v in scope["headers"])


def _is_data(scope: Scope) -> bool:
    """Whether the body is declared as JSON. A form of another site can send anything else without the browser asking first."""
    kind = _header(scope, b"content-type").partition(";")[0].strip().lower()
    return kind == "application/json" or (not kind and _header(scope, b"content-length") in ("", "0"))


async def _answer(scope: Scope, receive: Receive, send: Send, status: int, code: str, message: str) -> None:
    answer = failure(status, code, message)
    if status == 401:
        answer.headers["www-authenticate"] = "Bearer"
    await answer(scope, receive, _guarded(send))
