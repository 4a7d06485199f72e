"""text/template: numbers in every type that can represent them, like Go's untyped constants."""

from __future__ import annotations

from codemode.stdlib.strconv.package import parse_complex, read_float, read_int, read_uint
from codemode.stdlib.strconv.quoting import quote, unquote_char

# as int, uint, float and complex; None if the type cannot represent it
Forms = tuple[int | None, int | None, float | None, complex | None]


class BadNumber(Exception):
    """The text is no number. `text` is Go's message."""

    def __init__(self, text: bytes) -> None:
        super().__init__()
        self.text = text


def read_number(typ: str, text: bytes) -> Forms:
    """Returns the value of a number, complex or charconstant token in all types. Raises BadNumber."""
    if typ == "charconstant":
        return _character(text)
    if typ == "complex":
        value, error = parse_complex(text, 128)
        if error is not None:
            raise BadNumber(b"illegal number syntax: " + quote(text))
        return _of_complex(value)
    if text.endswith(b"i"):
        imag, error = read_float(text[:-1], 64)
        if error is None:
            return _of_complex(complex(0, imag))
    unsigned, unsigned_error = read_uint(text, 0, 64)
    signed, signed_error = read_int(text, 0, 64)
    if signed_error is None:
        return signed, unsigned if unsigned_error is None else 0 if signed == 0 else None, float(signed), None
    if unsigned_error is None:
        return None, unsigned, float(unsigned), None
    return _real(text)


def _character(text: bytes) -> Forms:
    found = unquote_char(text[1:], text[0])
    if found is None:
        raise BadNumber(b"invalid syntax")
    r, _, width = found
    if text[1 + width :] != b"'":
        raise BadNumber(b"malformed character constant: " + text)
    return r, r, float(r), None


def _of_complex(value: complex) -> Forms:
    if value.imag != 0:
        return None, None, None, value
    whole = _whole(value.real)
    return whole, whole, value.real, value


def _real(text: bytes) -> Forms:
    value, error = read_float(text, 64)
    if error is not None:
        raise BadNumber(b"illegal number syntax: " + quote(text))
    if not any(mark in text for mark in (b".", b"e", b"E", b"p", b"P")):
        raise BadNumber(b"integer overflow: " + quote(text))  # an integer literal that is too large
    whole = _whole(value)
    return whole, whole if whole is not None and whole >= 0 else None, value, None


def _whole(value: float) -> int | None:
    return int(value) if abs(value) < 1 << 63 and value == int(value) else None
