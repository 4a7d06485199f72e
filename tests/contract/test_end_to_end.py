"""The sixteen steps of one run, against real servers: UTCP over HTTP, MCP over standard input and over HTTP, an OpenAPI document."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from codemode import Engine, FunctionSource, FunctionTool, Limits, McpSource, Policy, Rule, UtcpSource
from tests.contract.shown import shows
from tests.mcp_server import http_server
from tests.mcp_sources import stdio
from tests.servers import UtcpServer, serving, utcp_server

pytestmark = pytest.mark.anyio

PETS: dict[int, str] = {1: "Rex", 2: "Tom"}


def pet_store() -> Starlette:
    """A service that describes itself by OpenAPI 3."""

    async def document(request: Request) -> JSONResponse:
        id = {"name": "petId", "in": "path", "required": True, "schema": {"type": "integer"}}
        pet = {
            "type": "object",
            "properties": {"id": {"type": "integer"}, "name": {"type": "string"}},
            "required": ["id", "name"],
        }
        found = {
            "200": {
                "description": "the pet",
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}},
            }
        }
        get = {"operationId": "getPet", "summary": "One pet by its id", "parameters": [id], "responses": found}
        return JSONResponse(
            {
                "openapi": "3.0.3",
                "info": {"title": "Pets", "version": "1"},
                "servers": [{"url": str(request.base_url).rstrip("/")}],
                "paths": {"/pets/{petId}": {"get": get}},
                "components": {"schemas": {"Pet": pet}},
            }
        )

    async def one(request: Request) -> JSONResponse:
        id = int(request.path_params["id"])
        return JSONResponse(
            {"id": id, "name": PETS[id]} if id in PETS else {"error": "no pet"}, 200 if id in PETS else 404
        )

    return Starlette(routes=[Route("/openapi.json", document), Route("/pets/{id}", one)])


@pytest.fixture(scope="module")
def utcp() -> Iterator[UtcpServer]:
    with utcp_server() as server:
        yield server


@pytest.fixture(scope="module")
def pets() -> Iterator[str]:
    with serving(pet_store()) as url:
        yield url


@pytest.fixture(scope="module")
def remote() -> Iterator[str]:
    with http_server() as url:
        yield url


class Host:
    """The application's own tools."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.made: list[str] = []
        self.cancelled: list[str] = []

    async def approve_budget(self, amount: float) -> str:
        """Approve a budget."""
        self.made.append(f"approved {amount:g}")
        return "approved"

    async def report(self, name: str) -> str:
        """A report that takes its time."""
        try:
            await self.gate.wait()
        except asyncio.CancelledError:
            self.cancelled.append(name)
            raise
        self.made.append(name)
        return f"report {name}"

    async def drop_database(self) -> None:
        """Never to be called."""
        self.made.append("dropped")


@pytest.fixture
async def host() -> Host:
    return Host()


@pytest.fixture
async def engine(isolation: str, utcp: UtcpServer, pets: str, remote: str, host: Host) -> AsyncIterator[Engine]:
    openapi = {"name": "pets", "call_template_type": "http", "url": f"{pets}/openapi.json", "http_method": "GET"}
    config = utcp.config()
    config["manual_call_templates"].append(openapi)
    own = [FunctionTool(f"app.{fn.__name__}", fn) for fn in (host.approve_budget, host.report, host.drop_database)]
    servers = [stdio("local"), McpSource.http(remote, name="remote")]
    sources = [await UtcpSource.from_config(config), *servers, FunctionSource(own, owner="app")]
    policy = Policy([Rule("deny", "*.drop_*"), Rule("deny", "mcp:*:crash"), Rule("ask", "app.approve_budget")])
    limits = Limits(snapshot_ttl_seconds=2, timeout_ms=20_000)
    async with Engine(sources, limits, isolation=isolation, policy=policy) as made:
        await made.toolbox("model", "s1")  # so that no step waits for servers to start
        yield made
    for source in sources:
        await source.close()


@shows("guest 7", "guest 8", "exec 1", "nested 11", "nested 9", "draining 1", "wait 8", "wait 9")
async def test_sixteen_steps(engine: Engine, host: Host, utcp: UtcpServer) -> None:
    session = engine.session("model", "s1")

    async def run(code: str, **more: Any) -> Any:
        return await session.exec(code, **more)

    async def value(code: str) -> Any:
        reply = await run(code)
        assert reply.status == "completed", reply
        return reply.value

    # 1. Only exec and wait are visible.
    definitions = await session.definitions("openai")
    assert [tool["function"]["name"] for tool in definitions] == ["exec", "wait"]
    assert "drop_database" not in json.dumps(definitions)

    # 2. ALL_TOOLS: everything that may be used, without schemas and without the tools of MCP servers.
    found = await value("__out = ALL_TOOLS")
    names = {tool["name"] for tool in found}
    assert {"demo.add", "pets.getPet", "app.report"} <= names
    assert not names & {"app.drop_database", "exec", "wait", "MCP.local.add"}
    assert {tool["source"] for tool in found} == {"utcp", "function"}

    # 3. Search.
    assert await value('__out = tools.Search("one pet by id", 1)[0].Name') == "pets.getPet"

    # 4. Describe: a Go declaration from an OpenAPI document.
    told = await value('__out = tools.Describe("pets.getPet")')
    assert "PetId int" in told["declaration"]
    assert told["input_schema"]["required"] == ["petId"]

    # 5. Call, by name, by id and by shorthand: the OpenAPI service, then the UTCP server.
    assert await value('__out = codemode.CallTool("pets.getPet", map[string]any{"petId": 1})') == {
        "id": 1,
        "name": "Rex",
    }
    assert await value('__out = tools.Call("utcp:pets:getPet", map[string]any{"petId": 2}).name') == "Tom"
    assert await value('__out = tools.DemoAdd(map[string]any{"a": 2, "b": 3}).result') == 5

    # 6. The catalog as files.
    assert await value("__out = API.List()") == [
        "function/app.go",
        "mcp/local.go",
        "mcp/remote.go",
        "utcp/demo.go",
        "utcp/pets.go",
    ]
    assert "func PetsGetPet(" in await value('__out = API.Read("utcp/pets.go")')
    assert "Add two numbers." in await value('__out = API.Read("mcp/local.go")')

    # 7. MCP.<server>.<tool>, over standard input and output and over HTTP.
    assert await value('__out = MCP.local.add(map[string]any{"a": 1, "b": 2})') == 3
    assert await value('__out = MCP.remote.structured(map[string]any{"id": "O-7"}).total') == 12.5

    # 8. ... and in no other way.
    reply = await run(
        'name := "MCP.local.add"\n_, err := codemode.CallTool(name, map[string]any{"a": 1, "b": 2})\n__out = fmt.Sprint(err)'
    )
    assert "is a tool of an MCP server" in reply.value
    assert reply.tool_calls[0].code == "tool_not_found"

    # 9. What is denied cannot be called, by whatever name.
    for id in ("app.drop_database", "function:app:drop_database"):
        reply = await run(f'_, err := codemode.CallTool("{id[:5]}" + "{id[5:]}")\n__out = fmt.Sprint(err)')
        assert reply.status == "failed" or reply.tool_calls[0].status == "denied"
        reply = await run(
            f'parts := []string{{"{id[:5]}", "{id[5:]}"}}\n_, err := codemode.CallTool(strings.Join(parts, ""))\n__out = fmt.Sprint(err)'
        )
        assert (reply.tool_calls[0].status, reply.tool_calls[0].code) == ("denied", "tool_denied")
    assert (await run("MCP.local.crash()")).status == "failed"
    assert host.made == []

    # 10. Calls of four servers at the same time, visible under the parent.
    reply = await run(
        """
        tasks := []func() (any, error){
            func() (any, error) { return codemode.CallTool("demo.multiply", map[string]any{"a": 6, "b": 7}) },
            func() (any, error) { return codemode.CallTool("pets.getPet", map[string]any{"petId": 1}) },
            func() (any, error) { return MCP.local.add(map[string]any{"a": 20, "b": 1}) },
            func() (any, error) { return MCP.remote.add(map[string]any{"a": 20, "b": 2}) },
        }
        r, err := codemode.Parallel(tasks)
        if err != nil {
            return err
        }
        __out = []any{r[0].result, r[1].name, r[2], r[3]}
        """
    )
    assert reply.value == [42, "Rex", 21, 22]
    assert [(call.id, call.tool, call.status) for call in reply.tool_calls] == [
        ("call_1", "demo.multiply", "ok"),
        ("call_2", "pets.getPet", "ok"),
        ("call_3", "MCP.local.add", "ok"),
        ("call_4", "MCP.remote.add", "ok"),
    ]
    assert all(call.ms > 0 for call in reply.tool_calls)

    # 11. A stream.
    code = 's := codemode.CallToolStream("demo.count", map[string]any{"to": 4})\nn := 0\nfor v := range s.All() { n += int(v) }\n__out = n'
    assert await value(code) == 10

    # 12. A call that takes longer than the budget: the reply is waiting, the call goes on.
    reply = await run(
        'fmt.Print("asked")\n__out = codemode.CallTool("app.report", map[string]any{"name": "q1"})', timeout_ms=600
    )
    assert (reply.status, reply.reason, reply.pending_tool_calls[0].tool) == ("waiting", "pending_tools", "app.report")
    assert reply.output[0].text == "asked"

    # 13. It settles after `waiting`, and wait delivers it.
    host.gate.set()
    await asyncio.sleep(0.05)
    assert host.made == ["q1"]
    reply = await session.wait(reply.run_id)
    assert (reply.status, reply.value, reply.output) == ("completed", "report q1", [])  # type: ignore[union-attr]
    host.gate.clear()

    # 14. A person approves, with other arguments.
    reply = await run('__out = codemode.CallTool("app.approve_budget", map[string]any{"amount": 1000})')
    assert (reply.status, reply.reason, reply.pending_tool_calls[0].arguments) == (
        "waiting",
        "approval",
        {"amount": 1000},
    )
    await session.approve(reply.pending_tool_calls[0].id, {"amount": 10})
    assert (await session.wait(reply.run_id)).value == "approved"  # type: ignore[union-attr]
    assert host.made == ["q1", "approved 10"]

    # 15. Timeout and abort clean up: the calls are cancelled, what they were is on record.
    reply = await run(
        'go codemode.CallTool("app.report", map[string]any{"name": "q2"})\nruntime.Gosched()\nfor {\n}', timeout_ms=1000
    )
    assert reply.code in ("timeout", "step_limit_exceeded")
    assert reply.tool_calls[0].status == "in_doubt"
    reply = await run('codemode.CallTool("app.report", map[string]any{"name": "q3"})', timeout_ms=600)
    aborted = await session.abort(reply.run_id)
    assert (aborted.code, aborted.tool_calls[0].status) == ("aborted", "in_doubt")
    assert host.cancelled == ["q2", "q3"]

    # 16. So does expiry, by itself.
    reply = await run('codemode.CallTool("app.report", map[string]any{"name": "q4"})', timeout_ms=600)
    assert reply.status == "waiting"
    for _ in range(100):
        await asyncio.sleep(0.05)
        if host.cancelled[2:]:
            break
    assert host.cancelled == ["q2", "q3", "q4"]
    assert (await session.wait(reply.run_id)).code == "snapshot_expired"  # type: ignore[union-attr]
    assert host.made == ["q1", "approved 10"]
    assert len(engine.runs) == 0
    assert await value("__out = 1") == 1
