"""Random expressions of a wanted type, from the variables in scope.

Real Go must accept every program, so no expression is made of constants alone where Go would compute (and refuse) it,
and no divisor or index is a constant. What Go leaves open is avoided too: a call that prints, panics or changes
something never stands inside a larger expression.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.oracle.choices import Choices, pick
from tests.oracle.gotypes import (
    ANY,
    BOOL,
    FLOAT,
    INT,
    INTS,
    STRING,
    Array,
    Float,
    Func,
    GoType,
    Int,
    Map,
    Slice,
    Struct,
)

WORDS = ("", "a", "go", "héllo", "x y", "世界", "\\t\\n", "Zz9", "-12", "3.5", "\\xff!", "😀")
FLOATS = ("0.5", "1.25", "3", "0.1", "1e10", "2.5e-3", "100", "0.3333", "1e21", "7")


@dataclass(frozen=True, slots=True)
class Variable:
    name: str
    type: GoType


@dataclass(slots=True)
class Scope:
    """The names one may use. `loops` counts how often the present place may run, to keep programs quick."""

    variables: list[Variable] = field(default_factory=list)
    loops: int = 1

    def inner(self, loops: int = 1) -> Scope:
        return Scope(list(self.variables), self.loops * loops)

    def of(self, *types: GoType) -> list[Variable]:
        return [v for v in self.variables if v.type in types]

    def kind(self, cls: type) -> list[Variable]:
        return [v for v in self.variables if isinstance(v.type, cls)]


@dataclass(frozen=True, slots=True)
class Text:
    """Go text of an expression, and whether Go would call it constant."""

    go: str
    constant: bool = False

    def __str__(self) -> str:
        return self.go


class Expressions:
    """Makes expressions. `functions` are the top-level functions that exist already."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.functions: list[Variable] = []
        self.structs: list[Struct] = []

    def chance(self, of: int) -> bool:
        """True about once in `of`; the simplest choice is False."""
        return self.choices.below(of) == of - 1

    def make(self, want: GoType, scope: Scope, depth: int = 2) -> str:
        return self.any_expr(want, scope, depth).go

    def moving(self, want: GoType, scope: Scope, depth: int = 2) -> str:
        """An expression that is no constant."""
        text = self.any_expr(want, scope, depth)
        return f"id({text})" if text.constant else text.go

    def any_expr(self, want: GoType, scope: Scope, depth: int) -> Text:
        known = scope.of(want)
        if depth <= 0 or (known and not self.chance(3)):
            return Text(pick(self.choices, known).name) if known else self.leaf(want, scope)
        reached = self.reached(want, scope)
        if reached and self.chance(4):
            return Text(pick(self.choices, reached)(depth - 1))
        return self.compound(want, scope, depth - 1)

    def compound(self, want: GoType, scope: Scope, depth: int) -> Text:
        if isinstance(want, Int):
            return self.int_expr(want, scope, depth)
        if isinstance(want, Float):
            return self.float_expr(want, scope, depth)
        if want == STRING:
            return self.string_expr(scope, depth)
        if want == BOOL:
            return self.bool_expr(scope, depth)
        if want == ANY:
            return Text(f"any({self.moving(pick(self.choices, (INT, STRING, FLOAT, BOOL, INTS[1])), scope, depth)})")
        return self.leaf(want, scope)

    def leaf(self, want: GoType, scope: Scope) -> Text:
        """A literal."""
        if isinstance(want, Int):
            return Text(f"{want.name}({self.int_literal(want)})", constant=True)
        if isinstance(want, Float):
            return Text(f"{want.name}({pick(self.choices, FLOATS)})", constant=True)
        if want == STRING:
            return Text(f'"{pick(self.choices, WORDS)}"', constant=True)
        if want == BOOL:
            return Text(pick(self.choices, ("true", "false")), constant=True)
        if want == ANY:
            return Text("any(nil)")
        return Text(self.composite(want, scope))

    def int_literal(self, want: Int) -> int:
        options = (1, 0, 2, 3, 7, 10, want.high, want.low + want.signed, want.high // 3, 64, 100)
        value = pick(self.choices, options)
        return -value if want.signed and self.chance(3) else value

    def composite(self, want: GoType, scope: Scope) -> str:
        if isinstance(want, Slice):
            return self.listing(want, want.elem, self.choices.below(4), scope)
        if isinstance(want, Array):
            return self.listing(want, want.elem, self.choices.below(want.length + 1), scope)
        if isinstance(want, Map):
            keys = self.distinct(want.key, self.choices.below(4))
            return f"{want.name}{{{', '.join(f'{k}: {self.make(want.elem, scope, 0)}' for k in keys)}}}"
        assert isinstance(want, Struct), want
        parts = [f"{n}: {self.make(t, scope, 0)}" for n, t in want.fields if not self.chance(4)]
        return f"{want.name}{{{', '.join(parts)}}}"

    def listing(self, want: GoType, elem: GoType, count: int, scope: Scope) -> str:
        return f"{want.name}{{{', '.join(self.make(elem, scope, 1) for _ in range(count))}}}"

    def distinct(self, key: GoType, count: int) -> list[str]:
        """Constant map keys or case values, all different."""
        if key == STRING:
            return [f'"{w}"' for w in WORDS[1 : 1 + count]]
        start = self.choices.below(3)
        return [str(start + n * 2) for n in range(count)]

    def reached(self, want: GoType, scope: Scope) -> list[Callable[[int], str]]:
        """Ways to get at a value of this type inside other variables and through pure functions."""
        ways: list[Callable[[int], str]] = []
        for v in scope.variables:
            t = v.type
            if isinstance(t, Struct):
                ways += [lambda d, v=v, n=n: f"{v.name}.{n}" for n, ft in t.fields if ft == want]
            elif isinstance(t, Map) and t.elem == want:
                ways.append(lambda d, v=v, t=t: f"{v.name}[{self.make(t.key, scope, d)}]")
            elif isinstance(t, Array) and t.elem == want:
                ways.append(lambda d, v=v: f"{v.name}[at({self.moving(INT, scope, d)}, len({v.name}))]")
            elif isinstance(t, Slice) and t.elem == want:
                ways.append(lambda d, v=v: f"item({v.name}, {self.make(INT, scope, d)})")
        for v in [*self.functions, *scope.kind(Func)]:
            t = v.type
            if isinstance(t, Func) and t.pure and t.result == want and t.cost * scope.loops < 3000:
                ways.append(lambda d, v=v, t=t: f"{v.name}({', '.join(self.make(p, scope, d - 1) for p in t.params)})")
        return ways

    def int_expr(self, want: Int, scope: Scope, depth: int) -> Text:
        kind = self.choices.below(10)
        if kind < 4:
            op = pick(self.choices, ("+", "-", "*", "&", "|", "^", "&^"))
            return Text(f"({self.moving(want, scope, depth)} {op} {self.make(want, scope, depth)})")
        if kind == 4:
            op = pick(self.choices, ("/", "%"))
            return Text(f"({self.moving(want, scope, depth)} {op} ({self.moving(want, scope, depth)} | 1))")
        if kind == 5:
            count = self.shift_count(scope, depth)
            return Text(f"({self.moving(want, scope, depth)} {pick(self.choices, ('<<', '>>'))} {count})")
        if kind == 6:
            return Text(f"{want.name}({self.moving(pick(self.choices, INTS), scope, depth)})")
        if kind == 7:
            return Text(f"{pick(self.choices, ('-', '^', '+'))}({self.moving(want, scope, depth)})")
        if kind == 8:
            name = pick(self.choices, ("max", "min"))
            return Text(f"{name}({self.moving(want, scope, depth)}, {self.make(want, scope, depth)})")
        return self.measure(want, scope, depth)

    def shift_count(self, scope: Scope, depth: int) -> str:
        if self.chance(3):
            return str(pick(self.choices, (1, 0, 7, 8, 31, 63, 64, 100)))
        unsigned = pick(self.choices, [t for t in INTS if not t.signed])
        return f"({self.moving(unsigned, scope, depth)} & 71)"

    def measure(self, want: Int, scope: Scope, depth: int) -> Text:
        """An integer that comes from something else: a length, a byte, a rune, a float."""
        kind = self.choices.below(4)
        sized = scope.kind(Slice) + scope.kind(Map) + scope.of(STRING)
        if kind < 2 and sized:
            return Text(f"{want.name}(len({pick(self.choices, sized).name}))")
        if kind == 2:
            return Text(f"{want.name}(byteAt({self.moving(STRING, scope, depth)}, {self.make(INT, scope, depth)}))")
        return Text(f"{want.name}(toInt(float64({self.moving(FLOAT, scope, depth)})))")

    def float_expr(self, want: Float, scope: Scope, depth: int) -> Text:
        kind = self.choices.below(6)
        if kind < 3:
            op = pick(self.choices, ("+", "-", "*", "/"))
            return Text(f"({self.moving(want, scope, depth)} {op} {self.moving(want, scope, depth)})")
        if kind == 3:
            return Text(f"{want.name}({self.moving(pick(self.choices, INTS), scope, depth)})")
        if kind == 4:
            name = pick(self.choices, ("Floor", "Abs", "Sqrt", "Trunc", "Ceil", "Round"))
            return Text(f"{want.name}(math.{name}({self.moving(FLOAT, scope, depth)}))")
        return Text(f"-({self.moving(want, scope, depth)})")

    def string_expr(self, scope: Scope, depth: int) -> Text:
        kind = self.choices.below(8)
        if kind < 2:
            return Text(f"clip({self.moving(STRING, scope, depth)} + {self.make(STRING, scope, depth)})")
        if kind == 2:
            return Text(f"part({self.make(STRING, scope, depth)}, {self.moving(INT, scope, depth)})")
        if kind == 3:
            return Text(f"strconv.Itoa({self.moving(INT, scope, depth)})")
        if kind == 4:
            of = pick(self.choices, (INT, FLOAT, BOOL, INTS[2]))
            return Text(f"fmt.Sprint({self.make(of, scope, depth)}, {self.make(STRING, scope, depth)})")
        if kind == 5:
            name = pick(self.choices, ("ToUpper", "ToLower", "TrimSpace", "Title"))
            return Text(f"strings.{name}({self.moving(STRING, scope, depth)})")
        if kind == 6:
            return Text(f"string(rune({self.moving(INTS[5], scope, depth)} & 0x3ff))")
        return Text(f"string([]rune({self.moving(STRING, scope, depth)}))")

    def bool_expr(self, scope: Scope, depth: int) -> Text:
        kind = self.choices.below(6)
        if kind < 3:
            of = pick(self.choices, (INT, STRING, *INTS[1:], FLOAT))
            op = pick(self.choices, ("==", "!=", "<", "<=", ">", ">="))
            return Text(f"({self.moving(of, scope, depth)} {op} {self.make(of, scope, depth)})")
        if kind == 3:
            return Text(f"!{self.moving(BOOL, scope, depth)}")
        if kind == 4:
            op = pick(self.choices, ("&&", "||"))
            return Text(f"({self.moving(BOOL, scope, depth)} {op} {self.make(BOOL, scope, depth)})")
        return Text(f"strings.Contains({self.moving(STRING, scope, depth)}, {self.make(STRING, scope, depth)})")
