"""The code examples in Markdown files, with what is said about them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codemode.demo import shop

ROOT = Path(__file__).parent.parent
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$\n?(?:<!-- (\w+): (.*?) -->)?", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Example:
    """A fenced block. `says` is the kind of expectation in the comment after it (value, prints, problem), `expected` its text."""

    file: str
    line: int
    language: str
    code: str
    says: str
    expected: Any

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def documents() -> list[Path]:
    """Every Markdown file of ours."""
    found = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")]
    return sorted(found) + sorted(ROOT.glob("codemode/prompts/*.md"))


def examples(language: str) -> list[Example]:
    return [example for path in documents() for example in _of(path) if example.language == language]


def _of(path: Path) -> Iterator[Example]:
    text = path.read_text(encoding="utf-8")
    for found in _BLOCK.finditer(text):
        language, code, says, expected = found.groups()
        if "{{" in code and language == "go" and re.fullmatch(r"\s*\{\{\w+\}\}\s*", code):
            continue  # the slot of a template
        line = text.count("\n", 0, found.start()) + 1
        value = json.loads(expected) if says in ("value", "prints") else expected
        yield Example(str(path.relative_to(ROOT)), line, language, code, says or "", value)


def _arithmetic(a: float, b: float, sign: str) -> dict[str, float]:
    result = {"add": a + b, "subtract": a - b, "multiply": a * b}.get(sign)
    if result is None:
        if b == 0:
            raise ValueError("division by zero")
        result = a / b
    return {"result": result}


def demo_functions() -> dict[str, Any]:
    """The demo's tools as plain functions, by name."""

    def add(a: float, b: float) -> dict[str, float]:
        """Add two numbers and give their sum."""
        return _arithmetic(a, b, "add")

    def subtract(a: float, b: float) -> dict[str, float]:
        """Subtract b from a."""
        return _arithmetic(a, b, "subtract")

    def multiply(a: float, b: float) -> dict[str, float]:
        """Multiply two numbers."""
        return _arithmetic(a, b, "multiply")

    def divide(a: float, b: float) -> dict[str, float]:
        """Divide a by b."""
        return _arithmetic(a, b, "divide")

    def get_stock(sku: str) -> dict[str, Any]:
        """How many pieces of one product are in stock."""
        return shop.get_stock(sku)

    def list_products() -> dict[str, Any]:
        """List all products."""
        return shop.list_products()

    def list_orders(status: str | None = None) -> dict[str, Any]:
        """List orders."""
        return shop.list_orders(status)

    def follow(topic: str, count: int = 3) -> Iterator[dict[str, Any]]:
        """Stream headlines about a topic."""
        yield from shop.headlines(topic, count)

    return {
        "math": [add, subtract, multiply, divide],
        "shop": [get_stock, list_products, list_orders],
        "news": [follow],
    }


def demo_sources() -> list[Any]:
    from codemode import FunctionSource

    return [FunctionSource.from_functions(*functions, owner=owner) for owner, functions in demo_functions().items()]
