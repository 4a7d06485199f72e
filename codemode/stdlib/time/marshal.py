"""time: instants as JSON, text and bytes."""

from __future__ import annotations

import struct
from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import NIL_SLICE, Slice, new_error
from codemode.stdlib.appending import append_bytes
from codemode.stdlib.runes import bytes_of
from codemode.stdlib.time.base import NS, RFC3339, RFC3339_NANO, Storage, from_unix, local, time, utc, zone_of
from codemode.stdlib.time.instants import moment_of
from codemode.stdlib.time.layout import format_moment
from codemode.stdlib.time.text import parsed
from codemode.stdlib.time.zone import UNIX_TO_INTERNAL, UTC_ZONE, FixedZone

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


# --- bytes -----------------------------------------------------------------------------------------------------------

_MINUTES, _SECONDS_TOO = 1, 2  # versions: the zone's offset in minutes, or also with seconds
_HEAD = struct.Struct(">BqIh")  # version, seconds since year 1, nanoseconds, offset
_UTC = -1  # stands for UTC: no zone is one minute west of it
_NANOSECONDS = (1 << 30) - 1  # the bits of Go's Time that contain them


def _binary(t: Storage) -> tuple[bytes, Any]:
    if t[2] is None:
        return _HEAD.pack(_MINUTES, t[0], t[1], _UTC), None
    offset = moment_of(t).offset
    minutes, seconds = abs(offset) // 60, abs(offset) % 60
    if offset < 0:
        minutes, seconds = -minutes, -seconds
    if minutes == _UTC or not -(1 << 15) <= minutes < 1 << 15:
        return b"", new_error("Time.MarshalBinary: unexpected zone offset")
    head = _HEAD.pack(_SECONDS_TOO if seconds else _MINUTES, t[0], t[1], minutes)
    return head + (seconds % 256).to_bytes(1) if seconds else head, None


def _marshal_binary(t: Storage) -> tuple[Slice, Any]:
    data, error = _binary(t)
    return (_bytes(data), None) if error is None else (NIL_SLICE, error)


def _unmarshal_binary(run: Run, t: Storage, data: Slice) -> Any:
    if not data.len:
        return new_error("Time.UnmarshalBinary: no data")
    version = data.arr[data.off] if data.off < len(data.arr) else 0
    if version not in (_MINUTES, _SECONDS_TOO):
        return new_error("Time.UnmarshalBinary: unsupported version")
    if data.len != _HEAD.size + (version == _SECONDS_TOO):
        return new_error("Time.UnmarshalBinary: invalid length")
    raw = bytes_of(data)
    _, seconds, nanoseconds, minutes = _HEAD.unpack_from(raw)
    offset = minutes * 60 + (raw[-1] if version == _SECONDS_TOO else 0)
    here = local(run)
    unix = seconds - UNIX_TO_INTERNAL + (nanoseconds & _NANOSECONDS) // NS
    if offset == _UTC * 60:
        zone = [UTC_ZONE]
    elif offset == zone_of(here).at(unix)[1]:
        zone = here
    else:
        zone = [FixedZone(b"", offset)]
    t[:] = from_unix(unix, (nanoseconds & _NANOSECONDS) % NS, zone)
    return None


@time.method("func (t Time) MarshalBinary() ([]byte, error)", cost="8")
def marshal_binary(t: Storage) -> tuple[Slice, Any]:
    return _marshal_binary(t)


@time.method("func (t Time) GobEncode() ([]byte, error)", cost="8")
def gob_encode(t: Storage) -> tuple[Slice, Any]:
    return _marshal_binary(t)


@time.method("func (t Time) AppendBinary(b []byte) ([]byte, error)", run=True, cost="8")
def append_binary(run: Run, t: Storage, b: Slice) -> tuple[Slice, Any]:
    data, error = _binary(t)
    return append_bytes(run, b, data), error


@time.method("func (t *Time) UnmarshalBinary(data []byte) error", run=True, cost="8")
def unmarshal_binary(run: Run, t: Storage, data: Slice) -> Any:
    return _unmarshal_binary(run, t, data)


@time.method("func (t *Time) GobDecode(data []byte) error", run=True, cost="8")
def gob_decode(run: Run, t: Storage, data: Slice) -> Any:
    return _unmarshal_binary(run, t, data)
