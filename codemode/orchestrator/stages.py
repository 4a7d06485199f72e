"""The questions to the model, each with its prompt and its way of being answered. Both pipelines are made of these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from codemode import prompts
from codemode.catalog import Catalog, ToolEntry
from codemode.orchestrator.answers import Answer, Decision, Plan, Selection, Snippet, read
from codemode.orchestrator.events import Emit, silent
from codemode.orchestrator.models import Asker
from codemode.orchestrator.reference import REFERENCE_BUDGET, tool_list, tool_reference
from codemode.orchestrator.usage import Usage

A = TypeVar("A", bound=Answer)


@dataclass(slots=True, frozen=True)
class Chosen:
    """Tools that a model chose: those the catalog has, and the names it does not have."""

    tools: tuple[ToolEntry, ...]
    unknown: tuple[str, ...] = ()


@dataclass(slots=True, frozen=True)
class Stages:
    """The questions of one request: what is asked about, and who is asked."""

    asker: Asker
    request: str
    catalog: Catalog
    candidates: Sequence[ToolEntry]
    guide: str
    usage: Usage
    reference_budget: int = REFERENCE_BUDGET
    emit: Emit = silent

    async def decide(self) -> bool:
        """Are tools needed?"""
        prompt = prompts.render("decide", request=self.request, tools=self._list())
        return (await self._ask(prompt, Decision)).needs

    async def select(self) -> Chosen:
        """Which of the candidates?"""
        prompt = prompts.render("select", request=self.request, tools=self._list())
        return choose(self.catalog, (await self._ask(prompt, Selection)).tools)

    async def generate(self, tools: Sequence[ToolEntry]) -> Snippet:
        """A snippet for the selected tools."""
        prompt = prompts.render(
            "generate",
            request=self.request,
            names=", ".join(tool.name for tool in tools),
            reference=self.reference(tools),
            language=self.guide,
        )
        return await self._ask(prompt, Snippet)

    async def plan(self) -> Plan:
        """Selection and snippet in one answer."""
        prompt = prompts.render(
            "single", request=self.request, reference=self.reference(self.candidates), language=self.guide
        )
        return await self._ask(prompt, Plan)

    async def repair(self, tools: Sequence[ToolEntry], code: str, problems: str, calls: str) -> Snippet:
        """A better snippet, from what went wrong with the last one and from what it had already done."""
        prompt = prompts.render(
            "repair",
            request=self.request,
            code=code.strip() or "// your answer held no code",
            problems=problems,
            calls=calls,
            reference=self.reference(tools),
            language=self.guide,
        )
        return await self._ask(prompt, Snippet)

    def reference(self, tools: Sequence[ToolEntry]) -> str:
        return tool_reference(self.catalog, tools, self.reference_budget)

    async def _ask(self, prompt: str, shape: type[A]) -> A:
        return read(await self.asker.ask(prompt, shape, self.usage, self.emit), shape)

    def _list(self) -> str:
        return tool_list(self.candidates, len(self.catalog))


def choose(catalog: Catalog, names: Sequence[str]) -> Chosen:
    """The tools of those names (or ids), each once, in the order given."""
    tools: dict[str, ToolEntry] = {}
    unknown: dict[str, None] = {}
    for name in names:
        entry = catalog.get(name.strip())
        if entry is None:
            unknown[name] = None
        else:
            tools[entry.id] = entry
    return Chosen(tuple(tools.values()), tuple(unknown))


def candidates(catalog: Catalog, request: str, limit: int) -> list[ToolEntry]:
    """The tools that fit the request best; where there is room, the others after them, because one step of a plan may share
    no word with the request. None when nothing fits at all."""
    ranked = catalog.search(request, limit)
    if not ranked:
        return []
    taken = {entry.id for entry in ranked}
    return [*ranked, *(entry for entry in catalog.entries if entry.id not in taken)][:limit]
