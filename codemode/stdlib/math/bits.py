"""math/bits: counting and manipulating bits."""

from __future__ import annotations

from codemode.interpreter.machine.panic_hints import panic_hint
from codemode.interpreter.machine.values import runtime_panic
from codemode.stdlib.registry import Package

bits = Package("math/bits")

bits.const("const UintSize = 64")

_WIDTHS = {"": 64, "8": 8, "16": 16, "32": 32, "64": 64}


def _register(suffix: str, width: int) -> None:
    """Registers the functions that exist for every width."""
    t = f"uint{suffix}"

    bits.row(f"func Len{suffix}(x {t}) int", lambda x: x.bit_length())
    bits.row(f"func OnesCount{suffix}(x {t}) int", lambda x: x.bit_count())
    bits.row(f"func LeadingZeros{suffix}(x {t}) int", lambda x: width - x.bit_length())
    bits.row(f"func TrailingZeros{suffix}(x {t}) int", lambda x: (x & -x).bit_length() - 1 if x else width)
    bits.row(f"func Reverse{suffix}(x {t}) {t}", lambda x: int(f"{x:0{width}b}"[::-1], 2))

    if width > 8:
        bits.row(
            f"func ReverseBytes{suffix}(x {t}) {t}", lambda x: int.from_bytes(x.to_bytes(width // 8, "little"), "big")
        )

    @bits.func(f"func RotateLeft{suffix}(x {t}, k int) {t}")
    def rotate_left(x: int, k: int) -> int:
        k %= width
        return ((x << k) | (x >> (width - k))) & ((1 << width) - 1)


for _suffix, _width in _WIDTHS.items():
    _register(_suffix, _width)


def _divided(dividend: int, y: int) -> tuple[int, int]:
    if y == 0:
        raise runtime_panic("integer divide by zero", panic_hint("division_by_zero"))
    return divmod(dividend, y)


def _register_wide(suffix: str, width: int) -> None:
    """Registers the arithmetic with carry, for the widths that have it."""
    t, mask = f"uint{suffix}", (1 << width) - 1

    def halves(x: int) -> tuple[int, int]:
        return x >> width, x & mask

    bits.row(f"func Add{suffix}(x, y, carry {t}) (sum, carryOut {t})", lambda x, y, carry: halves(x + y + carry)[::-1])
    bits.row(
        f"func Sub{suffix}(x, y, borrow {t}) (diff, borrowOut {t})",
        lambda x, y, borrow: (x - y - borrow & mask, int(x < y + borrow)),
    )
    bits.row(f"func Mul{suffix}(x, y {t}) (hi, lo {t})", lambda x, y: halves(x * y))
    bits.row(f"func Rem{suffix}(hi, lo, y {t}) {t}", lambda hi, lo, y: _divided(hi << width | lo, y)[1])

    @bits.func(f"func Div{suffix}(hi, lo, y {t}) (quo, rem {t})")
    def div(hi: int, lo: int, y: int) -> tuple[int, int]:
        if 0 < y <= hi:
            raise runtime_panic("integer overflow")
        return _divided(hi << width | lo, y)


for _suffix in ("", "32", "64"):
    _register_wide(_suffix, _WIDTHS[_suffix])
