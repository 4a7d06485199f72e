"""Examines values of unknown size: a whole window of their parts at a time, with no bytecode for each part. Between two windows other
threads get their turn, and no more than a window is held, so that a value that expands endlessly costs little."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from enum import Enum
from functools import cache
from itertools import chain, islice
from json.encoder import encode_basestring
from threading import RLock
from typing import Any, cast

from codemode.cancellation import check_cancelled

MAX_DEPTH = 200  # levels of nested lists and objects, as deep as a program reads
MAX_VALUES = 2 << 20  # values of data that is plain already, so that lists that share their items have an end
MAX_BITS = 4096  # bits of an integer, as of the largest keys: the time for writing digits grows with their square
WORD = 64
# bytes of JSON for which a list or object counts: it takes a hundred times as much memory as its two brackets
CONTAINER = 64
MAX_DIGITS = 8 << 20  # bits of all integers larger than a word: a megabyte or two of digits
MANY, MUCH = 2000, 256 << 10  # parts and bytes of text of a value that is large
WINDOW = 1 << 15
SHORT = 32  # characters of a key that need not be counted

# Threads that look at much take turns: with Python's lock none is the slower for it, and the event loop waits for one of them and not for all.
_TURN, _FREE = RLock(), nullcontext()

_class = cast("Callable[[object], type]", type)
_values = cast("Callable[[Any], Iterable[Any]]", dict[str, Any].values)
_bits = cast("Callable[[Any], int]", int.bit_length)
SCALARS = frozenset({str, int, float, bool, type(None)})
_PLAIN = SCALARS | {dict, list, tuple}
_NUMBERS = frozenset({int, float, bool, type(None)})
_SHORT = frozenset({float, bool, type(None)})
_TEXT = frozenset({str})
_ARRAYS = frozenset({list, tuple})
_TEXTS: frozenset[type[Any]] = frozenset({str, bytes, bytearray})
_HOLDERS: frozenset[type[Any]] = frozenset({dict, list, tuple, set, frozenset})
_LOOKED_INTO: frozenset[type[Any]] = frozenset({*_NUMBERS, *_TEXTS, *_HOLDERS})


class NotPlain(Exception):
    """A value that is something else than plain data."""


class TooMany(Exception):
    """A value with too many parts to examine all of them."""


def least_size(value: object, most: float) -> int:
    """Bytes that the JSON of plain data has at least; it is not looked at further once they are more than `most`. Raises NotPlain and TooMany.

    Lists and objects are counted besides: Python's garbage collector visits all of them at once, while nothing else runs."""
    if type(value) in _SHORT or (type(value) is int and value.bit_length() <= WORD):
        return 1
    size = count = containers = digits = 0
    levels: list[Iterator[Any]] = [iter([value])]
    while levels:
        check_cancelled()
        window = [*islice(levels[-1], WINDOW)]
        if not window:
            levels.pop()
            continue
        with _TURN if len(window) == WINDOW else _FREE:
            found = {*map(_class, window)}
            if not found <= _PLAIN:
                raise NotPlain
            if str in found:
                texts = window if len(found) == 1 else [item for item in window if type(item) is str]
                size += _text_size(texts, most - size)
            if int in found:
                numbers = window if len(found) == 1 else [item for item in window if type(item) is int]
                digits += _long_bits(numbers)
            count += len(window)
            inner: list[Iterable[Any]] = []
            if dict in found:
                objects: list[Any] = window if len(found) == 1 else [item for item in window if type(item) is dict]
                size += _keys(objects)
                containers += len(objects)
                inner.append(chain.from_iterable(map(_values, objects)))
            if list in found or tuple in found:
                rows = window if found <= _ARRAYS else [item for item in window if type(item) in _ARRAYS]
                containers += len(rows)
                inner.append(chain.from_iterable(rows))
        if size + 2 * count > most:
            break
        if count > MAX_VALUES or digits > MAX_DIGITS or containers * CONTAINER > most:
            raise TooMany
        if inner:
            if len(levels) > MAX_DEPTH:
                raise NotPlain
            levels.append(chain.from_iterable(inner))
    return size + 2 * count - 1  # a value has a byte, and a comma or a bracket


def _long_bits(numbers: list[int]) -> int:
    """Bits of the integers that have more than a word. Raises NotPlain when one has too many."""
    longest = max(map(_bits, numbers))
    if longest > MAX_BITS:
        raise NotPlain
    return 0 if longest <= WORD else sum(bits for bits in map(_bits, numbers) if bits > WORD)


def _text_size(texts: list[str], most: float) -> int:
    """Bytes of texts in JSON. Of few the characters are counted; of many the bytes, a part after the other, until they are more than `most`."""
    size = sum(map(len, texts))
    if size <= MUCH or size > most:
        return size
    size, part, length = 0, [""], 0
    with _TURN:
        for text in texts:
            for at in range(0, len(text), MUCH):
                piece = text[at : at + MUCH]
                part.append(piece)
                length += len(piece)
                if length >= MUCH:
                    size += _written("".join(part))
                    part, length = [], 0
                    if size > most:
                        return size
        return size + _written("".join(part))


def _written(text: str) -> int:
    return len(encode_basestring(text).encode("utf-8", "surrogatepass")) - 2


def _keys(objects: list[Any]) -> int:
    """The length of all keys together. Raises NotPlain when one is not a text."""
    if sum(map(len, objects)) <= 4 * WINDOW:
        names = set[Any]().union(*objects)  # most often the same few
        if not {*map(_class, names)} <= _TEXT:
            raise NotPlain
        if max(map(len, names), default=0) <= SHORT:
            return 0  # their values count
    size, keys = 0, chain.from_iterable(objects)
    while window := [*islice(keys, WINDOW)]:
        if not {*map(_class, window)} <= _TEXT:
            raise NotPlain
        size += sum(map(len, window))
    return size


@cache
def leaves() -> tuple[type, ...]:
    """The classes whose values become one short text. They are imported when the first value comes that is not JSON; in workers none comes."""
    from datetime import date, time, timedelta
    from decimal import Decimal
    from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
    from re import Pattern

    return date, time, timedelta, Decimal, Pattern, IPv4Address, IPv6Address, IPv4Network, IPv6Network


@cache
def texts() -> tuple[type, ...]:
    """The classes whose values become the text that `str` makes of them."""
    from pathlib import PurePath
    from uuid import UUID

    return PurePath, UUID


def _is_small(value: object) -> bool:
    if isinstance(value, (int, float, complex, Enum)):
        return True  # a process that cannot open files has no others
    return isinstance(value, (*leaves(), *texts()))


def is_plain(value: object) -> bool:
    """Whether this is plain data as it stands."""
    try:
        least_size(value, float("inf"))
    except (NotPlain, TooMany):
        return False
    return True


def is_large(value: object) -> bool:
    """Whether it may take long to look at a value or to convert it: whether it has much text, many parts, or code of its own that says what is in
    it. Looks at the first of its parts only."""
    level: list[Any] = [value]
    parts = size = 0
    while level:
        parts += len(level)
        kinds = {*map(_class, level)}
        if kinds <= _NUMBERS:
            return parts > MANY
        inner: list[Any] = []
        if not kinds <= _LOOKED_INTO:
            for node in level:
                if _class(node) in _LOOKED_INTO or _is_small(node):
                    continue
                if not _is_record(_class(node)) or not hasattr(node, "__dict__"):
                    return True
                inner += cast("dict[str, Any]", vars(node)).values()
        size += sum([len(node) for node in level if _class(node) in _TEXTS])
        holders = [node for node in level if _class(node) in _HOLDERS]
        parts += sum(map(len, holders))
        if parts > MANY or size > MUCH:
            return True
        for holder in holders:
            inner += holder.values() if _class(holder) is dict else holder
        level = inner
    return False


def _is_record(kind: type) -> bool:
    """Whether what is in a value are its fields."""
    return dataclasses.is_dataclass(kind) or hasattr(cast(object, kind), "__pydantic_serializer__")
