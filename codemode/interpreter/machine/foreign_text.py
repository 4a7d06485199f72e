"""Texts and methods of Python and JavaScript: str(x), `${x}`, s.upper(). Go's own texts differ for fractions, booleans, nil and lists."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import ceil, floor, isfinite, trunc
from typing import Any, cast

from codemode.interpreter.machine import gradual
from codemode.interpreter.machine.calling import bound
from codemode.interpreter.machine.coercion import described, failure, holds, text_key
from codemode.interpreter.machine.dispatch import method_target
from codemode.interpreter.machine.json_text import float_text
from codemode.interpreter.machine.panic_hints import if_nil
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Box, JsonInt, Slice, slice_from, type_of, unbox
from codemode.types import model
from codemode.types.model import Type

_DEEPEST = 20  # depth of nested lists that is shown
_LONGEST = 1 << 20  # maximum bytes of one text


def python(run: Run, x: Any, name: str) -> bytes:
    """str(x)"""
    return _shown(run, x, name, _python_atom, 0)


def javascript(run: Run, x: Any, name: str) -> bytes:
    """String(x), `${x}`"""
    return _shown(run, x, name, _javascript_atom, 0)


def _shown(run: Run, x: Any, name: str, atom: Callable[[Any], str], depth: int) -> bytes:
    v = unbox(x) if isinstance(x, Box) else x  # a whole number from a tool stays one
    if isinstance(v, bytes):
        if depth == 0 or atom is _javascript_atom:
            return v
        return _charged(run, repr(v.decode("utf-8", "replace")).encode())
    if v is None or isinstance(v, bool | int | float):
        made = method_text(run, x)
        return made if made is not None else atom(v).encode()
    under = cast(Type, type_of(x)).underlying
    made = method_text(run, x)
    if made is not None:
        return made
    if depth >= _DEEPEST or not isinstance(under, model.Slice | model.Map):
        raise failure(f"there is no text for {name}: it is {holds(x)}", if_nil(x))
    pairs = list(gradual.pairs(run, x, name, False))
    run.charge(len(pairs))
    if atom is _javascript_atom:
        if isinstance(under, model.Map):
            raise failure(f"there is no text for {name}: it is {holds(x)}", if_nil(x))
        shown = [b"" if v is None else _shown(run, v, name, atom, depth + 1) for _, v in pairs]
        return _charged(run, b",".join(shown))
    values = [_shown(run, v, name, atom, depth + 1) for _, v in pairs]
    if isinstance(under, model.Map):
        keys = [_shown(run, k, name, atom, depth + 1) for k, _ in pairs]
        return _charged(run, b"{" + b", ".join([k + b": " + v for k, v in zip(keys, values)]) + b"}")
    return _charged(run, b"[" + b", ".join(values) + b"]")


def _charged(run: Run, text: bytes) -> bytes:
    run.charge(len(text) >> 5)
    run.alloc(len(text))
    if len(text) > _LONGEST:
        raise failure("the text of a value is too long")
    return text


def method_text(run: Run, x: Any) -> bytes | None:
    """The text from an Error or String method of the program or the library."""
    t = type_of(x)
    for name in ("Error", "String") if t is not None else ():
        method = method_target(run.program, cast(Type, t), name)
        if method is not None:
            return bound(method, run, unbox(x))()
    return None


def _python_atom(v: Any) -> str:
    return str(int(v)) if isinstance(v, int) and not isinstance(v, bool) else str(v)


def _javascript_atom(v: Any) -> str:
    if v is None or isinstance(v, bool):
        return {None: "null", True: "true", False: "false"}[v]
    if isinstance(v, int):
        return str(int(v))
    return float_text(v) if isfinite(v) else "NaN" if v != v else "Infinity" if v > 0 else "-Infinity"


# --- methods -----------------------------------------------------------------------------------------------------------

_SPACES = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
METHODS: dict[bytes, Callable[[str], str]] = {
    b"upper": str.upper,
    b"lower": str.lower,
    b"strip": str.strip,
    b"lstrip": str.lstrip,
    b"rstrip": str.rstrip,
    b"trim": lambda s: s.strip(_SPACES),
    b"trimstart": lambda s: s.lstrip(_SPACES),
    b"trimend": lambda s: s.rstrip(_SPACES),
}


def method(run: Run, name: bytes, x: Any, text: str) -> bytes:
    """s.upper(), s.strip()"""
    v = unbox(x) if x is not None else None
    if not isinstance(v, bytes):
        raise failure(f"{text} is not a string: it is {holds(x)}", if_nil(x))
    run.charge(len(v) >> 4)
    run.alloc(len(v))
    return METHODS[name](v.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")


def lines(run: Run, x: bytes) -> Slice:
    """s.splitlines()"""
    run.charge(len(x) >> 3)
    found = x.decode("utf-8", "surrogateescape").splitlines()
    run.alloc(len(x) + 24 * len(found))
    return slice_from([line.encode("utf-8", "surrogateescape") for line in found])


# --- numbers -----------------------------------------------------------------------------------------------------------


def rounded(x: float, digits: int) -> float:
    """Python's round(x, digits)."""
    return round(x, digits) if isfinite(x) and abs(digits) < 300 else x


_WHOLE: dict[bytes, Callable[[float], int]] = {
    b"round": round,  # halves go to the even number
    b"Math.round": lambda x: floor(x) + (x - floor(x) >= 0.5),  # halves go up
    b"math.floor": floor,
    b"math.ceil": ceil,
    b"math.trunc": trunc,
}


def whole(way: bytes, x: float) -> Any:
    """round(x), math.floor(x): a whole number that prints and divides like one from JSON."""
    if not isfinite(x):
        raise failure(f"{way.decode()} of {x}")
    return JsonInt(_WHOLE[way](x))


def fixed(x: float, digits: int) -> bytes:
    """x.toFixed(digits): exact halves round away from zero, while Go's %.2f rounds to the even digit."""
    if not isfinite(x) or abs(x) >= 1e21:
        return _javascript_atom(x).encode()
    numerator, denominator = abs(x).as_integer_ratio()
    whole = (2 * numerator * 10**digits + denominator) // (2 * denominator)
    shown = str(whole).rjust(digits + 1, "0")
    sign = "-" if x < 0 else ""
    return f"{sign}{shown[:-digits]}.{shown[-digits:]}".encode() if digits else f"{sign}{shown}".encode()


# --- lists and maps ----------------------------------------------------------------------------------------------------


def end(x: Any, n: int, text: str) -> int:
    """The position of an element that is counted from the end. Panics for a text: its characters are numbers in Go, and texts in other languages."""
    if isinstance(unbox(x) if x is not None else None, bytes):
        raise failure(f"{text}[-{n}] of a text: in Go that is a number; write {text}[-{n}:] for the end of it")
    return gradual.length(x, text) - n


def no_lists(run: Run, x: Any, text: str) -> Any:
    """The value that `for a, b in x` ranges over, with keys and values or positions and elements. Panics for a list of lists, whose pairs may be
    intended."""
    held = unbox(x) if x is not None else None
    if (
        type(held) is Slice
        and held.len
        and type(unbox(held.arr[held.off]) if held.arr[held.off] is not None else None) is Slice
    ):
        raise failure(
            f"it is not certain what `for a, b` takes from {text}, a list of lists: write for _, p := range {text} {{ a, b := p[0], p[1] }}"
        )
    return x


def dict_of(run: Run, x: Any, text: str) -> Any:
    """A copy of a map, or the map from a list of pairs."""
    if isinstance(x, dict):
        run.charge(len(cast("dict[Any, Any]", x)))
        run.alloc(64 + 80 * len(cast("dict[Any, Any]", x)))
        return dict(cast("dict[Any, Any]", x))
    made: dict[bytes, Any] = {}
    for _, pair in gradual.pairs(run, gradual.elements(run, x, text) if x is not None else x, text, False):
        held = unbox(pair) if pair is not None else None
        if type(held) is not Slice or held.len != 2:
            raise failure(f"{text} takes a map, or a list of pairs: one of the elements is {described(pair)}")
        (_, key), (_, value) = gradual.pairs(run, pair, text, False)
        run.charge(1)
        run.alloc(100)
        made[text_key(text)(run, key)] = value
    return made


def javascript_object(run: Run, x: Any, text: str) -> Any:
    """A map in JavaScript's order: whole numbers first, in ascending order."""
    held: object = unbox(x) if isinstance(x, Box) else x
    if held is None and x is not None:
        return x
    if not isinstance(held, dict):
        raise failure(f"{text} is not a map: it is {holds(x)}", if_nil(x))
    entries = cast("dict[Any, Any]", held)
    run.charge(len(entries))
    whole = {k: int(k) for k in entries if type(k) is int or (type(k) is bytes and _INDEX.fullmatch(k))}
    if not whole:
        return x
    run.alloc(64 + 80 * len(entries))
    made = {k: entries[k] for k in [*sorted(whole, key=whole.__getitem__), *(k for k in entries if k not in whole)]}
    return Box(x.t, made) if isinstance(x, Box) else made


_INDEX = re.compile(rb"0|[1-9][0-9]{0,8}")


def texts(run: Run, x: Any, text: str) -> Any:
    """A list of texts: JavaScript sorts everything else by its text, 10 before 9."""
    held = unbox(x) if x is not None else None
    if type(held) is Slice:
        run.charge(held.len >> 2)
        if not all(isinstance(unbox(v) if v is not None else None, bytes) for v in held.view()):
            raise failure(
                f"{text} is sorted by texts in JavaScript, 10 before 9: write slices.Sort, or give sort a function"
            )
    return x


def any_list(run: Run, x: Any, text: str) -> Any:
    """Returns `x` if it is a list or array, else panics: JavaScript takes anything else as one element."""
    held: object = unbox(x) if isinstance(x, Box) else x  # an array is a Python list here
    if not isinstance(held, Slice) and held.__class__ is not list:
        raise failure(f"{text} is not a list: it is {holds(x)}", if_nil(x))
    return x


def without_dollars(run: Run, x: Any, text: str) -> Any:
    """The new text of s.replaceAll(old, new). Panics for $$ and $&, which have a meaning in JavaScript."""
    held = unbox(x) if x is not None else None
    if isinstance(held, bytes):
        run.charge(len(held) >> 6)
        if _DOLLARS.search(held):
            raise failure(
                f"{text} has a $, which is special in JavaScript: use strings.ReplaceAll(s, old, new), where it is plain"
            )
    return x


_DOLLARS = re.compile(rb"\$[$&`']")


def ascii_text(run: Run, x: Any, text: str) -> Any:
    """Returns `x`. Panics for a text that is not ASCII: Go counts its bytes, other languages its characters."""
    held = unbox(x) if x is not None else None
    if isinstance(held, bytes) and not held.isascii():
        raise failure(f"{text} is not ASCII: Go counts its bytes; take characters of []rune({text})")
    return x


_SIGNS = b"\t\n\v\f\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"
_WEIGHTS = {code: i for i, code in enumerate(_SIGNS + b"0123456789abcdefghijklmnopqrstuvwxyz")}


def locale_compare(a: bytes, b: bytes) -> int:
    """a.localeCompare(b): letters before their case. Panics for texts that are not ASCII, whose order depends on the locale."""
    keys: list[tuple[list[int], list[bool]]] = []
    for text in (a, b):
        try:
            keys.append(([_WEIGHTS[code] for code in text.lower()], [65 <= code <= 90 for code in text]))
        except KeyError:
            raise failure("localeCompare of what is not plain ASCII: use strings.Compare(a, b)") from None
    return (keys[0] > keys[1]) - (keys[0] < keys[1])
