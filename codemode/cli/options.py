"""Options that several commands have, and the record of a command."""

from __future__ import annotations

import argparse
import os
from argparse import Namespace
from collections.abc import Callable, Coroutine
from dataclasses import fields
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

if TYPE_CHECKING:
    from codemode.terminal.inputs import ToolFiles

T = TypeVar("T")

DEFAULT_MODEL = "gpt-5-mini"
MAX_PORT = 65_535

Work = int | Coroutine[Any, Any, int]  # returns the exit status
Perform = Callable[[Namespace], Work]


class Option(NamedTuple):
    names: tuple[str, ...]
    how: dict[str, Any]


def option(*names: str, **how: Any) -> Option:
    return Option(names, how)


def flag(*names: str, help: str) -> Option:
    return Option(names, {"action": "store_true", "help": help})


def whole_number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None


def port(text: str) -> int:
    number = whole_number(text)
    if not 0 <= number <= MAX_PORT:
        raise argparse.ArgumentTypeError(f"{text} is not a port: ports are 0 to {MAX_PORT}")
    return number


FILE = option("file", metavar="FILE", nargs="?", help="A file of Go (.go) or Python (.py), or - for standard input.")
LANGUAGE = option(
    "--language",
    choices=("go", "python"),
    help="The language of the program [python for FILE.py, else go].",
)
LANGUAGES = option(
    "--language",
    dest="languages",
    action="append",
    choices=("go", "python"),
    default=[],
    help="The languages of programs; may be repeated, the first is the default [go].",
)
CODE = option("-c", dest="code", metavar="CODE", help="The program itself, instead of a file.")
RUN_ID = option("run_id", metavar="RUN_ID", help="A run, as exec or runs named it.")
CALL_ID = option("call_id", metavar="CALL_ID", help="A call that waits for approval.")
ONLY_CALL = flag("--only-call", help="Decide only about this call, not about the whole program.")
BY = option("--by", metavar="NAME", default="", help="Who decides, for the record.")
JSON = flag("--json", help="Print one JSON object and nothing else.")
EFFECTS = flag("--effects", help="List which tools the program can reach.")
STRICT = flag("--strict", help="Go's own typing: an any has to be asserted before use.")
FUNCTIONS = option(
    "--functions",
    metavar="FILE.py",
    action="append",
    default=[],
    help="Tools from a Python file, a module (pkg.module) or a folder of files: its list TOOLS, else the functions that @codemode.tool decorates, "
    "else every public function. May be repeated.",
)
UTCP = option(
    "--utcp",
    metavar="CONFIG.json",
    action="append",
    default=[],
    help="Tools of the manuals in a UTCP client configuration. May be repeated.",
)
MCP = option(
    "--mcp",
    metavar="CONFIG.json",
    action="append",
    default=[],
    help='Tools of the servers in a file {"mcpServers": {"name": {"command": ...}}}. May be repeated.',
)
TOOLS = (FUNCTIONS, UTCP, MCP)
ISOLATION = option(
    "--isolation",
    choices=("inline", "process"),
    help="Where the program runs: in this process (inline), or in a worker process (process, the default).",
)
DATA = option("--data", metavar="JSON", help="The value of `data` in the program; @FILE reads it from a file.")
MAX_STEPS = option("--max-steps", metavar="N", type=whole_number, help="The most steps of the interpreter.")
STORE = option(
    "--store",
    metavar="URL",
    help="Where runs are kept: sqlite:///FILE, or postgresql://USER@HOST/DATABASE for several machines; the variable CODEMODE_STORE"
    " sets it, too.",
)
SCOPE = (
    option("--agent", metavar="NAME", default="cli", help="The agent that runs belong to [%(default)s]."),
    option("--session", metavar="NAME", default="default", help="The session that runs belong to [%(default)s]."),
)
POLICY = option("--policy", metavar="FILE.json", help="Rules that allow, deny or ask about calls.")
TIMEOUT = option(
    "--timeout-ms", metavar="N", type=whole_number, help="Give up open calls after this many milliseconds."
)
ATTACHMENTS = option(
    "--attachments", metavar="FOLDER", help="Write the pictures and files that the program gives out into this folder."
)
RECORD = option(
    "--record",
    action="store_const",
    const="all",
    default="none",
    help="Keep arguments and results of calls for the page and /v1/runs, too.",
)
TTL = option("--ttl", metavar="SECONDS", type=whole_number, help="How long a run may wait.")
WAITING = option("--waiting", metavar="N", type=whole_number, help="The most runs that may wait at a time.")
MODEL = (
    option("--model", metavar="NAME", default=DEFAULT_MODEL, help="The model that writes the program [%(default)s]."),
    option("--base-url", metavar="URL", help="A server that speaks OpenAI's protocol, instead of OpenAI's own."),
    option(
        "--pipeline",
        choices=("auto", "staged", "single"),
        default="auto",
        help="How the model is asked: one question for the tools and the program (single), one for each step (staged), or single while the tools "
        "fit into one question and staged beyond (auto) [%(default)s].",
    ),
)


# --- commands ----------------------------------------------------------------------------------------------------------


class Command(NamedTuple):
    """A command. Its name is that of its function; the docstring is its help: the first line in the list of commands, indented examples unchanged."""

    perform: Perform
    options: tuple[Option, ...]

    @property
    def name(self) -> str:
        return self.perform.__name__.rstrip("_")

    @property
    def help(self) -> str:
        return self.perform.__doc__ or ""


def command(*options: Option) -> Callable[[Perform], Command]:
    """Makes a function a command with these options."""
    return lambda perform: Command(perform, options)


# --- what was given ----------------------------------------------------------------------------------------------------


def tool_files(given: Namespace) -> ToolFiles:
    from codemode.terminal.inputs import ToolFiles

    return ToolFiles(given.functions, given.utcp, given.mcp)


def request(kind: type[T], given: Namespace, **more: Any) -> T:
    """Returns a request. Its fields are the options of the same names, and `more`."""
    found: dict[str, Any] = {**vars(given), **more}
    if "functions" in found:
        found["tools"] = tool_files(given)
    if "store" in found:
        found["store"] = found["store"] or os.environ.get("CODEMODE_STORE")
    if "languages" in found:
        found["languages"] = tuple(dict.fromkeys(found["languages"])) or ("go",)
    names = [each.name for each in fields(cast("Any", kind))]
    return kind(**{name: found[name] for name in names if name in found})
