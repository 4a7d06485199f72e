"""A store that another process keeps locked, or whose file is damaged."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from codemode.engine.durable.sqlite_store import SqliteStore
from codemode.errors import CodeModeError
from tests.host.attacks import Attack
from tests.host.host import Host
from tests.host.requests import ENDS

WAITS = 'text("x")\nyield_control("")\n__out = 1'
SAVES = 'store.Save("k", 1)\nresults.Save(strings.Repeat("x", 100_000))\n__out = 1'
LOCKS = """
import sqlite3, sys, time
other = sqlite3.connect(sys.argv[1], timeout=5, isolation_level=None)
other.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
"""


def locked(code: str) -> Any:
    async def play(host: Host, _: Any) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "runs.db")
            engine = await host.own_engine(store=f"sqlite:///{path}")
            session = host.session(engine)
            await host.exec(session, WAITS, timeout_ms=5000)
            other = subprocess.Popen(
                [sys.executable, "-c", LOCKS, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            assert other.stdin is not None
            assert other.stdout is not None
            try:
                other.stdout.readline()
                host.ticker.begin()  # what came before was ours
                await host.exec(session, code, timeout_ms=500)
            finally:
                other.stdin.close()
                other.wait()
                other.stdout.close()

    return play


def damaged(seed: int) -> Any:
    async def play(host: Host, _: Any) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "runs.db")
            await _made(path)
            dice = random.Random(seed)
            data = bytearray(path.read_bytes())
            for _ in range(dice.choice([1, 10, 200])):
                data[dice.randrange(len(data))] = dice.randrange(256)
            path.write_bytes(data)
            try:
                engine = await host.own_engine(store=f"sqlite:///{path}")
                await host.exec(host.session(engine), WAITS, timeout_ms=2000)
                await host.exec(host.session(engine), SAVES, timeout_ms=2000)
            except CodeModeError as refused:
                host.ended(refused.code)

    return play


async def _made(path: Path) -> None:
    store = SqliteStore(path)
    for number in range(20):
        await store.create(f"run_{number}", ("attacker", "s"), [os.urandom(2000)], owner="", expires_at=9e9)
    await store.close()
    database = sqlite3.connect(path)
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


GROUP = "stores that others use or damage"
# a failure of the disk is told as an error of the host's
LOCKED_ENDS = ENDS | {"yield", "internal_error", "runtime_unavailable"}
ATTACKS = [
    *(
        Attack(f"a store that another process has locked, {how}", GROUP, ends=LOCKED_ENDS, play=locked(code), seen=10)
        for how, code in {
            "when a run waits": WAITS,
            "when values are saved": SAVES,
            "and nothing to keep": "__out = 1",
        }.items()
    ),
    *(
        Attack(f"a damaged store, number {seed}", GROUP, play=damaged(seed), isolations=("inline",), seen=10)
        for seed in range(8)
    ),
]
