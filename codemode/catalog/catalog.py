"""The catalog: all tools that a program may call, by name and by id."""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from threading import Lock
from typing import Any, TypeVar, cast

from codemode.catalog.declarations import WHOLE, Shown, declaration
from codemode.catalog.entries import ToolEntry, entry_id, unique_ids
from codemode.catalog.lazy_schemas import Deferred, whole
from codemode.catalog.lru_cache import MOST_KEPT, LruCache
from codemode.catalog.names import exported_name, nearest, python_name, snake_name
from codemode.catalog.schemas import NOTHING, canonical, one_line, tame
from codemode.catalog.taming import MAX_LABEL, tamed
from codemode.catalog.validation import Checker
from codemode.types.objects import ToolShape, letters_of

T = TypeVar("T")
log = logging.getLogger("codemode")

MAX_HIDDEN = 5  # tools that a warning names
# characters of a program in which names of tools are looked for, and how many are found
MAX_NAMING, MAX_MENTIONED = 100_000, 64
MAX_WORDS = 16  # of a name of a tool
BEGIN = 4  # letters of a name
LARGE = 1 << 20  # bytes of a catalog
_WORD = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"[^\W\d_a-z]?[a-z]+|[^\W_]")


class Catalog:
    """A set of tools, fixed when it is made. Implements `codemode.types.objects.ToolIndex`; any thread may use it.

    Of several tools with one name the one that the host application provides wins, then the first; all stay callable by id.
    `version` is a hash of everything a program or a prompt can see of the tools. `absent` lists prefixes of the names of tools that are not known,
    because their server or manual could never be listed; "" stands for tools whose names are unknown.
    """

    def __init__(
        self, entries: Iterable[ToolEntry] = (), absent: Iterable[str] = (), *, version: str | None = None
    ) -> None:
        """`version` is that of a catalog in another process, which has sent its entries."""
        self.warnings: list[str] = []
        self._by_id: dict[str, ToolEntry] = {}
        self._by_name: dict[str, ToolEntry] = {}
        self._by_owner: dict[str, ToolEntry] = {}
        for entry in unique_ids(e for e in entries if not e.is_control):
            if version is None:
                entry = tamed(entry)
            self._by_id[entry.id] = entry
            self._by_owner.setdefault(entry.under_owner, entry)
            if entry.faults:
                self.warnings += entry.faults
            if entry.needs_id:
                told = f"programs can call the tool {entry.name!r} only by its id {entry.id!r}: the tool that runs programs has that name"
                self.warnings.append(told)
                continue
            before = self._by_name.get(entry.name)
            if before is None or (entry.client_provided and not before.client_provided):
                self._by_name[entry.name] = entry
        self.listed = tuple(self._by_id.values())  # in their given order, which decides which tool gets a name
        self._tell_of_hidden()
        self.entries: tuple[ToolEntry, ...] = tuple(sorted(self._by_id.values(), key=lambda e: e.id))
        self.absent = tuple(sorted(set(absent)))
        self.size = sum(entry.size for entry in self.entries)  # bytes
        self.version = version if version is not None else self._hash()
        self._lock = Lock()
        self._locks: dict[str, Lock] = {}
        self._made: dict[str, Any] = {}
        self._shapes = LruCache[ToolShape](MOST_KEPT)
        self._checkers = LruCache[Checker](MOST_KEPT)
        self._declarations = LruCache[str](MOST_KEPT)

    def __deepcopy__(self, memo: object) -> Catalog:
        return self  # it is immutable

    def __len__(self) -> int:
        return len(self.entries)

    def _tell_of_hidden(self) -> None:
        """Warns of tools whose names other tools have, also with their owners."""
        hidden = [
            entry.id
            for entry in self.listed
            if self._by_owner[entry.under_owner] is not entry and self._by_name.get(entry.name) is not entry
        ]
        if hidden:
            ids = ", ".join(one_line(id)[:MAX_LABEL] for id in hidden[:MAX_HIDDEN])
            more = f" and {len(hidden) - MAX_HIDDEN} more" if len(hidden) > MAX_HIDDEN else ""
            told = "other tools have the same owner and name; give their sources different owners"
            self.warnings.append(f"programs can call {ids}{more} only by id: {told}")

    def _hash(self) -> str:
        hasher = hashlib.blake2b(digest_size=16)
        for entry in self.entries:
            hasher.update(entry.digest + (b"1" if self._by_name.get(entry.name) is entry else b"0"))
        if self.absent:
            hasher.update(canonical(self.absent).encode())
        return hasher.hexdigest()

    @property
    def is_large(self) -> bool:
        """Whether a program's process gets the schemas of those tools only that the program seems to name."""
        return self.size > LARGE

    def learn(self, schemas: Mapping[str, Sequence[Any]]) -> None:
        """Takes schemas of some tools, by id, that another process has built."""
        for id, made in schemas.items():
            entry = self._by_id[id]
            for schema, found in zip((entry.input_schema, entry.output_schema), made):
                if isinstance(schema, Deferred):
                    schema.fill(found)
            self._shapes.forget(id)

    def mentioned(self, text: str) -> dict[str, list[Any]]:
        """Returns the argument for `learn`: schemas of the tools that a program seems to name. Its process has at most outlines of the others."""
        named, begins, most = self._once("named", self._find_named)
        if not named:
            return {}
        words = [word.lower() for word in _WORD.findall(text[:MAX_NAMING])]
        seen: set[str] = set()
        whole_names: dict[str, ToolEntry] = {}
        others = {e.id: e for e, _ in named.get("", ())}  # a name without letters may be anywhere
        for begin in range(len(words)):
            letters = ""
            for word in words[begin : begin + most]:
                letters += word
                if len(letters) >= BEGIN and letters[:BEGIN] not in begins:
                    break
                if letters in named and letters not in seen:
                    seen.add(letters)
                    for entry, is_whole in named[letters]:
                        (whole_names if is_whole else others)[entry.id] = entry
        told = islice((whole_names | others).values(), MAX_MENTIONED)
        return {e.id: [whole(e.input_schema), whole(e.output_schema or NOTHING)] for e in told}

    def _find_named(self) -> tuple[dict[str, list[tuple[ToolEntry, bool]]], set[str], int]:
        """Returns tools by the letters of their names, with and without the owner, how these begin, and how many words one may be written in."""
        named: dict[str, list[tuple[ToolEntry, bool]]] = {}
        most = 0
        for e in self.entries:
            if self.is_large or isinstance(e.input_schema, Deferred):
                for name in {e.name, e.name.removeprefix(f"{e.source_name}.")}:
                    named.setdefault(letters_of(name), []).append((e, name == e.name))
                    most = max(most, len(_HUMP.findall(name)) + 1)
        return named, {letters[:BEGIN] for letters in named}, min(most, MAX_WORDS)

    # --- finding --------------------------------------------------------------------------------------------------

    def get(self, name_or_id: str) -> ToolEntry | None:
        """Returns the tool with that id, or else that name, or else `owner.name`, for a tool whose name does not begin with its owner's."""
        return self._by_id.get(name_or_id) or self._by_name.get(name_or_id) or self._by_owner.get(name_or_id)

    def by_id(self, id: str) -> ToolEntry | None:
        return self._by_id.get(id)

    def names(self) -> list[str]:
        """The names that programs may use, sorted."""
        return sorted(self._by_name)

    def absent_owner(self, name: str) -> str | None:
        """The one of `absent` that a name begins with, the longest; "" fits every name."""
        fitting = (each for each in self.absent if not each or name == each or name.startswith(f"{each}."))
        return max(fitting, key=len, default=None)

    def suggest(self, name: str) -> list[str]:
        """Returns names similar to a wrong one, best first."""
        near = nearest(name, self._by_name)
        if not near and len(name) <= 200:
            near = [e.name for e in self.search(name, 3)]
        return near

    def of_letters(self, letters: str) -> list[str]:
        """The tools whose names have these letters and digits, whatever their case and separators."""
        return self._once("letters", self._find_letters).get(letters, [])

    def _find_letters(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name in sorted(self._by_name):
            found.setdefault(letters_of(name), []).append(name)
        return found

    def python_names(self) -> Mapping[str, str]:
        """The names of tools by how programs in Python spell them; of two that are spelled alike, the one that is its own name."""
        return self._once("python", self._find_python_names)

    def _find_python_names(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for name in sorted(self._by_name):
            spelled = python_name(name)
            if found.get(spelled, "") != spelled:
                found[spelled] = name
        return found

    def shape(self, name: str) -> ToolShape | None:
        """Returns what the checker needs to know about a tool."""
        entry = self.get(name)
        if entry is None:
            return None
        return self._shapes.get(entry.id, lambda: _shape_of(entry))

    def search(self, query: str, limit: int = 8) -> list[ToolEntry]:
        """Returns the tools that match a query best; all in order of id for a blank query."""
        from codemode.catalog.search import SearchIndex  # most programs search for nothing

        return self._once("search", lambda: SearchIndex(self.entries)).search(query, limit)

    def select(self, keep: Callable[[ToolEntry], bool]) -> Catalog:
        """Returns the catalog of the tools for which `keep` is true, and of the absent owners for which it is true of some tool."""
        kept = [e for e in self.listed if keep(e)]
        absent = tuple(each for each in self.absent if keep(_unknown_tool_of(each)))
        if len(kept) == len(self.listed) and absent == self.absent:
            return self
        return Catalog(kept, absent)

    # --- shorthands -------------------------------------------------------------------------------------------------

    def shorthands(self) -> Mapping[str, ToolEntry]:
        """Returns every identifier by which `tools.<identifier>(...)` calls a tool. Two tools with the same identifier both have none."""
        return self._once("shorthands", self._find_shorthands)

    def _find_shorthands(self) -> dict[str, ToolEntry]:
        found: dict[str, ToolEntry | None] = {}
        for entry in self._by_name.values():
            if entry.is_mcp:
                continue
            for name in {exported_name(entry.name), snake_name(entry.name)}:
                found[name] = entry if name not in found else None
        return {name: entry for name, entry in sorted(found.items()) if entry is not None}

    def safe_name(self, entry: ToolEntry) -> str | None:
        """Returns the exported identifier of `tools.<identifier>` for this tool; None if another tool has the same one."""
        name = exported_name(entry.name)
        return name if self.shorthands().get(name) is entry else None

    def mcp_tools(self) -> Mapping[str, Mapping[str, ToolEntry]]:
        """The tools of MCP servers by the identifiers of server and tool: `MCP.<server>.<tool>(...)`."""
        return self._once("mcp", self._find_mcp_tools)

    def _find_mcp_tools(self) -> dict[str, dict[str, ToolEntry]]:
        found: dict[str, dict[str, ToolEntry]] = {}
        for name in sorted(self._by_name):
            entry = self._by_name[name]
            if entry.is_mcp and name.count(".") == 2:
                _, server, tool = name.split(".")
                found.setdefault(server, {})[tool] = entry
        return found

    # --- showing and checking ---------------------------------------------------------------------------------------

    def declaration(self, entry: ToolEntry, shown: Shown = WHOLE) -> str:
        """Returns the tool as a Go declaration."""
        if shown != WHOLE:
            return declaration(entry, shown)
        return self._declarations.get(entry.id, lambda: declaration(entry))

    def input_checker(self, entry: ToolEntry, *, shown: bool = False) -> Checker:
        """Returns the checker of a call's arguments, including those that the host adds; with `shown`, of the program's arguments alone."""
        if entry.preset is None or shown:
            return self._checker(entry, "shown", entry.input_schema)
        return self._checker(entry, "input", tame(whole(entry.preset.schema)) or NOTHING)

    def output_checker(self, entry: ToolEntry) -> Checker:
        return self._checker(entry, "output", entry.output_schema or NOTHING)

    def _checker(self, entry: ToolEntry, side: str, schema: Mapping[str, Any]) -> Checker:
        def make() -> Checker:
            made = Checker(whole(schema), of_results=side == "output")
            if made.broken:
                what = "results are" if side == "output" else "arguments are"
                log.warning(
                    "%s: its %s not checked, because the schema is invalid: %s", one_line(entry.name), what, made.broken
                )
            return made

        return self._checkers.get((entry.id, side), make)

    def _once(self, name: str, make: Callable[[], T]) -> T:
        with self._lock:
            own = self._locks.setdefault(name, Lock())
        with own:  # the index of all tools may take seconds in a thread, and programs that begin must not wait for it
            if name not in self._made:
                self._made[name] = make()
            return cast(T, self._made[name])


def _unknown_tool_of(prefix: str) -> ToolEntry:
    """A stand-in for the tools of an absent server or manual, so that a policy can decide who may know of it."""
    source, owner = ("mcp", prefix.removeprefix("MCP.")) if prefix.startswith("MCP.") else ("utcp", prefix)
    name = f"{prefix}.tool" if prefix else "tool"
    return ToolEntry(entry_id(source, owner, name.removeprefix("MCP.")), name, source=source, source_name=owner)


def _shape_of(entry: ToolEntry) -> ToolShape:
    return ToolShape(
        entry.name,
        whole(entry.input_schema),
        entry.streaming,
        by_name=not entry.is_mcp,
        output_schema=whole(entry.output_schema or NOTHING),
        filled_in=entry.filled_in,
        may_stream=entry.may_stream,
    )
