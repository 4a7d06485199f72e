# pyright: basic
"""Containers and functions over them: collections, itertools, functools, heapq, bisect, copy, dataclasses, enum, typing, abc, contextlib."""

from __future__ import annotations

import bisect
import collections
import collections.abc
import contextlib
import dataclasses
import enum
import functools
import heapq
import itertools
import keyword
import sys
import types
from typing import Any, Final

from codemode.python.classes import ABSTRACT, _Plain
from codemode.python.values import Handle, Native, kind_of

Members = dict[str, Any]

# --- collections -----------------------------------------------------------------------------------------------------------


def _collections(guest: Any) -> Members:
    def filled(kind: Any) -> Any:
        return lambda *args, **named: kind(*(guest.merged(each) for each in args), **named)

    def default_dict(factory: Any = None, *args: Any, **named: Any) -> Any:
        factory = factory.call if type(factory) is Native else factory
        return collections.defaultdict(factory, *(guest.merged(each) for each in args), **named)

    def counter(items: Any = None, /, **named: Any) -> Any:
        return collections.Counter(guest.merged(items) if items is not None else None, **named)

    def deque(items: Any = (), maxlen: int | None = None) -> Any:
        return collections.deque(guest.steps(items) if maxlen is not None else guest.listed(items), maxlen)

    def namedtuple(name: str, fields: Any, *, rename: bool = False, defaults: Any = None) -> Any:
        names = (
            fields.replace(",", " ").split()
            if isinstance(fields, str)
            else [str(each) for each in guest.listed(fields)]
        )
        guest.run.work(200 + 20 * len(names))
        if len(names) > 200 or (any(keyword.iskeyword(each) for each in names) and not rename):
            raise ValueError("a named tuple has at most 200 fields, whose names are no keywords")
        made = collections.namedtuple(name, names, rename=rename, defaults=defaults, module="__main__")  # type: ignore[misc]
        guest.tuples.add(made)
        return made

    return {
        "Counter": Native("Counter", counter, {"fromkeys": lambda *_: counter()}, collections.Counter),
        "OrderedDict": Native("OrderedDict", filled(collections.OrderedDict), kind=collections.OrderedDict),
        "defaultdict": Native("defaultdict", default_dict, kind=collections.defaultdict),
        "deque": Native("deque", deque, kind=collections.deque),
        "namedtuple": namedtuple,
        "ChainMap": Native("ChainMap", lambda *maps: _chained(guest, maps), kind=dict),
    }


def _chained(guest: Any, maps: Any) -> dict[Any, Any]:
    made: dict[Any, Any] = {}
    for each in reversed(maps):
        made.update(guest.merged(each))
    return made


# --- itertools -------------------------------------------------------------------------------------------------------------


def _itertools(guest: Any) -> Members:
    run, steps, iterate = guest.run, guest.steps, guest.iterate

    def count(start: Any = 0, step: Any = 1) -> Any:
        add = guest.names["@add"]
        while True:
            run.work(1)
            yield start
            start = add(start, step)

    def cycle(items: Any) -> Any:
        kept = guest.listed(items)
        while kept:
            yield from steps(kept)

    def repeat(item: Any, times: int | None = None) -> Any:
        left = times
        while left is None or left > 0:
            run.work(1)
            yield item
            left = None if left is None else left - 1

    def islice(items: Any, *args: Any) -> Any:
        return itertools.islice(steps(items), *args)

    def product(*pools: Any, repeat: int = 1) -> Any:
        if repeat > 100:
            raise ValueError("repeat is at most 100")
        return steps(itertools.product(*(guest.listed(each) for each in pools), repeat=repeat))

    def chosen(name: str) -> Any:
        real = getattr(itertools, name)

        def call(items: Any, r: int | None = None) -> Any:
            made = guest.listed(items)
            run.take(8 * (r or len(made)))
            return steps(real(made) if r is None else real(made, r))

        return call

    def passing(name: str) -> Any:
        real = getattr(itertools, name)
        return lambda call, items, *rest: real(call, steps(items), *rest)

    def tee(items: Any, n: int = 2) -> Any:
        if n > 100:
            raise ValueError("tee makes at most 100 iterators")
        kept = guest.listed(items)
        return tuple(iter(kept) for _ in range(n))

    def batched(items: Any, n: int) -> Any:
        rest = steps(items)
        if n < 1:
            raise ValueError("n must be at least one")
        while batch := tuple(itertools.islice(rest, n)):
            run.take(8 * len(batch))
            yield batch

    def from_iterable(items: Any) -> Any:
        for each in iterate(items):
            yield from steps(each)

    return {
        "count": count,
        "cycle": cycle,
        "repeat": repeat,
        "islice": islice,
        "chain": Native("chain", lambda *items: from_iterable(items), {"from_iterable": from_iterable}),
        "product": product,
        "permutations": chosen("permutations"),
        "combinations": chosen("combinations"),
        "combinations_with_replacement": chosen("combinations_with_replacement"),
        "accumulate": lambda items, func=None, *, initial=None: itertools.accumulate(
            steps(items), func or guest.names["@add"], initial=initial
        ),
        "groupby": lambda items, key=None: itertools.groupby(steps(items), key),
        "takewhile": passing("takewhile"),
        "dropwhile": passing("dropwhile"),
        "filterfalse": passing("filterfalse"),
        "starmap": passing("starmap"),
        "compress": lambda data, selectors: itertools.compress(steps(data), steps(selectors)),
        "zip_longest": lambda *items, fillvalue=None: itertools.zip_longest(*map(steps, items), fillvalue=fillvalue),
        "pairwise": lambda items: itertools.pairwise(steps(items)),
        "tee": tee,
        "batched": batched,
    }


# --- functools -------------------------------------------------------------------------------------------------------------


def _functools(guest: Any) -> Members:
    run = guest.run
    missing = object()

    def reduce(call: Any, items: Any, *start: Any) -> Any:
        return functools.reduce(call, guest.steps(items), *start)

    def partial(call: Any, /, *args: Any, **named: Any) -> Any:
        return lambda *more, **others: call(*args, *more, **{**named, **others})

    def wraps(wrapped: Any, **_: Any) -> Any:
        def decorate(wrapper: Any) -> Any:
            with contextlib.suppress(AttributeError):
                kept = guest.writable(wrapper)
                kept.__name__ = guest.magic(wrapped, "__name__")
                kept.__doc__ = guest.magic(wrapped, "__doc__")
            return wrapper

        return decorate

    def cached(call: Any, most: int | None) -> Native:
        kept: dict[Any, Any] = {}
        counts = [0, 0]

        def ask(*args: Any, **named: Any) -> Any:
            key = (args, *named.items()) if named else args
            found = kept.get(key, missing)
            run.work(1)
            if found is not missing:
                counts[0] += 1
                return found
            counts[1] += 1
            found = call(*args, **named)
            run.take(200)
            if most is not None and len(kept) >= most:
                kept.pop(next(iter(kept)), None)
            if most != 0:
                kept[key] = found
            return found

        info = collections.namedtuple("CacheInfo", "hits misses maxsize currsize")
        guest.tuples_of_library |= {info}
        members = {"cache_clear": kept.clear, "cache_info": lambda: info(counts[0], counts[1], most, len(kept))}
        made = Cached(getattr(call, "__name__", "cached"), ask, members)
        made.kept = kept
        return made

    def lru_cache(maxsize: Any = 128, typed: bool = False) -> Any:
        if callable(maxsize):
            return cached(maxsize, 128)
        return lambda call: cached(call, maxsize)

    def total_ordering(kind: Any) -> Any:
        if kind not in guest.kinds:
            raise TypeError("total_ordering is for classes of the program")
        return functools.total_ordering(kind)

    return {
        "reduce": reduce,
        "partial": partial,
        "wraps": wraps,
        "cache": lambda call: cached(call, None),
        "lru_cache": lru_cache,
        "cmp_to_key": functools.cmp_to_key,
        "total_ordering": total_ordering,
        "cached_property": property_once(guest),
    }


class Cached(Native):
    """A function that remembers what it gave; also as a method."""

    __slots__ = ("kept",)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else functools.partial(self.call, instance)


def property_once(guest: Any) -> Any:
    def decorate(call: Any) -> property:
        name = f"_cached_{guest.magic(call, '__name__')}"

        def get(self: Any) -> Any:
            kept = self.__dict__
            if name not in kept:
                kept[name] = call(self)
            return kept[name]

        return property(get)

    return decorate


_EMPTY: Final = types.ModuleType("codemode.python.empty")  # with nothing in it
sys.modules[_EMPTY.__name__] = _EMPTY

# --- copies, dataclasses, enums ----------------------------------------------------------------------------------------------


def deep_copy(guest: Any, value: Any, known: dict[int, Any]) -> Any:
    kind = type(value)
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
    elif kind is tuple:
        made = tuple(deep_copy(guest, each, known) for each in value)
    elif kind is set or kind is collections.deque:
        made = kind(deep_copy(guest, each, known) for each in guest.iterate(value))
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


def _dataclasses(guest: Any) -> Members:
    def decorate(kind: Any = None, /, **options: Any) -> Any:
        if kind is None:
            return lambda found: decorate(found, **options)
        if kind not in guest.kinds:
            raise TypeError("dataclass is for classes of the program")
        options.pop("slots", None)
        options.pop("weakref_slot", None)
        before = kind.__module__
        kind.__module__ = _EMPTY.__name__  # texts of annotations are looked up in it
        try:
            made = dataclasses.dataclass(kind, **options)  # type: ignore[call-overload]
        finally:
            kind.__module__ = before
        return made

    def field(**named: Any) -> Any:
        factory = named.get("default_factory")
        if type(factory) is Native:
            named["default_factory"] = factory.call
        return dataclasses.field(**named)

    def as_dict(value: Any, **named: Any) -> Any:
        made = {each.name: inner(getattr(value, each.name), as_dict) for each in _fields(value)}
        return named["dict_factory"](made.items()) if "dict_factory" in named else made

    def as_tuple(value: Any) -> Any:
        return tuple(inner(getattr(value, each.name), as_tuple) for each in _fields(value))

    def inner(value: Any, convert: Any) -> Any:
        guest.run.work(1)
        if type(value) in guest.kinds and dataclasses.is_dataclass(value):
            return convert(value)
        if type(value) is list or type(value) is tuple:
            return type(value)(inner(each, convert) for each in value)
        if type(value) is dict:
            return {key: inner(each, convert) for key, each in value.items()}
        return deep_copy(guest, value, {})

    def replace(value: Any, **changes: Any) -> Any:
        _fields(value)
        return dataclasses.replace(value, **changes)

    return {
        "dataclass": decorate,
        "field": field,
        "fields": lambda value: tuple(FieldInfo(each) for each in _fields(value)),
        "asdict": as_dict,
        "astuple": as_tuple,
        "replace": replace,
        "is_dataclass": lambda value: dataclasses.is_dataclass(value),
        "KW_ONLY": dataclasses.KW_ONLY,
        "MISSING": dataclasses.MISSING,
        "FrozenInstanceError": dataclasses.FrozenInstanceError,
        "InitVar": Native("InitVar", lambda kind: kind),
    }


class FieldInfo(Handle):
    __slots__ = ("name", "type")
    offered = frozenset(("name", "type"))

    def __init__(self, real: Any) -> None:
        self.name, self.type = real.name, str(real.type)


def _fields(value: Any) -> Any:
    if not dataclasses.is_dataclass(value):
        raise TypeError("this is for instances of dataclasses")
    return dataclasses.fields(value)


def _enum(guest: Any) -> Members:
    names = "Enum IntEnum Flag IntFlag auto unique"
    made = {name: getattr(enum, name) for name in names.split()}
    return {**made, "StrEnum": getattr(enum, "StrEnum", enum.Enum)}


# --- typing, abc, contextlib -------------------------------------------------------------------------------------------------


class Hint(Handle):
    """A name of typing: it says nothing while a program runs."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __getitem__(self, key: Any) -> Hint:
        return self

    def __or__(self, other: Any) -> Hint:
        return self

    def __ror__(self, other: Any) -> Hint:
        return self

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self

    def __repr__(self) -> str:
        return f"typing.{self._name}"

    def __hash__(self) -> int:
        return hash(self._name)


class Base(Hint):
    """A name of typing that is a base of classes."""

    __slots__ = ("_kind",)

    def __init__(self, name: str, kind: Any) -> None:
        super().__init__(name)
        self._kind = kind

    def __mro_entries__(self, bases: Any) -> Any:
        return (self._kind,)


class _NamedTupleBase:
    pass


class _TypedDictBase:
    pass


_NamedTupleBase.__name__, _TypedDictBase.__name__ = "NamedTuple", "TypedDict"
_HINTS: Final = """Any Annotated Awaitable AsyncIterable AsyncIterator AsyncGenerator Callable ClassVar Collection Container Coroutine Counter DefaultDict Deque Dict
Final FrozenSet Generator Hashable Iterable Iterator KeysView List Literal LiteralString Mapping MutableMapping MutableSequence Never NoReturn NotRequired
Optional OrderedDict ParamSpec Required Self Sequence Set Sized SupportsFloat SupportsInt Text Tuple Type TypeAlias TypeGuard TypeVar Union ValuesView"""  # noqa: E501


def _typing(guest: Any) -> Members:
    def named_tuple(name: str, fields: Any) -> Any:
        return _collections(guest)["namedtuple"](name, [each[0] for each in fields])

    class Tuples(Base):
        __slots__ = ()

        def __call__(self, *args: Any, **named: Any) -> Any:
            return named_tuple(*args, **named)

    return {
        **{name: Hint(name) for name in _HINTS.split()},
        "Generic": Base("Generic", _Plain),
        "Protocol": Base("Protocol", _Plain),
        "NamedTuple": Tuples("NamedTuple", _NamedTupleBase),
        "TypedDict": Base("TypedDict", _TypedDictBase),
        "TYPE_CHECKING": False,
        "cast": lambda kind, value: value,
        "overload": lambda call: call,
        "final": lambda call: call,
        "runtime_checkable": lambda kind: kind,
        "NewType": lambda name, kind: kind,
    }


def _abc(guest: Any) -> Members:
    def abstract(call: Any) -> Any:
        setattr(guest.writable(getattr(call, "fget", None) or call), ABSTRACT, True)
        return call

    return {"ABC": Base("ABC", _Plain), "abstractmethod": abstract}


class Managed:
    """contextlib.contextmanager: a generator of the program as a context manager."""

    def __init__(self, pieces: Any) -> None:
        self._pieces = pieces

    def __enter__(self) -> Any:
        try:
            return next(self._pieces)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, kind: Any, failure: Any, traceback: Any) -> bool:
        if failure is None:
            try:
                next(self._pieces)
            except StopIteration:
                return False
            raise RuntimeError("generator didn't stop")
        if not isinstance(failure, Exception):
            self._pieces.close()
            return False
        try:
            self._pieces.throw(failure)
        except StopIteration as over:
            return over is not failure
        except BaseException as again:
            if again is failure:
                return False
            raise
        raise RuntimeError("generator didn't stop after throw()")


class Suppressing(Handle):
    __slots__ = ("_kinds",)

    def __init__(self, *kinds: Any) -> None:
        self._kinds = tuple(map(kind_of, kinds))

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, failure: Any, traceback: Any) -> bool:
        return (
            isinstance(failure, Exception) and not isinstance(failure, MemoryError) and isinstance(failure, self._kinds)
        )


class Nothing(Handle):
    __slots__ = ("_value",)

    def __init__(self, value: Any = None) -> None:
        self._value = value

    def __enter__(self) -> Any:
        return self._value

    def __exit__(self, *_: object) -> None:
        pass


def _contextlib(guest: Any) -> Members:
    def manager(call: Any) -> Any:
        return lambda *args, **named: Managed(call(*args, **named))

    return {"contextmanager": manager, "asynccontextmanager": manager, "suppress": Suppressing, "nullcontext": Nothing}


def _heapq(guest: Any) -> Members:
    def best(name: str) -> Any:
        real = getattr(heapq, name)
        return lambda n, items, key=None: real(n, guest.steps(items), key=key)

    def heapify(items: list[Any]) -> None:
        guest.run.work(len(items))
        heapq.heapify(items)

    plain = {name: getattr(heapq, name) for name in ("heappush", "heappop", "heappushpop", "heapreplace")}
    merge = lambda *items, key=None, reverse=False: heapq.merge(*map(guest.steps, items), key=key, reverse=reverse)  # noqa: E731
    return {**plain, "heapify": heapify, "nlargest": best("nlargest"), "nsmallest": best("nsmallest"), "merge": merge}


_BISECT: Final = "bisect bisect_left bisect_right insort insort_left insort_right"
_ABCS: Final = """Awaitable AsyncIterable AsyncIterator Callable Collection Container Coroutine Generator Hashable ItemsView Iterable Iterator KeysView Mapping
MutableMapping MutableSequence MutableSet Sequence Set Sized ValuesView"""  # noqa: E501


def _abcs(guest: Any) -> Members:
    return {name: Native(name, lambda *_: None, kind=getattr(collections.abc, name)) for name in _ABCS.split()}


MODULES: Final[dict[str, Any]] = {
    "collections": _collections,
    "collections.abc": _abcs,
    "itertools": _itertools,
    "functools": _functools,
    "heapq": _heapq,
    "bisect": lambda guest: {name: getattr(bisect, name) for name in _BISECT.split()},
    "copy": _copy,
    "dataclasses": _dataclasses,
    "enum": _enum,
    "typing": _typing,
    "abc": _abc,
    "contextlib": _contextlib,
}
