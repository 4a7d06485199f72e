"""A variable may have the name of a tool, of its owner or of a function: until it is assigned, the name means those, as names of built-ins do."""

from __future__ import annotations

from typing import Any

import pytest

from codemode import FunctionSource
from codemode.engine.effects import Effects
from codemode.engine.languages import language_of
from codemode.engine.toolbox import toolbox_of
from codemode.errors import SourceRejected
from tests.python_guests import Ended, run_python


def get(city: str, days: int = 1) -> dict[str, Any]:
    """Get."""
    return {}


TOOLS = [FunctionSource.from_functions(get, owner="weather"), FunctionSource.from_functions(get)]
TOOLBOX = toolbox_of(tuple(source.known_tools() or () for source in TOOLS))


def run(code: str) -> Ended:
    def answer(city: str = "", **_: Any) -> Any:
        return {"city": city}

    return run_python(code, TOOLBOX, answers={"weather.get": answer, "get": answer}, data={"a": 1})


def effects(code: str) -> Effects:
    return language_of("python").effects(code, TOOLBOX, strict=False)


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ('weather = weather.get(city="B")\nweather["city"]', "B"),
        ('a = weather.get(city="B")\nweather = a\nweather["city"]', "B"),
        ('a = weather.get(city="B")\nif False:\n  weather = 1\na["city"]', "B"),
        ('for weather in [weather.get(city=c) for c in "AB"]:\n  a = weather\na["city"]', "B"),
        ('get = get("x")\nget["city"]', "x"),
        ('def f():\n  return weather.get(city="B")\nweather = f()\nweather["city"]', "B"),
        ('def f():\n  global weather\n  weather = weather.get(city="B")\nf()\nweather["city"]', "B"),
        ('class A:\n  weather = weather.get(city="B")\nA.weather["city"]', "B"),
        ('weather = weather.get("A")\ndel weather\nweather.get("B")["city"]', "B"),
        ('def f(weather): return weather.fetch()\nclass A:\n  def fetch(self): return weather.get("B")\nf(A())["city"]', "B"),
        ('class A:\n  def fetch(self): return 1\n[weather.fetch() for weather in [A()]] + [weather.get("B")["city"]]', [1, "B"]),
        ('call_tool = call_tool("weather.get", city="B")\ncall_tool["city"]', "B"),
        ('data = data["a"]\ndata', 1),
        ("text = text\ntext('x')\n1", 1),
        ("len = len([1, 2])\nlen", 2),
        ("async def f():\n  return await weather.get('B')\nweather = await f()\nweather['city']", "B"),
    ],
)  # fmt: skip
def test_a_name_means_the_tools_until_it_is_assigned(code: str, value: Any) -> None:
    ended = run(code)
    assert ended.failure is None, ended.failure
    assert ended.value == value


def test_a_local_variable_hides_the_tools_and_the_hint_says_so() -> None:
    failure = run('def f():\n  weather = weather.get(city="B")\nf()').failure
    assert failure is not None
    assert failure.message.startswith("UnboundLocalError: ")
    assert "hides the tools: give the variable another name" in failure.hint
    failure = run("def f():\n  n = n + 1\nn = 1\nf()").failure
    assert failure is not None
    assert "`global n`" in failure.hint


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ('weather = weather.gett(city="B")', "there is no tool 'weather.gett'"),
        ('weather = weather.get(town="B")', "no argument 'town'"),
        ('for weather in [weather.get(town="B")]: pass', "no argument 'town'"),
        ('get = get("a", town="B")', "no argument 'town'"),
    ],
)
def test_what_certainly_is_a_tool_is_checked_first(code: str, told: str) -> None:
    with pytest.raises(SourceRejected, match=told):
        run(code)


@pytest.mark.parametrize(
    "code",
    [
        'weather = {"get": 1}\nweather.get("get", 2)',
        'class A:\n  def gett(self): return 1\nweather = A()\nweather.gett()',
        'class A:\n  def gett(self): return 1\nclass B:\n  weather = A()\n  x = weather.gett()',
        'class A:\n  def gett(self): return 1\ndef f():\n  return weather.gett()\nweather = A()\nf()',
        'weather = weather.get("B")\ndef f(): return weather["city"]\n[weather.get("x") for i in [1]]',
    ],
)  # fmt: skip
def test_what_may_be_a_variable_is_not_checked(code: str) -> None:
    assert run(code).failure is None


@pytest.mark.parametrize(
    ("code", "times"),
    [
        ('weather = weather.get(city="B")\nprint(weather["city"], weather.get("x"))', [1]),
        ('for weather in [weather.get(c) for c in "AB"]:\n  print(weather)', [2, None]),  # perhaps it has no rounds
        ('def f(): return weather.get("B")\nweather = f()', [1]),
        ('if 0:\n  weather = 1\nelse:\n  weather.get("B")', [1]),
        ('weather = 1\ndel weather\nweather.get("B")', [1]),
        ('def f(weather): return weather.get("x")\nf({})', []),
        ("[weather.get(1) for weather in [{}]]", []),
        ('def f():\n  [0 for weather in [1]]\n  weather.get("B")\nf()', [1]),
        ('class weather:\n  x = weather.get("B")', [1]),
        ('def f():\n  global weather\n  weather = 1\nweather.get("B")', [1]),
    ],
)
def test_effects_count_each_call_that_may_be_one_of_a_tool(code: str, times: list[int | None]) -> None:
    found = effects(code)
    assert [call.times for call in found.calls] == times, found


@pytest.mark.parametrize("code", ["x = 1\nweather = x\nprint(weather)", "weather = 1\ndef f(): return weather\nf()"])
def test_a_variable_is_no_tool(code: str) -> None:
    assert effects(code).calls == ()
