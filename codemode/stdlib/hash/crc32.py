"""hash/crc32: 32-bit cyclic redundancy checks."""

from __future__ import annotations

import zlib
from functools import lru_cache
from operator import itemgetter
from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Box, Slice
from codemode.stdlib.appending import append_bytes
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import bytes_of
from codemode.stdlib.streams import Written, fast_writer
from codemode.types.model import pointer_to

crc32 = Package("hash/crc32", doc="the 32-bit cyclic redundancy check, or CRC-32, checksum")

Storage = list[Any]
Table = list[int]

IEEE, CASTAGNOLI, KOOPMAN = 0xEDB88320, 0x82F63B78, 0xEB31D82E
_MASK = (1 << 32) - 1

crc32.const("const Size = 4", "The size of a CRC-32 checksum in bytes.")
crc32.const(f"const IEEE = {IEEE}", "IEEE is by far and away the most common CRC-32 polynomial.")
crc32.const(f"const Castagnoli = {CASTAGNOLI}", "Castagnoli's polynomial, used in iSCSI.")
crc32.const(f"const Koopman = {KOOPMAN}", "Koopman's polynomial.")
crc32.type("type Table [256]uint32", "Table is a 256-word table representing the polynomial for efficient processing.")
_DIGEST = crc32.type("type digest struct { crc uint32; tab *Table }")
_CRC, _TAB = range(2)


@lru_cache(maxsize=16)
def _words(poly: int) -> tuple[int, ...]:
    words: list[int] = []
    for i in range(256):
        for _ in range(8):
            i = (i >> 1) ^ poly if i & 1 else i >> 1
        words.append(i)
    return tuple(words)


def _shared(run: Run, poly: int) -> Table:
    """Returns the table of a well-known polynomial. A run has one table for each."""
    tables: dict[int, Table] = run.services.setdefault("hash/crc32", {})
    if poly not in tables:
        tables[poly] = list(_words(poly))
    return tables[poly]


def _ieee_table(run: Run) -> Table:
    return _shared(run, IEEE)


crc32.var("var IEEETable *Table", _ieee_table, run=True, doc="IEEETable is the table for the IEEE polynomial.")


@crc32.func("func MakeTable(poly uint32) *Table", run=True, cost="256")
def make_table(run: Run, poly: int) -> Table:
    """MakeTable returns a Table constructed from the specified polynomial."""
    if poly in (IEEE, CASTAGNOLI):
        return _shared(run, poly)
    run.alloc(9000)
    return list(_words(poly))


def _update(run: Run, crc: int, tab: Table, data: bytes) -> int:
    if tab is _ieee_table(run):
        run.charge(1 + (len(data) >> 6))
        return zlib.crc32(data, crc)
    is_long = run.charge(1 + (len(data) >> 1))
    return run.aside(lambda: _checksum(crc, tab, data)) if is_long else _checksum(crc, tab, data)


def _checksum(crc: int, tab: Table, data: bytes) -> int:
    crc ^= _MASK
    for b in data:
        crc = tab[crc & 255 ^ b] ^ crc >> 8
    return crc ^ _MASK


@crc32.func("func Update(crc uint32, tab *Table, p []byte) uint32", run=True)
def update(run: Run, crc: int, tab: Table, p: Slice) -> int:
    """Update returns the result of adding the bytes in p to the crc."""
    return _update(run, crc, tab, bytes_of(p))


@crc32.func("func Checksum(data []byte, tab *Table) uint32", run=True)
def checksum(run: Run, data: Slice, tab: Table) -> int:
    """Checksum returns the CRC-32 checksum of data using the polynomial represented by the Table."""
    return _update(run, 0, tab, bytes_of(data))


@crc32.func("func ChecksumIEEE(data []byte) uint32", cost="1 + len(data) // 64")
def checksum_ieee(data: Slice) -> int:
    """ChecksumIEEE returns the CRC-32 checksum of data using the IEEE polynomial."""
    return zlib.crc32(bytes_of(data))


@crc32.func("func New(tab *Table) hash.Hash32")
def new(tab: Table) -> Box:
    """New creates a new hash.Hash32 computing the CRC-32 checksum using the polynomial represented by the Table."""
    return Box(pointer_to(_DIGEST), [0, tab])


@crc32.func("func NewIEEE() hash.Hash32", run=True)
def new_ieee(run: Run) -> Box:
    """NewIEEE creates a new hash.Hash32 computing the CRC-32 checksum using the IEEE polynomial."""
    return new(_ieee_table(run))


@fast_writer(_DIGEST)
def _write(run: Run, d: Storage, data: bytes) -> Written:
    d[_CRC] = _update(run, d[_CRC], d[_TAB], data)
    return len(data), None


@crc32.method("func (d *digest) Write(p []byte) (n int, err error)", run=True)
def write(run: Run, d: Storage, p: Slice) -> Written:
    return _write(run, d, bytes_of(p))


crc32.method("func (d *digest) Sum32() uint32")(itemgetter(_CRC))


@crc32.method("func (d *digest) Sum(in []byte) []byte", run=True)
def sum(run: Run, d: Storage, b: Slice) -> Slice:
    return append_bytes(run, b, d[_CRC].to_bytes(4, "big"))


@crc32.method("func (d *digest) Reset()")
def reset(d: Storage) -> None:
    d[_CRC] = 0


@crc32.method("func (d *digest) Size() int")
def size(_: Storage) -> int:
    return 4


@crc32.method("func (d *digest) BlockSize() int")
def block_size(_: Storage) -> int:
    return 1


@crc32.method("func (d *digest) Clone() (hash.Cloner, error)")
def clone(d: Storage) -> tuple[Box, None]:
    return Box(pointer_to(_DIGEST), list(d)), None
