"""What guest code can say: streams, search, the catalog, parallel work, data across cells."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

import codemode
from codemode import CodeModeError, Engine, FunctionSource, FunctionTool, Limits, Session
from codemode.engine.natives.library import GuestLibrary, guest_entries
from tests.engine.conftest import Tools

pytestmark = pytest.mark.anyio


def value(code: str, tools: Tools | None = None, **more: Any) -> Any:
    return codemode.run(code, sources=[tools.source()] if tools else (), **more).value


def error(code: str, tools: Tools | None = None, **more: Any) -> CodeModeError:
    with pytest.raises(CodeModeError) as caught:
        codemode.run(code, sources=[tools.source()] if tools else (), **more)
    return caught.value


OPEN = 's, err := codemode.CallToolStream("t.%s"%s)\nif err != nil { return err }\n'
COUNT = OPEN % ("count", ', map[string]any{"to": 5}')


# --- arguments -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [
        'map[string]any{"a": 2, "b": 3}',
        'map[string]int{"a": 2, "b": 3}',
        "struct{ A, B float64 }{2, 3}",
        '&struct{ X float64 `json:"a"`; Y float64 `json:"b"` }{2, 3}',
        'any(map[string]any{"a": 2, "b": 3})',
    ],
)
def test_arguments_are_a_map_or_a_struct(tools: Tools, args: str) -> None:
    assert value(f'args := {args}\n__out = codemode.CallTool("t.add", args)', tools) == 5


def test_struct_fields_find_the_tools_own_names() -> None:
    def order(order_id: str, customer_name: str = "") -> list[str]:
        return [order_id, customer_name]

    code = 'type Args struct { OrderID string; CustomerName string }\n__out = codemode.CallTool("order", Args{"O-1", "Ada"})'
    assert codemode.run(code, sources=[FunctionSource([order])]).value == ["O-1", "Ada"]


def test_no_arguments_are_an_empty_map() -> None:
    source = FunctionSource([FunctionTool("f", lambda **given: given)])
    for call in [
        'codemode.CallTool("f")',
        'codemode.CallTool("f", nil)',
        'codemode.CallTool("f", map[string]any(nil))',
    ]:
        assert codemode.run(f"__out = {call}", sources=[source]).value == {}


@pytest.mark.parametrize(
    ("args", "told"),
    [('"text"', "not a string"), ("3", "not a number"), ("[]int{1}", "not a list"), ("true", "not a boolean")],
)
def test_other_arguments_are_an_error(tools: Tools, args: str, told: str) -> None:
    found = error(f'var x any = {args}\n_, err := codemode.CallTool("t.add", x)\nreturn err', tools)
    assert told in str(found)
    assert found.code == "guest_error"


def test_an_integral_float_is_an_integer_for_the_tool() -> None:
    def kind(n: int) -> str:
        return type(n).__name__

    def same(n):  # type: ignore[no-untyped-def]
        return repr(n)

    source = FunctionSource([kind, same])
    assert (
        codemode.run('x := 4.0\n__out = codemode.CallTool("kind", map[string]any{"n": x})', sources=[source]).value
        == "int"
    )
    assert codemode.run('__out = codemode.CallTool("same", map[string]any{"n": 1<<62})', sources=[source]).value == str(
        1 << 62
    )


def test_results_are_copies_for_the_guest() -> None:
    shared = {"list": [1, 2]}
    source = FunctionSource([FunctionTool("get", lambda: shared)])
    code = 'r := codemode.CallTool("get").(map[string]any)\nr["list"] = 1\nr["new"] = 2\n__out = r'
    assert codemode.run(code, sources=[source]).value == {"list": 1, "new": 2}
    assert shared == {"list": [1, 2]}


# --- streams ---------------------------------------------------------------------------------------------------------


def test_next_ends_with_eof(tools: Tools) -> None:
    code = COUNT + (
        "n := 0\nfor {\n\tv, err := s.Next()\n\tif err == io.EOF { break }\n\tif err != nil { return err }\n\tn += int(v.(float64))\n}\n"
        "_, err = s.Next()\n__out = []any{n, err == io.EOF, errors.Is(err, io.EOF)}"
    )
    assert value(code, tools) == [15, True, True]


def test_all_in_a_range_loop(tools: Tools) -> None:
    assert value(COUNT + "n := 0\nfor v := range s.All() { n += int(v) }\n__out = n", tools) == 15


def test_leaving_the_loop_closes_the_stream(tools: Tools) -> None:
    code = OPEN % ("ticks", "") + "for v := range s.All() { if v > 3 { break } }\n__out = 1"
    result = codemode.run(code, sources=[tools.source()])
    assert result.tool_calls[0].status == "ok"
    for _ in range(200):
        if tools.cancelled:
            break
        time.sleep(0.01)
    assert tools.cancelled == ["ticks"]


def test_closing_and_reading_on(tools: Tools) -> None:
    code = OPEN % ("ticks", "") + "s.Next()\ns.Close()\ns.Close()\n_, err = s.Next()\n__out = err == io.EOF"
    assert value(code, tools) is True


async def test_reading_ahead_is_bounded(tools: Tools) -> None:
    code = OPEN % ("ticks", "") + "s.Next()\ntime.Sleep(150 * time.Millisecond)\n__out = 1"
    reply = await Engine(sources=[tools.source()]).session().exec(code)
    assert reply.status == "completed"
    assert 10 < len(tools.effects) < 60
    tools.effects.clear()
    codemode.run(code, sources=[tools.source()])
    assert 10 < len(tools.effects) < 100


def test_a_stream_that_breaks(tools: Tools) -> None:
    code = (
        OPEN % ("breaks", "") + "n := 0\nfor { _, err = s.Next(); if err != nil { break }; n++ }\n__out = []any{n, err}"
    )
    assert value(code, tools) == [2, "the line broke"]
    found = error(OPEN % ("breaks", "") + "for range s.All() { }\n__out = 1", tools)
    assert (found.code, str(found)) == ("guest_error", "the line broke")


def test_a_stream_that_cannot_begin(tools: Tools) -> None:
    found = error(
        'name := "t.count"\n_, err := codemode.CallToolStream(name, map[string]any{"too": 1})\nreturn err', tools
    )
    assert "to is missing" in str(found)


def test_calling_a_streaming_tool_and_streaming_a_plain_one(tools: Tools) -> None:
    assert value('name := "t.count"\n__out = codemode.CallTool(name, map[string]any{"to": 3})', tools) == [1, 2, 3]
    code = 'name := "t.add"\ns := codemode.CallToolStream(name, map[string]any{"a": 1, "b": 2})\n__out = s.Next()'
    assert value(code, tools) == 3


def test_an_empty_stream_value() -> None:
    assert value("s := new(codemode.Stream)\n_, err := s.Next()\n__out = err == io.EOF") is True


def test_two_streams_at_once(tools: Tools) -> None:
    code = (
        "total := make(chan int)\nfor _, n := range []int{3, 4} {\n\tgo func() {\n"
        '\t\ts, _ := codemode.CallToolStream("t.count", map[string]any{"to": n})\n'
        "\t\tt := 0\n\t\tfor v := range s.All() { t += int(v) }\n\t\ttotal <- t\n"
        "\t}()\n}\n__out = <-total + <-total"
    )
    assert value(code, tools) == 16


# --- the catalog -----------------------------------------------------------------------------------------------------


def test_search(tools: Tools) -> None:
    code = 'found, err := codemode.SearchTools("add two numbers", 3)\nif err != nil { return err }\n__out = found[0]'
    found = value(code, tools)
    assert (found["id"], found["name"], found["source"], found["source_name"]) == (
        "function:t:add",
        "t.add",
        "function",
        "t",
    )
    assert found["inputs"]["required"] == ["a", "b"]
    assert found["outputs"] == {"type": "number"}


def test_search_limits(tools: Tools) -> None:
    code = (
        'n := func(limit ...int) int { return len(codemode.SearchTools("", limit...)) }\n'
        '__out = []int{n(), n(2), n(0), len(tools.Search("", 100))}'
    )
    limits = Limits(search_default_limit=3, max_search_limit=5)
    assert value(code, tools, limits=limits) == [3, 2, 3, 5]


def test_a_found_tool_can_be_called(tools: Tools) -> None:
    code = (
        'found := tools.Search("add numbers")\n__out = codemode.CallTool(found[0].Name, map[string]any{"a": 1, "b": 1})'
    )
    assert value(code, tools) == 2


def test_all_tools_without_schemas(tools: Tools) -> None:
    found = value("__out = ALL_TOOLS", tools)
    assert [t["id"] for t in found] == sorted(e.id for e in tools.source().known_tools())
    assert set(found[0]) == {"id", "name", "label", "description", "source", "source_name"}
    assert value("__out = len(ALL_TOOLS)") == 0


def test_describe_and_call(tools: Tools) -> None:
    told = value('__out = tools.Describe("function:t:add")', tools)
    assert told["declaration"].startswith("// Add two numbers.\n// call: t.add\nfunc TAdd(in struct {")
    assert told["input_schema"]["required"] == ["a", "b"]
    assert told["call"] == "TAdd"
    assert value('__out = tools.Call("function:t:add", map[string]any{"a": 1, "b": 2})', tools) == 3
    assert 'there is no tool "t.ad"; did you mean "t.add"' in str(
        error('_, err := tools.Describe("t.ad")\nreturn err', tools)
    )


def test_what_a_tool_gave_is_shown_as_observed() -> None:
    source = FunctionSource(
        [FunctionTool("list", lambda: [{"id": 1, "tags": ["a"]}, {"id": 2.5, "tags": [], "secret": "x"}])]
    )
    code = (
        'before := tools.Describe("list")\ncodemode.CallTool("list")\n'
        '__out = []any{before.observed_output, tools.Describe("list").observed_output}'
    )
    before, after = codemode.run(code, sources=[source]).value
    assert before is None
    assert after == (
        '[]struct {\n\tId float64 `json:"id"`\n\tTags []string `json:"tags"` // may be empty\n'
        '\tSecret string `json:"secret,omitempty"` // or absent\n}'
    )


def test_shorthands(tools: Tools) -> None:
    code = '__out = []any{tools.TAdd(map[string]any{"a": 1, "b": 2}), tools.t_add(map[string]any{"a": 2, "b": 2})}'
    assert value(code, tools) == [3, 4]
    found = error("__out = tools.TAad()", tools)
    assert found.code == "check_failed"
    assert found.hint.startswith("did you mean tools.TAdd")
    assert "tools.Search" in error("__out = tools.Qqqqqq()", tools).hint


@pytest.mark.parametrize("call", ["tools.TAdd", "tools.t_add"])
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ('"a": 1', "missing_parameter"),
        ('"a": 1, "b": 2, "c": 3', "unknown_parameter"),
        ('"a": 1, "b": "2x"', "wrong_parameter"),
    ],
)
def test_arguments_of_shorthands_are_checked_before_the_run(
    call: str, arguments: str, reason: str, tools: Tools
) -> None:
    found = codemode.check(f"__out = {call}(map[string]any{{{arguments}}})", sources=[tools.source()])
    assert [problem.reason for problem in found] == [reason]


def test_the_catalog_as_files(tools: Tools) -> None:
    source = FunctionSource([FunctionTool("other.x", lambda: 1)])
    found = codemode.run(
        '__out = []any{API.List(), API.List("function/o"), API.Read("function/t.go")}', sources=[tools.source(), source]
    ).value
    assert found[:2] == [["function/other.go", "function/t.go"], ["function/other.go"]]
    assert found[2].startswith("// Package t holds the tools of t.\npackage t\n\n// Add two numbers.\n")
    assert "there is no file" in str(error('_, err := API.Read("../etc/passwd")\nreturn err', tools))


# --- at the same time --------------------------------------------------------------------------------------------------


def test_parallel() -> None:
    met = threading.Barrier(4)

    def meet(name: str) -> str:
        met.wait(30)  # ends only if all four calls are made at the same time
        return name

    code = (
        "var tasks []func() (any, error)\nfor i := range 4 {\n\ttasks = append(tasks, func() (any, error) {\n"
        '\t\treturn codemode.CallTool("meet", map[string]any{"name": fmt.Sprint(i)})\n\t})\n}\n'
        "__out = codemode.Parallel(tasks)"
    )
    assert codemode.run(code, sources=[FunctionSource.from_functions(meet)]).value == ["0", "1", "2", "3"]


def test_parallel_gives_the_first_error_and_all_results(tools: Tools) -> None:
    code = (
        'f := func(s string) func() (any, error) { return func() (any, error) { if s == "" { return nil, errors.New("empty") }; return s, nil } }\n'
        'r, err := codemode.Parallel([]func() (any, error){f("a"), f(""), f("c")})\n__out = []any{r, err}'
    )
    assert value(code) == [["a", None, "c"], "empty"]
    assert value("r, err := codemode.Parallel(nil)\n__out = []any{r, err}") == [[], None]


def test_a_panic_in_parallel_work_is_a_panic() -> None:
    found = error('codemode.Parallel([]func() (any, error){func() (any, error) { panic("inside") }})')
    assert found.code == "guest_panic"
    assert str(found).startswith("inside")


def test_formatting() -> None:
    assert value('__out = codemode.Sprintf("%05.1f|%q", 3.14159, "x")') == '003.1|"x"'
    assert value('err := codemode.Errorf("outer: %w", io.EOF)\n__out = []any{err, errors.Is(err, io.EOF)}') == [
        "outer: EOF",
        True,
    ]


# --- from cell to cell -------------------------------------------------------------------------------------------------


@pytest.fixture
def of(tools: Tools) -> Session:
    return Engine(sources=[tools.source()]).session("a", "s")


async def out(of: Session, code: str) -> Any:
    reply = await of.exec(code)
    assert reply.status == "completed", reply
    return reply.value


async def test_results_live_from_cell_to_cell(of: Session) -> None:
    id = await out(of, '__out = results.Save(map[string]any{"n": []int{1, 2}})')
    assert await out(of, f'__out = results.Load("{id}").n') == [1, 2]
    assert await out(of, f'__out = results.Delete("{id}")') is None
    assert "there is no result" in await out(of, f'_, err := results.Load("{id}")\n__out = fmt.Sprint(err)')
    assert "there is no result" in await out(of, '__out = fmt.Sprint(results.Delete("res_99"))')


async def test_the_store_keeps_what_a_completed_cell_saved(of: Session) -> None:
    await out(of, 'store.Save("k", map[string]any{"n": 1})\n__out = store.Load("k").n')
    assert await out(of, '__out = store.Load("k")') == {"n": 1}
    assert await out(of, '__out = store.Load("nothing")') is None
    assert (await of.exec('store.Save("k", 2)\npanic("no")')).status == "failed"
    assert await out(of, '__out = store.Load("k")') == {"n": 1}
    reply = await of.exec('store.Save("k", 3)\nyield_control("")')
    assert await out(of, '__out = store.Load("k")') == {"n": 1}
    await of.wait(reply.run_id)
    assert await out(of, '__out = store.Load("k")') == 3


async def test_sessions_share_nothing(of: Session) -> None:
    await out(of, 'store.Save("k", 1)\nresults.Save(1)')
    for other in [of.engine.session("a", "t"), of.engine.session("b", "s")]:
        assert await out(other, '__out = store.Load("k")') is None
        assert "there is no result" in await out(other, '_, err := results.Load("res_1")\n__out = fmt.Sprint(err)')
    assert await out(of.engine.session("a", "s"), '__out = store.Load("k")') == 1


async def test_what_a_session_keeps_is_bounded(of: Session) -> None:
    code = 'for i := range 300 { results.Save(i) }\n_, err := results.Load("res_1")\n__out = []any{results.Load("res_300"), err != nil}'
    assert await out(of, code) == [299, True]
    reply = await of.exec("for i := range 300 { store.Save(fmt.Sprint(i), i) }")
    assert (reply.status, reply.code) == ("failed", "nested_tool_failed")  # type: ignore[union-attr]
    assert "at most 256 values" in reply.error  # type: ignore[union-attr]


# --- names -----------------------------------------------------------------------------------------------------------


def test_host_names_may_be_hidden() -> None:
    assert value('data := 1\ntext := "t"\n__out = []any{data, text}', data=5) == [1, "t"]
    assert value('b, _ := json.Marshal(map[string]any{"a": 1})\njson(1)\n__out = string(b)') == '{"a":1}'


def test_every_entry_of_the_guest_api_is_there() -> None:
    from codemode.catalog import Catalog

    library = GuestLibrary(Catalog())
    entries = guest_entries()
    assert len(entries) > 20
    for entry in entries:
        assert entry.text
        assert entry.doc, entry
        package, dot, name = entry.name.partition(".")
        if dot and entry.kind == "func":
            found = library.by_name(package)
            assert found is not None
            assert found.member(name) is not None, entry
            assert entry.text.startswith(f"func {entry.name}(")
    assert {"text", "json", "yield_control", "ALL_TOOLS", "data"} <= {e.name for e in entries}
