"""JSON text as encoding/json writes it: strings with its escapes, floats with its exponents."""

from __future__ import annotations

import re

from codemode.interpreter.machine.floattext import shortest_digits

_ESCAPED = re.compile("[\udc80-\udcff]")
_ESCAPES = {
    **{chr(c): f"\\u{c:04x}" for c in range(32)},
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\b": "\\b",
    "\f": "\\f",
    '"': '\\"',
    "\\": "\\\\",
    "\u2028": "\\u2028",
    "\u2029": "\\u2029",
    "<": "\\u003c",
    ">": "\\u003e",
    "&": "\\u0026",
}
_SMALL_SINGLE = 9.999999974752427e-07  # 1e-6 as a float32
_SPECIAL_HTML = re.compile('[\x00-\x1f"\\\\\u2028\u2029<>&]')


def text_of(data: bytes | bytearray) -> str:
    """A Go string as text; each byte that is not valid UTF-8 becomes U+FFFD."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return _ESCAPED.sub("\ufffd", data.decode("utf-8", "surrogateescape"))


def quoted(data: bytes | bytearray, html: bool = True) -> str:
    """A Go string as a JSON string."""
    text = text_of(data)
    if _SPECIAL_HTML.search(text):
        # one pass for each character that occurs: faster than one pass for all, even if there are many
        for letter in sorted(set(text).intersection(_ESCAPES), key=_backslash_first):
            if html or letter not in "<>&":
                text = text.replace(letter, _ESCAPES[letter])
    return f'"{text}"'


def _backslash_first(letter: str) -> bool:
    return letter != "\\"


def float_text(v: float, bits: int = 64) -> str:
    """A finite float as a JSON number, as ES6 writes numbers."""
    if v == 0:
        return "-0" if str(v)[0] == "-" else "0"
    size = abs(v)
    if v.is_integer() and size < (
        1e15 if bits == 64 else 1 << 24
    ):  # the full digits of larger ones need not be the shortest
        return str(int(v))
    sign = "-" if v < 0 else ""
    digits, point = shortest_digits(size, bits)
    if size < (1e-6 if bits == 64 else _SMALL_SINGLE) or size >= 1e21:
        exponent = point - 1
        fraction = f".{digits[1:]}" if len(digits) > 1 else ""
        return f"{sign}{digits[0]}{fraction}e{'-' if exponent < 0 else '+'}{abs(exponent)}"
    if point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    if point >= len(digits):
        return sign + digits + "0" * (point - len(digits))
    return f"{sign}{digits[:point]}.{digits[point:]}"
