"""Tasks with a model in the loop: direct tool calls, tool search, and programs through exec and wait.

    python -m benchmarks.agents                                         recorded answers, over loopback
    python -m benchmarks.agents --base-url URL --model NAME             any model behind OpenAI's protocol; its key is OPENAI_API_KEY
    python -m benchmarks.agents ... --bfcl DIR --m3 DIR                 also the tasks of BFCL v4 multi-turn and of M3ToolEval, which you have fetched

A task is done when the world and the answers are right; how a model got there does not matter. Tokens are those of the requests as they are sent
(messages and tools) and of what the model writes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.agents.arms import CHAT_ARMS, PROMPT_ARMS, Count, Outcome, run
from benchmarks.agents.foreign import bfcl, m3
from benchmarks.agents.replay import replaying, tell
from benchmarks.agents.tasks import Task
from benchmarks.agents.worlds import files, sensors, shop, support, trips
from benchmarks.tokens import counter
from codemode import OpenAIModel

TASKS: list[Task] = [*files.TASKS, *trips.TASKS, *shop.TASKS, *support.TASKS, *sensors.TASKS]


def arms_of(task: Task, wanted: Iterable[str]) -> list[str]:
    """The arms that can do a task: prompts have one turn."""
    return [arm for arm in wanted if arm in CHAT_ARMS or (arm in PROMPT_ARMS and len(task.turns) == 1)]


async def replay(tasks: Sequence[Task], arms: Sequence[str], count: Count) -> list[Outcome]:
    """All tasks in all arms, with recorded answers."""
    found: list[Outcome] = []
    with replaying() as (model, server):
        for task in tasks:
            for arm in arms_of(task, arms):
                tell(server, task.id, arm)
                found.append(await run(task, arm, model, count))
        await model.aclose()
    return found


async def ask(model: Any, tasks: Sequence[Task], arms: Sequence[str], count: Count, console: Console) -> list[Outcome]:
    """All tasks in all arms, with a model."""
    found: list[Outcome] = []
    for task in tasks:
        for arm in arms_of(task, arms):
            found.append(await run(task, arm, model, count))
            console.print(
                f"{task.id} {arm}: {'right' if found[-1].right else 'WRONG'} {found[-1].failure}", markup=False
            )
    return found


def summary(tasks: Sequence[Task], found: Sequence[Outcome], how: str) -> Table:
    """Sums by kind of task and arm."""
    kinds = {task.id: task.kind for task in tasks}
    table = Table(title=f"Tasks with a model in the loop; tokens {how}")
    for column in ("tasks", "arm", "right", "requests", "calls", "tokens in", "of direct", "tokens out", "seconds"):
        table.add_column(column, justify="left" if column in ("tasks", "arm") else "right")
    for kind in dict.fromkeys(kinds.values()):
        rows = [outcome for outcome in found if kinds[outcome.task] == kind]
        for arm in dict.fromkeys(outcome.arm for outcome in rows):
            of_arm = [outcome for outcome in rows if outcome.arm == arm]
            sent = sum(outcome.tokens_in for outcome in of_arm)
            same = {outcome.task for outcome in of_arm}
            direct = sum(o.tokens_in for o in rows if o.arm == "direct" and o.task in same)
            table.add_row(
                kind,
                arm,
                f"{sum(outcome.right for outcome in of_arm)}/{len(of_arm)}",
                str(sum(outcome.requests for outcome in of_arm)),
                str(sum(outcome.calls for outcome in of_arm)),
                f"{sent:,}",
                f"{sent / direct:.2f}" if direct else "",
                f"{sum(outcome.tokens_out for outcome in of_arm):,}",
                f"{sum(outcome.seconds for outcome in of_arm):.1f}",
            )
        table.add_section()
    return table


def losses(found: Sequence[Outcome]) -> list[str]:
    """Tasks where programs were worse than direct calls: wrong where these were right, or dearer."""
    by_arm = {(outcome.task, outcome.arm): outcome for outcome in found}
    told: list[str] = []
    for outcome in found:
        direct = by_arm.get((outcome.task, "direct"))
        if outcome.arm != "exec" or direct is None:
            continue
        if direct.right and not outcome.right:
            told.append(f"{outcome.task}: wrong, direct calls are right. {outcome.failure}".strip())
        elif outcome.tokens_in > direct.tokens_in:
            told.append(f"{outcome.task}: {outcome.tokens_in:,} tokens in, {direct.tokens_in:,} with direct calls")
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--base-url", help="of a server that speaks OpenAI's protocol")
    parser.add_argument("--model", help="its name there; without it recorded answers are told")
    parser.add_argument("--arms", default=",".join((*CHAT_ARMS, *PROMPT_ARMS)), help="which, separated by commas")
    parser.add_argument("--only", default="", help="tasks whose id contains this")
    parser.add_argument(
        "--bfcl", type=Path, metavar="DIR", help="a checkout's folder berkeley-function-call-leaderboard"
    )
    parser.add_argument("--m3", type=Path, metavar="DIR", help="a checkout's folder scripts/eval/m3tooleval")
    parser.add_argument("--json", type=Path, metavar="FILE", help="where all outcomes are written")
    options = parser.parse_args()
    foreign = [*(bfcl(options.bfcl) if options.bfcl else ()), *(m3(options.m3) if options.m3 else ())]
    if foreign and not options.model:
        parser.error("there are no recorded answers for --bfcl and --m3: give a --model")
    tasks = [task for task in (*TASKS, *foreign) if options.only in task.id]
    arms = options.arms.split(",")
    unknown = [arm for arm in arms if arm not in (*CHAT_ARMS, *PROMPT_ARMS)]
    if unknown:
        parser.error(f"the arms are {', '.join((*CHAT_ARMS, *PROMPT_ARMS))}, not {', '.join(unknown)}")
    count, how = counter()
    console = Console(width=130)
    if options.model:
        model = OpenAIModel(options.model, base_url=options.base_url)
        found = asyncio.run(ask(model, tasks, arms, count, console))
    else:
        found = asyncio.run(replay(tasks, arms, count))
    if options.json:
        options.json.write_text(json.dumps([asdict(outcome) for outcome in found], indent=1))
    console.print(summary(tasks, found, how))
    wrong = [outcome for outcome in found if not outcome.right]
    for outcome in wrong:
        console.print(f"wrong: {outcome.task}, {outcome.arm} {outcome.failure}", markup=False)
    console.print("Where programs lose: " + ("; ".join(losses(found)) or "nowhere"), markup=False)


if __name__ == "__main__":
    main()
