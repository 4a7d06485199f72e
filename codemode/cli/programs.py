"""Commands about one program: run it, check it, and what its problems mean."""

from __future__ import annotations

from argparse import Namespace

from codemode.cli import options as opt
from codemode.cli.options import Work, command, flag, option, request, whole_number


@command(
    opt.FILE,
    opt.CODE,
    opt.LANGUAGE,
    opt.JSON,
    option("--timeout-ms", metavar="N", type=whole_number, help="Milliseconds at most."),
    opt.MAX_STEPS,
    *opt.TOOLS,
    opt.ISOLATION,
    opt.DATA,
    opt.STRICT,
    opt.ATTACHMENTS,
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
    from codemode.terminal.programs import RunRequest, run_file

    return run_file(request(RunRequest, given))


@command(opt.FILE, opt.CODE, opt.LANGUAGE, opt.JSON, opt.EFFECTS, *opt.TOOLS, opt.POLICY, opt.STRICT)
def check(given: Namespace) -> Work:
    """Check a snippet or a program without running it.

    All problems are shown with place and hint, and all repairs; with `--policy` also rules that match no tool.
    With `--functions`, `--utcp` or `--mcp` the calls of tools are checked too. `--effects` also lists which tools the program can reach: with
    which arguments, and how often at most.

        codemode check report.go --functions shop.py --effects
    """
    from codemode.terminal.programs import CheckRequest, check_file

    return check_file(request(CheckRequest, given, isolation="inline"))


@command(
    option("reason", metavar="CODE", nargs="?", help="A code or a reason, such as undeclared_name."),
    flag("--all", help="Print docs/errors.md."),
)
def explain(given: Namespace) -> Work:
    """Explain the code of an error.

    It shows what the code means, what to write instead, and an example. Without a code, all codes are listed.

        codemode explain undeclared_name
    """
    from codemode.terminal.explaining import explain as explained

    return explained(given.reason, whole=given.all)
