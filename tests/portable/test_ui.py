"""Tiles, drawing and the navigator, under every interpreter."""

import gc

from corrido.core import events
from corrido.core.match import Match
from corrido.core.presets import rules_for
from corrido.lexicon.alphabet import TABLE
from corrido.ui import fonts, items, texts, tiles
from corrido.ui.draw import Canvas
from corrido.ui.navigator import Navigator
from corrido.ui.screens.clock import until_next_second
from corrido.ui.screens.letters import split


class Settings:
    def get(self, name):
        return {"language": "es", "sounds": "default"}.get(name)


class Device:
    """The minimum that screens need, over a real match: one object plays every part."""

    def __init__(self, preset="fise-corrido"):
        self.match = Match(rules_for(preset))
        self.settings = Settings()
        self.game = 1
        self.words = []
        self.silent = False
        self.nav = None
        self.board = Board()
        self.keys = Keypad()
        self.recorder = self.judge = self.adjudication = self
        self.access = self.health = self.sound = self.hall = self.arming = self

    def send(self, kind, who=0, value=0):
        match = self.match
        if kind in events.WITH_ROLE:
            kind, value = match.role(kind)
        match.handle((match.seq + 1, match.t_ms, kind, who, value))
        self.nav.phase_changed()
        return True

    def ask(self):
        return self.send(events.ARM)

    def alphabet_code(self):
        return "es"

    def entered(self):
        return self.words

    def submit(self, words):
        self.words = words
        self.send(events.SUBMIT)

    def battery_percent(self):
        return None

    def unheard(self):
        return False

    def silence(self, silent):
        self.silent = silent

    def is_set(self):
        return False


class Board:
    """Four arrows, and optional other parts."""

    keys = ("LEFT",)


class Keypad:
    """No key is jammed."""

    def stuck(self):
        return []


def table(preset="fise-corrido"):
    device = Device(preset)
    frame = bytearray(1024)
    device.nav = Navigator(device, frame, "es")
    return device, device.nav, frame


def shown(nav):
    """Return the name of the screen on top, and its cursor's position."""
    nav._follow()
    screen = nav._stack[-1] if nav._stack else nav._base
    return type(screen).__name__, getattr(screen, "at", 0)


def press(device, *keys):
    for key in keys:
        device.match.advance(device.match.t_ms + 100)
        device.nav.key(key, False, device.match.t_ms)


def settle(device):
    calls = 0
    while True:
        device.nav.draw(device.match.t_ms)
        calls += 1
        if device.nav.next_due_ms(device.match.t_ms) > device.match.t_ms:
            return calls


def test_every_tile_is_in_the_grid_and_can_be_reached():
    for code in TABLE:
        for linear in (False, True):
            cells = tiles.grid(code, linear)
            assert set(tiles.letters(code)) <= set(cells)
            start = tiles.home(cells, code, linear)
            for tile in tiles.letters(code) + [tiles.DONE, tiles.NEXT]:
                at = start
                for key in tiles.steps(cells, at, tile, linear):
                    at = tiles.move(cells, at, key, linear)
                assert cells[at] == tile, (code, linear, tile)


def test_a_digraph_becomes_one_tile_and_only_in_spanish():
    assert tiles.put(["C"], "H", "es") == ["CH"]
    assert tiles.put(["L"], "L", "es") == ["LL"]
    assert tiles.put(["C"], "H", "pl") == ["C", "H"]
    assert split("CHORRO", "es") == ["CH", "O", "RR", "O"]
    assert len(tiles.put(["A"] * 15, "B", "es")) == 15


def test_rectangles_equal_pixel_by_pixel_drawing():
    for x, y, w, h in ((0, 0, 128, 64), (3, 5, 7, 1), (60, 7, 9, 18), (120, 60, 20, 20)):
        canvas = Canvas(bytearray(1024))
        canvas.fill(x, y, w, h)
        canvas.invert(10, 3, 50, 30)
        canvas.fill(20, 10, 5, 5, False)
        for py in range(0, 64, 3):
            for px in range(0, 128, 5):
                lit = x <= px < x + w and y <= py < y + h
                lit = lit != (10 <= px < 60 and 3 <= py < 33)
                lit = lit and not (20 <= px < 25 and 10 <= py < 15)
                assert canvas.pixel(px, py) == lit


def test_text_at_every_row_is_the_same_glyph():
    first = Canvas(bytearray(1024))
    first.text(fonts.text, 5, 0, "Ñandú")
    for y in range(1, 20, 3):
        canvas = Canvas(bytearray(1024))
        canvas.text(fonts.text, 5, y, "Ñandú")
        for row in range(11):
            for x in range(0, 40):
                assert canvas.pixel(x, y + row) == first.pixel(x, row)


def test_a_long_text_is_cut_with_a_mark():
    assert fonts.fit(fonts.text, "Corrido", 200) == "Corrido"
    cut = fonts.fit(fonts.text, "Corrido corrido corrido", 60)
    assert cut.endswith("…") and fonts.width(fonts.text, cut) <= 60


def test_seconds_roll_over_when_the_shown_time_changes():
    for left, wait in (
        (1, 1),
        (1000, 1000),
        (1001, 1),
        (0, 1),
        (-1, 1000),
        (-1000, 1),
        (-999, 2),
        (29500, 500),
    ):
        assert until_next_second(left) == wait, left


def test_arming_takes_one_press():
    device, nav, _ = table()
    assert shown(nav) == ("SetupScreen", 0)
    press(device, "OK")
    assert shown(nav)[0] == "ReadyScreen"


def test_reason_in_at_most_two_presses():
    for keys, reason in (
        ((), "other"),
        (("DOWN",), "verify"),
        (("DOWN", "DOWN"), "score"),
        (("UP",), "arbiter"),
        (("UP", "UP"), "tiles"),
    ):
        device, nav, _ = table()
        press(device, "OK")
        device.send(events.PRESS, events.B)
        device.send(events.STOP)
        press(device, *keys)
        assert events.REASONS[device.match.stop.reason] == reason
        press(device, "LEFT")
        assert device.match.stop.asked == events.A


def test_marks_go_round_both_ways():
    device, _, _ = table()
    press(device, "OK")
    device.send(events.PRESS, events.B)
    for key, mark in (("RIGHT", 1), ("RIGHT", 2), ("RIGHT", 0), ("LEFT", 2), ("LEFT", 1)):
        press(device, key)
        assert device.match.turn.mark != mark, "a brush of the keys sets nothing"
        press(device, "OK")
        assert device.match.turn.mark == mark


def test_words_are_entered_corrected_and_given_up():
    device, nav, _ = table()
    press(device, "OK")
    device.send(events.PRESS, events.B)
    device.send(events.CHALLENGE, events.B)
    at = tiles.home(tiles.grid("es"), "es", False)
    assert shown(nav) == ("ChallengeScreen", at)
    press(device, "OK", "BACK", "BACK")
    assert device.match.phase == "stopped"


def test_confirmation_goes_back_to_the_words():
    device, nav, _ = table()
    press(device, "OK")
    device.send(events.PRESS, events.B)
    device.send(events.CHALLENGE, events.B)
    cells = tiles.grid("es")
    at = tiles.home(cells, "es", False)
    for tile in ("C", "H", "A", "✓"):
        press(device, *(tiles.steps(cells, at, tile) + ["OK"]))
        at = tiles.after(cells, tile, "es", False)
    assert device.words == ["CHA"] and shown(nav)[0] == "ConfirmScreen"
    press(device, "BACK")
    assert shown(nav)[0] == "ChallengeScreen" and nav._base.words == [["CH", "A"]]


def test_a_running_clock_is_drawn_in_small_portions():
    device, nav, frame = table()
    press(device, "OK")
    device.send(events.PRESS, events.B)
    assert settle(device) > 3
    device.match.advance(device.match.t_ms + 1000)
    before = bytes(frame)
    assert settle(device) == 4, "laid out, compared, one time painted, nothing"
    changed = [at for at in range(1024) if frame[at] != before[at]]
    assert changed and min(changed) >= 2 * 128 and max(changed) < 6 * 128
    assert max([at % 128 for at in changed]) < 64


def test_an_unchanged_picture_is_left_alone():
    device, nav, frame = table()
    settle(device)
    frame[5] = 77
    nav.draw(device.match.t_ms + 10)
    assert frame[5] == 77


def test_all_boxes_are_inside_the_picture_and_sound_can_be_held_off():
    device, nav, _ = table()
    press(device, "OK")
    device.nav.key("BACK", True, device.match.t_ms)
    assert device.silent and shown(nav)[0] == "ReadyScreen"


def names_in(code):
    """Return the names of a language's texts; its tables are unloaded again if memory is short."""
    names = []
    for load in (texts.load, texts.menus):
        gc.collect()
        table = load(code)
        for part in table:
            names += [part + "." + line.split("=")[0] for line in table[part].strip().split("\n")]
    texts.put_away()
    return sorted(names)


def test_languages_have_the_same_texts():
    names = names_in("es")
    for code in texts.LANGUAGES:
        assert names_in(code) == names, code
    assert items.width_of(texts.find(texts.load("es"), "menu")) > 0
