"""The kit agrees with itself: parts, holes, wires, prices; what it was wrong about is found."""

import copy
import re
import tomllib

import pytest

from host_tools.case import layout
from host_tools.case.kit import FORMS, POWERS, Choice, cost, hours, kit, kit_of, pins_of, read
from host_tools.device.kinds import board_names, wiring_of
from host_tools.errors import UserError
from host_tools.paths import boards_dir
from host_tools.workshop import build_sheet
from tests.contract.kit_checks import disagreements, misplaced

TABLE = tomllib.loads((boards_dir() / "kit.toml").read_text(encoding="utf-8"))


def with_fault(name, field, value):
    """Return the kit in which one row has another value, or other pads or sources."""
    table = copy.deepcopy(TABLE)
    rows = {**table["board"], **table["display"], **{row["id"]: row for row in table["part"]}}
    rows[name][field] = {**rows[name][field], **value} if isinstance(value, dict) else value
    return kit_of(table)


CHOICES = [
    Choice(board, form, display, power)
    for board in kit().boards for form in FORMS for display in kit().displays
    for power in POWERS if power == "usb" or "VSYS" in kit().boards[board].header
]  # fmt: skip


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: "-".join(choice))
def test_the_kit_agrees_with_itself(choice):
    assert disagreements(kit(), choice) == [] == [*misplaced(layout.make(choice), kit())]


DARK = "display RST, reset: nothing keeps it low once its supply is stable"
SLOW = "GP4, open collector: no resistor to 3V3, an edge rises in 3 us"


@pytest.mark.parametrize(("row", "field", "value", "line"), [
    ("2.42", "pads", {"RST": "RUN"}, DARK),
    ("2.42", "pads", {"RST": "3V3"}, DARK),
    ("reset-capacitor", "pads", {"1": "3V3"}, DARK),
    ("bus-resistor", "pads", {"1": "GND"}, SLOW),
    ("2.42", "pads", {"CS": "nowhere"}, "display CS, input: nothing drives it"),
    ("2.42", "pads", {"VCC": "RESET"}, "display VCC, power in: no supply"),
    ("2.42", "pads", {"DIN": "PIEZO"}, "display DIN, open collector, meets GP15, output"),
    ("piezo", "pads", {"2": "DC"}, "DC: a wire with one end"),
    ("charger", "pads", {"OUT+": "3V3"}, "charger OUT+, power out, meets 3V3, power out"),
    ("switch", "pads", {"1": "cut"}, "VSYS, power in: no supply"),
    ("act-key", "pads", {"1": "LED A", "2": "LED B"}, "GP6, output, meets GP7, output"),
    ("act-key", "pads", {"1": "{}"}, "GP12, bidirectional, meets GND, power out"),
    ("led", "pads", {"anode": "{}"}, "GP6, output, meets GND, power out"),
    ("2.42", "sources", {"size": "hearsay"}, "2.42: its size has no source or no day"),
    ("2.42", "sources", {"current_ma": ""}, "2.42: its current_ma has no source or no day"),
    ("led", "sources", {"pads": ""}, "led: its pads has no source or no day"),
    ("piezo", "resonance_hz", 4000, "piezo: warn1 has 1060 Hz, faint beside its 4000"),
])  # fmt: skip
def test_what_must_not_be_joined_or_has_no_source_is_found(row, field, value, line):
    found = disagreements(with_fault(row, field, value), Choice(power="lipo"))
    assert line in found, found


@pytest.mark.parametrize(("text", "line"), [
    ("[[part]\n", "kit.toml: Expected"), ("", "kit.toml: rates: missing"),
    ('[[part]]\nid="x"\nprise=1\n', "unexpected keyword"),
])  # fmt: skip
def test_a_file_that_is_no_kit_is_one_line(tmp_path, text, line):
    path = tmp_path / "kit.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=line) as told:
        read(path)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("wrong", [Choice("uno"), Choice(form="round"), Choice(display="7"),
                                   Choice(power="aa"), Choice("esp32", power="lipo")])  # fmt: skip
def test_a_choice_that_the_kit_has_not_is_refused(wrong):
    with pytest.raises(UserError, match="one of|--power usb"):
        layout.make(wrong)


def test_the_sum_is_that_of_the_lines_and_the_hours_those_of_the_cell():
    """By hand, USD: Pico 4, keys 2 x 3.25, 2 x 2.50, 6 x 0.49, board 8, small parts 5, wire 10."""
    assert cost(kit(), Choice()) == pytest.approx(21.99 + 29 / 10.978 + 41.44 / 1.1172)
    cell = (1.40 + 10 + 0.50 + 0.03) / 1.1172
    assert cost(kit(), Choice(power="lipo")) == pytest.approx(cost(kit(), Choice()) + cell)
    # 2,000 mAh x 0.8 over 21 mA and 60 to 80 of the display.
    assert hours(kit(), Choice(power="lipo")) == (15, 19) and hours(kit(), Choice()) == (0, 0)


# Width and height in mm as others print them, and where; written off their pages by hand.
DRAWN = {
    "2.42": (61.5, 39.5, "Waveshare, 2.42inch OLED Module: module size"),
    "1.3": (35.0, 33.0, "Keyestudio KS0532: 33 x 35 x 3"),
    "0.96": (27.3, 27.8, "LCKFB, 0.96-inch IIC: module dimensions"),
    "small-key": (6.0, 6.0, "Omron B3F data sheet, B3F-1070: 6 x 6, plunger 3.5, height 9.5"),
    "cell": (34.0, 50.0, "large-battery.com: ICP103450 is 10 x 34 x 50"),
    "pico": (21.0, 51.0, "NopSCADlib, RPI_Pico"),
    "esp32": (27.9, 56.7, "Wokwi, esp32-devkit-c-v4: 27.9 x 56.628, antenna and socket included"),
    "esp32s3": (25.6, 70.1, "Wokwi, esp32-s3-devkitc-1: 25.527 x 70.057, the same"),
}


def unlike_drawn(of):
    things = {**of.boards, **of.displays, **{part.id: part for part in of.parts}}
    return [name for name, (*size, _) in DRAWN.items() if [*things[name].size[:2]] != size]


def test_the_sizes_are_those_of_others_drawings():
    assert unlike_drawn(kit()) == []
    assert unlike_drawn(with_fault("2.42", "size", [72.0, 44.0, 10.0])) == ["2.42"]
    wide, high = kit().displays["2.42"].window
    assert 55.0 <= wide < 61.5 and 27.5 <= high < 39.5, "the active area is seen, the module held"
    slot = next(o for o in layout.make(Choice("esp32s3")).openings if o.label == "USB")
    assert slot.width >= 2 * 6.7 + 12.4, "two sockets 6.7 mm off the middle, by Wokwi; a plug"


@pytest.mark.parametrize("board", board_names())
def test_every_wire_of_the_sheet_has_a_pin_of_its_own(board):
    row, wiring = kit().boards[board], wiring_of(boards_dir() / board)
    pads = [pad for _, pad in build_sheet.soldered(row, wiring, kit().pieces(Choice(board)))]
    assert len(set(pads)) == len(pads) and [pad.name for pad in pads[:2]] == ["GND", "3V3"]
    pins = {net: pin for net, pin in pins_of(row, wiring).items() if net != "VSYS"}
    assert {pad.name for pad in pads} == set(pins.values())


def test_the_pages_are_made_from_the_kit_as_it_is(root):
    for name, text in build_sheet.made(kit()).items():
        assert (root / name).read_text(encoding="utf-8") == text, "host_tools.workshop.build_sheet"
        if "build.svg" in name:
            words = re.findall(r'<text x="([\d.]+)"[^>]*="(start|end)">([^<]+)', text)
            assert "10 k, display RST + 1 uF, rail" in {word for _, _, word in words}
            ends = [float(x) + 1.8 * len(word) * (1 if way == "start" else -1)
                    for x, way, word in words]  # fmt: skip
            assert all(0 < x < 210 for x in ends), "off the page"


def test_the_wires_of_the_breadboard_are_at_the_pins_of_a_pico(root):
    """By hand, from the pinout of its data sheet."""
    page = (root / "docs" / "breadboard.md").read_text(encoding="utf-8")
    rows = re.findall(r"^- \d+, (.+): (\d+), ", page, re.MULTILINE)
    assert {end: int(pin) for end, pin in rows} == {
        "OLED VCC": 36, "OLED GND": 38, "OLED SCL": 7, "OLED SDA": 6, "A 1": 14, "A 2": 13,
        "B 1": 15, "B 2": 18, "OK 1": 26, "OK 2": 28,
    }  # fmt: skip


def test_a_motor_is_off_and_a_part_once_a_board_has_its_pin():
    assert all("MOTOR" not in {piece.name for piece in kit().pieces(choice)} for choice in CHOICES)
    wiring = {**wiring_of(boards_dir() / "pico"), "leds": (("A", 6), ("B", 7), ("MOTOR", 23))}
    there = disagreements(kit(), Choice(), {**wiring, "leds": (*wiring["leds"][:2], ("MOTOR", 8))})
    assert there == [] and "MOTOR" in {piece.name for piece in kit().pieces(Choice(), wiring)}
    assert "MOTOR: the board has no pin GP23" in disagreements(kit(), Choice(), wiring)


@pytest.mark.parametrize("board", ["pico", "esp32c3"])
@pytest.mark.parametrize("form", FORMS)
def test_no_legend_lies_under_a_flange_or_over_a_hole(board, form):
    made = layout.make(Choice(board, form))
    for legend in made.legends:  # a letter is as wide as it is high, as the font has them
        for opening in (o for o in made.openings if o.panel == legend.panel):
            u = abs(legend.u - opening.u) - legend.height * len(legend.text) / 2
            v = abs(legend.v - opening.v) - legend.height * 0.64
            wide, tall = (opening.flange or opening.width) / 2, opening.height / 2
            apart = (max(u, 0.0) ** 2 + max(v, 0.0) ** 2) ** 0.5
            assert u > wide or v > tall if tall else apart > wide, (legend.text, opening.label)


@pytest.mark.parametrize("board", ["pico", "esp32c3"])
def test_small_keys_and_screws_are_in_holes_of_the_perforated_board(board):
    made = layout.make(Choice(board))
    plate = next(body for body in made.bodies if body.label == "perfboard")
    keys = [body for body in made.bodies if body.label.endswith(" on the board")]
    screws = [boss for boss in made.bosses if boss.hole == layout.SMALL_SCREW]
    assert keys and len(screws) == (4 if board == "pico" else 2)
    for place in (*keys, *screws):
        for off, size in ((place.u - plate.u, plate.width), (place.v - plate.v, plate.height)):
            assert abs(off / 2.54 - round(off / 2.54)) < 0.01, place
            assert abs(off) <= size / 2 - 2.54, place
