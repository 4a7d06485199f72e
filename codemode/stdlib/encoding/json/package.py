"""encoding/json of Go 1.27: the functions. Types are in types.py; encode.py, decode.py and stream.py do the work."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import NIL_SLICE, Box, Slice
from codemode.stdlib.appending import byte_slice
from codemode.stdlib.bytes.buffer import BUFFER
from codemode.stdlib.encoding.json import stream as json_stream
from codemode.stdlib.encoding.json.decode import unmarshal as decode
from codemode.stdlib.encoding.json.encode import marshal as encode
from codemode.stdlib.encoding.json.scan import JsonSyntaxError, check, compacted, html_escaped, indented
from codemode.stdlib.encoding.json.types import json, syntax_error
from codemode.stdlib.streams import write
from codemode.types import model

BUFFER_PTR = model.pointer_to(BUFFER)


@json.func("func Marshal(v any) ([]byte, error)", run=True)
def marshal(run: Run, v: Any) -> tuple[Slice, Any]:
    data, error = encode(run, v)
    return (byte_slice(run, data), None) if error is None else (NIL_SLICE, error)


@json.func("func MarshalIndent(v any, prefix, indent string) ([]byte, error)", run=True)
def marshal_indent(run: Run, v: Any, prefix: bytes, indent: bytes) -> tuple[Slice, Any]:
    data, error = encode(run, v)
    if error is not None:
        return NIL_SLICE, error
    run.charge(len(data) // 4)
    return byte_slice(run, indented(data, prefix, indent, run.alloc)), None


json.row("func Unmarshal(data []byte, v any) error", lambda run, data, v: decode(run, bytes(data.view()), v))


@json.func("func Valid(data []byte) bool", cost="len(data) // 4")
def valid(data: Slice) -> bool:
    try:
        check(bytes(data.view()))
    except JsonSyntaxError:
        return False
    return True


@json.func("func Compact(dst *bytes.Buffer, src []byte) error", run=True, cost="len(src) // 2")
def compact(run: Run, dst: Any, src: Slice) -> Any:
    try:
        data = compacted(bytes(src.view()))
    except JsonSyntaxError as failure:
        return syntax_error(failure)
    return _append(run, dst, data)


@json.func("func Indent(dst *bytes.Buffer, src []byte, prefix, indent string) error", run=True, cost="len(src) // 2")
def indent(run: Run, dst: Any, src: Slice, prefix: bytes, indent: bytes) -> Any:
    try:
        data = indented(bytes(src.view()), prefix, indent, run.alloc)
    except JsonSyntaxError as failure:
        return syntax_error(failure)
    return _append(run, dst, data)


@json.func("func HTMLEscape(dst *bytes.Buffer, src []byte)", run=True, cost="len(src) // 16")
def html_escape(run: Run, dst: Any, src: Slice) -> None:
    _append(run, dst, html_escaped(bytes(src.view())))


def _append(run: Run, dst: Any, data: bytes) -> Any:
    return write(run, Box(BUFFER_PTR, dst), data)[1]


__all__ = ["json", "json_stream"]
