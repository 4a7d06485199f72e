"""Random well-typed Go programs: real Go accepts every one, each ends quickly and prints all it computes.

`program_from(choices)` makes one from any source of choices; `programs()` is the same as a hypothesis strategy.
"""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from tests.oracle.choices import Choices, Drawn, pick
from tests.oracle.control import CONTROL, Control
from tests.oracle.expressions import Scope, Variable
from tests.oracle.gotypes import BASIC, BOOL, FLOAT, FLOAT32, INT, INTS, STRING, GoType, Struct
from tests.oracle.prelude import PRELUDE

VERBS = "vdsqxXobcUeEfgGtTO"
FLAGS = ("", "+", "-", "#", "0", " ", "+#", "-0", "# ", "+0")
GENERICS = """
type number interface {
	~int | ~int8 | ~uint8 | ~uint32 | ~int64 | ~float64
}

type pair[A comparable, B any] struct {
	First  A
	Second B
}

func (p pair[A, B]) swap(b B) pair[A, B] { p.Second = b; return p }
func (p *pair[A, B]) set(a A)            { p.First = a }

func (p pair[A, B]) with[C any](f func(A, B) C) pair[A, C] { return pair[A, C]{p.First, f(p.First, p.Second)} }
func (p *pair[A, B]) into[P *A](to P) *pair[A, B]           { *to = p.First; return p }

func total[T number](xs ...T) (t T) {
	for _, x := range xs {
		t += x
		t *= 3
	}
	return
}

func mapped[A, B any](xs []A, f func(A) B) []B {
	out := []B{}
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

func grouped[K comparable, V any](xs []V, key func(V) K) map[K][]V {
	m := map[K][]V{}
	for _, x := range xs {
		m[key(x)] = append(m[key(x)], x)
	}
	return m
}
"""


class Program(Control):
    """Assembles a whole program out of types, functions and scenes; `main` plays the scenes in order."""

    def text(self) -> str:
        for _ in range(1 + self.choices.below(3)):
            self.struct_type()
        for _ in range(self.choices.below(3)):
            self.pure_function()
        makers = (
            *[self.plain] * 3,
            self.shapes,
            self.results,
            self.formats,
            self.generics,
            self.channels,
            *self.more(),
        )
        for _ in range(3 + self.choices.below(5)):
            pick(self.choices, makers)()
        self.block("func main() {", lambda: [self.emit(f"{name}()") for name in self.scenes])
        body = "\n".join(self.lines)
        generic = GENERICS if "pair[" in body or "total" in body else ""
        control = (
            CONTROL if any(f"{name}(" in body or f"{name}[" in body for name in ("upto", "pairs", "kindOf")) else ""
        )
        return f"{PRELUDE}\n{SHAPE}{generic}{control}\n{body}\n"

    def struct_type(self) -> None:
        """A struct with fields, methods of value and pointer receivers, and perhaps an embedded earlier struct."""
        name = self.fresh("T")
        fields = [(f"F{n}", pick(self.choices, BASIC)) for n in range(1 + self.choices.below(3))]
        outer = pick(self.choices, self.structs) if self.structs and self.chance(2) else None

        def inside() -> None:
            if outer is not None:
                self.emit(outer.name)
            for field, of in fields:
                self.emit(f"{field} {of.name}")

        self.block(f"type {name} struct {{", inside)
        struct = Struct(name, tuple(fields))
        scope = Scope([Variable("t", struct)])
        if outer is None or self.chance(2):
            self.emit(f"func (t {name}) Size() int {{ return {self.make(INT, scope)} }}")
            self.emit(f"func (t *{name}) Change(n int) {{")
            self.indent += 1
            place, of = pick(self.choices, [(f"t.{n}", ft) for n, ft in fields])
            self.emit(f"{place} = {self.make(of, Scope([*scope.variables, Variable('n', INT)]))}")
            self.indent -= 1
            self.emit("}")
        if self.chance(3):
            self.emit(f'func (t {name}) String() string {{ return "{name}<" + {self.make(STRING, scope)} + ">" }}')
        self.emit("")
        self.structs.append(struct)

    def plain(self) -> None:
        def inside() -> None:
            scope = Scope()
            for _ in range(2 + self.choices.below(4)):
                self.declare(scope)
            self.body(scope, 12)
            self.show(scope.variables)

        self.scene(inside)

    def shapes(self) -> None:
        """Interface values, type switches, assertions, method values, changes through pointers."""

        def inside() -> None:
            scope = Scope()
            self.declare(scope)
            self.declare(scope)
            values = [self.shape_value(scope) for _ in range(1 + self.choices.below(4))]
            self.emit(f"list := []any{{{', '.join(values)}}}")
            self.block("for i, x := range list {", lambda: self.shape_loop(scope))
            a, b = self.choices.below(len(values)), self.choices.below(len(values))
            self.emit(f"show(list[{a}] == list[{b}])")
            self.emit(f"m := map[any]int{{list[{a}]: 1}}")
            self.emit(f"m[list[{b}]] += 5")
            self.emit("show(len(m))")
            self.show(scope.variables)

        self.scene(inside)

    def shape_value(self, scope: Scope) -> str:
        kind = self.choices.below(5)
        if kind < 3:
            struct = pick(self.choices, self.structs)
            return f"{'&' if kind == 1 else ''}{self.composite(struct, scope)}"
        if kind == 3:
            return self.make(pick(self.choices, (INT, STRING, FLOAT, BOOL, INTS[1])), scope, 1)
        return pick(self.choices, ("nil", "[]int{1}", "error(nil)", "errBase", "(*int)(nil)"))

    def shape_loop(self, scope: Scope) -> None:
        cases = ["int", "string", "sizer", "changer", "error", "fmt.Stringer", "nil", "float64, bool", "[]int"]
        cases += [s.name for s in self.structs] + [f"*{s.name}" for s in self.structs]
        chosen: list[str] = []
        for _ in range(2 + self.choices.below(5)):
            case = pick(self.choices, cases)
            if case not in chosen:
                chosen.append(case)

        def clauses() -> None:
            for case in chosen:
                self.emit(f"case {case}:")
                self.indent += 1
                if case == "sizer":
                    self.emit("show(i, y.Size())")
                elif case == "changer":
                    self.emit(f"y.Change({self.make(INT, scope)})")
                    self.emit("show(i, y.(sizer).Size())")
                elif case == "[]int":
                    self.emit("show(i, len(y))")
                else:
                    self.emit(f'show(i, "{case}", y != x)' if "*" not in case else f'show(i, "{case}", y == nil)')
                self.indent -= 1
            self.emit("default:")
            self.emit('\tshow(i, fmt.Sprintf("%T", y))')

        self.block("switch y := x.(type) {", clauses)
        self.emit("_, ok := x.(sizer)")
        self.emit("show(ok)")

    def results(self) -> None:
        """Results that deferred functions change or leave as they are, and a panic on the way, or after the return."""
        name = self.fresh("named")
        a, r = pick(self.choices, BASIC), pick(self.choices, (INT, STRING, INTS[2]))
        results = pick(self.choices, ("(r {}, err error)", "(r {}, err error)", "(_ {}, err error)", "({}, error)"))
        named = results.startswith("(r")
        scope = Scope([Variable("a", a), *([Variable("r", r)] if named else [])])
        seen = len(scope.variables)

        def recovering() -> None:
            if named:
                self.emit(f"r = {self.make(r, Scope(scope.variables[:seen]))}")
            if "err error" in results:
                self.block("if p := recover(); p != nil {", lambda: self.emit('err = fmt.Errorf("recovered: %v", p)'))
            else:
                self.emit("recover()")

        def inside() -> None:
            self.block("defer func() {", recovering, "}()")
            if self.chance(3):
                self.emit(f'defer func() {{ if {self.moving(BOOL, scope)} {{ panic("late") }} }}()')
            self.statement(scope)
            self.danger(scope)
            self.block(f"if {self.moving(BOOL, scope)} {{", lambda: self.emit(f"return {self.make(r, scope)}, errBase"))
            self.show(scope.variables[seen:])
            self.emit(f"return {self.make(r, scope)}, nil")

        self.block(f"func {name}(a {a.name}) {results.format(r.name)} {{", inside)
        self.emit("")

        def calls() -> None:
            outer = Scope()
            for _ in range(1 + self.choices.below(3)):
                self.emit(f"show({name}Of({name}({self.make(a, outer)})))")

        self.emit(f'func {name}Of(r {r.name}, err error) string {{ return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }}')
        self.scene(calls)

    def formats(self) -> None:
        """fmt verbs with flags, widths and precisions on values of every kind."""

        def inside() -> None:
            scope = Scope()
            self.declare(scope)
            self.declare(scope)
            for _ in range(2 + self.choices.below(6)):
                flags = pick(self.choices, FLAGS)
                width = pick(self.choices, ("", "1", "5", "12", "*"))
                precision = pick(self.choices, ("", ".0", ".2", ".", ".10"))
                verb = pick(self.choices, VERBS)
                value = self.make(self.format_type(), scope, 1)
                star = "7, " if width == "*" else ""
                self.emit(f'show(fmt.Sprintf("[%{flags}{width}{precision}{verb}]", {star}{value}))')
            self.show(scope.variables)

        self.scene(inside)

    def format_type(self) -> GoType:
        if self.chance(4):
            return self.new_type()
        return pick(self.choices, (INT, FLOAT, STRING, BOOL, INTS[1], INTS[8], INTS[5], FLOAT32))

    def generics(self) -> None:
        """Instantiations of the generic functions and types, with inferred and with given type arguments."""

        def inside() -> None:
            scope = Scope()
            self.declare(scope)
            of = pick(self.choices, (INT, INTS[1], INTS[2], INTS[6], FLOAT))
            xs = ", ".join(self.moving(of, scope) for _ in range(1 + self.choices.below(4)))
            self.emit(f"xs := []{of.name}{{{xs}}}")
            self.emit("show(total(xs...), total(xs[0]))")
            to = pick(self.choices, (STRING, INT, FLOAT, BOOL))
            inner = Scope([*scope.variables, Variable("x", of)])
            self.emit(f"ys := mapped(xs, func(x {of.name}) {to.name} {{ return {self.moving(to, inner)} }})")
            key = pick(self.choices, (BOOL, INTS[1], STRING))
            self.emit(f"zs := grouped(xs, func(x {of.name}) {key.name} {{ return {self.moving(key, inner)} }})")
            self.emit("show(ys, len(zs), zs)")
            k, v = pick(self.choices, (INT, STRING)), pick(self.choices, BASIC)
            self.emit(f"p := pair[{k.name}, {v.name}]{{{self.make(k, scope)}, {self.make(v, scope)}}}")
            self.emit(f"q := p.swap({self.make(v, scope)})")
            self.emit(f"q.set({self.make(k, scope)})")
            self.emit('show(p, q, p == q, fmt.Sprintf("%T", p))')
            both = Scope([*scope.variables, Variable("a", k), Variable("b", v)])
            made = f"func(a {k.name}, b {v.name}) {to.name} {{ return {self.moving(to, both)} }}"
            self.emit(f"w := {pick(self.choices, ('p.with', f'q.with[{to.name}]'))}({made})")
            self.emit(f"by := pair[{k.name}, {v.name}].with[{to.name}]")
            self.emit(f"show(w, by(q, {made}), *q.into(&p.First), p.First == q.First)")
            self.show(scope.variables)

        self.scene(inside)

    def channels(self) -> None:
        """Goroutines whose outcome does not depend on the order in which they run."""

        def inside() -> None:
            scope = Scope()
            self.declare(scope)
            count, room = 1 + self.choices.below(6), self.choices.below(4)
            of = pick(self.choices, (INT, INTS[1], INTS[6]))
            inner = Scope([*scope.variables, Variable("n", of)])
            self.emit(f"in, out := make(chan {of.name}, {room}), make(chan {of.name})")
            self.emit(f"go func() {{ defer close(in); for i := range {count} {{ in <- {of.name}(i) }} }}()")
            workers = 1 + self.choices.below(3)
            self.emit(f"done := make(chan bool, {workers})")
            self.block(
                f"for range {workers} {{",
                lambda: self.emit(
                    f"go func() {{ for n := range in {{ _ = n; out <- {self.make(of, inner)} }}; done <- true }}()"
                ),
            )
            self.emit(f"go func() {{ for range {workers} {{ <-done }}; close(out) }}()")
            self.emit(f"var sum {of.name}")
            self.emit("count := 0")
            self.emit("for v := range out { sum += v; count++ }")
            self.emit("v, ok := <-out")
            self.emit("show(sum, count, v, ok)")
            self.emit(f"buffered := make(chan {of.name}, {room})")
            self.emit(f"for n := {of.name}(0); ; n++ {{")
            self.emit(f"\tselect {{ case buffered <- {self.make(of, inner)}: continue; default: }}")
            self.emit("\tbreak")
            self.emit("}")
            self.emit("show(len(buffered), cap(buffered))")
            self.emit("close(buffered)")
            self.emit("for v := range buffered { show(v) }")
            self.show(scope.variables)

        self.scene(inside)


SHAPE = """
type sizer interface{ Size() int }
type changer interface{ Change(n int) }
"""


def program_from(choices: Choices) -> str:
    return Program(choices).text()


@cache
def _below(n: int) -> st.SearchStrategy[int]:
    return st.integers(0, n - 1)


@st.composite
def programs(draw: st.DrawFn) -> str:
    """The generator as a hypothesis strategy."""
    return program_from(Drawn(lambda n: draw(_below(n))))
