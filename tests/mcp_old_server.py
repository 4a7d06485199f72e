"""A server of an older protocol version, written out by hand: `python -m tests.mcp_old_server <mode>`. It talks JSON lines and nothing more."""

from __future__ import annotations

import json
import os
import select
import sys
import time
from collections.abc import Iterator
from typing import Any, NoReturn

LATER: list[str] = []  # lines that came before their time
ASKED: list[str] = []
TOOLS = ["make-thing", "make_thing", "2fa", "type", "späte", "exec.run", "last"]


def tool(name: str) -> dict[str, Any]:
    return {
        "name": name,
        "description": f"Tool {name}",
        "inputSchema": {"type": "object"},
        "annotations": {"title": name.upper()},
    }


def flood(begin: str) -> NoReturn:
    """What has no end, until its input is closed."""
    closed = select.poll()
    closed.register(sys.stdin, select.POLLHUP)
    print(begin, end="")
    while not closed.poll(0):
        print("x" * (1 << 16), end="", flush=True)
    raise SystemExit


def page(mode: str, cursor: str | None) -> dict[str, Any]:
    if mode == "floods-list":
        flood('{"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "')
    if mode == "many-pages":
        number = int(cursor or 0)
        return {"tools": [tool(f"t{number}") | {"description": "x" * 100_000}], "nextCursor": str(number + 1)}
    if mode == "tasks":
        return {"tools": [tool("quick"), tool("long") | {"execution": {"taskSupport": "required"}}]}
    if mode == "endless":
        return {"tools": [tool("again")], "nextCursor": "same"}
    at = int(cursor or 0)
    more = {"nextCursor": str(at + 3)} if at + 3 < len(TOOLS) else {}
    return {"tools": [tool(name) for name in TOOLS[at : at + 3]], **more}


def result(mode: str, method: str, params: dict[str, Any]) -> dict[str, Any] | None:
    if method == "initialize":
        return {
            "protocolVersion": "2025-11-25" if mode == "tasks" else "2025-06-18",
            "capabilities": {"tools": {"listChanged": True}},
            "serverInfo": {"name": "old", "version": "0"},
        }
    if method == "tools/list":
        return page(mode, params.get("cursor"))
    if method == "tools/call":
        if mode == "floods":
            if params["name"] == "make-thing":
                flood('{"jsonrpc": "2.0", "id": 3, "result": "')
            return {"content": [{"type": "text", "text": str(os.getpid())}]}
        if mode == "asks":
            print('{"jsonrpc": "2.0", "id": 7, "method": "ping"}\n' * 20_000, end="", flush=True)
            return None
        if mode == "elicits-late" and not ASKED:  # not before somebody else calls as well
            LATER.append(sys.stdin.readline())
        if mode == "elicits" or (mode == "elicits-late" and not ASKED):
            ASKED.append(mode)
            schema = {"type": "object", "properties": {"size": {"type": "integer"}}}
            asked = {"message": "Which size?", "requestedSchema": schema}
            print(
                json.dumps({"jsonrpc": "2.0", "id": "q1", "method": "elicitation/create", "params": asked}), flush=True
            )
            answer = json.loads(sys.stdin.readline())
            while "result" not in answer:  # others call meanwhile, and wait
                LATER.append(json.dumps(answer))
                answer = json.loads(sys.stdin.readline())
            return {"content": [{"type": "text", "text": json.dumps(answer["result"])}]}
        if params["name"] == "crash":
            os._exit(3)
        if params["name"] == "last":
            TOOLS.append("newest")
            print(json.dumps({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}), flush=True)
        return {"content": [{"type": "text", "text": params["name"]}]}
    return None


def lines() -> Iterator[str]:
    while line := (LATER.pop(0) if LATER else sys.stdin.readline()):
        yield line


def main(mode: str) -> None:
    if mode == "counts":
        with open(sys.argv[2], "a") as starts:
            starts.write("started\n")
        time.sleep(float(sys.argv[3]))
    if mode == "slow_again":  # it takes its time whenever it is not started for the first time
        TOOLS[:] = ["ping", "crash"]
        with open(sys.argv[2], "a+") as starts:
            starts.write("started\n")
            starts.seek(0)
            time.sleep(3.0 * (starts.read().count("started") > 1))
    if mode in ("dies", "counts"):
        raise SystemExit("no licence found")
    for line in lines():
        asked = json.loads(line)
        if "id" not in asked:
            continue
        if mode == "silent":
            time.sleep(60)
        if mode == "mutters":
            sys.stderr.write("x" * (1 << 20))
            sys.stderr.flush()
        if mode == "binary":
            sys.stdout.buffer.write(b"\xff\xfe\x00\n")
        if mode == "noise":
            print("Welcome! This is no JSON.", flush=True)
        made = result(mode, asked["method"], asked.get("params") or {})
        error = {"error": {"code": -32601, "message": "Method not found"}}
        if mode == "garbage" and asked["method"] == "tools/call":
            print('{"jsonrpc": "2.0", "id": [], "result": "\\ud800"}\x00\n[]\n\xff{', flush=True)
            continue
        answer = {"jsonrpc": "2.0", "id": asked["id"], **({"result": made} if made is not None else error)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
