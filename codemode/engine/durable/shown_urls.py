"""URLs of stores as they can be shown."""

from __future__ import annotations

import re

# in a query, or in pairs as libpq takes them
_PASSWORD = re.compile(r"""(?i)(password\s{0,20}=\s{0,20})(?:'(?:\\.|[^'\\])*'|[^&\s]+)""")
_NO_PORT = re.compile(r":(?!\d{1,5}(?:[,/?]|$))[^,/?]+")  # in front of which a host is missing


def without_password(url: str) -> str:
    """The URL of a store as it can be shown to people and models: with *** instead of a password."""
    if url.startswith("sqlite:"):
        return url
    scheme, mark, rest = url.partition("://")
    who, at, where = rest.rpartition("@")  # in a password that is written wrongly there may be other signs
    name, _, password = who.partition(":")
    if not at and "[" not in where:
        host, slash, path = where.partition("/")
        where = _NO_PORT.sub(":***", host) + slash + path
    return _PASSWORD.sub(r"\1***", f"{scheme}{mark}{name}{':***' if password else ''}{at}{where}")
