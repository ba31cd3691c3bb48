"""The phone's clock heard and felt: what its own voice says, when, and what it vibrates."""

import statistics

from browsing import expect
from clockwork import Phone
from test_accessible import any_size, check  # noqa: F401  (a fixture)

SOON_MS = 300
SPY = """
window.spoken = []; window.felt = []; window.touched = [];
speechSynthesis.speak = ({ text, lang }) => {
  if (text) window.spoken.push([performance.now(), text, lang]);
};
speechSynthesis.cancel = () => {};
navigator.vibrate = (ms) => window.felt.push(ms);
document.addEventListener("pointerdown", () => window.touched.push(performance.now()), true);
"""


def heard(page, text: str) -> None:
    """Wait until the latest line spoken has this text."""
    page.wait_for_function("(text) => window.spoken.at(-1)?.[1].includes(text)", arg=text)


def told(page, url: str, **settings: str) -> Phone:
    """Open a clock with these settings."""
    page.add_init_script(SPY)
    table = Phone(page, url)
    page.click("summary")
    for name, value in settings.items():
        page.locator(f'select[name="{name}"]').select_option(value)
        expect(page.locator(f'select[name="{name}"]')).to_have_value(value)
    page.wait_for_timeout(300)
    return table


def test_a_game_with_a_challenge_by_ear(url: str, phone) -> None:
    table = told(phone, url, speech="a", felt="yes")
    table.start()
    heard(phone, "Turno de A")
    for player, other in ["AB", "BA"] * 4:
        table.tap(player)
        heard(phone, f"Turno de {other}")
        phone.wait_for_timeout(250)
    touched, spoken = phone.evaluate("[window.touched.slice(-8), window.spoken.slice(-8)]")
    late_ms = [line[0] - at for at, line in zip(touched, spoken, strict=True)]
    print(f"from the touch to the speech: {statistics.median(late_ms):.0f} ms, {max(late_ms):.0f}")
    assert max(late_ms) < SOON_MS
    assert spoken[-1][2] == "es-ES"
    assert 1000 in phone.evaluate("window.felt"), "the motor's taps are the phone's vibration"
    phone.keyboard.press("KeyV")
    heard(phone, "Turno de A. A: 29 minutos")
    phone.keyboard.press("KeyC")
    heard(phone, "TAPEN EL TABLERO")
    phone.wait_for_selector(".tiles")
    phone.keyboard.type("chollo")
    phone.keyboard.press("Enter")
    heard(phone, "CONFIRMEN. che, O, doble ele, O")
    table.both()
    heard(phone, "JUGADA DE A. CORRECTA")
    # What a screen reader finds: the verdict as an alert, and buttons by their names.
    tree = phone.locator("main").aria_snapshot()
    assert "- alert" in tree and "CORRECTA" in tree and 'button "OK' in tree
    spoken = [line for _, line, _ in phone.evaluate("window.spoken")]
    assert sum("doble ele" in line for line in spoken) == 1, "said to confirm, not with a verdict"


def test_nothing_is_said_unless_it_is_asked_for(url: str, phone) -> None:
    table = told(phone, url)
    table.start()
    table.tap("A")
    table.runs("B")
    assert phone.evaluate("window.spoken") == []
    assert phone.locator("#ask").is_hidden()


def test_one_figure_fills_the_screen(url: str, any_size) -> None:  # noqa: F811
    table = told(any_size, url, large="yes", speech="a")
    table.start()
    running, other = (any_size.locator(f"#half-{name}").bounding_box() for name in "AB")
    assert running["width"] * running["height"] > 2.5 * other["width"] * other["height"]
    check(any_size)
