"""Tasks run on the machine's goroutines. A coroutine is a function call that has not started; awaiting it runs the call."""

from __future__ import annotations

import decimal
import sys
from collections import deque
from collections.abc import Callable, Iterable
from types import CodeType
from typing import Any

from greenlet import GreenletExit

from codemode.interpreter.machine.values import Halt
from codemode.python.frames import FILE
from codemode.python.meter import PythonRun
from codemode.python.values import Cancelled, Handle, InvalidState, Leave

MAX_UNAWAITED, MAX_NAME = 1000, 200  # pairs of a name and a place; characters of a name
CANCEL = object()  # wakes a parked task in order to cancel it


class Waiter:
    """One wait of one goroutine, `among` others for the same thing. The first event ends it, later events have no effect."""

    __slots__ = ("goroutine", "over", "run")

    def __init__(self, run: PythonRun, among: list[Waiter] | deque[Waiter] | None = None) -> None:
        self.run = run
        self.goroutine = run.sched.current
        self.over = False
        if among is not None:
            among.append(self)

    def fire(self, value: Any = None) -> None:
        if not self.over:
            self.over = True
            self.run.sched.ready(self.goroutine, value)

    def put(self, run: Any, answer: Any) -> None:
        """Receives the answer to a call."""
        self.fire(answer)

    def wait(self, why: str) -> Any:
        run = self.run
        run.check()
        task = run.guest.tasks.current()
        if task is not None and task.cancelling:
            task.cancelling = False
            self.over = True
            raise Cancelled
        if task is not None:
            task.waits = self
        try:
            found = run.sched.park(why)
        finally:
            if task is not None:
                task.waits = None
        if found is CANCEL or (task is not None and task.cancelling):  # also if it has woken and did not go on yet
            assert task is not None
            task.cancelling = False
            raise Cancelled
        return found


class Coroutine(Handle):
    """The value of a call of an asynchronous function."""

    __slots__ = ("args", "call", "made", "named", "used")

    def __init__(
        self, call: Callable[..., Any], args: tuple[Any, ...] = (), named: dict[str, Any] | None = None
    ) -> None:
        self.call, self.args, self.named = call, args, named
        self.used = False
        self.made: tuple[str, int] | None = None  # what the program calls, and where; see Tasks.unawaited

    def __repr__(self) -> str:
        return f"<coroutine object {getattr(self.call, '__name__', 'call')}>"

    def run(self) -> Any:
        if self.used:
            raise RuntimeError("cannot reuse already awaited coroutine")
        self.used = True
        return self.call(*self.args, **(self.named or {}))


Coroutine.__name__ = Coroutine.__qualname__ = "coroutine"  # the name in Python's own messages


class Task(Handle):
    """A coroutine that has started. Its methods work as in asyncio."""

    __slots__ = (
        "awaits",
        "cancelling",
        "failure",
        "is_done",
        "looked_at",
        "name",
        "tasks",
        "value",
        "waiters",
        "waits",
    )
    offered = frozenset("done result exception cancel cancelled get_name set_name add_done_callback".split())

    def __init__(self, tasks: Tasks, name: str) -> None:
        self.tasks = tasks
        self.name = name
        self.is_done = self.cancelling = self.looked_at = False
        self.value: Any = None
        self.failure: BaseException | None = None
        self.waiters: list[Callable[[], Any]] = []
        self.waits: Waiter | None = None
        self.awaits: Task | None = None  # whose result it waits for

    def done(self) -> bool:
        return self.is_done

    def cancelled(self) -> bool:
        return isinstance(self.failure, Cancelled)

    def result(self) -> Any:
        if not self.is_done:
            raise InvalidState("Result is not set.")
        self.looked_at = True
        if self.failure is not None:
            raise self.failure
        return self.value

    def exception(self) -> BaseException | None:
        if not self.is_done:
            raise InvalidState("Exception is not set.")
        self.looked_at = True
        return self.failure

    def cancel(self, msg: Any = None) -> bool:
        passed = self.cancel_now()
        self.tasks.run.work(passed)
        return passed > 0

    def cancel_now(self) -> int:
        """Cancels the task whose result this one awaits, else this one. Returns how many were looked at, 0 if this one has ended."""
        if self.is_done:
            return 0
        task: Task = self
        seen: set[Task] = {self}
        while task.awaits is not None and not task.awaits.is_done and task.awaits not in seen:
            task = task.awaits
            seen.add(task)
        if task.waits is not None and not task.waits.over:
            task.waits.fire(CANCEL)
        else:
            task.cancelling = True
        return len(seen)

    def get_name(self) -> str:
        return self.name

    def set_name(self, name: str) -> None:
        self.name = str(name)

    def add_done_callback(self, call: Callable[[Any], Any]) -> None:
        if self.is_done:
            self.tasks.spawn(Coroutine(call, (self,)))
        else:
            self.waiters.append(lambda: self.tasks.spawn(Coroutine(call, (self,))))

    def end(self) -> None:
        self.is_done = True
        waiting, self.waiters = self.waiters, []
        for wake in waiting:
            wake()

    def join(self) -> None:
        """Waits until the task has ended."""
        if not self.is_done:
            waiter = Waiter(self.tasks.run)
            self.waiters.append(waiter.fire)
            waiter.wait("task")


class Tasks:
    """The tasks of one run."""

    def __init__(self, run: PythonRun) -> None:
        self.run = run
        self._by_goroutine: dict[int, Task] = {}
        self._count = 0
        self.lost: list[Task] = []  # failed tasks whose exception nothing has read
        self.unawaited: dict[tuple[str, int], int] = {}  # how many calls nothing has awaited, by name and place
        self._places: dict[tuple[CodeType, int], int] = {}

    def current(self) -> Task | None:
        return self._by_goroutine.get(self.run.sched.current.id)

    def to_await(self, name: str, call: Callable[..., Any], args: tuple[Any, ...] = (), named: Any = None) -> Coroutine:
        """A call of an async function, or of a tool, which is lost unless the program awaits it."""
        work = Coroutine(call, args, named)
        key = name[:MAX_NAME], self._place()
        if key in self.unawaited or len(self.unawaited) < MAX_UNAWAITED:
            self.unawaited[key] = self.unawaited.get(key, 0) + 1
            work.made = key
        return work

    def _place(self) -> int:
        """The offset of the program's call that is under way, -1 if there is none."""
        at = sys._getframe(2)  # pyright: ignore[reportPrivateUsage] - CPython's own way to its frames
        while at.f_code.co_filename != FILE:
            if at.f_back is None:
                return -1
            at = at.f_back
        key = at.f_code, at.f_lasti
        if key not in self._places:
            self._places[key] = self.run.guest.text.place_in(*key)
        return self._places[key]

    def _taken(self, work: Coroutine) -> None:
        if work.made is not None:
            self.unawaited[work.made] -= 1
            work.made = None

    def called(self, call: Callable[..., Any], args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """What a function gives in another thread: there the calls of tools give their results."""
        found = call(*args, **named)
        return self.wait_for(found) if isinstance(found, Coroutine) else found

    def spawn(self, work: Any, name: str | None = None) -> Task:
        """Starts a coroutine. A task is returned unchanged. Raises TypeError for other values."""
        if isinstance(work, Task):
            return work
        if not isinstance(work, Coroutine):
            raise TypeError(
                f"a coroutine was expected, got {type(work).__name__}: call an async function, or a tool, without await"
            )
        run = self.run
        run.check()
        run.work(20)
        self._taken(work)
        self._count += 1
        task = Task(self, f"Task-{self._count}" if name is None else str.__str__(run.guest.str(name)))

        context = decimal.getcontext()

        def body() -> None:
            decimal.setcontext(context.copy())
            try:
                if task.cancelling:
                    raise Cancelled
                task.value = work.run()
            except (Halt, GreenletExit):
                raise
            except Leave:
                task.failure = RuntimeError("return outside of a function")
            except BaseException as failure:
                task.failure = failure
                if not isinstance(failure, Cancelled):
                    self.lost.append(task)
            finally:
                self._by_goroutine.pop(goroutine.id, None)
            task.end()

        try:
            goroutine = run.sched.go(body, (), "task")
        except Halt as stop:
            run.stop(stop)
            raise
        self._by_goroutine[goroutine.id] = task
        return task

    def _spawned(self, works: Iterable[Any]) -> list[Task]:
        tasks: list[Task] = []  # has a name, so that the meter sees it
        for work in works:
            tasks.append(self.spawn(work))
        return tasks

    def wait_for(self, awaited: Any) -> Any:
        """Returns the value of `await awaited`. Raises TypeError for a value that cannot be awaited."""
        if isinstance(awaited, Coroutine):
            self._taken(awaited)
            return awaited.run()
        if isinstance(awaited, Task):
            task = self.current()
            if task is not None:
                task.awaits = awaited
            try:
                awaited.join()
            finally:
                if task is not None:
                    task.awaits = None
            return awaited.result()
        named = type(awaited).__name__
        if sys.version_info < (3, 14):
            raise TypeError(f"object {named} can't be used in 'await' expression")
        raise TypeError(f"'{named}' object can't be awaited")

    def all_of(self, works: Iterable[Any], *, keep: bool = False) -> Any:
        """asyncio.gather: results in order. With `keep`, exceptions are results; otherwise the first exception is raised."""
        tasks = self._spawned(works)
        return Coroutine(self._gathered, (tasks, keep))

    def _gathered(self, tasks: list[Task], keep: bool) -> list[Any]:
        failed: list[Task] = []
        try:
            if not keep:
                self.until(
                    tasks,
                    lambda: all(t.is_done for t in tasks) or any(t.failure is not None for t in tasks if t.is_done),
                )
                failed = [task for task in tasks if task.is_done and task.failure is not None]
            if not failed:
                for task in tasks:
                    task.join()
        except Cancelled:
            self.stop(tasks)
            raise
        if failed:
            first = min(failed, key=lambda t: self.lost.index(t) if t in self.lost else -1)
            first.result()  # raises
        for task in tasks:
            task.looked_at = True
        return [task.value if task.failure is None else task.failure for task in tasks]

    def stop(self, tasks: list[Task]) -> None:
        """Cancels tasks and waits for their end."""
        for task in tasks:
            task.looked_at = True
            task.cancel()
        for task in tasks:
            task.join()

    def until(self, tasks: list[Task], enough: Callable[[], bool], timer: Any = None) -> None:
        """Waits until `enough` returns true. It is tested again each time a task ends."""
        while not enough():
            waiter = Waiter(self.run)
            for task in tasks:
                if not task.is_done:
                    task.waiters.append(waiter.fire)
            if timer is not None:
                timer(waiter)
            waiter.wait("tasks")

    def _until(self, tasks: list[Task], enough: Callable[[], bool], seconds: float) -> None:
        """Like `until`, for at most so many seconds."""
        over = [False]
        waiting: list[Waiter] = []

        def late() -> None:
            over[0] = True
            for waiter in waiting:
                waiter.fire()

        self.run.sched.add_timer(self.run.now_ns() + max(0, int(seconds * 1e9)), late)
        self.until(tasks, lambda: over[0] or enough(), waiting.append)

    def sleep(self, seconds: Any, result: Any = None) -> Any:
        run = self.run
        run.check()
        if not isinstance(seconds, int | float):
            raise TypeError(f"'{type(seconds).__name__}' object cannot be interpreted as a number of seconds")
        if seconds <= 0:
            waiter = Waiter(run)
            waiter.fire()
        else:
            waiter = Waiter(run)
            run.sched.add_timer(run.now_ns() + min(int(seconds * 1e9), 1 << 60), waiter.fire)
        waiter.wait("sleep")
        return result

    def limited(self, work: Any, seconds: float | None) -> Any:
        """asyncio.wait_for: return the result, or raise TimeoutError after `seconds`."""
        task = self.spawn(work)
        try:
            if seconds is not None:
                self._until([task], lambda: task.is_done, seconds)
                if not task.is_done:
                    task.cancel()
                    task.join()
                    if task.cancelled():
                        raise TimeoutError
            task.join()
        except Cancelled:
            self.stop([task])
            raise
        return task.result()

    def some(self, works: Any, timeout: float | None = None, return_when: str = "ALL_COMPLETED") -> Any:
        """asyncio.wait: return the sets (done, pending)."""
        tasks = self._spawned(works)

        def enough() -> bool:
            ended = [task for task in tasks if task.is_done]
            if return_when == "FIRST_COMPLETED" and ended:
                return True
            if return_when == "FIRST_EXCEPTION" and any(task.failure is not None for task in ended):
                return True
            return len(ended) == len(tasks)

        if timeout is not None:
            self._until(tasks, enough, timeout)
        else:
            self.until(tasks, enough)
        return {t for t in tasks if t.is_done}, {t for t in tasks if not t.is_done}

    def as_they_end(self, works: Any) -> Any:
        tasks = self._spawned(works)
        left = list(tasks)

        def next_one() -> Any:
            self.until(left, lambda: any(task.is_done for task in left))
            found = next(task for task in left if task.is_done)
            left.remove(found)
            return found.result()

        return [Coroutine(next_one) for _ in tasks]

    def parallel(self, works: Any) -> list[Any]:
        """Runs all at the same time and returns their results in order. If some fail, raise the exception of the first of them in the list."""
        made = [each if isinstance(each, Coroutine | Task) else Coroutine(self._called(each)) for each in works]
        tasks = self._spawned(made)
        self._gathered(tasks, True)
        return [task.result() for task in tasks]

    def _called(self, work: Any) -> Callable[[], Any]:
        def call() -> Any:
            if not callable(work):
                raise TypeError(
                    f"parallel takes functions, not {type(work).__name__}: write parallel([lambda: f(x), ...])"
                )
            found = work()
            return self.wait_for(found) if isinstance(found, Coroutine | Task) else found

        return call
