"""Python's parser gives the tree of a text also while other trees are being made."""

from __future__ import annotations

import ast
import gc
from typing import Literal

import pytest

from codemode.python_ast import parsed

TEXT = "\n".join(f"x{i} = [a + {i}, (b, {{'c': d.e(f, *g)}})]" for i in range(300))


@pytest.mark.parametrize("below", [0, 20, 100])
def test_a_tree_is_made_while_a_finalizer_makes_one(below: int) -> None:
    """As the finalizer of a failed task does, when it shows the traceback."""
    made: list[int] = []

    def deeper(times: int) -> None:
        if times:
            deeper(times - 1)
        else:
            ast.parse("1 + 1")

    def finalize(phase: str, _: object) -> None:
        if phase == "stop" and len(made) < 3:
            made.append(1)
            deeper(below)

    before = gc.get_threshold()
    gc.callbacks.append(finalize)
    gc.set_threshold(50)
    try:
        tree = parsed(TEXT)
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(finalize)
    assert made
    assert ast.dump(tree) == ast.dump(ast.parse(TEXT))


@pytest.mark.parametrize("mode", ["exec", "eval"])
def test_what_the_parser_raises_is_raised(mode: Literal["exec", "eval"]) -> None:
    with pytest.raises(SyntaxError, match="never closed"):
        parsed("f(", mode)
