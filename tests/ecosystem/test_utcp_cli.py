"""Command lines by the plugin utcp-cli."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.ecosystem.plugins import called, engine_over, inline, manual, tool

pytestmark = pytest.mark.anyio
TEXT = {"type": "string"}


def command(*lines: str) -> dict[str, Any]:
    return {"call_template_type": "cli", "commands": [{"command": line} for line in lines]}


TOOLS = [
    tool("say", command("echo UTCP_ARG_word_UTCP_END"), word=TEXT),
    tool("data", command("""echo '{"n": 3}'""")),
    tool("fail", command("echo no such thing >&2; exit 3")),
    tool("fail_first", command("cat /no/such/file", "echo done")),
    tool("fail_silently", command("exit 4")),
    tool("shell_words", command('x=5; y=abc; echo "$x ${x}1 ${#y} $(echo sub) $NOBODY_SET_IT"')),
    tool("variable", command("echo $GREETING-$1")),
]


@pytest.mark.parametrize(
    ("name", "arguments", "value"),
    [
        ("say", {"word": "a'b\"; rm -rf $HOME"}, "a'b\"; rm -rf $HOME"),
        ("data", {}, {"n": 3}),
        ("fail", {}, "error: m.fail: exit status 3: no such thing"),
        ("fail_first", {}, "done"),
        ("fail_silently", {}, "error: m.fail_silently: exit status 4"),
        ("shell_words", {}, "5 51 3 sub"),
        ("variable", {}, "hello-"),
    ],
)
async def test_commands(name: str, arguments: dict[str, Any], value: Any) -> None:
    config = inline("cli", *TOOLS) | {"variables": {"m_GREETING": "hello"}}
    async with engine_over(config) as engine:
        assert await called(engine, f"m.{name}", arguments) == value


async def test_tools_that_a_command_tells(tmp_path: Path) -> None:
    (tmp_path / "manual.json").write_text(json.dumps(manual(*TOOLS[:2], {"name": "broken"})))
    config = {"manual_call_templates": [{"name": "found", **command(f"cat {tmp_path}/manual.json$NOTHING")}]}
    async with engine_over(config) as engine:
        assert [entry.name for entry in (await engine.catalog()).entries] == ["found.data", "found.say"]
        assert await called(engine, "found.say", {"word": "hi"}) == "hi"


async def test_a_command_that_is_given_up_ends_with_all_that_it_started(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    endless = tool("endless", command(f"echo $$ > {pids}; (sleep 1000 & echo $! >> {pids}; wait)"))
    async with engine_over(inline("cli", endless), call_timeout=2) as engine:
        assert "no answer within 2 s" in await called(engine, "m.endless", {})
    for _ in range(200):
        if not any(map(_runs, pids.read_text().split())):
            return
        await asyncio.sleep(0.05)
    pytest.fail("it still runs")


def _runs(pid: str) -> bool:
    try:
        os.kill(int(pid), 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
