"""Decides what is compiled, and when: a loop or function in which a slice of steps ends. Compilation makes no difference that a guest or a driver
could observe."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from codemode.dsl.syntax import nodes
from codemode.interpreter.compiled.operations import caller
from codemode.interpreter.compiled.units import Compiled, Unsupported
from codemode.interpreter.lowering.callees import native_caller
from codemode.interpreter.machine.frames import DECLINED, Frame, FuncCode
from codemode.types.model import Type
from codemode.types.objects import Func

if TYPE_CHECKING:
    from codemode.interpreter.lowering.body import Body
    from codemode.interpreter.lowering.builder import Builder

Mode = Literal["off", "hot", "now"]

# How programs that are lowered from now on use the tier; tests can also compile everything ("now") or nothing ("off").
MODE: list[Mode] = ["hot"]

MAX_NODES = 1200  # nodes of the guest's tree that are examined for hot code; nested loops are examined repeatedly
MAIN = "main.main"
WORTH = 200  # nodes that must be left for each further function that is called
OFTEN = 10  # runs of a program after which each further run compiles one more part: a host repeats its own programs


class Tier(Compiled):
    """The compiled tier of one program."""

    def __init__(self, builder: Builder) -> None:
        super().__init__()
        self.builder = builder
        self.mode: Mode = MODE[0]
        self.left = 0  # what is left of MAX_NODES
        self._natives: dict[Any, Callable[..., Any]] = {}
        self._begun: list[FuncCode] = []
        self._cold: list[Callable[[], None]] = []  # compile what is not compiled yet
        self._runs = 0

    def loop(self, b: Body, s: nodes.ForStmt | nodes.RangeStmt, label: str) -> Loop:
        made = Loop(self, b, s, label)
        self._cold.append(made.arm)
        return made

    def begin_run(self) -> None:
        """Called when the program starts."""
        self._runs += 1
        if self._runs > OFTEN and self._cold:
            with self.builder.lock:
                if self._cold:
                    self._cold.pop()()

    def native_caller(self, func: Func, type_args: tuple[Type, ...], count: int) -> Callable[..., Any]:
        key = (func, type_args, count)
        found = self._natives.get(key)
        if found is None:
            found = self._natives[key] = native_caller(func, type_args, count)
        return found

    # --- functions ------------------------------------------------------------------------------------------------

    def begin(self, target: FuncCode, b: Body, stmts: Sequence[nodes.Stmt]) -> None:
        """Records what a function was lowered from."""
        target.source = (self, b, stmts)
        self._begun.append(target)
        self._cold.append(partial(self.heat, target))

    def lowered(self) -> None:
        """All functions that were begun are lowered."""
        begun, self._begun = self._begun, []
        for target in begun if self.mode == "now" else ():
            self.heat(target)

    def heat(self, target: FuncCode) -> None:
        """Called when a slice ends where the function is called."""
        is_main = target.name == MAIN  # it is called once, and its loops are compiled by themselves
        if self.mode != "off" and target.compiled is None and not is_main:
            with self.builder.lock:
                self.left = MAX_NODES
                if self.function(target) is None:
                    self.body(target)

    def function(self, target: FuncCode) -> str | None:
        """Returns the name of a compiled function of the program, which is compiled now if necessary; None if it stays with the tree-walker."""
        if target.compiled is None:
            if target.source is None or not target.ready or self.left < WORTH:
                return None
            from codemode.interpreter.compiled import build

            name = target.compiled = self.fresh("f")
            _, b, stmts = target.source
            try:
                made = build.function(self, b, stmts, target, name)
            except Unsupported:
                target.compiled = ""
                self.names[name] = _by_walker(target)  # for callers that use the name already
            else:
                target.use(made)
        return target.compiled or None

    def body(self, target: FuncCode) -> None:
        """Compiles the body of a function that is called in a frame of the guest."""
        from codemode.interpreter.compiled import build

        _, b, stmts = target.source
        with suppress(Unsupported):
            target.change(build.body(self, b, stmts))


def _by_walker(target: FuncCode) -> Callable[..., Any]:
    """Runs the function by the tree-walker, with a compiled function's parameters: (run, depth, *args)."""
    slow = caller(target)

    def call(run: Any, depth: int, *args: Any) -> Any:
        return slow(run, depth - 1, *args)

    return call


class Loop:
    """One loop of a program. `code` enters the compiled loop at its head: (frame, what a range loop ranges over, its iterator) returns the signal
    with which the loop ends, or DECLINED. It is None until the loop is compiled."""

    __slots__ = ("_guarded", "_label", "_tried", "_unit", "b", "code", "s", "tier")

    def __init__(self, tier: Tier, b: Body, s: nodes.ForStmt | nodes.RangeStmt, label: str) -> None:
        self.tier = tier
        self.b = b
        self.s = s
        self._label = label
        self._tried = tier.mode == "off"
        self._guarded = True
        self._unit: Callable[[Frame, Any, Any], Any] | None = None
        self.code: Callable[[Frame, Any, Any], Any] | None = None
        if tier.mode == "now":
            self.arm()

    def arm(self) -> None:
        """Has the loop compiled when it is entered next."""
        if not self._tried:
            self.code = partial(Loop._first, self)

    def heat(self, f: Frame) -> Callable[[Frame, Any, Any], Any] | None:
        """Called when a slice ends in the loop; returns its code."""
        if not self._tried:
            self._compile(f)
        return self.code

    def _first(self, f: Frame, x: Any, it: Any) -> Any:
        self.code = None
        self._compile(f)
        return DECLINED if self.code is None else self._enter(f, x, it)

    def _compile(self, f: Frame) -> None:
        from codemode.interpreter.compiled import build

        with self.tier.builder.lock:
            self._tried = True
            try:
                self.tier.left = MAX_NODES
                self._unit = build.loop(self.tier, self.b, self.s, self._label, f if self._guarded else None)
            except Unsupported:
                self.code = None
            else:
                # not a bound method: the memory meter counts those as values of the guest
                self.code = partial(Loop._enter, self)

    def _enter(self, f: Frame, x: Any, it: Any) -> Any:
        unit = self._unit
        assert unit is not None
        signal = unit(f, x, it)
        if signal is DECLINED and self._guarded:  # a variable is larger than assumed
            self._guarded = False
            self._compile(f)
            return DECLINED if self.code is None else self._enter(f, x, it)
        return signal
