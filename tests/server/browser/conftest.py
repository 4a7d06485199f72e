"""One Chromium for all tests of the page, and servers in threads beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from codemode.server.access import LOCAL
from tests import browsers
from tests.server.browser.shop import POLICY, Shop
from tests.server.conftest import Running, serving

ARGUMENTS = [
    "--no-sandbox",  # it is root in containers
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WAIT_MS = 30_000  # of what the page shall show, on a busy machine
DESK = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}

expect.set_options(timeout=WAIT_MS)


@dataclass
class Served:
    """A server, and people in front of it. What goes wrong in a browser (scripts, styles that are refused) is in `wrong`."""

    running: Running
    shop: Shop
    portal: BlockingPortal
    browser: Browser
    wrong: list[str] = field(default_factory=list[str])
    contexts: list[BrowserContext] = field(default_factory=list[BrowserContext])

    @property
    def url(self) -> str:
        return self.running.url

    def visitor(self, **options: Any) -> Page:
        """Somebody who has opened nothing yet."""
        context = self.browser.new_context(**{"viewport": DESK, "reduced_motion": "reduce", **options})
        context.set_default_timeout(WAIT_MS)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        return page

    def person(self, path: str = "/", **options: Any) -> Page:
        """Somebody who came with the key of the server's own address."""
        page = self.visitor(**options)
        page.goto(f"{self.url}/?key={self.running.server.keys.new_key(LOCAL)}")
        page.goto(self.url + path)
        return page

    def run(self, code: str, session: str = "default") -> dict[str, Any]:
        """The reply to a program, once it has ended or needs a person."""
        return self.begin(code, session)()

    def begin(self, code: str, session: str = "default") -> Callable[[], dict[str, Any]]:
        """Begin a program; what is given waits for its reply."""
        task = self.portal.start_task_soon(self.running.post, "/v1/run", {"code": code, "session": session})
        return lambda: task.result(60).json()


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browsers.found(), args=ARGUMENTS)
        yield browser
        browser.close()


@contextmanager
def started(browser: Browser, portal: BlockingPortal, *tools: Any, **options: Any) -> Iterator[Served]:
    """`tools` are functions besides those of the shop."""
    shop = Shop()
    given: dict[str, Any] = {"policy": POLICY, "engine": {"history": "1d", "record": "all"}, **options}
    server = serving(sources=[shop.source(), *tools], **given)
    with portal.wrap_async_context_manager(server) as running:
        served = Served(running, shop, portal, browser)
        try:
            yield served
        finally:
            shop.open.set()
            for context in served.contexts:
                context.close()
    assert served.wrong == []


# not for the session: while it is there, no other test of the process can run an event loop
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def portal() -> Iterator[BlockingPortal]:
    with start_blocking_portal() as portal:
        yield portal


@pytest.fixture(scope="module")
def start(browser: Browser, portal: BlockingPortal) -> Callable[..., AbstractContextManager[Served]]:
    return partial(started, browser, portal)


@pytest.fixture
def served(start: Callable[..., AbstractContextManager[Served]]) -> Iterator[Served]:
    with start() as served:
        yield served
