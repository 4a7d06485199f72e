"""Plain data as bytes of JSON, and back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any, cast

from codemode.cancellation import check_cancelled
from codemode.data.gc_pause import no_collections
from codemode.data.inspection import is_large

SMALL, LARGE = 1 << 12, 1 << 20
GROUP = 200  # items that are written at once
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
        return _written(message).encode()
    except (TypeError, ValueError, RecursionError) as odd:
        raise WireError(f"not JSON data: {odd}") from odd


def _written(value: Any) -> str:
    """The JSON of data; of much data a part after the other, because nothing else runs while one is written."""
    if not isinstance(value, dict | list) or not is_large(cast(object, value)):
        return json.dumps(value, separators=(",", ":"))
    parts: list[str] = []
    if isinstance(value, list):
        for some in _groups(cast("list[Any]", value)):
            parts.append(f"[{_written(some[0])}]" if len(some) == 1 else json.dumps(some, separators=(",", ":")))
        return f"[{','.join(part[1:-1] for part in parts)}]"
    members = cast("dict[str, Any]", value)
    for some in _groups([*members.items()]):
        head = json.dumps({some[0][0]: 0}, separators=(",", ":"))[:-2]
        parts.append(
            f"{head}{_written(some[0][1])}}}" if len(some) == 1 else json.dumps(dict(some), separators=(",", ":"))
        )
    return f"{{{','.join(part[1:-1] for part in parts)}}}"


def _groups(items: list[Any]) -> Iterator[list[Any]]:
    """The items: some small ones together, each large one alone."""
    group: list[Any] = []
    for item in items:
        check_cancelled()
        alone = is_large(item)
        if group and (alone or len(group) == GROUP):
            yield group
            group = []
        group.append(item)
        if alone:
            yield group
            group = []
    if group:
        yield group


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
