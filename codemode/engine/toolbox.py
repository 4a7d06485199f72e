"""The tools of some sources as one catalog, the guest library over it, and the way from a tool back to its source."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from codemode.catalog import Catalog, ToolEntry, unique_ids
from codemode.catalog.lru_cache import LruCache
from codemode.catalog.namespaces import Namespaces, Offered, offers_version
from codemode.catalog.taming import changed
from codemode.errors import ConfigError

if TYPE_CHECKING:
    from codemode.catalog import Policy
    from codemode.engine.natives.library import GuestLibrary

log = logging.getLogger("codemode")

Listing = Sequence[Sequence[ToolEntry]]  # for each source what it listed
_KEPT = 32


class Toolbox:
    """A catalog and the namespaces over it, fixed when it is made. `source_of` tells which source (by its place in the list) has a tool.

    `version` is a hash of everything a program can see. `withheld` are the names of the namespaces that the caller does not get.
    """

    withheld: tuple[str, ...] = ()

    def __init__(
        self, listing: Listing, absent: Iterable[str] = (), notes: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """`absent` and `notes` are those of `Listings`."""
        _check_servers(listing)
        tagged = [(at, entry) for at, entries in enumerate(listing) for entry in entries if not entry.is_control]
        entries = unique_ids(entry for _, entry in tagged)
        self._sources = {entry.id: at for (at, _), entry in zip(tagged, entries)}
        self._set_catalog(Catalog(entries, absent))
        self.whole = self.catalog
        self.notes = notes

    def _set_catalog(self, catalog: Catalog, offers: tuple[Offered, ...] = ()) -> None:
        self.catalog = catalog
        self.namespaces = offers
        self.version = f"{catalog.version}{offers_version(offers)}"

    @cached_property
    def library(self) -> GuestLibrary:
        """The names that programs can use without declaring them."""
        from codemode.engine.natives.library import GuestLibrary  # a host whose programs run in workers needs none

        return GuestLibrary(self.catalog, self.namespaces)

    def __deepcopy__(self, memo: object) -> Toolbox:
        return self  # nobody can change it

    def source_of(self, entry: ToolEntry) -> int:
        return self._sources[entry.id]

    def by_source(self) -> dict[str, int]:
        """The number of tools of each kind of source."""
        return dict(Counter(entry.source for entry in self.whole.entries))

    def seen_by(self, policy: Policy | None, agent: str, session: str) -> Toolbox:
        """The toolbox without the tools that the policy denies to the caller; `whole` still knows them."""
        if policy is None:
            return self
        catalog = self.catalog.select(lambda e: policy.shows(e, agent, session))
        if catalog is self.catalog:
            return self
        seen = self._like()
        seen._set_catalog(catalog)
        return seen

    def _like(self) -> Toolbox:
        """A toolbox of the same sources; its catalog is set afterwards."""
        made = object.__new__(Toolbox)
        made._sources, made.whole, made.notes = self._sources, self.whole, self.notes
        return made

    def filled_in(self) -> Toolbox:
        """The toolbox for a host whose hooks may fill in arguments: programs may leave required arguments out."""
        made = self._like()
        entries = [changed(entry, filled_in=True) for entry in self.whole.listed]
        made._set_catalog(Catalog(entries, self.whole.absent))
        made.whole = made.catalog
        return made

    def offering(self, namespaces: Namespaces) -> Toolbox:
        """The toolbox with the registered namespaces whose required tools exist."""
        offers, withheld = namespaces.offered(self.whole, self.catalog)
        for name, why in withheld.items():
            log.info("namespace %s is not offered: %s", name, why)
        if not offers and not withheld:
            return self
        made = self.with_offers(offers)
        made.withheld = tuple(withheld)
        return made

    @classmethod
    def received(
        cls, version: str, entries: Iterable[ToolEntry], absent: Iterable[str], offers: tuple[Offered, ...]
    ) -> Toolbox:
        """The toolbox of another process, which has sent it."""
        made = object.__new__(cls)
        made._sources, made.notes = {}, {}
        made.catalog = made.whole = Catalog(entries, absent, version=version)
        made.namespaces, made.version = offers, version
        return made

    def with_offers(self, offers: tuple[Offered, ...]) -> Toolbox:
        """The toolbox with just these namespaces."""
        made = self._like()
        made._set_catalog(self.catalog, offers)
        return made


def _check_servers(listing: Listing) -> None:
    """A tool of an MCP server is only called by its name, so two sources must not have servers of the same name."""
    owners: dict[str, int] = {}
    for at, entries in enumerate(listing):
        for entry in entries:
            server = entry.name.rpartition(".")[0]
            if entry.is_mcp and owners.setdefault(server, at) != at:
                raise ConfigError(f"two sources have an MCP server that programs call {server}: give one another name")


# toolboxes of sources that always list the same tuple of tools, so that a run does not pay for building them
_toolboxes: LruCache[tuple[Listing, Toolbox]] = LruCache(_KEPT)


def toolbox_of(
    listing: Listing, absent: tuple[str, ...] = (), notes: Mapping[str, str] = MappingProxyType({})
) -> Toolbox:
    """The toolbox of what the sources listed; the same one for the same tuples."""
    # by identity; what is kept holds the tuples, so that an id is not used again
    key = (*(id(entries) for entries in listing), absent, *notes.items())
    return _toolboxes.get(key, lambda: (listing, Toolbox(listing, absent, notes)))[1]
