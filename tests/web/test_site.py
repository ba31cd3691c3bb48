"""The static site in a real browser: the firmware runs in the page, and nothing else answers."""

import re
import shutil

import pytest
from browsing import context_of, expect
from clockwork import Phone

from host_tools.case.kit import kit
from host_tools.device import kinds
from host_tools.paths import boards_dir
from host_tools.web import site
from host_tools.web.publish import served
from tests.waiting import wait_until

MOST_BYTES = 2_150_000  # gzipped, all of it; 0.55 MB are the manual's pages and pictures
NOTE_DOWN = """() => {
  const pressed = () => document.querySelector('[data-key="DOWN"].pressed');
  const look = () => { window.wentDown ||= Boolean(pressed()); };
  new MutationObserver(look).observe(document.body, { subtree: true, attributes: true });
}"""


def wait_field(page, name, value):
    """Wait until a field of the status has a value."""
    cell = f'#status td[data-field="{name}"]:text-is("{value}")'
    page.wait_for_selector(cell, state="attached")


def oled_width(page):
    """How wide the display is drawn, in CSS pixels."""
    return page.locator("#oled").bounding_box()["width"]


@pytest.fixture
def simulator(url, page):
    """The simulator's page, its device in setup and its recorder open."""
    page.goto(url + "try.html")
    wait_field(page, "phase", "setup")
    page.evaluate("document.getElementById('record').open = true")
    return page


# A page, and a part of it that somebody may press before the page's texts have come.
EARLY = {
    "try.html": "#speeds button", "clock.html": "#menu", "judge.html": "#rounds",
    "board.html": "#compose", "talk.html": "#connect",
}  # fmt: skip


@pytest.mark.parametrize("name", EARLY)
def test_nothing_can_be_pressed_before_the_page_listens(url, page, name):
    held: list = []
    waits = True
    page.route("**/texts/*.txt", lambda route: held.append(route) if waits else route.continue_())
    page.goto(url + name, wait_until="commit")
    assert wait_until(lambda: page.wait_for_timeout(50) or held)
    dead = "(e) => document.body.inert && (e.focus(), document.activeElement !== e)"
    assert page.eval_on_selector(EARLY[name], dead)
    waits = False
    for route in held:
        route.continue_()
    page.wait_for_selector("body:not([inert])")


def test_a_browser_offers_to_install_it(url, page):
    page.goto(url)
    page.evaluate("navigator.serviceWorker.ready")
    asked = page.context.new_cdp_session(page)
    manifest = asked.send("Page.getAppManifest")
    assert manifest["url"].endswith("manifest-es.webmanifest") and manifest["errors"] == []
    found = asked.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A test's context throws its profile away, and no page of such a one can be installed.
    assert {error["errorId"] for error in found} <= {"in-incognito"}


def test_size_is_what_a_phone_can_fetch(built):
    files = [path for path in built.folder.rglob("*") if path.is_file() and path.name != site.MARK]
    assert len(files) == built.files
    assert built.gzipped < MOST_BYTES


def test_every_link_of_the_manual_leads_somewhere(built):
    pages = {path.name: path.read_text("utf-8") for path in built.folder.glob("manual*.html")}
    assert set(pages) > {"manual-jugadores.html", "manual-players.html", "manual-montaje.html"}
    assert 'href="docs/manual/card.html"' in pages["manual-players.html"]
    card = (built.folder / "docs/manual/tarjeta.html").read_text("utf-8")
    for picture in re.findall(r'src="([^"]+)"', card):
        assert (built.folder / "docs/manual" / picture).is_file(), picture
    for name, text in pages.items():
        for address in re.findall(r'(?:href|src)="(?!https?:)([^"]+)"', text):
            path, _, anchor = address.partition("#")
            assert not path or (built.folder / path).is_file(), f"{name}: {address}"
            assert not anchor or f'id="{anchor}"' in pages[path or name], f"{name}: {address}"


def test_all_is_there_offline_after_the_first_visit(built, browser):
    context = context_of(browser, has_touch=True)
    page = context.new_page()
    with served(built.folder) as url:
        page.goto(url + "manual.html")
        page.evaluate("navigator.serviceWorker.ready")
    page.reload()  # the server is gone
    for name in ("try.html", "judge.html", "index.html"):
        page.goto(url + name)
        expect(page.locator("h1")).to_have_text(re.compile(r"\w"))
    Phone(page, url).start()
    page.goto(url + "manual.html")
    page.fill("#asked", "apelacion")
    expect(page.locator("#found a").first).to_be_visible()
    page.click("#found a >> nth=0")
    page.wait_for_selector("main.manual[lang=es] h1")
    page.go_back()
    page.select_option("#language", "en")
    expect(page.locator("[data-pages=en]")).to_be_visible()
    page.fill("#asked", "zzyzx")
    expect(page.locator("#said")).to_have_text("No section has all of these words.")
    expect(page.locator("#found li")).to_have_count(0)
    context.close()


def test_it_carries_the_licences_of_its_libraries(built):
    text = (built.folder / "licences.txt").read_text("utf-8")
    for package, _, name in site.LIBRARIES:
        assert package in text and (built.folder / name).is_file()
    assert text.count("Apache License") >= 2


def test_building_again_gives_the_same_site(built, tmp_path):
    for name in (site.MARK, "left-over.js"):
        (tmp_path / name).write_text("")
    assert site.build(tmp_path).version == built.version
    assert not (tmp_path / "left-over.js").exists()


RECORDED = """device preset=fise-corrido budget=600
at 0 power on # arms
at 1 press B
at 6 press A
at 8 hold STOP 0.4
"""


def test_a_recording_travels_in_a_link(url, simulator):
    page = simulator
    page.fill("#record-steps", RECORDED)
    page.click("#record-link")
    page.wait_for_url("**#scn=*")
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector('#record-said:text-is("Reproducido hasta el final.")')
    wait_field(page, "phase", "stopped")
    for field, value in (("turn", "B"), ("clock.A", "9:55.000"), ("clock.B", "9:58.000")):
        wait_field(page, field, value)


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (
            "at 0 power on\n+1 expect phase running\n",
            "Línea 2: esta página no lo reproduce: +1 expect phase running",
        ),
        ("device preset=none\nat 0 power on\n", "Un ajuste no vale: preset"),
    ],
)
def test_what_is_no_recording_is_said(simulator, steps, said):
    page = simulator
    page.fill("#record-steps", steps)
    page.click("#record-play")
    page.wait_for_selector(f'#record-said:has-text("{said}")')


def test_each_board_is_drawn_from_its_own_data(simulator):
    page = simulator
    listed = page.eval_on_selector_all("#board option", "all => all.map((one) => one.value)")
    assert sorted(listed) == kinds.board_names()
    wide = oled_width(page)
    page.evaluate("document.getElementById('faults').open = true")
    page.select_option("#board", "esp32c3")
    page.wait_for_selector('[data-key="LEFT"]:disabled', state="attached")
    wait_field(page, "phase", "setup")
    wiring = kinds.wiring_of(boards_dir() / "esp32c3")
    keys = {name for name, _ in wiring["keys"]} | {"UP", "DOWN"}
    names = "all => all.map((one) => one.dataset.key)"
    assert wait_until(lambda: set(page.eval_on_selector_all("[data-key]:enabled", names)) == keys)
    expect(page.locator(".led")).to_have_count(0)
    page.select_option("#display-size", "0.96")
    wait_field(page, "phase", "setup")
    displays = kit().displays
    scale = displays["0.96"].window[0] / displays["2.42"].window[0]
    nearly = pytest.approx(scale, rel=0.2)  # to scale, as far as whole pixels allow
    assert wait_until(lambda: oled_width(page) / wide == nearly), oled_width(page) / wide
    page.hover(".cross")
    page.evaluate(NOTE_DOWN)  # a notch of the wheel is short: a slow computer might look too late
    page.mouse.wheel(0, 100)
    assert wait_until(lambda: page.evaluate("window.wentDown"))


def test_what_is_done_becomes_a_scenario(simulator, tmp_path, corrido):
    page = simulator
    page.click("#record-toggle")
    expect(page.locator("#record-steps")).to_have_value(re.compile("power on"))  # a new device
    page.wait_for_selector('#device:not(.lost) [data-key="OK"]:enabled')
    wait_field(page, "phase", "setup")
    for key, field, value in (("Enter", "phase", "ready"), ("KeyL", "running", "A")):
        page.keyboard.press(key)
        wait_field(page, field, value)
    page.keyboard.press("Space")
    wait_field(page, "phase", "stopped")
    expect(page.locator("#record-steps")).to_have_value(re.compile("STOP"))
    steps = page.input_value("#record-steps")
    file = tmp_path / "recorded.scn"
    file.write_text(steps + "+1 expect phase stopped, turn A, reason other\n")
    result = corrido("scenario", str(file))
    assert result.returncode == 0, result.stdout + result.stderr + steps


def test_a_new_version_waits_until_it_is_asked_for(built, browser, tmp_path):
    folder = tmp_path / "site"
    shutil.copytree(built.folder, folder)
    context = context_of(browser, has_touch=True)
    page = context.new_page()
    with served(folder) as url:
        clock = context.new_page()
        table = Phone(clock, url)
        table.start()
        page.goto(url)
        page.evaluate("navigator.serviceWorker.ready")
        page.reload()
        assert wait_until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"))
        worker = (folder / "sw.js").read_text("utf-8")
        (folder / "sw.js").write_text(worker.replace(built.version, "another"), "utf-8")
        home = (folder / "index.html").read_text("utf-8")
        (folder / "index.html").write_text(home.replace("<h1>Corrido", "<h1>Corrido 2"), "utf-8")
        page.reload()
        page.wait_for_selector("#update:visible")
        page.reload()
        expect(page.locator("h1")).to_have_text("Corrido")  # the old version goes on until then
        page.wait_for_selector("#update:visible")
        page.click("#update button")
        page.wait_for_selector("h1:text-is('Corrido 2')")
        clock.wait_for_selector("#half-A.running")  # the game in the other tab goes on
        clock.reload()
        table.phase("recovered")
    context.close()
