"""Refuses what no program may use. RestrictedPython's transformer refuses every unknown kind of node; the names are listed here."""

# values of programs have any type
# pyright: reportUnknownVariableType=false
from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

from RestrictedPython.transformer import RestrictingNodeTransformer

from codemode.python import words
from codemode.python.nodes import expressions_of, weight

Report = Callable[[ast.AST, str, str], None]  # node, message, hint


def call(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(words.MARK + name, ast.Load()), list(args), [])


def const(value: Any) -> ast.Constant:
    return ast.Constant(value)


def _sets_out(statement: ast.stmt) -> bool:
    match statement:
        case ast.Assign(targets=[ast.Name(id="__out")]) | ast.AugAssign(target=ast.Name(id="__out")):
            return True
        case ast.AnnAssign(target=ast.Name(id="__out"), value=ast.expr()):
            return True
        case _:
            return False


class Restricting(RestrictingNodeTransformer):
    """The policy for programs. `bound` are the names that the program binds anywhere and that therefore hide built-in names. `tool_paths` are the
    dotted names of imported tools."""

    def __init__(
        self, report: Report, bound: frozenset[str], tool_paths: Mapping[ast.alias, str] | None = None
    ) -> None:
        super().__init__()
        self._tool_paths = tool_paths or {}
        self._report = report
        self._bound = bound
        self._no_instances: set[str] = set()  # names of modules and of classes, as far as the statements were visited
        self._owner = ""  # the class whose private names are mangled
        self._is_class = False  # directly in the body of a class
        self._functions = 0
        self._returns = False  # whether the statements that were visited have a return outside of functions
        self._comprehensions = 0
        self._temps = 0

    # --- what is refused ------------------------------------------------------------------------------------------

    def refuse(self, node: ast.AST, message: str, hint: str = "") -> None:
        self._report(node, message, hint)

    def error(self, node: ast.AST, info: str) -> None:
        self.refuse(node, info)

    def warn(self, node: ast.AST, info: str) -> None:
        pass

    def not_allowed(self, node: ast.AST) -> None:
        self.refuse(node, f"{type(node).__name__} statements are not part of the language here")

    def generic_visit(self, node: ast.AST) -> Any:
        self.not_allowed(node)

    def check_name(self, node: ast.AST, name: str | None, allow_magic_methods: bool = False) -> None:
        if name is None or not words.is_magic(name):
            return
        if not ((allow_magic_methods or self._is_class) and name in words.METHODS):
            self.refuse(
                node, f"the name {name} is not offered", "names with two underscores on both sides are Python's own"
            )

    def _check_attribute(self, node: ast.AST, name: str) -> None:
        if (words.is_magic(name) and name not in words.READ) or words.inspects(name):
            way = "use what the value's type is documented to have"
            if name in words.METHODS and self._owner:
                way = f"write super().{name}(...), or the operator or function"
            self.refuse(node, f"the attribute {name} is not offered", way)

    def visit(self, node: ast.AST) -> Any:
        """Rewrites a node. What stands for an expression has its place, which errors show."""
        made = super().visit(node)
        if isinstance(node, ast.expr) and isinstance(made, ast.expr) and not hasattr(made, "lineno"):
            ast.copy_location(made, node)
        return made

    # --- what is put in -----------------------------------------------------------------------------------------------

    def body_of(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for statement in body:
            sets_out = self._functions > 0 and not self._is_class and _sets_out(statement)
            many = sum(map(weight, expressions_of(statement)))
            if many:
                made.append(ast.copy_location(ast.Expr(_charge(many)), statement))
            found: Any = self.visit(statement)
            several: list[Any] = found if isinstance(found, list) else [found]
            for each in several:
                if isinstance(each, ast.stmt):
                    made.append(ast.copy_location(each, statement))
            if sets_out:
                made.append(ast.copy_location(ast.Expr(call("say_out", ast.Name("__out", ast.Load()))), statement))
        return made

    def weighed(self, expression: ast.expr, many: int) -> ast.expr:
        """The expression with a charge for its many parts, before it is evaluated."""
        return (
            ast.Subscript(ast.Tuple([_charge(many), expression], ast.Load()), const(1), ast.Load())
            if many
            else expression
        )

    def fuel_at(self, at: ast.AST) -> list[ast.stmt]:
        run = ast.Name(words.MARK + "run", ast.Load())
        spend = ast.AugAssign(ast.Attribute(run, "fuel", ast.Store()), ast.Sub(), const(1.0))
        left = ast.Compare(ast.Attribute(run, "fuel", ast.Load()), [ast.Lt()], [const(0.0)])
        more = ast.Expr(ast.Call(ast.Attribute(run, "refuel", ast.Load()), [], []))
        made: list[ast.stmt] = [spend, ast.If(left, [more], [])]
        return [ast.copy_location(each, at) for each in made]

    @property
    def has_locals(self) -> bool:
        """Whether an expression can keep a value in a variable that no other call, class or comprehension sees."""
        return self._functions > 0 and not self._is_class and not self._comprehensions

    def temp(self) -> str:
        self._temps += 1
        return f"{words.MARK}t{self._temps}"


def _charge(steps: int) -> ast.expr:
    return ast.Call(ast.Attribute(ast.Name(words.MARK + "run", ast.Load()), "charge", ast.Load()), [const(steps)], [])
