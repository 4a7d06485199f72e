"""Lowering of function bodies: parameters and results, returns, and func literals.

A body becomes code that gives the function's result. Statements after which the function returns are lowered as values ("tails"), so that `if n < 2 {
return n }; return f(n-1) + f(n-2)` is one conditional expression; only returns inside loops and switches are signalled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.block import block, condition, in_order, is_try, nothing, with_init
from codemode.interpreter.lowering.body import Body, Lowered, expression, slot_code, statement
from codemode.interpreter.lowering.builder import Builder
from codemode.interpreter.lowering.evalorder import after, follows_pointers
from codemode.interpreter.lowering.evalorder import in_order as in_go_order
from codemode.interpreter.lowering.statement_costs import has_goto, weight_of
from codemode.interpreter.lowering.stores import results_code, store_var
from codemode.interpreter.machine.deferred import guarded
from codemode.interpreter.machine.frames import RETURNED, Code, Frame, FuncCode
from codemode.interpreter.machine.typeops import copier, is_storage, zero_const, zero_maker
from codemode.interpreter.machine.values import Exit
from codemode.types import model
from codemode.types.expression_text import unparen
from codemode.types.model import Type, TypeParam
from codemode.types.objects import FuncInfo, Var


def lower_function(
    builder: Builder, info: FuncInfo, types: Mapping[TypeParam, Type], code: FuncCode, stmts: list[nodes.Stmt]
) -> None:
    """Lowers a function for one set of type arguments."""
    lower_body(Body(builder, info, types), code, stmts)


def lower_body(b: Body, code: FuncCode, stmts: list[nodes.Stmt]) -> None:
    """Lowers a function into `code`. The parameters come first in the frame, in the order of the call."""
    info = b.info
    b.stmts = stmts
    b.has_goto = b.builder.checked.has_goto and has_goto(stmts)
    for var in info.arguments:
        b.slots[var] = b.new_slot()
    prologue = [_param_cell(b.slots[var]) for var in info.arguments if b.is_cell(var)]
    prologue += _result_slots(b, info)
    if info.has_defer:
        b.defer_slot = b.new_slot()
    run = _function_code(b, stmts)
    if info.has_defer:
        results = results_reader(b) if info.results else None
        run = guarded(run, b.defer_slot, results, stmts[-1].pos if stmts else -1)
    if prologue:
        b.prologue = in_order(prologue)
        run = _after(b.prologue, run)
    b.builder.tier.begin(code, b, stmts)
    code.finish(run, tuple(_pad(b, info)), weight_of(stmts))


def _param_cell(i: int) -> Code:
    def wrap(f: Frame) -> None:
        f[i] = [f[i]]

    return wrap


def _kept_results(info: FuncInfo) -> list[Var]:
    """The results that are stored in the frame: named ones, and all results of a function whose deferred calls may recover."""
    return info.results if info.named_results or info.has_defer else []


def _result_slots(b: Body, info: FuncInfo) -> list[Code]:
    """Results in the frame start with their zero values: constants are in the pad, cells and storage are made at entry."""
    makers: list[Code] = []
    for var in _kept_results(info):
        i = b.slots[var] = b.new_slot()
        if b.is_cell(var):
            makers.append(_fresh_cell(i, zero_const(b.typ(var.typ))[1]))
        elif is_storage(b.typ(var.typ)):
            makers.append(_fresh_storage(i, zero_maker(b.typ(var.typ))))
    return makers


def _fresh_cell(i: int, zero: Any) -> Code:
    def make(f: Frame) -> None:
        f[i] = [zero]

    return make


def _fresh_storage(i: int, zero: Callable[[], Any]) -> Code:
    def make(f: Frame) -> None:
        f[i] = zero()

    return make


def _pad(b: Body, info: FuncInfo) -> list[Any]:
    first = 1 + len(info.arguments)
    pad: list[Any] = [None] * (b.size - first)
    for var in _kept_results(info):
        if not b.is_cell(var) and not is_storage(b.typ(var.typ)):
            pad[b.slots[var] - first] = zero_const(b.typ(var.typ))[1]
    return pad


def _after(first: Code, run: Code) -> Code:
    def with_prologue(f: Frame) -> Any:
        first(f)
        return run(f)

    return with_prologue


def results_reader(b: Body) -> Code:
    """The result of a bare return: the current results in the frame, with private copies of structs and arrays."""
    reads = [_read_result(b, var) for var in b.info.results]
    if len(reads) == 1:
        return reads[0]
    return lambda f: tuple([read(f) for read in reads])


def _read_result(b: Body, var: Var) -> Code:
    i = b.slot(var)
    if b.is_cell(var):
        return lambda f: f[i][0]
    copy = copier(b.typ(var.typ))
    if copy is not None and b.is_shared(var):
        copy_it = copy
        return lambda f: copy_it(f[i])
    return slot_code(i)


# --- returns -------------------------------------------------------------------------------------------------------


def return_code(b: Body, s: nodes.ReturnStmt) -> Code:
    """Evaluates what a return statement returns."""
    repair: Any = getattr(s, "repair", None)
    if repair is not None:
        return _repaired_return(b, s, str(repair))
    info = b.info
    if not s.results:
        return results_reader(b) if info.named_results else nothing
    first, results = in_go_order(b, s.results)
    code = after(first, _returned_values(b, s, results))
    if info.has_defer or (info.named_results and any(b.is_shared(v) for v in info.results)):
        return _through_results(b, code, s.pos)
    return code


def _returned_values(b: Body, s: nodes.ReturnStmt, results: list[nodes.Expr]) -> Code:
    types = [b.typ(t) for t in b.info.signature.results]
    if len(results) == len(types):
        codes = [b.value(e, t) for e, t in zip(results, types)]
        if len(codes) == 1:
            return _placed(b, codes[0], results[0], s.pos)
        return _together(codes, s.pos)
    code, sources = results_code(b, results[0])
    adapters = [b.adapter(source, t, results[0]) for source, t in zip(sources, types)]
    if all(adapt is None for adapt in adapters):
        return code

    def adapted(f: Frame, at: int = s.pos) -> Any:
        run = f[0]
        return tuple([v if adapt is None else adapt(run, v) for v, adapt in zip(code(f), adapters)])

    return adapted


def is_placed(b: Body, e: nodes.Expr) -> bool:
    """Whether the code knows its place itself, as calls and simple operands do; other code that may fail gets the place of the return."""
    inner = unparen(e)
    if inner.const is not None or isinstance(inner, nodes.Ident | nodes.CallExpr | nodes.BasicLit):
        return False
    return not isinstance(inner, nodes.BinaryExpr) or follows_pointers(b, inner)


def _placed(b: Body, code: Code, e: nodes.Expr, pos: int) -> Code:
    if not is_placed(b, e):
        return code

    def value(f: Frame, at: int = pos) -> Any:
        return code(f)

    return value


def _together(codes: list[Code], pos: int) -> Code:
    def values(f: Frame, at: int = pos) -> Any:
        return tuple([code(f) for code in codes])

    return values


def _through_results(b: Body, code: Code, pos: int) -> Code:
    """Stores results that deferred calls or other code may see, before the function ends."""
    scratch = [b.new_slot() for _ in b.info.results]
    stores = [store_var(b, var, slot_code(i), pos) for var, i in zip(b.info.results, scratch)]
    read = results_reader(b)
    single = len(scratch) == 1

    def set_results(f: Frame, at: int = pos) -> Any:
        values = code(f)
        if single:
            f[scratch[0]] = values
        else:
            for i, v in zip(scratch, values):
                f[i] = v
        for store in stores:
            store(f)
        return read(f)

    return set_results


def _repaired_return(b: Body, s: nodes.ReturnStmt, repair: str) -> Code:
    """A return at the top level of a snippet: it ends the program, with its value in __out or with its error."""
    if repair == "plain" or not s.results:
        return nothing
    if repair == "error":
        return _fail_or_end(b, s.results[0], s.pos)
    out = b.builder.out_slot()
    if repair == "value_error" and len(s.results) == 2 and b.is_nil(s.results[0]):
        return _fail_or_end(b, s.results[1], s.pos)
    if repair == "value":
        value = b.value(s.results[0], model.ANY)

        def set_out(f: Frame, at: int = s.pos) -> None:
            f[0].globals[out] = value(f)

        return set_out
    if len(s.results) == 2:
        pair = _together([b.value(s.results[0], model.ANY), b.value(s.results[1], model.ERROR)], s.pos)
        adapt: Any = None
    else:
        pair, types = results_code(b, s.results[0])
        adapt = b.adapter(types[0], model.ANY, s.results[0])

    def set_out_or_fail(f: Frame, at: int = s.pos) -> None:
        value, error = pair(f)
        if error is not None:
            raise Exit(1, error=error)
        f[0].globals[out] = value if adapt is None else adapt(f[0], value)

    return set_out_or_fail


def _fail_or_end(b: Body, e: nodes.Expr, pos: int) -> Code:
    code = b.value(e, model.ERROR)

    def fail(f: Frame, at: int = pos) -> None:
        error = code(f)
        if error is not None:
            raise Exit(1, error=error)

    return fail


@statement(nodes.ReturnStmt)
def _return(b: Body, s: nodes.ReturnStmt) -> Lowered:
    code = return_code(b, s)
    if code is nothing:
        return lambda f: RETURNED, True

    def signal(f: Frame, at: int = s.pos) -> Any:
        return (code(f),)

    return signal, True


# --- tails -----------------------------------------------------------------------------------------------------------


def _function_code(b: Body, stmts: list[nodes.Stmt]) -> Code:
    if not b.has_goto:
        return tail(b, stmts)
    code, signals = block(b, stmts)
    return _from_signal(code, None) if signals else _without_result(code)


def _without_result(code: Code) -> Code:
    def run(f: Frame) -> None:
        code(f)

    return run


def _from_signal(code: Code, rest: Code | None) -> Code:
    """The result of a statement that may return, else that of the statements after it."""
    if rest is None:

        def last(f: Frame) -> Any:
            signal = code(f)
            return None if signal is None else signal[0]

        return last
    following = rest

    def first(f: Frame) -> Any:
        signal = code(f)
        return following(f) if signal is None else signal[0]

    return first


def tail(b: Body, stmts: Sequence[nodes.Stmt]) -> Code:
    """The rest of a function as code that gives its result."""
    plain: list[Code] = []
    for i, s in enumerate(stmts):
        rest = stmts[i + 1 :]
        if isinstance(s, nodes.ReturnStmt):
            return _join(plain, _recorded(b, s, return_code(b, s)))
        if (
            isinstance(s, nodes.IfStmt)
            and not is_try(s)
            and (ends(s.body.stmts) or (s.orelse is not None and ends([s.orelse])))
        ):
            return _join(plain, _recorded(b, s, _if_tail(b, s, rest)))
        if isinstance(s, nodes.BlockStmt) and not rest:
            return _join(plain, tail(b, s.stmts))
        code, signals = b.stmt(s)
        if signals:
            return _join(plain, _from_signal(code, tail(b, rest) if rest else None))
        plain.append(code)
    return in_order(plain, discard=True)


def _recorded(b: Body, s: nodes.Stmt, code: Code) -> Code:
    """The code of a statement with which a function ends gives the function's result."""
    b.codes[id(s)] = code, False
    return code


def _join(plain: list[Code], result: Code) -> Code:
    if not plain:
        return result
    first = in_order(plain)

    def many(f: Frame) -> Any:
        first(f)
        return result(f)

    return many


def ends(stmts: Sequence[nodes.Stmt]) -> bool:
    """Whether every path through a list ends with a return statement."""
    if not stmts:
        return False
    last = stmts[-1]
    if isinstance(last, nodes.ReturnStmt):
        return True
    if isinstance(last, nodes.BlockStmt):
        return ends(last.stmts)
    return isinstance(last, nodes.IfStmt) and last.orelse is not None and ends(last.body.stmts) and ends([last.orelse])


def _if_tail(b: Body, s: nodes.IfStmt, rest: Sequence[nodes.Stmt]) -> Code:
    init = b.stmt(s.init)[0] if s.init is not None else None
    cond = condition(b, s.cond)
    # the statements after it are lowered once: they belong to the branch that does not end
    then_ends = ends(s.body.stmts)
    then = tail(b, s.body.stmts if then_ends else [s.body, *rest])
    other: Sequence[nodes.Stmt] = [s.orelse] if s.orelse is not None else []
    otherwise = tail(b, other if then_ends and ends(other) else [*other, *(rest if then_ends else ())])

    def choose(f: Frame, at: int = s.cond.pos) -> Any:
        return then(f) if cond(f) else otherwise(f)

    return with_init(init, choose, s.pos)


# --- func literals -----------------------------------------------------------------------------------------------------


@expression(nodes.FuncLit)
def _func_literal(b: Body, e: nodes.FuncLit) -> Code:
    """A closure. Its frames have the captured cells and storage after the parameters."""
    info = cast(FuncInfo, e.info)
    inner = Body(b.builder, info, b.types, b)
    code = FuncCode(info.name, len(info.params))
    lower_body(inner, code, e.body.stmts)
    if not inner.captures:

        def plain(f: Frame) -> Any:
            f[0].alloc(_CLOSURE)
            return code.bind(f[0], code.pad)

        return plain
    first = 1 + len(info.params)
    places = [(slot - first, b.slot(var)) for var, slot in inner.captures]
    pad = list(code.pad)
    size = _CLOSURE + 8 * len(pad)

    def closure(f: Frame) -> Any:
        f[0].alloc(size)
        tail = pad.copy()
        for to, source in places:
            tail[to] = f[source]
        return code.bind(f[0], tail)

    return closure


_CLOSURE = 480  # bytes of a func value, without what it captures
