"""json.Decoder and json.Encoder: read values one after another from a reader, and write them to a writer."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import EOF, Box, nil_deref
from codemode.stdlib.appending import byte_slice
from codemode.stdlib.bytes.buffer import new_reader
from codemode.stdlib.bytes.text import bytes_
from codemode.stdlib.encoding.json.decode import unmarshal
from codemode.stdlib.encoding.json.encode import marshal
from codemode.stdlib.encoding.json.input import text_bytes
from codemode.stdlib.encoding.json.parse import parse
from codemode.stdlib.encoding.json.scan import JsonSyntaxError, indented, space_end, text_of_string, value_end
from codemode.stdlib.encoding.json.scan import unexpected as unexpected_at
from codemode.stdlib.encoding.json.types import DELIM, NUMBER, TYPE_ERROR, Storage, json, syntax_error
from codemode.stdlib.reflect import type_value
from codemode.stdlib.streams import UNEXPECTED_EOF, read, write
from codemode.types import model

json.type("type Decoder struct { state native }")
json.type("type Encoder struct { state native }")

_CHUNK = 4096
_VALUE_STARTS = frozenset('"[{tfn-0123456789')
BYTES_READER = model.pointer_to(bytes_.named("Reader"))


class _Decoder:
    """The state of a Decoder. `data[at:]` is input that is not used yet; `base` counts the bytes dropped before `data`. `open` lists the
    containers around the next token, `ready` what may come next in each: "key", "colon", "value", "first" (value or end), "comma"."""

    __slots__ = ("at", "base", "data", "ended", "error", "open", "reader", "ready", "strict", "use_number")

    def __init__(self, reader: Any) -> None:
        self.reader = reader
        self.data = b""
        self.at = 0
        self.base = 0
        self.ended: Any = None  # the reader's last error, EOF included
        self.error: Any = None  # a syntax error ends reading
        self.open: list[str] = []
        self.ready: list[str] = []
        self.use_number = False
        self.strict = False

    def more(self, run: Run) -> bool:
        """Reads more input. Returns False at the end of the input."""
        if self.ended is not None:
            return False
        if self.at:
            self.base += self.at
            self.data, self.at = self.data[self.at :], 0
        # doubles the data, so that scanning again from the start at most doubles the work
        chunk, self.ended = read(run, self.reader, max(_CHUNK, len(self.data)))
        run.alloc(len(chunk))
        run.charge(1 + len(chunk) // 64)
        self.data += chunk
        return True

    def skip_space(self, run: Run) -> int:
        """Returns the next byte that is not white space, or -1 at the end."""
        while True:
            self.at = space_end(self.data, self.at)
            if self.at < len(self.data):
                return self.data[self.at]
            if not self.more(run):
                return -1

    def value(self, run: Run) -> tuple[bytes, Any]:
        """Returns (text, error) of the next value."""
        if self.skip_space(run) < 0:
            if self.ended is EOF:
                return b"", UNEXPECTED_EOF if self.open else EOF
            return b"", self.ended
        while True:
            try:
                run.charge(1 + (len(self.data) - self.at) // 8)
                end = value_end(self.data, self.at)
                # more digits of a number may follow in the rest of the input
                if end < len(self.data) or self.ended is not None or not self.more(run):
                    text = self.data[self.at : end] if end <= len(self.data) else self.data[self.at :]
                    self.at = end
                    return text, None
            except JsonSyntaxError as failure:
                if failure.ended and self.more(run):
                    continue
                if failure.ended:
                    return b"", UNEXPECTED_EOF if self.ended is EOF else self.ended
                failure.offset += self.base
                return b"", syntax_error(failure)

    def before_value(self, run: Run) -> Any:
        """Skips the comma or colon before the next value. Returns the error if something else is there."""
        wanted = {"comma": b",", "colon": b":"}.get(self.ready[-1] if self.ready else "")
        if wanted is not None and self.skip_space(run) >= 0:
            if self.data[self.at : self.at + 1] != wanted:
                last = "array element" if self.open[-1] == "[" else "object key:value pair"
                where = "after object key" if wanted == b":" else f"after {last}"
                failure = unexpected_at(self.data, self.at, where)
                failure.offset += self.base
                return syntax_error(failure)
            self.at += 1
        return None

    def no_value(self, passed: str, separator: int, char: int) -> Any:
        """Returns the error for a container that is closed right after a comma or colon."""
        if passed == "comma":
            return syntax_error(JsonSyntaxError("invalid character ',' looking for beginning of value", separator))
        if char == 0x7D:
            failure = JsonSyntaxError("missing value after object key", self.at)
        else:
            failure = unexpected_at(self.data, self.at, "after object key:value pair")
        failure.offset += self.base
        return syntax_error(failure)

    def after_value(self) -> None:
        if self.ready:
            self.ready[-1] = "colon" if self.ready[-1] in ("key", "first_key") else "comma"


json.row("func NewDecoder(r io.Reader) *Decoder", lambda r: [_Decoder(r)])


def _state(d: Storage) -> _Decoder:
    if d[0] is None:
        d[0] = _Decoder(None)
    return d[0]


def _used(d: Storage) -> _Decoder:
    """Returns the state of a Decoder that has a reader."""
    if d[0] is None or d[0].reader is None:
        raise nil_deref()
    return d[0]


@json.method("func (dec *Decoder) UseNumber()")
def use_number(d: Storage) -> None:
    _state(d).use_number = True


@json.method("func (dec *Decoder) DisallowUnknownFields()")
def disallow_unknown_fields(d: Storage) -> None:
    _state(d).strict = True


@json.method("func (dec *Decoder) InputOffset() int64")
def input_offset(d: Storage) -> int:
    state = _used(d)
    return state.base + state.at


@json.method("func (dec *Decoder) Decode(v any) error", run=True)
def decode(run: Run, d: Storage, v: Any) -> Any:
    state = _state(d)
    if state.error is not None:
        return state.error
    error = state.before_value(run)
    if error is None:
        text, error = state.value(run)
        if error is None:
            state.after_value()
            return unmarshal(run, text, v, state.use_number, state.strict)
    state.error = error
    return error


@json.method("func (dec *Decoder) More() bool", run=True)
def more(run: Run, d: Storage) -> bool:
    state = _state(d)
    char = state.skip_space(run)
    if char == 0x2C and state.ready and state.ready[-1] == "comma":
        return True
    return char not in (-1, 0x5D, 0x7D)


@json.method("func (dec *Decoder) Token() (Token, error)", run=True)
def token(run: Run, d: Storage) -> tuple[Any, Any]:
    state = _state(d)
    if state.error is not None:
        return None, state.error
    run.charge(2)
    found, error = _token(run, state)
    return found, error


def _token(run: Run, state: _Decoder) -> tuple[Any, Any]:
    char = state.skip_space(run)
    if (
        char in (0x5D, 0x7D)
        and state.open
        and char == ord(state.open[-1]) + 2
        and state.ready[-1] not in ("value", "colon")
    ):
        state.at += 1
        state.open.pop()
        state.ready.pop()
        state.after_value()
        return Box(DELIM, char), None
    error = state.before_value(run)
    if error is not None:
        return None, error
    passed = state.ready[-1] if state.ready else ""
    separator = state.base + state.at
    char = state.skip_space(run)
    if char in (0x5D, 0x7D) and passed in ("comma", "colon"):
        return None, state.no_value(passed, separator, char)
    if char < 0:
        return None, EOF if state.ended is EOF else state.ended
    if passed == "comma" and state.open[-1] == "{":
        state.ready[-1] = "key"
    if state.ready and state.ready[-1] in ("key", "first_key"):
        return _key_token(run, state, char)
    if char in (0x5B, 0x7B):
        state.at += 1
        state.open.append(chr(char))
        state.ready.append("first" if char == 0x5B else "first_key")
        return Box(DELIM, char), None
    text, error = state.value(run)
    if error is not None:
        return None, error
    state.after_value()
    return _scalar(run, state, text)


def _key_token(run: Run, state: _Decoder, char: int) -> tuple[Any, Any]:
    if chr(char) not in _VALUE_STARTS:
        failure = unexpected_at(state.data, state.at, "looking for beginning of value")
        failure.offset += state.base
        return None, syntax_error(failure)
    at = state.base + state.at
    text, error = (b"", None) if char in (0x5B, 0x7B) else state.value(run)
    if error is not None:
        return None, error
    if char != 0x22:
        return None, syntax_error(JsonSyntaxError("object member name must be a string", at))
    state.after_value()
    return text_bytes(text_of_string(text)), None


def _scalar(run: Run, state: _Decoder, text: bytes) -> tuple[Any, Any]:
    value = parse(run, text, state.use_number)
    if isinstance(value, bool) or value is None:
        return value, None
    if text[:1] == b'"':
        return text_bytes(value), None
    if state.use_number:
        return Box(NUMBER, text), None
    try:
        number = float(value)
    except OverflowError:
        number = float("inf")
    if number - number != 0:
        where = state.base + state.at
        return None, Box(TYPE_ERROR, [b"number " + text, type_value(model.FLOAT64), where, b"", b"", None])
    return number, None


@json.method("func (dec *Decoder) Buffered() io.Reader", run=True)
def buffered(run: Run, d: Storage) -> Any:
    state = _used(d)
    run.charge(len(state.data) // 64)
    return Box(BYTES_READER, new_reader(run, byte_slice(run, state.data[state.at :])))


# --- Encoder ---------------------------------------------------------------------------------------------------------


class _Encoder:
    __slots__ = ("error", "html", "indent", "prefix", "writer")

    def __init__(self, writer: Any) -> None:
        self.writer = writer
        self.html = True
        self.prefix = b""
        self.indent = b""
        self.error: Any = None


json.row("func NewEncoder(w io.Writer) *Encoder", lambda w: [_Encoder(w)])


def _encoder(e: Storage) -> _Encoder:
    if e[0] is None:
        e[0] = _Encoder(None)
    return e[0]


@json.method("func (enc *Encoder) SetIndent(prefix, indent string)")
def set_indent(e: Storage, prefix: bytes, indent: bytes) -> None:
    state = _encoder(e)
    state.prefix, state.indent = prefix, indent


@json.method("func (enc *Encoder) SetEscapeHTML(on bool)")
def set_escape_html(e: Storage, on: bool) -> None:
    _encoder(e).html = on


@json.method("func (enc *Encoder) Encode(v any) error", run=True)
def encode(run: Run, e: Storage, v: Any) -> Any:
    state = _encoder(e)
    if state.error is not None:
        return state.error
    data, error = marshal(run, v, state.html)
    if error is not None:
        return error
    if state.prefix or state.indent:
        run.charge(len(data) // 4)
        data = indented(data, state.prefix, state.indent, run.alloc)
    _, error = write(run, state.writer, data + b"\n")
    if error is not None:
        state.error = error
    return error
