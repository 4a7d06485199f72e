"""The output of a reply: what a cell printed and said, cut to the budget."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from codemode.engine.printed import Piece
from codemode.engine.replies import JsonOutput, Output, TextOutput, Truncated
from codemode.engine.session_state import compact

Save = Callable[[str], str]  # keeps a whole text of compact JSON, gives its id


def outputs(pieces: Sequence[Piece]) -> list[Output]:
    return [_item(kind, data) for kind, data in pieces]


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
