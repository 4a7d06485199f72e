"""Plain data as bytes of JSON, and back."""

from __future__ import annotations

import json
from typing import Any

LARGE = 1 << 20


class WireError(ValueError):
    """Not what was agreed on."""


def encode(message: Any) -> bytes:
    """Compact JSON. Raises WireError for what is no JSON data."""
    import pydantic_core  # here and below, because a program that calls no tool needs none of it

    try:
        return pydantic_core.to_json(message, inf_nan_mode="constants")
    except pydantic_core.PydanticSerializationError:
        pass  # lone surrogates, for one, which the other encoder knows
    try:
        return json.dumps(message, separators=(",", ":")).encode()
    except (TypeError, ValueError, RecursionError) as odd:
        raise WireError(f"not JSON data: {odd}") from odd


def decode(data: bytes | memoryview) -> Any:
    import pydantic_core

    try:
        # to look for keys that came before saves memory, and takes twice as long where there are many and none is the same
        return pydantic_core.from_json(bytes(data), cache_strings="keys" if len(data) < LARGE else "none")
    except ValueError:
        pass
    try:
        return json.loads(bytes(data))
    except (ValueError, RecursionError) as odd:
        raise WireError(f"not JSON: {odd}") from odd
