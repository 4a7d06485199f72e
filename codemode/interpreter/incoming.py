"""Plain JSON data of the host (tool results, `data`) becomes guest values."""

from __future__ import annotations

from math import copysign
from typing import Any, cast

from codemode.interpreter.run import Run
from codemode.interpreter.values import JsonInt, Slice, new_error

MAX_DEPTH = 200


class _Names:
    """Object keys come back again and again: each is encoded once. Bounded, so that hostile keys cannot fill the host."""

    def __init__(self) -> None:
        self.known: dict[str, bytes] = {}

    def encode(self, key: str) -> bytes:
        found = self.known.get(key)
        if found is None:
            found = key.encode("utf-8", "replace")
            if len(self.known) < 4096 and len(found) <= 64:
                self.known[key] = found
        return found


_names = _Names()


def to_guest(run: Run, value: Any) -> Any:
    """A guest `any` for JSON data: objects are map[string]any, arrays []any, integral numbers JsonInt, other numbers float64.

    Never shares mutable state with `value`. Charges steps and memory before it builds. Data deeper than 200 levels becomes text that says so.
    """
    return _convert(run, value, 0)


def _convert(run: Run, value: object, depth: int) -> Any:
    kind = type(value)
    if kind is str:
        text = cast(str, value)
        if len(text) > 1024:
            run.charge(len(text) // 64)
            run.alloc(len(text))
        return text.encode("utf-8", "replace")
    if kind is int:
        return JsonInt(cast(int, value))
    if kind is float:
        return _number(cast(float, value))
    if value is None or kind is bool:
        return value
    if depth >= MAX_DEPTH:
        return b"<nested too deeply>"
    if isinstance(value, dict):
        return _convert_object(run, cast("dict[object, object]", value), depth + 1)
    if isinstance(value, list | tuple):
        items = cast("list[Any]", value)
        count = len(items)
        run.charge(count)
        run.alloc(56 + 16 * count)
        deeper = depth + 1
        if deeper + 1 >= MAX_DEPTH:
            return Slice([_convert(run, item, deeper) for item in items], 0, count, count)
        rows = [
            _convert_object(run, item, deeper + 1) if item.__class__ is dict else _convert(run, item, deeper)
            for item in items
        ]
        return Slice(rows, 0, count, count)
    if isinstance(value, bytes | bytearray):
        return bytes(value)
    return _convert_other(run, value, depth)


def _number(value: float) -> Any:
    """Integral floats are JsonInt as well, but for minus zero, which an integer cannot say."""
    return JsonInt(value) if value.is_integer() and (value != 0 or copysign(1, value) > 0) else value


def _convert_object(run: Run, value: dict[Any, Any], depth: int) -> dict[bytes, Any]:
    count = len(value)
    run.fuel -= count
    if run.fuel < 0:
        run.refuel()
    run.held += 64 + 80 * count
    if run.live + run.held > run.limits.memory_limit_bytes:
        run.alloc(0)
    known = _names.known
    out: dict[bytes, Any] = {}
    for key, item in value.items():
        name = known.get(key)
        if name is None:
            name = _names.encode(key if isinstance(key, str) else str(key))
        # the commonest leaves inline: a call for each costs as much as the conversion
        kind = item.__class__
        if kind is str and len(item) <= 1024:
            try:
                out[name] = item.encode()
            except UnicodeEncodeError:  # half a surrogate pair
                out[name] = item.encode("utf-8", "replace")
        elif kind is int:
            out[name] = _SMALL.get(item) or JsonInt(item)
        elif (kind is float and not item.is_integer()) or item is None or kind is bool:
            out[name] = item
        else:
            out[name] = _convert(run, item, depth)
    return out


_SMALL = {n: JsonInt(n) for n in range(-128, 1025)}  # making one costs more than finding it


def _convert_other(run: Run, value: Any, depth: int) -> Any:
    """Subclasses and foreign objects that a careless tool returned: their JSON-like face, or their text."""
    for base in (bool, int, float, str):
        if isinstance(value, base):
            return _convert(run, base(value), depth)
    if hasattr(value, "model_dump"):
        return _convert(run, value.model_dump(mode="json"), depth)
    if isinstance(value, set | frozenset):
        return _convert(run, sorted(cast("set[Any]", value), key=repr), depth)
    return str(value).encode("utf-8", "replace")


def tool_error(message: str) -> Any:
    """The guest's error value for a failed call."""
    return new_error(message)
