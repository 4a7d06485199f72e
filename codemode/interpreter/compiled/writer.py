"""The state of translating one unit. Any unsupported node ends the translation, and the tree-walker keeps the whole unit.

`at` is always the place of the innermost closure of the tree-walker that has a place: failures are reported there.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, NamedTuple

from codemode.dsl.syntax import nodes
from codemode.interpreter.compiled.intervals import Interval, fits
from codemode.interpreter.compiled.trees import Trees
from codemode.interpreter.compiled.units import Compiled, Unsupported, line_of
from codemode.interpreter.lowering.body import Body, registering
from codemode.interpreter.machine.typeops import copier, int_range, is_storage, wrap
from codemode.types import model
from codemode.types.model import Type
from codemode.types.objects import Var

WORD = (1 << 30) - 1  # an integer below is one word of Python's
MAX_NESTING = 60  # depth of expressions and statements: Python's compiler uses C stack for each


class NotQuiet(Exception):
    """Code in a loop uses the meter, so the loop cannot keep the fuel in a variable."""


class Value(NamedTuple):
    """An expression: its Python tree, and its interval if it is an integer."""

    tree: ast.expr
    known: Interval | None = None


class Jumps:
    """A loop that is being translated: where its breaks and continues lead, and the intervals of integers there."""

    def __init__(self, label: str, post: Callable[[], None] | None) -> None:
        self.label = label
        self.post = post  # writes what a continue runs before the next turn
        self.breaks: list[dict[int, Interval]] = []
        self.continues: list[dict[int, Interval]] = []


class Writer:
    def __init__(self, b: Body, program: Compiled) -> None:
        self.b = b
        self.program = program
        self.t = Trees()
        self.out: list[ast.stmt] = []
        self.env: dict[int, Interval] | None = {}  # intervals of integer variables by slot; None in unreachable code
        self.loops: list[Jumps] = []
        self.quiet = False  # the fuel is in a variable
        self.used: set[int] = set()
        self.written: set[int] = set()
        self.fixed: dict[int, bool] = {}  # slices by slot: whether their parts are in Python variables
        self.held: list[str] = []
        self.framed = False  # whether the guest's frame is used
        self.plain_statements = self.bridges = 0  # statements that were translated, and that were not
        self.in_frame: set[int] = set()  # slots that are sometimes in the guest's frame only
        self.is_function = False
        self.counted = False  # whether "e", the depth of a call from here, is set on this path
        self.temps = 0
        self.dead: list[str] = []  # temporary variables of this statement that contain more than a number
        self.reads: set[str] = set()  # those of them with a value that exists anyway
        self.nesting = 0
        self.looks = 0  # uses of the meter so far

    # --- places ---------------------------------------------------------------------------------------------------

    def place(self, pos: int) -> None:
        """Code that is generated from now on has this place."""
        self.t.line = line_of(pos)

    def look(self) -> None:
        """Called for each node of the guest."""
        self.program.left -= 1
        if self.program.left < 0:
            raise Unsupported("too large")

    def ended(self) -> bool:
        """Whether the following code is unreachable."""
        return self.env is None

    # --- variables --------------------------------------------------------------------------------------------------

    def slot_of(self, var: Var) -> int:
        """The slot of a variable of this function, as assigned by the tree-walker's lowering."""
        found = self.b.slots.get(var)
        if found is None:
            raise Unsupported("no slot")
        return found

    def variable(self, slot: int) -> str:
        self.used.add(slot)
        return f"v{slot}"

    def plain(self, e: nodes.Expr | None) -> int | None:
        """The slot of an expression that only reads a slot; else None."""
        while isinstance(e, nodes.ParenExpr):
            e = e.x
        if not isinstance(e, nodes.Ident) or e.const is not None:
            return None
        var = e.obj
        if not isinstance(var, Var) or var.kind == "global" or var.native is not None or self.b.is_cell(var):
            return None
        return self.slot_of(var)

    def known(self, slot: int, t: Type) -> Interval | None:
        if not is_int(t):
            return None
        assert self.env is not None
        return self.env.get(slot) or int_range(t)

    def set(self, slot: int, value: Value, t: Type) -> None:
        """slot = value"""
        self.out.append(self.t.assign(self.variable(slot), value.tree))
        self.wrote(slot, value.known if is_int(t) else None)

    def wrote(self, slot: int, known: Interval | None) -> None:
        self.written.add(slot)
        assert self.env is not None
        if known is not None:
            self.env[slot] = known
        else:
            self.env.pop(slot, None)
        if self.has_parts(slot):
            self.load_parts(slot)

    # --- the parts of slices in variables ---------------------------------------------------------------------------

    def has_parts(self, slot: int) -> bool:
        return self.fixed.get(slot, False)

    def load_parts(self, slot: int) -> None:
        for letter, name in (("a", "arr"), ("o", "off"), ("n", "len")):
            self.out.append(self.t.assign(f"{letter}{slot}", self.t.attr(self.t.name(f"v{slot}"), name)))

    # --- temporary variables ----------------------------------------------------------------------------------------

    def temp(self, t: Type | None) -> str:
        """Returns a temporary name for a value until the end of the statement. A value that may be large is dropped then."""
        self.temps += 1
        name = f"t{self.temps}"
        self.reads.discard(name)
        if t is None or not isinstance(t.underlying, model.Basic) or t.underlying.info == "string":
            self.dead.append(name)
        return name

    def temp_read(self) -> str:
        """Returns a temporary name for a value that the guest has elsewhere, too."""
        name = self.temp(None)
        self.reads.add(name)
        return name

    def once(self, tree: ast.expr, t: Type) -> tuple[ast.expr, ast.expr]:
        """Returns the value as it is written at its first place, and as it is written at later ones."""
        if isinstance(tree, ast.Name | ast.Constant):
            return tree, tree
        name = self.temp_read() if is_read(tree) and not is_int(t) else self.temp(t)
        return self.t.named(name, tree), self.t.name(name)

    def kept(self, tree: ast.expr, t: Type) -> ast.expr:
        """Evaluates the value now, into a temporary."""
        if isinstance(tree, ast.Name | ast.Constant):
            return tree
        name = self.temp(t)
        self.out.append(self.t.assign(name, tree))
        return self.t.name(name)

    def kept_read(self, e: nodes.Expr, tree: ast.expr) -> ast.expr:
        """Evaluates a map now; one that is read from somewhere exists anyway."""
        if isinstance(tree, ast.Name):
            return tree
        while isinstance(e, nodes.ParenExpr):
            e = e.x
        name = self.temp_read() if isinstance(e, nodes.IndexExpr | nodes.SelectorExpr) else self.temp(None)
        self.out.append(self.t.assign(name, tree))
        return self.t.name(name)

    def forget(self) -> list[ast.stmt]:
        """Statements that drop temporary values of any size: those must not stay alive out of the meter's sight."""
        return [self.t.assign(name, self.t.const(None)) for name in self.dead]

    # --- lists of statements ----------------------------------------------------------------------------------------

    def gathered(self, write: Callable[[], None]) -> list[ast.stmt]:
        outer, self.out, counted = self.out, [], self.counted
        try:
            write()
            return self.out
        finally:
            self.out, self.counted = outer, counted

    def count_call(self) -> None:
        """Sets the depth of a call from here; before a loop, for all turns."""
        if not self.counted:
            self.out.append(self.t.assign("e", self.t.binary(self.t.name("d"), "+", self.t.const(1))))
            self.counted = True

    def bound(self, value: object) -> ast.expr:
        return self.t.name(self.program.bind(value))

    # --- the meter --------------------------------------------------------------------------------------------------

    def loud(self) -> None:
        """The following code uses the meter in the middle of an expression. The meter would not see a value that the tree-walker has in a variable
        at that point."""
        if self.quiet:
            raise NotQuiet
        if not self.reads.issuperset(self.dead):
            raise Unsupported("a made value that waits")
        self.looks += 1

    def operate(self, function: object, *args: ast.expr) -> ast.expr:
        """function(run, depth, *args)"""
        return self.t.call(self.bound(function), self.t.name("run"), self.t.name("d"), *args)

    def watched(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """Statements that use the meter, on a rare path."""
        if not self.quiet:
            return statements
        t = self.t
        before = [t.store_attr(t.name("run"), "fuel", t.name("fuel")), t.assign("fuel", t.const(None))]
        return [*before, *statements, t.assign("fuel", t.attr(t.name("run"), "fuel"))]

    def spend(self, weight: float) -> None:
        """Charges a turn of a loop, before it runs."""
        t = self.t
        refuel = [
            t.store_attr(t.name("run"), "depth", t.name("d")),
            t.expr(t.call(t.attr(t.name("run"), "refuel"))),
        ]
        if self.quiet:
            self.out.append(t.less("fuel", t.const(weight)))
            self.out.append(t.when(t.compare(t.name("fuel"), ("<", t.const(0.0))), self.watched(refuel)))
            return
        self.out.append(t.assign("g", t.binary(t.attr(t.name("run"), "fuel"), "-", t.const(weight))))
        self.out.append(t.store_attr(t.name("run"), "fuel", t.name("g")))
        self.out.append(t.when(t.compare(t.name("g"), ("<", t.const(0.0))), refuel))

    # --- integers -----------------------------------------------------------------------------------------------------

    def fitted(self, tree: ast.expr, exact: Interval, t: Type) -> Value:
        """Brings an exact result into its integer type, with its interval."""
        within = int_range(t)
        if fits(exact, within):
            return Value(tree, exact)
        low, high = within
        if low == 0:
            return Value(self.t.binary(tree, "&", self.t.const(high)), within)
        first, again = self.once(tree, t)
        if exact[0] < low and exact[1] > high:
            test = self._between(first, again, low, high)
            if not self.loops and high > WORD and exact[1] <= 2 * high + 1:
                # a sum outside of loops is mostly small, and one word is compared faster
                test = self.t.either(self._between(first, again, -WORD, WORD), self._between(again, again, low, high))
        elif exact[0] < low:
            test = self.t.compare(first, (">=", self.t.const(low)))
        else:
            test = self.t.compare(first, ("<=", self.t.const(high)))
            if high > WORD and exact[1] == high + 1:  # what counts is mostly small
                small = self.t.compare(first, ("<=", self.t.const(WORD)))
                test = self.t.either(small, self.t.compare(again, ("<=", self.t.const(high))))
        return Value(self.t.choose(test, again, self.t.call(self.bound(wrap(t)), again)), within)

    def _between(self, first: ast.expr, again: ast.expr, low: int, high: int) -> ast.expr:
        """Whether an integer is in the interval; `first` computes it. Python takes longer for a comparison with two operators."""
        return self.t.both(
            self.t.compare(first, ("<=", self.t.const(high))), self.t.compare(again, (">=", self.t.const(low)))
        )


def is_read(tree: ast.expr) -> bool:
    """Whether a value already exists: a variable, a constant, or a part of one."""
    while isinstance(tree, ast.Subscript | ast.Attribute):
        tree = tree.value
    return isinstance(tree, ast.Name | ast.Constant)


def is_int(t: Type) -> bool:
    under = t.underlying
    return isinstance(under, model.Basic) and under.info in ("integer", "unsigned") and not under.untyped


def is_float64(t: Type) -> bool:
    under = t.underlying
    return isinstance(under, model.Basic) and under.info == "float" and under.bits == 64


def is_private(t: Type) -> bool:
    """Whether values are stored without a copy."""
    return not is_storage(t) and copier(t) is None


EXPRESSIONS: dict[type, Callable[[Writer, Any, int], Value]] = {}
STATEMENTS: dict[type, Callable[[Writer, Any, int], None]] = {}

# both are called with (writer, node, at)
expression, statement = registering(EXPRESSIONS), registering(STATEMENTS)
