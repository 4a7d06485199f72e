"""Python syntax trees for the compiled tier. No source text is generated: guest code becomes nodes whose names are made of numbers.

The line of a node is the guest's own place, so Python's line table of the code object tells where the guest is (see `line_of` in units.py).
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Sequence

from codemode.interpreter.compiled.units import NO_PLACE

LOAD, STORE = ast.Load(), ast.Store()

_BINARY: dict[str, ast.operator] = {
    "+": ast.Add(),
    "-": ast.Sub(),
    "*": ast.Mult(),
    "/": ast.Div(),
    "//": ast.FloorDiv(),
    "%": ast.Mod(),
    "&": ast.BitAnd(),
    "|": ast.BitOr(),
    "^": ast.BitXor(),
    "<<": ast.LShift(),
    ">>": ast.RShift(),
}
SIGNS = {type(op): sign for sign, op in _BINARY.items()}
_COMPARE: dict[str, ast.cmpop] = {
    "==": ast.Eq(),
    "!=": ast.NotEq(),
    "<": ast.Lt(),
    "<=": ast.LtE(),
    ">": ast.Gt(),
    ">=": ast.GtE(),
    "is": ast.Is(),
    "is not": ast.IsNot(),
    "in": ast.In(),
    "not in": ast.NotIn(),
}
_UNARY: dict[str, ast.unaryop] = {"-": ast.USub(), "~": ast.Invert(), "not": ast.Not()}


class Trees:
    """Makes nodes at `line`."""

    __slots__ = ("line",)

    def __init__(self) -> None:
        self.line = NO_PLACE

    # --- expressions ----------------------------------------------------------------------------------------------

    def name(self, name: str) -> ast.expr:
        return ast.Name(name, LOAD, lineno=self.line, col_offset=0)

    def const(self, value: object) -> ast.expr:
        """An int, a float, bytes, a bool or None."""
        return ast.Constant(value, lineno=self.line, col_offset=0)  # pyright: ignore[reportArgumentType]

    def attr(self, x: ast.expr, name: str) -> ast.expr:
        return ast.Attribute(x, name, LOAD, lineno=self.line, col_offset=0)

    def item(self, x: ast.expr, i: ast.expr) -> ast.expr:
        return ast.Subscript(x, i, LOAD, lineno=self.line, col_offset=0)

    def call(self, f: ast.expr, *args: ast.expr) -> ast.expr:
        return ast.Call(f, list(args), [], lineno=self.line, col_offset=0)

    def binary(self, x: ast.expr, op: str, y: ast.expr) -> ast.expr:
        return ast.BinOp(x, _BINARY[op], y, lineno=self.line, col_offset=0)

    def unary(self, op: str, x: ast.expr) -> ast.expr:
        return ast.UnaryOp(_UNARY[op], x, lineno=self.line, col_offset=0)

    def compare(self, x: ast.expr, *rest: tuple[str, ast.expr]) -> ast.expr:
        ops = [_COMPARE[op] for op, _ in rest]
        return ast.Compare(x, ops, [y for _, y in rest], lineno=self.line, col_offset=0)

    def both(self, *parts: ast.expr) -> ast.expr:
        return ast.BoolOp(ast.And(), list(parts), lineno=self.line, col_offset=0)

    def either(self, *parts: ast.expr) -> ast.expr:
        if len(parts) == 1:
            return parts[0]
        return ast.BoolOp(ast.Or(), list(parts), lineno=self.line, col_offset=0)

    def choose(self, test: ast.expr, then: ast.expr, other: ast.expr) -> ast.expr:
        return ast.IfExp(test, then, other, lineno=self.line, col_offset=0)

    def named(self, name: str, value: ast.expr) -> ast.expr:
        """(name := value)"""
        target = ast.Name(name, STORE, lineno=self.line, col_offset=0)
        return ast.NamedExpr(target, value, lineno=self.line, col_offset=0)

    def list(self, parts: Sequence[ast.expr]) -> ast.expr:
        return ast.List([*parts], LOAD, lineno=self.line, col_offset=0)

    def dict(self, keys: Sequence[ast.expr], values: Sequence[ast.expr]) -> ast.expr:
        return ast.Dict([*keys], [*values], lineno=self.line, col_offset=0)

    def starred(self, x: ast.expr) -> ast.expr:
        return ast.Starred(x, LOAD, lineno=self.line, col_offset=0)

    def tuple(self, parts: Sequence[ast.expr]) -> ast.expr:
        return ast.Tuple(list(parts), LOAD, lineno=self.line, col_offset=0)

    def targets(self, names: Sequence[str]) -> ast.Tuple:
        return ast.Tuple([self.target(name) for name in names], STORE, lineno=self.line, col_offset=0)

    # --- statements -----------------------------------------------------------------------------------------------

    def target(self, name: str) -> ast.Name:
        return ast.Name(name, STORE, lineno=self.line, col_offset=0)

    def assign(self, name: str, value: ast.expr) -> ast.stmt:
        return ast.Assign([self.target(name)], value, lineno=self.line, col_offset=0)

    def unpack(self, names: Sequence[str], value: ast.expr) -> ast.stmt:
        return ast.Assign([self.targets(names)], value, lineno=self.line, col_offset=0)

    def store_item(self, x: ast.expr, i: ast.expr, value: ast.expr) -> ast.stmt:
        target = ast.Subscript(x, i, STORE, lineno=self.line, col_offset=0)
        return ast.Assign([target], value, lineno=self.line, col_offset=0)

    def store_attr(self, x: ast.expr, name: str, value: ast.expr) -> ast.stmt:
        target = ast.Attribute(x, name, STORE, lineno=self.line, col_offset=0)
        return ast.Assign([target], value, lineno=self.line, col_offset=0)

    def less(self, name: str, value: ast.expr) -> ast.stmt:
        """name -= value"""
        return ast.AugAssign(self.target(name), _BINARY["-"], value, lineno=self.line, col_offset=0)

    def expr(self, value: ast.expr) -> ast.stmt:
        return ast.Expr(value, lineno=self.line, col_offset=0)

    def when(self, test: ast.expr, then: list[ast.stmt], other: list[ast.stmt] | None = None) -> ast.stmt:
        return ast.If(test, then or [self.nothing()], other or [], lineno=self.line, col_offset=0)

    def loop(self, test: ast.expr, body: list[ast.stmt]) -> ast.stmt:
        return ast.While(test, body or [self.nothing()], [], lineno=self.line, col_offset=0)

    def each(self, target: ast.Name | ast.Tuple, items: ast.expr, body: list[ast.stmt]) -> ast.stmt:
        return ast.For(target, items, body or [self.nothing()], [], lineno=self.line, col_offset=0)

    def at_last(self, body: list[ast.stmt], last: list[ast.stmt]) -> ast.stmt:
        """try: body finally: last"""
        return ast.Try(body, [], [], last, lineno=self.line, col_offset=0)

    def give(self, value: ast.expr) -> ast.stmt:
        return ast.Return(value, lineno=self.line, col_offset=0)

    def leave(self) -> ast.stmt:
        return ast.Break(lineno=self.line, col_offset=0)

    def go_on(self) -> ast.stmt:
        return ast.Continue(lineno=self.line, col_offset=0)

    def nothing(self) -> ast.stmt:
        return ast.Pass(lineno=self.line, col_offset=0)

    def function(self, name: str, params: Sequence[str], body: list[ast.stmt]) -> ast.stmt:
        args = [ast.arg(param, lineno=NO_PLACE, col_offset=0) for param in params]
        made = ast.FunctionDef(
            name,
            ast.arguments([], args, None, [], [], None, []),
            body,
            [],
            None,
            lineno=NO_PLACE,
            col_offset=0,
        )
        if sys.version_info >= (3, 12):
            made.type_params = []
        return made
