"""log: lines with a time stamp, written to standard error by default. Times are the run's time in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from operator import setitem
from typing import Any, NoReturn

from codemode.interpreter.machine.calling import call_with
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Box, Exit, GoPanic
from codemode.stdlib.fmt import print as fmt
from codemode.stdlib.os import FILE, stderr
from codemode.stdlib.registry import Package
from codemode.stdlib.streams import write
from codemode.types.model import pointer_to

log = Package("log")

_DATE, _TIME, _MICROSECONDS, _LONG_FILE, _SHORT_FILE, _UTC, _MSG_PREFIX = (1 << i for i in range(7))
_FLAGS = ("Ldate", "Ltime", "Lmicroseconds", "Llongfile", "Lshortfile", "LUTC", "Lmsgprefix")
_STD_FLAGS = _DATE | _TIME
for _number, _name in enumerate(_FLAGS):
    log.const(f"const {_name} = {1 << _number}")
log.const(f"const LstdFlags = {_STD_FLAGS}")

log.type("type Logger struct { out native; prefix native; flag native }")
_OUT, _PREFIX, _FLAG = range(3)
Logger = list[Any]
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _standard(run: Run) -> Logger:
    """Returns the standard logger of the run."""
    return run.services.setdefault("log.std", [Box(pointer_to(FILE), stderr(run)), b"", _STD_FLAGS])


def _header(run: Run, prefix: bytes, flags: int) -> bytes:
    parts: list[bytes] = []
    if flags & (_DATE | _TIME | _MICROSECONDS):
        now = _EPOCH + timedelta(microseconds=run.now_ns() // 1000)
        if flags & _DATE:
            parts.append(f"{now:%Y/%m/%d} ".encode())
        if flags & _MICROSECONDS:
            parts.append(f"{now:%H:%M:%S.%f} ".encode())
        elif flags & _TIME:
            parts.append(f"{now:%H:%M:%S} ".encode())
    if flags & (_LONG_FILE | _SHORT_FILE):
        parts.append(b"???:0: ")  # the program has no file
    return b"".join([*parts, prefix] if flags & _MSG_PREFIX else [prefix, *parts])


def _output(run: Run, logger: Logger, text: bytes) -> Any:
    line = _header(run, logger[_PREFIX] or b"", logger[_FLAG] or 0) + text
    if not line.endswith(b"\n"):
        line += b"\n"
    return write(run, logger[_OUT], line)[1]


def _register(suffix: str, params: str, text_of: Any) -> None:
    """Registers Print, Fatal and Panic with one suffix, as functions and as methods."""

    def print_(run: Run, logger: Logger, *args: Any) -> None:
        _output(run, logger, call_with(text_of, (run, *args)))

    def fatal(run: Run, logger: Logger, *args: Any) -> NoReturn:
        _output(run, logger, call_with(text_of, (run, *args)))
        raise Exit(1)

    def panic(run: Run, logger: Logger, *args: Any) -> NoReturn:
        text = call_with(text_of, (run, *args))
        _output(run, logger, text)
        raise GoPanic(text)

    for name, method in (("Print", print_), ("Fatal", fatal), ("Panic", panic)):

        def func(run: Run, *args: Any, method: Any = method) -> None:
            call_with(method, (run, _standard(run), *args))

        cost = "4 + 2 * len(v)"
        log.func(f"func {name}{suffix}({params})", run=True, cost=cost)(func)
        log.method(f"func (l *Logger) {name}{suffix}({params})", run=True, cost=cost)(method)


_register("", "v ...any", fmt.sprint)
_register("f", "format string, v ...any", fmt.sprintf)
_register("ln", "v ...any", fmt.sprintln)
log.row("func New(out io.Writer, prefix string, flag int) *Logger", lambda out, prefix, flag: [out, prefix, flag])
log.row("func Default() *Logger", lambda run: _standard(run))


# --- settings ----------------------------------------------------------------------------------------------------


log.row(
    "func (l *Logger) Output(calldepth int, s string) error",
    lambda run, logger, calldepth, s: _output(run, logger, s),
    "4 + len(s) // 64",
)
log.row(
    "func Output(calldepth int, s string) error",
    lambda run, calldepth, s: _output(run, _standard(run), s),
    "4 + len(s) // 64",
)


def _setting(name: str, type_text: str, place: int, zero: Any) -> None:
    """Registers a getter and a setter of a logger, as functions and as methods."""

    def get(logger: Logger) -> Any:
        return zero if logger[place] is None else logger[place]

    setter = "SetOutput" if name == "Writer" else f"Set{name}"
    log.row(f"func (l *Logger) {name}() {type_text}", get)
    log.row(f"func (l *Logger) {setter}(value {type_text})", lambda logger, value: setitem(logger, place, value))
    log.row(f"func {name}() {type_text}", lambda run: get(_standard(run)))
    log.row(f"func {setter}(value {type_text})", lambda run, value: setitem(_standard(run), place, value))


_setting("Flags", "int", _FLAG, 0)
_setting("Prefix", "string", _PREFIX, b"")
_setting("Writer", "io.Writer", _OUT, None)
