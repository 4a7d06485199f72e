"""Error codes that no other part of the table comes to. Those of failed calls are in the record of the call."""

from tests.contract.matching import Has, has


def failed(code, phase, **more):
    return {"status": "failed", "code": code, "phase": phase} | more


def refused(code, status, *words):
    return {
        "status": "completed",
        "value": Has(words),
        "tool_calls": [{"code": code, "status": status, "error": Has(words)}],
    }


CALL = 'name := "%s"\n_, err := codemode.CallTool(name, map[string]any{%s})\n__out = fmt.Sprint(err)'

CASES = [
    {
        "case": "parse_failed",
        "shows": ["exec 7"],
        "steps": [
            {
                "exec": "x := ",
                "gives": failed(
                    "parse_failed", "parse", diagnostics=[{"line": 1, "message": str, "excerpt": has("^")}]
                ),
            },
            {"exec": "func {", "gives": failed("parse_failed", "parse")},
            {"exec": "__out = " + "(" * 5000 + "1" + ")" * 5000, "gives": failed("parse_failed", "parse")},
        ],
    },
    {
        "case": "program_too_complex",
        "shows": ["program_too_complex"],
        "steps": [
            {
                "exec": "var x any = 1\n__out = " + '",".join([' * 60 + "x" + "])" * 60,
                "gives": failed("program_too_complex", "check", diagnostics=[{"line": 2, "hint": has("assign parts")}]),
            }
        ],
    },
    {
        "case": "check_failed",
        "shows": ["exec 7"],
        "steps": [
            {"exec": "__out = nothing", "gives": failed("check_failed", "check", error=has("undefined: nothing"))},
            {"exec": 'var n int = "a"\n__out = n', "gives": failed("check_failed", "check", error=has("cannot use"))},
            {"exec": 'codemode.CallTool("nobody.has")', "gives": failed("check_failed", "check")},
            {
                "exec": 'codemode.CallTool("t.add", map[string]any{"a": 1, "bb": 2})',
                "gives": failed("check_failed", "check", tool_calls=[]),
            },
        ],
    },
    {
        "case": "module_access_denied",
        "shows": ["exec 7"],
        "steps": [
            {"exec": f'import "{path}"\n__out = 1', "gives": failed("module_access_denied", "check", error=has(path))}
            for path in ("net/http", "os/exec", "unsafe", "syscall", "github.com/x/y")
        ],
    },
    {
        "case": "guest_error",
        "shows": ["exec 7"],
        "steps": [
            {"exec": 'return errors.New("no luck")', "gives": failed("guest_error", "guest", error="no luck")},
            {
                "exec": '_, err := strconv.Atoi("x")\nreturn err',
                "gives": failed("guest_error", "guest", error=has("invalid syntax")),
            },
            {
                "exec": 'x := codemode.CallTool("t.fail")\n__out = x',
                "gives": failed("guest_error", "guest", error="503 unavailable"),
            },
        ],
    },
    {
        "case": "guest_panic",
        "shows": ["exec 7"],
        "steps": [
            {
                "exec": 'panic("boom")',
                "gives": failed(
                    "guest_panic", "guest", error=has("boom"), exit_code=2, trace=has("goroutine 1 [running]", "main.")
                ),
            },
            {"exec": 'var m map[string]int\nm["a"] = 1', "gives": failed("guest_panic", "guest", error=has("nil map"))},
            {
                "exec": "xs := []int{}\n__out = xs[3]",
                "gives": failed("guest_panic", "guest", error=has("out of range [3] with length 0")),
            },
        ],
    },
    {
        "case": "deadlock",
        "shows": ["exec 7"],
        "steps": [
            {
                "exec": "<-make(chan int)",
                "gives": failed("deadlock", "guest", error=has("asleep"), trace=has("chan receive")),
            },
            {"exec": "var mu sync.Mutex\nmu.Lock()\nmu.Lock()", "gives": failed("deadlock", "guest")},
        ],
    },
    {
        "case": "tool_not_found",
        "shows": ["exec 8"],
        "steps": [
            {
                "exec": CALL % ("t.ad", ""),
                "gives": refused("tool_not_found", "never_started", 'there is no tool "t.ad"', 'did you mean "t.add"'),
            },
            {"exec": CALL % ("", ""), "gives": refused("tool_not_found", "never_started")},
        ],
    },
    {
        "case": "tool_denied",
        "shows": ["nested 2", "nested 11"],
        "policy": [("deny", "t.*")],
        "steps": [
            {"exec": CALL % (id, ""), "gives": refused("tool_denied", "denied", f'"{id}" may not be called')}
            for id in ("t.add", "function:t:add")
        ],
    },
    {
        "case": "invalid_tool_input",
        "shows": ["nested 4"],
        "steps": [
            {
                "exec": CALL % ("t.add", '"a": 1'),
                "gives": refused("invalid_tool_input", "never_started", "b is missing (number)"),
            },
            {
                "exec": CALL % ("t.add", '"a": 1, "b": "x"'),
                "gives": refused("invalid_tool_input", "never_started", 'b is "x" (string), must be number'),
            },
            {
                "exec": CALL % ("t.add", '"a": 1, "b": 2, "c": 3'),
                "gives": refused("invalid_tool_input", "never_started", "c is not known"),
            },
        ],
    },
    {
        "case": "invalid_tool_output",
        "shows": ["nested 7"],
        "steps": [
            {
                "exec": CALL % ("t.lies", ""),
                "gives": refused("invalid_tool_output", "error", "its result does not fit its output schema", "total"),
            }
        ],
    },
    {
        "case": "nested_tool_failed",
        "shows": ["draining 4"],
        "steps": [
            {
                "exec": CALL % ("t.fail", '"message": "out of cheese"'),
                "gives": refused("nested_tool_failed", "error", "out of cheese"),
            }
        ],
    },
]
