"""The build of codemode: its version, and a digest of the files that decide how a program runs. Two checkouts may have the same version."""

from __future__ import annotations

import threading
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from codemode import __version__

# the front ends, the interpreters and the library: with other files a replay may take other steps, or make other calls
DECIDING: Final = ("dsl", "types", "interpreter", "stdlib", "python", "engine/natives", "engine/languages")
SUFFIXES: Final = (".lark", ".py", ".toml", ".txt")


def begin() -> None:
    """Lets a thread find the build, which takes about 20 ms, before the first run asks for it."""
    with suppress(RuntimeError):  # the system has no more threads
        threading.Thread(target=build, name="codemode-build", daemon=True).start()


def build() -> str:
    """The version with the digest, such as 0.1.0+4f9fb8e8."""
    return f"{__version__}+{_digest(Path(__file__).parents[1])}"


@cache  # without a lock: the process may be forked while the thread of `begin` holds it
def _digest(package: Path) -> str:
    found = sha256()
    with suppress(OSError):  # files are being replaced: it is the build of no other process
        for folder in DECIDING:
            for file in sorted((package / folder).rglob("*")):
                if file.suffix in SUFFIXES:
                    found.update(f"{file.relative_to(package).as_posix()}\n".encode())
                    found.update(file.read_bytes())
    return found.hexdigest()[:8]
