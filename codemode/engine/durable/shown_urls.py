"""URLs of stores as they can be shown."""

from __future__ import annotations

import re

_PASSWORD = re.compile(r"(?i)(password\s?=\s?)[^&\s]+")  # in a query, or in pairs as libpq takes them


def without_password(url: str) -> str:
    """The URL of a store as it can be shown to people and models: with *** instead of a password."""
    scheme, mark, rest = url.partition("://")
    who, at, where = rest.rpartition("@")  # in a password that is written wrongly there may be other signs
    name, _, password = who.partition(":")
    shown = f"{scheme}{mark}{name}{':***' if password else ''}{at}{where}"
    return _PASSWORD.sub(r"\1***", shown)
