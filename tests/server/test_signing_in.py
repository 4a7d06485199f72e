"""Signing in at the page: what is said to a person who is not, and where it leads."""

from __future__ import annotations

import asyncio
import re
from urllib.parse import quote

import pytest

from codemode.server.access import LOCAL
from tests.server.conftest import Running, serving
from tests.server.test_gate import TOKENS, bearer

pytestmark = pytest.mark.anyio
HTML = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
PAY = {"code": '__out = bank.pay(to="ann", amount=1)'}


async def opened(running: Running) -> str:
    """A browser has signed in; its token against forged forms."""
    await running.http.get(f"/?key={running.server.keys.new_key(LOCAL)}")
    return re.findall(r"csrf=([\w-]+)", (await running.http.get("/")).text)[0]


async def test_somebody_whom_the_server_has_forgotten_gets_a_page() -> None:
    async with serving() as running:
        run_id = (await running.post("/v1/exec", PAY)).json()["run_id"]
        csrf = await opened(running)
        where = f"/runs/{run_id}/approve?csrf={csrf}"
        for cookies in ({"codemode": "gone"}, {}):
            running.http.cookies = cookies
            answer = await running.http.post(where, data={"call_id": "call_1"}, headers=HTML)
            assert (answer.status_code, answer.headers["content-type"]) == (401, "text/html; charset=utf-8")
            assert "does not know this browser any more" in answer.text
            assert f'href="/runs/{run_id}"' in answer.text
        running.http.cookies = {"codemode": "gone"}
        programs = await running.http.post(where, data={"call_id": "call_1"}, headers={"accept": "*/*"})
        assert programs.json()["error"]["code"] == "unauthorized"
        assert running.bank.paid == []


@pytest.mark.parametrize(
    ("to", "location"),
    [
        ("/runs/run_1", "/runs/run_1"),
        ("/?state=waiting&text=a b", "/"),
        ("/?state=waiting", "/?state=waiting"),
        ("", "/"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("https://evil.example", "/"),
        ("/\t/evil.example", "/"),
        ("runs", "/"),
    ],
)
async def test_signing_in_leads_to_the_page_that_one_wanted(to: str, location: str) -> None:
    async with serving(tokens=TOKENS) as running:
        wrong = await running.http.post("/login", data={"token": "cm_wrong", "to": to})
        assert wrong.status_code == 401
        assert f'name="to" value="{location.replace("&", "&amp;")}"' in wrong.text
        answer = await running.http.post("/login", data={"token": "cm_boss", "to": to})
        assert (answer.status_code, answer.headers["location"]) == (303, location)


async def test_the_form_knows_the_page_that_one_wanted() -> None:
    async with serving(tokens=TOKENS) as running:
        for path, to in [
            ("/runs/run_1", "/runs/run_1"),
            ("/runs/run_1/live?calls=1", "/runs/run_1"),
            ("/?state=waiting&text=x", "/?state=waiting&amp;text=x"),
            ("/approvals/live", "/"),
            ("/login", "/"),
        ]:
            assert f'name="to" value="{to}"' in (await running.http.get(path)).text, path


@pytest.mark.parametrize("path", ["/foo", "/runs/", "/runs/run_1/approve", "/" + quote("<b>")])
async def test_a_person_gets_a_page_also_where_there_is_none(path: str) -> None:
    async with serving() as running:
        await opened(running)
        shown = await running.http.get(path, headers=HTML)
        assert shown.status_code in (404, 405)
        assert "That did not work" in shown.text
        assert "<b>" not in shown.text
        assert (await running.http.get(path)).json()["error"]["code"] in ("not_found", "method_not_allowed")
        assert (await running.http.get("/v1/foo", headers=HTML)).json()["error"]["code"] == "not_found"


async def test_the_key_is_not_used_up_by_looking_where_it_leads() -> None:
    async with serving() as running:
        address = f"/runs/run_1?key={running.server.keys.new_key(LOCAL)}"
        looked = await running.http.head(address)
        assert (looked.status_code, looked.headers.get("set-cookie")) == (200, None)
        assert (await running.http.get(address)).headers["location"] == "/runs/run_1"
        assert (await running.http.get(address)).headers["location"].startswith("/login")


async def test_leaving_ends_the_live_pages_of_that_browser_alone() -> None:
    async with serving(tokens=TOKENS) as running:
        run_id = (await running.post("/v1/exec", PAY, **bearer("cm_ci"))).json()["run_id"]
        cookies = list[str]()
        for _ in range(2):
            answer = await running.http.post("/login", data={"token": "cm_boss"})
            cookies.append(answer.cookies["codemode"])
        running.http.cookies.clear()

        async def live(path: str, cookie: str) -> None:
            async with running.http.stream("GET", path, headers={"cookie": f"codemode={cookie}"}) as stream:
                async for _ in stream.aiter_lines():
                    pass

        paths = ["/live", "/approvals/live", f"/runs/{run_id}/live"]
        mine, other = ([asyncio.create_task(live(path, cookie)) for path in paths] for cookie in cookies)
        while running.server.watch.readers < 6:
            await asyncio.sleep(0.01)
        who = {"cookie": f"codemode={cookies[0]}"}
        [csrf] = set(re.findall(r"csrf=([\w-]+)", (await running.http.get("/", headers=who)).text))
        assert (await running.http.post(f"/logout?csrf={csrf}", headers=who)).status_code == 303
        async with asyncio.timeout(5):
            await asyncio.wait(mine)
        assert not any(task.done() for task in other)
        await running.server.hub.drain()
        await asyncio.wait(other)
