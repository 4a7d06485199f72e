"""Descriptions as strangers wrote them: split into lines that stay inside a comment, cut with a count, and searched for what all tools of one owner
repeat."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from codemode.catalog.schemas import one_line
from codemode.records import dataclass

MAX_LINES = 200
MIN_SHARED = 40  # characters that are worth a line of their own
MAX_COMPARED = 4000  # characters of a description that are compared with others

_ITEM = re.compile(r"[-*+•]\s|\d{1,3}[.)]\s|[A-Za-z][\w /-]{0,30}:(\s|$)|#")
_SENTENCE_END = re.compile(r"(?<=[.!?:])\s+|\n\s*\n?")


def lines_of(text: str, limit: int) -> tuple[list[str], int]:
    """The paragraphs and list items of a text, each on one line, and how many characters were left out after `limit`."""
    found: list[str] = []
    room, whole = limit, True
    for joined in _joined(text):
        line = one_line(joined, max(room, 1)) if room > 0 else ""
        if not line or len(found) == MAX_LINES:
            whole = False
            break
        found.append(line)
        room -= len(joined)
        if room < 0:
            whole = False
            break
    left = 0 if whole else max(1, len(" ".join(text.split())) - sum(len(line) for line in found))
    return found, left


def _joined(text: str) -> list[str]:
    """Joins lines that were only wrapped; list items keep their lines."""
    found: list[str] = []
    fresh = True
    for line in text.splitlines():
        stripped = " ".join(line.split())
        if not stripped:
            fresh = True
        elif fresh or _ITEM.match(stripped):
            found.append(stripped)
            fresh = False
        else:
            found[-1] += f" {stripped}"
    return found


# --- what several all say ----------------------------------------------------------------------------------------------


@dataclass(slots=True, frozen=True)
class Shared:
    """What the descriptions of some tools of one owner have in common, and by key what each of them says besides."""

    text: str
    rest: Mapping[str, str]


def shared_text(descriptions: Mapping[str, str]) -> list[Shared]:
    """For the descriptions of one owner's tools, by key: the sentences with which several begin or end. Every key is in at most one of them."""
    found: list[Shared] = []
    left = dict(descriptions)
    for end in (0, -1):
        groups: dict[str, list[tuple[str, str]]] = {}
        for key, text in left.items():
            parts = _sentences(text)
            if parts:
                groups.setdefault(_plain(parts[end]), []).append((key, text))
        for members in groups.values():
            made = _common(members) if len(members) > 1 else None
            if made is not None:
                found.append(made)
                left = {key: text for key, text in left.items() if key not in made.rest}
    return found


def _common(texts: Sequence[tuple[str, str]]) -> Shared | None:
    split = [_sentences(text) for _, text in texts]
    plain = [[_plain(part) for part in parts] for parts in split]
    shortest = min(len(parts) for parts in plain)
    lead = 0
    while lead < shortest and len({parts[lead] for parts in plain}) == 1:
        lead += 1
    trail = 0
    while trail < shortest - lead and len({parts[-1 - trail] for parts in plain}) == 1:
        trail += 1
    first = split[0]
    both = [*first[:lead], *(first[len(first) - trail :] if trail else [])]
    told = "".join(both).strip()
    if len(told) < MIN_SHARED:
        return None
    rest = {
        key: "".join(parts[lead : len(parts) - trail]).strip() for (key, _), parts in zip(texts, split, strict=True)
    }
    return Shared(told, rest)


def _sentences(text: str) -> list[str]:
    """The sentences of a text with the space after them: together they are the text again."""
    head, tail = text[:MAX_COMPARED], text[MAX_COMPARED:]
    found: list[str] = []
    start = 0
    for end in _SENTENCE_END.finditer(head):
        found.append(head[start : end.end()])
        start = end.end()
    last = head[start:] + tail
    return [*found, last] if last else found


def _plain(sentence: str) -> str:
    return " ".join(sentence.split())
