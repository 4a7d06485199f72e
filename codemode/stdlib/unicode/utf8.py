"""unicode/utf8: runes in UTF-8."""

from __future__ import annotations

from codemode.interpreter.machine import conversions
from codemode.interpreter.machine.bounds import index_panic
from codemode.interpreter.machine.values import Slice
from codemode.stdlib import runes
from codemode.stdlib.appending import append_bytes, write_bytes
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import bytes_of

utf8 = Package("unicode/utf8")

utf8.const("const RuneError = '\\uFFFD'")
utf8.const("const RuneSelf = 0x80")
utf8.const("const MaxRune = '\\U0010FFFF'")
utf8.const("const UTFMax = 4")
utf8.row("func ValidRune(r rune) bool", runes.valid_rune)
utf8.row("func RuneLen(r rune) int", lambda r: len(conversions.encode_rune(r)) if runes.valid_rune(r) else -1)


def full_rune_in_string(s: bytes) -> bool:
    """Returns whether the bytes in s begin with a full UTF-8 encoding of a rune."""
    if not s:
        return False
    if runes.decode_rune(s)[1] > 1 or s[0] < 0xC2 or s[0] > 0xF4:
        return True
    wanted = 2 if s[0] < 0xE0 else 3 if s[0] < 0xF0 else 4
    if len(s) >= wanted:
        return True
    # incomplete only if some continuation makes it a rune
    low, high = _SECOND.get(s[0], (0x80, 0xBF))
    return not all((low if i == 1 else 0x80) <= b <= (high if i == 1 else 0xBF) for i, b in enumerate(s[1:4], start=1))


_SECOND = {0xE0: (0xA0, 0xBF), 0xED: (0x80, 0x9F), 0xF0: (0x90, 0xBF), 0xF4: (0x80, 0x8F)}


def _start(p: Slice) -> bytes:
    return bytes(p.arr[p.off : p.off + min(p.len, 4)])


def _end(p: Slice) -> bytes:
    end = p.off + p.len
    return bytes(p.arr[max(p.off, end - 4) : end])


utf8.row("func RuneCountInString(s string) int", runes.rune_count, "len(s) // 64")
utf8.row("func RuneCount(p []byte) int", lambda p: runes.rune_count(bytes_of(p)), "len(p) // 64")
utf8.row("func ValidString(s string) bool", runes.valid_utf8, "len(s) // 64")
utf8.row("func Valid(p []byte) bool", lambda p: runes.valid_utf8(bytes_of(p)), "len(p) // 64")
utf8.row("func DecodeRuneInString(s string) (rune, int)", lambda s: runes.decode_rune(s))
utf8.row("func DecodeRune(p []byte) (rune, int)", lambda p: runes.decode_rune(_start(p)))
utf8.row("func DecodeLastRuneInString(s string) (rune, int)", lambda s: runes.decode_last_rune(s[-4:]))
utf8.row("func DecodeLastRune(p []byte) (rune, int)", lambda p: runes.decode_last_rune(_end(p)))
utf8.row("func FullRuneInString(s string) bool", full_rune_in_string)
utf8.row("func FullRune(p []byte) bool", lambda p: full_rune_in_string(_start(p)))
utf8.row("func RuneStart(b byte) bool", lambda b: b & 0xC0 != 0x80)
utf8.row("func AppendRune(p []byte, r rune) []byte", lambda run, p, r: append_bytes(run, p, conversions.encode_rune(r)))


@utf8.func("func EncodeRune(p []byte, r rune) int")
def encode_rune(p: Slice, r: int) -> int:
    data = conversions.encode_rune(r)
    if p.len < len(data):
        raise index_panic(len(data) - 1, p.len)
    write_bytes(p, 0, data)
    return len(data)
