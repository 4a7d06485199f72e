"""wait, abort, expiry, scopes, draining."""

from tests.contract.matching import Between, has

GATE = '__out = codemode.CallTool("t.gate", map[string]any{"name": "%s"})'
PENDING = {"status": "waiting", "reason": "pending_tools"}
THREE = """
	out := make(chan any)
	for _, name := range []string{"a", "b", "c"} {
		go func() {
			r, _ := codemode.CallTool("t.gate", map[string]any{"name": name})
			out <- r
		}()
	}
	list := []any{}
	for range 3 {
		r := <-out
		fmt.Print(r)
		list = append(list, r)
	}
	__out = list"""
FORGED = ["run_0000000000000000", "", "run", "../run_1", "run_' OR 1=1 --", "call_1", "\x00", "run_" + "f" * 5000]

CASES = [
    {
        "case": "calls that settle in other orders are told in the order in which they settle",
        "shows": ["draining 2", "wait 2", "wait 7"],
        "steps": [
            {
                "exec": THREE,
                "timeout_ms": 200,
                "gives": PENDING | {"pending_tool_calls": [{"id": "call_1"}, {"id": "call_2"}, {"id": "call_3"}]},
            },
            {"open": "c"},
            {"wait": "run", "timeout_ms": 100, "gives": PENDING | {"output": [{"text": "c"}]}},
            {"open": "a"},
            {
                "wait": "run",
                "timeout_ms": 100,
                "gives": PENDING | {"output": [{"text": "a"}], "pending_tool_calls": [{"id": "call_2"}]},
            },
            {"wait": "run", "timeout_ms": 60, "gives": PENDING | {"output": []}},
            {"open": "b"},
            {"wait": "run", "gives": {"status": "completed", "value": ["c", "a", "b"], "output": [{"text": "b"}]}},
            {"effects": ["c", "a", "b"]},
        ],
    },
    {
        "case": "a blocked program goes on as soon as one call settles",
        "shows": ["draining 2", "draining 1"],
        "steps": [
            {"exec": THREE, "begin": "it"},
            {"sleep": 0.1},
            {"open": "b"},
            {"open": "a"},
            {"open": "c"},
            {"finish": "it", "gives": {"status": "completed", "value": ["b", "a", "c"]}},
        ],
    },
    {
        "case": "calls that settle in time are drained in the same exec",
        "shows": ["draining 1"],
        "steps": [
            {
                "exec": 'a := codemode.CallTool("t.sleep", map[string]any{"seconds": 0.05, "name": "a"})\n__out = a',
                "gives": {"status": "completed", "value": "a", "telemetry": {"waits": 0}},
            }
        ],
    },
    {
        "case": "what settles while nobody waits is there for the next wait",
        "shows": ["draining 1", "wait 2"],
        "steps": [
            {"exec": GATE % "g", "timeout_ms": 150, "gives": PENDING},
            {"open": "g"},
            {"sleep": 0.05},
            {"effects": ["g"]},
            {
                "wait": "run",
                "gives": {
                    "status": "completed",
                    "value": "g",
                    "telemetry": {"events": ["started", "waiting", "resumed", "completed"]},
                },
            },
        ],
    },
    {
        "case": "an ended program waits for the calls it started",
        "shows": ["draining 3", "wait 1"],
        "steps": [
            {
                "exec": 'go codemode.CallTool("t.gate", map[string]any{"name": "late"})\nruntime.Gosched()\n__out = 7',
                "timeout_ms": 150,
                "gives": PENDING,
            },
            {"wait": "run", "timeout_ms": 60, "gives": PENDING},
            {"open": "late"},
            {"wait": "run", "gives": {"status": "completed", "value": 7, "tool_calls": [{"status": "ok"}]}},
            {"effects": ["late"]},
        ],
    },
    {
        "case": "an ended program's call drains in the same exec if it settles in time",
        "shows": ["draining 3"],
        "steps": [
            {
                "exec": 'go codemode.CallTool("t.sleep", map[string]any{"seconds": 0.05, "name": "late"})\nruntime.Gosched()\n__out = 7',
                "gives": {"status": "completed", "value": 7, "tool_calls": [{"status": "ok"}]},
            },
            {"effects": ["late"]},
        ],
    },
    {
        "case": "a failed call that nobody looked at",
        "shows": ["draining 4", "nested_tool_failed"],
        "steps": [
            {
                "exec": 'go func() { codemode.CallTool("t.fail") }()\nruntime.Gosched()\n__out = 1',
                "gives": {
                    "status": "failed",
                    "code": "nested_tool_failed",
                    "phase": "tool",
                    "error": has("t.fail", "503"),
                    "hint": has("WaitGroup"),
                    "tool_calls": [{"tool": "t.fail", "status": "error"}],
                },
            },
            {
                "exec": 'r, err := codemode.CallTool("t.fail")\n__out = []any{r, err}',
                "gives": {"value": [None, "503 unavailable"]},
            },
        ],
    },
    {
        "case": "a failed call that nobody looked at, of a program that waited",
        "shows": ["draining 4"],
        "steps": [
            {
                "exec": """
					go func() {
						codemode.CallTool("t.gate", map[string]any{"name": "g"})
					}()
					go codemode.CallTool("t.fail")
					runtime.Gosched()
					__out = 1""",
                "timeout_ms": 150,
                "gives": PENDING,
            },
            {"open": "g"},
            {"wait": "run", "gives": {"status": "failed", "code": "nested_tool_failed", "phase": "tool"}},
        ],
    },
    {
        "case": "a second wait is refused, and the first goes on",
        "shows": ["wait 3", "wait 5", "run_busy"],
        "steps": [
            {"exec": GATE % "g", "timeout_ms": 150, "gives": PENDING},
            {"wait": "run", "begin": "first"},
            {"wait": "run", "gives": {"status": "failed", "code": "run_busy", "phase": "input"}},
            {"abort": "run", "gives": {"status": "failed", "code": "run_busy"}},
            {"open": "g"},
            {"finish": "first", "gives": {"status": "completed", "value": "g"}},
        ],
    },
    {
        "case": "a wait is a fresh budget, and the run keeps its id",
        "shows": ["wait 2", "limits 2"],
        "steps": [
            {"exec": GATE % "g", "timeout_ms": 100, "name": "one", "gives": PENDING},
            {"wait": "one", "timeout_ms": 100, "name": "two", "gives": PENDING, "within": 2},
            {"wait": "two", "timeout_ms": 100, "gives": PENDING},
            {"open": "g"},
            {"wait": "one", "gives": {"status": "completed", "value": "g", "telemetry": {"waits": 3}}},
        ],
    },
    {
        "case": "unknown and forged ids",
        "shows": ["wait 4", "run_not_found"],
        "steps": [
            *({"wait": id, "gives": {"status": "failed", "code": "run_not_found", "phase": "input"}} for id in FORGED),
            *({"abort": id, "gives": {"status": "failed", "code": "run_not_found"}} for id in FORGED),
            *({"approve": "call_1", "run_id": id, "raises": "run_not_found"} for id in FORGED),
        ],
    },
    {
        "case": "a run that has ended is not there",
        "shows": ["wait 4", "run_not_found"],
        "steps": [
            {"exec": 'yield_control("")\n__out = 1', "gives": {"reason": "yield"}},
            {"wait": "run", "gives": {"value": 1}},
            {"wait": "run", "gives": {"code": "run_not_found", "phase": "input"}},
            {"exec": "__out = 1", "name": "done"},
            {"wait": "done", "gives": {"code": "run_not_found", "phase": "input"}},
        ],
    },
    {
        "case": "foreign scopes are refused, and the run stays its owner's",
        "shows": ["wait 4", "wait 5", "wait 6", "run_scope_mismatch"],
        "steps": [
            {"exec": 'fmt.Print("mine")\nyield_control("")\n__out = 1', "gives": {"reason": "yield"}},
            *(
                {
                    request: "run",
                    "as": scope,
                    "gives": {"status": "failed", "code": "run_scope_mismatch", "phase": "input"},
                }
                for request in ("wait", "abort")
                for scope in (["b", ""], ["a", "-2"], ["", ""], ["a", "-"], ["", "-"], ["A", ""], ["*", ""])
            ),
            {"wait": "run", "gives": {"status": "completed", "value": 1}},
            {"wait": "run", "as": ["b", ""], "gives": {"code": "run_scope_mismatch"}},
        ],
    },
    {
        "case": "an aborted run is gone, and its calls are cancelled",
        "shows": ["wait 4", "wait 9", "aborted"],
        "steps": [
            {"exec": 'fmt.Print("told")\n' + GATE % "g", "timeout_ms": 150, "gives": PENDING},
            {
                "abort": "run",
                "gives": {
                    "status": "failed",
                    "code": "aborted",
                    "phase": "host",
                    "output": [],
                    "tool_calls": [{"status": "in_doubt"}],
                },
            },
            {"sleep": 0.02},
            {"cancelled": ["g"]},
            {"effects": []},
            {"wait": "run", "gives": {"code": "aborted", "phase": "input"}},
            {"abort": "run", "gives": {"code": "aborted"}},
        ],
    },
    {
        "case": "a run expires by itself, and its calls are cancelled",
        "shows": ["wait 4", "wait 8", "wait 9", "snapshot_expired", "snapshot_ttl_seconds"],
        "limits": {"snapshot_ttl_seconds": 1},
        "steps": [
            {"exec": GATE % "g", "timeout_ms": 100, "gives": PENDING},
            {"sleep": 1.15},
            {"cancelled": ["g"]},
            {"effects": []},
            {"wait": "run", "gives": {"status": "failed", "code": "snapshot_expired", "phase": "input"}},
        ],
    },
    {
        "case": "a wait starts the time to live anew",
        "shows": ["wait 8"],
        "limits": {"snapshot_ttl_seconds": 1},
        "steps": [
            {"exec": 'for { yield_control("") }', "gives": {"reason": "yield"}},
            {"sleep": 0.6},
            {"wait": "run", "gives": {"reason": "yield"}},
            {"sleep": 0.6},
            {"wait": "run", "gives": {"reason": "yield"}},
            {"abort": "run"},
        ],
    },
    {
        "case": "output is delivered once",
        "shows": ["wait 7", "output 1"],
        "steps": [
            {
                "exec": 'text("one")\nyield_control("")\njson(2)\nyield_control("")\nfmt.Print("three")',
                "gives": {"output": [{"text": "one"}]},
            },
            {"wait": "run", "gives": {"status": "waiting", "output": [{"value": 2}]}},
            {"wait": "run", "gives": {"status": "completed", "output": [{"text": "three"}]}},
        ],
    },
    {
        "case": "yielding says why, and a wait is what goes on",
        "shows": ["guest 10", "exec 6"],
        "steps": [
            {
                "exec": 'n := 1\nyield_control("look at this")\nn++\nyield_control()\n__out = n',
                "gives": {"status": "waiting", "reason": "yield", "note": "look at this", "pending_tool_calls": []},
            },
            {"wait": "run", "gives": {"status": "waiting", "reason": "yield", "note": ""}},
            {"wait": "run", "gives": {"status": "completed", "value": 2}},
        ],
    },
    {
        "case": "a run that goes on may fail",
        "shows": ["wait 1"],
        "steps": [
            {"exec": 'yield_control("")\nvar m map[string]int\nm["a"] = 1', "gives": {"reason": "yield"}},
            {
                "wait": "run",
                "gives": {"status": "failed", "code": "guest_panic", "phase": "guest", "diagnostics": [{"line": 3}]},
            },
            {"exec": 'yield_control("")\nfor {\n}', "gives": {"reason": "yield"}},
            {
                "wait": "run",
                "timeout_ms": 100,
                "gives": {"status": "failed", "code": "timeout", "telemetry": {"steps": Between(1000, 10**9)}},
            },
        ],
        "limits": {"max_steps": 10**10},
    },
]
