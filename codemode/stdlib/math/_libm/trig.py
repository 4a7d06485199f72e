"""Sine, cosine, tangent, their inverses and hyperbolic counterparts, with Go's results to the last bit.

Ported from Go 1.27 operation by operation, because a printed result shows its last bit. Go's sources are under the BSD licence.
"""

from __future__ import annotations

from math import copysign, inf, isinf, isnan, nan, sqrt

from codemode.stdlib.math._libm.exp import exp, log, log1p
from codemode.stdlib.math.float_bits import bits_of, from_bits

INF = inf
NAN = nan
PI = 3.141592653589793
PI_2 = 1.5707963267948966
PI_4 = 0.7853981633974483
PI_3_4 = 2.356194490192345
FOUR_OVER_PI = 1.2732395447351628
LN2 = 0.6931471805599453
REDUCE_THRESHOLD = 1 << 29
MASK = 0xFFFFFFFFFFFFFFFF

# the binary digits of 4/pi
M_PI_4 = (
    0x0000000000000001,
    0x45F306DC9C882A53,
    0xF84EAFA3EA69BB81,
    0xB6C52B3278872083,
    0xFCA2C757BD778AC3,
    0x6E48DC74849BA5C0,
    0x0C925DD413A32439,
    0xFC3BD63962534E7D,
    0xD1046BEA5D768909,
    0xD338E04D68BEFC82,
    0x7323AC7306A673E9,
    0x3908BF177BF25076,
    0x3FF12FFFBC0B301F,
    0xDE5E2316B414DA3E,
    0xDA6CFD9E4F96136E,
    0x9E8C7ECD3CBFD45A,
    0xEA4F758FD7CBE2F6,
    0x7A0E73EF14A525D4,
    0xD7F6BF623F1ABA10,
    0xAC06608DF8F6D757,
)


def trig_reduce(x: float) -> tuple[int, float]:
    """Reduces a large argument by the method of Payne and Hanek. Returns the octant and the remainder."""
    ix = bits_of(x)
    power = (ix >> 52 & 0x7FF) - 1023 - 52
    ix &= (1 << 52) - 1
    ix |= 1 << 52
    digit, shift = divmod(power + 61, 64)
    words = (M_PI_4[digit] << 192) | (M_PI_4[digit + 1] << 128) | (M_PI_4[digit + 2] << 64) | M_PI_4[digit + 3]
    z0, z1, z2 = (words >> (192 - 64 * i - shift) & MASK for i in range(3))
    product = ((z0 * ix) << 64) + z1 * ix + (z2 * ix >> 64)
    hi, lo = product >> 64 & MASK, product & MASK
    j = hi >> 61
    hi = (hi << 3 | lo >> 61) & MASK
    zeros = 64 - hi.bit_length()
    hi = ((hi << (zeros + 1)) | (lo >> (64 - (zeros + 1)))) & MASK
    z = from_bits(hi >> 12 | (1023 - (zeros + 1)) << 52)
    if j & 1 == 1:
        j = (j + 1) & 7
        z -= 1
    return j, z * PI_4


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


def cos(x: float) -> float:
    PI4A = 7.85398125648498535156e-1
    PI4B = 3.77489470793079817668e-8
    PI4C = 2.69515142907905952645e-15
    if isnan(x) or isinf(x):
        return NAN
    sign = False
    x = abs(x)
    if x >= REDUCE_THRESHOLD:
        j, z = trig_reduce(x)
    else:
        j = int(x * FOUR_OVER_PI)
        y = float(j)
        if j & 1 == 1:
            j += 1
            y += 1
        j &= 7
        z = ((x - y * PI4A) - y * PI4B) - y * PI4C
    if j > 3:
        j -= 4
        sign = not sign
    if j > 1:
        sign = not sign
    zz = z * z
    if j == 1 or j == 2:
        y = z + z * zz * ((((((SIN[0] * zz) + SIN[1]) * zz + SIN[2]) * zz + SIN[3]) * zz + SIN[4]) * zz + SIN[5])
    else:
        y = (
            1.0
            - 0.5 * zz
            + zz * zz * ((((((COS[0] * zz) + COS[1]) * zz + COS[2]) * zz + COS[3]) * zz + COS[4]) * zz + COS[5])
        )
    if sign:
        y = -y
    return y


def sin(x: float) -> float:
    PI4A = 7.85398125648498535156e-1
    PI4B = 3.77489470793079817668e-8
    PI4C = 2.69515142907905952645e-15
    if x == 0 or isnan(x):
        return x
    elif isinf(x):
        return NAN
    sign = False
    if x < 0:
        x = -x
        sign = True
    if x >= REDUCE_THRESHOLD:
        j, z = trig_reduce(x)
    else:
        j = int(x * FOUR_OVER_PI)
        y = float(j)
        if j & 1 == 1:
            j += 1
            y += 1
        j &= 7
        z = ((x - y * PI4A) - y * PI4B) - y * PI4C
    if j > 3:
        sign = not sign
        j -= 4
    zz = z * z
    if j == 1 or j == 2:
        y = (
            1.0
            - 0.5 * zz
            + zz * zz * ((((((COS[0] * zz) + COS[1]) * zz + COS[2]) * zz + COS[3]) * zz + COS[4]) * zz + COS[5])
        )
    else:
        y = z + z * zz * ((((((SIN[0] * zz) + SIN[1]) * zz + SIN[2]) * zz + SIN[3]) * zz + SIN[4]) * zz + SIN[5])
    if sign:
        y = -y
    return y


def sincos(x: float) -> tuple[float, float]:
    """Sincos returns Sin(x), Cos(x)."""
    PI4A = 7.85398125648498535156e-1
    PI4B = 3.77489470793079817668e-8
    PI4C = 2.69515142907905952645e-15
    if x == 0:
        return x, 1.0
    elif isnan(x) or isinf(x):
        return NAN, NAN
    sinSign, cosSign = False, False
    if x < 0:
        x = -x
        sinSign = True
    if x >= REDUCE_THRESHOLD:
        j, z = trig_reduce(x)
    else:
        j = int(x * FOUR_OVER_PI)
        y = float(j)
        if j & 1 == 1:
            j += 1
            y += 1
        j &= 7
        z = ((x - y * PI4A) - y * PI4B) - y * PI4C
    if j > 3:
        j -= 4
        sinSign, cosSign = not sinSign, not cosSign
    if j > 1:
        cosSign = not cosSign
    zz = z * z
    c = (
        1.0
        - 0.5 * zz
        + zz * zz * ((((((COS[0] * zz) + COS[1]) * zz + COS[2]) * zz + COS[3]) * zz + COS[4]) * zz + COS[5])
    )
    s = z + z * zz * ((((((SIN[0] * zz) + SIN[1]) * zz + SIN[2]) * zz + SIN[3]) * zz + SIN[4]) * zz + SIN[5])
    if j == 1 or j == 2:
        s, c = c, s
    if cosSign:
        c = -c
    if sinSign:
        s = -s
    return s, c


TANP = (
    -1.30936939181383777646e4,
    1.15351664838587416140e6,
    -1.79565251976484877988e7,
)
TANQ = (
    1.00000000000000000000e0,
    1.36812963470692954678e4,
    -1.32089234440210967447e6,
    2.50083801823357915839e7,
    -5.38695755929454629881e7,
)


def tan(x: float) -> float:
    PI4A = 7.85398125648498535156e-1
    PI4B = 3.77489470793079817668e-8
    PI4C = 2.69515142907905952645e-15
    if x == 0 or isnan(x):
        return x
    elif isinf(x):
        return NAN
    sign = False
    if x < 0:
        x = -x
        sign = True
    if x >= REDUCE_THRESHOLD:
        j, z = trig_reduce(x)
    else:
        j = int(x * FOUR_OVER_PI)
        y = float(j)
        if j & 1 == 1:
            j += 1
            y += 1
        z = ((x - y * PI4A) - y * PI4B) - y * PI4C
    zz = z * z
    if zz > 1e-14:
        y = z + z * (
            zz
            * (((TANP[0] * zz) + TANP[1]) * zz + TANP[2])
            / ((((zz + TANQ[1]) * zz + TANQ[2]) * zz + TANQ[3]) * zz + TANQ[4])
        )
    else:
        y = z
    if j & 2 == 2:
        y = -1 / y
    if sign:
        y = -y
    return y


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
    if isnan(y) or isnan(x):
        return NAN
    elif y == 0:
        if x >= 0 and not copysign(1, x) < 0:
            return copysign(0, y)
        return copysign(PI, y)
    elif x == 0:
        return copysign(PI_2, y)
    elif isinf(x):
        if x == INF:
            if isinf(y):
                return copysign(PI_4, y)
            else:
                return copysign(0, y)
        if isinf(y):
            return copysign(PI_3_4, y)
        else:
            return copysign(PI, y)
    elif isinf(y):
        return copysign(PI_2, y)
    q = atan(y / x)
    if x < 0:
        if q <= 0:
            return q + PI
        return q - PI
    return q


def asin(x: float) -> float:
    if x == 0:
        return x
    sign = False
    if x < 0:
        x = -x
        sign = True
    if x > 1:
        return NAN
    temp = sqrt(1 - x * x)
    if x > 0.7:
        temp = PI_2 - satan(temp / x)
    else:
        temp = satan(x / temp)
    if sign:
        temp = -temp
    return temp


def acos(x: float) -> float:
    return PI_2 - asin(x)


def sinh(x: float) -> float:
    P0 = -0.6307673640497716991184787251e6
    P1 = -0.8991272022039509355398013511e5
    P2 = -0.2894211355989563807284660366e4
    P3 = -0.2630563213397497062819489e2
    Q0 = -0.6307673640497716991212077277e6
    Q1 = 0.1521517378790019070696485176e5
    Q2 = -0.173678953558233699533450911e3
    sign = False
    if x < 0:
        x = -x
        sign = True
    if x > 21:
        temp = exp(x) * 0.5
    elif x > 0.5:
        ex = exp(x)
        temp = (ex - 1 / ex) * 0.5
    else:
        sq = x * x
        temp = (((P3 * sq + P2) * sq + P1) * sq + P0) * x
        temp = temp / (((sq + Q2) * sq + Q1) * sq + Q0)
    if sign:
        temp = -temp
    return temp


def cosh(x: float) -> float:
    x = abs(x)
    if x > 21:
        return exp(x) * 0.5
    ex = exp(x)
    return (ex + 1 / ex) * 0.5


TANHP = (
    -9.64399179425052238628e-1,
    -9.92877231001918586564e1,
    -1.61468768441708447952e3,
)
TANHQ = (
    1.12811678491632931402e2,
    2.23548839060100448583e3,
    4.84406305325125486048e3,
)


def tanh(x: float) -> float:
    MAXLOG = 8.8029691931113054295988e01
    z = abs(x)
    if z > 0.5 * MAXLOG:
        if x < 0:
            return -1.0
        return 1.0
    elif z >= 0.625:
        s = exp(2 * z)
        z = 1 - 2 / (s + 1)
        if x < 0:
            z = -z
    else:
        if x == 0:
            return x
        s = x * x
        z = x + x * s * ((TANHP[0] * s + TANHP[1]) * s + TANHP[2]) / (((s + TANHQ[0]) * s + TANHQ[1]) * s + TANHQ[2])
    return z


def acosh(x: float) -> float:
    Large = 1 << 28
    if x < 1 or isnan(x):
        return NAN
    elif x == 1:
        return 0.0
    elif x >= Large:
        return log(x) + LN2
    elif x > 2:
        return log(2 * x - 1 / (x + sqrt(x * x - 1)))
    t = x - 1
    return log1p(t + sqrt(2 * t + t * t))


def asinh(x: float) -> float:
    NearZero = 1.0 / (1 << 28)
    Large = 1 << 28
    if isnan(x) or isinf(x):
        return x
    sign = False
    if x < 0:
        x = -x
        sign = True
    if x > Large:
        temp = log(x) + LN2
    elif x > 2:
        temp = log(2 * x + 1 / (sqrt(x * x + 1) + x))
    elif x < NearZero:
        temp = x
    else:
        temp = log1p(x + x * x / (1 + sqrt(1 + x * x)))
    if sign:
        temp = -temp
    return temp


def atanh(x: float) -> float:
    NearZero = 1.0 / (1 << 28)
    if x < -1 or x > 1 or isnan(x):
        return NAN
    elif x == 1:
        return INF
    elif x == -1:
        return -INF
    sign = False
    if x < 0:
        x = -x
        sign = True
    if x < NearZero:
        temp = x
    elif x < 0.5:
        temp = x + x
        temp = 0.5 * log1p(temp + temp * x / (1 - x))
    else:
        temp = 0.5 * log1p((x + x) / (1 - x))
    if sign:
        temp = -temp
    return temp
