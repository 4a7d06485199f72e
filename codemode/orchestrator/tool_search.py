"""Who finds tools for the model: the catalog's own search, or the searches that sources bring, such as that of a UTCP client."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import zip_longest
from typing import Literal, Protocol, runtime_checkable

from codemode.catalog import Catalog, ToolEntry
from codemode.engine.among_tools import among_tools
from codemode.engine.protocols import ToolSource
from codemode.errors import ConfigError
from codemode.orchestrator.problems import first_line

SearchName = Literal["catalog", "client"]
SEARCH_SECONDS = 10.0  # that one search of a source may take

Search = Callable[[str, int], Awaitable[list[ToolEntry]]]  # a query, and how many tools it gives at most


@runtime_checkable
class Searching(Protocol):
    """A source that has a search of its own over its tools."""

    def searches(self, tool: ToolEntry) -> bool:
        """Whether the tool is one that the search may find."""
        ...

    async def search(self, query: str, limit: int) -> Sequence[str]:
        """The names of the tools that fit best, the best first. May raise anything."""
        ...


class Searches:
    """The search of one request: "catalog" is the catalog's own, "client" that of the sources which have one.

    Tools of other sources are found by the catalog's search, and so are all when a source cannot search; `notes` says why. What a source finds
    that the catalog does not have, or the caller may not use, is left out.
    """

    def __init__(self, catalog: Catalog, sources: Sequence[Searching], seconds: float = SEARCH_SECONDS) -> None:
        self._catalog = catalog
        self._seconds = seconds
        self._sources = sources
        self.notes: list[str] = []

    async def __call__(self, query: str, limit: int) -> list[ToolEntry]:
        found = [await self._search(source, query, limit) for source in self._sources]
        if not found or None in found:
            return await self._in_catalog(query, limit)
        others = [tool for tool in await self._in_catalog(query, len(self._catalog)) if not self._is_searched(tool)]
        return by_turns([*(each for each in found if each is not None), others])[:limit]

    async def _in_catalog(self, query: str, limit: int) -> list[ToolEntry]:
        return await among_tools(self._catalog, lambda: self._catalog.search(query, limit))

    def _is_searched(self, tool: ToolEntry) -> bool:
        return any(source.searches(tool) for source in self._sources)

    async def _search(self, source: Searching, query: str, limit: int) -> list[ToolEntry] | None:
        try:
            async with asyncio.timeout(self._seconds):
                names = await source.search(query, limit)
        except TimeoutError:
            why = f"no answer within {self._seconds:g} s"
        except Exception as odd:
            why = first_line(str(odd)) or type(odd).__name__
        else:
            tools = (self._catalog.get(name) for name in names)
            return once(tool for tool in tools if tool is not None and source.searches(tool))[:limit]
        told = f"the client's search failed ({why}): the catalog's own search was used"
        if told not in self.notes:
            self.notes.append(told)
        return None


def checked_search(search: str, sources: Sequence[ToolSource]) -> list[Searching]:
    """The sources whose own search is to be used. Raises ConfigError."""
    if search == "catalog":
        return []
    if search != "client":
        raise ConfigError(f'search must be "catalog" or "client", not {search!r}')
    having: list[Searching] = [source for source in sources if isinstance(source, Searching)]
    if not having:
        raise ConfigError('search="client" needs a UTCP client: none of the sources has a search of its own')
    return having


def by_turns(lists: Iterable[Sequence[ToolEntry]]) -> list[ToolEntry]:
    """The first of each list, then the second of each, and so on; each tool once."""
    return once(tool for turn in zip_longest(*lists) for tool in turn if tool is not None)


def once(entries: Iterable[ToolEntry]) -> list[ToolEntry]:
    """Each tool once, where it came first."""
    return list({entry.id: entry for entry in entries}.values())
