"""math/rand/v2. PCG gives Go's sequence. The package's functions draw from the run's seed."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.dispatch import find_method
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Box, nil_deref
from codemode.stdlib.math.rand.generator import M63, M64, Draws, Generator, Storage, bounded
from codemode.stdlib.registry import Package
from codemode.types import model
from codemode.types.model import Type

rand = Package("math/rand/v2")

rand.type("type Source interface { Uint64() uint64 }")
rand.type("type Rand struct { state native }")
PCG = rand.type("type PCG struct { hi uint64; lo uint64 }")
PCG_PTR = model.pointer_to(PCG)
rand.type(
    "type intType interface { ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr }"
)


# --- sources ---------------------------------------------------------------------------------------------------------


rand.row("func NewPCG(seed1, seed2 uint64) *PCG", lambda seed1, seed2: [seed1, seed2])


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
    if type(src) is Box and src.v is not None:
        storage = src.v
        if src.t is PCG_PTR:
            return [Generator(lambda: pcg_uint64(storage))]
    uint64 = find_method(run, src, "Uint64")
    if uint64 is None:
        raise nil_deref()
    return [Generator(uint64)]


# --- functions of the package, and the same as methods of Rand ----------------------------------------------------------

_draws = Draws(rand)
_draws.bits("Int64() int64", lambda g: g.uint64() & M63)
_draws.bits("Int32() int32", lambda g: g.uint64() >> 33)
_draws.bits("Uint() uint", lambda g: g.uint64())
for _type in ("int64", "uint64", "int32", "uint32", "int", "uint"):
    _draws.below(f"{_type.capitalize()}N", _type)


@rand.func("func N[Int intType](n Int) Int", run=True, types=True)
def n(run: Run, types: tuple[Type, ...], n: int) -> int:
    return bounded("N")(run, _draws.of_run(run), n)
