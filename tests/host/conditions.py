"""Conditions of policies whose arguments make them work without end. The engine asks them on its event loop."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from codemode import Policy, Rule
from codemode.catalog import ToolEntry
from codemode.engine.threads import in_turn
from tests.host.attacks import Attack
from tests.host.host import Host

TOOL = ToolEntry("function:bank:transfer", "bank.transfer", source_name="bank", tags=("money",))

LONG = "x" * 5_000_000
LONGS = [LONG + str(i) for i in range(20)]
DEEP: list[Any] = []
for _ in range(100_000):
    DEEP = [DEEP]

BOMBS: list[tuple[str, Any]] = [
    ("len([args['s'] + args['s'] for x in args['l']]) > 0", {"s": "a" * 10_000, "l": list(range(90_000))}),
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
    ("sorted(args['l'])[0] == ''", {"l": LONGS}),
    ("max(args['l']) == ''", {"l": LONGS}),
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


def asked(when: str, args: Any) -> Any:
    async def play(host: Host, _: Any) -> None:
        given = CYCLE if "self" in when else args
        rules = {action: Rule(action, when=when) for action in ("allow", "deny", "ask")}  # type: ignore[arg-type]
        # what cannot be decided is decided for the safe side; each rule looks at a call of its own, as the engine would have it
        held = await asyncio.gather(*(in_turn(partial(rule.holds, TOOL, "a", "s", given)) for rule in rules.values()))
        for action, holds in zip(rules, held):
            host.ended(f"{action}:{holds}")

    return play


PAIRS = "any(a == 0 for a in args['value'] for b in args['value'])"
CALL = 'codemode.CallTool("t.echo", map[string]any{"value": l})'
MAKE = "l := []any{}\nfor i := range 300 {\n\tl = append(l, i+1)\n}\n"
MANY = {
    "a call that 20 rules look at for long": (20, f"{MAKE}_, err := {CALL}\n__out = err == nil"),
    "100 calls that a rule looks at for long, at once": (
        1,
        f"{MAKE}var all sync.WaitGroup\nfor range 100 {{\n\tall.Go(func() {{ _, _ = {CALL} }})\n}}\nall.Wait()",
    ),
}


def engine_asked(rules: int, code: str) -> Any:
    async def play(host: Host, _: Any) -> None:
        engine = await host.own_engine(policy=Policy([Rule("allow", when=PAIRS)] * rules))
        await host.exec(host.session(engine), code)

    return play


ATTACKS = [
    Attack(
        f"{when[:60]}, number {number}" if [w[:60] for w, _ in BOMBS].count(when[:60]) > 1 else when[:60],
        "conditions of policies",
        ends=frozenset({"allow:False", "deny:True", "ask:True"}),
        play=asked(when, args),
        isolations=("process",),
        seen=14,
    )
    for number, (when, args) in enumerate(BOMBS)
] + [
    Attack(
        name,
        "conditions of policies",
        ends=frozenset({"completed", "nested_tool_failed"}),
        play=engine_asked(rules, code),
        isolations=("process",),
        seen=14,
    )
    for name, (rules, code) in MANY.items()
]
