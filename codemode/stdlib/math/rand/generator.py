"""The parts that both versions of math/rand have: a generator over random bits, its draws, and their registration."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

from codemode.interpreter.machine.calling import call_with
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import GoPanic, Slice, nil_deref, runtime_panic
from codemode.stdlib.math._libm.exp import log
from codemode.stdlib.math._libm.trig import PI, cos
from codemode.stdlib.registry import Package

M64 = (1 << 64) - 1
M63 = (1 << 63) - 1

Storage = list[Any]


class Generator:
    """The state of a Rand: a function that returns 64 random bits, and one that seeds its source."""

    __slots__ = ("reseed", "uint64")

    def __init__(self, uint64: Callable[[], int], reseed: Callable[[int], None] | None = None) -> None:
        self.uint64 = uint64
        self.reseed = reseed

    def below(self, n: int) -> int:
        """Returns a number below n by Lemire's method."""
        if n & (n - 1) == 0:
            return self.uint64() & (n - 1)
        product = self.uint64() * n
        if product & M64 < n:
            threshold = (-n & M64) % n
            while product & M64 < threshold:
                product = self.uint64() * n
        return product >> 64

    def float64(self) -> float:
        return float(self.uint64() & ((1 << 53) - 1)) / float(1 << 53)

    def exponential(self) -> float:
        return -log(1 - self.float64())

    def normal(self) -> float:
        """Returns a normally distributed number by the method of Box and Muller."""
        return sqrt(2 * self.exponential()) * cos(2 * PI * self.float64())


def bounded(name: str) -> Callable[[Run, Generator, int], int]:
    """Returns a function that draws a number below n and panics unless n is positive."""

    def draw(run: Run, g: Generator, n: int) -> int:
        if n <= 0:
            raise GoPanic(f"invalid argument to {name}".encode())
        return g.below(n)

    return draw


def _perm(run: Run, g: Generator, n: int) -> Slice:
    if n < 0:
        raise runtime_panic("makeslice: len out of range")
    run.charge(2 * n)
    run.alloc(16 * n)
    p: list[Any] = list(range(n))
    for i in run.paced(range(n - 1, 0, -1), n):
        j = g.below(i + 1)
        p[i], p[j] = p[j], p[i]
    return Slice(p, 0, n, n)


def _shuffle(run: Run, g: Generator, n: int, swap: Callable[[int, int], None]) -> None:
    if n < 0:
        raise GoPanic(b"invalid argument to Shuffle")
    for i in range(n - 1, 0, -1):
        run.charge(2)
        swap(i, g.below(i + 1))


def state_of(r: Storage | None) -> Generator:
    """Returns the state of a Rand. Panics for nil."""
    if r is None or r[0] is None:
        raise nil_deref()
    return r[0]


class Draws:
    """Registers the draws of a package: each is a function, which draws from the run's seed, and a method of the package's type Rand."""

    def __init__(self, rand: Package) -> None:
        self.rand = rand
        self.bits("Uint32() uint32", lambda g: g.uint64() >> 32)
        self.bits("Uint64() uint64", lambda g: g.uint64())
        self.bits("Int() int", lambda g: g.uint64() & M63)
        self.bits("Float64() float64", Generator.float64)
        self.bits("Float32() float32", lambda g: (g.uint64() >> 32 & 0xFFFFFF) / float(1 << 24))
        self.bits("NormFloat64() float64", Generator.normal)
        self.bits("ExpFloat64() float64", Generator.exponential)
        self.add("Perm(n int) []int", _perm)
        self.add("Shuffle(n int, swap func(i, j int))", _shuffle)

    def of_run(self, run: Run) -> Generator:
        found = run.services.get(self.rand.path)
        if found is None:
            bits = run.rng.getrandbits
            found = run.services[self.rand.path] = Generator(lambda: bits(64))
        return found

    def add(self, text: str, body: Callable[..., Any]) -> None:
        """Registers a draw. `text` is the Go declaration from the name on. `body` gets the run, the generator and the arguments."""

        def function(run: Run, *args: Any) -> Any:
            return call_with(body, (run, self.of_run(run), *args))

        def method(run: Run, r: Storage | None, *args: Any) -> Any:
            return call_with(body, (run, state_of(r), *args))

        self.rand.func(f"func {text}", run=True)(function)
        self.rand.method(f"func (r *Rand) {text}", run=True)(method)

    def bits(self, text: str, draw: Callable[[Generator], Any]) -> None:
        """Registers a draw without arguments."""

        def body(_: Run, g: Generator) -> Any:
            return draw(g)

        self.add(text, body)

    def below(self, name: str, t: str) -> None:
        """Registers a draw of a number of type `t` below its argument."""
        self.add(f"{name}(n {t}) {t}", bounded(name))
