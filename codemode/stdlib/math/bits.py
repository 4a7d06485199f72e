"""math/bits: counting and manipulating bits."""

from __future__ import annotations

from codemode.interpreter.machine.advice import advice
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

    @bits.func(f"func RotateLeft{suffix}(x {t}, k int) {t}")
    def rotate_left(x: int, k: int) -> int:
        k %= width
        return ((x << k) | (x >> (width - k))) & ((1 << width) - 1)

    if width == 8:
        return

    bits.row(f"func ReverseBytes{suffix}(x {t}) {t}", lambda x: int.from_bytes(x.to_bytes(width // 8, "little"), "big"))


for _suffix, _width in _WIDTHS.items():
    _register(_suffix, _width)


def _divide_panic(hi: int, y: int) -> None:
    if y == 0:
        raise runtime_panic("integer divide by zero", advice("division_by_zero"))
    if y <= hi:
        raise runtime_panic("integer overflow")


def _register_wide(suffix: str, width: int) -> None:
    """Registers the arithmetic with carry, for the widths that have it."""
    t, mask = f"uint{suffix}", (1 << width) - 1

    @bits.func(f"func Add{suffix}(x, y, carry {t}) (sum, carryOut {t})")
    def add(x: int, y: int, carry: int) -> tuple[int, int]:
        total = x + y + carry
        return total & mask, total >> width

    @bits.func(f"func Sub{suffix}(x, y, borrow {t}) (diff, borrowOut {t})")
    def sub(x: int, y: int, borrow: int) -> tuple[int, int]:
        difference = x - y - borrow
        return difference & mask, int(difference < 0)

    @bits.func(f"func Mul{suffix}(x, y {t}) (hi, lo {t})")
    def mul(x: int, y: int) -> tuple[int, int]:
        product = x * y
        return product >> width, product & mask

    @bits.func(f"func Div{suffix}(hi, lo, y {t}) (quo, rem {t})")
    def div(hi: int, lo: int, y: int) -> tuple[int, int]:
        _divide_panic(hi, y)
        return divmod(hi << width | lo, y)

    @bits.func(f"func Rem{suffix}(hi, lo, y {t}) {t}")
    def rem(hi: int, lo: int, y: int) -> int:
        if y == 0:
            raise runtime_panic("integer divide by zero", advice("division_by_zero"))
        return (hi << width | lo) % y


for _suffix in ("", "32", "64"):
    _register_wide(_suffix, _WIDTHS[_suffix])
