"""Containers and functions that order them: collections, collections.abc, heapq, bisect, copy."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

import bisect
import collections
import collections.abc
import heapq
import keyword
from operator import itemgetter
from typing import Any, Final

from codemode.python.methods import sort
from codemode.python.values import Native

Members = dict[str, Any]


def _collections(guest: Any) -> Members:
    # what is made has a name while it is filled, so that the meter sees it
    def filled(kind: Any) -> Any:
        def new(*args: Any, **named: Any) -> Any:
            made = kind()
            made.update(*(guest.merged(each) for each in args), **named)
            return made

        return new

    def default_dict(factory: Any = None, /, *args: Any, **named: Any) -> Any:
        factory = factory.call if type(factory) is Native else factory
        made = collections.defaultdict(factory)
        made.update(*(guest.merged(each) for each in args), **named)
        return made

    def counter(items: Any = None, /, **named: Any) -> Any:
        made: Any = collections.Counter()
        made.update(guest.merged(items) if items is not None else None, **named)
        return made

    def deque(items: Any = (), maxlen: int | None = None) -> Any:
        guest.run.take(640)
        made: Any = collections.deque(maxlen=maxlen)
        made.extend(guest.steps(items) if maxlen is not None else guest.listed(items))
        return made

    return {
        "Counter": Native("Counter", counter, {"fromkeys": lambda *_: counter()}, collections.Counter),
        "OrderedDict": Native("OrderedDict", filled(collections.OrderedDict), kind=collections.OrderedDict),
        "defaultdict": Native("defaultdict", default_dict, kind=collections.defaultdict),
        "deque": Native("deque", deque, kind=collections.deque),
        "namedtuple": named_tuples(guest),
        "ChainMap": Native("ChainMap", lambda *maps: _chained(guest, maps), kind=dict),
    }


def named_tuples(guest: Any) -> Any:
    """Returns collections.namedtuple for a run."""

    def namedtuple(name: str, fields: Any, *, rename: bool = False, defaults: Any = None) -> Any:
        names = (
            fields.replace(",", " ").split()
            if isinstance(fields, str)
            else [str(each) for each in guest.listed(fields)]
        )
        guest.run.work(200 + 20 * len(names))
        if len(names) > 200 or (any(keyword.iskeyword(each) for each in names) and not rename):
            raise ValueError("a named tuple has at most 200 fields, whose names are no keywords")
        make: Any = collections.namedtuple  # the program says what it is made of
        guest.run.take(max(2000, 100 * (len(name) + sum(map(len, names)))))  # the class has many texts with the names
        made = make(name, names, rename=rename, defaults=defaults, module="__main__")
        guest.tuples.add(made)
        return made

    return namedtuple


def _chained(guest: Any, maps: Any) -> dict[Any, Any]:
    made: dict[Any, Any] = {}
    for each in reversed(maps):
        made.update(guest.merged(each))
    return made


def deep_copy(guest: Any, value: Any, known: dict[int, Any]) -> Any:
    kind: Any = type(value)
    if id(value) in known:
        return known[id(value)]
    guest.run.work(1)
    if kind is list:
        guest.run.take(56 + 8 * len(value))
        made: Any = []
        known[id(value)] = made
        made.extend(deep_copy(guest, each, known) for each in value)
    elif kind in (dict, collections.defaultdict, collections.OrderedDict, collections.Counter):
        guest.run.take(64 + 64 * len(value))
        made = kind(value.default_factory) if kind is collections.defaultdict else kind()
        known[id(value)] = made
        for key, each in value.items():
            made[deep_copy(guest, key, known)] = deep_copy(guest, each, known)
    elif kind is tuple or kind in guest.tuples:
        guest.run.take(56 + 8 * len(value))
        parts: list[Any] = []
        parts.extend(deep_copy(guest, each, known) for each in value)
        made = known[id(value)] = tuple(parts) if kind is tuple else value._make(parts)
    elif kind is set or kind is collections.deque:
        guest.run.take(64 + 16 * len(value))
        made = kind()
        (made.update if kind is set else made.extend)(deep_copy(guest, each, known) for each in guest.iterate(value))
    elif kind in guest.plain_kinds:
        made = shallow(guest, value)
        known[id(value)] = made
        for name, each in list(made.__dict__.items()):
            made.__dict__[name] = deep_copy(guest, each, known)
    else:
        return value
    return made


def shallow(guest: Any, value: Any) -> Any:
    kind = type(value)
    if kind in (
        list,
        dict,
        set,
        collections.deque,
        collections.defaultdict,
        collections.OrderedDict,
        collections.Counter,
    ):
        guest.run.take(16 * len(value))
        return value.copy()
    if kind in guest.plain_kinds:
        made = object.__new__(kind)
        made.__dict__.update(value.__dict__)
        return made
    return value


def _copy(guest: Any) -> Members:
    return {
        "copy": lambda value: shallow(guest, value),
        "deepcopy": lambda value, memo=None: deep_copy(guest, value, {}),
    }


def _heapq(guest: Any) -> Members:
    def best(is_largest: bool) -> Any:
        def find(n: int, items: Any, key: Any = None) -> list[Any]:
            kept: list[Any] = []  # has a name, so that the meter sees it
            most = 2 * max(n, 500)
            for item in guest.steps(items):
                kept.append((item if key is None else key(item), item))
                if len(kept) > most:
                    sort(guest.run, kept, key=itemgetter(0), reverse=is_largest)
                    del kept[max(n, 0) :]
            sort(guest.run, kept, key=itemgetter(0), reverse=is_largest)
            return [item for _, item in kept[: max(n, 0)]]

        return find

    def heapify(items: list[Any]) -> None:
        guest.run.work(len(items))
        heapq.heapify(items)

    plain = {name: getattr(heapq, name) for name in ("heappush", "heappop", "heappushpop", "heapreplace")}

    def merge(*items: Any, key: Any = None, reverse: bool = False) -> Any:
        return heapq.merge(*map(guest.steps, items), key=key, reverse=reverse)

    return {**plain, "heapify": heapify, "nlargest": best(True), "nsmallest": best(False), "merge": merge}


_BISECT: Final = "bisect bisect_left bisect_right insort insort_left insort_right"
_ABCS: Final = """Awaitable AsyncIterable AsyncIterator Callable Collection Container Coroutine Generator Hashable ItemsView Iterable
Iterator KeysView Mapping
MutableMapping MutableSequence MutableSet Sequence Set Sized ValuesView"""


def _abcs(guest: Any) -> Members:
    return {name: Native(name, lambda *_: None, kind=getattr(collections.abc, name)) for name in _ABCS.split()}


MODULES: Final[dict[str, Any]] = {
    "collections": _collections,
    "collections.abc": _abcs,
    "heapq": _heapq,
    "bisect": lambda guest: {name: getattr(bisect, name) for name in _BISECT.split()},
    "copy": _copy,
}
