"""The guards that a rewritten program calls in place of Python's loops, handlers, attributes and texts. Each run has its own `Guest`."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

import builtins
import gc
import re
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from functools import partial
from itertools import chain, compress, islice, repeat
from types import GeneratorType
from typing import Any, Final
from weakref import WeakKeyDictionary

from greenlet import GreenletExit

from codemode.interpreter.machine.values import Halt
from codemode.python import formatting, words
from codemode.python.attributes import Attributes, invoked, read
from codemode.python.classes import ClassMaker
from codemode.python.expressions import BUILT
from codemode.python.frames import FILE, Text
from codemode.python.matching import class_of, matcher
from codemode.python.meter import PythonRun
from codemode.python.methods import (
    ADDING,
    HAS,
    PRICED,
    QUICK,
    WIDE,
    having,
    widths,
)
from codemode.python.operators import BIG, GROWING, NUMBERS, OPERATORS, SETS, SMALL
from codemode.python.values import Handle, Instance, Leave, Module, Native, kind_of

_HEAP_TYPE: Final = 1 << 9  # the flag of a class that is made while Python runs
_ADDRESS = re.compile(r" at 0x[0-9a-f]{4,}(?=>)")
_SIZED = (str, bytes, list, tuple, dict, set, frozenset, range, deque, defaultdict, OrderedDict, Counter)
_SIZED_SET = frozenset(_SIZED) | {type({}.keys()), type({}.values()), type({}.items())}
CONTAINERS = frozenset(_SIZED) - {range}
_STEADY = frozenset((str, bytes, int, float, bool, complex, tuple, frozenset, Decimal)) | (
    {type(None)} if sys.version_info >= (3, 12) else frozenset()
)
_IN_C = frozenset((zip, enumerate, map, filter, compress, islice))  # iterators that have no frame
_NESTED = 2000  # of such iterators within each other
_FIXED = frozenset((tuple, range, str, bytes))
BUILT_TYPES: Final[dict[type, str]] = {getattr(builtins, name): f"new_{name}" for name in BUILT}
_BATCH = 64
_ROUNDS = 256
_GROWING_BATCHES = tuple((float(many), b"+" * many) for many in (1, 2, 4, 8, 16, 32, 64, 128))
_LAST_BATCH = b"+" * _ROUNDS


class Guest(Attributes):
    """The guards of one run, each made when it is first needed from its entry in `makers`. `names` are the built-in names and the guards; runs share
    only immutable values."""

    def __init__(self, run: PythonRun, text: Text, makers: Mapping[str, Callable[[Any], Any]]) -> None:
        super().__init__(run)
        self._makers = makers
        self.text = text  # the program's text
        run.guest = self
        self.class_members[(dict, "fromkeys")] = self._from_keys
        for kind, name in ((int, "from_bytes"), (bytes, "fromhex")):
            self.class_members[(kind, name)] = partial(PRICED[(kind, name)], run, kind())
        self.formatter = formatting.Formatter(self)
        self._serial = 0
        self._depths: WeakKeyDictionary[Iterator[Any], int] | None = None  # of frames made by `framed`
        self._namespace: Any = None
        self.started_at = run.base_ns
        self.modules: dict[str, Module] = {}
        self.api: Any = None
        self.tasks: Any = None

    def guard(self, name: str) -> Any:
        """Returns the guard with this name, without the mark."""
        marked = words.MARK + name
        found = self.names.get(marked, self)
        if found is self:
            found = self.names[marked] = self._makers[name](self)
        return found

    def _from_keys(self, items: Any, value: Any = None) -> dict[Any, Any]:
        return dict.fromkeys(self.listed(items), value)

    def call(self, value: Any) -> Any:
        """Returns a function of the program or of the library in a form that C code can call."""
        if type(value) is Native:
            return value.call
        return self.built(value) if isinstance(value, type) else value

    def built(self, value: Any) -> Any:
        """Returns what a program calls for a type of Python: a function that charges for what it makes. All else is returned unchanged."""
        guard = BUILT_TYPES.get(value) if isinstance(value, type) else None
        return value if guard is None else self.guard(guard)

    def simple_namespace(self) -> Any:
        """Returns an empty object that accepts any attribute."""
        if self._namespace is None:
            self._namespace = type(
                "SimpleNamespace",
                (Instance,),
                {"__repr__": _told_namespace, "__eq__": _same_namespace, "__hash__": Instance.__hash__},
            )
            self.kinds.add(self._namespace)
            self.plain_kinds.add(self._namespace)
        return self._namespace()

    def serial(self) -> int:
        self._serial += 1
        return self._serial * 2654435761 % (1 << 61)

    # --- iteration --------------------------------------------------------------------------------------------------

    def iterate(self, items: Any) -> Iterator[Any]:
        """Returns an iterator over `items`. The order of a set is the same in every process."""
        if type(items) in SETS and not {*map(type, items)} <= _STEADY:
            items = sorted(items, key=_steady_key)
        return iter(kind_of(items) if type(items) is Native else items)

    def framed(self, items: Any) -> Iterator[Any]:
        """Returns an iterator over `items`, in a frame if it is an iterator in C: Python does not limit how deep those are nested, and many thousands
        would use up the C stack, when they run or when they are freed."""
        if type(items) not in _IN_C:
            return self.iterate(items)
        depths = self._depths = WeakKeyDictionary() if self._depths is None else self._depths
        parts = gc.get_referents(items)
        parts += [inner for part in parts if type(part) is tuple for inner in part]
        depth = 1 + max((depths.get(part, 0) for part in parts if type(part) is GeneratorType), default=0)
        if depth > _NESTED:
            raise RecursionError("iterators are nested too deeply")
        made = (item for item in self.iterate(items))
        depths[made] = depth
        return made

    def steps(self, items: Any) -> Iterator[Any]:
        """Iterates over `items` and charges one step for each item."""
        if type(items) in _SIZED_SET or (type(items) is GeneratorType and items.gi_code.co_filename == FILE):
            return compress(self.iterate(items), self.run.ticks)
        return self._steps(items)  # as in `framed`

    def _steps(self, items: Any) -> Iterator[Any]:
        run = self.run
        for item in self.iterate(items):
            run.fuel -= 1.0
            if run.fuel < 0.0:
                run.refuel()
            yield item

    def count(self, items: Any, size: int) -> Iterator[Any]:
        """Iterates over `items` and charge `size` bytes for each. If the number of items is known, charge them all at once."""
        if type(items) in _SIZED_SET:
            self.run.work(len(items))
            self.run.take(size * len(items))
            return self.iterate(items)
        return self._pledging(items, size)

    def _pledging(self, items: Any, size: int) -> Iterator[Any]:
        run, pledged = self.run, 0
        try:
            for item in self.steps(items):
                run.take(size)
                run.pledged += size
                pledged += size
                yield item
        finally:
            run.pledged -= pledged

    def collected(self, kind: Any, pieces: Any) -> Any:
        """Returns the list, set or dict of a comprehension."""
        made = kind()
        try:
            (made.extend if kind is list else made.update)(pieces)
        except RuntimeError as wrong:
            stopped, at = wrong.__cause__, wrong.__traceback__
            while at is not None and at.tb_next is not None:
                at = at.tb_next
            # Python makes the RuntimeError outside of the generator's frame, that is in this one
            made_here = at is not None and at.tb_frame.f_code is self.collected.__code__
            if isinstance(stopped, StopIteration) and made_here:
                raise stopped from None  # only a generator turns StopIteration into RuntimeError
            raise
        return made

    def sized(self, items: Any) -> Any:
        """Charges for items that C code will iterate over, and returns them."""
        if type(items) in _SIZED_SET:
            self.run.work(len(items) >> 2)
            return (
                sorted(items, key=_steady_key) if type(items) in SETS and not {*map(type, items)} <= _STEADY else items
            )
        return self.steps(items)

    def searched(self, items: Any) -> Any:
        """Returns what stands behind `in`, so that the items that Python looks at are charged where their number is not bounded by memory."""
        kind: Any = type(items)
        if kind is range:
            return _Searched(self, items)
        if hasattr(kind, "__contains__") or not (hasattr(kind, "__iter__") or hasattr(kind, "__getitem__")):
            return items
        return self.steps(items)

    def starred(self, subject: Any) -> Any:
        """Charges for the list that a pattern such as `[*rest]` makes of the subject."""
        if type(subject) in _SIZED_SET:
            self.run.take(8 * len(subject))
        return subject

    def listed(self, items: Any) -> list[Any]:
        """Returns a list of `items`, charged before it is made."""
        kind = type(items)
        if kind is list or kind is tuple:
            self.run.take(8 * len(items))
            return list(items)
        if kind in _SIZED_SET:
            self.run.take(16 * len(items))
            return list(self.iterate(items))
        made: list[Any] = []
        # chain, because iter() of a program's iterator may start it again
        run, rest = self.run, chain(self.iterate(items))
        before = -1
        while before < (many := len(made)):
            if many:
                run.take(16 * (many - before))
                run.work(many - before)
            before = many
            made.extend(islice(rest, _BATCH))  # in place, so that the meter sees the items
        return made

    def merged(self, items: Any) -> Any:
        """Charges for a mapping or for pairs that another mapping will take, and returns it. What a class of the program says are its keys is read
        here, because Python would make a list of them without any charge."""
        kind: Any = type(items)
        if hasattr(kind, "keys"):
            if kind in self.kinds and getattr(kind, "__iter__", None) is not dict.__iter__:
                made: dict[Any, Any] = {}  # has a name, so that the meter sees it
                for key in self.steps(items.keys()):
                    self.run.take(64)
                    made[key] = items[key]
                return made
            self.run.take(64 * len(items))
            return items
        if kind in GROWING or kind in SETS:
            self.run.take(64 * len(items))
            return items
        return self.steps(items)

    def unpacked(self, items: Any) -> Any:
        """Charges for the mapping behind `**`, and returns it. Python refuses all else at once."""
        return self.merged(items) if hasattr(type(items), "keys") else items

    # --- text -------------------------------------------------------------------------------------------------------

    def str(self, value: Any) -> str:
        if type(value) is str:
            return value
        if type(value) in NUMBERS and -SMALL < value < SMALL:
            return str(value)
        if type(value) is int and value.bit_length() > BIG:
            self.run.work(value.bit_length() // 64)
        return self.masked(str(value))

    def repr(self, value: Any) -> str:
        if type(value) is str:
            self.run.take(len(value))
        return self.masked(repr(value))

    def masked(self, made: str) -> str:
        """Removes memory addresses from a text that Python made, because addresses differ between processes."""
        if len(made) > 1000:
            self.run.take(len(made))
        return _ADDRESS.sub("", made) if " at 0x" in made else made

    def format(self, value: Any, spec: str = "", conversion: str = "") -> str:
        if conversion:
            value = self.str(value) if conversion == "s" else self.repr(value) if conversion == "r" else ascii(value)
        wide = widths(spec.partition(".")[0] if type(value) is str else spec)  # what follows makes texts shorter
        if type(value) is Decimal and value.is_finite():
            wide += abs(value.adjusted())  # zeros
        if wide > WIDE:
            self.run.take(wide)
        return self.masked(format(value, spec))

    # --- handlers ---------------------------------------------------------------------------------------

    def caught(self, kind: Any = BaseException) -> Any:
        """Returns the exceptions that a handler may catch: none if the run is ending."""
        failure = sys.exc_info()[1]
        if isinstance(failure, Halt | GreenletExit | Leave) or self.run.is_silent:
            return ()
        if isinstance(failure, MemoryError):
            self.run.stop(Halt("memory_limit_exceeded", "the program needs more memory than there is"))
        return kind_of(kind)

    def delegate(self, items: Any) -> Any:
        """Returns what `yield from` iterates over. Python would call the methods `send`, `throw` and `close` of an object of the program, also after
        the end of the run; so such an object is iterated over by a generator."""
        if type(items) is GeneratorType:
            return items
        found = iter(items)
        if not type(found).__flags__ & _HEAP_TYPE:
            return found
        if hasattr(type(found), "send"):
            raise TypeError("yield from takes generators and iterables, not an object with a method send of its own")
        return (each for each in found)

    def leave(self, value: Any = None) -> None:
        self.space[words.RETURNED] = value
        raise Leave

    def say_out(self, value: Any) -> None:
        """Keeps what a function assigned to its own variable __out, which is the result if the program gives no other."""
        self.space[words.OUT_OF_FUNCTION] = value


def _paid(run: PythonRun) -> Iterator[bytes]:
    """Charges growing batches of rounds, at most twice as many rounds as run."""
    for many, batch in _GROWING_BATCHES:
        run.fuel -= many
        if run.fuel < 0.0:
            run.refuel()
        yield batch
    while True:
        run.fuel -= _ROUNDS
        if run.fuel < 0.0:
            run.refuel()
        yield _LAST_BATCH


def _rounds(guest: Guest) -> Callable[[], Iterator[int]]:
    """Makes an iterator over the rounds of an endless loop."""
    return lambda run=guest.run, paid=_paid, flat=chain.from_iterable: flat(paid(run))


def _each(guest: Guest) -> Callable[[Any], Iterator[Any]]:
    """Makes an iterator for a loop over `items`. It charges a short sequence at once, and all else in growing batches."""
    run, iterate, fixed, most = guest.run, guest.iterate, _FIXED, _ROUNDS
    paid, flat = _paid, chain.from_iterable

    def each(items: Any) -> Iterator[Any]:
        if type(items) in fixed and len(items) <= most:
            run.fuel -= len(items)
            if run.fuel < 0.0:
                run.refuel()
            return iter(items)
        return compress(iterate(items), flat(paid(run)))

    return each


def _tick(guest: Guest) -> Callable[[], None]:
    return compress(repeat(None), guest.run.ticks).__next__


# what rewritten programs call, by name: each entry makes the guard of one run
GUARDS: Final[dict[str, Callable[[Guest], Any]]] = {
    "run": lambda guest: guest.run,
    "type": lambda guest: type,
    "len": lambda guest: len,
    "numbers": lambda guest: NUMBERS,
    "low": lambda guest: -SMALL,
    "high": lambda guest: SMALL,
    "plain": lambda guest: guest.plain_kinds,
    "tick": _tick,
    "attr": read,
    "invoke": invoked,
    "magic": lambda guest: guest.magic,
    "super": lambda guest: guest.super_attribute,
    "write": lambda guest: guest.writable,
    "searched": lambda guest: guest.searched,
    "containers": lambda guest: CONTAINERS,
    "spread": lambda guest: guest.listed,
    "unpacked": lambda guest: guest.unpacked,
    "str": formatting.field,
    "many_fields": formatting.many_fields,
    "narrow": formatting.narrow,
    "format": lambda guest: guest.format,
    "each": _each,
    "rounds": _rounds,
    "steps": lambda guest: guest.steps,
    "count": lambda guest: guest.count,
    "listed": lambda guest: partial(guest.collected, list),
    "set": lambda guest: partial(guest.collected, set),
    "dict": lambda guest: partial(guest.collected, dict),
    "built": lambda guest: guest.built,
    "catch": lambda guest: guest.caught,
    "silent": lambda guest: lambda: guest.run.is_silent,
    "delegate": lambda guest: guest.delegate,
    "leave": lambda guest: guest.leave,
    "say_out": lambda guest: guest.say_out,
    "returning": lambda guest: _returning,
    "matched": matcher,
    "constant": lambda guest: _Constant,
    "class_pattern": lambda guest: class_of,
    "starred": lambda guest: guest.starred,
    "class": ClassMaker,
    **{HAS + name: lambda guest, name=name: having(name) for name in QUICK | ADDING},
    **OPERATORS,
}


class _Constant:
    """Carries the value of a value pattern, which must be an attribute."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class _Returning:
    """A context manager around a return outside of functions, which is an exception here but not for the manager."""

    __slots__ = ("_manager",)

    def __init__(self, manager: Any) -> None:
        self._manager = manager

    def __enter__(self) -> Any:
        return type(self._manager).__enter__(self._manager)

    def __exit__(self, *how: Any) -> Any:
        is_return = isinstance(how[1], Leave)
        answer = type(self._manager).__exit__(self._manager, *((None, None, None) if is_return else how))
        return answer and not is_return


def _returning(manager: Any) -> Any:
    kind: Any = type(manager)
    return _Returning(manager) if hasattr(kind, "__enter__") and hasattr(kind, "__exit__") else manager


class _Searched:
    """A range behind `in`: only whole numbers are found without a look at each of its numbers."""

    __slots__ = ("_guest", "_items")

    def __init__(self, guest: Guest, items: range) -> None:
        self._guest, self._items = guest, items

    def __contains__(self, value: object) -> bool:
        return value in (self._items if type(value) in NUMBERS - {float} else self._guest.steps(self._items))


def _told_namespace(self: Any) -> str:
    return f"namespace({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"


def _same_namespace(self: Any, other: Any) -> Any:
    return self.__dict__ == other.__dict__ if type(other) is type(self) else NotImplemented


def _steady_key(value: Any) -> tuple[Any, ...]:
    """Returns a sort key for the items of a set that is the same in every process."""
    kind = type(value)
    if kind in _STEADY:
        return 0, hash(value), repr(value)
    if isinstance(value, Instance):
        return 1, hash(value), ""
    if isinstance(value, Handle):
        return 2, hash(value), ""
    return 3, 0, getattr(value, "__qualname__", "") or kind.__name__
