"""Exact constants."""

from __future__ import annotations

import math
import struct
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codemode.types import constant, model


@given(st.floats(allow_nan=False, allow_infinity=False, width=32), st.integers(-(2**20), 2**20))
def test_float32_is_rounded_to_the_nearest(near: float, nudge: int) -> None:
    exact = Fraction(near) * (1 + Fraction(nudge, 2**50))
    rounded = constant.round_float32(exact)
    if rounded is None:
        assert abs(exact) > 3.4e38
        return
    (bits,) = struct.unpack("<i", struct.pack("<f", float(rounded)))
    assert Fraction(float(rounded)) == rounded
    for other in (bits - 1, bits + 1):
        (value,) = struct.unpack("<f", struct.pack("<i", max(-(2**31), min(other, 2**31 - 1))))
        if math.isfinite(value):
            assert abs(rounded - exact) <= abs(Fraction(value) - exact)


@given(st.fractions())
def test_float64_is_rounded_as_python_does(exact: Fraction) -> None:
    assert constant.round_float64(exact) == Fraction(float(exact))


@given(st.integers(-(2**70), 2**70), st.integers(-(2**70), 2**70).filter(bool))
def test_integer_division_truncates(x: int, y: int) -> None:
    q, r = constant.binary("/", x, y, True), constant.binary("%", x, y, True)
    assert q * y + r == x
    assert abs(r) < abs(y)
    assert r == 0 or (r < 0) == (x < 0)


@pytest.mark.parametrize(
    ("value", "typ", "held"),
    [
        (127, model.INT8, 127),
        (128, model.INT8, None),
        (-1, model.UINT, None),
        (Fraction(2), model.INT, 2),
        (Fraction(5, 2), model.INT, None),
        ((Fraction(3), Fraction(0)), model.UINT8, 3),
        (Fraction(10) ** 400, model.FLOAT64, None),
        (Fraction(1, 10**400), model.FLOAT64, 0),
        (1, model.COMPLEX128, (1, 0)),
        (b"a", model.STRING, b"a"),
        (b"a", model.INT, None),
        (True, model.BOOL, True),
        (1, model.BOOL, None),
        (2**64 - 1, model.UINT64, 2**64 - 1),
        (2**64, model.UINTPTR, None),
    ],
)
def test_representation(value: object, typ: model.Basic, held: object) -> None:
    assert constant.represent(value, typ) == held


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (12, "12"),
        (Fraction(1, 3), "0.333333"),
        (Fraction(10) ** 21, "1e+21"),
        (Fraction(10) ** 400, "1e+400"),
        (Fraction(-1, 10**400), "-1e-400"),
        ((Fraction(1), Fraction(-2)), "(1 + -2i)"),
        (b'a"\n\xff\xc3\xa9', '"a\\"\\n\\xffé"'),
        (True, "true"),
        (b"x" * 100, '"' + "x" * 68 + "..."),
    ],
)
def test_text(value: object, text: str) -> None:
    assert constant.text(value) == text


def test_values_stay_small() -> None:
    value: Fraction = Fraction(1, 3)
    for _ in range(200):
        value = constant.binary("*", value, value + Fraction(1, 7), False)
        if value is None:
            break
        assert value.denominator.bit_length() < 100_000
