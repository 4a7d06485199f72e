"""A tool whose schema takes for ever to check is called unchecked, and says so, or is refused: as the host chooses."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import codemode
from codemode import Completed, Engine, FunctionSource, FunctionTool
from codemode.errors import ConfigError

BOMB: dict[str, Any] = {
    "type": "object",
    "properties": {"x": {"$ref": "#/$defs/d0"}},
    "$defs": {f"d{i}": {"allOf": [{"$ref": f"#/$defs/d{i + 1}"}] * 2} for i in range(40)} | {"d40": {"type": "string"}},
}
PROGRAM = 'r, err := codemode.CallTool("echo", map[string]any{"x": "a"})\nif err != nil { __out = err.Error() } else { __out = r }'


def run(isolation: str, schemas: Any) -> Completed:
    tool = FunctionTool("echo", lambda **given: given, input_schema=BOMB, output_schema=BOMB)

    async def exec() -> Completed:
        async with Engine([FunctionSource([tool])], isolation=isolation, schemas=schemas) as engine:
            reply = await engine.session("a", "s").exec(PROGRAM)
            assert isinstance(reply, Completed)
            return reply

    return asyncio.run(exec())


@pytest.mark.parametrize("isolation", ["inline", "process"])
def test_the_call_is_made_unchecked_and_told(isolation: str) -> None:
    reply = run(isolation, "pass")
    assert reply.value == {"x": "a"}
    assert any("too complex to check" in warning.message for warning in reply.warnings)


@pytest.mark.parametrize("isolation", ["inline", "process"])
def test_the_call_is_refused(isolation: str) -> None:
    reply = run(isolation, "refuse")
    assert "too complex to check" in reply.value
    assert reply.tool_calls[0].status == "never_started"


@pytest.mark.parametrize("isolation", ["inline", "process"])
def test_arguments_that_are_too_large_do_not_bypass_the_schema(isolation: str) -> None:
    options = [{"type": "object", "properties": {"kind": {"const": i}}, "required": ["kind"]} for i in range(500)]
    schema = {"type": "object", "properties": {"xs": {"type": "array", "items": {"anyOf": options}}}}
    made: list[Any] = []
    tool = FunctionTool("note", lambda **given: made.append(given), input_schema=schema)
    program = """
xs := []any{}
for range 50_000 { xs = append(xs, map[string]any{"kind": -1}) }
_, err := codemode.CallTool("note", map[string]any{"xs": xs})
__out = err.Error()
"""

    async def exec() -> Any:
        async with Engine([FunctionSource([tool])], isolation=isolation) as engine:
            return (await engine.session("a", "s").exec(program)).result()

    assert "need too much work to check" in asyncio.run(exec())
    assert made == []


def test_other_values_of_schemas_are_refused() -> None:
    with pytest.raises(ConfigError, match="pass"):
        Engine(schemas="maybe")  # type: ignore[arg-type]


def test_an_invalid_schema_is_told_in_the_log_once(caplog: pytest.LogCaptureFixture) -> None:
    tool = FunctionTool("a.b", lambda **given: given, input_schema={"type": "banana"}, output_schema={"type": "apple"})
    assert codemode.run("a.b(x=1)\n__out = a.b(x=1)", sources=[FunctionSource([tool], owner="a")]).value == {"x": 1}
    told = [record.getMessage() for record in caplog.records]
    assert len(told) == 2
    assert told[0].startswith(
        'a.b: its arguments are not checked, because the schema is invalid: "banana" is not valid'
    )
    assert told[1].startswith('a.b: its results are not checked, because the schema is invalid: "apple" is not valid')
