"""exp, log, pow, cbrt and related functions, with Go's results to the last bit (amd64).

Ported from Go 1.27 operation by operation, because a printed result shows its last bit. Go's sources are under the BSD licence.
"""

from __future__ import annotations

import math
from math import copysign, frexp, inf, isinf, isnan, ldexp, modf, nan, sqrt

from codemode.stdlib.math.float_bits import bits_of, from_bits

INF = inf
NAN = nan
LN2 = 0.6931471805599453
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


def is_odd_int(x: float) -> bool:
    if abs(x) >= (1 << 53):
        return False
    xf, xi = modf(x)
    return xf == 0 and int(xi) & 1 == 1


def pow(x: float, y: float) -> float:
    """Pow returns x to the power y."""
    if y == 0 or x == 1:
        return 1.0
    elif y == 1:
        return x
    elif isnan(x) or isnan(y):
        return NAN
    elif x == 0:
        if y < 0:
            if copysign(1, x) < 0 and is_odd_int(y):
                return -INF
            return INF
        elif y > 0:
            if copysign(1, x) < 0 and is_odd_int(y):
                return x
            return 0.0
    elif isinf(y):
        if x == -1:
            return 1.0
        elif (abs(x) < 1) == (y == INF):
            return 0.0
        else:
            return INF
    elif isinf(x):
        if x == -INF:
            return pow(1 / x, -y)
        if y < 0:
            return 0.0
        elif y > 0:
            return INF
    elif abs(y) == 0.5:
        if x < 0:
            return NAN
        return sqrt(x) if y > 0 else 1 / sqrt(x)
    yf, yi = modf(abs(y))
    if yf != 0 and x < 0:
        return NAN
    if yi >= 1 << 63:
        if x == -1:
            return 1.0
        elif (abs(x) < 1) == (y > 0):
            return 0.0
        else:
            return INF
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
    if y < 0:
        a1 = 1 / a1
        ae = -ae
    return scale(a1, ae)


def log10(x: float) -> float:
    return log(x) * ONE_OVER_LN10


def log2(x: float) -> float:
    if x <= 0 or x != x or x == INF:
        return log(x)
    frac, power = frexp(x)
    if frac == 0.5:
        return float(power - 1)
    return log(frac) * ONE_OVER_LN2 + float(power)


def log1p(x: float) -> float:
    Sqrt2M1 = 4.142135623730950488017e-01
    Sqrt2HalfM1 = -2.928932188134524755992e-01
    Small = 1.0 / (1 << 29)
    Tiny = 1.0 / (1 << 54)
    Two53 = 1 << 53
    Ln2Hi = 6.93147180369123816490e-01
    Ln2Lo = 1.90821492927058770002e-10
    Lp1 = 6.666666666666735130e-01
    Lp2 = 3.999999999940941908e-01
    Lp3 = 2.857142874366239149e-01
    Lp4 = 2.222219843214978396e-01
    Lp5 = 1.818357216161805012e-01
    Lp6 = 1.531383769920937332e-01
    Lp7 = 1.479819860511658591e-01
    if x < -1 or isnan(x):
        return NAN
    elif x == -1:
        return -INF
    elif x == INF:
        return INF
    absx = abs(x)
    k = 1
    c = f = 0.0
    iu = 1
    if absx < Sqrt2M1:
        if absx < Small:
            if absx < Tiny:
                return x
            return x - x * x * 0.5
        if x > Sqrt2HalfM1:
            k = 0
            f = x
            iu = 1
    if k != 0:
        if absx < Two53:
            u = 1.0 + x
            iu = bits_of(u)
            k = (iu >> 52) - 1023
            if k > 0:
                c = 1.0 - (u - x)
            else:
                c = x - (u - 1.0)
            c /= u
        else:
            u = x
            iu = bits_of(u)
            k = (iu >> 52) - 1023
            c = 0
        iu &= 0x000FFFFFFFFFFFFF
        if iu < 0x0006A09E667F3BCD:
            u = from_bits(iu | 0x3FF0000000000000)
        else:
            k += 1
            u = from_bits(iu | 0x3FE0000000000000)
            iu = (0x0010000000000000 - iu) >> 2
        f = u - 1.0
    hfsq = 0.5 * f * f
    if iu == 0:
        if f == 0:
            if k == 0:
                return 0.0
            c += float(k) * Ln2Lo
            return float(k) * Ln2Hi + c
        r = hfsq * (1.0 - 0.66666666666666666 * f)
        if k == 0:
            return f - r
        return float(k) * Ln2Hi - ((r - (float(k) * Ln2Lo + c)) - f)
    s = f / (2.0 + f)
    z = s * s
    r = z * (Lp1 + z * (Lp2 + z * (Lp3 + z * (Lp4 + z * (Lp5 + z * (Lp6 + z * Lp7))))))
    if k == 0:
        return f - (hfsq - s * (hfsq + r))
    return float(k) * Ln2Hi - ((hfsq - (s * (hfsq + r) + (float(k) * Ln2Lo + c))) - f)


def expm1(x: float) -> float:
    Othreshold = 7.09782712893383973096e02
    Ln2X56 = 3.88162421113569373274e01
    Ln2HalfX3 = 1.03972077083991796413e00
    Ln2Half = 3.46573590279972654709e-01
    Ln2Hi = 6.93147180369123816490e-01
    Ln2Lo = 1.90821492927058770002e-10
    InvLn2 = 1.44269504088896338700e00
    Tiny = 1.0 / (1 << 54)
    Q1 = -3.33333333333331316428e-02
    Q2 = 1.58730158725481460165e-03
    Q3 = -7.93650757867487942473e-05
    Q4 = 4.00821782732936239552e-06
    Q5 = -2.01099218183624371326e-07
    if x == INF or isnan(x):
        return x
    elif x == -INF:
        return -1.0
    absx = x
    c = 0.0
    sign = False
    if x < 0:
        absx = -absx
        sign = True
    if absx >= Ln2X56:
        if sign:
            return -1.0
        if absx >= Othreshold:
            return INF
    if absx > Ln2Half:
        if absx < Ln2HalfX3:
            if not sign:
                hi = x - Ln2Hi
                lo = Ln2Lo
                k = 1
            else:
                hi = x + Ln2Hi
                lo = -Ln2Lo
                k = -1
        else:
            if not sign:
                k = int(InvLn2 * x + 0.5)
            else:
                k = int(InvLn2 * x - 0.5)
            t = float(k)
            hi = x - t * Ln2Hi
            lo = t * Ln2Lo
        x = hi - lo
        c = (hi - x) - lo
    elif absx < Tiny:
        return x
    else:
        k = 0
    hfx = 0.5 * x
    hxs = x * hfx
    r1 = 1 + hxs * (Q1 + hxs * (Q2 + hxs * (Q3 + hxs * (Q4 + hxs * Q5))))
    t = 3 - r1 * hfx
    e = hxs * ((r1 - t) / (6.0 - x * t))
    if k == 0:
        return x - (x * e - hxs)
    e = x * (e - c) - c
    e -= hxs
    if k == -1:
        return 0.5 * (x - e) - 0.5
    elif k == 1:
        if x < -0.25:
            return -2 * (e - (x + 0.5))
        return 1 + 2 * (x - e)
    elif k <= -2 or k > 56:
        y = 1 - (e - x)
        y = from_bits(bits_of(y) + (k << 52))
        return y - 1
    if k < 20:
        t = from_bits(0x3FF0000000000000 - (0x20000000000000 >> k))
        y = t - (e - x)
        y = from_bits(bits_of(y) + (k << 52))
        return y
    t = from_bits((0x3FF - k) << 52)
    y = x - (e + t)
    y += 1
    y = from_bits(bits_of(y) + (k << 52))
    return y


def cbrt(x: float) -> float:
    B1 = 715094163
    B2 = 696219795
    C = 5.42857142857142815906e-01
    D = -7.05306122448979611050e-01
    E = 1.41428571428571436819e00
    F = 1.60714285714285720630e00
    G = 3.57142857142857150787e-01
    SmallestNormal = 2.22507385850720138309e-308
    if x == 0 or isnan(x) or isinf(x):
        return x
    sign = False
    if x < 0:
        x = -x
        sign = True
    t = from_bits(bits_of(x) // 3 + (B1 << 32))
    if x < SmallestNormal:
        t = float(1 << 54)
        t *= x
        t = from_bits(bits_of(t) // 3 + (B2 << 32))
    r = t * t / x
    s = C + r * t
    t *= G + F / (s + E + D / s)
    t = from_bits((bits_of(t) & (0xFFFFFFFFC << 28)) + (1 << 30))
    s = t * t
    r = x / s
    w = t + t
    r = (r - t) / (w + r)
    t = t + t * r
    if sign:
        t = -t
    return t


def exp2(x: float) -> float:
    Ln2Hi = 6.93147180369123816490e-01
    Ln2Lo = 1.90821492927058770002e-10
    Overflow = 1.0239999999999999e03
    Underflow = -1.0740e03
    if isnan(x):
        return x
    elif x > Overflow:
        return INF
    elif x < Underflow:
        return 0.0
    k = int(x + 0.5) if x > 0 else int(x - 0.5)
    t = x - float(k)
    hi = t * Ln2Hi
    lo = -t * Ln2Lo
    return expmulti(hi, lo, k)


def expmulti(hi: float, lo: float, k: int) -> float:
    P1 = 1.66666666666666657415e-01
    P2 = -2.77777777770155933842e-03
    P3 = 6.61375632143793436117e-05
    P4 = -1.65339022054652515390e-06
    P5 = 4.13813679705723846039e-08
    r = hi - lo
    t = r * r
    c = r - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))))
    y = 1 - ((lo - (r * c) / (2 - c)) - hi)
    return scale(y, k)
