"""Reads JSON as models write it.

It also accepts raw newlines and tabs in strings, escapes that JSON does not have (they are kept), trailing commas, comments, and Python's True, False
and None. Everything else is refused, because a reader that guesses more would invent values.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from codemode.data.gc_pause import no_collections

MAX_DEPTH = 100

_SPACE = re.compile(r"\s*")
_COMMENTS = {"//": "\n", "/*": "*/"}  # how each begins and ends
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?")
_PLAIN = re.compile(r'[^"\\]*')
_WORDS = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
_WORD = re.compile("|".join(_WORDS))
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "'": "'", "\n": "\n"}
_HEX4 = re.compile(r"[0-9a-fA-F]{4}")
_THINK = re.compile(r"<(think|thinking|thought|reasoning)>", re.IGNORECASE)
_THOUGHT = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
# some servers send a model's channels as they are; what stands before the last one was thinking
_FINAL = r"<\|channel\|>final\b[^<]{0,40}(?:<\|constrain\|>[^<]{0,40})?<\|message\|>"
_LAST = re.compile(_FINAL)
_NEXT = re.compile(rf"[{{\[]|```|~~~|{_FINAL}|</?(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_CODE_BEFORE = re.compile(r"(?:[\w\])]|[=(] ?)\Z")  # what a program has before a literal: any{, f({, x = {
_NEAR = 400  # characters before a value that are looked at


class Malformed(Exception):
    """The text is not a JSON value."""


class _TooMuchWork(Exception):
    """Too much of the text was read repeatedly."""


class _Left:
    """How many values may yet be read, with those that come to nothing: an eighth as many as a text has characters, and some more. And how many
    characters of comments and escapes: each of a text may be read some times, not as often as there are brackets before it."""

    __slots__ = ("characters", "values")

    def __init__(self, text: str) -> None:
        self.values = 4000 + len(text) // 8
        self.characters = 20_000 + 2 * len(text)

    def spend(self) -> None:
        self.values -= 1
        if self.values < 0:
            raise _TooMuchWork

    def pass_over(self, characters: int) -> None:
        self.characters -= characters
        if self.characters < 0:
            raise _TooMuchWork


class Found(NamedTuple):
    """A JSON value that a text contains. `in_code` tells that it is probably a literal of a program outside of a fence."""

    value: Any
    in_code: bool


class Scanned(NamedTuple):
    """What a text has outside of a model's thinking, in order: the outermost JSON objects and arrays, and the closed fences that hold no JSON, each
    with the word after its opening."""

    values: list[Found]
    fences: list[tuple[str, str]]


def values(text: str) -> list[Any]:
    """Returns the outermost JSON objects and arrays of a text, in order, as `scan` finds them."""
    return [each.value for each in scan(text).values]


def scan(text: str) -> Scanned:
    """Reads a text. What stands after very many brackets that are never closed is not read."""
    with no_collections():
        return _scan(text)


def without_thinking(text: str) -> str:
    """Returns the text without its thinking blocks; a block that is never closed reaches to the end."""
    parts: list[str] = []
    at = 0
    while found := _THINK.search(text, at):
        parts.append(text[at : found.start()])
        end = _THOUGHT.search(text, found.end())
        at = end.end() if end else len(text)
    text = "".join([*parts, text[at:]])
    at = 0
    for closing in (*_THOUGHT.finditer(text), *_LAST.finditer(text)):
        at = max(at, closing.end())
    return text[at:]


def after_thinking(text: str) -> str:
    """Returns a text without the thinking at its beginning."""
    return without_thinking(text).strip() or text if _THINK.match(text.lstrip()) else text


def _scan(text: str) -> Scanned:
    made = Scanned([], [])
    left = _Left(text)
    at, inside = 0, ""
    while next_ := _NEXT.search(text, at):
        mark, at = next_[0], next_.end()
        if mark in "{[":
            try:
                value, at = _value(text, next_.start(), 0, left)
            except Malformed:
                pass
            except _TooMuchWork:
                break
            else:
                made.values.append(Found(value, _is_in_code(text, next_.start())))
        elif mark in ("```", "~~~"):
            if inside:
                inside = "" if mark == inside else inside
            elif _holds_json(text, at):
                inside = mark
            else:
                end = text.find(mark, at)
                info, line, block = text[at : end if end >= 0 else at].partition("\n")
                if line:  # else it is a word between marks
                    made.fences.append((info.strip().partition(" ")[0].lower(), block))
                at = len(text) if end < 0 else end + len(mark)
        elif mark.startswith(("</", "<|")):
            # some servers leave out the opening tag: the text before this was thinking
            made, inside = Scanned([], []), ""
        else:
            thought = _THOUGHT.search(text, at)
            if thought is None:
                break
            at = thought.end()
    return made


def _holds_json(text: str, at: int) -> bool:
    """Whether JSON follows the opening of a fence, and not a program."""
    info, _, inside = text[at : at + _NEAR].partition("\n")
    info, first = info.strip().lower(), inside.lstrip()[:1]
    return info.startswith(("{", "[", "json")) or first == "{" or (first == "[" and info in ("", "text"))


def _is_in_code(text: str, at: int) -> bool:
    before = text[max(0, at - _NEAR) : at].rpartition("\n\n")[2]
    return bool(_CODE_BEFORE.search(before)) or before.count("(") > before.count(")")


def _value(text: str, at: int, depth: int, left: _Left) -> tuple[Any, int]:
    left.spend()
    if depth > MAX_DEPTH:
        raise Malformed
    char = text[at : at + 1]
    if char == "{":
        return _object(text, at + 1, depth, left)
    if char == "[":
        return _array(text, at + 1, depth, left)
    if char == '"':
        return _string(text, at + 1, left)
    if found := _NUMBER.match(text, at):
        return (float(found[0]) if found[1] or found[2] else _integer(found[0])), found.end()
    if found := _WORD.match(text, at):
        return _WORDS[found[0]], found.end()
    raise Malformed


def _integer(digits: str) -> int:
    if len(digits) > 400:  # Python's own limit on long integers is an exception of another kind
        raise Malformed
    return int(digits)


def _skip(text: str, at: int, left: _Left) -> int:
    """Returns the place after white space and comments."""
    while True:
        space = _SPACE.match(text, at)
        at = space.end() if space else at
        ending = _COMMENTS.get(text[at : at + 2])
        if ending is None:
            return at
        found = text.find(ending, at + 2)
        if found < 0 and ending != "\n":  # a line comment may end with the text
            left.pass_over(len(text) - at)
            return at
        end = found + len(ending) if found >= 0 else len(text)
        left.pass_over(end - at)
        at = end


def _object(text: str, at: int, depth: int, left: _Left) -> tuple[dict[str, Any], int]:
    result: dict[str, Any] = {}
    at = _skip(text, at, left)
    while text[at : at + 1] != "}":
        if text[at : at + 1] != '"':
            raise Malformed
        key, at = _string(text, at + 1, left)
        at = _skip(text, at, left)
        if text[at : at + 1] != ":":
            raise Malformed
        result[key], at = _value(text, _skip(text, at + 1, left), depth + 1, left)
        at = _separator(text, at, "}", left)
    return result, at + 1


def _array(text: str, at: int, depth: int, left: _Left) -> tuple[list[Any], int]:
    result: list[Any] = []
    at = _skip(text, at, left)
    while text[at : at + 1] != "]":
        value, at = _value(text, at, depth + 1, left)
        result.append(value)
        at = _separator(text, at, "]", left)
    return result, at + 1


def _separator(text: str, at: int, closing: str, left: _Left) -> int:
    """Returns the place after a comma, which may also come before the closing bracket."""
    at = _skip(text, at, left)
    if text[at : at + 1] == ",":
        return _skip(text, at + 1, left)
    if text[at : at + 1] != closing:
        raise Malformed
    return at


def _string(text: str, at: int, left: _Left) -> tuple[str, int]:
    parts: list[str] = []
    while True:
        found = _PLAIN.match(text, at)
        assert found is not None  # it matches the empty string too
        parts.append(found[0])
        at = found.end()
        if text[at : at + 1] == '"':
            return "".join(parts), at + 1
        escape = text[at + 1 : at + 2]
        if not escape:
            raise Malformed
        left.pass_over(2)
        at += 2
        if escape == "u":
            part, at = _unicode(text, at)
            parts.append(part)
        else:
            # an escape that JSON does not have, as in a regular expression, is kept
            parts.append(_ESCAPES.get(escape, "\\" + escape))


def _unicode(text: str, at: int) -> tuple[str, int]:
    r"""Reads a \uXXXX escape, or two of them for one character; half of a pair becomes the replacement character."""
    found = _HEX4.match(text, at)
    if found is None:
        return "\\u", at
    code, at = int(found[0], 16), found.end()
    if 0xD800 <= code < 0xDC00 and text.startswith("\\u", at) and (low := _HEX4.match(text, at + 2)):
        second = int(low[0], 16)
        if 0xDC00 <= second < 0xE000:
            return chr(0x10000 + ((code - 0xD800) << 10) + (second - 0xDC00)), low.end()
    return ("\ufffd" if 0xD800 <= code < 0xE000 else chr(code)), at
