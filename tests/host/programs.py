"""Programs that run until somebody ends them, hold what nobody counts, or have the compiler do the work."""

# ruff: noqa: E501 - a program is one line of its table

from __future__ import annotations

from typing import Any

from codemode.errors import CodeModeError
from tests.host.attacks import CHECK, DEPTH, DONE, GOROUTINES, ISOLATIONS, MEMORY, PARSE, STEPS, Attack
from tests.host.forms import NESTS, ROWS, nest, row
from tests.host.host import Host

MILLISECONDS = 300  # that a program gets whose end is its time

# what computes until its time is over
BUSY = [
    "for {\n}",
    "func() {\n\tdefer func() { recover() }()\n\tfor {\n\t}\n}()",
    "m := map[int]int{}\nfor i := 0; ; i++ {\n\tm[i%1000] += i\n}",
    's := strings.Repeat("ab ", 1000)\nfor {\n\t_ = strings.Fields(s)\n}',
    "xs := make([]int, 100000)\nfor {\n\tsort.Ints(xs)\n\tsort.Sort(sort.Reverse(sort.IntSlice(xs)))\n}",
    's := strings.Repeat("a", 60000)\nfor {\n\t_ = regexp.MustCompile(`(a|aa)+b`).MatchString(s)\n}',
    "for {\n\t_, _ = json.Marshal(make([]int, 10000))\n}",
    "for {\n\tgo func() {\n\t}()\n\truntime.Gosched()\n}",
    'for {\n\tcodemode.SearchTools("add two numbers", 5)\n}',
    "for {\n\ttime.Sleep(time.Microsecond)\n}",
]

LIMITS: dict[str, tuple[str, set[str]]] = {
    "a limit in a goroutine": ("go func() {\n\tdefer func() { recover() }()\n\tfor {\n\t}\n}()\nselect {\n}", {STEPS}),
    "memory in channels": ("c := make(chan []byte, 1000)\nfor {\n\tc <- make([]byte, 1<<20)\n}", {MEMORY}),
    "memory in goroutines": (
        "for {\n\tgo func() {\n\t\ts := make([]byte, 1<<20)\n\t\tselect {\n\t\t}\n\t\t_ = s\n\t}()\n\truntime.Gosched()\n}",
        {MEMORY},
    ),
    "a source with NUL": ("__out = 1\0", {"invalid_input"}),
    "half a surrogate pair as source": ("__out = '\ud800'", {"invalid_input"}),
    "types without end": ("type T struct{ t T }\n__out = T{}", {CHECK}),
    "a deadlock of many": ("c := make(chan int)\nfor range 100 {\n\tgo func() { <-c }()\n}\n<-c", {"deadlock"}),
    "a source of 20 MB of spaces": (" " * 20_000_000 + "x", {"invalid_input"}),
    "an error that is nil": ("var e *csv.ParseError\n_ = e.Error()", {"guest_panic"}),
    "a mismatch that is nil": ("var e *json.UnmarshalTypeError\n_ = e.Error()", {"guest_panic"}),
    "runes of nothing": ("bufio.ScanRunes(nil, false)", {"guest_panic"}),
}

# memory that is in no variable of the program
HIDDEN: dict[str, str] = {
    "values on the stack of a recursion": """
func g(s string, n int) int { return len(s) + n }
func f(n int) int {
	if n == 0 {
		return 0
	}
	return g(strings.Repeat("x", 600_000+n), f(n-1))
}
__out = f(4000)""",
    "what is done once, in what is done once": """
f := func() {}
for {
	x := make([]byte, 1_000_000)
	x[0] = 1
	g := f
	f = sync.OnceFunc(sync.OnceFunc(func() { x[0]++; g() }))
}""",
    "a chain of what is done once": "f := func() {}\nfor {\n\tf = sync.OnceFunc(sync.OnceFunc(f))\n}",
    "arguments of goroutines that wait": """
func g(s string, n int) int { return len(s) + n }
c := make(chan int)
for i := range 900 {
	go func() { g(strings.Repeat("x", 2_000_000+i), <-c) }()
	runtime.Gosched()
}
<-c""",
    "arguments of calls under way": """
for i := range 900 {
	go codemode.CallTool("t.sleep", map[string]any{"seconds": 30, "name": strings.Repeat("x", 2_000_000+i)})
	runtime.Gosched()
}
select {}""",
    "operands that wait for a channel": """
c := make(chan string)
for i := range 900 {
	go func() { _ = strings.Repeat("x", 2_000_000+i) + <-c }()
	runtime.Gosched()
}
select {}""",
    "frames that defer much": """
func f(n int) {
	defer func(s string) { _ = s }(strings.Repeat("x", 600_000+n))
	if n > 0 {
		f(n - 1)
	}
}
f(4000)""",
}

# one step of the program, and seconds of work if it is not cut
LONG: dict[str, str] = {
    "an expression that backtracks over 2 MB": 're := regexp.MustCompile("(?:a{0,500}){2}b")\n__out = re.MatchString(strings.Repeat("a", 2_000_000))',
    "submatches over 2 MB": 're := regexp.MustCompile("(a{0,100})(a{0,100})(a{0,100})b")\n__out = re.FindAllStringSubmatch(strings.Repeat("a", 2_000_000), -1) == nil',
    "complex keys of one hash": "m := map[complex128]int{}\nfor i := range 200_000 {\n\tk := float64(i)\n\tm[complex(-1000003*k, k)] = i\n}",
    "arrays of complex keys of one hash": "m := map[[1]complex128]int{}\nfor i := range 200_000 {\n\tk := float64(i)\n\tm[[1]complex128{complex(-1000003*k, k)}] = i\n}",
    "structs of complex keys of one hash": "type K struct{ c complex128 }\nm := map[K]int{}\nfor i := range 200_000 {\n\tk := float64(i)\n\tm[K{complex(-1000003*k, k)}] = i\n}",
    "complex keys of one hash, as any": "m := map[any]int{}\nfor i := range 200_000 {\n\tk := float64(i)\n\tm[complex(-1000003*k, k)] = i\n}",
    # keys that fill one way through the table, and others that are looked for all along it
    "integer keys that are looked for at each place": """
const places = 1 << 18
m, filled, at := map[int]int{}, make([]bool, places), 0
for range places / 2 {
	m[at], filled[at] = 1, true
	at = (5*at + 1) % places
}
keys := []int{}
for h := places; len(keys) < 50; h += 7919 {
	i, rest := h%places, h
	found := filled[i]
	for found && rest > 0 {
		rest >>= 5
		i = (5*i + rest + 1) % places
		found = filled[i]
	}
	if found && m[h] == 0 {
		keys = append(keys, h)
	}
}
for {
	for _, k := range keys {
		_ = m[k]
	}
}""",
    "whole floats of one hash": "m := map[float64]int{}\nfor i := range 200_000 {\n\tm[math.Ldexp(1, 61*(i%16))+float64(i)] = i\n}",
    "json.Valid of 30 MB": '__out = json.Valid([]byte("[" + strings.Repeat("1,", 15_000_000) + "1]"))',
    "json.Unmarshal of 20 MB": 'var v any\n__out = json.Unmarshal([]byte("[" + strings.Repeat("1,", 10_000_000) + "1]"), &v) == nil',
    "json.Indent of 10 MB": 'var b bytes.Buffer\n__out = json.Indent(&b, []byte("[" + strings.Repeat("1,", 5_000_000) + "1]"), "", " ") == nil',
    "an inverse of 4 MB of number": "a := new(big.Int).Lsh(big.NewInt(1), 400_001)\na.Add(a, big.NewInt(1))\nb := new(big.Int).Lsh(big.NewInt(1), 400_000)\nb.Add(b, big.NewInt(3))\n__out = new(big.Int).ModInverse(b, a) != nil",
    "a power of a number": "__out = new(big.Int).Exp(big.NewInt(3), big.NewInt(5_000_000), nil).BitLen()",
    "a power of a long number in a field": "m := new(big.Int).Lsh(big.NewInt(1), 50_000)\nm.Sub(m, big.NewInt(1))\n__out = new(big.Int).Exp(big.NewInt(3), m, m).BitLen()",
    "digits of a long number": "__out = len(new(big.Int).Lsh(big.NewInt(1), 3_000_000).String())",
    "a number of many digits": '_, ok := new(big.Int).SetString(strings.Repeat("7", 1_000_000), 10)\n__out = ok',
    "strconv.Unquote of 30 MB": 's, err := strconv.Unquote("\\"" + strings.Repeat("\\\\n", 15_000_000) + "\\"")\n__out = []any{len(s), err == nil}',
    "strconv.Quote of 20 MB": '__out = len(strconv.Quote(strings.Repeat("\\n", 20_000_000)))',
    "a sort of a million": "xs := make([]int, 1_000_000)\nfor i := range xs {\n\txs[i] = (i * 7919) % 1000003\n}\nsort.Ints(xs)",
    "a walk over much memory": "xs := [][]any{}\nfor range 20 {\n\tys := make([]any, 50_000)\n\tfor i := range ys {\n\t\tys[i] = i\n\t}\n\txs = append(xs, ys)\n}\nfor {\n\t_ = make([]byte, 1_000_000)\n}",
    "fields of 20 MB": '__out = len(strings.Fields(strings.Repeat("a ", 2_000_000)))',
    "lines split and joined": 's := strings.Repeat("a\\n", 1_000_000)\n__out = len(strings.Join(strings.Split(s, "\\n"), ","))',
    "printing of a large value": "xs := make([]int, 1_000_000)\n__out = len(fmt.Sprint(xs))",
    "a large value as JSON": "xs := make([]int, 1_000_000)\nb, _ := json.Marshal(xs)\n__out = len(b)",
    "a template over a large value": 't := template.Must(template.New("x").Parse("{{range .}}{{.}}{{end}}"))\nvar b strings.Builder\nt.Execute(&b, make([]int, 300_000))\n__out = b.Len()',
    "a comparison of large arrays": "var a, b [200_000]int\nfor a == b {\n}",
    "near values that are equal": "a, b := make([]any, 300_000), make([]any, 300_000)\n__out = reflect.DeepEqual(a, b)",
    "runes of a long text": '__out = len([]rune(strings.Repeat("é", 5_000_000)))',
    "a replacer over 4 MB": '__out = len(strings.NewReplacer("a", "b", "b", "a").Replace(strings.Repeat("ab", 2_000_000)))',
    "a function for each of 20 million characters": '__out = len(strings.Map(func(r rune) rune { return r + 1 }, strings.Repeat("a", 20_000_000)))',
    "a function of the library for each of 20 million characters": '__out = len(strings.Map(unicode.ToUpper, strings.Repeat("a", 20_000_000)))',
    "a function that looks for the last of 20 million characters": '__out = strings.IndexFunc(strings.Repeat("a", 20_000_000), func(r rune) bool { return r == 98 })',
    "hexadecimal digits of 40 MB": 'b, err := hex.DecodeString(strings.Repeat("0f", 20_000_000))\n__out = []any{len(b), err == nil}',
    "bytes as hexadecimal digits, 8 MB": "__out = len(hex.EncodeToString(make([]byte, 8_000_000)))",
    "lists in lists": "l := list.New()\nfor {\n\tm := list.New()\n\tm.PushFront(l)\n\tl = m\n}",
    "a list that takes itself in": "l := list.New()\nl.PushBack(1)\nfor {\n\tl.PushFrontList(l)\n}",
    "base64 of 20 MB": "__out = len(base64.StdEncoding.EncodeToString(make([]byte, 15_000_000)))",
    "a comparison of maps in maps": "m := map[int]any{}\nfor i := range 200_000 {\n\tm[i] = map[int]int{i: i}\n}\n__out = reflect.DeepEqual(m, maps.Clone(m))",
    "hashes of much": "__out = fmt.Sprintf(`%x`, sha256.Sum256(make([]byte, 40_000_000)))",
}

SELDOM = {
    "a function for each of 20 million characters",
    "a function that looks for the last of 20 million characters",
    "bytes as hexadecimal digits, 8 MB",
    "lists in lists",
    "a list that takes itself in",
    "base64 of 20 MB",
    "a comparison of maps in maps",
}

DEEP: dict[str, str] = {
    "a String method that calls itself": "type T struct{}\nfunc (t T) String() string { return fmt.Sprint(t) }\n__out = fmt.Sprint(T{})",
    "a MarshalJSON method that calls itself": "type T struct{}\nfunc (t T) MarshalJSON() ([]byte, error) { return json.Marshal(t) }\n_, err := json.Marshal(T{})\n__out = err",
    "a less function that sorts": "var f func()\nf = func() {\n\txs := []int{3, 2, 1}\n\tsort.Slice(xs, func(i, j int) bool { f(); return true })\n}\nf()",
    "a replacement that replaces": 're := regexp.MustCompile("a")\nvar f func(s string) string\nf = func(s string) string { return re.ReplaceAllStringFunc(s, f) }\n__out = f("a")',
    "an iterator that ranges over itself": "var f func(yield func(int) bool)\nf = func(yield func(int) bool) {\n\tfor range f {\n\t\tyield(1)\n\t}\n}\nfor range f {\n}",
    "plain recursion": "func f(n int) int { return f(n+1) + 1 }\n__out = f(0)",
}

# a text whose reader looks for the same end again and again
READ: dict[str, str] = {
    "quotes that do not end": "x := " + '\\"' * 100_000,
    "single quotes that do not end": "x := " + "\\'" * 100_000,
    "comments that do not end": "__out = 1 " + "/*>" * 60_000,
    "a fence of many marks": "__out = 1\n" + "~" * 200_000 + "`",
    "a fence with a long word": "__out = 1\n```" + "a" * 200_000 + "`",
    "blanks behind a division": "x := (a // " + " " * 200_000 + '"a")',
    "blanks behind what may be a divisor": "n := a //a" + " " * 200_000 + "\x01",
    "many that may be divisors": "n := a //a" + "/ " * 60 + "\x01",
    "chains that may be nil": "x := a" + '?."' * 60_000,
    "labels that are words of other languages": "try:\n" * 30_000 + "for {\nbreak try\n}",
}

ATTACKS = [
    Attack(
        code.replace("\n", " ").replace("\t", ""),
        "busy until the time is over",
        code,
        frozenset({"timeout"}),
        {"max_steps": 10**10, "max_tool_calls": 10**5},
        MILLISECONDS,
        seen=15,
    )
    for code in BUSY
]
ATTACKS += [
    Attack(
        name,
        "programs that do not end, nest or grow",
        code,
        frozenset(ends),
        {} if MEMORY in ends else {"max_steps": 300_000},
        seen=4 if "spaces" in name else 14 if "nil" in name or "runes" in name else 0,
    )
    for name, (code, ends) in LIMITS.items()
]
ATTACKS += [
    Attack(
        name,
        "memory that is in no variable",
        code,
        frozenset({MEMORY, GOROUTINES, STEPS, DEPTH, "deadlock", "timeout", DONE, "pending_tools"}),
        timeout_ms=2000,
        seen=7,
    )
    for name, code in HIDDEN.items()
]
ATTACKS += [
    Attack(
        name,
        "one operation that takes long",
        code,
        frozenset({DONE, STEPS, MEMORY, "timeout"}),
        {"memory_limit_bytes": 256 << 20},
        1000,
        # keys that are integers are not hashed by a secret: docs/security.md says what that costs a host that runs programs in itself
        isolations=("process",) if "integer keys" in name else ISOLATIONS,
        seldom=name in SELDOM,
        seen=8,
    )
    for name, code in LONG.items()
]
ATTACKS += [
    Attack(
        f"{name}, at the deepest limit",
        "recursion through functions of the library",
        code,
        frozenset({DEPTH, MEMORY, STEPS, "timeout"}),
        {"max_call_depth": 8_000},
        1500,
        seen=9,
    )
    for name, code in DEEP.items()
]
FORMS = frozenset(
    {DONE, CHECK, PARSE, "program_too_complex", "guest_panic", "invalid_input", MEMORY, STEPS, "guest_error", "timeout"}
)
ATTACKS += [
    Attack(
        f"a row of 400 {operator.strip()} between {operand}",
        "programs that are hard to compile",
        row(operand, operator, 400),
        FORMS,
        timeout_ms=1000,
        seen=6,
    )
    for operand, operator in ROWS
]
ATTACKS += [
    Attack(name, "programs that are hard to compile", code, FORMS, timeout_ms=2000) for name, code in READ.items()
]


async def effects_of_what_is_read_long(host: Host, _: Any) -> None:
    engine = await host.engine()
    for code in READ.values():
        try:
            await engine.effects(code)
        except CodeModeError as refused:
            host.ended(refused.code)


ATTACKS += [
    Attack(
        "the effects of what is read again and again",
        "programs that are hard to compile",
        ends=FORMS,
        play=effects_of_what_is_read_long,
    )
]
ATTACKS += [
    Attack(f"60 levels of {form}", "programs that are hard to compile", nest(form, 60), FORMS, timeout_ms=1000, seen=6)
    for form in NESTS
]
