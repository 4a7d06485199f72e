"""What is not translated inside a unit: the tree-walker's own closure runs it, in the guest's frame.

Before it, the variables that it reads go to the frame; after it, those that it writes come back. While it runs, the frame alone has what it writes.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, NamedTuple

from codemode.dsl.syntax import nodes
from codemode.interpreter.compiled.units import IN_FRAME, Unsupported
from codemode.interpreter.compiled.writer import Value, Writer, is_int
from codemode.interpreter.lowering.statement_costs import walk, writes
from codemode.interpreter.machine.frames import BREAK, CONTINUE, Code, Frame
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import int_range
from codemode.types.objects import Var


class State(NamedTuple):
    """The state of a translation, to which it returns where it could not go on."""

    out: int
    held: int
    loops: int
    temps: int
    dead: list[str]
    nesting: int
    looks: int
    quiet: bool
    counted: bool
    env: dict[int, Any] | None

    @staticmethod
    def of(w: Writer) -> State:
        env = None if w.env is None else dict(w.env)
        dead = list(w.dead)
        return State(len(w.out), len(w.held), len(w.loops), w.temps, dead, w.nesting, w.looks, w.quiet, w.counted, env)

    def restore(self, w: Writer) -> None:
        del w.out[self.out :]
        del w.held[self.held :]
        del w.loops[self.loops :]
        w.temps, w.dead, w.nesting = self.temps, list(self.dead), self.nesting
        w.looks, w.quiet, w.counted, w.env = self.looks, self.quiet, self.counted, self.env


def through(code: Code) -> Callable[[Run, int, Frame], Any]:
    """An expression of the tree-walker as an operation of compiled code."""

    def walk_it(run: Run, depth: int, f: Frame) -> Any:
        run.depth = depth
        return code(f)

    return walk_it


def expression(w: Writer, e: nodes.Expr, at: int) -> Value:
    """An expression that the tree-walker evaluates."""
    found = w.b.codes.get(id(e))
    if found is None:
        raise Unsupported("an expression")
    w.loud()
    w.place(at)
    _to_frame(w, e)
    t = w.b.type_of(e)
    return Value(w.operate(through(found[0]), w.t.name("f")), int_range(t) if is_int(t) else None)


def statement(w: Writer, s: nodes.Stmt, at: int) -> None:
    """A statement that the tree-walker runs."""
    found = w.b.codes.get(id(s))
    if found is None:
        raise Unsupported("a statement")
    code, signals = found
    if signals and any(isinstance(node, nodes.BranchStmt) and node.label is not None for node in walk(s)):
        raise Unsupported("a jump to a label")
    w.loud()
    w.bridges += 1
    t = w.t
    w.place(at)
    written = _written(w, s)
    _to_frame(w, s)
    w.out.extend(t.assign(w.variable(slot), w.bound(IN_FRAME)) for slot in written)
    w.in_frame.update(written)
    w.out.append(t.store_attr(t.name("run"), "depth", t.name("d")))
    call = t.call(w.bound(code), t.name("f"))
    w.out.append(t.assign("s", call) if signals else t.expr(call))
    for slot in written:
        w.out.append(t.assign(w.variable(slot), t.item(t.name("f"), t.const(slot))))
        w.wrote(slot, None)
    if signals:
        _leave(w)


def result(w: Writer, s: nodes.Stmt, at: int) -> None:
    """A return statement, or another one with which a function ends: the tree-walker gives the function's result."""
    found = w.b.codes.get(id(s))
    if found is None or found[1]:
        raise Unsupported("an end")
    w.loud()
    w.bridges += 1
    w.place(at)
    _to_frame(w, s)
    w.out.append(w.t.store_attr(w.t.name("run"), "depth", w.t.name("d")))
    w.out.append(w.t.give(w.t.call(w.bound(found[0]), w.t.name("f"))))
    w.env = None


def _leave(w: Writer) -> None:
    """A statement may end with a signal."""
    t = w.t
    jumps: list[ast.stmt] = []
    if w.loops:
        loop = w.loops[-1]

        def go_on() -> None:
            if loop.post is not None:
                loop.post()
            w.out.append(t.go_on())

        env = dict(w.env or {})
        loop.breaks.append(dict(env))
        jumps.append(t.when(t.compare(t.name("s"), ("is", w.bound(BREAK))), [t.leave()]))
        jumps.append(t.when(t.compare(t.name("s"), ("is", w.bound(CONTINUE))), w.gathered(go_on)))
        loop.continues.append(dict(w.env or {}))
        w.env = env
    jumps.append(t.give(t.item(t.name("s"), t.const(0)) if w.is_function else t.name("s")))
    w.out.append(t.when(t.compare(t.name("s"), ("is not", t.const(None))), jumps))


def _slots(w: Writer, root: nodes.Node) -> list[tuple[int, Var]]:
    """The variables of this function that occur in a part of it."""
    found: dict[int, Var] = {}
    for node in walk(root):
        if isinstance(node, nodes.ReturnStmt):  # a bare one reads the named results
            found.update((w.b.slots[var], var) for var in w.b.info.results if var in w.b.slots)
        if isinstance(node, nodes.Ident) and isinstance(node.obj, Var):
            slot = w.b.slots.get(node.obj)
            if slot is not None:
                found[slot] = node.obj
    return sorted(found.items(), key=lambda item: item[0])


def _to_frame(w: Writer, root: nodes.Node) -> None:
    w.framed = True
    t = w.t
    for slot, var in _slots(w, root):
        if root.pos <= var.pos < root.end:
            continue  # it is made there
        w.out.append(t.store_item(t.name("f"), t.const(slot), t.name(w.variable(slot))))


def _written(w: Writer, s: nodes.Stmt) -> list[int]:
    """The slots of the variables that a statement writes and that are there afterwards."""
    inside = not isinstance(s, nodes.AssignStmt | nodes.DeclStmt)
    changed = writes(s)
    if isinstance(s, nodes.DeclStmt):
        for node in walk(s):
            if isinstance(node, nodes.VarSpec):
                changed |= {name.obj for name in node.names if isinstance(name.obj, Var)}
    found: list[int] = []
    for var in changed:
        slot = w.b.slots.get(var)
        if slot is not None and not (inside and s.pos <= var.pos < s.end):
            found.append(slot)
    return sorted(found)
