"""The clock heard and felt: what the pages say, when, to whom, and what a screen reader finds."""

import re
import statistics
import time

from browsing import expect
from clockwork import LEAST_TURN_MS, Phone

SOON_MS = 300
SPY = """
window.spoken = []; window.felt = []; window.touched = [];
speechSynthesis.speak = (line) => {
  if (line.text) window.spoken.push([performance.now(), line.text, line.lang]);
  setTimeout(() => line.onstart?.());
};
speechSynthesis.cancel = () => {};
navigator.vibrate = (ms) => window.felt.push(ms);
document.addEventListener("pointerdown", () => window.touched.push(performance.now()), true);
"""


def heard(page, text):
    """Wait until the latest line spoken has this text."""
    page.wait_for_function("(text) => window.spoken.at(-1)?.[1].includes(text)", arg=text)


def told(page, url, answer="B no la ha oído", **settings):
    """Open a clock with these settings; answer: B's, whether he heard what only A should."""
    page.add_init_script(SPY)
    table = Phone(page, url)
    page.click("summary")
    for name, value in settings.items():
        field = page.locator(f'select[name="{name}"]')
        field.select_option(value)
        if name == "speech" and value in "ab":
            heard(page, "Esto solo debe oírlo")
            page.click(f"dialog >> text={answer}")
        expect(field).to_have_value(value if "no la" in answer else "none")
    page.wait_for_timeout(300)
    return table


def button(page, name):
    """Return the button that a screen reader calls so."""
    return page.get_by_role("button", name=re.compile(name))


def press(page, name):
    """Press a button as a screen reader does: by its role and name, without a finger."""
    button(page, name).focus()
    page.keyboard.press("Enter")


def test_a_game_with_a_challenge_by_keys_speech_and_roles_alone(url, phone):
    table = told(phone, url, speech="a", felt="yes")
    press(phone, "^Empezar")
    table.phase("ready")
    press(phone, "^B ")
    heard(phone, "Turno de A")
    phone.wait_for_timeout(250)
    phone.keyboard.press("KeyV")
    heard(phone, "Turno de A. A: ")
    press(phone, "^A ")
    heard(phone, "Turno de B")
    assert 1000 in phone.evaluate("window.felt"), "the motor's taps are the phone's vibration"
    phone.wait_for_timeout(250)
    press(phone, "^Impugnar$")
    heard(phone, "TAPEN EL TABLERO")
    field = phone.get_by_role("textbox", name="Escribir o dictar")
    field.wait_for()  # told before its letters are drawn
    for letter, name in (("c", "C"), ("h", "che"), ("x", "X")):
        phone.keyboard.press(letter)
        heard(phone, name)
    phone.keyboard.press("Backspace")
    heard(phone, "borrada")
    field.fill("ollo")
    field.press("Enter")
    heard(phone, "O")
    expect(phone.get_by_role("status").filter(has_text="CH")).to_have_text("CH·O·LL·O_")
    press(phone, "^Hecho")
    heard(phone, "CONFIRMEN. che, O, doble ele, O")
    for player in "AB":
        press(phone, f"^{player} ")
        phone.wait_for_timeout(250)
    heard(phone, "JUGADA DE B. CORRECTA")
    expect(phone.get_by_role("alert").filter(has_text="CORRECTA")).to_be_visible()
    press(phone, "^OK")
    heard(phone, "Turno de B")
    spoken = [line for _, line, _ in phone.evaluate("window.spoken")]
    assert sum("doble ele" in line and "O" in line for line in spoken) == 1, "not with a verdict"


def test_a_game_by_the_accessibility_tree_alone(url, phone):
    """No voice, no selector, no place on the screen: what a screen reader finds and is told."""
    phone.goto(url + "clock.html")
    minutes = phone.get_by_role("textbox", name="Minutos por jugador")
    minutes.fill("0:11")
    minutes.press("Tab")
    letters = [(f"^{letter}$", "status", "Impugnación") for letter in "CASX"]
    for pressed, role, told in (
        ("^Empezar.*0:11", "status", "Listo"), ("^B ", "status", "Corre el reloj de A"),
        ("^A ", "status", "B lleva 10 puntos menos por tiempo excedido"),
        ("^Impugnar$", "status", "escribiendo las palabras"), *letters,
        ("^Hecho", "status", "Impugnación"), ("^A .*confirmar", "status", "Impugnación"),
        ("^B .*confirmar", "alert", "NO VÁLIDA"), ("^OK", "status", "Corre el reloj de A"),
        ("^STOP", "status", "Parados los dos relojes"), ("^Menú", "status", "Parados"),
        ("^Fin de partida", "status", "Parados"), ("^A .*confirmar", "status", "Parados"),
        ("^B .*confirmar", "status", "Fin de partida"), ("^A .*confirmar", "heading", "Sin punt"),
        ("^Cerrar igual", "status", "Fin"), ("^B .*confirmar", "status", "Partida cerrada"),
    ):  # fmt: skip
        press(phone, pressed)
        expect(phone.get_by_role(role).filter(has_text=told).first).to_be_attached()
        phone.wait_for_timeout(LEAST_TURN_MS)
    expect(phone.get_by_role("row", name="Puntos: tiempo")).to_contain_text("10")
    expect(phone.get_by_role("img", name="Código")).to_be_attached()


def test_who_goes_by_keys_stays_where_he_is(url, phone):
    Phone(phone, url)
    more = phone.locator("#sheet summary")
    more.focus()
    phone.evaluate("location.hash = '#mode=fise-temporizador&table=7'")  # fewer usual times
    expect(phone.get_by_role("heading", name="Mesa 7")).to_be_visible()
    expect(more).to_be_focused()
    press(phone, "^Menú$")
    press(phone, "^Árbitro")
    expect(phone.get_by_role("heading", name="Árbitro")).to_be_focused()
    phone.keyboard.press("Escape")
    expect(button(phone, "^Menú$")).to_be_focused()


def test_what_one_hears_the_other_has_not_heard(url, phone):
    table = told(phone, url, answer="B la ha oído", speech="a")
    table.start()
    table.tap("A")
    table.runs("B")
    assert len(phone.evaluate("window.spoken")) == 1, "the sentence that was tried"
    assert phone.locator("#ask").is_hidden()


def from_touch_to_speech(table):
    """Return how late eight lines were, in ms, by the browser's own time."""
    for player, other in ["AB", "BA"] * 4:
        table.tap(player)
        heard(table.page, f"Turno de {other}")
        table.page.wait_for_timeout(250)
    touched, spoken = table.page.evaluate("[window.touched.slice(-8), window.spoken.slice(-8)]")
    late_ms = [line[0] - at for at, line in zip(touched, spoken, strict=True)]
    print(f"from the touch to the speech: {statistics.median(late_ms):.0f} ms, {max(late_ms):.0f}")
    return late_ms


def test_an_earphone_that_comes_off_silences_the_voice(url, phone):
    table = told(phone, url, speech="a")
    table.start()
    heard(phone, "Turno de A")
    until_s = time.monotonic() + 300
    while sorted(late_ms := from_touch_to_speech(table))[2] >= SOON_MS:
        assert time.monotonic() < until_s, late_ms  # a loaded computer is measured again
    assert phone.evaluate("window.spoken.at(-1)[2]") == "es-ES"
    phone.evaluate("navigator.mediaDevices.dispatchEvent(new Event('devicechange'))")
    expect(phone.locator("#stepped")).to_contain_text("auricular")
    before = len(phone.evaluate("window.spoken"))
    table.tap("A")
    table.runs("B")
    assert len(phone.evaluate("window.spoken")) == before
    phone.click("#ask")
    heard(phone, "Turno de B. A: ")
