"""Closures for the kinds of calls: of guest functions, of the library, of func values, through interfaces."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from codemode.interpreter.machine.calling import call_with
from codemode.interpreter.machine.dispatch import method_target
from codemode.interpreter.machine.frames import Code, Frame, FuncCode
from codemode.interpreter.machine.values import EOF, Uncaught, nil_deref, type_of, unbox
from codemode.types.model import Type
from codemode.types.objects import Func

# --- guest functions -----------------------------------------------------------------------------------------------


def call_static(target: FuncCode, args: list[Code], pos: int) -> Code:
    """A call of a guest function. The details of the function are linked when it has been lowered."""
    name, body, pad, weight, fast = target.name, target.body, target.pad, target.weight, target.fast

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
        who = name  # for traces: from here on the function is called
        run.fuel -= weight
        if run.fuel < 0.0:
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
    return _native(func, type_args, len(args), False)(args, pos)


def native_caller(func: Func, type_args: tuple[Type, ...], count: int) -> Callable[..., Any]:
    """The same call from compiled code: (run, depth, *args)."""
    return _native(func, type_args, count, True)([], -1)


def _native(func: Func, type_args: tuple[Type, ...], count: int, compiled: bool) -> Callable[[list[Code], int], Any]:
    args = ["types"] * func.wants_types + [f"arg{i}" for i in range(count)]
    passed = ", ".join(["run"] * func.wants_run + args)
    cost = (
        f"cost({', '.join(args[func.wants_types :])})" if func.cost is not None else "1.0" if func.wants_types else ""
    )
    make = _template(count, passed, cost, compiled)
    return partial(make, func.native, func.cost, func.stands_alone, type_args)


# The meter does not count variables whose names begin with "arg": the library function has them, too.
_WALKED = """def make(native, cost, alone, types, codes, pos):
    {codes} = codes
    def call(f, at=pos):
        {values}
        run = f[0]
"""
_COMPILED = """def make(native, cost, alone, types, codes, pos):
    def call(run, depth, {args}):
        run.depth = depth
"""
_CHARGED = """        run.fuel -= {cost}
        if run.fuel < 0.0 and run.refuel() and alone:
            return run.aside(partial(native, {passed}))
"""


@cache
def _template(count: int, passed: str, cost: str, compiled: bool) -> Callable[..., Any]:
    """A function that makes calls of library functions with so many arguments. Calls by argument lists are slower, and use C stack. Its source has
    nothing of a guest's."""
    args = [f"arg{i}" for i in range(count)]
    codes = "".join(f"code{i}, " for i in range(count))
    values = "; ".join(f"arg{i} = code{i}(f)" for i in range(count))
    head = (_COMPILED if compiled else _WALKED).format(args=", ".join(args), codes=f"[{codes}]", values=values)
    source = (
        head
        + (_CHARGED.format(cost=cost, passed=passed) if cost else "")
        + f"        return native({passed})\n    return call"
    )
    scope: dict[str, Any] = {"__name__": __name__, "partial": partial}
    exec(compile(source, __file__, "exec"), scope)
    return scope["make"]


# --- func values ---------------------------------------------------------------------------------------------------


def call_value(fun: Code, args: list[Code], pos: int) -> Code:
    def call(f: Frame, at: int = pos) -> Any:
        target = fun(f)
        return call_with(target, [arg(f) for arg in args])

    return call


# --- interface methods ---------------------------------------------------------------------------------------------


def call_method(name: str, known: dict[Type, Any], code: Code, args: list[Code], pos: int) -> Code:
    find = method_finder(name, known)

    def call(f: Frame, at: int = pos) -> Any:
        x = code(f)
        return call_with(find(f[0], x), [f[0], unbox(x), *[arg(f) for arg in args]])

    return call


def method_finder(name: str, known: dict[Type, Any]) -> Callable[[Any, Any], Any]:
    """Finds the method of an interface value. `known` maps dynamic types to targets (`(run, value, *args)`); it belongs to the program."""

    def find(run: Any, x: Any) -> Any:
        t = type_of(x)
        if t is None:
            raise nil_deref()
        target = known.get(t)
        if target is None:
            target = known[t] = method_target(run.program, t, name)
        return target

    return find


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
