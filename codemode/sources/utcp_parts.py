"""The manuals of a UTCP client, which are listed separately: an unreachable one does not affect the others, and is tried again."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from codemode.catalog import ToolEntry
from codemode.engine.presets import Presets
from codemode.errors import ToolSourceError
from codemode.sources.utcp_results import address

_List = Callable[["Manual"], Awaitable[Sequence[ToolEntry]]]


class Changes:
    """Counts how often manuals of a client were added or removed."""

    def __init__(self) -> None:
        self.count = 0


_changes: WeakKeyDictionary[Any, Changes] = WeakKeyDictionary()


def changes_of(client: Any) -> Changes:
    """Returns the count for a client. From now on the client's own methods change it, so that a new manual is seen at once."""
    found = _changes.get(client)
    if found is None:
        found = _changes[client] = Changes()
        for name in ("register_manual", "deregister_manual"):
            plain = getattr(client, name, None)
            if plain is not None:
                setattr(client, name, _counting(plain, found))
    return found


def _counting(plain: Callable[..., Awaitable[Any]], changes: Changes) -> Callable[..., Awaitable[Any]]:
    async def counted(*args: Any, **named: Any) -> Any:
        try:
            return await plain(*args, **named)
        finally:
            changes.count += 1

    return counted


def registered_name(template: Any) -> str:
    """Returns the name under which UTCP registers a manual."""
    return re.sub(r"\W", "_", template.name)


class Manual:
    """A part of a source: one manual of the client's configuration, or (without a template) all its other manuals."""

    def __init__(self, template: Any, list_it: _List, changes: Changes, preset: Mapping[str, Any] | None) -> None:
        self.template = template
        self.prefix = registered_name(template) if template is not None else ""
        url = getattr(template, "url", "")
        where = f" at {address(url)}" if isinstance(url, str) and url else ""
        self.name = f"manual {self.prefix!r}{where}" if template is not None else "the UTCP client"
        self.presets = Presets(preset)
        self.failure = ""  # why the last listing failed
        self.was_registered = False  # a manual that the host has removed is not registered again
        self._list = list_it
        self._changes = changes

    @property
    def generation(self) -> int:
        return self._changes.count

    def known_tools(self) -> None:
        """Returns None: only the client's repository knows the tools."""
        return

    async def list_tools(self) -> Sequence[ToolEntry]:
        """Raises ToolSourceError."""
        try:
            listed = await self._list(self)
        except ToolSourceError as odd:
            self.failure = odd.message
            raise
        self.failure = ""
        return listed
