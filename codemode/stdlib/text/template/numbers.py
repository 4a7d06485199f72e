"""text/template: numbers in every type that can represent them, like Go's untyped constants."""

from __future__ import annotations

from codemode.stdlib.strconv.package import read_float, read_int, read_uint
from codemode.stdlib.strconv.quoting import quote, unquote_char

Forms = tuple[int | None, int | None, float | None]  # as int, uint and float; None if the type cannot represent it


class BadNumber(Exception):
    """The text is no number. `text` is Go's message."""

    def __init__(self, text: bytes) -> None:
        super().__init__()
        self.text = text


def read_number(typ: str, text: bytes) -> Forms:
    """Returns the value of a number or charconstant token in all types. Raises BadNumber."""
    if typ == "charconstant":
        return _character(text)
    unsigned, unsigned_error = read_uint(text, 0, 64)
    signed, signed_error = read_int(text, 0, 64)
    if signed_error is None:
        return signed, unsigned if unsigned_error is None else 0 if signed == 0 else None, float(signed)
    if unsigned_error is None:
        return None, unsigned, float(unsigned)
    return _real(text)


def _character(text: bytes) -> Forms:
    found = unquote_char(text[1:], text[0])
    if found is None:
        raise BadNumber(b"invalid syntax")
    r, _, width = found
    if text[1 + width :] != b"'":
        raise BadNumber(b"malformed character constant: " + text)
    return r, r, float(r)


def _real(text: bytes) -> Forms:
    value, error = read_float(text, 64)
    if error is not None:
        raise BadNumber(b"illegal number syntax: " + quote(text))
    if not any(mark in text for mark in (b".", b"e", b"E")):
        raise BadNumber(b"integer overflow: " + quote(text))  # an integer literal that is too large
    whole = _whole(value)
    return whole, whole if whole is not None and whole >= 0 else None, value


def _whole(value: float) -> int | None:
    return int(value) if abs(value) < 1 << 63 and value == int(value) else None
