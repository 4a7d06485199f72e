"""The API that Python programs use for tools and the engine. Calls are synchronous; in a program with `await` they return awaitables."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from codemode.interpreter.machine.request_limits import BYTES_URL, REQUEST_STEPS, SHARE, TEXTS, TOOL, too_long, too_much
from codemode.interpreter.machine.signals import Chunk, ToolFailure
from codemode.interpreter.machine.values import Halt
from codemode.python import tool_lookup as lookup
from codemode.python import words
from codemode.python.tasks import Waiter
from codemode.python.tool_names import NO_SPACES, SPACES, Spaces, Verb, is_space
from codemode.python.transfer import dumped, fitted, handed_over, is_tiny, taken_in, weight
from codemode.python.values import Handle, Module, ToolError, capitalized

_LESS = "keep less data at once, for example aggregate page by page"


def _keys_of(value: Any) -> tuple[str, ...]:
    if isinstance(value, list) and value:
        value = value[0]
    return tuple(str(key)[:60] for key in list(value)[:20]) if isinstance(value, Mapping) else ()


class Stream(Handle):
    """A streaming call. It yields the pieces in order."""

    __slots__ = ("answers", "call_id", "ended", "tool", "tools", "waiter")
    offered = frozenset(("close", "next"))

    def __init__(self, tools: ToolApi, tool: str) -> None:
        self.tools, self.tool, self.call_id = tools, tool, ""
        self.answers: deque[Any] = deque()
        self.ended = False
        self.waiter: Waiter | None = None

    def put(self, run: Any, answer: Any) -> None:
        self.answers.append(answer)
        if self.waiter is not None:
            waiter, self.waiter = self.waiter, None
            waiter.fire()

    def __iter__(self) -> Stream:
        return self

    def __next__(self) -> Any:
        run = self.tools.run
        run.work(1)
        while not self.answers and not self.ended:
            self.waiter = Waiter(run)
            self.waiter.wait("stream receive")
        if self.ended:
            raise StopIteration
        answer = self.answers.popleft()
        if isinstance(answer, Chunk):
            return taken_in(run, answer.value)
        self.ended = True
        if isinstance(answer, ToolFailure):
            raise ToolError(answer.message, self.tool, answer.code)
        raise StopIteration

    def next(self) -> Any:
        return next(self, None)

    def close(self) -> None:
        sched = self.tools.run.sched
        if not self.ended:
            self.ended = True
            self.answers.clear()
            if sched.waiters.get(self.call_id) is not None:
                sched.waiters[self.call_id] = None
                sched.arguments.pop(self.call_id, None)
                sched.closed.append(self.call_id)


class ToolApi:
    """The tool functions of one run. `catalog` is a ToolIndex, `data` comes from the host, `takes_bytes` tells it of an input schema, and `is_async`
    means that calls return awaitables."""

    def __init__(
        self,
        guest: Any,
        catalog: Any,
        data: Any,
        spaces: Spaces = NO_SPACES,
        *,
        takes_bytes: Callable[[Any], bool],
        is_async: bool,
    ) -> None:
        self._takes_bytes = takes_bytes
        self.guest = guest
        self.run = guest.run
        self.catalog = catalog
        self.is_async = is_async
        self._data = data
        self._spaces = spaces
        self.latest: tuple[str, tuple[str, ...]] = ("", ())  # the tool of the last result, and keys of this result
        self.latest_kind = ""  # the type of this result

    # --- calls ------------------------------------------------------------------------------------------------------

    def issue(
        self,
        waiter: Any,
        tool: str,
        arguments: dict[str, Any],
        *,
        streaming: bool = False,
        kind: str = "tool",
        size: int = 0,
    ) -> str:
        run = self.run
        run.check()
        try:
            return run.sched.issue(waiter, tool, arguments, streaming, kind, size)
        except Halt as stop:
            if stop.code == "tool_call_limit_exceeded":
                stop.hint = "a loop over pages has to move on (assign its cursor) and to end; else ask for more per call, or for less"
            run.stop(stop)
            raise

    def _asked(self, tool: str, arguments: dict[str, Any], kind: str, size: int = 0) -> Any:
        waiter = Waiter(self.run)
        call_id = self.issue(waiter, tool, arguments, kind=kind, size=size)
        try:
            answer = waiter.wait("tool call")
        except BaseException:
            self._forget(call_id)
            raise
        if isinstance(answer, ToolFailure):
            raise ToolError(answer.message, tool if kind in ("tool", "mcp") else "", answer.code)
        if kind in ("tool", "mcp"):
            self.latest, self.latest_kind = (tool, _keys_of(answer.value)), type(answer.value).__name__
        return taken_in(self.run, answer.value)

    def _forget(self, call_id: str) -> None:
        sched = self.run.sched
        if sched.waiters.get(call_id) is not None:
            sched.waiters[call_id] = None
            sched.arguments.pop(call_id, None)

    def maybe(self, work: Callable[[], Any], name: str) -> Any:
        return self.guest.tasks.to_await(name, work) if self.is_async else work()

    def call(
        self, tool: str, args: tuple[Any, ...], named: dict[str, Any], params: tuple[str, ...] | None = None
    ) -> Any:
        shape = self.catalog.shape(tool)
        arguments = self.arguments(tool, shape, args, named, params)
        if shape is not None and shape.streaming:
            return self._open(tool, arguments)
        kind = "mcp" if shape is not None and not shape.by_name else "tool"
        size = self._size(tool, arguments)
        return self.maybe(lambda: self._asked(tool, arguments, kind, size), tool)

    def call_tool(self, name: str, /, *args: Any, **named: Any) -> Any:
        return self.call(self._name(name), lookup.without_none(args), named)

    def stream_tool(self, name: str, /, *args: Any, **named: Any) -> Any:
        tool = self._name(name)
        return self._open(tool, self.arguments(tool, self.catalog.shape(tool), lookup.without_none(args), named))

    def _open(self, tool: str, arguments: dict[str, Any]) -> Stream:
        stream = Stream(self, tool)
        stream.call_id = self.issue(stream, tool, arguments, streaming=True, size=self._size(tool, arguments))
        return stream

    def _name(self, name: Any) -> str:
        if not isinstance(name, str):
            raise TypeError(f"the name of a tool must be a text, not {type(name).__name__}")
        problem = too_long(TOOL, name.encode("utf-8", "replace"))
        if problem:
            raise ToolError(problem)
        return lookup.named_by(self.catalog, str(name))

    def arguments(
        self, tool: str, shape: Any, args: tuple[Any, ...], named: dict[str, Any], params: tuple[str, ...] | None = None
    ) -> dict[str, Any]:
        """Returns the arguments of a call: one dict, keywords, or positional arguments in the order of `params` or of the tool's parameters."""
        tool = shape.name if shape is not None else tool  # the name in messages

        def before_bytes() -> str:
            return BYTES_URL if shape is not None and self._takes_bytes(shape.input_schema) else ""

        schema: Any = shape.input_schema if shape is not None else {}
        parts = schema.get("properties") or {}
        may_fit = shape is not None and "decimal" in self.guest.modules

        def give(value: Any, what: str, part: Any) -> Any:
            fit = fitted(self.run, value, part, shape) if may_fit else value
            return handed_over(self.run, fit, what, before_bytes=before_bytes)

        def by_name(values: dict[str, Any]) -> dict[str, Any]:
            return {
                name: value if is_tiny(value) else give(value, f"{tool}: {name}", parts.get(name))
                for name, value in values.items()
            }

        if not args:
            return by_name(named)
        given: dict[str, Any] = {}
        names = list(params or parts)
        args = args if names else lookup.without_none(args)
        whole = len(args) == 1 and not (isinstance(args[0], dict) and lookup.is_value(shape, names, args[0]))
        if whole and (isinstance(args[0], Mapping) or hasattr(type(args[0]), "__dataclass_fields__")):
            given.update(give(args[0], tool, schema))
        elif shape is not None or not lookup.is_absent(self.catalog, tool):  # else the call fails, whatever is given
            if len(args) > len(names):
                told = f"takes {', '.join(names[:12])}" if names else "takes its arguments as one dict, or by name"
                raise TypeError(f"{tool} {told}, {len(args)} are given")
            twice = next((name for name in names[: len(args)] if name in named), None)
            if twice is not None:
                raise TypeError(f"{tool}() got multiple values for argument {twice!r}")
            given.update(by_name(dict(zip(names, args))))
        given.update(by_name(named))
        return given

    def _size(self, tool: str, arguments: dict[str, Any]) -> int:
        size = len(dumped(self.run, arguments)) if arguments else 0
        most = self.run.limits.memory_limit_bytes // SHARE
        if size > most:
            raise ToolError(f"{tool}: its arguments are {too_much(size, most)}: {_LESS}", tool)
        if weight(arguments) > most:
            raise ToolError(f"{tool}: its arguments are more than {most} bytes at once: {_LESS}", tool)
        return size if size > 1024 else 0

    def parallel(self, works: Any) -> Any:
        return self.maybe(lambda: self.guest.tasks.parallel(self.guest.listed(works)), "parallel")

    # --- requests ---------------------------------------------------------------------------------------------------

    def ask(self, kind: str, what: str, size: int = 0, **request: Any) -> Any:
        self.run.work(REQUEST_STEPS)
        text = TEXTS.get((kind, what))
        if text is not None:
            if not isinstance(request[text.name], str):
                raise TypeError(f"{text.what} must be a text, not {type(request[text.name]).__name__}")
            problem = too_long(text, request[text.name].encode("utf-8", "replace"))
            if problem:
                raise ToolError(problem)
        return self.maybe(lambda: self._asked(what, request, kind, size), kind)

    def search(self, query: str = "", limit: int | None = None) -> Any:
        return self.ask("search", "search", query=query, limit=limit, mcp=True)

    def describe(self, name: str) -> Any:
        return self.ask("describe", "describe", id=name, language="python")

    def _saved(self, value: Any) -> bytes:
        data = dumped(self.run, handed_over(self.run, value, "a value that is saved"))
        most = self.run.limits.memory_limit_bytes // SHARE
        if len(data) > most:
            told = f"a value that is saved has {too_much(len(data), most)}"
            self.run.stop(Halt("memory_limit_exceeded", told, _LESS))
        return data

    def save_result(self, value: Any) -> Any:
        data = self._saved(value)
        return self.ask("results", "save", len(data), value=data)

    def save(self, key: str, value: Any) -> Any:
        data = self._saved(value)
        return self.ask("store", "save", len(data), key=key, value=data)

    # --- output -----------------------------------------------------------------------------------------------------

    def say(self, value: Any) -> None:
        made = value if isinstance(value, str) else None
        data = made.encode("utf-8", "replace") if made is not None else dumped(self.run, self._shown(value))
        self.run.take(len(data))
        self.run.print(data, "text")

    def show(self, value: Any) -> None:
        self.run.print(dumped(self.run, self._shown(value)), "json")

    def _shown(self, value: Any) -> Any:
        try:
            return handed_over(self.run, value, "")
        except TypeError:
            return self.guest.str(value)

    def yield_control(self, reason: Any = "") -> None:
        run = self.run
        run.check()
        if not isinstance(reason, str) or len(reason.encode("utf-8", "replace")) > 4000:
            raise ValueError("the reason of yield_control must be a text of at most 4000 bytes")
        run.sched.yield_control(reason)
        run.check()

    # --- names ------------------------------------------------------------------------------------------------------

    def names(self) -> dict[str, Any]:
        ask = self.ask
        calls = {"call": self.call_tool, "search": self.search, "describe": self.describe, "stream": self.stream_tool}
        tools = Module(
            "tools",
            {**calls, **{name.title(): made for name, made in calls.items()}},
            self._shorthand,
            self.catalog.shorthands,
        )
        loads = {"load": lambda id: ask("results", "load", id=id), "delete": lambda id: ask("results", "delete", id=id)}
        results = {"save": self.save_result, **loads}
        store = {"save": self.save, "load": lambda key: ask("store", "load", key=key)}
        files = {
            "list": lambda prefix="": ask("api", "list", prefix=prefix, language="python"),
            "read": lambda path: ask("api", "read", path=path, language="python"),
        }
        return {
            "call_tool": self.call_tool,
            "stream_tool": self.stream_tool,
            "search_tools": self.search,
            "describe_tool": self.describe,
            "text": self.say,
            "json_output": self.show,
            "yield_control": self.yield_control,
            "tools": tools,
            "codemode": Module(
                "codemode",
                {  # as programs in Go call it
                    **dict.fromkeys(("CallTool", "call_tool"), self.call_tool),
                    **dict.fromkeys(("CallToolStream", "stream_tool"), self.stream_tool),
                    **dict.fromkeys(("SearchTools", "search_tools"), self.search),
                },
            ),
            "MCP": Module("MCP", {}, self._server, self.catalog.mcp_tools),
            **{
                name: capitalized(name, made) for name, made in (("results", results), ("store", store), ("API", files))
            },
        }

    def lazily(self, name: str) -> Any:
        """Returns a value that is only made when the program names it: data, ALL_TOOLS, a namespace or a tool group."""
        if name == "data":
            return taken_in(self.run, self._data)
        if name == "ALL_TOOLS":
            self.run.work(REQUEST_STEPS)
            return self._asked("all", {}, "search")
        if name == SPACES:
            return self.space(SPACES, self._spaces)
        return self.space(name, self._spaces[name]) if name in self._spaces else self.group(name)

    def is_group(self, name: str) -> bool:
        in_spaces = name in self._spaces or (name == SPACES and bool(self._spaces))
        return in_spaces or name in lookup.groups_of(self.catalog)

    def space(self, name: str, members: Any) -> Module:
        """Returns a registered namespace, or a map inside one, as a module."""

        def find(member: str) -> Any:
            if member not in members:
                raise AttributeError(f"{name} has no {member!r}; it has {', '.join(list(members)[:12])}")
            found = members[member]
            if isinstance(found, Verb):
                return self.function(found.tool, found.params or None)
            return self.space(f"{name}.{member}", found) if is_space(found) else taken_in(self.run, found)

        return Module(name, {}, find, lambda: members)

    def group(self, prefix: str) -> Module:
        """Returns the tools whose names begin with `prefix` and a dot as a module."""

        def find(name: str) -> Any:
            whole = f"{prefix}.{name}"
            tool = lookup.tool_of_path(self.catalog, whole)
            if tool is not None:
                return self.function(tool)
            if lookup.is_group(self.catalog, whole):
                return self.group(whole)
            if lookup.is_absent(self.catalog, whole):
                return self.function(whole)  # a call fails and says why
            near = " or ".join(self.catalog.suggest(whole)[:3])
            raise AttributeError(f"there is no tool {whole!r}{f'; did you mean {near}?' if near else ''}")

        return Module(prefix, {}, find, lambda: lookup.members_of(self.catalog, prefix))

    def function(self, tool: str, params: tuple[str, ...] | None = None) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            return self.call(tool, args, named, params)

        call.__name__, call.__qualname__ = tool.rpartition(".")[2], tool
        entry = self.catalog.get(tool)
        call.__doc__ = entry.description if entry is not None else ""
        call.__dict__[words.TOOL] = True
        return call

    def __repr__(self) -> str:
        return "codemode"  # in the texts of its methods

    def _server(self, server: str) -> Module:
        tools, absent = self.catalog.mcp_tools().get(server, {}), lookup.is_absent(self.catalog, f"MCP.{server}")
        if not tools and not absent:
            raise AttributeError(f"there is no MCP server {server!r}")

        def find(name: str) -> Any:
            entry = lookup.tool_of_server(tools, name)
            if entry is None and absent:
                return self.function(f"MCP.{server}.{name}")
            if entry is None:
                raise AttributeError(f"MCP.{server} has no tool {name!r}; it has {', '.join(list(tools)[:12])}")
            return self.function(entry.name)

        return Module(f"MCP.{server}", {}, find, lambda: tools)

    def _shorthand(self, name: str) -> Any:
        entry = self.catalog.shorthands().get(name)
        if entry is None:
            raise AttributeError(f"there is no tool {name!r} in tools; search_tools(query) finds some")
        return self.function(entry.name)
