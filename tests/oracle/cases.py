"""The stored cases: tests/cases/<feature>/<name>.go with its `.out` file or its `// problem:` comments."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.oracle.expected import render, with_problems, without_problems
from tests.oracle.toolchain import Verdict, judge

ROOT = Path(__file__).resolve().parent.parent / "cases"
# Programs in which we differ from Go on purpose; what they expect is written by hand.
DIFFERENT = "differences"


@dataclass(slots=True)
class Report:
    """What a comparison found. `differing` maps a case to a diff of the stored result against Go's."""

    agreeing: int = 0
    problem_cases: int = 0
    written: list[str] = field(default_factory=list)
    differing: dict[str, str] = field(default_factory=dict)


def find_cases(paths: Iterable[str] = ()) -> list[Path]:
    """All cases, or those under the given files and folders."""
    roots = [Path(p).resolve() for p in paths] or [ROOT]
    found: set[Path] = set()
    for root in roots:
        found |= {root} if root.is_file() else set(root.rglob("*.go"))
    return sorted(path for path in found if path.suffix == ".go" and path.parent.name != DIFFERENT)


def compare(cases: list[Path], *, update: bool) -> Report:
    """Asks Go about every case; writes what it says (`update`) or notes where the stored result differs."""
    sources = {path: path.read_text(encoding="utf-8") for path in cases}
    verdicts = judge({str(path): without_problems(source) for path, source in sources.items()})
    report = Report()
    for path, source in sources.items():
        settle(path, source, verdicts[str(path)], report, update=update)
    return report


def settle(path: Path, source: str, verdict: Verdict, report: Report, *, update: bool) -> None:
    name = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
    report.problem_cases += bool(verdict.problems)
    wanted = wanted_files(path, source, verdict)
    stored = {p: p.read_text(encoding="utf-8") if p.exists() else None for p in wanted}
    if wanted == stored:
        report.agreeing += 1
    elif update:
        write(wanted)
        report.written.append(name)
    else:
        report.differing[name] = "".join(diff_lines(stored, wanted))


def wanted_files(path: Path, source: str, verdict: Verdict) -> dict[Path, str | None]:
    """The two files of a case as Go would have them; None for a file that should not be there."""
    if verdict.problems:
        return {path: with_problems(source, set(verdict.problems)), path.with_suffix(".out"): None}
    try:
        text = render(verdict.stdout, verdict.exit_code, verdict.stderr)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error
    return {path: without_problems(source), path.with_suffix(".out"): text}


def write(wanted: Mapping[Path, str | None]) -> None:
    for path, text in wanted.items():
        if text is None:
            path.unlink(missing_ok=True)
        else:
            path.write_text(text, encoding="utf-8")


def diff_lines(stored: Mapping[Path, str | None], wanted: Mapping[Path, str | None]) -> Iterable[str]:
    for path, text in wanted.items():
        before = (stored[path] or "").splitlines(keepends=True)
        yield from difflib.unified_diff(before, (text or "").splitlines(keepends=True), f"stored {path.name}", "go")
