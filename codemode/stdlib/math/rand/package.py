"""math/rand. A seed always gives the same sequence, but not Go's. The package's functions draw from the run's seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.calling import call_with
from codemode.interpreter.machine.dispatch import find_method
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import round32
from codemode.interpreter.machine.values import Box, GoPanic, Slice, nil_deref, runtime_panic
from codemode.stdlib.appending import write_bytes
from codemode.stdlib.math.rand.shapes import exponential, normal
from codemode.stdlib.registry import Package
from codemode.types import model

rand = Package("math/rand", doc="pseudo-random numbers")

rand.type("type Source interface { Int63() int64; Seed(seed int64) }")
rand.type("type Source64 interface { Source; Uint64() uint64 }")
rand.type("type Rand struct { state native }", doc="A Rand is a source of random numbers.")
SOURCE = rand.type("type rngSource struct { state native }")
SOURCE_PTR = model.pointer_to(SOURCE)

Storage = list[Any]
M64 = (1 << 64) - 1
M63 = (1 << 63) - 1


class SplitMix:
    """The SplitMix64 generator by Steele, Lea and Flood: a counter and a mixing function."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.seed(seed)

    def seed(self, seed: int) -> None:
        self.state = seed & M64

    def uint64(self) -> int:
        x = self.state = (self.state + 0x9E3779B97F4A7C15) & M64
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & M64
        x = (x ^ x >> 27) * 0x94D049BB133111EB & M64
        return x ^ x >> 31


class Generator:
    """The state of a Rand: functions that return 63 and 64 random bits, and the bits that Read has left over."""

    __slots__ = ("int63", "left", "left_bits", "reseed", "uint64")

    def __init__(self, int63: Callable[[], int], uint64: Callable[[], int], reseed: Callable[[int], None]) -> None:
        self.int63 = int63
        self.uint64 = uint64
        self.reseed = reseed
        self.left = self.left_bits = 0

    def uint32(self) -> int:
        return self.int63() >> 31

    def int31(self) -> int:
        return self.int63() >> 32

    def below63(self, n: int) -> int:
        if n & (n - 1) == 0:
            return self.int63() & (n - 1)
        most = M63 - (1 << 63) % n
        v = self.int63()
        while v > most:
            v = self.int63()
        return v % n

    def below31(self, n: int) -> int:
        if n & (n - 1) == 0:
            return self.int31() & (n - 1)
        most = 0x7FFFFFFF - (1 << 31) % n
        v = self.int31()
        while v > most:
            v = self.int31()
        return v % n

    def quick31(self, n: int) -> int:
        """Returns a number below n by Lemire's method. Only Shuffle uses it."""
        product = self.uint32() * n
        low = product & 0xFFFFFFFF
        if low < n:
            threshold = (-n & 0xFFFFFFFF) % n
            while low < threshold:
                product = self.uint32() * n
                low = product & 0xFFFFFFFF
        return product >> 32

    def below(self, n: int) -> int:
        return self.below31(n) if n <= 0x7FFFFFFF else self.below63(n)

    def float64(self) -> float:
        while True:
            f = float(self.int63()) / float(1 << 63)
            if f != 1:
                return f


def _from_seeded(source: SplitMix) -> Generator:
    uint64 = source.uint64
    return Generator(lambda: uint64() & M63, uint64, source.seed)


def _from_source(run: Run, src: Any) -> Generator:
    """Returns a generator over a Source, which may be the guest's own."""
    if type(src) is Box and src.t is SOURCE_PTR and src.v is not None:
        return _from_seeded(src.v[0])
    int63, seed, uint64 = (find_method(run, src, name) for name in ("Int63", "Seed", "Uint64"))
    if int63 is None or seed is None:
        raise nil_deref()
    draw = int63
    return Generator(draw, uint64 or (lambda: draw() >> 31 | (draw() << 32 & M64)), seed)


def _of_run(run: Run) -> Generator:
    found = run.services.get("math/rand")
    if found is None:
        bits = run.rng.getrandbits
        found = Generator(lambda: bits(63), lambda: bits(64), lambda seed: None)
        run.services["math/rand"] = found
    return found


@rand.func("func NewSource(seed int64) Source")
def new_source(seed: int) -> Box:
    """NewSource returns a new pseudo-random Source seeded with the given value."""
    return Box(SOURCE_PTR, [SplitMix(seed)])


@rand.method("func (rng *rngSource) Int63() int64")
def source_int63(rng: Storage) -> int:
    return rng[0].uint64() & M63


@rand.method("func (rng *rngSource) Uint64() uint64")
def source_uint64(rng: Storage) -> int:
    return rng[0].uint64()


@rand.method("func (rng *rngSource) Seed(seed int64)")
def source_seed(rng: Storage, seed: int) -> None:
    rng[0].seed(seed)


@rand.func("func New(src Source) *Rand", run=True)
def new(run: Run, src: Any) -> Storage:
    """New returns a new Rand that uses random values from src."""
    return [_from_source(run, src)]


# --- functions of the package, and the same as methods of Rand ----------------------------------------------------------


def _state(r: Storage | None) -> Generator:
    if r is None or r[0] is None:
        raise nil_deref()
    return r[0]


def _positive(n: int, name: str) -> None:
    if n <= 0:
        raise GoPanic(f"invalid argument to {name}".encode())


def _int63n(g: Generator, n: int) -> int:
    _positive(n, "Int63n")
    return g.below63(n)


def _int31n(g: Generator, n: int) -> int:
    _positive(n, "Int31n")
    return g.below31(n)


def _intn(g: Generator, n: int) -> int:
    _positive(n, "Intn")
    return g.below(n)


def _float32(g: Generator) -> float:
    while True:
        f = round32(g.float64())
        if f != 1:
            return f


def _perm(run: Run, g: Generator, n: int) -> Slice:
    if n < 0:
        raise runtime_panic("makeslice: len out of range")
    run.charge(2 * n)
    run.alloc(16 * n)
    m: list[Any] = [0] * n
    for i in range(n):
        j = g.below(i + 1)
        m[i] = m[j]
        m[j] = i
    return Slice(m, 0, n, n)


def _shuffle(run: Run, g: Generator, n: int, swap: Callable[[int, int], None]) -> None:
    if n < 0:
        raise GoPanic(b"invalid argument to Shuffle")
    i = n - 1
    while i > 0:
        run.charge(2)
        swap(i, g.below63(i + 1) if i > (1 << 31) - 2 else g.quick31(i + 1))
        i -= 1


def _read(run: Run, g: Generator, p: Slice) -> tuple[int, Any]:
    run.charge(p.len)
    data = bytearray()
    for _ in range(p.len):
        if g.left == 0:
            g.left_bits, g.left = g.int63(), 7
        data.append(g.left_bits & 0xFF)
        g.left_bits >>= 8
        g.left -= 1
    write_bytes(p, 0, bytes(data))
    return p.len, None


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


_draw("Int63() int64", "Int63 returns a non-negative pseudo-random 63-bit integer.", lambda g: g.int63())
_draw("Uint32() uint32", "Uint32 returns a pseudo-random 32-bit value.", lambda g: g.uint32())
_draw("Uint64() uint64", "Uint64 returns a pseudo-random 64-bit value.", lambda g: g.uint64())
_register("Int31() int32", "Int31 returns a non-negative pseudo-random 31-bit integer.", Generator.int31)
_draw("Int() int", "Int returns a non-negative pseudo-random int.", lambda g: g.int63())
_register("Int63n(n int64) int64", "Int63n returns a pseudo-random number in [0,n).", _int63n)
_register("Int31n(n int32) int32", "Int31n returns a pseudo-random number in [0,n).", _int31n)
_register("Intn(n int) int", "Intn returns a pseudo-random number in [0,n).", _intn)
_register("Float64() float64", "Float64 returns a pseudo-random number in [0.0,1.0).", Generator.float64)
_register("Float32() float32", "Float32 returns a pseudo-random number in [0.0,1.0).", _float32)
_register("Perm(n int) []int", "Perm returns a pseudo-random permutation of the integers in [0,n).", _perm, True)
_register("Shuffle(n int, swap func(i, j int))", "Shuffle pseudo-randomizes the order of n elements.", _shuffle, True)
_register("Read(p []byte) (n int, err error)", "Read generates len(p) random bytes into p.", _read, True)
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


@rand.func("func Seed(seed int64)")
def seed(seed: int) -> None:
    """Seed does nothing, as in Go since 1.24: use rand.New(rand.NewSource(seed)) for a sequence of your own."""


@rand.method("func (r *Rand) Seed(seed int64)")
def rand_seed(r: Storage, seed: int) -> None:
    state = _state(r)
    state.reseed(seed)
    state.left = 0
