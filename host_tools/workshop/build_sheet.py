"""The pages made from boards/kit.toml: sheets to solder by, lists of parts, the breadboard.

    python -m host_tools.workshop.build_sheet     writes them again

A sheet has the board's pins in their places, the wires numbered in the order of soldering, and
the rail that everything's ground is on. On the breadboard are a Pico, a display of four pins and
three buttons; Wokwi's diagram has all of a Pico's parts.
"""

import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any, NamedTuple

from host_tools.case.kit import (
    MOTOR,
    Board,
    Choice,
    Display,
    Kit,
    Part,
    Piece,
    cost,
    hours,
    kit,
    pins_of,
)
from host_tools.device.kinds import wiring_of
from host_tools.paths import boards_dir

PAGE = (210, 297)  # A4, millimetres
TOP, MIDDLE, BOARD_WIDTH = 30, 105, 40
SWEEP = 215  # height available for a header, from the top
RAIL_Y, RAIL_X = 243, (15, 195)
NOTES_Y, NOTE_MM = 256, 5
LINE_MM = 3.4
STYLE = (
    "text{font:3.1px sans-serif;fill:#111}.title{font:bold 6px sans-serif}"
    ".board{fill:#e9f2ea;stroke:#1c5a2a;stroke-width:.6}"
    ".pad{fill:#fff;stroke:#5b4a10;stroke-width:.4}.used{fill:#c9a227}"
    ".wire{fill:none;stroke:#1f5fa8;stroke-width:.6}.number{font:bold 3.4px sans-serif}"
    ".rail{fill:none;stroke:#111;stroke-width:1.6}.tap{fill:none;stroke:#111;stroke-width:.4}"
)
# Supply and display first; the power of a cell last, because the board runs from then on.
FIRST, LAST = ("GND", "3V3", "RESET", "SDA", "SCL"), "VSYS"
NOTES = (
    "Solder in the order of the numbers. The rail is a bare wire; each ground is soldered to it.",
    "Suelde en el orden de los números. El raíl es un hilo desnudo; en él va soldada cada masa.",
)
CELL_NOTE = "With a cell / con celda: "


class Pad(NamedTuple):
    """A pin of a header: its name, its place on the page, its side, its number as on a chip."""

    name: str
    x: float
    y: float
    left: bool
    number: int


def _routes(pieces: list[Piece], net: str, ends: Mapping[str, str]) -> Iterator[str]:
    """Yield what hangs on a net, each part with what lies behind it up to the next pin or rail."""
    for piece in pieces:
        for pad, on in piece.pads.items():
            if on != net:
                continue
            behind = [other for other in piece.pads.values() if other != net]
            if len(piece.pads) != 2 or not behind:
                yield _named(piece, pad)
                continue
            rest = [one for one in pieces if one is not piece]
            far = behind[0]
            end = "rail" if far == "GND" else far if far in ends else \
                " + ".join(_routes(rest, far, ends))  # fmt: skip
            yield f"{_named(piece, pad)}, {end}"


def _named(piece: Piece, pad: str) -> str:
    """Return a piece as the sheet calls it: with its pad's name if it has several."""
    if piece.part.each or piece.part.beside:
        return piece.part.number.partition(",")[0]
    several = len(piece.pads) > 2 or piece.name in ("cell", "diode")
    return f"{piece.name} {pad}" if several else piece.name


def grounds(pieces: list[Piece]) -> list[str]:
    """Return everything that is soldered to the ground rail."""
    return [_named(piece, pad) for piece in pieces for pad, net in piece.pads.items()
            if net == "GND"]  # fmt: skip


def pads_of(board: Board) -> list[Pad]:
    """Return a board's pins in their places."""
    sides = [board.left.split(), board.right.split()]
    pitch = min(9.0, (SWEEP - TOP - 20) / max(map(len, sides)))
    half = BOARD_WIDTH / 2
    return [
        Pad(
            pin,
            MIDDLE + (-half if left else half),
            TOP + 10 + pitch * n,
            left,
            n + 1 if left else sum(map(len, sides)) - n,
        )
        for left, side in zip((True, False), sides, strict=True)
        for n, pin in enumerate(side)
    ]


def soldered(
    board: Board, wiring: Mapping[str, Any], pieces: list[Piece]
) -> list[tuple[list[str], Pad]]:
    """Return the wires in the order of soldering: what each goes through and to, and its pad."""
    nets, pads, found = pins_of(board, wiring), pads_of(board), []
    used = {net for piece in pieces for net in piece.pads.values()}
    for net in (*FIRST, *(net for net in nets if net not in (*FIRST, LAST)), LAST):
        if net in nets and net in used:
            pad = next(pad for pad in pads if pad.name == nets[net])
            routes = ["rail"] if net == "GND" else list(_routes(pieces, net, nets))
            found.append((routes, pad))
    return found


def draw(of: Kit, name: str) -> str:
    """Return a board's page as SVG, A4 at 1:1."""
    board, wiring = of.boards[name], wiring_of(boards_dir() / name)
    pieces = of.pieces(Choice(name))
    notes = [*NOTES, *_cell(of, board, wiring)]
    return paper(board, soldered(board, wiring, pieces), [
        *_rail(grounds(pieces)),
        *(f'<text x="15" y="{NOTES_Y + NOTE_MM * number}">{escape(line)}</text>'
          for number, line in enumerate(notes)),
    ])  # fmt: skip


def paper(board: Board, wired: list[tuple[list[str], Pad]], below: Iterable[str] = ()) -> str:
    """Return a page with a board in its middle, these wires at its pins, and what lies below."""
    pads = pads_of(board)
    height = max(pad.y for pad in pads) - TOP + 10
    usb_y = TOP + height if board.usb_below else TOP - 5
    used = {pad for _, pad in wired}
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{PAGE[0]}mm" height="{PAGE[1]}mm" '
        f'viewBox="0 0 {PAGE[0]} {PAGE[1]}"><style>{STYLE}</style>',
        f'<rect width="{PAGE[0]}" height="{PAGE[1]}" fill="#fff"/>',
        f'<text class="title" x="15" y="18">{escape(board.name)}</text>',
        f'<rect class="board" x="{MIDDLE - BOARD_WIDTH / 2}" y="{TOP}" width="{BOARD_WIDTH}" '
        f'height="{height:.1f}" rx="2"/>',
        f'<rect class="pad" x="{MIDDLE - 5}" y="{usb_y:.1f}" width="10" height="5"/>',
        f'<text x="{MIDDLE}" y="{usb_y + 3.6:.1f}" text-anchor="middle">USB</text>',
        *(f'<circle class="{"pad used" if pad in used else "pad"}" cx="{pad.x}" '
          f'cy="{pad.y:.1f}" r="1.6"/><text x="{pad.x + (3 if pad.left else -3)}" '
          f'y="{pad.y + 1.1:.1f}" text-anchor="{"start" if pad.left else "end"}">'
          f"{escape(pad.name)}</text>" for pad in pads),
        *(_wire(number, ways, pad) for number, (ways, pad) in enumerate(wired, 1)),
        *below, "</svg>", "",
    ])  # fmt: skip


def _rail(ends: list[str]) -> Iterator[str]:
    """Draw the ground rail, with a tap for everything that is soldered to it."""
    left, right = RAIL_X
    yield f'<path class="rail" d="M{left} {RAIL_Y}H{right}"/>'
    yield f'<text class="number" x="{left}" y="{RAIL_Y + 5}">GND: rail / raíl</text>'
    step = (right - left) / (len(ends) + 1)
    for number, end in enumerate(ends, 1):
        x = left + step * number
        yield (
            f'<path class="tap" d="M{x:.1f} {RAIL_Y}v-6"/>'
            f'<circle class="pad used" cx="{x:.1f}" cy="{RAIL_Y}" r="1.3"/>'
            f'<text transform="translate({x + 1:.1f} {RAIL_Y - 7}) rotate(-60)">'
            f"{escape(end)}</text>"
        )


def _cell(of: Kit, board: Board, wiring: Mapping[str, Any]) -> Iterator[str]:
    """Return the lines on the wires of a cell; none for a board without a pin for one."""
    if LAST not in board.header:
        return
    pieces = [p for p in of.pieces(Choice(board.name, power="lipo")) if p.part.power]
    nets = pins_of(board, wiring)
    chain = next(_routes(pieces, LAST, nets))
    own = [" to ".join(_named(p, pad) for p in pieces for pad, on in p.pads.items()
                                   if on == net)
           for net in ("cell +", "cell -")]  # fmt: skip
    yield f"{CELL_NOTE}{'; '.join([*own, *(f'{end}: rail' for end in grounds(pieces))])};"
    yield f"VSYS: {chain}. Without a cell / sin celda: USB, VSYS free / libre."


def _wire(number: int, ways: list[str], pad: Pad) -> str:
    """Draw a wire; what it goes through and to is written one way below another."""
    step = -1 if pad.left else 1
    ring, end = pad.x + 14 * step, pad.x + 19 * step
    anchor = "end" if pad.left else "start"
    first = pad.y + 1.1 - LINE_MM * (len(ways) - 1) / 2
    texts = "".join(
        f'<text x="{end}" y="{first + LINE_MM * n:.1f}" text-anchor="{anchor}">'
        f"{escape(way)}</text>"
        for n, way in enumerate(ways)
    )
    return (
        f'<path class="wire" d="M{pad.x + 1.6 * step} {pad.y:.1f}H{ring}"/>'
        f'<circle class="pad" cx="{ring}" cy="{pad.y:.1f}" r="3"/>'
        f'<text class="number" x="{ring}" y="{pad.y + 1.2:.1f}" text-anchor="middle">{number}'
        f"</text>{texts}"
    )


def lines(of: Kit, choice: Choice, language: str) -> Iterator[str]:
    """Yield the list of one device's parts: how many, number, price with source, substitutes."""
    pieces = of.pieces(choice)
    board = of.boards[choice.board]
    yield _line(language, 1, BOARD[language], board)
    for part in of.parts_of(choice):
        count = sum(piece.part.id == part.id for piece in pieces)
        if count:
            yield _part(of, part, language, count)


def _part(of: Kit, part: Part, language: str, count: int = 1) -> str:
    within = next((p.number for p in of.parts if p.id == part.within), "")
    instead = f" {INSTEAD[language]} {part.instead[language]}." if part.instead else ""
    return _line(language, count, getattr(part, language), part, within, instead)


BOARD = {"en": "board", "es": "placa"}
LISTED = {"en": "(list)", "es": "(lista)"}  # the page says whose
INSTEAD = {"en": "Instead:", "es": "En su lugar:"}


def _line(
    language: str, count: int, name: str, item: Board | Display | Part, within: str = "",
    instead: str = "",
) -> str:  # fmt: skip
    paid, price, size = f" ({within})", item.price, item.size
    if price:
        of = f" ({price.of})" if price.of else ""
        shop = f", {price.shop}" if price.shop else ""
        listed = f" {LISTED[language]}" if price.listed else ""
        paid = f"; {price.each:.2f} {price.currency}{of}{shop}{listed}, {price.date}"
    measures = f", {'×'.join(f'{mm:g}' for mm in size)} mm" if any(size) and not within else ""
    several = f"{count}× " if count > 1 else ""
    text = f"- {several}{name}: **{item.number}**{measures}{paid}.{instead}"
    return textwrap.fill(text, 118, subsequent_indent="  ", break_on_hyphens=False)


TITLES = {
    "en": ("For a Pico in the flat case, on a power bank", "More for a cell",
           "In all {usb:.0f} EUR, for ten clocks {tens[0]:.0f}; with a cell {lipo:.0f} and "
           "{tens[1]:.0f} (the European Central Bank's rates of {of.rates.date}), and {low} to "
           "{high} hours of play by calculation (half of the dots lit; not yet measured on "
           "hardware).",
           "To feel the time", "Other boards", "Other displays"),
    "es": ("Para una Pico en la caja plana, con una batería externa", "Además, para una celda",
           "En total {usb:.0f} EUR, para diez relojes {tens[0]:.0f}; con celda {lipo:.0f} y "
           "{tens[1]:.0f} (cambios del Banco Central Europeo del {of.rates.date}), y de {low} a "
           "{high} horas de juego según el cálculo (la mitad de los puntos encendidos; sin medir "
           "todavía en hardware).",
           "Para notar el tiempo al tacto", "Otras placas", "Otras pantallas"),
}  # fmt: skip


def listed(of: Kit, language: str) -> str:
    """Return the part of boards/README that is made from the kit."""
    usb, lipo = Choice(), Choice(power="lipo")
    kits, cells, total, felt, others, screens = TITLES[language]
    low, high = hours(of, lipo)
    sums = {power: cost(of, choice) for power, choice in (("usb", usb), ("lipo", lipo))}
    plain = list(lines(of, usb, language))
    boards = [_line(language, 1, name, board)
              for name, board in of.boards.items() if name != usb.board]  # fmt: skip
    shown = [_line(language, 1, f'{name}"', display)
             for name, display in of.displays.items() if name != usb.display]  # fmt: skip
    said = textwrap.fill(
        total.format(**sums, tens=[10 * one for one in sums.values()], of=of, low=low, high=high),
        118,
    )
    extra = [line for line in lines(of, lipo, language) if line not in plain]
    motors = [_part(of, part, language) for part in of.parts if MOTOR in part.names]
    return "\n".join([
        f"### {kits}\n", *plain, f"\n### {cells}\n", *extra, "", said,
        f"\n### {felt}\n", *motors,
        f"\n### {others}\n", *boards, f"\n### {screens}\n", *shown,
    ])  # fmt: skip


PAGES = {"en": "boards/README.md", "es": "boards/README.es.md"}
# The breadboard: what is joined there, and its pages.
BREADBOARD, SMALL, PRESSED = "pico", "0.96", ("A", "B", "OK")
BREADBOARD_PAGES = ("docs/breadboard.md", "docs/protoboard.md")
COLOURS = {"A": "green", "B": "green", "STOP": "red", "CHALLENGE": "yellow"}


def wires(board: Board, wiring: Mapping[str, Any], display: Display) -> list[tuple[str, Pad]]:
    """Return what each wire's end is, and its pin; a ground's is near the wire before."""
    pads, nets = pads_of(board), pins_of(board, wiring)
    grounds = [pad for pad in pads if pad.name == "GND"]
    ends = [(f"OLED {printed}", net) for printed, net in display.pads.items()]
    ends += [end for key in PRESSED for end in ((f"{key} 1", key), (f"{key} 2", "GND"))]
    found: list[tuple[str, Pad]] = []
    for end, net in ends:
        if net == "GND":
            last = found[-1][1]
            pad = min(grounds, key=lambda one: (one.left != last.left, abs(one.y - last.y)))
            grounds.remove(pad)
        else:
            pad = next(pad for pad in pads if pad.name == nets[net])
        found.append((end, pad))
    return found


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


def _with(page: str, name: str, made: str) -> str:
    """Return a page of the project with what is made between its two comments of that name."""
    text = (boards_dir().parent / page).read_text(encoding="utf-8")
    pattern = rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)"
    return re.sub(pattern, lambda found: f"{found[1]}{made}{found[2]}", text, flags=re.DOTALL)


def made(of: Kit) -> dict[str, str]:
    """Return each file's text as it is now to be, by its path in the project."""
    board, wiring = of.boards[BREADBOARD], wiring_of(boards_dir() / BREADBOARD)
    found = wires(board, wiring, of.displays[SMALL])
    text = "".join(f"- {n}, {end}: {pad.number}, {pad.name}\n"
                   for n, (end, pad) in enumerate(found, 1))  # fmt: skip
    return {
        **{f"boards/{name}/build.svg": draw(of, name) for name in of.boards},
        **{page: _with(page, "kit", f"{listed(of, lang)}\n") for lang, page in PAGES.items()},
        f"boards/{BREADBOARD}/breadboard.svg": paper(board, [([end], pad) for end, pad in found]),
        f"boards/{BREADBOARD}/diagram.json": diagram(wiring),
        **{page: _with(page, "wires", text) for page in BREADBOARD_PAGES},
    }


def main() -> None:
    """Write the files."""
    for name, text in made(kit()).items():
        (boards_dir().parent / name).write_text(text, encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main()
