"""`python -m tests.oracle`: compares stored cases or random programs with real Go, or the modes of the compiled tier; status 1 on a difference."""

from __future__ import annotations

import argparse
import sys
import time

from tests.oracle.cases import compare, find_cases
from tests.oracle.toolchain import OracleError


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__)
    parser.add_argument("paths", nargs="*", help="case files or folders (default: all of tests/cases)")
    parser.add_argument("--update", action="store_true", help="write what Go says into the cases")
    parser.add_argument("--random", type=int, metavar="N", help="compare N random programs with codemode.run instead")
    parser.add_argument("--seed", type=int, default=1, help="first seed of the random programs")
    parser.add_argument(
        "--tiers", action="store_true", help="compare the modes of the compiled tier with each other, without Go"
    )
    arguments = parser.parse_args(argv)
    if arguments.tiers:
        from tests.oracle.tiers import RANDOM, compare_tiers

        return compare_tiers(arguments.paths, RANDOM if arguments.random is None else arguments.random, arguments.seed)
    try:
        if arguments.random is not None:
            from tests.oracle.randomized import compare_random

            return compare_random(arguments.random, arguments.seed)
        return compare_stored(arguments.paths, update=arguments.update)
    except OracleError as error:
        print(f"oracle: {error}", file=sys.stderr)
        return 2


def compare_stored(paths: list[str], *, update: bool) -> int:
    started = time.perf_counter()
    cases = find_cases(paths)
    report = compare(cases, update=update)
    for name, diff in report.differing.items():
        print(f"DIFFERENT {name}\n{diff}")
    for name in report.written:
        print(f"written {name}")
    print(
        f"{len(cases)} cases ({report.problem_cases} of programs that do not compile): {report.agreeing} agree, "
        f"{len(report.differing)} differ, {len(report.written)} written, {time.perf_counter() - started:.1f} s"
    )
    return 1 if report.differing else 0


if __name__ == "__main__":
    sys.exit(main())
