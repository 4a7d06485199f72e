"""Python values become plain data: None, bool, int, float, str, lists, and dicts whose keys are text.

Results of functions, results that hooks give, `data=` and the constants of namespaces all come through here, so that one value means the same
everywhere. Data that is plain already is not copied. A value that is not data is an error that names its type, never the text of a Python object.
"""

from __future__ import annotations

import dataclasses
import io
import json
import marshal
import operator
import types
from base64 import b64encode
from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView, Mapping, Sequence, Set, ValuesView
from contextlib import suppress
from enum import Enum
from functools import cache
from typing import Any, TypeAlias, cast

from codemode.cancellation import Cancelled, current_token
from codemode.data.gc_pause import no_collections
from codemode.data.inspection import CONTAINER, MAX_BITS, MAX_DEPTH, NotPlain, TooMany, least_size, leaves, texts

MAX_SIZE = 64 << 20  # bytes of what is read or converted, by default
ITEM, MEMBER = 32, 64  # bytes that a value counts besides its text, and its place in an object

Attach: TypeAlias = Callable[[object], Any]
"""Gives what stands for an object of a type of its own, such as a picture, as plain data; None if it does not know the object."""


class NotData(ValueError):
    """A value contains something that no program can read. The message follows the name of a tool: "a value of the type Order is not data"."""


class TooLarge(NotData):
    """Plain data whose JSON has more bytes than it may have: `size` at least."""

    def __init__(self, size: int, most: int) -> None:
        super().__init__(f"data of more than {most} bytes is too large to be read")
        self.size = size


def plain(
    value: object,
    limit: int = MAX_SIZE,
    attach: Attach | None = None,
    most: int = MAX_SIZE,
    before_bytes: Callable[[], str] | None = None,
) -> Any:
    """The value as plain data; the value itself if it is that already.

    `limit` bounds in bytes what is converted, and what iterators give; `most` the JSON of the data. `before_bytes` returns what the base64 text of
    bytes begins with. Raises NotData (TooLarge), and whatever the code
    of the value's own class raises.
    """
    try:
        return _bounded(value, most)
    except NotPlain:
        # a text of half characters has six times as many bytes as characters
        conversion = _Conversion(limit, attach, most // CONTAINER, before_bytes)
        with no_collections():
            return _bounded(conversion.value(value, 0), most)


def _bounded(value: Any, most: int) -> Any:
    """Returns plain data whose JSON has `most` bytes at most. Raises NotData and NotPlain."""
    try:
        if (size := least_size(value, most)) > most:
            raise TooLarge(size, most)
    except TooMany:
        raise too_many() from None
    return value


_class = cast("Callable[[object], type]", type)


def copied(value: Any) -> Any:
    """A copy of plain data that shares nothing with the value."""
    with no_collections():
        return marshal.loads(marshal.dumps(value, 2))  # in one step of C, and of that format nothing is kept


def size_of(value: Any) -> int:
    """Bytes that plain data counts as, in the measure by which it is bounded."""
    size, left = 0, [value]
    while left:
        node = left.pop()
        size += ITEM
        if isinstance(node, str):
            size += len(node)
        elif isinstance(node, dict):
            fields = cast("dict[str, Any]", node)
            size += sum(map(len, fields))
            left += fields.values()
        elif isinstance(node, list | tuple):
            left += cast("list[Any]", node)
    return size


def too_large(limit: int) -> NotData:
    return NotData(f"data of more than {limit} bytes is too large to be read")


def too_many() -> NotData:
    return NotData("data of so many parts or digits is too large to be read: ask for less, such as one page at a time")


class _Conversion:
    """One conversion, which makes so many lists and objects at most. `open` holds the containers that are being converted, so that a value that
    contains itself is found."""

    def __init__(
        self, limit: int, attach: Attach | None, containers: int, before_bytes: Callable[[], str] | None
    ) -> None:
        self.before_bytes = before_bytes
        self.limit = limit
        self.left = limit
        self.containers = containers
        self.attach = attach
        self.open: set[int] = set()
        self.token = current_token.get()

    def value(self, value: Any, depth: int) -> Any:
        self.spend(ITEM)
        return (_EXACT.get(_class(value)) or self.by_kind(value))(self, value, depth)

    def spend(self, size: int) -> None:
        self.left -= size
        if self.left < 0:
            raise too_large(self.limit)
        if self.token.cancelled:
            raise Cancelled

    def by_kind(self, value: Any) -> Convert:
        """How to convert a value whose exact type is not in the table."""
        if self.attach is not None and (made := self.attach(value)) is not None:
            return lambda out, _, depth: made
        kind = _class(value)
        if hasattr(kind, "__pydantic_serializer__"):
            return _model
        if hasattr(kind, "__get_pydantic_core_schema__"):
            return _leaf  # pydantic's own types: addresses, secrets
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            return _record
        for kinds, convert in _kinds():
            if isinstance(value, kinds):
                return convert
        if isinstance(value, Iterator) and not isinstance(value, io.IOBase):  # a file is more than its lines
            return _items
        if not isinstance(value, type):
            if callable(getattr(kind, "tolist", None)):
                return _listed  # arrays and scalars of numpy, and what is made like them
            if not hasattr(kind, "__iter__") and not hasattr(kind, "__len__"):
                if hasattr(kind, "__index__"):
                    return _indexed
                if hasattr(kind, "__float__"):
                    return _floating
        raise _no_data(value)

    def items(self, items: Iterable[Any], depth: int) -> list[Any]:
        inside = self.enter(items, depth)
        try:
            return [self.value(item, depth + 1) for item in items]
        finally:
            self.open.discard(inside)

    def enter(self, container: object, depth: int) -> int:
        if id(container) in self.open:
            raise NotData("a value that contains itself is not data")
        if depth >= MAX_DEPTH:
            raise NotData(f"a value that is nested deeper than {MAX_DEPTH} is not data")
        self.containers -= 1
        if self.containers < 0:
            raise too_many()
        self.open.add(id(container))
        return id(container)

    def members(self, container: object, pairs: Iterable[tuple[Any, Any]], depth: int) -> dict[str, Any]:
        inside = self.enter(container, depth)
        made: dict[str, Any] = {}
        try:
            for key, item in pairs:
                name = key if type(key) is str else self.key(key)
                self.spend(MEMBER + len(name))
                if name in made:
                    raise NotData(f"two keys of an object are {json.dumps(name[:80])} as text")
                made[name] = self.value(item, depth + 1)
        finally:
            self.open.discard(inside)
        return made

    def key(self, key: Any) -> str:
        """A key of a mapping as text."""
        if isinstance(key, Enum):
            key = key.value
        if isinstance(key, bytes):
            try:
                return key.decode()
            except UnicodeDecodeError:
                pass
        if isinstance(key, tuple | frozenset):
            parts = [self.key(part) for part in cast("Iterable[Any]", key)]
            return ",".join(parts if isinstance(key, tuple) else sorted(parts))
        made = self.value(key, MAX_DEPTH) if not isinstance(key, str | int | float) else _exact(key)
        if type(made) is str:
            return made
        if made is None or type(made) in (bool, int, float):
            return json.dumps(_small(made))
        raise NotData(f"a key of the type {_class(key).__name__} is not data")


Convert = Callable[[_Conversion, Any, int], Any]


def _no_data(value: object) -> NotData:
    if isinstance(value, type):
        return NotData(f"the type {value.__name__} itself is not data")
    return NotData(f"a value of the type {_class(value).__name__} is not data")


def _small(value: Any) -> Any:
    if type(value) is int and value.bit_length() > MAX_BITS:
        raise NotData("an integer of more than 1200 digits is not data")
    return value


def _exact(value: Any) -> Any:
    """A text or number of a subclass as a plain str, int or float. The methods of the subclass are not called."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str.__str__(value)
    return int.__int__(value) if isinstance(value, int) else float.__float__(value)


# --- by type -----------------------------------------------------------------------------------------------------------


def _itself(out: _Conversion, value: Any, depth: int) -> Any:
    return value


def _text(out: _Conversion, value: str, depth: int) -> str:
    out.spend(len(value))
    return value


def _integer(out: _Conversion, value: int, depth: int) -> Any:
    return _small(value)


def _complex(out: _Conversion, value: complex, depth: int) -> str:
    return complex.__repr__(value).strip("()")


def _bytes(out: _Conversion, value: bytes | bytearray | memoryview, depth: int) -> str:
    data = memoryview(value)
    out.spend(data.nbytes * 4 // 3)
    text = b64encode(data.tobytes()).decode("ascii")
    return out.before_bytes() + text if out.before_bytes is not None else text


def _list(out: _Conversion, value: Any, depth: int) -> list[Any]:
    return out.items(value, depth)


def _object(out: _Conversion, value: Mapping[Any, Any], depth: int) -> dict[str, Any]:
    return out.members(value, value.items(), depth)


def _set(out: _Conversion, value: Any, depth: int) -> list[Any]:
    """The elements are sorted, because the order of a set differs from process to process."""
    return _ordered(out.items(value, depth))


def _ordered(items: list[Any]) -> list[Any]:
    try:
        return sorted(items)
    except TypeError:
        return sorted(items, key=lambda item: json.dumps(item, sort_keys=True, default=repr))


def _enum(out: _Conversion, value: Enum, depth: int) -> Any:
    return out.value(value.value, depth)


def _subclass(out: _Conversion, value: Any, depth: int) -> Any:
    return out.value(_exact(value), depth)


def _leaf(out: _Conversion, value: Any, depth: int) -> Any:
    """A value that has a standard text form, such as ISO 8601 for times."""
    from pydantic_core import to_jsonable_python  # here and below, because most data is plain

    return out.value(to_jsonable_python(value), depth)


def _named(out: _Conversion, value: Any, depth: int) -> str:
    own: Any = next(kind for kind in texts() if isinstance(value, kind))  # not what a class derived from it makes
    return own.__str__(value)


def _record(out: _Conversion, value: Any, depth: int) -> dict[str, Any]:
    names = [f.name for f in dataclasses.fields(value)]
    return out.members(value, ((name, getattr(value, name)) for name in names), depth)


def _items(out: _Conversion, value: Iterator[Any], depth: int) -> list[Any]:
    """The items of an iterator, read to its end or to the limit; then it is closed."""
    try:
        return out.items(value, depth)
    finally:
        if isinstance(value, types.GeneratorType):
            cast("types.GeneratorType[Any, Any, Any]", value).close()


def _listed(out: _Conversion, value: Any, depth: int) -> Any:
    inside = out.enter(value, depth)
    try:
        return out.value(value.tolist(), depth + 1)
    finally:
        out.open.discard(inside)


def _indexed(out: _Conversion, value: Any, depth: int) -> Any:
    return _small(int.__int__(operator.index(value)))


def _floating(out: _Conversion, value: Any, depth: int) -> Any:
    return float.__float__(float(value))


# --- pydantic models -----------------------------------------------------------------------------------------------------


def _model(out: _Conversion, value: Any, depth: int) -> Any:
    """A model as pydantic writes it in JSON, but with bytes and sets as they are converted everywhere else."""
    serializer = value.__pydantic_serializer__
    try:
        python = serializer.to_python(value, by_alias=True)
    except ValueError as odd:
        raise NotData(f"a value of the type {_class(value).__name__} that contains itself is not data") from odd
    told: Any = None
    with suppress(ValueError, TypeError):  # such as bytes that are not text
        if not _has_iterator(python):  # JSON would read it to its end, and there may be none
            told = serializer.to_python(value, mode="json", by_alias=True)
    inside = out.enter(value, depth)
    try:
        return out.value(python if told is None else _told(python, told), depth)
    finally:
        out.open.discard(inside)


def _has_iterator(python: object) -> bool:
    if isinstance(python, Mapping):
        return any(map(_has_iterator, cast("Mapping[Any, Any]", python).values()))
    if isinstance(python, list | tuple | set | frozenset):
        return any(map(_has_iterator, cast("Iterable[Any]", python)))
    return isinstance(python, Iterator)


def _told(python: Any, told: Any) -> Any:
    """`told` is what pydantic wrote for a part of a model in JSON mode, `python` the same part in Python mode."""
    if isinstance(python, bytes):
        return python if isinstance(told, str) and told.encode("utf-8", "replace") == python else told
    if isinstance(told, list):
        after = cast("list[Any]", told)
        if isinstance(python, set | frozenset):
            return _ordered(after)
        if isinstance(python, list | tuple) and len(before := cast("list[Any]", python)) == len(after):
            return [_told(*pair) for pair in zip(before, after)]
    if isinstance(told, dict) and isinstance(python, Mapping):
        members = cast("dict[str, Any]", told)
        values = [*cast("Mapping[Any, Any]", python).values()]
        if len(values) == len(members):
            return {key: _told(item, members[key]) for key, item in zip(members, values)}
    return cast(Any, told)


_EXACT: dict[type, Convert] = {
    type(None): _itself,
    bool: _itself,
    int: _integer,
    float: _itself,
    str: _text,
    complex: _complex,
    bytes: _bytes,
    bytearray: _bytes,
    memoryview: _bytes,
    list: _list,
    tuple: _list,
    dict: _object,
    set: _set,
    frozenset: _set,
}


@cache
def _kinds() -> tuple[tuple[Any, Convert], ...]:
    """In this order: an Enum may be a str as well, and a namedtuple is a tuple."""
    return (
        (Enum, _enum),
        ((str, int, float), _subclass),
        (complex, _complex),
        ((bytes, bytearray), _bytes),
        (leaves(), _leaf),
        (texts(), _named),
        (Mapping, _object),
        ((Sequence, ValuesView, KeysView, ItemsView), _list),
        (Set, _set),
    )
