"""Python values as plain data: what a program, a model and JSON can read."""

from codemode.data.inspection import NotPlain, TooMany, is_large, is_plain, least_size
from codemode.data.plain import (
    MAX_SIZE,
    NotData,
    TooLarge,
    copied,
    plain,
    size_of,
    too_large,
)

__all__ = [
    "MAX_SIZE",
    "NotData",
    "NotPlain",
    "TooLarge",
    "TooMany",
    "copied",
    "is_large",
    "is_plain",
    "least_size",
    "plain",
    "size_of",
    "too_large",
]
