"""What a cell printed and said, in order."""

from __future__ import annotations

import codecs
import logging
from collections.abc import Callable
from typing import Literal

from codemode.interpreter.run import ErrorText, JsonBlock, TextBlock

log = logging.getLogger("codemode")

Listener = Callable[[str], object]
Piece = tuple[str, bytearray]  # stdout, stderr, text or json, and the bytes of it

_KINDS: dict[type, Literal["stderr", "text", "json"]] = {ErrorText: "stderr", TextBlock: "text", JsonBlock: "json"}


def kind_of(block: bytes) -> Literal["stdout", "stderr", "text", "json"]:
    return _KINDS.get(type(block), "stdout")


def guarded(listener: Listener | None) -> Listener | None:
    """A listener that cannot hurt the run: after it has raised once it hears no more."""
    if listener is None:
        return None
    failed = False

    def hear(text: str) -> None:
        nonlocal failed
        if failed:
            return
        try:
            listener(text)
        except Exception as failure:
            failed = True
            log.error("on_output failed; the run goes on without it", exc_info=failure)

    return hear


class Printed:
    """Collects blocks. Pieces printed one after the other become one item; `listener` hears standard output as it comes."""

    def __init__(self, listener: Listener | None = None) -> None:
        self._items: list[Piece] = []
        self._listener = listener
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace") if listener is not None else None

    def listen(self, listener: Listener) -> None:
        """From now on this one hears standard output."""
        self._listener = listener
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def take(self, blocks: list[bytes]) -> None:
        for block in blocks:
            kind = kind_of(block)
            last = self._items[-1] if self._items else None
            if last is not None and last[0] == kind and kind in ("stdout", "stderr"):
                last[1].extend(block)
            else:
                self._items.append((kind, bytearray(block)))
            if kind == "stdout" and self._listener is not None and self._decoder is not None:
                text = self._decoder.decode(block)
                if text:
                    self._listener(text)

    def text(self, kind: str) -> str:
        """All that was printed to one stream."""
        if not self._items:
            return ""
        return b"".join(data for k, data in self._items if k == kind).decode("utf-8", "replace")

    def drain(self) -> list[Piece]:
        """What came since the last time, once."""
        items, self._items = self._items, []
        return items
