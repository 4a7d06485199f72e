"""Modules asyncio and concurrent.futures on the run's goroutines, and the guards that `await` and `async` become."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

from typing import Any, Final

from greenlet import GreenletExit

from codemode.interpreter.machine.values import Halt
from codemode.python.tasks import Coroutine, Task
from codemode.python.values import ASYNC, Cancelled, Handle, InvalidState, Native
from codemode.python.waiting import AsyncWith, Event, Queue, QueueEmpty, QueueFull, Semaphore, TaskGroup, Timeout

Members = dict[str, Any]


def _asynchronous(guest: Any) -> Any:
    """Returns what `async def` does to a function: its calls are coroutines."""

    def made(call: Any) -> Any:
        name = getattr(call, "__name__", "async")

        def start(*args: Any, **named: Any) -> Coroutine:
            return guest.tasks.to_await(name, call, args, named)

        start.__name__ = name
        start.__doc__ = getattr(call, "__doc__", None)
        setattr(start, ASYNC, True)
        return start

    return made


def _async_iterate(guest: Any) -> Any:
    def pieces(source: Any) -> Any:
        following = getattr(type(source), "__anext__", None)
        if following is None:
            yield from guest.steps(source)
            return
        while True:
            guest.run.work(1)
            try:
                found = guest.tasks.wait_for(following(source))
            except StopAsyncIteration:
                return
            yield found

    def iterate(items: Any) -> Any:
        kind = type(items)
        if kind in guest.kinds and hasattr(kind, "__aiter__"):
            return pieces(kind.__aiter__(items))
        return guest.steps(items)

    return iterate


def _manage(guest: Any) -> Any:
    def manage(manager: Any) -> Any:
        if type(manager) in guest.kinds and hasattr(type(manager), "__aenter__"):
            return AsyncWith(guest.tasks, manager)
        return manager

    return manage


def _following(items: Any, *default: Any) -> Coroutine:
    def step() -> Any:
        try:
            return next(items)
        except StopIteration:
            if default:
                return default[0]
            raise StopAsyncIteration from None

    return Coroutine(step)


# what a rewritten program calls for `async` and `await`
ASYNCHRONOUS: Final[dict[str, Any]] = {
    "async": _asynchronous,
    "async_generator": lambda guest: lambda call: call,
    "await": lambda guest: guest.tasks.wait_for,
    "aiter": _async_iterate,
    "awith": _manage,
    "anext": lambda guest: _following,
}


class Loop(Handle):
    __slots__ = ("_guest",)
    offered = frozenset("run_until_complete create_task time run_in_executor close is_running".split())

    def __init__(self, guest: Any) -> None:
        self._guest = guest

    def run_until_complete(self, work: Any) -> Any:
        return self._guest.tasks.wait_for(work)

    def create_task(self, work: Any) -> Task:
        return self._guest.tasks.spawn(work)

    def time(self) -> float:
        return (self._guest.run.now_ns() - self._guest.started_at) / 1e9

    def run_in_executor(self, executor: Any, call: Any, *args: Any) -> Task:
        return self._guest.tasks.spawn(Coroutine(self._guest.tasks.called, (call, args, {})))

    def close(self) -> None:
        pass

    def is_running(self) -> bool:
        return True


def _asyncio(guest: Any) -> Members:
    tasks = guest.tasks

    def gather(*works: Any, return_exceptions: bool = False) -> Any:
        return tasks.all_of(works, keep=return_exceptions)

    def run(work: Any, **_: Any) -> Any:
        return tasks.wait_for(work)

    def create_task(work: Any, *, name: str | None = None, **_: Any) -> Task:
        return tasks.spawn(work, name)

    def shield(work: Any) -> Coroutine:
        task = tasks.spawn(work)
        return Coroutine(lambda: task.join() or task.result())

    def some(works: Any, *, timeout: float | None = None, return_when: str = "ALL_COMPLETED") -> Coroutine:
        made = guest.listed(works)
        return Coroutine(lambda: tasks.some(made, timeout, return_when))

    return {
        "gather": gather,
        "run": run,
        "create_task": create_task,
        "ensure_future": lambda work: tasks.spawn(work),
        "sleep": lambda delay, result=None: Coroutine(tasks.sleep, (delay, result)),
        "wait_for": lambda work, timeout: Coroutine(tasks.limited, (work, timeout)),
        "wait": some,
        "as_completed": lambda works, *, timeout=None: tasks.as_they_end(guest.listed(works)),
        "shield": shield,
        "timeout": lambda delay: Timeout(tasks, delay),
        "to_thread": lambda call, /, *args, **named: Coroutine(tasks.called, (call, args, named)),
        "current_task": lambda: tasks.current(),
        **_loops(guest),
        **_objects(tasks),
        "iscoroutinefunction": lambda value: getattr(value, "__dict__", {}).get(ASYNC) is True,
        "iscoroutine": lambda value: isinstance(value, Coroutine),
    }


def _loops(guest: Any) -> Members:
    loop = Loop(guest)
    names = ("get_event_loop", "get_running_loop", "new_event_loop")
    return {**dict.fromkeys(names, lambda: loop), "set_event_loop": lambda found: None}


_RELEASED: Final = "BoundedSemaphore released too many times"


def _objects(tasks: Any) -> Members:
    return {
        "Semaphore": Native("Semaphore", lambda value=1: Semaphore(tasks, value), kind=Semaphore),
        "BoundedSemaphore": Native(
            "BoundedSemaphore", lambda value=1: Semaphore(tasks, value, ValueError(_RELEASED)), kind=Semaphore
        ),
        "Lock": Native("Lock", lambda: Semaphore(tasks, 1, RuntimeError("Lock is not acquired.")), kind=Semaphore),
        "Event": Native("Event", lambda: Event(tasks), kind=Event),
        "Queue": Native("Queue", lambda maxsize=0: Queue(tasks, maxsize), kind=Queue),
        "QueueEmpty": QueueEmpty,
        "QueueFull": QueueFull,
        "TaskGroup": Native("TaskGroup", lambda: TaskGroup(tasks), kind=TaskGroup),
        "Task": Native("Task", lambda: None, kind=Task),
        "Future": Native("Future", lambda: None, kind=Task),
        "CancelledError": Cancelled,
        "InvalidStateError": InvalidState,
        "TimeoutError": TimeoutError,
        "FIRST_COMPLETED": "FIRST_COMPLETED",
        "FIRST_EXCEPTION": "FIRST_EXCEPTION",
        "ALL_COMPLETED": "ALL_COMPLETED",
    }


class Future(Handle):
    """A call that an executor runs. `result()` waits for it."""

    __slots__ = ("_task",)
    offered = frozenset("result exception done cancel cancelled".split())

    def __init__(self, task: Task) -> None:
        self._task = task

    def result(self, timeout: Any = None) -> Any:
        self._task.join()
        return self._task.result()

    def exception(self, timeout: Any = None) -> Any:
        self._task.join()
        return self._task.exception()

    def done(self) -> bool:
        return self._task.is_done

    def cancel(self) -> bool:
        return False

    def cancelled(self) -> bool:
        return False


class Executor(Handle):
    """ThreadPoolExecutor: runs calls concurrently on the run's goroutines."""

    __slots__ = ("_guest", "_room", "_tasks")
    offered = frozenset(("submit", "map", "shutdown"))

    def __init__(self, guest: Any, max_workers: int | None = None, **_: Any) -> None:
        self._guest, self._tasks = guest, []
        self._room = Semaphore(guest.tasks, max_workers or 32)

    def submit(self, call: Any, /, *args: Any, **named: Any) -> Future:
        def work() -> Any:
            with self._room:
                return self._guest.tasks.called(call, args, named)

        task = self._guest.tasks.spawn(Coroutine(work))
        self._tasks.append(task)
        return Future(task)

    def map(self, call: Any, *items: Any, timeout: Any = None, chunksize: int = 1) -> Any:
        futures: list[Future] = []  # has a name, so that the meter sees it
        for args in zip(*map(self._guest.steps, items)):
            futures.append(self.submit(call, *args))
        return (future.result() for future in futures)

    def shutdown(self, wait: bool = True, **_: Any) -> None:
        for task in self._tasks:
            task.join()

    def __enter__(self) -> Executor:
        return self

    def __exit__(self, kind: Any, failure: Any, traceback: Any) -> None:
        if not isinstance(failure, Halt | GreenletExit):
            self.shutdown()


def _futures(guest: Any) -> Members:
    def as_completed(futures: Any, timeout: Any = None) -> Any:
        left = guest.listed(futures)
        while left:
            guest.tasks.until([f._task for f in left], lambda: any(f.done() for f in left))
            found = next(f for f in left if f.done())
            left.remove(found)
            yield found

    return {
        "ThreadPoolExecutor": Native(
            "ThreadPoolExecutor", lambda *args, **named: Executor(guest, *args, **named), kind=Executor
        ),
        "as_completed": as_completed,
        "wait": lambda futures, **_: ([f for f in guest.listed(futures) if f._task.join() is None], []),
        "Future": Native("Future", lambda: None, kind=Future),
    }


MODULES: Final[dict[str, Any]] = {"asyncio": _asyncio, "concurrent.futures": _futures}
