"""What a case expects: the text of its `.out` file, and the `// problem:` comments of a program that must not compile.

A `.out` file is the program's standard output. A program that does not end well adds a block at its end: a line
`--- exit N` and then what Go wrote to standard error, up to the first goroutine trace.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

EXIT_LINE = re.compile(r"^--- exit (\d+)$", re.MULTILINE)
PROBLEM_MARK = "// problem: "
PROBLEM_COMMENT = re.compile(r"[ \t]*// problem: ?(.*)$")
# Not a bar: constraints are written with bars.
SEPARATOR = " ;; "
DECLARED_AT = re.compile(r" \(declared at [^)]*\)")
FILE_OF_PLACE = re.compile(r"\S*\.go:(?=\d+:\d+)")


@dataclass(frozen=True, slots=True)
class Ending:
    """How a program ended: its exit status and the lines Go printed about it (empty for a plain `os.Exit`)."""

    exit_code: int
    report: str

    @property
    def panic(self) -> str | None:
        """The text after `panic: `, with nested panics on further lines, or None if it did not panic."""
        return self.report.removeprefix("panic: ") if self.report.startswith("panic: ") else None

    @property
    def fatal(self) -> str | None:
        return self.report.removeprefix("fatal error: ") if self.report.startswith("fatal error: ") else None


def report_of(stderr: str) -> str:
    """The part of Go's standard error that says what happened, without traces and machine addresses."""
    kept: list[str] = []
    for line in stderr.split("\n"):
        if re.match(r"(goroutine \d+ |exit status|runtime stack:)", line):
            break
        if not line.startswith("[signal "):
            kept.append(line.rstrip())
    return "\n".join(kept).strip("\n")


def render(stdout: str, exit_code: int, stderr: str) -> str:
    """The text of a `.out` file."""
    if exit_code == 0:
        return stdout
    if stdout and not stdout.endswith("\n"):
        raise ValueError(
            "a program that fails must end its output with a newline, so that the ending is a block of its own"
        )
    report = report_of(stderr)
    return f"{stdout}--- exit {exit_code}\n" + (f"{report}\n" if report else "")


def parse(text: str) -> tuple[str, Ending | None]:
    """Standard output and ending out of the text of a `.out` file."""
    found = list(EXIT_LINE.finditer(text))
    if not found:
        return text, None
    last = found[-1]
    return text[: last.start()], Ending(int(last.group(1)), text[last.end() :].strip("\n"))


def squeeze(message: str) -> str:
    """One line for a message of several (Go indents what it has and what it wants), without file names."""
    return FILE_OF_PLACE.sub("", DECLARED_AT.sub("", " ".join(message.split())))


def problems_in(source: str) -> set[tuple[int, str]]:
    """The (line, message) pairs that the comments of a case state."""
    found: set[tuple[int, str]] = set()
    for number, line in enumerate(source.split("\n"), 1):
        if match := PROBLEM_COMMENT.search(line):
            found |= {(number, message) for message in match.group(1).split(SEPARATOR)}
    return found


def without_problems(source: str) -> str:
    return "\n".join(PROBLEM_COMMENT.sub("", line) for line in source.split("\n"))


def with_problems(source: str, problems: set[tuple[int, str]]) -> str:
    """The source with exactly these problems as comments at the end of their lines."""
    lines = without_problems(source).split("\n")
    for number in sorted({line for line, _ in problems}):
        messages = sorted(message for line, message in problems if line == number)
        lines[number - 1] = f"{lines[number - 1]} {PROBLEM_MARK}{SEPARATOR.join(messages)}"
    return "\n".join(lines)
