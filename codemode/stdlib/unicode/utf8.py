"""unicode/utf8: runes in UTF-8."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.bounds import index_panic
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Slice
from codemode.stdlib import runes
from codemode.stdlib.appending import append_bytes, write_bytes
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import bytes_of

utf8 = Package("unicode/utf8", "runes in UTF-8")

utf8.const("const RuneError = '\\uFFFD'", 'the "error" Rune or "Unicode replacement character"')
utf8.const("const RuneSelf = 0x80", "characters below RuneSelf are represented as themselves in a single byte")
utf8.const("const MaxRune = '\\U0010FFFF'", "maximum valid Unicode code point")
utf8.const("const UTFMax = 4", "maximum number of bytes of a UTF-8 encoded Unicode character")


@utf8.func("func ValidRune(r rune) bool")
def valid_rune(r: int) -> bool:
    """ValidRune reports whether r can be legally encoded as UTF-8."""
    return runes.valid_rune(r)


@utf8.func("func RuneLen(r rune) int")
def rune_len(r: int) -> int:
    """RuneLen returns the number of bytes in the UTF-8 encoding of the rune, -1 if it is not valid."""
    return len(runes.encode_rune(r)) if runes.valid_rune(r) else -1


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


def _register(
    names: str, results: str, what: str, body: Callable[[bytes], Any], needed: Callable[[Slice], bytes]
) -> None:
    """Registers a function of a string, and the same of a byte slice, of which it looks at what is `needed`."""
    of_string, of_slice = names.split()
    cost = "len({}) // 64" if needed is bytes_of else None

    def by_string(s: bytes) -> Any:
        return body(s)

    def by_slice(p: Slice) -> Any:
        return body(needed(p))

    by_string.__doc__, by_slice.__doc__ = f"{of_string} {what} s.", f"{of_slice} {what} p."
    utf8.func(f"func {of_string}(s string) {results}", cost=cost and cost.format("s"))(by_string)
    utf8.func(f"func {of_slice}(p []byte) {results}", cost=cost and cost.format("p"))(by_slice)


def _decode_last(s: bytes) -> tuple[int, int]:
    return runes.decode_last_rune(s[-4:])


_register("RuneCountInString RuneCount", "int", "returns the number of runes in", runes.rune_count, bytes_of)
_register(
    "ValidString Valid", "bool", "reports whether only valid UTF-8-encoded runes are in", runes.valid_utf8, bytes_of
)
_register(
    "DecodeRuneInString DecodeRune", "(rune, int)", "returns the first rune and its width in", runes.decode_rune, _start
)
_register(
    "DecodeLastRuneInString DecodeLastRune", "(rune, int)", "returns the last rune and its width in", _decode_last, _end
)
_register(
    "FullRuneInString FullRune", "bool", "reports whether a full rune is at the start of", full_rune_in_string, _start
)


@utf8.func("func RuneStart(b byte) bool")
def rune_start(b: int) -> bool:
    """RuneStart reports whether the byte could be the first byte of an encoded, possibly invalid rune."""
    return b & 0xC0 != 0x80


@utf8.func("func AppendRune(p []byte, r rune) []byte", run=True)
def append_rune(run: Run, p: Slice, r: int) -> Slice:
    """AppendRune appends the UTF-8 encoding of r to the end of p and returns the extended buffer."""
    return append_bytes(run, p, runes.encode_rune(r))


@utf8.func("func EncodeRune(p []byte, r rune) int")
def encode_rune(p: Slice, r: int) -> int:
    """EncodeRune writes into p (which must be large enough) the UTF-8 encoding of the rune and returns the number of bytes written."""
    data = runes.encode_rune(r)
    if p.len < len(data):
        raise index_panic(len(data) - 1, p.len)
    write_bytes(p, 0, data)
    return len(data)
