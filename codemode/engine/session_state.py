"""What lives from cell to cell of a session: saved results and stored values. Bounded, because guests decide how much they save."""

from __future__ import annotations

import json
from collections import OrderedDict
from typing import Any

from codemode.errors import ToolError

MAX_ENTRIES = 256
MAX_BYTES = 64 << 20  # of compact JSON, in all


class SavedValues:
    """Values as compact JSON, so that nothing is shared. With `evict` the oldest make room, else what does not fit is refused."""

    def __init__(self, *, evict: bool) -> None:
        self._evict = evict
        self._kept: OrderedDict[str, str] = OrderedDict()
        self._bytes = 0

    def __contains__(self, key: str) -> bool:
        return key in self._kept

    def save(self, key: str, text: str) -> None:
        self.delete(key)
        self._make_room(len(text))
        self._kept[key] = text
        self._bytes += len(text)

    def _make_room(self, size: int) -> None:
        if size > MAX_BYTES:
            raise ToolError(f"a value of {size} bytes is too large to keep; the limit is {MAX_BYTES}")
        while self._kept and (self._bytes + size > MAX_BYTES or len(self._kept) >= MAX_ENTRIES):
            if not self._evict:
                raise ToolError(f"the session keeps at most {MAX_ENTRIES} values of {MAX_BYTES} bytes in all")
            self.delete(next(iter(self._kept)))

    def load(self, key: str) -> Any:
        return json.loads(self._kept[key])

    def delete(self, key: str) -> bool:
        text = self._kept.pop(key, None)
        if text is not None:
            self._bytes -= len(text)
        return text is not None


class SessionState:
    """Shared by the cells of one session; used from one thread."""

    def __init__(self) -> None:
        self.results = SavedValues(evict=True)
        self.store = SavedValues(evict=False)
        self._next = 1
        self.counts: dict[str, int] = {"execs": 0, "waits": 0}

    def save_result(self, text: str) -> str:
        """Keep a result, given as compact JSON, under a fresh id."""
        id = f"res_{self._next}"
        self._next += 1
        self.results.save(id, text)
        return id


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
