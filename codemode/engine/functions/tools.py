"""Plain Python functions as tools."""

from __future__ import annotations

import inspect
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import aclosing
from functools import partial
from typing import Any, cast

from codemode.catalog import ToolEntry, entry_id
from codemode.catalog.entries import Outputs, checked_outputs
from codemode.catalog.schemas import takes_bytes
from codemode.data import MAX_SIZE, NotData, TooLarge, is_large, plain, size_of, too_large
from codemode.engine.attachments import File, attachment_of, base64_text, filled, handle_schema, raw_bytes
from codemode.engine.functions.decorator import said_of
from codemode.engine.functions.langchain import is_langchain_tool, said_by
from codemode.engine.functions.signatures import Signature
from codemode.engine.large_answers import too_large_result
from codemode.engine.presets import Presets
from codemode.engine.protocols import CallContext
from codemode.engine.threads import in_thread, in_thread_then, tool_threads
from codemode.errors import ConfigError, ToolError

_DONE = object()
_ALIASES = {"function": "fn", "inputs": "input_schema", "outputs": "output_schema", "parameters": "input_schema"}

log = logging.getLogger("codemode")

MAX_TOLD = 10_000  # characters of an error message that are examined


class FunctionTool:
    """One function as a tool.

    `fn` is a plain function (which runs in its own thread), a coroutine function, or a generator function of either kind, which makes a streaming
    tool. Schemas (JSON Schema, as dicts) and description default to fn's type hints and docstring; a parameter of type `CallContext` receives the
    caller's context. `read_only` and `idempotent` declare that repeating a call does no harm: such a call is repeated if a crash left its outcome
    unknown. `tags` and `label` are for search and display. `outputs` ("warn", "strict", "ignore") is for results that do not match the output schema;
    None uses the setting of the source, or else of the engine. Raises ConfigError.
    """

    def __init__(
        self,
        name: str,
        fn: Callable[..., Any],
        description: str = "",
        input_schema: Mapping[str, Any] | None = None,
        output_schema: Mapping[str, Any] | None = None,
        tags: Iterable[str] = (),
        read_only: bool = False,
        idempotent: bool = False,
        streaming: bool | None = None,
        label: str = "",
        outputs: Outputs | None = None,
    ) -> None:
        if not isinstance(cast(object, name), str) or not name.strip():
            raise ConfigError(f"a tool needs a name, not {name!r}")
        if not callable(cast(object, fn)):
            raise ConfigError(f"{name}: fn must be a function, not {type(fn).__name__}")
        for word, given in (("read_only", read_only), ("idempotent", idempotent), ("streaming", streaming or False)):
            if not isinstance(cast(object, given), bool):
                raise ConfigError(f"{name}: {word} must be True or False, not {repr(given)[:80]}")
        self.name = name
        self.fn = fn
        self.streaming = _is_generator(fn) if streaming is None else streaming
        self.is_async = _is_async(fn)
        # a plain wrapper around an async function, as decorators make it, gives what has to be awaited
        self._wraps_async = not self.is_async and inspect.iscoroutinefunction(inspect.unwrap(fn))
        self._signature = Signature(fn, name, typed=input_schema is None)
        self.description = description or self._signature.description
        self.input_schema: dict[str, Any] = (
            self._signature.input_schema() if input_schema is None else _schema(name, input_schema)
        )
        self._takes_bytes = takes_bytes(self.input_schema)
        self.output_schema: dict[str, Any] | None = (
            self._signature.output_schema(streaming=self.streaming)
            if output_schema is None
            else _schema(name, output_schema)
        )
        media_type = (self.output_schema or {}).get("contentMediaType")
        self._media_type = media_type if isinstance(media_type, str) else ""  # of a result of type bytes
        if self._media_type:
            self.output_schema = handle_schema("file")
        self.tags = _tags(name, tags)
        self.read_only = read_only
        self.idempotent = idempotent
        self.label = label
        self.outputs: Outputs = checked_outputs(outputs)

    @classmethod
    def of(cls, tool: FunctionTool | Mapping[str, Any] | Callable[..., Any]) -> FunctionTool:
        """Makes a tool from a tool (also a LangChain tool), a dict of constructor keywords, or a function, which uses its own name or what
        `@codemode.tool` recorded. Raises ConfigError."""
        if isinstance(tool, FunctionTool):
            return tool
        if is_langchain_tool(tool):
            return cls(**said_by(tool))
        if isinstance(tool, Mapping):
            return cls._from_dict(cast("Mapping[str, Any]", tool))
        return cls.from_function(tool)

    @classmethod
    def from_function(cls, fn: Callable[..., Any], owner: str = "") -> FunctionTool:
        """Applies what `@codemode.tool` recorded; a name given there includes the owner."""
        said = dict(said_of(fn))
        name = said.pop("name", "") or _name_of(fn)
        return cls(f"{owner}.{name}" if owner and "." not in name else name, fn, **said)

    @classmethod
    def _from_dict(cls, given: Mapping[str, Any]) -> FunctionTool:
        # `outputs` is also another name for the schema
        keys: dict[str, Any] = {
            key if isinstance(value, str) else _ALIASES.get(key, key): value for key, value in given.items()
        }
        known = set(inspect.signature(cls).parameters)
        spare = sorted(set(keys) - known)
        missing = [key for key in ("name", "fn") if key not in keys]
        if spare or missing:
            told = f"unknown {', '.join(map(repr, spare))}" if spare else f"{' and '.join(missing)} missing"
            raise ConfigError(f"tool {keys.get('name', '')!r}: {told}; the keys are {', '.join(sorted(known))}")
        return cls(**keys)

    def entry(self, owner: str, outputs: Outputs = "") -> ToolEntry:
        """The tool as a catalog entry; `outputs` is that of its source."""
        return ToolEntry(
            id=entry_id("function", owner, self.name),
            name=self.name,
            description=self.description,
            label=self.label,
            tags=self.tags,
            input_schema=self.input_schema,
            output_schema=self.output_schema,
            streaming=self.streaming,
            read_only=self.read_only,
            idempotent=self.idempotent,
            source="function",
            source_name=owner,
            client_provided=True,
            outputs=self.outputs or outputs,
        )

    # --- calling --------------------------------------------------------------------------------------------------

    def call_here(self, arguments: dict[str, Any], context: CallContext) -> Any:
        """Calls a plain function on this thread."""
        try:
            made = self._begin(arguments, context)
            return context.token.run(partial(self._plain, context, made))
        except ToolError:
            raise
        except Exception as failure:
            raise self._error(failure) from failure

    async def call(self, arguments: dict[str, Any], context: CallContext) -> Any:
        """Returns the result as JSON data; for a stream, the list of all pieces. Raises ToolError."""
        if self.streaming:
            return await self._all_pieces(arguments, context)
        try:
            if self._wraps_async:
                made = await in_thread(partial(self._begin, arguments, context))
                return await self._plainly(await made if inspect.isawaitable(made) else made, context)
            if not self.is_async:
                return await in_thread_then(partial(self._begin, arguments, context), partial(self._plain, context))
            return await self._plainly(await cast(Any, self._begin(arguments, context)), context)
        except ToolError:
            raise
        except Exception as failure:
            raise self._error(failure) from failure

    @property
    def is_direct(self) -> bool:
        """Whether a call needs no event loop."""
        return not (self.is_async or self.streaming or self._wraps_async)

    async def _all_pieces(self, arguments: dict[str, Any], context: CallContext) -> list[Any]:
        """Collects all pieces; together they may be as large as one result."""
        pieces: list[Any] = []
        size = 0
        async with aclosing(cast("AsyncGenerator[Any, None]", self.stream(arguments, context))) as stream:
            async for piece in stream:
                pieces.append(piece)
                size += size_of(piece)
                if size > MAX_SIZE:
                    raise ToolError(f"{self.name}: {too_large(MAX_SIZE)}", code="invalid_tool_output")
        return pieces

    async def stream(self, arguments: dict[str, Any], context: CallContext) -> AsyncIterator[Any]:
        """Yields the pieces as they come. Raises ToolError."""
        if not self.streaming:
            yield await self.call(arguments, context)
            return
        try:
            if _is_async_generator(self.fn):
                pieces = cast("AsyncIterator[Any]", self._begin(arguments, context))
            else:
                pieces = _threaded(partial(self._begin, arguments, context))
            try:
                async for piece in pieces:
                    yield await self._plainly(piece, context)
            finally:
                await cast(Any, pieces).aclose()
        except ToolError:
            raise
        except Exception as failure:
            raise self._error(failure) from failure

    def _begin(self, arguments: dict[str, Any], context: CallContext) -> object:
        if self._takes_bytes:
            # a function with a derived schema takes bytes unchanged
            write = raw_bytes if self._signature.is_typed else base64_text
            arguments = filled(arguments, self.input_schema, context.find, write)
        positional, named = self._signature.bind(arguments, context)
        return self.fn(*positional, **named)

    async def _plainly(self, value: Any, context: CallContext) -> Any:
        # converting a lazy result, such as an iterator, may take time
        convert = partial(self._plain, context)
        return await in_thread_then(lambda: value, convert) if is_large(value) else convert(value)

    def _plain(self, context: CallContext, value: Any) -> Any:
        """The result as plain data. Data that is already plain is not copied: the guest makes its own copy."""
        if isinstance(value, bytes) and self._media_type:
            value = attachment_of(value, "", self._media_type)

        def attach(value: object) -> Any:
            return context.keep(value) if isinstance(value, File) else None

        try:
            return plain(value, attach=attach, most=context.largest)
        except TooLarge as large:
            size = large.size
        except NotData as odd:
            raise ToolError(f"{self.name}: {odd}", code="invalid_tool_output") from odd
        del value  # the exception must not keep the value alive
        raise too_large_result(self.name, size, context.largest)

    def _error(self, failure: Exception) -> ToolError:
        # the log is for the host; the program and its model see only the message
        log.info("the function of %s raised %s", self.name, type(failure).__name__, exc_info=failure)
        try:
            told = str(failure)[:MAX_TOLD]
        except (Exception, SystemExit) as odd:  # str() of an exception runs the exception's own code
            told = f"an error whose text cannot be read: {type(odd).__name__}"
        if not told or isinstance(failure, KeyError):
            told = f"{type(failure).__name__}: {told}".rstrip(": ")
        return ToolError(told)


class FunctionSource:
    """Functions of this process as tools. `owner` is the middle part of their ids, by default the part of each name before the first dot.
    `outputs` is for tools without a setting of their own; `preset` are arguments that the host supplies and programs never see."""

    gives_plain_data = bounds_results = True

    def __init__(
        self,
        tools: Iterable[FunctionTool | Mapping[str, Any] | Callable[..., Any]],
        owner: str = "",
        *,
        outputs: Outputs | None = None,
        preset: Mapping[str, Any] | None = None,
    ) -> None:
        self.owner = owner
        self._presets = Presets(preset)
        by_default = checked_outputs(outputs)
        if not isinstance(cast(object, tools), Iterable):
            raise ConfigError(
                "the tools of a FunctionSource must be a list: FunctionSource([f, g]), or from_functions(f, g)"
            )
        made = [FunctionTool.of(tool) for tool in tools]
        self._tools: dict[str, FunctionTool] = {}
        for tool in made:
            if tool.name in self._tools:
                raise ConfigError(f"two tools are called {tool.name!r}")
            self._tools[tool.name] = tool
        self._entries = self._presets.applied(
            tuple(tool.entry(owner or _prefix(tool.name), by_default) for tool in made)
        )
        unused = self._presets.unused()
        if unused:
            raise ConfigError("; ".join(unused))

    @classmethod
    def from_functions(
        cls,
        *functions: Callable[..., Any],
        owner: str = "",
        outputs: Outputs | None = None,
        preset: Mapping[str, Any] | None = None,
    ) -> FunctionSource:
        """A source with the functions as tools named `owner.function`."""
        return cls([FunctionTool.from_function(fn, owner) for fn in functions], owner, outputs=outputs, preset=preset)

    def known_tools(self) -> Sequence[ToolEntry]:
        """Returns all tools; they are known without waiting."""
        return self._entries

    async def list_tools(self) -> Sequence[ToolEntry]:
        """Returns all tools."""
        return self._entries

    def direct(self, name: str) -> Callable[[dict[str, Any], CallContext], Any] | None:
        """Returns a plain function that makes the call on any thread; None for a tool that is async or streams."""
        tool = self._tools.get(name)
        if tool is None or not tool.is_direct:
            return None
        here = tool.call_here
        if not self._presets:
            return here
        return lambda arguments, context: here(self._presets.filled(name, arguments), context)

    async def call(self, name: str, arguments: dict[str, Any], context: CallContext) -> Any:
        """Calls a tool to its end and returns its result as plain data. Raises ToolError."""
        return await self._tool(name).call(self._presets.filled(name, arguments), context)

    def stream(self, name: str, arguments: dict[str, Any], context: CallContext) -> AsyncIterator[Any]:
        """Calls a tool and yields its results, piece by piece. Raises ToolError."""
        return self._tool(name).stream(self._presets.filled(name, arguments), context)

    async def close(self) -> None:
        """Does nothing: the source has nothing to close."""

    def _tool(self, name: str) -> FunctionTool:
        tool = self._tools.get(name)
        if tool is None:
            raise ToolError(f"there is no tool {name!r}", code="tool_not_found")
        return tool


async def _threaded(begin: Callable[[], object]) -> AsyncIterator[Any]:
    """Iterates a plain generator on an event loop: each step runs in a thread."""
    pieces = iter(cast("Iterable[Any]", await in_thread(begin)))
    try:
        while (piece := await in_thread(lambda: next(pieces, _DONE))) is not _DONE:
            yield piece
    finally:
        close = getattr(pieces, "close", None)
        if close is not None:
            # not awaited: a generator cannot be closed while a step runs
            tool_threads.submit(close)


def _callee(fn: Callable[..., Any]) -> Any:
    target: Any = fn
    while isinstance(target, partial):
        target = cast(Any, target).func
    return target if inspect.isroutine(target) or isinstance(target, type) else type(target).__call__


def _is_async(fn: Callable[..., Any]) -> bool:
    return inspect.iscoroutinefunction(_callee(fn)) or _is_async_generator(fn)


def _is_generator(fn: Callable[..., Any]) -> bool:
    return inspect.isgeneratorfunction(_callee(fn)) or _is_async_generator(fn)


def _is_async_generator(fn: Callable[..., Any]) -> bool:
    """Also for a plain wrapper, as decorators make it: it cannot collect what an async generator gives."""
    target = _callee(fn)
    return inspect.isasyncgenfunction(inspect.unwrap(target)) and not inspect.iscoroutinefunction(target)


def _name_of(fn: Callable[..., Any]) -> str:
    if not callable(cast(object, fn)):
        several = "; give each function by itself, f, g, instead of a list" if type(fn) in (list, tuple) else ""
        raise ConfigError(f"{repr(fn)[:80]} is not a function{several}")
    target: Any = getattr(fn, "func", fn)
    name = getattr(target, "__name__", "")
    if not name or name == "<lambda>":
        raise ConfigError(f"{fn!r} has no name of its own; give FunctionTool(name, fn)")
    return name


def _tags(name: str, given: object) -> tuple[str, ...]:
    """The tags of a tool; one alone may be a text."""
    tags = (given,) if isinstance(given, str) else given
    made = tuple(cast("Iterable[object]", tags)) if isinstance(tags, Iterable) else (tags,)
    if not all(isinstance(tag, str) for tag in made):
        raise ConfigError(f"{name}: tags must be a list of texts, not {repr(given)[:80]}")
    return cast("tuple[str, ...]", made)


def _prefix(name: str) -> str:
    owner, dot, _ = name.partition(".")
    return owner if dot else "functions"


def _schema(name: str, given: object) -> dict[str, Any]:
    if not isinstance(given, Mapping):
        raise ConfigError(f"{name}: a schema must be a JSON Schema object, not {type(given).__name__}")
    return dict(cast("Mapping[str, Any]", given))
