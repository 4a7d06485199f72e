"""container/ring: circular lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.stdlib.registry import Package

rings = Package("container/ring", doc="circular lists")

Ring = list[Any]

rings.type(
    "type Ring struct { next, prev *Ring; Value any }",
    "A Ring is an element of a circular list, which has no beginning or end; a pointer to any of them stands for the whole.",
)
_NEXT, _PREV = range(2)
_SIZE = 100


def _ready(r: Ring) -> Ring:
    """Initializes a zero value, which is a ring of one element."""
    if r[_NEXT] is None:
        r[_NEXT] = r[_PREV] = r
    return r


@rings.func("func New(n int) *Ring", run=True)
def new(run: Run, n: int) -> Ring | None:
    """New creates a ring of n elements."""
    if n <= 0:
        return None
    run.charge(n)
    run.alloc(_SIZE * n)
    elements: list[Ring] = [[None, None, None] for _ in range(n)]
    for i, r in enumerate(elements):
        r[_PREV] = elements[i - 1]
        elements[i - 1][_NEXT] = r
    return elements[0]


@rings.method("func (r *Ring) Next() *Ring")
def next_(r: Ring) -> Ring:
    """Next returns the next ring element."""
    return _ready(r)[_NEXT]


@rings.method("func (r *Ring) Prev() *Ring")
def prev(r: Ring) -> Ring:
    """Prev returns the previous ring element."""
    return _ready(r)[_PREV]


@rings.method("func (r *Ring) Move(n int) *Ring", run=True)
def move(run: Run, r: Ring, n: int) -> Ring:
    """Move moves n elements backward (n < 0) or forward (n >= 0) in the ring and returns that element."""
    run.charge(1 + abs(n) // 8)
    _ready(r)
    where = _NEXT if n > 0 else _PREV
    for _ in range(abs(n)):
        r = r[where]
    return r


@rings.method("func (r *Ring) Link(s *Ring) *Ring")
def link(r: Ring, s: Ring | None) -> Ring:
    """Link connects ring r with ring s such that r.Next() becomes s, and returns what r.Next() was."""
    after = next_(r)
    if s is not None:
        last = prev(s)
        r[_NEXT], s[_PREV] = s, r
        after[_PREV], last[_NEXT] = last, after
    return after


@rings.method("func (r *Ring) Unlink(n int) *Ring", run=True)
def unlink(run: Run, r: Ring, n: int) -> Ring | None:
    """Unlink removes n % r.Len() elements from the ring, starting at r.Next(), and returns them."""
    return None if n <= 0 else link(r, move(run, r, n + 1 if n < 1 << 63 else n))


@rings.method("func (r *Ring) Len() int", run=True)
def length(run: Run, r: Ring | None) -> int:
    """Len computes the number of elements in ring r."""
    if r is None:
        return 0
    count, at = 1, next_(r)
    while at is not r:
        if count & 7 == 0:
            run.charge(1)
        count, at = count + 1, at[_NEXT]
    return count


@rings.method("func (r *Ring) Do(f func(any))", run=True)
def do(run: Run, r: Ring | None, f: Callable[[Any], None]) -> None:
    """Do calls function f on each element of the ring, in forward order."""
    if r is None:
        return
    f(r[2])
    at = next_(r)
    while at is not r:
        run.charge(1)
        f(at[2])
        at = at[_NEXT]
