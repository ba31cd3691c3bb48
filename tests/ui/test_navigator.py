"""The effect of keys on every screen: a person at the table, a real match behind the screens."""

import ast
import inspect

from corrido.core import events
from corrido.store.journal.codec import LOG_KINDS
from corrido.ui import ports, screens
from corrido.ui.navigator import ASLEEP, BRIGHT, DIM

from host_tools.sim import ocr
from host_tools.workshop.screens.cases import playing, walk


def game():
    """A game that A opened twenty seconds ago."""
    return playing("es").wait(20000)


def test_a_picture_that_stands_for_long_is_dimmed_and_then_sleeps():
    table = walk("after begun")
    table.press("DOWN")
    start = table.device.now_us // 1000
    assert table.nav.contrast(start + 60000) == BRIGHT
    assert table.nav.contrast(start + 200000) == DIM
    assert table.nav.contrast(start + 1000000) == ASLEEP
    running = game()
    assert running.nav.contrast(running.device.now_us // 1000 + 5000000) == BRIGHT


def upside_down(frame):
    """Return a picture turned by 180 degrees."""
    return bytes(int(f"{byte:08b}"[::-1], 2) for byte in reversed(frame))


def test_a_whole_picture_is_turned():
    turned = playing("es", rotate="all").wait(20000).device.frame()
    assert turned == upside_down(game().device.frame())
    both, plain = walk("after begun", rotate="both"), walk("after begun")
    assert both.device.frame() == upside_down(plain.device.frame()), "no halves here"


def hall(table, name, broker):
    """Choose a hall and its broker, as over the USB cable."""
    table.app.settings.set("hall", name)
    table.app.settings.set("broker", broker)
    table.app.apply_settings()
    table.device.wake()


def test_the_sign_comes_and_goes_and_the_rest_of_the_picture_stays():
    table = playing("es").wait(20000)
    before = ocr.read_text(table.device.frame())
    # Nobody answers at the broker's address: the simulated board has no network.
    hall(table, "sala", "192.0.2.1")
    told = ocr.read_text(table.wait(4000).device.frame())
    hall(table, "", "")
    after = ocr.read_text(table.wait(4000).device.frame())
    assert "▲✗" in told[-1] and told[:1] == before[:1]
    assert "▲✗" not in "".join(before) and "▲✗" not in "".join(after)


def test_a_store_that_fails_is_said(monkeypatch):
    def broken():
        raise OSError(5)

    table = walk("after open")
    monkeypatch.setattr(table.app.settings, "commit", broken)
    table.select("language", "setup")
    assert table.press("DOWN", "OK").focus() == "notice"


def named(module, name):
    """Return the texts of a Literal, which only checkers evaluate."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return [part.value for part in node.value.slice.elts]
    raise AssertionError(name)


def test_what_checkers_know_by_name_is_there():
    assert all(callable(screens.beside(name)) for name in named(ports, "Named"))
    assert named(events, "LogKind") == list(LOG_KINDS)
