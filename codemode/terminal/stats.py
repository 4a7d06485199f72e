"""`codemode stats`: how the caches work for a set of tools."""

from __future__ import annotations

import json as json_
from collections import Counter
from collections.abc import Mapping
from typing import Any

from codemode.engine import Engine
from codemode.terminal.exits import DONE
from codemode.terminal.inputs import ToolFiles, open_sources
from codemode.terminal.json_output import put


async def show_stats(files: ToolFiles, *, json: bool) -> int:
    """Lists the tools twice, as the first two prompts of an app would, and prints the statistics of the caches.

    Caches live in the process that uses them; `CodeModeUTCP.cache_stats()` has the numbers of a running app.
    """
    files.needed()
    async with open_sources(files) as sources:
        engine = Engine(sources, isolation="inline")  # it runs nothing
        async with engine:
            await engine.catalog()
            catalog = await engine.catalog()
            cache = engine.cache
            told: dict[str, Any] = {
                "tools": len(catalog),
                "sources": dict(Counter(entry.source_name or entry.source for entry in catalog.entries)),
                "specs_ttl_seconds": cache.specs_ttl,
                "selection_ttl_seconds": cache.selection_ttl,
                "cache": cache.stats().as_dict(),
            }
    if json:
        put(json_.dumps(told, ensure_ascii=False))
        return DONE
    print(f"{told['tools']} tools: {', '.join(f'{name} {count}' for name, count in told['sources'].items())}")
    print(f"specs are kept for {cache.specs_ttl:g} s, selections for {cache.selection_ttl:g} s")
    print(stats_text(told["cache"]))
    return DONE


def stats_text(cache: Mapping[str, Any]) -> str:
    """Returns the counts of the caches, one line for each."""
    return "\n".join(
        f"{name}: {cache[f'{name}_hits']} hits, {cache[f'{name}_misses']} misses, rate {cache[f'{name}_hit_rate']:.2f}"
        for name in ("specs", "selection", "program")
    )
