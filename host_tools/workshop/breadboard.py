"""A Pico on a breadboard, a display of four pins and three buttons; and all of it for Wokwi.

`python -m host_tools.workshop.breadboard` rewrites the picture, the lists and the diagram.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from host_tools.case.kit import Board, Display, kit, pins_of
from host_tools.device.kinds import wiring_of
from host_tools.paths import boards_dir
from host_tools.workshop.build_sheet import Pad, pads_of, paper

NAME, DISPLAY = "pico", "0.96"
KEYS = ("A", "B", "OK")
PAGES = ("docs/breadboard.md", "docs/protoboard.md")
MADE = re.compile(r"(<!-- wires -->\n).*?(<!-- /wires -->)", re.DOTALL)
COLOURS = {"A": "green", "B": "green", "STOP": "red", "CHALLENGE": "yellow"}


class Wire(NamedTuple):
    """One wire: what is printed at its end, and its pin of the Pico, counted as in its drawing."""

    end: str
    pad: Pad
    pin: int


def wires(board: Board, wiring: Mapping[str, Any], display: Display) -> list[Wire]:
    """Return the wires; each ground has the free pin that is nearest to the wire before it."""
    pads, nets = pads_of(board), pins_of(board, wiring)
    half = len(pads) // 2
    numbers = {pad: n + 1 if n < half else 3 * half - n for n, pad in enumerate(pads)}
    grounds = [pad for pad in pads if pad.name == "GND"]
    ends = [(f"OLED {printed}", net) for printed, net in display.pads.items()]
    ends += [end for key in KEYS for end in ((f"{key} 1", key), (f"{key} 2", "GND"))]
    found: list[Wire] = []
    for end, net in ends:
        if net == "GND":
            last = found[-1].pad
            pad = min(grounds, key=lambda one: (one.left != last.left, abs(one.y - last.y)))
            grounds.remove(pad)
        else:
            pad = next(pad for pad in pads if pad.name == nets[net])
        found.append(Wire(end, pad, numbers[pad]))
    return found


def listed(of: list[Wire]) -> str:
    """Return the wires as a list of the pages."""
    return "".join(f"- {n}, {w.end}: {w.pin}, {w.pad.name}\n" for n, w in enumerate(of, 1))


def diagram(wiring: Mapping[str, Any]) -> str:
    """Return Wokwi's diagram.json: a Pico with every part that its table names."""
    parts = [("wokwi-pi-pico", "pico", 0, 0, {}),
             ("board-ssd1306", "display", -140, 10, {"i2cAddress": "0x3c"}),
             ("wokwi-buzzer", "buzzer", -120, 240, {"volume": "0.1"})]  # fmt: skip
    joined = [("display:GND", "GND.1"), ("display:VCC", "3V3"),
              *zip(("display:SDA", "display:SCL"), wiring["i2c"][1:], strict=True),
              ("buzzer:2", wiring["buzzer"]), ("buzzer:1", "GND.4")]  # fmt: skip
    for n, (name, gpio) in enumerate(wiring["keys"]):
        look = {"color": COLOURS.get(name, "grey"), "label": name}
        place = 260 + 80 * (n // 5), 110 * (n % 5) - 200
        parts.append(("wokwi-pushbutton", f"key-{name}", *place, look))
        joined += [(f"key-{name}:1.l", gpio), (f"key-{name}:2.l", "GND.3")]
    for n, (name, gpio) in enumerate(wiring["leds"]):
        parts.append(("wokwi-led", f"led-{name}", 60, 180 + 80 * n, {"color": "red"}))
        parts.append(("wokwi-resistor", f"r-{name}", 120, 180 + 80 * n, {"value": "470"}))
        joined += [(f"led-{name}:A", f"r-{name}:1"), (f"r-{name}:2", gpio),
                   (f"led-{name}:C", "GND.3")]  # fmt: skip
    named = ("type", "id", "top", "left", "attrs")
    ends = [(one, other if ":" in str(other) else
             f"pico:{'GP' if isinstance(other, int) else ''}{other}")
            for one, other in joined]  # fmt: skip
    things = [json.dumps(dict(zip(named, part, strict=True))) for part in parts]
    joins = [json.dumps([*pair, "black" if "GND" in pair[1] else "green", []]) for pair in ends]
    head = '{"version": 1, "author": "The Corrido project", "editor": "wokwi", "parts": [\n'
    return head + ",\n".join(things) + '\n], "connections": [\n' + ",\n".join(joins) + "\n]}\n"


def made() -> dict[str, str]:
    """Return each file's text as it is now to be, by its path beside boards/."""
    board, wiring = kit().boards[NAME], wiring_of(boards_dir() / NAME)
    found = wires(board, wiring, kit().displays[DISPLAY])
    files = {f"boards/{NAME}/breadboard.svg": paper(board, [([w.end], w.pad) for w in found]),
             f"boards/{NAME}/diagram.json": diagram(wiring)}  # fmt: skip
    for page in PAGES:
        text = (boards_dir().parent / page).read_text(encoding="utf-8")
        files[page] = MADE.sub(rf"\g<1>{listed(found)}\g<2>", text)
    return files


def main() -> None:
    """Write the files."""
    for name, text in made().items():
        (boards_dir().parent / name).write_text(text, encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main()
