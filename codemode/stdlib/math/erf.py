"""The error function, its complement and inverses, with Go's results to the last bit.

Ported from Go 1.27 operation by operation, because the last bit of a result shows when it is printed. Go's sources are under the BSD licence.
"""

from __future__ import annotations

from math import copysign, inf, isnan, nan, sqrt

from codemode.stdlib.math.exp import LN2, exp, log
from codemode.stdlib.math.float_bits import bits_of, from_bits

INF = inf
NAN = nan
ONE_OVER_0_35 = 2.857142857142857

ERX = 8.45062911510467529297e-01
EFX = 1.28379167095512586316e-01
EFX8 = 1.02703333676410069053e00
PP0 = 1.28379167095512558561e-01
PP1 = -3.25042107247001499370e-01
PP2 = -2.84817495755985104766e-02
PP3 = -5.77027029648944159157e-03
PP4 = -2.37630166566501626084e-05
QQ1 = 3.97917223959155352819e-01
QQ2 = 6.50222499887672944485e-02
QQ3 = 5.08130628187576562776e-03
QQ4 = 1.32494738004321644526e-04
QQ5 = -3.96022827877536812320e-06
PA0 = -2.36211856075265944077e-03
PA1 = 4.14856118683748331666e-01
PA2 = -3.72207876035701323847e-01
PA3 = 3.18346619901161753674e-01
PA4 = -1.10894694282396677476e-01
PA5 = 3.54783043256182359371e-02
PA6 = -2.16637559486879084300e-03
QA1 = 1.06420880400844228286e-01
QA2 = 5.40397917702171048937e-01
QA3 = 7.18286544141962662868e-02
QA4 = 1.26171219808761642112e-01
QA5 = 1.36370839120290507362e-02
QA6 = 1.19844998467991074170e-02
RA0 = -9.86494403484714822705e-03
RA1 = -6.93858572707181764372e-01
RA2 = -1.05586262253232909814e01
RA3 = -6.23753324503260060396e01
RA4 = -1.62396669462573470355e02
RA5 = -1.84605092906711035994e02
RA6 = -8.12874355063065934246e01
RA7 = -9.81432934416914548592e00
SA1 = 1.96512716674392571292e01
SA2 = 1.37657754143519042600e02
SA3 = 4.34565877475229228821e02
SA4 = 6.45387271733267880336e02
SA5 = 4.29008140027567833386e02
SA6 = 1.08635005541779435134e02
SA7 = 6.57024977031928170135e00
SA8 = -6.04244152148580987438e-02
RB0 = -9.86494292470009928597e-03
RB1 = -7.99283237680523006574e-01
RB2 = -1.77579549177547519889e01
RB3 = -1.60636384855821916062e02
RB4 = -6.37566443368389627722e02
RB5 = -1.02509513161107724954e03
RB6 = -4.83519191608651397019e02
SB1 = 3.03380607434824582924e01
SB2 = 3.25792512996573918826e02
SB3 = 1.53672958608443695994e03
SB4 = 3.19985821950859553908e03
SB5 = 2.55305040643316442583e03
SB6 = 4.74528541206955367215e02
SB7 = -2.24409524465858183362e01


def erf(x: float) -> float:
    VeryTiny = 2.848094538889218e-306
    Small = 1.0 / (1 << 28)
    if isnan(x):
        return NAN
    elif x == INF:
        return 1.0
    elif x == -INF:
        return -1.0
    sign = False
    if x < 0:
        x = -x
        sign = True
    if x < 0.84375:
        if x < Small:
            if x < VeryTiny:
                temp = 0.125 * (8.0 * x + EFX8 * x)
            else:
                temp = x + EFX * x
        else:
            z = x * x
            r = PP0 + z * (PP1 + z * (PP2 + z * (PP3 + z * PP4)))
            s = 1 + z * (QQ1 + z * (QQ2 + z * (QQ3 + z * (QQ4 + z * QQ5))))
            y = r / s
            temp = x + x * y
        if sign:
            return -temp
        return temp
    if x < 1.25:
        s = x - 1
        P = PA0 + s * (PA1 + s * (PA2 + s * (PA3 + s * (PA4 + s * (PA5 + s * PA6)))))
        Q = 1 + s * (QA1 + s * (QA2 + s * (QA3 + s * (QA4 + s * (QA5 + s * QA6)))))
        if sign:
            return -ERX - P / Q
        return ERX + P / Q
    if x >= 6:
        if sign:
            return -1.0
        return 1.0
    s = 1 / (x * x)
    if x < ONE_OVER_0_35:
        r1 = RA0 + s * (RA1 + s * (RA2 + s * (RA3 + s * (RA4 + s * (RA5 + s * (RA6 + s * RA7))))))
        s1 = 1 + s * (SA1 + s * (SA2 + s * (SA3 + s * (SA4 + s * (SA5 + s * (SA6 + s * (SA7 + s * SA8)))))))
    else:
        r1 = RB0 + s * (RB1 + s * (RB2 + s * (RB3 + s * (RB4 + s * (RB5 + s * RB6)))))
        s1 = 1 + s * (SB1 + s * (SB2 + s * (SB3 + s * (SB4 + s * (SB5 + s * (SB6 + s * SB7))))))
    z = from_bits(bits_of(x) & 0xFFFFFFFF00000000)
    r = exp(-z * z - 0.5625) * exp((z - x) * (z + x) + r1 / s1)
    if sign:
        return r / x - 1
    return 1 - r / x


def erfc(x: float) -> float:
    Tiny = 1.0 / (1 << 56)
    if isnan(x):
        return NAN
    elif x == INF:
        return 0.0
    elif x == -INF:
        return 2.0
    sign = False
    if x < 0:
        x = -x
        sign = True
    if x < 0.84375:
        if x < Tiny:
            temp = x
        else:
            z = x * x
            r = PP0 + z * (PP1 + z * (PP2 + z * (PP3 + z * PP4)))
            s = 1 + z * (QQ1 + z * (QQ2 + z * (QQ3 + z * (QQ4 + z * QQ5))))
            y = r / s
            if x < 0.25:
                temp = x + x * y
            else:
                temp = 0.5 + (x * y + (x - 0.5))
        if sign:
            return 1 + temp
        return 1 - temp
    if x < 1.25:
        s = x - 1
        P = PA0 + s * (PA1 + s * (PA2 + s * (PA3 + s * (PA4 + s * (PA5 + s * PA6)))))
        Q = 1 + s * (QA1 + s * (QA2 + s * (QA3 + s * (QA4 + s * (QA5 + s * QA6)))))
        if sign:
            return 1 + ERX + P / Q
        return 1 - ERX - P / Q
    if x < 28:
        s = 1 / (x * x)
        if x < ONE_OVER_0_35:
            r1 = RA0 + s * (RA1 + s * (RA2 + s * (RA3 + s * (RA4 + s * (RA5 + s * (RA6 + s * RA7))))))
            s1 = 1 + s * (SA1 + s * (SA2 + s * (SA3 + s * (SA4 + s * (SA5 + s * (SA6 + s * (SA7 + s * SA8)))))))
        else:
            if sign and x > 6:
                return 2.0
            r1 = RB0 + s * (RB1 + s * (RB2 + s * (RB3 + s * (RB4 + s * (RB5 + s * RB6)))))
            s1 = 1 + s * (SB1 + s * (SB2 + s * (SB3 + s * (SB4 + s * (SB5 + s * (SB6 + s * SB7))))))
        z = from_bits(bits_of(x) & 0xFFFFFFFF00000000)
        r = exp(-z * z - 0.5625) * exp((z - x) * (z + x) + r1 / s1)
        if sign:
            return 2 - r / x
        return r / x
    if sign:
        return 2.0
    return 0.0


A0 = 1.1975323115670912564578e0
A1 = 4.7072688112383978012285e1
A2 = 6.9706266534389598238465e2
A3 = 4.8548868893843886794648e3
A4 = 1.6235862515167575384252e4
A5 = 2.3782041382114385731252e4
A6 = 1.1819493347062294404278e4
A7 = 8.8709406962545514830200e2
B0 = 1.0000000000000000000e0
B1 = 4.2313330701600911252e1
B2 = 6.8718700749205790830e2
B3 = 5.3941960214247511077e3
B4 = 2.1213794301586595867e4
B5 = 3.9307895800092710610e4
B6 = 2.8729085735721942674e4
B7 = 5.2264952788528545610e3
C0 = 1.42343711074968357734e0
C1 = 4.63033784615654529590e0
C2 = 5.76949722146069140550e0
C3 = 3.64784832476320460504e0
C4 = 1.27045825245236838258e0
C5 = 2.41780725177450611770e-1
C6 = 2.27238449892691845833e-2
C7 = 7.74545014278341407640e-4
D0 = 1.4142135623730950488016887e0
D1 = 2.9036514445419946173133295e0
D2 = 2.3707661626024532365971225e0
D3 = 9.7547832001787427186894837e-1
D4 = 2.0945065210512749128288442e-1
D5 = 2.1494160384252876777097297e-2
D6 = 7.7441459065157709165577218e-4
D7 = 1.4859850019840355905497876e-9
E0 = 6.65790464350110377720e0
E1 = 5.46378491116411436990e0
E2 = 1.78482653991729133580e0
E3 = 2.96560571828504891230e-1
E4 = 2.65321895265761230930e-2
E5 = 1.24266094738807843860e-3
E6 = 2.71155556874348757815e-5
E7 = 2.01033439929228813265e-7
F0 = 1.414213562373095048801689e0
F1 = 8.482908416595164588112026e-1
F2 = 1.936480946950659106176712e-1
F3 = 2.103693768272068968719679e-2
F4 = 1.112800997078859844711555e-3
F5 = 2.611088405080593625138020e-5
F6 = 2.010321207683943062279931e-7
F7 = 2.891024605872965461538222e-15


def erfinv(x: float) -> float:
    if isnan(x) or x <= -1 or x >= 1:
        if x == -1 or x == 1:
            return copysign(INF, x)
        return NAN
    sign = False
    if x < 0:
        x = -x
        sign = True
    if x <= 0.85:
        r = 0.180625 - 0.25 * x * x
        z1 = ((((((A7 * r + A6) * r + A5) * r + A4) * r + A3) * r + A2) * r + A1) * r + A0
        z2 = ((((((B7 * r + B6) * r + B5) * r + B4) * r + B3) * r + B2) * r + B1) * r + B0
        ans = (x * z1) / z2
    else:
        r = sqrt(LN2 - log(1.0 - x))
        if r <= 5.0:
            r -= 1.6
            z1 = ((((((C7 * r + C6) * r + C5) * r + C4) * r + C3) * r + C2) * r + C1) * r + C0
            z2 = ((((((D7 * r + D6) * r + D5) * r + D4) * r + D3) * r + D2) * r + D1) * r + D0
        else:
            r -= 5.0
            z1 = ((((((E7 * r + E6) * r + E5) * r + E4) * r + E3) * r + E2) * r + E1) * r + E0
            z2 = ((((((F7 * r + F6) * r + F5) * r + F4) * r + F3) * r + F2) * r + F1) * r + F0
        ans = z1 / z2
    if sign:
        return -ans
    return ans


def erfcinv(x: float) -> float:
    return erfinv(1 - x)
