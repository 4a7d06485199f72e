"""What the stream of a live page sends."""

from __future__ import annotations

import asyncio
import re

import pytest

from codemode.server.access import LOCAL
from tests.server.conftest import serving

pytestmark = pytest.mark.anyio


async def test_the_text_of_a_program_is_sent_once_and_again_when_it_says_something_else() -> None:
    code = "".join(f"x{n} := {n}\n_ = x{n}\n" for n in range(500))
    code += 'for n := range 4 { fmt.Println("round", n); time.slow(seconds=1) }\npanic("over")'
    async with serving() as running:
        task = asyncio.create_task(running.post("/v1/exec", {"code": code}))
        while not running.server.watch.runs(LOCAL):
            await asyncio.sleep(0.01)
        [run_id] = running.server.watch.runs(LOCAL)
        await running.http.get(f"/?key={running.server.keys.new_key(LOCAL)}")
        views = [""]
        async with running.http.stream("GET", f"/runs/{run_id}/live") as stream:
            async for line in stream.aiter_lines():
                if line.startswith("event: view"):
                    views.append("")
                views[-1] += line
        await task
    programs = [re.findall(r'id="(program-\w+)"', view)[0] for view in views[1:]]
    whole = ["x499" in view for view in views[1:]]
    assert len(programs) > 3
    assert whole == [name not in programs[:at] for at, name in enumerate(programs)]
    assert len(set(programs)) == 2, "the line of the panic is told"
