"""What stands in a row of a database: texts as bytes, and values of the kinds that were written."""

from __future__ import annotations

from typing import Any


class Damaged(Exception):
    """What is in the database cannot have been written by us."""


def raw(*texts: str) -> tuple[bytes, ...]:
    """Texts of guests and hosts may hold lone surrogates, and zeros, which a database's own text cannot."""
    return tuple(text.encode(errors="surrogatepass") for text in texts)


def text(data: object) -> str:
    """A text that `raw` made. Raises Damaged."""
    try:
        return blob(data).decode(errors="surrogatepass")
    except UnicodeDecodeError as odd:
        raise Damaged("a text is no UTF-8") from odd


def blob(data: object) -> bytes:
    """Raises Damaged."""
    if not isinstance(data, bytes):
        raise Damaged("a value is not of the kind that was written")
    return data


def checked(row: tuple[Any, ...], *kinds: type) -> tuple[Any, ...]:
    """The row, if its values are of these kinds. Raises Damaged."""
    for value, kind in zip(row, kinds, strict=True):
        if type(value) is not kind:
            raise Damaged("a value is not of the kind that was written")
    return row
