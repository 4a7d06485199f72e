"""How long the library works without giving the driver a moment: every function and method is called once with arguments of tens of megabytes.

    python -m tests.stdlib.longest_steps [package ...]

tells the calls that keep an event loop waiting for more than LONG seconds, those of the processor where it is this thread that works.
"""

from __future__ import annotations

import sys
import time

from codemode.engine.compiling import compile_cached
from codemode.engine.guest import LocalGuest
from codemode.engine.limits import Limits
from codemode.engine.start import Start
from codemode.engine.toolbox import Toolbox
from codemode.errors import SourceRejected
from codemode.interpreter.machine.signals import Sliced
from codemode.stdlib.registry import Entry, LibraryFunc, Package, library
from codemode.tool_cache import ToolCache
from tests.stdlib import growth_values
from tests.stdlib.test_growth import calls, kept

LONG = 0.25
LIMITS = Limits(memory_limit_bytes=256 << 20)
GROWN = 640 << 20  # Python takes more for values than the meter counts
SIZES = {
    "s": ("1<<10", "1<<18"),
    "q": ("1<<16", "20<<20"),
    "nines": ("1<<14", "20<<20"),
    "deep": ("1<<12", "20<<20"),
    "verbs": ("100", "1_000_000"),
    "ints": ("1<<13", "2<<20"),
    "anys": ("1<<10", "1<<20"),
    "table": ("1<<10", "1<<18"),
    "huge": ("1<<16", "20<<23"),
    "special": ("1<<12", "1<<20"),
    "strs": ("", ""),
    "lots": ("1<<10", "1<<20"),
}


def large_setup(text: str) -> str:
    import re

    needed: list[str] = []
    for name, line in reversed(growth_values.SETUP.items()):
        if re.search(rf"\b{name}\b", "\n".join([text, *needed])):
            small, large = SIZES.get(name, ("", ""))
            needed.append(line.replace(small, large, 1) if small else line)
    return "\n".join([*reversed(needed), ""])


def longest(source: str) -> tuple[float, float, str]:
    """Processor seconds of the longest step and of all, and how the program ended."""
    toolbox = Toolbox([])
    compiled = compile_cached(source, toolbox, ToolCache())
    guest = LocalGuest(compiled, toolbox.catalog, Start(source, False, LIMITS, 1, 1))
    machine = guest.machine
    machine.leave_work()
    most = total = 0.0
    try:
        while True:
            began = time.thread_time()
            signal = machine.step()
            took = time.thread_time() - began
            most, total = max(most, took), total + took
            if machine.work is not None:
                machine.work.start()
                before = time.monotonic()
                while not machine.work.wait(0.005):
                    now = time.monotonic()
                    most, total, before = max(most, now - before), total + now - before, now
            elif type(signal) is not Sliced:
                return most, total, getattr(signal, "code", type(signal).__name__)
            if total > 20:
                return most, total, "went on"
    finally:
        guest.close()


def peak() -> int:
    """Bytes of memory at the highest since it was last asked."""
    with open("/proc/self/status") as status:
        found = next(line for line in status if line.startswith("VmHWM"))
    with open("/proc/self/clear_refs", "w") as clear:
        clear.write("5")
    return int(found.split()[1]) << 10


def programs(package: Package, entry: Entry, func: LibraryFunc) -> list[tuple[str, str]]:
    once, lines = calls(package, entry, func)
    head = 'import "math/rand/v2"\n' if package.path == "math/rand/v2" else ""
    made: list[tuple[str, str]] = []
    for line in lines:
        body = once + kept(line, func.signature.results) + "\n"
        made.append((line, head + large_setup(body) + growth_values.ALWAYS + body))
    return made


def main() -> None:
    from tests.stdlib.test_growth import callables

    for path in sys.argv[1:] or library().paths():
        package = library().package(path)
        assert package is not None
        for entry, func in callables(package):
            seen: set[str] = set()
            for line, source in programs(package, entry, func):
                if line in seen:
                    continue
                seen.add(line)
                peak()
                before = peak()
                try:
                    most, total, ended = longest(source)
                except SourceRejected as rejected:
                    print(f"?? {path}.{entry.name} {line[:100]} {rejected}", flush=True)
                    continue
                grown = peak() - before
                if most > LONG or grown > GROWN:
                    told = f"{most:6.2f} s {total:6.2f} s {grown >> 20:5} MiB {ended:24}"
                    print(f"{told} {path}.{entry.name}: {line[:150]}", flush=True)


if __name__ == "__main__":
    main()
