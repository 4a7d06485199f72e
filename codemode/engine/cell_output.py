"""The output of a cell, in order."""

from __future__ import annotations

import logging
from codecs import IncrementalDecoder, getincrementaldecoder
from collections.abc import Callable, Sequence
from itertools import groupby
from operator import itemgetter

from codemode.errors import ConfigError
from codemode.interpreter.machine.signals import Block, Stream

log = logging.getLogger("codemode")


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
Piece = tuple[Stream, bytearray]


class Decoding:
    """Decodes blocks to texts, in order; consecutive blocks of one stream become one text. A character that was split between blocks is restored."""

    def __init__(self) -> None:
        self._decoders: dict[str, IncrementalDecoder] = {}

    def texts(self, blocks: Sequence[Block]) -> list[OutputText]:
        found: list[OutputText] = []
        for stream, together in groupby(blocks, itemgetter(0)):
            if stream in ("stdout", "stderr"):
                decoder = self._decoders.get(stream)
                if decoder is None:
                    decoder = self._decoders[stream] = getincrementaldecoder("utf-8")("replace")
                text = decoder.decode(b"".join(block for _, block in together))
                found += [OutputText(text, stream)] if text else []
            else:
                found += [OutputText(block.decode("utf-8", "replace"), stream) for _, block in together]
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
        self._tell([(stream, bytes(data)) for stream, data in self._items])

    def take(self, blocks: list[Block]) -> None:
        for stream, block in blocks:
            last = self._items[-1] if self._items else None
            if last is not None and last[0] == stream and stream in ("stdout", "stderr"):
                last[1].extend(block)
            else:
                self._items.append((stream, bytearray(block)))
        self._tell(blocks)

    def _tell(self, blocks: list[Block]) -> None:
        if self._listener is not None:
            for text in self._decoding.texts(blocks):
                self._listener(text)

    def text(self, stream: Stream) -> str:
        """All that was printed to one stream."""
        if not self._items:
            return ""
        return b"".join(data for where, data in self._items if where == stream).decode("utf-8", "replace")

    def drain(self) -> list[Piece]:
        """Returns the output since the last call."""
        items, self._items = self._items, []
        return items
