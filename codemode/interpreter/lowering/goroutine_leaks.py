"""Warns about goroutines that are alive when the program ends: those that had not begun, and those that still had tools to call."""

from __future__ import annotations

from collections import Counter

from codemode.dsl.diagnostics import Problem
from codemode.dsl.syntax import nodes
from codemode.dsl.syntax.depth import children
from codemode.interpreter.machine.panics import stack_of
from codemode.interpreter.machine.scheduler import Goroutine, Scheduler
from codemode.types.objects import CallInfo

GOROUTINES_LEFT = "goroutines_left"
MAX_PLACES = 5  # go statements that are reported
MAX_LOOKED_AT = 20  # places of goroutines that had begun; five times as many goroutines
HINT = "wait for what you start: a sync.WaitGroup or a channel, or codemode.Parallel"

# states in which a goroutine continues without the rest of the program
_GOES_ON = frozenset({"", "sleep", "tool call", "stream receive", "codemode.Parallel"})
_LOOPS = (nodes.ForStmt, nodes.RangeStmt)
_FUNCTIONS = (nodes.FuncLit, nodes.FuncDecl)


def leak_warnings(sched: Scheduler, file: nodes.File) -> list[Problem]:
    """Returns the warnings about goroutines that are alive when main has ended, by go statement."""
    begun: list[Goroutine] = []
    waiting: Counter[int] = Counter()
    for g in sched.alive.values():
        if g is sched.main or g.pos < 0:
            continue
        if g.start is not None:
            waiting[g.pos] += 1
        else:
            begun.append(g)
    known: dict[int, bool] = {}
    unfinished = Counter(g.pos for g in begun[: 5 * MAX_LOOKED_AT] if _has_calls_to_make(g, file, known))
    found = [_told(pos, count, "had not begun") for pos, count in waiting.items()]
    found += [_told(pos, count, "still had tools to call") for pos, count in unfinished.items() if pos not in waiting]
    return sorted(found, key=lambda problem: problem.pos)[:MAX_PLACES]


def _told(pos: int, count: int, what: str) -> Problem:
    who = "a goroutine that this statement started" if count == 1 else f"{count} goroutines that this statement started"
    return Problem(GOROUTINES_LEFT, f"{who} {what} when the program ended", pos, pos, HINT, "warning", GOROUTINES_LEFT)


def _has_calls_to_make(g: Goroutine, file: nodes.File, known: dict[int, bool]) -> bool:
    if g.waiting not in _GOES_ON or g.sleeper is None:
        return False
    for frame in stack_of(g.sleeper.gr_frame):
        if frame.pos >= 0 and frame.pos not in known and len(known) < MAX_LOOKED_AT:
            known[frame.pos] = _calls_after(file, frame.pos)
        if known.get(frame.pos, False):
            return True
    return False


def _calls_after(file: nodes.File, pos: int) -> bool:
    """Whether the function at this place calls a tool after it, or anywhere in a loop around it."""
    path = _path(file, pos)
    start = next((at for at in range(len(path) - 1, -1, -1) if isinstance(path[at], _FUNCTIONS)), -1)
    if start < 0:
        return False
    inner = path[start + 1 :]
    loop = next((node for node in inner if isinstance(node, _LOOPS)), None)
    if loop is not None:
        return _calls_in(loop, -1)
    # the innermost statement at this place is what continues
    statement = [node for node in inner if isinstance(node, nodes.Stmt) and not isinstance(node, nodes.BlockStmt)]
    return _calls_in(path[start], statement[-1].end if statement else pos)


def _path(file: nodes.File, pos: int) -> list[nodes.Node]:
    """The nodes around a place, from the outside in."""
    path: list[nodes.Node] = [file]
    while True:
        inner = [node for node in children(path[-1]) if node.pos <= pos < max(node.end, node.pos + 1)]
        if not inner:
            return path
        path.append(inner[-1])


def _calls_in(node: nodes.Node, after: int) -> bool:
    """Whether a tool is called below a node, at or after a place."""
    todo, seen = [(node, after)], set[nodes.Node]()
    while todo:
        node, after = todo.pop()
        if isinstance(node, nodes.CallExpr) and node.pos >= after and isinstance(node.info, CallInfo):
            func = node.info.func
            if func is not None and func.calls_tool:
                return True
            # a call of the program's own function counts as the calls in it, wherever it is declared
            if func is not None and func.decl is not None and func.decl not in seen:
                seen.add(func.decl)
                todo.append((func.decl, -1))
        todo += [(child, after) for child in children(node)]
    return False
