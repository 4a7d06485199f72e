"""Converts plain JSON data of the host (tool results, `data`) to guest values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain, islice
from math import copysign
from typing import Any, cast

from codemode.interpreter.machine.missing_keys import OTHER_DATA, Names
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import JsonInt, Slice, new_error

MAX_DEPTH = 200
_SHORT = 1024  # characters of a text that the charge for its container covers
_AT_ONCE = 4096  # members of one list or object after which control returns to the driver for a moment
_LIST = 128  # bytes of an empty slice and its array
_SMALLEST = 232  # bytes of an object of one or two fields
_BATCH = 64  # records that are charged and converted together; more would trigger the garbage collector


_class = cast("Callable[[object], type]", type)
_values = cast("Callable[[dict[str, Any]], Iterable[Any]]", dict[str, Any].values)


def to_guest(run: Run, value: Any, tool: str = "") -> Any:
    """Returns a guest `any` for JSON data: objects are map[string]any, arrays []any, integral numbers JsonInt, other numbers float64.

    `tool` is the tool that returned the data, so that a warning can name it when the program reads a missing key.

    The result shares no mutable state with `value`. Charges steps and memory before it builds. Data deeper than 200 levels becomes a text about that.
    """
    run.was_given_data = True
    return _convert(run, value, 0, run.shapes.of_tool(tool) if tool else OTHER_DATA)


def _convert(run: Run, value: object, depth: int, names: Names, key: str | None = None) -> Any:
    """Converts one value. `names` are those of the objects that contain it under `key`, or of the value itself."""
    kind = type(value)
    if kind is str:
        text = cast(str, value)
        if len(text) > _SHORT:
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
        part = names if key is None else names.part(key)
        return _convert_object(run, cast("dict[object, object]", value), depth + 1, part)
    if isinstance(value, list | tuple):
        items = cast("list[Any]", value)
        count = len(items)
        run.charge(count)
        run.alloc(_LIST + 16 * count)
        part = names if key is None else names.part(key)
        made = Slice(_convert_list(run, items, depth + 1, part), 0, count, count)
        made.given = True
        return made
    if isinstance(value, bytes | bytearray):
        return bytes(value)
    return _convert_other(run, value, depth, names, key)


def _number(value: float) -> Any:
    """Integral floats become JsonInt as well, except minus zero, which an integer cannot represent."""
    return JsonInt(value) if value.is_integer() and (value != 0 or copysign(1, value) > 0) else value


def _convert_object(run: Run, value: dict[Any, Any], depth: int, names: Names) -> dict[bytes, Any]:
    count = len(value)
    run.fuel -= count
    if run.fuel < 0.0:
        run.refuel()
    run.held += 64 + 80 * count if count > 2 else _SMALLEST
    if run.held > run.most:
        run.alloc(0)
    if count > _AT_ONCE:
        return _convert_large(run, value, depth, names)
    known = names.known
    out: dict[bytes, Any] = {}
    for key, item in value.items():
        name = known.get(key)
        if name is None:
            key = key if isinstance(key, str) else str(key)
            name = names.encode(key)
        # the most common leaves inline: a call for each costs as much as the conversion
        kind = item.__class__
        if kind is str and len(item) <= _SHORT:
            try:
                out[name] = item.encode()
            except UnicodeEncodeError:  # a lone surrogate
                out[name] = item.encode("utf-8", "replace")
        elif kind is int:
            out[name] = _SMALL.get(item) or JsonInt(item)
        elif (kind is float and not item.is_integer()) or item is None or kind is bool:
            out[name] = item
        else:
            out[name] = _convert(run, item, depth, names, key)
    return out


def _convert_large(run: Run, value: dict[Any, Any], depth: int, names: Names) -> dict[bytes, Any]:
    """Converts an object that is already charged, part by part."""
    out: dict[bytes, Any] = {}
    members = iter(value.items())
    while part := dict(islice(members, _AT_ONCE)):
        out |= _convert_object(run, part, depth, names)
        run.breathe()
    return out


_SMALL = {n: JsonInt(n) for n in range(-128, 1025)}  # making one costs more than finding it


# --- lists -----------------------------------------------------------------------------------------------------------


def _convert_list(run: Run, items: Sequence[Any], depth: int, names: Names) -> list[Any]:
    if depth + 1 >= MAX_DEPTH:
        return [_convert(run, item, depth, names) for item in items]
    out: list[Any] = []
    for start in range(0, len(items), _BATCH):
        if start and start % _AT_ONCE == 0:
            run.breathe()
        part = items[start : start + _BATCH]
        if len(part) >= 8 and (keys := _common_keys(part)):
            out += _convert_table(run, part, keys, depth + 2, names)
        else:
            out += [
                _convert_object(run, item, depth + 2, names)
                if item.__class__ is dict
                else _convert(run, item, depth, names)
                for item in part
            ]
    return out


def _common_keys(part: Sequence[Any]) -> tuple[str, ...]:
    """The keys, if these are objects that all have the same keys in the same order, as the records of a query; else empty."""
    if {*map(_class, part)} != {dict}:
        return ()
    keys = tuple(part[0])
    if not 0 < len(keys) <= _WIDEST or {*map(len, part)} != {len(keys)} or {*map(_class, keys)} != {str}:
        return ()
    return keys if [*chain.from_iterable(part)] == [*keys] * len(part) else ()


def _convert_table(
    run: Run, rows: Sequence[dict[str, Any]], keys: tuple[str, ...], depth: int, names: Names
) -> list[Any]:
    """Converts column by column, because the values of one column are mostly of one type: then no bytecode runs for each value."""
    run.charge(len(keys) * len(rows))
    run.alloc(max(_SMALLEST, 64 + 80 * len(keys)) * len(rows))
    columns = [_convert_column(run, column, depth, names, key) for key, column in zip(keys, zip(*map(_values, rows)))]
    return _row_maker(len(keys))([*map(names.encode, keys)], zip(*columns))


def _convert_column(run: Run, column: tuple[Any, ...], depth: int, names: Names, key: str) -> Sequence[Any]:
    kind: type = column[0].__class__
    if kind is str:
        try:
            if max(map(len, column)) <= _SHORT:
                return [*map(str.encode, column)]
        except (TypeError, UnicodeEncodeError):  # not all are strings, or there is a lone surrogate
            pass
    elif {*map(_class, column)} == {kind}:
        if kind is int:
            small = _SMALL.get
            return [small(item) or JsonInt(item) for item in column]
        if kind is float:
            return [_number(item) if item.is_integer() else item for item in column]
        if kind is bool:
            return column
    return [_convert(run, item, depth, names, key) for item in column]


_WIDEST = 64


@cache
def _row_maker(width: int) -> Callable[[list[bytes], Any], list[dict[bytes, Any]]]:
    """Returns a function that makes dicts from `width` names and rows of values. A dict display is twice as fast as dict(zip()), so its source is
    generated for each width; it contains nothing but the width."""
    names = ", ".join(f"n{i}" for i in range(width))
    values = ", ".join(f"v{i}" for i in range(width))
    entries = ", ".join(f"n{i}: v{i}" for i in range(width))
    scope: dict[str, Any] = {}
    exec(f"def make(names, rows):\n {names}, = names\n return [{{{entries}}} for {values}, in rows]", scope)
    return scope["make"]


# --- values that are not JSON ----------------------------------------------------------------------------------------


def _convert_other(run: Run, value: Any, depth: int, names: Names, key: str | None) -> Any:
    """Converts subclasses and foreign objects that a careless tool returned: to their JSON-like form, or their text."""
    for base in (bool, int, float, str):
        if isinstance(value, base):
            return _convert(run, base(value), depth, names, key)
    if hasattr(value, "model_dump"):
        return _convert(run, value.model_dump(mode="json"), depth, names, key)
    if isinstance(value, set | frozenset):
        return _convert(run, sorted(cast("set[Any]", value), key=repr), depth, names, key)
    return str(value).encode("utf-8", "replace")


def tool_error(message: str) -> Any:
    """Returns the guest's error value for a failed call."""
    return new_error(message)
