"""Stores whose file was damaged: every use works or says clearly what is wrong, and runs that are whole go on."""

from __future__ import annotations

import asyncio
import logging
import random
import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from codemode import (
    CodeModeError,
    CodeModeUTCP,
    Completed,
    Engine,
    Failed,
    FunctionSource,
    FunctionTool,
    Limits,
    Policy,
    Waiting,
)
from codemode.errors import ConfigError, InternalError

pytestmark = pytest.mark.anyio

BEGUN = 'store.Save("k", "value é")\nresults.Save(1)\npay := codemode.CallTool("pay", map[string]any{"to": "Ann"})\n__out = pay'


def paid(to: str) -> str:
    return f"paid {to}"


def engine(path: Path, isolation: str = "inline") -> Engine:
    pay = FunctionTool("pay", paid)
    return Engine(
        [FunctionSource([pay])],
        Limits(timeout_ms=20_000),
        isolation,
        f"sqlite:///{path}",
        Policy([("ask", "pay"), ("allow", "*")]),
    )


async def make(path: Path) -> list[str]:
    """Three runs that wait for approval, and what sessions keep. Gives the ids of the runs."""
    ids: list[str] = []
    first = engine(path)
    for session in ("one", "two", "three"):
        assert isinstance(
            await first.session("a", session).exec('store.Save("k", "é")\n__out = results.Save("x")'), Completed
        )
        reply = await first.session("a", session).exec(BEGUN)
        assert isinstance(reply, Waiting), reply
        ids.append(reply.run_id)
    await first.close()
    return ids


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    path = tmp_path_factory.mktemp("whole") / "runs.db"
    ids = asyncio.run(make(path))
    database = sqlite3.connect(path)
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    return path, ids


@pytest.fixture
def damaged(whole: tuple[Path, list[str]], tmp_path: Path) -> Path:
    return Path(shutil.copy(whole[0], tmp_path / "runs.db"))


async def use(path: Path, ids: list[str], isolation: str = "inline") -> list[Any]:
    """Every public use of the store: what each gave, or the error that it raised. Another exception is the test's failure."""
    told: list[Any] = []

    async def tried(work: Callable[[], Awaitable[Any]]) -> None:
        try:
            told.append(await asyncio.wait_for(work(), 30))
        except CodeModeError as error:
            told.append(error)

    try:
        opened = engine(path, isolation)
    except ConfigError as error:
        return [error]
    try:
        for number, session in enumerate(("one", "two", "three")):
            mine, run_id = opened.session("a", session), ids[number]
            await tried(lambda mine=mine: mine.exec('__out = []any{store.Load("k"), results.Load("res_1")}'))
            await tried(lambda: opened.store.list())
            await tried(lambda mine=mine: mine.asked())
            await tried(lambda mine=mine, run_id=run_id: mine.approve("call_3", run_id=run_id))
            await tried(lambda mine=mine, run_id=run_id: mine.wait(run_id))
            await tried(
                lambda mine=mine: mine.exec(
                    'store.Save("k2", 2)\n__out = codemode.CallTool("pay", map[string]any{"to": "Bob"})'
                )
            )
            await tried(lambda mine=mine: mine.attachments())
            await tried(lambda mine=mine: mine.result("res_1"))
            await tried(lambda mine=mine, run_id=run_id: mine.abort(run_id))
        await tried(lambda: opened.store.expire(9e9))
    finally:
        await opened.close()
    for reply in told:
        if isinstance(reply, Failed | CodeModeError):
            assert reply.code != "internal_error", reply
    return told


def renew(whole: Path, damaged: Path) -> None:
    shutil.copy(whole, damaged)
    for log in damaged.parent.glob("runs.db-*"):
        log.unlink()


# --- damages ------------------------------------------------------------------------------------------------------------------


def cut(path: Path, chance: random.Random) -> None:
    with path.open("r+b") as file:
        file.truncate(chance.randrange(path.stat().st_size))


def flip(path: Path, chance: random.Random) -> None:
    """Bits anywhere; of half of the files only in the tables, so that they open."""
    data = bytearray(path.read_bytes())
    low = chance.choice((0, 4096))
    for _ in range(chance.choice((1, 3, 20, 200, 2000))):
        data[chance.randrange(low, len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)


def overwrite(path: Path, chance: random.Random) -> None:
    """A block of it."""
    data = bytearray(path.read_bytes())
    size = chance.choice((16, 100, 512, 4096))
    at = chance.randrange(0, len(data) - size)
    data[at : at + size] = chance.choice((bytes(size), chance.randbytes(size), data[:size]))
    path.write_bytes(data)


VALUES: list[Any] = [
    None,
    -1,
    2**63 - 1,
    -(2**63),
    1e308,
    float("inf"),
    "",
    "x" * 3000,
    "'\0",
    b"",
    b"\xff\xfe\xc3",
    b"{}",
    b"[[[[",
    b'["event",[],0]',
]


def values(path: Path, chance: random.Random) -> None:
    """Values that nobody wrote, also texts that are no UTF-8, in any columns of one row or of all."""
    database = sqlite3.connect(path, isolation_level=None)
    for _ in range(chance.choice((1, 1, 1, 4, 12))):
        table = chance.choice(("runs", "entries", "kept", "sessions", "runs", "entries"))
        column = chance.choice(
            [row[1] for row in database.execute(f"PRAGMA table_info({table})") if row[1] != "number"]
        )
        value: Any = chance.choice([*VALUES, "CAST(x'ffc3' AS TEXT)"])
        sql, given = (value, ()) if isinstance(value, str) and value.startswith("CAST") else ("?", (value,))
        one = chance.choice(("", f" WHERE number = {chance.randrange(1, 4)}"))
        with suppress(sqlite3.IntegrityError):
            database.execute(f"UPDATE {table} SET {column} = {sql}{one}", given)
    database.close()


def journal(path: Path, chance: random.Random) -> None:
    """Notes of a journal that are other JSON than was written, in as many bytes."""
    database = sqlite3.connect(path, isolation_level=None)
    rows = database.execute("SELECT number, entry FROM entries").fetchall()
    for number, entry in chance.sample(rows, chance.choice((1, 2, len(rows)))):
        note = bytearray(entry)
        for _ in range(chance.choice((1, 2, 8))):
            note[chance.randrange(len(note))] = chance.choice(b'0129"[]{},:-aetruln \xff')
        database.execute("UPDATE entries SET entry = ? WHERE number = ?", (bytes(note), number))
    database.close()


def tables(path: Path, chance: random.Random) -> None:
    """Tables that are not there, or are others."""
    database = sqlite3.connect(path, isolation_level=None)
    table = chance.choice(("runs", "entries", "kept", "sessions", "fates", "files"))
    database.execute("PRAGMA foreign_keys=OFF")
    database.execute(
        chance.choice((f"DROP TABLE {table}", f"ALTER TABLE {table} RENAME TO other", f"DELETE FROM {table}"))
    )
    database.execute(f"PRAGMA user_version={chance.choice((0, 1, 3, 4, 99, -5))}")
    database.close()


Damage = Callable[[Path, random.Random], None]
SEEDS: dict[Damage, tuple[int, ...]] = {
    cut: (0, 1),
    flip: (0, 1, 2, 3),
    overwrite: (0, 1, 2),
    values: (0, 1, 2, 17, 211),
    journal: (0, 1, 2),
    tables: (0, 1, 2),
}


@pytest.mark.parametrize("damage", SEEDS)
async def test_all_damage_is_reported(
    damage: Damage, whole: tuple[Path, list[str]], damaged: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for seed in SEEDS[damage]:
        renew(whole[0], damaged)
        damage(damaged, random.Random(seed))
        await use(damaged, whole[1])
        assert not [record for record in caplog.records if record.exc_info]


async def test_with_worker_processes(whole: tuple[Path, list[str]], damaged: Path) -> None:
    for damage in (values, journal):
        renew(whole[0], damaged)
        damage(damaged, random.Random(1))
        await use(damaged, whole[1], "process")


async def test_a_whole_file_works(whole: tuple[Path, list[str]], damaged: Path) -> None:
    told = await use(damaged, whole[1])
    assert not [each for each in told if isinstance(each, CodeModeError)]
    assert [each.code for each in told if isinstance(each, Failed)] == ["run_not_found"] * 3  # to abort what has ended


# --- what is whole goes on ------------------------------------------------------------------------------------------------

ONE_RUN = [
    "UPDATE runs SET state = CAST(x'ffc3' AS TEXT) WHERE number = {}",
    "UPDATE runs SET state = 'odd' WHERE number = {}",
    "UPDATE runs SET owner = x'ff' WHERE number = {}",
    "UPDATE runs SET agent = 'a' WHERE number = {}",
    "UPDATE runs SET session = x'ffff' WHERE number = {}",
    "UPDATE runs SET fence = 9223372036854775807 WHERE number = {}",
    "UPDATE runs SET size = -1 WHERE number = {}",
    "UPDATE runs SET created_at = 1e999 WHERE number = {}",
    "UPDATE runs SET lease_until = 'soon' WHERE number = {}",
    "UPDATE entries SET entry = 'text' WHERE run = {}",
    "UPDATE entries SET entry = x'ff' WHERE run = {}",
    "DELETE FROM entries WHERE run = {0} AND number > (SELECT min(number) FROM entries WHERE run = {0})",
]


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_other_runs_go_on_where_one_is_damaged(
    isolation: str, whole: tuple[Path, list[str]], damaged: Path
) -> None:
    for sql in ONE_RUN if isolation == "inline" else ONE_RUN[::6]:
        renew(whole[0], damaged)
        database = sqlite3.connect(damaged, isolation_level=None)
        [number] = database.execute("SELECT number FROM runs WHERE run_id = ?", (whole[1][0].encode(),)).fetchone()
        assert database.execute(sql.format(number)).rowcount
        database.close()
        opened = engine(damaged, isolation)
        lost, good = opened.session("a", "one"), opened.session("a", "two")
        reply = await lost.wait(whole[1][0])
        assert isinstance(reply, Failed)
        assert reply.code == "snapshot_restore_failed", (sql, reply.error)
        with pytest.raises(CodeModeError):
            await lost.approve("call_3", run_id=whole[1][0])
        listed = {info.run_id for info in await opened.store.list()}
        assert listed >= set(whole[1][1:])
        assert set(await good.asked()) == {whole[1][1]}
        assert not await lost.asked()
        await good.approve("call_3")
        done = await good.wait(whole[1][1])
        assert isinstance(done, Completed)
        assert done.value == "paid Ann"
        assert isinstance(await lost.exec("__out = 1"), Completed)
        await opened.close()


async def test_a_damaged_run_goes_when_its_time_is_over(
    whole: tuple[Path, list[str]], damaged: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = sqlite3.connect(damaged, isolation_level=None)
    database.execute("UPDATE runs SET fence = 9223372036854775807, expires_at = 1 WHERE number = 1")
    opened = engine(damaged)
    with caplog.at_level(logging.WARNING, "codemode"):
        assert {info.run_id for info in await opened.store.list()} == set(whole[1][1:])
    assert "1 of the runs in" in caplog.text
    assert await opened.store.expire(2.0) == []
    assert database.execute("SELECT count(*) FROM runs").fetchone() == (2,)
    assert database.execute("SELECT count(*) FROM entries WHERE run NOT IN (SELECT number FROM runs)").fetchone() == (
        0,
    )
    database.close()
    await opened.close()


# --- files that are none of ours ---------------------------------------------------------------------------------------------


def text_file(path: Path) -> None:
    path.write_text("Dear diary, " * 1000)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def newer(path: Path) -> None:
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version=99")
    database.close()


def schema_of_another_encoding(path: Path) -> None:
    """What SQLite says of it is no UTF-8 either."""
    data = path.read_bytes()
    at = data.index(b"CREATE TABLE runs")
    path.write_bytes(data[:at] + b"\xff\xfeEATE TAB" + data[at + 10 :])


def first_page(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:100] + b"\xfe" * 3900 + data[4000:])


@pytest.mark.parametrize("spoil", [text_file, folder, newer, schema_of_another_encoding, first_page])
async def test_a_file_that_cannot_be_used_is_refused_when_it_is_opened(
    spoil: Callable[[Path], None], damaged: Path
) -> None:
    spoil(damaged)
    for make_one in (lambda: engine(damaged), lambda: CodeModeUTCP(sources=[], store=f"sqlite:///{damaged}")):
        with pytest.raises(ConfigError, match=r"runs\.db"):
            make_one()


async def test_an_empty_file_is_a_new_store(whole: tuple[Path, list[str]], damaged: Path) -> None:
    damaged.write_bytes(b"")
    told = await use(damaged, whole[1])
    assert isinstance(told[5], Waiting)


@pytest.mark.parametrize("spoil", [text_file, schema_of_another_encoding, first_page])
async def test_a_file_that_is_damaged_under_an_engine(
    spoil: Callable[[Path], None], whole: tuple[Path, list[str]], damaged: Path
) -> None:
    opened = engine(damaged)
    spoil(damaged)
    for _ in range(3):
        with suppress(InternalError):
            await opened.session("a", "two").asked()
        reply = await opened.session("a", "two").wait(whole[1][1])
        assert not isinstance(reply, Failed) or reply.code == "runtime_unavailable"
    await opened.close()
