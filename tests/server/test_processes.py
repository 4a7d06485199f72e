"""The server as a process of its own: ended in order, killed, started again on the same store."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
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
        yield found[0], process
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def ask(url: str, body: Any = None) -> Any:
    request = urllib.request.Request(
        url, json.dumps(body).encode() if body is not None else None, {"content-type": "application/json"}
    )
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


def test_a_server_that_is_told_to_end_lets_runs_come_to_a_rest(folder: Path) -> None:
    with server(folder) as (url, process):
        request = subprocess.Popen(
            [
                sys.executable,
                "-c",
                f"import tests.server.test_processes as t; print(t.ask('{url}/v1/exec', {{'code': '__out = nap(seconds=1.0)'}}))",
            ],
            cwd=Path(__file__).parents[2],
            stdout=subprocess.PIPE,
            text=True,
        )
        deadline = time.monotonic() + 20
        while not ask(f"{url}/v1/runs")["runs"]:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        told, _ = request.communicate(timeout=30)
        assert "'value': 'done'" in told
        assert process.wait(30) == 0
