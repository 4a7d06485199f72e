"""How Go values are represented while a program runs. The checker knows every static type, so values carry a type only inside interfaces.

static type                 representation
bool, intN, uintN           bool; int, always wrapped to its width
floatN, complexN            float (float32 already rounded); complex
string                      bytes (Go strings are bytes; text is UTF-8)
struct, array               list of field or element values, with identity: the list *is* the storage. Reading a variable gives the
                            storage itself; whoever stores, passes, boxes or sends it copies first (`copier`). Assigning to a struct or array
                            variable, field or element writes into the existing storage (`dst[:] = copy`), so pointers stay right.
pointer to struct or array  that same list; nil is None
other pointers              Ptr(container, index): variable cell, struct storage, slice backing; nil is None
slice                       Slice header (immutable); nil is the singleton NIL_SLICE. Backing is a list, or a bytearray for bytes; it may be shorter
                            than off+cap: what is beyond its end is zero values not yet written (`Slice.view` fills)
map                         dict in insertion order; nil is None. Keys are stored through `key_encoder(key_type)`
func                        Python callable taking the arguments, giving None, one value, or a tuple; nil is None
chan                        channels.Channel; nil is None
interface                   None is nil; bytes, bool, int, float, dict and Slice are bare: a string, bool, int, float64, map[string]any and
                            []any. JsonInt is an integral number of a tool's result (dynamic type float64, asserts to integers too).
                            Everything else is Box(type, value)
variable captured by a func literal, or addressed, and not a struct or array: a cell, a list of one value
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from codemode.interpreter.machine.panic_hints import PanicHint, panic_hint
from codemode.types import model
from codemode.types.model import Type


class Box:
    """An interface value of a type that is not one of the bare ones."""

    __slots__ = ("t", "v")

    def __init__(self, t: Type, v: Any) -> None:
        self.t = t
        self.v = v

    def __repr__(self) -> str:
        return f"Box({self.t}, {self.v!r})"


class Slice:
    """A slice header: `len` elements of `arr` from `off`, room for `cap`. It is immutable.

    `given` is set only on lists that came in as data: these may be asserted to the type of their elements.
    """

    __slots__ = ("arr", "cap", "given", "len", "off")

    def __init__(self, arr: Any, off: int, len: int, cap: int) -> None:
        self.arr = arr
        self.off = off
        self.len = len
        self.cap = cap

    def view(self) -> Any:
        """The elements as a fresh list (or bytes-like for byte slices)."""
        return self.arr[self.off : self.off + self.len]

    def __repr__(self) -> str:
        return f"Slice({self.view()!r})"


NIL_SLICE = Slice([], 0, 0, 0)


def slice_from(items: list[Any] | bytearray) -> Slice:
    """Returns a slice over a Python list or bytearray that nobody else will change. An empty one is not nil."""
    n = len(items)
    return Slice(items, 0, n, n)


class Ptr:
    """A pointer to something that is not a struct or array: `obj[idx]`."""

    __slots__ = ("idx", "obj")

    def __init__(self, obj: Any, idx: int) -> None:
        self.obj = obj
        self.idx = idx

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ptr) and self.obj is other.obj and self.idx == other.idx

    def __hash__(self) -> int:
        return hash((id(self.obj), self.idx))


class JsonInt(int):
    """An integral JSON number of a tool's result, exact: in Go a float64 that also asserts to integer types and prints as an integer."""

    __slots__ = ()


class GoPanic(Exception):
    """A guest panic that propagates. `value` is an interface value (a Box of one of the types of package runtime for run-time errors)."""

    def __init__(self, value: Any, goexit: bool = False, panic_hint: PanicHint | None = None) -> None:
        super().__init__()
        self.value = value
        self.panic_hint = panic_hint
        self.goexit = goexit  # runtime.Goexit
        self.recovered = False
        self.link: GoPanic | None = None  # the earlier panic that a deferred call replaced by this one
        self.trace: Any = None  # guest stack at its origin


class Halt(BaseException):
    """A spent budget, an abort, a failed `must` call: ends the run without deferred functions or recover."""

    def __init__(self, code: str, message: str, hint: str = "", exit_code: int = 1) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.exit_code = exit_code


def too_deep(limit: int, who: str) -> Halt:
    """The error that ends a run whose calls are nested deeper than `limit`."""
    return Halt(
        "call_depth_exceeded",
        f"calls nested deeper than {limit}, in {who}",
        "use a loop, or a recursion that ends sooner",
    )


class Exit(BaseException):
    """os.Exit(status), or a snippet's top-level `return err` (then `error` is the error value)."""

    def __init__(self, status: int, error: Any = None, hint: str = "") -> None:
        super().__init__(status)
        self.status = status
        self.error = error
        self.hint = hint


class Uncaught(Exit):
    """The error of a call that the program does not handle: the run fails with it, unless it is inside a `try` of another language."""


# --- library types that the run time itself needs ------------------------------------------------------------------

_TEXT_ONLY = model.struct_of([model.StructField("s", model.STRING, hidden=True)])
RUNTIME_ERROR = model.Named("errorString", "runtime", model.STRING)  # value: the text after "runtime error: "
BOUNDS_ERROR = model.Named("boundsError", "runtime", model.STRING)  # the same, of indexes
PLAIN_RUNTIME_ERROR = model.Named("plainError", "runtime", model.STRING)  # value: the whole text
ASSERTION_ERROR = model.Named("TypeAssertionError", "runtime", _TEXT_ONLY)
ASSERTION_ERROR_PTR = model.pointer_to(ASSERTION_ERROR)
PANIC_NIL_ERROR = model.Named("PanicNilError", "runtime", model.struct_of([]))
PANIC_NIL_ERROR_PTR = model.pointer_to(PANIC_NIL_ERROR)
PLAIN_ERROR = model.Named("errorString", "errors", _TEXT_ONLY)
PLAIN_ERROR_PTR = model.pointer_to(PLAIN_ERROR)


def new_error(text: str | bytes) -> Box:
    """A fresh error value, like that of errors.New."""
    return Box(PLAIN_ERROR_PTR, [text.encode() if isinstance(text, str) else text])


EOF = new_error("EOF")  # io.EOF


def runtime_panic(text: str, panic_hint: PanicHint | None = None) -> GoPanic:
    """The panic Go's run time raises, e.g. `runtime_panic("integer divide by zero")`."""
    return GoPanic(Box(RUNTIME_ERROR, text.encode()), panic_hint=panic_hint)


def bounds_panic(text: str, reason: str = "index_range") -> GoPanic:
    """The panic of an index or a slice expression, e.g. `bounds_panic("index out of range [-1]")`."""
    return GoPanic(Box(BOUNDS_ERROR, text.encode()), panic_hint=panic_hint(reason) if reason else None)


def nil_deref() -> GoPanic:
    return runtime_panic("invalid memory address or nil pointer dereference", panic_hint("nil_pointer"))


def nil_map() -> GoPanic:
    return GoPanic(Box(PLAIN_RUNTIME_ERROR, b"assignment to entry in nil map"), panic_hint=panic_hint("nil_map"))


# --- interfaces ----------------------------------------------------------------------------------------------------

_BARE: dict[type, Type] = {
    bytes: model.STRING,
    bool: model.BOOL,
    int: model.INT,
    float: model.FLOAT64,
    dict: model.MAP_STRING_ANY,
    Slice: model.SLICE_ANY,
    JsonInt: model.FLOAT64,
}
BARE_TYPES: frozenset[Type] = frozenset(_BARE.values())


def type_of(x: object) -> Type | None:
    """The dynamic type of an interface value, None for nil."""
    if x is None:
        return None
    kind = type(x)
    bare = _BARE.get(kind)
    return bare if bare is not None else cast(Box, x).t


def unbox(x: object) -> Any:
    """The value inside a non-nil interface value, in the representation of its dynamic type."""
    kind = type(x)
    if kind is Box:
        return cast(Box, x).v
    return float(cast(JsonInt, x)) if kind is JsonInt else x


def box(t: Type, v: Any) -> Any:
    """An interface value of dynamic type `t` (never an interface type) that contains `v`. The caller has copied structs and arrays."""
    if t in BARE_TYPES:
        # a nil map must keep its type, or it would be a nil interface
        return v if v is not None else Box(t, v)
    return Box(t, v)


def boxer(t: Type) -> Callable[[Any], Any] | None:
    """Returns a function that boxes a value of static type `t`; None if the value is already in the right form. Does not copy."""
    if isinstance(t.underlying, model.Interface):
        return None
    if t in BARE_TYPES:
        if isinstance(t, model.Map):
            return lambda v: v if v is not None else Box(t, v)
        return None
    return lambda v: Box(t, v)
