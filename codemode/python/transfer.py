"""Copies data between a program and the host."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from codemode.data import NotData, plain

MAX_DEPTH = 200
MAX_FITTED = 20  # levels of an argument, and alternatives of a schema, that are looked at
MAX_DIGITS = 300  # of a decimal that becomes a number
_EXACT = 1 << 53
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def _is_short(value: Any) -> bool:
    """Returns whether the value is an atom whose size need not be counted."""
    kind = type(value)
    return len(value) <= 256 if kind is str else kind is int or kind is float or kind is bool or value is None


def taken_in(run: Any, value: Any, depth: int = 0) -> Any:
    """Copies data from the host into the run, charged to its meter."""
    if _is_short(value):
        return value
    if type(value) is str:
        run.take(len(value))
        return value
    if depth >= MAX_DEPTH:
        return "<nested too deeply>"
    deeper = depth + 1
    if isinstance(value, dict | Mapping):
        run.work(len(value))
        run.take(64 + 100 * len(value))
        return {
            key if type(key) is str else str(key): item if _is_short(item) else taken_in(run, item, deeper)
            for key, item in value.items()
        }
    if isinstance(value, list | tuple):
        run.work(len(value))
        run.take(56 + 16 * len(value))
        return [item if _is_short(item) else taken_in(run, item, deeper) for item in value]
    return taken_in(run, plain(value), deeper)


def is_tiny(value: Any) -> bool:
    """Returns whether the value is plain data as it is, and short."""
    kind = type(value)
    return (kind is int and -_EXACT <= value <= _EXACT) or (kind is str and len(value) <= 256 and value.isascii())


def handed_over(
    run: Any,
    value: Any,
    what: str,
    *,
    before_bytes: Callable[[], str] | None = None,
    report: Callable[[str], None] | None = None,
) -> Any:
    """Returns a value of the program as plain data. `before_bytes` returns what the base64 text of bytes begins with; `report` receives where
    there is a number that JSON does not have. Raises TypeError for values that are not data."""
    run.check()
    if is_tiny(value):
        return value
    try:
        made = plain(value, limit=run.limits.memory_limit_bytes, before_bytes=before_bytes)
    except NotData as odd:
        raise TypeError(f"{what}: {odd}") from None
    except RecursionError:
        raise TypeError(f"{what}: a value that is nested too deeply is not data") from None
    found: list[str] = []
    clean = finite(made, found)
    if found and report is not None:
        report(f"{_place_of_odd(made, '') or 'the value'} is {found[0]}, which is not a JSON number")
    return clean


def finite(value: Any, found: list[str]) -> Any:
    """Copies plain data with strings in place of numbers that JSON does not have, such as "NaN". `found` receives them."""
    kind = type(value)
    if kind is float and value - value != 0:
        found.append("NaN" if value != value else "+Inf" if value > 0 else "-Inf")
        return found[-1]
    if kind is dict:
        return {key: finite(item, found) for key, item in value.items()}
    if kind is list or kind is tuple:
        return [finite(item, found) for item in value]
    if kind is str:
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    return value


def _place_of_odd(value: Any, path: str) -> str | None:
    """Returns the path of the first number that JSON does not have, such as `rates[2]`; None if there is none."""
    if type(value) is float:
        return path if value - value != 0 else None
    if type(value) is dict:
        words = ((key if key.isidentifier() else json.dumps(key[:60]), item) for key, item in value.items())
        places = ((f"{path}.{word}" if path else word, item) for word, item in words)
    elif type(value) is list or type(value) is tuple:
        places = ((f"{path}[{at}]", item) for at, item in enumerate(value))
    else:
        return None
    return next((found for place, item in places if (found := _place_of_odd(item, place)) is not None), None)


def weight(value: Any) -> int:
    """Returns the bytes of the lists and dicts of a value in the host. They are larger than their JSON: an empty list has two characters."""
    size, left = 0, [value]
    while left:
        node = left.pop()
        if type(node) is dict:
            size += 56 + 80 * len(node)
            left += node.values()
        elif type(node) is list:
            size += 56 + 80 * len(node)
            left += node
    return size


def dumped(run: Any, value: Any) -> bytes:
    made = _ENCODER.encode(value).encode("utf-8", "replace")
    run.take(len(made))
    return made


def fitted(run: Any, value: Any, part: Any, shape: Any, depth: int = 0) -> Any:
    """Returns an argument with numbers in place of decimals where the part of the tool's schema takes numbers and no texts. Elsewhere decimals become
    texts, which keep all digits."""
    if isinstance(value, Decimal):
        return _number(value) if "number" in (kinds := _kinds(part)) and "string" not in kinds else value
    if type(value) not in (dict, list, tuple) or depth > MAX_FITTED:
        return value
    run.work(len(value))
    if type(value) is not dict:
        inner = shape.item_of(part)
        return [fitted(run, each, inner, shape, depth + 1) for each in value] if inner else value
    fields = shape.fields_of(part, {})
    known = fields.known if fields is not None else {}
    return {key: fitted(run, each, known.get(key), shape, depth + 1) for key, each in value.items()} if known else value


def _number(value: Decimal) -> Any:
    """Returns the number without loss if it is integral, else as a float. What is no number of JSON, or too long for one, stays as it is."""
    if not value.is_finite() or value.adjusted() > MAX_DIGITS:
        return value
    return int(value) if value == value.to_integral_value() else float(value)


def _kinds(part: Any) -> set[str]:
    """Returns the types that a part of a schema takes."""
    if not isinstance(part, dict):
        return set()
    given = part.get("type", ())
    found = {given} if isinstance(given, str) else {each for each in given if isinstance(each, str)}
    found = found.union(*map(_kinds, [*(part.get("anyOf") or ()), *(part.get("oneOf") or ())][:MAX_FITTED]))
    return found | {"number"} if "integer" in found else found
