"""The observed shapes of results, for tools that do not declare what they return. An observed shape is less certain than a declared one, and is shown
as observed. What one agent's calls returned is shown to that agent only.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, Any, cast

from codemode.catalog.declarations import type_text
from codemode.catalog.entries import ToolEntry
from codemode.catalog.schemas import Schema
from codemode.records import dataclass

# imported when there is a result to look at, so that short programs start faster
if TYPE_CHECKING:
    from codemode.catalog.observed_shapes import Shape

MAX_PAIRS = 1000  # pairs of an agent and a tool whose shapes are kept
MAX_PARTS = 100_000  # of all shapes together
OFTEN, SELDOM = 20, 20  # results of a pair after which only every twentieth is examined


_SAYING = frozenset(
    {"properties", "prefixItems", "$ref", "allOf", "anyOf", "oneOf", "enum", "const", "patternProperties"}
)


def declares(schema: Schema | None) -> bool:
    """Whether an output schema says more of a result than that there is one: a list of objects, say, tells no name."""
    while schema is not None and isinstance(items := schema.get("items"), Mapping):
        schema = cast(Schema, items)
    if schema is None:
        return False
    if _is_scalar(schema.get("type")):
        return True
    return any(schema[word] for word in _SAYING.intersection(schema)) or _tells(schema.get("additionalProperties"))


def _tells(extra: object) -> bool:
    return isinstance(extra, Mapping) and bool(cast("Mapping[str, Any]", extra))


def _is_scalar(kind: object) -> bool:
    return isinstance(kind, str) and kind not in ("object", "array")


@dataclass(slots=True, frozen=True)
class _Seen:
    shape: Shape
    size: int
    times: int
    told: frozenset[str]  # words that the tool uses for itself

    def schema(self) -> dict[str, Any]:
        from codemode.catalog.observed_shapes import schema_of

        return schema_of(self.shape, self.told)


class Observed:
    """The observed shapes of results of tools without an output schema, for each agent. Any thread may use it."""

    def __init__(self, observe: bool = True) -> None:
        """Without `observe` nothing is kept and nothing is shown."""
        self._observe = observe
        self._lock = Lock()
        self._seen: OrderedDict[tuple[str, str], _Seen] = OrderedDict()
        self._parts = 0

    def note(self, agent: str, entry: ToolEntry, result: Any) -> None:
        """Takes a result of a call of that agent."""
        if not self._observe or declares(entry.output_schema):
            return
        pair = (agent, entry.id)
        with self._lock:
            before = self._seen.get(pair)
            if before is not None and before.times >= OFTEN and before.times % SELDOM:
                self._seen[pair] = replace(before, times=before.times + 1)
                return
        from codemode.catalog.observed_keys import told_words
        from codemode.catalog.observed_shapes import MAX_SEEN, merged, shape_of

        told = before.told if before is not None else told_words(entry)
        shape = shape_of(result, told)
        size, times = shape.size, 1
        if before is not None:
            together, times = merged(before.shape, shape), before.times + 1
            # a tool that returns something else each time has no useful shape
            shape, size = (together, size) if (size := together.size) <= MAX_SEEN else (before.shape, before.size)
        with self._lock:
            old = self._seen.pop(pair, None)
            self._parts += size - (old.size if old is not None else 0)
            self._seen[pair] = _Seen(shape, size, times, told)
            while len(self._seen) > MAX_PAIRS or self._parts > MAX_PARTS:
                self._parts -= self._seen.popitem(last=False)[1].size

    def of(self, agent: str, entry: ToolEntry) -> dict[str, Any] | None:
        """The observed shape of a tool's results for an agent; None if the tool has an output schema, or if nothing was observed."""
        if declares(entry.output_schema):
            return None
        found = self._seen.get((agent, entry.id))
        return found.schema() if found is not None else None

    def by_agent(self, entry: ToolEntry) -> dict[str, tuple[str, int]]:
        """For an administrator: for each agent that called the tool, the observed shape as a Go type, and the number of results it is from."""
        with self._lock:
            found = {agent: seen for (agent, id), seen in self._seen.items() if id == entry.id}
        return {agent: (type_text(seen.schema()), seen.times) for agent, seen in found.items()}

    def type_of(self, agent: str, entry: ToolEntry) -> str | None:
        """The observed shape as a Go type."""
        schema = self.of(agent, entry)
        return type_text(schema) if schema is not None else None
