"""Guards for operators that can make large results or that change a value in place. They charge before they compute. `OPERATORS` makes them for a
run, by the names that rewritten programs use."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

import operator
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from decimal import Decimal, getcontext
from types import GeneratorType
from typing import Any, Final

from codemode.python.meter import PythonRun
from codemode.python.methods import LONG, widths

Operator = Callable[[Any, Any], Any]
GROWING = frozenset((str, bytes, list, tuple, deque))
_REPEATED = (str, bytes, list, tuple, deque)  # also enums and named tuples that derive from them
NUMBERS = frozenset((int, float, bool))
SETS = frozenset((set, frozenset))
MERGED = SETS | {dict, defaultdict, OrderedDict, Counter, type({}.keys()), type({}.items())}
BIG = 1 << 15  # bits; work on larger numbers is charged
_KEPT = 100  # formats that are kept in a run, and their characters
SMALL = 1 << 500  # texts and products of numbers between -SMALL and SMALL need no charge


def _bits(run: PythonRun, bits: int) -> None:
    """Charges for a number with this many bits before it is made."""
    if bits > BIG:
        run.take(bits >> 3)
        run.work((bits >> 6) * max(1, bits >> 14))


def _plus(run: PythonRun, a: Any, b: Any) -> None:
    if type(a) in GROWING and type(b) in GROWING:
        run.take((len(a) + len(b)) * (1 if type(a) is str or type(a) is bytes else 8))
    elif type(a) is Counter:
        run.work(len(a))
        _joined(run, a, b)


def _joined(run: PythonRun, a: Any, b: Any) -> None:
    if type(a) in MERGED and type(b) in MERGED:
        run.take(40 * (len(a) + len(b)))


def _times(run: PythonRun, a: Any, b: Any) -> tuple[Any, Any]:
    """Returns the factors; one that `__index__` makes a number is that number, because a second call may make another one."""
    if isinstance(a, int) and isinstance(b, int):
        _bits(run, a.bit_length() + b.bit_length())
        return a, b
    if isinstance(a, _REPEATED):
        b = _index(b)
        many, size = a, b
    elif isinstance(b, _REPEATED):
        a = _index(a)
        many, size = b, a
    else:
        return a, b
    if isinstance(size, int) and size > 0:
        length = tuple.__len__(many) if isinstance(many, tuple) else len(many)  # named tuples may define their own
        run.take(length * size * (1 if isinstance(many, str | bytes) else 8))
    return a, b


def _index(value: Any) -> Any:
    kind: Any = type(value)
    if kind in NUMBERS or not hasattr(kind, "__index__") or hasattr(kind, "__mul__") or hasattr(kind, "__rmul__"):
        return value
    return operator.index(value)


def _percent(run: PythonRun, a: Any, b: Any) -> None:
    if isinstance(a, str):
        text = str.__str__(a)
    elif type(a) is bytes:
        text = bytes.decode(a, "latin-1")
    else:
        return
    wide = widths(text)
    if "*" in text:
        wide += sum(
            abs(each) for each in (tuple.__iter__(b) if isinstance(b, tuple) else (b,)) if isinstance(each, int)
        )
    run.take(wide + len(text))


def _inserted(text: Any, given: Any) -> int:
    """How many characters of texts `%` inserts at most. Other values are charged when they are made texts."""
    if not isinstance(text, str | bytes):
        return 0
    if isinstance(given, tuple):
        return sum(_length(each) for each in tuple.__iter__(given) if isinstance(each, str | bytes))
    if type(given) is dict:
        longest = max((_length(each) for each in given.values() if isinstance(each, str | bytes)), default=0)
        return longest * (text.count("%(") if isinstance(text, str) else text.count(b"%("))
    return _length(given) if isinstance(given, str | bytes) else 0


def _length(text: str | bytes) -> int:
    """The length, also if the program's own type says another."""
    return str.__len__(text) if isinstance(text, str) else bytes.__len__(text)


def _to_power(run: PythonRun, a: Any, b: Any) -> None:
    if isinstance(b, int) and isinstance(a, int):
        if b > 0 and a.bit_length() > 1:
            _bits(run, a.bit_length() * b)
    elif type(a) is Decimal:
        run.work(getcontext().prec)
    elif isinstance(b, int) and type(a) is not float and type(a) is not complex and abs(b) > 10_000:
        _bits(run, abs(b) * 64)


def _shifted(run: PythonRun, a: Any, b: Any) -> None:
    if isinstance(a, int) and isinstance(b, int) and b > 0:
        _bits(run, a.bit_length() + b)


def _add(guest: Any) -> Operator:
    run: PythonRun = guest.run

    def add(a: Any, b: Any) -> Any:
        if type(a) not in NUMBERS:
            _plus(run, a, b)
        return a + b

    return add


def _joined_text(guest: Any) -> Operator:
    """A sum with a text of the program's own: the result is not much longer than the other operand, so it is charged afterwards, if it is long."""
    run: PythonRun = guest.run

    def join(a: Any, b: Any) -> Any:
        made = a + b
        if type(made) is str and len(made) > LONG:
            run.take(len(made))
        return made

    return join


def _grow(guest: Any) -> Callable[[Any], Any]:
    """Charges for what `+=` adds."""
    run: PythonRun = guest.run

    def grow(b: Any) -> Any:
        kind: Any = type(b)
        if kind in NUMBERS:
            return b
        if kind in GROWING:
            run.take(len(b) * (2 if kind is str else 8))
        elif kind in SETS or kind is GeneratorType or hasattr(kind, "__next__"):
            return guest.sized(b)
        return b

    return grow


def _slice(guest: Any) -> Callable[[Any, Any, Any, Any], Any]:
    run: PythonRun = guest.run

    def slice_of(value: Any, start: Any, stop: Any, step: Any) -> Any:
        kind = type(value)
        if kind not in GROWING or len(value) <= 64:
            return value[start:stop:step]
        if len(value) > LONG:
            run.take(len(range(*slice(start, stop, step).indices(len(value)))) * (1 if kind is str else 8))
            return value[start:stop:step]
        made = value[start:stop:step]
        run.take(len(made) * (1 if kind is str else 8))
        return made

    return slice_of


def _mul(guest: Any) -> Operator:
    run: PythonRun = guest.run

    low, high = -SMALL, SMALL

    def mul(a: Any, b: Any) -> Any:
        kind = type(a)
        if kind is int and type(b) is int:
            if not (low < a < high and low < b < high):
                _bits(run, a.bit_length() + b.bit_length())
        elif kind is not float and type(b) is not float:
            a, b = _times(run, a, b)
        return a * b

    return mul


def _imul(guest: Any) -> Operator:
    run: PythonRun = guest.run

    low, high = -SMALL, SMALL

    def mul(a: Any, b: Any) -> Any:
        if not (type(a) is int and type(b) is int and low < a < high and low < b < high):
            a, b = _times(run, a, b)
        a *= b
        return a

    return mul


def _or(guest: Any) -> Operator:
    run: PythonRun = guest.run

    def either(a: Any, b: Any) -> Any:
        if type(a) is not int:
            _joined(run, a, b)
        return a | b

    return either


def _mod(guest: Any) -> Operator:
    run: PythonRun = guest.run
    known: dict[str, int] = {}

    def mod(a: Any, b: Any) -> Any:
        kind = type(a)
        if kind in NUMBERS:
            return a % b
        wide = known.get(a) if kind is str else None
        size = _inserted(a, b)
        if size > _KEPT:
            run.take(size)
        if wide is not None:
            run.take(wide + len(a))
        else:
            _percent(run, a, b)
            if kind is str and len(a) <= _KEPT and len(known) < _KEPT and "*" not in a:
                known[a] = widths(a)
        return guest.masked(a % b) if kind is str else a % b

    return mod


def _priced(price: Callable[[PythonRun, Any, Any], None], do: Operator) -> Callable[[Any], Operator]:
    def make(guest: Any) -> Operator:
        run: PythonRun = guest.run

        def operate(a: Any, b: Any) -> Any:
            price(run, a, b)
            return do(a, b)

        return operate

    return make


OPERATORS: Final[dict[str, Callable[[Any], Any]]] = {
    "add": _add,
    "joined": _joined_text,
    "mul": _mul,
    "mod": _mod,
    "or": _or,
    "pow": _priced(_to_power, operator.pow),
    "shl": _priced(_shifted, operator.lshift),
    "imul": _imul,
    "imod": _mod,
    "ipow": _priced(_to_power, operator.ipow),
    "ishl": _priced(_shifted, operator.ilshift),
    "grow": _grow,
    "slice": _slice,
}
