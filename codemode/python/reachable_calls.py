"""Computes which tool calls a program can make and how often at most. The counts are upper bounds; an unknown count means any number."""

# values of programs have any type
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

import ast
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import Any

from codemode.cancellation import check_cancelled
from codemode.python.tool_names import Called, ToolNames

Times = int | None  # None: unknown
MOST = 10**12  # larger counts are all reported as this one
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SAME_LENGTH = frozenset(("list", "tuple", "sorted", "reversed", "enumerate", "set"))


@dataclass(slots=True)
class Site:
    """A place that can call a tool. `call` is None where the program uses the tool as a value instead of calling it."""

    called: Called
    at: ast.AST
    call: ast.Call | None
    times: Times
    in_loop: bool


@dataclass(slots=True)
class _Body:
    """Statements that run together: the top level or one function. `calls` lists the functions that it calls by name, and how often."""

    sites: list[Site] = field(default_factory=lambda: [])
    calls: list[tuple[str, Times]] = field(default_factory=lambda: [])


@dataclass(slots=True, frozen=True)
class _Here:
    body: str | None  # the function's name, "" at the top, None in code that any caller may run
    loops: tuple[Times, ...] = ()

    def inside(self, times: Times) -> _Here:
        return _Here(self.body, (*self.loops, times))


class Reach:
    def __init__(self, tree: ast.Module, names: ToolNames) -> None:
        self._tree = tree
        self._names = names
        self._bodies: dict[str | None, _Body] = defaultdict(_Body)
        self._parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        self._bound = _bindings(tree)
        self._functions = self._called_by_name_alone()

    def sites(self) -> list[Site]:
        """Returns all places in the order of the text. If the program computes the name of a tool, the place counts as any tool."""
        todo: list[tuple[ast.AST, _Here]] = [(self._tree, _Here(""))]
        while todo:
            check_cancelled()
            todo += self._look(*todo.pop())
        runs = self._runs()
        found: list[Site] = []
        for key, body in self._bodies.items():
            for site in body.sites:
                site.times = _product((site.times, runs.get(key)))
                found.append(site)
        return sorted(found, key=lambda site: _place(site.at))

    # --- the walk -------------------------------------------------------------------------------------------------

    def _look(self, node: ast.AST, here: _Here) -> list[tuple[ast.AST, _Here]]:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                inner = _Here(node.name if self._functions.get(node.name) is node else None)
                outer = [*node.decorator_list, node.args]
                return [*((each, here) for each in outer), *((each, inner) for each in node.body)]
            case ast.Lambda():
                inside = here if self._is_run_once(node) else _Here(None)
                return [(node.args, here), (node.body, inside)]
            case ast.For() | ast.AsyncFor():
                inner = here.inside(self._length(node.iter))
                rest = [(each, here) for each in (node.iter, node.target, *node.orelse)]
                return [*rest, *((each, inner) for each in node.body)]
            case ast.While():
                inner = here.inside(None)
                return [*((each, inner) for each in (node.test, *node.body)), *((each, here) for each in node.orelse)]
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                return self._in_comprehension(node, here)
            case ast.Call():
                self._call(node, here)
            case ast.Name(ctx=ast.Load()) if self._names.reaches_tools(node):
                self._value(node, here)
            case _:
                pass
        return [(child, here) for child in ast.iter_child_nodes(node)]

    def _in_comprehension(self, node: Any, here: _Here) -> list[tuple[ast.AST, _Here]]:
        found: list[tuple[ast.AST, _Here]] = []
        for each in node.generators:
            found.append((each.iter, here))
            here = here.inside(self._length(each.iter))
            found += [(each.target, here), *((test, here) for test in each.ifs)]
        parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        return [*found, *((part, here) for part in parts)]

    def _call(self, node: ast.Call, here: _Here) -> None:
        body = self._bodies[here.body]
        called = self._names.called(node)
        if called is not None:
            body.sites.append(Site(called, node, node, _product(here.loops), bool(here.loops)))
        elif isinstance(node.func, ast.Name) and node.func.id in self._functions:
            body.calls.append((node.func.id, _product(here.loops)))

    def _value(self, node: ast.Name, here: _Here) -> None:
        """Records a tool that is used as a value: the code that gets it may call it any number of times."""
        top: ast.AST = node
        while isinstance(self._parents.get(top), ast.Attribute):
            top = self._parents[top]
        around = self._parents.get(top)
        if isinstance(around, ast.Call) and around.func is top and self._names.called(around) is not None:
            return
        path = self._names.path_of(top) or node.id
        if self._names.is_harmless(path):
            return
        found = self._names.named(path)
        tool = found.tool if found is not None and self._names.catalog.shape(found.tool) is not None else ""
        self._bodies[here.body].sites.append(Site(Called(tool, []), top, None, None, bool(here.loops)))

    def _is_run_once(self, node: ast.Lambda) -> bool:
        """Returns whether the lambda is an item of a list that is passed to `parallel`, which runs each item once."""
        around = self._parents.get(node)
        if not isinstance(around, ast.List | ast.Tuple | ast.ListComp | ast.GeneratorExp):
            return False
        if isinstance(around, ast.ListComp | ast.GeneratorExp) and around.elt is not node:
            return False
        call = self._parents.get(around)
        return (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Name)
            and call.func.id == "parallel"
            and "parallel" not in self._bound
            and call.args == [around]
        )

    # --- loops ----------------------------------------------------------------------------------------------------

    def _length(self, e: ast.expr) -> Times:
        """Returns the largest number of items that the expression can have, or None."""
        match e:
            case ast.List() | ast.Tuple() | ast.Set():
                return None if any(isinstance(each, ast.Starred) for each in e.elts) else len(e.elts)
            case ast.Dict():
                return None if None in e.keys else len(e.keys)
            case ast.Constant(value=str() | bytes() as text):
                return len(text)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=named) if name not in self._bound:
                return self._of_call(name, args, named)
            case ast.Subscript(slice=ast.Slice(lower=None, upper=ast.Constant(value=int() as most), step=None)):
                return most if most >= 0 else None
            case ast.Name(id=name):
                return self._kept_lists.get(name)
            case _:
                return None

    def _of_call(self, name: str, args: list[ast.expr], named: list[ast.keyword]) -> Times:
        if any(isinstance(each, ast.Starred) for each in args) or any(each.arg is None for each in named):
            return None
        if name == "range" and not named:
            numbers = [_number(each) for each in args]
            found = [each for each in numbers if each is not None]
            if len(found) < len(numbers) or not 1 <= len(found) <= 3 or (len(found) == 3 and not found[2]):
                return None
            return min(len(range(*found)), MOST) if _is_small(found) else MOST
        if name in _SAME_LENGTH and args:
            return self._length(args[0])
        if name == "zip" and args:
            return min((n for n in map(self._length, args) if n is not None), default=None)
        return None

    @cached_property
    def _kept_lists(self) -> dict[str, Times]:
        """The lengths of variables that are assigned one list literal and are then only iterated, measured and indexed."""
        found: dict[str, Times] = {}
        for node in ast.walk(self._tree):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.List() | ast.Tuple() as value):
                    if self._bound[name] == 1:
                        found[name] = self._length(value)
                case _:
                    pass
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and not self._only_reads(node):
                found.pop(node.id, None)
        return found

    def _only_reads(self, node: ast.Name) -> bool:
        match self._parents.get(node):
            case ast.For(iter=it) | ast.AsyncFor(iter=it) | ast.comprehension(iter=it) if it is node:
                return True
            case ast.Subscript(value=it, ctx=ast.Load()) if it is node:
                return True
            case ast.Call(func=ast.Name(id="len" | "enumerate" | "zip" | "sorted" | "sum" as name)):
                return name not in self._bound
            case _:
                return False

    # --- functions ------------------------------------------------------------------------------------------------

    def _called_by_name_alone(self) -> dict[str, ast.AST]:
        """Returns the functions with a unique name that the program only calls, and only by that name."""
        made = {
            node.name: node
            for node in ast.walk(self._tree)
            if isinstance(node, _FUNCTIONS) and self._bound[node.name] == 1 and not node.decorator_list
        }
        for node in ast.walk(self._tree):
            if isinstance(node, ast.ClassDef):
                for each in node.body:
                    if isinstance(each, _FUNCTIONS):
                        made.pop(each.name, None)  # a method
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in made:
                around = self._parents.get(node)
                if not (isinstance(around, ast.Call) and around.func is node):
                    made.pop(node.id)
        return dict(made)

    def _runs(self) -> dict[str | None, Times]:
        """Returns how often each body runs in total. Functions that are part of a recursion, or that are called from one, are left out."""
        callers = Counter(callee for body in self._bodies.values() for callee, _ in body.calls)
        total: dict[str | None, Times] = {"": 1, None: None, **dict.fromkeys(self._functions, 0)}
        known: dict[str | None, Times] = {}
        ready: list[str | None] = ["", None, *(name for name in self._functions if not callers[name])]
        while ready:
            key = ready.pop()
            known[key] = total[key]
            for callee, times in self._bodies[key].calls:
                count, before = _product((times, known[key])), total[callee]
                total[callee] = None if before is None or count is None else min(before + count, MOST)
                callers[callee] -= 1
                if not callers[callee]:
                    ready.append(callee)
        return known


def _bindings(tree: ast.Module) -> Counter[str]:
    """Counts the bindings of each name in the whole program."""
    found: Counter[str] = Counter()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                found[name] += 1
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found[name] += 1
            case ast.alias(name=name, asname=other):
                found[other or name.partition(".")[0]] += 1
            case (
                ast.ExceptHandler(name=str() as name)
                | ast.MatchAs(name=str() as name)
                | ast.MatchStar(name=str() as name)
            ):
                found[name] += 1
            case ast.MatchMapping(rest=str() as name):
                found[name] += 1
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                found.update(names)
            case _:
                pass
    return found


def _place(node: Any) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _number(e: ast.expr) -> int | None:
    match e:
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int() as number):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)) if not isinstance(number, bool):
            return -number
        case _:
            return None


def _is_small(numbers: list[Any]) -> bool:
    return all(abs(each) < 1 << 60 for each in numbers)


def _product(times: tuple[Times, ...]) -> Times:
    if any(each == 0 for each in times):
        return 0
    return None if any(each is None for each in times) else min(prod(each for each in times if each is not None), MOST)
