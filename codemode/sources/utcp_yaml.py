"""Manuals in YAML as UTCP reads them: aliases may name a thing again, and must not unfold to more than the document is long."""

from __future__ import annotations

from importlib import import_module
from typing import Any, cast

MIN_VALUES = 100_000  # that aliases of a small document may unfold to


def read_yaml_within_bounds() -> None:
    """Make UTCP's protocols read YAML so. Done once, however often it is called."""
    for name in ("utcp_http.http_communication_protocol", "utcp_text.text_communication_protocol"):
        module: Any = import_module(name)
        if not isinstance(module.yaml, _Yaml):
            module.yaml = _Yaml(module.yaml)


class _Yaml:
    """The package as a protocol uses it."""

    def __init__(self, package: Any) -> None:
        self._package = package

    def __getattr__(self, name: str) -> Any:
        return getattr(self._package, name)

    def safe_load(self, text: str) -> Any:
        package = self._package
        try:
            found = package.load(text, getattr(package, "CSafeLoader", package.SafeLoader))
        except RecursionError as odd:
            raise package.YAMLError("it is nested too deep") from odd
        most = max(MIN_VALUES, len(text))
        if unfolds_beyond(found, most):
            raise package.YAMLError(f"its aliases unfold to more than {most} values")
        return found


def unfolds_beyond(value: object, most: int) -> bool:
    """Whether a value has more than so many values in it, each counted as often as it is there."""
    left, seen = [value], 0
    while left:
        node = left.pop()
        seen += 1
        if isinstance(node, dict):
            left.extend(cast("dict[object, object]", node).values())
        elif isinstance(node, list):
            left.extend(cast("list[object]", node))
        if seen + len(left) > most:
            return True
    return False
