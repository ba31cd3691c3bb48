"""Every page, in its states, through axe-core: WCAG 2.1 A and AA, no violations."""

import pytest
from browsing import context_of, expect
from clockwork import Phone
from test_site import press, wait_field

axe_playwright = pytest.importorskip("axe_playwright_python.sync_playwright")
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
SIZES = {"phone": (360, 740), "desktop": (1280, 860)}


@pytest.fixture(params=SIZES)
def any_size(request: pytest.FixtureRequest, browser):
    """A page at phone and at desktop size, with axe injected despite the site's own policy."""
    width, height = SIZES[request.param]
    context = context_of(
        browser,
        viewport={"width": width, "height": height},
        has_touch=True,
        bypass_csp=True,
        reduced_motion="reduce",  # no colour is measured during a transition
    )
    yield context.new_page()
    context.close()


def check(page) -> None:
    """Check that the page as it is now has no violation."""
    results = axe_playwright.Axe().run(page, options=RULES)
    found = [
        f"{violation['id']}: {node['html'][:120]}"
        for violation in results.response["violations"]
        for node in violation["nodes"]
    ]
    assert not found, "\n".join(found)


def wide(page) -> bool:
    """Return whether nothing has to be scrolled sideways."""
    return page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_home(url: str, any_size) -> None:
    any_size.goto(url)
    check(any_size)
    assert wide(any_size)


def test_try_it(url: str, any_size) -> None:
    any_size.goto(url + "try.html")
    wait_field(any_size, "phase", "setup")
    any_size.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    check(any_size)
    assert wide(any_size)
    press(any_size, "Enter")
    wait_field(any_size, "phase", "ready")
    press(any_size, "KeyL")
    wait_field(any_size, "running", "A")
    expect(any_size.locator("#said")).to_have_text("Corre el reloj de A")  # to a screen reader
    check(any_size)


def test_clock(url: str, any_size) -> None:
    table = Phone(any_size, url)
    any_size.click("summary")
    check(any_size)
    any_size.click('#sheet button:text-is("Prueba")')
    any_size.wait_for_selector("dialog .findings")
    check(any_size)
    any_size.keyboard.press("Escape")
    any_size.wait_for_selector("dialog:not([open])", state="attached")
    table.start()
    check(any_size)
    any_size.click("#challenge")
    any_size.wait_for_selector(".tiles")
    check(any_size)
    table.spell("C A S X")
    check(any_size)
    table.both()
    any_size.wait_for_selector(".verdict")
    check(any_size)
    any_size.click("#sheet .main")
    table.runs("B")
    any_size.click("#stop")
    any_size.wait_for_selector(".length")
    check(any_size)
    any_size.click("#menu")
    any_size.wait_for_selector("text=Fin de partida")
    check(any_size)
    any_size.click("text=Fin de partida")
    table.both()
    table.phase("over")
    check(any_size)
    assert wide(any_size)


def test_judge(url: str, any_size) -> None:
    any_size.goto(url + "judge.html")
    any_size.wait_for_selector(".tiles")
    check(any_size)
    any_size.click("#rounds")
    any_size.wait_for_selector("dialog textarea")
    check(any_size)
    any_size.keyboard.press("Escape")
    any_size.wait_for_selector("dialog:not([open])", state="attached")
    any_size.click("#leave")
    any_size.wait_for_selector("dialog input")
    check(any_size)
    assert wide(any_size)


def test_board(url: str, any_size) -> None:
    any_size.goto(url + "board.html")
    any_size.wait_for_selector("#board option", state="attached")
    check(any_size)
    assert wide(any_size)


def test_manual(url: str, any_size) -> None:
    any_size.goto(url + "manual.html")
    any_size.fill("#asked", "pulsador")
    any_size.wait_for_selector("#found a")
    check(any_size)
    assert wide(any_size)
    any_size.goto(url + "manual-sala.html")
    check(any_size)
    assert wide(any_size)
