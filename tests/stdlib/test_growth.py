"""Every function and method of the library is attacked: a new one is, too, from the day it is registered.

The attack is made from its signature: calls without end, with arguments and receivers that are large, extreme or hostile, each result kept for a
while. It has to end with a budget (or as ENDS says), after little work and little memory. A type for which there is no value in VALUES fails.
Attacks on one function in particular are in test_bombs.py and tests/test_attacks.py.
"""

from __future__ import annotations

import re
import resource
import time
from collections.abc import Sequence
from random import Random

import pytest

import codemode
from codemode import CodeModeError, Limits
from codemode.stdlib.registry import Entry, LibraryFunc, Package, library
from tests.stdlib.growth_values import ALWAYS, RECEIVERS, SETUP, TYPE_ARGUMENTS, VALUES

LIMITS = Limits(max_steps=10_000, memory_limit_bytes=8 << 20, max_output_bytes=1 << 20, timeout_ms=20_000)
CPU_SECONDS = 2.0  # on a busy machine; the steps themselves take about 0.01
HOST_BYTES = 48 << 20
ROWS = 5  # combinations of arguments

BUDGETS = {"step_limit_exceeded", "memory_limit_exceeded", "output_limit_exceeded", "too_many_goroutines"}
BLOCKS = {"deadlock"}
LEAVES = {"exited", *BUDGETS}
WAITS = {"timeout"}

# What ends otherwise, and how. Everything else ends with a budget.
ENDS: dict[str, set[str]] = {
    "os.Exit": LEAVES,
    "log.Fatal": LEAVES,
    "log.Fatalf": LEAVES,
    "log.Fatalln": LEAVES,
    "log.Logger.Fatal": LEAVES,
    "log.Logger.Fatalf": LEAVES,
    "log.Logger.Fatalln": LEAVES,
    "runtime.Goexit": BLOCKS,
    "time.Sleep": WAITS,
    "sync.Mutex.Lock": BLOCKS,
    "sync.RWMutex.Lock": BLOCKS,
    "sync.RWMutex.RLock": BUDGETS | BLOCKS,
    "sync.Cond.Wait": BLOCKS,
    "sync.WaitGroup.Wait": BUDGETS | BLOCKS,
    "sync.WaitGroup.Go": BUDGETS,
    "sync.Mutex.Unlock": {"guest_panic"},
    "sync.RWMutex.Unlock": {"guest_panic"},
    "sync.RWMutex.RUnlock": {"guest_panic"},
}


def callables(package: Package) -> list[tuple[Entry, LibraryFunc]]:
    found: list[tuple[Entry, LibraryFunc]] = []
    for entry in package.entries():
        if entry.kind == "func":
            member = package.lookup(entry.name)
        elif entry.kind == "method":
            owner, _, name = entry.name.partition(".")
            member = package.named(owner).methods[name]
        else:
            continue
        assert isinstance(member, LibraryFunc)
        found.append((entry, member))
    return found


def type_text(t: object, path: str) -> str:
    """A type as the tables name it: type parameters replaced, and rand of version 2 told apart."""
    text = re.sub(r"(?<![\w.])[A-Z]\w*", lambda m: TYPE_ARGUMENTS.get(m[0], m[0]), str(t))
    return text.replace("rand.", "rand2.") if path == "math/rand/v2" else text


def expressions(table: dict[str, list[str]], t: object, path: str) -> list[str]:
    text = type_text(t, path)
    assert text in table, f"tests/stdlib/growth_values.py has no value of type {text}"
    return [value.replace("rand2.", "rand.") for value in table[text]]


def arguments(func: LibraryFunc, path: str, choose: Random | None) -> str:
    signature = func.signature
    chosen: list[str] = []
    for i, t in enumerate(signature.params):
        values = expressions(VALUES, t, path)
        value = values[0] if choose is None else choose.choice(values)
        chosen.append(f"{value}..." if signature.variadic and i == len(signature.params) - 1 else value)
    return ", ".join(chosen)


def calls(package: Package, entry: Entry, func: LibraryFunc) -> tuple[str, list[str]]:
    """What is made once, and the calls."""
    choose = Random(entry.name)
    rows = [arguments(func, package.path, None if row == 0 else choose) for row in range(ROWS)]
    if entry.kind == "func":
        explicit = "[*url.Error]" if entry.name == "AsType" else ""
        return "", [f"{package.name}.{entry.name}{explicit}({row})" for row in rows]
    made = expressions(RECEIVERS, ("*" if func.pointer_recv else "") + str(func.recv), package.path)
    name = entry.name.partition(".")[2]
    kept = [f"kept{i} := {value}\n" for i, value in enumerate(made)]
    lines = [f"kept{i}.{name}({row})" for i in range(len(made)) for row in rows]
    lines += [f"({choose.choice(made)}).{name}({row})" for row in dict.fromkeys(rows)]
    return "".join(kept), list(dict.fromkeys(lines))


def kept(line: str, results: Sequence[object]) -> str:
    """The call, with its first result kept; what it gives to be called or ranged over is."""
    if not results:
        return line
    if str(results[0]).startswith("iter.Seq"):
        return f"for r := range {line} {{ keep(r) }}"
    names = ", ".join(["r", *["_"] * (len(results) - 1)])
    return f"{names} := {line}; {'r(); r()' if str(results[0]).startswith('func') else 'keep(r)'}"


def program(package: Package, entry: Entry, func: LibraryFunc) -> str:
    once, lines = calls(package, entry, func)
    keep = [f"try(func() {{ {kept(line, func.signature.results)} }})" for line in dict.fromkeys(lines)]
    head = 'import "math/rand/v2"\n' if package.path == "math/rand/v2" else ""
    body = once + "for {\n" + "\n".join(keep) + "\n}\n"
    return head + setup(body) + ALWAYS + body


def setup(text: str) -> str:
    """What the program needs, and what that needs, in order."""
    needed: list[str] = []
    for name, line in reversed(SETUP.items()):
        if re.search(rf"\b{name}\b", "\n".join([text, *needed])):
            needed.append(line)
    return "\n".join([*reversed(needed), ""])


def outcome(source: str) -> str:
    try:
        codemode.run(source, limits=LIMITS, timeout_ms=200 if "time.Sleep(" in source else None)
    except CodeModeError as error:
        return error.code if error.code not in ("check_failed", "parse_failed") else f"{error}"
    return "exited"


def attack(package: Package, entry: Entry, func: LibraryFunc) -> str:
    """What is wrong with how it ended; "" if nothing is."""
    name = f"{package.path}.{entry.name}"
    try:
        source = program(package, entry, func)
    except AssertionError as missing:
        return f"{name}: {missing}"
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    ended = outcome(source)
    took = time.process_time() - began
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    if ended not in ENDS.get(name, BUDGETS):
        return f"{name}: ended with {ended}\n{source}"
    if took > CPU_SECONDS:
        return f"{name}: {took:.1f} s of work for {LIMITS.max_steps} steps\n{source}"
    return f"{name}: the host grew by {grown >> 20} MiB\n{source}" if grown > HOST_BYTES else ""


@pytest.mark.parametrize("path", library().paths())
def test_no_member_works_or_grows_beyond_the_budgets(path: str) -> None:
    package = library().package(path)
    assert package is not None
    wrong = [told for entry, func in callables(package) if (told := attack(package, entry, func))]
    assert not wrong, "\n\n".join(wrong)


def test_exceptions_are_members() -> None:
    every = {f"{path}.{e.name}" for path in library().paths() for e, _ in callables(library().package(path))}
    assert set(ENDS) <= every
