"""exp, log, pow and related functions, with Go's results to the last bit (amd64).

Ported from Go 1.27 operation by operation, because a printed result shows its last bit. Go's sources are under the BSD licence.
"""

from __future__ import annotations

import math
from math import copysign, frexp, inf, isfinite, isinf, isnan, ldexp, modf, nan, sqrt

from codemode.stdlib.math.float_bits import bits_of, from_bits

INF = inf
NAN = nan
ONE_OVER_LN2 = 1.4426950408889634
ONE_OVER_LN10 = 0.4342944819032518


def scale(frac: float, power: int) -> float:
    """ldexp that returns an infinity on overflow, as Go does."""
    try:
        return ldexp(frac, power)
    except OverflowError:
        return copysign(INF, frac)


def exact_fma(x: float, y: float, z: float) -> float:
    """Returns x*y + z of finite numbers, rounded once."""
    xn, xd = x.as_integer_ratio()
    yn, yd = y.as_integer_ratio()
    zn, zd = z.as_integer_ratio()
    d = xd * yd
    return (xn * yn * zd + zn * d) / (d * zd)


fma = getattr(math, "fma", exact_fma)  # Python 3.13 has it


def exp(x: float) -> float:
    """Computes e**x like exp_amd64.s, with fused multiply-add."""
    if isnan(x) or x == INF:
        return x
    if x > 7.09782712893384e02:
        return INF
    if x < -800:
        return 0.0
    k = round(1.4426950408889634 * x)
    n = float(-k)
    x = fma(n, 0.69314718055966295651160180568695068359375, x)
    x = fma(n, 0.28235290563031577122588448175013436025525412068e-12, x)
    x *= 0.0625
    y = fma(2.4801587301587301587e-5, x, 1.9841269841269841270e-4)
    y = fma(y, x, 1.3888888888888888889e-3)
    y = fma(y, x, 8.3333333333333333333e-3)
    y = fma(y, x, 4.1666666666666666667e-2)
    y = fma(y, x, 1.6666666666666666667e-1)
    y = fma(y, x, 0.5)
    y = fma(y, x, 1.0)
    x *= y
    x *= x + 2.0
    x *= x + 2.0
    x *= x + 2.0
    x = fma(x, x + 2.0, 1.0)
    k += 0x3FF
    if k > 0:
        return INF if k >= 0x7FF else x * from_bits(k << 52)
    if k < -52:
        return 0.0
    return x * from_bits((k + 0x3FE) << 52) * from_bits(1 << 52)


def log(x: float) -> float:
    if isnan(x) or x == INF:
        return x
    if x < 0:
        return NAN
    if x == 0:
        return -INF
    if x < 2.2250738585072014e-308:
        # log_amd64.s treats subnormal numbers as normal ones; so does this
        f1, ki = from_bits(bits_of(x) | 0x3FE0000000000000), -1022
    else:
        f1, ki = frexp(x)
    if f1 < 7.07106781186547524401e-01:
        f1 *= 2
        ki -= 1
    f = f1 - 1
    k = float(ki)
    s = f / (2 + f)
    s2 = s * s
    s4 = s2 * s2
    t1 = s2 * (
        6.666666666666735130e-01
        + s4 * (2.857142874366239149e-01 + s4 * (1.818357216161805012e-01 + s4 * 1.479819860511658591e-01))
    )
    t2 = s4 * (3.999999999940941908e-01 + s4 * (2.222219843214978396e-01 + s4 * 1.531383769920937332e-01))
    hfsq = 0.5 * f * f
    return k * 6.93147180369123816490e-01 - ((hfsq - (s * (hfsq + (t1 + t2)) + k * 1.90821492927058770002e-10)) - f)


def hypot(p: float, q: float) -> float:
    """Hypot returns Sqrt(p*p + q*q) without unnecessary overflow or underflow."""
    p, q = abs(p), abs(q)
    if isinf(p) or isinf(q):
        return INF
    if isnan(p) or isnan(q):
        return NAN
    if p < q:
        p, q = q, p
    if p == 0:
        return 0.0
    q = q / p
    return p * sqrt(1 + q * q)


def cbrt(x: float) -> float:
    if x == 0 or not isfinite(x):
        return x
    size = abs(x)
    # a third of the exponent, which gives 5 bits
    if size < 2.2250738585072014e-308:
        near = from_bits(bits_of(size * (1 << 54)) // 3 + (696219795 << 32))
    else:
        near = from_bits(bits_of(size) // 3 + (715094163 << 32))
    over = 19 / 35 + near * near / size * near  # a polynomial that gives 23
    near *= 5 / 14 + 45 / 28 / (over + 99 / 70 + -864 / 1225 / over)
    near = from_bits((bits_of(near) & (0xFFFFFFFFC << 28)) + (1 << 30))  # 22 bits, whose square is exact
    ratio = size / (near * near)
    return copysign(near + near * ((ratio - near) / (near + near + ratio)), x)


def is_odd_int(x: float) -> bool:
    if abs(x) >= (1 << 53):
        return False
    xf, xi = modf(x)
    return xf == 0 and int(xi) & 1 == 1


def pow(x: float, y: float) -> float:
    """Pow returns x to the power y."""
    if y == 0 or x == 1:
        return 1.0
    if x == 0 and y < 0:
        return copysign(INF, x) if is_odd_int(y) else INF
    if x == 0 or y == 1 or not (isfinite(x) and isfinite(y)):
        return math.pow(x, y)  # zeros, infinities, NaN, or x itself: all C libraries agree
    if abs(y) == 0.5:
        return NAN if x < 0 else sqrt(x) if y > 0 else 1 / sqrt(x)
    yf, yi = modf(abs(y))
    if yf != 0 and x < 0:
        return NAN
    if yi >= 1 << 63:
        return 1.0 if x == -1 else 0.0 if (abs(x) < 1) == (y > 0) else INF
    return _finite_pow(x, yf, yi, y < 0)


def _finite_pow(x: float, yf: float, yi: float, inverse: bool) -> float:
    """Returns x to the power yi + yf, or its inverse, by repeated squaring."""
    a1 = 1.0
    ae = 0
    if yf != 0:
        if yf > 0.5:
            yf -= 1
            yi += 1
        a1 = exp(yf * log(x))
    x1, xe = frexp(x)
    i = int(yi)
    while i:
        if xe < -1 << 12 or xe > 1 << 12:
            ae += xe
            break
        if i & 1 == 1:
            a1 *= x1
            ae += xe
        x1 *= x1
        xe <<= 1
        if x1 < 0.5:
            x1 += x1
            xe -= 1
        i >>= 1
    return scale(1 / a1, -ae) if inverse else scale(a1, ae)


def log10(x: float) -> float:
    return log(x) * ONE_OVER_LN10


def log2(x: float) -> float:
    if x <= 0 or x != x or x == INF:
        return log(x)
    frac, power = frexp(x)
    if frac == 0.5:
        return float(power - 1)
    return log(frac) * ONE_OVER_LN2 + float(power)
