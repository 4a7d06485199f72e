"""Translates loops (see lowering/loop, lowering/ranges): a turn is charged where the tree-walker charges it, and variables are set in the same order.

The intervals of integers at the head of a loop hold for every turn: they are those at the start of the loop, widened where a turn changes them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.compiled.expressions import learn, stored, translate
from codemode.interpreter.compiled.intervals import LENGTH, Interval, fits, join
from codemode.interpreter.compiled.statements import joined, write
from codemode.interpreter.compiled.units import Unsupported
from codemode.interpreter.compiled.writer import (
    Jumps,
    NotQuiet,
    Value,
    Writer,
    is_int,
    statement,
)
from codemode.interpreter.lowering.evalorder import is_late
from codemode.interpreter.lowering.loop import counted_form, is_renewed
from codemode.interpreter.lowering.statement_costs import weight_of, writes
from codemode.interpreter.machine import big_values
from codemode.interpreter.machine.typeops import copier, int_range
from codemode.types import model
from codemode.types.model import Type
from codemode.types.objects import Var

Env = dict[int, Interval]
LATE = 1 << 62  # what counts from a number below does not reach the largest


@statement(nodes.LabeledStmt)
def _labeled(w: Writer, s: nodes.LabeledStmt, at: int) -> None:
    if isinstance(s.stmt, nodes.ForStmt):
        _for(w, s.stmt, at, s.label.name)
    elif isinstance(s.stmt, nodes.RangeStmt):
        _range(w, s.stmt, at, s.label.name)
    else:
        raise Unsupported("a label")


@statement(nodes.ForStmt)
def _for(w: Writer, s: nodes.ForStmt, at: int, label: str = "") -> None:
    if s.init is not None:
        write(w, s.init, s.pos)
    for_turns(w, s, label)


def for_turns(w: Writer, s: nodes.ForStmt, label: str) -> None:
    """The turns of a loop whose init statement has run."""
    if is_renewed(w.b, s):
        raise Unsupported("a captured loop variable")
    if s.cond is not None and is_late(w.b, [s.cond]):
        raise Unsupported("an order of calls")
    form = counted_form(w.b, s)
    if form is not None and form[2] and cast(Interval, w.known(w.slot_of(form[0]), w.b.typ(form[0].typ)))[1] > LATE:
        form = None  # i <= n could be true for all i

    def emit() -> None:
        if form is not None:
            _counted(w, s, label, *form)
        else:
            _while(w, s, label)

    with_fuel(w, emit)


def with_fuel(w: Writer, emit: Callable[[], None]) -> None:
    """The outermost loop without code that uses the meter keeps the fuel in a Python variable."""
    if w.quiet:
        emit()
        return
    env, loops, temps, dead, nesting = dict(w.env or {}), len(w.loops), w.temps, list(w.dead), w.nesting
    w.quiet = True
    try:
        body = w.gathered(emit)
    except NotQuiet:
        w.quiet = False
        w.env, w.temps, w.dead, w.nesting = env, temps, dead, nesting
        del w.loops[loops:]
        w.count_call()
        emit()
        return
    w.quiet = False
    t = w.t
    back = t.store_attr(t.name("run"), "fuel", t.name("fuel"))
    w.out.append(t.assign("fuel", t.attr(t.name("run"), "fuel")))
    w.out.append(t.at_last(body, [t.when(t.compare(t.name("fuel"), ("is not", t.const(None))), [back])]))


# --- intervals at the head -------------------------------------------------------------------------------------------


def _steady(w: Writer, types: dict[int, Interval], emit: Callable[[], Env | None]) -> Env | None:
    """Translates a loop repeatedly until the intervals assumed at its head hold after each turn. `emit` returns the intervals at the end of the
    loop; `types` are the full ranges of the integers that a turn may change."""
    first = dict(w.env or {})
    assumed = dict(first)
    for tries in range(4):
        w.env = dict(assumed)
        start, held, temps, dead = len(w.out), len(w.held), w.temps, list(w.dead)
        after = emit()
        back = _back(w)
        if all(_holds(assumed, back, slot, whole) for slot, whole in types.items()):
            return after
        del w.out[start:]
        del w.held[held:]
        w.temps, w.dead = temps, dead
        for slot, whole in types.items():
            if tries >= 2:
                assumed[slot] = whole
                continue
            low, high = assumed.get(slot, whole)
            now = whole if back is None else back.get(slot, whole)
            assumed[slot] = (low if now[0] >= low else whole[0]), (high if now[1] <= high else whole[1])
    raise AssertionError("a loop is steady when nothing is assumed")


def _back(w: Writer) -> Env | None:
    """The intervals after a turn, over all paths to the next turn."""
    jumps = w.loops.pop()
    back = w.env
    for env in jumps.continues:
        back = joined(back, env)
    return back


def _holds(assumed: Env, back: Env | None, slot: int, whole: Interval) -> bool:
    if back is None or assumed.get(slot, whole) == whole:
        return True
    return fits(back.get(slot, whole), assumed[slot])


def _changed(w: Writer, *parts: nodes.Node | None) -> dict[int, Interval]:
    """The integer variables that these parts of a loop may write, with the ranges of their types."""
    found: dict[int, Interval] = {}
    for part in parts:
        for var in writes(part) if part is not None else ():
            slot = w.b.slots.get(var)
            t = w.b.typ(var.typ)
            if slot is not None and is_int(t):
                found[slot] = int_range(t)
    return found


def _with_breaks(env: Env | None, jumps: Jumps) -> Env | None:
    for found in jumps.breaks:
        env = joined(env, found)
    return env


# --- for ---------------------------------------------------------------------------------------------------------------


def _while(w: Writer, s: nodes.ForStmt, label: str) -> None:
    t = w.t

    def post() -> None:
        if s.post is not None:
            write(w, s.post, s.pos)

    def emit() -> Env | None:
        jumps = Jumps(label, post)
        w.loops.append(jumps)
        outer, w.dead = w.dead, []
        w.place(s.pos)
        start = len(w.out)
        cond = stored(w, s.cond, model.BOOL, s.pos).tree if s.cond is not None else t.const(True)
        first = w.out[start:]  # runs before the condition, in each turn
        del w.out[start:]
        if s.cond is not None and w.b.type_of(s.cond) is model.ANY:
            raise Unsupported("a condition of any")
        forgotten, w.dead = w.forget(), outer
        ended: Env | None = None
        if s.cond is not None:
            head = dict(w.env or {})
            learn(w, s.cond, False)
            ended, w.env = w.env, head
            learn(w, s.cond, True)

        def body() -> None:
            w.out.extend(forgotten)
            w.place(s.pos)
            w.spend(weight_of(s.body.stmts))
            write(w, s.body, s.pos)
            if w.env is not None:
                post()

        turns = w.gathered(body)
        w.place(s.pos)
        if first:
            leave = t.when(t.unary("not", cond), [t.leave()])
            cond, turns = t.const(True), [*first, leave, *turns]
        w.out.append(t.loop(cond, turns))
        w.out.extend(forgotten)
        return _with_breaks(ended, jumps)

    w.env = _steady(w, _changed(w, s.body, s.post), emit)


def _counted(w: Writer, s: nodes.ForStmt, label: str, var: Var, limit: nodes.Expr, extra: int) -> None:
    """for i := a; i < n; i++ where nothing else writes i, and n is fixed"""
    t, slot = w.t, w.slot_of(var)
    whole = int_range(w.b.typ(var.typ))
    name = w.variable(slot)
    w.written.add(slot)
    stop = translate(w, limit, s.pos)
    w.place(s.pos)
    start = (w.env or {}).get(slot, whole)
    most = min(cast(Interval, stop.known)[1] + extra - 1, whole[1])
    inside = (start[0], most) if start[0] <= most else start
    tree = t.binary(stop.tree, "+", t.const(extra)) if extra else stop.tree
    turns = t.call(w.bound(range), t.name(name), tree)

    def emit() -> Env | None:
        jumps = Jumps(label, None)
        w.loops.append(jumps)
        before = dict(w.env or {})

        def body() -> None:
            assert w.env is not None
            w.env[slot] = inside
            w.place(s.pos)
            w.spend(weight_of(s.body.stmts))
            write(w, s.body, s.pos)

        made = w.gathered(body)
        w.place(s.pos)
        w.out.append(t.each(t.target(name), turns, made))
        before[slot] = join(start, inside)
        return _with_breaks(before, jumps)

    w.env = _steady(w, _changed(w, s.body), emit)


# --- range -------------------------------------------------------------------------------------------------------------


@statement(nodes.RangeStmt)
def _range(w: Writer, s: nodes.RangeStmt, at: int, label: str = "") -> None:
    with_fuel(w, lambda: range_turns(w, s, label, None))


def range_turns(w: Writer, s: nodes.RangeStmt, label: str, given: tuple[str, str] | None) -> None:
    """`given` are the variables with what the loop ranges over, and its iterator; without them, the loop begins here. It iterates with what the
    tree-walker iterates with."""
    found = w.b.ranges.get(id(s))
    if found is None or found[1].store is not None or found[2].store is not None:
        raise Unsupported("a range loop")
    begin = found[0]
    t = w.b.type_of(s.x)
    under = t.underlying
    if isinstance(under, model.Slice):
        _over_slice(w, s, label, under.elem, given)
    elif isinstance(under, model.Basic) and t is not model.ANY and under.info != "string":
        _over_int(w, s, label, t, given)
    else:
        _over_pairs(w, s, label, begin, given)


def _set_target(w: Writer, s: nodes.RangeStmt, n: int, tree: ast.expr, known: Interval | None) -> None:
    """Sets the key (1) or the value (2)."""
    slot, e = w.b.ranges[id(s)][n].slot, (s.key, s.value)[n - 1]
    if slot is not None and e is not None:
        t = w.b.type_of(e)
        w.set(slot, Value(tree, known or (int_range(t) if is_int(t) else None)), t)


def _held(w: Writer) -> str:
    name = w.program.fresh("h")
    w.held.append(name)
    return name


def _turns(
    w: Writer, s: nodes.RangeStmt, label: str, target: ast.Name | ast.Tuple, items: ast.expr, head: Callable[[], None]
) -> None:
    """The loop over an iterable. `head` sets the variables and charges."""
    t = w.t

    def emit() -> Env | None:
        jumps = Jumps(label, None)
        w.loops.append(jumps)
        before = dict(w.env or {})

        def body() -> None:
            w.place(s.pos)
            head()
            write(w, s.body, s.pos)

        made = w.gathered(body)
        w.place(s.pos)
        w.out.append(t.each(target, items, made))
        return _with_breaks(before, jumps)

    changed = _changed(w, s.body)
    for found, e in zip(w.b.ranges[id(s)][1:], (s.key, s.value)):
        if found.slot is not None and e is not None and is_int(w.b.type_of(e)):
            changed[found.slot] = int_range(w.b.type_of(e))
            cast(Env, w.env).pop(found.slot, None)
    w.env = _steady(w, changed, emit)


def _over_int(w: Writer, s: nodes.RangeStmt, label: str, t: Type, given: tuple[str, str] | None) -> None:
    if given is None:
        count = translate(w, s.x, s.pos)
        w.place(s.pos)
        most, items = cast(Interval, count.known)[1], w.t.call(w.bound(range), count.tree)
    else:
        most, items = int_range(t)[1], w.t.name(given[1])
    index = w.program.fresh("i")

    def head() -> None:
        _set_target(w, s, 1, w.t.name(index), (0, max(most - 1, 0)))
        w.spend(weight_of(s.body.stmts))

    _turns(w, s, label, w.t.target(index), items, head)


def _over_slice(w: Writer, s: nodes.RangeStmt, label: str, elem: Type, given: tuple[str, str] | None) -> None:
    t, copy = w.t, copier(elem)
    if copy is not None and big_values.weight(elem) > big_values.BIG:
        raise Unsupported("large copies")
    if given is None:
        held = _held(w)
        w.out.append(t.assign(held, translate(w, s.x, s.pos).tree))
        w.place(s.pos)
        items = t.call(w.bound(range), t.attr(t.name(held), "len"))
    else:
        held, items = given[0], t.name(given[1])
    w.place(s.pos)
    index = f"i{held}"
    w.out.append(t.assign(f"a{held}", t.attr(t.name(held), "arr")))
    w.out.append(t.assign(f"o{held}", t.attr(t.name(held), "off")))

    def head() -> None:
        _set_target(w, s, 1, t.name(index), LENGTH)
        value = t.item(t.name(f"a{held}"), t.binary(t.name(f"o{held}"), "+", t.name(index)))
        _set_target(w, s, 2, value if copy is None else t.call(w.bound(copy), value), None)
        w.spend(weight_of(s.body.stmts))

    _turns(w, s, label, t.target(index), items, head)
    w.out.extend(t.assign(name, t.const(None)) for name in (held, f"a{held}"))


def _over_pairs(w: Writer, s: nodes.RangeStmt, label: str, begin: Any, given: tuple[str, str] | None) -> None:
    w.loud()
    t, under = w.t, w.b.type_of(s.x).underlying
    if given is None and isinstance(under, model.Array):
        raise Unsupported("a copy of an array")
    numbers = isinstance(under, model.Array | model.Pointer) and w.b.ranges[id(s)][2].slot is None
    names = [w.program.fresh("i") for _ in range(1 if numbers else 2)]
    held: list[str] = []
    if given is None:
        held.append(_held(w))
        x = translate(w, s.x, s.pos).tree
        w.place(s.pos)
        w.out.append(t.store_attr(t.name("run"), "depth", t.name("d")))
        w.out.append(t.assign(held[0], x))
        items = t.call(w.bound(begin), t.name("run"), t.name(held[0]))
    else:
        w.place(s.pos)
        w.out.append(t.store_attr(t.name("run"), "depth", t.name("d")))
        items = t.name(given[1])

    def head() -> None:
        for n, name in enumerate(names, 1):
            _set_target(w, s, n, t.name(name), None)
        w.spend(weight_of(s.body.stmts))

    _turns(w, s, label, t.target(names[0]) if numbers else t.targets(names), items, head)
    w.out.extend(t.assign(name, t.const(None)) for name in (*held, *names))
