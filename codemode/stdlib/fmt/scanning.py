"""How fmt reads values from text: Go's fmt/scan.go."""

from __future__ import annotations

from typing import Any, NoReturn, Protocol, cast

from codemode.interpreter.machine.conversions import encode_rune
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import go_name
from codemode.interpreter.machine.values import EOF, Box, new_error, slice_from, type_of
from codemode.stdlib.errors import store
from codemode.stdlib.failures import Failed
from codemode.stdlib.runes import decode_rune
from codemode.stdlib.strconv import quoting
from codemode.stdlib.strconv.package import num_error, read_float, read_int, read_uint
from codemode.stdlib.streams import UNEXPECTED_EOF, call
from codemode.stdlib.unicode.letters import is_space
from codemode.types import model
from codemode.types.model import Type

HUGE = 1 << 30
_END = -1  # stands for the end of the input
_BINARY, _OCTAL, _DECIMAL, _HEXADECIMAL = "01", "01234567", "0123456789", "0123456789aAbBcCdDeEfF"
_BASES = {
    "b": (2, _BINARY),
    "o": (8, _OCTAL),
    "x": (16, _HEXADECIMAL),
    "X": (16, _HEXADECIMAL),
    "U": (16, _HEXADECIMAL),
}
_PREFIX_DIGITS = {"b": _BINARY, "B": _BINARY, "o": _OCTAL, "O": _OCTAL, "x": _HEXADECIMAL, "X": _HEXADECIMAL}


class Source(Protocol):
    """A source of runes, read one at a time. The last rune can be unread."""

    def read(self) -> tuple[int, Any]: ...
    def unread(self) -> None: ...


class ScanError(Failed):
    """Scanning failed."""


class ScanState:
    """Reads operands. `count` runes have been read; the current operand may read up to `limit`."""

    __slots__ = ("at_end", "buffer", "count", "limit", "newline_ends", "newline_is_space", "run", "source")

    def __init__(self, run: Run, source: Source, newline_is_space: bool = False, newline_ends: bool = False) -> None:
        self.run = run
        self.source = source
        self.newline_is_space = newline_is_space
        self.newline_ends = newline_ends
        self.at_end = False
        self.count = 0
        self.limit = HUGE
        self.buffer = bytearray()

    # --- runes ------------------------------------------------------------------------------------------------

    def read_rune(self) -> tuple[int, Any]:
        if self.at_end or self.count >= self.limit:
            return 0, EOF
        self.run.charge(1)
        rune, err = self.source.read()
        if err is None:
            self.count += 1
            if self.newline_ends and rune == 10:
                self.at_end = True
        elif err is EOF:
            self.at_end = True
        return rune, err

    def unread(self) -> None:
        self.source.unread()
        self.at_end = False
        self.count -= 1

    def next(self) -> int:
        """Returns the next rune, or -1 at the end."""
        rune, err = self.read_rune()
        if err is None:
            return rune
        if err is EOF:
            return _END
        raise ScanError(err)

    def must_next(self) -> int:
        rune = self.next()
        if rune == _END:
            raise ScanError(UNEXPECTED_EOF)
        return rune

    def fail(self, text: str) -> NoReturn:
        raise ScanError(new_error(text))

    def take(self, rune: int) -> None:
        self.buffer += encode_rune(rune)

    def accept(self, ok: str) -> bool:
        """Reads the next rune into the buffer if it is in `ok`. Returns whether it was."""
        rune = self.next()
        if rune == _END:
            return False
        if chr(rune) in ok:
            self.take(rune)
            return True
        self.unread()
        return False

    def skip(self, ok: str) -> bool:
        """Reads one rune and returns whether it is in `ok`."""
        rune = self.next()
        return rune != _END and chr(rune) in ok

    def peek(self, ok: str) -> bool:
        rune = self.next()
        if rune == _END:
            return False
        self.unread()
        return chr(rune) in ok

    def not_end(self) -> None:
        if self.next() == _END:
            raise ScanError(EOF)
        self.unread()

    def skip_space(self) -> None:
        while True:
            rune = self.next()
            if rune == _END:
                return
            if rune == 13 and self.peek("\n"):
                continue
            if rune == 10:
                if self.newline_is_space:
                    continue
                self.fail("unexpected newline")
            if not is_space(rune):
                self.unread()
                return

    def word(self) -> bytes:
        while (rune := self.next()) != _END:
            if is_space(rune):
                self.unread()
                break
            self.take(rune)
        return bytes(self.buffer)

    # --- values -----------------------------------------------------------------------------------------------

    def one(self, verb: str, x: Any) -> None:
        """Reads one operand into the target of `x`. Raises ScanError."""
        self.buffer = bytearray()
        t = type_of(x)
        if not isinstance(t, model.Pointer):
            pointer = t.underlying if t is not None else None
            if not isinstance(pointer, model.Pointer):
                self.fail(f"type not a pointer: {go_name(t) if t is not None else '<nil>'}")
            t = pointer
        store(cast(Box, x).v, t.elem, self.value(verb, t))

    def value(self, verb: str, pointer: model.Pointer) -> Any:
        elem = pointer.elem.underlying
        if isinstance(elem, model.Slice) and elem.elem.underlying is model.UINT8:
            return slice_from(bytearray(self.string(verb)))
        info = elem.info if isinstance(elem, model.Basic) else ""
        bits = elem.bits if isinstance(elem, model.Basic) else 0
        if info == "boolean":
            return self.boolean(verb)
        if info == "integer":
            return self.integer(verb, bits)
        if info == "unsigned":
            return self.unsigned(verb, bits)
        if info == "float":
            return self.floating(verb, elem, bits)
        if info == "string":
            return self.string(verb)
        raise ScanError(new_error(f"can't scan type: {go_name(pointer)}"))

    def check_verb(self, verb: str, ok: str, kind: str) -> None:
        if verb not in ok:
            self.fail(f"bad verb '%{verb}' for {kind}")

    def boolean(self, verb: str) -> bool:
        self.skip_space()
        self.not_end()
        self.check_verb(verb, "tv", "boolean")
        rune = chr(self.next())
        if rune in "tT":
            if self.accept("rR") and not (self.accept("uU") and self.accept("eE")):
                self.fail("syntax error scanning boolean")
            return True
        if rune in "fF":
            if self.accept("aA") and not (self.accept("lL") and self.accept("sS") and self.accept("eE")):
                self.fail("syntax error scanning boolean")
            return False
        return rune == "1"

    def _base(self, verb: str) -> tuple[int, str]:
        self.check_verb(verb, "bdoUxXv", "integer")
        return _BASES.get(verb, (10, _DECIMAL))

    def _prefix(self) -> tuple[int, str, bool]:
        """Reads a base prefix such as 0x. Returns (base, digits, whether a digit was read)."""
        if not self.peek("0"):
            return 0, _DECIMAL + "_", False
        self.accept("0")
        for letter, digits in _PREFIX_DIGITS.items():
            if self.peek(letter):
                self.accept(letter)
                return 0, digits + "_", True
        return 0, _OCTAL + "_", True

    def _digits(self, digits: str, have_digits: bool) -> bytes:
        if not have_digits:
            self.not_end()
            if not self.accept(digits):
                self.fail("expected integer")
        while self.accept(digits):
            pass
        return bytes(self.buffer)

    def _character(self, bits: int) -> int:
        self.not_end()
        rune = self.next()
        if rune >= 1 << min(bits - 1, 31):
            self.fail(f"overflow on character value {chr(rune)}")
        return rune

    def _number(self, verb: str, signed: bool) -> tuple[bytes, int]:
        self.skip_space()
        self.not_end()
        base, digits = self._base(verb)
        have_digits = False
        if verb == "U":
            if not self.skip("U") or not self.skip("+"):
                self.fail("bad unicode format ")
        else:
            if signed:
                self.accept("+-")
            if verb == "v":
                base, digits, have_digits = self._prefix()
        return self._digits(digits, have_digits), base

    def integer(self, verb: str, bits: int) -> int:
        if verb == "c":
            return self._character(bits)
        token, base = self._number(verb, True)
        value, reason = read_int(token, base, 64)
        if reason is not None:
            raise ScanError(num_error("ParseInt", token, reason))
        if not -(1 << bits - 1) <= value < 1 << bits - 1:
            self.fail(f"integer overflow on token {token.decode()}")
        return value

    def unsigned(self, verb: str, bits: int) -> int:
        if verb == "c":
            return self._character(bits + 1)
        token, base = self._number(verb, False)
        value, reason = read_uint(token, base, 64)
        if reason is not None:
            raise ScanError(num_error("ParseUint", token, reason))
        if value >= 1 << bits:
            self.fail(f"unsigned integer overflow on token {token.decode()}")
        return value

    def _float_token(self) -> bytes:
        self.buffer = bytearray()
        if self.accept("nN") and self.accept("aA") and self.accept("nN"):
            return bytes(self.buffer)
        self.accept("+-")
        if self.accept("iI") and self.accept("nN") and self.accept("fF"):
            return bytes(self.buffer)
        digits = _DECIMAL + "_"
        while self.accept(digits):
            pass
        if self.accept("."):
            while self.accept(digits):
                pass
        if self.accept("eE"):
            self.accept("+-")
            while self.accept(digits):
                pass
        return bytes(self.buffer)

    def floating(self, verb: str, t: Type, bits: int) -> float:
        self.check_verb(verb, "eEfFgGv", str(t))
        self.skip_space()
        self.not_end()
        token = self._float_token()
        value, reason = read_float(token, bits)
        if reason is not None:
            raise ScanError(num_error("ParseFloat", token, reason))
        return value

    def string(self, verb: str) -> bytes:
        self.check_verb(verb, "svqxX", "string")
        self.skip_space()
        self.not_end()
        if verb == "q":
            return self._quoted()
        if verb in "xX":
            return self._hex()
        return self.word()

    def _quoted(self) -> bytes:
        quote = self.next()
        if quote == 0x60:
            while (rune := self.must_next()) != quote:
                self.take(rune)
            return bytes(self.buffer)
        if quote != 0x22:
            self.fail("expected quoted string")
        self.take(quote)
        while True:
            rune = self.must_next()
            self.take(rune)
            if rune == 0x5C:
                self.take(self.must_next())
            elif rune == 0x22:
                break
        text = quoting.unquote(bytes(self.buffer))
        if text is None:
            self.fail("invalid syntax")
        return text

    def _hex(self) -> bytes:
        out = bytearray()
        while True:
            first = self.next()
            if first == _END:
                break
            if chr(first) not in _HEXADECIMAL:
                self.unread()
                break
            second = self.must_next()
            if chr(second) not in _HEXADECIMAL:
                self.fail("illegal hex digit")
            out.append(int(chr(first) + chr(second), 16))
        if not out:
            self.fail("no hex data for %x string")
        return bytes(out)


# --- sources -----------------------------------------------------------------------------------------------------


class TextSource:
    """Reads the runes of a string."""

    __slots__ = ("at", "before", "data")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0
        self.before = 0

    def read(self) -> tuple[int, Any]:
        rune, width = decode_rune(self.data, self.at)
        self.before = self.at
        self.at += width
        return (rune, None) if width else (0, EOF)

    def unread(self) -> None:
        self.at = self.before


class RuneScannerSource:
    """Reads from an io.RuneScanner."""

    __slots__ = ("reader", "run")

    def __init__(self, run: Run, reader: Any) -> None:
        self.run = run
        self.reader = reader

    def read(self) -> tuple[int, Any]:
        rune, _, err = call(self.run, self.reader, "ReadRune")
        return rune, err

    def unread(self) -> None:
        call(self.run, self.reader, "UnreadRune")
