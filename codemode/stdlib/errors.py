"""errors: making, wrapping and examining errors."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import Any, cast

from codemode.interpreter.machine.assertions import asserter, has_type
from codemode.interpreter.machine.dispatch import find_method, find_method_of, implements
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import (
    copy_value,
    iface_equal,
    is_comparable,
    is_iface,
    overwriter,
    zero_maker,
)
from codemode.interpreter.machine.values import (
    PLAIN_ERROR,
    PLAIN_ERROR_PTR,
    Box,
    GoPanic,
    Ptr,
    nil_deref,
    slice_from,
    type_of,
)
from codemode.stdlib.registry import Package
from codemode.types import model
from codemode.types.model import ERROR, Type

errors = Package("errors")
errors.adopt(PLAIN_ERROR)
JOIN_ERROR = errors.type("type joinError struct { errs []error }")

UNWRAPPER = model.interface_of({"Unwrap": model.signature_of((), (ERROR,))})
LIST_UNWRAPPER = model.interface_of({"Unwrap": model.signature_of((), (model.slice_of(ERROR),))})
_IS = model.interface_of({"Is": model.signature_of((ERROR,), (model.BOOL,))})
_AS = model.interface_of({"As": model.signature_of((model.ANY,), (model.BOOL,))})

errors.method("func (e *errorString) Error() string")(itemgetter(0))


@errors.method("func (e *joinError) Error() string", run=True)
def join_error_error(run: Run, e: list[Any]) -> bytes:
    texts = [error_text(run, err) for err in e[0].view()]
    run.alloc(sum(map(len, texts)) + len(texts))
    return b"\n".join(texts)


errors.method("func (e *joinError) Unwrap() []error")(itemgetter(0))


def error_text(run: Run, err: Any) -> bytes:
    """Returns err.Error() for a value of type error."""
    if type(err) is Box and err.t is PLAIN_ERROR_PTR:
        return err.v[0]
    method = find_method(run, err, "Error")
    if method is None:
        raise nil_deref()
    return method()


# --- making ------------------------------------------------------------------------------------------------------


_ERROR = 320  # bytes of an error without its text


@errors.func("func New(text string) error", run=True)
def new(run: Run, text: bytes) -> Box:
    run.alloc(_ERROR)
    return Box(PLAIN_ERROR_PTR, [text])


errors.error("ErrUnsupported", "unsupported operation")


@errors.func("func Join(errs ...error) error", run=True, cost="len(errs)")
def join(run: Run, errs: list[Any]) -> Box | None:
    kept = [err for err in errs if err is not None]
    run.alloc(_ERROR + 8 * len(kept))
    return Box(model.pointer_to(JOIN_ERROR), [slice_from(kept)]) if kept else None


# --- examining ---------------------------------------------------------------------------------------------------


@errors.func("func Unwrap(err error) error", run=True)
def unwrap(run: Run, err: Any) -> Any:
    method = find_method_of(run, err, UNWRAPPER, "Unwrap")
    return None if method is None else method()


def _tree(run: Run, err: Any) -> Iterator[Any]:
    """Iterates over the error and all errors that it wraps, depth first. The tree may be endless, so each step is charged."""
    todo = [err]
    while todo:
        err = todo.pop()
        if err is None:
            continue
        run.charge(1)
        yield err
        if type_of(err) is PLAIN_ERROR_PTR:
            continue
        method = find_method_of(run, err, UNWRAPPER, "Unwrap")
        if method is not None:
            todo.append(method())
            continue
        method = find_method_of(run, err, LIST_UNWRAPPER, "Unwrap")
        if method is not None:
            wrapped = method().view()
            run.charge(len(wrapped))
            todo += reversed(wrapped)


@errors.func("func Is(err, target error) bool", run=True)
def is_(run: Run, err: Any, target: Any) -> bool:
    if err is None or target is None:
        return err is target
    comparable = is_comparable(cast(Type, type_of(target)))
    for each in _tree(run, err):
        if comparable and iface_equal(each, target):
            return True
        method = find_method_of(run, each, _IS, "Is")
        if method is not None and method(target):
            return True
    return False


@errors.func("func As(err error, target any) bool", run=True)
def as_(run: Run, err: Any, target: Any) -> bool:
    if err is None:
        return False
    if target is None:
        raise GoPanic(b"errors: target cannot be nil")
    pointer = type_of(target)
    if not isinstance(pointer, model.Pointer) or type(target) is not Box or target.v is None:
        raise GoPanic(b"errors: target must be a non-nil pointer")
    t = pointer.elem
    if not is_iface(t) and not implements(t, ERROR):
        raise GoPanic(b"errors: *target must be interface or implement error")
    matches, read = has_type(t), asserter(t)
    for each in _tree(run, err):
        if matches(each):
            store(target.v, t, read(each)[1])
            return True
        method = find_method_of(run, each, _AS, "As")
        if method is not None and method(target):
            return True
    return False


def store(pointer: Any, t: Type, value: Any) -> None:
    """Assigns `value` to the variable of type `t` that `pointer` points to."""
    if type(pointer) is Ptr:
        pointer.obj[pointer.idx] = value
    else:
        overwriter(t)(pointer, copy_value(t, value))


@errors.func("func AsType[E error](err error) (E, bool)", run=True, types=True)
def as_type(run: Run, types: tuple[Type, ...], err: Any) -> tuple[Any, bool]:
    t = types[0]
    matches, read = has_type(t), asserter(t)
    for each in _tree(run, err):
        if matches(each):
            return copy_value(t, read(each)[1]), True
        method = find_method_of(run, each, _AS, "As")
        if method is not None:
            zero = zero_maker(t)()
            # a cell for As to write to; a struct or array needs none
            cell: Any = [zero]
            stored = isinstance(t.underlying, (model.Struct, model.Array))
            if method(Box(model.pointer_to(t), zero if stored else Ptr(cell, 0))):
                return (zero if stored else cell[0]), True
    return zero_maker(t)(), False
