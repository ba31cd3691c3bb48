"""The phone's manual, followed by somebody who has only it: what is bold is touched, in order."""

import re

import pytest
from browsing import expect, watched
from clockwork import LEAST_TURN_MS

KEYS = {"STOP": "#stop", "?": "#challenge", "≡": "#menu"}


def steps(text):
    """Yield each section's title and what its numbered steps have in bold."""
    for section in text.split("\n## ")[1:]:
        title, _, body = section.partition("\n")
        lists = re.findall(r"^\d\. .*(?:\n   .*)*", body, re.MULTILINE)
        yield title, re.findall(r"\*\*(.+?)\*\*", " ".join(lists))


def touch(page, name):
    """Touch what the manual names."""
    half = re.fullmatch(r"mitad de ([AB])|([AB])'s half", name)
    if half:
        page.tap(f"#half-{half[1] or half[2]}")
    elif name in KEYS:
        page.tap(KEYS[name])
    else:
        place = page.locator("dialog[open], .sheet.full, #desk").last
        exact = place.get_by_role("button", name=name, exact=True)
        page.wait_for_timeout(LEAST_TURN_MS)
        (exact if exact.count() else place.locator(f"button:has-text('{name}')")).first.click()
    page.wait_for_timeout(2 * LEAST_TURN_MS)  # as a person does


@pytest.mark.parametrize(("manual", "locale"), [("telefono.md", "es-ES"), ("phone.md", "en-GB")])
def test_a_game_and_a_verdict_by_the_manual(root, browser, url, manual, locale):
    text = (root / "docs" / "manual" / manual).read_text("utf-8")
    *game, (_, judged) = steps(text)
    size = {"width": 360, "height": 740}
    with watched(browser, viewport=size, has_touch=True, locale=locale) as page:
        page.goto(url + "clock.html")
        page.wait_for_selector(".sheet .main")
        phases = []
        for _, touched in game:
            for name in touched:
                touch(page, name)
            phases.append(page.get_attribute("#table", "data-phase"))
        assert phases == ["running", "running", "running", "running", "setup"]
        page.goto(url + "judge.html")
        page.wait_for_selector(".tiles")
        for name in judged[:-1]:
            touch(page, name)
        expect(page.locator(".verdict.valid")).to_be_visible()
        touch(page, judged[-1])
        expect(page.locator(".verdict")).to_have_count(0)
