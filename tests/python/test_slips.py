"""What models that write Python often get wrong: where it is certain what is meant it runs, else the message says what to write."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from codemode import Completed, Engine, FunctionSource, FunctionTool, Session

pytestmark = pytest.mark.anyio


def list_orders(status: str = "open") -> dict[str, Any]:
    return {"orders": [{"id": 1, "total": 2.5, "sku": "a"}]}


def get_stock(sku: str) -> dict[str, int]:
    return {"on_hand": 3}


def names() -> list[str]:
    """All names."""
    return ["a"]


def count(n: int = 2) -> Iterator[int]:
    yield from range(n)


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def session() -> AsyncIterator[Session]:
    odd = {"item-id": {"type": "string"}, "from": {"type": "string"}}
    to = {"type": "object", "properties": {"street": {"type": "string"}}}
    schema = {
        "type": "object",
        "properties": {**odd, "to": to},
        "required": ["item-id", "from"],
        "additionalProperties": False,
    }
    ship = FunctionTool(
        "shop.ship", lambda **given: " ".join(given[each] for each in odd), "Ship.", input_schema=schema
    )
    source = [FunctionSource.from_functions(list_orders, get_stock, count, names, owner="shop"), FunctionSource([ship])]
    async with Engine(source, languages=("python",)) as engine:
        yield engine.session()


IMPORTS = [
    ("from shop import get_stock", "get_stock('a')", "shop.get_stock is read as get_stock = shop.get_stock"),
    ("from shop import get_stock as g", "g('a')", "shop.get_stock is read as g = shop.get_stock"),
    ("import shop", "shop.get_stock('a')", "shop is left out: it is there already"),
    ("import math, shop as s", "s.get_stock('a')", "shop is read as s = shop"),
    ("from tools import shop", "shop.get_stock('a')", "shop is left out: it is there already"),
    ("from codemode.tools.shop import get_stock as g", "g('a')", "shop.get_stock is read as g = shop.get_stock"),
    ("from tools import shop_get_stock as g", "g('a')", "tools.shop_get_stock is read as g = tools.shop_get_stock"),
    ("from codemode import call_tool as c", "c('shop.get_stock', sku='a')", "call_tool is read as c = call_tool"),
    ("import codemode as c", "c.call_tool('shop.get_stock', sku='a')", "codemode is read as c = codemode"),
]
SHIP = "the argument item_id of shop.ship is read as item-id; the argument from_ of shop.ship is read as from"


@pytest.mark.parametrize(
    ("code", "value", "repair"),
    [
        ('shop.listOrders()["orders"][0]["id"]', 1, "shop.listOrders is read as shop.list_orders"),
        ("shop.get_stock('a')", {"on_hand": 3}, ""),
        ("x = {}\nshop.get_stock(x, sku='a')", {"on_hand": 3}, ""),
        ("tools.shop_get_stock('a')", {"on_hand": 3}, ""),
        ('call_tool("shop.get_stock", {"sku": "a"})["on_hand"]', 3, ""),
        *((f"{line}\n{call}['on_hand']", 3, f"the import of {what}") for line, call, what in IMPORTS),
        ('call_tool("shop.list_orders", {})["orders"][0]["id"]', 1, ""),
        ('shop.list_orders({})["orders"][0]["id"]', 1, ""),
        ('codemode.call_tool("shop.get_stock", {"sku": "a"})', {"on_hand": 3}, ""),
        ('codemode.CallTool("shop.get_stock", {"sku": "a"})["on_hand"]', 3, ""),
        ('sum(codemode.CallToolStream("shop.count", {"n": 3}))', 3, ""),
        ('len(codemode.SearchTools("stock"))', 1, ""),
        ("def main():\n    return shop.get_stock('a')\n\nif __name__ == '__main__':\n    main()", {"on_hand": 3}, ""),
        (
            "import asyncio\nasync def main():\n    return await shop.get_stock('a')\nasyncio.run(main())",
            {"on_hand": 3},
            "",
        ),
        ("async def main():\n    return await shop.get_stock('a')\nmain()", {"on_hand": 3}, ""),
        ("r = await asyncio.gather(shop.get_stock('a'))\nr", [{"on_hand": 3}], "import asyncio is added"),
        ("shop.ship(item_id='a', from_='x')", "a x", SHIP),
        ("shop.ship({'itemId': 'a', 'from': 'x'})", "a x", "the argument itemId of shop.ship is read as item-id"),
        ("return sum(range(3))", 3, ""),
        ("```py\nx = 1\nx\n```", 1, ""),
        ("async for n in shop.count(): last = n\nlast", 1, ""),
        ("sum(shop.count(n=3))", 3, ""),
        ("dir(shop)", ["count", "get_stock", "list_orders", "names", "ship"], ""),
        (
            "[repr(shop.names), shop.names.__doc__, shop.names.__name__]",
            ["<function shop.names>", "All names.", "names"],
            "",
        ),
        ("str(call_tool)", "<bound method ToolApi.call_tool of codemode>", ""),
        ("describe_tool('shop.names')['call']", "shop.names", ""),
    ],
)
async def test_what_is_certain_runs(session: Session, code: str, value: Any, repair: str) -> None:
    reply = await session.exec(code)
    assert isinstance(reply, Completed), reply
    assert reply.value == value
    assert [each.message for each in reply.repairs] == (repair.split("; ") if repair else [])


DATA = 'results of tools are dicts: write x["orders"]'


@pytest.mark.parametrize(
    ("code", "error", "hint"),
    [
        ("import json\njson.loads(shop.list_orders())", "not dict", "leave json.loads out"),
        ("shop.list_orders().json()", "no attribute 'json'", "leave .json() out"),
        ("shop.list_orders().orders", "no attribute 'orders'", DATA),
        ("shop.list_orders().splitlines()", "no attribute 'splitlines'", "the last result of shop.list_orders has orders"),
        ('{"a": 1}.append(2)', "no attribute 'append'", 'write x["key"].append'),
        ("try:\n    shop.count()\nexcept FileExistsError:\n    pass", "'FileExistsError' is not", "raises ToolError"),
        ("r = shop.list_orders()\nr.get('result')['orders']", "NoneType", "the value is missing"),
        ('shop.list_orders()["items"]', "KeyError: 'items'", "the last result of shop.list_orders has orders"),
        ('d = shop.list_orders()\nd["orders"][0]["totl"]', "KeyError: 'totl'", "did you mean 'total'? it has id, total, sku"),
        ('r = {"rows": [{"id": 1, "total": 2}, {"id": 2}]}\nfor o in r["rows"]:\n    o["total"]', "KeyError: 'total'", "this one does not"),
        ('for o in {"id": 1}:\n    o["id"]', "string indices", "a loop over a dict gives its keys"),
        ('"{}".get("id")', "'str' object has no attribute 'get'", "json.loads(text)"),
        ('r = {"items": [1]}\nfor n in r.items:\n    n', "not iterable", 'x["items"]'),
        ('r = {"values": [1]}\nr.values[0]', "not subscriptable", 'x["items"]'),
        ('r = await shop.list_orders()\nx = shop.list_orders()\nx["orders"]', "coroutine", "put await in front of the call"),
        ("import asyncio\nasyncio.run(shop.list_orders())", "await", "leave await out"),
        ("import asyncio as a\na.run(a.gather(shop.list_orders(), shop.names()))", "takes calls that are not made yet", "write await"),
        ("from asyncio import gather\ngather(shop.list_orders())", "takes calls that are not made yet", "write await"),
        ("from asyncio import gather as g\ng(shop.list_orders())", "takes calls that are not made yet", "write await"),
        ("import requests", "requests is not offered", "there is no network; call tools"),
        ("import os", "os is not offered", "values of the host are in data"),
        ("from shop import list_ordrs", "there is no tool 'shop.list_ordrs'", "did you mean shop.list_orders"),
        ("from shop import *", "tools are not imported", "write shop.<tool>(...)"),
        ("import shop\nshop = shop.list_orders()", "tools are not imported: shop is there already", "leave the import out"),
        ("from shop import get_stock\nget_stock(skuu='a')", "no argument 'skuu'", "did you mean sku?"),
        ("from . import shop", "no packages of your own", ""),
        ("open('x')", "there is no open here", "read and write with a tool"),
        ("if shop: exit()", "there is no exit here", "a return at the top level"),
        ("quit(1)", "there is no quit here", "sys.exit()"),
        ("x = [null, true]", "name 'null' is not defined", "Python writes None"),
        ("x = [1, false]", "name 'false' is not defined", "Python writes False"),
        ("class A: pass\nclass B(A):\n    def __init__(self):\n        A.__init__(self)", "__init__ is not", "write super().__init__(...)"),
        ("call_tool('shop.get_stock', arguments={'sku': 'a'})", "no argument 'arguments'", "give the dict without a name"),
        ("shop.get_stock('a')['on_hand']['result']", "not subscriptable", ""),
        ("r = next(iter([shop.names()]))\nr['result']", "list indices", "shop.names returned a list: use it as it is"),
        ("shop.names()['result']['a']", "list indices", "shop.names returned a list: use it as it is"),
        *([('f"{shop.list_orders()["orders"]}"', "f-string", "use the other quotes")] if sys.version_info < (3, 12) else []),
        *([("def f[T](x: T):\n    return x", "syntax error", "type parameters came with 3.12")] if sys.version_info < (3, 12) else []),
        *([("type Ids = list\nfor i in [1]: pass", "syntax error", "write X = list[int]")] if sys.version_info < (3, 12) else []),
        ('f"{x"', "f-string", ""),
        (r'x = \"a\"\nprint(x)', "syntax error", "escaped twice"),
        (r"for i in [1]:\n    print(i)", "syntax error", "escaped twice"),
        ("list_orders()", "'list_orders' is not defined", "did you mean shop.list_orders?"),
        ("lst_orders()", "'lst_orders' is not defined", "did you mean shop.list_orders?"),
        ("shop_gte_stock('a')", "'shop_gte_stock' is not defined", "did you mean shop.get_stock?"),
        ("tools.list_orders()", "tools has no 'list_orders'", "did you mean tools.shop_list_orders"),
        ('call_tool("list_orders")', "no tool 'list_orders'", "did you mean shop.list_orders?"),
        ("default_api.shop.list_orders()", "'default_api' is not defined", "tools are called by their names"),
        ("final_answer(3)", "'final_answer' is not defined", "assign the answer to __out"),
        ("shop.list_orders(Status='open')", "no argument 'Status'", "did you mean status?"),
        ("store.get('a', 5)", "store has no 'get'", "it has load, save"),
        ("store['a'] = 5", "'module' object does not support", "such as store.load(key)"),
        ("shop.ship({'item-id': 'a', 'from': 'b', 'street': 'c'})", "no argument 'street'", "put it into to: {'street': ...}"),
        ("shop.get_stock()", "needs the argument 'sku'", "it takes sku"),
        ('call_tool("shop.get_stock", {"skuu": "a"})', "no argument 'skuu'", "did you mean sku?"),
        ('call_tool("shop.get_stock", dict(skuu="a"))', "skuu", ""),
        ("shop.get_stock('a', sku='b')", "gets the argument 'sku' twice", "leave one of them out"),
        ("x = ['a']\nshop.get_stock(*x, sku='b')", "got multiple values for argument 'sku'", ""),
        ("import functools\nf = functools.partial(shop.get_stock, sku='a')\nf('b')", "got multiple values for argument 'sku'", ""),
        ("shop.get_stock('a', 3)", "takes sku, 2 are given", ""),
        ("shop.get_stock(sku=1)", "sku is 1 (integer), must be string", ""),
        ("shop.get_stock('a')['on_hand'] + 'x'", "int' and 'str'", 'join text and numbers with f"{a}{b}"'),
    ],
)  # fmt: skip
async def test_uncertain_code_is_refused_with_a_hint(session: Session, code: str, error: str, hint: str) -> None:
    reply: Any = await session.exec(code)
    assert reply.status == "failed", reply
    assert error in reply.error
    assert hint in " ".join([reply.hint, *(d.hint for d in reply.diagnostics)])


async def test_a_function_that_is_never_called_is_told(session: Session) -> None:
    for code, hint in [
        ("def main():\n    return 1", "write __out = main()"),
        ("def main():\n    print(1)", "write __out = main()"),
        ("async def main():\n    return await shop.get_stock('a')", "write __out = await main()"),
    ]:
        reply = await session.exec(code)
        assert isinstance(reply, Completed), reply
        assert [w.message for w in reply.warnings] == [
            "the program gives no value and prints nothing: main is never called"
        ]
        assert [w.hint for w in reply.warnings] == [hint]
    for code in (
        "__out = None\ndef f(): pass",
        "print(1)\ndef f(): pass",
        "def f(): pass\nf()",
        "x = 1\nx\ndef f(): pass\nf()",
    ):
        assert (await session.exec(code)).warnings == []


@pytest.mark.parametrize(
    ("code", "lost"),
    [
        ("out = shop.list_orders()", "out"),
        ("def f():\n    return 1\nx: int = f()", "x"),
        ("x = 1\nprint(x)\ny = 2", ""),
        ("__out = None\nx = 1", ""),
        ("if shop:\n    return 1\nx = 1", ""),
        ("for n in shop.count():\n    x = n", ""),
    ],
)
async def test_a_value_that_is_lost_is_told(session: Session, code: str, lost: str) -> None:
    reply = await session.exec(code)
    assert isinstance(reply, Completed), reply
    told = [(w.message, w.hint) for w in reply.warnings]
    wanted = (f"the program gives no value and prints nothing: {lost} is lost", f"write __out = {lost}")
    assert told == ([wanted] if lost else [])
