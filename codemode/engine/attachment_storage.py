"""Keeps the attachments of a run: bytes go to the run store, the program gets a handle."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from threading import Lock
from typing import Any

from codemode.engine.attachments import BEGINS, ID, MAX_FILLED, File, attachment_of, handle, id_of, ids_in
from codemode.engine.durable.memory_store import MemoryStore
from codemode.engine.durable.store import RunStore, Scope
from codemode.engine.durable.stored_attachments import FileInfo
from codemode.engine.limits import Limits
from codemode.engine.threads import aside
from codemode.errors import CodeModeError

TOTAL = 4  # times the limit of one attachment: the limit of all attachments of a run
MAX_LOOKED_AT = 10_000  # ids in one reply


def named_in(texts: Iterable[str]) -> list[str]:
    """Returns the ids of attachments that are in the texts, in the order of their first appearance."""
    found = (match.group() for text in texts if BEGINS in text for match in ID.finditer(text))
    return list(dict.fromkeys(islice(found, MAX_LOOKED_AT)))


class SessionFiles:
    """The attachments of one session, in its run store."""

    def __init__(self, store: RunStore, scope: Scope) -> None:
        self._store = store
        self._scope = scope

    async def save(self, files: Sequence[tuple[FileInfo, bytes]]) -> None:
        await self._store.save_files(self._scope, files)

    async def find(self, id: str) -> tuple[FileInfo, File] | None:
        """Returns the attachment; None if there never was one or it is gone."""
        found = await self._store.load_file(self._scope, id) if ID.fullmatch(id) else None
        if found is None:
            return None
        info, data = found
        return info, attachment_of(data, info.name, info.media_type)

    async def all(self) -> list[FileInfo]:
        return await self._store.files(self._scope)

    async def known(self, ids: Sequence[str]) -> list[FileInfo]:
        """Returns the attachments that exist."""
        if not ids:
            return []
        known = {info.id: info for info in await self.all()}
        return [known[id] for id in ids if id in known]


class RunFiles:
    """The pictures and files of one run. Any thread may call `keep`; `flush` writes them to the store before the program gets their handles."""

    def __init__(self, files: SessionFiles | None = None, run_id: str = "", limits: Limits | None = None) -> None:
        """Without `files` the attachments are kept in memory, as long as this object lives."""
        self._files = files
        self._run_id = run_id
        self.limits = limits or Limits()
        self.warn: Callable[[str], None] = lambda _: None
        self._lock = Lock()
        self._sizes: dict[str, int] = {}  # the attachments of this run
        self._new: dict[str, tuple[FileInfo, bytes]] = {}  # the attachments that are not in the store yet

    @property
    def files(self) -> SessionFiles:
        if self._files is None:
            self._files = SessionFiles(MemoryStore(), ("", ""))
        return self._files

    @property
    def is_used(self) -> bool:
        return self._files is not None

    async def reopen(self) -> None:
        """Counts the attachments that the run kept in another process."""
        self._sizes = {info.id: info.size for info in await self.files.all() if info.run_id == self._run_id}

    async def find(self, id: str) -> File | None:
        new = self._new.get(id)
        if new is not None:
            return attachment_of(new[1], new[0].name, new[0].media_type)
        found = await self.files.find(id)
        return found[1] if found is not None else None

    async def sizes(self) -> dict[str, int]:
        """The sizes in bytes of the attachments that the run may name, by id."""
        return {info.id: info.size for info in await self.files.all()} | {
            id: info.size for id, (info, _) in self._new.items()
        }

    async def flush(self) -> None:
        """Writes attachments to the store. Adds a warning for one that cannot be kept."""
        if not self._new:
            return
        with self._lock:
            new = list(self._new.values())
        try:
            await self.files.save(new)
        except CodeModeError as lost:
            self.warn(f"an attachment was not kept: {lost.message}")
        with self._lock:
            for info, _ in new:
                self._new.pop(info.id, None)

    def of_call(self, call_id: str) -> CallFiles:
        return CallFiles(self, call_id)

    def keep(self, given: File, call_id: str, position: int) -> dict[str, Any]:
        """Returns the handle of an attachment. One that is too large is not kept, and its handle reports that; the rest of the result is not lost."""
        # the id is the same in a run that is restored and repeats the call
        digest = hashlib.sha256(f"{self._run_id}\n{call_id}\n{position}".encode(errors="replace")).hexdigest()
        id, limits, size = f"{BEGINS}{digest[:20]}", self.limits, len(given.data)
        with self._lock:
            problem = self._problem(id, size)
            if problem:
                self.warn(f"an attachment was not kept: {problem}")
                return handle("", given) | {"error": f"not kept: {problem}"}
            info = FileInfo(id, self._run_id, given.media_type, given.name, size, float(limits.snapshot_ttl_seconds))
            self._new[id] = (info, given.data)
            self._sizes[id] = size
        return handle(id, given)

    def _problem(self, id: str, size: int) -> str:
        limits = self.limits
        others = [held for other, held in self._sizes.items() if other != id]
        if size > limits.max_attachment_bytes:
            return f"it has {size} bytes; the limit is {limits.max_attachment_bytes} (max_attachment_bytes)"
        if len(others) >= limits.max_attachments:
            return f"the run has {limits.max_attachments} attachments already, which is the limit (max_attachments)"
        if sum(others) + size > TOTAL * limits.max_attachment_bytes:
            return f"the attachments of the run would have more than {TOTAL * limits.max_attachment_bytes} bytes ({TOTAL} times max_attachment_bytes)"
        return ""


class CallFiles:
    """The attachments that one call returns and takes. Those that its arguments name are read before the call is made."""

    def __init__(self, run: RunFiles, call_id: str) -> None:
        self._run = run
        self._call_id = call_id
        self._count = 0
        self._named: dict[str, File | None] = {}

    async def read(self, arguments: object) -> None:
        """Reads the attachments that the arguments name, up to MAX_FILLED bytes, the limit for one call."""
        found = await aside(arguments, lambda: list(islice(ids_in(arguments), MAX_LOOKED_AT)))
        ids = [id for id in dict.fromkeys(found) if id not in self._named]
        if not ids:
            return
        known, room = await self._run.sizes(), MAX_FILLED
        for id in ids:
            if id in known and known[id] <= room:
                room -= known[id]
                self._named[id] = await self._run.find(id)

    def keep(self, given: File) -> dict[str, Any]:
        position, self._count = self._count, self._count + 1
        return self._run.keep(given, self._call_id, position)

    def find(self, value: object) -> File | None:
        return self._named.get(id_of(value))
