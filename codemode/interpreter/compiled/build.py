"""Compiles one unit: a loop or a function."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from codemode.dsl.syntax import nodes
from codemode.interpreter.compiled import (
    assignments,
    calls,
    elements,
    expressions,
    loops,
    places,
    records,
    statements,
    switches,
)
from codemode.interpreter.compiled.operations import enter
from codemode.interpreter.compiled.units import FILE, IN_FRAME, NO_PLACE, Compiled, Unit, Unsupported
from codemode.interpreter.compiled.writer import Writer, is_int
from codemode.interpreter.lowering.body import Body
from codemode.interpreter.lowering.statement_costs import walk
from codemode.interpreter.machine.frames import DECLINED, Frame, FuncCode
from codemode.types import model
from codemode.types.objects import Var

# importing these modules registers the translation of each kind of node
PARTS = (assignments, calls, elements, expressions, loops, places, records, statements, switches)

SMALL = 1 << 31  # a variable below this when a loop was compiled is assumed to be below it when the loop starts again


def add(tier: Compiled, name: str, function: ast.stmt, unit: Unit) -> Any:
    """Compiles a Python function definition and returns the function."""
    try:
        code = compile(ast.Module([function], []), FILE, "exec", dont_inherit=True)
    except (SyntaxError, RecursionError) as limit:  # Python allows no more than 20 nested loops
        raise Unsupported("too much for Python's compiler") from limit
    tier.units[name] = unit
    exec(code, tier.names)  # only defines the function; no guest code runs
    return tier.names[name]


def loop(
    tier: Compiled, b: Body, s: nodes.ForStmt | nodes.RangeStmt, label: str, now: Frame | None
) -> Callable[[Frame, Any, Any], Any]:
    """Compiles a loop; the result (frame, x, iterator) returns the loop's signal. `now` is a frame whose variables show which values to expect."""
    w = Writer(b, tier)
    begun = s.body.pos if isinstance(s, nodes.ForStmt) else s.pos
    live = [(var, slot) for var, slot in b.slots.items() if var.pos < begun and not b.is_cell(var)]
    t = w.t
    guarded: list[int] = []
    guards: list[ast.expr] = []
    for var, slot in live if now is not None else ():
        value = now[slot] if now is not None else None
        if is_int(b.typ(var.typ)) and type(value) is int and -SMALL <= value <= SMALL and not b.is_shared(var):
            low = 0 if value >= 0 else -SMALL
            w.env = {**(w.env or {}), slot: (low, SMALL)}
            guards.append(t.compare(t.const(low), ("<=", t.name(f"v{slot}")), ("<=", t.const(SMALL))))
            guarded.append(slot)
    outside = {slot for _, slot in live}
    _find_fixed(w, [s], outside)
    body = w.gathered(lambda: _loop_body(w, s, label))
    t.line = NO_PLACE
    used, written = sorted(w.used), sorted(w.written)
    start = [t.assign("run", t.item(t.name("f"), t.const(0))), t.assign("d", t.attr(t.name("run"), "depth"))]
    start += [t.assign(f"v{i}", t.item(t.name("f"), t.const(i))) for i in used]
    checked = [guard for slot, guard in zip(guarded, guards) if slot in w.used]
    if checked:
        start.append(t.when(t.unary("not", t.both(*checked, t.const(True))), [t.give(w.bound(DECLINED))]))
    w.out = start
    for i in used:
        if w.has_parts(i) and i in outside:
            w.load_parts(i)
    _refuse_bridges(w)
    back = [_stored_back(w, i) for i in written]
    back.append(t.store_attr(t.name("run"), "depth", t.name("d")))
    name = tier.fresh("l")
    made = t.function(name, ["f", "x", "it"], [*start, t.at_last(body, back), t.give(t.const(None))])
    held = [*w.held, "x"] if isinstance(s, nodes.RangeStmt) else w.held
    unit = Unit("", [(f"v{i}", i) for i in written], held, 0, ())
    return add(tier, name, made, unit)


def _stored_back(w: Writer, slot: int) -> ast.stmt:
    t = w.t
    store = t.store_item(t.name("f"), t.const(slot), t.name(f"v{slot}"))
    if slot not in w.in_frame:
        return store
    return t.when(t.compare(t.name(f"v{slot}"), ("is not", w.bound(IN_FRAME))), [store])


def _refuse_bridges(w: Writer) -> None:
    """Where most statements stay with the tree-walker, all do."""
    if w.bridges > w.plain_statements:
        raise Unsupported("mostly not translated")


def _loop_body(w: Writer, s: nodes.ForStmt | nodes.RangeStmt, label: str) -> None:
    if isinstance(s, nodes.ForStmt):
        loops.for_turns(w, s, label)
    else:
        loops.with_fuel(w, lambda: loops.range_turns(w, s, label, ("x", "it")))


def function(tier: Compiled, b: Body, stmts: Sequence[nodes.Stmt], target: FuncCode, name: str) -> Callable[..., Any]:
    """Compiles a function; the result (run, depth, *arguments) returns the guest function's result."""
    info = b.info
    if info.has_defer or info.named_results or b.has_goto or b.captures:
        raise Unsupported("a function with defer, named results, goto, or captured variables")
    params = info.arguments
    if any(b.is_shared(var) for var in params):
        raise Unsupported("a captured parameter")
    w = Writer(b, tier)
    w.is_function = True
    slots = [b.slots[var] for var in params]
    w.used.update(slots)
    _find_fixed(w, stmts, set(slots))
    body = w.gathered(lambda: statements.write_tail(w, stmts, -1))
    t = w.t
    t.line = NO_PLACE
    w.out = []
    _refuse_bridges(w)
    _prologue(w, target)
    if w.framed:
        frame = [t.name("run"), *(t.name(f"v{i}") for i in slots), t.starred(w.bound(target.pad))]
        w.out.append(t.assign("f", t.list(frame)))
        w.out += [t.assign(f"v{i}", t.const(None)) for i in sorted(w.used.difference(slots))]
    for i in slots:
        if w.has_parts(i):
            w.load_parts(i)
    variables = [(f"v{i}", i) for i in sorted(w.used)]
    made = t.function(name, ["run", "d", *(f"v{i}" for i in slots)], [*w.out, *body])
    return add(tier, name, made, Unit(target.name, variables, w.held, len(params), target.pad))


def body(tier: Compiled, b: Body, stmts: Sequence[nodes.Stmt]) -> Callable[[Frame], Any]:
    """Compiles the body of a function that has captured variables, or named results, and runs in a frame of the guest."""
    info = b.info
    if info.has_defer or b.has_goto:
        raise Unsupported("a function with defer or goto")
    w = Writer(b, tier)
    w.is_function = w.framed = True
    params = info.arguments
    outside = {slot for var, slot in b.slots.items() if var in params or var.owner is not info}
    _find_fixed(w, stmts, outside)
    inside = w.gathered(lambda: statements.write_tail(w, stmts, -1))
    _refuse_bridges(w)
    t = w.t
    t.line = NO_PLACE
    start = [t.assign("run", t.item(t.name("f"), t.const(0))), t.assign("d", t.attr(t.name("run"), "depth"))]
    if b.prologue is not None:
        start.append(t.expr(t.call(w.bound(b.prologue), t.name("f"))))
    start += [t.assign(f"v{i}", t.item(t.name("f"), t.const(i))) for i in sorted(w.used)]
    w.out = start
    for i in sorted(w.used):
        if w.has_parts(i) and i in outside:
            w.load_parts(i)
    name = tier.fresh("b")
    unit = Unit("", [(f"v{i}", i) for i in sorted(w.written)], w.held, 0, ())
    return add(tier, name, t.function(name, ["f"], [*start, *inside]), unit)


def _prologue(w: Writer, target: FuncCode) -> None:
    """What the tree-walker does at a call: charge steps, then check the depth."""
    t = w.t
    run = t.name("run")
    w.out.append(t.assign("g", t.binary(t.attr(run, "fuel"), "-", t.const(target.weight))))
    w.out.append(t.store_attr(run, "fuel", t.name("g")))
    spent, deep = t.compare(t.name("g"), ("<", t.const(0.0))), t.compare(t.name("d"), (">", t.attr(run, "room")))
    w.out.append(t.when(t.either(spent, deep), [t.expr(w.operate(enter, w.bound(target.name)))]))


def _find_fixed(w: Writer, roots: Sequence[nodes.Node], live: set[int]) -> None:
    """Finds slice variables that the unit does not write: their parts are read once."""
    written: set[int] = set()
    indexed: dict[int, int] = {}
    for root in roots:
        for node in walk(root):
            for target in _targets(node):
                slot = w.b.slots.get(target)
                if slot is not None:
                    written.add(slot)
            if isinstance(node, nodes.IndexExpr):
                slot = w.plain(node.x) if isinstance(node.x, nodes.Ident | nodes.ParenExpr) else None
                if slot is not None and isinstance(w.b.type_of(node.x).underlying, model.Slice):
                    indexed[slot] = indexed.get(slot, 0) + 1
    for slot in indexed:
        if slot in live and slot not in written:
            w.fixed[slot] = True


def _targets(node: nodes.Node) -> list[Var]:
    parts: list[Any] = []
    if isinstance(node, nodes.AssignStmt):
        parts = [*node.lhs]
    elif isinstance(node, nodes.RangeStmt):
        parts = [node.key, node.value]
    found: list[Var] = []
    for part in parts:
        while isinstance(part, nodes.ParenExpr):
            part = part.x
        if isinstance(part, nodes.Ident) and isinstance(part.obj, Var):
            found.append(part.obj)
    return found
