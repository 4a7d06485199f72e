"""The servers of an MCP configuration on the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands import in_process, own_process
from tests.mcp_server import ROOT, http_server
from tests.mcp_sources import SERVER
from tests.openai_server import openai_server
from tests.ports import unused_port

LOCAL = {"command": sys.executable, "args": SERVER, "cwd": str(ROOT)}
ADD = '__out = MCP.local.add(map[string]any{"a": 5, "b": 7})'


def configure(folder: Path, **servers: Any) -> None:
    (folder / "mcp.json").write_text(json.dumps({"mcpServers": servers}))


def test_run_and_check(tmp_path: Path) -> None:
    with http_server(token="s3cret") as url:
        web = {"url": url, "headers": {"Authorization": "Bearer ${MCP_TEST_TOKEN}"}}
        configure(tmp_path, local=LOCAL, web=web)
        both = ADD + ' + MCP.web.add(map[string]any{"a": 1, "b": 2})'
        done = own_process(tmp_path, "run", "-", "--mcp", "mcp.json", stdin=both, MCP_TEST_TOKEN="s3cret")
        assert (done.returncode, done.stdout) == (0, "15\n")
        assert all(": repaired: " in line for line in done.stderr.splitlines())
    configure(tmp_path, local=LOCAL)
    (tmp_path / "bad.go").write_text('__out = MCP.local.ad(map[string]any{"a": 5})')
    checked = in_process(tmp_path, "check", "bad.go", "--mcp", "mcp.json")
    assert checked.returncode == 1
    assert "bad.go:1:19: undefined: MCP.local.ad" in checked.stderr
    assert "MCP.local.add" in checked.stderr


def test_tools_are_listed_searched_and_declared(tmp_path: Path) -> None:
    configure(tmp_path, local=LOCAL)
    listed = in_process(tmp_path, "tools", "--mcp", "mcp.json", "--search", "add two numbers")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert listed.stdout.splitlines()[0] == "MCP.local.add(a number, b number): Add two numbers."
    declared = in_process(tmp_path, "tools", "--mcp", "mcp.json", "--go")
    assert "// call: MCP.local.where_am_i\nfunc WhereAmI() (" in declared.stdout
    assert "// call: MCP.local.ReadResource\nfunc ReadResource(in struct {" in declared.stdout


def test_a_prompt_is_answered(tmp_path: Path) -> None:
    configure(tmp_path, local=LOCAL)
    plan = json.dumps({"tools": ["MCP.local.add"], "code": ADD, "stream": False})
    with openai_server([plan]) as models:
        ask = ["call", "add the numbers 5 and 7", "--pipeline", "single", "--show-code", "--base-url", models.url]
        done = in_process(tmp_path, *ask, "--mcp", "mcp.json")
    assert (done.returncode, done.stdout) == (0, "12\n"), done.stderr
    assert "call: MCP.local.add ok" in done.stderr


def test_a_server_that_cannot_be_reached_is_told(tmp_path: Path) -> None:
    gone = {"url": f"http://127.0.0.1:{unused_port()}/mcp"}
    configure(tmp_path, gone=gone, local=LOCAL)
    # its own process, because what is logged goes to standard error only where nobody else has set up logging
    done = own_process(tmp_path, "run", "-", "--mcp", "mcp.json", stdin=ADD)
    assert (done.returncode, done.stdout) == (0, "12\n")
    assert done.stderr.startswith("MCP server 'gone'")
    assert done.stderr.count("cannot be reached") == 1
    configure(tmp_path, gone=gone)
    alone = in_process(tmp_path, "tools", "--mcp", "mcp.json")
    assert (alone.returncode, alone.stdout) == (1, "")
    assert "codemode: MCP server 'gone'" in alone.stderr


WRONG = [
    ('{"mcpServers": {"x": {}}}', "needs command, the program to start"),
    ("{", "is not JSON"),
    ("[]", "must be an object"),
]


@pytest.mark.parametrize(("text", "expected"), [*WRONG, (None, "No such file")])
def test_a_wrong_configuration_is_usage(tmp_path: Path, text: str | None, expected: str) -> None:
    if text is not None:
        (tmp_path / "mcp.json").write_text(text)
    done = in_process(tmp_path, "tools", "--mcp", "mcp.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "mcp.json" in done.stderr
    assert expected in done.stderr
