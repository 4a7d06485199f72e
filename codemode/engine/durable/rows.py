"""The contents of database rows: texts as bytes, and checks of the types of values."""

from __future__ import annotations

from typing import Any


class Damaged(Exception):
    """A row contains something that codemode cannot have written."""


def raw(*texts: str) -> tuple[bytes, ...]:
    """Encodes a text as bytes. Texts of guests and hosts may contain lone surrogates and zeros, which database text cannot."""
    return tuple(text.encode(errors="surrogatepass") for text in texts)


def text(data: object) -> str:
    """Decodes a text that `raw` encoded. Raises Damaged."""
    try:
        return blob(data).decode(errors="surrogatepass")
    except UnicodeDecodeError as odd:
        raise Damaged("a text is no UTF-8") from odd


def blob(data: object) -> bytes:
    """Returns the value if it is bytes. Raises Damaged."""
    if not isinstance(data, bytes):
        raise Damaged("a value is not of the kind that was written")
    return data


def checked(row: tuple[Any, ...], *kinds: type) -> tuple[Any, ...]:
    """Returns the row if its values have these types. Raises Damaged."""
    for value, kind in zip(row, kinds, strict=True):
        if type(value) is not kind:
            raise Damaged("a value is not of the kind that was written")
    return row
