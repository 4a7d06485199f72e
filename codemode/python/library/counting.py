"""Numbers: math, cmath, statistics, decimal, fractions, random, operator."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false, reportUnknownVariableType=false
from __future__ import annotations

import cmath
import decimal
import fractions
import math
import numbers
import operator
import random
import statistics
from typing import Any, Final

from codemode.python.values import Handle, Native

Members = dict[str, Any]
MAX_FACTORIAL = 100_000
MAX_PRECISION: Final = 1000  # digits of decimal numbers

_MATH: Final = """acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh degrees e erf erfc exp exp2 expm1 fabs floor fmod
frexp gamma inf isclose
isfinite isinf isnan isqrt ldexp lgamma log log10 log1p log2 modf nan nextafter pi radians remainder sin sinh sqrt tan tanh tau trunc ulp"""
_CMATH: Final = "acos asin atan cos cosh exp inf isclose isfinite isinf isnan log log10 nan phase pi polar rect sin sinh sqrt tan tanh tau e"
_STATISTICS: Final = """mean fmean geometric_mean harmonic_mean median median_low median_high median_grouped mode multimode pstdev
pvariance stdev variance"""


def _math(guest: Any) -> Members:
    run = guest.run

    def factorial(n: Any) -> int:
        if isinstance(n, int) and n > 20:
            if n > MAX_FACTORIAL:
                raise OverflowError(f"factorial() argument should not exceed {MAX_FACTORIAL} here")
            bits = int(math.lgamma(n + 1) / math.log(2))
            run.take(bits >> 3)
            run.work((bits >> 6) * max(1, bits >> 12))
        return math.factorial(n)

    def many(name: str) -> Any:
        real = getattr(math, name)

        def call(n: Any, k: Any = None) -> int:
            if isinstance(n, int) and n > 0:
                bits = n.bit_length() * min(n if k is None else max(0, k), n)
                run.take(bits >> 3)
                run.work((bits >> 6) * max(1, bits >> 16))
            return real(n) if k is None else real(n, k)

        return call

    def over(name: str) -> Any:
        real = getattr(math, name)
        return lambda *args: real(*(each if isinstance(each, int) else guest.listed(each) for each in args))

    def prod(items: Any, *, start: Any = 1) -> Any:
        mul = guest.guard("mul")
        for item in guest.steps(items):
            start = mul(start, item)
        return start

    return {
        **{name: getattr(math, name) for name in _MATH.split()},
        "factorial": factorial,
        "comb": many("comb"),
        "perm": many("perm"),
        "fsum": over("fsum"),
        "dist": over("dist"),
        "hypot": math.hypot,
        "gcd": math.gcd,
        "lcm": math.lcm,
        "pow": math.pow,
        "prod": prod,
    }


def _statistics(guest: Any) -> Members:
    def over(name: str) -> Any:
        real = getattr(statistics, name)

        def call(data: Any, /, *args: Any, **named: Any) -> Any:
            made = guest.listed(data)
            guest.run.work(len(made) * 4)
            return real(made, *args, **named)

        return call

    def quantiles(data: Any, *, n: int = 4, method: Any = "exclusive") -> Any:
        many = operator.index(n)
        guest.run.take(64 * max(0, many))
        return statistics.quantiles(guest.listed(data), n=many, method=method)

    return {
        **{name: over(name) for name in _STATISTICS.split()},
        "quantiles": quantiles,
        "correlation": lambda x, y: statistics.correlation(guest.listed(x), guest.listed(y)),
        "linear_regression": lambda x, y: statistics.linear_regression(guest.listed(x), guest.listed(y)),
        "StatisticsError": statistics.StatisticsError,
    }


class DecimalContext(Handle):
    """The decimal context of the current task."""

    __slots__ = ()
    offered = frozenset(("prec", "rounding"))
    is_settable = True

    @property
    def prec(self) -> int:
        return decimal.getcontext().prec

    @prec.setter
    def prec(self, digits: Any) -> None:
        if isinstance(digits, int) and digits > MAX_PRECISION:
            raise ValueError(f"the precision is at most {MAX_PRECISION} here")
        decimal.getcontext().prec = digits

    @property
    def rounding(self) -> str:
        return decimal.getcontext().rounding

    @rounding.setter
    def rounding(self, way: str) -> None:
        decimal.getcontext().rounding = way


class LocalContext(Handle):
    """decimal.localcontext: a context manager."""

    __slots__ = ("_before", "_guest", "_named")

    def __init__(self, guest: Any, named: dict[str, Any]) -> None:
        self._guest, self._named = guest, named

    def __enter__(self) -> DecimalContext:
        self._before = decimal.getcontext()
        decimal.setcontext(self._before.copy())
        made = DecimalContext()
        for name, value in self._named.items():
            if name not in made.offered:
                raise TypeError(f"{name!r} is an invalid keyword argument for this function")
            setattr(made, name, value)
        return made

    def __exit__(self, *_: object) -> None:
        if not self._guest.run.is_silent:
            decimal.setcontext(self._before)


def _decimal(guest: Any) -> Members:
    names = "ROUND_CEILING ROUND_DOWN ROUND_FLOOR ROUND_HALF_DOWN ROUND_HALF_EVEN ROUND_HALF_UP ROUND_UP ROUND_05UP"
    errors = "DecimalException InvalidOperation DivisionByZero Inexact Rounded Overflow Underflow Clamped Subnormal FloatOperation"
    return {
        **{name: getattr(decimal, name) for name in (names + " " + errors).split()},
        "Decimal": decimal.Decimal,
        "getcontext": DecimalContext,
        "localcontext": lambda ctx=None, **named: LocalContext(guest, named),
    }


class Chance(Handle):
    """Random numbers, seeded by the run or by the program."""

    __slots__ = ("_guest", "_real")
    offered = frozenset(
        "random uniform randint randrange choice choices shuffle sample gauss normalvariate expovariate betavariate triangular lognormvariate seed "
        "getrandbits randbytes vonmisesvariate paretovariate weibullvariate gammavariate".split()
    )

    def __init__(self, guest: Any, real: random.Random) -> None:
        self._guest, self._real = guest, real

    def seed(self, a: Any = None) -> None:
        if not isinstance(a, int | float | str | bytes | None):
            raise TypeError("a seed is a number or a text")
        self._real.seed(a if a is not None else self._guest.run.rng.getrandbits(64))

    def choices(self, population: Any, weights: Any = None, *, cum_weights: Any = None, k: int = 1) -> list[Any]:
        self._guest.run.take(16 * max(0, k))
        self._guest.run.work(max(0, k))
        lists = [None if each is None else self._guest.listed(each) for each in (population, weights, cum_weights)]
        return self._real.choices(lists[0] or [], lists[1], cum_weights=lists[2], k=k)

    def shuffle(self, items: list[Any]) -> None:
        self._guest.run.work(len(items))
        self._real.shuffle(items)

    def sample(self, population: Any, k: int, *, counts: Any = None) -> list[Any]:
        self._guest.run.work(max(0, k))
        self._guest.run.take(100 * max(0, k))
        counts = None if counts is None else self._guest.listed(counts)
        items = population if isinstance(population, range) else self._guest.listed(population)
        return self._real.sample(items, k, counts=counts)

    def getrandbits(self, k: int) -> int:
        self._guest.run.take(k >> 3)
        return self._real.getrandbits(k)

    def randbytes(self, n: int) -> bytes:
        self._guest.run.take(n)
        return self._real.randbytes(n)

    def choice(self, items: Any) -> Any:
        return self._real.choice(items)

    def __getattr__(self, name: str) -> Any:
        if name not in self.offered:
            raise AttributeError(name)
        return getattr(self._real, name)


def _random(guest: Any) -> Members:
    made = Chance(guest, guest.run.rng)

    def new(seed: Any = None) -> Chance:
        guest.run.take(3000)
        found = Chance(guest, random.Random(0))
        found.seed(seed)
        return found

    return {**{name: getattr(made, name) for name in Chance.offered}, "Random": Native("Random", new, kind=Chance)}


def _operator(guest: Any) -> Members:
    attr = guest.named

    def itemgetter(*keys: Any) -> Any:
        key = keys[0]
        if len(keys) == 1:
            return lambda value: value[key]
        return lambda value: tuple(value[each] for each in keys)

    def path(name: str) -> Any:
        parts = name.split(".")

        def get(value: Any) -> Any:
            for part in parts:
                value = attr(value, part)
            return value

        return get

    def attrgetter(*names: str) -> Any:
        getters = [path(name) for name in names]
        return getters[0] if len(getters) == 1 else lambda value: tuple(get(value) for get in getters)

    def setitem(items: Any, key: Any, value: Any) -> None:
        items[key] = guest.listed(value) if isinstance(key, slice) else value

    def methodcaller(name: str, /, *args: Any, **named: Any) -> Any:
        return lambda value: attr(value, name)(*args, **named)

    plain = "abs and_ eq floordiv ge gt index inv invert is_ is_not le lt matmul ne neg not_ pos rshift sub truediv truth xor"
    guards = {name: guest.guard(name) for name in ("add", "mul", "mod", "pow")}
    return {
        **{name: getattr(operator, name) for name in plain.split()},
        **guards,
        "lshift": guest.guard("shl"),
        "or_": guest.guard("or"),
        "contains": lambda items, value: value in guest.searched(items),
        "countOf": lambda items, value: operator.countOf(guest.steps(items), value),
        "indexOf": lambda items, value: operator.indexOf(guest.steps(items), value),
        "concat": guest.guard("add"),
        "getitem": lambda value, key: value[key],
        "setitem": setitem,
        "delitem": operator.delitem,
        "itemgetter": itemgetter,
        "attrgetter": attrgetter,
        "methodcaller": methodcaller,
    }


MODULES: Final[dict[str, Any]] = {
    "math": _math,
    "cmath": lambda guest: {name: getattr(cmath, name) for name in _CMATH.split()},
    "statistics": _statistics,
    "decimal": _decimal,
    "fractions": lambda guest: {"Fraction": fractions.Fraction},
    "numbers": lambda guest: {
        name: getattr(numbers, name) for name in ("Number", "Integral", "Real", "Rational", "Complex")
    },
    "random": _random,
    "operator": _operator,
}
