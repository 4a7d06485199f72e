"""Where control goes: labels and branches, and whether a function's end can be reached."""

from __future__ import annotations

from typing import cast

from codemode.dsl import nodes
from codemode.types.checker import Checker
from codemode.types.spelling import expr_text, unparen

_LOOPS = (nodes.ForStmt, nodes.RangeStmt)
_BREAKABLE = (nodes.ForStmt, nodes.RangeStmt, nodes.SwitchStmt, nodes.TypeSwitchStmt, nodes.SelectStmt)
_SWITCHES = (nodes.SwitchStmt, nodes.TypeSwitchStmt)


def trimmed(stmts: list[nodes.Stmt]) -> list[nodes.Stmt]:
    """Without the empty statements at the end."""
    count = len(stmts)
    while count and isinstance(stmts[count - 1], nodes.EmptyStmt):
        count -= 1
    return stmts if count == len(stmts) else stmts[:count]


# --- labels and branches -------------------------------------------------------------------------------------------


class _Block:
    __slots__ = ("labeled", "parent", "pos")

    def __init__(self, parent: _Block | None, labeled: nodes.LabeledStmt | None, pos: int) -> None:
        self.parent = parent
        self.labeled = labeled
        self.pos = pos


class _Label:
    __slots__ = ("block", "stmt", "used")

    def __init__(self, block: _Block, stmt: nodes.LabeledStmt) -> None:
        self.block = block
        self.stmt = stmt
        self.used = False


class _Context:
    """What break, continue and fallthrough refer to; `case` is the index of the switch clause, -1 elsewhere."""

    __slots__ = ("breaks", "case", "continues")

    def __init__(self, breaks: nodes.Stmt | None = None, continues: nodes.Stmt | None = None, case: int = -1) -> None:
        self.breaks = breaks
        self.continues = continues
        self.case = case


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
            c.error(label, f"label {label.name} not defined")
            continue
        target.used = True
        place = c.place(target.block.pos)
        c.error(label, f"goto {label.name} jumps into block" + (f" starting at {place}" if place else ""))
    for target in walk.labels.values():
        if not target.used:
            label = target.stmt.label
            c.error(label, f"label {label.name} defined and not used", "remove it")


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
        """Checks one block; returns its gotos to labels not seen yet."""
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
            c.error(s.label, f"label {name} already defined" + (f" at {place}" if place else ""))
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
                c.error(jump.label, f"goto {name} jumps over declaration of {what}{at}")
        self.forward = rest

    def stmt(self, s: nodes.Stmt, labeled: nodes.LabeledStmt | None, last: bool) -> None:
        if isinstance(s, nodes.BranchStmt):
            self.branch(s, last)
        elif isinstance(s, nodes.AssignStmt):
            if s.op == ":=":
                self.declares(self.walk.c.skip_space(s.lhs[-1].end), ", ".join([expr_text(e) for e in s.lhs]))
        elif isinstance(s, nodes.DeclStmt):
            if s.decl.tok == "var" and s.decl.specs:
                self.declares(s.decl.specs[0].pos, s.decl.specs[0].names[0].name)
        elif isinstance(s, nodes.BlockStmt):
            self.inner(self.plain(), labeled, s.stmts, s.pos)
        elif isinstance(s, nodes.IfStmt):
            self.inner(self.plain(), labeled, s.body.stmts, s.body.pos)
            if s.orelse is not None:
                self.inner(self.plain(), labeled, [s.orelse], s.orelse.pos)
        elif isinstance(s, _LOOPS):
            self.inner(_Context(s, s), labeled, s.body.stmts, s.body.pos)
        elif isinstance(s, _SWITCHES):
            for i, clause in enumerate(s.clauses):
                self.inner(_Context(s, self.context.continues, i), labeled, clause.body, clause.pos)
        elif isinstance(s, nodes.SelectStmt):
            for comm in s.clauses:
                self.inner(_Context(s, self.context.continues), labeled, comm.body, comm.pos)

    def plain(self) -> _Context:
        return _Context(self.context.breaks, self.context.continues)

    def inner(self, context: _Context, labeled: nodes.LabeledStmt | None, stmts: list[nodes.Stmt], pos: int) -> None:
        self.forward += self.walk.block(self.block, context, labeled, stmts, pos)

    def declares(self, pos: int, what: str) -> None:
        self.declared = (pos, what)
        self.over = list(self.forward)

    def branch(self, s: nodes.BranchStmt, last: bool) -> None:
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
            c.error(s, "break is not in a loop, switch, or select")
        elif s.tok == "continue" and context.continues is None:
            c.error(s, "continue is not in a loop")
        elif s.tok == "fallthrough":
            switch = context.breaks
            if isinstance(switch, nodes.TypeSwitchStmt):
                c.error(s, "cannot fallthrough in type switch")
            elif not isinstance(switch, nodes.SwitchStmt) or context.case < 0 or not last:
                c.error(s, "fallthrough statement out of place")
            elif context.case + 1 == len(switch.clauses):
                c.error(s, "cannot fallthrough final case in switch")

    def labeled_branch(self, s: nodes.BranchStmt, label: nodes.Ident) -> None:
        c, name = self.walk.c, label.name
        known = self.walk.labels.get(name)
        if known is None:
            c.error(label, f"{s.tok} label not defined: {name}")
            return
        known.used = True
        block: _Block | None = self.block
        while block is not None and block.labeled is not known.stmt:
            block = block.parent
        allowed = _BREAKABLE if s.tok == "break" else _LOOPS
        if block is None or not isinstance(known.stmt.stmt, allowed):
            c.error(label, f"invalid {s.tok} label {name}")

    def goto_target(self, name: str) -> bool:
        known = self.walk.labels.get(name)
        if known is None:
            return False
        known.used = True
        block: _Block | None = self.block
        while block is not None:
            if block is known.block:
                return True
            block = block.parent
        return False


# --- terminating statements ------------------------------------------------------------------------------------------


def terminates_list(c: Checker, stmts: list[nodes.Stmt]) -> bool:
    stmts = trimmed(stmts)
    return bool(stmts) and terminates(c, stmts[-1])


def terminates(c: Checker, s: nodes.Stmt, label: str = "") -> bool:
    """Control does not come out at the end of the statement, by Go's rules."""
    if isinstance(s, nodes.ReturnStmt):
        return True
    if isinstance(s, nodes.BranchStmt):
        return s.tok in ("goto", "fallthrough")
    if isinstance(s, nodes.ExprStmt):
        return unparen(s.x) in c.panics
    if isinstance(s, nodes.BlockStmt):
        return terminates_list(c, s.stmts)
    if isinstance(s, nodes.IfStmt):
        return s.orelse is not None and terminates(c, s.body) and terminates(c, s.orelse)
    if isinstance(s, nodes.LabeledStmt):
        return terminates(c, s.stmt, s.label.name)
    if isinstance(s, nodes.ForStmt):
        return s.cond is None and not has_break(s.body, label, True)
    if isinstance(s, _SWITCHES):
        default = any(clause.exprs is None for clause in s.clauses)
        return default and all(_clause_terminates(c, clause.body, label) for clause in s.clauses)
    if isinstance(s, nodes.SelectStmt):
        return all(_clause_terminates(c, clause.body, label) for clause in s.clauses)
    return False


def _clause_terminates(c: Checker, body: list[nodes.Stmt], label: str) -> bool:
    return terminates_list(c, body) and not _list_breaks(body, label, True)


def _list_breaks(stmts: list[nodes.Stmt], label: str, implicit: bool) -> bool:
    return any(has_break(s, label, implicit) for s in stmts)


def has_break(s: nodes.Stmt, label: str, implicit: bool) -> bool:
    """A break in `s` leaves the statement with this label, or (`implicit`) the one around it."""
    if isinstance(s, nodes.BranchStmt):
        return s.tok == "break" and (implicit if s.label is None else s.label.name == label)
    if isinstance(s, nodes.BlockStmt):
        return _list_breaks(s.stmts, label, implicit)
    if isinstance(s, nodes.IfStmt):
        return has_break(s.body, label, implicit) or (s.orelse is not None and has_break(s.orelse, label, implicit))
    if isinstance(s, nodes.LabeledStmt):
        return has_break(s.stmt, label, implicit)
    if not label:
        return False
    if isinstance(s, _LOOPS):
        return has_break(s.body, label, False)
    if isinstance(s, (*_SWITCHES, nodes.SelectStmt)):
        clauses = cast("list[nodes.CaseClause | nodes.CommClause]", s.clauses)
        return any(_list_breaks(clause.body, label, False) for clause in clauses)
    return False
