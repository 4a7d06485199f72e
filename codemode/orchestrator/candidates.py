"""What a model is shown of the catalog: all of it where it fits, else what ranks best for the request, who owns the rest, and a way to search it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest

from codemode import prompts
from codemode.catalog import Catalog, ToolEntry
from codemode.catalog.index import inert
from codemode.engine.languages import GO
from codemode.orchestrator.outcome import PipelineName, WayName
from codemode.orchestrator.reference import (
    LIST_BUDGET,
    REFERENCE_BUDGET,
    Shapes,
    list_fits,
    reference_fits,
    tool_list,
    tool_reference,
)
from codemode.orchestrator.searching import Search, once

SEARCH_ROUNDS = 2  # how often a model may search before it has to answer
MAX_QUERIES = 8  # of one round
MAX_QUERY = 200  # characters
OWNERS_BUDGET = 2_000  # bytes of the overview of owners


class Candidates:
    """The tools that one request is about, best first. `complete`: they are all the tools there are.

    `searches` says what the model has searched for, and how much was found.
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
        self.tools: list[ToolEntry] = []
        self._find = find
        self._limit = limit
        self._rounds = 0 if complete else SEARCH_ROUNDS

    @classmethod
    async def of(
        cls,
        catalog: Catalog,
        request: str,
        find: Search,
        limit: int,
        *,
        complete: bool,
        observed: Shapes | None = None,
        language: str = GO,
    ) -> Candidates:
        """The candidates for a request, which `find` ranks."""
        made = cls(catalog, find, limit, complete=complete, observed=observed, language=language)
        ranked = await find(request, len(catalog) if complete else limit)
        rest = catalog.entries if complete else _siblings(catalog, ranked)
        whole = once([*ranked, *rest])
        made.tools = whole if complete else whole[:limit]
        return made

    @property
    def may_search(self) -> bool:
        return self._rounds > 0

    async def search(self, queries: Sequence[str]) -> None:
        """Puts the tools that were found first."""
        self._rounds -= 1
        asked = [query.strip()[:MAX_QUERY] for query in queries if query.strip()][:MAX_QUERIES]
        found = [await self._find(query, self._limit) for query in asked]
        self.searches += [f"{inert(query, 80)!r}: {len(tools)} found" for query, tools in zip(asked, found)]
        # each query gets its share
        turns = (tool for turn in zip_longest(*found) for tool in turn if tool is not None)
        self.tools = once([*islice(once(turns), self._limit), *self.tools])[: 2 * self._limit]

    # --- as text ------------------------------------------------------------------------------------------------------

    def listed(self) -> str:
        """A line for each tool, for the questions whether and which."""
        listed = (
            tool_list(self.tools, len(self.catalog), language=self.language)
            if self.tools
            else "(none of them fits the request by its words)"
        )
        return self._with_owners(listed)

    def reference(self, tools: Sequence[ToolEntry], budget: int = REFERENCE_BUDGET) -> str:
        """Everything that a model needs to write code with some tools."""
        return tool_reference(self.catalog, tools, budget, self.observed, self.language)

    def whole_reference(self) -> str:
        """The same for all candidates, for the single question."""
        return self._with_owners(self.reference(self.tools))

    def search_text(self) -> str:
        """How to search, if the model still may; "" if not."""
        if not self.searches and not self.may_search:
            return ""
        made = f"You searched for {'; '.join(self.searches)}." if self.searches else ""
        return prompts.render("search", made=made).strip() if self.may_search else made

    def _with_owners(self, text: str) -> str:
        if self.complete:
            return text
        return f"{text}\n\nAll {len(self.catalog)} tools, by owner: {owners_text(self.catalog)}"


def fits_single(catalog: Catalog, language: str = GO) -> bool:
    """Whether one question can hold everything: the whole reference is within its budget."""
    return reference_fits(catalog.entries, REFERENCE_BUDGET, language)


def way_of(pipeline: PipelineName, catalog: Catalog, language: str) -> WayName:
    """How a request over these tools is asked, where `pipeline` leaves it open."""
    if pipeline != "auto":
        return pipeline
    return "single" if fits_single(catalog, language) else "staged"


def fits_list(catalog: Catalog) -> bool:
    """Whether all tools can be listed."""
    return list_fits(catalog.entries, LIST_BUDGET)


def owners_text(catalog: Catalog, budget: int = OWNERS_BUDGET) -> str:
    """`math (2), shop (340)`, the largest first, within `budget` bytes; what does not fit is counted."""
    counts: dict[str, int] = {}
    for entry in catalog.entries:
        owner = inert(_owner(entry), 60)
        counts[owner] = counts.get(owner, 0) + 1
    parts = [f"{owner} ({count})" for owner, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))]
    room, shown = budget, 0
    for part in parts:
        room -= len(part.encode()) + 2
        if room < 0:
            break
        shown += 1
    left = f", and {len(parts) - shown} more owners" if shown < len(parts) else ""
    return ", ".join(parts[:shown]) + left


def _owner(entry: ToolEntry) -> str:
    """What the names of its tools begin with, else who gives the tool."""
    return entry.name.rpartition(".")[0] or entry.source_name or entry.source


def _siblings(catalog: Catalog, ranked: Sequence[ToolEntry]) -> Iterator[ToolEntry]:
    """Other tools of the owners of those that rank: one step of a plan may share no word with the request."""
    owners = {_owner(entry) for entry in ranked}
    return (entry for entry in catalog.entries if _owner(entry) in owners)
