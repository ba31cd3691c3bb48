"""Fixtures of the pages' tests: a real browser if one is installed, otherwise a plain client."""

from contextlib import ExitStack

import pytest
from browsing import FLAGS, chromium_path, needs_packages, serving, watched
from corrido.lexicon.alphabet import alphabet

from host_tools.lexicon.about import About
from host_tools.lexicon.pack import pack
from host_tools.sim.engine import Engine
from host_tools.web import site
from host_tools.web.publish import served


@pytest.fixture
def serve_machine():
    """Serve machines; each call returns the address of a page."""
    with ExitStack() as stack:
        yield lambda machine, **options: stack.enter_context(serving(Engine(machine, **options)))


@pytest.fixture
def club(tmp_path):
    """A list of two words for the English alphabet, in a file."""
    words = [alphabet("en").spell_word(word) for word in ("casa", "zzyzx")]
    (tmp_path / "club.lex").write_bytes(pack(words, About("en", "club", "1")))
    return tmp_path / "club.lex"


# Per module only: while it lives, its thread has an event loop that others cannot use.
@pytest.fixture(scope="module")
def browser():
    """A headless Chromium of this system, driven by playwright; skips if there is none."""
    from playwright import sync_api

    found = chromium_path()
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser):
    """A page on a desktop; any error of its scripts fails the test."""
    with watched(browser, viewport={"width": 1200, "height": 860}) as page:
        yield page


@pytest.fixture
def phone(browser):
    """A page on a phone held upright, with touch; any error of its scripts fails the test."""
    upright = {"width": 360, "height": 740}
    with watched(browser, viewport=upright, has_touch=True, is_mobile=True) as page:
        yield page


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """The site, built once."""
    needs_packages()
    return site.build(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="session")
def url(built):
    """The address that serves it; other host names do not resolve."""
    with served(built.folder) as address:
        yield address
