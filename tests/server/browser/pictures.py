"""Take the pictures of the page that docs/server.md shows: `make pictures`."""

from __future__ import annotations

import re
from pathlib import Path

from anyio.from_thread import start_blocking_portal
from playwright.sync_api import Page, expect

from tests.server.browser.conftest import PHONE, Served, chromium, started
from tests.server.browser.shop import FAILS, REPAIRED, STUCK

FOLDER = Path(__file__).parents[3] / "docs" / "images"
WIDE = {"width": 1120, "height": 620}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with start_blocking_portal() as portal, chromium() as browser, started(browser, portal) as served:
        served.shop.pace = 0.15
        _take(served)


def _take(served: Served) -> None:
    served.run(REPAIRED, "monday")
    failed = served.run(FAILS, "monday")["run_id"]
    asks = served.run(STUCK)["run_id"]
    page = served.person(f"/runs/{asks}", viewport=WIDE)
    page.locator("#call_4").get_by_text("carrier.track").first.click()
    _save(page, "approval")
    page.goto(f"{served.url}/runs/{failed}")
    _save(page, "failure")
    served.shop.open.clear()
    reply = served.begin(STUCK.replace("parcels that are", "more parcels that are"))
    page.goto(served.url)
    expect(page.locator(".state.running")).to_be_visible()
    _save(page, "runs")
    phone = served.person("/", viewport=PHONE, color_scheme="dark")
    phone.get_by_role("link", name=re.compile("more parcels")).click()
    expect(phone.locator(".bar rect.running")).to_have_count(5)
    _save(phone, "phone")
    served.shop.open.set()
    reply()


def _save(page: Page, name: str) -> None:
    page.screenshot(path=FOLDER / f"{name}.png", full_page=True)


if __name__ == "__main__":
    main()
