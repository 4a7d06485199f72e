"""Every row of the limits table: below, at and above what it allows. What a bad value means is in test_limits.py."""

from tests.contract.matching import Between, has

MIB = 1 << 20
LOOP = "for i := range %d { _ = i }\n__out = 1"
DEPTH = "func f(n int) int {\n\tif n <= 1 {\n\t\treturn 1\n\t}\n\treturn f(n-1) + 1\n}\n__out = f(%d)"
CROWD = """
	var wg sync.WaitGroup
	for range %d {
		wg.Add(1)
		go func() {
			defer wg.Done()
			runtime.Gosched()
		}()
	}
	wg.Wait()
	__out = 1
"""
MANY = """
	var wg sync.WaitGroup
	for range %d {
		wg.Add(1)
		go func() {
			defer wg.Done()
			codemode.CallTool("t.sleep", map[string]any{"seconds": 0.001, "name": "x"})
		}()
	}
	wg.Wait()
	__out = "all"
"""
CALLS = 'for i := range %d { codemode.CallTool("t.note", map[string]any{"text": fmt.Sprint(i)}) }\n__out = 1'
YIELD = 'yield_control("")\n__out = 1'


def done(value):
    return {"status": "completed", "value": value}


def failed(code, phase="guest", **more):
    return {"status": "failed", "code": code, "phase": phase, "telemetry": {"limit": code}} | more


CASES = [
    # --- timeout_ms ---------------------------------------------------------------------------------------------
    {
        "case": "the lowest timeout really ends a busy program",
        "shows": ["timeout_ms", "limits 2", "timeout"],
        "limits": {"timeout_ms": 1, "max_steps": 10**10},
        "steps": [
            # on a busy machine it may be over before a worker has made the program
            {"exec": "for {\n}", "within": 1.5, "gives": failed("timeout", ..., error=has("100 ms"))},
            {"exec": "time.Sleep(time.Hour)", "within": 1.5, "gives": failed("timeout", ..., error=has("100 ms"))},
            {
                "exec": 'defer fmt.Println("never")\nfunc() {\n\tdefer func() { recover() }()\n\tfor {\n\t}\n}()',
                "gives": failed("timeout", ..., output=[]),
            },
        ],
    },
    {
        "case": "the highest timeout leaves time",
        "shows": ["timeout_ms"],
        "limits": {"timeout_ms": 60_000},
        "steps": [{"exec": "time.Sleep(150 * time.Millisecond)\n__out = 1", "gives": done(1)}],
    },
    {
        "case": "one budget for the program and all its calls together",
        "shows": ["timeout_ms", "limits 2", "nested 6"],
        "limits": {"timeout_ms": 300},
        "steps": [
            {
                "exec": 'for i := range 100 { codemode.CallTool("t.sleep", map[string]any{"seconds": 0.05, "name": fmt.Sprint(i)}) }',
                "within": 2,
                "gives": {"status": "waiting", "reason": "pending_tools"},
            },
            {"abort": "run"},
        ],
    },
    {
        "case": "calls of a program that ran out of time are cancelled",
        "shows": ["nested 6", "timeout"],
        "limits": {"timeout_ms": 500, "max_steps": 10**10},
        "steps": [
            {
                "exec": 'go codemode.CallTool("t.gate", map[string]any{"name": "g"})\nruntime.Gosched()\nfor {\n}',
                "within": 2,
                "gives": failed("timeout", error=has("t.gate"), tool_calls=[{"status": "in_doubt"}]),
            },
            {"cancelled": ["g"]},
        ],
    },
    # --- memory_limit_bytes ---------------------------------------------------------------------------------------
    {
        "case": "the lowest memory limit",
        "shows": ["memory_limit_bytes", "limits 7", "memory_limit_exceeded"],
        "limits": {"memory_limit_bytes": 1},
        "steps": [
            {"exec": "s := make([]byte, 1<<19)\n__out = len(s)", "gives": done(1 << 19)},
            {"exec": "s := make([]byte, 1<<20+1)\n__out = len(s)", "gives": failed("memory_limit_exceeded")},
            {"exec": 's := "x"\nfor {\n\ts += s\n}', "gives": failed("memory_limit_exceeded")},
            {
                "exec": 'm := map[int]string{}\nfor i := 0; ; i++ {\n\tm[i] = fmt.Sprint("value ", i)\n}',
                "gives": failed("memory_limit_exceeded"),
            },
        ],
    },
    {
        "case": "temporary strings are not live memory, one live slice is",
        "shows": ["memory_limit_bytes", "limits 6"],
        "steps": [
            {
                "exec": 'n := 0\nfor range 10000 {\n\ts := strings.Repeat("x", 1000000)\n\tn += len(s)\n}\n__out = n',
                "gives": done(10**10),
            },
            {"exec": f"s := make([]byte, {63 * MIB})\n__out = len(s)", "gives": done(63 * MIB)},
            {"exec": f"s := make([]byte, {65 * MIB})\n__out = len(s)", "gives": failed("memory_limit_exceeded")},
        ],
    },
    {
        "case": "one huge allocation is refused before it is made",
        "shows": ["limits 7", "memory_limit_bytes"],
        "steps": [
            {"exec": code, "within": 3, "gives": failed("memory_limit_exceeded")}
            for code in (
                "s := make([]byte, 1<<40)\n__out = len(s)",
                's := strings.Repeat("x", 1<<34)\n__out = len(s)',
                "c := make(chan int, 1<<36)\n__out = cap(c)",
                "var a [1 << 34]byte\n__out = len(a)",
            )
        ],
    },
    {
        "case": "the highest memory limit",
        "shows": ["memory_limit_bytes"],
        "limits": {"memory_limit_bytes": 1 << 30},
        "steps": [
            {"exec": f"s := make([]byte, {100 * MIB})\n__out = len(s)", "gives": done(100 * MIB)},
            {"exec": f"s := make([]byte, {1025 * MIB})\n__out = len(s)", "gives": failed("memory_limit_exceeded")},
        ],
    },
    # --- max_output_bytes -------------------------------------------------------------------------------------------
    {
        "case": "the lowest output limit",
        "shows": ["max_output_bytes", "limits 4", "output 3"],
        "limits": {"max_output_bytes": 1},
        "steps": [
            {"exec": '__out = strings.Repeat("x", 200)', "gives": done("x" * 200)},
            {
                "exec": '__out = strings.Repeat("x", 1023)',
                "gives": done({"truncated": True, "omitted_bytes": Between(400, 900), "prefix": has('"xxx')}),
            },
        ],
    },
    {
        "case": "output and value share the limit, and so do output and error",
        "shows": ["max_output_bytes", "limits 4"],
        "limits": {"max_output_bytes": 2048},
        "steps": [
            {
                "exec": 'fmt.Print(strings.Repeat("a", 5000))\n__out = strings.Repeat("b", 5000)',
                "gives": {
                    "output": [{"text": has("a" * 300), "omitted_bytes": Between(4000, 4700)}],
                    "value": {"prefix": has('"' + "b" * 300), "omitted_bytes": Between(4000, 4700)},
                },
            },
            {
                "exec": 'fmt.Print(strings.Repeat("a", 1500))\nreturn errors.New(strings.Repeat("e", 5000))',
                "gives": {
                    "status": "failed",
                    "output": [{"text": has("a" * 200)}],
                    "error": has("e" * 200, "… (", "bytes more)"),
                },
            },
        ],
    },
    {
        "case": "the highest output limit",
        "shows": ["max_output_bytes", "output_limit_exceeded"],
        "limits": {"max_output_bytes": 10 * MIB},
        "steps": [
            {"exec": '__out = strings.Repeat("x", 1<<20)', "gives": done("x" * MIB)},
            {
                "exec": 'for range 11 { fmt.Print(strings.Repeat("x", 1<<20)) }',
                "gives": failed("output_limit_exceeded"),
            },
        ],
    },
    # --- max_snapshot_bytes, snapshot_ttl_seconds, max_suspended_runs -----------------------------------------------
    {
        "case": "the lowest limit of what a waiting run may take",
        "shows": ["max_snapshot_bytes", "snapshot_limit_exceeded"],
        "limits": {"max_snapshot_bytes": 1},
        "steps": [
            {"exec": YIELD, "gives": {"reason": "yield"}},
            {"wait": "run", "gives": done(1)},
            {
                "exec": 'codemode.CallTool("t.big", map[string]any{"size": 1100})\n' + YIELD,
                "gives": failed("snapshot_limit_exceeded", "host", tool_calls=[{"status": "ok"}]),
            },
            {"exec": 'codemode.CallTool("t.big", map[string]any{"size": 1100})\n__out = 2', "gives": done(2)},
            {"exec": YIELD, "data": "x" * 1100, "gives": failed("snapshot_limit_exceeded", "host")},
        ],
    },
    {
        "case": "the highest limit of what a waiting run may take",
        "shows": ["max_snapshot_bytes"],
        "limits": {"max_snapshot_bytes": 256 * MIB},
        "steps": [
            {
                "exec": 'r := codemode.CallTool("t.big", map[string]any{"size": 15000000})\nyield_control("")\n__out = len(r)',
                "gives": {"reason": "yield"},
            },
            {"wait": "run", "gives": done(15_000_000)},
        ],
    },
    {
        "case": "the default limit of what a waiting run may take",
        "shows": ["max_snapshot_bytes"],
        "steps": [
            {
                "exec": 'codemode.CallTool("t.big", map[string]any{"size": 11000000})\n' + YIELD,
                "gives": failed("snapshot_limit_exceeded", "host"),
            },
        ],
    },
    {
        "case": "the longest time to live does not end a run",
        "shows": ["snapshot_ttl_seconds"],
        "limits": {"snapshot_ttl_seconds": 86_400},
        "steps": [{"exec": YIELD}, {"sleep": 0.1}, {"wait": "run", "gives": done(1)}],
    },
    {
        "case": "one run may wait where one is allowed",
        "shows": ["max_suspended_runs", "too_many_runs"],
        "limits": {"max_suspended_runs": 0},
        "steps": [
            {"exec": YIELD, "name": "one", "gives": {"reason": "yield"}},
            {"exec": YIELD, "gives": failed("too_many_runs", "host")},
            {"wait": "one", "gives": done(1)},
            {"exec": YIELD, "gives": {"reason": "yield"}},
            {"wait": "run", "gives": done(1)},
        ],
    },
    {
        "case": "as many runs wait as are allowed",
        "shows": ["max_suspended_runs"],
        "limits": {"max_suspended_runs": 3},
        "steps": [
            *({"exec": YIELD, "name": str(i), "gives": {"reason": "yield"}} for i in range(3)),
            {"exec": YIELD, "gives": {"code": "too_many_runs"}},
            *({"wait": str(i), "gives": done(1)} for i in (2, 0, 1)),
        ],
    },
    {
        "case": "the highest number of waiting runs",
        "shows": ["max_suspended_runs"],
        "limits": {"max_suspended_runs": 100_000},
        "steps": [
            *({"exec": YIELD, "name": str(i), "gives": {"reason": "yield"}} for i in range(70)),
            *({"abort": str(i), "gives": {"code": "aborted"}} for i in range(70)),
        ],
    },
    # --- max_attachments, max_attachment_bytes ----------------------------------------------------------------------
    {
        "case": "as many attachments as are allowed, and one more",
        "shows": ["max_attachments"],
        "limits": {"max_attachments": 2},
        "steps": [
            {
                "exec": '__out = tools.t_pictures(map[string]any{"count": 3})',
                "gives": {
                    "status": "completed",
                    "value": [
                        {"bytes": 1},
                        {"bytes": 1},
                        {"attachment": "", "error": has("not kept", "2 attachments already")},
                    ],
                    "attachments": [{"bytes": 1, "media_type": "image/png"}, {"bytes": 1}],
                },
            }
        ],
    },
    {
        "case": "no attachments at all",
        "shows": ["max_attachments"],
        "limits": {"max_attachments": -1},
        "steps": [
            {"exec": "__out = tools.t_pictures()", "gives": {"value": [{"attachment": ""}], "attachments": []}},
        ],
    },
    {
        "case": "an attachment as large as is allowed, and one byte more",
        "shows": ["max_attachment_bytes"],
        "limits": {"max_attachment_bytes": 0},
        "steps": [
            {
                "exec": '__out = tools.t_pictures(map[string]any{"size": 1024})',
                "gives": {"value": [{"bytes": 1024}], "attachments": [{"bytes": 1024}]},
            },
            {
                "exec": '__out = tools.t_pictures(map[string]any{"size": 1025})',
                "gives": {"value": [{"error": has("1025 bytes", "the limit is 1024")}], "attachments": []},
            },
        ],
    },
    {
        "case": "all attachments of a run have four times what one may have",
        "shows": ["max_attachment_bytes"],
        "limits": {"max_attachment_bytes": 2048},
        "steps": [
            {
                "exec": '__out = tools.t_pictures(map[string]any{"size": 2048, "count": 5})',
                "gives": {
                    "value": [{"bytes": 2048}, {}, {}, {}, {"error": has("8192 bytes")}],
                    "attachments": [{}, {}, {}, {}],
                },
            }
        ],
    },
    # --- max_pending_tool_calls -------------------------------------------------------------------------------------
    {
        "case": "one call at a time",
        "shows": ["max_pending_tool_calls", "limits 5"],
        "limits": {"max_pending_tool_calls": 0},
        "steps": [
            {"exec": MANY % 10, "gives": done("all")},
            {"log": {"most_running": 1, "effects": ["x"] * 10}},
        ],
    },
    {
        "case": "by default 64 calls run at once, and the others wait their turn",
        "shows": ["max_pending_tool_calls", "limits 5"],
        "steps": [
            {
                "exec": (MANY % 300).replace("0.001", "0.1"),
                "gives": done("all") | {"tool_calls": [{"status": "ok"}] * 300},
            },
            {"log": {"most_running": 64, "effects": ["x"] * 300}},
        ],
    },
    {
        "case": "calls that wait their turn do not end those that run",
        "shows": ["limits 5"],
        "limits": {"max_pending_tool_calls": 1},
        "steps": [
            {
                "exec": 'go codemode.CallTool("t.gate", map[string]any{"name": "g"})\ntime.Sleep(time.Millisecond)\n'
                'for range 300 {\n\tgo codemode.CallTool("t.note", map[string]any{"text": "x"})\n}\nselect {\n}',
                "timeout_ms": 500,
                "gives": {
                    "status": "waiting",
                    "reason": "pending_tools",
                    "pending_tool_calls": [{"tool": "t.gate", "queued": False}] + [{"queued": True}] * 300,
                    "tool_calls": [{"status": "in_doubt"}] + [{"status": "never_started"}] * 300,
                },
            },
            {"effects": []},
            {"open": "g"},
            {"wait": "run", "gives": {"status": "failed", "code": "deadlock", "tool_calls": [{"status": "ok"}] * 301}},
        ],
    },
    {
        "case": "the most calls at once",
        "shows": ["max_pending_tool_calls", "limits 5"],
        "limits": {"max_pending_tool_calls": 1024, "max_goroutines": 2000, "max_tool_calls": 2000},
        "steps": [
            {"exec": (MANY % 1100).replace("0.001", "2"), "gives": done("all")},
            {"log": {"most_running": 1024}},
        ],
    },
    {
        "case": "calls at once are bounded by all calls of a run",
        "shows": ["limits 5", "tool_call_limit_exceeded"],
        "limits": {"max_tool_calls": 100},
        "steps": [{"exec": MANY % 101, "gives": failed("tool_call_limit_exceeded")}],
    },
    # --- searching ----------------------------------------------------------------------------------------------------
    {
        "case": "the lowest search limits",
        "shows": ["search_default_limit", "max_search_limit"],
        "limits": {"search_default_limit": 0, "max_search_limit": 0},
        "steps": [
            {
                "exec": '__out = []int{len(tools.Search("")), len(codemode.SearchTools("", 5)), len(tools.Search("", 0))}',
                "gives": done([1, 1, 1]),
            }
        ],
    },
    {
        "case": "search limits between their bounds",
        "shows": ["search_default_limit", "max_search_limit"],
        "limits": {"search_default_limit": 3, "max_search_limit": 5},
        "steps": [
            {
                "exec": 'n := func(l ...int) int { return len(tools.Search("", l...)) }\n__out = []int{n(), n(2), n(100), n(-1)}',
                "gives": done([3, 2, 5, 3]),
            }
        ],
    },
    {
        "case": "the usual and the highest search limits",
        "shows": ["search_default_limit", "max_search_limit"],
        "steps": [
            {
                "exec": 'n := func(l ...int) int { return len(tools.Search("", l...)) - len(ALL_TOOLS) }\n__out = []int{n(8), n(50), n(1 << 40)}',
                "gives": done([8 - 21, 0, 0]),
            }
        ],
    },
    # --- max_steps ----------------------------------------------------------------------------------------------------
    {
        "case": "the lowest budget of steps",
        "shows": ["max_steps", "step_limit_exceeded"],
        "limits": {"max_steps": 1},
        "steps": [
            {"exec": LOOP % 200, "gives": done(1)},
            {"exec": LOOP % 1001, "gives": failed("step_limit_exceeded", error=has("1000 steps"))},
        ],
    },
    {
        "case": "a budget of steps between the bounds",
        "shows": ["max_steps"],
        "limits": {"max_steps": 50_000},
        "steps": [
            {"exec": LOOP % 10_000, "gives": done(1) | {"telemetry": {"steps": Between(10_000, 50_000)}}},
            {"exec": LOOP % 50_001, "gives": failed("step_limit_exceeded")},
        ],
    },
    {
        "case": "the usual and the highest budget of steps",
        "shows": ["max_steps"],
        "limits": {"max_steps": 10**10},
        "steps": [
            {"exec": "n := 0\nfor i := 0; i < 1000000; i++ {\n\tn += i\n}\n__out = n", "gives": done(499999500000)}
        ],
    },
    # --- max_tool_calls -------------------------------------------------------------------------------------------------
    {
        "case": "the fewest tool calls",
        "shows": ["max_tool_calls", "tool_call_limit_exceeded"],
        "limits": {"max_tool_calls": 0},
        "steps": [
            {"exec": CALLS % 1, "gives": done(1)},
            {"exec": CALLS % 2, "gives": failed("tool_call_limit_exceeded", tool_calls=[{"status": "ok"}])},
            {"effects": ["0", "0"]},
        ],
    },
    {
        "case": "tool calls between the bounds, also of a program that recovers",
        "shows": ["max_tool_calls"],
        "limits": {"max_tool_calls": 5},
        "steps": [
            {"exec": CALLS % 5, "gives": done(1)},
            {
                "exec": "func() {\n\tdefer func() { recover() }()\n\t"
                + (CALLS % 6).partition("\n")[0]
                + "\n}()\n__out = 1",
                "gives": failed("tool_call_limit_exceeded"),
            },
            {"log": {"effects": [*"01234", *"01234"]}},
        ],
    },
    {
        "case": "more tool calls than usual",
        "shows": ["max_tool_calls"],
        "limits": {"max_tool_calls": 100_000, "max_output_bytes": MIB},
        "steps": [{"exec": CALLS % 1100, "gives": done(1) | {"tool_calls": [{"status": "ok"}] * 1100}}],
    },
    {
        "case": "the usual number of tool calls",
        "shows": ["max_tool_calls"],
        "limits": {"max_output_bytes": MIB},
        "steps": [
            {"exec": CALLS % 1001, "gives": failed("tool_call_limit_exceeded", tool_calls=[{"status": "ok"}] * 1000)}
        ],
    },
    # --- max_call_depth -------------------------------------------------------------------------------------------------
    {
        "case": "the lowest depth of calls",
        "shows": ["max_call_depth", "call_depth_exceeded"],
        "limits": {"max_call_depth": 1},
        "steps": [{"exec": DEPTH % 8, "gives": done(8)}, {"exec": DEPTH % 11, "gives": failed("call_depth_exceeded")}],
    },
    {
        "case": "the usual depth of calls",
        "shows": ["max_call_depth"],
        "steps": [
            {"exec": DEPTH % 4990, "gives": done(4990)},
            {"exec": DEPTH % 5001, "gives": failed("call_depth_exceeded")},
        ],
    },
    {
        "case": "a greater depth of calls",
        "shows": ["max_call_depth"],
        "limits": {"max_call_depth": 8_000},
        "steps": [
            {"exec": DEPTH % 7_000, "gives": done(7_000)},
            {"exec": DEPTH % 8_001, "gives": failed("call_depth_exceeded")},
        ],
    },
    # --- max_goroutines -------------------------------------------------------------------------------------------------
    {
        "case": "the fewest goroutines",
        "shows": ["max_goroutines", "too_many_goroutines"],
        "limits": {"max_goroutines": 0},
        "steps": [{"exec": "__out = 1", "gives": done(1)}, {"exec": CROWD % 1, "gives": failed("too_many_goroutines")}],
    },
    {
        "case": "goroutines between the bounds",
        "shows": ["max_goroutines"],
        "limits": {"max_goroutines": 10},
        "steps": [{"exec": CROWD % 9, "gives": done(1)}, {"exec": CROWD % 10, "gives": failed("too_many_goroutines")}],
    },
    {
        "case": "the usual number of goroutines",
        "shows": ["max_goroutines"],
        "steps": [
            {"exec": CROWD % 999, "gives": done(1)},
            {"exec": CROWD % 1000, "gives": failed("too_many_goroutines")},
        ],
    },
    {
        "case": "many goroutines",
        "shows": ["max_goroutines"],
        "limits": {"max_goroutines": 100_000},
        "steps": [{"exec": CROWD % 3000, "gives": done(1)}],
    },
]
