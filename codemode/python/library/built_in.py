"""The built-in functions and types of programs."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false, reportUnknownVariableType=false
from __future__ import annotations

import builtins
from collections.abc import Callable
from io import StringIO
from types import BuiltinFunctionType, FunctionType, GeneratorType, MethodType
from typing import Any, Final
from zoneinfo import ZoneInfo

from codemode.python import words
from codemode.python.classes import METHODS_OF_MIXED
from codemode.python.expressions import BUILT
from codemode.python.methods import decoded, encoded, sort
from codemode.python.operators import GROWING, MERGED
from codemode.python.values import Handle, Instance, Module, Native, kind_of

Make = Callable[[Any], Any]

_EXCEPTIONS = """ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BufferError ConnectionError EOFError
Exception ExceptionGroup
FileNotFoundError FloatingPointError GeneratorExit IOError ImportError IndexError InterruptedError KeyError KeyboardInterrupt LookupError
MemoryError
ModuleNotFoundError NameError NotImplementedError OSError OverflowError PermissionError RecursionError ReferenceError RuntimeError
StopAsyncIteration
StopIteration SyntaxError SystemExit TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError ValueError Warning
DeprecationWarning RuntimeWarning UserWarning ZeroDivisionError"""

# used unchanged, because they cost almost nothing
_AS_THEY_ARE = (
    "True False None Ellipsis NotImplemented abs bool callable chr complex float int list dict set tuple frozenset str bytes slice range enumerate "
    "zip map filter reversed property staticmethod classmethod divmod ord len round super EnvironmentError __build_class__"
)


def _as_it_is(name: str) -> Make:
    value = getattr(builtins, name)
    return lambda guest: value


def _number_text(name: str) -> Make:
    real = getattr(builtins, name)

    def make(guest: Any) -> Any:
        def convert(value: Any) -> str:
            if isinstance(value, int):
                guest.run.take(value.bit_length() >> 2)
            return real(value)

        return convert

    return make


ONE_TYPE: Final = "type() takes one argument here", "write a class statement"


def _type(guest: Any) -> Any:
    def kind(value: Any, *more: Any) -> Any:
        if more:
            raise TypeError(": ".join(ONE_TYPE))
        if isinstance(value, type | Native):
            return made
        if isinstance(value, Module):
            return Native("module", lambda: None)
        found = type(value)
        if isinstance(value, Handle):
            return Native(found.__name__, _not_made)
        return Native(str(found.__name__), _not_made, kind=found) if issubclass(found, _NOT_CALLED) else found

    made = Native("type", kind, kind=type)
    return made


# types that programs cannot call: their own constructors know no run
_NOT_CALLED: Final = (FunctionType, BuiltinFunctionType, MethodType, GeneratorType, StringIO, ZoneInfo)


def _not_made(*args: Any, **named: Any) -> Any:
    raise TypeError("cannot create instances of this type")


def _real(kinds: Any) -> Any:
    if type(kinds) is tuple:
        return tuple(map(_real, kinds))
    found = kind_of(kinds)
    if found is Instance or (type(kinds) is Native and kinds.name == "object"):
        return object
    return found


def _is_instance(value: Any, kinds: Any) -> bool:
    parts: Any = kinds if type(kinds) is tuple else (kinds,)
    is_plain = {*map(type, parts)} == _TYPE and Instance not in parts
    return isinstance(value, kinds if is_plain else _real(kinds))


_TYPE: Final = {type}


def _getattr(guest: Any) -> Any:
    def get(value: Any, name: str, *default: Any) -> Any:
        try:
            return guest.named(value, name)
        except AttributeError:
            if default:
                return default[0]
            raise

    return get


def _hasattr(guest: Any) -> Any:
    def has(value: Any, name: str) -> bool:
        try:
            guest.named(value, name)
        except AttributeError:
            return False
        return True

    return has


def _setattr(guest: Any) -> Any:
    def put(value: Any, name: str, new: Any) -> None:
        if type(name) is not str or words.is_magic(name) or words.inspects(name):
            raise AttributeError(f"the attribute {name} cannot be set")
        setattr(guest.writable(value, name if name in METHODS_OF_MIXED else ""), name, new)

    return put


def _print(guest: Any) -> Any:
    run = guest.run

    def show(*values: Any, sep: Any = " ", end: Any = "\n", file: Any = None, flush: bool = False) -> None:
        run.work(2)
        sep, end = " " if sep is None else sep, "\n" if end is None else end
        for name, given in (("sep", sep), ("end", end)):
            if not isinstance(given, str):
                raise TypeError(f"{name} must be None or a string, not {type(given).__name__}")
        texts: list[str] = []  # has a name, so that the meter sees it
        for value in values:
            texts.append(value if type(value) is str else guest.str(value))
        made = sep.join(texts) + end
        data = made.encode("utf-8", "replace")
        run.take(len(data))
        if file is None:
            run.print(data)
        elif isinstance(file, Standard):
            file.write(made)
        else:
            guest.guard("attr")(file, "write")(made)

    return show


class Standard(Handle):
    """sys.stdout and sys.stderr."""

    __slots__ = ("_is_error", "_run")
    offered = frozenset(("write", "flush"))

    def __init__(self, run: Any, *, is_error: bool) -> None:
        self._run, self._is_error = run, is_error

    def write(self, text: Any) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        data = text.encode("utf-8", "replace")
        self._run.take(len(data))
        self._run.print(data, "stderr" if self._is_error else "stdout")
        return len(text)

    def flush(self) -> None:
        pass


def _consuming(name: str) -> Make:
    """Returns the maker of a function that reads all items of its argument."""
    real = getattr(builtins, name)

    def make(guest: Any) -> Any:
        def consume(*args: Any, **named: Any) -> Any:
            if len(args) == 1:
                args = (guest.sized(args[0]),)
            else:
                guest.run.work(len(args))
            return real(*args, **named)

        return consume

    return make


def _sum(guest: Any) -> Any:
    def total(items: Any, /, start: Any = 0) -> Any:
        kind = type(start)
        if kind in GROWING or kind in MERGED:
            if kind is str:
                raise TypeError("sum() can't sum strings [use ''.join(seq) instead]")
            if kind is bytes:
                raise TypeError("sum() can't sum bytes [use b''.join(seq) instead]")
            add = guest.guard("add")
            for item in guest.steps(items):
                start = add(start, item)
            return start
        return sum(guest.sized(items), start)

    return total


def _sorted(guest: Any) -> Any:
    def order(items: Any, /, *more: Any, key: Any = None, reverse: bool = False) -> list[Any]:
        if more:
            raise TypeError(f"sorted expected 1 argument, got {1 + len(more)}")
        made = guest.listed(items)
        sort(guest.run, made, key=key, reverse=reverse)
        return made

    return order


def _iter(guest: Any) -> Any:
    def iterate(items: Any, *sentinel: Any) -> Any:
        return guest.steps(iter(items, *sentinel)) if sentinel else guest.iterate(items)

    return iterate


def _next(guest: Any) -> Any:
    def following(items: Any, *default: Any) -> Any:
        guest.run.work(1)
        return next(items, *default)

    return following


def _pow(guest: Any) -> Any:
    def power(base: Any, exp: Any, mod: Any = None) -> Any:
        if mod is None:
            return guest.guard("pow")(base, exp)
        if isinstance(mod, int) and isinstance(exp, int):
            guest.run.work(exp.bit_length() * (1 + (mod.bit_length() >> 6) ** 2) >> 6)
        return pow(base, exp, mod)

    return power


def _hash(guest: Any) -> Any:
    def hashed(value: Any) -> int:
        if type(value) not in guest.kinds and (callable(value) or value is None or isinstance(value, Handle)):
            return 7
        return hash(value)

    return hashed


def _id(guest: Any) -> Any:
    known: dict[int, tuple[int, Any]] = {}

    def number(value: Any) -> int:
        found = known.get(id(value))
        if found is None:
            guest.run.take(200)
            found = known[id(value)] = len(known) + 1, value
        return found[0]

    return number


def _dir(guest: Any) -> Any:
    def names(value: Any) -> list[str]:
        if type(value) is Module:
            found = sorted({*value.members, *value.listed()})
            guest.run.work(len(found))
            guest.run.take(8 * len(found))
            return found
        return sorted(name for name in dir(value) if not name.startswith("_"))[:500]

    return names


NAMES: Final[dict[str, Make]] = {
    **{name: _as_it_is(name) for name in f"{_AS_THEY_ARE} {_EXCEPTIONS}".split()},
    **{name: _number_text(name) for name in ("bin", "hex", "oct")},
    **{name: _consuming(name) for name in ("min", "max", "any", "all")},
    "__name__": lambda guest: "__main__",
    "sum": _sum,
    "sorted": _sorted,
    "type": lambda guest: guest.guard("new_type"),
    "isinstance": lambda guest: lambda value, kinds: _is_instance(value, kinds),
    "issubclass": lambda guest: lambda kind, kinds: issubclass(kind_of(kind), _real(kinds)),
    "getattr": _getattr,
    "hasattr": _hasattr,
    "setattr": _setattr,
    "print": _print,
    "repr": lambda guest: guest.repr,
    "ascii": lambda guest: lambda value: guest.masked(ascii(value)),
    "iter": _iter,
    "next": _next,
    "pow": _pow,
    "format": lambda guest: lambda value, spec="": guest.format(value, spec),
    "object": lambda guest: Native("object", guest.guard("new_object"), kind=object),
    "hash": _hash,
    "id": _id,
    "dir": _dir,
    "vars": lambda guest: lambda value: guest.magic(value, "__dict__"),
    "aiter": lambda guest: lambda items: guest.guard("aiter")(items),
    "anext": lambda guest: guest.guard("anext"),
}


def as_called(name: str, value: Any) -> Any:
    """Gives a library function the name that programs use, because messages about its arguments show it."""
    call = value.call if isinstance(value, Native) else value
    if type(call) is FunctionType and call.__module__.startswith("codemode.python"):
        call.__name__ = call.__qualname__ = name
        call.__module__ = "builtins"  # Python's messages do not name it then
    return value


# --- types where a program calls them by name -----------------------------------------------------------------------------


def _new_dict(guest: Any) -> Any:
    def new_dict(*args: Any, **named: Any) -> dict[Any, Any]:
        if len(args) != 1:
            return dict(*args, **named)
        made: dict[Any, Any] = {}  # the memory meter sees it while it is filled
        made.update(guest.merged(args[0]), **named)
        return made

    return new_dict


_MISSING: Final[Any] = object()


def _options(kind: Any, encoding: Any, errors: Any, more: tuple[Any, ...]) -> dict[str, Any]:
    """Returns the given ones of the arguments of `str` and `bytes` that say how a text is encoded."""
    if more:
        kind(*("",) * (3 + len(more)))  # raises this Python's own error
    return {key: value for key, value in (("encoding", encoding), ("errors", errors)) if value is not _MISSING}


def _new_bytes(guest: Any) -> Any:
    def new_bytes(source: Any = _MISSING, encoding: Any = _MISSING, errors: Any = _MISSING, *more: Any) -> bytes:
        options = _options(bytes, encoding, errors, more)
        if isinstance(source, str):
            if not options:
                raise TypeError("string argument without an encoding")
            return encoded(guest.run, source, **options)
        if options:
            raise TypeError(f"{next(iter(options))} without a string argument")
        if source is _MISSING:
            return b""
        if isinstance(source, int):
            size = int.__index__(source)
            guest.run.take(max(size, 0))
            return bytes(size)
        return bytes(source) if isinstance(source, bytes) else bytes(guest.listed(source))

    return new_bytes


def _new_str(guest: Any) -> Any:
    text = guest.str

    def new_str(object: Any = _MISSING, encoding: Any = _MISSING, errors: Any = _MISSING, *more: Any) -> str:
        if encoding is errors is _MISSING and not more:
            return "" if object is _MISSING else text(object)
        options = _options(str, encoding, errors, more)
        if object is _MISSING:
            return ""
        if isinstance(object, bytes):
            return decoded(guest.run, object, **options)
        if isinstance(object, str):
            raise TypeError("decoding str is not supported")
        raise TypeError(f"decoding to str: need a bytes-like object, {type(object).__name__} found")

    return new_str


def _new_int(guest: Any) -> Any:
    run = guest.run

    def new_int(*args: Any, **named: Any) -> int:
        if args and isinstance(args[0], str) and len(args[0]) > 1000:
            run.work(len(args[0]))
        return int(*args, **named)

    return new_int


def _new_object(guest: Any) -> Any:
    def new_object() -> Any:
        made: Any = Instance()
        made._serial_of_instance = guest.serial()
        return made

    return new_object


def _new_filter(guest: Any) -> Any:
    def new_filter(*args: Any) -> Any:
        if len(args) != 2:
            raise TypeError(f"filter expected 2 arguments, got {len(args)}")
        return filter(args[0], guest.steps(args[1]))

    return new_filter


_NEW: Final[dict[str, Make]] = {
    "list": lambda guest: lambda items=(): guest.listed(items),
    "tuple": lambda guest: lambda items=(): items if type(items) is tuple else tuple(guest.listed(items)),
    "set": lambda guest: lambda items=(): set(guest.listed(items)),
    "frozenset": lambda guest: lambda items=(): frozenset(guest.listed(items)),
    "dict": _new_dict,
    "str": _new_str,
    "bytes": _new_bytes,
    "int": _new_int,
    "float": lambda guest: lambda *args: float(*args),
    "enumerate": lambda guest: lambda items, start=0: enumerate(guest.framed(items), start),
    "zip": lambda guest: lambda *items, **named: zip(*map(guest.framed, items), **named),
    "map": lambda guest: lambda call, *items: map(guest.call(call), *map(guest.steps, items)),
    "filter": _new_filter,
    "reversed": lambda guest: lambda items: reversed(items),
    "object": _new_object,
    "type": _type,
}
assert _NEW.keys() == BUILT


def _called(name: str, make: Make) -> Make:
    return lambda guest: as_called(name, make(guest))


NEW: Final[dict[str, Make]] = {f"new_{name}": _called(name, make) for name, make in _NEW.items()}
