"""Modules for output and inspection: sys (only its streams and exit), logging, pprint, traceback, warnings, types."""

# values of programs have any type
# pyright: reportUnknownLambdaType=false
from __future__ import annotations

import pprint
import sys
from functools import partial
from typing import Any, Final

from codemode.python.library.built_in import Standard
from codemode.python.values import Handle, ToolError

Members = dict[str, Any]
LEVELS: Final = {"DEBUG": 10, "INFO": 20, "WARNING": 30, "ERROR": 40, "CRITICAL": 50}


def _sys(guest: Any) -> Members:
    def leave(status: Any = None) -> None:
        raise SystemExit(status)

    return {
        "exit": leave,
        "stdout": Standard(guest.run, is_error=False),
        "stderr": Standard(guest.run, is_error=True),
        "maxsize": sys.maxsize,
        "version_info": sys.version_info,
        "argv": ["program"],
    }


class Logger(Handle):
    """Writes warnings and errors to standard error; `basicConfig` changes the level."""

    __slots__ = ("_guest", "_name", "_state")
    offered = frozenset("debug info warning warn error critical exception log setLevel".split())

    def __init__(self, guest: Any, name: str, state: dict[str, int]) -> None:
        self._guest, self._name, self._state = guest, name, state

    def log(self, level: int, message: Any, *args: Any, **_: Any) -> None:
        if level < self._state["level"]:
            return
        text = self._guest.guard("mod")(message, args) if args else self._guest.str(message)
        name = next((name for name, number in LEVELS.items() if number == level), str(level))
        Standard(self._guest.run, is_error=True).write(f"{name}:{self._name}:{text}\n")

    def debug(self, message: Any, *args: Any, **named: Any) -> None:
        self.log(10, message, *args)

    def info(self, message: Any, *args: Any, **named: Any) -> None:
        self.log(20, message, *args)

    def warning(self, message: Any, *args: Any, **named: Any) -> None:
        self.log(30, message, *args)

    warn = warning

    def error(self, message: Any, *args: Any, **named: Any) -> None:
        self.log(40, message, *args)

    def exception(self, message: Any, *args: Any, **named: Any) -> None:
        self.error(message, *args)
        if self._state["level"] <= LEVELS["ERROR"]:
            Standard(self._guest.run, is_error=True).write(_told_of_failure(self._guest))

    def critical(self, message: Any, *args: Any, **named: Any) -> None:
        self.log(50, message, *args)

    def setLevel(self, level: Any) -> None:
        self._state["level"] = LEVELS.get(level, 30) if isinstance(level, str) else level


def _logging(guest: Any) -> Members:
    state = {"level": 30}
    root = Logger(guest, "root", state)

    def configure(**named: Any) -> None:
        root.setLevel(named.get("level", 30))

    return {
        **{name: getattr(root, name) for name in Logger.offered if name != "setLevel"},
        **LEVELS,
        "basicConfig": configure,
        "getLogger": lambda name="root": Logger(guest, str(name or "root"), state),
    }


def _pprint(guest: Any) -> Members:
    def pformat(
        value: Any, indent: int = 1, width: int = 80, depth: Any = None, *, sort_dicts: bool = True, **_: Any
    ) -> str:
        if indent > 16 or width > 1000:
            raise ValueError("indent is at most 16, width at most 1000")
        made = guest.masked(pprint.pformat(value, indent, width, depth, sort_dicts=sort_dicts))
        guest.run.take(len(made))
        return made

    def show(value: Any, *args: Any, **named: Any) -> None:
        Standard(guest.run, is_error=False).write(pformat(value, *args, **named) + "\n")

    return {"pformat": pformat, "pprint": show, "pp": partial(show, sort_dicts=False)}


def _told_of_failure(guest: Any) -> str:
    """The exception that is handled now, as Python prints it, without the program's text."""
    from codemode.python.failure_text import told_of

    failure = sys.exc_info()[1]
    if not isinstance(failure, Exception):
        return "NoneType: None\n"
    lines = ["Traceback (most recent call last):"]
    for frame in reversed(guest.text.traced(failure.__traceback__)):
        lines.append(f"  line {guest.text.line_at(frame.pos)}, in {frame.func}")
    told = told_of(failure, guest)
    lines += [f"ToolError: {told}" if isinstance(failure, ToolError) else told, ""]
    made = "\n".join(lines)
    guest.run.take(len(made))
    return made


def _traceback(guest: Any) -> Members:
    def text(*_: Any) -> str:
        return _told_of_failure(guest)

    def show(*_: Any) -> None:
        Standard(guest.run, is_error=True).write(text())

    return {"format_exc": text, "print_exc": show}


def _warnings(guest: Any) -> Members:
    def warn(message: Any, *_: Any, **__: Any) -> None:
        Standard(guest.run, is_error=True).write(f"warning: {guest.str(message)}\n")

    return {"warn": warn, "filterwarnings": lambda *_, **__: None, "simplefilter": lambda *_, **__: None}


def _types(guest: Any) -> Members:
    def simple(**named: Any) -> Any:
        made = guest.simple_namespace()
        made.__dict__.update(named)
        return made

    return {"SimpleNamespace": simple, "MappingProxyType": lambda items: dict(guest.merged(items))}


MODULES: Final[dict[str, Any]] = {
    "sys": _sys,
    "logging": _logging,
    "pprint": _pprint,
    "traceback": _traceback,
    "warnings": _warnings,
    "types": _types,
}
