"""A phone between two players: whole games by touch, the settings, and a game's move to it."""

import csv
import re
from collections import Counter
from html import unescape

import pytest
from browsing import expect, watched
from clockwork import LEAST_TURN_MS, Phone
from corrido.core.match import rounded
from corrido.store.journal.codec import LOGS
from corrido.store.journal.survey import verify

from host_tools.cli import main
from host_tools.clocks import clock_ms
from host_tools.device import game
from host_tools.scenario.macros import Macros
from host_tools.sim.device import Device
from tests.waiting import wait_until

PRESET = '#sheet select:has(option[value="fise-corrido"])'
DECODED = """async () => {
  await import("./lib/jsqr.js");
  const { width, height } = document.querySelector("canvas.code");
  const pen = document.querySelector("canvas.code").getContext("2d");
  const found = jsQR(pen.getImageData(0, 0, width, height).data, width, height);
  return found && new TextDecoder().decode(Uint8Array.from(found.binaryData));
}"""


def sheet(page, text):
    """Return the button of the sheet with this text."""
    return page.locator(f'#sheet button:text-is("{text}")')


def menu(page, *path):
    """Open the menu and choose from it; a second step is the arbiter's, after his PIN."""
    page.click("#menu")
    page.click(f'#sheet .menu button:text-is("{path[0]}")')
    if path[1:]:
        page.fill("dialog input", path[1])
        page.press("dialog input", "Enter")
    for act in path[2:]:
        page.click(f'dialog :is(.acts button, .main):text-is("{act}")')


PLAN = "round,table,player-a,player-b\n2,7,Ana,Ñusta Gil\n2,8,Eva,Luz\n"
DRAWN = """async (svg) => {
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { className: "code", width: 400, height: 400 });
  canvas.getContext("2d").fillStyle = "#fff";
  canvas.getContext("2d").fillRect(0, 0, 400, 400);
  canvas.getContext("2d").drawImage(picture, 0, 0, 400, 400);
  document.body.append(canvas);
}"""


def link_of_a_table(url, phone, folder):
    """Return the link of a plan's first table, read from its code by a reader of others."""
    (folder / "plan.csv").write_text(PLAN, encoding="utf-8")
    links = folder / "links.html"
    asked = ["hall", "links", "--plan", str(folder / "plan.csv"), "--site", url]
    assert main([*asked, "--mode", "fise-2007-corrido", "-o", str(links)]) == 0
    printed = links.read_text("utf-8")
    phone.goto(url + "judge.html")
    drawn = re.search("<svg.*?</svg>", printed)[0]
    phone.evaluate(DRAWN, drawn.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"'))
    address = phone.evaluate(DECODED)
    assert address in unescape(printed) and address.endswith("&round=2&table=7")
    return address


def row_of_the_director(phone, result, folder, capsys):
    """Return the game's row after its closing code came as a link."""
    director = phone.context.new_page()
    director.goto(result)
    expect(director.locator("dialog tbody tr")).to_have_text("27Ana412Ñusta Gil380")
    with director.expect_download() as saved:
        director.click("dialog >> text=Guardar CSV")
    saved.value.save_as(folder / "round.csv")
    director.close()
    where = ["--store", str(folder / "hall.db"), "--plan", str(folder / "plan.csv")]
    assert main(["hall", "import", str(folder / "round.csv"), *where]) == 0
    capsys.readouterr()
    main(["hall", "export", *where])  # table 8 still plays
    return next(csv.DictReader(capsys.readouterr().out.splitlines()))


def test_a_whole_game(url, phone, tmp_path, capsys):
    """From a plan's link to the director's row: limit, verdicts, an appeal, a stop, scores."""
    address = link_of_a_table(url, phone, tmp_path)
    table = Phone(phone, url, address.removeprefix(url))
    expect(phone.locator("#sheet h2").first).to_have_text("Ronda 2 · Mesa 7 · Partida 1")
    expect(phone.locator("#sheet .row > .main")).to_contain_text("2007")
    table.choose("Límite de la partida (minutos)", "60")
    table.start()
    phone.wait_for_selector('#limit:has-text("Lím 59:")')
    phone.tap("#challenge")
    phone.wait_for_selector(".sheet.turned .tiles")  # towards B, who challenges
    table.spell("C A S X")
    expect(phone.locator("#sheet .face.turned .words")).to_have_text("CASX")
    table.both()
    verdict = phone.locator(".verdict.invalid .face:not(.turned)")
    expect(verdict).to_have_text("JUGADA DE A✗ NO VÁLIDACASXA RETIRA FICHAS")
    expect(phone.locator("#sheet .main")).to_have_text("OK: JUEGA B")
    sheet(phone, "Apelar al árbitro").click()
    expect(sheet(phone, "Apelar al árbitro")).to_have_count(0)
    phone.click("#sheet .main")
    table.runs("B")
    phone.tap("#challenge")
    phone.wait_for_selector("text=Jugada de B")
    sheet(phone, "Cancelar").click()
    table.phase("stopped")
    phone.tap("#challenge")
    phone.wait_for_selector(".tiles")
    table.spell("C A S A")
    table.both()
    phone.wait_for_selector(".verdict.valid")
    phone.click("#sheet .main")
    table.runs("B")
    phone.tap("#challenge")
    phone.wait_for_selector('#note:has-text("JUGADA YA JUZGADA")')
    phone.reload()
    table.phase("recovered")
    expect(phone.locator("#half-A .who")).to_have_text("A Ana")
    expect(phone.locator("#half-B .who")).to_have_text("B Ñusta Gil")
    phone.click("#sheet .main")
    table.phase("stopped")
    sheet(phone, "Puntos").click()
    phone.wait_for_selector('#sheet button[aria-pressed="true"]:text-is("Puntos")')
    menu(phone, "Fin de partida")
    phone.wait_for_selector("#half-A .note:has-text('○')")
    for half in "ABABAB":
        table.tap(half)
    expect(phone.locator("#half-A .note")).to_contain_text("○")  # hands in a hurry sign nothing
    table.tap("A")
    phone.click('dialog button:text-is("Puntuación final")')  # what has no points asks for them
    for player, points in (("A", "412"), ("B", "380")):
        phone.get_by_label(f"Puntos de {player}", exact=True).fill(points)
    phone.click("dialog .main")
    phone.wait_for_selector('#sheet td:text-is("412")')
    expect(phone.locator("#sheet .names")).to_have_text("A Ana · B Ñusta Gil")
    table.tap("A")
    phone.wait_for_selector(".sheet.turned")  # towards B, who has still to sign
    table.tap("B")
    table.phase("closed")
    phone.wait_for_selector("canvas.code")
    code = phone.evaluate(DECODED)
    assert "A Ana 412-0=412" in code and "B Ñusta Gil 380-0=380" in code
    assert "log " in code, "it names the log's last entry"
    counts = Counter(kind for entry in table.journal().records() for kind in entry[LOGS])
    assert (counts["close"], counts["verdict"]) == (1, 2)
    assert verify(table.journal())[0], "the chain is whole"
    result = phone.locator("#sheet a.link").get_attribute("href")
    row = row_of_the_director(phone, result, tmp_path, capsys)
    assert (row["table"], row["player-a"], row["A.result"]) == ("7", "Ana", "412")
    menu(phone, "Mis partidas")
    expect(phone.locator("dialog summary")).to_contain_text("Ana 412 · Ñusta Gil 380")
    phone.keyboard.press("Escape")
    phone.wait_for_selector("canvas.code")
    both_agree(phone, table, sheet(phone, "Revancha: cambian de lado"), "closed", "ready")
    expect(phone.locator("#half-A .who")).to_have_text("A Ñusta Gil")


def both_agree(phone, table, button, before, after):
    """Tap a button twice, and a half at its place later: nothing; then have both confirm."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for pause_ms in (150, 1000):
        phone.touchscreen.tap(*at)
        phone.wait_for_timeout(pause_ms)
    expect(phone.locator("#sheet .face")).to_have_count(2)
    if phone.evaluate("at => Boolean(document.elementFromPoint(...at).closest('.half'))", at):
        phone.touchscreen.tap(*at)
    for half in ("A", "B"):
        expect(phone.locator(f"#half-{half} .note")).to_contain_text("○")
    table.tap("B")
    expect(phone.locator("#half-B .note")).to_contain_text("✓")
    table.phase(before)
    table.tap("A")
    table.phase(after)


def test_the_arbiter_by_his_pin(url, phone):
    table = Phone(phone, url)
    table.choose("PIN nuevo", "4711")
    table.start()
    menu(phone, "Árbitro", "1111")
    phone.wait_for_selector("dialog >> text=PIN equivocado")
    phone.keyboard.press("Escape")
    menu(phone, "Árbitro", "4711", "Ajustar el reloj")
    table.phase("stopped")
    expect(phone.locator("dialog [name=time-B]")).to_have_value("30:00")
    before = phone.locator("dialog [name=time-A]").input_value()
    phone.click("dialog .row:has([name=time-A]) >> text=+1:00")
    phone.fill("dialog [name=time-B]", "100:00")
    phone.click("dialog .main")
    expect(phone.locator("dialog [name=time-B]:invalid")).to_be_focused()
    phone.fill("dialog [name=time-B]", "12:34")
    expect(phone.locator("dialog [role=status]")).to_contain_text("B 30:00 ▶ 12:34")
    phone.press("dialog [name=time-B]", "Enter")
    phone.wait_for_selector("dialog:not([open])", state="attached")
    minutes, seconds = before.split(":")
    expect(phone.locator("#half-A .time")).to_have_text(f"{int(minutes) + 1}:{seconds}")
    expect(phone.locator("#half-B .time")).to_have_text("12:34")
    menu(phone, "Árbitro", "4711", "Retirar sanción")
    phone.click("dialog .main")
    expect(phone.locator("dialog [role=alert]")).to_have_text("Ahora no es posible")
    phone.click("dialog button")
    menu(phone, "Árbitro", "4711", "Registro")
    rows = phone.locator("dialog li").all_text_contents()
    assert all(re.fullmatch(r"#1 \d+:\d\d [^ ].*", row) for row in rows), rows


def test_one_touch_begins_a_usual_time_and_one_ends_a_trial(url, phone):
    table = Phone(phone, url)
    table.choose("Nombre de A", "Ana")
    phone.click("text=Cambiar de lado")
    expect(phone.get_by_label("Nombre de B", exact=True)).to_have_value("Ana")
    table.choose("Aviso de poco tiempo (minutos)", "2")
    expect(phone.get_by_label("Aviso de poco tiempo (minutos)")).to_have_value("2")
    phone.click('.usual:has-text("15 min")')
    table.phase("ready")
    expect(phone.locator("#half-B .who")).to_have_text("B Ana")
    assert table.time("A") == "15:00"
    table.tap("B")
    table.runs("A")
    menu(phone, "Este reloj")
    phone.wait_for_selector("dialog[open]")
    phone.touchscreen.tap(180, 700)  # what covers a running clock goes with a press
    table.runs("B")
    phone.click("#menu")
    both_agree(phone, table, phone.locator("text=Era de prueba"), "stopped", "closed")
    phone.click("#sheet .main")
    table.phase("setup")
    last = phone.locator("#sheet .row > .main")
    expect(last).to_contain_text("FISE corrido, 15 min")
    last.click()
    table.phase("ready")
    kinds = [kind for entry in table.journal().tail(50) for kind in entry[LOGS]]
    assert kinds.count("void") == 1, "the trial stays in the log"


def test_presets_the_federations_and_ones_own(url, phone):
    table = Phone(phone, url)
    minutes = phone.get_by_label("Minutos por jugador", exact=True)
    preset = phone.locator(PRESET)
    expect(preset.locator('option[value="pfs"]')).to_have_text("Polaco (?), 20 min")  # unverified
    table.choose("Minutos por jugador", "12")
    phone.click("summary")
    phone.fill("#preset-name", "Café rápido 12'")
    sheet(phone, "Guardar modalidad").click()
    expect(preset).to_have_value("cafe-rapido-12")
    preset.select_option("fise-no-corrido")
    expect(minutes).to_have_value("25")  # of art. 31, not 12
    shown = phone.locator(f"{PRESET} option:checked")
    expect(shown).to_have_text("FISE no corrido, 25 min")
    expect(phone.locator("#sheet select[name=lexicon] option:checked")).to_have_text(
        "Español, 636.598 palabras, edición DRAE, 22.ª ed."
    )
    failed = phone.get_by_label("Impugn. fallida")
    failed.evaluate("field => { field.dataset.before = 'yes'; }")
    failed.select_option("5")
    expect(failed).not_to_have_attribute("data-before", "yes")
    phone.reload()
    table.phase("setup")
    expect(failed).to_have_value("5")
    preset.select_option("cafe-rapido-12")
    expect(minutes).to_have_value("12")
    phone.click("summary")
    sheet(phone, "Borrar modalidad: cafe-rapido-12").click()
    expect(preset).to_have_value("fise-corrido")  # of which it was made
    expect(preset.locator('option[value="cafe-rapido-12"]')).to_have_count(0)
    phone.fill("#preset-name", "?")
    sheet(phone, "Guardar modalidad").click()
    expect(phone.locator("#wrong")).to_contain_text("No se ha guardado")


def test_the_self_test_tells_what_this_phone_can_do(url, phone):
    Phone(phone, url)
    phone.click("summary")
    phone.evaluate("navigator.vibrate = (steps) => { window.vibrated = steps; }")
    phone.click('#sheet button:text-is("Prueba")')
    findings = phone.locator("dialog .findings")
    for said in ("el léxico está íntegro", "el registro está íntegro"):
        expect(findings).to_contain_text(f"Bien: {said}")
    expect(findings.locator("li")).to_have_count(6)
    phone.click("dialog >> text=Oír las señales")
    phone.click("dialog >> text=Vibrar")
    assert wait_until(lambda: phone.evaluate("window.vibrated"))


def test_a_browser_of_another_language_is_spanish_until_it_is_told(browser, url):
    with watched(browser, locale="fr-FR") as page:
        page.goto(url + "clock.html")
        expect(page.locator("#sheet")).to_contain_text("Minutos por")
        tops = [page.locator(part).first.bounding_box()["y"] for part in ("#language", ".main")]
        assert tops[0] < tops[1], "the choice is at the top"


@pytest.mark.parametrize(
    ("label", "value", "why", "rights", "kept"),  # what is right as people type it
    [("Minutos por jugador", "120", "De 0:10 a 99:59.", ("20,5", " 20,30 "), "20:30"),
     ("PIN nuevo", "abcd", "De 4 a 8 cifras.", ["4711"], ""),
     ("Mesa", "-1", "Con cifras: 7.", ["A-7"], "A-7")],
)  # fmt: skip
def test_a_refused_setting_starts_no_game(url, phone, label, value, why, rights, kept):
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
    for typed in rights:
        field.fill(typed)
        field.press("Tab")
        expect(field).to_have_value(kept)
    phone.click("#sheet .main", delay=300)  # the settings are drawn anew under the finger
    table.phase("ready")


def test_a_link_that_nobody_unlocks_begins_no_game_under_other_names(url, phone):
    table = Phone(phone, url)
    table.choose("PIN nuevo", "4711")
    name = phone.locator("[name=player-a]")
    phone.evaluate("location.hash = 'a=Ana&b=Luz&table=7'")
    for digits in ("", "1111", "4711"):
        phone.fill("dialog input", digits)
        phone.keyboard.press("Enter" if digits else "Escape")
        expect(name).to_have_value("Ana")
        missing = phone.locator("#sheet label strong")
        expect(missing).to_have_text([] if digits == "4711" else ["Hace falta el PIN."] * 3)
        if digits != "4711":
            phone.click("#sheet .main")  # asks for it again
    table.phase("ready")
    phone.evaluate("location.hash = 'a=Eva'")  # scanned too early: it is the next game's
    phone.wait_for_timeout(LEAST_TURN_MS)
    expect(phone.locator("dialog[open]")).to_have_count(0)
    expect(phone.locator("#half-B .who")).to_have_text("B Luz")


def test_a_palm_that_rests_on_a_half_swallows_no_tap(url, phone):
    """Browsers make clicks of a finger that is alone; two at once, too, are both meant."""
    table = Phone(phone, url)
    table.start()
    touches = phone.context.new_cdp_session(phone)

    def finger(number, part, kind="touchStart"):
        box = phone.locator(part).first.bounding_box()
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": number}
        others = [palm] if kind == "touchStart" and number else []
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [*others, at]})
        return at

    palm = finger(0, "#half-B")
    for part, phase in (("#stop", "stopped"), ("#sheet .main", "running"), ("#half-A", "running")):
        finger(1, part)
        finger(1, part, "touchEnd")
        table.phase(phase)
    table.runs("B")


def test_a_finger_that_taps_again_meets_nothing_new(url, phone):
    """What has come under it in the meantime: a challenge, a mark, a signature."""
    phone.set_viewport_size({"width": 844, "height": 390})
    table = Phone(phone, url)
    table.start()

    def taps(part, times):
        box = phone.locator(part).bounding_box()
        for _ in range(times):
            phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            phone.wait_for_timeout(200)
        phone.wait_for_timeout(500)

    taps("#stop", 4)
    table.phase("stopped")
    phone.click("#sheet .main")
    taps("#menu", 2)
    expect(phone.locator('#sheet [aria-pressed="true"]:text-is("PASO")')).to_have_count(0)
    phone.set_viewport_size({"width": 390, "height": 740})
    taps("#challenge", 1)  # which the menu does not hide
    phone.click('.tile:text-is("C")')
    taps(".letters .main", 4)
    for half in "AB":
        expect(phone.locator(f"#half-{half} .note")).to_contain_text("○")


def goes_on_here(phone, table, file, pin):
    """Take a game in by the text of its codes, in setup; both players confirm its figures."""
    phone.click('button:has-text("Seguir aquí una partida")')
    phone.fill("dialog textarea", file.decode())
    phone.click('dialog button:has-text("Añadir")')
    phone.fill("dialog input", pin)
    phone.keyboard.press("Enter")
    table.phase("recovered")
    table.both()
    phone.click("#sheet .main")
    table.phase("stopped")


def test_a_game_moves_between_devices_and_the_phone_both_ways(url, phone):
    """In mid-challenge: device, phone, device; the camera has its test."""
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
    goes_on_here(phone, table, file, "4711")
    left = rounded(clock_ms(before["clock.A"], decimals=True))
    expect(phone.locator("#half-A .time")).to_have_text(left)
    menu(phone, "Árbitro", "4711", "Sigue en otro reloj")
    phone.click('dialog .main:text-is("Sigue en otro reloj")')
    with phone.expect_download() as download:
        phone.click('#sheet button:has-text("Guardar la partida")')
    expect(phone.locator("canvas.code")).to_have_count(1)

    last = Device.provisioned({"preset": "fise-corrido"})
    last.power_on()
    macros = Macros(last, "es", "")
    macros.after_power_on(False)
    game.put(macros.ask, download.value.path().read_bytes(), "phone")
    after = last.status()
    kept = ("clock.A", "clock.B", "turns.A", "turns.B", "turn", "limit", "preset")
    assert [after[name] for name in kept] == [before[name] for name in kept]
    assert after["phase"] == "recovered"
