"""os: the parts that a program without files, processes and an environment can use."""

from __future__ import annotations

from typing import Any, NoReturn

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Exit, Slice, slice_from
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import bytes_of
from codemode.stdlib.streams import Written, fast_writer

os = Package("os")

FILE = os.type("type File struct { fd native }")
_STDOUT, _STDERR = 1, 2


def _stdout(run: Run) -> list[Any]:
    return run.services.setdefault("os.Stdout", [_STDOUT])  # each run has its own, because a program could overwrite it


def stderr(run: Run) -> list[Any]:
    """The file os.Stderr of the run."""
    return run.services.setdefault("os.Stderr", [_STDERR])


os.var("var Stdout *File", _stdout, run=True)
os.var("var Stderr *File", stderr, run=True)

for _name, _text in (
    ("Invalid", "invalid argument"),
    ("Permission", "permission denied"),
    ("Exist", "file already exists"),
    ("NotExist", "file does not exist"),
    ("Closed", "file already closed"),
):
    os.error(f"Err{_name}", _text)


def _args(run: Run) -> Slice:
    return run.services.setdefault("os.Args", slice_from([b"main"]))


os.var("var Args []string", _args, run=True)


@os.func("func Exit(code int)")
def exit_(code: int) -> NoReturn:
    raise Exit(code)


@os.method("func (f *File) WriteString(s string) (n int, err error)", run=True, cost="len(s) // 64")
def write_string(run: Run, f: list[Any], s: bytes) -> Written:
    if f[0] == _STDERR:
        run.print(s, "stderr")
    else:
        run.print(s)
    return len(s), None


fast_writer(FILE)(write_string)
os.row(
    "func (f *File) Write(b []byte) (n int, err error)",
    lambda run, f, b: write_string(run, f, bytes_of(b)),
    "len(b) // 64",
)
os.row("func (f *File) Name() string", lambda f: b"/dev/stderr" if f[0] == _STDERR else b"/dev/stdout")


@os.method("func (f *File) Sync() error")
def sync(f: list[Any]) -> None:
    """Sync does nothing: output is not buffered."""


@os.method("func (f *File) Close() error")
def close(f: list[Any]) -> None:
    """Close does nothing."""
