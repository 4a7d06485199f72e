"""What the process that forks workers reads before it forks the first one is enough for every program."""

from __future__ import annotations

import subprocess
import sys

from tests.engine.processes import is_gone

WITHOUT_FILES = """
import sys
from codemode.engine.workers import warm_up

kept = warm_up.prepare()
ahead = len(sys.modules)
spared = ("asyncio", "importlib.resources", "lark", "pydantic", "pydantic_core.core_schema", "codemode.catalog.policy")
assert not sys.modules.keys() & set(spared)
names = list(kept.names())
for finder in list(sys.meta_path):
    if finder is not kept and "Path" in repr(finder):
        sys.meta_path.remove(finder)


def refuse(event, arguments):
    if event in ("open", "os.listdir", "os.scandir"):
        raise AssertionError(f"{event}: {arguments}")


sys.addaudithook(refuse)
for _ in warm_up.warm_up(kept):
    pass
assert set(names) <= set(sys.modules)
print(len(names), ahead)
"""


MADE = """
import os
from codemode import Engine

inline = Engine(isolation="inline")
listing = f"/proc/{os.getpid()}/task/{os.getpid()}/children"
before = open(listing).read().split()
engine = Engine()
print(len(before), len(open(listing).read().split()))
"""


FIRST = """
import subprocess, sys
from codemode import Engine

def ours():
    return sum(name.startswith(("codemode.", "pydantic")) for name in sys.modules)

made = subprocess.Popen.__init__

def begin(self, *given, **named):
    print(ours())
    made(self, *given, **named)

subprocess.Popen.__init__ = begin
Engine()
print(ours())
"""


def test_an_engine_starts_it_before_it_imports_what_it_needs() -> None:
    done = subprocess.run([sys.executable, "-c", FIRST], capture_output=True, text=True, check=True)
    ahead, all_of_it = map(int, done.stdout.split())
    assert ahead < 20, "both get ready side by side"
    assert all_of_it > 100


def test_an_engine_starts_it_when_it_is_made() -> None:
    done = subprocess.run([sys.executable, "-c", MADE], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "1"]


def test_programs_need_no_files() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_FILES], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    later, ahead = map(int, done.stdout.split())
    assert later > 250  # they cost a first worker nothing
    assert ahead < 360, "what is imported before the first worker is what every program needs"


LONG_CHORE = """
import sys, time
from codemode.engine.workers import forking

def warm_up(kept):
    yield
    print("at it", file=sys.stderr, flush=True)
    time.sleep(60)
    yield

forking.FIRST, forking.warm_up = 60_000, warm_up  # none before there is a worker
forking.main(*map(int, sys.argv[1:3]))
"""
CLOSED = """
import asyncio, os, sys
from codemode import Engine
from codemode.engine.workers import fork_server

fork_server._START = "import sys; sys.path[:] = sys.argv[3:]" + sys.argv[1]

async def main():
    async with Engine() as engine:
        await engine.ready()
        print(*engine._pool.pids(), flush=True)
        process = engine._pool._fork_server._process
        sys.stdin.readline()
    print(process.returncode, flush=True)
    sys.stdin.readline()

asyncio.run(main())
"""


def test_closing_an_engine_gives_up_a_chore() -> None:
    command = [sys.executable, "-c", CLOSED, LONG_CHORE]
    piped = subprocess.PIPE
    with subprocess.Popen(command, stdin=piped, stdout=piped, stderr=piped, text=True, bufsize=1) as host:
        assert host.stdin is not None
        assert host.stdout is not None
        assert host.stderr is not None
        worker = int(host.stdout.readline())
        assert host.stderr.readline() == "at it\n"
        assert not is_gone(worker)
        host.stdin.write("\n")
        assert host.stdout.readline() == "0\n", "it ended by itself, with what it had to do"
        assert is_gone(worker)
