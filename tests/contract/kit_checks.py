"""What in the kit contradicts itself, a line each: in the table, on paper, and in its case."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from corrido.services.sound import PATTERNS

from host_tools.case.kit import KEYS, POWERS, Board, Choice, Display, Kit, Part, Piece, pins_of
from host_tools.case.layout import PITCH, Layout, places_of
from host_tools.device.kinds import wiring_of
from host_tools.paths import boards_dir

_DATE = re.compile(r"20\d\d-\d\d(-\d\d)?")
# Pins that must not meet: errors and warnings of KiCad's default map (erc_settings.cpp).
CLASHES = [{"output"}, {"output", "power out"}, {"output", "open collector"}, {"power out"},
           {"power out", "open collector"}, {"power out", "bidirectional"}]  # fmt: skip
DRIVING = {"output", "power out", "bidirectional", "open collector"}
Ends = list[tuple[str, str]]  # of a wire: the kind of each pin, and what it is of
HARMONICS, NEAR = (1, 3, 5), 0.07  # of a square wave; how far off its resonance a piezo is loud


def disagreements(kit: Kit, choice: Choice, wiring: Mapping[str, Any] | None = None) -> list[str]:
    """Return what in the kit contradicts itself for one choice, a line each, without its case."""
    wiring = wiring or wiring_of(boards_dir() / choice.board)
    board, pieces = kit.boards[choice.board], kit.pieces(choice, wiring)
    parts = [part for part in kit.parts if not part.display]
    rows = [*parts, *kit.displays.values(), *kit.boards.values()]
    return [
        *(f"{p.id}: power {p.power!r}" for p in parts if p.power not in ("", *POWERS)),
        *(line for row in rows for line in _unfounded(kit, row)),
        *dict.fromkeys(_electric(board, wiring, pieces)),
        *_unlike(wiring, pieces),
    ]


def _unfounded(kit: Kit, row: Part | Display | Board) -> Iterator[str]:
    """Complain of a price without shop or day, and of what no source with its day tells."""
    name, price = row.id if isinstance(row, Part) else row.name, row.price
    priced = price and (price.shop or price.listed) and _DATE.fullmatch(price.date) and price.each
    if not row.number:
        yield f"{name}: no maker's number"
    if not priced and getattr(row, "within", "") not in {p.id for p in kit.parts if p.price}:
        yield f"{name}: no price with shop and date"
    for key in ("size", "current_ma", "resonance_hz", "pads", "left"):
        source = kit.sources.get(row.sources.get("pads" if key == "left" else key, ""))
        dated = source and source.at and _DATE.fullmatch(source.date)
        if getattr(row, key, None) not in (None, 0, {}, (0.0, 0.0, 0.0)) and not dated:
            yield f"{name}: its {key} has no source or no day"


def nets_of(board: Board, wiring: Mapping[str, Any], pieces: list[Piece]) -> dict[str, Ends]:
    """Return each wire's ends: pads of parts, and the board's pin if it goes to one."""
    pins, nets = pins_of(board, wiring), defaultdict[str, Ends](list)
    for piece in pieces:
        for pad, net in piece.pads.items():
            nets[net].append((piece.part.kinds.get(pad, "passive"), f"{piece.name} {pad}"))
    for net, ends in nets.items():
        if (pin := pins.get(net, net)) in board.header:
            ends.append((_kind(board, net, pin), pin))
    return nets


def _kind(board: Board, net: str, pin: str) -> str:
    """Return what a board's pin is to its wire."""
    if pin in board.inputs.split():
        return "input"
    if pin in ("GND", "3V3", "VBUS", "5V"):
        return "power out"
    kinds = {"VSYS": "power in", "SDA": "open collector", "SCL": "open collector"}
    lit = net.startswith(("LED", "PIEZO", "MOTOR"))
    return kinds.get(net, "output" if lit else "bidirectional")


def _electric(board: Board, wiring: Mapping[str, Any], pieces: list[Piece]) -> Iterator[str]:
    """Complain of a wire whose ends may not be joined, or of which one lacks what it needs."""
    nets, pins = nets_of(board, wiring, pieces), pins_of(board, wiring)
    closed = [(piece.pads[one], piece.pads[other]) for piece in pieces
              for one, other in map(str.split, piece.part.closes)]  # fmt: skip
    supplied = {net for net, ends in nets.items() if "power out" in dict(ends)}
    for one, other in [*closed, *closed]:  # a cell's switch, then its diode
        supplied |= {one, other} if {one, other} & supplied - {"GND"} else set()
    for net, pin in pins.items():
        parts = [one for one in pieces if net in one.pads.values() and one.part.each != "bus"]
        if pin not in board.header:
            yield f"{net}: the board has no pin {pin}"
        if not parts and net != "VSYS":
            yield f"{net}: no part is wired to its pin"
        if pin in map(str, board.straps_high) and not _joined(pieces, "resistor", "3V3", net):
            yield f"{net}: nothing holds GPIO {pin} high when the chip starts"
    for net, ends in nets.items():
        if len(ends) < 2:
            yield f"{net}: a wire with one end"
        yield from _clashing(ends)
        kinds, held = set(dict(ends)), _joined(pieces, "resistor", "3V3", net)
        falls = held and _joined(pieces, "capacitor", net, "GND")
        lacks = {"power in": net not in supplied, "open collector": not held,
                 "input": not (held or kinds & DRIVING),
                 "reset": not (falls or "output" in kinds)}  # fmt: skip
        yield from (f"{end}, {kind}: {NEEDS[kind]}" for kind, end in ends if lacks.get(kind))
    for one, other in closed:
        yield from _clashing(nets[one] + nets[other])
    for piece in pieces:
        yield from (f"{piece.name}: no wire at its pad {pad}"
                    for pad in piece.part.kinds if pad not in piece.pads)  # fmt: skip


NEEDS = {"power in": "no supply", "input": "nothing drives it",
         "open collector": "no resistor to 3V3, an edge rises in 3 us",
         "reset": "nothing keeps it low once its supply is stable"}  # fmt: skip


def _clashing(ends: Ends) -> Iterator[str]:
    for (one, end), (other, there) in combinations(ends, 2):
        if {one, other} in CLASHES:
            yield f"{end}, {one}, meets {there}, {other}"


def _unlike(wiring: Mapping[str, Any], pieces: list[Piece]) -> Iterator[str]:
    """Complain of what the firmware takes a part for, and it is not."""
    for piece in pieces:
        told_mv = wiring.get("battery_drop_mv", 0)
        if piece.part.drop_mv and wiring["battery"] and piece.part.drop_mv != told_mv:
            yield (f"{piece.name}: takes {piece.part.drop_mv} mV, "
                   f"the board file says {told_mv}: the charge shown is wrong")  # fmt: skip
        if piece.part.id == "piezo":
            own_hz = piece.part.resonance_hz or 1
            for name, hz in ((name, hz) for name, steps in PATTERNS.items() for hz, _ in steps):
                if hz and min(abs(n * hz / own_hz - 1) for n in HARMONICS) > NEAR:
                    yield f"piezo: {name} has {hz} Hz, faint beside its {own_hz}"


def _joined(pieces: list[Piece], kind: str, one: str, other: str) -> bool:
    ends = {one, other}
    return any(p.part.id.endswith(kind) and set(p.pads.values()) == ends for p in pieces)


def misplaced(layout: Layout, of: Kit) -> Iterator[str]:
    """Complain of parts without a hole, place or legend, and of holes that do not fit."""
    there = {piece.name: piece.part for piece in of.pieces(layout.choice)}
    held = {one.label for one in (*layout.openings, *layout.bodies, *layout.lying)}
    legends = {legend.of for legend in layout.legends}
    for name, part in there.items():
        through = part.through or part.size[0]
        if name in places_of(layout, "encoder" in there) and not part.hole:
            yield f"{name}: a place without its hole"
        if name not in held if part.hole else part.on_perfboard and "perfboard" not in held:
            yield f"{name}: no place in the case"
        if name in (*KEYS, "encoder") and name not in legends:
            yield f"{name}: no legend"
        if len(part.hole) == 1 and part.id != "piezo" and not 0 < part.hole[0] - through < 2.0:
            yield f"{name}: {through:g} mm through a hole of {part.hole[0]:g}"
        if part.on_perfboard and part.size[0] > PITCH - 2.0:
            yield f"{name}: {part.size[0]:g} mm wide, its neighbour {PITCH:g} mm away"
