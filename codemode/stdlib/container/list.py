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
_ELEMENT_SIZE = 100


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


def _insert(items: List, value: Any, at: Element) -> Element:
    e: Element = [None, None, items, value]
    _link(e, at)
    items[_LEN] += 1
    return e


# --- looking -----------------------------------------------------------------------------------------------------


@lists.method("func (e *Element) Next() *Element")
def element_next(e: Element) -> Element | None:
    owner, found = e[_LIST], e[_NEXT]
    return found if owner is not None and found is not owner[_ROOT] else None


@lists.method("func (e *Element) Prev() *Element")
def element_prev(e: Element) -> Element | None:
    owner, found = e[_LIST], e[_PREV]
    return found if owner is not None and found is not owner[_ROOT] else None


lists.row("func (l *List) Len() int", lambda items: items[_LEN])


@lists.method("func (l *List) Front() *Element")
def front(items: List) -> Element | None:
    return items[_ROOT][_NEXT] if items[_LEN] else None


@lists.method("func (l *List) Back() *Element")
def back(items: List) -> Element | None:
    return items[_ROOT][_PREV] if items[_LEN] else None


# --- adding and removing -----------------------------------------------------------------------------------------


@lists.method("func (l *List) Remove(e *Element) any")
def remove(items: List, e: Element) -> Any:
    if e[_LIST] is items:
        _unlink(e)
        e[_NEXT] = e[_PREV] = e[_LIST] = None
        items[_LEN] -= 1
    return e[_VALUE]


@lists.method("func (l *List) PushFront(v any) *Element", run=True)
def push_front(run: Run, items: List, v: Any) -> Element:
    run.alloc(_ELEMENT_SIZE)
    return _insert(items, v, _ready(items))


@lists.method("func (l *List) PushBack(v any) *Element", run=True)
def push_back(run: Run, items: List, v: Any) -> Element:
    run.alloc(_ELEMENT_SIZE)
    return _insert(items, v, _ready(items)[_PREV])


@lists.method("func (l *List) InsertBefore(v any, mark *Element) *Element", run=True)
def insert_before(run: Run, items: List, v: Any, mark: Element) -> Element | None:
    run.alloc(_ELEMENT_SIZE)
    return _insert(items, v, mark[_PREV]) if mark[_LIST] is items else None


@lists.method("func (l *List) InsertAfter(v any, mark *Element) *Element", run=True)
def insert_after(run: Run, items: List, v: Any, mark: Element) -> Element | None:
    run.alloc(_ELEMENT_SIZE)
    return _insert(items, v, mark) if mark[_LIST] is items else None


@lists.method("func (l *List) PushBackList(other *List)", run=True)
def push_back_list(run: Run, items: List, other: List) -> None:
    _ready(items)
    e = front(other)
    for _ in range(other[_LEN]):
        run.charge(1)
        if e is None:  # another goroutine has changed the list
            raise nil_deref()
        push_back(run, items, e[_VALUE])
        e = element_next(e)


@lists.method("func (l *List) PushFrontList(other *List)", run=True)
def push_front_list(run: Run, items: List, other: List) -> None:
    _ready(items)
    e = back(other)
    for _ in range(other[_LEN]):
        run.charge(1)
        if e is None:  # another goroutine has changed the list
            raise nil_deref()
        push_front(run, items, e[_VALUE])
        e = element_prev(e)


# --- moving ------------------------------------------------------------------------------------------------------


def _move(e: Element, at: Element) -> None:
    if e is not at:
        _unlink(e)
        _link(e, at)


@lists.method("func (l *List) MoveToFront(e *Element)")
def move_to_front(items: List, e: Element) -> None:
    if e[_LIST] is items:
        _move(e, items[_ROOT])


@lists.method("func (l *List) MoveToBack(e *Element)")
def move_to_back(items: List, e: Element) -> None:
    if e[_LIST] is items:
        _move(e, items[_ROOT][_PREV])


@lists.method("func (l *List) MoveBefore(e, mark *Element)")
def move_before(items: List, e: Element, mark: Element) -> None:
    if e[_LIST] is items and e is not mark and mark[_LIST] is items:
        _move(e, mark[_PREV])


@lists.method("func (l *List) MoveAfter(e, mark *Element)")
def move_after(items: List, e: Element, mark: Element) -> None:
    if e[_LIST] is items and e is not mark and mark[_LIST] is items:
        _move(e, mark)
