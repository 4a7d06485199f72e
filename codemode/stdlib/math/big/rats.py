"""math/big: Rat, exact fractions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import NIL_SLICE, Slice, new_error, nil_deref
from codemode.stdlib.appending import append_bytes
from codemode.stdlib.math.big.base import (
    Storage,
    big,
    no_division_by_zero,
    no_larger,
    pay_at_once,
    pay_bits,
    pay_division,
    pay_product,
    value,
)
from codemode.stdlib.math.big.ints import nearest
from codemode.stdlib.math.big.text import fraction_of, text_of
from codemode.stdlib.runes import bytes_of
from codemode.stdlib.strconv.quoting import quote

Pair = tuple[int, int]


def parts(x: Storage | None) -> Pair:
    """Returns numerator and denominator. Panics for nil."""
    if x is None:
        raise nil_deref()
    return x[0] or 0, x[1] or 1


def _put(run: Run, z: Storage | None, a: int, b: int) -> Storage:
    """Sets z to a/b in lowest terms and returns z."""
    if z is None:
        raise nil_deref()
    no_division_by_zero(b)
    no_larger(max(a.bit_length(), b.bit_length()))
    pay_division(run, a, b)
    common = math.gcd(a, b) if b > 0 else -math.gcd(a, b)
    z[:] = [a // common, b // common]
    return z


big.row("func NewRat(a, b int64) *Rat", lambda run, a, b: _put(run, [None, None], a, b))


# --- setting and getting -----------------------------------------------------------------------------------------


@big.method("func (z *Rat) SetString(s string) (*Rat, bool)", run=True, cost="1 + len(s) // 16")
def set_string(run: Run, z: Storage, s: bytes) -> tuple[Storage | None, bool]:
    found = fraction_of(run, s)
    return (None, False) if found is None else (_put(run, z, *found), True)


def _register_unary(text: str, pair: Callable[[Any], Pair]) -> None:
    """Registers a method that sets z to a fraction of its argument and returns z. `text` is its declaration from the name on."""

    def put(run: Run, z: Storage, x: Any) -> Storage:
        return _put(run, z, *pair(x))

    big.method(f"func (z *Rat) {text} *Rat", run=True)(put)


_register_unary("Set(x *Rat)", parts)
_register_unary("SetInt(x *Int)", lambda x: (value(x), 1))
_register_unary("SetInt64(x int64)", lambda x: (x, 1))
_register_unary("SetUint64(x uint64)", lambda x: (x, 1))
_register_unary("Neg(x *Rat)", lambda x: (-parts(x)[0], parts(x)[1]))
_register_unary("Abs(x *Rat)", lambda x: (abs(parts(x)[0]), parts(x)[1]))
_register_unary("Inv(x *Rat)", lambda x: (parts(x)[1], parts(x)[0]))
big.row("func (z *Rat) SetFrac(a, b *Int) *Rat", lambda run, z, a, b: _put(run, z, value(a), value(b)))
big.row("func (z *Rat) SetFrac64(a, b int64) *Rat", lambda run, z, a, b: _put(run, z, a, b))
big.row(
    "func (z *Rat) SetFloat64(f float64) *Rat",
    lambda run, z, f: _put(run, z, *f.as_integer_ratio()) if math.isfinite(f) else None,
)
big.row("func (x *Rat) Num() *Int", lambda x: [parts(x)[0]])
big.row("func (x *Rat) Denom() *Int", lambda x: [parts(x)[1]])
big.row("func (x *Rat) IsInt() bool", lambda x: parts(x)[1] == 1)


@big.method("func (x *Rat) Sign() int")
def sign(x: Storage) -> int:
    n = parts(x)[0]
    return (n > 0) - (n < 0)


@big.method("func (x *Rat) Cmp(y *Rat) int", run=True)
def cmp(run: Run, x: Storage, y: Storage) -> int:
    (a, b), (c, d) = parts(x), parts(y)
    pay_product(run, a, d)
    pay_product(run, c, b)
    return (a * d > c * b) - (a * d < c * b)


@big.method("func (x *Rat) Float64() (f float64, exact bool)", run=True)
def float64(run: Run, x: Storage) -> tuple[float, bool]:
    a, b = parts(x)
    pay_division(run, a, b)
    found = nearest(a, b)
    return found, math.isfinite(found) and found.as_integer_ratio() == (a, b)


# --- arithmetic --------------------------------------------------------------------------------------------------


def _register(name: str, body: Callable[[int, int, int, int], Pair]) -> None:
    def calculate(run: Run, z: Storage, x: Storage, y: Storage) -> Storage:
        (a, b), (c, d) = parts(x), parts(y)
        for left in (a, b):
            for right in (c, d):
                pay_product(run, left, right)
        return _put(run, z, *body(a, b, c, d))

    big.method(f"func (z *Rat) {name}(x, y *Rat) *Rat", run=True)(calculate)


_register("Add", lambda a, b, c, d: (a * d + c * b, b * d))
_register("Sub", lambda a, b, c, d: (a * d - c * b, b * d))
_register("Mul", lambda a, b, c, d: (a * c, b * d))
_register("Quo", lambda a, b, c, d: (a * d, b * c))


# --- texts -------------------------------------------------------------------------------------------------------


@big.method("func (x *Rat) String() string", run=True)
def string(run: Run, x: Storage) -> bytes:
    a, b = parts(x)
    return text_of(run, a, 10) + b"/" + text_of(run, b, 10)


@big.method("func (x *Rat) RatString() string", run=True)
def rat_string(run: Run, x: Storage) -> bytes:
    return text_of(run, parts(x)[0], 10) if parts(x)[1] == 1 else string(run, x)


@big.method("func (x *Rat) FloatString(prec int) string", run=True)
def float_string(run: Run, x: Storage, prec: int) -> bytes:
    a, b = parts(x)
    prec = max(prec, 0)
    bits = 4 * prec
    pay_bits(run, bits)
    pay_at_once(run, bits * (bits + a.bit_length()) >> 17)
    pay_at_once(run, (bits + a.bit_length()) * b.bit_length() >> 17)
    scaled, rest = divmod(abs(a) * 10**prec, b)
    found = text_of(run, scaled + (2 * rest >= b), 10)
    if prec:
        found = found.rjust(prec + 1, b"0")
        found = found[:-prec] + b"." + found[-prec:]
    return b"-" + found if a < 0 else found


big.row(
    "func (x *Rat) MarshalText() (text []byte, err error)",
    lambda run, x: (append_bytes(run, NIL_SLICE, rat_string(run, x)), None),
)


@big.method("func (z *Rat) UnmarshalText(text []byte) error", run=True, cost="1 + len(text) // 2")
def unmarshal_text(run: Run, z: Storage, data: Slice) -> Any:
    content = bytes_of(data)
    if set_string(run, z, content)[1]:
        return None
    return new_error(b"math/big: cannot unmarshal " + quote(content) + b" into a *big.Rat")
