"""Iterators that the guards make: what they cost nobody notices, and errors leave them as they were."""

from __future__ import annotations

from typing import Any

import pytest

import codemode
from codemode.engine.limits import Limits
from codemode.errors import LimitError

RAISES_ONCE = """
class It:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n == 2: raise ValueError("once")
        return self.n
found = []
it = {}
for _ in range(4):
    try: found.append(next(it)[0])
    except ValueError: found.append("raised")
found
"""
DEEP = """
def depth(tree): return 1 + max([depth(c) for c in tree if c is not None] or [0])
tree = []
for _ in range(2000): tree = [tree]
for _ in range(60):
    try: depth(tree)
    except RecursionError: pass
    tree = [tree]
orders = [dict(total=5), dict(total=7)]
[sum(o["total"] for o in orders if o), [o["total"] for o in orders if o], list(map(lambda o: len(o), orders))]
"""


def run(code: str, **options: Any) -> Any:
    return codemode.run(code, language="python", trust_python=True, **options).value


@pytest.mark.anyio
async def test_comprehensions_go_on_after_python_s_recursion_limit() -> None:
    """An error where a step is charged must not end all later iterators. In a worker: Python tells on standard error what it cannot call there."""
    async with codemode.Engine(languages=("python",)) as engine:
        assert (await engine.session().exec(DEEP)).value == [12, [5, 7], [1, 1]]


@pytest.mark.parametrize(
    ("made", "first", "third"),
    [("zip(It(), 'abcd')", 1, 3), ("zip('abcd', It())", "a", "c"), ("enumerate(It())", 0, 1)],
)
def test_an_iterator_goes_on_after_an_exception(made: str, first: Any, third: Any) -> None:
    assert run(RAISES_ONCE.replace("{}", made))[:3] == [first, "raised", third]


@pytest.mark.parametrize("size", [0, -5])
def test_a_cache_may_have_no_room(size: int) -> None:
    code = f"import functools\n@functools.lru_cache(maxsize={size})\ndef f(x): return x\n[f(1), f(1), f.cache_info().misses]"
    assert run(code) == [1, 1, 2]


@pytest.mark.parametrize("text", ["f'{5:%s}'", "'{:%s}'.format(5)", "format(5, '%s')", "'%%%sd' %% 5"])
def test_zeros_before_a_width_do_not_hide_it(text: str) -> None:
    with pytest.raises(LimitError):
        run(text % ("0" * 12 + "300000000"), limits=Limits(memory_limit_bytes=32 << 20))


def test_a_function_that_needs_arguments_is_no_answer() -> None:
    warned = codemode.run("def f(shop):\n    return shop", language="python", trust_python=True).warnings
    assert not any("never called" in each.message for each in warned)
