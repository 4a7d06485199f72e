"""Large values of the store in memory. They lie in temporary files without a name, so that the memory of the host does not grow with what its guests
keep."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from typing import Final

from codemode.records import dataclass

LARGE: Final = 16 << 10  # bytes from which a value lies in a file
FILE_BYTES: Final = 32 << 20  # bytes after which another file begins


class _File:
    """A file without a name. It is closed, and with that deleted, when nothing in it is kept any more."""

    def __init__(self) -> None:
        self.fd, path = tempfile.mkstemp(prefix="codemode-")
        self.process = os.getpid()
        self.size = 0
        os.unlink(path)

    def __del__(self) -> None:
        with suppress(OSError, AttributeError):
            os.close(self.fd)


@dataclass(slots=True, frozen=True)
class Spilled:
    """Bytes in a file."""

    file: _File
    at: int
    size: int

    def __len__(self) -> int:
        return self.size

    def __bytes__(self) -> bytes:
        parts: list[bytes] = []
        at, end = self.at, self.at + self.size
        while at < end:
            part = os.pread(self.file.fd, end - at, at)
            if not part:
                raise OSError("a temporary file of the run store was cut")
            parts.append(part)
            at += len(part)
        return b"".join(parts)


class Overflow:
    """Writes large values to files. No place is written twice: a process that was forked reads what it had, and writes to a file of its own."""

    def __init__(self) -> None:
        self._file: _File | None = None

    def put(self, data: bytes) -> bytes | Spilled:
        """Returns where the data is kept: as it is if it is small, or if there is no disk for it."""
        if len(data) < LARGE:
            return data
        try:
            file = self._file
            if file is None or file.size >= FILE_BYTES or file.process != os.getpid():
                file = self._file = _File()
            at = file.size
            left = memoryview(data)
            while left:
                done = os.pwrite(file.fd, left, file.size)
                left, file.size = left[done:], file.size + done
        except OSError:
            self._file = None
            return data
        return Spilled(file, at, len(data))
