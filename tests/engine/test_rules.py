"""Policies and hooks: who may call what, and who changes what on the way."""

from __future__ import annotations

from typing import Any

import pytest

from codemode import Engine, Hook, Policy, Rule, Session
from codemode.catalog import ToolEntry
from codemode.engine.protocols import CallContext
from codemode.errors import ToolError
from tests.engine.completed_runs import value
from tests.engine.conftest import Tools

pytestmark = pytest.mark.anyio


def session(tools: Tools, *, agent: str = "a", name: str = "s", **more: Any) -> Session:
    return Engine(sources=[tools.source()], **more).session(agent, name)


CALL = 'name := "%s"\nr, err := codemode.CallTool(name, map[string]any{"a": 1, "b": 2, "text": "x"})\n__out = []any{r, err}'


async def test_a_denied_tool_is_neither_listed_nor_callable(tools: Tools) -> None:
    of = session(tools, policy=Policy([Rule("deny", "t.note")]))
    names = await value(
        of, "names := []string{}\nfor _, t := range ALL_TOOLS { names = append(names, t.Name) }\n__out = names"
    )
    assert "t.note" not in names
    assert "t.add" in names
    found = 'names := []string{}\nfor _, t := range codemode.SearchTools("write something down") { names = append(names, t.Name) }\n__out = names'
    assert "t.note" in await value(session(tools), found)
    assert "t.note" not in await value(of, found)
    assert "TNote" not in await value(of, '__out = API.Read("function/t.go")')
    for id in ("t.note", "function:t:note"):
        assert (await value(of, CALL % id))[1] == f'the tool "{id}" may not be called here'
    assert "no tool" in (await value(of, '_, err := tools.Describe("t.note")\n__out = []any{nil, err}'))[1]
    assert tools.effects == []
    reply = await of.exec(CALL % "t.note")
    assert reply.tool_calls[0].status == "denied"
    reply = await of.exec('codemode.CallTool("t.note", map[string]any{"text": "x"})')
    assert (reply.status, reply.code) == ("failed", "check_failed")  # type: ignore[union-attr]


async def test_only_what_is_allowed(tools: Tools) -> None:
    of = session(tools, policy=Policy([("allow", "t.add")], default="deny"))
    assert await value(of, "__out = len(ALL_TOOLS)") == 1
    assert (await of.exec("__out = 1")).telemetry.catalog == {"function": 8}


async def test_rules_by_agent_and_session(tools: Tools) -> None:
    engine = Engine(
        sources=[tools.source()],
        policy=Policy([Rule("deny", "t.note", agent="guest-*"), Rule("deny", "t.add", session="low")]),
    )
    count = "__out = len(ALL_TOOLS)"
    assert await value(engine.session("admin", "s"), count) == 8
    assert await value(engine.session("guest-1", "s"), count) == 7
    assert await value(engine.session("guest-1", "low"), count) == 6
    assert (await engine.session("guest-1", "s").exec(CALL % "t.note")).tool_calls[0].status == "denied"
    assert (
        await engine.session("admin", "s").exec('codemode.CallTool("t.note", map[string]any{"text": "x"})')
    ).status == "completed"


class Recorder(Hook):
    def __init__(self, name: str, log: list[Any]) -> None:
        self.name = name
        self.log = log

    async def before(self, tool: ToolEntry, arguments: dict[str, Any], context: CallContext) -> dict[str, Any] | None:
        self.log.append((f"{self.name} before", tool.name, dict(arguments), context.agent))
        return None

    async def after(
        self, tool: ToolEntry, arguments: dict[str, Any], result: Any, context: CallContext
    ) -> list[Any] | None:
        self.log.append((f"{self.name} after", result))
        return None


async def test_hooks_stand_around_a_call(tools: Tools) -> None:
    log: list[Any] = []
    of = session(tools, hooks=[Recorder("one", log), Recorder("two", log)])
    assert await value(of, '__out = codemode.CallTool("t.add", map[string]any{"a": 1, "b": 2})') == 3
    assert [entry[0] for entry in log] == ["one before", "two before", "two after", "one after"]
    assert log[0] == ("one before", "t.add", {"a": 1, "b": 2}, "a")


class Rewrite(Hook):
    def before(self, tool: ToolEntry, arguments: dict[str, Any], context: CallContext) -> Any:  # type: ignore[override]
        return {**arguments, "b": 40}

    def after(self, tool: ToolEntry, arguments: dict[str, Any], result: Any, context: CallContext) -> Any:  # type: ignore[override]
        return [{"result": result, "arguments": arguments}]


async def test_hooks_may_rewrite_and_be_plain_functions(tools: Tools) -> None:
    of = session(tools, hooks=[Rewrite()])
    found = await value(of, '__out = codemode.CallTool("t.add", map[string]any{"a": 2, "b": 1})')
    assert found == {"arguments": {"a": 2, "b": 40}, "result": 42}


async def test_hooks_see_every_piece_of_a_stream(tools: Tools) -> None:
    log: list[Any] = []
    of = session(tools, hooks=[Recorder("one", log)])
    code = 's := codemode.CallToolStream("t.count", map[string]any{"to": 3})\nfor range s.All() {}\n__out = 1'
    assert await value(of, code) == 1
    assert [entry[:2] for entry in log] == [
        ("one before", "t.count"),
        ("one after", 1),
        ("one after", 2),
        ("one after", 3),
    ]


async def test_what_a_hook_wrote_is_checked_as_well(tools: Tools) -> None:
    class Spoil(Hook):
        async def before(self, *_: Any) -> Any:
            return {"a": "one", "b": 2}

    of = session(tools, hooks=[Spoil()])
    found = await value(
        of, 'r, err := codemode.CallTool("t.add", map[string]any{"a": 1, "b": 2})\n__out = []any{r, err}'
    )
    assert found == [None, 't.add: a is "one" (string), must be number']


async def test_a_hook_may_refuse(tools: Tools) -> None:
    class Refuse(Hook):
        async def before(self, tool: ToolEntry, *_: Any) -> Any:
            if tool.name == "t.note":
                raise ToolError("not on a Sunday", code="tool_denied")

    of = session(tools, hooks=[Refuse()])
    reply = await of.exec('_, err := codemode.CallTool("t.note", map[string]any{"text": "x"})\n__out = fmt.Sprint(err)')
    assert reply.value == "not on a Sunday"  # type: ignore[union-attr]
    assert reply.tool_calls[0].status == "denied"
    assert tools.effects == []


async def test_a_hook_that_breaks_fails_the_call_only(tools: Tools) -> None:
    class Broken(Hook):
        async def after(self, *_: Any) -> Any:
            raise KeyError("secret")

    of = session(tools, hooks=[Broken()])
    found = await value(
        of, '_, err := codemode.CallTool("t.add", map[string]any{"a": 1, "b": 2})\n__out = fmt.Sprint(err)'
    )
    assert found == "t.add: the call was made, and its result is withheld: a hook of the host failed in after"


@pytest.mark.parametrize("given", ["card ****", ["a", "b"], [], ("x",), {"result": 1}, 7])
async def test_after_hooks_with_invalid_results_are_errors(tools: Tools, given: Any) -> None:
    class Wrong(Hook):
        def after(self, *_: Any) -> Any:
            return given

    code = '_, err := codemode.CallTool("t.add", map[string]any{"a": 1, "b": 2})\n__out = err.Error()'
    found = await value(session(tools, hooks=[Wrong()]), code)
    assert "the call was made, and its result is withheld: after must return [result] or None, not " in found


@pytest.mark.parametrize("given", ["text", [{"a": 1}], 7])
async def test_before_hooks_with_invalid_arguments_are_errors(tools: Tools, given: Any) -> None:
    class Wrong(Hook):
        def before(self, *_: Any) -> Any:
            return given

    code = '_, err := codemode.CallTool("t.note", map[string]any{"text": "x"})\n__out = err.Error()'
    found = await value(session(tools, hooks=[Wrong()]), code)
    assert found == f"before must return the arguments as dict, or None, not {type(given).__name__}"
    assert tools.effects == []
