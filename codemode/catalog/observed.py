"""The shape of results that a tool really gave, for tools that do not say what they return. Observed is less than declared, and says so."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, cast

from codemode.catalog.declarations import type_text
from codemode.catalog.schemas import kind_of

MAX_DEPTH = 5
MAX_ITEMS = 20  # of a list, and properties of an object, that are looked at
MAX_TOOLS = 1000


def shape_of(value: Any, depth: int = 0) -> dict[str, Any]:
    """A JSON Schema that fits the value: names and kinds, nothing of the content."""
    kind = kind_of(value)
    if depth >= MAX_DEPTH or kind not in ("object", "array"):
        return {} if depth >= MAX_DEPTH else {"type": kind}
    if kind == "array":
        shapes = [shape_of(item, depth + 1) for item in cast("list[Any]", value)[:MAX_ITEMS]]
        merged = shapes[0] if shapes else {}
        for other in shapes[1:]:
            merged = _either(merged, other)
        return {"type": "array", "items": merged}
    fields = list(cast("Mapping[Any, Any]", value).items())
    members = {str(key): shape_of(item, depth + 1) for key, item in fields[:MAX_ITEMS]}
    return {"type": "object", "properties": members, "required": list(members)}


def _either(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """A shape that fits what either fits."""
    if one == other:
        return one
    kinds = {one.get("type"), other.get("type")}
    if kinds == {"object"}:
        members = dict(one["properties"])
        for key, shape in other["properties"].items():
            members[key] = _either(members[key], shape) if key in members else shape
        return {
            "type": "object",
            "properties": members,
            "required": [k for k in one["required"] if k in other["required"]],
        }
    if kinds == {"array"}:
        return {"type": "array", "items": _either(one["items"], other["items"])}
    if kinds == {"integer", "number"}:
        return {"type": "number"}
    for given, wanted in ((one, other), (other, one)):
        if given == {"type": "null"} and isinstance(wanted.get("type"), str):
            return {**wanted, "type": [wanted["type"], "null"]}
    return {}


class Observed:
    """What was seen of each tool, by id. The newest result counts."""

    def __init__(self) -> None:
        self._shapes: OrderedDict[str, dict[str, Any]] = OrderedDict()

    def note(self, id: str, result: Any) -> None:
        self._shapes[id] = shape_of(result)
        self._shapes.move_to_end(id)
        while len(self._shapes) > MAX_TOOLS:
            self._shapes.popitem(last=False)

    def type_of(self, id: str) -> str | None:
        """The Go type of what was seen, None if nothing was."""
        shape = self._shapes.get(id)
        return type_text(shape) if shape is not None else None
