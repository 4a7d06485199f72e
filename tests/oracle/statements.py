"""Random statements and functions: control flow, assignments, slices and maps, closures, defer and run-time panics."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.oracle.choices import Choices, pick
from tests.oracle.expressions import Expressions, Scope, Variable
from tests.oracle.gotypes import (
    BASIC,
    BOOL,
    FLOAT,
    FLOAT32,
    INT,
    INTS,
    KEYS,
    STRING,
    Array,
    Float,
    Func,
    GoType,
    Int,
    Map,
    Slice,
    Struct,
    array_of,
    map_of,
    slice_of,
)

# How often the innermost statement of nested loops may run.
MOST_LOOPS = 150


class Statements(Expressions):
    """Writes lines of Go. Every block prints what it declared before it ends, so nothing is unused or unseen."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        self.lines: list[str] = []
        self.indent = 0
        self.names = 0
        self.labels: list[str] = []

    # Writing

    def emit(self, line: str) -> None:
        self.lines.append("\t" * self.indent + line)

    def fresh(self, prefix: str) -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    def block(self, head: str, body: Callable[[], None], tail: str = "}") -> None:
        self.emit(head)
        self.indent += 1
        body()
        self.indent -= 1
        self.emit(tail)

    def show(self, variables: Sequence[Variable]) -> None:
        """Prints variables, strings quoted, functions not."""
        shown = [v for v in variables if not isinstance(v.type, Func)]
        if shown:
            self.emit(f'show("{self.fresh("#")}", {", ".join(v.name for v in shown)})')
        for v in variables:
            if isinstance(v.type, Func):
                self.emit(f"_ = {v.name}")

    # Blocks

    def body(self, scope: Scope, size: int) -> None:
        """Statements in the given scope, and at the end a print of what they declared."""
        before = len(scope.variables)
        for _ in range(1 + self.choices.below(size)):
            self.statement(scope)
        self.show(scope.variables[before:])

    def statement(self, scope: Scope) -> None:
        simple = (self.declare, self.assign, self.declare, self.operate, self.append, self.put)
        nested = (
            self.if_statement,
            self.for_statement,
            self.switch_statement,
            self.closure,
            self.guarded,
            self.alias,
            self.labelled,
            self.iterate,
            self.swap,
        )
        # A third of the statements nest, and only while that stays quick and shallow.
        if self.choices.below(3) == 2 and scope.loops <= MOST_LOOPS and self.indent < 6:
            pick(self.choices, nested)(scope)
        else:
            pick(self.choices, simple)(scope)

    def new_type(self) -> GoType:
        kind = self.choices.below(10)
        if kind < 5:
            return pick(self.choices, BASIC)
        if kind == 5 or kind == 6:
            return slice_of(pick(self.choices, (INT, STRING, INTS[1], FLOAT, INTS[2])))
        if kind == 7:
            return map_of(pick(self.choices, KEYS), pick(self.choices, (INT, STRING, INTS[3])))
        if kind == 8:
            return array_of(1 + self.choices.below(4), pick(self.choices, (INT, STRING, INTS[1])))
        return pick(self.choices, self.structs) if self.structs else INT

    def add(self, scope: Scope, name: str, of: GoType) -> Variable:
        variable = Variable(name, of)
        scope.variables.append(variable)
        return variable

    # Simple statements

    def declare(self, scope: Scope) -> None:
        of = self.new_type()
        name = self.fresh("v")
        if self.chance(5):
            self.emit(f"var {name} {of.name}")
        else:
            self.emit(f"{name} := {self.make(of, scope)}")
        self.add(scope, name, of)

    def places(self, scope: Scope) -> list[tuple[str, GoType]]:
        """What can be assigned to, without panicking."""
        out: list[tuple[str, GoType]] = []
        for v in scope.variables:
            t = v.type
            if not isinstance(t, Func):
                out.append((v.name, t))
            if isinstance(t, Struct):
                out += [(f"{v.name}.{n}", ft) for n, ft in t.fields]
            elif isinstance(t, Array):
                out.append((f"{v.name}[{self.choices.below(t.length)}]", t.elem))
        return out

    def assign(self, scope: Scope) -> None:
        places = self.places(scope)
        if not places:
            return self.declare(scope)
        place, of = pick(self.choices, places)
        self.emit(f"{place} = {self.make(of, scope)}")
        return None

    def operate(self, scope: Scope) -> None:
        """`x op= y`, `x++`."""
        places = [(p, t) for p, t in self.places(scope) if isinstance(t, Int | Float) or t == STRING]
        if not places:
            return self.declare(scope)
        place, of = pick(self.choices, places)
        if isinstance(of, Int):
            kind = self.choices.below(5)
            if kind == 0:
                self.emit(f"{place}{pick(self.choices, ('++', '--'))}")
            elif kind == 1:
                self.emit(f"{place} {pick(self.choices, ('<<=', '>>='))} {self.shift_count(scope, 1)}")
            elif kind == 2:
                self.emit(f"{place} {pick(self.choices, ('/=', '%='))} ({self.moving(of, scope, 1)} | 1)")
            else:
                op = pick(self.choices, ("+=", "-=", "*=", "&=", "|=", "^=", "&^="))
                self.emit(f"{place} {op} {self.make(of, scope)}")
        elif isinstance(of, Float):
            self.emit(f"{place} {pick(self.choices, ('+=', '-=', '*=', '/='))} {self.moving(of, scope)}")
        else:
            self.emit(f"{place} = clip({place} + {self.make(of, scope)})")
        return None

    def append(self, scope: Scope) -> None:
        slices = scope.kind(Slice)
        if not slices:
            return self.declare(scope)
        v = pick(self.choices, slices)
        assert isinstance(v.type, Slice)
        more = ", ".join(self.make(v.type.elem, scope, 1) for _ in range(1 + self.choices.below(3)))
        if self.chance(3):
            other = pick(self.choices, [o for o in slices if o.type == v.type])
            more = f"clipped({other.name})..."
        if self.chance(2):
            name = self.fresh("v")
            self.emit(f"{name} := append({v.name}, {more})")
            self.emit(f'show("cap", room({name}), room({v.name}))')
            self.add(scope, name, v.type)
        else:
            self.emit(f"{v.name} = append(clipped({v.name}), {more})")
        return None

    def put(self, scope: Scope) -> None:
        """Writes into a map or a slice."""
        targets = scope.kind(Map) + scope.kind(Slice)
        if not targets:
            return self.declare(scope)
        v = pick(self.choices, targets)
        if isinstance(v.type, Map):
            key = self.moving(v.type.key, scope, 1)
            kind = self.choices.below(4)
            if kind == 0:
                self.emit(f"delete({v.name}, {key})")
            elif kind == 1:
                self.emit(f"if {v.name} != nil {{ {v.name}[{key}] += {self.make(v.type.elem, scope, 1)} }}")
            else:
                self.emit(f"if {v.name} != nil {{ {v.name}[{key}] = {self.make(v.type.elem, scope, 1)} }}")
        else:
            assert isinstance(v.type, Slice)
            index = f"at({self.moving(INT, scope, 1)}, len({v.name}))"
            self.emit(f"if len({v.name}) > 0 {{ {v.name}[{index}] = {self.make(v.type.elem, scope, 1)} }}")
        return None

    def swap(self, scope: Scope) -> None:
        places = self.places(scope)
        of = pick(self.choices, (INT, STRING, INTS[1], FLOAT))
        same = [p for p, t in places if t == of]
        if len(same) < 2:
            return self.assign(scope)
        a, b = pick(self.choices, same), pick(self.choices, same)
        self.emit(f"{a}, {b} = {self.make(of, scope)}, {pick(self.choices, (a, b))}")
        return None

    # Nested statements

    def if_statement(self, scope: Scope) -> None:
        inner = scope.inner()
        head = f"if {self.make(BOOL, scope)} {{"
        if self.chance(3):
            name = self.fresh("v")
            of = pick(self.choices, (INT, STRING, INTS[4]))
            head = f"if {name} := {self.make(of, scope)}; {name} != {self.make(of, scope)} {{"
            self.add(inner, name, of)
        has_else = self.chance(2)
        self.block(head, lambda: self.body(inner.inner(), 3), "} else {" if has_else else "}")
        if has_else:
            self.indent += 1
            self.body(inner.inner(), 2)
            self.indent -= 1
            self.emit("}")

    def for_statement(self, scope: Scope) -> None:
        count = 1 + self.choices.below(5)
        inner = scope.inner(count)
        i = self.fresh("i")
        head = pick(
            self.choices,
            (
                f"for {i} := 0; {i} < {count}; {i}++ {{",
                f"for {i} := range {count} {{",
                f"for {i} := {count * 2}; {i} > 0; {i} -= 2 {{",
                f"for {i}, {i}x := 0, 9; {i} < {i}x && {i} < {count}; {i}, {i}x = {i}+1, {i}x-2 {{",
            ),
        )
        # The loop variable is used but never assigned, so that the loop ends.
        counter = f"({i} + 0)"
        self.block(head, lambda: self.loop_body(inner, counter))

    def loop_body(self, scope: Scope, counter: str) -> None:
        name = self.fresh("n")
        self.emit(f"{name} := {counter}")
        self.emit(f"_ = {name}")
        self.add(scope, name, INT)
        self.body(scope, 3)
        if self.chance(3):
            leave = pick(
                self.choices, ["break", "continue", *(f"{w} {x}" for x in self.labels for w in ("break", "continue"))]
            )
            self.block(f"if {self.moving(BOOL, scope)} {{", lambda: self.emit(leave))
            self.emit(f"{name}++")

    def labelled(self, scope: Scope) -> None:
        label = self.fresh("L")
        i, j = self.fresh("i"), self.fresh("j")
        self.emit(f"{label}:")
        inner = scope.inner(9)

        def inside() -> None:
            self.add(inner, i, INT)
            self.add(inner, j, INT)
            name = self.fresh("s")
            self.emit(f"{name} := {self.make(INT, inner)}")
            self.block(
                f"switch {name} & 3 {{",
                lambda: (
                    self.emit(f"case 0: {pick(self.choices, ('break', 'continue'))} {label}"),
                    self.emit("case 1: continue"),
                    self.emit("case 2: break"),
                    self.emit(f"default: show({i}, {j})"),
                ),
            )
            # The counters are read only.
            reading = Scope([v for v in inner.variables if v.name not in (i, j)], inner.loops)
            self.labels.append(label)
            self.body(reading, 2)
            self.labels.pop()

        self.block(f"for {i} := range 3 {{", lambda: self.block(f"for {j} := range 3 {{", inside))

    def iterate(self, scope: Scope) -> None:
        """range over slices, arrays, strings and (through sorted keys) maps."""
        options = scope.kind(Slice) + scope.kind(Array) + scope.of(STRING) + scope.kind(Map)
        if not options:
            return self.for_statement(scope)
        v = pick(self.choices, options)
        k, e = self.fresh("k"), self.fresh("e")
        inner = scope.inner(6)
        if isinstance(v.type, Map):
            source, key, elem = f"sorted({v.name})", INT, v.type.key
        elif v.type == STRING:
            source, key, elem = f"clip({v.name})", INT, INTS[5]
        elif isinstance(v.type, Slice):
            source, key, elem = f"clipped({v.name})", INT, v.type.elem
        else:
            assert isinstance(v.type, Array)
            source, key, elem = v.name, INT, v.type.elem
        self.add(inner, k, key)
        self.add(inner, e, elem)

        def inside() -> None:
            self.body(inner, 2)
            self.emit(f"_, _ = {k}, {e}")

        self.block(f"for {k}, {e} := range {source} {{", inside)
        return None

    def switch_statement(self, scope: Scope) -> None:
        of = pick(self.choices, (INT, STRING))
        cases = self.distinct(of, 1 + self.choices.below(4))
        tag = self.moving(of, scope) if of == STRING else f"({self.moving(of, scope)} & 7)"
        has_default = self.chance(2)

        def clauses() -> None:
            for n, case in enumerate(cases):
                self.emit(f"case {case}:")
                self.indent += 1
                self.body(scope.inner(), 2)
                last = n == len(cases) - 1
                if self.chance(4) and not (last and not has_default):
                    self.emit("fallthrough")
                self.indent -= 1
            if has_default:
                self.emit("default:")
                self.indent += 1
                self.body(scope.inner(), 2)
                self.indent -= 1

        self.block(f"switch {tag} {{", clauses)

    def alias(self, scope: Scope) -> None:
        """Another view of a slice or array, a copy, or a change through a pointer."""
        kind = self.choices.below(4)
        slices = scope.kind(Slice)
        if kind < 2 and slices:
            v = pick(self.choices, slices)
            name = self.fresh("v")
            a, b = self.moving(INT, scope, 1), self.moving(INT, scope, 1)
            cut = "cut" if kind == 0 else "cut3"
            self.emit(f"{name} := {cut}({v.name}, {a}, {b})")
            self.add(scope, name, v.type)
        elif kind == 2 and slices:
            v, w = pick(self.choices, slices), pick(self.choices, slices)
            if v.type == w.type:
                self.emit(f"show(copy({v.name}, {w.name}), {v.name})")
        else:
            places = self.places(scope)
            if not places:
                return self.declare(scope)
            place, of = pick(self.choices, places)
            pointer = self.fresh("p")
            self.emit(f"{pointer} := &{place}")
            self.emit(f"*{pointer} = {self.make(of, scope)}")
            self.emit(f"show(*{pointer})")
        return None

    # Functions

    def closure(self, scope: Scope) -> None:
        """A func literal that reads and changes what it captures, called on its own."""
        params = tuple(pick(self.choices, BASIC) for _ in range(self.choices.below(3)))
        result = pick(self.choices, (INT, STRING, INTS[1], FLOAT, BOOL))
        inner = scope.inner(4)
        heads: list[str] = []
        for p in params:
            heads.append(f"{self.fresh('a')} {p.name}")
            self.add(inner, f"a{self.names}", p)
        name = self.fresh("f")
        labels, self.labels = self.labels, []

        def inside() -> None:
            self.body(inner, 3)
            self.emit(f"return {self.make(result, inner)}")

        self.block(f"{name} := func({', '.join(heads)}) {result.name} {{", inside)
        self.labels = labels
        for _ in range(1 + self.choices.below(2)):
            value = self.fresh("v")
            self.emit(f"{value} := {name}({', '.join(self.make(p, scope, 1) for p in params)})")
            self.add(scope, value, result)

    def guarded(self, scope: Scope) -> None:
        """A block that may panic, with deferred calls and a recover that says why."""
        inner = scope.inner()
        labels, self.labels = self.labels, []
        tag = self.fresh("#")

        def inside() -> None:
            self.emit(f'defer caught("{tag}")')
            known = [v for v in inner.variables if not isinstance(v.type, Func)]
            if known and self.chance(2):
                seen = pick(self.choices, known)
                self.emit(f'defer show("deferred {tag}", {seen.name})')
                self.emit(f'defer func() {{ show("late {tag}", {seen.name}) }}()')
            before = len(inner.variables)
            self.statement(inner)
            self.danger(inner)
            self.statement(inner)
            self.show(inner.variables[before:])

        self.block("func() {", inside, "}()")
        self.labels = labels

    def danger(self, scope: Scope) -> None:
        """A statement that panics on some inputs."""
        kind = self.choices.below(10)
        name = self.fresh("v")
        index = f"({self.moving(INT, scope)} & 3)"
        slices, maps = scope.kind(Slice), scope.kind(Map)
        if kind == 0:
            of = pick(self.choices, INTS)
            op = pick(self.choices, ("/", "%"))
            self.emit(f"{name} := {self.moving(of, scope)} {op} {self.moving(of, scope)}")
        elif kind == 1 and slices:
            self.emit(f"{name} := {pick(self.choices, slices).name}[{index}]")
        elif kind == 2 and slices:
            v = pick(self.choices, slices)
            self.emit(f"{name} := {v.name}[{index}:({self.moving(INT, scope, 1)} & 3)]")
        elif kind == 3 and maps:
            v = pick(self.choices, maps)
            assert isinstance(v.type, Map)
            self.emit(f"{v.name}[{self.moving(v.type.key, scope, 1)}] = {self.make(v.type.elem, scope, 1)}")
            self.emit(f"{name} := len({v.name})")
        elif kind == 4:
            of = pick(self.choices, (INT, STRING, FLOAT, INTS[1]))
            value = self.moving(pick(self.choices, (INT, STRING, FLOAT)), scope)
            self.emit(f"{name} := any({value}).({of.name})")
        elif kind == 5:
            self.emit(f"{name} := {self.moving(STRING, scope)}[{index}]")
        elif kind == 6:
            self.emit(f"{name} := {self.moving(STRING, scope)}[{index}:]")
        elif kind == 7:
            self.emit(f"{name} := 1 << {self.moving(pick(self.choices, (INT, INTS[1])), scope)}")
        elif kind == 8:
            of = pick(self.choices, (INT, STRING, BOOL, FLOAT32))
            self.emit(f"{name} := {self.make(of, scope)}")
            self.block(f"if {self.moving(BOOL, scope)} {{", lambda: self.emit(f"panic({name})"))
        else:
            self.emit(f'{name} := fmt.Errorf("bad %v: %w", {self.make(INT, scope)}, errBase)')
            self.block(f"if {self.moving(BOOL, scope)} {{", lambda: self.emit(f"panic({name})"))
        self.emit(f'show("safe", {name})')

    def pure_function(self) -> None:
        """A top-level function without effects, that later expressions may call."""
        params = tuple(pick(self.choices, BASIC) for _ in range(1 + self.choices.below(3)))
        result = pick(self.choices, BASIC)
        scope = Scope(loops=1)
        heads: list[str] = []
        for p in params:
            heads.append(f"{self.fresh('a')} {p.name}")
            self.add(scope, f"a{self.names}", p)
        name = self.fresh("pure")

        def inside() -> None:
            total = self.fresh("v")
            self.emit(f"{total} := {self.make(result, scope)}")
            self.add(scope, total, result)
            loop = self.fresh("i")
            inner = scope.inner(4)
            self.block(
                f"for {loop} := range 4 {{",
                lambda: (
                    self.block(f"if {self.moving(BOOL, inner)} {{", lambda: self.emit("continue")),
                    self.emit(f"{total} = {self.make(result, inner)}"),
                    self.emit(f"_ = {loop}"),
                ),
            )
            self.emit(f"return {total}")

        self.block(f"func {name}({', '.join(heads)}) {result.name} {{", inside)
        self.emit("")
        self.functions.append(Variable(name, Func("func", params, result, True, self.cost_of(scope))))

    def cost_of(self, scope: Scope) -> int:
        """A bound on the work of a new function: what it may call, a few times in each of four rounds."""
        worst = max((f.type.cost for f in self.functions if isinstance(f.type, Func)), default=1)
        return min(5000, 8 + worst * 12)
