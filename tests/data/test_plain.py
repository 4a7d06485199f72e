"""Values of Python become plain data, or an error that names their type."""

from __future__ import annotations

import array
import asyncio
import enum
import io
import itertools
import math
import uuid
from collections import Counter, OrderedDict, UserList, defaultdict, deque, namedtuple
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from ipaddress import ip_address
from pathlib import PurePosixPath
from typing import Annotated, Any, NamedTuple

import pytest
from pydantic import AnyUrl, BaseModel, Field, PlainSerializer, RootModel, SecretStr

import codemode
from codemode import Engine, FunctionSource, FunctionTool
from codemode.catalog import Namespace, Verb
from codemode.data import NotData, is_plain, plain
from codemode.engine import CallContext
from codemode.errors import ConfigError, ToolError
from tests.traced_memory import traced

pytestmark = pytest.mark.anyio


class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Level(enum.IntEnum):
    LOW = 1


class Name(enum.StrEnum):
    ADA = "ada"


class Mode(enum.Flag):
    READ = 1
    WRITE = 2


class Point(NamedTuple):
    x: int
    y: int


@dataclass
class Line:
    name: str
    tags: set[str] = field(default_factory=set)


class Order(BaseModel):
    id: int = Field(serialization_alias="orderId")
    tags: set[str] = set()
    raw: bytes = b""
    seen: Annotated[datetime, PlainSerializer(lambda at: at.year, when_used="json")] = datetime(2024, 5, 1)


class Loud(str):
    def __str__(self) -> str:
        raise AssertionError("asked")


class Whole(int):
    def __index__(self) -> int:
        raise AssertionError("asked")

    __int__ = __str__ = __repr__ = __index__  # type: ignore[assignment]


class Numpy32:
    """As numpy's integers are."""

    def __index__(self) -> int:
        return 7


class Single:
    """As numpy's single floats are."""

    def __float__(self) -> float:
        return 1.5


class Matrix:
    """As numpy's arrays are: they have all faces, most of which refuse."""

    def __len__(self) -> int:
        return 2

    def __iter__(self) -> Iterator[Any]:
        return iter([Numpy32(), Numpy32()])

    def __float__(self) -> float:
        raise TypeError("only length-1 arrays can be converted")

    def tolist(self) -> list[Any]:
        return [[1, 2], [3, 4]]


class Thing:
    pass


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({3, 1, 2}, [1, 2, 3]),
        (frozenset({"b", "a"}), ["a", "b"]),
        ({1, "a", None}, ["a", 1, None]),  # what cannot be compared is sorted by its JSON
        ({"deep": [{"x": {(2, 1), (1, 2)}}]}, {"deep": [{"x": [[1, 2], [2, 1]]}]}),
        ({frozenset({1, 2}), frozenset({3})}, [[1, 2], [3]]),
        ({"b": 1, "a": 2}.keys(), ["b", "a"]),
        ({"b": 1, "a": 2}.values(), [1, 2]),
        ({"b": 1}.items(), [["b", 1]]),
        (b"hi\xff", "aGn/"),
        (bytearray(b"hi"), "aGk="),
        (memoryview(b"hi"), "aGk="),
        ([b"hi"], ["aGk="]),
        (1 + 2j, "1+2j"),
        ({1: "a", 2.5: "b", None: "c"}, {"1": "a", "2.5": "b", "null": "c"}),
        ({True: 1, False: 2}, {"true": 1, "false": 2}),
        ({Color.RED: 1, Level.LOW: 2}, {"red": 1, "1": 2}),
        ({date(2024, 5, 1): 1, uuid.UUID(int=1): 2}, {"2024-05-01": 1, "00000000-0000-0000-0000-000000000001": 2}),
        ({(1, 2): "a"}, {"1,2": "a"}),
        ({b"name": b"bob"}, {"name": "Ym9i"}),
        (Line("a", {"y", "x"}), {"name": "a", "tags": ["x", "y"]}),
        ({"rows": [Line("a"), Line("b")]}, {"rows": [{"name": "a", "tags": []}, {"name": "b", "tags": []}]}),
        (
            Order(id=1, tags={"y", "x"}, raw=b"hi"),
            {"orderId": 1, "tags": ["x", "y"], "raw": "aGk=", "seen": 2024},
        ),
        (RootModel[list[bytes]]([b"hi"]), ["aGk="]),
        (Point(1, 2), [1, 2]),
        (Color.RED, "red"),
        ([Level.LOW, Name.ADA, Mode.WRITE], [1, "ada", 2]),
        (date(2024, 5, 1), "2024-05-01"),
        (datetime(2024, 5, 1, tzinfo=UTC), "2024-05-01T00:00:00Z"),
        (time(12, 30), "12:30:00"),
        (timedelta(days=1, seconds=3), "P1DT3S"),
        (Decimal("1.10"), "1.10"),
        (uuid.UUID(int=1), "00000000-0000-0000-0000-000000000001"),
        (PurePosixPath("/a/b"), "/a/b"),
        (ip_address("10.0.0.1"), "10.0.0.1"),
        (AnyUrl("https://example.com/a"), "https://example.com/a"),
        (SecretStr("hush"), "**********"),
        (Fraction(1, 2), 0.5),
        ([Numpy32(), Single()], [7, 1.5]),
        (Matrix(), [[1, 2], [3, 4]]),
        (array.array("i", [1, 2]), [1, 2]),
        (range(3), [0, 1, 2]),
        ((n * n for n in range(3)), [0, 1, 4]),
        (map(str, [1, 2]), ["1", "2"]),
        ({"a": iter([b"hi"])}, {"a": ["aGk="]}),
        (deque([1, 2]), [1, 2]),
        (UserList([1]), [1]),
        ((1, (2, {3})), [1, [2, [3]]]),
        ([Counter("aab"), OrderedDict(a={1}), defaultdict(list, a=[1])], [{"a": 2, "b": 1}, {"a": [1]}, {"a": [1]}]),
        ([Loud("x"), {1}], ["x", [1]]),
        ({Loud("x"): Whole(3)}, {"x": 3}),
        ([10**400, {1}], [10**400, [1]]),
    ],
    ids=lambda v: str(type(v).__name__),
)
def test_python_values_become_plain_data(value: Any, expected: Any) -> None:
    made = plain(value)
    assert made == expected
    assert is_plain(made)


def test_plain_values_are_not_copied() -> None:
    rows = [{"id": n, "name": "a", "x": [1.5, None, True], "t": (1, 2)} for n in range(50)]
    for value in (rows, {"rows": rows, "n": math.nan}, "text", 5, None, {"a": {"b": {}}}, [[], {}], 10**400):
        assert plain(value) is value


def cyclic() -> Any:
    value: dict[str, Any] = {"a": {1}}
    value["self"] = [value]
    return value


def deep(levels: int, core: Any = 1) -> Any:
    for _ in range(levels):
        core = [core]
    return core


class Boom:
    def tolist(self) -> Any:
        return [self]


class Lines:
    """Has items, and may be more than they."""

    def __iter__(self) -> Iterator[int]:
        return iter([1])


async def later() -> int:
    return 1


def coroutine() -> Any:
    made = later()
    made.close()
    return made


Pair = namedtuple("Pair", "a")
DOUBLE: Any = []
for _ in range(60):
    DOUBLE = [DOUBLE, DOUBLE]


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (Thing, "a value of the type Thing is not data"),
        (lambda: {"a": [Thing()]}, "a value of the type Thing is not data"),
        (lambda: [{1}, print], "a value of the type builtin_function_or_method is not data"),
        (lambda: Thing, "the type Thing itself is not data"),
        (lambda: ..., "a value of the type ellipsis is not data"),
        (lambda: ValueError("x"), "a value of the type ValueError is not data"),
        (lambda: Lines(), "a value of the type Lines is not data"),
        (coroutine, "a value of the type coroutine is not data"),
        (lambda: io.StringIO("a"), "a value of the type StringIO is not data"),
        (lambda: {Thing(): 1}, "a value of the type Thing is not data"),
        (lambda: {Line: 1}, "the type Line itself is not data"),
        (lambda: {1: "a", "1": "b"}, 'two keys of an object are "1" as text'),
        (lambda: {True: "a", "true": "b"}, 'two keys of an object are "true" as text'),
        (cyclic, "a value that contains itself is not data"),
        (lambda: deep(201), "a value that is nested deeper than 200 is not data"),
        (lambda: deep(100_000), "a value that is nested deeper than 200 is not data"),
        (lambda: deep(201, {1}), "a value that is nested deeper than 200 is not data"),
        (Boom, "a value that contains itself is not data"),
        (lambda: 10**5000, "an integer of more than 1200 digits is not data"),
        (lambda: {"a": [-(10**5000)]}, "an integer of more than 1200 digits is not data"),
        (lambda: {10**5000: 1}, "an integer of more than 1200 digits is not data"),
        (lambda: Whole(10**5000), "an integer of more than 1200 digits is not data"),
        (lambda: range(10**12), "data of more than 67108864 bytes is too large to be read"),
        (itertools.count, "data of more than 67108864 bytes is too large to be read"),
        (lambda: itertools.repeat("x" * 10**6), "data of more than 67108864 bytes"),
        (lambda: set(range(3_000_000)), "data of more than 67108864 bytes"),
        (lambda: DOUBLE, "data of so many parts or digits is too large to be read"),
        (lambda: [[] for _ in range(1 << 20)], "data of so many parts or digits is too large to be read"),
        (lambda: [b"", *([] for _ in range(1 << 20))], "data of so many parts or digits is too large to be read"),
    ],
)  # fmt: skip
def test_values_that_are_not_data_are_errors(make: Callable[[], Any], told: str) -> None:
    with pytest.raises(NotData) as caught:
        plain(make())
    assert str(caught.value).startswith(told)
    assert " at 0x" not in str(caught.value)


def test_endless_iterators_are_bounded_and_closed() -> None:
    closed: list[str] = []

    def endless() -> Iterator[int]:
        try:
            yield from itertools.count()
        finally:
            closed.append("closed")

    class Feed(BaseModel):
        items: Any

    for make in (endless, lambda: {"a": endless()}, lambda: Feed(items=endless())):
        with traced() as memory, pytest.raises(NotData, match="too large to be read"):
            plain(make(), limit=1 << 20)
        assert memory.peak < 8 << 20
    assert closed == ["closed"] * 3


def test_an_own_type_may_define_its_plain_form() -> None:
    def attach(value: object) -> Any:
        return {"attachment": "a1"} if isinstance(value, Thing) else None

    assert plain({"x": [Thing(), {1}]}, attach=attach) == {"x": [{"attachment": "a1"}, [1]]}
    with pytest.raises(NotData, match="type Lines"):
        plain(Lines(), attach=attach)


# --- wherever values come in -------------------------------------------------------------------------------------------

VALUES: dict[str, Any] = {
    "set": ({2, 1}, [1, 2]),
    "bytes": (b"hi", "aGk="),
    "keys": ({1: "a", 2: "b"}, {"1": "a", "2": "b"}),
    "date": (date(2024, 5, 1), "2024-05-01"),
    "line": (Line("a", {"x"}), {"name": "a", "tags": ["x"]}),
    "enum": (Color.RED, "red"),
    "complex": (1 + 2j, "1+2j"),
}


def tools() -> FunctionSource:
    def get(name: str) -> Any:
        return VALUES[name][0]

    async def get_later(name: str) -> Any:
        return VALUES[name][0]

    def strings() -> set[str]:
        return {"b", "a"}

    def raw() -> bytes:
        return b"hi"

    def names() -> dict[int, str]:
        return {1: "a"}

    def odd() -> Any:
        return Thing()

    def stream() -> Iterator[set[int]]:
        yield {2, 1}

    def strange() -> Iterator[Any]:
        yield Thing()

    named = [get, get_later, strings, raw, names, odd, stream, strange]
    return FunctionSource([FunctionTool(f"t.{fn.__name__}", fn) for fn in named])


def run(code: str, isolation: str, data: Any = None) -> Any:
    if isolation == "run":
        try:
            return codemode.run(code, sources=[tools()], data=data)
        except codemode.CodeModeError as failed:
            return failed

    async def main() -> Any:
        async with Engine([tools()], isolation=isolation) as engine:
            return await engine.session().exec(code, data=data)

    return asyncio.run(main())


EVERYWHERE = pytest.mark.parametrize("isolation", ["run", "inline", "process"])


@EVERYWHERE
def test_one_value_is_the_same_from_functions_and_in_data(isolation: str) -> None:
    code = "\n".join(f'__out = append(__out.([]any), codemode.CallTool("t.get", "{name}"))' for name in VALUES)
    later = code.replace("t.get", "t.get_later")
    expected = [made for _, made in VALUES.values()]
    for each in (code, later):
        assert run(f"__out = []any{{}}\n{each}", isolation).value == expected
    given = {name: value for name, (value, _) in VALUES.items()}
    assert run("__out = data", isolation, given).value == {name: made for name, (_, made) in VALUES.items()}


@EVERYWHERE
def test_declared_results_match_the_plain_data(isolation: str) -> None:
    code = '__out = []any{codemode.CallTool("t.strings"), codemode.CallTool("t.raw"), codemode.CallTool("t.names")}'
    done = run(code, isolation)
    assert (done.value, done.warnings) == ([["a", "b"], "aGk=", {"1": "a"}], [])


@EVERYWHERE
def test_an_object_is_an_error_that_names_tool_and_type(isolation: str) -> None:
    failed = run('v, err := codemode.CallTool("t.odd")\nif err != nil { return err }\n__out = v', isolation)
    assert "t.odd: a value of the type Thing is not data" in str(getattr(failed, "error", failed))
    assert failed.tool_calls[0].code == "invalid_tool_output"
    piece = 's, err := codemode.CallToolStream("t.%s")\nif err != nil { return err }\nv, err := s.Next()\nif err != nil { return err }\n__out = v'
    assert run(piece % "stream", isolation).value == [1, 2]
    failed = run(piece % "strange", isolation)
    assert "t.strange: a value of the type Thing is not data" in str(getattr(failed, "error", failed))


@EVERYWHERE
def test_invalid_data_is_refused_before_anything_runs(isolation: str) -> None:
    for odd, told in ((Thing(), "the type Thing"), (10**5000, "1200 digits"), (cyclic(), "contains itself")):
        failed = run("__out = data", isolation, odd)
        assert failed.code == "invalid_input"
        assert told in str(getattr(failed, "error", failed))


def test_constants_of_a_namespace_are_adapted_too() -> None:
    verbs = {"Refund": Verb("shop.refund"), "Since": date(2024, 5, 1), "Tags": {"b", "a"}, "Color": Color.RED}
    made = Namespace("Billing", "shop", verbs=verbs)
    assert dict(made.verbs) == verbs | {"Since": "2024-05-01", "Tags": ["a", "b"], "Color": "red"}
    with pytest.raises(ConfigError, match=r"verbs\.A: .*a value of the type Thing is not data"):
        Namespace("Billing", "shop", verbs={"A": Thing()})


async def test_all_pieces_of_an_endless_stream_are_bounded() -> None:
    closed: list[str] = []

    async def ticks() -> Any:
        try:
            while True:
                yield "x" * (1 << 20)
        finally:
            closed.append("closed")

    with pytest.raises(ToolError, match="data of more than 67108864 bytes is too large to be read"):
        await FunctionTool("t.ticks", ticks).call({}, CallContext())
    assert closed == ["closed"]
