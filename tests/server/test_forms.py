"""Forms of the page: what nobody edited comes back as it was, whatever browsers do to it on the way."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from codemode import FunctionSource, FunctionTool, Policy, Rule
from codemode.server.access import LOCAL
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
