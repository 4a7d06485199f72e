"""`codemode worker` processes over one database, and the ledger of their tools."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SHOP = Path(__file__).with_name("shop.py")
PATIENCE = 25  # seconds on a busy machine


class Fleet:
    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.folder = folder
        self.ledger = folder / "ledger"
        self.ledger.touch()
        self.hosts: list[subprocess.Popen[bytes]] = []

    def start(self, *options: str, url: str = "", wait: bool = True, prelude: str = "") -> subprocess.Popen[bytes]:
        """A worker; `prelude` is Python that its process runs first."""
        command = [sys.executable, "-c", f"{prelude}\nfrom codemode.cli import main\nmain()", "worker"]
        if "--functions" not in options:
            command += ["--functions", str(SHOP)]
        command += ["--store", url or self.url, "--isolation", "inline", *options]
        log = self.folder / f"host{len(self.hosts)}.log"
        with log.open("wb") as said:
            host = subprocess.Popen(
                command, stdout=said, stderr=said, env=os.environ | {"LEDGER": str(self.ledger)}, start_new_session=True
            )
        self.hosts.append(host)
        if wait:
            self.wait_for(host)
        return host

    def wait_for(self, host: subprocess.Popen[bytes]) -> None:
        log = self.folder / f"host{self.hosts.index(host)}.log"
        until = time.monotonic() + PATIENCE
        while b"drives the queue" not in log.read_bytes():
            assert host.poll() is None, log.read_text()
            assert time.monotonic() < until, log.read_text()
            time.sleep(0.05)

    def kill(self, host: subprocess.Popen[bytes]) -> None:
        host.kill()
        host.wait()

    def stop(self, host: subprocess.Popen[bytes]) -> int:
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
        for host in made.hosts:
            if host.poll() is None:
                made.kill(host)
