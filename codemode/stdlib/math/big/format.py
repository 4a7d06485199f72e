"""math/big: parses and formats Int."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.conversions import encode_rune
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import NIL_SLICE, GoPanic, Slice, new_error
from codemode.stdlib.appending import append_bytes
from codemode.stdlib.math.big.base import Storage, big, put, value
from codemode.stdlib.math.big.text import number_of, text_of
from codemode.stdlib.runes import bytes_of
from codemode.stdlib.strconv.quoting import quote
from codemode.stdlib.streams import call, write

MAX_BASE = 62
_BASES = {"b": 2, "o": 8, "O": 8, "d": 10, "s": 10, "v": 10, "x": 16, "X": 16}
_PREFIXES = {"b": b"0b", "o": b"0", "x": b"0x", "X": b"0X"}


@big.method("func (z *Int) SetString(s string, base int) (*Int, bool)", run=True, cost="1 + len(s) // 16")
def set_string(run: Run, z: Storage, s: bytes, base: int) -> tuple[Storage | None, bool]:
    if base != 0 and not 2 <= base <= MAX_BASE:
        raise GoPanic(b"invalid number base %d" % base)
    n = number_of(run, s, base)
    return (None, False) if n is None else (put(run, z, n), True)


@big.method("func (x *Int) String() string", run=True)
def string(run: Run, x: Storage | None) -> bytes:
    return text(run, x, 10)


@big.method("func (x *Int) Text(base int) string", run=True)
def text(run: Run, x: Storage | None, base: int) -> bytes:
    if x is None:
        return b"<nil>"
    if not 2 <= base <= MAX_BASE:
        raise GoPanic(b"invalid base")
    return text_of(run, value(x), base)


big.row(
    "func (x *Int) Append(buf []byte, base int) []byte",
    lambda run, x, buf, base: append_bytes(run, buf, text(run, x, base)),
)


@big.method("func (x *Int) Format(s fmt.State, ch rune)", run=True)
def format_(run: Run, x: Storage | None, s: Any, ch: int) -> None:
    verb = chr(ch) if 0 <= ch < 0x80 else ""
    base = _BASES.get(verb)
    if base is None:
        write(run, s, b"%!" + encode_rune(ch) + b"(big.Int=" + string(run, x) + b")")
    elif x is None:
        write(run, s, b"<nil>")
    else:
        write(run, s, _formatted(run, s, verb, text_of(run, value(x), base)))


def _formatted(run: Run, s: Any, verb: str, shown: bytes) -> bytes:
    def flag(c: str) -> bool:
        return call(run, s, "Flag", ord(c))

    body = shown.removeprefix(b"-")
    sign = b"-" if body is not shown and len(body) < len(shown) else b"+" if flag("+") else b" " if flag(" ") else b""
    prefix = _PREFIXES.get(verb, b"") if flag("#") else b""
    if verb == "O":
        prefix = b"0o"
    if verb == "X":
        body = body.upper()
    precision, precise = call(run, s, "Precision")
    if precise and body == b"0" and precision == 0:
        return b""
    width, wide = call(run, s, "Width")
    run.alloc((precision if precise else 0) + (width if wide else 0))
    if precise:
        body = body.rjust(precision, b"0")
    if not wide:
        return sign + prefix + body
    if flag("-"):
        return (sign + prefix + body).ljust(width)
    if flag("0") and not precise:
        return sign + prefix + body.rjust(width - len(sign) - len(prefix), b"0")
    return (sign + prefix + body).rjust(width)


# --- JSON and text -----------------------------------------------------------------------------------------------


big.row(
    "func (x *Int) MarshalText() (text []byte, err error)",
    lambda run, x: (append_bytes(run, NIL_SLICE, string(run, x)), None),
)
big.row(
    "func (x *Int) AppendText(b []byte) (text []byte, err error)",
    lambda run, x, b: (append_bytes(run, b, string(run, x)), None),
)
big.row(
    "func (x *Int) MarshalJSON() ([]byte, error)",
    lambda run, x: (append_bytes(run, NIL_SLICE, b"null" if x is None else string(run, x)), None),
)


@big.method("func (z *Int) UnmarshalText(text []byte) error", run=True, cost="1 + len(text) // 16")
def unmarshal_text(run: Run, z: Storage, data: Slice) -> Any:
    content = bytes_of(data)
    n = number_of(run, content, 0)
    if n is None:
        run.charge(len(content) >> 1)
        return new_error(b"math/big: cannot unmarshal " + quote(content) + b" into a *big.Int")
    put(run, z, n)
    return None


big.row(
    "func (z *Int) UnmarshalJSON(text []byte) error",
    lambda run, z, data: None if bytes_of(data) == b"null" else unmarshal_text(run, z, data),
    "1 + len(text) // 16",
)
