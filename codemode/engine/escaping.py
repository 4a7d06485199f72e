"""Texts of programs and tools among our own lines: they must not control a terminal."""

from __future__ import annotations


def escaped(text: str, keep: str = "") -> str:
    """Returns the text with escapes (`\\u001b`) for all characters that are not printable, except those in `keep`."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in keep else f"\\u{ord(c):04x}" for c in text)
