"""strconv: converts numbers, booleans and quoted strings to and from text."""

from __future__ import annotations

import re
from functools import partial
from operator import itemgetter

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Box, GoPanic, Slice, new_error
from codemode.stdlib.appending import append_bytes
from codemode.stdlib.errors import error_text
from codemode.stdlib.registry import Package
from codemode.stdlib.strconv import quoting
from codemode.stdlib.strconv.floats import format_float, parse_float_prefix, underscores_ok
from codemode.stdlib.unicode import letters
from codemode.types import model

strconv = Package("strconv")

NUM_ERROR = strconv.type("type NumError struct { Func string; Num string; Err error }")
_NUM_ERROR_PTR = model.pointer_to(NUM_ERROR)
ERR_SYNTAX = strconv.error("ErrSyntax", "invalid syntax")
ERR_RANGE = strconv.error("ErrRange", "value out of range")
strconv.const("const IntSize = 64")

Error = Box | None


def _quoted(run: Run, text: bytes) -> bytes:
    """Quotes it. Errors whose texts are parsed again are twice as long each time: long ones are charged, and quoted beside the event loop."""
    quote = partial(quoting.literal, text)
    return run.aside(quote) if run.charge(max(0, len(text) - _SHORT) // 2) else quote()


_SHORT = 128  # bytes of a text that is quoted without a charge

strconv.row(
    "func (e *NumError) Error() string",
    lambda run, e: b"strconv.%s: parsing %s: %s" % (e[0], _quoted(run, e[1]), error_text(run, e[2])),
)
strconv.method("func (e *NumError) Unwrap() error")(itemgetter(2))


def num_error(func: str, text: bytes, reason: Box) -> Box:
    return Box(_NUM_ERROR_PTR, [func.encode(), text, reason])


# --- reading -----------------------------------------------------------------------------------------------------

_SMALL_INT = re.compile(rb"[+-]?[0-9]{1,17}")
_PREFIXES = {b"b": 2, b"o": 8, b"x": 16}
_DIGITS = {c: i for i, c in enumerate(b"0123456789abcdefghijklmnopqrstuvwxyz")}
_DIGITS.update({c: i + 10 for i, c in enumerate(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ")})


def read_uint(text: bytes, base: int, bits: int) -> tuple[int, Box | None]:
    """Returns (value, error or None). ParseInt, ParseUint and fmt's scanning use it."""
    if not text:
        return 0, ERR_SYNTAX
    digits, any_base = text, base == 0
    if any_base:
        base = 10
        if text[0] == 0x30:
            base = _PREFIXES.get(text[1:2].lower(), 0) if len(text) >= 3 else 0
            digits = text[2:] if base else text[1:]
            base = base or 8
    elif not 2 <= base <= 36:
        return 0, new_error(f"invalid base {base}")
    if not 0 <= bits <= 64:
        return 0, new_error(f"invalid bit size {bits}")
    highest = (1 << (bits or 64)) - 1
    value = 0
    for c in digits:
        if c == 0x5F and any_base:
            continue
        digit = _DIGITS.get(c, 36)
        if digit >= base:
            return 0, ERR_SYNTAX
        value = value * base + digit
        if value > highest:
            # at once: as in Go, the rest is not checked any more
            return highest, ERR_RANGE
    return (value, None) if underscores_ok(text) else (0, ERR_SYNTAX)


def read_int(text: bytes, base: int, bits: int) -> tuple[int, Box | None]:
    if not text:
        return 0, ERR_SYNTAX
    negative = text[0] == 0x2D
    value, reason = read_uint(text[1:] if text[0] in b"+-" else text, base, bits)
    if reason is not None and reason is not ERR_RANGE:
        return 0, reason
    limit = 1 << (bits or 64) - 1
    if not negative and value >= limit:
        return limit - 1, ERR_RANGE
    if negative and value > limit:
        return -limit, ERR_RANGE
    return -value if negative else value, None


@strconv.func("func Atoi(s string) (int, error)", cost="len(s) // 8")
def atoi(s: bytes) -> tuple[int, Error]:
    if _SMALL_INT.fullmatch(s):
        return int(s), None
    value, reason = read_int(s, 10, 0)
    return value, reason and num_error("Atoi", s, reason)


@strconv.func("func ParseInt(s string, base int, bitSize int) (i int64, err error)", cost="len(s) // 8")
def parse_int(s: bytes, base: int, bitSize: int) -> tuple[int, Error]:
    value, reason = read_int(s, base, bitSize)
    return value, reason and num_error("ParseInt", s, reason)


@strconv.func("func ParseUint(s string, base int, bitSize int) (uint64, error)", cost="len(s) // 8")
def parse_uint(s: bytes, base: int, bitSize: int) -> tuple[int, Error]:
    value, reason = read_uint(s, base, bitSize)
    return value, reason and num_error("ParseUint", s, reason)


@strconv.func("func ParseFloat(s string, bitSize int) (float64, error)", cost="len(s) // 8")
def parse_float(s: bytes, bitSize: int) -> tuple[float, Error]:
    value, reason = read_float(s, bitSize)
    return value, reason and num_error("ParseFloat", s, reason)


def read_float(text: bytes, bits: int) -> tuple[float, Box | None]:
    value, length, overflow = parse_float_prefix(text, bits)
    if length == 0 or length != len(text):
        return 0.0, ERR_SYNTAX
    return value, ERR_RANGE if overflow else None


@strconv.func("func ParseBool(str string) (bool, error)")
def parse_bool(str: bytes) -> tuple[bool, Error]:
    if str in (b"1", b"t", b"T", b"true", b"TRUE", b"True"):
        return True, None
    if str in (b"0", b"f", b"F", b"false", b"FALSE", b"False"):
        return False, None
    return False, num_error("ParseBool", str, ERR_SYNTAX)


@strconv.func("func Unquote(s string) (string, error)", cost="len(s) // 8")
def unquote(s: bytes) -> tuple[bytes, Error]:
    found = quoting.unquote(s)
    return (b"", ERR_SYNTAX) if found is None else (found, None)


# --- writing -----------------------------------------------------------------------------------------------------


strconv.row("func Itoa(i int) string", lambda i: b"%d" % i)


@strconv.func("func FormatInt(i int64, base int) string")
def format_int(i: int, base: int) -> bytes:
    if base == 10:
        return b"%d" % i
    if not 2 <= base <= 36:
        raise GoPanic(b"strconv: illegal AppendInt/FormatInt base")
    digits = bytearray()
    rest = abs(i)
    while rest >= base:
        rest, digit = divmod(rest, base)
        digits.append(_DIGIT_CHARS[digit])
    digits.append(_DIGIT_CHARS[rest])
    if i < 0:
        digits.append(0x2D)
    return bytes(digits[::-1])


_DIGIT_CHARS = b"0123456789abcdefghijklmnopqrstuvwxyz"

strconv.row("func FormatUint(i uint64, base int) string", format_int)


@strconv.func("func FormatBool(b bool) string")
def format_bool(b: bool) -> bytes:
    return b"true" if b else b"false"


@strconv.func("func FormatFloat(f float64, fmt byte, prec, bitSize int) string", run=True, cost="4 + prec // 16")
def format_float_(run: Run, f: float, fmt: int, prec: int, bitSize: int) -> bytes:
    return _float_text(run, f, fmt, prec, bitSize, b"FormatFloat")


def _float_text(run: Run, f: float, fmt: int, prec: int, bitSize: int, func: bytes) -> bytes:
    if bitSize not in (32, 64):
        raise GoPanic(b"strconv: illegal %s bitSize" % func)
    if prec > 1000:
        run.alloc(prec)
    return format_float(f, chr(fmt), prec, bitSize).encode()


strconv.row("func Quote(s string) string", lambda s: quoting.literal(s), "len(s) // 2")
strconv.row("func QuoteToASCII(s string) string", lambda s: quoting.literal(s, ascii_only=True), "len(s) // 2")
strconv.row("func QuoteRune(r rune) string", lambda r: quoting.quote_rune(r))
strconv.row("func QuoteRuneToASCII(r rune) string", lambda r: quoting.quote_rune(r, ascii_only=True))
strconv.row("func IsPrint(r rune) bool", letters.is_print)
# --- appending ---------------------------------------------------------------------------------------------------


strconv.row(
    "func AppendInt(dst []byte, i int64, base int) []byte",
    lambda run, dst, i, base: append_bytes(run, dst, format_int(i, base)),
)
strconv.row(
    "func AppendUint(dst []byte, i uint64, base int) []byte",
    lambda run, dst, i, base: append_bytes(run, dst, format_int(i, base)),
)
strconv.row(
    "func AppendQuote(dst []byte, s string) []byte",
    lambda run, dst, s: append_bytes(run, dst, quoting.literal(s)),
    "len(s) // 2",
)
strconv.row("func AppendBool(dst []byte, b bool) []byte", lambda run, dst, b: append_bytes(run, dst, format_bool(b)))


@strconv.func(
    "func AppendFloat(dst []byte, f float64, fmt byte, prec, bitSize int) []byte", run=True, cost="4 + prec // 16"
)
def append_float(run: Run, dst: Slice, f: float, fmt: int, prec: int, bitSize: int) -> Slice:
    return append_bytes(run, dst, _float_text(run, f, fmt, prec, bitSize, b"AppendFloat"))
