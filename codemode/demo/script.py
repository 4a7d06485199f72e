"""What the demo asks, and the answers for when there is no model to ask."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from codemode.orchestrator import ScriptedModel


@dataclass(frozen=True, slots=True)
class Question:
    title: str
    prompt: str
    tools: tuple[str, ...]  # those the script selects
    program: str  # the file in programs/ that the script answers with
    mistake: str = ""  # the file that it answers with first
    compared: bool = False  # whether to say what the same would cost with direct calls

    def answers(self, pipeline: str) -> list[dict[str, Any]]:
        """The answers of the script to the prompts, in order."""
        first, *others = [{"code": _text(name), "stream": False} for name in (self.mistake, self.program) if name]
        tools = {"tools": list(self.tools)}
        return [{"needs": True}, tools, first, *others] if pipeline == "staged" else [{**tools, **first}, *others]


def _text(name: str) -> str:
    return (files("codemode.demo") / "programs" / name).read_text(encoding="utf-8")


QUESTIONS = (
    Question(
        "A mistake is reported and repaired",
        "Get the sum of 5 and 7, then multiply it by 3.",
        ("math.add", "math.multiply"),
        "math.go",
        mistake="math_mistake.go",
    ),
    Question(
        "Many calls, one program",
        "Of which products are fewer on hand than their reorder point says, and by how many?",
        ("shop.list_products", "shop.get_stock"),
        "shop.go",
        compared=True,
    ),
    Question(
        "What costs money asks first",
        "Order as many pieces of the vertical mouse (MS-2) as are missing.",
        ("shop.get_stock", "shop.place_order"),
        "order.go",
    ),
)


def scripted_model(pipeline: str = "auto") -> ScriptedModel:
    """Answers the questions in order, as a model would. The tools of the demo fit into one question."""
    return ScriptedModel([answer for question in QUESTIONS for answer in question.answers(pipeline)])
