"""What in the kit contradicts itself, a line each: in the table, on paper, and in its case."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from host_tools.case.kit import KEYS, POWERS, Board, Choice, Kit, Part, Piece, pins_of
from host_tools.case.layout import PITCH, SLOTS, Layout, make, places_of
from host_tools.device.kinds import wiring_of
from host_tools.paths import boards_dir

_DATE = re.compile(r"20\d\d-\d\d(-\d\d)?")
# What a passive sounder must reproduce: the firmware's signals are 1,000 to 2,700 Hz.
RESONANCE_HZ = (2000, 3700)


def told(kit: Kit, choice: Choice) -> list[str]:
    """Return everything that contradicts something else, in the table and in the case."""
    return disagreements(kit, choice) + misplaced(make(choice, kit), kit)


def disagreements(kit: Kit, choice: Choice, wiring: Mapping[str, Any] | None = None) -> list[str]:
    """Return what in the kit contradicts itself for one choice, a line each, without its case."""
    wiring = wiring or wiring_of(boards_dir() / choice.board)
    board, pieces = kit.boards[choice.board], kit.pieces(choice, wiring)
    parts = kit.parts_of(choice)
    return [
        *_unknown(kit),
        *_unpriced(kit, [*parts, board]),
        *_loose(board, wiring, pieces),
        *_electric(board, wiring, pieces),
    ]


def _unknown(kit: Kit) -> Iterator[str]:
    for part in kit.parts:
        if part.power not in ("", *POWERS):
            yield f"{part.id}: power {part.power!r} is none of {', '.join(POWERS)}"
        yield from (f"{part.id}: no board {name!r}" for name in part.boards
                    if name not in kit.boards)  # fmt: skip


def _unpriced(kit: Kit, lines: Iterable[Part | Board]) -> Iterator[str]:
    own = {part.id for part in kit.parts if part.price}
    for line in lines:
        name = line.id if isinstance(line, Part) else line.name
        if not line.number:
            yield f"{name}: no maker's number"
        if line.price is None:
            if not isinstance(line, Part) or line.within not in own:
                yield f"{name}: no price"
        elif not (
            (line.price.shop or line.price.listed)
            and _DATE.fullmatch(line.price.date)
            and line.price.each > 0
        ):
            yield f"{name}: its price has no shop or no date"


def _loose(board: Board, wiring: Mapping[str, Any], pieces: list[Piece]) -> Iterator[str]:
    """Complain of wires with one end, of pins without a wire, of pads without one."""
    nets = pins_of(board, wiring)
    ends = Counter(net for piece in pieces for net in piece.pads.values())
    pulled = Counter(net for p in pieces if p.part.each == "bus" for net in p.pads.values())
    for net, pin in nets.items():
        if pin not in board.header:
            yield f"{net}: the board has no pin {pin}"
        if not ends[net] - pulled[net] and net != "VSYS":
            yield f"{net}: no part is wired to its pin"
    for net, count in ends.items():
        if net not in nets and count < 2:
            yield f"{net}: a wire with one end"
    for piece in pieces:
        lacking = set(piece.part.pins.split()) - set(piece.pads)
        yield from (f"{piece.name}: no wire at its pad {pad}" for pad in sorted(lacking))


def _electric(board: Board, wiring: Mapping[str, Any], pieces: list[Piece]) -> Iterator[str]:
    """Complain of what was found to fail on the bench, on paper."""
    nets = {pin.removeprefix("GP"): net for net, pin in pins_of(board, wiring).items()}
    held = {net for net in {*nets.values(), "RESET"} if _joined(pieces, "resistor", "3V3", net)}
    for gpio in board.straps_high:
        net = nets.get(str(gpio), "")
        if net and net not in held:
            yield f"{net}: nothing holds GPIO {gpio} high when the chip starts"
    yield from (f"{net}: no resistor to 3V3, an edge rises in 3 us" for net in ("SDA", "SCL")
                if net not in held)  # fmt: skip
    for piece in pieces:
        rst = piece.pads.get("RST")
        if rst and not (rst in held and _joined(pieces, "capacitor", rst, "GND")):
            yield f"{piece.name}: nothing keeps RST low once its supply is stable"
        told_mv = wiring.get("battery_drop_mv", 0)
        if piece.part.drop_mv and wiring["battery"] and piece.part.drop_mv != told_mv:
            yield (f"{piece.name}: takes {piece.part.drop_mv} mV, "
                   f"the board file says {told_mv}: the charge shown is wrong")  # fmt: skip
        hz = piece.part.resonance_hz
        if hz and not RESONANCE_HZ[0] <= hz <= RESONANCE_HZ[1]:
            yield f"{piece.name}: resonant at {hz} Hz, faint at the signals' 1,000 to 2,700"
        if piece.part.id == "piezo" and not hz:
            yield f"{piece.name}: no resonance given"
        pin = next((net for net in piece.pads.values() if net in KEYS), "")
        if pin and "GND" in piece.pads.values():
            yield f"{pin}: no resistor between the key and its pin"


def _joined(pieces: list[Piece], kind: str, one: str, other: str) -> bool:
    ends = {one, other}
    return any(p.part.id.endswith(kind) and set(p.pads.values()) == ends for p in pieces)


def misplaced(layout: Layout, of: Kit) -> list[str]:
    """Return the parts without a hole or a place, and the holes that do not fit."""
    pieces = of.pieces(layout.choice)
    there = {piece.name: piece.part for piece in pieces}
    held = {one.label for one in (*layout.openings, *layout.bodies, *layout.lying)}
    found: list[str] = []
    for name in {**places_of(layout, "encoder" in there), **dict.fromkeys(SLOTS & set(there))}:
        if not any(name in (part.names or (part.id,)) for part in of.parts):
            found.append(f"{name}: a place without a part")
        elif name in there and not there[name].hole:
            found.append(f"{name}: a place without its hole")
    for name, part in there.items():
        if part.hole and name not in held:
            found.append(f"{name}: no place in the case")
        elif part.on_perfboard and "perfboard" not in held:
            found.append(f"{name}: nothing carries it")
        found += _ill_fitting(part, name)
    legends = {legend.of for legend in layout.legends}
    found += [f"{name}: no legend"
              for name in (*KEYS, "encoder") if name in there and name not in legends]  # fmt: skip
    return found


def _ill_fitting(part: Part, name: str) -> Iterator[str]:
    if len(part.hole) == 1 and part.id != "piezo":
        through = part.through or part.size[0]
        if not through < part.hole[0] < through + 2.0:
            yield f"{name}: {through:g} mm through a hole of {part.hole[0]:g}"
    if part.on_perfboard and part.size[0] > PITCH - 2.0:
        yield f"{name}: {part.size[0]:g} mm wide, its neighbour {PITCH:g} mm away"
