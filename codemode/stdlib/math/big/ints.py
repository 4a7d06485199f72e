"""math/big: arithmetic with Int."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import chain

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import GoPanic, Slice
from codemode.stdlib.appending import byte_slice
from codemode.stdlib.math.big.base import (
    Storage,
    big,
    digits,
    euclidean,
    pay_at_once,
    pay_bits,
    pay_division,
    pay_linear,
    pay_product,
    product_steps,
    put,
    quotient,
    value,
)
from codemode.stdlib.runes import bytes_of

_M64 = (1 << 64) - 1
_FIRST_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)  # as witnesses they decide all numbers below 3.3e24
_MAX_FLOAT_BITS = 1024

_NUMBER = 240  # bytes of a small Int


@big.func("func NewInt(x int64) *Int", run=True)
def new_int(run: Run, x: int) -> Storage:
    run.alloc(_NUMBER)
    return [x]


# --- setting and getting -----------------------------------------------------------------------------------------


big.row("func (z *Int) Set(x *Int) *Int", lambda run, z, x: put(run, z, value(x)))
big.row("func (z *Int) SetInt64(x int64) *Int", lambda run, z, x: put(run, z, x))
big.row("func (z *Int) SetUint64(x uint64) *Int", lambda run, z, x: put(run, z, x))
big.row(
    "func (z *Int) SetBytes(buf []byte) *Int",
    lambda run, z, buf: put(run, z, int.from_bytes(bytes_of(buf))),
    "len(buf) // 64",
)


@big.method("func (x *Int) Bytes() []byte", run=True)
def bytes_(run: Run, x: Storage) -> Slice:
    n = abs(value(x))
    pay_linear(run, n)
    data = n.to_bytes((n.bit_length() + 7) // 8)
    return byte_slice(run, data)


@big.method("func (x *Int) Int64() int64")
def int64(x: Storage) -> int:
    n = abs(value(x)) & _M64
    n = -n if value(x) < 0 else n
    return ((n + (1 << 63)) & _M64) - (1 << 63)


big.row("func (x *Int) Uint64() uint64", lambda x: abs(value(x)) & _M64)
big.row("func (x *Int) IsInt64() bool", lambda x: -(1 << 63) <= value(x) < 1 << 63)
big.row("func (x *Int) IsUint64() bool", lambda x: 0 <= value(x) <= _M64)


def nearest(a: int, b: int) -> float:
    """Returns the float64 nearest to a/b."""
    try:
        return a / b
    except OverflowError:
        return math.inf if (a < 0) == (b < 0) else -math.inf


@big.method("func (x *Int) Float64() (float64, Accuracy)", run=True)
def float64(run: Run, x: Storage) -> tuple[float, int]:
    n = value(x)
    pay_linear(run, n)
    if n.bit_length() > _MAX_FLOAT_BITS:
        return (math.inf, 1) if n > 0 else (-math.inf, -1)
    found = nearest(n, 1)
    return found, (found > n) - (found < n)


@big.method("func (x *Int) Sign() int")
def sign(x: Storage) -> int:
    n = value(x)
    return (n > 0) - (n < 0)


@big.method("func (x *Int) Cmp(y *Int) int", run=True)
def cmp(run: Run, x: Storage, y: Storage) -> int:
    a, b = value(x), value(y)
    pay_linear(run, a)
    return (a > b) - (a < b)


big.row("func (x *Int) BitLen() int", lambda x: value(x).bit_length())


@big.method("func (x *Int) Bit(i int) uint", run=True)
def bit(run: Run, x: Storage, i: int) -> int:
    if i < 0:
        raise GoPanic(b"negative bit index")
    n = value(x)
    pay_linear(run, n)
    return n >> i & 1


@big.method("func (z *Int) SetBit(x *Int, i int, b uint) *Int", run=True)
def set_bit(run: Run, z: Storage, x: Storage, i: int, b: int) -> Storage:
    if i < 0:
        raise GoPanic(b"negative bit index")
    if b not in (0, 1):
        raise GoPanic(b"set bit is not 0 or 1")
    n = value(x)
    pay_bits(run, max(i, n.bit_length()) if b or n < 0 else n.bit_length())
    if b:
        return put(run, z, n | 1 << i)
    return put(run, z, n & ~(1 << i) if n < 0 or i <= n.bit_length() else n)


# --- arithmetic --------------------------------------------------------------------------------------------------


def _register_binary(name: str, pay: Callable[..., None], body: Callable[[int, int], int]) -> None:
    def calculate(run: Run, z: Storage, x: Storage, y: Storage) -> Storage:
        a, b = value(x), value(y)
        pay(run, a, b)
        return put(run, z, body(a, b))

    big.method(f"func (z *Int) {name}(x, y *Int) *Int", run=True)(calculate)


def _register_unary(name: str, body: Callable[[int], int]) -> None:
    def calculate(run: Run, z: Storage, x: Storage) -> Storage:
        return put(run, z, body(value(x)))

    big.method(f"func (z *Int) {name}(x *Int) *Int", run=True)(calculate)


_register_binary("Add", pay_linear, lambda a, b: a + b)
_register_binary("Sub", pay_linear, lambda a, b: a - b)
_register_binary("Mul", pay_product, lambda a, b: a * b)
_register_binary("Quo", pay_division, lambda a, b: quotient(a, b)[0])
_register_binary("Rem", pay_division, lambda a, b: quotient(a, b)[1])
_register_binary("Div", pay_division, lambda a, b: euclidean(a, b)[0])
_register_binary("Mod", pay_division, lambda a, b: euclidean(a, b)[1])
_register_binary("And", pay_linear, lambda a, b: a & b)
_register_binary("AndNot", pay_linear, lambda a, b: a & ~b)
_register_binary("Or", pay_linear, lambda a, b: a | b)
_register_binary("Xor", pay_linear, lambda a, b: a ^ b)
_register_unary("Abs", abs)
_register_unary("Neg", lambda n: -n)
_register_unary("Not", lambda n: ~n)


def _both(
    run: Run, z: Storage, x: Storage, y: Storage, r: Storage, body: Callable[[int, int], tuple[int, int]]
) -> tuple[Storage, Storage]:
    a, b = value(x), value(y)
    pay_division(run, a, b)
    whole, rest = body(a, b)
    return put(run, z, whole), put(run, r, rest)


big.row("func (z *Int) QuoRem(x, y, r *Int) (*Int, *Int)", lambda run, z, x, y, r: _both(run, z, x, y, r, quotient))
big.row("func (z *Int) DivMod(x, y, m *Int) (*Int, *Int)", lambda run, z, x, y, m: _both(run, z, x, y, m, euclidean))


@big.method("func (z *Int) Lsh(x *Int, n uint) *Int", run=True)
def lsh(run: Run, z: Storage, x: Storage, n: int) -> Storage:
    old = value(x)
    pay_bits(run, old.bit_length() + n if old else 0)
    return put(run, z, old << n if old else 0)


@big.method("func (z *Int) Rsh(x *Int, n uint) *Int", run=True)
def rsh(run: Run, z: Storage, x: Storage, n: int) -> Storage:
    old = value(x)
    pay_linear(run, old)
    return put(run, z, old >> n)


@big.method("func (z *Int) Sqrt(x *Int) *Int", run=True)
def sqrt(run: Run, z: Storage, x: Storage) -> Storage:
    n = value(x)
    if n < 0:
        raise GoPanic(b"square root of negative number")
    pay_division(run, n, n)
    return put(run, z, math.isqrt(n))


def _pay_power(run: Run, exponent: int, modulus: int) -> None:
    size = digits(modulus)
    pay_at_once(run, exponent.bit_length() * (1 + (size * size >> 7)))


@big.method("func (z *Int) Exp(x, y, m *Int) *Int", run=True)
def exp(run: Run, z: Storage, x: Storage, y: Storage, m: Storage | None) -> Storage | None:
    base, power, modulus = value(x), value(y), abs(value(m)) if m is not None else 0
    if not modulus:
        if power <= 0:
            return put(run, z, 1)
        bits = 1 if abs(base) <= 1 else base.bit_length() * power
        pay_bits(run, bits)
        pay_at_once(run, 2 * product_steps(bits // 30 + 1, bits // 30 + 1))
        return put(run, z, base if base in (0, 1) else base & 1 and 1 - 2 * (power & 1) if base == -1 else base**power)
    _pay_power(run, power, modulus)
    pay_division(run, base, modulus)
    try:
        return put(run, z, pow(base, power, modulus))
    except ValueError:
        return None


@big.method("func (z *Int) ModInverse(g, n *Int) *Int", run=True)
def mod_inverse(run: Run, z: Storage, g: Storage, n: Storage) -> Storage | None:
    a, modulus = value(g), abs(value(n))
    pay_at_once(run, digits(a) * digits(modulus) >> 2)
    pay_division(run, a, modulus)
    try:
        return put(run, z, pow(a, -1, modulus)) if modulus else None
    except ValueError:
        return None


@big.method("func (z *Int) GCD(x, y, a, b *Int) *Int", run=True)
def gcd(run: Run, z: Storage, x: Storage | None, y: Storage | None, a: Storage, b: Storage) -> Storage:
    n, m = value(a), value(b)
    pay_at_once(run, digits(n) * digits(m) >> (7 if x is None and y is None else 2))
    pay_division(run, n, m)
    found = math.gcd(n, m)
    if x is not None or y is not None:
        p, q = _bezout(n, m, found)
        if x is not None:
            put(run, x, p)
        if y is not None:
            put(run, y, q)
    return put(run, z, found)


def _bezout(n: int, m: int, common: int) -> tuple[int, int]:
    """Returns the factors of the extended Euclidean algorithm with the smallest absolute values."""
    if not n or not m:
        return (n > 0) - (n < 0), (m > 0) - (m < 0)
    a, b = abs(n) // common, abs(m) // common
    p = pow(a, -1, b) if b > 1 else 0
    if b == 1:
        p, q = 0, 1
    else:
        if 2 * p > b:
            p -= b
        q = (1 - p * a) // b
    return (p if n > 0 else -p), (q if m > 0 else -q)


@big.method("func (z *Int) MulRange(a, b int64) *Int", run=True)
def mul_range(run: Run, z: Storage, a: int, b: int) -> Storage:
    if a > b:
        return put(run, z, 1)
    if a <= 0 <= b:
        return put(run, z, 0)
    count = b - a + 1
    run.charge(count)
    bits = count * max(abs(a), abs(b)).bit_length()
    pay_bits(run, bits)
    pay_at_once(run, bits * bits >> 20)
    return put(run, z, _product(a, b))


def _product(a: int, b: int) -> int:
    if b - a < 16:
        return math.prod(range(a, b + 1))
    middle = (a + b) // 2
    return _product(a, middle) * _product(middle + 1, b)


@big.method("func (z *Int) Binomial(n, k int64) *Int", run=True)
def binomial(run: Run, z: Storage, n: int, k: int) -> Storage:
    if k > n or k < 0:
        return put(run, z, 0)
    k = min(k, n - k)
    bits = k * n.bit_length()
    run.charge(k)
    pay_bits(run, bits)
    pay_at_once(run, bits * bits >> 18)
    return put(run, z, math.comb(n, k))


@big.method("func (x *Int) ProbablyPrime(n int) bool", run=True)
def probably_prime(run: Run, x: Storage, n: int) -> bool:
    if n < 0:
        raise GoPanic(b"negative n for ProbablyPrime")
    number = value(x)
    if number < 2:
        return False
    for prime in _FIRST_PRIMES:
        if number % prime == 0:
            return number == prime
    odd, twos = number - 1, 0
    shift = (odd & -odd).bit_length() - 1
    odd, twos = odd >> shift, shift
    for witness in chain(_FIRST_PRIMES, (run.rng.randrange(2, number - 1) for _ in range(n))):
        _pay_power(run, odd, number)
        power = pow(witness, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            pay_division(run, number, number)
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True
