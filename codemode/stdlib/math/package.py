"""math. Results equal Go's to the last bit, except in `special`. `_libm` has the functions whose results are not exact."""

from __future__ import annotations

import math as host
from collections.abc import Callable
from math import copysign, frexp, inf, isinf, isnan, nextafter

from codemode.stdlib.math import special as math_special
from codemode.stdlib.math._libm import exp as math_exp
from codemode.stdlib.math._libm import trig as math_trig
from codemode.stdlib.math.float_bits import bits_of, bits_of_single, from_bits, from_bits_single
from codemode.stdlib.math.special import from_host
from codemode.stdlib.registry import Package

math = Package("math")

NAN = from_bits(0x7FF8000000000001)

_CONSTANTS = """
E = 2.71828182845904523536028747135266249775724709369995957496696763
Pi = 3.14159265358979323846264338327950288419716939937510582097494459
Phi = 1.61803398874989484820458683436563811772030917980576286213544862
Sqrt2 = 1.41421356237309504880168872420969807856967187537694807317667974
SqrtE = 1.64872127070012814684865078781416357165377610071014801157507931
SqrtPi = 1.77245385090551602729816748334114518279754945612238712821380779
SqrtPhi = 1.27201964951406896425242246173749149171560804184009624861664038
Ln2 = 0.693147180559945309417232121458176568075500134360255254120680009
Log2E = 1 / Ln2
Ln10 = 2.30258509299404568401799145468436420760110148862877297603332790
Log10E = 1 / Ln10
MaxFloat32 = 0x1p127 * (1 + (1 - 0x1p-23))
SmallestNonzeroFloat32 = 0x1p-126 * 0x1p-23
MaxFloat64 = 0x1p1023 * (1 + (1 - 0x1p-52))
SmallestNonzeroFloat64 = 0x1p-1022 * 0x1p-52
MaxInt = 1<<63 - 1
MinInt = -1 << 63
MaxInt8 = 1<<7 - 1
MinInt8 = -1 << 7
MaxInt16 = 1<<15 - 1
MinInt16 = -1 << 15
MaxInt32 = 1<<31 - 1
MinInt32 = -1 << 31
MaxInt64 = 1<<63 - 1
MinInt64 = -1 << 63
MaxUint = 1<<64 - 1
MaxUint8 = 1<<8 - 1
MaxUint16 = 1<<16 - 1
MaxUint32 = 1<<32 - 1
MaxUint64 = 1<<64 - 1
"""
for _line in _CONSTANTS.strip().splitlines():
    math.const(f"const {_line}")


# --- bits, signs and special values ----------------------------------------------------------------------------------

math.func("func Float64bits(f float64) uint64")(bits_of)
math.func("func Float64frombits(b uint64) float64")(from_bits)
math.func("func Float32bits(f float32) uint32")(bits_of_single)
math.func("func Float32frombits(b uint32) float32")(from_bits_single)
math.func("func Abs(x float64) float64")(abs)
math.func("func Copysign(f, sign float64) float64")(copysign)
math.func("func IsNaN(f float64) (is bool)")(isnan)
math.row("func Inf(sign int) float64", lambda sign: inf if sign >= 0 else -inf)
math.row("func NaN() float64", lambda: NAN)
math.row("func IsInf(f float64, sign int) bool", lambda f, sign: (sign >= 0 and f == inf) or (sign <= 0 and f == -inf))
math.row("func Signbit(x float64) bool", lambda x: copysign(1, x) < 0)
math.row(
    "func Nextafter(x, y float64) (r float64)",
    lambda x, y: NAN if isnan(x) or isnan(y) else (x if x == y else nextafter(x, y)),
)


# --- rounding and parts ----------------------------------------------------------------------------------------------


@math.func("func Floor(x float64) float64")
def floor(x: float) -> float:
    return x if isinf(x) else x // 1.0


@math.func("func Ceil(x float64) float64")
def ceil(x: float) -> float:
    return x if isinf(x) else -(-x // 1.0)


@math.func("func Trunc(x float64) float64")
def trunc(x: float) -> float:
    return floor(x) if x > 0 else ceil(x)


@math.func("func Round(x float64) float64")
def round_(x: float) -> float:
    whole = trunc(x)
    return whole + copysign(1, x) if abs(x - whole) >= 0.5 else whole


math.row("func RoundToEven(x float64) float64", lambda x: x if isinf(x) or isnan(x) else copysign(float(round(x)), x))


@math.func("func Modf(f float64) (integer float64, fractional float64)")
def modf(f: float) -> tuple[float, float]:
    if isinf(f):
        return f, NAN
    fraction, whole = host.modf(f)
    return whole, fraction


math.row("func Frexp(f float64) (frac float64, exp int)", lambda f: (f, 0) if isinf(f) or isnan(f) else frexp(f))
math.row(
    "func Ldexp(frac float64, exp int) float64", lambda frac, exp: math_exp.scale(frac, max(-5000, min(exp, 5000)))
)


# --- arithmetic ------------------------------------------------------------------------------------------------------


@math.func("func Max(x, y float64) float64")
def max_(x: float, y: float) -> float:
    if x == inf or y == inf:
        return inf
    if x != x or y != y:
        return NAN
    if x == 0 == y:
        return y if copysign(1, x) < 0 else x
    return x if x > y else y


@math.func("func Min(x, y float64) float64")
def min_(x: float, y: float) -> float:
    if x == -inf or y == -inf:
        return -inf
    if x != x or y != y:
        return NAN
    if x == 0 == y:
        return x if copysign(1, x) < 0 else y
    return x if x < y else y


@math.func("func Dim(x, y float64) float64")
def dim(x: float, y: float) -> float:
    difference = x - y
    return 0.0 if difference <= 0 else difference


math.row(
    "func Mod(x, y float64) float64",
    lambda x, y: NAN if y == 0 or isinf(x) or isnan(x) or isnan(y) else host.fmod(x, y),
)
math.row(
    "func Remainder(x, y float64) float64",
    lambda x, y: NAN if y == 0 or isinf(x) or isnan(x) or isnan(y) else host.remainder(x, y),
)
math.row("func Sqrt(x float64) float64", lambda x: host.sqrt(x) if x >= 0 else x if isnan(x) else NAN)


@math.func("func Pow10(n int) float64")
def pow10(n: int) -> float:
    if 0 <= n <= 308:
        return float(f"1e{n // 32 * 32}") * float(f"1e{n % 32}")
    if -323 <= n <= 0:
        return float(f"1e{-(-n // 32) * 32}") / float(f"1e{-n % 32}")
    return inf if n > 0 else 0.0


# --- transcendental functions ----------------------------------------------------------------------------------------

_EXACT: dict[str, Callable[[float], float]] = {
    "Cbrt": math_exp.cbrt,
    "Exp": math_exp.exp,
    "Log": math_exp.log,
    "Log10": math_exp.log10,
    "Log2": math_exp.log2,
    "Sin": math_trig.sin,
    "Cos": math_trig.cos,
    "Tan": math_trig.tan,
    "Asin": math_trig.asin,
    "Acos": math_trig.acos,
    "Atan": math_trig.atan,
}
for _name, _body in _EXACT.items():
    math.func(f"func {_name}(x float64) float64", cost="25")(_body)
for _name in "Exp2 Expm1 Log1p Sinh Cosh Tanh Asinh Acosh Atanh Erf Erfc".split():
    _cost = "60" if _name.startswith("Erf") else "25"
    math.func(f"func {_name}(x float64) float64", cost=_cost)(from_host(getattr(host, _name.lower())))
math.func("func Gamma(x float64) float64", cost="60")(math_special.gamma)
math.func("func Pow(x, y float64) float64", cost="20")(math_exp.pow)
math.func("func Hypot(p, q float64) float64")(math_exp.hypot)
math.func("func Atan2(y, x float64) float64", cost="10")(math_trig.atan2)
math.func("func Sincos(x float64) (sin, cos float64)", cost="10")(math_trig.sincos)
math.func("func Lgamma(x float64) (lgamma float64, sign int)", cost="60")(math_special.lgamma)
