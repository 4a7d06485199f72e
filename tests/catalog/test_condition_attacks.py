"""Attacks on the language of policy conditions: nothing but the call itself can be reached, and no work is unbounded."""

from __future__ import annotations

import time

import pytest

from codemode import Rule
from codemode.errors import ConfigError
from tests.host.conditions import TOOL

REFUSED = [
    # attributes that lead out
    "().__class__.__bases__[0].__subclasses__()",
    "args.__class__",
    "tool.__class__.__init__.__globals__",
    "tool._condition",
    "tool.tags.__len__()",
    "agent.format_map",
    "(x for x in args).gi_frame.f_back.f_globals",
    "''.join(['a'])",
    "'{0.__class__}'.format(tool)",
    "f'{tool.__class__}'",
    "f'{1:>999999999}'",
    # names that are not there, or stand for guards
    "__import__('os').system('true')",
    "__builtins__",
    "eval('1')",
    "open('/etc/passwd')",
    "getattr(tool, 'name')",
    "globals()",
    "print(1)",
    "type(args)",
    "_getattr_(tool, '__class__')",
    "_number_(1)",
    "ｅval('1')",
    # calls
    "(lambda: 1)()",
    "args['f']()",
    "len(*args)",
    "sorted(args, key=len)",
    "max(args, key=str)",
    "sum([[1]], [])",
    "(len)(args)(1)",
    "[len][0](args)",
    "[f(args) for f in [len]]",
    "[len for len in args]",
    "[x for tool in args for x in tool]",
    "[_x for _x in args]",
    # statements in disguise
    "(x := args)",
    "[y for x in [1] if (y := x)]",
    "import os",
    "exec('1')",
    "x = 1",
    "await args",
    "(yield)",
    "[x async for x in args]",
    "lambda: 1",
    # work
    "2 ** 99999999",
    "1 << 99999999",
    "args['a'] >> 1 == 0",
    "{x: x for x in args}",
    "{**args}",
    "{(a, a) for a in args}",
    "[a for a in args for b in args for c in args for d in args]",
    "[a, b] == [(a, b) for a, b in args]",
    "(" * 300 + "1" + ")" * 300,
    "[" * 90 + "]" * 90,
    "not " * 400 + "True",
    "-" * 1900 + "1",
    "1" + "+1" * 900,
    "9" * 5000,
    # odd text
    "b'x' == args",
    "1j == args",
    "... == args",
    "args\x00",
    "'\ud800' == args",
    "1 is 1",
    "True; True",
    "True\nTrue",
]


@pytest.mark.parametrize("when", REFUSED)
def test_what_is_refused_when_the_rule_is_made(when: str) -> None:
    began = time.monotonic()
    with pytest.raises(ConfigError) as caught:
        Rule("allow", when=when)
    assert caught.value.code == "invalid_config"
    assert time.monotonic() - began < 5


def test_a_value_that_is_no_json_is_not_asked_anything() -> None:
    class Trap:
        def __eq__(self, other: object) -> bool:
            raise AssertionError("called")

        __hash__ = None  # type: ignore[assignment]
        __bool__ = __len__ = __iter__ = __getitem__ = __add__ = __mul__ = __eq__  # type: ignore[assignment]

    for when in [
        "args['x'] == 1",
        "args['x'] in [1]",
        "args['x'] + 1 == 1",
        "args['x'] * 1 == 1",
        "len(args['x']) == 1",
        "args['x'][0] == 1",
        "any(x == 1 for x in args['x'])",
        "max(args['x'], 1) == 1",
    ]:
        assert Rule("allow", when=when).holds(TOOL, "", "", {"x": Trap()}) is False


def test_a_condition_leaves_its_arguments_alone() -> None:
    args = {"l": [3, 1, 2]}
    assert (
        Rule("allow", when="sorted(args['l'])[0] == 1 and args['l'] + args['l'] == []").holds(TOOL, "", "", args)
        is False
    )
    assert args == {"l": [3, 1, 2]}
