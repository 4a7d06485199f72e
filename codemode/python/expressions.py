"""Rewrites expressions: attributes, items, operators, calls and f-strings become calls of guards."""

from __future__ import annotations

import ast
from itertools import islice
from typing import Any

from codemode.python import words
from codemode.python.classes import METHODS_OF_MIXED
from codemode.python.formatting import FEW
from codemode.python.methods import CHARGING, COPYING, HAS, LONG, QUICK, is_narrow
from codemode.python.nodes import is_at_most, weight
from codemode.python.restricting import Restricting, call, const

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
    ast.BitOr: "or",
}
_IN_PLACE: dict[type[ast.operator], str] = {ast.Mult: "mul", ast.Mod: "mod", ast.Pow: "pow", ast.LShift: "shl"}


LEAF = ast.Name | ast.Constant
_DISPLAY = ast.Constant | ast.Tuple | ast.List | ast.Set | ast.Dict | ast.JoinedStr
_SHORT = 12  # nodes
_SHORT_VALUE = 20


def _is_short(node: ast.expr) -> bool:
    """Returns whether the expression is short and has no sum or remainder inside."""
    nodes = list(islice(ast.walk(node), _SHORT + 1))
    return len(nodes) <= _SHORT and not any(isinstance(each, ast.Add | ast.Mod | ast.Lambda) for each in nodes)


def _number_test(value: ast.expr) -> ast.expr:
    """Returns an expression that tests whether the value is a built-in number."""
    return ast.Compare(call("type", value), [ast.In()], [ast.Name(words.MARK + "numbers", ast.Load())])


def _small_test(value: ast.Name) -> ast.expr:
    """Returns an expression that tests whether a variable is a number of few digits."""
    low, high = (ast.Name(words.MARK + name, ast.Load()) for name in ("low", "high"))
    return ast.BoolOp(ast.And(), [_number_test(value), ast.Compare(low, [ast.Lt(), ast.Lt()], [value, high])])


def _is_flat(node: ast.expr) -> bool:
    """Returns whether the rewritten node has a size that does not depend on the program, so that it may be written twice."""
    return isinstance(node, LEAF) or (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name))


def _plain_test(owner: ast.expr) -> ast.expr:
    """Returns an expression that tests whether a variable is an instance of which a program may read all attributes that it can name."""
    return ast.Compare(call("type", owner), [ast.In()], [ast.Name(words.MARK + "plain", ast.Load())])


def has(owner: ast.Name, method: str) -> ast.expr:
    """Returns an expression that tests whether a variable has a value of a built-in type with this method."""
    return ast.Compare(call("type", owner), [ast.In()], [ast.Name(words.MARK + HAS + method, ast.Load())])


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _is_narrow(spec: Any) -> bool:
    """Returns whether a specification in an f-string is constant and has no large width."""
    parts = [each.value if isinstance(each, ast.Constant) else "9999" for each in spec.values]
    return is_narrow("".join(map(str, parts)))


def _is_float(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is float


def _only_factor(left: ast.expr, right: ast.expr) -> ast.Name | None:
    """Returns the variable of a product of one variable and a small number, or with itself."""
    for one, other in ((left, right), (right, left)):
        is_small = isinstance(other, ast.Constant) and type(other.value) is int and other.value < 1 << 32
        if isinstance(one, ast.Name) and (is_small or (isinstance(other, ast.Name) and one.id == other.id)):
            return one
    return None


def _is_literal(node: ast.expr) -> bool:
    """Returns whether adding this node makes a value longer by no more than the program's own text."""
    return isinstance(node, ast.Constant | ast.JoinedStr) or (
        isinstance(node, ast.List | ast.Tuple) and not any(isinstance(each, ast.Starred) for each in node.elts)
    )


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes))


def is_quick(node: ast.expr) -> bool:
    """Returns whether an expression takes little time whatever its variables are: it calls nothing and compares nothing large."""
    match node:
        case ast.Name() | ast.Constant():
            return True
        case ast.Attribute(value=value) | ast.Subscript(value=value, slice=ast.Constant()) | ast.UnaryOp(operand=value):
            return is_quick(value)
        case ast.Tuple(elts=parts) | ast.BoolOp(values=parts):
            return all(map(is_quick, parts))
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return is_quick(test) and is_quick(body) and is_quick(orelse)
        case ast.BinOp(left=left, right=right) | ast.Compare(left=left, comparators=[right]):
            return (isinstance(left, ast.Constant) and is_quick(right)) or (
                isinstance(right, ast.Constant) and is_quick(left)
            )
        case _:
            return False


class Expressions(Restricting):
    def visit_Name(self, node: ast.Name) -> Any:
        if not (node.id == "__name__" and isinstance(node.ctx, ast.Load)):
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
                return call("super", node.value, const(words.mangled(name, owner)))
            self._check_attribute(node, name)
            if words.is_magic(name):
                return call("magic", self.visit(node.value), const(name))
            value, name = self.visit(node.value), words.mangled(name, owner)
            guarded = call("attr", value, const(name))
            if not self._may_be_instance(node.value):
                return guarded
            return ast.IfExp(_plain_test(value), ast.Attribute(value, name, ast.Load()), guarded)
        if words.is_magic(name) or words.inspects(name):
            self.refuse(node, f"the attribute {name} cannot be set")
        of_mixed = [const(name)] if name in METHODS_OF_MIXED else []
        node.value = call("write", self.visit(node.value), *of_mixed)
        return node

    def _may_be_instance(self, owner: ast.expr) -> bool:
        return isinstance(owner, ast.Name) and owner.id in self._bound and owner.id not in self._no_instances

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if isinstance(node.slice, ast.Slice) and isinstance(node.ctx, ast.Load):
            parts = [
                self.visit(each) if each else const(None)
                for each in (node.slice.lower, node.slice.upper, node.slice.step)
            ]
            return call("slice", self.visit(node.value), *parts)
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
                node.values[at] = call("unpacked", self.visit(node.values[at]))
            else:
                node.keys[at], node.values[at] = self.visit(key), self.visit(node.values[at])
        return node

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.node_contents_visit(node)
        for at, op in enumerate(node.ops):
            items = node.comparators[at]
            if not isinstance(op, ast.In | ast.NotIn) or isinstance(items, _DISPLAY):
                continue
            searched = call("searched", items)
            if isinstance(items, ast.Name):
                known = ast.Name(words.MARK + "containers", ast.Load())
                searched = ast.IfExp(ast.Compare(call("type", items), [ast.In()], [known]), items, searched)
            node.comparators[at] = searched
        return node

    # --- operators --------------------------------------------------------------------------------------------------

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        kind = type(node.op)
        name = _GUARDED.get(kind)
        copies = kind is ast.Add and _is_text(node.left) != _is_text(node.right)
        unguarded = kind is ast.Add and (_is_literal(node.left) or _is_literal(node.right))
        unguarded = unguarded or (kind is ast.Mod and _is_number(node.left))
        unguarded = unguarded or (kind is ast.Mult and (_is_float(node.left) or _is_float(node.right)))
        # the right side is written twice; if it had such a sum inside, the text would double with every level
        is_short = self.has_locals and _is_short(node.right)
        left, right = self.visit(node.left), self.visit(node.right)
        if copies:
            return call("joined", left, right)
        if name is None or unguarded:
            node.left, node.right = left, right
            return node
        is_short = is_short or (isinstance(left, ast.Name) and isinstance(right, LEAF))
        if kind is ast.Mult and (factor := _only_factor(left, right)) is not None:
            return ast.IfExp(_small_test(factor), ast.BinOp(left, node.op, right), call(name, left, right))
        if kind not in (ast.Add, ast.Mod) or not is_short:
            return call(name, left, right)
        # a sum of numbers is small, and the test is faster than a call
        kept = left if isinstance(left, ast.Name) else ast.Name(self.temp(), ast.Load())
        tested = left if kept is left else ast.NamedExpr(ast.Name(kept.id, ast.Store()), left)
        return ast.IfExp(_number_test(tested), ast.BinOp(kept, node.op, right), call(name, kept, right))

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        name = _IN_PLACE.get(type(node.op))
        if name is None:
            literal = _is_literal(node.value) or not isinstance(node.op, ast.Add)
            tested = next((each for each in (node.value, node.target) if isinstance(each, ast.Name)), None)
            is_short = is_at_most(node.value, _SHORT_VALUE)
            node.target = self.visit(node.target)
            value = self.visit(node.value)
            node.value = value if literal else call("grow", value)
            if not literal and tested is not None and is_short:  # what is added to a number is none that grows
                test = _number_test(ast.copy_location(ast.Name(tested.id, ast.Load()), tested))
                node.value = ast.IfExp(test, value, node.value)
            return node
        # the operator becomes a call, so the operands of the target are evaluated now
        target: Any = node.target
        before: list[ast.stmt] = []
        if isinstance(target, ast.Attribute | ast.Subscript):
            owner = self.temp()
            before.append(ast.Assign([ast.Name(owner, ast.Store())], self.visit(target.value)))
            target.value = ast.Name(owner, ast.Load())
            if isinstance(target, ast.Subscript):
                if isinstance(target.slice, ast.Slice):
                    self.refuse(node, "a slice has no such operator here", "write the new slice: x[a:b] = ...")
                at = self.temp()
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
        if isinstance(func, ast.Name) and func.id in BUILT:
            is_type = func.id not in self._bound
            node.func = ast.Name(f"{words.MARK}new_{func.id}", ast.Load()) if is_type else call("built", func)
        elif isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.attr in QUICK:
            if not node.keywords and all(isinstance(arg, LEAF) for arg in node.args):
                return ast.copy_location(self._quick(func, func.value, [self.visit(arg) for arg in node.args]), node)
            node.func = self._quick(func, func.value)
        elif not node.keywords and all(map(_is_flat, node.args)) and self._is_method(func):
            chosen: Any = self.visit(func)
            args = [self.visit(arg) for arg in node.args]
            chosen.body, chosen.orelse = ast.Call(chosen.body, args, []), _called(chosen.orelse, args)
            return ast.copy_location(chosen, node)
        elif isinstance(func, ast.Attribute) and not node.keywords and all(isinstance(arg, LEAF) for arg in node.args):
            return ast.copy_location(_called(self.visit(func), [self.visit(arg) for arg in node.args]), node)
        else:
            node.func = self.visit(func)
        node.args = [self.visit(arg) for arg in node.args]
        for keyword in node.keywords:
            if keyword.arg is not None and words.is_magic(keyword.arg):
                self.refuse(node, f"the argument {keyword.arg} is not offered")
            value = self.visit(keyword.value)
            keyword.value = value if keyword.arg is not None else call("unpacked", value)
        return node

    def _is_method(self, function: ast.expr) -> bool:
        """Returns whether a function is an attribute of a variable that may be an instance of a class of the program."""
        return (
            isinstance(function, ast.Attribute)
            and not words.is_magic(function.attr)
            and self._may_be_instance(function.value)
        )

    def _quick(self, method: ast.Attribute, owner: ast.Name, args: list[ast.expr] | None = None) -> ast.expr:
        """Rewrites the method of a variable: where a built-in type has the method, testing the type is faster than a call of a guard. A call with
        `args` is written twice, because Python calls a method that it finds itself without an object for it in between."""
        guarded, plain = self.visit(method), ast.Attribute(owner, method.attr, ast.Load())
        if owner.id not in self._bound:
            return guarded if args is None else ast.Call(guarded, args, [])
        has_it = has(owner, method.attr)
        if method.attr in COPYING:
            is_short = ast.Compare(call("len", owner), [ast.Lt()], [const(LONG)])
            has_it = ast.BoolOp(ast.And(), [has_it, is_short])
        if args is None:
            return ast.IfExp(has_it, plain, guarded)
        return ast.IfExp(has_it, ast.Call(plain, args, []), ast.Call(guarded, args, []))

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        node.args = self.arguments(node.args)
        quick, many = is_quick(node.body), weight(node.body)
        self._functions += 1
        body = self.weighed(self.visit(node.body), many)
        self._functions -= 1
        node.body = body if quick else ast.BoolOp(ast.Or(), [call("tick"), body])
        return node

    def visit_YieldFrom(self, node: ast.YieldFrom) -> Any:
        node.value = call("delegate", self.visit(node.value))
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Any:
        many = sum(isinstance(each, ast.FormattedValue) for each in node.values) > FEW
        made = self.node_contents_visit(node)
        return call("many_fields", made) if many else made

    def visit_FormattedValue(self, node: ast.FormattedValue) -> Any:
        value = self.visit(node.value)
        spec = self.visit(node.format_spec) if node.format_spec is not None else None
        if spec is None and node.conversion == -1:
            made = call("str", value)
            if isinstance(value, ast.Name):
                made = ast.IfExp(_small_test(value), value, made)
        elif node.conversion == -1 and _is_narrow(node.format_spec):
            made = call("narrow", value, spec or const(""))
        else:
            conversion = chr(node.conversion) if node.conversion != -1 else ""
            made = call("format", value, spec or const(""), const(conversion))
        return ast.FormattedValue(made, -1, None)

    def arguments(self, args: ast.arguments) -> ast.arguments:
        for each in [*args.posonlyargs, *args.args, *args.kwonlyargs, *filter(None, (args.vararg, args.kwarg))]:
            self.check_name(each, each.arg)
            each.annotation = None
        args.defaults = [self.visit(each) for each in args.defaults]
        args.kw_defaults = [self.visit(each) if each is not None else None for each in args.kw_defaults]
        return args

    def visit_Await(self, node: ast.Await) -> Any:
        return call("await", self.visit(node.value))

    def _collected(self, node: Any, kind: str, *results: ast.expr) -> Any:
        """Rewrites a comprehension. Its items may be large and the memory meter must see them while they are collected, so a guard collects them
        from a generator. If every item is certainly small, the cost of an item is a constant."""
        plain = len(node.generators) == 1 and not node.generators[0].ifs and not node.generators[0].is_async
        if plain and all(map(_is_small, results)):
            return self._comprehension(node, const(8 + sum(map(_size_of, results))))
        item = results[0] if len(results) == 1 else ast.copy_location(ast.Tuple(list(results), ast.Load()), node)
        return call(kind, self._comprehension(ast.copy_location(ast.GeneratorExp(item, node.generators), node)))

    def _comprehension(self, node: Any, size: ast.expr | None = None) -> Any:
        self._comprehensions += 1
        for generator in node.generators:
            over = "aiter" if generator.is_async else "steps" if size is None else "count"
            generator.is_async = 0
            generator.iter = call(over, self.visit(generator.iter), *([size] if size is not None else []))
            generator.target = self.visit(generator.target)
            generator.ifs = [self.visit(each) for each in generator.ifs]
        for name in ("elt", "key", "value"):
            if hasattr(node, name):
                many = weight(getattr(node, name))
                setattr(node, name, self.weighed(self.visit(getattr(node, name)), many))
        self._comprehensions -= 1
        return node

    def visit_ListComp(self, node: ast.ListComp) -> Any:
        return self._collected(node, "listed", node.elt)

    def visit_SetComp(self, node: ast.SetComp) -> Any:
        return self._collected(node, "set", node.elt)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> Any:
        return self._comprehension(node)

    def visit_DictComp(self, node: ast.DictComp) -> Any:
        return self._collected(node, "dict", node.key, node.value)


_SMALL = (
    ast.Constant
    | ast.Name
    | ast.Attribute
    | ast.Subscript
    | ast.Compare
    | ast.BoolOp
    | ast.UnaryOp
    | ast.IfExp
    | ast.Tuple
    | ast.List
    | ast.Dict
    | ast.Set
)


def _is_small(node: ast.expr) -> bool:
    """Returns whether the value of the expression is no larger than its text, whatever its names are bound to."""
    if not isinstance(node, _SMALL) or (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)):
        return False
    return all(_is_small(each) for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr))


def _size_of(node: ast.expr) -> int:
    """Returns the size in bytes of the containers that the expression creates."""
    made = [each for each in ast.walk(node) if isinstance(each, ast.Tuple | ast.List | ast.Dict | ast.Set)]
    return sum(64 + 32 * len(each.keys if isinstance(each, ast.Dict) else each.elts) for each in made)


def _called(method: ast.expr, args: list[ast.expr]) -> ast.Call:
    """Returns a call of a method that a guard gives."""
    match method:
        case ast.Call(func=ast.Name(id=guard), args=[owner, ast.Constant(value=name)]) if guard == words.MARK + "attr":
            kinds = (
                LEAF if isinstance(owner, ast.Constant) else ast.Constant
            )  # a text has its methods, whatever the arguments are
            if name in CHARGING and all(isinstance(arg, kinds) for arg in args):
                return call("invoke", owner, const(name), *args)
        case _:
            pass
    return ast.Call(method, args, [])


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
