"""Every page and every sheet of the clock: axe-core, targets for a finger, what is in view."""

import math

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import expect, watched
from clockwork import LEAST_TURN_MS, Phone

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
TARGET_PX = 44
PHONE_MM, DISTANCE_MM = 68, 600  # the width of a phone held upright, and from where it is read
FORMS = ("setup", "pin", "arbiter")  # read closer
FLOOR_ARCMIN = 16  # ISO 9241-303
PIN = "4711"
CONTRAST = 7
PHONES = ((320, 568), (390, 664), (390, 844), (568, 320), (664, 390))
SIZES = (*PHONES, (820, 1180), (1280, 800))
CHECKED = ((390, 844), (1280, 800))  # also by axe-core
# Where nothing has to be scrolled at any size of text.
IN_VIEW = [(one, PHONES[2]) for one in "stopped menu confirm verdict finish unscored".split()]
# Each page, and what is there once it is whole.
PAGES = {
    "": "main a:not(:empty)",
    "try.html": '#status td[data-field="phase"]',
    "clock.html": "#sheet .main",
    "judge.html": ".tiles",
    "board.html": "#board option",
    "talk.html": "#player",
    "manual.html": "[data-pages]:visible a",
    "manual-sala.html": "main.manual h1",
}


@pytest.fixture
def sized(browser):
    """A page of any size, with axe injected despite the site's own policy."""
    # No colour is measured during a transition.
    options = {"has_touch": True, "bypass_csp": True, "reduced_motion": "reduce"}
    with watched(browser, **options) as page:
        yield page


def resize(page, size):
    """Give the page a size in CSS pixels."""
    page.set_viewport_size({"width": size[0], "height": size[1]})


def enlarge(page):
    """Choose the large figures in the clock's settings."""
    page.click("summary")
    page.select_option("[name=large]", "yes")
    expect(page.locator("#table.large")).to_have_count(1)


def enlarged(page, where):
    """Check that nothing is covered or beside the screen at any size of text (WCAG 1.4.4)."""
    for px in (16, 20, 24, 32):
        page.evaluate(f"document.documentElement.style.fontSize = '{px}px'")
        assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") >= 0.9 * px
        assert page.evaluate("probe.broken()") == [], (where, px)  # half says the contrary
        assert page.evaluate("probe.covered()") == [], (where, px)
        assert wide(page), (where, px)
        if where in IN_VIEW:
            assert page.evaluate("probe.overflow()") <= 0, (where, px)
    page.evaluate("document.documentElement.style.fontSize = ''; scrollTo(0, 0)")


def check(page):
    """Check that the page as it is now has no violation."""
    results = Axe().run(page, options=RULES)
    found = [
        f"{violation['id']}: {node['html'][:120]}"
        for violation in results.response["violations"]
        for node in violation["nodes"]
    ]
    assert not found, "\n".join(found)


def wide(page):
    """Return whether nothing has to be scrolled sideways."""
    return page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize("name", PAGES)
def test_each_page_at_each_size(url, sized, name):
    sized.goto(url + name)
    sized.wait_for_selector(PAGES[name], state="attached")
    sized.wait_for_function("probe.named()")
    sized.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    for size in SIZES:
        resize(sized, size)
        assert sized.evaluate(f"probe.small({TARGET_PX})") == [], size
        enlarged(sized, size)
        if size in CHECKED:
            check(sized)


def arcmin(px, size):
    """Return the angle of a height on a phone, from DISTANCE_MM, in minutes of arc."""
    return math.degrees(math.atan(px * PHONE_MM / min(size) / DISTANCE_MM)) * 60


class Sheets(Phone):
    """A game with everything that has a sheet: each is whole and readable at every size.

    taps: those with which the arbiter adds a minute, a PIN of four digits included.
    """

    def __init__(self, page, url, large):
        super().__init__(page, url)
        self.large = large
        self.count = self.taps = 0

    def touch(self, *selectors):
        """Tap what the selectors name, one after another."""
        for selector in selectors:
            self.page.tap(selector)
            self.page.wait_for_timeout(LEAST_TURN_MS)
            self.count += 1

    def sheet(self, name):
        """Check what is on the screen at each size."""
        for size in SIZES:
            resize(self.page, size)
            px, text, beyond = self.page.evaluate("probe.measure()")
            where = (name, size, text)
            if name not in ("setup", "closed"):
                assert beyond == [], where
                assert self.page.evaluate("probe.overflow()") <= 0, where
                assert self.page.evaluate(f"probe.small({TARGET_PX})") == [], where
            if name == "letters" and size[0] > size[1]:  # at the end of A, who challenges
                keys, own = map(self.page.locator, (".tiles", "#half-A"))
                beyond = [
                    one.bounding_box()["x"] * 2 + one.bounding_box()["width"] > size[0]
                    for one in (keys, own)
                ]
                assert beyond[0] == beyond[1], where
            if not self.large or size == PHONES[2]:
                enlarged(self.page, (name, size))
            self.page.evaluate("sheet.scrollTop = 0")
            if size in PHONES and name not in FORMS:
                assert arcmin(px, size) >= FLOOR_ARCMIN, where
            if self.large:
                least, said = self.page.evaluate("probe.least()")
                assert least >= CONTRAST, (name, said, least)
            elif size in CHECKED:
                check(self.page)
        resize(self.page, PHONES[0])

    def game(self):
        """Play it."""
        page = self.page
        self.sheet("setup")
        self.touch("text=Cómo se juega", "dialog .tour li:nth-child(4)")
        check(page)
        self.touch("dialog .top button")
        page.evaluate("document.querySelector('#sheet details').open = true")
        self.choose("PIN nuevo", PIN)
        self.touch("#sheet .row > .main")
        self.phase("ready")
        self.sheet("ready")
        self.touch("#half-B")
        self.sheet("running")
        self.touch("#half-A")
        self.touch("#challenge")
        page.wait_for_selector(".tiles")
        expect(page.locator(".sheet")).to_contain_text("Fichas boca abajo")
        self.sheet("letters")
        self.touch(*[f'.tile:text-is("{tile}")' for tile in "CASX"], ".letters .main")
        page.wait_for_selector("#half-A .note:has-text('○')")
        self.sheet("confirm")
        self.touch("#half-A", "#half-B")
        page.wait_for_selector(".verdict")
        self.sheet("verdict")
        self.touch("#sheet .row > .main")
        self.touch("#stop")
        page.wait_for_selector(".length")
        self.sheet("stopped")
        self.touch("#stop")
        self.count = len(PIN)
        self.touch("#menu", '#sheet button:text-is("Árbitro")')
        page.fill("dialog input", PIN)
        self.sheet("pin")
        page.press("dialog input", "Enter")
        page.wait_for_selector(".acts")
        self.sheet("arbiter")
        self.touch("text=A +1:00")
        self.taps = self.count + 1  # Enter after the PIN
        page.wait_for_selector("dialog:not([open])", state="attached")
        self.touch("#menu")
        self.sheet("menu")
        self.touch("text=Fin de partida")
        self.sheet("finish")
        self.touch("#half-A", "#half-B")
        page.wait_for_selector("#half-A .note:has-text('○')")
        self.sheet("summary")
        self.touch("#half-A")
        self.sheet("unscored")
        self.touch(".anyway")
        page.wait_for_selector("#half-B .note:has-text('○')")
        self.touch("#half-B")
        self.phase("closed")
        page.wait_for_selector("canvas.code")
        self.sheet("closed")
        self.touch("#menu", "text=Mis partidas", "dialog summary")
        check(page)


@pytest.mark.parametrize("large", [False, True])
def test_each_sheet_of_the_clock_at_each_size(url, sized, large):
    resize(sized, PHONES[0])
    walk = Sheets(sized, url, large)
    if large:
        enlarge(sized)
    walk.game()
    assert walk.taps <= 8


def test_no_act_of_the_arbiter_is_cut_where_words_are_longest(browser, url):
    with watched(browser, has_touch=True, locale="pl-PL") as page:
        table = Phone(page, url)
        table.choose("Nowy PIN", PIN)
        table.start()
        page.click("#menu")
        page.click("#sheet button:text-is('Sędzia')")
        page.fill("dialog input", PIN)
        page.press("dialog input", "Enter")
        page.wait_for_selector(".acts")
        for size in SIZES:
            resize(page, size)
            enlarged(page, size)


def test_three_signals_are_three_shapes_with_every_sound_off(url, sized):
    resize(sized, PHONES[1])
    table = Phone(sized, url)
    sized.select_option('#sheet select:has(option[value="fise-corrido"])', "fise-temporizador")
    table.choose("Minutos por turno", "0.36")
    table.start()
    for level in range(1, 4):
        sized.wait_for_selector(f'#half-A[data-urgency="{level}"]')


def test_one_figure_is_as_tall_as_the_screen(url, sized):
    resize(sized, (390, 844))
    table = Phone(sized, url)
    enlarge(sized)
    table.start()
    for size in SIZES:
        resize(sized, size)
        running, other = (sized.locator(f"#half-{name}").bounding_box() for name in "AB")
        time = sized.locator("#half-A .time").bounding_box()
        assert running["width"] * running["height"] > 2.5 * other["width"] * other["height"]
        assert time["width"] <= running["width"] and time["height"] <= running["height"]
        assert time["height"] >= 0.55 * running["height"] or time["width"] > 0.8 * running["width"]
    resize(sized, PHONES[2])
    for _ in range(2):  # of which the second meets the half of B
        sized.touchscreen.tap(195, 500)
        sized.wait_for_timeout(2 * LEAST_TURN_MS)
    table.runs("B")


def test_judge_in_its_states(url, sized):
    sized.goto(url + "judge.html")
    sized.wait_for_selector(".tiles")

    def checked(state):
        for size in SIZES:
            resize(sized, size)
            enlarged(sized, (f"judge {state}", size))
        check(sized)

    for button, part in (("#rounds", "dialog textarea"), ("#leave", "dialog input")):
        sized.click(button)
        sized.wait_for_selector(part)
        checked(button)
        sized.keyboard.press("Escape")
        sized.wait_for_selector("dialog:not([open])", state="attached")
    sized.focus(".words")
    sized.keyboard.type("casx")
    checked("letters")
    sized.keyboard.press("Enter")
    sized.wait_for_selector(".confirm")
    checked("confirm")
    sized.evaluate("performance.now = () => 0")  # else the words are gone after ten seconds
    for _ in range(2):
        sized.keyboard.press("Enter")
    sized.wait_for_selector(".verdict")
    checked("verdict")


def test_a_game_in_the_simulator(url, sized):
    resize(sized, (390, 844))
    sized.goto(url + "try.html")
    sized.wait_for_selector('#status td[data-field="phase"]:text-is("setup")', state="attached")
    sized.keyboard.press("Enter")
    sized.wait_for_selector('#status td[data-field="phase"]:text-is("ready")', state="attached")
    sized.keyboard.press("KeyL")
    expect(sized.locator("#said")).to_have_text("Corre el reloj de A")  # to a screen reader
    check(sized)
