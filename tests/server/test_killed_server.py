"""`kill -9` of the server at any point, and a start on the same store: what it had answered is still so."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import urllib.error
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.server.test_processes import TOOLS, ask, keep_key

LIVES = 12
# everything is imported, and a program compiled, once; each server is a fork of this
STARTER = """
import os, sys
import codemode.server.app, codemode.server.serving, codemode.terminal.serving
from codemode.cli import main
from codemode.engine.languages.go import compile_source
from codemode.engine.toolbox import toolbox_of
compile_source('__out = fmt.Sprint(1)', toolbox_of(()))
for line in sys.stdin:
    pid = os.fork()
    if not pid:
        os._exit(main(sys.argv[1:]))
    print(pid, flush=True)
    os.waitpid(pid, 0)
"""
SERVE = ["serve", "--functions", "tools.py", "--policy", "policy.json", "--store", "sqlite:///runs.db", "--port", "0"]


@dataclass
class Client:
    """Sends one request after the other until the server is gone, and notes what it was told."""

    chance: random.Random
    asked: dict[str, str] = field(default_factory=dict[str, str])  # run: who is paid
    approved: set[str] = field(default_factory=set[str])
    maybe: set[str] = field(default_factory=set[str])  # approvals and waits whose answers never came
    ended: dict[str, Any] = field(default_factory=dict[str, Any])
    number: int = 0

    def least_done(self) -> int:
        return min(len(self.asked), len(self.ended), len(self.approved))

    def work(self, url: str) -> None:
        with suppress(OSError, http.client.HTTPException, ValueError):
            while True:
                self.step(url)

    def step(self, url: str) -> None:
        open_runs = [run_id for run_id in self.asked if run_id not in self.ended and run_id not in self.maybe]
        to_approve = [run_id for run_id in open_runs if run_id not in self.approved]
        to_end = [run_id for run_id in open_runs if run_id in self.approved]
        match self.chance.choice("begin begin approve end run".split()):
            case "approve" if to_approve:
                run_id = self.chance.choice(to_approve)
                self.maybe.add(run_id)
                ask(f"{url}/v1/runs/{run_id}/approve", {"call_id": "call_1"})
                self.maybe.discard(run_id)
                self.approved.add(run_id)
            case "end" if to_end:
                run_id = self.chance.choice(to_end)
                self.maybe.add(run_id)
                self.ended[run_id] = ask(f"{url}/v1/wait", {"run_id": run_id})["value"]
                self.maybe.discard(run_id)
            case "run":
                reply = ask(f"{url}/v1/exec", {"code": f"__out = {self.number} + 1"})
                self.ended[reply["run_id"]] = reply["value"]
            case _:
                self.number += 1
                code = f'__out = pay(to="p{self.number}", amount=1)'
                self.asked[ask(f"{url}/v1/exec", {"code": code})["run_id"]] = f"p{self.number}"


@contextmanager
def starter(folder: Path) -> Iterator[subprocess.Popen[str]]:
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-c", STARTER, *SERVE, "--isolation", "inline"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=folder, env=env, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def started(process: subprocess.Popen[str]) -> tuple[str, int]:
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    print("start", file=process.stdin, flush=True)
    pid = int(process.stdout.readline())
    for line in process.stderr:
        if found := re.search(r"serves (http://\S+)", line):
            keep_key(found[1], process.stderr)
            return found[1], pid
    raise AssertionError("the server did not start")


def test_it_is_killed_at_any_point(tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text(TOOLS)
    (tmp_path / "policy.json").write_text('[{"action": "ask", "tool": "pay"}]')
    client = Client(random.Random(14))
    with starter(tmp_path) as process:
        lives = 0
        while lives < LIVES or (lives < 10 * LIVES and client.least_done() <= LIVES / 2):  # more on a slow machine
            lives += 1
            url, pid = started(process)
            killer = threading.Timer(client.chance.uniform(0.02, 0.6), os.kill, [pid, signal.SIGKILL])
            killer.start()
            client.work(url)
            killer.join()
        assert client.least_done() > LIVES / 2
        url, pid = started(process)
        try:
            _check(url, client)
        finally:
            os.kill(pid, signal.SIGKILL)
    paid = Counter((tmp_path / "paid.txt").read_text().split("\n"))
    for run_id, to in client.asked.items():
        made = paid[f"{to} 1"]
        assert made == 1 if run_id not in client.maybe else made <= 1, to


def test_a_request_with_a_key_is_sent_until_it_is_answered(tmp_path: Path) -> None:
    """Whenever the server is killed, the program runs once: a call that was under way is in doubt, and is not made again."""
    (tmp_path / "tools.py").write_text(TOOLS)
    (tmp_path / "policy.json").write_text('[{"action": "ask", "tool": "pay"}]')
    chance, number, failed, refusals = random.Random(7), 0, set[str](), set[str]()
    with starter(tmp_path) as process:
        for life in range(5 * LIVES):
            if life >= LIVES and number > LIVES:
                break  # a busy machine needs more and longer lives
            url, pid = started(process)
            seconds = chance.uniform(0.02, 0.6) * (1 + life // LIVES)
            killer = threading.Timer(seconds, os.kill, [pid, signal.SIGKILL])
            killer.start()
            with suppress(OSError, http.client.HTTPException, ValueError):
                while True:
                    code = f'__out = note(text="n{number}", seconds=0.02)'
                    try:
                        reply = ask(f"{url}/v1/exec", {"code": code}, {"idempotency-key": str(number)})
                    except urllib.error.HTTPError as refused:
                        refusals.add(json.load(refused)["error"]["code"])
                        continue
                    if reply["status"] == "waiting":  # the lease of the server that was killed
                        continue
                    if reply["status"] == "failed":
                        assert [call["status"] for call in reply["tool_calls"]] == ["in_doubt"]
                        failed.add(f"n{number}")
                    number += 1
            killer.join()
    noted = Counter((tmp_path / "noted.txt").read_text().split())
    assert number > LIVES
    assert refusals <= {"run_busy"}
    for text in (f"n{n}" for n in range(number)):
        assert noted[text] == 1 or (text in failed and noted[text] == 0), text


def _check(url: str, client: Client) -> None:
    for run_id, value in client.ended.items():
        run = ask(f"{url}/v1/runs/{run_id}")
        assert (run["status"], run["replies"][-1]["value"]) == ("completed", value)
    for run_id in client.asked.keys() - client.ended.keys() - client.maybe:
        assert ask(f"{url}/v1/runs/{run_id}")["status"] == "waiting"
        if run_id not in client.approved:
            ask(f"{url}/v1/runs/{run_id}/approve", {"call_id": "call_1"})
        assert ask(f"{url}/v1/wait", {"run_id": run_id})["status"] == "completed"
    for run_id in client.maybe:  # whatever became of these, it is known
        for path, body in ((f"runs/{run_id}/approve", {"call_id": "call_1"}), ("wait", {"run_id": run_id})):
            try:
                ask(f"{url}/v1/{path}", body)
            except urllib.error.HTTPError as refused:
                refused.close()
        assert ask(f"{url}/v1/runs/{run_id}")["status"] in ("completed", "failed")
