"""Arguments that the host supplies in place of programs: they appear in no declaration, and no program, model or approval sees or changes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from codemode.catalog import ToolEntry
from codemode.catalog.entries import Preset
from codemode.catalog.lazy_schemas import Deferred, outline_of
from codemode.catalog.names import quoted
from codemode.catalog.schemas import Schema, properties
from codemode.data import NotData, plain
from codemode.errors import ConfigError


class Presets:
    """The preset arguments of one source, for every tool with a parameter of that name. Raises ConfigError for values that are not data."""

    def __init__(self, given: Mapping[str, Any] | None) -> None:
        values = cast(object, {} if given is None else given)
        named = cast("Mapping[object, Any]", values) if isinstance(values, Mapping) else {None: None}
        if not all(isinstance(name, str) for name in named):
            raise ConfigError(f'preset must be a dict of arguments, such as {{"owner": "me"}}, not {str(given)[:80]}')
        try:
            self._values = cast("dict[str, Any]", plain(dict(named)))
        except NotData as odd:
            raise ConfigError(f"preset must be plain data: {odd}") from odd
        self._by_tool: dict[str, Preset] = {}
        self._applied: tuple[tuple[ToolEntry, ...], tuple[ToolEntry, ...]] | None = None

    def __bool__(self) -> bool:
        return bool(self._values)

    def applied(self, entries: tuple[ToolEntry, ...]) -> tuple[ToolEntry, ...]:
        """Returns the tools without the preset parameters; the same result for the same tools."""
        if not self._values:
            return entries
        if self._applied is None or self._applied[0] is not entries:
            made = tuple(self._without(entry) for entry in entries)
            self._by_tool = {entry.name: entry.preset for entry in made if entry.preset is not None}
            self._applied = entries, made
        return self._applied[1]

    def unused(self, *others: Presets) -> list[str]:
        """Returns a warning about preset arguments that no tool takes. It needs the tools of all parts of the source."""
        parts = (self, *others)
        listed = [part._applied[0] for part in parts if part._applied is not None]
        if len(listed) < len(parts) or not any(listed):
            return []
        used = {name for part in parts for preset in part._by_tool.values() for name in preset.values}
        return [f"no tool takes the preset argument {quoted([name])}" for name in self._values if name not in used]

    def _without(self, entry: ToolEntry) -> ToolEntry:
        known = properties(outline_of(entry.input_schema))
        values = {name: value for name, value in self._values.items() if name in known}
        if not values:
            return entry
        return replace(
            entry, input_schema=_hiding(entry.input_schema, values), preset=Preset(values, entry.input_schema)
        )

    def filled(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Returns the arguments of a call with the preset ones. Raises ToolError if the program passes a preset argument itself."""
        preset = self._by_tool.get(name)
        return preset.filled(name, arguments) if preset is not None else arguments


def _hiding(schema: Schema, values: Mapping[str, Any]) -> Schema:
    if isinstance(schema, Deferred):
        return Deferred(
            lambda: _hidden(schema.whole, values), _hidden(schema.outline, values), f"{schema.digest} {sorted(values)}"
        )
    return _hidden(schema, values)


def _hidden(schema: Schema, values: Mapping[str, Any]) -> Schema:
    made = dict(schema)
    made["properties"] = {name: each for name, each in properties(schema).items() if name not in values}
    if isinstance(made.get("required"), list):
        made["required"] = [name for name in cast("list[object]", made["required"]) if name not in values]
        if not made["required"]:
            del made["required"]
    return made
