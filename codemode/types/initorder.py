"""The initialization order of package variables, and cycles in it."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush

from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker
from codemode.types.objects import Const, Func, Object, Var
from codemode.types.resolving import ObjectPlace


def init_order(c: Checker, specs: list[nodes.VarSpec]) -> list[nodes.VarSpec]:
    """Returns the specifications in initialization order: each after all that its values depend on, directly or through functions."""
    if any(isinstance(obj, (Const, Var)) for obj in c.objects):
        _report_cycles(c)
    if not specs:
        return []
    of: dict[Object, nodes.VarSpec] = {}
    for spec in specs:
        for name in spec.names:
            if isinstance(name.obj, Var):
                of[name.obj] = spec
    needs = {id(spec): _needs(c, spec, of) for spec in specs}
    return _sorted(specs, needs)


def _sorted(specs: list[nodes.VarSpec], needs: dict[int, set[int]]) -> list[nodes.VarSpec]:
    """Repeatedly takes the first specification in the source whose dependencies are initialized; in a cycle (already reported), just the first."""
    index = {id(spec): i for i, spec in enumerate(specs)}
    wanted_by: dict[int, list[int]] = {}
    missing = [0] * len(specs)
    for spec in specs:
        i = index[id(spec)]
        for need in needs[id(spec)]:
            wanted_by.setdefault(index[need], []).append(i)
            missing[i] += 1
    ready = [i for i, count in enumerate(missing) if count == 0]
    heapify(ready)
    done = [False] * len(specs)
    order: list[nodes.VarSpec] = []
    start = 0
    while len(order) < len(specs):
        if not ready:
            start = next(i for i in range(start, len(specs)) if not done[i])
            ready.append(start)
        i = heappop(ready)
        if done[i]:
            continue
        done[i] = True
        order.append(specs[i])
        for other in wanted_by.get(i, ()):
            missing[other] -= 1
            if missing[other] == 0:
                heappush(ready, other)
    return order


def _needs(c: Checker, spec: nodes.VarSpec, of: dict[Object, nodes.VarSpec]) -> set[int]:
    found: set[int] = set()
    seen: set[Object] = set()
    rest: list[Object] = [n.obj for n in spec.names if n.obj in c.objects]
    while rest:
        for dep in c.objects[rest.pop()].deps:
            if dep in seen:
                continue
            seen.add(dep)
            other = of.get(dep)
            if other is not None and other is not spec:
                found.add(id(other))
            if isinstance(dep, Func):
                rest.append(dep)
    return found


def _report_cycles(c: Checker) -> None:
    """Reports variables and constants whose values depend on themselves, directly or through other objects and functions."""
    reported: set[Object] = set()
    for ring in _rings(c):
        for obj in sorted(ring, key=lambda o: c.objects[o].order):
            if not isinstance(obj, (Const, Var)) or obj in reported:
                continue
            path = _path(c, obj, obj, set(), ring)
            if path is not None:
                reported.update(path)
                _report(c, [obj, *path[:-1]])


def _rings(c: Checker) -> list[set[Object]]:
    """Returns the groups of objects that depend on each other (strongly connected components) in source order, by Tarjan's algorithm."""
    index: dict[Object, int] = {}
    low: dict[Object, int] = {}
    stack: list[Object] = []
    on_stack: set[Object] = set()
    rings: list[set[Object]] = []
    for root in c.objects:
        if root in index:
            continue
        work: list[tuple[Object, Iterator[Object]]] = [(root, iter(c.objects[root].deps))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            obj, rest = work[-1]
            dep = next(rest, None)
            if dep is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[obj])
                if low[obj] == index[obj]:
                    rings += _pop_ring(c, obj, stack, on_stack)
            elif dep not in index:
                index[dep] = low[dep] = len(index)
                stack.append(dep)
                on_stack.add(dep)
                work.append((dep, iter(c.objects[dep].deps)))
            elif dep in on_stack:
                low[obj] = min(low[obj], index[dep])
    return sorted(rings, key=lambda ring: min(c.objects[o].order for o in ring))


def _pop_ring(c: Checker, root: Object, stack: list[Object], on_stack: set[Object]) -> list[set[Object]]:
    ring: set[Object] = set()
    while True:
        obj = stack.pop()
        on_stack.discard(obj)
        ring.add(obj)
        if obj is root:
            break
    return [ring] if len(ring) > 1 or root in c.objects[root].deps else []


def _path(c: Checker, start: Object, goal: Object, seen: set[Object], within: set[Object]) -> list[Object] | None:
    """Returns the path from an object along its dependencies back to `goal`."""
    seen.add(start)
    deps = sorted(c.objects[start].deps, key=lambda o: c.objects[o].order)
    for dep in deps:
        if dep is goal:
            return [dep]
        if dep in seen or dep not in within:
            continue
        rest = _path(c, dep, goal, seen, within)
        if rest is not None:
            return [dep, *rest]
    return None


def _report(c: Checker, cycle: list[Object]) -> None:
    obj = cycle[0]
    at = ObjectPlace(obj)
    if len(cycle) == 1:
        c.error(at, f"initialization cycle: {obj.name} refers to itself", reason="cycle")
        return
    pairs = zip(cycle, [*cycle[1:], obj])
    hint = ", ".join([f"{a.name} refers to {b.name}" for a, b in pairs])
    c.error(at, f"initialization cycle for {obj.name}", hint, reason="cycle")
