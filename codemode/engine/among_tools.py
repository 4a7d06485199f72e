"""Where work over all tools of a catalog is done: the first search of many tools makes an index, which takes seconds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from codemode.catalog import Catalog
from codemode.engine.background import running_loop
from codemode.engine.threads import in_thread

T = TypeVar("T")

MANY_TOOLS = 200  # of a catalog in which a search, or a look at all tools, may take long


async def among_tools(catalog: Catalog, work: Callable[[], T]) -> T:
    """Runs `work`; in a thread if there are many tools, so that the event loop is not blocked. Others may wait there for the same index."""
    return await in_thread(work) if len(catalog) > MANY_TOOLS and running_loop() is not None else work()
