"""Statistics as OpenTelemetry metrics, read by the SDK as a host would."""

from __future__ import annotations

import gc
import subprocess
import sys
from typing import Any

import pytest
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader

from codemode import CodeModeUTCP, FunctionSource, ToolCache
from codemode.tool_cache.metrics import LOOKUPS, SIZE, instrument

pytestmark = pytest.mark.anyio


def observed(reader: InMemoryMetricReader) -> dict[str, dict[tuple[Any, ...], Any]]:
    """Values by metric, then by the values of the attributes."""
    data = reader.get_metrics_data()
    if data is None:
        return {}
    found = [m for resource in data.resource_metrics for scope in resource.scope_metrics for m in scope.metrics]
    return {m.name: {tuple(dict(p.attributes or {}).values()): p.value for p in m.data.data_points} for m in found}  # type: ignore[union-attr]


async def test_counts_are_observed() -> None:
    reader = InMemoryMetricReader()
    provider = MeterProvider(metric_readers=[reader])
    cache = ToolCache()
    instrument(cache, name="ours", meter_provider=provider)
    async with CodeModeUTCP(None, None, sources=[FunctionSource([len])], cache=cache) as cm:
        for _ in range(3):
            await cm.execute("__out = 1")
        values = observed(reader)
        assert values[LOOKUPS] == {
            ("specs", True, "ours"): 2,
            ("specs", False, "ours"): 1,
            ("selection", True, "ours"): 0,
            ("selection", False, "ours"): 0,
            ("program", True, "ours"): 2,
            ("program", False, "ours"): 1,
        }
        assert values[SIZE] == {("ours",): 0}
        await cm.execute("__out = 1")
        assert observed(reader)[LOOKUPS]["program", True, "ours"] == 3
    provider.shutdown()


async def test_a_cache_that_is_gone_is_not_kept_alive_and_no_longer_observed() -> None:
    reader = InMemoryMetricReader()
    provider = MeterProvider(metric_readers=[reader])
    cache = ToolCache()
    instrument(cache, meter_provider=provider)
    assert observed(reader)
    del cache
    gc.collect()
    assert LOOKUPS not in observed(reader)
    provider.shutdown()


def test_without_the_package_it_says_what_is_needed() -> None:
    code = (
        "import sys; sys.modules['opentelemetry'] = None\n"
        "from codemode.tool_cache.metrics import instrument\n"
        "from codemode import ToolCache, CodeModeError\n"
        "try: instrument(ToolCache())\n"
        "except CodeModeError as e: print(e)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "opentelemetry-api" in done.stdout
