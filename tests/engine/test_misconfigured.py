"""What a host configures wrongly is refused, or told in `engine.warnings`."""

from __future__ import annotations

import time
from typing import Any

import pytest

from codemode import Engine, FunctionSource, FunctionTool, Hook, Policy, Rule
from codemode.errors import ConfigError

pytestmark = pytest.mark.anyio


def nothing() -> None: ...


TOOLS: list[Any] = [
    FunctionTool("shop.delete_order", nothing, tags=["danger"]),
    FunctionTool("shop.list_orders", nothing, read_only=True),
]


class Renamed(Hook):
    async def befor(self, *_: Any) -> None: ...


class Half:
    def before(self, *_: Any) -> None: ...


class Watching(Hook):
    def after(self, *_: Any) -> Any: ...  # type: ignore[override]


class Duck:
    def before(self, *_: Any) -> None: ...

    def after(self, *_: Any) -> None: ...


@pytest.mark.parametrize(
    ("hooks", "told"),
    [
        ([object()], "not a hook: an object of the type object; derive from codemode.Hook and override before, after"),
        ([nothing], "not a hook: an object of the type function"),
        ([Watching], "not a hook: the class Watching; give an object of it"),
        ([Half()], "not a hook: an object of the type Half"),
        ([Renamed()], "the hook Renamed overrides none of before, after"),
        ([Hook()], "the hook Hook overrides none of"),
        (Watching(), "hooks must be a list"),
        ({"before": nothing}, "hooks must be a list"),
    ],
)
def test_an_unknown_hook_object_is_refused(hooks: Any, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        Engine(isolation="inline", hooks=hooks)


def test_hooks_are_objects_with_their_methods() -> None:
    assert len(Engine(isolation="inline", hooks=[Watching(), Duck()]).hooks) == 2  # type: ignore[list-item]


async def test_a_rule_that_matches_no_tool_is_told() -> None:
    policy = Policy(
        [
            Rule("deny", "shop.delete_orders"),
            Rule("ask", tag="dangerous"),
            Rule("allow", "shop.list_orders", agent="nobody", when="args['x'] > 3"),
            Rule("allow", "shop.*", read_only=True),
            Rule("deny", source="mcp"),
        ]
    )
    async with Engine(TOOLS, isolation="inline", policy=policy) as engine:
        assert engine.warnings == [
            "policy rule 1 (deny tool='shop.delete_orders') matches no tool; did you mean 'shop.delete_order'?",
            "policy rule 2 (ask tag='dangerous') matches no tool",
            "policy rule 5 (deny source='mcp') matches no tool",
        ]


async def test_rules_are_looked_at_once_all_sources_are_listed() -> None:
    class Late:
        def known_tools(self) -> None:
            return None

        async def list_tools(self) -> list[Any]:
            raise RuntimeError("down")

        async def call(self, *_: Any) -> Any: ...

        def stream(self, *_: Any) -> Any: ...

        def direct(self, name: str) -> None: ...

        async def close(self) -> None: ...

    late: Any = Late()
    async with Engine([*TOOLS, late], isolation="inline", policy=Policy([("deny", "other.tool")])) as engine:
        await engine.session().exec("__out = 1")
        assert not [text for text in engine.warnings if "policy rule" in text]


async def test_many_rules_over_many_tools_are_told_in_short_and_worked_out_once() -> None:
    tools = [FunctionTool(f"a{n}.c", nothing) for n in range(300)]
    policy = Policy([("deny", f"b{n}.d") for n in range(300)])
    async with Engine(tools, isolation="inline", policy=policy) as engine:
        told = engine.warnings
        assert len(told) == 21
        assert told[-1] == "280 more policy rules match no tool"
        began = time.process_time()
        for _ in range(100):
            assert engine.warnings == told
        assert time.process_time() - began < 1


engine_of: Any = Engine
tool_of: Any = FunctionTool
source_of: Any = FunctionSource


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: engine_of(isolation="inline", strict="no"), "strict must be True or False, not 'no'"),
        (lambda: engine_of(isolation="inline").session(5, "s"), "agent must be text, not int"),
        (lambda: engine_of(isolation="inline").session("a", 6), "session must be text, not int"),
        (lambda: tool_of("t", nothing, read_only="yes"), "t: read_only must be True or False, not 'yes'"),
        (lambda: tool_of("t", nothing, idempotent=1), "t: idempotent must be True or False, not 1"),
        (lambda: tool_of("t", nothing, tags=5), "t: tags must be a list of texts, not 5"),
        (lambda: tool_of("t", nothing, tags=["a", 5]), "t: tags must be a list of texts, not "),
        (
            lambda: tool_of("t", with_more),
            r"t: programs give arguments by name: declare a list instead of \*more",
        ),
        (lambda: source_of([5]), "5 is not a function"),
    ],
)
def test_a_value_of_the_wrong_type_is_refused(make: Any, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        make()


def test_names_after_the_rest_still_reach_a_function() -> None:
    assert FunctionTool("t", with_all, tags="one").tags == ("one",)


def with_more(a: int, *more: int) -> int:
    return a + sum(more)


def with_all(*more: int, **named: int) -> int:
    return sum(named.values())
