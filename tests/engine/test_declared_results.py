"""A declared output is a promise of the tool, no gate: what the tool gave reaches the program, and who wrote it hears of it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

import codemode
from codemode import Engine, FunctionSource, FunctionTool, Hook, UtcpSource, reply_text
from codemode.catalog import Catalog, Checker
from codemode.catalog.schemas import tame
from codemode.errors import ConfigError

EVERYWHERE = pytest.mark.parametrize("isolation", ["run", "inline", "process"])
ORDER = {
    "type": "object",
    "properties": {"total": {"type": "number"}, "note": {"type": "string"}},
    "required": ["total"],
}


def exec_in(isolation: str, code: str, tools: list[FunctionTool], outputs: Any = "warn", hooks: Any = ()) -> Any:
    sources = [FunctionSource(tools, owner="shop")]
    if isolation == "run":
        try:
            return codemode.run(code, sources=sources, outputs=outputs)
        except codemode.CodeModeError as failed:
            return failed

    async def main() -> Any:
        async with Engine(sources, isolation=isolation, outputs=outputs, hooks=hooks) as engine:
            return await engine.session().exec(code)

    return asyncio.run(main())


def giving(value: Any, schema: Any = ORDER, **more: Any) -> FunctionTool:
    return FunctionTool("shop.post", lambda: value, "Post an order.", {}, schema, **more)


CALL = '__out = codemode.CallTool("shop.post")'
WHOLE = 'name := "shop." + "post"\nv, err := codemode.CallTool(name)\nif err != nil { return err }\n__out = v'  # of a stream
TOLD = 'shop.post: its result does not fit its output schema: total is "much" (string), must be number'


@EVERYWHERE
def test_a_result_that_is_not_as_declared_is_passed_on_with_a_warning(isolation: str) -> None:
    done = exec_in(isolation, CALL, [giving({"total": "much"})])
    assert done.value == {"total": "much"}
    assert [(w.code, w.message, w.severity) for w in done.warnings] == [("tool_warning", TOLD, "warning")]
    (call,) = done.tool_calls
    assert (call.status, call.note) == ("ok", TOLD.removeprefix("shop.post: "))
    assert call.result is None


@EVERYWHERE
def test_one_warning_for_a_tool_and_a_note_for_each_call(isolation: str) -> None:
    code = f"for i := 0; i < 30; i++ {{\n{CALL}\n}}"
    done = exec_in(isolation, code, [giving({"total": "much"})])
    assert len(done.warnings) == 1
    assert sum("must be number" in call.note for call in done.tool_calls) == 30


@EVERYWHERE
def test_a_model_reads_once_that_a_result_is_not_as_declared(isolation: str) -> None:
    code = f"for i := 0; i < 30; i++ {{\n{CALL}\n}}"
    done = exec_in(isolation, code, [giving({"total": "much", "error": "lost"})])
    if isolation == "run":
        return  # gives no reply
    text = reply_text(done)
    assert text.count("must be number") == 1
    assert json.loads(text)["look_at_calls"] == ["30 times: shop.post gave: its result says: error: lost"]
    assert "look_at_calls" not in reply_text(exec_in(isolation, code, [giving({"total": "much"})]))


CHOICES = [{"type": "object", "properties": {"kind": {"const": i}}, "required": ["kind"]} for i in range(500)]
TOO_MUCH = {"type": "array", "items": {"anyOf": CHOICES}}


@EVERYWHERE
def test_a_result_too_large_to_be_checked_is_passed_on_with_a_warning(isolation: str) -> None:
    tool = giving([{"kind": -1}] * 50_000, TOO_MUCH)
    code = 'r, err := codemode.CallTool("shop.post")\nif err != nil { return err }\n__out = len(r)'
    done = exec_in(isolation, code, [tool])
    assert done.value == 50_000
    assert [w.message for w in done.warnings] == [
        "shop.post: its result was not checked: the value is too large for a schema that checks each part several times"
    ]
    assert exec_in(isolation, code, [tool], "ignore").warnings == []
    # nobody gets past "strict" with a result that is too large
    failed = exec_in(isolation, code, [tool], "strict")
    assert failed.tool_calls[0].code == "invalid_tool_output"
    assert "was not checked" in failed.tool_calls[0].error


@EVERYWHERE
@pytest.mark.parametrize("by", ["engine", "tool"])
def test_strict_fails_the_call_and_keeps_the_value_in_its_record(isolation: str, by: str) -> None:
    outputs, own = ("strict", None) if by == "engine" else ("ignore", "strict")
    tool = giving({"total": "much"}, outputs=own)
    failed = exec_in(
        isolation,
        'v, err := codemode.CallTool("shop.post")\nif err != nil { return err }\n__out = v',
        [tool],
        outputs,
    )
    (call,) = failed.tool_calls
    assert (call.status, call.code, call.error, call.result) == (
        "error",
        "invalid_tool_output",
        TOLD,
        {"total": "much"},
    )


def test_kept_data_is_bounded() -> None:
    tool = giving({"total": "x" * 100_000}, outputs="strict")
    code = 'for i := 0; i < 40; i++ {\n_, err := codemode.CallTool("shop.post")\nif err == nil { return }\n}'
    kept = [call.result for call in codemode.run(code, sources=[FunctionSource([tool])]).tool_calls]
    assert all(isinstance(each, str) and each.endswith("…") for each in kept)
    assert kept[0].startswith('{"total":"xxx')
    assert 250_000 < sum(map(len, kept)) < 270_000


@EVERYWHERE
def test_ignore_does_not_check_results(isolation: str) -> None:
    for tool, outputs in (
        (giving({"total": "much"}, outputs="ignore"), "strict"),
        (giving({"total": "much"}), "ignore"),
    ):
        done = exec_in(isolation, CALL, [tool], outputs)
        assert (done.value, done.warnings, done.tool_calls[0].note) == ({"total": "much"}, [], "")


@EVERYWHERE
@pytest.mark.parametrize(
    "value", [{"total": 1, "note": None}, {"total": 1}, {"total": 1, "more": None}], ids=["null", "absent", "more"]
)
def test_an_optional_field_may_be_null(isolation: str, value: Any) -> None:
    done = exec_in(isolation, CALL, [giving(value)], "strict")
    assert (done.value, done.warnings) == (value, [])


def test_a_required_field_may_not_be_null() -> None:
    done = exec_in("run", CALL, [giving({"total": None})])
    assert [w.message for w in done.warnings] == [
        "shop.post: its result does not fit its output schema: total is null, must be number"
    ]


@EVERYWHERE
def test_pieces_of_streams_are_passed_on_too(isolation: str) -> None:
    def ticks() -> Any:
        yield {"total": 1}
        yield {"total": "much"}

    code = 's, err := codemode.CallToolStream("shop.post")\nif err != nil { return err }\nfor p := range s.All() { __out = p }'
    for outputs in ("warn", "ignore", "strict"):
        done = exec_in(isolation, code, [FunctionTool("shop.post", ticks, "", {}, ORDER, outputs=outputs)])
        (call,) = done.tool_calls
        if outputs == "strict":
            assert (call.code, call.result) == ("invalid_tool_output", {"total": "much"})
        else:
            assert done.value == {"total": "much"}
            assert [w.message for w in done.warnings] == ([TOLD] if outputs == "warn" else [])
            assert ("must be number" in call.note) == (outputs == "warn")
    done = exec_in(isolation, WHOLE, [FunctionTool("shop.post", ticks, "", {}, ORDER)])
    assert (done.value, [w.message for w in done.warnings]) == ([{"total": 1}, {"total": "much"}], [TOLD])


class Rewriting(Hook):
    def __init__(self, other: Any) -> None:
        self.other = other

    async def after(self, tool: Any, arguments: Any, result: Any, context: Any) -> Any:
        return [self.other]


@pytest.mark.parametrize("isolation", ["inline", "process"])
def test_what_a_hook_makes_of_a_result_is_data_or_an_error(isolation: str) -> None:
    done = exec_in(isolation, CALL, [giving({"total": 1})], "strict", [Rewriting({"seen": {2, 1}, 3: b"hi"})])
    assert (done.value, done.warnings) == ({"seen": [1, 2], "3": "aGk="}, [])
    failed = exec_in(
        isolation,
        f"v, err := {CALL[8:]}\nif err != nil {{ return err }}\n__out = v",
        [giving({"total": 1})],
        "warn",
        [Rewriting(Engine)],
    )
    assert failed.error == "shop.post: the result that a hook returned: the type Engine itself is not data"


# --- where it can be said -----------------------------------------------------------------------------------------------


def test_the_nearest_setting_of_outputs_counts() -> None:
    tools: list[Any] = [
        FunctionTool("a", lambda: 1, outputs="ignore"),
        {"name": "b", "fn": lambda: 1, "outputs": {"type": "string"}},
        {"name": "c", "fn": lambda: 1, "output_schema": {"type": "string"}, "outputs": "strict"},
    ]
    entries = FunctionSource(tools, outputs="warn").known_tools()
    assert [(e.outputs, e.output_schema) for e in entries] == [
        ("ignore", None),
        ("warn", {"type": "string"}),
        ("strict", {"type": "string"}),
    ]
    assert (
        FunctionSource.from_functions(test_the_nearest_setting_of_outputs_counts, outputs="strict")
        .known_tools()[0]
        .outputs
        == "strict"
    )


@pytest.mark.parametrize(
    "make",
    [
        lambda: Engine(outputs="loud"),  # type: ignore[arg-type]
        lambda: FunctionTool("a", lambda: 1, outputs="loud"),  # type: ignore[arg-type]
        lambda: FunctionSource([], outputs="loud"),  # type: ignore[arg-type]
        lambda: codemode.run("__out = 1", outputs="loud"),  # type: ignore[arg-type]
        lambda: codemode.McpSource.http("https://example.com/mcp", outputs="loud"),  # type: ignore[arg-type]
        lambda: asyncio.run(UtcpSource.from_config({}, outputs="loud")),  # type: ignore[arg-type]
    ],
)
def test_outputs_has_three_values(make: Any) -> None:
    with pytest.raises(ConfigError, match="outputs must be one of warn, strict, ignore, not 'loud'"):
        make()


# --- null ---------------------------------------------------------------------------------------------------------------

REF = {"$ref": "#/$defs/N"}
NULLABLE: list[dict[str, Any]] = [
    {"type": "string", "nullable": True},
    {"type": "string", "enum": ["a"], "nullable": True},
    {**REF, "nullable": True},
    {"oneOf": [REF, {"type": "integer"}], "nullable": True},
    {"anyOf": [REF, {"type": "integer"}], "nullable": True},
    {"allOf": [REF], "nullable": True, "description": "who"},
    {"type": "object", "oneOf": [{"required": ["a"]}, {"required": ["b"]}], "nullable": True},
    {"type": ["string", "integer"], "nullable": True},
    {"const": "a", "nullable": True},
]


@pytest.mark.parametrize("member", NULLABLE, ids=json.dumps)
def test_nullable_counts_beside_whatever_it_stands(member: dict[str, Any]) -> None:
    given = {"type": "object", "properties": {"x": member}, "required": ["x"], "$defs": {"N": {"type": "string"}}}
    schema = tame(given)
    assert schema is not None
    for checker in (Checker(schema), Checker(schema, of_results=True)):
        assert checker.problems({"x": None}) == []
        assert checker.fit({"x": None}) == {"x": None}
        assert checker.problems({"x": 1.5}) != []
    tool = FunctionTool("t.f", lambda **x: x, "", given, given)
    entry = Catalog(FunctionSource([tool]).known_tools()).entries[0]
    shown = Catalog([entry]).declaration(entry)
    assert shown.count("*") + shown.count("nil") + shown.count("null") >= 2, shown
    assert codemode.run(
        '__out = codemode.CallTool("t.f", map[string]any{"x": nil})', [FunctionSource([tool])], outputs="strict"
    ).value == {"x": None}


@pytest.mark.parametrize(
    "member",
    [{"type": "string"}, REF, {"oneOf": [REF, {"type": "integer"}]}, {"allOf": [REF]}, {"enum": ["a"]}, {"const": 1}],
    ids=json.dumps,
)
def test_an_optional_property_may_be_null_in_results_whatever_it_is(member: dict[str, Any]) -> None:
    inner = {"type": "object", "properties": {"x": member}}
    defs = {"N": {"type": "string"}, "Inner": inner}
    for schema in (
        {**inner, "$defs": defs},
        {"type": "array", "items": {"$ref": "#/$defs/Inner"}, "$defs": defs},
        {"oneOf": [inner, {"type": "integer"}], "$defs": defs},
    ):
        value: Any = [{"x": None}] if schema.get("type") == "array" else {"x": None}
        assert Checker(schema, of_results=True).problems(value) == []
        assert Checker({**schema}).problems(value) != []


# --- results that say that they failed -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "note"),
    [
        ({"error": "no such city"}, "its result says: error: no such city"),
        ({"error": {"code": "E12", "message": "no such city"}}, "its result says: error: no such city"),
        ({"error": True, "message": "no such city"}, "its result says: error: no such city"),
        ({"errors": [{"message": "no such city"}, {"message": "x"}], "data": None}, "its result says: errors: no such city"),
        ({"isError": True, "content": [{"type": "text", "text": "no such city"}]}, "its result says: isError: true, no such city"),
        ({"success": False, "message": "no such city"}, "its result says: success: false, no such city"),
        ({"success": False}, "its result says: success: false"),
        ({"ok": False, "reason": "no such city"}, "its result says: ok: false, no such city"),
        ({"status": "error", "detail": "no such city"}, "its result says: status: error, no such city"),
        ({"error": "x" * 10**6}, "its result says: error: " + "x" * 152 + "…"),
        ({"error": "a\nb\u202ec"}, "its result says: error: a b c"),
    ],
)  # fmt: skip
@EVERYWHERE
def test_a_result_that_says_that_it_failed_is_a_value_with_a_note(isolation: str, result: Any, note: str) -> None:
    done = exec_in(isolation, CALL, [giving(result, None)])
    assert done.value == result or isolation != "run"
    assert [(call.status, call.note) for call in done.tool_calls] == [("ok", note)]
    assert done.warnings == []


@pytest.mark.parametrize(
    "result",
    [
        {"error": None}, {"error": ""}, {"error": False}, {"error": {}}, {"error": []}, {"errors": []}, {"errors": 3},
        {"error": 0.02, "value": 3.1}, {"error": "none"}, {"error": "No error."}, {"ok": False}, {"success": True},
        {"success": "no"}, {"isError": False}, {"status": "failed"}, {"status": "shipped"}, {"status": 500},
        {"items": [{"error": "E1"}]}, [{"error": "E1"}], "error: no", None, {"log": {"error": "x"}},
    ],
)  # fmt: skip
def test_other_results_have_no_note(result: Any) -> None:
    done = exec_in("run", CALL, [giving(result, None)])
    assert (done.value, done.tool_calls[0].note) == (result, "")


@EVERYWHERE
def test_a_piece_of_a_stream_may_say_so_too(isolation: str) -> None:
    def pieces() -> Any:
        yield {"n": 1}
        yield {"error": "lost"}

    code = 's, err := codemode.CallToolStream("shop.post")\nif err != nil { return err }\nfor p := range s.All() { __out = p }'
    for each in (code, WHOLE):
        done = exec_in(isolation, each, [FunctionTool("shop.post", pieces)])
        assert [call.note for call in done.tool_calls] == ["its result says: error: lost"]


def test_notes_survive_in_the_journal(tmp_path: Any) -> None:
    async def main() -> Any:
        store = f"sqlite:///{tmp_path}/runs.db"
        source = FunctionSource([giving({"total": "much", "error": "lost"}), giving_strict()])
        code = f'{CALL}\n_, err := codemode.CallTool("shop.strict")\nif err == nil {{ return }}\nyield_control("a")\n__out = 1'
        async with Engine([source], isolation="inline", store=store) as engine:
            waiting = await engine.session("a", "s").exec(code)
        async with Engine([source], isolation="inline", store=store) as engine:
            return waiting, await engine.session("a", "s").wait(waiting.run_id)

    waiting, done = asyncio.run(main())
    assert (waiting.status, done.status) == ("waiting", "completed")
    for reply in (waiting, done):
        first, second = reply.tool_calls
        assert first.note.endswith("must be number; its result says: error: lost")
        assert second.result == {"total": "x"}


def giving_strict() -> FunctionTool:
    return FunctionTool("shop.strict", lambda: {"total": "x"}, "", {}, ORDER, outputs="strict")
