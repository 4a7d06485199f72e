"""Modules whose code is in memory but not executed yet, for processes that cannot open files any more: what a program needs of them is imported
when it needs it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_loader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any


class KeptCode(MetaPathFinder, Loader):
    """Finds the modules that it has read."""

    def __init__(self) -> None:
        self._codes: dict[str, tuple[CodeType, bool]] = {}

    def read(self, package: str, folder: Path) -> None:
        """Reads all modules of a package and of those in it."""
        for path in sorted(folder.rglob("*.py")):
            name = ".".join((package, *path.relative_to(folder).with_suffix("").parts)).removesuffix(".__init__")
            if name not in sys.modules:
                code = SourceFileLoader(name, str(path)).get_code(name)
                assert code is not None
                self._codes[name] = code, path.name == "__init__.py"

    def names(self) -> Iterator[str]:
        yield from tuple(self._codes)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self._codes:
            return None
        code, is_package = self._codes[fullname]
        return spec_from_loader(fullname, self, origin=code.co_filename, is_package=is_package)

    def exec_module(self, module: Any) -> None:
        code, _ = self._codes.pop(module.__name__)
        module.__file__ = code.co_filename
        exec(code, module.__dict__)
