"""Which keys of an object are names that its maker gave, and which are data of somebody: a mail address, an account, an id, a date."""

from __future__ import annotations

import re

MAX_NAME = 40

# words joined by one sign, with a digit at the end at most: first_name, content-type, sha256, $ref, address1
_NAME = re.compile(r"[$@_]?[^\W\d_]+(?:[_\-.$:/][^\W\d_]+)*_?\d?[^\W\d_]{0,3}_?")
_KNOWN = re.compile(
    r"(?i)(sha|md|utf|crc|base|iso|rfc|http|ipv|oauth|int|uint|float|p|percentile|q|x|y|z|h|line|address|co|pm|part)_?\d{1,4}"
)
# DE1, KB-1, usr_8f, ORD-17, x1y2: what numbers things
_CODE = re.compile(r"[A-Z]{1,6}\d+|[^\W\d]+[\-_:/.#]\d+\w*|.*\d.*[^\W\d].*\d.*")
_HEX = re.compile(r"(?=.*\d)[0-9a-fA-F]{6,}")


def is_name(key: str) -> bool:
    """Whether a key by itself looks like a name in a program, and not like something that has one."""
    if not key or len(key) > MAX_NAME or key[0].isdigit():
        return False
    if _KNOWN.fullmatch(key):
        return True
    return _NAME.fullmatch(key) is not None and _CODE.fullmatch(key) is None and _HEX.fullmatch(key) is None


def alike_but_for_numbers(keys: list[str]) -> bool:
    """t1, t2, t3: keys that differ in their numbers only are counted, not named."""
    stems = {re.sub(r"\d+", "0", key) for key in keys}
    return len(keys) >= 2 and len(stems) == 1 and any(c.isdigit() for c in keys[0])


def all_capitals(keys: list[str]) -> bool:
    """EUR, USD: codes of something."""
    return len(keys) >= 2 and all(key.isupper() and "_" not in key for key in keys)
