"""Commands about tools: prompts that are answered with them, lists of them, the demo."""

from __future__ import annotations

from argparse import Namespace

from codemode.cli import options as opt
from codemode.cli.options import Work, command, flag, option, request, tool_files, whole_number


@command(
    option("prompt", metavar="PROMPT", help="What you want to know or to have done; - reads it from standard input."),
    *opt.TOOLS,
    *opt.MODEL,
    option("--language", choices=("go", "python"), default="go", help="What the model writes [%(default)s]."),
    opt.ISOLATION,
    flag("--show-code", help="Show the tools, the program and its calls on standard error."),
    flag("--verbose", "-v", help="A line for every step instead of a status, on standard error."),
    flag("--stats", help="Show at the end how the caches were used."),
    opt.POLICY,
    opt.STORE,
    opt.SCOPE[0],
    option("--timeout-ms", metavar="N", type=whole_number, help="Milliseconds for one run of the program [20000]."),
    opt.JSON,
)
def call(given: Namespace) -> Work:
    """Answer a prompt with tools.

    A model writes the program, codemode runs it, the value is printed as JSON. With `--show-code` and `--json`, failures also show all that was
    tried. With a store, a program that needs an approval waits (exit status 3): standard error shows what to type next. The key of the
    model is read from OPENAI_API_KEY; a server at `--base-url` may need none.

        codemode call "Which products must be reordered?" --utcp tools.json --show-code
        codemode call "Sum 5 and 7" --functions math.py --base-url http://localhost:11434/v1 --model qwen3
    """
    from codemode.terminal.calls import CallRequest, call_prompt

    return call_prompt(request(CallRequest, given))


@command(
    *opt.TOOLS,
    option("--search", metavar="QUERY", help="Only tools that match, best first."),
    flag("--go", help="As Go declarations."),
    opt.JSON,
)
def tools(given: Namespace) -> Work:
    """List tools, search among them, or show them as Go declarations.

    Programs call them by the names that are shown.

        codemode tools --utcp tools.json --search "stock"
        codemode tools --functions shop.py --go
        codemode tools --mcp mcp.json --go
    """
    from codemode.terminal.listing import list_tools

    return list_tools(tool_files(given), search=given.search, go=given.go, json=given.json)


@command(*opt.TOOLS, opt.JSON)
def stats(given: Namespace) -> Work:
    """Show how well the caches work for a set of tools.

    The tools are listed twice, as the first two prompts of an app would do.

        codemode stats --utcp tools.json --json
    """
    from codemode.terminal.stats import show_stats

    return show_stats(tool_files(given), json=given.json)


@command(*opt.MODEL, opt.ISOLATION)
def demo(given: Namespace) -> Work:
    """Answer three prompts with the tools of a small UTCP server.

    The server is started on loopback; the prompts go through the whole pipeline: a mistake that is repaired, many calls at once with their cost, a
    call that asks you first. With OPENAI_API_KEY or `--base-url` that model writes the programs; without them, a script does.
    """
    from codemode.demo import run_demo

    return run_demo(given.model, given.base_url, given.pipeline, given.isolation)
