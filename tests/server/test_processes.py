"""The server as a process of its own: ended in order, killed, started again on the same store."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

TOOLS = '''
import time
def pay(to: str, amount: float) -> str:
    """Pay somebody."""
    with open("paid.txt", "a") as file:
        file.write(f"{to} {amount:g}\\n")
    return f"paid {amount:g} to {to}"
def nap(seconds: float) -> str:
    """Answer after a while."""
    time.sleep(seconds)
    return "done"
def note(text: str, seconds: float) -> str:
    """Write something down, and answer after a while."""
    with open("noted.txt", "a") as file:
        file.write(text + "\\n")
    time.sleep(seconds)
    return f"noted {text}"
from codemode import FunctionTool
TOOLS = [FunctionTool("pay", pay), FunctionTool("nap", nap, idempotent=True), FunctionTool("note", note)]
'''
PAY = 'paid := pay(to="ann", amount=3)\n__out = paid'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tools.py").write_text(TOOLS)
    (tmp_path / "policy.json").write_text('[{"action": "ask", "tool": "pay"}]')
    return tmp_path


@contextmanager
def server(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    command = [sys.executable, "-m", "codemode", "serve", "--functions", "tools.py", "--policy", "policy.json"]
    command += ["--store", "sqlite:///runs.db", "--port", "0"]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    process = subprocess.Popen(command, cwd=folder, env=env, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        line = process.stderr.readline()
        found = re.search(r"http://\S+", line)
        assert found is not None, line + process.stderr.read()
        keep_key(found[0], process.stderr)
        yield found[0], process
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


KEYS: dict[str, str] = {}  # of servers


def keep_key(url: str, told: Iterable[str]) -> None:
    """Keeps the key that a server prints for those who decide."""
    KEYS[url] = next(line.split()[1] for line in told if line.startswith("  key "))


def ask(url: str, body: Any = None, more: dict[str, str] | None = None) -> Any:
    headers = {"content-type": "application/json"} | (more or {})
    if url.endswith(("/approve", "/deny")):
        headers["authorization"] = f"Bearer {KEYS[url.partition('/v1')[0]]}"
    request = urllib.request.Request(url, json.dumps(body).encode() if body is not None else None, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def test_a_killed_server_has_lost_nothing(folder: Path) -> None:
    with server(folder) as (url, process):
        waiting = ask(f"{url}/v1/exec", {"code": PAY})
        run_id, call = waiting["run_id"], waiting["pending_tool_calls"][0]
        assert call["arguments"] == {"to": "ann", "amount": 3}
        assert [run["status"] for run in ask(f"{url}/v1/runs")["runs"]] == ["waiting"]
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert not (folder / "paid.txt").exists()
    with server(folder) as (url, process):
        [run] = ask(f"{url}/v1/runs")["runs"]
        assert (run["run_id"], run["status"], run["reason"], run["code"]) == (run_id, "waiting", "approval", PAY)
        decided = ask(
            f"{url}/v1/runs/{run_id}/approve", {"call_id": call["id"], "arguments": {"to": "bob", "amount": 5}}
        )
        assert decided == {"run_id": run_id, "call_id": call["id"], "decision": "approved", "program": False, "left": 0}
        with pytest.raises(urllib.error.HTTPError) as second:
            ask(f"{url}/v1/runs/{run_id}/deny", {"call_id": call["id"]})
        assert second.value.code in (409, 422)
        second.value.close()
        assert ask(f"{url}/v1/wait", {"run_id": run_id})["value"] == "paid 5 to bob"
        ended = ask(f"{url}/v1/runs/{run_id}")
        assert (ended["status"], [each["tool"] for each in ended["calls"]]) == ("completed", ["pay"])
    assert (folder / "paid.txt").read_text() == "bob 5\n"


def test_standard_error_tells_who_decided(folder: Path) -> None:
    with server(folder) as (url, process):
        run_id = ask(f"{url}/v1/exec", {"code": PAY})["run_id"]
        ask(f"{url}/v1/runs/{run_id}/deny", {"call_id": "call_1", "reason": "too much"})
        process.terminate()
        assert process.stderr is not None
        told = process.stderr.read()
    assert re.search(rf"^[-\d]+ [:,\d]+ {run_id}: call_1 of pay is denied by 'local'$", told, re.M), told


RUNS = {
    # a call that ends soon is waited for, and not made again
    "soon": 'a := note(text="soon", seconds=1.0)\nb := note(text="then", seconds=0)\n__out = []any{a, b}',
    # one that takes longer is made again where that does no harm, else the program is told that it is in doubt
    "harmless": "a := nap(seconds=4.0)\n__out = a",
    "doubtful": '_, err := codemode.CallTool("note", map[string]any{"text": "long", "seconds": 30})\n__out = err.Error()',
    "sleeping": "time.Sleep(6 * time.Second)\n__out = 7",
    "computing": "n := 0\nfor i := range 400_000_000 { n += i % 3 }\n__out = n",
    "asked": PAY,
}


def test_a_server_that_is_told_to_end_parks_runs_at_once(folder: Path) -> None:
    with server(folder) as (url, process):
        asking = {name: _asking(url, code) for name, code in RUNS.items() if name != "asked"}
        asked = ask(f"{url}/v1/exec", {"code": PAY})
        deadline = time.monotonic() + 60
        while not {"soon", "long"} <= set(_noted(folder)) or len(ask(f"{url}/v1/runs")["runs"]) < len(RUNS):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        assert _refusal(url) == (503, "5", "draining")
        told = {name: json.loads(each.communicate(timeout=60)[0]) for name, each in asking.items()}
        assert process.wait(60) == 0
        assert process.stderr is not None
        assert process.stderr.read().startswith("codemode is shutting down: ")
        # nobody waited for the budgets of a minute, nor for the call of half a minute
        assert {name: (reply["status"], reply["reason"]) for name, reply in told.items()} == dict.fromkeys(
            told, ("waiting", "pending_tools")
        )
        assert all("process that drives the run is shutting down" in reply["note"] for reply in told.values())
    told["asked"] = asked
    with server(folder) as (url, _):
        listed = {run["run_id"]: run["status"] for run in ask(f"{url}/v1/runs")["runs"]}
        # a run that was asked for at the very moment may be among them
        assert listed.items() >= {reply["run_id"]: "waiting" for reply in told.values()}.items()
        ask(f"{url}/v1/runs/{asked['run_id']}/approve", {"call_id": "call_1"})
        ask(f"{url}/v1/runs/{told['computing']['run_id']}/abort", {})
        del told["computing"]
        values = {name: _value(url, reply["run_id"]) for name, reply in told.items()}
        doubtful = values.pop("doubtful")
        assert "it may or may not have taken effect" in doubtful
        assert values == {
            "soon": ["noted soon", "noted then"],
            "harmless": "done",
            "sleeping": 7,
            "asked": "paid 3 to ann",
        }
    assert sorted(_noted(folder)) == ["long", "soon", "then"]


def _refusal(url: str) -> tuple[int, str | None, str]:
    """How a server that ends refuses a new run: as long as it waits for the call of half a minute, that is two seconds."""
    while True:
        try:
            ask(f"{url}/v1/exec", {"code": "__out = 1"})
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers["retry-after"], json.load(error)["error"]["code"]


def _noted(folder: Path) -> list[str]:
    file = folder / "noted.txt"
    return file.read_text().split() if file.exists() else []


def _asking(url: str, code: str) -> subprocess.Popen[str]:
    """A client of its own that waits for the reply."""
    body = json.dumps({"code": code, "timeout_ms": 60_000})
    program = f"import tests.server.test_processes as t, json; print(json.dumps(t.ask('{url}/v1/exec', json.loads({body!r}))))"
    return subprocess.Popen(
        [sys.executable, "-c", program], cwd=Path(__file__).parents[2], stdout=subprocess.PIPE, text=True
    )


def _value(url: str, run_id: str) -> Any:
    while (reply := ask(f"{url}/v1/wait", {"run_id": run_id}))["status"] == "waiting":
        pass
    return reply["value"]


def test_a_port_that_is_in_use(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        command = [sys.executable, "-m", "codemode", "serve", "--functions", "tools.py", "--port"]
        port = str(taken.getsockname()[1])
        done = subprocess.run([*command, port], cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert f":{port}: Address already in use; choose another with --port, or --port 0" in done.stderr
    assert "Traceback" not in done.stderr


def test_clients_of_mcp_do_not_delay_the_end(folder: Path) -> None:
    """One only listens, one shows a form that nobody fills in."""
    with server(folder) as (url, process):
        session, _ = _mcp(url, "initialize", {"protocolVersion": "2025-06-18", "capabilities": {"elicitation": {}}})
        _mcp(url, "notifications/initialized", {}, session, number=None)
        with ThreadPoolExecutor() as pool:
            listening = pool.submit(_opened, _request(url, None, session))
            asking = pool.submit(
                _mcp, url, "tools/call", {"name": "exec", "arguments": {"code": PAY}}, session, KEYS[url]
            )
            deadline = time.monotonic() + 30
            while [run["status"] for run in ask(f"{url}/v1/runs")["runs"]] != ["waiting"]:
                assert time.monotonic() < deadline
                time.sleep(0.05)
            time.sleep(0.2)
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0
            assert listening.result() == ""
            _, [form, *_, answer] = asking.result()
        assert form["method"] == "elicitation/create"
        reply = json.loads(answer["result"]["content"][0]["text"])
        assert (reply["status"], reply["reason"]) == ("waiting", "approval")
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()


def _request(url: str, message: Any, session: str = "", key: str = "") -> urllib.request.Request:
    headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
    headers |= {"mcp-session-id": session} if session else {}
    headers |= {"authorization": f"Bearer {key}"} if key else {}
    return urllib.request.Request(f"{url}/mcp", json.dumps(message).encode() if message else None, headers)


def _opened(request: urllib.request.Request) -> str:
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read().decode()


def _mcp(
    url: str, method: str, params: Any, session: str = "", key: str = "", number: int | None = 1
) -> tuple[str, list[Any]]:
    """Sends a message of MCP. Returns the session and the messages of the answer."""
    if method == "initialize":
        params = {**params, "clientInfo": {"name": "test", "version": "1"}}
    message = {"jsonrpc": "2.0", "method": method, "params": params} | ({"id": number} if number else {})
    with urllib.request.urlopen(_request(url, message, session, key), timeout=30) as answer:
        lines = answer.read().decode().splitlines()
        return answer.headers["mcp-session-id"] or session, [
            json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: {")
        ]
