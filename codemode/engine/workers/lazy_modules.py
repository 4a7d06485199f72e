"""Modules that are in memory but not executed yet, for processes that cannot open files any more: what a program needs of them is imported when it
needs it. A compiled module stays bytes until then."""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import MAGIC_NUMBER, cache_from_source, find_spec
from struct import Struct
from types import CodeType, ModuleType
from typing import Any

# of a compiled module before its code: what compiled it, how it is compared, time and size of its source
_HEADER = Struct("<4sIII")


class LazyModules:
    """Finds and loads the modules that it has read."""

    def __init__(self) -> None:
        self._codes: dict[str, tuple[CodeType | bytes, str]] = {}

    def read(self, package: str, folder: str) -> None:
        """Reads all modules of a package and of those in it."""
        for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
            stem, ending = os.path.splitext(entry.name)
            if ending == ".py":
                name = package if stem == "__init__" else f"{package}.{stem}"
                if name not in sys.modules:
                    self._codes[name] = _read(name, entry.path), entry.path
            elif entry.name != "__pycache__" and entry.is_dir():
                self.read(f"{package}.{entry.name}", entry.path)

    def read_module(self, name: str) -> None:
        """Reads one module of somebody else, without importing its package."""
        package, _, last = name.rpartition(".")
        spec = None if name in sys.modules else find_spec(package or name)
        if spec is not None and spec.origin is not None:
            path = os.path.join(os.path.dirname(spec.origin), f"{last}.py") if package else spec.origin
            self._codes[name] = _read(name, path), path

    def names(self) -> Iterator[str]:
        yield from tuple(self._codes)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self._codes:
            return None
        file = self._codes[fullname][1]
        return ModuleSpec(fullname, self, origin=file, is_package=os.path.basename(file) == "__init__.py")  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        """Leaves it to the import."""

    def exec_module(self, module: Any) -> None:
        code, module.__file__ = self._codes.pop(module.__name__)
        exec(code if isinstance(code, CodeType) else marshal.loads(memoryview(code)[_HEADER.size :]), module.__dict__)


def _read(name: str, path: str) -> CodeType | bytes:
    """The compiled module as it is on the disk, if it is there and as new as its source."""
    if (data := _compiled(path)) is not None:
        return data
    code = SourceFileLoader(name, path).get_code(name)
    assert code is not None
    return code


def _compiled(path: str) -> bytes | None:
    try:
        with open(cache_from_source(path), "rb", buffering=0) as file:  # hundreds of small files
            data = file.read()
    except (OSError, NotImplementedError):
        return None
    source = os.stat(path)
    header = (MAGIC_NUMBER, 0, int(source.st_mtime) & 0xFFFFFFFF, source.st_size & 0xFFFFFFFF)
    return data if len(data) > _HEADER.size and _HEADER.unpack_from(data) == header else None
