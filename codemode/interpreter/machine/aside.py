"""Long work of the library in which no code of the guest has a part: it is done in a thread of its own while its goroutine waits, so that the
event loop of a host that runs guests in its own process is free meanwhile, and can give the work up at the guest's deadline.

Nobody can tell from inside: no other goroutine runs, no event is taken in, and the meter counts the same. Where nobody waits for the thread that
runs guests (a worker process), the work is done right there.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Any

from codemode.dsl.deep_stack import DeepStack
from codemode.interpreter.machine.big_values import Paying
from codemode.interpreter.machine.meter import Meter


class _GivenUp(BaseException):
    """Raised in a thread whose result nobody wants any more."""


class Aside:
    """One piece of such work. `start` begins it; once it `has_ended`, `result` gives what came of it."""

    __slots__ = ("_failure", "_lock", "_over", "_run", "_tell", "_thread", "_value", "_work")

    def __init__(self, run: Meter, work: Callable[[], Any]) -> None:
        self._run = run
        self._work = work
        self._value: Any = None
        self._failure: BaseException | None = None
        self._over = threading.Event()
        self._lock = threading.Lock()  # over whether it is over, and the next one
        self._tell: Callable[[], object] | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._body, name="codemode-aside", daemon=True)
        self._thread.start()

    def wait(self, seconds: float) -> bool:
        """Whether it has ended within so many seconds."""
        return self._over.wait(seconds)

    @property
    def has_ended(self) -> bool:
        return self._over.is_set()

    def when_over(self, tell: Callable[[], object]) -> None:
        """Have `tell` called at the end, in any thread."""
        with self._lock:
            if not self._over.is_set():
                self._tell = tell
                return
        tell()

    def give_up(self) -> None:
        """Nobody wants the result: the thread ends with the next thing that Python does in it. What runs in C runs to its end."""
        with self._lock:
            thread = self._thread
            self._tell = None
            if thread is not None and not self._over.is_set():
                ident = ctypes.c_ulong(thread.ident or 0)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(_GivenUp))

    def result(self) -> Any:
        """What the work gave. Raises what it raised."""
        if self._failure is not None:
            raise self._failure
        return self._value

    def _body(self) -> None:
        try:
            try:
                with DeepStack(0), Paying(self._run):
                    self._value = self._work()
            except BaseException as failure:
                self._failure = failure
            with self._lock:
                self._over.set()
                tell = self._tell
            if tell is not None:
                tell()
        except _GivenUp:
            self._over.set()
        except RuntimeError:
            pass  # the event loop that waited has been closed
