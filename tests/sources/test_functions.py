"""Plain Python functions as tools."""

from __future__ import annotations

import asyncio
import contextvars
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import partial, wraps
from typing import Annotated, Any, Literal, ParamSpec, TypedDict, Unpack

import pytest
from pydantic import AfterValidator, BaseModel, Field

import codemode
from codemode import Engine
from codemode.engine.protocols import CallContext, ToolSource
from codemode.errors import ConfigError, ToolError
from codemode.sources import FunctionSource, FunctionTool

pytestmark = pytest.mark.anyio
HERE = CallContext(agent="a", session="s")


class Color(Enum):
    RED = "red"
    BLUE = "blue"


class Person(BaseModel):
    name: str
    born: date | None = None


class Settings(TypedDict):
    speed: int


@dataclass
class Point:
    x: int
    y: float = 0.0


def add(a: float, b: float) -> float:
    """Add two numbers.

    Any two will do.

    Args:
        a: first number
        b (float): second number,
            also any
    Returns:
        their sum
    """
    return a + b


async def greet(person: Person, greeting: Literal["hi", "hello"] = "hi") -> str:
    """Greet somebody."""
    await asyncio.sleep(0)
    return f"{greeting} {person.name}, {type(person).__name__}"


def count(to: int) -> Iterator[int]:
    yield from range(to)


async def acount(to: int) -> AsyncIterator[dict[str, int]]:
    for i in range(to):
        await asyncio.sleep(0)
        yield {"n": i}


async def call(fn: Any, /, **arguments: Any) -> Any:
    tool = FunctionTool.of(fn)
    return await FunctionSource([tool]).call(tool.name, arguments, HERE)


def schema_of(fn: Any) -> dict[str, Any]:
    return FunctionTool.of(fn).input_schema


# --- schemas ---------------------------------------------------------------------------------------------------------


def test_schema_and_description_come_from_hints_and_docstring() -> None:
    tool = FunctionTool("math.add", add)
    assert tool.description == "Add two numbers. Any two will do."
    assert tool.input_schema == {
        "type": "object",
        "properties": {
            "a": {"type": "number", "description": "first number"},
            "b": {"type": "number", "description": "second number, also any"},
        },
        "required": ["a", "b"],
        "additionalProperties": False,
    }
    assert tool.output_schema == {"type": "number"}


def test_rich_hints() -> None:
    schema = schema_of(greet)
    assert schema["$defs"]["Person"]["properties"]["name"] == {"type": "string"}
    assert schema["properties"]["greeting"] == {"default": "hi", "enum": ["hi", "hello"], "type": "string"}
    assert schema["required"] == ["person"]

    def title(title: str, x: Annotated[int, Field(ge=1, description="how many")], kind: Color = Color.RED) -> None: ...

    schema = schema_of(title)
    assert schema["properties"]["title"] == {"type": "string"}
    assert schema["properties"]["x"] == {"type": "integer", "minimum": 1, "description": "how many"}
    assert FunctionTool.of(title).output_schema == {"type": "null"}


def test_hints_that_say_nothing() -> None:
    def loose(a, b=2, *rest, **more):  # type: ignore[no-untyped-def]
        return (a, b, more)

    schema = schema_of(loose)
    assert schema["properties"] == {"a": {}, "b": {"default": 2}}
    assert schema["additionalProperties"] is True
    assert FunctionTool.of(loose).output_schema is None

    def forward(a: NoSuchType) -> Nowhere: ...  # type: ignore[name-defined]  # noqa: F821

    assert schema_of(forward)["properties"] == {"a": {}}


def test_numpy_and_sphinx_docstrings() -> None:
    def numpy(a: int, b: int) -> int:
        """Do it.

        Parameters
        ----------
        a : int
            the first
            of two
        b : int
            the second

        Returns
        -------
        int
            nothing of interest
        """
        return a + b

    def sphinx(a: int, b: int) -> int:
        """Do it.

        :param a: the first
            of two
        :param int b: the second
        :returns: nothing
        """
        return a + b

    for fn in (numpy, sphinx):
        tool = FunctionTool.of(fn)
        assert tool.description == "Do it."
        assert tool.input_schema["properties"]["a"]["description"] == "the first of two"
        assert tool.input_schema["properties"]["b"]["description"] == "the second"


def test_given_schemas_are_taken_as_they_are() -> None:
    tool = FunctionTool(
        "x.y", lambda **kw: kw, "d", input_schema={"type": "object"}, output_schema={"type": "object"}, tags=("t",)
    )
    assert (tool.input_schema, tool.output_schema, tool.description, tool.tags) == (
        {"type": "object"},
        {"type": "object"},
        "d",
        ("t",),
    )


def test_the_context_is_not_an_argument() -> None:
    def who(context: CallContext, x: int = 0) -> str:
        return context.agent

    assert list(schema_of(who)["properties"]) == ["x"]
    assert asyncio.run(call(who)) == "a"


# --- calling ---------------------------------------------------------------------------------------------------------


async def test_functions_of_every_kind() -> None:
    assert await call(add, a=1, b=2) == 3
    assert await call(greet, person={"name": "Ada"}) == "hi Ada, Person"
    assert await call(partial(add, b=5), a=1) == 6

    class Adder:
        def __call__(self, a: int) -> int:
            return a + 1

    tool = FunctionTool("adder", Adder())
    assert await FunctionSource([tool]).call("adder", {"a": 1}, HERE) == 2

    def positional(a: int, /, b: int) -> int:
        return a - b

    assert await call(positional, a=3, b=1) == 2


async def test_arguments_arrive_as_the_hints_say() -> None:
    def kinds(day: date, color: Color, point: Point, people: list[Person]) -> list[str]:
        return [type(v).__name__ for v in (day, color, point, people[0])]

    got = await call(kinds, day="2026-01-02", color="red", point={"x": 1}, people=[{"name": "n"}])
    assert got == ["date", "Color", "Point", "Person"]

    def rest(first: int, **days: date) -> list[str]:
        return [type(v).__name__ for v in days.values()]

    assert schema_of(rest)["additionalProperties"] == {"type": "string", "format": "date"}
    assert await call(rest, first=1, model_config="2026-01-02", b="2026-01-03") == ["date", "date"]
    with pytest.raises(ToolError, match=r"^rest: b: Input should be a valid date"):
        await call(rest, first=1, b="soon")


P = ParamSpec("P")


def test_the_rest_of_the_arguments_may_have_a_type_that_no_json_has() -> None:
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> None: ...

    def settings(**more: Unpack[Settings]) -> None: ...

    def engines(**more: FunctionTool) -> None: ...

    assert [schema_of(fn)["additionalProperties"] for fn in (wrapper, settings, engines)] == [True] * 3


async def test_a_function_that_blocks_does_not_block_the_loop() -> None:
    ticks = 0

    async def ticker() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.005)
            ticks += 1

    def block() -> str:
        time.sleep(0.15)
        return threading.current_thread().name

    task = asyncio.create_task(ticker())
    names = await asyncio.gather(call(block), call(block))
    task.cancel()
    assert ticks > 8
    assert threading.current_thread().name not in names


async def test_a_function_that_never_returns_can_be_given_up() -> None:
    release = threading.Event()
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await call(FunctionTool("hang", lambda: release.wait(30)))
    assert time.monotonic() - began < 1
    release.set()


async def test_context_variables_reach_the_thread() -> None:
    variable = contextvars.ContextVar("variable", default="unset")
    variable.set("mine")
    assert await call(FunctionTool("get", lambda: variable.get())) == "mine"


async def test_results_become_json() -> None:
    def mixed() -> Any:
        return {"p": Point(1), "d": date(2026, 1, 2), "c": Color.RED, "s": {1}, "m": Person(name="n"), 1: (1, 2)}

    assert await call(mixed) == {
        "p": {"x": 1, "y": 0.0},
        "d": "2026-01-02",
        "c": "red",
        "s": [1],
        "m": {"name": "n", "born": None},
        "1": [1, 2],
    }


@pytest.mark.parametrize(
    ("odd", "expected"),
    [
        ({"n": date(2026, 1, 2)}, {"n": "2026-01-02"}),
        ({"n": Color.RED}, {"n": "red"}),
        ({"n": [Point(1)]}, {"n": [{"x": 1, "y": 0.0}]}),
        (Person(name="Ada"), {"name": "Ada", "born": None}),
    ],
)
async def test_one_unusual_row_of_a_table_becomes_json(odd: object, expected: object) -> None:
    rows: list[object] = [*({"n": i} for i in range(20)), odd]
    tool = FunctionTool("rows", lambda: rows)
    assert (await tool.call({}, HERE))[-1:] == [expected]
    rows.pop()
    assert await tool.call({}, HERE) == [{"n": i} for i in range(20)]


async def test_a_result_that_is_not_json_is_an_error() -> None:
    def cyclic() -> Any:
        value: list[Any] = []
        value.append(value)
        return value

    with pytest.raises(ToolError, match="cyclic: a value that contains itself is not data") as caught:
        await call(cyclic)
    assert caught.value.code == "invalid_tool_output"


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ValueError("no such order"), "no such order"),
        (KeyError("id"), "KeyError: 'id'"),
        (RuntimeError(), "RuntimeError"),
    ],
)
async def test_failures_are_tool_errors_with_their_cause(error: Exception, message: str) -> None:
    def fail() -> None:
        raise error

    async def afail() -> None:
        raise error

    for fn in (fail, afail):
        with pytest.raises(ToolError) as caught:
            await call(fn)
        assert caught.value.message == message
        assert caught.value.__cause__ is error
        assert caught.value.code == "nested_tool_failed"


async def test_arguments_that_do_not_fit_the_hints() -> None:
    with pytest.raises(ToolError, match=r"person\.born: Input should be a valid date") as caught:
        await call(greet, person={"name": "n", "born": "soon"})
    assert caught.value.code == "invalid_tool_input"


async def test_exit_of_a_tool_does_not_end_the_host() -> None:
    def leave() -> None:
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        await call(leave)
    assert await call(add, a=1, b=1) == 2  # threads still serve


# --- streams ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fn", "expected"), [(count, [0, 1, 2]), (acount, [{"n": 0}, {"n": 1}, {"n": 2}])])
async def test_generators_stream(fn: Any, expected: list[Any]) -> None:
    source = FunctionSource([fn])
    name = fn.__name__
    assert source.known_tools()[0].streaming
    assert [piece async for piece in source.stream(name, {"to": 3}, HERE)] == expected
    assert await source.call(name, {"to": 3}, HERE) == expected


def test_the_schema_of_a_stream_is_that_of_a_piece() -> None:
    assert FunctionTool.of(count).output_schema == {"type": "integer"}


async def test_a_stream_that_nobody_reads_on_is_closed() -> None:
    closed = threading.Event()

    def endless() -> Iterator[int]:
        try:
            while True:
                yield 1
        finally:
            closed.set()

    pieces: Any = FunctionSource([endless]).stream("endless", {}, HERE)
    assert await anext(pieces) == 1
    await pieces.aclose()
    assert await asyncio.to_thread(closed.wait, 2)


async def test_a_stream_that_fails_midway() -> None:
    def fails() -> Iterator[int]:
        yield 1
        raise ValueError("broke")

    got: list[int] = []
    with pytest.raises(ToolError, match="broke"):
        async for piece in FunctionSource([fails]).stream("fails", {}, HERE):
            got.append(piece)
    assert got == [1]


async def test_streaming_a_tool_that_does_not_stream_gives_its_result_once() -> None:
    assert [p async for p in FunctionSource([add]).stream("add", {"a": 1, "b": 2}, HERE)] == [3]


async def test_a_dict_may_say_that_a_function_streams() -> None:
    source = FunctionSource([{"name": "n", "fn": lambda: iter([1, 2]), "streaming": True}])
    assert [p async for p in source.stream("n", {}, HERE)] == [1, 2]


# --- sources ---------------------------------------------------------------------------------------------------------


def test_ids_and_owners() -> None:
    assert [e.id for e in FunctionSource.from_functions(add, count, owner="x").known_tools()] == [
        "function:x:add",
        "function:x:count",
    ]
    assert [e.name for e in FunctionSource.from_functions(add, owner="x").known_tools()] == ["x.add"]
    entry = FunctionSource([FunctionTool("shop.list_orders", add)], owner="shop").known_tools()[0]
    assert (entry.id, entry.name, entry.source, entry.source_name) == (
        "function:shop:list_orders",
        "shop.list_orders",
        "function",
        "shop",
    )
    assert FunctionSource([FunctionTool("math.add", add)]).known_tools()[0].id == "function:math:add"
    assert FunctionSource([add]).known_tools()[0].id == "function:functions:add"


def test_tools_from_dicts() -> None:
    tool = FunctionTool.of(
        {"name": "x.y", "function": add, "inputs": {"type": "object"}, "read_only": True, "streaming": False}
    )
    assert (tool.name, tool.fn, tool.input_schema, tool.read_only) == ("x.y", add, {"type": "object"}, True)


class Odd:
    def method(self, n: int) -> int:
        return n


def takes_a_function(f: Callable[[int], int]) -> int:
    return f(1)


def takes_an_object(o: Odd) -> int:
    return 1


@pytest.mark.parametrize(
    ("tool", "message"),
    [
        ({"name": "x"}, "fn missing"),
        ({"fn": add}, "name missing"),
        ({"name": "x", "fn": add, "descripton": ""}, "unknown 'descripton'"),
        ({"name": "x", "fn": 3}, "fn must be a function, not int"),
        ({"name": "", "fn": add}, "needs a name"),
        ({"name": "x", "fn": add, "input_schema": [1]}, "not list"),
        (lambda: 1, "has no name of its own"),
        (
            takes_a_function,
            r"its parameter f has the type .*Callable.*, and programs have no such values: declare plain data",
        ),
        (takes_an_object, "its parameter o has the type Odd, and programs have no such values"),
        (Odd.method, r"method: a method needs its object: give Odd\(\.\.\.\)\.method instead of Odd\.method"),
    ],
)
def test_bad_tools(tool: Any, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        FunctionSource([tool])


def test_a_list_instead_of_functions() -> None:
    with pytest.raises(ConfigError, match=r"is not a function; give each function by itself, f, g, instead of a list"):
        FunctionSource.from_functions([add, count])  # type: ignore[arg-type]


def test_two_tools_of_one_name() -> None:
    with pytest.raises(ConfigError, match="two tools are called 'add'"):
        FunctionSource([add, FunctionTool("add", count)])


async def test_unknown_tools() -> None:
    with pytest.raises(ToolError) as caught:
        await FunctionSource([add]).call("sub", {}, HERE)
    assert caught.value.code == "tool_not_found"


async def test_it_is_a_tool_source() -> None:
    source = FunctionSource([add, greet, count])
    assert isinstance(source, ToolSource)
    assert source.direct("add") is not None
    assert source.direct("add")({"a": 1, "b": 2}, HERE) == 3  # type: ignore[misc]
    assert source.direct("greet") is None
    assert source.direct("count") is None
    assert len(await source.list_tools()) == 3
    await source.close()


def even(text: str) -> str:
    if len(text) % 2:
        raise ValueError("want an even number of letters")
    return text


async def test_messages_of_the_owners_own_checks_are_passed_on() -> None:
    def send(text: Annotated[str, AfterValidator(even)]) -> str:
        return text

    async with Engine([FunctionSource([FunctionTool("t.send", send)])], isolation="inline") as engine:
        reply = await engine.session().exec(
            '_, err := codemode.CallTool("t.send", map[string]any{"text": "abc"})\n__out = err.Error()'
        )
    assert reply.result() == "t.send: text: want an even number of letters"


class Level(Enum):
    LOW = 1
    HIGH = "high"


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_the_keys_of_an_object_may_be_an_enum_of_numbers(isolation: str) -> None:
    def counts() -> dict[Level, int]:
        return {Level.LOW: 3, Level.HIGH: 4}

    (tool,) = FunctionSource([FunctionTool("t.counts", counts)]).known_tools()
    assert tool.output_schema is not None
    assert tool.output_schema["propertyNames"] == {"enum": ["1", "high"]}
    async with Engine([FunctionSource([FunctionTool("t.counts", counts)])], isolation=isolation) as engine:
        reply = await engine.session().exec('__out, err := codemode.CallTool("t.counts")\nreturn err')
    assert (reply.result(), reply.warnings) == ({"1": 3, "high": 4}, [])


def logged(fn: Any) -> Any:
    @wraps(fn)
    def wrapper(*args: Any, **named: Any) -> Any:
        return fn(*args, **named)

    return wrapper


async def test_a_plain_wrapper_around_an_async_function_is_awaited() -> None:
    def ran(fn: Any) -> Any:
        @wraps(fn)
        def wrapper(*args: Any, **named: Any) -> Any:
            return asyncio.run(fn(*args, **named))

        return wrapper

    async def double(n: int) -> int:
        await asyncio.sleep(0)
        return 2 * n

    for tool in (logged(double), ran(double), logged(logged(double))):
        source = FunctionSource.from_functions(tool, owner="m")
        assert codemode.run("__out = m.double(21)", sources=[source]).value == 42
        async with Engine([source], isolation="inline") as engine:
            assert (await engine.session().exec("__out = m.double(4)")).result() == 8


async def test_a_plain_wrapper_around_an_async_generator_streams() -> None:
    async def up_to(n: int) -> AsyncIterator[int]:
        for i in range(n):
            await asyncio.sleep(0)
            yield i

    async with Engine([FunctionSource.from_functions(logged(up_to), owner="m")], isolation="inline") as engine:
        code = 's, err := codemode.CallToolStream("m.up_to", map[string]any{"n": 3})\nif err != nil { return err }\n__out = slices.Collect(s.All())'
        assert (await engine.session().exec(code)).result() == [0, 1, 2]
