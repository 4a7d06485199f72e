"""Building a program: which functions and instances it has, and where its globals live."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import RLock
from typing import Any, Protocol

from codemode.dsl.syntax import nodes
from codemode.errors import CheckError
from codemode.interpreter.lowering.escape import Escape
from codemode.interpreter.machine.dispatch import Target
from codemode.interpreter.machine.frames import Frame, FuncCode
from codemode.types.checked import Checked
from codemode.types.limits import TooMuchWork
from codemode.types.model import Type, TypeParam
from codemode.types.objects import Func, FuncInfo, Var

_MAX_INSTANCES = 2000
_MAX_INSTANCE_TEXT = 1 << 20  # characters of source that are lowered again for further type arguments


# The limit of lowered expressions: for each program, and for each character of it. Instances of generic functions count each time.
WORK, WORK_EACH = 500_000, 4


class HotLoop(Protocol):
    """A loop that may be compiled while it runs."""

    s: nodes.ForStmt | nodes.RangeStmt
    code: Callable[[Frame, Any, Any], Any] | None

    def heat(self, f: Frame) -> Callable[[Frame, Any, Any], Any] | None: ...


class Tier(Protocol):
    """What compiles loops and functions of the program that run long. It gets the bodies from which they were lowered."""

    def begin_run(self) -> None: ...
    def begin(self, target: FuncCode, b: Any, stmts: Sequence[nodes.Stmt]) -> None: ...
    def loop(self, b: Any, s: nodes.ForStmt | nodes.RangeStmt, label: str) -> HotLoop: ...
    def lowered(self) -> None: ...


LowerFunction = Callable[["Builder", FuncInfo, dict[TypeParam, Type], FuncCode, list[nodes.Stmt]], None]


class Builder:
    """The functions of one program. Instances of generic functions are lowered when something first refers to them."""

    def __init__(self, checked: Checked, lower: LowerFunction, tier: Callable[[Builder], Tier]) -> None:
        self.checked = checked
        self._lower = lower
        self.lock = RLock()
        self.globals: list[Var] = []
        self._slots: dict[Var, int] = {}
        self._codes: dict[tuple[Any, ...], FuncCode] = {}
        self._waiting: list[tuple[FuncCode, Func, tuple[Type, ...]]] = []
        self._instances = 0
        self._instance_text = 0
        self._methods: dict[str, dict[Type, Target]] = {}
        self._most = WORK + WORK_EACH * (checked.file.end - checked.file.pos)
        self.expressions = 0  # that were lowered
        for var in checked.globals:
            self.global_slot(var)
        self.escape = Escape(checked) if checked.uses_cap else None
        self.tier = tier(self)

    def spend(self, e: nodes.Expr) -> None:
        """Counts each expression that is lowered."""
        self.expressions += 1
        if self.expressions > self._most:
            stop = TooMuchWork()
            stop.at = e.pos, e.end
            raise stop

    def global_slot(self, var: Var) -> int:
        found = self._slots.get(var)
        if found is None:
            found = self._slots[var] = len(self.globals)
            self.globals.append(var)
        return found

    def out_slot(self) -> int:
        assert self.checked.out is not None
        return self.global_slot(self.checked.out)

    def known_methods(self, name: str) -> dict[Type, Target]:
        """The methods that calls through interfaces have found for a name so far, by dynamic type."""
        return self._methods.setdefault(name, {})

    def code(self, func: Func, type_args: tuple[Type, ...] = ()) -> FuncCode:
        """The code of a guest function for these type arguments; it may not be lowered yet."""
        key = (func, *type_args)
        found = self._codes.get(key)
        if found is None:
            if type_args:
                self._count_instance(func)
            info: FuncInfo = func.info if func.info is not None else _missing(func)
            found = self._codes[key] = FuncCode(info.name, len(info.arguments))
            self._waiting.append((found, func, type_args))
        return found

    def _count_instance(self, func: Func) -> None:
        self._instances += 1
        if self._instances > _MAX_INSTANCES:
            raise CheckError("instantiation cycle: a generic function instantiates itself with ever new types")
        decl = func.decl
        self._instance_text += decl.end - decl.pos if decl is not None else 0
        if self._instance_text > _MAX_INSTANCE_TEXT:
            raise CheckError(f"too many instances of generic functions, such as {func.name}: use fewer types")

    def drain(self) -> None:
        """Lowers the pending functions, and those to which they refer."""
        while self._waiting:
            code, func, type_args = self._waiting.pop()
            info = func.info
            assert info is not None
            assert func.decl is not None
            body = func.decl.body
            types = dict(zip(info.type_params, type_args))
            self._lower(self, info, types, code, body.stmts if body is not None else [])
        self.tier.lowered()


def _missing(func: Func) -> FuncInfo:
    raise AssertionError(f"{func.name} has no body")
