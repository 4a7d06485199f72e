"""The command line. Exit status: 0 done, 1 the cell (or the server, or the model) failed, 2 usage and configuration, 3 the run waits.

Everything heavy is imported by the command that needs it, so that --help is quick.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Coroutine
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from codemode.terminal.inputs import ToolFiles

app = typer.Typer(
    name="codemode",
    help="Let a language model use many tools by writing one small Go-like program.",
    epilog="Docs: docs/language.md. Exit status: 0 done, 1 the program failed, 2 usage or configuration, 3 the run waits.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # to draw boxes around it would take longer than to run a program
    context_settings={"help_option_names": ["-h", "--help"]},
)


class Isolation(StrEnum):
    inline = "inline"
    process = "process"


class Pipeline(StrEnum):
    staged = "staged"
    single = "single"


File = Annotated[str, typer.Argument(metavar="FILE|-", help="A Go file, or - for standard input.", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Functions = Annotated[
    list[str] | None,
    typer.Option(
        "--functions",
        metavar="FILE.py",
        help="Tools from a Python file: its list TOOLS, else every public function. May be repeated.",
    ),
]
Utcp = Annotated[
    list[str] | None,
    typer.Option(
        "--utcp", metavar="CONFIG.json", help="Tools of the manuals in a UTCP client configuration. May be repeated."
    ),
]
Mcp = Annotated[
    list[str] | None,
    typer.Option(
        "--mcp",
        metavar="CONFIG.json",
        help='Tools of the servers in a file {"mcpServers": {"name": {"command": ...}}}. May be repeated.',
    ),
]
Isolated = Annotated[
    Isolation | None, typer.Option(help="Where the program runs: in this process, or in a worker process.")
]
Strict = Annotated[bool, typer.Option("--strict", help="Go's own typing: an any has to be asserted before use.")]
Store = Annotated[
    str | None,
    typer.Option(
        "--store", metavar="sqlite:///FILE", envvar="CODEMODE_STORE", help="Where runs are kept.", show_default=False
    ),
]
RunId = Annotated[str, typer.Argument(metavar="RUN_ID", help="A run, as exec or runs named it.", show_default=False)]
CallId = Annotated[str, typer.Argument(metavar="CALL_ID", help="A call that waits for approval.", show_default=False)]
Agent = Annotated[str, typer.Option("--agent", metavar="NAME", help="On whose behalf.")]
SessionName = Annotated[str, typer.Option("--session", metavar="NAME", help="In which session.")]
PolicyFile = Annotated[
    str | None,
    typer.Option("--policy", metavar="FILE.json", help="Rules that allow, deny or ask about calls."),
]
TimeoutMs = Annotated[
    int | None,
    typer.Option(
        "--timeout-ms", metavar="N", help="Give up calls that are open after so many milliseconds.", show_default=False
    ),
]
Ttl = Annotated[int | None, typer.Option("--ttl", metavar="SECONDS", help="How long it may wait for somebody.")]
ModelName = Annotated[str, typer.Option("--model", metavar="NAME", help="Who writes the code.")]
BaseUrl = Annotated[
    str | None,
    typer.Option("--base-url", metavar="URL", help="A server that speaks OpenAI's protocol, instead of OpenAI's own."),
]
Way = Annotated[
    Pipeline, typer.Option("--pipeline", help="Ask step by step, or once for the tools and the program together.")
]
DEFAULT_MODEL = "gpt-5-mini"


@app.command()
def run(
    file: File,
    json: Json = False,
    timeout_ms: Annotated[int | None, typer.Option(metavar="N", help="Milliseconds at most.")] = None,
    max_steps: Annotated[int | None, typer.Option(metavar="N", help="Steps of the interpreter at most.")] = None,
    functions: Functions = None,
    utcp: Utcp = None,
    mcp: Mcp = None,
    isolation: Isolated = None,
    data: Annotated[str | None, typer.Option(metavar="JSON", help="What the program finds in `data`.")] = None,
    strict: Strict = False,
) -> None:
    """Run a snippet or a whole program.

    What it prints goes to standard output as it is printed; then, for a snippet that sets `__out`, the value as JSON on a line of its own.
    Failures go to standard error with their place, panics as Go prints them.

    \b
        codemode run hello.go
        echo '__out = 1 + 2' | codemode run -
        codemode run report.go --functions shop.py --data '{"day": "2026-01-31"}'
    """
    _prepare(isolation)
    from codemode.terminal.cells import RunRequest, run_file

    request = RunRequest(
        file=file,
        json=json,
        timeout_ms=timeout_ms,
        max_steps=max_steps,
        tools=_tool_files(functions, utcp, mcp),
        isolation=isolation.value if isolation else None,
        data=data,
        strict=strict,
    )
    _exit(lambda: run_file(request))


@app.command()
def check(
    file: File,
    json: Json = False,
    functions: Functions = None,
    utcp: Utcp = None,
    mcp: Mcp = None,
    strict: Strict = False,
) -> None:
    """Check a snippet or a program without running it.

    All problems are shown with place and hint, and what would be repaired. With `--functions`, `--utcp` or `--mcp` the calls of
    tools are checked too.

    \b
        codemode check report.go --functions shop.py
    """
    from codemode.terminal.cells import check_file

    _exit(lambda: check_file(file, json=json, tools=_tool_files(functions, utcp, mcp), strict=strict))


@app.command("exec")
def exec_(
    file: File,
    store: Store = None,
    agent: Agent = "cli",
    session: SessionName = "default",
    functions: Functions = None,
    utcp: Utcp = None,
    mcp: Mcp = None,
    policy: PolicyFile = None,
    data: Annotated[str | None, typer.Option(metavar="JSON", help="What the program finds in `data`.")] = None,
    timeout_ms: TimeoutMs = None,
    max_steps: Annotated[int | None, typer.Option(metavar="N", help="Steps of the interpreter at most.")] = None,
    ttl: Ttl = None,
    isolation: Isolated = None,
    strict: Strict = False,
    json: Json = False,
) -> None:
    """Run a program that may wait for a person.

    This process ends when the program has ended (exit status 0, or 1 if it failed), or when the program waits for an approval or gave the turn
    back with yield_control (exit status 3): then what to type next is on standard error, and another process may finish it.

    \b
        codemode exec pay.go --store sqlite:///runs.db --functions bank.py --policy policy.json
    """
    _prepare(isolation)
    from codemode.terminal.runs import RunsRequest, exec_file

    request = RunsRequest(
        store=store,
        agent=agent,
        session=session,
        tools=_tool_files(functions, utcp, mcp),
        policy=policy,
        isolation=isolation.value if isolation else None,
        timeout_ms=timeout_ms,
        max_steps=max_steps,
        ttl=ttl,
        strict=strict,
        json=json,
    )
    _exit(lambda: exec_file(request, file, data))


@app.command()
def wait(
    run_id: RunId,
    store: Store = None,
    agent: Agent = "cli",
    session: SessionName = "default",
    functions: Functions = None,
    utcp: Utcp = None,
    mcp: Mcp = None,
    policy: PolicyFile = None,
    timeout_ms: TimeoutMs = None,
    ttl: Ttl = None,
    isolation: Isolated = None,
    json: Json = False,
) -> None:
    """Go on with a run that waits, or whose process was killed.

    It needs the tools that exec had.

    \b
        codemode wait run_0123456789abcdef --store sqlite:///runs.db --functions bank.py --policy policy.json
    """
    _prepare(isolation)
    from codemode.terminal.runs import RunsRequest, wait_run

    request = RunsRequest(
        store=store,
        agent=agent,
        session=session,
        tools=_tool_files(functions, utcp, mcp),
        policy=policy,
        isolation=isolation.value if isolation else None,
        timeout_ms=timeout_ms,
        ttl=ttl,
        json=json,
    )
    _exit(lambda: wait_run(request, run_id))


@app.command()
def runs(
    store: Store = None,
    agent: Annotated[str, typer.Option("--agent", metavar="NAME", help="Only those of this agent.")] = "",
    session: Annotated[str, typer.Option("--session", metavar="NAME", help="Only those of this session.")] = "",
    json: Json = False,
) -> None:
    """List the runs that have not ended.

    Each is shown with its calls that wait for approval.

    \b
        codemode runs --store sqlite:///runs.db
    """
    from codemode.terminal.runs import RunsRequest, list_runs

    _exit(lambda: list_runs(RunsRequest(store=store, agent=agent, session=session, isolation="inline", json=json)))


@app.command()
def approve(
    run_id: RunId,
    call_id: CallId,
    arguments: Annotated[
        str | None, typer.Option(metavar="JSON", help="Call it with these arguments instead.", show_default=False)
    ] = None,
    store: Store = None,
    agent: Agent = "cli",
    session: SessionName = "default",
    json: Json = False,
) -> None:
    """Let a call be made that waits for approval.

    It is made by whoever goes on with the run.

    \b
        codemode approve run_0123456789abcdef call_5 --arguments '{"to": "Ann", "amount": 50}'
    """
    from codemode.terminal.runs import RunsRequest, decide_call

    request = RunsRequest(store=store, agent=agent, session=session, isolation="inline", json=json)
    _exit(lambda: decide_call(request, run_id, call_id, approved=True, arguments=arguments))


@app.command()
def deny(
    run_id: RunId,
    call_id: CallId,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="What the program is told.", show_default=False)] = "",
    store: Store = None,
    agent: Agent = "cli",
    session: SessionName = "default",
    json: Json = False,
) -> None:
    """Refuse a call that waits for approval.

    The program gets an error.

    \b
        codemode deny run_0123456789abcdef call_5 --reason "too much"
    """
    from codemode.terminal.runs import RunsRequest, decide_call

    request = RunsRequest(store=store, agent=agent, session=session, isolation="inline", json=json)
    _exit(lambda: decide_call(request, run_id, call_id, approved=False, reason=reason))


@app.command()
def abort(
    run_id: RunId,
    store: Store = None,
    agent: Agent = "cli",
    session: SessionName = "default",
    json: Json = False,
) -> None:
    """End a run that waits.

    \b
        codemode abort run_0123456789abcdef
    """
    from codemode.terminal.runs import RunsRequest, abort_run

    request = RunsRequest(store=store, agent=agent, session=session, isolation="inline", json=json)
    _exit(lambda: abort_run(request, run_id))


@app.command()
def call(
    prompt: Annotated[str, typer.Argument(metavar="PROMPT", help="What you want to know or done.", show_default=False)],
    utcp: Utcp = None,
    mcp: Mcp = None,
    functions: Functions = None,
    model: ModelName = DEFAULT_MODEL,
    base_url: BaseUrl = None,
    pipeline: Way = Pipeline.staged,
    isolation: Isolated = None,
    show_code: Annotated[
        bool, typer.Option("--show-code", help="Show the tools, the program and its calls on standard error.")
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="A line for every step instead of a status, on standard error.")
    ] = False,
    stats: Annotated[bool, typer.Option("--stats", help="Tell at the end what the caches did.")] = False,
    json: Json = False,
) -> None:
    """Answer a prompt with tools.

    A model writes the program, codemode runs it, the value is printed as JSON. The key of the model is read from OPENAI_API_KEY; a server at
    `--base-url` may need none.

    \b
        codemode call "Which products must be reordered?" --utcp tools.json --show-code
        codemode call "Sum 5 and 7" --functions math.py --base-url http://localhost:11434/v1 --model qwen3
    """
    from codemode.terminal.calls import CallRequest, call_prompt

    request = CallRequest(
        prompt=prompt,
        tools=_tool_files(functions, utcp, mcp),
        model=model,
        base_url=base_url,
        pipeline=pipeline.value,
        isolation=isolation.value if isolation else None,
        show_code=show_code,
        json=json,
        verbose=verbose,
        stats=stats,
    )
    _exit(lambda: call_prompt(request))


@app.command()
def tools(
    utcp: Utcp = None,
    mcp: Mcp = None,
    functions: Functions = None,
    search: Annotated[str | None, typer.Option(metavar="QUERY", help="Only those that fit, best first.")] = None,
    go: Annotated[bool, typer.Option("--go", help="As Go declarations.")] = False,
    json: Json = False,
) -> None:
    """List tools, search among them, or show them as Go declarations.

    \b
        codemode tools --utcp tools.json --search "stock"
        codemode tools --functions shop.py --go
        codemode tools --mcp mcp.json --go
    """
    from codemode.terminal.listing import list_tools

    _exit(lambda: list_tools(_tool_files(functions, utcp, mcp), search=search, go=go, json=json))


@app.command()
def stats(utcp: Utcp = None, mcp: Mcp = None, functions: Functions = None, json: Json = False) -> None:
    """Tell what the caches do for a set of tools.

    The tools are listed twice, as for the first two prompts of an app.

    \b
        codemode stats --utcp tools.json --json
    """
    from codemode.terminal.stats import show_stats

    _exit(lambda: show_stats(_tool_files(functions, utcp, mcp), json=json))


@app.command()
def demo(
    model: ModelName = DEFAULT_MODEL,
    base_url: BaseUrl = None,
    pipeline: Way = Pipeline.staged,
    isolation: Isolated = None,
) -> None:
    """Answer three prompts with a small UTCP server.

    It is started on loopback; the prompts go through the whole pipeline. With OPENAI_API_KEY or `--base-url` that model writes the programs;
    without, a script stands in for it.
    """
    from codemode.demo import run_demo

    _exit(lambda: run_demo(model, base_url, pipeline.value, isolation.value if isolation else None))


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"codemode {version('codemode')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Let a language model use many tools by writing one small Go-like program."""


def _tool_files(functions: list[str] | None, utcp: list[str] | None, mcp: list[str] | None) -> ToolFiles:
    from codemode.terminal.inputs import ToolFiles

    return ToolFiles(functions or [], utcp or [], mcp or [])


def _prepare(isolation: Isolation | None) -> None:
    """Have worker processes on their way while everything else is imported."""
    if isolation is not Isolation.inline:
        from codemode.engine.nursery import prepare

        prepare()


def _exit(work: Callable[[], int | Coroutine[Any, Any, int]]) -> None:
    from codemode.terminal.exits import finish

    raise typer.Exit(finish(work))


def main() -> None:
    """The entry point `codemode`."""
    _open_streams()
    app()


def _open_streams() -> None:
    """Where our caller has closed a standard stream, Python has none: nothing is to be read there, and what is written is gone."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open as long as the process lives
    out: Any = sys.stdout
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(errors="backslashreplace")  # as standard error does: a letter that it lacks is no failure
