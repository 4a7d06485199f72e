"""The statistics of a cache as OpenTelemetry metrics, for hosts that collect them. Nothing here is imported unless it is asked for."""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from typing import Any

from codemode.errors import ConfigError
from codemode.tool_cache.cache import ToolCache

LOOKUPS = "codemode.cache.lookups"
SIZE = "codemode.cache.selections"
_KINDS = ("specs", "selection", "program")


def instrument(cache: ToolCache, *, name: str = "default", meter_provider: Any = None) -> None:
    """Observes a cache: the counter `codemode.cache.lookups`, by `cache` (specs, selection, program) and `hit`, and the gauge
    `codemode.cache.selections`. `name` tells several caches of one process apart.

    Uses opentelemetry-api and the global meter provider, if no other is given. Raises ConfigError when opentelemetry-api is not installed.
    """
    try:
        from opentelemetry import metrics
    except ImportError as error:
        raise ConfigError("metrics need the package opentelemetry-api, and an SDK that collects them") from error
    # a weak reference, because the instruments live as long as the provider and must not keep the cache alive
    find = weakref.ref(cache)

    def lookups(_: Any) -> Iterable[metrics.Observation]:
        observed = find()
        if observed is None:
            return
        stats = observed.stats()
        for kind in _KINDS:
            for hit, count in ((True, getattr(stats, f"{kind}_hits")), (False, getattr(stats, f"{kind}_misses"))):
                yield metrics.Observation(count, {"cache": kind, "hit": hit, "codemode.cache.name": name})

    def size(_: Any) -> Iterable[metrics.Observation]:
        observed = find()
        if observed is not None:
            yield metrics.Observation(observed.stats().selection_size, {"codemode.cache.name": name})

    meter = metrics.get_meter("codemode", meter_provider=meter_provider)
    meter.create_observable_counter(
        LOOKUPS, [lookups], unit="{lookup}", description="Look-ups in the caches of codemode"
    )
    meter.create_observable_gauge(SIZE, [size], unit="{selection}", description="Selections of tools that are kept")
