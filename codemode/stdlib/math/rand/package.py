"""math/rand. A seed always gives the same sequence, but not Go's. The package's functions draw from the run's seed."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.dispatch import find_method
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Box, Slice, nil_deref
from codemode.stdlib.appending import write_bytes
from codemode.stdlib.math.rand.generator import M63, M64, Draws, Generator, Storage, state_of
from codemode.stdlib.registry import Package
from codemode.types import model

rand = Package("math/rand")

rand.type("type Source interface { Int63() int64; Seed(seed int64) }")
rand.type("type Source64 interface { Source; Uint64() uint64 }")
rand.type("type Rand struct { state native }")
SOURCE = rand.type("type rngSource struct { state native }")
SOURCE_PTR = model.pointer_to(SOURCE)


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


# --- sources ---------------------------------------------------------------------------------------------------------


_GENERATOR = 640  # bytes of a generator and its functions, beyond those of its object

rand.row("func NewSource(seed int64) Source", lambda seed: Box(SOURCE_PTR, [SplitMix(seed)]))
rand.row("func (rng *rngSource) Int63() int64", lambda rng: rng[0].uint64() & M63)
rand.row("func (rng *rngSource) Uint64() uint64", lambda rng: rng[0].uint64())
rand.row("func (rng *rngSource) Seed(seed int64)", lambda rng, seed: rng[0].seed(seed))


@rand.func("func New(src Source) *Rand", run=True)
def new(run: Run, src: Any) -> Storage:
    run.alloc(_GENERATOR)
    if type(src) is Box and src.t is SOURCE_PTR and src.v is not None:
        return [Generator(src.v[0].uint64, src.v[0].seed)]
    int63, seed, uint64 = (find_method(run, src, name) for name in ("Int63", "Seed", "Uint64"))
    if int63 is None or seed is None:
        raise nil_deref()
    draw = int63
    return [Generator(uint64 or (lambda: draw() >> 31 | (draw() << 32 & M64)), seed)]


# --- functions of the package, and the same as methods of Rand ----------------------------------------------------------


def _read(run: Run, g: Generator, p: Slice) -> tuple[int, Any]:
    run.charge(p.len)
    write_bytes(p, 0, b"".join([g.uint64().to_bytes(8) for _ in range(0, p.len, 8)])[: p.len])
    return p.len, None


_draws = Draws(rand)
_draws.bits("Int63() int64", lambda g: g.uint64() & M63)
_draws.bits("Int31() int32", lambda g: g.uint64() >> 33)
_draws.below("Int63n", "int64")
_draws.below("Int31n", "int32")
_draws.below("Intn", "int")
_draws.add("Read(p []byte) (n int, err error)", _read)


@rand.func("func Seed(seed int64)")
def seed(seed: int) -> None:
    """Seed does nothing, as in Go since 1.24: use rand.New(rand.NewSource(seed)) for a sequence of your own."""


@rand.method("func (r *Rand) Seed(seed int64)")
def rand_seed(r: Storage, seed: int) -> None:
    reseed = state_of(r).reseed
    if reseed is not None:
        reseed(seed)
