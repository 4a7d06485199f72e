"""Keeping the attachments of a run: bytes go to the run store, the program gets a handle."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from itertools import islice
from threading import Lock
from typing import Any

from codemode.engine.attachments import ID, File, attachment_of, handle, id_of
from codemode.engine.durable.store import FileInfo, MemoryStore, RunStore, Scope
from codemode.engine.limits import Limits

TOTAL = 4  # times what one attachment may have: that much all of a run may have together
MAX_LOOKED_AT = 10_000  # ids in one reply

Warn = Callable[[str], None]


class SessionFiles:
    """The attachments of one session, in its run store."""

    def __init__(self, store: RunStore, scope: Scope) -> None:
        self._store = store
        self._scope = scope

    def save(self, info: FileInfo, data: bytes) -> None:
        self._store.save_file(self._scope, info, data)

    def find(self, id: str) -> File | None:
        """None if there never was one, or if it is gone."""
        found = self._store.load_file(self._scope, id) if ID.fullmatch(id) else None
        return attachment_of(found[1], found[0].name, found[0].media_type) if found is not None else None

    def all(self) -> list[FileInfo]:
        return self._store.files(self._scope)

    def named_in(self, texts: Iterable[str]) -> list[FileInfo]:
        """Those whose ids are in the texts, in the order in which they come there first."""
        known = {info.id: info for info in self.all()}
        if not known:
            return []
        ids = (match.group() for text in texts for match in ID.finditer(text))
        found = dict.fromkeys(islice(ids, MAX_LOOKED_AT))
        return [known[id] for id in found if id in known]


class RunFiles:
    """What the tools of one run give besides data. Any thread may use it."""

    def __init__(
        self,
        files: SessionFiles | None = None,
        run_id: str = "",
        limits: Limits | None = None,
        warn: Warn | None = None,
    ) -> None:
        """Without `files` they are kept in memory, for as long as this is."""
        self._files = files
        self._run_id = run_id
        self._limits = limits or Limits()
        self.warn: Warn = warn or (lambda _: None)
        self._lock = Lock()
        self._sizes: dict[str, int] | None = None  # of what is kept of this run

    @property
    def files(self) -> SessionFiles:
        if self._files is None:
            self._files = SessionFiles(MemoryStore(), ("", ""))
        return self._files

    @property
    def is_used(self) -> bool:
        return self._files is not None

    def find(self, id: str) -> File | None:
        return self.files.find(id)

    def of_call(self, call_id: str) -> CallFiles:
        return CallFiles(self, call_id)

    def keep(self, given: File, call_id: str, position: int) -> dict[str, Any]:
        """The handle. What is too much is not kept, and the handle says so: that is no reason to lose the rest of a result."""
        # the same in a run that is restored and makes the call again
        digest = hashlib.sha256(f"{self._run_id}\n{call_id}\n{position}".encode(errors="replace")).hexdigest()
        id, limits, size = f"att_{digest[:20]}", self._limits, len(given.data)
        with self._lock:
            if self._sizes is None:
                self._sizes = {info.id: info.size for info in self.files.all() if info.run_id == self._run_id}
            problem = self._problem(id, size)
            if problem:
                self.warn(f"an attachment was not kept: {problem}")
                return handle("", given) | {"error": f"not kept: {problem}"}
            info = FileInfo(id, self._run_id, given.media_type, given.name, size, float(limits.snapshot_ttl_seconds))
            self.files.save(info, given.data)
            self._sizes[id] = size
        return handle(id, given)

    def _problem(self, id: str, size: int) -> str:
        limits = self._limits
        others = [held for other, held in (self._sizes or {}).items() if other != id]
        if size > limits.max_attachment_bytes:
            return f"it has {size} bytes, and {limits.max_attachment_bytes} is the most (max_attachment_bytes)"
        if len(others) >= limits.max_attachments:
            return f"the run has {limits.max_attachments} already, which is the most (max_attachments)"
        if sum(others) + size > TOTAL * limits.max_attachment_bytes:
            return f"all of the run would be more than {TOTAL * limits.max_attachment_bytes} bytes ({TOTAL} times max_attachment_bytes)"
        return ""


class CallFiles:
    """What one call gives and takes."""

    def __init__(self, run: RunFiles, call_id: str) -> None:
        self._run = run
        self._call_id = call_id
        self._count = 0

    def keep(self, given: File) -> dict[str, Any]:
        position, self._count = self._count, self._count + 1
        return self._run.keep(given, self._call_id, position)

    def find(self, value: object) -> File | None:
        id = id_of(value)
        return self._run.find(id) if id else None
