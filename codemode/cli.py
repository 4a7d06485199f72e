"""The command line. Exit status: 0 done, 1 the cell (or the server, or the model) failed, 2 usage and configuration, 3 the run waits.

Everything heavy is imported by the command that needs it, and by then worker processes are on their way. That is also why arguments are read by
the standard library: what reads them from annotations takes longer to be imported than a short program takes to run.
"""

from __future__ import annotations

import argparse
import gc
import io
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Coroutine, Sequence
from textwrap import dedent, fill
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

if TYPE_CHECKING:
    from codemode.terminal.inputs import ToolFiles
    from codemode.terminal.runs import RunsRequest

DEFAULT_MODEL = "gpt-5-mini"
ABOUT = "Let a language model use many tools by writing one small program, in Go or in Python."
MORE = "Docs: docs/language.md, docs/python.md. Exit status: 0 done, 1 the program failed, 2 usage or configuration, 3 the run waits."

Work = int | Coroutine[Any, Any, int]  # gives the exit status
Perform = Callable[[Namespace], Work]

# --- options ---------------------------------------------------------------------------------------------------------


class Option(NamedTuple):
    names: tuple[str, ...]
    how: dict[str, Any]


def option(*names: str, **how: Any) -> Option:
    return Option(names, how)


def flag(*names: str, help: str) -> Option:
    return Option(names, {"action": "store_true", "help": help})


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None


FILE = option("file", metavar="FILE", nargs="?", help="A file of Go (.go) or Python (.py), or - for standard input.")
LANGUAGE = option(
    "--language",
    choices=("go", "python"),
    help="The language of the program [python for FILE.py, else go].",
)
LANGUAGES = option(
    "--language",
    action="append",
    choices=("go", "python"),
    default=[],
    help="What programs may be written in; may be repeated, the first is what they are in that do not say it [go].",
)
CODE = option("-c", dest="code", metavar="CODE", help="The program itself, instead of a file.")
RUN_ID = option("run_id", metavar="RUN_ID", help="A run, as exec or runs named it.")
CALL_ID = option("call_id", metavar="CALL_ID", help="A call that waits for approval.")
ONLY_CALL = flag("--only-call", help="Decide about this call alone, not about the whole program.")
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
DATA = option("--data", metavar="JSON", help="What the program finds in `data`; @FILE reads it from a file.")
MAX_STEPS = option("--max-steps", metavar="N", type=_whole, help="Steps of the interpreter at most.")
STORE = option(
    "--store",
    metavar="URL",
    help="Where runs are kept: sqlite:///FILE, or postgresql://USER@HOST/DATABASE for several machines; CODEMODE_STORE in the environment"
    " says it, too.",
)
SCOPE = (
    option("--agent", metavar="NAME", default="cli", help="On whose behalf [%(default)s]."),
    option("--session", metavar="NAME", default="default", help="In which session [%(default)s]."),
)
POLICY = option("--policy", metavar="FILE.json", help="Rules that allow, deny or ask about calls.")
TIMEOUT = option(
    "--timeout-ms", metavar="N", type=_whole, help="Give up calls that are open after so many milliseconds."
)
ATTACHMENTS = option(
    "--attachments", metavar="FOLDER", help="Write the pictures and files that the program gives out into this folder."
)
TTL = option("--ttl", metavar="SECONDS", type=_whole, help="How long it may wait for somebody.")
MODEL = (
    option("--model", metavar="NAME", default=DEFAULT_MODEL, help="Who writes the code [%(default)s]."),
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

_COMMANDS: list[tuple[Perform, tuple[Option, ...]]] = []


def command(*options: Option) -> Callable[[Perform], Perform]:
    """A command is called like its function, whose text is its help: the first sentence in the list of all, indented examples as they are."""

    def add(perform: Perform) -> Perform:
        _COMMANDS.append((perform, options))
        return perform

    return add


@command(
    FILE,
    CODE,
    LANGUAGE,
    JSON,
    option("--timeout-ms", metavar="N", type=_whole, help="Milliseconds at most."),
    MAX_STEPS,
    *TOOLS,
    ISOLATION,
    DATA,
    STRICT,
    ATTACHMENTS,
)
def run(given: Namespace) -> Work:
    """Run a snippet or a whole program.

    What it prints goes to standard output as it is printed; then, for a snippet that sets `__out`, the value as JSON on a line of its own.
    Failures go to standard error with their place, panics as Go prints them.

        codemode run hello.go
        codemode run -c '__out = strings.ToUpper("hi")'
        echo '__out = 1 + 2' | codemode run -
        codemode run report.py --functions shop.py --data '{"day": "2026-01-31"}'
        echo 'print(sum(range(5)))' | codemode run - --language python
    """
    from codemode.terminal.cells import RunRequest, run_file

    return run_file(
        RunRequest(
            file=given.file,
            code=given.code,
            language=given.language,
            json=given.json,
            timeout_ms=given.timeout_ms,
            max_steps=given.max_steps,
            tools=_tool_files(given),
            isolation=given.isolation,
            data=given.data,
            strict=given.strict,
            attachments=given.attachments,
        )
    )


@command(FILE, CODE, LANGUAGE, JSON, EFFECTS, *TOOLS, POLICY, STRICT)
def check(given: Namespace) -> Work:
    """Check a snippet or a program without running it.

    All problems are shown with place and hint, and what would be repaired; with `--policy` also rules that match no tool.
    With `--functions`, `--utcp` or `--mcp` the calls of tools are checked too. `--effects` also lists which tools the program can reach: with
    which arguments, and how often at most.

        codemode check report.go --functions shop.py --effects
    """
    from codemode.terminal.cells import check_file

    tools = _tool_files(given)
    return check_file(
        given.file,
        given.code,
        given.language,
        json=given.json,
        tools=tools,
        strict=given.strict,
        effects=given.effects,
        policy=given.policy,
    )


@command(
    FILE,
    CODE,
    LANGUAGE,
    STORE,
    *SCOPE,
    *TOOLS,
    POLICY,
    DATA,
    TIMEOUT,
    MAX_STEPS,
    TTL,
    ISOLATION,
    STRICT,
    JSON,
    ATTACHMENTS,
)
def exec_(given: Namespace) -> Work:
    """Run a program that may wait for a person.

    This process ends when the program has ended (exit status 0, or 1 if it failed), or when the program waits for an approval or gave the turn
    back with yield_control (exit status 3): then what to type next is on standard error, and another process may finish it.

        codemode exec pay.go --store sqlite:///runs.db --functions bank.py --policy policy.json
    """
    from codemode.terminal.runs import exec_file

    return exec_file(
        _driving(given, max_steps=given.max_steps, strict=given.strict, language=given.language),
        given.file,
        given.code,
        given.data,
    )


@command(RUN_ID, STORE, *SCOPE, *TOOLS, POLICY, TIMEOUT, TTL, ISOLATION, JSON, ATTACHMENTS)
def wait(given: Namespace) -> Work:
    """Go on with a run that waits, or whose process was killed.

    It needs the tools that exec had.

        codemode wait run_0123456789abcdef --store sqlite:///runs.db --functions bank.py --policy policy.json
    """
    from codemode.terminal.runs import wait_run

    return wait_run(_driving(given), given.run_id)


@command(
    STORE,
    option("--agent", metavar="NAME", default="", help="Only those of this agent."),
    option("--session", metavar="NAME", default="", help="Only those of this session."),
    JSON,
)
def runs(given: Namespace) -> Work:
    """List the runs that have not ended.

    Each is shown with its calls that wait for approval.

        codemode runs --store sqlite:///runs.db
    """
    from codemode.terminal.runs import list_runs

    return list_runs(_looking(given))


@command(
    RUN_ID,
    CALL_ID,
    option("--arguments", metavar="JSON", help="Call it with these arguments instead."),
    ONLY_CALL,
    option(
        "--tool",
        metavar="NAME",
        action="append",
        default=[],
        help="A tool that the program may call by a name that it computes. May be repeated.",
    ),
    STORE,
    *SCOPE,
    JSON,
)
def approve(given: Namespace) -> Work:
    """Let a call be made that waits for approval.

    It is made by whoever goes on with the run. Where the policy asks about whole programs, the program may then do all that is shown without
    asking again.

        codemode approve run_0123456789abcdef call_5 --arguments '{"to": "Ann", "amount": 50}'
    """
    from codemode.engine.durable.approvals import Approved
    from codemode.terminal.runs import decide_call, edited_arguments

    approved = Approved(edited_arguments(given.arguments), not given.only_call, tuple(given.tool))
    return decide_call(_looking(given), given.run_id, given.call_id, approved)


@command(
    RUN_ID,
    CALL_ID,
    option("--reason", metavar="TEXT", default="", help="What the program is told."),
    ONLY_CALL,
    STORE,
    *SCOPE,
    JSON,
)
def deny(given: Namespace) -> Work:
    """Refuse a call that waits for approval.

    The program gets an error. Where the policy asks about whole programs, all of its calls that ask are refused.

        codemode deny run_0123456789abcdef call_5 --reason "too much"
    """
    from codemode.engine.durable.approvals import Denied
    from codemode.terminal.runs import decide_call

    return decide_call(_looking(given), given.run_id, given.call_id, Denied(given.reason, not given.only_call))


@command(RUN_ID, STORE, *SCOPE, JSON)
def abort(given: Namespace) -> Work:
    """End a run that waits.

    Nobody can go on with it any more.

        codemode abort run_0123456789abcdef
    """
    from codemode.terminal.runs import abort_run

    return abort_run(_looking(given), given.run_id)


@command(
    option("reason", metavar="CODE", nargs="?", help="A code or a reason, as undeclared_name."),
    flag("--all", help="Print docs/errors.md."),
)
def explain(given: Namespace) -> Work:
    """Explain the code of an error.

    What it means, what to write instead, and an example. Without a code, all codes are listed.

        codemode explain undeclared_name
    """
    from codemode.terminal.explaining import explain as explained

    return explained(given.reason, everything=given.all)


@command(
    option("prompt", metavar="PROMPT", help="What you want to know or done, or - for standard input."),
    *TOOLS,
    *MODEL,
    option("--language", choices=("go", "python"), default="go", help="What the model writes [%(default)s]."),
    ISOLATION,
    flag("--show-code", help="Show the tools, the program and its calls on standard error."),
    flag("--verbose", "-v", help="A line for every step instead of a status, on standard error."),
    flag("--stats", help="Tell at the end what the caches did."),
    POLICY,
    STORE,
    SCOPE[0],
    option("--timeout-ms", metavar="N", type=_whole, help="Milliseconds for one run of the program [20000]."),
    JSON,
)
def call(given: Namespace) -> Work:
    """Answer a prompt with tools.

    A model writes the program, codemode runs it, the value is printed as JSON. With `--show-code` and `--json` also failures show all that was
    tried. With a store, a program that needs somebody's approval waits (exit status 3): what to type next is on standard error. The key of the
    model is read from OPENAI_API_KEY; a server at `--base-url` may need none.

        codemode call "Which products must be reordered?" --utcp tools.json --show-code
        codemode call "Sum 5 and 7" --functions math.py --base-url http://localhost:11434/v1 --model qwen3
    """
    from codemode.terminal.calls import CallRequest, call_prompt

    return call_prompt(
        CallRequest(
            prompt=given.prompt,
            tools=_tool_files(given),
            model=given.model,
            base_url=given.base_url,
            pipeline=given.pipeline,
            language=given.language,
            isolation=given.isolation,
            show_code=given.show_code,
            json=given.json,
            verbose=given.verbose,
            stats=given.stats,
            policy=given.policy,
            agent=given.agent,
            timeout_ms=given.timeout_ms,
            store=_store(given),
        )
    )


@command(
    *TOOLS,
    option("--search", metavar="QUERY", help="Only those that fit, best first."),
    flag("--go", help="As Go declarations."),
    JSON,
)
def tools(given: Namespace) -> Work:
    """List tools, search among them, or show them as Go declarations.

    Programs call them by the names that are shown.

        codemode tools --utcp tools.json --search "stock"
        codemode tools --functions shop.py --go
        codemode tools --mcp mcp.json --go
    """
    from codemode.terminal.listing import list_tools

    return list_tools(_tool_files(given), search=given.search, go=given.go, json=given.json)


@command(*TOOLS, JSON)
def stats(given: Namespace) -> Work:
    """Tell what the caches do for a set of tools.

    The tools are listed twice, as for the first two prompts of an app.

        codemode stats --utcp tools.json --json
    """
    from codemode.terminal.stats import show_stats

    return show_stats(_tool_files(given), json=given.json)


@command(
    *TOOLS,
    POLICY,
    STORE,
    option("--host", metavar="ADDRESS", default="127.0.0.1", help="Where to listen [%(default)s]."),
    option(
        "--port", metavar="N", type=_whole, default=8420, help="At which port, 0 for any that is free [%(default)s]."
    ),
    option("--tokens", metavar="FILE.json", help="Who may ask; needed where other machines reach the server."),
    option(
        "--allowed-host", metavar="NAME", action="append", default=[], help="A name of the server. May be repeated."
    ),
    option("--url", metavar="URL", help="Where people reach it, behind a proxy."),
    option("--model", metavar="NAME", help="Who writes the programs for prompts sent to /v1/call."),
    MODEL[1],
    flag("--record", help="Keep arguments and results of calls for the page and /v1/runs, too."),
    LANGUAGES,
    ISOLATION,
    TIMEOUT,
)
def serve(given: Namespace) -> Work:
    """Serve programs, approvals and tools over HTTP.

    MCP is at /mcp, a UTCP manual at /utcp, an API at /v1 with its document at /openapi.json, a page for people at /. Without tokens only this
    machine can reach it. It ends on SIGTERM, when the runs that are under way have come to a rest; those that wait stay in the store.

        codemode serve --functions bank.py --policy policy.json --store sqlite:///runs.db
        codemode token ci --tokens tokens.json && codemode serve --mcp servers.json --host 0.0.0.0 --tokens tokens.json
    """
    from codemode.terminal.serving import ServeRequest, serve_http

    return serve_http(
        ServeRequest(
            tools=_tool_files(given),
            policy=given.policy,
            store=_store(given),
            isolation=given.isolation,
            timeout_ms=given.timeout_ms,
            host=given.host,
            port=given.port,
            tokens=given.tokens,
            allowed_hosts=tuple(given.allowed_host),
            url=given.url,
            model=given.model,
            base_url=given.base_url,
            record="all" if given.record else "none",
            languages=_languages(given),
        )
    )


@command(
    *TOOLS,
    POLICY,
    STORE,
    ISOLATION,
    option("--queue", metavar="NAME", default="default", help="Whose runs it drives [%(default)s]."),
    option("--concurrency", metavar="N", type=_whole, default=16, help="Runs that it drives at once [%(default)s]."),
    option("--in-all", metavar="N", type=_whole, help="Runs of the queue that all workers drive at once."),
    option("--per-agent", metavar="N", type=_whole, help="Runs of one agent that all workers drive at once."),
    option("--rate", metavar="N/SECONDS", help="How many runs of the queue may begin in so many seconds, as 100/60."),
    option(
        "--language",
        choices=("go", "python"),
        action="append",
        default=[],
        help="The language of the runs that it drives; may be repeated [go].",
    ),
    flag("--record", help="Keep arguments and results of calls for the page and /v1/runs, too."),
)
def worker(given: Namespace) -> Work:
    """Drive runs that were submitted.

    Several workers over one database share the runs of a queue. One that is killed loses nothing: another one goes on with its runs. On SIGTERM
    it begins none, parks those that it drives for the others, and ends.

        codemode worker --functions bank.py --policy policy.json --store postgresql://app@db.example/codemode
        codemode worker --mcp servers.json --queue bulk --concurrency 8 --per-agent 2 --store postgresql://app@db.example/codemode
    """
    from codemode.terminal.working import WorkRequest, work

    return work(
        WorkRequest(
            tools=_tool_files(given),
            policy=given.policy,
            store=_store(given),
            isolation=given.isolation,
            queue=given.queue,
            concurrency=given.concurrency,
            in_all=given.in_all,
            per_agent=given.per_agent,
            rate=given.rate,
            languages=_languages(given),
            record="all" if given.record else "none",
        )
    )


@command(
    *TOOLS,
    POLICY,
    STORE,
    LANGUAGES,
    ISOLATION,
    TIMEOUT,
    option("--install", choices=("claude", "cursor", "vscode"), help="Print the entry for that MCP host, and end."),
)
def mcp(given: Namespace) -> Work:
    """Be an MCP server over standard input and output.

    An MCP host sees two tools, exec and wait, and behind them all tools of the sources that are named.

        codemode mcp --mcp servers.json
        codemode mcp --mcp servers.json --install claude
    """
    from codemode.terminal.serving import ServeRequest, serve_stdio, show_entry

    if given.install:
        named = (("--functions", given.functions), ("--utcp", given.utcp), ("--mcp", given.mcp))
        files = [part for name, found in named for file in found for part in (name, os.path.abspath(file))]
        files += ["--policy", os.path.abspath(given.policy)] if given.policy else []
        files += ["--store", given.store] if given.store else []
        files += [part for name in given.language for part in ("--language", name)]
        return show_entry(given.install, files)
    return serve_stdio(
        ServeRequest(
            tools=_tool_files(given),
            policy=given.policy,
            store=_store(given),
            isolation=given.isolation,
            timeout_ms=given.timeout_ms,
            languages=_languages(given),
        )
    )


@command(
    option("name", metavar="NAME", help="Whose token it is."),
    option("--tokens", metavar="FILE.json", required=True, help="The file of tokens; made if there is none."),
    option(
        "--scope",
        action="append",
        choices=("run", "approve", "read"),
        help="What it allows; may be repeated [run and read].",
    ),
    option("--agent", metavar="NAME", default="", help="Whose runs it sees: an agent, or * for all [its name]."),
)
def token(given: Namespace) -> Work:
    """Make a token for `codemode serve`.

    The file gets its hash; the token itself is printed once.

        codemode token ci --tokens tokens.json --scope run --scope read
    """
    from codemode.terminal.serving import make_token

    return make_token(given.tokens, given.name, given.scope or ["run", "read"], given.agent)


@command(*MODEL, ISOLATION)
def demo(given: Namespace) -> Work:
    """Answer three prompts with a small UTCP server.

    It is started on loopback; the prompts go through the whole pipeline: a mistake that is mended, many calls at once with what they cost, and a
    call that asks you first. With OPENAI_API_KEY or `--base-url` that model writes the programs; without, a script stands in for it.
    """
    from codemode.demo import run_demo

    return run_demo(given.model, given.base_url, given.pipeline, given.isolation)


def _tool_files(given: Namespace) -> ToolFiles:
    from codemode.terminal.inputs import ToolFiles

    return ToolFiles(given.functions, given.utcp, given.mcp)


def _languages(given: Namespace) -> tuple[str, ...]:
    return tuple(dict.fromkeys(given.language)) or ("go",)


def _store(given: Namespace) -> str | None:
    return given.store or os.environ.get("CODEMODE_STORE")


def _driving(given: Namespace, **more: Any) -> RunsRequest:
    """Whoever moves a run needs its tools and limits."""
    from codemode.terminal.runs import RunsRequest

    return RunsRequest(
        store=_store(given),
        agent=given.agent,
        session=given.session,
        tools=_tool_files(given),
        policy=given.policy,
        isolation=given.isolation,
        timeout_ms=given.timeout_ms,
        ttl=given.ttl,
        json=given.json,
        attachments=given.attachments,
        **more,
    )


def _looking(given: Namespace) -> RunsRequest:
    """Whoever only looks at runs, or decides about them, needs no worker process."""
    from codemode.terminal.runs import RunsRequest

    return RunsRequest(
        store=_store(given), agent=given.agent, session=given.session, isolation="inline", json=given.json
    )


# --- reading the arguments ---------------------------------------------------------------------------------------------


def _asked(option: Option) -> str:
    name = str(option.how["metavar"])
    return f"[{name}]" if option.how.get("nargs") == "?" else name


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"codemode: {message}\nTry '{self.prog} --help'.\n")


class _Help(argparse.HelpFormatter):
    """Paragraphs are filled, what is indented stays as it is."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        first, _, rest = text.partition("\n")
        blocks = [first, *dedent(rest).strip("\n").split("\n\n")]
        return "\n\n".join(
            block if block.startswith("    ") else fill(" ".join(block.split()), width) for block in blocks if block
        )


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        from importlib.metadata import version

        print(f"codemode {version('codemode')}")
        parser.exit()


def parser() -> argparse.ArgumentParser:
    top = _Parser("codemode", "codemode [OPTIONS] COMMAND [ARGS]...", ABOUT, MORE, formatter_class=_Help)
    top.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    for perform, options in _COMMANDS:
        name, text = perform.__name__.rstrip("_"), perform.__doc__ or ""
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
        sub.set_defaults(perform=perform)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """The entry point `codemode`. Gives the exit status; what is shown instead of being done, and what cannot be read, leaves with SystemExit."""
    _open_streams()
    top = parser()
    if (
        "_ARGCOMPLETE" in os.environ
    ):  # the shell asks what may come next: `eval "$(register-python-argcomplete codemode)"`
        import argcomplete

        argcomplete.autocomplete(top)
    given = top.parse_args(arguments)
    if not hasattr(given, "perform"):
        top.print_help()
        return 2
    if getattr(given, "isolation", "inline") != "inline":
        from codemode.engine.workers.nursery import prepare

        prepare()
    from codemode.terminal.exits import finish

    return finish(lambda: _begun(given), json=getattr(given, "json", False))


def _begun(given: Namespace) -> Work:
    """The work of the command, with all that it needs imported. None of that is garbage, so none is collected meanwhile."""
    gc.disable()
    try:
        return given.perform(given)
    finally:
        gc.enable()


def _open_streams() -> None:
    """Where our caller has closed a standard stream, Python has none: nothing is to be read there, and what is written is gone."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open as long as the process lives
    out: Any = sys.stdout
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(errors="backslashreplace")  # as standard error does: a letter that it lacks is no failure
