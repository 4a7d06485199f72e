"""context: the types, and values found by walking from a context to its parents.

Walks are loops, because chains of contexts may be as long as the guest's memory allows. Contexts that the guest defines are called through their
methods.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from codemode.interpreter.machine.channels import SIZE, Channel
from codemode.interpreter.machine.dispatch import find_method_of
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import go_name, iface_equal, is_comparable
from codemode.interpreter.machine.values import Box, GoPanic, Ptr, new_error, type_of
from codemode.stdlib.registry import Package
from codemode.stdlib.streams import call
from codemode.stdlib.time.durations import duration_string
from codemode.stdlib.time.instants import until
from codemode.stdlib.time.text import time_string
from codemode.types import model
from codemode.types.model import Type, pointer_to

context = Package("context")

Storage = list[Any]

context.type(
    "type Context interface { Deadline() (deadline time.Time, ok bool); Done() <-chan struct{}; Err() error; Value(key any) any }"
)
context.type("type CancelFunc func()")
context.type("type CancelCauseFunc func(cause error)")

CANCELED = new_error("context canceled")
_DEADLINE_EXCEEDED = context.type("type deadlineExceededError struct {}")
DEADLINE_EXCEEDED = Box(_DEADLINE_EXCEEDED, [])
context.var("var Canceled error", CANCELED)
context.var("var DeadlineExceeded error", DEADLINE_EXCEEDED)
context.row("func (deadlineExceededError) Error() string", lambda _: b"context deadline exceeded")
context.row("func (deadlineExceededError) Timeout() bool", lambda _: True)
context.row("func (deadlineExceededError) Temporary() bool", lambda _: True)

BACKGROUND = context.type("type backgroundCtx struct {}")
TODO = context.type("type todoCtx struct {}")
WITHOUT_CANCEL = context.type("type withoutCancelCtx struct { c Context }")
STOP = context.type("type stopCtx struct { Context; stop func() bool }")
CANCEL = pointer_to(
    context.type(
        "type cancelCtx struct { Context; done native; err error; cause error; children native; owner native }"
    )
)
TIMER = pointer_to(context.type("type timerCtx struct { cancelCtx; timer native; deadline time.Time }"))
VALUE = pointer_to(context.type("type valueCtx struct { Context; key any; val any }"))

PARENT, DONE, ERR, CAUSE, CHILDREN, OWNER = range(6)  # fields of cancelCtx
TIMER_CANCEL, TIMER_TIMER, TIMER_DEADLINE = range(3)
_VALUE_KEY, _VALUE_VAL = 1, 2
_EMPTY: frozenset[Type] = frozenset((BACKGROUND, TODO, WITHOUT_CANCEL))  # never cancelled, without a deadline

_INT_PTR = pointer_to(model.INT)


def cancel_key(run: Run) -> Box:
    """The key for which a context returns the nearest cancelCtx. A program's own context gets it, and may write to it: each run has its own."""
    return run.services.setdefault("context.cancelCtxKey", Box(_INT_PTR, Ptr([0], 0)))


def check_parent(parent: Any) -> None:
    if parent is None:
        raise GoPanic(b"cannot create context from nil parent")


context.row("func Background() Context", lambda: Box(BACKGROUND, []))
context.row("func TODO() Context", lambda: Box(TODO, []))


@context.func("func WithoutCancel(parent Context) Context", run=True)
def without_cancel(run: Run, parent: Any) -> Box:
    check_parent(parent)
    run.alloc(300)
    return Box(WITHOUT_CANCEL, [parent])


@context.func("func WithValue(parent Context, key, val any) Context", run=True)
def with_value(run: Run, parent: Any, key: Any, val: Any) -> Box:
    check_parent(parent)
    if key is None:
        raise GoPanic(b"nil key")
    if not is_comparable(cast(Type, type_of(key))):
        raise GoPanic(b"key is not comparable")
    run.alloc(400)
    return Box(VALUE, [parent, key, val])


# --- asking ------------------------------------------------------------------------------------------------------


def _inner(run: Run, c: Any) -> Any:
    """Returns the first context that decides about cancellation. It skips contexts that only store a value."""
    while type_of(c) is VALUE:
        run.charge(1)
        c = c.v[PARENT]
    return c


def done_channel(run: Run, c: Storage) -> Channel:
    """Returns the channel of a cancelCtx, made at the first call."""
    if c[DONE] is None:
        run.alloc(SIZE)
        c[DONE] = Channel(0, list)
        c[DONE].closed = c[ERR] is not None
    return c[DONE]


def cancel_part(c: Any) -> Storage | None:
    """Returns the cancelCtx of a context that is or contains one, otherwise None."""
    t = type_of(c)
    return c.v if t is CANCEL else c.v[TIMER_CANCEL] if t is TIMER else None


def done_of(run: Run, c: Any) -> Channel | None:
    """Returns c.Done()."""
    c = _inner(run, c)
    part = cancel_part(c)
    if part is not None:
        return done_channel(run, part)
    return None if type_of(c) in _EMPTY else call(run, c, "Done")


def err_of(run: Run, c: Any) -> Any:
    """Returns c.Err()."""
    c = _inner(run, c)
    part = cancel_part(c)
    if part is not None:
        return part[ERR]
    return None if type_of(c) in _EMPTY else call(run, c, "Err")


def deadline_of(run: Run, c: Any) -> tuple[Storage, bool]:
    """Returns c.Deadline()."""
    while True:
        c = _inner(run, c)
        t = type_of(c)
        if t is not CANCEL:
            break
        run.charge(1)
        c = c.v[PARENT]
    if t is TIMER:
        return list(c.v[TIMER_DEADLINE]), True
    return ([0, 0, None], False) if t in _EMPTY else call(run, c, "Deadline")


def value_of(run: Run, c: Any, key: Any) -> Any:
    """Returns c.Value(key)."""
    wants_cancel = type(key) is Box and key.v is cancel_key(run).v
    while True:
        run.charge(1)
        t = type_of(c)
        if t is VALUE:
            if iface_equal(key, c.v[_VALUE_KEY]):
                return c.v[_VALUE_VAL]
            c = c.v[PARENT]
        elif t is CANCEL or t is TIMER:
            part = cast(Storage, cancel_part(c))
            if wants_cancel:
                return Box(CANCEL, part)
            c = part[PARENT]
        elif t is WITHOUT_CANCEL:
            if wants_cancel:
                return None
            c = c.v[0]
        elif t is BACKGROUND or t is TODO:
            return None
        else:
            return call(run, c, "Value", key)


def cause_of(run: Run, c: Any) -> Any:
    """Returns context.Cause(c)."""
    err = err_of(run, c)
    if err is None:
        return None
    found = value_of(run, c, cancel_key(run))
    cause = found.v[CAUSE] if type_of(found) is CANCEL else None
    return err if cause is None else cause


context.func("func Cause(c Context) error", run=True)(cause_of)


# --- texts -------------------------------------------------------------------------------------------------------


def text_of(run: Run, c: Any) -> bytes:
    """Returns the printed form of a context, such as context.Background.WithCancel."""
    parts: list[bytes] = []
    while True:
        run.charge(1)
        t = type_of(c)
        if t is VALUE:
            parts.append(b".WithValue(%b, %b)" % (_shown(run, c.v[_VALUE_KEY]), _shown(run, c.v[_VALUE_VAL])))
            c = c.v[PARENT]
        elif t is CANCEL:
            parts.append(b".WithCancel")
            c = c.v[PARENT]
        elif t is TIMER:
            deadline = c.v[TIMER_DEADLINE]
            left = duration_string(until(run, deadline))
            parts.append(b".WithDeadline(%b [%b])" % (time_string(deadline), left))
            c = c.v[TIMER_CANCEL][PARENT]
        elif t is WITHOUT_CANCEL:
            parts.append(b".WithoutCancel")
            c = c.v[0]
        else:
            parts.append(_name(run, c))
            break
    run.alloc(sum(map(len, parts)))
    return b"".join(reversed(parts))


def _name(run: Run, c: Any) -> bytes:
    t = type_of(c)
    if t is BACKGROUND:
        return b"context.Background"
    if t is TODO:
        return b"context.TODO"
    string = find_method_of(run, c, model.STRINGER, "String")
    return string() if string is not None else go_name(t).encode() if t is not None else b"<nil>"


def _shown(run: Run, v: Any) -> bytes:
    """Returns the printed form of a key or value: the result of its String method, a plain string, or its type."""
    if v is None:
        return b"<nil>"
    string = find_method_of(run, v, model.STRINGER, "String")
    if string is not None:
        return string()
    return v if isinstance(v, bytes) else go_name(cast(Type, type_of(v))).encode()


# --- methods -----------------------------------------------------------------------------------------------------

Asked = Callable[..., Any]


def _register(receiver: str, wrap: Callable[[Storage], Box]) -> None:
    """Registers the methods of one type. `wrap` makes an interface value of the receiver."""
    for signature, ask in (
        ("Deadline() (deadline time.Time, ok bool)", deadline_of),
        ("Done() <-chan struct{}", done_of),
        ("Err() error", err_of),
        ("Value(key any) any", value_of),
        ("String() string", text_of),
    ):
        context.method(f"func (c {receiver}) {signature}", run=True)(_asking(ask, wrap))


def _asking(ask: Asked, wrap: Callable[[Storage], Box]) -> Asked:
    # explicit parameters: a call with *args would use C stack, and contexts of the guest may call each other in long chains
    def method(run: Run, c: Storage) -> Any:
        return ask(run, wrap(c))

    def method_of_key(run: Run, c: Storage, key: Any) -> Any:
        return ask(run, wrap(c), key)

    return method_of_key if ask is value_of else method


_register("backgroundCtx", lambda c: Box(BACKGROUND, c))
_register("todoCtx", lambda c: Box(TODO, c))
_register("withoutCancelCtx", lambda c: Box(WITHOUT_CANCEL, c))
_register("*cancelCtx", lambda c: Box(CANCEL, c))
_register("*timerCtx", lambda c: Box(TIMER, c))
_register("*valueCtx", lambda c: Box(VALUE, c))
