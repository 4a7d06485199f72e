"""Shows texts to a person who decides: characters that are invisible, or that reorder the text beside them, become escapes."""

from __future__ import annotations

import unicodedata
from typing import Final

_PLAIN: Final = frozenset("\t\n\r ")
_HIDDEN: Final = frozenset({"Cf", "Cc", "Zl", "Zp", "Zs"})  # among them blanks that look like a space or like nothing
# what is shown as nothing, or as a blank, though its category is that of a letter, a mark, a symbol, or of nothing yet
_BLANK: Final = (
    (0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2065, 0x2065), (0x2800, 0x2800), (0x3164, 0x3164),
    (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0xE0000, 0xE0FFF),
)  # fmt: skip


def visible(text: str) -> str:
    """Replaces each character that is invisible, or that changes how others are shown, by an escape such as \\u202e."""
    if text.isascii() and text.isprintable():
        return text
    return text.translate({ord(char): _escaped(char) for char in set(text) if _is_hidden(char)})


def shown(value: object) -> object:
    """What a template shows of a value: all text is made visible, except markup and what went through the filter `e`, as the values of fields."""
    return visible(value) if isinstance(value, str) and not hasattr(value, "__html__") else value


def hidden(text: str) -> list[str]:
    """The names of such characters in a text, each once: "U+202E RIGHT-TO-LEFT OVERRIDE"."""
    found = dict.fromkeys(char for char in text if _is_hidden(char))
    return [f"U+{ord(char):04X} {unicodedata.name(char, '')}".rstrip() for char in found]


def _is_hidden(char: str) -> bool:
    code = ord(char)
    if code < 0x7F:
        return code < 0x20 and char not in _PLAIN
    return unicodedata.category(char) in _HIDDEN or any(first <= code <= last for first, last in _BLANK)


def _escaped(char: str) -> str:
    code = ord(char)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
