"""Kills the processes of a run again and again and looks at what came of it. `python -m tests.engine.kill_runs --seeds 200`

One seed is one run: it is begun by one process, killed (at a random time, before or after the n-th write to the store, or with a reply in hand), gone
on with by the next, its calls approved by this one, until it completes. Value, output, records and the real executions of the tools are then compared
with what an undisturbed run says, and what the dead had started has to have ended. Most processes run programs inline, `--hosts` says how many runs
have processes with worker processes of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import select
import socket
import socketserver
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any

from codemode.engine.durable.history import RunRecord
from codemode.engine.wire import decode
from codemode.errors import RunError
from tests.engine import processes
from tests.engine.durable_child import PROGRAMS, Orders, engine_of
from tests.engine.plain_store import opened
from tests.engine.processes import is_gone, processes_below

LINES = ["line 1: begun", "line 2: read", "line 3: once", "line 4: lines", "line 5: feed", "line 6: paid"]
LINES += ["line 7", "line 8", "line 9", "line 10: ended"]
KEYS = {"read": ["r0", "r1", "r2", "r3"], "once": ["o0", "o1", "o2"], "pay": ["p0", "p1"]}
PUTS = ["u0", "u1", "u2", "last"]
SLOW = 0.25  # seconds
LIVES = 40  # processes until a run has to be complete
SHORT_MS = 120.0
# what history may tell of a call whose end the journal does not have: the end is told at once and noted in the journal a moment later
TOLD = {
    "running": ("running", "ok", "in_doubt"),
    "asked": ("waiting", "approved", "running", "ok", "in_doubt"),
}
PATIENCE = 60.0  # seconds that a process may be silent
ORPHAN_SECONDS = 5.0  # that what a killed process had started may live on, on a busy machine


class Served:
    """The tools, over a socket: every execution is counted before it answers."""

    def __init__(self, folder: Path) -> None:
        self.path = str(folder / "tools")
        self.done: Counter[tuple[str, str]] = Counter()
        self.pace = random.Random(0)
        self.slow = ""  # a key that takes a while to answer
        self.gate = threading.Event()  # closed, it holds payments
        self.gate.set()
        served = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                with suppress(OSError):
                    served.answer(self)

        class Server(socketserver.ThreadingUnixStreamServer):
            daemon_threads = True
            request_queue_size = 64

        self._server = Server(self.path, Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def answer(self, request: socketserver.StreamRequestHandler) -> None:
        line = request.rfile.readline()
        if not line.endswith(b"\n"):
            return  # whoever asked was killed while it did
        tool, key, count = json.loads(line)
        self.done[tool, key] += 1
        for number in range(count or 1):
            if tool == "pay":
                self.gate.wait(PATIENCE)
            time.sleep(SLOW if key == self.slow and number in (0, 2) else self.pace.random() * 0.005)
            request.wfile.write(json.dumps(f"{tool} {key}" if not count else f"{key}{number}").encode() + b"\n")

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class ForkServer:
    """Makes processes, and kills what is left of them at the end."""

    language = "go"  # of the programs of the runs

    def __enter__(self) -> ForkServer:
        self.folder = tempfile.TemporaryDirectory(prefix="killed")
        self.path = Path(self.folder.name)
        self.served = Served(self.path)
        self.children: list[int] = []
        self.orphaned = 0.0  # the longest time in seconds that something outlived the process that had started it
        self._temporary = self.path / "tmp"
        self._temporary.mkdir()
        self._mother = subprocess.Popen(
            [sys.executable, "-m", "tests.engine.durable_child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"TMPDIR": str(self._temporary)},
        )
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(self.path / "replies"))
        self._door.listen()
        self._door.settimeout(PATIENCE)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        assert self._mother.stdin is not None
        assert self._mother.stdout is not None
        self._mother.stdin.close()
        self._mother.stdout.close()
        self._mother.wait()
        self._door.close()
        self.served.close()
        self.folder.cleanup()

    def child(self, orders: Orders) -> Child:
        """A process that is about to drive its run."""
        orders.replies = str(self.path / "replies")
        pid = self.begin(orders)
        line, _ = self._door.accept()
        return Child(self, pid, line)

    def begin(self, orders: Orders) -> int:
        """A process that has just been born."""
        assert self._mother.stdin is not None
        assert self._mother.stdout is not None
        self._mother.stdin.write(json.dumps(asdict(orders)).encode() + b"\n")
        self._mother.stdin.flush()
        self.children.append(int(self._mother.stdout.readline()))
        return self.children[-1]

    def bury(self, pid: int, heirs: int = 0) -> None:
        """Kill a process and see that nothing of it stays behind but its run, and as many other processes as it is known to leave."""
        processes.kill(pid)
        while not is_gone(pid):
            time.sleep(0.001)
        self.children.remove(pid)
        began = time.monotonic()
        while len(orphans := list(self._orphans())) > heirs:
            assert time.monotonic() < began + ORPHAN_SECONDS, f"processes that live on: {orphans}"
            time.sleep(0.001)
        self.orphaned = max(self.orphaned, time.monotonic() - began)
        for each in orphans:
            processes.kill(each)
        assert not list(self._temporary.iterdir())

    def _orphans(self) -> Iterator[int]:
        """What lives on of dead children: it has become the mother's."""
        known = {*self.children, *(below for child in self.children for below in processes_below(child))}
        return (pid for pid in processes_below(self._mother.pid) if pid not in known)


class Child:
    """A process that drives the run."""

    def __init__(self, fork_server: ForkServer, pid: int, line: socket.socket) -> None:
        self.pid = pid
        self._fork_server = fork_server
        self._line = line
        self._got = b""

    def fileno(self) -> int:
        return self._line.fileno()

    def reply(self, until: float | None = None) -> dict[str, Any] | None:
        """The next reply if it came whole; None when the process is dead, or at `until` (then it is killed)."""
        while b"\n" not in self._got:
            left = PATIENCE if until is None else max(0.0, until - time.monotonic())
            ready, _, _ = select.select([self._line], [], [], left)
            if not ready:
                assert until is not None, "the process says nothing"
                self.kill()
                until = None
                continue
            try:
                data = self._line.recv(1 << 16)
            except ConnectionResetError:
                data = b""
            if not data:
                self.kill()
                return None
            self._got += data
        text, _, self._got = self._got.partition(b"\n")
        return json.loads(text)

    def go_on(self) -> None:
        with suppress(OSError):
            self._line.sendall(b"w")

    def kill(self) -> None:
        processes.kill(self.pid)

    def bury(self, heirs: int = 0) -> None:
        """Kill it and wait until it is gone, with all that it has started but its heirs."""
        self._line.close()
        self._fork_server.bury(self.pid, heirs)


def first_reply(children: list[Child]) -> tuple[int, dict[str, Any]]:
    """Which of some processes says something first, and what."""
    ready, _, _ = select.select(children, [], [], PATIENCE)
    assert ready, "the processes say nothing"
    reply = ready[0].reply()
    assert reply is not None
    return children.index(ready[0]), reply


class Killed:
    """One run and what became of it."""

    def __init__(
        self, fork_server: ForkServer, seed: int, repeatable: bool, isolation: str = "inline", url: str = ""
    ) -> None:
        self.fork_server = fork_server
        self.random = random.Random(seed)
        self.name = f"seed {seed} {'repeatable' if repeatable else 'once'} {isolation}"
        self.repeatable = repeatable
        self.isolation = isolation
        self.file = fork_server.path / f"{seed}-{repeatable}-{isolation}-{fork_server.language}.db"
        self.url = url or f"sqlite:///{self.file}"
        self.store = opened(self.url)
        self.run_id = ""
        self.output = ""
        self.again = (
            ""  # the output of the last reply, when the process that gave it was killed and the next one may repeat it
        )
        self.repeated = 0  # replies that began with what the one before had said
        self.ended: dict[
            tuple[str, str], int
        ] = {}  # calls that are known to have ended, and how often they had been made then
        self.kills = 0
        self.slept = False  # from here on the program sleeps with nothing open, which a short time would end
        self.last: dict[str, Any] = {}
        self.said = ""  # the output of the last reply
        self.doubts = 0
        self.starved = False
        fork_server.served.done.clear()
        fork_server.served.pace = random.Random(seed)
        fork_server.served.slow = self.random.choice(["r2", "o1", "o2", "p0", "s", "f", "f", "u1", "last"])

    def go(self, kills: list[dict[str, Any]]) -> Killed:
        """`kills` says of each process how it is killed: {"after": seconds}, {"kill_before": n}, {"kill_after": n} or {"kill_reply": True}; later
        ones live."""
        for life in range(LIVES):
            how = kills[life] if life < len(kills) else {}
            if self._live(how):
                self.store.close()
                left = [path.name for path in self.file.parent.glob(f"{self.file.stem}*")]
                assert left == ([self.file.name] if self.url.startswith("sqlite:") else [])
                return self
        raise AssertionError(f"{self.name}: not complete after {LIVES} processes")

    def _live(self, how: dict[str, Any]) -> bool:
        """One process; True when the run is complete."""
        timeout_ms = self.random.choice([SHORT_MS, 20_000]) if how and self.run_id and not self.slept else 20_000
        at = {name: how[name] for name in how if name != "after"}
        orders = Orders(
            self.url,
            self.fork_server.served.path,
            "",
            self.run_id,
            self.repeatable,
            timeout_ms,
            self.isolation,
            language=self.fork_server.language,
            **at,
        )
        child = self.fork_server.child(orders)
        until = time.monotonic() + how["after"] if "after" in how else None
        try:
            while (reply := child.reply(until)) is not None:
                if self._heard(reply, timeout_ms):
                    return True
                if how and self.random.random() < 0.2:
                    break  # the next process goes on, this one is killed while it keeps the run
                child.go_on()
        finally:
            child.bury()
            self.kills += 1
        self._look()
        return False

    def _heard(self, reply: dict[str, Any], timeout_ms: float) -> bool:
        # on a busy machine the store may need longer than a short time; nothing is lost then
        again = {"run_busy", "runtime_unavailable"} if timeout_ms == SHORT_MS else {"run_busy"}
        if reply["status"] == "failed" and reply["code"] in again:
            time.sleep(0.01)
            return False
        if reply["status"] == "failed" and reply["code"] == "timeout" and f"{SHORT_MS:g} ms" in reply["error"]:
            self.starved = True  # the machine is too busy for so short a time
            return True
        assert reply["status"] != "failed", f"{self.name}: {reply['code']}: {reply['error']}"
        self.run_id = reply["run_id"]
        said = "".join(item["text"] for item in reply["output"])
        self.repeated += said.startswith(self.again) and self.again != ""
        self.output += said.removeprefix(self.again)
        self.again = ""
        self.last, self.said = reply, said
        if reply["status"] == "completed":
            return True
        asked = [call["id"] for call in reply["pending_tool_calls"] if call["needs_approval"]]
        if asked and reply["reason"] == "approval":
            asyncio.run(self.approve(asked))
        return False

    async def approve(self, call_ids: list[str]) -> None:
        """This process says yes; the one that keeps the run may have calls open, then it is asked again later."""
        self.slept = True
        async with engine_of(self.url, self.fork_server.served.path, self.repeatable) as engine:
            for call_id in call_ids:
                try:
                    await engine.session("a", "s").approve(call_id, run_id=self.run_id)
                except RunError as busy:
                    if busy.code != "run_busy":
                        raise

    def _look(self) -> None:
        """After a death: which run it is, and which of its calls are known to have ended."""
        runs = self.store.list()
        assert len(runs) <= 1, f"{self.name}: {runs}"
        if not runs:
            assert not self.run_id, f"{self.name}: the run is gone, and nobody has its reply"
            return  # nothing had been done yet
        self.run_id = runs[0].run_id
        self.again = self.again or self.said
        calls: dict[str, tuple[str, str]] = {}
        known: dict[str, str] = {}  # how the calls that began are known to have ended
        for note in self.store.read(self.run_id)[1:]:
            match decode(note):
                case ["turn", _, _, _, made, _]:
                    calls |= {call[0]: (call[1].removeprefix("k."), call[2].get("key", "")) for call in made}
                case ["begin", call_id, _]:
                    known[call_id] = "running"
                case ["ask" | "covered", call_id, *_]:
                    known[call_id] = "asked"
                case ["event", ["result" | "end", _, call_id, *_], _] if calls[call_id] in self.fork_server.served.done:
                    self.ended.setdefault(calls[call_id], self.fork_server.served.done[calls[call_id]])
                    known[call_id] = "ok"
                case _:
                    pass
        if self.random.random() < 0.5:  # else the process that goes on has to see to it
            self._look_at_history(known)

    def _look_at_history(self, known: dict[str, str]) -> None:
        """History tells of all calls that the journal tells of, and no more than once of each."""
        run, events = asyncio.run(self._history())
        told = {call.id: call.status for call in run.calls}
        for call_id, status in known.items():
            fits = told.get(call_id) in TOLD.get(status, (status,))
            assert fits, f"{self.name}: {call_id} is {status} in the journal, {told.get(call_id)} in history"
        twice = Counter((event["type"], event["call_id"]) for event in events if event["type"].startswith("call_"))
        again = [event for event in events if "recovered" in event and twice[event["type"], event.get("call_id")] > 1]
        assert not again, f"{self.name}: {again}"
        assert (run.agent, run.session, run.code) == ("a", "s", PROGRAMS[self.fork_server.language]), self.name

    async def _history(self) -> tuple[RunRecord, tuple[dict[str, Any], ...]]:
        async with engine_of(self.url, self.fork_server.served.path, self.repeatable) as engine:
            (run,) = [run for run in await engine.runs() if run.run_id == self.run_id]  # others never reached the store
            return run, (await engine.trajectory(self.run_id)).events

    # --- what is to be true ------------------------------------------------------------------------------------------

    def check(self) -> None:
        if self.starved:
            return
        assert self.output.splitlines() == LINES, f"{self.name}: {self.output}"
        for call, times in self.ended.items():
            assert self.fork_server.served.done[call] == times, (
                f"{self.name}: {call} was made again though it had ended"
            )
        found, done = self.last["value"], self.fork_server.served.done
        status: dict[str, list[str]] = {}
        for call in self.last["tool_calls"]:
            status.setdefault(call["tool"].removeprefix("k."), []).append(call["status"])
        doubts: Counter[str] = Counter()
        for tool, keys in KEYS.items():
            for key, value in zip(keys, found[tool], strict=True):
                doubts[tool] += self._check_call(tool, key, value)
        for number, key in enumerate(PUTS[:3]):
            doubts["put"] += self._check_call("put", key, found[f"put{number}"])
        assert done["put", "last"] >= 1, self.name
        for tool, key in (("lines", "s"), ("feed", "f")):
            doubts[tool] += self._check_stream(tool, key, found[tool])
        fixed = {"tool": "k.read", "ticks": 5, "late": "context deadline exceeded", "stage": "read", "seed": True}
        assert {name: found[name] for name in fixed} == fixed, self.name
        self.doubts = doubts.total()
        for tool, statuses in status.items():
            wanted = Counter({"ok": len(statuses) - doubts[tool], "in_doubt": doubts[tool]})
            assert Counter(statuses) == +wanted, f"{self.name}: {tool} {statuses}, {doubts[tool]} in doubt"
        self._look_at_history({call["id"]: call["status"] for call in self.last["tool_calls"]})
        known = {
            (tool, key) for tool, keys in (KEYS | {"put": PUTS, "lines": ["s"], "feed": ["f"]}).items() for key in keys
        }
        assert set(done) <= known, self.name

    def _check_call(self, tool: str, key: str, value: str) -> bool:
        """Whether the program says that the call is in doubt."""
        times = self.fork_server.served.done[tool, key]
        again = self.repeatable or tool in ("read", "put")
        if value.startswith("DOUBT "):
            assert "may or may not have taken effect" in value, f"{self.name}: {value}"
            assert not again, f"{self.name}: {tool} {key} could have been made again"
            assert times <= 1, f"{self.name}: {tool} {key} was made {times} times"
            return True
        assert value == f"{tool} {key}", f"{self.name}: {value}"
        assert times >= 1 if again else times == 1, f"{self.name}: {tool} {key} was made {times} times"
        return False

    def _check_stream(self, tool: str, key: str, pieces: list[str]) -> bool:
        times = self.fork_server.served.done[tool, key]
        whole = [f"{key}{number}" for number in range(4)]
        if pieces and pieces[-1].startswith("DOUBT "):
            assert tool == "feed", f"{self.name}: {pieces}"
            assert not self.repeatable, f"{self.name}: {pieces}"
            assert pieces[:-1] == whole[: len(pieces) - 1], f"{self.name}: {pieces}"
            assert times <= 1, f"{self.name}: {tool} was made {times} times"
            return True
        assert pieces == whole, f"{self.name}: {pieces}"
        assert times >= 1 if self.repeatable or tool == "lines" else times == 1, f"{self.name}: {tool} {times} times"
        return False


def at_random(fork_server: ForkServer, seed: int, isolation: str = "inline", most: int = 8) -> Killed:
    """Up to so many processes are killed, at random times or points."""
    dice = random.Random(seed)
    kills: list[dict[str, Any]] = []
    for _ in range(dice.randint(1, most)):
        kind = dice.choice(["after", "after", "after", "kill_before", "kill_after", "kill_reply"])
        when = {"after": dice.random() * 0.4, "kill_reply": True}
        kills.append({kind: when.get(kind, dice.randint(1, 40))})
    run = Killed(fork_server, seed, dice.random() < 0.5, isolation).go(kills)
    run.check()
    return run


def with_workers(fork_server: ForkServer, seed: int) -> Killed:
    return at_random(fork_server, seed, "process")


def at_point(fork_server: ForkServer, point: int) -> Killed:
    """The first process is killed at one write to the store, the second at the same distance from its own beginning."""
    how = {"kill_after" if point % 2 else "kill_before": point // 2 + 1}
    run = Killed(fork_server, 1_000_000 + point, repeatable=point % 4 < 2).go([how, how])
    run.check()
    return run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--points", type=int, default=120, help="writes to the store at which processes are killed")
    parser.add_argument("--language", default="go", choices=["go", "python"])
    parser.add_argument("--hosts", type=int, default=40, help="runs whose processes have worker processes")
    args = parser.parse_args()
    kills = repeated = doubts = starved = 0
    began = time.monotonic()
    with ForkServer() as fork_server:
        fork_server.language = args.language
        runs = [(at_random, seed) for seed in range(args.first, args.first + args.seeds)]
        runs += [(at_point, point) for point in range(args.points)]
        runs += [(with_workers, seed) for seed in range(args.first, args.first + args.hosts)]
        for number, (how, which) in enumerate(runs, 1):
            run = how(fork_server, which)
            kills += run.kills - 1
            repeated += run.repeated
            doubts += run.doubts
            starved += run.starved
            if number % 20 == 0:
                print(
                    f"{number} runs, {kills} killed processes, {doubts} calls in doubt, {time.monotonic() - began:.0f} s",
                    flush=True,
                )
    print(f"{len(runs) - starved} runs were right, {starved} got too little of the machine")
    print(
        f"{kills} processes were killed, {doubts} calls were in doubt, {repeated} replies repeated what the last one had said"
    )
    print(f"nothing outlived the process that had started it by more than {fork_server.orphaned:.3f} s")


if __name__ == "__main__":
    main()
