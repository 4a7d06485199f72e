"""fmt: formatting and printing. values.py prints values, directives.py reads format strings."""

from __future__ import annotations

from operator import itemgetter
from typing import Any, cast

from codemode.interpreter.machine.conversions import encode_rune
from codemode.interpreter.machine.dispatch import implements
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import PLAIN_ERROR_PTR, Box, Slice, slice_from, type_of
from codemode.stdlib.appending import append_bytes
from codemode.stdlib.fmt.directives import at_once
from codemode.stdlib.fmt.directives import printf as format_into
from codemode.stdlib.fmt.values import FORMATTER, GO_STRINGER, PRINTER, STATE, Printer
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import bytes_of
from codemode.stdlib.strconv.floats import shortest
from codemode.stdlib.streams import Written, call, write
from codemode.types import model
from codemode.types.model import ERROR, STRINGER, Type

fmt = Package("fmt")

fmt.adopt(
    STATE,
    "type State interface { Write(b []byte) (n int, err error); Width() (wid int, ok bool); "
    "Precision() (prec int, ok bool); Flag(c int) bool }",
)
fmt.adopt(PRINTER)
_NAMED: dict[str, tuple[model.Interface, str]] = {
    "Formatter": (FORMATTER, "type Formatter interface { Format(f State, verb rune) }"),
    "GoStringer": (GO_STRINGER, "type GoStringer interface { GoString() string }"),
    "Stringer": (STRINGER, "type Stringer interface { String() string }"),
}
for _name, (_interface, _text) in _NAMED.items():
    fmt.adopt(model.Named(_name, "fmt", _interface), _text)

WRAP_ERROR = model.pointer_to(fmt.type("type wrapError struct { msg string; err error }"))
WRAP_ERRORS = model.pointer_to(fmt.type("type wrapErrors struct { msg string; errs []error }"))

_SHORT = 1024  # longer strings are charged


# --- formatting --------------------------------------------------------------------------------------------------


@fmt.func("func Sprint(a ...any) string", run=True, cost="2 + len(a)")
def sprint(run: Run, a: list[Any]) -> bytes:
    p = Printer(run)
    previous = True
    for i, x in enumerate(a):
        t = type_of(x)
        is_string = t is not None and isinstance(t.underlying, model.Basic) and t.underlying.info == "string"
        if i > 0 and not is_string and not previous:
            p.out += b" "
        p.argument(x, "v")
        previous = is_string
        p.settle()
    return bytes(p.out)


@fmt.func("func Sprintln(a ...any) string", run=True, cost="2 + len(a)")
def sprintln(run: Run, a: list[Any]) -> bytes:
    parts: list[bytes] = []
    for x in a:
        kind = x.__class__
        if kind is bytes and len(x) <= _SHORT:
            parts.append(x)
        elif kind is int:
            parts.append(b"%d" % x)
        elif kind is float:
            parts.append(shortest(x).encode())
        elif kind is bool:
            parts.append(b"true" if x else b"false")
        else:
            return _slowsprintln(run, a)
    return b" ".join(parts) + b"\n"


def _slowsprintln(run: Run, a: list[Any]) -> bytes:
    p = Printer(run)
    for i, x in enumerate(a):
        if i > 0:
            p.out += b" "
        p.argument(x, "v")
        p.settle()
    p.out += b"\n"
    return bytes(p.out)


@fmt.func("func Sprintf(format string, a ...any) string", run=True, cost="2 + 2 * len(a)")
def sprintf(run: Run, format: bytes, a: list[Any]) -> bytes:
    if (out := at_once(format, a)) is not None:
        return out
    p = Printer(run)
    format_into(p, format, a)
    return bytes(p.out)


# --- printing ----------------------------------------------------------------------------------------------------


def _print(run: Run, data: bytes) -> Written:
    run.print(data)
    return len(data), None


fmt.row(
    "func Printf(format string, a ...any) (n int, err error)",
    lambda run, format, a: _print(run, sprintf(run, format, a)),
    "2 + 2 * len(a)",
)
fmt.row("func Print(a ...any) (n int, err error)", lambda run, a: _print(run, sprint(run, a)), "2 + len(a)")
fmt.row("func Println(a ...any) (n int, err error)", lambda run, a: _print(run, sprintln(run, a)), "2 + len(a)")
fmt.row(
    "func Fprintf(w io.Writer, format string, a ...any) (n int, err error)",
    lambda run, w, format, a: write(run, w, sprintf(run, format, a)),
    "2 + 2 * len(a)",
)
fmt.row(
    "func Fprint(w io.Writer, a ...any) (n int, err error)",
    lambda run, w, a: write(run, w, sprint(run, a)),
    "2 + len(a)",
)
fmt.row(
    "func Fprintln(w io.Writer, a ...any) (n int, err error)",
    lambda run, w, a: write(run, w, sprintln(run, a)),
    "2 + len(a)",
)
fmt.row(
    "func Appendf(b []byte, format string, a ...any) []byte",
    lambda run, b, format, a: append_bytes(run, b, sprintf(run, format, a)),
    "2 + 2 * len(a)",
)
fmt.row("func Append(b []byte, a ...any) []byte", lambda run, b, a: append_bytes(run, b, sprint(run, a)), "2 + len(a)")
fmt.row(
    "func Appendln(b []byte, a ...any) []byte", lambda run, b, a: append_bytes(run, b, sprintln(run, a)), "2 + len(a)"
)


# --- errors ------------------------------------------------------------------------------------------------------


_ERROR = 320  # bytes of an error without its text


@fmt.func("func Errorf(format string, a ...any) error", run=True, cost="2 + 2 * len(a)")
def errorf(run: Run, format: bytes, a: list[Any]) -> Box:
    p = Printer(run)
    p.wrap_errors = True
    format_into(p, format, a)
    run.alloc(_ERROR + len(p.out))
    text = bytes(p.out)
    if not p.wrapped:
        return Box(PLAIN_ERROR_PTR, [text])
    if len(p.wrapped) == 1:
        wrapped = a[p.wrapped[0]]
        return Box(WRAP_ERROR, [text, wrapped if _is_error(wrapped) else None])
    errs = [a[number] for number in sorted(set(p.wrapped)) if _is_error(a[number])]
    return Box(WRAP_ERRORS, [text, slice_from(errs)])


def _is_error(x: Any) -> bool:
    return x is not None and implements(cast(Type, type_of(x)), ERROR)


fmt.method("func (e *wrapError) Error() string")(itemgetter(0))
fmt.method("func (e *wrapError) Unwrap() error")(itemgetter(1))
fmt.method("func (e *wrapErrors) Error() string")(itemgetter(0))
fmt.method("func (e *wrapErrors) Unwrap() []error")(itemgetter(1))


# --- the state of a Formatter ------------------------------------------------------------------------------------


@fmt.method("func (p *pp) Write(b []byte) (n int, err error)", cost="len(b) // 32")
def state_write(p: list[Any], b: Slice) -> Written:
    printer = cast(Printer, p[0])
    printer.room(b.len)
    printer.out += bytes_of(b)
    return b.len, None


@fmt.method("func (p *pp) WriteString(s string) (n int, err error)", cost="len(s) // 32")
def state_write_string(p: list[Any], s: bytes) -> Written:
    printer = cast(Printer, p[0])
    printer.room(len(s))
    printer.out += s
    return len(s), None


fmt.row("func (p *pp) Width() (wid int, ok bool)", lambda p: (p[0].wid or 0, p[0].wid is not None))
fmt.row("func (p *pp) Precision() (prec int, ok bool)", lambda p: (p[0].prec or 0, p[0].prec is not None))


@fmt.method("func (p *pp) Flag(b int) bool")
def state_flag(p: list[Any], b: int) -> bool:
    printer = cast(Printer, p[0])
    flags = {
        ord("-"): printer.minus,
        ord("+"): printer.plus or printer.plus_v,
        ord("#"): printer.sharp or printer.sharp_v,
        ord(" "): printer.space,
        ord("0"): printer.zero,
    }
    return flags.get(b, False)


@fmt.func("func FormatString(state State, verb rune) string", run=True)
def format_string(run: Run, state: Any, verb: int) -> bytes:
    text = b"%"
    for flag in b" +-#0":
        if call(run, state, "Flag", flag):
            text += bytes([flag])
    width, ok = call(run, state, "Width")
    if ok:
        text += b"%d" % width
    precision, ok = call(run, state, "Precision")
    if ok:
        text += b".%d" % precision
    return text + encode_rune(verb)
