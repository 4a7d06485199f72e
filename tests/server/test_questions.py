"""What a tool asks in the middle of its call, at the doors of the server: an MCP client, the API, the page."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp.types import ElicitResult

from codemode.engine import CallContext
from codemode.server.access import LOCAL
from tests.server.conftest import Running, over_mcp, serving

pytestmark = pytest.mark.anyio
SCHEMA = {
    "type": "object",
    "properties": {"name": {"type": "string", "minLength": 1}, "seats": {"type": "integer", "default": 2}},
    "required": ["name"],
}
BOOK = {"code": "__out = book()"}


async def book(context: CallContext) -> str:
    """Book a table."""
    answer = await context.ask("For <whom>?", SCHEMA)
    return f"{answer.action} {json.dumps(dict(answer.content))}"


@asynccontextmanager
async def desk() -> AsyncGenerator[Running]:
    async with serving(engine={"answer_timeout": 60}, sources=[book]) as running:
        yield running


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_a_person_at_an_mcp_client_answers(mode: str) -> None:
    forms: list[Any] = []

    async def ask(context: Any, params: Any) -> ElicitResult:
        forms.append(params)
        return ElicitResult(action="accept", content={"name": "Ann", "seats": 3})

    async with desk() as running, over_mcp(running, mode, running.key, elicitation_callback=ask) as client:
        done: Any = await client.call_tool("exec", BOOK)
        assert json.loads(done.content[0].text)["value"] == 'accept {"name": "Ann", "seats": 3}'
    assert (forms[0].message, forms[0].requested_schema) == ("book asks: For <whom>?", SCHEMA)


async def test_over_http_a_question_is_answered_as_a_call_is_approved() -> None:
    async with desk() as running:
        reply = (await running.post("/v1/exec", BOOK)).json()
        [pending] = reply["pending_tool_calls"]
        assert (reply["reason"], pending["question"]) == ("approval", "For <whom>?")
        where = f"/v1/runs/{reply['run_id']}"
        wrong = await running.post(f"{where}/approve", {"call_id": pending["id"], "arguments": {"seats": 1}})
        assert wrong.status_code == 422
        given = {"call_id": pending["id"], "arguments": {"name": "Ann"}}
        assert (await running.post(f"{where}/approve", given)).json()["left"] == 0
        again = await running.post(f"{where}/approve", given)
        assert again.status_code == 409
        done = (await running.post("/v1/wait", {"run_id": reply["run_id"]})).json()
        assert done["value"] == 'accept {"name": "Ann"}'


@pytest.mark.parametrize(
    ("button", "form", "value"),
    [
        ("approve", {"arg.name": "Ann", "arg.seats": "2"}, 'accept {"name": "Ann", "seats": 2}'),
        ("deny", {}, "decline {}"),
    ],
)
async def test_the_page_shows_the_question_with_its_form(button: str, form: dict[str, str], value: str) -> None:
    async with desk() as running:
        reply = (await running.post("/v1/exec", BOOK)).json()
        await running.http.get(f"/?key={running.server.keys.new_key(LOCAL)}")
        run = f"/runs/{reply['run_id']}"
        page = (await running.http.get(run)).text
        assert 'aria-label="Question of book"' in page
        assert "For &lt;whom&gt;?" in page
        assert 'name="arg.name" value=""' in page
        assert 'name="arg.seats" value="2"' in page
        [csrf] = set(re.findall(r"csrf=([\w%.-]+)", page))
        form = {"call_id": reply["pending_tool_calls"][0]["id"], **form}
        await running.http.post(f"{run}/{button}?csrf={csrf}", data=form)
        for _ in range(400):
            page = (await running.http.get(run)).text
            if "completed" in page:
                break
            await asyncio.sleep(0.05)
        assert json.dumps(value)[1:-1].replace('\\"', "&#34;") in page
