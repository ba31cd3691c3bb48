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
from host_tools.workshop import breadboard, build_sheet
from tests.contract.kit_checks import disagreements, told

TABLE = tomllib.loads((boards_dir() / "kit.toml").read_text(encoding="utf-8"))
CHOICES = [
    Choice(board, form, display, power)
    for board in kit().boards for form in FORMS for display in kit().displays
    for power in POWERS if power == "usb" or "VSYS" in kit().boards[board].header
]  # fmt: skip


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: "-".join(choice))
def test_the_kit_agrees_with_itself(choice):
    assert told(kit(), choice) == []


def test_a_price_without_its_date_is_no_line_of_the_kit():
    table = copy.deepcopy(TABLE)
    del table["display"]["2.42"]["price"]["date"]
    with pytest.raises(UserError, match=r"kit.toml: 2.42: missing .* 'date'"):
        kit_of(table)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[[part]\n", "kit.toml: Expected"),
        ('[[part]]\nid="x"\nprise=1\n', "unexpected keyword"),
        ("", "kit.toml: rates: missing"),
    ],
)
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


def test_the_sum_is_that_of_the_lines():
    """By hand, USD: Pico 4, keys 2 x 3.25, 2 x 2.50, 6 x 0.49, board 8, small parts 5, wire 10."""
    assert cost(kit(), Choice()) == pytest.approx(21.99 + 29 / 10.978 + 41.44 / 1.1172)
    cell = (1.40 + 10 + 0.50 + 0.03) / 1.1172
    assert cost(kit(), Choice(power="lipo")) == pytest.approx(cost(kit(), Choice()) + cell)


def test_the_hours_of_a_cell():
    """2,000 mAh x 0.8 over 21 mA and 60 to 80 of the display: 19 to 15 hours."""
    assert hours(kit(), Choice(power="lipo")) == (15, 19) and hours(kit(), Choice()) == (0, 0)


# What makers print of a thing: width and height in mm, and where; written off their pages by hand.
DRAWN = {
    "2.42": (61.5, 39.5, "Waveshare, 2.42inch OLED Module, outline"),
    "small-key": (6.0, 6.0, "Omron B3F data sheet, B3F-1070: 6 x 6, plunger 3.5, height 9.5"),
    "pico": (21.0, 51.0, "Raspberry Pi Pico data sheet, mechanical specification"),
}


def test_the_sizes_are_those_of_the_makers_drawings():
    of = kit()
    things = {**of.boards, **of.displays, **{part.id: part for part in of.parts}}
    assert {name: things[name].size[:2] for name in DRAWN} == {
        name: (wide, high) for name, (wide, high, _) in DRAWN.items()
    }
    wide, high = of.displays["2.42"].window
    assert 55.0 <= wide < 61.5 and 27.5 <= high < 39.5, "the active area is seen, the module held"


@pytest.mark.parametrize("board", board_names())
def test_every_wire_of_the_sheet_has_a_pin_of_its_own(board):
    row, wiring = kit().boards[board], wiring_of(boards_dir() / board)
    pads = [pad for _, pad in build_sheet.soldered(row, wiring, kit().pieces(Choice(board)))]
    assert len(set(pads)) == len(pads) and [pad.name for pad in pads[:2]] == ["GND", "3V3"]
    pins = {net: pin for net, pin in pins_of(row, wiring).items() if net != "VSYS"}
    assert {pad.name for pad in pads} == set(pins.values())


@pytest.mark.parametrize("board", board_names())
def test_the_sheets_are_drawn_from_the_kit_as_it_is(board):
    sheet = (boards_dir() / board / "build.svg").read_text(encoding="utf-8")
    assert sheet == build_sheet.draw(kit(), board), "python -m host_tools.workshop.build_sheet"
    assert "display RST" in sheet and "rail" in sheet


@pytest.mark.parametrize("language", build_sheet.PAGES)
def test_the_lists_are_of_the_kit_as_it_is(language):
    page = (boards_dir() / build_sheet.PAGES[language]).read_text(encoding="utf-8")
    assert page == build_sheet.page(kit(), language), "python -m host_tools.workshop.build_sheet"
    assert "Omron B3F-1070" in page


def test_the_pins_of_a_pico_are_where_its_data_sheet_has_them():
    """Pin 1 is GP0, left at the USB socket; pin 40, opposite, is VBUS; 21 is GP16."""
    pads = build_sheet.pads_of(kit().boards["pico"])
    left, right = [p for p in pads if p.left], [p for p in pads if not p.left]
    assert len(left) == len(right) == 20
    numbers = {p.name: n for n, p in enumerate(left, 1)} | {
        p.name: 41 - n for n, p in enumerate(right, 1)
    }
    assert (numbers["GP0"], numbers["GP10"], numbers["GP15"], numbers["RUN"]) == (1, 14, 20, 30)
    assert (numbers["VBUS"], numbers["VSYS"], numbers["3V3"], numbers["GP16"]) == (40, 39, 36, 21)


# Wires of the breadboard as its page has them: the pins by the data sheet's pinout, by hand.
BREADBOARD = {"OLED VCC": 36, "OLED GND": 38, "OLED SCL": 7, "OLED SDA": 6, "A 1": 14, "A 2": 13,
              "B 1": 15, "B 2": 18, "OK 1": 26, "OK 2": 28}  # fmt: skip


def test_the_breadboards_files_are_those_of_the_board_file(root):
    for name, text in breadboard.made().items():
        assert (root / name).read_text(encoding="utf-8") == text, "host_tools.workshop.breadboard"
    page = (root / "docs" / "breadboard.md").read_text(encoding="utf-8")
    rows = re.findall(r"^- \d+, (.+): (\d+), ", page, re.MULTILINE)
    assert {end: int(pin) for end, pin in rows} == BREADBOARD


def test_a_motor_is_a_priced_part_once_a_board_has_its_pin():
    """Off by default: no shipped board has the pin; with it, three wires and one price more."""
    assert all("MOTOR" not in {piece.name for piece in kit().pieces(choice)} for choice in CHOICES)
    wiring = {**wiring_of(boards_dir() / "pico"), "leds": (("A", 6), ("B", 7), ("MOTOR", 8))}
    assert disagreements(kit(), Choice(), wiring) == []
    motor = next(p for p in kit().pieces(Choice(), wiring) if p.name == "MOTOR")
    assert motor.part.price and motor.part.price.each > 0
    soldered = build_sheet.soldered(kit().boards["pico"], wiring, kit().pieces(Choice(), wiring))
    pins = {pad.name for ways, pad in soldered if "MOTOR" in " ".join(ways)}
    assert pins == {"3V3", "GP8"}
    no_part = copy.deepcopy(TABLE)
    no_part["part"] = [row for row in no_part["part"] if row["id"] != "motor"]
    assert "MOTOR: no part is wired to its pin" in disagreements(kit_of(no_part), Choice(), wiring)


def test_a_pin_that_a_board_has_not_is_told():
    wiring = {**wiring_of(boards_dir() / "pico"), "keys": (("A", 23),)}
    assert "A: the board has no pin GP23" in disagreements(kit(), Choice(), wiring)
    with pytest.raises(ValueError, match="no pin GP23"):
        build_sheet.soldered(kit().boards["pico"], wiring, kit().pieces(Choice(), wiring))


@pytest.mark.parametrize("board", ["pico", "esp32c3"])
@pytest.mark.parametrize("form", FORMS)
def test_no_legend_lies_under_a_flange_or_over_a_hole(board, form):
    made = layout.make(Choice(board, form))
    for legend in made.legends:
        lines = list(layout.strokes(legend))
        for opening in (o for o in made.openings if o.panel == legend.panel):
            wide, tall = (opening.flange or opening.width) / 2, opening.height / 2
            for x, y in [point for a, b, c, d in lines for point in ((a, b), (c, d))]:
                u, v = abs(legend.u + x - opening.u), abs(legend.v + y - opening.v)
                clear = u > wide or v > tall if tall else (u * u + v * v) ** 0.5 > wide + 0.4
                assert clear, (legend.text, opening.label)


@pytest.mark.parametrize("board", ["pico", "esp32c3"])
def test_small_keys_and_screws_are_in_holes_of_the_perforated_board(board):
    made = layout.make(Choice(board))
    plate = next(body for body in made.bodies if body.label == "perfboard")
    keys = [body for body in made.bodies if body.label.endswith(" on the board")]
    screws = [boss for boss in made.bosses if boss.hole == layout.SMALL_SCREW]
    assert keys and len(screws) == (4 if board == "pico" else 2)
    for place in (*keys, *screws):
        for at, middle, size in (
            (place.u, plate.u, plate.width), (place.v, plate.v, plate.height),
        ):  # fmt: skip
            assert abs((at - middle) / 2.54 - round((at - middle) / 2.54)) < 0.01, place
            assert abs(at - middle) <= size / 2 - 2.54, place
