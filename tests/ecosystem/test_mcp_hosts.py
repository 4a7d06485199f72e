"""The server beside other people's MCP: FastMCP's client, the inspector, and npm's servers behind it."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client, Context, FastMCP
from fastmcp.client.transports import StdioTransport

import codemode
from codemode import Engine, McpSource
from tests.server.test_processes import KEYS, PAY, TOOLS, server

BIN = Path(sys.prefix) / "node_modules" / ".bin"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("served")
    (made / "tools.py").write_text(TOOLS)
    (made / "policy.json").write_text('[{"action": "ask", "tool": "pay"}]')
    return made


@pytest.fixture(scope="module")
def url(folder: Path) -> Iterator[str]:
    with server(folder) as (url, _):
        yield f"{url}/mcp"


def told(result: Any) -> Any:
    return json.loads(result.content[0].text)


# --- FastMCP's servers -----------------------------------------------------------------------------------------------------


def test_a_server_of_fastmcp_is_a_source() -> None:
    life: list[str] = []

    @asynccontextmanager
    async def lifespan(server: FastMCP[Any]) -> AsyncGenerator[dict[str, Any]]:
        life.append("begun")
        yield {}
        life.append("ended")

    shop = FastMCP("shop", lifespan=lifespan)

    @shop.tool
    async def price(sku: str, ctx: Context) -> dict[str, Any]:
        """What a product costs."""
        await ctx.report_progress(1, 2)
        answer = await ctx.elicit("Which currency?", str)
        return {"price": 79.5, "currency": getattr(answer, "data", answer.action)}

    async def main() -> list[Any]:
        async with McpSource.inside(shop) as source, Engine([source]) as engine:
            reply = await engine.session().exec('p, err := MCP.shop.price(map[string]any{"sku": "KB-1"})\n__out = p')
            return [reply.result(), engine.warnings]

    assert asyncio.run(main()) == [{"price": 79.5, "currency": "decline"}, []]
    assert life == ["begun", "ended"]
    code = '__out = MCP.shop.price(map[string]any{"sku": "KB-1"})["price"]'
    assert codemode.run(code, [shop]).value == 79.5


# --- FastMCP's client -----------------------------------------------------------------------------------------------------


def test_fastmcp_sees_two_tools_and_declarations(url: str) -> None:
    async def main() -> None:
        async with Client(url) as client:
            assert {tool.name for tool in await client.list_tools()} == {"exec", "wait"}
            [resource] = await client.list_resources()
            [content] = await client.read_resource(resource.uri)
            assert "func Pay(" in content.text
            assert told(await client.call_tool("exec", {"code": "__out = 6 * 7"}))["value"] == 42
            failed = await client.call_tool("exec", {"code": "x +"}, raise_on_error=False)
            assert failed.is_error

    asyncio.run(main())


def test_fastmcp_gets_progress_while_a_program_runs(url: str) -> None:
    said: list[str] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        said.append(message or "")

    async def main() -> None:
        async with Client(url, progress_handler=progress) as client:
            await client.call_tool("exec", {"code": "nap(seconds=0.1)\n__out = nap(seconds=0.1)"})

    asyncio.run(main())
    assert [line.partition(" ")[0].strip(":") for line in said] == ["nap"] * 4


@pytest.mark.parametrize(("answer", "value"), [({"to": "bob", "amount": 5}, "paid 5 to bob"), (None, None)])
def test_a_person_at_fastmcp_approves_or_declines(url: str, answer: dict[str, Any] | None, value: str | None) -> None:
    from fastmcp.client.elicitation import ElicitResult

    asked: list[str] = []

    async def ask(message: str, response_type: Any, params: Any, context: Any) -> Any:
        asked.append(message)
        if answer is None:
            return ElicitResult(action="decline")
        return ElicitResult(action="accept", content=response_type(**answer))

    async def main() -> Any:
        # without the key that the server printed, it would send the person to its page
        async with Client(url, auth=KEYS[url.removesuffix("/mcp")], elicitation_handler=ask) as client:
            return await client.call_tool("exec", {"code": PAY}, raise_on_error=False)

    done = asyncio.run(main())
    assert "pay" in asked[0]
    assert told(done).get("value") == value
    assert done.is_error == (value is None)


# --- the inspector --------------------------------------------------------------------------------------------------------


def inspect(*arguments: str) -> Any:
    command = [str(BIN / "mcp-inspector"), "--cli", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def test_the_inspector_over_http(url: str) -> None:
    listed = inspect(url, "--transport", "http", "--method", "tools/list")
    assert [tool["name"] for tool in listed["tools"]] == ["exec", "wait"]
    done = inspect(
        url, "--transport", "http", "--method", "tools/call", "--tool-name", "exec", "--tool-arg", "code=6 * 7"
    )
    assert json.loads(done["content"][0]["text"])["value"] == 42


def test_the_inspector_over_standard_input(folder: Path) -> None:
    codemode = [sys.executable, "-m", "codemode", "mcp", "--functions", str(folder / "tools.py")]
    listed = inspect(*codemode, "--method", "resources/list")
    assert [each["mimeType"] for each in listed["resources"]] == ["text/x-go"]


# --- servers behind the server --------------------------------------------------------------------------------------------


@asynccontextmanager
async def over_npm_servers(folder: Path) -> AsyncGenerator[Client[Any]]:
    servers = {
        "everything": {"command": str(BIN / "mcp-server-everything"), "args": ["stdio"]},
        "files": {"command": str(BIN / "mcp-server-filesystem"), "args": [str(folder)]},
    }
    config = folder.parent / "servers.json"
    config.write_text(json.dumps({"mcpServers": servers}))
    arguments = ["-m", "codemode", "mcp", "--mcp", str(config)]
    async with Client(StdioTransport(sys.executable, arguments, env=dict(os.environ))) as client:
        yield client


def test_a_program_uses_npm_servers_behind_the_server(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    (folder / "a.txt").write_text("one")
    code = """
said := MCP.everything.echo(message="hello")
sum := MCP.everything.get_sum(a=2, b=40)
text := MCP.files.read_text_file(path="FOLDER/a.txt")
MCP.files.write_file(path="FOLDER/b.txt", content="two")
_, err := MCP.files.read_text_file(path="/etc/passwd")
__out = map[string]any{"said": said, "sum": sum, "text": text, "refused": err != nil}
""".replace("FOLDER", str(folder))

    async def main() -> Any:
        async with over_npm_servers(folder) as client:
            described = next(tool for tool in await client.list_tools() if tool.name == "exec").description or ""
            assert "everything" in described
            assert "files" in described
            return told(await client.call_tool("exec", {"code": code}))

    done = asyncio.run(main())
    assert done["status"] == "completed", done
    assert "hello" in json.dumps(done["value"]["said"])
    assert "42" in json.dumps(done["value"]["sum"])
    assert "one" in json.dumps(done["value"]["text"])
    assert done["value"]["refused"] is True
    assert (folder / "b.txt").read_text() == "two"
