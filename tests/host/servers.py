"""Servers of tools that lie, flood and do not end, over their real transports."""

from __future__ import annotations

import sys
from typing import Any

from codemode import McpSource
from codemode.errors import CodeModeError
from tests.host.attacks import Attack
from tests.host.host import Host
from tests.host.requests import ENDS
from tests.mcp_forks import ROOT

ALL = """
for _, path := range API.List("mcp") {
	fmt.Println(len(API.Read(path)))
}
__out = 1"""
LIES = ["liar", "silent", "textual", "slow", "points_away", "broken", "list", "odd"]


def over_stdio(module: str, *arguments: str, calls: tuple[str, ...], name: str) -> Any:
    async def play(host: Host, _: Any) -> None:
        source = McpSource.stdio(
            sys.executable, ["-m", module, *arguments], cwd=ROOT, name=name, call_timeout=2, max_answer_bytes=8 << 20
        )
        try:
            engine = await host.own_engine([source])
            session = host.session(engine)
            await host.exec(session, ALL, timeout_ms=5000)
            for call in calls:
                code = f"r, err := MCP.{name}.{call}()\nfmt.Println(r != nil, err)\n__out = 1"
                await host.exec(session, code, timeout_ms=5000)
        except CodeModeError as refused:
            host.ended(refused.code)
        finally:
            await source.close()
            host.leave()  # of a server that lists no tools, no program can be run

    return play


GROUP = "servers of tools"
OLD = ["garbage", "floods", "floods-list", "many-pages", "endless", "asks", "binary", "mutters", "dies"]
ATTACKS = [
    Attack(
        "an MCP server whose names, schemas and results lie",
        GROUP,
        ends=ENDS,
        play=over_stdio("tests.mcp_hostile_server", calls=tuple(LIES), name="bad"),
    ),
    *(
        Attack(
            f"an MCP server in the mode {mode}",
            GROUP,
            ends=ENDS | {"tool_source_failed", "nested_tool_failed"},
            play=over_stdio("tests.mcp_old_server", mode, calls=("make_thing", "last"), name="old"),
        )
        for mode in OLD
    ),
]
