"""Python values as plain data: what a program, a model and JSON can read."""

from codemode.data.plain import (
    MAX_DEPTH,
    MAX_SIZE,
    Attach,
    NotData,
    copied,
    is_large,
    is_plain,
    plain,
    size_of,
    too_large,
)

__all__ = [
    "MAX_DEPTH",
    "MAX_SIZE",
    "Attach",
    "NotData",
    "copied",
    "is_large",
    "is_plain",
    "plain",
    "size_of",
    "too_large",
]
