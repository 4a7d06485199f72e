"""Chooses what a model sees of the catalog: everything if it fits, else the best tools for the request, other owners, and a way to search."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from codemode import prompts
from codemode.catalog import Catalog, ToolEntry
from codemode.catalog.index import inert
from codemode.engine.languages import GO
from codemode.orchestrator.outcome import PipelineName, WayName
from codemode.orchestrator.reference import REFERENCE_BUDGET, Shapes, reference_fits, tool_list, tool_reference
from codemode.orchestrator.tool_search import Search, by_turns, once

SEARCH_ROUNDS = 2  # searches before the model has to answer
MAX_QUERIES = 8  # of one round, and parts of a request that are searched for one by one
MAX_QUERY = 200  # characters
MAX_REQUEST = 4_000  # characters of a request that are divided into parts
OWNERS_BUDGET = 2_000  # bytes of the overview of owners

_BETWEEN = re.compile(r"[.!?;:,\n]\s|\b(?:and|then)\b|[。、，；！？]")  # parts of a request


class Candidates:
    """The tools for one request: all in the catalog's order, or the best first, once `rank` has been called.

    `complete` tells whether these are all tools of the catalog. `searches` lists what the model has searched for, and how much was found.
    """

    def __init__(
        self,
        catalog: Catalog,
        find: Search,
        limit: int,
        *,
        complete: bool,
        observed: Shapes | None = None,
        language: str = GO,
    ) -> None:
        self.catalog = catalog
        self.complete = complete
        self.observed = observed
        self.language = language
        self.searches: list[str] = []
        self.tools: list[ToolEntry] = list(catalog.entries) if complete else []
        self._find = find
        self._limit = limit
        self._rounds = 0 if complete else SEARCH_ROUNDS

    async def rank(self, request: str) -> None:
        """Fills `tools` for a request, ranked by `find`."""
        ranked = await self._find(request, len(self.catalog) if self.complete else self._limit)
        if self.complete:
            self.tools = once([*ranked, *self.catalog.entries])
            return
        # tools for one part of the request, which may be nearly the same, leave places for those of its other parts
        places = self._limit // 2
        found = [await self._find(part, places) for part in _parts(request)] if places else []
        ranked = [*by_turns(found)[:places], *ranked]
        self.tools = once([*ranked, *_siblings(self.catalog, ranked)])[: self._limit]

    @property
    def may_search(self) -> bool:
        return self._rounds > 0

    async def search(self, queries: Sequence[str]) -> None:
        """Puts the tools that the queries find in front."""
        self._rounds -= 1
        asked = [query.strip()[:MAX_QUERY] for query in queries if query.strip()][:MAX_QUERIES]
        found = [await self._find(query, self._limit) for query in asked]
        self.searches += [f"{inert(query, 80)!r}: {len(tools)} found" for query, tools in zip(asked, found)]
        # each query contributes the same number
        self.tools = once([*by_turns(found)[: self._limit], *self.tools])[: 2 * self._limit]

    # --- as text ------------------------------------------------------------------------------------------------------

    def listed(self) -> str:
        """Returns one line for each tool, for the questions whether tools are needed and which."""
        listed = (
            tool_list(self.tools, len(self.catalog), self.language)
            if self.tools
            else "(no tool has the words of the request; it may be in another language than the tools)"
        )
        return self._with_owners(listed)

    def reference(self, tools: Sequence[ToolEntry]) -> str:
        """Returns everything that a model needs to write code with these tools."""
        return tool_reference(self.catalog, tools, REFERENCE_BUDGET, self.observed, self.language)

    def whole_reference(self) -> str:
        """Returns the reference of all candidates, for the single question."""
        return self._with_owners(self.reference(self.tools))

    def search_text(self) -> str:
        """Returns how to search, or "" if the model may not search any more."""
        if not self.searches and not self.may_search:
            return ""
        made = f"You searched for {'; '.join(self.searches)}." if self.searches else ""
        return prompts.render("search", made=made).strip() if self.may_search else made

    def _with_owners(self, text: str) -> str:
        if self.complete:
            return text
        return f"{text}\n\nAll {len(self.catalog)} tools, by owner: {owners_text(self.catalog)}"


def way_of(pipeline: PipelineName, catalog: Catalog, language: str) -> WayName:
    """Returns how the model is asked about these tools: `pipeline`, or the way that "auto" chooses."""
    if pipeline != "auto":
        return pipeline
    return "single" if reference_fits(catalog, language) else "staged"


def owners_text(catalog: Catalog) -> str:
    """Returns owners with their number of tools, as in `math (2), shop (340)`, the largest first, within OWNERS_BUDGET; the others are counted."""
    counts: Counter[str] = Counter()
    for owner, count in Counter(map(_owner, catalog.entries)).items():
        counts[inert(owner, 60)] += count
    parts = [f"{owner} ({count})" for owner, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))]
    room, shown = OWNERS_BUDGET, 0
    for part in parts:
        room -= len(part.encode()) + 2
        if room < 0:
            break
        shown += 1
    left = f", and {len(parts) - shown} more owners" if shown < len(parts) else ""
    return ", ".join(parts[:shown]) + left


def _parts(request: str) -> list[str]:
    """Returns the parts of a request that consists of several sentences or clauses."""
    parts = [part.strip()[:MAX_QUERY] for part in _BETWEEN.split(request[:MAX_REQUEST]) if " " in part.strip()]
    return parts[:MAX_QUERIES] if len(parts) > 1 else []


def _owner(entry: ToolEntry) -> str:
    """Returns the owner of a tool: what its name begins with, else its source."""
    return entry.name.rpartition(".")[0] or entry.source_name or entry.source


def _siblings(catalog: Catalog, ranked: Sequence[ToolEntry]) -> Iterator[ToolEntry]:
    """Adds other tools of the same owners, because a step of a plan may share no word with the request."""
    owners = {_owner(entry) for entry in ranked}
    return (entry for entry in catalog.entries if _owner(entry) in owners)
