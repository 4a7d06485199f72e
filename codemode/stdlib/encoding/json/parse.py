"""Parses JSON text into Python values: with Python's own scanner where that is safe, otherwise with scan.py."""

from __future__ import annotations

import json as host
import re
from array import array
from itertools import accumulate
from typing import Any, NoReturn

from codemode.interpreter.machine.run import Run
from codemode.stdlib.encoding.json.scan import ARRAY, CLOSE, KEY, NUMBER, OBJECT, STRING, check, text_of_string, tokens

SAFE_NESTING = 150  # the nesting up to which Python's recursive C scanner is used


class RawNumber(str):
    """A number in its written form, for UseNumber."""

    __slots__ = ()


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)  # NaN and Infinity are not valid JSON


_PLAIN = host.JSONDecoder(parse_constant=_refuse)
_RAW_NUMBERS = host.JSONDecoder(parse_constant=_refuse, parse_float=RawNumber, parse_int=RawNumber)
_SIGNED_ZERO = host.JSONDecoder(parse_constant=_refuse, parse_int=lambda text: -0.0 if text == "-0" else int(text))


def parse(run: Run, data: bytes, use_number: bool = False) -> Any:
    """Returns the value as Python data. Raises JsonSyntaxError."""
    run.charge(1 + len(data) // 16)
    opened = data.count(b"{") + data.count(b"[")
    run.alloc(len(data) + 72 * opened + 48 * data.count(b","))
    if opened <= SAFE_NESTING or _nesting_is_safe(data):
        decoder = _RAW_NUMBERS if use_number else _SIGNED_ZERO if b"-0" in data else _PLAIN
        try:
            return decoder.decode(data.decode("utf-8", "surrogateescape"))
        except ValueError:
            pass
    check(data, run.charge)
    run.charge(2 * data.count(b",") + 2 * opened)
    return _build(data, use_number)


def _nesting_is_safe(data: bytes) -> bool:
    """Returns whether at most SAFE_NESTING containers are open at once, up to the first bracket that closes none."""
    depth, in_string, at = 0, False, 0
    while at < len(data) and depth >= 0:
        found = _BACKSLASHES.match(data, at + _PIECE)
        end = found.end() if found is not None else len(data)
        end += data[end - 1] == 0x5C  # an escape is not cut
        parts = data[at:end].replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')
        steps = b"".join(parts[in_string::2]).translate(_STEPS, _NO_BRACKETS)
        depths = list(accumulate(array("b", steps), initial=depth))
        if max(depths) > SAFE_NESTING:
            return False
        depth, in_string, at = depths[-1], in_string ^ (len(parts) % 2 == 0), end
    return True


_PIECE = 1 << 16
_BACKSLASHES = re.compile(rb"\\*+")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_STEPS = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")


def _build(data: bytes, use_number: bool) -> Any:
    """Parses valid data whose nesting or numbers are too long for Python's scanner."""
    root: list[Any] = []
    stack: list[Any] = [root]
    key = ""
    for kind, start, end in tokens(data):
        if kind == KEY:
            key = text_of_string(data[start:end])
            continue
        if kind == CLOSE:
            stack.pop()
            continue
        value: Any
        if kind in (OBJECT, ARRAY):
            value = {} if kind == OBJECT else []
        elif kind == STRING:
            value = text_of_string(data[start:end])
        elif kind == NUMBER:
            value = _number(data[start:end].decode(), use_number)
        else:
            value = {b"null": None, b"true": True, b"false": False}[data[start:end]]
        top = stack[-1]
        if isinstance(top, dict):
            top[key] = value
        else:
            top.append(value)
        if kind in (OBJECT, ARRAY):
            stack.append(value)
    return root[0]


def _number(text: str, use_number: bool) -> Any:
    if use_number:
        return RawNumber(text)
    if len(text) < 4000 and text.lstrip("-").isdigit():
        return int(text) if text != "-0" else -0.0
    return float(text)
