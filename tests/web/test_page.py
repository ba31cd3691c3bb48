"""The page in a real browser: fingers, mouse and keyboard become contacts; pixels and sound."""

import pytest
from browsing import expect
from fake_machine import FakeMachine

from tests.waiting import wait_until

# The brightness of the middle of an OLED pixel, 0 to 255.
LUMA = """([x, y]) => {
  const oled = document.getElementById("oled");
  const pitch = oled.width / 128;
  const pen = oled.getContext("2d");
  const [r, g, b] = pen.getImageData((x + 0.4) * pitch, (y + 0.4) * pitch, 1, 1).data;
  return (r + g + b) / 3;
}"""


def lit(page, x, y):
    """Return whether the page shows pixel (x, y) of the display lit."""
    return page.evaluate(LUMA, [x, y]) > 120


@pytest.fixture
def machine(serve_machine, page):
    """A device that shows what happens to it, and the page before it."""
    made = FakeMachine()
    page.goto(serve_machine(made))
    page.wait_for_selector('#status td[data-field="phase"]', state="attached")
    return made


def held(machine, *keys):
    """Wait until these keys are held, and no others."""
    return wait_until(lambda: set(machine.held) == set(keys))


def test_pixel_by_pixel(machine, page):
    rows = [bool(0x55 >> y & 1) for y in range(8)]
    assert wait_until(lambda: [lit(page, 5, y) for y in range(8)] == rows)


def test_keyboard(machine, page):
    for code, key in (("KeyA", "A"), ("KeyP", "B"), ("Space", "STOP"), ("Escape", "BACK")):
        page.keyboard.down(code)
        assert held(machine, key)
        page.keyboard.down(code)
        page.keyboard.up(code)
        assert held(machine)
    assert len(machine.edges) == 8, "a key that repeats is one contact"


def test_mouse_holds_until_it_lets_go_anywhere(machine, page):
    page.hover('[data-key="A"]')
    page.mouse.down()
    assert held(machine, "A")
    page.mouse.move(5, 800)
    page.mouse.up()
    assert held(machine)


def test_two_fingers_at_once(machine, page):
    touch = """([key, kind, id]) => document.querySelector(`[data-key="${key}"]`).dispatchEvent(
      new PointerEvent(kind, { bubbles: true, pointerId: id, pointerType: "touch" }))"""
    page.evaluate(touch, ["A", "pointerdown", 11])
    page.evaluate(touch, ["B", "pointerdown", 12])
    assert held(machine, "A", "B")
    page.evaluate(touch, ["A", "pointerup", 11])
    assert held(machine, "B")
    page.evaluate(touch, ["B", "pointercancel", 12])
    assert held(machine)


def test_cable_and_display(machine, page):
    page.click("#display")
    assert wait_until(lambda: not machine.display_plugged)
    page.wait_for_selector("#device.display-out")
    assert wait_until(lambda: not lit(page, 5, 0))
    page.click("#plug")
    assert wait_until(lambda: not machine.powered)
    page.wait_for_selector("#device.dark")
    page.click("#plug")
    assert wait_until(lambda: machine.powered)


def test_sound_follows_the_buzzer(machine, page):
    page.keyboard.down("KeyA")
    page.wait_for_selector("#grille.sounding", state="attached")
    page.keyboard.up("KeyA")
    page.wait_for_selector("#grille:not(.sounding)", state="attached")


def test_letters_are_typed_while_words_are_entered(machine, page):
    machine.letters = True
    page.wait_for_selector("#device.entering")
    for code in ("KeyA", "KeyS", "Space", "KeyC", "Enter"):
        page.keyboard.press(code)
    assert wait_until(lambda: machine.typed == ["A", "S", "→", "C", "✓"])
    assert not machine.edges, "letters are no keys of the device"
    for code in ("ArrowDown", "Enter"):
        page.keyboard.press(code)
    assert wait_until(lambda: [edge[0] for edge in machine.edges] == ["DOWN"] * 2 + ["OK"] * 2)


def test_space_and_enter_act_on_what_has_the_focus(machine, page):
    for key, code in (("STOP", "Enter"), ("B", "Space")):
        page.focus(f'[data-key="{key}"]')
        page.keyboard.down(code)
        assert held(machine, key)
        page.keyboard.up(code)
        assert held(machine)
    assert len(machine.edges) == 4, "a key that is let go is no click"
    page.focus("#display")
    page.keyboard.press("Enter")
    assert wait_until(lambda: not machine.display_plugged)
    expect(page.locator("#display")).to_be_focused()
    page.keyboard.down("KeyA")
    assert held(machine, "A")


def test_a_screen_readers_click_is_a_press(machine, page):
    page.evaluate("""document.querySelector('[data-key="OK"]').click()""")
    assert wait_until(
        lambda: [edge[:2] for edge in machine.edges] == [("OK", True), ("OK", False)]
    )
    page.click('[data-key="OK"]')
    assert wait_until(lambda: len(machine.edges) == 4)


def test_a_device_that_is_gone_does_not_look_alive(machine, page):
    sockets = []

    def relay(socket):
        sockets.append(socket)
        socket.connect_to_server() if len(sockets) in (1, 3) else socket.close()

    page.route_web_socket("**/socket", relay)
    page.reload()
    page.wait_for_selector('#status td[data-field="phase"]', state="attached")
    expect(page.locator("#message")).to_be_hidden()
    expect(page.locator('[data-key="A"]')).to_be_enabled()
    sockets[0].close()
    page.wait_for_selector("#device.lost")
    page.wait_for_selector("#message:has-text('ha terminado')")
    page.wait_for_selector('[data-key="A"]:disabled')
    page.wait_for_selector("#plug:disabled")
    page.wait_for_selector("#status td", state="detached")
    page.select_option("#language", "en")
    page.wait_for_selector("#message:has-text('has ended')")
    page.wait_for_selector("#device:not(.lost)")
    page.wait_for_selector("#message", state="hidden")
    page.wait_for_selector("#plug:enabled")
    page.wait_for_selector('[data-key="A"]:enabled')


def test_the_display_is_read_out(machine, page):
    page.click("#plug")
    page.wait_for_selector("#device.dark")
    page.click("#read")
    page.wait_for_selector("#reading[role=status]:text-is('La pantalla está a oscuras.')")
