"""What the command line is given: source files, JSON, Python files with tools. Each can be wrong in its own way."""

from __future__ import annotations

import importlib.util
import inspect
import json
import sys
import traceback
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from codemode.errors import ConfigError, InputError

if TYPE_CHECKING:
    from codemode.engine.protocols import ToolSource
    from codemode.sources import FunctionSource


@dataclass(slots=True, frozen=True)
class ToolFiles:
    """The files that say where tools come from: Python files, and configurations of UTCP and MCP."""

    functions: Sequence[str] = ()
    utcp: Sequence[str] = ()
    mcp: Sequence[str] = ()

    def __bool__(self) -> bool:
        return bool(self.functions or self.utcp or self.mcp)


NO_TOOLS = "there are no tools: name a configuration with --utcp or --mcp, or a Python file with --functions"


def read_source(file: str) -> tuple[str, str]:
    """The name to show in messages, and the text; `-` is standard input."""
    try:
        if file == "-":
            return "stdin", sys.stdin.buffer.read().decode("utf-8")
        return Path(file).name, Path(file).read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is not a text in UTF-8: {error.reason} at byte {error.start}") from error
    except OSError as error:
        raise ConfigError(f"cannot read {file}: {error.strerror or error}") from error


def parse_data(text: str | None) -> Any:
    """The JSON of --data."""
    if text is None:
        return None
    try:
        return json.loads(text)
    except ValueError as error:
        raise ConfigError(f"--data is not JSON: {error}") from error


def load_functions(file: str) -> FunctionSource:
    """The tools of a Python file: its list TOOLS, else every public function that it defines."""
    from codemode.sources import FunctionSource

    path = Path(file)
    module = _load_module(path)
    listed: Any = getattr(module, "TOOLS", None)
    if listed is None:
        listed = _public_functions(module)
    elif not isinstance(listed, (list, tuple)):
        raise ConfigError(f"{file}: TOOLS is a list of FunctionTool or of dicts, not a {type(listed).__name__}")
    if not listed:
        raise ConfigError(f"{file} has no tools: neither a list TOOLS nor a public function")
    try:
        return FunctionSource(cast("list[Any]", listed), owner=path.stem)
    except ConfigError as error:
        raise ConfigError(f"{file}: {error}") from error


def _load_module(path: Path) -> ModuleType:
    if not path.is_file():
        raise ConfigError(f"cannot read {path}: there is no such file")
    name = f"codemode_functions_{path.stem}"  # must not hide a module that is called like the file
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ConfigError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # type hints of its functions are looked up there
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        place, told = _place_of(error), error.msg if isinstance(error, SyntaxError) else str(error)
        raise ConfigError(f"{place}: {type(error).__name__}: {told}") from error
    finally:
        sys.path.remove(str(path.parent))
    return module


def _place_of(error: Exception) -> str:
    if isinstance(error, SyntaxError) and error.filename:  # its traceback ends in the import, not in the file
        return f"{error.filename}:{error.lineno}"
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{where.filename}:{where.lineno}"


def _public_functions(module: ModuleType) -> list[Any]:
    members = cast("dict[str, object]", vars(module))
    return [
        member
        for name, member in members.items()
        if inspect.isfunction(member) and member.__module__ == module.__name__ and not name.startswith("_")
    ]


@asynccontextmanager
async def open_sources(files: ToolFiles) -> AsyncGenerator[list[ToolSource]]:
    """The sources that the command line names; what was opened for them is closed at the end."""
    async with AsyncExitStack() as stack:
        sources: list[ToolSource] = [load_functions(file) for file in files.functions]
        for file in files.utcp:
            from codemode.sources import UtcpSource

            source = await UtcpSource.from_config(file)
            stack.push_async_callback(source.close)
            sources.append(source)
            for warning in source.warnings:
                print(f"codemode: {warning}", file=sys.stderr)
        for file in files.mcp:
            from codemode.sources import McpSource

            # servers that cannot be reached are told by the log
            servers = McpSource.from_config(file)
            stack.push_async_callback(servers.close)
            sources.append(servers)
        yield sources
