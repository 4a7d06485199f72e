"""Reads the inputs of commands: source files, JSON, Python files with tools; and makes engines over them."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import json
import sys
import traceback
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, redirect_stdout
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from codemode.catalog import Policy
from codemode.engine import Engine, Limits
from codemode.engine.session_host import SessionHost
from codemode.errors import ConfigError, InputError
from codemode.terminal.render import quoted, tell

if TYPE_CHECKING:
    from codemode.engine.functions import FunctionSource
    from codemode.engine.protocols import ToolSource


@dataclass(slots=True, frozen=True)
class ToolFiles:
    """The files that tools come from: Python files, and configurations of UTCP and MCP."""

    functions: Sequence[str] = ()
    utcp: Sequence[str] = ()
    mcp: Sequence[str] = ()

    def __bool__(self) -> bool:
        return bool(self.functions or self.utcp or self.mcp)

    def options(self) -> list[tuple[str, str]]:
        """Returns the options that name the files, each with a file."""
        named = (("--functions", self.functions), ("--utcp", self.utcp), ("--mcp", self.mcp))
        return [(option, file) for option, files in named for file in files]

    def needed(self) -> None:
        """Raises ConfigError if no file is named, or a configuration is not there."""
        if not self:
            raise ConfigError(NO_TOOLS)
        for file in (*self.utcp, *self.mcp):
            if not Path(file).is_file():
                raise ConfigError(f"there is no file {file}")


@dataclass(slots=True, frozen=True, kw_only=True)
class EngineRequest:
    """What commands that need an engine have in common; None leaves it to the engine. `policy` is a file."""

    tools: ToolFiles = field(default_factory=ToolFiles)
    policy: str | None = None
    store: str | None = None
    isolation: str | None = None

    @asynccontextmanager
    async def made(self, limits: Limits | None = None, **options: Any) -> AsyncGenerator[Engine]:
        """An engine over the sources that are named, which are closed at the end. Raises ConfigError."""
        if self.isolation:
            options["isolation"] = self.isolation
        policy = Policy.load(self.policy) if self.policy else None
        async with open_sources(self.tools) as sources:
            yield Engine(sources, limits, store=self.store, policy=policy, **options)


def limits_of(**given: int | None) -> Limits:
    """Limits with those that are given; None leaves one to the engine. Raises ConfigError, also for a value that `Limits` would
    replace with the lowest."""
    for each in fields(Limits):
        value, low, high = given.get(each.name), each.metadata["low"], each.metadata["high"]
        if value is not None and not low <= value <= high:
            raise ConfigError(f"{_OPTIONS[each.name]} must be {low} to {high}, not {value}")
    return Limits(**{name: value for name, value in given.items() if value is not None})


_OPTIONS = {
    "timeout_ms": "--timeout-ms",
    "max_steps": "--max-steps",
    "snapshot_ttl_seconds": "--ttl",
    "max_suspended_runs": "--waiting",
}
NO_TOOLS = "there are no tools: name a configuration with --utcp or --mcp, or a Python file with --functions"


def read_source(file: str | None, code: str | None = None) -> tuple[str, str]:
    """Returns the name to show in messages, and the text; `-` is standard input. `code` is the text itself, instead of a file."""
    if (file is None) == (code is None):
        told = "not allowed together" if file is not None else "required"
        raise ConfigError(f"{told}: FILE or -c CODE")
    if code is not None:
        return "code", code
    assert file is not None
    if not file:
        raise ConfigError("the name of the file is empty: name a file, - for standard input, or -c CODE")
    try:
        if file == "-":
            return "stdin", sys.stdin.buffer.read().decode("utf-8")
        return Path(file).name, Path(file).read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is not UTF-8 text: {error.reason} at byte {error.start}") from error
    except OSError as error:
        raise ConfigError(f"cannot read {file}: {error.strerror or error}") from error


def parse_data(text: str | None) -> Any:
    """Returns the value of --data: JSON, or @ and the name of a file with JSON."""
    if text is None:
        return None
    told = "--data"
    if text.startswith("@"):
        told = f"--data: {text[1:]}"
        try:
            text = read_source(text[1:])[1]
        except InputError as error:
            raise ConfigError(error.message) from error
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{told} is not JSON: {error}") from error


def read_prompt(text: str) -> str:
    """Returns a prompt; `-` reads it from standard input."""
    return read_source("-")[1].strip() if text == "-" else text


def load_functions(given: str) -> list[FunctionSource]:
    """Returns the tools of a Python file, of a module by its name (`pkg.module`), or of all files of a folder."""
    path = Path(given)
    if path.is_dir():
        package = (path / "__init__.py").is_file()
        files = sorted(file for file in path.glob("*.py") if not file.name.startswith("_"))
        if not files:
            raise ConfigError(f"{given} is a folder without Python files")
        modules = [
            _named(f"{path.resolve().name}.{f.stem}", path.resolve().parent) if package else _loaded(f) for f in files
        ]
        found = [_tools_of(module, str(file), file.stem) for module, file in zip(modules, files)]
        sources = [source for source in found if source is not None]  # a file of a folder may only help the others
        if not sources:
            raise ConfigError(f"no file of {given} {NONE_OF_IT}")
        return sources
    named = not path.exists() and all(part.isidentifier() for part in given.split(".")) and not given.endswith(".py")
    module = _named(given, Path.cwd()) if named else _loaded(path)
    source = _tools_of(module, given, given.rpartition(".")[2] if named else path.stem)
    if source is None:
        raise ConfigError(f"{given} {NONE_OF_IT}")
    return [source]


NONE_OF_IT = "has no tools: neither a list TOOLS nor a public function"


def _tools_of(module: ModuleType, told: str, owner: str) -> FunctionSource | None:
    """Returns the tools of a module: its list TOOLS, else its decorated functions, else its public functions. None if it has none."""
    from codemode.engine.functions import FunctionSource

    listed: Any = getattr(module, "TOOLS", None)
    if listed is None:
        listed = _public_functions(module)
    elif not isinstance(listed, (list, tuple)):
        raise ConfigError(
            f"{told}: TOOLS must be a list of functions, FunctionTool or dicts, not {type(listed).__name__}"
        )
    if not listed:
        return None
    try:
        return FunctionSource(cast("list[Any]", listed), owner=owner)
    except ConfigError as error:
        raise ConfigError(f"{told}: {error}") from error


def _loaded(path: Path) -> ModuleType:
    if not path.is_file():
        raise ConfigError(f"cannot read {path}: there is no such file")
    name = f"codemode_functions_{path.stem}"  # must not hide a module with the name of the file
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ConfigError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # type hints of its functions are looked up there
    loader = spec.loader
    with _importing(path.parent):
        loader.exec_module(module)
    return module


def _named(name: str, folder: Path) -> ModuleType:
    with _importing(folder):
        try:
            return importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{name}.".startswith(f"{error.name}."):
                raise
            raise ConfigError(f"there is neither a file nor a module {name}: no module named {error.name}") from None


@contextmanager
def _importing(folder: Path) -> Generator[None]:
    """Lets modules in the folder be imported, and sends what they print to standard error: standard output is for the value."""
    sys.path.insert(0, str(folder))
    try:
        with redirect_stdout(sys.stderr):
            yield
    except ConfigError:
        raise
    except SystemExit as leaving:
        # without this, the command would end without a word, with a status that means something else
        place = _place_of(leaving, folder)
        told = f"it ends the process: {leaving!r}; put what only a script does under if __name__ == '__main__'"
        raise ConfigError(f"{place}: {told}") from leaving
    except Exception as error:
        place, told = _place_of(error, folder), error.msg if isinstance(error, SyntaxError) else str(error)
        raise ConfigError(f"{place}: {type(error).__name__}: {told}") from error
    finally:
        sys.path.remove(str(folder))


def _place_of(error: BaseException, folder: Path) -> str:
    """The line that failed: the last one of a file in the folder, because the library that it called is not where the mistake is."""
    if isinstance(error, SyntaxError) and error.filename:  # its traceback ends at the import, not in the file
        return f"{error.filename}:{error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    own = [each for each in frames if Path(each.filename).resolve().is_relative_to(folder.resolve())]
    where = (own or frames)[-1]
    return f"{where.filename}:{where.lineno}"


def _public_functions(module: ModuleType) -> list[Any]:
    from codemode.engine.functions.decorator import is_decorated

    members = cast("dict[str, object]", vars(module))
    own = [m for m in members.values() if inspect.isfunction(m) and m.__module__ == module.__name__]
    return [m for m in own if is_decorated(m)] or [m for m in own if not m.__name__.startswith("_")]


@asynccontextmanager
async def open_sources(files: ToolFiles) -> AsyncGenerator[list[ToolSource]]:
    """Yields the sources that the files name, and closes them at the end."""
    async with AsyncExitStack() as stack:
        sources: list[ToolSource] = [source for given in files.functions for source in load_functions(given)]
        for file in files.utcp:
            from codemode.sources import UtcpSource

            # unreachable manuals are logged
            source = await UtcpSource.from_config(file, needs_one=False)
            stack.push_async_callback(source.close)
            sources.append(source)
            for warning in source.warnings:
                tell(f"codemode: {quoted(warning)}")
        for file in files.mcp:
            from codemode.sources import McpSource

            # unreachable servers are logged
            servers = McpSource.from_config(file)
            stack.push_async_callback(servers.close)
            sources.append(servers)
        yield sources


def tell_warnings(engine: SessionHost) -> None:
    """Prints the engine's warnings about its rules and tools. Those of sources are printed when they are opened, and logged when they are listed."""
    known = {
        *engine.listings.warnings(),
        *(text for source in engine.sources for text in getattr(source, "warnings", ())),
    }
    for warning in engine.warnings:
        if warning not in known:
            tell(f"codemode: {quoted(warning)}")
