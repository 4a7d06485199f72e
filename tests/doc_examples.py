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
_BLOCK = re.compile(
    r"(?:^<!-- ([^\n]*) -->\n)?^```(\w+)\n(.*?)^```$\n?(?:<!-- (\w+): (.*?) -->)?", re.MULTILINE | re.DOTALL
)
NEXT = "prints the next block"

# what differs from run to run: shown in a document, but only of its type
_MEASURED = frozenset({"ms", "run_id", "steps", "peak_memory_bytes"})


@dataclass(frozen=True)
class Example:
    """A fenced block. `says` is the kind of expectation in the comment after it (value, prints, problem,
    reply: the next block is what exec answers, answer: a scripted model
    wrote it), `expected` its text.

    `before` is the comment before it, `following` the text of the next block of the file.
    """

    file: str
    line: int
    language: str
    code: str
    says: str
    expected: Any
    before: str = ""
    following: str = ""

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
    blocks = list(_BLOCK.finditer(text))
    for at, found in enumerate(blocks):
        before, language, code, says, expected = found.groups()
        if "{{" in code and language == "go" and re.fullmatch(r"\s*\{\{\w+\}\}\s*", code):
            continue  # the slot of a template
        line = text.count("\n", 0, found.start()) + 1
        value = json.loads(expected) if says in ("value", "prints") else expected
        following = blocks[at + 1][3] if at + 1 < len(blocks) else ""
        yield Example(str(path.relative_to(ROOT)), line, language, code, says or "", value, before or "", following)


def printed(example: Example) -> str | None:
    """What a Python example is said to print: in the comment before it, or in the block after it."""
    if example.before == NEXT:
        return example.following.strip()
    found = re.search(r"prints: (.*)", example.before)
    return found[1] if found is not None else None


def differences(told: Any, found: Any, at: str = "$") -> Iterator[str]:
    """Where JSON is not what a document shows. "..." stands for anything, a text that ends so for any that begins so; of what is
    measured only the type is compared."""
    name = at.rpartition(".")[2]
    if told == "...":
        return
    if isinstance(told, str) and told.endswith("...") and isinstance(found, str):
        if not found.startswith(told[:-3]):
            yield f"{at}: {told!r} is {found!r}"
    elif isinstance(told, dict) and isinstance(found, dict):
        if told.keys() != found.keys():
            yield f"{at}: the keys {list(told)} are {list(found)}"
        for key in told.keys() & found.keys():
            yield from differences(told[key], found[key], f"{at}.{key}")
    elif isinstance(told, list) and isinstance(found, list):
        if len(told) != len(found):
            yield f"{at}: {len(told)} items are {len(found)}"
        for number, (one, other) in enumerate(zip(told, found)):
            yield from differences(one, other, f"{at}[{number}]")
    elif name in _MEASURED or at.rpartition(".")[0].endswith(".ms"):
        if isinstance(told, str) != isinstance(found, str) or found is None:
            yield f"{at}: {told!r} is {found!r}"
    elif type(told) is not type(found) or told != found:
        yield f"{at}: {told!r} is {found!r}"


def documents_of_json(text: str) -> list[Any]:
    """The JSON values of a text, one after the other."""
    decoder, found, at = json.JSONDecoder(), [], 0
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        value, at = decoder.raw_decode(text, at)
        found.append(value)
    return found


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
