"""Limits on what a program may request of the host at once, by kind of request. A request is checked before it leaves the program, and again by
the host, which does not trust workers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from codemode.records import dataclass

REQUEST_STEPS = (
    1000  # of the program's budget, for requests to the host itself, so that the host does not work for free
)
MAX_NAME = 1000  # bytes; no tool that can be called has a longer name
MAX_NOTE = 4000
BYTES_URL = "data:application/octet-stream;base64,"  # what bytes that leave the program begin with
SHARE = 4  # a program may pass at most a quarter of its memory at once, and in all its open calls together


@dataclass(slots=True, frozen=True)
class Text:
    """A text field of a request: its key, its name in messages, and its maximum size in bytes."""

    name: str
    what: str
    most: int


TOOL = Text("tool", "the name of a tool", MAX_NAME)
NOTE = Text("reason", "the reason of yield_control", MAX_NOTE)

_ID = Text("id", "the id of a result", MAX_NAME)
_KEY = Text("key", "a key of the store", MAX_NAME)
TEXTS: Mapping[tuple[str, str], Text] = {
    ("search", "search"): Text("query", "a search query", 4000),
    ("describe", "describe"): Text("id", "the name of a tool", MAX_NAME),
    ("api", "list"): Text("prefix", "the beginning of a path", MAX_NAME),
    ("api", "read"): Text("path", "a path", MAX_NAME),
    ("results", "load"): _ID,
    ("results", "delete"): _ID,
    ("store", "save"): _KEY,
    ("store", "load"): _KEY,
}


def too_long(text: Text, given: bytes) -> str:
    """The problem with a text, "" if there is none."""
    return f"{text.what} has {len(given)} bytes; the limit is {text.most}" if len(given) > text.most else ""


def too_long_in(kind: str, tool: str, request: Mapping[str, Any]) -> str:
    """The problem with a request that has left the program, "" if there is none."""
    text = TEXTS.get((kind, tool))
    return too_long(text, str(request[text.name]).encode("utf-8", "replace")) if text is not None else ""


def too_much(size: int, most: int) -> str:
    return f"{size} bytes at once; the limit is {most}"
