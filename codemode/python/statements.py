"""Rewrites statements: a charge at the head of every loop and function, a guard at every handler."""

# values of programs have any type
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

import ast
from typing import Any

from codemode.python import words
from codemode.python.expressions import LEAF, Expressions, has, is_quick
from codemode.python.methods import ADDING
from codemode.python.nodes import is_scope, nodes_of
from codemode.python.restricting import call, const


class Statements(Expressions):
    def visit_While(self, node: ast.While) -> Any:
        """Rewrites a loop over an endless iterator, which charges many rounds at once."""
        node.test = self.visit(node.test)
        if not node.orelse and not self._is_class:
            rounds = ast.For(ast.Name(f"{words.MARK}_", ast.Store()), call("rounds"), [], [])
            if not (isinstance(node.test, ast.Constant) and node.test.value):
                done = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)
                rounds.body.append(ast.copy_location(ast.If(done, [ast.Break()], []), node.test))
            rounds.body += self.body_of(node.body)
            return rounds
        node.body = [*self.fuel_at(node), *self.body_of(node.body)]
        node.orelse = self.body_of(node.orelse)
        return node

    def visit_For(self, node: ast.For) -> Any:
        return self._for(node, "each")

    def _for(self, node: Any, over: str) -> ast.For:
        made = ast.For(self.visit(node.target), call(over, self.visit(node.iter)), [], self.body_of(node.orelse))
        made.body = self.body_of(node.body)
        return made

    # --- statements ---------------------------------------------------------------------------------------------------

    def visit_If(self, node: ast.If) -> Any:
        node.test, node.body, node.orelse = self.visit(node.test), self.body_of(node.body), self.body_of(node.orelse)
        return node

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Rewrites `xs.append(x)`: where a built-in type has the method, testing the type and a charge are faster than a call of a guard."""
        added: Any = node.value
        method: Any = added.func if isinstance(added, ast.Call) else None
        if not (isinstance(method, ast.Attribute) and isinstance(method.value, ast.Name) and method.attr in ADDING):
            return self.node_contents_visit(node)
        owner, args = method.value, added.args
        if owner.id not in self._bound or len(args) != 1 or isinstance(args[0], ast.Starred) or added.keywords:
            return self.node_contents_visit(node)
        guarded, plain = self.visit(method), ast.Attribute(owner, method.attr, ast.Load())
        has_it, arg, charge = has(owner, method.attr), self.visit(args[0]), self.fuel_at(node)

        def calling(function: ast.expr) -> ast.Expr:
            return ast.copy_location(ast.Expr(ast.copy_location(ast.Call(function, [arg], []), added)), node)

        if isinstance(arg, LEAF):  # it may be written twice
            return ast.If(has_it, [*charge, calling(plain)], [calling(guarded)])
        return [ast.If(has_it, charge, []), calling(ast.IfExp(has_it, plain, guarded))]

    def visit_Assign(self, node: ast.Assign) -> Any:
        spread = any(map(_spreads, node.targets))
        value = self.visit(node.value)
        node.value = call("spread", value) if spread else value
        node.targets = [self.visit(target) for target in node.targets]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        """Removes an annotation, because annotations are not evaluated. In a class it becomes a string, which dataclasses need, and in a function
        a name that has nothing but an annotation stays a variable of the function."""
        target = self.visit(node.target)
        value = self.visit(node.value) if node.value is not None else None
        if self._is_class and isinstance(node.target, ast.Name):
            return ast.AnnAssign(target, const(ast.unparse(node.annotation)), value, 1)
        if value is None:
            is_variable = self._functions and isinstance(node.target, ast.Name)
            return ast.AnnAssign(target, const(""), None, 1) if is_variable else ast.Pass()
        return ast.Assign([target], value)

    def visit_Return(self, node: ast.Return) -> Any:
        value = self.visit(node.value) if node.value is not None else None
        if self._functions:
            node.value = value
            return node
        self._returns = True
        return ast.Expr(call("leave", *([value] if value is not None else [])))

    def visit_Try(self, node: ast.Try) -> Any:
        node.body, node.orelse = self.body_of(node.body), self.body_of(node.orelse)
        node.handlers = [self.visit(handler) for handler in node.handlers]
        if node.finalbody:
            node.finalbody = [*self.fuel_at(node.finalbody[0]), *self.body_of(node.finalbody)]
        return node

    def visit_TryStar(self, node: Any) -> Any:
        return self.visit_Try(node)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> Any:
        self.check_name(node, node.name)
        kind = self.visit(node.type) if node.type is not None else None
        caught: ast.expr = call("catch", *([kind] if kind else []))
        if node.type is not None and not is_quick(node.type):  # an operator is code of the program
            caught = ast.IfExp(call("silent"), ast.Tuple([], ast.Load()), caught)
        node.type = ast.copy_location(caught, node)
        node.body = self.body_of(node.body)
        return node

    def visit_With(self, node: ast.With) -> Any:
        return self._with([self.visit(item) for item in node.items], node.body)

    def _with(self, items: list[ast.withitem], statements: list[ast.stmt]) -> ast.With:
        before, self._returns = self._returns, False
        body = self.body_of(statements)
        if self._returns:  # managers learn of no exception
            for item in items:
                item.context_expr = call("returning", item.context_expr)
        self._returns = self._returns or before
        return ast.With(items, body)

    def visit_Global(self, node: Any) -> Any:
        for name in node.names:
            self.check_name(node, name)
        return node

    def visit_Nonlocal(self, node: ast.Nonlocal) -> Any:
        return self.visit_Global(node)

    def visit_Import(self, node: ast.Import) -> Any:
        return [
            self._import(node, alias, alias.name if alias.asname else alias.name.split(".")[0]) for alias in node.names
        ]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Any:
        if node.module == "__future__":
            return ast.Pass()
        return [self._import(node, alias, node.module or "", alias.name) for alias in node.names]

    def _import(self, node: ast.stmt, alias: ast.alias, *names: str) -> ast.stmt:
        bound = alias.asname or names[-1]
        self.check_name(node, bound)
        self._no_instances.add(bound)
        path = self._tool_paths.get(alias)
        if path == bound:
            return ast.Pass()  # the name is there
        value = call("import", *map(const, names)) if path is None else self.visit(ast.parse(path, mode="eval").body)
        return ast.Assign([ast.Name(bound, ast.Store())], value)

    # --- functions and classes ----------------------------------------------------------------------------------------

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        self.check_name(node, node.name, allow_magic_methods=True)
        _without_type_parameters(node)
        if words.is_magic(node.name) and not self._is_class:
            self.refuse(node, f"the name {node.name} is for methods")
        of_type = any(isinstance(each, ast.Attribute) and each.attr == "register" for each in node.decorator_list)
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        first = next(iter((*node.args.posonlyargs, *node.args.args)), None) if of_type else None
        kind = first.annotation if first is not None else None
        node.args, node.returns = self.arguments(node.args), None
        if first is not None and kind is not None:  # singledispatch reads it
            first.annotation = self.visit(kind)
        document = node.body[:1] if ast.get_docstring(node, clean=False) is not None else []
        in_class, self._is_class = self._is_class, False
        self._functions += 1
        body = self.body_of(node.body[len(document) :])
        self._functions -= 1
        self._is_class = in_class
        node.body = [*document, *self.fuel_at(node), *body]
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> Any:
        yields = any(isinstance(each, ast.Yield | ast.YieldFrom) for each in nodes_of(node, is_scope))
        made = ast.FunctionDef(node.name, node.args, node.body, node.decorator_list, None)
        ast.copy_location(made, node)
        made = self.visit_FunctionDef(made)
        marker = ast.Name(words.MARK + ("async_generator" if yields else "async"), ast.Load())
        made.decorator_list.append(ast.copy_location(marker, node))
        return made

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        self.check_name(node, node.name)
        self._no_instances.add(node.name)
        _without_type_parameters(node)
        for keyword in node.keywords:
            if keyword.arg == "metaclass":
                self.refuse(node, "classes have no metaclass here", "leave metaclass= out; ABC and Protocol are bases")
            elif keyword.arg is None:
                self.refuse(node, "a class takes no ** here")
            keyword.value = self.visit(keyword.value)
        node.keywords.append(ast.keyword("metaclass", ast.Name(words.MARK + "class", ast.Load())))
        node.bases = [self.visit(each) for each in node.bases]
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        before = self._owner, self._is_class, self._functions
        self._owner, self._is_class, self._functions = node.name, True, self._functions + 1
        node.body = self._class_body(node.body)
        self._owner, self._is_class, self._functions = before
        return node

    def _class_body(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for statement in body:
            targets = statement.targets if isinstance(statement, ast.Assign) else []
            sets = any(isinstance(each, ast.Name) and each.id in words.SET for each in targets)
            if sets and isinstance(statement, ast.Assign):
                made.append(ast.Assign(targets, self.visit(statement.value)))
                ast.copy_location(made[-1], statement)
            else:
                made += self.body_of([statement])
        return made

    # --- asynchronous -------------------------------------------------------------------------------------------------

    def visit_AsyncFor(self, node: ast.AsyncFor) -> Any:
        return self._for(node, "aiter")

    def visit_AsyncWith(self, node: ast.AsyncWith) -> Any:
        items = [self.visit(item) for item in node.items]
        for item in items:
            item.context_expr = call("awith", item.context_expr)
        return self._with(items, node.body)


def _without_type_parameters(node: Any) -> None:
    """Removes type parameters, because they are not evaluated."""
    if hasattr(node, "type_params"):
        node.type_params = []


def _spreads(target: ast.expr) -> bool:
    """Returns whether an assignment to the target unpacks all items of the value."""
    if isinstance(target, ast.Tuple | ast.List):
        return any(map(_spreads, target.elts))
    return isinstance(target, ast.Starred) or (
        isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice)
    )
