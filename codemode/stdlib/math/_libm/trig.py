"""Sine, cosine, tangent and their inverses, with Go's results to the last bit for arguments below 2**29.

Ported from Go 1.27 operation by operation, because a printed result shows its last bit. Go's sources are under the BSD licence.
"""

from __future__ import annotations

import math
from math import isfinite, nan, sqrt

from codemode.stdlib.math.special import kept

NAN = nan
PI = 3.141592653589793
PI_2 = 1.5707963267948966
PI_4 = 0.7853981633974483
FOUR_OVER_PI = 1.2732395447351628
# the parts of pi/4
PI4A = 7.85398125648498535156e-1
PI4B = 3.77489470793079817668e-8
PI4C = 2.69515142907905952645e-15
LARGE = 1 << 29  # from here on Go reduces by more digits of pi

SIN = (
    1.58962301576546568060e-10,
    -2.50507477628578072866e-8,
    2.75573136213857245213e-6,
    -1.98412698295895385996e-4,
    8.33333333332211858878e-3,
    -1.66666666666666307295e-1,
)
COS = (
    -1.13585365213876817300e-11,
    2.08757008419747316778e-9,
    -2.75573141792967388112e-7,
    2.48015872888517045348e-5,
    -1.38888888888730564116e-3,
    4.16666666666665929218e-2,
)


def _reduced(x: float) -> tuple[int, float]:
    """Returns an even octant, and the rest of `x`, which is not negative."""
    j = int(x * FOUR_OVER_PI)
    j += j & 1
    y = float(j)
    return j, ((x - y * PI4A) - y * PI4B) - y * PI4C


def _wave(j: int, z: float) -> float:
    """Returns the sine of the angle z in the even octant j."""
    zz = z * z
    if j & 2:
        y = (
            1.0
            - 0.5 * zz
            + zz * zz * ((((((COS[0] * zz) + COS[1]) * zz + COS[2]) * zz + COS[3]) * zz + COS[4]) * zz + COS[5])
        )
    else:
        y = z + z * zz * ((((((SIN[0] * zz) + SIN[1]) * zz + SIN[2]) * zz + SIN[3]) * zz + SIN[4]) * zz + SIN[5])
    return -y if j & 4 else y


def sin(x: float) -> float:
    if x == 0:
        return x
    size = abs(x)
    if not size < LARGE:
        return kept(math.sin(x)) if isfinite(x) else NAN
    j, z = _reduced(size)
    return _wave(j, z) if x > 0 else -_wave(j, z)


def cos(x: float) -> float:
    size = abs(x)
    if not size < LARGE:
        return kept(math.cos(x)) if isfinite(x) else NAN
    j, z = _reduced(size)
    return _wave(j + 2, z)


def sincos(x: float) -> tuple[float, float]:
    """Sincos returns Sin(x), Cos(x)."""
    size = abs(x)
    if x == 0 or not size < LARGE:
        return sin(x), cos(x)
    j, z = _reduced(size)
    return (_wave(j, z) if x > 0 else -_wave(j, z)), _wave(j + 2, z)


TANP = (-1.30936939181383777646e4, 1.15351664838587416140e6, -1.79565251976484877988e7)
TANQ = (
    1.00000000000000000000e0,
    1.36812963470692954678e4,
    -1.32089234440210967447e6,
    2.50083801823357915839e7,
    -5.38695755929454629881e7,
)


def tan(x: float) -> float:
    if x == 0:
        return x
    size = abs(x)
    if not size < LARGE:
        return kept(math.tan(x)) if isfinite(x) else NAN
    j, z = _reduced(size)
    y = z
    zz = z * z
    if zz > 1e-14:
        y += z * (
            zz
            * (((TANP[0] * zz) + TANP[1]) * zz + TANP[2])
            / ((((zz + TANQ[1]) * zz + TANQ[2]) * zz + TANQ[3]) * zz + TANQ[4])
        )
    if j & 2:
        y = -1 / y
    return y if x > 0 else -y


def xatan(x: float) -> float:
    P0 = -8.750608600031904122785e-01
    P1 = -1.615753718733365076637e01
    P2 = -7.500855792314704667340e01
    P3 = -1.228866684490136173410e02
    P4 = -6.485021904942025371773e01
    Q0 = +2.485846490142306297962e01
    Q1 = +1.650270098316988542046e02
    Q2 = +4.328810604912902668951e02
    Q3 = +4.853903996359136964868e02
    Q4 = +1.945506571482613964425e02
    z = x * x
    z = z * ((((P0 * z + P1) * z + P2) * z + P3) * z + P4) / (((((z + Q0) * z + Q1) * z + Q2) * z + Q3) * z + Q4)
    z = x * z + x
    return z


def satan(x: float) -> float:
    Morebits = 6.123233995736765886130e-17
    Tan3pio8 = 2.41421356237309504880
    if x <= 0.66:
        return xatan(x)
    if x > Tan3pio8:
        return PI_2 - xatan(1 / x) + Morebits
    return PI_4 + xatan((x - 1) / (x + 1)) + 0.5 * Morebits


def atan(x: float) -> float:
    if x == 0:
        return x
    if x > 0:
        return satan(x)
    return -satan(-x)


def atan2(y: float, x: float) -> float:
    """Atan2 returns the arc tangent of y/x, in the quadrant given by their signs."""
    if x == 0 or y == 0 or not (isfinite(x) and isfinite(y)):
        return math.atan2(y, x)  # a multiple of pi/4, or NaN: all C libraries agree
    q = atan(y / x)
    return q if x > 0 else q + PI if q <= 0 else q - PI


def asin(x: float) -> float:
    if x == 0:
        return x
    size = abs(x)
    if not size <= 1:
        return NAN
    rest = sqrt(1 - size * size)
    y = PI_2 - satan(rest / size) if size > 0.7 else satan(size / rest)
    return y if x > 0 else -y


def acos(x: float) -> float:
    return PI_2 - asin(x)
