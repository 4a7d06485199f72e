"""The durable store among real processes that are killed, race and share."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from codemode.engine.durable.leases import lapsed, owner_name
from codemode.engine.durable.sqlite_store import SqliteStore
from tests.engine.plain_store import Plain
from tests.engine.plain_store import opened as opened_plain
from tests.engine.processes import kill

SCOPE = ("agent", "session")
START = """
import sys, time, random
from codemode.engine.durable.leases import owner_name
from tests.engine.plain_store import opened as opened_plain
from codemode.errors import CodeModeError
url, *given = sys.argv[1:]
say = lambda *words: print(*words, flush=True)
def opened():
    say("ready")
    sys.stdin.readline()
    return opened_plain(url)
def held_until_told(*words):
    say(*words)
    sys.stdin.readline()
"""


class Child:
    """A Python process over the same file. It says "ready", and opens the store when told to go on."""

    def __init__(self, path: Path, program: str, *given: str) -> None:
        command = [sys.executable, "-c", START + program, f"sqlite:///{path}", *given]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.line() == "ready"

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip("\n")

    def go_on(self, told: str = "") -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(told + "\n")
        self.process.stdin.flush()

    def kill(self) -> list[str]:
        """What it had said by then, whole lines only."""
        assert self.process.stdout is not None
        assert self.process.stdin is not None
        self.process.kill()
        said = self.process.stdout.read().split("\n")[:-1]
        self.process.wait()
        self.process.stdout.close()
        self.process.stdin.close()
        return said


@contextmanager
def children(count: int, path: Path, program: str, *given: str) -> Iterator[list[Child]]:
    made = [Child(path, program, *given) for _ in range(count)]
    try:
        yield made
    finally:
        for child in made:
            if child.process.stdout is not None and not child.process.stdout.closed:
                child.kill()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs.db"


# --- killed processes ---------------------------------------------------------------------------------------------------

WRITER = """
store, owner, number = opened(), owner_name(), 0
store.create(given[0], ("agent", "session"), b"0 ", owner=owner, expires_at=time.time() + 3600)
say(0)
while True:
    count = random.randint(1, 4)
    store.append(given[0], owner, [b"%d " % (number + 1 + i) + bytes(random.choice([0, 50, 5000, 200_000])) for i in range(count)])
    number += count
    say(number)
"""


def test_kill_9_at_any_moment_loses_nothing_that_was_appended(path: Path) -> None:
    chance = random.Random(20)
    seen = 0
    for attempt in range(24):
        file = path.with_name(f"runs{attempt // 6}.db")  # some are killed while they make the file
        child = Child(file, WRITER, f"run{attempt}")
        child.go_on()
        said = [child.line() for _ in range(chance.choice([0, 0, 1, 5, 40, 100]))]
        time.sleep(chance.random() * 0.02)
        said += child.kill()
        store = Plain(SqliteStore(file))
        if said:
            kept = [int(entry.split(b" ")[0]) for entry in store.read(f"run{attempt}")]
            assert kept == list(range(len(kept)))
            assert int(said[-1]) <= kept[-1] <= int(said[-1]) + 4
            info = store.info(f"run{attempt}")
            assert info is not None
            assert (info.state, info.size) == ("running", sum(map(len, store.read(f"run{attempt}"))))
            seen += kept[-1]
            # the lease of the dead is free at once
            assert store.lease(f"run{attempt}", "heir")
            store.append(f"run{attempt}", "heir", [b"on"])
        store.close()
        check = sqlite3.connect(file)
        assert check.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        check.close()
    assert seen > 100


HOLDER = """
store = opened()
store.create("run", ("agent", "session"), b"head", owner=owner_name(), expires_at=time.time() + float(given[0]))
held_until_told("holds")
"""


def test_a_living_process_keeps_its_lease_and_a_killed_one_does_not(path: Path) -> None:
    store = Plain(SqliteStore(path))
    with children(1, path, HOLDER, "3600") as [child]:
        child.go_on()
        assert child.line() == "holds"
        assert not store.lease("run", owner_name())
        child.process.send_signal(signal.SIGSTOP)
        assert not store.lease("run", owner_name())
        kill(child.process.pid)
        os.waitid(os.P_PID, child.process.pid, os.WEXITED | os.WNOWAIT)  # dead, and nobody has buried it
        assert store.lease("run", owner_name())
    store.close()


def test_a_run_whose_driver_was_killed_expires(path: Path) -> None:
    store = Plain(SqliteStore(path))
    with children(1, path, HOLDER, "0") as [child]:
        child.go_on()
        assert child.line() == "holds"
        assert store.expire(time.time() + 1) == []
        child.kill()
        assert store.expire(time.time() + 1) == ["run"]
    store.close()


def test_whether_an_owner_is_alive() -> None:
    now = 1000.0
    token, host, pid, started = owner_name().split(" ")
    assert not lapsed(f"{token} {host} {pid} {started}", now + 5, now)
    assert lapsed(f"{token} {host} {pid} 1", now + 5, now)  # the number of a dead process was given to another
    assert not lapsed(f"{token} elsewhere {pid} 1", now + 5, now)
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    assert lapsed(f"{token} {host} {gone.pid} 7", now + 5, now)
    assert not lapsed(f"{token} {host} {'9' * 40} 7", now + 5, now)
    assert not lapsed("a name of another form", now + 5, now)
    assert lapsed("a name of another form", now, now)
    assert lapsed("", now + 5, now)


# --- processes side by side ---------------------------------------------------------------------------------------------

RACER = """
store, owner = opened(), owner_name()
say("open")
sys.stdin.readline()
won = [run for run in map(str, range(100)) if store.lease(run, owner)]
held_until_told(*won)
"""


def test_of_processes_that_race_for_a_lease_one_wins(path: Path) -> None:
    store = Plain(SqliteStore(path))
    for run in map(str, range(100)):
        store.create(run, SCOPE, b"", owner="me", expires_at=time.time() + 3600)
        store.release(run, "me")
    with children(4, path, RACER) as racers:
        for step in ("open", ""):
            for racer in racers:
                racer.go_on()
            if step:
                assert [racer.line() for racer in racers] == ["open"] * 4
        won = [racer.line().split() for racer in racers]
        assert sorted(run for mine in won for run in mine) == sorted(map(str, range(100)))
    store.close()


COUNTER = """
store, owner, done = opened(), owner_name(), 0
while done < 40:
    if store.lease("run", owner):
        number = len(store.read("run"))
        store.append("run", owner, [b"%d" % number])
        store.release("run", owner)
        done += 1
    else:
        time.sleep(0.001)
say(done)
"""


def test_only_one_process_has_the_lease(path: Path) -> None:
    store = Plain(SqliteStore(path))
    store.create("run", SCOPE, b"0", owner="me", expires_at=time.time() + 3600)
    store.release("run", "me")
    with children(3, path, COUNTER) as counters:
        for counter in counters:
            counter.go_on()
        assert [counter.line() for counter in counters] == ["40"] * 3
    assert [int(entry) for entry in store.read("run")] == list(range(121))
    store.close()


SHARER = """
say("ready")
start = float(sys.stdin.readline())
for number in range(40):
    time.sleep(max(0, start + number * 0.05 - time.time()))
    store = opened_plain(f"{url}{number}")
    state = store.state(("agent", "session"))
    say(*[state.save_result(str(i)) for i in range(5)])
    store.close()
"""


def test_processes_that_make_a_file_at_once_share_a_session(path: Path) -> None:
    with children(4, path, SHARER) as sharers:
        start = time.time() + 0.1
        for sharer in sharers:
            sharer.go_on(str(start))
        for number in range(40):
            ids = [id for sharer in sharers for id in sharer.line().split()]
            assert len(ids) == 20
            assert set(ids) == {f"res_{i}" for i in range(1, 21)}
            store = opened_plain(f"sqlite:///{path}{number}")
            state = store.state(SCOPE)
            assert sorted(state.result(id) for id in ids) == sorted(list(range(5)) * 4)
            store.close()


ABORTED = """
store, owner = opened(), owner_name()
store.create("run", ("agent", "session"), b"head", owner=owner, expires_at=time.time() + 3600)
held_until_told("holds")
try:
    store.append("run", owner, [b"more"])
except CodeModeError as error:
    say(error.code)
"""


def test_a_driver_finds_out_that_another_process_aborted_its_run(path: Path) -> None:
    store = Plain(SqliteStore(path))
    with children(1, path, ABORTED) as [child]:
        child.go_on()
        assert child.line() == "holds"
        store.end("run", None, "aborted")
        child.go_on()
        assert child.line() == "aborted"
    store.close()


FULL = """
import resource
store, owner = opened(), owner_name()
store.create("run", ("agent", "session"), b"0", owner=owner, expires_at=time.time() + 3600)
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
for number in range(1, 1000):
    try:
        store.append("run", owner, [b"%d " % number + bytes(20_000)])
    except CodeModeError as error:
        say(number - 1, error.code, error.message)
        break
"""


def test_a_full_disk_is_told_and_harms_nothing(path: Path) -> None:
    with children(1, path, FULL) as [child]:
        child.go_on()
        number, code, message = child.line().split(" ", 2)
        child.process.wait(60)
    assert code == "runtime_unavailable"
    assert "runs.db does not work" in message
    store = Plain(SqliteStore(path))
    assert [int(entry.split(b" ")[0]) for entry in store.read("run")] == list(range(int(number) + 1))
    assert int(number) > 10
    store.close()
