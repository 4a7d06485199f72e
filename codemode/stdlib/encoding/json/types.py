"""The shared parts of encoding/json: the package, its types and its errors."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from codemode.interpreter.machine.conversions import encode_rune
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import go_name
from codemode.interpreter.machine.values import Box, Slice, new_error
from codemode.stdlib.encoding.json.scan import JsonSyntaxError
from codemode.stdlib.errors import error_text
from codemode.stdlib.reflect import type_value
from codemode.stdlib.registry import Package
from codemode.stdlib.strconv.package import parse_float, parse_int
from codemode.types import model
from codemode.types.model import Type

json = Package("encoding/json")

Storage = list[Any]

NUMBER = json.type("type Number string")
json.type("type Marshaler interface { MarshalJSON() ([]byte, error) }")
json.type("type Unmarshaler interface { UnmarshalJSON([]byte) error }")
json.type("type Token any")
DELIM = json.type("type Delim rune")

# json.RawMessage is an alias of jsontext.Value and prints as that
RAW = model.Named("Value", "jsontext", model.SLICE_BYTE)
json.adopt(RAW)
json.alias("type RawMessage = jsontext.Value", RAW)

SYNTAX_ERROR = model.pointer_to(json.type("type SyntaxError struct { msg string; Offset int64 }"))
TYPE_ERROR = model.pointer_to(
    json.type(
        "type UnmarshalTypeError struct { Value string; Type reflect.Type; Offset int64; Struct string; Field string; Err error }"
    )
)
INVALID_ERROR = model.pointer_to(json.type("type InvalidUnmarshalError struct { Type reflect.Type }"))
UNSUPPORTED_TYPE = model.pointer_to(json.type("type UnsupportedTypeError struct { Type reflect.Type }"))
UNSUPPORTED_VALUE = model.pointer_to(json.type("type UnsupportedValueError struct { Str string }"))
MARSHALER_ERROR = model.pointer_to(
    json.type("type MarshalerError struct { Type reflect.Type; Err error; sourceFunc string }")
)


# --- errors ----------------------------------------------------------------------------------------------------------


def syntax_error(found: JsonSyntaxError) -> Box:
    return Box(SYNTAX_ERROR, [found.message, found.offset])


def unsupported_type(t: Type) -> Box:
    return Box(UNSUPPORTED_TYPE, [type_value(t)])


def unsupported_value(text: str) -> Box:
    return Box(UNSUPPORTED_VALUE, [text.encode()])


def marshaler_error(t: Type, error: Any, method: str) -> Box:
    return Box(MARSHALER_ERROR, [type_value(t), error, method.encode()])


def _type_text(t: Any) -> bytes:
    return b"<nil>" if t is None else go_name(t.v[0]).encode()


json.method("func (e *SyntaxError) Error() string")(itemgetter(0))


@json.method("func (e *UnmarshalTypeError) Error() string", run=True)
def type_error_error(run: Run, e: Storage) -> bytes:
    value, typ, _, struct, field, err = e
    text = b"json: cannot unmarshal " + value + b" into "
    if struct or field:
        last = field.rpartition(b".")[2]
        text += (b"" if last.isdigit() else b"Go struct field ") + struct + b"." + field
    else:
        text += b"Go value"
    text += b" of type " + _type_text(typ)
    return text if err is None else text + b": " + error_text(run, err)


json.method("func (e *UnmarshalTypeError) Unwrap() error")(itemgetter(5))


@json.method("func (e *InvalidUnmarshalError) Error() string")
def invalid_error_error(e: Storage) -> bytes:
    if e[0] is None:
        return b"json: Unmarshal(nil)"
    t = e[0].v[0]
    what = b"nil " if isinstance(t.underlying, model.Pointer) else b"non-pointer "
    return b"json: Unmarshal(" + what + _type_text(e[0]) + b")"


json.row("func (e *UnsupportedTypeError) Error() string", lambda e: b"json: unsupported type: " + _type_text(e[0]))
json.row("func (e *UnsupportedValueError) Error() string", lambda e: b"json: unsupported value: " + e[0])
json.row(
    "func (e *MarshalerError) Error() string",
    lambda run, e: b"json: error calling " + e[2] + b" for type " + _type_text(e[0]) + b": " + error_text(run, e[1]),
)
json.method("func (e *MarshalerError) Unwrap() error")(itemgetter(1))


# --- Number, Delim, RawMessage ---------------------------------------------------------------------------------------


json.row("func (n Number) String() string", lambda n: n)
json.row("func (n Number) Float64() (float64, error)", lambda n: parse_float(n, 64), "len(n) // 8")
json.row("func (n Number) Int64() (int64, error)", lambda n: parse_int(n, 10, 64), "len(n) // 8")
json.row("func (d Delim) String() string", lambda d: encode_rune(d))
json.row("func (v Value) String() string", lambda v: bytes(v.view()) if v.cap or v.len else b"null")


@json.method("func (v Value) Clone() RawMessage", run=True)
def raw_clone(run: Run, v: Slice) -> Slice:
    run.alloc(v.len)
    return Slice(bytearray(v.view()), 0, v.len, v.len)


@json.method("func (v Value) MarshalJSON() ([]byte, error)")
def raw_marshal(v: Slice) -> tuple[Slice, Any]:
    if v.len == 0 and v.cap == 0:
        return Slice(bytearray(b"null"), 0, 4, 4), None
    return v, None


@json.method("func (v *Value) UnmarshalJSON(b []byte) error", run=True)
def raw_unmarshal(run: Run, v: Any, b: Slice) -> Any:
    if v is None:
        return new_error("jsontext.Value: UnmarshalJSON on nil pointer")
    run.alloc(b.len)
    v.obj[v.idx] = Slice(bytearray(b.view()), 0, b.len, b.len)
    return None
