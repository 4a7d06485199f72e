"""The contract's cases for programs in Python. How a case is written: tests/contract/table.py."""

from typing import Any

from tests.contract.matching import has

ASK = [("ask", "t.remove"), ("ask", "t.note")]
ASKED = {"status": "waiting", "reason": "approval"}
PENDING = {"status": "waiting", "reason": "pending_tools"}
REMOVE = """
try:
    __out = [call_tool("t.remove", order_id="%s"), None]
except ToolError as e:
    __out = [None, str(e), e.code]
"""
THREE = """
import asyncio
async def one(name):
    r = await t.gate(name=name)
    print(r, end="")
    done.append(r)
done = []
await asyncio.gather(*[one(n) for n in "abc"])
done
"""
GATE = '__out = t.gate(name="%s")'


def _failed(code: str, *words: str) -> dict[str, Any]:
    return {"status": "failed", "code": code} | ({"error": has(*words)} if words else {})


CASES = [
    {
        "case": "a printed traceback has no value",
        "steps": [
            {
                "exec": "import traceback\ntry:\n    1 / 0\nexcept ZeroDivisionError:\n    __out = [traceback.print_exc()]",
                "gives": {"status": "completed", "value": [None]},
            }
        ],
    },
    {
        "case": "an approval may edit the arguments",
        "policy": ASK,
        "steps": [
            {
                "exec": REMOVE % "O-1",
                "gives": ASKED | {"pending_tool_calls": [{"id": "call_1", "arguments": {"order_id": "O-1"}}]},
            },
            {"effects": []},
            {"approve": "call_1", "arguments": {"order_id": "O-2", "reason": "typo"}},
            {"wait": "run", "gives": {"status": "completed", "value": [{"order_id": "O-2", "reason": "typo"}, None]}},
            {"effects": ["removed O-2"]},
        ],
    },
    {
        "case": "edited arguments are checked as well",
        "policy": ASK,
        "steps": [
            {"exec": REMOVE % "O-1", "gives": ASKED},
            {"approve": "call_1", "arguments": {"order": "O-2"}, "raises": "invalid_input"},
            {"wait": "run", "timeout_ms": 200, "gives": ASKED},
            {"approve": "call_1", "arguments": {"order_id": "O-2"}},
            {"wait": "run", "gives": {"status": "completed"}},
        ],
    },
    {
        "case": "a refusal comes back as an error with its reason",
        "policy": ASK,
        "steps": [
            {"exec": REMOVE % "O-1", "gives": ASKED},
            {"deny": "call_1", "reason": "not today"},
            {
                "wait": "run",
                "gives": {
                    "status": "completed",
                    "value": [None, "t.remove: the call was not approved: not today", "tool_denied"],
                },
            },
            {"effects": []},
        ],
    },
    {
        "case": "several calls ask at once, and are decided in another order",
        "policy": ASK,
        "steps": [
            {
                "exec": 'parallel([lambda i=i: t.remove(order_id=i)["order_id"] for i in ("O-1", "O-2")])',
                "gives": ASKED,
            },
            {"approve": "call_2"},
            {"wait": "run", "timeout_ms": 200, "gives": ASKED},
            {"approve": "call_1"},
            {"wait": "run", "gives": {"status": "completed", "value": ["O-1", "O-2"]}},
            {"effects": ["removed O-2", "removed O-1"]},
        ],
    },
    {
        "case": "calls that settle in other orders are told in the order in which they settle",
        "steps": [
            {
                "exec": THREE,
                "timeout_ms": 400,
                "gives": PENDING | {"pending_tool_calls": [{"id": "call_1"}, {"id": "call_2"}, {"id": "call_3"}]},
            },
            {"open": "c"},
            {"wait": "run", "timeout_ms": 200, "gives": PENDING | {"output": [{"text": "c"}]}},
            {"open": "a"},
            {"wait": "run", "timeout_ms": 200, "gives": PENDING | {"output": [{"text": "a"}]}},
            {"wait": "run", "timeout_ms": 100, "gives": PENDING | {"output": []}},
            {"open": "b"},
            {"wait": "run", "gives": {"status": "completed", "value": ["c", "a", "b"], "output": [{"text": "b"}]}},
        ],
    },
    {
        "case": "a synchronous call waits over several waits",
        "steps": [
            {"exec": GATE % "g", "timeout_ms": 200, "gives": PENDING},
            {"wait": "run", "timeout_ms": 100, "gives": PENDING},
            {"open": "g"},
            {"wait": "run", "gives": {"status": "completed", "value": "g"}},
        ],
    },
    {
        "case": "a run that waits is aborted, and its calls are cancelled",
        "steps": [
            {"exec": GATE % "g", "timeout_ms": 200, "gives": PENDING},
            {"abort": "run", "gives": _failed("aborted")},
            {"cancelled": ["g"]},
            {"wait": "run", "gives": {"status": "failed"}},
        ],
    },
    {
        "case": "a second wait on one run is refused",
        "steps": [
            {"exec": GATE % "g", "timeout_ms": 200, "gives": PENDING},
            {"wait": "run", "begin": "first"},
            {"wait": "run", "gives": _failed("run_busy")},
            {"open": "g"},
            {"finish": "first", "gives": {"status": "completed", "value": "g"}},
        ],
    },
    {
        "case": "yield_control gives the turn back",
        "steps": [
            {
                "exec": 'print("a")\nyield_control("half")\nprint("b")\n1',
                "gives": {"status": "waiting", "reason": "yield", "output": [{"text": "a\n"}]},
            },
            {"wait": "run", "gives": {"status": "completed", "value": 1, "output": [{"text": "b\n"}]}},
        ],
    },
    {
        "case": "the value is __out",
        "steps": [{"exec": "__out = {'a': 1}\n5", "gives": {"status": "completed", "value": {"a": 1}}}],
    },
    {
        "case": "or a return",
        "steps": [
            {
                "exec": "if True:\n    return [1, 2]\nprint('never')",
                "gives": {"status": "completed", "value": [1, 2], "output": []},
            }
        ],
    },
    {
        "case": "or the last expression",
        "steps": [{"exec": "x = 2\nx * 3", "gives": {"status": "completed", "value": 6}}],
    },
    {
        "case": "or nothing",
        "steps": [{"exec": "x = 2\nprint(x)", "gives": {"status": "completed", "value": None, "has_value": False}}],
    },
    {
        "case": "an exception is a failure with its place",
        "steps": [
            {
                "exec": "x = 1\nraise ValueError('no')",
                "gives": _failed("guest_error", "ValueError: no") | {"phase": "guest"},
            }
        ],
    },
    {
        "case": "a failed call that nobody catches",
        "steps": [{"exec": "t.fail()", "gives": _failed("nested_tool_failed", "503")}],
    },
    {
        "case": "a failed call that somebody catches",
        "steps": [
            {
                "exec": "try:\n    t.fail()\nexcept ToolError as e:\n    __out = [e.tool, str(e)]",
                "gives": {"status": "completed", "value": ["t.fail", "503 unavailable"]},
            }
        ],
    },
    {
        "case": "wrong arguments are found before anything runs",
        "steps": [
            {"exec": "t.note(text='x')\nt.note(txt='y')", "gives": _failed("check_failed", "txt") | {"phase": "check"}},
            {"effects": []},
        ],
    },
    {
        "case": "a tool that is not there",
        "steps": [{"exec": "t.nothing()", "gives": _failed("check_failed", "no tool")}],
    },
    {
        "case": "a tool that is not there, by a name that is made",
        "steps": [{"exec": "call_tool('t.' + 'nothing')", "gives": _failed("nested_tool_failed", "t.nothing")}],
    },
    {
        "case": "a module that is not offered",
        "steps": [{"exec": "import os", "gives": _failed("module_access_denied", "os")}],
    },
    {
        "case": "what is no Python",
        "steps": [{"exec": "def f(:\n  pass", "gives": _failed("parse_failed") | {"phase": "parse"}}],
    },
    {
        "case": "a denied tool is not there",
        "policy": [("deny", "t.note")],
        "steps": [{"exec": "t.note(text='x')", "gives": {"status": "failed"}}, {"effects": []}],
    },
    {
        "case": "steps",
        "limits": {"max_steps": 5000},
        "steps": [{"exec": "while True: pass", "gives": _failed("step_limit_exceeded")}],
    },
    {
        "case": "memory",
        "limits": {"memory_limit_bytes": 1 << 20},
        "steps": [{"exec": "'x' * (2 << 20)", "gives": _failed("memory_limit_exceeded")}],
    },
    {
        "case": "tool calls",
        "limits": {"max_tool_calls": 3},
        "steps": [{"exec": "for i in range(9): t.add(a=1, b=i)", "gives": _failed("tool_call_limit_exceeded")}],
    },
    {
        "case": "tasks",
        "limits": {"max_goroutines": 5},
        "steps": [
            {
                "exec": "import asyncio\nawait asyncio.gather(*[asyncio.sleep(1) for _ in range(9)])",
                "gives": _failed("too_many_goroutines"),
            }
        ],
    },
    {
        "case": "time",
        "steps": [{"exec": "import time\ntime.sleep(30)", "timeout_ms": 200, "gives": _failed("timeout")}],
    },
    {"case": "depth", "steps": [{"exec": "def f(n): return f(n + 1)\nf(0)", "gives": _failed("call_depth_exceeded")}]},
    {
        "case": "a deadlock",
        "steps": [{"exec": "import asyncio\nawait asyncio.Event().wait()", "gives": _failed("deadlock")}],
    },
    {
        "case": "calls at once are bounded, and none is refused",
        "limits": {"max_pending_tool_calls": 2},
        "steps": [
            {
                "exec": "len(parallel([lambda: t.sleep(seconds=0.01) for _ in range(6)]))",
                "gives": {"status": "completed", "value": 6},
            },
            {"log": {"most_running": 2}},
        ],
    },
    {
        "case": "output in order",
        "steps": [
            {
                "exec": "print('a')\ntext('b')\njson_output({'c': 1})\nprint('d')",
                "gives": {
                    "status": "completed",
                    "output": [{"text": "a\n"}, {"text": "b"}, {"value": {"c": 1}}, {"text": "d\n"}],
                },
            }
        ],
    },
    {
        "case": "what is too long is cut and kept",
        "limits": {"max_output_bytes": 2000},
        "steps": [{"exec": "__out = 'x' * 5000", "gives": {"status": "completed"}}],
    },
    {
        "case": "a streaming tool",
        "steps": [
            {
                "exec": "[x * 2 for x in stream_tool('t.count', to=3)]",
                "gives": {"status": "completed", "value": [2, 4, 6]},
            }
        ],
    },
    {
        "case": "a stream that is left is closed",
        "steps": [
            {"exec": "for x in t.ticks():\n    if x > 2: break\nx", "gives": {"status": "completed", "value": 3}},
            {"sleep": 0.1},
            {"cancelled": ["ticks"]},
        ],
    },
    {
        "case": "an asynchronous stream",
        "steps": [
            {
                "exec": "n = 0\nasync for x in t.count(to=4):\n    n += x\nn",
                "gives": {"status": "completed", "value": 10},
            }
        ],
    },
    {
        "case": "data",
        "steps": [{"exec": "data['n'] + 1", "data": {"n": 1}, "gives": {"status": "completed", "value": 2}}],
    },
    {
        "case": "results and store",
        "steps": [
            {
                "exec": "store.save('k', [1])\nresults.load(results.save({'a': 2}))",
                "gives": {"status": "completed", "value": {"a": 2}},
            },
            {"exec": "store.load('k')", "gives": {"status": "completed", "value": [1]}},
        ],
    },
    {
        "case": "what a failed cell stored is nobody's",
        "steps": [
            {"exec": "store.save('k', 1)\n1 / 0", "gives": _failed("guest_error")},
            {"exec": "__out = store.load('k')", "gives": {"status": "completed", "value": None}},
        ],
    },
    {
        "case": "ALL_TOOLS, search and describe",
        "steps": [
            {
                "exec": "[len(ALL_TOOLS) > 3, search_tools('orders')[0]['name'], 'def ' in describe_tool('t.add')['declaration']]",
                "gives": {"status": "completed", "value": [True, "t.listOrders", True]},
            }
        ],
    },
    {
        "case": "odd values are told",
        "steps": [
            {
                "exec": "__out = [float('nan'), {1, 2}, (1,), b'ab']",
                "gives": {"status": "completed", "value": ["NaN", [1, 2], [1], "YWI="]},
            }
        ],
    },
    {
        "case": "a value that contains itself is told",
        "steps": [{"exec": "a = []\na.append(a)\n__out = a", "gives": {"status": "completed", "value": str}}],
    },
    {
        "case": "exit ends the program",
        "steps": [
            {
                "exec": "import sys\nprint('a')\nsys.exit(0)\nprint('b')",
                "gives": {"status": "completed", "output": [{"text": "a\n"}]},
            }
        ],
    },
    {
        "case": "Go given as Python runs as Go",
        "steps": [
            {
                "exec": "x := 1\nfmt.Println(x)",
                "gives": {"status": "completed", "output": [{"text": "1\n"}], "repairs": [{"message": has("Go")}]},
            }
        ],
    },
    {
        "case": "Python given as Go runs as Python",
        "steps": [
            {
                "exec": "def f(x):\n    return [y * 2 for y in x]\nf([1, 2])",
                "language": "go",
                "gives": {"status": "completed", "value": [2, 4], "repairs": [{"message": has("Python")}]},
            }
        ],
    },
    {
        "case": "a task that nobody awaits is told",
        "steps": [
            {
                "exec": "import asyncio\nasync def f(): raise ValueError('lost')\nasyncio.create_task(f())\nawait asyncio.sleep(0.001)\n1",
                "gives": {"status": "completed", "warnings": [{"message": has("lost")}]},
            }
        ],
    },
    {
        "case": "hooks see calls of Python, too",
        "hooks": ["rewrite"],
        "steps": [{"exec": "t.add(a=1, b=2)", "gives": {"status": "completed", "value": {"result": 103.0}}}],
    },
]
