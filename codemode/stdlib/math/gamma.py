"""The gamma function and its logarithm, with Go's results to the last bit.

Ported from Go 1.27 operation by operation, because the last bit of a result shows when it is printed. Go's sources are under the BSD licence.
"""

from __future__ import annotations

from math import copysign, floor, fmod, inf, isinf, isnan, modf, nan

from codemode.stdlib.math.exp import exp, log, pow
from codemode.stdlib.math.float_bits import bits_of
from codemode.stdlib.math.trig import PI, cos, sin

INF = inf
NAN = nan

GAMP = (
    1.60119522476751861407e-04,
    1.19135147006586384913e-03,
    1.04213797561761569935e-02,
    4.76367800457137231464e-02,
    2.07448227648435975150e-01,
    4.94214826801497100753e-01,
    9.99999999999999996796e-01,
)
GAMQ = (
    -2.31581873324120129819e-05,
    5.39605580493303397842e-04,
    -4.45641913851797240494e-03,
    1.18139785222060435552e-02,
    3.58236398605498653373e-02,
    -2.34591795718243348568e-01,
    7.14304917030273074085e-02,
    1.00000000000000000320e00,
)
GAMS = (
    7.87311395793093628397e-04,
    -2.29549961613378126380e-04,
    -2.68132617805781232825e-03,
    3.47222221605458667310e-03,
    8.33333333333482257126e-02,
)


def stirling(x: float) -> tuple[float, float]:
    if x > 200:
        return INF, 1.0
    SqrtTwoPi = 2.506628274631000502417
    MaxStirling = 143.01608
    w = 1 / x
    w = 1 + w * ((((GAMS[0] * w + GAMS[1]) * w + GAMS[2]) * w + GAMS[3]) * w + GAMS[4])
    y1 = exp(x)
    y2 = 1.0
    if x > MaxStirling:
        v = pow(x, 0.5 * x - 0.25)
        y1, y2 = v, v / y1
    else:
        y1 = pow(x, x - 0.5) / y1
    return y1, SqrtTwoPi * w * y2


def gamma(x: float) -> float:
    if is_neg_int(x) or x == -INF or isnan(x):
        return NAN
    elif x == INF:
        return INF
    elif x == 0:
        if copysign(1, x) < 0:
            return -INF
        return INF
    q = abs(x)
    p = floor(q)
    if q > 33:
        if x >= 0:
            y1, y2 = stirling(x)
            return y1 * y2
        signgam = 1
        if int(p) & 1 == 0:
            signgam = -1
        z = q - p
        if z > 0.5:
            p = p + 1
            z = q - p
        z = q * sin(PI * z)
        if z == 0:
            return copysign(INF, signgam)
        sq1, sq2 = stirling(q)
        absz = abs(z)
        d = absz * sq1 * sq2
        if isinf(d):
            z = PI / absz / sq1 / sq2
        else:
            z = PI / d
        return float(signgam) * z
    z = 1.0
    while x >= 3:
        x = x - 1
        z = z * x
    while x < 0:
        if x > -1e-09:
            return _small(x, z)
        z = z / x
        x = x + 1
    while x < 2:
        if x < 1e-09:
            return _small(x, z)
        z = z / x
        x = x + 1
    if x == 2:
        return z
    x = x - 2
    p = (((((x * GAMP[0] + GAMP[1]) * x + GAMP[2]) * x + GAMP[3]) * x + GAMP[4]) * x + GAMP[5]) * x + GAMP[6]
    q = (
        (((((x * GAMQ[0] + GAMQ[1]) * x + GAMQ[2]) * x + GAMQ[3]) * x + GAMQ[4]) * x + GAMQ[5]) * x + GAMQ[6]
    ) * x + GAMQ[7]
    return z * p / q


def _small(x: float, z: float) -> float:
    if x == 0:
        return INF
    return z / ((1 + 0.57721566490153286060651209008240243104215933593992 * x) * x)


def is_neg_int(x: float) -> bool:
    if x < 0:
        xf, _ = modf(x)
        return xf == 0
    return False


LGAMA = (
    7.72156649015328655494e-02,
    3.22467033424113591611e-01,
    6.73523010531292681824e-02,
    2.05808084325167332806e-02,
    7.38555086081402883957e-03,
    2.89051383673415629091e-03,
    1.19270763183362067845e-03,
    5.10069792153511336608e-04,
    2.20862790713908385557e-04,
    1.08011567247583939954e-04,
    2.52144565451257326939e-05,
    4.48640949618915160150e-05,
)
LGAMR = (
    1.0,
    1.39200533467621045958e00,
    7.21935547567138069525e-01,
    1.71933865632803078993e-01,
    1.86459191715652901344e-02,
    7.77942496381893596434e-04,
    7.32668430744625636189e-06,
)
LGAMS = (
    -7.72156649015328655494e-02,
    2.14982415960608852501e-01,
    3.25778796408930981787e-01,
    1.46350472652464452805e-01,
    2.66422703033638609560e-02,
    1.84028451407337715652e-03,
    3.19475326584100867617e-05,
)
LGAMT = (
    4.83836122723810047042e-01,
    -1.47587722994593911752e-01,
    6.46249402391333854778e-02,
    -3.27885410759859649565e-02,
    1.79706750811820387126e-02,
    -1.03142241298341437450e-02,
    6.10053870246291332635e-03,
    -3.68452016781138256760e-03,
    2.25964780900612472250e-03,
    -1.40346469989232843813e-03,
    8.81081882437654011382e-04,
    -5.38595305356740546715e-04,
    3.15632070903625950361e-04,
    -3.12754168375120860518e-04,
    3.35529192635519073543e-04,
)
LGAMU = (
    -7.72156649015328655494e-02,
    6.32827064025093366517e-01,
    1.45492250137234768737e00,
    9.77717527963372745603e-01,
    2.28963728064692451092e-01,
    1.33810918536787660377e-02,
)
LGAMV = (
    1.0,
    2.45597793713041134822e00,
    2.12848976379893395361e00,
    7.69285150456672783825e-01,
    1.04222645593369134254e-01,
    3.21709242282423911810e-03,
)
LGAMW = (
    4.18938533204672725052e-01,
    8.33333333333329678849e-02,
    -2.77777777728775536470e-03,
    7.93650558643019558500e-04,
    -5.95187557450339963135e-04,
    8.36339918996282139126e-04,
    -1.63092934096575273989e-03,
)


def lgamma(x: float) -> tuple[float, int]:
    """Lgamma returns the natural logarithm and sign (-1 or +1) of Gamma(x)."""
    Ymin = 1.461632144968362245
    Two52 = 1 << 52
    Two58 = 1 << 58
    Tiny = 1.0 / (1 << 70)
    Tc = 1.46163214496836224576e00
    Tf = -1.21486290535849611461e-01
    Tt = -3.63867699703950536541e-18
    sign = 1
    if isnan(x) or isinf(x):
        return x, sign
    elif x == 0:
        return INF, sign
    neg = False
    nadj = 0.0
    if x < 0:
        x = -x
        neg = True
    if x < Tiny:
        if neg:
            sign = -1
        return -log(x), sign
    if neg:
        if x >= Two52:
            return INF, sign
        t = sin_pi(x)
        if t == 0:
            return INF, sign
        nadj = log(PI / abs(t * x))
        if t < 0:
            sign = -1
    if x == 1 or x == 2:
        return 0.0, sign
    elif x < 2:
        if x <= 0.9:
            result = -log(x)
            if x >= (Ymin - 1 + 0.27):
                y = 1 - x
                i = 0
            elif x >= (Ymin - 1 - 0.27):
                y = x - 0.46163214496836224576
                i = 1
            else:
                y = x
                i = 2
        else:
            result = 0.0
            if x >= (Ymin + 0.27):
                y = 2 - x
                i = 0
            elif x >= (Ymin - 0.27):
                y = x - Tc
                i = 1
            else:
                y = x - 1
                i = 2
        if i == 0:
            z = y * y
            p1 = LGAMA[0] + z * (LGAMA[2] + z * (LGAMA[4] + z * (LGAMA[6] + z * (LGAMA[8] + z * LGAMA[10]))))
            p2 = z * (LGAMA[1] + z * (+LGAMA[3] + z * (LGAMA[5] + z * (LGAMA[7] + z * (LGAMA[9] + z * LGAMA[11])))))
            p = y * p1 + p2
            result += p - 0.5 * y
        elif i == 1:
            z = y * y
            w = z * y
            p1 = LGAMT[0] + w * (LGAMT[3] + w * (LGAMT[6] + w * (LGAMT[9] + w * LGAMT[12])))
            p2 = LGAMT[1] + w * (LGAMT[4] + w * (LGAMT[7] + w * (LGAMT[10] + w * LGAMT[13])))
            p3 = LGAMT[2] + w * (LGAMT[5] + w * (LGAMT[8] + w * (LGAMT[11] + w * LGAMT[14])))
            p = z * p1 - (Tt - w * (p2 + y * p3))
            result += Tf + p
        elif i == 2:
            p1 = y * (LGAMU[0] + y * (LGAMU[1] + y * (LGAMU[2] + y * (LGAMU[3] + y * (LGAMU[4] + y * LGAMU[5])))))
            p2 = 1 + y * (LGAMV[1] + y * (LGAMV[2] + y * (LGAMV[3] + y * (LGAMV[4] + y * LGAMV[5]))))
            result += -0.5 * y + p1 / p2
    elif x < 8:
        i = int(x)
        y = x - float(i)
        p = y * (
            LGAMS[0] + y * (LGAMS[1] + y * (LGAMS[2] + y * (LGAMS[3] + y * (LGAMS[4] + y * (LGAMS[5] + y * LGAMS[6])))))
        )
        q = 1 + y * (LGAMR[1] + y * (LGAMR[2] + y * (LGAMR[3] + y * (LGAMR[4] + y * (LGAMR[5] + y * LGAMR[6])))))
        result = 0.5 * y + p / q
        z = 1.0
        for step in range(min(i, 7), 2, -1):
            z *= y + (step - 1)
        if i >= 3:
            result += log(z)
    elif x < Two58:
        t = log(x)
        z = 1 / x
        y = z * z
        w = LGAMW[0] + z * (LGAMW[1] + y * (LGAMW[2] + y * (LGAMW[3] + y * (LGAMW[4] + y * (LGAMW[5] + y * LGAMW[6])))))
        result = (x - 0.5) * (t - 1) + w
    else:
        result = x * (log(x) - 1)
    if neg:
        return nadj - result, sign
    return result, sign


def sin_pi(x: float) -> float:
    Two52 = 1 << 52
    Two53 = 1 << 53
    if x < 0.25:
        return -sin(PI * x)
    z = floor(x)
    if z != x:
        x = fmod(x, 2)
        n = int(x * 4)
    else:
        if x >= Two53:
            x = 0
            n = 0
        else:
            if x < Two52:
                z = x + Two52
            n = int(1 & bits_of(z))
            x = float(n)
            n <<= 2
    if n == 0:
        x = sin(PI * x)
    elif n in (1, 2):
        x = cos(PI * (0.5 - x))
    elif n in (3, 4):
        x = sin(PI * (1 - x))
    elif n in (5, 6):
        x = -cos(PI * (x - 1.5))
    else:
        x = sin(PI * (x - 2))
    return -x
