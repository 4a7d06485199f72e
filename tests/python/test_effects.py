"""What a program in Python may do is told before it runs, and a run never does more. As tests/engine/test_effects.py does for Go."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest

from codemode import Engine, Policy, Rule, Waiting
from codemode.engine.effect_sites import MAX_EFFECTS, MAX_LITERAL
from codemode.engine.effects import Effects
from codemode.engine.languages import language_of
from codemode.engine.toolbox import toolbox_of
from codemode.errors import SourceRejected
from tests.engine.test_effects import SHOP
from tests.python_guests import run_python

TOOLBOX = toolbox_of((SHOP.known_tools() or (),))
PAY = 'shop.pay(to="a")'


def effects(code: str) -> Effects:
    return language_of("python").effects(code, TOOLBOX, strict=False)


@pytest.mark.parametrize(
    ("code", "times"),
    [
        ("{}", 1),
        ("for i in range(10): {}", 10),
        ("for i in range(0, 10, 3): {}", 4),
        ("for i in range(10, -1, -1): {}", 11),
        ("for i in range(10, 5): {}", 0),
        ("for i in range(n := 3): {}", None),
        ("while True:\n  {}\n  break", None),
        ("for i in range(7):\n  for j in range(2): {}", 14),
        ("for i in range(10**3): {}", None),
        ("for i in range(1_000_000_000_000):\n  for j in range(1_000_000_000_000): {}", 10**12),
        ("for x in [1, 2, 3]: {}", 3),
        ("for x in (1, *range(9)): {}", None),
        ('for c in "abcd": {}', 4),
        ("for k in {{'a': 1}}: {}", 1),
        ("for k, v in {{'a': 1}}.items(): {}", None),
        ("for i, x in enumerate(['a', 'b']): {}", 2),
        ("for x, y in zip([1, 2], range(5)): {}", 2),
        ("for x in sorted([3, 1]): {}", 2),
        ("for x in data['rows'][:4]: {}", 4),
        ("xs = [1, 2]\nfor x in xs: {}", 2),
        ("xs = [1, 2]\nprint(len(xs), xs[0])\nfor x in xs: {}", 2),
        ("xs = [1, 2]\nxs.append(3)\nfor x in xs: {}", None),
        ("xs = [1, 2]\nxs += [3]\nfor x in xs: {}", None),
        ("xs = [1, 2]\nys = xs\nys.append(3)\nfor x in xs: {}", None),
        ("def sorted(v): v.append(3)\nxs = [1, 2]\nsorted(xs)\nfor x in xs: {}", None),
        ("def range(n): return [1] * 9\nfor x in range(2): {}", None),
        ("[{} for x in range(3)]", 3),
        ("{{x: {} for x in [1, 2] for y in [1, 2]}}", 4),
        ("def f():\n  {}\nf()\nfor i in range(4): f()", 5),
        ("def f():\n  {}", 0),
        ("def f():\n  for i in range(2): {}\nf()", 2),
        ("def f(n):\n  if n:\n    {}\n    f(n - 1)\nf(3)", None),
        ("def f(n):\n  if n:\n    {}\n    g(n - 1)\ndef g(n): f(n)\nf(3)", None),
        ("def f():\n  {}\ng = f\nfor i in range(2): g()", None),
        ("def f():\n  {}\ndef g(h):\n  h()\n  h()\ng(f)", None),
        ("f = lambda: {}\nf()", None),
        ("def f():\n  {}\ndef f():\n  pass\nf()", None),
        ("def twice(f):\n  f()\n  f()\n@twice\ndef f():\n  {}", None),
        ("class A:\n  def m(self): {}\na = A()\na.m()\na.m()", None),
        ("class A:\n  x = {}", 1),
        ("def f(x={}): pass\nf()\nf()", 1),
        ("parallel([lambda: {}, lambda: 1])", 1),
        ("parallel([lambda i=i: {} for i in range(3)])", 3),
        ("fs = [lambda: {}]\nparallel(fs)\nparallel(fs)", None),
        ("async def f():\n  await {}\nimport asyncio\nawait asyncio.gather(f(), f())", 2),
        ("try:\n  1 / 0\nexcept Exception:\n  {}\nfinally:\n  pass", 1),
        ("with_ = 1\nmatch with_:\n  case 1:\n    {}", 1),
    ],
)
def test_how_often(code: str, times: int | None) -> None:
    code = code.format(PAY)
    found = effects(code)
    assert [(call.tool, call.times) for call in found.calls] == [("shop.pay", times)]
    if times is None or times < 100:
        made: list[str] = []
        run_python(
            f"data = {{'rows': [1] * 9}}\n{code}" if "data" in code else code,
            TOOLBOX,
            answers={"shop.pay": lambda **_: made.append("")},
        )
        assert times is None or len(made) <= times


@pytest.mark.parametrize(
    ("code", "arguments", "computed", "is_open"),
    [
        ('from shop import pay as p\np("bob", 3)', {"to": "bob", "amount": 3}, (), False),
        ('import shop as s\ns.pay("bob", 3)', {"to": "bob", "amount": 3}, (), False),
        ('def f():\n  from tools import shop\n  shop.pay("bob", 3)\nf()', {"to": "bob", "amount": 3}, (), False),
        ('tools.shop_pay({"to": "bob", "amount": 12.5})', {"to": "bob", "amount": 12.5}, (), False),
        ('shop.pay("bob", 3)', {"to": "bob", "amount": 3}, (), False),
        ('shop.pay({"to": "bob"}, amount=-1)', {"to": "bob", "amount": -1}, (), False),
        ('call_tool("shop.pay", {"to": "bob"}, amount=-1)', {"to": "bob", "amount": -1}, (), False),
        ('who = "b"\nshop.pay(to=who, amount=3)', {"amount": 3}, ("to",), False),
        ('args = {"to": "bob"}\nshop.pay(args)', {}, (), True),
        ('args = {"to": "bob"}\nshop.pay(**args, amount=1)', {"amount": 1}, (), True),
        ('shop.pay({"to": "bob", **data})', {}, (), True),
        ('shop.pay(*["bob"])', {}, (), True),
        ("shop.pay()", {}, (), False),
        ("shop.pay(None)", {}, (), False),
        (f'shop.pay(to="{"x" * MAX_LITERAL}")', {}, ("to",), False),
        ('shop.pay(to=f"{1}", amount=True)', {"amount": True}, ("to",), False),
        ("shop.pay(to=[{'a': (1, None)}])", {"to": [{"a": [1, None]}]}, (), False),
    ],
)
def test_with_which_arguments(code: str, arguments: dict[str, Any], computed: tuple[str, ...], is_open: bool) -> None:
    [call] = effects(code).calls
    assert (call.tool, call.arguments, call.computed, call.open) == ("shop.pay", arguments, computed, is_open)


@pytest.mark.parametrize(
    "code",
    [
        'name = "shop." + "pay"\ncall_tool(name)',
        'f = call_tool\nf("shop.pay")',
        '[call_tool][0]("shop.pay")',
        'g = shop\ng.pay(to="a")',
        'import shop as s\ng = s\ng.pay(to="a")',
        'from codemode import call_tool as c\nname = "shop." + "pay"\nc(name)',
        'getattr(shop, "pay")(to="a")',
        'tools.call("shop" + ".pay")',
        "t = tools\nt.shop_pay()",
        "def call(name): return call_tool(name)\ncall('shop.pay')",
        "for f in [stream_tool]: f('shop.pay')",
        "match 1:\n  case shop.x: pass\n  case _: pass\nprint(shop)",
        "f'{shop}'",
        "print(MCP)",
    ],
)
def test_names_that_are_computed(code: str) -> None:
    found = effects(code)
    assert found.any_tool
    assert found.writes
    assert "any tool" in str(found)


@pytest.mark.parametrize(
    "code",
    [
        "tools.search('x')",
        "search_tools('x')",
        "describe_tool('shop.pay')",
        "shop = 1\nprint(shop)",
        "def f(shop): pass",
    ],
)
def test_what_calls_no_tools(code: str) -> None:
    assert str(effects(code)) == "This program calls no tools."


def test_a_tool_as_a_value_is_named() -> None:
    found = effects("f = shop.pay\nmap(f, [1])\nsorted([], key=tools.shop_pay)")
    assert [(call.tool, call.times, call.open) for call in found.calls] == [("shop.pay", None, True)] * 2
    assert not found.any_tool


def test_in_words() -> None:
    code = 'for i in range(2): shop.get(n=i)\nwhile True: shop.pay(to="bob")'
    assert str(effects(code)).splitlines() == [
        "line 1: shop.get(n: computed), reads, up to 2 times",
        'line 2: shop.pay(to: "bob"), may write, any number of times',
    ]
    [get, _] = effects(code).calls
    assert (get.line, get.column, get.in_loop, get.excerpt) == (1, 20, True, effects(code).calls[0].excerpt)
    with pytest.raises(SourceRejected, match="name 'x' is not defined"):
        effects("__out = x")


@pytest.mark.parametrize(
    "code",
    [
        "shop.pay()\n" * 3000,
        "\n".join(f"def f{i}():\n  f{i + 1}()\n  f{i + 1}()" for i in range(1500)) + "\ndef f1500(): shop.pay()\nf0()",
        "def f(): shop.pay()\n" + "f()\n" * 5000,
        "xs = [1]\n" * 3000 + "for x in xs: shop.pay()",
    ],
)
def test_large_programs_are_told_in_bounds(code: str) -> None:
    began = time.process_time()
    found = effects(code)
    assert len(found.calls) <= MAX_EFFECTS
    assert len(found.calls) + found.omitted == code.count("shop.pay(")
    assert all(call.times is None or call.times <= 10**12 for call in found.calls)
    assert len(json.dumps(found.model_dump(mode="json"))) < 2_000_000
    assert time.process_time() - began < 30


def test_one_approval_for_a_whole_program() -> None:
    policy = Policy([Rule("ask", "shop.pay")], ask="program")
    code = 'for i in range(3):\n    shop.pay(to="ann", amount=i)\n__out = "done"'

    async def play() -> None:
        async with Engine([SHOP], policy=policy, languages=("python",)) as engine:
            session = engine.session("a", "s")
            assert str(await engine.effects(code)) == (
                'line 2: shop.pay(to: "ann", amount: computed), may write, up to 3 times'
            )
            reply = await session.exec(code)
            assert isinstance(reply, Waiting), reply
            [call] = reply.pending_tool_calls
            assert call.effects is not None
            assert [(e.tool, e.times) for e in call.effects.calls] == [("shop.pay", 3)]
            await session.approve(call.id, run_id=reply.run_id)
            assert (await session.wait(reply.run_id)).result() == "done"
            # Go given as Python is shown as what it is
            reply = await session.exec('for i := range 2 {\n\tshop.pay(to="bob")\n}\n__out = 1')
            assert isinstance(reply, Waiting), reply
            assert [e.times for e in reply.pending_tool_calls[0].effects.calls] == [2]  # type: ignore[union-attr]

    asyncio.run(play())
