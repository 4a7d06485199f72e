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


class Worker:
    """A worker that the forker has made, with as much of Popen as is used."""

    def __init__(self, pid: int, log: Path) -> None:
        self.pid = pid
        self.log = log

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
        status = Path(f"{self.log}.status")
        return int(status.read_text()) if status.exists() else -signal.SIGKILL


_forkers: list[subprocess.Popen[str]] = []  # one for all fleets of a process; it ends with its standard input


def _forker() -> subprocess.Popen[str]:
    if not _forkers:
        command, pipe = [sys.executable, "-m", "tests.scale.forker"], subprocess.PIPE
        _forkers.append(subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True))
    return _forkers[0]


class Fleet:
    """Workers are forked, and not started anew: that takes a tenth of the time."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.folder = folder
        self.ledger = folder / "ledger"
        self.ledger.touch()
        self.hosts: list[Worker] = []

    def start(self, *options: str, url: str = "", wait: bool = True, prelude: str = "") -> Worker:
        """A worker; `prelude` is Python that its process runs first."""
        arguments = [] if "--functions" in options else ["--functions", str(SHOP)]
        arguments += ["--store", url or self.url, "--isolation", "inline", *options]
        log = self.folder / f"host{len(self.hosts)}.log"
        log.touch()
        forker = _forker()
        assert forker.stdin is not None
        assert forker.stdout is not None
        forker.stdin.write(json.dumps([arguments, str(log), str(self.ledger), prelude]) + "\n")
        forker.stdin.flush()
        host = Worker(int(forker.stdout.readline()), log)
        self.hosts.append(host)
        if wait:
            self.wait_for(host)
        return host

    def close(self) -> None:
        for host in self.hosts:
            if host.poll() is None:
                self.kill(host)

    def is_ready(self, host: Worker) -> bool:
        return b"drives the queue" in host.log.read_bytes()

    def wait_for(self, host: Worker) -> None:
        log = host.log
        until = time.monotonic() + PATIENCE
        while not self.is_ready(host):
            assert host.poll() is None, log.read_text()
            assert time.monotonic() < until, log.read_text()
            time.sleep(0.05)

    def kill(self, host: Worker) -> None:
        host.kill()
        host.wait()

    def stop(self, host: Worker) -> int:
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
def fleet(url: str, folder: Path) -> Iterator[Fleet]:
    made = Fleet(url, folder)
    try:
        yield made
    finally:
        made.close()
