"""math/big: converts between numbers and text. Long ones are split in halves, because Python's own conversions take quadratic time."""

from __future__ import annotations

import re

from codemode.interpreter.machine.run import Run
from codemode.stdlib.math.big.base import no_larger, pay_at_once

_LETTERS = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SHORT = 600  # digits that Python converts at once
_PREFIXES = {b"0b": 2, b"0o": 8, b"0x": 16}
_POWERS_OF_2 = {2: "b", 8: "o", 16: "x"}
_FRACTION = re.compile(rb"([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?")
_MAX_EXPONENT = 1_000_000


def text_of(run: Run, n: int, base: int) -> bytes:
    """Returns n in the given base, with its sign."""
    size = n.bit_length()
    if base in _POWERS_OF_2:
        run.charge(size >> 10)
        run.alloc(size)
        return format(n, _POWERS_OF_2[base]).encode()
    if size < 2000 and base == 10:
        return b"%d" % n
    pay_conversion(run, size)
    found = _digits(abs(n), base)
    return b"-" + found if n < 0 else found


def pay_conversion(run: Run, bits: int) -> None:
    no_larger(bits // 2)  # an upper bound: bases that are no power of 2 need fewer bits
    pay_at_once(run, (bits >> 3) + (bits >> 9) * (bits >> 9))
    run.alloc(bits)


def _digits(n: int, base: int) -> bytes:
    powers = [base**_SHORT]
    while powers[-1] <= n:
        powers.append(powers[-1] * powers[-1])
    return _split(n, base, powers).lstrip(b"0") or b"0"


def _split(n: int, base: int, powers: list[int]) -> bytes:
    """Returns exactly _SHORT << len(powers) - 1 digits. n must be less than the last of the powers."""
    if len(powers) > 1:
        high, low = divmod(n, powers[-2])
        return _split(high, base, powers[:-1]) + _split(low, base, powers[:-1])
    if base == 10:
        return (b"%d" % n).rjust(_SHORT, b"0")
    out = bytearray()
    while n:
        n, digit = divmod(n, base)
        out.append(_LETTERS[digit])
    return bytes(out[::-1]).rjust(_SHORT, b"0")


def number_of(run: Run, text: bytes, base: int) -> int | None:
    """Returns the number that the whole text represents, or None. With base 0 its prefix gives the base, and underscores may separate digits."""
    sign = text[:1]
    body = text[1:] if sign in (b"+", b"-") else text
    body, base = _unprefixed(body) if base == 0 else (body, base)
    found = None if not body else _number(run, body, base)
    return -found if found is not None and sign == b"-" else found


def _unprefixed(body: bytes) -> tuple[bytes, int]:
    """Returns the digits and their base. A misplaced underscore gives no digits."""
    base = _PREFIXES.get(body[:2].lower())
    if base is not None:
        digits = body[2:].removeprefix(b"_")
    elif body[:1] == b"0" and len(body) > 1:
        digits, base = body[1:].removeprefix(b"_"), 8
    else:
        digits, base = body, 10
    if digits[:1] == b"_" or digits[-1:] == b"_" or b"__" in digits:
        return b"", base
    return digits.replace(b"_", b""), base


def _number(run: Run, body: bytes, base: int) -> int | None:
    if base <= 36:
        body = body.lower()
    allowed = _LETTERS[:base]
    if body.translate(None, allowed):
        return None
    pay_conversion(run, len(body) * base.bit_length())
    return _joined(body, base)


def _joined(body: bytes, base: int) -> int:
    if len(body) > _SHORT:
        middle = len(body) // 2
        return _joined(body[:middle], base) * base ** (len(body) - middle) + _joined(body[middle:], base)
    if base <= 36:
        return int(body, base)
    n = 0
    for letter in body:
        n = n * base + _LETTERS.index(letter)
    return n


def fraction_of(run: Run, text: bytes) -> tuple[int, int] | None:
    """Returns numerator and denominator of "3/4" or "-1.25e3", not in lowest terms, or None."""
    if b"/" in text:
        above, _, below = text.partition(b"/")
        a, b = number_of(run, above, 0), None if below[:1] in (b"+", b"-") else number_of(run, below, 0)
        return None if a is None or not b else (a, b)
    found = _FRACTION.fullmatch(text)
    if found is None or (found[3] is None and found[4] is None):
        whole = number_of(run, text, 0 if found is None else 10)  # in a fraction 010 is ten
        return None if whole is None else (whole, 1)
    after, exponent = found[3] or b"", found[4] or b"0"
    mantissa = number_of(run, found[1] + found[2] + after, 10)
    if mantissa is None or len(exponent) > 12:
        return None
    power = int(exponent) - len(after)
    if not mantissa:
        return 0, 1
    if abs(power) > _MAX_EXPONENT:
        return None
    pay_at_once(run, (abs(power) >> 3) + (abs(power) >> 8) ** 2)
    run.alloc(abs(power))
    scale = 10 ** abs(power)
    return (mantissa * scale, 1) if power >= 0 else (mantissa, scale)
