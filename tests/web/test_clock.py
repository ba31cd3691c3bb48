"""A phone between two players: whole games by touch, and recovery from a killed browser."""

import re
import statistics
from collections import Counter
from itertools import combinations

import pytest
from browsing import context_of, expect
from clockwork import Phone
from corrido.core.clock import rounded
from test_page import overlap
from test_server import wait_for

from host_tools.device import game
from host_tools.scenario.lexer import clock_ms
from host_tools.scenario.macros import Macros
from host_tools.sim.device import Device

# A touch's own time against the journal's, both in whole milliseconds.
BOOKED_WITHIN_MS = 2
TURNS, MOST_TURNS = 8, 100
PRESET = '#sheet select:has(option[value="fise-corrido"])'


def logged(table: Phone) -> Counter[str]:
    """Return how often each kind of entry is in the log."""
    return Counter(kind for entry in table.journal().records() for kind in entry[6])


def test_a_whole_game(url: str, phone) -> None:
    table = Phone(phone, url)
    table.start()
    table.tap("A")
    table.runs("B")
    phone.tap("#challenge")
    phone.wait_for_selector(".tiles")
    table.spell("C A S A")
    table.both()
    phone.wait_for_selector(".verdict.valid")
    phone.click("#sheet .main")
    table.runs("B")
    phone.tap("#stop")
    phone.wait_for_selector('#sheet button:text-is("Puntos")')
    phone.click('#sheet button:text-is("Puntos")')
    phone.wait_for_selector('#sheet button[aria-pressed="true"]:text-is("Puntos")')
    phone.click("#menu")
    phone.click("text=Fin de partida")
    table.both()
    table.phase("over")
    table.both()
    table.phase("closed")
    assert wait_for(lambda: logged(table)["close"] == 1)
    assert table.journal().verify()[0], "the chain is whole"
    assert logged(table)["press"] == 10
    phone.click("#sheet .main")
    table.phase("setup")


def test_challenge_of_a_play_that_is_not_valid(url: str, phone) -> None:
    table = Phone(phone, url)
    table.start()
    phone.tap("#challenge")
    phone.wait_for_selector(".tiles")
    table.spell("C A S X")
    table.both()
    phone.wait_for_selector(".verdict.invalid")
    phone.wait_for_selector('.verdict:has-text("NO VÁLIDA")')
    phone.click("#sheet .main")
    table.runs("B")


def test_overtime_is_as_large_as_the_time_itself(url: str, phone) -> None:
    table = Phone(phone, url)
    table.choose("Minutos por jugador", "0.17")
    minutes = phone.get_by_label("Minutos por jugador", exact=True)
    expect(minutes).to_have_value("0.17")  # of 10 s, not all the digits of a sixth
    table.start()
    phone.wait_for_selector('#half-A.over .time:has-text("-0:")')
    phone.wait_for_selector('#half-A .note:has-text("−10")')
    size = "parseFloat(getComputedStyle(document.querySelector('#half-A .time')).fontSize)"
    assert phone.evaluate(size) > 80


def booked_errors_ms(table: Phone) -> list[float]:
    """Return how much later than the earliest each touch was recorded, sorted."""
    touches = table.page.evaluate("window.touches")
    assert wait_for(lambda: len(table.presses_ms()) == len(touches))
    late = sorted(ms - at for ms, at in zip(table.presses_ms(), touches, strict=True))
    return [ms - late[0] for ms in late]


def test_a_touch_is_booked_at_its_own_time(url: str, phone) -> None:
    table = Phone(phone, url)
    phone.evaluate("""() => {
      window.touches = [];
      document.addEventListener("pointerdown", (event) => {
        if (event.target.closest(".half")) window.touches.push(event.timeStamp);
      }, { capture: true });
    }""")
    table.start()
    # A slow computer delivers a touch to the worker over 25 ms late and records it late: it gets
    # more turns until two agree. test_device_of_the_pages.py tests the rest.
    for turn in range(MOST_TURNS):
        if turn >= TURNS and turn % 2 == 0 and booked_errors_ms(table)[1] <= BOOKED_WITHIN_MS:
            break
        table.tap("AB"[turn % 2])
        table.runs("BA"[turn % 2])
    errors_ms = booked_errors_ms(table)
    median = statistics.median(errors_ms)
    print(f"touch to booking: median {median:.2f}, worst {errors_ms[-1]:.2f} ms")
    assert errors_ms[1] <= BOOKED_WITHIN_MS


def test_the_arbiter_by_his_pin(url: str, phone) -> None:
    table = Phone(phone, url)
    table.choose("PIN nuevo", "4711")
    table.start()
    for digits, answer in (("1111", "PIN equivocado"), ("4711", None)):
        phone.click("#menu")
        phone.click('#sheet button:text-is("Árbitro")')
        phone.fill("dialog input", digits)
        phone.press("dialog input", "Enter")
        if answer:
            phone.wait_for_selector(f"dialog >> text={answer}")
            phone.keyboard.press("Escape")
    phone.wait_for_selector(".acts")
    table.phase("stopped")
    phone.click(".acts button:has-text('reloj')")
    expect(phone.locator("dialog [name=time-B]")).to_have_value("30:00")
    before = phone.locator("dialog [name=time-A]").input_value()
    phone.click("dialog .row:has([name=time-A]) >> text=+1:00")
    phone.fill("dialog [name=time-B]", "12:34")
    phone.press("dialog [name=time-B]", "Enter")
    phone.wait_for_selector("dialog:not([open])", state="attached")
    minutes, seconds = before.split(":")
    expect(phone.locator("#half-A .time")).to_have_text(f"{int(minutes) + 1}:{seconds}")
    phone.wait_for_selector('#half-B .time:text-is("12:34")')


DECODED = """async () => {
  await import("./lib/jsqr.js");
  const { width, height } = document.querySelector("canvas.code");
  const pen = document.querySelector("canvas.code").getContext("2d");
  const found = jsQR(pen.getImageData(0, 0, width, height).data, width, height);
  return found && new TextDecoder().decode(Uint8Array.from(found.binaryData));
}"""


def test_limit_scores_and_the_closing_code(url: str, phone) -> None:
    table = Phone(phone, url)
    table.choose("Límite de la partida (minutos)", "60")
    table.choose("Nombre de A", "Ana")
    table.start()
    phone.wait_for_selector('#limit:has-text("Lím 59:")')
    phone.tap("#stop")
    phone.wait_for_selector(".length")
    phone.tap("#challenge")
    phone.wait_for_selector(".tiles")
    phone.click('#sheet button:text-is("Cancelar")')
    table.phase("stopped")
    phone.click("#menu")
    phone.click("text=Fin de partida")
    table.both()
    table.phase("over")
    phone.click("#sheet >> text=Puntuación final")
    for player, points in (("A", "412"), ("B", "380")):
        phone.get_by_label(f"Puntos de {player}", exact=True).fill(points)
    phone.click("dialog .main")
    phone.wait_for_selector('#sheet td:text-is("412")')
    table.both()
    table.phase("closed")
    phone.wait_for_selector("canvas.code")
    code = phone.evaluate(DECODED)
    assert "A Ana 412-0=412" in code and "B 380-0=380" in code
    assert "log " in code, "it names the log's last entry"


def test_a_challenge_of_a_judged_play_says_why_not(url: str, phone) -> None:
    table = Phone(phone, url)
    table.start()
    phone.tap("#challenge")
    phone.wait_for_selector("text=Jugada A")
    table.spell("C A S A")
    table.both()
    phone.wait_for_selector(".verdict.valid")
    phone.click("#sheet .main")
    table.runs("A")
    expect(phone.locator("#challenge")).to_be_enabled()
    phone.tap("#challenge")
    phone.wait_for_selector('#note:has-text("JUGADA YA JUZGADA")')


def test_one_touch_begins_a_usual_time_and_one_ends_a_trial(url: str, phone) -> None:
    table = Phone(phone, url)
    table.choose("Nombre de A", "Ana")
    phone.click("text=Cambiar de lado")
    expect(phone.get_by_label("Nombre de B", exact=True)).to_have_value("Ana")
    table.choose("Aviso de poco tiempo (minutos)", "2")
    expect(phone.get_by_label("Aviso de poco tiempo (minutos)")).to_have_value("2")
    phone.click('.usual:has-text("15 min")')
    table.phase("ready")
    expect(phone.locator("#half-B .who")).to_have_text("B · Ana")
    assert table.time("A") == "15:00"
    table.tap("B")
    table.runs("A")
    phone.click("#menu")
    phone.click("text=Era de prueba")
    table.phase("setup")
    last = phone.locator("#sheet .row > .main")
    expect(last).to_contain_text("FISE corrido, 15 min")
    last.click()
    table.phase("ready")
    kinds = [kind for entry in table.journal().tail(50) for kind in entry[6]]
    assert kinds.count("void") == 1, "the trial stays in the log"


def test_a_preset_takes_what_was_set_over_it_with_it(url: str, phone) -> None:
    table = Phone(phone, url)
    table.choose("Minutos por jugador", "7")
    phone.select_option(PRESET, "fise-no-corrido")
    phone.wait_for_selector("text=Minutos por jugador")
    minutes = phone.get_by_label("Minutos por jugador", exact=True)
    expect(minutes).to_have_value("25")  # of art. 31, not 7
    shown = phone.locator(f"{PRESET} option:checked")
    expect(shown).to_have_text("FISE no corrido, 25 min")
    expect(phone.locator("#sheet select[name=lexicon] option:checked")).to_have_text(
        "Español, 636.598 palabras, edición 2.0.0"
    )
    phone.click("summary")
    failed = phone.get_by_label("Impugn. fallida")
    failed.evaluate("field => { field.dataset.before = 'yes'; }")
    failed.select_option("5")
    expect(failed).not_to_have_attribute("data-before", "yes")
    phone.reload()
    table.phase("setup")
    phone.wait_for_selector("summary")
    expect(phone.get_by_label("Impugn. fallida")).to_have_value("5")


def test_a_preset_of_ones_own_is_kept_by_its_name_and_taken_away(url: str, phone) -> None:
    table = Phone(phone, url)
    phone.click("summary")
    table.choose("Minutos por jugador", "12")
    phone.fill("#preset-name", "Café rápido 12'")
    phone.click('#sheet button:text-is("Guardar modalidad")')
    preset = phone.locator(PRESET)
    expect(preset).to_have_value("cafe-rapido-12")
    preset.select_option("fise-no-corrido")
    minutes = phone.get_by_label("Minutos por jugador", exact=True)
    expect(minutes).to_have_value("25")
    phone.reload()
    preset.select_option("cafe-rapido-12")
    expect(minutes).to_have_value("12")
    phone.click("summary")
    phone.click('#sheet button:text-is("Borrar modalidad: cafe-rapido-12")')
    expect(preset).to_have_value("fise-corrido")  # of which it was made
    expect(preset.locator('option[value="cafe-rapido-12"]')).to_have_count(0)
    phone.fill("#preset-name", "?")
    phone.click('#sheet button:text-is("Guardar modalidad")')
    expect(phone.locator("#wrong")).to_contain_text("No se ha guardado")


def test_the_self_test_tells_what_this_phone_can_do(url: str, phone) -> None:
    Phone(phone, url)
    phone.click("summary")
    phone.evaluate("navigator.vibrate = (steps) => { window.vibrated = steps; }")
    phone.click('#sheet button:text-is("Prueba")')
    findings = phone.locator("dialog .findings")
    for said in ("el léxico está íntegro", "el registro está íntegro"):
        expect(findings).to_contain_text(f"Bien: {said}")
    expect(findings.locator("li")).to_have_count(5)
    phone.click("dialog >> text=Oír las señales")
    phone.wait_for_selector("#table:not(.sounding)")  # the last signal ends
    phone.click("dialog >> text=Vibrar")
    assert wait_for(lambda: phone.evaluate("window.vibrated"))


@pytest.mark.parametrize(
    ("locale", "minutes"),
    [("pl-PL", "Minuty na gracza"), ("fr-FR", "Minutos por")],
)
def test_a_browser_speaks_its_own_language(browser, url: str, locale: str, minutes: str) -> None:
    context = context_of(browser, locale=locale)
    page = context.new_page()
    page.goto(url + "clock.html")
    expect(page.locator("#sheet")).to_contain_text(minutes)
    language, start = (page.locator(part).first.bounding_box() for part in ("#language", ".main"))
    assert language["y"] < start["y"], "the choice is at the top"
    context.close()


@pytest.mark.parametrize(
    ("label", "value", "why"),
    [("Minutos por jugador", "120", "De 0.17 a 99."), ("PIN nuevo", "abcd", "De 4 a 8 cifras.")],
)  # fmt: skip
def test_a_refused_setting_starts_no_game(
    url: str, phone, label: str, value: str, why: str
) -> None:
    table = Phone(phone, url)
    field = phone.get_by_label(label, exact=False)
    field.fill(value)
    phone.click("#sheet .main")
    expect(phone.locator(f"label:has-text('{label}') strong")).to_have_text(why)
    expect(field).to_have_value(value)
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport()
    phone.click("#sheet .main")
    phone.wait_for_timeout(500)
    table.phase("setup")
    field.fill("4711" if "PIN" in label else "20")
    table.start()
    if "Minutos" in label:
        expect(phone.locator("#half-B .time")).to_have_text("20:00")


def test_each_half_says_who_plays(url: str, phone) -> None:
    table = Phone(phone, url)
    table.choose("Nombre de A", "Ana")
    table.start()
    for _ in range(2):
        expect(phone.locator("#half-A .who")).to_have_text("A · Ana")
        expect(phone.locator("#half-B .who")).to_have_text("B")
        phone.reload()
        table.phase("recovered")


WITHIN_ITS_FRAME = """half => {
  const frame = half.getBoundingClientRect();
  return [...half.children].filter((part) => part.getClientRects().length).every((part) => {
    const box = part.getBoundingClientRect();
    return box.top >= frame.top && box.bottom <= frame.bottom
      && box.left >= frame.left && box.right <= frame.right;
  });
}"""


@pytest.mark.parametrize("size", [(360, 740), (740, 360), (1280, 800)])
def test_everything_can_be_reached(url: str, phone, size: tuple[int, int]) -> None:
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    table = Phone(phone, url)
    label = phone.locator("#sheet label").first.bounding_box()
    top = phone.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('label') !== null",
                         [label["x"] + 3, label["y"] + label["height"] / 2])  # fmt: skip
    assert top, "nothing lies over the settings"
    table.start()
    buttons = ("#half-A", "#half-B", "#stop", "#challenge", "#menu")
    boxes = [phone.locator(button).bounding_box() for button in buttons]
    for box in boxes:
        assert min(box["width"], box["height"]) >= 44
        assert box["x"] >= 0 and box["x"] + box["width"] <= size[0] + 0.5
        assert box["y"] >= 0 and box["y"] + box["height"] <= size[1] + 0.5
    assert not any(overlap(one, other) for one, other in combinations(boxes, 2))
    time_box = phone.locator("#half-A .time").bounding_box()
    phone.tap("#challenge")
    phone.wait_for_selector(".tiles")
    for player in "AB":
        assert phone.locator(f"#half-{player}").evaluate(WITHIN_ITS_FRAME)
    ends = phone.locator(".letters .main").bounding_box()
    half = phone.locator("#half-A").bounding_box()
    assert ends["y"] + ends["height"] <= size[1] and not overlap(ends, half)
    assert time_box["width"] <= boxes[0]["width"] and time_box["height"] >= 60


OUT_OF_SIGHT = """() => [...document.querySelectorAll("button")]
  .filter((button) => button.getClientRects().length)
  .filter((button) => {
    const box = button.getBoundingClientRect();
    return box.top < -1 || box.left < -1 || box.right > innerWidth + 1
      || box.bottom > innerHeight + 1 || Math.min(box.width, box.height) < 43.5;
  }).map((button) => button.textContent)"""
OVERFLOW = """() => {
  const sheet = document.getElementById("sheet");
  return sheet.scrollHeight - sheet.clientHeight;
}"""
SIZES = [(320, 568), (360, 640), (390, 664), (568, 320), (844, 390)]


def test_no_sheet_of_play_scrolls_on_the_smallest_phone(url: str, phone) -> None:
    def fits(name: str) -> None:
        for width, height in SIZES:
            phone.set_viewport_size({"width": width, "height": height})
            assert phone.evaluate(OUT_OF_SIGHT) == [], (name, width, height)
            assert phone.evaluate(OVERFLOW) <= 0, (name, width, height)

    table = Phone(phone, url)
    table.start()
    fits("running")
    phone.tap("#challenge")
    phone.wait_for_selector(".sheet.turned .tiles")  # towards B, who challenges
    fits("letters")
    table.spell("C A S X")
    expect(phone.locator("#sheet .face.turned .words")).to_have_text("CASX")
    expect(phone.locator("#half-A .note")).to_contain_text("○")
    fits("words")
    table.both()
    verdict = phone.locator(".verdict.invalid .face:not(.turned)")
    expect(verdict).to_have_text("Jugada de A✗ NO VÁLIDACASXA retira fichas")
    expect(phone.locator("#sheet .main")).to_have_text("OK: JUEGA B")
    fits("verdict")
    phone.click('#sheet button:text-is("Apelar al árbitro")')
    expect(phone.locator('#sheet button:text-is("Apelar al árbitro")')).to_have_count(0)
    phone.click("#sheet .main")
    table.runs("B")
    phone.tap("#stop")
    table.phase("stopped")
    phone.wait_for_selector("#sheet .main")
    fits("stopped")
    phone.click("#menu")
    phone.wait_for_selector("text=Fin de partida")
    fits("menu")
    phone.click("text=Fin de partida")
    phone.wait_for_selector("#half-A .note:has-text('○')")
    fits("finish")


def test_by_keyboard_alone(url: str, page) -> None:
    table = Phone(page, url)
    page.focus("#sheet .main")
    page.keyboard.press("Enter")
    table.phase("ready")
    page.keyboard.press("KeyL")
    table.runs("A")
    page.keyboard.press("KeyC")
    page.wait_for_selector(".tiles")
    page.keyboard.type("casa")
    page.keyboard.press("Enter")
    page.wait_for_selector('#half-A .note:has-text("confirmar")')
    page.focus("#half-A")
    page.keyboard.press("Enter")
    page.wait_for_selector('#half-A .note:has-text("✓")')
    page.keyboard.press("KeyL")
    page.wait_for_selector(".verdict.valid")


def test_offline_after_the_first_visit(url: str, phone) -> None:
    phone.goto(url)
    phone.evaluate("navigator.serviceWorker.ready")
    phone.reload()
    assert wait_for(lambda: phone.evaluate("navigator.serviceWorker.controller !== null"))
    phone.context.set_offline(True)
    table = Phone(phone, url)
    table.start()
    for name in ("try.html", "judge.html", "index.html"):
        phone.goto(url + name)
        expect(phone.locator("h1")).to_have_text(re.compile(r"\w"))
    phone.context.set_offline(False)


def test_a_game_moves_from_a_device_to_the_phone_and_back(url: str, phone) -> None:
    """In mid-challenge: the codes' text by hand here; the camera has its own test."""
    first = Device.provisioned({"preset": "fise-corrido", "pin": "1234"})
    macros = Macros(first, "es", "1234")
    first.power_on()
    macros.after_power_on(True)
    for key in ("B", "A", "B", "STOP", "CHALLENGE"):
        first.press(key)
        first.run_until(first.now_us + 1_000_000)
    first.power_cut()
    first.power_on()
    first.run_until(first.now_us + 1_000_000)
    macros.ask("unlock 1234")
    before = first.status()
    file = game.take(macros.ask)

    table = Phone(phone, url)
    table.choose("PIN nuevo", "4711")
    phone.click("#sheet details summary")
    phone.click('button:has-text("Seguir aquí una partida")')
    phone.fill("dialog textarea", file.decode())
    phone.click('dialog button:has-text("Añadir")')
    phone.fill("dialog input", "4711")
    phone.keyboard.press("Enter")
    table.phase("recovered")
    expect(phone.locator("#half-A .time")).to_have_text(
        rounded(clock_ms(before["clock.A"], decimals=True))
    )
    table.both()
    phone.click("#sheet .main")
    table.phase("stopped")
    phone.click("#menu")
    phone.click('#sheet button:text-is("Árbitro")')
    phone.fill("dialog input", "4711")
    phone.keyboard.press("Enter")
    phone.click('dialog button:text-is("Sigue en otro reloj")')
    phone.click('dialog .main:text-is("Sigue en otro reloj")')
    with phone.expect_download() as download:
        phone.click('#sheet a:has-text("Guardar la partida")')
    assert phone.locator("canvas.code").count() == 1

    last = Device.provisioned({"preset": "fise-corrido"})
    last.power_on()
    macros = Macros(last, "es", "")
    macros.after_power_on(False)
    game.put(macros.ask, download.value.path().read_bytes(), "phone")
    after = last.status()
    kept = ("clock.A", "clock.B", "turns.A", "turns.B", "turn", "limit", "preset")
    assert [after[name] for name in kept] == [before[name] for name in kept]
    assert after["phase"] == "recovered"
