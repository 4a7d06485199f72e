"""GraphQL by the plugin utcp-gql, against a server with a real schema."""

from __future__ import annotations

from typing import Any

import pytest
from aiohttp import web
from graphql import build_schema, graphql_sync

from tests.ecosystem.plugins import called, engine_over, inline, stays_outside, tool
from tests.ecosystem.web import serving

pytestmark = [pytest.mark.anyio, pytest.mark.filterwarnings("default")]  # the plugin has some
SCHEMA = build_schema(
    "type Query { hello(name: String): String, user(id: ID!): User } type User { id: ID!, name: String }"
)
ROOT = {
    "hello": lambda _, name="you": f"hello {name}",
    "user": lambda _, id: {"id": id, "name": f"user {id}"} if id != "0" else RuntimeError("no such user"),
}


async def answer(request: web.Request) -> web.Response:
    asked = await request.json()
    done = graphql_sync(SCHEMA, asked["query"], ROOT, variable_values=asked.get("variables"))
    return web.json_response(done.formatted)


ROUTE = web.post("/graphql", answer)


def template(url: str, **more: Any) -> dict[str, Any]:
    return {"name": "m", "call_template_type": "graphql", "url": f"http://{url}", **more}


async def test_the_words_of_a_query_are_its_own() -> None:
    query = "query GetUser($id: ID!) { user(id: $id) { id name } }"
    async with serving(ROUTE) as url:
        get_user = tool("get_user", template(url, query=query), id={"type": "string"})
        async with engine_over(inline("graphql", get_user)) as engine:
            assert await called(engine, "m.get_user", {"id": "7"}) == {"user": {"id": "7", "name": "user 7"}}
            assert "no such user" in await called(engine, "m.get_user", {"id": "0"})


async def test_a_query_in_the_configuration_itself() -> None:
    query = "query Hello($name: String) { hello(name: $name) }"
    async with serving(ROUTE) as url, engine_over({"manual_call_templates": [template(url, query=query)]}) as engine:
        assert {"m.hello", "m.user"} == {entry.name for entry in (await engine.catalog()).entries}
        assert await called(engine, "m.hello", {"name": "Ann"}) == {"hello": "hello Ann"}


async def test_a_public_manual_does_not_lead_to_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    template = {"name": "m", "call_template_type": "graphql", "url": "http://", "query": "{ hello }"}
    await stays_outside(monkeypatch, "graphql", template, ROUTE)
