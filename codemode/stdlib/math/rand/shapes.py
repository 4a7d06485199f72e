"""Normal and exponential distributions by the ziggurat method, as both versions of math/rand use it.

The tables are those of Marsaglia and Tsang, made when first needed; their float32 rounding is part of the results.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import exp as host_exp
from math import log as host_log
from math import sqrt

from codemode.interpreter.machine.typeops import round32
from codemode.stdlib.math.exp import exp, log

Float = Callable[[], float]
Tables = tuple[list[int], list[float], list[float]]

_NORMAL_EDGE = 3.442619855899
_NORMAL_AREA = 9.91256303526217e-3
_EXP_EDGE = 7.69711747013104972
_EXP_AREA = 3.949659822581572e-3


@cache
def _normal_tables() -> Tables:
    scale, edge = float(1 << 31), _NORMAL_EDGE
    k, w, f = [0] * 128, [0.0] * 128, [1.0] * 128
    q = _NORMAL_AREA / host_exp(-0.5 * edge * edge)
    k[0], w[0], w[127], f[127] = int(edge / q * scale), q / scale, edge / scale, host_exp(-0.5 * edge * edge)
    last = edge
    for i in range(126, 0, -1):
        edge = sqrt(-2 * host_log(_NORMAL_AREA / edge + host_exp(-0.5 * edge * edge)))
        k[i + 1], f[i], w[i] = int(edge / last * scale), host_exp(-0.5 * edge * edge), edge / scale
        last = edge
    return k, [round32(x) for x in w], [round32(x) for x in f]


@cache
def _exp_tables() -> Tables:
    scale, edge = float(1 << 32), _EXP_EDGE
    k, w, f = [0] * 256, [0.0] * 256, [1.0] * 256
    q = _EXP_AREA / host_exp(-edge)
    k[0], w[0], w[255], f[255] = int(edge / q * scale), q / scale, edge / scale, host_exp(-edge)
    last = edge
    for i in range(254, 0, -1):
        edge = -host_log(_EXP_AREA / edge + host_exp(-edge))
        k[i + 1], f[i], w[i] = int(edge / last * scale), host_exp(-edge), edge / scale
        last = edge
    return k, [round32(x) for x in w], [round32(x) for x in f]


def _between(f: list[float], i: int, share: float) -> float:
    """A float32 between two steps of the density."""
    return round32(f[i] + round32(round32(share) * round32(f[i - 1] - f[i])))


def normal(draw: Callable[[], tuple[int, int]], uniform: Float) -> float:
    """`draw` gives an int32 and a layer; `uniform` is Float64."""
    k, w, f = _normal_tables()
    while True:
        j, i = draw()
        x = float(j) * w[i]
        if abs(j) < k[i]:
            return x
        if i == 0:
            while True:
                x = -log(uniform()) * (1.0 / _NORMAL_EDGE)
                y = -log(uniform())
                if y + y >= x * x:
                    return _NORMAL_EDGE + x if j > 0 else -_NORMAL_EDGE - x
        if _between(f, i, uniform()) < round32(exp(-0.5 * x * x)):
            return x


def exponential(draw: Callable[[], tuple[int, int]], uniform: Float) -> float:
    """`draw` gives a uint32 and a layer."""
    k, w, f = _exp_tables()
    while True:
        j, i = draw()
        x = float(j) * w[i]
        if j < k[i]:
            return x
        if i == 0:
            return _EXP_EDGE - log(uniform())
        if _between(f, i, uniform()) < round32(exp(-x)):
            return x


class Zipf:
    """Zipf-distributed numbers by rejection-inversion (Hörmann, Derflinger)."""

    __slots__ = ("_hx0", "_hxm", "_inverse", "_limit", "_one_minus_q", "_q", "_s", "_uniform", "_v")

    def __init__(self, uniform: Float, s: float, v: float, imax: int) -> None:
        self._uniform = uniform
        self._limit, self._v, self._q = float(imax), v, s
        self._one_minus_q = 1.0 - s
        self._inverse = 1.0 / self._one_minus_q
        self._hxm = self._h(self._limit + 0.5)
        self._hx0 = self._h(0.5) - exp(log(v) * -s) - self._hxm
        self._s = 1 - self._hinv(self._h(1.5) - exp(-s * log(v + 1.0)))

    def _h(self, x: float) -> float:
        return exp(self._one_minus_q * log(self._v + x)) * self._inverse

    def _hinv(self, x: float) -> float:
        return exp(self._inverse * log(self._one_minus_q * x)) - self._v

    def next(self) -> int:
        while True:
            ur = self._hxm + self._uniform() * self._hx0
            x = self._hinv(ur)
            k = (x + 0.5) // 1.0
            if k - x <= self._s or ur >= self._h(k + 0.5) - exp(-log(k + self._v) * self._q):
                return int(k) & ((1 << 64) - 1)
