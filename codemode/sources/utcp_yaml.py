"""Limits YAML manuals that UTCP reads: their aliases must not expand to many more values than the document has."""

from __future__ import annotations

import re
from functools import cache, partial
from importlib import import_module
from typing import Any

from codemode.catalog.schema_work import size
from codemode.sources.stand_ins import StandIn

TEXT, MERGE, BOOL, TIMESTAMP = (f"tag:yaml.org,2002:{name}" for name in ("str", "merge", "bool", "timestamp"))
MIN_VALUES = 100_000  # values to which the aliases of a small document may expand; values that its mappings may merge


def read_yaml_within_bounds() -> None:
    """Makes UTCP's protocols read YAML in this way. Further calls do nothing."""
    for name in ("utcp_http.http_communication_protocol", "utcp_text.text_communication_protocol"):
        module: Any = import_module(name)
        if not isinstance(module.yaml, StandIn):
            module.yaml = StandIn(module.yaml, safe_load=partial(_load, module.yaml))


def _load(package: Any, text: str) -> Any:
    try:
        found = package.load(text, _loader(package))
    except RecursionError as odd:
        raise package.YAMLError("it is nested too deep") from odd
    most = max(MIN_VALUES, len(text))
    if size(found, most) > most:  # each value counts as often as it occurs
        raise package.YAMLError(f"its aliases expand to more than {most} values")
    return found


@cache
def _loader(package: Any) -> Any:
    """YAML's own, which reads as JSON would: keys are text (status codes are written as numbers), `no` and `on` are words, and dates are text."""
    plain: Any = getattr(package, "CSafeLoader", package.SafeLoader)

    class Loader(plain):
        merged = 0  # values that mappings have merged so far

        def flatten_mapping(self, node: Any) -> None:
            for key, value in node.value:
                if key.tag == MERGE:
                    sources = value.value if isinstance(value, package.SequenceNode) else [value]
                    self.merged += sum(len(each.value) for each in sources if isinstance(each, package.MappingNode))
            if self.merged > MIN_VALUES:
                raise package.YAMLError(f"it merges more than {MIN_VALUES} values")
            plain.flatten_mapping(self, node)

        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            for key, _ in node.value:
                if isinstance(key, package.ScalarNode) and key.tag != MERGE:
                    key.tag = TEXT
            return plain.construct_mapping(self, node, deep)

    resolvers = {
        first: [(tag, pattern) for tag, pattern in found if tag not in (BOOL, TIMESTAMP)]
        for first, found in plain.yaml_implicit_resolvers.items()
    }
    Loader.yaml_implicit_resolvers = resolvers
    Loader.add_implicit_resolver(BOOL, re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF"))
    return Loader
