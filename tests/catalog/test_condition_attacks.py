"""Attacks on the language of policy conditions: nothing but the call itself can be reached, and no work is unbounded."""

from __future__ import annotations

import time
import tracemalloc
from typing import Any

import pytest

from codemode import Rule
from codemode.catalog import ToolEntry
from codemode.errors import ConfigError

TOOL = ToolEntry("function:bank:transfer", "bank.transfer", source_name="bank", tags=("money",))

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


LONG = "x" * 5_000_000
DEEP: list[Any] = []
for _ in range(100_000):
    DEEP = [DEEP]

BOMBS: list[tuple[str, Any]] = [
    ("'x' * args['n'] == 'y'", {"n": 1 << 40}),
    ("args['n'] * 'x' == 'y'", {"n": 1 << 40}),
    ("[0] * args['n'] == []", {"n": 1 << 40}),
    ("args['t'] * args['n'] == []", {"t": [0], "n": 1 << 40}),
    ("'%999999999d' % args['n'] == ''", {"n": 1}),
    ("args['t'] % 1 == ''", {"t": "%999999999d"}),
    ("args['n'] * args['n'] * args['n'] > 0", {"n": 1 << 10_000_000}),
    ("str(args['n']) == ''", {"n": 1 << 10_000_000}),
    ("args['t'] + args['t'] == ''", {"t": LONG}),
    ("int(args['t']) > 1", {"t": "9" * 5_000_000}),
    ("float(args['t']) > 1", {"t": "9" * 5_000_000}),
    ("any(args['t'] == x for x in args['l'])", {"t": LONG, "l": [LONG + "y"] * 1000}),
    ("args['t'] in args['l']", {"t": LONG, "l": [LONG + "y"] * 1000}),
    ("any(x in args['t'] for x in args['l'])", {"t": "ab" * 500_000, "l": ["ba" * 40 + "c"] * 20_000}),
    ("any(a == 'x' for a in args['l'] for b in args['l'])", {"l": list(range(100_000))}),
    ("any(a is None for a in args['l'] for b in args['l'] for c in args['l'])", {"l": [0] * 1000}),
    ("sum(a for a in args['l'] for b in args['l']) > 0", {"l": [1] * 100_000}),
    ("len([a for a in args['l'] for b in args['l']]) > 0", {"l": [1] * 100_000}),
    ("sorted(args['l'])[0] == ''", {"l": [LONG + str(i) for i in range(20)]}),
    ("max(args['l']) == ''", {"l": [LONG + str(i) for i in range(20)]}),
    ("args['d'] == args['d']", {"d": DEEP}),
    ("args['l'][:] == args['l'][:]", {"l": [1] * 1_000_000}),
    ("[z for x in [[" + "1," * 150 + "]] for y in [[" + "x," * 150 + "]] for z in [[" + "y," * 150 + "]]] == []", {}),
    ("[z for x in ['x' + args['t']] for y in [x + x] for z in [y + y + y + y]] == []", {"t": "x" * 9_999}),
    ("len((x for x in args['l'])) > 0", {"l": []}),
    ("args[args['k']] == 1", {"k": [[]]}),
    ("tool == args", {}),
    ("tool['name'] == args", {}),
    ("any(x == 1 for x in tool)", {}),
    ("str(tool) == ''", {}),
    ("str(args) == ''", {}),
    ("args['self'] == args", {}),
]
CYCLE: dict[str, Any] = {}
CYCLE["self"] = [CYCLE]


@pytest.mark.parametrize(("when", "args"), BOMBS, ids=[when[:60] for when, _ in BOMBS])
def test_what_is_stopped_when_a_call_is_decided(when: str, args: Any) -> None:
    given = CYCLE if "self" in when else args
    began = time.monotonic()
    rules = {action: Rule(action, when=when) for action in ("allow", "deny", "ask")}  # type: ignore[arg-type]
    held = {action: rule.holds(TOOL, "a", "s", given) for action, rule in rules.items()}
    assert held == {"allow": False, "deny": True, "ask": True}
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


def test_texts_that_are_added_up_are_paid_for() -> None:
    rule = Rule("deny", when="len([args['s'] + args['s'] for x in args['l']]) < 0")
    given = {"s": "a" * 10_000, "l": list(range(90_000))}
    tracemalloc.start()
    try:
        assert rule.holds(TOOL, "", "", given) is True  # it could not be decided
        assert tracemalloc.get_traced_memory()[1] < 32 << 20
    finally:
        tracemalloc.stop()
