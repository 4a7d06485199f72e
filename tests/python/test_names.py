"""Whatever programs in Go can name, programs in Python can, too: tools of every kind, registered namespaces, declarations."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from mcp.server.mcpserver import MCPServer
from pydantic import BaseModel

import codemode
from codemode import Completed, Engine, Failed, FunctionSource, FunctionTool, Image, McpSource, Session
from tests.engine.test_namespaces import BILLING, Shop

pytestmark = pytest.mark.anyio
PAID = {"order": "o-1", "amount": 5}


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def shop() -> Shop:
    return Shop()


@pytest.fixture(scope="module")
async def session(shop: Shop) -> AsyncIterator[Session]:
    async with Engine([shop.source()], languages=("python",)) as engine:
        engine.register(BILLING)
        yield engine.session("a", "s")


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ('Billing.Refund("o-1", 5)', PAID),
        ('Billing.Refund("o-1", amount=5)', PAID),
        ('Billing.Refund({"order_id": "o-1", "amount": 5})', PAID),
        ('Billing.Refund(order_id="o-1", amount=5)', PAID),
        ('namespaces.Billing.Refund("o-1", 5)', PAID),
        ('Billing.refundMap({"order_id": "o-1", "amount": 5})', PAID),
        ('__out = await Billing.Refund("o-1", 5)', PAID),
        ('f = Billing.Refund\nf("o-1", 5)', PAID),
        ('shop.refund(order_id="o-1", amount=5)', PAID),
        ('call_tool("shop.refund", order_id="o-1", amount=5)', PAID),
        ('tools.call("shop.refund", {"order_id": "o-1", "amount": 5})', PAID),
        ('tools.shop_refund(order_id="o-1", amount=5)', PAID),
        ("[Billing.Currency, Billing.Max, Billing.Rates['USD'], Billing.orders.Limit]", ["EUR", 500, 1.5, 3]),
        ("Billing.Rates['EUR'] = 9\nBilling.Rates['EUR']", 9),  # a copy of the program's own
    ],
)
async def test_ways_to_call(session: Session, code: str, value: Any) -> None:
    reply = await session.exec(code)
    assert isinstance(reply, Completed), reply
    assert reply.value == value


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("async def f():\n    return 3\nawait f() + await f() ** 2", 12),
        ("async def f():\n    return 3\n[await f() for _ in range(2)]", [3, 3]),
        ("async def f():\n    yield 1\n    yield 2\nawaited = [x async for x in f()]\nawaited", [1, 2]),
        ("async def f():\n    yield 1\nfor_async = 0\nasync  for x in f():\n    for_async += x\nfor_async", 1),
        ("await_ = 'await async for'\nawait_", "await async for"),
    ],
)
async def test_await_stands_also_outside_of_functions(session: Session, code: str, value: Any) -> None:
    reply = await session.exec(code)
    assert isinstance(reply, Completed), reply
    assert reply.value == value


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("def f():\n    x = 1\n    global x", "3:5: syntax error: name 'x' is assigned to before global declaration"),
        ("nonlocal x", "1:1: syntax error: nonlocal declaration not allowed at module level"),
        ("def f():\n    nonlocal x", "2:5: syntax error: no binding for nonlocal 'x' found"),
        ("def f(a, a):\n    pass", "1:10: syntax error: duplicate argument 'a' in function definition"),
    ],
)
async def test_names_that_python_does_not_allow_there_are_syntax_errors(session: Session, code: str, told: str) -> None:
    reply = await session.exec(code)
    assert isinstance(reply, Failed), reply
    said = reply.error.replace("duplicate parameter", "duplicate argument")  # since Python 3.15
    assert (reply.code, said) == ("parse_failed", told)


async def test_names_that_are_not_identifiers_in_python() -> None:
    def lab(patient: str) -> str:
        return patient

    def tail(n: int = 1) -> Iterator[int]:
        yield from range(n)

    source = FunctionSource([FunctionTool("clinic/get-lab", lab), FunctionTool("logs.tail", tail)], owner="clinic")
    async with Engine([source], languages=("python",)) as engine:
        session = engine.session()
        [exec_, _] = session.tools("mcp")
        assert "- clinic.get_lab(patient: str)" in exec_["description"]
        assert "One that streams gives an iterator" in exec_["description"]
        for call in (
            "clinic.get_lab('p')",
            "call_tool('clinic.get_lab', patient='p')",
            "call_tool('clinic/get-lab', patient='p')",
            "call_tool('clinic.' + 'get_lab', patient='p')",
            "tools.clinic_get_lab('p')",
        ):
            reply = await session.exec(call)
            assert isinstance(reply, Completed), reply
            assert (reply.value, reply.repairs, reply.tool_calls[0].tool) == ("p", [], "clinic/get-lab")
        reply = await session.exec("describe_tool('clinic.get_lab')['declaration']")
        assert isinstance(reply, Completed), reply
        assert "# call: clinic.get_lab, which is clinic/get-lab" in reply.value


async def test_a_function_may_be_called_top(session: Session) -> None:
    code = "class A:\n    def top(self, a):\n        return a\n\ndef top(b):\n    c = b\n    return c\n\nA().top(1) + top(2)"
    reply = await session.exec(code)
    assert isinstance(reply, Completed), reply
    assert reply.value == 3


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("Billing.Refnd('o-1', 5)", "Billing has no 'Refnd'"),
        ("Billing.Refund('o-1')", "needs the argument 'amount'"),
        ("Billing.Refund(order='o-1', amount=5)", "has no argument 'order'"),
        ("tools.nothing()", "tools has no 'nothing'"),
    ],
)
async def test_problems_are_reported_before_the_run(session: Session, code: str, told: str) -> None:
    reply = await session.exec(f"print('ran')\n{code}")
    assert isinstance(reply, Failed), reply
    assert told in reply.error
    assert reply.output == []


class Line(BaseModel):
    sku: str
    qty: int = 1
    note: dict[str, str] | None = None


def order(lines: list[Line], first: Line | None = None) -> int:
    return sum(line.qty for line in lines)


@pytest.mark.parametrize(
    ("arguments", "error", "warnings"),
    [
        ("lines=[{'sku': 'a', 'qty': 2}, {'sku': str(1), 'note': {'b': 'c'}}]", "", []),
        ("lines=[{'sku': 'a', 'qtty': 2}]", "", ["lines[0] of order has no field 'qtty': did you mean qty?"]),
        ("lines=[{'sku': 'a', **{'qtty': 2}}]", "", []),
        ("{'lines': [{'qty': 2}]}", "lines[0] of order needs the field 'sku'", []),
        ("[], {'qty': 2, 'q': 1}", "first of order needs the field 'sku'", []),
    ],
)
async def test_objects_inside_the_arguments(arguments: str, error: str, warnings: list[str]) -> None:
    async with Engine([FunctionSource([order], owner="shop")], languages=("python",)) as engine:
        reply = await engine.session().exec(f"shop.order({arguments})")
        assert [f"{w.message}: {w.hint}" for w in reply.warnings] == warnings
        assert error in reply.error if error else isinstance(reply, Completed), reply


async def test_many_unknown_fields_are_no_reason_to_fail() -> None:
    """Each was compared with all names of the schema."""
    fields = {f"field_{n:04}": {"type": "string"} for n in range(1000)}
    schema = {
        "type": "object",
        "properties": {"rows": {"type": "array", "items": {"type": "object", "properties": fields}}},
    }
    tool = FunctionTool("put", lambda rows: len(rows), "Put rows.", input_schema=schema)
    code = f"put(rows=[{', '.join(f'{{{chr(34)}feild_{n}{chr(34)}: 1}}' for n in range(400))}])"
    async with Engine([FunctionSource([tool])], languages=("python",)) as engine:
        reply = await engine.session().exec(code)
        assert isinstance(reply, Completed), reply
        assert (reply.value, len(reply.warnings)) == (400, 20)


async def test_files_of_stubs(session: Session) -> None:
    reply = await session.exec("[API.list(), API.read('namespaces/Billing.pyi'), API.Read('function/shop.pyi')]")
    assert isinstance(reply, Completed), reply
    files, space, tools = reply.value
    assert files == ["function/shop.pyi", "namespaces/Billing.pyi"]
    assert 'def Refund(order_id: str, amount: float, note: str = "") -> ' in space
    assert "# call: Billing.Refund" in space
    assert "# constant: Billing.Currency = 'EUR'" in space
    assert tools.startswith("# The tools of shop.\nfrom typing import")
    assert "def refund(*, order_id: str, amount: float" in tools


async def test_models_see_namespaces(session: Session) -> None:
    text = session.tools("mcp")[0]["description"]
    assert "Billing.Refund(order_id: str, amount: float, note?: str)" in text
    assert 'API.read("namespaces/<Name>.pyi")' in text
    assert "codemode." not in text


@pytest.mark.parametrize("code", ["p.draw()", "__out = [await p.draw()]", "json_output(p.draw())", "print(p.draw())"])
async def test_attachments_are_passed_on(code: str) -> None:
    source = FunctionSource([FunctionTool("p.draw", lambda: Image(b"\x89PNG\r\n\x1a\n", "image/png"))])
    async with Engine([source], languages=("python",)) as engine:
        reply = await engine.session().exec(code)
        assert isinstance(reply, Completed), reply
        assert [each.media_type for each in reply.attachments] == ["image/png"]


def test_a_tool_is_also_called_by_its_owner_and_has_one_name() -> None:
    def transfer(to: str, amount: float) -> str:
        return f"sent {amount:g} to {to}"

    bank = codemode.FunctionSource([transfer], owner="bank")
    taken = codemode.FunctionSource([codemode.FunctionTool("late", lambda: 1)], owner="data")

    def run(code: str) -> codemode.CodeModeResult:
        return codemode.run(code, sources=[bank, taken], data={"n": 5}, language="python", trust_python=True)

    for call in ('transfer("A", 1)', 'bank.transfer("A", 1)', 'call_tool("bank.transfer", to="A", amount=1)'):
        done = run(call)
        assert (done.value, [each.tool for each in done.tool_calls]) == ("sent 1 to A", ["transfer"])
        assert not done.repairs
    assert run("data['n'] + late()").value == 6  # names of the language stay what they are
    with pytest.raises(codemode.CodeModeError, match="transfer takes to, amount, 3 are given"):
        run('bank.transfer("A", 1, 2)')
    with pytest.raises(codemode.CodeModeError, match=r"there is no tool 'bank\.transfr'"):
        run("bank.transfr()")


async def test_a_server_without_its_prefix_is_told() -> None:
    depot = MCPServer("depot")

    @depot.tool()
    def count_all() -> int:
        return 3

    async with McpSource.inside(depot) as tools, Engine([tools], languages=("python",)) as engine:
        session = engine.session()
        refused = await session.exec("depot.count()")
        assert isinstance(refused, Failed)
        assert refused.hint == "it is an MCP server: MCP.depot.<tool>(...)"
        assert (await session.exec("MCP.depot.count_all()")).value == 3
        reply = await session.exec("MCP.depot.countAll()")
        assert isinstance(reply, Completed)
        assert (reply.value, [each.message for each in reply.repairs]) == (
            3,
            ["MCP.depot.countAll is read as MCP.depot.count_all"],
        )
        assert (await session.exec("getattr(MCP.depot, 'countAll')()")).value == 3
        refused = await session.exec("MCP.depot.count()")
        assert isinstance(refused, Failed)
        assert [each.message for each in refused.diagnostics] == ["MCP.depot has no 'count'"]


async def test_a_tool_of_a_server_is_found_by_its_servers_name_for_it() -> None:
    server = MCPServer("odd")
    for name in ("two_words", "two-words"):
        server.add_tool(lambda name=name: name, name=name, description=name)
    async with McpSource.inside(server, name="odd") as source, Engine([source], languages=("python",)) as engine:
        code = '[getattr(MCP.odd, "two-words")(), MCP.odd.two_words(), MCP.odd.two_words_2()]'
        assert (await engine.session().exec(code)).result() == ["two-words", "two_words", "two-words"]


async def test_a_tool_whose_owner_has_the_name_of_an_imported_module() -> None:
    def add(a: int, b: int) -> int:
        return a + b

    source = FunctionSource.from_functions(add, owner="math")
    async with Engine([source], languages=("python",)) as engine:
        refused = await engine.session().exec("import math\nmath.add(a=1, b=2)")
        assert isinstance(refused, Failed)
        told = "math.add is a tool: leave out the import of math, or write call_tool('math.add', ...)"
        assert refused.diagnostics[0].hint == told
        assert (await engine.session().exec("[math.add(a=1, b=2), math.sqrt(4)]")).result() == [3, 2.0]
