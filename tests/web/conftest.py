"""The page's tests: a real browser where one is installed, a plain client otherwise."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from serving import serving

from host_tools.web.engine import Engine

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture
def serve_machine() -> Iterator[Callable[..., str]]:
    """Serve machines; each call gives the address of a page."""
    with ExitStack() as stack:
        yield lambda machine, **options: stack.enter_context(serving(Engine(machine, **options)))


# No longer than a module: while it lives, its thread has an event loop that others cannot use.
@pytest.fixture(scope="module")
def browser():
    """A headless Chromium of this system, driven by playwright; skips where there is none."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("no browser to test the page with: apt-get install chromium")
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser):
    """A fresh page; any error of its scripts fails the test."""
    page = browser.new_page(viewport={"width": 1200, "height": 860})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    yield page
    page.close()
    assert not errors, errors
