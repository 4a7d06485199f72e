"""Finds the tool calls that a checked program can reach, and how often at most. All counts are upper bounds; an unknown count is None."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import field
from math import prod

from codemode.cancellation import check_cancelled
from codemode.dsl.syntax import nodes
from codemode.dsl.syntax.depth import children
from codemode.records import dataclass
from codemode.types.checked import Checked
from codemode.types.expression_text import unparen
from codemode.types.model import Array, Basic, Map, Slice, Type
from codemode.types.objects import CallInfo, Func, Var

Times = int | None  # None: unknown
MOST = 10**12  # counts are cut off here; larger ones are of no use
_ONCE = {("sync", "Go"), ("sync", "Do"), ("errgroup", "Go"), ("errgroup", "TryGo"), ("codemode", "Parallel")}


@dataclass(slots=True)
class Site:
    """A place from which a tool can be called. `call` is None where the program uses the function as a value instead of calling it."""

    func: Func
    at: nodes.Expr
    call: nodes.CallExpr | None
    times: Times
    in_loop: bool


@dataclass(slots=True, eq=False)
class _Body:
    """Statements that run together: the top level, a function, or a function literal that is not called in place."""

    sites: list[Site] = field(default_factory=list[Site])
    # called functions with bodies, and how often
    calls: list[tuple[object, Times]] = field(default_factory=list[tuple[object, Times]])
    jumps: bool = False  # contains a goto, which can repeat any statement


@dataclass(slots=True)
class _Uses:
    """How a variable is used: the number of assignments, the first assigned value, the number of calls, and of all mentions."""

    set: int = 0
    value: nodes.Expr | None = None
    called: int = 0
    mentioned: int = 0
    grown: bool = False  # `m[k] = v`


def tool_sites(checked: Checked) -> list[Site]:
    """Returns all places from which a tool can be called, in source order."""
    return _Reach(checked).sites()


class _Reach:
    def __init__(self, checked: Checked) -> None:
        self._file = checked.file
        self._uses: dict[Var, _Uses] = defaultdict(_Uses)
        self._bodies: dict[object, _Body] = {}
        self._literals: dict[Var, nodes.FuncLit] = {}  # function literals in variables that never change
        self._named: set[nodes.FuncLit] = set()  # the values of _literals
        self._keyed: dict[nodes.CompositeLit, bool] = {}
        self._roots: list[object] = []
        self._free: set[object] = set()  # bodies that may be called any number of times from elsewhere

    def sites(self) -> list[Site]:
        self._note_uses()
        for var, uses in self._uses.items():
            value = unparen(uses.value) if uses.value is not None else None
            kept = uses.set == 1 and not var.addressed and uses.mentioned == uses.called
            if kept and isinstance(value, nodes.FuncLit):
                self._literals[var] = value
        self._named.update(self._literals.values())
        for stmt in self._file.stmts:
            self._walk(stmt, "top", (), False)
        for decl in self._file.decls:
            if isinstance(decl, nodes.GenDecl):
                self._walk(decl, "top", (), False)
                continue
            self._body(decl)
            if decl.recv is not None:
                self._free.add(decl)  # a value with methods may be passed anywhere
            elif self._file.form == "program" and decl.name.name in ("main", "init"):
                self._roots.append(decl)
            if decl.body is not None:
                self._walk(decl.body, decl, (), False)
        return self._counted()

    # --- variables ------------------------------------------------------------------------------------------------

    def _note_uses(self) -> None:
        todo: list[nodes.Node] = [self._file]
        while todo:
            check_cancelled()
            node = todo.pop()
            todo += children(node)
            match node:
                case nodes.AssignStmt(lhs=lhs, rhs=rhs):
                    for i, target in enumerate(lhs):
                        self._set(target, rhs[i] if len(rhs) == len(lhs) and node.op in ("=", ":=") else None)
                case nodes.VarSpec(names=names, values=values):
                    for i, name in enumerate(names):
                        if values:
                            self._set(name, values[i] if len(values) == len(names) else None)
                case nodes.IncDecStmt(x=x):
                    self._set(x, None)
                case nodes.RangeStmt(key=key, value=value):
                    for target in (key, value):
                        if target is not None:
                            self._set(target, None)
                case nodes.Ident(obj=Var() as var):
                    self._uses[var].mentioned += 1
                case nodes.CallExpr(fun=fun):
                    fun = unparen(fun)
                    if isinstance(fun, nodes.Ident) and isinstance(fun.obj, Var):
                        self._uses[fun.obj].called += 1
                case _:
                    pass

    def _set(self, target: nodes.Expr, value: nodes.Expr | None) -> None:
        target = unparen(target)
        if isinstance(target, nodes.Ident) and isinstance(target.obj, Var):
            uses = self._uses[target.obj]
            uses.set += 1
            uses.mentioned -= 1  # an assignment is not a mention
            uses.value = value if uses.set == 1 else None
        elif isinstance(target, nodes.IndexExpr):
            base = unparen(target.x)
            if isinstance(base, nodes.Ident) and isinstance(base.obj, Var):
                self._uses[base.obj].grown = True

    # --- the walk -------------------------------------------------------------------------------------------------

    def _body(self, key: object) -> _Body:
        return self._bodies.setdefault(key, _Body())

    def _walk(self, root: nodes.Node, key: object, loops: tuple[Times, ...], in_loop: bool) -> None:
        todo: list[tuple[nodes.Node, object, tuple[Times, ...], bool]] = [(root, key, loops, in_loop)]
        while todo:
            check_cancelled()
            node, key, loops, in_loop = todo.pop()
            body = self._body(key)
            match node:
                case nodes.FuncLit():
                    self._body(node)
                    if node not in self._named:
                        self._free.add(node)
                    todo.append((node.body, node, (), False))
                case nodes.ForStmt(init=init, cond=cond, post=post, body=block):
                    turns = self._turns_of_for(node)
                    if init is not None:
                        todo.append((init, key, loops, in_loop))
                    for part in (cond, post):
                        if part is not None:
                            todo.append((part, key, (*loops, None if turns is None else turns + 1), True))
                    todo.append((block, key, (*loops, turns), True))
                case nodes.RangeStmt(x=x, body=block):
                    todo.append((x, key, loops, in_loop))
                    todo.append(
                        (block, key, (*loops, None if node.each else self._length(node.x, of_number=True)), True)
                    )
                case nodes.CallExpr():
                    here = self._in_place(node)
                    todo += [(literal.body, key, loops, in_loop) for literal in here]
                    parts = [*node.args] if self._call(node, body, _product(loops), in_loop) else [node.fun, *node.args]
                    todo += [(part, key, loops, in_loop) for part in _without(parts, here)]
                case nodes.BranchStmt(tok="goto"):
                    body.jumps = True
                case nodes.SelectorExpr() | nodes.Ident():
                    self._value(node, body, in_loop)
                    if isinstance(node, nodes.SelectorExpr):
                        todo.append((node.x, key, loops, in_loop))
                case _:
                    todo += [(child, key, loops, in_loop) for child in children(node)]

    def _call(self, call: nodes.CallExpr, body: _Body, times: Times, in_loop: bool) -> bool:
        """Records what a call calls. Returns False if the called expression must be walked, too."""
        func = call.info.func if isinstance(call.info, CallInfo) else None
        fun = unparen(call.fun)
        if func is None:
            literal = self._literals.get(fun.obj) if isinstance(fun, nodes.Ident) else None
            if literal is None:
                return False
            body.calls.append((literal, times))
        elif func.calls_tool:
            body.sites.append(Site(func, call, call, times, in_loop))
        elif func.decl is not None:
            body.calls.append((func.decl, times))
        # the receiver of a method is walked like any other value
        return not (isinstance(fun, nodes.SelectorExpr) and func is not None and func.recv is not None)

    def _value(self, node: nodes.SelectorExpr | nodes.Ident, body: _Body, in_loop: bool) -> None:
        """Records a function that is used as a value: it may be called any number of times."""
        found = node.obj if isinstance(node, nodes.Ident) else getattr(node.selection, "obj", None) or node.sel.obj
        if not isinstance(found, Func):
            return
        if found.calls_tool:
            body.sites.append(Site(found, node, None, None, in_loop))
        elif found.decl is not None:
            self._free.add(found.decl)

    def _in_place(self, call: nodes.CallExpr) -> list[nodes.FuncLit]:
        """Returns the function literals that a call calls exactly once."""
        fun = unparen(call.fun)
        if isinstance(fun, nodes.FuncLit):
            return [fun]
        func = call.info.func if isinstance(call.info, CallInfo) else None
        if func is None or (func.package.rpartition("/")[2], func.name) not in _ONCE:
            return []
        found: list[nodes.FuncLit] = []
        for arg in call.args:
            arg = unparen(arg)
            parts = [unparen(elt) for elt in arg.elts] if isinstance(arg, nodes.CompositeLit) else [arg]
            found += [part for part in parts if isinstance(part, nodes.FuncLit)]
        return found

    # --- loops ----------------------------------------------------------------------------------------------------

    def _turns_of_for(self, loop: nodes.ForStmt) -> Times:
        """Returns the number of iterations of `for i := a; i < b; i += c` with constants, if the body does not change i; else None."""
        match loop:
            case nodes.ForStmt(
                init=nodes.AssignStmt(lhs=[nodes.Ident(obj=Var() as var)], op=":=", rhs=[first]),
                cond=nodes.BinaryExpr(op=op, x=nodes.Ident(obj=tested), y=last),
                post=post,
            ) if tested is var and not var.addressed:
                pass
            case _:
                return None
        match post:
            case nodes.IncDecStmt(x=nodes.Ident(obj=moved), op=way) if moved is var:
                step: Times = 1 if way == "++" else -1
            case nodes.AssignStmt(lhs=[nodes.Ident(obj=moved)], op="+=" | "-=", rhs=[by]) if moved is var:
                size = self._number(by)
                step = None if size is None else size if post.op == "+=" else -size
            case _:
                return None
        start, end = self._number(first), self._number(last)
        if start is None or end is None or not step or self._uses[var].set != 2:
            return None
        end += {"<=": 1, ">=": -1}.get(op, 0)
        if (step > 0) != (op in ("<", "<=")) or op not in ("<", "<=", ">", ">="):
            return None
        turns = max(0, -((start - end) // step) if step > 0 else -((end - start) // -step))
        return turns if _is_in_range(start + turns * step, var.typ) else None

    def _number(self, e: nodes.Expr) -> Times:
        e = unparen(e)
        if isinstance(e.const, int) and not isinstance(e.const, bool):
            return e.const
        info = e.info if isinstance(e, nodes.CallExpr) else None
        if isinstance(e, nodes.CallExpr) and isinstance(info, CallInfo) and info.builtin == "len" and len(e.args) == 1:
            return self._length(e.args[0])
        return None

    def _length(self, e: nodes.Expr, *, of_number: bool = False) -> Times:
        """Returns the largest possible number of elements, or None if it is unknown."""
        e = unparen(e)
        if isinstance(e.const, bytes):
            return len(e.const)
        if of_number and isinstance(e.const, int) and not isinstance(e.const, bool):
            return max(0, e.const)
        under = getattr(e.typ, "underlying", None)
        if isinstance(under, Array):
            return under.len
        if isinstance(e, nodes.SliceExpr) and e.hi is not None:
            return self._number(e.hi)
        if isinstance(e, nodes.CompositeLit):
            return (
                len(e.elts) if isinstance(under, Map) or (isinstance(under, Slice) and not self._is_keyed(e)) else None
            )
        if isinstance(e, nodes.Ident) and isinstance(e.obj, Var):
            uses = self._uses[e.obj]
            kept = uses.set == 1 and not e.obj.addressed and not (uses.grown and isinstance(under, Map))
            value = unparen(uses.value) if kept and uses.value is not None else None
            # a map may also be filled through other references
            if isinstance(value, nodes.CompositeLit) and not isinstance(under, Map):
                return self._length(value)
        return None

    def _is_keyed(self, literal: nodes.CompositeLit) -> bool:
        if literal not in self._keyed:  # many loops may go over one long list
            self._keyed[literal] = any(isinstance(elt, nodes.KeyValueExpr) for elt in literal.elts)
        return self._keyed[literal]

    # --- how often in all -----------------------------------------------------------------------------------------

    def _counted(self) -> list[Site]:
        callers: dict[object, list[tuple[object, Times]]] = defaultdict(list)
        for key, body in self._bodies.items():
            for callee, times in body.calls:
                callers[callee].append((key, times))
        known: dict[object, Times] = {}
        order = self._in_order(callers, known)
        for key in order:
            known[key] = 1 if key == "top" or key in self._roots else self._sum(key, callers, known)
            if key in self._free:
                known[key] = None
        found: list[Site] = []
        for key, body in self._bodies.items():
            for site in body.sites:
                site.times = None if body.jumps else _product((site.times, known[key]))
                found.append(site)
        return sorted(found, key=lambda site: site.at.pos)

    def _in_order(self, callers: dict[object, list[tuple[object, Times]]], known: dict[object, Times]) -> list[object]:
        """Returns the bodies with callers before callees. Recursive bodies are marked as called any number of times."""
        state: dict[object, int] = {}
        order: list[object] = []
        for start in self._bodies:
            stack = [(start, iter(callers[start]))]
            if state.setdefault(start, 0):
                continue
            state[start] = 1
            recursive = 0  # how many of the stack's first bodies are marked; a deep stack may close many cycles
            while stack:
                check_cancelled()
                key, rest = stack[-1]
                for caller, _ in rest:
                    if state.get(caller, 0) == 1:
                        self._free.update(each for each, _ in stack[recursive:])
                        recursive = len(stack)
                    elif not state.get(caller, 0):
                        state[caller] = 1
                        stack.append((caller, iter(callers[caller])))
                        break
                else:
                    state[key] = 2
                    order.append(key)
                    stack.pop()
                    recursive = min(recursive, len(stack))
        return order

    def _sum(self, key: object, callers: dict[object, list[tuple[object, Times]]], known: dict[object, Times]) -> Times:
        total = 0
        for caller, times in callers[key]:
            body = self._bodies[caller]
            count = None if body.jumps else _product((times, known.get(caller)))  # unknown: the call is recursive
            if count is None:
                return None
            total += count
        return min(total, MOST)


def _product(times: tuple[Times, ...]) -> Times:
    if any(each == 0 for each in times):
        return 0
    return None if any(each is None for each in times) else min(prod(each for each in times if each is not None), MOST)


def _without(parts: list[nodes.Expr], literals: list[nodes.FuncLit]) -> list[nodes.Node]:
    """Returns the parts without those literals, which may be elements of a composite literal."""
    left: list[nodes.Node] = []
    apart = {*literals}
    for part in parts:
        part = unparen(part)
        inside = part.elts if literals and isinstance(part, nodes.CompositeLit) else [part]
        left += [each for each in inside if unparen(each) not in apart]
    return left


def _is_in_range(value: int, typ: Type) -> bool:
    """Whether an integer type has the value: a variable that goes beyond it begins again at the other end."""
    basic = typ.underlying
    if not isinstance(basic, Basic) or basic.info not in ("integer", "unsigned"):
        return False
    low = 0 if basic.info == "unsigned" else -(1 << basic.bits - 1)
    return low <= value < low + (1 << basic.bits)
