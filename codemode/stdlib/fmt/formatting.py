"""How fmt writes booleans, numbers and strings under flags, width and precision: Go's fmt/format.go."""

from __future__ import annotations

from codemode.interpreter.machine.conversions import encode_rune
from codemode.interpreter.machine.run import Run
from codemode.stdlib.runes import MAX_RUNE, RUNE_ERROR, rune_count, rune_width, to_text
from codemode.stdlib.strconv import quoting
from codemode.stdlib.strconv.floats import format_float
from codemode.stdlib.unicode import letters

MAX_FIELD = 1_000_000  # the largest width or precision
CHUNK = 4096  # bytes of output that are charged together
FREE = 64  # bytes that are not charged before they are made
_BASE_CODES = {2: "b", 8: "o", 10: "d", 16: "x"}


class Field:
    """The output, and the flags of the current directive. `plus_v` and `sharp_v` are %+v and %#v; `plain` means no flags.

    The defaults are class attributes, because most printers never set a flag and setting all of them would slow down every Sprintf.
    """

    wid: int | None = None
    prec: int | None = None
    minus: bool = False
    plus: bool = False
    sharp: bool = False
    space: bool = False
    zero: bool = False
    plus_v: bool = False
    sharp_v: bool = False
    plain: bool = True
    mark: int = CHUNK  # output up to here has been charged

    def __init__(self, run: Run) -> None:
        self.run = run
        self.out: bytearray = bytearray()

    def clear_flags(self) -> None:
        self.wid = self.prec = None
        self.minus = self.plus = self.sharp = self.space = self.zero = self.plus_v = self.sharp_v = False
        self.plain = True

    # --- paying -----------------------------------------------------------------------------------------------

    def room(self, size: int) -> None:
        """Charges for `size` bytes before they are made."""
        if size > FREE:
            self.run.charge(size // 32)
            self.run.alloc(size)

    def settle(self) -> None:
        """Charges for one more printed element, and for memory in chunks."""
        self.run.charge(1)
        if len(self.out) > self.mark:
            self.run.alloc(len(self.out) - self.mark + CHUNK)
            self.mark = len(self.out) + CHUNK

    # --- padding ----------------------------------------------------------------------------------------------

    def padding(self, count: int) -> None:
        if count > 0:
            self.room(count)
            self.out += (b"0" if self.zero and not self.minus else b" ") * count

    def pad(self, text: bytes) -> None:
        """Writes text, padded to the width."""
        if not self.wid:
            self.out += text
        elif self.minus:
            self.out += text
            self.padding(self.wid - rune_count(text))
        else:
            self.padding(self.wid - rune_count(text))
            self.out += text

    def pad_with_spaces(self, text: bytes) -> None:
        zero, self.zero = self.zero, False
        self.pad(text)
        self.zero = zero

    # --- integers ---------------------------------------------------------------------------------------------

    def integer(self, value: int, base: int, verb: str, upper: bool = False) -> None:
        digits = format(abs(value), _BASE_CODES[base])
        if self.prec is not None:
            precision = self.prec
            if precision == 0 and value == 0:
                zero, self.zero = self.zero, False
                self.padding(self.wid or 0)
                self.zero = zero
                return
        elif self.zero and not self.minus and self.wid is not None:
            precision = self.wid - 1 if value < 0 or self.plus or self.space else self.wid
        else:
            precision = 0
        if precision > len(digits):
            self.room(precision)
            digits = digits.rjust(precision, "0")
        if self.sharp:
            if base == 2:
                digits = "0b" + digits
            elif base == 8 and digits[0] != "0":
                digits = "0" + digits
            elif base == 16:
                digits = "0x" + digits
        if verb == "O":
            digits = "0o" + digits
        sign = "-" if value < 0 else "+" if self.plus else " " if self.space else ""
        self.pad_with_spaces((sign + (digits.upper() if upper else digits)).encode())

    def unicode(self, value: int) -> None:
        """Writes U+0078, or U+0078 'x' with the sharp flag."""
        value &= (1 << 64) - 1
        precision = self.prec if self.prec is not None and self.prec > 4 else 4
        self.room(precision)
        text = f"U+{value:0{precision}X}"
        if self.sharp and value <= MAX_RUNE and letters.is_print(value):
            text += f" '{chr(value)}'"
        self.pad_with_spaces(text.encode())

    def character(self, value: int) -> None:
        self.pad(encode_rune(value))

    def quoted_character(self, value: int) -> None:
        self.pad(quoting.quote_rune(value if 0 <= value <= MAX_RUNE else RUNE_ERROR, ascii_only=self.plus))

    # --- floats -----------------------------------------------------------------------------------------------

    def floating(self, value: float, bits: int, verb: str, precision: int) -> None:
        if self.prec is not None:
            precision = self.prec
        self.room(precision)
        number = format_float(value, verb, precision, bits)
        if number[0] not in "+-":
            number = "+" + number
        if self.space and number[0] == "+" and not self.plus:
            number = " " + number[1:]
        if number[1] in "IN":
            # infinities and NaN do not look like numbers, so zeros do not pad them
            bare = number[1] == "N" and not (self.space or self.plus)
            self.pad_with_spaces((number[1:] if bare else number).encode())
            return
        if self.sharp and verb != "b":
            number = self._sharp_float(number, verb, precision)
        if not self.plus and number[0] == "+":
            self.pad(number[1:].encode())
        elif self.zero and not self.minus and self.wid is not None and self.wid > len(number):
            # the sign goes before the zeros
            self.out += number[0].encode()
            self.padding(self.wid - len(number))
            self.out += number[1:].encode()
        else:
            self.pad(number.encode())

    def _sharp_float(self, number: str, verb: str, precision: int) -> str:
        """Returns the number with a decimal point; for %g also with the trailing zeros."""
        wanted = 0
        if verb in ("g", "G", "x"):
            wanted = 6 if precision == -1 else precision
        ends = "p" if verb in ("x", "X") else "pe"
        body, tail = number[1:], ""
        for i, c in enumerate(body):
            if c.lower() in ends:
                body, tail = body[:i], body[i:]
                break
        seen = False
        for c in body:
            if c == ".":
                continue
            seen = seen or c != "0"
            wanted -= seen
        if "." not in body:
            if body == "0":
                wanted -= 1
            body += "."
        self.room(wanted)
        return number[0] + body + "0" * wanted + tail

    # --- strings ----------------------------------------------------------------------------------------------

    def truncated(self, s: bytes) -> bytes:
        if self.prec is None or self.prec >= len(s):
            return s
        if s.isascii():
            return s[: self.prec]
        return s[: sum(map(rune_width, to_text(s)[: self.prec]))]

    def string(self, s: bytes) -> None:
        self.room(len(s))
        self.pad(self.truncated(s))

    def hex_string(self, s: bytes, upper: bool) -> None:
        if self.prec is not None:
            s = s[: self.prec]
        self.room(len(s) * 4)
        if not s:
            self.padding(self.wid or 0)
            return
        prefix = "0x" if self.sharp else ""
        text = (" " + prefix).join([f"{b:02x}" for b in s]) if self.space else s.hex()
        encoded = (prefix + text).encode()
        self.pad(encoded.upper() if upper else encoded)

    def quoted(self, s: bytes) -> None:
        s = self.truncated(s)
        self.run.charge(len(s) // 2)  # one rune at a time
        self.room(len(s) * 2)
        if self.sharp and quoting.can_backquote(s):
            self.pad(b"`%s`" % s)
        else:
            self.pad(quoting.literal(s, ascii_only=self.plus))
