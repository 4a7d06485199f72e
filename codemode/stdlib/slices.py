"""slices, in parts: slices_search, slices_edit and slices_sort register their functions on the package in slices_base."""

from __future__ import annotations

from codemode.stdlib import slices_edit, slices_search, slices_sort
from codemode.stdlib.slices_base import slices

__all__ = ["slices", "slices_edit", "slices_search", "slices_sort"]
