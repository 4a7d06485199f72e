"""Sizes of values as JSON, and the beginning of a text within a size."""

from __future__ import annotations

import json
from dataclasses import asdict, is_dataclass
from typing import Any


def size_of(value: Any) -> int:
    """Returns the bytes of the compact JSON of plain data, of a record, or of a model."""
    import pydantic_core  # here, because a program that is run directly needs none of it

    try:
        return len(pydantic_core.to_json(value))
    except pydantic_core.PydanticSerializationError:
        # half of a surrogate pair, which only the other encoder knows
        return len(json.dumps(value, default=_plain, separators=(",", ":")).encode())


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    dump = getattr(value, "model_dump", None)
    return dump() if callable(dump) else str(value)


def shown_of(text: bytes, size: int, room: int) -> dict[str, Any]:
    """Replaces data that is too large: the beginning of its JSON in about so many bytes, and how many are missing. The JSON has that size, and at
    least its beginning is given."""
    prefix = beginning(text[: max(room, 0)].decode("utf-8", "ignore"), room)
    return {"truncated": True, "prefix": prefix, "omitted_bytes": size - len(prefix.encode())}


def beginning(text: str, room: int) -> str:
    """Returns about the longest beginning that has at most `room` bytes between the quotes of a JSON text."""
    part = text[: max(room, 0)].encode("utf-8", "replace")[: max(room, 0)].decode("utf-8", "ignore")
    while part and (size := size_of(part) - 2) > room:
        part = part[: len(part) * room // size]
    return part


def shortened(text: str, room: int) -> str:
    """Returns the text if its JSON has at most `room` bytes, else its beginning and the number of missing bytes."""
    room_or_mark = max(room, 5)  # what the shortest mark has
    if len(text) <= room_or_mark and size_of(text) <= room_or_mark:
        return text
    # the mark has to be in the room, too
    part = beginning(text, room - 40)
    missing = len(text.encode("utf-8", "replace")) - len(part.encode())
    return f"{part}… ({missing} bytes more)" if part else "…"
