"""Servers of the MCP project as people install them: from npm with node, from PyPI in an environment of their own. Their versions are pinned."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path
from subprocess import run
from typing import Any

import pytest

from codemode import Completed, Engine, McpSource, Waiting

pytestmark = pytest.mark.anyio
HERE = Path(sys.prefix)
NPM = HERE / "node" / "node_modules" / "@modelcontextprotocol"
PYPI = HERE / "servers" / "bin"


def node(name: str, *args: str, **more: Any) -> dict[str, Any]:
    return {"command": "node", "args": [str(NPM / f"server-{name}" / "dist" / "index.js"), *args], **more}


def git(folder: Path, *command: str) -> None:
    run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *command], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("files")
    git(made, "init", "-q")
    (made / "a.txt").write_text("one\ntwo\n")
    git(made, "add", ".")
    git(made, "commit", "-qm", "the first")
    return made


@pytest.fixture(scope="module")
def servers(folder: Path) -> Any:
    import asyncio

    named = {
        "everything": node("everything"),
        "filesystem": node("filesystem", str(folder)),
        "memory": node("memory", env={"MEMORY_FILE_PATH": str(folder / "memory.json")}),
        "sequential-thinking": node("sequential-thinking"),
        "time": {"command": str(PYPI / "mcp-server-time"), "args": ["--local-timezone", "UTC"]},
        "git": {"command": str(PYPI / "mcp-server-git")},
        "sqlite": {"command": str(PYPI / "mcp-server-sqlite"), "args": ["--db-path", str(folder / "x.db")]},
    }
    source = McpSource.from_config({"mcpServers": named}, connect_timeout=120)
    asyncio.run(_listed(source))
    yield source
    asyncio.run(source.close())


async def _listed(source: McpSource) -> None:
    await source.list_tools()


@pytest.fixture(params=["inline", "process"])
async def engine(request: pytest.FixtureRequest, servers: McpSource) -> AsyncIterator[Engine]:
    async with Engine([servers], isolation=request.param, answer_timeout=60) as made:
        yield made


THOUGHT = """MCP.sequential_thinking.Sequentialthinking(map[string]any{
	"thought": "first", "thoughtNumber": 1, "totalThoughts": 2, "nextThoughtNeeded": true})"""
PROGRAMS = [
    ('__out = MCP.everything.echo(message="hi")', "Echo: hi"),
    ('r := MCP.everything.GetSum(map[string]any{"a": 2, "b": 40})\n__out = strings.Contains(r, "42")', True),
    ('__out = MCP.everything.getStructuredContent(location="Chicago")["conditions"]', "Light rain / drizzle"),
    ("__out = len(MCP.everything.ListResources()) > 5", True),
    (
        'MCP.filesystem.WriteFile(map[string]any{"path": "FOLDER/b.txt", "content": "b"})\n'
        '__out = MCP.filesystem.ReadTextFile(map[string]any{"path": "FOLDER/b.txt"})',
        {"content": "b"},
    ),
    ('_, err := MCP.filesystem.ReadTextFile(map[string]any{"path": "/etc/passwd"})\n__out = err != nil', True),
    (
        'MCP.memory.CreateEntities(map[string]any{"entities": []any{map[string]any{"name": "Ann", "entityType": "person", '
        '"observations": []any{"pays"}}}})\n'
        '__out = MCP.memory.SearchNodes(map[string]any{"query": "Ann"}).entities[0].observations',
        ["pays"],
    ),
    (f"__out = {THOUGHT}.totalThoughts", 2),
    (
        'r := MCP.time.ConvertTime(map[string]any{"source_timezone": "UTC", "time": "12:00", "target_timezone": "Asia/Tokyo"})\n'
        "__out = r.time_difference",
        "+9.0h",
    ),
    ('__out = strings.Contains(MCP.git.GitLog(map[string]any{"repo_path": "FOLDER"}), "the first")', True),
    (
        'MCP.sqlite.WriteQuery(map[string]any{"query": "CREATE TABLE IF NOT EXISTS t (n INTEGER)"})\n'
        '__out = MCP.sqlite.ReadQuery(map[string]any{"query": "SELECT 40 + 2 AS n"})',
        "[{'n': 42}]",
    ),
]


@pytest.mark.parametrize(("code", "value"), PROGRAMS)
async def test_a_program(engine: Engine, folder: Path, code: str, value: Any) -> None:
    reply = await engine.session().exec(code.replace("FOLDER", str(folder)), timeout_ms=60_000)
    assert isinstance(reply, Completed), reply
    assert reply.value == value


async def test_a_person_answers_what_a_server_asks(engine: Engine) -> None:
    session = engine.session()
    reply = await session.exec("__out = MCP.everything.TriggerElicitationRequest()", timeout_ms=60_000)
    assert isinstance(reply, Waiting), reply
    [pending] = reply.pending_tool_calls
    assert pending.question
    await session.approve(pending.id, {"name": "Ann", "check": True, "integer": 7})
    done = await session.wait(reply.run_id)
    assert "Ann" in str(done.result())


async def test_omitted_tools_are_reported(servers: McpSource) -> None:
    assert ["simulate-research-query" in warning for warning in servers.warnings] == [True]
