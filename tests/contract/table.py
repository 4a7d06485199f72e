"""How a case is written, and how it is played.

A case is a dict:

    {
        "case": "a second wait on one run is refused, and the first goes on",
        "shows": ["wait 3"],                       sentences of the contract (sentences.py), error codes, limits
        "limits": {...}, "policy": [...], "hooks": [...], "strict": True        the engine it wants; most want the usual one
        "steps": [
            {"exec": CODE, "timeout_ms": 150, "data": ..., "gives": {...}},     a request and what the reply has to hold
            {"wait": "run"}                        the run of the last reply that was waiting; or a run that a step called `"name": "x"`
            {"abort": "run"}, {"approve": "call_1", "arguments": {...}}, {"deny": "call_1", "reason": "..."}, {"handle": "exec", "arguments": ...}
            {"wait": "run", "begin": "first"} ... {"finish": "first"}           at the same time as what stands between
            {"open": "gate"}, {"sleep": 0.2}, {"effects": [...]}, {"cancelled": [...]}, {"log": {...}}
        ],
    }

Every request may say `"as": ["agent", "session"]`; a session in it is a suffix of the case's own. `"raises": code` stands for
`gives` where the engine raises.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

from codemode import CodeModeError, Engine, Session
from tests.contract.matching import differences
from tests.contract.world import World
from tests.engine.little_time import exec_in

Case = dict[str, Any]

CASE_KEYS = {"case", "shows", "limits", "policy", "hooks", "strict", "steps"}
REQUESTS = {"exec", "wait", "abort", "approve", "deny", "handle"}
STEP_KEYS = REQUESTS | set(
    "timeout_ms data command language arguments reason run_id as name gives raises begin finish open sleep effects cancelled log within".split()
)


class Play:
    """One case on one engine."""

    def __init__(self, case: Case, engine: Engine, world: World, name: str) -> None:
        self.case = case
        self.engine = engine
        self.world = world
        self.session_name = name
        self.runs: dict[str, str] = {}
        self.going: dict[str, asyncio.Task[Any]] = {}

    async def play(self) -> None:
        for at, step in enumerate(self.case["steps"]):
            problems = await self.step(step)
            assert not problems, f"step {at} {next(iter(step.items()))}:\n" + "\n".join(problems)

    async def step(self, step: dict[str, Any]) -> list[str]:
        began = time.monotonic()
        problems: list[str] = []
        if "begin" in step:
            self.going[step["begin"]] = asyncio.create_task(self.ask(step))
            await asyncio.sleep(0.02)
        elif "finish" in step:
            problems += await self.compare(step, self.going.pop(step["finish"]))
        elif step.keys() & REQUESTS:
            problems += await self.compare(step, self.ask(step))
        if "open" in step:
            log = self.world.logs[self.session_name]
            log.gates[step["open"]].set()
            await asyncio.sleep(0.02)
        if "sleep" in step:
            await asyncio.sleep(step["sleep"])
        log = self.world.logs[self.session_name]
        for what in ("effects", "cancelled"):
            if what in step:
                problems += differences(step[what], getattr(log, what), what)
        if "log" in step:
            problems += differences(step["log"], vars(log), "log")
        if "within" in step and time.monotonic() - began > step["within"]:
            problems.append(f"took {time.monotonic() - began:.2f} s instead of at most {step['within']}")
        return problems

    async def compare(self, step: dict[str, Any], asked: Any) -> list[str]:
        try:
            reply = await asked
        except CodeModeError as error:
            if "raises" not in step:
                raise
            return list(differences(step["raises"], error.code, "raised"))
        if "raises" in step:
            return [f"nothing was raised: {reply!r}"]
        if reply is None:
            return []
        found = reply.model_dump(mode="json")
        if found["status"] == "waiting":
            self.runs["run"] = found["run_id"]
        self.runs[step.get("name", "last")] = found["run_id"]
        return list(differences(step.get("gives", {}), found))

    async def ask(self, step: dict[str, Any]) -> Any:
        session = self.session(step.get("as"))
        timeout = step.get("timeout_ms")
        if "exec" in step:
            more = {key: step[key] for key in ("data", "command", "language") if key in step}
            return await exec_in(session, step["exec"], timeout, **more)
        if "wait" in step:
            return await session.wait(self.run(step["wait"]), timeout_ms=timeout)
        if "abort" in step:
            return await session.abort(self.run(step["abort"]))
        run = self.run(step["run_id"]) if "run_id" in step else None
        if "approve" in step:
            return await session.approve(step["approve"], step.get("arguments"), run_id=run)
        if "deny" in step:
            return await session.deny(step["deny"], step.get("reason", ""), run_id=run)
        arguments = step["arguments"]
        if isinstance(arguments, dict) and "run_id" in arguments:
            arguments = {**arguments, "run_id": self.run(arguments["run_id"])}
        return await session.handle(step["handle"], arguments)

    def run(self, name: Any) -> Any:
        return self.runs.get(name, name) if isinstance(name, str) else name

    def session(self, scope: list[str] | None) -> Session:
        if scope is None:
            return self.engine.session("a", self.session_name)
        agent, session = scope
        return self.engine.session(agent, self.session_name + session if session != "-" else "")
