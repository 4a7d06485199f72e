"""Calls that a person has to allow."""

from tests.contract.matching import Between, has

ASK = [("ask", "t.remove"), ("ask", "t.note")]
REMOVE = 'r, err := codemode.CallTool("t.remove", map[string]any{"order_id": "%s"})\n__out = []any{r, err}'
ASKED = {"status": "waiting", "reason": "approval"}
ALL = """
	type done struct {
		id  string
		err error
	}
	out := make(chan done)
	for _, id := range []string{"O-1", "O-2", "O-3"} {
		go func() {
			_, err := codemode.CallTool("t.remove", map[string]any{"order_id": id})
			out <- done{id, err}
		}()
	}
	list := []any{}
	for range 3 {
		d := <-out
		list = append(list, d.id, d.err)
	}
	__out = list"""

CASES = [
    {
        "case": "a call that is asked for waits with its arguments, and is made when it is approved",
        "shows": ["nested 9", "nested 2", "exec 6"],
        "policy": ASK,
        "steps": [
            {
                "exec": REMOVE % "O-1",
                "within": 3,
                "gives": ASKED
                | {
                    "pending_tool_calls": [
                        {
                            "id": "call_1",
                            "tool": "t.remove",
                            "needs_approval": True,
                            "arguments": {"order_id": "O-1"},
                            "queued": False,
                        }
                    ],
                    "tool_calls": [{"id": "call_1", "status": "never_started"}],
                },
            },
            {"effects": []},
            {"wait": "run", "gives": ASKED},
            {"approve": "call_1"},
            {
                "wait": "run",
                "gives": {
                    "status": "completed",
                    "value": [{"order_id": "O-1", "reason": ""}, None],
                    "tool_calls": [{"status": "ok"}],
                },
            },
            {"effects": ["removed O-1"]},
        ],
    },
    {
        "case": "an approval may edit the arguments",
        "shows": ["nested 5", "nested 9"],
        "policy": ASK,
        "steps": [
            {"exec": REMOVE % "O-1", "gives": ASKED},
            {"approve": "call_1", "arguments": {"order_id": "O-2", "reason": "typo"}},
            {"wait": "run", "gives": {"status": "completed", "value": [{"order_id": "O-2", "reason": "typo"}, None]}},
            {"effects": ["removed O-2"]},
        ],
    },
    {
        "case": "edited arguments are checked as well",
        "shows": ["nested 5", "nested 4"],
        "policy": ASK,
        "steps": [
            {"exec": REMOVE % "O-1", "gives": ASKED},
            {"approve": "call_1", "arguments": {"order": "O-2"}, "raises": "invalid_input"},
            {"wait": "run", "timeout_ms": 200, "gives": ASKED},
            {"effects": []},
            {"approve": "call_1", "arguments": {"order_id": "O-2"}},
            {"wait": "run", "gives": {"status": "completed", "value": [{"order_id": "O-2"}, None]}},
            {"effects": ["removed O-2"]},
        ],
    },
    {
        "case": "a refusal comes back as an error with its reason",
        "shows": ["nested 9"],
        "policy": ASK,
        "steps": [
            {"exec": REMOVE % "O-1", "gives": ASKED},
            {"deny": "call_1", "reason": "not today"},
            {
                "wait": "run",
                "gives": {
                    "status": "completed",
                    "value": [None, "t.remove: the call was not approved: not today"],
                    "tool_calls": [{"status": "denied"}],
                },
            },
            {"effects": []},
        ],
    },
    {
        "case": "several calls ask at once, and are decided in another order",
        "shows": ["nested 9", "draining 2"],
        "policy": ASK,
        "steps": [
            {
                "exec": ALL,
                "gives": ASKED | {"pending_tool_calls": [{"id": "call_1"}, {"id": "call_2"}, {"id": "call_3"}]},
            },
            {"approve": "call_3"},
            {"wait": "run", "gives": ASKED | {"pending_tool_calls": [{"id": "call_1"}, {"id": "call_2"}]}},
            {"effects": ["removed O-3"]},
            {"deny": "call_1", "reason": "no"},
            {"approve": "call_2"},
            {"wait": "run", "gives": {"status": "completed", "value": ["O-3", None, "O-1", has("no"), "O-2", None]}},
            {"effects": ["removed O-3", "removed O-2"]},
        ],
    },
    {
        "case": "a call that nobody asked for cannot be approved",
        "shows": ["nested 9", "already_decided"],
        "policy": ASK,
        "steps": [
            {"approve": "call_1", "raises": "invalid_input"},
            {"deny": "call_9", "raises": "invalid_input"},
            {"exec": REMOVE % "O-1", "gives": ASKED},
            {"approve": "call_2", "raises": "invalid_input"},
            {"approve": "call_2", "run_id": "run", "raises": "invalid_input"},
            {"approve": "", "raises": "invalid_input"},
            {"approve": "call_1"},
            {"approve": "call_1", "raises": "already_decided"},
            {"deny": "call_1", "run_id": "run", "raises": "already_decided"},
            {"wait": "run", "gives": {"status": "completed"}},
            {"effects": ["removed O-1"]},
        ],
    },
    {
        "case": "another agent or session may not decide",
        "shows": ["nested 9", "wait 6", "run_scope_mismatch"],
        "policy": ASK,
        "steps": [
            {"exec": REMOVE % "O-1", "gives": ASKED},
            *(
                {"approve": "call_1", "run_id": "run", "as": scope, "raises": "run_scope_mismatch"}
                for scope in (["b", ""], ["a", "-2"], ["", ""])
            ),
            *(
                {"deny": "call_1", "as": scope, "raises": "invalid_input"}
                for scope in (["b", ""], ["a", "-2"], ["a", "-"])
            ),
            {"effects": []},
            {"deny": "call_1"},
            {"wait": "run", "gives": {"value": [None, "t.remove: the call was not approved"]}},
        ],
    },
    {
        "case": "nobody decides while somebody waits for the run",
        "shows": ["nested 9", "run_busy"],
        "policy": ASK,
        "steps": [
            {
                "exec": """
					go codemode.CallTool("t.gate", map[string]any{"name": "g"})
					_, err := codemode.CallTool("t.remove", map[string]any{"order_id": "O-1"})
					__out = err""",
                "timeout_ms": 200,
                "gives": ASKED
                | {"pending_tool_calls": [{"tool": "t.gate"}, {"tool": "t.remove", "needs_approval": True}]},
            },
            {"wait": "run", "begin": "it"},
            {"approve": "call_1", "run_id": "run", "raises": "run_busy"},
            {"open": "g"},
            {"finish": "it", "gives": ASKED | {"pending_tool_calls": [{"tool": "t.remove"}]}},
            {"approve": "call_1", "run_id": "run"},
            {"wait": "run", "gives": {"status": "completed", "value": None}},
            {"effects": ["g", "removed O-1"]},
        ],
    },
    {
        "case": "the clock stands still while a person decides",
        "shows": ["limits 3"],
        "policy": ASK,
        "steps": [
            {
                "exec": """
					began := time.Now()
					ctx, cancel := context.WithTimeout(context.Background(), 400*time.Millisecond)
					defer cancel()
					_, err := codemode.CallTool("t.remove", map[string]any{"order_id": "O-1"})
					__out = []any{err, ctx.Err(), time.Since(began).Milliseconds()}""",
                "gives": ASKED,
            },
            {"sleep": 0.7},
            {"wait": "run", "gives": ASKED},
            {"sleep": 0.3},
            {"approve": "call_1"},
            {"wait": "run", "gives": {"status": "completed", "value": [None, None, Between(0, 390)]}},
        ],
    },
    {
        "case": "an approval that waits costs no budget",
        "shows": ["limits 3", "limits 2"],
        "policy": ASK,
        "limits": {"timeout_ms": 300},
        "steps": [
            {"exec": REMOVE % "O-1", "gives": ASKED},
            {"sleep": 0.4},
            {"approve": "call_1"},
            {"wait": "run", "gives": {"status": "completed", "value": [{"order_id": "O-1"}, None]}},
        ],
    },
    {
        "case": "a program that has ended still waits for what it asked",
        "shows": ["nested 9", "draining 3"],
        "policy": ASK,
        "steps": [
            {
                "exec": 'go codemode.CallTool("t.remove", map[string]any{"order_id": "O-1"})\nruntime.Gosched()\n__out = 7',
                "gives": ASKED | {"pending_tool_calls": [{"id": "call_1", "needs_approval": True}]},
            },
            {"approve": "call_1"},
            {"wait": "run", "gives": {"status": "completed", "value": 7, "tool_calls": [{"status": "ok"}]}},
            {"effects": ["removed O-1"]},
        ],
    },
    {
        "case": "a refusal that an ended program did not look at",
        "shows": ["nested 9", "draining 4"],
        "policy": ASK,
        "steps": [
            {
                "exec": 'go codemode.CallTool("t.remove", map[string]any{"order_id": "O-1"})\nruntime.Gosched()\n__out = 7',
                "gives": ASKED,
            },
            {"deny": "call_1", "reason": "no"},
            {
                "wait": "run",
                "gives": {"status": "failed", "code": "nested_tool_failed", "error": has("t.remove", "no")},
            },
        ],
    },
    {
        "case": "a call that waits for approval is never made when the run is aborted or expires",
        "shows": ["wait 9", "nested 9"],
        "policy": ASK,
        "limits": {"snapshot_ttl_seconds": 1},
        "steps": [
            {"exec": REMOVE % "O-1", "gives": ASKED},
            {"abort": "run", "gives": {"code": "aborted", "tool_calls": [{"status": "never_started"}]}},
            {"approve": "call_1", "run_id": "run", "raises": "aborted"},
            {"exec": REMOVE % "O-2", "gives": ASKED},
            {"sleep": 1.15},
            {"approve": "call_1", "run_id": "run", "raises": "snapshot_expired"},
            {"effects": []},
        ],
    },
    {
        "case": "arguments that were approved are not asked for again, and each call asks for itself",
        "shows": ["nested 9"],
        "policy": ASK,
        "steps": [
            {
                "exec": 'for i := range 2 { codemode.CallTool("t.note", map[string]any{"text": fmt.Sprint(i)}) }\n__out = "done"',
                "gives": ASKED | {"pending_tool_calls": [{"id": "call_1", "arguments": {"text": "0"}}]},
            },
            {"approve": "call_1"},
            {"wait": "run", "gives": ASKED | {"pending_tool_calls": [{"id": "call_2", "arguments": {"text": "1"}}]}},
            {"approve": "call_2"},
            {"wait": "run", "gives": {"value": "done"}},
            {"effects": ["0", "1"]},
        ],
    },
]
