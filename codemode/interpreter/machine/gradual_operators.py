"""Operators on gradual any: they compute with an `any` whose value allows it; otherwise they panic and name the expression.

Numbers from tools (JsonInt) behave like integers where they are used as integers. Arithmetic on two anys keeps integers, turns mixed operands into
float64, and joins strings.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cmp_to_key
from math import isfinite
from typing import Any, cast

from codemode.interpreter.machine import arithmetic
from codemode.interpreter.machine.coercion import described, failure, holds, kind_of, number_in, truth
from codemode.interpreter.machine.comparing import pay_for_common
from codemode.interpreter.machine.floattext import shortest
from codemode.interpreter.machine.gradual import elements, integral, pairs
from codemode.interpreter.machine.json_text import float_text
from codemode.interpreter.machine.panic_hints import for_operator, if_nil
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import iface_equal
from codemode.interpreter.machine.values import Box, GoPanic, JsonInt, Slice, type_of, unbox
from codemode.types import model
from codemode.types.model import Type


def binary(run: Run, op: str, a: Any, b: Any, text: str) -> Any:
    """Arithmetic on anys. Integers stay integers, int with float is float, strings are joined."""
    if op == "+" and type(a) is bytes and type(b) is bytes:
        size = len(a) + len(b)
        if size > 1024:
            run.charge(size >> 6)
            run.alloc(size)
        return a + b
    if op == "+" and a is not None and b is not None and type(unbox(a)) is Slice and type(unbox(b)) is Slice:
        return joined(run, a, b, text)
    x, y = number_in(a), number_in(b)
    if x is None or y is None:
        raise _mismatch(op, a, b, text)
    if isinstance(x, int) and isinstance(y, int):
        return _integers(op, a, b, x, y, text)
    if op not in ("+", "-", "*", "/"):
        raise _mismatch(op, a, b, text)
    return arithmetic.operation(op, model.FLOAT64)(float(x), float(y))


def joined(run: Run, a: Any, b: Any, text: str) -> Slice:
    """Two lists, concatenated."""
    items = [v for each in (a, b) for _, v in pairs(run, each, text, False)]
    run.charge(len(items))
    run.alloc(24 + 8 * len(items))
    return Slice(items, 0, len(items), len(items))


def _integers(op: str, a: Any, b: Any, x: int, y: int, text: str) -> Any:
    if type(a) is JsonInt or type(b) is JsonInt:
        return _json_numbers(op, x, y)
    ta, tb = cast(Type, type_of(a)), cast(Type, type_of(b))
    if type(a) is Box and type(b) is Box and ta is tb:
        return Box(ta, arithmetic.operation(op, ta)(x, y))
    if op == "/" and y and x % y:
        # Go has no such quotient; 7 / 2 is 3.5 in languages without integer division
        return arithmetic.divide(float(x), float(y))
    result = arithmetic.operation(op, model.INT)(x, y)
    if op in _EXACT and result != _EXACT[op](x, y):
        raise failure(f"{text} is too large for an integer of 64 bits")
    return result


def _json_numbers(op: str, x: int, y: int) -> Any:
    """Numbers in a tool's result have no width: results are exact while they fit 64 bits, and 7 / 2 is 3.5 as in JSON."""
    if op == "/":
        if y == 0 or x % y:
            return arithmetic.divide(float(x), float(y))
        result = x // y
    elif op in _EXACT:
        result = _EXACT[op](x, y)
    else:
        result = arithmetic.operation(op, model.INT)(x, y)
    return JsonInt(result) if -_INT64 <= result < _INT64 else float(result)


_INT64 = 1 << 63
_EXACT: dict[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}


def text(x: Any, name: str) -> bytes:
    """The text that is joined to a string: text as it is, numbers and booleans as printed."""
    v = x if x is None or type(x) is JsonInt else unbox(x)
    if isinstance(v, bytes):
        return v
    if isinstance(v, bool):
        return b"true" if v else b"false"
    if isinstance(v, int):
        return str(int(v)).encode()
    if isinstance(v, float):
        return (float_text(v) if isfinite(v) else shortest(v)).encode()
    raise failure(f"cannot join {name} to a string: it is {holds(x)}", if_nil(x))


def _mismatch(op: str, a: Any, b: Any, text: str) -> GoPanic:
    told = for_operator(op, kind_of(a), kind_of(b))
    return failure(f"invalid operation: {text}: operator {op} not defined on {described(a)} and {described(b)}", told)


def compare(op: str, a: Any, b: Any, text: str) -> bool:
    """Ordering and equality of anys: numbers by value, strings by bytes."""
    if op == "==":
        return iface_equal(a, b)
    if op == "!=":
        return not iface_equal(a, b)
    x, y = number_in(a), number_in(b)
    if x is not None and y is not None:
        return arithmetic.COMPARE[op](x, y)
    s, t = unbox(a) if a is not None else None, unbox(b) if b is not None else None
    if isinstance(s, bytes) and isinstance(t, bytes):
        pay_for_common(s, t)
        return arithmetic.COMPARE[op](s, t)
    raise _mismatch(op, a, b, text)


def extreme(run: Run, values: list[Any], smallest: bool, text: str) -> Any:
    """The least or greatest of some anys, or of the elements of a list."""
    if len(values) == 1:
        if not isinstance(unbox(values[0]) if values[0] is not None else None, Slice):
            raise failure(
                f"{text} takes a list: it is {holds(values[0])}",
                if_nil(values[0]),
            )
        values = [v for _, v in pairs(run, values[0], text, False)]
        run.charge(len(values))
        if not values:
            raise failure(f"{text}: the list is empty")
    best = values[0]
    for v in values[1:]:
        if compare("<" if smallest else ">", v, best, text):
            best = v
    return best


def sort_by(run: Run, x: Any, keys: Any, reverse: bool, text: str) -> None:
    """Sorts a list in place, stably, by a key for each of its elements."""
    xs = unbox(x)
    if not isinstance(xs, Slice):
        raise failure(f"cannot sort {text}: it is {holds(x)}")
    given = [k for _, k in pairs(run, keys, text, False)]
    n = min(len(given), xs.len)
    run.charge(n * (n.bit_length() + 1))
    run.alloc(16 * n)

    def before(i: int, j: int) -> int:
        run.charge(1)
        return three_way(run, given[i], given[j], text, 0)

    order = sorted(range(n), key=cmp_to_key(before), reverse=reverse)
    xs.arr[xs.off : xs.off + n] = [xs.arr[xs.off + i] for i in order]


_DEEPEST_KEY = 20  # depth of nested lists that is compared


def three_way(run: Run, a: Any, b: Any, text: str, depth: int) -> int:
    """Returns a negative number, 0 or a positive number: numbers and strings in their order, false before true, lists by their first difference."""
    s, t = unbox(a) if a is not None else None, unbox(b) if b is not None else None
    if isinstance(s, bool) and isinstance(t, bool):
        return int(s) - int(t)
    if isinstance(s, Slice) and isinstance(t, Slice) and depth < _DEEPEST_KEY:
        run.charge(min(s.len, t.len))
        for (_, v), (_, w) in zip(pairs(run, a, text, False), pairs(run, b, text, False)):
            found = three_way(run, v, w, text, depth + 1)
            if found:
                return found
        return s.len - t.len
    if compare("<", a, b, text):
        return -1
    return 1 if compare(">", a, b, text) else 0


def absolute(x: Any, text: str) -> Any:
    number = number_in(x)
    if number is None:
        raise failure(f"{text}: it is not a number but {described(x)}")
    return unary("-", x, text) if number < 0 else x


def filled(x: Any) -> bool:
    """Whether Python counts the value as true: all except nil, false, 0 and empty values."""
    v = unbox(x) if x is not None else None
    if type(v) is Slice:
        return v.len > 0
    return bool(cast(Any, v)) if isinstance(v, dict | bytes | bool | int | float) else v is not None


def floor(a: Any, b: Any, text: str) -> Any:
    """a // b, which stays an integer for integers."""
    x, y = number_in(a), number_in(b)
    if x is None or y is None:
        raise failure(f"{text}: {described(a if x is None else b)} is not a number")
    result = arithmetic.floor_quotient(x, y)
    if not isinstance(result, int) or not -_INT64 <= result < _INT64:
        return float(result)
    return JsonInt(result) if type(a) is JsonInt or type(b) is JsonInt else result


def power(a: Any, b: Any, text: str) -> Any:
    """a ** b, an integer for integers as long as that is exact."""
    x, y = number_in(a), number_in(b)
    if x is None or y is None:
        raise failure(f"{text}: {described(a if x is None else b)} is not a number")
    if isinstance(x, int) and isinstance(y, int) and y >= 0 and x.bit_length() * y <= _POWER_BITS:
        result = x**y
        if -_INT64 <= result < _INT64:
            return JsonInt(result) if type(a) is JsonInt or type(b) is JsonInt else result
        if int(float(result)) != result:
            raise failure(f"{text} is too large to be exact: use math.Pow")
    elif isinstance(x, int) and isinstance(y, int) and y > 0:
        raise failure(f"{text} is too large to be exact: use math.Pow")
    return arithmetic.power(float(x), float(y))


_POWER_BITS = 128  # a larger power cannot be an int64, except a power of 1


def total(run: Run, x: Any, text: str) -> Any:
    """The sum of the elements of a list."""
    values = [v for _, v in pairs(run, elements(run, x, text), text, False)]
    run.charge(len(values))
    result: Any = JsonInt(0)
    for v in values:
        if number_in(v) is None:
            raise failure(f"{text}: one of the elements is {described(v)}")
        result = binary(run, "+", result, v, text)
    return result


def unary(op: str, x: Any, text: str) -> Any:
    if op == "!":
        return not truth(x, text)
    number = number_in(x)
    if number is not None and op == "^":
        number = integral(number)
        number = ~number if number is not None else None
    if number is None:
        raise failure(f"invalid operation: operator {op} not defined on {text}, which is {described(x)}", if_nil(x))
    if op == "-":
        number = -number
    return JsonInt(number) if type(x) is JsonInt else number if not isinstance(x, Box) else Box(x.t, number)
