"""A game on the phone and a verdict at the judge, by their players' page as it is written."""

import re

import pytest
from browsing import expect, watched
from clockwork import LEAST_TURN_MS

from tests.ui.test_manual_cases import PHASES, sequences

KEYS = {"STOP": "#stop", "?": "#challenge", "≡": "#menu", "A": "#half-A", "B": "#half-B"}
BODIES = {"es": ("móvil", "juez"), "en": ("phone", "judge")}
SEEN = """new MutationObserver(() => {
  window.seen ||= Boolean(document.querySelector(".verdict.valid"));
}).observe(document.body, { subtree: true, childList: true })"""


def touch(page, name):
    """Touch what the manual names."""
    page.wait_for_timeout(2 * LEAST_TURN_MS)  # as a person does
    if name in KEYS and page.locator(KEYS[name]).count():
        if name in "AB":  # what it says can have been read
            expect(page.locator(f"{KEYS[name]} .note")).to_have_text(re.compile(r"\S"))
        page.tap(KEYS[name])
        return
    place = page.locator("dialog[open], .sheet.full, #desk").last
    for points in page.locator("dialog [type=number]").all():
        points.fill("400")
    for label in name if name == "CASA" else [f"{name}: " if name in KEYS else name]:
        exact = place.get_by_role("button", name=label, exact=True)
        (exact if exact.count() else place.locator(f"button:has-text('{label}')")).first.click()


def walk(page, language, body):
    """Press what a body's page tells, section by section; yield after each."""
    for section in sequences(language, body):
        for line in section:
            for key, said in re.findall(r"`([^`]+)`|\*([^*]+)\*", line):
                touch(page, key or said)
        yield page


@pytest.mark.parametrize(("language", "width", "height"), [("es", 360, 740), ("en", 740, 360)])
def test_a_game_and_a_verdict_by_the_manual(browser, url, language, width, height):
    phone, judge = BODIES[language]
    size = {"width": width, "height": height}
    with watched(browser, viewport=size, has_touch=True, locale=language) as page:
        page.goto(url + "clock.html")
        page.wait_for_selector(".sheet .main")
        for _, phase in zip(walk(page, language, phone), PHASES, strict=True):
            expect(page.locator("#table")).to_have_attribute("data-phase", phase)
        page.goto(url + "judge.html")
        page.wait_for_selector(".tiles")
        page.evaluate(SEEN)
        assert len(list(walk(page, language, judge))) == 1
        expect(page.locator(".verdict")).to_have_count(0)
        assert page.evaluate("window.seen"), "one verdict, and then it is gone"
