"""encoding/base64: the functions. text.py encodes and decodes."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.bounds import index_panic
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import GoPanic, Slice, nil_deref
from codemode.stdlib.appending import byte_slice, write_bytes
from codemode.stdlib.encoding.base64.text import NO_PADDING, PADDING, STD_ALPHABET, URL_ALPHABET, Alphabet, base64

Storage = list[Any]

base64.type("type Encoding struct { alphabet native }")
base64.const("const StdPadding rune = '='")
base64.const("const NoPadding rune = -1")


def _variable(name: str, letters: bytes, padding: int) -> None:
    """Registers an encoding. Each run has its own, because a program could overwrite it."""

    def value(run: Run) -> Storage:
        return run.services.setdefault(f"base64.{name}", [Alphabet(letters, padding)])

    base64.var(f"var {name} *Encoding", value, run=True)


_variable("StdEncoding", STD_ALPHABET, PADDING)
_variable("URLEncoding", URL_ALPHABET, PADDING)
_variable("RawStdEncoding", STD_ALPHABET, NO_PADDING)
_variable("RawURLEncoding", URL_ALPHABET, NO_PADDING)


_ZERO = Alphabet(bytes(64), 0)  # of a zero value: it writes only zeros, and pads with them


def alphabet_of(enc: Storage | None) -> Alphabet:
    if enc is None:
        raise nil_deref()
    return enc[0] or _ZERO


@base64.func("func NewEncoding(encoder string) *Encoding")
def new_encoding(encoder: bytes) -> Storage:
    if len(encoder) != 64:
        raise GoPanic(b"encoding alphabet is not 64-bytes long")
    if b"\n" in encoder or b"\r" in encoder:
        raise GoPanic(b"encoding alphabet contains newline character")
    if len(set(encoder)) != 64:
        raise GoPanic(b"encoding alphabet includes duplicate symbols")
    return [Alphabet(encoder)]


@base64.method("func (enc Encoding) WithPadding(padding rune) *Encoding")
def with_padding(enc: Storage, padding: int) -> Storage:
    alphabet = alphabet_of(enc)
    if padding < NO_PADDING or padding in (10, 13) or padding > 0xFF:
        raise GoPanic(b"invalid padding")
    if padding != NO_PADDING and padding in alphabet.letters:
        raise GoPanic(b"padding contained in alphabet")
    return [Alphabet(alphabet.letters, padding)]


base64.row("func (enc *Encoding) EncodedLen(n int) int", lambda enc, n: alphabet_of(enc).encoded_len(n))
base64.row("func (enc *Encoding) DecodedLen(n int) int", lambda enc, n: alphabet_of(enc).decoded_len(n))


@base64.method("func (enc *Encoding) EncodeToString(src []byte) string", run=True, cost="len(src) // 32")
def encode_to_string(run: Run, enc: Storage, src: Slice) -> bytes:
    run.alloc(2 * src.len)
    return alphabet_of(enc).encode(bytes(src.view()))


@base64.method("func (enc *Encoding) DecodeString(s string) ([]byte, error)", run=True, cost="len(s) // 16")
def decode_string(run: Run, enc: Storage, s: bytes) -> tuple[Slice, Any]:
    run.alloc(len(s))
    data, error = alphabet_of(enc).decode(s)
    return byte_slice(run, data), error


def _put(dst: Slice, data: bytes) -> int:
    if len(data) > dst.len:
        raise index_panic(dst.len, dst.len)
    write_bytes(dst, 0, data)
    return len(data)


@base64.method("func (enc *Encoding) Encode(dst, src []byte)", cost="len(src) // 32")
def encode(enc: Storage, dst: Slice, src: Slice) -> None:
    _put(dst, alphabet_of(enc).encode(bytes(src.view())))


@base64.method("func (enc *Encoding) Decode(dst, src []byte) (n int, err error)", cost="len(src) // 16")
def decode(enc: Storage, dst: Slice, src: Slice) -> tuple[int, Any]:
    data, error = alphabet_of(enc).decode(bytes(src.view()))
    return _put(dst, data), error
