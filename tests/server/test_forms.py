"""Forms of the page: what nobody edited comes back as it was, whatever browsers do to it on the way."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from codemode import FunctionSource, FunctionTool, Policy, Rule
from codemode.server.access import LOCAL
from codemode.server.forms import fields_of, left_out
from tests.server.conftest import serving

pytestmark = pytest.mark.anyio


class Browser(HTMLParser):
    """The form of a page as a browser sends it, by the rules of HTML."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.form: dict[str, str] = {}
        self._text: list[str] | None = None
        self._option: dict[str, str | None] = {}
        self._select = ""
        # how a parser reads its input, before anything else
        self.feed(page.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "�"))
        self.form = {_lines(name): _lines(value) for name, value in self.form.items()}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        name = told.get("name") or ""
        if tag == "input" and (told.get("type") != "checkbox" or "checked" in told):
            self.form[name] = (told.get("value") or "").replace("\n", "")
        elif tag == "select":
            self._select = name
        elif tag in ("textarea", "option"):
            self._text, self._option = [], told

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        text, self._text = "".join(self._text or ()), None
        if tag == "textarea":
            self.form[self._option["name"] or ""] = text.removeprefix("\n")
        elif tag == "option" and (self._select not in self.form or "selected" in self._option):
            value = self._option.get("value")
            self.form[self._select] = value if value is not None else " ".join(text.split())


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n")


CHOICES = ["first", "a  b", " a", "x\ny", "", "<b>"]
TEXTS = [
    "plain", "", "\nline", "\n\nline", "line\n", "a\r\nb", "a\rb", "\r\n", "  a  b ", "a\tb", "\x00x", "\n\x00", "<b>&amp;\"'",
    "</textarea>", "x" * 100, "\u2028", "\\ud800", "\u00a0",
]  # fmt: skip


async def approved(arguments: dict[str, Any], edits: dict[str, str], enum: list[str] | None = None) -> Any:
    """What a tool is called with after somebody has approved the call at the page, with these fields edited."""
    called: list[Any] = []
    properties = {name: {"enum": enum} if enum else {} for name in arguments}
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    tool = FunctionTool("take", lambda **given: called.append(given), input_schema=schema)
    async with serving(sources=[FunctionSource([tool], owner="t")], policy=Policy([Rule("ask", "*")])) as running:
        code = '__out = codemode.CallTool("take", data.(map[string]any))'
        body = json.dumps({"code": code, "data": arguments})
        reply = await running.http.post("/v1/exec", content=body, headers={"content-type": "application/json"})
        run_id = reply.json()["run_id"]
        await running.http.get(f"/?key={running.server.keys.new_key(LOCAL)}")
        page = (await running.http.get(f"/runs/{run_id}")).text
        found = re.search(
            rf'<form method="post" action="(/runs/{run_id}/approve\?csrf=[^"]+)">(.*?)</form>', page, re.S
        )
        assert found is not None, page
        form = Browser(found[2]).form
        for name, text in edits.items():
            assert f"arg.{name}" in form
            form[f"arg.{name}"] = _lines(text)
        sent = await running.http.post(found[1], data=form)
        assert sent.status_code == 303, sent.text
        csrf = {"x-csrf-token": re.findall(r"csrf=([\w-]+)", found[1])[0]}
        done = await running.post("/v1/wait", {"run_id": run_id}, **csrf)
        assert done.json()["status"] == "completed", done.text
    return called[0]


@pytest.mark.parametrize("text", TEXTS)
async def test_text_that_nobody_edited_comes_back_as_it_was(text: str) -> None:
    given = {"body": text, "other": "x", "flag": True, "a\nflag": True, "list": [text, None, 1.5], "n": 3}
    assert await approved(given, {}) == given
    # also where another field is edited
    assert await approved(given, {"other": "y"}) == given | {"other": "y"}


@pytest.mark.parametrize("text", CHOICES)
async def test_a_choice_that_nobody_changed_comes_back_as_it_was(text: str) -> None:
    assert await approved({"kind": text, "other": text}, {}, CHOICES) == {"kind": text, "other": text}
    chosen = {"kind": text, "other": "x\ny"}
    assert await approved({"kind": text, "other": "first"}, {"other": "x\ny"}, CHOICES) == chosen


@pytest.mark.parametrize(
    ("before", "edited", "after"),
    [("a\nb", "a\nc", "a\nc"), ("a\r\nb", "a\nc", "a\r\nc"), ("a", "b", "b"), ("\na", "\nb", "\nb")],
)
async def test_edited_text_keeps_its_kind_of_line_ends(before: str, edited: str, after: str) -> None:
    assert await approved({"body": before}, {"body": edited}) == {"body": after}


HUGE = 10**400


@pytest.mark.parametrize(
    ("given", "edits", "after"),
    [
        ({"n": HUGE, "to": "a"}, {}, {"n": HUGE, "to": "a"}),
        ({"n": HUGE, "to": "a"}, {"to": "b"}, {"n": HUGE, "to": "b"}),
        ({"n": 1}, {"n": str(HUGE + 1)}, {"n": HUGE + 1}),
        ({"n": 1}, {"n": ".5"}, {"n": 0.5}),
        ({"n": 1}, {"n": " -.5 "}, {"n": -0.5}),
        ({"n": 1}, {"n": "007"}, {"n": 7}),
        ({"n": 1}, {"n": "1e3"}, {"n": 1000.0}),
    ],
)
async def test_numbers_are_exact_and_read_as_people_write_them(
    given: dict[str, Any], edits: dict[str, str], after: dict[str, Any]
) -> None:
    assert await approved(given, edits) == after


@pytest.mark.parametrize("text", ["", "a lot", "1,5", "1e999", "nan", "1_000", "٣"])
async def test_what_is_no_number_is_said_with_the_name_of_its_field(text: str) -> None:
    async with serving() as running:
        run_id = (await running.post("/v1/exec", {"code": '__out = bank.pay(to="ann", amount=1)'})).json()["run_id"]
        await running.http.get(f"/?key={running.server.keys.new_key(LOCAL)}")
        page = (await running.http.get(f"/runs/{run_id}")).text
        [csrf] = set(re.findall(r"csrf=([\w%.-]+)", page))
        form = {"call_id": "call_1", "arg.to": "ann", "arg.amount": text}
        answer = await running.http.post(f"/runs/{run_id}/approve?csrf={csrf}", data=form)
        assert answer.status_code == 422
        assert "Nothing was decided: “amount” must be a number, such as 1250 or -0.5" in answer.text
        assert f'<a href="/runs/{run_id}">Back to the run</a>' in answer.text
        assert running.bank.paid == []


def test_fields_of_a_schema() -> None:
    schema = {
        "properties": {
            "day": {"type": "string", "format": "date"},
            "seats": {"type": "integer", "minimum": 1, "maximum": 8, "description": "how many"},
            "room": {"type": "string", "enum": ["a", "b"], "enumNames": ["The hall", "The garden"]},
            "food": {"type": "string", "oneOf": [{"const": "v", "title": "Vegan"}, {"const": "n"}]},
            "name": {"type": "string", "minLength": 1},
            "note": {"type": "string", "default": "none"},
            "quiet": {"type": "boolean"},
        },
        "required": ["name", "day"],
    }
    day, seats, room, food, name = fields_of(schema, {"day": "", "seats": 2, "room": "b", "food": "", "name": ""})
    assert (day.kind, day.needed, day.filled) == ("date", True, False)
    assert (seats.kind, seats.help) == ("number", "how many, from 1 up to 8")
    assert (room.kind, room.choices) == ("choice", (("a", "The hall"), ("b", "The garden")))
    assert (food.kind, food.choices) == ("choice", (("", ""), ("v", "Vegan"), ("n", "n")))
    assert (name.needed, name.filled) == (True, True)
    assert fields_of(schema, {"day": "tomorrow"})[0].kind == "text", "what is no date is shown"
    assert left_out(schema, {"day": "", "seats": 1, "room": "", "food": "", "name": ""}) == [
        ("note", '"none"'),
        ("quiet", ""),
    ]
