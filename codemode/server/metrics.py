"""/metrics: counts and times of runs and calls, in Prometheus's form, through OpenTelemetry."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from opentelemetry.exporter.prometheus import PrometheusMetricReader
from opentelemetry.metrics import CallbackOptions, Observation
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from prometheus_client import CollectorRegistry, generate_latest

from codemode import __version__
from codemode.engine.events import ApprovalAsked, CallEnded, RunEnded, RunEvent, RunResumed, RunStarted

MAX_TOOLS: Final = 1000  # tools that have their own label
SECONDS: Final = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)


class Metrics:
    """Counts the events of an engine. Names of tools are labels, up to a number of tools; arguments and programs are not."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        # OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override these names
        own = Resource({"service.name": "codemode", "service.version": __version__}).merge(
            OTELResourceDetector().detect()
        )
        self._provider = MeterProvider(
            [PrometheusMetricReader(registry=self._registry)], resource=own, shutdown_on_exit=False
        )
        meter = self._provider.get_meter("codemode")
        self._runs = meter.create_counter("codemode.runs", "1", "Runs that ended, by status and code")
        self.open_runs: set[str] = set()
        about = "Runs that this process has begun or continued, and that have not ended"
        meter.create_observable_up_down_counter("codemode.runs.open", [self._count_open], "1", about)
        self._calls = meter.create_counter("codemode.calls", "1", "Calls of tools that ended, by tool and status")
        self._call_time = meter.create_histogram(
            "codemode.call.duration", "s", "How long calls of tools took", explicit_bucket_boundaries_advisory=SECONDS
        )
        self._asked = meter.create_counter("codemode.approvals.asked", "1", "Calls that a person was asked about")
        self._tools: set[str] = set()

    def hear(self, event: RunEvent) -> None:
        match event:
            case RunStarted() | RunResumed():
                self.open_runs.add(event.run_id)
            case RunEnded():
                self.end(event.run_id)
                self._runs.add(1, {"status": event.status, "code": event.code})
            case CallEnded():
                labels: dict[str, Any] = {
                    "tool": self._label(event.tool if event.tool_id else ""),
                    "status": event.status,
                }
                self._calls.add(1, labels)
                self._call_time.record(event.ms / 1000, labels)
            case ApprovalAsked():
                self._asked.add(1)
            case _:
                pass

    def end(self, run_id: str) -> None:
        """Notes that a run is over; another host may have ended it."""
        self.open_runs.discard(run_id)

    def _count_open(self, _: CallbackOptions) -> Iterable[Observation]:
        return [Observation(len(self.open_runs))]

    def _label(self, tool: str) -> str:
        if tool not in self._tools and len(self._tools) >= MAX_TOOLS:
            return "other"
        self._tools.add(tool)
        return tool or "unknown"

    def text(self) -> bytes:
        return generate_latest(self._registry)
