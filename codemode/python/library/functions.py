"""Modules functools and contextlib."""

# values of programs have any type
# pyright: reportUnknownLambdaType=false, reportUnknownVariableType=false
from __future__ import annotations

import contextlib
import functools
import itertools
from types import UnionType
from typing import Any, Final, NamedTuple

from greenlet import GreenletExit

from codemode.interpreter.machine.values import Halt
from codemode.python.tasks import Coroutine
from codemode.python.values import Handle, Native, kind_of

Members = dict[str, Any]
_MISSING: Final = object()
_ALONE: Final = frozenset((int, str))  # a single argument of these types is its own key in a cache, as in CPython


class CacheInfo(NamedTuple):
    hits: int
    misses: int
    maxsize: int | None
    currsize: int


def _functools(guest: Any) -> Members:
    def reduce(call: Any, items: Any, *start: Any) -> Any:
        return functools.reduce(call, guest.steps(items), *start)

    def partial(call: Any, /, *args: Any, **named: Any) -> Any:
        made = guest.built(call)
        return lambda *more, **others: made(*args, *more, **{**named, **others})

    def wraps(wrapped: Any, **_: Any) -> Any:
        def decorate(wrapper: Any) -> Any:
            if guest.is_own(wrapper):
                with contextlib.suppress(AttributeError):
                    wrapper.__name__ = guest.magic(wrapped, "__name__")
                    wrapper.__doc__ = guest.magic(wrapped, "__doc__")
            return wrapper

        return decorate

    def lru_cache(maxsize: Any = 128, typed: bool = False) -> Any:
        if callable(maxsize):
            return _cached(guest, maxsize, 128)
        return lambda call: _cached(guest, call, maxsize, typed=typed)

    def total_ordering(kind: Any) -> Any:
        if kind not in guest.kinds:
            raise TypeError("total_ordering is for classes of the program")
        return functools.total_ordering(kind)

    return {
        "reduce": reduce,
        "partial": partial,
        "wraps": wraps,
        "cache": lambda call: _cached(guest, call, None),
        "lru_cache": lru_cache,
        "cmp_to_key": functools.cmp_to_key,
        "total_ordering": total_ordering,
        "singledispatch": lambda call: _dispatched(guest, call),
        "cached_property": Once,
    }


def _cached(guest: Any, call: Any, most: int | None, *, typed: bool = False) -> Native:
    """Returns functools.lru_cache of a function."""
    run = guest.run
    kept: dict[Any, Any] = {}
    counts = [0, 0]
    most = None if most is None else max(most, 0)

    def ask(*args: Any, **named: Any) -> Any:
        key: Any = args
        if typed or named:
            key = _key(args, named, typed=typed)
        elif len(args) == 1 and type(args[0]) in _ALONE:
            key = args[0]  # this tells 1 from 1.0, but not 1.0 from True
        hash(key)  # its error names the argument, that of a dict would name the key
        found = kept.get(key, _MISSING)
        run.fuel -= 1.0
        if run.fuel < 0.0:
            run.refuel()
        if found is not _MISSING:
            counts[0] += 1
            if most is not None:  # the value that was used last is dropped last
                kept[key] = kept.pop(key)
            return found
        counts[1] += 1
        found = call(*args, **named)
        run.take(200)
        if most and len(kept) >= most:
            kept.pop(next(iter(kept)), None)
        if most != 0:
            kept[key] = found
        return found

    guest.tuples_of_library |= {CacheInfo}

    def clear() -> None:
        kept.clear()
        counts[:] = 0, 0

    members = {"cache_clear": clear, "cache_info": lambda: CacheInfo(counts[0], counts[1], most, len(kept))}
    return Cached(getattr(call, "__name__", "cached"), ask, members)


def _key(args: tuple[Any, ...], named: dict[str, Any], *, typed: bool) -> Any:
    """What CPython keeps a result under, if there are names or types in it."""
    if typed:
        return _MISSING, args, *named.items(), *map(type, args), *map(type, named.values())
    return _MISSING, args, *named.items()


def _dispatched(guest: Any, call: Any) -> Native:
    """Returns functools.singledispatch of a function."""
    run = guest.run
    known: dict[Any, Any] = {}

    def register(kind: Any, handler: Any = None) -> Any:
        if handler is None and guest.is_own(kind) and kind.__annotations__:
            return register(next(iter(kind.__annotations__.values())), kind)
        kinds = kind.__args__ if isinstance(kind, UnionType) else (kind,)
        if not all(isinstance(kind_of(each), type) for each in kinds):
            raise TypeError("the type of the first argument is missing: write @f.register(int), or def _(x: int)")
        if handler is None:
            return lambda found: register(kind, found)
        run.take(100)
        known.update((kind_of(each), handler) for each in kinds)
        return handler

    def ask(first: Any, /, *args: Any, **named: Any) -> Any:
        run.work(1 + len(known))
        exact = (known[base] for base in type(first).__mro__ if base in known)
        wide = (handler for kind, handler in known.items() if isinstance(first, kind))
        return next(itertools.chain(exact, wide), call)(first, *args, **named)

    return Cached(getattr(call, "__name__", "dispatched"), ask, {"register": register})


class Cached(Native):
    """A function that caches its results. It can also be a method."""

    __slots__ = ()

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else functools.partial(self.call, instance)


class Once(Handle):
    """functools.cached_property: the value becomes an attribute of the object, with the same name."""

    __slots__ = ("_call", "_name")

    def __init__(self, call: Any) -> None:
        self._call, self._name = call, ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self
        if not self._name:
            raise TypeError("Cannot use cached_property instance without calling __set_name__ on it.")
        found = instance.__dict__[self._name] = self._call(instance)
        return found


class Managed:
    """contextlib.contextmanager: makes a context manager of a generator of the program."""

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
        if isinstance(failure, Halt | GreenletExit):
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


class Closing(Nothing):
    """contextlib.closing: calls `close` at the end of the block."""

    __slots__ = ("_guest",)

    def __init__(self, guest: Any, value: Any) -> None:
        super().__init__(value)
        self._guest = guest

    def __exit__(self, *_: object) -> None:
        if not self._guest.run.is_silent:
            self._guest.named(self._value, "close")()


class Stack(Handle):
    """contextlib.ExitStack and AsyncExitStack."""

    __slots__ = ("_guest", "_real")
    offered = frozenset("enter_context enter_async_context callback push close aclose pop_all".split())

    def __init__(self, guest: Any) -> None:
        self._guest = guest
        self._real: Any = contextlib.ExitStack()

    def enter_context(self, manager: Any) -> Any:
        self._guest.run.take(200)
        return self._real.enter_context(manager)

    def enter_async_context(self, manager: Any) -> Coroutine:
        return Coroutine(lambda: self.enter_context(self._guest.guard("awith")(manager)))

    def callback(self, call: Any, /, *args: Any, **named: Any) -> Any:
        self._guest.run.take(200)
        return self._real.callback(call, *args, **named)

    def push(self, leave: Any) -> Any:
        self._guest.run.take(200)
        return self._real.push(leave)

    def pop_all(self) -> Stack:
        made = Stack(self._guest)
        made._real = self._real.pop_all()
        return made

    def close(self) -> None:
        self._real.close()

    def aclose(self) -> Coroutine:
        return Coroutine(self._real.close)

    def __enter__(self) -> Stack:
        return self

    def __exit__(self, kind: Any, failure: Any, traceback: Any) -> Any:
        if isinstance(failure, Halt | GreenletExit) or self._guest.run.is_silent:
            return False
        return self._real.__exit__(kind, failure, traceback)


def _contextlib(guest: Any) -> Members:
    def manager(call: Any) -> Any:
        return lambda *args, **named: Managed(call(*args, **named))

    return {
        "contextmanager": manager,
        "asynccontextmanager": manager,
        "suppress": Suppressing,
        "nullcontext": Nothing,
        "closing": lambda value: Closing(guest, value),
        "ExitStack": Native("ExitStack", lambda: Stack(guest), kind=Stack),
        "AsyncExitStack": Native("AsyncExitStack", lambda: Stack(guest), kind=Stack),
    }


MODULES: Final[dict[str, Any]] = {"functools": _functools, "contextlib": _contextlib}
