"""time: instants as JSON, text and bytes."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import NIL_SLICE, Slice, new_error
from codemode.stdlib.appending import append_bytes
from codemode.stdlib.time.base import RFC3339, RFC3339_NANO, Storage, local, time, utc
from codemode.stdlib.time.instants import moment_of
from codemode.stdlib.time.layout import format_moment
from codemode.stdlib.time.text import parsed

# --- JSON and text ---------------------------------------------------------------------------------------------------


def strict_text(t: Storage, who: str = "") -> tuple[bytes, Any]:
    """Returns (RFC 3339 text, error). Years beyond 9999 and offsets of a day or more have no such text."""
    moment = moment_of(t)
    if not 0 <= moment.year <= 9999:
        return b"", new_error(f"{who}year outside of range [0,9999]")
    if abs(moment.offset) >= 24 * 3600:
        return b"", new_error(f"{who}timezone hour outside of range [0,23]")
    return format_moment(moment, RFC3339_NANO).encode("latin-1"), None


def _bytes(data: bytes) -> Slice:
    return Slice(bytearray(data), 0, len(data), len(data))


@time.method("func (t Time) MarshalJSON() ([]byte, error)", cost="8")
def marshal_json(t: Storage) -> tuple[Slice, Any]:
    text, error = strict_text(t, "Time.MarshalJSON: ")
    return (_bytes(b'"' + text + b'"'), None) if error is None else (NIL_SLICE, error)


@time.method("func (t Time) MarshalText() ([]byte, error)", cost="8")
def marshal_text(t: Storage) -> tuple[Slice, Any]:
    text, error = strict_text(t, "Time.MarshalText: ")
    return (_bytes(text), None) if error is None else (NIL_SLICE, error)


@time.method("func (t Time) AppendText(b []byte) ([]byte, error)", run=True, cost="8")
def append_text(run: Run, t: Storage, b: Slice) -> tuple[Slice, Any]:
    text, error = strict_text(t, "Time.AppendText: ")
    return (append_bytes(run, b, text), None) if error is None else (NIL_SLICE, error)


@time.method("func (t *Time) UnmarshalJSON(data []byte) error", run=True, cost="8")
def unmarshal_json(run: Run, t: Storage, data: Slice) -> Any:
    text = bytes(data.view())
    if text == b"null":
        return None
    if len(text) < 2 or text[:1] != b'"' or text[-1:] != b'"':
        return new_error("Time.UnmarshalJSON: input is not a JSON string")
    t[:], error = parsed(RFC3339.encode(), text[1:-1], utc(run), local(run))
    return error


@time.method("func (t *Time) UnmarshalText(data []byte) error", run=True, cost="8")
def unmarshal_text(run: Run, t: Storage, data: Slice) -> Any:
    t[:], error = parsed(RFC3339.encode(), bytes(data.view()), utc(run), local(run))
    return error
