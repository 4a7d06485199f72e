"""The evaluation order of Go's compiler: among the operands of one statement or call, function calls and receives run first, in their order;
variables, fields and elements are read afterwards. `fmt.Println(c.n, c.inc())` prints n after inc.

Usually this makes no difference. If a call stands to the right of an operand that it might change, the call is moved out: it runs first and its
result is stored in a slot (`Held`). The same is done if guest code would run while a large value is on Python's stack, where the meter cannot see it:
recursion might accumulate any number of such values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from typing import Any, cast

from codemode.dsl.names import VALUES
from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.body import Body, expression, slot_code
from codemode.interpreter.lowering.statement_costs import walk
from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.slice_growth import has_pointers
from codemode.types import model
from codemode.types.expression_text import expr_text, spells, unparen
from codemode.types.objects import CallInfo, Func, Var

_CONDITIONAL = frozenset({"&&", "||", *VALUES})
# builtins that are run in order like calls
_CALLED_BUILTINS = frozenset({"append", "copy", "delete", "recover", "clear", "close", "panic", "__choose"})


class Held(nodes.Expr):
    """An operand that has been evaluated into a slot."""

    def __init__(self, slot: int, written: nodes.Expr) -> None:
        super().__init__(pos=written.pos, end=written.end, typ=written.typ)
        self.slot = slot
        self.written = written


spells(Held, lambda e: expr_text(e.written))


@expression(Held)
def _held(b: Body, e: Held) -> Code:
    return slot_code(e.slot)


# --- the operands of one level of a tree ------------------------------------------------------------------------------


def _parts(e: nodes.Expr) -> list[nodes.Expr]:
    """The operands of `e` on the same level, in order, without those inside calls and func literals."""
    parts = _PARTS.get(e.__class__)
    return parts(e) if parts is not None else []


def _elements(e: nodes.CompositeLit) -> list[nodes.Expr]:
    if _is_map(e):
        return [part for elt in e.elts for part in _entry(elt)]
    return [elt.value if isinstance(elt, nodes.KeyValueExpr) else elt for elt in e.elts]


_WITH_ONE = (nodes.UnaryExpr, nodes.ParenExpr, nodes.StarExpr, nodes.SelectorExpr, nodes.TypeAssertExpr)
_PARTS: dict[type[nodes.Expr], Callable[[Any], list[nodes.Expr]]] = {
    nodes.BinaryExpr: lambda e: [e.x, e.y],
    **dict.fromkeys(_WITH_ONE, lambda e: [e.x]),
    nodes.IndexExpr: lambda e: [e.x, *e.indices],
    nodes.SliceExpr: lambda e: [part for part in (e.x, e.lo, e.hi, e.max) if part is not None],
    nodes.CompositeLit: _elements,
    nodes.CallExpr: lambda e: e.args,  # of conversions and of builtins like len
}


def _is_map(e: nodes.CompositeLit) -> bool:
    return isinstance(e.typ, model.Type) and isinstance(e.typ.underlying, model.Map)


def _entry(elt: nodes.Expr) -> list[nodes.Expr]:
    return [elt.key, elt.value] if isinstance(elt, nodes.KeyValueExpr) else [elt]


def _is_call(e: nodes.Expr) -> bool:
    """Whether the expression runs as a whole, in its turn."""
    runs = _RUNS.get(e.__class__)
    return runs is not None and runs(e)


def _call_runs(e: nodes.CallExpr) -> bool:
    info: CallInfo = e.info
    return info.builtin in _CALLED_BUILTINS if info.kind == "builtin" else info.kind != "conversion"


_RUNS: dict[type[nodes.Expr], Callable[[Any], bool]] = {
    nodes.CompositeLit: _is_map,  # Go makes the map and then assigns one entry after the other
    nodes.CallExpr: _call_runs,
    nodes.BinaryExpr: lambda e: e.op in _CONDITIONAL and e.const is None,
    nodes.UnaryExpr: lambda e: e.op == "<-",
}


def _may_change(e: nodes.Expr) -> bool:
    """Whether the call may change values that other operands read: guest code may, most library functions cannot."""
    if isinstance(e, (nodes.BinaryExpr, nodes.CompositeLit)):
        return any(_may_change(inner) for inner in _calls_below(e))
    if isinstance(e, nodes.UnaryExpr):
        return True
    call = cast(nodes.CallExpr, e)
    info = cast(CallInfo, call.info)
    func = info.func
    if info.kind == "builtin":
        return info.builtin not in ("recover", "append")
    if isinstance(func, Func) and func.native is not None and info.signature is not None:
        takes_func = any(isinstance(p.underlying, model.Signature) for p in info.signature.params)
        fills = any(isinstance(arg.typ, model.Pointer) for arg in call.args)  # json.Unmarshal(b, &out)
        return takes_func or fills or func.recv is not None
    return True


def _calls_below(e: nodes.Expr) -> Iterator[nodes.Expr]:
    for part in _parts(e):
        if _is_call(part):
            yield part
        else:
            yield from _calls_below(part)


_REFERENCES = (model.Slice, model.Map, model.Pointer)


def _reads_shared(b: Body, e: nodes.Expr) -> bool:
    """Whether the expression itself reads something that a call could change."""
    if e.const is not None:
        return False
    if isinstance(e, nodes.Ident):
        var = e.obj
        return isinstance(var, Var) and var.native is None and (var.kind == "global" or b.is_shared(var))
    if isinstance(e, nodes.StarExpr):
        return True
    if isinstance(e, nodes.SelectorExpr):
        return e.selection.kind == "field" and _through_pointer(b, e)
    if isinstance(e, nodes.IndexExpr):
        return isinstance(b.type_of(e.x).underlying, _REFERENCES)
    if isinstance(e, nodes.CallExpr):
        kind = b.type_of(e.args[0]).underlying if e.args else None
        return isinstance(kind, (model.Slice, model.Map, model.Chan)) and e.info.builtin not in ("len", "cap")
    return False


def _through_pointer(b: Body, e: nodes.SelectorExpr) -> bool:
    """Whether the path to the field goes through a pointer: the operand, or an embedded one."""
    t: model.Type = b.type_of(e.x)
    for index in cast("tuple[int, ...]", e.selection.path):
        under = t.underlying
        if not isinstance(under, model.Struct):
            return True
        t = under.fields[index].type
    return False


def follows_pointers(b: Body, e: nodes.Expr) -> bool:
    """Whether the expression itself selects fields through pointers, which may be nil."""
    if isinstance(e, nodes.SelectorExpr) and e.selection.kind == "field":
        return True
    return not _is_call(e) and any(follows_pointers(b, part) for part in _parts(e))


def _may_be_large(t: object) -> bool:
    """Whether values of the type have no fixed size."""
    return isinstance(t, model.Tuple) or (isinstance(t, model.Type) and has_pointers(t))


# A call here is a conversion, or a builtin like min.
_MAKERS = frozenset({nodes.CallExpr, nodes.CompositeLit, nodes.BinaryExpr})


def _makes(e: nodes.Expr) -> bool:
    """Whether the expression, which is not a call, makes a new value."""
    return e.__class__ in _MAKERS or (isinstance(e, nodes.UnaryExpr) and e.op == "&")


def _runs_guest(e: nodes.Expr) -> bool:
    """Whether guest code, or another goroutine, may run before the call returns."""
    for node in walk(e):
        if isinstance(node, nodes.UnaryExpr) and node.op == "<-":
            return True
        if isinstance(node, nodes.CallExpr):
            info = cast(CallInfo, node.info)
            if info.kind not in ("builtin", "conversion") and not (info.func is not None and info.func.stands_alone):
                return True
    return False


class _Level:
    """One pass over the operands of a statement or call, from left to right.

    What the operands before a call read and make matters only if a call follows, and most statements have none behind other operands.
    """

    __slots__ = ("b", "before", "calls", "large", "late", "reads")

    def __init__(self, b: Body) -> None:
        self.b = b
        self.before: list[nodes.Expr] = []  # operands since the last call
        self.calls: list[nodes.Expr] = []
        self.reads = False  # an operand that a call could change has been read
        self.large = False  # a value of variable size has been made and is waiting
        self.late = False  # and a relevant call follows

    def look(self, e: nodes.Expr) -> None:
        kind = e.__class__
        if e.const is not None or kind is nodes.FuncLit:
            return
        if kind is not nodes.Ident:
            runs, parts = _RUNS.get(kind), _PARTS.get(kind)  # as in `_is_call` and `_parts`
            if runs is not None and runs(e):
                if self.before or self.calls:
                    self.call(e)
                self.calls.append(e)
                return
            for part in parts(e) if parts is not None else ():
                self.look(part)
        self.before.append(e)

    def call(self, e: nodes.Expr) -> None:
        """Looks at a call that follows other operands."""
        for read in self.before:
            self.reads = self.reads or _reads_shared(self.b, read)
            self.large = self.large or (_makes(read) and _may_be_large(read.typ))
        for made in self.calls:
            self.large = self.large or _may_be_large(made.typ)
        self.late = self.late or (self.reads and _may_change(e)) or (self.large and _runs_guest(e))
        self.before.clear()
        self.calls.clear()


def _hoist(b: Body, e: nodes.Expr, before: list[tuple[int, Code]]) -> nodes.Expr:
    """Returns a copy of `e` in which every call is replaced by a slot. The calls are appended to `before`, in order."""
    if e.const is not None or isinstance(e, (nodes.FuncLit, nodes.Ident, nodes.BasicLit, Held)):
        return e
    if _is_call(e):
        if isinstance(e.typ, model.Tuple):
            return e
        code = b.own(e)
        slot = b.new_slot()
        before.append((slot, code))
        return Held(slot, e)
    made: Any = copy(e)
    if isinstance(e, nodes.CompositeLit):
        made.elts = [_hoist_element(b, elt, before) for elt in e.elts]
    elif isinstance(e, nodes.CallExpr):
        made.args = [_hoist(b, a, before) for a in e.args]
    else:
        for name in ("x", "y", "lo", "hi", "max"):
            part = getattr(made, name, None)
            if isinstance(part, nodes.Expr):
                setattr(made, name, _hoist(b, part, before))
        if isinstance(e, nodes.IndexExpr):
            made.indices = [_hoist(b, i, before) for i in e.indices]
    return made


def _hoist_place(b: Body, left: nodes.Expr, before: list[tuple[int, Code]]) -> nodes.Expr:
    """Returns a copy of an assigned place, in which calls and the keys that Go copies are replaced by slots."""
    if not isinstance(left, nodes.IndexExpr):
        return _hoist(b, left, before)
    table = b.type_of(left.x).underlying
    if not isinstance(table, model.Map) or not copies_key(table) or left.indices[0].const is not None:
        return _hoist(b, left, before)
    made = copy(left)
    made.x = _hoist(b, left.x, before)
    slot = b.new_slot()
    before.append((slot, b.own(left.indices[0])))
    made.indices = [Held(slot, left.indices[0])]
    return made


def copies_key(t: model.Map) -> bool:
    """Whether Go copies the key of `m[key] = f()` before it calls f; strings, words and pointers are read when they are needed."""
    key = t.key.underlying
    if isinstance(key, model.Basic):
        return key.info != "string" and not (key.info in ("integer", "unsigned") and key.bits >= 32)
    return not isinstance(key, (model.Pointer, model.Chan))


def _hoist_element(b: Body, elt: nodes.Expr, before: list[tuple[int, Code]]) -> nodes.Expr:
    if not isinstance(elt, nodes.KeyValueExpr):
        return _hoist(b, elt, before)
    made = copy(elt)
    made.value = _hoist(b, elt.value, before)
    return made


def is_late(b: Body, exprs: Iterable[nodes.Expr]) -> bool:
    """Whether something must run before these operands are evaluated."""
    level = _Level(b)
    for e in exprs:
        level.look(e)
        if level.late:
            return True
    return False


def in_order(b: Body, exprs: Iterable[nodes.Expr]) -> tuple[Code | None, list[nodes.Expr]]:
    """Returns what must run before the operands, if anything, and the operands to evaluate then."""
    operands = list(exprs)
    if not is_late(b, operands):
        return None, operands
    before: list[tuple[int, Code]] = []
    operands = [_hoist(b, e, before) for e in operands]
    return _calls_of(before), operands


def _calls_of(before: list[tuple[int, Code]]) -> Code:
    """Runs the calls that were moved out, and stores their results."""

    def run_calls(f: Frame) -> None:
        for slot, code in before:
            f[slot] = code(f)

    return run_calls


def after(first: Code | None, code: Code) -> Code:
    if first is None:
        return code
    before = first

    def run(f: Frame) -> Any:
        before(f)
        return code(f)

    return run


# --- statements ----------------------------------------------------------------------------------------------------


def is_late_assignment(b: Body, s: nodes.AssignStmt) -> bool:
    """Checks the operands of the places on the left before the values; an operation also reads its place."""
    lefts = [] if s.op == ":=" else [unparen(left) for left in s.lhs]
    operands = [part for left in lefts for part in _parts(left)]
    return is_late(b, (*operands, *(lefts if s.op not in ("=", ":=") else ()), *s.rhs))


def assignment(b: Body, s: nodes.AssignStmt) -> tuple[Code | None, nodes.AssignStmt]:
    """Returns what must run before an assignment, if anything, and the assignment to do then."""
    if not is_late_assignment(b, s):
        return None, s
    lefts = [] if s.op == ":=" else [unparen(left) for left in s.lhs]
    before: list[tuple[int, Code]] = []
    made = copy(s)
    place = _hoist_place if s.op == "=" else _hoist
    made.lhs = [place(b, left, before) for left in lefts] if lefts else s.lhs
    made.rhs = [_hoist(b, right, before) for right in s.rhs]
    return _calls_of(before), made
