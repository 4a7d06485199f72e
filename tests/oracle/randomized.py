"""Random programs through real Go and through codemode.run; a difference is reported with a small program that shows it."""

from __future__ import annotations

import time
from itertools import zip_longest

import codemode
from codemode.errors import CodeModeError
from tests.oracle.choices import Seeded
from tests.oracle.expected import render, report_of
from tests.oracle.generate import program_from
from tests.oracle.prelude import PRELUDE
from tests.oracle.reduce import smaller
from tests.oracle.toolchain import Verdict, judge

BATCH = 100
# Differences after these are reported as they are.
MADE_SMALLER = 5


def compare_random(count: int, first_seed: int) -> int:
    """Compares `count` programs; prints what differs and a count. 1 if anything does."""
    started = time.perf_counter()
    differing = refused = 0
    for start in range(first_seed, first_seed + count, BATCH):
        seeds = range(start, min(start + BATCH, first_seed + count))
        sources = {str(seed): program_from(Seeded(seed)) for seed in seeds}
        for seed, verdict in judge(sources, optimize=False).items():
            source = sources[seed]
            if verdict.problems:
                refused += 1
                print(f"seed {seed}: Go refuses the program: {sorted(verdict.problems)}")
            elif go_text(verdict) != ours_text(source):
                differing += 1
                print_difference(seed, shortened(source) if differing <= MADE_SMALLER else source)
        print(f"{seeds[-1] - first_seed + 1} programs, {differing} differ", flush=True)
    print(
        f"{count} random programs: {count - refused - differing} agree, {differing} differ, "
        f"{refused} refused by Go (bugs of the generator), {time.perf_counter() - started:.1f} s"
    )
    return 1 if differing or refused else 0


def go_text(verdict: Verdict) -> str:
    return render(on_lines(verdict.stdout), verdict.exit_code, verdict.stderr)


def on_lines(stdout: str) -> str:
    """The output with its last line ended: a smaller variant of a program may have lost its last Println."""
    return stdout if stdout.endswith("\n") or not stdout else f"{stdout}\n"


def ours_text(source: str) -> str:
    """What codemode.run made of the program, in the form of a `.out` file."""
    try:
        result = codemode.run(source)
    except CodeModeError as error:
        fatal = str(error).startswith("fatal error: ")  # these carry their own kind
        kind = "" if fatal else {"guest_panic": "panic: "}.get(error.code, f"{error.code}: ")
        report = report_of(f"{kind}{error}")
        return f"{on_lines(getattr(error, 'stdout', ''))}--- exit 2\n{report}\n"
    return render(on_lines(result.stdout), result.exit_code, result.stderr)


def shortened(source: str) -> str:
    return smaller(source, still_differing, accepted, keep=PRELUDE.count("\n"))


def accepted(source: str) -> bool:
    """Whether our checker has nothing to say, not even what is only a warning here."""
    return not codemode.check(source, strict=True)


def still_differing(sources: list[str]) -> list[int]:
    """Which of these programs compile, end in time, and differ."""
    verdicts = judge({str(number): source for number, source in enumerate(sources)}, optimize=False)
    return [
        number
        for number, source in enumerate(sources)
        if not (verdict := verdicts[str(number)]).problems
        and verdict.exit_code >= 0
        and go_text(verdict) != ours_text(source)
    ]


def print_difference(seed: str, source: str) -> None:
    print(f"\n=== seed {seed}\n{source}")
    go = go_text(judge({seed: source}, optimize=False)[seed]).split("\n")
    ours = ours_text(source).split("\n")
    for number, (expected, found) in enumerate(zip_longest(go, ours, fillvalue="(nothing)"), 1):
        if expected != found:
            print(f"--- line {number} of the output\ngo:   {expected}\nours: {found}")
            return
