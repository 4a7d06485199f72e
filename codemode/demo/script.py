"""What the demo asks, and the answers for when there is no model to ask."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from codemode.orchestrator import ScriptedModel


@dataclass(frozen=True, slots=True)
class Question:
    prompt: str
    tools: tuple[str, ...]  # those the script selects
    program: str  # the file in programs/ that the script answers with

    @property
    def code(self) -> str:
        return (files("codemode.demo") / "programs" / self.program).read_text(encoding="utf-8")

    @property
    def streams(self) -> bool:
        return "CallToolStream" in self.code


QUESTIONS = (
    Question("Get sum of 5 and 7, then multiply by 3", ("math.add", "math.multiply"), "math.go"),
    Question(
        "Which products of the shop are below their reorder point, and how many pieces of each are missing?",
        ("shop.list_products", "shop.get_stock"),
        "shop.go",
    ),
    Question("Follow the next three news headlines about go and shout them", ("news.follow",), "news.go"),
)


def scripted_model(pipeline: str = "auto") -> ScriptedModel:
    """Answers the questions in order, as a model would. The tools of the demo fit into one question."""
    answers: list[dict[str, Any]] = []
    for question in QUESTIONS:
        tools, snippet = {"tools": list(question.tools)}, {"code": question.code, "stream": question.streams}
        answers += [{"needs": True}, tools, snippet] if pipeline == "staged" else [{**tools, **snippet}]
    return ScriptedModel(answers)
