"""`python -m tests.golden BASE`: what the language does here, against what it does at another commit, for the same texts."""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
KEPT = ROOT / ".golden"  # what was recorded, by the contents of package and tests
TESTS = [
    f"tests/{name}"
    for name in (
        *("dsl", "types", "readings/test_values.py", "test_corpus.py", "test_corpus_more.py", "test_worlds.py"),
        *("test_slips.py", "test_almost_go.py", "test_python_layout.py", "test_differences.py"),
    )
]
LEFT_OUT = "test_limits or test_bounds or has_its_original"  # tests that measure, or look at the tests themselves

Lines = dict[str, list[dict[str, Any]]]


def record(tree: Path) -> Lines:
    """The lines of a tree; recorded once for the same contents."""
    digest = hashlib.sha256()
    for path in sorted([*tree.glob("codemode/**/*"), *tree.glob("tests/**/*")]):
        if path.is_file() and path.suffix != ".pyc":
            digest.update(f"{path.relative_to(tree)}\0".encode() + path.read_bytes())
    kept = KEPT / f"{digest.hexdigest()[:16]}.jsonl"
    if not kept.exists():
        KEPT.mkdir(exist_ok=True)
        made = kept.with_suffix(".new")
        there = [name for name in TESTS if (tree / name).exists()]
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "tests.golden.recorder",
            "--golden",
            str(made),
            "-p",
            "no:xdist",
        ]
        command += ["-p", "no:cacheprovider", "--continue-on-collection-errors", "--tb=no", "-k", f"not ({LEFT_OUT})"]
        subprocess.run([*command, *there], cwd=tree, env={**os.environ, "PYTHONPATH": str(tree)}, check=False)
        made.rename(kept)
    found = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    return {json.dumps(line["asked"]): line["made"] for line in found}


@contextlib.contextmanager
def tree_of(commit: str) -> Iterator[Path]:
    """The package of a commit with the tests of this tree."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, commit], cwd=ROOT, check=True)
        try:
            shutil.rmtree(tree / "tests")
            shutil.copytree(ROOT / "tests", tree / "tests", ignore=shutil.ignore_patterns("__pycache__"))
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)


def runs(lines: Lines) -> set[str]:
    """The programs that run to their end."""
    return {asked for asked, made in lines.items() if '"door": "run"' in asked and all("error" not in m for m in made)}


def told(asked: str, before: list[dict[str, Any]], now: list[dict[str, Any]]) -> str:
    """One difference, to be read."""
    question = json.loads(asked)
    lines = [f"=== {question['door']}{' strict' if question.get('strict') else ''}", question["code"].rstrip()]
    for sign, side, other in (("-", before, now), ("+", now, before)):
        for made in side:
            for name, part in made.items():
                if all(part != each.get(name) for each in other):
                    lines.append(f"{sign} {name}: {json.dumps(part, ensure_ascii=False)}")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("base", help="a commit, as main~5")
    with tree_of(parser.parse_args().base) as tree:
        before = record(tree)
    now = record(ROOT)
    shared = before.keys() & now.keys()
    different = sorted(asked for asked in shared if before[asked] != now[asked])
    for asked in different:
        print(told(asked, before[asked], now[asked]))
    ran, run = runs(before), runs(now)
    print(f"\n{len(shared)} texts, {len(different)} with a difference; {len(ran)} programs ran before, {len(run)} now")
    stopped = sorted(ran & now.keys() - run)
    for asked in stopped:
        print(f"no longer runs: {json.loads(asked)['code']!r}")
    return 1 if stopped else 0


if __name__ == "__main__":
    sys.exit(main())
