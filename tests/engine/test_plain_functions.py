"""Plain functions are taken as tools wherever sources are wanted, with what `@codemode.tool` says of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import codemode
from codemode.engine import CallContext
from codemode.errors import ConfigError

if TYPE_CHECKING:
    from decimal import Decimal as Money

pytestmark = pytest.mark.anyio


def get_stock(sku: str) -> int:
    """How many there are of a product."""
    return len(sku)


async def reorder(sku: str, count: int = 1) -> str:
    return f"{count} of {sku}"


@codemode.tool("shop.price", tags=["money"], read_only=True, label="Price", description="What it costs.")
def price(sku: str) -> float:
    """Not what the model reads."""
    return 1.5 * len(sku)


@codemode.tool
def who(context: CallContext) -> str:
    return context.agent


class Shop:
    def open_orders(self) -> list[str]:
        return ["KB-1"]


CALLS = """
a, _ := codemode.CallTool("get_stock", map[string]any{"sku": "abc"})
b, _ := codemode.CallTool("reorder", map[string]any{"sku": "x", "count": 2})
c, _ := codemode.CallTool("shop.price", map[string]any{"sku": "ab"})
d, _ := codemode.CallTool("open_orders", map[string]any{})
e, _ := codemode.CallTool("who", map[string]any{})
__out = []any{a, b, c, d, e}
"""
FUNCTIONS: list[Any] = [get_stock, reorder, price, Shop().open_orders, who]


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_an_engine_takes_functions(isolation: str) -> None:
    async with codemode.Engine(FUNCTIONS, isolation=isolation) as engine:
        reply = await engine.session("ann", "s").exec(CALLS)
        assert reply.result() == [3, "2 of x", 3, ["KB-1"], "ann"]


def test_run_and_check_take_functions() -> None:
    assert codemode.run(CALLS, FUNCTIONS).value[:4] == [3, "2 of x", 3, ["KB-1"]]
    assert codemode.check(CALLS, FUNCTIONS) == []
    problem, *_ = codemode.check('__out, _ = codemode.CallTool("get_stock", map[string]any{"sk": "a"})', FUNCTIONS)
    assert "sk" in problem.message


async def test_an_app_takes_functions() -> None:
    async with codemode.CodeModeUTCP(None, None, sources=[get_stock], isolation="inline") as cm:
        result = await cm.execute('__out, _ = codemode.CallTool("get_stock", map[string]any{"sku": "abcd"})')
        assert result.value == 4


async def test_functions_stand_beside_sources_and_the_first_of_a_name_is_called_by_it() -> None:
    def first() -> int:
        return 1

    def again() -> int:
        return 2

    again.__name__ = "first"
    source = codemode.FunctionSource([again], owner="other")
    for sources, value in (([first, source, get_stock], 1), ([source, first, get_stock], 2)):
        result = codemode.run('__out, _ = codemode.CallTool("first", map[string]any{})', sources)
        assert result.value == value


async def test_a_function_says_what_it_is_as_a_tool() -> None:
    async with codemode.Engine([price, get_stock], isolation="inline") as engine:
        catalog = await engine.catalog()
    entry = next(e for e in catalog.entries if e.name == "shop.price")
    assert (entry.id, entry.label, entry.tags, entry.read_only) == (
        "function:shop:price",
        "Price",
        ("money",),
        True,
    )
    assert entry.description == "What it costs."
    assert price("abc") == 4.5  # it stays a function


def test_what_was_said_holds_in_sources_too() -> None:
    [entry] = codemode.FunctionSource([price]).known_tools()
    assert (entry.name, entry.read_only) == ("shop.price", True)
    [entry, stock] = codemode.FunctionSource.from_functions(price, get_stock, owner="store").known_tools()
    assert (entry.name, entry.source_name, stock.name) == ("shop.price", "store", "store.get_stock")


@pytest.mark.parametrize(
    ("decorate", "told"),
    [
        (lambda: codemode.tool("x")(Shop), "decorates a function, not <class"),
        (lambda: codemode.tool(len), "cannot set attributes of"),
        (lambda: codemode.tool(3), "decorates a function, not 3"),  # type: ignore[call-overload]
        (lambda: codemode.tool("x", readonly=True)(lambda: 1), "unknown 'readonly'; .*read_only"),  # type: ignore[call-overload]
        (lambda: codemode.tool("x", fn=len)(lambda: 1), "unknown 'fn'"),  # type: ignore[call-overload]
    ],
)
def test_what_cannot_be_decorated(decorate: Any, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        decorate()


def test_a_hint_that_cannot_be_evaluated_takes_no_others_with_it() -> None:
    def pay(to: str, amount: Money, tags: list[str]) -> list[int]:
        return []

    [tool] = codemode.FunctionSource.from_functions(pay, owner="bank").known_tools()
    properties: Any = tool.input_schema["properties"]
    assert properties == {
        "to": {"type": "string"},
        "amount": {},
        "tags": {"items": {"type": "string"}, "type": "array"},
    }
    assert tool.output_schema == {"items": {"type": "integer"}, "type": "array"}
