"""Texts at the page: nothing of what a person decides about is hidden, or shown in another order."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from codemode import FunctionSource, FunctionTool, Policy, Rule
from codemode.engine import CallContext
from codemode.server.access import LOCAL, Tokens, hash_of
from codemode.server.visible import hidden, visible
from tests.server.conftest import Running, serving

pytestmark = pytest.mark.anyio
ODD = "a\u202eb\u3164c\u2800d\u115fe\u034ff\u00a0g\u200bh\U000e0041i\ufe01j"
READER = Tokens.of_data(
    {
        "tokens": [
            {"name": "ann", "sha256": hash_of("cm_ann"), "agent": "*", "scopes": ["run", "approve", "read"]},
            {"name": "guest", "sha256": hash_of("cm_guest"), "agent": "*", "scopes": ["read"]},
        ]
    }
)
PAY = FunctionTool(
    "bank.pay", lambda to="": to, f"Pay {ODD} somebody.", input_schema={"properties": {"to": {"title": f"To {ODD}"}}}
)


async def ask(context: CallContext) -> str:
    """Ask."""
    return (
        await context.ask(f"For {ODD}?", {"type": "object", "properties": {"x": {"type": "string", "title": ODD}}})
    ).action


def test_what_looks_like_nothing_or_like_a_blank_is_escaped() -> None:
    assert visible(ODD).isascii()
    assert len(hidden(ODD)) == 9
    for plain in ("", "a b\tc\nd\re", "naïve Ärger 日本語 עברית 🙂 ½"):
        assert visible(plain) == plain


async def test_texts_are_escaped_wherever_they_are_only_shown() -> None:
    code = f'// Pay {ODD}\nfmt.Println("{ODD}")\n__out = bank.pay(to="{ODD}")'
    async with serving(
        sources=[FunctionSource([PAY], owner="bank"), ask], tokens=READER, engine={"answer_timeout": 60}
    ) as running:
        key = {"authorization": "Bearer cm_ann"}
        runs = [
            (await running.post("/v1/exec", {"code": each}, **key)).json()["run_id"] for each in (code, "__out = ask()")
        ]
        denied = (await running.post("/v1/exec", {"code": code}, **key)).json()["run_id"]
        await running.post(f"/v1/runs/{denied}/deny", {"call_id": "call_1", "reason": ODD}, **key)
        await running.post("/v1/wait", {"run_id": denied}, **key)
        for secret in ("cm_ann", "cm_guest"):
            await running.http.post("/login", data={"token": secret})
            paths = ["/", "/approvals", "/tools", "/tools/bank.pay", *(f"/runs/{run_id}" for run_id in (*runs, denied))]
            for path in paths:
                page = (await running.http.get(path)).text
                assert "a\\u202eb" in page, path
                assert hidden(re.sub(r"<input[^>]*>|<textarea.*?</textarea>", "", page, flags=re.DOTALL)) == [], path
        # a field keeps its text
        await running.http.post("/login", data={"token": "cm_ann"})
        page = (await running.http.get(f"/runs/{runs[0]}")).text
        assert f'value="{ODD}"' in page


async def effects(running: Running, code: str) -> str:
    running.http.cookies.clear()
    run_id = (await running.post("/v1/exec", {"code": code})).json()["run_id"]
    await running.http.get(f"/?key={running.server.keys.new_key(LOCAL)}")
    page = (await running.http.get(f"/runs/{run_id}")).text
    found = re.search(r'<div class="effects">.*?</table>', page, re.DOTALL)
    assert found is not None
    return unescape(found[0])


async def test_constants_that_are_approved_with_a_program_are_shown_whole() -> None:
    long = "x" * 300 + "ü" + "y" * 300 + "the end"
    async with serving(policy=Policy([Rule("ask", "*")], ask="program")) as running:
        told = await effects(running, f"__out = bank.pay(to={json.dumps(long, ensure_ascii=False)}, amount=1)")
        assert f'"{long}"' in told, "all of it can be unfolded"
        assert "310 more characters" in told
        told = await effects(running, '__out = bank.pay(to="Jürgen 日本 \u202e", amount=1)')
        assert 'to: "Jürgen 日本 \\u202e", amount: 1' in told
        assert "more characters" not in told
