"""Recorded answers of a model, told by a loopback server that speaks OpenAI's protocol.

`recorded/<task>.json` has for each arm the answers to each message of the user: calls, the file of a program for exec, or a text. The arms of
`call_tool` get the tools and the program of a task of one turn.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.agents.arms import PROMPT_ARMS
from codemode import OpenAIModel
from tests.openai_server import Answer, OpenAIServer, Reply, openai_server

RECORDED = Path(__file__).parent / "recorded"
PROMPTS = 6  # more than any pipeline asks when nothing fails


def recorded(task: str, arm: str) -> list[Answer]:
    """The answers of an arm, those of one message of the user after those of the other."""
    told = json.loads((RECORDED / f"{task}.json").read_text())
    return [_reply(answer) for turn in told[arm] for answer in turn]


def _reply(answer: dict[str, Any]) -> Reply:
    if "program" in answer:
        return Reply(calls=[("exec", {"code": (RECORDED / answer["program"]).read_text()})])
    return Reply(answer.get("text", ""), calls=[(name, arguments) for name, arguments in answer.get("calls", ())])


@contextmanager
def replaying() -> Iterator[tuple[OpenAIModel, OpenAIServer]]:
    """A model that gives recorded answers, and the server it asks; `tell` says which."""
    with openai_server([]) as server:
        yield OpenAIModel("recorded", base_url=server.url, api_key="none", max_retries=0), server


def tell(server: OpenAIServer, task: str, arm: str) -> None:
    """Let the server give the recorded answers of a task in an arm."""
    server.answers[:] = [_prompted(server, task)] * PROMPTS if arm in PROMPT_ARMS else recorded(task, arm)


def _prompted(server: OpenAIServer, task: str) -> Answer:
    """Whatever a pipeline asks for: the form of the answer tells what it is."""
    told = json.loads((RECORDED / f"{task}.json").read_text())
    program = told["exec"][0][0]["program"]
    known = {"needs": True, "tools": told["tools"], "code": (RECORDED / program).read_text(), "stream": False}

    def answer(_: str) -> Any:
        form = server.requests[-1]["body"]["response_format"]["json_schema"]["schema"]
        return {key: known[key] for key in form["properties"] if key in known}

    return answer
