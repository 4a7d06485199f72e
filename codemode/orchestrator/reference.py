"""What a prompt says about tools, rendered from the catalog.

Tool descriptions come from strangers: each of their lines is in a comment, as data, in a slot that is not expanded again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from codemode import prompts
from codemode.catalog import Catalog, ToolEntry
from codemode.catalog.declarations import MAX_WHOLE, Shown
from codemode.catalog.descriptions import lines_of, shared_text
from codemode.catalog.index import index_line, index_text, inert
from codemode.catalog.schemas import Schema
from codemode.engine.languages import GO, language_of
from codemode.engine.languages.language import Language

LIST_BUDGET = 12_000  # bytes of the list that decide and select see
REFERENCE_BUDGET = 24_000  # bytes of the reference that code is written from: 6,000 tokens, at four bytes each
LONGEST = (MAX_WHOLE, 4000, 1000, 400, 150)  # characters of one text: the first with which all tools fit, else the last

Shapes = Callable[[ToolEntry], Schema | None]
"""What was seen of the results of a tool that says nothing of them, for the agent who asks."""


def tool_list(entries: Sequence[ToolEntry], total: int, language: str = GO) -> str:
    """One line for each tool."""
    text = index_text(entries, LIST_BUDGET, f"{language_of(language).search} finds the others")
    if len(entries) < total and " shown; " not in text:
        text += f"\n({len(entries)} of {total} tools shown, those that fit the request best)"
    return text


def tool_reference(
    catalog: Catalog,
    entries: Sequence[ToolEntry],
    budget: int = REFERENCE_BUDGET,
    observed: Shapes | None = None,
    language: str = GO,
) -> str:
    """What a model has to know to call each of the tools, best first, by owner.

    Texts are whole while all tools fit into `budget` bytes; then long ones are cut, which is said, and in the end the last tools get a line each, and
    are counted. What a tool returns is cut only where its declaration is long, to its first levels. `observed` are the shapes of results that nobody
    declared.
    """
    spoken = language_of(language)
    rest = "" if len(entries) == len(catalog) else _remainder(len(entries), len(catalog), spoken)
    for longest in LONGEST:
        declare = _declarer(spoken, observed, longest)
        parts = _fitting((_section(group, declare, spoken) for group in _grouped(entries)), budget - _size(rest))
        if parts is not None:
            return "\n\n".join([*parts, rest] if rest else parts)
    return _crowded(catalog, entries, budget, _declarer(spoken, observed, LONGEST[-1]), spoken)


@dataclass(slots=True, frozen=True)
class _Group:
    """Tools of one owner, each with its description; `shared` is what all of them say besides."""

    owner: str
    tools: Sequence[tuple[ToolEntry, str]]
    shared: str = ""


_Declare = Callable[[ToolEntry, str], str]  # a tool with that description


def _declarer(language: Language, observed: Shapes | None, longest: int) -> _Declare:
    def declare(entry: ToolEntry, description: str) -> str:
        shown = Shown(longest, short=True, observed=observed(entry) if observed is not None else None)
        if description != entry.description:
            shown = replace(shown, description=description)
        return language.declaration(entry, shown)

    return declare


def _grouped(entries: Sequence[ToolEntry]) -> Iterator[_Group]:
    owners: dict[tuple[str, str], list[ToolEntry]] = {}
    for entry in entries:
        owners.setdefault((entry.source, entry.source_name or entry.name.rpartition(".")[0]), []).append(entry)
    for (_, owner), tools in owners.items():
        alike = shared_text({tool.id: tool.description for tool in tools})
        for shared in alike:
            yield _Group(owner, [(t, shared.rest[t.id]) for t in tools if t.id in shared.rest], shared.text)
        others = [(t, t.description) for t in tools if not any(t.id in shared.rest for shared in alike)]
        if others:
            yield _Group(owner, others)


def _section(group: _Group, declare: _Declare, language: Language) -> str:
    parts = [declare(tool, description) for tool, description in group.tools]
    first = group.tools[0][0]
    notes: list[str] = []
    if group.shared:
        lines, left = lines_of(group.shared, MAX_WHOLE)
        notes += ["All of these:", *lines, *([f"cut, {left} characters more"] if left else [])]
    if first.is_mcp:
        notes.append(f"Functions of an MCP server: {language.mcp_call(inert(first.name, 120))}.")
    if notes:
        parts.insert(0, "\n".join(f"{language.comment} {line}" for line in notes))
    owner, declared = inert(group.owner, 80), "\n\n".join(parts)
    return prompts.render("tools", owner=owner, declarations=declared, fence=language.name).strip()


def _fitting(sections: Iterator[str], room: int) -> list[str] | None:
    parts: list[str] = []
    for section in sections:
        room -= _size(section)
        if room < 0:
            return None
        parts.append(section)
    return parts


def reference_fits(catalog: Catalog, language: str = GO) -> bool:
    """Whether `tool_reference` would tell everything of all tools in one question. Not more of them is rendered than fits."""
    room = REFERENCE_BUDGET
    if sum(2 * len(entry.name) + 20 for entry in catalog.entries) > room:  # each has its name twice
        return False
    spoken = language_of(language)
    declare = _declarer(spoken, None, MAX_WHOLE)
    for group in _grouped(catalog.entries):
        room -= _size(_section(replace(group, tools=group.tools[:1]), declare, spoken))
        for tool, description in group.tools[1:]:
            room -= _size(declare(tool, description))
            if room < 0:
                return False
    return room >= 0


def list_fits(catalog: Catalog) -> bool:
    """Whether `tool_list` would have a line for each tool."""
    room = LIST_BUDGET
    for entry in catalog.entries:
        room -= len(index_line(entry).encode()) + 1
        if room < -1:  # the last has no line break
            return False
    return True


def _crowded(catalog: Catalog, entries: Sequence[ToolEntry], budget: int, declare: _Declare, language: Language) -> str:
    """For tools that do not fit even with short texts: the best are declared, the others are only named, as many as fit."""
    lines = [index_line(entry, results=True) for entry in entries]
    room = budget - sum(_size(line) for line in lines) - 200
    declared: list[ToolEntry] = []
    for entry, line in zip(entries, lines):
        room += _size(line) - _size(declare(entry, entry.description)) - 40
        if room < 0:
            break
        declared.append(entry)
    parts = [_section(group, declare, language) for group in _grouped(declared)]
    room = budget - sum(_size(part) for part in parts) - 200
    named: list[str] = []
    for line in lines[len(declared) :]:
        room -= _size(line)
        if room < 0:
            break
        named.append(line)
    if named:
        parts.append("\n".join(named))
    shown = len(declared) + len(named)
    if shown < len(catalog):
        parts.append(_remainder(shown, len(catalog), language))
    return "\n\n".join(parts)


def _size(text: str) -> int:
    return len(text.encode()) + 2


def _remainder(shown: int, total: int, language: Language) -> str:
    return (
        f"({shown} of {total} tools shown. If none of these does what is needed, the snippet can find others with "
        f"{language.search} and call them by name.)"
    )
