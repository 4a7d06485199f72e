"""math/rand/v2. PCG gives Go's sequence. The package's functions draw from the run's seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.calling import call_with
from codemode.interpreter.machine.dispatch import find_method
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Box, GoPanic, Slice, nil_deref, runtime_panic
from codemode.stdlib.math.rand.shapes import exponential, normal
from codemode.stdlib.registry import Package
from codemode.types import model
from codemode.types.model import Type

rand = Package("math/rand/v2", doc="pseudo-random numbers, version 2")

rand.type("type Source interface { Uint64() uint64 }")
rand.type("type Rand struct { state native }", doc="A Rand is a source of random numbers.")
PCG = rand.type("type PCG struct { hi uint64; lo uint64 }", doc="A PCG is a PCG generator with 128 bits of state.")
PCG_PTR = model.pointer_to(PCG)
rand.type(
    "type intType interface { ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr }"
)

Storage = list[Any]
M64 = (1 << 64) - 1


class Generator:
    """The state of a Rand."""

    __slots__ = ("uint64",)

    def __init__(self, uint64: Callable[[], int]) -> None:
        self.uint64 = uint64

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


def _of_run(run: Run) -> Generator:
    found = run.services.get("math/rand/v2")
    if found is None:
        bits = run.rng.getrandbits
        found = run.services["math/rand/v2"] = Generator(lambda: bits(64))
    return found


def _state(r: Storage | None) -> Generator:
    if r is None or r[0] is None:
        raise nil_deref()
    return r[0]


# --- sources ---------------------------------------------------------------------------------------------------------


@rand.func("func NewPCG(seed1, seed2 uint64) *PCG")
def new_pcg(seed1: int, seed2: int) -> Storage:
    """NewPCG returns a new PCG seeded with the given values."""
    return [seed1, seed2]


@rand.method("func (p *PCG) Seed(seed1, seed2 uint64)")
def pcg_seed(p: Storage, seed1: int, seed2: int) -> None:
    p[:] = [seed1, seed2]


@rand.method("func (p *PCG) Uint64() uint64")
def pcg_uint64(p: Storage) -> int:
    state = (p[0] << 64 | p[1]) * 0x2360ED051FC65DA44385DF649FCCF645 + 0x5851F42D4C957F2D14057B7EF767814F
    hi, lo = state >> 64 & M64, state & M64
    p[:] = [hi, lo]
    hi ^= hi >> 32
    hi = hi * 0xDA942042E4DD58B5 & M64
    hi ^= hi >> 48
    return hi * (lo | 1) & M64


@rand.func("func New(src Source) *Rand", run=True)
def new(run: Run, src: Any) -> Storage:
    """New returns a new Rand that uses random values from src."""
    if type(src) is Box and src.v is not None:
        storage = src.v
        if src.t is PCG_PTR:
            return [Generator(lambda: pcg_uint64(storage))]
    uint64 = find_method(run, src, "Uint64")
    if uint64 is None:
        raise nil_deref()
    return [Generator(uint64)]


# --- functions of the package, and the same as methods of Rand ----------------------------------------------------------


def _bounded(name: str) -> Callable[[Generator, int], int]:
    def draw(g: Generator, n: int) -> int:
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
    for i in range(n - 1, 0, -1):
        j = g.below(i + 1)
        p[i], p[j] = p[j], p[i]
    return Slice(p, 0, n, n)


def _shuffle(run: Run, g: Generator, n: int, swap: Callable[[int, int], None]) -> None:
    if n < 0:
        raise GoPanic(b"invalid argument to Shuffle")
    for i in range(n - 1, 0, -1):
        run.charge(2)
        swap(i, g.below(i + 1))


def _register(text: str, doc: str, body: Callable[..., Any], with_run: bool = False) -> None:
    """Registers a function and a method. `text` is the Go declaration from the name on. `body` gets the run if `with_run`, the generator and the
    arguments."""

    def function(run: Run, *args: Any) -> Any:
        own = _of_run(run)
        return call_with(body, (run, own, *args) if with_run else (own, *args))

    def method(run: Run, r: Storage, *args: Any) -> Any:
        own = _state(r)
        return call_with(body, (run, own, *args) if with_run else (own, *args))

    function.__doc__ = method.__doc__ = doc
    rand.func(f"func {text}", run=True)(function)
    rand.method(f"func (r *Rand) {text}", run=True)(method)


def _draw(text: str, doc: str, body: Callable[[Generator], Any]) -> None:
    """Registers a function and a method without parameters."""
    _register(text, doc, body)


_draw("Int64() int64", "Int64 returns a non-negative 63-bit integer.", lambda g: g.uint64() & (M64 >> 1))
_draw("Uint32() uint32", "Uint32 returns a 32-bit value.", lambda g: g.uint64() >> 32)
_draw("Uint64() uint64", "Uint64 returns a 64-bit value.", lambda g: g.uint64())
_draw("Int32() int32", "Int32 returns a non-negative 31-bit integer.", lambda g: g.uint64() >> 33)
_draw("Int() int", "Int returns a non-negative int.", lambda g: g.uint64() & (M64 >> 1))
_draw("Uint() uint", "Uint returns a uint.", lambda g: g.uint64())
for _name, _type in (
    *(("Int64N", "int64"), ("Uint64N", "uint64"), ("Int32N", "int32"), ("Uint32N", "uint32")),
    *(("IntN", "int"), ("UintN", "uint")),
):
    _register(
        f"{_name}(n {_type}) {_type}", f"{_name} returns a number in the half-open interval [0,n).", _bounded(_name)
    )
_register("Float64() float64", "Float64 returns a number in the half-open interval [0.0,1.0).", Generator.float64)
_draw(
    "Float32() float32",
    "Float32 returns a number in the half-open interval [0.0,1.0).",
    lambda g: float(g.uint64() >> 32 & 0xFFFFFF) / float(1 << 24),
)
_register(
    "Perm(n int) []int", "Perm returns a permutation of the integers in the half-open interval [0,n).", _perm, True
)
_register("Shuffle(n int, swap func(i, j int))", "Shuffle pseudo-randomizes the order of n elements.", _shuffle, True)
_draw(
    "NormFloat64() float64",
    "NormFloat64 returns a normally distributed float64, mean 0, standard deviation 1.",
    lambda g: normal(g.float64),
)
_draw(
    "ExpFloat64() float64",
    "ExpFloat64 returns an exponentially distributed float64 with rate 1.",
    lambda g: exponential(g.float64),
)


@rand.func("func N[Int intType](n Int) Int", run=True, types=True)
def n(run: Run, types: tuple[Type, ...], n: int) -> int:
    """N returns a number in the half-open interval [0,n) of any integer type."""
    return _bounded("N")(_of_run(run), n)
