"""What is the result of a program in Python."""

from __future__ import annotations

from typing import Any

import pytest

from codemode.engine.toolbox import toolbox_of
from codemode.errors import SourceRejected
from tests.engine.test_effects import SHOP
from tests.python_guests import run_python

TOOLBOX = toolbox_of((SHOP.known_tools() or (),))


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ('def main():\n  __out = {"a": 1}\n  __out["b"] = 2\nmain()', {"a": 1, "b": 2}),
        ("def main():\n  __out = 1\n__out = main()", 1),
        ("def main():\n  __out: int = 1\n  __out += 1\n  print(0)\nif __name__ == '__main__':\n  main()", 2),
        ("async def main():\n  __out = 1\nawait main()", 1),
        ("import asyncio\nasync def main():\n  __out = 1\nasyncio.run(main())", 1),
        ("class A:\n  def run(self):\n    __out = 1\nA().run()", 1),
        ("def f():\n  __out = None\nprint(f())", None),
        # any other value goes before
        ("def f():\n  __out = 1\nf()\n2", 2),
        ("def f():\n  __out = 1\nf()\nreturn 2", 2),
        ("def f():\n  __out = 1\nf()\n__out = 2", 2),
        # it is still a variable of the function
        ("def f(n):\n  __out = [n]\n  if n: __out += f(n - 1)\n  return __out\nf(2)", [2, 1, 0]),
    ],
)
def test_what_a_function_assigns_to_out_is_the_result_if_there_is_no_other(code: str, value: Any) -> None:
    ended = run_python(code)
    assert ended.failure is None, ended.failure
    assert (ended.value, ended.has_value) == (value, True)


def test_out_of_a_function_is_not_seen_outside() -> None:
    with pytest.raises(SourceRejected) as caught:
        run_python("def main():\n  __out = 1\nmain()\nprint(__out)")
    assert "return the value" in caught.value.diagnostics[0].hint


@pytest.mark.parametrize(
    ("code", "has_value"),
    [
        ("{}.get(1)", True),
        ("None", True),
        ('shop.get(n=1)', True),
        ("return None", True),
        ("if __name__ == '__main__':\n  {}.get(1)", True),
        ("async def f(): pass\nf()", True),
        ("print(1)", False),
        ("print(1)\n{}.get(1)", False),
        ("x = 1", False),
        ("", False),
        ("if {}:\n  None", False),
    ],
)  # fmt: skip
def test_a_last_expression_that_is_none_is_a_result_if_nothing_is_printed(code: str, has_value: bool) -> None:
    ended = run_python(code, TOOLBOX, answers={"shop.get": None})
    assert ended.failure is None
    assert (ended.value, ended.has_value) == (None, has_value)


def test_an_exception_that_was_caught_is_its_text() -> None:
    ended = run_python(
        "try:\n  shop.get(n=1)\nexcept ToolError as e:\n  r = e\nr", TOOLBOX, answers={"shop.get": ValueError("no")}
    )
    assert ended.failure is None
    assert ended.value == "no"
    assert len(ended.warnings) == 1


@pytest.mark.parametrize(
    ("code", "value"), [("2 ** 20000", hex(2**20000)), ("[1, -2 ** 20000]", [1, hex(-(2**20000))[:2000]])]
)
def test_an_integer_too_long_for_decimal_digits_is_hexadecimal_text(code: str, value: Any) -> None:
    ended = run_python(code)
    assert ended.failure is None
    assert ended.value == value
    assert len(ended.warnings) == 1
