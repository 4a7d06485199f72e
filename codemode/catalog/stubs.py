"""Tools as Python stubs, made from JSON Schema."""

from __future__ import annotations

from codemode.catalog.entries import ToolEntry


def stub(entry: ToolEntry) -> str:
    raise NotImplementedError
