"""net/url: Values, the parameters of a query."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.comparing import pay_for_key
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.slice_growth import appended
from codemode.interpreter.machine.values import (
    NIL_SLICE,
    PLAIN_RUNTIME_ERROR,
    Box,
    GoPanic,
    Slice,
    new_error,
    slice_from,
)
from codemode.stdlib.net.url.escape import QUERY, Refused, escape, unescape, url
from codemode.types.model import STRING

url.type("type Values map[string][]string")

Values = dict[bytes, Slice]
_MAX_PARAMETERS = 10000
_ENTRY_SIZE = 200


def _writable(v: Values | None) -> Values:
    if v is None:
        raise GoPanic(Box(PLAIN_RUNTIME_ERROR, b"assignment to entry in nil map"))
    return v


@url.method("func (v Values) Get(key string) string")
def get(v: Values | None, key: bytes) -> bytes:
    pay_for_key(key)
    found = v.get(key, NIL_SLICE) if v is not None else NIL_SLICE
    return found.arr[found.off] if found.len else b""


@url.method("func (v Values) Set(key, value string)", run=True)
def set_(run: Run, v: Values | None, key: bytes, value: bytes) -> None:
    pay_for_key(key)
    run.alloc(_ENTRY_SIZE)
    _writable(v)[key] = slice_from([value])


@url.method("func (v Values) Add(key, value string)", run=True)
def add(run: Run, v: Values | None, key: bytes, value: bytes) -> None:
    values = _writable(v)
    pay_for_key(key)
    if key not in values:
        run.alloc(_ENTRY_SIZE)
    values[key] = appended(run, values.get(key, NIL_SLICE), [value], STRING)


@url.method("func (v Values) Del(key string)")
def delete(v: Values | None, key: bytes) -> None:
    pay_for_key(key)
    if v is not None:
        v.pop(key, None)


@url.method("func (v Values) Has(key string) bool")
def has(v: Values | None, key: bytes) -> bool:
    pay_for_key(key)
    return v is not None and key in v


@url.method("func (vs Values) Clone() Values", run=True, cost="len(vs)")
def clone(run: Run, vs: Values | None) -> Values | None:
    if vs is None:
        return None
    size = sum([values.len for values in vs.values()])
    run.charge(size // 16)
    run.alloc(_ENTRY_SIZE * len(vs) + 8 * size)
    return {key: slice_from(list(values.view())) if values is not NIL_SLICE else values for key, values in vs.items()}


@url.method("func (v Values) Encode() string", run=True, cost="1 + 2 * len(v)")
def encode(run: Run, v: Values | None) -> bytes:
    pieces: list[bytes] = []
    for key in sorted(v or ()):
        prefix = escape(run, key, QUERY) + b"="
        for value in (v or {}).get(key, NIL_SLICE).view():
            run.charge(1)
            run.alloc(len(prefix) + len(value) + 50)
            pieces.append(prefix + escape(run, value, QUERY))
    run.alloc(sum(map(len, pieces)))
    return b"&".join(pieces)


@url.func("func ParseQuery(query string) (Values, error)", run=True)
def parse_query(run: Run, query: bytes) -> tuple[Values, Any]:
    run.charge(1 + (len(query) >> 6))
    values: Values = {}
    if query.count(b"&") >= _MAX_PARAMETERS:
        return values, new_error("number of URL query parameters exceeded limit")
    error: Any = None
    for piece in query.split(b"&"):
        run.charge(1)
        if b";" in piece:
            error = new_error("invalid semicolon separator in query")
            continue
        if not piece:
            continue
        key, _, value = piece.partition(b"=")
        try:
            add(run, values, unescape(run, key, QUERY), unescape(run, value, QUERY))
        except Refused as refused:
            error = error or refused.error
    return values, error
