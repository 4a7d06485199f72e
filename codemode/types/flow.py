"""Control flow: labels and branches, and whether the end of a function can be reached."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text, unparen

_LOOPS = (nodes.ForStmt, nodes.RangeStmt)
_BREAKABLE = (nodes.ForStmt, nodes.RangeStmt, nodes.SwitchStmt, nodes.TypeSwitchStmt, nodes.SelectStmt)


def trimmed(stmts: list[nodes.Stmt]) -> list[nodes.Stmt]:
    """Returns the statements without empty ones at the end."""
    count = len(stmts)
    while count and isinstance(stmts[count - 1], nodes.EmptyStmt):
        count -= 1
    return stmts if count == len(stmts) else stmts[:count]


# --- labels and branches -------------------------------------------------------------------------------------------


class _Block(NamedTuple):
    parent: _Block | None
    labeled: nodes.LabeledStmt | None
    pos: int


class _Label:
    __slots__ = ("block", "stmt", "used")

    def __init__(self, block: _Block, stmt: nodes.LabeledStmt) -> None:
        self.block = block
        self.stmt = stmt
        self.used = False


class _Context(NamedTuple):
    """The targets of break, continue and fallthrough. `case` is the index of the switch clause, -1 outside of a switch."""

    breaks: nodes.Stmt | None = None
    continues: nodes.Stmt | None = None
    case: int = -1


def check_branches(c: Checker, stmts: list[nodes.Stmt], pos: int) -> None:
    """Checks break, continue, goto, fallthrough and labels of one function body."""
    if not c.has_branches:
        return
    walk = _Branches(c)
    for jump in walk.block(None, _Context(), None, stmts, pos):
        label = jump.label
        assert label is not None
        target = walk.labels.get(label.name)
        if target is None:
            c.error(label, f"label {label.name} not defined", reason="wrong_label")
            continue
        target.used = True
        place = c.place(target.block.pos)
        message = f"goto {label.name} jumps into block" + (f" starting at {place}" if place else "")
        c.error(label, message, reason="wrong_jump")
    for target in walk.labels.values():
        if not target.used:
            label = target.stmt.label
            c.error(label, f"label {label.name} defined and not used", "remove it", reason="wrong_label")


class _Branches:
    def __init__(self, c: Checker) -> None:
        self.c = c
        self.labels: dict[str, _Label] = {}

    def block(
        self,
        parent: _Block | None,
        context: _Context,
        labeled: nodes.LabeledStmt | None,
        stmts: list[nodes.Stmt],
        pos: int,
    ) -> list[nodes.BranchStmt]:
        """Checks one block. Returns its gotos to labels that are not declared yet."""
        return _BlockWalk(self, _Block(parent, labeled, pos), context).run(trimmed(stmts))


class _BlockWalk:
    def __init__(self, walk: _Branches, block: _Block, context: _Context) -> None:
        self.walk = walk
        self.block = block
        self.context = context
        self.forward: list[nodes.BranchStmt] = []
        self.over: list[nodes.BranchStmt] = []  # forward gotos that jump over the last variable declaration
        self.declared: tuple[int, str] | None = None

    def run(self, stmts: list[nodes.Stmt]) -> list[nodes.BranchStmt]:
        for index, stmt in enumerate(stmts):
            labeled: nodes.LabeledStmt | None = None
            while isinstance(stmt, nodes.LabeledStmt):
                if stmt.label.name != "_":
                    self.label(stmt)
                    labeled = stmt
                stmt = stmt.stmt
            self.stmt(stmt, labeled, index + 1 == len(stmts))
        return self.forward

    def label(self, s: nodes.LabeledStmt) -> None:
        c, name = self.walk.c, s.label.name
        known = self.walk.labels.get(name)
        if known is not None:
            place = c.place(known.stmt.label.pos)
            c.error(s.label, f"label {name} already defined" + (f" at {place}" if place else ""), reason="wrong_label")
        else:
            known = self.walk.labels[name] = _Label(self.block, s)
        rest: list[nodes.BranchStmt] = []
        for jump in self.forward:
            assert jump.label is not None
            if jump.label.name != name:
                rest.append(jump)
                continue
            known.used = True
            if self.declared is not None and jump in self.over:
                pos, what = self.declared
                place = c.place(pos)
                at = f" at {place}" if place else ""
                c.error(jump.label, f"goto {name} jumps over declaration of {what}{at}", reason="wrong_jump")
        self.forward = rest

    def stmt(self, s: nodes.Stmt, labeled: nodes.LabeledStmt | None, last: bool) -> None:
        walk = _WALKS.get(s.__class__)
        if walk is not None:
            walk(self, s, labeled, last)

    def assign(self, s: nodes.AssignStmt, labeled: nodes.LabeledStmt | None, last: bool) -> None:
        if s.op == ":=" and self.walk.c.has_goto:
            self.declares(self.walk.c.skip_space(s.lhs[-1].end), ", ".join([expr_text(e) for e in s.lhs]))

    def decl(self, s: nodes.DeclStmt, labeled: nodes.LabeledStmt | None, last: bool) -> None:
        first = s.decl.specs[0] if s.decl.specs else None
        if isinstance(first, nodes.VarSpec):
            self.declares(first.pos, first.names[0].name)

    def nested(self, s: nodes.BlockStmt, labeled: nodes.LabeledStmt | None, last: bool) -> None:
        self.inner(self.context._replace(case=-1), labeled, s.stmts, s.pos)

    def branches(self, s: nodes.IfStmt, labeled: nodes.LabeledStmt | None, last: bool) -> None:
        context = self.context._replace(case=-1)
        self.inner(context, labeled, s.body.stmts, s.body.pos)
        if s.orelse is not None:
            self.inner(context, labeled, [s.orelse], s.orelse.pos)

    def loop(self, s: nodes.ForStmt | nodes.RangeStmt, labeled: nodes.LabeledStmt | None, last: bool) -> None:
        self.inner(_Context(s, s), labeled, s.body.stmts, s.body.pos)

    def clauses(
        self,
        s: nodes.SwitchStmt | nodes.TypeSwitchStmt | nodes.SelectStmt,
        labeled: nodes.LabeledStmt | None,
        last: bool,
    ) -> None:
        for i, clause in enumerate(s.clauses):
            case = -1 if isinstance(s, nodes.SelectStmt) else i
            self.inner(_Context(s, self.context.continues, case), labeled, clause.body, clause.pos)

    def inner(self, context: _Context, labeled: nodes.LabeledStmt | None, stmts: list[nodes.Stmt], pos: int) -> None:
        self.forward += self.walk.block(self.block, context, labeled, stmts, pos)

    def declares(self, pos: int, what: str) -> None:
        self.declared = (pos, what)
        self.over = list(self.forward)

    def branch(self, s: nodes.BranchStmt, labeled: nodes.LabeledStmt | None, last: bool) -> None:
        if s.label is None:
            self.unlabeled(s, last)
        elif s.tok == "goto":
            if not self.goto_target(s.label.name):
                self.forward.append(s)
        elif s.tok in ("break", "continue"):
            self.labeled_branch(s, s.label)

    def unlabeled(self, s: nodes.BranchStmt, last: bool) -> None:
        c, context = self.walk.c, self.context
        if s.tok == "break" and context.breaks is None:
            c.error(s, "break is not in a loop, switch, or select", reason="wrong_jump")
        elif s.tok == "continue" and context.continues is None:
            c.error(s, "continue is not in a loop", reason="wrong_jump")
        elif s.tok == "fallthrough":
            switch = context.breaks
            if isinstance(switch, nodes.TypeSwitchStmt):
                c.error(s, "cannot fallthrough in type switch", reason="wrong_jump")
            elif not isinstance(switch, nodes.SwitchStmt) or context.case < 0 or not last:
                c.error(s, "fallthrough statement out of place", reason="wrong_jump")
            elif context.case + 1 == len(switch.clauses):
                c.error(s, "cannot fallthrough final case in switch", reason="wrong_jump")

    def labeled_branch(self, s: nodes.BranchStmt, label: nodes.Ident) -> None:
        c, name = self.walk.c, label.name
        known = self.walk.labels.get(name)
        if known is None:
            c.error(label, f"{s.tok} label not defined: {name}", reason="wrong_label")
            return
        known.used = True
        block: _Block | None = self.block
        while block is not None and block.labeled is not known.stmt:
            block = block.parent
        allowed = _BREAKABLE if s.tok == "break" else _LOOPS
        if block is None or not isinstance(known.stmt.stmt, allowed):
            c.error(label, f"invalid {s.tok} label {name}", reason="wrong_label")

    def goto_target(self, name: str) -> bool:
        known = self.walk.labels.get(name)
        if known is None:
            return False
        known.used = True
        block: _Block | None = self.block
        while block is not None and block is not known.block:
            block = block.parent
        return block is not None


_WALKS: Final[dict[type[nodes.Node], Callable[[_BlockWalk, Any, nodes.LabeledStmt | None, bool], None]]] = {
    nodes.BranchStmt: _BlockWalk.branch,
    nodes.AssignStmt: _BlockWalk.assign,
    nodes.DeclStmt: _BlockWalk.decl,
    nodes.BlockStmt: _BlockWalk.nested,
    nodes.IfStmt: _BlockWalk.branches,
    nodes.ForStmt: _BlockWalk.loop,
    nodes.RangeStmt: _BlockWalk.loop,
    nodes.SwitchStmt: _BlockWalk.clauses,
    nodes.TypeSwitchStmt: _BlockWalk.clauses,
    nodes.SelectStmt: _BlockWalk.clauses,
}


# --- terminating statements ------------------------------------------------------------------------------------------


def terminates_list(c: Checker, stmts: list[nodes.Stmt]) -> bool:
    stmts = trimmed(stmts)
    return bool(stmts) and terminates(c, stmts[-1])


def terminates(c: Checker, s: nodes.Stmt, label: str = "") -> bool:
    """Returns whether the statement is terminating by Go's rules."""
    ends = _ENDS.get(s.__class__)
    return ends is not None and ends(c, s, label)


def _if_ends(c: Checker, s: nodes.IfStmt, label: str) -> bool:
    return s.orelse is not None and terminates(c, s.body) and terminates(c, s.orelse)


def _switch_ends(c: Checker, s: nodes.SwitchStmt | nodes.TypeSwitchStmt, label: str) -> bool:
    default = any(clause.exprs is None for clause in s.clauses)
    return default and all(_clause_ends(c, clause.body, label) for clause in s.clauses)


def _select_ends(c: Checker, s: nodes.SelectStmt, label: str) -> bool:
    return all(_clause_ends(c, clause.body, label) for clause in s.clauses)


def _clause_ends(c: Checker, body: list[nodes.Stmt], label: str) -> bool:
    return terminates_list(c, body) and not _list_breaks(body, label, True)


_ENDS: Final[dict[type[nodes.Node], Callable[[Checker, Any, str], bool]]] = {
    nodes.ReturnStmt: lambda c, s, label: True,
    nodes.BranchStmt: lambda c, s, label: s.tok in ("goto", "fallthrough"),
    nodes.ExprStmt: lambda c, s, label: unparen(s.x) in c.panics,
    nodes.BlockStmt: lambda c, s, label: terminates_list(c, s.stmts),
    nodes.LabeledStmt: lambda c, s, label: terminates(c, s.stmt, s.label.name),
    nodes.IfStmt: _if_ends,
    nodes.ForStmt: lambda c, s, label: s.cond is None and not has_break(s.body, label, True),
    nodes.SwitchStmt: _switch_ends,
    nodes.TypeSwitchStmt: _switch_ends,
    nodes.SelectStmt: _select_ends,
}


def _list_breaks(stmts: list[nodes.Stmt], label: str, implicit: bool) -> bool:
    return any(has_break(s, label, implicit) for s in stmts)


def has_break(s: nodes.Stmt, label: str, implicit: bool) -> bool:
    """Returns whether a break in `s` leaves the statement with this label, or, if `implicit`, the innermost enclosing statement."""
    breaks = _BREAKS.get(s.__class__)
    return breaks is not None and breaks(s, label, implicit)


def _if_breaks(s: nodes.IfStmt, label: str, implicit: bool) -> bool:
    return has_break(s.body, label, implicit) or (s.orelse is not None and has_break(s.orelse, label, implicit))


def _clauses_break(s: nodes.SwitchStmt | nodes.TypeSwitchStmt | nodes.SelectStmt, label: str, implicit: bool) -> bool:
    return bool(label) and any(_list_breaks(clause.body, label, False) for clause in s.clauses)


def _loop_breaks(s: nodes.ForStmt | nodes.RangeStmt, label: str, implicit: bool) -> bool:
    return bool(label) and has_break(s.body, label, False)


_BREAKS: Final[dict[type[nodes.Node], Callable[[Any, str, bool], bool]]] = {
    nodes.BranchStmt: lambda s, label, implicit: (
        s.tok == "break" and (implicit if s.label is None else s.label.name == label)
    ),
    nodes.BlockStmt: lambda s, label, implicit: _list_breaks(s.stmts, label, implicit),
    nodes.LabeledStmt: lambda s, label, implicit: has_break(s.stmt, label, implicit),
    nodes.IfStmt: _if_breaks,
    nodes.ForStmt: _loop_breaks,
    nodes.RangeStmt: _loop_breaks,
    nodes.SwitchStmt: _clauses_break,
    nodes.TypeSwitchStmt: _clauses_break,
    nodes.SelectStmt: _clauses_break,
}
