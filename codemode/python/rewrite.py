# pyright: basic
"""A program's tree, restricted and rewritten: every fuel point, guarded operator, attribute and handler is put in here.

RestrictedPython's transformer refuses each kind of node that it does not know; here is said what becomes of those that programs may use.
Names of ours begin with @, which no program can spell.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable
from typing import Any

from RestrictedPython.transformer import RestrictingNodeTransformer

from codemode.python import words

Report = Callable[[ast.AST, str, str], None]  # node, message, hint

# types that programs call by their names: building one costs in proportion to what it is built of
BUILT = frozenset(
    "list tuple set frozenset dict str bytes int float enumerate zip map filter reversed object type".split()
)

_GUARDED: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Mult: "mul",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.LShift: "shl",
}
_IN_PLACE = {ast.Mult: "mul", ast.Mod: "mod", ast.Pow: "pow", ast.LShift: "shl"}


def call(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(words.MARK + name, ast.Load()), list(args), [])


def _const(value: Any) -> ast.Constant:
    return ast.Constant(value)


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _is_literal(node: ast.expr) -> bool:
    """Whether adding it makes a value larger by no more than the program's own text."""
    return isinstance(node, ast.Constant | ast.JoinedStr) or (
        isinstance(node, ast.List | ast.Tuple) and not any(isinstance(each, ast.Starred) for each in node.elts)
    )


def _has_call(nodes: Iterable[ast.AST]) -> bool:
    return any(isinstance(each, ast.Call | ast.Await) for node in nodes for each in ast.walk(node))


def own_nodes(function: ast.AST) -> Iterable[ast.AST]:
    """The nodes of a function without those of functions and classes inside it."""
    left: list[ast.AST] = list(getattr(function, "body", ()))
    while left:
        node = left.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            left += ast.iter_child_nodes(node)


class Rewrite(RestrictingNodeTransformer):
    """`bound` are the names that the program binds anywhere: they are not the built-in ones."""

    def __init__(self, report: Report, bound: frozenset[str]) -> None:
        super().__init__()
        self._report = report
        self._bound = bound
        self._owner = ""  # the class that private names belong to
        self._is_class = False  # right in the body of one
        self._functions = 0
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

    def generic_visit(self, node: ast.AST) -> Any:  # type: ignore[override]
        self.not_allowed(node)

    def check_name(self, node: ast.AST, name: str | None, allow_magic_methods: bool = False) -> None:
        if name is None or not words.is_magic(name) or name == "__name__":
            return
        if not ((allow_magic_methods or self._is_class) and name in words.METHODS):
            self.refuse(
                node, f"the name {name} is not offered", "names with two underscores on both sides are Python's own"
            )

    def _check_attribute(self, node: ast.AST, name: str) -> None:
        if (words.is_magic(name) and name not in words.READ) or words.inspects(name):
            self.refuse(node, f"the attribute {name} is not offered", "use what the value's type is documented to have")

    # --- the whole ------------------------------------------------------------------------------------------------

    def visit_Module(self, node: ast.Module) -> Any:
        body = node.body
        self._mark_last(body)
        node.body = self._body(body)
        return node

    def _mark_last(self, body: list[ast.stmt]) -> None:
        """The value of the last expression is the program's, if it says no other."""
        last = body[-1] if body else None
        if isinstance(last, ast.Expr):
            body[-1] = ast.copy_location(ast.Assign([ast.Name(words.MARK + "last", ast.Store())], last.value), last)
        elif isinstance(last, ast.If) and isinstance(last.test, ast.Compare) and "__name__" in ast.dump(last.test):
            self._mark_last(last.body)

    def _body(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for statement in body:
            found = self.visit(statement)
            for each in found if isinstance(found, list) else [found]:
                if isinstance(each, ast.stmt):
                    made.append(ast.fix_missing_locations(ast.copy_location(each, statement)))
        return made

    def _fuel(self, at: ast.AST) -> list[ast.stmt]:
        run = ast.Name(words.MARK + "run", ast.Load())
        spend = ast.AugAssign(ast.Attribute(run, "fuel", ast.Store()), ast.Sub(), _const(1))
        left = ast.Compare(ast.Attribute(run, "fuel", ast.Load()), [ast.Lt()], [_const(0)])
        more = ast.Expr(ast.Call(ast.Attribute(run, "refuel", ast.Load()), [], []))
        made: list[ast.stmt] = [spend, ast.If(left, [more], [])]
        return [ast.fix_missing_locations(ast.copy_location(each, at)) for each in made]

    def _temp(self) -> str:
        self._temps += 1
        return f"{words.MARK}t{self._temps}"

    # --- names, attributes, items ---------------------------------------------------------------------------------

    def visit_Name(self, node: ast.Name) -> Any:
        self.check_name(node, node.id)
        if node.id == "super" and isinstance(node.ctx, ast.Load):
            self.refuse(node, "super is only called, without arguments", "write super().method(...)")
        return node

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        name, owner = node.attr, self._owner
        if isinstance(node.ctx, ast.Load):
            if _is_super(node.value):
                if words.is_magic(name) and name not in words.METHODS:
                    self._check_attribute(node, name)
                return call("super", node.value, _const(words.mangled(name, owner)))
            self._check_attribute(node, name)
            kind = "magic" if words.is_magic(name) else "attr"
            return call(kind, self.visit(node.value), _const(words.mangled(name, owner)))
        if words.is_magic(name) or words.inspects(name):
            self.refuse(node, f"the attribute {name} cannot be set")
        node.value = call("write", self.visit(node.value))
        return node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if isinstance(node.slice, ast.Slice) and isinstance(node.ctx, ast.Load):
            parts = [
                self.visit(each) if each else _const(None)
                for each in (node.slice.lower, node.slice.upper, node.slice.step)
            ]
            return call("slice", self.visit(node.value), *parts)
        return self.node_contents_visit(node)

    def visit_Slice(self, node: ast.Slice) -> Any:
        return self.node_contents_visit(node)

    def visit_Constant(self, node: ast.Constant) -> Any:
        return node

    def visit_Starred(self, node: ast.Starred) -> Any:
        if isinstance(node.ctx, ast.Load):
            node.value = call("spread", self.visit(node.value))
            return node
        return self.node_contents_visit(node)

    def visit_Dict(self, node: ast.Dict) -> Any:
        for at, key in enumerate(node.keys):
            if key is None:
                node.values[at] = call("merged", self.visit(node.values[at]))
            else:
                node.keys[at], node.values[at] = self.visit(key), self.visit(node.values[at])
        return node

    # --- operators --------------------------------------------------------------------------------------------------

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        kind = type(node.op)
        name = _GUARDED.get(kind)
        free = kind is ast.Add and (_is_literal(node.left) or _is_literal(node.right))
        free = free or (kind is ast.Mod and _is_number(node.left))
        left, right = self.visit(node.left), self.visit(node.right)
        if name is None or free:
            node.left, node.right = left, right
            return node
        return call(name, left, right)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        name = _IN_PLACE.get(type(node.op))
        if name is None:
            literal = _is_literal(node.value) or not isinstance(node.op, ast.Add)
            node.target = self.visit(node.target)
            value = self.visit(node.value)
            node.value = value if literal else call("grow", value)
            return node
        # the operator is a call here, so that what the target is made of must be looked at once
        target, before = node.target, []
        if isinstance(target, ast.Attribute | ast.Subscript):
            owner = self._temp()
            before.append(ast.Assign([ast.Name(owner, ast.Store())], self.visit(target.value)))
            target.value = ast.Name(owner, ast.Load())
            if isinstance(target, ast.Subscript):
                if isinstance(target.slice, ast.Slice):
                    self.refuse(node, "a slice has no such operator here", "write the new slice: x[a:b] = ...")
                at = self._temp()
                before.append(ast.Assign([ast.Name(at, ast.Store())], self.visit(target.slice)))
                target.slice = ast.Name(at, ast.Load())
        read = _as_load(target)
        made = call("i" + name, self.visit(read), self.visit(node.value))
        return [*before, ast.Assign([self.visit(target)], made)]

    # --- calls ------------------------------------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> Any:
        func = node.func
        if isinstance(func, ast.Name) and func.id == "super":
            if node.args or node.keywords:
                self.refuse(node, "super is called without arguments here", "write super().method(...)")
            return node
        if isinstance(func, ast.Name) and func.id in BUILT and func.id not in self._bound:
            node.func = ast.Name(f"{words.MARK}new_{func.id}", ast.Load())
        else:
            node.func = self.visit(func)
        node.args = [self.visit(arg) for arg in node.args]
        for keyword in node.keywords:
            if keyword.arg is not None and words.is_magic(keyword.arg):
                self.refuse(node, f"the argument {keyword.arg} is not offered")
            keyword.value = self.visit(keyword.value)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        node.args = self._arguments(node.args)
        has_call = _has_call([node.body])
        self._functions += 1
        body = self.visit(node.body)
        self._functions -= 1
        node.body = ast.BoolOp(ast.Or(), [call("tick"), body]) if has_call else body
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Any:
        return self.node_contents_visit(node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> Any:
        value = self.visit(node.value)
        spec = self.visit(node.format_spec) if node.format_spec is not None else None
        if spec is None and node.conversion == -1:
            made = call("str", value)
        else:
            conversion = chr(node.conversion) if node.conversion != -1 else ""
            made = call("format", value, spec or _const(""), _const(conversion))
        return ast.FormattedValue(made, -1, None)

    # --- loops and comprehensions -----------------------------------------------------------------------------------

    def visit_While(self, node: ast.While) -> Any:
        node.test = self.visit(node.test)
        node.body = [*self._fuel(node), *self._body(node.body)]
        node.orelse = self._body(node.orelse)
        return node

    def visit_For(self, node: ast.For) -> Any:
        return self._for(node, "iter")

    def _for(self, node: Any, over: str) -> ast.For:
        made = ast.For(self.visit(node.target), call(over, self.visit(node.iter)), [], self._body(node.orelse))
        made.body = [*self._fuel(node), *self._body(node.body)]
        return made

    def _comprehension(self, node: Any, *results: str) -> Any:
        metered = _has_call([*(getattr(node, name) for name in results), *(x for g in node.generators for x in g.ifs)])
        metered = metered or isinstance(node, ast.GeneratorExp) or len(node.generators) > 1
        for generator in node.generators:
            over = "aiter" if generator.is_async else "steps" if metered else "count"
            generator.is_async = 0
            generator.iter = call(over, self.visit(generator.iter))
            generator.target = self.visit(generator.target)
            generator.ifs = [self.visit(each) for each in generator.ifs]
        for name in results:
            setattr(node, name, self.visit(getattr(node, name)))
        return node

    def visit_ListComp(self, node: ast.ListComp) -> Any:
        return self._comprehension(node, "elt")

    def visit_SetComp(self, node: ast.SetComp) -> Any:
        return self._comprehension(node, "elt")

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> Any:
        return self._comprehension(node, "elt")

    def visit_DictComp(self, node: ast.DictComp) -> Any:
        return self._comprehension(node, "key", "value")

    # --- statements ---------------------------------------------------------------------------------------------------

    def visit_If(self, node: ast.If) -> Any:
        node.test, node.body, node.orelse = self.visit(node.test), self._body(node.body), self._body(node.orelse)
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        spread = any(map(_spreads, node.targets))
        value = self.visit(node.value)
        node.value = call("spread", value) if spread else value
        node.targets = [self.visit(target) for target in node.targets]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        """Annotations are not evaluated. In classes they are what dataclasses are made of, as texts."""
        target = self.visit(node.target)
        value = self.visit(node.value) if node.value is not None else None
        if self._is_class and isinstance(node.target, ast.Name):
            return ast.AnnAssign(target, _const(ast.unparse(node.annotation)), value, 1)
        return ast.Assign([target], value) if value is not None else ast.Pass()

    def visit_Return(self, node: ast.Return) -> Any:
        value = self.visit(node.value) if node.value is not None else None
        if self._functions:
            node.value = value
            return node
        return ast.Expr(call("leave", *([value] if value is not None else [])))

    def visit_Try(self, node: ast.Try) -> Any:
        node.body, node.orelse = self._body(node.body), self._body(node.orelse)
        node.handlers = [self.visit(handler) for handler in node.handlers]
        if node.finalbody:
            node.finalbody = [*self._fuel(node.finalbody[0]), *self._body(node.finalbody)]
        return node

    def visit_TryStar(self, node: Any) -> Any:
        return self.visit_Try(node)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> Any:
        self.check_name(node, node.name)
        kind = self.visit(node.type) if node.type is not None else None
        node.type = ast.fix_missing_locations(ast.copy_location(call("catch", *([kind] if kind else [])), node))
        node.body = self._body(node.body)
        return node

    def visit_With(self, node: ast.With) -> Any:
        node.items = [self.visit(item) for item in node.items]
        node.body = self._body(node.body)
        return node

    def visit_withitem(self, node: ast.withitem) -> Any:
        return self.node_contents_visit(node)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> Any:
        return self.node_contents_visit(node)

    def visit_Delete(self, node: ast.Delete) -> Any:
        return self.node_contents_visit(node)

    def visit_Global(self, node: Any) -> Any:
        for name in node.names:
            self.check_name(node, name)
        return node

    def visit_Nonlocal(self, node: ast.Nonlocal) -> Any:
        return self.visit_Global(node)

    def visit_Import(self, node: ast.Import) -> Any:
        made: list[ast.stmt] = []
        for alias in node.names:
            name = alias.name if alias.asname else alias.name.split(".")[0]
            bound = alias.asname or name
            self.check_name(node, bound)
            made.append(ast.Assign([ast.Name(bound, ast.Store())], call("import", _const(name))))
        return made

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Any:
        if node.module == "__future__":
            return ast.Pass()
        made: list[ast.stmt] = []
        for alias in node.names:
            bound = alias.asname or alias.name
            self.check_name(node, bound)
            value = call("import", _const(node.module or ""), _const(alias.name))
            made.append(ast.Assign([ast.Name(bound, ast.Store())], value))
        return made

    # --- functions and classes ----------------------------------------------------------------------------------------

    def _arguments(self, args: ast.arguments) -> ast.arguments:
        for each in [*args.posonlyargs, *args.args, *args.kwonlyargs, *filter(None, (args.vararg, args.kwarg))]:
            self.check_name(each, each.arg)
            each.annotation = None
        args.defaults = [self.visit(each) for each in args.defaults]
        args.kw_defaults = [self.visit(each) if each is not None else None for each in args.kw_defaults]
        return args

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        self.check_name(node, node.name, allow_magic_methods=True)
        _without_type_parameters(node)
        if words.is_magic(node.name) and not self._is_class:
            self.refuse(node, f"the name {node.name} is for methods")
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        node.args, node.returns = self._arguments(node.args), None
        document = node.body[:1] if ast.get_docstring(node, clean=False) is not None else []
        in_class, self._is_class = self._is_class, False
        self._functions += 1
        body = self._body(node.body[len(document) :])
        self._functions -= 1
        self._is_class = in_class
        node.body = [*document, *self._fuel(node), *body]
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> Any:
        yields = any(isinstance(each, ast.Yield | ast.YieldFrom) for each in own_nodes(node))
        made = ast.FunctionDef(node.name, node.args, node.body, node.decorator_list, None)
        ast.copy_location(made, node)
        made = self.visit_FunctionDef(made)
        marker = ast.Name(words.MARK + ("async_generator" if yields else "async"), ast.Load())
        made.decorator_list.append(ast.copy_location(marker, node))
        return made

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        self.check_name(node, node.name)
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
            sets = [each.id for each in targets if isinstance(each, ast.Name) and each.id in words.SET]
            if sets:
                made.append(ast.Assign(targets, self.visit(statement.value)))  # type: ignore[attr-defined]
                ast.fix_missing_locations(ast.copy_location(made[-1], statement))
            else:
                made += self._body([statement])
        return made

    # --- asynchronous -------------------------------------------------------------------------------------------------

    def visit_Await(self, node: ast.Await) -> Any:
        return call("await", self.visit(node.value))

    def visit_AsyncFor(self, node: ast.AsyncFor) -> Any:
        return self._for(node, "aiter")

    def visit_AsyncWith(self, node: ast.AsyncWith) -> Any:
        items = [self.visit(item) for item in node.items]
        for item in items:
            item.context_expr = call("awith", item.context_expr)
        return ast.With(items, self._body(node.body))

    # --- match --------------------------------------------------------------------------------------------------------

    def visit_Match(self, node: ast.Match) -> Any:
        values: list[ast.stmt] = []
        for case in node.cases:
            case.pattern = self._pattern(case.pattern, values)
            case.guard = self.visit(case.guard) if case.guard is not None else None
            case.body = self._body(case.body)
        node.subject = self.visit(node.subject)
        return [*values, node]

    def _pattern(self, pattern: Any, values: list[ast.stmt]) -> Any:
        """Patterns read attributes with no guard: the values in them are made before, and names that built-in types have are refused."""
        if isinstance(pattern, ast.MatchValue) and isinstance(pattern.value, ast.Attribute):
            temp = self._temp()
            made = call("constant", self.visit(pattern.value))
            values.append(ast.Assign([ast.Name(temp, ast.Store())], made))
            pattern.value = ast.Attribute(ast.Name(temp, ast.Load()), "value", ast.Load())
        elif isinstance(pattern, ast.MatchClass):
            for name in pattern.kwd_attrs:
                if name.startswith("_") or words.inspects(name) or name in NATIVE_ATTRIBUTES:
                    self.refuse(
                        pattern,
                        f"a pattern cannot look at the attribute {name}",
                        "match the class, then test it with if",
                    )
            temp = self._temp()
            values.append(ast.Assign([ast.Name(temp, ast.Store())], call("class_pattern", self.visit(pattern.cls))))
            pattern.cls = ast.Name(temp, ast.Load())
        elif isinstance(pattern, ast.MatchMapping):
            for at, key in enumerate(pattern.keys):
                if isinstance(key, ast.Attribute):
                    held = ast.MatchValue(key)
                    pattern.keys[at] = self._pattern(held, values).value
        for name in ("name", "rest"):
            if hasattr(pattern, name):
                self.check_name(pattern, getattr(pattern, name))
        for child in ast.iter_child_nodes(pattern):
            if isinstance(child, ast.pattern):
                self._pattern(child, values)
        return pattern


def _native_attributes() -> frozenset[str]:
    """Attributes of built-in values: a pattern that reads one would get it without a guard."""
    function = _native_attributes

    def generator() -> Any:
        yield

    kinds = (
        str,
        bytes,
        int,
        float,
        list,
        dict,
        set,
        frozenset,
        tuple,
        range,
        type(function),
        type(generator()),
        property,
        type,
        slice,
    )
    failures = [each for each in vars(builtins).values() if isinstance(each, type) and issubclass(each, BaseException)]
    named = ((name, getattr(kind, name, None)) for kind in (*kinds, *failures) for name in dir(kind))
    return frozenset(name for name, found in named if callable(found) or name == "obj")


NATIVE_ATTRIBUTES = _native_attributes()


def _without_type_parameters(node: Any) -> None:
    """Like annotations they are not evaluated."""
    if hasattr(node, "type_params"):
        node.type_params = []


def _spreads(target: ast.expr) -> bool:
    """Whether a target takes all items of what is assigned to it."""
    if isinstance(target, ast.Tuple | ast.List):
        return any(map(_spreads, target.elts))
    return isinstance(target, ast.Starred) or (
        isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice)
    )


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


def _as_load(target: Any) -> Any:
    made: Any
    if isinstance(target, ast.Name):
        made = ast.Name(target.id, ast.Load())
    elif isinstance(target, ast.Attribute):
        made = ast.Attribute(target.value, target.attr, ast.Load())
    else:
        made = ast.Subscript(target.value, target.slice, ast.Load())
    return ast.copy_location(made, target)


def bound_names(tree: ast.AST) -> frozenset[str]:
    """All names that a program binds anywhere."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.alias):
            found.add(node.asname or node.name.split(".")[0])
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            found.add(node.name)
        elif isinstance(node, ast.MatchMapping) and node.rest:
            found.add(node.rest)
    return frozenset(found)
