"""Results of tools that are large, deep, odd or do not end."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from codemode import FunctionSource, FunctionTool
from tests.contract.world import Endless, Rude
from tests.host.attacks import Attack
from tests.host.host import Host
from tests.host.requests import ENDS


def nested(depth: int, inside: Any = 1) -> Any:
    value = inside
    for _ in range(depth):
        value = [value]
    return value


def nested_objects(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = {"a": value}
    return value


def circle() -> Any:
    made: list[Any] = [1]
    made.append(made)
    return made


def unfolding(depth: int) -> Any:
    value: Any = [1]
    for _ in range(depth):
        value = [value, value]
    return value


class Lazy(dict[str, Any]):
    """A mapping that has more the longer one looks."""

    def items(self) -> Any:
        return ((str(number), "x" * 1000) for number in iter(int, 1))


def counted() -> Iterator[int]:
    number = 0
    while True:
        yield number
        number += 1


RESULTS: dict[str, Any] = {
    "a number of 5000 digits": lambda: 10**5000,
    "a number of a million digits": lambda: 1 << 3_321_928,
    "numbers of 4000 digits": lambda: [10**4000] * 1000,
    "no numbers": lambda: [math.nan, math.inf, -math.inf] * 10_000,
    "bytes": lambda: b"\xff\x00raw" * 1_000_000,
    "half characters": lambda: "\ud800" * 1_000_000,
    "half characters as keys": lambda: {"\ud800" * i: i for i in range(1, 500)},
    "deep lists": lambda: nested(5000),
    "deep objects": lambda: nested_objects(5000),
    "lists of 100,000 levels": lambda: nested(100_000),
    "lists of 90 levels, often": lambda: [nested(90) for _ in range(5000)],
    "a list in itself": circle,
    "a list that unfolds": lambda: unfolding(60),
    "a list that unfolds, nearly at its limit": lambda: unfolding(20),
    "a set": lambda: set(range(200_000)),
    "an object": lambda: object,
    "a rude object": Rude,
    "an endless object": Endless,
    "a mapping without end": lambda: Lazy(a=1),
    "an iterator without end": lambda: counted(),
    "odd keys": lambda: {1: "one", None: "none", (1, 2): "pair", b"x": 1, 1.5: 2},
    "many keys": lambda: {f"user{i}@example.org": i for i in range(300_000)},
    "long keys": lambda: {"k" * 1_000_000 + str(i): i for i in range(20)},
    "many shapes": lambda: [{f"k{i}": i, f"l{i}": {"m": i}} for i in range(50_000)],
    "a million numbers": lambda: list(range(1_000_000)),
    "many small lists": lambda: [[] for _ in range(1_000_000)],
    "many small objects": lambda: [{"a": i} for i in range(400_000)],
    "a text of 60 MB": lambda: "x" * 60_000_000,
    "a text of 30 MB that needs escapes": lambda: "\x01" * 10_000_000,
    "a text of 200 MB": lambda: "x" * 200_000_000,
    "many texts": lambda: ["x" * 1000] * 60_000,
    "half characters beside bytes": lambda: ["\ud800" * 5000, b"x"] * 1600,
    "a text that says that it failed": lambda: {"error": "x" * 1_000_000, "status": 500, "isError": True},
    "true in place of numbers": lambda: [True, 1, 1.0] * 100_000,
}
MOST: dict[str, Any] = {  # a program gets all of it
    "as many small lists as it may": lambda: [[] for _ in range(262_000)],
    "as many small objects as it may": lambda: [{"a": i} for i in range(262_000)],
    "lists of 9 levels, as many as it may": lambda: [nested(9) for _ in range(29_000)],
    "texts of 15 MB": lambda: ["x" * 1000] * 15_000,
}
CODE = """
r, err := codemode.CallTool("r.t")
fmt.Println(r != nil, err)
for k, v := range r {
	_, _ = k, v
	break
}
text(tools.Describe("r.t").observed_output)
_, err = codemode.CallTool("r.t")
__out = r"""


def given(make: Any, *, declared: bool) -> Any:
    async def play(host: Host, value: Any) -> None:
        schema = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]} if declared else None
        tool = FunctionTool("r.t", lambda: value, "A tool.", {}, schema)
        engine = await host.own_engine([FunctionSource([tool], owner="r")])
        await host.exec(host.session(engine), CODE, timeout_ms=5000)

    return play


def streamed(make: Any) -> Any:
    async def play(host: Host, value: Any) -> None:
        def pieces() -> Iterator[Any]:
            """Without end."""
            while True:
                yield value

        engine = await host.own_engine([FunctionSource([FunctionTool("r.t", pieces)], owner="r")])
        code = (
            's, err := codemode.CallToolStream("r.t")\nfmt.Println(err)\nfor piece := range s.All() {\n\t_ = piece\n}'
        )
        await host.exec(host.session(engine), code, timeout_ms=1000)

    return play


def given_often(code: str) -> Any:
    async def play(host: Host, value: Any) -> None:
        engine = await host.own_engine([FunctionSource([FunctionTool("r.t", lambda: value, "A tool.", {})], owner="r")])
        await host.exec(host.session(engine), code, timeout_ms=3000)

    return play


OFTEN = {
    "one after the other": 'for range 20 {\n\tcodemode.CallTool("r.t")\n}',
    "and all are kept": 'var all []any\nfor range 20 {\n\tall = append(all, codemode.CallTool("r.t"))\n}\n__out = len(all)',
    "at once": 'var all sync.WaitGroup\nfor range 20 {\n\tall.Go(func() { codemode.CallTool("r.t") })\n}\nall.Wait()',
}


def fails(message: Any) -> Any:
    async def play(host: Host, _: Any) -> None:
        def fail() -> None:
            """Fail."""
            raise ValueError(message())

        engine = await host.own_engine([FunctionSource([FunctionTool("r.t", fail)], owner="r")])
        code = '_, err := codemode.CallTool("r.t")\nfmt.Println(err)\n__out = codemode.CallTool("r.t")'
        await host.exec(host.session(engine), code, timeout_ms=5000)

    return play


ERRORS: dict[str, Any] = {
    "an error of 50 MB": lambda: "x" * 50_000_000,
    "an error of control characters": lambda: "\x1b[31m\x00\u202e" * 1_000_000,
    "an error of half characters": lambda: "\ud800" * 100_000,
    "an error of an object": Rude,
}
STREAMED = ["a text that says that it failed", "many keys", "many texts", "deep lists", "a number of 5000 digits"]
GROUP = "results of tools"
ATTACKS = [
    *(
        Attack(f"a tool gives {n}", GROUP, ends=ENDS, make=m, play=given(m, declared=False), seen=13)
        for n, m in {**RESULTS, **MOST}.items()
    ),
    *(
        Attack(
            f"a tool that promised something else gives {n}",
            GROUP,
            ends=ENDS,
            make=m,
            play=given(m, declared=True),
            seen=13,
            seldom=True,
        )
        for n, m in RESULTS.items()
    ),
    *(
        Attack(f"20 results of {what}, {how}", GROUP, ends=ENDS, make=make, play=given_often(code), seen=7)
        for what, make in {
            "250,000 lists": lambda: [[] for _ in range(250_000)],
            "10 MB": lambda: "x" * 10_000_000,
        }.items()
        for how, code in OFTEN.items()
    ),
    *(Attack(f"a stream of {n}", GROUP, ends=ENDS, make=RESULTS[n], play=streamed(n)) for n in STREAMED),
    *(Attack(f"a tool fails with {n}", GROUP, ends=ENDS, play=fails(m), seen=4) for n, m in ERRORS.items()),
]
