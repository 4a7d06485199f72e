"""text/template: calls of functions, and the predefined functions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, cast

from codemode.interpreter.machine.calling import call_with
from codemode.interpreter.machine.comparing import pay_for_key
from codemode.interpreter.machine.map_keys import key_encoder
from codemode.interpreter.machine.panics import as_panic
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import go_name, iface_equal, is_comparable, wrap, zero_maker
from codemode.interpreter.machine.values import JsonInt, Slice, new_error, slice_from, type_of
from codemode.records import dataclass
from codemode.stdlib.failures import Failed
from codemode.stdlib.fmt.print import sprint, sprintf, sprintln
from codemode.stdlib.net.url.escape import query_escape
from codemode.stdlib.text.template.escape import html_escape
from codemode.stdlib.text.template.values import (
    NILABLE,
    Val,
    Value,
    as_type,
    assignable,
    elements,
    iface_of,
    indirect,
    indirect_interface,
    is_nil,
    kind,
    kind_of,
    length,
    printable,
    shown,
    truth,
    type_name,
    value_of,
)
from codemode.types import model
from codemode.types.model import ANY, BOOL, ERROR, INT, STRING, Signature, Type

Body = Callable[[Run, list[Value]], Value]

VALUE = model.Named("Value", "reflect", model.struct_of(()))  # the type of parameters that accept any value unchanged


class FuncFailed(Failed):
    """A function returned an error or panicked."""


def failed(text: str | bytes) -> FuncFailed:
    return FuncFailed(new_error(text))


def bad_results(name: bytes, sig: Signature) -> bytes | None:
    """Returns why a template cannot call a function with these results, or None."""
    results = sig.results
    if len(results) == 1 or (len(results) == 2 and results[1] is ERROR):
        return None
    if len(results) == 2:
        second = go_name(results[1]).encode()
        return b"invalid function signature for %b: second return value should be error; is %b" % (name, second)
    return b"function %b has %d return values; should be 1 or 2" % (name, len(results))


def safe_call(run: Run, fn: Callable[..., Any], sig: Signature, args: list[Any]) -> Val:
    """Calls a guest function. The arguments are in the representation of its parameters; a panic becomes an error."""
    if sig.variadic:
        fixed = len(sig.params) - 1
        args = [*args[:fixed], _packed(sig.params[-1], args[fixed:])]
    depth = run.depth
    try:
        result = call_with(fn, args)
    except Exception as exc:
        panic = as_panic(exc)
        if panic is None or panic.goexit:
            raise
        run.depth = depth
        raise FuncFailed(_as_error(run, panic.value)) from None
    if len(sig.results) == 2:
        result, error = result
        if error is not None:
            raise FuncFailed(error)
    return Val(sig.results[0], result)


def _packed(t: Type, items: list[Any]) -> Slice:
    is_bytes = cast(model.Slice, t.underlying).elem.underlying is model.UINT8
    return slice_from(bytearray(items) if is_bytes else items)


def _as_error(run: Run, value: Any) -> Any:
    t = type_of(value)
    if t is not None and assignable(t, ERROR):
        return value
    return new_error(shown(run, value_of(value)) if value is not None else b"<nil>")


# --- printing and escaping -----------------------------------------------------------------------------------------


def _text(run: Run, args: list[Any]) -> bytes:
    """Returns the arguments of an escaper as one text."""
    if len(args) == 1 and isinstance(args[0], bytes):
        return args[0]
    shown_as: list[Any] = []
    for arg in args:
        value, can_print = printable(value_of(arg))
        shown_as.append(value if can_print else arg)
    return sprint(run, shown_as)


def _texts(make: Callable[[Run, list[Any]], bytes]) -> Body:
    return lambda run, args: Val(STRING, make(run, [_iface(arg) for arg in args]))


def _printf(run: Run, args: list[Value]) -> Value:
    format = cast(Val, args[0]).v
    return Val(STRING, sprintf(run, format, [_iface(arg) for arg in args[1:]]))


def _iface(value: Value) -> Any:
    return None if value is None else iface_of(value)


# --- indexing ----------------------------------------------------------------------------------------------------


def prepare(value: Value, t: Type) -> Any:
    """Returns an argument in the representation of `t`."""
    if value is None:
        if kind_of(t) not in NILABLE:
            raise failed(f"value is nil; should be of type {go_name(t)}")
        return zero_maker(t)()
    if assignable(value.t, t):
        return as_type(value, t)
    if kind_of(t) in ("int", "uint") and (kind(value) in ("int", "uint") or type(value.v) is JsonInt):
        narrow = wrap(t)
        return narrow(int(value.v)) if narrow is not None else value.v
    raise failed(f"value has type {go_name(value.t)}; should be {go_name(t)}")


def _index_arg(value: Value, most: int) -> int:
    value = indirect_interface(value)
    if value is None:
        raise failed("cannot index slice/array with nil")
    if kind(value) not in ("int", "uint") and type(value.v) is not JsonInt:
        raise failed(b"cannot index slice/array with type " + type_name(value))
    index = int(value.v)
    if index >= 1 << 63:
        index -= 1 << 64
    if not 0 <= index <= most:
        raise failed(f"index out of range: {index}")
    return index


def _index(run: Run, args: list[Value]) -> Value:
    item = indirect_interface(args[0])
    if item is None:
        raise failed("index of untyped nil")
    for arg in args[1:]:
        run.charge(1)
        arg = indirect_interface(arg)
        item, nil = indirect(item)
        if nil or item is None:
            raise failed("index of nil pointer")
        what = kind(item)
        if what in ("array", "slice", "string"):
            at = _index_arg(arg, length(item))
            if at == length(item):
                raise failed(f"reflect: {what} index out of range")
            item = elements(item, at)
        elif what == "map":
            item = _map_index(item, arg)
        else:
            raise failed(b"can't index item of type " + type_name(item))
    return item


def _map_index(item: Val, index: Value) -> Val:
    t = cast(model.Map, item.t.underlying)
    key = prepare(index, t.key)
    found = map_value(item, key)
    return found if found is not None else Val(t.elem, zero_maker(t.elem)())


_ABSENT: Any = object()


def map_value(item: Val, key: Any) -> Value:
    """Returns the value of a key, which is in the representation of the key type, or None if there is none."""
    t = cast(model.Map, item.t.underlying)
    encode = key_encoder(t.key)
    entries: dict[Any, Any] = item.v or {}
    if encode is None:
        pay_for_key(key)
    found = entries.get(key if encode is None else encode(key), _ABSENT)
    return None if found is _ABSENT else Val(t.elem, found)


def _slice(run: Run, args: list[Value]) -> Value:
    item = indirect_interface(args[0])
    if item is None:
        raise failed("slice of untyped nil")
    item, nil = indirect(item)
    if nil or item is None:
        raise failed("slice of nil pointer")
    indexes = args[1:]
    if len(indexes) > 3:
        raise failed(f"too many slice indexes: {len(indexes)}")
    what = kind(item)
    if what == "string" and len(indexes) == 3:
        raise failed("cannot 3-index slice a string")
    if what not in ("string", "array", "slice"):
        raise failed(b"can't slice item of type " + type_name(item))
    size = length(item)
    most = item.v.cap if what == "slice" else size
    bounds = [0, size]
    for i, arg in enumerate(indexes):
        bounds[i : i + 1] = [_index_arg(arg, most)]  # appends if it is the third index
    for low, high in pairwise(bounds):
        if low > high:
            raise failed(f"invalid slice index: {low} > {high}")
    return _cut(run, item, what, bounds, most)


def _cut(run: Run, item: Val, what: str, bounds: list[int], most: int) -> Val:
    low, high = bounds[0], bounds[1]
    if what == "string":
        run.alloc(high - low)
        return Val(item.t, item.v[low:high])
    cap = (bounds[2] if len(bounds) == 3 else most) - low
    if what == "array":
        if item.ref is None:
            raise failed("reflect.Value.Slice: slice of unaddressable array")
        return Val(model.slice_of(cast(model.Array, item.t.underlying).elem), Slice(item.v, low, high - low, cap))
    s: Slice = item.v
    missing = s.off + high - len(s.arr)
    if missing > 0:
        # elements beyond the end of the backing array are still unset
        make = zero_maker(cast(model.Slice, item.t.underlying).elem)
        run.alloc(8 * missing)
        s.arr.extend([make() for _ in range(missing)])
    return Val(item.t, Slice(s.arr, s.off + low, high - low, cap))


def _length(run: Run, args: list[Value]) -> Value:
    item, nil = indirect(args[0])
    if nil:
        raise failed("len of nil pointer")
    if item is None:
        raise failed("reflect: call of reflect.Value.Type on zero Value")
    if kind(item) not in ("array", "chan", "map", "slice", "string"):
        raise failed(b"len of type " + type_name(item))
    return Val(INT, length(item))


def call_value(run: Run, name: bytes, args: list[Value]) -> Val:
    fn = indirect_interface(args[0])
    if fn is None:
        raise failed("call of nil")
    sig = fn.t.underlying
    if not isinstance(sig, Signature):
        raise failed(b"non-function %b of type %b" % (name, type_name(fn)))
    bad = bad_results(name, sig)
    if bad is not None:
        raise failed(bad)
    given, wanted = args[1:], len(sig.params)
    if sig.variadic and len(given) < wanted - 1:
        raise failed(b"wrong number of args for %b: got %d want at least %d" % (name, len(given), wanted - 1))
    if not sig.variadic and len(given) != wanted:
        raise failed(b"wrong number of args for %b: got %d want %d" % (name, len(given), wanted))
    argv: list[Any] = []
    for i, arg in enumerate(given):
        t = param_type(sig, i)
        try:
            argv.append(prepare(indirect_interface(arg), t))
        except FuncFailed as bad_arg:
            raise failed(b"arg %d: %b" % (i, bad_arg.error.v[0])) from None
    return safe_call(run, fn.v, sig, argv)


def param_type(sig: Signature, i: int) -> Type:
    """Returns the type of argument number i."""
    if sig.variadic and i >= len(sig.params) - 1:
        return cast(model.Slice, sig.params[-1].underlying).elem
    return sig.params[i]


# --- comparing ---------------------------------------------------------------------------------------------------

_BASIC = frozenset(("bool", "complex", "int", "float", "string", "uint"))


def _basic_kinds(a: Value, b: Value) -> tuple[str, str]:
    """Returns the kinds of two values, "" for values that are not basic. An integral number of a tool result counts as an integer."""
    x, y = kind(a), kind(b)
    if a is not None and type(a.v) is JsonInt and y in ("int", "uint"):
        x = "int"
    elif b is not None and type(b.v) is JsonInt and x in ("int", "uint"):
        y = "int"
    return x if x in _BASIC else "", y if y in _BASIC else ""


def _incompatible(a: Val, b: Val) -> FuncFailed:
    return failed(b"incompatible types for comparison: %b and %b" % (type_name(a), type_name(b)))


def _equal(run: Run, a: Value, b: Value) -> bool:
    x, y = _basic_kinds(a, b)
    if x != y and {x, y} != {"int", "uint"}:
        if a is not None and b is not None:
            raise _incompatible(a, b)
        return False
    if x and a is not None and b is not None:
        return a.v == b.v
    if a is not None and b is not None and kind(a) != kind(b):
        texts = sprintf(run, b"%s", [iface_of(a)]), type_name(a), type_name(b), shown(run, b)
        raise failed(b"non-comparable types %b: %b, %b: %b" % texts)
    if is_nil(a) or is_nil(b) or a is None or b is None:
        return is_nil(a) == is_nil(b)
    if not is_comparable(b.t):
        raise failed(b"non-comparable type %b: %b" % (sprintf(run, b"%s", [iface_of(b)]), type_name(b)))
    return iface_equal(iface_of(a), iface_of(b))


def _eq(run: Run, args: list[Value]) -> bool:
    first = indirect_interface(args[0])
    if len(args) == 1:
        raise failed("missing argument for comparison")
    for arg in args[1:]:
        run.charge(1)
        if _equal(run, first, indirect_interface(arg)):
            return True
    return False


def _lt(run: Run, args: list[Value]) -> bool:
    a, b = indirect_interface(args[0]), indirect_interface(args[1])
    x, y = _basic_kinds(a, b)
    if not x or not y or a is None or b is None:
        raise failed("invalid type for comparison")
    if x != y and {x, y} != {"int", "uint"}:
        raise _incompatible(a, b)
    if x in ("bool", "complex"):
        raise failed("invalid type for comparison")
    return a.v < b.v


def _le(run: Run, args: list[Value]) -> bool:
    return _lt(run, args) or _eq(run, args)


def _bools(test: Callable[[Run, list[Value]], bool]) -> Body:
    return lambda run, args: Val(BOOL, test(run, args))


# --- the table ---------------------------------------------------------------------------------------------------


@dataclass(slots=True, frozen=True)
class Builtin:
    """A predefined function. `rest` is the type of variadic arguments or None. `and`, `or` and `call` have no body, because the executor
    implements them."""

    params: tuple[Type, ...]
    rest: Type | None
    body: Body | None


_ONE, _TWO = (VALUE,), (VALUE, VALUE)
BUILTINS: dict[bytes, Builtin] = {
    b"and": Builtin(_ONE, VALUE, None),
    b"or": Builtin(_ONE, VALUE, None),
    b"call": Builtin(_ONE, VALUE, None),
    b"html": Builtin((), ANY, _texts(lambda run, args: html_escape(run, _text(run, args)))),
    b"urlquery": Builtin((), ANY, _texts(lambda run, args: query_escape(run, _text(run, args)))),
    b"print": Builtin((), ANY, _texts(sprint)),
    b"println": Builtin((), ANY, _texts(sprintln)),
    b"printf": Builtin((STRING,), ANY, _printf),
    b"index": Builtin(_ONE, VALUE, _index),
    b"slice": Builtin(_ONE, VALUE, _slice),
    b"len": Builtin(_ONE, None, _length),
    b"not": Builtin(_ONE, None, _bools(lambda run, args: not truth(indirect_interface(args[0])))),
    b"eq": Builtin(_ONE, VALUE, _bools(_eq)),
    b"ne": Builtin(_TWO, None, _bools(lambda run, args: not _eq(run, args))),
    b"lt": Builtin(_TWO, None, _bools(_lt)),
    b"le": Builtin(_TWO, None, _bools(_le)),
    b"gt": Builtin(_TWO, None, _bools(lambda run, args: not _le(run, args))),
    b"ge": Builtin(_TWO, None, _bools(lambda run, args: not _lt(run, args))),
}
