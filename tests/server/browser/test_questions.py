"""What a tool asks a person, in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager

from playwright.sync_api import expect

from codemode.engine import CallContext
from tests.server.browser.conftest import Served

Start = Callable[..., AbstractContextManager[Served]]
SCHEMA = {
    "type": "object",
    "properties": {"name": {"type": "string", "minLength": 1}, "seats": {"type": "integer", "default": 2}},
    "required": ["name"],
}


async def book(context: CallContext) -> str:
    """Book a table."""
    answer = await context.ask("For whom?", SCHEMA)
    return f"{answer.action} {json.dumps(dict(answer.content))}"


def test_a_question_is_answered_while_the_page_is_live(start: Start) -> None:
    with start(book, engine={"answer_timeout": 60}) as served:
        run_id = served.run("__out = book()")["run_id"]
        page = served.person()
        page.add_init_script("addEventListener('htmx:afterSwap', () => { window.drawn = true })")
        page.goto(f"{served.url}/runs/{run_id}")
        form = page.get_by_role("region", name="Question of book")
        form.get_by_label("name").fill("Ann")
        page.wait_for_function("window.drawn")
        expect(form).to_have_count(1)
        expect(form.get_by_label("name")).to_have_value("Ann")
        form.get_by_role("button", name="Answer").click()
        expect(page.get_by_role("region", name="Value")).to_contain_text('accept {"name": "Ann", "seats": 2}')


def test_enter_does_not_answer(start: Start) -> None:
    with start(book, engine={"answer_timeout": 60}) as served:
        page = served.person(f"/runs/{served.run('__out = book()')['run_id']}")
        form = page.get_by_role("region", name="Question of book")
        expect(form).to_contain_text("(required)")
        form.get_by_label("name").fill("Ann")
        form.get_by_label("name").press("Enter")
        form.get_by_label("seats").press("Enter")
        page.get_by_label("Why decline it?").fill("no table")
        expect(form.get_by_role("button", name="Answer")).to_be_visible()
        form.get_by_label("name").fill("")
        form.get_by_role("button", name="Answer").click()
        assert form.get_by_label("name").evaluate("field => field.validity.valueMissing")
        form.get_by_label("name").fill("Bea")
        form.get_by_role("button", name="Answer").click()
        expect(page.get_by_role("region", name="Value")).to_contain_text('"name": "Bea"')
