"""More scenes for random programs: library calls, records in slices and maps, constants, iterators, stored closures."""

from __future__ import annotations

from collections.abc import Callable

from tests.oracle.choices import Choices, pick
from tests.oracle.expressions import Scope, Variable
from tests.oracle.gotypes import BOOL, FLOAT, INT, INTS, STRING, slice_of
from tests.oracle.library import Library
from tests.oracle.statements import Statements


class Scenes(Statements):
    """A scene is a function that prints; `main` plays all of them."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        self.scenes: list[str] = []

    def more(self) -> tuple[Callable[[], None], ...]:
        return (self.library, self.library, self.library, self.records, self.constants, self.iterators, self.stored)

    def scene(self, write: Callable[[], object]) -> None:
        name = self.fresh("scene")

        def inside() -> None:
            self.emit(f'defer caught("{name}")')
            write()

        self.block(f"func {name}() {{", inside)
        self.emit("")
        self.scenes.append(name)

    def library(self) -> None:
        def inside() -> None:
            scope = Scope()
            self.declare(scope)
            library = Library(
                self.choices,
                ints=lambda: self.moving(INT, scope, 1),
                strings=lambda: self.make(STRING, scope, 1),
            )
            for _ in range(3 + self.choices.below(10)):
                self.emit(f'try("{self.fresh("#")}", func() {{ show({library.call()}) }})')
            self.show(scope.variables)

        self.scene(inside)

    def records(self) -> None:
        """Structs in slices, arrays and maps: what is copied and what is shared."""

        def inside() -> None:
            struct = pick(self.choices, self.structs)
            field, of = pick(self.choices, struct.fields)
            scope = Scope()
            self.declare(scope)
            values = ", ".join(self.composite(struct, scope) for _ in range(1 + self.choices.below(3)))
            self.emit(f"list := []{struct.name}{{{values}}}")
            self.emit(f"table := map[string]{struct.name}{{}}")
            self.emit("pair := [2]" + struct.name + "{list[0]}")
            self.emit("first := &list[0]")
            self.emit("other := pair")
            changes = (
                lambda: self.emit(f"first.{field} = {self.make(of, scope)}"),
                lambda: self.emit(f"list[len(list)-1].{field} = {self.make(of, scope)}"),
                lambda: self.emit(f"other[{self.choices.below(2)}].{field} = {self.make(of, scope)}"),
                lambda: self.emit(f"list = append(list, {self.composite(struct, scope)})"),
                lambda: self.emit(f"table[{self.make(STRING, scope)}] = *first"),
                lambda: self.emit("pair[1], list[0] = list[0], pair[1]"),
                lambda: self.emit(
                    f"for _, r := range list {{ r.{field} = {self.make(of, scope)}; show(r == *first) }}"
                ),
                lambda: self.emit(f"for i := range list {{ list[i].{field} = {self.make(of, scope)} }}"),
                lambda: self.emit(f"func(r {struct.name}) {{ r.{field} = {self.make(of, scope)}; show(r) }}(*first)"),
                lambda: self.emit(f"func(r *{struct.name}) {{ r.{field} = {self.make(of, scope)} }}(&pair[0])"),
                lambda: self.emit("boxed := any(*first); *first = list[len(list)-1]; show(boxed == any(*first))"),
            )
            for _ in range(3 + self.choices.below(6)):
                made = pick(self.choices, changes)
                self.block("{", lambda made=made: made())
            self.emit("show(list, len(table), table, pair, other, *first, pair == other)")
            self.emit('show(fmt.Sprintf("%v %+v %#v", list, pair, *first), encoded(list))')
            self.show(scope.variables)

        self.scene(inside)

    def constants(self) -> None:
        """Untyped constants: exact arithmetic far beyond 64 bits, brought back into range at the end."""

        def inside() -> None:
            names: list[str] = []
            for _ in range(2 + self.choices.below(5)):
                name = self.fresh("c")
                self.emit(f"const {name} = {self.constant(3, names)}")
                names.append(name)
            shown = ", ".join(f"{n} % 1000003, {n} / 7 % 65536, float64({n} % 1e15) / 3" for n in names)
            self.emit(f"show({shown.replace('1e15', '1000000000000000')})")
            floats = ", ".join(f"{n} * 1e-20 / 3.0 > 1, {n}*0.5 == {n}/2.0" for n in names)
            self.emit(f"show({floats})")

        self.scene(inside)

    def constant(self, depth: int, names: list[str]) -> str:
        """An integer constant expression. Products and shifts stay well below the 512 bits that Go allows."""
        if depth == 0 or self.chance(4):
            big = ("1", "2", "7", "1000003", "1 << 40", "0xFFFF", "-5", "'a'", "12345678901234567890", "-1 << 63")
            return f"({pick(self.choices, (*big, *(f'{n} % 99999999977' for n in names)))})"
        left, right = self.constant(depth - 1, names), self.constant(depth - 1, names)
        kind = self.choices.below(8)
        if kind == 6:
            return f"({left} {pick(self.choices, ('<<', '>>'))} {self.choices.below(20)})"
        if kind == 7:
            return f"({pick(self.choices, ('-', '^', '+'))}{left})"
        if kind >= 4:
            return f"({left} {pick(self.choices, ('/', '%'))} {pick(self.choices, (3, -7, 1000, 4294967296))})"
        return f"({left} {pick(self.choices, ('+', '-', '*', '&', '|', '^', '&^'))} {right})"

    def iterators(self) -> None:
        """Ranging over functions, with break, continue, labels and a return from inside."""

        def inside() -> None:
            scope = Scope()
            self.declare(scope)
            count = 1 + self.choices.below(6)
            self.emit("ended := 0")
            self.block(
                "numbers := func(yield func(int, string) bool) {",
                lambda: (
                    self.emit("defer func() { ended++ }()"),
                    self.block(
                        f"for i := range {count} {{",
                        lambda: self.emit(f"if !yield(i, {self.make(STRING, self.with_int(scope, 'i'))}) {{ return }}"),
                    ),
                ),
            )
            inner = scope.inner(count)
            self.add(inner, "n", INT)
            self.add(inner, "s", STRING)
            leave = pick(self.choices, ("break", "continue", "continue outer", "break outer", "return n*100 + m"))
            self.block(
                "found := func() int {",
                lambda: (
                    self.emit("outer:"),
                    self.block(
                        "for n, s := range numbers {",
                        lambda: (
                            self.block(
                                "for m := range numbers {",
                                lambda: (
                                    self.emit("if m > 7 { break outer }"),
                                    self.emit(f"if {self.moving(BOOL, self.with_int(inner, 'm'))} {{ {leave} }}"),
                                    self.emit("show(n, m, s)"),
                                ),
                            ),
                        ),
                    ),
                    self.emit("return -1"),
                ),
                "}()",
            )
            self.emit("show(found, ended)")
            self.show(scope.variables)

        self.scene(inside)

    def with_int(self, scope: Scope, name: str) -> Scope:
        return Scope([*scope.variables, Variable(name, INT)], scope.loops)

    def stored(self) -> None:
        """Closures that are kept in slices and maps and called later, sharing what they captured."""

        def inside() -> None:
            scope = Scope()
            self.declare(scope)
            of = pick(self.choices, (INT, STRING, INTS[1], FLOAT))
            shared = self.fresh("v")
            self.emit(f"{shared} := {self.make(of, scope)}")
            self.add(scope, shared, of)
            self.emit(f"var kept []func() {of.name}")
            inner = scope.inner(3)
            self.add(inner, "i", INT)
            self.block(
                "for i := range 3 {",
                lambda: self.block(
                    f"kept = append(kept, func() {of.name} {{",
                    lambda: (
                        self.emit("i += 10"),
                        self.emit(f"{shared} = {self.make(of, inner)}"),
                        self.emit(f"return {self.make(of, inner)}"),
                    ),
                    "})",
                ),
            )
            for _ in range(2 + self.choices.below(5)):
                value = self.fresh("v")
                self.emit(f"{value} := kept[{self.choices.below(3)}]()")
                self.emit(f"show({value}, {shared})")
            self.emit(f'by := map[string]func() {of.name}{{"x": kept[0]}}')
            self.emit('if f, ok := by["x"]; ok { f() }')
            self.emit("defer func() { show(" + shared + ") }()")
            sliced = slice_of(of)
            self.emit(f"all := {sliced.name}{{}}")
            self.emit("for _, f := range kept { all = append(all, f()) }")
            self.emit("show(all)")
            self.show(scope.variables)

        self.scene(inside)
