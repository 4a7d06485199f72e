"""Format strings of fmt. A format is compiled once, unless it contains * or [n], which depend on its arguments."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, cast

from codemode.interpreter.machine.typeops import go_name
from codemode.interpreter.machine.values import Box, JsonInt, type_of, unbox
from codemode.stdlib.fmt.formatting import CHUNK, FREE, MAX_FIELD
from codemode.stdlib.fmt.values import Printer
from codemode.stdlib.runes import decode_rune
from codemode.stdlib.strconv.floats import shortest
from codemode.types import model

_DIRECTIVE = re.compile(rb"%([-+# 0]*)([0-9]{1,6})?(?:\.([0-9]{0,6}))?([a-zA-Z%])")
_FLAGS = re.compile(rb"[-+# 0]*")
_MOST_CACHED = 2048  # bytes; longer formats are not cached
_FAST_FIELD = 64  # larger widths and precisions are charged
_FAST_STRING = 4096


class Directive:
    """One compiled directive. `template` is the equivalent Python %-format for arguments of Python type `kind`."""

    __slots__ = ("flags", "kind", "prec", "template", "verb", "wid")

    def __init__(self, flags: bytes, wid: int | None, prec: int | None, verb: str) -> None:
        self.flags = flags
        self.wid = wid
        self.prec = prec
        self.verb = verb
        self.kind, self.template = self._fast()

    def _fast(self) -> tuple[type | None, bytes]:
        if b"#" in self.flags or (self.wid or 0) > _FAST_FIELD or (self.prec or 0) > _FAST_FIELD:
            return None, b""
        wid = b"" if self.wid is None else b"%d" % self.wid
        if self.verb == "d" and self.prec is None:
            return int, b"%" + self.flags + wid + b"d"
        if self.verb in ("f", "F", "e"):
            return float, b"%%%s%s.%d%s" % (self.flags, wid, 6 if self.prec is None else self.prec, self.verb.encode())
        if self.verb == "s" and self.prec is None and b"0" not in self.flags:
            return bytes, b"%" + (b"-" if b"-" in self.flags else b"") + wid + b"s"
        if self.verb == "v" and not self.flags and self.wid is None and self.prec is None:
            return object, b""
        return None, b""

    def write(self, p: Printer, x: Any) -> None:
        """Prints one argument."""
        kind = x.__class__
        wanted = self.kind
        if wanted is object:
            if kind is int:
                p.out += b"%d" % x
                return
            if kind is bytes and len(x) <= _FAST_STRING:
                p.out += x
                return
            if kind is float:
                p.out += shortest(x).encode()
                return
        elif kind is wanted and (
            kind is int or (kind is float and x - x == 0) or (kind is bytes and len(x) <= _FAST_STRING and x.isascii())
        ):
            p.out += self.template % x
            return
        self.write_slowly(p, x)

    def write_slowly(self, p: Printer, x: Any) -> None:
        p.clear_flags()
        p.wid, p.prec = self.wid, self.prec
        set_flags(p, self.flags)
        start_verb(p, self.verb)
        p.plain = not self.flags and self.wid is None and self.prec is None
        p.argument(x, self.verb)


def set_flags(p: Printer, flags: bytes) -> None:
    p.minus, p.plus, p.sharp = b"-" in flags, b"+" in flags, b"#" in flags
    p.space, p.zero = b" " in flags, b"0" in flags


def start_verb(p: Printer, verb: str) -> None:
    if verb in "vw":
        p.sharp_v, p.sharp = p.sharp, False
        p.plus_v, p.plus = p.plus, False


@lru_cache(maxsize=512)
def compiled(text: bytes) -> tuple[bytes | Directive, ...] | None:
    """Returns the parts of a format, or None if reading it needs its arguments."""
    parts: list[bytes | Directive] = []
    at = 0
    while True:
        start = text.find(b"%", at)
        if start < 0:
            break
        found = _DIRECTIVE.match(text, start)
        if found is None:
            return None
        if start > at:
            parts.append(text[at:start])
        at = found.end()
        verb = found[4].decode()
        if verb == "%":
            parts.append(b"%")
        else:
            precision = None if found[3] is None else int(found[3] or b"0")
            parts.append(Directive(found[1], int(found[2]) if found[2] else None, precision, verb))
    if at < len(text):
        parts.append(text[at:])
    return tuple(parts)


class _Whole:
    """A format and the types of its arguments, as one Python %-format. The numbers of arguments are of strings, of strings that are padded, of
    numbers with a precision, and of numbers in their shortest form."""

    __slots__ = ("finite", "padded", "shortest", "strings", "template")

    def __init__(self) -> None:
        self.template = b""
        self.strings: list[int] = []
        self.padded: list[int] = []
        self.finite: list[int] = []
        self.shortest: list[int] = []

    def take(self, number: int, kind: type, directive: Directive) -> bool:
        """Adds an argument. Returns False if no template can write it."""
        template = directive.template
        if directive.kind is object and kind in (int, float, bytes):
            template = b"%d" if kind is int else b"%s"
            if kind is float:
                self.shortest.append(number)
        elif directive.kind is not kind:
            return False
        elif kind is float:
            self.finite.append(number)
        if kind is bytes:
            self.strings.append(number)
            if directive.wid is not None:
                self.padded.append(number)
        self.template += template
        return True


@lru_cache(maxsize=1024)
def _whole(text: bytes, *kinds: type) -> _Whole | None:
    made, number = _Whole(), 0
    for part in compiled(text) or ():
        if isinstance(part, bytes):
            made.template += part.replace(b"%", b"%%")
        elif number < len(kinds) and made.take(number, kinds[number], part):
            number += 1
        else:
            return None
    return made if number == len(kinds) > 0 else None


def at_once(text: bytes, args: list[Any]) -> bytes | None:
    """Formats plain arguments, which most are. Returns None if a printer has to do it: something has to be charged, or has a form of its own."""
    if len(text) > FREE or len(args) > FREE // 2:
        return None
    whole = _whole(text, *map(type, args))
    if whole is None:
        return None
    for number in whole.strings:
        if len(args[number]) > _FAST_STRING:
            return None
    for number in whole.padded:
        if not args[number].isascii():
            return None
    for number in whole.finite:
        if (x := args[number]) - x != 0:
            return None
    if whole.shortest:
        args = args.copy()
        for number in whole.shortest:
            args[number] = shortest(args[number]).encode()
    out = whole.template % tuple(args)
    return out if len(out) <= CHUNK else None


def printf(p: Printer, text: bytes, args: list[Any]) -> None:
    """Formats `args` into the printer."""
    p.room(len(text))
    parts = compiled(text) if len(text) <= _MOST_CACHED else None
    if parts is None:
        _Reader(p, text, args).read()
        return
    count = len(args)
    number = 0
    for part in parts:
        if type(part) is bytes:
            p.out += part
            continue
        directive = cast(Directive, part)
        if number >= count:
            p.out += f"%!{directive.verb}(MISSING)".encode()
            continue
        if directive.verb == "w":
            p.wrapped.append(number)
        directive.write(p, args[number])
        number += 1
    if number < count:
        extra(p, args[number:])
    if len(p.out) > p.mark:
        p.settle()


def extra(p: Printer, args: list[Any]) -> None:
    """Prints %!(EXTRA type=value, ...)."""
    p.clear_flags()
    p.out += b"%!(EXTRA "
    for i, x in enumerate(args):
        if i > 0:
            p.out += b", "
        if x is None:
            p.out += b"<nil>"
        else:
            p.out += f"{go_name(cast(model.Type, type_of(x)))}=".encode()
            p.argument(x, "v")
    p.out += b")"


class _Reader:
    """Reads a format along with its arguments, step by step like Go's doPrintf."""

    def __init__(self, p: Printer, text: bytes, args: list[Any]) -> None:
        self.p = p
        self.text = text
        self.args = args
        self.at = 0
        self.number = 0  # index of the next argument
        self.reordered = False
        self.good = True  # whether the last [n] was valid
        self.after_index = False

    def read(self) -> None:
        p, text = self.p, self.text
        while self.at < len(text):
            start = text.find(b"%", self.at)
            p.out += text[self.at : start if start >= 0 else len(text)]
            if start < 0:
                break
            self.at = start + 1
            p.run.charge(1)
            if not self._directive():
                p.out += b"%!(NOVERB)"
                break
        if not self.reordered and self.number < len(self.args):
            extra(p, self.args[self.number :])
        p.settle()

    def _directive(self) -> bool:
        """Reads one directive after its %. Returns False if the format ends before the verb."""
        p, text = self.p, self.text
        self.good = True
        p.clear_flags()
        flags = cast("re.Match[bytes]", _FLAGS.match(text, self.at))
        self.at = flags.end()
        set_flags(p, flags[0])
        self.after_index = self._index()
        self._width()
        if self.at + 1 < len(text) and text[self.at] == 0x2E:
            self._precision()
        if not self.after_index:
            self.after_index = self._index()
        if self.at >= len(text):
            return False
        rune, size = decode_rune(text, self.at)
        self.at += size
        self._verb(chr(rune))
        return True

    def _verb(self, verb: str) -> None:
        p = self.p
        if verb == "%":
            p.out += b"%"
        elif not self.good:
            p.out += f"%!{verb}(BADINDEX)".encode()
        elif self.number >= len(self.args):
            p.out += f"%!{verb}(MISSING)".encode()
        else:
            if verb == "w":
                p.wrapped.append(self.number)
            start_verb(p, verb)
            p.plain = False
            x = self.args[self.number]
            self.number += 1
            p.argument(x, verb)

    def _width(self) -> None:
        p = self.p
        if self.at < len(self.text) and self.text[self.at] == 0x2A:
            self.at += 1
            p.wid = self._star()
            if p.wid is None:
                p.out += b"%!(BADWIDTH)"
            elif p.wid < 0:
                p.wid = -p.wid
                p.minus, p.zero = True, False
            self.after_index = False
        else:
            p.wid = self._digits()
            if self.after_index and p.wid is not None:
                self.good = False

    def _precision(self) -> None:
        p = self.p
        self.at += 1
        if self.after_index:
            self.good = False
        self.after_index = self._index()
        if self.at < len(self.text) and self.text[self.at] == 0x2A:
            self.at += 1
            p.prec = self._star()
            if p.prec is not None and p.prec < 0:
                p.prec = None
            if p.prec is None:
                p.out += b"%!(BADPREC)"
            self.after_index = False
        else:
            p.prec = self._digits() or 0

    def _star(self) -> int | None:
        """Returns the integer argument of a *, or None."""
        if self.number >= len(self.args):
            return None
        x = self.args[self.number]
        self.number += 1
        if type(x) is Box:
            under = x.t.underlying
            if not isinstance(under, model.Basic) or under.info not in ("integer", "unsigned"):
                return None
            x = unbox(x)
        if type(x) not in (int, JsonInt) or abs(x) > MAX_FIELD:
            return None
        return int(x)

    def _digits(self) -> int | None:
        """Reads a number. As in Go, a number that is too large uses up the whole format."""
        value: int | None = None
        while self.at < len(self.text) and 0x30 <= self.text[self.at] <= 0x39:
            if value is not None and value > MAX_FIELD:
                self.at = len(self.text)
                return None
            value = (value or 0) * 10 + self.text[self.at] - 0x30
            self.at += 1
        return value

    def _index(self) -> bool:
        """Reads [n] at this place. Returns whether it was well-formed."""
        text = self.text
        if self.at >= len(text) or text[self.at] != 0x5B:
            return False
        self.reordered = True
        end = text.find(b"]", self.at)
        if len(text) - self.at < 3 or end < 0:
            self.good = False
            self.at += 1
            return False
        inside = text[self.at + 1 : end]
        self.at = end + 1
        ok = re.fullmatch(rb"[0-9]{1,7}", inside) is not None
        index = int(inside) - 1 if ok else -1
        if 0 <= index < len(self.args):
            self.number = index
            return True
        self.good = False
        return ok
