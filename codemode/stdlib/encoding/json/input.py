"""The state of json.Unmarshal: the text, the current path, the first error. Also makes values for `any`."""

from __future__ import annotations

from typing import Any, cast

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Box, slice_from
from codemode.stdlib.encoding.json.scan import Extent, extents
from codemode.stdlib.encoding.json.types import NUMBER, TYPE_ERROR
from codemode.stdlib.reflect import type_value
from codemode.types import model
from codemode.types.model import Type


class Input:
    """One Unmarshal: the text, its options, the current path, and the first error."""

    __slots__ = ("data", "error", "index", "path", "run", "strict", "use_number")

    def __init__(self, run: Run, data: bytes, use_number: bool = False, strict: bool = False) -> None:
        self.run = run
        self.data = data
        self.use_number = use_number
        self.strict = strict
        self.path: list[Any] = []
        self.error: Any = None
        self.index: Extent | None = None

    def extent(self) -> Extent:
        """Returns the place of the current value in the text."""
        if self.index is None:
            self.run.charge(len(self.data))
            self.run.alloc(len(self.data) * 4)
            self.index = extents(self.data)
        found = self.index
        for step in self.path:
            found = cast("dict[Any, Extent]", found.inner)[step]
        return found

    def raw(self) -> bytes:
        extent = self.extent()
        return self.data[extent.start : extent.end]

    def mismatch(self, t: Type, x: Any, text: bytes | None = None, err: Any = None, placed: bool = True) -> None:
        """Records that the value x does not fit type t. `text` follows its kind in the message."""
        if self.error is None:
            what = KINDS.get(cast("type[object]", type(x)), b"number")
            if text is not None:
                what += b" " + text
            extent = self.extent()
            offset = extent.start + 1 if type(x) in (dict, list) else extent.end
            path = b".".join(_pointer_step(step) for step in self.path) if placed else b""
            self.error = Box(TYPE_ERROR, [what, type_value(t), offset, b"", path, err])


KINDS: dict[type, bytes] = {str: b"string", bool: b"bool", dict: b"object", list: b"array", type(None): b"null"}


def _pointer_step(step: Any) -> bytes:
    if isinstance(step, int):
        return str(step).encode()
    return text_bytes(step).replace(b"~", b"~0").replace(b"/", b"~1")


def text_bytes(text: str) -> bytes:
    """Returns Python's text as a Go string: U+FFFD for each lone surrogate and for each byte that was invalid UTF-8."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text).encode()


# --- any -------------------------------------------------------------------------------------------------------------


def any_value(source: Input, x: Any) -> Any:
    """Returns a parsed value as a Go value of type any."""
    kind = cast("type[object]", type(x))
    if kind is str:
        return text_bytes(x)
    if x is None or kind is bool:
        return x
    if kind is float:
        return _finite(source, x)
    if kind is int:
        return _as_float(source, x)
    if kind is dict:
        source.run.alloc(64 + 80 * len(x))
        return _any_object(source, x)
    if kind is list:
        source.run.alloc(56 + 16 * len(x))
        return slice_from(_any_items(source, x))
    return Box(NUMBER, x.encode())


def _any_object(source: Input, x: dict[str, Any]) -> dict[bytes, Any]:
    made: dict[bytes, Any] = {}
    path = source.path
    path.append(None)
    for key, item in x.items():
        path[-1] = key
        made[text_bytes(key)] = any_value(source, item)
    path.pop()
    source.run.charge(len(x))
    return made


def _any_items(source: Input, x: list[Any]) -> list[Any]:
    made: list[Any] = []
    path = source.path
    path.append(0)
    for i, item in enumerate(x):
        path[-1] = i
        made.append(any_value(source, item))
    path.pop()
    source.run.charge(len(x))
    return made


def _finite(source: Input, x: float) -> float:
    if x - x != 0:
        source.mismatch(model.FLOAT64, x, source.raw())
        return 0.0
    return x


def _as_float(source: Input, x: int) -> float:
    try:
        return float(x)
    except OverflowError:
        source.mismatch(model.FLOAT64, x, source.raw())
        return 0.0
