"""A process that was forked off one that has used codemode can use it, too: threads and processes of the parent are not its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

SCRIPT = """
import asyncio, os, codemode

def add(a: int, b: int) -> int:
    return a + b

async def with_engine():
    async with codemode.Engine([add], isolation="inline") as engine:
        return (await engine.session().exec("__out = add(a=1, b=2)")).value

def use():
    {use}

print(use(), flush=True)
if os.fork() == 0:
    print(use(), flush=True)
    os._exit(0)
os.wait()
print(use())
"""


@pytest.mark.parametrize(
    "use",
    [
        "return asyncio.run(with_engine())",
        "return codemode.run('__out = add(a=1, b=2)', [add], timeout_ms=5000).value",
        "return codemode.run('__out = 1 + 2', language='python').value",
    ],
)
def test_a_forked_process_runs_programs(use: str) -> None:
    # Python 3.12 and later warn of every fork of a process that has threads
    run = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", SCRIPT.format(use=use)]
    done = subprocess.run(run, capture_output=True, text=True, check=False, timeout=30)
    assert (done.returncode, done.stdout, done.stderr) == (0, "3\n3\n3\n", "")
