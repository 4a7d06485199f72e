"""Receives changes of other hosts by LISTEN and NOTIFY, in one thread with its own connection, while there is a listener."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final

import psycopg

from codemode.engine.durable.postgres_database import Connection, Database
from codemode.errors import CodeModeError

log = logging.getLogger("codemode")

CHANNEL: Final = "codemode"
LOOK_SECONDS: Final = 0.5  # between two checks whether there is still a listener
AGAIN_SECONDS: Final = 0.5  # before the next attempt to connect

Heard = Callable[[str], None]


class News:
    """Calls the listeners in its thread. After a broken connection it calls them with "", because a change may have been missed."""

    def __init__(self, database: Database, channel: str = CHANNEL) -> None:
        self._database = database
        self._channel = channel
        self._lock = threading.Lock()
        self._heard: set[Heard] = set()
        self._thread: threading.Thread | None = None
        self._closed = threading.Event()

    def listen(self, heard: Heard) -> Callable[[], None]:
        with self._lock:
            self._heard.add(heard)
            if self._thread is None:
                self._thread = threading.Thread(target=self._serve, name="codemode-news", daemon=True)
                self._thread.start()

        def end() -> None:
            with self._lock:
                self._heard.discard(heard)

        return end

    def close(self) -> None:
        self._closed.set()
        if self._thread is not None:
            self._thread.join()

    def _serve(self) -> None:
        while not self._closed.is_set():
            try:
                with self._database.connect() as db:
                    self._follow(db)
            except (psycopg.Error, CodeModeError) as broken:
                log.debug("notifications of the run store: %s", broken)
                self._closed.wait(AGAIN_SECONDS)

    def _follow(self, db: Connection) -> None:
        db.execute(f"LISTEN {self._channel}".encode())
        self._tell("")
        while not self._closed.is_set():
            for note in db.notifies(timeout=LOOK_SECONDS):
                self._tell(note.payload)
                if self._closed.is_set():
                    return

    def _tell(self, payload: str) -> None:
        with self._lock:
            listeners = list(self._heard)
        for heard in listeners:
            try:
                heard(payload)
            except RuntimeError as over:  # its event loop is closed
                log.debug("notifications of the run store: %s", over)
