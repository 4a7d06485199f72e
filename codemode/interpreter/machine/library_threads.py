"""Runs long library work that involves no guest code in its own thread while its goroutine waits. A host that runs guests in its own process thus
keeps its event loop free, and can abandon the work at the guest's deadline.

The guest cannot notice: no other goroutine runs, no event is delivered, and the meter counts the same. Where nothing else needs the guest's thread
(in a worker process), the work is done in that thread.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from codemode.dsl.deep_stack import DeepStack
from codemode.interpreter.machine.big_values import Paying
from codemode.interpreter.machine.limits import Meter


class _GivenUp(BaseException):
    """Raised in a thread whose result is no longer needed."""


class LibraryThread:
    """One piece of such work. `start` begins it; once `wait` says that it has ended, `result` returns its result."""

    __slots__ = ("_failure", "_lock", "_over", "_run", "_tell", "_thread", "_value", "_work")

    def __init__(self, run: Meter, work: Callable[[], Any]) -> None:
        self._run = run
        self._work = work
        self._value: Any = None
        self._failure: BaseException | None = None
        self._over = threading.Event()
        self._lock = threading.Lock()  # guards whether it has ended, and the next one
        self._tell: Callable[[], object] | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._body, name="codemode-aside", daemon=True)
        self._thread.start()

    def wait(self, seconds: float) -> bool:
        """Waits up to `seconds`; returns whether the work has ended."""
        return self._over.wait(seconds)

    def when_over(self, tell: Callable[[], object]) -> None:
        """Registers `tell`, which is called at the end, in any thread."""
        with self._lock:
            if not self._over.is_set():
                self._tell = tell
                return
        tell()

    def give_up(self) -> None:
        """Abandons the work: the thread ends with its next step of Python. A step in C runs to its end."""
        import ctypes  # takes long to import, and is seldom needed

        with self._lock:
            thread = self._thread
            self._tell = None
            if thread is not None and not self._over.is_set():
                ident = ctypes.c_ulong(thread.ident or 0)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(_GivenUp))

    def result(self) -> Any:
        """Returns the result of the work, or raises its exception."""
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
