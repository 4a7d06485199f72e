"""The state of one run, which every frame can reach: the meter, the clock, the output, the globals, the scheduler.

Lowered code and library functions charge the meter through `charge` and `alloc` *before* they do the work. Hot loops charge inline: `run.fuel -= n`,
with a float, and `if run.fuel < 0.0: run.refuel()`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from math import inf
from random import Random
from typing import Any, TypeVar, cast

from codemode.dsl.diagnostics import Problem
from codemode.interpreter.machine.limits import MachineLimits
from codemode.interpreter.machine.missing_keys import ToolShapes
from codemode.interpreter.machine.scheduler import Scheduler
from codemode.interpreter.machine.signals import MAX_WARNING, MAX_WARNINGS, Block, Stream
from codemode.interpreter.machine.sizes import json_size
from codemode.interpreter.machine.values import Halt, too_deep

T = TypeVar("T")

CALL_BYTES = 1024  # bytes of a call in progress, without its values
PACE = 4096  # parts of one value that are converted before control returns to the driver for a moment
CALLS_AT_ONCE = 32  # calls whose memory is charged together
TELLING_STEPS = 200_000
UNMEASURED = 64  # calls for which every stack has room
ITEM_BYTES = 64  # bytes of the output budget that an item costs in addition to its contents
NS_PER_STEP = 50  # the guest's clock also advances with its own work, so that a busy wait on time.Now ends


def over_limit(limit: int) -> Halt:
    return Halt(
        "memory_limit_exceeded",
        f"the program needs more than its {limit} bytes of memory",
        "keep less data at once, for example aggregate page by page",
    )


class Run:
    __slots__ = (
        "_for_methods",
        "_kept",
        "_not_granted",
        "_printing",
        "_rng",
        "base_ns",
        "base_steps",
        "data",
        "depth",
        "expected",
        "fuel",
        "globals",
        "has_printed",
        "held",
        "leaks",
        "limits",
        "live",
        "measure",
        "most",
        "out_bytes",
        "output",
        "program",
        "room",
        "sched",
        "seed",
        "services",
        "shapes",
        "warnings",
        "was_given_data",
    )

    def __init__(self, limits: MachineLimits, seed: int, started_at: int) -> None:
        self.limits = limits
        self._not_granted = limits.max_steps  # steps of the budget that no slice has got yet
        self._kept = 0  # steps kept back from methods that tell what the program ended with
        self._for_methods = ""  # what an error about steps says of them
        self.fuel = 0.0  # steps that are left of the current slice; Python makes floats faster than whole numbers
        self._grant(0)
        self.depth = 0  # calls in progress in the current goroutine
        self.room = 0  # calls that the current goroutine may have in progress; they are paid for
        self.held = 0  # bytes charged since the last measurement
        self.expected = 0  # of these, bytes of what the program may store into what it has made
        self.live = 0  # bytes found live at the last measurement
        self.most = limits.memory_limit_bytes  # bytes that may be charged until the next measurement
        self.measure: Any = None  # callable() -> live bytes, set by the machine
        self.base_ns = started_at
        self.base_steps = 0
        self.seed = seed
        self._rng: Random | None = None
        self.output: list[Block] = []  # printed since the machine's driver took it
        self.out_bytes = 0
        self._printing: Stream | None = None  # the stream of the last text
        self.has_printed = False  # whether anything was printed, other than to standard error
        self.globals: list[Any] = []
        self.program: Any = None
        self.sched: Scheduler = cast(Any, None)
        self.data: dict[str, Any] = {}  # for host-provided globals
        self.services: dict[str, Any] = {}  # state that library packages keep per run, by package name
        self.shapes = ToolShapes()  # the shapes of results of tools
        self.leaks: list[Problem] = []  # warnings about goroutines that were left when main ended
        self.warnings: dict[tuple[str, int], Problem] = {}  # warnings of the running program, by message and place
        self.was_given_data = False  # whether anything came in from outside: results of tools, inputs

    @property
    def rng(self) -> Random:
        """The run's own randomness."""
        if self._rng is None:
            self._rng = Random(self.seed)
        return self._rng

    # --- steps ------------------------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """Steps spent so far."""
        fuel = self.fuel
        return self.limits.max_steps - self._not_granted - self._kept - (int(fuel) if fuel > 0 else 0)

    def charge(self, steps: int) -> bool:
        """Charges steps before their work is done. Returns whether the work is longer than a slice, see `refuel`."""
        try:
            self.fuel -= steps
        except OverflowError:
            self.fuel = -inf
        return self.fuel < 0 and self.refuel()

    def refuel(self) -> bool:
        """Called when the slice is used up: gives control to the driver and continues with a new slice, or ends the run when no steps are left.
        Returns whether the work that was charged takes more than a slice by itself."""
        needed = -self.fuel
        if needed > self._not_granted:
            self._not_granted = 0
            self.fuel = 0.0
            raise Halt(
                "step_limit_exceeded",
                f"the program used up its budget of {self.limits.max_steps} steps{self._for_methods}",
                "look for a loop that does not end, or do less work in one run",
            )
        self._grant(int(needed))
        sched = cast("Scheduler | None", self.sched)
        if sched is not None:  # library bodies are also tested without a scheduler
            sched.slice_over()
        return needed > self.limits.slice_steps

    @contextmanager
    def telling(self, spent: int = 0) -> Generator[None]:
        """Within it, methods of the program tell what it ended with: its error, its panic, its result. No driver gets control there, so they have
        only a few steps together, of which `spent` are gone."""
        kept = self._kept = max(0, self._not_granted - max(0, TELLING_STEPS - spent))
        self._not_granted -= kept
        self._for_methods = f", of which methods that tell how it ended get {TELLING_STEPS}"
        try:
            yield
        finally:
            self._not_granted += kept
            self._kept, self._for_methods = 0, ""

    def breathe(self) -> None:
        """Gives control to the driver for a moment, in the middle of long work that has been charged."""
        sched = cast("Scheduler | None", self.sched)
        if sched is not None:
            sched.breathe()

    def paced(self, items: Iterable[T], count: int) -> Iterable[T]:
        """Returns the items; the driver gets control for a moment after each PACE of them."""
        return items if count <= PACE else self._paced(items)

    def _paced(self, items: Iterable[T]) -> Iterator[T]:
        for number, item in enumerate(items):
            if number % PACE == PACE - 1:
                self.breathe()
            yield item

    def aside(self, work: Callable[[], T]) -> T:
        """Does long work that calls no guest code and has been charged."""
        sched = cast("Scheduler | None", self.sched)
        return work() if sched is None else sched.aside(work)

    def _grant(self, needed: int) -> None:
        grant = min(self._not_granted, needed + self.limits.slice_steps)
        self._not_granted -= grant
        self.fuel += grant

    # --- memory -----------------------------------------------------------------------------------------------

    def alloc(self, size: int) -> None:
        """Charges `size` bytes about to be allocated. Garbage does not count: past the limit, the bytes that are still live are measured."""
        self.held += size
        if self.held > self.most:
            self.over_memory(size)

    def expect(self, size: int) -> None:
        """Counts bytes of what the program may store into something that it makes, such as numbers; a measurement finds whether it does."""
        self.held += size
        self.expected += size

    def over_memory(self, size: int) -> None:
        """Called when `size` bytes more were charged than may be held: measures what is live, and ends the run if it is too much."""
        limit = self.limits.memory_limit_bytes
        if size <= limit and self.measure is not None:
            self.live = self.measure()
            charged = (self.held - self.expected) / self.held
            self.most = limit - self.live
            self.held, self.expected = size, 0
            if self.live + size <= limit:
                # measuring walks over all that lives, so it costs steps; the part of the charge that was only expected costs none
                self.charge(1 + int(self.live * charged) // 256)
                return
        raise over_limit(limit)

    def deeper(self, depth: int, name: str) -> None:
        """Called when more calls are in progress than were charged: what they take on Python's stacks is memory of the guest, too."""
        limit = self.limits.max_call_depth
        if depth > limit:
            raise too_deep(limit, name)
        if depth > UNMEASURED:
            from codemode.interpreter.machine.c_stack import is_nearly_full  # here, because few programs call so deeply

            if is_nearly_full():
                raise too_deep(depth, name)
        self.alloc(CALLS_AT_ONCE * CALL_BYTES)
        self.room = min(depth + CALLS_AT_ONCE - 1, limit)

    # --- warnings ---------------------------------------------------------------------------------------------

    def warn(self, message: str, pos: int, end: int = 0, hint: str = "", code: str = "runtime_warning") -> None:
        """Adds a warning about an offset of the source. The same warning is added once, and no more than MAX_WARNINGS are kept."""
        key = (message, pos)
        if key not in self.warnings and len(self.warnings) < MAX_WARNINGS:
            self.warnings[key] = Problem(code, message[:MAX_WARNING], pos, max(end, pos), hint, "warning", code)

    def told(self) -> list[Problem]:
        """All warnings so far."""
        return [*self.leaks, *self.warnings.values(), *self.shapes.told()][:MAX_WARNINGS]

    # --- output, clock ------------------------------------------------------------------------------------------

    def print(self, text: bytes, stream: Stream = "stdout") -> None:
        """Adds a text to the output. All streams share one budget."""
        self.out_bytes += json_size(text)
        if stream != self._printing or stream == "text" or stream == "json":
            # an item of its own, which costs something even when it is empty
            self.out_bytes += ITEM_BYTES
            self._printing = stream
        if self.out_bytes > self.limits.max_output_bytes:
            raise Halt(
                "output_limit_exceeded",
                f"the program printed more than {self.limits.max_output_bytes} bytes",
                "print less, or put a summary into __out",
            )
        self.has_printed = self.has_printed or stream != "stderr"
        self.output.append((stream, text))

    def now_ns(self) -> int:
        """The run's clock, unix ns: the time of the last event, moved on by the guest's own steps. Deterministic."""
        return self.base_ns + (self.steps - self.base_steps) * NS_PER_STEP

    def set_clock(self, at: int) -> None:
        steps = self.steps
        now = self.base_ns + (steps - self.base_steps) * NS_PER_STEP
        self.base_ns = at if at > now else now
        self.base_steps = steps
