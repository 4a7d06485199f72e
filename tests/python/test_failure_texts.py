"""How a failure is told: where it was, what it came from, and what to write instead."""

from __future__ import annotations

import pytest

from codemode.engine.failures import Failure
from codemode.engine.toolbox import toolbox_of
from tests.engine.test_effects import SHOP
from tests.python_guests import run_python

TOOLBOX = toolbox_of((SHOP.known_tools() or (),))


def failed(code: str) -> Failure:
    failure = run_python(code, TOOLBOX, answers={"shop.get": ValueError("away")}).failure
    assert failure is not None
    return failure


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ('try:\n  shop.get(n=1)\nexcept ToolError as e:\n  raise ValueError("x") from e', "caused by ToolError: away (line 2)"),
        ('try:\n  {}["a"]\nexcept KeyError:\n  raise ValueError("x")', "raised while handling KeyError: 'a' (line 2)"),
        ('try:\n  {}["a"]\nexcept KeyError:\n  raise ValueError("x") from None', ""),
        ('raise ValueError("x") from KeyError("k")', "caused by KeyError: 'k'"),
        (
            'try:\n  try:\n    1 / 0\n  except ZeroDivisionError as e:\n    raise ValueError("x") from e\nexcept ValueError:\n  raise OSError("y")',
            "raised while handling ValueError: x (line 5), caused by ZeroDivisionError: division by zero (line 3)",
        ),
        ('e = ValueError("x")\ntry:\n  raise e from e\nexcept ValueError as f:\n  raise f from f', ""),
        ("import json\njson.loads('{')", ""),
        ("class E(Exception):\n  def __str__(self): return 'a' * 9999\nraise ValueError from E()", "caused by E: " + "a" * 300),
    ],
)  # fmt: skip
def test_what_an_exception_came_from(code: str, hint: str) -> None:
    assert failed(code).hint == hint


@pytest.mark.parametrize(
    ("code", "place"),
    [
        ('d = 1\nprint("x", d.hour)', (2, 12)),
        ("d = 1\nx = [1,\n     d.hour]", (3, 6)),
        ("x = [0]\nprint(1, x[1])", (2, 10)),
        ("print(1, 1 + (2 * None))", (1, 15)),
        ("d = 1\nf'{1} {d.hour}'", (2, 8)),
        ("d = 1\nx = d.real.hour", (2, 5)),
    ],
)
def test_where_it_failed(code: str, place: tuple[int, int]) -> None:
    [told] = failed(code).diagnostics
    assert (told.line, told.column) == place
