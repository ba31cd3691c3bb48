"""The static site in a real browser: the firmware runs in the page, and nothing else answers."""

import gzip
import shutil
from pathlib import Path

import pytest
from browsing import served
from test_server import wait_for

from host_tools.errors import UserError
from host_tools.web import site

MOST_BYTES = 1_500_000  # gzipped, all of it


def field(page, name: str) -> str:
    """A field of the status that the page shows."""
    return page.text_content(f'#status td[data-field="{name}"]')


def left_s(page) -> float:
    """What A's clock has left, in seconds."""
    minutes, _, seconds = field(page, "clock.A").partition(":")
    return 60 * int(minutes) + float(seconds)


def wait_field(page, name: str, value: str) -> None:
    """Wait until a field of the status has a value."""
    cell = f'#status td[data-field="{name}"]:text-is("{value}")'
    page.wait_for_selector(cell, state="attached", timeout=60_000)


def press(page, code: str) -> None:
    """A key goes down and up at once: on a slow computer it must not become a held one."""
    page.keyboard.press(code)


def test_size_is_what_a_phone_can_fetch(built: site.Site) -> None:
    files = [path for path in built.folder.rglob("*") if path.is_file() and path.name != site.MARK]
    assert len(files) == built.files
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in files) == built.gzipped
    assert built.gzipped < MOST_BYTES


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path, built: site.Site) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(UserError, match="is not empty"):
        site.build(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_building_again_gives_the_same_site(built: site.Site, tmp_path: Path) -> None:
    again = site.build(tmp_path)
    assert again.version == built.version
    (tmp_path / "left-over.js").write_text("")
    assert site.build(tmp_path).version == built.version
    assert not (tmp_path / "left-over.js").exists()


def test_a_game_goes_on_after_a_reload(url: str, page) -> None:
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(url + "try.html")
    wait_field(page, "phase", "setup")
    press(page, "Enter")
    wait_field(page, "phase", "ready")
    press(page, "KeyL")
    wait_field(page, "running", "A")
    assert wait_for(lambda: left_s(page) < 1799)
    page.reload()
    wait_field(page, "phase", "recovered")
    assert left_s(page) < 1800, "what ran is kept; how much is test_clock's"
    press(page, "Enter")
    press(page, "Space")
    wait_field(page, "running", "A")
    assert all(each.startswith((url, "blob:")) for each in asked), "no third party is asked"


def test_a_scenario_travels_in_a_link(url: str, page) -> None:
    page.goto(url + "try.html")
    wait_field(page, "phase", "setup")
    page.evaluate("document.getElementById('record').open = true")
    page.fill(
        "#record-steps",
        "device preset=fise-no-corrido\nat 0 power on\nat 0.5 press OK\nat 1 press B\n"
        "at 2.250 press A\nexpect phase count\n",
    )
    page.click("#record-link")
    page.wait_for_url("**#scn=*")
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    wait_field(page, "phase", "count")
    assert field(page, "clock.A") == "24:58.750", "each press at its own millisecond"
    assert "expect phase count" in page.inner_text("#record-said")


def test_what_is_done_becomes_a_scenario(url: str, page, tmp_path: Path, corrido) -> None:
    page.goto(url + "try.html")
    wait_field(page, "phase", "setup")
    page.evaluate("document.getElementById('record').open = true")
    page.click("#record-toggle")
    page.wait_for_selector('#device:not(.lost) [data-key="OK"]:enabled')
    wait_field(page, "phase", "setup")
    press(page, "Enter")
    wait_field(page, "phase", "ready")
    press(page, "KeyL")
    wait_field(page, "running", "A")
    press(page, "Space")
    wait_field(page, "phase", "stopped")
    steps = page.input_value("#record-steps")
    file = tmp_path / "recorded.scn"
    file.write_text(steps + "+1 expect phase stopped, turn A, reason other\n")
    result = corrido("scenario", str(file))
    assert result.returncode == 0, result.stdout + result.stderr + steps


def test_words_are_typed_on_the_devices_grid(url: str, page) -> None:
    page.goto(url + "try.html")
    wait_field(page, "phase", "setup")
    press(page, "Enter")
    wait_field(page, "phase", "ready")
    press(page, "KeyL")
    wait_field(page, "running", "A")
    press(page, "KeyC")
    wait_field(page, "phase", "challenge")
    page.wait_for_selector("#device.entering")
    page.keyboard.type("casa")
    page.keyboard.press("Enter")
    page.wait_for_selector("#device:not(.entering)", timeout=60_000)
    for code in ("KeyA", "KeyL"):
        press(page, code)
    wait_field(page, "verdict", "valid")


def test_a_new_version_waits_until_it_is_asked_for(built: site.Site, browser, tmp_path) -> None:
    folder = tmp_path / "site"
    shutil.copytree(built.folder, folder)
    context = browser.new_context()
    page = context.new_page()
    with served(folder) as url:
        page.goto(url)
        page.evaluate("navigator.serviceWorker.ready")
        page.reload()
        wait_for(lambda: page.evaluate("navigator.serviceWorker.controller !== null"))
        worker = (folder / "sw.js").read_text("utf-8")
        (folder / "sw.js").write_text(worker.replace(built.version, "another"), "utf-8")
        home = (folder / "index.html").read_text("utf-8")
        (folder / "index.html").write_text(home.replace("<h1>Corrido", "<h1>Corrido 2"), "utf-8")
        page.reload()
        page.wait_for_selector("#update:visible", timeout=60_000)
        page.reload()
        assert page.inner_text("h1") == "Corrido", "the old version goes on until then"
        page.wait_for_selector("#update:visible", timeout=60_000)
        page.click("#update button")
        page.wait_for_selector("h1:text-is('Corrido 2')", timeout=60_000)
    context.close()
