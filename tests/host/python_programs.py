"""Programs in Python: the escapes and bombs of their own suite, floods of output, and what they ask of the host. In worker processes only."""

from __future__ import annotations

from typing import Any

from tests.host.attacks import CALLS, DONE, GOROUTINES, MEMORY, OUTPUT, STEPS, Attack
from tests.host.host import Host
from tests.host.requests import ENDS
from tests.python.attacks import BOMBS, CODES, ESCAPES

FLOODS: dict[str, str] = {
    "empty texts": 'while True: text("")',
    "small values as JSON": "while True: json_output(1)",
    "two streams in turn": "import sys\nwhile True:\n    print(1)\n    print(2, file=sys.stderr)",
    "empty lines": "while True: print()",
    "long texts": 'while True: text("x" * 100_000)',
    "results that are saved": 'while True: results.save("x" * 1_000_000)',
}
LONG = 40_000_000
REQUESTS: dict[str, str] = {
    "a tool of 40 MB of name": f'call_tool("x" * {LONG})',
    "a stream of 40 MB of name": f'for x in stream_tool("x" * {LONG}): pass',
    "a query of 50 MB": 'search_tools("add " * 12_500_000)',
    "a description of 50 MB of name": 'describe_tool("x" * 50_000_000)',
    "a file of 40 MB of name": f'API.read("x" * {LONG})',
    "files of 40 MB of prefix": f'API.list("x" * {LONG})',
    "a result of 40 MB of id": f'results.load("x" * {LONG})',
    "a key of 40 MB": f'store.save("k" * {LONG}, 1)',
    "a key of 40 MB to load": f'store.load("k" * {LONG})',
    "keys without end": 'i = 0\nwhile True:\n    store.save("k" * 100_000 + str(i), 1)\n    i += 1',
    "values without end": 'i = 0\nwhile True:\n    store.save(str(i), "v" * 1_000_000)\n    i += 1',
    "small values without end": "i = 0\nwhile True:\n    store.save(str(i), i)\n    i += 1",
    "a value of 50 MB": 'store.save("k", "v" * 50_000_000)',
    "a reason of 40 MB": f'yield_control("n" * {LONG})',
    "an exception of 40 MB": f'raise ValueError("\\x01" * {LONG})',
    "an exception with a chain": (
        'try:\n    raise ValueError("a" * 10_000_000)\nexcept ValueError as e:\n    raise KeyError("b" * 10_000_000) from e'
    ),
    "an exit with 40 MB of words": f'import sys\nsys.exit("e" * {LONG})',
    "a value of 50 MB of text": '"v" * 50_000_000',
    "a value of a million numbers": "[0] * 1_000_000",
    "a value of many small lists": "[[] for _ in range(300_000)]",
    "a value with a long key": f'{{"k" * {LONG}: 1}}',
    "a value of long numbers": "[10 ** 4000] * 1000",
    "a value of half characters": '"\\ud800" * 1_000_000',
    "a value in itself": "l = []\nl.append(l)\nl",
    "a value of 5000 levels": "l = []\nfor _ in range(5000): l = [l]\nl",
    "arguments of 40 MB": f'call_tool("t.add", a="x" * {LONG})',
    "arguments of a million numbers": 'len(call_tool("t.echo", value=[0] * 1_000_000))',
    "arguments of many lists": 'call_tool("t.echo", value=[[]] * 2_000_000)',
    "arguments of many objects": 'call_tool("t.echo", value=[{"a": 1}] * 900_000)',
    "arguments of half as many objects": 'call_tool("t.echo", value=[{"a": 1}] * 90_000)',
    "arguments of many keys": 'call_tool("t.add", {str(i): i for i in range(200_000)})',
    "an echo of 10 MB": 'len(call_tool("t.echo", value="x" * 10_000_000))',
    "many echoes of 1 MB at once": 'parallel([lambda: call_tool("t.echo", value="x" * 1_000_000)] * 300)',
    "names of tools one after the other": "i = 0\nwhile True:\n    i += 1\n    try: call_tool(f't.nothing{i}')\n    except ToolError: pass",
    "searches without end": 'i = 0\nwhile True:\n    i += 1\n    search_tools(f"add {i}")',
    "descriptions without end": 'while True: describe_tool("t.add")',
    "files without end": "while True:\n    for path in API.list(): API.read(path)",
    "a walk over all tools": "while True:\n    for tool in ALL_TOOLS: pass",
    "pictures without end": 'while True: call_tool("t.pictures", count=100, size=100_000)',
    "large results one after the other": 'while True: call_tool("t.big", size=10_000_000)',
    "large results at once": 'parallel([lambda: call_tool("t.big", size=10_000_000)] * 60)',
    "tool calls at once": 'parallel([lambda: call_tool("t.echo")] * 1500)',
    "tasks at once": "import asyncio\nawait asyncio.gather(*[asyncio.sleep(30) for _ in range(5000)])",
    "timers without end": "import asyncio\nwhile True: await asyncio.sleep(0.000001)",
    "many problems": "\n".join(f"x{i} = y{i}" for i in range(3000)),
    "many repairs": "\n".join(f"x{i} = math.sqrt({i})" for i in range(2000)),
    "a long name": f"{'x' * 100_000} + 1",
    "a long line that does not parse": "((( " + "y " * 50_000,
    "a source of 20 MB of spaces": " " * 20_000_000 + "x",
    "a long chain of operators": "x = 1\ny = " + " or ".join(["x"] * 400),
    "a long chain of comparisons": "x = 1\ny = " + " < ".join(["x"] * 400),
    "conditions in conditions": "x = 1\ny = " + "".join(f"{i} if x else " for i in range(150)) + "0",
    "comprehensions in comprehensions": "[" * 60 + "1" + " for _ in range(2)]" * 60,
    "texts in texts": "f'{" * 3 + "1" + "}'" * 3,
    "a class of many methods": "class A:\n" + "".join(f"    def m{i}(self): return {i}\n" for i in range(3000)) + "A().m5()",
    "a hash that collides": "class K:\n    def __hash__(self): return 1\nd = {}\nwhile True: d[K()] = 1",
    "integers that collide": "d = {}\nfor i in range(200_000): d[i << 61] = i",
    "a sort of a million": "xs = [(i * 7919) % 1000003 for i in range(300_000)]\nwhile True: sorted(xs)",
    "a product of long numbers": "x = 3 ** 200_000\nwhile True: x * x",
    "digits of a long number": "x = 3 ** 100_000\nwhile True: f'{x:x}'",
    "a json of 10 MB": "import json\nlen(json.loads('[' + '1,' * 3_000_000 + '1]'))",
    "a split of 20 MB": "len(('a ' * 10_000_000).split())",
    "an expression over 2 MB": "import re\nbool(re.search('(?:a{0,500}){2}b', 'a' * 2_000_000))",
}  # fmt: skip
# what has no end but its time, or only one that takes long
SHORT = 1500
OWN_ENDS = frozenset(
    {*CODES.values(), *ENDS, DONE, OUTPUT, CALLS, STEPS, MEMORY, GOROUTINES, "parse_failed", "timeout"}
) - {""}


def played(code: str, timeout_ms: float | None, **limits: Any) -> Any:
    async def play(host: Host, _: Any) -> None:
        engine = await host.engine(("python",), **limits)
        await host.exec(host.session(engine), code, timeout_ms=timeout_ms)

    return play


def _ends(words: str) -> frozenset[str]:
    found = frozenset(CODES[word] or DONE for word in words.split())
    return found | {"invalid_input"} if "parse_failed" in found else found


LIMITS = {"memory_limit_bytes": 16 << 20, "max_steps": 1_000_000, "max_tool_calls": 100}
REFUSED = frozenset(
    {
        DONE,
        "check_failed",
        "module_access_denied",
        "parse_failed",
        "guest_error",
        "nested_tool_failed",
        "tool_not_found",
    }
)
ATTACKS = [
    Attack(
        f"Python: {name}", group, code, ends, play=played(code, time, **limits), isolations=("process",), seldom=seldom
    )
    for group, rows, limits, seldom in (
        (
            "programs in Python that look for a way out",
            {n: (code, REFUSED, None) for n, code in ESCAPES.items()},
            LIMITS,
            True,
        ),
        (
            "programs in Python that do not end, nest or grow",
            {
                n: (code.replace("'a.b', n=", "'t.echo', value="), _ends(ends), 500 if "timeout" in ends else 30_000)
                for n, (code, ends) in BOMBS.items()
            },
            LIMITS,
            False,
        ),
        (
            "floods of output of programs in Python",
            {n: (code, OWN_ENDS, SHORT) for n, code in FLOODS.items()},
            {},
            False,
        ),
        (
            "what programs in Python ask of the host",
            {n: (code, OWN_ENDS, SHORT) for n, code in REQUESTS.items()},
            {},
            False,
        ),
    )
    for name, (code, ends, time) in rows.items()
]
