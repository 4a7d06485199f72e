"""What the tests of the frameworks have in common: one tool, and a program that calls it."""

from __future__ import annotations


def get_stock(sku: str) -> int:
    """How many there are of a product."""
    return {"KB-1": 4, "MS-2": 3}[sku]


CODE = 'n, err := codemode.CallTool("get_stock", map[string]any{"sku": "KB-1"})\n__out = n + 1'
