"""Objects that tasks wait with: semaphores, events, queues, task groups, timeouts, and `async with`."""

# values of programs have any type
# pyright: reportUnknownVariableType=false
from __future__ import annotations

from collections import deque
from typing import Any

from greenlet import GreenletExit

from codemode.interpreter.machine.values import Halt
from codemode.python.tasks import Coroutine, Task, Tasks, Waiter
from codemode.python.values import Cancelled, Handle


def _wake_one(waiting: deque[Waiter]) -> None:
    """Wakes the first that still waits."""
    while waiting:
        waiter = waiting.popleft()
        if not waiter.over:
            waiter.fire()
            return


class Semaphore(Handle):
    __slots__ = ("_left", "_most", "_over", "_tasks", "_waiting")
    offered = frozenset(("acquire", "release", "locked"))

    def __init__(self, tasks: Tasks, value: int = 1, over: Exception | None = None) -> None:
        """`over` is raised when it is released more often than it was acquired."""
        tasks.run.take(640)
        self._tasks, self._left, self._most, self._over = tasks, value, value, over
        self._waiting: deque[Waiter] = deque()

    def _take(self) -> bool:
        while self._left <= 0:
            try:
                Waiter(self._tasks.run, self._waiting).wait("semaphore")
            except Cancelled:
                if self._left > 0:
                    _wake_one(self._waiting)  # what woke this task was for whoever takes it
                raise
        self._left -= 1
        return True

    def acquire(self) -> Coroutine:
        return Coroutine(self._take)

    def release(self) -> None:
        if self._over is not None and self._left >= self._most:
            raise self._over.with_traceback(None)
        self._left += 1
        _wake_one(self._waiting)

    def locked(self) -> bool:
        return self._left <= 0

    def __enter__(self) -> None:
        self._take()

    def __exit__(self, *_: object) -> None:
        if not self._tasks.run.is_silent:
            self.release()


class Event(Handle):
    __slots__ = ("_is_set", "_tasks", "_waiting")
    offered = frozenset(("is_set", "set", "clear", "wait"))

    def __init__(self, tasks: Tasks) -> None:
        self._tasks, self._is_set = tasks, False
        self._waiting: list[Waiter] = []

    def is_set(self) -> bool:
        return self._is_set

    def set(self) -> None:
        self._is_set = True
        waiting, self._waiting = self._waiting, []
        for waiter in waiting:
            waiter.fire()

    def clear(self) -> None:
        self._is_set = False

    def wait(self) -> Coroutine:
        return Coroutine(self._wait)

    def _wait(self) -> bool:
        if not self._is_set:
            Waiter(self._tasks.run, self._waiting).wait("event")
        return True


class Queue(Handle):
    __slots__ = ("_getting", "_items", "_joining", "_most", "_open", "_putting", "_tasks")
    offered = frozenset("put get put_nowait get_nowait qsize empty full task_done join".split())

    def __init__(self, tasks: Tasks, maxsize: int = 0) -> None:
        tasks.run.take(3 * 640)
        self._tasks, self._most, self._open = tasks, maxsize, 0
        self._items: deque[Any] = deque()
        self._getting: deque[Waiter] = deque()
        self._putting: deque[Waiter] = deque()
        self._joining: list[Waiter] = []

    def put_nowait(self, item: Any) -> None:
        if self.full():
            raise QueueFull
        self._tasks.run.take(16)
        self._items.append(item)
        self._open += 1
        _wake_one(self._getting)

    def get_nowait(self) -> Any:
        if not self._items:
            raise QueueEmpty
        found = self._items.popleft()
        _wake_one(self._putting)
        return found

    def _put(self, item: Any) -> None:
        while self.full():
            try:
                Waiter(self._tasks.run, self._putting).wait("queue")
            except Cancelled:
                if not self.full():
                    _wake_one(self._putting)
                raise
        self.put_nowait(item)

    def _get(self) -> Any:
        while not self._items:
            try:
                Waiter(self._tasks.run, self._getting).wait("queue")
            except Cancelled:
                if self._items:
                    _wake_one(self._getting)
                raise
        return self.get_nowait()

    def put(self, item: Any) -> Coroutine:
        return Coroutine(self._put, (item,))

    def get(self) -> Coroutine:
        return Coroutine(self._get)

    def qsize(self) -> int:
        return len(self._items)

    def empty(self) -> bool:
        return not self._items

    def full(self) -> bool:
        return 0 < self._most <= len(self._items)

    def task_done(self) -> None:
        if self._open <= 0:
            raise ValueError("task_done() called too many times")
        self._open -= 1
        if not self._open:
            waiting, self._joining = self._joining, []
            for waiter in waiting:
                waiter.fire()

    def join(self) -> Coroutine:
        return Coroutine(self._join)

    def _join(self) -> None:
        if self._open:
            Waiter(self._tasks.run, self._joining).wait("queue")


class QueueEmpty(Exception):
    pass


class QueueFull(Exception):
    pass


class TaskGroup(Handle):
    __slots__ = ("_is_leaving", "_is_stopped", "_made", "_parent", "_tasks")
    offered = frozenset(("create_task",))

    def __init__(self, tasks: Tasks) -> None:
        self._tasks = tasks
        self._made: list[Task] = []
        self._parent: Task | None = None
        self._is_leaving = self._is_stopped = False

    def create_task(self, work: Any, *, name: str | None = None) -> Task:
        task = self._tasks.spawn(work, name)
        self._made.append(task)
        task.waiters.append(lambda: self._ended(task))
        return task

    def _ended(self, task: Task) -> None:
        """Stops the block when one of its tasks has failed."""
        failed = task.failure is not None and not task.cancelled()
        if failed and self._parent is not None and not self._is_leaving and not self._is_stopped:
            self._is_stopped = True
            self._parent.cancel_now()

    def __enter__(self) -> TaskGroup:
        self._parent = self._tasks.current()
        return self

    def __exit__(self, kind: Any, failure: BaseException | None, _: object) -> bool:
        if isinstance(failure, Halt | GreenletExit) or self._tasks.run.is_silent:
            return False
        self._is_leaving = True
        if self._is_stopped and self._parent is not None:
            self._parent.cancelling = False
        if failure is not None:
            for task in self._made:
                task.cancel()
        cancelled: Cancelled | None = None
        while (left := [task for task in self._made if not task.is_done]) and not self._failures():
            try:
                self._tasks.until(left, lambda: any(task.is_done for task in left))
            except Cancelled as stop:
                cancelled = stop
                break
        self._tasks.stop([task for task in self._made if not task.is_done])
        failures = self._failures()
        if cancelled is not None and not failures:
            raise cancelled
        if failure is not None and not isinstance(failure, Cancelled):
            failures.insert(0, failure)
        if failures and all(isinstance(each, Exception) for each in failures):
            raise ExceptionGroup("unhandled errors in a TaskGroup", failures) from None
        return False

    def _failures(self) -> list[Any]:
        found = [task for task in self._made if task.is_done and task.failure is not None and not task.cancelled()]
        for task in found:
            task.looked_at = True
        return [task.failure for task in found]


class Timeout(Handle):
    """asyncio.timeout(seconds)."""

    __slots__ = ("_late", "_seconds", "_task", "_tasks", "_timer")
    offered = frozenset(("expired",))

    def __init__(self, tasks: Tasks, seconds: float | None) -> None:
        self._tasks, self._seconds, self._late = tasks, seconds, False
        self._timer: Any = None
        self._task: Task | None = None

    def expired(self) -> bool:
        return self._late

    def __enter__(self) -> Timeout:
        self._task = self._tasks.current()
        run = self._tasks.run
        if self._seconds is not None and self._task is not None:
            self._timer = run.sched.add_timer(run.now_ns() + max(0, int(self._seconds * 1e9)), self._fire)
        return self

    def _fire(self) -> None:
        self._late = True
        if self._task is not None:
            self._task.cancel_now()

    def __exit__(self, kind: Any, failure: BaseException | None, _: object) -> bool:
        if self._timer is not None and not self._tasks.run.is_silent:
            self._tasks.run.sched.stop_timer(self._timer)
        if self._late and isinstance(failure, Cancelled):
            raise TimeoutError from None
        return False


class AsyncWith(Handle):
    """`async with` over an instance of a class of the program."""

    __slots__ = ("_manager", "_tasks")

    def __init__(self, tasks: Tasks, manager: Any) -> None:
        self._tasks, self._manager = tasks, manager

    def __enter__(self) -> Any:
        kind: Any = type(self._manager)
        return self._tasks.wait_for(kind.__aenter__(self._manager))

    def __exit__(self, *how: Any) -> Any:
        if isinstance(how[1], Halt | GreenletExit) or self._tasks.run.is_silent:
            return False
        kind: Any = type(self._manager)
        return self._tasks.wait_for(kind.__aexit__(self._manager, *how))
