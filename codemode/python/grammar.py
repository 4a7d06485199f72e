"""Whether a text is Python, by its grammar alone."""

from __future__ import annotations

import ast
import re
import warnings
from textwrap import dedent

from codemode.cancellation import check_cancelled
from codemode.python_ast import parsed

_FENCE = re.compile(r"^[ \t]*+(`{3,}+|~{3,}+)[ \t]*+([\w+#.-]*+)[^\n`]*+$", re.MULTILINE)
_TAGS = frozenset(("python", "py", "python3"))

_HEADER = re.compile(
    r"^[ \t]*(?:if|elif|else|for|while|async|def|class|try|except|finally|with)\b[^{}\n]*:[ \t]*(?:#.*)?$", re.MULTILINE
)
_OF_GO = re.compile(r":=|&&|\|\||\{[ \t]*$|^[ \t]*(?:func|var|package|type)\b|//", re.MULTILINE)
_BLOCKS = (
    *(ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.TryStar, ast.With, ast.AsyncWith, ast.Match),
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
)
_ODD = (ast.Div, ast.FloorDiv, ast.Mod)  # operators with other results than in Go


def tree_of(text: str) -> ast.Module:
    """Raises SyntaxError, ValueError, RecursionError and MemoryError."""
    check_cancelled()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return parsed(text)


def _tree(text: str) -> ast.Module | None:
    try:
        return tree_of(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def is_python(text: str) -> bool:
    """Returns whether the text, or the Markdown block in it, is Python: it parses, or it has blocks of Python or is only indented wrongly, and has
    nothing of Go."""
    program = bare(text)
    return _tree(program) is not None or _looks(program) or _is_misindented(program)


def has_blocks(text: str) -> bool:
    """Returns whether the text is Python and has blocks, which no other language marks like that."""
    return _has(text, _BLOCKS)


def is_program(text: str) -> bool:
    """Returns whether the text is Python and has blocks, or operators whose results are Python's own."""
    return _has(text, (*_BLOCKS, *_ODD))


def _has(text: str, kinds: tuple[type[ast.AST], ...]) -> bool:
    program = bare(text)
    tree = _tree(program)
    return _looks(program) if tree is None else any(isinstance(node, kinds) for node in ast.walk(tree))


def _is_misindented(text: str) -> bool:
    try:
        tree_of(text)
    except IndentationError:
        return _OF_GO.search(text) is None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass
    return False


def _looks(text: str) -> bool:
    return _HEADER.search(text) is not None and _OF_GO.search(text) is None


def bare(text: str) -> str:
    """Returns the text of a program: of a Markdown block, if there is one, and without an indentation that all lines have. Lines keep their
    numbers."""
    found = without_fence(text)
    if found.lstrip("\r\n")[:1] not in (" ", "\t"):
        return found
    made = dedent(found)
    return made if _tree(made) is not None else found


def without_fence(text: str) -> str:
    """Returns the first Markdown block tagged as Python, or else the first block. Lines keep their numbers. Text without a block is returned
    unchanged."""
    if "```" not in text and "~~~" not in text:
        return text.removeprefix("\ufeff")
    blocks: list[tuple[str, int, int]] = []
    opening: re.Match[str] | None = None
    for fence in _FENCE.finditer(text):
        if opening is None:
            opening = fence
        elif not fence[2] and fence[1].startswith(opening[1]):
            blocks.append((opening[2].lower(), opening.end() + 1, fence.start()))
            opening = None
    if opening is not None:
        blocks.append((opening[2].lower(), min(opening.end() + 1, len(text)), len(text)))
    # a text that parses with its fences has them as a part of the program, and not as Markdown
    if not blocks or _tree(text) is not None:
        return text
    _, start, end = next((block for block in blocks if block[0] in _TAGS), blocks[0])
    return "\n" * text.count("\n", 0, start) + text[start:end]
