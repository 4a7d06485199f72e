"""OpenAPI documents as they are in the wild, each with a real server on loopback that tells what it was asked."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from codemode import Engine, FunctionSource, UtcpSource
from tests.servers import serving

JSON = "application/json"
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]


def gives(schema: Any, status: str = "200", kind: str = JSON) -> dict[str, Any]:
    return {status: {"description": "ok", "content": {kind: {"schema": schema}}}}


def operation(id: str = "", **more: Any) -> dict[str, Any]:
    return {**({"operationId": id} if id else {}), "responses": {"200": {"description": "ok"}}, **more}


def openapi(paths: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"openapi": "3.0.3", "info": {"title": "Wild", "version": "1"}, "paths": paths, **more}


def swagger(paths: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"swagger": "2.0", "info": {"title": "Old", "version": "1"}, "paths": paths, **more}


async def _told(request: Request) -> dict[str, Any]:
    kind = request.headers.get("content-type", "")
    body: Any = None
    if kind.startswith(("multipart/", "application/x-www-form-urlencoded")):
        body = []
        async with request.form() as form:
            for name, value in form.multi_items():
                if isinstance(value, UploadFile):
                    data = (await value.read()).decode("latin-1")
                    value = {"file": value.filename, "type": value.content_type, "data": data}
                body.append([name, value])
    elif data := await request.body():
        body = json.loads(data) if "json" in kind else data.decode("latin-1")
    return {
        "method": request.method,
        "path": request.url.path,
        "query": [list(pair) for pair in request.query_params.multi_items()],
        "type": kind.partition(";")[0],
        "headers": dict(request.headers),
        "body": body,
    }


@contextmanager
def served(document: Any, kind: str = JSON) -> Iterator[str]:
    """A server of the document, at /spec, that tells of every other request what it was. `@URL@` in the document is its address."""
    where: list[str] = []

    async def spec(request: Request) -> Response:
        text = document if isinstance(document, str) else json.dumps(document)
        return Response(text.replace("@URL@", where[0]), media_type=kind)

    async def token(request: Request) -> Response:
        form = await request.form()
        good = (form.get("client_id"), form.get("client_secret")) == ("me", "secret")
        return JSONResponse({"access_token": "t-1", "token_type": "bearer"}, status_code=200 if good else 401)

    async def status(request: Request) -> Response:
        code = int(request.path_params["code"])
        return Response(b"", status_code=code) if code == 204 else JSONResponse({"status": code}, status_code=code)

    async def plus(_: Request) -> Response:
        return Response('{"data": [1]}', media_type="application/vnd.api+json")

    async def any_other(request: Request) -> Response:
        return JSONResponse(await _told(request))

    routes = [
        Route("/spec", spec),
        Route("/token", token, methods=["POST"]),
        Route("/status/{code}", status, methods=METHODS),
        Route("/plus", plus),
        Route("/{rest:path}", any_other, methods=METHODS),
    ]
    with serving(Starlette(routes=routes)) as url:
        where.append(url)
        yield url


@asynccontextmanager
async def source_of(
    document: Any, kind: str = JSON, variables: dict[str, str] | None = None, preset: Any = None, **manual: Any
) -> AsyncIterator[UtcpSource]:
    """The tools of a served document, as manual `api`."""
    with served(document, kind) as url:
        given = {"name": "api", "call_template_type": "http", "url": f"{url}/spec", **manual}
        config = {"manual_call_templates": [given], "variables": variables or {}}
        more = {} if preset is None else {"preset": preset}
        source = await UtcpSource.from_config(config, **more)
        try:
            yield source
        finally:
            await source.close()


CALL = """call := func(name string, args any) any {
	r, err := codemode.CallTool(name, args)
	if err != nil {
		panic(err.Error())
	}
	return r
}
"""


async def value_of(
    source: UtcpSource, code: str, isolation: Any = "inline", functions: FunctionSource | None = None
) -> Any:
    """What a program gives; its tools are called as `call("api.x", args)`."""
    helper = CALL if "call(" in code else ""
    sources = [source, functions] if functions is not None else [source]
    async with Engine(sources, isolation=isolation) as engine:
        reply = await engine.session().exec(helper + code)
        assert reply.status == "completed", reply
        return reply.value


async def asked(source: UtcpSource, tool: str, arguments: str = "map[string]any{}") -> dict[str, Any]:
    """What the server was asked."""
    return await value_of(source, f'__out = call("{tool}", {arguments})')
