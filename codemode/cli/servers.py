"""Commands that serve others: over HTTP, over standard input and output, from a queue."""

from __future__ import annotations

import os
from argparse import Namespace

from codemode.cli import options as opt
from codemode.cli.options import Work, command, option, port, request, whole_number


@command(
    *opt.TOOLS,
    opt.POLICY,
    opt.STORE,
    option("--host", metavar="ADDRESS", default="127.0.0.1", help="The address to listen on [%(default)s]."),
    option(
        "--port",
        metavar="N",
        type=port,
        default=8420,
        help="The port; 0 for any free one [%(default)s].",
    ),
    option(
        "--tokens", metavar="FILE.json", help="The tokens of callers; needed if other machines can reach the server."
    ),
    option(
        "--allowed-host",
        dest="allowed_hosts",
        metavar="NAME",
        action="append",
        default=[],
        help="A name of the server. May be repeated.",
    ),
    option("--url", metavar="URL", help="The address that people use, behind a proxy."),
    option("--model", metavar="NAME", help="The model that writes programs for prompts sent to /v1/call."),
    opt.MODEL[1],
    opt.RECORD,
    opt.LANGUAGES,
    opt.ISOLATION,
    opt.TIMEOUT,
    opt.TTL,
    opt.WAITING,
)
def serve(given: Namespace) -> Work:
    """Serve programs, approvals and tools over HTTP.

    MCP is at /mcp, a UTCP manual at /utcp, an API at /v1 with its document at /openapi.json, a page for people at /. Without tokens only this
    machine can reach it, and decisions about calls need the key that it prints. It ends on SIGTERM, when the runs that are under way have ended
    or wait; waiting runs stay in the store.

        codemode serve --functions bank.py --policy policy.json --store sqlite:///runs.db
        codemode token ci --tokens tokens.json && codemode serve --mcp servers.json --host 0.0.0.0 --tokens tokens.json
    """
    from codemode.terminal.serving import ServeRequest, serve_http

    return serve_http(request(ServeRequest, given))


@command(
    *opt.TOOLS,
    opt.POLICY,
    opt.STORE,
    opt.ISOLATION,
    opt.TTL,
    option("--queue", metavar="NAME", default="default", help="The queue of the runs that it drives [%(default)s]."),
    option(
        "--concurrency",
        metavar="N",
        type=whole_number,
        default=16,
        help="The most runs that it drives at once [%(default)s].",
    ),
    option(
        "--in-all", metavar="N", type=whole_number, help="The most runs of the queue that all workers drive at once."
    ),
    option(
        "--per-agent", metavar="N", type=whole_number, help="The most runs of one agent that all workers drive at once."
    ),
    option(
        "--rate", metavar="N/SECONDS", help="How many runs of the queue may begin in how many seconds, such as 100/60."
    ),
    opt.LANGUAGES,
    opt.RECORD,
)
def worker(given: Namespace) -> Work:
    """Drive runs that were submitted.

    Several workers over one database share the runs of a queue. A worker that is killed loses nothing: another one continues its runs. On SIGTERM
    a worker starts no more runs, leaves its runs to the others, and ends.

        codemode worker --functions bank.py --policy policy.json --store postgresql://app@db.example/codemode
        codemode worker --mcp servers.json --queue bulk --concurrency 8 --per-agent 2 --store postgresql://app@db.example/codemode
    """
    from codemode.terminal.queue_worker import WorkRequest, work

    return work(request(WorkRequest, given))


@command(
    *opt.TOOLS,
    opt.POLICY,
    opt.STORE,
    opt.LANGUAGES,
    opt.ISOLATION,
    opt.TIMEOUT,
    opt.TTL,
    opt.WAITING,
    option(
        "--install",
        choices=("claude", "cursor", "vscode"),
        help="Print the configuration entry for that MCP host and exit.",
    ),
)
def mcp(given: Namespace) -> Work:
    """Serve MCP over standard input and output.

    An MCP host sees two tools, exec and wait, and behind them all tools of the sources that are named.

        codemode mcp --mcp servers.json
        codemode mcp --mcp servers.json --install claude
    """
    from codemode.terminal.serving import ServeRequest, serve_stdio, show_entry

    if given.install:
        tools = opt.tool_files(given)
        tools.needed()  # a server without tools does not start
        files = [part for option, file in tools.options() for part in (option, os.path.abspath(file))]
        files += ["--policy", os.path.abspath(given.policy)] if given.policy else []
        files += ["--store", given.store] if given.store else []
        files += [part for name in given.languages for part in ("--language", name)]
        limits = {"--timeout-ms": given.timeout_ms, "--ttl": given.ttl, "--waiting": given.waiting}
        files += [part for name, value in limits.items() if value is not None for part in (name, str(value))]
        return show_entry(given.install, files)
    return serve_stdio(request(ServeRequest, given))


@command(
    option("name", metavar="NAME", help="The name of the token."),
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
