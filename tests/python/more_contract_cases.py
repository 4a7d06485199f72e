"""More of the contract's cases for programs in Python: expiry, scopes, output caps, limits, streams, sessions. As contract_cases.py."""

from typing import Any

from tests.contract.matching import Between, has
from tests.python.contract_cases import ASK, ASKED, GATE, PENDING, REMOVE

GROUP = """
import asyncio
async def f():
    await t.fail()
try:
    async with asyncio.TaskGroup() as g:
        g.create_task(f())
except* ToolError as group:
    __out = [str(e) for e in group.exceptions]
"""
NOT_AWAITED = """
import asyncio
async def f():
    return await t.add(a=1, b=1)
async def main():
    t.remove(order_id="x")
    f()
    return await f()
__out = asyncio.run(main())
"""
AWAITED_LATER = """
import asyncio
async def main():
    one, two = t.add(a=1, b=2), asyncio.to_thread(call_tool, "t.add", a=1, b=3)
    three = asyncio.get_running_loop().run_in_executor(None, lambda: t.add(a=1, b=4))
    cancelled = asyncio.create_task(t.add(a=1, b=5))
    cancelled.cancel()
    return await asyncio.gather(one, two, three)
__out = asyncio.run(main())
"""
TRACED = """
import logging, traceback
def f():
    t.fail()
try:
    f()
except ToolError:
    logging.exception("it failed")
    __out = traceback.format_exc()
"""
TRACE = """Traceback (most recent call last):
  line 6, in <module>
  line 4, in f
ToolError: 503 unavailable
"""
VALUES = """
import uuid
from datetime import date, timedelta
from decimal import Decimal
__out = [uuid.UUID(int=7), date(2024, 1, 2), timedelta(hours=1), Decimal("1.5")]
"""
COMPLETED = {"status": "completed"}


def _done(value: Any) -> dict[str, Any]:
    return {"status": "completed", "value": value}


def _failed(code: str, *words: str) -> dict[str, Any]:
    return {"status": "failed", "code": code} | ({"error": has(*words)} if words else {})


CASES = [
    {
        "case": "a run expires by itself, and its calls are cancelled",
        "limits": {"snapshot_ttl_seconds": 1},
        "steps": [
            {"exec": GATE % "g", "timeout_ms": 100, "gives": PENDING},
            {"sleep": 1.15},
            {"cancelled": ["g"]},
            {"wait": "run", "gives": _failed("snapshot_expired") | {"phase": "input"}},
        ],
    },
    {
        "case": "foreign scopes are refused, and the run stays its owner's",
        "steps": [
            {"exec": 'print("mine")\nyield_control("")\n__out = 1', "gives": {"reason": "yield"}},
            *(
                {request: "run", "as": scope, "gives": _failed("run_scope_mismatch")}
                for request in ("wait", "abort")
                for scope in (["b", ""], ["a", "-2"], ["", ""])
            ),
            {"wait": "run", "gives": _done(1)},
            {"wait": "run", "gives": _failed("run_not_found")},
        ],
    },
    {
        "case": "an ended program waits for the calls it started",
        "steps": [
            {
                "exec": 'import asyncio\ntask = asyncio.create_task(t.gate(name="g"))\nawait asyncio.sleep(0.01)\n__out = 1',
                "timeout_ms": 400,
                "gives": PENDING,
            },
            {"open": "g"},
            {"wait": "run", "gives": _done(1)},
        ],
    },
    {
        "case": "a call that waits for approval is never made when the run is aborted",
        "policy": ASK,
        "steps": [
            {"exec": REMOVE % "O-1", "gives": ASKED},
            {"abort": "run", "gives": _failed("aborted")},
            {"effects": []},
        ],
    },
    {
        "case": "the clock stands still while a person decides",
        "policy": ASK,
        "steps": [
            {
                "exec": "import time\nbegan = time.monotonic()\nt.remove(order_id='O-1')\n__out = time.monotonic() - began < 0.5",
                "gives": ASKED,
            },
            {"sleep": 0.6},
            {"approve": "call_1"},
            {"wait": "run", "gives": _done(True)},
        ],
    },
    {
        "case": "another agent may not decide",
        "policy": ASK,
        "steps": [
            {"exec": REMOVE % "O-1", "gives": ASKED},
            {"approve": "call_1", "run_id": "run", "as": ["b", ""], "raises": "run_scope_mismatch"},
            {"deny": "call_1"},
            {"wait": "run", "gives": _done([None, str, "tool_denied"])},
        ],
    },
    {
        "case": "a program that is asynchronous is asked about, too",
        "policy": ASK,
        "steps": [
            {
                "exec": 'import asyncio\nr = await asyncio.gather(t.remove(order_id="O-1"), t.add(a=1, b=2))\n__out = [r[0]["order_id"], r[1]]',
                "gives": ASKED,
            },
            {"approve": "call_1", "arguments": {"order_id": "O-3"}},
            {"wait": "run", "gives": _done(["O-3", 3.0])},
            {"effects": ["removed O-3"]},
        ],
    },
    {
        "case": "output and value share the limit",
        "limits": {"max_output_bytes": 2048},
        "steps": [
            {
                "exec": "print('a' * 5000)\n__out = 'b' * 5000",
                "gives": {
                    "output": [{"text": has("a" * 300), "omitted_bytes": Between(4000, 4700)}],
                    "value": {"prefix": has('"' + "b" * 300), "omitted_bytes": Between(4000, 4700)},
                },
            }
        ],
    },
    {
        "case": "text is cut between characters, and the whole is kept",
        "limits": {"max_output_bytes": 1500},
        "steps": [
            {
                "exec": "__out = 'é' * 3000",
                "gives": {"value": {"truncated": True, "omitted_bytes": Between(4000, 6000), "result_id": str}},
            },
        ],
    },
    {
        "case": "the lowest budget of steps",
        "limits": {"max_steps": 1},  # 1000 is the lowest
        "steps": [
            {"exec": "sum(i for i in range(50))", "gives": _done(1225)},
            {"exec": "while True:\n    try:\n        pass\n    except BaseException:\n        pass", "gives": _failed("step_limit_exceeded")},
            {"exec": "sorted(range(10**6))", "gives": _failed("step_limit_exceeded")},
            {"exec": "'-'.join(str(i) for i in range(10**6))", "gives": _failed("step_limit_exceeded")},
        ],
    },
    {
        "case": "live memory counts, what was let go does not",
        "limits": {"memory_limit_bytes": 4 << 20},
        "steps": [
            {"exec": "for i in range(50):\n    x = 'x' * (1 << 20)\n__out = len(x)", "gives": _done(1 << 20)},
            {"exec": "kept = ['x' * (1 << 20) + str(i) for i in range(50)]", "gives": _failed("memory_limit_exceeded")},
            {"exec": "[0] * (1 << 30)", "gives": _failed("memory_limit_exceeded")},
            {"exec": "1 << (1 << 40)", "gives": {"status": "failed"}},
        ],
    },
    {
        "case": "tool calls are counted over a program that catches all",
        "limits": {"max_tool_calls": 3},
        "steps": [
            {
                "exec": "while True:\n    try:\n        t.add(a=1, b=2)\n    except BaseException:\n        continue",
                "gives": _failed("tool_call_limit_exceeded"),
            }
        ],
    },
    {
        "case": "each call has its status",
        "steps": [
            {
                "exec": "t.add(a=1, b=2)\ntry:\n    t.fail()\nexcept ToolError:\n    pass\n__out = 1",
                "gives": COMPLETED | {"tool_calls": [{"tool": "t.add", "status": "ok"}, {"tool": "t.fail", "status": "error"}]},
            }
        ],
    },
    {
        "case": "problems come all at once, with place, hint and excerpt",
        "steps": [
            {
                "exec": "import os\nx = undefined_name\nt.note(txt='y')",
                "gives": {
                    "status": "failed",
                    "phase": "check",
                    "diagnostics": [
                        {"line": 1, "message": has("os")},
                        {"line": 2, "message": has("undefined_name"), "excerpt": has("^")},
                        {"line": 3, "message": has("txt"), "hint": has("text")},
                    ],
                },
            }
        ],
    },
    {
        "case": "a shell command is refused",
        "steps": [{"exec": "ls -la", "gives": _failed("invalid_input", "shell")}],
    },
    {
        "case": "a language that is not there",
        "steps": [{"exec": "1", "language": "perl", "gives": _failed("unsupported_language", '"python" or "go"')}],
    },
    {
        "case": "a fence is taken off, whatever its language",
        "steps": [
            {"exec": "Here:\n```python\n__out = 1\n```\nDone.", "gives": _done(1) | {"repairs": []}},
            {"exec": "```go\n__out = 2\n```", "gives": _done(2)},
            {"exec": "```\n__out = 'in ``` it'\n```", "gives": COMPLETED},
            {"exec": 'x = """\n```\ntext\n```\n"""\nlen(x)', "gives": _done(14)},
        ],
    },
    {
        "case": "streams are read by hand, and fail in the middle",
        "steps": [
            {"exec": "s = t.count(to=3)\n__out = [s.next(), s.next(), s.next(), s.next()]", "gives": _done([1, 2, 3, None])},
            {"exec": "s = stream_tool('t.count', {'to': 9})\nfirst = next(s)\ns.close()\n__out = [first, list(s)]", "gives": _done([1, []])},
        ],
    },
    {
        "case": "yield_control says why, and output is delivered once",
        "steps": [
            {
                "exec": "for i in range(2):\n    print(i)\n    yield_control(f'step {i}')\n__out = 'end'",
                "gives": {"reason": "yield", "output": [{"text": "0\n"}]},
            },
            {"wait": "run", "gives": {"reason": "yield", "output": [{"text": "1\n"}]}},
            {"wait": "run", "gives": _done("end") | {"output": []}},
        ],
    },
    {
        "case": "an exception that is raised in a task comes to who awaits it",
        "steps": [
            {
                "exec": GROUP,
                "gives": _done(["503 unavailable"]),
            }
        ],
    },
    {
        "case": "a call that nobody awaits is told not to have been made",
        "steps": [
            {
                "exec": NOT_AWAITED,
                "gives": _done(2)
                | {
                    "tool_calls": [{"tool": "t.add"}],
                    "warnings": [
                        {"message": "t.remove was called and not awaited: the call was not made", "line": 6},
                        {"message": "f was called and not awaited: the call was not made", "line": 7},
                    ],
                },
            },
            {"exec": AWAITED_LATER, "gives": _done([3, 4, 5]) | {"warnings": []}},
        ],
    },
    {
        "case": "values that JSON does not have become text",
        "steps": [
            {
                "exec": VALUES,
                "gives": _done(["00000000-0000-0000-0000-000000000007", "2024-01-02", "PT1H", "1.5"]),
            },
        ],
    },
    {
        "case": "a traceback has the program's lines, and the kind of the failure",
        "steps": [
            {
                "exec": TRACED,
                "gives": _done(TRACE)
                | {"output": [{"stream": "stderr", "text": has("ERROR:root:it failed", "line 4, in f", "ToolError: 503")}]},
            }
        ],
    },
]  # fmt: skip
