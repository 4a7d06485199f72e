"""A schema of a stranger cannot keep the host busy: what would take for ever to check is found out before it is used."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from codemode.catalog import Catalog, ToolEntry, unique_ids
from codemode.catalog.declarations import declaration
from codemode.catalog.index import catalog_items, exec_index
from codemode.catalog.lazy_schemas import Deferred, shallow
from codemode.catalog.names import nearest
from codemode.catalog.schema_work import TooComplex, depth, work
from codemode.catalog.schemas import lookup
from codemode.catalog.stubs import stub
from codemode.catalog.validation import TOO_LARGE, Checker
from codemode.sources.mcp_entries import safe_names
from tests.host.schemas import BOMBS, FINE, LARGE, WIDE, N, tree

AMBIGUOUS = tree(
    {"type": "object", "required": ["op"], "properties": {"op": {"const": "+"}, "left": N, "right": N}},
    {"type": "object", "required": ["op"], "properties": {"op": {"const": "-"}, "left": N}},
)


@pytest.mark.parametrize("name", list(BOMBS))
def test_a_check_that_would_not_end_is_not_made(name: str) -> None:
    with pytest.raises(TooComplex):
        work(BOMBS[name])
    checker = Checker(BOMBS[name])
    for value in ({"a": {"a": 1.5}}, [[1.5]], "x", 1.5):
        assert checker.unchecked(value)
        assert checker.problems(value) == []
        assert checker.fit(value) == value


@pytest.mark.parametrize("name", list(FINE))
def test_common_schemas_are_checked(name: str) -> None:
    assert work(FINE[name]).growth == 1
    assert not Checker(FINE[name]).unchecked({"a": 1})


def test_what_contains_itself_in_several_ways_is_checked_as_far_as_values_go() -> None:
    assert work(AMBIGUOUS).growth == 2
    value: Any = None
    for _ in range(6):
        value = {"op": "-", "left": value}
    checker = Checker(AMBIGUOUS)
    assert not checker.unchecked(value)
    assert checker.problems(value) == []
    assert checker.problems({"op": "*"})
    for _ in range(40):
        value = {"op": "-", "left": value}
    assert depth(value) == 46
    assert checker.unchecked(value)
    assert checker.problems(value) == []


def test_a_flood_of_errors_is_not_described_one_by_one() -> None:
    calls = 0

    def count(frame: object, event: str, arg: object) -> None:
        nonlocal calls
        calls += event == "call"

    checker = Checker({"items": {"type": "string"}})
    sys.setprofile(count)
    try:
        assert len(checker.problems([1] * 100_000)) == 6
    finally:
        sys.setprofile(None)
    assert calls < 3 * 100_000  # the validator makes its errors all at once


@pytest.mark.parametrize("name", list(BOMBS))
@pytest.mark.parametrize("side", ["input_schema", "output_schema"])
def test_showing_and_finding_such_a_tool_takes_little_work(name: str, side: str) -> None:
    calls = 0

    def count(frame: object, event: str, arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")
        if calls > 5_000_000:
            raise AssertionError("too much work")

    given = {"type": "object", "properties": {"x": BOMBS[name]}} if side == "input_schema" else BOMBS[name]
    if "$defs" in BOMBS[name]:
        given = {**given, "$defs": BOMBS[name]["$defs"]}
    entry = ToolEntry("function:a:b", "a.b", **{side: given})
    sys.setprofile(count)
    try:
        shown = declaration(entry)
        Catalog([entry]).search("value of x", 5)
    finally:
        sys.setprofile(None)
    assert len(shown) < 100_000


@pytest.mark.parametrize("name", list(LARGE))
def test_what_is_wrong_with_a_large_value_is_told_at_a_price_that_has_an_end(name: str) -> None:
    schema, value = LARGE[name]
    checker = Checker(schema)
    began = time.process_time()
    problems = checker.problems(value)
    assert time.process_time() - began < 8  # seconds to minutes, growing with the product of both
    assert problems
    assert sum(map(len, problems)) < 5000


def test_a_large_value_is_not_looked_at_again_and_again() -> None:
    checker = Checker({"items": {"anyOf": [{"minimum": i + 10**6} for i in range(1000)]}})
    assert checker.unchecked(WIDE)
    assert not checker.unchecked(WIDE[:100])
    assert not Checker({"items": {"type": "integer"}}).unchecked(WIDE)


def test_what_is_wrong_in_the_beginning_of_a_large_value_is_told_and_nothing_that_the_cut_made() -> None:
    records = [{"id": i, "tags": ["a"] * 30} for i in range(20_000)]
    schema = {
        "type": "array",
        "minItems": 15_000,
        "items": {"properties": {"id": {"type": "integer"}, "tags": {"minItems": 25}}},
    }
    checker = Checker(schema)
    assert checker.problems(records) == []
    records[3]["id"] = "three"
    assert checker.problems(records) == ['[3].id is "three" (string), must be integer']
    records[3]["id"], records[19_999]["id"] = 3, "last"
    assert checker.problems(records) == [TOO_LARGE]


RECORD = {
    "properties": {
        "id": {"type": "integer"},
        "tags": {"items": {"type": "string"}},
        "kind": {"anyOf": [{"properties": {"t": {"const": "a"}, "v": {"type": "number"}}}, {"type": "null"}]},
    }
}


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"id": "x"}, 'more[19993].id is "x" (string), must be integer'),
        ({"tags": ["a", 3]}, "more[19993].tags[1] is 3 (integer), must be string"),
        ({"kind": {"t": "a", "v": "z"}}, 'more[19993].kind.v is "z" (string), must be number'),
    ],
)
def test_what_is_wrong_late_in_a_long_list_is_told_with_its_place(wrong: dict[str, Any], told: str) -> None:
    records = [{"id": i, "tags": ["a", "b"], "kind": {"t": "a", "v": 1.5}} for i in range(20_000)]
    records[19_993] |= wrong
    lists = {"type": "array", "minItems": 1, "items": RECORD}
    checker = Checker({"properties": {"items": lists, "more": lists}, "required": ["items"]})
    assert checker.problems({"items": records[:10], "more": records}) == [told]


def test_what_is_wrong_deep_in_long_lists_and_large_objects_is_told_with_its_place() -> None:
    table: Any = {"rows": [[1] * 300 for _ in range(500)]}
    table["rows"][444][155] = "s"
    whole = {"items": {"items": {"type": "integer"}}}
    told = 'rows[444][155] is "s" (string), must be integer'
    assert Checker({"properties": {"rows": whole}}).problems(table) == [told]
    counts: Any = {f"k{i}": i for i in range(50_000)} | {"k40000": "s"}
    checker = Checker({"additionalProperties": {"type": "integer"}})
    assert checker.problems(counts) == ['k40000 is "s" (string), must be integer']
    assert checker.problems({"n": 1, "x": {"deep": [0] * 50_000}}) == ['x is {"deep": [0]} (object), must be integer']


def test_looking_for_the_place_has_an_end() -> None:
    # every level has all of what is large, and no half is wrong without the other
    value: Any = [*range(100_000), 0]
    schema: dict[str, Any] = {"uniqueItems": True}
    for _ in range(15):
        value, schema = {"a": value, "b": [1, 1]}, {"properties": {"a": schema}}
    checker = Checker(schema)
    began = time.process_time()
    checker._validator.is_valid(value)
    once = time.process_time() - began
    began = time.process_time()
    assert checker.problems(value) == [TOO_LARGE]
    assert time.process_time() - began < 100 * once + 1


def choice(options: int, values: int) -> dict[str, Any]:
    """A field of one of many options, each with many values."""
    return {
        "properties": {"p": U},
        "$defs": {"U": {"oneOf": [{"$ref": "#/$defs/E"}] * options}, "E": {"enum": [*range(values)]}},
    }


U = {"$ref": "#/$defs/U"}
# what each part needs is as much as the whole schema has: by the number of options, keys or characters
PRODUCTS: dict[str, Callable[[int], dict[str, Any]]] = {
    "options of a choice, each with many values": lambda n: choice(n, n),
    "many options": lambda n: {"properties": {f"p{i}": {"oneOf": [{}] * n} for i in range(n // 10)}},
    "a circle with keys beside it": lambda n: {
        "properties": {f"p{i}": U for i in range(n // 10)},
        "$defs": {"U": {**U, **{f"x{i}": 0 for i in range(n)}}},
    },
    "fields of the same many fields": lambda n: {
        "properties": {f"p{i}": U for i in range(n // 10)},
        "$defs": {"U": {"properties": {f"f{i}": {"type": "string"} for i in range(n)}}},
    },
}


def calls_of(work: Callable[[], object]) -> int:
    calls = 0

    def count(frame: object, event: str, arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def instructions_of(work: Callable[[], object]) -> int:
    """Counts also the turns of comprehensions."""
    instructions = 0

    def trace(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal instructions
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        instructions += event == "opcode"
        return trace

    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(None)
    return instructions


def test_a_long_reference_leads_nowhere() -> None:
    schema: dict[str, Any] = {"type": "string"}
    root: dict[str, Any] = {"a": schema, "b" * 2000: schema}
    assert lookup("#/a", root) == schema
    assert lookup("#/" + "b" * 2000, root) == {}


@pytest.mark.parametrize("name", list(PRODUCTS))
@pytest.mark.parametrize("side", ["input_schema", "output_schema"])
def test_what_a_reader_needs_grows_no_faster_than_the_schema(name: str, side: str) -> None:
    def looked_at(size: int) -> int:
        schema = {"type": "object", **PRODUCTS[name](size)}
        given: dict[str, Any] = {side: schema, **({"input_schema": {}} if side == "output_schema" else {})}
        catalog = Catalog([ToolEntry("function:a:b", "a.b", **given)])

        def work() -> None:
            exec_index(catalog_items(catalog), 8000)
            declaration(catalog.entries[0])
            stub(catalog.entries[0])
            shallow(schema)
            catalog.search("value of x", 5)

        return instructions_of(work)

    assert looked_at(600) < 3 * looked_at(300)


def test_the_first_levels_of_a_schema_are_bounded() -> None:
    inner = {"properties": {f"b{i}": {"type": "string"} for i in range(300)}}
    schema = {"properties": {f"a{i}": {"$ref": "#/$defs/B"} for i in range(300)}, "$defs": {"B": inner}}
    made = shallow(schema)
    assert len(made["properties"]) == 300
    assert sum(len(member.get("properties", ())) for member in made["properties"].values()) < 1000


def test_a_schema_that_cannot_be_made_allows_everything(caplog: pytest.LogCaptureFixture) -> None:
    def make() -> Any:
        raise AttributeError("'str' object has no attribute 'get'")

    odd = Deferred(make, {"type": "object"}, "x")
    catalog = Catalog([ToolEntry("utcp:a:out", "a.out", source="utcp", source_name="a", input_schema=odd)])
    assert catalog.mentioned("__out = 1") == {"utcp:a:out": [{}, {}]}
    assert "could not be made" in caplog.text


def test_a_program_that_begins_does_not_wait_for_the_index_of_all_tools() -> None:
    begun, may_end = threading.Event(), threading.Event()

    def make() -> Any:
        begun.set()
        assert may_end.wait(20)
        return {"type": "object"}

    slow = Deferred(make, {"type": "object"}, "x")
    catalog = Catalog([ToolEntry("utcp:a:slow", "a.slow", source="utcp", source_name="a", input_schema=slow)])
    index = threading.Thread(target=lambda: catalog._once("index", lambda: slow.whole))
    index.start()
    try:
        assert begun.wait(20)
        assert catalog.mentioned("__out = 1") == {}
    finally:
        may_end.set()
        index.join()


def test_many_names_that_are_alike_take_little_work() -> None:
    def ids(count: int) -> int:
        entries = [ToolEntry("function:a:b", f"a.b{i}") for i in range(count)]
        return calls_of(lambda: unique_ids(entries))

    def names(count: int) -> int:
        return calls_of(lambda: safe_names([f"{'n' * 60}{i}" for i in range(count)], 40))

    assert ids(600) < 3 * ids(300)
    assert names(600) < 3 * names(300)
    assert [entry.id for entry in unique_ids([ToolEntry("a", "x")] * 3)] == ["a", "a#2", "a#3"]
    long = [f"{'n' * 150}{i}" for i in range(600)]
    assert calls_of(lambda: nearest("n" * 199, long)) < 3 * calls_of(lambda: nearest("n" * 199, long[:100]))
    assert nearest("shop.gte_order", [*long, "shop.get_order"]) == ["shop.get_order"]
