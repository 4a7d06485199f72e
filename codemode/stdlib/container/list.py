"""container/list: doubly linked lists."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import nil_deref
from codemode.stdlib.registry import Package

lists = Package("container/list")

List = list[Any]
Element = list[Any]

lists.type("type Element struct { next, prev *Element; list *List; Value any }")
lists.type("type List struct { root Element; len int }")
_NEXT, _PREV, _LIST, _VALUE = range(4)
_ROOT, _LEN = range(2)  # the root is the element before the first and after the last
_ELEMENT_SIZE = 160


@lists.method("func (l *List) Init() *List")
def init(items: List) -> List:
    root = items[_ROOT]
    root[_NEXT] = root[_PREV] = root
    items[_LEN] = 0
    return items


lists.row("func New() *List", lambda: init([[None, None, None, None], 0]))


def _ready(items: List) -> List:
    """Returns the root of a list. A zero List is initialized first."""
    if items[_ROOT][_NEXT] is None:
        init(items)
    return items[_ROOT]


def _link(e: Element, at: Element) -> None:
    after = at[_NEXT]
    e[_PREV], e[_NEXT] = at, after
    at[_NEXT] = after[_PREV] = e


def _unlink(e: Element) -> None:
    e[_PREV][_NEXT] = e[_NEXT]
    e[_NEXT][_PREV] = e[_PREV]


def _insert(run: Run, items: List, value: Any, at: Element) -> Element:
    run.alloc(_ELEMENT_SIZE)
    e: Element = [None, None, items, value]
    _link(e, at)
    items[_LEN] += 1
    return e


# --- looking -----------------------------------------------------------------------------------------------------


def _neighbour(e: Element, side: int) -> Element | None:
    owner, found = e[_LIST], e[side]
    return found if owner is not None and found is not owner[_ROOT] else None


def _end(items: List, side: int) -> Element | None:
    return items[_ROOT][side] if items[_LEN] else None


lists.row("func (e *Element) Next() *Element", lambda e: _neighbour(e, _NEXT))
lists.row("func (e *Element) Prev() *Element", lambda e: _neighbour(e, _PREV))
lists.row("func (l *List) Len() int", lambda items: items[_LEN])
lists.row("func (l *List) Front() *Element", lambda items: _end(items, _NEXT))
lists.row("func (l *List) Back() *Element", lambda items: _end(items, _PREV))


# --- adding and removing -----------------------------------------------------------------------------------------


@lists.method("func (l *List) Remove(e *Element) any")
def remove(items: List, e: Element) -> Any:
    if e[_LIST] is items:
        _unlink(e)
        e[_NEXT] = e[_PREV] = e[_LIST] = None
        items[_LEN] -= 1
    return e[_VALUE]


def _insert_at(run: Run, items: List, value: Any, mark: Element, at: Element) -> Element | None:
    return _insert(run, items, value, at) if mark[_LIST] is items else None


def _insert_list(run: Run, items: List, other: List, at_front: bool) -> None:
    """Inserts the values of another list, which may be the same one."""
    root = _ready(items)
    e = _end(other, _PREV if at_front else _NEXT)
    for _ in range(other[_LEN]):
        run.charge(1)
        if e is None:  # another goroutine has changed the list
            raise nil_deref()
        _insert(run, items, e[_VALUE], root if at_front else root[_PREV])
        e = _neighbour(e, _PREV if at_front else _NEXT)


lists.row("func (l *List) PushFront(v any) *Element", lambda run, items, v: _insert(run, items, v, _ready(items)))
lists.row("func (l *List) PushBack(v any) *Element", lambda run, items, v: _insert(run, items, v, _ready(items)[_PREV]))
lists.row(
    "func (l *List) InsertBefore(v any, mark *Element) *Element",
    lambda run, items, v, mark: _insert_at(run, items, v, mark, mark[_PREV]),
)
lists.row(
    "func (l *List) InsertAfter(v any, mark *Element) *Element",
    lambda run, items, v, mark: _insert_at(run, items, v, mark, mark),
)
lists.row("func (l *List) PushBackList(other *List)", lambda run, items, other: _insert_list(run, items, other, False))
lists.row("func (l *List) PushFrontList(other *List)", lambda run, items, other: _insert_list(run, items, other, True))


# --- moving ------------------------------------------------------------------------------------------------------


def _move(items: List, e: Element, at: Element, mark: Element | None = None) -> None:
    """Moves e behind `at`, if e, and `mark` if it is given, belong to the list."""
    if e[_LIST] is items and e is not at and e is not mark and (mark is None or mark[_LIST] is items):
        _unlink(e)
        _link(e, at)


lists.row("func (l *List) MoveToFront(e *Element)", lambda items, e: _move(items, e, items[_ROOT]))
lists.row("func (l *List) MoveToBack(e *Element)", lambda items, e: _move(items, e, items[_ROOT][_PREV]))
lists.row("func (l *List) MoveBefore(e, mark *Element)", lambda items, e, mark: _move(items, e, mark[_PREV], mark))
lists.row("func (l *List) MoveAfter(e, mark *Element)", lambda items, e, mark: _move(items, e, mark, mark))
