"""Plain data as bytes of JSON, and back."""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import Any

from codemode.data.collecting import no_collections

SMALL, LARGE = 1 << 12, 1 << 20
_AS_IT_IS = nullcontext()
MAX_VALUES = 50_000  # values, lists and objects in one text of a stranger; each takes about twenty times its bytes


class WireError(ValueError):
    """Data that is not in the agreed form."""


def encode(message: Any) -> bytes:
    """Returns compact JSON. Raises WireError if the value is not JSON data."""
    import pydantic_core  # imported here and below, because a program that calls no tool needs none of it

    try:
        return pydantic_core.to_json(message, inf_nan_mode="constants")
    except pydantic_core.PydanticSerializationError:
        pass  # for example lone surrogates, which the other encoder accepts
    try:
        return json.dumps(message, separators=(",", ":")).encode()
    except (TypeError, ValueError, RecursionError) as odd:
        raise WireError(f"not JSON data: {odd}") from odd


def decode(data: bytes | bytearray) -> Any:
    import pydantic_core

    # caching keys saves memory, but takes twice as long if there are many different ones
    cached = "keys" if len(data) < LARGE else "none"
    with no_collections() if len(data) > SMALL else _AS_IT_IS:
        try:
            return pydantic_core.from_json(data, cache_strings=cached)
        except ValueError:
            pass
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as odd:
            raise WireError(f"not JSON: {odd}") from odd


def has_too_many_values(data: bytes) -> bool:
    """Whether JSON has more than MAX_VALUES values, counted without parsing it."""
    if len(data) <= MAX_VALUES:
        return False
    plain = data.replace(b"\\\\", b"").replace(b'\\"', b"")
    if plain.count(b'"') > 4 * MAX_VALUES:
        return True
    outside = b"".join(plain.split(b'"')[::2])
    return outside.count(b",") + outside.count(b"[") + outside.count(b"{") > MAX_VALUES
