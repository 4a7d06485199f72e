"""The entry point of lowering: `lower(checked)` returns a `Program`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.dsl.deep_stack import DeepStack
from codemode.interpreter.compiled.hot import Tier
from codemode.interpreter.lowering import (
    arith,
    assertions,
    assign,
    block,
    calls,
    compound_assign,
    defer,
    expr,
    foreign_builtins,
    index,
    literals,
    loop,
    ranges,
    switch,
)
from codemode.interpreter.lowering.body import Body
from codemode.interpreter.lowering.builder import Builder
from codemode.interpreter.lowering.define import var_spec
from codemode.interpreter.lowering.func import lower_body, lower_function
from codemode.interpreter.lowering.program import Program
from codemode.interpreter.machine.frames import Code, Frame, FuncCode
from codemode.interpreter.machine.typeops import zero_maker
from codemode.types import model
from codemode.types.checked import Checked
from codemode.types.objects import FuncInfo

# importing these modules registers the lowering of each kind of node
PARTS = (
    arith,
    assertions,
    assign,
    block,
    calls,
    defer,
    expr,
    foreign_builtins,
    index,
    literals,
    loop,
    compound_assign,
    ranges,
    switch,
)


def lower(checked: Checked) -> Program:
    """Turns a checked tree without errors into a program. The tree is only read."""
    with DeepStack(0):
        return _lower(checked)


def _lower(checked: Checked) -> Program:
    builder = Builder(checked, lower_function, Tier)
    inits: list[FuncCode] = []
    main: FuncCode | None = None
    for func in checked.funcs:
        if func.info is None or func.info.type_params:
            continue  # lowered for each set of type arguments
        code = builder.code(func)
        if func.recv is None and func.name == "init":
            inits.append(code)
        if func.info is checked.main:
            main = code
    if main is None:
        main = _top_level(builder, checked)
    init = _package_variables(builder, checked)
    program = Program(builder, init, inits, main)
    builder.drain()
    makers: list[Callable[[], Any]] = [zero_maker(var.typ) for var in builder.globals]
    program.seal(makers)
    return program


def _top_level(builder: Builder, checked: Checked) -> FuncCode:
    """The statements of a snippet, as the function main."""
    info = checked.main
    assert info is not None
    code = FuncCode(info.name, 0)
    lower_body(Body(builder, info, {}), code, checked.file.stmts)
    return code


def _package_variables(builder: Builder, checked: Checked) -> Code:
    """The initialization of a program's package variables, in the order of their dependencies."""
    if not checked.init_order:
        return lambda f: None
    info = FuncInfo("main.init", model.signature_of((), ()))
    body = Body(builder, info, {})
    parts = [var_spec(body, spec) for spec in checked.init_order]
    pad = body.size - 1

    def init(f: Frame) -> None:
        f.extend([None] * pad)
        for part in parts:
            part(f)

    return init
