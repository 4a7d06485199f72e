"""The state of lowering one function body, and the methods through which all its parts are lowered.

`EXPRESSIONS` and `STATEMENTS` are the dispatch tables; the other modules of this package fill them. Static types come from the tree, with the type
arguments of the instance substituted (`Body.typ`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar, cast

from codemode.cancellation import check_cancelled
from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.captured import settled
from codemode.interpreter.machine.coercion import coercer, text_by, truth
from codemode.interpreter.machine.conversions import convert
from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.typeops import (
    copier,
    footprint,
    is_iface,
    is_storage,
    round32,
    zero_const,
    zero_maker,
)
from codemode.interpreter.machine.values import BARE_TYPES, NIL_SLICE, Box, box, boxer
from codemode.types import model
from codemode.types.expression_text import expr_text, unparen
from codemode.types.model import Type, TypeParam
from codemode.types.objects import FuncInfo, Nil, Var
from codemode.types.substitute import substitute

if TYPE_CHECKING:
    from codemode.interpreter.lowering.builder import Builder

Lowered = tuple[Code, bool]  # the code of a statement, and whether it may signal
ExprLowering = Callable[["Body", Any], Code]
StmtLowering = Callable[["Body", Any], Lowered]

EXPRESSIONS: dict[type, ExprLowering] = {}
STATEMENTS: dict[type, StmtLowering] = {}

L = TypeVar("L", bound=Callable[..., Any])


def registering(table: dict[type, Any]) -> Callable[[type], Callable[[L], L]]:
    """Returns a decorator that puts a function into a table, as what is done with a kind of node."""

    def of_kind(kind: type) -> Callable[[L], L]:
        def register(function: L) -> L:
            table[kind] = function
            return function

        return register

    return of_kind


expression, statement = registering(EXPRESSIONS), registering(STATEMENTS)


def constant_code(v: Any) -> Code:
    return lambda f: v


def _new_slot_code(i: int) -> Code:
    return lambda f: f[i]


_SLOT_CODES = tuple([_new_slot_code(i) for i in range(100)])  # shared: every fifth closure of a program reads a slot


def slot_code(i: int) -> Code:
    return _SLOT_CODES[i] if i < len(_SLOT_CODES) else _new_slot_code(i)


def zero_code(t: Type) -> Code:
    shared, zero = zero_const(t)
    if shared:
        return constant_code(zero)
    make = zero_maker(t)
    return lambda f: make()


def nil_of(t: Type) -> Any:
    return NIL_SLICE if isinstance(t.underlying, model.Slice) else None


def runtime_value(const: Any, t: Type) -> Any:
    """An exact constant as a value of type `t` (for an interface type: boxed, with its default type)."""
    under = t.underlying
    if not isinstance(under, model.Basic):
        return box(_default_type(const), runtime_value(const, _default_type(const)))
    if under.info == "float":
        exact: Any = cast("tuple[Any, Any]", const)[0] if isinstance(const, tuple) else const
        value = exact.numerator / exact.denominator
        return round32(value) if under.bits == 32 else value
    if under.info == "complex":
        re, im = cast("tuple[Any, Any]", const) if isinstance(const, tuple) else (const, 0)
        return complex(runtime_value(re, model.FLOAT64), runtime_value(im, model.FLOAT64))
    if under.info in ("integer", "unsigned"):
        return int(cast("tuple[Any, Any]", const)[0] if isinstance(const, tuple) else const)
    return const


def _default_type(const: Any) -> Type:
    for kind, t in ((bool, model.BOOL), (int, model.INT), (bytes, model.STRING), (Fraction, model.FLOAT64)):
        if isinstance(const, kind):
            return t
    return model.COMPLEX128


# Expressions whose struct or array value has no other owner: storing it needs no copy.
_RECORDED = frozenset(
    (nodes.CallExpr, nodes.CompositeLit, nodes.FuncLit, nodes.TypeAssertExpr, nodes.SliceExpr, nodes.UnaryExpr)
)
_FRESH = (nodes.CompositeLit, nodes.FuncLit, nodes.BinaryExpr)


class Labels:
    """The signals of the labels in scope, by name."""

    __slots__ = ("breaks", "continues", "gotos")

    def __init__(self) -> None:
        self.breaks: dict[str, Any] = {}
        self.continues: dict[str, Any] = {}
        self.gotos: dict[str, Any] = {}


def _is_other_text(source: Type, target: Type) -> bool:
    return source is model.STRING and target is model.SLICE_BYTE


class Body:
    """One function being lowered, for one set of type arguments."""

    def __init__(
        self, builder: Builder, info: FuncInfo, types: Mapping[TypeParam, Type], parent: Body | None = None
    ) -> None:
        self.builder = builder
        self.info = info
        self.types = types
        self.parent = parent
        self.slots: dict[Var, int] = {}
        self.size = 1
        self.captures: list[tuple[Var, int]] = []
        self.labels = Labels()
        self.pending_label = ""  # of the statement being lowered
        self.defer_slot = 0
        self.has_goto = False
        self.prologue: Code | None = None  # makes the cells of parameters and the storage of results
        self.stmts: list[nodes.Stmt] = []
        self.stack_slots: dict[Any, int] = {}
        self.scratch: dict[int, list[int]] = {}  # slots with evaluated values, by the id of their statement
        self.ranges: dict[int, Any] = {}  # what a range loop iterates with, and its targets, by the id of its statement
        self.codes: dict[int, Lowered] = {}  # of statements and larger expressions, by the id of their node
        self.ready: dict[int, Code] = {}  # operands that are already lowered, by the id of their node
        self._settled: set[Var] | None = None

    # --- variables ------------------------------------------------------------------------------------------------

    def new_slot(self) -> int:
        self.size += 1
        return self.size - 1

    def slot(self, var: Var) -> int:
        """The frame slot of a local variable; a variable of an enclosing function becomes a capture."""
        found = self.slots.get(var)
        if found is None:
            found = self.slots[var] = self.new_slot()
            if var.owner is not self.info and self.parent is not None and self.parent.owns(var):
                self.captures.append((var, found))
        return found

    def owns(self, var: Var) -> bool:
        """Whether the variable lives in this function or in one around it."""
        if var in self.slots or var.owner is self.info:
            return True
        return self.parent is not None and self.parent.owns(var)

    def is_cell(self, var: Var) -> bool:
        """Whether the slot of a local variable holds a cell."""
        return self.is_shared(var) and not is_storage(self.typ(var.typ))

    def is_shared(self, var: Var) -> bool:
        """Whether other code may change a local variable, or see it change."""
        if var.addressed:
            return True
        return var.captured and (is_storage(self.typ(var.typ)) or var not in self.settled)

    @property
    def settled(self) -> set[Var]:
        """Captured variables that do not change any more."""
        if self._settled is None:
            if self.parent is not None:
                self._settled = self.parent.settled
            else:
                self._settled = set() if self.has_goto else settled(self.info, self.stmts)
        return self._settled

    def has_stack_slot(self, e: nodes.Expr) -> bool:
        """Whether an append may use the stack: only the first append to a variable in the text."""
        return isinstance(e, nodes.Ident) and e.obj in self.stack_slots

    def stack_slot(self, e: nodes.Expr) -> int:
        """The slot that tells whether the stack room for the elements of a slice variable is taken."""
        key: Any = e.obj if isinstance(e, nodes.Ident) and isinstance(e.obj, Var) else e
        found = self.stack_slots.get(key)
        if found is None:
            found = self.stack_slots[key] = self.new_slot()
        return found

    def plain_slot(self, e: nodes.Expr | None) -> int | None:
        """The slot of `e` if it only reads a slot, else None."""
        if e is None:
            return None
        e = unparen(e)
        if isinstance(e, nodes.Ident) and e.const is None:
            var = e.obj
            if isinstance(var, Var) and var.kind != "global" and var.native is None and not self.is_cell(var):
                return self.slot(var)
        return None

    def local_entry(self, e: nodes.Expr) -> tuple[int, Any] | None:
        """Returns (slot, key) if `e` is an entry with a constant key of a local map of anys, as in row["name"]."""
        e = unparen(e)
        if not isinstance(e, nodes.IndexExpr) or self.type_of(e.x) is not model.MAP_STRING_ANY:
            return None
        slot, (known, key) = self.plain_slot(e.x), self.constant(e.indices[0])
        return (slot, key) if slot is not None and known else None

    # --- types and constants --------------------------------------------------------------------------------------

    def typ(self, t: Type) -> Type:
        """A type of the tree, with this instance's type arguments."""
        return substitute(t, self.types) if self.types else t

    def type_of(self, e: nodes.Expr) -> Type:
        return substitute(e.typ, self.types) if self.types else e.typ

    def constant(self, e: nodes.Expr) -> tuple[bool, Any]:
        """(True, value) if the expression is a constant."""
        if e.const is None:
            return False, None
        return True, runtime_value(e.const, self.type_of(e))

    # --- expressions ----------------------------------------------------------------------------------------------

    def expr(self, e: nodes.Expr) -> Code:
        """Evaluates `e`. A struct or array may be the storage of a variable: code that keeps it must copy it (see `value`)."""
        self.builder.spend(e)
        if e.const is not None:
            return constant_code(runtime_value(e.const, self.type_of(e)))
        code = EXPRESSIONS[e.__class__](self, e)
        if e.__class__ in _RECORDED:
            self.codes[id(e)] = code, False
        return code

    def is_nil(self, e: nodes.Expr) -> bool:
        e = unparen(e)
        return e.__class__ is nodes.Ident and isinstance(cast(nodes.Ident, e).obj, Nil)

    def is_fresh(self, e: nodes.Expr) -> bool:
        e = unparen(e)
        if isinstance(e, nodes.CallExpr):
            return e.info.kind != "conversion" or self.is_fresh(e.args[0])
        return isinstance(e, _FRESH) or (isinstance(e, nodes.UnaryExpr) and e.op == "<-")

    def own(self, e: nodes.Expr) -> Code:
        """Evaluates `e` to a value that has no other owner."""
        code = self.expr(e)
        copy = copier(self.type_of(e))
        if copy is None or e.const is not None or self.is_fresh(e):
            return code
        copy_it = copy
        return lambda f: copy_it(code(f))

    def value(self, e: nodes.Expr, target: Type | None = None) -> Code:
        """Evaluates `e` for a place of type `target`: a private value, boxed or (gradual any) asserted as the place requires."""
        source = self.type_of(e)
        if target is None:
            target = source
        if e.const is not None and not _is_other_text(source, target):
            if is_iface(target) and not is_iface(source):
                return constant_code(box(source, runtime_value(e.const, source)))
            return constant_code(runtime_value(e.const, source if is_iface(source) else target))
        if self.is_nil(e):
            if isinstance(target.underlying, model.Struct):  # a time, see `dsl.dialect.meaning.times`
                return zero_code(target)
            return constant_code(nil_of(target))
        code = self.own(e)
        return code if source is target else self.convert_code(code, source, target, e)

    def truth(self, e: nodes.Expr) -> Code:
        """Evaluates a condition; an any counts as true by the rules of other languages."""
        if self.type_of(e) is not model.ANY or e.const is not None:
            return self.value(e, model.BOOL)
        code, text = self.expr(e), expr_text(e)

        def true(f: Frame, at: int = e.pos) -> bool:
            return truth(code(f), text)

        return true

    def convert_code(self, code: Code, source: Type, target: Type, e: nodes.Expr) -> Code:
        """Converts a value of static type `source` for a place of type `target`."""
        if source is target:
            return code
        if is_iface(target) and not is_iface(source):
            if source in BARE_TYPES and not isinstance(source, model.Map):
                return code
            wrap = boxer(source)
            assert wrap is not None
            if isinstance(source, model.Map):
                boxed = wrap
                return lambda f: boxed(code(f))
            size = 144 + (footprint(source) if is_storage(source) else 0)

            def box_it(f: Frame) -> Any:
                f[0].alloc(size)
                return Box(source, code(f))

            return box_it
        adapt = self.adapter(source, target, e)
        if adapt is None:
            return code
        convert = adapt

        def adapted(f: Frame, at: int = e.pos) -> Any:
            return convert(f[0], code(f))

        return adapted

    def adapter(self, source: Type, target: Type, e: nodes.Expr) -> Callable[[Any, Any], Any] | None:
        """Like `convert_code`, for a given value: returns a callable (run, value), or None if no conversion is needed."""
        if source is target:
            return None
        if is_iface(target):
            if is_iface(source):
                if source is model.ANY and not cast(model.Interface, target.underlying).is_any:
                    return coercer(target, expr_text(e))
                return None
            wrap = boxer(source)
            if wrap is None:
                return None
            boxed = wrap
            return lambda run, v: boxed(v)
        if source is model.ANY or (source is model.SLICE_ANY and isinstance(target, model.Slice)):
            return coercer(target, expr_text(e))
        if target is model.FLOAT64 and isinstance(source, model.Basic) and source.info in ("integer", "unsigned"):
            return lambda run, v: float(v)
        if _is_other_text(source, target) or _is_other_text(target, source):
            return lambda run, v: convert(run, source, target)(v)
        if target is model.STRING and source is model.ERROR:
            return lambda run, v: text_by(run, v, "Error")
        if target is model.STRING and isinstance(source, model.Named):
            return lambda run, v: text_by(run, box(source, v), "String")
        return None

    # --- statements -----------------------------------------------------------------------------------------------

    def stmt(self, s: nodes.Stmt) -> Lowered:
        check_cancelled()
        made = self.codes[id(s)] = STATEMENTS[s.__class__](self, s)
        return made
