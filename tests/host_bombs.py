"""Programs that make the process around them work or grow, more than they are charged for: values that wait on Python's stacks, single operations of
the library that take long, keys that collide. Name: (source, codes it may end with; none if it ends well)."""

from __future__ import annotations

MEMORY = {"memory_limit_exceeded"}
_BIG = 'strings.Repeat("x", 1_000_000)'

HIDDEN_MEMORY: dict[str, str] = {
    "an operand of +": f"func f(n int) string {{ return {_BIG} + f(n+1) }}\n__out = len(f(0))",
    "an argument": f"func g(a, b string) int {{ return len(a) + len(b) }}\nfunc f(n int) string {{ return strconv.Itoa(g({_BIG}, f(n+1))) }}\n"
    "__out = len(f(0))",
    "many arguments": "func g(xs ...string) string { return xs[0] }\nfunc f(n int) string { return g("
    + ", ".join(['strings.Repeat("x", 10_000)'] * 100)
    + ", f(n+1)) }\n__out = f(0)",
    "an element": f"func f(n int) []any {{ return []any{{{_BIG}, f(n+1)}} }}\n__out = len(f(0))",
    "a field": f"type T struct{{ a string; b *T }}\nfunc f(n int) *T {{ return &T{{{_BIG}, f(n+1)}} }}\n__out = f(0) == nil",
    "an entry": f'func f(n int) map[string]any {{ return map[string]any{{"a": {_BIG}, "b": f(n+1)}} }}\n__out = len(f(0))',
    "an operand of a comparison": f'func f(n int) string {{ if {_BIG} == f(n+1) {{ return "a" }}; return "b" }}\n__out = f(0)',
    "the tag of a switch": f'func f(n int) string {{ switch {_BIG} {{ case f(n+1): return "a" }}; return "b" }}\n__out = f(0)',
    "what a range goes over": f"func f(n int) int {{ for range {_BIG} {{ f(n+1) }}; return 1 }}\n__out = f(0)",
    "a receiver": f"type T struct{{ s string }}\nfunc mk() *T {{ return &T{{{_BIG}}} }}\nfunc (t *T) get(n int) int {{ return n }}\n"
    "func f(n int) int { return mk().get(f(n+1)) }\n__out = f(0)",
    "an operand of any": f"func k() any {{ return {_BIG} }}\nfunc f(n int) any {{ return k() + f(n+1) }}\n__out = f(0)",
    "an operand in a String method": f"type T struct{{ n int }}\nfunc (t T) String() string {{ return {_BIG} + fmt.Sprint(T{{t.n+1}}) }}\n"
    "__out = len(fmt.Sprint(T{}))",
    "the value of a panic": f"func f(n int) {{ defer func() {{ f(n+1) }}(); panic({_BIG}) }}\nf(0)",
    "an element of a comprehension": f"func f(n int) []string {{ return [{_BIG} + f(n+1)[0] for i in range(3)] }}\n__out = f(0)",
    "functions that are called once, of each other": "f := func() {}\nfor { f = sync.OnceFunc(f) }",
    "calls in progress in many goroutines": "c := make(chan int)\nfunc f(n int) int { if n > 4000 { return <-c }; return f(n+1) + 1 }\n"
    "for i := 0; i < 900; i++ { go func() { f(0) }(); runtime.Gosched() }\n<-c",
    "arguments of goroutines that have not begun": f"c := make(chan int)\nfor i := 0; i < 900; i++ {{ go func(s string) {{ <-c }}({_BIG}) }}\n<-c",
    "words of a text": 'x := strings.Repeat("a ", 10_000_000)\n__out = len(strings.Fields(x))',
    "runes of a text": 'x := []byte(strings.Repeat("a", 20_000_000))\n__out = len(bytes.Split(x, nil))',
}

_TEXT = 's := strings.Repeat("aé b", 800_000)\n'
LONG_WORK: dict[str, tuple[str, set[str]]] = {
    "strconv.Unquote": (
        's := "\\"" + strings.Repeat("\\\\n", 2_000_000) + "\\""\n__out, _ = strconv.Unquote(s)\n__out = len(__out)',
        set(),
    ),
    "strconv.Quote": (_TEXT + "__out = len(strconv.Quote(s))", set()),
    "json.Marshal": ('b, _ := json.Marshal(strings.Repeat(`"`, 8_000_000))\n__out = len(b)', set()),
    "json.Valid": ('__out = json.Valid([]byte(strings.Repeat("[1,", 2_000_000)))', set()),
    "strings.EqualFold": (_TEXT + "__out = strings.EqualFold(s, s)", set()),
    "strings.ToUpper": (_TEXT + "__out = len(strings.ToUpper(s))", set()),
    "strings.Title": (_TEXT + "__out = len(strings.Title(s))", set()),
    "bufio.ScanWords": ('n, _, _ := bufio.ScanWords([]byte(strings.Repeat("a", 2_000_000)), true)\n__out = n', set()),
    "regexp with a thousand states": (
        's := strings.Repeat("a", 30_000)\n__out = regexp.MustCompile(`(?:a{0,500}){2}b`).MatchString(s)',
        set(),
    ),
    "regexp with a thousand states and a long text": (
        's := strings.Repeat("a", 2_000_000)\n__out = regexp.MustCompile(`(?:a{0,500}){2}b`).MatchString(s)',
        {"step_limit_exceeded"},
    ),
    "big.ModInverse": (
        "x := new(big.Int).Lsh(big.NewInt(1), 600_000)\nx.Add(x, big.NewInt(1))\ny := new(big.Int).Sub(x, big.NewInt(123))\n"
        "__out = new(big.Int).ModInverse(y, x) == nil",
        {"step_limit_exceeded"},
    ),
    "big.Exp": (
        "x := new(big.Int).Lsh(big.NewInt(1), 100_000)\nx.Sub(x, big.NewInt(1))\n__out = new(big.Int).Exp(big.NewInt(3), x, x).Sign()",
        {"step_limit_exceeded"},
    ),
}

# pairs of numbers whose tuples all have one hash in Python, if their hashes are not seeded
COLLISIONS: dict[str, str] = {
    "complex": "m := map[complex128]int{}\nfor i := 1; i < 20_000; i++ { m[complex(float64(1_000_003*(20_000-i)), float64(i))] = i }\n__out = len(m)",
    "complex in an interface": "m := map[any]int{}\n"
    "for i := 1; i < 20_000; i++ { m[complex(float64(1_000_003*(20_000-i)), float64(i))] = i }\n__out = len(m)",
}

BOMBS: dict[str, tuple[str, set[str]]] = {
    **{f"memory hidden in {name}": (source, MEMORY) for name, source in HIDDEN_MEMORY.items()},
    **{f"long work: {name}": bomb for name, bomb in LONG_WORK.items()},
    **{f"colliding keys: {name}": (source, set[str]()) for name, source in COLLISIONS.items()},
}
