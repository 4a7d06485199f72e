"""Panics: converts Python exceptions of lowered fast paths to Go panics, with Go's messages and the guest's own stack.

Lowered closures leave marks in their Python frames: a local (or free) variable `at` is the source offset of the running statement or call, `who` the
name of the guest function that the frame enters. In compiled code the line gives the offset (compiled/units.py). A trace is read from these marks
only after a failure.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from inspect import currentframe
from types import CodeType, FrameType
from typing import Any, cast

from codemode.interpreter.compiled.units import place_of, unit_of
from codemode.interpreter.machine.dispatch import find_method_of
from codemode.interpreter.machine.floattext import shortest
from codemode.interpreter.machine.panic_hints import PanicHint, panic_hint
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.signals import Frame
from codemode.interpreter.machine.sizes import MAX_TOLD, told
from codemode.interpreter.machine.typeops import go_name
from codemode.interpreter.machine.values import Box, GoPanic, JsonInt, new_error, nil_deref, runtime_panic, type_of
from codemode.types import model

MAX_FRAMES = 100  # frames of a trace; Go leaves out the middle of longer ones, too


def as_panic(exc: BaseException) -> GoPanic | None:
    """Returns the Go panic for an exception; None if it is not one (a budget, an exit, a bug of codemode)."""
    if isinstance(exc, GoPanic):
        return exc
    panic: GoPanic | None = None
    if isinstance(exc, ZeroDivisionError):
        panic = runtime_panic("integer divide by zero", panic_hint("division_by_zero"))
    elif isinstance(exc, OverflowError):  # an integer from a tool may be larger than any float64
        panic = runtime_panic("a number is too large")
    elif isinstance(exc, TypeError | AttributeError) and "NoneType" in str(exc):
        panic = nil_deref()
    return panic.with_traceback(exc.__traceback__) if panic is not None else None


# --- what Go prints ----------------------------------------------------------------------------------------------


def panic_text(run: Run, panic: GoPanic) -> str:
    """What Go prints after `panic: ` for an uncaught panic, earlier panics of the chain first."""
    chain: list[GoPanic] = []
    link: GoPanic | None = panic
    while link is not None:
        chain.append(link)
        link = link.link
    lines: list[str] = []
    previous: GoPanic | None = None
    for current in reversed(chain):
        if previous is not None and previous.value is current.value:
            lines[-1] = lines[-1].removesuffix(" [recovered]") + " [recovered, repanicked]"
        elif not current.goexit:
            text = value_text(run, current.value) + (" [recovered]" if current.recovered else "")
            lines.append(("\tpanic: " if lines else "") + text)
        previous = current
    return "\n".join(lines)


def hint_of_panic(panic: GoPanic) -> PanicHint | None:
    """Returns the hint of the first panic of a chain."""
    while panic.link is not None:
        panic = panic.link
    return panic.panic_hint


def error_of(run: Run, panic: GoPanic) -> Any:
    """Returns the error that a `catch` receives for a panic: its value if that is an error, else an error with its text."""
    x = panic.value
    if x is not None and find_method_of(run, x, model.ERROR, "Error") is not None:
        return x
    v = x.v if isinstance(x, Box) else x
    return new_error(v if isinstance(v, bytes) else value_text(run, x))


def value_text(run: Run, x: Any) -> str:
    """A panic's value as in Go's crash report: errors and Stringers by their text, other values as print writes them."""
    if x is None:
        return "nil"
    for name, iface in (("Error", model.ERROR), ("String", model.STRINGER)):
        method = find_method_of(run, x, iface, name)
        if method is not None:
            try:
                return _indented(_beginning(method()))
            except Exception as odd:
                if as_panic(odd) is None:
                    raise
                return "panic while printing panic value"
    t = cast(model.Type, type_of(x))
    v = x.v if isinstance(x, Box) else x
    under = t.underlying
    if not isinstance(under, model.Basic):
        return f"({go_name(t)}) {{...}}"
    text = print_text(_beginning(v), under)
    if t is under:
        return text
    return f'{go_name(t)}("{text}")' if under.info == "string" else f"{go_name(t)}({text})"


def _beginning(text: Any) -> Any:
    return told(text).encode() if isinstance(text, bytes) and len(text) > MAX_TOLD else text


def print_text(v: Any, t: model.Basic) -> str:
    """A value of basic type as the builtin print shows it."""
    if t.info == "string":
        return _indented(v)
    if t.info == "boolean":
        return "true" if v else "false"
    if t.info == "float":
        return str(int(v)) if isinstance(v, JsonInt) else shortest(v, t.bits)
    if t.info == "complex":
        bits = t.bits // 2
        imag = shortest(v.imag, bits)
        return f"({shortest(v.real, bits)}{'' if imag[0] in '+-' else '+'}{imag}i)"
    return str(v)


def _indented(text: Any) -> str:
    return (text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)).replace("\n", "\n\t")


# --- traces ------------------------------------------------------------------------------------------------------

ENDS = 5000  # Python frames at each end of a stack that are examined: MAX_FRAMES calls have fewer
Seen = tuple[FrameType, int | None]  # a frame and its line
_marks: dict[CodeType, tuple[bool, bool]] = {}  # whether frames of this code have `at` and `who`


def _marks_of(code: CodeType) -> tuple[bool, bool]:
    found = _marks.get(code)
    if found is None:
        names = code.co_varnames + code.co_freevars + code.co_cellvars
        lowered = "/interpreter/" in code.co_filename.replace("\\", "/")
        found = _marks[code] = (lowered and "at" in names, lowered and "who" in names)
    return found


def guest_trace(exc: BaseException) -> list[Frame]:
    """The guest's stack where `exc` was raised, innermost call first."""
    earlier = getattr(exc, "trace", None)
    if isinstance(earlier, list):
        return cast("list[Frame]", earlier)
    first: list[Seen] = []
    last: deque[Seen] = deque(maxlen=ENDS)  # the middle of a deep stack is left out
    tb = exc.__traceback__
    outer = tb.tb_frame.f_back if tb is not None else None
    before: FrameType | None = None
    while tb is not None:
        frame = tb.tb_frame
        if frame is not before:
            (first if len(first) < ENDS else last).append((frame, tb.tb_lineno))
            before = frame
        tb = tb.tb_next
    return _trace([*_outer(outer), *first, *last])


def stack_of(frame: FrameType | None) -> list[Frame]:
    """Returns the guest's stack of a parked goroutine, from its innermost Python frame."""
    return _trace(_outer(frame))


def place_of_call() -> int:
    """Returns where the guest called the current library function; -1 if no guest code runs."""
    here = currentframe()
    frame = here and here.f_back
    del here  # a frame that refers to itself stays until the next collection of garbage
    while frame is not None:
        if unit_of(frame) is not None:
            at: Any = place_of(frame.f_lineno)
        else:
            at = frame.f_locals.get("at", -1) if _marks_of(frame.f_code)[0] else -1
        if isinstance(at, int) and at >= 0:
            return at
        frame = frame.f_back
    return -1


def _outer(frame: FrameType | None) -> list[Seen]:
    frames: list[Seen] = []
    while frame is not None:
        frames.append((frame, frame.f_lineno))
        frame = frame.f_back
    frames.reverse()
    return frames


def _trace(frames: Iterable[Seen]) -> list[Frame]:
    calls: list[Frame] = []
    name, pos = "", -1
    entered = False  # whether the frame before has named the next one's function
    for frame, line in frames:
        unit = unit_of(frame)
        if unit is not None:
            if unit.who and not entered:
                if name:
                    calls.append(Frame(name, pos))
                name, pos = unit.who, -1
            entered = False
            at = place_of(line)
            pos = at if at >= 0 else pos
            continue
        has_at, has_who = _marks_of(frame.f_code)
        if not (has_at or has_who):
            continue
        seen = frame.f_locals
        entered = has_who and "who" in seen
        if has_at:
            at = seen.get("at", -1)
            pos = at if isinstance(at, int) and at >= 0 else pos
        if entered:
            if name:
                calls.append(Frame(name, pos))
            name, pos = str(seen["who"]), -1
    if name:
        # a refused call has not reached a statement of its own: its place is the call
        calls.append(Frame(name, pos if pos >= 0 or not calls else calls[-1].pos))
    calls.reverse()
    if len(calls) > MAX_FRAMES:
        half = MAX_FRAMES // 2
        calls[half:-half] = []
    return calls
