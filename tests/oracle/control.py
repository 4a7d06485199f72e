"""Scenes of control flow and of values inside values: exits out of nested loops and iterators, deferred calls and panics on top of
panics, select, embedding, arrays of arrays, texts of any bytes, iota, captured loop variables, switches on type parameters."""

from __future__ import annotations

from collections.abc import Callable

from tests.oracle.choices import pick
from tests.oracle.expressions import Scope, Variable
from tests.oracle.gotypes import BASIC, BOOL, FLOAT, INT, INTS, STRING, Struct
from tests.oracle.scenes import Scenes

CONTROL = """
func upto(tag string, n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		defer func() { show(tag, "end") }()
		for i := range n {
			if !yield(i) {
				show(tag, "stopped", i)
				return
			}
		}
	}
}

func pairs(n int) func(func(int, string) bool) {
	return func(yield func(int, string) bool) {
		for i := range upto("inner", n) {
			if !yield(i, strconv.Itoa(i*i)) {
				return
			}
		}
	}
}

type boxed[T any] struct {
	*held[T]
	Name string
}

type held[T any] struct{ V T }

func (h *held[T]) put(v T) T { old := h.V; h.V = v; return old }
func (h held[T]) get() T     { return h.V }

func kindOf[T, U any](v any) string {
	switch v := v.(type) {
	case T:
		return fmt.Sprintf("first %T", v)
	case []T, map[string]U:
		return fmt.Sprintf("many %T", v)
	case U:
		return fmt.Sprintf("second %v", v)
	case func(T) U:
		return "func"
	case held[T], *held[U]:
		return fmt.Sprintf("held %T", v)
	}
	return fmt.Sprintf("other %T", v)
}
"""


class Control(Scenes):
    def more(self) -> tuple[Callable[[], None], ...]:
        return (
            *super().more(),
            self.exits,
            self.unwinding,
            self.choosing,
            self.wrapping,
            self.tables,
            self.texts,
            self.counted,
            self.captured,
            self.switched,
        )

    def exits(self) -> None:
        """Loops in loops with every way out of them."""

        def inside() -> None:
            self.emit("var trace []int")
            self.emit("n, rounds := 0, 0")
            self.emit("again:")
            self.emit("rounds++")
            self.emit("outer:")
            self.block(f"for i := range {self.head()} {{", middle)
            self.emit("if n += 7; rounds < 3 { goto again }")
            self.emit("done:")
            self.emit("show(trace, n, rounds)")

        def middle() -> None:
            self.emit("if n > 40 { break outer }")
            if self.chance(3):
                self.emit(f"defer func() {{ show({self.choices.below(9)}, i, n) }}()")
            self.block(f"for j := range {self.head()} {{", inner)
            self.exit()

        def inner() -> None:
            self.emit("n++")
            self.emit("if n > 90 { goto done }")
            cases = 1 + self.choices.below(3)
            self.block(f"switch (i*{1 + self.choices.below(3)} + j) % 4 {{", lambda: clauses(cases))
            self.emit("trace = append(trace, i*10+j)")

        def clauses(cases: int) -> None:
            for number in range(cases):
                self.emit(f"case {number}:")
                self.exit(switch=number < cases - 1)
            self.emit("default:")
            self.exit()

        self.scene(inside)

    def head(self) -> str:
        n = 1 + self.choices.below(4)
        return pick(
            self.choices,
            (str(n), f'upto("{self.fresh("#")}", {n})', f'upto("{self.fresh("#")}", {n})', "[]int{4, 5, 6}"),
        )

    def exit(self, *, switch: bool = False) -> None:
        """One way on or out of two labelled loops."""
        ways = [
            "n += 2",
            "continue outer",
            "break outer",
            "if n%2 == 0 { continue }",
            "if n > 20 { goto done }",
            "if n%3 == 0 { return }",
            "for k := range 3 { if k == i { continue outer }; n += k }",
            f'for k := range upto("{self.fresh("#")}", 3) {{ if k == i {{ break outer }}; n += k }}',
            f'for k := range upto("{self.fresh("#")}", 3) {{ if k > i {{ continue outer }}; n += k }}',
            "select { default: if n > 9 { break }; n += 3 }",
            "func() { defer func() { n += 2 }(); if n > 5 { return }; n++ }()",
            "for k, s := range pairs(3) { if k == 1 { break }; trace = append(trace, len(s)) }",
            'try("inside", func() { for k := range pairs(2) { if k == 1 { panic("out") } } })',
        ]
        if switch:
            ways.append("fallthrough")
        self.emit(pick(self.choices, ways))

    def unwinding(self) -> None:
        """Deferred calls that recover, panic again, change results."""
        name = self.fresh("unwind")
        deferred = (
            'defer func() { show("seen", recover()); out += "a" }()',
            'defer func() { out += "b"; panic(fmt.Sprint("again ", recover())) }()',
            'defer func() { defer func() { show("inner", recover()) }(); panic("in deferred") }()',
            'defer show("plain", n)',
            'defer func(m int) { show("argument", m, n) }(n)',
            "for i := range 2 { defer func() { out += strconv.Itoa(i); n++ }() }",
            'defer func() { func() { show("too deep", recover()) }() }()',
            'defer func() { if r := recover(); r != nil { out = fmt.Sprint("<", r, ">") } }()',
            "defer recover()",
            'defer func() { for i := range upto("deferred", 2) { defer show(i); if n > 3 { return } } }()',
            'for i := range upto("looped", 3) { defer func() { show("of loop", i, recover()) }(); if i == n { break } }',
        )
        bodies = (
            'panic("body")',
            "panic(errBase)",
            "show([]int{1, 2}[n])",
            "var m map[string]int; m[out]++",
            'return out + "returned"',
            "if n > 0 { return NAME(n - 1) }",
            'out += "on"',
            "show(10 / n)",
        )

        def inside() -> None:
            for _ in range(2 + self.choices.below(5)):
                if self.chance(3):
                    self.emit(pick(self.choices, bodies[5:]).replace("NAME", name))
                self.emit(pick(self.choices, deferred))
            self.emit(pick(self.choices, bodies).replace("NAME", name))
            self.emit('return "end"')

        self.block(f"func {name}(n int) (out string) {{", inside)
        self.emit("")
        self.scene(
            lambda: [self.emit(f'try("{self.fresh("#")}", func() {{ show({name}({n})) }})') for n in range(3)],
        )

    def choosing(self) -> None:
        """select with one case that can go on, or none and a default, among others that cannot."""

        def inside() -> None:
            for _ in range(1 + self.choices.below(3)):
                self.one_choice()

        self.scene(inside)

    def one_choice(self) -> None:
        full, empty, closed, free, filled, off = (self.fresh("c") for _ in range(6))
        self.emit(
            f"{full}, {empty}, {closed} := make(chan int, 1), make(chan int, {self.choices.below(2)}), make(chan int, 1)"
        )
        self.emit(f"{free}, {filled} := make(chan int, 2), make(chan int, 2)")
        self.emit(f"var {off} chan int")
        self.emit(f"{full} <- 1; {closed} <- 8; close({closed}); {filled} <- {self.choices.below(9)}")
        self.emit(f"_, _, _, _ = {free}, {filled}, {empty}, {off}")
        stuck = [f"{full} <- 2", f"<-{off}", f"{off} <- 3", f"v := <-{empty}", f"{full} <- len({full})"]
        going = [
            f"v, ok := <-{closed}",
            f"{free} <- {self.choices.below(9)}",
            f"v, ok := <-{filled}",
            f"v := <-{filled}",
            f"<-{closed}",
        ]
        cases = [pick(self.choices, stuck) for _ in range(self.choices.below(4))]
        chosen = not self.chance(4)
        if chosen:
            cases.insert(self.choices.below(len(cases) + 1), pick(self.choices, going))

        def clauses() -> None:
            for number, case in enumerate(cases):
                self.emit(f"case {case}:")
                left, _, _ = case.partition(" := ")
                self.emit(f"\tshow({number}{', ' + left if ' := ' in case else ''})")
            if not chosen or self.chance(3):
                self.emit("default:")
                self.emit('\tshow("default")')

        self.block("select {", clauses)
        self.emit(f"show(len({full}), len({free}), len({filled}), cap({off}))")

    def wrapping(self) -> None:
        """Embedded values and pointers, promoted methods, methods that hide others, interfaces inside structs."""
        inner, middle, outer = self.fresh("In"), self.fresh("Mid"), self.fresh("Out")
        a, b = pick(self.choices, BASIC), pick(self.choices, BASIC)
        fields = (("A", a), ("B", b))
        struct = Struct(inner, fields)
        scope = Scope([Variable("t", struct)])
        star = pick(self.choices, ("", "*"))
        self.emit(f"type {inner} struct {{ A {a.name}; B {b.name} }}")
        self.emit(f"func (t {inner}) First() {a.name} {{ return {self.make(a, scope)} }}")
        self.emit(
            f"func (t *{inner}) Set(v {a.name}) {b.name} {{ old := t.B; t.A = v; t.B = {self.make(b, scope)}; return old }}"
        )
        self.emit(f"type {middle} struct {{ {star}{inner}; C int }}")
        if self.chance(2):
            self.emit(f"func (m {middle}) First() string {{ return fmt.Sprint(m.{inner}.First(), m.C) }}")
        self.emit(f"func (m *{middle}) Bump() int {{ m.C++; return m.C }}")
        self.emit(f"type {outer} struct {{ {middle}; fmt.Stringer; D [2]{inner} }}")
        self.emit("")

        def inside() -> None:
            own = Scope()
            self.declare(own)
            made = f"{inner}{{{self.make(a, own)}, {self.make(b, own)}}}"
            self.emit(f"x := {outer}{{{middle}: {middle}{{{'&' if star else ''}{made}, {self.choices.below(5)}}}}}")
            self.emit("y := x")
            self.emit("set, first, bump := x.Set, x.First, (*" + middle + ").Bump")
            steps = (
                f"show(set({self.make(a, own)}))",
                f"show(x.Set({self.make(a, own)}), y.A)",
                "show(first(), x.First(), y.First())",
                "show(bump(&y." + middle + "), x.Bump(), y.C)",
                "y." + inner + f".A = {self.make(a, own)}",
                "x.D[1], y.D[0] = " + ("*" if star else "") + "y." + inner + ", x.D[1]",
                f"x.D[0].Set({self.make(a, own)})",
                "x.Stringer = time.Duration(x.C)",
                'try("nil", func() { show(y.String()) })',
                "for _, d := range x.D { d.A = x.A; show(d == x.D[0]) }",
                "show(y.D == x.D, x." + inner + " == y." + inner + ")",
                "func(o " + outer + ") { o.C = 50; o.D[0].A = o.A; show(o.Bump()) }(x)",
                "_, ok := any(x).(interface{ Bump() int }); show(ok)",
                "_, ok := any(&x).(interface{ Bump() int; Set(" + a.name + ") " + b.name + " }); show(ok)",
            )
            for _ in range(3 + self.choices.below(6)):
                self.emit(f"{{ {pick(self.choices, steps)} }}")
            self.emit("show(set != nil, first != nil, bump != nil, x.A, x.B, x.C, y.A, y.B, y.C, x.D, y.D)")
            self.show(own.variables)

        self.scene(inside)

    def tables(self) -> None:
        """Arrays of arrays, slices of them, maps of arrays and structs, and keys of both."""

        def inside() -> None:
            scope = Scope()
            self.declare(scope)
            rows, columns = 1 + self.choices.below(3), 1 + self.choices.below(4)
            of = pick(self.choices, (INT, INTS[1], STRING, FLOAT))
            self.emit(f"var g [{rows}][{columns}]{of.name}")
            self.emit("h, all, byKey := g, g[:], map[[2]int]" + f"[{columns}]{of.name}{{}}")
            self.emit(f"table := map[string]struct {{ Row [{columns}]{of.name}; N int }}{{}}")
            self.emit(f"p := &h[{self.choices.below(rows)}]")

            def spot() -> str:
                return f"[at({self.moving(INT, scope, 1)}, {rows})][at({self.moving(INT, scope, 1)}, {columns})]"

            steps = (
                lambda: f"g{spot()} = {self.make(of, scope)}",
                lambda: f"all{spot()} = {self.make(of, scope)}",
                lambda: f"h{spot()} += {self.make(of, scope)}",
                lambda: f"p[{self.choices.below(columns)}] = {self.make(of, scope)}",
                lambda: "h = g",
                lambda: f"byKey[[2]int{{1, {self.choices.below(2)}}}] = *p",
                lambda: f"byKey[[2]int{{1: {self.choices.below(2)}, 0: 1}}] = g[{self.choices.below(rows)}]",
                lambda: "show(g == h, *p == g[0], len(byKey), byKey)",
                lambda: 'row := table["a"]; row.N++; row.Row = *p; table["a"] = row',
                lambda: 'show(table["a"].Row, table["b"].N, table["a"] == table["b"])',
                lambda: "for i, row := range g { g[0] = h[0]; row[0] = all[i][0]; show(row) }",
                lambda: "for i, row := range &g { g[i] = *p; show(row) }",
                lambda: "all[0], all[len(all)-1] = all[len(all)-1], all[0]",
                lambda: f"func(t [{rows}][{columns}]{of.name}) {{ t[0][0] = h[0][0]; show(t == g) }}(g)",
                lambda: "clear(all[:1])",
                lambda: f"all = append(all, [{columns}]{of.name}{{}})[:{rows}]",
            )
            for _ in range(4 + self.choices.below(8)):
                self.emit(f"{{ {pick(self.choices, steps)()} }}")
            self.emit("show(g, h, len(all), *p, byKey, len(table))")
            self.show(scope.variables)

        self.scene(inside)

    def texts(self) -> None:
        """Strings of any bytes: ranged over, converted, compared, cut, used as keys."""

        def inside() -> None:
            odd = (
                "0x80",
                "0xc3",
                "0xa9",
                "0xff",
                "0xe4",
                "0xb8",
                "0xad",
                "0xed",
                "0xa0",
                "0xf0",
                "0x9f",
                "'a'",
                "'z'",
                "0",
            )
            parts = ", ".join(pick(self.choices, odd) for _ in range(1 + self.choices.below(7)))
            scope = Scope()
            self.declare(scope)
            self.emit(f"b := []byte{{{parts}}}")
            self.emit(f"s := string(b) + {self.make(STRING, scope)}")
            steps = (
                "for i, r := range s { show(i, r, string(r) == s[i:i+len(string(r))]) }",
                "show([]rune(s), len([]rune(s)), utf8.RuneCountInString(s))",
                "show([]byte(string([]rune(s))), utf8.ValidString(s))",
                "for i := range s { b = append(b, s[i]^1) }",
                "b[0]++",
                f"r := []rune(s); r[0] += {pick(self.choices, ('1', '0x10ffff', '-200', '0xd800'))}; show([]byte(string(r)))",
                "show(s < string(b), s == string(b), s > string(b[1:]), strings.ToValidUTF8(s, string(b[:1])) == s)",
                "m := map[string]int{s: 1, string(b): 2}; m[string(b)]++; b[0] = 7; show(m[s], len(m))",
                'show(strconv.Quote(s), fmt.Sprintf("%x|%+q|%-8q|%.2q", s, s, b, s))',
                "copy(b, s[len(s)/2:]); show(b)",
                'switch s[:1] { case "a", "z": show("letter"); case string(b[:1]): show("same"); default: show(s[0]) }',
                "t := []rune(part(s, len(b))); slices.Reverse(t); show([]byte(string(t)))",
                "for len(s) > 0 { r, n := utf8.DecodeRuneInString(s); show(r, n); s = s[n:] }; s = string(b)",
            )
            for _ in range(2 + self.choices.below(5)):
                self.emit(f"{{ {pick(self.choices, steps)} }}")
            self.emit("show([]byte(s), b)")
            self.show(scope.variables)

        self.scene(inside)

    def counted(self) -> None:
        """Groups of constants with iota and implicit repetition, typed and untyped."""

        def inside() -> None:
            of = pick(self.choices, ("", "uint8 ", "int16 ", "float32 ", "time.Duration "))
            whole = of not in ("float32 ",)
            values = ["iota * 3", "-iota + 9", "iota*iota + 1", "7 - iota"]
            values += (
                ["1 << iota", "iota % 3", "^iota & 7", "(iota + 40) / 3"] if whole else ["iota / 4.0", "1.5 * iota"]
            )
            names: list[str] = []

            def group() -> None:
                for number in range(2 + self.choices.below(6)):
                    name = "_" if self.chance(6) else self.fresh("K")
                    if name != "_":
                        names.append(name)
                    fresh = number == 0 or self.chance(3)
                    self.emit(f"{name} {of}= {pick(self.choices, values)}" if fresh else name)

            self.block("const (", group, ")")
            for name in names:
                self.emit(f'show(fmt.Sprintf("%T %v", {name}, {name}))')
            if names and whole:
                one, other = pick(self.choices, names), pick(self.choices, names)
                self.emit("const all = 1<<100 + 3")
                self.emit(f"show({one}+{other} == {other}+{one}, all>>98, float32(all), {one} < {other})")

        self.scene(inside)

    def captured(self) -> None:
        """Closures that keep the variables of loops and change them."""

        def inside() -> None:
            self.emit("var fs []func() int")
            heads = (
                "for i := 0; i < 4; i++ {",
                "for i, j := 0, 5; i < j; i, j = i+1, j-1 {",
                "for i := range 4 {",
                "for i := range []string{`a`, `b`, `c`} {",
                'for i := range upto("captured", 3) {',
                "for _, i := range []int{5, 6, 7} {",
                "for i := range `aé\\xff` {",
            )
            steps = (
                "fs = append(fs, func() int { i++; return i })",
                "fs = append(fs, func() int { return i * 10 })",
                "if len(fs) > 1 { show(fs[len(fs)-1](), fs[0]()) }",
                "p := &i; fs = append(fs, func() int { *p += 3; return i })",
                "defer func() { show(i) }()",
                "if i == 2 { continue }",
                "if len(fs) > 5 { break }",
                "i := i; fs = append(fs, func() int { i -= 2; return i })",
                'for k := range upto("nested", 2) { fs = append(fs, func() int { k += i; return k }) }',
                "func() { i += len(fs) % 2 }()",
            )

            def body() -> None:
                self.emit("if _ = i; len(fs) > 40 { break }")
                for _ in range(1 + self.choices.below(4)):
                    step = pick(self.choices, steps)
                    self.emit(f"{{ {step} }}" if ":=" in step and not step.startswith(("if", "for")) else step)

            for _ in range(1 + self.choices.below(2)):
                self.block(pick(self.choices, heads), body)
            self.emit("for n, f := range fs { show(n, f(), f()) }")

        self.scene(inside)

    def switched(self) -> None:
        """Type switches on type parameters, embedded generic types, method values of instances."""

        def inside() -> None:
            scope = Scope()
            self.declare(scope)
            t, u = pick(self.choices, (INT, STRING, FLOAT, INTS[1])), pick(self.choices, (INT, STRING, BOOL, INTS[2]))
            values = [
                self.make(t, scope),
                self.make(u, scope),
                f"[]{t.name}{{}}",
                f"map[string]{u.name}{{}}",
                f"func({t.name}) (u {u.name}) {{ return }}",
                f"held[{t.name}]{{}}",
                f"&held[{u.name}]{{}}",
                f"boxed[{t.name}]{{}}",
                f"[]{u.name}(nil)",
                "nil",
            ]
            for _ in range(2 + self.choices.below(4)):
                self.emit(f"show(kindOf[{t.name}, {u.name}]({pick(self.choices, values)}))")
            self.emit(f"b := boxed[{t.name}]{{&held[{t.name}]{{{self.make(t, scope)}}}, {self.make(STRING, scope)}}}")
            self.emit("c, put, get := b, b.put, b.get")
            self.emit(f"show(put({self.make(t, scope)}), c.V, get(), b.get(), c.put({self.make(t, scope)}) == b.V)")
            self.emit(
                f"show((*held[{t.name}]).put(b.held, c.V), held[{t.name}].get(*c.held), b == c, *b.held == held[{t.name}]{{}})"
            )
            self.emit(f"d := boxed[{u.name}]{{}}")
            self.emit('try("nothing held", func() { show(d.get()) })')
            self.emit('show(fmt.Sprintf("%T %T %T", b, put, d.held))')
            self.show(scope.variables)

        self.scene(inside)
