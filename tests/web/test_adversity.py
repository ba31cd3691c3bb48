"""A phone in a game to which something happens: a second is lost at most, and players are told."""

import json
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api")
from adversity import KINDS, Endangered
from browsing import FLAGS, INSECURE, PATIENCE_MS, chromium_path, expect
from clockwork import Phone
from test_server import wait_for

from host_tools.log import image

NO_COOKIES = {"profile": {"default_content_setting_values": {"cookies": 2}}}
HUNG = "IDBDatabase.prototype.transaction = () => ({ objectStore: () => ({ get: () => ({}) }) })"
PUT = """async ([block, value]) => {
  const database = await new Promise((resolve) => {
    const request = indexedDB.open("corrido", 1);
    request.onupgradeneeded = () => {
      for (const name of ["blocks", "lexicons"]) request.result.createObjectStore(name);
    };
    request.onsuccess = () => resolve(request.result);
  });
  const transaction = database.transaction("blocks", "readwrite");
  const bytes = Uint8Array.from({ length: 4096 }, (_, at) => (at * 7919 + block * 31) >> 3);
  transaction.objectStore("blocks").put(value ?? bytes, ["clock", block]);
  await new Promise((resolve) => { transaction.oncomplete = resolve; });
  database.close();
}"""


@pytest.fixture
def table(browser, url: str, phone) -> Endangered:
    return Endangered(browser, phone, url)


@pytest.mark.parametrize("kind", KINDS)
def test_a_second_at_most_and_always_told(table: Endangered, kind: str) -> None:
    table.lasts(1500)
    outcome = getattr(table, kind)()
    assert outcome.is_good(), outcome


@pytest.mark.parametrize("step_ms", [60_000, -60_000])
def test_the_systems_clock_moves_no_players(table: Endangered, step_ms: int) -> None:
    outcome = table.shifted(step_ms)
    assert outcome.is_good(), outcome
    assert table.page.locator("#half-A.running").count() == 1, "and it stops nothing"


def test_a_storage_that_never_answers_stops_no_clock(table: Endangered) -> None:
    table.within(HUNG)
    table.page.wait_for_selector("#unstored:visible:has-text('Sin guardar')", timeout=2000)
    for player, next_player in ("AB", "BA"):
        table.tap(player)
        table.runs(next_player)


def test_a_browser_that_stores_nothing_says_so_and_plays(
    browser, url: str, tmp_path: Path
) -> None:
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(NO_COOKIES))
    context = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=chromium_path(), args=FLAGS, has_touch=True, locale="es-ES"
    )
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(url + "clock.html")
    expect(page.locator("#problem")).to_contain_text("no guarda nada")
    page.click("#problem >> text=Jugar sin guardar")
    page.wait_for_selector('.table[data-phase="setup"]')
    page.wait_for_selector(".sheet .main")
    page.click("#sheet .main")
    page.tap("#half-B")
    page.wait_for_selector("#half-A.running")
    expect(page.locator("#unstored")).to_contain_text("no se guarda")
    context.close()


def test_a_strange_record_is_kept_as_a_copy_and_begun_afresh(
    url: str, phone, tmp_path: Path
) -> None:
    table = Phone(phone, url)
    assert wait_for(lambda: table.journal().last_t_ms >= 0)
    phone.goto(url)
    phone.evaluate(PUT, [3, "not a block"])
    phone.goto(url + "clock.html")
    with phone.expect_download() as found:
        phone.click("#problem >> text=Empezar de cero")
    copy = tmp_path / "copy.corridolog"
    found.value.save_as(copy)
    assert "not a block" in copy.read_text()
    assert image.load(copy).blocks, "`corrido log` reads the copy"
    phone.click("#problem >> text=Toque otra vez")
    table.phase("setup")
    Phone(phone, url).start()


def test_noise_in_place_of_a_record_comes_up(url: str, phone) -> None:
    phone.goto(url)
    for block in range(64):
        phone.evaluate(PUT, [block, None])
    phone.goto(url + "clock.html")
    phone.wait_for_selector(".sheet .main")


def test_without_locks_a_second_tab_does_not_touch_the_game(url: str, phone) -> None:
    url = url.replace("127.0.0.1", INSECURE)
    table = Phone(phone, url)
    assert not phone.evaluate("'locks' in navigator"), "a page without https has no locks"
    table.start()
    other = phone.context.new_page()
    other.goto(url + "clock.html")
    other.wait_for_selector("#problem:visible:has-text('otra pestaña')")
    other.close()
    table.tap("A")
    table.runs("B")
    phone.reload()
    table.phase("recovered")
