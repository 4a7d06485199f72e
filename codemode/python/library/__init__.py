"""The library of Python programs: a table of modules, each with a function that makes the module for one run. Programs can import only these
modules, and none is a module of the host."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any, Final

from codemode.interpreter.machine.limits import MachineLimits
from codemode.python.frames import Text
from codemode.python.guards import GUARDS, Guest
from codemode.python.library import (
    built_in,
    concurrency,
    containers,
    counting,
    data_types,
    functions,
    iterating,
    output,
    paragraphs,
    text_formats,
    timing,
)
from codemode.python.meter import PythonRun
from codemode.python.tool_lookup import tool_of_path
from codemode.python.values import Module, Native, ToolError
from codemode.python.words import GUEST_NAMES

Members = dict[str, Any]
MODULES: Final[dict[str, Callable[[Any], Members]]] = {
    **text_formats.MODULES,
    **paragraphs.MODULES,
    **counting.MODULES,
    **containers.MODULES,
    **iterating.MODULES,
    **functions.MODULES,
    **data_types.MODULES,
    **timing.MODULES,
    **concurrency.MODULES,
    **output.MODULES,
}


def module(guest: Any, name: str) -> Module:
    """Returns a module of this run, made at the first import. Raises ImportError."""
    found = guest.modules.get(name)
    if found is None:
        make = MODULES.get(name)
        inner = {each.partition(".")[2]: each for each in MODULES if each.startswith(f"{name}.")}
        if make is None and not inner:
            raise ImportError(f"no module named {name!r} is offered here")
        found = guest.modules[name] = Module(name, _named(make(guest)) if make is not None else {})
        for short, whole in inner.items():
            found.members[short] = module(guest, whole)
    return found


def _named(members: Members) -> Members:
    return {name: built_in.as_called(name, member) for name, member in members.items()}


def imported(guest: Any, name: str, member: str | None = None) -> Any:
    found = module(guest, name)
    if member is None:
        return found
    try:
        return found.member(member)
    except AttributeError:
        raise ImportError(f"cannot import name {member!r} from {name!r}") from None


def names_of(guest: Any, wanted: Iterable[str]) -> Members:
    """Returns the values of the names that a program reads but does not bind."""
    made: Members = {}
    known: Members = {} if GUEST_NAMES.isdisjoint(wanted) else guest.api.names()
    for name in wanted:
        if name in built_in.NAMES:
            made[name] = built_in.as_called(name, built_in.NAMES[name](guest))
        elif name in known:
            made[name] = known[name]
        elif name in ("data", "ALL_TOOLS"):
            made[name] = guest.api.lazily(name)
        elif name == "parallel":
            made[name] = guest.api.parallel
        elif name == "ToolError":
            made[name] = ToolError
        else:
            made.update(_found(guest, name))
    return made


def _found(guest: Any, name: str) -> Members:
    """Returns the tool, the tool group or the module with this name. A name that is both a group and a module has the members of both."""
    is_group = guest.api.is_group(name)
    alone = tool_of_path(guest.api.catalog, name) if not is_group else None
    if alone is not None:
        return {name: guest.api.function(alone)}
    if not is_group:
        return {name: module(guest, name)} if name in MODULES else {}
    group = guest.api.lazily(name)
    if name in MODULES:
        group.members.update(
            {
                key: value
                for key, value in module(guest, name).members.items()
                if tool_of_path(guest.api.catalog, f"{name}.{key}") is None
            }
        )
    return {name: group}


# all guards that rewritten programs call
ALL_GUARDS: Final[dict[str, Callable[[Any], Any]]] = {
    **GUARDS,
    **built_in.NEW,
    **concurrency.ASYNCHRONOUS,
    "import": lambda guest: partial(imported, guest),
}


@cache
def sample() -> Guest:
    """Returns a guest without a program, with all modules loaded, to look up what they offer."""
    guest = Guest(PythonRun(MachineLimits(), 0, 0), Text(""), ALL_GUARDS)
    for name in MODULES:
        module(guest, name)
    return guest


@cache
def offered() -> dict[str, frozenset[str]]:
    """Returns the names in each module."""
    return {name: frozenset(sample().modules[name].members) for name in MODULES}


def classes_with(name: str, member: str) -> list[str]:
    """Returns the classes of a module that have this member; first the class with the name of the module."""
    found = [
        each
        for each, value in module(sample(), name).members.items()
        if isinstance(kind := value.kind if isinstance(value, Native) else value, type) and hasattr(kind, member)
    ]
    return sorted(found, key=lambda each: (each != name, each))


def known_names() -> frozenset[str]:
    """Returns all names that a program can use without an import."""
    return frozenset(built_in.NAMES) | GUEST_NAMES


def is_module(name: str) -> bool:
    """Returns whether a program can import this, or something inside it."""
    return name in MODULES or bool(inner_modules(name))


def inner_modules(name: str) -> set[str]:
    return {each.rpartition(".")[2] for each in MODULES if each.startswith(f"{name}.")}
