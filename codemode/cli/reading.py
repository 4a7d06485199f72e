"""Reads the command line and calls the command. Exit status: 0 done, 1 the program (or the server, or the model) failed, 2 usage and configuration, 3
the run waits.

Heavy modules are imported by the command that needs them, while worker processes start. argparse reads the arguments because libraries that read them
from annotations take longer to import than a short program takes to run.
"""

from __future__ import annotations

import argparse
import gc
import io
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from difflib import get_close_matches
from textwrap import dedent, fill
from typing import Any, NoReturn

from codemode import __version__
from codemode.cli import programs, runs, servers, tools
from codemode.cli.options import Command, Option, Work

ABOUT = "Let a language model use many tools by writing one small program, in Go or in Python."
MORE = "Docs: docs/language.md, docs/python.md. Exit status: 0 done, 1 the program failed, 2 usage or configuration, 3 the run waits."

# in the order in which --help lists them
COMMANDS: tuple[Command, ...] = (
    programs.run,
    programs.check,
    runs.exec_,
    runs.wait,
    runs.runs,
    runs.approve,
    runs.deny,
    runs.abort,
    programs.explain,
    tools.call,
    tools.tools,
    tools.stats,
    servers.serve,
    servers.worker,
    servers.mcp,
    servers.token,
    tools.demo,
)


def _asked(option: Option) -> str:
    name = str(option.how["metavar"])
    return f"[{name}]" if option.how.get("nargs") == "?" else name


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"codemode: {message}\nTry '{self.prog} --help'.\n")

    def refuse(self, rest: Sequence[str]) -> NoReturn:
        """Ends with the arguments that no command or option takes, and the options that may be meant."""
        known = [name for action in self._actions for name in action.option_strings]
        near = [get_close_matches(each.partition("=")[0], known, 1) for each in rest if each.startswith("-")]
        meant = " ".join(each[0] for each in near if each)
        self.error(f"unrecognized arguments: {' '.join(rest)}" + (f"; did you mean {meant}?" if meant else ""))

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            near = get_close_matches(str(value), [str(each) for each in action.choices], 1)
            told = f"invalid choice: {value!r}" + (f", did you mean {near[0]!r}?" if near else "")
            raise argparse.ArgumentError(action, f"{told} (choose from {', '.join(map(repr, action.choices))})")


class _Help(argparse.HelpFormatter):
    """Fills paragraphs, and keeps indented text unchanged."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        first, _, rest = text.partition("\n")
        blocks = [first, *dedent(rest).strip("\n").split("\n\n")]
        return "\n\n".join(
            block if block.startswith("    ") else fill(" ".join(block.split()), width) for block in blocks if block
        )


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        print(f"codemode {__version__}")
        parser.exit()


def parser() -> _Parser:
    top = _Parser("codemode", "codemode [OPTIONS] COMMAND [ARGS]...", ABOUT, MORE, formatter_class=_Help)
    top.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    for each in COMMANDS:
        name, text, options = each.name, each.help, each.options
        asked = [_asked(o) for o in options if not o.names[0].startswith("-")]
        sub = commands.add_parser(
            name,
            prog=f"codemode {name}",
            usage=" ".join([f"codemode {name}", *asked, "[OPTIONS]"]),
            help=text.partition("\n")[0],
            description=text,
            formatter_class=_Help,
            allow_abbrev=False,
        )
        for names, how in options:
            sub.add_argument(*names, **how)
        sub.set_defaults(perform=each.perform, parser=sub)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """The entry point `codemode`. Returns the exit status. Help, the version and wrong arguments raise SystemExit."""
    _open_streams()
    top = parser()
    if (
        "_ARGCOMPLETE" in os.environ
    ):  # the shell asks what may come next: `eval "$(register-python-argcomplete codemode)"`
        import argcomplete

        argcomplete.autocomplete(top)
    given, rest = top.parse_known_args(arguments)
    if rest:
        refusing: _Parser = getattr(given, "parser", top)
        refusing.refuse(rest)
    if not hasattr(given, "perform"):
        top.print_help()
        return 2
    if getattr(given, "isolation", "inline") != "inline":
        from codemode.engine.workers.fork_server import prepare

        prepare()
    from codemode.terminal.exits import finish

    return finish(lambda: _begun(given), json=getattr(given, "json", False))


def _begun(given: Namespace) -> Work:
    """Returns the work of the command, after its imports. The garbage collector is off meanwhile, because imports make no garbage."""
    gc.disable()
    try:
        return given.perform(given)
    finally:
        gc.enable()


def _open_streams() -> None:
    """Replaces standard streams that the caller has closed: reading gives nothing, and writes are lost."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open as long as the process lives
    out: Any = sys.stdout
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(errors="backslashreplace")  # as standard error does: an unknown character is not a failure
