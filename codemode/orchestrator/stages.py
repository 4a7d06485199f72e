"""The questions to the model, each with its prompt and its way of being answered. Both pipelines are made of these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from codemode import prompts
from codemode.catalog import Catalog, ToolEntry
from codemode.dsl.names import letters_of
from codemode.engine.languages import language_of
from codemode.engine.languages.language import Language
from codemode.errors import ModelError
from codemode.orchestrator.answers import (
    Answer,
    Decision,
    Plan,
    PlanOrSearch,
    Selection,
    SelectionOrSearch,
    Snippet,
    read_aside,
)
from codemode.orchestrator.candidates import Candidates
from codemode.orchestrator.events import Emit, silent
from codemode.orchestrator.models import Asker
from codemode.orchestrator.problems import UNUSABLE, fenced, shortened, unanswered
from codemode.orchestrator.usage import Usage

A = TypeVar("A", bound=Answer)
MAX_CODE = 20_000  # characters of a snippet that is shown to the model again


@dataclass(slots=True, frozen=True)
class Chosen:
    """Tools that a model chose: those the catalog has, and the names it does not have."""

    tools: tuple[ToolEntry, ...]
    unknown: tuple[str, ...] = ()


@dataclass(slots=True, frozen=True)
class Stages:
    """The questions of one request: their subject, and the model that is asked."""

    asker: Asker
    request: str
    candidates: Candidates
    guide: str
    usage: Usage
    emit: Emit = silent
    repairs: int = 0  # how often the model is asked again for an answer that cannot be read

    @property
    def language(self) -> Language:
        return language_of(self.candidates.language)

    @property
    def catalog(self) -> Catalog:
        return self.candidates.catalog

    async def decide(self) -> bool:
        """Are tools needed?"""
        shown = self.candidates
        more = "" if shown.complete else ", or that a tool of one of these owners may provide"
        prompt = prompts.render("decide", request=self.request, tools=shown.listed(), more=more)
        return (await self._ask_again(prompt, Decision)).needs

    async def select(self) -> Chosen:
        """Which tools? While not all are shown, the model may search for others first."""
        shown = self.candidates
        while True:
            prompt = prompts.render(
                "select", request=self.request, tools=shown.listed(), search=shown.search_text()
            ).rstrip()
            if not shown.may_search:
                return choose(self.catalog, (await self._ask_again(prompt, Selection)).tools)
            answer = await self._ask_again(prompt, SelectionOrSearch)
            if answer.tools or not answer.search:
                return choose(self.catalog, answer.tools or [])
            await shown.search(answer.search)

    async def generate(self, tools: Sequence[ToolEntry]) -> Snippet:
        """A snippet for the selected tools."""
        prompt = prompts.render(
            "generate",
            head=self._head(self.candidates.reference(tools)),
            request=self.request,
            names=", ".join(tool.name for tool in tools),
            title=self.language.title,
        )
        return await self._ask(prompt, Snippet)

    async def plan(self) -> Plan:
        """Selection and snippet in one answer. While not all tools are shown, the model may search for others first."""
        shown = self.candidates
        while True:
            prompt = prompts.render(
                "single",
                head=self._head(shown.whole_reference()),
                request=self.request,
                search=shown.search_text(),
                title=self.language.title,
            ).rstrip()
            if not shown.may_search:
                return await self._ask(prompt, Plan)
            answer = await self._ask(prompt, PlanOrSearch)
            if answer.code.strip() or answer.tools or not answer.search:
                return answer
            await shown.search(answer.search)

    async def repair(
        self, tools: Sequence[ToolEntry], code: str, problems: str, calls: str, *, may_need_none: bool
    ) -> Plan:
        """A better snippet, from what went wrong with the last one and from what it had already done. `may_need_none`: the model may say instead
        that no tool is needed."""
        language = self.language
        shown = self.candidates
        prompt = prompts.render(
            "repair",
            head=self._head(shown.whole_reference() if tools is shown.tools else shown.reference(tools)),
            title=language.title,
            request=self.request,
            code=fenced(
                shortened(code.strip(), MAX_CODE) or f"{language.comment} your answer had no code", language.name
            ),
            problems=fenced(problems),
            calls=calls,
            none=f"\n\n{prompts.render('repair_none').strip()}" if may_need_none else "",
        ).rstrip()
        return await self._ask(prompt, Plan)

    def _head(self, reference: str) -> str:
        language, title = self.guide, self.language.title
        return prompts.render("snippet_head", title=title, language=language, reference=reference).strip()

    async def _ask_again(self, prompt: str, shape: type[A]) -> A:
        """Asks. If the answer cannot be read, asks again, as often as a snippet may be repaired."""
        before: ModelError | None = None
        for left in range(self.repairs, -1, -1):
            told = f"\n\n{UNUSABLE}: {before.message}" if before is not None else ""
            try:
                return await self._ask(prompt + told, shape)
            except ModelError as error:
                if error.code != "model_answer_invalid":
                    if before is None:
                        raise
                    raise unanswered(error, before) from error
                if not left:
                    raise
                before = error
        raise AssertionError

    async def _ask(self, prompt: str, shape: type[A]) -> A:
        return await read_aside(await self.asker.ask(prompt, shape, self.usage, self.emit), shape)


def choose(catalog: Catalog, names: Sequence[str]) -> Chosen:
    """The tools of those names (or ids), each once, in the order given. A name with the letters of one tool means that one: ShopAdd for shop.add."""
    tools: dict[str, ToolEntry] = {}
    unknown: dict[str, None] = {}
    for name in names:
        entry = catalog.get(name.strip())
        if entry is None:
            same = catalog.of_letters(letters_of(name))
            entry = catalog.get(same[0]) if len(same) == 1 else None
        if entry is None:
            unknown[name] = None
        else:
            tools[entry.id] = entry
    return Chosen(tuple(tools.values()), tuple(unknown))
