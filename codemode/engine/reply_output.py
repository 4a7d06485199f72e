"""The output of a reply: what a cell printed, as items, and the items that fit into a number of bytes of JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence

from codemode.engine.cell_output import Piece
from codemode.engine.json_data import encode
from codemode.engine.replies import JsonOutput, Output, TextOutput
from codemode.engine.sizes import beginning, size_of

FRAME = 110  # bytes of JSON that an item has besides its text, also when it was cut


def outputs(pieces: Sequence[Piece]) -> list[Output]:
    return [_item(kind, data) for kind, data in pieces]


def _item(kind: str, data: bytearray) -> Output:
    if kind == "json":
        try:
            return JsonOutput(value=json.loads(data))
        except (ValueError, RecursionError):
            pass  # of a worker that lies; what is long is not read before it is shown
    return TextOutput(text=_text(data), stream=None if kind == "text" else "stderr" if kind == "stderr" else "stdout")


def _text(data: bytearray) -> str:
    return data.decode("utf-8", "replace")


def _text_size(data: bytearray) -> int:
    """Bytes of the text as UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return len(_text(data).encode())
    return len(data)


def output_size(pieces: Sequence[Piece]) -> int:
    """An estimate of how many bytes of JSON the items of these pieces have. It is never much too low."""
    return sum(len(data) for _, data in pieces) + 64 * len(pieces)


class Cutting:
    """Printed pieces, ready to be cut at any place."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self._pieces = pieces
        # compact JSON is valid UTF-8; in other data each invalid byte becomes a character of three bytes
        sizes = [len(data) if kind == "json" else _text_size(data) for kind, data in pieces]
        self._sizes = sizes
        self._whole = sum(sizes)

    def cut(self, room: int) -> tuple[list[Output], int]:
        """Returns the items that fit into `room` bytes of JSON, the last one cut with a count of missing bytes; and the number of whole pieces."""
        items: list[Output] = []
        left, missing = room - FRAME - 2, self._whole
        for at, (kind, data) in enumerate(self._pieces):
            item = _item(kind, data) if len(data) <= left else None
            size = size_of(item) + 1 if item is not None else 0
            if item is None or size > left:
                prefix = beginning(_text(data[: left + 4] if left > 0 else bytearray()), left)
                stream = "stderr" if kind == "stderr" else "stdout" if kind == "stdout" else None
                items.append(TextOutput(text=prefix, stream=stream, omitted_bytes=missing - len(prefix.encode())))
                return items, at
            items.append(item)
            left -= size
            missing -= self._sizes[at]
        return items, len(self._pieces)

    def rest(self, at: int) -> str:
        """Compact JSON of the list of all contents from a piece on."""
        contents = ",".join(
            _text(data) if kind == "json" else encode(_text(data)).decode() for kind, data in self._pieces[at:]
        )
        return f"[{contents}]"
