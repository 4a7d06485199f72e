"""Modules that describe values: dataclasses, enum, typing, abc."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false, reportUnknownVariableType=false
from __future__ import annotations

import dataclasses
import enum
import sys
import types
import typing
from typing import Any, Final

from codemode.python import words
from codemode.python.classes import ABSTRACT, Generic, Plain
from codemode.python.library.containers import deep_copy, named_tuples
from codemode.python.values import Handle, Native

Members = dict[str, Any]

_EMPTY: Final = types.ModuleType("codemode.python.empty")  # the module in which dataclasses evaluate annotations
sys.modules[_EMPTY.__name__] = _EMPTY
_EMPTY.__dict__.update(
    typing=typing,
    dataclasses=dataclasses,
    ClassVar=typing.ClassVar,
    InitVar=dataclasses.InitVar,
    KW_ONLY=dataclasses.KW_ONLY,
)


def _dataclasses(guest: Any) -> Members:
    def decorate(kind: Any = None, /, **options: Any) -> Any:
        if kind is None:
            return lambda found: decorate(found, **options)
        if kind not in guest.kinds:
            raise TypeError("dataclass is for classes of the program")
        options.pop("slots", None)
        options.pop("weakref_slot", None)
        before = kind.__module__
        kind.__module__ = _EMPTY.__name__  # dataclasses look up annotations in this module
        try:
            made = dataclasses.dataclass(kind, **options)
        finally:
            kind.__module__ = before
        return made

    def field(**named: Any) -> Any:
        factory = named.get("default_factory")
        if type(factory) is Native:
            named["default_factory"] = factory.call
        return dataclasses.field(**named)

    return {
        "dataclass": decorate,
        "field": field,
        "fields": lambda value: tuple(FieldInfo(each) for each in _fields(value)),
        "is_dataclass": lambda value: dataclasses.is_dataclass(value),
        "KW_ONLY": dataclasses.KW_ONLY,
        "MISSING": dataclasses.MISSING,
        "FrozenInstanceError": dataclasses.FrozenInstanceError,
        "InitVar": Native("InitVar", lambda kind: kind),
        **_copies(guest),
    }


def _copies(guest: Any) -> Members:
    def as_dict(value: Any, /, **named: Any) -> Any:
        made = {each.name: inner(getattr(value, each.name), as_dict) for each in _fields(value)}
        return named["dict_factory"](made.items()) if "dict_factory" in named else made

    def as_tuple(value: Any) -> Any:
        return tuple(inner(getattr(value, each.name), as_tuple) for each in _fields(value))

    def inner(value: Any, convert: Any) -> Any:
        guest.run.work(1)
        if type(value) in (list, tuple, dict):
            guest.run.take(64 + 40 * len(value))
        if type(value) in guest.kinds and dataclasses.is_dataclass(value):
            return convert(value)
        if type(value) is list or type(value) is tuple:
            return type(value)(inner(each, convert) for each in value)
        if type(value) is dict:
            return {key: inner(each, convert) for key, each in value.items()}
        return deep_copy(guest, value, {})

    def replace(value: Any, /, **changes: Any) -> Any:
        _fields(value)
        return dataclasses.replace(value, **changes)

    return {"asdict": as_dict, "astuple": as_tuple, "replace": replace}


class FieldInfo(Handle):
    __slots__ = ("compare", "default", "default_factory", "init", "kw_only", "metadata", "name", "repr", "type")
    offered = frozenset(__slots__)

    def __init__(self, real: Any) -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(real, name))
        self.type, self.metadata = str(real.type), dict(real.metadata)


def _fields(value: Any) -> Any:
    if not dataclasses.is_dataclass(value):
        raise TypeError("this is for instances of dataclasses")
    return dataclasses.fields(value)


def _enum(guest: Any) -> Members:
    def called(kind: Any) -> Native:
        """Returns the class with what makes an enum from a name and the names of its members."""

        def make(name: str, names: Any, *, start: int = 1, **_: Any) -> Any:
            if isinstance(names, str):
                names = names.replace(",", " ").split()
            names = guest.listed(names.items() if type(names) is dict else names)
            guest.run.work(20 * len(names))
            guest.run.take(500 * len(names))
            maker = guest.guard("class")
            space = maker.__prepare__(str(name), (kind,))
            for at, each in enumerate(names):
                member, value = (each, start + at if start != 1 else enum.auto()) if isinstance(each, str) else each
                if not isinstance(member, str) or words.is_magic(member):
                    raise ValueError(f"invalid enum member name {member!r}")
                space[member] = value
            return maker(str(name), (kind,), space)

        return Native(kind.__name__, make, kind=kind)

    kinds = (enum.Enum, enum.IntEnum, enum.Flag, enum.IntFlag, enum.StrEnum)
    return {**{kind.__name__: called(kind) for kind in kinds}, "auto": enum.auto, "unique": enum.unique}


class Hint(Handle):
    """A name of typing. It has no effect at run time."""

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
    """A name of typing that can be a base of classes."""

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
_HINTS: Final = """AbstractSet Annotated Any AnyStr AsyncContextManager AsyncGenerator AsyncIterable AsyncIterator Awaitable BinaryIO Callable
ChainMap ClassVar Collection Concatenate Container ContextManager Coroutine Counter DefaultDict Deque Dict Final FrozenSet
Generator Hashable IO ItemsView Iterable Iterator KeysView List Literal LiteralString Mapping Match MutableMapping MutableSequence
MutableSet Never NoReturn NotRequired Optional OrderedDict ParamSpec Pattern Required Reversible Self Sequence Set Sized
SupportsAbs SupportsBytes SupportsComplex SupportsFloat SupportsIndex SupportsInt SupportsRound Text TextIO Tuple Type TypeAlias
TypeGuard TypeVar TypeVarTuple Union Unpack ValuesView"""


def _typing(guest: Any) -> Members:
    def named_tuple(name: str, fields: Any) -> Any:
        return named_tuples(guest)(name, [each[0] for each in fields])

    class Tuples(Base):
        __slots__ = ()

        def __call__(self, *args: Any, **named: Any) -> Any:
            return named_tuple(*args, **named)

    return {
        **{name: Hint(name) for name in _HINTS.split()},
        "Generic": Base("Generic", Generic),
        "Protocol": Base("Protocol", Plain),
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

    return {"ABC": Base("ABC", Plain), "abstractmethod": abstract}


MODULES: Final[dict[str, Any]] = {"dataclasses": _dataclasses, "enum": _enum, "typing": _typing, "abc": _abc}
