"""Pauses garbage collection for code that makes many objects which are not garbage.

One call of C that makes many lists may take six times as long with it: a collection begins after every 700 of them, and nothing else runs
meanwhile.
"""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def no_collections() -> Generator[None]:
    """Pauses garbage collection in this block, which makes no garbage: searching for some would take most of its time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def all_grown_old() -> None:
    """Moves every object to the oldest generation of the garbage collector, without looking at it. Imported modules stay anyway, and the first
    collections after an import would look at all of them. Garbage among the objects is found by the next full collection."""
    if gc.get_freeze_count() == 0:  # or what the host has frozen would be thawed
        gc.freeze()
        gc.unfreeze()
