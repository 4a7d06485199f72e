"""Package codemode, as guest code sees it: calling tools, streams, search, and doing things at the same time."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from typing import Any, cast

from codemode.catalog.schemas import takes_bytes
from codemode.engine.natives import host_requests
from codemode.engine.natives.host_requests import ask, most_of, tool_name
from codemode.interpreter.machine.guest_to_host import LESS, TooMuch, sent
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.tool_calls import Stream
from codemode.interpreter.machine.values import EOF, Box, Exit, Slice, new_error, slice_from
from codemode.stdlib.registry import Entry, Package, library
from codemode.types import model
from codemode.types.objects import Object, ToolIndex, ToolShape
from codemode.types.tool_checks import sole_parameter

_FROM_FMT = {
    "Sprintf": "func Sprintf(format string, a ...any) string",
    "Errorf": "func Errorf(format string, a ...any) error",
}


class CodemodePackage(Package):
    """Formatting is fmt's own, under a second name."""

    def lookup(self, name: str) -> Object | None:
        if name in _FROM_FMT:
            fmt = library().package("fmt")
            return fmt.member(name) if fmt is not None else None
        return super().lookup(name)

    def member_names(self) -> list[str]:
        return sorted([*super().member_names(), *_FROM_FMT])

    def entries(self) -> list[Entry]:
        return [*super().entries(), *(Entry("func", name, text, "as in fmt") for name, text in _FROM_FMT.items())]


class HostView:
    """What natives may know of their run, under "host" in its data. It is not a container, so the memory meter does not count it as the guest's."""

    __slots__ = ("data", "tools")

    def __init__(self, tools: ToolIndex, data: Any) -> None:
        self.tools = tools
        self.data = data


def host_of(run: Run) -> HostView:
    return run.data["host"]


def _shape_of(run: Run, tool: str) -> ToolShape | None:
    return host_of(run).tools.shape(tool)


codemode = CodemodePackage("codemode", "calling tools")

codemode.type(
    'type Tool struct { ID string `json:"id"`; Name string `json:"name"`; Label string `json:"label"`; Description string `json:"description"`; '
    'Source string `json:"source"`; SourceName string `json:"source_name"`; Tags []string `json:"tags,omitempty"`; '
    'Streaming bool `json:"streaming,omitempty"`; Inputs map[string]any `json:"inputs,omitempty"`; '
    'Outputs map[string]any `json:"outputs,omitempty"`; Unavailable string `json:"unavailable,omitempty"` }',
    "Tool is a tool of the catalog; Unavailable says why its server cannot be reached now.",
)
codemode.type("type Stream struct { handle native }", "Stream is the result of a streaming tool.")

# how a tool is called that takes one map or struct, or nothing
BY_MAP = model.signature_of((model.SLICE_ANY,), (model.ANY, model.ERROR), variadic=True)

TEXT_FIELDS = (b"id", b"name", b"label", b"description", b"source", b"source_name")


# --- calling tools ---------------------------------------------------------------------------------------------------


@codemode.func("func CallTool(name string, args ...any) (any, error)", run=True)
def call_tool_by_name(run: Run, name: bytes, args: list[Any]) -> tuple[Any, Any]:
    """CallTool calls a tool by its name or id. args is one map or struct, or nothing."""
    return called(run, name, args)


@codemode.func("func CallToolStream(name string, args ...any) (*Stream, error)", run=True)
def call_tool_stream(run: Run, name: bytes, args: list[Any]) -> tuple[Any, Any]:
    """CallToolStream starts a streaming tool. Read it with Next or All."""
    tool, problem = tool_name(name)
    if problem is not None:
        return None, problem
    arguments, problem = arguments_of(run, tool, args)
    if arguments is None:
        return None, problem
    stream, error = host_requests.stream(run, tool, arguments)
    return (None, error) if stream is None else ([stream], None)


@codemode.method("func (s *Stream) Next() (any, error)", run=True)
def stream_next(run: Run, s: list[Any]) -> tuple[Any, Any]:
    """Next gives the next piece; at the end the error is io.EOF."""
    what, value = _handle(s).next(run)
    if what == "item":
        return value, None
    return None, EOF if what == "end" else value


@codemode.method("func (s *Stream) All() func(yield func(any) bool)", run=True)
def stream_all(run: Run, s: list[Any]) -> Callable[[Callable[[Any], bool]], None]:
    """All gives all pieces to a range loop. If the stream fails, so does the run."""
    stream = _handle(s)

    def pieces(give: Callable[[Any], bool]) -> None:
        while True:
            what, value = stream.next(run)
            if what == "end":
                return
            if what == "error":
                # a range loop has no place for an error, and a stream that broke must not look complete
                raise Exit(1, error=value)
            if not give(value):
                stream.close(run)
                return

    return pieces


@codemode.method("func (s *Stream) Close() error", run=True)
def stream_close(run: Run, s: list[Any]) -> None:
    """Close stops reading."""
    _handle(s).close(run)


def called(run: Run, name: bytes, args: list[Any]) -> tuple[Any, Any]:
    """Calls a tool by a name that the program made: (value, nil) or (nil, error)."""
    tool, problem = tool_name(name)
    if problem is not None:
        return None, problem
    arguments, problem = arguments_of(run, tool, args)
    return (None, problem) if arguments is None else host_requests.call(run, tool, arguments, name=name_of(run, tool))


def _handle(s: list[Any]) -> Stream:
    handle = s[0]
    if handle is None:  # new(codemode.Stream): a stream that has ended
        handle = s[0] = Stream()
        handle.ended = True
    return cast(Stream, handle)


# --- rounding ----------------------------------------------------------------------------------------------------------


@codemode.func("func Round(x float64, digits ...int) float64")
def round_to(x: float, digits: list[int]) -> float:
    """Round rounds half away from zero, to whole numbers or to a number of digits. Go has only math.Round; models expect this one."""
    places = digits[0] if digits else 0
    if not math.isfinite(x) or abs(places) > 300:
        return x
    scaled = x * 10.0**places
    if not math.isfinite(scaled):
        return x
    return math.copysign(math.floor(abs(scaled) + 0.5), x) / 10.0**places


# --- arguments ---------------------------------------------------------------------------------------------------------


def arguments_of(run: Run, tool: str, args: list[Any]) -> tuple[dict[str, Any] | None, Any]:
    """Returns the arguments of a call as JSON data, or the error that names what was given instead of one map or struct."""
    if len(args) > 1:
        return None, new_error(f"{tool}: tool arguments are one map or struct, not {len(args)} values")
    given = args[0] if args else None
    if given is None:
        return {}, None
    made, odd = sent_to(run, tool, given)
    if odd:
        return None, new_error(f"{tool}: {odd}")
    if not isinstance(made, dict):
        if made is None:
            return {}, None
        alone = only_parameter(run, tool)
        if alone is not None:
            return {alone: made}, None
        return None, new_error(
            f'{tool}: tool arguments are one map or struct such as map[string]any{{"key": value}}, not {_kind(made)}'
        )
    fields = cast("dict[str, Any]", made)
    return (_named_as_wanted(run, tool, fields) if _is_struct(given) else fields), None


def name_of(run: Run, tool: str) -> str:
    """Returns the name of a tool, which may be called by its id."""
    shape = _shape_of(run, tool) if ":" in tool else None
    return shape.name if shape is not None else tool


def sent_to(run: Run, tool: str, value: Any) -> tuple[Any, str]:
    """Returns an argument as JSON data, or its problem. A value that is not data is an error; it is not sent to the tool as text."""

    def wants_bytes() -> bool:
        shape = _shape_of(run, tool)
        return shape is not None and takes_bytes(shape.input_schema)

    try:
        return sent(run, value, urls=wants_bytes, most=most_of(run))
    except TooMuch as much:
        return None, f"its arguments are {much.told}: {LESS}"


def in_order(run: Run, tool: str, names: Iterable[str], values: Iterable[Any]) -> tuple[dict[str, Any] | None, Any]:
    """Arguments that were given one by one, or the error that says what is wrong with one."""
    made: dict[str, Any] = {}
    for name, value in zip(names, values):
        made[name], odd = sent_to(run, tool, value)
        if odd:
            return None, new_error(f"{tool}: {name}: {odd}")
    return made, None


def only_parameter(run: Run, tool: str) -> str | None:
    """Returns the parameter for a single value: the only one, or the only required one."""
    shape = _shape_of(run, tool)
    return sole_parameter(shape.input_schema) if shape is not None else None


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "a boolean"
    return "a string" if isinstance(value, str) else "a list" if isinstance(value, list) else "a number"


def _is_struct(given: Any) -> bool:
    if type(given) is not Box:
        return False
    under = given.t.underlying
    if isinstance(under, model.Pointer):
        under = under.elem.underlying
    return isinstance(under, model.Struct)


def _named_as_wanted(run: Run, tool: str, fields: dict[str, Any]) -> dict[str, Any]:
    """A struct's fields under the tool's own names: `OrderID` becomes order_id if the tool knows only that."""
    shape = _shape_of(run, tool)
    known = shape.input_schema.get("properties") if shape is not None else None
    if not isinstance(known, dict):
        return fields
    wanted: dict[str, list[str]] = {}
    for name in cast("dict[str, Any]", known):
        wanted.setdefault(_folded(name), []).append(name)
    named: dict[str, Any] = {}
    for key, value in fields.items():
        fitting = wanted.get(_folded(key), [])
        unsaid = key not in known and len(fitting) == 1 and fitting[0] not in fields
        named[fitting[0] if unsaid else key] = value
    return named


def _folded(name: str) -> str:
    return re.sub(r"[_\-]", "", name).lower()


# --- searching -------------------------------------------------------------------------------------------------------


@codemode.func("func SearchTools(query string, limit ...int) ([]Tool, error)", run=True)
def search_tools(run: Run, query: bytes, limit: list[int]) -> tuple[Any, Any]:
    """SearchTools gives the tools that fit a query, best first."""
    return search_for(run, query, limit, mcp=True)


def search_for(run: Run, query: bytes, limit: list[int], *, mcp: bool) -> tuple[Any, Any]:
    """Returns the tools that match a query; with `mcp` also those of MCP servers."""
    found, error = ask(run, "search", "search", query=query, limit=limit[0] if limit else None, mcp=mcp)
    return (slice_from([]), error) if error is not None else (slice_from([tool_value(e) for e in found.view()]), None)


def tool_value(entry: dict[bytes, Any]) -> list[Any]:
    """A Tool from the guest's form of a catalog entry."""
    texts = [entry.get(name, b"") for name in TEXT_FIELDS]
    tags = entry.get(b"tags")
    return [
        *texts,
        tags if isinstance(tags, Slice) else slice_from([]),
        entry.get(b"streaming") is True,
        entry.get(b"inputs"),
        entry.get(b"outputs"),
        entry.get(b"unavailable", b""),
    ]


# --- at the same time --------------------------------------------------------------------------------------------------


@codemode.func("func Parallel(tasks []func() (any, error)) ([]any, error)", run=True)
def parallel(run: Run, tasks: Slice) -> tuple[Any, Any]:
    """Parallel runs all functions at the same time and waits for all. The error is that of the first that failed, in their order."""
    sched = run.sched
    caller = sched.current
    results: list[Any] = [None] * tasks.len
    errors: list[Any] = [None] * tasks.len
    left = tasks.len
    parked = False

    def work(i: int, task: Callable[[], tuple[Any, Any]]) -> None:
        nonlocal left
        results[i], errors[i] = task()
        left -= 1
        if left == 0 and parked:
            sched.ready(caller)

    for i, task in enumerate(tasks.view()):
        sched.go(work, (i, task), "codemode.Parallel")
    if left:
        parked = True
        sched.park("codemode.Parallel")
    return slice_from(results), next((e for e in errors if e is not None), None)
