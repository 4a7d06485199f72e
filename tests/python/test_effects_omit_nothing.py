"""The effects of a program name every tool that it calls when it runs, whatever the program does to the names of tools."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from codemode import FunctionSource
from codemode.engine.languages import language_of
from codemode.engine.toolbox import toolbox_of
from codemode.errors import ModuleAccessError, SourceRejected
from tests.python_guests import Ended, run_python


def pay(to: str = "") -> str:
    """Pay."""
    return ""


def get(to: str = "") -> str:
    """Get."""
    return ""


def stock(to: str = "") -> str:
    """Stock."""
    return ""


SOURCES = [
    FunctionSource.from_functions(pay, get, stock, owner="shop"),
    FunctionSource.from_functions(pay, get, owner="bank"),
    FunctionSource.from_functions(stock),
]
TOOLBOX = toolbox_of(tuple(source.known_tools() or () for source in SOURCES))
BEFORE = 'shop.get(to="x")\n'  # so that shop surely is a name of tools too


def called(code: str) -> tuple[list[str], Ended]:
    made: list[str] = []

    def answer(name: str) -> Any:
        return lambda **_: made.append(name)

    ended = run_python(code, TOOLBOX, answers={each.name: answer(each.name) for each in TOOLBOX.catalog.entries})
    return made, ended


def assert_tells_all(code: str, least: int) -> None:
    """`least` is how many calls the run must make, so that the row tests something."""
    effects = language_of("python").effects(code, TOOLBOX, strict=False)
    made, ended = called(code)
    assert len(made) >= least, ended.failure
    assert effects.any_tool or {*made} <= {each.tool for each in effects.calls}, (str(effects), made)
    for name in {*made}:
        times = [each.times for each in effects.calls if each.tool == name]
        assert effects.any_tool or None in times or made.count(name) <= sum(each or 0 for each in times)


@pytest.mark.parametrize(
    ("code", "least"),
    [
        # a handler deletes the name
        ('shop = 1\ntry:\n  raise ValueError\nexcept ValueError as shop:\n  pass\nshop.pay(to="a")', 1),
        ('for i in [1, 2]:\n  try:\n    shop = i\n    raise ValueError\n  except ValueError as shop: pass\n  shop.pay(to="a")', 2),
        ('shop = 1\ntry:\n  raise ExceptionGroup("a", [ValueError()])\nexcept* ValueError as shop: pass\nshop.pay(to="a")', 1),
        ('def g():\n  global shop\n  try: raise ValueError\n  except ValueError as shop: pass\nshop = 2\ng()\nshop.pay(to="a")', 1),
        ('def g():\n  global shop\n  del shop\nshop = 2\ng()\nshop.pay(to="a")', 1),
        ('call_tool = 1\ntry: raise ValueError\nexcept ValueError as call_tool: pass\ncall_tool("shop.pay", to="a")', 1),
        # a class reads what it does not bind yet from the module, not from the function around it
        ('def f():\n  shop = 1\n  class A:\n    if False: shop = 2\n    x = shop.pay(to="a")\nf()', 1),
        ('def f():\n  shop = 1\n  class A:\n    class B:\n      if False: shop = 2\n      x = shop.pay(to="a")\nf()', 1),
        ('def f(shop):\n  class A:\n    for shop in []: pass\n    x = shop.pay(to="a")\nf(1)', 1),
        ('def f(shop):\n  class A:\n    shop: int\n    x = shop.pay(to="a")\nf(1)', 1),
        ('def f(shop):\n  class A:\n    global shop\n    x = shop.pay(to="a")\nf(1)', 1),
        ('def f(shop):\n  class A:\n    global shop\n    def g(self): return shop.pay(to="a")\n  A().g()\nf(1)', 0),
        ('def f(shop):\n  class A:\n    for shop in []: pass\n    x = [i for i in [shop.pay(to="a")]]\nf(1)', 1),
        ('def f(shop):\n  class A:\n    for shop in []: pass\n    x = [shop.pay(to="a") for i in [1]]\nf(1)', 0),
        ('class A:\n  shop = 1\n  del shop\n  x = shop.pay(to="a")', 1),
        # what binds nothing
        ('def f():\n  shop: int\n  return shop.pay(to="a")\nf()', 0),
        ('def f():\n  (shop): int\n  return shop.pay(to="a")\nf()', 0),
        ('shop: int\nshop.pay(to="a")', 1),
        ('for shop in []: pass\nshop.pay(to="a")', 1),
        ('match 1:\n  case [shop]: pass\n  case _: pass\nshop.pay(to="a")', 1),
        ('try:\n  shop, a = 1,\nexcept ValueError: pass\nshop.pay(to="a")', 1),
        ('(shop := 1) if False else 2\nshop.pay(to="a")', 1),
        # names that imports bind
        ('import shop as s\nimport bank as b\ns.pay(to="a")\nb.pay(to="a")', 2),
        ('def f():\n  from shop import pay as p\n  return p\ndef g():\n  from shop import pay as p\n  p(to="b")\nf()(to="a")\ng()', 2),
        ('def f():\n  global p\n  from shop import pay as p\nf()\np(to="a")', 1),
        ('class A:\n  def f(self):\n    from shop import pay\n    return pay(to="a")\nA().f()', 1),
        ('def f():\n  import shop\n  return 1\nf()\nshop.pay(to="a")', 1),
        ('import shop as s\nclass A: pass\nA.s = s\nA.s.pay(to="a")', 1),
        ('from codemode import call_tool as c\nc("shop.pay", to="a")', 1),
    ],
)  # fmt: skip
def test_effects_name_every_tool_that_is_called(code: str, least: int) -> None:
    assert_tells_all(code, least)
    assert_tells_all(BEFORE + code, least + 1)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        # attributes of classes, which are read in any way
        ('class A:\n  from shop import pay as p\nA.p(to="a")', "a class does not import tools: shop.pay is there already"),
        ('class A:\n  if True:\n    import tools as s\nA.s.call("shop.pay", to="a")', "a class does not import tools"),
        ('def f():\n  class A:\n    from codemode import call_tool as c\n  A.c("shop.pay", to="a")\nf()', "a class does not import tools"),
        ('class A:\n  from shop import pay as __p\n  def f(self): return A.__p(to="a")\nA().f()', "shop.pay cannot be imported as __p"),
        ('from shop import pay as _A__p\nclass A:\n  x = __p(to="a")', "shop.pay cannot be imported as _A__p"),
        # one name for two
        ('from shop import pay as x\nx(to="a")\nfrom shop import get as x\nx(to="b")', "shop.get cannot be imported as x, which means shop.pay here"),
        ('if data:\n  import shop as x\nelse:\n  import bank as x\nx.pay(to="a")', "bank cannot be imported as x, which means shop here"),
        ('from shop import pay\npay(to="a")\nfrom bank import pay\npay(to="b")', "bank.pay cannot be imported as pay"),
        ('import json as s\nimport shop as s\ns.pay(to="a")', "shop is there already"),
        ('import shop as s\ns.pay(to="a")\nimport json as s\ns.dumps(1)', "shop is there already"),
        ('import json\njson.dumps([1])\ndef f():\n  import shop as json', "shop is there already"),
        ('import shop as s\ndef f(s): return s\ns.pay(to="a")', "shop is there already"),
        # names that mean something else
        ('bank.pay(to="a")\nimport shop as bank', "shop cannot be imported as bank, which means something else here"),
        ('def f():\n  import shop as bank\n  return 1\nbank.pay(to="a")', "shop cannot be imported as bank"),
        ('stock(to="q")\nfrom shop import get as stock', "shop.get cannot be imported as stock"),
        ('text("hi")\nfrom shop import pay as text', "shop.pay cannot be imported as text"),
        ('n = len([1, 2])\nfrom shop import pay as len', "shop.pay cannot be imported as len"),
        ('json.dumps([1])\ndef f():\n  import shop as json', "shop cannot be imported as json"),
        ('from codemode import call_tool as stock\nstock("shop.pay", to="a")', "call_tool cannot be imported as stock"),
    ],
)  # fmt: skip
def test_an_import_of_a_tool_under_a_name_that_may_mean_something_else_is_refused(code: str, told: str) -> None:
    with pytest.raises(ModuleAccessError, match=told) as raised:
        language_of("python").effects(code, TOOLBOX, strict=False)
    assert "leave the import out, and write " in raised.value.hint


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type parameters came with Python 3.12")
@pytest.mark.parametrize(
    "code", ['def f[shop](): return shop.pay(to="a")\nf()', 'class A[shop]:\n  x = shop.pay(to="a")']
)
def test_a_type_parameter_with_the_name_of_a_tool_is_refused(code: str) -> None:
    with pytest.raises(SourceRejected, match="a type parameter cannot have the name shop"):
        called(code)
