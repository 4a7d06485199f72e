"""Random programs through real Go and through codemode.run; a difference is reported with a small program that shows it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import codemode
from codemode.errors import CodeModeError
from tests.oracle.choices import Recorded, Seeded
from tests.oracle.expected import render, report_of
from tests.oracle.generate import program_from
from tests.oracle.toolchain import Verdict, judge

BATCH = 100
# How many smaller variants of a failing program are built at once, and how many rounds of that are worth the time.
VARIANTS = 24
ROUNDS = 40


@dataclass(frozen=True, slots=True)
class Difference:
    seed: int
    source: str
    go: str
    ours: str


def compare_random(count: int, first_seed: int) -> int:
    """Compares `count` programs; prints what differs and a count. 1 if anything does."""
    started = time.perf_counter()
    differences: list[Difference] = []
    refused = 0
    for start in range(first_seed, first_seed + count, BATCH):
        seeds = range(start, min(start + BATCH, first_seed + count))
        found, bad = compare_seeds(seeds)
        refused += bad
        differences += found
        print(f"{seeds[-1] - first_seed + 1} programs, {len(differences)} differ", flush=True)
    for difference in differences:
        print_difference(difference)
    print(
        f"{count} random programs: {count - refused - len(differences)} agree, {len(differences)} differ, "
        f"{refused} refused by Go (bugs of the generator), {time.perf_counter() - started:.1f} s"
    )
    return 1 if differences or refused else 0


def compare_seeds(seeds: range) -> tuple[list[Difference], int]:
    made = {seed: Seeded(seed) for seed in seeds}
    sources = {str(seed): program_from(choices) for seed, choices in made.items()}
    verdicts = judge(sources, optimize=False)
    found: list[Difference] = []
    refused = 0
    for seed, choices in made.items():
        source, verdict = sources[str(seed)], verdicts[str(seed)]
        if verdict.problems:
            refused += 1
            print(f"seed {seed}: Go refuses the program: {sorted(verdict.problems)}")
        elif go_text(verdict) != ours_text(source):
            small = smaller(choices.made)
            source = program_from(Recorded(small))
            verdict = judge({"small": source}, optimize=False)["small"]
            found.append(Difference(seed, source, go_text(verdict), ours_text(source)))
    return found, refused


def go_text(verdict: Verdict) -> str:
    return render(verdict.stdout, verdict.exit_code, verdict.stderr)


def ours_text(source: str) -> str:
    """What codemode.run made of the program, in the form of a `.out` file."""
    try:
        result = codemode.run(source)
    except CodeModeError as error:
        kind = {"guest_panic": "panic: ", "deadlock": "fatal error: "}.get(error.code, f"{error.code}: ")
        report = report_of(f"{kind}{error}")
        return f"{getattr(error, 'stdout', '')}--- exit 2\n{report}\n"
    return render(result.stdout, result.exit_code, result.stderr)


def smaller(choices: list[int]) -> list[int]:
    """Fewer and smaller choices that still give a program on which we and Go differ."""
    best = list(choices)
    size = max(1, len(best) // 2)
    for _ in range(ROUNDS):
        better = first_differing(variants(best, size))
        if better is not None:
            best = better
        elif size > 1:
            size //= 2
        else:
            break
    return best


def variants(choices: list[int], size: int) -> Iterator[list[int]]:
    """The choices with one stretch left out, or made zero."""
    for start in range(0, len(choices), size):
        yield choices[:start] + choices[start + size :]
        if any(choices[start : start + size]):
            yield choices[:start] + [0] * size + choices[start + size :]


def first_differing(candidates: Iterator[list[int]]) -> list[int] | None:
    """The first candidate that differs, judged in batches; None if none of them does."""
    seen: set[str] = set()
    batch: dict[str, list[int]] = {}
    for choices in candidates:
        recorded = Recorded(choices)
        source = program_from(recorded)
        if source in seen:
            continue
        seen.add(source)
        batch[source] = recorded.made
        if len(batch) == VARIANTS:
            if (found := differing_in(batch)) is not None:
                return found
            batch = {}
    return differing_in(batch) if batch else None


def differing_in(batch: dict[str, list[int]]) -> list[int] | None:
    verdicts = judge({source: source for source in batch}, optimize=False)
    for source, choices in batch.items():
        verdict = verdicts[source]
        if not verdict.problems and verdict.exit_code >= 0 and go_text(verdict) != ours_text(source):
            return choices
    return None


def print_difference(difference: Difference) -> None:
    print(f"\n=== seed {difference.seed}\n{difference.source}")
    go, ours = difference.go.split("\n"), difference.ours.split("\n")
    for number, line in enumerate(go):
        other = ours[number] if number < len(ours) else "(nothing)"
        if line != other:
            print(f"--- line {number + 1} of the output\ngo:   {line}\nours: {other}")
            break
    else:
        print(f"--- ours has more: {ours[len(go) :][:3]}")
