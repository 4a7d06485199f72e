"""Stands for a package in a module of UTCP, which then uses some members of ours."""

from __future__ import annotations

from typing import Any


class StandIn:
    def __init__(self, package: Any, **members: Any) -> None:
        self._package = package
        self.__dict__.update(members)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._package, name)
