"""Namespaces: names that the owner of tools offers to guest code, such as `Billing.Refund(order_id, amount)`.

A namespace has calls (`Verb`) and constants, but no code that runs in the host. It may call only tools of its owner, and it is offered
only to callers who may see the tools it requires.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import field
from enum import Enum
from typing import Any, Final, TypeAlias, cast

from codemode.catalog.catalog import Catalog
from codemode.catalog.entries import ToolEntry
from codemode.catalog.names import KEYWORDS
from codemode.catalog.schemas import canonical
from codemode.data import NotData, plain
from codemode.errors import ConfigError
from codemode.records import dataclass
from codemode.types.universe import UNIVERSE

MAX_DEPTH: Final = 8
MAX_MEMBERS: Final = 500  # members of one namespace, with those of its maps and lists
MAX_CONSTANTS: Final = 64 << 10  # bytes of compact JSON
MAX_TEXT: Final = 2000  # characters of a description
MAX_NAMESPACES: Final = 200

# names that guest code has from the engine; the packages of the library are added when a namespace is registered
RESERVED: Final = frozenset(
    "MCP API ALL_TOOLS tools codemode results store data text json yield_control namespaces main init".split()
)
# what other languages give a meaning to
UNSAFE: Final = frozenset("constructor prototype hasOwnProperty isPrototypeOf toString valueOf".split())
_BUILT_IN: Final = (str, int, float, bool, dict, list, tuple)
_IDENTIFIER: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")


@dataclass(slots=True, frozen=True)
class Verb:
    """A call of one tool. `params` are the tool's parameters in the order of the arguments; without them it takes one map or struct."""

    tool: str
    params: tuple[str, ...] = ()
    doc: str = ""


Member: TypeAlias = Any  # Verb, or str, int, float, bool, or a dict or list of members


@dataclass(slots=True, frozen=True)
class Namespace:
    """A name with functions and constants for guest code; `owner` is the owner of all its tools (`source_name` in the catalog).

        Namespace("Billing", owner="shop", verbs={"Refund": Verb("shop.refund", ("order_id", "amount")), "Currency": "EUR"},
                  required_tools=("shop.refund",))

    `verbs` maps names to `Verb` objects and constants; a dict that contains `Verb` objects is a nested namespace. The constructor copies and checks
    `verbs`. Raises ConfigError, which names the place.
    """

    name: str
    owner: str
    description: str = ""
    verbs: Mapping[str, Member] = field(default_factory=dict[str, Member])
    required_tools: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        at = f"namespace {self.name!r}"
        _check_name(self.name, at)
        if self.name in RESERVED or self.name in UNIVERSE:
            raise ConfigError(
                f"{at}: the name is taken by the language or the guest API; choose another, such as {self.name.title()}Tools"
            )
        if not _is_text(self.owner) or not self.owner:
            raise ConfigError(f"{at}: owner must be the name of the source that has its tools, not {self.owner!r}")
        _check_text(self.description, f"{at}: description")
        verbs: object = self.verbs
        if type(verbs) is not dict or not verbs:
            raise ConfigError(f"{at}: verbs maps names to Verb(...) and constants")
        object.__setattr__(self, "verbs", _Copy(at).map(cast("dict[object, object]", verbs), "verbs", []))
        object.__setattr__(self, "required_tools", _names(self.required_tools, f"{at}: required_tools"))
        for path, verb in self.calls():
            if self.required_tools and verb.tool not in self.required_tools:
                raise ConfigError(
                    f"{at}: verbs: {path} calls {verb.tool[:80]!r}, which is not in required_tools; a namespace reaches only those: add it there"
                )

    def calls(self) -> Iterator[tuple[str, Verb]]:
        """Yields the `Verb` objects, each with its path, such as `invoices.List`."""
        yield from _calls(self.verbs, "")


def _calls(members: Mapping[str, Member], prefix: str) -> Iterator[tuple[str, Verb]]:
    for name, member in members.items():
        if isinstance(member, Verb):
            yield f"{prefix}{name}", member
        elif isinstance(member, dict):
            yield from _calls(cast("dict[str, Member]", member), f"{prefix}{name}.")


def has_calls(member: Member) -> bool:
    """Whether a member is a namespace inside, not a constant."""
    return isinstance(member, dict) and any(True for _ in _calls(cast("dict[str, Member]", member), ""))


# --- checking ----------------------------------------------------------------------------------------------------------


class _Copy:
    """Copies a namespace, and refuses what it may not contain. Only exact types are allowed: a subclass could run its own code in the host."""

    def __init__(self, at: str) -> None:
        self.at = at
        self.members = 0
        self.bytes = 0

    def fail(self, place: str, told: str) -> ConfigError:
        return ConfigError(f"{self.at}: {place}: {told}")

    def member(self, value: object, place: str, around: list[object]) -> Member:
        self.members += 1
        if self.members > MAX_MEMBERS:
            raise self.fail(place, f"more than {MAX_MEMBERS} members")
        if type(value) is Verb:
            return self.verb(value, place)
        kind: type = type(value)
        if kind not in (dict, list, tuple):
            made = self.adapted(value, place)
            return self.constant(value, place) if made is value else self.member(made, place, [*around, value])
        if any(value is outer for outer in around):
            raise self.fail(place, "it contains itself")
        if len(around) >= MAX_DEPTH:
            raise self.fail(place, f"nested deeper than {MAX_DEPTH}")
        if kind is dict:
            return self.map(cast("dict[object, object]", value), place, around)
        return self.list(cast("list[object]", value), place, around)

    def map(self, given: dict[object, object], place: str, around: list[object]) -> dict[str, Member]:
        made: dict[str, Member] = {}
        for key, value in given.items():
            _check_name(key, f"{self.at}: {place}")
            name = cast(str, key)
            made[name] = self.member(value, f"{place}.{name}", [*around, given])
        return made

    def list(self, given: list[object], place: str, around: list[object]) -> list[Member]:
        made: list[Member] = []
        for number, value in enumerate(given):
            item = self.member(value, f"{place}[{number}]", [*around, given])
            if isinstance(item, Verb) or has_calls(item):
                raise self.fail(
                    f"{place}[{number}]", "a list may contain only constants; give the Verb a name of its own"
                )
            made.append(item)
        return made

    def verb(self, verb: Verb, place: str) -> Verb:
        if not _is_text(verb.tool) or not verb.tool:
            raise self.fail(f"{place}.tool", f"the name of a tool must be given, not {verb.tool!r}")
        _check_text(verb.doc, f"{self.at}: {place}.doc")
        return Verb(verb.tool, _names(verb.params, f"{self.at}: {place}.params"), verb.doc)

    def adapted(self, value: object, place: str) -> object:
        """A constant such as a date, converted to plain data."""
        if value is None or callable(value) or (isinstance(value, _BUILT_IN) and not isinstance(value, Enum)):
            return cast(object, value)
        try:
            return plain(value, MAX_CONSTANTS)
        except NotData as odd:
            wanted = "a member must be a Verb, a text, a number, a bool, or a dict or list of those"
            raise self.fail(place, f"{wanted}: {odd}") from odd
        except Exception as odd:
            raise self.fail(place, f"reading it failed with {type(odd).__name__}") from odd

    def constant(self, value: object, place: str) -> Member:
        if type(value) is float and not math.isfinite(value):
            raise self.fail(place, f"{value} is not a JSON number")
        if type(value) is int and value.bit_length() > 63:
            raise self.fail(place, "the number does not fit into 64 bits; give it as a text")
        if callable(value):
            raise self.fail(
                place,
                "a Python function cannot be called by guest code; make it a tool, and name that with Verb(tool=...)",
            )
        if type(value) not in (str, int, float, bool):
            raise self.fail(
                place,
                f"a member must be a Verb, a text, a number, a bool, or a dict or list of those, not {type(value).__name__}",
            )
        self.bytes += len(json.dumps(value))
        if self.bytes > MAX_CONSTANTS:
            raise self.fail(
                place, f"its constants are larger than {MAX_CONSTANTS} bytes; offer a tool that returns them"
            )
        return value


def _check_name(name: object, at: str) -> None:
    if type(name) is not str or _IDENTIFIER.fullmatch(name) is None or "__" in name:
        shown = repr(name)[:80]
        raise ConfigError(
            f"{at}: {shown} cannot be a name: write a letter, then up to 63 letters, digits and single underscores"
        )
    if name in KEYWORDS or name in UNSAFE:
        raise ConfigError(f"{at}: {name!r} cannot be a name: it has another meaning already; choose another")


def _is_text(value: object) -> bool:
    return type(value) is str and len(value) <= MAX_TEXT


def _check_text(value: object, at: str) -> None:
    if not _is_text(value):
        raise ConfigError(f"{at} must be a text of at most {MAX_TEXT} characters")


def _names(given: object, at: str) -> tuple[str, ...]:
    if type(given) not in (tuple, list):
        raise ConfigError(f'{at} must be a tuple of names, such as ("a", "b"), not {str(given)[:80]!r}')
    found = tuple(cast("tuple[object, ...]", given))
    for number, name in enumerate(found):
        if not _is_text(name) or not name:
            raise ConfigError(f"{at}[{number}] must be a name, not {repr(name)[:80]}")
        if name in found[:number]:
            raise ConfigError(f"{at}[{number}]: {str(name)[:80]!r} is given twice")
    return cast("tuple[str, ...]", found)


# --- who gets them -----------------------------------------------------------------------------------------------------


@dataclass(slots=True, frozen=True)
class Offered:
    """A namespace for one caller. `tools` maps each tool name that it uses to the tool's id in the catalog."""

    namespace: Namespace
    tools: Mapping[str, str]


class Namespaces:
    """All registered namespaces. `version` changes whenever one is added or removed."""

    def __init__(self, reserved: Callable[[], Collection[str]] = tuple) -> None:
        """`reserved` returns the names of the library."""
        self.version = 0
        self._reserved = reserved
        self._by_name: dict[str, Namespace] = {}

    def __bool__(self) -> bool:
        return bool(self._by_name)

    def register(self, namespace: Namespace) -> None:
        """Raises ConfigError for a name that the library or another namespace has."""
        if type(cast(object, namespace)) is not Namespace:
            raise ConfigError(f"not a Namespace: {type(namespace).__name__}")
        name = namespace.name
        if name in self._reserved():
            raise ConfigError(f"namespace {name!r}: the library has a package of that name; choose another")
        taken = next((each for each in self._by_name.values() if each.name.lower() == name.lower()), None)
        if taken is not None:
            raise ConfigError(
                f"namespace {name!r}: {taken.owner!r} has registered {taken.name!r}; unregister it first or choose another name"
            )
        if len(self._by_name) >= MAX_NAMESPACES:
            raise ConfigError(f"namespace {name!r}: there are {MAX_NAMESPACES} namespaces already")
        self._by_name[name] = namespace
        self.version += 1

    def unregister(self, owner: str, name: str | None = None) -> int:
        """Removes one namespace of an owner, or all of them. Returns how many were removed."""
        gone = [key for key, each in self._by_name.items() if each.owner == owner and name in (None, key)]
        for key in gone:
            del self._by_name[key]
        self.version += bool(gone)
        return len(gone)

    def offered(self, whole: Catalog, visible: Catalog) -> tuple[tuple[Offered, ...], dict[str, str]]:
        """The namespaces for a caller who sees the tools of `visible`, in order of name, and why others are withheld, in words for the host."""
        offers: list[Offered] = []
        withheld: dict[str, str] = {}
        for name in sorted(self._by_name):
            found = _offer(self._by_name[name], whole, visible)
            if isinstance(found, str):
                withheld[name] = found
            else:
                offers.append(found)
        return tuple(offers), withheld


def offers_version(offers: Iterable[Offered]) -> str:
    """Returns a hash of everything that a program can see of some namespaces; "" for none."""
    told = [[o.namespace.name, o.namespace.description, _data(o.namespace.verbs), o.tools] for o in offers]
    return hashlib.blake2b(canonical(told).encode(), digest_size=16).hexdigest() if told else ""


def _data(member: Member) -> Any:
    if isinstance(member, Verb):
        return ["verb", member.tool, member.params, member.doc]
    if isinstance(member, dict):
        # in order: it is how members are listed
        return [[name, _data(each)] for name, each in cast("dict[str, Member]", member).items()]
    return ["constant", type(member).__name__, member]


def _offer(namespace: Namespace, whole: Catalog, visible: Catalog) -> Offered | str:
    owned = [entry for entry in whole.entries if entry.source_name == namespace.owner]
    tools: dict[str, str] = {}
    for path, verb in namespace.calls():
        entry = _owned(owned, namespace.owner, verb.tool)
        if entry is None:
            return f"{path} calls {verb.tool!r}, which is not a tool of {namespace.owner!r}"
        tools[verb.tool] = entry.id
    for name in namespace.required_tools:
        entry = _owned(owned, namespace.owner, name)
        if entry is None:
            return f"it requires {name!r}, which is not a tool of {namespace.owner!r}"
        if visible.by_id(entry.id) is None:
            return f"it requires {name!r}, which the caller may not use"
    return Offered(namespace, tools)


def _owned(entries: list[ToolEntry], owner: str, name: str) -> ToolEntry | None:
    """The owner's tool of that name or id. What another owner has under the same name does not count."""
    return next((e for e in entries if name in (e.name, e.id, f"{owner}.{e.name}")), None)
