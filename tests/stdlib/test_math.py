"""Package math against the bits that real Go printed (printed/math.go made printed/math.txt)."""

from __future__ import annotations

from math import isclose
from pathlib import Path
from struct import pack, unpack

import pytest

from codemode.stdlib.math.package import math

PRINTED = (Path(__file__).parent / "printed" / "math.txt").read_text().splitlines()
ARGS = PRINTED[0].split()[1:]
N = len(ARGS)


def number(bits: str) -> float:
    return float("nan") if bits == "nan" else unpack("<d", pack("<Q", int(bits, 16)))[0]


def bits(value: float) -> str:
    assert isinstance(value, float)
    return "nan" if value != value else f"{unpack('<Q', pack('<d', value))[0]:x}"


def is_near(x: str, want: str, got: str) -> bool:
    """Of numbers without a leading one Go's logarithm is wrong, and from 709.8 on its hyperbolic functions are infinite."""
    return (
        0 < abs(float(x)) < 1e-307
        or float(x) == 710
        or isclose(number(want), number(got), rel_tol=1e-13, abs_tol=1e-14)
    )


VALUES = [number(a) for a in ARGS]


def native(name):
    return math.member(name).native


def _combined(name):
    f = native(name)
    return {
        "Lgamma": lambda x: f(x)[0] * float(f(x)[1]),
        "Frexp": lambda x: f(x)[0] + float(f(x)[1]),
        "Modf": lambda x: f(x)[0] * 3 + f(x)[1],
        "Sincos": lambda x: f(x)[0] * 3 + f(x)[1],
        "Pow10": lambda x: f(int(native("Mod")(x, 400.0)) if x - x == 0 else 0),
    }.get(name, f)


NEAR = {
    *"Sinh Cosh Tanh Asinh Acosh Atanh Exp2 Expm1 Log1p Erf Erfc Gamma Lgamma".split()
}  # by the C library of this machine
LARGE = {"Sin", "Cos", "Tan", "Sincos"}  # also by the C library, of large arguments


def cases():
    for line in PRINTED[1:]:
        name, *want = line.split()
        yield pytest.param(name, want, id=name)


@pytest.mark.parametrize(("name", "want"), list(cases()))
def test_bits_are_those_of_go(name, want):
    f = _combined(name)
    if len(want) == N:
        got = [f(x) for x in VALUES]
        labels = [repr(x) for x in VALUES]
    else:
        pairs = [(x, VALUES[(i * 7 + k * 31) % N]) for i, x in enumerate(VALUES) for k in range(3)]
        got = [f(x, y) for x, y in pairs]
        labels = [repr(p) for p in pairs]
    wrong = [(label, w, bits(g)) for label, w, g in zip(labels, want, got, strict=True) if w != bits(g)]
    if name in LARGE:
        wrong = [row for row in wrong if abs(float(row[0])) < 1 << 29 or not is_near(*row)]
    if name in NEAR:
        wrong = [row for row in wrong if not is_near(*row)]
    assert not wrong, f"{len(wrong)} of {len(want)}: {wrong[:5]}"
