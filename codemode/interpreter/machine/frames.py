"""Activations, and the code that runs in them.

One activation is one Python list: slot 0 is the Run, then come the parameters, then captured variables, locals and results. Every expression is a
closure `code(frame) -> value`; every statement is one that returns None, or a signal when control leaves the normal path. Lowered code has no state
of a run, so a program serves many runs at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.run import Run

Frame = list[Any]
Code = Callable[[Frame], Any]


class Leave:
    """A signal: control leaves the statement. Signals are true, so that `a(f) or b(f)` runs b only if a ended normally.

    A `return` is signalled by a tuple of one, the function's result.
    """

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


BREAK = Leave("break")
CONTINUE = Leave("continue")
DECLINED = Leave("declined")  # of a compiled loop whose execution is left to the tree-walker
RETURNED = (None,)  # a return without a value


class FuncCode:
    """One lowered function. `body` runs in a frame `[run, *params, *pad]` and gives the result: None, a value, or a tuple.

    Call sites are made before `body` is known (functions call each other); `when_ready` completes them.
    """

    __slots__ = (
        "_entry",
        "_links",
        "body",
        "caller",
        "compiled",
        "fast",
        "name",
        "pad",
        "params",
        "ready",
        "source",
        "weight",
    )

    def __init__(self, name: str, params: int) -> None:
        self.name = name
        self.params = params
        self.body: Code = _unready
        self.pad: tuple[Any, ...] = ()
        self.weight = 1.0
        self.ready = False
        self._links: list[Callable[[], None]] = []
        self._entry: Callable[..., Any] | None = None
        # of the compiled tier (compiled/hot.py)
        self.source: Any = None  # what the function was lowered from
        self.compiled: str | None = None  # its name there; "" if it stays with the tree-walker
        # (run, depth, *args): the compiled function, which also charges for the call
        self.fast: Callable[..., Any] | None = None
        self.caller: Callable[..., Any] | None = None  # its call from compiled code

    def finish(self, body: Code, pad: tuple[Any, ...], weight: float) -> None:
        self.body, self.pad, self.weight, self.ready = body, pad, weight, True
        for link in self._links:
            link()

    def use(self, fast: Callable[..., Any]) -> None:
        """The function is compiled: known calls of it use the compiled code from now on."""
        self.fast = fast
        for link in self._links:
            link()

    def change(self, body: Code) -> None:
        """Another body does the same in the same frame."""
        self.body = body
        for link in self._links:
            link()

    def heat(self) -> None:
        """Called when a slice of steps ends at a call of the function."""
        if self.source is not None and self.compiled is None:
            self.source[0].heat(self)

    def when_ready(self, link: Callable[[], None]) -> None:
        """Calls `link` when the function is lowered, and again when it is compiled."""
        self._links.append(link)
        if self.ready:
            link()

    @property
    def entry(self) -> Callable[..., Any]:
        """The function as a callable `(run, *args)`."""
        if self._entry is None:
            self._entry = _entry(self)
        return self._entry

    def bind(self, run: Run, tail: list[Any] | tuple[Any, ...]) -> Callable[..., Any]:
        """A func value: the function with its captured variables. `tail` is the frame after the parameters."""
        return _bound(self, run, tail)


def _unready(_: Frame) -> Any:
    raise AssertionError("a function was called before it was lowered")


def _entry(code: FuncCode) -> Callable[..., Any]:
    who = code.name

    def call(run: Run, *args: Any) -> Any:
        if code.fast is not None:
            depth = run.depth
            result = code.fast(run, depth + 1, *args)
            run.depth = depth
            return result
        frame = [run, *args, *code.pad]
        run.fuel -= code.weight
        if run.fuel < 0.0:
            run.refuel()
            code.heat()
        depth = run.depth + 1
        if depth > run.room:
            run.deeper(depth, who)
        run.depth = depth
        result = code.body(frame)
        run.depth = depth - 1
        return result

    return call


def _bound(code: FuncCode, run: Run, tail: list[Any] | tuple[Any, ...]) -> Callable[..., Any]:
    who, weight = code.name, code.weight

    def call(*args: Any) -> Any:
        if code.fast is not None:  # it captures nothing
            depth = run.depth
            result = code.fast(run, depth + 1, *args)
            run.depth = depth
            return result
        frame = [run, *args, *tail]
        run.fuel -= weight
        if run.fuel < 0.0:
            run.refuel()
            code.heat()
        depth = run.depth + 1
        if depth > run.room:
            run.deeper(depth, who)
        run.depth = depth
        result = code.body(frame)
        run.depth = depth - 1
        return result

    return call
