"""The attachments that a run store keeps: the rules of all stores, and the attachments of the store in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace

from codemode.engine.durable.overflow import Kept, Overflow
from codemode.engine.fair_eviction import Shares
from codemode.records import dataclass

Scope = tuple[str, str]

MAX_FILES = 1024  # of one session; a new attachment replaces those of the session's older runs
MAX_FILES_BYTES = 256 << 20  # of one session; in memory, of all sessions together
GRACE_SECONDS = 60.0  # a run that never waited ends within that time; its attachments are kept a while longer


@dataclass(slots=True, frozen=True)
class FileInfo:
    """An attachment as the store records it. `ttl` is how many seconds it is kept after its run has ended."""

    id: str
    run_id: str
    media_type: str
    name: str
    size: int
    ttl: float


def files_in_the_way(kept: Sequence[FileInfo], wanted: FileInfo) -> list[str]:
    """Returns the ids to delete before another attachment is saved: the oldest first, those of the same run last."""
    others = [file for file in kept if file.id != wanted.id]
    count, held = len(others), sum(file.size for file in others)
    going: list[str] = []
    for file in sorted(others, key=lambda each: each.run_id == wanted.run_id):
        if count < MAX_FILES and held + wanted.size <= MAX_FILES_BYTES:
            break
        going.append(file.id)
        count, held = count - 1, held - file.size
    return going


@dataclass(slots=True, frozen=True)
class _Kept:
    info: FileInfo
    data: Kept
    expires_at: float


class MemoryFiles:
    """The attachments of all sessions of one process. The owner must lock it. `lives` tells whether a run has not ended."""

    def __init__(self, lives: Callable[[str], bool], overflow: Overflow) -> None:
        self._lives = lives
        self._overflow = overflow
        self._kept: OrderedDict[tuple[Scope, str], _Kept] = OrderedDict()
        self._shares = Shares[tuple[Scope, str]]()  # the sizes of each agent's

    def save(self, scope: Scope, info: FileInfo, data: bytes, now: float) -> None:
        self.expire(now)
        for id in files_in_the_way(self.of(scope, now), info):
            self._drop((scope, id))
        self._drop((scope, info.id))
        self._kept[scope, info.id] = _Kept(info, self._overflow.put(data), now + info.ttl + GRACE_SECONDS)
        self._shares.put(scope[0], (scope, info.id), info.size)
        while self._shares.size > MAX_FILES_BYTES and len(self._kept) > 1:
            self._drop(self._shares.next_to_go()[1])

    def load(self, scope: Scope, id: str, now: float) -> tuple[FileInfo, bytes] | None:
        kept = self._kept.get((scope, id))
        return (kept.info, bytes(kept.data)) if kept is not None and self._counts(kept, now) else None

    def of(self, scope: Scope, now: float) -> list[FileInfo]:
        if not self._kept:
            return []
        return [kept.info for (of, _), kept in self._kept.items() if of == scope and self._counts(kept, now)]

    def ended(self, scope: Scope, run_id: str, now: float, *, well: bool) -> None:
        """A run is over: its attachments are deleted, or if it ended `well`, kept for their time to live."""
        for key, kept in [(k, v) for k, v in self._kept.items() if k[0] == scope and v.info.run_id == run_id]:
            if well:
                self._kept[key] = replace(kept, expires_at=now + kept.info.ttl)
            else:
                self._drop(key)

    def expire(self, now: float) -> None:
        for key in [key for key, kept in self._kept.items() if not self._counts(kept, now)]:
            self._drop(key)

    def forget(self, scope: Scope) -> None:
        """Deletes the attachments of a session that is no longer kept."""
        for key in [key for key in self._kept if key[0] == scope]:
            self._drop(key)

    def _counts(self, kept: _Kept, now: float) -> bool:
        return kept.expires_at > now or self._lives(kept.info.run_id)

    def _drop(self, key: tuple[Scope, str]) -> None:
        self._kept.pop(key, None)
        self._shares.drop(key[0][0], key)
