"""Module itertools. Each item of an endless iterator costs a step."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false, reportUnknownVariableType=false
from __future__ import annotations

import itertools
from typing import Any, Final

from codemode.python.values import Native

Members = dict[str, Any]


def _endless(guest: Any) -> Members:
    """Returns the functions whose iterators may be endless."""
    run, steps = guest.run, guest.steps

    def count(start: Any = 0, step: Any = 1) -> Any:
        add = guest.guard("add")
        while True:
            run.work(1)
            yield start
            start = add(start, step)

    def cycle(items: Any) -> Any:
        kept: list[Any] = []
        for item in steps(items):
            run.take(8)
            kept.append(item)
            yield item
        while kept:
            yield from steps(kept)

    def repeat(item: Any, times: int | None = None) -> Any:
        left = times
        while left is None or left > 0:
            run.work(1)
            yield item
            left = None if left is None else left - 1

    return {"count": count, "cycle": cycle, "repeat": repeat}


def _choosing(guest: Any) -> Members:
    """Returns the functions that make many combinations of a few items."""
    run, steps = guest.run, guest.steps

    def product(*pools: Any, repeat: int = 1) -> Any:
        if repeat > 100:
            raise ValueError("repeat is at most 100")
        return steps(itertools.product(*(guest.listed(each) for each in pools), repeat=repeat))

    def chosen(name: str) -> Any:
        real = getattr(itertools, name)

        def call(items: Any, r: int | None = None) -> Any:
            made = guest.listed(items)
            run.take(8 * (r or len(made)))
            return steps(real(made) if r is None else real(made, r))

        return call

    return {
        "product": product,
        "permutations": chosen("permutations"),
        "combinations": chosen("combinations"),
        "combinations_with_replacement": chosen("combinations_with_replacement"),
    }


def _passing(guest: Any) -> Members:
    """Returns the functions that pass on items of their argument."""
    run, steps, iterate = guest.run, guest.steps, guest.iterate

    def passing(name: str) -> Any:
        real = getattr(itertools, name)
        return lambda call, items, *rest: real(guest.call(call), steps(items), *rest)

    def tee(items: Any, n: int = 2) -> Any:
        if n > 100:
            raise ValueError("tee makes at most 100 iterators")
        return itertools.tee(steps(items), n)

    def batched(items: Any, n: int) -> Any:
        rest = steps(items)
        if n < 1:
            raise ValueError("n must be at least one")
        while batch := guest.listed(itertools.islice(rest, n)):
            run.take(8 * len(batch))
            yield tuple(batch)

    def from_iterable(items: Any) -> Any:
        for each in iterate(items):
            yield from steps(each)

    return {
        "islice": lambda items, *args: itertools.islice(steps(items), *args),
        "chain": Native("chain", lambda *items: from_iterable(items), {"from_iterable": from_iterable}),
        "accumulate": lambda items, func=None, *, initial=None: itertools.accumulate(
            steps(items), func or guest.guard("add"), initial=initial
        ),
        "groupby": lambda items, key=None: itertools.groupby(steps(items), key),
        "takewhile": passing("takewhile"),
        "dropwhile": passing("dropwhile"),
        "filterfalse": passing("filterfalse"),
        "starmap": passing("starmap"),
        "compress": lambda data, selectors: itertools.compress(steps(data), steps(selectors)),
        "zip_longest": lambda *items, fillvalue=None: itertools.zip_longest(*map(steps, items), fillvalue=fillvalue),
        "pairwise": lambda items: itertools.pairwise(steps(items)),
        "tee": tee,
        "batched": batched,
    }


MODULES: Final[dict[str, Any]] = {"itertools": lambda guest: {**_endless(guest), **_choosing(guest), **_passing(guest)}}
