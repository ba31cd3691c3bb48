"""A page to solder by: each board's pins in their places, the wires numbered in order.

    python -m host_tools.workshop.pages.build_sheet     rewrites boards/*/build.svg

The headers follow the makers' data sheets: Raspberry Pi Pico and Pico 2, Espressif's
ESP32-DevKitC V4 and ESP32-S3-DevKitC-1; the ESP32-C3 SuperMini has none, look at your board.
"""

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.device.kinds import wiring_of
from host_tools.paths import boards_dir
from host_tools.workshop.emulator.wiring import wired_boards

PAGE = (210, 297)  # A4, millimetres
TOP, MIDDLE, BOARD_WIDTH = 30, 105, 40
SWEEP = 235  # height available for a header, from the top
STYLE = (
    "text{font:3.1px sans-serif;fill:#111}.title{font:bold 6px sans-serif}"
    ".board{fill:#e9f2ea;stroke:#1c5a2a;stroke-width:.6}"
    ".pad{fill:#fff;stroke:#5b4a10;stroke-width:.4}.used{fill:#c9a227}"
    ".wire{fill:none;stroke:#1f5fa8;stroke-width:.6}.number{font:bold 3.4px sans-serif}"
)
PICO = (
    "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15",
    "VBUS VSYS GND 3V3_EN 3V3 VREF GP28 GND GP27 GP26 RUN GP22 GND GP21 GP20 GP19 GP18 GND GP17 "
    "GP16",
)
# (left, right), each listed downwards from the end that `usb` names.
HEADERS = {
    "pico": PICO,
    "pico_w": PICO,
    "pico2": PICO,
    "pico2_w": PICO,
    "esp32": (
        "3V3 EN 36 39 34 35 32 33 25 26 27 14 12 GND 13 9 10 11 5V",
        "GND 23 22 1 3 21 GND 19 18 5 17 16 4 0 2 15 8 7 6",
    ),
    "esp32s3": (
        "3V3 3V3 RST 4 5 6 7 15 16 17 18 8 3 46 9 10 11 12 13 14 5V GND",
        "GND 43 44 1 2 42 41 40 39 38 37 36 35 0 45 48 47 21 20 19 GND GND",
    ),
    "esp32c3": ("5 6 7 8 9 10 20 21", "5V GND 3V3 4 3 2 1 0"),
}
USB_BELOW = ("esp32", "esp32s3")


NOTES_Y, NOTE_MM = 250, 5
KEYS_NOTE = (
    "Every key has two wires: one to its pin, one to GND. Solder in the order of the numbers.",
    "Cada tecla tiene dos cables: uno a su pin, otro a GND. Suelde en el orden de los números.",
)
CELL_NOTES = (
    "Cell: + to B+, - to B- of the charger; its OUT- to GND, its OUT+ to the switch, then the",
    "diode (ring towards the board), then VSYS. Without a cell: USB, and no wire to VSYS.",
    "Celda: + a B+, - a B- del cargador; su OUT- a GND, su OUT+ al interruptor, luego el diodo",
    "(la raya hacia la placa), luego VSYS. Sin celda: USB, y ningún cable a VSYS.",
)
USB_NOTES = (
    "Power: USB, from a power bank; its own switch turns the device off.",
    "Corriente: USB, de una batería externa; su interruptor apaga el aparato.",
)


class Wire(NamedTuple):
    """One wire: its pin, as named on the header, and where its other end goes."""

    pin: str
    to: str


class Pad(NamedTuple):
    """A pin of a header: its name, its place on the page, its side."""

    name: str
    x: float
    y: float
    left: bool


def wires_of(wiring: dict[str, Any]) -> list[Wire]:
    """Return the wires in the order of soldering: supply, display, keys, then the rest."""
    prefix = "GP" if _has_pin(wiring, "GP0") else ""
    _, sda, scl = wiring["i2c"]
    wires = [Wire("GND", "GND: display, keys"), Wire("3V3", "display VCC")]
    wires += [Wire(f"{prefix}{sda}", "display SDA"), Wire(f"{prefix}{scl}", "display SCL")]
    wires += [Wire(f"{prefix}{gpio}", f"{name}, GND") for name, gpio in wiring["keys"]]
    if wiring["encoder"]:
        lines = zip("AB", wiring["encoder"], strict=True)
        wires += [Wire(f"{prefix}{gpio}", f"encoder {line}") for line, gpio in lines]
    if wiring["buzzer"]:
        wires.append(Wire(f"{prefix}{wiring['buzzer'][0]}", "piezo, GND"))
    wires += [Wire(f"{prefix}{gpio}", f"470 ohm, LED {n}, GND") for n, gpio in wiring["leds"]]
    if wiring["battery"] and wiring["battery"][0] != 29:  # GPIO 29 is inside a Pico
        wires.append(Wire(f"{prefix}{wiring['battery'][0]}", "100 k, battery +; 100 k, GND"))
    if _has_vsys(wiring):  # last, because it brings the power
        wires.append(Wire("VSYS", "diode, switch, charger OUT+"))
    return wires


def _has_vsys(wiring: dict[str, Any]) -> bool:
    """Return whether one cell can feed the board; an ESP32's regulator needs more than that."""
    return _has_pin(wiring, "VSYS")


def _has_pin(wiring: dict[str, Any], pin: str) -> bool:
    return any(pin in side.split() for side in HEADERS[wiring["name"]])


def pads_of(name: str) -> list[Pad]:
    """Return a board's pins in their places; KeyError for a board whose header is unknown."""
    sides = [text.split() for text in HEADERS[name]]
    pitch = min(9.0, (SWEEP - TOP - 20) / max(map(len, sides)))
    half = BOARD_WIDTH / 2
    return [
        Pad(pin, MIDDLE + (-half if left else half), TOP + 10 + pitch * n, left)
        for left, side in zip((True, False), sides, strict=True)
        for n, pin in enumerate(side)
    ]


def soldered(wiring: dict[str, Any]) -> list[tuple[Wire, Pad]]:
    """Return each wire with the first pad of its name; ValueError if the board has none."""
    pads = pads_of(wiring["name"])
    found = []
    for wire in wires_of(wiring):
        pad = next((pad for pad in pads if pad.name == wire.pin), None)
        if pad is None:
            raise ValueError(f"{wiring['name']}: no pin {wire.pin} on its header")
        found.append((wire, pad))
    return found


def draw(wiring: dict[str, Any]) -> str:
    """Return the page as SVG, A4 at 1:1."""
    name, pads = wiring["name"], pads_of(wiring["name"])
    height = max(pad.y for pad in pads) - TOP + 10
    usb_y = TOP + height if name in USB_BELOW else TOP - 5
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{PAGE[0]}mm" height="{PAGE[1]}mm" '
        f'viewBox="0 0 {PAGE[0]} {PAGE[1]}"><style>{STYLE}</style>',
        f'<rect width="{PAGE[0]}" height="{PAGE[1]}" fill="#fff"/>',
        f'<text class="title" x="15" y="18">{escape(name)}</text>',
        f'<rect class="board" x="{MIDDLE - BOARD_WIDTH / 2}" y="{TOP}" width="{BOARD_WIDTH}" '
        f'height="{height:.1f}" rx="2"/>',
        f'<rect class="pad" x="{MIDDLE - 5}" y="{usb_y:.1f}" width="10" height="5"/>',
        f'<text x="{MIDDLE}" y="{usb_y + 3.6:.1f}" text-anchor="middle">USB</text>',
    ]
    wired = soldered(wiring)
    used = {pad for _, pad in wired}
    parts += [_pad(pad, pad in used) for pad in pads]
    parts += [_wire(number, wire, pad) for number, (wire, pad) in enumerate(wired, 1)]
    parts += list(_notes(wiring))
    return "\n".join([*parts, "</svg>", ""])


def _notes(wiring: dict[str, Any]) -> Iterator[str]:
    lines = (*KEYS_NOTE, *(CELL_NOTES if _has_vsys(wiring) else USB_NOTES))
    for number, line in enumerate(lines):
        yield f'<text x="15" y="{NOTES_Y + NOTE_MM * number}">{escape(line)}</text>'


def _pad(pad: Pad, used: bool) -> str:
    place, anchor = (pad.x + 3, "start") if pad.left else (pad.x - 3, "end")
    return (
        f'<circle class="{"pad used" if used else "pad"}" cx="{pad.x}" cy="{pad.y:.1f}" r="1.6"/>'
        f'<text x="{place}" y="{pad.y + 1.1:.1f}" text-anchor="{anchor}">{escape(pad.name)}</text>'
    )


def _wire(number: int, wire: Wire, pad: Pad) -> str:
    step = -1 if pad.left else 1
    ring, end = pad.x + 14 * step, pad.x + 19 * step
    anchor = "end" if pad.left else "start"
    return (
        f'<path class="wire" d="M{pad.x + 1.6 * step} {pad.y:.1f}H{ring}"/>'
        f'<circle class="pad" cx="{ring}" cy="{pad.y:.1f}" r="3"/>'
        f'<text class="number" x="{ring}" y="{pad.y + 1.2:.1f}" text-anchor="middle">{number}'
        f'</text><text x="{end}" y="{pad.y + 1.1:.1f}" text-anchor="{anchor}">'
        f"{escape(wire.to)}</text>"
    )


def boards() -> list[Path]:
    """Return the folders of the boards that need soldering."""
    return [folder for folder in wired_boards() if folder.name in HEADERS]


def main() -> None:
    """Write every board's page."""
    for board in boards():
        (boards_dir() / board.name / "build.svg").write_text(draw(wiring_of(board)), "utf-8")
        print(f"{board.name}: build.svg")
    for board in wired_boards():
        if board.name not in HEADERS:
            print(f"{board.name}: not drawn: HEADERS has no row for it")


if __name__ == "__main__":
    main()
