"""The page in a real browser: what people do there, while programs run."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import product

from playwright.sync_api import Dialog, Page, expect

from codemode import Policy, Rule
from codemode.server.access import Tokens, hash_of
from tests.server.browser.conftest import PHONE, Served
from tests.server.browser.shop import FAILS, POLICY, REPAIRED, STUCK, WRONG

Start = Callable[..., AbstractContextManager[Served]]
PATHS = ["/", "/approvals", "/tools", "/tools/bank.refund", "/caches", "/try"]
SCOPED = Tokens.of_data(
    {
        "tokens": [
            {"name": "ann", "sha256": hash_of("cm_ann"), "agent": "*", "scopes": ["run", "approve", "read"]},
            {"name": "guest", "sha256": hash_of("cm_guest"), "agent": "*", "scopes": ["read"]},
        ]
    }
)


def stays(page: Page) -> None:
    """What is shown later is shown by this very page, without loading it again."""
    page.evaluate("window.same = true")


def has_stayed(page: Page) -> bool:
    return bool(page.evaluate("window.same === true"))


def test_the_list_of_runs_is_live(served: Served) -> None:
    page = served.person()
    expect(page.get_by_text("No run yet")).to_be_visible()
    stays(page)
    served.shop.open.clear()
    reply = served.begin(STUCK)
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name=re.compile("stuck")))
    expect(row.get_by_text("running")).to_be_visible()
    served.shop.open.set()
    expect(row.get_by_text("waiting")).to_be_visible()
    assert reply()["reason"] == "approval"
    assert has_stayed(page)


def test_a_run_is_followed_and_decided_with_other_arguments(served: Served) -> None:
    served.shop.open.clear()
    reply = served.begin(STUCK)
    page = served.person()
    page.get_by_role("link", name=re.compile("stuck")).click()
    stays(page)
    calls = page.get_by_role("region", name="Calls")
    expect(calls.get_by_role("group").filter(has_text="running")).to_have_count(5)
    served.shop.open.set()
    form = page.get_by_role("region", name="Approval of bank.refund")
    expect(form).to_be_visible()
    assert has_stayed(page)
    assert reply()["reason"] == "approval"
    expect(page.get_by_text(re.compile(r"Without a decision the run ends in 1[45] min"))).to_be_visible()
    expect(form.get_by_label("order")).to_have_value("A-1003")
    form.get_by_label("amount").fill("200")
    form.get_by_label("reason").select_option("broken")
    form.get_by_role("button", name="Approve").click()
    expect(page.get_by_role("region", name="Value")).to_contain_text("refunded 200.00 for A-1003")
    expect(page.get_by_text("with other arguments")).to_be_visible()
    assert served.shop.refunded == [("A-1003", 200)]


def test_typed_text_and_open_sections_survive_updates(served: Served) -> None:
    served.shop.open.clear()
    code = 'go carrier.track(parcel="P-1")\n__out = bank.refund(order="A-1", amount=1)\n'
    reply = served.begin(f'shop.orders(status="late")\n{code}')
    page = served.person()
    page.get_by_role("link", name=re.compile("shop.orders")).click()
    form = page.get_by_role("region", name="Approval of bank.refund")
    form.get_by_label("amount").fill("7")
    opened = page.get_by_role("region", name="Calls").get_by_text("shop.orders").first
    opened.click()
    page.get_by_text("518 characters").click()
    expect(page.get_by_text("cleo@example.com")).to_be_visible()
    stays(page)
    served.shop.open.set()
    expect(page.locator(".state.running")).to_have_count(0)
    assert has_stayed(page)
    expect(form.get_by_label("amount")).to_have_value("7")
    expect(page.get_by_text("cleo@example.com")).to_be_visible()
    form.get_by_role("button", name="Approve").click()
    expect(page.get_by_text("with other arguments")).to_be_visible()
    assert served.shop.refunded == [("A-1", 7)]
    reply()


def test_a_whole_program_is_approved_once(start: Start) -> None:
    code = 'for _, order := range []string{"A-1", "A-2"} {\n\tbank.refund(order=order, amount=1)\n}\n__out = "both"'
    with start(policy=Policy([Rule("ask", "bank.*")], ask="program")) as served:
        page = served.person(f"/try?run={served.run(code)['run_id']}")
        page.get_by_role("button", name="What would it do?").click()
        expect(page.get_by_role("region", name="Effects")).to_contain_text("bank.refund")
        page.goto(f"{served.url}/approvals")
        page.get_by_role("link", name="Look and decide").click()
        form = page.get_by_role("region", name="Approval of bank.refund")
        expect(form.get_by_role("table")).to_contain_text("may write")
        assert page.evaluate(FAINT) == []
        assert page.evaluate(NAMELESS) == []
        form.get_by_role("button", name="Approve the program").click()
        expect(page.get_by_role("region", name="Value")).to_contain_text("both")
        assert served.shop.refunded == [("A-1", 1), ("A-2", 1)]


def test_a_call_is_denied_with_a_reason(served: Served) -> None:
    run_id = served.run(STUCK)["run_id"]
    page = served.person("/approvals")
    page.get_by_role("link", name="Look and decide").click()
    page.get_by_label("Why deny it?").fill("ask Cleo first")
    page.get_by_role("button", name="Deny").click()
    expect(page.get_by_role("region", name="What went wrong")).to_contain_text("ask Cleo first")
    assert page.url == f"{served.url}/runs/{run_id}"
    assert served.shop.refunded == []
    page.goto(f"{served.url}/approvals")
    expect(page.get_by_text("Nothing to decide")).to_be_visible()


def test_enter_never_approves(served: Served) -> None:
    run_id = served.run(STUCK)["run_id"]
    page = served.person(f"/runs/{run_id}")
    expect(page.get_by_text("Enter does nothing")).to_be_hidden()
    page.get_by_label("amount").press("Enter")
    reason = page.get_by_label("Why deny it?")
    reason.fill("ask Cleo first")
    reason.press("Enter")
    expect(page.get_by_role("region", name="What went wrong")).to_contain_text("ask Cleo first")
    assert served.shop.refunded == []


def test_a_run_is_aborted(served: Served) -> None:
    page = served.person(f"/runs/{served.run(STUCK)['run_id']}")
    asked = list[str]()

    def refuse(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    page.once("dialog", refuse)
    page.get_by_role("button", name="Abort").click()
    page.reload()
    expect(page.locator(".about")).to_contain_text("waiting")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Abort").click()
    assert asked == ["Abort the run? Calls that wait are not made."]
    expect(page.locator(".about")).to_contain_text("aborted")
    expect(page.get_by_role("button", name="Approve")).to_have_count(0)


def test_the_second_of_two_people_is_told_what_the_first_decided(served: Served) -> None:
    path = f"/runs/{served.run(STUCK)['run_id']}"
    # the second page does not hear of it: without scripts it stands still
    first, second = served.person(path), served.person(path, java_script_enabled=False)
    first.get_by_role("button", name="Approve").click()
    expect(first.get_by_role("region", name="Value")).to_be_visible()
    second.get_by_role("button", name="Deny").click()
    expect(second.get_by_role("alert")).to_contain_text("was already approved")
    served.wrong.clear()  # the browser itself tells of the 409
    assert served.shop.refunded == [("A-1003", 240)]


def test_a_whole_program_is_approved(start: Start) -> None:
    with start(policy=Policy(POLICY.rules, ask="program")) as served:
        code = 'for _, id := range []string{"A-1001", "A-1002"} { bank.refund(order=id, amount=5, reason="late") }\n'
        code += 'name := "bank." + fmt.Sprint("refund")\ncodemode.CallTool(name, map[string]any{"order": "A-1003", "amount": 1, "reason": "other"})'
        page = served.person("/try")
        page.get_by_label("Program").fill(code)
        page.get_by_role("button", name="What would it do?").click()
        told = page.get_by_role("region", name="Effects")
        expect(told.get_by_role("row", name="bank.refund")).to_contain_text("up to 2 times")
        expect(told).to_contain_text("any tool")
        expect(told).to_contain_text("order: computed")
        assert served.shop.refunded == []
        page.get_by_role("button", name="Run").click()
        asked = page.get_by_role("region", name="Approval of bank.refund")
        expect(asked.get_by_role("row", name="bank.refund")).to_contain_text("may write")
        asked.get_by_role("button", name="Approve the program").click()
        # what was not named asks for itself
        expect(asked).to_contain_text("May it call")
        assert served.shop.refunded == [("A-1001", 5), ("A-1002", 5)]
        asked.get_by_role("button", name="Deny").click()
        expect(page.get_by_text("with the whole program").first).to_be_visible()
        run_id = served.run(code)["run_id"]
        page.goto(f"{served.url}/runs/{run_id}")
        asked.get_by_role("button", name="Only this call").click()
        expect(page.get_by_text("Approved: bank.refund")).to_have_count(1)
        asked.get_by_label("Tools that the program may call").fill("bank.refund")
        asked.get_by_role("button", name="Approve the program").click()
        expect(page.get_by_text("completed", exact=True)).to_be_visible()
        assert served.shop.refunded[2:] == [("A-1001", 5), ("A-1002", 5), ("A-1003", 1)]


def test_runs_are_searched_and_paged(served: Served) -> None:
    for reply in [served.begin(f"__out = {number} + 1") for number in range(60)]:
        reply()
    served.run(FAILS)
    page = served.person()
    expect(page.get_by_role("row")).to_have_count(51)
    page.get_by_role("link", name="Older").click()
    expect(page.get_by_role("row")).to_have_count(12)
    expect(page.get_by_role("link", name="Older")).to_have_count(0)
    page.get_by_role("link", name="Newest").click()
    expect(page.get_by_role("row")).to_have_count(51)
    search = page.get_by_role("search")
    search.get_by_label("Text").fill("17 + 1")
    search.get_by_role("button").click()
    expect(page.get_by_role("row")).to_have_count(2)
    page.get_by_label("Text").fill("")
    page.get_by_label("State").select_option("failed")
    page.get_by_label("Tool").fill("carrier.track")
    search.get_by_role("button").click()
    expect(page.get_by_role("row")).to_have_count(2)
    page.get_by_label("Agent").fill("nobody")
    search.get_by_role("button").click()
    page.get_by_role("link", name="Show all runs").click()
    expect(page.get_by_role("row")).to_have_count(51)


def test_result_shapes_and_cache_rates_are_shown(served: Served) -> None:
    for _ in range(2):
        served.run('__out = carrier.track(parcel="P-1")')
    page = served.person("/tools/carrier.track")
    expect(page.get_by_role("region", name="Observed")).to_contain_text("from 2 results")
    page.goto(f"{served.url}/caches")
    expect(page.get_by_role("img", name=re.compile("Hit rate of programs over time: [1-9]"))).to_be_visible()


def test_tools_are_searched(served: Served) -> None:
    page = served.person("/tools")
    page.get_by_label("Search").fill("pay money back")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="bank.refund").first.click()
    expect(page.get_by_role("region", name="Declaration")).to_contain_text("func BankRefund(")
    page.goto(f"{served.url}/tools/bank.nothing")
    expect(page.get_by_role("alert")).to_contain_text("no such tool")
    served.wrong.clear()  # the browser itself tells of the 404


def test_programs_are_tried(served: Served) -> None:
    page = served.person("/try")
    for code, region, told in [
        (REPAIRED, "Value", "5 orders worth 373.40"),
        (FAILS, "What went wrong", "parcel 'A-1001' is unknown"),
        (WRONG, "What went wrong", "undefined: shop"),
        ("x := ", "What went wrong", "expected"),
    ]:
        page.get_by_label("Program").fill(code)
        page.get_by_role("button", name="Run").click()
        expect(page.get_by_role("region", name=region)).to_contain_text(told)
        page.get_by_role("link", name="try again").click()
        expect(page.get_by_label("Program")).to_have_value(code)


def test_python_is_tried_again_as_python(start: Start) -> None:
    with start(engine={"history": "1h", "languages": ["go", "python"], "trust_python": True}) as served:
        page = served.person("/try")
        page.get_by_label("Program").fill("# Add two numbers\nx = [1, 2]\n__out = sum(n for n in x)")
        page.get_by_label("Language").select_option("python")
        page.get_by_role("button", name="Run").click()
        expect(page.get_by_role("region", name="Value")).to_contain_text("3")
        expect(page.get_by_role("heading", name="Add two numbers")).to_be_visible()
        page.get_by_role("link", name="try again").click()
        expect(page.get_by_label("Language")).to_have_value("python")
        page.get_by_role("button", name="What would it do?").click()
        expect(page.get_by_text("This program calls no tools")).to_be_visible()
        expect(page.get_by_label("Language")).to_have_value("python")


def test_repairs_and_problems_stand_in_their_lines(served: Served) -> None:
    page = served.person(f"/runs/{served.run(REPAIRED)['run_id']}")
    page.locator("#L3").get_by_text("read as Go").click()
    expect(page.locator("#L3")).to_contain_text("`for order in` read as a `for ... := range`")
    page.goto(f"{served.url}/runs/{served.run(WRONG)['run_id']}")
    expect(page.locator("#L6")).to_contain_text("undefined: totl")
    page.goto(f"{served.url}/runs/{served.run(FAILS)['run_id']}")
    expect(page.locator("#L4")).to_contain_text("parcel 'A-1001' is unknown")


def test_a_token_opens_the_page_and_says_what_may_be_done(start: Start) -> None:
    with start(tokens=SCOPED) as served:
        page = served.visitor()
        page.goto(served.url)
        for secret in ("cm_wrong", "cm_ann' or 1=1", "é" * 300):
            page.get_by_label("Token").fill(secret)
            page.get_by_role("button", name="Sign in").click()
            expect(page.get_by_role("alert")).to_contain_text("not a token of this server")
        served.wrong.clear()  # the browser itself tells of each 401
        page.get_by_label("Token").fill("cm_guest")
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("heading", name="Runs")).to_be_visible()
        page.goto(f"{served.url}/try")
        expect(page.get_by_role("alert")).to_contain_text("does not have the scope run")
        served.wrong.clear()  # of the 403
        page.get_by_role("button", name="Leave").click()
        expect(page.get_by_label("Token")).to_be_visible()
        page.goto(served.url)
        expect(page.get_by_label("Token")).to_be_visible()
        served.wrong.clear()


def test_somebody_who_may_only_read_sees_no_buttons(start: Start) -> None:
    with start(tokens=SCOPED) as served:
        answer = served.portal.call(
            lambda: served.running.post("/v1/run", {"code": STUCK}, authorization="Bearer cm_ann")
        )
        page = served.visitor()
        page.goto(f"{served.url}/login")
        page.get_by_label("Token").fill("cm_guest")
        page.get_by_role("button", name="Sign in").click()
        page.goto(f"{served.url}/runs/{answer.json()['run_id']}")
        expect(page.get_by_role("region", name="Approval of bank.refund")).to_contain_text("A-1003")
        for name in ("Approve", "Deny", "Abort the run"):
            expect(page.get_by_role("button", name=name)).to_have_count(0)
        expect(page.get_by_role("link", name=re.compile("^Try|try"))).to_have_count(0)


def test_text_of_tools_and_programs_is_never_markup(served: Served) -> None:
    evil = "<img src=x onerror=window.hacked=1><script>window.hacked=1</script>\"'"
    text = evil.replace('"', '\\"')
    codes = [
        f'// {evil}\nfmt.Println("{text}")\n__out = "{text}"',
        f'__out = carrier.track(parcel="{text}")',
        f'__out = bank.refund(order="{text}", amount=1)',
        f'panic("{text}")',
    ]
    page = served.person("/try")
    for path in [*(f"/runs/{served.run(code)['run_id']}" for code in codes), "/", "/approvals"]:
        page.goto(served.url + path)
        expect(page.get_by_role("main")).to_contain_text("window.hacked")
        assert page.locator("main img, main script").count() == 0
        assert page.evaluate("window.hacked") is None


def test_with_keys_alone(served: Served) -> None:
    served.run(STUCK)
    page = served.person()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the content")).to_be_focused()
    page.keyboard.press("Enter")
    reach(page, 'a[href^="/runs/"]')
    page.keyboard.press("Enter")
    page.wait_for_url("**/runs/*")
    reach(page, '[name="arg.amount"]')
    page.keyboard.press("Control+A")
    page.keyboard.type("9")
    reach(page, "button.good")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Value")).to_contain_text("refunded 9.00")


def reach(page: Page, selector: str) -> None:
    """Press Tab until something is focused, and see that it shows that it is."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
            return
    raise AssertionError(f"{selector} is not reached with Tab")


def test_without_scripts_it_is_read_and_decided(served: Served) -> None:
    served.run(STUCK)
    page = served.person(java_script_enabled=False)
    page.get_by_role("link", name=re.compile("stuck")).click()
    expect(page.get_by_role("region", name="Program")).to_contain_text("wg.Wait()")
    page.get_by_label("amount").fill("1.5")
    with page.expect_navigation():  # to reload a page that is about to be replaced is an error
        page.get_by_role("button", name="Approve").click()
    value = page.get_by_role("region", name="Value")
    for _ in range(200):  # the run goes on after the answer, and this page stands still
        if value.count():
            break
        page.reload()
    expect(value).to_contain_text("refunded 1.50")


def test_everything_can_be_read(served: Served) -> None:
    """Text has the contrast of WCAG AA, nothing leaves a narrow screen, controls have names."""
    long = 'orders := shop.orders(status="late")\n__out = strings.Repeat("long", 400)' + " + 1" * 80
    runs = [served.run(code)["run_id"] for code in (FAILS, REPAIRED, WRONG, STUCK, long)]
    page = served.person()
    desk = page.viewport_size
    assert desk is not None
    for path in [*PATHS, *(f"/runs/{run_id}" for run_id in runs)]:
        page.goto(served.url + path)
        page.evaluate("document.querySelectorAll('details').forEach(folded => { folded.open = true })")
        assert page.evaluate(NAMELESS) == [], path
        for size, scheme in product((desk, PHONE), ("light", "dark")):
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, size)
            assert page.evaluate(FAINT) == [], (path, scheme, size)


# every text that is visible, with its contrast to what is behind it; large text may have less
FAINT = """() => {
  const parts = color => color.match(/[\\d.]+/g).map(Number)
  const light = color => {
    const [r, g, b] = parts(color).map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const behind = element => {
    for (let e = element; e; e = e.parentElement) {
      const color = getComputedStyle(e).backgroundColor
      if (parts(color)[3] !== 0) return color
    }
    return 'rgb(255, 255, 255)'
  }
  const found = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    if (!texts.currentNode.data.trim() || !element.checkVisibility() || element.closest('script, option, .skip')) continue
    const style = getComputedStyle(element)
    const [a, b] = [light(style.color), light(behind(element))].sort((x, y) => y - x)
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700)
    if ((a + 0.05) / (b + 0.05) < (large ? 3 : 4.5)) found.push(`${texts.currentNode.data.trim()}: ${style.color} on ${behind(element)}`)
  }
  return found
}"""

# controls without a name, names that stand twice, pages without a heading
NAMELESS = """() => {
  const found = []
  for (const e of document.querySelectorAll('input:not([type=hidden]), select, textarea'))
    if (!e.labels.length && !e.getAttribute('aria-label')) found.push(e.outerHTML)
  for (const e of document.querySelectorAll('a, button, summary'))
    if (!e.textContent.trim() && !e.getAttribute('aria-label')) found.push(e.outerHTML)
  const ids = [...document.querySelectorAll('[id]')].map(e => e.id)
  found.push(...ids.filter((id, at) => ids.indexOf(id) !== at))
  if (document.querySelectorAll('h1').length !== 1) found.push('no single h1')
  return found
}"""
