"""What the page tells while it is looked at: what can be decided, what has changed, whether it is still live."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager

from playwright.sync_api import expect

from codemode import Policy
from tests.server.browser.conftest import PHONE, Served
from tests.server.browser.shop import POLICY, STUCK

Start = Callable[..., AbstractContextManager[Served]]


def test_it_is_decided_when_it_can_be_decided(served: Served) -> None:
    """While other goroutines of the run are driven, a decision is refused."""
    served.shop.open.clear()
    reply = served.begin('go carrier.track(parcel="P-1")\n__out = bank.refund(order="A-1", amount=1)')
    page = served.person()
    page.get_by_role("link", name=re.compile("carrier.track")).click()
    form = page.get_by_role("region", name="Approval of bank.refund")
    expect(form.get_by_role("button", name="Approve")).to_be_disabled()
    expect(form.get_by_role("button", name="Deny")).to_be_disabled()
    expect(page.get_by_text("still works on something else")).to_be_visible()
    form.get_by_label("amount").fill("7")
    served.shop.open.set()
    expect(form.get_by_role("button", name="Approve")).to_be_enabled()
    expect(page.get_by_text("still works on something else")).to_have_count(0)
    form.get_by_role("button", name="Approve").click()
    expect(page.get_by_text("with other arguments")).to_be_visible()
    assert served.shop.refunded == [("A-1", 7)]
    reply()


def test_effects_can_be_read_on_any_screen(start: Start) -> None:
    code = f'for i := range 3 {{ bank.refund(order="{"x" * 200}", amount=i) }}\nshop.orders(status="late")'
    with start(policy=Policy(POLICY.rules, ask="program")) as served:
        page = served.person(f"/runs/{served.run(code)['run_id']}")
        table = page.get_by_role("region", name="Approval of bank.refund").locator("table")
        for cell in [
            *table.get_by_role("columnheader").all(),
            *table.get_by_text(re.compile("^(may write|reads|once)$")).all(),
        ]:
            assert cell.evaluate(LINES) == 1, cell.inner_text()
        page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
        assert table.locator("caption").evaluate(LINES) <= 2
        for label in ("Line", "Tool", "With", "How often"):
            expect(table.get_by_text(label, exact=True).locator("visible=true").first).to_be_visible()


# the lines of text that an element has
LINES = """element => {
  const range = document.createRange()
  range.selectNodeContents(element)
  return new Set([...range.getClientRects()].map(each => Math.round(each.top))).size
}"""


def test_the_number_to_decide_and_what_changed_are_told(served: Served) -> None:
    page = served.person()
    expect(page).to_have_title("Runs · codemode")
    run_id = served.run(STUCK)["run_id"]
    expect(page).to_have_title("(1) Runs · codemode")
    expect(page.locator("#said")).to_contain_text("1 to decide")
    page.goto(f"{served.url}/runs/{run_id}")
    expect(page).to_have_title(re.compile(r"^\(1\) Find parcels"))
    page.get_by_role("button", name="Approve").click()
    expect(page).to_have_title(re.compile("^Find parcels"))


def test_a_page_that_is_no_longer_live_says_so(served: Served) -> None:
    served.run(STUCK)
    page = served.person("/approvals")
    expect(page.get_by_role("link", name="Look and decide")).to_be_visible()
    page.route("**/live**", lambda route: route.abort())
    # as a proxy ends it
    for reader in [*served.running.server.watch._readers]:  # pyright: ignore[reportPrivateUsage]
        served.portal.call(reader.end)
    expect(page.get_by_text("Not connected; trying again.")).to_be_visible()
    page.unroute("**/live**")
    expect(page.get_by_text("Not connected; trying again.")).to_be_hidden()
    other = page.context.new_page()
    other.goto(served.url)
    other.get_by_role("button", name="Leave").click()
    expect(other.get_by_role("heading", name="Sign in")).to_be_visible()
    page.get_by_role("link", name="Sign in again").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    served.wrong.clear()  # the browser itself tells of what it cannot load


def test_the_program_stays_while_the_page_is_drawn_again(served: Served) -> None:
    """It is sent once: what came later would be empty."""
    served.shop.open.clear()
    reply = served.begin(
        '// Track\norders := shop.orders(status="late")\nfmt.Println(len(orders))\ncarrier.track(parcel="P-1")\npanic("lost")'
    )
    page = served.person()
    page.get_by_role("link", name="Track").click()
    program = page.get_by_role("region", name="Program")
    expect(page.get_by_role("region", name="Output")).to_be_visible()
    expect(program).to_contain_text("carrier.track")
    served.shop.open.set()
    expect(page.get_by_role("region", name="What went wrong")).to_be_visible()
    expect(program.locator("#L5")).to_contain_text("lost")
    expect(program.get_by_text("error:")).to_be_visible()
    expect(program).to_have_count(1)
    reply()
