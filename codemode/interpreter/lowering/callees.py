"""Closures for the kinds of calls: of guest functions, of the library, of func values, through interfaces."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from codemode.interpreter.machine.calling import call_with
from codemode.interpreter.machine.dispatch import method_target, native_target
from codemode.interpreter.machine.frames import Code, Frame, FuncCode
from codemode.interpreter.machine.values import EOF, Box, Uncaught, nil_deref, type_of, unbox
from codemode.types.model import Type
from codemode.types.objects import Func

# --- guest functions -----------------------------------------------------------------------------------------------


def call_static(target: FuncCode, args: list[Code], pos: int) -> Code:
    """A call of a guest function. The details of the function are linked when it has been lowered."""
    who, body, pad, weight, fast = target.name, target.body, target.pad, target.weight, target.fast

    def link() -> None:
        nonlocal body, pad, weight, fast
        body, pad, weight, fast = target.body, target.pad, target.weight, target.fast

    target.when_ready(link)

    def call(f: Frame, at: int = pos) -> Any:
        run = f[0]
        if fast is not None:
            depth = run.depth
            result = fast(run, depth + 1, *[arg(f) for arg in args])
            run.depth = depth
            return result
        frame = [run, *[arg(f) for arg in args], *pad]
        run.fuel -= weight
        if run.fuel < 0:
            run.refuel()
            target.heat()
        depth = run.depth + 1
        if depth > run.room:
            run.deeper(depth, who)
        run.depth = depth
        result = body(frame)
        run.depth = depth - 1
        return result

    return call


# --- library functions ---------------------------------------------------------------------------------------------


def call_native(func: Func, type_args: tuple[Type, ...], args: list[Code], pos: int) -> Code:
    if func.cost is not None and not func.wants_types and 1 <= len(args) <= 2:
        return _native_with_cost(func, args, pos)
    if func.wants_types or func.cost is not None:
        return _native_with_run(native_target(func, type_args), args, pos)
    native = cast("Callable[..., Any]", func.native)
    if func.wants_run:
        return _native_with_run(native, args, pos)
    if len(args) == 1:
        a = args[0]

        def call1(f: Frame, at: int = pos) -> Any:
            return native(a(f))

        return call1
    if len(args) == 2:
        a, b = args

        def call2(f: Frame, at: int = pos) -> Any:
            return native(a(f), b(f))

        return call2

    def call(f: Frame, at: int = pos) -> Any:
        return call_with(native, [arg(f) for arg in args])

    return call


def _native_with_run(native: Callable[..., Any], args: list[Code], pos: int) -> Code:
    if len(args) == 1:
        a = args[0]

        def call1(f: Frame, at: int = pos) -> Any:
            return native(f[0], a(f))

        return call1
    if len(args) == 2:
        a, b = args

        def call2(f: Frame, at: int = pos) -> Any:
            return native(f[0], a(f), b(f))

        return call2

    def call(f: Frame, at: int = pos) -> Any:
        return call_with(native, [f[0], *[arg(f) for arg in args]])

    return call


def _native_with_cost(func: Func, args: list[Code], pos: int) -> Code:
    """Charged by its cost; the arguments are evaluated once."""
    native, cost = cast("Callable[..., Any]", func.native), cast("Callable[..., int]", func.cost)
    with_run, alone = func.wants_run, func.stands_alone
    if len(args) == 1:
        a = args[0]

        def call1(f: Frame, at: int = pos) -> Any:
            x = a(f)
            run = f[0]
            run.fuel -= cost(x)
            if run.fuel < 0 and run.refuel() and alone:
                return run.aside(partial(native, run, x) if with_run else partial(native, x))
            return native(run, x) if with_run else native(x)

        return call1
    a, b = args

    def call2(f: Frame, at: int = pos) -> Any:
        x = a(f)
        y = b(f)
        run = f[0]
        run.fuel -= cost(x, y)
        if run.fuel < 0 and run.refuel() and alone:
            return run.aside(partial(native, run, x, y) if with_run else partial(native, x, y))
        return native(run, x, y) if with_run else native(x, y)

    return call2


# --- func values ---------------------------------------------------------------------------------------------------


def call_value(fun: Code, args: list[Code], pos: int) -> Code:
    def call(f: Frame, at: int = pos) -> Any:
        target = fun(f)
        return call_with(target, [arg(f) for arg in args])

    return call


# --- interface methods ---------------------------------------------------------------------------------------------


def call_method(name: str, known: dict[Type, Any], code: Code, args: list[Code], variadic: bool, pos: int) -> Code:
    """A call through an interface. `known` maps dynamic types to targets (`(run, value, *args)`); it belongs to the program."""

    def find(run: Any, t: Type | None) -> Any:
        if t is None:
            raise nil_deref()
        target = known[t] = method_target(run.program, t, name)
        return target

    if not args:

        def call0(f: Frame, at: int = pos) -> Any:
            x = code(f)
            if type(x) is Box:
                return (known.get(x.t) or find(f[0], x.t))(f[0], x.v)
            t = type_of(x)
            return (known.get(cast(Type, t)) or find(f[0], t))(f[0], unbox(x))

        return call0
    if len(args) == 1 and not variadic:
        a = args[0]

        def call1(f: Frame, at: int = pos) -> Any:
            x = code(f)
            if type(x) is Box:
                return (known.get(x.t) or find(f[0], x.t))(f[0], x.v, a(f))
            t = type_of(x)
            return (known.get(cast(Type, t)) or find(f[0], t))(f[0], unbox(x), a(f))

        return call1

    def call(f: Frame, at: int = pos) -> Any:
        x = code(f)
        t = type_of(x)
        target = known.get(cast(Type, t)) or find(f[0], t)
        return call_with(target, [f[0], unbox(x), *[arg(f) for arg in args]])

    return call


# --- one-value use of a call that may fail -------------------------------------------------------------------------


def must_succeed(code: Code, pos: int, ends: bool = False) -> Code:
    """Returns the results without the error at their end. The run fails with that error if it is not nil, except io.EOF if `ends`."""

    def call(f: Frame, at: int = pos) -> Any:
        results = code(f)
        error = results[-1]
        if error is not None and not (ends and error is EOF):
            raise Uncaught(1, error=error)
        return results[0] if len(results) == 2 else results[:-1]

    return call
