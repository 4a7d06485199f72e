"""What is kept of tools is bounded, also when a program asks for all of a large catalog."""

from __future__ import annotations

from codemode.catalog import Catalog, ToolEntry
from codemode.catalog.lru_cache import MOST_KEPT, LruCache


def test_the_latest_are_kept() -> None:
    made: list[int] = []
    latest = LruCache[int](2)
    for key in (1, 2, 1, 3, 1, 2):
        assert latest.get(key, lambda key=key: made.append(key) or key) == key
    assert made == [1, 2, 3, 2]
    latest.forget(2)
    assert len(latest) == 1


def test_a_catalog_whose_tools_are_all_asked_for_keeps_a_few_validators() -> None:
    entries = [
        ToolEntry(f"function:a:t{n}", f"a.t{n}", output_schema={"type": "string"}) for n in range(MOST_KEPT + 50)
    ]
    catalog = Catalog(entries)
    for entry in entries:
        assert catalog.input_checker(entry).problems({}) == []
        assert catalog.output_checker(entry).problems("x") == []
        assert catalog.shape(entry.name) is catalog.shape(entry.name)
        assert catalog.declaration(entry)
    for kept in (catalog._checkers, catalog._shapes, catalog._declarations):
        assert len(kept) == MOST_KEPT
