"""Checks a program again where a round found that declarations may be meant otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from codemode.dsl.dialect.lexicon import sequences
from codemode.dsl.dialect.meaning import declarations, likely_mistakes, result_keys, tested_keys
from codemode.dsl.dialect.meaning.notes import Assumed, Noted, assumed, noted
from codemode.dsl.syntax import nodes
from codemode.dsl.syntax.depth import walk
from codemode.types.checked import Checked
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text
from codemode.types.model import ANY

_ROUNDS: Final = 4
Check = Callable[[Checker], Checked]


def run(c: Checker, check: Check) -> Checked:
    """Checks the file, in several rounds if the first one suggests changes to declarations, such as float64 for an int variable."""
    c.assumed = Assumed()

    def again(c: Checker) -> Checked:
        c.noted = Noted()
        return check(c)

    best = _rounds(c, again)
    declarations.report_numbers(c)
    if c.file.form != "program":
        known = len(c.problems)
        likely_mistakes.finished(c)
        best.problems = sorted([*best.problems, *c.problems[known:]], key=lambda p: p.pos)
    if not best.errors:
        _look_at_keys(c, best)
    return best


def _rounds(c: Checker, check: Check) -> Checked:
    best = check(c)
    if c.not_constant and c.gradual:
        best = _with_variables(c, check, best)
    behind = c.undefined & assumed(c).loose_names.keys()
    if best.errors and behind:
        best, kept = _trial(c, check, best, lambda: declarations.hoist(c, behind), "undeclared_name")
        if kept:
            declarations.report_hoisted(c, behind)
    if best.errors and noted(c).sequences and c.gradual:
        best = _with_lists(c, check, best)
    if noted(c).element_candidates:
        best = _with_elements(c, check, best)
    for _ in range(_ROUNDS):
        if not best.errors or not set(noted(c).float_candidates) - assumed(c).floats:
            break
        best, kept = _with_others(c, check, best, "floats", set(noted(c).float_candidates))
        if not kept:
            break
    if best.errors and noted(c).nil_candidates & noted(c).fed:
        best = _with_anys(c, check, best, noted(c).nil_candidates & noted(c).fed)
        assumed(c).nilled = set(assumed(c).anys)
    for _ in range(_ROUNDS):
        if best.errors or not noted(c).any_candidates - assumed(c).anys:
            break
        best = _with_anys(c, check, best, noted(c).any_candidates)
    return best


def _with_variables(c: Checker, check: Check, best: Checked) -> Checked:
    """Checks again with constants whose values are not constant declared as variables."""
    found: list[nodes.DeclStmt] = []
    best, kept = _trial(c, check, best, lambda: found.extend(declarations.as_variables(c)), "not_constant")
    if kept:
        declarations.report_variables(c, found)
    return best


def _look_at_keys(c: Checker, checked: Checked) -> None:
    """Looks at the reads of keys: which ones the program tests, and which ones the declared results of tools do not have."""
    tools, called = c.tools, {name for name, _, _ in c.tool_calls}
    declared = "tools" in c.packages or (
        tools is not None and any(result_keys.names_keys(tools, name) for name in called)
    )
    if declared or c.reads_keys:
        tree = walk(c.file)
        tested_keys.mark(tree)
        told = result_keys.check(tree, tools) if declared and tools is not None else []
        checked.problems = sorted([*checked.problems, *told], key=lambda p: p.pos)


def _trial(
    c: Checker, check: Check, best: Checked, assume: Callable[[], None], reason: str = ""
) -> tuple[Checked, bool]:
    """Checks again after what `assume` changes in the journal of trials. Keeps that if it leaves fewer errors, of this reason if one is given.

    Returns the last check, and whether the changes are kept.
    """
    mark = assumed(c).trials.mark()
    assume()
    c.restart()
    found = check(c)
    kinds = [[e for e in checked.errors if reason in ("", e.reason)] for checked in (found, best)]
    if not found.errors or len(kinds[0]) < len(kinds[1]):
        return found, True
    assumed(c).trials.undo(mark)
    c.restart()
    return check(c), False


def _with_others(c: Checker, check: Check, best: Checked, name: str, places: set[int]) -> tuple[Checked, bool]:
    """Checks again with the variables at these places declared otherwise. `name` is the set of `Assumed` that they belong to."""
    now = assumed(c)
    return _trial(c, check, best, lambda: now.trials.put(now, name, getattr(now, name) | places))


def _with_anys(c: Checker, check: Check, best: Checked, places: set[int]) -> Checked:
    """Checks again with the variables at these places declared as any."""
    best, kept = _with_others(c, check, best, "anys", places)
    if not kept:
        noted(c).any_candidates -= places
    return best


def _with_elements(c: Checker, check: Check, best: Checked) -> Checked:
    """Reads `for day := range days`, where day is used as a string, as a loop over elements."""
    certain = dict(noted(c).element_candidates)
    lists = [s for s in certain if s.x.typ is not ANY]  # a loop over an any may go over keys

    def over_elements() -> None:
        for s in certain:
            for name, value in (("key", s.key), ("value", s.value), ("x", s.x), ("each", "in")):
                assumed(c).trials.put(s, name, value)  # the next round changes them, see `iteration.each`

    best, kept = _trial(c, check, best, over_elements)
    for s in certain if kept else ():
        if s in lists or certain[s]:
            c.mend("index_as_element", s, found=expr_text(s.value))
    return best


def _with_lists(c: Checker, check: Check, best: Checked) -> Checked:
    """Checks again with maps.Keys and maps.Values read as lists."""
    calls = noted(c).sequences
    best, kept = _trial(c, check, best, lambda: sequences.collect(c, calls))
    for e in calls if kept else ():
        c.mend("element_as_list", e, found=expr_text(e.args[0]), meant=expr_text(e))
    return best
