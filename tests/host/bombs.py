"""Programs that compute, grow or nest without end: the language and the checker."""

from __future__ import annotations

from tests.host.attacks import MEMORY as OF_MEMORY
from tests.host.attacks import Attack

MEMORY = {OF_MEMORY}  # these get the default budget of steps, so that memory is what ends them

DOUBLING = "type S0 struct{}\n" + "".join(f"type S{i + 1} struct{{ a, b S{i} }}\n" for i in range(60))


def chain(first: str, each: str, count: int) -> str:
    """A declaration, and more that each build on the one before: {i} is its number, {j} the next."""
    return first + "".join(each.replace("{j}", str(i + 1)).replace("{i}", str(i)) for i in range(count))


PAIRS = "type P[T any] struct{ a *T }\ntype Q[T any] struct{ a *T }\n"

UNFOLDING = "var x any = 1\nfor range 60 {\n\tx = [2]any{x, x}\n}\n"

LONG_TEXTS = 'a := strings.Repeat("x", 16_000_000)\nb := a + "y"\na += "z"\n'

FIELDS = "; ".join(f"a{i} int" for i in range(5000))

HOLDING = "for {\n\tx := make([]byte, 1_000_000)\n\tx[0] = 255\n\t%s\n}"

# name: (source, codes it may end with)
BOMBS: dict[str, tuple[str, set[str]]] = {
    "endless loop": ("for {}", {"step_limit_exceeded"}),
    "endless loop of empty functions": ("f := func() {}\nfor { f() }", {"step_limit_exceeded"}),
    "endless goto": ("again:\n\tgoto again", {"step_limit_exceeded"}),
    "endless range over func": (
        "func forever(yield func(int) bool) {\n\tfor yield(1) {\n\t}\n}\nfor range forever {\n}",
        {"step_limit_exceeded"},
    ),
    "endless recover": (
        'func f() {\n\tdefer func() { recover() }()\n\tpanic("x")\n}\nfor { f() }',
        {"step_limit_exceeded"},
    ),
    "recover cannot see the limit": (
        "func f() {\n\tdefer func() {\n\t\trecover()\n\t\tfor {}\n\t}()\n\tfor {}\n}\nfor { f() }",
        {"step_limit_exceeded"},
    ),
    "deferred functions do not run after the limit": (
        'defer fmt.Println("ran")\nfor {}',
        {"step_limit_exceeded"},
    ),
    "structs that hold the one before twice": (DOUBLING + "var x S60", MEMORY),
    "copies of such structs": (DOUBLING + "var x S12\nfor {\n\ty := x\n\t_ = y\n}", {"step_limit_exceeded"}),
    "comparisons of such structs": (DOUBLING + "var x, y S12\nfor x == y {\n}", {"step_limit_exceeded"}),
    "such structs as keys": (
        DOUBLING + "m := map[S12]int{}\nvar x S12\nfor {\n\tm[x]++\n}",
        {"step_limit_exceeded"},
    ),
    "a pointer to such a struct": (DOUBLING + "x := new(S60)\n_ = x", MEMORY),
    "types that double by inference": (
        chain("func f[A any](a A) func(A, A) { return nil }\nx0 := 1\n", "x{j} := f(x{i})\n_ = x{j}\n", 60),
        {"program_too_complex"},
    ),
    "generic types that double by inference": (
        chain(
            "type T[A, B any] struct{ a A; b B }\nfunc f[A any](a A) T[A, A] { return T[A, A]{a, a} }\nx0 := 1\n",
            "x{j} := f(x{i})\n_ = x{j}\n",
            60,
        ),
        {"program_too_complex"},
    ),
    "generic types with ever more instances": (
        PAIRS
        + chain("type R0[T any] struct{ x T }\n", "type R{j}[T any] struct{ a R{i}[P[T]]; b R{i}[Q[T]] }\n", 60)
        + "var x R60[int]\n_ = x",
        {"program_too_complex"},
    ),
    "generic functions with ever more instances": (
        PAIRS
        + chain("func f0[T any]() {}\n", "func f{j}[T any]() {\n\tf{i}[P[T]]()\n\tf{i}[Q[T]]()\n}\n", 60)
        + "f60[int]()",
        {"check_failed"},
    ),
    "a long generic function with many instances": (
        "func f[T any]() {\n" + "\tx := 1\n\tx++\n" * 5000 + "}\n" + "".join(f"f[[{i}]int]()\n" for i in range(1500)),
        {"check_failed"},
    ),
    "interfaces that embed the one before twice": (
        chain("type C0 interface{ ~int }\n", "type C{j} interface{ C{i}; C{i} }\n", 60)
        + "func f[T C60](x T) T { return x }\nf(1)",
        set(),
    ),
    "interfaces with ever more methods": (
        chain("type I0 interface{ m0() }\n", "type I{j} interface{ I{i}; m{j}() }\n", 6000),
        {"program_too_complex"},
    ),
    "copies of slices of structs": (
        "type T struct{ a [100]int }\nx := make([]T, 5000)\nfor {\n\tcopy(x, x)\n}",
        {"step_limit_exceeded"},
    ),
    "sparse literals": ("for {\n\tx := []int{200000: 1}\n\t_ = x\n}", {"step_limit_exceeded"}),
    "long strings copied into bytes": (
        's := strings.Repeat("x", 30_000_000)\nb := make([]byte, len(s))\nfor {\n\tcopy(b, s)\n}',
        {"step_limit_exceeded"},
    ),
    "long strings as cases": (
        LONG_TEXTS + "for {\n\tswitch a {\n\tcase b, b, b, b:\n\t}\n}",
        {"step_limit_exceeded"},
    ),
    "long strings in structs of structs": (
        LONG_TEXTS + "type T struct{ s struct{ s string } }\nvar x, y T\nx.s.s, y.s.s = a, b\nfor x != y {\n}",
        {"step_limit_exceeded"},
    ),
    "long structs in many literals": (
        f"type A struct{{ {FIELDS} }}\nvar x A\n" + "x = A{}\n" * 12_000,
        {"step_limit_exceeded"},
    ),
    "long types in many errors": (f"type A = struct{{ {FIELDS} }}\nvar x A\n" + "x = 1\n" * 12_000, {"check_failed"}),
    "long types as many interfaces": (
        f"type A struct{{ {FIELDS} }}\nfunc (A) String() string {{ return `` }}\nvar x struct{{ A; b struct{{ {FIELDS} }} }}\n"
        "var y fmt.Stringer\n" + "y = &x\n" * 8_000,
        set(),
    ),
    "near misses of many names": (
        "type T struct{}\n"
        + "".join(f"func (T) FieldNumber{i}() {{}}\n" for i in range(3000))
        + "var t T\n"
        + "".join(f"t.FieldNumbre{i}x()\n" for i in range(3000)),
        {"check_failed"},
    ),
    "a long sum of texts and numbers": ("x := 1\n" + ("_ = `a`" + "+ x" * 190 + "\n") * 200, set()),
    "memory held by timers": (HOLDING % "time.AfterFunc(time.Hour, func() { x[0] = 1 })", MEMORY),
    "memory held by method values": (
        "type T struct{ b []byte }\nfunc (t *T) m() {}\nfs := []func(){}\n" + HOLDING % "fs = append(fs, (&T{x}).m)",
        MEMORY,
    ),
    "memory held by what is done once": (
        "fs := []func() []byte{}\n"
        + HOLDING % "f := sync.OnceValue(func() []byte { return x })\n\tf()\n\tfs = append(fs, f)",
        MEMORY,
    ),
    "memory held by numbers": (
        "ns := []*big.Int{}\nfor {\n\tns = append(ns, new(big.Int).Lsh(big.NewInt(1), 1_000_000))\n}",
        MEMORY,
    ),
    "memory held by functions that wait for a context": (
        "ctx, _ := context.WithCancel(context.Background())\n"
        + HOLDING % "context.AfterFunc(ctx, func() { x[0] = 1 })",
        MEMORY,
    ),
    "many matches of a replacer": (
        's := strings.Repeat("ab", 2_000_000)\n__out = len(strings.NewReplacer("a", "xxxxxxxxxxxxxxxx", "b", "yyyyyyyyyyyyyyyy").Replace(s))',
        MEMORY,
    ),
    "long strings searched in slices": (
        LONG_TEXTS + "xs := []string{a, a, a}\nfor !slices.Contains(xs, b) {\n}",
        {"step_limit_exceeded"},
    ),
    "constants that repeat a long value": (
        "const (\nc = iota" + "+1" * 190 + "\n" + "".join(f"c{i}\n" for i in range(30_000)) + ")",
        {"check_failed"},
    ),
    "arrays that unfold when compared": (UNFOLDING + "for x == x {\n}", {"step_limit_exceeded"}),
    "structs that unfold when compared": (
        "type S struct{ a, b any }\nvar x, y any = 1, 1\nfor range 60 {\n\tx, y = S{x, x}, S{y, y}\n}\n__out = x == y",
        {"step_limit_exceeded"},
    ),
    "arrays that unfold as keys": (
        UNFOLDING + "m := map[any]int{x: 1}\n__out = len(m)",
        {"step_limit_exceeded", "memory_limit_exceeded"},
    ),
    "recursion": ("func f(n int) int { return f(n+1) + 1 }\n__out = f(0)", {"call_depth_exceeded"}),
    "mutual recursion": (
        "func f(n int) int { return g(n) }\nfunc g(n int) int { return f(n) }\n__out = f(0)",
        {"call_depth_exceeded"},
    ),
    "recursion through closures": (
        "var f func(int) int\nf = func(n int) int { return f(n+1) + 1 }\n__out = f(0)",
        {"call_depth_exceeded"},
    ),
    "recursion through methods": (
        "type T struct{}\nfunc (t T) m(n int) int { return t.m(n+1) + 1 }\n__out = T{}.m(0)",
        {"call_depth_exceeded"},
    ),
    "recursion through interfaces": (
        "type I interface{ m(n int) int }\ntype T struct{ i I }\nfunc (t *T) m(n int) int { return t.i.m(n + 1) }\n"
        "t := &T{}\nt.i = t\n__out = t.m(0)",
        {"call_depth_exceeded"},
    ),
    "recursion through a String method": (
        'type T struct{}\nfunc (t T) String() string { return fmt.Sprintf("%v", t) }\n__out = fmt.Sprint(T{})',
        {"call_depth_exceeded"},
    ),
    "recursion through sort": (
        "var f func()\nf = func() {\n\txs := []int{3, 2, 1}\n\tsort.Slice(xs, func(i, j int) bool { f(); return true })\n}\nf()",
        {"call_depth_exceeded"},
    ),
    "recursion in defers": ("func f() {\n\tdefer f()\n}\nf()", {"call_depth_exceeded"}),
    "string doubling": ('s := "x"\nfor {\n\ts += s\n}', MEMORY),
    "string growth": (
        's := "xxxxxxxxxxxxxxxx"\nt := ""\nfor {\n\tt += s\n}',
        {"memory_limit_exceeded", "step_limit_exceeded"},
    ),
    "huge repeat": ('__out = len(strings.Repeat("x", 1<<40))', {"memory_limit_exceeded", "step_limit_exceeded"}),
    "huge make": ("__out = len(make([]int, 1<<40))", {"memory_limit_exceeded", "guest_panic"}),
    "huge make of bytes": ("__out = len(make([]byte, 1<<35))", MEMORY),
    "huge array": ("var a [1 << 30]int\n__out = len(a)", MEMORY),
    "nested huge arrays": (
        "var a [1 << 12][1 << 12][1 << 12]int\n__out = len(a)",
        MEMORY,
    ),
    "huge channel": ("c := make(chan int, 1<<40)\n__out = cap(c)", MEMORY),
    "append for ever": (
        "xs := []int{}\nfor {\n\txs = append(xs, 1)\n}",
        {"memory_limit_exceeded", "step_limit_exceeded"},
    ),
    "append itself": ("xs := []int{1}\nfor {\n\txs = append(xs, xs...)\n}", MEMORY),
    "map growth": (
        'm := map[int]string{}\nfor i := 0; ; i++ {\n\tm[i] = strings.Repeat("x", 1000)\n}',
        MEMORY,
    ),
    "builder growth": (
        'var b strings.Builder\nfor {\n\tb.WriteString(strings.Repeat("x", 100000))\n}',
        {"memory_limit_exceeded", "step_limit_exceeded"},
    ),
    "nested slices": ("var x any\nfor {\n\tx = []any{x, x}\n}", {"memory_limit_exceeded", "step_limit_exceeded"}),
    "closures kept": (
        'var fs []func() string\nfor i := 0; ; i++ {\n\ts := strings.Repeat("x", 10000)\n\tfs = append(fs, func() string { return s })\n}',
        MEMORY,
    ),
    "print bomb": (
        'for {\n\tfmt.Println(strings.Repeat("x", 100000))\n}',
        {"output_limit_exceeded", "step_limit_exceeded"},
    ),
    "width bomb": ('for {\n\tfmt.Sprintf("%1000000d", 1)\n}', {"step_limit_exceeded", "memory_limit_exceeded"}),
    "replace bomb": (
        's := strings.Repeat("a", 10000)\n__out = len(strings.ReplaceAll(s, "a", strings.Repeat("b", 100000)))',
        {"memory_limit_exceeded", "step_limit_exceeded"},
    ),
    "join bomb": (
        'xs := make([]string, 100000)\nfor i := range xs {\n\txs[i] = "x"\n}\n__out = len(strings.Join(xs, strings.Repeat("y", 100000)))',
        {"memory_limit_exceeded", "step_limit_exceeded"},
    ),
    "shift bomb": ("n := 1 << 40\n__out = 1 << n", set()),
    "goroutine bomb": ("for {\n\tgo func() { select {} }()\n}", {"too_many_goroutines"}),
    "fork bomb": ("func f() {\n\tgo f()\n\tgo f()\n\tselect {}\n}\nf()", {"too_many_goroutines"}),
    "busy goroutines": ("for i := 0; i < 50; i++ {\n\tgo func() { for {} }()\n}\nselect {}", {"step_limit_exceeded"}),
    "deadlock": ("c := make(chan int)\n<-c", {"deadlock"}),
    "deadlock of a lock": ("var mu sync.Mutex\nmu.Lock()\nmu.Lock()", {"deadlock"}),
    "deep nesting": ("__out = " + "(" * 5000 + "1" + ")" * 5000, {"parse_failed"}),
    "deep blocks": ("if true { " * 5000 + "}" * 5000, {"parse_failed"}),
    "deep unary": ("__out = " + "-" * 50_000 + "1", {"parse_failed"}),
    "long chain": ("__out = 1" + "+1" * 100_000, {"parse_failed"}),
    "huge source": ("// " + "x" * 300_000, {"invalid_input"}),
    "regexp catastrophe": (
        '__out = regexp.MustCompile(`(a+)+$`).MatchString(strings.Repeat("a", 100000) + "!")',
        set(),
    ),
    "regexp size": ("__out = regexp.MustCompile(`((a{1000}){1000}){1000}`).String()", {"guest_panic"}),
    "json depth": (
        'var v any\nerr := json.Unmarshal([]byte(strings.Repeat("[", 20000)), &v)\n__out = err != nil',
        set(),
    ),
    "constant bomb": ("const x = 1 << 100000\n__out = x", {"check_failed"}),
    "constant tower": (
        "const a = 1 << 500\nconst b = a * a\nconst c = b * b\nconst d = c * c\n__out = d",
        {"check_failed"},
    ),
    "string constant doubling": (
        'const a = "'
        + "x" * 1000
        + '"\n'
        + "\n".join(
            f"const a{i} = {'a' if i == 0 else f'a{i - 1}'} + {'a' if i == 0 else f'a{i - 1}'}" for i in range(40)
        )
        + "\n__out = len(a39)",
        {"check_failed", "memory_limit_exceeded"},
    ),
    "generic instantiation without end": (
        "type P[T any] struct{ x T }\nfunc f[T any](n int) {\n\tif n > 0 {\n\t\tf[P[T]](n - 1)\n\t}\n}\nf[int](1 << 30)",
        {"check_failed", "call_depth_exceeded", "step_limit_exceeded"},
    ),
    "select spin": ("c := make(chan int)\nfor {\n\tselect {\n\tcase <-c:\n\tdefault:\n\t}\n}", {"step_limit_exceeded"}),
    "busy wait on the clock": (
        "start := time.Now()\nfor time.Since(start) < 365*24*time.Hour {\n}",
        {"step_limit_exceeded"},
    ),
    "sort that lies": (
        "xs := make([]int, 100000)\nfor {\n\tsort.Slice(xs, func(i, j int) bool { return true })\n}",
        {"step_limit_exceeded"},
    ),
}

# what a program ends with, told by methods that do not end, and by errors that say the same many times
TELLS = "type T struct{}\nfunc (t T) Error() string {\n\tfor {\n\t\t_ = errors.Join(io.EOF, io.EOF).Error()\n\t}\n}\n"
TWICE = "err := io.EOF\nfor range 60 {\n\terr = errors.Join(err, err)\n}\n"
MARSHALS = TELLS.replace("Error() string", "MarshalJSON() ([]byte, error)")
ENDS_WITH = {
    "a panic": TELLS + "panic(T{})",
    "an error": TELLS + "return T{}",
    "a result": TELLS + "__out = []any{T{}, T{}}",
    "a result that marshals": MARSHALS + "__out = []any{T{}, T{}}",
    "a result of errors in errors": TWICE + "__out = err",
    "a panic of errors in errors": TWICE + "panic(err)",
}
EMBEDDED = (
    "type I interface{ M(a, b, c, d, e, f, g, h int) int }\ntype T struct{}\nfunc (t T) M(a, b, c, d, e, f, g, h int) int { return 1 }\n"
    "type W struct{ I }\nvar x I = T{}\nfor range 60_000 {\n\tx = W{x}\n}\nx.M(0, 0, 0, 0, 0, 0, 0, 0)"
)
TABLES = "var w io.Writer = io.Discard\nfor range 20_000 {\n\tw = tabwriter.NewWriter(w, 0, 0, 0, ' ', 0)\n}\nfmt.Fprint(w, \"abc\\n\\n\")"
DEEP = {"interfaces that embed each other": EMBEDDED, "writers that write to each other": TABLES}

ATTACKS = [
    Attack(
        f"the end of a program: {name}",
        "programs that do not end, nest or grow",
        code,
        frozenset({OF_MEMORY, "step_limit_exceeded", "timeout"}),
    )
    for name, code in ENDS_WITH.items()
]
ATTACKS += [
    Attack(name, "programs that do not end, nest or grow", code, frozenset({"call_depth_exceeded"}))
    for name, code in DEEP.items()
]
ATTACKS += [
    Attack(
        name,
        "programs that do not end, nest or grow",
        code,
        frozenset(ends or {"completed"}),
        {"max_steps": 10_000_000 if ends == MEMORY else 300_000},
    )
    for name, (code, ends) in BOMBS.items()
]
