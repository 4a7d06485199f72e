"""Tokens, secrets and streams of UTCP's HTTP protocols, with real servers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from codemode.engine.protocols import CallContext
from codemode.errors import ToolError
from codemode.sources import UtcpSource
from codemode.sources.utcp_results import bare
from tests.ports import unused_port
from tests.servers import obj, serving

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings(
        "ignore:(BasicAuth|The 'auth' parameter) is deprecated:DeprecationWarning"
    ),  # which UTCP uses
]
HERE = CallContext()
SECRET = "sk-very secret/42"
EVENTS = [f'{{"n": {n}}}' for n in range(4)]


@dataclass
class Api:
    """An API behind tokens, each of which may be used twice."""

    url: str = ""
    tokens: list[str] = field(default_factory=list)
    uses: dict[str, int] = field(default_factory=dict)
    seconds: Any = 3600.0
    listings: int = 0
    asked: list[str] = field(default_factory=list)  # paths, and from which event on

    def tool(self, name: str, kind: str, path: str, **more: Any) -> dict[str, Any]:
        how = {"call_template_type": kind, "url": path if "://" in path else f"{self.url}{path}", **more}
        return {"name": name, "description": "", "inputs": obj(), "tool_call_template": how}

    def manual(self) -> dict[str, Any]:
        self.listings += 1  # tokens are kept by scope, too: each test fetches its own

        def auth(at: str) -> dict[str, Any]:
            where = at if "://" in at else f"{self.url}{at}"
            return {
                "auth_type": "oauth2",
                "token_url": where,
                "client_id": "$KEY",
                "client_secret": "$KEY",
                "scope": str(self.listings),
            }

        tools = [
            self.tool(f"use_{kind}", kind, "/use", auth=auth("/token")) for kind in ("http", "sse", "streamable_http")
        ]
        tools += [
            self.tool("refused", "http", "/use", auth=auth("/refused")),
            self.tool("no_token", "http", "/use", auth=auth("/odd")),
            self.tool("nobody", "http", "/use", auth=auth(f"http://127.0.0.1:{unused_port()}/token?k=$KEY")),
            self.tool("elsewhere", "http", "http://example.com/use/$KEY?key=$KEY"),
            self.tool("keyed", "http", "/none?key=$KEY"),
            self.tool("moved", "sse", "/moved?key=$KEY"),
            self.tool("cut", "sse", "/cut"),
            self.tool("cut_with_ids", "sse", "/cut?ids=1", retry_timeout=10),
        ]
        return {"utcp_version": "1.0.1", "manual_version": "1", "tools": tools}

    async def listed(self, _: Request) -> Response:
        return JSONResponse(self.manual())

    async def token(self, request: Request) -> Response:
        assert (await request.form())["client_secret"] == SECRET
        self.tokens.append(f"token-{len(self.tokens)}")
        return JSONResponse({"access_token": self.tokens[-1], "token_type": "Bearer", "expires_in": self.seconds})

    async def refused(self, _: Request) -> Response:
        return JSONResponse({"error": "invalid_client"}, 401)

    async def odd(self, _: Request) -> Response:
        return JSONResponse({"token": "?"})

    async def use(self, request: Request) -> Response:
        given = request.headers.get("authorization", "")
        self.uses[given] = self.uses.get(given, 0) + 1
        if given != f"Bearer {self.tokens[-1] if self.tokens else ''}" or self.uses[given] > 2:
            return PlainTextResponse("invalid_token", 401)
        if "event-stream" in request.headers.get("accept", ""):
            return Response(f'data: "{given}"\n\n', media_type="text/event-stream")
        return JSONResponse(given)

    async def moved(self, request: Request) -> Response:
        return RedirectResponse(f"/use?{request.url.query}")

    async def cut(self, request: Request) -> Response:
        first = int(request.headers.get("last-event-id", "-1")) + 1
        self.asked.append(f"{request.url.path} {first}")
        ids = "ids" in request.query_params

        async def body() -> AsyncIterator[str]:
            for n, event in enumerate(EVENTS[first:], first):
                yield (f"id: {n}\n" if ids else "") + f"data: {event}\n\n"
                await asyncio.sleep(0.02)
                if n == 1:
                    raise ConnectionResetError("cut")

        return StreamingResponse(body(), media_type="text/event-stream")


@pytest.fixture(scope="module")
def served() -> Iterator[Api]:
    api = Api()
    routes = [Route(f"/{name}", getattr(api, name)) for name in ("listed", "use", "moved", "cut")]
    routes += [Route(f"/{name}", getattr(api, name), methods=["POST"]) for name in ("token", "refused", "odd")]
    with serving(Starlette(routes=routes)) as api.url:
        yield api


@pytest.fixture
async def source(served: Api) -> AsyncIterator[UtcpSource]:
    manual = {"name": "api", "call_template_type": "http", "url": f"{served.url}/listed", "http_method": "GET"}
    # not over plain HTTP to another host
    other = {**manual, "name": "other", "url": "http://example.com/$KEY?key=$KEY"}
    made = await UtcpSource.from_config(
        {"manual_call_templates": [manual, other], "variables": {"api_KEY": SECRET, "other_KEY": SECRET}}
    )
    served.tokens.clear()
    served.uses.clear()
    served.seconds = 3600.0
    yield made
    await made.close()


async def pieces(source: UtcpSource, name: str) -> list[Any]:
    return [piece async for piece in source.stream(name, {}, HERE)]


async def told(source: UtcpSource, name: str) -> str:
    with pytest.raises(ToolError) as caught:
        await (pieces(source, name) if name in ("api.moved", "api.cut") else source.call(name, {}, HERE))
    return caught.value.message


async def test_calls_at_once_fetch_one_token(source: UtcpSource, served: Api) -> None:
    await source.call("api.use_http", {}, HERE)
    served.uses.update(dict.fromkeys((f"Bearer {token}" for token in served.tokens), 2))  # it is refused from now on
    answers = await asyncio.gather(*(source.call("api.use_http", {}, HERE) for _ in range(2)))
    assert (answers, len(served.tokens)) == (["Bearer token-1"] * 2, 2)


@pytest.mark.parametrize("told", [None, "3600", "soon", 10**400, -1])
async def test_a_token_whose_end_is_not_known_is_kept(source: UtcpSource, served: Api, told: Any) -> None:
    served.seconds = told
    for _ in range(2):
        assert await source.call("api.use_http", {}, HERE) == "Bearer token-0"
    assert len(served.tokens) == 1


@pytest.mark.parametrize("kind", ["http", "sse", "streamable_http"])
async def test_a_token_is_renewed_when_it_ends_and_when_it_is_refused(
    source: UtcpSource, served: Api, kind: str
) -> None:
    def used(answer: Any) -> str:
        return json.dumps(answer)

    for number in (0, 0, 1, 1, 2):  # each token works twice, then its call is refused
        assert f"Bearer token-{number}" in used(await source.call(f"api.use_{kind}", {}, HERE))
    served.seconds = 0.1
    served.uses[f"Bearer {served.tokens[-1]}"] = 2
    for number in (3, 4):
        assert f"Bearer token-{number}" in used(await source.call(f"api.use_{kind}", {}, HERE))
        await asyncio.sleep(0.15)
    assert len(served.tokens) == 5


async def test_a_call_is_not_made_without_its_token(source: UtcpSource, served: Api) -> None:
    assert await told(source, "api.refused") == (
        f"api.refused: no OAuth2 token: {served.url}/refused cannot be reached, or refuses client_id and client_secret"
    )
    for _ in range(2):
        assert await told(source, "api.no_token") == (
            f"api.no_token: no OAuth2 token: the answer of {served.url}/odd has no access_token"
        )
    assert "no OAuth2 token: http://127.0.0.1:" in await told(source, "api.nobody")
    assert served.uses == {}


async def test_values_of_variables_are_not_told(source: UtcpSource, caplog: pytest.LogCaptureFixture) -> None:
    await told(source, "api.keyed")
    assert "Error calling tool" in caplog.text  # by UTCP, for a host that has configured logging
    assert "secret" not in caplog.text
    texts = [await told(source, name) for name in ("api.elsewhere", "api.moved", "api.nobody", "api.refused")]
    texts += source.warnings
    with pytest.raises(ToolError) as caught:
        await source.call("other.any", {}, HERE)
    texts.append(caught.value.message)
    assert "http://example.com/use/$KEY" in texts[0]
    assert any("manual 'other' at http://example.com/" in text for text in texts)
    for text in texts:
        assert not any(secret in text for secret in (SECRET, "sk-very", "secret%2F42", "key=")), text


def test_addresses_are_told_without_users_and_queries() -> None:
    told = "got https://u:pw@a.com/x?k=1, 'wss://u@b.com/?k=2' and http://c.com/d"
    assert bare(told) == "got https://a.com/x 'wss://b.com/' and http://c.com/d"


async def test_a_stream_that_is_cut_off_is_resumed_or_fails_and_never_begins_anew(
    source: UtcpSource, served: Api
) -> None:
    found: list[Any] = []
    with pytest.raises(ToolError, match=r"^api\.cut: the server cut the stream off, and gave no event ids"):
        async for piece in source.stream("api.cut", {}, HERE):
            found.append(piece)
    assert found == [{"n": 0}, {"n": 1}]
    assert "cut the stream off" in await told(source, "api.cut")
    assert served.asked == ["/cut 0", "/cut 0"]
    assert await pieces(source, "api.cut_with_ids") == [{"n": n} for n in range(4)]
    assert served.asked[2:] == ["/cut 0", "/cut 2"]
