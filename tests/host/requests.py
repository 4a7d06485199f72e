"""What a program asks of the host, hands over or says: long names, floods of output, values without end."""

# ruff: noqa: E501 - a program is one line of its table

from __future__ import annotations

from typing import Any

from tests.host.attacks import CALLS, DONE, GOROUTINES, MEMORY, OUTPUT, STEPS, Attack
from tests.host.host import Host

# every way in which a program can make one of the parts of a reply large
FLOODS: dict[str, tuple[str, str]] = {
    "empty text": ('for { text("") }', OUTPUT),
    "empty values": ("for { json(nil) }", OUTPUT),
    "numbers as values": ("for { json(1) }", OUTPUT),
    "two streams in turn": ('for { fmt.Print("x"); print("y") }', OUTPUT),
    "many texts": ("for i := range 3000 { text(i) }\n__out = 1", DONE),
    "one long text": ('text(strings.Repeat("\\x01\\"", 1<<20))\n__out = 1', DONE),
    "a long value": ('__out = strings.Repeat("\\x01ü", 1<<20)', DONE),
    "a value of 10 MB of control characters": ('__out = strings.Repeat("\\x01", 10_000_000)', MEMORY),
    "value and output": ('fmt.Print(strings.Repeat("a", 1<<20))\n__out = strings.Repeat("b", 1<<20)', DONE),
    "a long error": ('__out = 1\nreturn errors.New(strings.Repeat("e", 5<<20))', "guest_error"),
    "a long panic": ('__out = 1\npanic(strings.Repeat("\\x01", 1<<20))', "guest_panic"),
    "error and output": (
        'json(strings.Repeat("e", 1<<20))\n__out = errors.New(strings.Repeat("e", 1<<20))',
        "guest_error",
    ),
    "a deep stack": (
        "func f(n int) int { if n == 0 { panic(`x`) }; return f(n-1) + 1 }\n__out = f(3000)",
        "guest_panic",
    ),
    "the words of a yield": ('yield_control(strings.Repeat("n", 1<<20))\n__out = 1', "guest_panic"),
    "many problems": ("\n".join(f"__out = x{i}" for i in range(3000)), "check_failed"),
    "a long name": (f"__out = {'x' * 100_000}", "check_failed"),
    "a long line that does not parse": ("__out = ((( " + "y " * 50_000, "parse_failed"),
    "many repairs": ("__out = 0\n" + "\n".join(f"y{i} = {i}" for i in range(2000)), DONE),
    "long names of tools": (
        'n := strings.Repeat("t", 1<<16)\nfor i := range 30 { _, err := codemode.CallTool(fmt.Sprint(n, i)); _ = err }\n__out = 1',
        DONE,
    ),
    "many calls": (
        'for i := range 900 { codemode.CallTool("t.get", map[string]any{"sku": "s"}) }\n__out = 1',
        DONE,
    ),
}

OUTPUTS = {
    "endless output": 'for {\n\tfmt.Println(strings.Repeat("x", 100000))\n}',
    "endless output by text and json": 'for {\n\ttext(strings.Repeat("x", 100000))\n\tjson(strings.Repeat("y", 100000))\n}',
    "endless output of many kinds": 'for i := 0; ; i++ {\n\ttext(i)\n\tjson([]any{})\n\tprintln("")\n\tfmt.Println()\n}',
    "results that are saved without end": 'for {\n\tresults.Save(strings.Repeat("x", 1_000_000))\n}',
}

LONG = 40_000_000
REQUESTS = {
    "a tool of 40 MB of name": f'_, err := codemode.CallTool(strings.Repeat("x", {LONG}))\n__out = err.Error()',
    "a stream of 40 MB of name": f'_, err := codemode.CallToolStream(strings.Repeat("x", {LONG}))\n__out = err.Error()',
    "an attempt at a tool of 40 MB of name": f'codemode.CallTool(strings.Repeat("x", {LONG}))',
    "a query of 50 MB": '__out = codemode.SearchTools(strings.Repeat("add ", 12_500_000), 5)',
    "another query of 50 MB": '__out = tools.Search(strings.Repeat("order é", 6_000_000), 50)',
    "a query of many words": 'var b strings.Builder\nfor i := range 200_000 {\n\tfmt.Fprint(&b, "word", i, " ")\n}\n__out = tools.Search(b.String(), 5)',
    "a description of 50 MB of name": '__out = tools.Describe(strings.Repeat("x", 50_000_000))',
    "a file of 40 MB of name": f'__out = API.Read(strings.Repeat("x", {LONG}))',
    "files of 40 MB of prefix": f'__out = API.List(strings.Repeat("x", {LONG}))',
    "a result of 40 MB of id": f'__out = results.Load(strings.Repeat("x", {LONG}))',
    "a result of 40 MB of id to delete": f'results.Delete(strings.Repeat("x", {LONG}))',
    "a key of 40 MB": f'store.Save(strings.Repeat("k", {LONG}), 1)',
    "a key of 40 MB to load": f'__out = store.Load(strings.Repeat("k", {LONG}))',
    "keys without end": 'for i := 0; ; i++ {\n\tstore.Save(fmt.Sprint(strings.Repeat("k", 100_000), i), 1)\n}',
    "values without end": 'for i := 0; ; i++ {\n\tstore.Save(fmt.Sprint(i), strings.Repeat("v", 1_000_000))\n}',
    "small values without end": "for i := 0; ; i++ {\n\tstore.Save(fmt.Sprint(i), i)\n}",
    "one value again and again": 'v := strings.Repeat("v", 10_000_000)\nfor {\n\tstore.Save("k", v)\n}',
    "a value of 60 MB": 'store.Save("k", strings.Repeat("v", 60_000_000))',
    "a value of many parts": 'store.Save("k", make([]int, 1_000_000))',
    "notes of 40 MB": f'yield_control(strings.Repeat("n", {LONG}))',
    "a panic of 40 MB": f'panic(strings.Repeat("\\x01", {LONG}))',
    "a panic of a large value": "panic(fmt.Sprint(make([]int, 3_000_000)))",
    "an error of 40 MB": f'return errors.New(strings.Repeat("e", {LONG}))',
    "an error as value of 40 MB": f'__out = errors.New(strings.Repeat("e", {LONG}))',
    "an end with 40 MB of words": f'log.Fatal(strings.Repeat("e", {LONG}))',
    "a value of 60 MB of text": '__out = strings.Repeat("v", 60_000_000)',
    "a value of a million numbers": "__out = make([]int, 1_000_000)",
    "a value of many small lists": "xs := make([]any, 300_000)\nfor i := range xs {\n\txs[i] = []any{}\n}\n__out = xs",
    "a value with a long key": f'__out = map[string]any{{strings.Repeat("k", {LONG}): 1}}',
    "arguments of 40 MB": f'_, err := codemode.CallTool("t.add", map[string]any{{"a": strings.Repeat("x", {LONG})}})\n__out = err.Error()',
    "arguments of a million numbers": '__out = len(codemode.CallTool("t.echo", map[string]any{"value": make([]int, 1_000_000)}))',
    "arguments with 40 MB of key": f'_, err := codemode.CallTool("t.add", map[string]any{{strings.Repeat("x", {LONG}): 1}})\n__out = err.Error()',
    "arguments of many keys": 'm := map[string]any{}\nfor i := range 200_000 {\n\tm[fmt.Sprint(i)] = i\n}\n_, err := codemode.CallTool("t.add", m)\n__out = err.Error()',
    "arguments of one object, many times": 'm, xs := map[string]any{"a": 1}, make([]any, 90_000)\nfor i := range xs {\n\txs[i] = m\n}\ncodemode.CallTool("t.echo", map[string]any{"value": xs})',
    "an echo of 30 MB": '__out = len(codemode.CallTool("t.echo", map[string]any{"value": strings.Repeat("x", 30_000_000)}))',
    "many echoes of 1 MB at once": """
var all sync.WaitGroup
for range 300 {
	all.Add(1)
	go func() {
		defer all.Done()
		codemode.CallTool("t.echo", map[string]any{"value": strings.Repeat("x", 1_000_000)})
	}()
}
all.Wait()""",
    "names of tools one after the other": 'for i := 0; ; i++ {\n\tcodemode.CallTool(fmt.Sprint("t.nothing", i))\n}',
    "near misses of names": 'for i := 0; ; i++ {\n\tcodemode.CallTool(fmt.Sprint("t.listOrdesr", i))\n}',
    "searches without end": 'for i := 0; ; i++ {\n\ttools.Search(fmt.Sprint("add ", i), 50)\n}',
    "descriptions without end": 'for {\n\ttools.Describe("t.add")\n}',
    "files without end": "for {\n\tfor _, path := range API.List() {\n\t\tAPI.Read(path)\n\t}\n}",
    "searches at once": """
for range 900 {
	go tools.Search(strings.Repeat("add two numbers ", 1000), 50)
}
time.Sleep(time.Second)""",
    "a walk over all tools": "for {\n\tfor range ALL_TOOLS {\n\t}\n}",
    "pictures without end": 'for {\n\tcodemode.CallTool("t.pictures", map[string]any{"count": 100, "size": 100_000})\n}',
    "tool calls one after the other": 'for {\n\tcodemode.CallTool("t.echo")\n}',
    "tool calls swallowed by recover": 'for {\n\tfunc() {\n\t\tdefer func() { recover() }()\n\t\tcodemode.CallTool("t.echo")\n\t}()\n}',
    "tool calls at once": 'for range 1500 {\n\tgo codemode.CallTool("t.echo")\n}\nselect {\n}',
    "streams at once": 'for range 1500 {\n\tgo codemode.CallToolStream("t.ticks")\n}\nselect {\n}',
    "streams that are read": 'for range 50 {\n\tgo func() {\n\t\ts, _ := codemode.CallToolStream("t.ticks")\n\t\tfor {\n\t\t\ts.Next()\n\t\t}\n\t}()\n}\nselect {\n}',
    "results that nobody reads": 'for range 900 {\n\tgo codemode.CallTool("t.big", map[string]any{"size": 1_000_000})\n}\nselect {\n}',
    "large results one after the other": 'for {\n\tcodemode.CallTool("t.big", map[string]any{"size": 10_000_000})\n}',
    "sleeps without end": "for {\n\ttime.Sleep(time.Microsecond)\n}",
    "timers at once": "for range 100_000 {\n\ttime.AfterFunc(time.Millisecond, func() {})\n}\ntime.Sleep(time.Hour)",
    "warnings without end": 'm := codemode.CallTool("t.echo", map[string]any{"value": map[string]any{"a": 1}})\nfor i := 0; ; i++ {\n\t_ = m[fmt.Sprint(strings.Repeat("b", 1000), i)]\n}',
}
# large requests of many goroutines: what is on the way counts, and its process does not die of it
GOES = """
var all sync.WaitGroup
for i := range {count} {
	all.Add(1)
	go func() {
		defer all.Done()
		{call}
		_ = i
	}()
}
all.Wait()"""
AT_ONCE = {
    name: GOES.replace("{count}", str(count)).replace("{call}", call)
    for name, count, call in (
        ("calls of 1 MB", 300, 'codemode.CallTool("t.echo", map[string]any{"value": strings.Repeat("x", 1_000_000)})'),
        (
            "calls of 15 MB",
            20,
            'codemode.CallTool("t.echo", map[string]any{"value": strings.Repeat("x", 15_000_000+i)})',
        ),
        (
            "calls of 60 KB",
            990,
            'codemode.CallTool("t.echo", map[string]any{"value": string(make([]byte, 60_000)), "n": i})',
        ),
        ("calls of lists", 500, 'codemode.CallTool("t.echo", map[string]any{"value": make([]any, 20_000)})'),
        ("values to save", 900, 'store.Save(fmt.Sprint(i), strings.Repeat("x", 15_000_000))'),
        ("results to save", 900, 'results.Save(strings.Repeat("\\x01", 2_600_000))'),
    )
}
# what a request may come to: it is refused, or answered, or the program is over
ENDS = frozenset({
    DONE, STEPS, MEMORY, OUTPUT, CALLS, GOROUTINES, "timeout", "pending_tools", "yield", "guest_error", "guest_panic", "nested_tool_failed",
    "tool_not_found", "invalid_tool_input", "invalid_input", "check_failed", "deadlock", "snapshot_limit_exceeded",
})  # fmt: skip
QUICK = {"max_steps": 1_000_000}


async def many_at_once(host: Host, _: Any) -> None:
    """Programs of several callers that hand over much, at the same time."""
    import asyncio

    engine = await host.engine()
    code = '__out = strings.Repeat("v", 10_000_000)'
    await asyncio.gather(*(host.exec(host.session(engine), code, timeout_ms=3000) for _ in range(4)))


async def waits_again_and_again(host: Host, _: Any) -> None:
    session = host.session(await host.engine())
    for _ in range(20):
        await host.exec(session, 'text(strings.Repeat("x", 1_000_000))\nyield_control(strings.Repeat("n", 1_000_000))')


ATTACKS = [
    Attack(name, "floods of output", code, frozenset({ends, STEPS}), timeout_ms=5000, seen=1)
    for name, (code, ends) in FLOODS.items()
]
ATTACKS += [
    Attack(
        name,
        "floods of output",
        code,
        frozenset({OUTPUT, STEPS, DONE, CALLS, "timeout"}),
        QUICK,
        3000,
        seen=1,
    )
    for name, code in OUTPUTS.items()
]
ATTACKS += [
    Attack(
        name,
        "what is asked of the host",
        code,
        ENDS,
        {} if "MB" in name else QUICK,
        1500,
        seen=2 if "store." in code else 4,
    )
    for name, code in REQUESTS.items()
]
ATTACKS += [
    Attack(f"{name}, at once", "what is asked of the host", code, ENDS, {}, 3000, seen=7)
    for name, code in AT_ONCE.items()
]
ATTACKS += [
    Attack("large values of many callers at once", "what is asked of the host", ends=ENDS, play=many_at_once, seen=4),
    Attack("runs that wait with many words", "floods of output", ends=ENDS, play=waits_again_and_again, seen=4),
]
