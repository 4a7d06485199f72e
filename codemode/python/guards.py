# pyright: basic
"""What the rewritten program calls in place of Python's own operators, attributes, loops and handlers. One `Guest` for each run."""

from __future__ import annotations

import _string  # pyright: ignore - the standard library's own way to read a field
import operator
import re
import string
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterator
from decimal import Decimal
from itertools import chain, islice
from types import BuiltinFunctionType, FunctionType, GeneratorType, MethodType
from typing import Any

from greenlet import GreenletExit

from codemode.interpreter.machine.values import Halt
from codemode.python import words
from codemode.python.classes import classes
from codemode.python.frames import Text
from codemode.python.meter import PythonRun
from codemode.python.methods import EXCEPTION, PRICED, RAW, TUPLES, WIDE, widths
from codemode.python.values import Handle, Instance, Leave, Module, Native, kind_of

_ADDRESS = re.compile(r" at 0x[0-9a-f]{4,}(?=>)")
_SIZED = (str, bytes, list, tuple, dict, set, frozenset, range, deque, defaultdict, OrderedDict, Counter)
_SIZED_SET = frozenset(_SIZED) | {type({}.keys()), type({}.values()), type({}.items())}
_GROWING = frozenset((str, bytes, list, tuple, deque))
_SETS = frozenset((set, frozenset))
_STEADY = frozenset((str, bytes, int, float, bool, complex, tuple, frozenset, Decimal)) | (
    {type(None)} if sys.version_info >= (3, 12) else frozenset()
)
_TUPLE_NAMES = frozenset(TUPLES.split())
_BATCH = 64
_BIG = 1 << 15  # bits of a number from which work with it is counted
_NUMBERS = frozenset((int, float, bool))


class Guest:
    """`names` are the built-in names and the guards of one run; nothing in them is shared with other runs but what nobody can change."""

    def __init__(self, run: PythonRun, text: Text) -> None:
        self.run = run
        self.text = text  # of the program
        run.guest = self
        self.space: dict[str, Any] = {"__name__": "__main__"}
        self.kinds: set[type] = set()  # classes of the program
        self.plain_kinds: set[type] = set()  # those whose instances have nothing but what the program gave them
        self.tuples: set[type] = set()  # named tuples of the program
        # what the library's classes have in this run, such as datetime.now
        self.class_members: dict[tuple[type, str], Any] = {(dict, "fromkeys"): self._from_keys}
        self.formatter = _Formatter(self)
        self._serial = 0
        self._namespace: Any = None
        self.started_at = run.base_ns
        self.modules: dict[str, Module] = {}
        self.api: Any = None
        self.tasks: Any = None
        self.tuples_of_library: frozenset[type] = frozenset()
        self.names: dict[str, Any] = self._guards()

    def named(self, value: Any, name: Any) -> Any:
        """getattr(value, name)."""
        if type(name) is not str:
            raise TypeError("attribute name must be string")
        if words.inspects(name) or (words.is_magic(name) and name not in words.READ):
            raise AttributeError(self._lacks(value, name))
        return self.magic(value, name) if words.is_magic(name) else self.names["@attr"](value, name)

    def kind(self, value: Any) -> Any:
        return kind_of(value)

    def call(self, value: Any) -> Any:
        """A function of the program, or of ours, as C code may call it."""
        return (
            value.call
            if type(value) is Native
            else self.names.get(f"@new_{value.__name__}", value)
            if isinstance(value, type)
            else value
        )

    def simple_namespace(self) -> Any:
        """An object that has whatever attributes it is given."""
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
        """An iterator over anything; sets give the same order in every process."""
        if type(items) in _SETS and not {*map(type, items)} <= _STEADY:
            items = sorted(items, key=_steady_key)
        return iter(kind_of(items) if type(items) is Native else items)

    def steps(self, items: Any) -> Iterator[Any]:
        """The same, with a fuel point for each item."""
        run = self.run
        for item in self.iterate(items):
            run.fuel -= 1
            if run.fuel < 0:
                run.refuel()
            yield item

    def count(self, items: Any) -> Iterator[Any]:
        """The same for items that are looked at with nothing of the program's called: all are paid for at once where it is known how many."""
        if type(items) in _SIZED_SET:
            self.run.work(len(items))
            return self.iterate(items)
        return self.steps(items)

    def sized(self, items: Any) -> Any:
        """Something that is iterated over at once by what is written in C, paid for."""
        if type(items) in _SIZED_SET:
            self.run.work(len(items) >> 2)
            return (
                sorted(items, key=_steady_key) if type(items) in _SETS and not {*map(type, items)} <= _STEADY else items
            )
        return self.steps(items)

    def listed(self, items: Any) -> list[Any]:
        """A list of it, paid for before it is made."""
        kind = type(items)
        if kind is list or kind is tuple:
            self.run.take(8 * len(items))
            return list(items)
        if kind in _SIZED_SET:
            self.run.take(16 * len(items))
            return list(self.iterate(items))
        made: list[Any] = []
        # chain, because an iterator of the program may begin again when it is asked for one
        run, rest = self.run, chain(self.iterate(items))
        while part := list(islice(rest, _BATCH)):
            made += part
            run.take(16 * len(part))
            run.work(len(part))
        return made

    def merged(self, items: Any) -> Any:
        """A mapping, or pairs, that another one takes in."""
        if hasattr(type(items), "keys"):
            self.run.take(64 * len(items))
            return items
        if type(items) in _GROWING or type(items) in _SETS:
            self.run.take(64 * len(items))
            return items
        return self.steps(items)

    # --- text -------------------------------------------------------------------------------------------------------

    def str(self, value: Any) -> str:
        if type(value) is str:
            return value
        if type(value) is int and value.bit_length() > _BIG:
            self.run.work(value.bit_length() // 64)
        return self.masked(str(value))

    def repr(self, value: Any) -> str:
        if type(value) is str:
            self.run.take(len(value))
        return self.masked(repr(value))

    def masked(self, made: str) -> str:
        """A text that Python made, without addresses, which are others in every process."""
        if len(made) > 1000:
            self.run.take(len(made))
        return _ADDRESS.sub("", made) if " at 0x" in made else made

    def format(self, value: Any, spec: str = "", conversion: str = "") -> str:
        if conversion:
            value = self.str(value) if conversion == "s" else self.repr(value) if conversion == "r" else ascii(value)
        wide = widths(spec)
        if wide > WIDE:
            self.run.take(wide)
        return self.masked(format(value, spec))

    # --- attributes ---------------------------------------------------------------------------------------------------

    def attribute(self, value: Any, name: str) -> Any:
        """What a program gets for value.name, where the quick ways have found nothing."""
        kind = type(value)
        if kind is Module:
            return value.member(name)
        if isinstance(value, Native):
            return self._of_native(value, name)
        if isinstance(value, type):
            return self._of_class(value, name)
        if isinstance(value, Handle):
            if name in value.offered:
                return getattr(value, name)
        elif isinstance(value, BaseException):
            return self._of_exception(value, name)
        elif kind in self.tuples or kind in self.tuples_of_library:
            if name in kind._fields or name in _TUPLE_NAMES or name in ("count", "index"):
                return getattr(value, name)
            if kind in self.tuples and not words.is_magic(name) and name in kind.__dict__:
                return getattr(value, name)
            if name in getattr(kind, "offered", ()):
                return getattr(value, name)
        elif kind is FunctionType:
            if value.__globals__ is self.space and name in value.__dict__:
                return value.__dict__[name]
        elif kind in self.kinds:
            return self._of_mixed(value, name)
        raise AttributeError(self._lacks(value, name))

    def _of_mixed(self, value: Any, name: str) -> Any:
        """Of an instance of a class of the program that has a base of the library: an enum, which may also be a text or a number."""
        kind = type(value)
        own = name in ("name", "value", "_value_", "_name_") or any(
            name in base.__dict__ for base in kind.__mro__ if base in self.kinds
        )
        if own or name in getattr(value, "__dict__", ()):
            return getattr(value, name)
        for base in kind.__mro__:
            if (base, name) in RAW:
                return getattr(value, name)
            priced = PRICED.get((base, name))
            if priced is not None:
                return lambda *args, **named: priced(self.run, value, *args, **named)
        raise AttributeError(self._lacks(value, name))

    def _of_native(self, value: Native, name: str) -> Any:
        if name in value.members:
            return value.members[name]
        if value.kind is not None:
            return self._of_class(value.kind, name)
        raise AttributeError(f"{value.name} has no attribute {name!r}")

    def _of_class(self, kind: type, name: str) -> Any:
        if kind in self.plain_kinds:
            return getattr(kind, name)
        own = [base for base in kind.__mro__ if base in self.kinds or base in self.tuples]
        if own and own[0] is kind and any(name in base.__dict__ for base in own):
            return getattr(kind, name)
        found = self.class_members.get((kind, name))
        if found is not None:
            return found
        if (kind, name) in RAW:
            return getattr(kind, name)
        priced = PRICED.get((kind, name))
        if priced is not None:
            run = self.run
            return lambda value, *args, **named: priced(run, _checked(kind, value), *args, **named)
        raise AttributeError(f"type object {kind.__name__!r} has no attribute {name!r}")

    def _from_keys(self, items: Any, value: Any = None) -> dict[Any, Any]:
        return dict.fromkeys(self.listed(items), value)

    def _of_exception(self, value: BaseException, name: str) -> Any:
        if name in EXCEPTION:
            return getattr(value, name)
        if any(base in self.kinds for base in type(value).__mro__) and (
            name in value.__dict__ or any(name in base.__dict__ for base in type(value).__mro__ if base in self.kinds)
        ):
            return getattr(value, name)
        raise AttributeError(self._lacks(value, name))

    def _lacks(self, value: Any, name: str) -> str:
        kind = (
            "function" if isinstance(value, FunctionType | BuiltinFunctionType | MethodType) else type(value).__name__
        )
        return f"{kind!r} object has no attribute {name!r}"

    def magic(self, value: Any, name: str) -> Any:
        """What is read of a value by a name with two underscores on both sides."""
        if name == "__class__":
            return self.names["type"](value)
        if name == "__dict__":
            if type(value) in self.kinds and hasattr(value, "__dict__"):
                return dict(value.__dict__)
        elif name in ("__name__", "__qualname__"):
            if isinstance(value, Native | Module):
                return value.name.rpartition(".")[2]
            if isinstance(value, type | FunctionType | MethodType | BuiltinFunctionType):
                return getattr(value, name)
        elif name == "__doc__":
            mine = isinstance(value, FunctionType) and value.__globals__ is self.space
            if mine or value in self.kinds or type(value) in self.kinds:
                return value.__doc__
            return ""
        elif name == "__members__" and value in self.kinds:
            return dict(value.__members__)
        raise AttributeError(self._lacks(value, name))

    def _super(self, value: Any, name: str) -> Any:
        owner = value.__thisclass__
        if owner not in self.kinds:
            raise AttributeError(name)
        instance = value.__self__
        mro = (instance if isinstance(instance, type) else type(instance)).__mro__
        for base in mro[mro.index(owner) + 1 :]:
            if name in base.__dict__:
                known = (
                    base in self.kinds
                    or name in words.METHODS
                    or (issubclass(base, BaseException) and name in EXCEPTION)
                )
                if known or (base, name) in RAW:
                    return getattr(value, name)
                break
        raise AttributeError(f"'super' object has no attribute {name!r}")

    def writable(self, value: Any) -> Any:
        """The value itself if a program may set and delete its attributes."""
        kind = type(value)
        if kind in self.kinds or (isinstance(value, type) and value in self.kinds):
            return value
        if kind is FunctionType and value.__globals__ is self.space:
            return value
        name = kind.__name__ if not isinstance(value, Native | Module) else value.name
        raise AttributeError(f"the attributes of {name} cannot be set")

    # --- operators ----------------------------------------------------------------------------------------------------

    def _bits(self, bits: int) -> None:
        """Charge for a number of so many bits before it is made."""
        if bits > _BIG:
            self.run.take(bits >> 3)
            self.run.work((bits >> 6) * max(1, bits >> 14))

    def _plus(self, a: Any, b: Any) -> None:
        if type(a) in _GROWING and type(b) in _GROWING:
            self.run.take((len(a) + len(b)) * (1 if type(a) is str or type(a) is bytes else 8))

    def _times(self, a: Any, b: Any) -> None:
        if type(a) is int and type(b) is int:
            self._bits(a.bit_length() + b.bit_length())
            return
        many: Any = a if type(a) in _GROWING else b
        size: Any = b if type(a) in _GROWING else a
        if type(many) in _GROWING and isinstance(size, int) and size > 0:
            self.run.take(len(many) * size * (1 if type(many) is str or type(many) is bytes else 8))

    def _percent(self, a: Any, b: Any) -> None:
        if type(a) is str:
            text = a
        elif type(a) is bytes:
            text = bytes.decode(a, "latin-1")
        else:
            return
        wide = widths(text)
        if "*" in text:
            wide += sum(abs(each) for each in (b if type(b) is tuple else (b,)) if type(each) is int)
        self.run.take(wide + len(text))

    def _to_power(self, a: Any, b: Any) -> None:
        if isinstance(b, int) and isinstance(a, int):
            if b > 0 and a.bit_length() > 1:
                self._bits(a.bit_length() * b)
        elif isinstance(b, int) and type(a) is not float and type(a) is not complex and abs(b) > 10_000:
            self._bits(abs(b) * 64)

    def _shifted(self, a: Any, b: Any) -> None:
        if isinstance(a, int) and isinstance(b, int) and b > 0:
            self._bits(a.bit_length() + b)

    # --- the table ----------------------------------------------------------------------------------------------------

    def _guards(self) -> dict[str, Any]:
        run, kinds = self.run, self.plain_kinds
        attribute = self.attribute

        def tick() -> None:
            run.fuel -= 1
            if run.fuel < 0:
                run.refuel()

        def attr(value: Any, name: str) -> Any:
            kind = type(value)
            if kind in kinds:
                return getattr(value, name)
            run.fuel -= 1
            if run.fuel < 0:
                run.refuel()
            if (kind, name) in RAW:
                return getattr(value, name)
            priced = PRICED.get((kind, name))
            if priced is not None:
                return lambda *args, **named: priced(run, value, *args, **named)
            return attribute(value, name)

        def add(a: Any, b: Any) -> Any:
            if type(a) not in _NUMBERS:
                self._plus(a, b)
            return a + b

        def grow(b: Any) -> Any:
            kind = type(b)
            if kind in _NUMBERS:
                return b
            if kind in _GROWING:
                run.take(len(b) * (2 if kind is str else 8))
            elif kind in _SETS or kind is GeneratorType or hasattr(kind, "__next__"):
                return self.sized(b)
            return b

        def slice_of(value: Any, start: Any, stop: Any, step: Any) -> Any:
            if type(value) in _GROWING and len(value) > 64:
                run.take(len(range(*slice(start, stop, step).indices(len(value)))) * (1 if type(value) is str else 8))
            return value[start:stop:step]

        def catch(kind: Any = BaseException) -> Any:
            """What a handler catches: nothing, when the run ends or has to."""
            failure = sys.exc_info()[1]
            if isinstance(failure, Halt | GreenletExit | Leave):
                return ()
            if isinstance(failure, MemoryError):
                run.stop(Halt("memory_limit_exceeded", "the program needs more memory than there is"))
            return kind_of(kind)

        def leave(value: Any = None) -> None:
            self.space[words.MARK + "returned"] = value
            raise Leave

        def guarded(prepare: Any, do: Any) -> Any:
            def operate(a: Any, b: Any) -> Any:
                prepare(a, b)
                return do(a, b)

            return operate

        def mul(a: Any, b: Any) -> Any:
            if type(a) is not float and type(b) is not float:
                self._times(a, b)
            return a * b

        def mod(a: Any, b: Any) -> Any:
            if type(a) not in _NUMBERS:
                self._percent(a, b)
                return self.masked(a % b) if type(a) is str else a % b
            return a % b

        def field(value: Any) -> str:
            kind = type(value)
            if kind is str:
                return value
            return self.str(value) if kind in _NUMBERS or kind is list or kind is dict else self.format(value)

        named = {
            "run": run,
            "tick": tick,
            "attr": attr,
            "magic": self.magic,
            "super": self._super,
            "write": self.writable,
            "slice": slice_of,
            "spread": lambda items: self.listed(items),
            "merged": self.merged,
            "add": add,
            "mul": mul,
            "mod": mod,
            "pow": guarded(self._to_power, operator.pow),
            "shl": guarded(self._shifted, operator.lshift),
            "imul": guarded(self._times, operator.imul),
            "imod": mod,
            "ipow": guarded(self._to_power, operator.ipow),
            "ishl": guarded(self._shifted, operator.ilshift),
            "grow": grow,
            "str": field,
            "format": self.format,
            "iter": self.iterate,
            "steps": self.steps,
            "count": self.count,
            "catch": catch,
            "leave": leave,
            "constant": _Constant,
            "class_pattern": _class_pattern,
            "class": classes(self),
        }
        return {words.MARK + name: guard for name, guard in named.items()}


class _Constant:
    """The value of a pattern, which a pattern can only read as an attribute."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


def _told_namespace(self: Any) -> str:
    return f"namespace({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"


def _same_namespace(self: Any, other: Any) -> Any:
    return self.__dict__ == other.__dict__ if type(other) is type(self) else NotImplemented


def _class_pattern(kind: Any) -> Any:
    found = kind_of(kind)
    if not isinstance(found, type):
        raise TypeError("called match pattern must be a class")
    return found


def _checked(kind: type, value: Any) -> Any:
    if not isinstance(value, kind):
        raise TypeError(f"descriptor requires a {kind.__name__!r} object but received a {type(value).__name__!r}")
    return value


def _steady_key(value: Any) -> tuple[Any, ...]:
    """Sorts what a set holds in the same way in every process."""
    kind = type(value)
    if kind in _STEADY:
        return 0, hash(value), repr(value)
    if isinstance(value, Instance):
        return 1, hash(value), ""
    return 2, 0, getattr(value, "__qualname__", "") or kind.__name__


class _Formatter(string.Formatter):
    """str.format, with the same attributes as everywhere."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> Any:
        first, rest = _string.formatter_field_name_split(field_name)
        found = self.get_value(first, args, kwargs)
        for is_attribute, name in rest:
            if is_attribute:
                if name.startswith("_") or words.inspects(name):
                    raise AttributeError(f"the attribute {name} is not offered in a format")
                found = self._guest.names["@attr"](found, name)
            else:
                found = found[name]
        return found, first

    def convert_field(self, value: Any, conversion: Any) -> Any:
        return self._guest.format(value, "", conversion) if conversion else value

    def format_field(self, value: Any, format_spec: str) -> str:
        return self._guest.format(value, format_spec)
