"""The rewritten program is no larger than its text is: what the rewriter writes twice is short."""

from __future__ import annotations

import ast

import pytest

from codemode.python.nodes import nodes_of
from codemode.python.rewrite import Rewrite, bound_names

FORMS = {
    "sums in parentheses": ("a + (", "a", ")"),
    "remainders in parentheses": ("a % (", "a", ")"),
    "sums of calls": ("f(a) + (", "a", ")"),
    "sums in calls": ("a + f(", "a", ")"),
    "sums of sums": ("f(a + ", "a", ") + f(a)"),
    "sums in items": ("a + x[", "a", "]"),
    "sums of methods": ("a.get(", "a", ").get(a)"),
    "methods in arguments": ("a.get(a.get(", "a", "))"),
    "sums in lists": ("a + [", "a", "][0]"),
    "sums in lambdas": ("f(lambda: a + ", "a", ")"),
    "sums in comprehensions": ("[b + ", "a", " for b in x]"),
    "powers": ("a ** (", "a", ")"),
    "texts": ("f(f'{a}', ", "a", ")"),
    "conditions": ("(a + b if ", "a", " else a + b)"),
}


def _nodes(text: str) -> int:
    """Counts the nodes as the compiler meets them: one that is in two places counts twice."""
    tree = ast.parse(text)
    made = Rewrite(lambda *_: None, bound_names(nodes_of(tree))).visit(tree)
    left, count = [made], 0
    while left:
        count += 1
        left += ast.iter_child_nodes(left.pop())
    return count


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("around", ["{}", "def g(a):\n    return {}", "class A:\n    b = {}"])
def test_the_rewritten_program_grows_with_the_text(form: str, around: str) -> None:
    begins, inner, ends = FORMS[form]
    few, many = (_nodes(around.format(begins * n + inner + ends * n)) for n in (4, 8))
    assert many <= 2.5 * few
