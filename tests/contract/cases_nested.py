"""Nested execution: policy, hooks, validation, approval; and what telemetry tells."""

from tests.contract.matching import Between, Lacks, has

ADD = '__out = codemode.CallTool("t.add", map[string]any{"a": 1, "b": 2})'
NAMES = 'names := []string{}\nfor _, t := range ALL_TOOLS { if t.SourceName == "t" { names = append(names, t.Name) } }\n__out = names'
SECRET = "s3cr3t-value"


def gives(value):
    return {"status": "completed", "value": value}


CASES = [
    {
        "case": "hooks stand around a call, and may rewrite what goes in and comes out",
        "shows": ["nested 1", "nested 3"],
        "hooks": ["rewrite"],
        "steps": [
            {"exec": ADD, "gives": gives({"result": 103})},
            {"log": {"hooks": [["before", "t.add", {"a": 1, "b": 2}], ["after", "t.add", 103]]}},
        ],
    },
    {
        "case": "what a hook rewrote is what is validated, and what a person is asked about",
        "shows": ["nested 1", "nested 4", "nested 5"],
        "hooks": ["rewrite"],
        "policy": [("ask", "t.add")],
        "steps": [
            {"exec": ADD, "gives": {"reason": "approval", "pending_tool_calls": [{"arguments": {"a": 1, "b": 102}}]}},
            {"approve": "call_1", "arguments": {"a": 5, "b": 5}},
            {"wait": "run", "gives": gives({"result": 110})},
            {
                "log": {
                    "hooks": [
                        ["before", "t.add", {"a": 1, "b": 2}],
                        ["before", "t.add", {"a": 5, "b": 5}],
                        ["after", "t.add", 110],
                    ]
                }
            },
        ],
    },
    {
        "case": "what is denied does not reach a hook, what is invalid is not asked for",
        "shows": ["nested 1"],
        "hooks": ["rewrite"],
        "policy": [("deny", "t.note"), ("ask", "t.*")],
        "steps": [
            {
                "exec": 'name := "t.note"\n_, err := codemode.CallTool(name, map[string]any{"text": "x"})\n__out = fmt.Sprint(err)',
                "gives": gives(has("may not be called")),
            },
            {
                "exec": 'name := "t.add"\n_, err := codemode.CallTool(name, map[string]any{"a": 1})\n__out = fmt.Sprint(err)',
                "gives": gives(has("b is missing")),
            },
            {"log": {"hooks": [["before", "t.add", {"a": 1}]], "effects": []}},
        ],
    },
    {
        "case": "a hook may refuse",
        "shows": ["nested 1", "tool_denied"],
        "hooks": ["refuse"],
        "steps": [
            {
                "exec": '_, err := codemode.CallTool("t.note", map[string]any{"text": "x"})\n__out = fmt.Sprint(err)',
                "gives": gives("not on a Sunday") | {"tool_calls": [{"status": "denied", "code": "tool_denied"}]},
            },
            {"effects": []},
        ],
    },
    {
        "case": "the first rule that matches decides",
        "shows": ["nested 2"],
        "policy": [
            ("allow", "t.add"),
            ("deny", "t.a*"),
            ("deny", "function:t:s*"),
            ("deny", "*.re?ove"),
            ("allow", "t.*"),
            ("deny", "*"),
        ],
        "steps": [
            {
                "exec": NAMES,
                "gives": gives(
                    [
                        "t.add",
                        "t.big",
                        "t.block",
                        "t.count",
                        "t.echo",
                        "t.fail",
                        "t.gate",
                        "t.lies",
                        "t.listOrders",
                        "t.note",
                        "t.odd",
                        "t.pictures",
                        "t.ticks",
                    ]
                ),
            },
            {"exec": ADD, "gives": gives(3)},
        ],
    },
    {
        "case": "a denied tool is neither listed nor callable by a guessed id",
        "shows": ["nested 11"],
        "policy": [("deny", "t.note")],
        "steps": [
            {"exec": NAMES, "gives": gives(Lacks("t.note"))},
            {"exec": '__out = tools.Search("write something down", 50)', "gives": gives(Lacks("t.note"))},
            {"exec": '__out = API.Read("function/t.go")', "gives": gives(Lacks("TNote"))},
            {
                "exec": '_, err := tools.Describe("t.note")\n__out = fmt.Sprint(err)',
                "gives": gives(has("there is no tool")),
            },
            {"exec": 'tools.TNote(map[string]any{"text": "x"})', "gives": {"code": "check_failed"}},
            {"exec": 'codemode.CallTool("t.note", map[string]any{"text": "x"})', "gives": {"code": "check_failed"}},
            *(
                {
                    "exec": f"parts := []string{{{', '.join(repr(c).replace(chr(39), chr(34)) for c in id)}}}\n"
                    '_, err := codemode.CallTool(strings.Join(parts, ""), map[string]any{"text": "x"})\n__out = fmt.Sprint(err)',
                    "gives": gives(has("may not be called here"))
                    | {"tool_calls": [{"status": "denied", "code": "tool_denied"}]},
                }
                for id in ("t.note", "function:t:note")
            ),
            {"effects": []},
        ],
    },
    {
        "case": "agent, session, run and call ride along",
        "shows": ["nested 8"],
        "steps": [
            {"exec": 'codemode.CallTool("t.note", map[string]any{"text": "x"})\n__out = 1', "as": ["agent 7", ""]},
            {
                "log": {
                    "contexts": [
                        lambda c: (c.agent, c.call_id) == ("agent 7", "call_1") and c.run_id.startswith("run_")
                    ]
                }
            },
        ],
    },
    {
        "case": "telemetry counts",
        "shows": ["telemetry 1", "telemetry 2", "telemetry 3", "telemetry 4", "telemetry 6"],
        "steps": [
            {
                "exec": f"""
					codemode.SearchTools("add", 3)
					tools.Search("x")
					tools.Describe("t.add")
					codemode.CallTool("t.note", map[string]any{{"text": "{SECRET}"}})
					codemode.CallTool("t.note", map[string]any{{"text": "{SECRET}"}})
					codemode.CallTool("t.echo", map[string]any{{"value": "{SECRET}"}})
					__out := 1""",
                "gives": {
                    "telemetry": {
                        "visible_tools": 21,
                        "catalog": {"function": 21},
                        "execs": 1,
                        "waits": 0,
                        "searches": 2,
                        "describes": 1,
                        "calls": 3,
                        "called": ["t.note", "t.echo"],
                        "limit": "",
                        "events": ["started", "completed"],
                        "steps": Between(5, 5000),
                        "peak_memory_bytes": Between(1, 1 << 20),
                        "ms": {phase: Between(0, 10_000) for phase in ("parse", "check", "lower", "run", "tools")},
                    }
                },
            },
            {
                "exec": f'codemode.CallTool("t.note", map[string]any{{"text": "{SECRET}"}})\n__out = 1',
                "gives": {"telemetry": Lacks(SECRET)},
            },
            {
                "exec": 'yield_control("")',
                "gives": {"telemetry": {"execs": 3, "waits": 0, "events": ["started", "waiting"]}},
            },
            {
                "wait": "run",
                "gives": {"telemetry": {"waits": 1, "events": ["started", "waiting", "resumed", "completed"]}},
            },
            {
                "exec": "for {\n}",
                "timeout_ms": 50,
                "gives": {
                    "telemetry": {"limit": "timeout", "events": ["started", "failed"], "steps": Between(100, 10**9)}
                },
            },
        ],
        "limits": {"max_steps": 10**10},
    },
]
