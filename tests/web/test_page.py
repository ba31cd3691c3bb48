"""The page in a real browser: fingers, mouse and keyboard become contacts; pixels and sound."""

from fake_machine import FakeMachine
from test_server import wait_for

# How bright the middle of an OLED pixel is, 0 to 255.
LUMA = """([x, y]) => {
  const oled = document.getElementById("oled");
  const pitch = oled.width / 128;
  const pen = oled.getContext("2d");
  const [r, g, b] = pen.getImageData((x + 0.4) * pitch, (y + 0.4) * pitch, 1, 1).data;
  return (r + g + b) / 3;
}"""


def lit(page, x: int, y: int) -> bool:
    """Whether the page shows pixel (x, y) of the display lit."""
    return page.evaluate(LUMA, [x, y]) > 120


def opened(page, url: str):
    """Open the page and wait for its first picture."""
    page.goto(url)
    page.wait_for_selector('#status td[data-field="phase"]', state="attached")
    return page


def test_pixel_by_pixel(serve_machine, page) -> None:
    opened(page, serve_machine(FakeMachine()))
    rows = [lit(page, 5, y) for y in range(8)]
    assert rows == [bool(0x55 >> y & 1) for y in range(8)]


def test_keyboard(serve_machine, page) -> None:
    machine = FakeMachine()
    opened(page, serve_machine(machine))
    for code, key in (("KeyA", "A"), ("ShiftRight", "B"), ("Space", "STOP"), ("Escape", "BACK")):
        page.keyboard.down(code)
        assert wait_for(lambda key=key: machine.held == [key]), key
        page.keyboard.down(code)
        page.keyboard.up(code)
        assert wait_for(lambda: machine.held == [])
    assert len(machine.edges) == 8, "a key that repeats is one contact"


def test_mouse_holds_until_it_lets_go_anywhere(serve_machine, page) -> None:
    machine = FakeMachine()
    opened(page, serve_machine(machine))
    page.hover('[data-key="A"]')
    page.mouse.down()
    assert wait_for(lambda: machine.held == ["A"])
    page.mouse.move(5, 800)
    page.mouse.up()
    assert wait_for(lambda: machine.held == [])


def test_two_fingers_at_once(serve_machine, page) -> None:
    machine = FakeMachine()
    opened(page, serve_machine(machine))
    touch = """([key, kind, id]) => document.querySelector(`[data-key="${key}"]`).dispatchEvent(
      new PointerEvent(kind, { bubbles: true, pointerId: id, pointerType: "touch" }))"""
    page.evaluate(touch, ["A", "pointerdown", 11])
    page.evaluate(touch, ["B", "pointerdown", 12])
    assert wait_for(lambda: set(machine.held) == {"A", "B"})
    page.evaluate(touch, ["A", "pointerup", 11])
    assert wait_for(lambda: machine.held == ["B"])
    page.evaluate(touch, ["B", "pointercancel", 12])
    assert wait_for(lambda: machine.held == [])


def test_cable_and_display(serve_machine, page) -> None:
    machine = FakeMachine()
    opened(page, serve_machine(machine))
    page.click("#display")
    assert wait_for(lambda: not machine.display_plugged)
    page.wait_for_selector("#device.display-out")
    assert not lit(page, 5, 0)
    page.click("#plug")
    assert wait_for(lambda: not machine.powered)
    page.wait_for_selector("#device.dark")
    page.click("#plug")
    assert wait_for(lambda: machine.powered)


def test_sound_follows_the_buzzer(serve_machine, page) -> None:
    opened(page, serve_machine(FakeMachine()))
    page.keyboard.down("KeyA")
    page.wait_for_selector("#grille.sounding", state="attached")
    page.keyboard.up("KeyA")
    page.wait_for_selector("#grille:not(.sounding)", state="attached")


def test_a_click_is_not_swallowed_by_a_busy_computer(serve_machine, page) -> None:
    machine = FakeMachine()
    opened(page, serve_machine(machine))
    page.evaluate("""() => {
      const socket = new WebSocket(`ws://${location.host}/socket`);
      socket.onopen = () => ["close", "open"].forEach((what) =>
        socket.send(JSON.stringify([what, "OK"])));
    }""")
    assert wait_for(lambda: len(machine.edges) == 2)
    (_, _, down_us), (_, _, up_us) = machine.edges
    assert up_us - down_us >= 50_000


def test_two_languages(serve_machine, page) -> None:
    opened(page, serve_machine(FakeMachine()))
    assert page.inner_text("#plug") == "Cortar la corriente"
    page.click("#language")
    assert page.inner_text("#plug") == "Cut the power"
    assert page.get_attribute("html", "lang") == "en"

