"""`codemode worker` processes over one database, and the ledger of their tools."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SHOP = Path(__file__).with_name("shop.py")
PATIENCE = 120  # seconds on a busy machine


class Forked:
    """A worker that the forker has made, with as much of Popen as is used."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def poll(self) -> int | None:
        return None if Path(f"/proc/{self.pid}").exists() else 0

    def send_signal(self, signum: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signum)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def wait(self, timeout: float = PATIENCE) -> int:
        until = time.monotonic() + timeout
        while self.poll() is None:
            assert time.monotonic() < until, f"the worker {self.pid} has not ended"
            time.sleep(0.002)
        return 0


Process = subprocess.Popen[bytes] | Forked


class Fleet:
    """`forks`: workers are forked, and not started anew; that takes a tenth of the time."""

    def __init__(self, url: str, folder: Path, *, forks: bool = False) -> None:
        self._forker: subprocess.Popen[str] | None = None
        self._forks = forks
        self.url = url
        self.folder = folder
        self.ledger = folder / "ledger"
        self.ledger.touch()
        self.hosts: list[Process] = []

    def start(self, *options: str, url: str = "", wait: bool = True, prelude: str = "") -> Process:
        """A worker; `prelude` is Python that its process runs first."""
        arguments = [] if "--functions" in options else ["--functions", str(SHOP)]
        arguments += ["--store", url or self.url, "--isolation", "inline", *options]
        log = self.folder / f"host{len(self.hosts)}.log"
        log.touch()
        host: Process = self._fork(arguments, log) if self._forks else self._spawn(arguments, log, prelude)
        self.hosts.append(host)
        if wait:
            self.wait_for(host)
        return host

    @property
    def _environment(self) -> dict[str, str]:
        return os.environ | {"LEDGER": str(self.ledger)}

    def _spawn(self, arguments: list[str], log: Path, prelude: str) -> Process:
        command = [sys.executable, "-c", f"{prelude}\nfrom codemode.cli import main\nmain()", "worker", *arguments]
        with log.open("wb") as said:
            return subprocess.Popen(command, stdout=said, stderr=said, env=self._environment, start_new_session=True)

    def _fork(self, arguments: list[str], log: Path) -> Process:
        if self._forker is None:
            command = [sys.executable, "-m", "tests.scale.forker"]
            pipe = subprocess.PIPE
            self._forker = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=self._environment)
        assert self._forker.stdin is not None
        assert self._forker.stdout is not None
        self._forker.stdin.write(json.dumps([arguments, str(log)]) + "\n")
        self._forker.stdin.flush()
        return Forked(int(self._forker.stdout.readline()))

    def close(self) -> None:
        for host in self.hosts:
            if host.poll() is None:
                self.kill(host)
        if self._forker is not None:
            self._forker.kill()
            self._forker.communicate()

    def is_ready(self, host: Process) -> bool:
        return b"drives the queue" in (self.folder / f"host{self.hosts.index(host)}.log").read_bytes()

    def wait_for(self, host: Process) -> None:
        log = self.folder / f"host{self.hosts.index(host)}.log"
        until = time.monotonic() + PATIENCE
        while not self.is_ready(host):
            assert host.poll() is None, log.read_text()
            assert time.monotonic() < until, log.read_text()
            time.sleep(0.05)

    def kill(self, host: Process) -> None:
        host.kill()
        host.wait()

    def stop(self, host: Process) -> int:
        """SIGTERM; its exit status."""
        host.send_signal(signal.SIGTERM)
        return host.wait(PATIENCE)

    def effects(self) -> list[tuple[str, str, int]]:
        """Kind, key and process of each effect, in order."""
        rows = [line.split() for line in self.ledger.read_text().splitlines()]
        return [(" ".join(row[:-3]), row[-3], int(row[-2])) for row in rows]

    def logs(self) -> str:
        return "\n".join(f"{log.name}:\n{log.read_text()[-1500:]}" for log in sorted(self.folder.glob("host*.log")))


@contextmanager
def fleet(url: str, folder: Path, *, forks: bool = False) -> Iterator[Fleet]:
    made = Fleet(url, folder, forks=forks)
    try:
        yield made
    finally:
        made.close()
