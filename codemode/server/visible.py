"""Shows texts to a person who decides: characters that are invisible, or that reorder the text beside them, become escapes."""

from __future__ import annotations

import unicodedata

_PLAIN = frozenset("\t\n\r")


def visible(text: str) -> str:
    """Replaces each character that is invisible, or that changes how others are shown, by an escape such as \\u202e."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escaped(char) if _is_hidden(char) else char for char in text)


def hidden(text: str) -> list[str]:
    """The names of such characters in a text, each once: "U+202E RIGHT-TO-LEFT OVERRIDE"."""
    found = dict.fromkeys(char for char in text if _is_hidden(char))
    return [f"U+{ord(char):04X} {unicodedata.name(char, '')}".rstrip() for char in found]


def _is_hidden(char: str) -> bool:
    return char not in _PLAIN and unicodedata.category(char) in ("Cf", "Cc", "Zl", "Zp")


def _escaped(char: str) -> str:
    code = ord(char)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
