"""What the process that forks workers reads before it forks the first one is enough for every program."""

from __future__ import annotations

import subprocess
import sys

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
