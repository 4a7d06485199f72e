"""Schemas that are built when they are first read: a large document has a thousand tools, and a program calls three of them."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import chain, islice
from typing import Any, cast

from codemode.catalog.combined import MAX_PARTS, flat
from codemode.catalog.schemas import NOTHING, Schema, alternatives, as_schema, properties, required

log = logging.getLogger("codemode")

Make = Callable[[], Schema]
MAX_MADE = 300  # made schemas that are kept; a program may ask for all of a catalog, one after the other
SHALLOW, MAX_SHALLOW = 2, 1000  # levels of properties, and how many of them
_TOLD_SHALLOW = ("type", "format", "enum", "contentEncoding")


class Deferred(Mapping[str, Any]):
    """A schema that `make` builds in full, without references into a larger document.

    `outline` is what its author wrote, with references into a document that nobody is to walk through: for who reads a few names of many tools. Two
    with one `digest` are the same.
    """

    __slots__ = ("_made", "_make", "digest", "outline")

    def __init__(self, make: Make, outline: Schema, digest: str) -> None:
        self._make = make
        self._made: Schema | None = None
        self.digest = digest
        self.outline = outline

    @property
    def whole(self) -> Schema:
        made = self._made
        if made is None:
            try:
                made = self._make()
            except Exception as odd:  # a document that nobody foresaw must not end every program that may name the tool
                log.warning("a schema could not be made, and allows everything: %r", odd)
                made = NOTHING
            self._made = made
            _made.append(self)
            while len(_made) > MAX_MADE:
                with suppress(IndexError):  # another thread has made it
                    _made.popleft()._made = None
        return made

    def then(self, change: Callable[[Schema], Schema]) -> Deferred:
        """Returns the same schema with a change that is applied when it is made."""
        return Deferred(lambda: change(self.whole), self.outline, self.digest)

    def fill(self, schema: Schema) -> None:
        """Takes the schema that another process has built."""
        self._make, self._made = lambda: schema, schema

    def __getitem__(self, key: str) -> Any:
        return self.whole[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.whole)

    def __len__(self) -> int:
        return len(self.whole)

    def __deepcopy__(self, memo: object) -> Deferred:
        return self  # it is never changed


_made: deque[Deferred] = deque()


def whole(schema: Schema) -> dict[str, Any]:
    """Returns the schema as a plain object, for the validator and for JSON."""
    return cast("dict[str, Any]", schema.whole if isinstance(schema, Deferred) else schema)


def outline_of(schema: Schema | None) -> Schema:
    """Returns the schema for readers that need only some names of it."""
    return schema.outline if isinstance(schema, Deferred) else as_schema(schema)


def identity(schema: Schema | None) -> object:
    """Returns plain data that identifies the schema."""
    return schema.digest if isinstance(schema, Deferred) else schema


def shallow(schema: Schema) -> dict[str, Any]:
    """Returns the names and kinds of the first levels of an outline, at most of MAX_SHALLOW parts."""
    left, merges = MAX_SHALLOW, [MAX_PARTS]

    def of(schema: Schema, levels: int) -> dict[str, Any]:
        nonlocal left
        schema = flat(schema, root, merges)
        made: dict[str, Any] = {word: schema[word] for word in _TOLD_SHALLOW if word in schema}
        if not levels or left <= 0:
            return made
        options = [flat(option, root, merges) for option in alternatives(schema, 8)]
        members = dict(islice(chain.from_iterable(properties(each).items() for each in (*options, schema)), left))
        left -= len(members)
        if members:
            made["properties"] = {name: of(member, levels - 1) for name, member in members.items()}
            made["required"] = sorted(required(schema))
        return made

    root = schema
    return of(schema, SHALLOW)
