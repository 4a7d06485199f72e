"""An MCP server that is hard to live with, written out by hand: `python -m tests.mcp_hard_server <mode>`. It does one thing at a time, and its tools
do what they are called; what it lists depends on the mode."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

ANY: dict[str, Any] = {"type": "object"}
PLAIN = ["pid", "hang", "sleep", "die", "leave_child", "deep", "broken_json", "broken_json_last", "quiet", "nan"]
ODD_TOOLS: list[Any] = [
    {"name": "good", "inputSchema": ANY},
    {"name": "text_schema", "inputSchema": "a string"},
    {"name": "list_schema", "inputSchema": []},
    {"name": "array_input", "inputSchema": {"type": "array"}},
    {"inputSchema": ANY, "description": "nameless"},
    {"name": None, "inputSchema": ANY},
    {"name": 7, "inputSchema": ANY},
    "no tool",
    {"name": "needs-names", "inputSchema": {"type": "object", "required": "all"}},
    {"name": "odd \u202e name\n\x1b[31m`${x}`", "inputSchema": ANY},
    {"name": "long", "inputSchema": ANY, "description": "word " * 200_000},
    {"name": "twice", "inputSchema": ANY, "description": "one"},
    {"name": "twice", "inputSchema": ANY, "description": "two"},
    {"name": "odd_parts", "inputSchema": ANY, "description": ["x"], "annotations": "none", "outputSchema": "none"},
    {"name": "no_input"},
    {"name": "untyped", "inputSchema": {"properties": {"n": {"type": "integer"}}, "required": ["n"]}},
    {"name": "last", "inputSchema": ANY},
]


def send(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


class Server:
    def __init__(self, mode: str, log: str = "") -> None:
        self.mode = mode
        self.log = log
        self.listed = 0
        self.is_quiet = False

    def note(self, what: str) -> None:
        if self.log:
            with Path(self.log).open("a") as file:
                file.write(f"{what}\n")

    def tools(self) -> list[Any]:
        self.listed += 1
        self.note("listed")
        if self.mode == "odd-tools":
            return ODD_TOOLS
        names = [*PLAIN, f"list_{self.listed}"] if self.mode == "changes" else PLAIN
        return [{"name": name, "inputSchema": ANY} for name in names]

    def change_without_end(self) -> None:
        while not self.is_quiet:
            send({"method": "notifications/tools/list_changed"})

    def call(self, id: Any, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        text = name
        if name == "pid":
            text = str(os.getpid())
        elif name == "hang":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(600)
        elif name == "sleep":
            time.sleep(arguments["seconds"])
        elif name == "die":
            sys.exit("out of memory")
        elif name == "leave_child":
            child = subprocess.Popen(["sleep", "600"], stderr=None)
            text = str(child.pid)
        elif name == "deep":
            depth = arguments["depth"]
            nested = "[" * depth + "]" * depth
            if arguments.get("text"):
                text = nested
            else:
                sys.stdout.write(
                    f'{{"jsonrpc": "2.0", "id": {id}, "result": {{"content": [], "structuredContent": {{"a": {nested}}}}}}}\n'
                )
                sys.stdout.flush()
        elif name.startswith("broken_json"):
            message = [f'"id": {id}', '"result": {"content": [,]}']
            sys.stdout.write(f"{{{', '.join(message if name == 'broken_json' else message[::-1])}}}\n")
            sys.stdout.flush()
        elif name == "nan":
            return {"content": [], "structuredContent": {"x": float("nan")}}
        elif name == "quiet":
            self.is_quiet = True
        return {"content": [{"type": "text", "text": text}]}

    def answer(self, asked: dict[str, Any]) -> None:
        method, params = asked["method"], asked.get("params") or {}
        if method == "initialize":
            about = {"name": "hard", "version": "0"}
            capabilities = {"tools": {"listChanged": True}}
            result = {"protocolVersion": "2025-06-18", "capabilities": capabilities, "serverInfo": about}
            send({"id": asked["id"], "result": result})
            if self.mode == "changes":
                threading.Thread(target=self.change_without_end, daemon=True).start()
        elif method == "tools/list":
            send({"id": asked["id"], "result": {"tools": self.tools()}})
        elif method == "tools/call":
            result = self.call(asked["id"], params["name"], params.get("arguments") or {})
            send({"id": asked["id"], "result": result})
        elif method == "ping":
            send({"id": asked["id"], "result": {}})
        else:
            send({"id": asked["id"], "error": {"code": -32601, "message": "Method not found"}})


def main(mode: str, log: str = "") -> None:
    server = Server(mode, log)
    server.note("started")
    for line in sys.stdin:
        asked = json.loads(line)
        if "id" in asked:
            server.answer(asked)


if __name__ == "__main__":
    main(*sys.argv[1:])
