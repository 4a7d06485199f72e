"""The output of a cell: what was printed and said, in order, and how it is cut to the budget of a reply."""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable
from typing import Any

from codemode.engine.replies import JsonOutput, Output, TextOutput, Truncated
from codemode.engine.session_state import compact
from codemode.interpreter.run import ErrorText, JsonBlock, TextBlock

Listener = Callable[[str], object]
Save = Callable[[str], str]  # keeps a whole text of compact JSON, gives its id

_KINDS: dict[type, str] = {ErrorText: "stderr", TextBlock: "text", JsonBlock: "json"}


class Printed:
    """Collects blocks. Pieces printed one after the other become one item; `listener` hears standard output as it comes."""

    def __init__(self, listener: Listener | None = None) -> None:
        self._items: list[tuple[str, bytearray]] = []
        self._listener = listener
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace") if listener is not None else None

    def take(self, blocks: list[bytes]) -> None:
        for block in blocks:
            kind = _KINDS.get(type(block), "stdout")
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
        return b"".join(data for k, data in self._items if k == kind).decode("utf-8", "replace")

    def drain(self) -> list[Output]:
        """The items since the last time, once."""
        items, self._items = self._items, []
        return [_item(kind, data) for kind, data in items]


def _item(kind: str, data: bytearray) -> Output:
    if kind == "json":
        return JsonOutput(value=json.loads(data))
    text = data.decode("utf-8", "replace")
    return TextOutput(text=text, stream=None if kind == "text" else "stderr" if kind == "stderr" else "stdout")


def fit(output: list[Output], value: Any, error: str, budget: int, save: Save) -> tuple[list[Output], Any, str]:
    """Output, value and error within `budget` bytes. What is cut says how much is missing, and is kept whole under an id.

    A part that needs less than its share leaves the rest to the others.
    """
    value_text = compact(value)
    sizes = [sum(_size(item) for item in output), len(value_text.encode()), len(error.encode())]
    if sum(sizes) <= budget:
        return output, value, error
    shares = _shares(sizes, budget)
    if sizes[2] > shares[2]:
        error = _prefix(error, max(0, shares[2] - 3)) + "…"
    if sizes[1] > shares[1]:
        prefix = _prefix(value_text, shares[1])
        omitted = sizes[1] - len(prefix.encode())
        value = Truncated(prefix=prefix, omitted_bytes=omitted, result_id=save(value_text)).model_dump()
    if sizes[0] > shares[0]:
        output = _cut_items(output, shares[0], save)
    return output, value, error


def _shares(sizes: list[int], budget: int) -> list[int]:
    shares = [0] * len(sizes)
    open_ = sorted(range(len(sizes)), key=lambda i: sizes[i])
    while open_:
        each = budget // len(open_)
        at = open_.pop(0)
        shares[at] = min(sizes[at], each)
        budget -= shares[at]
    return shares


def _size(item: Output) -> int:
    return len((item.text if isinstance(item, TextOutput) else compact(item.value)).encode())


def _cut_items(output: list[Output], room: int, save: Save) -> list[Output]:
    """The items up to the one that does not fit, that one cut, and a count of the bytes of all the others."""
    kept: list[Output] = []
    for at, item in enumerate(output):
        size = _size(item)
        if size <= room:
            kept.append(item)
            room -= size
            continue
        rest = sum(_size(other) for other in output[at + 1 :])
        whole = compact([i.text if isinstance(i, TextOutput) else i.value for i in output[at:]])
        text = item.text if isinstance(item, TextOutput) else compact(item.value)
        prefix = _prefix(text, room)
        stream = item.stream if isinstance(item, TextOutput) else None
        omitted = size - len(prefix.encode()) + rest
        kept.append(TextOutput(text=prefix, stream=stream, omitted_bytes=omitted, result_id=save(whole)))
        break
    return kept


def _prefix(text: str, size: int) -> str:
    """The longest beginning of at most `size` bytes that ends between two characters."""
    return text.encode()[:size].decode("utf-8", "ignore")
