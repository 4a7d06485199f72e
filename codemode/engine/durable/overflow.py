"""Large values of the store in memory. They lie in temporary files without a name, so that the memory of the host does not grow with what its guests
keep."""

from __future__ import annotations

import os
from contextlib import suppress
from threading import Lock
from typing import Final

from codemode.engine.threads import DaemonThreads

LARGE: Final = 16 << 10  # bytes from which a value is written by itself
SMALL: Final = 256  # bytes below which a value stays in memory; its place in a file would need half as much
PAGE: Final = 64 << 10  # bytes of values between these that are written together
FILE_BYTES: Final = 32 << 20  # bytes after which another file begins
MAX_UNWRITTEN: Final = 16 << 20  # bytes that may wait to be written; beyond that whoever brings more waits

_writers = DaemonThreads(1)


class _File:
    """A file without a name. It is closed, and with that deleted, when nothing in it is kept any more."""

    def __init__(self) -> None:
        import tempfile  # most processes never need one

        self.fd, path = tempfile.mkstemp(prefix="codemode-")
        self.process = os.getpid()
        self.size = 0
        os.unlink(path)

    def __del__(self) -> None:
        with suppress(OSError, AttributeError):
            os.close(self.fd)


class Spilled:
    """Bytes that are in a file, or soon will be."""

    __slots__ = ("_at", "_data", "_file", "_size")

    def __init__(self, data: bytes) -> None:
        self._data: bytes | None = data
        self._size = len(data)
        self._file: _File | None = None
        self._at = 0

    @property
    def file(self) -> _File | None:
        return self._file

    def __len__(self) -> int:
        return self._size

    def write(self, file: _File) -> None:
        """Raises OSError."""
        data = self._data
        assert data is not None
        self._at, left = file.size, memoryview(data)
        while left:
            done = os.pwrite(file.fd, left, file.size)
            left, file.size = left[done:], file.size + done
        self._file = file
        self._data = None

    def __bytes__(self) -> bytes:
        return self.part(0, self._size)

    def part(self, begin: int, size: int) -> bytes:
        data, file = self._data, self._file
        if data is not None or file is None:
            return (data or b"")[begin : begin + size]
        parts: list[bytes] = []
        at, end = self._at + begin, self._at + begin + size
        while at < end:
            part = os.pread(file.fd, end - at, at)
            if not part:
                raise OSError("a temporary file of the run store was cut")
            parts.append(part)
            at += len(part)
        return b"".join(parts)


class _Page:
    """Values that are written together, as soon as there are enough of them."""

    __slots__ = ("data", "spilled")

    def __init__(self) -> None:
        self.data = bytearray()
        self.spilled: Spilled | None = None

    def part(self, at: int, size: int) -> bytes:
        return bytes(self.data[at : at + size]) if self.spilled is None else self.spilled.part(at, size)


class Part:
    """A value in a page."""

    __slots__ = ("_at", "_page", "_size")

    def __init__(self, page: _Page, at: int, size: int) -> None:
        self._page, self._at, self._size = page, at, size

    def __len__(self) -> int:
        return self._size

    def __bytes__(self) -> bytes:
        return self._page.part(self._at, self._size)


Kept = bytes | Spilled | Part


class Overflow:
    """Writes values to files, in a thread: each large one by itself, smaller ones together, because thousands of them need much memory, too.

    No place is written twice: a process that was forked reads what it had, and writes to a file of its own. What cannot be written stays in memory.
    The owner must lock `put` and the reading of what it returns.
    """

    def __init__(self) -> None:
        self._file: _File | None = None
        self._page = _Page()
        self._lock = Lock()
        self._counting = Lock()
        self._unwritten = 0

    def put(self, data: bytes) -> Kept:
        """Returns what to keep: the data itself if it is small."""
        if len(data) < SMALL:
            return data
        return self._put_together(data) if len(data) < LARGE else self._spilled(data)

    def _put_together(self, data: bytes) -> Part:
        page = self._page
        if len(page.data) + len(data) > PAGE:
            page.spilled = self._spilled(bytes(page.data))
            page.data.clear()
            page = self._page = _Page()
        kept = Part(page, len(page.data), len(data))
        page.data += data
        return kept

    def _spilled(self, data: bytes) -> Spilled:
        kept = Spilled(data)
        if self._waiting(len(data)) <= MAX_UNWRITTEN:
            with suppress(RuntimeError):  # the system has no more threads
                _writers.submit(lambda: self._write(kept))
                return kept
        self._write(kept)
        return kept

    def _write(self, kept: Spilled) -> None:
        with self._lock:
            try:
                file = self._file
                if file is None or file.size >= FILE_BYTES or file.process != os.getpid():
                    file = self._file = _File()
                kept.write(file)
            except OSError:
                self._file = None
        self._waiting(-len(kept))

    def _waiting(self, more: int) -> int:
        """Adds `more` to the number of bytes that wait to be written. Returns the new number."""
        with self._counting:
            self._unwritten += more
            return self._unwritten
