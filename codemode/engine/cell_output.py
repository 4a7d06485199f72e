"""The output of a cell, in order."""

from __future__ import annotations

import logging
from codecs import IncrementalDecoder, getincrementaldecoder
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Literal

from codemode.errors import ConfigError
from codemode.interpreter.machine.signals import ErrorText, JsonBlock, TextBlock

log = logging.getLogger("codemode")

Stream = Literal["stdout", "stderr", "text", "json"]


class OutputText(str):
    """What a listener hears: the text, and in `stream` where it went. `stdout` and `stderr` come in pieces as they are printed; `text` is the whole
    of what one call of `text` said, `json` the compact JSON of one call of `json`."""

    __slots__ = ("stream",)
    stream: Stream

    def __new__(cls, text: str, stream: Stream) -> OutputText:
        made = super().__new__(cls, text)
        made.stream = stream
        return made


Listener = Callable[[OutputText], object]
Piece = tuple[str, bytearray]  # stdout, stderr, text or json, and the bytes of it

_BLOCKS: dict[str, type[bytes]] = {"stdout": bytes, "stderr": ErrorText, "text": TextBlock, "json": JsonBlock}
_KINDS: dict[type, Stream] = {ErrorText: "stderr", TextBlock: "text", JsonBlock: "json"}


def kind_of(block: bytes) -> Stream:
    return _KINDS.get(type(block), "stdout")


class Decoding:
    """Decodes blocks to texts, in order; consecutive blocks of one stream become one text. A character that was split between blocks is restored."""

    def __init__(self) -> None:
        self._decoders: dict[str, IncrementalDecoder] = {}

    def texts(self, blocks: Sequence[bytes]) -> list[OutputText]:
        found: list[OutputText] = []
        for kind, together in groupby(blocks, kind_of):
            if kind in ("stdout", "stderr"):
                decoder = self._decoders.get(kind)
                if decoder is None:
                    decoder = self._decoders[kind] = getincrementaldecoder("utf-8")("replace")
                text = decoder.decode(b"".join(together))
                found += [OutputText(text, kind)] if text else []
            else:
                found += [OutputText(block.decode("utf-8", "replace"), kind) for block in together]
        return found


def guarded(listener: Listener | None) -> Listener | None:
    """Wraps a listener so that it cannot harm the run: once it has raised, it is not called again. Raises ConfigError if it is not callable."""
    if listener is None:
        return None
    if not callable(listener):
        raise ConfigError(f"on_output must be a function that takes a str, not {type(listener).__name__}")
    failed = False

    def hear(text: OutputText) -> None:
        nonlocal failed
        if failed:
            return
        try:
            listener(text)
        except Exception as failure:
            failed = True
            log.error("on_output failed; the run goes on without it", exc_info=failure)

    return hear


class CellOutput:
    """Collects blocks. Pieces printed one after the other become one item; `listener` hears all of it as it comes."""

    def __init__(self, listener: Listener | None = None) -> None:
        self._items: list[Piece] = []
        self._listener = listener
        self._decoding = Decoding()

    def listen(self, listener: Listener) -> None:
        """Sets the listener; it first receives the output that no reply has contained yet."""
        self._listener = listener
        self._decoding = Decoding()
        for kind, data in self._items:
            self._tell([_BLOCKS[kind](bytes(data))])

    def take(self, blocks: list[bytes]) -> None:
        for block in blocks:
            kind = kind_of(block)
            last = self._items[-1] if self._items else None
            if last is not None and last[0] == kind and kind in ("stdout", "stderr"):
                last[1].extend(block)
            else:
                self._items.append((kind, bytearray(block)))
        self._tell(blocks)

    def _tell(self, blocks: list[bytes]) -> None:
        if self._listener is not None:
            for text in self._decoding.texts(blocks):
                self._listener(text)

    def text(self, kind: str) -> str:
        """All that was printed to one stream."""
        if not self._items:
            return ""
        return b"".join(data for k, data in self._items if k == kind).decode("utf-8", "replace")

    def drain(self) -> list[Piece]:
        """Returns the output since the last call."""
        items, self._items = self._items, []
        return items
