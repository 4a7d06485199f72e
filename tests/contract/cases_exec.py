"""exec: what goes in, and the three replies."""

from tests.contract.matching import Between, has

CALL = (
    'r, err := codemode.CallTool("t.add", map[string]any{"a": 2, "b": 3})\nif err != nil {\n\treturn err\n}\n__out = r'
)
SLEEPS = 'go func() { codemode.CallTool("t.sleep", map[string]any{"seconds": 0.01}); '
ENDS = "\ntime.Sleep(1000)\n__out = 1"
TELEMETRY = {"execs": int, "waits": int, "steps": Between(1, 10_000), "ms": dict, "events": list}

CASES = [
    {
        "case": "code is all it needs",
        "shows": ["exec 1", "exec 5"],
        "steps": [{"exec": "__out = 1 + 1", "gives": {"status": "completed", "value": 2, "has_value": True}}],
    },
    {
        "case": "a program without a value completes with none",
        "shows": ["exec 5"],
        "steps": [
            {
                "exec": 'fmt.Println("hi")',
                "gives": {"status": "completed", "value": None, "has_value": False, "exit_code": 0},
            },
            {"exec": "os.Exit(3)", "gives": {"status": "completed", "exit_code": 3}},
        ],
    },
    {
        "case": "what is printed is the result, where there is no __out",
        "shows": ["exec 10"],
        "steps": [
            *(
                {"exec": code, "gives": {"status": "completed", "value": None, "has_value": False, "repairs": list}}
                for code in (
                    "x := 1\nfmt.Println(x)",
                    "x := 1\ntext(x)\nx = 2",
                    "x := 1\njson(x)",
                    'fmt.Println(1)\ncodemode.CallTool("t.add", map[string]any{"a": 2, "b": 3})',
                    "func show(x int) { fmt.Println(x) }\nx := 1\nshow(x)",
                )
            ),
            *(
                {"exec": code, "gives": {"status": "completed", "value": value, "has_value": True}}
                for code, value in (
                    ("x := 1", 1),
                    ("if data != nil { fmt.Println(1) }\nx := 2", 2),
                    ("fmt.Println(1)\n__out = 3", 3),
                    ("fmt.Println(1)\n2 + 3", 5),
                    ("println(1)\nx := 3", 3),
                    ('codemode.CallTool("t.add", map[string]any{"a": 2, "b": 3})', 5),
                )
            ),
        ],
    },
    {
        "case": "an error in __out is a failure",
        "shows": ["exec 11", "guest_error"],
        "steps": [
            *(
                {
                    "exec": code,
                    "gives": {"status": "failed", "code": "guest_error", "error": "no stock", "phase": "guest"},
                }
                for code in (
                    '__out = errors.New("no stock")',
                    'err := errors.New("no stock")\n__out = err\nreturn',
                    'err := errors.New("no stock")\ndefer func() { __out = err }()',
                    '__out = errors.New("no stock")\nos.Exit(0)',
                    "type E struct{ Text string }\nfunc (e E) Error() string { return e.Text }\n__out = E{`no stock`}",
                    "package main\nimport `errors`\nfunc main() { __out = errors.New(`no stock`) }",
                )
            ),
            {"exec": "var err error\n__out = err", "gives": {"status": "completed", "value": None, "has_value": True}},
            {
                "exec": '__out = map[string]any{"error": errors.New("no stock")}',
                "gives": {"status": "completed", "value": {"error": ...}},
            },
            {
                "exec": "type E struct{ A int }\nfunc (e *E) Error() string { return fmt.Sprint(e.A) }\nvar e *E\n__out = e",
                "gives": {"status": "failed", "code": "guest_panic", "error": has("nil pointer")},
            },
        ],
    },
    {
        "case": "goroutines that are left behind are told",
        "shows": ["exec 12"],
        "steps": [
            *(
                {
                    "exec": code,
                    "gives": {
                        "status": "completed",
                        "value": 1,
                        "warnings": [{"code": "goroutines_left", "line": line, "message": has(*words)}],
                    },
                }
                for code, line, words in (
                    (
                        'x := 1\ngo codemode.CallTool("t.note", map[string]any{"text": "x"})\n__out = x',
                        2,
                        ["not begun"],
                    ),
                    ("for range 300 {\n\tgo func() { text(1) }()\n}\n__out = 1", 2, ["300 goroutines", "not begun"]),
                    (
                        SLEEPS + 'codemode.CallTool("t.note", map[string]any{"text": "x"}) }()' + ENDS,
                        1,
                        ["tools to call"],
                    ),
                    ('func f() { codemode.CallTool("t.echo") }\n' + SLEEPS + "f() }()" + ENDS, 2, ["tools to call"]),
                    (SLEEPS.replace("{", "{ for {", 1) + "} }()" + ENDS, 1, ["tools to call"]),
                    ("var wg sync.WaitGroup\nwg.Go(func() { text(1) })\n__out = 1", 2, ["not begun"]),
                    (
                        "var wg sync.WaitGroup\n"
                        + SLEEPS.replace("go func", "wg.Go(func")
                        + 'codemode.CallTool("t.echo") })'
                        + ENDS,
                        2,
                        ["tools to call"],
                    ),
                    ("var g errgroup.Group\ng.Go(func() error { text(1); return nil })\n__out = 1", 2, ["not begun"]),
                    (
                        'time.AfterFunc(1, func() {\n\ttime.Sleep(5 * time.Millisecond)\n\tcodemode.CallTool("t.echo")\n})'
                        + ENDS,
                        1,
                        ["tools to call"],
                    ),
                    (
                        "ctx, cancel := context.WithCancel(context.Background())\n"
                        "context.AfterFunc(ctx, func() { text(1) })\ncancel()\n__out = 1",
                        2,
                        ["not begun"],
                    ),
                )
            ),
            *(
                {"exec": code, "gives": {"status": "completed", "value": 1, "warnings": []}}
                for code in (
                    SLEEPS + "}()" + ENDS,
                    "time.AfterFunc(time.Hour, func() { text(1) })\n__out = 1",
                    "var wg sync.WaitGroup\nwg.Go(func() { text(1) })\nwg.Wait()\n__out = 1",
                    "done := make(chan bool)\ngo func() { done <- true }()\n<-done\n__out = 1",
                    'go codemode.CallTool("t.sleep", map[string]any{"seconds": 0.01})' + ENDS,
                    'jobs := make(chan int)\ngo func() { for range jobs { codemode.CallTool("t.echo") } }()\njobs <- 1'
                    + ENDS.replace("1000", "50 * time.Millisecond"),
                )
            ),
            {"effects": ["", "", "", "", "", ""]},
        ],
    },
    {
        "case": "the error of a call that is dropped is told",
        "shows": ["exec 13"],
        "steps": [
            *(
                {
                    "exec": code,
                    "gives": {
                        "status": "completed",
                        "value": None,
                        "warnings": [
                            {"code": "dropped_error", "line": 1, "message": "the error of t.fail was dropped: off"}
                        ],
                    },
                }
                for code in (
                    'r, _ := codemode.CallTool("t.fail", map[string]any{"message": "off"})\n__out = r',
                    '__out, _ = codemode.CallTool("t.fail", map[string]any{"message": "off"})',
                    'var r, _ = tools.Call("t.fail", map[string]any{"message": "off"})\n__out = r',
                    'for range 50 { r, _ := codemode.CallTool("t.fail", map[string]any{"message": "off"}); __out = r }',
                )
            ),
            {
                "exec": 'r, err := codemode.CallTool("t.fail", map[string]any{"message": "off"})\n__out = r',
                "gives": {
                    "value": None,
                    "warnings": [
                        {
                            "message": "declared and not used: err",
                            "hint": "look at it before you use the result: if err != nil { return err }",
                        },
                        {"code": "dropped_error", "message": "the error of t.fail was dropped: off"},
                    ],
                },
            },
            {
                "exec": 'r, _ := codemode.CallTool("t.add", map[string]any{"a": 1, "b": 1})\n__out = r',
                "gives": {"value": 2, "warnings": []},
            },
            {
                "exec": 'for i := range 100 { r, _ := codemode.CallTool("t.fail", map[string]any{"message": fmt.Sprint(i)}); _ = r }\n__out = 1',
                "gives": {"value": 1, "warnings": [{"code": "dropped_error"}] * 20},
            },
        ],
    },
    {
        "case": "the alias of code",
        "shows": ["exec 2"],
        "steps": [
            {"exec": None, "command": "__out = 1", "gives": {"status": "completed", "value": 1}},
            {"exec": "__out = 1", "command": " \n", "gives": {"status": "completed", "value": 1}},
            {"exec": "  ", "command": "__out = 2", "gives": {"status": "completed", "value": 2}},
            {"exec": "__out = 1", "command": "__out = 1", "gives": {"status": "completed", "value": 1}},
            {
                "exec": "__out = 1",
                "command": "__out = 2",
                "gives": {"status": "failed", "code": "invalid_input", "phase": "input", "error": has("differ")},
            },
        ],
    },
    {
        "case": "input that is no text, or no program",
        "shows": ["exec 1", "exec 2", "invalid_input"],
        "steps": [
            {"exec": code, "gives": {"status": "failed", "code": "invalid_input", "phase": "input", "run_id": ""}}
            for code in (None, "", " \t\n", 3, ["__out = 1"])
        ]
        + [{"exec": "// " + "x" * 300_000, "gives": {"status": "failed", "code": "invalid_input", "phase": "input"}}],
    },
    {
        "case": "the language is Go",
        "shows": ["exec 3", "unsupported_language"],
        "steps": [
            *(
                {"exec": "__out = 1", "language": name, "gives": {"value": 1}}
                for name in ("go", "Go", " golang ", None)
            ),
            *(
                {"exec": "1", "language": name, "gives": {"code": "unsupported_language", "phase": "input"}}
                for name in ("python", "javascript", 3)
            ),
        ],
    },
    {
        "case": "a shell command is refused with an example",
        "shows": ["exec 4"],
        "steps": [
            {
                "exec": code,
                "gives": {
                    "code": "invalid_input",
                    "phase": "input",
                    "error": has("shell", "codemode.SearchTools", "__out ="),
                },
            }
            for code in (
                "ls -la",
                "cat /etc/passwd",
                "pip install requests",
                "#!/bin/bash\necho hi",
                "$ curl http://x/",
            )
        ],
    },
    {
        "case": "a completed reply has all its parts",
        "shows": ["exec 5", "exec 8"],
        "steps": [
            {
                "exec": f'unused := 1\nfmt.Println("hi")\n{CALL.replace("__out = r", "__out := r")}',
                "gives": {
                    "status": "completed",
                    "value": 5,
                    "run_id": has("run_"),
                    "output": [{"type": "text", "text": "hi\n", "stream": "stdout"}],
                    "repairs": [{"line": 7, "message": has("__out")}],
                    "warnings": [{"message": has("unused"), "line": 1, "severity": "warning"}],
                    "tool_calls": [
                        {"id": "call_1", "tool": "t.add", "status": "ok", "ms": Between(0, 5000), "error": ""}
                    ],
                    "telemetry": TELEMETRY,
                },
            }
        ],
    },
    {
        "case": "a waiting reply has all its parts, and goes on",
        "shows": ["exec 6", "exec 8", "wait 1"],
        "steps": [
            {
                "exec": 'fmt.Println("begin")\n__out = codemode.CallTool("t.gate", map[string]any{"name": "g"})',
                "timeout_ms": 200,
                "gives": {
                    "status": "waiting",
                    "run_id": has("run_"),
                    "reason": "pending_tools",
                    "pending_tool_calls": [
                        {
                            "id": "call_1",
                            "tool": "t.gate",
                            "ms": Between(20, 5000),
                            "queued": False,
                            "needs_approval": False,
                        }
                    ],
                    "output": [{"text": "begin\n"}],
                    "tool_calls": [{"id": "call_1", "tool": "t.gate", "status": "in_doubt"}],
                    "telemetry": {"events": ["started", "waiting"]},
                },
            },
            {"open": "g"},
            {
                "wait": "run",
                "gives": {
                    "status": "completed",
                    "value": "g",
                    "output": [],
                    "tool_calls": [{"id": "call_1", "status": "ok"}],
                },
            },
        ],
    },
    {
        "case": "a failed reply has all its parts",
        "shows": ["exec 7", "exec 8", "exec 9"],
        "steps": [
            {
                "exec": f'fmt.Print("before")\n{CALL}\n_, err = codemode.CallTool("t.fail")\nreturn err',
                "gives": {
                    "status": "failed",
                    "code": "guest_error",
                    "error": "503 unavailable",
                    "phase": "guest",
                    "diagnostics": [
                        {"line": 8, "column": int, "message": has("503"), "excerpt": has("return err", "^")}
                    ],
                    "output": [{"text": "before"}],
                    "tool_calls": [
                        {"id": "call_1", "tool": "t.add", "status": "ok"},
                        {
                            "id": "call_2",
                            "tool": "t.fail",
                            "status": "error",
                            "error": "503 unavailable",
                            "ms": Between(0, 5000),
                        },
                    ],
                    "telemetry": TELEMETRY,
                },
            }
        ],
    },
    {
        "case": "problems of the text come all at once, with place, hint and excerpt",
        "shows": ["exec 7", "check_failed"],
        "steps": [
            {
                "exec": 'x := r2\ny := string.ToUpper("a")\n__out = x + y',
                "gives": {
                    "status": "failed",
                    "code": "check_failed",
                    "phase": "check",
                    "diagnostics": [
                        {"line": 1, "column": 6, "message": "undefined: r2", "excerpt": has("x := r2", "^^")},
                        {"line": 2, "message": str, "hint": has("strings")},
                    ],
                    "tool_calls": [],
                },
            }
        ],
    },
    {
        "case": "each call has its status",
        "shows": ["exec 8", "exec 9"],
        "policy": [("deny", "t.remove")],
        "steps": [
            {
                "exec": """
					for _, name := range []string{"t.note", "t.fail", "t.remove", "t.nobody", "t.add"} {
						_, _ = codemode.CallTool(name, map[string]any{"text": "x"})
					}
					_, _ = codemode.CallTool("t.fail", map[string]any{})
					go codemode.CallTool("t.gate", map[string]any{"name": "g"})
					for {
					}""",
                "timeout_ms": 500,
                "gives": {
                    "code": "timeout",
                    "tool_calls": [
                        {"tool": "t.note", "status": "ok"},
                        {"tool": "t.fail", "status": "never_started", "error": has("text is not known")},
                        {"tool": "t.remove", "status": "denied"},
                        {"tool": "t.nobody", "status": "never_started"},
                        {"tool": "t.add", "status": "never_started", "error": has("a is missing")},
                        {"tool": "t.fail", "status": "error"},
                        {"tool": "t.gate", "status": "in_doubt"},
                    ],
                },
            },
            {"effects": ["x"]},
        ],
        "limits": {"max_steps": 10**10},
    },
    {
        "case": "the two tools that a model calls",
        "shows": ["exec 1", "wait 1"],
        "steps": [
            {"handle": "exec", "arguments": {"code": "__out = 5"}, "gives": {"status": "completed", "value": 5}},
            {"handle": "exec", "arguments": {"command": "__out = 5"}, "gives": {"status": "completed", "value": 5}},
            {
                "handle": "exec",
                "arguments": {"code": 'yield_control("x")\n__out = 2'},
                "gives": {"reason": "yield", "note": "x"},
            },
            {"handle": "wait", "arguments": {"run_id": "run"}, "gives": {"status": "completed", "value": 2}},
            *(
                {"handle": name, "arguments": given, "gives": {"code": "invalid_input", "phase": "input"}}
                for name, given in [
                    ("exec", {}),
                    ("wait", {}),
                    ("wait", {"run_id": 3}),
                    ("ls", {}),
                    ("exec", [1]),
                    ("exec", None),
                ]
            ),
        ],
    },
]
