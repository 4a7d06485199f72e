"""The record of a tool in the catalog."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Any, Literal, cast

from codemode.errors import ConfigError, ToolError
from codemode.records import dataclass

_PLAIN = re.compile(r"[^\w.\-/@]+")

# what drives the program itself is never offered to the program
CONTROL_TOOLS = frozenset(
    "exec wait tool_search tool_search_code tool_describe tool_call search_tools codemode_run_code codemode.run_code".split()
)


Outputs = Literal["warn", "strict", "ignore", ""]
"""What is done with a result that is not as declared: "warn" passes it on with a warning, "strict" fails the call, "ignore" does not check."""
OUTPUTS = ("warn", "strict", "ignore")


def checked_outputs(given: object) -> Outputs:
    """Returns the value if it is one of the modes, and "" for None. Raises ConfigError."""
    if given is None:
        return ""
    if given not in OUTPUTS:
        raise ConfigError(f"outputs must be one of {', '.join(OUTPUTS)}, not {given!r}")
    return cast(Outputs, given)


@dataclass(slots=True, frozen=True)
class Preset:
    """Arguments that the host gives in place of programs. `schema` is the tool's own, which has parameters for them; the values may be secrets."""

    values: Mapping[str, Any] = field(repr=False)
    schema: Mapping[str, Any] = field(repr=False)

    def filled(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the arguments of a call of the tool `name` with the preset ones. Raises ToolError if the call has a preset argument itself."""
        own = [key for key in self.values if key in arguments]
        if own:
            told = (
                f"{' and '.join(own)} {'is' if len(own) == 1 else 'are'} given by the host and cannot be changed: leave"
            )
            raise ToolError(f"{name}: {told} {'it' if len(own) == 1 else 'them'} out", code="invalid_tool_input")
        return {**arguments, **self.values}


@dataclass(slots=True, frozen=True)
class ToolEntry:
    """One tool of the catalog.

    `id` is `<source>:<owner>:<tool>`; `name` is what guest code calls it by. `source` is the kind of its origin ("utcp", "function", "mcp"),
    `source_name` its owner there. `output_schema` is None when the tool does not say what it returns. `client_provided`: the
    host application itself gave it, so that it wins over another tool of the same name. `outputs` says how to treat results that do not match
    `output_schema`; "" leaves that to the engine. `filled_in`: programs may leave out required arguments, which a hook may supply.
    `may_stream`: programs may read its result piece by piece, or at once. `preset` are arguments that its source adds: `input_schema` is
    without them.

    `tame` is the entry as a catalog has it, once one has asked (see `codemode.catalog.taming`); that entry has a `digest` of all that a program or a
    prompt can see of it, its `size` in bytes, and the `faults` that were found.
    """

    id: str
    name: str
    description: str = ""
    label: str = ""
    tags: tuple[str, ...] = ()
    input_schema: Mapping[str, Any] = field(default_factory=dict[str, Any])
    output_schema: Mapping[str, Any] | None = None
    streaming: bool = False
    may_stream: bool = False
    read_only: bool = False
    idempotent: bool = False
    source: str = "function"
    source_name: str = ""
    client_provided: bool = False
    outputs: Outputs = ""
    filled_in: bool = False
    preset: Preset | None = None
    tame: ToolEntry | None = field(default=None, init=False, repr=False, compare=False)
    digest: bytes = field(default=b"", init=False, repr=False, compare=False)
    size: int = field(default=0, init=False, repr=False, compare=False)
    faults: tuple[str, ...] = field(default=(), init=False, repr=False, compare=False)

    @property
    def is_control(self) -> bool:
        """Whether the tool runs code or searches tools. Such a tool would let the program run itself."""
        if self.needs_id:
            return False
        return self.name in CONTROL_TOOLS or self.name.endswith((".codemode.run_code", ".codemode_run_code"))

    @property
    def needs_id(self) -> bool:
        """Whether a tool of the host has the name of exec or wait. Programs may call it, but only by its id or `owner.name`."""
        return self.client_provided and self.name in ("exec", "wait")

    @property
    def is_mcp(self) -> bool:
        """Whether the tool is of an MCP server: programs call it by its name, `MCP.<server>.<tool>(input)`, and never with CallTool."""
        return self.source == "mcp"

    @property
    def under_owner(self) -> str:
        """`owner.name`, by which programs may call a tool whose name does not begin with its owner's."""
        return f"{self.source_name}.{self.name}"

    def compact(self) -> dict[str, Any]:
        """Returns the entry without schemas, as in ALL_TOOLS."""
        return {
            "id": self.id,
            "name": self.name,
            "label": self.label or self.name,
            "description": self.description,
            "source": self.source,
            "source_name": self.source_name,
        }


def entry_id(source: str, owner: str, name: str) -> str:
    """`<source>:<owner>:<tool>`, where the tool's name has lost the owner it repeats: utcp:math:add for math.add of manual math."""
    tool = name.removeprefix(f"{owner}.") if owner else name
    return f"{source}:{_plain(owner)}:{_plain(tool)}"


def _plain(text: str) -> str:
    return _PLAIN.sub("_", text) or "_"


def unique_ids(entries: Iterable[ToolEntry]) -> list[ToolEntry]:
    """Returns the entries in their order; a repeated id gets a number."""
    taken: set[str] = set()
    numbers: dict[str, int] = {}
    found: list[ToolEntry] = []
    for entry in entries:
        id = entry.id
        while id in taken:
            number = numbers[entry.id] = numbers.get(entry.id, 1) + 1
            id = f"{entry.id}#{number}"
        taken.add(id)
        found.append(entry if id == entry.id else replace(entry, id=id))
    return found
