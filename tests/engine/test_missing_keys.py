"""Keys that are not there: what a program is told that reads them, in both isolations."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from codemode import Completed, Engine, Failed, FunctionSource, FunctionTool, Limits, Session, Waiting
from tests.engine.completed_runs import completed as run

pytestmark = pytest.mark.anyio

ORDER = {
    "id": 7,
    "order_id": "A-7",
    "timezone": "UTC",
    "note": None,
    "customer": {"name": "Bo", "2fa": True},
    "items": [{"sku": "k", "price": 2.5, "discount": 1}, {"sku": "m", "price": 4}],
    "prices": {"tea": 2.5, "jam": 3.5},
    "by_day": {f"d{i}": {"count": i} for i in range(50)},
}
HAS = "it has id, order_id, timezone, note, customer, items, prices, by_day"


def get_order(id: int = 7) -> Any:
    return ORDER


def rows(count: int = 20) -> Any:
    return [{"name": f"n{i}", "size": i} for i in range(count)]


def flat() -> Any:
    return {"a": 1}


async def ticks() -> AsyncIterator[dict[str, int]]:
    for at in range(3):
        yield {"at": at}


async def later() -> dict[str, int]:
    await asyncio.sleep(1.5)
    return {"late": 1}


SOURCE = FunctionSource(
    [
        FunctionTool("shop.get_order", get_order, read_only=True),
        *(FunctionTool(f"shop.{fn.__name__}", fn, read_only=True) for fn in (rows, flat, ticks, later)),
    ],
    owner="shop",
)


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module", params=["inline", "process"])
async def engine(request: pytest.FixtureRequest) -> AsyncIterator[Engine]:
    async with Engine(sources=[SOURCE], isolation=request.param) as made:
        yield made


@pytest.fixture
def session(engine: Engine) -> Session:
    return engine.session(agent="a", session="s")


R = 'r, err := codemode.CallTool("shop.get_order")\nif err != nil { return err }\n'


async def warned(session: Session, code: str) -> list[str]:
    reply = await run(session, code)
    return [w.message for w in reply.warnings]


# --- told -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "read",
    [
        '__out = r["lines"]',
        "__out = r.lines",
        'm := r.(map[string]any)\n__out = m["lines"]',
        '__out = r.(map[string]any)["lines"]',
        'func f(x any) any { return x["lines"] }\n__out = f(r)',
        'const key = "lines"\n__out = r[key]',
        'key := "lines"\n__out = r[key]',
        'lines, _ := r["lines"].([]any)\n__out = len(lines)',
        'if r["lines"] == "x" { __out = 1 } else { __out = 0 }',
        'x := r["lines"]\n__out = x',
        'm := r["customer"].(map[string]any)\n_ = m\nn := r.(map[string]any)\n__out = n["lines"]',
        'c := make(chan any, 1)\nc <- r\nx := <-c\n__out = x["lines"]',
    ],
)
async def test_a_read_of_a_key_that_a_result_does_not_have_is_told_with_the_keys_that_are_there(
    session: Session, read: str
) -> None:
    reply = await run(session, R + read)
    assert [(w.code, w.message, w.severity) for w in reply.warnings] == [
        ("missing_key_in_value", f'shop.get_order\'s result has no key "lines"; {HAS}', "warning")
    ]
    assert reply.value in (None, 0)


async def test_the_place_is_that_of_the_key(session: Session) -> None:
    reply = await run(session, R + '__out = []any{1, r["lines"]}')
    assert (reply.warnings[0].line, reply.warnings[0].column) == (3, 20)
    assert reply.warnings[0].excerpt.endswith("^" * len('"lines"'))


@pytest.mark.parametrize(
    ("read", "message", "hint"),
    [
        ('__out = r["customer"]["nmae"]', 'no key "nmae" in "customer"; it has name, 2fa', 'did you mean "name"?'),
        ('for _, x := range r["items"] { __out = x["prise"] }', 'no key "prise" in "items"; it has sku', '"price"?'),
        ('m := r["prices"].(map[string]float64)\n__out = m["teaa"]', 'no key "teaa" in "prices"; it has tea', '"tea"?'),
        ('xs := r["items"].([]map[string]any)\nfor _, x := range xs { __out = x["prise"] }', 'in "items"', '"price"?'),
        ("w := r.(map[string]any)\n__out = w.Timezon", 'no key "Timezon"', 'did you mean "timezone"?'),
        ('__out = r["sku"]', f'no key "sku"; {HAS}', '"sku" is in "items"'),
        ('for _, x := range r["items"] { __out = x["customer"] }', 'in "items"', "is in the result itself"),
        ('m := r.(map[string]any)\n__out = m["orderId"]', 'no key "orderId"; ', 'did you mean "order_id"?'),
        ('__out = r["by_day"]["d49"]["cuont"]', 'no key "cuont" in "by_day.*"; it has count', '"count"?'),
    ],
)
async def test_where_it_is_missing_and_what_may_be_meant(session: Session, read: str, message: str, hint: str) -> None:
    reply = await run(session, R + read)
    assert len(reply.warnings) == 1
    assert message in reply.warnings[0].message
    assert hint in reply.warnings[0].hint


async def test_lists_of_records_streams_and_calls_at_the_same_time(session: Session) -> None:
    code = """
        rs := codemode.CallTool("shop.rows")
        for _, x := range rs.([]any) { _ = x["nme"] }
        for x := range codemode.CallToolStream("shop.ticks").All() { _ = x["att"] }
        two := codemode.Parallel([]func() (any, error){func() (any, error) { return codemode.CallTool("shop.get_order") }})
        __out = two[0]["lines"]"""
    assert [m.partition(";")[0] for m in await warned(session, code)] == [
        'shop.rows\'s result has no key "nme"',
        'shop.ticks\'s result has no key "att"',
        'shop.get_order\'s result has no key "lines"',
    ]


@pytest.mark.parametrize(
    "call", ['codemode.CallTool("function:shop:flat")', "tools.ShopFlat()", 'tools.Call("function:shop:flat")']
)
async def test_a_tool_has_its_name_also_where_it_is_called_by_another(session: Session, call: str) -> None:
    assert await warned(session, f'__out = {call}["lines"]') == ['shop.flat\'s result has no key "lines"; it has a']


# --- not told ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "read",
    [
        'v, ok := r["lines"]\n__out = []any{v, ok}',
        'm := r.(map[string]any)\nv, ok := m["lines"]\n__out = []any{v, ok}',
        'if r["lines"] == nil { __out = 1 }',
        "if nil != r.lines { __out = 1 }",
        'if v, ok := r["lines"].([]any); ok { __out = v }',
        'lines := r["lines"]\nif lines == nil { __out = "none" }',
        'var lines any\nlines = r["lines"]\nif lines != nil { __out = lines }',
        'name, _ := r["name"].(string)\nif name == "" { name = "unknown" }\n__out = name',
        'switch v := r["lines"].(type) { case nil: __out = "none"; default: __out = v }',
        'switch r["lines"] { case nil: __out = "none" }',
        'if r["lines"] { __out = 1 }',
        'if !r["lines"] { __out = 1 }',
        '__out = r["lines"] || "none"',
        'm := r.(map[string]any)\ndelete(m, "lines")\n__out = len(m)',
        'm := r.(map[string]any)\ndelete(m, "id")\n__out = m["id"]',
        'm := r.(map[string]any)\nm["mine"] = 1\n__out = m["lines"]',
        '_ = r\nm := map[string]any{"id": 1}\n__out = m["lines"]',
        '_ = r\n_ = codemode.CallTool("shop.flat")\nm := map[string]any{"a": 1}\n__out = m["b"]',
        '_ = r\nvar m map[string]any\n__out = m["lines"]',
        '__out = r["note"]',
        'sum := 0.0\nfor _, x := range r["items"] { fmt.Println(x["discount"]); sum += x["price"] }\n__out = sum',
        'm := r.(map[string]any)\nm["lines"] = 1\n__out = m["lines"]',
        '_ = r\nn := map[string]int{"ab": 1}\nn["x"]++\n__out = n["y"]',
        'm := r["prices"].(map[string]float64)\np, ok := m["teaa"]\n__out = []any{p, ok}',
        "seen := map[string]any{}\nfor k, v := range r.(map[string]any) { if seen[k] == nil { seen[k] = v } }\n__out = len(seen)",
        'total := 0.0\nfor _, x := range r["items"] { if p, ok := x["prise"].(float64); ok { total += p } }\n__out = total',
    ],
)
async def test_what_is_tested_optional_null_or_the_program_s_own_is_not_told(session: Session, read: str) -> None:
    assert await warned(session, R + read) == []


async def test_a_go_program_without_tools_is_told_nothing(session: Session) -> None:
    code = 'package main\nimport "fmt"\nfunc main() { m := map[string]any{"ab": 1}; fmt.Println(m["x"], m["ab"]) }'
    assert await warned(session, code) == []


# --- in the value -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("out", "code"),
    [
        ('r["lines"]', "missing_key_in_value"),
        ('[]any{r["id"], r["lines"]}', "missing_key_in_value"),
        ('map[string]any{"a": map[string]any{"b": r["lines"]}}', "missing_key_in_value"),
        ('fmt.Sprint("lines: ", r["lines"])', "missing_key_in_value"),
        ('map[string]any{"n": len(fmt.Sprint(r["lines"])), "id": r["id"]}', "missing_key"),
    ],
)
async def test_the_warning_says_whether_the_value_shows_it(session: Session, out: str, code: str) -> None:
    assert [w.code for w in (await run(session, f"{R}__out = {out}")).warnings] == [code]


# --- Go names -----------------------------------------------------------------------------------------------------------


async def test_a_field_is_found_by_its_go_name(session: Session) -> None:
    reply = await run(
        session, R + "__out = []any{r.Timezone, r.OrderID, r.OrderId, r.Customer.Name, r.Customer.X2fa, r.Items[0].Sku}"
    )
    assert reply.value == ["UTC", "A-7", "A-7", "Bo", True, "k"]
    assert not reply.warnings


async def test_a_field_is_set_by_its_go_name_where_it_is_found_by_it(session: Session) -> None:
    reply = await run(session, R + 'r.Timezone = "CET"\nr.New = 1\n__out = []any{r.timezone, r["New"], len(r)}')
    assert reply.value == ["CET", 1, 9]


async def test_a_go_name_of_two_keys_is_that_of_none(session: Session) -> None:
    reply = await run(session, R + 'r["Time_Zone"] = "X"\n__out = r.TimeZone')
    assert reply.value is None


# --- failures -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("read", "message"),
    [
        ('__out = r["lines"].(string)', "interface conversion: interface {} is nil, not string"),
        (
            'm := r.(map[string]any)\n__out = m["lines"].(string)',
            "interface conversion: interface {} is nil, not string",
        ),
        ('for _, x := range r["lines"] { __out = x }', 'cannot range over r["lines"]: it is nil'),
        ('__out = r["lines"]["b"]', 'cannot index r["lines"]: it is nil'),
        ('__out = len(r["lines"])', 'cannot take len of r["lines"]: it is nil'),
        ('__out = r["lines"] + 1', "operator + not defined on nil"),
        ('r["lines"] += 1', "operator + not defined on nil"),
        ('x := r["lines"]\n\nfor _, v := range x { __out = v }', "cannot range over x: it is nil"),
    ],
)
async def test_a_nil_that_panics_names_the_key_that_is_missing(session: Session, read: str, message: str) -> None:
    reply = await session.exec(R + read)
    assert isinstance(reply, Failed)
    assert reply.code == "guest_panic"
    assert message in reply.error
    assert f'shop.get_order\'s result has no key "lines"; {HAS}' in f"{reply.error} {reply.diagnostics[0].hint}"


# --- declared -----------------------------------------------------------------------------------------------------------


DECLARED = {
    "type": "object",
    "properties": {"id": {"type": "integer"}, "items": {"type": "array", "items": {"type": "object"}}},
    "additionalProperties": False,
}


async def test_what_is_known_before_the_run_is_told_once(engine: Engine) -> None:
    given = {"id": 1, "items": []}
    tool = FunctionTool("d.get", lambda: given, read_only=True, output_schema=DECLARED)
    source = FunctionSource([tool], owner="d")
    async with Engine(sources=[source], isolation=engine.isolation) as own:
        reply = await run(own.session(agent="a", session="s"), 'r := codemode.CallTool("d.get")\n__out = r["lines"]')
    about = [w for w in reply.warnings if w.code.startswith("missing_key")]
    assert [w.message for w in about] == ['d.get\'s result has no key "lines"; it has id, items']
    assert about[0].code == "missing_key_in_value"


# --- bounds, replay -----------------------------------------------------------------------------------------------------


async def test_millions_of_missing_reads_are_told_once_by_place(session: Session) -> None:
    loop = "for i := 0; i < 50000; i++ { "
    assert len(await warned(session, R + loop + '_ = r["lines"] }')) == 1
    assert len(await warned(session, R + loop + '_ = r[fmt.Sprint("k", i)] }')) <= 4


async def test_no_more_than_twenty_are_told(session: Session) -> None:
    code = R + "\n".join(f'_ = r["nothing{i}"]' for i in range(200))
    assert len(await warned(session, code)) == 20


async def test_keys_of_strangers_are_cut_and_stay_on_one_line() -> None:
    hostile = {"ab\ncd\x1b[2J" + "x" * 50: 1, "y" * 100_000: 2} | {f"key{i}": i for i in range(5000)}
    source = FunctionSource([FunctionTool("h.get", lambda: hostile, read_only=True)], owner="h")
    session = Engine(sources=[source]).session(agent="a", session="s")
    reply = await run(session, '__out = codemode.CallTool("h.get")["nothing"]')
    assert len(reply.warnings) == 1
    assert len(reply.warnings[0].message) <= 1000
    assert reply.warnings[0].message.isprintable()


async def test_a_restored_run_is_told_the_same(engine: Engine, tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path / 'runs.db'}"
    parked = Engine(sources=[SOURCE], isolation=engine.isolation, store=store)
    code = R + 'x := r["lines"]\ny := codemode.CallTool("shop.later")\n__out = []any{x, y.late, y["lte"]}'
    await parked.ready()
    first = await parked.session(agent="a", session="s").exec(code, timeout_ms=600)
    assert isinstance(first, Waiting)
    await parked.close()
    async with Engine(sources=[SOURCE], isolation=engine.isolation, store=store) as other:
        reply: Any = first
        while isinstance(reply, Waiting):
            reply = await other.session(agent="a", session="s").wait(reply.run_id)
    assert isinstance(reply, Completed), reply
    assert [w.message for w in reply.warnings] == [
        f'shop.get_order\'s result has no key "lines"; {HAS}',
        'shop.later\'s result has no key "lte"; it has late',
    ]


async def test_a_result_with_many_shapes_stays_in_bounds(session: Session) -> None:
    many = [{f"k{i}": {f"n{i}": {f"m{i}": i}}} for i in range(3000)]
    source = FunctionSource([FunctionTool("h.get", lambda: many, read_only=True)], owner="h")
    hostile = Engine(sources=[source], limits=Limits(memory_limit_bytes=8 << 20)).session(agent="a", session="s")
    reply = await run(
        hostile, 'r := codemode.CallTool("h.get")\nfor i, x := range r { _ = x["q"]; _ = i }\n__out = len(r)'
    )
    assert reply.value == 3000
