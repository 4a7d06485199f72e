"""What guest code can say, and the catalog that it sees."""

from tests.contract.matching import Lacks, has

IDS = "ids := []string{}\nfor _, t := range ALL_TOOLS { ids = append(ids, t.ID) }\n__out = ids"
NUMBERS = "func numbers(r any) (float64, float64) { return r.a, r.b }"


def gives(value):
    return {"status": "completed", "value": value}


def search(query, *names):
    code = f'names := []string{{}}\nfor _, t := range tools.Search("{query}", {len(names) or 5}) {{ names = append(names, t.Name) }}\n__out = names'
    return {"exec": code, "gives": gives(list(names))}


CASES = [
    {
        "case": "a tool is called by its name or its id",
        "shows": ["guest 1", "guest 14"],
        "steps": [
            {"exec": f'__out = codemode.CallTool("{name}", map[string]any{{"a": 2, "b": 3}})', "gives": gives(5)}
            for name in ("t.add", "function:t:add")
        ],
    },
    {
        "case": "arguments are one map, one struct, or nothing",
        "shows": ["guest 14"],
        "steps": [
            *(
                {"exec": f'args := {args}\n__out = codemode.CallTool("t.add", args)', "gives": gives(5)}
                for args in (
                    'map[string]any{"a": 2, "b": 3}',
                    'map[string]int{"a": 2, "b": 3}',
                    "struct{ A, B float64 }{2, 3}",
                    '&struct{ X float64 `json:"a"`; Y float64 `json:"b"` }{2, 3}',
                )
            ),
            {"exec": '__out = codemode.CallTool("t.echo")', "gives": gives(None)},
            {"exec": '__out = codemode.CallTool("t.echo", nil)', "gives": gives(None)},
            *(
                {
                    "exec": f'var x any = {args}\n_, err := codemode.CallTool("t.add", x)\n__out = fmt.Sprint(err)',
                    "gives": gives(has("one map or struct", told)),
                }
                for args, told in (
                    ('"text"', "a string"),
                    ("3", "a number"),
                    ("[]int{1}", "a list"),
                    ("true", "a boolean"),
                )
            ),
        ],
    },
    {
        "case": "streams",
        "shows": ["guest 2"],
        "steps": [
            {
                "exec": """
					s, err := codemode.CallToolStream("t.count", map[string]any{"to": 3})
					list := []any{err}
					for {
						v, err := s.Next()
						if err == io.EOF {
							break
						}
						list = append(list, v)
					}
					_, err = s.Next()
					__out = append(list, errors.Is(err, io.EOF))""",
                "gives": gives([None, 1, 2, 3, True]) | {"tool_calls": [{"tool": "t.count", "status": "ok"}]},
            },
            {
                "exec": 's := codemode.CallToolStream("t.count", map[string]any{"to": 4})\nn := 0\nfor v := range s.All() { n += int(v) }\n__out = n',
                "gives": gives(10),
            },
            {
                "exec": 's := codemode.CallToolStream("t.ticks")\nv := s.Next()\ns.Close()\n_, err := s.Next()\n__out = []any{v, err}',
                "gives": gives([1, "EOF"]),
            },
            {"sleep": 0.05},
            {"cancelled": ["ticks"]},
        ],
    },
    {
        "case": "searching gives tools with their schemas",
        "shows": ["guest 3", "guest 6"],
        "steps": [
            {
                "exec": 'found, err := codemode.SearchTools("add two numbers", 1)\n__out = []any{err, found}',
                "gives": gives(
                    [
                        None,
                        [
                            {
                                "id": "function:t:add",
                                "name": "t.add",
                                "inputs": {"required": ["a", "b"]},
                                "outputs": {"type": "number"},
                            }
                        ],
                    ]
                ),
            }
        ],
    },
    {
        "case": "formatting",
        "shows": ["guest 4"],
        "steps": [
            {"exec": '__out = codemode.Sprintf("%05.1f|%q", 3.14159, "x")', "gives": gives('003.1|"x"')},
            {
                "exec": 'err := codemode.Errorf("outer: %w", io.EOF)\n__out = []any{err, errors.Is(err, io.EOF)}',
                "gives": gives(["outer: EOF", True]),
            },
        ],
    },
    {
        "case": "ALL_TOOLS has compact entries",
        "shows": ["guest 5"],
        "steps": [
            {
                "exec": "__out = ALL_TOOLS[len(ALL_TOOLS)-1]",
                "gives": gives(
                    {
                        "id": "function:u:do_it",
                        "name": "u.do_it",
                        "label": "u.do_it",
                        "description": "",
                        "source": "function",
                        "source_name": "u",
                    }
                ),
            },
            {"exec": "__out = len(ALL_TOOLS[0])", "gives": {"status": "failed", "code": "check_failed"}},
            {"exec": "b, _ := json.Marshal(ALL_TOOLS)\n__out = string(b)", "gives": gives(Lacks("properties"))},
        ],
    },
    {
        "case": "package tools",
        "shows": ["guest 6", "catalog 6"],
        "steps": [
            {"exec": '__out = tools.Call("function:t:add", map[string]any{"a": 1, "b": 2})', "gives": gives(3)},
            {
                "exec": '__out = []any{tools.TAdd(map[string]any{"a": 1, "b": 2}), tools.t_add(map[string]any{"a": 2, "b": 2})}',
                "gives": gives([3, 4]),
            },
            {
                "exec": '__out = []any{tools.TNote(map[string]any{"text": "x"}), tools.t_note(map[string]any{"text": "y"})}',
                "gives": gives(["noted x", "noted y"]),
            },
            {
                "exec": '__out = tools.Describe("t.add")',
                "gives": gives(
                    {
                        "id": "function:t:add",
                        "declaration": has(
                            "// Add two numbers.", "func ", "A float64", "B float64", ") (float64, error)"
                        ),
                        "input_schema": {"required": ["a", "b"]},
                        "output_schema": {"type": "number"},
                    }
                ),
            },
            {
                "exec": '_, err := tools.Describe("t.ad")\n__out = fmt.Sprint(err)',
                "gives": gives(has('there is no tool "t.ad"', 'did you mean "t.add"')),
            },
        ],
    },
    {
        "case": "the catalog as files that cannot be written",
        "shows": ["guest 8"],
        "steps": [
            {
                "exec": "__out = API.List()",
                "gives": gives(
                    ["function/c.go", "function/evil.go", "function/late.go", "function/t.go", "function/u.go"]
                ),
            },
            {"exec": '__out = API.List("function/t")', "gives": gives(["function/t.go"])},
            {
                "exec": '__out = API.Read("function/t.go")',
                "gives": gives(has("package t\n", "// Add two numbers.", "func TNote(in struct {")),
            },
            {
                "exec": '_, err := API.Read("../../etc/passwd")\n__out = fmt.Sprint(err)',
                "gives": gives(has("there is no file")),
            },
            {"exec": 'API.Write("function/t.go", "x")', "gives": {"code": "check_failed"}},
        ],
    },
    {
        "case": "data is what the host passed in, and cannot be assigned",
        "shows": ["guest 13"],
        "steps": [
            {"exec": "__out = data.user.name", "data": {"user": {"name": "Ada"}}, "gives": gives("Ada")},
            {"exec": "__out = data", "gives": gives(None)},
            {"exec": "data = 3", "data": 1, "gives": {"code": "check_failed", "error": has("data")}},
            *(
                {
                    "exec": "__out = 1",
                    "data": odd,
                    "gives": {"code": "invalid_input", "phase": "input", "error": has("data")},
                }
                for odd in (object(), [print])
            ),
        ],
    },
    {
        "case": "calls at the same time",
        "shows": ["guest 15"],
        "steps": [
            {
                "exec": """
					tasks := []func() (any, error){}
					for _, name := range []string{"a", "b", "c"} {
						tasks = append(tasks, func() (any, error) {
							return codemode.CallTool("t.sleep", map[string]any{"seconds": 0.05, "name": name})
						})
					}
					__out = codemode.Parallel(tasks)""",
                "gives": gives(["a", "b", "c"]),
            },
            {"log": {"most_running": 3}},
            {
                "exec": """
					var wg sync.WaitGroup
					for range 3 {
						wg.Add(1)
						go func() {
							defer wg.Done()
							codemode.CallTool("t.sleep", map[string]any{"seconds": 0.02, "name": "x"})
						}()
					}
					wg.Wait()
					__out = 1""",
                "gives": gives(1) | {"tool_calls": [{"status": "ok"}] * 3},
            },
        ],
    },
    # --- the catalog ------------------------------------------------------------------------------------------------
    {
        "case": "ids are of one form, unique and always the same",
        "shows": ["catalog 1", "catalog 2"],
        "steps": [
            {
                "exec": IDS,
                "gives": gives(
                    [
                        "function:c:exec",
                        "function:c:wait",
                        "function:evil:tool",
                        "function:late:t.add",
                        "function:t:add",
                        "function:t:big",
                        "function:t:block",
                        "function:t:count",
                        "function:t:echo",
                        "function:t:fail",
                        "function:t:gate",
                        "function:t:lies",
                        "function:t:listOrders",
                        "function:t:note",
                        "function:t:odd",
                        "function:t:pictures",
                        "function:t:remove",
                        "function:t:sleep",
                        "function:t:ticks",
                        "function:u:do-it",
                        "function:u:do_it",
                    ]
                ),
            }
        ],
    },
    {
        "case": "control tools are not in the catalog, and cannot be called",
        "shows": ["catalog 2"],
        "steps": [
            {
                "exec": f'name := "{name}"\n_, err := codemode.CallTool(name)\n__out = fmt.Sprint(err)',
                "gives": gives(has("there is no tool")),
            }
            for name in ("exec", "wait", "search_tools", "x.codemode.run_code", "function:c:search_tools")
        ]
        + [
            # a host's own tool that is called like one of ours has its id
            {
                "exec": '_, err := codemode.CallTool("function:c:exec", map[string]any{})\n__out = fmt.Sprint(err)',
                "gives": gives(Lacks("there is no tool")),
            },
        ],
    },
    {
        "case": "of two tools of one name the first has it, the other its id",
        "shows": ["catalog 3"],
        "steps": [
            {"exec": '__out = codemode.CallTool("t.add", map[string]any{"a": 1, "b": 1})', "gives": gives(2)},
            {"exec": '__out = tools.Call("function:late:t.add")', "gives": gives("the second")},
        ],
    },
    {
        "case": "of two tools of one safe name neither has it",
        "shows": ["catalog 4"],
        "steps": [
            {"exec": "__out = tools.UDoIt()", "gives": {"code": "check_failed"}},
            {"exec": "__out = tools.u_do_it()", "gives": {"code": "check_failed"}},
            {
                "exec": '__out = []any{codemode.CallTool("u.do-it"), codemode.CallTool("u.do_it")}',
                "gives": gives(["dash", "line"]),
            },
        ],
    },
    {
        "case": "search finds words in names, parts of names, descriptions, tags and parameters",
        "shows": ["catalog 5"],
        "steps": [
            search("t.note", "t.note"),
            search("orders", "t.listOrders"),
            search("list order", "t.listOrders"),
            search("LISTING ORDERS", "t.listOrders"),
            search("customer", "t.listOrders"),
            search("sales", "t.listOrders"),
            search("order_id delete", "t.remove"),
            search("deleting", "t.remove"),
            search("do it", "u.do-it", "u.do_it"),
            search("zzzz"),
        ],
    },
    {
        "case": "a tool without output schema says so, and shows what was observed",
        "shows": ["catalog 7", "catalog 6"],
        "limits": {"search_default_limit": 7},
        "steps": [
            {
                "exec": '__out = tools.Describe("t.echo")',
                "gives": gives({"output_schema": None, "observed_output": None, "declaration": has("(any, error)")}),
            },
            {
                "exec": 'codemode.CallTool("t.echo", map[string]any{"value": []any{map[string]any{"id": 1, "secret": "tok3n"}}})\n__out = 1',
                "gives": gives(1),
            },
            {
                "exec": 'd := tools.Describe("t.echo")\n__out = []any{d.observed_output, d.declaration}',
                "gives": gives([has('`json:"id"`', "[]struct"), str]),
            },
            {"exec": '__out = tools.Describe("t.echo")', "gives": gives(Lacks("tok3n"))},
        ],
    },
    {
        "case": "descriptions and schemas are data",
        "shows": ["catalog 8"],
        "steps": [
            {"exec": '__out = API.Read("function/evil.go")', "gives": gives(Lacks("\nfunc main()"))},
            {"exec": '__out = API.Read("function/evil.go")', "gives": gives(Lacks("\nevil()"))},
            {"exec": '__out = tools.Describe("evil.tool").declaration', "gives": gives(Lacks("\nfunc main"))},
            {"exec": '__out = codemode.CallTool("evil.tool", map[string]any{"x": 1})', "gives": {"status": str}},
        ],
    },
    {
        "case": "strict programs say their types",
        "shows": ["guest 1"],
        "strict": True,
        "steps": [
            {
                "exec": 'r, _ := codemode.CallTool("t.add", map[string]any{"a": 1, "b": 2})\n__out = r.(float64) + 1',
                "gives": gives(4),
            },
            {
                "exec": 'r, _ := codemode.CallTool("t.add", map[string]any{"a": 1, "b": 2})\n__out = r + 1',
                "gives": {"code": "check_failed"},
            },
        ],
    },
]
