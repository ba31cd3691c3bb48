"""The word judge at the arbiter's table."""

import csv
import json
import re
from pathlib import Path

import segno
from browsing import FLAGS, chromium_path, context_of, expect
from corrido.store.journal.codec import Links
from corrido.ui.receipt import authentication

from host_tools.lexicon.why import RULE, Reason, pack
from host_tools.paths import lexicons_dir

# In the form of firmware/corrido/ui/receipt.py.
GAME = """Corrido Mesa 3, table 3, round 2
game 17 fise-corrido
A Ana María 412-10=402 30:45 over 0:45
B -0 25:10
log 88 0badc0ffee11"""


def opened(page, url):
    """The page, ready for the first word."""
    page.goto(url + "judge.html")
    page.wait_for_selector(".tiles")
    return page


def judged(page, tiles):
    """Enter one play, let both players confirm, and return the verdict's class."""
    for tile in tiles.split():
        page.click("text=Otra palabra" if tile == "+" else f'.tile:text-is("{tile}")')
    page.click(".letters .main")
    page.click('.confirm button:has-text("A:")')
    assert page.query_selector(".verdict") is None, "one player alone gets no verdict"
    page.click('.confirm button:has-text("B:")')
    return page.wait_for_selector(".verdict").get_attribute("class")


def set_password(page, password):
    """Set the arbiter's password in the dialog; return when it is stored, which takes a while."""
    page.get_by_label("Contraseña nueva para salir").fill(password)
    page.keyboard.press("Tab")
    page.wait_for_function(
        "() => JSON.parse(localStorage.getItem('corrido-password') ?? '[]').length"
    )


def test_by_keyboard_alone_and_no_letter_is_lost(url, page):
    opened(page, url)
    page.keyboard.type("kiwi")
    page.keyboard.press("Enter")  # not asked as II
    expect(page.locator(".letters .wrong")).to_contain_text("K, W")
    for _ in range(4):
        page.keyboard.press("Backspace")
    for strange in ("caß", "ca·lo", "ca-lo", "c4sa"):
        page.evaluate(
            "(word) => { for (const key of word) document.activeElement.dispatchEvent("
            "new KeyboardEvent('keydown', { key, bubbles: true })); }",
            strange,
        )  # a keyboard of another layout
        expect(page.locator(".letters .wrong")).to_contain_text(re.search("[^calos]", strange)[0])
        for _ in strange:
            page.keyboard.press("Backspace")
    for too_many in ("casa+" * 8 + "z", "c" * 15 + "z"):
        page.keyboard.type(too_many)
        page.keyboard.press("Enter")  # asked neither without the Z nor with it in another word
        expect(page.locator(".letters .wrong")).to_contain_text("15 letras")
        for _ in too_many:
            page.keyboard.press("Backspace")
    for word, verdict in (("casa", "valid"), ("casx", "invalid")):
        page.keyboard.type(word)
        for _ in range(3):  # done, A, B
            page.keyboard.press("Enter")
        page.wait_for_selector(f".verdict.{verdict}")
        box = page.locator(".verdict").bounding_box()
        assert (box["width"], box["height"]) == (1200, 860), "the whole screen"
        page.keyboard.press("Enter")
        page.wait_for_selector(".words:focus")


def test_the_words_are_gone_after_ten_seconds(url, phone):
    phone.clock.install(time=0)
    opened(phone, url)
    phone.clock.pause_at(3600)  # in seconds: here time passes only when the test lets it
    judged(phone, "C A S A")
    phone.clock.run_for(9900)
    expect(phone.locator(".verdict")).to_be_visible()
    phone.clock.run_for(200)
    phone.wait_for_selector(".tiles")
    expect(phone.locator("#desk")).not_to_contain_text("CASA")


def test_the_log_and_the_way_out_are_behind_a_password(url, phone):
    judged(opened(phone, url), "N I Ñ X")
    expect(phone.locator("nav")).to_be_hidden()
    phone.click("#leave")
    expect(phone.locator("dialog")).to_contain_text("no se guardan sin contraseña")
    expect(phone.locator("dialog")).not_to_contain_text("NIÑX")
    set_password(phone, "secreto")
    expect(phone.locator("dialog")).to_contain_text("Consultas: 0")
    phone.keyboard.press("Escape")
    judged(opened(phone, url), "C A S X")
    phone.click("#leave")
    for word, seen in (("falso", False), ("secreto", True)):
        phone.fill("dialog input", word)
        phone.click("dialog .main")
        phone.wait_for_selector("dialog >> text=CASX ✗" if seen else "dialog >> text=equivocada")
        assert bool(phone.query_selector("dialog >> text=CASX ✗")) is seen
    (row,) = saved(phone)
    assert list(row) == ["time", "list", "verdict", "words"]
    assert (row["verdict"], row["words"]) == ("invalid", "CASX no")


def test_reasons_after_the_game_behind_the_password_and_in_the_log(url, phone, tmp_path):
    rows = [
        ("casa", True, Reason("casa", "name", "base", "XI", RULE)),
        ("canté", True, Reason("cantar", "verb", "preterite-1s", "XII.17.2", RULE)),
        ("casx", False, Reason("casx", "", "no-verb", "XII.17", RULE)),
    ]
    (tmp_path / "es.why").write_bytes(pack("0" * 64, "es", rows))
    opened(phone, url).click("#leave")
    ask, said = phone.locator("dialog button:has-text('Por qué')"), phone.locator("#why")
    ask.click()
    expect(said).to_contain_text("Ponga antes una contraseña")
    set_password(phone, "secreto")
    phone.keyboard.press("Escape")
    judged(opened(phone, url), "C A S A + C A S X")
    phone.click("#leave")
    phone.fill("dialog input", "secreto")
    phone.click("dialog .main")
    (tmp_path / "no.why").write_bytes(b"no")
    phone.set_input_files("dialog input[accept='.why']", tmp_path / "no.why")
    expect(said).to_contain_text("No es un archivo de razones")
    phone.set_input_files("dialog input[accept='.why']", tmp_path / "es.why")
    expect(said).to_have_text("")
    phone.evaluate("localStorage.setItem('corrido-open', 'running')")  # as the clock's page does
    ask.click()
    expect(said).to_contain_text("Solo después de la partida")
    phone.evaluate("localStorage.setItem('corrido-open', '')")
    ask.click()
    expect(said).not_to_contain_text("XI")
    phone.click("dialog button:has-text('¿Terminó la partida?')")
    expect(said).to_contain_text("CASA ✓palabra base, art. XI (por regla)")
    expect(said).to_contain_text("CASX ✗verbo que esta edición no trae, art. XII.17")
    rows = phone.evaluate("JSON.parse(localStorage.getItem('corrido-lookups'))")
    assert [row["verdict"] for row in rows] == ["invalid", "why"]
    assert rows[1]["words"] == "CASA + CASX"


def note(page, *codes):
    """Add closing codes to the round's table, as text."""
    for code in codes:
        page.fill("dialog textarea", code)
        page.click("dialog >> text=Añadir")


def saved(page):
    """Return the rows of the CSV that the dialog saves."""
    with page.expect_download() as file:
        page.click("dialog >> text=Guardar CSV")
    with Path(file.value.path()).open(encoding="utf-8-sig") as table:
        return list(csv.DictReader(table, delimiter=";"))


def test_a_list_from_a_file_unless_it_is_damaged(url, phone, tmp_path, club):
    damaged = bytearray((lexicons_dir() / "es.lex").read_bytes())
    damaged[5000] ^= 4
    (tmp_path / "bad.lex").write_bytes(damaged)
    opened(phone, url)
    phone.click("#leave")
    phone.set_input_files("dialog input[type=file]", tmp_path / "bad.lex")
    phone.wait_for_selector("#wrong:has-text('bad.lex no es un léxico, o está dañado')")
    phone.keyboard.press("Escape")
    assert "valid" in judged(phone, "C A S A").split()
    phone.click(".verdict button")
    phone.click("#leave")
    phone.set_input_files("dialog input[type=file]", club)
    expect(phone.locator("#list")).to_have_text("club: Inglés, 2 palabras, edición 1")
    phone.keyboard.press("Escape")
    phone.wait_for_selector('.tile:text-is("W")')
    assert "valid" in judged(phone, "Z Z Y Z X").split()
    phone.reload()
    phone.wait_for_selector('.tile:text-is("W")')


def test_closing_codes_become_the_rounds_table(url, phone):
    opened(phone, url)
    phone.click("#rounds")
    note(phone, GAME, GAME, "https://example.org/")
    expect(phone.locator("dialog")).to_contain_text("no es de una partida")
    (row,) = saved(phone)  # a code that is read twice is one game
    told = {"round": "2", "table": "3", "device": "Mesa 3", "game": "17", "A": "Ana María",
            "A.score": "412", "A.result": "402", "A.overtime": "0:45", "B.result": "",
            "B.deducted": "0", "log": "88", "link": "0badc0ffee11"}  # fmt: skip
    assert {name: row[name] for name in told} == told
    game = phone.locator('dialog td:text-is("Ana María")')
    phone.click("dialog >> text=Vaciar la tabla")
    expect(game).to_be_visible()
    phone.click("dialog >> text=¿Vaciar?")
    expect(game).to_have_count(0)
    phone.keyboard.press("Escape")
    phone.click("#leave")
    set_password(phone, "secreto")
    phone.keyboard.press("Escape")
    phone.click("#rounds")  # from here on it is emptied with the password only
    expect(phone.locator("dialog >> text=Guardar CSV")).to_be_visible()
    expect(phone.locator("dialog >> text=Vaciar la tabla")).to_have_count(0)


def test_the_devices_keys_tell_made_up_codes_from_real_ones(url, phone, tmp_path):
    """The codes are those of the firmware's own module; the keys, of `provision --keys`."""
    keys = tmp_path / "hall.keys"
    keys.write_text(json.dumps({"corrido_keys": 1, "keys": {"e6614103e7452d2f": "5a" * 32}}))

    def signed(text, links):
        return f"{text} {authentication(links.tag_of, text.encode()).decode()}"

    real = signed(GAME, Links(bytes.fromhex("e6614103e7452d2f"), b"\x5a" * 32))
    altered = real.replace("412-10=402", "512-10=502").replace("game 17", "game 18")
    strange = signed(GAME.replace("table 3", "table 5"), Links(bytes(8), bytes(32)))
    opened(phone, url)
    phone.click("#rounds")
    note(phone, real, altered, strange)
    expect(phone.locator("dialog th >> text=Clave")).to_have_count(0)
    phone.set_input_files("dialog input[type=file]", __file__)
    expect(phone.locator("dialog")).to_contain_text("no contiene claves")
    phone.set_input_files("dialog input[type=file]", keys)
    expect(phone.locator("dialog td:last-child")).to_have_text(["✓", "✗", "?"])
    expect(phone.locator("dialog")).to_contain_text("Eso no demuestra quién pulsó")
    found = [row["authenticated"] for row in saved(phone)]
    assert found == ["e6614103e7452d2f", "forged", "unknown"]
    assert "5a5a" not in phone.evaluate("JSON.stringify(localStorage)")


def moving_picture(text, path):
    """Return a second of video (YUV4MPEG2) that shows a QR code, for the browser's own camera."""
    code = segno.make(text.encode(), micro=False)
    scale = 480 // code.symbol_size(border=4)[0]
    rows = [
        bytes(0x10 if module else 0xEB for module in row)
        for row in code.matrix_iter(scale=scale, border=4)
    ]
    side = len(rows) // 2 * 2
    luma = b"".join(row[:side] for row in rows[:side])
    frame = b"FRAME\n" + luma + b"\x80" * (side * side // 2)
    head = f"YUV4MPEG2 W{side} H{side} F10:1 Ip A1:1 C420jpeg\n"
    path.write_bytes(head.encode() + frame * 10)


def test_a_code_before_the_camera(url, browser, tmp_path):
    """Chromium's own camera shows a code; the page reads it and notes the game."""
    film = tmp_path / "code.y4m"
    moving_picture(GAME, film)
    flags = [*FLAGS, "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
    flags.append(f"--use-file-for-fake-video-capture={film}")
    chromium = browser.browser_type.launch(executable_path=chromium_path(), args=flags)
    page = context_of(chromium).new_page()
    opened(page, url)
    page.click("#rounds")
    page.click("dialog >> text=Leer un código QR")
    page.wait_for_selector('dialog td:text-is("Ana María")')
    chromium.close()
