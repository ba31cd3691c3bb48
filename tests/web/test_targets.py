"""Everything that a finger can press is 44 px high and wide on every page, held either way."""

import pytest
from browsing import context_of

TARGET_PX = 44
SIZES = {"phone": (360, 740), "phone on its side": (740, 360)}
# Each page, and what is there once it is whole.
PAGES = {
    "": "main a:not(:empty)",
    "try.html": '#status td[data-field="phase"]',
    "clock.html": "#sheet .main",
    "judge.html": ".tiles",
    "board.html": "#board option",
    "manual.html": "[data-pages]:visible a",
}
# Links within a text are of the text's height: WCAG 2.5.5 leaves them out. A box is as large as
# the label that it stands in; a button's reach may go beyond its box.
MEASURE = """least => {
  const seen = (e) => e.offsetParent && getComputedStyle(e).visibility !== "hidden";
  const inText = (e) => e.tagName === "A" && e.closest("p, li, td, dd");
  const box = (e) => {
    const whole = e.closest("label.tick") || e;
    const { width, height } = whole.getBoundingClientRect();
    const before = getComputedStyle(e, "::before");
    const beyond = (side) => before.content === "none" ? 0 : -2 * (parseFloat(before[side]) || 0);
    return [width + Math.max(0, beyond("left")), height + Math.max(0, beyond("top"))];
  };
  return [...document.querySelectorAll("button, select, summary, a, input, textarea")]
    .filter((e) => seen(e) && !inText(e))
    .map((e) => [e.id || e.dataset.key || e.textContent.trim().slice(0, 20), ...box(e)])
    .filter(([, width, height]) => width < least - 0.5 || height < least - 0.5);
}"""


@pytest.mark.parametrize("size", SIZES)
def test_targets_are_large_enough_for_a_finger(url: str, browser, size: str) -> None:
    width, height = SIZES[size]
    context = context_of(browser, viewport={"width": width, "height": height}, has_touch=True)
    page = context.new_page()
    small = {}
    for name, whole in PAGES.items():
        page.goto(url + name)
        page.wait_for_selector(whole, state="attached")
        page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        small[name] = page.evaluate(MEASURE, TARGET_PX)
    context.close()
    assert not any(small.values()), small
