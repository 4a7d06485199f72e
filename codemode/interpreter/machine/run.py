"""The state of one run, which every frame can reach: the meter, the clock, the output, the globals, the scheduler.

Lowered code and library functions charge the meter through `charge` and `alloc` *before* they do the work. Hot loops charge inline: `run.fuel -= n`
and `if run.fuel < 0: run.refuel()`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
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
CALLS_AT_ONCE = 32  # that are paid for together
ITEM_BYTES = 64  # of the output budget, for each item in addition to its contents
NS_PER_STEP = 50  # the guest's clock also advances with its own work, so that a busy wait on time.Now ends


class Run:
    __slots__ = (
        "_not_granted",
        "_printing",
        "_rng",
        "base_ns",
        "base_steps",
        "data",
        "depth",
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
        self.fuel = 0  # what is left of the current slice
        self._grant(0)
        self.depth = 0  # calls in progress in the current goroutine
        self.room = 0  # calls that the current goroutine may have in progress; they are paid for
        self.held = 0  # bytes charged since the last measurement
        self.live = 0  # bytes found live at the last measurement
        self.most = limits.memory_limit_bytes  # bytes that may be held until the next one
        self.measure: Any = None  # callable() -> live bytes, set by the machine
        self.base_ns = started_at
        self.base_steps = 0
        self.seed = seed
        self._rng: Random | None = None
        self.output: list[Block] = []  # printed since the machine's driver took it
        self.out_bytes = 0
        self._printing: Stream | None = None  # where the last piece went
        self.has_printed = False  # to standard output, or with text or json
        self.globals: list[Any] = []
        self.program: Any = None
        self.sched: Scheduler = cast(Any, None)
        self.data: dict[str, Any] = {}  # for host-provided globals
        self.services: dict[str, Any] = {}  # state that library packages keep per run, by package name
        self.shapes = ToolShapes()  # of what tools gave
        self.leaks: list[Problem] = []  # warnings about goroutines that were left when main ended
        self.warnings: dict[tuple[str, int], Problem] = {}  # what was seen while it ran, by message and place
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
        return self.limits.max_steps - self._not_granted - (fuel if fuel > 0 else 0)

    def charge(self, steps: int) -> bool:
        """Pays before the work is done. Tells whether it is long work, see `refuel`."""
        self.fuel -= steps
        return self.fuel < 0 and self.refuel()

    def refuel(self) -> bool:
        """The slice is used up: let the driver breathe, then go on with a new slice, or end the run when nothing is left. Tells whether what is
        paid for takes more than a slice by itself."""
        needed = -self.fuel
        if needed > self._not_granted:
            self._not_granted = 0
            self.fuel = 0
            raise Halt(
                "step_limit_exceeded",
                f"the program used up its budget of {self.limits.max_steps} steps",
                "look for a loop that does not end, or do less work in one run",
            )
        self._grant(needed)
        sched = cast("Scheduler | None", self.sched)
        if sched is not None:  # library bodies are also tested without a scheduler
            sched.slice_over()
        return needed > self.limits.slice_steps

    def breathe(self) -> None:
        """Gives the driver a moment, in the middle of long work that has been paid for."""
        sched = cast("Scheduler | None", self.sched)
        if sched is not None:
            sched.breathe()

    def paced(self, items: Iterable[T], count: int) -> Iterable[T]:
        """The items, with a moment for the driver after some thousands of them."""
        return items if count <= PACE else self._paced(items)

    def _paced(self, items: Iterable[T]) -> Iterator[T]:
        for number, item in enumerate(items):
            if number % PACE == PACE - 1:
                self.breathe()
            yield item

    def aside(self, work: Callable[[], T]) -> T:
        """Does long work that calls nothing of the guest; it must have been paid for."""
        sched = cast("Scheduler | None", self.sched)
        return work() if sched is None else sched.aside(work)

    def _grant(self, needed: int) -> None:
        grant = min(self._not_granted, needed + self.limits.slice_steps)
        self._not_granted -= grant
        self.fuel += grant

    # --- memory -----------------------------------------------------------------------------------------------

    def alloc(self, size: int) -> None:
        """Charges `size` bytes about to be allocated. Garbage is forgiven: past the limit, what is still live is measured."""
        self.held += size
        if self.held > self.most:
            self.over_memory(size)

    def over_memory(self, size: int) -> None:
        """After `size` bytes too many were charged."""
        limit = self.limits.memory_limit_bytes
        if size <= limit and self.measure is not None:
            self.live = self.measure()
            self.most = limit - self.live
            self.held = size
            if self.live + size <= limit:
                # measuring costs a walk over all that lives: let at least a quarter of the budget pass before the next one
                self.charge(1 + self.live // 256)
                return
        raise Halt(
            "memory_limit_exceeded",
            f"the program needs more than its {limit} bytes of memory",
            "keep less data at once, for example aggregate page by page",
        )

    def deeper(self, depth: int, name: str) -> None:
        """The calls in progress are more than were paid for: what they take on Python's stacks is memory of the guest, too."""
        limit = self.limits.max_call_depth
        if depth > limit:
            raise too_deep(limit, name)
        self.alloc(CALLS_AT_ONCE * CALL_BYTES)
        self.room = min(depth + CALLS_AT_ONCE - 1, limit)

    # --- warnings ---------------------------------------------------------------------------------------------

    def warn(self, message: str, pos: int, end: int = 0, hint: str = "", code: str = "runtime_warning") -> None:
        """Tells whoever wrote the program of something at an offset of the source that is no failure. The same is told once, and no more than
        MAX_WARNINGS."""
        key = (message, pos)
        if key not in self.warnings and len(self.warnings) < MAX_WARNINGS:
            self.warnings[key] = Problem(code, message[:MAX_WARNING], pos, max(end, pos), hint, "warning", code)

    def told(self) -> list[Problem]:
        """All warnings so far."""
        return [*self.leaks, *self.warnings.values(), *self.shapes.told()][:MAX_WARNINGS]

    # --- output, clock ------------------------------------------------------------------------------------------

    def print(self, text: bytes, stream: Stream = "stdout") -> None:
        """Adds to the output. All streams share one budget."""
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
