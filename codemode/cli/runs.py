"""Commands about runs that may wait for a person: begin them, go on with them, decide and end them."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from codemode.cli import options as opt
from codemode.cli.options import Work, command, option, request

if TYPE_CHECKING:
    from codemode.terminal.runs import RunsRequest


@command(
    opt.FILE,
    opt.CODE,
    opt.LANGUAGE,
    opt.STORE,
    *opt.SCOPE,
    *opt.TOOLS,
    opt.POLICY,
    opt.DATA,
    opt.TIMEOUT,
    opt.MAX_STEPS,
    opt.TTL,
    opt.ISOLATION,
    opt.STRICT,
    opt.JSON,
    opt.ATTACHMENTS,
)
def exec_(given: Namespace) -> Work:
    """Run a program that may wait for a person.

    This process ends when the program has ended (exit status 0, or 1 if it failed), or when the program waits for an approval or paused
    with yield_control (exit status 3): then standard error shows what to type next, and another process may finish the run.

        codemode exec pay.go --store sqlite:///runs.db --functions bank.py --policy policy.json
    """
    from codemode.terminal.runs import RunsRequest, exec_file

    return exec_file(request(RunsRequest, given), given.file, given.code, given.data)


@command(
    opt.RUN_ID,
    opt.STORE,
    *opt.SCOPE,
    *opt.TOOLS,
    opt.POLICY,
    opt.TIMEOUT,
    opt.TTL,
    opt.ISOLATION,
    opt.JSON,
    opt.ATTACHMENTS,
)
def wait(given: Namespace) -> Work:
    """Continue a run that waits, or whose process was killed.

    It needs the same tools as exec.

        codemode wait run_0123456789abcdef --store sqlite:///runs.db --functions bank.py --policy policy.json
    """
    from codemode.terminal.runs import RunsRequest, wait_run

    return wait_run(request(RunsRequest, given), given.run_id)


@command(
    opt.STORE,
    option("--agent", metavar="NAME", default="", help="Only those of this agent."),
    option("--session", metavar="NAME", default="", help="Only those of this session."),
    opt.JSON,
)
def runs(given: Namespace) -> Work:
    """List the runs that have not ended.

    Each is shown with its calls that wait for approval.

        codemode runs --store sqlite:///runs.db
    """
    from codemode.terminal.runs import list_runs

    return list_runs(_looking(given))


@command(
    opt.RUN_ID,
    opt.CALL_ID,
    option("--arguments", metavar="JSON", help="Call it with these arguments instead."),
    opt.ONLY_CALL,
    opt.BY,
    option(
        "--tool",
        metavar="NAME",
        action="append",
        default=[],
        help="A tool that the program may call by a name that it computes. May be repeated.",
    ),
    opt.STORE,
    *opt.SCOPE,
    opt.JSON,
)
def approve(given: Namespace) -> Work:
    """Approve a call that waits.

    The process that continues the run makes the call. Where the policy asks about whole programs, the program may then do all that is shown without
    asking again.

        codemode approve run_0123456789abcdef call_5 --arguments '{"to": "Ann", "amount": 50}'
    """
    from codemode.engine.durable.approvals import Approved
    from codemode.terminal.runs import decide_call, edited_arguments

    approved = Approved(edited_arguments(given.arguments), not given.only_call, tuple(given.tool), by=given.by)
    return decide_call(_looking(given), given.run_id, given.call_id, approved)


@command(
    opt.RUN_ID,
    opt.CALL_ID,
    option("--reason", metavar="TEXT", default="", help="The reason that the program sees."),
    opt.ONLY_CALL,
    opt.BY,
    opt.STORE,
    *opt.SCOPE,
    opt.JSON,
)
def deny(given: Namespace) -> Work:
    """Refuse a call that waits for approval.

    The program gets an error. Where the policy asks about whole programs, all of its calls that need approval are refused.

        codemode deny run_0123456789abcdef call_5 --reason "too much"
    """
    from codemode.engine.durable.approvals import Denied
    from codemode.terminal.runs import decide_call

    denied = Denied(given.reason, not given.only_call, by=given.by)
    return decide_call(_looking(given), given.run_id, given.call_id, denied)


@command(opt.RUN_ID, opt.STORE, *opt.SCOPE, opt.JSON)
def abort(given: Namespace) -> Work:
    """End a run that waits, or that a worker drives.

    It cannot be continued afterwards.

        codemode abort run_0123456789abcdef
    """
    from codemode.terminal.runs import abort_run

    return abort_run(_looking(given), given.run_id)


def _looking(given: Namespace) -> RunsRequest:
    """Whoever only looks at runs, or decides about them, needs no worker process."""
    from codemode.terminal.runs import RunsRequest

    return request(RunsRequest, given, isolation="inline")
